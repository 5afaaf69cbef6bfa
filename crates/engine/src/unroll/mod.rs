//! Unrolling: an implementation with its loops and calls in, the passive program of its runs up to a depth out.
//!
//! The body is followed forwards, block by block in an order in which every copy of a block comes after those that lead to
//! it (`order`), with what is known of each variable at hand (`crate::fold`). So a branch whose condition is false is not followed,
//! loops with constant bounds need no depth at all, and paths meet where the text lets them meet: there, a variable that
//! differs gets a new variant, as in FS01's Figure 4. What lies beyond the depth is the check `Unrolled::limit`, which fails
//! exactly if some run is longer. Calls of procedures with a body are always expanded; others are as their contract says.
//!
//! Reading order: `order`, `state` (values and places), `walk` (the unrolling), `calls`.
//!
//! Mutually recursive: `walk`, `calls`. A call is walked like the body that it stands in.

mod order;
mod state;
mod walk;
mod calls;

use invar_base::{Budget, Stop};
use invar_gcl::{Check, CheckId, ImplId, Program};
use invar_logic::{Term, TermPool, VarId};

use crate::body::Source;
use crate::facts::facts;
use crate::passive::Passive;
use crate::prepare::lift;

/// The runs of an implementation up to a depth.
pub struct Unrolled {
    /// An extension of the program's pool.
    pub pool: TermPool,
    /// Free of lambdas.
    pub passive: Passive,
    pub facts: Vec<Term>,
    /// The check that fails if a run is longer than the depth.
    pub limit: CheckId,
    /// What happened in each block of the passive program.
    pub visits: Vec<Visit>,
    pub assumptions: Vec<String>,
    /// The unrolling was ended by its size.
    pub is_truncated: bool,
}

/// What happened in a block of the passive program, in order.
#[derive(Clone, Default, Debug)]
pub struct Visit {
    /// The blocks of the text that were entered.
    pub blocks: Vec<Source>,
    pub choices: Vec<Choice>,
}

/// A value that the program leaves open.
#[derive(Clone, Debug)]
pub struct Choice {
    pub asked: Asked,
    /// As the interpreter asks for it.
    pub var: VarId,
    pub variant: Term,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Asked {
    Uninitialised,
    Havoc,
    Result,
}

/// How far to unroll, and what for.
pub struct Plan<'a> {
    /// Iterations of a loop, and activations of a procedure inside each other, where it is open whether there are more.
    pub depth: u32,
    pub most_blocks: usize,
    pub purpose: Purpose<'a>,
}

#[derive(Clone, Copy)]
pub enum Purpose<'a> {
    /// All checks of all bodies: for proofs.
    All,
    /// Only these; every run passes the others.
    Refute(Wanted<'a>, Runs),
}

/// Which failing runs count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Runs {
    /// Those that do not go through an approximated construct.
    Real,
    All,
}

/// Which checks are looked at.
#[derive(Clone, Copy)]
pub enum Wanted<'a> {
    Every { except: &'a [Check] },
    Only(&'a [Check]),
}

impl Wanted<'_> {
    pub fn has(self, check: &Check) -> bool {
        let same = |other: &Check| {
            (other.kind, other.span, other.related) == (check.kind, check.span, check.related)
                || other.kind.is_invariant() && other.span == check.span && is_assertion(check)
        };
        match self {
            Wanted::Every { except } => !except.iter().any(same),
            Wanted::Only(checks) => checks.iter().any(same),
        }
    }
}

/// An invariant may be written as an assertion.
fn is_assertion(check: &Check) -> bool {
    check.kind == invar_gcl::CheckKind::Assertion
}

pub fn unroll(program: &Program, impl_id: ImplId, plan: &Plan<'_>, budget: &Budget) -> Result<Unrolled, Stop> {
    let mut pool = TermPool::extend(&program.pool);
    let walked = walk::walk(&mut pool, program, impl_id, plan, budget)?;
    let walk::Walked { mut passive, limit, visits, mut assumptions, is_truncated } = walked;
    let mut facts = facts(&mut pool, program);
    lift(&mut pool, &mut passive, &mut facts);
    assumptions.splice(0..0, program.assumptions.iter().cloned());
    Ok(Unrolled { pool, passive, facts, limit, visits, assumptions, is_truncated })
}
