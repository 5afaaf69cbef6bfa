//! Changes expressions in place. In: a statement, an initialiser or an expression. Out: each expression of it was shown to `change` once, inner
//! ones first, as `parts` shows them outer ones first; annotations are left out.

use super::{Callee, Expr, ExprKind, InitValue, Initialiser, Place, PlaceKind, Stmt, StmtKind};

type Change<'c> = &'c mut dyn FnMut(&mut Expr);

pub fn rewrite(stmt: &mut Stmt, change: Change<'_>) {
    match &mut stmt.kind {
        StmtKind::Expr(expr) | StmtKind::ComputedGoto(expr) | StmtKind::AtScopeEnd(expr) => rewrite_expr(expr, change),
        StmtKind::Block(stmts) => stmts.iter_mut().for_each(|stmt| rewrite(stmt, change)),
        StmtKind::Declare(_, init) => init.iter_mut().for_each(|init| rewrite_initialiser(init, change)),
        StmtKind::If(condition, then, other) => {
            rewrite_expr(condition, change);
            rewrite(then, change);
            other.iter_mut().for_each(|stmt| rewrite(stmt, change));
        }
        StmtKind::While { condition, body, .. } | StmtKind::DoWhile { condition, body, .. } => {
            rewrite_expr(condition, change);
            rewrite(body, change);
        }
        StmtKind::For { init, condition, step, body, .. } => {
            init.iter_mut().for_each(|stmt| rewrite(stmt, change));
            condition.iter_mut().chain(step).for_each(|expr| rewrite_expr(expr, change));
            rewrite(body, change);
        }
        StmtKind::Switch(value, body) => {
            rewrite_expr(value, change);
            rewrite(body, change);
        }
        StmtKind::Case(_, _, body) | StmtKind::Default(body) | StmtKind::Labeled(_, body) => rewrite(body, change),
        StmtKind::Return(value) => value.iter_mut().for_each(|expr| rewrite_expr(expr, change)),
        StmtKind::Asm { outputs, inputs, .. } => {
            outputs.iter_mut().for_each(|place| of_place(place, change));
            inputs.iter_mut().for_each(|expr| rewrite_expr(expr, change));
        }
        StmtKind::Break | StmtKind::Continue | StmtKind::Goto(_) | StmtKind::Empty => {}
        StmtKind::Annotation(_) | StmtKind::Unsupported { .. } => {}
    }
}

pub fn rewrite_initialiser(init: &mut Initialiser, change: Change<'_>) {
    for entry in &mut init.entries {
        match &mut entry.value {
            InitValue::Expr(expr) => rewrite_expr(expr, change),
            InitValue::String(_) => {}
        }
    }
}

pub fn rewrite_expr(expr: &mut Expr, change: Change<'_>) {
    match &mut expr.kind {
        ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::FunctionAddress(_) | ExprKind::LabelAddress(..) => {}
        ExprKind::Load(place) | ExprKind::AddressOf(place) => of_place(place, change),
        ExprKind::Unary(_, a) | ExprKind::Cast { operand: a, .. } | ExprKind::Disputed { operand: a, .. } => {
            rewrite_expr(a, change);
        }
        ExprKind::VaStart(a) | ExprKind::VaEnd(a) | ExprKind::VaArg(a) => rewrite_expr(a, change),
        ExprKind::Binary(_, a, b) | ExprKind::Compare(_, a, b) | ExprKind::PointerDifference(a, b) => {
            [a, b].into_iter().for_each(|part| rewrite_expr(part, change));
        }
        ExprKind::PointerAdd { pointer: a, index: b, .. } | ExprKind::VaCopy(a, b) => {
            [a, b].into_iter().for_each(|part| rewrite_expr(part, change));
        }
        ExprKind::And(a, b) | ExprKind::Or(a, b) | ExprKind::Comma(a, b) => {
            [a, b].into_iter().for_each(|part| rewrite_expr(part, change));
        }
        ExprKind::Conditional(c, a, b) => [c, a, b].into_iter().for_each(|part| rewrite_expr(part, change)),
        ExprKind::Assign(place, value)
        | ExprKind::AssignOp { place, value, .. }
        | ExprKind::AssignPointer { place, index: value, .. } => {
            of_place(place, change);
            rewrite_expr(value, change);
        }
        ExprKind::Increment { place, .. } => of_place(place, change),
        ExprKind::Call(call) => {
            match &mut call.callee {
                Callee::Pointer(pointer) => rewrite_expr(pointer, change),
                Callee::Direct(_) | Callee::Builtin(_) => {}
            }
            call.args.iter_mut().for_each(|arg| rewrite_expr(arg, change));
        }
        ExprKind::Statements(stmts, last) => {
            stmts.iter_mut().for_each(|stmt| rewrite(stmt, change));
            last.iter_mut().for_each(|expr| rewrite_expr(expr, change));
        }
        ExprKind::Unsupported { operands, .. } => operands.iter_mut().for_each(|part| rewrite_expr(part, change)),
    }
    change(expr);
}

fn of_place(place: &mut Place, change: Change<'_>) {
    match &mut place.kind {
        PlaceKind::Local(_) | PlaceKind::Global(_) | PlaceKind::String(_) => {}
        PlaceKind::Deref(expr) | PlaceKind::Value(expr) => rewrite_expr(expr, change),
        PlaceKind::Field(record, _) => of_place(record, change),
        PlaceKind::Index(array, index) => {
            of_place(array, change);
            rewrite_expr(index, change);
        }
        PlaceKind::Compound(_, init) => rewrite_initialiser(init, change),
    }
}
