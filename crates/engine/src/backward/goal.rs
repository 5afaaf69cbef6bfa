//! What is to be excluded: the denial of an assertion, with a ghost variable for each of its quantified variables (SPW09
//! §4.1).
//!
//! A ghost variable is never assigned: it fixes one instance of the assertion throughout a run. What holds for any value of
//! it holds for all of them. The conjuncts of an assertion are goals of their own.
//!
//! Beyond the paper, an index of the program's at which the assertion reads gets a ghost variable, too: a loop that looks at
//! one element after the other says something about all of them.

use std::collections::BTreeSet;

use invar_base::Id;
use invar_gcl::{BlockId, CheckId, Roles};
use invar_logic::{Op, Sort, Substitution, Term, TermPool, VarId};

use super::reads::{is_memory, read_at};
use crate::body::StepKind;
use crate::cutpoints::Place;
use crate::linear::Linear;
use crate::task::Task;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Goal {
    pub check: CheckId,
    pub place: Place,
    pub ghosts: Vec<VarId>,
    /// A conjunction: in which states at the place the assertion fails.
    pub denial: Vec<Term>,
}

/// The goals of the checks that are open, in the order of the places.
pub fn goals(pool: &mut TermPool, task: &Task<'_>, places: &[Place], open: &BTreeSet<CheckId>) -> Vec<Goal> {
    let mut found = Vec::new();
    for &place in places {
        let StepKind::Assert(check, claim) = task.body.blocks[place.block].steps[place.step].kind else { continue };
        if open.contains(&check) {
            let whole = Goal { check, place, ghosts: Vec::new(), denial: Vec::new() };
            deny(pool, whole, claim, &mut found);
        }
    }
    let preds = task.body.predecessors();
    for goal in &mut found {
        begin_earlier(pool, task, &preds, goal);
        name_indices(pool, &task.program.roles, goal);
    }
    found
}

/// What leads to the assertion alone belongs to the denial: `if (a[i] != 0) { assert false; }` is about an element. The weakest
/// precondition of the steps before it, up to a choice, a loop, a join or another assertion.
fn begin_earlier(pool: &mut TermPool, task: &Task<'_>, preds: &[Vec<BlockId>], goal: &mut Goal) {
    let is_head = |block: BlockId| task.heads.iter().any(|head| head.head == block);
    loop {
        let Place { block, step } = goal.place;
        if step == 0 {
            let [pred] = preds[block.index()][..] else { return };
            if is_head(block) || task.body.blocks[pred].next.len() > 1 {
                return;
            }
            goal.place = Place { block: pred, step: task.body.blocks[pred].steps.len() };
            continue;
        }
        match task.body.blocks[block].steps[step - 1].kind {
            StepKind::Assume(term) => goal.denial.push(term),
            StepKind::Assign(var, value) => {
                let by: Substitution = [(var, value)].into_iter().collect();
                goal.denial.iter_mut().for_each(|term| *term = pool.substitute(*term, &by));
            }
            StepKind::Assert(..) | StepKind::Havoc(_) => return,
        }
        goal.place.step -= 1;
    }
}

/// With more ghost variables, a goal gets no further ones.
const MOST_GHOSTS: usize = 3;

/// `… a[i] …` becomes `g == i ∧ … a[g] …`.
fn name_indices(pool: &mut TermPool, roles: &Roles, goal: &mut Goal) {
    for index in indices(pool, roles, &goal.denial, &goal.ghosts) {
        if goal.ghosts.len() >= MOST_GHOSTS {
            return;
        }
        let ghost = pool.fresh_var("at", Sort::INT);
        goal.ghosts.push(ghost);
        let ghost = pool.var(ghost);
        for term in &mut goal.denial {
            *term = read_at(pool, *term, ghost, index);
        }
        let equal = pool.eq(ghost, index);
        goal.denial.push(equal);
    }
}

/// The indices of elements that mention no ghost variable, and are no numbers.
fn indices(pool: &TermPool, roles: &Roles, terms: &[Term], ghosts: &[VarId]) -> Vec<Term> {
    let mut found: Vec<Term> = Vec::new();
    for term in pool.postorder(terms) {
        let (Op::Select, &[map, index]) = (pool.op(term), pool.args(term)) else { continue };
        let vars = pool.free_vars(index);
        let is_open = !vars.is_empty() && vars.iter().all(|var| !ghosts.contains(var));
        let is_bound = vars.iter().any(|&var| is_bound(pool, terms, var));
        if is_open && !is_bound && pool.sort_of(index) == Sort::INT && !is_memory(pool, roles, map) {
            let moved = |known: &Term| Linear::of(pool, *known).minus(&Linear::of(pool, index)).is_constant();
            if !found.iter().any(moved) {
                found.push(index);
            }
        }
    }
    found
}

/// Does a quantifier inside the terms bind the variable?
fn is_bound(pool: &TermPool, terms: &[Term], var: VarId) -> bool {
    let mut binders = pool.postorder(terms).into_iter().filter_map(|term| pool.op(term).binder());
    binders.any(|binder| binder.vars.contains(&var))
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
