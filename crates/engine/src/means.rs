//! What a stage works with: provers that are paid for, and the clock.
//!
//! Whoever opens a session through its means pays for every query from the ledger of these means, and no query gets more than
//! is left there. So nobody can forget to pay, and a stage that has spent its share gets *unknown* at once.

use std::rc::Rc;

use invar_base::{Budget, Ledger};
use invar_gcl::CheckKind;
use invar_logic::{Term, TermPool};
use invar_solve::{Answer, Limit, Prover, Statistics};

use crate::provers::{Provers, Quantifiers};
use crate::shares::{LEAST, Stage};

pub struct Means<'a> {
    provers: &'a dyn Provers,
    pub budget: Budget,
    ledger: Ledger,
    /// A failing run at one of these says all that was asked; without it, every check is asked about.
    decisive: Option<Rc<dyn Fn(CheckKind) -> bool>>,
    /// What the first question of a proof may cost.
    first: Stage,
}

impl<'a> Means<'a> {
    /// For one procedure: all that its effort allows.
    pub fn new(provers: &'a dyn Provers, budget: &Budget) -> Means<'a> {
        let ledger = Ledger::new(budget.effort.resource_limit().into());
        Means { provers, budget: budget.clone(), ledger, decisive: None, first: Stage::Together }
    }

    /// The question is answered by the first run that fails at a check of such a kind.
    pub fn until(self, decisive: impl Fn(CheckKind) -> bool + 'static) -> Means<'a> {
        Means { decisive: Some(Rc::new(decisive)), ..self }
    }

    /// Does a run that fails at such a check answer the question?
    pub fn is_decisive(&self, kind: CheckKind) -> bool {
        self.decisive.as_ref().is_some_and(|decisive| decisive(kind))
    }

    /// The share of a stage in what is left.
    pub fn share(&self, stage: Stage) -> Means<'a> {
        let (budget, decisive, first) = (self.budget.clone(), self.decisive.clone(), self.first);
        Means { provers: self.provers, budget, ledger: self.ledger.share(stage.share()), decisive, first }
    }

    /// For what others can do without: half of the time that is left, too.
    pub fn half_the_time(self) -> Means<'a> {
        Means { budget: self.budget.half(), ..self }
    }

    /// For a proof from invariants that are known to exclude every error: the question about all checks together is worth more.
    pub fn convinced(self) -> Means<'a> {
        Means { first: Stage::Convinced, ..self }
    }

    pub fn is_convinced(&self) -> bool {
        self.first == Stage::Convinced
    }

    /// For the first question of a proof.
    pub fn first(&self) -> Means<'a> {
        self.share(self.first)
    }

    /// Resource units that are left.
    pub fn left(&self) -> u64 {
        self.ledger.left()
    }

    /// For a query that may cost all that is left.
    pub fn limit(&self) -> Limit {
        Limit { resources: u32::try_from(self.left()).unwrap_or(u32::MAX), ..Limit::from(&self.budget) }
    }

    /// For a query that may cost so much.
    pub fn at_most(&self, resources: u32) -> Limit {
        let limit = self.limit();
        Limit { resources: resources.min(limit.resources), ..limit }
    }
}

impl Provers for Means<'_> {
    fn note(&self, text: &str) {
        self.provers.note(text);
    }

    fn session(&self, quantifiers: Quantifiers) -> Box<dyn Prover> {
        Box::new(Paying { inner: self.provers.session(quantifiers), ledger: self.ledger.clone() })
    }
}

/// A session that pays for its queries.
struct Paying {
    inner: Box<dyn Prover>,
    ledger: Ledger,
}

impl Prover for Paying {
    fn assert(&mut self, pool: &TermPool, formula: Term) {
        self.inner.assert(pool, formula);
    }

    fn push(&mut self) {
        self.inner.push();
    }

    fn pop(&mut self) {
        self.inner.pop();
    }

    fn check(&mut self, pool: &TermPool, assumptions: &[Term], limit: &Limit) -> Answer {
        let left = u32::try_from(self.ledger.left()).unwrap_or(u32::MAX);
        let before = self.inner.statistics().resources;
        let limit = Limit { resources: limit.resources.min(left), ..limit.clone() };
        let answer = self.inner.check(pool, assumptions, &limit);
        self.ledger.pay((self.inner.statistics().resources - before).max(LEAST));
        answer
    }

    fn statistics(&self) -> &Statistics {
        self.inner.statistics()
    }
}
