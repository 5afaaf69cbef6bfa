//! Which inferred invariants a proof needs: implementation and invariants in, those that it rests on out.
//!
//! The inference finds the strongest invariants it can say, and most of them say nothing about what is to be proved. Each
//! gets a literal that switches it on. A contradiction tells which literals it used: first that of all the text's checks,
//! then, for each invariant in use, that it holds on entry and is maintained. The answer is a guess that somebody proves
//! again.

use std::collections::{BTreeMap, BTreeSet};

use invar_base::Budget;
use invar_gcl::{CheckId, ImplId, Program};
use invar_logic::{Sort, Term, TermPool};
use invar_solve::{Answer, Limit, Prover};

use crate::discharge::asserted_checks;
use crate::loops::ExtraInvariants;
use crate::prepare::{Prepared, Switch, prepare_switched};
use crate::provers::{Provers, Quantifiers};
use crate::vc::compact::outcomes;

/// The extra invariants that the proof used, or `None` if the prover does not say.
pub fn needed(
    program: &Program,
    impl_id: ImplId,
    extra: &ExtraInvariants,
    provers: &dyn Provers,
    budget: &Budget,
) -> Option<ExtraInvariants> {
    let (mut prepared, switches) = prepare_switched(program, impl_id, extra, budget).ok()?;
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
        let wanted = invariant.map(|number| (self.switches[number].0, self.switches[number].1));
        let extra = &self.prepared.acyclic.extra;
        let mut assumptions: Vec<Term> = Vec::new();
        for (check, &literal) in &self.on {
            let is_asked = extra.get(check).copied() == wanted;
            assumptions.push(if is_asked { literal } else { self.prepared.pool.not(literal) });
        }
        assumptions.extend(self.switches.iter().map(|(_, _, switch)| *switch));
        match self.prover.check(&self.prepared.pool, &assumptions, &self.limit) {
            Answer::Unsat(core) => {
                let numbers = (0..self.switches.len()).filter(|&number| core.0.contains(&self.switches[number].2));
                Some(numbers.collect())
            }
            Answer::Sat(_) | Answer::Unknown { .. } => None,
        }
    }
}
