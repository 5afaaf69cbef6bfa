//! Puts the crew to work and the reports together.

use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use super::collect::{Collector, FileState};
use super::linked::{Job, apart, together};
use super::outcome::{Engine, FileReport, Options, Progress, Run};
use super::reading::read_files;
use super::workers::{Crew, Queue, STACK_BYTES};
use crate::backend::Counter;

/// Runs the engine on every implementation of every file.
pub fn run(paths: &[String], options: &Options, engine: Arc<dyn Engine>, progress: &mut dyn FnMut(Progress)) -> Run {
    work(apart(paths), options, engine, progress)
}

/// The same where files that belong together are linked.
pub fn run_linked(
    paths: &[String],
    options: &Options,
    engine: Arc<dyn Engine>,
    progress: &mut dyn FnMut(Progress),
) -> Run {
    work(together(paths, options), options, engine, progress)
}

fn work(jobs: Vec<Job>, options: &Options, engine: Arc<dyn Engine>, progress: &mut dyn FnMut(Progress)) -> Run {
    let start = Instant::now();
    let count = jobs.len();
    let counter = Counter::telling(options.listener);
    let (events, inbox) = channel();
    let queue = Queue::new(count);
    let crew = Crew { jobs, options: options.clone(), engine, counter: counter.clone(), queue, events };
    let crew = Arc::new(crew);
    for _ in 0..options.jobs.max(1) {
        Crew::hire(&crew);
    }
    let files = Collector::new(count).collect(&crew, &inbox, progress);
    crew.queue.close();
    let has_stuck_workers = files.iter().any(|file| file.running > 0);
    let reports = files.into_iter().zip(&crew.jobs).flat_map(|(state, job)| {
        let numbers = job.files.iter().map(|(number, _)| *number);
        numbers.zip(state.into_reports(&job.paths(), options))
    });
    let mut reports: Vec<(usize, FileReport)> = reports.collect();
    reports.sort_by_key(|(number, _)| *number);
    let files = reports.into_iter().map(|(_, report)| report).collect();
    Run { files, statistics: counter.total(), time: start.elapsed(), has_stuck_workers }
}

/// Reads one file without verifying anything.
pub fn read_only(path: &str, options: &Options) -> FileReport {
    let read = FileState::of_read(read_files(&[path], &[], &options.read));
    read.into_reports(&[path], options).pop().expect("a report for each path")
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
