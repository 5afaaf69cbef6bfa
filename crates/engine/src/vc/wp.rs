//! Weakest preconditions, as the textbook has them (FS01 §4, Figures 2 and 6): the referee of `compact` and the baseline of
//! Figure 9. On the graph, a block's postcondition is the conjunction of its successors' preconditions, which is Figure 6
//! with exceptions as edges.

use invar_base::Id;
use invar_gcl::BlockId;
use invar_logic::{Substitution, Term, TermPool, VarId};
use rustc_hash::FxHashMap;

use crate::body::{Step, StepKind};
use crate::loops::Acyclic;
use crate::loops::graph::{Graph, reverse_postorder};

/// The translation needed more than its budget of terms: Figure 9's "too big".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooBig;

/// wp.S.post, where the exits establish `post`. At most `budget` new terms are built.
pub fn wp(pool: &mut TermPool, acyclic: &Acyclic, post: Term, budget: usize) -> Result<Term, TooBig> {
    let limit = pool.term_count() + budget;
    let (graph, order) = topology(acyclic);
    let mut preconditions = vec![post; graph.len()];
    for &node in order.iter().rev() {
        let nexts: Vec<Term> = graph[node].iter().map(|&next| preconditions[next]).collect();
        // A □ B: wp.A.Q ∧ wp.B.Q
        let mut condition = if nexts.is_empty() { post } else { pool.and(&nexts) };
        for step in acyclic.body.blocks[BlockId::from_index(node)].steps.iter().rev() {
            condition = step_wp(pool, step, condition);
            if pool.term_count() > limit {
                return Err(TooBig);
            }
        }
        preconditions[node] = condition;
    }
    Ok(preconditions[acyclic.body.entry.index()])
}

fn step_wp(pool: &mut TermPool, step: &Step, post: Term) -> Term {
    match step.kind {
        // wp.(assert e).Q = e ∧ Q
        StepKind::Assert(_, e) => pool.and(&[e, post]),
        // wp.(assume e).Q = e ⇒ Q
        StepKind::Assume(e) => pool.implies(e, post),
        // wp.(x := e).Q = Q(x := e)
        StepKind::Assign(x, e) => pool.substitute(post, &Substitution::from_iter([(x, e)])),
        // havoc x is x := y for a fresh y that holds an arbitrary value (FS01 §7.1)
        StepKind::Havoc(x) => {
            let fresh = pool.variant(x);
            let fresh = pool.var(fresh);
            pool.substitute(post, &Substitution::from_iter([(x, fresh)]))
        }
    }
}

fn topology(acyclic: &Acyclic) -> (Graph, Vec<usize>) {
    let blocks = &acyclic.body.blocks;
    let graph: Graph = blocks.values().map(|block| block.next.iter().map(|next| next.index()).collect()).collect();
    let order = reverse_postorder(&graph, acyclic.body.entry.index());
    (graph, order)
}

/// Tree nodes of wp.S.true as written, computed without building it: a substitution Q(x := e) adds |e| − 1 nodes for every
/// occurrence of x in Q. Saturates at `u128::MAX`.
pub fn wp_size(pool: &TermPool, acyclic: &Acyclic) -> u128 {
    let (graph, order) = topology(acyclic);
    let mut counts = vec![Count::default(); graph.len()];
    let mut counting = Counting { pool, memo: FxHashMap::default() };
    for &node in order.iter().rev() {
        let mut count = Count::conjunction(graph[node].iter().map(|&next| &counts[next]));
        for step in acyclic.body.blocks[BlockId::from_index(node)].steps.iter().rev() {
            counting.step(step, &mut count);
        }
        counts[node] = count;
    }
    counts[acyclic.body.entry.index()].nodes().max(1)
}

/// The nodes of a formula and how often each variable occurs in it. The empty formula is `true`, which the peephole rules
/// of FS01's footnote 2 remove.
#[derive(Clone, Debug, Default)]
struct Count {
    other_nodes: u128,
    occurrences: FxHashMap<VarId, u128>,
}

impl Count {
    fn nodes(&self) -> u128 {
        self.occurrences.values().fold(self.other_nodes, |sum, n| sum.saturating_add(*n))
    }

    fn is_true(&self) -> bool {
        self.other_nodes == 0 && self.occurrences.is_empty()
    }

    fn add(&mut self, other: &Count, times: u128) {
        self.other_nodes = self.other_nodes.saturating_add(other.other_nodes.saturating_mul(times));
        for (&var, &n) in &other.occurrences {
            let sum = self.occurrences.entry(var).or_insert(0);
            *sum = sum.saturating_add(n.saturating_mul(times));
        }
    }

    /// One node for the conjunction itself if there is more than one conjunct.
    fn conjunction<'a>(parts: impl Iterator<Item = &'a Count>) -> Count {
        let mut sum = Count::default();
        let mut conjuncts = 0;
        for part in parts.filter(|part| !part.is_true()) {
            sum.add(part, 1);
            conjuncts += 1;
        }
        sum.other_nodes = sum.other_nodes.saturating_add((conjuncts > 1) as u128);
        sum
    }
}

struct Counting<'a> {
    pool: &'a TermPool,
    memo: FxHashMap<Term, Count>,
}

impl Counting<'_> {
    fn step(&mut self, step: &Step, count: &mut Count) {
        match step.kind {
            StepKind::Assert(_, e) => {
                let e = self.term(e);
                *count = Count::conjunction([&e, &*count].into_iter());
            }
            StepKind::Assume(e) => {
                if !count.is_true() {
                    let e = self.term(e);
                    count.add(&e, 1);
                    count.other_nodes = count.other_nodes.saturating_add(1);
                }
            }
            StepKind::Assign(x, e) => {
                if let Some(n) = count.occurrences.remove(&x) {
                    let e = self.term(e);
                    count.add(&e, n);
                }
            }
            // The fresh variable occurs nowhere else and is never substituted again.
            StepKind::Havoc(x) => {
                if let Some(n) = count.occurrences.remove(&x) {
                    count.other_nodes = count.other_nodes.saturating_add(n);
                }
            }
        }
    }

    /// Occurrences in the tree of a term: n times in the DAG where it is reached by n paths.
    fn term(&mut self, term: Term) -> Count {
        use invar_logic::Op;
        if term == Term::TRUE {
            return Count::default();
        }
        for sub in self.pool.postorder(&[term]) {
            if self.memo.contains_key(&sub) {
                continue;
            }
            let mut count = Count::default();
            match self.pool.op(sub) {
                Op::Var(var) => {
                    count.occurrences.insert(*var, 1);
                }
                _ => {
                    count.other_nodes = 1;
                    for arg in self.pool.args(sub) {
                        count.add(&self.memo[arg], 1);
                    }
                }
            }
            self.memo.insert(sub, count);
        }
        self.memo[&term].clone()
    }
}
