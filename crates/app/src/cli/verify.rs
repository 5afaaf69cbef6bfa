//! `invar verify`.

use std::sync::Arc;

use super::args::{Format, Limits, VerifyArgs};
use super::{BAD_INPUT, terminal};
use crate::session::{Engine, Options, Run, Verify};
use crate::{evidence, report, session};

pub fn verify(args: &VerifyArgs) -> u8 {
    // There is no cache yet, so there is nothing to switch off; the option is part of the interface from the start.
    let VerifyArgs { files, format, evidence: evidence_path, limits, no_cache: _ } = args;
    let run = run(files, limits, Arc::new(Verify));
    match format {
        Format::Text => print_text(&run),
        Format::Json => terminal::print(&report::json::report(&run)),
    }
    let code = run.overall().exit_code();
    let code = match evidence_path {
        Some(path) if !write_evidence(path, &run) => BAD_INPUT,
        Some(_) | None => code,
    };
    leave(&run, code)
}

/// The exit code, unless workers were given up: then there is nobody left to return to.
pub fn leave(run: &Run, code: u8) -> u8 {
    if run.has_stuck_workers { terminal::leave_now(code) } else { code }
}

/// Runs an engine over files with Ctrl-C and a progress bar.
pub fn run(files: &[String], limits: &Limits, engine: Arc<dyn Engine>) -> Run {
    let defaults = Options::default();
    let options = Options {
        effort: limits.effort,
        timeout: limits.timeout,
        jobs: limits.jobs.map_or(defaults.jobs, usize::from),
        interrupt: terminal::interrupt_flag(),
    };
    let mut bar = terminal::Bar::new(files.len());
    let run = session::run(files, &options, engine, &mut |progress| bar.update(progress));
    bar.finish();
    run
}

pub fn print_text(run: &Run) {
    terminal::print_error(&report::text::errors(run, terminal::colour(&std::io::stderr())));
    terminal::print(&report::text::report(run, terminal::colour(&std::io::stdout())));
}

fn write_evidence(path: &str, run: &Run) -> bool {
    let text = report::json::to_text(&evidence::from_run(run));
    match std::fs::write(path, text) {
        Ok(()) => true,
        Err(error) => {
            terminal::print_error(&format!("error: the evidence cannot be written to {path}: {error}\n"));
            false
        }
    }
}
