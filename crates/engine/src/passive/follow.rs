//! The way of a model through a passive body, and what its commands define.

use invar_base::Id;
use invar_gcl::BlockId;
use invar_logic::{Op, Term, TermPool, VarId};
use invar_solve::Model;
use rustc_hash::FxHashSet;

use super::Passive;

/// The blocks of a run that the model allows, up to the last block.
pub fn blocks_of(pool: &TermPool, passive: &Passive, model: &Model) -> Option<Vec<BlockId>> {
    let mut refused: FxHashSet<BlockId> = FxHashSet::default();
    let entry = BlockId::from_index(Passive::ENTRY);
    let holds =
        |id: BlockId| passive.blocks[id].cmds.iter().all(|cmd| model.holds(pool, cmd.kind.term()) != Some(false));
    if !holds(entry) {
        return None;
    }
    let mut path = vec![entry];
    while let Some(&last) = path.last() {
        let block = &passive.blocks[last];
        if block.next.is_empty() {
            return Some(path);
        }
        match block.next.iter().copied().find(|next| !refused.contains(next) && holds(*next)) {
            Some(next) => path.push(next),
            None => {
                refused.insert(last);
                path.pop();
            }
        }
    }
    None
}

/// `x == e` for a variant that nothing mentioned before.
pub fn definition(pool: &TermPool, term: Term, is_new: &dyn Fn(VarId) -> bool) -> Option<(VarId, Term)> {
    let new = |side: Term| match pool.op(side) {
        Op::Var(var) if is_new(*var) => Some(*var),
        _ => None,
    };
    if let Some(var) = new(term) {
        return Some((var, Term::TRUE));
    }
    match (pool.op(term), pool.args(term)) {
        (Op::Not, &[inner]) => Some((new(inner)?, Term::FALSE)),
        (Op::Eq, &[a, b]) => {
            let of = |var: VarId, value: Term| (!pool.free_vars(value).contains(&var)).then_some((var, value));
            new(a).and_then(|var| of(var, b)).or_else(|| new(b).and_then(|var| of(var, a)))
        }
        _ => None,
    }
}
