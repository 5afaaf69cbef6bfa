//! From an expression or place to the region it is about, by its structure. The same walk serves the analysis, where a
//! lookup makes what is not there yet, and the questions asked afterwards.

use super::Variable;
use crate::c::hir::spec::{self, LogicFunctionId, LogicVarId};
use crate::c::hir::{self, Callee, ExprKind, FunctionId, GlobalId, PlaceKind, SiteId, StringId};
use crate::c::types::{IntKind, TypeId, Types};

/// Lookups of what the analysis knows; `Region` and `Contents` as in `graph`.
pub trait Heap {
    type Region: Copy;
    type Contents: Copy;

    fn nowhere(&self) -> Self::Region;
    fn variable(&mut self, variable: Variable) -> Self::Contents;
    /// Of a variable whose address is taken.
    fn variable_region(&mut self, variable: Variable) -> Self::Region;
    fn string(&mut self, string: StringId) -> Self::Region;
    fn function(&mut self, function: FunctionId) -> Self::Region;
    fn result(&mut self, function: FunctionId) -> Self::Contents;
    /// What a call returns or an integer becomes.
    fn site(&mut self, site: SiteId) -> Self::Contents;
    fn logic_var(&mut self, var: LogicVarId) -> Self::Contents;
    fn logic_result(&mut self, function: LogicFunctionId) -> Self::Contents;
    /// What is taken from `va_arg`.
    fn variadic(&mut self) -> Self::Region;
    /// A pointer of this type that comes from something not modelled.
    fn unmodelled(&mut self, pointer: TypeId) -> Self::Region;
    fn unmodelled_contents(&mut self) -> Self::Contents;
    /// Of record values that are nowhere stored, when an array in one decays.
    fn values(&mut self) -> Self::Region;
    /// The memory behind a pointer that is accessed as a `ty`.
    fn enter(&mut self, region: Self::Region, ty: TypeId) -> Self::Contents;
    fn contents(&mut self, region: Self::Region) -> Self::Contents;
    /// What the pointer at `path`, of type `pointer`, points into.
    fn pointee(&mut self, contents: Self::Contents, path: &[u32], pointer: TypeId) -> Self::Region;
    fn is_pointer(&self, ty: TypeId) -> bool;
    fn is_array(&self, ty: TypeId) -> bool;
}

/// A part of some memory.
#[derive(Clone, Debug)]
pub struct Home<R, C> {
    pub contents: C,
    pub path: Vec<u32>,
    pub root: Root<R>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Root<R> {
    Variable(Variable),
    Region(R),
    Value,
}

type HomeIn<H> = Home<<H as Heap>::Region, <H as Heap>::Contents>;

pub struct Walk<'h, H> {
    pub heap: &'h mut H,
    /// `None` in initialisers of globals and in the logic, where no locals are named.
    pub function: Option<FunctionId>,
}

impl<H: Heap> Walk<'_, H> {
    /// What a pointer expression points into.
    pub fn target(&mut self, pointer: &hir::Expr) -> H::Region {
        match &pointer.kind {
            ExprKind::Load(place) => self.stored(place, &[], pointer.ty),
            ExprKind::Assign(place, _)
            | ExprKind::AssignOp { place, .. }
            | ExprKind::AssignPointer { place, .. }
            | ExprKind::Increment { place, .. } => self.stored(place, &[], pointer.ty),
            ExprKind::AddressOf(place) => self.address(place),
            ExprKind::FunctionAddress(function) => self.heap.function(*function),
            ExprKind::PointerAdd { pointer, .. } => self.target(pointer),
            ExprKind::Conditional(_, left, right) if is_null(left) => self.target(right),
            ExprKind::Conditional(_, left, _) => self.target(left),
            ExprKind::Comma(_, last) | ExprKind::Statements(_, Some(last)) => self.target(last),
            ExprKind::Cast { operand, .. } if self.heap.is_pointer(operand.ty) || is_null(operand) => {
                self.target(operand)
            }
            ExprKind::Cast { site, .. } | ExprKind::LabelAddress(_, site) => {
                let contents = self.heap.site(*site);
                self.heap.pointee(contents, &[], pointer.ty)
            }
            ExprKind::Call(call) => match &call.callee {
                Callee::Direct(_) | Callee::Pointer(_) | Callee::Builtin(_) => {
                    let contents = self.heap.site(call.site);
                    self.heap.pointee(contents, &[], pointer.ty)
                }
            },
            ExprKind::VaArg(_) => self.heap.variadic(),
            ExprKind::Unsupported { .. } => self.heap.unmodelled(pointer.ty),
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Unary(..) | ExprKind::Binary(..) => self.heap.nowhere(),
            ExprKind::Compare(..) | ExprKind::PointerDifference(..) | ExprKind::And(..) => self.heap.nowhere(),
            ExprKind::Or(..) | ExprKind::Statements(_, None) | ExprKind::VaStart(_) => self.heap.nowhere(),
            ExprKind::VaEnd(_) | ExprKind::VaCopy(..) | ExprKind::Disputed { .. } => self.heap.nowhere(),
        }
    }

    /// What the pointer at `path` of the place points into.
    pub fn stored(&mut self, place: &hir::Place, path: &[u32], pointer: TypeId) -> H::Region {
        let mut home = self.place(place);
        home.path.extend(path);
        self.heap.pointee(home.contents, &home.path, pointer)
    }

    pub fn address(&mut self, place: &hir::Place) -> H::Region {
        match self.place(place).root {
            Root::Variable(variable) => self.heap.variable_region(variable),
            Root::Region(region) => region,
            Root::Value => self.heap.values(),
        }
    }

    pub fn place(&mut self, place: &hir::Place) -> HomeIn<H> {
        match &place.kind {
            PlaceKind::Local(local) | PlaceKind::Compound(local, _) => self.local(*local),
            PlaceKind::Global(global) => self.global(*global),
            PlaceKind::String(string) => {
                let region = self.heap.string(*string);
                Home { contents: self.heap.contents(region), path: Vec::new(), root: Root::Region(region) }
            }
            PlaceKind::Deref(pointer) => {
                let region = self.target(pointer);
                self.inside(region, place.ty)
            }
            PlaceKind::Field(record, number) => {
                let mut home = self.place(record);
                home.path.push(*number);
                home
            }
            PlaceKind::Index(array, _) => self.place(array),
            PlaceKind::Value(value) => self.value(value),
        }
    }

    /// The memory that a record value is read from.
    pub fn value(&mut self, value: &hir::Expr) -> HomeIn<H> {
        match &value.kind {
            ExprKind::Load(place) | ExprKind::Assign(place, _) => Home { root: Root::Value, ..self.place(place) },
            ExprKind::Conditional(_, left, _) => self.value(left),
            ExprKind::Comma(_, last) | ExprKind::Statements(_, Some(last)) => self.value(last),
            ExprKind::Cast { operand, .. } => self.value(operand),
            ExprKind::Call(call) => Home { contents: self.heap.site(call.site), path: Vec::new(), root: Root::Value },
            ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::AddressOf(_)
            | ExprKind::FunctionAddress(_)
            | ExprKind::LabelAddress(..)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Compare(..)
            | ExprKind::PointerAdd { .. }
            | ExprKind::PointerDifference(..)
            | ExprKind::And(..)
            | ExprKind::Or(..)
            | ExprKind::AssignOp { .. }
            | ExprKind::AssignPointer { .. }
            | ExprKind::Increment { .. }
            | ExprKind::Statements(_, None)
            | ExprKind::VaStart(_)
            | ExprKind::VaEnd(_)
            | ExprKind::VaCopy(..)
            | ExprKind::VaArg(_)
            | ExprKind::Disputed { .. }
            | ExprKind::Unsupported { .. } => {
                Home { contents: self.heap.unmodelled_contents(), path: Vec::new(), root: Root::Value }
            }
        }
    }

    fn local(&mut self, local: hir::LocalId) -> HomeIn<H> {
        match self.function {
            Some(function) => self.variable(Variable::Local(function, local)),
            None => Home { contents: self.heap.unmodelled_contents(), path: Vec::new(), root: Root::Value },
        }
    }

    fn global(&mut self, global: GlobalId) -> HomeIn<H> {
        self.variable(Variable::Global(global))
    }

    fn variable(&mut self, variable: Variable) -> HomeIn<H> {
        Home { contents: self.heap.variable(variable), path: Vec::new(), root: Root::Variable(variable) }
    }

    fn inside(&mut self, region: H::Region, ty: TypeId) -> HomeIn<H> {
        Home { contents: self.heap.enter(region, ty), path: Vec::new(), root: Root::Region(region) }
    }

    /// What a pointer term of an annotation points into.
    pub fn term_target(&mut self, pointer: &spec::Term) -> H::Region {
        let spec::LogicType::C(ty) = pointer.ty else { return self.heap.nowhere() };
        match &pointer.kind {
            spec::TermKind::Var(var) => {
                let contents = self.heap.logic_var(*var);
                self.heap.pointee(contents, &[], ty)
            }
            // An array that is named in the logic stands for its address.
            spec::TermKind::Load(place) if self.heap.is_array(place.ty) => self.term_address(place),
            spec::TermKind::Load(place) => {
                let home = self.term_place(place);
                self.heap.pointee(home.contents, &home.path, ty)
            }
            spec::TermKind::AddressOf(place) => self.term_address(place),
            spec::TermKind::String(string) => self.heap.string(*string),
            spec::TermKind::Result => match self.function {
                Some(function) => {
                    let contents = self.heap.result(function);
                    self.heap.pointee(contents, &[], ty)
                }
                None => self.heap.nowhere(),
            },
            spec::TermKind::At(term, _)
            | spec::TermKind::PointerAdd(term, _)
            | spec::TermKind::BaseAddress(term)
            | spec::TermKind::Let(_, _, term) => self.term_target(term),
            spec::TermKind::Cast(operand) => match operand.ty {
                spec::LogicType::C(from) if self.heap.is_pointer(from) => self.term_target(operand),
                spec::LogicType::Integer | spec::LogicType::Real | spec::LogicType::Boolean | spec::LogicType::C(_) => {
                    self.heap.unmodelled(ty)
                }
            },
            spec::TermKind::Conditional(_, left, right) if matches!(left.kind, spec::TermKind::Null) => {
                self.term_target(right)
            }
            spec::TermKind::Conditional(_, left, _) => self.term_target(left),
            spec::TermKind::Apply(function, _) => {
                let contents = self.heap.logic_result(*function);
                self.heap.pointee(contents, &[], ty)
            }
            spec::TermKind::Field(..) => self.term_field(pointer, ty),
            spec::TermKind::Unsupported(_) => self.heap.unmodelled(ty),
            spec::TermKind::Null | spec::TermKind::Integer(_) | spec::TermKind::Real(_) => self.heap.nowhere(),
            spec::TermKind::Boolean(_) | spec::TermKind::Negate(_) | spec::TermKind::Binary(..) => self.heap.nowhere(),
            spec::TermKind::Complement(_) | spec::TermKind::Compare(..) | spec::TermKind::Not(_) => self.heap.nowhere(),
            spec::TermKind::PointerDifference(..) | spec::TermKind::And(_) | spec::TermKind::Or(_) => {
                self.heap.nowhere()
            }
            spec::TermKind::Implies(..) | spec::TermKind::Iff(..) | spec::TermKind::Forall(..) => self.heap.nowhere(),
            spec::TermKind::Exists(..) | spec::TermKind::Valid { .. } | spec::TermKind::Separated(_) => {
                self.heap.nowhere()
            }
            spec::TermKind::BlockLength(_) | spec::TermKind::Offset(_) | spec::TermKind::Freeable(_) => {
                self.heap.nowhere()
            }
            spec::TermKind::Fresh(_) => self.heap.nowhere(),
        }
    }

    /// A pointer that is a field of a record that is a value: `\result.f`.
    fn term_field(&mut self, term: &spec::Term, ty: TypeId) -> H::Region {
        let mut path = Vec::new();
        let mut record = term;
        loop {
            record = match &record.kind {
                spec::TermKind::Field(inner, number) => {
                    path.insert(0, *number);
                    inner
                }
                spec::TermKind::At(inner, _) => inner,
                _ => break,
            };
        }
        match (&record.kind, self.function) {
            (spec::TermKind::Result, Some(function)) => {
                let contents = self.heap.result(function);
                self.heap.pointee(contents, &path, ty)
            }
            (spec::TermKind::Var(var), _) => {
                let contents = self.heap.logic_var(*var);
                self.heap.pointee(contents, &path, ty)
            }
            (spec::TermKind::Apply(function, _), _) => {
                let contents = self.heap.logic_result(*function);
                self.heap.pointee(contents, &path, ty)
            }
            (spec::TermKind::Load(place), _) => {
                let home = self.term_place(place);
                self.heap.pointee(home.contents, &[&home.path[..], &path].concat(), ty)
            }
            _ => self.heap.unmodelled(ty),
        }
    }

    pub fn term_address(&mut self, place: &spec::Place) -> H::Region {
        match self.term_place(place).root {
            Root::Variable(variable) => self.heap.variable_region(variable),
            Root::Region(region) => region,
            Root::Value => self.heap.values(),
        }
    }

    pub fn term_place(&mut self, place: &spec::Place) -> HomeIn<H> {
        match &place.kind {
            spec::PlaceKind::Local(local) => self.local(*local),
            spec::PlaceKind::Global(global) => self.global(*global),
            spec::PlaceKind::Deref(pointer) => {
                let region = self.term_target(pointer);
                self.inside(region, place.ty)
            }
            spec::PlaceKind::Field(record, number) => {
                let mut home = self.term_place(record);
                home.path.push(*number);
                home
            }
            spec::PlaceKind::Index(array, _) => self.term_place(array),
        }
    }
}

/// A null pointer constant, however it is cast.
pub fn is_null(pointer: &hir::Expr) -> bool {
    match &pointer.kind {
        ExprKind::Int(0) => true,
        ExprKind::Cast { operand, .. } => is_null(operand),
        _ => false,
    }
}

/// The pointer that an integer expression is, if it is nothing but converted and no bit of it is lost.
pub fn converted_pointer<'e>(integer: &'e hir::Expr, types: &Types) -> Option<&'e hir::Expr> {
    let ExprKind::Cast { operand, .. } = &integer.kind else { return None };
    let is_wide = types.int_kind(integer.ty).is_some() && types.size_of(integer.ty) >= Some(types.pointer_size());
    match types.is_pointer(operand.ty) {
        true => is_wide.then_some(operand),
        false => converted_pointer(operand, types).filter(|_| is_wide),
    }
}

/// The byte that an expression is, if it is one that is read from memory and nothing else is done with it.
pub fn copied_byte<'e>(value: &'e hir::Expr, types: &Types) -> Option<&'e hir::Place> {
    let is_byte =
        |ty: TypeId| types.size_of(ty) == Some(1) && types.int_kind(ty).is_some_and(|kind| kind != IntKind::Bool);
    match &value.kind {
        ExprKind::Load(place) if is_byte(place.ty) => Some(place),
        ExprKind::Cast { operand, .. } if types.int_kind(value.ty).is_some() => copied_byte(operand, types),
        _ => None,
    }
}
