//! The calling thread: collects what the workers find, and watches the clock and the interrupt.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use invar_base::Stop;
use invar_engine::ImplReport;
use invar_engine::verify::verification_targets;
use invar_gcl::ImplId;

use super::outcome::{FileReport, Options, Outcome, Progress};
use super::unfinished::{stopped, unfinished};
use super::workers::{Crew, Event, Good, ReadFile};

/// How long an engine may take to notice an interrupt or a deadline.
const GRACE: Duration = Duration::from_millis(2_000);
const POLL: Duration = Duration::from_millis(20);

/// What is known of one file so far.
#[derive(Default)]
pub(super) struct FileState {
    deadline: Option<Instant>,
    read: Option<ReadFile>,
    /// What is to be verified, in the order of the text, and what came of it so far.
    reports: Vec<(ImplId, Option<ImplReport>)>,
    /// Tasks of this file that a worker holds.
    pub running: usize,
    given_up: bool,
}

impl FileState {
    /// A file of which nothing but its text is wanted.
    pub(super) fn of_read(read: ReadFile) -> FileState {
        FileState { read: Some(read), ..FileState::default() }
    }

    pub(super) fn is_complete(&self) -> bool {
        self.given_up || (self.read.is_some() && self.reports.iter().all(|(_, report)| report.is_some()))
    }

    pub(super) fn into_report(self, path: &str, options: &Options) -> FileReport {
        let stop = if options.interrupt.load(Ordering::Relaxed) { Stop::Interrupted } else { Stop::Deadline };
        let Some(ReadFile { sources, result }) = self.read else {
            let outcome = Outcome::Unread(stopped(stop, options));
            return FileReport { path: path.into(), sources: Arc::default(), outcome };
        };
        let outcome = match result {
            Err(errors) => Outcome::Bad(errors),
            Ok(Good { sha256, program, warnings, guide }) => {
                let reports = self.reports.into_iter();
                let procedures = reports
                    .map(|(id, report)| report.unwrap_or_else(|| unfinished(&program, id, stopped(stop, options))))
                    .collect();
                Outcome::Read { sha256, program, warnings, guide, procedures }
            }
        };
        FileReport { path: path.into(), sources, outcome }
    }
}

pub(super) struct Collector {
    files: Vec<FileState>,
    interrupted: Option<Instant>,
}

impl Collector {
    pub(super) fn new(files: usize) -> Collector {
        Collector { files: (0..files).map(|_| FileState::default()).collect(), interrupted: None }
    }

    pub(super) fn collect(
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
                    let targets = result.result.as_ref().map_or(Vec::new(), |good| verification_targets(&good.program));
                    state.reports = targets.into_iter().map(|target| (target, None)).collect();
                    state.read = Some(result);
                    progress(Progress::Read { procedures: state.reports.len() });
                }
            }
            Event::Started { file } => self.files[file].running += 1,
            Event::Verified { file, impl_id, report } => {
                let state = &mut self.files[file];
                state.running = state.running.saturating_sub(1);
                if !state.given_up {
                    progress(Progress::Verified { name: report.name.clone() });
                    let slot = state.reports.iter_mut().find(|(target, _)| *target == impl_id);
                    if let Some((_, slot)) = slot {
                        *slot = Some(*report);
                    }
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
