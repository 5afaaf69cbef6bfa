//! The calling thread: collects what the workers find, and watches the clock and the interrupt.

use std::hash::BuildHasherDefault;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use indexmap::IndexMap;
use invar_base::Stop;
use invar_engine::verify::verification_targets;
use invar_engine::{ImplReport, Verdict};
use invar_gcl::ImplId;
use rustc_hash::FxHasher;

use super::linked::by_file;
use super::outcome::{FileReport, Hashes, Options, Outcome, Progress};
use super::reading::{Good, ReadFile};
use super::unfinished::{report_of, stopped};
use super::workers::{Crew, Event};

/// How long an engine may take to notice an interrupt or a deadline: no longer than this, and no longer than this part of
/// the time limit.
const GRACE: Duration = Duration::from_millis(2_000);
const PART_OF_LIMIT: u32 = 16;
const POLL: Duration = Duration::from_millis(20);

/// What is known of one file so far.
#[derive(Default)]
pub(super) struct FileState {
    deadline: Option<Instant>,
    read: Option<ReadFile>,
    /// What is to be verified, in the order of the text, and what came of it so far.
    reports: FxIndexMap<ImplId, Option<ImplReport>>,
    /// Of those that wait for another turn.
    postponed: FxIndexMap<ImplId, ImplReport>,
    /// How many of the reports are still to come.
    missing: usize,
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
        self.given_up || (self.read.is_some() && self.missing == 0)
    }

    /// On each of the files.
    pub(super) fn into_reports(mut self, paths: &[&str], options: &Options) -> Vec<FileReport> {
        let hashes = match self.read.as_mut().map(|read| &mut read.result) {
            Some(Ok(good)) => std::mem::take(&mut good.hashes),
            Some(Err(_)) | None => Vec::new(),
        };
        by_file(self.into_report(options), hashes, paths)
    }

    /// On the program as a whole, which has no path.
    fn into_report(self, options: &Options) -> FileReport {
        let path = String::new();
        let stop = if options.interrupt.load(Ordering::Relaxed) { Stop::Interrupted } else { Stop::Deadline };
        let Some(ReadFile { sources, result }) = self.read else {
            let outcome = Outcome::Unread(stopped(stop, options));
            return FileReport { path, sources: Arc::default(), outcome };
        };
        let outcome = match result {
            Err(errors) => Outcome::Bad(errors),
            Ok(Good { program, warnings, guide, .. }) => {
                let reports = self.reports.into_iter();
                // What nobody reported by now is stuck, so its checks are not looked for here either.
                let mut postponed = self.postponed;
                let mut late = |id| {
                    let nothing = || report_of(&program, id, Verdict::Unknown(stopped(stop, options)));
                    postponed.swap_remove(&id).unwrap_or_else(nothing)
                };
                let procedures = reports.map(|(id, report)| report.unwrap_or_else(|| late(id))).collect();
                Outcome::Read { hashes: Hashes::default(), program, warnings, guide, procedures }
            }
        };
        FileReport { path, sources, outcome }
    }
}

type FxIndexMap<K, V> = IndexMap<K, V, BuildHasherDefault<FxHasher>>;

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
                Err(RecvTimeoutError::Timeout) => {}
                // The crew itself holds a sender, so this does not happen; it would mean that nothing more comes.
                Err(RecvTimeoutError::Disconnected) => break,
            }
            self.give_up_overdue(crew);
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
                    state.missing = state.reports.len();
                    state.read = Some(result);
                    progress(Progress::Read { procedures: state.reports.len() });
                }
            }
            Event::Started { file } => self.files[file].running += 1,
            Event::Postponed { file, impl_id, report } => {
                let state = &mut self.files[file];
                state.running = state.running.saturating_sub(1);
                state.postponed.insert(impl_id, *report);
            }
            Event::Verified { file, impl_id, report } => {
                let state = &mut self.files[file];
                state.running = state.running.saturating_sub(1);
                if !state.given_up {
                    progress(Progress::Verified { name: report.name.clone(), word: report.verdict.word() });
                    if let Some(slot) = state.reports.get_mut(&impl_id) {
                        state.missing -= usize::from(slot.is_none());
                        *slot = Some(*report);
                    }
                }
            }
        }
    }

    /// Files whose deadline passed a while ago: their workers are stuck, others take their place.
    fn give_up_overdue(&mut self, crew: &Arc<Crew>) {
        let now = Instant::now();
        let grace = crew.options.timeout.map_or(GRACE, |timeout| GRACE.min(timeout / PART_OF_LIMIT));
        for state in &mut self.files {
            let is_overdue = state.deadline.is_some_and(|deadline| now > deadline + grace);
            if is_overdue && !state.is_complete() {
                state.given_up = true;
                for _ in 0..state.running {
                    Crew::hire(crew);
                }
            }
        }
    }
}
