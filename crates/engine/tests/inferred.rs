//! Evidence with invariants that are not in the text: proofs from it hold, and nothing else is proved from it.

use invar_base::{Budget, Effort, Id, SourceMap};
use invar_engine::certify::certify;
use invar_engine::loops::ExtraInvariants;
use invar_engine::prepare::loop_invariants;
use invar_engine::task::Task;
use invar_engine::{Cause, Evidence, Means, Proved, Provers, Quantifiers, Unknown};
use invar_gcl::{ImplId, Program};
use invar_logic::{Term, TermPool, Trigger, VarId};
use invar_solve::{Prover, SessionOptions, Z3Session};

/// The same loop twice, with other variables: the call is expanded.
const TWICE: &str = "
    procedure {:inline 1} fill(a: [int]int, n: int) returns (b: [int]int)
    {
      var i: int;
      b := a;
      i := 0;
      while (i < n) { b[i] := 7; i := i + 1; }
    }
    procedure main(a: [int]int)
    {
      var b, c: [int]int;
      call b := fill(a, 10);
      assert b[3] == 7;
      call c := fill(a, 20);
      assert c[12] == 7;
    }";

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

fn main_of(program: &Program) -> ImplId {
    program.impls.ids().find(|&id| program.impl_name(id) == "main").expect("there is a main")
}

fn check(program: &Program, evidence: &Evidence) -> Result<Proved, Unknown> {
    certify(program, main_of(program), evidence, &Means::new(&Z3, &Budget::new(Effort::DEFAULT)))
}

/// For each loop, what `make` says about the array and the index that the loop changes.
fn evidence(program: &Program, make: impl Fn(&mut TermPool, VarId, VarId) -> Vec<Term>) -> Evidence {
    let main = main_of(program);
    let Task { mut pool, heads, .. } = Task::at_leisure(program, main).expect("the body is small");
    let mut extra = ExtraInvariants::new();
    for head in &heads {
        let named = |pool: &TermPool, stem: &str| {
            let found = head.targets.iter().find(|&&var| pool.var_name(var).starts_with(stem));
            *found.expect("the loop assigns it")
        };
        let (array, index) = (named(&pool, "b"), named(&pool, "i"));
        let terms = make(&mut pool, array, index);
        let portable = terms.iter().map(|&term| pool.export(term).expect("it has no functions"));
        extra.insert(head.head, portable.collect());
    }
    Evidence { loops: loop_invariants(program, &heads, &extra), unrolled: None }
}

/// `0 <= i` and `forall x :: 0 <= x && x < i ==> b[x] == value`
fn filled(pool: &mut TermPool, array: VarId, index: VarId, value: i64) -> Vec<Term> {
    let x = pool.new_var("x", invar_logic::Sort::INT);
    let (array, index, at) = (pool.var(array), pool.var(index), pool.var(x));
    let (zero, value) = (pool.int(0), pool.int(value));
    let element = pool.select(array, &[at]);
    let guard = [pool.le(zero, at), pool.lt(at, index)];
    let guard = pool.and(&guard);
    let equal = pool.eq(element, value);
    let body = pool.implies(guard, equal);
    let all = pool.forall(&[x], vec![Trigger::Pattern(vec![element])], body);
    vec![pool.le(zero, index), all]
}

#[test]
fn loops_of_expanded_calls_have_invariants_of_their_own() {
    let program = read(TWICE);
    assert!(check(&program, &Evidence::default()).is_err(), "without invariants there is no proof");
    let evidence = evidence(&program, |pool, array, index| filled(pool, array, index, 7));
    assert_eq!(evidence.loops.len(), 2);
    let proved = check(&program, &evidence).expect("the invariants suffice");
    assert_eq!(*proved.evidence(), evidence, "a proof says what it rests on");
}

#[test]
fn wrong_invariants_prove_nothing() {
    let program = read(TWICE);
    let wrong = evidence(&program, |pool, array, index| filled(pool, array, index, 8));
    assert!(check(&program, &wrong).is_err());
    let absurd = evidence(&program, |_, _, _| vec![Term::FALSE]);
    assert!(check(&program, &absurd).is_err());
    let mut half = evidence(&program, |pool, array, index| filled(pool, array, index, 7));
    half.loops[1].inferred.clear();
    assert!(check(&program, &half).is_err());
}

#[test]
fn invariants_of_another_body_are_refused() {
    let program = read(TWICE);
    let evidence = evidence(&program, |pool, array, _| {
        let stranger = VarId::from_index(pool.var_count() + 100);
        while pool.var_count() <= stranger.index() {
            pool.fresh_var("stranger", invar_logic::Sort::INT);
        }
        let (array, at, zero) = (pool.var(array), pool.var(stranger), pool.int(0));
        let element = pool.select(array, &[at]);
        vec![pool.le(zero, element)]
    });
    assert_eq!(check(&program, &evidence).map(|_| ()).map_err(|unknown| unknown.cause), Err(Cause::Unsupported));
}
