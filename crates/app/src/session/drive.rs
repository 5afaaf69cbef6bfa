//! Puts the crew to work and the reports together.

use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use super::collect::{Collector, FileState};
use super::outcome::{Engine, FileReport, Options, Progress, Run};
use super::workers::{Crew, Queue, STACK_BYTES, read_file};
use crate::backend::Counter;

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
    let has_stuck_workers = files.iter().any(|file| file.running > 0);
    let files = files.into_iter().zip(paths).map(|(file, path)| file.into_report(path, options)).collect();
    Run { files, statistics: counter.total(), time: start.elapsed(), has_stuck_workers }
}

/// Reads one file without verifying anything.
pub fn read_only(path: &str, options: &Options) -> FileReport {
    FileState::of_read(read_file(path, &options.read)).into_report(path, options)
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
