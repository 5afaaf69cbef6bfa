//! The SLAM loop (BMMR01 §6.1): abstract, search, refine. In: a task, its means. Out: invariants of all loops, a feasible path, or why there is neither.

use invar_base::Id;
use invar_gcl::boolprog::program::ProcId;
use invar_logic::{Term, TermPool};

use super::abstraction::{Abstracted, Abstraction};
use super::flow::{Flow, has_quantifier};
use super::newton::{Newton, Outcome, Refinement};
use super::prime::Primes;
use super::results::invariants;
use crate::bebop::{self, Place, Why, find};
use crate::loops::ExtraInvariants;
use crate::means::Means;
use crate::provers::Provers;
use crate::task::Task;

/// Predicates, beyond which nobody goes on.
const MOST_PREDICATES: usize = 250;

/// How the loop ends.
pub enum Found {
    /// No failing assertion is reached: what holds at the heads of loops.
    Invariants(ExtraInvariants),
    /// The path that an assertion fails on, as far as the prover can say.
    Path(Vec<super::flow::Piece>),
    /// Nothing new is learnt, or there is no more to spend.
    Stuck,
}

/// Abstract, search, refine.
pub fn prove(task: &Task<'_>, means: &Means<'_>) -> Found {
    let mut pool = task.pool.clone();
    let background: Vec<Term> = task.facts.iter().copied().filter(|&fact| !has_quantifier(&pool, fact)).collect();
    let flow = Flow::new(&mut pool, &task.body, &task.heads);
    let primes = Primes::new(&pool, &background, means);
    let mut abstraction = Abstraction::new(flow, primes, task.program.impls[task.impl_id].span);
    while means.budget.check().is_ok() && means.left() > 0 && abstraction.predicates() < MOST_PREDICATES {
        let abstracted = abstraction.abstracted(&mut pool);
        let path = match search(&abstracted, &abstraction.flow, means) {
            Searched::Path(path) => path,
            Searched::Unreachable => {
                means.note(&format!("slam: {} exclude the error", shown(&abstraction)));
                let found = invariants(task, &mut pool, &abstraction, &abstracted, means);
                return found.map_or_else(|why| stuck(means, &format!("no invariants: {why:?}")), Found::Invariants);
            }
            Searched::Open(why) => return stuck(means, &format!("the search ended: {why:?}")),
        };
        let Abstraction { flow, atoms, .. } = &mut abstraction;
        let mut newton = Newton { pool: &mut pool, flow, atoms, background: &background, means };
        let refinement = match newton.follow(&path) {
            Outcome::Feasible => return Found::Path(pieces(&abstraction.flow, &path)),
            Outcome::Infeasible(refinement) => refinement,
            Outcome::Open => return stuck(means, "whether a path is feasible is not known"),
        };
        means.note(&format!("slam: {}; a path of {} nodes is spurious: {}", shown(&abstraction), path.len(), refinement.shown(&pool)));
        if !refine(&mut pool, &mut abstraction, refinement) {
            return stuck(means, "nothing new is learnt");
        }
    }
    stuck(means, "there is no more to spend")
}

fn stuck(means: &Means<'_>, why: &str) -> Found {
    means.note(&format!("slam: stuck: {why}"));
    Found::Stuck
}

fn shown(abstraction: &Abstraction<'_>) -> String {
    let (predicates, queries) = (abstraction.predicates(), abstraction.primes.queries);
    format!("{predicates} predicates, {queries} questions, {} nodes", abstraction.flow.nodes.len())
}

enum Searched {
    Unreachable,
    Path(Vec<usize>),
    Open(Why),
}

/// Is the error reached in the boolean program?
fn search(abstracted: &Abstracted, flow: &Flow, means: &Means<'_>) -> Searched {
    let entry = ProcId::from_index(0);
    match find(&abstracted.program, Place { proc: entry, node: abstracted.error }, &means.budget) {
        bebop::Outcome::Unreachable => Searched::Unreachable,
        bebop::Outcome::Reachable(run) => {
            let nodes = run.frames.iter().flat_map(|frame| &frame.steps).map(|step| step.node);
            Searched::Path(abstracted.path(flow, nodes))
        }
        bebop::Outcome::Unknown(why) => Searched::Open(why),
    }
}

/// Is anything new?
fn refine(pool: &mut TermPool, abstraction: &mut Abstraction<'_>, refinement: Refinement) -> bool {
    let mut is_new = false;
    for predicate in refinement.predicates {
        for predicate in abstraction.with_values(pool, predicate) {
            is_new |= abstraction.add(pool, predicate);
        }
    }
    if let Some((node, formula)) = refinement.excluded {
        is_new |= abstraction.exclude(node, formula);
    }
    is_new
}

fn pieces(flow: &Flow, path: &[usize]) -> Vec<super::flow::Piece> {
    path.iter().flat_map(|&node| &flow.nodes[node].pieces).cloned().collect()
}

