//! A passive program taken apart at its joins: between them it is a forest.
//!
//! A *cut* is the entry or a join, a block that several edges lead to. The *region* of a cut is the cut and what is reached
//! from it without passing another: a tree, because all its other blocks have one predecessor. Its leaves go on to cuts.

use invar_base::Id;
use invar_gcl::BlockId;
use invar_logic::{Op, Sort, Term, TermPool, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::loops::graph::{Dominators, Graph, predecessors};
use crate::passive::{Passive, PassiveBlock};

pub struct Regions {
    pub preds: Graph,
    pub dominators: Dominators,
    /// The blocks of the region of each cut, in their order; nothing for other blocks.
    pub members: Vec<Vec<usize>>,
    /// The last block that mentions a variable.
    last_mention: FxHashMap<VarId, usize>,
}

impl Regions {
    pub fn new(pool: &TermPool, passive: &Passive) -> Regions {
        let graph = passive.graph();
        let preds = predecessors(&graph);
        let dominators = Dominators::new(&graph, Passive::ENTRY);
        let mut members = vec![Vec::new(); graph.len()];
        let mut cut_of: Vec<usize> = Vec::new();
        // Blocks come after their predecessors.
        for (node, preds) in preds.iter().enumerate() {
            let cut = match preds[..] {
                [only] => cut_of[only],
                _ => node,
            };
            cut_of.push(cut);
            members[cut].push(node);
        }
        let mut last_mention = FxHashMap::default();
        for (id, block) in passive.blocks.iter() {
            for cmd in &block.cmds {
                last_mention.extend(pool.free_vars(cmd.kind.term()).into_iter().map(|var| (var, id.index())));
            }
        }
        Regions { preds, dominators, members, last_mention }
    }

    /// The last block that mentions all the term's variables, or one that comes later.
    pub fn last_mention(&self, pool: &TermPool, term: Term) -> usize {
        let vars = pool.free_vars(term).into_iter();
        vars.map(|var| self.last_mention.get(&var).copied().unwrap_or(0)).min().unwrap_or(usize::MAX)
    }
}

/// The integers that paths leading to a join end with an equation for, whichever path it is (FS01 Figure 4).
pub fn merged(pool: &TermPool, passive: &Passive, preds: &[usize]) -> Vec<Term> {
    let mut common: Option<Vec<Term>> = None;
    for &pred in preds {
        let equated = equated(pool, &passive.blocks[BlockId::from_index(pred)]);
        common = Some(match common {
            None => equated,
            Some(common) => {
                let equated: FxHashSet<Term> = equated.into_iter().collect();
                common.into_iter().filter(|term| equated.contains(term)).collect()
            }
        });
    }
    let mut merged = common.unwrap_or_default();
    merged.sort_unstable();
    merged.dedup();
    merged
}

/// The integer variables that a command of the block is an equation for.
fn equated(pool: &TermPool, block: &PassiveBlock) -> Vec<Term> {
    let mut found = Vec::new();
    for cmd in &block.cmds {
        let term = cmd.kind.term();
        if *pool.op(term) == Op::Eq {
            let is_integer = |side: &&Term| matches!(pool.op(**side), Op::Var(_)) && pool.sort_of(**side) == Sort::INT;
            found.extend(pool.args(term).iter().filter(is_integer));
        }
    }
    found
}
