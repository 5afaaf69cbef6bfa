//! The run itself: frames on an explicit stack, one command at a time. Every way to end early is an `Outcome`, carried
//! as the error side of `Step`.

mod calls;

use std::rc::Rc;

use invar_base::{Budget, Span};
use invar_logic::{EvalError, Term, TermPool, Value, VarId, eval, eval_bool, eval_update};
use rustc_hash::FxHashMap;

use super::given::{fits, real};
use super::oracle::{Decision, Oracle, ValueRequest, Why};
use super::table::BodyTable;
use super::{Event, EventKind, Failure, Inputs, Limits, Outcome, Run, State, Undecided};
use crate::check::{CheckId, CheckKind};
use crate::program::{BlockId, Cmd, CmdKind, ImplId, Local, Program, Transfer, Trust};

type Step<T> = Result<T, Box<Outcome>>;

/// Runs bodies of one program, and keeps what it finds out about them.
pub struct Interpreter<'a> {
    program: &'a Program,
    pool: &'a TermPool,
    tables: FxHashMap<ImplId, Rc<BodyTable>>,
    /// Runs end when its deadline passes or somebody interrupts.
    budget: Option<Budget>,
}

/// Commands between two looks at the clock.
const BREATH: u64 = 1 << 14;

impl<'a> Interpreter<'a> {
    pub fn new(program: &'a Program, pool: &'a TermPool) -> Interpreter<'a> {
        Interpreter { program, pool, tables: FxHashMap::default(), budget: None }
    }

    /// Long runs look at the clock now and then.
    pub fn with_budget(mut self, budget: Budget) -> Interpreter<'a> {
        self.budget = Some(budget);
        self
    }

    pub fn run(&mut self, impl_id: ImplId, inputs: &Inputs, oracle: &mut dyn Oracle, limits: Limits) -> Run {
        let (program, pool) = (self.program, self.pool);
        let record = Record { limit: limits.events, ..Record::default() };
        let state = State { functions: inputs.functions.clone(), ..State::default() };
        let mut machine = Machine {
            interpreter: self,
            program,
            pool,
            oracle,
            steps: limits.steps,
            state,
            frames: Vec::new(),
            record,
        };
        let outcome = match machine.start(impl_id, inputs).and_then(|()| machine.execute()) {
            Ok(()) => Outcome::Returned(std::mem::take(&mut machine.state)),
            Err(outcome) => *outcome,
        };
        let Record { events, dropped, decisions, undecided_axioms, .. } = machine.record;
        Run { outcome, events, events_dropped: dropped, decisions, undecided_axioms }
    }

    fn table(&mut self, impl_id: ImplId) -> Rc<BodyTable> {
        let (program, pool) = (self.program, self.pool);
        let table = self.tables.entry(impl_id).or_insert_with(|| Rc::new(BodyTable::new(program, pool, impl_id)));
        table.clone()
    }
}

struct Machine<'r, 'a> {
    interpreter: &'r mut Interpreter<'a>,
    program: &'a Program,
    pool: &'a TermPool,
    oracle: &'r mut dyn Oracle,
    steps: u64,
    /// One for all frames: every body has variables of its own, and a body that is entered again puts its values away.
    state: State,
    /// Never empty while commands run; the last one is running.
    frames: Vec<Frame>,
    record: Record,
}

/// One activation of a body.
struct Frame {
    impl_id: ImplId,
    table: Rc<BodyTable>,
    block: BlockId,
    next_cmd: usize,
    /// The block before this one.
    from: Option<BlockId>,
    /// Values of the same variables in an activation further out.
    saved: Vec<(VarId, Value)>,
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

impl Machine<'_, '_> {
    // ---- evaluating and asking

    /// How many calls deep the running body is.
    fn depth(&self) -> usize {
        self.frames.len().saturating_sub(1)
    }

    fn value_of(&mut self, term: Term, span: Span) -> Step<Value> {
        eval(self.pool, term, &self.state, &mut self.steps).map_err(|error| stop(error, span))
    }

    /// The truth of a formula: evaluated, or else the oracle's.
    fn truth(&mut self, term: Term, span: Span) -> Step<bool> {
        let error = match eval_bool(self.pool, term, &self.state, &mut self.steps) {
            Ok(truth) => return Ok(truth),
            Err(EvalError::OutOfSteps) => return Err(Box::new(Outcome::OutOfBudget)),
            Err(error) => error,
        };
        let truth = self.oracle.decide(self.pool, term, &self.state).ok_or_else(|| stop(error, span))?;
        self.record.decisions.push(Decision::Truth(truth));
        Ok(truth)
    }

    /// In a run that was approximated, which shows nothing by itself, an assumption about functions without meaning is
    /// taken to hold: what it is about was chosen before.
    fn assume(&mut self, term: Term, span: Span) -> Step<()> {
        if self.is_approximated()
            && let Err(EvalError::Uninterpreted(_)) = eval_bool(self.pool, term, &self.state, &mut self.steps)
        {
            return Ok(());
        }
        if self.truth(term, span)? { Ok(()) } else { Err(Box::new(Outcome::Blocked { span })) }
    }

    fn is_approximated(&self) -> bool {
        let flag = self.program.approximations.as_ref().map(|approximations| approximations.flag);
        let number = flag.and_then(|flag| self.state.values.get(&flag));
        number.is_some_and(|number| *number != Value::int(0))
    }

    fn ask(&mut self, var: VarId, why: Why, conditions: &[Term], span: Span) -> Step<Value> {
        let sort = self.pool.variable(var).sort;
        let request = ValueRequest { pool: self.pool, var, sort, why, span, conditions, state: &self.state };
        let answer = self.oracle.value(&request);
        let reason = match answer {
            Some(value) if fits(self.pool, sort, &value) => {
                let value = real(self.program, self.pool, var, value);
                self.record.decisions.push(Decision::Value(var, value.clone()));
                return Ok(value);
            }
            Some(_) => Undecided::Malformed,
            None => Undecided::NoValue(var),
        };
        Err(Box::new(Outcome::Undecided { reason, span }))
    }

    /// Gives an input its value.
    fn given(&mut self, value: Option<&Value>, local: &Local) -> Step<()> {
        let value = match value {
            Some(value) if fits(self.pool, self.pool.variable(local.var).sort, value) => {
                real(self.program, self.pool, local.var, value.clone())
            }
            Some(_) => return Err(Box::new(Outcome::Undecided { reason: Undecided::Malformed, span: local.span })),
            None => self.ask(local.var, Why::Input, local.where_.as_slice(), local.span)?,
        };
        self.state.values.insert(local.var, value);
        Ok(())
    }

    // ---- the start

    /// Constants, axioms, globals and parameters; then the body's preconditions, all as assumptions.
    fn start(&mut self, impl_id: ImplId, inputs: &Inputs) -> Step<()> {
        let program = self.program;
        for constant in &program.constants {
            let local = Local { var: constant.var, where_: None, span: constant.span };
            self.given(inputs.constants.get(&constant.var), &local)?;
        }
        self.unique_constants()?;
        self.axioms()?;
        let flag = program.approximations.as_ref().map(|approximations| approximations.flag);
        let zero = Value::int(0);
        for global in &program.globals {
            let local = Local { var: global.var, where_: global.where_, span: global.span };
            let nothing_yet = (flag == Some(global.var)).then_some(&zero);
            self.given(nothing_yet.or(inputs.globals.get(&global.var)), &local)?;
        }
        for global in &program.globals {
            if let Some(condition) = global.where_ {
                self.assume(condition, global.span)?;
            }
        }
        let body = &program.impls[impl_id];
        for (position, local) in body.ins.iter().enumerate() {
            self.given(inputs.ins.get(position), local)?;
        }
        let formals = program.procs[body.proc].ins.iter().zip(&body.ins);
        for (formal, own) in formals {
            if let Some(value) = self.state.values.get(&own.var).cloned() {
                self.state.values.insert(formal.var, value);
            }
        }
        self.enter(impl_id, Vec::new(), Vec::new(), body.span)
    }

    fn unique_constants(&mut self) -> Step<()> {
        let unique: Vec<_> = self.program.constants.iter().filter(|constant| constant.unique).collect();
        let values = &self.state.values;
        for (position, a) in unique.iter().enumerate() {
            for b in &unique[position + 1..] {
                let sort = self.pool.variable(a.var).sort;
                let (Some(x), Some(y)) = (values.get(&a.var), values.get(&b.var)) else { continue };
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
    fn axioms(&mut self) -> Step<()> {
        for (number, axiom) in self.program.axioms.iter().enumerate() {
            match eval_bool(self.pool, axiom.term, &self.state, &mut self.steps) {
                Ok(true) => {}
                Ok(false) => return Err(Box::new(Outcome::Blocked { span: axiom.span })),
                Err(EvalError::OutOfSteps) => return Err(Box::new(Outcome::OutOfBudget)),
                Err(_) => self.record.undecided_axioms.push(number),
            }
        }
        Ok(())
    }

    /// Opens a frame. Parameters have their values; the checked preconditions of a call have been checked.
    fn enter(&mut self, impl_id: ImplId, saved: Vec<(VarId, Value)>, results: Vec<VarId>, span: Span) -> Step<()> {
        let program = self.program;
        let body = &program.impls[impl_id];
        let proc = &program.procs[body.proc];
        let table = self.interpreter.table(impl_id);
        self.save_olds(&table.olds);
        for local in &table.initial {
            let value = self.ask(local.var, Why::Uninitialised, local.where_.as_slice(), local.span)?;
            self.state.values.insert(local.var, value);
        }
        let depth = self.frames.len();
        let state = &self.state;
        self.record.event(span, EventKind::Started(impl_id), depth, || {
            let shown = program.globals.iter().map(|global| global.var).chain(body.ins.iter().map(|local| local.var));
            values_of(state, shown)
        });
        for local in body.ins.iter().chain(&table.initial) {
            if let Some(condition) = local.where_ {
                self.assume(condition, local.span)?;
            }
        }
        for clause in &proc.requires {
            if depth == 0 || clause.trust == Trust::Free {
                self.assume(clause.term, clause.span)?;
            }
        }
        if body.blocks.get(body.entry).is_none() {
            return Err(Box::new(Outcome::Undecided { reason: Undecided::Malformed, span: body.span }));
        }
        let (block, next_cmd, from) = (body.entry, 0, None);
        self.frames.push(Frame { impl_id, table, block, next_cmd, from, saved, results, span });
        self.arrived(impl_id, block);
        Ok(())
    }

    fn save_olds(&mut self, olds: &[(VarId, VarId)]) {
        for (global, old) in olds {
            if let Some(value) = self.state.values.get(global).cloned() {
                self.state.values.insert(*old, value);
            }
        }
    }

    fn arrived(&mut self, impl_id: ImplId, block: BlockId) {
        let span = self.program.impls[impl_id].blocks[block].span;
        self.oracle.entered(impl_id, block);
        let depth = self.depth();
        self.record.event(span, EventKind::EnteredBlock(block), depth, Vec::new);
    }

    // ---- commands

    /// Runs until the first frame returns.
    fn execute(&mut self) -> Step<()> {
        let program = self.program;
        let mut commands: u64 = 0;
        while let Some(frame) = self.frames.last_mut() {
            self.steps = self.steps.checked_sub(1).ok_or(Outcome::OutOfBudget)?;
            commands += 1;
            if commands.is_multiple_of(BREATH)
                && self.interpreter.budget.as_ref().is_some_and(|budget| budget.check().is_err())
            {
                return Err(Box::new(Outcome::OutOfBudget));
            }
            let block = &program.impls[frame.impl_id].blocks[frame.block];
            match block.cmds.get(frame.next_cmd) {
                Some(cmd) => {
                    frame.next_cmd += 1;
                    self.command(cmd)?;
                }
                None => match &block.next {
                    Transfer::Goto(targets) => self.goto(targets, block.span)?,
                    Transfer::Return => self.return_(block.span)?,
                },
            }
        }
        Ok(())
    }

    fn command(&mut self, cmd: &Cmd) -> Step<()> {
        let depth = self.depth();
        match &cmd.kind {
            CmdKind::Assign(var, term) => {
                let take = |state: &mut State| state.values.remove(var);
                let value = eval_update(self.pool, *var, *term, &mut self.state, take, &mut self.steps)
                    .map_err(|error| stop(error, cmd.span))?;
                self.record.event(cmd.span, EventKind::Assigned, depth, || vec![(*var, value.clone())]);
                self.state.values.insert(*var, value);
            }
            CmdKind::Havoc(var) => {
                let condition = self.where_of(*var);
                let value = self.ask(*var, Why::Havoc, condition.as_slice(), cmd.span)?;
                self.record.event(cmd.span, EventKind::Havoced, depth, || vec![(*var, value.clone())]);
                self.state.values.insert(*var, value);
                if let Some(condition) = condition {
                    self.assume(condition, cmd.span)?;
                }
            }
            CmdKind::Assume(term) => {
                self.assume(*term, cmd.span)?;
                self.record.event(cmd.span, EventKind::Assumed, depth, Vec::new);
            }
            CmdKind::Assert(check, term) => self.assert_(*check, *term, cmd.span)?,
            CmdKind::Call { callee, ins, outs } => self.call(*callee, ins, outs, cmd.span)?,
        }
        Ok(())
    }

    /// Arriving at a loop is a havoc of what it changes, as far as `where` conditions go: they are assumed anew.
    fn assume_wheres_of_loop(&mut self, table: &BodyTable, head: BlockId, span: Span) -> Step<()> {
        for condition in table.head_wheres.get(&head).into_iter().flatten() {
            if condition.may_be_unset && self.state.values.get(&condition.var).is_none() {
                continue;
            }
            self.assume(condition.term, span)?;
        }
        Ok(())
    }

    fn where_of(&self, var: VarId) -> Option<Term> {
        let own = self.frames.last().and_then(|frame| frame.table.wheres.get(&var).copied());
        own.or_else(|| self.program.global(var).and_then(|global| global.where_))
    }

    fn assert_(&mut self, check: CheckId, term: Term, span: Span) -> Step<()> {
        let depth = self.depth();
        if self.truth(term, span)? {
            self.record.event(span, EventKind::Checked(check), depth, Vec::new);
            self.oracle.passed(check);
            return Ok(());
        }
        let declared = self.program.checks.get(check);
        let kind = match declared.map_or(CheckKind::Assertion, |check| check.kind) {
            CheckKind::Invariant if self.came_by_back_edge() => CheckKind::InvariantMaintained,
            CheckKind::Invariant => CheckKind::InvariantEntry,
            kind => kind,
        };
        let span = declared.map_or(span, |check| check.span);
        let related = declared.and_then(|check| check.related);
        Err(self.failure(Some(check), kind, span, related))
    }

    fn came_by_back_edge(&self) -> bool {
        let Some(frame) = self.frames.last() else { return false };
        frame.from.is_some_and(|from| frame.table.back_edges.is_back_edge(from, frame.block))
    }

    /// The running body fails.
    fn failure(&self, check: Option<CheckId>, kind: CheckKind, span: Span, related: Option<Span>) -> Box<Outcome> {
        let Some(frame) = self.frames.last() else { return Box::new(Outcome::OutOfBudget) };
        let (depth, impl_id, state) = (self.depth(), frame.impl_id, self.state.clone());
        Box::new(Outcome::Failed(Failure { check, kind, span, related, depth, impl_id, state }))
    }

    /// Goes to a target whose opening assumptions are not false; the oracle chooses among several.
    fn goto(&mut self, targets: &[BlockId], span: Span) -> Step<()> {
        let Some(frame) = self.frames.last() else { return Ok(()) };
        let (impl_id, from, table) = (frame.impl_id, frame.block, frame.table.clone());
        let (target, passed) = self.choose(impl_id, from, targets, span)?;
        self.assume_wheres_of_loop(&table, target, span)?;
        if let Some(frame) = self.frames.last_mut() {
            (frame.block, frame.next_cmd, frame.from) = (target, passed, Some(from));
        }
        self.arrived(impl_id, target);
        let depth = self.depth();
        for cmd in &self.program.impls[impl_id].blocks[target].cmds[..passed] {
            self.record.event(cmd.span, EventKind::Assumed, depth, Vec::new);
        }
        Ok(())
    }

    /// The target, and how many of its opening assumptions are known to hold.
    fn choose(&mut self, impl_id: ImplId, from: BlockId, targets: &[BlockId], span: Span) -> Step<(BlockId, usize)> {
        let blocks = &self.program.impls[impl_id].blocks;
        let mut open: Vec<BlockId> = Vec::new();
        let mut passed: Vec<usize> = Vec::new();
        for &target in targets {
            let Some(block) = blocks.get(target) else {
                return Err(Box::new(Outcome::Undecided { reason: Undecided::Malformed, span }));
            };
            if targets.len() == 1 {
                return Ok((target, 0));
            }
            if !open.contains(&target)
                && let Some(holding) = self.opening(&block.cmds)
            {
                open.push(target);
                passed.push(holding);
            }
        }
        match open[..] {
            [] => Err(Box::new(Outcome::Blocked { span })),
            [target] => Ok((target, passed[0])),
            _ => {
                let chosen = self.oracle.branch(impl_id, from, &open);
                let position = chosen.and_then(|chosen| open.iter().position(|&target| target == chosen));
                let undecided = || Box::new(Outcome::Undecided { reason: Undecided::NoBranch, span });
                let position = position.ok_or_else(undecided)?;
                self.record.decisions.push(Decision::Branch(open[position]));
                Ok((open[position], passed[position]))
            }
        }
    }

    /// How many of the opening assumptions are known to hold, counted up to the first that is not; `None` if one is false.
    fn opening(&mut self, cmds: &[Cmd]) -> Option<usize> {
        let mut holding = 0;
        for (position, cmd) in cmds.iter().enumerate() {
            let CmdKind::Assume(term) = cmd.kind else { break };
            match eval_bool(self.pool, term, &self.state, &mut self.steps) {
                Ok(false) => return None,
                Ok(true) if holding == position => holding += 1,
                Ok(true) | Err(_) => {}
            }
        }
        Some(holding)
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
