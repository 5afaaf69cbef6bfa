//! F_V(φ): the largest disjunction of cubes over V whose meaning implies φ (BMMR01 §4.1), by one session with the prover.
//!
//! Two ways give the same cubes. `Method::Cubes` is the paper's (§5.2): cubes by increasing length, those that contain one that implies φ, or
//! one that implies ¬φ, are left out, and every other one is a query, or two. `Method::Models` asks the same questions and
//! learns from the answers: a model of ¬φ is a valuation of all predicates, and no cube that holds in it implies φ; one
//! model answers for thousands of cubes, also when the next φ is asked about. So there is a query for every prime cube,
//! and few others.
//!
//! Before anybody is asked, φ is taken apart by the cases that predicates distinguish (`split`); cubes whose states are all in others are left out.
//!
//! Departures: cubes that contradict themselves are found once for each procedure (F_V(false), §5.1) and are never part of the result: the
//! `enforce` of the procedure excludes them. What the prover does not know is not implied.

use invar_logic::{Op, Sort, Term, TermPool, VarId};
use invar_solve::{Answer, Model, Prover};
use rustc_hash::{FxHashMap, FxHashSet};

use super::cubes::{Cube, of_length};
use super::split;
use crate::atoms::{Atoms, connective};
use crate::means::Means;
use crate::provers::{Provers, Quantifiers};

/// How cubes are found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Method {
    #[default]
    Models,
    Cubes,
}

/// How an abstraction is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Making {
    pub method: Method,
    /// One of the optimisations that lose nothing is left out, to be compared with.
    pub without: Option<Optimisation>,
}

/// Those of §5.2 after which the boolean program has the same runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Optimisation {
    /// Cubes that contain one that implies φ, or ¬φ, are left out.
    Pruning,
    /// Variables that a statement does not affect are left alone.
    Unaffected,
    /// Cubes are of predicates that may matter.
    Cone,
    /// What is a predicate needs no prover.
    Shortcut,
    /// Nothing is asked twice.
    Cache,
    /// What predicates decide is not asked (`split`).
    Cases,
}

impl Optimisation {
    pub const ALL: [Optimisation; 6] = [
        Optimisation::Pruning,
        Optimisation::Unaffected,
        Optimisation::Cone,
        Optimisation::Shortcut,
        Optimisation::Cache,
        Optimisation::Cases,
    ];
}

impl Making {
    pub fn has(self, optimisation: Optimisation) -> bool {
        self.without != Some(optimisation)
    }
}

/// What one question may cost: most take a few thousand units, and one that is hard is left open.
const QUESTION: u32 = 500_000;

/// Models that are remembered.
const MODELS: usize = 2_000;

/// Up to so many predicates that matter, all cubes are looked at; beyond, those of at most `LENGTH` literals (§5.2: "setting k to 3
/// provides the needed precision in most cases").
const ALL_LENGTHS: usize = 11;
const LENGTH: usize = 3;

/// How it went.
#[derive(Clone, Copy, Default, Debug)]
pub struct Work {
    pub queries: u64,
    /// Was a cube too long to be looked at?
    pub is_limited: bool,
    /// Did a question have no answer, or was there nothing left to pay for it?
    pub is_open: bool,
}

/// The predicates of a scope, the prover that knows them, and what it has said.
pub struct Strengthening<'m> {
    means: &'m Means<'m>,
    prover: Box<dyn Prover>,
    making: Making,
    /// E(bᵢ), by bit.
    predicates: Vec<Term>,
    /// What stands for each in the session.
    literals: Vec<Term>,
    variables: Vec<FxHashSet<VarId>>,
    /// What predicates and background speak of.
    spoken: FxHashSet<VarId>,
    atoms: Atoms,
    /// The atoms that are predicates.
    places: split::Known,
    /// The cubes whose meaning is false.
    contradictions: Vec<Cube>,
    models: Vec<(Model, u64)>,
    known: FxHashMap<Term, Vec<Cube>>,
    pub work: Work,
}

impl<'m> Strengthening<'m> {
    /// `background` holds in all states.
    pub fn new(
        pool: &mut TermPool,
        predicates: &[Term],
        background: &[Term],
        making: Making,
        means: &'m Means<'m>,
    ) -> Strengthening<'m> {
        let mut prover = means.session(Quantifiers::Triggers);
        background.iter().for_each(|&fact| prover.assert(pool, fact));
        let mut literals = Vec::new();
        for &predicate in predicates {
            let var = pool.fresh_var("predicate", Sort::BOOL);
            let literal = pool.var(var);
            let meaning = pool.eq(literal, predicate);
            prover.assert(pool, meaning);
            literals.push(literal);
        }
        let variables = predicates.iter().map(|&predicate| pool.free_vars_of(&[predicate])).collect();
        let spoken = predicates.iter().chain(background).copied().collect::<Vec<Term>>();
        let spoken = pool.free_vars_of(&spoken);
        let mut atoms = Atoms::default();
        let places = places(pool, &mut atoms, predicates);
        let mut strengthening = Strengthening {
            means,
            prover,
            making,
            predicates: predicates.to_vec(),
            literals,
            variables,
            spoken,
            atoms,
            places,
            contradictions: Vec::new(),
            models: Vec::new(),
            known: FxHashMap::default(),
            work: Work::default(),
        };
        let all: Vec<usize> = (0..predicates.len()).collect();
        strengthening.contradictions = strengthening.implying(pool, Term::FALSE, &all, &[]);
        strengthening
    }

    /// F_V(false): what `enforce` excludes (§5.1).
    pub fn contradictions(&self) -> &[Cube] {
        &self.contradictions
    }

    /// F_V(φ) and F_V(¬φ).
    pub fn both(&mut self, pool: &mut TermPool, formula: Term) -> (Vec<Cube>, Vec<Cube>) {
        let negated = pool.not(formula);
        let yes = self.strengthened(pool, formula, &[]);
        let no = self.strengthened(pool, negated, &yes);
        (yes, no)
    }

    /// F_V(φ).
    pub fn strengthen(&mut self, pool: &mut TermPool, formula: Term) -> Vec<Cube> {
        self.strengthened(pool, formula, &[])
    }

    /// F_V(φ); the cubes of `others` imply ¬φ.
    fn strengthened(&mut self, pool: &mut TermPool, formula: Term, others: &[Cube]) -> Vec<Cube> {
        let known = self.known.get(&formula).filter(|_| self.making.has(Optimisation::Cache));
        if let Some(known) = known {
            return known.clone();
        }
        if self.means.limit().exhausted().is_some() {
            self.work.is_open = true;
            return Vec::new();
        }
        let literal = self.making.has(Optimisation::Shortcut).then(|| self.as_literal(pool, formula)).flatten();
        let found = match literal {
            Some(cubes) => cubes,
            None => match self.by_cases(pool, formula) {
                Some(cubes) => cubes,
                None => {
                    let cone = match self.making.has(Optimisation::Cone) {
                        true => self.cone(pool, formula),
                        false => (0..self.predicates.len()).collect(),
                    };
                    self.implying(pool, formula, &cone, others)
                }
            },
        };
        self.known.insert(formula, found.clone());
        found
    }

    /// The cases that predicates distinguish, and the prover about what is left in each.
    fn by_cases(&mut self, pool: &mut TermPool, formula: Term) -> Option<Vec<Cube>> {
        if self.making.method == Method::Cubes || !self.making.has(Optimisation::Cases) {
            return None;
        }
        let whole = self.atoms.split(pool, formula);
        let formula = split::for_all(pool, whole, &self.spoken);
        if formula == Term::TRUE || formula == Term::FALSE {
            return Some(if formula == Term::TRUE { vec![Cube::default()] } else { Vec::new() });
        }
        let Some(cases) = split::by_cases(pool, formula, &self.places) else {
            // With an atom less, it is another question.
            return (formula != whole).then(|| self.strengthened(pool, formula, &[]));
        };
        let mut found: Vec<Cube> = Vec::new();
        for (guard, rest) in cases {
            for cube in self.strengthened(pool, rest, &[]) {
                found.extend(guard.and(cube));
            }
        }
        Some(self.shortened(found))
    }

    /// The same set of states in fewer and shorter cubes.
    fn shortened(&self, mut cubes: Vec<Cube>) -> Vec<Cube> {
        let bits = cubes.iter().fold(0, |bits, cube| bits | cube.positive | cube.negative);
        let inside: Vec<usize> = (0..self.predicates.len()).filter(|at| bits >> at & 1 == 1).collect();
        if inside.len() > ALL_LENGTHS {
            return cubes;
        }
        for at in 0..cubes.len() {
            for (place, _) in cubes[at].literals() {
                let shorter = cubes[at].without(place);
                if self.is_covered(shorter, &inside, &cubes) {
                    cubes[at] = shorter;
                }
            }
        }
        cubes.sort_unstable_by_key(|cube| (cube.literals().count(), *cube));
        let mut at = cubes.len();
        while at > 0 {
            at -= 1;
            let cube = cubes.remove(at);
            if !self.is_covered(cube, &inside, &cubes) {
                cubes.insert(at, cube);
            }
        }
        cubes
    }

    /// What is one of the predicates, or its negation, needs no prover (§5.2, fourth).
    fn as_literal(&self, pool: &mut TermPool, formula: Term) -> Option<Vec<Cube>> {
        if formula == Term::TRUE || formula == Term::FALSE {
            return Some(if formula == Term::TRUE { vec![Cube::default()] } else { Vec::new() });
        }
        let negated = pool.not(formula);
        let at = |term: Term| self.predicates.iter().position(|&predicate| predicate == term);
        at(formula)
            .map(|at| vec![Cube::default().with(at, true)])
            .or_else(|| at(negated).map(|at| vec![Cube::default().with(at, false)]))
    }

    /// The predicates that may be part of a cube that implies φ (§5.2, third): those that share a variable with it, directly or
    /// through others. A memory is one variable, so that aliases are among them.
    fn cone(&self, pool: &TermPool, formula: Term) -> Vec<usize> {
        let mut reached = pool.free_vars_of(&[formula]);
        let mut inside: Vec<usize> = Vec::new();
        loop {
            let is_near = |at: &usize| !inside.contains(at) && !self.variables[*at].is_disjoint(&reached);
            let near: Vec<usize> = (0..self.predicates.len()).filter(is_near).collect();
            if near.is_empty() {
                inside.sort_unstable();
                return inside;
            }
            near.iter().for_each(|&at| reached.extend(self.variables[at].iter().copied()));
            inside.extend(near);
        }
    }

    /// The shortest cubes over these predicates that imply φ.
    fn implying(&mut self, pool: &mut TermPool, formula: Term, cone: &[usize], others: &[Cube]) -> Vec<Cube> {
        let goal = self.named(pool, formula);
        let denial = pool.not(goal);
        // Valuations of models in which φ is false, and cubes that imply ¬φ.
        let mut refuting: Vec<u64> = match self.making.method {
            Method::Models if self.making.has(Optimisation::Cache) => self.models_without(pool, formula),
            Method::Models | Method::Cubes => Vec::new(),
        };
        let (mut found, mut opposite) = (Vec::new(), others.to_vec());
        let longest = if cone.len() <= ALL_LENGTHS { cone.len() } else { LENGTH };
        self.work.is_limited |= longest < cone.len();
        for length in 0..=longest {
            let mut candidates = Vec::new();
            of_length(cone, length, &mut |cube| {
                candidates.push(cube);
                true
            });
            for cube in candidates {
                if self.means.left() == 0 || self.means.limit().exhausted().is_some() {
                    self.work.is_open = true;
                    return found;
                }
                let covered = |cubes: &[Cube]| cubes.iter().any(|&other| cube.contains(other));
                let is_pruned = self.making.has(Optimisation::Pruning) && (covered(&found) || covered(&opposite));
                let is_known = is_pruned || covered(&self.contradictions);
                if is_known || refuting.iter().any(|&valuation| cube.holds(valuation)) {
                    continue;
                }
                if self.is_redundant(cube, cone, &found) {
                    continue;
                }
                match self.ask(pool, cube, denial) {
                    Answer::Unsat(_) => found.push(cube),
                    Answer::Sat(model) => match self.making.method {
                        Method::Models => refuting.extend(self.remember(pool, model)),
                        Method::Cubes => {
                            if formula != Term::FALSE && self.ask(pool, cube, goal).is_unsat() {
                                opposite.push(cube);
                            }
                        }
                    },
                    Answer::Unknown { .. } => self.work.is_open = true,
                }
            }
        }
        found
    }

    /// As `is_covered`, where that is quickly seen.
    fn is_redundant(&self, cube: Cube, cone: &[usize], found: &[Cube]) -> bool {
        let is_asked = !found.is_empty() && cone.len() <= ALL_LENGTHS && self.making == Making::default();
        is_asked && self.is_covered(cube, cone, found)
    }

    /// Are all valuations in the cube that do not contradict themselves in cubes that are known to imply φ? Where `x == y` and `y == z` are predicates, a cube with
    /// both says no more than one with `x == z`.
    fn is_covered(&self, cube: Cube, cone: &[usize], found: &[Cube]) -> bool {
        let fixed = cube.positive | cube.negative;
        let open: Vec<usize> = cone.iter().copied().filter(|at| fixed >> at & 1 == 0).collect();
        let inside: u64 = cone.iter().fold(0, |bits, at| bits | 1 << at);
        let is_inside = |other: &&Cube| (other.positive | other.negative) & !inside == 0;
        let excluded: Vec<Cube> = self.contradictions.iter().filter(is_inside).copied().collect();
        (0..1_u64 << open.len()).all(|choice| {
            let chosen = open.iter().enumerate().filter(|(place, _)| choice >> place & 1 == 1);
            let valuation = chosen.fold(cube.positive, |bits, (_, at)| bits | 1 << at);
            found.iter().chain(&excluded).any(|other| other.holds(valuation))
        })
    }

    /// A literal of the session that means φ.
    fn named(&mut self, pool: &mut TermPool, formula: Term) -> Term {
        if formula == Term::FALSE {
            return formula;
        }
        let var = pool.fresh_var("goal", Sort::BOOL);
        let literal = pool.var(var);
        let meaning = pool.eq(literal, formula);
        self.prover.assert(pool, meaning);
        literal
    }

    /// Is there a state in the cube where the literal holds?
    fn ask(&mut self, pool: &mut TermPool, cube: Cube, literal: Term) -> Answer {
        let mut assumptions: Vec<Term> = if literal == Term::TRUE { Vec::new() } else { vec![literal] };
        for (at, value) in cube.literals() {
            let literal = self.literals[at];
            assumptions.push(if value { literal } else { pool.not(literal) });
        }
        self.work.queries += 1;
        self.prover.check(pool, &assumptions, &self.means.at_most(QUESTION))
    }

    /// The valuation of all predicates in a model, if it has one.
    fn remember(&mut self, pool: &TermPool, model: Model) -> Option<u64> {
        let mut valuation = 0;
        for (at, &literal) in self.literals.iter().enumerate() {
            valuation |= u64::from(model.holds(pool, literal)?) << at;
        }
        if self.models.len() < MODELS {
            self.models.push((model, valuation));
        }
        Some(valuation)
    }

    /// The valuations of remembered models in which the formula is false.
    fn models_without(&self, pool: &TermPool, formula: Term) -> Vec<u64> {
        let is_false = |(model, _): &&(Model, u64)| model.holds(pool, formula) == Some(false);
        self.models.iter().filter(is_false).map(|(_, valuation)| *valuation).collect()
    }
}

/// The predicates that are atoms, or negations of such.
fn places(pool: &mut TermPool, atoms: &mut Atoms, predicates: &[Term]) -> split::Known {
    let mut places = split::Known::default();
    for (place, &predicate) in predicates.iter().enumerate() {
        let term = atoms.split(pool, predicate);
        let (atom, polarity) = match (pool.op(term), pool.args(term)) {
            (Op::Not, &[inner]) => (inner, false),
            _ => (term, true),
        };
        if !connective(pool, atom) && !pool.op(atom).is_literal() {
            places.entry(atom).or_insert((place, polarity));
        }
    }
    places
}
