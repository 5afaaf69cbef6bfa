//! The memory that a function starts in. In: the maps and pointers of a recorded run's inputs, encoded as the lowering of C
//! describes (`front::c::lower::program`). Out: objects to allocate, what to store in them, and pointers as C expressions.
//!
//! An object is made when a pointer to it is met, with all that its elements point to. What cannot be written down in C is
//! an error: half a memory would be another run.

use std::collections::BTreeMap;

use crate::c::Guide;
use crate::c::hir::{FunctionId, GlobalId, StringId};
use crate::c::lower::shape::{Leaf, LeafStep, Shapes, float_width};
use crate::c::lower::{MapKey, Part};
use crate::c::points_to::{Mode, RegionId};
use crate::c::resolve::show::declaration;
use crate::c::types::{ArrayLength, Type, TypeId};
use invar_base::Id;
use invar_logic::{MapDefault, Value, VarId};
use num_bigint::BigInt;

use super::literal::{number_of, string};
use super::plan::{Object, Store};

/// Bytes of one object, and cells that are stored one by one.
const MOST_BYTES: i64 = 1 << 24;
const MOST_CELLS: u64 = 1 << 14;
const MOST_OBJECTS: usize = 1 << 10;

/// Why a run cannot be written as a program.
pub type Problem = String;

pub struct Memory<'a> {
    guide: &'a Guide,
    /// The globals on entry, by variable.
    values: &'a BTreeMap<VarId, Value>,
    shapes: Shapes,
    numbers: BTreeMap<(RegionId, i64), usize>,
    pub objects: Vec<Object>,
}

/// A scalar inside a type: how C reaches it, and where it lies.
struct Spot {
    path: String,
    offset: u64,
    indices: Vec<i64>,
}

/// An object of the run, and how the harness reaches it.
pub struct Reached<'n> {
    pub region: RegionId,
    pub object: i64,
    pub size: u64,
    /// A pointer to its first element, or to its bytes.
    pub name: &'n str,
    pub as_bytes: bool,
}

impl<'a> Memory<'a> {
    pub fn new(guide: &'a Guide, values: &'a BTreeMap<VarId, Value>) -> Memory<'a> {
        Memory { guide, values, shapes: Shapes::default(), numbers: BTreeMap::new(), objects: Vec::new() }
    }

    // ---- pointers

    /// An expression for a pointer into a region.
    pub fn pointer(&mut self, region: RegionId, object: i64, offset: i64) -> Result<String, Problem> {
        let layout = &self.guide.layout;
        let unit = &self.guide.unit;
        if object == 0 {
            return if offset == 0 { Ok("0".into()) } else { Err("a null pointer was moved".into()) };
        }
        if (1..layout.first_string).contains(&object) {
            let global = &unit.globals[GlobalId::from_index((object - 1) as usize)];
            return Ok(moved(&format!("&{}", reachable(&global.name)?), self.bytes(region, offset)?));
        }
        if (layout.first_string..layout.first_function).contains(&object) {
            let literal = &unit.strings[StringId::from_index((object - layout.first_string) as usize)];
            let units = literal.units.strip_suffix(&[0]).unwrap_or(&literal.units);
            let text: Option<String> = units.iter().map(|&unit| char::from_u32(unit).filter(char::is_ascii)).collect();
            let text = text.ok_or("a pointer leads to a string literal with characters beyond ASCII")?;
            return Ok(moved(&string(&text), self.bytes(region, offset)?));
        }
        if (layout.first_label..layout.first_free).contains(&object) {
            return Err("a pointer leads to a label or a standard stream".into());
        }
        if (layout.first_function..layout.first_label).contains(&object) {
            let id = FunctionId::from_index((object - layout.first_function) as usize);
            return Ok(unit.functions[id].name.clone());
        }
        let number = self.object(region, object)?;
        let Object { name, element, .. } = &self.objects[number];
        match self.guide.regions.regions()[region].mode {
            Mode::Elements(_) if element != BYTES && offset == 0 => Ok(name.clone()),
            Mode::Elements(_) if element != BYTES => Ok(format!("{name} + {offset}").replace("+ -", "- ")),
            Mode::Elements(_) | Mode::Cells | Mode::Bytes => {
                let name = name.clone();
                Ok(moved(&name, self.bytes(region, offset)?))
            }
        }
    }

    fn bytes(&self, region: RegionId, offset: i64) -> Result<i64, Problem> {
        let too_far = || "a pointer is very far from its object".to_string();
        match self.guide.regions.regions()[region].mode {
            Mode::Elements(element) => {
                let size = self.guide.unit.types.size_of(element).unwrap_or(1);
                offset.checked_mul(size as i64).ok_or_else(too_far)
            }
            Mode::Bytes => Ok(offset),
            Mode::Cells if offset == 0 => Ok(0),
            Mode::Cells => Err(CELLS.into()),
        }
    }

    /// The number of the object in the plan; it is made when it is first asked for.
    fn object(&mut self, region: RegionId, object: i64) -> Result<usize, Problem> {
        if let Some(&known) = self.numbers.get(&(region, object)) {
            return Ok(known);
        }
        if self.numbers.keys().any(|(other, number)| *number == object && *other != region) {
            return Err("one object is reached at two types".into());
        }
        if self.objects.len() >= MOST_OBJECTS {
            return Err("the run starts with very many objects".into());
        }
        let layout = &self.guide.layout;
        let is_dead = self.map(layout.live, &[object]) == Some(Value::Bool(false));
        let least = match self.guide.regions.regions()[region].mode {
            Mode::Elements(element) => self.guide.unit.types.size_of(element).unwrap_or(1),
            Mode::Cells | Mode::Bytes => 1,
        };
        let size = match self.map(layout.size, &[object]) {
            None => least,
            Some(size) => match number(&size) {
                Some(size @ 0..=MOST_BYTES) => size as u64,
                // Nobody asks how large an object was that is gone.
                _ if is_dead => least,
                // No `i64` holds some of them.
                _ => return Err("an object of the run has very many bytes".into()),
            },
        };
        let element = self.element_text(region);
        let index = self.objects.len();
        let name = format!("object_{}", index + 1);
        self.objects.push(Object {
            name: name.clone(),
            element: element.clone(),
            bytes: size,
            is_dead,
            stores: vec![],
        });
        self.numbers.insert((region, object), index);
        let stores = self.contents(&Reached { region, object, size, name: &name, as_bytes: element == BYTES })?;
        self.objects[index].stores = stores;
        Ok(index)
    }

    /// The type of the elements, if C has a name for it here.
    fn element_text(&self, region: RegionId) -> String {
        match self.guide.regions.regions()[region].mode {
            Mode::Elements(element) if !matches!(self.guide.unit.types.get(element), Type::Array { .. }) => {
                let text = declaration(&self.guide.unit.types, element, String::new());
                if text.contains(['<', '(']) || text == "void" { BYTES.to_string() } else { text }
            }
            Mode::Elements(_) | Mode::Cells | Mode::Bytes => BYTES.to_string(),
        }
    }

    // ---- contents

    /// What the object holds.
    pub fn contents(&mut self, reached: &Reached<'_>) -> Result<Vec<Store>, Problem> {
        match self.guide.regions.regions()[reached.region].mode {
            Mode::Elements(element) => self.elements(reached, element),
            Mode::Bytes => self.plain_bytes(reached),
            Mode::Cells => Err(CELLS.into()),
        }
    }

    fn elements(&mut self, reached: &Reached<'_>, element: TypeId) -> Result<Vec<Store>, Problem> {
        let &Reached { region, object, size, name, as_bytes } = reached;
        let each = self.guide.unit.types.size_of(element).unwrap_or(1).max(1);
        let leaves = self.shapes.leaves(&self.guide.unit.types, element);
        let mut stores = Vec::new();
        for (position_of_leaf, leaf) in leaves.iter().enumerate() {
            let map =
                |part| self.guide.layout.maps.get(&(region, MapKey::Leaf(position_of_leaf as u32, part))).copied();
            let (int, object_map, offset_map) =
                (map(Part::Int).or(map(Part::Token)), map(Part::Object), map(Part::Offset));
            let fields = leaf.fields();
            for position in 0..size.div_ceil(each) {
                for spot in spots(self.guide, element, leaf)? {
                    let at = position * each + spot.offset;
                    let width = self.guide.unit.types.size_of(leaf.ty).unwrap_or(1);
                    if at + width > size {
                        continue;
                    }
                    if stores.len() as u64 > MOST_CELLS {
                        return Err("an object of the run has very many elements".into());
                    }
                    let indices: Vec<i64> = [object, position as i64].into_iter().chain(spot.indices).collect();
                    let value = match (int, object_map) {
                        (Some(map), _) => self.integer_at(map, &indices, leaf),
                        (None, Some(map)) => match self.map(map, &indices).as_ref().and_then(number) {
                            Some(to) => {
                                let offset = offset_map.and_then(|map| self.map(map, &indices));
                                let offset = offset.as_ref().and_then(number).unwrap_or(0);
                                let target = self.guide.regions.region_pointee(region, element, &fields);
                                Some(self.pointer(target, to, offset)?)
                            }
                            None => None,
                        },
                        (None, None) => None,
                    };
                    let Some(value) = value.filter(|value| value != "0") else { continue };
                    let place = if as_bytes {
                        raw(self.guide, leaf, name, at)?
                    } else {
                        format!("{name}[{position}]{}", spot.path)
                    };
                    stores.push(Store { place, value });
                }
            }
        }
        Ok(stores)
    }

    /// A number of the leaf's type. What no run may read (because it is out of range) is not stored.
    fn integer_at(&self, map: VarId, indices: &[i64], leaf: &Leaf) -> Option<String> {
        match self.map(map, indices)? {
            Value::Int(value) => {
                let value = value.to_big();
                self.fits(&value, leaf).then(|| number_of(&self.guide.unit.types, leaf.ty, &value))
            }
            Value::Bool(_) | Value::Real(_) | Value::BitVec { .. } | Value::Map(_) => None,
            Value::Element { .. } | Value::Data { .. } => None,
        }
    }

    fn fits(&self, value: &BigInt, leaf: &Leaf) -> bool {
        let types = &self.guide.unit.types;
        if float_width(types, leaf.ty).is_some() {
            return true;
        }
        let Some(kind) = types.int_kind(leaf.ty) else { return false };
        let bits = leaf.bits.map_or(types.bits(kind), |bits| bits.width);
        let half = BigInt::from(1) << (bits.max(1) - 1);
        if kind.is_signed() { -&half <= *value && *value < half } else { BigInt::ZERO <= *value && *value < half * 2 }
    }

    fn plain_bytes(&mut self, reached: &Reached<'_>) -> Result<Vec<Store>, Problem> {
        let &Reached { region, object, size, name, .. } = reached;
        let Some(&map) = self.guide.layout.maps.get(&(region, MapKey::Flat(Part::Int))) else { return Ok(Vec::new()) };
        if size > MOST_CELLS {
            return Err("an object of the run has very many bytes".into());
        }
        let mut stores = Vec::new();
        for at in 0..size {
            match self.map(map, &[object, at as i64]).as_ref().and_then(number) {
                Some(0) | None => {}
                Some(byte @ 1..=255) => {
                    stores.push(Store { place: format!("((unsigned char *){name})[{at}]"), value: byte.to_string() });
                }
                // A marker of the lowering: part of a pointer or floating value.
                Some(_) => return Err("memory that is used byte by byte holds a pointer or a floating value".into()),
            }
        }
        Ok(stores)
    }

    /// What a map of maps holds.
    fn map(&self, map: VarId, indices: &[i64]) -> Option<Value> {
        let mut value = self.values.get(&map)?;
        for &index in indices {
            let Value::Map(map) = value else { return None };
            value = match (map.entries.get(&vec![Value::int(index)]), &map.default) {
                (Some(value), _) => value,
                (None, MapDefault::Value(value)) => value,
                (None, MapDefault::Closure { .. } | MapDefault::Missing) => return None,
            };
        }
        Some(value.clone())
    }

    /// The stores that give a variable, which is not an object, these values: `value` finds a part at some indices.
    pub fn variable(
        &mut self,
        name: &str,
        ty: TypeId,
        leaf: &Leaf,
        target: Option<RegionId>,
        value: &dyn Fn(Part, &[i64]) -> Option<Value>,
    ) -> Result<Vec<Store>, Problem> {
        let mut stores = Vec::new();
        for spot in spots(self.guide, ty, leaf)? {
            let read = |part| value(part, &spot.indices);
            let text = match (read(Part::Int).or(read(Part::Token)), read(Part::Object)) {
                (Some(Value::Int(value)), _) if self.fits(&value.to_big(), leaf) => {
                    Some(number_of(&self.guide.unit.types, leaf.ty, &value.to_big()))
                }
                (_, Some(object)) => match (number(&object), target) {
                    (Some(object), Some(target)) => {
                        let offset = read(Part::Offset).as_ref().and_then(number).unwrap_or(0);
                        Some(self.pointer(target, object, offset)?)
                    }
                    (_, _) => None,
                },
                (_, _) => None,
            };
            stores.extend(text.map(|value| Store { place: format!("{name}{}", spot.path), value }));
        }
        Ok(stores)
    }
}

/// Where C has no name for a type, memory is bytes.
pub const BYTES: &str = "char";
const CELLS: &str = "memory of several types is laid out in cells, which a harness does not build yet";

pub fn number(value: &Value) -> Option<i64> {
    match value {
        Value::Int(number) => number.to_i64(),
        Value::Bool(_) | Value::Real(_) | Value::BitVec { .. } | Value::Map(_) => None,
        Value::Element { .. } | Value::Data { .. } => None,
    }
}

/// The name, unless it is hidden in a function.
pub fn reachable(name: &str) -> Result<&str, Problem> {
    if name.contains("::") {
        return Err(format!("`{name}` is a static variable inside a function, which nothing outside can set"));
    }
    Ok(name)
}

fn moved(pointer: &str, bytes: i64) -> String {
    match bytes {
        0 => format!("(void *){pointer}"),
        _ => format!("(void *)((char *){pointer} + {bytes})").replace("+ -", "- "),
    }
}

/// The place of a scalar, by its byte.
fn raw(guide: &Guide, leaf: &Leaf, name: &str, at: u64) -> Result<String, Problem> {
    if leaf.bits.is_some() {
        return Err("a bit-field of a type without name is not zero".into());
    }
    let text = declaration(&guide.unit.types, leaf.ty, "*".into());
    let text = if text.contains('<') || guide.unit.types.is_pointer(leaf.ty) { "void **".into() } else { text };
    Ok(format!("*({text})((char *){name} + {at})"))
}

/// All scalars of a leaf, one per index of the arrays on the way.
fn spots(guide: &Guide, ty: TypeId, leaf: &Leaf) -> Result<Vec<Spot>, Problem> {
    let types = &guide.unit.types;
    let mut found = vec![Spot { path: String::new(), offset: 0, indices: Vec::new() }];
    let mut at = ty;
    for step in &leaf.steps {
        match (step, types.get(at)) {
            (LeafStep::Field(number), Type::Record(id)) => {
                let field = types.fields(*id).get(*number as usize).ok_or("a record lacks a field")?;
                for spot in &mut found {
                    if !field.name.is_empty() {
                        spot.path.push('.');
                        spot.path.push_str(&field.name);
                    }
                    spot.offset += field.offset;
                }
                at = field.ty;
            }
            (LeafStep::Index, Type::Array { element, length }) => {
                let length = match length {
                    ArrayLength::Known(length) => *length,
                    ArrayLength::Unknown => 0,
                    ArrayLength::Variable(_) => return Err("an array has a variable length".into()),
                };
                if length * found.len() as u64 > MOST_CELLS {
                    return Err("an array of the run has very many elements".into());
                }
                let each = types.size_of(*element).unwrap_or(1);
                let inner = |spot: &Spot, index: u64| Spot {
                    path: format!("{}[{index}]", spot.path),
                    offset: spot.offset + index * each,
                    indices: spot.indices.iter().copied().chain([index as i64]).collect(),
                };
                found = found.iter().flat_map(|spot| (0..length).map(|index| inner(spot, index))).collect();
                at = *element;
            }
            (LeafStep::Field(_) | LeafStep::Index, _) => return Err("a type is not understood".into()),
        }
    }
    Ok(found)
}
