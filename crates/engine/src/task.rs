//! One implementation as every engine sees it: calls expanded, graph reducible, its loops and what holds in every state.
//! Built once, borrowed by everyone.

use std::collections::BTreeSet;

use invar_base::{Budget, Effort, Stop};
use invar_gcl::{CheckId, ImplId, Program};
use invar_logic::{Portable, Term, TermPool, VarId};

use crate::body::{Body, StepKind};
use crate::calls::{NotExpanded, contract_calls};
use crate::existing::leave_out_numbers;
use crate::facts::facts;
use crate::index_names::read_index_names;
use crate::irrelevant::forget_bits;
use crate::loops::{LoopHead, TooManyBlocks, loop_heads, make_reducible};
use crate::named::{name_on_entry, named_by_conditions};
use crate::premises::{Premises, name_premises};
use crate::rows::Rows;
use crate::verdict::{Cause, Unknown};
use crate::witnesses::{Witness, add_witnesses};

pub struct Task<'p> {
    pub program: &'p Program,
    pub impl_id: ImplId,
    /// An extension of the program's pool. Whoever makes terms takes a copy; variables have the same ids in all of them.
    pub pool: TermPool,
    /// Reducible.
    pub body: Body,
    pub heads: Vec<LoopHead>,
    pub facts: Vec<Term>,
    /// Of the body's variables, those that remember where others were set (see `witnesses`). The text does not have them.
    pub witnesses: Vec<Witness>,
    /// Variables that nothing sets: what the contract says to exist (see `named`). The text does not have them.
    pub named: Vec<VarId>,
    /// What assertions presuppose, by name (see `premises`). The text does not have these variables either.
    pub premises: Premises,
    /// If indices of the body are places in rows.
    pub rows: Option<Rows>,
    /// The checks that the body had before it was made reducible.
    pub written: BTreeSet<CheckId>,
}

/// Why there is no task, or no proof obligation for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unprepared {
    Tangled,
    TooLarge,
    /// An extra invariant speaks of something that the body does not have.
    Misfit,
    Stopped(Stop),
}

impl From<Stop> for Unprepared {
    fn from(stop: Stop) -> Unprepared {
        Unprepared::Stopped(stop)
    }
}

impl From<Unprepared> for Unknown {
    fn from(why: Unprepared) -> Unknown {
        let (cause, detail) = match why {
            Unprepared::Tangled => {
                (Cause::Unsupported, "the control flow jumps into loops in too many ways to be untangled")
            }
            Unprepared::Misfit => (Cause::Unsupported, "an inferred invariant is not about the variables of this body"),
            Unprepared::TooLarge => {
                (Cause::Unsupported, "the body is too large once the calls marked `{:inline}` are expanded")
            }
            Unprepared::Stopped(Stop::Deadline) => (Cause::Deadline, "the time limit was reached"),
            Unprepared::Stopped(Stop::Interrupted) => (Cause::Interrupted, "interrupted"),
            Unprepared::Stopped(Stop::Memory) => (Cause::Memory, "the memory limit was reached"),
        };
        Unknown::new(cause, detail)
    }
}

impl<'p> Task<'p> {
    /// Blocks and variables get the same ids every time, which is what invariants beside the text rest on.
    pub fn new(program: &'p Program, impl_id: ImplId, budget: &Budget) -> Result<Task<'p>, Unprepared> {
        let mut pool = TermPool::extend(&program.pool);
        let body = contract_calls(&mut pool, program, impl_id, budget).map_err(|why| match why {
            NotExpanded::TooLarge => Unprepared::TooLarge,
            NotExpanded::Stopped(stop) => Unprepared::Stopped(stop),
        })?;
        let written = asserted(&body);
        let mut body = make_reducible(body).map_err(|TooManyBlocks| Unprepared::Tangled)?;
        budget.check()?;
        forget_bits(&pool, &mut body);
        read_index_names(&mut pool, &mut body);
        leave_out_numbers(&mut pool, program, &mut body);
        let heads = loop_heads(&body);
        let premises = name_premises(&mut pool, &mut body, &heads);
        let witnesses = add_witnesses(&mut pool, &program.roles, &mut body, &heads);
        let heads = if witnesses.is_empty() { heads } else { loop_heads(&body) };
        let mut facts = facts(&mut pool, program);
        let rows = Rows::new(&mut pool, &program.roles, &mut body, &heads);
        facts.extend(rows.as_ref().map(|rows| rows.axiom));
        // Where conditions on callers are looked for, invariants are tried with several contracts: what these say to exist has one name in all.
        let has_contract = !program.conditions.contains_key(&program.impls[impl_id].proc);
        let named = if has_contract {
            name_on_entry(&mut pool, &mut body, &heads)
        } else {
            named_by_conditions(&mut pool, program, &mut body, &heads)
        };
        Ok(Task { program, impl_id, pool, body, heads, facts, witnesses, named, premises, rows, written })
    }

    /// A formula about the body, in a copy of the task's pool. `None` if it is about something else.
    pub fn import(&self, pool: &mut TermPool, formula: &Portable) -> Option<Term> {
        let term = pool.import(formula)?;
        let term = self.premises.named(pool, term);
        Some(self.rows.as_ref().map_or(term, |rows| rows.named(pool, term)))
    }

    /// A formula as the text of the program would have it, in a form that every pool can read.
    pub fn export(&self, pool: &mut TermPool, term: Term) -> Option<Portable> {
        let term = self.premises.plain(pool, term);
        let plain = self.rows.as_ref().map_or(term, |rows| rows.plain(pool, term));
        pool.export(plain)
    }

    /// Does the text say which predicates loop invariants are to be made of?
    pub fn has_given_predicates(&self) -> bool {
        self.program.impls[self.impl_id].blocks.values().any(|block| !block.hints.predicates.is_empty())
    }

    /// However long it takes.
    pub fn at_leisure(program: &'p Program, impl_id: ImplId) -> Result<Task<'p>, Unprepared> {
        Task::new(program, impl_id, &Budget::new(Effort::DEFAULT))
    }
}

/// The checks that a body asserts.
pub fn asserted(body: &Body) -> BTreeSet<CheckId> {
    let steps = body.blocks.values().flat_map(|block| &block.steps);
    steps
        .filter_map(|step| match step.kind {
            StepKind::Assert(check, _) => Some(check),
            StepKind::Assign(..) | StepKind::Havoc(_) | StepKind::Assume(_) => None,
        })
        .collect()
}
