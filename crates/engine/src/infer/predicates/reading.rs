//! What the text of a body says, with intermediate variables replaced by what they stand for.
//!
//! A front end saves the values of subexpressions in variables of its own. Here every condition, assertion and assignment
//! is written over the variables that hold values for longer: a variable stands for a term as long as nothing that the term
//! reads was changed, on all paths.

use invar_base::Id;
use invar_gcl::{BlockId, CheckKind};
use invar_logic::{Op, Sort, Substitution, Term, TermPool, VarId};
use num_bigint::BigInt;
use num_traits::One;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::body::{Body, Step, StepKind};
use crate::infer::linear::{Linear, plain_indices};
use crate::loops::graph::{predecessors, reverse_postorder};
use crate::loops::{LoopHead, graph_of};

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
pub struct Reading {
    pub blocks: Vec<Vec<Said>>,
    /// The variables that may be read before they are written, by block, at its start.
    live: Vec<FxHashSet<VarId>>,
    /// Variables in terms that live variables equal throughout a loop, by the loop's head.
    standing: Vec<FxHashSet<VarId>>,
    /// The variables that the body writes somewhere.
    written: FxHashSet<VarId>,
    /// What variables equal when a loop is entered, by the loop's head.
    entries: Vec<FxHashMap<VarId, Term>>,
}

/// Where more ways meet, they are not looked at one by one.
const MOST_WAYS: usize = 4;

/// And they are followed for so many blocks.
const MOST_BLOCKS: usize = 8;

/// Larger terms are not worth copying around.
const LARGEST: u64 = 60;

impl Reading {
    pub fn new(pool: &mut TermPool, body: &Body, heads: &[LoopHead]) -> Reading {
        let graph = graph_of(&body.blocks);
        let order = reverse_postorder(&graph, body.entry.index());
        let preds = predecessors(&graph);
        let mut reading = Reading {
            blocks: vec![Vec::new(); graph.len()],
            live: liveness(pool, body, &order, &graph),
            written: body.blocks.values().flat_map(|block| &block.steps).filter_map(Step::assigned).collect(),
            standing: vec![FxHashSet::default(); graph.len()],
            entries: vec![FxHashMap::default(); graph.len()],
        };
        let mut at_end: Vec<Option<FxHashMap<VarId, Term>>> = vec![None; graph.len()];
        for &node in &order {
            let mut known = meet(preds[node].iter().filter_map(|&pred| at_end[pred].as_ref()));
            if !heads.iter().any(|head| head.head.index() == node) {
                for &pred in preds[node].iter().filter(|_| (2..=MOST_WAYS).contains(&preds[node].len())) {
                    if let Some(known) = &at_end[pred] {
                        reading.read_goals(pool, body, &preds, node, known.clone());
                    }
                }
            }
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

    /// Where ways meet, such as the returns of a function: the goals behind, as one of the ways sees them.
    fn read_goals(
        &mut self,
        pool: &mut TermPool,
        body: &Body,
        preds: &[Vec<usize>],
        node: usize,
        mut known: FxHashMap<VarId, Term>,
    ) {
        let mut next = Some(node);
        for _ in 0..MOST_BLOCKS {
            let Some(node) = next else { return };
            let block = &body.blocks[BlockId::from_index(node)];
            for step in &block.steps {
                if let Some(Said::Goal(kind, goal)) = read_step(pool, body, step, &mut known) {
                    self.blocks[node].push(Said::Goal(kind, goal));
                }
            }
            next = match block.next[..] {
                [only] if preds[only.index()].len() == 1 => Some(only.index()),
                _ => None,
            };
        }
    }

    fn read_block(&mut self, pool: &mut TermPool, body: &Body, node: usize, known: &mut FxHashMap<VarId, Term>) {
        for step in &body.blocks[BlockId::from_index(node)].steps {
            self.blocks[node].extend(read_step(pool, body, step, known));
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

/// What a step says, given what variables are known to equal; that changes with it.
fn read_step(pool: &mut TermPool, body: &Body, step: &Step, known: &mut FxHashMap<VarId, Term>) -> Option<Said> {
    match step.kind {
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
                && is_made_up(pool, made)
                && !is_made_up(pool, var)
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

/// Is it a variable that the front end made up for a value, such as the result of a call?
fn is_made_up(pool: &TermPool, var: VarId) -> bool {
    pool.var_name(var).contains(['@', '('])
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

fn liveness(pool: &TermPool, body: &Body, order: &[usize], graph: &[Vec<usize>]) -> Vec<FxHashSet<VarId>> {
    let mut live: Vec<FxHashSet<VarId>> = vec![FxHashSet::default(); graph.len()];
    let mut reads: FxHashMap<Term, Vec<VarId>> = FxHashMap::default();
    let mut changed = true;
    while changed {
        changed = false;
        for &node in order.iter().rev() {
            let mut now: FxHashSet<VarId> = graph[node].iter().flat_map(|&next| live[next].iter().copied()).collect();
            for step in body.blocks[BlockId::from_index(node)].steps.iter().rev() {
                let term = match step.kind {
                    StepKind::Havoc(var) => {
                        now.remove(&var);
                        continue;
                    }
                    StepKind::Assign(var, term) => {
                        if !now.remove(&var) {
                            continue;
                        }
                        term
                    }
                    StepKind::Assume(term) | StepKind::Assert(_, term) => term,
                };
                now.extend(reads.entry(term).or_insert_with(|| pool.free_vars(term)).iter().copied());
            }
            if now.len() != live[node].len() {
                live[node] = now;
                changed = true;
            }
        }
    }
    live
}

/// The atoms of a formula, outside quantifiers, without the bounds of C's types.
pub fn atoms(pool: &TermPool, formula: Term) -> Vec<Term> {
    let mut found = Vec::new();
    let mut work = vec![formula];
    while let Some(term) = work.pop() {
        match pool.op(term) {
            Op::And if is_type_range(pool, pool.args(term)) => {}
            Op::Not | Op::And | Op::Or | Op::Implies => work.extend(pool.args(term)),
            Op::Eq if pool.sort_of(pool.args(term)[0]) == Sort::BOOL => work.extend(pool.args(term)),
            Op::Ite if pool.sort_of(term) == Sort::BOOL => work.extend(pool.args(term)),
            Op::True | Op::False | Op::Forall(_) | Op::Exists(_) => {}
            _ if is_type_bound(pool, term) => {}
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

/// `low <= t && t <= high` with the bounds of one of C's types.
fn is_type_range(pool: &TermPool, conjuncts: &[Term]) -> bool {
    let &[above, below] = conjuncts else { return false };
    if !matches!((pool.op(above), pool.op(below)), (Op::Le, Op::Le)) || pool.args(above)[1] != pool.args(below)[0] {
        return false;
    }
    match (pool.op(pool.args(above)[0]), pool.op(pool.args(below)[1])) {
        (Op::Int(low), Op::Int(high)) => {
            let past: num_bigint::BigInt = high + 1;
            let is_unsigned = low.bits() == 0 && is_power(&past) && high.bits() >= 8;
            let is_signed = *low == -past && is_power(low) && high.bits() >= 7;
            is_unsigned || is_signed
        }
        _ => false,
    }
}

/// Does it compare with a bound of one of C's types? That says nothing about the program's intent.
pub fn is_type_bound(pool: &TermPool, atom: Term) -> bool {
    matches!(pool.op(atom), Op::Le | Op::Lt)
        && pool.args(atom).iter().any(|&arg| match pool.op(arg) {
            Op::Int(value) => {
                let bits = value.bits();
                bits >= 15 && (is_power(value) || is_power(&(value + 1)))
            }
            _ => false,
        })
}

fn is_power(value: &num_bigint::BigInt) -> bool {
    let magnitude = value.magnitude();
    magnitude.count_ones() == 1
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
