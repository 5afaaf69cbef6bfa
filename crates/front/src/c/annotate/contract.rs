//! Contracts. A behaviour's clauses are guarded by its assumptions in the state of entry:
//! `requires` becomes `A ==> R`, `ensures` becomes `\at(A, Pre) ==> E`.
//!
//! The places that a function may assign are one set, the same for callers and for the check of the body: that of the
//! clauses outside of behaviours or, without one there, the union over complete behaviours. A behaviour that assigns
//! nothing keeps every place of that set: `\at(A, Pre) ==> x == \old(x)`. Other behaviours that assign less are a warning.

use super::scope::{Logic, Scope};
use super::syntax::{self, Assigns, BehaviorSet, Body, Items};
use super::term::{Site, Terms, at, boolean, not};
use crate::c::hir::CompareOp;
use crate::c::hir::spec::{Clause, Contract, Location, LogicType, Place, State, Term, TermKind, Trust};
use crate::c::types::Type;
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
        let narrowing: Vec<(&Assigns, Option<&Term>)> = contract
            .behaviors
            .iter()
            .zip(&behaviors.named)
            .filter_map(|(behavior, (_, guard))| Some((behavior.body.assigns.as_ref()?, guard.as_ref())))
            .collect();
        // Clauses without `assumes` hold always.
        let always = narrowing.iter().find(|(_, guard)| guard.is_none()).map(|(assigns, _)| *assigns);
        let all = match (&contract.base.assigns, always) {
            (Some(assigns), _) | (None, Some(assigns)) => self.locations(&assigns.locations, Site::Assigns),
            (None, None) if narrowing.is_empty() => return,
            (None, None) => self.union(contract, &narrowing),
        };
        self.contract.assigns = all.clone();
        let Some(all) = all else { return };
        for (assigns, guard) in narrowing {
            self.narrow(&all, assigns, guard);
        }
    }

    /// Without a clause outside of behaviours: what any of them allows, if they are complete.
    fn union(&mut self, contract: &syntax::Contract, narrowing: &[(&Assigns, Option<&Term>)]) -> Option<Vec<Location>> {
        let is_complete = contract.complete.iter().any(|set| set.names.is_empty())
            || contract.complete.iter().any(|set| set.names.len() >= contract.behaviors.len());
        if !is_complete || narrowing.len() < contract.behaviors.len() {
            let span = narrowing.first().map(|(assigns, _)| assigns.span)?;
            let message = "this has no effect: outside of this behavior anything may be assigned";
            let help = "add an `assigns` clause before the behaviors, or `complete behaviors;`";
            self.diagnostics.push(Diagnostic::warning("ignored", span, message).with_help(help));
            return None;
        }
        let all: Vec<syntax::Expr> =
            narrowing.iter().flat_map(|(assigns, _)| assigns.locations.iter().cloned()).collect();
        self.locations(&all, Site::Assigns)
    }

    fn locations(&mut self, exprs: &[syntax::Expr], site: Site) -> Option<Vec<Location>> {
        let mut terms = self.terms(site);
        let mut locations = Vec::new();
        let mut is_known = true;
        for expr in exprs {
            match terms.places(expr) {
                Ok(Some(found)) => locations.extend(found),
                Ok(None) => {
                    let message = "this set of places is not supported: anything may be assigned";
                    terms.diagnostics.push(Diagnostic::warning("unsupported-annotation", expr.span, message));
                    is_known = false;
                }
                Err(_) => is_known = false,
            }
        }
        is_known.then_some(locations)
    }

    /// A behaviour that assigns less than the whole contract.
    fn narrow(&mut self, all: &[Location], assigns: &Assigns, guard: Option<&Term>) {
        // The warnings and errors about these places were given before, or will be by the union.
        let before = self.diagnostics.len();
        let mut own = self.locations(&assigns.locations, Site::Assigns);
        if self.contract.assigns.is_some() && own.is_some() {
            self.diagnostics.truncate(before);
        }
        let Some(own) = own.take() else { return };
        if own.is_empty() {
            for location in all {
                self.unchanged(location, guard, assigns.span);
            }
        } else if own.len() < all.len() {
            let message = "this behavior may assign whatever the whole contract may assign";
            self.diagnostics.push(Diagnostic::warning("ignored", assigns.span, message));
        }
    }

    /// `A ==> x == \old(x)`, or the same for every element of a range.
    fn unchanged(&mut self, location: &Location, guard: Option<&Term>, span: Span) {
        let term = match location {
            Location::Place(place) => self.same(place.clone(), span),
            Location::Range { pointer, low: Some(low), high: Some(high), .. } => {
                self.same_elements(pointer, low, high, &[], span)
            }
            Location::RangeField { pointer, low: Some(low), high: Some(high), fields, .. } => {
                self.same_elements(pointer, low, high, fields, span)
            }
            Location::Range { .. } | Location::RangeField { .. } => None,
        };
        let Some(term) = term else {
            let message = "that this behavior assigns nothing cannot be expressed for all places of the contract";
            self.diagnostics.push(Diagnostic::warning("unsupported-annotation", span, message));
            return;
        };
        let term = guarded(guard.cloned().map(|guard| at(guard, State::Pre)), term, span);
        self.contract.ensures.push(Clause { term, span, trust: Trust::Assert });
    }

    fn same(&mut self, place: Place, span: Span) -> Option<Term> {
        let is_scalar = match self.scope.types().get(place.ty) {
            Type::Int(_) | Type::Enum(_) | Type::Float(_) | Type::Pointer(_) => true,
            Type::Void | Type::Array { .. } | Type::Function(_) | Type::Record(_) => false,
            Type::VaList | Type::Opaque { .. } | Type::Error => false,
        };
        if !is_scalar {
            return None;
        }
        // The place itself is that of entry in both: only its contents are compared.
        let place = pinned(place);
        let mut terms = self.terms(Site::Assigns);
        let ty = terms.normal(LogicType::C(place.ty));
        let now = Term { kind: TermKind::Load(place), ty, span };
        let before = at(now.clone(), State::Pre);
        terms.compare(CompareOp::Equal, now, before, span).ok()
    }

    fn same_elements(&mut self, pointer: &Term, low: &Term, high: &Term, fields: &[u32], span: Span) -> Option<Term> {
        let mut terms = self.terms(Site::Assigns);
        let var = terms.new_var("k", LogicType::Integer, span);
        let index = terms.var(var, span);
        let (pointer, low, high) =
            (at(pointer.clone(), State::Pre), at(low.clone(), State::Pre), at(high.clone(), State::Pre));
        let inside = [
            terms.compare(CompareOp::LessEqual, low, index.clone(), span).ok()?,
            terms.compare(CompareOp::LessEqual, index.clone(), high, span).ok()?,
        ];
        let ty = pointer.ty;
        let sum = Term { kind: TermKind::PointerAdd(Box::new(pointer), Box::new(index)), ty, span };
        let mut place = terms.deref(sum, span).ok()?;
        for number in fields {
            let Type::Record(record) = *terms.scope.types().get(place.ty) else { return None };
            let ty = terms.scope.types().fields(record).get(*number as usize)?.ty;
            place = Place { kind: crate::c::hir::spec::PlaceKind::Field(Box::new(place), *number), ty, span };
        }
        let same = self.same(place, span)?;
        let inside = boolean(TermKind::And(inside.to_vec()), span);
        let body = boolean(TermKind::Implies(Box::new(inside), Box::new(same)), span);
        Some(boolean(TermKind::Forall(vec![var], Box::new(body)), span))
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

/// The place with its pointers and indices evaluated at entry.
fn pinned(place: Place) -> Place {
    use crate::c::hir::spec::PlaceKind;
    let pin = |term: Term| {
        let is_fixed = matches!(term.kind, TermKind::At(..) | TermKind::Var(_) | TermKind::Integer(_));
        if is_fixed { term } else { at(term, State::Pre) }
    };
    let kind = match place.kind {
        PlaceKind::Deref(pointer) => PlaceKind::Deref(Box::new(pin(*pointer))),
        PlaceKind::Field(base, number) => PlaceKind::Field(Box::new(pinned(*base)), number),
        PlaceKind::Index(base, index) => PlaceKind::Index(Box::new(pinned(*base)), Box::new(pin(*index))),
        kind @ (PlaceKind::Local(_) | PlaceKind::Global(_)) => kind,
    };
    Place { kind, ..place }
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
