//! The search of Saïdi and Shankar, as FQ02 §5.1 describes it: all clauses by increasing size.
//!
//! A clause with a part that holds is not asked. Only clauses that r implies are asked.

use invar_solve::bdd::Exhausted;

use super::clause::{Clause, Literal};
use super::element::Element;
use super::question::{Implied, Question};

/// r ∨ α(Q)
pub fn union(r: &Element, question: &mut dyn Question) -> Result<Element, Exhausted> {
    let mut result = Element::top(r.space());
    let mut level = vec![Clause::FALSE];
    while !level.is_empty() {
        let mut failed = Vec::new();
        for clause in level {
            if question.is_spent() {
                return Ok(result);
            }
            if r.implies(clause)? && holds(question, clause) {
                result.conjoin(clause)?;
            } else if !r.contains_falsifying(clause)? {
                failed.push(clause);
            }
        }
        level = Vec::new();
        for clause in failed {
            level.extend(longer(clause, r.predicates()).filter(|&next| !has_part(result.clauses(), next)));
        }
    }
    Ok(result)
}

fn holds(question: &mut dyn Question, clause: Clause) -> bool {
    match question.implies(clause) {
        Implied::Holds(_) => true,
        Implied::Fails(_) | Implied::Open(_) => false,
    }
}

/// The clauses with one more literal, of a predicate after all of the clause's, so that every clause arises once.
fn longer(clause: Clause, predicates: usize) -> impl Iterator<Item = Clause> {
    let next = clause.literals().last().map_or(0, |last| last.predicate + 1);
    (next..predicates)
        .flat_map(|predicate| [true, false].map(|positive| Literal { predicate, positive }))
        .map(move |literal| clause.with(literal))
}

fn has_part(valid: &[Clause], clause: Clause) -> bool {
    valid.iter().any(|known| known.subsumes(clause))
}
