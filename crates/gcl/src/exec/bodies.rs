//! Bodies and contracts to flat code: a body when it is first entered, a block when a run first comes to it, so that time and
//! memory grow with what is explored.

use std::ops::Range;
use std::rc::Rc;

use invar_base::{Id, Span};
use invar_logic::{Op, Term, TermPool, VarId};
use rustc_hash::FxHashMap;

use super::code::{Code, Instr, Purpose, Reg};
use super::terms::{Terms, TooBig};
use crate::interp::Why;
use crate::interp::table::{BodyTable, mentioned_olds};
use crate::program::{BlockId, Clause, Cmd, CmdKind, ImplId, Local, ProcId, Program, Transfer, Trust};

/// No code yet.
pub(super) const NOWHERE: u32 = u32::MAX;

pub(super) struct Bodies<'a> {
    pub program: &'a Program,
    pub pool: &'a TermPool,
    pub code: Code,
    /// The blocks of all bodies that were entered, one body after the other.
    pub blocks: Vec<BlockCode>,
    pub edges: Vec<Edge>,
    pub asks: Vec<Ask>,
    pub calls: Vec<CallSite>,
    /// The conditions of globals: where their code begins.
    pub conditions: FxHashMap<Term, u32>,
    bodies: FxHashMap<ImplId, Rc<BodyCode>>,
    procs: FxHashMap<ProcId, Rc<ProcCode>>,
}

pub(super) struct BlockCode {
    pub impl_id: ImplId,
    pub block: BlockId,
    pub span: Span,
    /// Where its code begins; `NOWHERE` before a run comes to it.
    pub start: u32,
    /// Where commands begin: the opening assumptions, and what follows them.
    pub commands: Vec<u32>,
    /// Does its code begin with conditions at a loop's head?
    pub has_wheres: bool,
    /// Does an edge lead back to it?
    pub is_head: bool,
    /// Commands and the transfer.
    pub cost: u64,
    /// The edges that lead out of it.
    pub edges: Range<u32>,
}

/// One way out of a block.
pub(super) struct Edge {
    /// The block's position among all.
    pub to: u32,
    /// What must not be false there; nothing if it is the only way.
    pub opening: Vec<Term>,
}

/// A value that the program leaves open.
pub(super) struct Ask {
    pub var: VarId,
    pub reg: Reg,
    pub why: Why,
    pub span: Span,
    pub conditions: Vec<Term>,
}

pub(super) struct CallSite {
    pub callee: ProcId,
    pub args: Vec<Reg>,
    pub outs: Vec<Reg>,
    pub span: Span,
    /// Where the caller goes on.
    pub after: u32,
}

/// A formula that has code of its own.
#[derive(Clone, Copy)]
pub(super) struct Formula {
    pub start: u32,
    pub span: Span,
    pub trust: Trust,
}

/// What a body needs when it is entered and left.
pub(super) struct BodyCode {
    pub table: Rc<BodyTable>,
    /// The position of its first block.
    pub first: u32,
    pub entry: BlockId,
    pub ins: Vec<Reg>,
    pub outs: Vec<Reg>,
    /// Variables of one activation, and old values, which others may have too.
    pub own: Vec<Reg>,
    pub olds: Vec<(Reg, Reg)>,
    pub initial: Vec<usize>,
    /// The conditions of parameters and of what is asked for at the start.
    pub wheres: Vec<Formula>,
}

pub(super) struct ProcCode {
    pub body: Option<ImplId>,
    pub ins: Vec<Reg>,
    pub outs: Vec<Reg>,
    pub requires: Vec<Formula>,
    pub ensures: Vec<Formula>,
    /// What results and changed globals satisfy.
    pub fits: Vec<Formula>,
    /// Without a body: what one activation owns, the old values that the contract reads, and what is asked for.
    pub own: Vec<Reg>,
    pub olds: Vec<(Reg, Reg)>,
    pub modified: Vec<Reg>,
    pub results: Vec<usize>,
}

impl<'a> Bodies<'a> {
    pub fn new(program: &'a Program, pool: &'a TermPool) -> Bodies<'a> {
        let (blocks, edges, asks, calls) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let (bodies, procs) = (FxHashMap::default(), FxHashMap::default());
        let conditions = FxHashMap::default();
        Bodies { program, pool, code: Code::default(), blocks, edges, asks, calls, conditions, bodies, procs }
    }

    pub fn register(&mut self, var: VarId) -> Reg {
        self.code.registers.of(var)
    }

    fn registers<'l>(&mut self, locals: impl IntoIterator<Item = &'l Local>) -> Vec<Reg> {
        locals.into_iter().map(|local| self.register(local.var)).collect()
    }

    fn pairs(&mut self, olds: &[(VarId, VarId)]) -> Vec<(Reg, Reg)> {
        olds.iter().map(|&(global, old)| (self.register(global), self.register(old))).collect()
    }

    pub fn formula(&mut self, term: Term, span: Span, trust: Trust) -> Formula {
        let start = Terms::new(self.pool, &mut self.code).formula(term);
        Formula { start, span, trust }
    }

    fn clauses(&mut self, clauses: &[Clause]) -> Vec<Formula> {
        clauses.iter().map(|clause| self.formula(clause.term, clause.span, clause.trust)).collect()
    }

    pub fn ask(&mut self, var: VarId, why: Why, span: Span, conditions: Vec<Term>) -> usize {
        let reg = self.register(var);
        self.asks.push(Ask { var, reg, why, span, conditions });
        self.asks.len() - 1
    }

    // ---- contracts

    pub fn proc(&mut self, id: ProcId) -> Rc<ProcCode> {
        if let Some(known) = self.procs.get(&id) {
            return known.clone();
        }
        let made = Rc::new(self.make_proc(id));
        self.procs.insert(id, made.clone());
        made
    }

    fn make_proc(&mut self, id: ProcId) -> ProcCode {
        let program = self.program;
        let proc = &program.procs[id];
        let body = program.bodies_of(id).first().copied();
        let (ins, outs) = (self.registers(&proc.ins), self.registers(&proc.outs));
        let (requires, ensures) = (self.clauses(&proc.requires), self.clauses(&proc.ensures));
        let wheres = program.wheres_after(id).into_iter();
        let fits = wheres.map(|term| self.formula(term, proc.span, Trust::Free)).collect();
        let promised: Vec<Term> = proc.ensures.iter().map(|clause| clause.term).collect();
        let olds = mentioned_olds(program, self.pool, &promised);
        let olds = self.pairs(&olds);
        let own = ins.iter().chain(&outs).copied().chain(olds.iter().map(|&(_, old)| old)).collect();
        let modified = proc.modifies.iter().map(|&var| self.register(var)).collect();
        let mut results = Vec::new();
        if body.is_none() {
            let wheres = proc.outs.iter().filter_map(|formal| formal.where_);
            let conditions: Vec<Term> = wheres.chain(promised).collect();
            let asked = proc.outs.iter().map(|formal| formal.var).chain(proc.modifies.iter().copied());
            for var in asked {
                results.push(self.ask(var, Why::CallResult(id), proc.span, conditions.clone()));
            }
        }
        ProcCode { body, ins, outs, requires, ensures, fits, own, olds, modified, results }
    }

    // ---- bodies

    pub fn body(&mut self, id: ImplId) -> Rc<BodyCode> {
        if let Some(known) = self.bodies.get(&id) {
            return known.clone();
        }
        let made = Rc::new(self.make_body(id));
        self.bodies.insert(id, made.clone());
        made
    }

    fn make_body(&mut self, id: ImplId) -> BodyCode {
        let body = &self.program.impls[id];
        let table = Rc::new(BodyTable::new(self.program, self.pool, id));
        let first = self.blocks.len() as u32;
        for (block, content) in body.blocks.iter() {
            let (span, start, commands) = (content.span, NOWHERE, Vec::new());
            let has_wheres = table.head_wheres.get(&block).is_some_and(|wheres| !wheres.is_empty());
            let is_head = table.back_edges.is_head(block);
            let cost = content.cmds.len() as u64 + 1;
            self.blocks.push(BlockCode {
                impl_id: id,
                block,
                span,
                start,
                commands,
                has_wheres,
                is_head,
                cost,
                edges: 0..0,
            });
        }
        let (ins, outs) = (self.registers(&body.ins), self.registers(&body.outs));
        let olds = self.pairs(&table.olds);
        let own = table.own.iter().map(|&var| self.register(var)).collect();
        let asked: Vec<Local> = table.initial.clone();
        let initial = asked
            .iter()
            .map(|local| self.ask(local.var, Why::Uninitialised, local.span, local.where_.into_iter().collect()))
            .collect();
        let conditions = body.ins.iter().chain(&asked).filter_map(|local| Some((local.where_?, local.span)));
        let wheres = conditions.map(|(term, span)| self.formula(term, span, Trust::Free)).collect();
        BodyCode { table, first, entry: body.entry, ins, outs, own, olds, initial, wheres }
    }

    // ---- blocks

    /// Makes the code of a block.
    pub fn make_block(&mut self, position: u32) {
        let (impl_id, block) = (self.blocks[position as usize].impl_id, self.blocks[position as usize].block);
        let body = self.body(impl_id);
        let content = &self.program.impls[impl_id].blocks[block];
        let start = self.code.here();
        self.head_conditions(&body.table, block, content.span);
        let mut commands = Vec::new();
        let mut is_opening = true;
        for cmd in &content.cmds {
            if is_opening {
                commands.push(self.code.here());
            }
            is_opening &= matches!(cmd.kind, CmdKind::Assume(_));
            self.command(&body.table, cmd);
        }
        if is_opening {
            commands.push(self.code.here());
        }
        let first_edge = self.edges.len() as u32;
        match &content.next {
            Transfer::Return => {
                self.code.emit(Instr::Return);
            }
            Transfer::Goto(targets) => self.transfer(impl_id, body.first, targets),
        }
        let made = &mut self.blocks[position as usize];
        (made.start, made.commands, made.edges) = (start, commands, first_edge..self.edges.len() as u32);
    }

    fn head_conditions(&mut self, table: &BodyTable, block: BlockId, span: Span) {
        let Some(conditions) = table.head_wheres.get(&block).filter(|conditions| !conditions.is_empty()) else {
            return;
        };
        for condition in conditions {
            let reg = self.register(condition.var);
            let skip = condition.may_be_unset.then(|| self.code.emit(Instr::SkipUnset(reg, 0)));
            Terms::new(self.pool, &mut self.code).condition(condition.term, Purpose::Assume(span));
            self.code.patch(skip.as_slice());
        }
        self.code.emit(Instr::Begin);
    }

    fn command(&mut self, table: &BodyTable, cmd: &Cmd) {
        let span = cmd.span;
        match &cmd.kind {
            CmdKind::Assign(var, term) => Terms::new(self.pool, &mut self.code).assign(*var, *term, span),
            CmdKind::Assume(term) => Terms::new(self.pool, &mut self.code).condition(*term, Purpose::Assume(span)),
            CmdKind::Assert(check, term) => {
                Terms::new(self.pool, &mut self.code).condition(*term, Purpose::Assert(*check, span));
                self.code.emit(Instr::Passed(*check));
            }
            CmdKind::Havoc(var) => {
                let global = || self.program.global(*var).and_then(|global| global.where_);
                let condition = table.wheres.get(var).copied().or_else(global);
                let ask = self.ask(*var, Why::Havoc, span, condition.into_iter().collect());
                self.code.emit(Instr::Havoc(ask as u32));
                if let Some(condition) = condition {
                    Terms::new(self.pool, &mut self.code).condition(condition, Purpose::Assume(span));
                }
            }
            CmdKind::Call { callee, ins, outs } => self.call(*callee, ins, outs, span),
        }
    }

    fn call(&mut self, callee: ProcId, ins: &[Term], outs: &[VarId], span: Span) {
        let mut terms = Terms::new(self.pool, &mut self.code);
        let args: Result<Vec<Reg>, TooBig> = ins.iter().map(|&term| terms.temporary_value(term, span)).collect();
        let Ok(args) = args else {
            self.code.emit(Instr::Leave);
            return;
        };
        let outs = outs.iter().map(|&var| self.register(var)).collect();
        let site = self.calls.len() as u32;
        self.code.emit(Instr::Call(site));
        self.calls.push(CallSite { callee, args, outs, span, after: self.code.here() });
    }

    // ---- transfers

    fn edge(&mut self, to: u32, opening: Vec<Term>) -> u32 {
        self.edges.push(Edge { to, opening });
        self.edges.len() as u32 - 1
    }

    fn transfer(&mut self, impl_id: ImplId, first: u32, targets: &[BlockId]) {
        let to = |target: BlockId| first + target.index() as u32;
        if let [target] = targets {
            let edge = self.edge(to(*target), Vec::new());
            self.code.emit(Instr::Take(edge, 0));
            return;
        }
        let mut distinct: Vec<BlockId> = Vec::new();
        for &target in targets {
            if !distinct.contains(&target) {
                distinct.push(target);
            }
        }
        let openings: Vec<Vec<Term>> = distinct.iter().map(|&target| self.opening(impl_id, target)).collect();
        let ways = distinct.iter().zip(&openings);
        let edges: Vec<u32> = ways.map(|(&target, opening)| self.edge(to(target), opening.clone())).collect();
        let branch = self.branch(&openings, &edges);
        let generic = self.code.here();
        if let Some((piece, yes)) = branch {
            self.code.pieces[piece].purpose = Purpose::Branch(yes, generic);
        }
        self.code.emit(Instr::NoneOpen);
        for (terms, &edge) in openings.iter().zip(&edges) {
            let pieces: Vec<usize> = terms
                .iter()
                .enumerate()
                .map(|(position, &term)| Terms::new(self.pool, &mut self.code).opening(term, position as u32))
                .collect();
            self.code.emit(Instr::Open(edge));
            let closed = self.code.here();
            for (position, piece) in pieces.into_iter().enumerate() {
                self.code.pieces[piece].purpose = Purpose::Opening(position as u32, closed);
            }
        }
        self.code.emit(Instr::Choose);
    }

    /// The assumptions that a block begins with.
    fn opening(&self, impl_id: ImplId, block: BlockId) -> Vec<Term> {
        let cmds = self.program.impls[impl_id].blocks[block].cmds.iter();
        let assumed = |cmd: &Cmd| match cmd.kind {
            CmdKind::Assume(term) => Some(term),
            CmdKind::Assign(..) | CmdKind::Havoc(_) | CmdKind::Assert(..) | CmdKind::Call { .. } => None,
        };
        cmds.map_while(assumed).collect()
    }

    /// Two ways that one condition decides. Out: its piece, and where the run goes on if it is true.
    fn branch(&mut self, openings: &[Vec<Term>], edges: &[u32]) -> Option<(usize, u32)> {
        let ([a, b], [to_a, to_b]) = (openings, edges) else { return None };
        let ([a], [b]) = (&a[..], &b[..]) else { return None };
        let negates = |a: Term, b: Term| *self.pool.op(a) == Op::Not && self.pool.args(a)[0] == b;
        let (condition, yes, no) = if negates(*b, *a) {
            (*a, *to_a, *to_b)
        } else if negates(*a, *b) {
            (*b, *to_b, *to_a)
        } else {
            return None;
        };
        let (piece, jumps) = Terms::new(self.pool, &mut self.code).branch(condition).ok()?;
        self.code.emit(Instr::Take(no, 1));
        let start = self.code.here();
        self.code.patch(&jumps);
        self.code.emit(Instr::Take(yes, 1));
        Some((piece, start))
    }
}
