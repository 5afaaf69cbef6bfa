//! A file, read and searched, on a thread of its own: whatever a single operation on diagrams takes, the user has an answer soon after the
//! time limit or Ctrl-C.

use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use invar_base::{Budget, Diagnostic, Effort, SourceMap, Stop};
use invar_engine::Cause;
use invar_engine::bebop::{self, Answer, Outcome, Query, Why};
use invar_front::read::boolean_program;
use invar_front::text::load_program;
use invar_gcl::boolprog::Program;

use super::question::{Asked, query};
use crate::session::{OUT_OF_MEMORY, Overall};

#[derive(Clone, Debug)]
pub struct Options {
    pub effort: Effort,
    pub timeout: Option<Duration>,
    pub interrupt: Arc<AtomicBool>,
}

pub struct Report {
    pub path: String,
    pub sources: SourceMap,
    pub found: Found,
    /// The search did not stop in time and is still at it.
    pub is_stuck: bool,
}

pub enum Found {
    Bad(Vec<Diagnostic>),
    /// No answer to anything.
    Nothing(Finding),
    Answered(Box<Answered>),
}

pub struct Answered {
    pub program: Program,
    pub query: Query,
    pub answer: Answer,
}

/// Why something is unknown.
#[derive(Clone, Debug)]
pub struct Finding {
    pub cause: Cause,
    pub detail: String,
}

impl Report {
    pub fn overall(&self) -> Overall {
        match &self.found {
            Found::Bad(_) => Overall::BadInput,
            Found::Nothing(_) => Overall::Unknown,
            Found::Answered(answered) => {
                let goals = answered.answer.outcomes.iter().map(|outcome| match outcome {
                    Outcome::Unreachable => Overall::Proved,
                    Outcome::Unknown(_) => Overall::Unknown,
                    Outcome::Reachable(_) => Overall::Refuted,
                });
                let invariants = answered.answer.invariants.iter().map(|found| match found {
                    Ok(_) => Overall::Proved,
                    Err(_) => Overall::Unknown,
                });
                goals.chain(invariants).max().unwrap_or(Overall::Proved)
            }
        }
    }
}

const STACK_BYTES: usize = 256 << 20;
/// How much later than the limit an answer may come.
const GRACE: Duration = Duration::from_millis(1_000);
const POLL: Duration = Duration::from_millis(20);

pub fn search(path: &str, asked: &Asked, options: &Options) -> Report {
    let deadline = options.timeout.map(|timeout| Instant::now() + timeout);
    let budget = Budget::new(options.effort).with_deadline(deadline).with_interrupt(options.interrupt.clone());
    let (sender, inbox) = channel();
    let (file, asked, limit) = (path.to_string(), asked.clone(), options.timeout);
    let work = move || {
        let mut sources = SourceMap::new();
        let found = read_and_search(&mut sources, &file, &asked, &budget);
        // Nobody waits any more after the grace.
        let _ = sender.send((sources, found));
    };
    let worker = thread::Builder::new().name("invar-worker".into()).stack_size(STACK_BYTES).spawn(work);
    let report = |sources, found, is_stuck| Report { path: path.to_string(), sources, found, is_stuck };
    let nothing = |cause, detail| Found::Nothing(Finding { cause, detail });
    let Ok(worker) = worker else {
        return report(
            SourceMap::new(),
            nothing(Cause::ResourceLimit, "there is no memory for a thread".into()),
            false,
        );
    };
    match wait(&inbox, deadline, &options.interrupt) {
        Ok((sources, found)) => report(sources, found, false),
        Err(Some(stop)) => {
            let Finding { cause, detail } = finding(&Why::Stopped(stop), limit);
            report(SourceMap::new(), nothing(cause, detail), true)
        }
        Err(None) => {
            let detail = worker.join().err().map_or("no message".to_string(), |panic| message(&*panic));
            let detail =
                format!("internal error ({detail}); this is a bug in Invar: please report it together with the file");
            report(SourceMap::new(), nothing(Cause::Incomplete, detail), false)
        }
    }
}

/// What the thread sends; or why it sends nothing: it is late, or it broke down.
fn wait<T>(inbox: &Receiver<T>, deadline: Option<Instant>, interrupt: &AtomicBool) -> Result<T, Option<Stop>> {
    let mut interrupted: Option<Instant> = None;
    loop {
        match inbox.recv_timeout(POLL) {
            Ok(sent) => return Ok(sent),
            Err(RecvTimeoutError::Disconnected) => return Err(None),
            Err(RecvTimeoutError::Timeout) => {}
        }
        if deadline.is_some_and(|deadline| Instant::now() > deadline + GRACE) {
            return Err(Some(Stop::Deadline));
        }
        if interrupt.load(Ordering::Relaxed) && interrupted.get_or_insert_with(Instant::now).elapsed() > GRACE {
            return Err(Some(Stop::Interrupted));
        }
    }
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
    text.unwrap_or("no message").to_string()
}

fn read_and_search(sources: &mut SourceMap, path: &str, asked: &Asked, budget: &Budget) -> Found {
    let read = load_program(path).map_err(|error| vec![error]).and_then(|bytes| boolean_program(sources, path, bytes));
    let asked = read.and_then(|program| query(&program, asked).map(|query| (program, query)));
    match asked {
        Ok((program, query)) => {
            let answer = bebop::reach(&program, &query, budget);
            Found::Answered(Box::new(Answered { program, query, answer }))
        }
        Err(errors) => Found::Bad(errors),
    }
}

/// Why there is no answer, in words.
pub fn finding(why: &Why, limit: Option<Duration>) -> Finding {
    let (cause, detail) = match why {
        Why::TooLarge => (Cause::ResourceLimit, "the decision diagrams grew larger than the effort allows".to_string()),
        Why::TooLong => (Cause::ResourceLimit, "there are more steps than the effort allows".to_string()),
        Why::ManyClauses => {
            (Cause::ResourceLimit, "the invariant has more clauses than anybody would read".to_string())
        }
        Why::Stopped(Stop::Interrupted) => (Cause::Interrupted, "interrupted before there was an answer".to_string()),
        Why::Stopped(Stop::Memory) => (Cause::Memory, OUT_OF_MEMORY.to_string()),
        Why::Stopped(Stop::Deadline) => {
            let limit = limit.map_or(String::new(), |limit| format!(" of {} s", limit.as_secs_f64()));
            (Cause::Deadline, format!("the time limit{limit} was reached before there was an answer"))
        }
        Why::NotReplayed(what) => (Cause::NotReplayed, format!("the run that was found cannot be repeated: {what}")),
        Why::NotClosed => {
            (Cause::Incomplete, "what was found is not closed under the steps of the program".to_string())
        }
    };
    Finding { cause, detail }
}
