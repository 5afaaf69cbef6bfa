//! Where annotations are resolved: the call sites for `annotate`, and ghost code.

use super::scope::Resolver;
use crate::c::ast;
use crate::c::hir::spec::{Contract, LoopSpec};
use crate::c::hir::{FunctionId, Stmt};

/// The contract in the annotations before a function, whose parameters are in scope. A clause of an earlier declaration is
/// in `resolver.function(id).contract` already.
pub(super) fn contract_of(
    _resolver: &mut Resolver<'_>,
    _annotations: &[&ast::Annotation],
    _function: FunctionId,
) -> Option<Contract> {
    None
}

/// The clauses before a loop, in the scope of the loop (a variable of `for (int i …` is in scope).
pub(super) fn loop_spec_of(_resolver: &mut Resolver<'_>, _annotations: &[ast::Annotation]) -> LoopSpec {
    LoopSpec::default()
}

/// An annotation that is a statement: `assert`, `check`, `admit`, ghost code.
pub(super) fn stmt_spec_of(_resolver: &mut Resolver<'_>, _annotation: &ast::Annotation) -> Vec<Stmt> {
    Vec::new()
}

/// An annotation between declarations: predicates, logic functions, lemmas, ghost globals.
pub(super) fn unit_annotation(_resolver: &mut Resolver<'_>, _annotation: &ast::Annotation) {}

impl Resolver<'_> {
    /// Ghost code in the present scope: what it declares is ghost, and stays in scope.
    pub fn resolve_ghost(&mut self, stmt: &ast::Stmt) -> Vec<Stmt> {
        let was_ghost = std::mem::replace(&mut self.body().is_ghost, true);
        let mut stmts = Vec::new();
        self.stmt(stmt, &mut stmts);
        self.body().is_ghost = was_ghost;
        stmts
    }

    /// A ghost declaration between declarations.
    pub fn resolve_ghost_global(&mut self, declaration: &ast::Declaration) {
        let first = self.globals.next_id();
        self.declaration(declaration, &mut Vec::new());
        for id in self.globals.ids().filter(|id| *id >= first).collect::<Vec<_>>() {
            self.globals[id].is_ghost = true;
        }
    }

    /// An expression of an annotation that is C (an array length, a cast's type).
    pub fn resolve_type_name(&mut self, name: &ast::TypeName) -> crate::c::types::TypeId {
        self.type_name(name).ty
    }
}
