//! The SLAM loop (BMMR01 §6.1): abstract, search, refine. In: a task, its means. Out: invariants of all loops, a feasible path, or why there is neither.

use invar_base::{Id, Stop};
use invar_gcl::Role;
use invar_gcl::boolprog::program::ProcId;
use invar_logic::{Term, TermPool};

use super::abstraction::{Abstracted, Abstraction};
use super::contexts::Contexts;
use super::flow::Flow;
use super::newton::{Newton, Outcome, Refinement};
use super::prime::Primes;
use super::results::invariants;
use crate::atoms::atoms;
use crate::bebop::{self, Place, Why, find};
use crate::linear;
use crate::literals::has_quantifier;
use crate::loops::ExtraInvariants;
use crate::loops::live;
use crate::means::Means;
use crate::provers::Provers;
use crate::task::Task;

/// Predicates, beyond which nobody goes on.
const MOST_PREDICATES: usize = 600;

/// How the loop ends.
pub enum Found {
    /// No failing assertion is reached: what holds at the heads of loops.
    Invariants(ExtraInvariants),
    /// The path that an assertion fails on, as far as the prover can say.
    Path(Vec<super::flow::Piece>),
    /// Nothing new is learnt, or there is no more to spend.
    Stuck,
}

/// Abstract, search, refine. Where so many predicates differ only in a number, each path asks for the next one, and the loop does not come
/// to an end.
pub fn prove(task: &Task<'_>, most_alike: usize, means: &Means<'_>) -> Found {
    let mut pool = task.pool.clone();
    let background: Vec<Term> = task.facts.iter().copied().filter(|&fact| !has_quantifier(&pool, fact)).collect();
    let mut flow = Flow::new(&mut pool, &task.body, &task.heads);
    let is_temporary =
        |pool: &TermPool, var| matches!(task.program.roles.of(pool, var), Role::Temporary | Role::Chosen);
    flow.read_temporaries(&mut pool, &is_temporary);
    let lives = live(&pool, &task.body);
    flow.read_copies(&mut pool, &lives);
    let primes = Primes::new(&pool, &background, means);
    let contexts = Contexts::new(&task.body);
    let mut abstraction = Abstraction::new(flow, primes, lives, task.program.impls[task.impl_id].span);
    while means.budget.check().is_ok() && means.left() > 0 && abstraction.predicates() < MOST_PREDICATES {
        let abstracted = abstraction.abstracted(&mut pool);
        let path = match search(&abstracted, &abstraction.flow, means) {
            Searched::Path(path) => path,
            Searched::Unreachable => {
                means.note(&format!("slam: {} exclude the error", shown(&abstraction)));
                let found = invariants(task, &mut pool, &abstraction, &abstracted, means);
                return found.map_or_else(|why| stuck(means, reason(&why)), Found::Invariants);
            }
            Searched::Open(why) => return stuck(means, reason(&why)),
        };
        let Abstraction { flow, atoms, .. } = &mut abstraction;
        let mut newton = Newton { pool: &mut pool, flow, atoms, background: &background, means };
        let refinement = match newton.follow(&path) {
            Outcome::Feasible => {
                means.note(&format!("slam: {}; a path of {} nodes may be feasible", shown(&abstraction), path.len()));
                return Found::Path(pieces(&abstraction.flow, &path));
            }
            Outcome::Infeasible(refinement) => refinement,
        };
        means.note(&format!(
            "slam: {}; a path of {} nodes is spurious: {}",
            shown(&abstraction),
            path.len(),
            refinement.shown(&pool)
        ));
        if !refine(&mut pool, &mut abstraction, &contexts, refinement) {
            return stuck(means, "nothing new is learnt");
        }
        if linear::most_alike(&pool, &abstraction.primes.predicates).len() > most_alike {
            return stuck(means, "the predicates differ only in a number, more and more of them");
        }
    }
    stuck(means, "there is no more to spend")
}

fn stuck(means: &Means<'_>, why: &str) -> Found {
    means.note(&format!("slam: stuck: {why}"));
    Found::Stuck
}

fn reason(why: &Why) -> &'static str {
    match why {
        Why::TooLarge => "the decision diagrams grew too large",
        Why::TooLong => "the boolean program has too many steps",
        Why::Stopped(Stop::Deadline) => "the time is up",
        Why::Stopped(Stop::Interrupted) => "it was interrupted",
        Why::Stopped(Stop::Memory) => "memory is short",
        Why::NotReplayed(_) => "a run of the boolean program cannot be repeated",
        Why::NotClosed => "what was found is not closed under the program's steps",
        Why::ManyClauses => "the invariants have too many clauses",
    }
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
fn refine(pool: &mut TermPool, abstraction: &mut Abstraction<'_>, contexts: &Contexts, refinement: Refinement) -> bool {
    let mut is_new = false;
    let wanted: Vec<Term> =
        refinement.predicates.iter().flat_map(|&predicate| contexts.everywhere(pool, predicate)).collect();
    for formula in wanted {
        let split = abstraction.atoms.split(pool, formula);
        for predicate in
            atoms(pool, split).into_iter().flat_map(|atom| abstraction.with_values(pool, atom)).collect::<Vec<_>>()
        {
            is_new |= abstraction.add(pool, predicate);
        }
    }
    for relation in refinement.relations {
        is_new |= abstraction.relate(relation);
    }
    is_new
}

fn pieces(flow: &Flow, path: &[usize]) -> Vec<super::flow::Piece> {
    path.iter().flat_map(|&node| &flow.nodes[node].pieces).cloned().collect()
}
