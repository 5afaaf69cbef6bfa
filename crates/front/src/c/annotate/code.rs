//! Annotations in function bodies: of loops, and in the place of statements.

use super::contract::{Behaviors, guarded};
use super::scope::{Logic, Scope};
use super::syntax::{self, Assigns, Ident, Items, LoopItem, LoopItemKind, StmtItem};
use super::template::written_out;
use super::term::{Site, Terms, at, boolean};
use super::unchecked;
use crate::c::hir::LabelId;
use crate::c::hir::spec::{Clause, LoopSpec, State, Term, TermKind, Unchecked};
use crate::c::lex::token::Token;
use invar_base::{Diagnostic, Span};

/// An annotation in the place of a statement.
#[derive(Clone, Debug)]
pub enum Statement {
    Assert(Clause),
    /// C code for the parser of C.
    Ghost {
        tokens: Vec<Token>,
        span: Span,
    },
}

/// See [`Code::statement_contract`].
#[derive(Clone, Default, Debug)]
pub struct StatementContract {
    pub requires: Vec<Clause>,
    pub ensures: Vec<Clause>,
    pub unchecked: Vec<Unchecked>,
}

/// What a function body knows while its annotations are resolved.
pub struct Code<'s> {
    pub scope: &'s mut dyn Scope,
    pub logic: &'s Logic,
    pub behaviors: &'s Behaviors,
    pub diagnostics: &'s mut Vec<Diagnostic>,
}

impl Code<'_> {
    fn terms(&mut self, site: Site) -> Terms<'_> {
        Terms::new(self.scope, self.logic, self.diagnostics, site)
    }

    /// The statements that stand for themselves, before the statement or loop that follows.
    pub fn statements(&mut self, items: &Items) -> Vec<Statement> {
        let mut statements = Vec::new();
        for item in &items.stmts {
            match item {
                StmtItem::Ghost { tokens, span } => {
                    statements.push(Statement::Ghost { tokens: tokens.clone(), span: *span });
                }
                StmtItem::Assert { behaviors, clause } => {
                    statements.extend(self.clause(behaviors, clause, Site::Stmt).map(Statement::Assert));
                }
            }
        }
        statements
    }

    /// The contract of the statement that follows, of which `before` is the state before it: what must hold before and
    /// after it, and what is not checked.
    pub fn statement_contract(&mut self, items: &Items, before: LabelId) -> StatementContract {
        let mut contract = StatementContract { unchecked: unchecked(items).collect(), ..StatementContract::default() };
        let Some(span) = items.contract.span else { return contract };
        for clause in &items.contract.base.requires {
            contract.requires.extend(self.clause(&[], clause, Site::Stmt));
        }
        for clause in &items.contract.base.ensures {
            contract.ensures.extend(self.clause(&[], clause, Site::StmtEnd(before)));
        }
        if let Some(assigns) = &items.contract.base.assigns {
            let what = "`assigns` of a statement".to_string();
            contract.unchecked.push(Unchecked { what, span: assigns.span });
        }
        if !items.contract.behaviors.is_empty() {
            contract.unchecked.push(Unchecked { what: "a behavior of a statement".to_string(), span });
        }
        contract
    }

    /// All comments before one loop.
    pub fn loop_spec(&mut self, parts: &[Items]) -> LoopSpec {
        let mut spec = LoopSpec::default();
        let items: Vec<&LoopItem> = parts.iter().flat_map(|items| &items.loops).collect();
        let mut names = Vec::new();
        for item in &items {
            if let LoopItemKind::Skolems(binders) = &item.kind {
                let mut terms = self.terms(Site::Loop);
                if let Ok(vars) = terms.bind(binders) {
                    names.append(&mut terms.bound);
                    spec.skolems.extend(vars);
                }
            }
        }
        for item in items {
            self.loop_item(item, &names, &mut spec);
        }
        for part in parts {
            spec.unchecked.extend(unchecked(part));
            let contract = part.contract.span.map(|span| Unchecked { what: "a contract of a statement".into(), span });
            spec.unchecked.extend(contract);
        }
        spec
    }

    fn loop_item(
        &mut self,
        item: &LoopItem,
        skolems: &[(invar_base::Symbol, crate::c::hir::spec::LogicVarId)],
        spec: &mut LoopSpec,
    ) {
        match &item.kind {
            LoopItemKind::Skolems(_) => {}
            LoopItemKind::Invariant(clause) => {
                spec.invariants.extend(self.clause(&item.behaviors, clause, Site::Loop));
            }
            LoopItemKind::Assigns(_) if !item.behaviors.is_empty() => {
                let message = "`loop assigns` for some behaviors is not supported and is skipped";
                self.diagnostics.push(Diagnostic::warning("unsupported-annotation", item.span, message));
                spec.unchecked.push(Unchecked { what: "`loop assigns` for some behaviors".into(), span: item.span });
            }
            LoopItemKind::Assigns(assigns) => self.assigns(assigns, spec),
            LoopItemKind::Variant(measure) => {
                if let Ok(term) = self.terms(Site::Loop).integer(measure) {
                    spec.variant = Some(term);
                }
            }
            LoopItemKind::Templates(templates) => {
                for template in templates {
                    let formula = written_out(template, &|_| true);
                    spec.templates.extend(self.terms(Site::Loop).predicate(&formula));
                }
            }
            LoopItemKind::Predicates(predicates) => {
                for predicate in predicates {
                    let mut terms = self.terms(Site::Loop);
                    terms.bound = skolems.to_vec();
                    spec.predicates.extend(terms.predicate(predicate));
                }
            }
        }
    }

    fn assigns(&mut self, assigns: &Assigns, spec: &mut LoopSpec) {
        let mut is_known = true;
        let mut locations = Vec::new();
        for expr in &assigns.locations {
            let mut terms = self.terms(Site::Loop);
            match terms.places(expr) {
                Ok(Some(found)) => locations.extend(found),
                Ok(None) => {
                    let message = "this set of places is not supported: the clause is skipped";
                    self.diagnostics.push(Diagnostic::warning("unsupported-annotation", expr.span, message));
                    spec.unchecked.push(Unchecked { what: "`loop assigns`".into(), span: expr.span });
                    is_known = false;
                }
                Err(_) => is_known = false,
            }
        }
        if is_known {
            spec.assigns.get_or_insert_default().extend(locations);
        }
    }

    fn clause(&mut self, behaviors: &[Ident], clause: &syntax::Clause, site: Site) -> Option<Clause> {
        let guard = self.guard(behaviors)?;
        let term = self.terms(site).predicate(&clause.expr).ok()?;
        Some(Clause { term: guarded(guard, term, clause.span), span: clause.span, trust: clause.trust })
    }

    /// `for a, b:` means: if the assumptions of a or b held at entry. The inner result is absent when that is always so.
    fn guard(&mut self, behaviors: &[Ident]) -> Option<Option<Term>> {
        let mut guards = Vec::new();
        for name in behaviors {
            match self.behaviors.get(name.name) {
                Some(Some(term)) => guards.push(at(term.clone(), State::Pre)),
                Some(None) => return Some(None),
                None => {
                    let text = format!("the function has no behavior `{}`", self.scope.names().name(name.name));
                    self.diagnostics.push(Diagnostic::error("unknown-name", name.span, text));
                    return None;
                }
            }
        }
        let Some(first) = behaviors.first() else { return Some(None) };
        Some(match guards.len() {
            0 | 1 => guards.pop(),
            _ => Some(boolean(TermKind::Or(guards), first.span)),
        })
    }
}

/// Where a comment stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Position {
    /// Before a function.
    Function,
    /// At the top level, before something else or alone.
    Global,
    Loop,
    Stmt,
}

/// Errors and warnings about what cannot stand here.
pub fn misplaced(items: &Items, position: Position, diagnostics: &mut Vec<Diagnostic>) {
    let is_inside = matches!(position, Position::Loop | Position::Stmt);
    let mut error = |span, message: &str| diagnostics.push(Diagnostic::error("misplaced-clause", span, message));
    if position != Position::Loop
        && let Some(item) = items.loops.first()
    {
        error(item.span, "`loop` clauses stand right before a loop");
    }
    if position == Position::Global
        && let Some(span) = items.contract.span
    {
        error(span, "a contract stands right before the declaration or definition of a function");
    }
    if position == Position::Function {
        let ghost = items.stmts.iter().find_map(|item| match item {
            StmtItem::Ghost { span, .. } => Some(*span),
            StmtItem::Assert { .. } => None,
        });
        if let Some(span) = ghost {
            error(span, "a ghost declaration needs a comment of its own, which begins with `ghost`");
        }
    }
    if !is_inside {
        let assertion = items.stmts.iter().find_map(|item| match item {
            StmtItem::Assert { clause, .. } => Some(clause.span),
            StmtItem::Ghost { .. } => None,
        });
        if let Some(span) = assertion {
            error(span, "this stands only inside of a function");
        }
    } else {
        let global = items.globals.iter().find_map(|item| match item {
            syntax::GlobalItem::Function(function) => Some(function.span),
            syntax::GlobalItem::Lemma { span, .. } => Some(*span),
            syntax::GlobalItem::Ghost { .. } | syntax::GlobalItem::Unsupported { .. } => None,
        });
        if let Some(span) = global {
            error(span, "definitions stand outside of functions");
        }
    }
}
