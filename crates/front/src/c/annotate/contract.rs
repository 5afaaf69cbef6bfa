//! Contracts. A behaviour's clauses are guarded by its assumptions in the state of entry:
//! `requires` becomes `A ==> R`, `ensures` becomes `\at(A, Pre) ==> E`.
//!
//! The places that a function may assign are one set: that of the clauses outside of behaviours or, without one there, the
//! union over complete behaviours. The `assigns` clause of a behaviour narrows it where the assumptions held at entry. Both
//! hold for callers and are checked of the body.

use super::scope::{Logic, Scope};
use super::syntax::{self, BehaviorSet, Body, Items, NoteKind};
use super::term::{Site, Terms, at, boolean, not};
use super::unchecked;
use crate::c::hir::spec::{Clause, Contract, Location, Narrowed, State, Term, TermKind, Trust, Unchecked};
use invar_base::{Diagnostic, Span, Symbol};

/// The assumptions of each behaviour, for `for b:` in the body.
#[derive(Clone, Default, Debug)]
pub struct Behaviors {
    named: Vec<(Symbol, Option<Term>)>,
}

impl Behaviors {
    /// `None` if there is no such behaviour; its assumption is true if there is none.
    pub fn get(&self, name: Symbol) -> Option<Option<&Term>> {
        self.named.iter().find(|(other, _)| *other == name).map(|(_, term)| term.as_ref())
    }
}

/// The contract that the comments before a function make together; `None` if they have no clause.
pub fn contract(
    parts: &[Items],
    scope: &mut dyn Scope,
    logic: &Logic,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<(Contract, Behaviors)> {
    let syntax = joined(parts, scope, diagnostics);
    let span = syntax.span?;
    let mut resolver = Resolver { scope, logic, diagnostics, contract: Contract::default() };
    resolver.contract.span = Some(span);
    resolver.contract.unchecked = parts.iter().flat_map(unchecked).collect();
    resolver.contract.frees = parts.iter().flat_map(|items| &items.notes).any(|note| note.kind == NoteKind::Frees);
    resolver.body(&syntax.base, None);
    let behaviors = resolver.behaviors(&syntax.behaviors);
    for (behavior, (_, guard)) in syntax.behaviors.iter().zip(&behaviors.named) {
        resolver.body(&behavior.body, guard.as_ref());
    }
    resolver.assigns(&syntax, &behaviors);
    for set in &syntax.complete {
        resolver.behavior_set(set, &behaviors, true);
    }
    for set in &syntax.disjoint {
        resolver.behavior_set(set, &behaviors, false);
    }
    Some((resolver.contract, behaviors))
}

/// All comments as one contract.
fn joined(parts: &[Items], scope: &dyn Scope, diagnostics: &mut Vec<Diagnostic>) -> syntax::Contract {
    let mut whole = syntax::Contract::default();
    for part in parts.iter().map(|items| items.contract.clone()) {
        whole.span = match (whole.span, part.span) {
            (Some(a), Some(b)) if a.source == b.source => Some(a.to(b)),
            (a, b) => a.or(b),
        };
        whole.base.requires.extend(part.base.requires);
        whole.base.ensures.extend(part.base.ensures);
        if let Some(assigns) = part.base.assigns {
            match &mut whole.base.assigns {
                Some(known) => known.locations.extend(assigns.locations),
                None => whole.base.assigns = Some(assigns),
            }
        }
        for behavior in part.behaviors {
            if let Some(other) = whole.behaviors.iter().find(|other| other.name.name == behavior.name.name) {
                let message = format!("there are two behaviors `{}`", scope.names().name(behavior.name.name));
                let error = Diagnostic::error("duplicate-name", behavior.name.span, message);
                diagnostics.push(error.with_label(other.name.span, "the first one"));
                continue;
            }
            whole.behaviors.push(behavior);
        }
        whole.complete.extend(part.complete);
        whole.disjoint.extend(part.disjoint);
    }
    whole
}

struct Resolver<'s> {
    scope: &'s mut dyn Scope,
    logic: &'s Logic,
    diagnostics: &'s mut Vec<Diagnostic>,
    contract: Contract,
}

impl Resolver<'_> {
    fn terms(&mut self, site: Site) -> Terms<'_> {
        Terms::new(self.scope, self.logic, self.diagnostics, site)
    }

    fn behaviors(&mut self, behaviors: &[syntax::Behavior]) -> Behaviors {
        let mut named = Vec::new();
        for behavior in behaviors {
            let mut parts = Vec::new();
            for assumption in &behavior.assumes {
                parts.extend(self.terms(Site::Entry).predicate(assumption));
            }
            let guard = conjunction(parts, behavior.name.span);
            named.push((behavior.name.name, guard));
        }
        Behaviors { named }
    }

    fn body(&mut self, body: &Body, guard: Option<&Term>) {
        for clause in &body.requires {
            let Ok(term) = self.terms(Site::Entry).predicate(&clause.expr) else { continue };
            let term = guarded(guard.cloned(), term, clause.span);
            self.contract.requires.push(Clause { term, span: clause.span, trust: clause.trust });
        }
        for clause in &body.ensures {
            let Ok(term) = self.terms(Site::Ensures).predicate(&clause.expr) else { continue };
            let term = guarded(guard.cloned().map(|guard| at(guard, State::Pre)), term, clause.span);
            self.contract.ensures.push(Clause { term, span: clause.span, trust: clause.trust });
        }
    }

    // ----- assigns -----

    fn assigns(&mut self, contract: &syntax::Contract, behaviors: &Behaviors) {
        for (behavior, (_, guard)) in contract.behaviors.iter().zip(&behaviors.named) {
            let Some(clause) = &behavior.body.assigns else { continue };
            if let Some(assigns) = self.locations(&clause.locations) {
                self.contract.narrowed.push(Narrowed { guard: guard.clone(), assigns, span: clause.span });
            }
        }
        self.contract.assigns = match &contract.base.assigns {
            Some(assigns) => self.locations(&assigns.locations),
            None => self.assigned_by_any(contract),
        };
    }

    /// Without a clause outside of behaviours: what a behaviour without assumptions allows, or what any of them does if
    /// they are complete.
    fn assigned_by_any(&self, contract: &syntax::Contract) -> Option<Vec<Location>> {
        let narrowed = &self.contract.narrowed;
        if let Some(always) = narrowed.iter().find(|narrowed| narrowed.guard.is_none()) {
            return Some(always.assigns.clone());
        }
        let all = contract.behaviors.len();
        let is_complete = contract.complete.iter().any(|set| set.names.is_empty() || set.names.len() >= all);
        let is_known = all > 0 && narrowed.len() == all;
        (is_complete && is_known).then(|| narrowed.iter().flat_map(|narrowed| narrowed.assigns.clone()).collect())
    }

    fn locations(&mut self, exprs: &[syntax::Expr]) -> Option<Vec<Location>> {
        let mut locations = Vec::new();
        let mut is_known = true;
        for expr in exprs {
            let mut terms = self.terms(Site::Assigns);
            match terms.places(expr) {
                Ok(Some(found)) => locations.extend(found),
                Ok(None) => {
                    let message = "this set of places is not supported: anything may be assigned";
                    terms.diagnostics.push(Diagnostic::warning("unsupported-annotation", expr.span, message));
                    self.contract.unchecked.push(Unchecked { what: "`assigns`".to_string(), span: expr.span });
                    self.contract.assigns_more = true;
                    is_known = false;
                }
                Err(_) => is_known = false,
            }
        }
        is_known.then_some(locations)
    }

    // ----- complete, disjoint -----

    fn behavior_set(&mut self, set: &BehaviorSet, behaviors: &Behaviors, is_complete: bool) {
        let mut guards = Vec::new();
        if set.names.is_empty() {
            guards.extend(behaviors.named.iter().map(|(_, guard)| guard.clone()));
        }
        for name in &set.names {
            match behaviors.get(name.name) {
                Some(guard) => guards.push(guard.cloned()),
                None => {
                    let text = format!("there is no behavior `{}`", self.scope.names().name(name.name));
                    self.diagnostics.push(Diagnostic::error("unknown-name", name.span, text));
                    return;
                }
            }
        }
        let guards: Vec<Term> =
            guards.into_iter().map(|guard| guard.unwrap_or(boolean(TermKind::Boolean(true), set.span))).collect();
        let mut check = |term| {
            self.contract.entry_checks.push(Clause { term, span: set.span, trust: Trust::Check });
        };
        if is_complete {
            return check(boolean(TermKind::Or(guards), set.span));
        }
        for (index, one) in guards.iter().enumerate() {
            for other in &guards[index + 1..] {
                check(not(boolean(TermKind::And(vec![one.clone(), other.clone()]), set.span)));
            }
        }
    }
}

pub fn conjunction(mut parts: Vec<Term>, span: Span) -> Option<Term> {
    match parts.len() {
        0 | 1 => parts.pop(),
        _ => Some(boolean(TermKind::And(parts), span)),
    }
}

pub fn guarded(guard: Option<Term>, term: Term, span: Span) -> Term {
    match guard {
        Some(guard) => boolean(TermKind::Implies(Box::new(guard), Box::new(term)), span),
        None => term,
    }
}
