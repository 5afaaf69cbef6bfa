//! What answers cost: all engines together, an *unknown* never costs more than its effort says.

use std::cell::Cell;
use std::rc::Rc;

use invar_base::{Budget, Effort, Id, SourceId};
use invar_engine::verify::{Strategy, verify_with};
use invar_engine::{Means, Provers, Quantifiers};
use invar_gcl::{ImplId, Program};
use invar_logic::{Term, TermPool};
use invar_solve::{Answer, Limit, Prover, SessionOptions, Statistics, Z3Session};

/// Z3, and what all of its sessions spent.
#[derive(Default)]
struct Counting(Rc<Cell<u64>>);

impl Provers for Counting {
    fn session(&self, quantifiers: Quantifiers) -> Box<dyn Prover> {
        let options = SessionOptions { mbqi: quantifiers == Quantifiers::Models };
        let inner = Z3Session::new(options).expect("Z3 is part of the build");
        Box::new(Counted { inner, spent: self.0.clone() })
    }
}

struct Counted {
    inner: Z3Session,
    spent: Rc<Cell<u64>>,
}

impl Prover for Counted {
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
        let before = self.inner.statistics().resources;
        let answer = self.inner.check(pool, assumptions, limit);
        self.spent.set(self.spent.get() + self.inner.statistics().resources - before);
        answer
    }

    fn statistics(&self) -> &Statistics {
        self.inner.statistics()
    }
}

/// Nobody knows whether three cubes add up to 114 or 390, and a cube is never 3 more than a multiple of seven: hard to say, and no run
/// fails, however many are tried.
const HARD: &str = "procedure main(a: int, b: int, c: int, n: int) { var i, s: int; i := 0; s := 0;
    while (i < n) { assert a*a*a + b*b*b + c*c*c != 114; s := s + a*b*i; i := i + 1; }
    assert a*a*a + b*b*b + c*c*c != 390; assert s*s*s != 7 * i*i*a + 3; }";

fn spent(strategy: Strategy, program: &Program, effort: Effort) -> (&'static str, u64) {
    let provers = Counting::default();
    let means = Means::new(&provers, &Budget::new(effort));
    let report = verify_with(strategy, program, ImplId::from_index(0), &means);
    (report.verdict.word(), provers.0.get())
}

#[test]
fn an_unknown_costs_no_more_than_the_effort_says() {
    let program = invar_gcl::boogie::read(SourceId::from_index(0), HARD).expect("the program is correct").program;
    for level in [1, 2] {
        let effort = Effort::new(level).expect("a level");
        for strategy in [Strategy::Auto, Strategy::Proof, Strategy::Bounded] {
            let (verdict, spent) = spent(strategy, &program, effort);
            let most = u64::from(effort.resource_limit());
            assert_eq!(verdict, "unknown");
            assert!(spent <= most + most / 100, "{strategy:?} at level {level}: {spent} of {most}");
            let is_all = strategy == Strategy::Auto;
            assert!(!is_all || spent > most / 10, "too easy at level {level}: {spent} of {most}");
        }
    }
}
