//! What all questions of one search share: terms, predicates with their literals and relations, and the means.

use invar_logic::{Substitution, Term, TermPool};
use invar_solve::{Answer, Limit, Prover};

use super::question::{Choice, Literals, Part, Question, Reply};
use super::relations::Relations;
use crate::ground::{Assumed, Grounding, PredicateMap, Solution, Template, UnknownId, values};
use crate::means::Means;
use crate::provers::{Provers, Quantifiers};
use crate::shares::QUERY;

pub struct Problem<'a> {
    pub pool: TermPool,
    pub map: PredicateMap,
    literals: Literals,
    relations: Vec<Relations>,
    /// Was a search for solutions broken off?
    pub is_cut_short: bool,
    means: &'a Means<'a>,
}

impl<'a> Problem<'a> {
    pub fn new(mut pool: TermPool, map: PredicateMap, means: &'a Means<'a>) -> Problem<'a> {
        let literals = Literals::new(&mut pool, &map);
        let relations = map.sets.iter().map(|set| Relations::of(&mut pool, set)).collect();
        Problem { pool, map, literals, relations, is_cut_short: false, means }
    }

    pub fn relations(&self, unknown: UnknownId) -> &Relations {
        &self.relations[unknown.0]
    }

    pub fn session(&self) -> Box<dyn Prover> {
        self.means.session(Quantifiers::Triggers)
    }

    /// Does one formula imply another, quantifiers and all? `None` if the prover does not know.
    pub fn implies(&mut self, first: Term, second: Term) -> Option<bool> {
        let denied = self.pool.not(second);
        let mut prover = self.means.session(Quantifiers::Models);
        for part in [first, denied] {
            prover.assert(&self.pool, part);
        }
        match prover.check(&self.pool, &[], &self.limit()) {
            Answer::Unsat(_) => Some(true),
            Answer::Sat(_) => Some(false),
            Answer::Unknown { .. } => None,
        }
    }

    /// What one question may cost.
    pub fn limit(&self) -> Limit {
        self.means.at_most(QUERY)
    }

    pub fn is_exhausted(&self) -> bool {
        self.means.limit().exhausted().is_some()
    }

    /// known ∧ hypotheses ⇒ goal, where the goal speaks of the values on arrival.
    pub fn question(
        &mut self,
        known: &[Term],
        hypotheses: &[Template],
        goal: &Template,
        arrival: &Substitution,
    ) -> Question {
        let by = values(&mut self.pool, known);
        let mut read: Vec<Term> = known.iter().map(|&fact| self.pool.substitute(fact, &by)).collect();
        // Somebody may go on speaking of the names.
        for (name, value) in by.iter() {
            let name = self.pool.var(name);
            read.push(self.pool.eq(name, value));
        }
        let on_arrival = arrival.iter().map(|(var, value)| (var, self.pool.substitute(value, &by)));
        let arrival: Substitution = on_arrival.collect();
        let Assumed { facts, hypotheses: mut all } = Assumed::new(&mut self.pool, &read);
        all.extend_from_slice(hypotheses);
        let mut parts = Vec::new();
        for conjunct in goal.conjuncts() {
            let denial = Grounding::new(&mut self.pool, &self.map, &facts).denial(&all, conjunct, &arrival);
            parts.push(Part::new([self.session(), self.session()], facts.clone(), denial));
        }
        Question::new(parts)
    }

    /// Is it valid under the solution? What other predicates imply is not written out.
    pub fn ask(&mut self, question: &mut Question, solution: &Solution) -> Reply {
        let mut short = solution.clone();
        for &unknown in question.unknowns() {
            short.0[unknown.0] = self.relations[unknown.0].reduced(solution.of(unknown));
        }
        let limit = self.limit();
        question.ask(&mut self.pool, &short, &limit)
    }

    pub fn under(&mut self, question: &mut Question, choices: &[Choice]) -> Reply {
        let limit = self.limit();
        question.under(&mut self.pool, &self.literals, choices, &limit)
    }
}
