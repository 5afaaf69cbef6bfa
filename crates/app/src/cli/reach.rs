//! `invar reach`.

use super::args::{Format, ReachArgs};
use super::terminal;
use crate::reach::{Asked, Options, json, search, text};

pub fn reach(args: &ReachArgs) -> u8 {
    let asked = Asked { labels: args.label.clone(), invariants: args.invariant.clone(), entry: args.entry.clone() };
    let options = Options { effort: args.effort, timeout: args.timeout, interrupt: terminal::interrupt_flag() };
    let report = search(&args.file, &asked, &options);
    match args.format {
        Format::Text => {
            terminal::print_error(&text::errors(&report, terminal::colour(&std::io::stderr())));
            terminal::print(&text::report(&report, terminal::colour(&std::io::stdout())));
        }
        Format::Json => terminal::print(&json::report(&report)),
    }
    let code = report.overall().exit_code();
    if report.is_stuck { terminal::leave_now(code) } else { code }
}
