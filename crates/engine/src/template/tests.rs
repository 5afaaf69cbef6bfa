//! Optimal solutions: the paper's examples, and Definition 2 by brute force.

use invar_base::{Budget, Effort};
use invar_logic::{Sort, Substitution, Term, TermPool, VarId};
use invar_solve::{Limit, Prover, SessionOptions, Z3Session};

use super::choices::Choices;
use super::optimal::Optimal;
use super::problem::Problem;
use super::question::Question;
use crate::ground::{Polarity, PredicateMap, Solution, Template, UnknownId};
use crate::means::Means;
use crate::provers::{Provers, Quantifiers};

struct Z3;

impl Provers for Z3 {
    fn session(&self, quantifiers: Quantifiers) -> Box<dyn Prover> {
        let options = SessionOptions { mbqi: quantifiers == Quantifiers::Models };
        Box::new(Z3Session::new(options).expect("Z3 is part of the build"))
    }
}

/// The variables of the examples.
struct Scene {
    pool: TermPool,
    map: PredicateMap,
    array: Term,
    /// i, j, m, n
    vars: [VarId; 4],
}

impl Scene {
    fn new() -> Scene {
        let mut pool = TermPool::new();
        let sort = pool.map_sort(&[Sort::INT], Sort::INT);
        let array = pool.new_var("A", sort);
        let array = pool.var(array);
        let vars = ["i", "j", "m", "n"].map(|name| pool.new_var(name, Sort::INT));
        Scene { pool, map: PredicateMap::default(), array, vars }
    }

    fn terms(&mut self) -> [Term; 4] {
        self.vars.map(|var| self.pool.var(var))
    }

    /// Q with `j` on one side: j < v, j <= v, j > v, j >= v.
    fn around_j(&mut self, others: &[Term]) -> UnknownId {
        let [_, j, ..] = self.terms();
        let mut set = Vec::new();
        for &other in others {
            let pool = &mut self.pool;
            set.extend([pool.lt(j, other), pool.le(j, other), pool.gt(j, other), pool.ge(j, other)]);
        }
        self.map.add(set)
    }

    /// Q of all v <= w.
    fn orders(&mut self, vars: &[Term]) -> UnknownId {
        let mut set = Vec::new();
        for &a in vars {
            for &b in vars.iter().filter(|&&b| b != a) {
                set.push(self.pool.le(a, b));
            }
        }
        self.map.add(set)
    }

    /// ∀j. guard ⇒ A[j] = 0
    fn zeros(&mut self, guard: Template) -> Template {
        let [_, j, ..] = self.terms();
        let read = self.pool.select(self.array, &[j]);
        let zero = self.pool.int(0);
        let claim = self.pool.eq(read, zero);
        Template::Forall(vec![self.vars[1]], Box::new(Template::implies(guard, Template::Fixed(claim))))
    }

    /// The optimal solutions of hypotheses ⇒ goal, in words, and held against Definition 2 if the sets are small.
    fn optimal(&mut self, hypotheses: Vec<Template>, goal: Template) -> Vec<String> {
        let means = Means::new(&Z3, &Budget::new(Effort::DEFAULT));
        let mut problem = Problem::new(self.pool.clone(), self.map.clone(), &means);
        let question = problem.question(&[], &hypotheses, &goal, &Substitution::new());
        let whole = Template::implies(Template::And(hypotheses), goal);
        let unknowns = whole.unknowns();
        let found = optimal_solutions(&mut problem, question, &unknowns);
        if self.map.sets.iter().map(Vec::len).sum::<usize>() <= 12 {
            let mut expected = brute_force(&mut self.pool, &self.map, &whole, &unknowns);
            let mut own = found.clone();
            let mut judge = Judge::new(&self.map, &unknowns);
            let pool = &mut self.pool;
            own.retain(|one| {
                let position = expected.iter().position(|other| judge.is_same(pool, one, other));
                position.map(|position| expected.remove(position)).is_none()
            });
            assert!(own.is_empty() && expected.is_empty(), "extra {own:?}, missing {expected:?}");
        }
        let pool = &mut self.pool;
        let map = &self.map;
        let describe = |solution: &Solution| {
            let relations = |unknown: UnknownId| problem.relations(unknown).reduced(solution.of(unknown));
            let set = |unknown: UnknownId| {
                let mut set: Vec<String> =
                    relations(unknown).iter().map(|&one| pool.show(map.of(unknown)[one])).collect();
                set.sort();
                set.join(" ")
            };
            unknowns.iter().map(|(unknown, _)| set(*unknown)).collect::<Vec<String>>().join("; ")
        };
        let mut words: Vec<String> = found.iter().map(describe).collect();
        words.sort();
        words
    }
}

/// All optimal solutions, without those that others beat, and only the first of those that say the same.
fn optimal_solutions(
    problem: &mut Problem<'_>,
    question: Question,
    unknowns: &[(UnknownId, Polarity)],
) -> Vec<Solution> {
    let mut choices = Choices::new(&problem.map, &[&|_| None]);
    for &(unknown, _) in unknowns {
        choices.close(unknown, problem.relations(unknown));
        choices.one_contradiction(unknown, problem.relations(unknown));
    }
    let mut optimal = Optimal::new(problem, &mut choices, vec![question], unknowns.to_vec());
    let map = problem.map.clone();
    let mut judge = Judge::new(&map, unknowns);
    let mut kept: Vec<Solution> = Vec::new();
    while let Some(solution) = optimal.next(problem, &mut choices) {
        let pool = &mut problem.pool;
        if !kept.iter().any(|other| judge.is_at_least(pool, other, &solution)) {
            kept.retain(|other| !judge.is_at_least(pool, &solution, other));
            kept.push(solution);
        }
    }
    assert!(!problem.is_cut_short, "the search comes to its end");
    kept
}

/// Validity by the prover itself, and implication between sets.
struct Judge<'a> {
    prover: Box<dyn Prover>,
    map: &'a PredicateMap,
    unknowns: &'a [(UnknownId, Polarity)],
}

impl<'a> Judge<'a> {
    fn new(map: &'a PredicateMap, unknowns: &'a [(UnknownId, Polarity)]) -> Judge<'a> {
        Judge { prover: Z3.session(Quantifiers::Models), map, unknowns }
    }

    fn is_valid(&mut self, pool: &mut TermPool, formula: Term) -> bool {
        let denied = pool.not(formula);
        self.prover.push();
        self.prover.assert(pool, denied);
        let answer = self.prover.check(pool, &[], &Limit::resources(5_000_000));
        self.prover.pop();
        answer.is_unsat()
    }

    /// Does the first say at least as much for every unknown, in its direction?
    fn is_at_least(&mut self, pool: &mut TermPool, first: &Solution, second: &Solution) -> bool {
        self.unknowns.iter().all(|&(unknown, polarity)| {
            let (strong, weak) = if polarity == Polarity::Negative { (second, first) } else { (first, second) };
            let strong = Template::Unknown(unknown).instance(pool, self.map, strong);
            let weak = Template::Unknown(unknown).instance(pool, self.map, weak);
            let claim = pool.implies(strong, weak);
            self.is_valid(pool, claim)
        })
    }

    fn is_same(&mut self, pool: &mut TermPool, first: &Solution, second: &Solution) -> bool {
        self.is_at_least(pool, first, second) && self.is_at_least(pool, second, first)
    }
}

/// Definition 2, one solution after the other.
fn brute_force(
    pool: &mut TermPool,
    map: &PredicateMap,
    formula: &Template,
    unknowns: &[(UnknownId, Polarity)],
) -> Vec<Solution> {
    let mut all = vec![map.nothing()];
    for &(unknown, _) in unknowns {
        let size = map.of(unknown).len();
        let subsets = |base: &Solution| {
            let base = base.clone();
            (0..1usize << size).map(move |bits| {
                let mut solution = base.clone();
                solution.0[unknown.0] = (0..size).filter(|number| bits >> number & 1 == 1).collect();
                solution
            })
        };
        all = all.iter().flat_map(subsets).collect();
    }
    let mut judge = Judge::new(map, unknowns);
    let mut best: Vec<Solution> = Vec::new();
    for solution in all {
        let instance = formula.instance(pool, map, &solution);
        if !judge.is_valid(pool, instance) || best.iter().any(|other| judge.is_at_least(pool, other, &solution)) {
            continue;
        }
        best.retain(|other| !judge.is_at_least(pool, &solution, other));
        best.push(solution);
    }
    best
}

/// Example 4: four optimal solutions for one negative unknown.
#[test]
fn one_negative_unknown() {
    let mut scene = Scene::new();
    let [i, _, _, n] = scene.terms();
    let zero = scene.pool.int(0);
    let unknown = scene.around_j(&[zero, i, n]);
    let begun = scene.pool.eq(i, zero);
    let goal = scene.zeros(Template::Unknown(unknown));
    let found = scene.optimal(vec![Template::Fixed(begun)], goal);
    assert_eq!(found, ["(0 < j) (j <= i)", "(0 <= j) (j < i)", "(i < j) (j <= 0)", "(i <= j) (j < 0)"]);
}

/// Example 5: one optimal solution for one positive unknown.
#[test]
fn one_positive_unknown() {
    let mut scene = Scene::new();
    let [i, j, _, n] = scene.terms();
    let zero = scene.pool.int(0);
    let unknown = scene.around_j(&[zero, i, n]);
    let done = scene.pool.le(n, i);
    let (from, to) = (scene.pool.le(zero, j), scene.pool.lt(j, n));
    let range = scene.pool.and(&[from, to]);
    let (hypothesis, goal) = (scene.zeros(Template::Unknown(unknown)), scene.zeros(Template::Fixed(range)));
    let found = scene.optimal(vec![Template::Fixed(done), hypothesis], goal);
    assert_eq!(found, ["(0 <= j) (j < i) (j < n)"]);
}

/// Example 6: a positive and a negative unknown. The positive one's set is the paper's, as far as it speaks of `j`.
#[test]
fn a_positive_and_a_negative_unknown() {
    let mut scene = Scene::new();
    let [i, j, m, n] = scene.terms();
    let about_j = [m, n, i].map(|bound| scene.pool.le(j, bound));
    let positive = scene.map.add(about_j.to_vec());
    let negative = scene.orders(&[i, n, m]);
    let done = scene.pool.le(n, i);
    let range = scene.pool.le(j, m);
    let hypothesis = scene.zeros(Template::Unknown(positive));
    let goal = scene.zeros(Template::Fixed(range));
    let found = scene.optimal(vec![Template::Unknown(negative), Template::Fixed(done), hypothesis], goal);
    assert_eq!(found, ["(j <= i) (j <= m) (j <= n); (m <= n)", "(j <= i) (j <= m); (m <= i)", "(j <= m); "]);
}

/// Where a goal needs two instances of a hypothesis, single predicates do not say what sets of them do (Figure 2 merges them).
#[test]
fn definition_2_by_brute_force() {
    let mut scene = Scene::new();
    let [i, _, _, n] = scene.terms();
    let zero = scene.pool.int(0);
    let (one, two) = (scene.around_j(&[i]), scene.around_j(&[n]));
    let begun = scene.pool.eq(i, zero);
    let (hypothesis, goal) = (scene.zeros(Template::Unknown(one)), scene.zeros(Template::Unknown(two)));
    let found = scene.optimal(vec![Template::Fixed(begun), hypothesis], goal);
    assert!(!found.is_empty());
}
