//! Truth values. In: an expression of which only zero or not zero matters. Out: a formula, or branches: `&&`, `||` and
//! `?:` become control flow where their right operands are more than terms.

use invar_gcl::{BlockId, CheckKind};
use invar_logic::{Op, Sort, Term, VarId};

use crate::c::hir::{Call, CompareOp, Expr, ExprKind, StringId, UnaryOp};
use crate::c::lower::code::{Body, Pointer, Value, Wanted};
use crate::c::lower::ints;
use crate::c::lower::shape::scalar;
use crate::c::options::Property;
use crate::c::points_to::{RegionId, converted_pointer, is_null};
use crate::c::types::TypeId;

/// Literals that are compared with one by one.
const MOST_LITERALS: usize = 16;

impl Body<'_, '_> {
    /// Is the scalar not zero?
    pub fn condition(&mut self, expr: &Expr) -> Term {
        let outer = std::mem::replace(&mut self.span, expr.span);
        if self.is_truth(expr) {
            self.doubt_order();
        }
        let condition = self.condition_here(expr);
        self.span = outer;
        condition
    }

    fn condition_here(&mut self, expr: &Expr) -> Term {
        match &expr.kind {
            ExprKind::Compare(op, a, b) => self.comparison(*op, a, b),
            ExprKind::Unary(UnaryOp::Not, operand) => {
                let condition = self.condition(operand);
                self.pool().not(condition)
            }
            ExprKind::And(a, b) | ExprKind::Or(a, b) if self.is_pure(b) => {
                let (a, b) = (self.condition(a), self.condition(b));
                match &expr.kind {
                    ExprKind::And(..) => self.pool().and(&[a, b]),
                    _ => self.pool().or(&[a, b]),
                }
            }
            ExprKind::And(..) | ExprKind::Or(..) => self.short_circuit(expr),
            ExprKind::Cast { operand, .. }
                if self.is_truth(operand) && self.cx.unit.types.int_kind(expr.ty).is_some() =>
            {
                self.condition(operand)
            }
            ExprKind::Call(call) => {
                let value = self.call_wanting(call, expr.ty, Wanted::Truth);
                self.is_nonzero(&value, expr.ty)
            }
            _ => {
                let value = self.value(expr);
                self.is_nonzero(&value, expr.ty)
            }
        }
    }

    pub(super) fn is_truth(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Compare(..) | ExprKind::And(..) | ExprKind::Or(..) => true,
            ExprKind::Unary(UnaryOp::Not, _) => true,
            ExprKind::Cast { operand, .. } => self.is_truth(operand) && self.cx.unit.types.int_kind(expr.ty).is_some(),
            _ => false,
        }
    }

    fn is_nonzero(&mut self, value: &Value, ty: TypeId) -> Term {
        let zero = self.int(0);
        match value {
            Value::Int(int) => {
                // `ite(c, 1, 0) != 0` is c.
                if let (Op::Ite, [condition, one, other]) = (self.cx.b.pool.op(int.term), self.cx.b.pool.args(int.term))
                {
                    let (condition, one, other) = (*condition, *one, *other);
                    if other == zero && self.int(1) == one {
                        return condition;
                    }
                }
                self.pool().ne(int.term, zero)
            }
            Value::Pointer(pointer) => self.is_not_null(*pointer),
            Value::Token(value) => self.is_float_true(*value, ty),
            Value::Void | Value::Record(_) => Term::TRUE,
        }
    }

    fn comparison(&mut self, op: CompareOp, a: &Expr, b: &Expr) -> Term {
        if is_equality(op)
            && let Some(pointer) = self.compared_with_null(a, b)
            && let Value::Pointer(pointer) = self.value(pointer)
        {
            let other = self.is_not_null(pointer);
            return if op == CompareOp::Equal { self.pool().not(other) } else { other };
        }
        let wanted = if is_equality(op) { Wanted::Truth } else { Wanted::Sign };
        let (x, y) = match (call_of(a), call_of(b)) {
            (Some(call), None) if is_zero(b) => (self.result_for(call, a, wanted), self.value(b)),
            (None, Some(call)) if is_zero(a) => (self.value(a), self.result_for(call, b, wanted)),
            (_, _) => self.two_values(a, b),
        };
        match (&x, &y) {
            (Value::Int(x), Value::Int(y)) => ints::compare(self.pool(), op, x.term, y.term),
            (Value::Pointer(x), Value::Pointer(y)) => {
                let known = if is_equality(op) {
                    let equal = self.pointer_equality((a, *x), (b, *y));
                    if op == CompareOp::Equal { equal } else { self.pool().not(equal) }
                } else {
                    self.pointer_comparison(op, *x, *y)
                };
                let regions = [a, b].map(|pointer| self.cx.regions.target(self.id, pointer));
                self.unless_made_up(op, regions, [*x, *y], known)
            }
            (Value::Token(x), Value::Token(y)) if a.ty == b.ty => self.float_comparison(op, *x, *y, a.ty),
            (_, _) => {
                self.approximate("a comparison of floating values");
                self.any_truth()
            }
        }
    }

    /// The pointer of which `(unsigned long) p == 0` asks whether it is null: no other has the address 0.
    fn compared_with_null<'e>(&self, a: &'e Expr, b: &'e Expr) -> Option<&'e Expr> {
        let types = &self.cx.unit.types;
        let (number, zero) = if is_null(b) { (a, b) } else { (b, a) };
        converted_pointer(number, types).filter(|_| is_null(zero))
    }

    fn result_for(&mut self, call: &Call, expr: &Expr, wanted: Wanted) -> Value {
        let outer = std::mem::replace(&mut self.span, expr.span);
        let value = self.call_wanting(call, expr.ty, wanted);
        self.span = outer;
        value
    }

    /// Pointers into one object are equal if their offsets are. Those into different objects differ if both point to
    /// something that exists there: where one object ends, or has ended, another may begin, and literals may share memory.
    fn pointer_equality(&mut self, a: (&Expr, Pointer), b: (&Expr, Pointer)) -> Term {
        let ((a, x), (b, y)) = (a, b);
        let zero = self.int(0);
        let pool = self.pool();
        // Programs do move null pointers: what is neither at object 0 nor at offset 0 is not null.
        let (same, level) = (pool.eq(x.object, y.object), pool.eq(x.offset, y.offset));
        let equal = pool.and(&[same, level]);
        let region = self.cx.regions.target(self.id, a);
        let repeated = self.repeated_literal(region, x.object);
        let is_plain = repeated == Term::FALSE && same == Term::TRUE;
        if is_plain || x.object == zero || y.object == zero || self.is_function_pointer(a.ty) {
            return equal;
        }
        let (no_x, no_y) = (self.pool().eq(x.object, zero), self.pool().eq(y.object, zero));
        let (x_there, y_there) = (self.points_to_something(a, x), self.points_to_something(b, y));
        let shared = self.both_literals(x, y);
        let apart = self.pool().not(shared);
        let there = self.pool().and(&[x_there, y_there, apart]);
        let pool = self.pool();
        let once = pool.not(repeated);
        let one_object = pool.and(&[same, once]);
        let certain = pool.or(&[one_object, no_x, no_y, there]);
        self.approximate_unless(certain, "whether pointers into different objects are equal");
        let any = self.any_truth();
        let pool = self.pool();
        let other = pool.not(certain);
        let coincide = pool.and(&[other, any]);
        let may_be_one = pool.or(&[once, any]);
        let equal = pool.and(&[equal, may_be_one]);
        pool.or(&[equal, coincide])
    }

    /// Is the object a literal that the text has more than once? Then each of them may be an object of its own.
    fn repeated_literal(&mut self, region: RegionId, object: Term) -> Term {
        let (unit, regions) = (self.cx.unit, self.cx.regions);
        let literals = unit.strings.iter().filter(|(_, literal)| literal.is_repeated);
        let here = literals.map(|(id, _)| id).filter(|id| regions.string(*id) == region);
        let repeated: Vec<StringId> = here.take(MOST_LITERALS).collect();
        if repeated.len() == MOST_LITERALS {
            return self.is_any_literal(object);
        }
        let mut ways = Vec::new();
        for id in repeated {
            let literal = self.cx.string_object(id);
            ways.push(self.pool().eq(object, literal));
        }
        self.pool().or(&ways)
    }

    fn is_any_literal(&mut self, object: Term) -> Term {
        let (first, end) =
            (self.int(self.cx.numbers.first_string as i128), self.int(self.cx.numbers.first_function as i128));
        let pool = self.pool();
        let (from, until) = (pool.le(first, object), pool.lt(object, end));
        pool.and(&[from, until])
    }

    fn points_to_something(&mut self, expr: &Expr, pointer: Pointer) -> Term {
        let region = self.cx.regions.target(self.id, expr);
        let one = self.int(1);
        let checks = self.range_checks(region, pointer, one);
        let terms: Vec<Term> = checks.into_iter().map(|(_, term)| term).collect();
        self.pool().and(&terms)
    }

    fn both_literals(&mut self, a: Pointer, b: Pointer) -> Term {
        let (first, end) = (self.cx.numbers.first_string, self.cx.numbers.first_function);
        if first == end {
            return Term::FALSE;
        }
        let inside = [a, b].map(|pointer| self.is_any_literal(pointer.object));
        self.pool().and(&inside)
    }

    fn pointer_comparison(&mut self, op: CompareOp, a: Pointer, b: Pointer) -> Term {
        let same = self.pool().eq(a.object, b.object);
        if self.cx.options.property == Some(Property::Assertions) {
            // Undefined, and not an access: only where everything that is undefined matters.
            self.check(CheckKind::Bounds, same);
        }
        self.approximate_unless(same, "an order between pointers into different objects");
        let inside = ints::compare(self.pool(), op, a.offset, b.offset);
        if same == Term::TRUE {
            return inside;
        }
        let any = self.any_truth();
        self.pool().ite(same, inside, any)
    }

    fn short_circuit(&mut self, expr: &Expr) -> Term {
        let (yes, no, join) = (self.block("true"), self.block("false"), self.block("join"));
        let result = self.temporary(Sort::BOOL);
        self.branch(expr, yes, no);
        for (start, value) in [(yes, Term::TRUE), (no, Term::FALSE)] {
            self.continue_in(start);
            self.assign(result, value);
            self.goto(join);
        }
        self.continue_in(join);
        self.var(result)
    }

    /// Control goes to `then` if the expression is not zero.
    pub fn branch(&mut self, expr: &Expr, then: BlockId, otherwise: BlockId) {
        let outer = std::mem::replace(&mut self.span, expr.span);
        match &expr.kind {
            ExprKind::And(a, b) => {
                let middle = self.block("and");
                self.branch(a, middle, otherwise);
                self.continue_in(middle);
                self.branch(b, then, otherwise);
            }
            ExprKind::Or(a, b) => {
                let middle = self.block("or");
                self.branch(a, then, middle);
                self.continue_in(middle);
                self.branch(b, then, otherwise);
            }
            ExprKind::Unary(UnaryOp::Not, operand) => self.branch(operand, otherwise, then),
            ExprKind::Cast { operand, .. }
                if self.is_truth(operand) && self.cx.unit.types.int_kind(expr.ty).is_some() =>
            {
                self.branch(operand, then, otherwise);
            }
            _ => {
                let condition = self.condition(expr);
                self.branch_on(condition, then, otherwise);
            }
        }
        self.span = outer;
    }

    pub(super) fn conditional(&mut self, condition: &Expr, a: &Expr, b: &Expr, ty: TypeId) -> Value {
        if self.is_pure(a) && self.is_pure(b) && scalar(&self.cx.unit.types, ty).is_some() {
            return self.pure_choices(condition, a, b);
        }
        let (then, otherwise, join) = (self.block("then"), self.block("else"), self.block("join"));
        self.branch(condition, then, otherwise);
        let mut shared: Option<Vec<VarId>> = None;
        let mut shape = Value::Void;
        for (start, expr) in [(then, a), (otherwise, b)] {
            self.continue_in(start);
            let value = self.value(expr);
            let terms = value.terms();
            let vars = match &shared {
                Some(vars) => vars.clone(),
                None => {
                    let sorts: Vec<Sort> = terms.iter().map(|&term| self.cx.b.pool.sort_of(term)).collect();
                    let vars: Vec<_> = sorts.into_iter().map(|sort| self.temporary(sort)).collect();
                    shared = Some(vars.clone());
                    shape = value.clone();
                    vars
                }
            };
            for (var, term) in vars.iter().zip(terms) {
                self.assign(*var, term);
            }
            shape = shape.widened(&value);
            self.goto(join);
        }
        self.continue_in(join);
        let terms: Vec<Term> = shared.unwrap_or_default().into_iter().map(|var| self.var(var)).collect();
        shape.with_terms(&terms)
    }

    /// A choice between terms. Where the last one is a choice again, so is that: chains are long, and followed here.
    fn pure_choices(&mut self, condition: &Expr, a: &Expr, b: &Expr) -> Value {
        let (mut choices, mut last) = (vec![(condition, a)], b);
        while let ExprKind::Conditional(condition, a, b) = &last.kind {
            choices.push((&**condition, &**a));
            last = b;
        }
        let choices: Vec<(Term, Value)> =
            choices.into_iter().map(|(condition, value)| (self.condition(condition), self.value(value))).collect();
        let last = self.value(last);
        choices.into_iter().rev().fold(last, |rest, (condition, value)| self.choose(condition, value, rest))
    }

    fn choose(&mut self, condition: Term, a: Value, b: Value) -> Value {
        let (x, y) = (a.terms(), b.terms());
        let terms: Vec<Term> = x.into_iter().zip(y).map(|(x, y)| self.cx.b.pool.ite(condition, x, y)).collect();
        a.widened(&b).with_terms(&terms)
    }
}

fn is_equality(op: CompareOp) -> bool {
    matches!(op, CompareOp::Equal | CompareOp::NotEqual)
}

fn is_zero(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Int(0))
}

fn call_of(expr: &Expr) -> Option<&Call> {
    match &expr.kind {
        ExprKind::Call(call) => Some(call),
        _ => None,
    }
}
