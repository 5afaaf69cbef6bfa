//! Expressions: from typed expressions to values, formulas and commands.
//!
//! Reading order: `effects` (what an expression may do), `arithmetic` (operators), `convert` (conversions), `assign`
//! (assignments and increments), `condition` (truth values and branches), `value` (any expression: start here).
//! Everything is a method of `Body`, which collects the commands.

mod effects;
mod arithmetic;
mod convert;
mod assign;
mod condition;
mod value;
