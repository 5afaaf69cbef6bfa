//! Annotations as terms: contracts become clauses of procedures, loop annotations open the heads of their loops.
//!
//! Everything here is a term over the variables of the program; nothing is emitted. A state other than the present one is
//! a map from variables to the variables that saved them (`Body::view`): globals have their `old`, parameters the formal
//! they started from, and a loop saves what its annotation asks for before its head.

use std::rc::Rc;

use invar_base::Span;
use invar_gcl::{BlockId, Check, CheckKind, Clause, Cmd, CmdKind, ProcId};
use invar_logic::{Sort, Term, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::code::{Body, Logical, Pointer, Value, View};
use super::frame::Footprint;
use super::ints::{self, Int, Range};
use super::memory::{Base, Location};
use super::program::{Cx, LeafVars, Part, VarStorage, read};
use super::shape::{Scalar, scalar};
use super::triggers;
use crate::c::hir::spec::{self, LogicType, LogicVarId, LoopSpec, State, TermKind};
use crate::c::hir::{BinaryOp, FunctionId};
use crate::c::points_to::{Mode, RegionId};
use crate::c::types::TypeId;

/// What a loop's annotation became, and what must be saved before the loop.
#[derive(Default)]
pub struct PreparedLoop {
    pub invariants: Vec<Term>,
    pub predicates: Vec<Term>,
    pub skolems: Vec<VarId>,
    pub footprint: Option<Footprint>,
    /// The block that enters the loop.
    pub entered_from: Option<BlockId>,
}

/// Clauses of a function's contract, over the formals of its procedure.
pub fn contract(cx: &mut Cx<'_>, id: FunctionId, proc: ProcId, ins: &[Vec<LeafVars>], outs: &[LeafVars]) {
    let unit = cx.unit;
    let function = &unit.functions[id];
    let Some(contract) = cx.contract_of(id) else { return };
    let mut body = Body::new(cx, id);
    for (&param, leaves) in function.params.iter().zip(ins) {
        body.vars.insert(param, VarStorage::Plain(Rc::new(leaves.clone())));
    }
    body.result = outs.to_vec();
    let mut requires: Vec<Clause> = Vec::new();
    for clause in &contract.requires {
        let before = body.problems.len();
        let made = body.clause(clause);
        if body.problems.len() == before {
            requires.push(made);
        } else {
            // The body is then verified without it, and callers have nothing to show.
            let text =
                format!("a `requires` clause of `{}` is not understood: calls are not held to it", function.name);
            body.cx.assumptions.insert(text);
        }
    }
    let ensures: Vec<Clause> = contract.ensures.iter().map(|clause| body.clause(clause)).collect();
    let problems = std::mem::take(&mut body.problems);
    let modifies = if function.body.is_none() { body.written_by_contract(contract) } else { Vec::new() };
    cx.clause_problems.insert(id, problems);
    let proc = &mut cx.b.program.procs[proc];
    proc.requires = requires;
    proc.ensures = ensures;
    proc.modifies = modifies;
}

impl Body<'_, '_> {
    fn clause(&mut self, clause: &spec::Clause) -> Clause {
        let term = self.statement(&clause.term);
        let trust = match clause.trust {
            spec::Trust::Assert | spec::Trust::Check => invar_gcl::Trust::Checked,
            spec::Trust::Admit => invar_gcl::Trust::Free,
        };
        Clause { term, trust, span: clause.span, message: None }
    }

    /// What could not be understood makes runs from here on unreal.
    pub fn flush_problems(&mut self) {
        for (span, what) in std::mem::take(&mut self.problems) {
            let outer = std::mem::replace(&mut self.span, span);
            self.approximate(what);
            self.span = outer;
        }
    }

    // ---- loops

    /// Evaluates a loop's annotation in the state before the loop.
    pub fn prepare_loop(&mut self, annotation: &LoopSpec) -> PreparedLoop {
        self.loop_saves.push(FxHashMap::default());
        let invariants = annotation.invariants.iter().map(|clause| self.statement(&clause.term)).collect();
        for &skolem in &annotation.skolems {
            let name = self.cx.unit.logic.vars[skolem].name.clone();
            let var = self.declare(&name, Sort::INT);
            let term = self.var(var);
            self.logic.insert(skolem, Logical::Int(term));
        }
        let predicates = annotation.predicates.iter().map(|term| self.formula(term)).collect();
        let skolems = annotation.skolems.iter().filter_map(|skolem| self.logic_var(*skolem)).collect();
        let footprint = annotation.assigns.as_ref().map(|locations| {
            let outer = std::mem::replace(&mut self.view, View::LoopEntry);
            let footprint = self.footprint(locations);
            self.view = outer;
            footprint
        });
        self.flush_problems();
        if annotation.variant.is_some() {
            self.cx.assumptions.insert("loop variants are not checked: termination is not claimed".to_string());
        }
        PreparedLoop { invariants, predicates, skolems, footprint, entered_from: Some(self.current) }
    }

    fn logic_var(&self, id: LogicVarId) -> Option<VarId> {
        match self.logic.get(&id) {
            Some(Logical::Int(term)) => match self.cx.b.pool.op(*term) {
                invar_logic::Op::Var(var) => Some(*var),
                _ => None,
            },
            _ => None,
        }
    }

    /// Once the body is known: what `loop assigns` says about everything that the loop writes.
    pub fn close_head(&mut self, head: BlockId, _annotation: &LoopSpec, prepared: &PreparedLoop) {
        use invar_base::Id;
        if let Some(footprint) = &prepared.footprint {
            let blocks = self.blocks.iter().skip(head.index());
            let mut written: FxHashSet<VarId> = FxHashSet::default();
            let mut calls = false;
            for cmd in blocks.flat_map(|(_, block)| &block.cmds) {
                match &cmd.kind {
                    CmdKind::Assign(var, _) | CmdKind::Havoc(var) => drop(written.insert(*var)),
                    CmdKind::Call { .. } => calls = true,
                    CmdKind::Assume(_) | CmdKind::Assert(..) => {}
                }
            }
            let globals: Vec<VarId> = self.cx.b.program.globals.iter().map(|global| global.var).collect();
            for var in globals.into_iter().filter(|var| calls || written.contains(var)) {
                let saved = self.loop_save(var);
                if let Some(frame) = self.frame(footprint, var, saved, true) {
                    self.frame_invariant(head, frame);
                }
            }
        }
        let saves = self.loop_saves.pop().unwrap_or_default();
        let Some(before) = prepared.entered_from else { return };
        let mut saves: Vec<(VarId, VarId)> = saves.into_iter().collect();
        saves.sort();
        for (var, saved) in saves {
            let term = self.cx.b.pool.var(var);
            let span = self.blocks[head].span;
            self.blocks[before].cmds.push(Cmd { kind: CmdKind::Assign(saved, term), span });
        }
    }

    fn frame_invariant(&mut self, head: BlockId, term: Term) {
        let span = self.blocks[head].span;
        let mut check = Check::new(CheckKind::Invariant, span);
        check.message = Some("the loop writes only what `loop assigns` lists".to_string());
        let check = self.cx.b.program.checks.push(check);
        self.blocks[head].cmds.push(Cmd { kind: CmdKind::Assert(check, term), span });
    }

    /// The variable that holds this one's value from before the loop.
    fn loop_save(&mut self, var: VarId) -> VarId {
        if let Some(&saved) = self.loop_saves.last().and_then(|saves| saves.get(&var)) {
            return saved;
        }
        let sort = self.cx.b.pool.variable(var).sort;
        let name = format!("{}@entry", self.cx.b.pool.var_name(var));
        let saved = self.declare(&name, sort);
        if let Some(saves) = self.loop_saves.last_mut() {
            saves.insert(var, saved);
        }
        saved
    }

    /// A variable as the state that is being talked about has it.
    pub fn viewed(&mut self, var: VarId) -> VarId {
        match self.view {
            View::Now => var,
            View::Pre => {
                let copy = self.entry_copies.get(&var).copied();
                copy.or_else(|| self.cx.old_of(var)).unwrap_or(var)
            }
            View::LoopEntry => {
                let is_formal = self.entry_copies.values().any(|formal| *formal == var);
                if self.loop_saves.is_empty() || is_formal { var } else { self.loop_save(var) }
            }
        }
    }

    // ---- terms

    /// A whole clause. If a part of it is not understood, nothing is known of its truth: it cannot be proved, and assuming it
    /// says nothing.
    pub fn statement(&mut self, term: &spec::Term) -> Term {
        let before = self.problems.len();
        let formula = self.formula(term);
        if self.problems.len() == before { formula } else { self.unknown_truth() }
    }

    fn unknown_truth(&mut self) -> Term {
        let var = self.cx.b.constant("@unknown", Sort::BOOL);
        self.cx.b.pool.var(var)
    }

    pub fn formula(&mut self, term: &spec::Term) -> Term {
        match self.logical(term) {
            Logical::Bool(term) => term,
            Logical::Int(term) => {
                let zero = self.int(0);
                self.pool().ne(term, zero)
            }
            Logical::Pointer(pointer) => self.is_not_null(pointer),
            Logical::Record(..) | Logical::Real(_) => self.not_modelled("a real or record as a condition", term.span),
        }
    }

    pub fn spec_integer(&mut self, term: &spec::Term) -> Term {
        self.integer(term)
    }

    pub fn loop_saved(&mut self, var: VarId) -> VarId {
        self.loop_save(var)
    }

    fn integer(&mut self, term: &spec::Term) -> Term {
        match self.logical(term) {
            Logical::Int(term) => term,
            Logical::Bool(term) => Int::truth(self.pool(), term).term,
            Logical::Pointer(_) | Logical::Record(..) | Logical::Real(_) => {
                self.not_modelled("this as an integer", term.span);
                self.unknown_integer()
            }
        }
    }

    pub fn logical_pointer(&mut self, term: &spec::Term) -> Pointer {
        match self.logical(term) {
            Logical::Pointer(pointer) => pointer,
            Logical::Int(_) | Logical::Bool(_) | Logical::Record(..) | Logical::Real(_) => {
                self.not_modelled("this as a pointer", term.span);
                self.null()
            }
        }
    }

    fn unknown_integer(&mut self) -> Term {
        let var = self.cx.b.constant("@unknown", Sort::INT);
        self.cx.b.pool.var(var)
    }

    /// Any truth value, and a note that the function's annotations are not fully understood.
    fn not_modelled(&mut self, what: &str, span: Span) -> Term {
        self.problems.push((span, what.to_string()));
        self.unknown_truth()
    }

    fn logical(&mut self, term: &spec::Term) -> Logical {
        match &term.kind {
            TermKind::Integer(value) => Logical::Int(self.pool().int(value.clone())),
            TermKind::Real(_) => Logical::Real(self.unknown_integer()),
            TermKind::Boolean(value) => Logical::Bool(self.pool().bool(*value)),
            TermKind::Null => Logical::Pointer(self.null()),
            TermKind::Var(id) => self.logic_value(*id, term),
            TermKind::Load(place) => {
                let location = self.spec_location(place);
                self.spec_load(&location, place.ty, term.span)
            }
            TermKind::AddressOf(place) => {
                let location = self.spec_location(place);
                match location.base {
                    Base::Plain { .. } | Base::Value { .. } | Base::Nowhere(_) => {
                        self.not_modelled("the address of a variable that is not in memory", term.span);
                        Logical::Pointer(self.null())
                    }
                    Base::Element { ref within, .. } if !within.steps.is_empty() => {
                        self.not_modelled("the address of a part of an element", term.span);
                        Logical::Pointer(self.null())
                    }
                    Base::Element { object, offset, .. } | Base::Flat { object, offset, .. } => {
                        Logical::Pointer(Pointer { object, offset })
                    }
                    Base::Row { object, .. } => {
                        let offset = self.int(0);
                        Logical::Pointer(Pointer { object, offset })
                    }
                }
            }
            TermKind::Field(record, number) => match self.logical(record) {
                Logical::Record(ty, leaves) => {
                    let base = Base::Value { ty, leaves, within: Default::default() };
                    let location = Location { base, checks: Vec::new(), is_volatile: false };
                    let location = self.field_location(location, ty, *number);
                    let field = self.field_type(ty, *number).unwrap_or(ty);
                    self.spec_load(&location, field, term.span)
                }
                _ => Logical::Int(self.unknown_integer()),
            },
            TermKind::String(id) => {
                self.strings.insert(*id);
                let (object, offset) = (self.cx.string_object(*id), self.int(0));
                Logical::Pointer(Pointer { object, offset })
            }
            TermKind::Result => {
                let result = VarStorage::Plain(Rc::new(self.result.clone()));
                let ty = self.function.ty.result;
                let location = self.variable_location(result, ty);
                self.spec_load(&location, ty, term.span)
            }
            TermKind::At(inner, state) => self.at_state(inner, *state),
            TermKind::Negate(inner) => {
                let inner = self.integer(inner);
                Logical::Int(self.pool().neg(inner))
            }
            TermKind::Binary(op, a, b) => self.spec_binary(*op, a, b, term.span),
            TermKind::Complement(inner) => {
                let inner = self.integer(inner);
                let one = self.int(1);
                let minus = self.pool().neg(inner);
                Logical::Int(self.pool().sub(minus, one))
            }
            TermKind::Compare(op, a, b) => self.spec_compare(*op, a, b, term.span),
            TermKind::PointerAdd(pointer, index) => {
                let base = self.logical_pointer(pointer);
                let index = self.integer(index);
                let by = self.spec_stride(pointer, index);
                let offset = self.pool().add(base.offset, by);
                Logical::Pointer(Pointer { object: base.object, offset })
            }
            TermKind::PointerDifference(a, b) => {
                let (x, y) = (self.logical_pointer(a), self.logical_pointer(b));
                let one = self.int(1);
                let stride = self.spec_stride(a, one);
                let difference = self.pool().sub(x.offset, y.offset);
                if stride == one {
                    return Logical::Int(difference);
                }
                Logical::Int(ints::divide(self.pool(), Int::any(difference), Int::any(stride)).term)
            }
            TermKind::Cast(inner) => self.spec_cast(inner, term.ty),
            TermKind::Not(inner) => {
                let inner = self.formula(inner);
                Logical::Bool(self.pool().not(inner))
            }
            TermKind::And(parts) => {
                let parts: Vec<Term> = parts.iter().map(|part| self.formula(part)).collect();
                Logical::Bool(self.pool().and(&parts))
            }
            TermKind::Or(parts) => {
                let parts: Vec<Term> = parts.iter().map(|part| self.formula(part)).collect();
                Logical::Bool(self.pool().or(&parts))
            }
            TermKind::Implies(a, b) => {
                let (a, b) = (self.formula(a), self.formula(b));
                Logical::Bool(self.pool().implies(a, b))
            }
            TermKind::Iff(a, b) => {
                let (a, b) = (self.formula(a), self.formula(b));
                Logical::Bool(self.pool().eq(a, b))
            }
            TermKind::Conditional(condition, a, b) => {
                let condition = self.formula(condition);
                let (a, b) = (self.logical(a), self.logical(b));
                self.logical_choice(condition, a, b, term.span)
            }
            TermKind::Forall(vars, body) => self.quantified(vars, body, true),
            TermKind::Exists(vars, body) => self.quantified(vars, body, false),
            TermKind::Let(var, value, body) => {
                let value = self.logical(value);
                self.logic.insert(*var, value);
                self.logical(body)
            }
            TermKind::Apply(id, args) => self.apply(*id, args, term.span),
            TermKind::Valid { locations, .. } => {
                let parts: Vec<Term> = locations.iter().map(|location| self.valid(location)).collect();
                Logical::Bool(self.pool().and(&parts))
            }
            TermKind::Separated(locations) => Logical::Bool(self.separated(locations)),
            TermKind::Unsupported(what) => Logical::Bool(self.not_modelled(what, term.span)),
            TermKind::BlockLength(pointer) => {
                let base = self.logical_pointer(pointer);
                let size = self.cx.size;
                let size = self.var(size);
                Logical::Int(self.pool().select(size, &[base.object]))
            }
            TermKind::Offset(pointer) => {
                let region = self.cx.regions.spec_target(self.id, pointer);
                let base = self.logical_pointer(pointer);
                Logical::Int(self.unit_offset(region, base.offset))
            }
            TermKind::BaseAddress(pointer) => {
                let base = self.logical_pointer(pointer);
                let offset = self.int(0);
                Logical::Pointer(Pointer { object: base.object, offset })
            }
            TermKind::Freeable(pointer) => {
                let base = self.logical_pointer(pointer);
                let (live, heap) = (self.cx.live, self.cx.heap);
                let (live, heap, zero) = (self.var(live), self.var(heap), self.int(0));
                let pool = self.pool();
                let (alive, allocated) = (pool.select(live, &[base.object]), pool.select(heap, &[base.object]));
                let (positive, start) = (pool.lt(zero, base.object), pool.eq(base.offset, zero));
                Logical::Bool(pool.and(&[positive, alive, allocated, start]))
            }
            TermKind::Fresh(pointer) => {
                let base = self.logical_pointer(pointer);
                let (next, live) = (self.cx.next, self.cx.live);
                let live = self.var(live);
                let outer = std::mem::replace(&mut self.view, View::Pre);
                let before = self.var(next);
                self.view = outer;
                let pool = self.pool();
                let (new, alive) = (pool.le(before, base.object), pool.select(live, &[base.object]));
                Logical::Bool(pool.and(&[new, alive]))
            }
        }
    }

    fn at_state(&mut self, inner: &spec::Term, state: State) -> Logical {
        let view = match state {
            State::Here | State::Post | State::LoopCurrent => View::Now,
            State::Pre => View::Pre,
            State::LoopEntry => View::LoopEntry,
            State::Init | State::Label(_) => {
                self.not_modelled("the state at a label", inner.span);
                View::Now
            }
        };
        let outer = std::mem::replace(&mut self.view, view);
        let value = self.logical(inner);
        self.view = outer;
        value
    }

    fn logic_value(&mut self, id: LogicVarId, term: &spec::Term) -> Logical {
        match self.logic.get(&id) {
            Some(value) => value.clone(),
            None => {
                self.not_modelled("this variable", term.span);
                Logical::Int(self.unknown_integer())
            }
        }
    }

    fn logical_choice(&mut self, condition: Term, a: Logical, b: Logical, span: Span) -> Logical {
        let pool = self.pool();
        match (a, b) {
            (Logical::Int(a), Logical::Int(b)) => Logical::Int(pool.ite(condition, a, b)),
            (Logical::Bool(a), Logical::Bool(b)) => Logical::Bool(pool.ite(condition, a, b)),
            (Logical::Pointer(a), Logical::Pointer(b)) => {
                let object = pool.ite(condition, a.object, b.object);
                Logical::Pointer(Pointer { object, offset: pool.ite(condition, a.offset, b.offset) })
            }
            (Logical::Int(a), Logical::Bool(b)) => {
                let b = Int::truth(pool, b).term;
                Logical::Int(pool.ite(condition, a, b))
            }
            (Logical::Bool(a), Logical::Int(b)) => {
                let a = Int::truth(pool, a).term;
                Logical::Int(pool.ite(condition, a, b))
            }
            (a, _) => {
                self.not_modelled("a choice between reals, records or values of different kinds", span);
                a
            }
        }
    }

    fn spec_stride(&mut self, pointer: &spec::Term, index: Term) -> Term {
        let region = self.cx.regions.spec_target(self.id, pointer);
        let pointee = match pointer.ty {
            LogicType::C(ty) => self.cx.unit.types.pointee(ty),
            LogicType::Integer | LogicType::Real | LogicType::Boolean => None,
        };
        let stride = pointee.and_then(|pointee| self.stride(region, pointee)).unwrap_or(1);
        let stride = self.int(i128::from(stride));
        self.pool().mul(index, stride)
    }

    fn spec_binary(&mut self, op: BinaryOp, a: &spec::Term, b: &spec::Term, span: Span) -> Logical {
        let (a, b) = (self.logical(a), self.logical(b));
        let (Logical::Int(a), Logical::Int(b)) = (a, b) else {
            self.not_modelled("arithmetic on reals", span);
            return Logical::Real(self.unknown_integer());
        };
        let (a, b) = (Int::any(a), Int::any(b));
        let value = match op {
            BinaryOp::Add => ints::add(self.pool(), a, b),
            BinaryOp::Subtract => ints::subtract(self.pool(), a, b),
            BinaryOp::Multiply => ints::multiply(self.pool(), a, b),
            BinaryOp::Divide => ints::divide(self.pool(), a, b),
            BinaryOp::Remainder => ints::remainder(self.pool(), a, b),
            BinaryOp::ShiftLeft | BinaryOp::ShiftRight if b.constant(&self.cx.b.pool).is_none() => {
                self.not_modelled("a shift by a variable amount in an annotation", span);
                Int::any(self.unknown_integer())
            }
            BinaryOp::ShiftLeft => ints::shift_left(self.pool(), a, b, 128),
            BinaryOp::ShiftRight => ints::shift_right(self.pool(), a, b, 128),
            BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor => return self.spec_bits(op, a, b),
        };
        Logical::Int(value.term)
    }

    /// Two's complement without end is exact in 128 bits for values that fit them, as those of C variables do; of others
    /// nothing is said.
    fn spec_bits(&mut self, op: BinaryOp, a: Int, b: Int) -> Logical {
        let wide = Range { bits: 128, signed: true };
        let value = ints::exact(self.pool(), op, a, b, wide);
        let (fits_a, fits_b) = (ints::fits(self.pool(), a, wide), ints::fits(self.pool(), b, wide));
        let other = self.unknown_integer();
        let pool = self.pool();
        let fits = pool.and(&[fits_a, fits_b]);
        Logical::Int(pool.ite(fits, value.term, other))
    }

    fn spec_compare(&mut self, op: crate::c::hir::CompareOp, a: &spec::Term, b: &spec::Term, span: Span) -> Logical {
        use crate::c::hir::CompareOp;
        let (x, y) = (self.logical(a), self.logical(b));
        let term = match (x, y) {
            (Logical::Int(x), Logical::Int(y)) => ints::compare(self.pool(), op, x, y),
            (Logical::Bool(x), Logical::Bool(y)) => match op {
                CompareOp::Equal => self.pool().eq(x, y),
                _ => self.pool().ne(x, y),
            },
            (Logical::Bool(x), Logical::Int(y)) => {
                let x = Int::truth(self.pool(), x).term;
                ints::compare(self.pool(), op, x, y)
            }
            (Logical::Int(x), Logical::Bool(y)) => {
                let y = Int::truth(self.pool(), y).term;
                ints::compare(self.pool(), op, x, y)
            }
            (Logical::Pointer(x), Logical::Pointer(y)) => match op {
                CompareOp::Equal | CompareOp::NotEqual => self.spec_same(op, x, y),
                _ => {
                    let same = self.pool().eq(x.object, y.object);
                    let level = ints::compare(self.pool(), op, x.offset, y.offset);
                    self.pool().and(&[same, level])
                }
            },
            (_, _) => self.not_modelled("a comparison of reals or records", span),
        };
        Logical::Bool(term)
    }

    fn spec_same(&mut self, op: crate::c::hir::CompareOp, x: Pointer, y: Pointer) -> Term {
        let pool = self.pool();
        let (same, level) = (pool.eq(x.object, y.object), pool.eq(x.offset, y.offset));
        let equal = pool.and(&[same, level]);
        if op == crate::c::hir::CompareOp::Equal { equal } else { pool.not(equal) }
    }

    fn spec_cast(&mut self, inner: &spec::Term, ty: LogicType) -> Logical {
        let value = self.logical(inner);
        match (value, ty) {
            (Logical::Int(term), LogicType::C(ty)) => match self.cx.range(ty, None) {
                Some(range) if range.bits > 1 => Logical::Int(ints::wrap(self.pool(), Int::any(term), range).term),
                Some(_) => Logical::Int(ints::to_bool(self.pool(), Int::any(term)).term),
                None if self.cx.unit.types.is_pointer(ty) => {
                    if self.int(0) != term {
                        self.not_modelled("an integer as a pointer", inner.span);
                    }
                    Logical::Pointer(self.null())
                }
                None => Logical::Int(term),
            },
            (Logical::Bool(term), LogicType::C(_) | LogicType::Integer) => {
                Logical::Int(Int::truth(self.pool(), term).term)
            }
            (value, _) => value,
        }
    }

    fn quantified(&mut self, vars: &[LogicVarId], body: &spec::Term, all: bool) -> Logical {
        let (mut bound, mut ranges) = (Vec::new(), Vec::new());
        for &id in vars {
            let var = &self.cx.unit.logic.vars[id];
            let (name, ty) = (var.name.clone(), var.ty);
            let pool = &mut self.cx.b.pool;
            let value = match ty {
                LogicType::C(ty) if self.cx.unit.types.is_pointer(ty) => {
                    let (object, offset) = (pool.fresh_var(&name, Sort::INT), pool.fresh_var(&name, Sort::INT));
                    bound.extend([object, offset]);
                    Logical::Pointer(Pointer { object: pool.var(object), offset: pool.var(offset) })
                }
                LogicType::Boolean => {
                    let var = pool.fresh_var(&name, Sort::BOOL);
                    bound.push(var);
                    Logical::Bool(pool.var(var))
                }
                LogicType::C(_) | LogicType::Integer | LogicType::Real => {
                    let var = pool.fresh_var(&name, Sort::INT);
                    bound.push(var);
                    let term = pool.var(var);
                    if let LogicType::C(ty) = ty
                        && let Some(range) = self.cx.range(ty, None)
                    {
                        ranges.push(ints::in_range(&mut self.cx.b.pool, term, range));
                    }
                    Logical::Int(term)
                }
            };
            self.logic.insert(id, value);
        }
        let body = self.formula(body);
        let pool = self.pool();
        let range = pool.and(&ranges);
        let body = if all { pool.implies(range, body) } else { pool.and(&[range, body]) };
        Logical::Bool(triggers::quantify(pool, &bound, body, all))
    }

    /// A predicate or function with a definition is written out.
    fn apply(&mut self, id: spec::LogicFunctionId, args: &[spec::Term], span: Span) -> Logical {
        let function = &self.cx.unit.logic.functions[id];
        let args: Vec<Logical> = args.iter().map(|arg| self.logical(arg)).collect();
        let Some(body) = function.body.as_ref().filter(|_| !self.expanding.contains(&id)) else {
            return self.uninterpreted(id, args, span);
        };
        self.expanding.push(id);
        let saved: Vec<_> = function.params.iter().map(|param| (*param, self.logic.get(param).cloned())).collect();
        for (&param, arg) in function.params.iter().zip(args) {
            self.logic.insert(param, arg);
        }
        let value = self.logical(body);
        for (param, old) in saved {
            if let Some(old) = old {
                self.logic.insert(param, old);
            }
        }
        self.expanding.pop();
        value
    }

    fn uninterpreted(&mut self, id: spec::LogicFunctionId, args: Vec<Logical>, span: Span) -> Logical {
        let function = &self.cx.unit.logic.functions[id];
        let truth = function.result == LogicType::Boolean;
        if function.reads_memory || function.body.is_some() {
            let unknown = self.not_modelled("a recursive definition, or a function of memory without definition", span);
            return if truth { Logical::Bool(unknown) } else { Logical::Int(self.unknown_integer()) };
        }
        let mut terms = Vec::new();
        for arg in args {
            match arg {
                Logical::Int(term) | Logical::Bool(term) | Logical::Real(term) => terms.push(term),
                Logical::Pointer(pointer) => terms.extend([pointer.object, pointer.offset]),
                Logical::Record(_, leaves) => terms.extend(leaves.into_iter().flatten()),
            }
        }
        let function = self.cx.logic_function(id, &terms);
        let term = self.pool().app(function, &terms);
        if truth { Logical::Bool(term) } else { Logical::Int(term) }
    }

    // ---- places

    fn field_type(&self, record: TypeId, number: u32) -> Option<TypeId> {
        let crate::c::types::Type::Record(id) = self.cx.unit.types.get(record) else { return None };
        Some(self.cx.unit.types.fields(*id).get(number as usize)?.ty)
    }

    pub fn spec_location(&mut self, place: &spec::Place) -> Location {
        match &place.kind {
            spec::PlaceKind::Local(id) => self.local_location(*id),
            spec::PlaceKind::Global(id) => {
                let storage = self.cx.globals[*id].clone();
                self.variable_location(storage, place.ty)
            }
            spec::PlaceKind::Deref(pointer) => {
                let region = self.cx.regions.spec_target(self.id, pointer);
                let value = self.logical_pointer(pointer);
                self.at_pointer(region, value, place.ty)
            }
            spec::PlaceKind::Field(record, number) => {
                let location = self.spec_location(record);
                self.field_location(location, record.ty, *number)
            }
            spec::PlaceKind::Index(array, index) => {
                let location = self.spec_location(array);
                let index = self.integer(index);
                self.index_location(location, array.ty, Int::any(index))
            }
        }
    }

    /// What the place holds, as a term only.
    fn spec_load(&mut self, location: &Location, ty: TypeId, span: Span) -> Logical {
        match &location.base {
            Base::Plain { .. } | Base::Element { .. } | Base::Value { .. } => {
                let leaves = self.part_terms(location);
                if scalar(&self.cx.unit.types, ty).is_none() {
                    let parts = |(_, parts): (_, Vec<(Part, Term)>)| parts.into_iter().map(|(_, term)| term).collect();
                    return Logical::Record(ty, leaves.into_iter().map(parts).collect());
                }
                let Some((leaf, parts)) = leaves.into_iter().next() else {
                    self.not_modelled("a part that the variable does not have", span);
                    return Logical::Int(self.unknown_integer());
                };
                let value = self.assemble(leaf.ty, &parts);
                let value = match value {
                    Value::Int(int) if leaf.bits.is_none() && leaf.ty != ty => self.reinterpret(int, ty),
                    value => value,
                };
                self.as_logical(value)
            }
            Base::Flat { region, bits: Some(_), .. } if self.mode(*region) == Mode::Bytes => {
                self.not_modelled("a bit-field in memory of several types", span);
                Logical::Int(self.unknown_integer())
            }
            Base::Flat { region, object, offset, .. } => self.spec_load_flat(*region, *object, *offset, ty, span),
            Base::Row { .. } | Base::Nowhere(_) => {
                self.not_modelled("this place in an annotation", span);
                Logical::Int(self.unknown_integer())
            }
        }
    }

    fn as_logical(&mut self, value: Value) -> Logical {
        match value {
            Value::Int(int) => Logical::Int(int.term),
            Value::Pointer(pointer) => Logical::Pointer(pointer),
            Value::Token(term) => Logical::Real(term),
            Value::Void | Value::Record(_) => Logical::Int(self.unknown_integer()),
        }
    }

    fn spec_load_flat(&mut self, region: RegionId, object: Term, offset: Term, ty: TypeId, span: Span) -> Logical {
        let parts = self.flat_parts(region, ty);
        match (self.mode(region), scalar(&self.cx.unit.types, ty)) {
            (_, None) => {
                self.not_modelled("a record in memory as a value", span);
                Logical::Int(self.unknown_integer())
            }
            (Mode::Bytes, Some(Scalar::Int(_))) => {
                let count = self.cx.unit.types.size_of(ty).unwrap_or(1);
                let map = self.cx.flat_map(region, Part::Int);
                let map = self.var(map);
                let mut bytes = Vec::new();
                for k in 0..count {
                    let by = self.int(i128::from(k));
                    let at = self.pool().add(offset, by);
                    bytes.push(read(self.pool(), map, &[object, at]));
                }
                let sum = self.sum_of_bytes(&bytes);
                let whole = Range { bits: (8 * count) as u32, signed: false };
                match self.cx.range(ty, None) {
                    Some(range) if range.bits > 1 => {
                        Logical::Int(ints::wrap(self.pool(), whole.value(sum), range).term)
                    }
                    Some(_) | None => Logical::Int(sum),
                }
            }
            (_, Some(_)) => {
                let mut terms = Vec::new();
                for &part in parts {
                    let map = self.cx.flat_map(region, part);
                    let map = self.var(map);
                    terms.push((part, read(self.pool(), map, &[object, offset])));
                }
                let value = self.assemble(ty, &terms);
                self.as_logical(value)
            }
        }
    }
}
