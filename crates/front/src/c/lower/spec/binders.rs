//! Names of the logic: variables, quantifiers, and functions and predicates applied to arguments. In: the name and what it
//! is bound to. Out: its meaning. Definitions are written out where they are used; a recursive one is not modelled.

use invar_base::Span;
use invar_logic::{Sort, Term, VarId};

use super::kind::Kind;
use crate::c::hir::spec::{self, LogicVarId};
use crate::c::lower::code::{Body, Logical, Pointer};
use crate::c::lower::ints;
use crate::c::lower::triggers;

/// The variables of a quantifier, and what their types say about them.
#[derive(Default)]
struct Bound {
    vars: Vec<VarId>,
    ranges: Vec<Term>,
}

impl Body<'_, '_> {
    pub(super) fn logic_value(&mut self, id: LogicVarId, term: &spec::Term) -> Logical {
        match self.logic.get(&id) {
            Some(value) => value.clone(),
            None => self.unknown_value("this variable", term.span),
        }
    }

    pub(super) fn quantified(&mut self, vars: &[LogicVarId], body: &spec::Term, all: bool) -> Logical {
        let mut bound = Bound::default();
        for &id in vars {
            let value = self.bound_value(id, body.span, &mut bound);
            self.logic.insert(id, value);
        }
        let body = self.formula(body);
        let pool = self.pool();
        let range = pool.and(&bound.ranges);
        let body = if all { pool.implies(range, body) } else { pool.and(&[range, body]) };
        Logical::Bool(triggers::quantify(pool, &bound.vars, body, all))
    }

    /// What a bound variable stands for: any value of its type. A real is a number of its own kind that nothing is known
    /// of; the integers would be too few.
    fn bound_value(&mut self, id: LogicVarId, span: Span, bound: &mut Bound) -> Logical {
        let var = &self.cx.unit.logic.vars[id];
        let (name, kind) = (var.name.clone(), self.kind(var.ty));
        let mut fresh = |body: &mut Self, sort| {
            let var = body.pool().fresh_var(&name, sort);
            bound.vars.push(var);
            body.pool().var(var)
        };
        match kind {
            Kind::Pointer => {
                let (object, offset) = (fresh(self, Sort::INT), fresh(self, Sort::INT));
                Logical::Pointer(Pointer { object, offset })
            }
            Kind::Boolean => Logical::Bool(fresh(self, Sort::BOOL)),
            Kind::Real => Logical::Real(fresh(self, Sort::INT)),
            Kind::Integer(range) => {
                let term = fresh(self, Sort::INT);
                if let (Some(range), Some(&var)) = (range, bound.vars.last()) {
                    self.cx.b.program.roles.set_range(var, range.low(), range.high());
                    bound.ranges.push(ints::in_range(self.pool(), term, range));
                }
                Logical::Int(term)
            }
            Kind::Other => {
                self.not_modelled("a quantifier over records", span);
                Logical::Int(fresh(self, Sort::INT))
            }
        }
    }

    pub(super) fn spec_let(&mut self, var: LogicVarId, value: &spec::Term, body: &spec::Term) -> Logical {
        let value = self.logical(value);
        self.logic.insert(var, value);
        self.logical(body)
    }

    /// A predicate or function with a definition is written out.
    pub(super) fn apply(&mut self, id: spec::LogicFunctionId, args: &[spec::Term], span: Span) -> Logical {
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
        let result = self.kind(function.result);
        if function.reads_memory || function.body.is_some() {
            let what = "a recursive definition, or a function of memory without definition";
            return self.unknown_application(result, what, span);
        }
        if args.iter().any(|arg| matches!(arg, Logical::Real(_))) {
            return self.unknown_application(result, "a real as an argument", span);
        }
        let terms: Vec<Term> = args.into_iter().flat_map(|arg| self.argument_terms(arg)).collect();
        let function = self.cx.logic_function(id, &terms);
        let pool = self.pool();
        let sorts = terms.iter().map(|&term| pool.sort_of(term));
        if !sorts.eq(pool.function(function).domain.iter().copied()) {
            // One of them is not modelled, such as a record that a quantifier binds.
            return self.unknown_application(result, "a function of different kinds of arguments", span);
        }
        let term = pool.app(function, &terms);
        match result {
            Kind::Boolean => Logical::Bool(term),
            Kind::Integer(_) => Logical::Int(term),
            Kind::Real => Logical::Real(term),
            Kind::Pointer | Kind::Other => {
                self.unknown_value("a logic function that gives a pointer or a record", span)
            }
        }
    }

    /// Records of one type give as many terms of the same meaning, whatever their pointers do without.
    fn argument_terms(&mut self, arg: Logical) -> Vec<Term> {
        match arg {
            Logical::Int(term) | Logical::Bool(term) | Logical::Real(term) => vec![term],
            Logical::Pointer(pointer) => vec![pointer.object, pointer.offset],
            Logical::Record(ty, parts) => {
                let zero = self.int(0);
                let mut terms = Vec::new();
                for (leaf, parts) in self.leaves(ty).iter().zip(parts) {
                    let missing = self.cx.parts(leaf.ty, None).len().saturating_sub(parts.len());
                    terms.extend(parts);
                    terms.extend((0..missing).map(|_| self.cx.constant_map(leaf.dimensions(), zero)));
                }
                terms
            }
        }
    }

    fn unknown_application(&mut self, result: Kind, what: &str, span: Span) -> Logical {
        match result {
            Kind::Boolean => Logical::Bool(self.not_modelled(what, span)),
            Kind::Integer(_) | Kind::Real | Kind::Pointer | Kind::Other => self.unknown_value(what, span),
        }
    }
}
