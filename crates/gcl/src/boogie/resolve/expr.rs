//! Expressions: names looked up, types inferred by unification. Each returns its typed form with its type.

use invar_base::{Diagnostic, Span};
use invar_logic::Op;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Pow;

use super::super::ast;
use super::scope::{Resolver, State};
use super::typed::{Expr, ExprKind, Role};
use super::types::Ty;

/// Larger exponents would only fill the memory.
const MAX_EXPONENT: i64 = 10_000;

impl Resolver {
    /// A whole expression of type bool.
    pub fn condition(&mut self, expr: &ast::Expr) -> Expr {
        self.whole(expr, &Ty::Bool)
    }

    /// A whole expression of the given type: no type argument may stay open.
    pub fn whole(&mut self, expr: &ast::Expr, expected: &Ty) -> Expr {
        let mark = self.pending_infer.len();
        let typed = self.expect(expr, expected);
        self.finish(mark);
        typed
    }

    /// Reports the type arguments since `mark` that stayed unknown.
    pub fn finish(&mut self, mark: usize) {
        for (id, span) in self.pending_infer.split_off(mark) {
            let ty = self.known(&Ty::Infer(id));
            if let Ty::Infer(open) = ty {
                // Any type would do: take one of which nothing is known.
                self.warnings.push(Diagnostic::warning(
                    "ambiguous-type",
                    span,
                    "the type of this expression is not determined",
                ));
                let name = format!("any@{open}");
                let kind = super::types::TypeInfoKind::Constructor;
                let any = self.types.push(super::types::TypeInfo { name, arity: 0, span, kind });
                self.infer[open as usize] = Some(Ty::Con(any, Vec::new()));
            }
        }
    }

    pub fn expect(&mut self, expr: &ast::Expr, expected: &Ty) -> Expr {
        let (typed, ty) = self.expr(expr);
        if !self.unify(&ty, expected) {
            let message = format!("expected type `{}`, found `{}`", self.show(expected), self.show(&ty));
            self.fail("type-mismatch", expr.span, message);
            return Expr::error(expr.span);
        }
        typed
    }

    pub fn expr(&mut self, expr: &ast::Expr) -> (Expr, Ty) {
        let span = expr.span;
        match &expr.kind {
            ast::ExprKind::Bool(value) => (Expr::new(span, ExprKind::Bool(*value)), Ty::Bool),
            ast::ExprKind::Int(digits) => (Expr::new(span, ExprKind::Int(number(digits))), Ty::Int),
            ast::ExprKind::Real(text) => self.real_literal(text, span),
            ast::ExprKind::BitVector { value, width } => self.bit_vector_literal(value, *width, span),
            ast::ExprKind::Name(name) => self.name(name, span),
            ast::ExprKind::Apply { function, args } => self.apply(function, args, span),
            ast::ExprKind::Unary { op, arg } => self.unary(*op, arg, span),
            ast::ExprKind::Binary { op, left, right } => self.binary(*op, left, right, span),
            ast::ExprKind::Chain { op, args } => self.chain(*op, args, span),
            ast::ExprKind::Select { map, indices } => self.select(map, indices, span),
            ast::ExprKind::Store { map, indices, value } => self.store(map, indices, value, span),
            ast::ExprKind::Extract { arg, high, low } => self.extract(arg, *high, *low, span),
            ast::ExprKind::Field { arg, field } => self.field(arg, field, span),
            ast::ExprKind::FieldUpdate { arg, field, value } => self.field_update(arg, field, value, span),
            ast::ExprKind::Is { arg, constructor } => self.is(arg, constructor, span),
            ast::ExprKind::Old(arg) => self.old(arg, span),
            ast::ExprKind::ToInt(arg) => (Expr::op(span, Op::ToInt, vec![self.expect(arg, &Ty::Real)]), Ty::Int),
            ast::ExprKind::ToReal(arg) => (Expr::op(span, Op::ToReal, vec![self.expect(arg, &Ty::Int)]), Ty::Real),
            ast::ExprKind::Coerce { arg, ty } => self.coerce(arg, ty),
            ast::ExprKind::If { cond, then, otherwise } => self.if_expr(cond, then, otherwise, span),
            ast::ExprKind::Quantifier(quantifier) => self.quantifier(quantifier, span),
            ast::ExprKind::Let(bound) => self.let_expr(bound, span),
            ast::ExprKind::Code(block) => (self.code_expression(block, span), Ty::Bool),
            ast::ExprKind::Error => (Expr::error(span), Ty::Error),
        }
    }

    fn coerce(&mut self, arg: &ast::Expr, ty: &ast::Type) -> (Expr, Ty) {
        let ty = self.resolve_type(ty);
        (self.expect(arg, &ty), ty)
    }

    fn real_literal(&mut self, text: &str, span: Span) -> (Expr, Ty) {
        match real(text) {
            Some(value) => (Expr::new(span, ExprKind::Real(value)), Ty::Real),
            None => {
                self.fail("unsupported", span, "the exponent of this number is too large");
                (Expr::error(span), Ty::Real)
            }
        }
    }

    fn bit_vector_literal(&mut self, value: &str, width: u32, span: Span) -> (Expr, Ty) {
        if width == 0 || width > super::types::MAX_BV_WIDTH {
            self.fail("unsupported", span, format!("bit-vectors of {width} bits are not supported"));
            return (Expr::error(span), Ty::Error);
        }
        let value = number(value);
        if value.bits() > u64::from(width) {
            self.fail("type-mismatch", span, format!("this number does not fit into {width} bits"));
        }
        (Expr::new(span, ExprKind::BitVec(value, width)), Ty::Bv(width))
    }

    fn name(&mut self, name: &str, span: Span) -> (Expr, Ty) {
        let Some(key) = self.lookup_var(name) else {
            self.fail("unknown-name", span, format!("there is no variable or constant named `{name}`"));
            return (Expr::error(span), Ty::Error);
        };
        let info = &self.vars[key];
        let ty = info.ty.clone();
        if info.role == Role::Global && self.state == State::None {
            let declared = info.span;
            let message = format!("the global variable `{name}` has no value here: only constants may be mentioned");
            self.error(Diagnostic::error("unknown-name", span, message).with_label(declared, "declared here"));
        }
        (Expr::new(span, ExprKind::Var(key)), ty)
    }

    fn apply(&mut self, function: &ast::Ident, args: &[ast::Expr], span: Span) -> (Expr, Ty) {
        let Some(&key) = self.function_index.get(&function.name) else {
            self.fail("unknown-name", function.span, format!("there is no function named `{}`", function.name));
            args.iter().for_each(|arg| drop(self.expr(arg)));
            return (Expr::error(span), Ty::Error);
        };
        let info = &self.functions[key];
        let (name, params, result, type_params) =
            (info.name.clone(), info.params.clone(), info.result.clone(), info.type_params.clone());
        let by = type_params.iter().map(|&param| (param, self.fresh_infer(span))).collect();
        if params.len() != args.len() {
            let message = format!("function `{name}` takes {} argument(s), {} given", params.len(), args.len());
            let declared = self.functions[key].span;
            self.error(Diagnostic::error("arity", span, message).with_label(declared, "declared here"));
            args.iter().for_each(|arg| drop(self.expr(arg)));
            return (Expr::error(span), Ty::Error);
        }
        let mut typed = Vec::with_capacity(args.len());
        for (position, (arg, param)) in args.iter().zip(params).enumerate() {
            let expected = self.vars[param].ty.substitute(&by);
            let (arg_typed, ty) = self.expr(arg);
            if !self.unify(&ty, &expected) {
                let (expected, found) = (self.show(&expected), self.show(&ty));
                let message =
                    format!("argument {} of `{name}` must be of type `{expected}`, found `{found}`", position + 1);
                let declared = self.functions[key].span;
                self.error(Diagnostic::error("type-mismatch", arg.span, message).with_label(declared, "declared here"));
            }
            typed.push(arg_typed);
        }
        let type_args = type_params.iter().map(|param| by[param].clone()).collect();
        let kind = ExprKind::Call { function: key, type_args, args: typed };
        (Expr::new(span, kind), result.substitute(&by))
    }

    fn unary(&mut self, op: ast::UnaryOp, arg: &ast::Expr, span: Span) -> (Expr, Ty) {
        match op {
            ast::UnaryOp::Not => (self.expect(arg, &Ty::Bool).negate_at(span), Ty::Bool),
            ast::UnaryOp::Neg => {
                let (typed, ty) = self.expr(arg);
                let ty = self.numeric(&ty, "-", arg.span);
                (Expr::op(span, Op::Neg, vec![typed]), ty)
            }
        }
    }

    /// The type if it is int or real; an open type becomes int.
    fn numeric(&mut self, ty: &Ty, operator: &str, span: Span) -> Ty {
        match self.head(ty) {
            Ty::Int => Ty::Int,
            Ty::Real => Ty::Real,
            Ty::Error => Ty::Error,
            Ty::Infer(_) => {
                self.unify(ty, &Ty::Int);
                Ty::Int
            }
            other => {
                let message =
                    format!("`{operator}` needs numbers of type `int` or `real`, found `{}`", self.show(&other));
                self.fail("type-mismatch", span, message);
                Ty::Error
            }
        }
    }

    /// Both operands, which must be numbers of one type.
    fn numeric_pair(&mut self, left: &ast::Expr, right: &ast::Expr, operator: &str, span: Span) -> (Expr, Expr, Ty) {
        let (a, a_ty) = self.expr(left);
        let (b, b_ty) = self.expr(right);
        if !self.unify(&a_ty, &b_ty) {
            let (x, y) = (self.show(&a_ty), self.show(&b_ty));
            let message = format!("the operands of `{operator}` must have one type, found `{x}` and `{y}`");
            self.fail("type-mismatch", span, message);
            return (a, b, Ty::Error);
        }
        let ty = self.numeric(&a_ty, operator, left.span);
        (a, b, ty)
    }

    fn chain(&mut self, op: ast::ChainOp, args: &[ast::Expr], span: Span) -> (Expr, Ty) {
        let (logic, operator) = match op {
            ast::ChainOp::And => (Op::And, "&&"),
            ast::ChainOp::Or => (Op::Or, "||"),
            ast::ChainOp::Add => (Op::Add, "+"),
            ast::ChainOp::Mul => (Op::Mul, "*"),
        };
        if matches!(op, ast::ChainOp::And | ast::ChainOp::Or) {
            let args = args.iter().map(|arg| self.expect(arg, &Ty::Bool)).collect();
            return (Expr::op(span, logic, args), Ty::Bool);
        }
        let mut typed = Vec::with_capacity(args.len());
        let mut common = Ty::Error;
        for arg in args {
            let (value, ty) = self.expr(arg);
            if typed.is_empty() {
                common = ty;
            } else if !self.unify(&common, &ty) {
                let (x, y) = (self.show(&common), self.show(&ty));
                let message = format!("the operands of `{operator}` must have one type, found `{x}` and `{y}`");
                self.fail("type-mismatch", span, message);
                common = Ty::Error;
            }
            typed.push(value);
        }
        let ty = self.numeric(&common, operator, span);
        (Expr::op(span, logic, typed), ty)
    }

    fn binary(&mut self, op: ast::BinaryOp, left: &ast::Expr, right: &ast::Expr, span: Span) -> (Expr, Ty) {
        match op {
            ast::BinaryOp::Iff => (self.on_bools(Op::Eq, left, right, span), Ty::Bool),
            ast::BinaryOp::Implies => (self.on_bools(Op::Implies, left, right, span), Ty::Bool),
            ast::BinaryOp::Explies => (self.on_bools(Op::Implies, right, left, span), Ty::Bool),
            ast::BinaryOp::Eq => (self.equality(left, right, "==", span), Ty::Bool),
            ast::BinaryOp::Neq => (self.equality(left, right, "!=", span).negate(), Ty::Bool),
            ast::BinaryOp::Lt => self.order(Op::Lt, left, right, "<", span),
            ast::BinaryOp::Le => self.order(Op::Le, left, right, "<=", span),
            ast::BinaryOp::Gt => {
                let (a, b, _) = self.numeric_pair(left, right, ">", span);
                (Expr::op(span, Op::Lt, vec![b, a]), Ty::Bool)
            }
            ast::BinaryOp::Ge => {
                let (a, b, _) = self.numeric_pair(left, right, ">=", span);
                (Expr::op(span, Op::Le, vec![b, a]), Ty::Bool)
            }
            ast::BinaryOp::Extends => {
                self.fail("unsupported", span, "the partial order `<:` is not supported");
                (Expr::error(span), Ty::Bool)
            }
            ast::BinaryOp::Concat => self.concat(left, right, span),
            ast::BinaryOp::Sub => {
                let (a, b, ty) = self.numeric_pair(left, right, "-", span);
                let minus = Expr::op(b.span, Op::Neg, vec![b]);
                (Expr::op(span, Op::Add, vec![a, minus]), ty)
            }
            ast::BinaryOp::RealDiv => {
                let (a, b) = (self.as_real(left, "/"), self.as_real(right, "/"));
                (Expr::op(span, Op::RealDiv, vec![a, b]), Ty::Real)
            }
            ast::BinaryOp::Div => self.on_ints(Op::Div, left, right, span),
            ast::BinaryOp::Mod => self.on_ints(Op::Mod, left, right, span),
            ast::BinaryOp::Pow => {
                let args = vec![self.expect(left, &Ty::Real), self.expect(right, &Ty::Real)];
                (Expr::new(span, ExprKind::Power(args)), Ty::Real)
            }
        }
    }

    fn on_bools(&mut self, op: Op, left: &ast::Expr, right: &ast::Expr, span: Span) -> Expr {
        let args = vec![self.expect(left, &Ty::Bool), self.expect(right, &Ty::Bool)];
        Expr::op(span, op, args)
    }

    fn on_ints(&mut self, op: Op, left: &ast::Expr, right: &ast::Expr, span: Span) -> (Expr, Ty) {
        let args = vec![self.expect(left, &Ty::Int), self.expect(right, &Ty::Int)];
        (Expr::op(span, op, args), Ty::Int)
    }

    fn order(&mut self, op: Op, left: &ast::Expr, right: &ast::Expr, name: &str, span: Span) -> (Expr, Ty) {
        let (a, b, _) = self.numeric_pair(left, right, name, span);
        (Expr::op(span, op, vec![a, b]), Ty::Bool)
    }

    fn equality(&mut self, left: &ast::Expr, right: &ast::Expr, operator: &str, span: Span) -> Expr {
        let (a, a_ty) = self.expr(left);
        let (b, b_ty) = self.expr(right);
        if !self.unify(&a_ty, &b_ty) {
            let (known_a, known_b) = (self.known(&a_ty), self.known(&b_ty));
            if known_a.may_equal(&known_b) {
                return Expr::new(span, ExprKind::EqAt { types: Box::new((a_ty, b_ty)), args: vec![a, b] });
            }
            let (x, y) = (self.show(&a_ty), self.show(&b_ty));
            let message = format!("`{operator}` compares values of one type, found `{x}` and `{y}`");
            self.fail("type-mismatch", span, message);
            return Expr::error(span);
        }
        Expr::op(span, Op::Eq, vec![a, b])
    }

    /// `/` converts integers to reals.
    fn as_real(&mut self, arg: &ast::Expr, operator: &str) -> Expr {
        let (typed, ty) = self.expr(arg);
        match self.numeric(&ty, operator, arg.span) {
            Ty::Int => Expr::op(arg.span, Op::ToReal, vec![typed]),
            _ => typed,
        }
    }

    fn old(&mut self, arg: &ast::Expr, span: Span) -> (Expr, Ty) {
        if self.state != State::Two {
            self.fail("old", span, "`old` has no meaning here: only in postconditions and in bodies");
        }
        let (typed, ty) = self.expr(arg);
        (Expr::new(span, ExprKind::Old(Box::new(typed))), ty)
    }

    fn if_expr(&mut self, cond: &ast::Expr, then: &ast::Expr, otherwise: &ast::Expr, span: Span) -> (Expr, Ty) {
        let cond = self.expect(cond, &Ty::Bool);
        let (a, a_ty) = self.expr(then);
        let (b, b_ty) = self.expr(otherwise);
        if !self.unify(&a_ty, &b_ty) {
            let (x, y) = (self.show(&a_ty), self.show(&b_ty));
            let message = format!("the branches must have one type, found `{x}` and `{y}`");
            self.fail("type-mismatch", span, message);
            return (Expr::error(span), Ty::Error);
        }
        (Expr::op(span, Op::Ite, vec![cond, a, b]), a_ty)
    }

    fn let_expr(&mut self, bound: &ast::Let, span: Span) -> (Expr, Ty) {
        let values: Vec<(Expr, Ty)> = bound.values.iter().map(|value| self.expr(value)).collect();
        self.push_scope();
        let mut vars = Vec::new();
        for (ident, (_, ty)) in bound.names.iter().zip(&values) {
            let key = self.new_var(ident, ty.clone(), Role::Bound);
            self.declare(key);
            vars.push(key);
        }
        let (body, ty) = self.expr(&bound.body);
        self.pop_scope();
        let values = values.into_iter().map(|(value, _)| value).collect();
        (Expr::new(span, ExprKind::Let { vars, values, body: Box::new(body) }), ty)
    }
}

impl Expr {
    fn negate_at(self, span: Span) -> Expr {
        Expr::op(span, Op::Not, vec![self])
    }
}

/// The lexer lets only digits through.
pub fn number(digits: &str) -> BigInt {
    digits.parse().unwrap_or_default()
}

/// `1.5`, `1e3`, `2.5e-7`; `None` if the exponent is out of reason.
pub fn real(text: &str) -> Option<BigRational> {
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, exponent.parse::<i64>().ok()?),
        None => (text, 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    if exponent.abs() > MAX_EXPONENT {
        return None;
    }
    let digits = number(&format!("{whole}{fraction}"));
    let scale = exponent - i64::try_from(fraction.len()).ok()?;
    let power = BigInt::from(10).pow(u32::try_from(scale.unsigned_abs()).ok()?);
    Some(if scale >= 0 { BigRational::from_integer(digits * power) } else { BigRational::new(digits, power) })
}
