//! What begins with a backslash.

use super::syntax::{Expr, Ident};
use super::term::{Resolved, Site, Terms, Value, at, boolean, integer};
use crate::c::hir::spec::{Location, LogicType, State, Term, TermKind};
use crate::c::hir::{BinaryOp, CompareOp};
use crate::c::types::Type;
use invar_base::{Span, Symbol};

impl Terms<'_> {
    pub fn builtin(&mut self, name: Symbol, labels: &[Ident], args: Option<&[Expr]>, span: Span) -> Resolved<Term> {
        let name = self.name(name);
        let term = match (name.as_str(), args) {
            ("true", None) => boolean(TermKind::Boolean(true), span),
            ("false", None) => boolean(TermKind::Boolean(false), span),
            ("null", None) => self.null(span),
            ("result", None) => self.result(span)?,
            ("nothing" | "empty", None) => {
                return self.fail("misplaced-term", span, format!("`\\{name}` stands only where places are listed"));
            }
            ("exit_status", None) => self.unsupported("`\\exit_status`", span),
            (_, None) if KNOWN.contains(&name.as_str()) => {
                return self.fail("arity", span, format!("`\\{name}` needs arguments"));
            }
            (_, None) => return self.fail("unknown-name", span, format!("`\\{name}` is not known")),
            (_, Some(args)) => self.builtin_call(&name, args, span)?,
        };
        self.in_label(term, labels)
    }

    /// `\valid{L}(p)`: the arguments too are meant in the state of the label.
    pub fn in_label(&mut self, term: Term, labels: &[Ident]) -> Resolved<Term> {
        match labels {
            [] => Ok(term),
            [label] => {
                let state = self.label(*label)?;
                Ok(at(term, state))
            }
            [_, second, ..] => Ok(self.unsupported("a built-in predicate with several labels", second.span)),
        }
    }

    fn builtin_call(&mut self, name: &str, args: &[Expr], span: Span) -> Resolved<Term> {
        match name {
            "old" => {
                let [value] = self.arguments::<1>(name, args, span)?;
                let state = match self.site {
                    Site::Ensures | Site::Loop | Site::Stmt => State::Pre,
                    Site::StmtEnd(before) => State::Label(before),
                    Site::Entry | Site::Assigns | Site::Definition => {
                        return self.fail("old", span, "there is no earlier state here that `\\old` could mean");
                    }
                };
                match self.at(value, state, span)? {
                    Value::Term(term) => Ok(term),
                    Value::Place(place) => self.load(place),
                }
            }
            "valid" | "valid_read" => self.valid(name == "valid_read", args, span),
            "valid_range" => {
                let [pointer, low, high] = self.arguments::<3>(name, args, span)?;
                let (pointer, low, high) = (self.pointer(pointer)?, self.integer(low)?, self.integer(high)?);
                let range = Location::Range { pointer, low: Some(low), high: Some(high), span };
                Ok(boolean(TermKind::Valid { locations: vec![range], read_only: false }, span))
            }
            "separated" => self.separated(args, span),
            "block_length" | "offset" | "base_addr" | "freeable" => self.of_pointer(name, args, span),
            "fresh" => self.fresh(args, span),
            "min" | "max" => self.extremum(name == "max", name, args, span),
            "abs" => self.absolute(args, span),
            _ if UNSUPPORTED.contains(&name) => Ok(self.unsupported(&format!("`\\{name}`"), span)),
            "at" | "union" | "nothing" | "empty" => {
                self.fail("misplaced-term", span, format!("`\\{name}` stands only where places are listed"))
            }
            _ => self.fail("unknown-name", span, format!("`\\{name}` is not known")),
        }
    }

    fn arguments<'a, const N: usize>(&mut self, name: &str, args: &'a [Expr], span: Span) -> Resolved<[&'a Expr; N]> {
        if args.len() != N {
            let s = if N == 1 { "" } else { "s" };
            return self.fail("arity", span, format!("`\\{name}` has {N} argument{s}, not {}", args.len()));
        }
        Ok(std::array::from_fn(|index| &args[index]))
    }

    pub fn null(&mut self, span: Span) -> Term {
        let types = self.scope.types_mut();
        let void = types.intern(Type::Void);
        let ty = LogicType::C(types.pointer(void));
        Term { kind: TermKind::Null, ty, span }
    }

    fn result(&mut self, span: Span) -> Resolved<Term> {
        if self.site != Site::Ensures {
            return self.fail("misplaced-term", span, "`\\result` has a meaning only in `ensures`");
        }
        match self.scope.result() {
            Some(ty) if !self.scope.types().is_void(ty) => {
                let ty = self.normal(LogicType::C(ty));
                Ok(Term { kind: TermKind::Result, ty, span })
            }
            Some(_) | None => self.fail("misplaced-term", span, "this function has no result"),
        }
    }

    fn valid(&mut self, read_only: bool, args: &[Expr], span: Span) -> Resolved<Term> {
        if args.is_empty() {
            return self.fail("arity", span, "this needs the pointers that are valid");
        }
        let mut locations = Vec::new();
        for arg in args {
            match self.pointed_to(arg)? {
                Some(found) => locations.extend(found),
                None => return Ok(self.unsupported("this set of places", arg.span)),
            }
        }
        Ok(boolean(TermKind::Valid { locations, read_only }, span))
    }

    /// Each argument is separate from all others; the places of one argument may overlap.
    fn separated(&mut self, args: &[Expr], span: Span) -> Resolved<Term> {
        if args.len() < 2 {
            return self.fail("arity", span, "`\\separated` needs at least two arguments");
        }
        let mut groups: Vec<Vec<Location>> = Vec::new();
        for arg in args {
            match self.pointed_to(arg)? {
                Some(found) => groups.push(found),
                None => return Ok(self.unsupported("this set of places", arg.span)),
            }
        }
        if groups.iter().all(|group| group.len() == 1) {
            return Ok(boolean(TermKind::Separated(groups.into_iter().flatten().collect()), span));
        }
        let mut pairs = Vec::new();
        for (index, group) in groups.iter().enumerate() {
            for other in &groups[index + 1..] {
                for (a, b) in group.iter().flat_map(|a| other.iter().map(move |b| (a, b))) {
                    pairs.push(boolean(TermKind::Separated(vec![a.clone(), b.clone()]), span));
                }
            }
        }
        Ok(boolean(TermKind::And(pairs), span))
    }

    fn of_pointer(&mut self, name: &str, args: &[Expr], span: Span) -> Resolved<Term> {
        let [pointer] = self.arguments::<1>(name, args, span)?;
        let pointer = Box::new(self.pointer(pointer)?);
        Ok(match name {
            "block_length" => Term { kind: TermKind::BlockLength(pointer), ty: LogicType::Integer, span },
            "offset" => Term { kind: TermKind::Offset(pointer), ty: LogicType::Integer, span },
            "base_addr" => {
                let types = self.scope.types_mut();
                let char = types.int(crate::c::types::IntKind::Char);
                let ty = LogicType::C(types.pointer(char));
                Term { kind: TermKind::BaseAddress(pointer), ty, span }
            }
            _ => boolean(TermKind::Freeable(pointer), span),
        })
    }

    /// `\fresh(p)`, `\fresh(p, size)`
    fn fresh(&mut self, args: &[Expr], span: Span) -> Resolved<Term> {
        if self.site != Site::Ensures {
            return self.fail("misplaced-term", span, "`\\fresh` has a meaning only in `ensures`");
        }
        let [pointer, rest @ ..] = args else {
            return self.fail("arity", span, "`\\fresh` needs a pointer");
        };
        let pointer = self.pointer(pointer)?;
        let fresh = boolean(TermKind::Fresh(Box::new(pointer.clone())), span);
        match rest {
            [] => Ok(fresh),
            [size] => {
                let size = self.integer(size)?;
                let length = Term { kind: TermKind::BlockLength(Box::new(pointer)), ty: LogicType::Integer, span };
                let equal = boolean(TermKind::Compare(CompareOp::Equal, Box::new(length), Box::new(size)), span);
                Ok(boolean(TermKind::And(vec![fresh, equal]), span))
            }
            [_, _, ..] => self.fail("arity", span, "`\\fresh` has one or two arguments"),
        }
    }

    /// `\max(a, b)` is `a >= b ? a : b`.
    fn extremum(&mut self, is_max: bool, name: &str, args: &[Expr], span: Span) -> Resolved<Term> {
        let [left, right] = self.arguments::<2>(name, args, span)?;
        let (left, right) = (self.arithmetic(left)?, self.arithmetic(right)?);
        let (left, right) = self.common(left, right)?;
        let op = if is_max { CompareOp::GreaterEqual } else { CompareOp::LessEqual };
        let (left, outer) = self.share(left);
        let (right, inner) = self.share(right);
        let condition = boolean(TermKind::Compare(op, Box::new(left.clone()), Box::new(right.clone())), span);
        let ty = self.normal(left.ty);
        let kind = TermKind::Conditional(Box::new(condition), Box::new(left), Box::new(right));
        Ok(within(outer, within(inner, Term { kind, ty, span })))
    }

    /// `\abs(a)` is `a >= 0 ? a : 0 - a`.
    fn absolute(&mut self, args: &[Expr], span: Span) -> Resolved<Term> {
        let [value] = self.arguments::<1>("abs", args, span)?;
        let value = self.arithmetic(value)?;
        let (value, outer) = self.share(value);
        let ty = self.normal(value.ty);
        let zero = self.convert(integer(0, span), ty)?;
        let condition = self.compare(CompareOp::GreaterEqual, value.clone(), zero.clone(), span)?;
        let negative = self.combine(BinaryOp::Subtract, zero, value.clone(), span)?;
        let kind = TermKind::Conditional(Box::new(condition), Box::new(value), Box::new(negative));
        Ok(within(outer, Term { kind, ty, span }))
    }

    /// A term that is going to occur several times: a variable stands for it, unless it is small.
    pub fn share(&mut self, term: Term) -> (Term, Option<(crate::c::hir::spec::LogicVarId, Term)>) {
        if is_small(&term) {
            return (term, None);
        }
        let (ty, span) = (self.normal(term.ty), term.span);
        let var = self.new_var("value", ty, span);
        (Term { kind: TermKind::Var(var), ty, span }, Some((var, term)))
    }

    // ----- states -----

    /// `\at(e, L)`
    pub fn at(&mut self, value: &Expr, state: State, span: Span) -> Resolved<Value> {
        let outer = std::mem::replace(&mut self.state, state);
        let value = self.value(value);
        let term = match value {
            // Of an array, its elements in that state are meant.
            Ok(Value::Place(place)) if self.is_array(place.ty) => {
                let ty = LogicType::C(place.ty);
                Ok(Term { kind: TermKind::Load(place), ty, span })
            }
            Ok(Value::Place(place)) => self.load(place),
            Ok(Value::Term(term)) => Ok(term),
            Err(failed) => Err(failed),
        };
        self.state = outer;
        let term = term?;
        if let (TermKind::Load(place), true) = (&term.kind, state == outer)
            && self.is_array(place.ty)
        {
            return Ok(Value::Place(place.clone()));
        }
        if state == outer {
            return Ok(Value::Term(Term { span, ..term }));
        }
        Ok(Value::Term(Term { span, ..at(term, state) }))
    }

    pub fn label(&mut self, label: Ident) -> Resolved<State> {
        if let Some((_, state)) = self.labels.iter().rev().find(|(name, _)| *name == label.name) {
            return Ok(*state);
        }
        let name = self.name(label.name);
        let state = match (name.as_str(), self.site) {
            ("Here", _) => Some(State::Here),
            ("Old", Site::StmtEnd(before)) => Some(State::Label(before)),
            ("Pre", Site::StmtEnd(_)) => Some(State::Pre),
            ("Pre" | "Old", Site::Ensures | Site::Loop | Site::Stmt) => Some(State::Pre),
            ("Pre", Site::Entry | Site::Assigns) => Some(State::Here),
            ("Post", Site::Ensures | Site::StmtEnd(_)) => Some(State::Post),
            ("LoopEntry", Site::Loop) => Some(State::LoopEntry),
            ("LoopCurrent", Site::Loop) => Some(State::LoopCurrent),
            ("LoopEntry", Site::Stmt | Site::StmtEnd(_)) if self.scope.is_in_loop() => Some(State::LoopEntry),
            ("LoopCurrent", Site::Stmt | Site::StmtEnd(_)) if self.scope.is_in_loop() => Some(State::LoopCurrent),
            ("Init", Site::Definition) => None,
            ("Init", _) => Some(State::Init),
            ("Pre" | "Old" | "Post" | "LoopEntry" | "LoopCurrent", _) => None,
            (_, Site::Loop | Site::Stmt | Site::StmtEnd(_)) => match self.scope.label(label.name) {
                Some(label) => Some(State::Label(label)),
                None => return self.fail("unknown-label", label.span, format!("there is no label `{name}` here")),
            },
            _ => return self.fail("unknown-label", label.span, format!("there is no label `{name}` here")),
        };
        match state {
            Some(state) => Ok(state),
            None => self.fail("misplaced-term", label.span, format!("the label `{name}` has no meaning here")),
        }
    }
}

/// Built-ins with arguments that terms are made of.
const KNOWN: [&str; 14] = [
    "old",
    "at",
    "valid",
    "valid_read",
    "valid_range",
    "separated",
    "block_length",
    "offset",
    "base_addr",
    "freeable",
    "fresh",
    "min",
    "max",
    "abs",
];

/// Built-ins of ACSL without a meaning here.
const UNSUPPORTED: [&str; 34] = [
    "initialized",
    "allocable",
    "dangling",
    "object_pointer",
    "pointer_comparable",
    "valid_function",
    "valid_string",
    "subset",
    "inter",
    "in",
    "sum",
    "product",
    "numof",
    "pow",
    "sqrt",
    "ceil",
    "floor",
    "exp",
    "log",
    "sin",
    "cos",
    "tan",
    "is_finite",
    "is_NaN",
    "is_infinite",
    "is_plus_infinity",
    "is_minus_infinity",
    "round_double",
    "round_float",
    "sign",
    "typeof",
    "type",
    "length",
    "allocation",
];

fn is_small(term: &Term) -> bool {
    match &term.kind {
        TermKind::Integer(_) | TermKind::Real(_) | TermKind::Boolean(_) | TermKind::Null => true,
        TermKind::Var(_) | TermKind::Result => true,
        TermKind::At(inner, _) => is_small(inner) || matches!(inner.kind, TermKind::Load(_)),
        _ => false,
    }
}

/// Whether a term has the same value in every state that the clause may speak of.
pub fn is_rigid(term: &Term) -> bool {
    match &term.kind {
        TermKind::At(_, state) => !matches!(state, State::Here | State::Post),
        _ => is_small(term),
    }
}

pub fn within(binding: Option<(crate::c::hir::spec::LogicVarId, Term)>, body: Term) -> Term {
    let Some((var, value)) = binding else { return body };
    let (ty, span) = (body.ty, body.span);
    Term { kind: TermKind::Let(var, Box::new(value), Box::new(body)), ty, span }
}
