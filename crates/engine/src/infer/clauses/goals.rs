//! Goals: the weakest precondition of a clause along the path that a model takes from the last loop on the way.
//!
//! What is defined on the path is substituted away; what is chosen on it stands for any value. Of conditions with several
//! cases (disjunctions, reads of changed maps, `ite`), the case counts that the model takes.

use invar_gcl::{BlockId, Roles};
use invar_logic::{Op, Sort, Substitution, Term, TermPool, VarId};
use invar_solve::Model;
use rustc_hash::{FxHashMap, FxHashSet};

use super::clause::{Clause, Skolems, is_own_element, without_equated};
use crate::infer::region::{Cut, Region};
use crate::linear::{inequality, wrapped};
use crate::literals::{is_range, literal, negated, not_positive, reads_map};
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

/// What becomes of machine arithmetic, `if s < 2^32 then s else s - 2^32`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wraps {
    /// It is read as arithmetic of integers, in the case that the model takes.
    Resolved,
    /// It stays as it is in what is said of elements, but not in their indices.
    Kept,
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
    let mut lifting = Lifting { pool, model, rows: world.rows, wraps, literals: Vec::new(), is_weakest: true };
    for &condition in &conditions {
        lifting.true_literals(condition, true);
    }
    let arrived = |lifting: &mut Lifting<'_>, term: Term| {
        let term = lifting.pool.substitute(term, &region.arrival);
        lifting.pool.substitute(term, &values)
    };
    for &term in &clause.given {
        let term = arrived(&mut lifting, term);
        lifting.true_literals(term, true);
    }
    let first = lifting.literals.len();
    let then = arrived(&mut lifting, clause.then);
    lifting.true_literals(then, false);
    let Lifting { literals, mut is_weakest, .. } = lifting;
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

/// Literals that hold in the model, from formulas that do.
struct Lifting<'a> {
    pool: &'a mut TermPool,
    model: &'a Model,
    rows: Option<&'a Rows>,
    wraps: Wraps,
    literals: Vec<Term>,
    /// Does what was not said of formulas follow from the literals?
    is_weakest: bool,
}

impl Lifting<'_> {
    fn holds(&self, term: Term) -> Option<bool> {
        self.model.holds(self.pool, term)
    }

    /// Literals that say that the term is `truth`, in the case that the model takes.
    fn true_literals(&mut self, term: Term, truth: bool) {
        let args = self.pool.args(term).to_vec();
        match (self.pool.op(term), truth) {
            (Op::True | Op::False, _) => {}
            (Op::Forall(_) | Op::Exists(_) | Op::Lambda(_), _) => self.is_weakest = false,
            (Op::Not, _) => self.true_literals(args[0], !truth),
            (Op::And, true) => args.iter().for_each(|&arg| self.true_literals(arg, true)),
            (Op::Or, false) => args.iter().for_each(|&arg| self.true_literals(arg, false)),
            (Op::And, false) | (Op::Or, true) => {
                if let Some(&arg) = args.iter().find(|&&arg| self.holds(arg) == Some(truth)) {
                    self.true_literals(arg, truth);
                }
            }
            (Op::Implies, true) => match self.holds(args[0]) {
                Some(false) => self.true_literals(args[0], false),
                Some(true) | None => self.true_literals(args[1], true),
            },
            (Op::Implies, false) => {
                self.true_literals(args[0], true);
                self.true_literals(args[1], false);
            }
            (Op::Ite, _) => {
                let condition = self.holds(args[0]).unwrap_or(true);
                self.true_literals(args[0], condition);
                self.true_literals(args[if condition { 1 } else { 2 }], truth);
            }
            (Op::Eq, _) if self.pool.sort_of(args[0]) == Sort::BOOL => {
                let first = self.holds(args[0]).unwrap_or(true);
                self.true_literals(args[0], first);
                self.true_literals(args[1], first == truth);
            }
            (Op::Eq, _) if self.are_places(&args) => self.places(&args, truth),
            _ => {
                let term = self.simple(term);
                let term = if truth { term } else { self.pool.not(term) };
                let term = literal(self.pool, term);
                if term != Term::TRUE && !self.literals.contains(&term) {
                    self.literals.push(term);
                }
            }
        }
    }

    fn are_places(&self, indices: &[Term]) -> bool {
        self.rows.is_some_and(|rows| indices.iter().all(|&index| rows.parts(self.pool, index).is_some()))
    }

    /// Two places in rows are the same, or what of them differs in the model is not.
    fn places(&mut self, indices: &[Term], truth: bool) {
        let parts = |index: Term| self.rows.and_then(|rows| rows.parts(self.pool, index)).unwrap_or(&[]).to_vec();
        let pairs: Vec<(Term, Term)> = parts(indices[0]).into_iter().zip(parts(indices[1])).collect();
        for (a, b) in pairs {
            if truth || !self.is_same(a, b) {
                let equal = self.pool.eq(a, b);
                self.true_literals(equal, truth);
                if !truth {
                    return;
                }
            }
        }
    }

    /// The term in the case that the model takes: reads of changed maps, `ite` and remainders are resolved.
    fn simple(&mut self, root: Term) -> Term {
        let mut done: FxHashMap<Term, Term> = FxHashMap::default();
        let indices = self.in_indices(root);
        let keeps = self.wraps == Wraps::Kept && reads_map(self.pool, root);
        for term in self.pool.postorder(&[root]) {
            let args: Vec<Term> = self.pool.args(term).iter().map(|arg| done[arg]).collect();
            let new = match self.pool.op(term) {
                Op::Select => self.read(args[0], args[1..].to_vec()),
                Op::Ite if keeps && !indices.contains(&term) && wrapped(self.pool, &args).is_some() => {
                    self.pool.rebuild(term, &args)
                }
                Op::Ite if self.pool.sort_of(term) != Sort::BOOL => {
                    let condition = self.pool.args(term)[0];
                    let holds = self.holds(condition).unwrap_or(true);
                    self.true_literals(condition, holds);
                    args[if holds { 1 } else { 2 }]
                }
                Op::Mod if self.is_same(term, args[0]) => args[0],
                _ if args[..] == *self.pool.args(term) => term,
                _ => self.pool.rebuild(term, &args),
            };
            done.insert(term, new);
        }
        done[&root]
    }

    /// The parts of indices.
    fn in_indices(&self, root: Term) -> FxHashSet<Term> {
        let mut indices: Vec<Term> = Vec::new();
        for part in self.pool.postorder(&[root]) {
            let args = self.pool.args(part);
            match self.pool.op(part) {
                Op::Select => indices.extend(&args[1..]),
                Op::Store => indices.extend(&args[1..args.len() - 1]),
                _ => {}
            }
        }
        self.pool.postorder(&indices).into_iter().collect()
    }

    fn is_same(&self, a: Term, b: Term) -> bool {
        match (self.model.value(self.pool, a), self.model.value(self.pool, b)) {
            (Some(a), Some(b)) => a == b,
            (_, _) => false,
        }
    }

    /// `map[indices]`, past stores.
    fn read(&mut self, mut map: Term, indices: Vec<Term>) -> Term {
        loop {
            match self.pool.op(map) {
                Op::Store => {
                    let args = self.pool.args(map).to_vec();
                    let (at, value) = (&args[1..args.len() - 1], args[args.len() - 1]);
                    let differs = at.iter().zip(&indices).position(|(&a, &b)| a != b && !self.is_same(a, b));
                    match differs {
                        Some(number) => {
                            let equal = self.pool.eq(at[number], indices[number]);
                            self.true_literals(equal, false);
                            map = args[0];
                        }
                        None => {
                            for (&a, &b) in at.iter().zip(&indices) {
                                let equal = self.pool.eq(a, b);
                                self.true_literals(equal, true);
                            }
                            return self.own_row(value, at, &indices);
                        }
                    }
                }
                Op::Ite => {
                    let args = self.pool.args(map).to_vec();
                    let holds = self.holds(args[0]).unwrap_or(true);
                    self.true_literals(args[0], holds);
                    map = args[if holds { 1 } else { 2 }];
                }
                _ => return self.pool.select(map, &indices),
            }
        }
    }

    /// A row that was changed and stored back, with what is left of it called by the name of the object that is read, which is the
    /// same one.
    fn own_row(&mut self, row: Term, at: &[Term], own: &[Term]) -> Term {
        let args = self.pool.args(row).to_vec();
        match self.pool.op(row) {
            Op::Store => {
                let base = self.own_row(args[0], at, own);
                self.pool.rebuild(row, &[&[base], &args[1..]].concat())
            }
            Op::Select if args[1..] == *at => self.pool.select(args[0], own),
            _ => row,
        }
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
