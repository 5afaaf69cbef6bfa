//! What the interpreter knows about a body before it runs it: computed once, when the body is first entered.
//!
//! A result or local that the body never reads before writing it needs no value at the start, provided that some value
//! satisfies its `where` condition: runs then differ in nothing that anybody can see.

use std::collections::BTreeSet;

use invar_base::Id;
use invar_logic::{Environment, Term, TermPool, Value, VarId, eval_bool};
use rustc_hash::FxHashMap;

use super::back_edges::Dominators;
use crate::program::{BlockId, CmdKind, Impl, ImplId, Local, Program, Transfer};

pub(super) struct BodyTable {
    pub dominators: Dominators,
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
pub(super) struct Condition {
    pub var: VarId,
    pub term: Term,
    /// Somebody may have left the variable without a value: then the condition is known to be satisfiable.
    pub may_be_unset: bool,
}

impl BodyTable {
    pub fn new(program: &Program, pool: &TermPool, impl_id: ImplId) -> BodyTable {
        let body = &program.impls[impl_id];
        let proc = &program.procs[body.proc];
        let dominators = Dominators::new(body);
        let wheres: FxHashMap<VarId, Term> =
            body.variables().filter_map(|local| Some((local.var, local.where_?))).collect();
        let locals = || body.outs.iter().chain(&body.locals);
        let skippable: BTreeSet<VarId> =
            locals().filter(|local| is_satisfiable(pool, local)).map(|local| local.var).collect();
        let head_wheres = head_wheres(program, body, &dominators, &wheres, &skippable);
        let read = read_before_written(program, pool, body, &wheres, &head_wheres);
        let needed = |local: &&Local| read.contains(&local.var) || !skippable.contains(&local.var);
        let initial = locals().filter(needed).cloned().collect();
        let mut terms: Vec<Term> = proc.ensures.iter().chain(&proc.requires).map(|clause| clause.term).collect();
        terms.extend(body.blocks.values().flat_map(|block| &block.cmds).flat_map(|cmd| terms_of(&cmd.kind)));
        let olds = mentioned_olds(program, pool, &terms);
        let formals = proc.ins.iter().chain(&proc.outs).chain(body.variables()).map(|local| local.var);
        let own = formals.chain(olds.iter().map(|(_, old)| *old)).collect();
        BodyTable { dominators, wheres, head_wheres, initial, olds, own }
    }
}

/// The globals whose old value the terms mention, as pairs.
pub(super) fn mentioned_olds(program: &Program, pool: &TermPool, terms: &[Term]) -> Vec<(VarId, VarId)> {
    let mentioned = pool.free_vars_of(terms);
    let olds = program.globals.iter().filter(|global| mentioned.contains(&global.old));
    olds.map(|global| (global.var, global.old)).collect()
}

fn terms_of(cmd: &CmdKind) -> &[Term] {
    match cmd {
        CmdKind::Assign(_, term) | CmdKind::Assume(term) | CmdKind::Assert(_, term) => std::slice::from_ref(term),
        CmdKind::Havoc(_) => &[],
        CmdKind::Call { ins, .. } => ins,
    }
}

/// Is there certainly a value for the variable, whatever the state?
fn is_satisfiable(pool: &TermPool, local: &Local) -> bool {
    let Some(condition) = local.where_ else { return true };
    if pool.free_vars(condition).iter().any(|&var| var != local.var) {
        return false;
    }
    let literals = pool.integer_literals(&[condition]).into_iter().map(Value::int);
    let default = Value::default_of(pool, pool.variable(local.var).sort);
    let fits = |value: Value| eval_bool(pool, condition, &Only(local.var, value), &mut 1_000) == Ok(true);
    default.into_iter().chain(literals).any(fits)
}

struct Only(VarId, Value);

impl Environment for Only {
    fn var(&self, var: VarId) -> Option<Value> {
        (var == self.0).then(|| self.1.clone())
    }
}

fn head_wheres(
    program: &Program,
    body: &Impl,
    dominators: &Dominators,
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
    let targets = dominators.loop_targets(program, body);
    targets.into_iter().map(|(head, vars)| (head, vars.iter().filter_map(condition).collect())).collect()
}

/// The results and locals that are live on entry: some path reads them before it writes them.
fn read_before_written(
    program: &Program,
    pool: &TermPool,
    body: &Impl,
    wheres: &FxHashMap<VarId, Term>,
    head_wheres: &FxHashMap<BlockId, Vec<Condition>>,
) -> BTreeSet<VarId> {
    let scope: FxHashMap<VarId, usize> =
        body.outs.iter().chain(&body.locals).enumerate().map(|(index, local)| (local.var, index)).collect();
    let liveness = Liveness { program, pool, scope, wheres };
    let flows: Vec<Flow> = body
        .blocks
        .iter()
        .map(|(id, block)| {
            let mut flow = liveness.flow(block.cmds.iter().map(|cmd| &cmd.kind));
            for condition in head_wheres.get(&id).into_iter().flatten() {
                let vars = pool.free_vars(condition.term).into_iter();
                vars.filter(|&var| var != condition.var || !condition.may_be_unset)
                    .for_each(|var| liveness.read(&mut flow, var));
            }
            flow
        })
        .collect();
    let live = liveness.solve(body, &flows);
    let on_entry = live.get(body.entry.index());
    let is_live = |index: usize| on_entry.is_some_and(|bits| has(bits, index));
    liveness.scope.iter().filter(|&(_, &index)| is_live(index)).map(|(&var, _)| var).collect()
}

type Bits = Vec<u64>;

fn has(bits: &Bits, index: usize) -> bool {
    bits[index / 64] >> (index % 64) & 1 == 1
}

/// What a block reads before writing it, and what it writes.
struct Flow {
    reads: Bits,
    writes: Bits,
}

struct Liveness<'a> {
    program: &'a Program,
    pool: &'a TermPool,
    scope: FxHashMap<VarId, usize>,
    wheres: &'a FxHashMap<VarId, Term>,
}

impl Liveness<'_> {
    fn words(&self) -> usize {
        self.scope.len().div_ceil(64)
    }

    fn read(&self, flow: &mut Flow, var: VarId) {
        if let Some(&index) = self.scope.get(&var)
            && !has(&flow.writes, index)
        {
            flow.reads[index / 64] |= 1 << (index % 64);
        }
    }

    fn write(&self, flow: &mut Flow, var: VarId) {
        if let Some(&index) = self.scope.get(&var) {
            flow.writes[index / 64] |= 1 << (index % 64);
        }
    }

    fn flow<'b>(&self, cmds: impl Iterator<Item = &'b CmdKind>) -> Flow {
        let mut flow = Flow { reads: vec![0; self.words()], writes: vec![0; self.words()] };
        for cmd in cmds {
            for &term in terms_of(cmd) {
                self.pool.free_vars(term).into_iter().for_each(|var| self.read(&mut flow, var));
            }
            match cmd {
                CmdKind::Assign(var, _) => self.write(&mut flow, *var),
                CmdKind::Havoc(var) => {
                    self.write(&mut flow, *var);
                    let global = || self.program.global(*var).and_then(|global| global.where_);
                    let condition = self.wheres.get(var).copied().or_else(global);
                    let vars = condition.map(|term| self.pool.free_vars(term)).unwrap_or_default();
                    vars.into_iter().for_each(|var| self.read(&mut flow, var));
                }
                CmdKind::Call { outs, .. } => outs.iter().for_each(|&var| self.write(&mut flow, var)),
                CmdKind::Assume(_) | CmdKind::Assert(..) => {}
            }
        }
        flow
    }

    /// live(b) = reads(b) ∪ (live of the successors ∖ writes(b)); what returns reads the results.
    fn solve(&self, body: &Impl, flows: &[Flow]) -> Vec<Bits> {
        let results: Bits = {
            let mut bits = vec![0; self.words()];
            for index in body.outs.iter().filter_map(|local| self.scope.get(&local.var)) {
                bits[index / 64] |= 1 << (index % 64);
            }
            bits
        };
        let mut live: Vec<Bits> = flows.iter().map(|flow| flow.reads.clone()).collect();
        let mut changed = true;
        while changed {
            changed = false;
            for (id, block) in body.blocks.iter().rev() {
                let flow = &flows[id.index()];
                for word in 0..self.words() {
                    let after = match &block.next {
                        Transfer::Return => results[word],
                        Transfer::Goto(targets) => {
                            let bits = targets.iter().filter_map(|target| live.get(target.index()));
                            bits.fold(0, |all, bits| all | bits[word])
                        }
                    };
                    let before = flow.reads[word] | (after & !flow.writes[word]);
                    changed |= before != live[id.index()][word];
                    live[id.index()][word] = before;
                }
            }
        }
        live
    }
}
