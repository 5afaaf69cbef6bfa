//! Functions of the C library and of SV-COMP whose meaning is built in. String functions are C code of their own
//! (`library.c`), with contracts; here stands what no C code can say.

use invar_gcl::{CheckKind, CmdKind};
use invar_logic::{Op, Sort, Term};

use super::copies::Overlap;
use super::leaks::Ends;
use crate::c::hir::{Call, Expr};
use crate::c::lower::code::{Body, Pointer, Value};
use crate::c::lower::ints::{self, Int, Range};
use crate::c::lower::maps::read;
use crate::c::lower::program::{Open, Part};
use crate::c::lower::shape::{Scalar, cells, scalar};
use crate::c::points_to::{Mode, RegionId};
use crate::c::types::TypeId;

impl Body<'_, '_> {
    /// `None` if the function is not known.
    pub fn library_call(&mut self, name: &str, call: &Call, ty: TypeId, hint: Option<TypeId>) -> Option<Value> {
        let value = match name {
            "malloc" | "kmalloc" | "alloca" | "__builtin_alloca" | "valloc" => self.allocation(call, hint, Fill::Any),
            "aligned_alloc" | "memalign" => self.allocation(call, hint, Fill::Aligned),
            "calloc" => self.allocation(call, hint, Fill::Zeros),
            "realloc" => self.reallocation(call, hint),
            "free" | "cfree" => self.free(call),
            "memset" => self.memset(call),
            "memcpy" | "__memcpy_chk" => self.memcpy(call, Overlap::Undefined),
            "memmove" | "__memmove_chk" => self.memcpy(call, Overlap::Allowed),
            "abort" | "_Exit" | "quick_exit" | "__builtin_abort" => {
                self.arguments(&call.args);
                self.assume(Term::FALSE);
                Value::Void
            }
            "exit" | "_exit" => {
                self.arguments(&call.args);
                let kept = self.local_pointers();
                self.leak_check(&kept, Ends::InTheMiddle);
                self.assume(Term::FALSE);
                Value::Void
            }
            "__VERIFIER_error" | "reach_error" => {
                self.arguments(&call.args);
                self.check(CheckKind::Unreachable, Term::FALSE);
                self.assume(Term::FALSE);
                Value::Void
            }
            "__assert_fail" | "__assert" | "__assert_rtn" | "__assert_perror_fail" => {
                self.check(CheckKind::Assertion, Term::FALSE);
                self.assume(Term::FALSE);
                Value::Void
            }
            "assert" | "__VERIFIER_assert" | "__CPROVER_assert" | "static_assert" => {
                let condition = self.condition(call.args.first()?);
                self.check(CheckKind::Assertion, condition);
                Value::Void
            }
            "__VERIFIER_assume" | "__CPROVER_assume" | "assume" => {
                if name == "assume" {
                    self.cx.assumptions.insert("`assume` has no body here: what it is given is assumed".to_string());
                }
                let condition = self.condition(call.args.first()?);
                self.assume(condition);
                Value::Void
            }
            "__VERIFIER_atomic_begin" | "__VERIFIER_atomic_end" => Value::Void,
            "fesetround" | "fesetenv" | "feupdateenv" => {
                self.arguments(&call.args);
                self.doubt("other ways of rounding".to_string());
                self.any_value(ty)
            }
            "abs" | "labs" | "llabs" => self.absolute(call.args.first()?, ty),
            _ if name == "__VERIFIER_nondet" || name.starts_with("__VERIFIER_nondet_") => {
                self.nondeterministic(name, call, ty)
            }
            _ => return self.mathematical_call(name, call, ty),
        };
        Some(value)
    }

    /// Any value of the type, in a variable that carries the function's name.
    fn nondeterministic(&mut self, name: &str, call: &Call, ty: TypeId) -> Value {
        let args = self.arguments(&call.args);
        // `__VERIFIER_nondet_memory(p, n)`.
        if args.iter().any(|arg| matches!(arg, Value::Pointer(_))) {
            self.approximate(format!("what `{name}` writes"));
            self.forget_arguments(call, &args);
        }
        if self.cx.unit.types.is_pointer(ty) {
            return Value::Pointer(self.pointer_from_outside(name, None, Self::unknown_pointer));
        }
        let part = match scalar(&self.cx.unit.types, ty) {
            Some(Scalar::Int(_)) => Part::Int,
            Some(Scalar::Float(_)) => Part::Token,
            Some(Scalar::Pointer | Scalar::Opaque) | None => return self.any_value(ty),
        };
        let value = self.any_scalar(&format!("{name}()"), ty, &[part]);
        self.narrow(name, &value);
        value
    }

    /// A function that is used without a declaration returns `int` to the compiler; its name says more.
    fn narrow(&mut self, name: &str, value: &Value) {
        let range = match name.trim_start_matches("__VERIFIER_nondet_") {
            "bool" | "_Bool" => Range { bits: 1, signed: false },
            "char" => Range { bits: 8, signed: true },
            "uchar" | "u8" => Range { bits: 8, signed: false },
            "short" => Range { bits: 16, signed: true },
            "ushort" | "u16" => Range { bits: 16, signed: false },
            _ => return,
        };
        if let Value::Int(int) = value {
            let inside = ints::fits(self.pool(), *int, range);
            self.assume(inside);
        }
    }

    fn absolute(&mut self, arg: &Expr, ty: TypeId) -> Value {
        let Value::Int(int) = self.value(arg) else { return self.any_value(ty) };
        let int = Int { term: self.save(int.term), ..int };
        let Some(range) = self.cx.range(ty, None) else { return self.any_value(ty) };
        let minus = ints::negate(self.pool(), int);
        let fits = ints::fits(self.pool(), minus, range);
        let zero = self.int(0);
        let pool = self.pool();
        let negative = pool.lt(int.term, zero);
        let defined = pool.implies(negative, fits);
        self.check(CheckKind::SignedOverflow, defined);
        let term = self.pool().ite(negative, minus.term, int.term);
        Value::Int(Int { low: Some(0), ..range.value(term) })
    }

    // ---- allocation

    /// `malloc(n)`, `calloc(n, m)`, `alloca(n)`: a new object, or null where that may be.
    pub fn allocation(&mut self, call: &Call, hint: Option<TypeId>, fill: Fill) -> Value {
        let args = self.arguments(&call.args);
        let sizes: Vec<Int> = args.iter().filter_map(int_of).collect();
        let region = self.cx.regions.site_target(call.site);
        let bytes = match (fill, sizes.as_slice()) {
            (Fill::Zeros, [a, b, ..]) => ints::multiply(self.pool(), *a, *b),
            (Fill::Aligned, [_, size, ..]) => *size,
            (_, [size, ..]) => *size,
            (_, []) => Int::any(self.int(0)),
        };
        let bytes = self.save(bytes.term);
        let most = self.most_bytes();
        let fits = self.pool().le(bytes, most);
        let units = self.units_of_bytes(region, bytes, hint);
        let object = self.allocate(units);
        if fill == Fill::Zeros {
            self.clear_object(region, object);
        }
        let name = match &call.callee {
            crate::c::hir::Callee::Direct(id) => self.cx.unit.functions[*id].name.clone(),
            _ => String::new(),
        };
        let heap = !matches!(name.as_str(), "alloca" | "__builtin_alloca" | "");
        if heap {
            self.count_allocation(object);
        } else {
            self.has_alloca = true;
        }
        let object = match (heap && self.cx.options.property.is_none(), fill) {
            (true, _) => self.or_null(object, fits),
            (false, Fill::Zeros) => {
                let null = self.int(0);
                self.pool().ite(fits, object, null)
            }
            (false, _) => object,
        };
        let offset = self.int(0);
        Value::Pointer(Pointer { object, offset })
    }

    /// No object is larger than what `size_t` can say.
    pub fn most_bytes(&mut self) -> Term {
        let bits = 8 * self.cx.unit.types.pointer_size();
        let most = (num_bigint::BigInt::from(1) << bits) - 1;
        self.pool().int(most)
    }

    /// Any allocation may fail, and what does not fit into memory does.
    fn or_null(&mut self, object: Term, fits: Term) -> Term {
        let fails = self.declare("malloc fails@", Sort::BOOL);
        self.cx.open.insert(fails, Open::Failure);
        self.emit(CmdKind::Havoc(fails));
        let fails = self.var(fails);
        let possible = self.pool().or(&[fails, fits]);
        if possible != Term::TRUE {
            self.assume(possible);
        }
        let zero = self.int(0);
        // A failed allocation leaves an object that nobody can reach.
        let live = self.cx.live;
        let alive = self.pool().not(fails);
        self.write_map(live, &[object], alive);
        let term = self.pool().ite(fails, zero, object);
        self.save(term)
    }

    /// What an object of so many bytes is in the region's own units.
    fn units_of_bytes(&mut self, region: RegionId, bytes: Term, hint: Option<TypeId>) -> Term {
        if self.mode(region) != Mode::Cells {
            return bytes;
        }
        let kind = self.cx.regions.regions()[region].cells;
        if let Some(size) = kind.size.filter(|size| *size > 0) {
            let size = self.int(i128::from(size));
            return self.pool().mk(Op::Div, &[bytes, size]);
        }
        let types = &self.cx.unit.types;
        let element = hint.filter(|hint| !types.is_void(*hint)).or(kind.whole);
        let ratio = element.and_then(|element| Some((types.size_of(element)?, cells(types, element)?)));
        let Some((size, count)) = ratio.filter(|(size, _)| *size > 0) else {
            self.doubt("objects of unknown type".to_string());
            let any = self.temporary(Sort::INT);
            self.emit(CmdKind::Havoc(any));
            return self.var(any);
        };
        let (size, count, zero) = (self.int(i128::from(size)), self.int(i128::from(count)), self.int(0));
        let pool = self.pool();
        let (whole, rest) = (pool.mk(Op::Div, &[bytes, size]), pool.mk(Op::Mod, &[bytes, size]));
        // The cells of a part of a record, or of some other type, are not counted by this one.
        let exact = if element == kind.whole { pool.eq(rest, zero) } else { pool.eq(bytes, size) };
        let units = pool.mul(whole, count);
        self.doubt_unless(exact, "an allocation that is no row of one type");
        units
    }

    fn reallocation(&mut self, call: &Call, hint: Option<TypeId>) -> Value {
        let args = self.arguments(&call.args);
        let [Value::Pointer(old), Value::Int(size)] = args.as_slice() else { return Value::Pointer(self.null()) };
        let (old, size) = (*old, *size);
        let old = Pointer { object: self.save(old.object), offset: old.offset };
        let region = self.cx.regions.site_target(call.site);
        let bytes = self.save(size.term);
        let units = self.units_of_bytes(region, bytes, hint);
        self.doubt_made_up(region, old.object);
        self.check_freeable(old);
        let object = self.allocate(units);
        self.count_allocation(object);
        self.move_contents(region, old.object, object);
        let fails = self.declare("realloc fails@", Sort::BOOL);
        self.cx.open.insert(fails, Open::Failure);
        if self.cx.options.property.is_none() {
            self.emit(CmdKind::Havoc(fails));
        } else {
            self.assign(fails, Term::FALSE);
        }
        let fails = self.var(fails);
        let live = self.cx.live;
        let zero = self.int(0);
        // Of nothing: the old object is gone, and the new one need not be.
        let nothing = self.pool().eq(bytes, zero);
        let nothing = self.save(nothing);
        let some = self.pool().not(nothing);
        self.approximate_unless(some, "`realloc` to nothing");
        let none = self.declare("realloc gives nothing@", Sort::BOOL);
        self.emit(CmdKind::Havoc(none));
        let none = self.var(none);
        let none = self.pool().and(&[nothing, none]);
        let no_result = self.pool().or(&[fails, none]);
        let no_result = self.save(no_result);
        let moved = self.pool().not(no_result);
        self.write_map(live, &[object], moved);
        let null = self.pool().eq(old.object, zero);
        let lives = self.var(live);
        let before = self.pool().select(lives, &[old.object]);
        let gone = self.pool().and(&[before, fails]);
        let after = self.pool().ite(null, before, gone);
        self.write_map(live, &[old.object], after);
        let object = self.pool().ite(no_result, zero, object);
        let object = self.save(object);
        Value::Pointer(Pointer { object, offset: zero })
    }

    /// The old contents move; what lies beyond the old size is whatever it is.
    fn move_contents(&mut self, region: RegionId, from: Term, to: Term) {
        let size = self.cx.size;
        let sizes = self.var(size);
        let size = self.pool().select(sizes, &[from]);
        let (zero, one) = (self.int(0), self.int(1));
        for map in self.region_maps(region) {
            let all = self.var(map);
            let row = read(self.pool(), all, &[from]);
            let other = self.any_row(map);
            let bound = self.pool().fresh_var("i@", Sort::INT);
            let index = self.var(bound);
            let next = self.pool().add(index, one);
            let end = self.unit_offset(region, next);
            let pool = self.pool();
            let (from_start, inside) = (pool.le(zero, index), pool.le(end, size));
            let kept = pool.and(&[from_start, inside]);
            let (old, new) = (pool.select(row, &[index]), pool.select(other, &[index]));
            let body = pool.ite(kept, old, new);
            let moved = pool.lambda(&[bound], body);
            self.write_map(map, &[to], moved);
        }
    }

    fn free(&mut self, call: &Call) -> Value {
        let args = self.arguments(&call.args);
        let Some(Value::Pointer(pointer)) = args.first() else { return Value::Void };
        let pointer = Pointer { object: self.save(pointer.object), offset: pointer.offset };
        if let Some(arg) = call.args.first() {
            let region = self.cx.regions.target(self.id, arg);
            self.doubt_made_up(region, pointer.object);
        }
        self.check_freeable(pointer);
        let (live, zero) = (self.cx.live, self.int(0));
        let lives = self.var(live);
        let pool = self.pool();
        let null = pool.eq(pointer.object, zero);
        let before = pool.select(lives, &[pointer.object]);
        let after = pool.and(&[null, before]);
        self.write_map(live, &[pointer.object], after);
        Value::Void
    }

    /// Null, or the start of an allocated object that still lives.
    fn check_freeable(&mut self, pointer: Pointer) {
        let (live, heap) = (self.cx.live, self.cx.heap);
        let (lives, heap) = (self.var(live), self.var(heap));
        let (zero, first) = (self.int(0), self.int(self.cx.numbers.first_free as i128));
        let pool = self.pool();
        let null = pool.eq(pointer.object, zero);
        let is_live = pool.select(lives, &[pointer.object]);
        // What has a name was never allocated.
        let nameless = pool.le(first, pointer.object);
        let allocated = pool.select(heap, &[pointer.object]);
        let start = pool.eq(pointer.offset, zero);
        let whole = pool.and(&[nameless, is_live, allocated, start]);
        let fine = pool.or(&[null, whole]);
        self.check(CheckKind::Free, fine);
    }

    fn count_allocation(&mut self, object: Term) {
        let heap = self.cx.heap;
        self.write_map(heap, &[object], Term::TRUE);
    }
}

/// What new memory holds, and which argument says how much it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fill {
    Any,
    /// The same, and the size comes after the alignment.
    Aligned,
    /// Zeros: a number of elements and the size of each.
    Zeros,
}

fn int_of(value: &Value) -> Option<Int> {
    match value {
        Value::Int(int) => Some(*int),
        Value::Void | Value::Pointer(_) | Value::Token(_) | Value::Record(_) => None,
    }
}
