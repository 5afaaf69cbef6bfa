//! `__builtin_…`, `__sync_…` and `__atomic_…`: library functions, those that the typed program knows, and the rest.

use invar_base::Span;

use super::constant::evaluate;
use super::convert::Class;
use super::scope::Resolver;
use crate::c::ast;
use crate::c::hir::{Builtin, Call, Callee, Expr, ExprKind};
use crate::c::types::{FloatKind, IntKind, Type, TypeId};

/// A builtin with fixed types.
struct Signature<'t> {
    builtin: Builtin,
    params: &'t [TypeId],
    result: TypeId,
}

impl Resolver<'_> {
    pub(super) fn builtin(&mut self, name: &str, name_span: Span, args: &[ast::Expr], span: Span) -> Expr {
        let short = name.strip_prefix("__builtin_").unwrap_or(name);
        if short == "constant_p" {
            return self.constant_p(args, span);
        }
        let mut values: Vec<Expr> = args.iter().map(|arg| self.value(arg)).collect();
        if let Some(value) = self.variable_arguments(short, &mut values, span) {
            return value;
        }
        if let Some((builtin, params, result)) = self.known_builtin(short) {
            let signature = Signature { builtin, params: &params, result };
            return self.typed_builtin(signature, name, values, span);
        }
        if let Some(value) = self.overflow(short, &mut values, span) {
            return value;
        }
        if let Some(value) = self.simple(short, &mut values, span) {
            return value;
        }
        if let Some(value) = self.checked_library(short, &mut values, name_span, span) {
            return value;
        }
        if let Some(id) = self.library_function(short, name_span) {
            return self.call_function(id, values, span);
        }
        if name.starts_with("__sync_") || name.starts_with("__atomic_") {
            return self.atomic(name, values, span);
        }
        let ty = self.result_of_unknown(short);
        self.unsupported(format!("`{name}`"), values, ty, span)
    }

    /// 1 if the operand is constant. Otherwise it is up to the optimiser, except where a constant is needed: there it is 0.
    fn constant_p(&mut self, args: &[ast::Expr], span: Span) -> Expr {
        let Some(arg) = args.first() else { return self.missing("__builtin_constant_p", span) };
        let value = self.value(arg);
        let is_string = matches!(&value.kind, ExprKind::AddressOf(place) if matches!(place.kind, crate::c::hir::PlaceKind::String(_)));
        let is_constant = is_string || evaluate(&self.types, &value).is_some();
        if is_constant || self.is_file_scope() {
            return self.int(i128::from(is_constant), self.basic.int, span);
        }
        self.builtin_call(Builtin::ConstantP, Vec::new(), self.basic.int, span)
    }

    fn missing(&mut self, name: &str, span: Span) -> Expr {
        self.error("arity", span, format!("`{name}` is called with too few arguments"));
        self.erroneous(span)
    }

    fn variable_arguments(&mut self, short: &str, values: &mut Vec<Expr>, span: Span) -> Option<Expr> {
        let count = match short {
            "va_start" | "va_end" | "c23_va_start" => 1,
            "va_copy" => 2,
            _ => return None,
        };
        if values.len() < count {
            return Some(self.missing(short, span));
        }
        let second = (count == 2).then(|| values.swap_remove(1));
        let first = Box::new(values.swap_remove(0));
        let kind = match (short, second) {
            (_, Some(second)) => ExprKind::VaCopy(first, Box::new(second)),
            ("va_end", None) => ExprKind::VaEnd(first),
            (_, None) => ExprKind::VaStart(first),
        };
        Some(Expr { kind, ty: self.basic.void, span })
    }

    /// Builtins with fixed types: which, parameters, result.
    fn known_builtin(&mut self, short: &str) -> Option<(Builtin, Vec<TypeId>, TypeId)> {
        let (int, uint, long) = (self.basic.int, self.basic.uint, self.basic.long);
        let (size, pointer, void) = (self.basic.size, self.basic.void_pointer, self.basic.void);
        let ushort = self.types.int(IntKind::UShort);
        Some(match short {
            "expect" => (Builtin::Expect, vec![long, long], long),
            "unreachable" => (Builtin::Unreachable, vec![], void),
            "trap" => (Builtin::Trap, vec![], void),
            "alloca" => (Builtin::Alloca, vec![size], pointer),
            "bswap16" => (Builtin::Bswap16, vec![ushort], ushort),
            "bswap32" => (Builtin::Bswap32, vec![uint], uint),
            "bswap64" => {
                let wide = if self.types.pointer_size() == 8 { self.basic.ulong } else { self.basic.ulonglong };
                (Builtin::Bswap64, vec![wide], wide)
            }
            "object_size" | "dynamic_object_size" => (Builtin::ObjectSize, vec![pointer, int], size),
            "return_address" => (Builtin::ReturnAddress, vec![uint], pointer),
            "frame_address" => (Builtin::FrameAddress, vec![uint], pointer),
            _ => return self.bit_builtin(short),
        })
    }

    /// `clz`, `clzl`, `clzll`, and their like.
    fn bit_builtin(&mut self, short: &str) -> Option<(Builtin, Vec<TypeId>, TypeId)> {
        const NAMES: [(&str, Builtin); 5] = [
            ("clz", Builtin::Clz),
            ("ctz", Builtin::Ctz),
            ("popcount", Builtin::Popcount),
            ("ffs", Builtin::Ffs),
            ("parity", Builtin::Parity),
        ];
        let (rest, builtin) = NAMES.iter().find_map(|(name, builtin)| Some((short.strip_prefix(name)?, *builtin)))?;
        let kind = match (rest, builtin) {
            ("", Builtin::Ffs) => IntKind::Int,
            ("l", Builtin::Ffs) => IntKind::Long,
            ("ll", Builtin::Ffs) => IntKind::LongLong,
            ("", _) => IntKind::UInt,
            ("l", _) => IntKind::ULong,
            ("ll", _) => IntKind::ULongLong,
            _ => return None,
        };
        Some((builtin, vec![self.types.int(kind)], self.basic.int))
    }

    fn typed_builtin(&mut self, signature: Signature<'_>, name: &str, values: Vec<Expr>, span: Span) -> Expr {
        let Signature { builtin, params, result } = signature;
        if values.len() != params.len() {
            self.error("arity", span, format!("`{name}` takes {} arguments, {} given", params.len(), values.len()));
            return self.erroneous(span);
        }
        let pairs = values.into_iter().zip(params);
        let args = pairs.map(|(value, param)| self.assign_to(value, *param, "this argument")).collect();
        self.builtin_call(builtin, args, result, span)
    }

    fn builtin_call(&mut self, builtin: Builtin, args: Vec<Expr>, ty: TypeId, span: Span) -> Expr {
        let call = Call { callee: Callee::Builtin(builtin), args, site: self.site() };
        Expr { kind: ExprKind::Call(Box::new(call)), ty, span }
    }

    /// `add_overflow(a, b, &r)` of any integer types, and `saddl_overflow` and the like of one type.
    fn overflow(&mut self, short: &str, values: &mut Vec<Expr>, span: Span) -> Option<Expr> {
        let middle = short.strip_suffix("_overflow")?;
        let (builtin, kind) = overflow_kind(middle)?;
        if values.len() != 3 || !self.types.is_pointer(values[2].ty) {
            return Some(self.missing(short, span));
        }
        if let Some(kind) = kind {
            let ty = self.types.int(kind);
            let pointer = self.types.pointer(ty);
            let targets = [ty, ty, pointer];
            let converted = values.drain(..).zip(targets);
            *values = converted.map(|(value, ty)| self.assign_to(value, ty, "this argument")).collect();
        }
        let args = std::mem::take(values);
        Some(self.builtin_call(builtin, args, self.basic.bool, span))
    }

    /// Builtins that are ordinary expressions.
    fn simple(&mut self, short: &str, values: &mut Vec<Expr>, span: Span) -> Option<Expr> {
        let float = |kind: FloatKind, value: f64, resolver: &mut Self| {
            let ty = resolver.types.intern(Type::Float(kind));
            Some(Expr { kind: ExprKind::Float(value), ty, span })
        };
        match short {
            "expect_with_probability" if values.len() == 3 => {
                values.truncate(2);
                let long = self.basic.long;
                let args = std::mem::take(values);
                let signature = Signature { builtin: Builtin::Expect, params: &[long, long], result: long };
                Some(self.typed_builtin(signature, short, args, span))
            }
            "assume_aligned" if !values.is_empty() => {
                let value = values.swap_remove(0);
                Some(self.assign_to(value, self.basic.void_pointer, "this argument"))
            }
            "prefetch" | "__clear_cache" => {
                let void = self.basic.void;
                let first = match values.is_empty() {
                    true => self.int(0, self.basic.int, span),
                    false => values.swap_remove(0),
                };
                Some(self.cast(first, void, true))
            }
            "inf" | "huge_val" => float(FloatKind::Double, f64::INFINITY, self),
            "inff" | "huge_valf" => float(FloatKind::Float, f64::INFINITY, self),
            "infl" | "huge_vall" => float(FloatKind::LongDouble, f64::INFINITY, self),
            "nan" => float(FloatKind::Double, f64::NAN, self),
            "nanf" => float(FloatKind::Float, f64::NAN, self),
            "isnan" | "isinf" | "isinf_sign" | "isfinite" | "finite" if values.len() == 1 => {
                let Class::Float(kind) = self.class(values[0].ty) else { return None };
                let id = self.library_function(classification(short, kind)?, span)?;
                Some(self.call_function(id, std::mem::take(values), span))
            }
            "alloca_with_align" if values.len() == 2 => {
                values.truncate(1);
                let args = std::mem::take(values);
                let (size, pointer) = (self.basic.size, self.basic.void_pointer);
                let signature = Signature { builtin: Builtin::Alloca, params: &[size], result: pointer };
                Some(self.typed_builtin(signature, short, args, span))
            }
            "classify_type" if !values.is_empty() => {
                let class = match self.class(values[0].ty) {
                    Class::Void => 0,
                    Class::Integer(_) => 1,
                    Class::Pointer(_) => 5,
                    Class::Float(_) => 8,
                    Class::Opaque => 9,
                    Class::Record(_) | Class::VaList | Class::Error | Class::Other => 12,
                };
                Some(self.int(class, self.basic.int, span))
            }
            _ => None,
        }
    }

    /// `__memcpy_chk(d, s, n, size)` and the like: the library function without the arguments of the check.
    fn checked_library(&mut self, short: &str, values: &mut Vec<Expr>, name_span: Span, span: Span) -> Option<Expr> {
        let name = short.strip_prefix("__")?.strip_suffix("_chk")?;
        let dropped: &[usize] = match name {
            "memcpy" | "memmove" | "mempcpy" | "memset" | "strncpy" | "strncat" | "stpncpy" => &[3],
            "strcpy" | "strcat" | "stpcpy" => &[2],
            "sprintf" | "vsprintf" => &[2, 1],
            "snprintf" | "vsnprintf" => &[3, 2],
            "printf" | "vprintf" => &[0],
            "fprintf" | "vfprintf" => &[1],
            _ => return None,
        };
        for index in dropped {
            if *index < values.len() {
                values.remove(*index);
            }
        }
        let id = self.library_function(name, name_span)?;
        Some(self.call_function(id, std::mem::take(values), span))
    }

    /// Their effect is unknown; the type of their result is that of what the first argument points to, mostly.
    fn atomic(&mut self, name: &str, values: Vec<Expr>, span: Span) -> Expr {
        let pointee = values.first().and_then(|value| self.types.pointee(value.ty));
        let short = name.trim_start_matches("__sync_").trim_start_matches("__atomic_");
        let ty = match short {
            "synchronize" | "lock_release" | "store_n" | "store" | "load" | "exchange" | "clear" => self.basic.void,
            "thread_fence" | "signal_fence" => self.basic.void,
            "bool_compare_and_swap" | "compare_exchange" | "compare_exchange_n" | "test_and_set" => self.basic.bool,
            "always_lock_free" | "is_lock_free" => self.basic.bool,
            _ => pointee.unwrap_or(self.basic.int),
        };
        self.builtin_call(Builtin::Other, values, ty, span)
    }

    fn result_of_unknown(&mut self, short: &str) -> TypeId {
        match short {
            "va_arg_pack" | "va_arg_pack_len" => self.basic.int,
            "extract_return_addr" | "frob_return_addr" | "apply_args" | "thread_pointer" => self.basic.void_pointer,
            "FUNCTION" | "FILE" => self.basic.char_pointer,
            _ => self.basic.int,
        }
    }
}

/// Of `add`, `sadd`, `uaddl`, …: the operation, and the type if the name gives one.
fn overflow_kind(middle: &str) -> Option<(Builtin, Option<IntKind>)> {
    const NAMES: [(&str, Builtin); 3] =
        [("add", Builtin::AddOverflow), ("sub", Builtin::SubOverflow), ("mul", Builtin::MulOverflow)];
    for (name, builtin) in NAMES {
        if middle == name {
            return Some((builtin, None));
        }
        let (sign, rest) = (middle.get(..1)?, middle.get(1..)?);
        let kind = match (sign, rest.strip_prefix(name)) {
            ("s", Some("")) => IntKind::Int,
            ("s", Some("l")) => IntKind::Long,
            ("s", Some("ll")) => IntKind::LongLong,
            ("u", Some("")) => IntKind::UInt,
            ("u", Some("l")) => IntKind::ULong,
            ("u", Some("ll")) => IntKind::ULongLong,
            _ => continue,
        };
        return Some((builtin, Some(kind)));
    }
    None
}

/// The function of the C library that answers the question.
fn classification(short: &str, kind: FloatKind) -> Option<&'static str> {
    Some(match (short, kind) {
        ("isnan", FloatKind::Double) => "__isnan",
        ("isnan", FloatKind::Float) => "__isnanf",
        ("isinf" | "isinf_sign", FloatKind::Double) => "__isinf",
        ("isinf" | "isinf_sign", FloatKind::Float) => "__isinff",
        ("isfinite" | "finite", FloatKind::Double) => "__finite",
        ("isfinite" | "finite", FloatKind::Float) => "__finitef",
        (_, _) => return None,
    })
}
