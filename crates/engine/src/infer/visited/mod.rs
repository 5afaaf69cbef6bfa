//! What runs visit at the heads of loops: states that no invariant may exclude, whoever looks for it.
//!
//! Reading order: `symbols` (numbers too large for runs), `open` (functions that nothing defines), `states` (runs of the body), `points` (where literals hold in them), `cubes`
//! (the same states seen through predicates).

pub mod symbols;
mod open;
pub mod states;
pub mod points;
pub mod cubes;
