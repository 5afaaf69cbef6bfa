//! What is known with quantifiers, such as the frame of a call: each quantified part gets a name `b`, and is said of the index terms
//! like any other hypothesis, `b ⇒ ∀x. φ`.
//!
//! In: facts. Out: facts without those quantifiers, and hypotheses. Together they follow from the facts (let `b` be the
//! truth of the part), whether it is assumed or denied where it stands. A quantifier that no index of a map could instantiate stays
//! where it is: the prover's triggers know more about functions.

use invar_logic::{Op, Sort, Term, TermPool, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::formula::Template;

/// See the module header.
pub struct Assumed {
    pub facts: Vec<Term>,
    pub hypotheses: Vec<Template>,
}

impl Assumed {
    pub fn new(pool: &mut TermPool, known: &[Term]) -> Assumed {
        let mut named: FxHashMap<Term, Term> = FxHashMap::default();
        let mut hypotheses = Vec::new();
        for term in outside_binders(pool, known) {
            let instead = if is_about_elements(pool, term) {
                let name = pool.fresh_var("known", Sort::BOOL);
                let name = pool.var(name);
                let part = Template::fixed(pool, term);
                hypotheses.push(Template::implies(Template::Fixed(name), part));
                name
            } else {
                let args: Vec<Term> = pool.args(term).to_vec();
                let changed: Vec<Term> = args.iter().map(|arg| *named.get(arg).unwrap_or(arg)).collect();
                if changed == args { term } else { pool.rebuild(term, &changed) }
            };
            named.insert(term, instead);
        }
        Assumed { facts: known.iter().map(|fact| named[fact]).collect(), hypotheses }
    }
}

/// All subterms that stand in no binder, arguments first.
fn outside_binders(pool: &TermPool, roots: &[Term]) -> Vec<Term> {
    let mut order = Vec::new();
    let mut seen: FxHashSet<Term> = FxHashSet::default();
    let mut work: Vec<(Term, bool)> = roots.iter().rev().map(|&root| (root, false)).collect();
    while let Some((term, is_done)) = work.pop() {
        if is_done {
            order.push(term);
        } else if seen.insert(term) {
            work.push((term, true));
            if pool.op(term).binder().is_none() {
                work.extend(pool.args(term).iter().rev().map(|&arg| (arg, false)));
            }
        }
    }
    order
}

/// Is it said of all integers of some kind, each of which is an index of a map?
fn is_about_elements(pool: &TermPool, term: Term) -> bool {
    let Op::Forall(binder) = pool.op(term) else { return false };
    let body = pool.args(term);
    let indexed: Vec<VarId> = indexed_by(pool, body);
    binder.vars.iter().all(|var| pool.variable(*var).sort == Sort::INT && indexed.contains(var))
}

/// The variables that stand in indices.
fn indexed_by(pool: &TermPool, roots: &[Term]) -> Vec<VarId> {
    let mut found = Vec::new();
    for term in pool.postorder(roots) {
        let args = pool.args(term);
        let last = match pool.op(term) {
            Op::Select => args.len(),
            Op::Store => args.len() - 1,
            _ => continue,
        };
        found.extend(args[1..last].iter().flat_map(|&index| pool.free_vars(index)));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of `b ∨ ∀k. a[k] == 0` only a name is left, and what it implies; what is said of a function stays.
    #[test]
    fn what_is_said_of_elements_gets_a_name() {
        let mut pool = TermPool::new();
        let sort = pool.map_sort(&[Sort::INT], Sort::INT);
        let (array, flag) = (pool.new_var("a", sort), pool.new_var("b", Sort::BOOL));
        let (array, flag) = (pool.var(array), pool.var(flag));
        let bound = pool.new_var("k", Sort::INT);
        let (k, zero) = (pool.var(bound), pool.int(0));
        let read = pool.select(array, &[k]);
        let is_zero = pool.eq(read, zero);
        let all = pool.forall(&[bound], Vec::new(), is_zero);
        let fact = pool.or(&[flag, all]);
        let function = pool.new_function("f", &[Sort::INT], Sort::INT);
        let applied = pool.mk(Op::App(function), &[k]);
        let positive = pool.lt(zero, applied);
        let axiom = pool.forall(&[bound], Vec::new(), positive);
        let assumed = Assumed::new(&mut pool, &[fact, axiom]);
        assert_eq!(assumed.hypotheses.len(), 1);
        assert_eq!(assumed.facts[1], axiom);
        assert!(pool.args(assumed.facts[0]).contains(&flag) && !pool.args(assumed.facts[0]).contains(&all));
    }
}
