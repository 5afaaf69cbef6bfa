//! What library functions read: strings up to their end, blocks, and the arguments that formats name.
//!
//! In: a call and its arguments. Out: checks that what is read exists; what `%n` writes has any value afterwards.

use invar_gcl::CheckKind;
use invar_logic::{Sort, Term};

use super::code::{Body, Pointer, Value};
use super::format::{Conversion, conversions};
use super::program::{Part, read};
use crate::c::hir::{Call, Expr, ExprKind, PlaceKind};
use crate::c::library::Reads;
use crate::c::points_to::{Mode, RegionId};
use crate::c::types::{ArrayLength, Type};

/// Strings in arrays up to this length are looked at character by character.
const LOOKED_AT: u64 = 64;
/// Of others, so many characters are.
const FIRST_CHARACTERS: u64 = 8;

impl Body<'_, '_> {
    pub fn check_read(&mut self, reads: Reads, call: &Call, args: &[Value]) {
        match reads {
            Reads::String(number) => self.check_string_argument(call, args, number),
            Reads::StringOrNull(number) => {
                if let Some(Value::Pointer(at)) = args.get(number)
                    && at.object != self.int(0)
                {
                    self.check_string_argument(call, args, number);
                }
            }
            Reads::Block { at, lengths } => {
                if let (Some(arg), Some(Value::Pointer(pointer)), Some(bytes)) =
                    (call.args.get(at), args.get(at), self.product(args, lengths))
                {
                    self.check_bytes(arg, *pointer, bytes, Null::Invalid);
                }
            }
            Reads::Format(number) => self.check_format(call, args, number),
            Reads::FormatList(number) => {
                self.check_string_argument(call, args, number);
                let text = call.args.get(number).and_then(|arg| self.literal_text(arg));
                let plain = |conversion: &Conversion| *conversion == Conversion::Value;
                if !text.is_some_and(|text| conversions(&text).iter().all(plain)) {
                    let fine = self.any_truth();
                    self.check_if_wanted(CheckKind::Bounds, fine);
                    if self.cx.regions.outside().counts {
                        self.doubt("formats that may write to arguments in a list".to_string());
                    }
                }
            }
        }
    }

    pub fn product(&mut self, args: &[Value], lengths: &[usize]) -> Option<Term> {
        let mut product = self.int(1);
        for &number in lengths {
            let Some(Value::Int(factor)) = args.get(number) else { return None };
            product = self.pool().mul(product, factor.term);
        }
        Some(product)
    }

    fn check_string_argument(&mut self, call: &Call, args: &[Value], number: usize) {
        if let (Some(arg), Some(Value::Pointer(at))) = (call.args.get(number), args.get(number)) {
            self.check_string(arg, *at);
        }
    }

    /// Not null, alive, and there is an end of the string inside the object. Literals have one.
    fn check_string(&mut self, arg: &Expr, at: Pointer) {
        if self.literal_text(arg).is_some() {
            return;
        }
        let region = self.cx.regions.target(self.id, arg);
        let one = self.int(1);
        for (kind, term) in self.range_checks(region, at, one) {
            self.check_if_wanted(kind, term);
        }
        if self.cx.wants(CheckKind::Bounds) {
            let ends = self.string_ends(region, at, self.array_length(arg));
            self.check(CheckKind::Bounds, ends);
        }
    }

    /// `∃ n ≥ 0. at + n lies in the object ∧ at[n] = 0`, written out for an array of known length.
    fn string_ends(&mut self, region: RegionId, at: Pointer, length: Option<u64>) -> Term {
        let Some(map) = self.characters(region) else { return self.any_truth() };
        let all = self.var(map);
        let row = read(self.pool(), all, &[at.object]);
        let size = self.cx.size;
        let sizes = self.var(size);
        let size = self.pool().select(sizes, &[at.object]);
        let zero = self.int(0);
        let whole = length.filter(|length| *length <= LOOKED_AT);
        let mut ways = Vec::new();
        for k in 0..whole.unwrap_or(FIRST_CHARACTERS) {
            let k = self.int(i128::from(k));
            let index = self.pool().add(at.offset, k);
            ways.push(ends_at(self, row, index, size));
        }
        if whole.is_none() {
            // The last character of the object, where many strings end.
            let one = self.int(1);
            let last = self.pool().sub(size, one);
            let after = self.pool().le(at.offset, last);
            let ends = ends_at(self, row, last, size);
            ways.push(self.pool().and(&[after, ends]));
            let bound = self.pool().fresh_var("n@", Sort::INT);
            let n = self.var(bound);
            let from = self.pool().le(zero, n);
            let index = self.pool().add(at.offset, n);
            let ends = ends_at(self, row, index, size);
            let body = self.pool().and(&[from, ends]);
            ways.push(self.pool().exists(&[bound], Vec::new(), body));
        }
        self.pool().or(&ways)
    }

    /// The map in which characters of the region are, if each is an entry of its own.
    pub fn characters(&mut self, region: RegionId) -> Option<invar_logic::VarId> {
        match self.mode(region) {
            Mode::Elements(element) => {
                let types = &self.cx.unit.types;
                let is_char = types.int_kind(element).is_some() && types.size_of(element) == Some(1);
                is_char.then(|| self.cx.element_map(region, 0, Part::Int))
            }
            Mode::Cells | Mode::Bytes => Some(self.cx.flat_map(region, Part::Int)),
        }
    }

    /// The length of the array of characters whose first element the argument points to.
    fn array_length(&self, arg: &Expr) -> Option<u64> {
        match &arg.kind {
            ExprKind::Cast { operand, .. } => self.array_length(operand),
            ExprKind::AddressOf(place) => match (&place.kind, self.cx.unit.types.get(place.ty)) {
                (_, Type::Array { length: ArrayLength::Known(length), .. }) => Some(*length),
                (PlaceKind::Index(array, index), _) if matches!(index.kind, ExprKind::Int(0)) => {
                    match self.cx.unit.types.get(array.ty) {
                        Type::Array { length: ArrayLength::Known(length), .. } => Some(*length),
                        _ => None,
                    }
                }
                (_, _) => None,
            },
            _ => None,
        }
    }

    fn check_format(&mut self, call: &Call, args: &[Value], format: usize) {
        let Some(arg) = call.args.get(format) else { return };
        let Some(text) = self.literal_text(arg) else {
            self.check_string_argument(call, args, format);
            return self.unknown_format(call, args, format + 1);
        };
        let conversions = conversions(&text);
        if conversions.len() > args.len().saturating_sub(format + 1) {
            self.doubt("formats that want more arguments than there are".to_string());
        }
        for (number, conversion) in (format + 1..).zip(conversions) {
            let (Some(arg), Some(value)) = (call.args.get(number), args.get(number)) else { break };
            match (conversion, value) {
                (Conversion::Value, _) => {}
                (Conversion::String, Value::Pointer(at)) => self.check_string(arg, *at),
                (Conversion::PartOfString, Value::Pointer(at)) => {
                    let one = self.int(0);
                    self.check_bytes(arg, *at, one, Null::Invalid);
                    let fine = self.any_truth();
                    self.check_if_wanted(CheckKind::Bounds, fine);
                }
                (Conversion::Count, Value::Pointer(at)) => self.count_written(arg, *at),
                (Conversion::String | Conversion::PartOfString | Conversion::Count, _) => {
                    self.doubt("formats that do not fit their arguments".to_string());
                }
            }
        }
    }

    /// A format that is not known may write every integer that it gets a pointer to.
    fn unknown_format(&mut self, call: &Call, args: &[Value], first: usize) {
        self.approximate("a format that is not a literal");
        let fine = self.any_truth();
        self.check_if_wanted(CheckKind::Bounds, fine);
        for (arg, value) in call.args.iter().zip(args).skip(first) {
            let types = &self.cx.unit.types;
            let counts = types.pointee(arg.ty).is_some_and(|to| types.int_kind(to).is_some());
            if let (true, Value::Pointer(at)) = (counts, value) {
                let region = self.cx.regions.target(self.id, arg);
                self.forget_row(region, at.object);
            }
        }
    }

    fn count_written(&mut self, arg: &Expr, at: Pointer) {
        let types = &self.cx.unit.types;
        let size = types.pointee(arg.ty).and_then(|to| types.size_of(to)).unwrap_or(1);
        let bytes = self.int(i128::from(size));
        self.check_bytes(arg, at, bytes, Null::Invalid);
        let region = self.cx.regions.target(self.id, arg);
        self.forget_row(region, at.object);
        self.approximate("the number of characters that `%n` writes");
    }

    /// As many bytes from a pointer on exist.
    pub fn check_bytes(&mut self, arg: &Expr, at: Pointer, bytes: Term, null: Null) {
        let region = self.cx.regions.target(self.id, arg);
        let (zero, one) = (self.int(0), self.int(1));
        let empty = self.pool().le(bytes, zero);
        let allowed = match null {
            Null::Allowed => self.pool().eq(at.object, zero),
            Null::Invalid => Term::FALSE,
        };
        // How long a block of bytes is in cells is not known: one cell is checked, and the rest stays open.
        let in_cells = self.mode(region) == Mode::Cells;
        let length = if in_cells { one } else { bytes };
        for (kind, term) in self.range_checks(region, at, length) {
            let open = if kind == CheckKind::Bounds && in_cells { self.any_truth() } else { Term::TRUE };
            let term = self.pool().and(&[term, open]);
            let fine = self.pool().or(&[empty, allowed, term]);
            self.check_if_wanted(kind, fine);
        }
    }

    /// The characters of a string literal.
    pub fn literal_text(&self, arg: &Expr) -> Option<Vec<u32>> {
        match &arg.kind {
            ExprKind::Cast { operand, .. } => self.literal_text(operand),
            ExprKind::AddressOf(place) => self.literal_place(place),
            _ => None,
        }
    }

    fn literal_place(&self, place: &crate::c::hir::Place) -> Option<Vec<u32>> {
        match &place.kind {
            PlaceKind::String(id) => Some(self.cx.unit.strings[*id].units.clone()),
            PlaceKind::Index(array, index) if matches!(index.kind, ExprKind::Int(0)) => self.literal_place(array),
            _ => None,
        }
    }
}

/// May the pointer be null?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Null {
    Allowed,
    Invalid,
}

fn ends_at(body: &mut Body<'_, '_>, row: Term, index: Term, size: Term) -> Term {
    let zero = body.int(0);
    let pool = body.pool();
    let char = pool.select(row, &[index]);
    let (inside, is_end) = (pool.lt(index, size), pool.eq(char, zero));
    pool.and(&[inside, is_end])
}
