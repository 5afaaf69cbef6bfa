//! What the text of a body says, with intermediate variables replaced by what they stand for.
//!
//! A front end saves the values of subexpressions in variables of its own. Here every condition, assertion and assignment
//! is written over the variables that hold values for longer: a variable stands for a term as long as nothing that the term
//! reads was changed, on all paths.

use std::collections::BTreeSet;

use invar_base::Id;
use invar_gcl::{BlockId, CheckKind, Roles};
use invar_logic::{Op, Sort, Substitution, Term, TermPool, VarId};
use num_bigint::BigInt;
use num_traits::{One, Zero};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::body::{Body, Step, StepKind};
use crate::linear::{Linear, plain_indices};
use crate::loops::graph::{predecessors, reverse_postorder};
use crate::loops::{LoopHead, graph_of, live};

/// One thing that a block does.
#[derive(Clone, Copy, Debug)]
pub enum Said {
    /// A branch condition or an assumption.
    Condition(Term),
    /// Something to prove.
    Goal(CheckKind, Term),
    Assign(VarId, Term),
}

/// The blocks, as far as the entry reaches them.
pub struct Reading<'a> {
    pub roles: &'a Roles,
    pub blocks: Vec<Vec<Said>>,
    /// The `where` conditions of variables: types, and nothing that the program wants.
    wheres: FxHashSet<Term>,
    /// The variables that may be read before they are written, by block, at its start.
    live: Vec<BTreeSet<VarId>>,
    /// Variables in terms that live variables equal throughout a loop, by the loop's head.
    standing: Vec<FxHashSet<VarId>>,
    /// The variables that the body writes somewhere.
    written: FxHashSet<VarId>,
    /// What variables equal when a loop is entered, by the loop's head.
    entries: Vec<FxHashMap<VarId, Term>>,
}

/// Larger terms are not worth copying around.
const LARGEST: u64 = 60;

impl<'a> Reading<'a> {
    pub fn new(pool: &mut TermPool, roles: &'a Roles, body: &Body, heads: &[LoopHead]) -> Reading<'a> {
        let graph = graph_of(&body.blocks);
        let order = reverse_postorder(&graph, body.entry.index());
        let preds = predecessors(&graph);
        let mut reading = Reading {
            roles,
            wheres: body.wheres.values().copied().collect(),
            blocks: vec![Vec::new(); graph.len()],
            live: live(pool, body),
            written: body.blocks.values().flat_map(|block| &block.steps).filter_map(Step::assigned).collect(),
            standing: vec![FxHashSet::default(); graph.len()],
            entries: vec![FxHashMap::default(); graph.len()],
        };
        let mut at_end: Vec<Option<FxHashMap<VarId, Term>>> = vec![None; graph.len()];
        for &node in &order {
            let mut known = meet(preds[node].iter().filter_map(|&pred| at_end[pred].as_ref()));
            for head in heads.iter().filter(|head| head.head.index() == node) {
                // Back edges come later in the order, so what is known is known on entry.
                reading.entries[node] = known.clone();
                forget(pool, &mut known, &head.targets);
                let live = known.iter().filter(|(var, _)| reading.live[node].contains(var));
                reading.standing[node] = live.flat_map(|(_, &term)| pool.free_vars(term)).collect();
            }
            reading.read_block(pool, body, node, &mut known);
            at_end[node] = Some(known);
        }
        reading
    }

    fn read_block(&mut self, pool: &mut TermPool, body: &Body, node: usize, known: &mut FxHashMap<VarId, Term>) {
        for step in &body.blocks[BlockId::from_index(node)].steps {
            let said = self.read_step(pool, body, step, known);
            self.blocks[node].extend(said);
        }
    }

    /// What a step says, given what variables are known to equal; that changes with it.
    fn read_step(
        &self,
        pool: &mut TermPool,
        body: &Body,
        step: &Step,
        known: &mut FxHashMap<VarId, Term>,
    ) -> Option<Said> {
        match step.kind {
            StepKind::Assume(term) if self.wheres.contains(&term) => None,
            StepKind::Assume(term) => Some(Said::Condition(expand(pool, term, known))),
            StepKind::Assert(check, term) => Some(Said::Goal(body.checks[check].kind, expand(pool, term, known))),
            StepKind::Havoc(var) => {
                forget(pool, known, &[var]);
                None
            }
            StepKind::Assign(var, term) => {
                let term = expand(pool, term, known);
                if !recall(pool, known, var, term) {
                    forget(pool, known, &[var]);
                }
                if let Op::Var(made) = *pool.op(term)
                    && self.roles.is_made_up(pool, made)
                    && !self.roles.is_made_up(pool, var)
                {
                    // The program's own variable is the better name for the value.
                    known.insert(made, pool.var(var));
                } else if pool.tree_size(term) <= LARGEST && !pool.free_vars(term).contains(&var) {
                    known.insert(var, term);
                }
                Some(Said::Assign(var, term))
            }
        }
    }

    /// Does the variable have a value at the start of the block that anybody may ask for? Parameters always do, and so do
    /// variables that others stand for.
    pub fn is_known(&self, block: BlockId, var: VarId) -> bool {
        !self.written.contains(&var) || self.is_live(block, var) || self.standing[block.index()].contains(&var)
    }

    pub fn is_live(&self, block: BlockId, var: VarId) -> bool {
        self.live[block.index()].contains(&var)
    }

    /// What the variable equals when the loop is entered, on all paths.
    pub fn on_entry(&self, head: &LoopHead, var: VarId) -> Option<Term> {
        self.entries[head.head.index()].get(&var).copied()
    }

    pub fn said(&self, blocks: impl IntoIterator<Item = BlockId>) -> impl Iterator<Item = Said> {
        blocks.into_iter().flat_map(|block| self.blocks[block.index()].iter().copied())
    }
}

fn expand(pool: &mut TermPool, term: Term, known: &FxHashMap<VarId, Term>) -> Term {
    if known.is_empty() {
        return term;
    }
    let by: Substitution = known.iter().map(|(&var, &term)| (var, term)).collect();
    pool.substitute(term, &by)
}

fn forget(pool: &TermPool, known: &mut FxHashMap<VarId, Term>, vars: &[VarId]) {
    known.retain(|var, term| {
        let free = pool.free_vars(*term);
        !vars.contains(var) && !vars.iter().any(|changed| free.contains(changed))
    });
}

/// After `v := v + c` what v was is `v - c`: `*p++ = x` writes where p pointed before. Is it such an assignment?
fn recall(pool: &mut TermPool, known: &mut FxHashMap<VarId, Term>, var: VarId, term: Term) -> bool {
    let own = pool.var(var);
    let mut sum = Linear::of(pool, term);
    if sum.terms.remove(&own) != Some(BigInt::one()) || !sum.is_constant() {
        return false;
    }
    let before = Linear::of(pool, own).minus(&sum).term(pool);
    let by: Substitution = [(var, before)].into_iter().collect();
    for (_, value) in known.iter_mut().filter(|(known, _)| **known != var) {
        if pool.free_vars(*value).contains(&var) {
            let recalled = pool.substitute(*value, &by);
            *value = plain_indices(pool, recalled);
        }
    }
    let mut kept: Vec<(VarId, Term)> = known.iter().map(|(&known, &value)| (known, value)).collect();
    kept.retain(|&(known, value)| known != var && pool.tree_size(value) <= LARGEST);
    *known = kept.into_iter().collect();
    true
}

/// What is known on all the paths that were looked at.
fn meet<'a>(mut paths: impl Iterator<Item = &'a FxHashMap<VarId, Term>>) -> FxHashMap<VarId, Term> {
    let Some(first) = paths.next() else { return FxHashMap::default() };
    let mut common = first.clone();
    for path in paths {
        common.retain(|var, term| path.get(var) == Some(term));
    }
    common
}

/// The atoms of a formula, outside quantifiers, without the ranges of types.
pub fn atoms(pool: &TermPool, roles: &Roles, formula: Term) -> Vec<Term> {
    let mut found = Vec::new();
    let mut work = vec![formula];
    while let Some(term) = work.pop() {
        match pool.op(term) {
            Op::And => work.extend(without_ranges(pool, roles, pool.args(term)).0),
            Op::Not | Op::Or | Op::Implies => work.extend(pool.args(term)),
            Op::Eq if pool.sort_of(pool.args(term)[0]) == Sort::BOOL => work.extend(pool.args(term)),
            Op::Ite if pool.sort_of(term) == Sort::BOOL => work.extend(pool.args(term)),
            Op::True | Op::False | Op::Forall(_) | Op::Exists(_) => {}
            _ if is_sign(pool, term) => {}
            _ => match decisions(pool, term) {
                Some(conditions) => work.extend(conditions),
                None => found.push(term),
            },
        }
    }
    found
}

/// C's truth values: of a comparison of `if c then 1 else 0` with a number, the condition.
fn decisions(pool: &TermPool, atom: Term) -> Option<Vec<Term>> {
    if !matches!(pool.op(atom), Op::Eq | Op::Le | Op::Lt) {
        return None;
    }
    let mut conditions = Vec::new();
    let mut work = pool.args(atom).to_vec();
    while let Some(term) = work.pop() {
        match pool.op(term) {
            Op::Ite => {
                let args = pool.args(term);
                conditions.push(args[0]);
                work.extend(&args[1..]);
            }
            Op::Int(_) => {}
            _ => return None,
        }
    }
    (!conditions.is_empty()).then_some(conditions)
}

/// The conjuncts that say more than that a number is one of its type, and the others.
pub fn without_ranges(pool: &TermPool, roles: &Roles, conjuncts: &[Term]) -> (Vec<Term>, Vec<Term>) {
    let is_range = |above: &Term, below: &Term| {
        let [(low, number), (same, high)] = [*above, *below].map(|atom| match (pool.op(atom), pool.args(atom)) {
            (Op::Le, &[left, right]) => (Some(left), Some(right)),
            (_, _) => (None, None),
        });
        let literal = |term: Option<Term>| term.and_then(|term| integer(pool, term));
        match (number, literal(low), literal(high)) {
            (Some(number), Some(low), Some(high)) => {
                number == same.unwrap_or(Term::TRUE) && is_range_of(pool, roles, number, low, high)
            }
            (_, _, _) => false,
        }
    };
    let in_range = |term: &Term| conjuncts.iter().any(|other| is_range(term, other) || is_range(other, term));
    let (ranges, rest) = conjuncts.iter().partition(|term| in_range(term));
    (rest, ranges)
}

/// Of a variable its own range is known; what is computed may be in the range of any type.
fn is_range_of(pool: &TermPool, roles: &Roles, number: Term, low: &BigInt, high: &BigInt) -> bool {
    if let Op::Var(var) = *pool.op(number) {
        return roles.range(pool, var).is_some_and(|(least, greatest)| (least, greatest) == (low, high));
    }
    let past: BigInt = high + 1;
    let is_unsigned = low.is_zero() && is_power(&past) && high.bits() >= 8;
    let is_signed = *low == -past && is_power(low) && high.bits() >= 7;
    is_unsigned || is_signed
}

/// Does it ask for the sign of a number that was cut off to some bits: is `t mod 2^k` below `2^(k-1)`?
fn is_sign(pool: &TermPool, atom: Term) -> bool {
    if !matches!(pool.op(atom), Op::Le | Op::Lt) {
        return false;
    }
    let modulus = |term: Term| match (pool.op(term), pool.args(term)) {
        (Op::Mod, &[_, modulus]) => integer(pool, modulus).filter(|modulus| is_power(modulus)),
        (_, _) => None,
    };
    let [left, right] = [0, 1].map(|side| pool.args(atom)[side]);
    [(left, right), (right, left)].into_iter().any(|(number, bound)| match (modulus(number), integer(pool, bound)) {
        (Some(modulus), Some(bound)) => [bound * 2, (bound + 1) * 2].contains(modulus),
        (_, _) => false,
    })
}

fn integer(pool: &TermPool, term: Term) -> Option<&BigInt> {
    match pool.op(term) {
        Op::Int(value) => Some(value),
        _ => None,
    }
}

fn is_power(value: &BigInt) -> bool {
    value.magnitude().count_ones() == 1
}

/// Is the check about more than whether memory may be used?
pub fn matters(kind: CheckKind) -> bool {
    !matches!(
        kind,
        CheckKind::Null
            | CheckKind::Dead
            | CheckKind::Free
            | CheckKind::ReadOnly
            | CheckKind::Overlap
            | CheckKind::Leak
            | CheckKind::FunctionPointer
    )
}

pub fn reads_map(pool: &TermPool, term: Term) -> bool {
    pool.postorder(&[term]).iter().any(|&part| matches!(pool.op(part), Op::Select | Op::Store))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn in_range(pool: &mut TermPool, number: Term, low: i64, high: i64) -> [Term; 2] {
        let (low, high) = (pool.int(low), pool.int(high));
        [pool.le(low, number), pool.le(number, high)]
    }

    /// A variable is in the range of its own type, which is known; what is computed, in that of any.
    #[test]
    fn ranges_of_types_are_left_out() {
        let (mut pool, mut roles) = (TermPool::new(), Roles::default());
        let [typed, free] = ["k", "x"].map(|name| pool.new_var(name, Sort::INT));
        roles.set_range(typed, BigInt::from(-128), BigInt::from(127));
        let [k, x] = [typed, free].map(|var| pool.var(var));
        let stands = pool.variant(typed);
        let (copy, sum) = (pool.var(stands), pool.add(k, x));
        for (number, high, is_range) in
            [(k, 127, true), (copy, 127, true), (k, 126, false), (x, 127, false), (sum, 127, true)]
        {
            let [above, below] = in_range(&mut pool, number, -128, high);
            let other = pool.lt(x, k);
            let (rest, ranges) = without_ranges(&pool, &roles, &[above, other, below]);
            let expected = if is_range { (1, 2) } else { (3, 0) };
            assert_eq!((rest.len(), ranges.len()), expected, "{}", pool.show(number));
        }
    }

    #[test]
    fn one_bound_is_no_range() {
        let (mut pool, roles) = (TermPool::new(), Roles::default());
        let var = pool.new_var("x", Sort::INT);
        let (x, most, modulus) = (pool.var(var), pool.int(32_767), pool.int(65_536));
        let clamp = pool.le(x, most);
        assert_eq!(atoms(&pool, &roles, clamp), [clamp]);
        let cut = pool.mk(Op::Mod, &[x, modulus]);
        let sign = pool.le(cut, most);
        assert!(atoms(&pool, &roles, sign).is_empty());
    }
}
