//! All expressions and places of a statement. In: a statement. Out: each of them once, outer ones first; annotations are left out.

use super::{Callee, Expr, ExprKind, InitValue, Initialiser, Place, PlaceKind, Stmt, StmtKind};

/// Something that is evaluated.
#[derive(Clone, Copy)]
pub enum Part<'a> {
    Expr(&'a Expr),
    Place(&'a Place),
    /// What a variable starts with; it is shown as an expression, too.
    Initial(&'a Expr),
}

type Visit<'v, 'a> = &'v mut dyn FnMut(Part<'a>);

/// Shows every expression and place of the statement to `visit`.
pub fn each_part<'a>(stmt: &'a Stmt, visit: Visit<'_, 'a>) {
    match &stmt.kind {
        StmtKind::Expr(expr) | StmtKind::ComputedGoto(expr) | StmtKind::AtScopeEnd(expr) => {
            each_part_of_expr(expr, visit)
        }
        StmtKind::Block(stmts) => stmts.iter().for_each(|stmt| each_part(stmt, visit)),
        StmtKind::Declare(_, init) => init.iter().for_each(|init| each_part_of_initialiser(init, visit)),
        StmtKind::If(condition, then, other) => {
            each_part_of_expr(condition, visit);
            each_part(then, visit);
            other.iter().for_each(|stmt| each_part(stmt, visit));
        }
        StmtKind::While { condition, body, .. } | StmtKind::DoWhile { condition, body, .. } => {
            each_part_of_expr(condition, visit);
            each_part(body, visit);
        }
        StmtKind::For { init, condition, step, body, .. } => {
            init.iter().for_each(|stmt| each_part(stmt, visit));
            condition.iter().chain(step).for_each(|expr| each_part_of_expr(expr, visit));
            each_part(body, visit);
        }
        StmtKind::Switch(value, body) => {
            each_part_of_expr(value, visit);
            each_part(body, visit);
        }
        StmtKind::Case(_, _, body) | StmtKind::Default(body) | StmtKind::Labeled(_, body) => each_part(body, visit),
        StmtKind::Return(value) => value.iter().for_each(|expr| each_part_of_expr(expr, visit)),
        StmtKind::Asm { outputs, inputs, .. } => {
            outputs.iter().for_each(|place| of_place(place, visit));
            inputs.iter().for_each(|expr| each_part_of_expr(expr, visit));
        }
        StmtKind::Break | StmtKind::Continue | StmtKind::Goto(_) | StmtKind::Empty => {}
        StmtKind::Annotation(_) | StmtKind::Unsupported { .. } => {}
    }
}

/// Shows what decides which way a statement goes, of the statement and of those inside.
pub fn each_condition<'a>(stmt: &'a Stmt, visit: &mut dyn FnMut(&'a Expr)) {
    match &stmt.kind {
        StmtKind::Block(stmts) => stmts.iter().for_each(|stmt| each_condition(stmt, visit)),
        StmtKind::If(condition, then, other) => {
            visit(condition);
            each_condition(then, visit);
            other.iter().for_each(|stmt| each_condition(stmt, visit));
        }
        StmtKind::While { condition, body, .. } | StmtKind::DoWhile { condition, body, .. } => {
            visit(condition);
            each_condition(body, visit);
        }
        StmtKind::For { condition, body, .. } => {
            condition.iter().for_each(&mut *visit);
            each_condition(body, visit);
        }
        StmtKind::Switch(value, body) => {
            visit(value);
            each_condition(body, visit);
        }
        StmtKind::Case(_, _, body) | StmtKind::Default(body) | StmtKind::Labeled(_, body) => {
            each_condition(body, visit)
        }
        StmtKind::Expr(_) | StmtKind::Declare(..) | StmtKind::Return(_) | StmtKind::AtScopeEnd(_) => {}
        StmtKind::Break | StmtKind::Continue | StmtKind::Goto(_) | StmtKind::ComputedGoto(_) => {}
        StmtKind::Empty | StmtKind::Asm { .. } | StmtKind::Annotation(_) | StmtKind::Unsupported { .. } => {}
    }
}

/// The same of an initialiser.
pub fn each_part_of_initialiser<'a>(init: &'a Initialiser, visit: Visit<'_, 'a>) {
    for entry in &init.entries {
        match &entry.value {
            InitValue::Expr(expr) => {
                visit(Part::Initial(expr));
                each_part_of_expr(expr, visit);
            }
            InitValue::String(_) => {}
        }
    }
}

/// The same of an expression.
pub fn each_part_of_expr<'a>(expr: &'a Expr, visit: Visit<'_, 'a>) {
    visit(Part::Expr(expr));
    match &expr.kind {
        ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::FunctionAddress(_) | ExprKind::LabelAddress(..) => {}
        ExprKind::Load(place) | ExprKind::AddressOf(place) => of_place(place, visit),
        ExprKind::Unary(_, a) | ExprKind::Cast { operand: a, .. } | ExprKind::Disputed { operand: a, .. } => {
            each_part_of_expr(a, visit);
        }
        ExprKind::VaStart(a) | ExprKind::VaEnd(a) | ExprKind::VaArg(a) => each_part_of_expr(a, visit),
        ExprKind::Binary(_, a, b) | ExprKind::Compare(_, a, b) | ExprKind::PointerDifference(a, b) => {
            [a, b].into_iter().for_each(|part| each_part_of_expr(part, visit));
        }
        ExprKind::PointerAdd { pointer: a, index: b, .. } | ExprKind::VaCopy(a, b) => {
            [a, b].into_iter().for_each(|part| each_part_of_expr(part, visit));
        }
        ExprKind::And(a, b) | ExprKind::Or(a, b) | ExprKind::Comma(a, b) => {
            [a, b].into_iter().for_each(|part| each_part_of_expr(part, visit));
        }
        ExprKind::Conditional(c, a, b) => [c, a, b].into_iter().for_each(|part| each_part_of_expr(part, visit)),
        ExprKind::Assign(place, value)
        | ExprKind::AssignOp { place, value, .. }
        | ExprKind::AssignPointer { place, index: value, .. } => {
            of_place(place, visit);
            each_part_of_expr(value, visit);
        }
        ExprKind::Increment { place, .. } => of_place(place, visit),
        ExprKind::Call(call) => {
            match &call.callee {
                Callee::Pointer(pointer) => each_part_of_expr(pointer, visit),
                Callee::Direct(_) | Callee::Builtin(_) => {}
            }
            call.args.iter().for_each(|arg| each_part_of_expr(arg, visit));
        }
        ExprKind::Statements(stmts, last) => {
            stmts.iter().for_each(|stmt| each_part(stmt, visit));
            last.iter().for_each(|expr| each_part_of_expr(expr, visit));
        }
        ExprKind::Unsupported { operands, .. } => operands.iter().for_each(|part| each_part_of_expr(part, visit)),
    }
}

fn of_place<'a>(place: &'a Place, visit: Visit<'_, 'a>) {
    visit(Part::Place(place));
    match &place.kind {
        PlaceKind::Local(_) | PlaceKind::Global(_) | PlaceKind::String(_) => {}
        PlaceKind::Deref(expr) | PlaceKind::Value(expr) => each_part_of_expr(expr, visit),
        PlaceKind::Field(record, _) => of_place(record, visit),
        PlaceKind::Index(array, index) => {
            of_place(array, visit);
            each_part_of_expr(index, visit);
        }
        PlaceKind::Compound(_, init) => each_part_of_initialiser(init, visit),
    }
}
