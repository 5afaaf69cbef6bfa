//! Types of the logic. In: the type of a term, which may be one of C. Out: what kind of value stands for it.

use crate::c::hir::spec::LogicType;
use crate::c::lower::code::Body;
use crate::c::lower::ints::Range;
use crate::c::lower::shape::{Scalar, scalar};

/// What values of a type are in the logic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Of a C type with this range, or without bounds.
    Integer(Option<Range>),
    Boolean,
    Pointer,
    /// Opaque: nothing is known of its order and arithmetic.
    Real,
    /// Records, and what is opaque in C.
    Other,
}

impl Body<'_, '_> {
    pub(super) fn kind(&self, ty: LogicType) -> Kind {
        match ty {
            LogicType::Integer => Kind::Integer(None),
            LogicType::Real => Kind::Real,
            LogicType::Boolean => Kind::Boolean,
            LogicType::C(ty) => match scalar(&self.cx.unit.types, ty) {
                Some(Scalar::Int(_)) => Kind::Integer(self.cx.range(ty, None)),
                Some(Scalar::Pointer) => Kind::Pointer,
                Some(Scalar::Float(_)) => Kind::Real,
                Some(Scalar::Opaque) | None => Kind::Other,
            },
        }
    }
}
