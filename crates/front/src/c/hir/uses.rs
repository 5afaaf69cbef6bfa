//! What functions use. In: the unit. Out: for each function with a body, the members, array lengths and constant indices in its
//! text, and the functions that it calls by name. Conditions of callers are made of that (`lower/conditions.rs`).

use std::collections::{BTreeMap, BTreeSet};

use super::{
    BinaryOp, Callee, CompareOp, Expr, ExprKind, FunctionId, GlobalId, LocalId, Part, Place, PlaceKind, Stmt, UnaryOp,
    Unit, each_condition, each_part, each_part_of_expr, each_part_of_initialiser,
};
use crate::c::types::{ArrayLength, IntKind, RecordId, Type, TypeId};

/// Of one function, or of a function with all that it calls.
#[derive(Clone, Debug, Default)]
pub struct Uses {
    pub fields: BTreeSet<(RecordId, u32)>,
    pub globals: BTreeSet<GlobalId>,
    /// Of the arrays that are indexed.
    pub lengths: BTreeSet<u64>,
    /// Constant numbers of elements that pointers are moved by, with the type of the elements.
    pub steps: BTreeSet<(TypeId, u64)>,
    /// Elements that pointers are moved over by numbers that are no constants.
    pub walked: BTreeSet<TypeId>,
    /// How often loops run that count up to a constant, and other constants that integers are compared with.
    pub limits: BTreeSet<u64>,
    /// Records whose addresses become those of characters: data may follow them.
    pub followed: BTreeSet<RecordId>,
    /// Pointers to the first type become pointers to the second.
    pub casts: BTreeSet<(TypeId, TypeId)>,
    /// Two members of one record, the first of which is compared with the second, as in `s->len >= s->cap`.
    pub ordered: BTreeSet<(RecordId, u32, u32)>,
    /// Integers that values are computed from, and that are not only compared: indices, lengths, divisors, arguments.
    pub numbers: Numbers,
    /// Those that are compared: the function itself says what it does with all their values.
    pub compared: Numbers,
    /// Is memory given back?
    pub frees: bool,
    /// Are single characters looked at, or given to functions that look at them? Copying them does not.
    pub reads_text: bool,
    calls: BTreeSet<FunctionId>,
    addresses: BTreeSet<FunctionId>,
}

/// Places that hold integers.
#[derive(Clone, Debug, Default)]
pub struct Numbers {
    /// Of the function itself.
    pub locals: BTreeSet<LocalId>,
    pub globals: BTreeSet<GlobalId>,
    pub fields: BTreeSet<(RecordId, u32)>,
}

/// What every function uses itself.
#[derive(Debug, Default)]
pub struct AllUses {
    functions: BTreeMap<FunctionId, Uses>,
    /// Those that are called by name.
    pub called: BTreeSet<FunctionId>,
    /// Those whose address is taken somewhere.
    pub addressed: BTreeSet<FunctionId>,
}

/// Functions whose texts are looked at for one of them, at most.
const MOST_CALLED: usize = 64;

impl AllUses {
    pub fn of_unit(unit: &Unit) -> AllUses {
        let bodies = unit.functions.iter().filter_map(|(id, function)| Some((id, function.body.as_ref()?)));
        let mut functions: BTreeMap<FunctionId, Uses> = bodies.map(|(id, body)| (id, own_uses(unit, body))).collect();
        for (id, uses) in &mut functions {
            let function = &unit.functions[*id];
            function.lengths.iter().for_each(|length| uses.numbers.read(unit, length));
            uses.reads_text &= !(function.is_library && is_of_bytes(&function.name));
        }
        let mut addressed: BTreeSet<FunctionId> =
            functions.values().flat_map(|uses| &uses.addresses).copied().collect();
        for global in unit.globals.values() {
            each_part_of_initialiser(&global.init, &mut |part| addressed.extend(address(part)));
        }
        let called = functions.values().flat_map(|uses| &uses.calls).copied().collect();
        AllUses { functions, called, addressed }
    }

    /// What a function and those that it calls use together.
    pub fn of_function(&self, id: FunctionId) -> Uses {
        let (mut all, mut seen, mut work) = (Uses::default(), BTreeSet::from([id]), vec![id]);
        while let Some(id) = work.pop() {
            let Some(uses) = self.functions.get(&id) else { continue };
            all.include(uses);
            work.extend(uses.calls.iter().copied().filter(|&called| seen.len() < MOST_CALLED && seen.insert(called)));
        }
        if let Some(own) = self.functions.get(&id) {
            all.numbers.locals = own.numbers.locals.clone();
            all.compared.locals = own.compared.locals.clone();
        }
        all
    }
}

impl Numbers {
    /// All that an expression reads.
    fn read(&mut self, unit: &Unit, expr: &Expr) {
        each_part_of_expr(expr, &mut |part| match part {
            Part::Place(Place { kind: PlaceKind::Local(id), .. }) => drop(self.locals.insert(*id)),
            Part::Place(Place { kind: PlaceKind::Global(id), .. }) => drop(self.globals.insert(*id)),
            Part::Place(Place { kind: PlaceKind::Field(record, number), .. }) => {
                if let Type::Record(record) = unit.types.get(record.ty) {
                    self.fields.insert((*record, *number));
                }
            }
            Part::Place(_) | Part::Expr(_) | Part::Initial(_) => {}
        });
    }
}

impl Uses {
    fn include(&mut self, other: &Uses) {
        self.fields.extend(&other.fields);
        self.globals.extend(&other.globals);
        self.lengths.extend(&other.lengths);
        self.steps.extend(&other.steps);
        self.walked.extend(&other.walked);
        self.limits.extend(&other.limits);
        self.followed.extend(&other.followed);
        self.casts.extend(&other.casts);
        self.ordered.extend(&other.ordered);
        self.numbers.globals.extend(&other.numbers.globals);
        self.numbers.fields.extend(&other.numbers.fields);
        self.compared.globals.extend(&other.compared.globals);
        self.compared.fields.extend(&other.compared.fields);
        self.frees |= other.frees;
        self.reads_text |= other.reads_text;
    }

    /// What values are computed from.
    fn numbers(&mut self, unit: &Unit, expr: &Expr) {
        match &expr.kind {
            ExprKind::PointerAdd { index, .. } | ExprKind::AssignPointer { index, .. } => {
                self.numbers.read(unit, index);
            }
            ExprKind::Binary(BinaryOp::Divide | BinaryOp::Remainder, _, divisor) => self.numbers.read(unit, divisor),
            ExprKind::Assign(_, value) | ExprKind::AssignOp { value, .. } => self.numbers.read(unit, value),
            ExprKind::Call(call) => call.args.iter().for_each(|arg| self.numbers.read(unit, arg)),
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Load(_) | ExprKind::AddressOf(_) => {}
            ExprKind::FunctionAddress(_) | ExprKind::LabelAddress(..) | ExprKind::Unary(..) => {}
            ExprKind::Compare(op, a, b) => self.compare(unit, *op, a, b),
            ExprKind::Binary(..) | ExprKind::PointerDifference(..) => {}
            ExprKind::Conditional(condition, _, _) => self.compared.read(unit, condition),
            ExprKind::And(..) | ExprKind::Or(..) | ExprKind::Comma(..) => {}
            ExprKind::Cast { .. } | ExprKind::Increment { .. } | ExprKind::Statements(..) => {}
            ExprKind::VaStart(_) | ExprKind::VaEnd(_) | ExprKind::VaCopy(..) | ExprKind::VaArg(_) => {}
            ExprKind::Disputed { .. } | ExprKind::Unsupported { .. } => {}
        }
    }

    fn compare(&mut self, unit: &Unit, op: CompareOp, left: &Expr, right: &Expr) {
        if let Some(limit) = constant(left).or(constant(right)) {
            let is_included = matches!(op, CompareOp::LessEqual | CompareOp::Greater);
            self.limits.insert(if is_included { limit.saturating_add(1) } else { limit });
        }
        let mut sides = [Numbers::default(), Numbers::default()];
        for (side, numbers) in [left, right].into_iter().zip(&mut sides) {
            numbers.read(unit, side);
            self.compared.read(unit, side);
        }
        let [left, right] = &sides;
        for &(record, first) in &left.fields {
            let others = right.fields.iter().filter(|(other, second)| *other == record && *second != first);
            self.ordered.extend(others.map(|(_, second)| (record, first, *second)));
        }
    }

    /// Values that are tested as they are, as `x` in `while (x)`, say which way to go, like those that are compared.
    fn test(&mut self, unit: &Unit, condition: &Expr) {
        match &condition.kind {
            ExprKind::Cast { operand, .. } | ExprKind::Unary(UnaryOp::Not, operand) => self.test(unit, operand),
            ExprKind::And(left, right) | ExprKind::Or(left, right) => {
                [left, right].into_iter().for_each(|part| self.test(unit, part));
            }
            ExprKind::Load(place) if matches!(place.kind, PlaceKind::Local(_) | PlaceKind::Global(_)) => {
                self.compared.read(unit, condition);
            }
            _ => {}
        }
    }

    fn expr(&mut self, unit: &Unit, expr: &Expr) {
        if let ExprKind::PointerAdd { index, negative: false, .. } = &expr.kind
            && let (Some(step), Some(element)) = (constant(index), unit.types.pointee(expr.ty))
        {
            self.steps.insert((element, step));
        }
        self.walked.extend(moved(unit, expr));
        if let ExprKind::Cast { operand, .. } = &expr.kind
            && let (Some(from), Some(to)) = (unit.types.pointee(operand.ty), unit.types.pointee(expr.ty))
            && from != to
        {
            self.casts.insert((from, to));
        }
        if let ExprKind::Cast { operand, explicit: true, .. } = &expr.kind
            && is_to_characters(unit, expr.ty)
            && let Some(Type::Record(record)) = unit.types.pointee(operand.ty).map(|pointee| unit.types.get(pointee))
        {
            self.followed.insert(*record);
        }
        if let ExprKind::Call(call) = &expr.kind
            && let Callee::Direct(id) = call.callee
        {
            self.calls.insert(id);
            let function = &unit.functions[id];
            self.frees |= matches!(function.name.as_str(), "free" | "realloc");
            let is_text = function.body.is_none() && !is_of_bytes(&function.name);
            self.reads_text |= is_text && call.args.iter().any(|arg| is_to_characters(unit, arg.ty));
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
            PlaceKind::Index(array, index) => {
                self.numbers.read(unit, index);
                if let Type::Array { length: ArrayLength::Known(length), .. } = unit.types.get(array.ty) {
                    self.lengths.insert(*length);
                }
            }
            PlaceKind::Deref(pointer) => self.reads_text |= is_to_characters(unit, pointer.ty),
            PlaceKind::Local(_) | PlaceKind::String(_) => {}
            PlaceKind::Compound(..) | PlaceKind::Value(_) => {}
        }
    }
}

/// Functions of the library that take characters for bytes, whatever they are.
fn is_of_bytes(name: &str) -> bool {
    name.starts_with("mem") || matches!(name, "free" | "realloc" | "read" | "write" | "fread" | "fwrite")
}

fn is_to_characters(unit: &Unit, ty: TypeId) -> bool {
    let kind = unit.types.pointee(ty).and_then(|pointee| unit.types.int_kind(pointee));
    matches!(kind, Some(IntKind::Char | IntKind::UChar | IntKind::SChar))
}

fn constant(expr: &Expr) -> Option<u64> {
    let mut expr = expr;
    while let ExprKind::Cast { operand, .. } = &expr.kind {
        expr = operand;
    }
    if let ExprKind::Int(value) = expr.kind { u64::try_from(value).ok() } else { None }
}

/// The elements that a pointer is moved over, not by a constant.
fn moved(unit: &Unit, expr: &Expr) -> Option<TypeId> {
    let is_moved = match &expr.kind {
        ExprKind::PointerAdd { index, .. } | ExprKind::AssignPointer { index, .. } => constant(index).is_none(),
        ExprKind::Increment { .. } => true,
        _ => false,
    };
    unit.types.pointee(expr.ty).filter(|_| is_moved)
}

fn own_uses(unit: &Unit, body: &Stmt) -> Uses {
    let mut uses = Uses::default();
    each_part(body, &mut |part| {
        uses.addresses.extend(address(part));
        match part {
            Part::Expr(expr) => {
                uses.expr(unit, expr);
                uses.numbers(unit, expr);
            }
            Part::Initial(value) => uses.numbers.read(unit, value),
            Part::Place(place) => uses.place(unit, place),
        }
    });
    each_condition(body, &mut |condition| uses.test(unit, condition));
    uses
}

fn address(part: Part<'_>) -> Option<FunctionId> {
    match part {
        Part::Expr(Expr { kind: ExprKind::FunctionAddress(id), .. }) => Some(*id),
        Part::Expr(_) | Part::Initial(_) | Part::Place(_) => None,
    }
}
