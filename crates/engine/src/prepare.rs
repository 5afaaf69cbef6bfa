//! From a task to what the prover is asked about: all the stages in a row.

use std::collections::BTreeSet;

use invar_base::{Arena, Budget, Effort, Id};
use invar_gcl::{BlockId, Check, CheckId, ImplId, Program, Vacuity};
use invar_logic::{Sort, Term, TermPool, VarId, lift_lambdas};

use crate::constants::fold_constants;
use crate::exists::name_what_exists;
use crate::loops::{Acyclic, ExtraInvariants, HeadInvariants, LoopHead, cut_loops};
use crate::passive::{AtExit, Passive, PassiveKind, asserted_checks, leave_out_unread, passify};
use crate::task::{Task, Unprepared, asserted};
use crate::verdict::LoopInvariant;

/// One implementation, ready for the prover.
pub struct Prepared {
    /// The task's pool and more.
    pub pool: TermPool,
    pub acyclic: Acyclic,
    /// Free of lambdas.
    pub passive: Passive,
    /// What holds in every state; free of lambdas.
    pub facts: Vec<Term>,
    pub assumptions: Vec<String>,
    /// Checks that stand where no path leads.
    pub unreachable: Vec<Check>,
    /// Variables that nobody should read about.
    pub unnamed: Vec<VarId>,
}

/// Stops where the time is up.
pub fn prepare(task: &Task<'_>, extra: &ExtraInvariants, budget: &Budget) -> Result<Prepared, Unprepared> {
    prepare_as(task, extra, budget, &mut |_, _, invariant| invariant)
}

/// However long it takes, of an implementation that nobody has a task for.
pub fn prepare_alone(program: &Program, impl_id: ImplId, extra: &ExtraInvariants) -> Result<Prepared, Unprepared> {
    prepare(&Task::at_leisure(program, impl_id)?, extra, &Budget::new(Effort::DEFAULT))
}

/// A switch of an extra invariant: its loop's head, its position there, and the literal.
pub type Switch = (BlockId, usize, Term);

/// The same with a literal for each extra invariant that switches it on, both where it is shown and where it is used.
pub fn prepare_switched(
    task: &Task<'_>,
    extra: &ExtraInvariants,
    budget: &Budget,
) -> Result<(Prepared, Vec<Switch>), Unprepared> {
    let mut switches = Vec::new();
    let prepared = prepare_as(task, extra, budget, &mut |pool, (head, position), invariant| {
        let switch = pool.fresh_var("used", Sort::BOOL);
        let switch = pool.var(switch);
        switches.push((head, position, switch));
        pool.implies(switch, invariant)
    })?;
    Ok((prepared, switches))
}

/// How an extra invariant is stated, given its loop's head and its position there.
type Stated<'a> = dyn FnMut(&mut TermPool, (BlockId, usize), Term) -> Term + 'a;

fn prepare_as(
    task: &Task<'_>,
    extra: &ExtraInvariants,
    budget: &Budget,
    stated: &mut Stated<'_>,
) -> Result<Prepared, Unprepared> {
    let Task { program, body, heads, written, .. } = task;
    let mut pool = task.pool.clone();
    budget.check()?;
    let mut assumptions = program.assumptions.clone();
    assumptions.extend(body.assumptions.iter().cloned());
    let mut extra = import(&mut pool, task, extra).ok_or(Unprepared::Misfit)?;
    for (&head, invariants) in &mut extra {
        for (position, invariant) in invariants.iter_mut().enumerate() {
            *invariant = stated(&mut pool, (head, position), *invariant);
        }
    }
    let acyclic = cut_loops(body.clone(), heads, &extra).ok_or(Unprepared::Tangled)?;
    budget.check()?;
    let folded = fold_constants(&mut pool, &acyclic);
    budget.check()?;
    let mut passive = passify(&mut pool, &folded, AtExit::NothingLive);
    passive.entered = entered(program, &passive);
    leave_out_unread(&mut pool, &mut passive);
    budget.check()?;
    let mut facts = task.facts.clone();
    facts.extend(facts_of_sums(&pool, program, &passive));
    lift(&mut pool, &mut passive, &mut facts);
    name_what_exists(&mut pool, &mut passive);
    let unreachable = unreachable_checks(&acyclic, &passive, written.difference(&asserted(body)).copied());
    let unnamed = task.witnesses.iter().map(|witness| witness.var).collect();
    Ok(Prepared { pool, acyclic, passive, facts, assumptions, unreachable, unnamed })
}

/// What must be known of sums, where something mentions them.
fn facts_of_sums(pool: &TermPool, program: &Program, passive: &Passive) -> Vec<Term> {
    let cmds = passive.blocks.values().flat_map(|block| &block.cmds);
    let terms: Vec<Term> = cmds.map(|cmd| cmd.kind.term()).collect();
    let sums = program.sums.iter().filter(|sums| sums.is_in(pool, &terms));
    sums.flat_map(|sums| sums.axioms.iter().copied()).collect()
}

/// What a front end knows of every state on entry stands in the first block of the text, after the preconditions.
fn entered(program: &Program, passive: &Passive) -> usize {
    let next = &passive.blocks[BlockId::from_index(Passive::ENTRY)].next;
    match (program.vacuity, next.as_slice()) {
        (Vacuity::Doubts, [only]) => only.index(),
        (Vacuity::Doubts | Vacuity::Proves, _) => Passive::ENTRY,
    }
}

/// The invariants as formulas of this pool; `None` if one of them is none.
fn import(pool: &mut TermPool, task: &Task<'_>, extra: &ExtraInvariants) -> Option<HeadInvariants> {
    let mut imported = HeadInvariants::new();
    for (&head, invariants) in extra {
        let terms: Option<Vec<Term>> = invariants.iter().map(|invariant| task.import(pool, invariant)).collect();
        let terms = terms?;
        if terms.iter().any(|&term| pool.sort_of(term) != Sort::BOOL) {
            return None;
        }
        imported.insert(head, terms);
    }
    Some(imported)
}

/// Checks in blocks that the entry does not reach, or behind an `assume false`.
fn unreachable_checks(acyclic: &Acyclic, passive: &Passive, dropped: impl Iterator<Item = CheckId>) -> Vec<Check> {
    let remaining: BTreeSet<CheckId> = asserted_checks(passive).into_iter().collect();
    let lost: BTreeSet<CheckId> = asserted(&acyclic.body).difference(&remaining).copied().chain(dropped).collect();
    let checks: &Arena<CheckId, Check> = &acyclic.body.checks;
    let own = lost.into_iter().filter(|check| !acyclic.extra.contains_key(check));
    own.map(|check| checks[check].clone()).collect()
}

/// Replaces every lambda by a function of its free variables and adds the function's meaning to the facts.
pub(crate) fn lift(pool: &mut TermPool, passive: &mut Passive, facts: &mut Vec<Term>) {
    let mut roots = facts.clone();
    let cmds = passive.blocks.values().flat_map(|block| &block.cmds);
    roots.extend(cmds.map(|cmd| cmd.kind.term()));
    let lifted = lift_lambdas(pool, &roots);
    let (lifted_facts, lifted_cmds) = lifted.roots.split_at(facts.len());
    let terms = &mut lifted_cmds.iter().copied();
    for block in passive.blocks.values_mut() {
        for cmd in &mut block.cmds {
            let Some(term) = terms.next() else { return };
            cmd.kind = match cmd.kind {
                PassiveKind::Assume(_) => PassiveKind::Assume(term),
                PassiveKind::Assert(check, _) => PassiveKind::Assert(check, term),
            };
        }
    }
    *facts = lifted_facts.to_vec();
    facts.extend(lifted.axioms);
}

/// The loops of the text with their invariants, as evidence states them: what the text says in terms of the program's own
/// pool, what was inferred in portable form. Expanding a call renames the variables of the invariants inside, and the
/// precondition of a call that opens a head counts as an invariant; these are in the text of the callee, so they are left
/// out.
pub fn loop_invariants(program: &Program, heads: &[LoopHead], extra: &ExtraInvariants) -> Vec<LoopInvariant> {
    let mut loops: Vec<LoopInvariant> = Vec::new();
    for head in heads {
        let Some(source) = head.source else { continue };
        let inferred = extra.get(&head.head).cloned().unwrap_or_default();
        // Copies made by splitting an irreducible graph are one loop to the reader, as long as nothing was inferred.
        if inferred.is_empty() && loops.iter().any(|known| known.head == source) {
            continue;
        }
        // An activation that is expanded in itself has the same loops with other names.
        let same = || heads.iter().filter(|other| other.source == Some(source));
        let is_own = |term: &Term| program.pool.contains(*term) && same().all(|other| other.invariant.contains(term));
        let invariant: Vec<Term> = head.invariant.iter().copied().filter(is_own).collect();
        loops.push(LoopInvariant { head: source, block: head.head, span: head.span, invariant, inferred });
    }
    loops
}
