//! Boolean programs (BMMR01 §2, §4): programs whose only type is the boolean, with procedures, recursion and nondeterminism.
//! Their text, in the dialects of Bebop and of SatAbs' Boppo, and their executable semantics.
//!
//! Reading order: [`ast`] (the syntax tree), `lex` (text to tokens), [`parse`](mod@parse) (tokens to the tree),
//! [`print`](mod@print) (the tree to text), [`program`] (names resolved, statements as a graph), [`resolve`](mod@resolve) (the tree to a
//! program, or what is wrong with it), [`values`] (what an expression may evaluate to), [`moves`] (the steps of one statement),
//! [`run`] (runs, and whether they are ones). Entry points: [`read`], [`print()`], [`run::replay`].
//!
//! They stand beside guarded-command programs rather than inside them: their calls have summaries instead of contracts, and
//! all that is asked of them is what can be reached (decision 50).

pub mod ast;
mod lex;
pub mod parse;
pub mod print;
pub mod program;
pub mod resolve;
pub mod values;
pub mod moves;
pub mod run;
#[cfg(test)]
mod tests;

pub use parse::parse;
pub use print::{print, print_with};
pub use program::Program;
pub use resolve::resolve;

use invar_base::{Diagnostic, SourceId};

/// The program that a text describes, or everything that is wrong with it.
pub fn read(source: SourceId, text: &str) -> Result<Program, Vec<Diagnostic>> {
    let (tree, diagnostics) = parse(source, text);
    if diagnostics.is_empty() { resolve(&tree) } else { Err(diagnostics) }
}
