//! What a session is given and what it gives back.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::Duration;

use invar_base::{Budget, Diagnostic, Effort, SourceMap};
use invar_engine::{ImplReport, Unknown, Verdict};
use invar_front::ReadOptions;
use invar_front::c::{CheckSet, Guide};
use invar_gcl::slice::below;
use invar_gcl::{ImplId, Program};
use invar_solve::Statistics;

use crate::backend::{self, Counter, EngineChoice};

#[derive(Clone, Debug)]
pub struct Options {
    pub effort: Effort,
    /// Wall clock per file, from the moment it is opened.
    pub timeout: Option<Duration>,
    pub jobs: usize,
    pub read: ReadOptions,
    /// Set it to stop; what is known by then is reported.
    pub interrupt: Arc<AtomicBool>,
    /// Who is told how the work on a body goes on.
    pub listener: Option<fn(&str)>,
}

impl Default for Options {
    fn default() -> Options {
        let jobs = thread::available_parallelism().map_or(1, |cores| cores.get());
        Options {
            effort: Effort::DEFAULT,
            timeout: None,
            jobs,
            read: ReadOptions::default(),
            interrupt: Arc::default(),
            listener: None,
        }
    }
}

/// What is done with each implementation.
pub trait Engine: Send + Sync {
    /// The file is its index in the list of paths; where files are linked, the program's index among the programs.
    fn run(&self, file: usize, program: &Program, impl_id: ImplId, budget: &Budget, counter: &Counter) -> ImplReport;
}

/// The verifier.
#[derive(Clone, Copy, Debug)]
pub struct Verify {
    pub engine: EngineChoice,
    /// A run that fails at one of these answers the question; nobody asks about the others then.
    pub decisive: CheckSet,
    pub extent: Extent,
}

/// Which part of a program an engine sees.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// What the implementation can reach.
    Below,
    /// All of it: whoever repeats a run in the whole program needs all inputs.
    Whole,
}

impl Default for Verify {
    fn default() -> Verify {
        Verify { engine: EngineChoice::Auto, decisive: CheckSet::EMPTY, extent: Extent::Below }
    }
}

impl Engine for Verify {
    fn run(&self, _file: usize, program: &Program, impl_id: ImplId, budget: &Budget, counter: &Counter) -> ImplReport {
        // Of programs in other languages it is not known that what is left out has values.
        let is_sliced = self.extent == Extent::Below && program.source.live.is_some();
        let below = is_sliced.then(|| below(program, impl_id));
        let program = below.as_ref().unwrap_or(program);
        backend::verify(self.engine, self.decisive, program, impl_id, budget, counter)
    }
}

/// Everything there is to say about a run.
pub struct Run {
    pub files: Vec<FileReport>,
    pub statistics: Statistics,
    pub time: Duration,
    /// Some workers did not stop in time and are still at it.
    pub has_stuck_workers: bool,
}

pub struct FileReport {
    pub path: String,
    pub sources: Arc<SourceMap>,
    pub outcome: Outcome,
}

/// The SHA-256 of the bytes that were verified.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Hashes {
    /// Of the file.
    pub source: String,
    /// Of what the preprocessor made of it, with all that it includes; none if it did not run.
    pub preprocessed: Option<String>,
}

pub enum Outcome {
    /// Bad input: the errors, at least one.
    Bad(Vec<Diagnostic>),
    Read {
        hashes: Hashes,
        program: Arc<Program>,
        warnings: Vec<Diagnostic>,
        /// The way back from runs to a C source.
        guide: Option<Arc<Guide>>,
        procedures: Vec<ImplReport>,
    },
    /// There was no time to read the file.
    Unread(Unknown),
}

/// What happens during a run, for a progress bar.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Progress {
    /// A file was read (or not), and this many implementations are known now.
    Read { procedures: usize },
    Verified {
        name: String,
        /// Of its verdict.
        word: &'static str,
    },
}

/// A file's verdict, or that of several; the order is that of severity.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Overall {
    Proved,
    /// If callers do what nobody wrote down.
    Conditional,
    Unknown,
    Refuted,
    BadInput,
}

impl Overall {
    pub fn word(self) -> &'static str {
        match self {
            Overall::Proved => "proved",
            Overall::Conditional => "conditional",
            Overall::Unknown => "unknown",
            Overall::Refuted => "refuted",
            Overall::BadInput => "bad-input",
        }
    }

    pub fn exit_code(self) -> u8 {
        match self {
            Overall::Proved => 0,
            Overall::Refuted => 1,
            Overall::Conditional | Overall::Unknown => 2,
            Overall::BadInput => 3,
        }
    }
}

impl Run {
    /// The run of a file that was only read.
    pub fn of_file(file: FileReport) -> Run {
        Run { files: vec![file], statistics: Statistics::default(), time: Duration::ZERO, has_stuck_workers: false }
    }

    pub fn overall(&self) -> Overall {
        let is_empty =
            |file: &FileReport| matches!(&file.outcome, Outcome::Read { procedures, .. } if procedures.is_empty());
        if self.files.iter().all(is_empty) {
            // Where there is nothing to verify, nothing is proved.
            return Overall::Unknown;
        }
        let worst = self.files.iter().map(FileReport::overall).max().unwrap_or(Overall::Unknown);
        match worst {
            // What was verified may be another program than the one that runs.
            Overall::Proved | Overall::Conditional if self.files.iter().any(FileReport::is_incomplete) => {
                Overall::Unknown
            }
            Overall::Proved | Overall::Conditional | Overall::Unknown | Overall::Refuted | Overall::BadInput => worst,
        }
    }
}

impl FileReport {
    /// Is it verified without a header, which may change every line, or without other files that were given, whose functions it
    /// calls and takes on trust?
    fn is_incomplete(&self) -> bool {
        match &self.outcome {
            Outcome::Read { warnings, .. } => {
                warnings.iter().any(|warning| matches!(warning.code, "not-linked" | "missing-header"))
            }
            Outcome::Bad(_) | Outcome::Unread(_) => false,
        }
    }

    pub fn overall(&self) -> Overall {
        match &self.outcome {
            Outcome::Bad(_) => Overall::BadInput,
            Outcome::Unread(_) => Overall::Unknown,
            Outcome::Read { procedures, .. } => {
                let verdicts = procedures.iter().map(|report| match report.verdict {
                    Verdict::Proved(_) => Overall::Proved,
                    Verdict::ProvedIf(_) => Overall::Conditional,
                    Verdict::Refuted(_) => Overall::Refuted,
                    Verdict::Unknown(_) => Overall::Unknown,
                });
                verdicts.max().unwrap_or(Overall::Proved)
            }
        }
    }
}
