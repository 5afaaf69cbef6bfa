//! Reads of maps: at which indices, and at which others instead.

use invar_gcl::{Role, Roles};
use invar_logic::{Op, Sort, Term, TermPool, VarId};
use rustc_hash::FxHashMap;

use crate::linear::Linear;
use crate::literals::literal;
use crate::rows::class_of;

/// The term with reads at the ghost, moved by a number where the index is, instead of reads at its value.
pub fn read_at(pool: &mut TermPool, root: Term, ghost: Term, value: Term) -> Term {
    let value = Linear::of(pool, value);
    let mut done: FxHashMap<Term, Term> = FxHashMap::default();
    for term in pool.postorder(&[root]) {
        let mut args: Vec<Term> = pool.args(term).iter().map(|arg| done[arg]).collect();
        if *pool.op(term) == Op::Select {
            for index in args[1..].iter_mut().filter(|index| pool.sort_of(**index) == Sort::INT).collect::<Vec<_>>() {
                let moved = Linear::of(pool, *index).minus(&value);
                if moved.is_constant() {
                    *index = moved.plus(&Linear::of(pool, ghost)).term(pool);
                }
            }
        }
        let new = if args[..] == *pool.args(term) { term } else { pool.rebuild(term, &args) };
        done.insert(term, new);
    }
    literal(pool, done[&root])
}

/// The term with reads at one index instead of another.
pub fn read_exactly(pool: &mut TermPool, root: Term, from: Term, to: Term) -> Term {
    let mut done: FxHashMap<Term, Term> = FxHashMap::default();
    for term in pool.postorder(&[root]) {
        let mut args: Vec<Term> = pool.args(term).iter().map(|arg| done[arg]).collect();
        if *pool.op(term) == Op::Select {
            args[1..].iter_mut().filter(|index| **index == from).for_each(|index| *index = to);
        }
        let new = if args[..] == *pool.args(term) { term } else { pool.rebuild(term, &args) };
        done.insert(term, new);
    }
    literal(pool, done[&root])
}

/// Is it a whole memory? What is read at an object is a row of cells, and the object is no index.
pub fn is_memory(pool: &TermPool, roles: &Roles, map: Term) -> bool {
    let is_memory = |var: VarId| matches!(roles.of(pool, var), Role::Memory | Role::Bookkeeping);
    class_of(pool, map).is_some_and(|(var, depth)| depth == 0 && is_memory(var))
}
