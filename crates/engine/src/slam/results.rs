//! What the states of the boolean program at the heads of loops say of the program. In: a boolean program that does not reach the error, and what its variables mean. Out:
//! invariants of the loops.
//!
//! Sets of states are told by their decision diagrams: clauses of large ones are too many. Where every state agrees about a
//! predicate, that is an invariant of its own.

use invar_base::Id;
use invar_gcl::boolprog::program::{ProcId, Var};
use invar_logic::{Term, TermPool};

use super::abstraction::{Abstracted, Abstraction};
use crate::bebop::{Choice, Diagram, Place, Query, Why, reach};
use crate::loops::ExtraInvariants;
use crate::means::Means;
use crate::task::Task;

pub fn invariants(
    task: &Task<'_>,
    pool: &mut TermPool,
    abstraction: &Abstraction<'_>,
    abstracted: &Abstracted,
    means: &Means<'_>,
) -> Result<ExtraInvariants, Why> {
    let entry = ProcId::from_index(0);
    let diagrams = abstracted.heads.iter().map(|&node| Place { proc: entry, node }).collect();
    let query = Query { entry, goals: Vec::new(), invariants: Vec::new(), diagrams };
    let answer = reach(&abstracted.program, &query, &means.budget);
    let mut found = ExtraInvariants::new();
    let heads = abstraction.flow.heads.iter().zip(&abstraction.flow.copies);
    for (((head, _), copies), diagram) in heads.zip(answer.diagrams) {
        let meaning = |var: Var| {
            let (Var::Global(place) | Var::Local(place)) = var;
            abstraction.primes.predicates[abstracted.order[place]]
        };
        let mut formulas = formulas(pool, &diagram?, &meaning);
        for &(var, term) in copies {
            let own = pool.var(var);
            formulas.push(pool.eq(own, term));
        }
        let exported: Vec<_> = formulas.into_iter().filter_map(|formula| task.export(pool, formula)).collect();
        if !exported.is_empty() {
            found.insert(*head, exported);
        }
    }
    Ok(found)
}

/// The diagram as formulas that hold together.
fn formulas(pool: &mut TermPool, diagram: &Diagram, meaning: &dyn Fn(Var) -> Term) -> Vec<Term> {
    let mut terms: Vec<Term> = Vec::new();
    let term = |choice: Choice, terms: &[Term]| match choice {
        Choice::All => Term::TRUE,
        Choice::None => Term::FALSE,
        Choice::Decide(number) => terms[number],
    };
    for decision in &diagram.decisions {
        let predicate = meaning(decision.var);
        let (yes, no) = (term(decision.yes, &terms), term(decision.no, &terms));
        terms.push(decided(pool, predicate, yes, no));
    }
    let mut facts = Vec::new();
    let mut rest = diagram.root;
    while let Choice::Decide(number) = rest {
        let decision = diagram.decisions[number];
        let predicate = meaning(decision.var);
        rest = match (decision.yes, decision.no) {
            (yes, Choice::None) => {
                facts.push(predicate);
                yes
            }
            (Choice::None, no) => {
                facts.push(pool.not(predicate));
                no
            }
            (Choice::All | Choice::Decide(_), Choice::All | Choice::Decide(_)) => {
                facts.push(terms[number]);
                Choice::All
            }
        };
    }
    if rest == Choice::None {
        facts.push(Term::FALSE);
    }
    facts
}

fn decided(pool: &mut TermPool, predicate: Term, yes: Term, no: Term) -> Term {
    let denied = pool.not(predicate);
    match (yes, no) {
        (_, Term::FALSE) => pool.and(&[predicate, yes]),
        (Term::FALSE, _) => pool.and(&[denied, no]),
        (_, Term::TRUE) => pool.or(&[denied, yes]),
        (Term::TRUE, _) => pool.or(&[predicate, no]),
        _ => pool.ite(predicate, yes, no),
    }
}
