//! Built-in functions of the compiler on integers: results that wrapped, counts of bits, bytes in another order.

use invar_logic::{Op, Term};

use crate::c::hir::{Builtin, Call};
use crate::c::lower::code::{Body, Value};
use crate::c::lower::ints::{self, Int, Range};
use crate::c::types::TypeId;

impl Body<'_, '_> {
    /// `__builtin_add_overflow(a, b, &r)`: stores the wrapped result, gives whether it wrapped.
    pub fn overflow_builtin(&mut self, builtin: Builtin, call: &Call) -> Value {
        let [a, b, result] = call.args.as_slice() else { return Value::Void };
        let Some(to) = self.cx.unit.types.pointee(result.ty) else { return Value::Void };
        let region = self.cx.regions.target(self.id, result);
        let args = self.arguments(&[a.clone(), b.clone(), result.clone()]);
        let ([Value::Int(a), Value::Int(b), Value::Pointer(pointer)], Some(range)) =
            (args.as_slice(), self.cx.range(to, None))
        else {
            return Value::Void;
        };
        let (a, b, pointer) = (*a, *b, *pointer);
        let exact = match builtin {
            Builtin::SubOverflow => ints::subtract(self.pool(), a, b),
            Builtin::MulOverflow => ints::multiply(self.pool(), a, b),
            _ => ints::add(self.pool(), a, b),
        };
        let exact = Int { term: self.save(exact.term), ..exact };
        let wrapped = ints::wrap(self.pool(), exact, range);
        let fits = ints::fits(self.pool(), exact, range);
        let location = self.at_pointer(region, pointer, to);
        self.store(&location, to, &Value::Int(wrapped));
        let overflows = self.pool().not(fits);
        Value::Int(Int::truth(self.pool(), overflows))
    }

    /// Counts of bits, by one term per bit.
    pub fn bit_count(&mut self, builtin: Builtin, call: &Call, ty: TypeId) -> Value {
        let Some(arg) = call.args.first() else { return Value::Void };
        let width = self.cx.unit.types.size_of(arg.ty).unwrap_or(4) * 8;
        let value = self.int_value(arg);
        let value = ints::wrap(self.pool(), value, Range { bits: width as u32, signed: false });
        let value = self.save(value.term);
        let bits: Vec<Term> = (0..width).map(|k| self.bit(value, k)).collect();
        let (zero, one) = (self.int(0), self.int(1));
        let term = match builtin {
            Builtin::Popcount | Builtin::Parity => {
                let mut sum = zero;
                for &bit in &bits {
                    let each = self.pool().ite(bit, one, zero);
                    sum = self.pool().add(sum, each);
                }
                let two = self.int(2);
                if builtin == Builtin::Parity { self.pool().mk(Op::Mod, &[sum, two]) } else { sum }
            }
            Builtin::Clz => {
                let mut term = self.int(i128::from(width));
                for (k, &bit) in bits.iter().enumerate() {
                    let zeros = self.int(i128::from(width) - 1 - k as i128);
                    term = self.pool().ite(bit, zeros, term);
                }
                term
            }
            _ => {
                let first = i128::from(builtin == Builtin::Ffs);
                let mut term = if first == 1 { zero } else { self.int(i128::from(width)) };
                for (k, &bit) in bits.iter().enumerate().rev() {
                    let position = self.int(k as i128 + first);
                    term = self.pool().ite(bit, position, term);
                }
                term
            }
        };
        match self.cx.range(ty, None) {
            Some(range) => Value::Int(range.value(term)),
            None => Value::Int(Int::any(term)),
        }
    }

    fn bit(&mut self, value: Term, k: u64) -> Term {
        let pool = self.pool();
        let (power, two, one) = (pool.int(num_bigint::BigInt::from(1) << k), pool.int(2), pool.int(1));
        let shifted = pool.mk(Op::Div, &[value, power]);
        let rest = pool.mk(Op::Mod, &[shifted, two]);
        pool.eq(rest, one)
    }

    pub fn byte_swap(&mut self, call: &Call, ty: TypeId) -> Value {
        let Some(arg) = call.args.first() else { return Value::Void };
        let count = self.cx.unit.types.size_of(ty).unwrap_or(4);
        let value = self.int_value(arg);
        let value = self.save(value.term);
        let mut sum = self.int(0);
        for k in 0..count {
            let pool = self.pool();
            let (from, base) = (pool.int(num_bigint::BigInt::from(1) << (8 * k)), pool.int(256));
            let to = pool.int(num_bigint::BigInt::from(1) << (8 * (count - 1 - k)));
            let shifted = pool.mk(Op::Div, &[value, from]);
            let byte = pool.mk(Op::Mod, &[shifted, base]);
            let placed = pool.mul(byte, to);
            sum = pool.add(sum, placed);
        }
        match self.cx.range(ty, None) {
            Some(range) => Value::Int(range.value(sum)),
            None => Value::Int(Int::any(sum)),
        }
    }
}
