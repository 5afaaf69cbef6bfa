//! Measures of loops. In: the `loop variant` of a loop. Out: a check that every iteration makes it smaller.

use invar_gcl::CheckKind;
use invar_logic::Term;

use crate::c::hir::spec::{self, LoopSpec, Unchecked};
use crate::c::lower::code::Body;

impl Body<'_, '_> {
    /// The measure where an iteration starts.
    pub fn measure(&mut self, annotation: &LoopSpec) -> Option<Term> {
        let variant = annotation.variant.as_ref().filter(|_| self.cx.wants(CheckKind::Variant))?;
        match self.understood(variant) {
            Some(term) => Some(self.save(term)),
            None => {
                self.not_checked(&Unchecked { what: "`loop variant`".to_string(), span: variant.span });
                None
            }
        }
    }

    /// `0 ≤ m ∧ m′ < m`, where the next iteration starts.
    pub fn measure_decreases(&mut self, annotation: &LoopSpec, start: Option<Term>) {
        let (Some(variant), Some(start)) = (&annotation.variant, start) else { return };
        let Some(end) = self.understood(variant) else { return };
        let zero = self.int(0);
        let pool = self.pool();
        let (bounded, smaller) = (pool.le(zero, start), pool.lt(end, start));
        let decreases = pool.and(&[bounded, smaller]);
        self.span = variant.span;
        self.check(CheckKind::Variant, decreases);
    }

    fn understood(&mut self, term: &spec::Term) -> Option<Term> {
        let before = self.problems.len();
        let value = self.spec_integer(term);
        let is_known = self.problems.len() == before;
        self.problems.truncate(before);
        is_known.then_some(value)
    }
}
