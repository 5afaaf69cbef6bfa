//! What runs show of a condition. In: a program whose callers are asked for something. Out: whether a run does that and returns, and
//! whether a run fails. Both are runs of the interpreter.

use invar_gcl::{ImplId, Program};

use super::asked::{never_entered, never_returning};
use super::share;
use crate::bounded::{Reach, search};
use crate::means::Means;

/// Is there a run that satisfies the preconditions and returns? Where constructs are in the way that are not modelled exactly, one that
/// satisfies them will do.
pub fn is_satisfied(asked: &Program, impl_id: ImplId, means: &Means<'_>) -> bool {
    let is_refuted =
        |claimed: &Program, reach| !search(claimed, impl_id, None, &share(means), reach).failures.is_empty();
    let returning = never_returning(asked, impl_id);
    let is_exact = asked.approximations.as_ref().is_none_or(|known| known.constructs.is_empty());
    let mut reaches = [Reach::Glance, Reach::Rest, Reach::Part].into_iter();
    reaches.any(|reach| is_refuted(&returning, reach))
        || !is_exact && is_refuted(&never_entered(asked, impl_id), Reach::Glance)
}

/// Does a run fail that satisfies the preconditions?
pub fn is_needed(asked: &Program, impl_id: ImplId, means: &Means<'_>) -> bool {
    !search(asked, impl_id, None, &share(means), Reach::Glance).failures.is_empty()
}
