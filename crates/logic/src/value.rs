//! Values: what terms denote in a concrete state. In: a prover's model or an interpreter's run; out: readable text, an
//! equality that says `None` when it cannot be decided, and the term that denotes the value again.
//!
//! The derived order is structural: it sorts keys and makes output deterministic. Structural equality implies equality;
//! the converse fails for maps only, so ask `equal` with the sort at hand.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero;
use rustc_hash::FxHashMap;

use crate::int::Int;
use crate::sort::{DatatypeId, Sort, SortKind};
use crate::subst::Substitution;
use crate::term::{Term, TermPool, VarId};

#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Value {
    Bool(bool),
    Int(Int),
    Real(BigRational),
    /// `0 <= value < 2^width`
    BitVec {
        value: BigInt,
        width: u32,
    },
    Map(Arc<MapValue>),
    /// An element of an uninterpreted sort; different indices are different elements.
    Element {
        sort: Sort,
        index: u32,
    },
    Data {
        datatype: DatatypeId,
        constructor: u32,
        fields: Vec<Value>,
    },
}

/// A map: finitely many entries over a default.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct MapValue {
    pub entries: BTreeMap<Vec<Value>, Value>,
    pub default: MapDefault,
}

/// What a map holds outside its entries.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum MapDefault {
    /// Every other index holds this value.
    Value(Value),
    /// A lambda with the values of its free variables; the evaluator computes it at an index.
    Closure { vars: Vec<VarId>, body: Term, environment: BTreeMap<VarId, Value> },
    /// Nothing is known outside the entries.
    Missing,
}

/// What a map holds at an index.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Lookup<'a> {
    Found(&'a Value),
    /// The index is outside the entries, and the default is not a value.
    Default,
    /// The index may or may not be one of the entries: they hold maps that cannot be compared.
    Undecided,
}

/// How many values a sort has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cardinality {
    /// Saturates: `u64::MAX` means at least that many.
    Finite(u64),
    Infinite,
    /// An uninterpreted sort has at least one element; nothing more is known.
    Unknown,
}

impl MapValue {
    /// The map that is `value` everywhere.
    pub fn constant(value: Value) -> MapValue {
        MapValue { entries: BTreeMap::new(), default: MapDefault::Value(value) }
    }

    /// The map about which nothing is known yet.
    pub fn unknown() -> MapValue {
        MapValue { entries: BTreeMap::new(), default: MapDefault::Missing }
    }

    pub fn closure(vars: Vec<VarId>, body: Term, environment: BTreeMap<VarId, Value>) -> MapValue {
        MapValue { entries: BTreeMap::new(), default: MapDefault::Closure { vars, body, environment } }
    }

    /// `self[index := value]`. The index must not hold maps that equal an entry's in another shape: see `store`.
    pub fn insert(&mut self, index: Vec<Value>, value: Value) {
        match &self.default {
            MapDefault::Value(default) if *default == value => {
                self.entries.remove(&index);
            }
            MapDefault::Value(_) | MapDefault::Closure { .. } | MapDefault::Missing => {
                self.entries.insert(index, value);
            }
        }
    }

    /// `self[index := value]` at any index; `None` when it cannot be told which entry the index is.
    pub fn store(&mut self, pool: &TermPool, domain: &[Sort], index: Vec<Value>, value: Value) -> Option<()> {
        if !index.iter().any(Value::holds_map) {
            self.insert(index, value);
            return Some(());
        }
        let key = self.find_entry(pool, domain, &index)?.cloned();
        self.insert(key.unwrap_or(index), value);
        Some(())
    }

    pub fn lookup(&self, pool: &TermPool, domain: &[Sort], index: &[Value]) -> Lookup<'_> {
        match self.find_entry(pool, domain, index) {
            None => Lookup::Undecided,
            Some(Some(key)) => self.entries.get(key).map_or(Lookup::Default, Lookup::Found),
            Some(None) => match &self.default {
                MapDefault::Value(value) => Lookup::Found(value),
                MapDefault::Closure { .. } | MapDefault::Missing => Lookup::Default,
            },
        }
    }

    /// The entry's key that equals the index, if any; the outer `None` is *undecided*.
    fn find_entry(&self, pool: &TermPool, domain: &[Sort], index: &[Value]) -> Option<Option<&Vec<Value>>> {
        if let Some((key, _)) = self.entries.get_key_value(index) {
            return Some(Some(key));
        }
        if !index.iter().any(Value::holds_map) {
            return Some(None);
        }
        let mut undecided = false;
        for key in self.entries.keys() {
            match equal_all(pool, domain.iter().copied(), key, index) {
                Some(true) => return Some(Some(key)),
                Some(false) => {}
                None => undecided = true,
            }
        }
        if undecided { None } else { Some(None) }
    }
}

impl Value {
    pub fn int(value: impl Into<BigInt>) -> Value {
        Value::Int(Int::from(value.into()))
    }

    pub fn map(map: MapValue) -> Value {
        Value::Map(Arc::new(map))
    }

    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Bool(value) => Some(*value),
            _ => None,
        }
    }

    pub fn as_int(&self) -> Option<&Int> {
        match self {
            Value::Int(value) => Some(value),
            _ => None,
        }
    }

    /// Some value of the sort; `None` for a datatype whose values are all infinitely deep.
    pub fn default_of(pool: &TermPool, sort: Sort) -> Option<Value> {
        default_within(pool, sort, &mut BTreeSet::new())
    }

    fn holds_map(&self) -> bool {
        match self {
            Value::Map(_) => true,
            Value::Data { fields, .. } => fields.iter().any(Value::holds_map),
            Value::Bool(_) | Value::Int(_) | Value::Real(_) | Value::BitVec { .. } | Value::Element { .. } => false,
        }
    }

    /// Is the value nested deeper than `limit`? Values are cloned, printed and dropped recursively, so whoever builds
    /// them must keep them shallow.
    pub fn is_deeper_than(&self, limit: u32) -> bool {
        self.depth(limit, &mut FxHashMap::default()).is_none()
    }

    /// How many levels it has, unless there are more than `limit`. Maps share their parts, so each is looked at once.
    fn depth(&self, limit: u32, known: &mut FxHashMap<*const MapValue, u32>) -> Option<u32> {
        let rest = limit.checked_sub(1)?;
        match self {
            Value::Data { fields, .. } => Some(1 + deepest(fields.iter(), rest, known)?),
            Value::Map(map) => {
                let place = Arc::as_ptr(map);
                if let Some(&depth) = known.get(&place) {
                    return (depth <= limit).then_some(depth);
                }
                let default = match &map.default {
                    MapDefault::Value(value) => value.depth(rest, known)?,
                    MapDefault::Closure { environment, .. } => deepest(environment.values(), rest, known)?,
                    MapDefault::Missing => 0,
                };
                let parts = map.entries.iter().flat_map(|(key, value)| key.iter().chain([value]));
                let depth = 1 + default.max(deepest(parts, rest, known)?);
                known.insert(place, depth);
                Some(depth)
            }
            Value::Bool(_) | Value::Int(_) | Value::Real(_) | Value::BitVec { .. } | Value::Element { .. } => Some(1),
        }
    }

    /// Are two values of the sort the same? `None` when that cannot be decided.
    pub fn equal(&self, other: &Value, pool: &TermPool, sort: Sort) -> Option<bool> {
        if self == other {
            // A map of unknown parts equals itself only in the parts that are known.
            return if self.is_fully_known() { Some(true) } else { None };
        }
        match (self, other, pool.sort_kind(sort)) {
            (Value::Map(a), Value::Map(b), SortKind::Map { domain, range }) => equal_maps(pool, domain, *range, a, b),
            (
                Value::Data { constructor: c, fields: a, .. },
                Value::Data { constructor: d, fields: b, datatype },
                SortKind::Datatype(_),
            ) => {
                if c != d {
                    return Some(false);
                }
                let constructor = &pool.datatype(*datatype).constructors[*c as usize];
                equal_all(pool, constructor.fields.iter().map(|field| field.sort), a, b)
            }
            _ => Some(false),
        }
    }

    fn is_fully_known(&self) -> bool {
        match self {
            Value::Map(map) => {
                let default = match &map.default {
                    MapDefault::Value(value) => value.is_fully_known(),
                    MapDefault::Closure { environment, .. } => environment.values().all(Value::is_fully_known),
                    MapDefault::Missing => false,
                };
                default && map.entries.values().all(Value::is_fully_known)
            }
            Value::Data { fields, .. } => fields.iter().all(Value::is_fully_known),
            Value::Bool(_) | Value::Int(_) | Value::Real(_) | Value::BitVec { .. } | Value::Element { .. } => true,
        }
    }

    /// The term that denotes the value. Elements become variables, remembered in `elements`; the caller says that
    /// different ones differ. `None` for a map that is unknown somewhere.
    pub fn to_term(
        &self,
        pool: &mut TermPool,
        sort: Sort,
        elements: &mut BTreeMap<(Sort, u32), VarId>,
    ) -> Option<Term> {
        match self {
            Value::Bool(value) => Some(pool.bool(*value)),
            Value::Int(value) => Some(pool.int(value.to_big())),
            Value::Real(value) => Some(pool.real(value.clone())),
            Value::BitVec { value, width } => Some(pool.bitvec(value.clone(), *width)),
            Value::Element { sort, index } => {
                let key = (*sort, *index);
                let var = match elements.get(&key) {
                    Some(&var) => var,
                    None => pool.fresh_var("element", *sort),
                };
                elements.insert(key, var);
                Some(pool.var(var))
            }
            Value::Data { datatype, constructor, fields } => {
                let declared = pool.datatype(*datatype).constructors[*constructor as usize].fields.clone();
                let fields: Option<Vec<Term>> = fields
                    .iter()
                    .zip(&declared)
                    .map(|(value, field)| value.to_term(pool, field.sort, elements))
                    .collect();
                Some(pool.construct(*datatype, *constructor, &fields?))
            }
            Value::Map(map) => map_to_term(map, pool, sort, elements),
        }
    }

    /// The value as a person reads it: `{0 -> 3, else -> 1}`, `Cons(1, Nil())`, `ref#2`, `5bv8`.
    pub fn display<'a>(&'a self, pool: &'a TermPool) -> impl fmt::Display + 'a {
        Displayed { value: self, pool }
    }
}

fn default_within(pool: &TermPool, sort: Sort, open: &mut BTreeSet<DatatypeId>) -> Option<Value> {
    match pool.sort_kind(sort) {
        SortKind::Bool => Some(Value::Bool(false)),
        SortKind::Int => Some(Value::Int(Int::ZERO)),
        SortKind::Real => Some(Value::Real(BigRational::zero())),
        SortKind::BitVec(width) => Some(Value::BitVec { value: BigInt::zero(), width: *width }),
        SortKind::Uninterpreted(_) => Some(Value::Element { sort, index: 0 }),
        SortKind::Map { range, .. } => Some(Value::map(MapValue::constant(default_within(pool, *range, open)?))),
        SortKind::Datatype(id) => {
            if !open.insert(*id) {
                return None;
            }
            let constructors = pool.datatype(*id).constructors.iter().enumerate();
            let mut found = None;
            for (number, constructor) in constructors {
                let fields: Option<Vec<Value>> =
                    constructor.fields.iter().map(|field| default_within(pool, field.sort, open)).collect();
                if let Some(fields) = fields {
                    found = Some(Value::Data { datatype: *id, constructor: number as u32, fields });
                    break;
                }
            }
            open.remove(id);
            found
        }
    }
}

/// Componentwise equality: one difference decides.
fn equal_all(pool: &TermPool, sorts: impl Iterator<Item = Sort>, a: &[Value], b: &[Value]) -> Option<bool> {
    let mut answer = Some(true);
    for (sort, (a, b)) in sorts.zip(a.iter().zip(b)) {
        match a.equal(b, pool, sort) {
            Some(true) => {}
            Some(false) => return Some(false),
            None => answer = None,
        }
    }
    answer
}

fn equal_maps(pool: &TermPool, domain: &[Sort], range: Sort, a: &MapValue, b: &MapValue) -> Option<bool> {
    let keys: BTreeSet<&Vec<Value>> = a.entries.keys().chain(b.entries.keys()).collect();
    let mut answer = Some(true);
    for &key in &keys {
        match (a.lookup(pool, domain, key), b.lookup(pool, domain, key)) {
            (Lookup::Found(a), Lookup::Found(b)) => match a.equal(b, pool, range) {
                Some(true) => {}
                Some(false) => return Some(false),
                None => answer = None,
            },
            _ => answer = None,
        }
    }
    // Keys that hold maps may coincide, so they are not counted.
    let comparable = !keys.iter().any(|key| key.iter().any(Value::holds_map));
    let outside = match pool.cardinality_of_product(domain) {
        Cardinality::Finite(size) if comparable && keys.len() as u64 >= size => return answer,
        Cardinality::Finite(u64::MAX) | Cardinality::Unknown => false,
        Cardinality::Finite(_) => comparable,
        Cardinality::Infinite => true,
    };
    let defaults = match (&a.default, &b.default) {
        (MapDefault::Value(a), MapDefault::Value(b)) => a.equal(b, pool, range),
        (a, b) if a == b && *a != MapDefault::Missing => Some(true),
        _ => None,
    };
    match defaults {
        Some(true) => answer,
        Some(false) if outside => Some(false),
        Some(false) | None => None,
    }
}

fn map_to_term(
    map: &MapValue,
    pool: &mut TermPool,
    sort: Sort,
    elements: &mut BTreeMap<(Sort, u32), VarId>,
) -> Option<Term> {
    let SortKind::Map { domain, range } = pool.sort_kind(sort).clone() else { return None };
    let mut term = match &map.default {
        MapDefault::Missing => return None,
        MapDefault::Value(value) => {
            let body = value.to_term(pool, range, elements)?;
            let vars: Vec<VarId> = domain.iter().map(|&sort| pool.fresh_var("i", sort)).collect();
            pool.lambda(&vars, body)
        }
        MapDefault::Closure { vars, body, environment } => {
            let mut by = Substitution::new();
            for (&var, value) in environment {
                let sort = pool.variable(var).sort;
                by.insert(var, value.to_term(pool, sort, elements)?);
            }
            let lambda = pool.lambda(vars, *body);
            pool.substitute(lambda, &by)
        }
    };
    for (index, value) in &map.entries {
        let index: Option<Vec<Term>> =
            index.iter().zip(&domain).map(|(value, &sort)| value.to_term(pool, sort, elements)).collect();
        let value = value.to_term(pool, range, elements)?;
        term = pool.store(term, &index?, value);
    }
    Some(term)
}

impl TermPool {
    /// How many values the sort has.
    pub fn cardinality(&self, sort: Sort) -> Cardinality {
        self.cardinality_within(sort, &mut Vec::new())
    }

    fn cardinality_of_product(&self, sorts: &[Sort]) -> Cardinality {
        product(sorts.iter().map(|&sort| self.cardinality(sort)))
    }

    fn cardinality_within(&self, sort: Sort, open: &mut Vec<DatatypeId>) -> Cardinality {
        match self.sort_kind(sort) {
            SortKind::Bool => Cardinality::Finite(2),
            SortKind::Int | SortKind::Real => Cardinality::Infinite,
            SortKind::BitVec(width) => Cardinality::Finite(1u64.checked_shl(*width).unwrap_or(u64::MAX)),
            SortKind::Uninterpreted(_) => Cardinality::Unknown,
            SortKind::Map { domain, range } => {
                let base = self.cardinality_within(*range, open);
                let exponent = product(domain.iter().map(|&sort| self.cardinality_within(sort, open)));
                power(base, exponent)
            }
            SortKind::Datatype(id) => {
                // A recursive datatype with a value at all has infinitely many.
                if open.contains(id) {
                    return Cardinality::Infinite;
                }
                open.push(*id);
                let mut sum = Cardinality::Finite(0);
                for constructor in &self.datatype(*id).constructors {
                    let fields = product(constructor.fields.iter().map(|f| self.cardinality_within(f.sort, open)));
                    sum = match (sum, fields) {
                        (Cardinality::Finite(a), Cardinality::Finite(b)) => Cardinality::Finite(a.saturating_add(b)),
                        (Cardinality::Infinite, _) | (_, Cardinality::Infinite) => Cardinality::Infinite,
                        (Cardinality::Unknown, _) | (_, Cardinality::Unknown) => Cardinality::Unknown,
                    };
                }
                open.pop();
                sum
            }
        }
    }
}

/// No sort is empty, so an infinite factor makes the product infinite.
fn product(factors: impl Iterator<Item = Cardinality>) -> Cardinality {
    factors.fold(Cardinality::Finite(1), |a, b| match (a, b) {
        (Cardinality::Finite(a), Cardinality::Finite(b)) => Cardinality::Finite(a.saturating_mul(b)),
        (Cardinality::Infinite, _) | (_, Cardinality::Infinite) => Cardinality::Infinite,
        (Cardinality::Unknown, _) | (_, Cardinality::Unknown) => Cardinality::Unknown,
    })
}

fn power(base: Cardinality, exponent: Cardinality) -> Cardinality {
    match (base, exponent) {
        (Cardinality::Finite(1), _) => Cardinality::Finite(1),
        (Cardinality::Finite(base), Cardinality::Finite(exponent)) => {
            Cardinality::Finite(base.saturating_pow(u32::try_from(exponent).unwrap_or(u32::MAX)))
        }
        (Cardinality::Infinite, _) | (Cardinality::Finite(_), Cardinality::Infinite) => Cardinality::Infinite,
        (Cardinality::Unknown, _) | (_, Cardinality::Unknown) => Cardinality::Unknown,
    }
}

struct Displayed<'a> {
    value: &'a Value,
    pool: &'a TermPool,
}

impl fmt::Display for Displayed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pool = self.pool;
        match self.value {
            Value::Bool(value) => write!(f, "{value}"),
            Value::Int(value) => write!(f, "{value}"),
            Value::Real(value) if value.is_integer() => write!(f, "{}.0", value.numer()),
            Value::Real(value) => write!(f, "{}.0 / {}.0", value.numer(), value.denom()),
            Value::BitVec { value, width } => write!(f, "{value}bv{width}"),
            Value::Element { sort, index } => match pool.sort_kind(*sort) {
                SortKind::Uninterpreted(name) => write!(f, "{}#{index}", pool.name(*name)),
                _ => write!(f, "#{index}"),
            },
            Value::Data { datatype, constructor, fields } => {
                let constructors = &pool.datatype(*datatype).constructors;
                let name = constructors.get(*constructor as usize).map_or("?", |c| pool.name(c.name));
                write!(f, "{name}(")?;
                write_list(f, pool, fields)?;
                f.write_str(")")
            }
            Value::Map(map) => {
                f.write_str("{")?;
                for (index, value) in &map.entries {
                    write_list(f, pool, index)?;
                    write!(f, " -> {}, ", value.display(pool))?;
                }
                match &map.default {
                    MapDefault::Value(value) => write!(f, "else -> {}}}", value.display(pool)),
                    MapDefault::Closure { .. } => f.write_str("else -> computed}"),
                    MapDefault::Missing => f.write_str("else -> unknown}"),
                }
            }
        }
    }
}

fn write_list(f: &mut fmt::Formatter<'_>, pool: &TermPool, values: &[Value]) -> fmt::Result {
    for (position, value) in values.iter().enumerate() {
        let comma = if position == 0 { "" } else { ", " };
        write!(f, "{comma}{}", value.display(pool))?;
    }
    Ok(())
}

fn deepest<'v>(
    mut parts: impl Iterator<Item = &'v Value>,
    limit: u32,
    known: &mut FxHashMap<*const MapValue, u32>,
) -> Option<u32> {
    parts.try_fold(0, |deepest: u32, part| Some(deepest.max(part.depth(limit, known)?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each level holds the one below twice: as many ways down as there are subsets of the levels.
    #[test]
    fn shared_parts_are_looked_at_once() {
        let mut value = Value::int(0);
        for _ in 0..60 {
            let entries = [(vec![Value::int(1)], value.clone())].into_iter().collect();
            value = Value::Map(Arc::new(MapValue { entries, default: MapDefault::Value(value) }));
        }
        assert!(!value.is_deeper_than(61));
        assert!(value.is_deeper_than(60));
    }
}
