//! The abstraction algorithms side by side, on the predicates that a text gives (FQ02 §7.4, Figure 8).
//!
//! In: an implementation and an algorithm. Out: for each loop, how many queries the whole inference took and what it found.

use invar_base::{Budget, Span};
use invar_gcl::{ImplId, Program};
use invar_logic::TermPool;

use super::abstraction::{Algorithm, Clause};
use super::fixpoint::{self, Costs};
use super::group::{Group, GroupState};
use super::predicates::given;
use crate::calls::contract_calls;
use crate::facts::facts;
use crate::loops::{LoopHead, loop_heads, make_reducible};
use crate::provers::Provers;

/// One loop.
#[derive(Clone, Debug)]
pub struct Measured {
    pub span: Span,
    pub predicates: usize,
    pub queries: u64,
    /// Queries that the prover could not decide.
    pub open: u64,
    /// The invariant, over the loop's predicates in the order of the text.
    pub clauses: Vec<Clause>,
}

/// Resource units of one query: none of the table's needs nearly as many.
const QUERY: u32 = 4_000_000;

/// The loops with predicates, in the order of the text. `core` keeps to clauses of at most `longest` literals. A loop stops
/// at `most` queries, and its invariant is then weaker. `None` if the control flow cannot be untangled.
pub fn measure(
    program: &Program,
    impl_id: ImplId,
    algorithm: Algorithm,
    longest: usize,
    most: u64,
    provers: &dyn Provers,
    budget: &Budget,
) -> Option<Vec<Measured>> {
    let mut pool = TermPool::extend(&program.pool);
    let body = contract_calls(&mut pool, program, impl_id, budget).ok()?;
    let body = make_reducible(body).ok()?;
    let heads = loop_heads(&body);
    let groups = heads.iter().map(|head| groups(program, head, longest)).collect();
    let facts = facts(&mut pool, program);
    let costs = Costs { query: QUERY, total: u64::MAX, queries: most };
    let (states, _) = fixpoint::infer(&mut pool, &body, &heads, &facts, groups, provers, budget, &costs, algorithm);
    let mut all: Vec<Measured> = Vec::new();
    for (head, state) in heads.iter().zip(&states) {
        all.extend(state.groups.iter().map(|state| measured(head, state)));
    }
    all.sort_by_key(|measured| measured.span.start);
    Some(all)
}

fn groups(program: &Program, head: &LoopHead, longest: usize) -> Vec<Group> {
    let given = given(program, head);
    given.into_iter().map(|group| Group { phase: 0, longest: group.longest.min(longest), ..group }).collect()
}

fn measured(head: &LoopHead, state: &GroupState) -> Measured {
    Measured {
        span: head.span,
        predicates: state.group.predicates.len(),
        queries: state.queries,
        open: state.open,
        clauses: state.element.clauses().to_vec(),
    }
}
