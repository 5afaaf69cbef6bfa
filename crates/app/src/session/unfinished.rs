//! Reports for what did not finish: stopped by the clock or by the user, or broken down.

use std::any::Any;
use std::cell::RefCell;
use std::thread;

use invar_base::{Budget, Stop};
use invar_engine::verify::without_answer;
use invar_engine::{Cause, ImplReport, Unknown, Verdict};
use invar_gcl::{ImplId, Program};

use super::outcome::Options;

/// What there is to say where the memory limit ended everything.
pub const OUT_OF_MEMORY: &str = "the memory limit was reached before there was an answer";

pub(super) fn stopped(stop: Stop, options: &Options) -> Unknown {
    let (cause, detail) = match stop {
        Stop::Interrupted => (Cause::Interrupted, "interrupted before there was an answer".to_string()),
        Stop::Memory => (Cause::Memory, OUT_OF_MEMORY.to_string()),
        Stop::Deadline => {
            let seconds = options.timeout.unwrap_or_default().as_secs_f64();
            (Cause::Deadline, format!("the time limit of {seconds} s was reached before there was an answer"))
        }
    };
    Unknown { cause, detail, candidate: None }
}

/// At a deadline every check is listed as open, if that takes no longer than a moment; an interrupted user wants to wait
/// for nothing more.
pub(super) fn unfinished(program: &Program, impl_id: ImplId, unknown: Unknown, budget: &Budget) -> ImplReport {
    let late = budget.clone().and_a_moment();
    match unknown.cause {
        Cause::Deadline if late.check().is_ok() => without_answer(program, impl_id, unknown, &late),
        _ => report_of(program, impl_id, Verdict::Unknown(unknown)),
    }
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
        guesses: Vec::new(),
        assumptions: Vec::new(),
        missing: Vec::new(),
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

pub(super) fn internal_error(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
    let place = PANIC.with(|slot| slot.borrow_mut().take()).unwrap_or_default();
    let text = text.unwrap_or("no message");
    format!("internal error ({text}{place}); this is a bug in Invar: please report it together with the file")
}
