//! Frames: what a loop leaves as it was.
//!
//! In: a check that says which elements are what they were (`assigns`, or a contract with `\old`), and a loop that writes the map.
//! Out: candidates for the loop. A place is left alone for one of several reasons: it is in another object, before what is written, or
//! after it. A loop maintains each of them by itself, so each is a candidate of its own; states and goals are not needed for that.
//! What is assumed of elements, such as the order of an array that somebody passes, may stay so, too (`assumed`).

use std::collections::BTreeSet;

use invar_logic::{Op, SortKind, Term, TermPool, VarId};

use super::clause::{Clause, Skolems, claims};
use crate::body::{Body, StepKind};
use crate::literals::negated;

/// A loop, as far as frames are concerned.
pub struct Writer<'a> {
    pub targets: &'a [VarId],
    /// What is live at the head.
    pub live: &'a BTreeSet<VarId>,
}

/// The frames that the check asks this loop for.
pub fn frames(pool: &mut TermPool, skolems: &Skolems, check: &Clause, writer: &Writer<'_>) -> Vec<Clause> {
    if !is_frame(pool, check.then, writer.targets) {
        return Vec::new();
    }
    let is_known = |pool: &TermPool, term: Term| {
        let mut vars = pool.free_vars(term).into_iter();
        vars.all(|var| writer.live.contains(&var) || skolems.vars.contains(&var))
    };
    let mut found: Vec<Clause> = Vec::new();
    for &given in &check.given {
        for reason in reasons(pool, given) {
            if !is_known(pool, reason) || !is_known(pool, check.then) {
                continue;
            }
            let clause = Clause::new(pool, skolems, &skolems.vars, &[reason], check.then);
            found.extend(clause.filter(|clause| !found.contains(clause)));
        }
    }
    found
}

/// What a body assumes of elements that the loop may change.
pub fn assumed(pool: &mut TermPool, skolems: &Skolems, body: &Body, writer: &Writer<'_>) -> Vec<Clause> {
    let is_quantified = |pool: &TermPool, term: Term| matches!(pool.op(term), Op::Forall(_) | Op::And | Op::Implies);
    let steps = body.blocks.values().flat_map(|block| &block.steps);
    let assumed = steps.filter_map(|step| match step.kind {
        StepKind::Assume(term) if is_quantified(pool, term) => Some(term),
        StepKind::Assume(_) | StepKind::Assert(..) | StepKind::Assign(..) | StepKind::Havoc(_) => None,
    });
    let mut found = Vec::new();
    for term in assumed.collect::<Vec<_>>() {
        for clause in claims(pool, skolems, term) {
            let all = [clause.given.clone(), vec![clause.then]].concat();
            let free = pool.free_vars_of(&all);
            let is_own = |var: &VarId| writer.live.contains(var) || skolems.vars.contains(var);
            let is_map = |var: &VarId| matches!(pool.sort_kind(pool.variable(*var).sort), SortKind::Map { .. });
            let may_change = free.iter().any(|var| is_map(var) && writer.targets.contains(var));
            if clause.skolems > 0 && may_change && free.iter().all(is_own) {
                found.extend(Clause::new(pool, skolems, &skolems.vars, &clause.given, clause.then));
            }
        }
    }
    found
}

/// Does the claim say that an element of a map that the loop writes is that of a map that it does not write?
fn is_frame(pool: &TermPool, claim: Term, targets: &[VarId]) -> bool {
    let (Op::Eq, &[now, before]) = (pool.op(claim), pool.args(claim)) else { return false };
    match (element(pool, now), element(pool, before)) {
        (Some((a, at)), Some((b, of))) => at == of && targets.contains(&a) != targets.contains(&b),
        _ => false,
    }
}

/// The map of an element, and its indices.
fn element(pool: &TermPool, mut read: Term) -> Option<(VarId, Vec<Term>)> {
    let mut indices = Vec::new();
    loop {
        match (pool.op(read), pool.args(read)) {
            (Op::Select, &[map, index]) => {
                indices.push(index);
                read = map;
            }
            (Op::Var(var), _) if !indices.is_empty() => return Some((*var, indices)),
            _ => return None,
        }
    }
}

/// The alternatives of a condition that has several: `!(a && b)` is `!a` or `!b`.
fn reasons(pool: &mut TermPool, condition: Term) -> Vec<Term> {
    match (pool.op(condition), pool.args(condition).to_vec()) {
        (Op::Or, parts) => parts,
        (Op::Not, inner) if *pool.op(inner[0]) == Op::And => {
            let parts = pool.args(inner[0]).to_vec();
            parts.into_iter().map(|part| negated(pool, part)).collect()
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use invar_logic::Sort;

    use super::*;

    #[test]
    fn each_reason_is_a_frame() {
        let mut pool = TermPool::new();
        let skolems = Skolems::new(&mut pool, 2);
        let sort = pool.map_sort(&[Sort::INT], Sort::INT);
        let [now, before] = ["a", "old_a"].map(|name| pool.new_var(name, sort));
        let [from, to] = ["from", "to"].map(|name| pool.new_var(name, Sort::INT));
        let place = pool.var(skolems.vars[0]);
        let [now_at, before_at] = [now, before].map(|map| {
            let map = pool.var(map);
            pool.select(map, &[place])
        });
        let (low, high) = (pool.var(from), pool.var(to));
        let written = [pool.le(low, place), pool.lt(place, high)];
        let written = pool.and(&written);
        let given = vec![pool.not(written)];
        let check = Clause { skolems: 1, given, then: pool.eq(now_at, before_at) };
        let live: BTreeSet<VarId> = [now, before, from, to].into();
        let shown = |pool: &mut TermPool, targets: &[VarId]| -> Vec<String> {
            let found = frames(pool, &skolems, &check, &Writer { targets, live: &live });
            found.iter().map(|clause| pool.show(clause.given[0])).collect()
        };
        assert_eq!(shown(&mut pool, &[now]).len(), 2);
        assert_eq!(shown(&mut pool, &[]), Vec::<String>::new(), "a loop that writes nothing needs no frame");
    }
}
