//! The decision tree of Das, Dill and Park, as FQ02 §5.1 describes it.
//!
//! The predicates have a fixed order. A vertex at depth k is a clause over the first k predicates; its children add the
//! next predicate, or its negation. Below a clause that holds nothing needs to be asked. Only clauses that r implies are
//! asked: the others are passed through.

use invar_solve::bdd::Exhausted;

use super::clause::{Clause, Literal};
use super::element::Element;
use super::question::{Implied, Question};

/// r ∨ α(Q)
pub fn union(r: &Element, question: &mut dyn Question) -> Result<Element, Exhausted> {
    let mut result = Element::top(r.space());
    // Depth first, a predicate before its negation.
    let mut vertices = vec![(Clause::FALSE, 0)];
    while let Some((clause, depth)) = vertices.pop().filter(|_| !question.is_spent()) {
        if r.implies(clause)? {
            match question.implies(clause) {
                Implied::Holds(_) => {
                    result.conjoin(clause)?;
                    continue;
                }
                Implied::Fails(_) | Implied::Open(_) => {}
            }
        }
        // r implies no clause below this one if it contains all the states that falsify it.
        if depth < r.predicates() && !r.contains_falsifying(clause)? {
            for positive in [false, true] {
                vertices.push((clause.with(Literal { predicate: depth, positive }), depth + 1));
            }
        }
    }
    Ok(result)
}
