//! The variables' values in one state: indexed by the variables' numbers, because a run reads and writes little else.

use std::ops::Index;

use invar_base::Id;
use invar_logic::{Value, VarId};

#[derive(Clone, Default, Debug)]
pub struct Values(Vec<Option<Value>>);

impl Values {
    pub fn get(&self, var: &VarId) -> Option<&Value> {
        self.0.get(var.index())?.as_ref()
    }

    pub fn insert(&mut self, var: VarId, value: Value) {
        if self.0.len() <= var.index() {
            self.0.resize(var.index() + 1, None);
        }
        self.0[var.index()] = Some(value);
    }

    /// Takes the value out.
    pub fn remove(&mut self, var: &VarId) -> Option<Value> {
        self.0.get_mut(var.index())?.take()
    }

    /// In the order of the variables' numbers.
    pub fn iter(&self) -> impl Iterator<Item = (VarId, &Value)> {
        let known = self.0.iter().enumerate();
        known.filter_map(|(index, value)| Some((VarId::from_index(index), value.as_ref()?)))
    }
}

impl PartialEq for Values {
    fn eq(&self, other: &Values) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for Values {}

/// Only for variables that are known to have a value.
impl Index<&VarId> for Values {
    type Output = Value;
    fn index(&self, var: &VarId) -> &Value {
        self.get(var).expect("the variable has a value")
    }
}

impl Extend<(VarId, Value)> for Values {
    fn extend<T: IntoIterator<Item = (VarId, Value)>>(&mut self, values: T) {
        for (var, value) in values {
            self.insert(var, value);
        }
    }
}

impl FromIterator<(VarId, Value)> for Values {
    fn from_iter<T: IntoIterator<Item = (VarId, Value)>>(values: T) -> Values {
        let mut collected = Values::default();
        collected.extend(values);
        collected
    }
}
