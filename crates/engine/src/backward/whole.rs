//! A loop that only looks at elements, one after the other, asks about all of them.
//!
//! In: a goal about the element at a loop's counter, `g == i ∧ ¬φ(a[g], i)`. Out: the goal with any index in place of the counter,
//! `¬φ(a[g], g)`, inside what the counter may be: the guards on the way from the loop's head, and what is known of it there. That is the
//! quantified assertion of SPW09 that the loop spells out; the loop itself is then no part of the proof. It says more than the goal does,
//! so the goal itself is tried where this one fails.

use std::collections::BTreeSet;

use invar_logic::{Substitution, Term, TermPool, VarId};

use super::extract::solved;
use super::goal::{Before, Goal};
use super::space::Space;
use crate::cutpoints::Point;
use crate::linear::solve;
use crate::literals::{is_range, literal, reads_map};
use crate::task::Task;

/// `counted`: what is known of counters, by head.
pub fn about_all(space: &mut Space<'_>, before: &Before<'_>, counted: &[(usize, Term)], goal: Goal) -> Goal {
    match generalised(&mut space.pool, before, counted, &goal) {
        Some(mut all) => {
            leave_out_implied(space, &mut all.denial);
            Goal { own: Some(Box::new(goal)), ..all }
        }
        None => goal,
    }
}

/// Leaves out what follows from the rest: each literal of a denial is one that states are described by.
fn leave_out_implied(space: &mut Space<'_>, denial: &mut Vec<Term>) {
    let limit = space.limit();
    let (session, pool) = space.site(Point::Entry);
    for number in (0..denial.len()).rev() {
        let mut others = denial.clone();
        let literal = others.remove(number);
        if session.follows(pool, &others, literal, &limit) {
            *denial = others;
        }
    }
}

fn generalised(pool: &mut TermPool, before: &Before<'_>, counted: &[(usize, Term)], goal: &Goal) -> Option<Goal> {
    let task = before.task;
    let mut all = goal.clone();
    before.follow_guards(pool, &mut all);
    let around = loops_around(task, &all);
    let innermost = *around.first()?;
    let here = counted.iter().filter(|(head, _)| *head == innermost).map(|&(_, fact)| fact);
    let (mut facts, mut gone, mut changed): (Vec<Term>, Vec<VarId>, BTreeSet<VarId>) =
        (here.collect(), Vec::new(), BTreeSet::new());
    for &ghost in &goal.ghosts {
        let Some(Counted { var, value, number }) = counter(pool, task, &around, &all.denial, ghost) else { continue };
        let by: Substitution = [(var, value)].into_iter().collect();
        for term in all.denial.iter_mut().chain(&mut facts) {
            let replaced = pool.substitute(*term, &by);
            *term = literal(pool, replaced);
        }
        gone.push(var);
        changed.extend(&task.heads[number].targets);
    }
    let is_fixed = |term: &Term| pool.free_vars(*term).iter().all(|var| !changed.contains(var));
    if gone.is_empty() || !all.denial.iter().all(is_fixed) {
        return None;
    }
    let is_about = |term: &Term| pool.free_vars(*term).iter().any(|var| goal.ghosts.contains(var));
    facts.retain(|fact| is_fixed(fact) && is_about(fact));
    all.denial.extend(facts);
    // That elements have values of their types says little about all of them.
    all.denial.retain(|&term| term != Term::TRUE && !is_range(pool, term));
    Some(all)
}

/// A counter, what it is for a ghost variable, and its loop.
struct Counted {
    var: VarId,
    value: Term,
    number: usize,
}

/// The counter that an equation of a ghost variable is about.
fn counter(pool: &mut TermPool, task: &Task<'_>, around: &[usize], denial: &[Term], ghost: VarId) -> Option<Counted> {
    let index = denial.iter().find_map(|&term| solved(pool, term, ghost).filter(|&value| !reads_map(pool, value)))?;
    for &number in around {
        for var in pool.free_vars(index) {
            if !task.heads[number].targets.contains(&var) {
                continue;
            }
            let (own, ghost) = (pool.var(var), pool.var(ghost));
            return solve(pool, index, own, ghost).map(|value| Counted { var, value, number });
        }
    }
    None
}

/// The loops that the goal is in, the innermost one first.
fn loops_around(task: &Task<'_>, goal: &Goal) -> Vec<usize> {
    let mut found: Vec<usize> =
        (0..task.heads.len()).filter(|&number| task.heads[number].blocks.contains(&goal.place.block)).collect();
    found.sort_by_key(|&number| task.heads[number].blocks.len());
    found
}
