//! Theorems 1 and 2 (SG09 §4, §5) over small sets, all solutions one after the other: an algorithm finds an invariant solution if there is one,
//! and what it finds is one. The paper's own encoding of §5 has models that are none.

use invar_base::{Budget, Effort, SourceMap};
use invar_gcl::Program;
use invar_logic::{Term, TermPool};
use invar_solve::{Limit, Prover, SessionOptions, Z3Session};

use super::constraint::constrain;
use super::paths::Paths;
use super::problem::Problem;
use super::propagate::{Direction, propagate};
use super::reached::conditions;
use super::search::{claims, loop_templates};
use crate::ground::{PredicateMap, Solution, Template};
use crate::loops::ExtraInvariants;
use crate::means::Means;
use crate::provers::{Provers, Quantifiers};
use crate::task::{Task, asserted};

struct Z3;

impl Provers for Z3 {
    fn session(&self, quantifiers: Quantifiers) -> Box<dyn Prover> {
        let options = SessionOptions { mbqi: quantifiers == Quantifiers::Models };
        Box::new(Z3Session::new(options).expect("Z3 is part of the build"))
    }
}

fn read(text: &str) -> Program {
    let mut sources = SourceMap::default();
    let source = sources.add("test.bpl", text.to_string());
    invar_gcl::boogie::read(source, sources.text(source)).expect("the program is well formed").program
}

/// The verification conditions of a program, with its templates.
fn with_conditions<T>(text: &str, then: impl FnOnce(&mut Problem<'_>, &Paths) -> T) -> T {
    let program = read(text);
    let first = program.impls.ids().next().expect("there is a body");
    let task = Task::at_leisure(&program, first).expect("the body is small");
    let means = Means::new(&Z3, &Budget::new(Effort::new(5).expect("an effort")));
    let open = asserted(&task.body);
    let mut pool = task.pool.clone();
    let formulas = loop_templates(&mut pool, &task, &claims(&task, &open)).expect("templates are given");
    let mut map = PredicateMap::default();
    let templates: Vec<Template> =
        formulas.into_iter().map(|formula| Template::of(&mut pool, &mut map, formula)).collect();
    let reached = conditions(&pool, &task, (&map, &templates), &means.budget);
    let paths = Paths { reached, ..Paths::new(&mut pool, &task, templates, &open, &ExtraInvariants::new()) };
    let mut problem = Problem::new(pool, map, &means);
    then(&mut problem, &paths)
}

/// Validity by the prover alone, quantifiers and all.
struct Judge(Box<dyn Prover>);

impl Judge {
    fn new() -> Judge {
        Judge(Z3.session(Quantifiers::Models))
    }

    fn is_valid(&mut self, pool: &mut TermPool, formula: Term) -> bool {
        let denied = pool.not(formula);
        self.0.push();
        self.0.assert(pool, denied);
        let answer = self.0.check(pool, &[], &Limit::resources(20_000_000));
        self.0.pop();
        answer.is_unsat()
    }

    fn is_solution(&mut self, problem: &mut Problem<'_>, paths: &Paths, solution: &Solution) -> bool {
        (0..paths.paths.len()).all(|path| {
            let condition = paths.instance(problem, path, solution);
            self.is_valid(&mut problem.pool, condition)
        })
    }
}

/// All maps from unknowns to sets.
fn all_solutions(map: &PredicateMap) -> Vec<Solution> {
    let mut all = vec![Solution(Vec::new())];
    for set in &map.sets {
        let mut longer = Vec::new();
        for solution in &all {
            for bits in 0..1usize << set.len() {
                let mut solution = solution.clone();
                solution.0.push((0..set.len()).filter(|number| bits >> number & 1 == 1).collect());
                longer.push(solution);
            }
        }
        all = longer;
    }
    all
}

type Algorithm = fn(&mut Problem<'_>, &Paths) -> Option<Solution>;

const ALGORITHMS: [(&str, Algorithm); 3] = [
    ("least", |problem, paths| propagate(problem, paths, Direction::Forward)),
    ("greatest", |problem, paths| propagate(problem, paths, Direction::Backward)),
    ("constraint", |problem, paths| constrain(problem, paths).0),
];

/// Each algorithm finds an invariant solution exactly where there is one. How many there are is told.
fn found_where_there_is_one(text: &str) -> usize {
    let solutions = with_conditions(text, |problem, paths| {
        let mut judge = Judge::new();
        let all = all_solutions(&problem.map);
        assert!(all.len() <= 1 << 12, "all {} of them are tried", all.len());
        all.iter().filter(|solution| judge.is_solution(problem, paths, solution)).count()
    });
    for (name, algorithm) in ALGORITHMS {
        with_conditions(text, |problem, paths| match algorithm(problem, paths) {
            Some(found) => assert!(Judge::new().is_solution(problem, paths, &found), "{name}: {found:?} is none"),
            None => assert_eq!(solutions, 0, "{name} finds none of them"),
        });
    }
    solutions
}

/// Filling an array: `guard` and `outside` are what the two unknowns choose from.
fn filling(guard: &str, outside: &str) -> String {
    format!(
        "procedure fill(n: int) returns (a: [int]int)
         {{
           var i: int;
           i := 0;
           while (i < n)
             template {outside} && (forall j: int :: {guard} ==> a[j] == 0);
           {{ a[i] := 0; i := i + 1; }}
           assert (forall x: int :: 0 <= x && x < n ==> a[x] == 0);
         }}"
    )
}

#[test]
fn a_solution_is_found_where_there_is_one() {
    let both_ways = filling("0 <= j && j < i && j <= i && j < n && i <= j && j < 0", "0 <= i && i <= n");
    assert!(found_where_there_is_one(&both_ways) > 0);
}

#[test]
fn nothing_is_found_where_there_is_none() {
    assert_eq!(
        found_where_there_is_one(&filling("0 <= j && j < n && j <= n && i <= j && 0 < i", "i <= n && 0 < i")),
        0
    );
}

/// Two loops, so that templates are carried from one to the other.
#[test]
fn two_loops_have_solutions_together() {
    let text = "
        procedure twice(n: int) returns (a: [int]int)
        {
          var i, j: int;
          i := 0;
          while (i < n)
            template (forall k: int :: 0 <= k && k < i ==> a[k] == 0);
          { a[i] := 0; i := i + 1; }
          j := 0;
          while (j < n)
            template n <= i && (forall k: int :: 0 <= k && k < j ==> a[k] == 1) && (forall k: int :: j <= k && k < i ==> a[k] == 0);
          { assert a[j] == 0; a[j] := 1; j := j + 1; }
          assert (forall k: int :: 0 <= k && k < n ==> a[k] == 1);
        }";
    assert!(found_where_there_is_one(text) > 0);
}

#[test]
fn what_exists_for_every_value_is_found() {
    let text = "
        procedure turned(n: int, b: [int]int) returns (a: [int]int)
        {
          var i: int;
          i := 0;
          while (i < n)
            template 0 <= i && (forall y: int :: 0 <= y && y < i && y < n ==> (exists x: int :: b[y] == a[x] && x < i && 0 <= x));
          { a[i] := b[i]; i := i + 1; }
          assert (forall y: int :: 0 <= y && y < n ==> (exists x: int :: b[y] == a[x]));
        }";
    assert!(found_where_there_is_one(text) > 0);
}

/// What runs say excludes no invariant solution, and excludes others.
#[test]
fn runs_exclude_no_solution() {
    let text = filling("0 <= j && j < i && j <= i && i <= j", "0 <= i && i <= 0");
    with_conditions(&text, |problem, paths| {
        let mut judge = Judge::new();
        let is_allowed = |solution: &Solution| paths.reached.iter().all(|condition| condition.is_met(solution));
        let all = all_solutions(&problem.map);
        for solution in all.iter().filter(|solution| judge.is_solution(problem, paths, solution)) {
            assert!(is_allowed(solution), "{solution:?}");
        }
        assert!(all.iter().any(|solution| !is_allowed(solution)));
    });
}

/// Two unknowns guard the same literal.
const SAME_LITERAL: &str = "
    procedure same(n: int, a0: [int]int) returns (a: [int]int)
      requires (forall k: int :: 0 <= k ==> a0[k] == 0);
    {
      var i: int;
      a := a0;
      i := 0;
      while (i < n)
        template (forall k: int :: 0 <= k && 1 <= k ==> a[k] == 0) && (forall k: int :: 1 <= k && 0 <= k ==> a[k] == 0);
      { a[0 - 1] := i; i := i + 1; }
      assert a[0] == 0;
    }";

/// §5's encoding looks at one predicate of a positive unknown with all other positive unknowns empty. Then the other guard admits `a[0]`, so it has a
/// model in which both guards exclude it.
#[test]
fn the_encoding_of_section_5_has_models_that_are_no_solutions() {
    with_conditions(SAME_LITERAL, |problem, paths| {
        let mut judge = Judge::new();
        let mut alone = Vec::new();
        for guard in [0, 2] {
            for predicate in 0..2 {
                let mut solution = problem.map.nothing();
                (solution.0[1], solution.0[3]) = (vec![0], vec![0]);
                solution.0[guard] = vec![predicate];
                // What guards admit on entry is zero, so only the claim can fail.
                let claims: Vec<usize> = (0..paths.paths.len()).filter(|&path| paths.is_claim(path)).collect();
                let holds = claims.into_iter().all(|path| {
                    let condition = paths.instance(problem, path, &solution);
                    judge.is_valid(&mut problem.pool, condition)
                });
                alone.push(holds);
            }
        }
        assert_eq!(alone, [true; 4], "each is harmless while the other is empty");
        // So the encoding allows all that is not empty.
        let all = all_solutions(&problem.map);
        let mut models = all.iter().filter(|one| one.0.iter().all(|set| !set.is_empty()));
        assert!(
            models.any(|one| !judge.is_solution(problem, paths, one)),
            "together they may exclude what is asked for"
        );
    });
    assert!(found_where_there_is_one(SAME_LITERAL) > 0);
}
