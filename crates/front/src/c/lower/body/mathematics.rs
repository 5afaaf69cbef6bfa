//! Functions of `<math.h>` whose results IEEE 754 says to the last bit: signs, rounding, remainders, square roots, and what kind of value it is.

use invar_logic::{FloatOp, FloatWidth, Term};

use crate::c::hir::{Call, CompareOp};
use crate::c::lower::code::{Body, Value};
use crate::c::lower::ints::Int;
use crate::c::lower::shape::float_width;
use crate::c::types::TypeId;

impl Body<'_, '_> {
    /// `None` if the function is not known, or declared in another way than the library does.
    pub(super) fn mathematical_call(&mut self, name: &str, call: &Call, ty: TypeId) -> Option<Value> {
        let first = call.args.first()?.ty;
        let types = &self.cx.unit.types;
        let width = float_width(types, first)?;
        if call.args.iter().any(|arg| arg.ty != first) {
            return None;
        }
        if let Some(question) = question(name).filter(|_| types.int_kind(ty).is_some() && call.args.len() == 1) {
            let value = self.numbers(call)?[0];
            return Some(self.classified(question, value, width));
        }
        let plain = match width {
            FloatWidth::Single => name.strip_suffix('f')?,
            FloatWidth::Double => name,
        };
        let function = function(plain)?;
        let arity = match function {
            Function::Computed(FloatOp::Remainder) | Function::Largest | Function::Least | Function::CopySign => 2,
            Function::Computed(_) | Function::Magnitude => 1,
        };
        if ty != first || call.args.len() != arity {
            return None;
        }
        let args = self.numbers(call)?;
        Some(Value::Token(match function {
            Function::Computed(op) => self.compute(op, width, &args),
            Function::Magnitude => self.magnitude(args[0]),
            Function::Largest => self.extreme(CompareOp::Greater, &args, ty, width),
            Function::Least => self.extreme(CompareOp::Less, &args, ty, width),
            Function::CopySign => self.with_sign_of(args[0], args[1], width),
        }))
    }

    fn numbers(&mut self, call: &Call) -> Option<Vec<Term>> {
        let number = |value| match value {
            Value::Token(term) => Some(term),
            Value::Int(_) | Value::Pointer(_) | Value::Record(_) | Value::Void => None,
        };
        self.arguments(&call.args).into_iter().map(number).collect()
    }

    fn classified(&mut self, question: Question, value: Term, width: FloatWidth) -> Value {
        let nan = self.is_nan(value, width);
        let magnitude = self.magnitude(value);
        let infinity = self.int(i128::from(width.infinity()));
        let pool = self.pool();
        let answer = match question {
            Question::Nan => nan,
            Question::Finite => pool.lt(magnitude, infinity),
            Question::Infinite => pool.eq(magnitude, infinity),
        };
        if question != Question::Infinite {
            return Value::Int(Int::truth(self.pool(), answer));
        }
        // -1 for minus infinity.
        let sign = pool.eq(value, infinity);
        let (one, last, zero) = (pool.int(1), pool.int(-1), pool.int(0));
        let signed = pool.ite(sign, one, last);
        Value::Int(Int::any(pool.ite(answer, signed, zero)))
    }

    /// NaN is as if it was missing. Which of two zeros is the larger one, libraries do not agree on.
    fn extreme(&mut self, op: CompareOp, args: &[Term], ty: TypeId, width: FloatWidth) -> Term {
        let (a, b) = (args[0], args[1]);
        let equal = self.float_comparison(CompareOp::Equal, a, b, ty);
        let same = self.pool().eq(a, b);
        let differ = self.pool().not(equal);
        let is_known = self.pool().or(&[same, differ]);
        self.approximate_unless(is_known, "the larger or smaller one of 0.0 and -0.0");
        let (is_nan, first) = (self.is_nan(b, width), self.float_comparison(op, a, b, ty));
        let pool = self.pool();
        let first = pool.or(&[is_nan, first]);
        pool.ite(first, a, b)
    }

    /// Which sign a NaN has that was computed, IEEE 754 does not say.
    fn with_sign_of(&mut self, value: Term, sign: Term, width: FloatWidth) -> Term {
        let is_nan = self.is_nan(sign, width);
        let is_known = self.pool().not(is_nan);
        self.approximate_unless(is_known, "the sign of a NaN");
        let magnitude = self.magnitude(value);
        let (zero, last) = (self.int(0), self.int(-1));
        let pool = self.pool();
        let (is_negative, other) = (pool.lt(sign, zero), pool.sub(last, magnitude));
        pool.ite(is_negative, other, magnitude)
    }
}

enum Function {
    Computed(FloatOp),
    Magnitude,
    Largest,
    Least,
    CopySign,
}

/// By the name for `double`.
fn function(name: &str) -> Option<Function> {
    Some(match name {
        "sqrt" => Function::Computed(FloatOp::SquareRoot),
        "floor" => Function::Computed(FloatOp::Floor),
        "ceil" => Function::Computed(FloatOp::Ceiling),
        "round" => Function::Computed(FloatOp::Round),
        "trunc" => Function::Computed(FloatOp::Whole),
        "rint" | "nearbyint" | "roundeven" => Function::Computed(FloatOp::Nearest),
        "fmod" => Function::Computed(FloatOp::Remainder),
        "fabs" => Function::Magnitude,
        "fmax" => Function::Largest,
        "fmin" => Function::Least,
        "copysign" => Function::CopySign,
        _ => return None,
    })
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Question {
    Nan,
    Infinite,
    Finite,
}

fn question(name: &str) -> Option<Question> {
    Some(match name {
        "isnan" | "__isnan" | "__isnanf" => Question::Nan,
        "isinf" | "__isinf" | "__isinff" => Question::Infinite,
        "isfinite" | "__finite" | "__finitef" => Question::Finite,
        _ => return None,
    })
}
