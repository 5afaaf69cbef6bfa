//! Clauses that are not checked. In: such a clause. Out: a check that is neither proved nor refuted, beside the run.

use invar_gcl::{CheckKind, Transfer};
use invar_logic::Term;

use crate::c::hir::spec::{Contract, Location, Unchecked};
use crate::c::lower::code::Body;

impl Body<'_, '_> {
    /// Whoever reads that a function is proved takes all of its clauses for proved. Runs go on beside the check, so that
    /// others are refuted as before.
    pub fn not_checked(&mut self, clause: &Unchecked) {
        if !self.cx.wants(CheckKind::Assertion) {
            return;
        }
        let (aside, onward) = (self.block("unchecked"), self.block("onward"));
        self.blocks[self.current].next = Transfer::Goto(vec![aside, onward]);
        self.continue_in(aside);
        self.span = clause.span;
        self.approximate(clause.what.clone());
        let fine = self.any_truth();
        self.check_at(CheckKind::Assertion, fine, None, Some(format!("{} is not checked", clause.what)));
        self.assume(Term::FALSE);
        self.goto(onward);
        self.continue_in(onward);
    }

    /// What of the function's own contract is not checked. `assigns` clauses are checked where they are understood.
    pub fn unchecked_clauses(&mut self, contract: &Contract) {
        contract.unchecked.iter().for_each(|clause| self.not_checked(clause));
        let span = contract.span.unwrap_or(self.span);
        let base = contract.assigns.iter().map(|assigns| (None, assigns, span));
        let narrowed = contract.narrowed.iter().map(|part| (part.guard.as_ref(), &part.assigns, part.span));
        for (guard, assigns, span) in base.chain(narrowed) {
            let before = self.problems.len();
            if let Some(guard) = guard {
                self.formula(guard);
            }
            if !self.are_known(assigns) || self.problems.len() > before {
                self.not_checked(&Unchecked { what: "`assigns`".to_string(), span });
            }
            self.problems.truncate(before);
        }
    }

    fn are_known(&mut self, locations: &[Location]) -> bool {
        self.known_footprint(locations).is_some()
    }
}
