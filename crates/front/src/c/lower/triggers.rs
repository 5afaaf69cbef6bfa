//! Quantifiers that a prover can instantiate.
//!
//! `a[k]` is `row[a.offset + k]`, and matching does not see through the sum. So a bound variable that indexes memory as
//! `t + k` is exchanged for `j = t + k`: the index becomes the bound variable itself, and the read becomes the trigger.
//! A variable that indexes at several offsets (`a[k] == b[k]`) gives one quantifier for each.

use invar_logic::{Op, Substitution, Term, TermPool, Trigger, VarId};
use rustc_hash::FxHashSet;

/// Variants of one quantifier; more offsets than this are left alone.
const MOST_VARIANTS: usize = 3;

/// `∀ bound. body` or `∃ bound. body`, in a form with triggers where one is found.
pub fn quantify(pool: &mut TermPool, bound: &[VarId], body: Term, all: bool) -> Term {
    // Variables of inner quantifiers have no meaning outside of them.
    let inner =
        pool.postorder(&[body]).into_iter().filter_map(|term| pool.op(term).binder()).flat_map(|b| b.vars.clone());
    let hidden: FxHashSet<VarId> = bound.iter().copied().chain(inner).collect();
    let choices: Vec<Vec<Term>> = bound.iter().map(|&var| offsets(pool, &hidden, var, body)).collect();
    if !all {
        // What it says is said once; as a goal it is instantiated like the other ones.
        let shifts: Vec<Option<Term>> = choices.iter().map(|offsets| offsets.first().copied()).collect();
        let (bound, triggers, body) = variant(pool, bound, body, &shifts);
        return pool.exists(&bound, triggers, body);
    }
    let variants = choices.iter().map(Vec::len).max().unwrap_or(0).clamp(1, MOST_VARIANTS);
    let mut made = Vec::new();
    for number in 0..variants {
        let shifts: Vec<Option<Term>> =
            choices.iter().map(|offsets| offsets.get(number).or(offsets.first()).copied()).collect();
        let (bound, triggers, body) = variant(pool, bound, body, &shifts);
        let term = pool.forall(&bound, triggers, body);
        if !made.contains(&term) {
            made.push(term);
        }
    }
    pool.and(&made)
}

/// The terms t such that memory is read at `t + var`; zero for a read at `var` itself. None for other uses.
fn offsets(pool: &mut TermPool, hidden: &FxHashSet<VarId>, var: VarId, body: Term) -> Vec<Term> {
    let zero = pool.int(0);
    let mut found = Vec::new();
    for term in pool.postorder(&[body]) {
        let (Op::Select, [_, index]) = (pool.op(term), pool.args(term)) else { continue };
        let offset = match (pool.op(*index), pool.args(*index)) {
            (Op::Var(own), _) if *own == var => zero,
            (Op::Add, [a, b]) => match (is_var(pool, *a, var), is_var(pool, *b, var)) {
                (true, false) => *b,
                (false, true) => *a,
                _ => continue,
            },
            _ => continue,
        };
        let is_closed = pool.free_vars(offset).iter().all(|free| !hidden.contains(free));
        if is_closed && !found.contains(&offset) {
            found.push(offset);
        }
    }
    found
}

fn is_var(pool: &TermPool, term: Term, var: VarId) -> bool {
    matches!(pool.op(term), Op::Var(own) if *own == var)
}

/// The quantifier with each variable shifted, and a trigger that holds all of them if the body has one.
fn variant(
    pool: &mut TermPool,
    bound: &[VarId],
    body: Term,
    shifts: &[Option<Term>],
) -> (Vec<VarId>, Vec<Trigger>, Term) {
    let zero = pool.int(0);
    let mut by = Substitution::new();
    let mut fresh = Vec::new();
    for (&var, shift) in bound.iter().zip(shifts) {
        let shifted = shift.filter(|shift| *shift != zero);
        match shifted {
            None => fresh.push(var),
            Some(shift) => {
                let name = pool.var_name(var).to_string();
                let sort = pool.variable(var).sort;
                let new = pool.fresh_var(&name, sort);
                let term = pool.var(new);
                let old = pool.sub(term, shift);
                by.insert(var, old);
                fresh.push(new);
            }
        }
    }
    let body = pool.substitute(body, &by);
    let body = cancel(pool, body, &fresh);
    let triggers = trigger(pool, &fresh, body);
    (fresh, triggers, body)
}

/// `t + (j - t)` is j: the indices that the shift was for.
fn cancel(pool: &mut TermPool, body: Term, fresh: &[VarId]) -> Term {
    let mut image: rustc_hash::FxHashMap<Term, Term> = rustc_hash::FxHashMap::default();
    for term in pool.postorder(&[body]) {
        let args: Vec<Term> = pool.args(term).iter().map(|arg| image.get(arg).copied().unwrap_or(*arg)).collect();
        let rebuilt = if args[..] == *pool.args(term) { term } else { pool.rebuild(term, &args) };
        let simple = cancelled(pool, rebuilt, fresh).unwrap_or(rebuilt);
        image.insert(term, simple);
    }
    image.get(&body).copied().unwrap_or(body)
}

fn cancelled(pool: &TermPool, term: Term, fresh: &[VarId]) -> Option<Term> {
    let (Op::Add, [a, b]) = (pool.op(term), pool.args(term)) else { return None };
    for (t, difference) in [(*a, *b), (*b, *a)] {
        let (Op::Add, [j, minus]) = (pool.op(difference), pool.args(difference)) else { continue };
        let (Op::Neg, [inner]) = (pool.op(*minus), pool.args(*minus)) else { continue };
        let is_fresh = matches!(pool.op(*j), Op::Var(var) if fresh.contains(var));
        if is_fresh && *inner == t {
            return Some(*j);
        }
    }
    None
}

/// One read per bound variable, at the variable itself.
fn trigger(pool: &TermPool, bound: &[VarId], body: Term) -> Vec<Trigger> {
    let mut patterns: Vec<Term> = Vec::new();
    for &var in bound {
        if patterns.iter().any(|&pattern| pool.free_vars(pattern).contains(&var)) {
            continue;
        }
        let reads_at = |term: &Term| match (pool.op(*term), pool.args(*term)) {
            (Op::Select, [map, index]) => is_var(pool, *index, var) && !has_connective(pool, *map),
            _ => false,
        };
        match pool.postorder(&[body]).into_iter().find(reads_at) {
            Some(read) => patterns.push(read),
            None => return Vec::new(),
        }
    }
    vec![Trigger::Pattern(patterns)]
}

/// Patterns must not hold interpreted structure.
fn has_connective(pool: &TermPool, term: Term) -> bool {
    pool.postorder(&[term]).into_iter().any(|part| {
        let op = pool.op(part);
        matches!(op, Op::Ite | Op::And | Op::Or | Op::Not | Op::Lambda(_) | Op::Forall(_) | Op::Exists(_))
    })
}
