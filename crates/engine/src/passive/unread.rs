//! Maps that nobody reads: a passive program in, the same without the equations of map variants that no command mentions.
//!
//! A variant is new where it is assigned, so without other mention its equation restricts no run; but it costs the prover all
//! the reasoning about maps. Notes that tell the variant tell the value instead. The equations of scalars stay: they cost
//! nothing, and may hold the term that a trigger waits for. Those where paths meet stay too: their value is not one term.

use invar_base::Id;
use invar_gcl::BlockId;
use invar_logic::{Op, SortKind, Substitution, Term, TermPool, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{Change, Passive, PassiveBlock};

pub fn leave_out_unread(pool: &mut TermPool, passive: &mut Passive) {
    let mut read: FxHashSet<VarId> = FxHashSet::default();
    let mut left_out: FxHashMap<VarId, Term> = FxHashMap::default();
    // What reads a variant comes after its equation.
    for index in (0..passive.blocks.len()).rev() {
        let block = &mut passive.blocks[BlockId::from_index(index)];
        let mut definitions = map_definitions(pool, block);
        let mut gone = vec![false; block.cmds.len()];
        for at in (0..block.cmds.len()).rev() {
            match definitions.remove(&at) {
                Some((variant, value)) if !read.contains(&variant) => {
                    left_out.insert(variant, value);
                    gone[at] = true;
                }
                Some(_) | None => read.extend(pool.free_vars(block.cmds[at].kind.term())),
            }
        }
        remove(block, &gone);
    }
    if !left_out.is_empty() {
        tell_values(pool, passive, &left_out);
    }
}

/// The commands that are the equation of an assigned map, with the variant and its value.
fn map_definitions(pool: &TermPool, block: &PassiveBlock) -> FxHashMap<usize, (VarId, Term)> {
    let assigned = block.notes.iter().filter(|note| note.how == Change::Assigned && note.at > 0);
    let definition = |at: usize, variant: Term| {
        let equation = block.cmds.get(at)?.kind.term();
        let Op::Var(var) = *pool.op(variant) else { return None };
        let is_map = matches!(pool.sort_kind(pool.sort_of(variant)), SortKind::Map { .. });
        match (pool.op(equation), pool.args(equation)) {
            (Op::Eq, [left, value]) if is_map && *left == variant => Some((at, (var, *value))),
            (_, _) => None,
        }
    };
    assigned.filter_map(|note| definition(note.at - 1, note.variant)).collect()
}

fn remove(block: &mut PassiveBlock, gone: &[bool]) {
    // How many commands stay of those before each one.
    let mut stay = vec![0];
    stay.extend(gone.iter().scan(0, |count, &gone| {
        *count += usize::from(!gone);
        Some(*count)
    }));
    for note in &mut block.notes {
        note.at = stay[note.at];
    }
    let mut stays = gone.iter().map(|gone| !gone);
    block.cmds.retain(|_| stays.next().unwrap_or(true));
}

/// Every variant that is left out is told as its value. A value mentions only variants from before.
fn tell_values(pool: &mut TermPool, passive: &mut Passive, left_out: &FxHashMap<VarId, Term>) {
    let mut values: FxHashMap<VarId, Term> = FxHashMap::default();
    for block in passive.blocks.values_mut() {
        for note in &mut block.notes {
            let Op::Var(var) = *pool.op(note.variant) else { continue };
            let Some(&value) = left_out.get(&var) else { continue };
            let mentioned = pool.free_vars(value).into_iter();
            let by: Substitution = mentioned.filter_map(|var| Some((var, *values.get(&var)?))).collect();
            note.variant = pool.substitute(value, &by);
            values.insert(var, note.variant);
        }
    }
}
