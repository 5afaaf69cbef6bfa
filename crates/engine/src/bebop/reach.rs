//! The whole: everything that is reached, then the answers. A goal that is reached is answered by a run, which the interpreter repeats; that
//! one is not reached is said only if everything was looked at and what was found is closed under the steps of the program.

use invar_base::Budget;
use invar_gcl::boolprog::Program;
use invar_gcl::boolprog::program::Var;
use invar_gcl::boolprog::run::{Run, replay};

use invar_solve::bdd::Set;

use super::clauses::clauses;
use super::diagram::diagram;
use super::fixpoint::{Limits, Reached, fill, is_closed};
use super::found;
use super::layout::Time;
use super::query::{Answer, Diagram, Goal, Invariant, Literal, Outcome, Place, Query, Why, Work};
use super::trace::{at_goal, runs};
use super::transfer::Model;

/// Nodes of diagrams, by effort. A node takes about 30 bytes.
const NODES: [usize; 5] = [1 << 18, 1 << 20, 1 << 22, 1 << 24, 1 << 26];

pub fn reach(program: &Program, query: &Query, budget: &Budget) -> Answer {
    let limits = limits(budget);
    match Model::new(program, limits.nodes) {
        Ok(mut model) => answer(&mut model, query, &limits),
        Err(exhausted) => nothing(query, exhausted.into()),
    }
}

/// Is the statement reached? For programs of one procedure. The run is the first that is found, which is cheaper than the shortest.
pub fn find(program: &Program, goal: Place, budget: &Budget) -> Outcome {
    let limits = limits(budget);
    match Model::new(program, limits.nodes) {
        Ok(mut model) => found::find(&mut model, goal, &limits),
        Err(exhausted) => Outcome::Unknown(exhausted.into()),
    }
}

fn limits(budget: &Budget) -> Limits<'_> {
    let level = budget.effort.level() as usize;
    Limits { budget, steps: budget.effort.step_limit(), nodes: NODES[level.clamp(1, 5) - 1] }
}

/// The answer that knows nothing.
fn nothing(query: &Query, why: Why) -> Answer {
    let outcomes = query.goals.iter().map(|_| Outcome::Unknown(why.clone())).collect();
    let invariants = query.invariants.iter().map(|_| Err(why.clone())).collect();
    let diagrams = query.diagrams.iter().map(|_| Err(why.clone())).collect();
    Answer { outcomes, invariants, diagrams, work: Work::default() }
}

fn answer(model: &mut Model<'_>, query: &Query, limits: &Limits<'_>) -> Answer {
    let mut reached = Reached::new(query.entry);
    let filled = fill(model, &mut reached, limits);
    let closed = filled.and_then(|()| match is_closed(model, &reached, limits)? {
        true => Ok(()),
        false => Err(Why::NotClosed),
    });
    let outcomes = outcomes(model, &reached, query, &closed, limits).unwrap_or_else(|why| nothing(query, why).outcomes);
    let invariant = |place: &Place| match &closed {
        Ok(()) => invariant(model, &reached, *place),
        Err(why) => Err(why.clone()),
    };
    let invariants = query.invariants.iter().map(invariant).collect();
    let decided = |place: &Place| match &closed {
        Ok(()) => decided(model, &reached, *place),
        Err(why) => Err(why.clone()),
    };
    let diagrams = query.diagrams.iter().map(decided).collect();
    let work = Work { steps: reached.steps, procedures: reached.places(), nodes: model.space.nodes() };
    Answer { outcomes, invariants, diagrams, work }
}

fn outcomes(
    model: &mut Model<'_>,
    reached: &Reached,
    query: &Query,
    closed: &Result<(), Why>,
    limits: &Limits<'_>,
) -> Result<Vec<Outcome>, Why> {
    let mut hit = Vec::new();
    for goal in &query.goals {
        let edges = reached.edges(model, goal.place);
        hit.push(!edges.is_empty() && !at_goal(model, goal, &edges)?.is_empty());
    }
    let goals: Vec<Goal> = query.goals.iter().zip(&hit).filter(|(_, hit)| **hit).map(|(goal, _)| *goal).collect();
    let found = if goals.is_empty() { Ok(Vec::new()) } else { runs(model, reached, query.entry, &goals, limits) };
    let mut runs = found.map(Vec::into_iter);
    let outcome = |(goal, hit): (&Goal, bool)| match (hit, closed) {
        (true, _) => match &mut runs {
            Ok(runs) => repeated(model.program, query, goal, runs.next()),
            Err(why) => Outcome::Unknown(why.clone()),
        },
        (false, Ok(())) => Outcome::Unreachable,
        (false, Err(why)) => Outcome::Unknown(why.clone()),
    };
    Ok(query.goals.iter().zip(hit).map(outcome).collect())
}

fn repeated(program: &Program, query: &Query, goal: &Goal, run: Option<Run>) -> Outcome {
    let Some(run) = run else { return Outcome::Unknown(Why::NotReplayed("no run was found".to_string())) };
    match replay(program, query.entry, &run, goal.kind) {
        Ok(()) if ends_at(&run, goal.place) => Outcome::Reachable(run),
        Ok(()) => Outcome::Unknown(Why::NotReplayed("the run ends elsewhere".to_string())),
        Err(what) => Outcome::Unknown(Why::NotReplayed(what)),
    }
}

fn ends_at(run: &Run, place: Place) -> bool {
    let last = run.frames.last().and_then(|frame| Some((frame.proc, frame.steps.last()?.node)));
    last == Some((place.proc, place.node))
}

/// The states that are reached, and the variables in scope with those that stand for them.
fn states(model: &Model<'_>, reached: &Reached, place: Place) -> Result<(Set, Vec<Var>, Vec<usize>), Why> {
    let entry: Vec<usize> =
        model.entry_vars(place.proc).into_iter().map(|var| model.layout.at(Time::Entry, var)).collect();
    let states = reached.edges(model, place).exists(&model.space.variables_of(entry)?)?;
    let vars: Vec<_> = model.program.scope(place.proc).collect();
    let variables: Vec<usize> = vars.iter().map(|var| model.layout.at(Time::Now, *var)).collect();
    Ok((states, vars, variables))
}

fn decided(model: &Model<'_>, reached: &Reached, place: Place) -> Result<Diagram, Why> {
    let (states, vars, variables) = states(model, reached, place)?;
    diagram(&states, &|variable| variables.iter().position(|known| *known == variable).map(|at| vars[at]))
}

fn invariant(model: &Model<'_>, reached: &Reached, place: Place) -> Result<Invariant, Why> {
    let (states, vars, variables) = states(model, reached, place)?;
    let literal = |(variable, value)| {
        let index = variables.iter().position(|known| *known == variable)?;
        Some(Literal { var: vars[index], value })
    };
    let found = clauses(&model.space, &states, &variables)?;
    let clauses = found.into_iter().map(|clause| clause.into_iter().filter_map(literal).collect()).collect();
    Ok(Invariant { clauses })
}
