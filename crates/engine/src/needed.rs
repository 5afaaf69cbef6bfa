//! Which inferred invariants a proof needs: implementation and invariants in, those that it rests on out.
//!
//! The inference finds the strongest invariants it can say, and most of them say nothing about what is to be proved. Each
//! gets a literal that switches it on. A contradiction tells which literals it used: first that of all the text's checks,
//! then, for the invariants in use, that they hold on entry and are maintained. A contradiction need not use as little as it
//! could, so in the end each invariant is left out once, to see whether the others do without; and once more if what it was
//! needed for is gone by then. The answer is a guess that somebody proves again.

use std::collections::{BTreeMap, BTreeSet};

use invar_gcl::CheckId;
use invar_logic::{Sort, Term, TermPool};
use invar_solve::{Answer, Limit, Prover};

use crate::discharge::failing_check;
use crate::loops::ExtraInvariants;
use crate::means::Means;
use crate::passive::asserted_checks;
use crate::prepare::{Prepared, Switch, prepare_switched};
use crate::provers::{Provers, Quantifiers};
use crate::shares::{QUESTION, Stage};
use crate::task::Task;
use crate::vc::compact::outcomes;

/// Leaving out invariants only makes an answer shorter, so it costs at most so many times what it cost to see what is used, or
/// this, if that is more.
const TIMES: u64 = 2;
const LITTLE: u64 = 24_000;

/// The extra invariants that the proof used, or `None` if the prover does not say.
pub fn needed(task: &Task<'_>, extra: &ExtraInvariants, means: &Means<'_>) -> Option<ExtraInvariants> {
    let (mut prepared, switches) = prepare_switched(task, extra, &means.budget).ok()?;
    let mut prover = means.session(Quantifiers::Triggers);
    let on = encode(&mut prepared, &mut *prover);
    let mut session = Session { prepared, switches, on, prover, means };
    let before = means.left();
    let mut used = session.used()?;
    session.leave_out(&mut used, (TIMES * (before - means.left())).max(LITTLE));
    let mut kept = ExtraInvariants::new();
    for number in used {
        let (head, position, _) = session.switches[number];
        kept.entry(head).or_default().push(extra.get(&head)?.get(position)?.clone());
    }
    Some(kept)
}

struct Session<'a> {
    prepared: Prepared,
    switches: Vec<Switch>,
    /// The literal with which a check may fail.
    on: BTreeMap<CheckId, Term>,
    prover: Box<dyn Prover>,
    means: &'a Means<'a>,
}

enum Proof {
    /// There is one, from these invariants.
    Uses(BTreeSet<usize>),
    Fails(Failing),
}

/// What cannot be shown.
enum Failing {
    Text,
    Invariant(usize),
    Unclear,
}

impl Proof {
    fn uses(self) -> Option<BTreeSet<usize>> {
        match self {
            Proof::Uses(invariants) => Some(invariants),
            Proof::Fails(_) => None,
        }
    }
}

/// Asserts that a check which is on fails.
fn encode(prepared: &mut Prepared, prover: &mut dyn Prover) -> BTreeMap<CheckId, Term> {
    let Prepared { pool, passive, facts, .. } = prepared;
    let mut on: BTreeMap<CheckId, Term> = BTreeMap::new();
    for check in asserted_checks(passive) {
        let literal = pool.fresh_var("on", Sort::BOOL);
        on.insert(check, pool.var(literal));
    }
    let outcomes = outcomes(pool, passive, &mut |pool: &mut TermPool, check, condition| {
        let fails = pool.not(condition);
        match on.get(&check) {
            Some(&literal) => pool.and(&[literal, fails]),
            None => fails,
        }
    });
    for &fact in facts.iter() {
        prover.assert(pool, fact);
    }
    prover.assert(pool, outcomes.wrong);
    on
}

impl Session<'_> {
    /// What the proofs of the text's checks use, what the proofs of that use, and so on.
    fn used(&mut self) -> Option<BTreeSet<usize>> {
        let (all, limit) = ((0..self.switches.len()).collect(), self.means.limit());
        let mut used = BTreeSet::new();
        let mut new = self.proof(&|asked| asked.is_none(), &all, &limit).uses()?;
        while !new.is_empty() {
            used.extend(&new);
            let more = match self.used_by(&new, &all, &self.question()) {
                Some(more) => more,
                // Perhaps it is only too much at once.
                None => {
                    let each = new.iter().map(|&number| self.used_by(&BTreeSet::from([number]), &all, &limit));
                    each.collect::<Option<Vec<_>>>()?.into_iter().flatten().collect()
                }
            };
            new = more.difference(&used).copied().collect();
        }
        Some(used)
    }

    /// What the proofs of these invariants use.
    fn used_by(&mut self, these: &BTreeSet<usize>, all: &BTreeSet<usize>, limit: &Limit) -> Option<BTreeSet<usize>> {
        self.proof(&|asked| asked.is_some_and(|number| these.contains(&number)), all, limit).uses()
    }

    /// For a question that may as well stay open.
    fn question(&self) -> Limit {
        self.means.at_most(QUESTION)
    }

    /// Drops invariants, the last ones first, as long as the rest still proves the text's checks and itself.
    fn leave_out(&mut self, used: &mut BTreeSet<usize>, most: u64) {
        let until = self.means.left() - self.means.share(Stage::LeavingOut).left().min(most);
        let limit = self.question();
        // Those that are needed, for which others.
        let mut needed: BTreeMap<usize, Failing> = BTreeMap::new();
        while self.means.left() > until {
            let is_open = |number: &&usize| match needed.get(number) {
                None => true,
                Some(Failing::Invariant(other)) => !used.contains(other),
                Some(Failing::Text | Failing::Unclear) => false,
            };
            let Some(&number) = used.iter().rev().find(is_open) else { return };
            let mut fewer = used.clone();
            fewer.remove(&number);
            match self.proof(&|asked| asked.is_none_or(|number| fewer.contains(&number)), &fewer, &limit) {
                // What is not in the core may still be needed for its own sake, which is no reason to keep it.
                Proof::Uses(core) => *used = core,
                Proof::Fails(failing) => drop(needed.insert(number, failing)),
            }
        }
    }

    /// Do the checks that are asked for hold, from these invariants? A check is named by its invariant, or by `None` if it is
    /// the text's.
    fn proof(
        &mut self,
        is_asked: &dyn Fn(Option<usize>) -> bool,
        invariants: &BTreeSet<usize>,
        limit: &Limit,
    ) -> Proof {
        let extra = &self.prepared.acyclic.extra;
        let number_of = |check: &CheckId| {
            let (head, position) = *extra.get(check)?;
            self.switches.iter().position(|switch| (switch.0, switch.1) == (head, position))
        };
        let mut assumptions: Vec<Term> = Vec::new();
        let mut asked: Vec<CheckId> = Vec::new();
        for (check, &literal) in &self.on {
            if is_asked(number_of(check)) {
                asked.push(*check);
                assumptions.push(literal);
            } else {
                assumptions.push(self.prepared.pool.not(literal));
            }
        }
        assumptions.extend(invariants.iter().map(|&number| self.switches[number].2));
        match self.prover.check(&self.prepared.pool, &assumptions, limit) {
            Answer::Unsat(core) => {
                let is_used = |number: &usize| core.0.contains(&self.switches[*number].2);
                Proof::Uses(invariants.iter().copied().filter(is_used).collect())
            }
            Answer::Sat(model) | Answer::Unknown { candidate: Some(model), .. } => {
                let failing = failing_check(&self.prepared.pool, &self.prepared.passive, &model, &asked);
                Proof::Fails(match failing.map(|check| number_of(&check)) {
                    Some(Some(number)) => Failing::Invariant(number),
                    Some(None) => Failing::Text,
                    None => Failing::Unclear,
                })
            }
            Answer::Unknown { candidate: None, .. } => Proof::Fails(Failing::Unclear),
        }
    }
}
