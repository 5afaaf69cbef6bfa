//! Invariants as combinations of predicates that spurious paths ask for (BMMR01).

use std::collections::BTreeSet;

use invar_logic::{Op, Term};

use super::{Engine, Round};
use crate::body::StepKind;
use crate::bounded::Findings;
use crate::known::Known;
use crate::means::Means;
use crate::shares::Stage;
use crate::slam::{Found, prove, replay};
use crate::task::Task;

/// Who else works.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Slam {
    /// Nobody, as published.
    Alone,
    /// Others before it and after it.
    InTurn,
}

impl Engine for Slam {
    fn round(&self, task: &Task<'_>, _known: &Known, means: &Means<'_>) -> Round {
        let (share, most_alike) = match self {
            Slam::Alone => (means.share(Stage::SlamAlone), usize::MAX),
            Slam::InTurn => (means.share(Stage::Slam), MOST_ALIKE),
        };
        match prove(task, most_alike, &share.half_the_time()) {
            Found::Invariants(invariants) => Round::Certain(invariants),
            Found::Path(path) => match replay(task, &path, means) {
                Some(failure) => Round::Runs(Findings::failing(failure)),
                None => Round::Stuck,
            },
            Found::Stuck => Round::Stuck,
        }
    }
}

/// Predicates that differ only in a number, before it is the turn of others.
const MOST_ALIKE: usize = 8;

/// Values that conditions tell apart, from which on a body counts as a state machine.
const CASES: usize = 8;

/// Does control depend on which of many values variables have? Then predicates about those values are worth looking for.
pub fn has_many_cases(task: &Task<'_>) -> bool {
    let steps = task.body.blocks.values().flat_map(|block| &block.steps);
    let conditions = steps.filter_map(|step| match step.kind {
        StepKind::Assume(condition) => Some(condition),
        StepKind::Assign(..) | StepKind::Havoc(_) | StepKind::Assert(..) => None,
    });
    // The copies of a callee's variable, one for each call, are one.
    let case = |condition: Term| {
        let (Op::Eq, &[a, b]) = (task.pool.op(condition), task.pool.args(condition)) else { return None };
        let (subject, literal) = if task.pool.op(b).is_literal() { (a, b) } else { (b, a) };
        let variable = match task.pool.op(subject) {
            Op::Var(var) => Some(task.pool.root(*var)),
            _ => None,
        };
        task.pool.op(literal).is_literal().then_some((variable, variable.is_none().then_some(subject), literal))
    };
    conditions.filter_map(case).collect::<BTreeSet<_>>().len() >= CASES
}
