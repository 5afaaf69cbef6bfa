//! The threads that read files and run the engine. A worker takes a file, reads it, and puts its implementations at the
//! front of the queue.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

use invar_base::{Budget, Diagnostic, SourceMap};
use invar_engine::verify::verification_targets;
use invar_engine::{Cause, ImplReport, Unknown};
use invar_front::c::Guide;
use invar_front::text::{bad, load_program};
use invar_front::{Language, ReadOptions};
use invar_gcl::{ImplId, Program};

use super::outcome::{Engine, Hashes, Options};
use super::unfinished::{internal_error, stopped, unfinished};
use crate::backend::Counter;
use crate::input;

/// Deep terms may need deep recursion somewhere below us; the memory is only touched when used.
pub(super) const STACK_BYTES: usize = 256 << 20;

enum Task {
    Read(usize),
    Verify { file: usize, program: Arc<Program>, impl_id: ImplId, deadline: Option<Instant> },
}

/// What the workers wait at. `reading` counts the tasks that may still add others.
pub(super) struct Queue {
    state: Mutex<QueueState>,
    changed: Condvar,
}

struct QueueState {
    tasks: VecDeque<Task>,
    reading: usize,
    closed: bool,
}

impl Queue {
    pub(super) fn new(files: usize) -> Queue {
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

    pub(super) fn close(&self) {
        self.lock().closed = true;
        self.changed.notify_all();
    }
}

pub(super) enum Event {
    Opened { file: usize, deadline: Option<Instant> },
    Read { file: usize, result: ReadFile },
    Started { file: usize },
    Verified { file: usize, impl_id: ImplId, report: Box<ImplReport> },
}

pub(super) struct ReadFile {
    pub sources: Arc<SourceMap>,
    pub result: Result<Good, Vec<Diagnostic>>,
}

pub(super) struct Good {
    pub hashes: Hashes,
    pub program: Arc<Program>,
    pub warnings: Vec<Diagnostic>,
    pub guide: Option<Arc<Guide>>,
}

pub(super) struct Crew {
    pub paths: Vec<String>,
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
        let result = catch_unwind(AssertUnwindSafe(|| read_file(&self.paths[file], &self.options.read)))
            .unwrap_or_else(|panic| {
                let error = bad("internal-error", internal_error(panic.as_ref()));
                ReadFile { sources: Arc::default(), result: Err(vec![error]) }
            });
        let tasks = match &result.result {
            Ok(good) => {
                let task = |impl_id| Task::Verify { file, program: good.program.clone(), impl_id, deadline };
                verification_targets(&good.program).into_iter().map(task).collect()
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
            return unfinished(program, impl_id, stopped(stop, &self.options), &budget);
        }
        let run = || self.engine.run(file, program, impl_id, &budget, &self.counter);
        catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|panic| {
            let detail = internal_error(panic.as_ref());
            unfinished(program, impl_id, Unknown { cause: Cause::Unsupported, detail, candidate: None }, &budget)
        })
    }
}

pub(super) fn read_file(path: &str, options: &ReadOptions) -> ReadFile {
    let mut sources = SourceMap::new();
    let loaded = Language::of_path(path).and_then(|language| Ok((language, load_program(path)?)));
    let result = loaded.map_err(|error| vec![error]).and_then(|(language, bytes)| {
        let sha256 = input::sha256(&bytes);
        let reading = language.read(options, &mut sources, path, bytes)?;
        let guide = reading.guide.map(Arc::new);
        let hashes =
            Hashes { source: sha256, preprocessed: reading.preprocessed.as_deref().map(input::sha256_of_lines) };
        Ok(Good { hashes, program: Arc::new(reading.program), warnings: reading.warnings, guide })
    });
    ReadFile { sources: Arc::new(sources), result }
}
