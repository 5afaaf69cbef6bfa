//! What runs show of a condition. In: a program whose callers are asked for something. Out: whether a run does that and returns, and
//! whether a run fails. Both are runs of the interpreter.

use invar_gcl::{ImplId, Program};

use super::asked::never_returning;
use super::share;
use crate::bounded::{Reach, search};
use crate::means::Means;

/// Is there a run that satisfies the preconditions and returns? One that goes through a construct that is not modelled exactly does:
/// what is asked for was evaluated before.
pub fn is_satisfied(asked: &Program, impl_id: ImplId, means: &Means<'_>) -> bool {
    let claimed = never_returning(asked, impl_id);
    [Reach::Glance, Reach::Rest, Reach::Part].into_iter().any(|reach| {
        let found = search(&claimed, impl_id, None, &share(means), reach);
        !found.failures.is_empty() || !found.approximated.is_empty()
    })
}

/// Does a run fail that satisfies the preconditions?
pub fn is_needed(asked: &Program, impl_id: ImplId, means: &Means<'_>) -> bool {
    !search(asked, impl_id, None, &share(means), Reach::Glance).failures.is_empty()
}
