//! What the interpreter knows about a body before it runs it: computed once, when the body is first entered.
//!
//! A result or local that the body never reads before writing it needs no value at the start, provided that some value
//! satisfies its `where` condition: runs then differ in nothing that anybody can see.

use std::collections::BTreeSet;

use invar_logic::{Term, TermPool, VarId};
use rustc_hash::FxHashMap;

use super::back_edges::BackEdges;
use crate::live::{has_some_value, initial_locals, live_locals};
use crate::program::{BlockId, Impl, ImplId, Local, Program};

pub(crate) struct BodyTable {
    pub back_edges: BackEdges,
    /// The `where` conditions of the body's variables.
    pub wheres: FxHashMap<VarId, Term>,
    /// By block: the `where` conditions of what the loop changes, if the block is a loop's head and there are any.
    pub head_wheres: FxHashMap<BlockId, Vec<Condition>>,
    /// Results and locals that need a value at the start.
    pub initial: Vec<Local>,
    /// The globals, with their old values, that the body or its contract reads on entry.
    pub olds: Vec<(VarId, VarId)>,
    /// All variables that belong to one activation.
    pub own: Vec<VarId>,
}

/// The `where` condition of a variable.
pub(crate) struct Condition {
    pub var: VarId,
    pub term: Term,
    /// Somebody may have left the variable without a value: then the condition is known to be satisfiable.
    pub may_be_unset: bool,
}

impl BodyTable {
    pub fn new(program: &Program, pool: &TermPool, impl_id: ImplId) -> BodyTable {
        let body = &program.impls[impl_id];
        let proc = &program.procs[body.proc];
        let back_edges = BackEdges::new(body);
        let wheres: FxHashMap<VarId, Term> =
            body.variables().filter_map(|local| Some((local.var, local.where_?))).collect();
        let locals = || body.outs.iter().chain(&body.locals);
        let skippable: BTreeSet<VarId> =
            locals().filter(|local| has_some_value(pool, local)).map(|local| local.var).collect();
        let head_wheres = head_wheres(program, body, &back_edges, &wheres, &skippable);
        let read_at_heads = |block: BlockId| {
            let conditions = head_wheres.get(&block).into_iter().flatten();
            let read = conditions.flat_map(|condition| {
                let vars = pool.free_vars(condition.term).into_iter();
                vars.filter(|&var| var != condition.var || !condition.may_be_unset)
            });
            read.collect()
        };
        let live = live_locals(program, pool, body, &read_at_heads);
        let needed = |local: &Local| live.is_live(body.entry, local.var) || !skippable.contains(&local.var);
        let initial = initial_locals(pool, body, needed);
        let mut terms: Vec<Term> = proc.ensures.iter().chain(&proc.requires).map(|clause| clause.term).collect();
        terms.extend(body.blocks.values().flat_map(|block| &block.cmds).flat_map(|cmd| cmd.kind.terms()));
        let olds = mentioned_olds(program, pool, &terms);
        let formals = proc.ins.iter().chain(&proc.outs).chain(body.variables()).map(|local| local.var);
        let own = formals.chain(olds.iter().map(|(_, old)| *old)).collect();
        BodyTable { back_edges, wheres, head_wheres, initial, olds, own }
    }
}

/// The globals whose old value the terms mention, as pairs.
pub(crate) fn mentioned_olds(program: &Program, pool: &TermPool, terms: &[Term]) -> Vec<(VarId, VarId)> {
    let mentioned = pool.free_vars_of(terms);
    program.globals.with_old_among(&mentioned).into_iter().map(|global| (global.var, global.old)).collect()
}

fn head_wheres(
    program: &Program,
    body: &Impl,
    back_edges: &BackEdges,
    wheres: &FxHashMap<VarId, Term>,
    skippable: &BTreeSet<VarId>,
) -> FxHashMap<BlockId, Vec<Condition>> {
    if wheres.is_empty() && program.globals.iter().all(|global| global.where_.is_none()) {
        return FxHashMap::default();
    }
    let where_of = |var: VarId| match wheres.get(&var) {
        Some(&term) => Some(term),
        None => program.global(var).and_then(|global| global.where_),
    };
    let condition =
        |&var: &VarId| Some(Condition { var, term: where_of(var)?, may_be_unset: skippable.contains(&var) });
    let targets = back_edges.loop_targets(program, body);
    targets.into_iter().map(|(head, vars)| (head, vars.iter().filter_map(condition).collect())).collect()
}
