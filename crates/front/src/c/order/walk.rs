//! What an expression touches, and which of its operands interfere. In: the body of a function. Out: its effects, and the
//! operands whose order matters.

use invar_base::Span;
use rustc_hash::FxHashSet;

use super::Interferences;
use super::cells::{Cell, Effects, Extent, Home, Summaries, Variable};
use super::fresh::{Flows, Holder};
use crate::c::hir::{Expr, ExprKind, FunctionId, InitValue, Initialiser, Place, PlaceKind, Stmt, StmtKind, Unit, spec};
use crate::c::points_to::{Mode, RegionId, Regions, Storage};
use crate::c::types::Type;

/// What becomes of calls of functions with a body.
pub enum Calls<'s> {
    /// They are listed, for summaries, which leave out what these locals of the function point to.
    Listed(Vec<FunctionId>, &'s FxHashSet<Holder>),
    /// Only where pointers come from matters.
    Traced(Flows),
    Known(&'s Summaries),
}

pub struct Walk<'a, 's> {
    pub(super) unit: &'a Unit,
    pub(super) regions: &'a Regions,
    extent: Extent,
    pub(super) function: FunctionId,
    pub calls: Calls<'s>,
    pub found: Interferences,
}

impl<'a, 's> Walk<'a, 's> {
    pub fn new(
        unit: &'a Unit,
        regions: &'a Regions,
        extent: Extent,
        function: FunctionId,
        calls: Calls<'s>,
    ) -> Walk<'a, 's> {
        Walk { unit, regions, extent, function, calls, found: Interferences::default() }
    }

    /// The effects of the whole function. Of one without a body only its contract can tell.
    pub fn body(&mut self) -> Effects {
        let function = &self.unit.functions[self.function];
        match &function.body {
            Some(body) => self.stmt(body),
            None => Effects::default(),
        }
    }

    // ---- statements: one after the other

    fn stmts(&mut self, stmts: &[Stmt]) -> Effects {
        let mut all = Effects::default();
        for stmt in stmts {
            let effects = self.stmt(stmt);
            all.absorb(effects);
        }
        all
    }

    fn stmt(&mut self, stmt: &Stmt) -> Effects {
        let effects = match &stmt.kind {
            StmtKind::Expr(expr) | StmtKind::ComputedGoto(expr) | StmtKind::AtScopeEnd(expr) => self.expr(expr),
            StmtKind::Return(Some(expr)) => {
                self.trace(Holder::Result(self.function), Some(expr));
                self.expr(expr)
            }
            StmtKind::Block(stmts) => self.stmts(stmts),
            StmtKind::Declare(local, Some(init)) => {
                for entry in &init.entries {
                    let value = match &entry.value {
                        InitValue::Expr(value) => Some(value),
                        InitValue::String(_) => None,
                    };
                    self.trace(Holder::Local(self.function, *local), value);
                }
                self.initialiser(init)
            }
            StmtKind::If(condition, then, otherwise) => {
                let mut effects = self.expr(condition);
                let then = self.stmt(then);
                effects.absorb(then);
                if let Some(otherwise) = otherwise {
                    let otherwise = self.stmt(otherwise);
                    effects.absorb(otherwise);
                }
                effects
            }
            StmtKind::While { condition, body, .. }
            | StmtKind::DoWhile { body, condition, .. }
            | StmtKind::Switch(condition, body) => {
                let mut effects = self.expr(condition);
                let body = self.stmt(body);
                effects.absorb(body);
                effects
            }
            StmtKind::For { init, condition, step, body, .. } => {
                let mut effects = self.stmt(body);
                if let Some(stmt) = init {
                    let init = self.stmt(stmt);
                    effects.absorb(init);
                }
                for expr in condition.iter().chain(step) {
                    let part = self.expr(expr);
                    effects.absorb(part);
                }
                effects
            }
            StmtKind::Case(_, _, body) | StmtKind::Default(body) | StmtKind::Labeled(_, body) => self.stmt(body),
            StmtKind::Annotation(spec::StmtSpec::Ghost(inner)) => self.stmt(inner),
            StmtKind::Asm { outputs, .. } => {
                outputs.iter().for_each(|place| self.trace_place(place, None));
                unseen()
            }
            StmtKind::Unsupported { .. } => unseen(),
            StmtKind::Declare(_, None) | StmtKind::Return(None) | StmtKind::Break | StmtKind::Continue => {
                Effects::default()
            }
            StmtKind::Annotation(spec::StmtSpec::Assert(_) | spec::StmtSpec::Predicate { .. }) => Effects::default(),
            StmtKind::Annotation(spec::StmtSpec::Unchecked(_) | spec::StmtSpec::Abort { .. }) => Effects::default(),
            StmtKind::Goto(_) | StmtKind::Empty => Effects::default(),
        };
        effects.settled()
    }

    /// Its values are computed in any order.
    fn initialiser(&mut self, init: &Initialiser) -> Effects {
        let values = init.entries.iter().filter_map(|entry| match &entry.value {
            InitValue::Expr(value) => Some(value),
            InitValue::String(_) => None,
        });
        self.operands(values)
    }

    // ---- expressions

    /// Chains of operators nest to the left, as deep as the text is long: their left operands are not recursed into.
    fn expr(&mut self, expr: &Expr) -> Effects {
        let mut links = Vec::new();
        let mut node = expr;
        loop {
            let (left, right, sequence) = match &node.kind {
                ExprKind::Unary(_, operand) | ExprKind::Cast { operand, .. } | ExprKind::Disputed { operand, .. } => {
                    node = operand;
                    continue;
                }
                ExprKind::Binary(_, a, b) | ExprKind::Compare(_, a, b) | ExprKind::PointerDifference(a, b) => {
                    (a, b, Sequence::Open)
                }
                ExprKind::PointerAdd { pointer, index, .. } => (pointer, index, Sequence::Open),
                ExprKind::And(a, b) | ExprKind::Or(a, b) | ExprKind::Comma(a, b) => (a, b, Sequence::LeftToRight),
                _ => break,
            };
            links.push((left.span, right, sequence));
            node = left;
        }
        let mut effects = self.single(node);
        for (left, right, sequence) in links.into_iter().rev() {
            let second = self.expr(right);
            match sequence {
                Sequence::Open => self.compare(&effects, left, &second, right.span),
                Sequence::LeftToRight => effects = effects.settled(),
            }
            effects.absorb(second);
        }
        effects
    }

    /// Anything but the operators above, which have one operand to the left.
    fn single(&mut self, expr: &Expr) -> Effects {
        match &expr.kind {
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::FunctionAddress(_) | ExprKind::LabelAddress(..) => {
                Effects::default()
            }
            ExprKind::Load(place) => {
                let mut effects = self.address(place);
                effects.reads.add(self.cell(place));
                effects
            }
            ExprKind::AddressOf(place) => self.address(place),
            ExprKind::Unary(..) | ExprKind::Cast { .. } | ExprKind::Disputed { .. } | ExprKind::Binary(..) => {
                self.expr(expr)
            }
            ExprKind::Compare(..) | ExprKind::PointerDifference(..) | ExprKind::PointerAdd { .. } => self.expr(expr),
            ExprKind::And(..) | ExprKind::Or(..) | ExprKind::Comma(..) => self.expr(expr),
            ExprKind::Conditional(condition, a, b) => {
                let mut effects = self.expr(condition).settled();
                let (a, b) = (self.expr(a), self.expr(b));
                effects.absorb(a);
                effects.absorb(b);
                effects
            }
            ExprKind::Assign(place, value) => {
                self.trace_place(place, Some(value));
                let first = self.address(place);
                self.assignment(first, place, Some(value), expr.span)
            }
            ExprKind::AssignOp { place, value, .. } | ExprKind::AssignPointer { place, index: value, .. } => {
                let mut first = self.address(place);
                first.reads.add(self.cell(place));
                self.assignment(first, place, Some(value), expr.span)
            }
            ExprKind::Increment { place, .. } => {
                let mut first = self.address(place);
                first.reads.add(self.cell(place));
                self.assignment(first, place, None, expr.span)
            }
            ExprKind::Call(call) => self.call(call),
            ExprKind::Statements(stmts, last) => {
                let mut effects = self.stmts(stmts);
                if let Some(last) = last {
                    let value = self.expr(last);
                    effects.absorb(value);
                }
                effects
            }
            ExprKind::VaStart(list) | ExprKind::VaEnd(list) | ExprKind::VaArg(list) => {
                let mut effects = self.expr(list);
                self.touch_list(list, &mut effects);
                effects
            }
            ExprKind::VaCopy(to, from) => {
                let mut effects = self.operands([&**to, &**from]);
                self.touch_list(to, &mut effects);
                effects
            }
            ExprKind::Unsupported { operands, .. } => self.operands(operands),
        }
    }

    /// Evaluated in any order.
    pub(super) fn operands<'e>(&mut self, operands: impl IntoIterator<Item = &'e Expr>) -> Effects {
        let mut all: Option<(Effects, Span)> = None;
        for operand in operands {
            let effects = self.expr(operand);
            all = Some(match all {
                None => (effects, operand.span),
                Some((mut known, span)) => {
                    self.compare(&known, span, &effects, operand.span);
                    known.absorb(effects);
                    (known, span)
                }
            });
        }
        all.map_or(Effects::default(), |(effects, _)| effects)
    }

    fn compare(&mut self, first: &Effects, first_span: Span, second: &Effects, second_span: Span) {
        if first.interferes(second, &|cell| self.is_reachable(cell)) {
            self.found.insert(second_span, first_span);
        }
    }

    /// The place is written once its address and the value are known, whatever else is still to be written.
    fn assignment(&mut self, first: Effects, place: &Place, value: Option<&Expr>, span: Span) -> Effects {
        let mut effects = first;
        if let Some(value) = value {
            let second = self.expr(value);
            self.compare(&effects, place.span, &second, value.span);
            effects.absorb(second);
        }
        if let Some(cell) = self.cell(place) {
            // `a = b = 0`: should they be one object, it gets the same value twice.
            let same = value.and_then(|value| self.chained(place, value)).and_then(|inner| self.cell(inner));
            if effects.pending.without(same).overlaps(&cell) {
                self.found.insert(value.map_or(span, |value| value.span), place.span);
            }
            effects.writes.insert(cell);
            effects.pending.insert(cell);
        }
        effects
    }

    /// The place that gets the same value just before. Bit-fields hold parts of it.
    fn chained<'e>(&self, place: &Place, value: &'e Expr) -> Option<&'e Place> {
        match &value.kind {
            ExprKind::Assign(inner, _) | ExprKind::AssignOp { place: inner, .. } if inner.ty == place.ty => {
                let is_bits = |place: &Place| place.bit_field(&self.unit.types).is_some();
                (!is_bits(place) && !is_bits(inner)).then_some(inner)
            }
            _ => None,
        }
    }

    /// Notes where a pointer that is stored comes from.
    fn trace_place(&mut self, place: &Place, value: Option<&Expr>) {
        if let PlaceKind::Local(local) = place.kind {
            self.trace(Holder::Local(self.function, local), value);
        }
    }

    fn trace(&mut self, holder: Holder, value: Option<&Expr>) {
        if let Calls::Traced(flows) = &mut self.calls {
            match value {
                Some(value) => flows.add(self.unit, holder, self.function, value),
                None => flows.add_unknown(holder),
            }
        }
    }

    /// Does the pointer lead to memory that only this call of the function knows?
    pub(super) fn is_new(&self, pointer: &Expr) -> bool {
        match (&self.calls, &pointer.kind) {
            (Calls::Listed(_, fresh), ExprKind::Load(place)) => match place.kind {
                PlaceKind::Local(local) => {
                    let plain = self.regions.local(self.function, local) == Storage::Plain;
                    plain && fresh.contains(&Holder::Local(self.function, local))
                }
                _ => false,
            },
            (Calls::Listed(..), ExprKind::PointerAdd { pointer, .. }) => self.is_new(pointer),
            (Calls::Listed(..), ExprKind::Cast { operand, .. }) => self.is_new(operand),
            (Calls::Listed(..) | Calls::Traced(_) | Calls::Known(_), _) => false,
        }
    }

    // ---- places

    /// What computing where the place is does.
    fn address(&mut self, place: &Place) -> Effects {
        match &place.kind {
            PlaceKind::Local(_) | PlaceKind::Global(_) | PlaceKind::String(_) => Effects::default(),
            PlaceKind::Deref(pointer) => self.expr(pointer),
            PlaceKind::Field(base, _) => self.address(base),
            PlaceKind::Index(array, index) => {
                let mut effects = self.address(array);
                let second = self.expr(index);
                self.compare(&effects, array.span, &second, index.span);
                effects.absorb(second);
                effects
            }
            PlaceKind::Compound(local, init) => {
                let mut effects = self.initialiser(init);
                let cell = self.variable(Variable::Local(*local));
                effects.writes.insert(cell);
                effects
            }
            PlaceKind::Value(value) => self.expr(value),
        }
    }

    /// The memory that a place is; none for a part of a value that is stored nowhere.
    pub(super) fn cell(&self, place: &Place) -> Option<Cell> {
        match &place.kind {
            PlaceKind::Local(id) | PlaceKind::Compound(id, _) => Some(self.variable(Variable::Local(*id))),
            PlaceKind::Global(id) => Some(self.variable(Variable::Global(*id))),
            PlaceKind::String(id) => Some(self.region_cell(self.regions.string(*id))),
            PlaceKind::Deref(pointer) if self.is_new(pointer) => None,
            PlaceKind::Deref(pointer) => Some(self.region_cell(self.regions.target(self.function, pointer))),
            PlaceKind::Index(array, _) => self.cell(array),
            PlaceKind::Field(base, number) => {
                let cell = self.cell(base)?;
                let member = cell.member.or_else(|| self.member(&cell, base, *number));
                Some(Cell { member, ..cell })
            }
            PlaceKind::Value(_) => None,
        }
    }

    /// Members of a struct are apart, as long as pointers into its memory are to whole elements.
    fn member(&self, cell: &Cell, base: &Place, number: u32) -> Option<(crate::c::types::TypeId, u32)> {
        let Type::Record(record) = self.unit.types.get(base.ty) else { return None };
        let whole = match cell.home {
            Home::Plain(_) => true,
            Home::Region(region) => matches!(self.regions.regions()[region].mode, Mode::Elements(_)),
        };
        (whole && !self.unit.types.records[*record].is_union).then_some((base.ty, number))
    }

    /// What a pointer into the region points to.
    pub(super) fn region_cell(&self, region: RegionId) -> Cell {
        let is_shared = self.regions.regions()[region].is_shared;
        Cell { home: Home::Region(region), variable: None, member: None, is_shared }
    }

    fn variable(&self, variable: Variable) -> Cell {
        let storage = match variable {
            Variable::Local(id) => self.regions.local(self.function, id),
            Variable::Global(id) => self.regions.global(id),
        };
        let home = match storage {
            Storage::Plain => Home::Plain(variable),
            Storage::Object(region) => Home::Region(region),
        };
        let is_shared = match (home, variable) {
            (Home::Region(region), _) => self.regions.regions()[region].is_shared,
            (Home::Plain(_), Variable::Global(id)) => !self.unit.globals[id].is_static,
            (Home::Plain(_), Variable::Local(_)) => false,
        };
        Cell { home, variable: Some(variable), member: None, is_shared }
    }

    /// May code that is not there read and write it?
    fn is_reachable(&self, cell: &Cell) -> bool {
        match (cell.home, cell.variable) {
            (Home::Plain(Variable::Local(_)), _) => false,
            (_, Some(Variable::Global(id))) => {
                let global = &self.unit.globals[id];
                let is_private = self.extent == Extent::Whole && global.is_static;
                let escapes = match cell.home {
                    Home::Region(region) => self.regions.regions()[region].escapes,
                    Home::Plain(_) => false,
                };
                !global.is_const && !global.is_ghost && (escapes || !is_private)
            }
            (Home::Region(region), _) => self.regions.regions()[region].escapes,
            (Home::Plain(Variable::Global(_)), _) => true,
        }
    }
}

/// Is it open which operand comes first?
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sequence {
    Open,
    LeftToRight,
}

pub(super) fn unseen() -> Effects {
    Effects { reads_unseen: true, writes_unseen: true, ..Effects::default() }
}
