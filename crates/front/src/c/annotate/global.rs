//! Definitions at the top level: predicates, logic functions, lemmas, axioms.

use std::sync::Arc;

use super::scope::{Declared, Logic, Scope};
use super::syntax::{Expr, FunctionItem, GlobalItem, Ident, Items};
use super::term::{Resolved, Site, Terms};
use crate::c::hir::spec::{Lemma, LogicFunction, LogicFunctionId, LogicType, State, Term};
use crate::c::lex::token::Token;
use invar_base::{Diagnostic, Span, Symbol};

/// Ghost declarations, for the parser of C.
pub struct GhostCode {
    pub tokens: Vec<Token>,
    pub span: Span,
}

/// Declares what a comment defines; the ghost code in it is handed back.
pub fn global(
    items: &Items,
    scope: &mut dyn Scope,
    logic: &mut Logic,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<GhostCode> {
    let mut ghosts = Vec::new();
    for item in &items.globals {
        match item {
            GlobalItem::Function(function) => declare(function, scope, logic, diagnostics),
            GlobalItem::Lemma { name, labels, is_axiom, term, span } => {
                let labels: Vec<(Symbol, State)> = labels.iter().map(|label| (label.name, State::Here)).collect();
                let lemma = LemmaItem { name: *name, labels, is_axiom: *is_axiom, term, span: *span };
                add_lemma(lemma, scope, logic, diagnostics);
            }
            GlobalItem::Ghost { tokens, span } => ghosts.push(GhostCode { tokens: tokens.clone(), span: *span }),
            GlobalItem::Unsupported { names } => {
                for name in names {
                    logic.names.insert(name.name, Declared::Unsupported);
                }
            }
        }
    }
    ghosts
}

fn declare(item: &Arc<FunctionItem>, scope: &mut dyn Scope, logic: &mut Logic, diagnostics: &mut Vec<Diagnostic>) {
    let name = item.name;
    if logic.names.contains_key(&name.name) {
        let message = format!("`{}` is already defined", scope.names().name(name.name));
        diagnostics.push(Diagnostic::error("duplicate-name", name.span, message));
        return;
    }
    if item.labels.len() > 1 {
        check_expanded(item, scope, logic, diagnostics);
        logic.names.insert(name.name, Declared::Expanded(item.clone()));
        return;
    }
    match declare_function(item, scope, logic, diagnostics) {
        Ok(function) => define(item, function, scope, logic, diagnostics),
        // The error is known; what uses the name has none of its own.
        Err(_) => drop(logic.names.insert(name.name, Declared::Unsupported)),
    }
}

fn declare_function(
    item: &FunctionItem,
    scope: &mut dyn Scope,
    logic: &mut Logic,
    diagnostics: &mut Vec<Diagnostic>,
) -> Resolved<LogicFunctionId> {
    let mut terms = Terms::new(scope, logic, diagnostics, Site::Definition);
    let params = terms.bind(&item.params)?;
    let result = match &item.result {
        Some(result) => terms.logic_type(result)?,
        None => LogicType::Boolean,
    };
    let text = terms.name(item.name.name);
    let reads_memory = item.body.is_none() && (item.reads || !item.labels.is_empty());
    let function = LogicFunction { name: text, params, result, body: None, reads_memory, span: item.span };
    let function = scope.logic().functions.push(function);
    // Before its body, which may use it.
    logic.names.insert(item.name.name, Declared::Function(function));
    Ok(function)
}

fn define(
    item: &FunctionItem,
    function: LogicFunctionId,
    scope: &mut dyn Scope,
    logic: &mut Logic,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let Some(body) = &item.body else { return };
    let (params, result) = {
        let declared = &scope.logic().functions[function];
        (declared.params.clone(), declared.result)
    };
    let mut terms = Terms::new(scope, logic, diagnostics, Site::Definition);
    terms.bound = item.params.iter().map(|param| param.name.name).zip(params).collect();
    terms.labels = item.labels.iter().map(|label| (label.name, State::Here)).collect();
    match typed_body(&mut terms, body, result) {
        Ok(term) => scope.logic().functions[function].body = Some(term),
        Err(_) => drop(logic.names.insert(item.name.name, Declared::Unsupported)),
    }
}

fn typed_body(terms: &mut Terms<'_>, body: &Expr, result: LogicType) -> Resolved<Term> {
    let term = terms.term(body)?;
    terms.convert(term, result)
}

/// A definition of several states is resolved only where it is used, but its errors are reported at its place.
fn check_expanded(item: &FunctionItem, scope: &mut dyn Scope, logic: &Logic, diagnostics: &mut Vec<Diagnostic>) {
    let mut terms = Terms::new(scope, logic, diagnostics, Site::Definition);
    // Any states that differ will do.
    terms.labels = item.labels.iter().map(|label| (label.name, State::Post)).collect();
    let Ok(_) = terms.bind(&item.params) else { return };
    let result = match &item.result {
        Some(result) => terms.logic_type(result),
        None => Ok(LogicType::Boolean),
    };
    if let (Ok(result), Some(body)) = (result, &item.body) {
        // Only the errors matter.
        let _ = typed_body(&mut terms, body, result);
    }
}

struct LemmaItem<'i> {
    name: Ident,
    labels: Vec<(Symbol, State)>,
    is_axiom: bool,
    term: &'i Expr,
    span: Span,
}

fn add_lemma(item: LemmaItem<'_>, scope: &mut dyn Scope, logic: &Logic, diagnostics: &mut Vec<Diagnostic>) {
    if item.labels.len() > 1 {
        let message = "a lemma about several states is not supported and is skipped";
        diagnostics.push(Diagnostic::warning("unsupported-annotation", item.span, message));
        return;
    }
    let mut terms = Terms::new(scope, logic, diagnostics, Site::Definition);
    terms.labels = item.labels;
    let name = terms.name(item.name.name);
    let Ok(term) = terms.predicate(item.term) else { return };
    scope.logic().lemmas.push(Lemma { name, is_axiom: item.is_axiom, term, span: item.span });
}
