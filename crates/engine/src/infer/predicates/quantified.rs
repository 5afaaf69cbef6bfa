//! Groups with skolem constants (FQ02 §4.1 and §6).
//!
//! One group for each quantified goal, with its bound variables as skolem constants, and one with a single skolem constant
//! for the elements that the loop and the code after it read, test and write. What the skolem constants satisfy without any
//! target of the loop is the group's domain: it is assumed, not combined.

use invar_logic::{Op, Sort, Substitution, Term, TermPool, VarId};
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};
use rustc_hash::{FxHashMap, FxHashSet};

use super::ground::{Predicates, steps};
use super::reading::{atoms, is_type_bound};
use super::scope::{Scope, is_offset, reads_map};
use crate::infer::group::Group;
use crate::infer::linear::{Linear, plain_indices, solve};
use crate::verdict::Suggestion;

/// How many predicates one group has at most, and how many of them bound a skolem constant.
const MOST_PREDICATES: usize = 24;
const MOST_BOUNDS: usize = 4;

/// How many conditions without elements are combined with those about elements.
const MOST_GUARDS: usize = 3;

/// How many literals clauses have that keep what was assumed: it, and where.
const SHORT: usize = 2;

/// How many quantified goals are looked at.
const MOST_GOALS: usize = 4;

/// Why a quantified formula makes a group.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    /// The loop may have to establish it.
    Wanted,
    /// It held before the loop, which may have to keep it.
    Kept,
}

impl Purpose {
    fn suggestion(self) -> Suggestion {
        match self {
            Purpose::Wanted => Suggestion::Goal,
            Purpose::Kept => Suggestion::Kept,
        }
    }
}

/// With clauses of at most so many literals.
pub fn groups(pool: &mut TermPool, scope: &Scope<'_>, longest: usize) -> Vec<Group> {
    let mut groups = Vec::new();
    let wanted = scope.goals.iter().map(|(_, term)| (*term, Purpose::Wanted));
    let kept = scope.kept.iter().map(|term| (*term, Purpose::Kept));
    for (goal, purpose) in wanted.chain(kept) {
        for quantified in universal(pool, goal) {
            if groups.len() < MOST_GOALS {
                groups.extend(goal_group(pool, scope, quantified, purpose, longest));
            }
        }
    }
    if let Some(group) = element_group(pool, scope, longest) {
        groups.extend(strided(pool, scope, &group));
        groups.push(group);
    }
    groups
}

/// The universally quantified conjuncts, behind any conditions.
fn universal(pool: &TermPool, goal: Term) -> Vec<Term> {
    let mut found = Vec::new();
    let mut work = vec![goal];
    while let Some(term) = work.pop() {
        match pool.op(term) {
            Op::And => work.extend(pool.args(term)),
            Op::Or | Op::Implies => work.extend(pool.args(term).last()),
            Op::Forall(_) => found.push(term),
            _ => {}
        }
    }
    found
}

fn goal_group(pool: &mut TermPool, scope: &Scope<'_>, goal: Term, purpose: Purpose, longest: usize) -> Option<Group> {
    let Op::Forall(binder) = pool.op(goal).clone() else { return None };
    if binder.vars.iter().any(|&var| pool.variable(var).sort != Sort::INT) {
        return None;
    }
    let mut skolems = Vec::new();
    let mut by = Substitution::new();
    for &var in &binder.vars {
        let name = pool.var_name(var).to_string();
        let skolem = pool.fresh_var(&name, Sort::INT);
        by.insert(var, pool.var(skolem));
        skolems.push(skolem);
    }
    let opened = pool.args(goal)[0];
    let opened = pool.substitute(opened, &by);
    let opened = plain_indices(pool, opened);
    let (domain, rest) = split(pool, scope, opened);
    if !domain.iter().all(|&term| scope.is_visible(pool, term)) {
        // It speaks of what comes later, such as the result.
        return None;
    }
    let mut predicates = Predicates::default();
    for atom in rest {
        if scope.is_visible(pool, atom) {
            predicates.push(pool, purpose.suggestion(), atom);
        }
    }
    let atoms: Vec<Term> = predicates.terms().collect();
    for &skolem in &skolems {
        let offset = offset_of(pool, &[opened], skolem);
        // What does not move bounds the skolem constant in the goal itself.
        let near = moving_bounds(pool, scope, opened, skolem);
        bound(pool, near, skolem, offset, &neighbours(pool, opened, skolem), &mut predicates);
    }
    if purpose == Purpose::Wanted {
        for atom in atoms {
            through_stores(pool, scope, atom, &skolems, &mut predicates);
        }
        frames(pool, scope, &mut predicates);
        guards(pool, scope, &mut predicates);
        flags(pool, scope, &mut predicates);
    }
    if !predicates.terms().any(|term| scope.mentions_target(pool, term)) {
        return None;
    }
    let predicates = scope.relevance.nearest(pool, predicates.all, MOST_PREDICATES);
    let longest = if purpose == Purpose::Wanted { longest } else { SHORT };
    Some(Group { phase: 2, skolems, domain, predicates, longest })
}

/// What is true of the elements may depend on where the loop stands.
fn guards(pool: &mut TermPool, scope: &Scope<'_>, predicates: &mut Predicates) {
    let is_guard = |atom: &Term| !reads_map(pool, *atom) && scope.mentions_target(pool, *atom);
    let atoms: Vec<Term> = scope.own_atoms.iter().copied().filter(is_guard).take(MOST_GUARDS).collect();
    for atom in atoms {
        if scope.is_visible(pool, atom) {
            predicates.push(pool, Suggestion::Condition, atom);
        }
    }
}

/// The antecedents that mention no target, and the atoms of all the rest.
fn split(pool: &mut TermPool, scope: &Scope<'_>, formula: Term) -> (Vec<Term>, Vec<Term>) {
    let (mut domain, mut rest, mut ranges) = (Vec::new(), Vec::new(), Vec::new());
    let mut conclusion = formula;
    while let Op::Implies = pool.op(conclusion) {
        let (antecedent, then) = (pool.args(conclusion)[0], pool.args(conclusion)[1]);
        conclusion = then;
        let mut work = vec![antecedent];
        while let Some(term) = work.pop() {
            match pool.op(term) {
                Op::And => work.extend(pool.args(term)),
                _ if is_type_bound(pool, term) => ranges.push(term),
                _ if scope.mentions_target(pool, term) => rest.extend(atoms(pool, term)),
                _ => domain.push(term),
            }
        }
    }
    rest.extend(atoms(pool, conclusion));
    if domain.is_empty() {
        domain = ranges;
    }
    (domain, rest)
}

/// What an atom about an element says where the loop has just written the element: the weakest precondition of the store,
/// for the case that the indices agree.
fn through_stores(pool: &mut TermPool, scope: &Scope<'_>, atom: Term, skolems: &[VarId], predicates: &mut Predicates) {
    for term in pool.postorder(&[atom]) {
        if *pool.op(term) != Op::Select || !pool.free_vars(term).iter().any(|var| skolems.contains(var)) {
            continue;
        }
        for &(element, value) in &scope.later_stores {
            if pool.args(element)[0] == pool.args(term)[0] {
                let written = replace(pool, atom, term, value);
                let still_open = pool.free_vars(written).iter().any(|var| skolems.contains(var));
                if still_open && scope.is_visible(pool, written) {
                    predicates.push(pool, Suggestion::Written, written);
                }
            }
        }
    }
}

fn replace(pool: &mut TermPool, whole: Term, part: Term, by: Term) -> Term {
    let mut written: FxHashMap<Term, Term> = FxHashMap::default();
    for term in pool.postorder(&[whole]) {
        let args: Vec<Term> = pool.args(term).iter().map(|arg| written[arg]).collect();
        let new = match term == part {
            true => by,
            false if args[..] == *pool.args(term) => term,
            false => pool.rebuild(term, &args),
        };
        written.insert(term, new);
    }
    written[&whole]
}

/// Where an atom compares elements with those of an earlier state, the elements may be unchanged: `a[sc] == \old(a)[sc]`.
fn frames(pool: &mut TermPool, scope: &Scope<'_>, predicates: &mut Predicates) {
    let atoms: Vec<Term> = predicates.terms().collect();
    for term in pool.postorder(&atoms) {
        let Op::Var(old) = *pool.op(term) else { continue };
        let Some(&(_, now)) = scope.olds.iter().find(|(known, _)| *known == old) else { continue };
        let now = pool.var(now);
        for read in pool.postorder(&atoms) {
            let is_int = *pool.op(read) == Op::Select && pool.sort_of(read) == Sort::INT;
            if is_int && pool.free_vars(read).contains(&old) {
                let by = [(old, now)].into_iter().collect();
                let new = pool.substitute(read, &by);
                let equal = pool.eq(new, read);
                predicates.push(pool, Suggestion::Frame, equal);
            }
        }
    }
}

/// The loop's bounds that move, without those that index only other maps than the skolem constant does.
fn moving_bounds(pool: &TermPool, scope: &Scope<'_>, goal: Term, skolem: VarId) -> Vec<Term> {
    let by_skolem = accesses(pool, &[goal]).into_iter().filter(|&(_, index)| pool.free_vars(index).contains(&skolem));
    let own: FxHashSet<Term> = by_skolem.map(|(map, _)| map).collect();
    let mut said: Vec<Term> = scope.own_atoms.clone();
    said.extend(scope.assigned.iter().map(|(_, term)| *term));
    let (near, far): (Vec<_>, Vec<_>) = accesses(pool, &said).into_iter().partition(|(map, _)| own.contains(map));
    let vars = |accesses: Vec<(Term, Term)>| -> FxHashSet<VarId> {
        accesses.into_iter().flat_map(|(_, index)| pool.free_vars(index)).collect()
    };
    let (near, far) = (vars(near), vars(far));
    let is_useful = |bound: &Term| {
        let free = pool.free_vars(*bound);
        let varies = free.iter().any(|var| scope.varying.contains(var));
        varies && (near.is_empty() || free.iter().any(|var| near.contains(var) || !far.contains(var)))
    };
    scope.bounds.iter().copied().filter(is_useful).collect()
}

/// How far from the skolem constant a goal looks: 1 for `a[x] <= a[x + 1]`.
fn neighbours(pool: &TermPool, goal: Term, skolem: VarId) -> Vec<BigInt> {
    let Some(unknown) = pool.find_var(skolem) else { return Vec::new() };
    let mut found = Vec::new();
    for (_, index) in accesses(pool, &[goal]) {
        let sum = Linear::of(pool, index);
        let is_near = sum.terms.len() == 1 && sum.terms.get(&unknown).is_some_and(One::is_one);
        if is_near && !sum.constant.is_zero() && !found.contains(&sum.constant) {
            found.push(sum.constant);
        }
    }
    found
}

/// The maps that are read and written, and at which indices.
fn accesses(pool: &TermPool, terms: &[Term]) -> Vec<(Term, Term)> {
    let mut found = Vec::new();
    for term in pool.postorder(terms) {
        let args = pool.args(term);
        let last = match pool.op(term) {
            Op::Select => args.len(),
            Op::Store => args.len() - 1,
            _ => continue,
        };
        found.extend(args[1..last].iter().map(|&index| (args[0], index)));
    }
    found
}

/// FQ02 §6: `sc < x` for what bounds the loop's variables.
fn bound(
    pool: &mut TermPool,
    bounds: Vec<Term>,
    skolem: VarId,
    offset: Option<Term>,
    neighbours: &[BigInt],
    predicates: &mut Predicates,
) {
    let unknown = pool.var(skolem);
    for limit in bounds.into_iter().take(MOST_BOUNDS) {
        let limit = match offset {
            // The offset of a pointer that walks counts from the beginning of the object, as the skolem constant does.
            Some(offset) if !pool.free_vars(limit).iter().any(|&var| is_offset(pool, var)) => pool.add(offset, limit),
            Some(_) | None => limit,
        };
        let limit = Linear::of(pool, limit).term(pool);
        let below = pool.lt(unknown, limit);
        predicates.push(pool, Suggestion::Limit, below);
        let not_above = pool.le(unknown, limit);
        predicates.push(pool, Suggestion::Limit, not_above);
        for distance in neighbours {
            let distance = pool.int(distance.clone());
            let other = pool.add(unknown, distance);
            let below = pool.lt(other, limit);
            predicates.push(pool, Suggestion::Limit, below);
        }
    }
}

/// Where the skolem constant counts from the beginning of an object, but the program from where a pointer points: the
/// pointer's offset, which is subtracted from the skolem constant somewhere.
fn offset_of(pool: &TermPool, atoms: &[Term], skolem: VarId) -> Option<Term> {
    let unknown = pool.find_var(skolem)?;
    for term in pool.postorder(atoms) {
        if pool.sort_of(term) != Sort::INT {
            continue;
        }
        let sum = Linear::of(pool, term);
        if sum.terms.get(&unknown).is_some_and(|factor| factor.is_one()) {
            let subtracted = sum.terms.iter().find(|(term, factor)| {
                **factor == -BigInt::one() && matches!(pool.op(**term), Op::Var(var) if is_offset(pool, *var))
            });
            if let Some((&offset, _)) = subtracted {
                return Some(offset);
            }
        }
    }
    None
}

/// One skolem constant for the elements of the maps that the loop reads and writes.
fn element_group(pool: &mut TermPool, scope: &Scope<'_>, longest: usize) -> Option<Group> {
    let skolem = pool.fresh_var("sc", Sort::INT);
    let unknown = pool.var(skolem);
    let mut elements = Predicates::default();
    let stores: Vec<Term> = scope.stores.iter().map(|&(element, value)| pool.eq(element, value)).collect();
    let stores = stores.into_iter().map(|term| (Suggestion::Stored, term));
    let tested = scope.own_atoms.iter().chain(&scope.atoms).map(|&atom| (Suggestion::Condition, atom));
    for (suggestion, atom) in stores.chain(tested) {
        for general in generalised(pool, scope, atom, unknown) {
            if scope.is_visible(pool, general) && pool.tree_size(general) <= 25 {
                elements.push(pool, suggestion, general);
            }
        }
    }
    before_stores(pool, scope, unknown, &mut elements);
    let mut predicates = Predicates::default();
    bound(pool, scope.bounds.clone(), skolem, None, &[], &mut predicates);
    // A loop that writes no elements may still find out about them.
    if elements.all.is_empty() || !elements.terms().chain(predicates.terms()).any(|p| scope.mentions_target(pool, p)) {
        return None;
    }
    flags(pool, scope, &mut predicates);
    for element in scope.relevance.nearest(pool, elements.all, MOST_PREDICATES - MOST_BOUNDS) {
        predicates.push(pool, element.suggestion, element.term);
    }
    let zero = pool.int(0);
    let domain = vec![pool.le(zero, unknown)];
    Some(Group { phase: 2, skolems: vec![skolem], domain, predicates: predicates.all, longest })
}

/// The same group for the elements that the loop comes to, if it leaves some out.
fn strided(pool: &mut TermPool, scope: &Scope<'_>, group: &Group) -> Option<Group> {
    let &[skolem] = &group.skolems[..] else { return None };
    let strides = |var: VarId| {
        let steps = steps(pool, scope, var);
        let step = steps.first().filter(|step| steps.len() == 1 && step.magnitude() > &1u32.into())?;
        Some((step.abs(), scope.entry_value(var)?))
    };
    let is_index = |var: &VarId| scope.bounds.iter().any(|&bound| *pool.op(bound) == Op::Var(*var));
    let (step, entry) = scope.moving.iter().filter(|var| is_index(var)).find_map(|&var| strides(var))?;
    let (step, unknown) = (pool.int(step), pool.var(skolem));
    let (reached, first) = (pool.mk(Op::Mod, &[unknown, step]), pool.mk(Op::Mod, &[entry, step]));
    let mut domain = group.domain.clone();
    domain.push(pool.eq(reached, first));
    let fresh = pool.fresh_var("sc", Sort::INT);
    let by: Substitution = [(skolem, pool.var(fresh))].into_iter().collect();
    let mut renamed = Group { domain, skolems: vec![fresh], ..group.clone() };
    renamed.domain.iter_mut().for_each(|term| *term = pool.substitute(*term, &by));
    renamed.predicates.iter_mut().for_each(|predicate| predicate.term = pool.substitute(predicate.term, &by));
    Some(renamed)
}

/// Is it an integer that a loop changes?
fn indexes(scope: &Scope<'_>, pool: &TermPool, var: VarId) -> bool {
    scope.varying.contains(&var) && pool.variable(var).sort == Sort::INT
}

/// How many stores what is wanted of an element is followed back through.
const MOST_STORES: usize = 3;

/// What must hold of an element before the loop, or a later one, stores something there, so that an atom holds after it:
/// `b[sc] == 42` for `b[sc] == 42 + d` and `b[i] = b[i] + d`.
fn before_stores(pool: &mut TermPool, scope: &Scope<'_>, unknown: Term, elements: &mut Predicates) {
    let stores = general_stores(pool, scope, unknown);
    let mut begin = 0;
    for _ in 0..MOST_STORES {
        let end = elements.all.len();
        for position in begin..end {
            let atom = elements.all[position].term;
            for &(element, value) in &stores {
                if !pool.postorder(&[atom]).contains(&element) || elements.all.len() >= MOST_PREDICATES {
                    continue;
                }
                let written = replace(pool, atom, element, value);
                let written = balanced(pool, written);
                if scope.is_visible(pool, written) && reads_map(pool, written) && pool.tree_size(written) <= 25 {
                    elements.push(pool, Suggestion::Written, written);
                }
            }
        }
        begin = end;
    }
}

/// The stores of this and the later loops at the skolem constant: element and value.
fn general_stores(pool: &mut TermPool, scope: &Scope<'_>, unknown: Term) -> Vec<(Term, Term)> {
    let mut found = Vec::new();
    for &(element, value) in &scope.later_stores {
        let Some(&index) = pool.args(element).last() else { continue };
        for var in pool.free_vars(index) {
            if scope.varying.contains(&var)
                && let Some(element) = replaced(pool, scope, element, index, var, unknown)
                && let Some(value) = replaced(pool, scope, value, index, var, unknown)
                && !found.contains(&(element, value))
            {
                found.push((element, value));
            }
        }
    }
    found
}

/// An equation of integers without what stands on both sides.
fn balanced(pool: &mut TermPool, atom: Term) -> Term {
    let &[left, right] = pool.args(atom) else { return atom };
    match pool.op(atom) {
        Op::Eq if pool.sort_of(left) == Sort::INT => {
            Linear::of(pool, left).minus(&Linear::of(pool, right)).is_zero_term(pool)
        }
        _ => atom,
    }
}

/// What the elements have in common may be what a variable says: `found == 0` after `found = 1`.
fn flags(pool: &mut TermPool, scope: &Scope<'_>, predicates: &mut Predicates) {
    let is_flag = |var: VarId| {
        let mut assigned = scope.assigned.iter().filter(|(target, _)| *target == var).peekable();
        assigned.peek().is_some() && assigned.all(|&(_, term)| pool.op(term).is_literal())
    };
    let flags: Vec<VarId> = scope.moving.iter().copied().filter(|&var| is_flag(var)).collect();
    let is_about_one = |atom: &Term| {
        let free = pool.free_vars(*atom);
        let is_flag = match reads_map(pool, *atom) {
            // An element at a fixed place is as good as a variable.
            true => scope.mentions_target(pool, *atom) && !free.iter().any(|var| indexes(scope, pool, *var)),
            false => free.iter().any(|var| flags.contains(var)),
        };
        is_flag && scope.is_visible(pool, *atom)
    };
    let atoms = scope.own_atoms.iter().chain(&scope.atoms).copied().filter(is_about_one);
    let atoms: Vec<Term> = atoms.take(MOST_GUARDS).collect();
    for atom in atoms {
        predicates.push(pool, Suggestion::Condition, atom);
    }
}

/// The atom with an index that varies replaced by the skolem constant.
fn generalised(pool: &mut TermPool, scope: &Scope<'_>, atom: Term, unknown: Term) -> Vec<Term> {
    if !reads_map(pool, atom) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for term in pool.postorder(&[atom]) {
        if *pool.op(term) != Op::Select {
            continue;
        }
        let indices = pool.args(term)[1..].to_vec();
        for index in indices {
            if pool.sort_of(index) != Sort::INT {
                continue;
            }
            for var in pool.free_vars(index) {
                if scope.varying.contains(&var) {
                    found.extend(replaced(pool, scope, atom, index, var, unknown));
                }
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// The atom with `var` chosen so that the index becomes the skolem constant (plus the pointer's own offset).
fn replaced(
    pool: &mut TermPool,
    scope: &Scope<'_>,
    atom: Term,
    index: Term,
    var: VarId,
    unknown: Term,
) -> Option<Term> {
    let own = pool.var(var);
    let mut wanted = Linear::of(pool, index);
    wanted.terms.retain(|&term, _| match pool.op(term) {
        Op::Var(part) => *part != var && !scope.varying.contains(part),
        _ => false,
    });
    wanted.constant = 0.into();
    let offset = wanted.term(pool);
    let wanted = pool.add(offset, unknown);
    let value = solve(pool, index, own, wanted)?;
    let by = [(var, value)].into_iter().collect();
    let replaced = pool.substitute(atom, &by);
    Some(plain_indices(pool, replaced))
}
