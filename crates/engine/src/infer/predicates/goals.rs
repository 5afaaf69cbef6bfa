//! Assertions inside loops that only read, as quantified goals: after a sort, `for x … for y … assert(a[x] <= a[y])` asks for
//! `∀ x, y. 0 <= x && x + 1 <= y && y < n ⇒ a[x] <= a[y]`.
//!
//! The bounds are the conditions on the way to the assertion, and the values that the variables have when their loops are
//! entered, if they only count up from there. What is guessed wrongly costs a proof, not more.

use invar_base::Id;
use invar_gcl::{BlockId, CheckKind};
use invar_logic::{Sort, SortKind, Substitution, Term, TermPool, VarId};
use num_bigint::BigInt;
use num_traits::{One, Signed};
use rustc_hash::{FxHashMap, FxHashSet};

use super::reading::{Reading, Said, matters, reads_map};
use crate::body::Body;
use crate::linear::Linear;
use crate::loops::graph::Dominators;
use crate::loops::{LoopHead, graph_of};

/// A goal of some block, quantified over what the loops around it change.
pub struct LoopGoal {
    pub block: BlockId,
    pub goal: Term,
    /// The outermost loop that is quantified over.
    pub outermost: BlockId,
}

/// More are not looked at.
const MOST_GOALS: usize = 32;

/// With one variable, the group of elements says the same.
const VARIABLES: usize = 2;

pub fn loop_goals(pool: &mut TermPool, body: &Body, heads: &[LoopHead], reading: &Reading<'_>) -> Vec<LoopGoal> {
    let dominators = Dominators::new(&graph_of(&body.blocks), body.entry.index());
    let mut goals = Vec::new();
    let mut bound = FxHashMap::default();
    for block in body.blocks.ids() {
        for (position, said) in reading.blocks[block.index()].iter().enumerate() {
            let Said::Goal(kind, term) = *said else { continue };
            let may_be_one = kind == CheckKind::Unreachable || matters(kind) && reads_map(pool, term);
            if !may_be_one || goals.len() >= MOST_GOALS {
                continue;
            }
            let mut around = loops_around(heads, &dominators, block);
            around.sort_by_key(|head| head.blocks.len());
            if !around.is_empty() {
                let way = Way { reading, dominators: &dominators, around: &around, block, position };
                goals.extend(way.goal(pool, kind, term, &mut bound));
            }
        }
    }
    goals
}

/// The loops that the block belongs to. Nothing comes back from what must not be reached, so such a block is in no loop,
/// but the test that leads to it is.
fn loops_around<'a>(heads: &'a [LoopHead], dominators: &Dominators, block: BlockId) -> Vec<&'a LoopHead> {
    let mut node = Some(block.index());
    while let Some(at) = node {
        let inside = |head: &&LoopHead| head.blocks.contains(&BlockId::from_index(at));
        let around: Vec<&LoopHead> = heads.iter().filter(inside).collect();
        if !around.is_empty() {
            return around;
        }
        node = dominators.immediate(at);
    }
    Vec::new()
}

/// The way to one assertion.
struct Way<'a> {
    reading: &'a Reading<'a>,
    dominators: &'a Dominators,
    /// The loops around it, the innermost first.
    around: &'a [&'a LoopHead],
    block: BlockId,
    position: usize,
}

impl Way<'_> {
    fn goal(&self, pool: &mut TermPool, kind: CheckKind, term: Term, bound: &mut Bound) -> Option<LoopGoal> {
        let outermost = self.outermost(pool, term)?;
        let loops = &self.around[..=outermost];
        let outer = loops[outermost];
        let (elements, mut conditions): (Vec<Term>, Vec<Term>) =
            self.conditions(outer).into_iter().partition(|&known| reads_map(pool, known));
        // A failing test of elements leads to what must not be reached.
        let mut wanted: Vec<Term> = match kind {
            CheckKind::Unreachable => elements.iter().map(|&known| pool.not(known)).collect(),
            _ => Vec::new(),
        };
        wanted.push(term);
        let term = pool.or(&wanted);
        if !reads_map(pool, term) {
            return None;
        }
        let is_integer = |pool: &TermPool, var: VarId| pool.variable(var).sort == Sort::INT;
        let changed = |var: &VarId| outer.targets.contains(var);
        let vars: Vec<VarId> =
            pool.free_vars(term).into_iter().filter(|var| changed(var) && is_integer(pool, *var)).collect();
        if vars.len() != VARIABLES {
            return None;
        }
        for &var in &vars {
            conditions.extend(self.lower_bound(pool, loops, var));
        }
        // What else the loops change would be free.
        conditions.retain(|&known| pool.free_vars(known).iter().all(|var| vars.contains(var) || !changed(var)));
        if pool.free_vars(term).iter().any(|var| !vars.contains(var) && changed(var)) {
            return None;
        }
        let known = pool.and(&conditions);
        let whole = pool.implies(known, term);
        Some(LoopGoal { block: self.block, goal: quantified(pool, &vars, whole, bound), outermost: outer.head })
    }

    /// How many of the loops around only read the elements that the assertion is about.
    fn outermost(&self, pool: &TermPool, term: Term) -> Option<usize> {
        let inner = self.around.first()?;
        let mut about = self.conditions(inner);
        about.push(term);
        let is_map = |var: &VarId| matches!(pool.sort_kind(pool.variable(*var).sort), SortKind::Map { .. });
        let maps: FxHashSet<VarId> = pool.free_vars_of(&about).into_iter().filter(is_map).collect();
        let reads_only = |head: &&&LoopHead| !head.targets.iter().any(|target| maps.contains(target));
        if maps.is_empty() {
            return None;
        }
        self.around.iter().take_while(reads_only).count().checked_sub(1)
    }

    /// What every run knows that comes to the assertion, from the loop's head on.
    fn conditions(&self, outer: &LoopHead) -> Vec<Term> {
        let mut way = vec![self.block.index()];
        while let Some(before) = way.last().filter(|&&node| node != outer.head.index())
            && let Some(before) = self.dominators.immediate(*before)
        {
            way.push(before);
        }
        let mut known = Vec::new();
        for &node in way.iter().rev() {
            let said = &self.reading.blocks[node];
            let before = if node == self.block.index() { &said[..self.position] } else { &said[..] };
            known.extend(before.iter().filter_map(|said| match *said {
                Said::Condition(term) => Some(term),
                Said::Goal(..) | Said::Assign(..) => None,
            }));
        }
        known
    }

    /// `entry <= v` for a variable that its loop counts up.
    fn lower_bound(&self, pool: &mut TermPool, loops: &[&LoopHead], var: VarId) -> Option<Term> {
        let head = loops.iter().find(|head| head.targets.contains(&var))?;
        let own = pool.var(var);
        for said in self.reading.said(head.blocks.iter().copied()) {
            if let Said::Assign(target, term) = said
                && target == var
            {
                let mut sum = Linear::of(pool, term);
                let is_step = sum.terms.remove(&own) == Some(BigInt::one()) && sum.is_constant();
                if !is_step || sum.constant.is_negative() {
                    return None;
                }
            }
        }
        let entry = self.reading.on_entry(head, var)?;
        Some(pool.le(entry, own))
    }
}

/// The bound variables that stand for variables of the program: the same ones each time, so that the same goal is the same
/// term.
type Bound = FxHashMap<VarId, VarId>;

fn quantified(pool: &mut TermPool, vars: &[VarId], body: Term, bound: &mut Bound) -> Term {
    let mut by = Substitution::new();
    let mut named = Vec::new();
    for &var in vars {
        let stands = *bound.entry(var).or_insert_with(|| {
            let name = pool.var_name(var).to_string();
            pool.fresh_var(&name, Sort::INT)
        });
        by.insert(var, pool.var(stands));
        named.push(stands);
    }
    let body = pool.substitute(body, &by);
    pool.forall(&named, Vec::new(), body)
}

#[cfg(test)]
mod tests {
    use crate::infer::predicates::examples::suggested;
    use crate::verdict::Suggestion;

    #[test]
    fn loops_that_only_read_are_quantified_over() {
        let text = "
            procedure main(n: int) {
                var a: [int]int;
                var i, x, y: int;
                i := 0;
                while (i < n) { a[i] := i; i := i + 1; }
                x := 0;
                while (x < n) {
                    y := x + 1;
                    while (y < n) { assert a[x] <= a[y]; y := y + 1; }
                    x := x + 1;
                }
            }";
        assert_eq!(suggested(text, Suggestion::Goal), ["(a[x@3] <= a[y@4])"]);
    }
}
