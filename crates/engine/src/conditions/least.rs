//! The least that callers have to be asked for. In: choices of preconditions, and invariants with which the strongest of all of them
//! prove the implementation. Out: choices, each in the weakest strength, that still do; a guess that somebody proves again.
//!
//! One session: every strength of every choice has a literal that switches it on. A contradiction tells which literals it used; then
//! each choice is dropped once, the last first, and what is left is weakened, as long as there is a contradiction.

use std::collections::{BTreeMap, BTreeSet};

use invar_gcl::{ImplId, Program, Wish};
use invar_logic::{Term, TermPool};
use invar_solve::{Answer, Prover};

use super::asked::switched;
use super::share;
use crate::certify::{extra_invariants, unrolled};
use crate::means::Means;
use crate::passive::Passive;
use crate::prepare::{Prepared, prepare};
use crate::provers::{Provers, Quantifiers};
use crate::shares::QUESTION;
use crate::task::Task;
use crate::unroll::Unrolled;
use crate::vc::compact::{outcomes, plain_failure};
use crate::verdict::Evidence;

/// A choice and its strength.
pub type Chosen = (usize, usize);

/// What is needed of the choices; `None` if the prover does not say.
pub fn least(
    program: &Program,
    impl_id: ImplId,
    choices: &[Vec<Wish>],
    evidence: &Evidence,
    means: &Means<'_>,
) -> Option<Vec<Chosen>> {
    let asked = switched(program, impl_id, choices);
    let (mut pool, passive, facts) = encoded(&asked, impl_id, evidence, means)?;
    let means = share(means);
    let mut prover = means.session(Quantifiers::Triggers);
    let wrong = outcomes(&mut pool, &passive, &mut plain_failure).wrong;
    facts.iter().chain([&wrong]).for_each(|&formula| prover.assert(&pool, formula));
    let mut literals = BTreeMap::new();
    for (number, strengths) in choices.iter().enumerate() {
        literals.extend(strengths.iter().enumerate().map(|(strength, wish)| ((number, strength), pool.var(wish.switch))));
    }
    let mut session = Session { pool, prover, literals, means };
    let strongest = choices.iter().enumerate().map(|(number, strengths)| (number, strengths.len() - 1)).collect();
    let mut needed = session.contradiction(&strongest, u32::MAX)?;
    session.drop_choices(&mut needed);
    session.weaken(&mut needed);
    Some(needed.into_iter().collect())
}

/// The formula of the implementation with its switches.
fn encoded(
    asked: &Program,
    impl_id: ImplId,
    evidence: &Evidence,
    means: &Means<'_>,
) -> Option<(TermPool, Passive, Vec<Term>)> {
    if let Some(depth) = evidence.unrolled {
        let Unrolled { pool, passive, facts, .. } = unrolled(asked, impl_id, depth, &means.budget).ok()?;
        return Some((pool, passive, facts));
    }
    let task = Task::new(asked, impl_id, &means.budget).ok()?;
    let Prepared { pool, passive, facts, .. } =
        prepare(&task, &extra_invariants(evidence), &means.budget).ok()?;
    Some((pool, passive, facts))
}

struct Session<'a> {
    pool: TermPool,
    prover: Box<dyn Prover>,
    literals: BTreeMap<Chosen, Term>,
    means: Means<'a>,
}

impl Session<'_> {
    /// Those of the chosen ones that a proof from them uses, if there is a proof.
    fn contradiction(&mut self, chosen: &BTreeSet<Chosen>, most: u32) -> Option<BTreeSet<Chosen>> {
        let assumptions: Vec<Term> = chosen.iter().map(|chosen| self.literals[chosen]).collect();
        match self.prover.check(&self.pool, &assumptions, &self.means.at_most(most)) {
            Answer::Unsat(core) => {
                Some(chosen.iter().copied().filter(|chosen| core.0.contains(&self.literals[chosen])).collect())
            }
            Answer::Sat(_) | Answer::Unknown { .. } => None,
        }
    }

    /// What is less natural to ask for comes last, and is dropped first.
    fn drop_choices(&mut self, needed: &mut BTreeSet<Chosen>) {
        for chosen in needed.clone().into_iter().rev() {
            let mut fewer = needed.clone();
            if fewer.remove(&chosen)
                && let Some(used) = self.contradiction(&fewer, QUESTION)
            {
                *needed = used;
            }
        }
    }

    fn weaken(&mut self, needed: &mut BTreeSet<Chosen>) {
        for (choice, strength) in needed.clone() {
            let mut others = needed.clone();
            others.remove(&(choice, strength));
            let weaker = (0..strength).find(|&weaker| {
                let mut weakened = others.clone();
                weakened.insert((choice, weaker));
                self.contradiction(&weakened, QUESTION).is_some()
            });
            others.insert((choice, weaker.unwrap_or(strength)));
            *needed = others;
        }
    }
}
