//! What functions use. In: the unit. Out: for each function with a body, the members, array lengths and constant indices in its
//! text, and the functions that it calls by name. Conditions of callers are made of that (`lower/conditions.rs`).

use std::collections::{BTreeMap, BTreeSet};

use super::{Callee, Expr, ExprKind, FunctionId, GlobalId, Part, Place, PlaceKind, Stmt, Unit, each_part};
use crate::c::types::{ArrayLength, RecordId, Type};

/// Of one function, or of a function with all that it calls.
#[derive(Clone, Debug, Default)]
pub struct Uses {
    pub fields: BTreeSet<(RecordId, u32)>,
    pub globals: BTreeSet<GlobalId>,
    /// Of the arrays that are indexed.
    pub lengths: BTreeSet<u64>,
    /// Constant numbers of elements that pointers are moved by.
    pub steps: BTreeSet<u64>,
    /// Is memory given back?
    pub frees: bool,
    calls: BTreeSet<FunctionId>,
}

/// What every function uses itself.
#[derive(Debug, Default)]
pub struct AllUses(BTreeMap<FunctionId, Uses>);

/// Functions whose texts are looked at for one of them, at most.
const MOST_CALLED: usize = 64;

impl AllUses {
    pub fn of_unit(unit: &Unit) -> AllUses {
        let bodies = unit.functions.iter().filter_map(|(id, function)| Some((id, function.body.as_ref()?)));
        AllUses(bodies.map(|(id, body)| (id, own_uses(unit, body))).collect())
    }

    /// What a function and those that it calls use together.
    pub fn of_function(&self, id: FunctionId) -> Uses {
        let (mut all, mut seen, mut work) = (Uses::default(), BTreeSet::from([id]), vec![id]);
        while let Some(uses) = work.pop().and_then(|id| self.0.get(&id)) {
            all.include(uses);
            work.extend(uses.calls.iter().copied().filter(|&called| seen.len() < MOST_CALLED && seen.insert(called)));
        }
        all
    }
}

impl Uses {
    fn include(&mut self, other: &Uses) {
        self.fields.extend(&other.fields);
        self.globals.extend(&other.globals);
        self.lengths.extend(&other.lengths);
        self.steps.extend(&other.steps);
        self.frees |= other.frees;
    }

    fn expr(&mut self, unit: &Unit, expr: &Expr) {
        if let ExprKind::PointerAdd { index, negative: false, .. } = &expr.kind
            && let Some(step) = constant(index)
        {
            self.steps.insert(step);
        }
        if let ExprKind::Call(call) = &expr.kind
            && let Callee::Direct(id) = call.callee
        {
            self.calls.insert(id);
            self.frees |= matches!(unit.functions[id].name.as_str(), "free" | "realloc");
        }
    }

    fn place(&mut self, unit: &Unit, place: &Place) {
        match &place.kind {
            PlaceKind::Global(id) => drop(self.globals.insert(*id)),
            PlaceKind::Field(record, number) => {
                if let Type::Record(record) = unit.types.get(record.ty) {
                    self.fields.insert((*record, *number));
                }
            }
            PlaceKind::Index(array, _) => {
                if let Type::Array { length: ArrayLength::Known(length), .. } = unit.types.get(array.ty) {
                    self.lengths.insert(*length);
                }
            }
            PlaceKind::Local(_) | PlaceKind::String(_) | PlaceKind::Deref(_) => {}
            PlaceKind::Compound(..) | PlaceKind::Value(_) => {}
        }
    }
}

fn constant(expr: &Expr) -> Option<u64> {
    let mut expr = expr;
    while let ExprKind::Cast { operand, .. } = &expr.kind {
        expr = operand;
    }
    if let ExprKind::Int(value) = expr.kind { u64::try_from(value).ok() } else { None }
}

fn own_uses(unit: &Unit, body: &Stmt) -> Uses {
    let mut uses = Uses::default();
    each_part(body, &mut |part| match part {
        Part::Expr(expr) => uses.expr(unit, expr),
        Part::Place(place) => uses.place(unit, place),
    });
    uses
}
