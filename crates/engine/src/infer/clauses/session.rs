//! One region's states, asked about whole clauses: those of the loops on the way are assumed, each by a literal of its own,
//! and those on arrival are to be shown.

use invar_logic::{Op, Sort, Substitution, Term, TermPool};
use invar_solve::{Answer, Limit, Model, Prover};
use rustc_hash::{FxHashMap, FxHashSet};

use super::clause::{Clause, Skolems};
use super::elsewhere::elsewhere;
use crate::infer::instantiate::{Indices, instances};
use crate::infer::polynomial::multiplied_out;
use crate::infer::region::Region;

/// A clause about a loop, by number.
pub type ClauseId = usize;

pub struct Session {
    pub region: Region,
    prover: Box<dyn Prover>,
    indices: Indices,
    /// The literal that switches a clause on at the cuts of its loop.
    assumed: FxHashMap<ClauseId, Term>,
    /// How many indices there were when a clause was last instantiated.
    instantiated: FxHashMap<ClauseId, usize>,
    instances: FxHashSet<(usize, ClauseId, Vec<Term>)>,
    /// Of these instances, those that mention skolem constants.
    about_skolems: FxHashMap<ClauseId, Vec<Term>>,
    /// The literal that says that a clause is false on arrival, and what it means.
    denied: FxHashMap<ClauseId, (Term, Vec<Term>)>,
}

pub enum Asked {
    /// All of them hold, because of these.
    Hold(Vec<ClauseId>),
    /// Some fail, each in a model.
    Fail(Vec<(ClauseId, Model)>),
    Open,
}

/// That the goals hold on arrival, as long as the assumed clauses hold on the way.
#[derive(Clone, Copy)]
pub struct Claim<'a> {
    pub assumed: &'a [ClauseId],
    pub goals: &'a [ClauseId],
}

/// What clauses say, for a session.
pub struct Book<'a> {
    pub skolems: &'a Skolems,
    /// The loop and the clause.
    pub clauses: &'a [(usize, Clause)],
}

impl Session {
    pub fn new(pool: &TermPool, region: Region, mut prover: Box<dyn Prover>) -> Session {
        for &fact in &region.facts {
            prover.assert(pool, fact);
        }
        prover.assert(pool, region.formula);
        let mut indices = Indices::default();
        indices.collect(pool, &[region.formula]);
        Session {
            region,
            prover,
            indices,
            assumed: FxHashMap::default(),
            instantiated: FxHashMap::default(),
            instances: FxHashSet::default(),
            about_skolems: FxHashMap::default(),
            denied: FxHashMap::default(),
        }
    }

    /// Something that holds in every state.
    pub fn assert(&mut self, pool: &TermPool, fact: Term) {
        self.prover.assert(pool, fact);
    }

    /// Do the goals hold on arrival, as long as the assumed clauses do? `left` is what all questions together may cost.
    pub fn ask(
        &mut self,
        pool: &mut TermPool,
        book: &Book<'_>,
        claim: Claim<'_>,
        limit: &Limit,
        left: &mut u64,
    ) -> Asked {
        let Claim { assumed, goals } = claim;
        if *left == 0 || limit.exhausted().is_some() {
            return Asked::Open;
        }
        let ways: Vec<Term> = goals.iter().map(|&goal| self.deny(pool, book, goal)).collect();
        let mut assumptions = vec![fresh(pool, "asked")];
        let some = pool.or(&ways);
        let means = pool.implies(assumptions[0], some);
        self.prover.assert(pool, means);
        let passed: Vec<ClauseId> = assumed.iter().copied().filter(|&id| self.is_on_the_way(book, id)).collect();
        for &id in &passed {
            self.instantiate(pool, book, id);
            assumptions.push(self.assumed[&id]);
        }
        match self.check(pool, &assumptions, limit, left) {
            Answer::Unsat(core) => {
                Asked::Hold(passed.into_iter().filter(|id| core.0.contains(&self.assumed[id])).collect())
            }
            Answer::Sat(model) | Answer::Unknown { candidate: Some(model), .. } => {
                let fails = |id: &&ClauseId| {
                    let (_, means) = &self.denied[*id];
                    means.iter().all(|&term| model.holds(pool, term).unwrap_or(is_quantified(pool, term)))
                };
                let (failing, others): (Vec<ClauseId>, Vec<ClauseId>) = goals.iter().partition(fails);
                if failing.is_empty() {
                    return Asked::Open;
                }
                let elsewhere = self.failing_elsewhere(pool, book, &model, &others, &passed);
                Asked::Fail(failing.into_iter().map(|id| (id, model.clone())).chain(elsewhere).collect())
            }
            Answer::Unknown { candidate: None, .. } => Asked::Open,
        }
    }

    /// Of clauses that hold at the model's own skolem constants, those that fail at other indices.
    fn failing_elsewhere(
        &self,
        pool: &mut TermPool,
        book: &Book<'_>,
        model: &Model,
        others: &[ClauseId],
        passed: &[ClauseId],
    ) -> Vec<(ClauseId, Model)> {
        let assumed: Vec<Term> = passed.iter().filter_map(|id| self.about_skolems.get(id)).flatten().copied().collect();
        let mut found = Vec::new();
        for &id in others {
            let clause = &book.clauses[id].1;
            let (_, means) = &self.denied[&id];
            if clause.skolems == 0 || means.iter().any(|&term| is_quantified(pool, term)) {
                continue;
            }
            let skolems = &book.skolems.vars[..clause.skolems];
            let terms: Vec<Term> = clause.given.iter().copied().chain([clause.then]).collect();
            let tuples = instances(pool, skolems, &terms, &self.region.arrival, &self.indices);
            found.extend(elsewhere(pool, model, &tuples, means, &assumed).map(|model| (id, model)));
        }
        found
    }

    /// A state on arrival in which as many of the wishes as possible hold, those that stand first rather.
    pub fn model(&mut self, pool: &mut TermPool, wishes: &[Term], limit: &Limit, left: &mut u64) -> Option<Model> {
        let mut literals: Vec<Term> = Vec::new();
        for &wish in wishes {
            let literal = fresh(pool, "wish");
            let means = pool.implies(literal, wish);
            self.prover.assert(pool, means);
            literals.push(literal);
        }
        loop {
            if *left == 0 || limit.exhausted().is_some() {
                return None;
            }
            match self.check(pool, &literals, limit, left) {
                Answer::Unsat(core) => {
                    let last = literals.iter().rposition(|literal| core.0.contains(literal))?;
                    literals.remove(last);
                }
                Answer::Sat(model) | Answer::Unknown { candidate: Some(model), .. } => return Some(model),
                Answer::Unknown { candidate: None, .. } => return None,
            }
        }
    }

    /// One query, and what it cost.
    fn check(&mut self, pool: &TermPool, assumptions: &[Term], limit: &Limit, left: &mut u64) -> Answer {
        let before = self.prover.statistics().resources;
        let answer = self.prover.check(pool, assumptions, limit);
        let spent = self.prover.statistics().resources - before;
        *left = left.saturating_sub(spent.max(LEAST));
        answer
    }

    fn is_on_the_way(&self, book: &Book<'_>, id: ClauseId) -> bool {
        self.region.cuts.iter().any(|cut| cut.number == book.clauses[id].0)
    }

    /// The literal with which the clause is false on arrival.
    fn deny(&mut self, pool: &mut TermPool, book: &Book<'_>, id: ClauseId) -> Term {
        if let Some((known, _)) = self.denied.get(&id) {
            return *known;
        }
        let clause = &book.clauses[id].1;
        let mut means: Vec<Term> =
            clause.given.iter().map(|&term| pool.substitute(term, &self.region.arrival)).collect();
        let then = pool.substitute(clause.then, &self.region.arrival);
        means.push(pool.not(then));
        let means: Vec<Term> = means.into_iter().map(|term| multiplied_out(pool, term)).collect();
        self.indices.collect(pool, &means);
        let denied = fresh(pool, "fails");
        for &term in &means {
            let fact = pool.implies(denied, term);
            self.prover.assert(pool, fact);
        }
        self.denied.insert(id, (denied, means));
        denied
    }

    /// Makes the clause known at the cuts of its loop, for the index terms there are by now.
    fn instantiate(&mut self, pool: &mut TermPool, book: &Book<'_>, id: ClauseId) {
        let count = self.indices.count();
        if self.instantiated.insert(id, count) == Some(count) {
            return;
        }
        let literal = *self.assumed.entry(id).or_insert_with(|| fresh(pool, "assumed"));
        let (number, clause) = &book.clauses[id];
        let skolems = &book.skolems.vars[..clause.skolems];
        let terms: Vec<Term> = clause.given.iter().copied().chain([clause.then]).collect();
        for (position, cut) in self.region.cuts.iter().enumerate().filter(|(_, cut)| cut.number == *number) {
            let tuples = match skolems {
                [] => vec![Substitution::new()],
                _ => instances(pool, skolems, &terms, &cut.values, &self.indices),
            };
            let body = clause.body(pool);
            let here = pool.substitute(body, &cut.values);
            for tuple in tuples {
                let key: Vec<Term> = skolems.iter().filter_map(|&skolem| tuple.get(skolem)).collect();
                if !self.instances.insert((position, id, key)) {
                    continue;
                }
                let instance = pool.substitute(here, &tuple);
                let instance = multiplied_out(pool, instance);
                let on = pool.and(&[literal, cut.gate]);
                let fact = pool.implies(on, instance);
                if fact == Term::TRUE {
                    continue;
                }
                self.prover.assert(pool, fact);
                if pool.free_vars(instance).iter().any(|var| book.skolems.vars.contains(var)) {
                    let fact = pool.implies(cut.gate, instance);
                    self.about_skolems.entry(id).or_default().push(fact);
                }
            }
        }
    }

    pub fn queries(&self) -> u64 {
        self.prover.statistics().queries
    }
}

/// What a query counts at least: asking costs something too.
const LEAST: u64 = 2_000;

/// A model does not say whether such a formula holds.
fn is_quantified(pool: &TermPool, term: Term) -> bool {
    match pool.op(term) {
        Op::Not => is_quantified(pool, pool.args(term)[0]),
        Op::Forall(_) | Op::Exists(_) => true,
        _ => false,
    }
}

fn fresh(pool: &mut TermPool, name: &str) -> Term {
    let var = pool.fresh_var(name, Sort::BOOL);
    pool.var(var)
}
