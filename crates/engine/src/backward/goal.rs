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
use crate::cutpoints::{Place, live_variables};
use crate::linear::Linear;
use crate::task::Task;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Goal {
    pub check: CheckId,
    pub place: Place,
    pub ghosts: Vec<VarId>,
    /// A conjunction: in which states at the place the assertion fails.
    pub denial: Vec<Term>,
    /// The goal itself, where this one says more.
    pub own: Option<Box<Goal>>,
}

/// The goals of the checks that are open, in the order of the places.
pub fn goals(pool: &mut TermPool, before: &Before<'_>, places: &[Place], open: &BTreeSet<CheckId>) -> Vec<Goal> {
    let task = before.task;
    let mut found = Vec::new();
    for &place in places {
        let StepKind::Assert(check, claim) = task.body.blocks[place.block].steps[place.step].kind else { continue };
        if open.contains(&check) {
            let whole = Goal { check, place, ghosts: Vec::new(), denial: Vec::new(), own: None };
            deny(pool, whole, claim, &mut found);
        }
    }
    let mut earlier: Vec<Goal> = found.into_iter().flat_map(|goal| before.begin_earlier(pool, goal)).collect();
    earlier.iter_mut().for_each(|goal| name_indices(pool, &task.program.roles, goal));
    earlier
}

/// With more of them, the parts of a goal are not looked at.
const MOST_PARTS: usize = 8;

/// What leads to the assertion alone belongs to the denial: `if (a[i] != 0) { assert false; }` is about an element.
pub struct Before<'a> {
    pub task: &'a Task<'a>,
    preds: Vec<Vec<BlockId>>,
    /// The variables whose values matter at some loop's head.
    live: BTreeSet<VarId>,
}

/// What becomes of assertions on the way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Asserts {
    Stop,
    /// Whoever gets past them found them true.
    Assume,
}

impl<'a> Before<'a> {
    pub fn new(pool: &TermPool, task: &'a Task<'a>) -> Before<'a> {
        // What is only said to have values of its type is not known.
        let live = live_variables(pool, &task.body, &[]);
        let live = task.heads.iter().flat_map(|head| live[head.head.index()].iter().copied()).collect();
        Before { task, preds: task.body.predecessors(), live }
    }

    /// Goes on before choices, up to a loop's head or a join.
    pub fn follow_guards(&self, pool: &mut TermPool, goal: &mut Goal) {
        while let Some(&[pred]) = self.pass_block(pool, goal, Asserts::Assume) {
            goal.place = self.end_of(pred);
        }
    }

    /// The weakest precondition of the steps before the goal, up to a choice, a loop, a join or another assertion. As long as it speaks of
    /// what no loop knows (`cond` of an assertion that is a function, a part of a condition in C), it goes on before choices and joins: a
    /// goal for each way there, if any of them is about elements.
    fn begin_earlier(&self, pool: &mut TermPool, mut goal: Goal) -> Vec<Goal> {
        while let Some(pred) = self.pass_block(pool, &mut goal, Asserts::Stop).and_then(|before| self.only(before)) {
            goal.place = self.end_of(pred);
        }
        let parts = self.parts(pool, goal.clone()).unwrap_or_default();
        let roles = &self.task.program.roles;
        let is_about_elements = |part: &Goal| !indices(pool, roles, &part.denial, &part.ghosts).is_empty();
        if parts.iter().any(is_about_elements) { parts } else { vec![goal] }
    }

    fn parts(&self, pool: &mut TermPool, goal: Goal) -> Option<Vec<Goal>> {
        let (mut work, mut found) = (vec![goal], Vec::new());
        while let Some(mut goal) = work.pop() {
            let asserts = if self.is_unsettled(pool, &goal) { Asserts::Assume } else { Asserts::Stop };
            let before = self.pass_block(pool, &mut goal, asserts);
            if goal.denial.contains(&Term::FALSE) {
                continue;
            }
            let before = before.filter(|before| self.only(before).is_some() || self.is_unsettled(pool, &goal));
            match before {
                Some(before) => work.extend(before.iter().rev().map(|&pred| {
                    let place = self.end_of(pred);
                    Goal { place, ..goal.clone() }
                })),
                None => found.push(goal),
            }
            if work.len() + found.len() > MOST_PARTS {
                return None;
            }
        }
        Some(found)
    }

    /// The block before, where it leads nowhere else.
    fn only(&self, before: &[BlockId]) -> Option<BlockId> {
        let &[pred] = before else { return None };
        (self.task.body.blocks[pred].next.len() == 1).then_some(pred)
    }

    fn end_of(&self, block: BlockId) -> Place {
        Place { block, step: self.task.body.blocks[block].steps.len() }
    }

    /// Does the denial speak of what no loop knows, or of nothing at all?
    fn is_unsettled(&self, pool: &TermPool, goal: &Goal) -> bool {
        let vars = pool.free_vars_of(&goal.denial);
        vars.iter().any(|var| !self.live.contains(var) && !goal.ghosts.contains(var)) || vars.is_empty()
    }

    /// The denial before the steps of its block. The blocks before it, if nothing stops it.
    fn pass_block(&self, pool: &mut TermPool, goal: &mut Goal, asserts: Asserts) -> Option<&[BlockId]> {
        let block = goal.place.block;
        while goal.place.step > 0 {
            match self.task.body.blocks[block].steps[goal.place.step - 1].kind {
                StepKind::Assume(Term::TRUE) => {}
                StepKind::Assume(term) => goal.denial.push(term),
                StepKind::Assign(var, value) => {
                    let by: Substitution = [(var, value)].into_iter().collect();
                    goal.denial.iter_mut().for_each(|term| *term = pool.substitute(*term, &by));
                }
                StepKind::Havoc(var) if forget(pool, &mut goal.denial, var) => {}
                StepKind::Assert(_, claim) if asserts == Asserts::Assume && is_plain(pool, claim) => {
                    goal.denial.push(claim);
                }
                StepKind::Assert(..) | StepKind::Havoc(_) => return None,
            }
            goal.place.step -= 1;
        }
        let is_head = self.task.heads.iter().any(|head| head.head == block);
        (!is_head && !self.preds[block.index()].is_empty()).then(|| self.preds[block.index()].as_slice())
    }
}

/// Leaves out what is said about a variable alone: some value of it is like that. Is nothing else said about it?
fn forget(pool: &TermPool, denial: &mut Vec<Term>, var: VarId) -> bool {
    let is_about = |term: &Term| pool.free_vars(*term).contains(&var);
    if denial.iter().any(|term| is_about(term) && pool.free_vars(*term).len() > 1) {
        return false;
    }
    denial.retain(|term| !is_about(term));
    true
}

/// No quantifiers.
fn is_plain(pool: &TermPool, term: Term) -> bool {
    pool.postorder(&[term]).into_iter().all(|part| pool.op(part).binder().is_none())
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
