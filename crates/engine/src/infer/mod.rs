//! Loop invariants by predicate abstraction (FQ02): a body with loops in, an invariant for each loop out.

pub mod abstraction;
