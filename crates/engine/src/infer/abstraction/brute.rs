//! FQ02 §5's naive α, the referee: every maximal clause is asked, 2ⁿ queries at most.

use invar_solve::bdd::Exhausted;

use super::clause::Clause;
use super::element::{Element, falsifying, maximal};
use super::question::{Implied, Question};

/// r ∨ α(Q) = ⋀ { m | m a maximal clause, r ⇒ m, Q ⇒ γ(m) }
pub fn union(r: &Element, question: &mut dyn Question) -> Result<Element, Exhausted> {
    let mut result = Element::top(r.space());
    let mut rest = r.states().not()?;
    while let Some(assignment) = rest.pick(|_| false).filter(|_| !question.is_spent()) {
        let clause: Clause = maximal(&assignment);
        rest = rest.without(&falsifying(r.space(), clause)?)?;
        match question.implies(clause) {
            Implied::Holds(_) => result.conjoin(clause)?,
            Implied::Fails(_) | Implied::Open(_) => {}
        }
    }
    Ok(result)
}
