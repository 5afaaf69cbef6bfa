//! A backward invariant said as shortly as it holds: cubes in, fewer and weaker cubes out.
//!
//! A state has all literals over the predicates of its head that hold, those among them that belong to other paths. Where the cubes
//! stay a backward invariant without a literal (what leads to the weaker cube lies in the cubes, and the entry leads to none of it), it
//! is left out, the latest predicates first; cubes that a weaker one contains go. What is printed and proved again is short.

use invar_logic::{Term, VarId};

use super::space::{Passed, Space};
use crate::cutpoints::Point;

/// A cube of a head.
pub type Cube = (usize, Vec<Term>);

pub fn weakened(space: &mut Space<'_>, ghosts: &[VarId], cubes: Vec<Cube>) -> Vec<Cube> {
    let (mut done, mut rest) = (Vec::new(), cubes);
    while !rest.is_empty() {
        let (head, mut cube) = rest.remove(0);
        for position in (0..cube.len()).rev() {
            let mut weaker = cube.clone();
            weaker.remove(position);
            if is_invariant(space, ghosts, (head, &weaker), &[&done[..], &rest].concat()) {
                cube = weaker;
            }
        }
        let is_outside = |other: &Cube| other.0 != head || !cube.iter().all(|term| other.1.contains(term));
        done.retain(is_outside);
        rest.retain(is_outside);
        done.push((head, cube));
    }
    done
}

/// Does the entry lead to none of the cube's states, and do heads only from its own and those of other cubes?
fn is_invariant(space: &mut Space<'_>, ghosts: &[VarId], (head, cube): (usize, &[Term]), others: &[Cube]) -> bool {
    for edge in 0..space.edges.len() {
        if space.edges[edge].transition.target != Point::Head(head) {
            continue;
        }
        let mut outside: Vec<Term> = Vec::new();
        if let Point::Head(source) = space.edges[edge].transition.source {
            let of_source = others.iter().filter(|other| other.0 == source).map(|other| other.1.as_slice());
            for other in of_source.chain((source == head).then_some(cube)) {
                outside.extend(space.edges[edge].outside(&mut space.pool, ghosts, other));
            }
        }
        if !matches!(space.pass(edge, &outside, cube), Passed::Never) {
            return false;
        }
    }
    true
}
