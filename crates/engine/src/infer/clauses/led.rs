//! What is assumed of where records lead, said of the pointers of a loop. A list that is walked along, `p = p->next`, stays well formed because its
//! contract says of every record that `next` is null or leads to another: that is what `p` is at the head of the loop.
//!
//! In: what is assumed of all objects, and the pointers of a loop. Out: what is said there of the pointers in memory, with each of these in their place.
//! Guesses, like all candidates.

use std::collections::BTreeSet;

use invar_logic::{Op, Sort, Term, TermPool, VarId};
use rustc_hash::FxHashMap;

use crate::body::{Body, StepKind};

/// Candidates at most.
const MOST: usize = 24;

/// A pointer: its object and its offset.
pub type Pair = (Term, Term);

/// The formulas for each of the pointers, as far as they speak of what is live.
pub fn led(pool: &mut TermPool, exists: Term, body: &Body, pointers: &[Pair], live: &BTreeSet<VarId>) -> Vec<Term> {
    let assumed = body.blocks[body.entry].steps.iter().filter_map(|step| match step.kind {
        StepKind::Assume(term) => Some(term),
        StepKind::Assert(..) | StepKind::Assign(..) | StepKind::Havoc(_) => None,
    });
    let mut said: Vec<(Vec<VarId>, Term)> = Vec::new();
    for term in assumed.collect::<Vec<_>>() {
        conclusions(pool, term, &[], &mut said);
    }
    let mut found = Vec::new();
    for (bound, conclusion) in said {
        let Some(held) = held(pool, exists, &bound, conclusion) else { continue };
        for &pointer in pointers {
            let claim = said_of(pool, conclusion, held, pointer);
            let claim = about(pool, claim, live);
            if claim != Term::TRUE && !found.contains(&claim) {
                found.push(claim);
            }
        }
    }
    found.truncate(MOST);
    found
}

/// What is said of all values of some variables, without its premises.
fn conclusions(pool: &TermPool, term: Term, bound: &[VarId], said: &mut Vec<(Vec<VarId>, Term)>) {
    let args = pool.args(term);
    match pool.op(term) {
        Op::And if bound.is_empty() => args.iter().for_each(|&part| conclusions(pool, part, bound, said)),
        Op::Forall(binder) if bound.is_empty() => conclusions(pool, args[0], &binder.vars, said),
        Op::Implies if !bound.is_empty() => conclusions(pool, args[1], bound, said),
        _ if bound.is_empty() => {}
        _ => said.push((bound.to_vec(), term)),
    }
}

/// What the formula says of these variables.
fn about(pool: &mut TermPool, formula: Term, live: &BTreeSet<VarId>) -> Term {
    let args = pool.args(formula).to_vec();
    match pool.op(formula) {
        Op::And => {
            let parts: Vec<Term> = args.iter().map(|&part| about(pool, part, live)).collect();
            pool.and(&parts)
        }
        Op::Or => {
            let parts: Vec<Term> = args.iter().map(|&part| about(pool, part, live)).collect();
            pool.or(&parts)
        }
        _ if pool.free_vars(formula).iter().all(|var| live.contains(var)) => formula,
        _ => Term::TRUE,
    }
}

/// The pointer in memory that the conclusion is about: the object that it says to exist, and the number that it reads beside it.
fn held(pool: &TermPool, exists: Term, bound: &[VarId], conclusion: Term) -> Option<(Term, Option<Term>)> {
    let parts = pool.postorder(&[conclusion]);
    if parts.iter().any(|&part| pool.op(part).binder().is_some()) {
        return None;
    }
    let reads = |part: &Term| {
        let is_read = *pool.op(*part) == Op::Select && pool.sort_of(*part) == Sort::INT;
        is_read && pool.free_vars(*part).iter().any(|var| bound.contains(var))
    };
    let object = parts.iter().find_map(|&part| match (pool.op(part), pool.args(part)) {
        (Op::Select, &[map, object]) if map == exists => Some(object).filter(reads),
        _ => None,
    })?;
    let is_other = |part: &&Term| **part != object && !pool.postorder(&[**part]).contains(&object);
    let mut others = parts.iter().filter(|part| reads(part)).filter(is_other);
    let offset = others.next().copied();
    others.next().is_none().then_some((object, offset))
}

fn said_of(pool: &mut TermPool, conclusion: Term, held: (Term, Option<Term>), (object, offset): Pair) -> Term {
    let mut by = FxHashMap::from_iter([(held.0, object)]);
    by.extend(held.1.map(|own| (own, offset)));
    pool.replace(conclusion, &by)
}
