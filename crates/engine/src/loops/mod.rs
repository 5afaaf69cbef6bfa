//! Loops: found, and cut at their invariants. Reading order: `graph` (dominators, orders), `reducible` (splits the nodes of
//! irreducible graphs), `live` (which variables are read before they are written), `cut` (for `while` it is the desugaring of
//! FS01 §7.1 and FQ02 §3.2).
//!
//! Entry points: [`loop_heads`] and [`cut_loops`].

pub mod graph;
mod reducible;
mod live;
mod cut;

pub use cut::{
    Acyclic, ExtraInvariants, HeadInvariants, LoopHead, cut_loops, loop_heads, predicate, prefix, split_critical_edges,
};
pub use live::live;
pub use reducible::{TooManyBlocks, graph_of, make_reducible};
