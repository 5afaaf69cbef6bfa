//! The least that callers have to be asked for. In: choices of preconditions, and invariants with which the strongest of all of them
//! prove the implementation. Out: choices, each in the weakest strength, that still do; a guess that somebody proves again.
//!
//! One session: every strength of every choice has a literal that switches it on. What is less natural to ask for comes last, and is
//! left out first; what is left is weakened, as long as it proves the implementation.

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
        literals
            .extend(strengths.iter().enumerate().map(|(strength, wish)| ((number, strength), pool.var(wish.switch))));
    }
    let mut session = Session { pool, prover, literals, means };
    let strongest = choices.iter().enumerate().map(|(number, strengths)| (number, strengths.len() - 1)).collect();
    if session.contradiction(&BTreeSet::new(), QUESTION).is_some() {
        return Some(Vec::new());
    }
    session.contradiction(&strongest, u32::MAX)?;
    let strongest: Vec<Chosen> = strongest.into_iter().collect();
    let mut needed = session.preferred(&BTreeSet::new(), &strongest, Background::Known);
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
    let Prepared { pool, passive, facts, .. } = prepare(&task, &extra_invariants(evidence), &means.budget).ok()?;
    Some((pool, passive, facts))
}

/// Was what is given asked about before?
#[derive(Clone, Copy, PartialEq, Eq)]
enum Background {
    Known,
    New,
}

struct Session<'a> {
    pool: TermPool,
    prover: Box<dyn Prover>,
    literals: BTreeMap<Chosen, Term>,
    means: Means<'a>,
}

impl Session<'_> {
    /// Do the chosen ones prove the implementation? No, if it is not clear.
    fn contradiction(&mut self, chosen: &BTreeSet<Chosen>, most: u32) -> Option<()> {
        let assumptions: Vec<Term> = chosen.iter().map(|chosen| self.literals[chosen]).collect();
        match self.prover.check(&self.pool, &assumptions, &self.means.at_most(most)) {
            Answer::Unsat(_) => Some(()),
            Answer::Sat(_) | Answer::Unknown { .. } => None,
        }
    }

    /// As few of these as prove it together with what is given, the last left out first (Junker, QuickXplain, AAAI 2004).
    fn preferred(&mut self, given: &BTreeSet<Chosen>, of: &[Chosen], background: Background) -> BTreeSet<Chosen> {
        if of.is_empty() || background == Background::New && self.contradiction(given, QUESTION).is_some() {
            return BTreeSet::new();
        }
        if let [only] = of {
            return BTreeSet::from([*only]);
        }
        let (first, second) = of.split_at(of.len() / 2);
        let with_first: BTreeSet<Chosen> = given.iter().chain(first).copied().collect();
        let mut needed = self.preferred(&with_first, second, Background::New);
        let background = if needed.is_empty() { Background::Known } else { Background::New };
        let with_needed: BTreeSet<Chosen> = given.union(&needed).copied().collect();
        needed.extend(self.preferred(&with_needed, first, background));
        needed
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
