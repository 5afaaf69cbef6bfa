//! The types of the text form while names are being resolved: with type parameters, inference variables and polymorphic
//! maps. They become sorts only in `lower`, once every type argument is known.
//!
//! Polymorphic map types are locally nameless: a bound type variable is `Bound(depth, index)`, everything substituted
//! below a binder is closed, so no shifting is ever needed.

use std::rc::Rc;

use invar_base::{Span, define_id};
use rustc_hash::FxHashMap;

define_id!(TypeId);
define_id!(
    /// A rigid type parameter of a declaration or quantifier; unique in the program.
    ParamId
);

#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Ty {
    Bool,
    Int,
    Real,
    Bv(u32),
    Con(TypeId, Vec<Ty>),
    Map(Rc<MapTy>),
    Param(ParamId),
    Infer(u32),
    Bound(u32, u32),
    /// What could not be resolved and has been reported; it fits everywhere.
    Error,
}

#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct MapTy {
    /// How many type variables the map binds; 0 for an ordinary map.
    pub params: u32,
    pub domain: Vec<Ty>,
    pub range: Ty,
}

#[derive(Clone, Debug)]
pub struct TypeInfo {
    pub name: String,
    pub arity: usize,
    pub span: Span,
    pub kind: TypeInfoKind,
}

#[derive(Clone, Debug)]
pub enum TypeInfoKind {
    Constructor,
    Synonym(SynonymState),
    Datatype(DatatypeInfo),
}

#[derive(Clone, Debug)]
pub enum SynonymState {
    /// Which declaration of the program, and which type of it, to expand.
    Pending(usize, usize),
    Expanding,
    Done(Vec<ParamId>, Ty),
}

#[derive(Clone, Debug, Default)]
pub struct DatatypeInfo {
    pub params: Vec<ParamId>,
    pub constructors: Vec<ConstructorInfo>,
}

#[derive(Clone, Debug)]
pub struct ConstructorInfo {
    pub name: String,
    pub fields: Vec<(String, Ty)>,
}

/// Expanded types beyond this many nodes are refused: synonyms can double at every step.
pub const MAX_TYPE_SIZE: usize = 20_000;
pub const MAX_BV_WIDTH: u32 = 1 << 16;

impl Ty {
    pub fn map(domain: Vec<Ty>, range: Ty) -> Ty {
        Ty::Map(Rc::new(MapTy { params: 0, domain, range }))
    }

    /// Nodes, stopping once `limit` is exceeded.
    pub fn size_up_to(&self, limit: usize) -> usize {
        let mut count = 0;
        let mut stack = vec![self];
        while let Some(ty) = stack.pop() {
            count += 1;
            if count > limit {
                break;
            }
            match ty {
                Ty::Con(_, args) => stack.extend(args),
                Ty::Map(map) => {
                    stack.extend(&map.domain);
                    stack.push(&map.range);
                }
                Ty::Bool | Ty::Int | Ty::Real | Ty::Bv(_) | Ty::Param(_) | Ty::Infer(_) | Ty::Bound(..) | Ty::Error => {
                }
            }
        }
        count
    }

    /// Rebuilds the type, replacing leaves (`Param`, `Infer`, `Bound`) for which `leaf` has an answer.
    pub fn rewrite(&self, depth: u32, leaf: &mut dyn FnMut(&Ty, u32) -> Option<Ty>) -> Ty {
        match self {
            Ty::Con(id, args) => Ty::Con(*id, args.iter().map(|arg| arg.rewrite(depth, leaf)).collect()),
            Ty::Map(map) => {
                let inner = depth + u32::from(map.params > 0);
                Ty::Map(Rc::new(MapTy {
                    params: map.params,
                    domain: map.domain.iter().map(|ty| ty.rewrite(inner, leaf)).collect(),
                    range: map.range.rewrite(inner, leaf),
                }))
            }
            Ty::Bool | Ty::Int | Ty::Real | Ty::Bv(_) | Ty::Error => self.clone(),
            Ty::Param(_) | Ty::Infer(_) | Ty::Bound(..) => leaf(self, depth).unwrap_or_else(|| self.clone()),
        }
    }

    pub fn substitute(&self, by: &FxHashMap<ParamId, Ty>) -> Ty {
        if by.is_empty() {
            return self.clone();
        }
        self.rewrite(0, &mut |leaf, _| match leaf {
            Ty::Param(id) => by.get(id).cloned(),
            _ => None,
        })
    }

    /// Constructor nesting, used to bound instantiation.
    pub fn depth(&self) -> usize {
        match self {
            Ty::Con(_, args) => 1 + args.iter().map(Ty::depth).max().unwrap_or(0),
            Ty::Map(map) => 1 + map.domain.iter().chain([&map.range]).map(Ty::depth).max().unwrap_or(0),
            Ty::Bool | Ty::Int | Ty::Real | Ty::Bv(_) | Ty::Param(_) | Ty::Infer(_) | Ty::Bound(..) | Ty::Error => 0,
        }
    }

    /// Could the two be one type for some type arguments?
    pub fn may_equal(&self, other: &Ty) -> bool {
        match (self, other) {
            (Ty::Param(_) | Ty::Infer(_) | Ty::Error, _) | (_, Ty::Param(_) | Ty::Infer(_) | Ty::Error) => true,
            (Ty::Con(x, xs), Ty::Con(y, ys)) => x == y && xs.iter().zip(ys).all(|(x, y)| x.may_equal(y)),
            (Ty::Map(x), Ty::Map(y)) => {
                x.params == y.params
                    && x.domain.len() == y.domain.len()
                    && x.domain.iter().zip(&y.domain).all(|(x, y)| x.may_equal(y))
                    && x.range.may_equal(&y.range)
            }
            _ => self == other,
        }
    }

    /// Does `found` hold of some part?
    pub fn mentions(&self, found: &dyn Fn(&Ty) -> bool) -> bool {
        found(self)
            || match self {
                Ty::Con(_, args) => args.iter().any(|arg| arg.mentions(found)),
                Ty::Map(map) => map.domain.iter().chain([&map.range]).any(|ty| ty.mentions(found)),
                Ty::Bool | Ty::Int | Ty::Real | Ty::Bv(_) | Ty::Param(_) | Ty::Infer(_) | Ty::Bound(..) | Ty::Error => {
                    false
                }
            }
    }
}

impl MapTy {
    /// The argument and result types with the bound type variables replaced.
    pub fn open(&self, args: &[Ty]) -> (Vec<Ty>, Ty) {
        let mut leaf = |leaf: &Ty, depth: u32| match leaf {
            Ty::Bound(at, index) if *at == depth => args.get(*index as usize).cloned(),
            _ => None,
        };
        (self.domain.iter().map(|ty| ty.rewrite(0, &mut leaf)).collect(), self.range.rewrite(0, &mut leaf))
    }
}
