//! `invar explain`.

use super::args::ExplainArgs;
use super::{BAD_INPUT, terminal};
use crate::explain::{explain as explanation, nearest, overview};

pub fn explain(args: &ExplainArgs) -> u8 {
    let Some(code) = &args.code else {
        terminal::print(&overview());
        return 0;
    };
    // Codes are printed in brackets; somebody will copy them.
    let code = code.trim_start_matches('[').trim_end_matches(']');
    if let Some(text) = explanation(code) {
        terminal::print(&text);
        return 0;
    }
    let hint =
        nearest(code).map_or("`invar explain` lists all of them".to_string(), |near| format!("did you mean `{near}`?"));
    terminal::print_error(&format!("error: there is no code `{code}`; {hint}\n"));
    BAD_INPUT
}
