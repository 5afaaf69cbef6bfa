//! States that runs visit at the heads of loops: the body is run on small random values.
//!
//! They only guide guesses, so a run may be wrong where the evaluator does not know better (a quantifier without bounds is
//! taken to hold).

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use invar_base::Budget;
use invar_gcl::random::Random;
use invar_gcl::{BlockId, Role, Roles};
use invar_logic::{
    Environment, EvalError, MapDefault, MapValue, Sort, SortKind, Term, TermPool, Value, VarId, eval, eval_bool,
};
use rustc_hash::FxHashMap;

use super::open::{Open, invents};
use super::symbols::Symbols;
use crate::body::{Body, StepKind};
use crate::loops::LoopHead;
use crate::task::Task;

/// The values of variables, of those that a run has looked at.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct State {
    pub values: BTreeMap<VarId, Value>,
}

impl Environment for State {
    fn var(&self, var: VarId) -> Option<Value> {
        self.values.get(&var).cloned()
    }

    fn var_ref(&self, var: VarId) -> Option<&Value> {
        self.values.get(&var)
    }
}

/// What variables hold at first; those that are missing, by chance.
pub type Begin = BTreeMap<VarId, Value>;

/// Runs, steps of all of them and of each, and states that are kept for each loop.
const RUNS: u64 = 1_500;
const ALL_STEPS: usize = 150_000;
const STEPS: usize = 1_500;
pub const MOST_STATES: usize = 120;

/// Of one run, the first and the last states at a head that are kept, and how many between them.
const ENDS: usize = 4;
const BETWEEN: usize = 6;

/// What is left of runs, steps and states where little effort is asked for: a first look at a function takes them again and again.
const PARTS: [usize; 5] = [8, 3, 1, 1, 1];

/// Runs from a state of a model on, and states that are kept of them for each loop.
const RESUMED: u64 = 6;
const MOST_RESUMED: usize = 12;

/// Loops that runs come to less often are not understood.
const FEWEST_VISITS: usize = 6;

/// With fewer states, much holds by chance.
const FEW_STATES: usize = 40;

/// How often memory is what a model says it is.
const MEMORY_AS_GIVEN: usize = 30;

/// Runs of which every state has to be certain.
const CERTAIN: u64 = 300;

/// Runs that must have come to every loop.
const FIRST_RUNS: u64 = 150;

/// Values tried for one variable.
const ATTEMPTS: usize = 25;

/// Steps that a value is tried for.
const LOOKAHEAD: usize = 40;

/// Steps of the evaluator for one term.
pub const EVALUATION: u64 = 20_000;

/// Indices at which maps get values of their own.
const INDICES: std::ops::Range<i64> = -2..12;

/// Between what the elements of a map are, where the text says nothing.
const ELEMENTS: [(i64, i64); 5] = [(-2, 2), (0, 1), (-3, 5), (0, 6), (0, 0)];

/// The same of what lies beside an array.
const BESIDE: (i64, i64) = (-12, 12);

/// Numbers of the text up to this size are values that may matter.
const LARGEST_NUMBER: i64 = 100_000;

/// How far elements may be from a number of the text.
const AROUND: i64 = 2;

/// How often the elements of a run are some numbers of the text and what lies beside them, as the characters that a scanner looks for,
/// and how many numbers those are.
const CHOSEN: usize = 35;
const MOST_CHOSEN: usize = 3;

/// How often what is read inside a loop is one of them.
const CHOSEN_INSIDE: usize = 70;

/// In one of so many runs, what is read inside a loop lies this far below what it is in the others: much holds by chance of numbers
/// that are hardly ever below zero.
const BELOW: (u64, i64) = (3, -9);

/// How often numbers at which unsigned integers wrap are among them.
const WRAPPING: usize = 15;

/// Numbers that come up without being asked for.
const SMALL: std::ops::RangeInclusive<i64> = -8..=8;

/// What the text makes likely.
struct Usual {
    /// Between what elements are: the usual ranges, and those between small numbers of the text.
    ranges: Vec<(i64, i64)>,
    /// The other numbers of the text.
    numbers: Vec<i64>,
    /// The largest numbers of unsigned types in it.
    wraps: Vec<i64>,
}

/// What elements of an array tend to be.
#[derive(Clone)]
enum Elements {
    Between(i64, i64),
    Among(Vec<i64>),
}

impl Usual {
    fn new(pool: &TermPool, body: &Body) -> Usual {
        let steps = body.blocks.values().flat_map(|block| &block.steps);
        let terms: Vec<Term> = steps.filter_map(|step| step.term()).collect();
        let literals = pool.integer_literals(&terms);
        let mentioned: Vec<i64> = literals.into_iter().filter_map(|value| i64::try_from(value).ok()).collect();
        let wraps = [u8::MAX.into(), u16::MAX.into(), u32::MAX.into()];
        let wraps = wraps.into_iter().filter(|largest| mentioned.contains(largest)).collect();
        let mut numbers = mentioned;
        numbers.retain(|value| (-LARGEST_NUMBER..=LARGEST_NUMBER).contains(value));
        numbers.sort_unstable();
        numbers.dedup();
        let small: Vec<i64> = numbers.iter().copied().filter(|value| SMALL.contains(value)).take(6).collect();
        let mut ranges = ELEMENTS.to_vec();
        // What is bounded by a number of the text is worth a look on both sides of it.
        let far = numbers.iter().filter(|number| SMALL.contains(number) && number.abs() > AROUND);
        ranges.extend(far.map(|&number| (number - AROUND, number + AROUND)));
        for (number, &low) in small.iter().enumerate() {
            ranges
                .extend(small[number + 1..].iter().map(|&high| (low, high)).filter(|range| !ELEMENTS.contains(range)));
        }
        numbers.retain(|number| !SMALL.contains(number));
        Usual { ranges, numbers, wraps }
    }

    /// What the elements of some array may be.
    fn elements(&self, random: &mut Random) -> Elements {
        let mut chosen: Vec<i64> = Vec::new();
        if !self.numbers.is_empty() && random.chance(CHOSEN) {
            for _ in 0..random.between(1, MOST_CHOSEN as i64) {
                let number = self.numbers[random.below(self.numbers.len())];
                chosen.extend([number, number, number + random.between(-1, 1)]);
            }
        }
        if !self.wraps.is_empty() && random.chance(WRAPPING) {
            let largest = self.wraps[random.below(self.wraps.len())];
            chosen.extend([largest, largest - random.between(0, 3), 0, 1]);
        }
        match chosen.is_empty() {
            true => {
                let (low, high) = self.ranges[random.below(self.ranges.len())];
                Elements::Between(low, high)
            }
            false => Elements::Among(chosen),
        }
    }
}

/// What runs have shown.
pub struct Seen {
    /// The states at each head.
    pub states: Vec<Vec<State>>,
    /// How often a run was at each head.
    pub visits: Vec<usize>,
    /// Has a run left the loop?
    pub left: Vec<bool>,
    /// Has a run come to its end?
    ended: bool,
}

impl Seen {
    fn new(loops: usize) -> Seen {
        Seen { states: vec![Vec::new(); loops], visits: vec![0; loops], left: vec![false; loops], ended: false }
    }

    /// Do they show enough of every loop? Where runs pass by a loop to their end, there is nothing to see of it.
    pub fn is_enough(&self) -> bool {
        self.visits.iter().all(|&visits| visits >= FEWEST_VISITS || visits == 0 && self.ended)
    }

    /// Are more runs not worth the trouble?
    pub fn is_plenty(&self) -> bool {
        self.states.iter().all(|states| states.len() >= FEW_STATES)
    }

    /// With what other runs have shown.
    pub fn add(&mut self, others: Seen) {
        for (number, (states, others)) in self.states.iter_mut().zip(others.states).enumerate() {
            states.extend(others);
            thin_out(states, number as u64, MOST_STATES);
        }
        for (number, left) in self.left.iter_mut().enumerate() {
            self.visits[number] += others.visits[number];
            *left |= others.left[number];
        }
        self.ended |= others.ended;
    }
}

/// What is run.
pub struct Watched<'a> {
    pub task: &'a Task<'a>,
    /// The task's body, with symbols for large numbers.
    pub body: &'a Body,
    pub symbols: &'a Symbols,
}

/// The states at each head, different from each other, with the values of the variables that are live there.
///
/// `begins`: what variables hold at first, for one run each, in turn.
pub fn visited(
    pool: &TermPool,
    watched: &Watched<'_>,
    live: &[BTreeSet<VarId>],
    begins: &[Begin],
    budget: &Budget,
) -> Seen {
    let (body, heads) = (watched.body, &watched.task.heads);
    let mut seen = Seen::new(heads.len());
    let positions: FxHashMap<BlockId, usize> =
        heads.iter().enumerate().map(|(number, head)| (head.head, number)).collect();
    let usual = Usual::new(pool, body);
    let mut steps = 0;
    let part = PARTS[budget.effort.level() as usize - 1];
    for seed in 0..RUNS {
        let is_enough = seen.states.iter().all(|states| states.len() >= 10 * MOST_STATES / part);
        // A loop that no run gets to for so long has a long one before it.
        let is_hopeless = seed >= FIRST_RUNS / part as u64 && seen.states.iter().any(Vec::is_empty);
        if is_enough || is_hopeless || steps > ALL_STEPS / part || budget.check().is_err() {
            break;
        }
        let begin = begins.get(seed as usize % begins.len().max(1));
        let mut run = Run::new(pool, watched, &usual, begin, seed);
        steps += run.go(body.entry, &positions, live, &mut seen);
    }
    for (number, states) in seen.states.iter_mut().enumerate() {
        thin_out(states, number as u64, MOST_STATES);
    }
    seen
}

/// The states at each head that runs visit from a state at one of them on.
pub fn resumed(
    pool: &TermPool,
    watched: &Watched<'_>,
    live: &[BTreeSet<VarId>],
    (head, state): (usize, &State),
) -> Vec<Vec<State>> {
    let heads = &watched.task.heads;
    let mut seen = Seen::new(heads.len());
    let positions: FxHashMap<BlockId, usize> =
        heads.iter().enumerate().map(|(number, head)| (head.head, number)).collect();
    let usual = Usual::new(pool, watched.body);
    for seed in 0..RESUMED {
        let mut run = Run::new(pool, watched, &usual, None, seed);
        run.state.values.extend(state.values.clone());
        run.go(heads[head].head, &positions, live, &mut seen);
    }
    for (number, states) in seen.states.iter_mut().enumerate() {
        thin_out(states, number as u64, MOST_RESUMED);
    }
    seen.states
}

/// The states at each head that runs visit on which every assumption is known to hold. `first` has values from the beginning on: what is assumed
/// of all elements up to `n` is not known as long as `n` has none.
pub fn certain(
    pool: &TermPool,
    watched: &Watched<'_>,
    live: &[BTreeSet<VarId>],
    first: &[VarId],
    budget: &Budget,
) -> Vec<Vec<State>> {
    let heads = &watched.task.heads;
    let mut seen = Seen::new(heads.len());
    let positions: FxHashMap<BlockId, usize> =
        heads.iter().enumerate().map(|(number, head)| (head.head, number)).collect();
    let usual = Usual::new(pool, watched.body);
    let mut steps = 0;
    for seed in 0..CERTAIN {
        if steps > ALL_STEPS || budget.check().is_err() {
            break;
        }
        let mut run = Run::new(pool, watched, &usual, None, seed);
        let before: Vec<usize> = seen.states.iter().map(Vec::len).collect();
        first.iter().for_each(|&var| _ = run.begin(var));
        steps += run.go(watched.body.entry, &positions, live, &mut seen);
        if run.is_in_doubt {
            seen.states.iter_mut().zip(before).for_each(|(states, count)| states.truncate(count));
        }
    }
    for (number, states) in seen.states.iter_mut().enumerate() {
        thin_out(states, number as u64, MOST_STATES);
    }
    seen.states
}

/// Is the value known everywhere, and of numbers that can be computed with?
pub fn is_small(value: &Value) -> bool {
    match value {
        Value::Map(map) => match &map.default {
            MapDefault::Value(default) => is_small(default) && map.entries.values().all(is_small),
            MapDefault::Closure { .. } | MapDefault::Missing => false,
        },
        Value::Int(number) => i32::try_from(number.to_big()).is_ok(),
        _ => true,
    }
}

/// Some of the states, from all runs, `most` at most.
fn thin_out(states: &mut Vec<State>, seed: u64, most: usize) {
    let mut random = Random::new(seed);
    let mut left: Vec<State> = Vec::new();
    while !states.is_empty() && left.len() < most {
        let state = states.swap_remove(random.below(states.len()));
        if !left.contains(&state) {
            left.push(state);
        }
    }
    *states = left;
}

/// The states of one run at one head that are kept: the first ones, the last ones, and some between them, however long the run is. A
/// long run shows little that a short one does not, and most of all it hides how loops end.
#[derive(Default)]
struct Kept {
    first: Vec<State>,
    between: Vec<State>,
    last: VecDeque<State>,
    /// How many states there were between the first and the last ones.
    passed: usize,
}

impl Kept {
    fn add(&mut self, state: State, random: &mut Random) {
        if self.first.len() < ENDS {
            self.first.push(state);
            return;
        }
        self.last.push_back(state);
        if self.last.len() <= ENDS {
            return;
        }
        let Some(state) = self.last.pop_front() else { return };
        self.passed += 1;
        if self.between.len() < BETWEEN {
            self.between.push(state);
        } else if let Some(place) = self.between.get_mut(random.below(self.passed)) {
            *place = state;
        }
    }

    /// An assertion fails after it, in a run of which nobody knows whether it keeps to what is assumed: more likely there is no such state.
    fn forget_last(&mut self) {
        if self.last.pop_back().is_none() {
            self.first.pop();
        }
    }

    fn states(self) -> impl Iterator<Item = State> {
        self.first.into_iter().chain(self.between).chain(self.last)
    }
}

struct Run<'a> {
    pool: &'a TermPool,
    body: &'a Body,
    roles: &'a Roles,
    loops: &'a [LoopHead],
    symbols: &'a Symbols,
    begin: Option<&'a Begin>,
    random: Random,
    state: State,
    text: &'a Usual,
    /// Elements of this run tend to be these.
    elements: Elements,
    sorted: bool,
    /// What integers tend to be.
    usual: i64,
    /// How far from that those are that are read inside a loop.
    below: i64,
    /// Was it not known of something that is assumed whether it holds?
    is_in_doubt: bool,
    /// Do functions that nothing defines have values?
    invents: bool,
}

/// The run goes no further.
struct Stopped;

impl<'a> Run<'a> {
    fn new(pool: &'a TermPool, watched: &Watched<'a>, text: &'a Usual, begin: Option<&'a Begin>, seed: u64) -> Run<'a> {
        let mut random = Random::new(seed);
        let elements = text.elements(&mut random);
        let sorted = random.chance(30);
        let usual = random.between(0, 5);
        let below = if seed % BELOW.0 == 1 { BELOW.1 } else { 0 };
        let Watched { task, body, symbols } = *watched;
        let values = symbols.chosen(&mut random).into_iter().collect();
        let (roles, state) = (&task.program.roles, State { values });
        Run {
            pool,
            body,
            roles,
            loops: &task.heads,
            symbols,
            begin,
            random,
            state,
            text,
            elements,
            sorted,
            usual,
            below,
            is_in_doubt: false,
            invents: invents(task.program),
        }
    }

    /// How many steps did it take?
    fn go(
        &mut self,
        block: BlockId,
        heads: &FxHashMap<BlockId, usize>,
        live: &[BTreeSet<VarId>],
        seen: &mut Seen,
    ) -> usize {
        let mut kept: Vec<Kept> = live.iter().map(|_| Kept::default()).collect();
        let steps = self.walk(block, heads, live, (seen, &mut kept));
        for (states, kept) in seen.states.iter_mut().zip(kept) {
            states.extend(kept.states());
        }
        steps
    }

    fn walk(
        &mut self,
        mut block: BlockId,
        heads: &FxHashMap<BlockId, usize>,
        live: &[BTreeSet<VarId>],
        (seen, kept): (&mut Seen, &mut [Kept]),
    ) -> usize {
        let mut steps = 0;
        // The loops that the run is in, as far as it knows, the innermost last.
        let mut inside: Vec<usize> = Vec::new();
        while steps <= STEPS {
            while let Some(&number) = inside.last()
                && !self.loops[number].blocks.contains(&block)
            {
                seen.left[number] = true;
                inside.pop();
            }
            if let Some(&number) = heads.get(&block) {
                if !inside.contains(&number) {
                    inside.push(number);
                }
                seen.visits[number] += 1;
                let state = self.seen(&live[number]);
                kept[number].add(state, &mut self.random);
            }
            let content = &self.body.blocks[block];
            for position in 0..content.steps.len() {
                steps += 1;
                if self.step(block, position).is_err() {
                    let is_claim = matches!(content.steps[position].kind, StepKind::Assert(..));
                    if let Some(&number) = inside.last()
                        && is_claim
                        && self.is_in_doubt
                    {
                        kept[number].forget_last();
                    }
                    return steps;
                }
            }
            match self.next(&content.next) {
                Some(next) => block = next,
                None => {
                    seen.ended |= content.next.is_empty();
                    inside.into_iter().for_each(|number| seen.left[number] |= content.next.is_empty());
                    return steps;
                }
            }
            steps += 1;
        }
        steps
    }

    /// The present state, of these variables.
    fn seen(&mut self, live: &BTreeSet<VarId>) -> State {
        for &var in live {
            if !self.state.values.contains_key(&var) {
                self.begin(var);
            }
        }
        let vars = live.iter().copied().chain(self.symbols.vars());
        let values = vars.filter_map(|var| Some((var, self.state.values.get(&var)?.clone())));
        State { values: values.collect() }
    }

    fn step(&mut self, block: BlockId, position: usize) -> Result<(), Stopped> {
        match self.body.blocks[block].steps[position].kind {
            StepKind::Assign(var, term) => {
                let value = self.value(term).ok_or(Stopped)?;
                self.state.values.insert(var, value);
                Ok(())
            }
            StepKind::Havoc(var) => self.choose(var, block, position),
            StepKind::Assume(term) | StepKind::Assert(_, term) => match self.truth(term) {
                Some(false) => Err(Stopped),
                Some(true) => Ok(()),
                None => {
                    self.is_in_doubt = true;
                    Ok(())
                }
            },
        }
    }

    /// A value with which the run goes on for a while.
    fn choose(&mut self, var: VarId, block: BlockId, position: usize) -> Result<(), Stopped> {
        let sort = self.pool.variable(var).sort;
        // What a loop reads from outside is what arrays are filled with.
        let is_element = sort == Sort::INT && self.loops.iter().any(|head| head.blocks.contains(&block));
        for attempt in 0..ATTEMPTS {
            let value = match &self.elements {
                Elements::Among(_) if is_element && self.random.chance(CHOSEN_INSIDE) => Value::int(self.element()),
                Elements::Among(_) | Elements::Between(..) => self.any(sort, 0).ok_or(Stopped)?,
            };
            // Half of the attempts are for text that does not allow it.
            let value = match value.as_int() {
                Some(number) if is_element && attempt < ATTEMPTS / 2 => Value::int(number.to_big() + self.below),
                Some(_) | None => value,
            };
            self.state.values.insert(var, value);
            let before = self.state.clone();
            let goes_on = self.goes_on(block, position + 1);
            self.state = before;
            if goes_on {
                return Ok(());
            }
        }
        Err(Stopped)
    }

    /// Does the run get to the next choice, or far enough?
    fn goes_on(&mut self, mut block: BlockId, mut position: usize) -> bool {
        for _ in 0..LOOKAHEAD {
            let content = &self.body.blocks[block];
            let Some(step) = content.steps.get(position) else {
                match self.next(&content.next) {
                    Some(next) => (block, position) = (next, 0),
                    None => return content.next.is_empty(),
                }
                continue;
            };
            if matches!(step.kind, StepKind::Havoc(_)) {
                return true;
            }
            if self.step(block, position).is_err() {
                return false;
            }
            position += 1;
        }
        true
    }

    /// A successor whose opening assumptions do not fail.
    fn next(&mut self, nexts: &[BlockId]) -> Option<BlockId> {
        let mut open: Vec<BlockId> = Vec::new();
        for &next in nexts {
            let opening = self.body.blocks[next].steps.iter().map_while(|step| match step.kind {
                StepKind::Assume(term) => Some(term),
                StepKind::Assign(..) | StepKind::Havoc(_) | StepKind::Assert(..) => None,
            });
            let opening: Vec<Term> = opening.collect();
            if nexts.len() == 1 || opening.into_iter().all(|term| self.truth(term) != Some(false)) {
                open.push(next);
            }
        }
        self.random.pick(&open).copied()
    }

    fn open(&self) -> Open<'_> {
        Open { pool: self.pool, values: &self.state.values, invents: self.invents }
    }

    fn truth(&mut self, term: Term) -> Option<bool> {
        loop {
            match eval_bool(self.pool, term, &self.open(), &mut EVALUATION.clone()) {
                Ok(truth) => return Some(truth),
                Err(EvalError::Unbound(var)) => self.begin(var)?,
                Err(_) => return None,
            }
        }
    }

    fn value(&mut self, term: Term) -> Option<Value> {
        loop {
            match eval(self.pool, term, &self.open(), &mut EVALUATION.clone()) {
                Ok(value) => return Some(value),
                Err(EvalError::Unbound(var)) => self.begin(var)?,
                Err(_) => return None,
            }
        }
    }

    /// The variable has some value from the beginning on.
    fn begin(&mut self, var: VarId) -> Option<()> {
        let is_memory = self.roles.of(self.pool, var) == Role::Memory;
        let given = self.begin.and_then(|begin| begin.get(&var)).filter(|value| !is_memory || is_small(value)).cloned();
        let value = match given.filter(|_| !is_memory || self.random.chance(MEMORY_AS_GIVEN)) {
            Some(value) => value,
            None => self.any(self.pool.variable(var).sort, 0)?,
        };
        self.state.values.insert(var, value);
        Some(())
    }

    fn any(&mut self, sort: Sort, depth: u32) -> Option<Value> {
        if depth > 2 {
            return Value::default_of(self.pool, sort);
        }
        match self.pool.sort_kind(sort) {
            SortKind::Bool => Some(Value::Bool(self.random.chance(50))),
            SortKind::Int if !self.text.numbers.is_empty() && self.random.chance(8) => {
                let number = self.random.pick(&self.text.numbers).copied()?;
                Some(Value::int(number + self.random.between(-1, 1)))
            }
            SortKind::Int if depth > 0 => Some(Value::int(self.element())),
            SortKind::Int => Some(Value::int(match self.random.below(10) {
                0..=4 => self.usual,
                5..=7 => self.random.between(-1, 6),
                8 => self.random.between(0, 20),
                _ => self.random.between(-100, 100),
            })),
            SortKind::Map { domain, range } if domain[..] == [Sort::INT] => self.any_map(*range, depth),
            _ => Value::default_of(self.pool, sort),
        }
    }

    fn element(&mut self) -> i64 {
        match &self.elements {
            Elements::Between(low, high) => self.random.between(*low, *high),
            Elements::Among(numbers) => numbers[self.random.below(numbers.len())],
        }
    }

    fn any_map(&mut self, range: Sort, depth: u32) -> Option<Value> {
        let usual = self.elements.clone();
        if self.random.chance(60) {
            self.elements = self.text.elements(&mut self.random);
        }
        let map = self.any_entries(range, depth);
        self.elements = usual;
        map
    }

    /// The objects that pointers point into at first: each has contents of its own.
    fn objects(&self) -> Vec<Value> {
        let given = self.begin.into_iter().flatten();
        let objects = given.filter(|(var, _)| self.roles.of(self.pool, **var) == Role::Object);
        objects.map(|(_, value)| value.clone()).collect()
    }

    fn any_entries(&mut self, range: Sort, depth: u32) -> Option<Value> {
        let mut values: Vec<Value> = Vec::new();
        for _ in INDICES {
            values.push(self.any(range, depth + 1)?);
        }
        if self.sorted && range == Sort::INT {
            values.sort_by_key(|value| value.as_int().map(|value| value.to_big()));
        }
        // What holds of the elements of an array need not hold of what is beside it.
        if range == Sort::INT && self.random.chance(60) {
            let beside = |index: &i64| *index < 0 || *index >= self.usual;
            let positions: Vec<usize> =
                INDICES.enumerate().filter(|(_, index)| beside(index)).map(|(position, _)| position).collect();
            for position in positions {
                if self.random.chance(50) {
                    values[position] = Value::int(self.random.between(BESIDE.0, BESIDE.1));
                }
            }
        }
        let mut map = MapValue::constant(self.any(range, depth + 1)?);
        if range != Sort::INT && depth == 0 {
            for object in self.objects() {
                let row = self.any(range, depth + 1)?;
                map.insert(vec![object], row);
            }
        }
        for (index, value) in INDICES.zip(values) {
            map.insert(vec![Value::int(index)], value);
        }
        Some(Value::map(map))
    }
}
