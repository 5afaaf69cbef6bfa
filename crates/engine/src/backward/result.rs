//! The backward invariant, negated: an ordinary invariant for each loop. For each cube, that it does not hold, whatever the
//! ghost variables are.

use invar_logic::{Op, Term, TermPool, VarId};

use super::extract::without_unknowns;
use crate::infer::results::closed;

/// `∀ ghosts. ¬cube`, in as many ways as it is to be used in.
pub fn invariants(pool: &mut TermPool, ghosts: &[VarId], cube: &[Term]) -> Vec<Term> {
    let mut cube = cube.to_vec();
    // A ghost variable that indexes nothing is not needed to say that there is none: bounds of it bound each other.
    let mut used: Vec<VarId> = Vec::new();
    for &ghost in ghosts {
        let is_mentioned =
            |pool: &TermPool, cube: &[Term]| cube.iter().any(|&term| pool.free_vars(term).contains(&ghost));
        if !is_read(pool, &cube, ghost) && is_mentioned(pool, &cube) {
            cube = without_unknowns(pool, cube, &[ghost]);
        } else if is_mentioned(pool, &cube) {
            used.push(ghost);
        }
    }
    let all = pool.and(&cube);
    let none = pool.not(all);
    closed(pool, &used, none)
}

/// Is some element at the variable mentioned?
fn is_read(pool: &TermPool, cube: &[Term], ghost: VarId) -> bool {
    let reads = pool.postorder(cube).into_iter().filter(|&term| *pool.op(term) == Op::Select);
    reads.flat_map(|term| pool.args(term)[1..].to_vec()).any(|index| pool.free_vars(index).contains(&ghost))
}
