//! The tables of sources: which of them are asked for which group, and in which order.

pub mod not_null;
pub mod entry;
pub mod bound;
pub mod condition;
pub mod assigned;
pub mod goal;
pub mod limit;
pub mod element;
pub mod stored;
pub mod written;
pub mod frame;

use invar_logic::{Op, Term, TermPool};
use rustc_hash::FxHashSet;

use super::ranking::most;
use super::subject::Subject;
use crate::infer::group::{Group, Predicate};
use crate::linear::inequality;
use crate::verdict::Suggestion;

/// What reports say that a predicate comes from, and who suggests it.
pub type Source = (Suggestion, fn(&mut TermPool, &Subject<'_>) -> Vec<Term>);

/// Single facts.
pub const FACTS: &[Source] = &[
    (Suggestion::NotNull, not_null::predicates),
    (Suggestion::Entry, entry::predicates),
    (Suggestion::Bound, bound::predicates),
];

/// The same beside the groups with skolem constants, with what needs those groups.
pub const FACTS_AGAIN: &[Source] = &[
    (Suggestion::Goal, goal::existential),
    (Suggestion::NotNull, not_null::predicates),
    (Suggestion::Entry, entry::predicates),
    (Suggestion::Bound, bound::predicates),
];

/// What may hold in combination only.
pub const COMBINED: &[Source] =
    &[(Suggestion::Condition, condition::predicates), (Suggestion::Assigned, assigned::predicates)];

/// For a quantified formula that the loop may have to establish.
pub const WANTED: &[Source] = &[
    (Suggestion::Goal, goal::predicates),
    (Suggestion::Limit, limit::predicates),
    (Suggestion::Written, written::by_this_loop),
    (Suggestion::Frame, frame::predicates),
    (Suggestion::Condition, condition::guards),
];

/// For the elements that the loop and the code behind it use.
pub const ELEMENTS: &[Source] = &[
    (Suggestion::Limit, limit::predicates),
    (Suggestion::Condition, condition::flags),
    (Suggestion::Stored, stored::predicates),
    (Suggestion::Condition, element::predicates),
];

/// What the sources of a table suggest, each predicate once up to negation, and the nearest only if they are too many.
pub fn group(pool: &mut TermPool, about: &Subject<'_>, sources: &[Source], phase: usize, longest: usize) -> Group {
    let mut seen = FxHashSet::default();
    let mut predicates = Vec::new();
    for &(suggestion, suggest) in sources {
        for term in suggest(pool, about) {
            let negated = pool.not(term);
            let (term, negated) = if matches!(pool.op(term), Op::Not) { (negated, term) } else { (term, negated) };
            let says_nothing =
                pool.op(term).is_literal() || inequality(pool, term).is_some_and(|sum| sum.is_constant());
            if !says_nothing && !seen.contains(&negated) && seen.insert(term) {
                predicates.push(Predicate { term, suggestion });
            }
        }
    }
    let (skolems, domain) = (about.skolems.clone(), about.domain.clone());
    let predicates = about.scope.relevance.nearest(pool, predicates, most(longest, !skolems.is_empty()));
    Group { phase, skolems, domain, predicates, longest }
}
