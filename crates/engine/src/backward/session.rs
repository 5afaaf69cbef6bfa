//! A prover session with names for the formulas that are assumed in it: asserted once, asked about in any combination.

use invar_logic::{Sort, Term, TermPool};
use invar_solve::{Answer, Limit, Model, Prover};
use rustc_hash::FxHashMap;

pub struct Session {
    prover: Box<dyn Prover>,
    /// The literal that implies a formula.
    names: FxHashMap<Term, Term>,
}

/// Is there a state in which all of it holds?
pub enum Asked {
    No,
    Yes(Model),
    /// The prover does not know.
    Open,
}

impl Session {
    pub fn new(pool: &TermPool, mut prover: Box<dyn Prover>, known: &[Term]) -> Session {
        for &fact in known {
            prover.assert(pool, fact);
        }
        Session { prover, names: FxHashMap::default() }
    }

    /// From now on, it is known.
    pub fn know(&mut self, pool: &TermPool, fact: Term) {
        self.prover.assert(pool, fact);
    }

    pub fn ask(&mut self, pool: &mut TermPool, assumed: &[Term], limit: &Limit) -> Asked {
        if limit.exhausted().is_some() || assumed.contains(&Term::FALSE) {
            return if assumed.contains(&Term::FALSE) { Asked::No } else { Asked::Open };
        }
        let literals: Vec<Term> = assumed.iter().map(|&formula| self.name(pool, formula)).collect();
        match self.prover.check(pool, &literals, limit) {
            Answer::Unsat(_) => Asked::No,
            Answer::Sat(model) | Answer::Unknown { candidate: Some(model), .. } => Asked::Yes(model),
            Answer::Unknown { candidate: None, .. } => Asked::Open,
        }
    }

    /// Does it follow from what is assumed?
    pub fn follows(&mut self, pool: &mut TermPool, assumed: &[Term], claim: Term, limit: &Limit) -> bool {
        let denied = pool.not(claim);
        let assumed: Vec<Term> = assumed.iter().copied().chain([denied]).collect();
        matches!(self.ask(pool, &assumed, limit), Asked::No)
    }

    /// As few of the candidates as contradict what is fixed; they are left out in the given order. `None` if all together do
    /// not contradict it.
    pub fn core(
        &mut self,
        pool: &mut TermPool,
        fixed: &[Term],
        (candidates, order): (&[Term], impl Iterator<Item = usize>),
        limit: &Limit,
    ) -> Option<Vec<usize>> {
        let mut kept: Vec<usize> = (0..candidates.len()).collect();
        let all = |kept: &[usize]| -> Vec<Term> {
            fixed.iter().copied().chain(kept.iter().map(|&number| candidates[number])).collect()
        };
        if !matches!(self.ask(pool, &all(&kept), limit), Asked::No) {
            return None;
        }
        for number in order {
            let fewer: Vec<usize> = kept.iter().copied().filter(|&other| other != number).collect();
            if matches!(self.ask(pool, &all(&fewer), limit), Asked::No) {
                kept = fewer;
            }
        }
        Some(kept)
    }

    fn name(&mut self, pool: &mut TermPool, formula: Term) -> Term {
        if let Some(&name) = self.names.get(&formula) {
            return name;
        }
        let name = pool.fresh_var("assumed", Sort::BOOL);
        let name = pool.var(name);
        let means = pool.implies(name, formula);
        self.prover.assert(pool, means);
        self.names.insert(formula, name);
        name
    }

    pub fn queries(&self) -> u64 {
        self.prover.statistics().queries
    }
}
