//! Names for shared formulas (FS01 §6): a formula that is used twice and is larger than the cutoff K is written once,
//! under a name of its own.

use invar_logic::{Op, Sort, Term, TermPool, VarId};
use rustc_hash::FxHashMap;

/// From which size on a shared formula gets a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cutoff {
    Above(u64),
    /// K = ∞: never.
    Never,
}

/// A formula with its definitions: `∀ names. (⋀ name = definition) ⇒ formula`. A definition mentions only names before it.
#[derive(Clone, Debug)]
pub struct Named {
    pub definitions: Vec<(VarId, Term)>,
    pub formula: Term,
}

impl Named {
    /// Tree nodes as written: each definition once, with its name and its equality.
    pub fn size(&self, pool: &TermPool) -> u64 {
        let definitions = self.definitions.iter().map(|(_, term)| pool.tree_size(*term).saturating_add(2));
        definitions.fold(pool.tree_size(self.formula), u64::saturating_add)
    }
}

pub fn name_shared(pool: &mut TermPool, formula: Term, cutoff: Cutoff) -> Named {
    let Cutoff::Above(cutoff) = cutoff else { return Named { definitions: Vec::new(), formula } };
    let order = outcome_postorder(pool, formula);
    let uses = count_uses(pool, &order);
    let mut definitions = Vec::new();
    let mut written: FxHashMap<Term, Term> = FxHashMap::default();
    for &term in &order {
        let text = if is_connective(pool, term) {
            let args: Vec<Term> = pool.args(term).iter().map(|arg| *written.get(arg).unwrap_or(arg)).collect();
            pool.rebuild(term, &args)
        } else {
            term
        };
        let shared = uses.get(&term).copied().unwrap_or(0) > 1;
        let text = if shared && pool.tree_size(text) > cutoff && term != formula {
            let name = pool.fresh_var("q", Sort::BOOL);
            definitions.push((name, text));
            pool.var(name)
        } else {
            text
        };
        written.insert(term, text);
    }
    Named { definitions, formula: written[&formula] }
}

/// Formulas are taken apart at the connectives only: atoms and quantified formulas stay whole.
fn is_connective(pool: &TermPool, term: Term) -> bool {
    match pool.op(term) {
        Op::Not | Op::And | Op::Or | Op::Implies => true,
        Op::Eq => pool.sort_of(pool.args(term)[0]) == Sort::BOOL,
        Op::Ite => pool.sort_of(term) == Sort::BOOL,
        _ => false,
    }
}

fn outcome_postorder(pool: &TermPool, root: Term) -> Vec<Term> {
    let mut order = Vec::new();
    let mut seen = rustc_hash::FxHashSet::default();
    let mut stack = vec![(root, false)];
    while let Some((term, done)) = stack.pop() {
        if done {
            order.push(term);
        } else if seen.insert(term) {
            stack.push((term, true));
            if is_connective(pool, term) {
                stack.extend(pool.args(term).iter().rev().map(|&arg| (arg, false)));
            }
        }
    }
    order
}

fn count_uses(pool: &TermPool, order: &[Term]) -> FxHashMap<Term, u32> {
    let mut uses = FxHashMap::default();
    for &term in order.iter().filter(|&&term| is_connective(pool, term)) {
        for &arg in pool.args(term) {
            *uses.entry(arg).or_insert(0) += 1;
        }
    }
    uses
}
