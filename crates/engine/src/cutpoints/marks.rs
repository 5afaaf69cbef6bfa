//! Marks: assumptions that only name variables. After the translation to the passive form they say what the variables' values
//! are where they stand, and are taken out again.

use invar_base::{Id, Span};
use invar_gcl::BlockId;
use invar_logic::{FuncId, Op, Sort, Substitution, Term, TermPool, VarId};

use crate::body::{Body, Origin, Step, StepKind};
use crate::passive::{Passive, PassiveKind};

pub struct Mark {
    function: FuncId,
    vars: Vec<VarId>,
}

/// The values of marked variables, and where the mark stood: the block, and how many of its commands come before.
pub type Marked = (Substitution, (BlockId, usize));

impl Mark {
    /// A mark of the variables, and the step that it is until it is taken out.
    pub fn new(pool: &mut TermPool, vars: Vec<VarId>, span: Span) -> (Mark, Step) {
        let sorts: Vec<Sort> = vars.iter().map(|&var| pool.variable(var).sort).collect();
        let function = pool.new_function("mark", &sorts, Sort::BOOL);
        let args: Vec<Term> = vars.iter().map(|&var| pool.var(var)).collect();
        let term = pool.mk(Op::App(function), &args);
        (Mark { function, vars }, Step::new(StepKind::Assume(term), span, Origin::Loop))
    }

    /// Takes the mark out of the passive form. `None` if no path leads there.
    pub fn take(&self, pool: &TermPool, passive: &mut Passive) -> Option<Marked> {
        for id in passive.blocks.ids() {
            let block = &mut passive.blocks[id];
            let is_mark =
                |kind: PassiveKind| matches!(pool.op(kind.term()), Op::App(function) if *function == self.function);
            if let Some(position) = block.cmds.iter().position(|cmd| is_mark(cmd.kind)) {
                let cmd = block.cmds.remove(position);
                let values = pool.args(cmd.kind.term()).iter().copied();
                return Some((self.vars.iter().copied().zip(values).collect(), (id, position)));
            }
        }
        None
    }
}

/// Drops the edges that do not lead to the block. `false` if the entry does not.
pub fn keep_ways_to(body: &mut Body, end: BlockId) -> bool {
    let preds = body.predecessors();
    let mut leads = vec![false; body.blocks.len()];
    let mut work = vec![end];
    leads[end.index()] = true;
    while let Some(block) = work.pop() {
        for &pred in &preds[block.index()] {
            if !std::mem::replace(&mut leads[pred.index()], true) {
                work.push(pred);
            }
        }
    }
    for block in body.blocks.values_mut() {
        block.next.retain(|next| leads[next.index()]);
    }
    leads[body.entry.index()]
}
