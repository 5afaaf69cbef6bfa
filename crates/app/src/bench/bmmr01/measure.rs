//! One row, measured.

use std::time::{Duration, Instant};

use invar_base::{Budget, Id, SourceId, SourceMap, Span};
use invar_engine::bebop::{Goal, Outcome, Place, Query, reach};
use invar_engine::c2bp::{Abstraction, Making, abstract_program};
use invar_engine::verify::{Strategy, verification_targets, verify_with};
use invar_engine::{Means, Verdict};
use invar_front::c::options::{CheckSet, Options, Start, Unasked};
use invar_front::c::predicates::PredicateText;
use invar_front::{Language, ReadOptions};
use invar_gcl::boolprog::program::NodeKind;
use invar_gcl::boolprog::{print, read as read_boolean, run};
use invar_gcl::{CheckKind, Program};
use serde::Serialize;

use super::driver::{Driver, Form, Mistake};
use super::program::{Algorithm, GROWTH, Paper, Row, TABLE_1, TABLE_2};
use crate::backend::Counter;
use crate::rule;

/// What is measured.
pub enum Subject {
    Algorithm(&'static Algorithm),
    Driver(&'static Row),
    /// The rules of a driver with so many lines.
    Growth(usize),
}

impl Subject {
    pub fn name(&self) -> &'static str {
        match self {
            Subject::Algorithm(algorithm) => algorithm.name,
            Subject::Driver(row) => row.name,
            Subject::Growth(_) => "growth",
        }
    }
}

pub fn subjects() -> Vec<Subject> {
    let drivers = TABLE_1.iter().map(Subject::Driver);
    let growth = GROWTH.into_iter().map(Subject::Growth);
    TABLE_2.iter().map(Subject::Algorithm).chain(drivers).chain(growth).collect()
}

#[derive(Serialize)]
pub enum Measured {
    Abstracted(Abstracted),
    Growth(Growth),
}

/// A row of one of the tables.
#[derive(Serialize)]
pub struct Abstracted {
    pub name: &'static str,
    pub lines: usize,
    pub predicates: usize,
    pub queries: u64,
    pub paper_queries: u32,
    /// For the abstraction, and for Bebop.
    pub seconds: f64,
    pub search_seconds: f64,
    pub paper_seconds: u32,
    /// What Bebop says about the assertions, here and in the twins with mistakes.
    pub claim: &'static str,
    pub broken: Vec<&'static str>,
    /// Of drivers.
    pub rules: Option<Rules>,
}

/// What `--engine slam` says of the rules: of the program, and of the twins with mistakes.
#[derive(Serialize)]
pub struct Rules {
    pub verdict: &'static str,
    pub seconds: f64,
    pub broken: Vec<&'static str>,
}

/// The rules of a driver of a size.
#[derive(Serialize)]
pub struct Growth {
    pub lines: usize,
    pub verdict: &'static str,
    pub seconds: f64,
    pub broken: &'static str,
    pub broken_seconds: f64,
}

const RULES: [&str; 2] = ["locking", "completion"];
const MISTAKES: [Mistake; 2] = [Mistake::Release, Mistake::Complete];

/// An error says what went wrong, in plain words.
pub fn measure(subject: &Subject, budget: &Budget, timeout: Duration) -> Result<Measured, String> {
    let timed = || budget.clone().with_deadline(Instant::now().checked_add(timeout));
    match subject {
        Subject::Algorithm(algorithm) => algorithm.measured(&timed).map(Measured::Abstracted),
        Subject::Driver(row) => row.measured(&timed).map(Measured::Abstracted),
        Subject::Growth(lines) => growth(*lines, &timed).map(Measured::Growth),
    }
}

/// How long there is, from now on.
type Timed<'a> = &'a dyn Fn() -> Budget;

impl Algorithm {
    fn measured(&self, timed: Timed<'_>) -> Result<Abstracted, String> {
        let text = self.claiming();
        let found = claim(&text, self.predicates, &timed())?;
        let broken = claim(&self.broken(), self.predicates, &timed())?;
        let twins = vec![broken.claim];
        Ok(abstracted(self.name, text.lines().count(), found, self.paper, twins, None))
    }
}

impl Row {
    fn measured(&self, timed: Timed<'_>) -> Result<Abstracted, String> {
        let predicates = self.driver.predicates_text();
        let asserted = |mistake| claim(&self.driver.text(Form::Asserted, mistake), &predicates, &timed());
        let found = asserted(None)?;
        let twins = MISTAKES.into_iter().map(|mistake| asserted(Some(mistake)).map(|found| found.claim));
        let twins = twins.collect::<Result<_, _>>()?;
        let (verdict, seconds) = rules(self.driver, None, &timed())?;
        let broken = MISTAKES.into_iter().map(|mistake| rules(self.driver, Some(mistake), &timed()));
        let broken = broken.map(|found| found.map(|(verdict, _)| verdict)).collect::<Result<_, _>>()?;
        let rules = Some(Rules { verdict, seconds, broken });
        Ok(abstracted(self.name, self.driver.lines, found, self.paper, twins, rules))
    }
}

fn abstracted(
    name: &'static str,
    lines: usize,
    found: Claim,
    paper: Paper,
    broken: Vec<&'static str>,
    rules: Option<Rules>,
) -> Abstracted {
    let Claim { predicates, queries, seconds, search_seconds, claim } = found;
    let (paper_queries, paper_seconds) = (paper.calls, paper.seconds);
    Abstracted {
        name,
        lines,
        predicates,
        queries,
        paper_queries,
        seconds,
        search_seconds,
        paper_seconds,
        claim,
        broken,
        rules,
    }
}

fn growth(lines: usize, timed: Timed<'_>) -> Result<Growth, String> {
    // As many flags as in the largest of the paper's drivers.
    let driver = Driver { lines, predicates: 5 + lines / 360 };
    let (verdict, seconds) = rules(driver, None, &timed())?;
    let (broken, broken_seconds) = rules(driver, Some(Mistake::Release), &timed())?;
    Ok(Growth { lines, verdict, seconds, broken, broken_seconds })
}

/// What an abstraction took, and whether its assertions hold.
struct Claim {
    predicates: usize,
    queries: u64,
    seconds: f64,
    search_seconds: f64,
    claim: &'static str,
}

fn claim(text: &str, predicates: &str, budget: &Budget) -> Result<Claim, String> {
    let checks = CheckSet::of(&[CheckKind::Assertion]);
    let predicates = Some(PredicateText { path: "a.preds".to_string(), text: predicates.to_string() });
    let c = Options { checks, predicates, unasked: Unasked::GoesOn, ..Options::default() };
    let mut sources = SourceMap::new();
    let program = program(&mut sources, text, c)?;
    let start = Instant::now();
    let provers = Counter::default();
    let lines = |span: Span| sources.place(span).line;
    let means = Means::new(&provers, budget);
    let made = abstract_program(&program, &lines, Making::default(), &means).map_err(|why| format!("{why:?}"))?;
    let seconds = start.elapsed().as_secs_f64();
    let start = Instant::now();
    let claim = asserted(&made, budget)?;
    let Abstraction { predicates, queries, .. } = made;
    Ok(Claim { predicates, queries, seconds, search_seconds: start.elapsed().as_secs_f64(), claim })
}

/// Do all assertions of the boolean program hold?
fn asserted(made: &Abstraction, budget: &Budget) -> Result<&'static str, String> {
    let text = print(&made.tree);
    let program = read_boolean(SourceId::from_index(0), &text)
        .map_err(|errors| errors.first().map_or(String::new(), |error| error.message.clone()))?;
    let only = program.procs.ids().next();
    let entry = program.proc_named("main").or(only).ok_or("there is no procedure")?;
    let goals = program.procs.iter().flat_map(|(proc, body)| {
        let asserts = body.nodes.iter().filter(|(_, node)| matches!(node.kind, NodeKind::Assert(..)));
        asserts.map(move |(node, _)| Goal { place: Place { proc, node }, kind: run::Goal::Failed })
    });
    let query = Query { entry, goals: goals.collect(), invariants: Vec::new(), diagrams: Vec::new() };
    let outcomes = reach(&program, &query, budget).outcomes;
    let fails = outcomes.iter().any(|outcome| matches!(outcome, Outcome::Reachable(_)));
    let is_open = outcomes.iter().any(|outcome| matches!(outcome, Outcome::Unknown(_)));
    Ok(match (fails, is_open) {
        (true, _) => "may fail",
        (false, true) => "open",
        (false, false) => "holds",
    })
}

/// The verdict about the rules.
fn rules(driver: Driver, mistake: Option<Mistake>, budget: &Budget) -> Result<(&'static str, f64), String> {
    let rules = RULES.into_iter().map(rule::load).collect::<Result<_, _>>()?;
    let checks = CheckSet::of(&[CheckKind::Rule]);
    let c = Options { checks, start: Start::Main, rules, ..Options::default() };
    let program = program(&mut SourceMap::new(), &driver.text(Form::Watched, mistake), c)?;
    let main = verification_targets(&program).into_iter().find(|&id| program.impl_name(id) == "main");
    let main = main.ok_or("there is no `main`")?;
    let start = Instant::now();
    let report = verify_with(Strategy::Slam, &program, main, &Means::new(&Counter::default(), budget));
    let verdict = match report.verdict {
        Verdict::Proved(_) => "proved",
        Verdict::ProvedIf(_) => "conditional",
        Verdict::Refuted(_) => "refuted",
        Verdict::Unknown(_) => "unknown",
    };
    Ok((verdict, start.elapsed().as_secs_f64()))
}

/// What is preprocessed already is not given to a compiler.
fn program(sources: &mut SourceMap, text: &str, c: Options) -> Result<Program, String> {
    let options = ReadOptions { c, ..ReadOptions::default() };
    let reading = Language::C.read(&options, sources, "a.i", text.as_bytes().to_vec());
    let wrong = |errors: Vec<invar_base::Diagnostic>| errors.first().map_or(String::new(), |e| e.message.clone());
    Ok(reading.map_err(wrong)?.program)
}

#[cfg(test)]
mod tests {
    use invar_base::Effort;

    use super::*;

    /// All but one of the claims are shown (`docs/slam.md` says why that one is not), no broken one is, and no row takes more questions than the paper's.
    #[test]
    fn claims_of_table_2_are_shown_and_broken_ones_are_not() {
        for algorithm in &TABLE_2 {
            let row = algorithm.measured(&|| Budget::new(Effort::DEFAULT)).expect("the program is read");
            let expected = if algorithm.name == "reverse" { "may fail" } else { "holds" };
            assert_eq!((row.claim, &row.broken[..]), (expected, &["may fail"][..]), "{}", algorithm.name);
            assert!(row.queries <= row.paper_queries.into(), "{}: {} questions", algorithm.name, row.queries);
        }
    }

    #[test]
    fn a_small_driver_keeps_the_rules_and_its_twins_do_not() {
        let row = TABLE_1[0].measured(&|| Budget::new(Effort::DEFAULT)).expect("the program is read");
        assert_eq!((row.claim, &row.broken[..]), ("holds", &["may fail", "may fail"][..]));
        let rules = row.rules.expect("a driver has rules");
        assert_eq!((rules.verdict, &rules.broken[..]), ("proved", &["refuted", "refuted"][..]));
        assert!(row.queries <= row.paper_queries.into(), "{} questions", row.queries);
    }
}
