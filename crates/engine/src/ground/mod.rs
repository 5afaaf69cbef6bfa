//! Formulas with unknowns, and their quantifiers taken out: what `template` solves, and what makes ∀∃ claims provable (`exists`).
//!
//! Reading order: `formula` (templates, predicate maps, solutions: SG09 §2.1), `values` (names of values read through), `assumed`
//! (quantifiers of what is known), `grounding` (skolem constants and index terms).

mod formula;
mod values;
mod assumed;
mod grounding;

pub use assumed::Assumed;
pub use formula::{Polarity, PredicateMap, Solution, Template, UnknownId, has_binder};
pub use grounding::{Ground, Grounding};
pub use values::values;
