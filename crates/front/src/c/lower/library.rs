//! Functions of the C library and of SV-COMP whose meaning is built in. String functions are C code of their own
//! (`library.c`), with contracts; here stands what no C code can say.

use invar_gcl::{CheckKind, CmdKind};
use invar_logic::{Op, Sort, Term};

use super::code::{Body, Pointer, Value};
use super::ints::{self, Int, Range};
use super::layout::Open;
use super::program::{Part, VarStorage, read};
use super::shape::{cells, uniform_size};
use crate::c::hir::{Builtin, Call, Expr};
use crate::c::points_to::{Mode, RegionId};
use crate::c::types::{IntKind, TypeId};

impl Body<'_, '_> {
    /// `None` if the function is not known.
    pub fn library_call(&mut self, name: &str, call: &Call, ty: TypeId, hint: Option<TypeId>) -> Option<Value> {
        let value = match name {
            "malloc" | "kmalloc" | "alloca" | "__builtin_alloca" | "valloc" => self.allocation(call, hint, false),
            "calloc" => self.allocation(call, hint, true),
            "realloc" => self.reallocation(call, hint),
            "free" | "cfree" => self.free(call),
            "memset" => self.memset(call),
            "memcpy" | "memmove" | "__memcpy_chk" | "__memmove_chk" => self.memcpy(call),
            "abort" | "_Exit" | "quick_exit" | "__builtin_abort" => {
                self.arguments(&call.args);
                self.assume(Term::FALSE);
                Value::Void
            }
            "exit" | "_exit" => {
                self.arguments(&call.args);
                self.leak_check();
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
                let condition = self.condition(call.args.first()?);
                self.assume(condition);
                Value::Void
            }
            "__VERIFIER_atomic_begin" | "__VERIFIER_atomic_end" => Value::Void,
            "printf" | "fprintf" | "puts" | "putchar" | "fputs" | "fputc" | "putc" | "fflush" | "perror" | "printk"
            | "vprintf" | "vfprintf" | "srand" | "fclose" | "setbuf" => {
                self.arguments(&call.args);
                self.any_value(ty)
            }
            "rand" | "getchar" | "random" => {
                self.arguments(&call.args);
                self.small_result(name, ty)
            }
            "abs" | "labs" | "llabs" => self.absolute(call.args.first()?, ty),
            _ if name.starts_with("__VERIFIER_nondet_") => self.nondeterministic(name, call, ty),
            _ => return None,
        };
        Some(value)
    }

    /// Any value of the type, in a variable that carries the function's name.
    fn nondeterministic(&mut self, name: &str, call: &Call, ty: TypeId) -> Value {
        self.arguments(&call.args);
        if self.cx.unit.types.is_pointer(ty) {
            self.approximate(format!("the pointer that `{name}` returns"));
            return Value::Pointer(self.unknown_pointer());
        }
        if self.cx.unit.types.int_kind(ty).is_some() {
            let value = self.any_scalar(&format!("{name}()"), ty, &[Part::Int]);
            self.narrow(name, &value);
            return value;
        }
        self.any_value(ty)
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

    /// `rand` is not negative, `getchar` is a character or -1.
    fn small_result(&mut self, name: &str, ty: TypeId) -> Value {
        let value = self.any_scalar(&format!("{name}()"), ty, &[Part::Int]);
        if let Value::Int(int) = &value {
            let (low, high) = if name == "getchar" { (-1, 255) } else { (0, i128::from(i32::MAX)) };
            let (low, high) = (self.int(low), self.int(high));
            let pool = self.pool();
            let (from, until) = (pool.le(low, int.term), pool.le(int.term, high));
            let inside = pool.and(&[from, until]);
            self.assume(inside);
        }
        value
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
    pub fn allocation(&mut self, call: &Call, hint: Option<TypeId>, zeroed: bool) -> Value {
        let args = self.arguments(&call.args);
        let sizes: Vec<Int> = args.iter().filter_map(int_of).collect();
        let region = self.cx.regions.site_target(call.site);
        let bytes = match (zeroed, sizes.as_slice()) {
            (true, [a, b, ..]) => ints::multiply(self.pool(), *a, *b),
            (_, [size, ..]) => *size,
            (_, []) => Int::any(self.int(0)),
        };
        let bytes = self.save(bytes.term);
        let units = self.units_of_bytes(region, bytes, hint);
        let object = self.allocate(units);
        if zeroed {
            self.clear_object(region, object);
        }
        let name = match &call.callee {
            crate::c::hir::Callee::Direct(id) => self.cx.unit.functions[*id].name.clone(),
            _ => String::new(),
        };
        let heap = !matches!(name.as_str(), "alloca" | "__builtin_alloca" | "");
        if heap {
            self.count_allocation(object);
        }
        let object = if heap && self.cx.options.property.is_none() { self.or_null(object) } else { object };
        let offset = self.int(0);
        Value::Pointer(Pointer { object, offset })
    }

    /// Any allocation may fail.
    fn or_null(&mut self, object: Term) -> Term {
        let fails = self.declare("malloc fails@", Sort::BOOL);
        self.cx.open.insert(fails, Open::Failure);
        self.emit(CmdKind::Havoc(fails));
        let fails = self.var(fails);
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
        let types = &self.cx.unit.types;
        let element = hint.filter(|hint| !types.is_void(*hint));
        let ratio = element.and_then(|element| {
            let uniform = uniform_size(types, element).map(|each| (each, 1));
            uniform.or_else(|| Some((types.size_of(element)?, cells(types, element)?)))
        });
        match ratio {
            Some((size, count)) if size > 0 => {
                let (size, count) = (self.int(i128::from(size)), self.int(i128::from(count)));
                let pool = self.pool();
                let whole = pool.mk(Op::Div, &[bytes, size]);
                pool.mul(whole, count)
            }
            Some(_) | None => {
                self.approximate("memory of unknown type");
                let any = self.temporary(Sort::INT);
                self.emit(CmdKind::Havoc(any));
                self.var(any)
            }
        }
    }

    fn reallocation(&mut self, call: &Call, hint: Option<TypeId>) -> Value {
        let args = self.arguments(&call.args);
        let [Value::Pointer(old), Value::Int(size)] = args.as_slice() else { return Value::Pointer(self.null()) };
        let (old, size) = (*old, *size);
        let old = Pointer { object: self.save(old.object), offset: old.offset };
        let region = self.cx.regions.site_target(call.site);
        let bytes = self.save(size.term);
        let units = self.units_of_bytes(region, bytes, hint);
        self.check_freeable(old);
        let object = self.allocate(units);
        self.count_allocation(object);
        // The old contents move; what lies beyond the old size is whatever it is.
        for map in self.region_maps(region) {
            let all = self.var(map);
            let row = read(self.pool(), all, &[old.object]);
            self.write_map(map, &[object], row);
        }
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
        let moved = self.pool().not(fails);
        self.write_map(live, &[object], moved);
        let null = self.pool().eq(old.object, zero);
        let lives = self.var(live);
        let before = self.pool().select(lives, &[old.object]);
        let gone = self.pool().and(&[before, fails]);
        let after = self.pool().ite(null, before, gone);
        self.write_map(live, &[old.object], after);
        let object = self.pool().ite(fails, zero, object);
        let object = self.save(object);
        Value::Pointer(Pointer { object, offset: zero })
    }

    fn free(&mut self, call: &Call) -> Value {
        let args = self.arguments(&call.args);
        let Some(Value::Pointer(pointer)) = args.first() else { return Value::Void };
        let pointer = Pointer { object: self.save(pointer.object), offset: pointer.offset };
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
        let zero = self.int(0);
        let pool = self.pool();
        let null = pool.eq(pointer.object, zero);
        let is_live = pool.select(lives, &[pointer.object]);
        let positive = pool.lt(zero, pointer.object);
        let allocated = pool.select(heap, &[pointer.object]);
        let start = pool.eq(pointer.offset, zero);
        let whole = pool.and(&[positive, is_live, allocated, start]);
        let fine = pool.or(&[null, whole]);
        self.check(CheckKind::Free, fine);
    }

    fn count_allocation(&mut self, object: Term) {
        let heap = self.cx.heap;
        self.write_map(heap, &[object], Term::TRUE);
    }

    /// Nothing allocated lives when the program ends.
    pub fn leak_check(&mut self) {
        if !self.cx.wants(CheckKind::Leak) || !self.cx.is_closed() {
            return;
        }
        self.doubt_leaks();
        let (live, heap, next) = (self.cx.live, self.cx.heap, self.cx.next);
        let first = self.cx.first_free;
        let (live, heap, next) = (self.var(live), self.var(heap), self.var(next));
        let pool = self.pool();
        let bound = pool.fresh_var("o@", Sort::INT);
        let object = pool.var(bound);
        let first = pool.int(first);
        let (from, until) = (pool.le(first, object), pool.lt(object, next));
        let (is_live, allocated) = (pool.select(live, &[object]), pool.select(heap, &[object]));
        let exists = pool.and(&[from, until]);
        let lost = pool.and(&[is_live, allocated]);
        let kept = pool.not(lost);
        let body = pool.implies(exists, kept);
        let none = pool.forall(&[bound], Vec::new(), body);
        self.check(CheckKind::Leak, none);
    }

    /// What a global still points to is not lost: with any such pointer a leak is only suspected.
    fn doubt_leaks(&mut self) {
        let zero = self.int(0);
        let mut nulls = Vec::new();
        for (id, global) in self.cx.unit.globals.iter() {
            let leaves = self.leaves(global.ty);
            if !leaves.iter().any(|leaf| self.cx.unit.types.is_pointer(leaf.ty)) {
                continue;
            }
            match self.cx.globals[id].clone() {
                VarStorage::Plain(leaves) if leaves.iter().all(|vars| vars.leaf.dimensions() == 0) => {
                    let objects = leaves.iter().flat_map(|vars| vars.parts.clone());
                    for (_, var) in objects.filter(|(part, _)| *part == Part::Object) {
                        let object = self.var(var);
                        nulls.push(self.pool().eq(object, zero));
                    }
                }
                VarStorage::Plain(_) | VarStorage::Object(..) => nulls.push(Term::FALSE),
            }
        }
        let none = self.pool().and(&nulls);
        self.approximate_unless(none, "memory that global pointers may still reach when the program ends");
    }

    // ---- blocks of memory

    fn memset(&mut self, call: &Call) -> Value {
        let [to, _, _] = call.args.as_slice() else { return Value::Void };
        let region = self.cx.regions.target(self.id, to);
        let args = self.arguments(&call.args);
        let [Value::Pointer(to), Value::Int(fill), Value::Int(length)] = args.as_slice() else { return Value::Void };
        let (to, fill, length) = (*to, *fill, *length);
        let to = Pointer { object: self.save(to.object), offset: self.save(to.offset) };
        let Some((count, exact)) = self.block_units(region, length) else {
            self.forget_row(region, to.object);
            self.approximate("`memset` over memory of several types");
            return Value::Pointer(to);
        };
        self.check_block(region, to, length.term);
        self.approximate_unless(exact, "`memset` of a part of an element");
        let byte = ints::wrap(self.pool(), fill, Range { bits: 8, signed: false });
        let byte = self.save(byte.term);
        self.fill_block(region, to, count, byte);
        Value::Pointer(to)
    }

    /// How many offsets a block of bytes is, and whether that is a whole number.
    fn block_units(&mut self, region: RegionId, bytes: Int) -> Option<(Term, Term)> {
        let size = match self.mode(region) {
            Mode::Bytes => 1,
            Mode::Elements(element) => self.cx.unit.types.size_of(element)?,
            Mode::Cells => return None,
        };
        if size <= 1 {
            return Some((bytes.term, Term::TRUE));
        }
        let size = self.int(i128::from(size));
        let zero = self.int(0);
        let pool = self.pool();
        let count = pool.mk(Op::Div, &[bytes.term, size]);
        let rest = pool.mk(Op::Mod, &[bytes.term, size]);
        let exact = pool.eq(rest, zero);
        Some((self.save(count), exact))
    }

    /// The block of so many bytes lies inside its object; an empty one may be anywhere.
    fn check_block(&mut self, region: RegionId, at: Pointer, length: Term) {
        let zero = self.int(0);
        let empty = self.pool().le(length, zero);
        for (kind, term) in self.range_checks(region, at, length) {
            let needed = self.pool().or(&[empty, term]);
            self.check(kind, needed);
        }
    }

    /// Every map of the region, from `at` on for `count` offsets.
    fn fill_block(&mut self, region: RegionId, at: Pointer, count: Term, byte: Term) {
        let maps = self.block_maps(region);
        for (map, dimensions, part, size, signed) in maps {
            let value = match part {
                Part::Int => repeated(self, byte, size, signed),
                Part::Object | Part::Offset | Part::Token => {
                    let zero = self.int(0);
                    let clear = self.pool().eq(byte, zero);
                    if self.mode(region) != Mode::Bytes {
                        self.approximate_unless(clear, "a pointer filled with bytes");
                    }
                    zero
                }
            };
            let inner = self.cx.constant_map(dimensions, value);
            let all = self.var(map);
            let row = read(self.pool(), all, &[at.object]);
            let bound = self.pool().fresh_var("i@", Sort::INT);
            let index = self.var(bound);
            let inside = self.within_block(index, at.offset, count);
            let old = self.pool().select(row, &[index]);
            let body = self.pool().ite(inside, inner, old);
            let filled = self.pool().lambda(&[bound], body);
            self.write_map(map, &[at.object], filled);
        }
    }

    fn within_block(&mut self, index: Term, from: Term, count: Term) -> Term {
        let pool = self.pool();
        let end = pool.add(from, count);
        let (after, before) = (pool.le(from, index), pool.lt(index, end));
        pool.and(&[after, before])
    }

    /// The maps of a region: dimensions below the offset, part, size and sign of the integer.
    fn block_maps(&mut self, region: RegionId) -> Vec<(invar_logic::VarId, usize, Part, u64, bool)> {
        let mut maps = Vec::new();
        match self.mode(region) {
            Mode::Elements(element) => {
                for (number, leaf) in self.leaves(element).iter().enumerate() {
                    for part in self.element_parts(region, element, leaf) {
                        let map = self.cx.element_map(region, number, part);
                        let size = self.cx.unit.types.size_of(leaf.ty).unwrap_or(1);
                        let signed = self.cx.unit.types.int_kind(leaf.ty).is_some_and(IntKind::is_signed);
                        maps.push((map, leaf.dimensions(), part, size, signed));
                    }
                }
            }
            Mode::Cells | Mode::Bytes => {
                for part in [Part::Int, Part::Object, Part::Offset, Part::Token] {
                    maps.push((self.cx.flat_map(region, part), 0, part, 1, false));
                }
            }
        }
        maps
    }

    fn memcpy(&mut self, call: &Call) -> Value {
        let [to, from, ..] = call.args.as_slice() else { return Value::Void };
        let (target, source) = (self.cx.regions.target(self.id, to), self.cx.regions.target(self.id, from));
        let args = self.arguments(&call.args);
        let [Value::Pointer(to), Value::Pointer(from), Value::Int(length), ..] = args.as_slice() else {
            return Value::Void;
        };
        let (to, from, length) = (*to, *from, *length);
        let to = Pointer { object: self.save(to.object), offset: self.save(to.offset) };
        let from = Pointer { object: self.save(from.object), offset: self.save(from.offset) };
        let alike = self.mode(target) == self.mode(source);
        let units = if alike { self.block_units(target, length) } else { None };
        let Some((count, exact)) = units else {
            self.forget_row(target, to.object);
            self.approximate("a copy between memory of different types");
            return Value::Pointer(to);
        };
        self.check_block(target, to, length.term);
        self.check_block(source, from, length.term);
        self.approximate_unless(exact, "a copy of a part of an element");
        let (to_maps, from_maps) = (self.block_maps(target), self.block_maps(source));
        // All sources are read before anything is written: the blocks may overlap.
        let mut rows = Vec::new();
        for (map, ..) in &from_maps {
            let all = self.var(*map);
            let row = read(self.pool(), all, &[from.object]);
            rows.push(row);
        }
        for ((map, ..), source_row) in to_maps.iter().zip(rows) {
            let all = self.var(*map);
            let row = read(self.pool(), all, &[to.object]);
            let bound = self.pool().fresh_var("i@", Sort::INT);
            let index = self.var(bound);
            let inside = self.within_block(index, to.offset, count);
            let pool = self.pool();
            let distance = pool.sub(from.offset, to.offset);
            let there = pool.add(index, distance);
            let (new, old) = (pool.select(source_row, &[there]), pool.select(row, &[index]));
            let body = pool.ite(inside, new, old);
            let copied = pool.lambda(&[bound], body);
            self.write_map(*map, &[to.object], copied);
        }
        Value::Pointer(to)
    }

    // ---- built-in functions on integers

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

fn int_of(value: &Value) -> Option<Int> {
    match value {
        Value::Int(int) => Some(*int),
        Value::Void | Value::Pointer(_) | Value::Token(_) | Value::Record(_) => None,
    }
}

/// An integer of `size` bytes that are all `byte`.
fn repeated(body: &mut Body<'_, '_>, byte: Term, size: u64, signed: bool) -> Term {
    let ones = (0..size).fold(num_bigint::BigInt::from(0), |sum, k| sum + (num_bigint::BigInt::from(1) << (8 * k)));
    let ones = body.pool().int(ones);
    let term = body.pool().mul(byte, ones);
    let natural = Range { bits: (8 * size) as u32, signed: false };
    ints::wrap(body.pool(), natural.value(term), Range { bits: (8 * size) as u32, signed }).term
}
