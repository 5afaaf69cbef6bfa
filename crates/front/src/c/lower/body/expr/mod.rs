//! Expressions: from typed expressions to values, formulas and commands.
//!
//! Reading order: `effects` (what an expression may do), `place` (where a place lies), `floats` (IEEE 754), `arithmetic` (operators), `convert`
//! (conversions), `assign` (assignments and increments), `condition` (truth values and branches), `value` (any expression: start
//! here).
//! Everything is a method of `Body`, which collects the commands.
//!
//! Mutually recursive: `place`, `arithmetic`, `convert`, `assign`, `condition`, `value`. Operands are expressions.

mod effects;
mod place;
mod floats;
mod arithmetic;
mod convert;
mod assign;
mod condition;
mod value;
