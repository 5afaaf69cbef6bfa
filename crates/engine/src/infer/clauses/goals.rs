//! Goals: the weakest precondition of a clause along the path that a model takes from the last loop on the way.
//!
//! What is defined on the path is substituted away; what is chosen on it stands for any value. Of conditions with several
//! cases (disjunctions, reads of changed maps, `ite`), the case counts that the model takes.

use invar_gcl::{BlockId, Roles};
use invar_logic::{Op, Sort, Substitution, Term, TermPool, VarId};
use invar_solve::Model;
use rustc_hash::{FxHashMap, FxHashSet};

use super::clause::{Clause, Skolems, is_own_element, without_equated};
use crate::cases::{Cases, View, Wraps};
use crate::infer::region::{Cut, Region};
use crate::linear::inequality;
use crate::literals::{is_range, negated, not_positive, reads_map};
use crate::passive::{PassiveKind, blocks_of, definition};
use crate::rows::Rows;
use crate::witnesses::Witness;

/// What goals need to know of the program.
pub struct World<'p> {
    pub roles: &'p Roles,
    pub skolems: Skolems,
    /// The offset that belongs to the object of a pointer of the program.
    pub offsets: FxHashMap<VarId, VarId>,
    /// The variables that remember where others were set, as far as clauses may speak of them.
    pub witnesses: Vec<Witness>,
    pub rows: Option<&'p Rows>,
}

impl World<'_> {
    /// Unknowns that are indices into what a pointer points to, counted from the pointer on.
    fn relative(&self, pool: &mut TermPool, cut: &Cut, roots: &[Term], unknowns: &[VarId]) -> Substitution {
        let mut by = Substitution::new();
        for part in pool.postorder(roots) {
            let &[row, index] = pool.args(part) else { continue };
            let (Op::Select, Op::Select, Op::Var(unknown)) = (pool.op(part), pool.op(row), pool.op(index)) else {
                continue;
            };
            let (unknown, object) = (*unknown, pool.args(row)[1]);
            let Op::Var(object) = pool.op(object) else { continue };
            let in_use = |offset: &&VarId| cut.values.get(**offset).is_some();
            let Some(&offset) = self.offsets.get(object).filter(in_use) else { continue };
            if unknowns.contains(&unknown) && by.get(unknown).is_none() {
                let (offset, own) = (pool.var(offset), pool.var(unknown));
                let sum = pool.add(offset, own);
                by.insert(unknown, sum);
            }
        }
        by
    }
}

/// A goal at the head of a loop.
pub struct Goal {
    pub head: usize,
    pub clause: Clause,
    /// Is it the weakest precondition? Otherwise, premises of that were dropped.
    pub is_weakest: bool,
}

/// Literals of one goal, and nodes of a literal.
const MOST_LITERALS: usize = 40;
const LARGEST: u64 = 120;

/// The goals of a clause that is false on arrival in the model: the whole one, and its diagonals. None if no loop is on the
/// way.
pub fn goals(
    pool: &mut TermPool,
    world: &World<'_>,
    region: &Region,
    model: &Model,
    clause: &Clause,
    wraps: Wraps,
) -> Vec<Goal> {
    let skolems = &world.skolems;
    let Some(path) = blocks_of(pool, &region.passive, model) else { return Vec::new() };
    let Some(cut) = last_cut(region, &path) else { return Vec::new() };
    let (values, conditions) = followed(pool, region, &path, cut);
    let here = Substitution::new();
    let mut cases = Cases::new(pool, View { model, here: &here }, world.rows, wraps);
    for &condition in &conditions {
        cases.split(condition, true);
    }
    let arrived = |cases: &mut Cases<'_>, term: Term| {
        let term = cases.pool.substitute(term, &region.arrival);
        cases.pool.substitute(term, &values)
    };
    for &term in &clause.given {
        let term = arrived(&mut cases, term);
        cases.split(term, true);
    }
    let first = cases.literals.len();
    let then = arrived(&mut cases, clause.then);
    cases.split(then, false);
    let Cases { literals, mut is_weakest, .. } = cases;
    if literals.is_empty() || literals.len() > MOST_LITERALS {
        return Vec::new();
    }
    let named = Named::new(pool, cut);
    let literals: Vec<Term> = literals.into_iter().map(|term| pool.substitute(term, &named.back)).collect();
    // The one that the goal denies: of what the clause claims, a literal about elements if there is one. Where it claims that
    // nothing gets there, the last condition on the way takes that place.
    let first = if literals.len() == first { 0 } else { first };
    let denied = (first..literals.len()).rev().find(|&number| reads_map(pool, literals[number]));
    let denied = denied.unwrap_or(literals.len() - 1);
    let then = negated(pool, literals[denied]);
    let given: Vec<Term> =
        (0..literals.len()).filter(|&number| number != denied).map(|number| literals[number]).collect();
    let mut unknowns: Vec<VarId> = skolems.vars.clone();
    let mut usable: Vec<Term> = Vec::new();
    for &term in given.iter().chain([&then]) {
        let foreign: Vec<VarId> = named.foreign(pool, term, &unknowns);
        let can_be_any = foreign.iter().all(|&var| pool.variable(var).sort == Sort::INT);
        if pool.tree_size(term) > LARGEST || !can_be_any {
            if term == then {
                return Vec::new();
            }
            is_weakest = false;
            continue;
        }
        unknowns.extend(foreign);
        usable.push(term);
    }
    usable.retain(|&term| term != then);
    let (mut usable, then) = without_equated(pool, &unknowns, &usable, then);
    is_weakest &= !forget_others(pool, &mut usable, then, &unknowns, skolems.most);
    let roots = [usable.clone(), vec![then]].concat();
    let relative = world.relative(pool, cut, &roots, &unknowns);
    let usable: Vec<Term> = usable.into_iter().map(|term| pool.substitute(term, &relative)).collect();
    let then = pool.substitute(then, &relative);
    let head = cut.number;
    let mut found: Vec<Goal> = Vec::new();
    let whole = Clause::new(pool, skolems, &unknowns, &usable, then);
    found.extend(whole.map(|clause| Goal { head, clause, is_weakest }));
    let roots = [usable.clone(), vec![then]].concat();
    for (unknown, index) in diagonals(pool, world, &roots, &unknowns, &named, model) {
        let by: Substitution = [(unknown, index)].into_iter().collect();
        let given: Vec<Term> = usable.iter().map(|&term| pool.substitute(term, &by)).collect();
        let then = pool.substitute(then, &by);
        if let Some(clause) = Clause::new(pool, skolems, &unknowns, &given, then)
            && found.iter().all(|known| known.clause != clause)
        {
            found.push(Goal { head, clause, is_weakest });
        }
    }
    found
}

fn last_cut<'a>(region: &'a Region, path: &[BlockId]) -> Option<&'a Cut> {
    let position = |cut: &&Cut| path.iter().position(|block| *block == cut.at.0);
    region.cuts.iter().filter(|cut| position(cut).is_some()).max_by_key(position)
}

/// The values of what is defined after the cut, over what is not, and the conditions on the path.
fn followed(pool: &mut TermPool, region: &Region, path: &[BlockId], cut: &Cut) -> (Substitution, Vec<Term>) {
    let mut known: FxHashSet<VarId> = FxHashSet::default();
    known.extend(cut_vars(pool, cut));
    let (mut values, mut conditions) = (Substitution::new(), Vec::new());
    let from = path.iter().position(|block| *block == cut.at.0).unwrap_or(0);
    for &id in &path[from..] {
        let skipped = if id == cut.at.0 { cut.at.1 } else { 0 };
        for cmd in &region.passive.blocks[id].cmds[skipped..] {
            let (PassiveKind::Assume(term) | PassiveKind::Assert(_, term)) = cmd.kind;
            match defined(pool, term, &known) {
                Some((var, value)) => {
                    let value = pool.substitute(value, &values);
                    values.insert(var, value);
                    known.insert(var);
                }
                None if is_range(pool, term) => {}
                None => {
                    let condition = pool.substitute(term, &values);
                    conditions.push(condition);
                }
            }
            known.extend(pool.free_vars(term));
        }
    }
    (values, conditions)
}

fn cut_vars(pool: &TermPool, cut: &Cut) -> Vec<VarId> {
    cut.values.iter().flat_map(|(_, term)| pool.free_vars(term)).collect()
}

/// `x == e` for a variant that nothing mentioned before.
fn defined(pool: &TermPool, term: Term, known: &FxHashSet<VarId>) -> Option<(VarId, Term)> {
    definition(pool, term, &|var| pool.root(var) != var && !known.contains(&var))
}

/// What the variables at the cut are called.
struct Named {
    back: Substitution,
    names: FxHashSet<VarId>,
}

impl Named {
    fn new(pool: &mut TermPool, cut: &Cut) -> Named {
        let (mut back, mut names) = (Substitution::new(), FxHashSet::default());
        let mut pairs: Vec<(VarId, Term)> = cut.values.iter().collect();
        pairs.sort_unstable();
        for (var, value) in pairs {
            names.insert(var);
            if let Op::Var(variant) = *pool.op(value)
                && back.get(variant).is_none()
            {
                let own = pool.var(var);
                back.insert(variant, own);
            }
        }
        Named { back, names }
    }

    /// The variables of a term that have no name at the cut.
    fn foreign(&self, pool: &TermPool, term: Term, unknowns: &[VarId]) -> Vec<VarId> {
        pool.free_vars(term).into_iter().filter(|var| !self.names.contains(var) && !unknowns.contains(var)).collect()
    }
}

/// Where there are too many unknowns, conditions on those that the claim does not mention are dropped. Were there any?
fn forget_others(pool: &TermPool, given: &mut Vec<Term>, then: Term, unknowns: &[VarId], most: usize) -> bool {
    let of = |terms: &[Term]| -> Vec<VarId> {
        pool.free_vars_of(terms).into_iter().filter(|var| unknowns.contains(var)).collect()
    };
    let own = of(&[then]);
    let all = of(&[given.as_slice(), &[then]].concat());
    if all.len() <= most {
        return false;
    }
    given.retain(|&term| of(&[term]).iter().all(|var| own.contains(var)));
    true
}

/// Unknowns that have, in the model, the value of another index of the same map.
fn diagonals(
    pool: &mut TermPool,
    world: &World<'_>,
    roots: &[Term],
    unknowns: &[VarId],
    named: &Named,
    model: &Model,
) -> Vec<(VarId, Term)> {
    let mut indices: Vec<Term> = Vec::new();
    for part in pool.postorder(roots) {
        let is_element = *pool.op(part) == Op::Select && matches!(pool.sort_of(part), Sort::INT | Sort::BOOL);
        if is_element && is_own_element(pool, world.roles, part) {
            let index = pool.args(part)[1];
            if pool.sort_of(index) == Sort::INT && !indices.contains(&index) {
                indices.push(index);
            }
        }
    }
    let is_unknown = |pool: &TermPool, term: Term| pool.free_vars(term).iter().any(|var| unknowns.contains(var));
    let mut forth = Substitution::new();
    for (variant, name) in named.back.iter() {
        if let (Op::Var(var), Some(variant)) = (pool.op(name), pool.find_var(variant)) {
            forth.insert(*var, variant);
        }
    }
    let closed: Vec<Term> = indices.iter().copied().filter(|&index| !is_unknown(pool, index)).collect();
    let mut found = Vec::new();
    for index in indices {
        let Op::Var(unknown) = *pool.op(index) else { continue };
        for &other in closed.iter().filter(|_| unknowns.contains(&unknown)) {
            let there = pool.substitute(other, &forth);
            if let (Some(a), Some(b)) = (model.value(pool, index), model.value(pool, there))
                && a == b
            {
                found.push((unknown, other));
            }
        }
    }
    found
}

/// Where a step must not let a sum grow above a bound: what it adds is not positive.
pub fn growth(pool: &mut TermPool, clause: &Clause, goal: &Clause) -> Option<Clause> {
    let (before, after) = (inequality(pool, clause.then)?, inequality(pool, goal.then)?);
    let difference = after.clone().minus(&before);
    if clause.skolems > 0 || difference.terms.len() >= after.terms.len() || difference.is_constant() {
        return None;
    }
    let then = not_positive(pool, &difference);
    let given = goal.given.iter().copied().filter(|&given| given != clause.then).collect();
    Some(Clause { given, then, ..goal.clone() })
}
