//! Runs of C programs, followed in their abstractions (BMMR01 §4.6): every run of the interpreter is a run of the boolean program, in which each bᵢ is what φᵢ is, also on
//! the way. In: a program, its boolean program, what happened in a run. Out: how much was compared, or where the boolean program cannot follow.
//!
//! The boolean program goes the way that the run went, block by block and call by call, in all states that it may be in. Wherever a block begins, a call begins or a procedure
//! ends, those states are kept in which every variable is what its predicate is then; there must be one.

use std::collections::{BTreeMap, BTreeSet};

use invar_engine::c2bp::signature::copies;
use invar_gcl::boolprog::moves::{Move, moves, resumed};
use invar_gcl::boolprog::program::{NodeId, NodeKind, Proc, ProcId, Program as BooleanProgram, Var};
use invar_gcl::boolprog::values::State as BooleanState;
use invar_gcl::interp::{Decision, Event, EventKind, Run, State};
use invar_gcl::{self as gcl, BlockId, ImplId, Program};
use invar_logic::eval::eval_bool;
use invar_logic::{Term, Value, VarId};

/// What was compared.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Followed {
    /// Places of the run at which predicates were compared, and predicates that had a value there.
    pub places: u64,
    pub values: u64,
    pub calls: u64,
}

type States = BTreeSet<(NodeId, BooleanState)>;

/// States, beyond which nobody follows.
const MOST_STATES: usize = 4_096;
/// Steps of evaluating one predicate.
const STEPS: u64 = 100_000;

struct Frame {
    implementation: ImplId,
    proc: ProcId,
    /// Where the boolean program may be. Before the first block: nowhere yet.
    states: States,
    values: BTreeMap<VarId, Value>,
    has_begun: bool,
}

struct Following<'a> {
    program: &'a Program,
    boolean: &'a BooleanProgram,
    globals: BTreeMap<VarId, Value>,
    frames: Vec<Frame>,
    /// What a callee may begin with: global variables and arguments.
    given: BTreeSet<BooleanState>,
    followed: Followed,
}

pub fn follow(program: &Program, boolean: &BooleanProgram, run: &Run) -> Result<Followed, String> {
    let constant = |decision: &Decision| {
        let Decision::Value(var, value) = decision else { return None };
        program.constants.iter().any(|constant| constant.var == *var).then(|| (*var, value.clone()))
    };
    let globals = run.decisions.iter().filter_map(constant).collect();
    let (frames, given, followed) = Default::default();
    let mut following = Following { program, boolean, globals, frames, given, followed };
    for (at, event) in run.events.iter().enumerate() {
        following.event(event).map_err(|what| format!("event {at}, {:?}: {what}", event.kind))?;
        let is_large = following.frames.last().is_some_and(|frame| frame.states.len() > MOST_STATES);
        if is_large {
            break;
        }
    }
    Ok(following.followed)
}

impl Following<'_> {
    fn event(&mut self, event: &Event) -> Result<(), String> {
        match event.kind {
            EventKind::Started(implementation) => self.started(implementation, &event.values),
            EventKind::EnteredBlock(block) => self.entered(block),
            EventKind::Called(callee) if self.has_body(callee) => self.called(callee),
            EventKind::Returned(callee) if self.has_body(callee) => self.returned(&event.values),
            EventKind::Assigned | EventKind::Havoced | EventKind::Called(_) | EventKind::Returned(_) => {
                self.set(&event.values);
                Ok(())
            }
            EventKind::Assumed | EventKind::Checked(_) => Ok(()),
        }
    }

    fn has_body(&self, callee: gcl::ProcId) -> bool {
        !self.program.bodies_of(callee).is_empty()
    }

    fn set(&mut self, values: &[(VarId, Value)]) {
        for (var, value) in values {
            match (self.program.global(*var).is_some(), self.frames.last_mut()) {
                (false, Some(frame)) => drop(frame.values.insert(*var, value.clone())),
                (true, _) | (false, None) => drop(self.globals.insert(*var, value.clone())),
            }
        }
    }

    fn started(&mut self, implementation: ImplId, values: &[(VarId, Value)]) -> Result<(), String> {
        let name = self.program.impl_name(implementation);
        let proc = self.boolean.proc_named(name).ok_or("there is no such procedure")?;
        let frame = Frame { implementation, proc, states: States::new(), values: BTreeMap::new(), has_begun: false };
        self.frames.push(frame);
        self.set(values);
        // Bodies copy their formals; predicates speak of the copies.
        for (formal, copy) in copies(&self.program.pool, &self.program.impls[implementation]) {
            if let Some((_, value)) = values.iter().find(|(var, _)| *var == formal) {
                self.set(&[(copy, value.clone())]);
            }
        }
        Ok(())
    }

    /// Which variables of the boolean program have to have which value now.
    fn wanted(&self) -> Vec<(Var, bool)> {
        let Some(frame) = self.frames.last() else { return Vec::new() };
        let mut state = State::default();
        self.globals.iter().chain(&frame.values).for_each(|(var, value)| state.values.insert(*var, value.clone()));
        let own = self.program.impls[frame.implementation].proc;
        let proc = &self.boolean.procs[frame.proc];
        let value = |term: Term| eval_bool(&self.program.pool, term, &state, &mut { STEPS }).ok();
        let mut wanted = Vec::new();
        for predicate in &self.program.predicates {
            let places: &[_] = match predicate.procedure {
                None => &self.boolean.globals,
                Some(procedure) if procedure == own => &proc.variables,
                Some(_) => continue,
            };
            let Some(place) = places.iter().position(|one| one.name == predicate.text) else { continue };
            let var = if predicate.procedure.is_none() { Var::Global(place) } else { Var::Local(place) };
            wanted.extend(value(predicate.term).map(|value| (var, value)));
        }
        wanted
    }

    /// Keeps the states that are as the run is.
    fn compare(&mut self) -> Result<(), String> {
        let wanted = self.wanted();
        let (boolean, Some(frame)) = (self.boolean, self.frames.last_mut()) else { return Ok(()) };
        let before = frame.states.len();
        frame.states.retain(|(_, state)| wanted.iter().all(|(var, value)| state.get(*var) == *value));
        self.followed.places += 1;
        self.followed.values += wanted.len() as u64;
        let shown = |(var, value): &(Var, bool)| format!("{} = {value}", boolean.variable(frame.proc, *var).name);
        match frame.states.is_empty() {
            true => Err(format!("none of {before} states has {:?}", wanted.iter().map(shown).collect::<Vec<_>>())),
            false => Ok(()),
        }
    }

    fn entered(&mut self, block: BlockId) -> Result<(), String> {
        let (program, boolean) = (self.program, self.boolean);
        let Some(frame) = self.frames.last_mut() else { return Ok(()) };
        let body = &program.impls[frame.implementation];
        let label = program.pool.name(body.blocks[block].label);
        let proc = &boolean.procs[frame.proc];
        let target = proc.labels.iter().find(|(name, _)| name.name == label).map(|(_, node)| *node);
        let target = target.ok_or_else(|| format!("there is no label {label}"))?;
        if frame.has_begun {
            frame.states = advanced(boolean, frame, &|node| node == target);
            return self.compare();
        }
        frame.has_begun = true;
        self.begin(target)
    }

    /// Local variables begin with any value, as all do where the run begins; the states that are as the run is are kept.
    fn begin(&mut self, entry: NodeId) -> Result<(), String> {
        let wanted = self.wanted();
        let (boolean, given) = (self.boolean, std::mem::take(&mut self.given));
        let Some(frame) = self.frames.last_mut() else { return Ok(()) };
        let proc = &boolean.procs[frame.proc];
        let starts = match given.is_empty() {
            true => completed(&BooleanState { globals: Vec::new(), locals: Vec::new() }, boolean, proc, &wanted),
            false => given.iter().flat_map(|state| completed(state, boolean, proc, &wanted)).collect(),
        };
        frame.states = starts.into_iter().map(|state| (entry, state)).collect();
        self.compare()?;
        self.leave_fitting()
    }

    /// Of the caller's states, those are left that give the callee what it began with.
    fn leave_fitting(&mut self) -> Result<(), String> {
        let boolean = self.boolean;
        let [.., caller, callee] = &mut self.frames[..] else { return Ok(()) };
        let params = boolean.procs[callee.proc].params;
        let begins = |state: &BooleanState, args: &[bool]| {
            callee.states.iter().any(|(_, own)| own.globals == state.globals && own.locals[..params] == *args)
        };
        caller.states.retain(|(node, state)| {
            let all = moves(boolean, caller.proc, *node, state);
            all.iter().any(|made| matches!(made, Move::Enter { args, .. } if begins(state, args)))
        });
        if caller.states.is_empty() { Err("no state gives these arguments".to_string()) } else { Ok(()) }
    }

    /// The caller gets to the call; the callee begins with what it may be given there.
    fn called(&mut self, callee: gcl::ProcId) -> Result<(), String> {
        let boolean = self.boolean;
        let name = self.program.proc_name(callee);
        let callee = boolean.proc_named(name).ok_or("there is no such procedure")?;
        let Some(frame) = self.frames.last_mut() else { return Ok(()) };
        let nodes = &boolean.procs[frame.proc].nodes;
        let is_call =
            |node: NodeId| matches!(&nodes[node].kind, NodeKind::Call { callee: other, .. } if *other == callee);
        frame.states = advanced(boolean, frame, &is_call);
        self.compare()?;
        let Some(frame) = self.frames.last() else { return Ok(()) };
        for (node, state) in &frame.states {
            for made in moves(boolean, frame.proc, *node, state) {
                if let Move::Enter { args, .. } = made {
                    self.given.insert(BooleanState { globals: state.globals.clone(), locals: args });
                }
            }
        }
        self.followed.calls += 1;
        match self.given.is_empty() {
            true => Err("the call cannot begin".to_string()),
            false => Ok(()),
        }
    }

    fn returned(&mut self, values: &[(VarId, Value)]) -> Result<(), String> {
        let boolean = self.boolean;
        let Some(frame) = self.frames.last_mut() else { return Ok(()) };
        let nodes = &boolean.procs[frame.proc].nodes;
        let is_end = |node: NodeId| matches!(nodes[node].kind, NodeKind::Return(_));
        frame.states = advanced(boolean, frame, &is_end);
        self.compare()?;
        let Some(ended) = self.frames.pop() else { return Ok(()) };
        let Some(frame) = self.frames.last_mut() else { return Ok(()) };
        let mut after = States::new();
        for (node, before) in &frame.states {
            let NodeKind::Call { targets, next, .. } = &boolean.procs[frame.proc].nodes[*node].kind else { continue };
            for (end, state) in &ended.states {
                for made in moves(boolean, ended.proc, *end, state) {
                    let Move::Leave { results } = made else { continue };
                    after.insert((*next, resumed(before, &state.globals, targets, &results)));
                }
            }
        }
        frame.states = after;
        self.set(values);
        match self.frames.last().is_some_and(|frame| frame.states.is_empty()) {
            true => Err("the call cannot return".to_string()),
            false => Ok(()),
        }
    }
}

/// A result of a call, which is set before it is read.
fn is_temporary(proc: &Proc, place: usize) -> bool {
    let name = &proc.variables[place].name;
    name.strip_prefix('t').is_some_and(|number| !number.is_empty() && number.chars().all(|c| c.is_ascii_digit()))
}

/// The state with every way to give a value to the variables that have none: what the run says, or any.
fn completed(state: &BooleanState, boolean: &BooleanProgram, proc: &Proc, wanted: &[(Var, bool)]) -> Vec<BooleanState> {
    let globals = (state.globals.len()..boolean.globals.len()).map(Var::Global);
    let locals = (state.locals.len()..proc.variables.len()).map(Var::Local);
    let mut all = vec![state.clone()];
    for var in globals.chain(locals) {
        let value = wanted.iter().find(|(other, _)| *other == var).map(|(_, value)| *value);
        let values = match (value, var) {
            (Some(value), _) => vec![value],
            (None, Var::Local(place)) if is_temporary(proc, place) => vec![false],
            (None, _) => vec![false, true],
        };
        let longer = |state: &BooleanState| values.iter().map(|&value| pushed(state, var, value)).collect::<Vec<_>>();
        all = all.iter().flat_map(longer).collect();
    }
    all
}

fn pushed(state: &BooleanState, var: Var, value: bool) -> BooleanState {
    let mut longer = state.clone();
    match var {
        Var::Global(_) => longer.globals.push(value),
        Var::Local(_) => longer.locals.push(value),
    }
    longer
}

/// The states in which the frame's procedure first gets to such a statement, without beginning another block on the way.
fn advanced(boolean: &BooleanProgram, frame: &Frame, is_wanted: &dyn Fn(NodeId) -> bool) -> States {
    let proc = &boolean.procs[frame.proc];
    let is_label = |node: NodeId| proc.labels.iter().any(|(_, label)| *label == node);
    let (mut found, mut seen) = (States::new(), States::new());
    let mut open: Vec<(NodeId, BooleanState)> = Vec::new();
    for (node, state) in &frame.states {
        // A call may stand where the states are, and a procedure may end there.
        match is_wanted(*node) && !is_label(*node) {
            true => drop(found.insert((*node, state.clone()))),
            false => open.push((*node, state.clone())),
        }
    }
    let is_end = |node: NodeId| matches!(proc.nodes[node].kind, NodeKind::Return(_) | NodeKind::Call { .. });
    while let Some((node, state)) = open.pop() {
        if is_end(node) {
            if is_wanted(node) {
                found.insert((node, state));
            }
            continue;
        }
        for made in moves(boolean, frame.proc, node, &state) {
            let Move::Step(next, state) = made else { continue };
            if is_wanted(next) {
                found.insert((next, state));
            } else if !is_label(next) && seen.insert((next, state.clone())) {
                open.push((next, state));
            }
        }
    }
    found
}
