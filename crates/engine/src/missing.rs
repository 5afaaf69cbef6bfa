//! Which precondition is missing? In: an implementation that is refuted, and preconditions that its author may have had in
//! mind (`Program::possible_requires`). Out: those with which it is proved, as few and as weak as its failing runs allow.
//!
//! A run that fails asks for a precondition that excludes it; with that one the implementation is verified again, until it is
//! proved, or a run fails that nothing excludes.

use invar_gcl::interp::{Interpreter, Limits, Outcome, Recording, ScriptedOracle};
use invar_gcl::{Clause, ImplId, Precondition, Program, Trust};

use crate::means::Means;
use crate::shares::Stage;
use crate::verdict::{Cause, ImplReport, Verdict};
use crate::verify::{Strategy, verify_with};

/// How often the implementation is verified again.
const MOST_ROUNDS: usize = 8;

/// The preconditions, in the words of the text, with which the implementation would be proved; none if it is proved without,
/// or if others are missing too.
pub fn missing_requires(strategy: Strategy, program: &Program, report: &ImplReport, means: &Means<'_>) -> Vec<String> {
    let impl_id = report.impl_id;
    let Some(choices) = program.possible_requires.get(&program.impls[impl_id].proc) else { return Vec::new() };
    let mut search = Search { strategy, program, impl_id, choices, chosen: vec![0; choices.len()], means };
    let found = match &report.verdict {
        Verdict::Proved(_) | Verdict::ProvedIf(_) => false,
        Verdict::Refuted(_) => search.exclude_runs(&report.verdict),
        // The run that cannot be shown may be one that depends on memory that is reached in two ways.
        Verdict::Unknown(unknown) => unknown.cause == Cause::Unsupported && search.do_without(),
    };
    if found { search.texts() } else { Vec::new() }
}

struct Search<'a> {
    strategy: Strategy,
    program: &'a Program,
    impl_id: ImplId,
    choices: &'a [Vec<Precondition>],
    /// How many strengths of each choice are asked for; the last of them counts.
    chosen: Vec<usize>,
    means: &'a Means<'a>,
}

impl Search<'_> {
    /// Chooses what excludes the failing runs, one after the other. True if nothing fails any more.
    fn exclude_runs(&mut self, refuted: &Verdict) -> bool {
        let mut verdict = refuted.clone();
        for _ in 0..MOST_ROUNDS {
            let Verdict::Refuted(trace) = &verdict else { break };
            let step = trace.recording.as_ref().and_then(|run| self.excluding(run));
            let Some((number, strength)) = step else { return false };
            self.chosen[number] = strength;
            verdict = self.verdict();
        }
        let found = matches!(verdict, Verdict::Proved(_));
        if found && self.chosen().count() > 1 {
            self.drop_unneeded();
        }
        found
    }

    /// An early run may have asked for what a later choice makes superfluous.
    fn drop_unneeded(&mut self) {
        for number in 0..self.chosen.len() {
            let strength = std::mem::take(&mut self.chosen[number]);
            if strength > 0 && !self.proves() {
                self.chosen[number] = strength;
            }
        }
    }

    /// Chooses everything, and then drops or weakens what the proof does not need. True if there is one.
    fn do_without(&mut self) -> bool {
        self.chosen = self.choices.iter().map(Vec::len).collect();
        if self.choices.len() > MOST_ROUNDS || !self.proves() {
            return false;
        }
        for number in 0..self.chosen.len() {
            let strongest = self.chosen[number];
            let weakest = (0..strongest).find(|&strength| {
                self.chosen[number] = strength;
                self.proves()
            });
            self.chosen[number] = weakest.unwrap_or(strongest);
        }
        true
    }

    fn proves(&self) -> bool {
        matches!(self.verdict(), Verdict::Proved(_))
    }

    /// The weakest step that excludes the run: which choice, and its strength.
    fn excluding(&self, run: &Recording) -> Option<(usize, usize)> {
        let mut program = self.program.clone();
        let strengths = self.choices.iter().map(Vec::len).max().unwrap_or(0);
        let steps = (1..=strengths).flat_map(|strength| (0..self.choices.len()).map(move |number| (number, strength)));
        let mut stronger = steps.filter(|&(number, strength)| strength > self.chosen[number]);
        stronger.find(|&(number, strength)| {
            let precondition = self.choices[number].get(strength - 1);
            precondition.is_some_and(|precondition| self.excludes(&mut program, precondition, run))
        })
    }

    fn excludes(&self, program: &mut Program, precondition: &Precondition, run: &Recording) -> bool {
        let proc = program.impls[self.impl_id].proc;
        program.procs[proc].requires = vec![self.clause(precondition)];
        let mut oracle = ScriptedOracle::new(run.decisions.iter().cloned());
        let limits = Limits { steps: self.means.budget.effort.step_limit(), events: 0 };
        let run = Interpreter::new(program, &program.pool).run(self.impl_id, &run.inputs, &mut oracle, limits);
        matches!(run.outcome, Outcome::Blocked { .. })
    }

    fn clause(&self, precondition: &Precondition) -> Clause {
        let span = self.program.impls[self.impl_id].span;
        Clause { term: precondition.term, trust: Trust::Checked, span, message: None }
    }

    /// With the program in which the chosen ones are required.
    fn verdict(&self) -> Verdict {
        let mut program = self.program.clone();
        let proc = program.impls[self.impl_id].proc;
        program.procs[proc].requires.extend(self.chosen().map(|precondition| self.clause(precondition)));
        // One run that fails is enough to know that something else is missing.
        let means = self.means.share(Stage::Rest).until(|_| true);
        verify_with(self.strategy, &program, self.impl_id, &means).verdict
    }

    fn chosen(&self) -> impl Iterator<Item = &Precondition> {
        self.choices.iter().zip(&self.chosen).filter_map(|(ways, strength)| ways.get(strength.checked_sub(1)?))
    }

    fn texts(&self) -> Vec<String> {
        self.chosen().map(|precondition| precondition.text.clone()).collect()
    }
}
