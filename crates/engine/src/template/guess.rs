//! Templates that nobody gave, from the shape of what is to be shown (SG09 §7.1 has them written by hand).
//!
//! In: the quantified parts of the open assertions. Out: a formula for each loop in which every conjunction is an unknown (see
//! `formula`). For each kind of quantified part there is a quantified conjunct: its guard chooses from bounds of the bound variables, its claim
//! from the assertion's own atoms, read at the program's indices, too. Single facts about integers are known already; the
//! unknown outside the quantifiers is about elements.

use std::collections::BTreeSet;

use invar_gcl::{Role, Roles};
use invar_logic::{Op, Sort, SortKind, Substitution, Term, TermPool, VarId};
use num_traits::Zero;
use rustc_hash::FxHashMap;

use crate::cutpoints::CutPoints;
use crate::linear::{Linear, inequality};
use crate::literals::{literal, reads_map};
use crate::task::Task;

/// So many quantified parts are looked at, and so many indices.
const MOST_SHAPES: usize = 2;
const MOST_INDICES: usize = 5;

/// Values that elements are compared with.
const MOST_VALUES: usize = 2;

/// `∀ outer. … ∃ inner. …`, and its atoms.
struct Shape {
    outer: Vec<VarId>,
    inner: Vec<VarId>,
    /// Those about elements.
    claims: Vec<Term>,
    /// What is presupposed and compares no integers, such as that a node is reached.
    premises: Vec<Term>,
    /// Of what is presupposed, the bounds of bound variables.
    limits: Vec<Term>,
    /// Elements, by the bound variable that they are read at.
    reads: Vec<(Term, VarId)>,
    /// Of C's bound variables, which are places in objects, where the pointer points that they are counted from.
    origins: Vec<(VarId, Term)>,
}

/// The variables at a loop's head.
#[derive(Default)]
struct Integers {
    /// What indexes maps, and what that is compared with.
    indices: Vec<Term>,
    /// Of the indices, those that the loop changes.
    moving: Vec<Term>,
    values: Vec<Term>,
    /// The loops' boolean variables, and the maps that they change.
    flags: Vec<Term>,
    maps: Vec<Term>,
}

/// How many quantified conjuncts there are of each kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Conjuncts {
    One,
    /// What callers are asked for may be of the same kind as what the loop does, and hold elsewhere.
    Two,
}

/// A template for each loop. `None` if nothing that is to be shown is quantified.
pub fn guess(pool: &mut TermPool, task: &Task<'_>, claims: &[Term], conjuncts: Conjuncts) -> Option<Vec<Term>> {
    let mut shapes: Vec<Shape> = Vec::new();
    for &claim in claims {
        let known = shapes.len();
        find_shapes(pool, claim, Binding::default(), &mut shapes);
        for shape in &mut shapes[known..] {
            shape.origins = origins(pool, &task.program.roles, claim, shape);
        }
    }
    shapes.truncate(MOST_SHAPES);
    if shapes.is_empty() {
        return None;
    }
    let points = CutPoints::new(task);
    let indexing = indexing(pool, task, claims);
    let mut templates = Vec::new();
    for head in 0..task.heads.len() {
        let integers = integers(pool, task, (&points, head), &indexing);
        let mut parts = vec![about_values(pool, &shapes, &integers)];
        for shape in &shapes {
            parts.extend(quantified(pool, shape, &integers));
            if conjuncts == Conjuncts::Two || !of_other_maps(pool, &shape.claims, &integers.maps).is_empty() {
                let other = renamed(pool, shape);
                parts.extend(quantified(pool, &other, &integers));
            }
        }
        templates.push(pool.and(&parts));
    }
    Some(templates)
}

/// A template for what callers could be asked for: how the integers that they pass compare with each other, with 0 and with 1, and for
/// each quantified part of what is to be shown a conjunct of the same kind about the elements that they pass.
pub fn guess_entry(pool: &mut TermPool, task: &Task<'_>, claims: &[Term]) -> Term {
    let passed = passed(pool, task);
    let integers: Vec<Term> = passed.iter().copied().filter(|&var| pool.sort_of(var) == Sort::INT).collect();
    let mut parts = vec![orders(pool, &integers)];
    let mut shapes: Vec<Shape> = Vec::new();
    for &claim in claims {
        let claim = about_passed(pool, claim, &passed);
        let known = shapes.len();
        find_shapes(pool, claim, Binding::default(), &mut shapes);
        let is_passed = |pool: &mut TermPool, shape: &Shape, part: Term| {
            let free = pool.free_vars(part).into_iter();
            free.filter(|var| !shape.outer.contains(var)).all(|var| passed.contains(&pool.var(var)))
        };
        for shape in &mut shapes[known..] {
            let [premises, limits] = [&shape.premises, &shape.limits]
                .map(|parts| parts.iter().copied().filter(|&part| is_passed(pool, shape, part)).collect::<Vec<Term>>());
            (shape.premises, shape.limits) = (premises, limits);
            shape.origins = origins(pool, &task.program.roles, claim, shape);
        }
    }
    let integers = Integers { indices: integers, ..Integers::default() };
    for shape in shapes.iter().take(MOST_SHAPES) {
        parts.extend(quantified(pool, shape, &integers));
    }
    pool.and(&parts)
}

/// What loops may have to know of a precondition that is yet to be found: how the integers that callers pass compare.
pub fn guess_carried(pool: &mut TermPool, task: &Task<'_>) -> Term {
    let passed = passed(pool, task);
    let integers: Vec<Term> = passed.into_iter().filter(|&var| pool.sort_of(var) == Sort::INT).collect();
    orders(pool, &integers)
}

/// The parameters and globals that the text speaks of, and maps.
fn passed(pool: &mut TermPool, task: &Task<'_>) -> Vec<Term> {
    let body = &task.program.impls[task.impl_id];
    let globals = task.program.globals.iter().map(|global| global.var);
    let all: Vec<VarId> = body.ins.iter().map(|local| local.var).chain(globals).collect();
    let is_said = |var: &VarId| {
        let sort = pool.variable(*var).sort;
        sort == Sort::INT && is_own(pool, &task.program.roles, *var) || is_map(pool, sort)
    };
    let said: Vec<VarId> = all.into_iter().filter(is_said).take(2 * MOST_INDICES).collect();
    said.into_iter().map(|var| pool.var(var)).collect()
}

fn is_map(pool: &TermPool, sort: Sort) -> bool {
    matches!(pool.sort_kind(sort), SortKind::Map { .. })
}

/// The claim about what is passed: a map that is not passed may be a copy of one that is.
fn about_passed(pool: &mut TermPool, claim: Term, passed: &[Term]) -> Term {
    let mut by = Substitution::new();
    for var in pool.free_vars(claim) {
        let (own, sort) = (pool.var(var), pool.variable(var).sort);
        let like = passed.iter().copied().find(|&other| pool.sort_of(other) == sort);
        if is_map(pool, sort)
            && !passed.contains(&own)
            && let Some(like) = like
        {
            by.insert(var, like);
        }
    }
    pool.substitute(claim, &by)
}

/// How integers compare with each other, with 0 and with 1.
fn orders(pool: &mut TermPool, integers: &[Term]) -> Term {
    let mut found = Vec::new();
    for constant in [0, 1] {
        let constant = pool.int(constant);
        for &one in integers {
            found.extend([pool.le(one, constant), pool.le(constant, one)]);
        }
    }
    for &one in integers {
        for &other in integers.iter().filter(|other| **other != one) {
            found.extend([pool.le(one, other), pool.lt(one, other)]);
        }
    }
    distinct(pool, found)
}

/// What stands around a part of a claim.
#[derive(Clone, Default)]
struct Binding {
    outer: Vec<VarId>,
    inner: Vec<VarId>,
    premises: Vec<Term>,
    limits: Vec<Term>,
}

/// The quantified parts of a claim.
fn find_shapes(pool: &mut TermPool, claim: Term, around: Binding, found: &mut Vec<Shape>) {
    let args = pool.args(claim).to_vec();
    match pool.op(claim).clone() {
        Op::And if around.inner.is_empty() => {
            args.iter().for_each(|&part| find_shapes(pool, part, around.clone(), found));
        }
        Op::Implies => {
            let mut around = around;
            for atom in atoms(pool, args[0]) {
                if is_applied(pool, atom) {
                    around.premises.push(atom);
                } else if inequality(pool, atom).is_some() && !reads_map(pool, atom) {
                    around.limits.push(atom);
                }
            }
            find_shapes(pool, args[1], around, found);
        }
        Op::Forall(binder) if around.inner.is_empty() => {
            let mut around = around;
            around.outer.extend(&binder.vars);
            find_shapes(pool, args[0], around, found);
        }
        Op::Exists(binder) if !around.outer.is_empty() => {
            let mut around = around;
            around.inner.extend(&binder.vars);
            find_shapes(pool, args[0], around, found);
        }
        _ if around.outer.is_empty() => {}
        _ => {
            let atoms = atoms(pool, claim);
            let Binding { outer, inner, premises, limits } = around;
            let bound: Vec<VarId> = outer.iter().chain(&inner).copied().collect();
            let claims: Vec<Term> = atoms.into_iter().filter(|&atom| reads_map(pool, atom)).collect();
            let reads = reads(pool, &claims, &bound);
            let is_plain = bound.iter().all(|&var| pool.variable(var).sort == Sort::INT);
            if is_plain && !reads.is_empty() {
                found.push(Shape { outer, inner, claims, premises, limits, reads, origins: Vec::new() });
            }
        }
    }
}

/// Does it say something by a function?
fn is_applied(pool: &TermPool, atom: Term) -> bool {
    pool.postorder(&[atom]).into_iter().any(|part| matches!(pool.op(part), Op::App(_)))
}

/// `y - p` is compared with bounds: y is counted from p.
fn origins(pool: &mut TermPool, roles: &Roles, claim: Term, shape: &Shape) -> Vec<(VarId, Term)> {
    let mut found: Vec<(VarId, Term)> = Vec::new();
    for part in pool.postorder(&[claim]) {
        let Some(sum) = inequality(pool, part) else { continue };
        for &var in shape.outer.iter().chain(&shape.inner) {
            let own = pool.var(var);
            let Some(factor) = sum.terms.get(&own) else { continue };
            let is_origin = |other: &Term| match pool.op(*other) {
                Op::Var(other) => roles.of(pool, *other) == Role::Offset,
                _ => false,
            };
            let origin = sum.terms.iter().find(|(other, by)| **by == -factor && is_origin(other));
            if let Some((&origin, _)) = origin.filter(|_| found.iter().all(|(known, _)| *known != var)) {
                found.push((var, origin));
            }
        }
    }
    found
}

impl Shape {
    /// The number that a bound variable stands for.
    fn number(&self, pool: &mut TermPool, var: VarId) -> Term {
        let own = pool.var(var);
        match self.origins.iter().find(|(known, _)| *known == var) {
            Some(&(_, origin)) => pool.sub(own, origin),
            None => own,
        }
    }

    /// An element at another number.
    fn read_at(&self, pool: &mut TermPool, read: Term, var: VarId, at: Term) -> Term {
        let at = match self.origins.iter().find(|(known, _)| *known == var) {
            Some(&(_, origin)) => pool.add(origin, at),
            None => at,
        };
        let by: Substitution = [(var, at)].into_iter().collect();
        pool.substitute(read, &by)
    }
}

/// The same about other bound variables.
fn renamed(pool: &mut TermPool, shape: &Shape) -> Shape {
    let by: Vec<(VarId, VarId)> = shape.outer.iter().chain(&shape.inner).map(|&var| (var, pool.variant(var))).collect();
    let terms: Substitution = by.iter().map(|&(var, other)| (var, pool.var(other))).collect();
    let other = |var: VarId| by.iter().find(|(own, _)| *own == var).map_or(var, |(_, other)| *other);
    Shape {
        outer: shape.outer.iter().map(|&var| other(var)).collect(),
        inner: shape.inner.iter().map(|&var| other(var)).collect(),
        claims: shape.claims.iter().map(|&claim| pool.substitute(claim, &terms)).collect(),
        premises: shape.premises.iter().map(|&premise| pool.substitute(premise, &terms)).collect(),
        limits: shape.limits.iter().map(|&limit| pool.substitute(limit, &terms)).collect(),
        reads: shape.reads.iter().map(|&(read, var)| (pool.substitute(read, &terms), other(var))).collect(),
        origins: shape.origins.iter().map(|&(var, origin)| (other(var), origin)).collect(),
    }
}

fn atoms(pool: &TermPool, formula: Term) -> Vec<Term> {
    let (mut found, mut work) = (Vec::new(), vec![formula]);
    while let Some(term) = work.pop() {
        match pool.op(term) {
            Op::And | Op::Or | Op::Implies => work.extend(pool.args(term).iter().rev()),
            _ => found.push(term),
        }
    }
    found
}

/// The elements that are read at exactly one bound variable.
fn reads(pool: &TermPool, claims: &[Term], bound: &[VarId]) -> Vec<(Term, VarId)> {
    let mut found: Vec<(Term, VarId)> = Vec::new();
    for term in pool.postorder(claims) {
        if *pool.op(term) != Op::Select || pool.sort_of(term) != Sort::INT {
            continue;
        }
        let free = pool.free_vars(term);
        let own: Vec<VarId> = bound.iter().copied().filter(|var| free.contains(var)).collect();
        if let [var] = own[..] {
            found.push((term, var));
        }
    }
    found
}

/// The integers that index maps somewhere, and those that they are compared with.
fn indexing(pool: &TermPool, task: &Task<'_>, claims: &[Term]) -> BTreeSet<VarId> {
    let steps = task.body.blocks.values().flat_map(|block| &block.steps);
    let mut terms: Vec<Term> = steps.filter_map(|step| step.term()).collect();
    terms.extend(claims);
    let all = pool.postorder(&terms);
    let mut found = BTreeSet::new();
    for &term in &all {
        let args = pool.args(term);
        let last = match pool.op(term) {
            Op::Select => args.len(),
            Op::Store => args.len() - 1,
            _ => continue,
        };
        let indices = args[1..last].iter().filter(|&&index| pool.sort_of(index) == Sort::INT);
        found.extend(indices.flat_map(|&index| pool.free_vars(index)));
    }
    for _ in 0..2 {
        for &term in &all {
            let Some(sum) = inequality(pool, term).filter(|_| !reads_map(pool, term)) else { continue };
            let vars: Vec<VarId> = sum.terms.keys().flat_map(|&part| pool.free_vars(part)).collect();
            if vars.iter().any(|var| found.contains(var)) {
                found.extend(vars);
            }
        }
    }
    found
}

fn integers(
    pool: &mut TermPool,
    task: &Task<'_>,
    (points, head): (&CutPoints<'_>, usize),
    indexing: &BTreeSet<VarId>,
) -> Integers {
    let roles = &task.program.roles;
    let own = |var: &VarId| is_own(pool, roles, *var) && pool.variable(*var).sort == Sort::INT;
    let is_witness = |var: &VarId| task.witnesses.iter().any(|witness| witness.var == *var);
    let live: Vec<VarId> = points.live_at(head).iter().copied().filter(|var| own(var) && !is_witness(var)).collect();
    let is_moving = |var: &VarId| task.heads.iter().any(|head| head.targets.contains(var));
    let mut chosen: Vec<VarId> = live.iter().copied().filter(|var| indexing.contains(var)).collect();
    chosen.sort_by_key(|var| (!is_moving(var), *var));
    chosen.truncate(MOST_INDICES);
    let moving = chosen.iter().copied().filter(is_moving).map(|var| pool.var(var)).collect();
    let values = live.iter().filter(|var| !chosen.contains(var)).map(|&var| pool.var(var)).collect();
    let indices = chosen.iter().map(|&var| pool.var(var)).collect();
    let changed = |var: &VarId| is_own(pool, roles, *var) && is_moving(var);
    let others: Vec<VarId> = points.live_at(head).iter().copied().filter(changed).collect();
    let flags = others.iter().copied().filter(|&var| pool.variable(var).sort == Sort::BOOL).collect::<Vec<_>>();
    let maps = others.iter().copied().filter(|&var| is_map(pool, pool.variable(var).sort)).collect::<Vec<_>>();
    let [flags, maps] =
        [flags, maps].map(|vars| vars.into_iter().take(MOST_INDICES).map(|var| pool.var(var)).collect());
    Integers { indices, moving, values, flags, maps }
}

/// Is it a variable that the text speaks of?
fn is_own(pool: &TermPool, roles: &Roles, var: VarId) -> bool {
    matches!(roles.of(pool, var), Role::Value | Role::Chosen)
}

/// What single elements at the program's indices are: equal to each other and to values.
fn about_values(pool: &mut TermPool, shapes: &[Shape], integers: &Integers) -> Term {
    let mut found: Vec<Term> = Vec::new();
    for shape in shapes {
        for &at in &integers.moving {
            let elements: Vec<Term> =
                shape.reads.iter().map(|&(read, var)| shape.read_at(pool, read, var, at)).collect();
            for (number, &element) in elements.iter().enumerate() {
                for &other in elements[number + 1..].iter().chain(&integers.values) {
                    let equal = pool.eq(element, other);
                    found.push(equal);
                }
            }
        }
    }
    for shape in shapes.iter().filter(|shape| !shape.premises.is_empty()) {
        found.extend(about_nodes(pool, shape, integers));
    }
    distinct(pool, found)
}

/// Where something is presupposed by a function, such as that a node is reached: the same of the loop's own integers, which of them follows
/// which by a map that the function looks at, and that they are not 0.
fn about_nodes(pool: &mut TermPool, shape: &Shape, integers: &Integers) -> Vec<Term> {
    let zero = pool.int(0);
    let mut found = Vec::new();
    for &premise in &shape.premises {
        let free = pool.free_vars(premise);
        let is_field = |var: &VarId| match pool.sort_kind(pool.variable(*var).sort) {
            SortKind::Map { domain, range } => domain[..] == [Sort::INT] && *range == Sort::INT,
            _ => false,
        };
        let fields: Vec<VarId> = free.into_iter().filter(is_field).collect();
        let fields: Vec<Term> = fields.into_iter().map(|var| pool.var(var)).collect();
        for &own in &integers.moving {
            found.push(pool.ne(own, zero));
            for &bound in &shape.outer {
                found.push(pool.substitute(premise, &[(bound, own)].into_iter().collect()));
            }
            for &field in &fields {
                let next = pool.select(field, &[own]);
                found.extend(integers.moving.iter().map(|&other| pool.eq(other, next)));
            }
        }
    }
    found
}

/// The quantified conjuncts for one shape.
fn quantified(pool: &mut TermPool, shape: &Shape, integers: &Integers) -> Vec<Term> {
    let mut parts = Vec::new();
    if shape.inner.is_empty() {
        parts.push(universal(pool, shape, integers));
        parts.extend(pairs(pool, shape, integers));
        return parts;
    }
    parts.extend(same_place(pool, shape, integers));
    let guard = bounds(pool, shape, &shape.outer, integers);
    let mut claim = shape.claims.clone();
    claim.push(bounds(pool, shape, &shape.inner, integers));
    claim.push(elsewhere(pool, shape, integers));
    let claim = pool.and(&claim);
    let exists = pool.exists(&shape.inner, Vec::new(), claim);
    let body = pool.implies(guard, exists);
    parts.push(pool.forall(&shape.outer, Vec::new(), body));
    parts
}

/// `∀ k. guard ⇒` the shape's own claims; where they compare two elements, also with those at the program's indices.
fn universal(pool: &mut TermPool, shape: &Shape, integers: &Integers) -> Term {
    let mut guard = vec![bounds(pool, shape, &shape.outer, integers)];
    for &flag in &integers.flags {
        guard.extend([flag, pool.not(flag)]);
    }
    guard.extend(&shape.limits);
    guard.extend(premises(pool, shape, integers));
    let guard = pool.and(&guard);
    let mut claims = shape.claims.clone();
    claims.extend(of_other_maps(pool, &shape.claims, &integers.maps));
    if let Some((var, [first, second], plain)) = compared(pool, shape) {
        let elements: Vec<Term> = integers.moving.iter().map(|&at| shape.read_at(pool, plain, var, at)).collect();
        for element in elements.into_iter().chain(integers.values.iter().copied().take(MOST_VALUES)) {
            for &claim in &shape.claims {
                for (a, b) in [(plain, element), (element, plain)] {
                    claims.push(replace_both(pool, claim, [first, second], [a, b]));
                }
            }
        }
    }
    let claims = distinct(pool, claims);
    let body = pool.implies(guard, claims);
    pool.forall(&shape.outer, Vec::new(), body)
}

/// What is presupposed, and its denial, also with the loop's own integers in place of others.
fn premises(pool: &mut TermPool, shape: &Shape, integers: &Integers) -> Vec<Term> {
    let mut found = Vec::new();
    for &premise in &shape.premises {
        let bound = |var: &VarId| shape.outer.contains(var) || shape.inner.contains(var);
        let free: Vec<VarId> = pool.free_vars(premise).into_iter().filter(|var| !bound(var)).collect();
        let mut all = vec![premise];
        for var in free {
            if pool.variable(var).sort == Sort::INT {
                let by = |own| [(var, own)].into_iter().collect();
                all.extend(integers.moving.iter().map(|&own| pool.substitute(premise, &by(own))));
            }
        }
        for one in all {
            found.extend([one, pool.not(one)]);
        }
    }
    if !found.is_empty() {
        for &var in &shape.outer {
            let (own, zero) = (pool.var(var), pool.int(0));
            found.push(pool.ne(own, zero));
        }
    }
    found
}

/// Claims with a map that the loop changes in place of another.
fn of_other_maps(pool: &mut TermPool, claims: &[Term], maps: &[Term]) -> Vec<Term> {
    let mut found = Vec::new();
    for &claim in claims {
        for var in pool.free_vars(claim) {
            let (own, sort) = (pool.var(var), pool.variable(var).sort);
            if maps.contains(&own) {
                let others: Vec<Term> =
                    maps.iter().copied().filter(|&other| other != own && pool.sort_of(other) == sort).collect();
                found.extend(others.iter().map(|&other| pool.substitute(claim, &[(var, other)].into_iter().collect())));
            }
        }
    }
    found
}

/// The only bound variable, the two elements that a shape compares, and the one at the variable itself.
fn compared(pool: &mut TermPool, shape: &Shape) -> Option<(VarId, [Term; 2], Term)> {
    let [var] = shape.outer[..] else { return None };
    let [(first, _), (second, _), ..] = shape.reads[..] else { return None };
    let own = pool.var(var);
    let is_plain = |read: &Term| {
        pool.args(*read)[1..].iter().any(|&index| {
            let mut rest = Linear::of(pool, index);
            rest.terms.remove(&own).is_some() && rest.constant.is_zero()
        })
    };
    let plain = [first, second].into_iter().find(is_plain).unwrap_or(first);
    Some((var, [first, second], plain))
}

/// `a[k] <= a[k + 1]` for neighbours is `a[k] <= a[l]` for k < l.
fn pairs(pool: &mut TermPool, shape: &Shape, integers: &Integers) -> Option<Term> {
    let (var, reads, here) = compared(pool, shape)?;
    let own = pool.var(var);
    let other = pool.variant(var);
    let later = pool.var(other);
    let by: Substitution = [(var, later)].into_iter().collect();
    let there = pool.substitute(here, &by);
    let mut claims = Vec::new();
    for &claim in &shape.claims {
        for (a, b) in [(here, there), (there, here)] {
            claims.push(replace_both(pool, claim, reads, [a, b]));
        }
    }
    let order = pool.lt(own, later);
    let first = bounds(pool, shape, &[var], integers);
    let second = pool.substitute(first, &by);
    let guard = pool.and(&[order, first, second]);
    let claims = distinct(pool, claims);
    let body = pool.implies(guard, claims);
    Some(pool.forall(&[var, other], Vec::new(), body))
}

/// Beside `∀ y ∃ x. b[y] == a[x]`: `∀ y. b[y] == a[y]`.
fn same_place(pool: &mut TermPool, shape: &Shape, integers: &Integers) -> Option<Term> {
    let ([y], [x]) = (&shape.outer[..], &shape.inner[..]) else { return None };
    let own = pool.var(*y);
    let by: Substitution = [(*x, own)].into_iter().collect();
    let claims: Vec<Term> = shape.claims.iter().map(|&claim| pool.substitute(claim, &by)).collect();
    let claim = pool.and(&claims);
    let guard = bounds(pool, shape, &shape.outer, integers);
    let body = pool.implies(guard, claim);
    Some(pool.forall(&shape.outer, Vec::new(), body))
}

/// Bounds of bound variables: by the program's indices and zero.
fn bounds(pool: &mut TermPool, shape: &Shape, vars: &[VarId], integers: &Integers) -> Term {
    let zero = pool.int(0);
    let mut found = Vec::new();
    for &var in vars {
        let own = shape.number(pool, var);
        found.push(pool.le(zero, own));
        for &index in &integers.indices {
            found.extend([pool.lt(own, index), pool.le(own, index), pool.lt(index, own), pool.le(index, own)]);
        }
    }
    distinct(pool, found)
}

/// That a variable is none of the indices that the loop is at, nor beside them.
fn elsewhere(pool: &mut TermPool, shape: &Shape, integers: &Integers) -> Term {
    let one = pool.int(1);
    let mut found = Vec::new();
    for &var in &shape.inner {
        let own = shape.number(pool, var);
        for &index in &integers.moving {
            let next = pool.add(index, one);
            found.extend([pool.ne(own, index), pool.ne(own, next)]);
        }
    }
    distinct(pool, found)
}

/// A conjunction of different literals that say something.
fn distinct(pool: &mut TermPool, terms: Vec<Term>) -> Term {
    let mut found: Vec<Term> = Vec::new();
    for term in terms {
        let term = literal(pool, term);
        let says_nothing =
            pool.op(term).is_literal() || inequality(pool, term).is_some_and(|sum: Linear| sum.is_constant());
        if !says_nothing && !found.contains(&term) {
            found.push(term);
        }
    }
    pool.and(&found)
}

/// The claim with two other elements in place of two elements.
fn replace_both(pool: &mut TermPool, claim: Term, from: [Term; 2], to: [Term; 2]) -> Term {
    // The first gets a name of its own, so that the second does not replace it again.
    let name = pool.fresh_var("element", Sort::INT);
    let name = pool.var(name);
    let steps = [(from[0], name), (from[1], to[1]), (name, to[0])];
    steps.into_iter().fold(claim, |claim, step| pool.replace(claim, &FxHashMap::from_iter([step])))
}
