//! Values that somebody gave to variables: have they their shape, and do elements of maps have values of their type?

use invar_logic::{MapDefault, MapValue, Sort, SortKind, TermPool, Value, VarId};
use num_bigint::BigInt;

use crate::program::Program;

/// The elements of a map that the program never wrote have values of their type all the same.
pub(crate) fn real(program: &Program, pool: &TermPool, var: VarId, value: Value) -> Value {
    match (&value, program.roles.range(pool, var)) {
        (Value::Map(_), Some((low, high))) => wrapped(&value, low, high),
        (_, _) => value,
    }
}

/// Has the value the shape of the sort? Parts of maps and datatypes are the giver's business.
pub(crate) fn fits(pool: &TermPool, sort: Sort, value: &Value) -> bool {
    match (value, pool.sort_kind(sort)) {
        (Value::Bool(_), SortKind::Bool)
        | (Value::Int(_), SortKind::Int)
        | (Value::Real(_), SortKind::Real)
        | (Value::Map(_), SortKind::Map { .. }) => true,
        (Value::BitVec { width, .. }, SortKind::BitVec(expected)) => width == expected,
        (Value::Element { sort: own, .. }, SortKind::Uninterpreted(_)) => *own == sort,
        (Value::Data { datatype, .. }, SortKind::Datatype(expected)) => datatype == expected,
        _ => false,
    }
}

/// All numbers in a map, brought into a range as integers of that range wrap around.
fn wrapped(value: &Value, low: &BigInt, high: &BigInt) -> Value {
    match value {
        Value::Int(number) => {
            let number = number.to_big();
            let count: BigInt = high - low + 1;
            Value::int(low + ((number - low) % &count + &count) % &count)
        }
        Value::Map(map) => {
            let entries = map.entries.iter().map(|(index, value)| (index.clone(), wrapped(value, low, high)));
            let default = match &map.default {
                MapDefault::Value(value) => MapDefault::Value(wrapped(value, low, high)),
                other @ (MapDefault::Closure { .. } | MapDefault::Missing) => other.clone(),
            };
            Value::map(MapValue { entries: entries.collect(), default })
        }
        other => other.clone(),
    }
}
