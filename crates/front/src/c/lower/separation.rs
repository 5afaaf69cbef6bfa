//! What a caller could be asked for. In: a function that is verified for all arguments, and the globals that it mentions.
//! Out: the `\separated` clauses that its author may have had in mind, each as a precondition that nobody requires.
//!
//! Such a function may get two pointers into one memory. If a check fails only for that reason, the answer says which clause
//! is missing: the engine tries those that a failing run contradicts (`engine/missing.rs`).

use std::collections::BTreeSet;
use std::rc::Rc;

use invar_base::Span;
use invar_gcl::Precondition;
use invar_logic::Term;

use super::code::Body;
use super::program::{Cx, VarStorage};
use crate::c::hir::spec::{self, Location, LogicType, PlaceKind, TermKind};
use crate::c::hir::{FunctionId, GlobalId, Unit};
use crate::c::types::{Type, TypeId};

/// Memory of one function that is set against the others, at most.
const MOST_AREAS: usize = 12;

/// Memory that the function reaches by a name.
struct Area {
    /// One element or object (of a `void *`: all there is), and how it is written in an annotation.
    one: (Location, String),
    /// Everything around the element that a pointer points to, if that is more.
    all: Option<(Location, String)>,
}

/// What the function does that two areas may have in common.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Apart {
    /// It writes.
    ByWriting,
    /// It also frees, whatever the types are.
    ByFreeing,
}

/// Writes down what callers of the function could be asked for.
pub fn offer(cx: &mut Cx<'_>, id: FunctionId, mentioned: &BTreeSet<GlobalId>) {
    let (Some(&proc), Some(formals)) = (cx.procedures.ids.get(&id), cx.procedures.formals.get(&id).cloned()) else {
        return;
    };
    if cx.views.is_empty() {
        return;
    }
    let in_clauses = cx.procedures.clause_globals.get(&id).into_iter().flatten().copied();
    let mentioned: BTreeSet<GlobalId> = mentioned.iter().copied().chain(in_clauses).collect();
    let areas = areas(cx.unit, id, &mentioned);
    let apart = if cx.uses.of_function(id).frees { Apart::ByFreeing } else { Apart::ByWriting };
    let mut body = Body::new(cx, id);
    for (&param, leaves) in body.function.params.iter().zip(formals) {
        body.vars.insert(param, VarStorage::Plain(Rc::new(leaves)));
    }
    let mut choices = Vec::new();
    for (first, a) in areas.iter().enumerate() {
        choices.extend(areas[first + 1..].iter().filter_map(|b| body.ways_apart(a, b, apart)));
    }
    if !choices.is_empty() {
        cx.b.program.possible_requires.insert(proc, choices);
    }
}

/// The parameters' first, then what their members point to, then globals.
fn areas(unit: &Unit, id: FunctionId, mentioned: &BTreeSet<GlobalId>) -> Vec<Area> {
    let function = &unit.functions[id];
    let (mut direct, mut members) = (Vec::new(), Vec::new());
    for &param in &function.params {
        let local = &function.locals[param];
        let place = spec::Place { kind: PlaceKind::Local(param), ty: local.ty, span: local.span };
        direct.extend(area_of(unit, &place, &local.name));
        members.extend(area_of_members(unit, &place, &local.name));
    }
    // Contracts can only name what is declared before them.
    let place = function.name_span;
    let is_named = |scope: &Span| scope.source == place.source && scope.start < place.start && place.start < scope.end;
    let named = mentioned.iter().filter(|id| unit.globals[**id].scopes.iter().any(is_named));
    let globals = named.flat_map(|&id| {
        let global = &unit.globals[id];
        let place = spec::Place { kind: PlaceKind::Global(id), ty: global.ty, span: global.span };
        let whole = Area { one: (Location::Place(place.clone()), format!("&{}", global.name)), all: None };
        let held = area_of_members(unit, &place, &global.name);
        [whole].into_iter().chain(area_of(unit, &place, &global.name)).chain(held).collect::<Vec<Area>>()
    });
    direct.into_iter().chain(members).chain(globals).take(MOST_AREAS).collect()
}

/// What a pointer points to.
fn area_of(unit: &Unit, place: &spec::Place, name: &str) -> Option<Area> {
    let pointee = object_pointee(unit, place.ty)?;
    let pointer = load(place);
    let one = Location::Place(deref(&pointer, pointee, place.span));
    let all = Location::Range { pointer, low: None, high: None, span: place.span };
    // Annotations cannot count what a `void *` points to.
    if unit.types.is_void(pointee) {
        return Some(Area { one: (all, format!("(char *){name} + (..)")), all: None });
    }
    Some(Area { one: (one, name.to_string()), all: Some((all, format!("{name} + (..)"))) })
}

/// What the pointers point to in the record or pointer that a pointer points to.
fn area_of_members(unit: &Unit, place: &spec::Place, name: &str) -> Vec<Area> {
    let Some(pointee) = object_pointee(unit, place.ty) else { return Vec::new() };
    let whole = deref(&load(place), pointee, place.span);
    let Type::Record(record) = unit.types.get(pointee) else {
        return area_of(unit, &whole, &format!("*{name}")).into_iter().collect();
    };
    let fields = unit.types.fields(*record).iter().zip(0..).filter(|(field, _)| !field.name.is_empty());
    let area = |(field, number): (&crate::c::types::Field, u32)| {
        let kind = PlaceKind::Field(Box::new(whole.clone()), number);
        let place = spec::Place { kind, ty: field.ty, span: place.span };
        area_of(unit, &place, &format!("{name}->{}", field.name))
    };
    fields.filter_map(area).collect()
}

fn object_pointee(unit: &Unit, ty: TypeId) -> Option<TypeId> {
    let pointee = unit.types.pointee(ty)?;
    unit.types.size_of(pointee).filter(|size| *size > 0).map(|_| pointee)
}

fn load(place: &spec::Place) -> spec::Term {
    spec::Term { kind: TermKind::Load(place.clone()), ty: LogicType::C(place.ty), span: place.span }
}

fn deref(pointer: &spec::Term, ty: TypeId, span: Span) -> spec::Place {
    spec::Place { kind: PlaceKind::Deref(Box::new(pointer.clone())), ty, span }
}

impl Body<'_, '_> {
    /// The clauses that tell two areas apart, the weakest first; none if nothing but their names is the same.
    fn ways_apart(&mut self, a: &Area, b: &Area, apart: Apart) -> Option<Vec<Precondition>> {
        if apart == Apart::ByWriting && self.differ_by_type(&a.one.0, &b.one.0) {
            return None;
        }
        let narrow = self.apart(&a.one, &b.one);
        let has_more = a.all.is_some() || b.all.is_some();
        let (all_of_a, all_of_b) = (a.all.as_ref().unwrap_or(&a.one), b.all.as_ref().unwrap_or(&b.one));
        let wide = if has_more { self.apart(all_of_a, all_of_b) } else { None };
        let ways: Vec<Precondition> = narrow.into_iter().chain(wide).collect();
        (!ways.is_empty()).then_some(ways)
    }

    /// Is what is written to the one never seen in the other?
    fn differ_by_type(&mut self, a: &Location, b: &Location) -> bool {
        match (self.bounds(a), self.bounds(b)) {
            (Some(a), Some(b)) => a.region != b.region && !self.may_share(a.region, b.region),
            (_, _) => false,
        }
    }

    fn apart(&mut self, a: &(Location, String), b: &(Location, String)) -> Option<Precondition> {
        let term = self.separated(&[a.0.clone(), b.0.clone()]);
        // What annotations cannot say of these, nobody is asked for.
        let is_said = std::mem::take(&mut self.problems).is_empty();
        let text = format!("\\separated({}, {})", a.1, b.1);
        (is_said && term != Term::TRUE).then_some(Precondition { text, term, names: Vec::new() })
    }
}
