//! Hash-consed terms and sorts: the one formula language of Invar.
//!
//! Equal ids mean equal terms, positions are never inside terms, and everything is built through the smart constructors
//! of `build`. Reading order: `int`, `sort`, `float`, `term` (the pool), `build`, `subst`, `value`, `eval`, `lambda`,
//! `portable`, `print`.

pub mod int;
pub mod sort;
pub mod float;
pub mod term;
pub mod build;
pub mod subst;
pub mod value;
pub mod eval;
pub mod lambda;
pub mod portable;
pub mod print;

pub use eval::{Environment, EvalError, eval, eval_bool, eval_update};
pub use float::{Computed, Float, FloatOp, FloatWidth};
pub use int::Int;
pub use lambda::{Lifted, lift_lambdas};
pub use portable::Portable;
pub use sort::{Constructor, Datatype, DatatypeId, Field, Sort, SortKind};
pub use subst::Substitution;
pub use term::{Binder, BvOp, Definition, FuncId, Function, Op, Term, TermPool, Trigger, VarId, Variable};
pub use value::{Cardinality, Lookup, MapDefault, MapValue, Value};
