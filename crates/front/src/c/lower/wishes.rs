//! Candidates for preconditions, as annotations. In: a function and what it uses. Out: choices, each in several strengths, the
//! weakest first; what is more natural to ask for comes first.

use std::collections::BTreeSet;

use super::candidate::{Candidate, boolean, number, one};
use super::linked::{Links, of_every};
use super::sights::{Sight, Sights, load};
use crate::c::hir::spec::{self, Location, LogicType, PlaceKind, TermKind};
use crate::c::hir::uses::{Numbers, Uses};
use crate::c::hir::{BinaryOp, CompareOp, FunctionId, Unit};
use crate::c::points_to::Regions;
use crate::c::types::{ArrayLength, IntKind, Type, TypeId};
use invar_base::Span;

/// A value of the text: a parameter, a global, or a member of what one of these points to.
#[derive(Clone, Debug)]
struct Named {
    place: spec::Place,
    text: String,
}

/// A pointer, and the integers that may say how many elements it points to.
struct Pointer {
    named: Named,
    lengths: Vec<Named>,
}

/// Integers that are lengths of one pointer, pointers, and numbers from the text that are bounds, at most.
const MOST_LENGTHS: usize = 4;
const MOST_POINTERS: usize = 14;
const MOST_BOUNDS: usize = 3;

/// Constants that may say how many elements a pointer walks over.
const LEAST_LIMIT: u64 = 2;
const MOST_LIMIT: u64 = 1 << 16;

/// The least bound of an integer: a smaller one would pin it.
const LEAST_BOUND: u64 = 3;

/// All choices for a function.
pub fn wishes(unit: &Unit, regions: &Regions, id: FunctionId, uses: &Uses) -> Vec<Vec<Candidate>> {
    let (pointers, integers) = values(unit, id, uses);
    let types = Types { unit, sights: Sights { unit, regions, function: id } };
    let of_pointers = pointers.iter().flat_map(|pointer| types.of_pointer(pointer, uses));
    let of_records = pointers.iter().flat_map(|pointer| types.of_record(&pointer.named, uses));
    let of_lists = types.of_lists(&pointers, uses);
    let numbers = integers.iter().filter(|integer| is_number(unit, integer, uses));
    let of_integers = numbers.flat_map(|integer| types.of_integer(integer, uses));
    let mut choices: Vec<(Kind, Vec<Candidate>)> =
        of_pointers.chain(of_records).chain(of_lists).chain(of_integers).collect();
    choices.sort_by_key(|(kind, _)| *kind);
    choices.into_iter().map(|(_, candidates)| candidates).collect()
}

/// Are values computed from it, and is it never compared? What is compared chooses between ways, and the function itself says what it
/// does with all its values.
fn is_number(unit: &Unit, named: &Named, uses: &Uses) -> bool {
    has(unit, named, &uses.numbers) && !has(unit, named, &uses.compared)
}

fn has(unit: &Unit, named: &Named, numbers: &Numbers) -> bool {
    match &named.place.kind {
        PlaceKind::Local(id) => numbers.locals.contains(id),
        PlaceKind::Global(id) => numbers.globals.contains(id),
        PlaceKind::Field(record, number) => match unit.types.get(record.ty) {
            Type::Record(record) => numbers.fields.contains(&(*record, *number)),
            _ => false,
        },
        PlaceKind::Deref(_) | PlaceKind::Index(..) => false,
    }
}

/// What is asked for, the most natural first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Counted,
    One,
    Followed,
    Linked,
    Ordered,
    Least,
    Text,
    Constant,
    Below,
    Freeable,
    Single,
}

/// The pointers and the integers that callers can be asked about.
fn values(unit: &Unit, id: FunctionId, uses: &Uses) -> (Vec<Pointer>, Vec<Named>) {
    let function = &unit.functions[id];
    let param = |&param: &crate::c::hir::LocalId| {
        let local = &function.locals[param];
        let place = spec::Place { kind: PlaceKind::Local(param), ty: local.ty, span: local.span };
        // Of `[static n]` the author says how many there are.
        (!local.name.is_empty() && local.elements == 0).then(|| Named { place, text: local.name.clone() })
    };
    let params: Vec<Named> = function.params.iter().filter_map(param).collect();
    let globals = globals(unit, function.name_span, uses);
    let own: Vec<Named> = integers_of(unit, &params);
    let shared: Vec<Named> = integers_of(unit, &globals);
    let (mut pointers, mut integers) = (Vec::new(), own.clone());
    for (roots, lengths) in [(&params, &own), (&globals, &shared)] {
        for root in roots.iter().filter(|root| unit.types.is_pointer(root.place.ty)) {
            let lengths = lengths.iter().take(MOST_LENGTHS).cloned().collect();
            pointers.push(Pointer { named: root.clone(), lengths });
        }
    }
    let mut held: Vec<Named> = Vec::new();
    for root in params.iter().chain(&globals) {
        held.extend(hold(unit, root, uses, &own, &mut pointers, &mut integers));
    }
    // Members of members, but not on and on: a list is no larger contract than its first element.
    for root in &held {
        hold(unit, root, uses, &own, &mut pointers, &mut integers);
    }
    integers.extend(shared);
    pointers.truncate(MOST_POINTERS);
    (pointers, integers)
}

/// Adds the pointers and the integers in what a pointer points to; those that lead to other records or pointers.
fn hold(
    unit: &Unit,
    root: &Named,
    uses: &Uses,
    own: &[Named],
    pointers: &mut Vec<Pointer>,
    integers: &mut Vec<Named>,
) -> Vec<Named> {
    let members = members(unit, root, uses);
    let counts = integers_of(unit, &members);
    let lengths: Vec<Named> = counts.iter().chain(own).take(MOST_LENGTHS).cloned().collect();
    integers.extend(counts);
    let pointee = |named: &Named| unit.types.pointee(named.place.ty);
    let is_held = |named: &Named| unit.types.is_pointer(named.place.ty) || is_open_array(unit, named.place.ty);
    let held: Vec<Named> = members.into_iter().filter(is_held).collect();
    pointers.extend(held.iter().map(|named| Pointer { named: named.clone(), lengths: lengths.clone() }));
    held.into_iter().filter(|named| pointee(named).is_some() && pointee(named) != pointee(root)).collect()
}

/// `member[]` at the end of a record: how many elements there are only its author knows.
fn is_open_array(unit: &Unit, ty: TypeId) -> bool {
    match unit.types.get(ty) {
        Type::Array { length: ArrayLength::Unknown | ArrayLength::Known(0), .. } => true,
        Type::Array { length: ArrayLength::Known(_) | ArrayLength::Variable(_), .. } => false,
        Type::Void | Type::Int(_) | Type::Float(_) | Type::Pointer(_) | Type::Enum(_) | Type::Function(_) => false,
        Type::Record(_) | Type::VaList | Type::Opaque { .. } | Type::Error => false,
    }
}

/// Variables that a contract of the function can name, and that may change.
fn globals(unit: &Unit, place: Span, uses: &Uses) -> Vec<Named> {
    let is_named = |scope: &Span| scope.source == place.source && scope.start < place.start && place.start < scope.end;
    let named = uses.globals.iter().map(|&id| (id, &unit.globals[id])).filter(|(_, global)| {
        global.scopes.iter().any(is_named) && !global.is_const && !global.is_system && !global.is_ghost
    });
    let named = named.map(|(id, global)| {
        let place = spec::Place { kind: PlaceKind::Global(id), ty: global.ty, span: global.span };
        Named { place, text: global.name.clone() }
    });
    named.filter(|named| !named.text.contains("::")).collect()
}

fn integers_of(unit: &Unit, values: &[Named]) -> Vec<Named> {
    let is_number = |named: &&Named| unit.types.int_kind(named.place.ty).is_some_and(|kind| kind != IntKind::Bool);
    values.iter().filter(is_number).cloned().collect()
}

/// The members that the function uses of the record that a pointer points to, or what the pointer points to if it is a pointer.
fn members(unit: &Unit, root: &Named, uses: &Uses) -> Vec<Named> {
    let Some(pointee) = unit.types.pointee(root.place.ty) else { return Vec::new() };
    let span = root.place.span;
    let whole = spec::Place { kind: PlaceKind::Deref(Box::new(load(&root.place))), ty: pointee, span };
    let Type::Record(record) = unit.types.get(pointee) else {
        let inner = Named { place: whole, text: format!("*{}", root.text) };
        return if unit.types.is_pointer(pointee) { vec![inner] } else { Vec::new() };
    };
    let fields = unit.types.fields(*record).iter().zip(0..);
    let used = fields.filter(|(field, number)| {
        uses.fields.contains(&(*record, *number)) && !field.name.is_empty() && field.bits.is_none()
    });
    let shown = if root.text.starts_with('*') { format!("({})", root.text) } else { root.text.clone() };
    let member = |(field, number): (&crate::c::types::Field, u32)| {
        let kind = PlaceKind::Field(Box::new(whole.clone()), number);
        Named { place: spec::Place { kind, ty: field.ty, span }, text: format!("{shown}->{}", field.name) }
    };
    used.map(member).collect()
}

/// Makes candidates of values.
struct Types<'a> {
    unit: &'a Unit,
    sights: Sights<'a>,
}

impl Types<'_> {
    fn of_pointer(&self, pointer: &Pointer, uses: &Uses) -> Vec<(Kind, Vec<Candidate>)> {
        let named = (&pointer.named.place, pointer.named.text.as_str());
        let sights = self.sights.of(named.0, named.1, uses).into_iter();
        let mut choices: Vec<(Kind, Vec<Candidate>)> =
            sights.flat_map(|sight| self.seen_as(&sight, pointer, uses)).collect();
        if uses.frees && self.unit.types.is_pointer(pointer.named.place.ty) {
            choices.push((Kind::Freeable, self.freeable(&pointer.named)));
        }
        choices
    }

    /// What a pointer could be asked for that is seen as one to elements of a type.
    fn seen_as(&self, sight: &Sight, pointer: &Pointer, uses: &Uses) -> Vec<(Kind, Vec<Candidate>)> {
        let Sight { base, text, .. } = sight;
        let span = base.span;
        let mut choices = vec![(Kind::One, self.validity(&pointer.named, one(base), sight.one()))];
        let is_text = uses.reads_text && self.is_character(base);
        if is_text && self.unit.types.is_pointer(pointer.named.place.ty) {
            choices.extend(self.strings(&pointer.named, base, text).map(|strings| (Kind::Text, strings)));
        }
        // A record that data follow is no element of an array.
        let lengths = if self.is_followed(&pointer.named, uses) { &[][..] } else { &pointer.lengths[..] };
        let range = |length: &Named| (Kind::Counted, minus_one(value(&length.place)), sight.counted(&length.text));
        let ranges = lengths.iter().map(range);
        let element = pointee(self.unit, base);
        let is_own = |(moved, step): &&(TypeId, u64)| Some(*moved) == element && *step > 0;
        let steps = uses.steps.iter().rev().filter(is_own).take(MOST_BOUNDS);
        let mut last: Vec<u64> = steps.map(|(_, step)| *step).collect();
        if element.is_some_and(|element| uses.walked.contains(&element)) && !self.is_followed(&pointer.named, uses) {
            let limits = uses.limits.iter().rev().filter(|limit| (LEAST_LIMIT..=MOST_LIMIT).contains(limit));
            last.extend(limits.take(MOST_BOUNDS).map(|limit| limit - 1));
        }
        last.sort_unstable();
        last.dedup();
        let constants = last.into_iter().rev();
        let constants = constants.map(|last| (Kind::Constant, number(last.into(), span), sight.up_to(last)));
        for (kind, high, shown) in ranges.chain(constants) {
            let range = Location::Range { pointer: base.clone(), low: Some(number(0, span)), high: Some(high), span };
            choices.push((kind, self.validity(&pointer.named, range, shown)));
        }
        for index in lengths {
            let at = value(&index.place);
            let range = Location::Range { pointer: base.clone(), low: Some(at.clone()), high: Some(at), span };
            let shown = sight.at(&index.text).map(|shown| self.validity(&pointer.named, range, shown));
            choices.extend(shown.map(|validity| (Kind::Single, validity)));
        }
        choices
    }

    /// Data that follow a record, as many as one of its members says; and members that are not larger than others.
    fn of_record(&self, named: &Named, uses: &Uses) -> Vec<(Kind, Vec<Candidate>)> {
        let types = &self.unit.types;
        let Some(ty) = types.pointee(named.place.ty) else { return Vec::new() };
        let Type::Record(record) = types.get(ty) else { return Vec::new() };
        let members = integers_of(self.unit, &members(self.unit, named, uses));
        let mut choices = Vec::new();
        if uses.followed.contains(record)
            && let (Some(size), Some(Sight { base, text, .. })) =
                (types.size_of(ty), self.sights.characters(&named.place, &named.text))
        {
            for length in members.iter().take(MOST_LENGTHS) {
                let span = base.span;
                let high = minus_one(sum(number(size.into(), span), value(&length.place)));
                let range =
                    Location::Range { pointer: base.clone(), low: Some(number(0, span)), high: Some(high), span };
                let shown = format!("{text} + (0 .. sizeof(*{}) + {} - 1)", named.text, length.text);
                choices.push((Kind::Followed, self.validity(named, range, shown)));
            }
        }
        let member = |number: u32| {
            let is_it = |named: &&Named| matches!(&named.place.kind, PlaceKind::Field(_, own) if *own == number);
            members.iter().find(is_it)
        };
        for (_, small, large) in uses.ordered.iter().filter(|(other, _, _)| other == record) {
            // Of two members that are compared both ways nobody can say which one is the limit.
            if !uses.ordered.contains(&(*record, *large, *small))
                && let (Some(small), Some(large)) = (member(*small), member(*large))
            {
                let sides = (Box::new(value(&small.place)), Box::new(value(&large.place)));
                let term = boolean(TermKind::Compare(CompareOp::LessEqual, sides.0, sides.1), named.place.span);
                let text = format!("{} <= {}", small.text, large.text);
                choices.push((Kind::Ordered, vec![Candidate { text, term, text_at: None, every: None }]));
            }
        }
        choices
    }

    /// That each pointer in the records of a list is null or leads to something, once for each type and the memory that they are in.
    fn of_lists(&self, pointers: &[Pointer], uses: &Uses) -> Vec<(Kind, Vec<Candidate>)> {
        let Sights { unit, regions, function } = self.sights;
        let links = Links { unit, regions, function };
        let (mut choices, mut known) = (Vec::new(), BTreeSet::new());
        for Pointer { named, .. } in pointers {
            let members = members(unit, named, uses);
            let places: Vec<&spec::Place> = members.iter().map(|member| &member.place).collect();
            let Some((name, home)) = links.of(&named.place, &places) else { continue };
            if !known.insert((name.clone(), home)) {
                continue;
            }
            for member in members.into_iter().filter(|member| unit.types.is_pointer(member.place.ty)) {
                let text = member.text.rsplit("->").next().map_or(String::new(), |own| format!("q->{own}"));
                let mut said = self.of_linked(&Named { text, ..member.clone() }, uses);
                if member.place.ty == named.place.ty {
                    // A list that never ends is no list.
                    let may_end = |candidate: &Candidate| candidate.text.contains("== \\null ||");
                    said.iter_mut().for_each(|strengths| strengths.retain(may_end));
                }
                let choice = |said: Vec<Candidate>| said.into_iter().map(|said| of_every(&named.place, &name, said));
                choices.extend(said.into_iter().map(|said| (Kind::Linked, choice(said).collect())));
            }
        }
        choices
    }

    /// What is said of a member.
    fn of_linked(&self, member: &Named, uses: &Uses) -> Vec<Vec<Candidate>> {
        let sights = self.sights.of(&member.place, &member.text, uses);
        let Some(Sight { base, text, .. }) = sights.into_iter().find(|sight| sight.text == member.text) else {
            return Vec::new();
        };
        let mut said = vec![self.validity(member, one(&base), text.clone())];
        said.extend(self.strings(member, &base, &text).filter(|_| uses.reads_text && self.is_character(&base)));
        said
    }

    fn is_followed(&self, named: &Named, uses: &Uses) -> bool {
        let pointee = self.unit.types.pointee(named.place.ty).map(|pointee| self.unit.types.get(pointee));
        matches!(pointee, Some(Type::Record(record)) if uses.followed.contains(record))
    }

    fn is_character(&self, pointer: &spec::Term) -> bool {
        let pointee = pointee(self.unit, pointer);
        let kind = pointee.and_then(|pointee| self.unit.types.int_kind(pointee));
        matches!(kind, Some(IntKind::Char | IntKind::UChar | IntKind::SChar))
    }

    /// Readable or writable, and perhaps only if the pointer is not null.
    fn validity(&self, named: &Named, location: Location, shown: String) -> Vec<Candidate> {
        // What a pointer to a function points to is no object, and nothing says which functions can be called.
        let pointee = self.unit.types.pointee(named.place.ty);
        if pointee.is_some_and(|ty| matches!(self.unit.types.get(ty), Type::Function(_))) {
            return Vec::new();
        }
        let valid = |word: &str, read_only| {
            let kind = TermKind::Valid { locations: vec![location.clone()], read_only };
            let term = boolean(kind, named.place.span);
            Candidate { text: format!("\\{word}({shown})"), term, text_at: None, every: None }
        };
        let (read, write) = (valid("valid_read", true), valid("valid", false));
        if !self.unit.types.is_pointer(named.place.ty) {
            return vec![read, write];
        }
        vec![self.or_null(named, &read), self.or_null(named, &write), read, write]
    }

    /// A zero follows, and everything up to it can be read, or written.
    fn strings(&self, named: &Named, base: &spec::Term, text: &str) -> Option<Vec<Candidate>> {
        let (var, span, element) = (self.unit.logic.counter?, base.span, pointee(self.unit, base)?);
        let count = || spec::Term { kind: TermKind::Var(var), ty: LogicType::Integer, span };
        let low = boolean(TermKind::Compare(CompareOp::LessEqual, Box::new(number(0, span)), Box::new(count())), span);
        let kind = TermKind::PointerAdd(Box::new(base.clone()), Box::new(count()));
        let end = spec::Term { kind, ty: base.ty, span };
        let end = value(&spec::Place { kind: PlaceKind::Deref(Box::new(end)), ty: element, span });
        let zero = boolean(TermKind::Compare(CompareOp::Equal, Box::new(end), Box::new(number(0, span))), span);
        let string = |word: &str, read_only| {
            let range =
                Location::Range { pointer: base.clone(), low: Some(number(0, span)), high: Some(count()), span };
            let valid = boolean(TermKind::Valid { locations: vec![range], read_only }, span);
            let body = boolean(TermKind::And(vec![low.clone(), valid, zero.clone()]), span);
            let element = if text.starts_with('(') { format!("({text})[k]") } else { format!("{text}[k]") };
            let shown = format!("\\exists integer k; 0 <= k && \\{word}({text} + (0 .. k)) && {element} == 0");
            let term = boolean(TermKind::Exists(vec![var], Box::new(body)), span);
            Candidate { text: shown, term, text_at: Some(base.clone()), every: None }
        };
        let (read, write) = (string("valid_read", true), string("valid", false));
        Some(vec![self.or_null(named, &read), read, write])
    }

    fn freeable(&self, named: &Named) -> Vec<Candidate> {
        let kind = TermKind::Freeable(Box::new(load(&named.place)));
        let text = format!("\\freeable({})", named.text);
        let freeable = Candidate { text, term: boolean(kind, named.place.span), text_at: None, every: None };
        vec![self.or_null(named, &freeable), freeable]
    }

    fn or_null(&self, named: &Named, candidate: &Candidate) -> Candidate {
        let (pointer, span) = (load(&named.place), named.place.span);
        let null = spec::Term { kind: TermKind::Null, ty: pointer.ty, span };
        let is_null = boolean(TermKind::Compare(CompareOp::Equal, Box::new(pointer), Box::new(null)), span);
        let inner = if candidate.text.starts_with("\\exists") {
            format!("({})", candidate.text)
        } else {
            candidate.text.clone()
        };
        let text = format!("{} == \\null || {inner}", named.text);
        let term = boolean(TermKind::Or(vec![is_null, candidate.term.clone()]), span);
        Candidate { text, term, text_at: candidate.text_at.clone(), every: None }
    }

    fn of_integer(&self, named: &Named, uses: &Uses) -> Vec<(Kind, Vec<Candidate>)> {
        let is_signed = self.unit.types.int_kind(named.place.ty).is_some_and(IntKind::is_signed);
        let least = if is_signed { vec![0, 1] } else { vec![1] };
        let low = least.into_iter().map(|least| self.compared(named, CompareOp::GreaterEqual, least)).collect();
        let bounds = uses.lengths.iter().rev().filter(|bound| **bound >= LEAST_BOUND).take(MOST_BOUNDS);
        let high: Vec<Candidate> = bounds.map(|&bound| self.compared(named, CompareOp::Less, bound.into())).collect();
        let high = (!high.is_empty()).then_some((Kind::Below, high));
        [(Kind::Least, low)].into_iter().chain(high).collect()
    }

    fn compared(&self, named: &Named, op: CompareOp, bound: i128) -> Candidate {
        let span = named.place.span;
        let (value, limit) = (Box::new(value(&named.place)), Box::new(number(bound, span)));
        let sign = if op == CompareOp::Less { "<" } else { ">=" };
        let text = format!("{} {sign} {bound}", named.text);
        Candidate { text, term: boolean(TermKind::Compare(op, value, limit), span), text_at: None, every: None }
    }
}

fn pointee(unit: &Unit, pointer: &spec::Term) -> Option<TypeId> {
    match pointer.ty {
        LogicType::C(ty) => unit.types.pointee(ty),
        LogicType::Integer | LogicType::Real | LogicType::Boolean => None,
    }
}

/// What an integer's place holds.
fn value(place: &spec::Place) -> spec::Term {
    spec::Term { ty: LogicType::Integer, ..load(place) }
}

fn sum(left: spec::Term, right: spec::Term) -> spec::Term {
    let span = left.span;
    let kind = TermKind::Binary(BinaryOp::Add, Box::new(left), Box::new(right));
    spec::Term { kind, ty: LogicType::Integer, span }
}

fn minus_one(term: spec::Term) -> spec::Term {
    let span = term.span;
    let kind = TermKind::Binary(BinaryOp::Subtract, Box::new(term), Box::new(number(1, span)));
    spec::Term { kind, ty: LogicType::Integer, span }
}
