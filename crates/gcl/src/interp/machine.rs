//! The run itself: frames on an explicit stack, one command at a time. Every way to end early is an `Outcome`, carried
//! as the error side of `Step`.

mod calls;

use std::collections::{BTreeMap, BTreeSet};

use invar_base::Span;
use invar_logic::{EvalError, Sort, SortKind, Term, TermPool, Value, VarId, eval, eval_bool};

use super::back_edges::Dominators;
use super::oracle::{Decision, Oracle, ValueRequest, Why};
use super::{Event, EventKind, Failure, Inputs, Limits, Outcome, Run, State, Undecided};
use crate::check::{CheckId, CheckKind};
use crate::program::{BlockId, Cmd, CmdKind, ImplId, Local, ProcId, Program, Transfer, Trust};

type Step<T> = Result<T, Box<Outcome>>;

pub(super) fn run(
    program: &Program,
    pool: &TermPool,
    impl_id: ImplId,
    inputs: &Inputs,
    oracle: &mut dyn Oracle,
    limits: Limits,
) -> Run {
    let mut machine = Machine {
        program,
        pool,
        oracle,
        steps: limits.steps,
        frames: Vec::new(),
        dominators: BTreeMap::new(),
        loop_targets: BTreeMap::new(),
        bodies: BTreeMap::new(),
        record: Record { limit: limits.events, ..Record::default() },
    };
    for (id, body) in program.impls.iter() {
        machine.bodies.entry(body.proc).or_insert(id);
    }
    let outcome = match machine.start(impl_id, inputs).and_then(|()| machine.execute()) {
        Ok(state) => Outcome::Returned(state),
        Err(outcome) => *outcome,
    };
    let Record { events, dropped, decisions, undecided_axioms, .. } = machine.record;
    Run { outcome, events, events_dropped: dropped, decisions, undecided_axioms }
}

struct Machine<'a> {
    program: &'a Program,
    pool: &'a TermPool,
    oracle: &'a mut dyn Oracle,
    steps: u64,
    /// Never empty while commands run; the last one is running.
    frames: Vec<Frame>,
    dominators: BTreeMap<ImplId, Dominators>,
    /// What each loop may change, by its head; only computed where `where` conditions make it matter.
    loop_targets: BTreeMap<ImplId, BTreeMap<BlockId, BTreeSet<VarId>>>,
    /// The first body of each procedure.
    bodies: BTreeMap<ProcId, ImplId>,
    record: Record,
}

/// One activation of a body.
struct Frame {
    impl_id: ImplId,
    block: BlockId,
    next_cmd: usize,
    /// Did the run arrive at the block by a back edge?
    by_back_edge: bool,
    state: State,
    /// Where the caller wants the results.
    results: Vec<VarId>,
    /// The call, or the body itself for the first frame.
    span: Span,
}

#[derive(Default)]
struct Record {
    limit: usize,
    events: Vec<Event>,
    dropped: u64,
    decisions: Vec<Decision>,
    undecided_axioms: Vec<usize>,
}

impl Record {
    fn event(&mut self, span: Span, kind: EventKind, depth: usize, values: impl FnOnce() -> Vec<(VarId, Value)>) {
        if self.events.len() < self.limit {
            self.events.push(Event { span, kind, depth, values: values() });
        } else {
            self.dropped += 1;
        }
    }
}

impl Machine<'_> {
    // ---- evaluating and asking

    fn spend(&mut self) -> Step<()> {
        self.steps = self.steps.checked_sub(1).ok_or(Outcome::OutOfBudget)?;
        Ok(())
    }

    fn value_of(&mut self, term: Term, state: &State, span: Span) -> Step<Value> {
        eval(self.pool, term, state, &mut self.steps).map_err(|error| stop(error, span))
    }

    /// The truth of a formula: evaluated, or else the oracle's.
    fn truth(&mut self, term: Term, state: &State, span: Span) -> Step<bool> {
        let error = match eval_bool(self.pool, term, state, &mut self.steps) {
            Ok(truth) => return Ok(truth),
            Err(EvalError::OutOfSteps) => return Err(Box::new(Outcome::OutOfBudget)),
            Err(error) => error,
        };
        let truth = self.oracle.decide(self.pool, term, state).ok_or_else(|| stop(error, span))?;
        self.record.decisions.push(Decision::Truth(truth));
        Ok(truth)
    }

    fn assume(&mut self, term: Term, state: &State, span: Span) -> Step<()> {
        if self.truth(term, state, span)? { Ok(()) } else { Err(Box::new(Outcome::Blocked { span })) }
    }

    fn ask(&mut self, var: VarId, why: Why, conditions: &[Term], state: &State, span: Span) -> Step<Value> {
        let sort = self.pool.variable(var).sort;
        let request = ValueRequest { pool: self.pool, var, sort, why, span, conditions, state };
        let answer = self.oracle.value(&request);
        let reason = match answer {
            Some(value) if fits(self.pool, sort, &value) => {
                self.record.decisions.push(Decision::Value(var, value.clone()));
                return Ok(value);
            }
            Some(_) => Undecided::Malformed,
            None => Undecided::NoValue(var),
        };
        Err(Box::new(Outcome::Undecided { reason, span }))
    }

    fn given(&mut self, value: Option<&Value>, local: &Local, state: &State) -> Step<Value> {
        match value {
            Some(value) if fits(self.pool, self.pool.variable(local.var).sort, value) => Ok(value.clone()),
            Some(_) => Err(Box::new(Outcome::Undecided { reason: Undecided::Malformed, span: local.span })),
            None => self.ask(local.var, Why::Input, local.where_.as_slice(), state, local.span),
        }
    }

    // ---- the start

    /// Constants, axioms, globals and parameters; then the body's preconditions, all as assumptions.
    fn start(&mut self, impl_id: ImplId, inputs: &Inputs) -> Step<()> {
        let program = self.program;
        let mut state = State { functions: inputs.functions.clone(), ..State::default() };
        for constant in &program.constants {
            let local = Local { var: constant.var, where_: None, span: constant.span };
            let value = self.given(inputs.constants.get(&constant.var), &local, &state)?;
            state.values.insert(constant.var, value);
        }
        self.unique_constants(&state)?;
        self.axioms(&state)?;
        let flag = program.approximations.as_ref().map(|approximations| approximations.flag);
        let zero = Value::int(0);
        for global in &program.globals {
            let local = Local { var: global.var, where_: global.where_, span: global.span };
            let nothing_yet = (flag == Some(global.var)).then_some(&zero);
            let value = self.given(nothing_yet.or(inputs.globals.get(&global.var)), &local, &state)?;
            state.values.insert(global.var, value);
        }
        for global in &program.globals {
            if let Some(condition) = global.where_ {
                self.assume(condition, &state, global.span)?;
            }
        }
        let body = &program.impls[impl_id];
        let mut ins = Vec::new();
        for (position, local) in body.ins.iter().enumerate() {
            let value = self.given(inputs.ins.get(position), local, &state)?;
            state.values.insert(local.var, value.clone());
            ins.push(value);
        }
        self.enter(impl_id, state, ins, Vec::new(), body.span)
    }

    fn unique_constants(&mut self, state: &State) -> Step<()> {
        let unique: Vec<_> = self.program.constants.iter().filter(|constant| constant.unique).collect();
        for (position, a) in unique.iter().enumerate() {
            for b in &unique[position + 1..] {
                let sort = self.pool.variable(a.var).sort;
                let (Some(x), Some(y)) = (state.values.get(&a.var), state.values.get(&b.var)) else { continue };
                if sort != self.pool.variable(b.var).sort || x.equal(y, self.pool, sort) == Some(false) {
                    continue;
                }
                return Err(Box::new(match x.equal(y, self.pool, sort) {
                    Some(_) => Outcome::Blocked { span: b.span },
                    None => Outcome::Undecided { reason: Undecided::Eval(EvalError::UndecidedEquality), span: b.span },
                }));
            }
        }
        Ok(())
    }

    /// An axiom that cannot be evaluated is assumed, and listed. The oracle is not asked: it may take the axioms for granted.
    fn axioms(&mut self, state: &State) -> Step<()> {
        for (number, axiom) in self.program.axioms.iter().enumerate() {
            match eval_bool(self.pool, axiom.term, state, &mut self.steps) {
                Ok(true) => {}
                Ok(false) => return Err(Box::new(Outcome::Blocked { span: axiom.span })),
                Err(EvalError::OutOfSteps) => return Err(Box::new(Outcome::OutOfBudget)),
                Err(_) => self.record.undecided_axioms.push(number),
            }
        }
        Ok(())
    }

    /// Opens a frame. `state` holds constants and globals; the checked preconditions of a call have been checked.
    fn enter(
        &mut self,
        impl_id: ImplId,
        mut state: State,
        ins: Vec<Value>,
        results: Vec<VarId>,
        span: Span,
    ) -> Step<()> {
        let program = self.program;
        let body = &program.impls[impl_id];
        let proc = &program.procs[body.proc];
        for global in &program.globals {
            if let Some(value) = state.values.get(&global.var).cloned() {
                state.values.insert(global.old, value);
            }
        }
        for ((formal, own), value) in proc.ins.iter().zip(&body.ins).zip(ins) {
            state.values.insert(formal.var, value.clone());
            state.values.insert(own.var, value);
        }
        for local in body.outs.iter().chain(&body.locals) {
            let value = self.ask(local.var, Why::Uninitialised, local.where_.as_slice(), &state, local.span)?;
            state.values.insert(local.var, value);
        }
        let depth = self.frames.len();
        self.record.event(span, EventKind::Started(impl_id), depth, || {
            let shown = program.globals.iter().map(|global| global.var).chain(body.ins.iter().map(|local| local.var));
            values_of(&state, shown)
        });
        for local in body.variables() {
            if let Some(condition) = local.where_ {
                self.assume(condition, &state, local.span)?;
            }
        }
        for clause in &proc.requires {
            if depth == 0 || clause.trust == Trust::Free {
                self.assume(clause.term, &state, clause.span)?;
            }
        }
        if body.blocks.get(body.entry).is_none() {
            return Err(Box::new(Outcome::Undecided { reason: Undecided::Malformed, span: body.span }));
        }
        self.dominators.entry(impl_id).or_insert_with(|| Dominators::new(body));
        let frame = Frame { impl_id, block: body.entry, next_cmd: 0, by_back_edge: false, state, results, span };
        self.frames.push(frame);
        self.arrived(body.entry);
        Ok(())
    }

    fn arrived(&mut self, block: BlockId) {
        let Some(frame) = self.frames.last() else { return };
        let span = self.program.impls[frame.impl_id].blocks[block].span;
        self.oracle.entered(frame.impl_id, block);
        self.record.event(span, EventKind::EnteredBlock(block), self.frames.len() - 1, Vec::new);
    }

    // ---- commands

    /// Runs until the first frame returns; its state is the result.
    fn execute(&mut self) -> Step<State> {
        let program = self.program;
        while let Some(mut frame) = self.frames.pop() {
            self.spend()?;
            let block = &program.impls[frame.impl_id].blocks[frame.block];
            match block.cmds.get(frame.next_cmd) {
                Some(cmd) => {
                    frame.next_cmd += 1;
                    self.command(frame, cmd)?;
                }
                None => match &block.next {
                    Transfer::Goto(targets) => self.goto(frame, targets, block.span)?,
                    Transfer::Return => {
                        if let Some(state) = self.return_(frame, block.span)? {
                            return Ok(state);
                        }
                    }
                },
            }
        }
        Err(Box::new(Outcome::OutOfBudget))
    }

    /// Executes a command of the frame and puts the frame back.
    fn command(&mut self, mut frame: Frame, cmd: &Cmd) -> Step<()> {
        let depth = self.frames.len();
        match &cmd.kind {
            CmdKind::Assign(var, term) => {
                let value = self.value_of(*term, &frame.state, cmd.span)?;
                self.record.event(cmd.span, EventKind::Assigned, depth, || vec![(*var, value.clone())]);
                frame.state.values.insert(*var, value);
            }
            CmdKind::Havoc(var) => {
                let condition = self.where_of(&frame, *var);
                let value = self.ask(*var, Why::Havoc, condition.as_slice(), &frame.state, cmd.span)?;
                self.record.event(cmd.span, EventKind::Havoced, depth, || vec![(*var, value.clone())]);
                frame.state.values.insert(*var, value);
                if let Some(condition) = condition {
                    self.assume(condition, &frame.state, cmd.span)?;
                }
            }
            CmdKind::Assume(term) => {
                self.assume(*term, &frame.state, cmd.span)?;
                self.record.event(cmd.span, EventKind::Assumed, depth, Vec::new);
            }
            CmdKind::Assert(check, term) => self.assert_(&frame, *check, *term, cmd.span)?,
            CmdKind::Call { callee, ins, outs } => return self.call(frame, *callee, ins, outs, cmd.span),
        }
        self.frames.push(frame);
        Ok(())
    }

    /// Arriving at a loop is a havoc of what it changes, as far as `where` conditions go: they are assumed anew.
    fn assume_wheres_of_loop(&mut self, frame: &Frame, head: BlockId, span: Span) -> Step<()> {
        let program = self.program;
        let body = &program.impls[frame.impl_id];
        let has_where = body.variables().any(|local| local.where_.is_some())
            || program.globals.iter().any(|global| global.where_.is_some());
        if !has_where {
            return Ok(());
        }
        if !self.loop_targets.contains_key(&frame.impl_id) {
            let dominators = self.dominators.get(&frame.impl_id);
            let targets = dominators.map(|dominators| dominators.loop_targets(program, body)).unwrap_or_default();
            self.loop_targets.insert(frame.impl_id, targets);
        }
        let targets = self.loop_targets[&frame.impl_id].get(&head).cloned().unwrap_or_default();
        for var in targets {
            if let Some(condition) = self.where_of(frame, var) {
                self.assume(condition, &frame.state, span)?;
            }
        }
        Ok(())
    }

    fn where_of(&self, frame: &Frame, var: VarId) -> Option<Term> {
        let local = self.program.impls[frame.impl_id].variables().find(|local| local.var == var);
        match local {
            Some(local) => local.where_,
            None => self.program.global(var).and_then(|global| global.where_),
        }
    }

    fn assert_(&mut self, frame: &Frame, check: CheckId, term: Term, span: Span) -> Step<()> {
        let depth = self.frames.len();
        if self.truth(term, &frame.state, span)? {
            self.record.event(span, EventKind::Checked(check), depth, Vec::new);
            return Ok(());
        }
        let declared = self.program.checks.get(check);
        let kind = match declared.map_or(CheckKind::Assertion, |check| check.kind) {
            CheckKind::Invariant if frame.by_back_edge => CheckKind::InvariantMaintained,
            CheckKind::Invariant => CheckKind::InvariantEntry,
            kind => kind,
        };
        let span = declared.map_or(span, |check| check.span);
        let related = declared.and_then(|check| check.related);
        let failure = Failure {
            check: Some(check),
            kind,
            span,
            related,
            depth,
            impl_id: frame.impl_id,
            state: frame.state.clone(),
        };
        Err(Box::new(Outcome::Failed(failure)))
    }

    /// Goes to a target whose opening assumptions are not false; the oracle chooses among several.
    fn goto(&mut self, mut frame: Frame, targets: &[BlockId], span: Span) -> Step<()> {
        let blocks = &self.program.impls[frame.impl_id].blocks;
        let mut open: Vec<BlockId> = Vec::new();
        for &target in targets {
            let Some(block) = blocks.get(target) else {
                return Err(Box::new(Outcome::Undecided { reason: Undecided::Malformed, span }));
            };
            if !open.contains(&target) && (targets.len() == 1 || self.may_enter(&block.cmds, &frame.state)) {
                open.push(target);
            }
        }
        let target = match open[..] {
            [] => return Err(Box::new(Outcome::Blocked { span })),
            [target] => target,
            _ => match self.oracle.branch(frame.impl_id, frame.block, &open) {
                Some(target) if open.contains(&target) => {
                    self.record.decisions.push(Decision::Branch(target));
                    target
                }
                Some(_) | None => return Err(Box::new(Outcome::Undecided { reason: Undecided::NoBranch, span })),
            },
        };
        let dominators = self.dominators.get(&frame.impl_id);
        frame.by_back_edge = dominators.is_some_and(|dominators| dominators.is_back_edge(frame.block, target));
        self.assume_wheres_of_loop(&frame, target, span)?;
        frame.block = target;
        frame.next_cmd = 0;
        self.frames.push(frame);
        self.arrived(target);
        Ok(())
    }

    /// Is none of the opening assumptions known to be false?
    fn may_enter(&mut self, cmds: &[Cmd], state: &State) -> bool {
        let opening = cmds.iter().map_while(|cmd| match &cmd.kind {
            CmdKind::Assume(term) => Some(*term),
            CmdKind::Assign(..) | CmdKind::Havoc(_) | CmdKind::Assert(..) | CmdKind::Call { .. } => None,
        });
        for term in opening {
            if eval_bool(self.pool, term, state, &mut self.steps) == Ok(false) {
                return false;
            }
        }
        true
    }
}

fn stop(error: EvalError, span: Span) -> Box<Outcome> {
    Box::new(match error {
        EvalError::OutOfSteps => Outcome::OutOfBudget,
        error => Outcome::Undecided { reason: Undecided::Eval(error), span },
    })
}

fn values_of(state: &State, vars: impl Iterator<Item = VarId>) -> Vec<(VarId, Value)> {
    vars.filter_map(|var| Some((var, state.values.get(&var)?.clone()))).collect()
}

/// Has the value the shape of the sort? Parts of maps and datatypes are the giver's business.
fn fits(pool: &TermPool, sort: Sort, value: &Value) -> bool {
    match (value, pool.sort_kind(sort)) {
        (Value::Bool(_), SortKind::Bool)
        | (Value::Int(_), SortKind::Int)
        | (Value::Real(_), SortKind::Real)
        | (Value::Map(_), SortKind::Map { .. }) => true,
        (Value::BitVec { width, .. }, SortKind::BitVec(expected)) => width == expected,
        (Value::Element { sort: own, .. }, SortKind::Uninterpreted(_)) => *own == sort,
        (Value::Data { datatype, .. }, SortKind::Datatype(expected)) => datatype == expected,
        _ => false,
    }
}
