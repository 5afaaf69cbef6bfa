//! Pointers and floating values in regions of bytes.
//!
//! Such a value has its parts at its first byte, and markers (256 + k for byte k of a pointer, from 512 on those of floating values, others for each kind) in its
//! bytes: what overwrites any of them is seen, and that the first half of a `double` is no `float`. Reading a pointer whose bytes are all zero gives null, and other integers give
//! a made-up pointer; reading what was written as something else gives any value, as an approximation.
//!
//! What a marked byte really holds is a function without definition (`Cx::hidden_byte`) of an entry of `Part::Hidden`, which is
//! anything from each store on. Code and annotations read the same; a run whose end depends on it shows nothing.

use invar_gcl::CmdKind;
use invar_logic::{Op, Sort, Term};

use super::code::{Body, Pointer, Value};
use super::ints::Range;
use super::maps::{read, write};
use super::program::Part;
use super::shape::{Scalar, scalar};
use crate::c::points_to::RegionId;
use crate::c::types::{FloatKind, TypeId};

/// What the bytes of values other than integers hold.
pub const POINTER: i128 = 256;
const TOKEN: i128 = 512;
/// From the marks of one kind of floating values to those of the next: more bytes than any of them has.
const APART: i128 = 64;

impl Body<'_, '_> {
    pub fn load_marked(&mut self, region: RegionId, object: Term, offset: Term, ty: TypeId) -> Value {
        let parts = self.flat_parts(region, ty);
        let is_token = parts.contains(&Part::Token);
        let count = self.cx.unit.types.size_of(ty).unwrap_or(1);
        let bytes = self.bytes_at(region, object, offset, count);
        let marked = self.are_marked(&bytes, self.marker(ty));
        let zero = self.int(0);
        let clear: Vec<Term> = bytes.iter().map(|&byte| self.cx.b.pool.eq(byte, zero)).collect();
        let clear = self.pool().and(&clear);
        let known = self.pool().or(&[marked, clear]);
        let made_up = if is_token { None } else { Some(self.pointer_from_bytes(&bytes, known)) };
        if is_token {
            self.approximate_unless(known, "bytes read as a floating value");
        }
        let mut terms = Vec::new();
        for &part in parts {
            let map = self.cx.flat_map(region, part);
            if part == Part::Object {
                self.assume_older_pointer(map, Some(object), &[object, offset]);
            }
            let map = self.var(map);
            let stored = read(self.pool(), map, &[object, offset]);
            let other = match (made_up, part) {
                (Some(made_up), Part::Object) => made_up.object,
                (Some(made_up), _) => made_up.offset,
                (None, _) => self.any_unless(known),
            };
            let otherwise = self.pool().ite(clear, zero, other);
            let term = self.pool().ite(marked, stored, otherwise);
            let saved = self.save(term);
            if let Some(range) = self.cx.part_range(saved, ty, None, part) {
                self.assume(range);
            }
            terms.push((part, saved));
        }
        self.assemble(ty, &terms)
    }

    /// What such bytes hold, also where they are those of a pointer or a floating value, or nobody wrote them.
    pub fn told_bytes(&mut self, region: RegionId, object: Term, offset: Term, bytes: &[Term]) -> Vec<Term> {
        let function = self.cx.hidden_byte();
        let map = self.cx.flat_map(region, Part::Hidden);
        let map = self.var(map);
        let mut told = Vec::new();
        for (k, &byte) in bytes.iter().enumerate() {
            let at = self.moved(offset, k as u64);
            let (zero, last, base) = (self.int(0), self.int(255), self.int(256));
            let pool = self.pool();
            let (from, until) = (pool.le(zero, byte), pool.le(byte, last));
            let plain = pool.and(&[from, until]);
            let hidden = read(pool, map, &[object, at]);
            let hidden = pool.mk(Op::App(function), &[hidden]);
            let hidden = pool.mk(Op::Mod, &[hidden, base]);
            told.push(pool.ite(plain, byte, hidden));
        }
        told
    }

    /// What the first byte of such a value holds.
    fn marker(&self, ty: TypeId) -> i128 {
        let kind = match scalar(&self.cx.unit.types, ty) {
            Some(Scalar::Float(FloatKind::Float)) => 0,
            Some(Scalar::Float(FloatKind::Double)) => 1,
            Some(Scalar::Float(FloatKind::LongDouble)) => 2,
            Some(Scalar::Float(FloatKind::Quad)) => 3,
            Some(Scalar::Opaque) => 4,
            Some(Scalar::Int(_) | Scalar::Pointer) | None => return POINTER,
        };
        TOKEN + APART * kind
    }

    /// Are these all the bytes of one such value, in their order?
    fn are_marked(&mut self, bytes: &[Term], marker: i128) -> Term {
        let mut marked = Vec::new();
        for (k, &byte) in bytes.iter().enumerate() {
            let mark = self.int(marker + k as i128);
            marked.push(self.pool().eq(byte, mark));
        }
        self.pool().and(&marked)
    }

    /// Integers read as a pointer are its address; with a byte of another pointer among them, it is any.
    fn pointer_from_bytes(&mut self, bytes: &[Term], known: Term) -> Pointer {
        let limit = self.int(255);
        let plain: Vec<Term> = bytes.iter().map(|&byte| self.cx.b.pool.le(byte, limit)).collect();
        let plain = self.pool().and(&plain);
        let fine = self.pool().or(&[known, plain]);
        self.approximate_unless(fine, "bytes read as a pointer");
        let sum = self.sum_of_bytes(bytes);
        let any = self.any_unless(fine);
        let address = self.pool().ite(plain, sum, any);
        self.made_up(address)
    }

    /// Any number, for where the condition is false.
    fn any_unless(&mut self, condition: Term) -> Term {
        let any = self.temporary(Sort::INT);
        if condition != Term::TRUE {
            self.emit(CmdKind::Havoc(any));
        }
        self.var(any)
    }

    /// A literal null or zero is bytes that are zero; of others, the bytes hold anything from now on.
    pub fn store_marked(&mut self, region: RegionId, object: Term, offset: Term, ty: TypeId, value: &Value) {
        let parts = self.flat_parts(region, ty);
        let terms: Vec<Term> = parts.iter().map(|&part| self.part_of(value, part)).collect();
        let zero = self.int(0);
        let is_clear = terms.iter().all(|term| *term == zero);
        let marker = self.marker(ty);
        let count = self.cx.unit.types.size_of(ty).unwrap_or(1);
        let mark = |k: u64| if is_clear { 0 } else { marker + i128::from(k) };
        let marks = (0..count).map(|k| self.int(mark(k))).collect::<Vec<_>>();
        self.write_entries(region, Part::Int, (object, offset), &marks);
        if is_clear {
            return;
        }
        let hidden = self.cx.flat_map(region, Part::Hidden);
        let any = self.any_row(hidden);
        let mut bytes = Vec::new();
        for k in 0..count {
            let at = self.moved(offset, k);
            bytes.push(self.pool().select(any, &[at]));
        }
        self.write_entries(region, Part::Hidden, (object, offset), &bytes);
        for (&part, term) in parts.iter().zip(terms) {
            let map = self.cx.flat_map(region, part);
            self.write_map(map, &[object, offset], term);
        }
    }

    /// One entry for each byte from a place on.
    fn write_entries(&mut self, region: RegionId, part: Part, (object, offset): (Term, Term), bytes: &[Term]) {
        let map = self.cx.flat_map(region, part);
        let mut term = self.var(map);
        for (k, &byte) in bytes.iter().enumerate() {
            let at = self.moved(offset, k as u64);
            term = write(self.pool(), term, &[object, at], byte);
        }
        self.assign(map, term);
    }

    /// Copies one byte. The first byte of a pointer takes the pointer along; another one must follow a byte of the same
    /// pointer, or what is there is no pointer any more.
    pub fn copy_marked_byte(&mut self, to: (RegionId, Pointer), from: (RegionId, Pointer)) {
        let ((target, to), (source, from)) = (to, from);
        let bytes = self.bytes_at(source, from.object, from.offset, 1);
        let &[byte] = bytes.as_slice() else { return };
        let (limit, first) = (self.int(255), self.int(POINTER));
        let pool = self.pool();
        let (plain, is_first) = (pool.le(byte, limit), pool.eq(byte, first));
        let back = pool.sub(first, byte);
        let (from_start, to_start) = (pool.add(from.offset, back), pool.add(to.offset, back));
        let mut same = Vec::new();
        for part in [Part::Object, Part::Offset] {
            let (theirs, ours) = (self.cx.flat_map(source, part), self.cx.flat_map(target, part));
            let (theirs, our_rows) = (self.var(theirs), self.var(ours));
            let pool = self.pool();
            let there = read(pool, theirs, &[from.object, from_start]);
            let here = read(pool, our_rows, &[to.object, to_start]);
            let (equal, now) = (pool.eq(there, here), read(pool, our_rows, &[to.object, to.offset]));
            same.push(self.save(equal));
            let new = self.pool().ite(is_first, there, now);
            let new = self.save(new);
            self.write_map(ours, &[to.object, to.offset], new);
        }
        let token = self.int(TOKEN);
        let pool = self.pool();
        same.push(pool.lt(byte, token));
        let same = pool.and(&same);
        let known = pool.or(&[plain, is_first, same]);
        let known = self.save(known);
        self.approximate_unless(known, "bytes of several pointers put together");
        let any = self.any_in(Range { bits: 8, signed: false });
        let byte = self.pool().ite(known, byte, any);
        let (hidden, source_hidden) = (self.cx.flat_map(target, Part::Hidden), self.cx.flat_map(source, Part::Hidden));
        let source_hidden = self.var(source_hidden);
        let from_hidden = read(self.pool(), source_hidden, &[from.object, from.offset]);
        self.write_map(hidden, &[to.object, to.offset], from_hidden);
        let map = self.cx.flat_map(target, Part::Int);
        self.write_map(map, &[to.object, to.offset], byte);
        self.note_block(target, Some(to.object));
    }
}
