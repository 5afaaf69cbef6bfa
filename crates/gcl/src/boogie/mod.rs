//! The text form of programs: Boogie's language for sequential programs, plus `predicate` and `skolem` clauses on loops.
//!
//! Reading order: [`ast`] (the syntax tree), `lex` (text to tokens), [`parse`](mod@parse) (tokens to the tree),
//! [`resolve`](mod@resolve) (the tree to a program), [`print`](mod@print) (the program to text),
//! [`wording`] (single terms to text and back).
//! Entry points: [`read`], [`print()`], [`show_term`].

pub mod ast;
mod lex;
pub mod parse;
pub mod print;
pub mod resolve;
pub mod wording;

pub use parse::parse;
pub use print::{print, show_term};
pub use resolve::{Reading, resolve};
pub use wording::Wording;

use invar_base::{Diagnostic, SourceId};

/// The program that a text describes, or everything that is wrong with it.
pub fn read(source: SourceId, text: &str) -> Result<Reading, Vec<Diagnostic>> {
    let (tree, diagnostics) = parse(source, text);
    if diagnostics.is_empty() { resolve(tree) } else { Err(diagnostics) }
}
