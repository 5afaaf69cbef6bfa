//! Where does the order of evaluation matter that C leaves open (C11 6.5, 6.5.2.2, 6.7.9)?
//!
//! In: the typed program and its regions. Out: the operands that are evaluated in an order that C does not fix, of which
//! one may change what the other uses. Elsewhere every order gives the same, and the lowering takes operands from left to
//! right; at these places nothing is proved or refuted.
//!
//! Two operands interfere if one may write memory that the other may read or write. What a called function reads and
//! writes is summed up over all functions that it calls. An assignment is carried out after the values of its operands
//! are known, but not after their side effects: `x = x++` interferes with itself, `x = f(&x)` does not.
//!
//! Reading order: `cells` (sets of memory), `fresh` (memory that is new), `walk` (what an expression touches, and where
//! operands interfere), `calls`, `summary` (functions).
//!
//! Mutually recursive: `walk`, `calls`. Arguments are expressions.

mod cells;
mod fresh;
mod walk;
mod calls;
mod summary;

use invar_base::Span;
use rustc_hash::FxHashMap;

use super::hir::{FunctionId, Unit};
use super::points_to::Regions;
pub use cells::Extent;
use cells::Summaries;
use summary::summarise;
use walk::{Calls, Walk};

/// Operands that interfere: the place of the later one, in the order of the text, to that of the other.
pub type Interferences = FxHashMap<Span, Span>;

/// Knows what functions do, once somebody asks.
pub struct Order<'a> {
    unit: &'a Unit,
    regions: &'a Regions,
    extent: Extent,
    summaries: Option<Summaries>,
}

impl<'a> Order<'a> {
    pub fn new(unit: &'a Unit, regions: &'a Regions, extent: Extent) -> Order<'a> {
        Order { unit, regions, extent, summaries: None }
    }

    /// The operands in a function's body that interfere.
    pub fn interferences(&mut self, function: FunctionId) -> Interferences {
        let (unit, regions, extent) = (self.unit, self.regions, self.extent);
        let summaries = self.summaries.get_or_insert_with(|| summarise(unit, regions, extent));
        let mut walk = Walk::new(unit, regions, extent, function, Calls::Known(summaries));
        walk.body();
        walk.found
    }
}
