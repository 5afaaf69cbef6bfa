//! Verification conditions. Reading order: `wp` (the textbook translation, FS01 §4 and Figure 6; the referee and the
//! baseline of Figure 9), `compact` (outcome predicates over the passive form, FS01 §6, Figures 5 and 8), `name` (names for
//! shared formulas beyond the cutoff K, FS01 §6).

pub mod wp;
pub mod compact;
pub mod name;
