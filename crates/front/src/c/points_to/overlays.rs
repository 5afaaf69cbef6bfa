//! Unions that no code looks into. In: a unit. Out: those unions.
//!
//! Where only parts around a union are used, it does not matter that its members overlap: memory that contains it need not be bytes. A union is looked into
//! if an expression, a place or a variable has its type or that of a pointer to it, or is a record with it as a whole (which may be copied or
//! initialised). Annotations are not looked at: where there are any, all unions count.

use rustc_hash::FxHashSet;

use crate::c::hir::{
    Function, Part, PlaceKind, Stmt, StmtKind, Unit, each_part, each_part_of_initialiser, spec::LoopSpec,
};
use crate::c::types::{RecordId, Type, TypeId, Types};

/// The unions that memory may contain without anybody noticing.
pub fn unused_unions(unit: &Unit) -> FxHashSet<RecordId> {
    let all: FxHashSet<RecordId> =
        unit.types.records.iter().filter(|(_, record)| record.is_union).map(|(id, _)| id).collect();
    if all.is_empty() || unit.functions.values().any(has_annotations) {
        return FxHashSet::default();
    }
    let mut used = Used { types: &unit.types, found: FxHashSet::default(), seen: FxHashSet::default() };
    for global in unit.globals.values() {
        used.value(global.ty);
        each_part_of_initialiser(&global.init, &mut |part| used.part(part));
    }
    for function in unit.functions.values() {
        function.locals.values().for_each(|local| used.value(local.ty));
        function.body.iter().for_each(|body| each_part(body, &mut |part| used.part(part)));
    }
    all.difference(&used.found).copied().collect()
}

struct Used<'a> {
    types: &'a Types,
    found: FxHashSet<RecordId>,
    seen: FxHashSet<TypeId>,
}

impl Used<'_> {
    fn part(&mut self, part: Part<'_>) {
        match part {
            Part::Expr(expr) | Part::Initial(expr) => self.value(expr.ty),
            Part::Place(place) => {
                self.named(place.ty);
                if let PlaceKind::Compound(..) | PlaceKind::Value(_) = place.kind {
                    self.value(place.ty);
                }
            }
        }
    }

    /// The type itself, of elements, or of what is pointed to.
    fn named(&mut self, ty: TypeId) {
        let mut ty = ty;
        while let Type::Array { element: inner, .. } | Type::Pointer(inner) = self.types.get(ty) {
            ty = *inner;
        }
        if let Type::Record(id) = self.types.get(ty)
            && self.types.records[*id].is_union
        {
            self.found.insert(*id);
        }
    }

    /// All that a value of the type consists of.
    fn value(&mut self, ty: TypeId) {
        let mut open = vec![ty];
        while let Some(ty) = open.pop() {
            if !self.seen.insert(ty) {
                continue;
            }
            self.named(ty);
            match self.types.get(ty) {
                Type::Array { element, .. } => open.push(*element),
                Type::Record(id) => open.extend(self.types.fields(*id).iter().map(|field| field.ty)),
                Type::Void | Type::Function(_) | Type::Int(_) | Type::Enum(_) | Type::Float(_) => {}
                Type::Pointer(_) | Type::VaList | Type::Opaque { .. } | Type::Error => {}
            }
        }
    }
}

fn has_annotations(function: &Function) -> bool {
    !function.is_library && (function.contract.is_some() || function.body.as_ref().is_some_and(is_annotated))
}

fn is_annotated(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Annotation(_) => true,
        StmtKind::Block(stmts) => stmts.iter().any(is_annotated),
        StmtKind::If(_, then, other) => is_annotated(then) || other.as_ref().is_some_and(|other| is_annotated(other)),
        StmtKind::While { annotation, body, .. } | StmtKind::DoWhile { annotation, body, .. } => {
            says_something(annotation) || is_annotated(body)
        }
        StmtKind::For { annotation, init, body, .. } => {
            says_something(annotation) || init.iter().any(|stmt| is_annotated(stmt)) || is_annotated(body)
        }
        StmtKind::Switch(_, body) | StmtKind::Case(_, _, body) | StmtKind::Default(body) => is_annotated(body),
        StmtKind::Labeled(_, body) => is_annotated(body),
        StmtKind::Expr(_) | StmtKind::ComputedGoto(_) | StmtKind::AtScopeEnd(_) | StmtKind::Declare(..) => false,
        StmtKind::Return(_) | StmtKind::Asm { .. } | StmtKind::Break | StmtKind::Continue => false,
        StmtKind::Goto(_) | StmtKind::Empty | StmtKind::Unsupported { .. } => false,
    }
}

fn says_something(spec: &LoopSpec) -> bool {
    let LoopSpec { invariants, assigns, variant, predicates, templates, skolems, unchecked } = spec;
    let is_silent = invariants.is_empty() && predicates.is_empty() && templates.is_empty() && unchecked.is_empty();
    !is_silent || assigns.is_some() || variant.is_some() || !skolems.is_empty()
}
