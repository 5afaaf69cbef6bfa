//! The text form of programs: Boogie's language for sequential programs, plus `predicate` and `skolem` clauses on loops.
//!
//! Reading order: [`ast`] (the syntax tree), `lex` (text to tokens), [`parse`](mod@parse) (tokens to the tree).
//! Entry point: [`parse()`].

pub mod ast;
mod lex;
pub mod parse;

pub use parse::parse;
