//! What was inferred, as formulas: small clauses, quantified, with triggers, without the redundant ones.

use std::collections::BTreeMap;

use invar_logic::{Op, Sort, Substitution, Term, TermPool, Trigger, VarId};
use invar_solve::{Limit, Prover};
use num_bigint::BigInt;
use num_traits::{One, Zero};

use super::abstraction::Clause;
use super::asking::{Equations, LoopState};
use super::group::{GroupState, Predicate};
use super::hull::Equation;
use crate::linear::{Linear, plain_indices, project};
use crate::verdict::Suggestion;

/// One invariant of a loop, and the predicates that it combines.
#[derive(Clone, Debug)]
pub struct Found {
    pub formula: Term,
    pub used: Vec<Predicate>,
}

/// The invariants of a loop, which are a conjunction.
pub fn invariants(pool: &mut TermPool, state: &LoopState, prover: &mut dyn Prover, limit: &Limit) -> Vec<Found> {
    let mut found: Vec<Found> = equations(pool, state);
    for group in &state.groups {
        // What nothing would instantiate goes first: it must not make anything else redundant.
        let all = group.element.clauses().iter().copied();
        let useful: Vec<Clause> = all.filter(|&clause| !quantified(pool, group, clause).is_empty()).collect();
        for clause in group.irredundant(pool, useful, prover, limit) {
            for one in quantified(pool, group, clause) {
                if !found.iter().any(|known| known.formula == one.formula) {
                    found.push(one);
                }
            }
        }
    }
    found
}

/// The linear equations of a loop.
fn equations(pool: &mut TermPool, state: &LoopState) -> Vec<Found> {
    let Equations { integers, hull } = &state.equations;
    if hull.is_empty() {
        return Vec::new();
    }
    let coordinates: Vec<Term> = integers.vars.iter().map(|&var| pool.var(var)).collect();
    // What the loop does not change needs no invariant.
    let is_about_loop = |equation: &Equation| equation.factors[integers.fixed..].iter().any(|factor| *factor != 0);
    let mut found = Vec::new();
    for equation in hull.equations().iter().filter(|equation| equation.is_simple() && is_about_loop(equation)) {
        let formula = equation.term(pool, &coordinates);
        let used = vec![Predicate { term: formula, suggestion: Suggestion::Relation }];
        found.push(Found { formula, used });
    }
    found
}

/// In how many ways one clause is quantified, so that it is used wherever one of its elements is mentioned.
const MOST_VERSIONS: usize = 3;

/// `∀ skolems. domain ⇒ clause`, for the skolem constants that the clause mentions. Nothing if nothing would instantiate
/// it. A clause about `a[x]` and `a[x + 1]` is given once for each as the trigger.
fn quantified(pool: &mut TermPool, state: &GroupState, clause: Clause) -> Vec<Found> {
    let formula = state.formula(pool, clause);
    if formula == Term::TRUE {
        return Vec::new();
    }
    let combined: Vec<Predicate> = clause.literals().map(|literal| state.group.predicates[literal.predicate]).collect();
    let free = pool.free_vars(formula);
    let used: Vec<VarId> = state.group.skolems.iter().copied().filter(|skolem| free.contains(skolem)).collect();
    if state.group.skolems.is_empty() {
        return vec![Found { formula, used: combined }];
    }
    // A clause about some of the skolem constants holds where there are values for the others.
    let mut domain: Vec<Term> = state.group.domain.clone();
    for skolem in state.group.skolems.iter().filter(|skolem| !used.contains(skolem)) {
        let unknown = pool.var(*skolem);
        domain = project(pool, &domain, unknown);
    }
    let vars = used;
    let guard = pool.and(&domain);
    let body = pool.implies(guard, formula);
    if vars.is_empty() {
        return vec![Found { formula: body, used: combined }];
    }
    let opened = |pool: &mut TermPool, bound: &[VarId], by: &Substitution| {
        combined.iter().map(|&predicate| opened(pool, predicate, bound, by)).collect()
    };
    let versions = versions(pool, &vars, body);
    versions.into_iter().map(|(bound, by, formula)| Found { formula, used: opened(pool, &bound, &by) }).collect()
}

/// `∀ vars. body`, in as many ways as it is to be used in.
pub fn closed(pool: &mut TermPool, vars: &[VarId], body: Term) -> Vec<Term> {
    if vars.is_empty() {
        return vec![body];
    }
    versions(pool, vars, body).into_iter().map(|(_, _, formula)| formula).collect()
}

/// The bound variables of each version, what they stand for, and the version.
fn versions(pool: &mut TermPool, vars: &[VarId], body: Term) -> Vec<(Vec<VarId>, Substitution, Term)> {
    let shifts = match vars[..] {
        [var] => index_shifts(pool, body, var),
        _ => Vec::new(),
    };
    let mut versions = Vec::new();
    for choice in 0..shifts.len().clamp(1, MOST_VERSIONS) {
        let (bound, by) = shifted(pool, vars, body, shifts.get(choice));
        let body = renamed(pool, body, &by);
        let triggers = match triggers(pool, &bound, body) {
            Some(triggers) => triggers,
            // At `a[2 * k]` the prover finds its own.
            None if has_reads(pool, &bound, body) => Vec::new(),
            None => continue,
        };
        let formula = pool.forall(&bound, triggers, body);
        versions.push((bound, by, formula));
    }
    versions
}

/// A predicate about skolem constants, closed so that it can be told to others.
fn opened(pool: &mut TermPool, predicate: Predicate, vars: &[VarId], by: &Substitution) -> Predicate {
    let body = renamed(pool, predicate.term, by);
    Predicate { term: pool.forall(vars, Vec::new(), body), ..predicate }
}

fn renamed(pool: &mut TermPool, body: Term, by: &Substitution) -> Term {
    let body = pool.substitute(body, by);
    plain_indices(pool, body)
}

/// Where a bound variable is an index: `± variable + rest`.
#[derive(Clone, PartialEq, Eq)]
struct Shift {
    rest: Linear,
    /// 1 or -1.
    factor: BigInt,
}

/// Bound variables of their own, chosen so that they are whole indices: `a[p + x]` becomes `a[y]` with `x = y - p`. Sums do
/// not match in triggers. In `a[x] <= b[4 * x + y]`, what `x` is says what `y` is.
fn shifted(pool: &mut TermPool, vars: &[VarId], body: Term, shift: Option<&Shift>) -> (Vec<VarId>, Substitution) {
    let mut by = Substitution::new();
    let mut bound: BTreeMap<VarId, VarId> = BTreeMap::new();
    let mut open: Vec<VarId> = vars.to_vec();
    while !open.is_empty() {
        let around = |var: VarId| shift.cloned().or_else(|| index_around(pool, body, var, &open));
        let found = open.iter().enumerate().find_map(|(position, &var)| Some((position, around(var)?)));
        let (position, shift) = found.map_or((0, None), |(position, shift)| (position, Some(shift)));
        let var = open.remove(position);
        let name = pool.var_name(var).to_string();
        let fresh = pool.fresh_var(&name, Sort::INT);
        let mut value = pool.var(fresh);
        if let Some(Shift { rest, factor }) = shift {
            value = Linear::of(pool, value).minus(&rest).times(&factor).term(pool);
            value = pool.substitute(value, &by);
        }
        by.insert(var, value);
        bound.insert(var, fresh);
    }
    (vars.iter().map(|var| bound[var]).collect(), by)
}

/// What is added to the variable where it is an index, if it is the variable of one pointer.
fn index_around(pool: &TermPool, body: Term, var: VarId, vars: &[VarId]) -> Option<Shift> {
    let own = pool.find_var(var)?;
    let is_plain = |shift: &Shift| shift.rest.constant.is_zero() && shift.factor.is_one();
    indices_around(pool, body, own, vars).into_iter().find(is_plain)
}

fn index_shifts(pool: &mut TermPool, body: Term, var: VarId) -> Vec<Shift> {
    let own = pool.var(var);
    indices_around(pool, body, own, &[var])
}

/// All that is added to the variable where it is an index.
fn indices_around(pool: &TermPool, body: Term, own: Term, vars: &[VarId]) -> Vec<Shift> {
    let mut found: Vec<Shift> = Vec::new();
    for term in pool.postorder(&[body]) {
        if *pool.op(term) != Op::Select {
            continue;
        }
        for &index in &pool.args(term)[1..] {
            if pool.sort_of(index) != Sort::INT {
                continue;
            }
            let mut rest = Linear::of(pool, index);
            let Some(factor) = rest.terms.remove(&own).filter(|factor| factor.magnitude().is_one()) else { continue };
            let closed = rest.terms.keys().all(|&term| pool.free_vars(term).iter().all(|var| !vars.contains(var)));
            let shift = Shift { rest, factor };
            if closed && !found.contains(&shift) {
                found.push(shift);
            }
        }
    }
    found
}

/// Do reads mention every bound variable?
fn has_reads(pool: &TermPool, vars: &[VarId], body: Term) -> bool {
    let reads = pool.postorder(&[body]).into_iter().filter(|&term| *pool.op(term) == Op::Select);
    let mentioned: Vec<VarId> = reads.flat_map(|term| pool.free_vars(term)).collect();
    vars.iter().all(|var| mentioned.contains(var))
}

/// The reads that mention a bound variable; together they must mention all. `None` if there are no such reads.
fn triggers(pool: &TermPool, vars: &[VarId], body: Term) -> Option<Vec<Trigger>> {
    let mut reads: Vec<(Term, Vec<VarId>)> = Vec::new();
    for term in pool.postorder(&[body]) {
        if *pool.op(term) != Op::Select {
            continue;
        }
        let mentioned: Vec<VarId> = pool.free_vars(term).into_iter().filter(|var| vars.contains(var)).collect();
        let indices = &pool.args(term)[1..];
        let plain = indices.iter().all(|&index| matches!(pool.op(index), Op::Var(_)) || pool.op(index).is_literal());
        if !mentioned.is_empty() && plain {
            reads.push((term, mentioned));
        }
    }
    let mut patterns: Vec<Vec<Term>> = vec![Vec::new()];
    for var in vars {
        let with: Vec<Term> =
            reads.iter().filter(|(_, mentioned)| mentioned.contains(var)).map(|(term, _)| *term).collect();
        let mut longer: Vec<Vec<Term>> = Vec::new();
        for pattern in &patterns {
            for &term in &with {
                let mut pattern = pattern.clone();
                if !pattern.contains(&term) {
                    pattern.push(term);
                }
                longer.push(pattern);
            }
        }
        patterns = longer;
    }
    patterns.iter_mut().for_each(|pattern| pattern.sort_unstable());
    patterns.sort();
    patterns.dedup();
    patterns.truncate(4);
    (!patterns.is_empty()).then(|| patterns.into_iter().map(Trigger::Pattern).collect())
}
