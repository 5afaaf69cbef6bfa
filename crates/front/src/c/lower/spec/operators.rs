//! Operators of annotations. In: operands. Out: the result as a logical value: integers without bounds, pointers as
//! object and offset; arithmetic on reals is not modelled.

use invar_base::Span;
use invar_logic::Term;

use super::kind::Kind;
use super::width::{of_program, width};
use crate::c::hir::spec::{self, LogicType};
use crate::c::hir::{BinaryOp, CompareOp};
use crate::c::lower::code::{Body, Logical, Pointer};
use crate::c::lower::ints::{self, Int, Range};

/// Bit operations are done in this many bits.
const WIDE: Range = Range { bits: 128, signed: true };

impl Body<'_, '_> {
    pub(super) fn spec_binary(&mut self, op: BinaryOp, a: &spec::Term, b: &spec::Term, span: Span) -> Logical {
        let (a, b) = (self.logical(a), self.logical(b));
        let (Logical::Int(a), Logical::Int(b)) = (a, b) else {
            self.not_modelled("arithmetic on reals", span);
            return Logical::Real(self.unknown_integer());
        };
        let (a, b) = (Int::any(a), Int::any(b));
        let value = match op {
            BinaryOp::Add => ints::add(self.pool(), a, b),
            BinaryOp::Subtract => ints::subtract(self.pool(), a, b),
            BinaryOp::Multiply => ints::multiply(self.pool(), a, b),
            BinaryOp::Divide => ints::divide(self.pool(), a, b),
            BinaryOp::Remainder => ints::remainder(self.pool(), a, b),
            BinaryOp::ShiftLeft | BinaryOp::ShiftRight => return self.spec_shift(op, a, b, span),
            BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor => return self.spec_bits(op, a, b, span),
        };
        Logical::Int(value.term)
    }

    pub(super) fn spec_negate(&mut self, inner: &spec::Term) -> Logical {
        let inner = self.spec_integer(inner);
        Logical::Int(self.pool().neg(inner))
    }

    /// `~x` is `-x - 1`.
    pub(super) fn spec_complement(&mut self, inner: &spec::Term) -> Logical {
        let inner = self.spec_integer(inner);
        let one = self.int(1);
        let minus = self.pool().neg(inner);
        Logical::Int(self.pool().sub(minus, one))
    }

    fn spec_shift(&mut self, op: BinaryOp, a: Int, by: Int, span: Span) -> Logical {
        match by.constant(&self.cx.b.pool) {
            None => self.unknown_value("a shift by a variable amount in an annotation", span),
            Some(amount) if !(0..i128::from(WIDE.bits)).contains(&amount) => {
                self.unknown_value("a shift by a negative or very large amount in an annotation", span)
            }
            Some(_) => Logical::Int(ints::exact(self.pool(), op, a, by, WIDE).term),
        }
    }

    /// Two's complement without end is exact in 128 bits for values that fit them, as those of most variables do; of others
    /// nothing is said, and where they are possible that is noted.
    fn spec_bits(&mut self, op: BinaryOp, a: Int, b: Int, span: Span) -> Logical {
        let (pool, of_variables) = (&self.cx.b.pool, of_program(&self.cx.unit.types));
        let widest = width(pool, a.term, of_variables).max(width(pool, b.term, of_variables));
        if widest > u64::from(WIDE.bits) {
            self.not_modelled("a bit operation on integers that need not fit 128 bits", span);
        }
        let value = ints::exact(self.pool(), op, a, b, WIDE);
        let (fits_a, fits_b) = (ints::fits(self.pool(), a, WIDE), ints::fits(self.pool(), b, WIDE));
        let other = self.unknown_integer();
        let pool = self.pool();
        let fits = pool.and(&[fits_a, fits_b]);
        Logical::Int(pool.ite(fits, value.term, other))
    }

    pub(super) fn spec_compare(&mut self, op: CompareOp, a: &spec::Term, b: &spec::Term, span: Span) -> Logical {
        let (x, y) = (self.logical(a), self.logical(b));
        let term = match (x, y) {
            (Logical::Int(x), Logical::Int(y)) => ints::compare(self.pool(), op, x, y),
            (Logical::Bool(x), Logical::Bool(y)) => self.compare_truth(op, x, y),
            (Logical::Bool(x), Logical::Int(y)) => {
                let x = Int::truth(self.pool(), x).term;
                ints::compare(self.pool(), op, x, y)
            }
            (Logical::Int(x), Logical::Bool(y)) => {
                let y = Int::truth(self.pool(), y).term;
                ints::compare(self.pool(), op, x, y)
            }
            (Logical::Pointer(x), Logical::Pointer(y)) => match op {
                CompareOp::Equal | CompareOp::NotEqual => self.spec_same(op, x, y),
                CompareOp::Less | CompareOp::LessEqual | CompareOp::Greater | CompareOp::GreaterEqual => {
                    let same = self.pool().eq(x.object, y.object);
                    let level = ints::compare(self.pool(), op, x.offset, y.offset);
                    self.pool().and(&[same, level])
                }
            },
            (_, _) => self.not_modelled("a comparison of reals or records", span),
        };
        Logical::Bool(term)
    }

    fn compare_truth(&mut self, op: CompareOp, x: Term, y: Term) -> Term {
        match op {
            CompareOp::Equal => self.pool().eq(x, y),
            CompareOp::NotEqual => self.pool().ne(x, y),
            CompareOp::Less | CompareOp::LessEqual | CompareOp::Greater | CompareOp::GreaterEqual => {
                let (x, y) = (Int::truth(self.pool(), x).term, Int::truth(self.pool(), y).term);
                ints::compare(self.pool(), op, x, y)
            }
        }
    }

    fn spec_same(&mut self, op: CompareOp, x: Pointer, y: Pointer) -> Term {
        let pool = self.pool();
        let (same, level) = (pool.eq(x.object, y.object), pool.eq(x.offset, y.offset));
        let equal = pool.and(&[same, level]);
        if op == CompareOp::Equal { equal } else { pool.not(equal) }
    }

    pub(super) fn spec_cast(&mut self, inner: &spec::Term, ty: LogicType) -> Logical {
        let value = self.logical(inner);
        let value = match value {
            Logical::Bool(term) => Logical::Int(Int::truth(self.pool(), term).term),
            value @ (Logical::Int(_) | Logical::Pointer(_) | Logical::Record(..) | Logical::Real(_)) => value,
        };
        match (value, self.kind(ty)) {
            (Logical::Int(term), Kind::Integer(Some(range))) if range.bits > 1 => {
                Logical::Int(ints::wrap(self.pool(), Int::any(term), range).term)
            }
            (Logical::Int(term), Kind::Integer(Some(_))) => {
                Logical::Int(ints::to_bool(self.pool(), Int::any(term)).term)
            }
            (Logical::Int(term), Kind::Integer(None)) => Logical::Int(term),
            (Logical::Int(term), Kind::Pointer) => {
                if self.int(0) != term {
                    self.not_modelled("an integer as a pointer", inner.span);
                }
                Logical::Pointer(self.null())
            }
            // The operators of integers are not those of reals: 1 / 2 is not 0.
            (Logical::Int(_), Kind::Real) => Logical::Real(self.unknown_integer()),
            (Logical::Pointer(_), Kind::Integer(_)) => self.unknown_value("a pointer as an integer", inner.span),
            (value, _) => value,
        }
    }

    pub(super) fn negation(&mut self, inner: &spec::Term) -> Term {
        let inner = self.formula(inner);
        self.pool().not(inner)
    }

    pub(super) fn conjunction(&mut self, parts: &[spec::Term]) -> Term {
        let parts: Vec<Term> = parts.iter().map(|part| self.formula(part)).collect();
        self.pool().and(&parts)
    }

    pub(super) fn disjunction(&mut self, parts: &[spec::Term]) -> Term {
        let parts: Vec<Term> = parts.iter().map(|part| self.formula(part)).collect();
        self.pool().or(&parts)
    }

    pub(super) fn implication(&mut self, a: &spec::Term, b: &spec::Term) -> Term {
        let (a, b) = (self.formula(a), self.formula(b));
        self.pool().implies(a, b)
    }

    pub(super) fn equivalence(&mut self, a: &spec::Term, b: &spec::Term) -> Term {
        let (a, b) = (self.formula(a), self.formula(b));
        self.pool().eq(a, b)
    }

    pub(super) fn spec_conditional(
        &mut self,
        condition: &spec::Term,
        a: &spec::Term,
        b: &spec::Term,
        span: Span,
    ) -> Logical {
        let condition = self.formula(condition);
        let (a, b) = (self.logical(a), self.logical(b));
        self.logical_choice(condition, a, b, span)
    }

    fn logical_choice(&mut self, condition: Term, a: Logical, b: Logical, span: Span) -> Logical {
        let pool = self.pool();
        match (a, b) {
            (Logical::Int(a), Logical::Int(b)) => Logical::Int(pool.ite(condition, a, b)),
            (Logical::Bool(a), Logical::Bool(b)) => Logical::Bool(pool.ite(condition, a, b)),
            (Logical::Pointer(a), Logical::Pointer(b)) => {
                let object = pool.ite(condition, a.object, b.object);
                Logical::Pointer(Pointer { object, offset: pool.ite(condition, a.offset, b.offset) })
            }
            (Logical::Int(a), Logical::Bool(b)) => {
                let b = Int::truth(pool, b).term;
                Logical::Int(pool.ite(condition, a, b))
            }
            (Logical::Bool(a), Logical::Int(b)) => {
                let a = Int::truth(pool, a).term;
                Logical::Int(pool.ite(condition, a, b))
            }
            (a, _) => {
                self.not_modelled("a choice between reals, records or values of different kinds", span);
                a
            }
        }
    }

    pub(super) fn spec_pointer_add(&mut self, pointer: &spec::Term, index: &spec::Term) -> Logical {
        let base = self.logical_pointer(pointer);
        let index = self.spec_integer(index);
        let by = self.spec_stride(pointer, index);
        let offset = self.pool().add(base.offset, by);
        Logical::Pointer(Pointer { object: base.object, offset })
    }

    pub(super) fn spec_difference(&mut self, a: &spec::Term, b: &spec::Term) -> Logical {
        let (x, y) = (self.logical_pointer(a), self.logical_pointer(b));
        let one = self.int(1);
        let stride = self.spec_stride(a, one);
        let difference = self.pool().sub(x.offset, y.offset);
        if stride == one {
            return Logical::Int(difference);
        }
        Logical::Int(ints::divide(self.pool(), Int::any(difference), Int::any(stride)).term)
    }

    fn spec_stride(&mut self, pointer: &spec::Term, index: Term) -> Term {
        let region = self.cx.regions.spec_target(self.id, pointer);
        let pointee = match pointer.ty {
            LogicType::C(ty) => self.cx.unit.types.pointee(ty),
            LogicType::Integer | LogicType::Real | LogicType::Boolean => None,
        };
        let stride = pointee.and_then(|pointee| self.stride(region, pointee));
        let stride = self.known_size(stride, pointer.span);
        self.pool().mul(index, stride)
    }
}
