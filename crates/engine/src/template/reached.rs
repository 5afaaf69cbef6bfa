//! What runs say about all invariant solutions: what a run reaches at a loop's head, the template's instance there must hold of.
//!
//! In: templates of the heads. Out: conditions on solutions, one for each state and each value of what quantifiers bind. Integers far from all numbers
//! of a state are not looked at: whatever exists, is looked for near those. So invariant solutions may be lost, never made up.

use std::cell::RefCell;
use std::collections::BTreeSet;

use invar_base::Budget;
use invar_logic::{Environment, Sort, Term, TermPool, Value, VarId, eval, eval_bool};
use rustc_hash::{FxHashMap, FxHashSet};

use super::atoms::{Atom, Atoms};
use super::question::{Choice, Condition};
use crate::body::StepKind;
use crate::cutpoints::CutPoints;
use crate::ground::{PredicateMap, Template};
use crate::infer::visited::states::{EVALUATION, State, Watched, certain};
use crate::infer::visited::symbols::Symbols;
use crate::task::Task;

/// States of each loop that are looked at, and conditions that are said of them.
const MOST_STATES: usize = 40;
const MOST_CONDITIONS: usize = 6_000;

/// States with other integers are not looked at, and bound variables not at integers further from a state's.
const SMALL: std::ops::RangeInclusive<i64> = -9..=12;
const AROUND: i64 = 2;

/// More variables of one quantifier are not looked at.
const MOST_BOUND: usize = 2;

/// The conditions that the states of runs impose on the templates of all heads.
pub fn conditions(
    pool: &TermPool,
    task: &Task<'_>,
    (map, templates): (&PredicateMap, &[Template]),
    budget: &Budget,
) -> Vec<Condition> {
    let mentioned = mentioned(pool, task, map, templates);
    let symbols = Symbols::default();
    let watched = Watched { task, body: &task.body, symbols: &symbols };
    let states = certain(pool, &watched, &mentioned, &assumed_first(pool, task), budget);
    let reading = Reading { pool, map, atoms: Atoms::default() };
    let mut seen: FxHashSet<Condition> = FxHashSet::default();
    let mut found = Vec::new();
    for (template, states) in templates.iter().zip(&states) {
        for mut place in states.iter().filter_map(Place::new).take(MOST_STATES) {
            let mut work = vec![reading.required(template, true, &mut place)];
            while let Some(condition) = work.pop() {
                match condition {
                    Condition::And(parts) => work.extend(parts),
                    Condition::True => {}
                    Condition::False | Condition::Choice(_) | Condition::Or(_) => {
                        if found.len() >= MOST_CONDITIONS {
                            return found;
                        }
                        if seen.insert(condition.clone()) {
                            found.push(condition);
                        }
                    }
                }
            }
        }
    }
    found
}

/// What is live at each head, and what its template speaks of.
fn mentioned(pool: &TermPool, task: &Task<'_>, map: &PredicateMap, templates: &[Template]) -> Vec<BTreeSet<VarId>> {
    let points = CutPoints::new(task);
    let mut all: Vec<BTreeSet<VarId>> = Vec::new();
    for (head, template) in templates.iter().enumerate().take(task.heads.len()) {
        let bound: BTreeSet<VarId> = template.bound().into_iter().collect();
        let mut here: BTreeSet<VarId> = points.live_at(head).clone();
        here.extend(pool.free_vars_of(&template.terms(map)).into_iter().filter(|var| !bound.contains(var)));
        all.push(here);
    }
    all
}

/// What the assumptions before all loops speak of.
fn assumed_first(pool: &TermPool, task: &Task<'_>) -> Vec<VarId> {
    let steps = &task.body.blocks[task.body.entry].steps;
    let assumed: Vec<Term> = steps
        .iter()
        .filter_map(|step| match step.kind {
            StepKind::Assume(term) => Some(term),
            StepKind::Assign(..) | StepKind::Havoc(_) | StepKind::Assert(..) => None,
        })
        .collect();
    let mut found: Vec<VarId> = pool.free_vars_of(&assumed).into_iter().collect();
    found.sort_unstable();
    found
}

/// A state with values of what quantifiers bind.
struct Place<'a> {
    state: &'a State,
    bound: Vec<(VarId, Value)>,
    values: std::ops::RangeInclusive<i64>,
    numbers: RefCell<FxHashMap<Term, Option<i128>>>,
}

impl<'a> Place<'a> {
    /// `None` if there are large integers in the state: what exists could be far away.
    fn new(state: &'a State) -> Option<Place<'a>> {
        let (mut least, mut most) = (0, 0);
        for number in state.values.values().filter_map(Value::as_int) {
            let number = i64::try_from(number.to_big()).ok().filter(|number| SMALL.contains(number))?;
            (least, most) = (number.min(least), number.max(most));
        }
        let values = least - AROUND..=most + AROUND;
        Some(Place { state, bound: Vec::new(), values, numbers: RefCell::default() })
    }
}

impl Environment for Place<'_> {
    fn var(&self, var: VarId) -> Option<Value> {
        self.var_ref(var).cloned()
    }

    fn var_ref(&self, var: VarId) -> Option<&Value> {
        let bound = self.bound.iter().find(|(known, _)| *known == var).map(|(_, value)| value);
        bound.or_else(|| self.state.values.get(&var))
    }
}

struct Reading<'a> {
    pool: &'a TermPool,
    map: &'a PredicateMap,
    atoms: Atoms,
}

impl Reading<'_> {
    /// What solutions must choose for the template to hold, or not to. What is not known demands nothing.
    fn required(&self, template: &Template, holds: bool, place: &mut Place<'_>) -> Condition {
        match template {
            Template::Fixed(term) => match self.holds(*term, place) {
                Some(truth) if truth != holds => Condition::False,
                Some(_) | None => Condition::True,
            },
            Template::Unknown(of) => {
                let mut parts = Vec::new();
                for (predicate, &term) in self.map.of(*of).iter().enumerate() {
                    let value = self.holds(term, place);
                    if value == Some(false) || (value.is_none() && !holds) {
                        parts.push(Condition::Choice(Choice { unknown: *of, predicate, taken: !holds }));
                    }
                }
                if holds { Condition::and(parts) } else { Condition::or(parts) }
            }
            Template::Not(inner) => self.required(inner, !holds, place),
            Template::And(parts) | Template::Or(parts) => {
                let is_and = matches!(template, Template::And(_)) == holds;
                let parts = parts.iter().map(|part| self.required(part, holds, place)).collect();
                if is_and { Condition::and(parts) } else { Condition::or(parts) }
            }
            Template::Forall(vars, body) | Template::Exists(vars, body) => {
                let is_all = matches!(template, Template::Forall(..)) == holds;
                let is_plain = vars.iter().all(|&var| self.pool.variable(var).sort == Sort::INT);
                if !is_plain || vars.len() > MOST_BOUND {
                    return Condition::True;
                }
                let parts = self.everywhere(vars, body, holds, place);
                if is_all { Condition::and(parts) } else { Condition::or(parts) }
            }
        }
    }

    /// The same of a quantifier's body, for all values that are looked at.
    fn everywhere(&self, vars: &[VarId], body: &Template, holds: bool, place: &mut Place<'_>) -> Vec<Condition> {
        let Some((&var, others)) = vars.split_first() else { return vec![self.required(body, holds, place)] };
        let mut parts = Vec::new();
        for value in place.values.clone() {
            place.bound.push((var, Value::int(value)));
            place.numbers.borrow_mut().clear();
            parts.extend(self.everywhere(others, body, holds, place));
            place.bound.pop();
        }
        place.numbers.borrow_mut().clear();
        parts
    }

    fn holds(&self, formula: Term, place: &Place<'_>) -> Option<bool> {
        match &*self.atoms.of(self.pool, formula) {
            Atom::AtMost(sum) => sum.value(|term| self.number(term, place)).map(|value| value <= 0),
            Atom::Zero(sum, holds) => sum.value(|term| self.number(term, place)).map(|value| (value == 0) == *holds),
            Atom::Opaque => eval_bool(self.pool, formula, place, &mut EVALUATION.clone()).ok(),
        }
    }

    fn number(&self, term: Term, place: &Place<'_>) -> Option<i128> {
        if let Some(known) = place.numbers.borrow().get(&term) {
            return *known;
        }
        let value = eval(self.pool, term, place, &mut EVALUATION.clone()).ok();
        let value = value.and_then(|value| i128::try_from(value.as_int()?.to_big()).ok());
        place.numbers.borrow_mut().insert(term, value);
        value
    }
}
