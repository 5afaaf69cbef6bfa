//! Facts at joins: which ones are found, that long chains of branches are proved by them, and that nothing else is.

use std::fmt::Write;

use invar_base::{Budget, Effort, Id, SourceMap};
use invar_engine::certify::certify;
use invar_engine::joins::{Strengthened, strengthen};
use invar_engine::loops::ExtraInvariants;
use invar_engine::passive::PassiveKind;
use invar_engine::prepare::{Prepared, prepare_alone};
use invar_engine::verify::{Strategy, verify_with};
use invar_engine::{ImplReport, Means, Provers, Quantifiers, Verdict};
use invar_gcl::{ImplId, Program};
use invar_solve::{Limit, Prover, SessionOptions, Z3Session};

struct Z3;

impl Provers for Z3 {
    fn session(&self, quantifiers: Quantifiers) -> Box<dyn Prover> {
        let options = SessionOptions { mbqi: quantifiers == Quantifiers::Models };
        Box::new(Z3Session::new(options).expect("Z3 is part of the build"))
    }
}

fn read(text: &str) -> Program {
    let source = SourceMap::new().add("joins.bpl", text);
    invar_gcl::boogie::read(source, text).expect("the program is right").program
}

fn first() -> ImplId {
    ImplId::from_index(0)
}

fn budget() -> Budget {
    Budget::new(Effort::DEFAULT)
}

fn strengthened(prepared: &mut Prepared) -> Strengthened {
    let mut prover = Z3.session(Quantifiers::Triggers);
    let limit = Limit::resources(20_000_000);
    strengthen(&mut prepared.pool, &prepared.facts, &prepared.passive, &mut *prover, &limit)
}

/// What the last join of a program knows beyond the program.
fn last_facts(text: &str) -> String {
    let program = read(text);
    let mut prepared = prepare_alone(&program, first(), &ExtraInvariants::default()).expect("there are no loops");
    let Strengthened { passive, .. } = strengthened(&mut prepared);
    let mut last = String::new();
    for (id, block) in passive.blocks.iter() {
        let added = block.cmds.len() - prepared.passive.blocks[id].cmds.len();
        if added > 0 {
            last.clear();
        }
        for cmd in &block.cmds[..added] {
            let PassiveKind::Assume(term) = cmd.kind else { panic!("facts are assumed") };
            writeln!(last, "{}", prepared.pool.show(term)).expect("a string");
        }
    }
    last
}

#[test]
fn ranges_add_up() {
    let facts = last_facts(
        "procedure main(i: int) requires 0 <= i && i <= 1000; { var x: int; x := 0;
          if (*) { x := x + 1; } else { x := x + i; }
          if (*) { x := x + 1; } else { x := x + i; }
          assert x >= 0; }",
    );
    insta::assert_snapshot!(facts);
}

#[test]
fn equations_are_found_with_any_factors() {
    let facts = last_facts(
        "procedure main(i: int) { var x, y: int; x := 7; y := 0;
          if (*) { x := x + 3; y := y + 2; } else { x := x + 3 * i; y := y + 2 * i; }
          if (*) { x := x - 6; y := y - 4; }
          assert 2 * x == 3 * y + 14; }",
    );
    insta::assert_snapshot!(facts);
}

#[test]
fn guards_and_terms_of_any_kind_take_part() {
    let facts = last_facts(
        "procedure main(a: [int]int) { var m: int; m := a[0];
          if (a[1] > m) { m := a[1]; }
          if (a[2] > m) { m := a[2]; }
          assert m >= a[0]; assert m >= a[1]; }",
    );
    insta::assert_snapshot!(facts);
}

#[test]
fn joins_inside_branches_have_facts_too() {
    let facts = last_facts(
        "procedure main(c: bool) { var x, y: int; x := 0; y := 0;
          if (c) { if (*) { x := x + 1; } else { y := y - 1; } if (*) { x := x + 2; } } else { y := -3; }
          assert x >= y; }",
    );
    insta::assert_snapshot!(facts);
}

/// The same branch, so many times, between a beginning and an end.
fn chain(count: usize, begin: &str, branch: &str, end: &str) -> String {
    format!(
        "procedure main(i: int) requires 0 <= i && i <= 1000; {{ {begin}\n{}{end} }}",
        format!("{branch}\n").repeat(count)
    )
}

const SUM: &str = "if (*) { x := x + 1; } else { x := x + i; }";
const BOTH: &str = "if (*) { x := x + i; y := y + i; } else if (*) { x := x + 2; } else { x := x - 1; y := y - 1; }";
const DOUBLE: &str = "if (*) { x := x + 2; y := y + 1; } else { x := x + 2 * i; y := y + i; }";
const GREATEST: &str = "havoc a; if (a > x) { x := a; }";

fn prove(text: &str) -> (Program, ImplReport) {
    let program = read(text);
    let report = verify_with(Strategy::Proof, &program, first(), &Means::new(&Z3, &budget()));
    (program, report)
}

#[test]
fn long_chains_are_proved_and_proved_again() {
    let chains = [
        chain(150, "var x: int; x := 0;", SUM, "assert 0 <= x && x <= 150000;"),
        chain(150, "var x, y: int; x := 5; y := 0;", BOTH, "assert x - y >= 5;"),
        chain(150, "var x, y: int; x := 0; y := 0;", DOUBLE, "assert x == 2 * y;"),
        chain(150, "var x, a: int; x := i;", GREATEST, "assert x >= i; assert x >= a;"),
        chain(
            150,
            "var x, y: int; x := 0; y := 0;",
            &format!("if (*) {{ {DOUBLE} }} else {{ x := x + 1; }}"),
            "assert x >= 2 * y;",
        ),
    ];
    for text in chains {
        let (program, report) = prove(&text);
        let Verdict::Proved(proved) = &report.verdict else { panic!("not proved: {}", &text[text.len() - 60..]) };
        assert!(
            certify(&program, first(), proved.evidence(), &Means::new(&Z3, &budget())).is_ok(),
            "{}",
            &text[text.len() - 60..]
        );
    }
}

#[test]
fn one_wrong_branch_is_not_overlooked() {
    let half =
        |good: &str, bad: &str| format!("{}{bad}\n{}", format!("{good}\n").repeat(20), format!("{good}\n").repeat(20));
    let wrong = [
        chain(1, "var x: int; x := 0;", &half(SUM, "if (*) { x := x - 1; }"), "assert x >= 0;"),
        chain(40, "var x: int; x := 0;", SUM, "assert x <= 39999;"),
        chain(1, "var x, y: int; x := 5; y := 0;", &half(BOTH, "if (*) { y := y + 1; }"), "assert x - y >= 5;"),
        chain(1, "var x, y: int; x := 0; y := 0;", &half(DOUBLE, "if (*) { x := x + 1; }"), "assert x == 2 * y;"),
        chain(40, "var x, a: int; x := i;", GREATEST, "assert x > i;"),
    ];
    for text in wrong {
        let (_, report) = prove(&text);
        assert!(!matches!(report.verdict, Verdict::Proved(_)), "proved: {}", &text[text.len() - 60..]);
    }
}

/// Twice the branches, about twice the work.
#[test]
fn work_grows_with_the_chain() {
    let spent = |count: usize| {
        let program = read(&chain(count, "var x: int; x := 0;", SUM, "assert x >= 0;"));
        let mut prepared = prepare_alone(&program, first(), &ExtraInvariants::default()).expect("there are no loops");
        let mut prover = Z3.session(Quantifiers::Triggers);
        let Prepared { pool, facts, passive, .. } = &mut prepared;
        strengthen(pool, facts, passive, &mut *prover, &Limit::resources(20_000_000));
        (prover.statistics().queries, prover.statistics().resources)
    };
    let (short, long) = (spent(200), spent(400));
    assert_eq!((short.0, long.0), (201, 401));
    assert!(long.1 < 3 * short.1, "{short:?} {long:?}");
}
