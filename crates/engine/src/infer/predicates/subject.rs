//! What the predicates of one group are about.

use invar_logic::{Op, Sort, Substitution, Term, TermPool, VarId};
use num_traits::Signed;

use super::reading::{atoms, without_ranges};
use super::scope::Scope;
use super::sources::{ELEMENTS, KEPT, WANTED, element, group, stored, stride};
use crate::infer::group::Group;
use crate::linear::plain_indices;

/// A loop, and maybe elements at any index: `∀ skolems. domain ⇒ …` (FQ02 §4.1).
pub struct Subject<'a> {
    pub scope: &'a Scope<'a>,
    pub skolems: Vec<VarId>,
    /// What the skolem constants satisfy without any target of the loop: it is assumed, not combined.
    pub domain: Vec<Term>,
    /// The formula that the loop may have to establish or to keep, if there is one, about the skolem constants.
    pub goal: Option<Term>,
    /// What is said about the skolem constants beyond the domain, and can be said at the head.
    pub atoms: Vec<Term>,
}

/// How many literals clauses have that keep what was assumed: it, and where.
const SHORT: usize = 2;

/// How many quantified goals are looked at.
const MOST_GOALS: usize = 4;

/// The groups with skolem constants: one for each quantified formula that the loop may have to establish, or to keep, and
/// those of the elements that it uses.
pub fn quantified(pool: &mut TermPool, scope: &Scope<'_>, longest: usize) -> Vec<Group> {
    let mut groups = Vec::new();
    for (formulas, sources, longest) in [(&scope.goals, WANTED, longest), (&scope.kept, KEPT, SHORT)] {
        for goal in formulas.iter().flat_map(|&formula| universal(pool, formula)).collect::<Vec<_>>() {
            if groups.len() < MOST_GOALS
                && let Some(about) = Subject::of_goal(pool, scope, goal)
            {
                groups.push(group(pool, &about, sources, 2, longest));
            }
        }
    }
    if let Some(about) = Subject::of_elements(pool, scope) {
        let elements = group(pool, &about, ELEMENTS, 2, longest);
        groups.extend(strided(pool, scope, &elements));
        groups.push(elements);
    }
    groups.retain(|group| group.terms().any(|term| scope.mentions_target(pool, term)));
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

impl<'a> Subject<'a> {
    pub fn of_loop(scope: &'a Scope<'a>) -> Subject<'a> {
        Subject { scope, skolems: Vec::new(), domain: Vec::new(), goal: None, atoms: Vec::new() }
    }

    /// Skolem constants for the bound variables of a goal, and what it says about them. `None` if they are no integers, or if
    /// it speaks of what comes later, such as the result.
    fn of_goal(pool: &mut TermPool, scope: &'a Scope<'a>, goal: Term) -> Option<Subject<'a>> {
        let Op::Forall(binder) = pool.op(goal).clone() else { return None };
        if binder.vars.iter().any(|&var| pool.variable(var).sort != Sort::INT) {
            return None;
        }
        let skolems: Vec<VarId> = binder.vars.iter().map(|&var| pool.variant(var)).collect();
        let by: Substitution =
            binder.vars.iter().zip(&skolems).map(|(&var, &skolem)| (var, pool.var(skolem))).collect();
        let opened = pool.args(goal)[0];
        let opened = pool.substitute(opened, &by);
        let opened = plain_indices(pool, opened);
        let (domain, mut atoms) = split(pool, scope, opened);
        atoms.retain(|&atom| scope.is_visible(pool, atom));
        let is_known = domain.iter().all(|&term| scope.is_visible(pool, term));
        is_known.then_some(Subject { scope, skolems, domain, goal: Some(opened), atoms })
    }

    /// One skolem constant for the elements of the maps that the loop and the code behind it read, test and write.
    fn of_elements(pool: &mut TermPool, scope: &'a Scope<'a>) -> Option<Subject<'a>> {
        let skolem = pool.fresh_var("sc", Sort::INT);
        let (zero, unknown) = (pool.int(0), pool.var(skolem));
        let domain = vec![pool.le(zero, unknown)];
        let mut about = Subject { scope, skolems: vec![skolem], domain, goal: None, atoms: Vec::new() };
        let stored = stored::predicates(pool, &about);
        let tested = element::predicates(pool, &about);
        about.atoms = stored.into_iter().chain(tested).collect();
        (!about.atoms.is_empty()).then_some(about)
    }
}

/// The antecedents that mention no target, and the atoms of all the rest.
fn split(pool: &mut TermPool, scope: &Scope<'_>, formula: Term) -> (Vec<Term>, Vec<Term>) {
    let roles = scope.reading.roles;
    let (mut domain, mut rest, mut ranges) = (Vec::new(), Vec::new(), Vec::new());
    let mut conclusion = formula;
    while let Op::Implies = pool.op(conclusion) {
        let (antecedent, then) = (pool.args(conclusion)[0], pool.args(conclusion)[1]);
        conclusion = then;
        let mut work = vec![antecedent];
        while let Some(term) = work.pop() {
            match pool.op(term) {
                Op::And => {
                    let (more, types) = without_ranges(pool, roles, pool.args(term));
                    work.extend(more);
                    ranges.extend(types);
                }
                _ if scope.mentions_target(pool, term) => rest.extend(atoms(pool, roles, term)),
                _ => domain.push(term),
            }
        }
    }
    rest.extend(atoms(pool, roles, conclusion));
    if domain.is_empty() {
        domain = ranges;
    }
    (domain, rest)
}

/// The same group for the elements that the loop comes to, if it leaves some out.
fn strided(pool: &mut TermPool, scope: &Scope<'_>, group: &Group) -> Option<Group> {
    let &[skolem] = &group.skolems[..] else { return None };
    let strides = |var: VarId| {
        let steps = stride::steps(pool, scope, var);
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
