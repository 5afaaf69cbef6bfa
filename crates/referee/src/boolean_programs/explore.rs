//! Everything that a small boolean program reaches, one state at a time, with pairs of states for calls; and single runs with a
//! stack. Nothing here knows of diagrams.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use invar_engine::bebop::Place;
use invar_gcl::boolprog::Program;
use invar_gcl::boolprog::moves::{Move, is_allowed, moves, resumed};
use invar_gcl::boolprog::program::{NodeId, NodeKind, ProcId, Var};
use invar_gcl::boolprog::values::State;
use invar_gcl::random::Random;

use super::all_states;

/// With what a procedure was entered, and where it is now.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Edge {
    proc: ProcId,
    entry: State,
    node: NodeId,
    state: State,
}

/// What a call leaves: global variables and results.
type Exit = (Vec<bool>, Vec<bool>);

pub struct Explored {
    /// The fewest steps, of the statements that are reached.
    distances: BTreeMap<Place, usize>,
    failures: BTreeMap<Place, usize>,
    states: BTreeSet<(Place, State)>,
}

impl Explored {
    pub fn distance(&self, place: Place) -> Option<usize> {
        self.distances.get(&place).copied()
    }

    /// The fewest steps after which the assertion fails.
    pub fn failure(&self, place: Place) -> Option<usize> {
        self.failures.get(&place).copied()
    }

    pub fn has(&self, place: Place, state: &State) -> bool {
        self.states.contains(&(place, state.clone()))
    }
}

pub fn explore(program: &Program, entry: ProcId) -> Explored {
    let exits = exits(program, entry);
    let mut explored = Explored { distances: BTreeMap::new(), failures: BTreeMap::new(), states: BTreeSet::new() };
    let mut seen = BTreeSet::new();
    let mut open: VecDeque<(usize, Edge)> = starts(program, entry).into_iter().map(|edge| (0, edge)).collect();
    while let Some((distance, edge)) = open.pop_front() {
        if !is_allowed(&program.procs[edge.proc], &edge.state) || !seen.insert(edge.clone()) {
            continue;
        }
        let place = Place { proc: edge.proc, node: edge.node };
        explored.distances.entry(place).or_insert(distance);
        explored.states.insert((place, edge.state.clone()));
        for made in moves(program, edge.proc, edge.node, &edge.state) {
            match made {
                Move::Step(node, state) => open.push_back((distance + 1, Edge { node, state, ..edge.clone() })),
                Move::Fail => drop(explored.failures.entry(place).or_insert(distance)),
                Move::Enter { callee, args } => {
                    let entry = State { globals: edge.state.globals.clone(), locals: args };
                    let over = exits.get(&(callee, entry.clone())).into_iter().flatten();
                    open.extend(over.map(|exit| (distance + 1, after(program, &edge, exit))));
                    open.extend(entered(program, callee, &entry).into_iter().map(|edge| (distance + 1, edge)));
                }
                Move::Leave { .. } => {}
            }
        }
    }
    explored
}

/// A procedure at its entry, with any values of its local variables.
fn entered(program: &Program, proc: ProcId, entry: &State) -> Vec<Edge> {
    let body = &program.procs[proc];
    let rest = all_states(0, body.variables.len() - body.params);
    rest.map(|rest| {
        let locals = [entry.locals.as_slice(), &rest.locals].concat();
        let state = State { globals: entry.globals.clone(), locals };
        Edge { proc, entry: entry.clone(), node: body.entry, state }
    })
    .collect()
}

fn starts(program: &Program, proc: ProcId) -> Vec<Edge> {
    let inputs = all_states(program.globals.len(), program.procs[proc].params);
    inputs.flat_map(|entry| entered(program, proc, &entry)).collect()
}

/// The caller after its call.
fn after(program: &Program, edge: &Edge, (globals, results): &Exit) -> Edge {
    let NodeKind::Call { targets, next, .. } = &program.procs[edge.proc].nodes[edge.node].kind else {
        unreachable!("only calls are entered")
    };
    Edge { node: *next, state: resumed(&edge.state, globals, targets, results), ..edge.clone() }
}

/// How each call that is reached can end, by a worklist: whoever waits for a call goes on whenever it ends in a new way.
fn exits(program: &Program, entry: ProcId) -> BTreeMap<(ProcId, State), BTreeSet<Exit>> {
    let mut exits: BTreeMap<(ProcId, State), BTreeSet<Exit>> = BTreeMap::new();
    let mut waiting: BTreeMap<(ProcId, State), Vec<Edge>> = BTreeMap::new();
    let mut seen = BTreeSet::new();
    let mut open = starts(program, entry);
    while let Some(edge) = open.pop() {
        if !seen.insert(edge.clone()) {
            continue;
        }
        for made in moves(program, edge.proc, edge.node, &edge.state) {
            match made {
                Move::Step(node, state) => open.push(Edge { node, state, ..edge.clone() }),
                Move::Fail => {}
                Move::Enter { callee, args } => {
                    let key = (callee, State { globals: edge.state.globals.clone(), locals: args });
                    open.extend(exits.get(&key).into_iter().flatten().map(|exit| after(program, &edge, exit)));
                    open.extend(entered(program, callee, &key.1));
                    waiting.entry(key).or_default().push(edge.clone());
                }
                Move::Leave { results } => {
                    let key = (edge.proc, edge.entry.clone());
                    let exit = (edge.state.globals.clone(), results);
                    if exits.entry(key.clone()).or_default().insert(exit.clone()) {
                        open.extend(waiting.get(&key).into_iter().flatten().map(|edge| after(program, edge, &exit)));
                    }
                }
            }
        }
    }
    exits
}

/// Steps of a random run.
const STEPS: usize = 300;

/// The statements that one run gets to, with a stack of callers.
pub fn random_run(program: &Program, entry: ProcId, seed: u64) -> Vec<Place> {
    let mut random = Random::new(seed);
    let mut bits = |count: usize| -> Vec<bool> { (0..count).map(|_| random.chance(50)).collect() };
    let locals = program.procs[entry].variables.len();
    let state = State { globals: bits(program.globals.len()), locals: bits(locals) };
    let mut stack = vec![(entry, program.procs[entry].entry, state)];
    let mut places = Vec::new();
    for _ in 0..STEPS {
        let Some((proc, node, state)) = stack.pop() else { break };
        if !is_allowed(&program.procs[proc], &state) {
            break;
        }
        places.push(Place { proc, node });
        match random.pick(&moves(program, proc, node, &state)) {
            Some(Move::Step(next, after)) => stack.push((proc, *next, after.clone())),
            Some(Move::Fail) | None => break,
            Some(Move::Enter { callee, args }) => {
                let body = &program.procs[*callee];
                let rest = (body.params..body.variables.len()).map(|_| random.chance(50));
                let locals = args.iter().copied().chain(rest).collect();
                let inner = State { globals: state.globals.clone(), locals };
                stack.push((proc, node, state));
                stack.push((*callee, body.entry, inner));
            }
            Some(Move::Leave { results }) => {
                let Some((caller, call, before)) = stack.pop() else { break };
                let NodeKind::Call { targets, next, .. } = &program.procs[caller].nodes[call].kind else { break };
                let targets: &[Option<Var>] = targets;
                stack.push((caller, *next, resumed(&before, &state.globals, targets, results)));
            }
        }
    }
    places
}
