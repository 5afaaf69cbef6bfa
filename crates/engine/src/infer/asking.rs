//! A region's states, seen through predicates: the prover's side of an abstraction.
//!
//! One session per region. The region's formula and the meaning of each predicate's literal are asserted once; the present
//! invariants of the loops on the way are asserted in a scope of their own, gated and instantiated, and replaced when they
//! change.

use invar_logic::{Op, Sort, Substitution, Term, TermPool, Value};
use invar_solve::{Answer, Limit, Model, Prover};
use num_traits::ToPrimitive;
use rustc_hash::FxHashMap;

use super::abstraction::{Clause, Cube, Implied, Question};
use super::group::{GroupState, Integers, clause_term};
use super::hull::Hull;
use super::instantiate::{Indices, instances};
use super::region::{Cut, Region};

pub struct Asking {
    region: Region,
    prover: Box<dyn Prover>,
    /// The literals of a group's predicates on arrival, and the literal that switches its domain on.
    literals: FxHashMap<usize, (Vec<Term>, Term)>,
    indices: Indices,
    /// The instances of a group of a loop on the way: `(cut, group)`.
    instances: FxHashMap<(usize, usize), Vec<Substitution>>,
    /// What the invariants in the open scope were made from: the loops' ages, and the phase.
    ages: Option<Vec<u64>>,
}

/// What is known about one loop, and how often that changed.
pub struct LoopState {
    pub groups: Vec<GroupState>,
    pub equations: Equations,
    pub age: u64,
}

/// The linear equations of some integers.
pub struct Equations {
    pub integers: Integers,
    pub hull: Hull,
}

/// Where is a state that the equations do not allow?
enum Outside {
    Nowhere,
    /// Its coordinates.
    At(Vec<i128>),
    /// The prover does not know.
    Open,
}

impl Equations {
    pub fn new(integers: Integers) -> Equations {
        let dimensions = integers.vars.len();
        let hull = if dimensions == 0 { Hull::full() } else { Hull::empty(dimensions) };
        Equations { integers, hull }
    }

    /// What is known where the variables have these values.
    fn known(&self, pool: &mut TermPool, values: &Substitution) -> Vec<Term> {
        if self.hull.is_empty() {
            return vec![Term::FALSE];
        }
        let mut coordinates: Vec<Term> = Vec::with_capacity(self.integers.vars.len());
        for &var in &self.integers.vars {
            let own = pool.var(var);
            coordinates.push(pool.substitute(own, values));
        }
        self.hull.equations().iter().map(|equation| equation.term(pool, &coordinates)).collect()
    }
}

impl Asking {
    /// `groups` are those of the loop whose head is reached.
    pub fn new(pool: &mut TermPool, region: Region, mut prover: Box<dyn Prover>, groups: &[GroupState]) -> Asking {
        for &fact in &region.facts {
            prover.assert(pool, fact);
        }
        prover.assert(pool, region.formula);
        let mut indices = Indices::default();
        indices.collect(pool, &[region.formula]);
        let mut asking = Asking {
            region,
            prover,
            literals: FxHashMap::default(),
            indices,
            instances: FxHashMap::default(),
            ages: None,
        };
        for (number, state) in groups.iter().enumerate() {
            asking.define(pool, number, state);
        }
        asking
    }

    /// `b ⇔ p` on arrival for every predicate, and a literal that implies the domain.
    fn define(&mut self, pool: &mut TermPool, number: usize, state: &GroupState) {
        let mut memo = FxHashMap::default();
        let mut literals = Vec::new();
        for predicate in state.group.terms() {
            let arrived = pool.substitute_memo(predicate, &self.region.arrival, &mut memo);
            self.indices.collect(pool, &[arrived]);
            let literal = fresh(pool, "holds");
            let means = pool.eq(literal, arrived);
            self.prover.assert(pool, means);
            literals.push(literal);
        }
        let inside = fresh(pool, "inside");
        for &condition in &state.group.domain {
            let arrived = pool.substitute_memo(condition, &self.region.arrival, &mut memo);
            self.indices.collect(pool, &[arrived]);
            let means = pool.implies(inside, arrived);
            self.prover.assert(pool, means);
        }
        self.literals.insert(number, (literals, inside));
    }

    /// Makes the session know the present invariants of the loops on the way.
    pub fn assume(&mut self, pool: &mut TermPool, states: &[LoopState], phase: usize) {
        let cuts = self.region.cuts.iter();
        let ages: Vec<u64> = cuts.map(|cut| states[cut.number].age).chain([phase as u64]).collect();
        if self.ages.as_ref() == Some(&ages) {
            return;
        }
        if self.ages.is_some() {
            self.prover.pop();
        }
        self.prover.push();
        self.ages = Some(ages);
        for cut in 0..self.region.cuts.len() {
            let number = self.region.cuts[cut].number;
            let Cut { gate, values, .. } = &self.region.cuts[cut];
            for equation in states[number].equations.known(pool, values) {
                let fact = pool.implies(*gate, equation);
                self.prover.assert(pool, fact);
            }
            for (group, state) in states[number].groups.iter().enumerate() {
                if state.group.phase <= phase {
                    self.assume_group(pool, cut, group, state);
                }
            }
        }
    }

    fn assume_group(&mut self, pool: &mut TermPool, cut: usize, number: usize, state: &GroupState) {
        let Asking { region, prover, indices, .. } = self;
        let cut_at = &region.cuts[cut];
        let group = &state.group;
        let tuples = self.instances.entry((cut, number)).or_insert_with(|| match group.skolems.is_empty() {
            true => vec![Substitution::new()],
            false => {
                let terms: Vec<Term> = group.terms().chain(group.domain.iter().copied()).collect();
                instances(pool, &group.skolems, &terms, &cut_at.values, indices)
            }
        });
        let mut memo = FxHashMap::default();
        let here = |pool: &mut TermPool, memo: &mut FxHashMap<Term, Term>, term: Term| {
            pool.substitute_memo(term, &cut_at.values, memo)
        };
        let predicates: Vec<Term> = group.terms().map(|term| here(pool, &mut memo, term)).collect();
        let domain: Vec<Term> = group.domain.iter().map(|&term| here(pool, &mut memo, term)).collect();
        for tuple in tuples {
            let mut memo = FxHashMap::default();
            let mut guard = vec![cut_at.gate];
            guard.extend(domain.iter().map(|&term| pool.substitute_memo(term, tuple, &mut memo)));
            let guard = pool.and(&guard);
            if guard == Term::FALSE {
                continue;
            }
            let instance: Vec<Term> =
                predicates.iter().map(|&term| pool.substitute_memo(term, tuple, &mut memo)).collect();
            for &clause in state.basis() {
                let clause = clause_term(pool, &instance, clause);
                let fact = pool.implies(guard, clause);
                if fact != Term::TRUE {
                    prover.assert(pool, fact);
                }
            }
        }
    }

    /// A question about one group.
    pub fn question<'a>(
        &'a mut self,
        pool: &'a mut TermPool,
        group: usize,
        limit: &'a Limit,
        left: &'a mut u64,
    ) -> Asked<'a> {
        Asked { asking: self, pool, group, limit, left }
    }

    /// Weakens the equations until they hold on arrival. Did they grow weaker?
    pub fn add_states(&mut self, pool: &mut TermPool, known: &mut Equations, limit: &Limit, left: &mut u64) -> bool {
        let mut grew = false;
        loop {
            match self.outside(pool, known, limit, left) {
                Outside::Nowhere => return grew,
                Outside::At(point) if known.hull.add(&point) => grew = true,
                Outside::At(_) | Outside::Open => {
                    known.hull = Hull::full();
                    return true;
                }
            }
        }
    }

    /// Looks for a state on arrival that the equations do not allow.
    fn outside(&mut self, pool: &mut TermPool, known: &Equations, limit: &Limit, left: &mut u64) -> Outside {
        let equations = known.known(pool, &self.region.arrival);
        if equations.is_empty() {
            return Outside::Nowhere;
        }
        if *left == 0 || limit.exhausted().is_some() {
            return Outside::Open;
        }
        let all = pool.and(&equations);
        let violated = pool.not(all);
        let asked = fresh(pool, "outside");
        let means = pool.implies(asked, violated);
        self.prover.assert(pool, means);
        let model = match self.check(pool, &[asked], limit, left) {
            Answer::Unsat(_) => return Outside::Nowhere,
            Answer::Sat(model) | Answer::Unknown { candidate: Some(model), .. } => model,
            Answer::Unknown { candidate: None, .. } => return Outside::Open,
        };
        let mut point = Vec::with_capacity(known.integers.vars.len());
        for &var in &known.integers.vars {
            let own = pool.var(var);
            let arrived = pool.substitute(own, &self.region.arrival);
            match model.value(pool, arrived) {
                Some(Value::Int(value)) => match value.to_big().to_i128() {
                    Some(value) => point.push(value),
                    None => return Outside::Open,
                },
                Some(_) | None => return Outside::Open,
            }
        }
        Outside::At(point)
    }

    /// One query, paid for.
    fn check(&mut self, pool: &TermPool, assumptions: &[Term], limit: &Limit, left: &mut u64) -> Answer {
        let spent = self.prover.statistics().resources;
        let answer = self.prover.check(pool, assumptions, limit);
        let spent = self.prover.statistics().resources - spent;
        *left = left.saturating_sub(spent.max(LEAST));
        answer
    }

    pub fn prover(&self) -> &dyn Prover {
        &*self.prover
    }
}

/// What a query counts at least: asking costs something too.
const LEAST: u64 = 2_000;

fn fresh(pool: &mut TermPool, name: &str) -> Term {
    let var = pool.fresh_var(name, Sort::BOOL);
    pool.var(var)
}

/// See `Asking::question`.
pub struct Asked<'a> {
    asking: &'a mut Asking,
    pool: &'a mut TermPool,
    group: usize,
    /// What one query may cost.
    limit: &'a Limit,
    /// Resource units that are left for all of them.
    left: &'a mut u64,
}

impl Asked<'_> {
    /// Literals that say: the clause is false.
    fn violation(&mut self, clause: Clause) -> Vec<Term> {
        let (literals, _) = &self.asking.literals[&self.group];
        let mut violation = Vec::with_capacity(clause.len());
        for literal in clause.literals() {
            let term = literals[literal.predicate];
            violation.push(if literal.positive { self.pool.not(term) } else { term });
        }
        violation
    }

    fn cube(&self, model: &Model) -> Cube {
        let (literals, _) = &self.asking.literals[&self.group];
        Cube::new(literals.iter().map(|&literal| model.holds(self.pool, literal)))
    }

    /// The literals of the clause that the core mentions.
    fn used(&self, clause: Clause, core: &[Term]) -> Clause {
        let (literals, _) = &self.asking.literals[&self.group];
        let is_used = |atom: Term| {
            core.iter().any(|&term| term == atom || *self.pool.op(term) == Op::Not && self.pool.args(term)[0] == atom)
        };
        Clause::of(clause.literals().filter(|literal| is_used(literals[literal.predicate])))
    }
}

impl Question for Asked<'_> {
    fn predicates(&self) -> usize {
        self.asking.literals[&self.group].0.len()
    }

    fn is_spent(&self) -> bool {
        *self.left == 0 || self.limit.exhausted().is_some()
    }

    fn implies_all(&mut self, clauses: &[Clause]) -> Implied {
        if self.is_spent() {
            return Implied::Open(None);
        }
        let inside = self.asking.literals[&self.group].1;
        let mut assumptions = vec![inside];
        match clauses {
            &[clause] => assumptions.extend(self.violation(clause)),
            _ => {
                let mut ways = Vec::with_capacity(clauses.len());
                for &clause in clauses {
                    let violation = self.violation(clause);
                    ways.push(self.pool.and(&violation));
                }
                let some = self.pool.or(&ways);
                let asked = fresh(self.pool, "asked");
                let means = self.pool.implies(asked, some);
                self.asking.prover.assert(self.pool, means);
                assumptions.push(asked);
            }
        }
        match self.asking.check(self.pool, &assumptions, self.limit, self.left) {
            Answer::Unsat(core) => Implied::Holds(match clauses {
                &[clause] => self.used(clause, &core.0),
                _ => Clause::FALSE,
            }),
            Answer::Sat(model) => Implied::Fails(self.cube(&model)),
            Answer::Unknown { candidate, .. } => Implied::Open(candidate.map(|model| self.cube(&model))),
        }
    }
}
