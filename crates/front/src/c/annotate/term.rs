//! Expressions → typed terms.
//!
//! Invariants of the terms: an integer-valued term has the type `Integer`, whatever C type its place or variable has; only
//! a `Cast` to a C integer type keeps that type, which says how to wrap. Floating values are `Real`. Arrays have decayed
//! to pointers. Predicates and booleans are `Boolean`; an integer or pointer where a predicate is asked for is compared
//! with zero.
//!
//! In `ensures`, parameters stand for their values at entry, as ACSL has it: their loads are `At(…, Pre)`.

use super::scope::{Logic, Named, Scope};
use super::syntax::{BaseType, Binder, Expr, ExprKind, Ident, Quantifier, TypeName};
use crate::c::hir::spec::{LogicType, LogicVar, LogicVarId, Place, PlaceKind, State, Term, TermKind};
use crate::c::hir::{CompareOp, LabelId};
use crate::c::types::{Type, TypeId};
use invar_base::{Diagnostic, Span, Symbol};
use num_bigint::BigInt;

/// An error was reported.
#[derive(Clone, Copy, Debug)]
pub struct Failed;

pub type Resolved<T> = Result<T, Failed>;

/// The kind of annotation that a term belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Site {
    /// `requires`, `assumes`: at function entry.
    Entry,
    Ensures,
    /// The places of an `assigns` clause of a contract, evaluated at entry.
    Assigns,
    Loop,
    Stmt,
    /// `ensures` of a statement: `\old` is the state at this label, which stands before it.
    StmtEnd(LabelId),
    /// Predicates, logic functions, lemmas.
    Definition,
}

pub struct Terms<'s> {
    pub scope: &'s mut dyn Scope,
    pub logic: &'s Logic,
    pub diagnostics: &'s mut Vec<Diagnostic>,
    pub site: Site,
    /// Where terms are evaluated that are being resolved.
    pub state: State,
    /// Variables of quantifiers, `\let` and definitions, the innermost last.
    pub bound: Vec<(Symbol, LogicVarId)>,
    /// What labels of a definition stand for.
    pub labels: Vec<(Symbol, State)>,
    /// How many definitions were expanded in this term.
    pub expansions: u32,
}

/// Something that can be read: a place of C, or a value of the logic.
pub enum Value {
    Place(Place),
    Term(Term),
}

impl<'s> Terms<'s> {
    pub fn new(
        scope: &'s mut dyn Scope,
        logic: &'s Logic,
        diagnostics: &'s mut Vec<Diagnostic>,
        site: Site,
    ) -> Terms<'s> {
        let (bound, labels) = (Vec::new(), Vec::new());
        Terms { scope, logic, diagnostics, site, state: State::Here, bound, labels, expansions: 0 }
    }

    pub fn fail<T>(&mut self, code: &'static str, span: Span, message: impl Into<String>) -> Resolved<T> {
        self.diagnostics.push(Diagnostic::error(code, span, message));
        Err(Failed)
    }

    pub fn name(&self, symbol: Symbol) -> String {
        self.scope.names().name(symbol).to_string()
    }

    /// A term that Invar has no meaning for: any value, with a warning. Of the type that its place asks for.
    pub fn unsupported(&mut self, what: &str, span: Span) -> Term {
        let message = format!("{what} is not supported: it may have any value here");
        self.diagnostics.push(Diagnostic::warning("unsupported-annotation", span, message));
        Term { kind: TermKind::Unsupported(what.to_string()), ty: LogicType::Boolean, span }
    }

    // ----- by what the place asks for -----

    pub fn predicate(&mut self, expr: &Expr) -> Resolved<Term> {
        let term = self.term(expr)?;
        self.as_predicate(term)
    }

    pub fn integer(&mut self, expr: &Expr) -> Resolved<Term> {
        let term = self.term(expr)?;
        self.as_integer(term)
    }

    pub fn pointer(&mut self, expr: &Expr) -> Resolved<Term> {
        let term = self.term(expr)?;
        if self.pointee(&term).is_some() {
            return Ok(term);
        }
        let (span, found) = (term.span, self.describe(term.ty));
        self.fail("type-mismatch", span, format!("this must be a pointer, but it is {found}"))
    }

    /// A value; a place is read, an array decays.
    pub fn term(&mut self, expr: &Expr) -> Resolved<Term> {
        match self.value(expr)? {
            Value::Term(term) => Ok(term),
            Value::Place(place) => self.load(place),
        }
    }

    pub fn as_predicate(&mut self, term: Term) -> Resolved<Term> {
        let span = term.span;
        if let TermKind::Unsupported(_) = term.kind {
            return Ok(Term { ty: LogicType::Boolean, ..term });
        }
        let zero = match self.numeric(term.ty) {
            Numeric::Boolean => return Ok(term),
            Numeric::Integer => integer(0, span),
            Numeric::Real => Term { kind: TermKind::Real("0.0".into()), ty: LogicType::Real, span },
            Numeric::Pointer => Term { kind: TermKind::Null, ty: term.ty, span },
            Numeric::Other => {
                let found = self.describe(term.ty);
                return self.fail("type-mismatch", span, format!("this must be a predicate, but it is {found}"));
            }
        };
        Ok(boolean(TermKind::Compare(CompareOp::NotEqual, Box::new(term), Box::new(zero)), span))
    }

    pub fn as_integer(&mut self, term: Term) -> Resolved<Term> {
        let span = term.span;
        if let TermKind::Unsupported(_) = term.kind {
            return Ok(Term { ty: LogicType::Integer, ..term });
        }
        match self.numeric(term.ty) {
            Numeric::Integer => Ok(term),
            Numeric::Boolean => {
                let kind =
                    TermKind::Conditional(Box::new(term), Box::new(integer(1, span)), Box::new(integer(0, span)));
                Ok(Term { kind, ty: LogicType::Integer, span })
            }
            Numeric::Real | Numeric::Pointer | Numeric::Other => {
                let found = self.describe(term.ty);
                self.fail("type-mismatch", span, format!("this must be an integer, but it is {found}"))
            }
        }
    }

    /// Converts to the type of a parameter, a definition or a cast of the logic.
    pub fn convert(&mut self, term: Term, to: LogicType) -> Resolved<Term> {
        if let TermKind::Unsupported(_) = term.kind {
            return Ok(Term { ty: to, ..term });
        }
        let span = term.span;
        match (self.numeric(to), self.numeric(term.ty)) {
            (Numeric::Boolean, _) => self.as_predicate(term),
            (Numeric::Integer, _) => self.as_integer(term),
            (Numeric::Real, Numeric::Real) => Ok(term),
            (Numeric::Real, Numeric::Integer) => {
                Ok(Term { kind: TermKind::Cast(Box::new(term)), ty: LogicType::Real, span })
            }
            (Numeric::Pointer, Numeric::Pointer) if self.fits(term.ty, to) => Ok(Term { ty: to, ..term }),
            (Numeric::Pointer, Numeric::Integer) if term.is_zero() => Ok(Term { kind: TermKind::Null, ty: to, span }),
            (Numeric::Other, Numeric::Other) if to == term.ty => Ok(term),
            (Numeric::Real | Numeric::Pointer | Numeric::Other, _) => {
                let (wanted, found) = (self.describe(to), self.describe(term.ty));
                self.fail("type-mismatch", span, format!("this must be {wanted}, but it is {found}"))
            }
        }
    }

    /// May a pointer of one type stand for one of the other without a cast?
    pub fn fits(&self, from: LogicType, to: LogicType) -> bool {
        let types = self.scope.types();
        match (from, to) {
            (LogicType::C(from), LogicType::C(to)) => {
                let is_void = |id| types.pointee(id).is_some_and(|to| types.is_void(to));
                from == to || is_void(from) || is_void(to)
            }
            (LogicType::Integer | LogicType::Real | LogicType::Boolean | LogicType::C(_), _) => false,
        }
    }

    // ----- expressions -----

    pub fn value(&mut self, expr: &Expr) -> Resolved<Value> {
        let span = expr.span;
        let term = match &expr.kind {
            ExprKind::Name(name) => return self.named(*name, span),
            ExprKind::Index(..) | ExprKind::Field(..) | ExprKind::Arrow(..) => return self.access(expr),
            ExprKind::Unary(op, operand) => return self.unary(*op, operand, span),
            ExprKind::Number(spelling) => self.number(*spelling, span)?,
            ExprKind::Char(literal) => self.character(literal, span)?,
            ExprKind::Str(parts) => self.string(parts, span),
            ExprKind::Builtin { name, labels, args } => self.builtin(*name, labels, args.as_deref(), span)?,
            ExprKind::At(value, label) => {
                let state = self.label(*label)?;
                return self.at(value, state, span);
            }
            ExprKind::Apply { name, labels, args } => self.apply(*name, labels, args, span)?,
            ExprKind::Binary { first, rest } => self.binary(first, rest, span)?,
            ExprKind::Compare { first, rest } => self.comparisons(first, rest, span)?,
            ExprKind::And(parts) => boolean(TermKind::And(self.predicates(parts)?), span),
            ExprKind::Or(parts) => boolean(TermKind::Or(self.predicates(parts)?), span),
            ExprKind::Xor(parts) => self.folded(parts, span, |a, b, span| not(iff(a, b, span)))?,
            ExprKind::Iff(parts) => self.folded(parts, span, iff)?,
            ExprKind::Implies(left, right) => {
                let (left, right) = (self.predicate(left)?, self.predicate(right)?);
                boolean(TermKind::Implies(Box::new(left), Box::new(right)), span)
            }
            ExprKind::Conditional(condition, then, otherwise) => self.conditional(condition, then, otherwise, span)?,
            ExprKind::Quantified { quantifier, binders, body } => self.quantified(*quantifier, binders, body, span)?,
            ExprKind::Let { name, value, body } => self.let_in(*name, value, body, span)?,
            ExprKind::Cast(ty, operand) => self.cast(ty, operand, span)?,
            ExprKind::SizeofType(ty) => {
                let ty = self.c_type(ty)?;
                self.size(ty, span)?
            }
            ExprKind::SizeofExpr(operand) => self.size_of_expr(operand, span)?,
            ExprKind::Range(..) => {
                return self.fail("misplaced-term", span, "a range of indices stands only where places are listed");
            }
            ExprKind::Set(_) => self.unsupported("a set of values", span),
            ExprKind::Unsupported(what) => self.unsupported(what, span),
        };
        Ok(Value::Term(term))
    }

    fn named(&mut self, name: Symbol, span: Span) -> Resolved<Value> {
        if let Some(&(_, var)) = self.bound.iter().rev().find(|(bound, _)| *bound == name) {
            return Ok(Value::Term(self.var(var, span)));
        }
        let found =
            if self.site == Site::Definition { self.scope.lookup_global(name) } else { self.scope.lookup(name) };
        match found {
            Some(Named::Local(local, ty)) => Ok(Value::Place(Place { kind: PlaceKind::Local(local), ty, span })),
            Some(Named::Global(global, ty)) => Ok(Value::Place(Place { kind: PlaceKind::Global(global), ty, span })),
            Some(Named::Constant(value)) => Ok(Value::Term(integer(value, span))),
            Some(Named::Function(_)) => {
                Ok(Value::Term(self.unsupported("the address of a function in an annotation", span)))
            }
            Some(Named::Type(_)) => {
                let message = format!("`{}` is a type, not a value", self.name(name));
                self.fail("type-mismatch", span, message)
            }
            None if self.logic.names.contains_key(&name) => {
                Ok(Value::Term(self.apply(Ident { name, span }, &[], &[], span)?))
            }
            None => match self.well_known(name, span) {
                Some(term) => Ok(Value::Term(term)),
                None => self.unknown_name(name, span),
            },
        }
    }

    pub fn unknown_name<T>(&mut self, name: Symbol, span: Span) -> Resolved<T> {
        let name = self.name(name);
        let error = Diagnostic::error("unknown-name", span, format!("`{name}` is not declared here"));
        let is_macro = name.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_');
        let help = "annotations are comments, in which the preprocessor replaces no macros";
        self.diagnostics.push(if is_macro { error.with_help(help) } else { error });
        Err(Failed)
    }

    pub fn var(&mut self, var: LogicVarId, span: Span) -> Term {
        let declared = self.scope.logic().vars[var].ty;
        Term { kind: TermKind::Var(var), ty: self.normal(declared), span }
    }

    pub fn new_var(&mut self, name: &str, ty: LogicType, span: Span) -> LogicVarId {
        self.scope.logic().vars.push(LogicVar { name: name.to_string(), ty, span })
    }

    fn predicates(&mut self, parts: &[Expr]) -> Resolved<Vec<Term>> {
        // All of them, so that each reports its errors.
        let terms: Vec<Resolved<Term>> = parts.iter().map(|part| self.predicate(part)).collect();
        terms.into_iter().collect()
    }

    fn folded(&mut self, parts: &[Expr], span: Span, join: fn(Term, Term, Span) -> Term) -> Resolved<Term> {
        let terms = self.predicates(parts)?;
        let joined = terms.into_iter().reduce(|a, b| join(a, b, span));
        joined.ok_or(Failed)
    }

    fn conditional(&mut self, condition: &Expr, then: &Expr, otherwise: &Expr, span: Span) -> Resolved<Term> {
        let condition = self.predicate(condition)?;
        let (then, otherwise) = (self.term(then)?, self.term(otherwise)?);
        let (then, otherwise) = self.common(then, otherwise)?;
        let ty = self.normal(then.ty);
        let kind = TermKind::Conditional(Box::new(condition), Box::new(then), Box::new(otherwise));
        Ok(Term { kind, ty, span })
    }

    fn quantified(&mut self, quantifier: Quantifier, binders: &[Binder], body: &Expr, span: Span) -> Resolved<Term> {
        let depth = self.bound.len();
        let vars = self.bind(binders)?;
        let body = self.predicate(body);
        self.bound.truncate(depth);
        let body = Box::new(body?);
        let kind = match quantifier {
            Quantifier::Forall => TermKind::Forall(vars, body),
            Quantifier::Exists => TermKind::Exists(vars, body),
        };
        Ok(boolean(kind, span))
    }

    /// New variables, in scope until `bound` is cut back.
    pub fn bind(&mut self, binders: &[Binder]) -> Resolved<Vec<LogicVarId>> {
        let mut vars = Vec::new();
        for binder in binders {
            let ty = self.logic_type(&binder.ty)?;
            let name = self.name(binder.name.name);
            let var = self.new_var(&name, ty, binder.name.span);
            vars.push(var);
            self.bound.push((binder.name.name, var));
        }
        Ok(vars)
    }

    fn let_in(&mut self, name: Ident, value: &Expr, body: &Expr, span: Span) -> Resolved<Term> {
        let value = self.term(value)?;
        let text = self.name(name.name);
        let ty = self.normal(value.ty);
        let var = self.new_var(&text, ty, name.span);
        self.bound.push((name.name, var));
        let body = self.term(body);
        self.bound.pop();
        let body = body?;
        let ty = body.ty;
        Ok(Term { kind: TermKind::Let(var, Box::new(value), Box::new(body)), ty, span })
    }

    // ----- types -----

    pub fn logic_type(&mut self, name: &TypeName) -> Resolved<LogicType> {
        match (name.base, name.pointers) {
            (BaseType::Integer, 0) => Ok(LogicType::Integer),
            (BaseType::Real, 0) => Ok(LogicType::Real),
            (BaseType::Boolean, 0) => Ok(LogicType::Boolean),
            _ => self.c_type(name).map(LogicType::C),
        }
    }

    pub fn c_type(&mut self, name: &TypeName) -> Resolved<TypeId> {
        let mut ty = match name.base {
            BaseType::Integer | BaseType::Real | BaseType::Boolean => {
                return self.fail("type-mismatch", name.span, "this type exists only in the logic, not in memory");
            }
            BaseType::Void => self.scope.types_mut().intern(Type::Void),
            BaseType::Int(kind) => self.scope.types_mut().int(kind),
            BaseType::Float(kind) => self.scope.types_mut().intern(Type::Float(kind)),
            BaseType::Tag(kind, tag) => match self.scope.tag(kind, tag) {
                Some(ty) => ty,
                None => return self.unknown_name(tag, name.span),
            },
            BaseType::Typedef(symbol) => match self.scope.lookup(symbol) {
                Some(Named::Type(ty)) => ty,
                Some(_) | None => return self.unknown_name(symbol, name.span),
            },
        };
        for _ in 0..name.pointers {
            ty = self.scope.types_mut().pointer(ty);
        }
        Ok(ty)
    }

    /// What a value of the type is in terms.
    pub fn normal(&self, ty: LogicType) -> LogicType {
        match self.numeric(ty) {
            Numeric::Integer => LogicType::Integer,
            Numeric::Real => LogicType::Real,
            Numeric::Boolean => LogicType::Boolean,
            Numeric::Pointer | Numeric::Other => ty,
        }
    }

    pub fn numeric(&self, ty: LogicType) -> Numeric {
        match ty {
            LogicType::Integer => Numeric::Integer,
            LogicType::Real => Numeric::Real,
            LogicType::Boolean => Numeric::Boolean,
            LogicType::C(id) => match self.scope.types().get(id) {
                Type::Int(_) | Type::Enum(_) => Numeric::Integer,
                Type::Float(_) => Numeric::Real,
                Type::Pointer(_) => Numeric::Pointer,
                Type::Void | Type::Array { .. } | Type::Function(_) | Type::Record(_) => Numeric::Other,
                Type::VaList | Type::Opaque { .. } | Type::Error => Numeric::Other,
            },
        }
    }

    /// What a pointer points to.
    pub fn pointee(&self, term: &Term) -> Option<TypeId> {
        match term.ty {
            LogicType::C(id) => self.scope.types().pointee(id),
            LogicType::Integer | LogicType::Real | LogicType::Boolean => None,
        }
    }

    /// A type in words.
    pub fn describe(&self, ty: LogicType) -> &'static str {
        match (ty, self.numeric(ty)) {
            (_, Numeric::Integer) => "an integer",
            (_, Numeric::Real) => "a real number",
            (_, Numeric::Boolean) => "a predicate",
            (_, Numeric::Pointer) => "a pointer",
            (LogicType::C(id), Numeric::Other) => match self.scope.types().get(id) {
                Type::Record(id) if self.scope.types().records[*id].is_union => "a union",
                Type::Record(_) => "a struct",
                Type::Void => "without a value",
                Type::Array { .. } => "an array",
                Type::Int(_) | Type::Enum(_) | Type::Float(_) | Type::Pointer(_) => "a number",
                Type::Function(_) | Type::VaList | Type::Opaque { .. } | Type::Error => "of another type",
            },
            (LogicType::Integer | LogicType::Real | LogicType::Boolean, Numeric::Other) => "of another type",
        }
    }
}

/// The kinds of types that conversions tell apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Numeric {
    Integer,
    Real,
    Boolean,
    Pointer,
    Other,
}

pub fn integer(value: impl Into<BigInt>, span: Span) -> Term {
    Term { kind: TermKind::Integer(value.into()), ty: LogicType::Integer, span }
}

pub fn boolean(kind: TermKind, span: Span) -> Term {
    Term { kind, ty: LogicType::Boolean, span }
}

pub fn not(term: Term) -> Term {
    let span = term.span;
    boolean(TermKind::Not(Box::new(term)), span)
}

pub fn iff(left: Term, right: Term, span: Span) -> Term {
    boolean(TermKind::Iff(Box::new(left), Box::new(right)), span)
}

pub fn at(term: Term, state: State) -> Term {
    let (ty, span) = (term.ty, term.span);
    Term { kind: TermKind::At(Box::new(term), state), ty, span }
}
