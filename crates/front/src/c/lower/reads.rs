//! What library functions read: strings up to their end, blocks, and the arguments that formats name.
//!
//! In: a call and its arguments. Out: checks that what is read exists; what conversions write has any value afterwards.

use invar_gcl::CheckKind;
use invar_logic::{Sort, Term};

use super::code::{Body, Pointer, Value};
use super::format::{Conversion, Limit, Target, Width, conversions, points_to_characters, points_to_integer, scanned};
use super::maps::read;
use crate::c::hir::{Call, Expr, ExprKind, PlaceKind};
use crate::c::library::{Input, Reads};
use crate::c::points_to::{Mode, RegionId};
use crate::c::types::{ArrayLength, Type};

/// Strings in arrays up to this length are looked at character by character.
const LOOKED_AT: u64 = 64;
/// Of others, so many characters are.
const FIRST_CHARACTERS: u64 = 8;

impl Body<'_, '_> {
    pub fn check_read(&mut self, reads: Reads, call: &Call, args: &[Value]) {
        match reads {
            Reads::String(number) => self.check_string_argument(call, args, number, Null::Invalid),
            Reads::StringOrNull(number) => self.check_string_argument(call, args, number, Null::Allowed),
            Reads::Prefix { at, length } => {
                if let (Some(arg), Some(Value::Pointer(pointer)), Some(Value::Int(length))) =
                    (call.args.get(at), args.get(at), args.get(length))
                {
                    self.check_prefix(arg, *pointer, length.term);
                }
            }
            Reads::Object(number) => {
                if let (Some(arg), Some(Value::Pointer(at))) = (call.args.get(number), args.get(number)) {
                    self.check_object(arg, *at, Null::Invalid);
                }
            }
            Reads::Unlimited(number) => {
                if let (Some(arg), Some(Value::Pointer(at))) = (call.args.get(number), args.get(number)) {
                    let one = self.int(1);
                    self.check_exists(arg, *at, one, Null::Invalid);
                    self.leave_bounds_open();
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
            Reads::FormatList(number) => self.check_format_list(call, args, number),
        }
    }

    /// A format whose arguments are in a list: which they are is not known.
    fn check_format_list(&mut self, call: &Call, args: &[Value], number: usize) {
        self.check_string_argument(call, args, number, Null::Invalid);
        let text = call.args.get(number).and_then(|arg| self.literal_text(arg));
        let wanted = text.and_then(|text| conversions(&text));
        let follows = |conversion: &Conversion| !matches!(conversion, Conversion::Value(_));
        if wanted.as_ref().is_none_or(|wanted| wanted.iter().any(follows)) {
            self.leave_bounds_open();
            if self.cx.regions.outside().counts {
                self.doubt("formats that may write to arguments in a list".to_string());
            }
        }
        if wanted.is_none_or(|wanted| !wanted.is_empty()) {
            self.doubt_fit("formats whose arguments are in a list".to_string());
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

    pub fn check_string_argument(&mut self, call: &Call, args: &[Value], number: usize, null: Null) {
        if let (Some(arg), Some(Value::Pointer(at))) = (call.args.get(number), args.get(number)) {
            self.check_string(arg, *at, null);
        }
    }

    /// Alive, and there is an end of the string inside the object. Literals have one.
    fn check_string(&mut self, arg: &Expr, at: Pointer, null: Null) {
        if self.literal_text(arg).is_some() || null == Null::Allowed && at.object == self.int(0) {
            return;
        }
        let region = self.cx.regions.target(self.id, arg);
        let one = self.int(1);
        let allowed = self.may_be_null(at, null);
        for (kind, term) in self.range_checks(region, at, one) {
            let fine = self.pool().or(&[allowed, term]);
            self.check_if_wanted(kind, fine);
        }
        if self.cx.wants(CheckKind::Bounds) {
            let ends = self.string_ends(region, at, self.array_length(arg));
            let fine = self.pool().or(&[allowed, ends]);
            self.check(CheckKind::Bounds, fine);
        }
    }

    /// So many characters exist, or the string ends before. A negative number is no limit.
    fn check_prefix(&mut self, arg: &Expr, at: Pointer, length: Term) {
        self.check_exists(arg, at, length, Null::Invalid);
        if !self.cx.wants(CheckKind::Bounds) || self.literal_text(arg).is_some() {
            return;
        }
        let region = self.cx.regions.target(self.id, arg);
        let zero = self.int(0);
        let is_limit = self.pool().le(zero, length);
        let mut enough = vec![is_limit];
        let inside = self.range_checks(region, at, length).into_iter().filter(|(kind, _)| *kind == CheckKind::Bounds);
        enough.extend(inside.map(|(_, term)| term));
        let enough = match self.mode(region) {
            Mode::Elements(_) | Mode::Bytes => self.pool().and(&enough),
            Mode::Cells => {
                self.approximate("how much the library reads or writes");
                self.any_truth()
            }
        };
        let ends = self.string_ends(region, at, self.array_length(arg));
        let is_none = self.pool().eq(length, zero);
        let fine = self.pool().or(&[is_none, enough, ends]);
        self.check(CheckKind::Bounds, fine);
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
        self.check_string_argument(call, args, format, Null::Invalid);
        let Some(wanted) = self.literal_text(arg).and_then(|text| conversions(&text)) else {
            return self.unknown_format(call, args, format + 1);
        };
        if wanted.len() > args.len().saturating_sub(format + 1) {
            self.doubt("formats that want more arguments than there are".to_string());
        }
        for (number, conversion) in (format + 1..).zip(wanted) {
            let (Some(arg), Some(value)) = (call.args.get(number), args.get(number)) else { break };
            match (conversion, value) {
                (Conversion::Value(kind), _) => self.check_fit(kind.fits(&self.cx.unit.types, arg.ty)),
                (Conversion::String(limit), Value::Pointer(at)) => {
                    self.check_fit(points_to_characters(&self.cx.unit.types, arg.ty));
                    self.check_text(arg, *at, limit, number.checked_sub(1).and_then(|number| args.get(number)));
                }
                (Conversion::WideString, Value::Pointer(at)) => {
                    let one = self.int(1);
                    self.check_exists(arg, *at, one, Null::Invalid);
                    self.leave_bounds_open();
                }
                (Conversion::Count(width), Value::Pointer(at)) => self.count_written(arg, *at, width),
                (Conversion::String(_) | Conversion::WideString | Conversion::Count(_), _) => {
                    self.doubt("formats that do not fit their arguments".to_string());
                }
            }
        }
    }

    /// `%s`; `before` is the argument before it, which may say how much of it is read.
    fn check_text(&mut self, arg: &Expr, at: Pointer, limit: Limit, before: Option<&Value>) {
        match (limit, before) {
            (Limit::Known(length), _) => {
                let length = self.int(i128::from(length));
                self.check_prefix(arg, at, length);
            }
            (Limit::Given, Some(Value::Int(length))) => self.check_prefix(arg, at, length.term),
            (Limit::None | Limit::Given, _) => self.check_string(arg, at, Null::Invalid),
        }
    }

    fn check_fit(&mut self, fits: bool) {
        if !fits {
            self.doubt_fit("formats that do not fit their arguments".to_string());
        }
    }

    /// Values that are taken at another type than their own: a property asks nothing about them.
    fn doubt_fit(&mut self, what: String) {
        if self.cx.options.property.is_none() {
            self.doubt(what);
        }
    }

    /// A format that is not known may write every integer that it gets a pointer to.
    fn unknown_format(&mut self, call: &Call, args: &[Value], first: usize) {
        self.approximate("a format that is not a literal");
        self.leave_bounds_open();
        for (arg, value) in call.args.iter().zip(args).skip(first) {
            let types = &self.cx.unit.types;
            let counts = types.pointee(arg.ty).is_some_and(|to| types.int_kind(to).is_some());
            if let (true, Value::Pointer(at)) = (counts, value) {
                self.forget_pointed(arg, *at);
            }
        }
    }

    fn count_written(&mut self, arg: &Expr, at: Pointer, width: Width) {
        self.check_fit(points_to_integer(&self.cx.unit.types, arg.ty, width));
        self.check_object(arg, at, Null::Invalid);
        let one = self.int(1);
        self.check_changeable(arg, at, one);
        self.forget_pointed(arg, at);
        self.approximate("the number of characters that `%n` writes");
    }

    /// What the conversions of a format of `scanf` write.
    pub fn scan(&mut self, call: &Call, args: &[Value], format: usize, input: Input, what: String) {
        if input == Input::Memory {
            self.approximate(what.as_str());
        }
        self.check_string_argument(call, args, format, Null::Invalid);
        let first = format + 1;
        let text = call.args.get(format).and_then(|arg| self.literal_text(arg));
        match text.and_then(|text| scanned(&text)) {
            Some(targets) => self.check_targets(call, args, first, targets),
            None => self.unknown_targets(call, args, first),
        }
        self.approximate(what);
        for (arg, value) in call.args.iter().zip(args).skip(first) {
            if let Value::Pointer(at) = value {
                self.forget_pointed(arg, *at);
            }
        }
    }

    fn check_targets(&mut self, call: &Call, args: &[Value], first: usize, targets: Vec<Target>) {
        if targets.len() > args.len().saturating_sub(first) {
            self.doubt("formats that want more arguments than there are".to_string());
        }
        for (number, target) in (first..).zip(targets) {
            let (Some(arg), Some(value)) = (call.args.get(number), args.get(number)) else { break };
            let Value::Pointer(at) = value else {
                self.doubt("formats that do not fit their arguments".to_string());
                continue;
            };
            self.check_fit(target.fits(&self.cx.unit.types, arg.ty));
            let one = self.int(1);
            match target.bytes(&self.cx.unit.types) {
                Some(bytes) => {
                    let bytes = self.int(i128::from(bytes));
                    self.check_bytes(arg, *at, bytes, Null::Invalid);
                }
                None => {
                    self.check_exists(arg, *at, one, Null::Invalid);
                    self.leave_bounds_open();
                }
            }
            self.check_changeable(arg, *at, one);
        }
    }

    /// The format is not known: each argument may be written, and how much of it is open.
    fn unknown_targets(&mut self, call: &Call, args: &[Value], first: usize) {
        self.doubt_fit("formats of `scanf` that are not literals".to_string());
        self.leave_bounds_open();
        let one = self.int(1);
        for (arg, value) in call.args.iter().zip(args).skip(first) {
            if let Value::Pointer(at) = value {
                self.check_exists(arg, *at, one, Null::Invalid);
                self.check_changeable(arg, *at, one);
            }
        }
    }

    // ---- what must exist

    /// How much is read or written is not known.
    pub fn leave_bounds_open(&mut self) {
        self.approximate("how much the library reads or writes");
        let fine = self.any_truth();
        self.check_if_wanted(CheckKind::Bounds, fine);
    }

    /// One object of the type that the pointer has.
    pub fn check_object(&mut self, arg: &Expr, at: Pointer, null: Null) {
        let types = &self.cx.unit.types;
        let size = types.pointee(arg.ty).and_then(|to| types.size_of(to)).unwrap_or(1);
        let bytes = self.int(i128::from(size));
        self.check_bytes(arg, at, bytes, null);
    }

    /// As many bytes from a pointer on exist.
    pub fn check_bytes(&mut self, arg: &Expr, at: Pointer, bytes: Term, null: Null) {
        self.check_exists(arg, at, bytes, null);
        self.check_inside(arg, at, bytes, null);
    }

    /// There is an object, unless no byte of it is wanted.
    pub fn check_exists(&mut self, arg: &Expr, at: Pointer, bytes: Term, null: Null) {
        let region = self.cx.regions.target(self.id, arg);
        let (zero, one) = (self.int(0), self.int(1));
        let empty = self.pool().eq(bytes, zero);
        let allowed = self.may_be_null(at, null);
        for (kind, term) in self.range_checks(region, at, one) {
            if kind != CheckKind::Bounds {
                let fine = self.pool().or(&[empty, allowed, term]);
                self.check_if_wanted(kind, fine);
            }
        }
    }

    /// So many bytes lie in the object.
    pub fn check_inside(&mut self, arg: &Expr, at: Pointer, bytes: Term, null: Null) {
        let region = self.cx.regions.target(self.id, arg);
        let (zero, one) = (self.int(0), self.int(1));
        let empty = self.pool().le(bytes, zero);
        let allowed = self.may_be_null(at, null);
        // How long a block of bytes is in cells is not known: one cell is checked, and the rest stays open.
        let in_cells = self.mode(region) == Mode::Cells;
        if in_cells {
            self.approximate("how much the library reads or writes");
        }
        let length = if in_cells { one } else { bytes };
        for (kind, term) in self.range_checks(region, at, length) {
            if kind == CheckKind::Bounds {
                let open = if in_cells { self.any_truth() } else { Term::TRUE };
                let term = self.pool().and(&[term, open]);
                let fine = self.pool().or(&[empty, allowed, term]);
                self.check_if_wanted(kind, fine);
            }
        }
    }

    fn may_be_null(&mut self, at: Pointer, null: Null) -> Term {
        let zero = self.int(0);
        match null {
            Null::Allowed => self.pool().eq(at.object, zero),
            Null::Invalid => Term::FALSE,
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

    /// So many bytes at the pointer may be written, or there are none to write.
    pub fn check_changeable(&mut self, arg: &Expr, at: Pointer, bytes: Term) {
        if self.cx.wants(CheckKind::ReadOnly) {
            let region = self.cx.regions.target(self.id, arg);
            let zero = self.int(0);
            let (empty, nowhere) = (self.pool().le(bytes, zero), self.pool().eq(at.object, zero));
            let nothing = self.pool().or(&[empty, nowhere]);
            self.check_writable(region, at.object, nothing);
        }
    }

    pub fn forget_pointed(&mut self, arg: &Expr, at: Pointer) {
        let region = self.cx.regions.target(self.id, arg);
        self.forget_row(region, at.object);
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
