//! Functions that nothing defines, where runs only guide guesses: such as the bytes of a pointer. Without a value no run would get past them, and nothing
//! would be seen of the loops that read such bytes.
//!
//! In: a state. Out: an environment in which a function has some value, the same one for the same arguments. Only for C, where no axiom speaks of them.

use std::collections::BTreeMap;

use invar_gcl::Program;
use invar_logic::{Environment, FuncId, Sort, TermPool, Value, VarId};

/// Values are bytes, and what is a little more.
const VALUES: i64 = 300;

pub struct Open<'a> {
    pub pool: &'a TermPool,
    pub values: &'a BTreeMap<VarId, Value>,
    pub invents: bool,
}

/// Does no axiom say what functions give?
pub fn invents(program: &Program) -> bool {
    program.source.live.is_some()
}

impl Environment for Open<'_> {
    fn var(&self, var: VarId) -> Option<Value> {
        self.values.get(&var).cloned()
    }

    fn var_ref(&self, var: VarId) -> Option<&Value> {
        self.values.get(&var)
    }

    fn apply(&self, function: FuncId, args: &[Value]) -> Option<Value> {
        let number = |arg: &Value| arg.as_int().and_then(|number| number.to_i64()).unwrap_or(0);
        let mixed = args.iter().fold(7_i64, |mixed, arg| mixed.wrapping_mul(31).wrapping_add(number(arg)));
        let value = mixed.rem_euclid(VALUES);
        match self.pool.function(function).range {
            Sort::INT if self.invents => Some(Value::int(value)),
            Sort::BOOL if self.invents => Some(Value::Bool(value % 2 == 0)),
            _ => None,
        }
    }
}
