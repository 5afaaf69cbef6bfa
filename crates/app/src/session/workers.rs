//! The threads that read files and run the engine. A worker takes a file, reads it, and puts its implementations at the
//! front of the queue, where they take turns.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

use invar_base::{Budget, Effort};
use invar_engine::verify::verification_targets;
use invar_engine::{Cause, ImplReport, Unknown};
use invar_front::text::bad;
use invar_gcl::{ImplId, Program};

use super::linked::Job;
use super::outcome::{Engine, Options};
use super::reading::ReadFile;
use super::rounds::{cheapest_first, end_of_turn, is_worth_more, rounds};
use super::unfinished::{internal_error, stopped, unfinished};
use crate::backend::Counter;

/// Deep terms may need deep recursion somewhere below us; the memory is only touched when used.
pub(super) const STACK_BYTES: usize = 256 << 20;

enum Task {
    Read(usize),
    Verify(Turn),
}

/// One implementation, in one of its file's rounds.
struct Turn {
    file: usize,
    program: Arc<Program>,
    impl_id: ImplId,
    deadline: Option<Instant>,
    /// The efforts of this round and those that may follow.
    rounds: VecDeque<Effort>,
    /// What the round before left.
    before: Option<Box<ImplReport>>,
}

/// What the workers wait at. `working` counts the tasks that may still add others.
pub(super) struct Queue {
    state: Mutex<QueueState>,
    changed: Condvar,
}

struct QueueState {
    tasks: VecDeque<Task>,
    working: usize,
    closed: bool,
    /// Turns of each file that are in the queue.
    waiting: Vec<usize>,
}

impl Queue {
    pub(super) fn new(files: usize) -> Queue {
        let tasks = (0..files).map(Task::Read).collect();
        let state = QueueState { tasks, working: 0, closed: false, waiting: vec![0; files] };
        Queue { state: Mutex::new(state), changed: Condvar::new() }
    }

    fn lock(&self) -> MutexGuard<'_, QueueState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next task, with how many turns of its file there are; none once everything is taken and nothing can be added.
    fn take(&self) -> Option<(Task, usize)> {
        let mut state = self.lock();
        loop {
            if state.closed {
                return None;
            }
            if let Some(task) = state.tasks.pop_front() {
                state.working += 1;
                let turns = match &task {
                    Task::Read(_) => 0,
                    Task::Verify(turn) => state.waiting[turn.file],
                };
                if let Task::Verify(turn) = &task {
                    state.waiting[turn.file] -= 1;
                }
                return Some((task, turns));
            }
            if state.working == 0 {
                return None;
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// A file was read; its own turns come first, so that a file that was begun is finished.
    fn finish_reading(&self, turns: Vec<Turn>) {
        let mut state = self.lock();
        state.working -= 1;
        for turn in turns.into_iter().rev() {
            state.waiting[turn.file] += 1;
            state.tasks.push_front(Task::Verify(turn));
        }
        self.changed.notify_all();
    }

    /// A turn is over; the next one of the same body comes after all turns of its file, and before other files.
    fn finish_turn(&self, next: Option<Turn>) {
        let mut state = self.lock();
        state.working -= 1;
        if let Some(turn) = next {
            let is_own = |task: &Task| matches!(task, Task::Verify(other) if other.file == turn.file);
            let place = state.tasks.iter().rposition(is_own).map_or(0, |last| last + 1);
            state.waiting[turn.file] += 1;
            state.tasks.insert(place, Task::Verify(turn));
        }
        self.changed.notify_all();
    }

    pub(super) fn close(&self) {
        self.lock().closed = true;
        self.changed.notify_all();
    }
}

pub(super) enum Event {
    Opened {
        file: usize,
        deadline: Option<Instant>,
    },
    Read {
        file: usize,
        result: ReadFile,
    },
    Started {
        file: usize,
    },
    /// There is no answer yet, and another turn.
    Postponed {
        file: usize,
        impl_id: ImplId,
        report: Box<ImplReport>,
    },
    Verified {
        file: usize,
        impl_id: ImplId,
        report: Box<ImplReport>,
    },
}

pub(super) struct Crew {
    pub jobs: Vec<Job>,
    pub options: Options,
    pub engine: Arc<dyn Engine>,
    pub counter: Counter,
    pub queue: Queue,
    pub events: Sender<Event>,
}

impl Crew {
    pub(super) fn hire(crew: &Arc<Crew>) {
        let worker = crew.clone();
        let builder = thread::Builder::new().name("invar-worker".into()).stack_size(STACK_BYTES);
        // Without memory for the thread the calling thread still must not wait for ever: it does the work itself.
        if builder.spawn(move || worker.work()).is_err() {
            crew.work();
        }
    }

    fn work(&self) {
        while let Some((task, turns)) = self.queue.take() {
            match task {
                Task::Read(file) => self.read(file),
                Task::Verify(turn) => self.turn(turn, turns),
            }
        }
    }

    /// One turn of a body, of so many that wait.
    fn turn(&self, mut turn: Turn, turns: usize) {
        let (file, impl_id) = (turn.file, turn.impl_id);
        self.send(Event::Started { file });
        let effort = turn.rounds.pop_front().unwrap_or(self.options.effort);
        let is_last = turn.rounds.is_empty();
        let workers = self.options.jobs.max(1);
        let turns = if is_last { 2 * turns } else { turns };
        let end = end_of_turn(turn.deadline, turns, workers);
        let end = if turns <= 2 * workers { turn.deadline } else { end };
        let report = Box::new(self.verify(&mut turn, effort, end));
        if !is_last && is_worth_more(&report) && turn.deadline.is_none_or(|deadline| Instant::now() < deadline) {
            turn.before = Some(report.clone());
            self.send(Event::Postponed { file, impl_id, report });
            self.queue.finish_turn(Some(turn));
        } else {
            self.send(Event::Verified { file, impl_id, report });
            self.queue.finish_turn(None);
        }
    }

    /// The collector may have stopped listening; then nobody needs the event.
    fn send(&self, event: Event) {
        let _ = self.events.send(event);
    }

    fn read(&self, file: usize) {
        let job = &self.jobs[file];
        let files = u32::try_from(job.files.len()).unwrap_or(u32::MAX);
        let deadline =
            self.options.timeout.and_then(|timeout| Instant::now().checked_add(timeout.saturating_mul(files)));
        self.send(Event::Opened { file, deadline });
        let result = catch_unwind(AssertUnwindSafe(|| job.read(&self.options.read))).unwrap_or_else(|panic| {
            let error = bad("internal-error", internal_error(panic.as_ref()));
            ReadFile { sources: Arc::default(), result: Err(vec![error]) }
        });
        let turns = match &result.result {
            Ok(good) => self.turns(file, &good.program, deadline),
            Err(_) => Vec::new(),
        };
        self.send(Event::Read { file, result });
        self.queue.finish_reading(turns);
    }

    /// The first turns of a file.
    fn turns(&self, file: usize, program: &Arc<Program>, deadline: Option<Instant>) -> Vec<Turn> {
        let targets = verification_targets(program);
        let rounds: VecDeque<Effort> = rounds(&self.options, targets.len()).into();
        let turn = |impl_id| {
            let (program, rounds) = (program.clone(), rounds.clone());
            Turn { file, program, impl_id, deadline, rounds, before: None }
        };
        cheapest_first(program, targets).into_iter().map(turn).collect()
    }

    /// What the turn before it found stands where there is no time for this one.
    fn verify(&self, turn: &mut Turn, effort: Effort, end: Option<Instant>) -> ImplReport {
        let (file, impl_id, before) = (turn.file, turn.impl_id, turn.before.take());
        let program: &Program = &turn.program;
        let interrupt = self.options.interrupt.clone();
        let budget = Budget::new(effort).with_deadline(end).with_interrupt(interrupt);
        if let Err(stop) = budget.check() {
            let late = || unfinished(program, impl_id, stopped(stop, &self.options), &budget);
            return before.map_or_else(late, |report| *report);
        }
        let run = || self.engine.run(file, program, impl_id, &budget, &self.counter);
        catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|panic| {
            let detail = internal_error(panic.as_ref());
            unfinished(program, impl_id, Unknown { cause: Cause::Unsupported, detail, candidate: None }, &budget)
        })
    }
}
