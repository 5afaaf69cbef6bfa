//! What is to be excluded: the denial of an assertion, with a ghost variable for each of its quantified variables (SPW09
//! §4.1).
//!
//! A ghost variable is never assigned: it fixes one instance of the assertion throughout a run. What holds for any value of
//! it holds for all of them. The conjuncts of an assertion are goals of their own.

use std::collections::BTreeSet;

use invar_gcl::CheckId;
use invar_logic::{Op, Substitution, Term, TermPool, VarId};

use crate::body::{Body, StepKind};
use crate::cutpoints::Place;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Goal {
    pub check: CheckId,
    pub place: Place,
    pub ghosts: Vec<VarId>,
    /// A conjunction: in which states at the place the assertion fails.
    pub denial: Vec<Term>,
}

/// The goals of the checks that are open, in the order of the places.
pub fn goals(pool: &mut TermPool, body: &Body, places: &[Place], open: &BTreeSet<CheckId>) -> Vec<Goal> {
    let mut found = Vec::new();
    for &place in places {
        let StepKind::Assert(check, claim) = body.blocks[place.block].steps[place.step].kind else { continue };
        if open.contains(&check) {
            let whole = Goal { check, place, ghosts: Vec::new(), denial: Vec::new() };
            deny(pool, whole, claim, &mut found);
        }
    }
    found
}

/// ¬(A ∧ B) is ¬A or ¬B, ¬(A ⇒ B) is A ∧ ¬B, and ¬∀x. A is ¬A for some ghost variable.
fn deny(pool: &mut TermPool, mut goal: Goal, claim: Term, found: &mut Vec<Goal>) {
    let args = pool.args(claim).to_vec();
    match pool.op(claim).clone() {
        Op::True => {}
        Op::And => args.into_iter().for_each(|part| deny(pool, goal.clone(), part, found)),
        Op::Implies => {
            goal.denial.push(args[0]);
            deny(pool, goal, args[1], found);
        }
        Op::Forall(binder) => {
            let mut by = Substitution::new();
            for &var in &binder.vars {
                let ghost = pool.variant(var);
                goal.ghosts.push(ghost);
                let ghost = pool.var(ghost);
                by.insert(var, ghost);
            }
            let body = pool.substitute(args[0], &by);
            deny(pool, goal, body, found);
        }
        _ => {
            let denied = pool.not(claim);
            goal.denial.push(denied);
            found.push(goal);
        }
    }
}
