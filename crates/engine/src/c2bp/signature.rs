//! Signatures (BMMR01 §4.5.2): which predicates of a procedure are its formals, and which it returns. In: a body and its predicates. Out:
//! E_f and E_r, with their meanings over formals, results and global variables.
//!
//! Lowered bodies copy their formals into variables of the same names, and results out of others; here a copy is what it copies. A
//! formal that the body changes leaves E_r (footnote 4). A memory is a global variable, so what the paper says of dereferenced
//! formals is said of global variables.

use invar_base::Id;
use invar_gcl::{BlockId, CmdKind, Impl, Program, Transfer};
use invar_logic::{Substitution, Term, TermPool, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

#[derive(Default)]
pub struct Signature {
    /// E_f: predicates by number, with their meanings over the formals.
    pub formals: Vec<(usize, Term)>,
    /// E_r: the same over formals and results, when the body returns.
    pub returns: Vec<(usize, Term)>,
}

/// Which variables of a body are its formals under another name: each formal with its variable.
pub fn copies(pool: &TermPool, body: &Impl) -> Vec<(VarId, VarId)> {
    let ins: FxHashMap<Option<Term>, VarId> =
        body.ins.iter().map(|formal| (pool.find_var(formal.var), formal.var)).collect();
    let mut found: Vec<(VarId, VarId)> = Vec::new();
    for cmd in &body.blocks[body.entry].cmds {
        if let CmdKind::Assign(var, term) = cmd.kind
            && let Some(&formal) = ins.get(&Some(term))
            && !found.iter().any(|(other, copy)| *other == formal || *copy == var)
        {
            found.push((formal, var));
        }
    }
    // A formal that is read later is a variable of its own.
    let is_read_later = |formal: VarId| {
        let blocks = body.blocks.iter().filter(|(id, _)| *id != body.entry);
        let mut cmds = blocks.flat_map(|(_, block)| &block.cmds);
        cmds.any(|cmd| pool.free_vars_of(cmd.kind.terms()).contains(&formal))
    };
    // Nor is it one variable if the entry is entered again, or the copy is set twice there.
    let returns_to_entry = body.blocks.values().any(|block| block.next.targets().contains(&body.entry));
    let set_once = |var: VarId| {
        let sets = body.blocks[body.entry].cmds.iter().filter(|cmd| sets(&cmd.kind, var));
        sets.count() == 1
    };
    found.retain(|(formal, var)| !returns_to_entry && set_once(*var) && !is_read_later(*formal));
    found
}

pub fn signature(program: &Program, pool: &mut TermPool, body: &Impl, predicates: &[Term]) -> Signature {
    let copies = copies(pool, body);
    let (mut entry, mut exit) = (Substitution::new(), Substitution::new());
    for &(formal, var) in &copies {
        let term = pool.var(formal);
        entry.insert(var, term);
        if assignments(body, var) == 1 {
            exit.insert(var, term);
        }
    }
    for out in &body.outs {
        if let Some(var) = returned(pool, body, out.var).filter(|var| exit.get(*var).is_none()) {
            let term = pool.var(out.var);
            exit.insert(var, term);
        }
    }
    let own: FxHashSet<VarId> = body.locals.iter().map(|local| local.var).collect();
    let outs: FxHashSet<VarId> = body.outs.iter().map(|out| out.var).collect();
    let mut signature = Signature::default();
    for (at, &predicate) in predicates.iter().enumerate() {
        let meaning = pool.substitute(predicate, &entry);
        let vars = pool.free_vars_of(&[meaning]);
        if vars.is_disjoint(&own) && vars.is_disjoint(&outs) {
            signature.formals.push((at, meaning));
        }
        let meaning = pool.substitute(predicate, &exit);
        let vars = pool.free_vars_of(&[meaning]);
        let is_seen = |var: &VarId| outs.contains(var) || program.global(*var).is_some();
        if vars.is_disjoint(&own) && vars.iter().any(is_seen) {
            signature.returns.push((at, meaning));
        }
    }
    signature
}

fn sets(kind: &CmdKind, var: VarId) -> bool {
    match kind {
        CmdKind::Assign(target, _) | CmdKind::Havoc(target) => *target == var,
        CmdKind::Call { outs, .. } => outs.contains(&var),
        CmdKind::Assume(_) | CmdKind::Assert(..) => false,
    }
}

fn assignments(body: &Impl, var: VarId) -> usize {
    body.blocks.values().flat_map(|block| &block.cmds).filter(|cmd| sets(&cmd.kind, var)).count()
}

/// The variable that every `return` returns in this result: r of the paper's "return r". It has the same value until the body ends.
fn returned(pool: &TermPool, body: &Impl, out: VarId) -> Option<VarId> {
    let mut found: Option<VarId> = None;
    for (id, block) in body.blocks.iter() {
        for (at, cmd) in block.cmds.iter().enumerate().filter(|(_, cmd)| sets(&cmd.kind, out)) {
            let CmdKind::Assign(_, term) = cmd.kind else { return None };
            let var = body.locals.iter().map(|local| local.var).find(|var| pool.find_var(*var) == Some(term))?;
            let is_same = found.is_none_or(|found| found == var);
            let later = block.cmds[at + 1..].iter().any(|cmd| sets(&cmd.kind, var));
            if !is_same || later || !ends_without(body, id, var) {
                return None;
            }
            found = Some(var);
        }
    }
    found
}

/// Does control go from the block to the end without a branch, and without setting the variable?
fn ends_without(body: &Impl, block: BlockId, var: VarId) -> bool {
    let mut at = block;
    for _ in 0..body.blocks.len() {
        match &body.blocks[at].next {
            Transfer::Return => return true,
            Transfer::Goto(targets) => match targets[..] {
                [next] if !body.blocks[next].cmds.iter().any(|cmd| sets(&cmd.kind, var)) => at = next,
                _ => return false,
            },
        }
    }
    // A cycle: it does not end.
    at.index() < body.blocks.len()
}
