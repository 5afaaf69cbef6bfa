//! Where annotations are resolved: the call sites for `annotate`, and what the resolver tells it.

use std::sync::Arc;

use invar_base::{Diagnostic, Interner, Span, Symbol};

use super::scope::{Named, Resolver, Tag};
use crate::c::annotate::syntax::{Items, NoteKind, TagKind};
use crate::c::annotate::{self, Code, Position, Scope, Statement};
use crate::c::ast;
use crate::c::hir::spec::{Clause, Contract, LogicUnit, LoopSpec, StmtSpec};
use crate::c::hir::{Doubt, FunctionId, Label, LabelId, Stmt, StmtKind, StringId};
use crate::c::lex::token::{Encoding, Literal};
use crate::c::types::{Type, TypeId, Types};

/// The contract in the annotations before a function, whose parameters are in scope.
pub(super) fn contract_of(
    resolver: &mut Resolver<'_>,
    annotations: &[&ast::Annotation],
    function: FunctionId,
) -> Option<Contract> {
    let items = read(resolver, annotations.iter().copied(), Position::Function);
    // Definitions may stand in front of a function too.
    items.iter().for_each(|items| define(resolver, items));
    let mut diagnostics = Vec::new();
    let definitions = std::mem::take(&mut resolver.definitions);
    let contract = annotate::contract(&items, resolver, &definitions, &mut diagnostics);
    resolver.definitions = definitions;
    diagnostics.into_iter().for_each(|diagnostic| resolver.report(diagnostic));
    let (contract, behaviors) = contract?;
    resolver.behaviors.insert(function, behaviors);
    Some(contract)
}

/// The clauses before a loop, in the scope of the loop (a variable of `for (int i …` is in scope). Assertions and ghost
/// code that share a comment with them go before the loop.
pub(super) fn loop_spec_of(
    resolver: &mut Resolver<'_>,
    annotations: &[ast::Annotation],
    before: &mut Vec<Stmt>,
) -> LoopSpec {
    let items = read(resolver, annotations.iter(), Position::Loop);
    items.iter().for_each(|items| statements(resolver, items, before));
    in_code(resolver, |code| code.loop_spec(&items))
}

/// An annotation that is a statement: `assert`, `check`, `admit`, ghost code. Of a contract of the statement that follows,
/// what must hold before it goes to `before`, what must hold after it is the result.
pub(super) fn stmt_spec_of(
    resolver: &mut Resolver<'_>,
    annotation: &ast::Annotation,
    before: &mut Vec<Stmt>,
) -> Vec<Stmt> {
    let mut after = Vec::new();
    for items in read(resolver, std::iter::once(annotation), Position::Stmt) {
        statements(resolver, &items, before);
        statement_contract(resolver, &items, annotation.span, before, &mut after);
    }
    after
}

fn statement_contract(
    resolver: &mut Resolver<'_>,
    items: &Items,
    span: Span,
    before: &mut Vec<Stmt>,
    after: &mut Vec<Stmt>,
) {
    if items.contract.span.is_none() && items.notes.is_empty() {
        return;
    }
    let label = Label { name: "before".to_string(), span };
    let label = resolver.body().labels.push(label);
    resolver.body().contract_labels.insert(label);
    let contract = in_code(resolver, |code| code.statement_contract(items, label));
    before
        .extend(contract.unchecked.into_iter().map(|clause| annotation_stmt(clause.span, StmtSpec::Unchecked(clause))));
    before.extend(contract.requires.into_iter().map(assertion));
    if !contract.ensures.is_empty() {
        let nothing = Box::new(Stmt { kind: StmtKind::Empty, span });
        before.push(Stmt { kind: StmtKind::Labeled(label, nothing), span });
    }
    after.extend(contract.ensures.into_iter().map(assertion));
}

fn assertion(clause: Clause) -> Stmt {
    annotation_stmt(clause.span, StmtSpec::Assert(clause))
}

fn annotation_stmt(span: Span, annotation: StmtSpec) -> Stmt {
    Stmt { kind: StmtKind::Annotation(annotation), span }
}

/// An annotation between declarations: predicates, logic functions, lemmas, ghost globals.
pub(super) fn unit_annotation(resolver: &mut Resolver<'_>, annotation: &ast::Annotation) {
    for items in read(resolver, std::iter::once(annotation), Position::Global) {
        define(resolver, &items);
    }
}

/// What the comments say, with the messages about their syntax and their place.
fn read<'a>(
    resolver: &mut Resolver<'_>,
    annotations: impl Iterator<Item = &'a ast::Annotation>,
    position: Position,
) -> Vec<Items> {
    let mut diagnostics = Vec::new();
    let mut all = Vec::new();
    for annotation in annotations {
        let is_type = |name| resolver.is_type(name);
        let items = annotate::parse(annotation, resolver.names, &is_type, &mut diagnostics);
        annotate::notes(&items, &mut diagnostics);
        annotate::misplaced(&items, position, &mut diagnostics);
        all.push(items);
    }
    for note in all.iter().flat_map(|items| &items.notes).filter(|note| note.kind == NoteKind::Invariant) {
        resolver.doubts.push(Doubt { what: "invariants of types or of the program".to_string(), span: note.span });
    }
    diagnostics.into_iter().for_each(|diagnostic| resolver.report(diagnostic));
    all
}

fn define(resolver: &mut Resolver<'_>, items: &Items) {
    let mut diagnostics = Vec::new();
    let mut definitions = std::mem::take(&mut resolver.definitions);
    let ghosts = annotate::global(items, resolver, &mut definitions, &mut diagnostics);
    resolver.definitions = definitions;
    diagnostics.into_iter().for_each(|diagnostic| resolver.report(diagnostic));
    for ghost in ghosts {
        resolver.ghost_globals(&ghost.tokens, ghost.span);
    }
}

/// The annotations that stand for themselves, in their order.
fn statements(resolver: &mut Resolver<'_>, items: &Items, out: &mut Vec<Stmt>) {
    // One after the other: an assertion may speak of a ghost variable that is declared before it.
    for item in &items.stmts {
        let one = Items { stmts: vec![item.clone()], ..Items::default() };
        for statement in in_code(resolver, |code| code.statements(&one)) {
            match statement {
                Statement::Assert(clause) => out.push(assertion(clause)),
                Statement::Ghost { tokens, span } => out.extend(resolver.ghost_code(&tokens, span)),
            }
        }
    }
}

fn in_code<T>(resolver: &mut Resolver<'_>, work: impl FnOnce(&mut Code<'_>) -> T) -> T {
    let mut diagnostics: Vec<Diagnostic> = Vec::new();
    let definitions = std::mem::take(&mut resolver.definitions);
    let behaviors = std::mem::take(&mut resolver.body().behaviors);
    let mut code = Code { scope: resolver, logic: &definitions, behaviors: &behaviors, diagnostics: &mut diagnostics };
    let result = work(&mut code);
    resolver.definitions = definitions;
    resolver.body().behaviors = behaviors;
    diagnostics.into_iter().for_each(|diagnostic| resolver.report(diagnostic));
    result
}

impl Resolver<'_> {
    pub(super) fn is_type(&self, name: Symbol) -> bool {
        self.lookup(name).is_some_and(|entry| matches!(entry.named, Named::Typedef(_)))
    }

    fn as_named(&self, named: Named) -> annotate::Named {
        match named {
            Named::Local(id, ty) => annotate::Named::Local(id, ty),
            // The type may have been completed since the name was bound.
            Named::Global(id, _) => annotate::Named::Global(id, self.globals[id].ty),
            Named::Function(id) => annotate::Named::Function(id),
            Named::EnumConstant(value, _) => annotate::Named::Constant(value),
            Named::Typedef(ty) => annotate::Named::Type(ty),
        }
    }
}

impl Scope for Resolver<'_> {
    fn names(&self) -> &Interner {
        self.names
    }

    fn lookup(&self, name: Symbol) -> Option<annotate::Named> {
        Resolver::lookup(self, name).map(|entry| self.as_named(entry.named))
    }

    fn lookup_global(&self, name: Symbol) -> Option<annotate::Named> {
        self.scopes.first()?.names.get(&name).map(|entry| self.as_named(entry.named))
    }

    fn tag(&mut self, kind: TagKind, name: Symbol) -> Option<TypeId> {
        match (self.lookup_tag(name)?, kind) {
            (Tag::Record(id), TagKind::Struct | TagKind::Union) => {
                let is_union = self.types.records[id].is_union;
                (is_union == (kind == TagKind::Union)).then(|| self.types.intern(Type::Record(id)))
            }
            (Tag::Enum(id), TagKind::Enum) => Some(self.types.intern(Type::Enum(id))),
            (Tag::Record(_), TagKind::Enum) | (Tag::Enum(_), TagKind::Struct | TagKind::Union) => None,
        }
    }

    fn label(&self, name: Symbol) -> Option<LabelId> {
        self.body.as_ref()?.label_scopes.iter().rev().find_map(|scope| scope.get(&name)).copied()
    }

    fn result(&self) -> Option<TypeId> {
        self.body.as_ref().map(|body| body.result)
    }

    fn is_in_loop(&self) -> bool {
        self.body.as_ref().is_some_and(|body| body.loops > 0)
    }

    fn string(&mut self, parts: &[Arc<Literal>], span: Span) -> StringId {
        let encodings = parts.iter().map(|part| part.encoding);
        let encoding = encodings.rev().find(|encoding| *encoding != Encoding::Plain).unwrap_or(Encoding::Plain);
        let units = parts.iter().flat_map(|part| part.units.iter().copied()).collect();
        Resolver::string(self, &ast::StringLiteral { span, encoding, units })
    }

    fn types(&self) -> &Types {
        &self.types
    }

    fn types_mut(&mut self) -> &mut Types {
        &mut self.types
    }

    fn logic(&mut self) -> &mut LogicUnit {
        &mut self.logic
    }
}
