//! The variables' values in one state: found by the variables' numbers, because a run reads and writes little else. A program
//! has many variables, and a run the few of the bodies that it enters: what has a number near to each other shares a page.

use std::ops::Index;

use invar_base::Id;
use invar_logic::{Value, VarId};

/// Variables of one page.
const PAGE: usize = 64;

type Page = [Option<Value>; PAGE];

#[derive(Clone, Default, Debug)]
pub struct Values(Vec<Option<Box<Page>>>);

impl Values {
    pub fn get(&self, var: &VarId) -> Option<&Value> {
        let page = self.0.get(var.index() / PAGE)?.as_ref()?;
        page[var.index() % PAGE].as_ref()
    }

    pub fn insert(&mut self, var: VarId, value: Value) {
        let (number, place) = (var.index() / PAGE, var.index() % PAGE);
        if self.0.len() <= number {
            self.0.resize(number + 1, None);
        }
        let page = self.0[number].get_or_insert_with(|| Box::new([const { None }; PAGE]));
        page[place] = Some(value);
    }

    /// Takes the value out.
    pub fn remove(&mut self, var: &VarId) -> Option<Value> {
        let page = self.0.get_mut(var.index() / PAGE)?.as_mut()?;
        page[var.index() % PAGE].take()
    }

    /// In the order of the variables' numbers.
    pub fn iter(&self) -> impl Iterator<Item = (VarId, &Value)> {
        let pages = self.0.iter().enumerate().filter_map(|(number, page)| Some((number, page.as_ref()?)));
        pages.flat_map(|(number, page)| {
            let known = page.iter().enumerate();
            known.filter_map(move |(place, value)| Some((VarId::from_index(number * PAGE + place), value.as_ref()?)))
        })
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
