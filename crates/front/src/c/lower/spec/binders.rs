//! Names of the logic: variables, quantifiers, and functions and predicates applied to arguments. In: the name and what it
//! is bound to. Out: its meaning. Definitions are written out where they are used; a recursive one is not modelled.

use invar_base::Span;
use invar_logic::Sort;

use crate::c::hir::spec::{self, LogicType, LogicVarId};
use crate::c::lower::code::{Body, Logical, Pointer};
use crate::c::lower::ints;
use crate::c::lower::triggers;

impl Body<'_, '_> {
    pub(super) fn logic_value(&mut self, id: LogicVarId, term: &spec::Term) -> Logical {
        match self.logic.get(&id) {
            Some(value) => value.clone(),
            None => {
                self.not_modelled("this variable", term.span);
                Logical::Int(self.unknown_integer())
            }
        }
    }

    pub(super) fn quantified(&mut self, vars: &[LogicVarId], body: &spec::Term, all: bool) -> Logical {
        let (mut bound, mut ranges) = (Vec::new(), Vec::new());
        for &id in vars {
            let var = &self.cx.unit.logic.vars[id];
            let (name, ty) = (var.name.clone(), var.ty);
            let pool = &mut self.cx.b.pool;
            let value = match ty {
                LogicType::C(ty) if self.cx.unit.types.is_pointer(ty) => {
                    let (object, offset) = (pool.fresh_var(&name, Sort::INT), pool.fresh_var(&name, Sort::INT));
                    bound.extend([object, offset]);
                    Logical::Pointer(Pointer { object: pool.var(object), offset: pool.var(offset) })
                }
                LogicType::Boolean => {
                    let var = pool.fresh_var(&name, Sort::BOOL);
                    bound.push(var);
                    Logical::Bool(pool.var(var))
                }
                LogicType::C(_) | LogicType::Integer | LogicType::Real => {
                    let var = pool.fresh_var(&name, Sort::INT);
                    bound.push(var);
                    let term = pool.var(var);
                    if let LogicType::C(ty) = ty
                        && let Some(range) = self.cx.range(ty, None)
                    {
                        ranges.push(ints::in_range(&mut self.cx.b.pool, term, range));
                    }
                    Logical::Int(term)
                }
            };
            self.logic.insert(id, value);
        }
        let body = self.formula(body);
        let pool = self.pool();
        let range = pool.and(&ranges);
        let body = if all { pool.implies(range, body) } else { pool.and(&[range, body]) };
        Logical::Bool(triggers::quantify(pool, &bound, body, all))
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
        let truth = function.result == LogicType::Boolean;
        if function.reads_memory || function.body.is_some() {
            let unknown = self.not_modelled("a recursive definition, or a function of memory without definition", span);
            return if truth { Logical::Bool(unknown) } else { Logical::Int(self.unknown_integer()) };
        }
        let mut terms = Vec::new();
        for arg in args {
            match arg {
                Logical::Int(term) | Logical::Bool(term) | Logical::Real(term) => terms.push(term),
                Logical::Pointer(pointer) => terms.extend([pointer.object, pointer.offset]),
                Logical::Record(_, leaves) => terms.extend(leaves.into_iter().flatten()),
            }
        }
        let function = self.cx.logic_function(id, &terms);
        let term = self.pool().app(function, &terms);
        if truth { Logical::Bool(term) } else { Logical::Int(term) }
    }
}
