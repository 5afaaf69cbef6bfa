//! `invar vc`.

use super::BAD_INPUT;
use super::args::VcArgs;

pub fn vc(args: &VcArgs) -> u8 {
    let _ = args;
    BAD_INPUT
}
