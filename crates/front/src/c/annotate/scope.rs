//! What an annotation may ask the program around it, and what the annotations before it declared.

use std::sync::Arc;

use super::syntax::{FunctionItem, TagKind};
use crate::c::hir::spec::{LogicFunctionId, LogicUnit};
use crate::c::hir::{FunctionId, GlobalId, LabelId, LocalId, StringId};
use crate::c::lex::token::Literal;
use crate::c::types::{TypeId, Types};
use invar_base::{Interner, Span, Symbol};
use rustc_hash::FxHashMap;

/// What a name of the program stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Named {
    Local(LocalId, TypeId),
    Global(GlobalId, TypeId),
    Function(FunctionId),
    /// A constant of an enumeration.
    Constant(i128),
    Type(TypeId),
}

/// The program at the place of an annotation. Implemented by the resolver.
pub trait Scope {
    fn names(&self) -> &Interner;
    /// The innermost declaration of the name.
    fn lookup(&self, name: Symbol) -> Option<Named>;
    /// The declaration in the scope of the file, which is what definitions of the logic see.
    fn lookup_global(&self, name: Symbol) -> Option<Named>;
    fn tag(&mut self, kind: TagKind, name: Symbol) -> Option<TypeId>;
    /// A label of the function around.
    fn label(&self, name: Symbol) -> Option<LabelId>;
    /// The result type of the function around.
    fn result(&self) -> Option<TypeId>;
    fn is_in_loop(&self) -> bool;
    fn string(&mut self, parts: &[Arc<Literal>], span: Span) -> StringId;
    fn types(&self) -> &Types;
    fn types_mut(&mut self) -> &mut Types;
    fn logic(&mut self) -> &mut LogicUnit;
}

/// The predicates and logic functions declared so far, by name.
#[derive(Clone, Default, Debug)]
pub struct Logic {
    pub(super) names: FxHashMap<Symbol, Declared>,
}

#[derive(Clone, Debug)]
pub(super) enum Declared {
    Function(LogicFunctionId),
    /// Of several states: written out where it is used.
    Expanded(Arc<FunctionItem>),
    /// Declared by something that is not supported.
    Unsupported,
}
