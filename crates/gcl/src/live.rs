//! Which results and locals of a body are live where: some path from there reads them before it writes them.

use std::collections::BTreeSet;

use invar_base::Id;
use invar_logic::{Environment, Term, TermPool, Value, VarId, eval_bool};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::graph::postorder;
use crate::program::{BlockId, CmdKind, Impl, Local, Program, Transfer};

pub struct LiveLocals {
    scope: FxHashMap<VarId, usize>,
    /// By block, at its start.
    live: Vec<Bits>,
}

impl LiveLocals {
    /// Is it a result or local that may be read from the start of the block on, before it is written?
    pub fn is_live(&self, block: BlockId, var: VarId) -> bool {
        let bits = self.live.get(block.index());
        self.scope.get(&var).is_some_and(|&index| bits.is_some_and(|bits| has(bits, index)))
    }
}

/// The results and locals that need a value at the start of the body: those that satisfy `is_needed`, and those that their
/// `where` conditions mention.
pub fn initial_locals(pool: &TermPool, body: &Impl, is_needed: impl Fn(&Local) -> bool) -> Vec<Local> {
    let locals = || body.outs.iter().chain(&body.locals);
    let scope: FxHashSet<VarId> = locals().map(|local| local.var).collect();
    let mut needed: FxHashSet<VarId> = locals().filter(|local| is_needed(local)).map(|local| local.var).collect();
    let mut count = 0;
    while count < needed.len() {
        count = needed.len();
        let conditions = locals().filter(|local| needed.contains(&local.var)).filter_map(|local| local.where_);
        let conditions: Vec<Term> = conditions.collect();
        needed.extend(pool.free_vars_of(&conditions).into_iter().filter(|var| scope.contains(var)));
    }
    locals().filter(|local| needed.contains(&local.var)).cloned().collect()
}

/// Is there certainly a value for the variable, whatever the state?
pub fn has_some_value(pool: &TermPool, local: &Local) -> bool {
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

/// `more` says what else is read at the start of a block.
pub fn live_locals(
    program: &Program,
    pool: &TermPool,
    body: &Impl,
    more: &dyn Fn(BlockId) -> Vec<VarId>,
) -> LiveLocals {
    let own = body.outs.iter().chain(&body.locals).map(|local| local.var).collect();
    let wheres = body.variables().filter_map(|local| Some((local.var, local.where_?))).collect();
    let liveness = Liveness { program, pool, own, wheres };
    let flow = |(id, block): (BlockId, &crate::program::Block)| {
        let mut flow = Flow::default();
        more(id).into_iter().for_each(|var| liveness.read(&mut flow, var));
        liveness.flow(flow, block.cmds.iter().map(|cmd| &cmd.kind))
    };
    let flows: Vec<Flow> = body.blocks.iter().map(flow).collect();
    // What no block reads before it writes it is nowhere live; most locals hold values within one block.
    let results = body.outs.iter().map(|local| local.var);
    let read: BTreeSet<VarId> = flows.iter().flat_map(|flow| flow.reads.iter().copied()).chain(results).collect();
    let scope: FxHashMap<VarId, usize> = read.into_iter().zip(0..).collect();
    let live = solve(body, &flows, &scope);
    LiveLocals { scope, live }
}

type Bits = Vec<u64>;

fn has(bits: &Bits, index: usize) -> bool {
    bits[index / 64] >> (index % 64) & 1 == 1
}

/// What a block reads before writing it, and what it writes.
#[derive(Default)]
struct Flow {
    reads: FxHashSet<VarId>,
    writes: FxHashSet<VarId>,
}

struct Liveness<'a> {
    program: &'a Program,
    pool: &'a TermPool,
    own: FxHashSet<VarId>,
    wheres: FxHashMap<VarId, Term>,
}

impl Liveness<'_> {
    fn read(&self, flow: &mut Flow, var: VarId) {
        if self.own.contains(&var) && !flow.writes.contains(&var) {
            flow.reads.insert(var);
        }
    }

    fn write(&self, flow: &mut Flow, var: VarId) {
        if self.own.contains(&var) {
            flow.writes.insert(var);
        }
    }

    fn flow<'b>(&self, mut flow: Flow, cmds: impl Iterator<Item = &'b CmdKind>) -> Flow {
        for cmd in cmds {
            for &term in cmd.terms() {
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
}

/// live(b) = reads(b) ∪ (live of the successors ∖ writes(b)); what returns reads the results.
fn solve(body: &Impl, flows: &[Flow], scope: &FxHashMap<VarId, usize>) -> Vec<Bits> {
    let words = scope.len().div_ceil(64);
    let bits = |vars: &mut dyn Iterator<Item = &VarId>| {
        let mut bits = vec![0; words];
        vars.filter_map(|var| scope.get(var)).for_each(|index| bits[index / 64] |= 1 << (index % 64));
        bits
    };
    let results: Bits = bits(&mut body.outs.iter().map(|local| &local.var));
    let writes: Vec<Bits> = flows.iter().map(|flow| bits(&mut flow.writes.iter())).collect();
    let reads: Vec<Bits> = flows.iter().map(|flow| bits(&mut flow.reads.iter())).collect();
    let mut live = reads.clone();
    let order = postorder(body);
    let mut changed = true;
    while changed {
        changed = false;
        for &block in &order {
            for word in 0..words {
                let after = match &body.blocks[block].next {
                    Transfer::Return => results[word],
                    Transfer::Goto(targets) => targets.iter().fold(0, |all, target| all | live[target.index()][word]),
                };
                let before = reads[block.index()][word] | (after & !writes[block.index()][word]);
                changed |= before != live[block.index()][word];
                live[block.index()][word] = before;
            }
        }
    }
    live
}

#[cfg(test)]
mod tests {
    use invar_base::{SourceId, Span};
    use invar_logic::Sort;

    use super::*;

    #[test]
    fn conditions_on_the_variable_alone_leave_values() {
        let mut pool = TermPool::new();
        let (x, y) = (pool.new_var("x", Sort::INT), pool.new_var("y", Sort::INT));
        let (a, b, zero) = (pool.var(x), pool.var(y), pool.int(0));
        let (below, negative, positive) = (pool.lt(a, b), pool.lt(a, zero), pool.lt(zero, a));
        let neither = pool.and(&[negative, positive]);
        let least = pool.int(-3);
        let small = pool.le(a, least);
        let is_some = |condition: Option<Term>| {
            let local = Local { var: x, where_: condition, span: Span::new(SourceId::from_index(0), 0, 0) };
            has_some_value(&pool, &local)
        };
        assert!(is_some(None) && is_some(Some(small)));
        // Whether there is one depends on y, and none is both.
        assert!(!is_some(Some(below)) && !is_some(Some(neither)));
    }
}
