//! C2BP: a program to a boolean program with the same control flow, whose variables are predicates (BMMR01 §4, §5). In: a guarded-command program with
//! predicates (`Program::predicates`). Out: the syntax tree of the boolean program.
//!
//! What is abstracted is the lowered program (decision 52): there, calls and conditions have no effects inside, pointers are an object and an
//! offset, and memories are variables, one for each region of the points-to analysis, so that weakest preconditions are substitutions and exact. Every run of
//! the program is a run of the boolean program, in which each variable is true exactly where its predicate is (§4.6).
//!
//! Reading order: `cubes`, `split` (cases that predicates distinguish), `strengthen` (F_V), `steps` (commands to statements), `signature` (E_f and E_r), `text` (cubes to
//! expressions), `procedure`, and here the program as a whole. Entry point: [`abstract_program`].

pub mod cubes;
mod split;
pub mod strengthen;
pub mod steps;
pub mod signature;
mod text;
mod procedure;

use invar_base::Span;
use invar_gcl::boolprog::ast::{self, Name};
use invar_gcl::{Impl, ProcId, Program};
use invar_logic::{Term, TermPool};
use rustc_hash::FxHashMap;

use crate::means::Means;
use cubes::MOST;
use procedure::{Scope, Shared, abstracted};
use signature::{Signature, signature};
pub use strengthen::{Making, Method, Optimisation};
use strengthen::{Strengthening, Work};

pub struct Abstraction {
    pub tree: ast::Program,
    /// Predicates that were used.
    pub predicates: usize,
    /// Questions to the prover.
    pub queries: u64,
    /// Were there so many predicates that long cubes were left out? The boolean program has more runs then.
    pub is_limited: bool,
    /// Did the prover leave a question open, or was there nothing left to pay for one? The boolean program has more runs then.
    pub is_open: bool,
}

impl Abstraction {
    fn add(&mut self, work: Work) {
        self.queries += work.queries;
        self.is_limited |= work.is_limited;
        self.is_open |= work.is_open;
    }
}

/// Why a program is not abstracted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// A procedure has more predicates than cubes have bits.
    TooManyPredicates(String),
    /// The predicate with this number needs more than the variables of the program.
    NotAboutVariables(usize),
}

/// The predicates of a procedure, or global ones: terms, and names.
#[derive(Default)]
struct Predicates {
    terms: Vec<Term>,
    names: Vec<String>,
}

/// The program's abstraction by its predicates.
pub fn abstract_program(
    program: &Program,
    lines: &dyn Fn(Span) -> u32,
    making: Making,
    means: &Means<'_>,
) -> Result<Abstraction, Refusal> {
    let mut pool = TermPool::extend(&program.pool);
    let global = predicates_of(program, None, &Predicates::default());
    let bodies: Vec<&Impl> = program.impls.values().collect();
    let mut own: FxHashMap<ProcId, Predicates> = FxHashMap::default();
    let mut signatures: FxHashMap<ProcId, Signature> = FxHashMap::default();
    check_variables(program)?;
    for body in &bodies {
        let predicates = predicates_of(program, Some(body.proc), &global);
        if predicates.terms.len() + global.terms.len() > MOST {
            return Err(Refusal::TooManyPredicates(program.proc_name(body.proc).to_string()));
        }
        signatures.insert(body.proc, signature(program, &mut pool, body, &predicates.terms));
        own.insert(body.proc, predicates);
    }
    let background: Vec<Term> = program.axioms.iter().map(|axiom| axiom.term).collect();
    let names = names(program, &bodies);
    let shared =
        Shared { program, signatures: &signatures, names: &names, lines, background: &background, making, means };
    let globals = global.names.iter().map(|text| Name { text: text.clone(), span: no_place(program) }).collect();
    let mut abstraction = Abstraction {
        tree: ast::Program { globals, procs: Vec::new() },
        predicates: program.predicates.len(),
        queries: 0,
        is_limited: false,
        is_open: false,
    };
    // Procedures with the same predicates share what is known about them.
    let mut strengthenings: FxHashMap<Vec<Term>, Strengthening<'_>> = FxHashMap::default();
    for body in bodies {
        let Predicates { terms, names } = &own[&body.proc];
        let all: Vec<Term> = terms.iter().chain(&global.terms).copied().collect();
        let names: Vec<String> = names.iter().chain(&global.names).cloned().collect();
        let scope = Scope { terms: &all, names: &names, own: terms.len() };
        let strengthening = strengthenings
            .entry(all.clone())
            .or_insert_with(|| Strengthening::new(&mut pool, &all, &background, making, means));
        let (proc, work) = abstracted(&shared, &mut pool, body, scope, strengthening);
        abstraction.tree.procs.push(proc);
        abstraction.add(work);
    }
    strengthenings.values().for_each(|known| abstraction.add(known.work));
    Ok(abstraction)
}

/// The predicates of a scope. Equal ones are one; one that a global predicate is named like has a name of its own.
fn predicates_of(program: &Program, procedure: Option<ProcId>, others: &Predicates) -> Predicates {
    let mut found = Predicates::default();
    for predicate in program.predicates.iter().filter(|predicate| predicate.procedure == procedure) {
        if found.terms.contains(&predicate.term) {
            continue;
        }
        // Names end at a brace.
        let mut name = predicate.text.replace('}', "\\x7d");
        while found.names.contains(&name) || others.names.contains(&name) {
            name.push('\'');
        }
        found.terms.push(predicate.term);
        found.names.push(name);
    }
    found
}

/// A predicate is about variables of its procedure and global ones; one whose value needs a temporary cannot be followed.
fn check_variables(program: &Program) -> Result<(), Refusal> {
    for (at, predicate) in program.predicates.iter().enumerate() {
        let vars = program.pool.free_vars(predicate.term);
        let is_temporary =
            |var: &invar_logic::VarId| program.roles.is_made_up(&program.pool, *var) && !is_place(program, *var);
        if vars.iter().any(is_temporary) {
            return Err(Refusal::NotAboutVariables(at));
        }
    }
    Ok(())
}

/// Is it a variable of the text, or part of one?
fn is_place(program: &Program, var: invar_logic::VarId) -> bool {
    use invar_gcl::Role;
    match program.roles.of(&program.pool, var) {
        Role::Value | Role::Object | Role::Offset | Role::Float | Role::Address | Role::Memory => true,
        Role::Bookkeeping => true,
        Role::Old | Role::Chosen | Role::Temporary => false,
    }
}

/// Procedures of the same name, which C has in several files, are told apart by primes.
fn names(program: &Program, bodies: &[&Impl]) -> FxHashMap<ProcId, String> {
    let mut names: FxHashMap<ProcId, String> = FxHashMap::default();
    for body in bodies {
        let mut name = program.proc_name(body.proc).to_string();
        while names.values().any(|other| *other == name) {
            name.push('\'');
        }
        names.insert(body.proc, name);
    }
    names
}

fn no_place(program: &Program) -> Span {
    program.predicates.first().map_or_else(|| Span::new(invar_base::Id::from_index(0), 0, 0), |first| first.span)
}
