//! One state, one command after the other: what the interpreter does (`gcl/interp`), with symbols where it would ask. Where a run can
//! go on in two ways it takes the one that its model takes; the other is a state that waits.

use std::rc::Rc;

use invar_base::{Id, Span};
use invar_gcl::{BlockId, CheckId, CmdKind, ImplId, Program, Transfer};
use invar_logic::{Op, Sort, Term, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::eval::{Eval, Evaluated, Pause, Update};
use super::info::{Distances, Info};
use super::records::{Kind, Record, Records};
use super::same::fingerprint;
use super::solve::{Satisfied, Solver, set};
use super::state::{Conditions, Place, State};
use super::symbols::{FAR, Number, Symbols};
use super::value::Sym;

/// How a step ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    On,
    /// The command is to be looked at again.
    Again,
    End,
}

/// A run that fails, as the symbols say.
pub struct Failing {
    pub state: State,
    pub place: (Span, Option<Span>),
}

/// States that are remembered.
const MOST_SEEN: usize = 3_000_000;

/// Steps of one state before the others come.
const QUANTUM: u64 = 4_000;

/// Conditions of one state.
const MOST_CONDITIONS: u32 = 20_000;

/// Terms of one state that its conditions determine.
const MOST_KNOWN: usize = 128;

/// Objects that are tried where a pointer may point to any.
const MOST_OBJECTS: usize = 3;

/// See the module header.
pub struct Machine<'a, 'm> {
    pub program: &'a Program,
    pub symbols: Symbols<'a>,
    pub solver: Solver<'m>,
    pub distances: Distances<'a>,
    pub records: Records,
    pub conditions: Conditions,
    infos: FxHashMap<ImplId, Rc<Info>>,
    seen: FxHashSet<u64>,
    /// How often a place was come to.
    pub visits: FxHashMap<(ImplId, BlockId), u32>,
    /// States that go other ways.
    pub waiting: Vec<State>,
    pub failing: Vec<Failing>,
    pub steps: u64,
    /// How often something was not followed to its end.
    pub doubts: u64,
    /// Checks that nobody looks for any more.
    pub settled: FxHashSet<(Span, Option<Span>)>,
}

impl<'a, 'm> Machine<'a, 'm> {
    pub fn new(program: &'a Program, impl_id: ImplId, solver: Solver<'m>) -> Machine<'a, 'm> {
        Machine {
            program,
            symbols: Symbols::new(program),
            solver,
            distances: Distances::new(program, impl_id),
            records: Records::default(),
            conditions: Conditions::default(),
            infos: FxHashMap::default(),
            seen: FxHashSet::default(),
            visits: FxHashMap::default(),
            waiting: Vec::new(),
            failing: Vec::new(),
            steps: 0,
            doubts: 0,
            settled: FxHashSet::default(),
        }
    }

    pub(super) fn info(&mut self, impl_id: ImplId) -> Rc<Info> {
        if let Some(info) = self.infos.get(&impl_id) {
            return info.clone();
        }
        let info = Rc::new(Info::new(self.program, &self.symbols.pool, impl_id));
        self.infos.insert(impl_id, info.clone());
        info
    }

    /// Goes on until the run ends, or others should have their turn. `None` if it has ended.
    pub fn advance(&mut self, mut state: State) -> Option<State> {
        if let Some(need) = state.need.take()
            && self.assume(&mut state, Ok(Sym::Term(need))) == Flow::End
        {
            return None;
        }
        let end = self.steps + QUANTUM;
        while self.steps < end {
            self.steps += 1;
            if self.step(&mut state) == Flow::End {
                return None;
            }
            if state.path.count > MOST_CONDITIONS {
                self.doubts += 1;
                return None;
            }
        }
        Some(state)
    }

    fn step(&mut self, state: &mut State) -> Flow {
        let program = self.program;
        let Some(block) = program.impls[state.place.impl_id].blocks.get(state.place.block) else { return Flow::End };
        let Some(cmd) = block.cmds.get(state.place.cmd as usize) else {
            return match &block.next {
                Transfer::Goto(targets) => self.goto(state, targets),
                Transfer::Return => self.return_(state, block.span),
            };
        };
        let flow = match &cmd.kind {
            CmdKind::Assign(var, term) => self.assign(state, *var, *term),
            CmdKind::Havoc(var) => self.havoc(state, *var),
            CmdKind::Assume(term) => {
                let value = self.eval(state, *term);
                match value {
                    Err(Pause::Split(_)) => match self.assume_some(state, *term) {
                        Flow::Again => self.assume(state, value),
                        flow => flow,
                    },
                    value => self.assume(state, value),
                }
            }
            CmdKind::Assert(check, term) => self.assert_(state, *check, *term, cmd.span),
            // A call moves the state itself.
            CmdKind::Call { callee, ins, outs } => return self.call(state, *callee, ins, outs, cmd.span),
        };
        if flow == Flow::On {
            state.place.cmd += 1;
        }
        flow
    }

    pub(super) fn eval(&mut self, state: &State, term: Term) -> Evaluated {
        Eval::new(&mut self.symbols, state).of(term)
    }

    // ---- commands

    fn assign(&mut self, state: &mut State, var: VarId, term: Term) -> Flow {
        match Eval::new(&mut self.symbols, state).update(var, term) {
            Ok(Some(update)) => self.update(state, var, update),
            Ok(None) => match self.eval(state, term) {
                Ok(value) => {
                    state.vars.set(var, value);
                    if self.is_flag(var) { self.stay_exact(state, var) } else { Flow::On }
                }
                Err(pause) => self.without_value(state, var, pause),
            },
            Err(pause) => self.without_value(state, var, pause),
        }
    }

    fn is_flag(&self, var: VarId) -> bool {
        self.program.approximations.as_ref().is_some_and(|approximations| approximations.flag == var)
    }

    /// Runs through what is approximated refute nothing: where symbols decide whether this is one, it is none.
    fn stay_exact(&mut self, state: &mut State, flag: VarId) -> Flow {
        let Some(&Sym::Term(value)) = state.vars.get(flag) else { return Flow::On };
        let zero = self.symbols.pool.int(0);
        let exact = match (self.symbols.pool.op(value), self.symbols.pool.args(value)) {
            (Op::Ite, &[condition, number, other])
                if other == zero && self.symbols.literal(number).is_some_and(|number| number != 0) =>
            {
                self.symbols.pool.not(condition)
            }
            _ => self.symbols.pool.eq(value, zero),
        };
        let flow = self.assume(state, Ok(Sym::Term(exact)));
        state.vars.set(flag, Sym::Int(0));
        flow
    }

    /// What has no value is forgotten: whoever reads it has none either.
    fn without_value(&mut self, state: &mut State, var: VarId, pause: Pause) -> Flow {
        match pause {
            Pause::NoValue => {
                self.doubts += 1;
                state.vars.take(var);
                Flow::On
            }
            Pause::Split(term) => self.split(state, term),
        }
    }

    fn update(&mut self, state: &mut State, var: VarId, update: Update) -> Flow {
        let Update { key, inner, mut value } = update;
        if let Some(inner) = inner {
            let Some(Sym::Map(mut map)) = state.vars.take(var) else { return Flow::On };
            match Rc::make_mut(&mut map).write_inside(key, inner, value) {
                Ok(()) => {
                    state.vars.set(var, Sym::Map(map));
                    return Flow::On;
                }
                Err(back) => {
                    // The row is part of the base: from now on it is a row of its own.
                    state.vars.set(var, Sym::Map(map));
                    let Ok(Sym::Map(mut row)) = Eval::new(&mut self.symbols, state).row(var, key) else {
                        state.vars.take(var);
                        return Flow::On;
                    };
                    Rc::make_mut(&mut row).write(inner, back);
                    value = Sym::Map(row);
                }
            }
        }
        let Some(Sym::Map(mut map)) = state.vars.take(var) else { return Flow::On };
        Rc::make_mut(&mut map).write(key, value);
        state.vars.set(var, Sym::Map(map));
        Flow::On
    }

    fn havoc(&mut self, state: &mut State, var: VarId) -> Flow {
        self.choose(state, Kind::Havoc, var);
        match self.where_of(state, var) {
            Some(condition) => self.bound(state, var, condition),
            None => Flow::On,
        }
    }

    /// A new symbol for the variable.
    pub(super) fn choose(&mut self, state: &mut State, kind: Kind, var: VarId) {
        let value = self.symbols.fresh(var);
        let record = Record::Value { kind, var, value: value.clone() };
        state.record = self.records.push(state.record, record);
        match value {
            Some(value) => state.vars.set(var, value),
            None => drop(state.vars.take(var)),
        }
    }

    pub(super) fn where_of(&mut self, state: &State, var: VarId) -> Option<Term> {
        let own = self.info(state.place.impl_id).wheres.get(&var).copied();
        own.or_else(|| self.program.global(var).and_then(|global| global.where_))
    }

    /// The condition of a variable that has just got a symbol: mostly the numbers of its type.
    pub(super) fn bound(&mut self, state: &mut State, var: VarId, condition: Term) -> Flow {
        if let Some(&Sym::Term(symbol)) = state.vars.get(var)
            && let Some((low, high)) = self.symbols.limits(var, condition)
        {
            self.symbols.set_range(symbol, (low, high));
            if low > 0 || high < 0 {
                let nearest = if low > 0 { low } else { high };
                set(Rc::make_mut(&mut state.model), symbol, Number::Int(nearest));
            }
            return Flow::On;
        }
        let value = self.eval(state, condition);
        self.assume(state, value)
    }

    /// A condition without value is taken to hold: the run is repeated in the end.
    pub(super) fn assume(&mut self, state: &mut State, value: Evaluated) -> Flow {
        let term = match value {
            Ok(Sym::Bool(true)) => return Flow::On,
            Err(Pause::NoValue) => {
                self.doubts += 1;
                return Flow::On;
            }
            Ok(Sym::Term(term)) => term,
            Ok(Sym::Bool(false) | Sym::Int(_) | Sym::Map(_)) => return Flow::End,
            Err(Pause::Split(term)) => return self.split(state, term),
        };
        match self.satisfied(state, term) {
            Satisfied::Yes(model) => {
                state.model = model;
                self.learn(state, term);
                Flow::On
            }
            Satisfied::No => Flow::End,
            Satisfied::Unknown => {
                self.doubts += 1;
                Flow::End
            }
        }
    }

    /// A model of the state's conditions and another one.
    fn satisfied(&mut self, state: &State, need: Term) -> Satisfied {
        if self.symbols.holds(need, &state.model) == Some(true) {
            return Satisfied::Yes(state.model.clone());
        }
        let path = self.conditions.of(state.path);
        self.solver.satisfy(&mut self.symbols, &path, need, &state.model)
    }

    /// The model satisfies it; from now on all models must.
    fn learn(&mut self, state: &mut State, condition: Term) {
        state.path = self.conditions.push(state.path, condition);
        if state.known.len() > MOST_KNOWN {
            state.known = Rc::default();
        }
        let known = Rc::make_mut(&mut state.known);
        let mut work = vec![(condition, true)];
        while let Some((term, truth)) = work.pop() {
            known.insert(term, Sym::Bool(truth));
            let pool = &self.symbols.pool;
            let args = pool.args(term);
            match (pool.op(term), truth) {
                (Op::Not, _) => work.push((args[0], !truth)),
                (Op::And, true) | (Op::Or, false) => work.extend(args.iter().map(|&arg| (arg, truth))),
                (Op::Eq, true) if pool.sort_of(args[0]) == Sort::INT => {
                    let literal = |term: Term| self.symbols.literal(term).and_then(|number| i64::try_from(number).ok());
                    match (literal(args[0]), literal(args[1])) {
                        (Some(number), None) => drop(known.insert(args[1], Sym::Int(number))),
                        (None, Some(number)) => drop(known.insert(args[0], Sym::Int(number))),
                        _ => {}
                    }
                }
                _ => {
                    let negated = self.symbols.pool.not(term);
                    known.insert(negated, Sym::Bool(!truth));
                }
            }
        }
    }

    /// The run goes on with the value that the model has; another state waits with all others.
    pub(super) fn split(&mut self, state: &mut State, term: Term) -> Flow {
        let number = self.symbols.value(term, &state.model);
        let is = match number {
            Some(Number::Int(number)) if number.abs() < FAR => {
                let literal = self.symbols.pool.int(num_bigint::BigInt::from(number));
                self.symbols.pool.eq(term, literal)
            }
            Some(Number::Int(_)) | None => {
                self.doubts += 1;
                return Flow::End;
            }
            Some(Number::Bool(true)) => term,
            Some(Number::Bool(false)) => self.symbols.pool.not(term),
        };
        let other = self.symbols.pool.not(is);
        match self.others(state, term) {
            Some(also) => {
                let need = self.symbols.pool.and(&[other, also]);
                self.waiting.push(State { need: Some(need), ..state.clone() });
            }
            None => self.doubts += 1,
        }
        self.learn(state, is);
        Flow::Again
    }

    /// What the other values of a term that is split are like, if any of them are tried. Nobody is told apart by which object
    /// an open pointer points to, once there are a few.
    fn others(&mut self, state: &State, term: Term) -> Option<Term> {
        if !self.symbols.objects.contains(&term) {
            return Some(Term::TRUE);
        }
        let path = self.conditions.of(state.path);
        let zero = self.symbols.pool.int(0);
        let real = self.symbols.pool.lt(zero, term);
        let tried = path.iter().filter(|&&condition| self.symbols.pool.args(condition).contains(&real)).count();
        (tried < MOST_OBJECTS).then_some(real)
    }

    /// A disjunction of which some parts need a split: one of the others holds, or none of them, which is another state's.
    fn assume_some(&mut self, state: &mut State, term: Term) -> Flow {
        let parts = match self.symbols.pool.op(term) {
            Op::Or => self.symbols.pool.args(term).to_vec(),
            _ => Vec::new(),
        };
        let mut known = Vec::new();
        for part in parts {
            if let Ok(Sym::Term(part)) = self.eval(state, part) {
                known.push(part);
            }
        }
        if known.is_empty() {
            return Flow::Again;
        }
        let some = self.symbols.pool.or(&known);
        let none = self.symbols.pool.not(some);
        self.waiting.push(State { need: Some(none), ..state.clone() });
        self.assume(state, Ok(Sym::Term(some)))
    }

    fn assert_(&mut self, state: &mut State, check: CheckId, term: Term, span: Span) -> Flow {
        let place = self.program.checks.get(check).map_or((span, None), |check| (check.span, check.related));
        let value = self.eval(state, term);
        self.check(state, value, place)
    }

    /// Can it fail? Then that is a failing run; the run goes on where it holds.
    pub(super) fn check(&mut self, state: &mut State, value: Evaluated, place: (Span, Option<Span>)) -> Flow {
        match value {
            Ok(Sym::Bool(true)) => Flow::On,
            Err(Pause::NoValue) => {
                self.doubts += 1;
                Flow::On
            }
            Ok(Sym::Bool(false)) => {
                self.fail(state.clone(), place);
                Flow::End
            }
            Ok(Sym::Int(_) | Sym::Map(_)) => Flow::End,
            Err(Pause::Split(term)) => self.split(state, term),
            Ok(Sym::Term(term)) => {
                let denied = self.symbols.pool.not(term);
                if !self.settled.contains(&place) {
                    match self.satisfied(state, denied) {
                        Satisfied::Yes(model) => self.fail(State { model, ..state.clone() }, place),
                        Satisfied::No => {}
                        Satisfied::Unknown => self.doubts += 1,
                    }
                }
                self.assume(state, Ok(Sym::Term(term)))
            }
        }
    }

    fn fail(&mut self, state: State, place: (Span, Option<Span>)) {
        if !self.settled.contains(&place) && !self.is_approximated(&state) {
            self.failing.push(Failing { state, place });
        }
    }

    fn is_approximated(&self, state: &State) -> bool {
        let flag = self.program.approximations.as_ref().map(|approximations| approximations.flag);
        !matches!(flag.and_then(|flag| state.vars.get(flag)), None | Some(Sym::Int(0)))
    }

    // ---- ways

    fn goto(&mut self, state: &mut State, targets: &[BlockId]) -> Flow {
        if let [only] = targets {
            return self.go(state, *only);
        }
        let mut open: Vec<(BlockId, Option<Term>)> = Vec::new();
        for &target in targets {
            if open.iter().any(|(known, _)| *known == target) {
                continue;
            }
            match self.opening(state, target) {
                Ok(Sym::Bool(true)) | Err(Pause::NoValue) => open.push((target, None)),
                Ok(Sym::Term(condition)) => open.push((target, Some(condition))),
                Ok(Sym::Bool(false) | Sym::Int(_) | Sym::Map(_)) => {}
                Err(Pause::Split(term)) => return self.split(state, term),
            }
        }
        match open[..] {
            [] => Flow::End,
            [(only, _)] => self.go(state, only),
            _ => self.fork(state, open),
        }
    }

    /// The assumptions that the target begins with.
    fn opening(&mut self, state: &State, target: BlockId) -> Evaluated {
        let Some(block) = self.program.impls[state.place.impl_id].blocks.get(target) else {
            return Ok(Sym::Bool(false));
        };
        let mut parts = Vec::new();
        let mut pause = None;
        for cmd in &block.cmds {
            let CmdKind::Assume(term) = cmd.kind else { break };
            match self.eval(state, term) {
                Ok(Sym::Bool(true)) => {}
                Ok(Sym::Term(part)) => parts.push(part),
                Ok(Sym::Bool(false) | Sym::Int(_) | Sym::Map(_)) => return Ok(Sym::Bool(false)),
                Err(other) => pause = pause.or(Some(other)),
            }
        }
        match (pause, &parts[..]) {
            (Some(pause), _) => Err(pause),
            (None, []) => Ok(Sym::Bool(true)),
            (None, parts) => Ok(Sym::Term(self.symbols.pool.and(parts))),
        }
    }

    fn fork(&mut self, state: &mut State, open: Vec<(BlockId, Option<Term>)>) -> Flow {
        let follows = |condition: &Option<Term>| {
            condition.is_none_or(|condition| self.symbols.holds(condition, &state.model) == Some(true))
        };
        let chosen = open.iter().position(|(_, condition)| follows(condition)).unwrap_or(0);
        let conditions: Rc<[Option<Term>]> = open.iter().map(|(_, condition)| *condition).collect();
        let before = state.record;
        let mut own = None;
        for (position, &(target, _)) in open.iter().enumerate() {
            let record = Record::Branch { target, open: conditions.clone() };
            let record = self.records.push(before, record);
            if position == chosen {
                own = Some((target, record));
                continue;
            }
            let mut other = State { record, ..state.clone() };
            if self.go(&mut other, target) == Flow::On {
                self.waiting.push(other);
            }
        }
        let Some((target, record)) = own else { return Flow::End };
        state.record = record;
        self.go(state, target)
    }

    /// To the start of a block. Where ways meet, a state like one before it ends.
    fn go(&mut self, state: &mut State, target: BlockId) -> Flow {
        state.place = Place { block: target, cmd: 0, ..state.place };
        let info = self.info(state.place.impl_id);
        let Some(Some(dead)) = info.joins.get(target.index()) else { return Flow::On };
        for &var in dead.iter() {
            state.vars.take(var);
        }
        self.arrive(state)
    }

    /// Has such a state been here?
    pub(super) fn arrive(&mut self, state: &mut State) -> Flow {
        *self.visits.entry((state.place.impl_id, state.place.block)).or_default() += 1;
        if self.is_approximated(state) {
            return Flow::End;
        }
        if self.seen.len() < MOST_SEEN
            && let Some(found) = fingerprint(&mut self.symbols, &mut self.conditions, state)
            && !self.seen.insert(found)
        {
            return Flow::End;
        }
        Flow::On
    }

    // ---- the start

    /// The state before the first command: every constant, global and parameter is a symbol.
    pub fn start(&mut self, impl_id: ImplId) -> Option<State> {
        let program = self.program;
        let body = &program.impls[impl_id];
        let place = Place { impl_id, block: body.entry, cmd: 0 };
        let (vars, path, known, model) = Default::default();
        let record = Records::START;
        let mut state = State { place, caller: None, vars, path, known, model, record, chosen: None, need: None };
        let inputs = program.constants.iter().map(|constant| (constant.var, None));
        let inputs = inputs.chain(program.globals.iter().map(|global| (global.var, global.where_)));
        let inputs = inputs.chain(body.ins.iter().map(|local| (local.var, local.where_)));
        let inputs: Vec<(VarId, Option<Term>)> = inputs.collect();
        let flag = program.approximations.as_ref().map(|approximations| approximations.flag);
        for &(var, _) in &inputs {
            if flag == Some(var) {
                state.vars.set(var, Sym::Int(0));
            } else {
                self.choose(&mut state, Kind::Input, var);
            }
        }
        for (var, condition) in inputs {
            if let Some(condition) = condition
                && self.bound(&mut state, var, condition) == Flow::End
            {
                return None;
            }
        }
        for (formal, own) in program.procs[body.proc].ins.iter().zip(&body.ins) {
            if let Some(value) = state.vars.get(own.var).cloned() {
                state.vars.set(formal.var, value);
            }
        }
        (self.enter(&mut state, impl_id) != Flow::End).then_some(state)
    }
}
