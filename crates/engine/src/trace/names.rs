//! The words of the source for what happens in a run. In: the events of a run, in order. Out: for each, the places of the
//! source that changed, with their new values: `i = 3`, `p = &a[2]`, `p->next = NULL`.
//!
//! The program's source table says what variables stand for. Pointers are told as what they point to: a variable, NULL, or
//! an object without a name, which gets a number when it is first met. Without a table, variables tell themselves.

use std::collections::{BTreeMap, BTreeSet};

use invar_gcl::interp::{Event, EventKind};
use invar_gcl::source::{Form, Kind, ObjectName, Piece, Shown};
use invar_gcl::{ImplId, Program};
use invar_logic::{MapDefault, MapValue, Value, VarId};

/// Changes of one map by one command that are told.
const MOST_CHANGES: usize = 8;

pub type Told = Vec<(String, String)>;

pub struct Narrator<'a> {
    program: &'a Program,
    values: BTreeMap<VarId, Value>,
    /// Variables that the body they belong to has given a value.
    known: BTreeSet<VarId>,
    /// The bodies that run, outermost first.
    bodies: Vec<ImplId>,
    in_entry_block: bool,
    /// Objects of local variables.
    locals: BTreeMap<i64, ObjectName>,
    /// Objects without a name, in the order in which the run meets them.
    unnamed: Vec<i64>,
    died: BTreeSet<i64>,
}

impl<'a> Narrator<'a> {
    pub fn new(program: &'a Program) -> Narrator<'a> {
        Narrator {
            program,
            values: BTreeMap::new(),
            known: BTreeSet::new(),
            bodies: Vec::new(),
            in_entry_block: false,
            locals: BTreeMap::new(),
            unnamed: Vec::new(),
            died: BTreeSet::new(),
        }
    }

    fn shown(&self, var: VarId) -> Option<&'a Shown> {
        self.program.source.variables.get(&var)
    }

    fn has_table(&self) -> bool {
        !self.program.source.variables.is_empty()
    }

    /// What the first of these events changes.
    pub fn tell(&mut self, events: &[Event]) -> Told {
        let Some(event) = events.first() else { return Told::new() };
        self.follow(event);
        let before: Vec<Option<Value>> = event.values.iter().map(|(var, _)| self.values.get(var).cloned()).collect();
        self.values.extend(event.values.iter().cloned());
        self.look_ahead(events);
        let mut told = Told::new();
        for ((var, value), before) in event.values.iter().zip(before) {
            self.note_known(event, *var);
            let change = self.change(*var, before.as_ref(), value);
            if self.is_told(event, *var) {
                told.extend(change);
            }
        }
        told
    }

    /// What a global is initialised with is in the text; it is worth telling once the run has set it.
    fn note_known(&mut self, event: &Event, var: VarId) {
        let is_local = !self.has_table() || self.program.global(var).is_none();
        let is_set = match event.kind {
            EventKind::Assigned | EventKind::Havoced => !self.in_entry_block,
            EventKind::Started(_) => event.depth == 0,
            EventKind::Called(_) | EventKind::Returned(_) => is_local,
            EventKind::EnteredBlock(_) | EventKind::Assumed | EventKind::Checked(_) => return,
        };
        if is_local || is_set {
            self.known.insert(var);
        } else if event.depth == 0 && event.kind == EventKind::Assigned {
            self.known.remove(&var);
        }
    }

    fn follow(&mut self, event: &Event) {
        self.bodies.truncate(event.depth + 1);
        match event.kind {
            EventKind::Started(body) => {
                self.bodies.truncate(event.depth);
                self.bodies.push(body);
                let body = &self.program.impls[body];
                body.variables().for_each(|local| {
                    self.known.remove(&local.var);
                });
            }
            EventKind::EnteredBlock(block) => {
                let entry = self.bodies.last().map(|body| self.program.impls[*body].entry);
                self.in_entry_block = entry == Some(block);
            }
            EventKind::Assigned | EventKind::Havoced | EventKind::Assumed | EventKind::Checked(_) => {}
            EventKind::Called(_) | EventKind::Returned(_) => self.in_entry_block = false,
        }
    }

    /// A program with a table prepares itself in the entry blocks, and tells globals where they change.
    fn is_told(&self, event: &Event, var: VarId) -> bool {
        let is_global = || self.program.global(var).is_some();
        match event.kind {
            EventKind::Started(_) | EventKind::Returned(_) => !(self.has_table() && is_global()),
            EventKind::Assigned | EventKind::Havoced => !(self.has_table() && self.in_entry_block),
            EventKind::EnteredBlock(_) | EventKind::Assumed | EventKind::Checked(_) | EventKind::Called(_) => true,
        }
    }

    /// The offset of a pointer is written by a command of its own, right after its object.
    fn look_ahead(&mut self, events: &[Event]) {
        let (event, later) = (&events[0], &events[1..]);
        let wanted: BTreeSet<VarId> = event.values.iter().filter_map(|(var, _)| self.offset_of(*var)).collect();
        if wanted.is_empty() {
            return;
        }
        let is_same = |other: &&Event| {
            other.span == event.span
                && other.depth == event.depth
                && matches!(other.kind, EventKind::Assigned | EventKind::Havoced)
        };
        let mut found = BTreeSet::new();
        for (var, value) in later.iter().take_while(is_same).flat_map(|event| &event.values) {
            if wanted.contains(var) && found.insert(*var) {
                self.values.insert(*var, value.clone());
            }
        }
    }

    fn offset_of(&self, var: VarId) -> Option<VarId> {
        match self.shown(var)? {
            Shown::Place { kind: Kind::Pointer { offset }, .. }
            | Shown::Memory { kind: Kind::Pointer { offset }, .. } => *offset,
            Shown::Place { .. } | Shown::Memory { .. } | Shown::Address(_) | Shown::Hidden => None,
        }
    }

    fn change(&mut self, var: VarId, before: Option<&Value>, value: &Value) -> Told {
        if self.program.source.live == Some(var) {
            self.note_deaths(before, value);
            return Told::new();
        }
        let Some(shown) = self.shown(var) else {
            let text = || (self.program.pool.var_name(var).to_string(), value.display(&self.program.pool).to_string());
            return if self.program.roles.is_internal(&self.program.pool, var) { Told::new() } else { vec![text()] };
        };
        match shown {
            Shown::Hidden => Told::new(),
            Shown::Address(name) => {
                if let Some(number) = number(value).filter(|number| *number != 0) {
                    self.locals.insert(number, name.clone());
                    self.died.remove(&number);
                }
                Told::new()
            }
            Shown::Place { name, kind } => {
                let changes = changes(before, value, gaps(name));
                let tell = |(indices, value): (Vec<i64>, Value)| {
                    Some((fill(name, &indices), self.value_text(*kind, &indices, &value)))
                };
                changes.into_iter().filter_map(tell).collect()
            }
            Shown::Memory { part, kind } => {
                let mut told = Told::new();
                for (indices, value) in changes(before, value, 2 + gaps(part)) {
                    let [object, element, rest @ ..] = &indices[..] else { continue };
                    if let Some(place) = self.cell(*object, *element, &fill(part, rest)) {
                        told.push((place, self.value_text(*kind, &indices, &value)));
                    }
                }
                told
            }
        }
    }

    fn note_deaths(&mut self, before: Option<&Value>, value: &Value) {
        for (indices, value) in changes(before, value, 1) {
            match (&indices[..], value) {
                ([object], Value::Bool(false)) => {
                    self.died.insert(*object);
                }
                ([object], Value::Bool(true)) => {
                    self.died.remove(object);
                    self.locals.remove(object);
                }
                (_, _) => {}
            }
        }
    }

    // ---- places and values

    /// The place in an element of an object; none in memory that has no elements.
    fn cell(&mut self, object: i64, element: i64, part: &str) -> Option<String> {
        match self.name_of(object) {
            Some(ObjectName { text, form: Form::Single }) if element == 0 => return Some(format!("{text}{part}")),
            Some(ObjectName { text, form: Form::Row }) => return Some(format!("{text}[{element}]{part}")),
            Some(ObjectName { form: Form::Single | Form::Mixed | Form::Literal, .. }) => return None,
            None => {}
        }
        if let Some((pointer, offset)) = self.pointer_to(object, element) {
            return Some(match part.strip_prefix('.') {
                Some(field) if offset == element => format!("{pointer}->{field}"),
                Some(_) | None => format!("{pointer}[{}]{part}", element - offset),
            });
        }
        let number = self.number_of(object);
        Some(if element == 0 { format!("object {number}{part}") } else { format!("object {number}[{element}]{part}") })
    }

    /// A variable in sight that points to the element, or else before it, and where it points.
    fn pointer_to(&self, object: i64, element: i64) -> Option<(String, i64)> {
        let body = self.bodies.last().map(|body| &self.program.impls[*body])?;
        let globals = self.program.globals.iter().map(|global| global.var);
        let vars = body.locals.iter().chain(&body.ins).map(|local| local.var).chain(globals);
        let mut before = None;
        for var in vars.filter(|var| self.known.contains(var)) {
            let Some(Shown::Place { name, kind: Kind::Pointer { offset } }) = self.shown(var) else { continue };
            let [Piece::Text(name)] = &name[..] else { continue };
            let offset = match offset {
                Some(offset) => self.values.get(offset).and_then(number),
                None => Some(0),
            };
            // A call's result is a value, not a place to name others by.
            if self.values.get(&var).and_then(number) != Some(object) || name.ends_with(')') || name.contains(' ') {
                continue;
            }
            match offset {
                Some(offset) if offset == element => return Some((name.clone(), offset)),
                Some(offset) if offset < element && before.is_none() => before = Some((name.clone(), offset)),
                Some(_) | None => {}
            }
        }
        before
    }

    fn value_text(&mut self, kind: Kind, indices: &[i64], value: &Value) -> String {
        let Kind::Pointer { offset } = kind else { return kind.number(&self.program.pool, value) };
        let Some(object) = number(value) else { return "some pointer".to_string() };
        let offset = match offset {
            None => Some(0),
            Some(offset) => self.values.get(&offset).and_then(|map| lookup(map, indices)).and_then(number),
        };
        self.pointer_text(object, offset)
    }

    fn pointer_text(&mut self, object: i64, offset: Option<i64>) -> String {
        if object == 0 {
            let null = self.program.source.null;
            return if offset.is_none_or(|offset| offset == 0) { null.to_string() } else { format!("{null}, moved") };
        }
        let name = self.name_of(object).cloned();
        let state = match (&name, self.is_live(object)) {
            (_, None | Some(true)) => "",
            (Some(_), Some(false)) if self.died.contains(&object) => " (out of scope)",
            (None, Some(false)) if self.died.contains(&object) => " (freed)",
            (Some(ObjectName { form: Form::Literal, .. }), Some(false)) => "",
            (_, Some(false)) => " (not valid)",
        };
        let text = match (&name, offset) {
            (Some(ObjectName { text, form: Form::Literal }), Some(0) | None) => text.clone(),
            (Some(ObjectName { text, form: Form::Literal }), Some(offset)) => format!("{text} + {offset}"),
            (Some(ObjectName { text, form: Form::Row }), Some(offset)) => format!("&{text}[{offset}]"),
            (Some(ObjectName { text, .. }), Some(0)) => format!("&{text}"),
            (Some(ObjectName { text, form: Form::Single }), Some(offset)) => format!("&{text} + {offset}"),
            (Some(ObjectName { text, .. }), Some(_) | None) => format!("into {text}"),
            (None, Some(0) | None) => format!("object {}", self.number_of(object)),
            (None, Some(offset)) => format!("object {}, element {offset}", self.number_of(object)),
        };
        format!("{text}{state}")
    }

    fn name_of(&self, object: i64) -> Option<&ObjectName> {
        self.program.source.objects.get(&object).or_else(|| self.locals.get(&object))
    }

    fn number_of(&mut self, object: i64) -> usize {
        let known = self.unnamed.iter().position(|&other| other == object);
        1 + known.unwrap_or_else(|| {
            self.unnamed.push(object);
            self.unnamed.len() - 1
        })
    }

    fn is_live(&self, object: i64) -> Option<bool> {
        let map = self.values.get(&self.program.source.live?)?;
        match lookup(map, &[object])? {
            Value::Bool(truth) => Some(*truth),
            Value::Int(_) | Value::Real(_) | Value::BitVec { .. } | Value::Map(_) => None,
            Value::Element { .. } | Value::Data { .. } => None,
        }
    }

    /// The values of these variables in a state; of two with one name the later counts.
    pub fn state(&mut self, known: &[(VarId, Value)]) -> Told {
        let mut told = Told::new();
        self.values.extend(known.iter().cloned());
        for (var, value) in known {
            let text = match self.shown(*var) {
                None => self.change(*var, None, value),
                Some(Shown::Place { name, kind }) if gaps(name) == 0 && self.known.contains(var) => {
                    vec![(fill(name, &[]), self.value_text(*kind, &[], value))]
                }
                Some(Shown::Place { .. } | Shown::Memory { .. } | Shown::Address(_) | Shown::Hidden) => Told::new(),
            };
            for (name, value) in text {
                if self.has_table() {
                    told.retain(|(other, _)| *other != name);
                }
                told.push((name, value));
            }
        }
        told
    }
}

fn gaps(name: &[Piece]) -> usize {
    name.iter().filter(|piece| **piece == Piece::Index).count()
}

fn fill(name: &[Piece], indices: &[i64]) -> String {
    let mut indices = indices.iter();
    let piece = |piece: &Piece| match piece {
        Piece::Text(text) => text.clone(),
        Piece::Index => indices.next().map_or("[]".to_string(), |index| format!("[{index}]")),
    };
    name.iter().map(piece).collect()
}

fn number(value: &Value) -> Option<i64> {
    match value {
        Value::Int(number) => number.to_i64(),
        Value::Bool(_) | Value::Real(_) | Value::BitVec { .. } | Value::Map(_) => None,
        Value::Element { .. } | Value::Data { .. } => None,
    }
}

/// What a map of maps holds at these indices.
fn lookup<'v>(value: &'v Value, indices: &[i64]) -> Option<&'v Value> {
    indices.iter().try_fold(value, |value, &index| match value {
        Value::Map(map) => entry(map, &[Value::int(index)]),
        Value::Bool(_) | Value::Int(_) | Value::Real(_) | Value::BitVec { .. } => None,
        Value::Element { .. } | Value::Data { .. } => None,
    })
}

fn entry<'v>(map: &'v MapValue, index: &[Value]) -> Option<&'v Value> {
    match (map.entries.get(index), &map.default) {
        (Some(value), _) => Some(value),
        (None, MapDefault::Value(value)) => Some(value),
        (None, MapDefault::Closure { .. } | MapDefault::Missing) => None,
    }
}

/// Where a map of so many dimensions differs from what it was; the value itself without dimensions. A map that was
/// replaced as a whole has another default: what it holds was not written one by one, and is not told.
fn changes(before: Option<&Value>, value: &Value, dimensions: usize) -> Vec<(Vec<i64>, Value)> {
    let mut found = Vec::new();
    if dimensions == 0 {
        found.push((Vec::new(), value.clone()));
    } else if let Some(before) = before {
        differ(before, value, dimensions, &mut Vec::new(), &mut found);
    }
    if found.len() > MOST_CHANGES {
        found.clear();
    }
    found
}

fn differ(
    before: &Value,
    value: &Value,
    dimensions: usize,
    indices: &mut Vec<i64>,
    found: &mut Vec<(Vec<i64>, Value)>,
) {
    if before == value || found.len() > MOST_CHANGES {
        return;
    }
    let (Value::Map(old), Value::Map(new)) = (before, value) else {
        if dimensions == 0 {
            found.push((indices.clone(), value.clone()));
        }
        return;
    };
    if old.default != new.default {
        return;
    }
    let keys: BTreeSet<&Vec<Value>> = old.entries.keys().chain(new.entries.keys()).collect();
    for key in keys {
        let ([index], Some(value)) = (&key[..], entry(new, key)) else { continue };
        let Some(index) = number(index) else { continue };
        indices.push(index);
        match entry(old, key) {
            Some(before) => differ(before, value, dimensions - 1, indices, found),
            None if dimensions == 1 => found.push((indices.clone(), value.clone())),
            None => {}
        }
        indices.pop();
    }
}
