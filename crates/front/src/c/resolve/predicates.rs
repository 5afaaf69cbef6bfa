//! Predicates of a file for the abstraction of a program (BMMR01 §2.1). In: the resolved functions and sets of predicates. Out: the same functions,
//! with the predicates as annotations at their ends, where no run passes any more: the lowering makes terms of them.
//!
//! A predicate may speak of all variables of its procedure whose names are unambiguous there, wherever they are declared: it is about
//! states, not about a place.

use invar_base::Symbol;
use rustc_hash::FxHashMap;

use super::annotations::stmt_spec_of;
use super::scope::{Declared, Entry, Linked, Named, Resolver};
use crate::c::hir::spec::StmtSpec;
use crate::c::hir::{FunctionId, LocalId, Stmt, StmtKind};
use crate::c::predicates::PredicateSet;

impl Resolver<'_> {
    pub(super) fn predicate_set(&mut self, set: &PredicateSet) {
        let Some(id) = self.place_of(set) else { return };
        self.weave_into(id, |resolver, code| {
            resolver.enter();
            if set.procedure.is_some() {
                resolver.bind_locals();
            }
            let mut stmts = Vec::new();
            for predicate in &set.predicates {
                let mut found = Vec::new();
                stmt_spec_of(resolver, &predicate.statement, &mut found);
                for stmt in found {
                    if let StmtKind::Annotation(StmtSpec::Assert(clause)) = stmt.kind {
                        let (text, is_global) = (predicate.text.clone(), set.procedure.is_none());
                        let kind = StmtKind::Annotation(StmtSpec::Predicate { text, clause, is_global });
                        stmts.push(Stmt { kind, span: stmt.span });
                    }
                }
            }
            resolver.leave();
            let span = code.stmt.span;
            let body = std::mem::replace(&mut code.stmt, Stmt { kind: StmtKind::Empty, span });
            code.stmt.kind = StmtKind::Block([body].into_iter().chain(stmts).collect());
        });
    }

    /// The function at whose end the predicates stand: any function will do for global ones.
    fn place_of(&mut self, set: &PredicateSet) -> Option<FunctionId> {
        let Some(name) = set.procedure else {
            let found = self.functions.iter().find(|(_, function)| function.body.is_some() && !function.is_system);
            return found.map(|(id, _)| id);
        };
        let name = self.name(name);
        match self.linked.get(name).copied() {
            Some(Linked::Function(id)) if self.functions[id].body.is_some() => Some(id),
            Some(_) | None => {
                self.error("bad-predicates", set.span, format!("nothing called `{name}` has a body"));
                None
            }
        }
    }

    /// The variables of the function whose names no other of its variables has.
    fn bind_locals(&mut self) {
        let mut names: FxHashMap<Symbol, Vec<LocalId>> = FxHashMap::default();
        let interner = self.names;
        for (id, local) in self.body().locals.iter().filter(|(_, local)| !local.is_temporary) {
            if let Some(symbol) = interner.lookup(&local.name) {
                names.entry(symbol).or_default().push(id);
            }
        }
        for (symbol, locals) in names {
            if let [only] = locals[..] {
                let local = &self.body().locals[only];
                let (ty, span) = (local.ty, local.span);
                self.bind(symbol, Entry { named: Named::Local(only, ty), declared: Declared::plain(ty), span });
            }
        }
    }
}
