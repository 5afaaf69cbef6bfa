//! Which inferred invariants a proof needs: implementation and invariants in, those that it rests on out.
//!
//! The inference finds the strongest invariants it can say, and most of them say nothing about what is to be proved. Each
//! gets a literal that switches it on. A contradiction tells which literals it used: first that of all the text's checks,
//! then, for each invariant in use, that it holds on entry and is maintained. A contradiction need not use as little as it
//! could, so in the end each invariant is left out once, to see whether the others do without. The answer is a guess that
//! somebody proves again.

use std::collections::{BTreeMap, BTreeSet};

use invar_base::Budget;
use invar_gcl::CheckId;
use invar_logic::{Sort, Term, TermPool};
use invar_solve::{Answer, Limit, Prover};

use crate::loops::ExtraInvariants;
use crate::passive::asserted_checks;
use crate::prepare::{Prepared, Switch, prepare_switched};
use crate::provers::{Provers, Quantifiers};
use crate::task::Task;
use crate::vc::compact::outcomes;

/// The extra invariants that the proof used, or `None` if the prover does not say.
pub fn needed(
    task: &Task<'_>,
    extra: &ExtraInvariants,
    provers: &dyn Provers,
    budget: &Budget,
) -> Option<ExtraInvariants> {
    let (mut prepared, switches) = prepare_switched(task, extra, budget).ok()?;
    let mut prover = provers.session(Quantifiers::Triggers);
    let on = encode(&mut prepared, &mut *prover);
    let mut session = Session { prepared, switches, on, prover, limit: Limit::from(budget) };
    let mut used: BTreeSet<usize> = session.used_by(None)?;
    let mut open: Vec<usize> = used.iter().copied().collect();
    while let Some(next) = open.pop() {
        for other in session.used_by(Some(next))? {
            if used.insert(other) {
                open.push(other);
            }
        }
    }
    session.leave_out(&mut used);
    let mut kept = ExtraInvariants::new();
    for number in used {
        let (head, position, _) = session.switches[number];
        kept.entry(head).or_default().push(extra.get(&head)?.get(position)?.clone());
    }
    Some(kept)
}

struct Session {
    prepared: Prepared,
    switches: Vec<Switch>,
    /// The literal with which a check may fail.
    on: BTreeMap<CheckId, Term>,
    prover: Box<dyn Prover>,
    limit: Limit,
}

/// What leaving invariants out may cost, in proofs of the whole.
const MOST_PROOFS: u64 = 30;

/// Resource units that a question costs at least.
const LEAST: u64 = 2_000;

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

impl Session {
    /// The switches that the proof of an invariant's checks uses; for `None`, of the text's own checks.
    fn used_by(&mut self, invariant: Option<usize>) -> Option<BTreeSet<usize>> {
        let all = (0..self.switches.len()).collect();
        self.contradiction(&|asked| asked == invariant, &all, &self.limit.clone())
    }

    /// Drops invariants, the last ones first, as long as the rest still proves the text's checks and itself.
    fn leave_out(&mut self, used: &mut BTreeSet<usize>) {
        let before = self.spent();
        if self.proves(used, &self.limit.clone()).is_none() {
            return;
        }
        let proof = (self.spent() - before).max(LEAST);
        let mut left = proof * MOST_PROOFS;
        let candidates: Vec<usize> = used.iter().rev().copied().collect();
        for number in candidates {
            if left == 0 || !used.contains(&number) {
                continue;
            }
            let mut fewer = used.clone();
            fewer.remove(&number);
            let before = self.spent();
            let resources = u32::try_from(proof * 2).unwrap_or(u32::MAX).min(self.limit.resources);
            let limit = Limit { resources, ..self.limit.clone() };
            if let Some(core) = self.proves(&fewer, &limit) {
                *used = fewer;
                // What is not in the core may still be needed for its own sake, which is no reason to keep it.
                used.retain(|other| core.contains(other));
            }
            left = left.saturating_sub((self.spent() - before).max(LEAST));
        }
    }

    fn spent(&self) -> u64 {
        self.prover.statistics().resources
    }

    /// Do these invariants prove the text's checks, and themselves? If so: those that were used.
    fn proves(&mut self, invariants: &BTreeSet<usize>, limit: &Limit) -> Option<BTreeSet<usize>> {
        self.contradiction(&|asked| asked.is_none_or(|number| invariants.contains(&number)), invariants, limit)
    }

    /// The switches in the proof that the checks which are asked for hold, from these invariants. A check is named by its
    /// invariant, or by `None` if it is the text's.
    fn contradiction(
        &mut self,
        is_asked: &dyn Fn(Option<usize>) -> bool,
        invariants: &BTreeSet<usize>,
        limit: &Limit,
    ) -> Option<BTreeSet<usize>> {
        let extra = &self.prepared.acyclic.extra;
        let number_of = |check: &CheckId| {
            let (head, position) = *extra.get(check)?;
            self.switches.iter().position(|switch| (switch.0, switch.1) == (head, position))
        };
        let mut assumptions: Vec<Term> = Vec::new();
        for (check, &literal) in &self.on {
            let is_asked = is_asked(number_of(check));
            assumptions.push(if is_asked { literal } else { self.prepared.pool.not(literal) });
        }
        assumptions.extend(invariants.iter().map(|&number| self.switches[number].2));
        match self.prover.check(&self.prepared.pool, &assumptions, limit) {
            Answer::Unsat(core) => {
                let is_used = |number: &usize| core.0.contains(&self.switches[*number].2);
                Some(invariants.iter().copied().filter(is_used).collect())
            }
            Answer::Sat(_) | Answer::Unknown { .. } => None,
        }
    }
}
