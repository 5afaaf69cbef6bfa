//! Many files on several threads. In: paths, options and an engine. Out: one report per file, in the order given, with
//! one report per implementation, in the order of the text, whatever the threads did.
//!
//! A worker takes a file, reads it, and puts its implementations at the front of the queue. The calling thread collects;
//! it also watches the clock and the interrupt, so that an engine that does not notice them cannot hold up the answer:
//! after a short grace what is missing is `unknown` and a new worker takes the place of the one that is stuck. A panic
//! of an engine is `unknown` as well.

use std::any::Any;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use invar_base::{Budget, Diagnostic, Effort, Id, SourceId, SourceMap, Stop};
use invar_engine::{Cause, ImplReport, Unknown, Verdict};
use invar_gcl::{ImplId, Program};
use invar_solve::Statistics;

use crate::backend::{self, Counter};
use crate::input;

/// Deep terms may need deep recursion somewhere below us; the memory is only touched when used.
const STACK_BYTES: usize = 256 << 20;
/// How long an engine may take to notice an interrupt or a deadline.
const GRACE: Duration = Duration::from_millis(500);
const POLL: Duration = Duration::from_millis(20);

#[derive(Clone, Debug)]
pub struct Options {
    pub effort: Effort,
    /// Wall clock per file, from the moment it is opened.
    pub timeout: Option<Duration>,
    pub jobs: usize,
    /// Set it to stop; what is known by then is reported.
    pub interrupt: Arc<AtomicBool>,
}

impl Default for Options {
    fn default() -> Options {
        let jobs = thread::available_parallelism().map_or(1, |cores| cores.get());
        Options { effort: Effort::DEFAULT, timeout: None, jobs, interrupt: Arc::default() }
    }
}

/// What is done with each implementation.
pub trait Engine: Send + Sync {
    /// The file is its index in the list of paths.
    fn run(&self, file: usize, program: &Program, impl_id: ImplId, budget: &Budget, counter: &Counter) -> ImplReport;
}

/// The verifier.
pub struct Verify;

impl Engine for Verify {
    fn run(&self, _file: usize, program: &Program, impl_id: ImplId, budget: &Budget, counter: &Counter) -> ImplReport {
        backend::verify(program, impl_id, budget, counter)
    }
}

/// Everything there is to say about a run.
pub struct Run {
    pub files: Vec<FileReport>,
    pub statistics: Statistics,
    pub time: Duration,
}

pub struct FileReport {
    pub path: String,
    pub sources: Arc<SourceMap>,
    pub outcome: Outcome,
}

pub enum Outcome {
    /// Bad input: the errors, at least one.
    Bad(Vec<Diagnostic>),
    Read {
        source: SourceId,
        program: Arc<Program>,
        warnings: Vec<Diagnostic>,
        procedures: Vec<ImplReport>,
    },
    /// There was no time to read the file.
    Unread(Unknown),
}

/// What happens during a run, for a progress bar.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Progress {
    /// A file was read (or not), and this many implementations are known now.
    Read {
        procedures: usize,
    },
    Verified {
        name: String,
    },
}

/// A file's verdict, or that of several; the order is that of severity.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Overall {
    Proved,
    Unknown,
    Refuted,
    BadInput,
}

impl Overall {
    pub fn word(self) -> &'static str {
        match self {
            Overall::Proved => "proved",
            Overall::Unknown => "unknown",
            Overall::Refuted => "refuted",
            Overall::BadInput => "bad-input",
        }
    }

    pub fn exit_code(self) -> u8 {
        match self {
            Overall::Proved => 0,
            Overall::Refuted => 1,
            Overall::Unknown => 2,
            Overall::BadInput => 3,
        }
    }
}

impl Run {
    pub fn overall(&self) -> Overall {
        self.files.iter().map(FileReport::overall).max().unwrap_or(Overall::Proved)
    }
}

impl FileReport {
    pub fn overall(&self) -> Overall {
        match &self.outcome {
            Outcome::Bad(_) => Overall::BadInput,
            Outcome::Unread(_) => Overall::Unknown,
            Outcome::Read { procedures, .. } => {
                let verdicts = procedures.iter().map(|report| match report.verdict {
                    Verdict::Proved(_) => Overall::Proved,
                    Verdict::Refuted(_) => Overall::Refuted,
                    Verdict::Unknown(_) => Overall::Unknown,
                });
                verdicts.max().unwrap_or(Overall::Proved)
            }
        }
    }
}

/// Runs the engine on every implementation of every file.
pub fn run(paths: &[String], options: &Options, engine: Arc<dyn Engine>, progress: &mut dyn FnMut(Progress)) -> Run {
    let start = Instant::now();
    let counter = Counter::default();
    let (events, inbox) = channel();
    let queue = Queue::new(paths.len());
    let crew = Crew { paths: paths.into(), options: options.clone(), engine, counter: counter.clone(), queue, events };
    let crew = Arc::new(crew);
    for _ in 0..options.jobs.max(1) {
        Crew::hire(&crew);
    }
    let files = Collector::new(paths.len()).collect(&crew, &inbox, progress);
    crew.queue.close();
    let files = files.into_iter().zip(paths).map(|(file, path)| file.into_report(path, options)).collect();
    Run { files, statistics: counter.total(), time: start.elapsed() }
}

/// Reads one file without verifying anything.
pub fn read_only(path: &str) -> FileReport {
    let state = FileState { read: Some(read_file(path)), ..FileState::default() };
    state.into_report(path, &Options::default())
}

/// Runs a function on a stack as large as that of the workers; on ours, if there is no memory for it.
pub fn on_big_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    let work = Mutex::new(Some(work));
    let run = || work.lock().unwrap_or_else(PoisonError::into_inner).take().map(|work| work());
    thread::scope(|scope| {
        let builder = thread::Builder::new().name("invar-main".into()).stack_size(STACK_BYTES);
        match builder.spawn_scoped(scope, run) {
            Ok(worker) => match worker.join() {
                Ok(result) => result,
                Err(panic) => std::panic::resume_unwind(panic),
            },
            Err(_) => run(),
        }
    })
    .expect("the work was done once, by one of the two")
}

// ----- workers -----

enum Task {
    Read(usize),
    Verify { file: usize, program: Arc<Program>, impl_id: ImplId, deadline: Option<Instant> },
}

/// What the workers wait at. `reading` counts the tasks that may still add others.
struct Queue {
    state: Mutex<QueueState>,
    changed: Condvar,
}

struct QueueState {
    tasks: VecDeque<Task>,
    reading: usize,
    closed: bool,
}

impl Queue {
    fn new(files: usize) -> Queue {
        let state = QueueState { tasks: (0..files).map(Task::Read).collect(), reading: 0, closed: false };
        Queue { state: Mutex::new(state), changed: Condvar::new() }
    }

    fn lock(&self) -> MutexGuard<'_, QueueState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next task; none once everything is taken and nothing can be added.
    fn take(&self) -> Option<Task> {
        let mut state = self.lock();
        loop {
            if state.closed {
                return None;
            }
            if let Some(task) = state.tasks.pop_front() {
                state.reading += usize::from(matches!(task, Task::Read(_)));
                return Some(task);
            }
            if state.reading == 0 {
                return None;
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// A file was read; its own tasks come first, so that a file that was begun is finished.
    fn finish_reading(&self, tasks: Vec<Task>) {
        let mut state = self.lock();
        state.reading -= 1;
        for task in tasks.into_iter().rev() {
            state.tasks.push_front(task);
        }
        self.changed.notify_all();
    }

    fn close(&self) {
        self.lock().closed = true;
        self.changed.notify_all();
    }
}

enum Event {
    Opened { file: usize, deadline: Option<Instant> },
    Read { file: usize, result: ReadFile },
    Started { file: usize },
    Verified { file: usize, impl_id: ImplId, report: Box<ImplReport> },
}

struct ReadFile {
    sources: Arc<SourceMap>,
    result: Result<Good, Vec<Diagnostic>>,
}

struct Good {
    source: SourceId,
    program: Arc<Program>,
    warnings: Vec<Diagnostic>,
}

struct Crew {
    paths: Vec<String>,
    options: Options,
    engine: Arc<dyn Engine>,
    counter: Counter,
    queue: Queue,
    events: Sender<Event>,
}

impl Crew {
    fn hire(crew: &Arc<Crew>) {
        let worker = crew.clone();
        let builder = thread::Builder::new().name("invar-worker".into()).stack_size(STACK_BYTES);
        // Without memory for the thread the calling thread still must not wait for ever: it does the work itself.
        if builder.spawn(move || worker.work()).is_err() {
            crew.work();
        }
    }

    fn work(&self) {
        while let Some(task) = self.queue.take() {
            match task {
                Task::Read(file) => self.read(file),
                Task::Verify { file, program, impl_id, deadline } => {
                    self.send(Event::Started { file });
                    let report = Box::new(self.verify(file, &program, impl_id, deadline));
                    self.send(Event::Verified { file, impl_id, report });
                }
            }
        }
    }

    /// The collector may have stopped listening; then nobody needs the event.
    fn send(&self, event: Event) {
        let _ = self.events.send(event);
    }

    fn read(&self, file: usize) {
        let deadline = self.options.timeout.and_then(|timeout| Instant::now().checked_add(timeout));
        self.send(Event::Opened { file, deadline });
        let result = catch_unwind(AssertUnwindSafe(|| read_file(&self.paths[file]))).unwrap_or_else(|panic| {
            let error = input::bad("internal-error", internal_error(panic.as_ref()));
            ReadFile { sources: Arc::default(), result: Err(vec![error]) }
        });
        let tasks = match &result.result {
            Ok(good) => {
                let task = |impl_id| Task::Verify { file, program: good.program.clone(), impl_id, deadline };
                good.program.impls.ids().map(task).collect()
            }
            Err(_) => Vec::new(),
        };
        self.send(Event::Read { file, result });
        self.queue.finish_reading(tasks);
    }

    fn verify(&self, file: usize, program: &Program, impl_id: ImplId, deadline: Option<Instant>) -> ImplReport {
        let interrupt = self.options.interrupt.clone();
        let budget = Budget::new(self.options.effort).with_deadline(deadline).with_interrupt(interrupt);
        if let Err(stop) = budget.check() {
            return unfinished(program, impl_id, stopped(stop, &self.options));
        }
        let run = || self.engine.run(file, program, impl_id, &budget, &self.counter);
        catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|panic| {
            let detail = internal_error(panic.as_ref());
            unfinished(program, impl_id, Unknown { cause: Cause::Unsupported, detail, candidate: None })
        })
    }
}

fn read_file(path: &str) -> ReadFile {
    let mut sources = SourceMap::new();
    let result = input::load(path).map_err(|error| vec![error]).and_then(|source| {
        let id = sources.add(path, source.text);
        let reading = backend::read(source.language, id, sources.text(id))?;
        Ok(Good { source: id, program: Arc::new(reading.program), warnings: reading.warnings })
    });
    ReadFile { sources: Arc::new(sources), result }
}

// ----- the collector -----

/// What is known of one file so far.
#[derive(Default)]
struct FileState {
    deadline: Option<Instant>,
    read: Option<ReadFile>,
    reports: Vec<Option<ImplReport>>,
    /// Tasks of this file that a worker holds.
    running: usize,
    given_up: bool,
}

impl FileState {
    fn is_complete(&self) -> bool {
        self.given_up || (self.read.is_some() && self.reports.iter().all(Option::is_some))
    }

    fn into_report(self, path: &str, options: &Options) -> FileReport {
        let stop = if options.interrupt.load(Ordering::Relaxed) { Stop::Interrupted } else { Stop::Deadline };
        let Some(ReadFile { sources, result }) = self.read else {
            let outcome = Outcome::Unread(stopped(stop, options));
            return FileReport { path: path.into(), sources: Arc::default(), outcome };
        };
        let outcome = match result {
            Err(errors) => Outcome::Bad(errors),
            Ok(Good { source, program, warnings }) => {
                let reports = program.impls.ids().zip(self.reports);
                let procedures = reports
                    .map(|(id, report)| report.unwrap_or_else(|| unfinished(&program, id, stopped(stop, options))))
                    .collect();
                Outcome::Read { source, program, warnings, procedures }
            }
        };
        FileReport { path: path.into(), sources, outcome }
    }
}

struct Collector {
    files: Vec<FileState>,
    interrupted: Option<Instant>,
}

impl Collector {
    fn new(files: usize) -> Collector {
        Collector { files: (0..files).map(|_| FileState::default()).collect(), interrupted: None }
    }

    fn collect(
        mut self,
        crew: &Arc<Crew>,
        inbox: &Receiver<Event>,
        progress: &mut dyn FnMut(Progress),
    ) -> Vec<FileState> {
        while !self.files.iter().all(FileState::is_complete) && !self.is_out_of_patience(&crew.options) {
            match inbox.recv_timeout(POLL) {
                Ok(event) => self.record(event, progress),
                Err(RecvTimeoutError::Timeout) => self.give_up_overdue(crew),
                // The crew itself holds a sender, so this does not happen; it would mean that nothing more comes.
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        self.files
    }

    fn is_out_of_patience(&mut self, options: &Options) -> bool {
        if !options.interrupt.load(Ordering::Relaxed) {
            return false;
        }
        self.interrupted.get_or_insert_with(Instant::now).elapsed() > GRACE
    }

    fn record(&mut self, event: Event, progress: &mut dyn FnMut(Progress)) {
        match event {
            Event::Opened { file, deadline } => {
                self.files[file].deadline = deadline;
                self.files[file].running += 1;
            }
            Event::Read { file, result } => {
                let state = &mut self.files[file];
                state.running = state.running.saturating_sub(1);
                if !state.given_up {
                    let procedures = result.result.as_ref().map_or(0, |good| good.program.impls.len());
                    state.reports = vec![None; procedures];
                    state.read = Some(result);
                    progress(Progress::Read { procedures });
                }
            }
            Event::Started { file } => self.files[file].running += 1,
            Event::Verified { file, impl_id, report } => {
                let state = &mut self.files[file];
                state.running = state.running.saturating_sub(1);
                if !state.given_up {
                    progress(Progress::Verified { name: report.name.clone() });
                    state.reports[impl_id.index()] = Some(*report);
                }
            }
        }
    }

    /// Files whose deadline passed a while ago: their workers are stuck, others take their place.
    fn give_up_overdue(&mut self, crew: &Arc<Crew>) {
        let now = Instant::now();
        for state in &mut self.files {
            let is_overdue = state.deadline.is_some_and(|deadline| now > deadline + GRACE);
            if is_overdue && !state.is_complete() {
                state.given_up = true;
                for _ in 0..state.running {
                    Crew::hire(crew);
                }
            }
        }
    }
}

// ----- what did not finish -----

fn stopped(stop: Stop, options: &Options) -> Unknown {
    let (cause, detail) = match stop {
        Stop::Interrupted => (Cause::Interrupted, "interrupted before there was an answer".to_string()),
        Stop::Deadline => {
            let seconds = options.timeout.unwrap_or_default().as_secs_f64();
            (Cause::Deadline, format!("the time limit of {seconds} s was reached before there was an answer"))
        }
    };
    Unknown { cause, detail, candidate: None }
}

fn unfinished(program: &Program, impl_id: ImplId, unknown: Unknown) -> ImplReport {
    report_of(program, impl_id, Verdict::Unknown(unknown))
}

/// The report on an implementation of which only the verdict is known.
pub fn report_of(program: &Program, impl_id: ImplId, verdict: Verdict) -> ImplReport {
    ImplReport {
        impl_id,
        name: program.impl_name(impl_id).to_string(),
        span: program.impls[impl_id].span,
        verdict,
        checks: Vec::new(),
        loops: Vec::new(),
        assumptions: Vec::new(),
        vacuous_entry: false,
    }
}

thread_local! {
    static PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Keeps a worker's panic for its report instead of printing it. Called once, by the program, not by tests.
pub fn keep_panics_of_workers() {
    let default = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        if thread::current().name() == Some("invar-worker") {
            let place = info.location().map(|place| format!(" at {}:{}", place.file(), place.line()));
            PANIC.with(|slot| *slot.borrow_mut() = place);
        } else {
            default(info);
        }
    }));
}

fn internal_error(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
    let place = PANIC.with(|slot| slot.borrow_mut().take()).unwrap_or_default();
    let text = text.unwrap_or("no message");
    format!("internal error ({text}{place}); this is a bug in Invar: please report it together with the file")
}

#[cfg(test)]
mod tests;
