//! One pass over all code: every expression's constraints on regions and contents.
//!
//! Above each case stands what it joins, with ⟦e⟧ for the region that e points into.

use invar_base::Span;

use super::analysis::Analysis;
use super::carriers::Carried;
use super::graph::ContentsNode;
use super::walk::{Heap, Root, converted_pointer, copied_byte, is_null};
use crate::c::hir::{self, Expr, ExprKind, Initialiser, Place, PlaceKind, Step, Stmt, StmtKind};
use crate::c::types::TypeId;

/// Does the type that a pointer expression has count as a type of the region?
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    Typed,
    /// `&x` on its way to `void *`: nothing is accessed at the pointer's own type.
    Untyped,
}

impl Analysis<'_> {
    pub fn constrain_unit(&mut self) {
        let unit = self.unit;
        for (id, global) in unit.globals.iter() {
            let contents = self.variable(super::Variable::Global(id));
            self.initialiser(contents, &global.init);
            self.carry_initial(super::Variable::Global(id), &global.init);
        }
        for (id, function) in unit.functions.iter() {
            self.current = Some(id);
            function.lengths.iter().for_each(|length| self.expr(length));
            if let Some(contract) = &function.contract {
                self.contract(contract);
            }
            if let Some(body) = &function.body {
                self.stmt(body);
            }
        }
        self.current = None;
        self.logic();
    }

    pub fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Expr(expr) | StmtKind::ComputedGoto(expr) | StmtKind::AtScopeEnd(expr) => self.expr(expr),
            StmtKind::Block(stmts) => stmts.iter().for_each(|stmt| self.stmt(stmt)),
            StmtKind::Declare(local, init) => {
                if let (Some(init), Some(function)) = (init, self.current) {
                    let variable = super::Variable::Local(function, *local);
                    let contents = self.variable(variable);
                    self.initialiser(contents, init);
                    self.carry_initial(variable, init);
                }
            }
            StmtKind::If(condition, then, other) => {
                self.expr(condition);
                self.stmt(then);
                other.iter().for_each(|stmt| self.stmt(stmt));
            }
            StmtKind::While { condition, body, annotation } | StmtKind::DoWhile { body, condition, annotation } => {
                self.loop_spec(annotation);
                self.expr(condition);
                self.stmt(body);
            }
            StmtKind::For { init, condition, step, body, annotation } => {
                init.iter().for_each(|stmt| self.stmt(stmt));
                self.loop_spec(annotation);
                condition.iter().chain(step).for_each(|expr| self.expr(expr));
                self.stmt(body);
            }
            StmtKind::Switch(value, body) => {
                self.expr(value);
                self.stmt(body);
            }
            StmtKind::Case(_, _, body) | StmtKind::Default(body) | StmtKind::Labeled(_, body) => self.stmt(body),
            StmtKind::Return(Some(value)) => {
                self.expr(value);
                if let Some(function) = self.current {
                    let result = self.result(function);
                    self.flow(result, &[], value);
                }
            }
            StmtKind::Asm { outputs, inputs, clobbers_memory, .. } => {
                self.calls_unknown |= clobbers_memory;
                self.asm(outputs, inputs);
            }
            StmtKind::Annotation(annotation) => self.stmt_spec(annotation),
            StmtKind::Return(None) | StmtKind::Break | StmtKind::Continue | StmtKind::Goto(_) => {}
            StmtKind::Empty | StmtKind::Unsupported { .. } => {}
        }
    }

    /// Assembly may do with pointers what an unknown function may.
    fn asm(&mut self, outputs: &[Place], inputs: &[Expr]) {
        for input in inputs {
            self.expr(input);
            self.escape(input);
        }
        for output in outputs {
            self.written_place(output);
            let home = self.walk().place(output);
            for (leaf, to) in self.graph.shapes.pointer_leaves(output.ty).iter() {
                let path = [&home.path[..], leaf].concat();
                let stored = self.graph.pointee(home.contents, &path, *to);
                let external = self.graph.external(*to);
                self.graph.join(stored, external);
            }
        }
    }

    pub fn initialiser(&mut self, contents: ContentsNode, init: &Initialiser) {
        for entry in &init.entries {
            let hir::InitValue::Expr(value) = &entry.value else { continue };
            self.expr(value);
            let fields = entry.path.iter().filter_map(|step| match step {
                Step::Field(number) => Some(*number),
                Step::Index(_) | Step::Range(..) => None,
            });
            self.flow(contents, &fields.collect::<Vec<_>>(), value);
        }
    }

    /// memory.path = value: for every pointer leaf ℓ, ⟦memory.path.ℓ⟧ = ⟦value.ℓ⟧.
    pub fn flow(&mut self, contents: ContentsNode, path: &[u32], value: &Expr) {
        if self.is_pointer(value.ty) {
            if !is_null(value) {
                let source = self.target(value);
                let stored = self.pointee(contents, path, value.ty);
                self.graph.join(stored, source);
            }
            return;
        }
        let leaves = self.graph.shapes.pointer_leaves(value.ty);
        if leaves.is_empty() {
            return;
        }
        let source = self.walk().value(value);
        for (leaf, to) in leaves.iter() {
            let from = self.graph.pointee(source.contents, &[&source.path[..], leaf].concat(), *to);
            let stored = self.graph.pointee(contents, &[path, leaf].concat(), *to);
            self.graph.join(stored, from);
        }
    }

    pub fn expr(&mut self, expr: &Expr) {
        self.expr_used(expr, Use::Typed);
    }

    fn expr_used(&mut self, expr: &Expr, use_: Use) {
        self.parts(expr);
        let Some(to) = self.pointer_to(expr.ty) else {
            return match &expr.kind {
                // ⟦p⟧ and ⟦q⟧ have offsets that are told apart.
                ExprKind::PointerDifference(left, right) => {
                    self.moved(left, false);
                    self.moved(right, false);
                }
                // Records chosen between have, leaf by leaf, the same targets.
                ExprKind::Conditional(_, left, right) if !self.graph.shapes.pointer_leaves(expr.ty).is_empty() => {
                    let home = self.walk().value(left);
                    self.flow(home.contents, &home.path, right);
                }
                _ => {}
            };
        };
        if use_ == Use::Typed && !is_null(expr) {
            let region = self.target(expr);
            self.graph.note_type(region, to, false);
        }
        match &expr.kind {
            ExprKind::AddressOf(place) if has_moved(place) => {
                let region = self.target(expr);
                self.graph.note_fact(region, |facts| facts.moved = true);
            }
            ExprKind::PointerAdd { pointer, index, .. } => self.moved(pointer, is_null(index)),
            ExprKind::AssignPointer { index, .. } => self.moved(expr, is_null(index)),
            ExprKind::Increment { .. } => self.moved(expr, false),
            // ⟦c ? a : b⟧ = ⟦a⟧ = ⟦b⟧
            ExprKind::Conditional(_, left, right) if !is_null(left) && !is_null(right) => {
                let (left, right) = (self.target(left), self.target(right));
                self.graph.join(left, right);
            }
            ExprKind::Cast { operand, .. } if !is_null(expr) => self.cast(expr, operand),
            ExprKind::VaArg(_) => self.takes_variadic = true,
            _ => {}
        }
    }

    fn moved(&mut self, pointer: &Expr, by_zero: bool) {
        if by_zero {
            return;
        }
        let region = self.target(pointer);
        if let Some(to) = self.pointer_to(pointer.ty) {
            self.graph.note_step(region, to);
        }
        let by_bytes = self.pointer_to(pointer.ty).is_some_and(|to| self.unit.types.is_void(to));
        self.graph.note_fact(region, |facts| {
            facts.moved = true;
            facts.moved_by_bytes |= by_bytes;
        });
    }

    /// Conversions to a pointer: which are harmless, and where an integer may point to.
    fn cast(&mut self, expr: &Expr, operand: &Expr) {
        let Some(to) = self.pointer_to(expr.ty) else { return };
        if let ExprKind::Call(call) = &operand.kind
            && !self.unit.types.is_void(to)
        {
            self.typed_sites.insert(call.site, to);
        }
        let region = self.target(expr);
        let whole = converted_pointer(operand, &self.unit.types);
        if let Some(pointer) = whole {
            let origin = self.target(pointer);
            self.graph.join(region, origin);
        }
        match self.pointer_to(whole.unwrap_or(operand).ty) {
            Some(from) if self.is_pun(from, to) => self.graph.note_fact(region, |facts| facts.punned = true),
            Some(from) => {
                let is_wider = self.is_wider(from, to);
                self.graph.note_fact(region, |facts| facts.widened |= is_wider);
            }
            None => {
                let mut origins = Vec::new();
                pointers_in_integer(operand, &self.unit.types, &mut origins);
                for origin in &origins {
                    let origin = self.target(origin);
                    self.graph.join(region, origin);
                }
                let mut carried = Vec::new();
                self.carried(operand, &mut carried);
                let variable = |carried: Carried| match carried {
                    Carried::Variable(variable) => Some(variable),
                    Carried::Pointer(_) => None,
                };
                self.carriers.cast(region, carried.into_iter().filter_map(variable).collect());
                let is_unknown = origins.is_empty();
                self.note_span(region, expr.span);
                self.graph.note_fact(region, |facts| {
                    facts.moved = true;
                    facts.needs_bytes |= !is_unknown;
                    facts.unknown |= is_unknown;
                    facts.made_up = true;
                });
            }
        }
    }

    /// An address that becomes an integer can be handed to anybody.
    fn note_number(&mut self, expr: &Expr, operand: &Expr) {
        let types = &self.unit.types;
        let is_wide = types.int_kind(expr.ty).is_some() && types.size_of(expr.ty) >= Some(types.pointer_size());
        if is_wide && self.is_pointer(operand.ty) && !is_null(operand) {
            let region = self.target(operand);
            self.numbered.push(region);
        }
    }

    /// An integer variable gets this value.
    pub fn carry(&mut self, variable: super::Variable, value: &Expr) {
        let mut carried = Vec::new();
        self.carried(value, &mut carried);
        self.carriers.assign(variable, carried);
    }

    fn carry_initial(&mut self, variable: super::Variable, init: &Initialiser) {
        if let [hir::InitEntry { path, value: hir::InitValue::Expr(value), .. }] = init.entries.as_slice()
            && path.is_empty()
        {
            self.carry(variable, value);
        }
    }

    fn carry_to(&mut self, place: &Place, value: &Expr) {
        if let Some(variable) = self.whole_variable(place) {
            self.carry(variable, value);
        }
    }

    fn whole_variable(&self, place: &Place) -> Option<super::Variable> {
        match &place.kind {
            PlaceKind::Local(local) => self.current.map(|function| super::Variable::Local(function, *local)),
            PlaceKind::Global(global) => Some(super::Variable::Global(*global)),
            PlaceKind::String(_) | PlaceKind::Deref(_) | PlaceKind::Field(..) | PlaceKind::Index(..) => None,
            PlaceKind::Compound(..) | PlaceKind::Value(_) => None,
        }
    }

    /// The pointers and variables that an integer, wide enough for an address, is computed from.
    fn carried(&mut self, integer: &Expr, found: &mut Vec<Carried>) {
        let types = &self.unit.types;
        if types.int_kind(integer.ty).is_none() || types.size_of(integer.ty) < Some(types.pointer_size()) {
            return;
        }
        match &integer.kind {
            ExprKind::Cast { operand, .. } if self.is_pointer(operand.ty) && is_null(operand) => {}
            ExprKind::Cast { operand, .. } if self.is_pointer(operand.ty) => {
                found.push(Carried::Pointer(self.target(operand)));
            }
            ExprKind::Cast { operand, .. } | ExprKind::Unary(_, operand) => self.carried(operand, found),
            ExprKind::Binary(_, left, right) => {
                self.carried(left, found);
                self.carried(right, found);
            }
            ExprKind::Load(place) => found.extend(self.whole_variable(place).map(Carried::Variable)),
            _ => {}
        }
    }

    fn note_span(&mut self, region: super::graph::RegionNode, span: Span) {
        self.graph.region(region).span.get_or_insert(span);
    }

    /// May memory be accessed at two types because of this cast? A record and what it begins with are at the same place
    /// in both views; through `void *` objects keep their type, but a `char *` may look at any.
    pub fn is_pun(&mut self, from: TypeId, to: TypeId) -> bool {
        // An incomplete type says no more than `void`.
        let from_nothing = self.unit.types.is_void(from) || self.graph.shapes.is_incomplete(from);
        if from_nothing {
            return self.graph.shapes.is_character(to);
        }
        let (Some(left), Some(right)) = (self.graph.shapes.key(from), self.graph.shapes.key(to)) else { return false };
        let shapes = &mut self.graph.shapes;
        left != right && !shapes.is_incomplete(to) && !shapes.begins_with(from, to) && !shapes.begins_with(to, from)
    }

    /// Is a pointer to the second type no pointer to a part of what a pointer to the first points to?
    pub fn is_wider(&mut self, from: TypeId, to: TypeId) -> bool {
        let shapes = &mut self.graph.shapes;
        let (from_key, to_key) = (shapes.key(from), shapes.key(to));
        to_key.is_some() && from_key != to_key && (from_key.is_none() || !shapes.begins_with(from, to))
    }

    /// The parts of an expression, and what it does itself apart from being a pointer.
    fn parts(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::FunctionAddress(_) | ExprKind::LabelAddress(..) => {}
            ExprKind::Load(place) => self.place(place),
            ExprKind::Increment { place, .. } => self.written_place(place),
            ExprKind::AddressOf(place) => {
                self.place(place);
                if let Some(value) = value_behind(place) {
                    self.value_object(value);
                }
            }
            ExprKind::Unary(_, operand) => self.expr(operand),
            ExprKind::Binary(_, left, right)
            | ExprKind::Compare(_, left, right)
            | ExprKind::PointerDifference(left, right)
            | ExprKind::And(left, right)
            | ExprKind::Or(left, right)
            | ExprKind::Comma(left, right)
            | ExprKind::VaCopy(left, right) => {
                self.expr(left);
                self.expr(right);
            }
            ExprKind::PointerAdd { pointer, index, .. } => {
                self.expr(pointer);
                self.expr(index);
            }
            ExprKind::Conditional(condition, left, right) => {
                self.expr(condition);
                self.expr(left);
                self.expr(right);
            }
            ExprKind::Cast { operand, .. } => {
                self.note_number(expr, operand);
                let is_address = matches!(&operand.kind, ExprKind::AddressOf(place) if is_whole(place));
                let to_void = self.pointer_to(expr.ty).is_some_and(|to| self.unit.types.is_void(to));
                self.expr_used(operand, if is_address && to_void { Use::Untyped } else { Use::Typed });
            }
            ExprKind::Assign(place, value) => {
                self.written_place(place);
                self.expr(value);
                let home = self.walk().place(place);
                self.flow(home.contents, &home.path, value);
                self.carry_to(place, value);
                if let Some(source) = copied_byte(value, &self.unit.types) {
                    let source = self.walk().place(source);
                    self.byte_copies.push((home.contents, source.contents));
                }
            }
            ExprKind::AssignOp { place, value, .. } => {
                self.written_place(place);
                self.expr(value);
                self.carry_to(place, value);
            }
            ExprKind::AssignPointer { place, index, .. } => {
                self.written_place(place);
                self.expr(index);
            }
            ExprKind::Call(call) => self.call(call, expr.ty, expr.span),
            ExprKind::Statements(stmts, last) => {
                stmts.iter().for_each(|stmt| self.stmt(stmt));
                last.iter().for_each(|last| self.expr(last));
            }
            ExprKind::VaStart(operand) | ExprKind::VaEnd(operand) | ExprKind::VaArg(operand) => self.expr(operand),
            ExprKind::Disputed { operand, .. } => self.expr(operand),
            ExprKind::Unsupported { operands, .. } => {
                for operand in operands {
                    self.expr(operand);
                    self.escape(operand);
                }
            }
        }
    }

    fn written_place(&mut self, place: &Place) {
        self.place(place);
        if let Root::Variable(variable) = self.walk().place(place).root {
            self.variable_node_mut(variable).is_written = true;
        }
    }

    pub fn place(&mut self, place: &Place) {
        match &place.kind {
            PlaceKind::Local(_) | PlaceKind::Global(_) | PlaceKind::String(_) => {}
            PlaceKind::Deref(pointer) => {
                self.expr(pointer);
                // The type of the access counts even if the pointer is the null constant's.
                self.walk().place(place);
            }
            PlaceKind::Field(record, _) => self.place(record),
            PlaceKind::Index(array, index) => {
                self.place(array);
                self.expr(index);
            }
            PlaceKind::Compound(local, init) => {
                if let Some(function) = self.current {
                    let contents = self.variable(super::Variable::Local(function, *local));
                    self.initialiser(contents, init);
                }
            }
            PlaceKind::Value(value) => self.expr(value),
        }
    }

    /// A value whose part is pointed to becomes a temporary object; these are all in one region.
    fn value_object(&mut self, value: &Expr) {
        let values = self.graph.contents_of(self.values);
        self.graph.collapse(values);
        self.flow(values, &[], value);
        self.graph.note_type(self.values, value.ty, true);
    }
}

/// The value that the place is a part of, if it is no part of memory.
fn value_behind(place: &Place) -> Option<&Expr> {
    match &place.kind {
        PlaceKind::Value(value) => Some(value),
        PlaceKind::Field(whole, _) | PlaceKind::Index(whole, _) => value_behind(whole),
        PlaceKind::Local(_) | PlaceKind::Global(_) | PlaceKind::String(_) | PlaceKind::Deref(_) => None,
        PlaceKind::Compound(..) => None,
    }
}

/// A variable or all that a pointer points to: its address is at the start of an object or element.
fn is_whole(place: &Place) -> bool {
    match &place.kind {
        PlaceKind::Local(_) | PlaceKind::Global(_) | PlaceKind::String(_) | PlaceKind::Compound(..) => true,
        PlaceKind::Deref(_) => true,
        PlaceKind::Field(..) | PlaceKind::Index(..) | PlaceKind::Value(_) => false,
    }
}

/// Does the address of this place lie behind the start of its object?
fn has_moved(place: &Place) -> bool {
    match &place.kind {
        PlaceKind::Index(array, index) => !is_null(index) || has_moved(array),
        PlaceKind::Field(record, _) => has_moved(record),
        PlaceKind::Local(_) | PlaceKind::Global(_) | PlaceKind::String(_) | PlaceKind::Deref(_) => false,
        PlaceKind::Compound(..) | PlaceKind::Value(_) => false,
    }
}

/// The pointers whose addresses an integer is visibly computed from.
fn pointers_in_integer<'e>(integer: &'e Expr, types: &crate::c::types::Types, found: &mut Vec<&'e Expr>) {
    if types.is_pointer(integer.ty) {
        return found.push(integer);
    }
    match &integer.kind {
        ExprKind::Cast { operand, .. } | ExprKind::Unary(_, operand) => pointers_in_integer(operand, types, found),
        ExprKind::Binary(_, left, right) | ExprKind::Conditional(_, left, right) => {
            pointers_in_integer(left, types, found);
            pointers_in_integer(right, types, found);
        }
        ExprKind::Comma(_, last) => pointers_in_integer(last, types, found),
        _ => {}
    }
}
