//! Boolean programs: made by chance, explored state by state, and Bebop's answers about them held against that. In: a seed. Out: what
//! was compared, or the first difference.
//!
//! Reading order: `generate` (programs), `family` (programs that grow), `explore` (everything that is reached, one state at a time; runs with a stack), this file.
//!
//! 1. Exactly the places that exploring reaches are reached, exactly the assertions that it sees fail can fail.
//! 2. Every run has the length of a shortest one, calls that returned being one step. (`reach` itself has the interpreter repeat it.)
//! 3. The invariant of a place is satisfied by exactly the states that reach it.
//! 4. Random runs, with a stack and without summaries, reach nothing else.
//! 5. The printed program reads back as the same program.

pub mod generate;
pub mod family;
pub mod explore;

use invar_base::{Budget, Id, SourceId};
use invar_engine::bebop::{Answer, Goal, Invariant, Outcome, Place, Query, reach};
use invar_gcl::boolprog::program::{NodeKind, ProcId, Program};
use invar_gcl::boolprog::run;
use invar_gcl::boolprog::values::State;
use invar_gcl::boolprog::{parse, print, read};

use explore::{Explored, explore, random_run};
use generate::generate;

/// What was compared.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Tally {
    pub reached: u64,
    pub unreached: u64,
    /// Assertions that can fail, and those that cannot.
    pub failing: u64,
    pub safe: u64,
    /// Calls that returned on the runs.
    pub calls: u64,
    pub states: u64,
}

impl Tally {
    pub fn add(&mut self, other: Tally) {
        self.reached += other.reached;
        self.unreached += other.unreached;
        self.failing += other.failing;
        self.safe += other.safe;
        self.calls += other.calls;
        self.states += other.states;
    }
}

/// Random runs of each program.
const RUNS: u64 = 20;

/// The program of a seed, as text.
pub fn text_of(seed: u64) -> String {
    print(&generate(seed))
}

pub fn compare(seed: u64, budget: &Budget) -> Result<Tally, String> {
    let text = text_of(seed);
    let source = SourceId::from_index(0);
    let (tree, _) = parse(source, &text);
    if print(&tree) != text {
        return Err("the text does not read back".to_string());
    }
    let program = read(source, &text).map_err(|errors| format!("not well-formed: {}", errors[0].message))?;
    let entry = program.proc_named("main").ok_or("there is no main")?;
    let explored = explore(&program, entry);
    let query = everything(&program, entry);
    let answer = reach(&program, &query, budget);
    let mut tally = Tally::default();
    for (goal, outcome) in query.goals.iter().zip(&answer.outcomes) {
        compare_goal(&explored, goal, outcome, &mut tally).map_err(|what| format!("{goal:?}: {what}"))?;
    }
    compare_invariants(&program, &explored, &query, &answer, &mut tally)?;
    for run in 0..RUNS {
        let places = random_run(&program, entry, seed.wrapping_mul(31).wrapping_add(run));
        if let Some(place) = places.into_iter().find(|place| explored.distance(*place).is_none()) {
            return Err(format!("a random run reaches {place:?}, which exploring does not"));
        }
    }
    Ok(tally)
}

/// Every statement, every assertion, and the states of every statement.
fn everything(program: &Program, entry: ProcId) -> Query {
    let mut query = Query { entry, goals: Vec::new(), invariants: Vec::new(), diagrams: Vec::new() };
    for (proc, body) in program.procs.iter() {
        for (node, statement) in body.nodes.iter() {
            let place = Place { proc, node };
            query.goals.push(Goal { place, kind: run::Goal::Reached });
            query.invariants.push(place);
            if matches!(statement.kind, NodeKind::Assert(..)) {
                query.goals.push(Goal { place, kind: run::Goal::Failed });
            }
        }
    }
    query
}

fn compare_goal(explored: &Explored, goal: &Goal, outcome: &Outcome, tally: &mut Tally) -> Result<(), String> {
    let expected = match goal.kind {
        run::Goal::Reached => explored.distance(goal.place),
        run::Goal::Failed => explored.failure(goal.place),
    };
    let (yes, no) = match goal.kind {
        run::Goal::Reached => (&mut tally.reached, &mut tally.unreached),
        run::Goal::Failed => (&mut tally.failing, &mut tally.safe),
    };
    match (outcome, expected) {
        (Outcome::Reachable(run), Some(distance)) => {
            let length = run.frames.iter().map(|frame| frame.steps.len()).sum::<usize>() - 1;
            *yes += 1;
            tally.calls += run.calls.len() as u64;
            if length == distance { Ok(()) } else { Err(format!("a run of {length} steps, but {distance} suffice")) }
        }
        (Outcome::Unreachable, None) => {
            *no += 1;
            Ok(())
        }
        (Outcome::Reachable(_), None) => Err("reachable, but exploring does not reach it".to_string()),
        (Outcome::Unreachable, Some(_)) => Err("unreachable, but exploring reaches it".to_string()),
        (Outcome::Unknown(why), _) => Err(format!("unknown: {why:?}")),
    }
}

fn compare_invariants(
    program: &Program,
    explored: &Explored,
    query: &Query,
    answer: &Answer,
    tally: &mut Tally,
) -> Result<(), String> {
    for (place, invariant) in query.invariants.iter().zip(&answer.invariants) {
        let invariant = invariant.as_ref().map_err(|why| format!("no invariant: {why:?}"))?;
        let locals = program.procs[place.proc].variables.len();
        for state in all_states(program.globals.len(), locals) {
            if satisfies(&state, invariant) != explored.has(*place, &state) {
                return Err(format!("the invariant of {place:?} is wrong about {state:?}"));
            }
            tally.states += 1;
        }
    }
    Ok(())
}

fn satisfies(state: &State, invariant: &Invariant) -> bool {
    invariant.clauses.iter().all(|clause| clause.iter().any(|literal| state.get(literal.var) == literal.value))
}

/// All values of all variables.
pub fn all_states(globals: usize, locals: usize) -> impl Iterator<Item = State> {
    let bits =
        move |number: u64, from: usize, count: usize| (from..from + count).map(|bit| number >> bit & 1 == 1).collect();
    (0..1u64 << (globals + locals))
        .map(move |number| State { globals: bits(number, 0, globals), locals: bits(number, globals, locals) })
}
