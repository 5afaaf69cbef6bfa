//! The run itself: one instruction after the other, frames on an explicit stack. Every way to end is an `Ended`, carried as the
//! error side of `Step`.

mod arithmetic;
mod transfers;
mod asking;
mod calls;
mod start;

use std::collections::BTreeMap;
use std::rc::Rc;

use invar_base::{Budget, Span};
use invar_logic::{EvalError, FuncId, MapValue, Term, TermPool, eval, eval_bool};

use super::bodies::{Bodies, BodyCode};
use super::cell::{Cell, Map};
use super::choices::{Choices, View, Way};
use super::code::{Instr, Piece, Purpose, Reg};
use crate::check::{CheckId, CheckKind};
use crate::interp::{Decision, Inputs, State, Undecided};
use crate::program::{BlockId, ImplId, Program};

/// Runs bodies of one program, and keeps the code that it makes of them.
pub struct Executor<'a> {
    bodies: Bodies<'a>,
    /// Runs end when its deadline passes or somebody interrupts.
    budget: Option<Budget>,
    /// How often runs took each edge, since `forget_edges`.
    taken: Vec<u32>,
    /// What `Choices::missed` is told of.
    wanted: Vec<Way>,
    cells: Vec<Cell>,
    /// The truth of axioms, where no run can change it.
    axioms: Vec<Option<bool>>,
}

/// How much one run may do.
#[derive(Clone, Copy, Debug)]
pub struct Amount {
    /// Commands and transfers.
    pub steps: u64,
    /// Decisions that are recorded; a run that needs more is out of budget.
    pub decisions: usize,
    /// Is `Choices::at_head` told of loops' heads?
    pub watch_heads: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Execution {
    pub ended: Ended,
    /// Those of the interpreter, in its order: a `ScriptedOracle` replays them.
    pub decisions: Vec<Decision>,
    /// Axioms, by number, that could not be evaluated: the run assumes them.
    pub undecided_axioms: Vec<usize>,
    pub steps: u64,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ended {
    Returned,
    Failed(Failed),
    /// An assumption is false: no such run exists.
    Blocked {
        span: Span,
    },
    /// Left to the interpreter, whose oracle may know more.
    Undecided {
        reason: Undecided,
        span: Span,
    },
    OutOfBudget,
    /// Left to the interpreter: a command has no code.
    NoCode,
}

/// As the interpreter's `Failure`, without the state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failed {
    pub check: Option<CheckId>,
    pub kind: CheckKind,
    pub span: Span,
    pub related: Option<Span>,
    /// How many calls deep; 0 is the body that was started.
    pub depth: usize,
    pub impl_id: ImplId,
}

type Step<T> = Result<T, Box<Ended>>;

/// Blocks between two looks at the clock.
const BREATH: u64 = 1 << 14;

impl<'a> Executor<'a> {
    /// Terms are of `pool`, the program's own or an extension of it.
    pub fn new(program: &'a Program, pool: &'a TermPool) -> Executor<'a> {
        let (taken, wanted, cells) = (Vec::new(), Vec::new(), Vec::new());
        Executor { bodies: Bodies::new(program, pool), budget: None, taken, wanted, cells, axioms: Vec::new() }
    }

    /// Long runs look at the clock now and then.
    pub fn with_budget(mut self, budget: Budget) -> Executor<'a> {
        self.budget = Some(budget);
        self
    }

    pub fn run(&mut self, impl_id: ImplId, inputs: &Inputs, choices: &mut dyn Choices, amount: Amount) -> Execution {
        self.cells.clone_from(&self.bodies.code.registers.initial);
        let mut machine = Machine {
            program: self.bodies.program,
            pool: self.bodies.pool,
            executor: self,
            choices,
            functions: &inputs.functions,
            amount,
            steps: amount.steps,
            entered: 0,
            block: 0,
            from: None,
            skip: 0,
            open: Vec::new(),
            holding: 0,
            frames: Vec::new(),
            decisions: Vec::new(),
            undecided_axioms: Vec::new(),
        };
        let ended = match machine.start(impl_id, inputs).and_then(|pc| machine.go(pc)) {
            Ok(_) => Ended::NoCode,
            Err(ended) => *ended,
        };
        let Machine { decisions, undecided_axioms, steps, .. } = machine;
        Execution { ended, decisions, undecided_axioms, steps: amount.steps - steps }
    }

    /// The state in which the last run ended.
    pub fn state(&self, inputs: &Inputs) -> State {
        let known = self.bodies.code.registers.vars();
        let values = known.filter_map(|(var, reg)| Some((var, self.cells.get(reg as usize)?.to_value()?)));
        State { values: values.collect(), functions: inputs.functions.clone() }
    }

    /// How often runs took each edge. Edges get numbers when runs first come to where they begin.
    pub fn taken(&self) -> &[u32] {
        &self.taken
    }

    pub fn forget_edges(&mut self) {
        self.taken.fill(0);
    }

    /// Says how near runs come to these.
    pub fn watch(&mut self, wanted: Vec<Way>) {
        self.wanted = wanted;
    }

    /// How many edges lead out of the blocks that runs came to.
    pub fn edges(&self) -> usize {
        self.bodies.edges.len()
    }

    /// What must not be false where the edge leads; nothing if it is the only way.
    pub fn opening(&self, edge: u32) -> &[Term] {
        self.bodies.edges.get(edge as usize).map_or(&[], |edge| &edge.opening)
    }
}

struct Machine<'r, 'a> {
    executor: &'r mut Executor<'a>,
    program: &'a Program,
    pool: &'a TermPool,
    choices: &'r mut dyn Choices,
    functions: &'r BTreeMap<FuncId, MapValue>,
    amount: Amount,
    steps: u64,
    /// Blocks.
    entered: u64,
    /// The running block, by its position among all, and the one before it in the same activation.
    block: u32,
    from: Option<BlockId>,
    /// Opening assumptions of the block that hold already.
    skip: u32,
    /// While targets are looked at: those that may be taken, with the opening assumptions that hold.
    open: Vec<(u32, u32)>,
    holding: u32,
    /// Never empty while commands run; the last one is running.
    frames: Vec<Frame>,
    decisions: Vec<Decision>,
    undecided_axioms: Vec<usize>,
}

/// One activation of a body.
struct Frame {
    impl_id: ImplId,
    body: Rc<BodyCode>,
    /// Values of the same variables in an activation further out.
    saved: Vec<(Reg, Cell)>,
    /// The call; none for the body that was started.
    call: Option<u32>,
    /// Where the caller was.
    caller: (u32, Option<BlockId>),
}

/// What follows an instruction.
enum Next {
    At(u32),
    Answer(bool),
}

impl Machine<'_, '_> {
    /// Runs on from there, until the run ends or a formula that somebody asked for is judged.
    fn go(&mut self, mut pc: u32) -> Step<bool> {
        loop {
            let instr = self.executor.bodies.code.instrs[pc as usize];
            pc = match self.instruction(instr, pc)? {
                Next::At(next) => next,
                Next::Answer(truth) => return Ok(truth),
            };
        }
    }

    #[inline(always)]
    fn instruction(&mut self, instr: Instr, pc: u32) -> Step<Next> {
        let next = pc + 1;
        let cells = &mut self.executor.cells;
        let at = |reg: Reg| reg as usize;
        let jump = |taken: bool, to: u32| Ok(Next::At(if taken { to } else { next }));
        match instr {
            Instr::Move(to, from) => match &cells[at(from)] {
                Cell::Unset => return self.trap(pc),
                Cell::Int(number) => cells[at(to)] = Cell::Int(*number),
                value => cells[at(to)] = value.clone(),
            },
            Instr::Add(to, a, b) => match (&cells[at(a)], &cells[at(b)]) {
                (Cell::Int(a), Cell::Int(b)) if let Some(sum) = a.checked_add(*b) => cells[at(to)] = Cell::Int(sum),
                _ => return self.large(instr, pc),
            },
            Instr::Sub(to, a, b) => match (&cells[at(a)], &cells[at(b)]) {
                (Cell::Int(a), Cell::Int(b)) if let Some(rest) = a.checked_sub(*b) => cells[at(to)] = Cell::Int(rest),
                _ => return self.large(instr, pc),
            },
            Instr::Mul(to, a, b) => match (&cells[at(a)], &cells[at(b)]) {
                (Cell::Int(a), Cell::Int(b)) if let Some(all) = a.checked_mul(*b) => cells[at(to)] = Cell::Int(all),
                _ => return self.large(instr, pc),
            },
            Instr::Div(to, a, b) => match (&cells[at(a)], &cells[at(b)]) {
                (Cell::Int(a), Cell::Int(b)) if let Some(part) = a.checked_div_euclid(*b) => {
                    cells[at(to)] = Cell::Int(part);
                }
                _ => return self.large(instr, pc),
            },
            Instr::Mod(to, a, b) => match (&cells[at(a)], &cells[at(b)]) {
                (Cell::Int(a), Cell::Int(b)) if let Some(rest) = a.checked_rem_euclid(*b) => {
                    cells[at(to)] = Cell::Int(rest);
                }
                _ => return self.large(instr, pc),
            },
            Instr::Neg(to, from) => match &cells[at(from)] {
                Cell::Int(number) if *number != i64::MIN => cells[at(to)] = Cell::Int(-number),
                _ => return self.large(instr, pc),
            },
            Instr::Jump(to) => return Ok(Next::At(to)),
            Instr::If(reg, to) => match &cells[at(reg)] {
                Cell::Bool(truth) => return jump(*truth, to),
                _ => return self.trap(pc),
            },
            Instr::Unless(reg, to) => match &cells[at(reg)] {
                Cell::Bool(truth) => return jump(!truth, to),
                _ => return self.trap(pc),
            },
            Instr::IfLe(a, b, to) => match (&cells[at(a)], &cells[at(b)]) {
                (Cell::Int(a), Cell::Int(b)) => return jump(a <= b, to),
                _ => return self.large(instr, pc),
            },
            Instr::IfLt(a, b, to) => match (&cells[at(a)], &cells[at(b)]) {
                (Cell::Int(a), Cell::Int(b)) => return jump(a < b, to),
                _ => return self.large(instr, pc),
            },
            Instr::IfEq(a, b, to) => match (&cells[at(a)], &cells[at(b)]) {
                (Cell::Int(a), Cell::Int(b)) => return jump(a == b, to),
                (Cell::Bool(a), Cell::Bool(b)) => return jump(a == b, to),
                _ => return self.large(instr, pc),
            },
            Instr::IfNe(a, b, to) => match (&cells[at(a)], &cells[at(b)]) {
                (Cell::Int(a), Cell::Int(b)) => return jump(a != b, to),
                (Cell::Bool(a), Cell::Bool(b)) => return jump(a != b, to),
                _ => return self.large(instr, pc),
            },
            Instr::Select(to, map, index) => match (&cells[at(map)], &cells[at(index)]) {
                (Cell::Map(map), Cell::Int(index)) => {
                    let value = map.get(*index).clone();
                    cells[at(to)] = value;
                }
                _ => return self.trap(pc),
            },
            Instr::Select2(to, map, row, index) => match (&cells[at(map)], &cells[at(row)], &cells[at(index)]) {
                (Cell::Map(map), Cell::Int(row), Cell::Int(index)) if let Cell::Map(row) = map.get(*row) => {
                    let value = row.get(*index).clone();
                    cells[at(to)] = value;
                }
                _ => return self.trap(pc),
            },
            Instr::Put(map, index, value) => return self.put(pc, [map, index, value]),
            Instr::Put2(map, row, index, value) => return self.put_in_row(pc, [map, row, index, value]),
            Instr::Store(to, map, index, value) => return self.store(pc, [to, map, index, value]),
            Instr::Constant(to, value) => match cells[at(value)].clone() {
                Cell::Unset => return self.trap(pc),
                value => cells[at(to)] = Cell::Map(Rc::new(Map::constant(value))),
            },
            Instr::IsMap(reg) => match &cells[at(reg)] {
                Cell::Map(_) => {}
                _ => return self.trap(pc),
            },
            Instr::IsInt(reg) => match &cells[at(reg)] {
                Cell::Int(_) => {}
                _ => return self.trap(pc),
            },
            Instr::IsSet(reg) => {
                if let Cell::Unset = &cells[at(reg)] {
                    return self.trap(pc);
                }
            }
            Instr::Clear(reg) => cells[at(reg)] = Cell::Unset,
            Instr::Passed(check) => {
                if !self.executor.wanted.is_empty() {
                    self.tell_of_check(check, pc);
                }
            }
            Instr::Take(edge, passed) => return self.take(edge, passed).map(Next::At),
            Instr::Judge(truth) => return self.judge(self.piece(pc), truth),
            Instr::SkipUnset(reg, to) => return jump(matches!(cells[at(reg)], Cell::Unset), to),
            Instr::NoneOpen => {
                self.open.clear();
                self.holding = 0;
            }
            Instr::Holds(position) => self.holds(position),
            Instr::Open(edge) => {
                self.open.push((edge, self.holding));
                self.holding = 0;
            }
            Instr::Begin => return Ok(Next::At(self.first_command())),
            Instr::Choose => return self.choose().map(Next::At),
            Instr::Evaluate(to, term) => return self.evaluate(pc, to, term),
            Instr::Havoc(ask) => self.havoc(ask as usize)?,
            Instr::Call(site) => return self.call(site).map(Next::At),
            Instr::Return => return self.return_().map(Next::At),
            Instr::Leave => return Err(Box::new(Ended::NoCode)),
        }
        Ok(Next::At(next))
    }

    fn piece(&self, pc: u32) -> Piece {
        let code = &self.executor.bodies.code;
        code.pieces[code.piece_of[pc as usize] as usize]
    }

    fn view(&self) -> View<'_> {
        View::new(&self.executor.bodies.code.registers, &self.executor.cells, self.functions)
    }

    // ---- where registers do not suffice

    /// The evaluator computes what a piece is for.
    #[cold]
    fn trap(&mut self, pc: u32) -> Step<Next> {
        let piece = self.piece(pc);
        let mut steps = self.steps_for(piece.term);
        match piece.purpose {
            Purpose::Value(to, span) => {
                let value = eval(self.pool, piece.term, &self.view(), &mut steps);
                self.steps = steps.saturating_sub(1);
                let value = value.map_err(|error| stop(error, span))?;
                self.executor.cells[to as usize] = Cell::from_value(&value);
                Ok(Next::At(piece.end))
            }
            Purpose::Assume(_) | Purpose::Assert(..) | Purpose::Opening(..) | Purpose::Branch(..) | Purpose::Answer => {
                let truth = eval_bool(self.pool, piece.term, &self.view(), &mut steps);
                self.steps = steps.saturating_sub(1);
                match truth {
                    Ok(truth) => self.judge(piece, truth),
                    Err(error) => self.without_truth(piece, error),
                }
            }
        }
    }

    fn judge(&mut self, piece: Piece, truth: bool) -> Step<Next> {
        match (piece.purpose, truth) {
            (Purpose::Answer, truth) => return Ok(Next::Answer(truth)),
            (Purpose::Assume(span), false) => return Err(Box::new(Ended::Blocked { span })),
            (Purpose::Assert(check, span), false) => return Err(self.assertion_fails(check, span)),
            (Purpose::Opening(_, closed), false) => {
                self.holding = 0;
                return Ok(Next::At(closed));
            }
            (Purpose::Opening(position, _), true) => self.holds(position),
            (Purpose::Branch(yes, _), true) => return Ok(Next::At(yes)),
            (Purpose::Assume(_) | Purpose::Assert(..), true) | (Purpose::Branch(..), false) => {}
            (Purpose::Value(..), _) => return Err(Box::new(Ended::NoCode)),
        }
        Ok(Next::At(piece.end))
    }

    /// In a run that was approximated, an assumption about functions without meaning is taken to hold, as in the interpreter.
    fn without_truth(&mut self, piece: Piece, error: EvalError) -> Step<Next> {
        match piece.purpose {
            Purpose::Opening(..) => Ok(Next::At(piece.end)),
            Purpose::Branch(_, unknown) => Ok(Next::At(unknown)),
            Purpose::Assume(_) if matches!(error, EvalError::Uninterpreted(_)) && self.is_approximated() => {
                Ok(Next::At(piece.end))
            }
            Purpose::Assume(span) | Purpose::Assert(_, span) | Purpose::Value(_, span) => Err(stop(error, span)),
            Purpose::Answer => Err(stop(error, self.executor.bodies.blocks[self.block as usize].span)),
        }
    }

    fn is_approximated(&self) -> bool {
        let flag = self.program.approximations.as_ref().map(|approximations| approximations.flag);
        let reg = flag.and_then(|flag| self.executor.bodies.code.registers.find(flag));
        reg.is_some_and(|reg| !matches!(self.executor.cells[reg as usize], Cell::Int(0) | Cell::Unset))
    }

    fn holds(&mut self, position: u32) {
        if self.holding == position {
            self.holding += 1;
        }
    }

    fn depth(&self) -> usize {
        self.frames.len().saturating_sub(1)
    }

    fn assertion_fails(&self, check: CheckId, span: Span) -> Box<Ended> {
        let declared = self.program.checks.get(check);
        let kind = match declared.map_or(CheckKind::Assertion, |check| check.kind) {
            CheckKind::Invariant if self.came_by_back_edge() => CheckKind::InvariantMaintained,
            CheckKind::Invariant => CheckKind::InvariantEntry,
            kind => kind,
        };
        let span = declared.map_or(span, |check| check.span);
        self.failure(Some(check), kind, span, declared.and_then(|check| check.related))
    }

    fn came_by_back_edge(&self) -> bool {
        let block = self.executor.bodies.blocks[self.block as usize].block;
        let Some(frame) = self.frames.last() else { return false };
        self.from.is_some_and(|from| frame.body.table.back_edges.is_back_edge(from, block))
    }

    fn failure(&self, check: Option<CheckId>, kind: CheckKind, span: Span, related: Option<Span>) -> Box<Ended> {
        let Some(frame) = self.frames.last() else { return Box::new(Ended::NoCode) };
        let (depth, impl_id) = (self.depth(), frame.impl_id);
        Box::new(Ended::Failed(Failed { check, kind, span, related, depth, impl_id }))
    }
}

fn stop(error: EvalError, span: Span) -> Box<Ended> {
    Box::new(match error {
        EvalError::OutOfSteps => Ended::OutOfBudget,
        error => Ended::Undecided { reason: Undecided::Eval(error), span },
    })
}
