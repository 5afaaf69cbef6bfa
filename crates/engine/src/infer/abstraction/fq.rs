//! FQ02 §5, `Union`: maximal clauses, each shrunk by divide and conquer to a small one that still holds.
//!
//! In: r and Q. Out: r ∨ α(Q). Only clauses that r implies are asked, and of the maximal ones only those that the result
//! does not imply yet; the decision diagrams find them. Two versions: [`Version::Literal`] is the paper's text, identical
//! queries asked once. [`Version::Tuned`] asks first whether r is the answer already, then for r's own clauses, and then
//! goes on as the paper does, but a clause is not asked if one with more literals failed or one with fewer holds.

use invar_solve::bdd::Exhausted;
use rustc_hash::FxHashMap;

use super::clause::{Clause, Literal};
use super::element::{Element, falsifying, maximal};
use super::question::{Implied, Question};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Version {
    Literal,
    Tuned,
}

/// r ∨ α(Q)
pub fn union(version: Version, r: &Element, question: &mut dyn Question) -> Result<Element, Exhausted> {
    let search = Search { version, r, question, answers: FxHashMap::default(), valid: vec![], invalid: vec![] };
    match version {
        Version::Literal => search.shrink_all(Element::top(r.space())),
        Version::Tuned => search.own_clauses_first(),
    }
}

struct Search<'a> {
    version: Version,
    r: &'a Element,
    question: &'a mut dyn Question,
    /// What Q was asked.
    answers: FxHashMap<Clause, bool>,
    /// Clauses that Q implies.
    valid: Vec<Clause>,
    /// Clauses that Q does not imply, or not that we know.
    invalid: Vec<Clause>,
}

impl Search<'_> {
    /// The clauses of r that Q implies are clauses of the result, as they stand: r implies no part of them.
    fn own_clauses_first(mut self) -> Result<Element, Exhausted> {
        let own = self.r.clauses();
        if own.is_empty() {
            return Ok(self.r.clone());
        }
        let mut result = Element::top(self.r.space());
        if self.r.is_bottom() {
            return self.shrink_all(result);
        }
        match self.question.implies_all(own) {
            Implied::Holds(_) => return Ok(self.r.clone()),
            Implied::Fails(_) | Implied::Open(_) => self.invalid.extend((own.len() == 1).then_some(own[0])),
        }
        for &clause in own {
            if self.holds(clause)? {
                result.conjoin(clause)?;
            }
        }
        self.shrink_all(result)
    }

    /// for each maximal clause m with result ⇏ m, r ⇒ m and Q ⇒ γ(m): result = result ∧ (m shrunk)
    fn shrink_all(mut self, mut result: Element) -> Result<Element, Exhausted> {
        let mut rest = self.r.states().not()?;
        while let Some(assignment) = result.states().and(&rest)?.pick(|_| true) {
            let clause = maximal(&assignment);
            if self.question.is_spent() {
                return Ok(result);
            }
            if self.holds(clause)? {
                let small = self.extract(Clause::FALSE, clause)?;
                result.conjoin(small)?;
            } else {
                rest = rest.without(&falsifying(self.r.space(), clause)?)?;
            }
        }
        Ok(result)
    }

    /// A least part c of `clause` such that `fixed ∨ c` holds, where `fixed ∨ clause` does.
    fn extract(&mut self, fixed: Clause, clause: Clause) -> Result<Clause, Exhausted> {
        if clause.len() <= 1 {
            return Ok(if self.holds(fixed)? { Clause::FALSE } else { clause });
        }
        let (first, second) = split(clause);
        if self.holds(fixed.union(second))? {
            return self.extract(fixed, second);
        }
        let first = self.extract(fixed.union(second), first)?;
        let second = self.extract(fixed.union(first), second)?;
        Ok(first.union(second))
    }

    /// (r ⇒ d) ∧ (Q ⇒ γ(d))
    fn holds(&mut self, clause: Clause) -> Result<bool, Exhausted> {
        if !self.r.implies(clause)? {
            return Ok(false);
        }
        if let Some(known) = self.known(clause) {
            return Ok(known);
        }
        let holds = match self.question.implies(clause) {
            Implied::Holds(_) => true,
            Implied::Fails(_) | Implied::Open(_) => false,
        };
        self.answers.insert(clause, holds);
        if holds { &mut self.valid } else { &mut self.invalid }.push(clause);
        Ok(holds)
    }

    fn known(&self, clause: Clause) -> Option<bool> {
        match self.version {
            Version::Literal => self.answers.get(&clause).copied(),
            Version::Tuned if self.valid.iter().any(|valid| valid.subsumes(clause)) => Some(true),
            Version::Tuned => self.invalid.iter().any(|invalid| clause.subsumes(*invalid)).then_some(false),
        }
    }
}

/// Two halves. The second is the one that may do alone: it has the predicates that are listed first, for these are the ones
/// that were thought of first.
fn split(clause: Clause) -> (Clause, Clause) {
    let literals: Vec<Literal> = clause.literals().collect();
    let (front, back) = literals.split_at(literals.len() / 2);
    (Clause::of(back.iter().copied()), Clause::of(front.iter().copied()))
}
