//! The groups with skolem constants.

use invar_logic::{Sort, TermPool};

use super::scope::{Scope, universal};
use super::sources::{ELEMENTS, WANTED, element, group, stored};
use super::subject::Subject;
use crate::infer::group::Group;

/// How many quantified goals are looked at.
const MOST_GOALS: usize = 4;

/// One for each quantified formula that the loop may have to establish, and those of the elements that it uses.
pub fn groups(pool: &mut TermPool, scope: &Scope<'_>, longest: usize) -> Vec<Group> {
    let mut groups = Vec::new();
    for goal in scope.goals.iter().flat_map(|&formula| universal(pool, formula)).collect::<Vec<_>>() {
        if groups.len() < MOST_GOALS
            && let Some(about) = Subject::of_goal(pool, scope, goal)
        {
            groups.push(group(pool, &about, WANTED, 2, longest));
        }
    }
    if let Some(about) = of_elements(pool, scope) {
        let elements = group(pool, &about, ELEMENTS, 2, longest);
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
