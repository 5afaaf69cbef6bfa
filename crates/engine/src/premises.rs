//! What a claim presupposes has a name. `(∀ k. 0 <= k < n ⇒ a[k] != v) ⇒ result == 0`, or a behavior that assumes as much, asks loops to maintain
//! something under a condition about all elements. Where nothing in the condition changes after the entry, a boolean variable
//! remembers whether it holds; what loops maintain under it is then a clause with one more literal.
//!
//! In: a body. Out: the same body in which premises `∀ k. φ(k)` of assertions, over what only the first block sets, are `p`, for a
//! variable `p` that is assigned `∀ k. φ(k)` at the end of that block. So every assertion means what it meant. Formulas that leave the task say
//! `∀ k. φ(k)` in place of `p`.

use invar_logic::{Op, Portable, Sort, Substitution, Term, TermPool, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::body::{Body, Step, StepKind};
use crate::loops::LoopHead;

/// More of them say too little about what is meant.
const MOST: usize = 4;

/// Whether a formula is claimed, or presupposed by what is claimed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    Claimed,
    Presupposed,
}

impl Part {
    fn opposite(self) -> Part {
        match self {
            Part::Claimed => Part::Presupposed,
            Part::Presupposed => Part::Claimed,
        }
    }
}

/// The premises of a body's assertions, each with its name.
#[derive(Default)]
pub struct Premises(Vec<Premise>);

struct Premise {
    var: VarId,
    formula: Term,
    /// The formula, whatever its bound variables are.
    key: Portable,
}

/// Gives names to the premises of assertions after the first block.
pub fn name_premises(pool: &mut TermPool, body: &mut Body, heads: &[LoopHead]) -> Premises {
    if heads.is_empty() || heads.iter().any(|head| head.blocks.contains(&body.entry)) {
        return Premises::default();
    }
    let later = body.blocks.iter().filter(|(block, _)| *block != body.entry).flat_map(|(_, block)| &block.steps);
    let mut naming = Naming { changing: later.filter_map(Step::assigned).collect(), named: Vec::new() };
    let mut origin = None;
    for block in body.blocks.ids().filter(|block| *block != body.entry).collect::<Vec<_>>() {
        for position in 0..body.blocks[block].steps.len() {
            let step = &mut body.blocks[block].steps[position];
            let StepKind::Assert(check, claim) = step.kind else { continue };
            let named = naming.named(pool, claim, Part::Claimed);
            if named != claim {
                step.kind = StepKind::Assert(check, named);
                origin.get_or_insert((step.span, step.origin));
            }
        }
    }
    if let Some((span, origin)) = origin {
        let set = |premise: &Premise| Step::new(StepKind::Assign(premise.var, premise.formula), span, origin);
        body.blocks[body.entry].steps.extend(naming.named.iter().map(set));
    }
    Premises(naming.named)
}

impl Premises {
    /// The formula without names.
    pub fn plain(&self, pool: &mut TermPool, term: Term) -> Term {
        let by: Substitution = self.0.iter().map(|premise| (premise.var, premise.formula)).collect();
        if by.is_empty() { term } else { pool.substitute(term, &by) }
    }

    /// The formula with the names of the premises that it mentions.
    pub fn named(&self, pool: &mut TermPool, root: Term) -> Term {
        if self.0.is_empty() {
            return root;
        }
        let mut named: FxHashMap<Term, Term> = FxHashMap::default();
        for term in pool.postorder(&[root]) {
            let args: Vec<Term> = pool.args(term).iter().map(|arg| named[arg]).collect();
            let new = match self.name_of(pool, term) {
                Some(name) => pool.var(name),
                None if *args == *pool.args(term) => term,
                None => pool.rebuild(term, &args),
            };
            named.insert(term, new);
        }
        named[&root]
    }

    fn name_of(&self, pool: &TermPool, term: Term) -> Option<VarId> {
        let key = matches!(pool.op(term), Op::Forall(_)).then(|| pool.export(term))??;
        self.0.iter().find(|premise| premise.key == key).map(|premise| premise.var)
    }
}

struct Naming {
    /// What is set after the first block.
    changing: FxHashSet<VarId>,
    named: Vec<Premise>,
}

impl Naming {
    /// The formula with names for its premises.
    fn named(&mut self, pool: &mut TermPool, term: Term, part: Part) -> Term {
        let args = pool.args(term).to_vec();
        match pool.op(term).clone() {
            Op::And | Op::Or => {
                let parts: Vec<Term> = args.iter().map(|&arg| self.named(pool, arg, part)).collect();
                if parts == args { term } else { pool.rebuild(term, &parts) }
            }
            Op::Not => match self.denied_existence(pool, args[0], part) {
                Some(name) => name,
                None => {
                    let inner = self.named(pool, args[0], part.opposite());
                    if inner == args[0] { term } else { pool.not(inner) }
                }
            },
            Op::Implies => {
                let given = self.named(pool, args[0], part.opposite());
                let then = self.named(pool, args[1], part);
                if (given, then) == (args[0], args[1]) { term } else { pool.implies(given, then) }
            }
            Op::Eq if pool.sort_of(args[0]) == Sort::BOOL && part == Part::Claimed => {
                let (there, back) = (pool.implies(args[0], args[1]), pool.implies(args[1], args[0]));
                let both = [there, back].map(|way| self.named(pool, way, part));
                if both == [there, back] { term } else { pool.and(&both) }
            }
            Op::Forall(_) if part == Part::Presupposed => self.name(pool, term).unwrap_or(term),
            _ => term,
        }
    }

    /// That something does not exist, as a premise.
    fn denied_existence(&mut self, pool: &mut TermPool, inner: Term, part: Part) -> Option<Term> {
        let Op::Exists(binder) = pool.op(inner).clone() else { return None };
        if part == Part::Claimed {
            return None;
        }
        let body = pool.args(inner)[0];
        let not = pool.not(body);
        let all = pool.forall(&binder.vars, vec![], not);
        self.name(pool, all)
    }

    fn name(&mut self, pool: &mut TermPool, formula: Term) -> Option<Term> {
        let formula = flat(pool, formula);
        let key = pool.export(formula)?;
        if let Some(known) = self.named.iter().find(|premise| premise.key == key) {
            return Some(pool.var(known.var));
        }
        let changes = pool.free_vars(formula).iter().any(|var| self.changing.contains(var));
        if changes || self.named.len() == MOST {
            return None;
        }
        let var = pool.fresh_var("premise", Sort::BOOL);
        self.named.push(Premise { var, formula, key });
        Some(pool.var(var))
    }
}

/// ∀ i. ∀ j. φ is ∀ i, j. φ, of which the prover finds instances at once.
fn flat(pool: &mut TermPool, formula: Term) -> Term {
    let (mut vars, mut body) = (Vec::new(), formula);
    while let Op::Forall(binder) = pool.op(body) {
        vars.extend(binder.vars.iter().copied());
        body = pool.args(body)[0];
    }
    let is_nested = matches!(pool.op(formula), Op::Forall(binder) if binder.vars.len() < vars.len());
    if is_nested { pool.forall(&vars, vec![], body) } else { formula }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Claims {
        pool: TermPool,
        /// `∀ k. a[k] == 0`, over the map that nothing changes or over the one that a loop changes.
        zeros: Term,
        changing_zeros: Term,
        done: Term,
        naming: Naming,
    }

    fn claims() -> Claims {
        let mut pool = TermPool::new();
        let row = pool.map_sort(&[Sort::INT], Sort::INT);
        let [kept, changed] = ["a", "b"].map(|name| pool.new_var(name, row));
        let [zeros, changing_zeros] = [kept, changed].map(|map| {
            let bound = pool.new_var("k", Sort::INT);
            let [map, k] = [map, bound].map(|var| pool.var(var));
            let (element, zero) = (pool.select(map, &[k]), pool.int(0));
            let is_zero = pool.eq(element, zero);
            pool.forall(&[bound], vec![], is_zero)
        });
        let done = pool.new_var("done", Sort::BOOL);
        let done = pool.var(done);
        let naming = Naming { changing: [changed].into_iter().collect(), named: Vec::new() };
        Claims { pool, zeros, changing_zeros, done, naming }
    }

    #[test]
    fn a_premise_has_a_name_and_comes_back() {
        let Claims { mut pool, zeros, done, mut naming, .. } = claims();
        let claim = pool.implies(zeros, done);
        let named = naming.named(&mut pool, claim, Part::Claimed);
        let name = pool.var(naming.named[0].var);
        assert_eq!(named, pool.implies(name, done));
        let premises = Premises(naming.named);
        assert_eq!(premises.plain(&mut pool, named), claim);
        assert_eq!(premises.named(&mut pool, claim), named);
    }

    #[test]
    fn what_is_claimed_or_changes_has_none() {
        let Claims { mut pool, zeros, changing_zeros, done, mut naming } = claims();
        for claim in [zeros, pool.implies(done, zeros), pool.implies(changing_zeros, done)] {
            assert_eq!(naming.named(&mut pool, claim, Part::Claimed), claim);
        }
    }

    /// done == (∀ k. a[k] == 0): what is claimed stays, what is presupposed has the name.
    #[test]
    fn an_equivalence_is_two_claims() {
        let Claims { mut pool, zeros, done, mut naming, .. } = claims();
        let claim = pool.eq(done, zeros);
        let named = naming.named(&mut pool, claim, Part::Claimed);
        let name = pool.var(naming.named[0].var);
        let (there, back) = (pool.implies(done, zeros), pool.implies(name, done));
        assert_eq!(named, pool.and(&[there, back]));
    }
}
