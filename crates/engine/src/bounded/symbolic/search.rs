//! The driver: one state after the other, and every failing run is repeated by the interpreter.

use std::collections::BTreeMap;

use invar_base::{Span, Stop};
use invar_gcl::interp::{Inputs, Interpreter, Limits, Outcome, Run, ScriptedOracle};
use invar_gcl::{ImplId, Program};

use super::info::NEVER;
use super::machine::{Failing, Machine};
use super::queue::{Merit, Queue};
use super::records::Scripted;
use super::solve::Solver;
use super::state::State;
use crate::bounded::runs::{EVENTS, inputs_of};
use crate::means::Means;
use crate::shares::STATE;

/// How much is looked at.
#[derive(Clone, Copy)]
pub struct Amount {
    /// Commands; a unit of the prover counts as one.
    pub steps: u64,
    /// The same where hardly any state waits: there is one way through the program, however long, and it is worth following.
    pub alone: u64,
    /// Questions to the prover. Opening a session costs more than many runs, and each question as much as one of a proof.
    pub questions: u32,
}

/// What one question may cost: a part of all.
fn question(amount: Amount) -> u32 {
    u32::try_from(amount.steps / 4).unwrap_or(u32::MAX).clamp(10_000, 5_000_000)
}

/// So few.
const ALONE: usize = 3;

/// What taking up a state counts, a new term, and a condition.
const TAKEN: u64 = 20;
const TERM: u64 = 2;
const CONDITION: u64 = 2;

/// Once a run is known to fail, the others look for this long.
const AFTERWARDS: u64 = 40_000;

/// Runs at one place that the interpreter tries to repeat.
const TRIES: u32 = 6;

/// Decisions of all runs together.
const MOST_RECORDS: usize = 10_000_000;

/// Steps of the interpreter for one run.
const REPEATED: u64 = 400_000_000;

/// What was looked at.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Looked {
    /// Failing runs, as the symbols say.
    pub claimed: u64,
    /// Those that the interpreter repeats, as far as it tried.
    pub repeated: u64,
    pub tried: u64,
    /// Everything on the way had a value or became a term, and every question was answered.
    pub is_exact: bool,
    /// No run was left out.
    pub is_complete: bool,
}

/// Gives failing runs, with their inputs, to `found`, which says whether one is a real one.
pub fn symbolic_runs(
    program: &Program,
    impl_id: ImplId,
    amount: Amount,
    means: &Means<'_>,
    found: &mut dyn FnMut(Inputs, Run) -> bool,
) -> Result<Looked, Stop> {
    let machine = Machine::new(program, impl_id, Solver::new(means, amount.questions, question(amount)));
    let mut search = Search {
        machine,
        impl_id,
        means,
        found,
        end: amount.steps,
        units: means.left(),
        alone: amount.alone,
        spent_alone: 0,
        tries: BTreeMap::new(),
        taken: 0,
        looked: Looked::default(),
    };
    search.run()
}

struct Search<'a, 'm, 'f> {
    machine: Machine<'a, 'm>,
    impl_id: ImplId,
    means: &'m Means<'m>,
    found: &'f mut dyn FnMut(Inputs, Run) -> bool,
    /// What may be spent.
    end: u64,
    /// What the means had in the beginning.
    units: u64,
    alone: u64,
    spent_alone: u64,
    tries: BTreeMap<(Span, Option<Span>), u32>,
    taken: u64,
    looked: Looked,
}

impl Search<'_, '_, '_> {
    fn run(&mut self) -> Result<Looked, Stop> {
        let mut queue = Queue::default();
        let start = self.machine.start(self.impl_id);
        self.collect(start, &mut queue);
        while self.may_go_on()
            && self.machine.records.len() < MOST_RECORDS
            && self.means.left() > 0
            && let Some(state) = queue.pop()
        {
            self.means.budget.check()?;
            self.taken += 1;
            let before = self.spent();
            let rest = self.machine.advance(state);
            if queue.waiting() < ALONE {
                self.spent_alone += self.spent() - before;
            }
            self.collect(rest, &mut queue);
            for failing in std::mem::take(&mut self.machine.failing) {
                self.looked.claimed += 1;
                self.repeat(&failing);
            }
        }
        self.looked.is_exact = self.machine.doubts == 0;
        self.looked.is_complete = self.looked.is_exact && queue.is_empty();
        Ok(self.looked)
    }

    /// What is spent while hardly any state waits has a limit of its own.
    fn may_go_on(&self) -> bool {
        let spent = self.spent();
        spent - self.spent_alone < self.end && spent < self.end.max(self.alone)
    }

    fn spent(&self) -> u64 {
        let Machine { steps, symbols, conditions, .. } = &self.machine;
        let terms = (symbols.pool.term_count() - symbols.program.pool.term_count()) as u64;
        steps
            + (self.units - self.means.left())
            + TAKEN * self.taken
            + TERM * terms
            + CONDITION * conditions.len() as u64
    }

    /// The states that wait, if a check can follow.
    fn collect(&mut self, state: Option<State>, queue: &mut Queue) {
        let waiting = std::mem::take(&mut self.machine.waiting);
        for state in waiting.into_iter().chain(state) {
            let merit = self.merit(&state);
            if merit.distance < NEVER {
                queue.push(state, merit);
            }
        }
    }

    fn merit(&self, state: &State) -> Merit {
        let own = self.machine.distances.from(state.place);
        let further = state.caller.as_ref().map_or(NEVER, |frame| own.end + frame.distance);
        let visits = self.machine.visits.get(&(state.place.impl_id, state.place.block)).copied().unwrap_or(0);
        Merit { visits, distance: own.check.min(further) }
    }

    /// The interpreter makes the same decisions.
    fn repeat(&mut self, failing: &Failing) {
        let tries = self.tries.entry(failing.place).or_default();
        *tries += 1;
        if *tries > TRIES || self.machine.settled.contains(&failing.place) {
            return;
        }
        self.looked.tried += 1;
        let program = self.machine.program;
        let script = self.machine.records.script(&self.machine.symbols, &failing.state.model, failing.state.record);
        let mut oracle = Scripted { script, program, means: self.means, limit: self.means.at_most(STATE) };
        let mut interpreter = Interpreter::new(program, &program.pool).with_budget(self.means.budget.clone());
        let limits = Limits { steps: REPEATED, events: 0 };
        let run = interpreter.run(self.impl_id, &Inputs::default(), &mut oracle, limits);
        if !matches!(run.outcome, Outcome::Failed(_)) {
            return;
        }
        self.looked.repeated += 1;
        let (inputs, decisions) = inputs_of(program, self.impl_id, run.decisions);
        let limits = Limits { steps: REPEATED, events: EVENTS };
        let again = interpreter.run(self.impl_id, &inputs, &mut ScriptedOracle::new(decisions), limits);
        if (self.found)(inputs, again) {
            self.machine.settled.insert(failing.place);
            (self.end, self.alone) =
                (self.end.min(self.spent() - self.spent_alone + AFTERWARDS), self.spent() + AFTERWARDS);
        }
    }
}
