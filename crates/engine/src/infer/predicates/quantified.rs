//! The groups with skolem constants.

use invar_logic::{Op, Sort, Substitution, TermPool, VarId};
use num_traits::Signed;

use super::scope::{Scope, universal};
use super::sources::{ELEMENTS, KEPT, WANTED, element, group, stored, stride};
use super::subject::Subject;
use crate::infer::group::Group;

/// How many literals clauses have that keep what was assumed: it, and where.
const SHORT: usize = 2;

/// How many quantified goals are looked at.
const MOST_GOALS: usize = 4;

/// One for each quantified formula that the loop may have to establish, or to keep, and
/// those of the elements that it uses.
pub fn groups(pool: &mut TermPool, scope: &Scope<'_>, longest: usize) -> Vec<Group> {
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
    if let Some(about) = of_elements(pool, scope) {
        let elements = group(pool, &about, ELEMENTS, 2, longest);
        groups.extend(strided(pool, scope, &elements));
        groups.push(elements);
    }
    groups.retain(|group| group.terms().any(|term| scope.mentions_target(pool, term)));
    groups
}

/// One skolem constant for the elements of the maps that the loop and the code behind it read, test and write.
fn of_elements<'a>(pool: &mut TermPool, scope: &'a Scope<'a>) -> Option<Subject<'a>> {
    let skolem = pool.fresh_var("sc", Sort::INT);
    let (zero, unknown) = (pool.int(0), pool.var(skolem));
    let domain = vec![pool.le(zero, unknown)];
    let mut about = Subject { scope, skolems: vec![skolem], domain, goal: None, atoms: Vec::new() };
    let stored = stored::predicates(pool, &about);
    let tested = element::predicates(pool, &about);
    about.atoms = stored.into_iter().chain(tested).collect();
    (!about.atoms.is_empty()).then_some(about)
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
