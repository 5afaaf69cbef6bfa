//! What the predicates of one group are about.

use invar_logic::{Op, Sort, Substitution, Term, TermPool, VarId};

use super::reading::{atoms, without_ranges};
use super::scope::Scope;
use crate::linear::plain_indices;

/// A loop, and maybe elements at any index: `∀ skolems. domain ⇒ …` (FQ02 §4.1).
pub struct Subject<'a> {
    pub scope: &'a Scope<'a>,
    pub skolems: Vec<VarId>,
    /// What the skolem constants satisfy without any target of the loop: it is assumed, not combined.
    pub domain: Vec<Term>,
    /// The formula that the loop may have to establish or to keep, if there is one, about the skolem constants.
    pub goal: Option<Term>,
    /// What is said about the skolem constants beyond the domain, and can be said at the head.
    pub atoms: Vec<Term>,
}

impl<'a> Subject<'a> {
    pub fn of_loop(scope: &'a Scope<'a>) -> Subject<'a> {
        Subject { scope, skolems: Vec::new(), domain: Vec::new(), goal: None, atoms: Vec::new() }
    }

    /// Skolem constants for the bound variables of a goal, and what it says about them. `None` if they are no integers, or if
    /// it speaks of what comes later, such as the result.
    pub fn of_goal(pool: &mut TermPool, scope: &'a Scope<'a>, goal: Term) -> Option<Subject<'a>> {
        let Op::Forall(binder) = pool.op(goal).clone() else { return None };
        if binder.vars.iter().any(|&var| pool.variable(var).sort != Sort::INT) {
            return None;
        }
        let skolems: Vec<VarId> = binder.vars.iter().map(|&var| pool.variant(var)).collect();
        let by: Substitution =
            binder.vars.iter().zip(&skolems).map(|(&var, &skolem)| (var, pool.var(skolem))).collect();
        let opened = pool.args(goal)[0];
        let opened = pool.substitute(opened, &by);
        let opened = plain_indices(pool, opened);
        let (domain, mut atoms) = split(pool, scope, opened);
        atoms.retain(|&atom| scope.is_visible(pool, atom));
        let is_known = domain.iter().all(|&term| scope.is_visible(pool, term));
        is_known.then_some(Subject { scope, skolems, domain, goal: Some(opened), atoms })
    }
}

/// The antecedents that mention no target, and the atoms of all the rest.
fn split(pool: &mut TermPool, scope: &Scope<'_>, formula: Term) -> (Vec<Term>, Vec<Term>) {
    let roles = scope.reading.roles;
    let (mut domain, mut rest, mut ranges) = (Vec::new(), Vec::new(), Vec::new());
    let mut conclusion = formula;
    while let Op::Implies = pool.op(conclusion) {
        let (antecedent, then) = (pool.args(conclusion)[0], pool.args(conclusion)[1]);
        conclusion = then;
        let mut work = vec![antecedent];
        while let Some(term) = work.pop() {
            match pool.op(term) {
                Op::And => {
                    let (more, types) = without_ranges(pool, roles, pool.args(term));
                    work.extend(more);
                    ranges.extend(types);
                }
                _ if scope.mentions_target(pool, term) => rest.extend(atoms(pool, roles, term)),
                _ => domain.push(term),
            }
        }
    }
    rest.extend(atoms(pool, roles, conclusion));
    if domain.is_empty() {
        domain = ranges;
    }
    (domain, rest)
}
