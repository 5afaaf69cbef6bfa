//! Pointers in annotations, which are built by hand here.

use super::*;
use crate::c::hir::CompareOp;
use crate::c::hir::spec::{Clause, Contract, Location, LogicType, LogicVar, Place, PlaceKind, Term, TermKind, Trust};

const TEXT: &str = "int x; int *f(int *p) { return p; } int main() { return *f(&x); }";

fn term(kind: TermKind, ty: LogicType, span: Span) -> Term {
    Term { kind, ty, span }
}

/// `p`, the parameter of the function.
fn parameter(unit: &hir::Unit, function: FunctionId) -> Term {
    let local = unit.functions[function].params[0];
    let data = &unit.functions[function].locals[local];
    let place = Place { kind: PlaceKind::Local(local), ty: data.ty, span: data.span };
    term(TermKind::Load(place), LogicType::C(data.ty), data.span)
}

fn with_requires(unit: &mut hir::Unit, function: FunctionId, kind: TermKind) {
    let span = unit.functions[function].span;
    let clause = Clause { term: term(kind, LogicType::Boolean, span), span, trust: Trust::Assert };
    unit.functions[function].contract = Some(Contract { requires: vec![clause], ..Contract::default() });
}

fn function(unit: &hir::Unit) -> FunctionId {
    unit.functions.iter().find(|(_, function)| function.name == "f").map(|(id, _)| id).unwrap()
}

#[test]
fn a_range_needs_offsets() {
    let mut unit = unit(TEXT);
    let f = function(&unit);
    let pointer = parameter(&unit, f);
    let before = analyse(&unit, &World::Closed(Vec::new()));
    assert!(before.regions()[before.spec_target(f, &pointer)].always_at_start);
    let span = pointer.span;
    let range = Location::Range { pointer: pointer.clone(), low: None, high: None, span };
    with_requires(&mut unit, f, TermKind::Valid { locations: vec![range], read_only: false });
    let after = analyse(&unit, &World::Closed(Vec::new()));
    assert!(!after.regions()[after.spec_target(f, &pointer)].always_at_start);
}

#[test]
fn a_quantified_pointer_ranges_over_what_it_is_compared_with() {
    let mut unit = unit(TEXT);
    let f = function(&unit);
    let pointer = parameter(&unit, f);
    let (ty, span) = (pointer.ty, pointer.span);
    let var = unit.logic.vars.push(LogicVar { name: "q".to_string(), ty, span });
    let equal = TermKind::Compare(CompareOp::Equal, term(TermKind::Var(var), ty, span).into(), pointer.clone().into());
    with_requires(&mut unit, f, TermKind::Forall(vec![var], term(equal, LogicType::Boolean, span).into()));
    let regions = analyse(&unit, &World::Closed(Vec::new()));
    let target = regions.spec_target(f, &pointer);
    assert_ne!(target, regions.nowhere());
    assert_eq!(regions.logic_var_target(var), target);
    assert_eq!(regions.spec_target(f, &term(TermKind::Result, ty, span)), target);
    assert_eq!(regions.global(GlobalId::from_index(0)), Storage::Object(target));
}
