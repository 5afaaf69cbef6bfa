//! Visited states seen through predicates. A combination of predicates that a run shows is part of every abstraction of the loop: nobody
//! needs to ask the prover for it.

use std::collections::BTreeSet;

use invar_base::Budget;
use invar_logic::{Term, TermPool, VarId};

use super::points::{Functions, Points};
use super::states::{State, Watched, certain};
use super::symbols::Symbols;
use crate::infer::abstraction::Cube;
use crate::infer::group::{Group, Integers};
use crate::task::Task;

/// More cubes of one group are not looked for: the prover finds the last ones sooner than chance does.
const MOST_CUBES: usize = 400;

/// What runs have shown of a body's loops.
pub struct Shown {
    /// The states at each head.
    states: Vec<Vec<State>>,
    functions: Functions,
}

impl Shown {
    /// Nothing.
    pub fn nothing(loops: usize) -> Shown {
        Shown { states: vec![Vec::new(); loops], functions: Functions::default() }
    }

    /// States of runs on which everything that is assumed is known to hold, with the values of what is mentioned at each head.
    pub fn of_runs(pool: &TermPool, task: &Task<'_>, mentioned: &[BTreeSet<VarId>], budget: &Budget) -> Shown {
        let symbols = Symbols::default();
        let watched = Watched { task, body: &task.body, symbols: &symbols };
        let functions = Functions {
            sum: task.program.sums.as_ref().map(|sums| sums.function),
            place: task.rows.as_ref().map(|rows| rows.place),
        };
        Shown { states: certain(pool, &watched, mentioned, &[], budget), functions }
    }

    /// The combinations of a group's predicates that hold at some state of a loop, for some values of the skolem constants inside
    /// its domain; those that are known of all predicates.
    pub fn cubes(&self, pool: &TermPool, number: usize, group: &Group) -> Vec<Cube> {
        let symbols = Symbols::default();
        let mut points = Points::new(&self.states[number], &symbols, self.functions, &group.skolems);
        let mut columns = |terms: &mut dyn Iterator<Item = Term>| -> Option<Vec<Vec<Option<i64>>>> {
            terms.map(|term| points.column(pool, term).cloned()).collect()
        };
        let (Some(domain), Some(predicates)) =
            (columns(&mut group.domain.iter().copied()), columns(&mut group.terms()))
        else {
            return Vec::new();
        };
        let count = predicates.first().map_or(0, Vec::len);
        let mut cubes: BTreeSet<Cube> = BTreeSet::new();
        for point in 0..count {
            let is_inside = domain.iter().all(|column| column[point] == Some(1));
            let values: Option<Vec<i64>> = predicates.iter().map(|column| column[point]).collect();
            if let Some(values) = values.filter(|_| is_inside && cubes.len() < MOST_CUBES) {
                cubes.insert(Cube::new(values.into_iter().map(|value| Some(value != 0))));
            }
        }
        cubes.into_iter().collect()
    }

    /// The values of integers in the states of a loop, where all of them are known.
    pub fn coordinates(&self, number: usize, integers: &Integers) -> BTreeSet<Vec<i128>> {
        let value = |state: &State, var: &VarId| state.values.get(var)?.as_int()?.to_i64().map(i128::from);
        let all = |state: &State| integers.vars.iter().map(|var| value(state, var)).collect();
        self.states[number].iter().filter_map(all).collect()
    }
}
