//! Abstractions of random C programs, held against their runs (BMMR01 §4.6): every run of the program is one of the boolean program. In: a seed. Out: what was
//! compared, or the first difference.
//!
//! Runs of samples, with loops and recursion, are followed step by step (`abstraction_runs`), and abstractions that are made in different ways are compared (`abstraction_versions`).
//! Of larger programs the ends are compared: where a run of the interpreter ends, each predicate of `main` and each global one is true or false; Bebop reaches a state at that end in
//! which exactly the variables of the true ones are true.

use std::fmt::Write;

use invar_base::{Budget, Id, SourceId, SourceMap, Span};
use invar_engine::bebop::{Place, Query, reach};
use invar_engine::c2bp::{Abstraction, Making, Method, Optimisation, abstract_program};
use invar_engine::{Means, Provers};
use invar_front::c::hir::Unit;
use invar_front::c::options::{CheckSet, Options, Start, Unasked};
use invar_front::c::predicates::PredicateText;
use invar_front::c::types::TypeId;
use invar_front::c::{Reading, read_text};
use invar_gcl::boolprog::program::{NodeKind, Program as BooleanProgram, Var};
use invar_gcl::boolprog::{print, read};
use invar_gcl::interp::{Inputs, Interpreter, Limits, Outcome, RandomOracle, State};
use invar_gcl::random::Random;
use invar_gcl::{CheckKind, ImplId, Program};
use invar_logic::eval::eval_bool;

use crate::abstraction_runs::{Followed, follow};
use crate::abstraction_samples::{Sample, generate};
use crate::abstraction_versions as versions;
use crate::c_programs::generate_loop_free;

/// What was compared.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Tally {
    /// Ends of runs that the boolean program has, too.
    pub ends: u64,
    /// Runs that do not return: nothing is compared.
    pub skipped: u64,
    pub predicates: u64,
    pub queries: u64,
}

const LIMITS: Limits = Limits { steps: 2_000_000, events: 0 };
/// Of runs that are followed, so much is looked at.
const FOLLOWED: Limits = Limits { steps: 20_000, events: 1_500 };
/// Steps of evaluating one predicate.
const STEPS: u64 = 100_000;
/// Predicates of each function, and global ones.
const PREDICATES: usize = 3;

/// The program of a seed with the predicates of a file.
pub fn compare(seed: u64, provers: &dyn Provers, budget: &Budget) -> Result<Tally, String> {
    let text = generate_loop_free(seed).text();
    let predicates = predicates(&reading(&text, None)?.guide.unit, seed);
    let program = reading(&text, Some(predicates.clone()))?.program;
    let context = |what: String| format!("{what}\n{predicates}\n{text}");
    let abstraction = abstracted(&program, Making::default(), provers, budget).map_err(context)?;
    let mut tally = Tally { queries: abstraction.queries, ..Tally::default() };
    tally.predicates = program.predicates.len() as u64;
    let text = print(&abstraction.tree);
    let boolean = read(SourceId::from_index(0), &text).map_err(|errors| format!("{}\n{text}", errors[0].message))?;
    let Some((main, state)) = end_of_run(&program, seed) else {
        return Ok(Tally { skipped: 1, ..tally });
    };
    let values = values(&program, main, &state);
    is_reached(&boolean, &values, budget).map_err(|what| context(format!("{what}\n{text}")))?;
    tally.ends = 1;
    Ok(tally)
}

/// What was followed, and compared, of a sample.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Compared {
    pub followed: Followed,
    /// Labels at which the states are the same, for each other way to make the abstraction.
    pub labels: u64,
    /// Ways that left a question open: nothing is compared.
    pub open: u64,
}

/// Runs of the sample of a seed, followed in its abstraction.
pub fn follow_sample(seed: u64, runs: u64, provers: &dyn Provers, budget: &Budget) -> Result<Followed, String> {
    let (program, context) = sample(seed)?;
    let (boolean, _) = boolean(&program, Making::default(), provers, budget).map_err(&context)?;
    follow_runs(&program, &boolean, (seed, runs)).map_err(context)
}

/// The same in a boolean program of somebody else's.
pub fn follow_runs(program: &Program, boolean: &BooleanProgram, (seed, runs): (u64, u64)) -> Result<Followed, String> {
    let targets = program.targets.clone().unwrap_or_default();
    let main = targets.into_iter().find(|&id| program.impl_name(id) == "main").ok_or("there is no `main`")?;
    let mut interpreter = Interpreter::new(program, &program.pool);
    let mut total = Followed::default();
    for number in 0..runs {
        let mut oracle = RandomOracle::new(seed * 1_000 + number);
        let run = interpreter.run(main, &Inputs::default(), &mut oracle, FOLLOWED);
        let followed = follow(program, boolean, &run)?;
        total.places += followed.places;
        total.values += followed.values;
        total.calls += followed.calls;
    }
    Ok(total)
}

/// Abstractions of the sample of a seed that are made in other ways have the same states.
pub fn compare_versions(seed: u64, provers: &dyn Provers, budget: &Budget) -> Result<Compared, String> {
    let (program, context) = sample(seed)?;
    let (plain, is_open) = boolean(&program, Making::default(), provers, budget).map_err(&context)?;
    let mut compared = Compared::default();
    let without = Optimisation::ALL.into_iter().map(|one| Making { without: Some(one), ..Making::default() });
    let ways = without.chain([Making { method: Method::Cubes, without: None }]);
    for making in ways {
        let (other, is_other_open) = boolean(&program, making, provers, budget).map_err(&context)?;
        match is_open || is_other_open {
            true => compared.open += 1,
            false => {
                let labels = versions::compare(&plain, &other, budget);
                compared.labels += labels.map_err(|what| context(format!("{making:?}: {what}")))?;
            }
        }
    }
    Ok(compared)
}

/// The program of a seed, and what to say with an error.
pub fn sample(seed: u64) -> Result<(Program, impl Fn(String) -> String), String> {
    let Sample { text, predicates } = generate(seed);
    let context = format!("{predicates}\n{text}");
    let reading = reading(&text, Some(predicates)).map_err(|what| format!("{what}\n{context}"))?;
    Ok((reading.program, move |what: String| format!("{what}\n{context}")))
}

/// The boolean program, and whether it leaves out what it should say.
pub fn boolean(
    program: &Program,
    making: Making,
    provers: &dyn Provers,
    budget: &Budget,
) -> Result<(BooleanProgram, bool), String> {
    let abstraction = abstracted(program, making, provers, budget)?;
    let text = print(&abstraction.tree);
    let read = read(SourceId::from_index(0), &text).map_err(|errors| format!("{}\n{text}", errors[0].message))?;
    Ok((read, abstraction.is_open || abstraction.is_limited))
}

fn abstracted(
    program: &Program,
    making: Making,
    provers: &dyn Provers,
    budget: &Budget,
) -> Result<Abstraction, String> {
    // Every command is a step of its own: the most statements that there can be.
    let lines = |span: Span| span.start;
    let means = Means::new(provers, budget);
    abstract_program(program, &lines, making, &means).map_err(|refusal| format!("{refusal:?}"))
}

fn reading(text: &str, predicates: Option<String>) -> Result<Reading, String> {
    let predicates = predicates.map(|text| PredicateText { path: "a.preds".to_string(), text });
    let checks = CheckSet::of(&[CheckKind::Assertion]);
    let options = Options { checks, start: Start::Main, unasked: Unasked::GoesOn, predicates, ..Options::default() };
    let found = read_text(&options, &mut SourceMap::new(), "a.c", text);
    found.map_err(|errors| errors.first().map_or(String::new(), |error| error.message.clone()))
}

/// A file of predicates over integer variables.
fn predicates(unit: &Unit, seed: u64) -> String {
    let mut random = Random::new(seed ^ 0xab57);
    let is_integer = |ty: TypeId| unit.types.int_kind(ty).is_some();
    let globals: Vec<&str> = unit
        .globals
        .values()
        .filter(|global| is_integer(global.ty) && !global.name.contains(':'))
        .map(|global| global.name.as_str())
        .collect();
    let mut text = String::new();
    set(&mut text, "global", &globals, &mut random);
    for function in unit.functions.values().filter(|function| function.body.is_some()) {
        let locals = function.locals.values().filter(|local| is_integer(local.ty) && !local.is_temporary);
        let names: Vec<&str> = locals.map(|local| local.name.as_str()).collect();
        let is_only = |name: &&str| names.iter().filter(|other| *other == name).count() == 1;
        let mut names: Vec<&str> = names.iter().copied().filter(|name| !name.is_empty() && is_only(name)).collect();
        names.extend(globals.iter().take(1));
        set(&mut text, &function.name, &names, &mut random);
    }
    text
}

fn set(text: &mut String, scope: &str, names: &[&str], random: &mut Random) {
    let mut predicates: Vec<String> = Vec::new();
    for _ in 0..PREDICATES {
        let (Some(name), Some(other)) = (random.pick(names).copied(), random.pick(names).copied()) else { return };
        let constant = [0, 1, 7, 100][random.below(4)];
        predicates.push(match random.below(4) {
            0 => format!("{name} == {constant}"),
            1 => format!("{name} > {constant}"),
            2 if name != other => format!("{name} < {other}"),
            _ => format!("{name} >= {constant}"),
        });
    }
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{scope} {{ {} }}", predicates.join(", "));
}

/// The state in which a run of `main` returns.
fn end_of_run(program: &Program, seed: u64) -> Option<(ImplId, State)> {
    let targets = program.targets.clone().unwrap_or_default();
    let main = targets.into_iter().find(|&id| program.impl_name(id) == "main")?;
    let mut interpreter = Interpreter::new(program, &program.pool);
    match interpreter.run(main, &Inputs::default(), &mut RandomOracle::new(seed), LIMITS).outcome {
        Outcome::Returned(state) => Some((main, state)),
        Outcome::Failed(_) | Outcome::Blocked { .. } | Outcome::Undecided { .. } | Outcome::OutOfBudget => None,
    }
}

/// Which predicates hold, of those in scope of `main` that have a value.
fn values(program: &Program, main: ImplId, state: &State) -> Vec<(String, bool)> {
    let proc = program.impls[main].proc;
    let in_scope = program.predicates.iter().filter(|one| one.procedure.is_none_or(|procedure| procedure == proc));
    let value = |one: &invar_gcl::Predicate| {
        let value = eval_bool(&program.pool, one.term, state, &mut { STEPS }).ok()?;
        Some((one.text.clone(), value))
    };
    in_scope.filter_map(value).collect()
}

/// Does a run of the boolean program end with these values?
fn is_reached(boolean: &BooleanProgram, values: &[(String, bool)], budget: &Budget) -> Result<(), String> {
    let main = boolean.proc_named("main").ok_or("there is no `main`")?;
    let ends = boolean.procs[main].nodes.iter().filter(|(_, node)| matches!(node.kind, NodeKind::Return(_)));
    let invariants: Vec<Place> = ends.map(|(node, _)| Place { proc: main, node }).collect();
    let answer = reach(boolean, &Query { entry: main, goals: Vec::new(), invariants, diagrams: Vec::new() }, budget);
    let holds = |var: Var| {
        let name = &boolean.variable(main, var).name;
        values.iter().find(|(other, _)| other == name).map(|(_, value)| *value)
    };
    for invariant in &answer.invariants {
        let invariant = invariant.as_ref().map_err(|why| format!("{why:?}"))?;
        // A variable without a value may have any: its literals are taken as true.
        let is_true = |clause: &Vec<invar_engine::bebop::Literal>| {
            clause.iter().any(|literal| holds(literal.var).is_none_or(|value| value == literal.value))
        };
        if invariant.clauses.iter().all(is_true) {
            return Ok(());
        }
    }
    Err(format!("the boolean program has no run that ends with {values:?}"))
}
