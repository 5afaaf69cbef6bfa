//! Values as registers hold them: machine integers while they fit, maps from integers as pages that share what they do not
//! change, and everything else as the evaluator knows it.
//!
//! Invariant: `Big` holds only what does not fit `Int`, and `Other` neither integers nor truth values.

use std::collections::BTreeMap;
use std::rc::Rc;

use invar_logic::{Int, MapDefault, MapValue, Value};
use num_bigint::BigInt;

#[derive(Clone, Debug, Default)]
pub(super) enum Cell {
    /// A variable without a value, or an index at which a map holds its default.
    #[default]
    Unset,
    Int(i64),
    Bool(bool),
    Big(Rc<BigInt>),
    Map(Rc<Map>),
    /// Not for registers to compute with.
    Other(Rc<Value>),
}

impl Cell {
    pub fn from_value(value: &Value) -> Cell {
        match value {
            Value::Bool(truth) => Cell::Bool(*truth),
            Value::Int(number) => Cell::from_int(number),
            Value::Map(map) => {
                Map::from_value(map).map_or_else(|| Cell::Other(Rc::new(value.clone())), |map| Cell::Map(Rc::new(map)))
            }
            Value::Real(_) | Value::BitVec { .. } | Value::Element { .. } | Value::Data { .. } => {
                Cell::Other(Rc::new(value.clone()))
            }
        }
    }

    pub fn from_int(number: &Int) -> Cell {
        number.to_i64().map_or_else(|| Cell::Big(Rc::new(number.to_big())), Cell::Int)
    }

    /// `None` if there is no value.
    pub fn to_value(&self) -> Option<Value> {
        match self {
            Cell::Unset => None,
            Cell::Int(number) => Some(Value::Int((*number).into())),
            Cell::Bool(truth) => Some(Value::Bool(*truth)),
            Cell::Big(number) => Some(Value::Int(Int::from(&**number))),
            Cell::Map(map) => Some(Value::map(map.to_value()?)),
            Cell::Other(value) => Some((**value).clone()),
        }
    }

    /// The number, of any size.
    pub fn to_int(&self) -> Option<Int> {
        match self {
            Cell::Int(number) => Some((*number).into()),
            Cell::Big(number) => Some(Int::from(&**number)),
            Cell::Unset | Cell::Bool(_) | Cell::Map(_) | Cell::Other(_) => None,
        }
    }
}

/// Elements of one page: most rows are objects of few cells.
const PAGE: usize = 16;

/// Indices below this may have pages; others, and negative ones, stand in a tree.
const PAGED: u64 = 1 << 22;

/// Pages that a map may skip at first.
const SKIPPED: usize = 64;

type Page = [Cell; PAGE];

/// A map from integers: a default, and what differs from it. An element is in its page, if there is one that holds it, or else in
/// the tree: one that is far from all others must not make a table of pages.
#[derive(Clone, Debug)]
pub(super) struct Map {
    default: Cell,
    pages: Vec<Option<Rc<Page>>>,
    rest: BTreeMap<i64, Cell>,
}

impl Map {
    pub fn constant(default: Cell) -> Map {
        Map { default, pages: Vec::new(), rest: BTreeMap::new() }
    }

    pub fn get(&self, index: i64) -> &Cell {
        if (index as u64) < PAGED
            && let Some(Some(page)) = self.pages.get(index as usize / PAGE)
            && let found = &page[index as usize % PAGE]
            && !matches!(found, Cell::Unset)
        {
            return found;
        }
        if self.rest.is_empty() { &self.default } else { self.rest.get(&index).unwrap_or(&self.default) }
    }

    /// The place of the element, which holds its value or nothing.
    fn place(&mut self, index: i64) -> &mut Cell {
        let number = index as u64 / PAGE as u64;
        if index as u64 >= PAGED || number as usize > 2 * self.pages.len() + SKIPPED {
            return self.rest.entry(index).or_default();
        }
        let number = number as usize;
        if self.pages.len() <= number {
            self.pages.resize(number + 1, None);
        }
        let before = if self.rest.is_empty() { None } else { self.rest.remove(&index) };
        let page = self.pages[number].get_or_insert_with(|| Rc::new([const { Cell::Unset }; PAGE]));
        let place = &mut Rc::make_mut(page)[index as usize % PAGE];
        if let Some(before) = before {
            *place = before;
        }
        place
    }

    pub fn set(&mut self, index: i64, value: Cell) {
        *self.place(index) = value;
    }

    /// The element, to be changed in its place.
    pub fn element(&mut self, index: i64) -> &mut Cell {
        let default = self.default.clone();
        let place = self.place(index);
        if let Cell::Unset = place {
            *place = default;
        }
        place
    }

    /// Cells that a look at all of it visits.
    pub fn size(&self) -> u64 {
        let pages = self.pages.iter().flatten().count() * PAGE;
        (pages + self.rest.len() + 1) as u64
    }

    /// `None` for a map that is no map from machine integers to values.
    fn from_value(map: &MapValue) -> Option<Map> {
        let MapDefault::Value(default) = &map.default else { return None };
        let mut found = Map::constant(Cell::from_value(default));
        for (index, value) in &map.entries {
            let [Value::Int(index)] = index.as_slice() else { return None };
            found.set(index.to_i64()?, Cell::from_value(value));
        }
        Some(found)
    }

    fn to_value(&self) -> Option<MapValue> {
        let mut map = MapValue::constant(self.default.to_value()?);
        for (number, page) in self.pages.iter().enumerate() {
            for (place, cell) in page.iter().flat_map(|page| page.iter()).enumerate() {
                if let Some(value) = cell.to_value() {
                    map.insert(vec![Value::Int(((number * PAGE + place) as i64).into())], value);
                }
            }
        }
        for (index, cell) in &self.rest {
            if let Some(value) = cell.to_value() {
                map.insert(vec![Value::Int((*index).into())], value);
            }
        }
        Some(map)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(cell: &Cell) -> Option<i64> {
        match cell {
            Cell::Int(number) => Some(*number),
            _ => None,
        }
    }

    #[test]
    fn maps_hold_what_is_put_there() {
        let mut map = Map::constant(Cell::Int(7));
        let places = [0, 63, 64, -1, 1 << 22, i64::MAX, i64::MIN];
        for (number, &place) in places.iter().enumerate() {
            map.set(place, Cell::Int(number as i64));
        }
        let before = map.clone();
        map.set(63, Cell::Int(100));
        for (position, &place) in places.iter().enumerate() {
            assert_eq!(number(before.get(place)), Some(position as i64));
        }
        assert_eq!((number(map.get(63)), number(map.get(62)), number(map.get(-2))), (Some(100), Some(7), Some(7)));
        let value = Cell::Map(Rc::new(map)).to_value().expect("it has a value");
        let Cell::Map(again) = Cell::from_value(&value) else { panic!("it is a map") };
        assert_eq!((number(again.get(i64::MIN)), number(again.get(5))), (Some(6), Some(7)));
    }

    /// An element that was far away is found when pages have come near to it.
    #[test]
    fn far_elements_come_into_pages() {
        let mut map = Map::constant(Cell::Int(0));
        map.set(5_000, Cell::Int(1));
        (0..5_000).for_each(|index| map.set(index, Cell::Int(2)));
        assert_eq!((number(map.get(5_000)), number(map.get(4_999))), (Some(1), Some(2)));
        map.set(5_000, Cell::Int(3));
        assert_eq!(number(map.get(5_000)), Some(3));
        assert!(map.rest.is_empty());
    }

    #[test]
    fn a_default_row_is_changed_alone() {
        let mut map = Map::constant(Cell::Map(Rc::new(Map::constant(Cell::Int(0)))));
        let Cell::Map(row) = map.element(3) else { panic!("it is a row") };
        Rc::make_mut(row).set(1, Cell::Int(5));
        let read = |map: &Map, i: i64, j: i64| match map.get(i) {
            Cell::Map(row) => number(row.get(j)),
            _ => None,
        };
        assert_eq!((read(&map, 3, 1), read(&map, 2, 1)), (Some(5), Some(0)));
    }
}
