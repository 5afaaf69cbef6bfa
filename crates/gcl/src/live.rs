//! Which results and locals of a body are live where: some path from there reads them before it writes them.

use invar_base::Id;
use invar_logic::{Term, TermPool, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

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

/// `more` says what else is read at the start of a block.
pub fn live_locals(
    program: &Program,
    pool: &TermPool,
    body: &Impl,
    more: &dyn Fn(BlockId) -> Vec<VarId>,
) -> LiveLocals {
    let locals = body.outs.iter().chain(&body.locals).enumerate();
    let scope = locals.map(|(index, local)| (local.var, index)).collect();
    let wheres = body.variables().filter_map(|local| Some((local.var, local.where_?))).collect();
    let liveness = Liveness { program, pool, scope, wheres };
    let flow = |(id, block): (BlockId, &crate::program::Block)| {
        let mut flow = liveness.empty();
        more(id).into_iter().for_each(|var| liveness.read(&mut flow, var));
        liveness.flow(flow, block.cmds.iter().map(|cmd| &cmd.kind))
    };
    let flows: Vec<Flow> = body.blocks.iter().map(flow).collect();
    let live = liveness.solve(body, &flows);
    LiveLocals { scope: liveness.scope, live }
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
    wheres: FxHashMap<VarId, Term>,
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

    fn empty(&self) -> Flow {
        Flow { reads: vec![0; self.words()], writes: vec![0; self.words()] }
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
