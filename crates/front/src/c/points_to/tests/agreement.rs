//! The answers satisfy the constraints, checked by a second, naive reading of the code: every assignment, initialiser,
//! argument and result connects pointers to one region, and no pointer disagrees with the encoding of its region.

use super::*;
use crate::c::hir::{Callee, Expr, ExprKind, InitValue, Initialiser, Place, PlaceKind, Step, Stmt, StmtKind};
use crate::c::types::Type;

/// What is wrong with the answers, if anything.
pub fn disagreements(unit: &hir::Unit, regions: &Regions) -> Vec<String> {
    let shapes = Shapes::new(&unit.types);
    let mut reader = Reader { unit, regions, shapes, function: FunctionId::from_index(0), wrong: Vec::new() };
    for (id, function) in unit.functions.iter() {
        reader.function = id;
        function.body.iter().for_each(|body| reader.stmt(body));
    }
    reader.wrong
}

struct Reader<'a> {
    unit: &'a hir::Unit,
    regions: &'a Regions,
    shapes: Shapes<'a>,
    function: FunctionId,
    wrong: Vec<String>,
}

impl Reader<'_> {
    fn demand(&mut self, holds: bool, what: &str, span: Span) {
        if !holds {
            let name = &self.unit.functions[self.function].name;
            self.wrong.push(format!("{name}, bytes {} to {}: {what}", span.start, span.end));
        }
    }

    fn is_pointer(&self, expr: &Expr) -> bool {
        self.unit.types.is_pointer(expr.ty) && self.target(expr) != self.regions.nowhere()
    }

    fn target(&self, expr: &Expr) -> RegionId {
        self.regions.target(self.function, expr)
    }

    fn initialiser(&mut self, local: LocalId, init: &Initialiser) {
        for entry in &init.entries {
            let InitValue::Expr(value) = &entry.value else { continue };
            self.expr(value);
            let fields = entry.path.iter().filter_map(|step| match step {
                Step::Field(number) => Some(*number),
                Step::Index(_) | Step::Range(..) => None,
            });
            let fields: Vec<u32> = fields.collect();
            let stored = self.regions.variable_pointee(Variable::Local(self.function, local), &fields);
            if self.is_pointer(value) {
                self.demand(stored == self.target(value), "initialiser", entry.span);
            }
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Expr(expr) | StmtKind::ComputedGoto(expr) | StmtKind::AtScopeEnd(expr) => self.expr(expr),
            StmtKind::Block(stmts) => stmts.iter().for_each(|stmt| self.stmt(stmt)),
            StmtKind::Declare(local, Some(init)) => self.initialiser(*local, init),
            StmtKind::If(condition, then, other) => {
                self.expr(condition);
                self.stmt(then);
                other.iter().for_each(|stmt| self.stmt(stmt));
            }
            StmtKind::While { condition, body, .. } | StmtKind::DoWhile { body, condition, .. } => {
                self.expr(condition);
                self.stmt(body);
            }
            StmtKind::For { init, condition, step, body, .. } => {
                init.iter().for_each(|stmt| self.stmt(stmt));
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
                if self.is_pointer(value) {
                    let result = self.regions.result_target(self.function, &[]);
                    self.demand(result == self.target(value), "result", value.span);
                }
            }
            StmtKind::Declare(_, None) | StmtKind::Return(None) | StmtKind::Break | StmtKind::Continue => {}
            StmtKind::Goto(_) | StmtKind::Empty | StmtKind::Asm { .. } | StmtKind::Annotation(_) => {}
            StmtKind::Unsupported { .. } => {}
        }
    }

    fn expr(&mut self, expr: &Expr) {
        if self.is_pointer(expr) {
            self.encoding(expr);
        }
        match &expr.kind {
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::FunctionAddress(_) | ExprKind::LabelAddress(..) => {}
            ExprKind::Load(place) | ExprKind::Increment { place, .. } => self.place(place),
            ExprKind::AddressOf(place) => {
                self.place(place);
                let region = self.regions.region_of_place(self.function, place);
                let is_function = matches!(self.unit.types.get(place.ty), Type::Function(_));
                self.demand(region == Some(self.target(expr)) || is_function, "address", expr.span);
            }
            ExprKind::Unary(_, part) | ExprKind::VaStart(part) | ExprKind::VaEnd(part) | ExprKind::VaArg(part) => {
                self.expr(part);
            }
            ExprKind::Cast { operand, .. } => {
                // `&x` on its way to `void *` has no type of its own.
                match &operand.kind {
                    ExprKind::AddressOf(place) => self.place(place),
                    _ => self.expr(operand),
                }
            }
            ExprKind::Binary(_, left, right)
            | ExprKind::Compare(_, left, right)
            | ExprKind::PointerDifference(left, right)
            | ExprKind::And(left, right)
            | ExprKind::Or(left, right)
            | ExprKind::Comma(left, right)
            | ExprKind::VaCopy(left, right)
            | ExprKind::PointerAdd { pointer: left, index: right, .. } => {
                self.expr(left);
                self.expr(right);
            }
            ExprKind::Conditional(condition, left, right) => {
                [condition, left, right].into_iter().for_each(|part| self.expr(part));
                if self.is_pointer(left) && self.is_pointer(right) {
                    self.demand(self.target(left) == self.target(right), "conditional", expr.span);
                }
            }
            ExprKind::Assign(place, value) => {
                self.place(place);
                self.expr(value);
                self.assignment(place, value);
            }
            ExprKind::AssignOp { place, value, .. } | ExprKind::AssignPointer { place, index: value, .. } => {
                self.place(place);
                self.expr(value);
            }
            ExprKind::Call(call) => self.call(call, expr),
            ExprKind::Statements(stmts, last) => {
                stmts.iter().for_each(|stmt| self.stmt(stmt));
                last.iter().for_each(|last| self.expr(last));
            }
            ExprKind::Disputed { operand, .. } => self.expr(operand),
            ExprKind::Unsupported { operands, .. } => operands.iter().for_each(|operand| self.expr(operand)),
        }
    }

    fn assignment(&mut self, place: &Place, value: &Expr) {
        if self.is_pointer(value) {
            let stored = self.regions.stored_target(self.function, place, &[]);
            self.demand(stored == self.target(value), "assignment", value.span);
        }
        if matches!(self.unit.types.get(value.ty), Type::Record(_)) {
            for (path, _) in self.shapes.pointer_leaves(value.ty).iter() {
                let stored = self.regions.stored_target(self.function, place, path);
                let given = self.regions.value_target(self.function, value, path);
                self.demand(stored == given, "assignment of a record", value.span);
            }
        }
    }

    fn call(&mut self, call: &hir::Call, expr: &Expr) {
        call.args.iter().for_each(|arg| self.expr(arg));
        let callees = match &call.callee {
            Callee::Direct(function) => vec![*function],
            Callee::Pointer(pointer) => {
                self.expr(pointer);
                self.regions.callees(self.function, pointer)
            }
            Callee::Builtin(_) => Vec::new(),
        };
        for callee in callees {
            let function = &self.unit.functions[callee];
            if function.body.is_none() {
                continue;
            }
            for (&param, arg) in function.params.iter().zip(&call.args) {
                let stored = self.regions.variable_pointee(Variable::Local(callee, param), &[]);
                let agrees = !self.is_pointer(arg) || stored == self.target(arg);
                self.demand(agrees, "argument", arg.span);
            }
            if self.unit.types.is_pointer(expr.ty) {
                let result = self.regions.result_target(callee, &[]);
                self.demand(result == self.regions.site_target(call.site), "result of a call", expr.span);
            }
        }
    }

    fn place(&mut self, place: &Place) {
        match &place.kind {
            PlaceKind::Local(_) | PlaceKind::Global(_) | PlaceKind::String(_) => {}
            PlaceKind::Deref(pointer) => self.expr(pointer),
            PlaceKind::Field(inner, _) => self.place(inner),
            PlaceKind::Index(inner, index) => {
                self.place(inner);
                self.expr(index);
            }
            PlaceKind::Compound(local, init) => self.initialiser(*local, init),
            PlaceKind::Value(value) => self.expr(value),
        }
    }

    /// Only pointers to whole elements into `Elements`; nothing moves a pointer that is always at the start.
    fn encoding(&mut self, pointer: &Expr) {
        let region = &self.regions.regions()[self.target(pointer)];
        if let (Mode::Elements(element), Some(to)) = (region.mode, self.unit.types.pointee(pointer.ty)) {
            let (element, noted) = (self.shapes.key(element), self.shapes.key(to));
            let fits = noted.is_none() || noted == element || self.shapes.is_incomplete(to);
            self.demand(fits, "a pointer that does not fit the elements", pointer.span);
        }
        let moves = match &pointer.kind {
            ExprKind::PointerAdd { index, .. } | ExprKind::AssignPointer { index, .. } => !walk::is_null(index),
            ExprKind::Increment { .. } => true,
            _ => false,
        };
        self.demand(!(moves && region.always_at_start), "a moved pointer", pointer.span);
    }
}

#[test]
fn a_program_with_everything() {
    let unit = unit(
        "void *malloc(unsigned long); void unknown(void *);
         struct list { struct list *next; void *data; int (*compare)(void *, void *); };
         union word { long n; char *s; struct list *l; };
         struct outer { int kind; struct list inner[2]; union word w; char name[8]; };
         static int by_name(void *a, void *b) { char *x = a, *y = b; while (*x && *x == *y) { x++; y++; } return *x - *y; }
         static int by_value(void *a, void *b) { return *(int *)a - *(int *)b; }
         static struct list *find(struct list *l, void *key) {
           for (; l; l = l->next) if (l->compare(l->data, key) == 0) return l;
           return 0; }
         struct list *add(struct list *head, void *data, int (*compare)(void *, void *)) {
           struct list *n = malloc(sizeof *n); *n = (struct list){head, data, compare}; return n; }
         int run(struct outer *o, int **table, int c) {
           int x = 1, y = 2; int *p = c ? &x : &y; table[c] = p; struct outer copy = *o; copy.w.l = copy.inner;
           struct list *l = add(add(0, \"a\", by_name), p, by_value); o->inner[c] = *l; unknown(&copy);
           char *s = o->name + 1; return find(l, s) != 0 && *table[0]; }",
    );
    for world in [World::Closed(Vec::new()), World::Open] {
        assert_eq!(disagreements(&unit, &analyse(&unit, &world)), Vec::<String>::new());
    }
}
