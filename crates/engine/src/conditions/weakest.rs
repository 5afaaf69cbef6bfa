//! Maximally-weak preconditions of an implementation, as instances of templates (SG09 §6), with or without a contract in the text.
//!
//! In: an implementation that is not proved. Out: preconditions, each of which proves it: the search finds them (`template::weakest`), and the plain verification
//! condition of the program that asks for them proves each again. One that no run satisfies is left out.

use std::sync::Arc;

use invar_gcl::{ImplId, Precondition, Program};
use invar_logic::{Portable, Substitution, Term, TermPool};

use super::asked::asking;
use super::shown::is_satisfied;
use crate::certify::certify;
use crate::engines::{Left, left_open};
use crate::known::Known;
use crate::means::Means;
use crate::prepare::loop_invariants;
use crate::shares::Stage;
use crate::task::Task;
use crate::template::{Fixpoint, Preconditions, Question, Weakest, weakest};
use crate::verdict::Evidence;

/// Preconditions that suffice, each a conjunction over the procedure's formals and the globals.
pub struct WeakestConditions {
    /// The shortest first.
    pub found: Vec<Vec<Portable>>,
    /// Did the search come to its end, so that none was found that is weaker, over the ground instances?
    pub is_maximal: bool,
}

/// See the module header. `None` if the body cannot be looked at.
pub fn weakest_conditions(
    program: &Program,
    impl_id: ImplId,
    fixpoint: Fixpoint,
    means: &Means<'_>,
) -> Option<WeakestConditions> {
    let task = Task::new(program, impl_id, &means.budget).ok()?;
    let Left { facts, open } = left_open(&task, &Known::default(), &means.share(Stage::Templates))?;
    let question = Question { open: &open, facts: &facts, fixpoint };
    let Preconditions { found, is_complete } = weakest(&task, question, &means.share(Stage::Templates));
    // The programs that ask for the conditions have pools of their own.
    let mut pool = TermPool::clone(&program.pool);
    let mut proved: Vec<(u64, Vec<Portable>)> = Vec::new();
    for candidate in found {
        let Some(conditions) = over_formals(&mut pool, program, impl_id, &candidate.conditions) else { continue };
        if suffices(program, &task, &candidate, (&pool, &conditions), means) {
            let size = conditions.iter().map(|&condition| pool.tree_size(condition)).sum();
            let conditions: Option<Vec<Portable>> =
                conditions.iter().map(|&condition| pool.export(condition)).collect();
            proved.push((size, conditions?));
        }
    }
    proved.sort_by_key(|(size, _)| *size);
    Some(WeakestConditions { found: proved.into_iter().map(|(_, found)| found).collect(), is_maximal: is_complete })
}

/// The conditions as contracts have them, over the procedure's formals.
fn over_formals(pool: &mut TermPool, program: &Program, impl_id: ImplId, conditions: &[Portable]) -> Option<Vec<Term>> {
    let body = &program.impls[impl_id];
    let formals = &program.procs[body.proc].ins;
    let by: Substitution = body.ins.iter().zip(formals).map(|(own, formal)| (own.var, pool.var(formal.var))).collect();
    let mut found = Vec::new();
    for condition in conditions {
        let term = pool.import(condition)?;
        found.push(pool.substitute(term, &by));
    }
    Some(found)
}

/// Is the program proved that asks for the conditions, and does a run satisfy them and return?
fn suffices(
    program: &Program,
    task: &Task<'_>,
    candidate: &Weakest,
    (pool, conditions): (&TermPool, &[Term]),
    means: &Means<'_>,
) -> bool {
    let mut extended = program.clone();
    extended.pool = Arc::new(pool.clone());
    let preconditions: Vec<Precondition> =
        conditions.iter().map(|&term| Precondition { text: String::new(), term, names: Vec::new() }).collect();
    let asked = asking(&extended, task.impl_id, &preconditions.iter().collect::<Vec<_>>());
    let evidence = Evidence { loops: loop_invariants(program, &task.heads, &candidate.invariants), unrolled: None };
    certify(&asked, task.impl_id, &evidence, &means.share(Stage::Proof)).is_ok()
        && is_satisfied(&asked, task.impl_id, means)
}
