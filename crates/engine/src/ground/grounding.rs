//! Quantifiers out, deterministically (SG09 §7 asks the prover for that): what is said to exist gets a name, what is said of all is
//! said of the index terms at hand.
//!
//! In: hypotheses and a denied goal, templates both. Out: a tree of formulas without quantifiers and of instances of unknowns.
//! An unsatisfiable tree shows that the goal follows, whatever instances there are; a satisfiable one shows only that these
//! instances do not suffice.
//!
//! Index terms are those of the way's own reads and writes, and those of what has a name. They are matched with the indices at which
//! a template's predicates read (`linear::solve`), so that `a[k + 1]` is looked at where `k + 1` is an index. A variable that is no index is
//! looked at where its bounds are.

use invar_logic::{Op, Sort, Substitution, Term, TermPool, VarId};
use rustc_hash::FxHashSet;

use super::formula::{PredicateMap, Template, UnknownId};
use crate::linear::{Linear, inequality, plain_indices, solve, without_wraps};
use crate::rows::{Class, class_of};

/// A formula without quantifiers over instances of unknowns, negations inside.
#[derive(Clone, Debug)]
pub enum Ground {
    Fixed(Term),
    /// The predicates of an unknown at some terms, and whether their conjunction is said to hold.
    Unknown {
        of: UnknownId,
        predicates: Vec<Term>,
        holds: bool,
    },
    And(Vec<Ground>),
    Or(Vec<Ground>),
}

impl Ground {
    /// The formula, if it has no unknowns; an unknown without choices is true.
    pub fn term(&self, pool: &mut TermPool) -> Term {
        match self {
            Ground::Fixed(term) => *term,
            Ground::Unknown { holds, .. } => pool.bool(*holds),
            Ground::And(parts) => {
                let parts: Vec<Term> = parts.iter().map(|part| part.term(pool)).collect();
                pool.and(&parts)
            }
            Ground::Or(parts) => {
                let parts: Vec<Term> = parts.iter().map(|part| part.term(pool)).collect();
                pool.or(&parts)
            }
        }
    }
}

/// An index of a read or a write.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Index {
    /// The sort of the map, and the position among its indices.
    place: (Sort, usize),
    /// Which map it is, if it is the value of a variable at some time.
    class: Option<Class>,
    term: Term,
}

/// Tuples of terms that one quantifier is looked at.
const MOST_TUPLES: usize = 48;

/// Terms for one variable.
const MOST_TERMS: usize = 14;

/// What the instances are made from.
pub struct Grounding<'a> {
    pool: &'a mut TermPool,
    map: &'a PredicateMap,
    known: Vec<Index>,
}

impl<'a> Grounding<'a> {
    /// `terms`: whose indices are looked at.
    pub fn new(pool: &'a mut TermPool, map: &'a PredicateMap, terms: &[Term]) -> Grounding<'a> {
        let known = accesses(pool, terms);
        Grounding { pool, map, known }
    }

    /// hypotheses ∧ ¬goal. The hypotheses speak of the program's variables, the goal of their values on arrival.
    pub fn denial(&mut self, hypotheses: &[Template], goal: &Template, arrival: &Substitution) -> Ground {
        // What the goal names must be known before the hypotheses are looked at, and what these name before the goal's own
        // instances are chosen.
        let goal = self.named(goal, false, arrival, &mut FxHashSet::default());
        let mut parts = Vec::new();
        for hypothesis in hypotheses {
            let named = self.named(hypothesis, true, &Substitution::new(), &mut FxHashSet::default());
            parts.push(self.instances(named));
        }
        let goal = self.instances(goal);
        parts.push(goal);
        Ground::And(parts)
    }

    /// The indices of a claim about names that are given.
    pub fn look_at(&mut self, claim: &Template, names: &[VarId]) {
        let mut names: FxHashSet<VarId> = names.iter().copied().collect();
        self.named(claim, false, &Substitution::new(), &mut names);
    }

    /// What follows from a formula, with names for what it says to exist.
    pub fn consequence(&mut self, formula: &Template) -> Ground {
        let named = self.named(formula, true, &Substitution::new(), &mut FxHashSet::default());
        self.instances(named)
    }

    /// What follows from the denial of a formula.
    pub fn denied(&mut self, formula: &Template) -> Ground {
        let named = self.named(formula, false, &Substitution::new(), &mut FxHashSet::default());
        self.instances(named)
    }

    /// Negations inside, and names for what exists outside all quantifiers that are left.
    fn named(&mut self, template: &Template, holds: bool, by: &Substitution, names: &mut FxHashSet<VarId>) -> Open {
        match template {
            Template::Fixed(term) => {
                let term = self.pool.substitute(*term, by);
                let term = plain_indices(self.pool, term);
                self.learn(&[term], names);
                Open::Fixed(if holds { term } else { self.pool.not(term) })
            }
            Template::Unknown(of) => {
                let predicates: Vec<Term> =
                    self.map.of(*of).iter().map(|&predicate| self.pool.substitute(predicate, by)).collect();
                let predicates: Vec<Term> =
                    predicates.into_iter().map(|predicate| plain_indices(self.pool, predicate)).collect();
                self.learn(&predicates, names);
                Open::Unknown { of: *of, predicates, holds }
            }
            Template::Not(inner) => self.named(inner, !holds, by, names),
            Template::And(parts) | Template::Or(parts) => {
                let is_and = matches!(template, Template::And(_)) == holds;
                let parts = parts.iter().map(|part| self.named(part, holds, by, names)).collect();
                if is_and { Open::And(parts) } else { Open::Or(parts) }
            }
            Template::Forall(vars, body) | Template::Exists(vars, body) => {
                let is_all = matches!(template, Template::Forall(..)) == holds;
                if is_all {
                    self.learn_inside(vars, body, by, names);
                    return Open::All { vars: vars.clone(), body: (**body).clone(), holds, by: by.clone() };
                }
                let mut by = by.clone();
                for &var in vars {
                    let name = self.pool.variant(var);
                    names.insert(name);
                    let name = self.pool.var(name);
                    by.insert(var, name);
                }
                self.named(body, holds, &by, names)
            }
        }
    }

    /// The indices of terms that mention a name.
    fn learn(&mut self, terms: &[Term], names: &FxHashSet<VarId>) {
        if names.is_empty() {
            return;
        }
        for index in accesses(self.pool, terms) {
            let is_new = !self.known.contains(&index);
            if is_new && self.pool.free_vars(index.term).iter().any(|var| names.contains(var)) {
                self.known.push(index);
            }
        }
    }

    /// The same inside a quantifier, where they mention nothing that it binds.
    fn learn_inside(&mut self, vars: &[VarId], body: &Template, by: &Substitution, names: &FxHashSet<VarId>) {
        let mut bound: FxHashSet<VarId> = vars.iter().copied().collect();
        bound.extend(body.bound());
        let terms: Vec<Term> = body.terms(self.map).into_iter().map(|term| self.pool.substitute(term, by)).collect();
        for index in accesses(self.pool, &terms) {
            let free = self.pool.free_vars(index.term);
            let is_closed = free.iter().all(|var| !bound.contains(var));
            if is_closed && free.iter().any(|var| names.contains(var)) && !self.known.contains(&index) {
                self.known.push(index);
            }
        }
    }

    /// Everything that is said of all, said of the index terms.
    fn instances(&mut self, open: Open) -> Ground {
        match open {
            Open::Fixed(term) => Ground::Fixed(term),
            Open::Unknown { of, predicates, holds } => Ground::Unknown { of, predicates, holds },
            Open::And(parts) => Ground::And(parts.into_iter().map(|part| self.instances(part)).collect()),
            Open::Or(parts) => Ground::Or(parts.into_iter().map(|part| self.instances(part)).collect()),
            Open::All { vars, body, holds, by } => {
                let mut parts = Vec::new();
                for tuple in self.tuples(&vars, &body, &by) {
                    let inner = self.named(&body, holds, &tuple, &mut FxHashSet::default());
                    parts.push(self.instances(inner));
                }
                Ground::And(parts)
            }
        }
    }

    /// The substitutions that a quantifier is looked at.
    fn tuples(&mut self, vars: &[VarId], body: &Template, by: &Substitution) -> Vec<Substitution> {
        let patterns = accesses(self.pool, &body.terms(self.map));
        let mut tuples = vec![by.clone()];
        for &var in vars {
            let terms = self.terms_for(var, body, &patterns, by);
            let mut longer = Vec::new();
            for tuple in &tuples {
                for &term in &terms {
                    let mut tuple = tuple.clone();
                    tuple.insert(var, term);
                    longer.push(tuple);
                }
            }
            longer.truncate(MOST_TUPLES);
            tuples = longer;
        }
        tuples
    }

    /// The values of a variable for which some pattern is a known index: those of the same maps first, and short ones.
    fn terms_for(&mut self, var: VarId, body: &Template, patterns: &[Index], by: &Substitution) -> Vec<Term> {
        let unknown = self.pool.var(var);
        let mut found: Vec<(bool, u64, Term)> = Vec::new();
        for pattern in patterns {
            if !self.pool.free_vars(pattern.term).contains(&var) {
                continue;
            }
            let indexed = self.pool.substitute(pattern.term, by);
            for known in 0..self.known.len() {
                let known = self.known[known];
                if known.place != pattern.place {
                    continue;
                }
                let plain = without_wraps(self.pool, known.term);
                let term = solve(self.pool, indexed, unknown, known.term)
                    .or_else(|| solve(self.pool, indexed, unknown, plain));
                if let Some(term) = term {
                    let term = Linear::of(self.pool, term).term(self.pool);
                    found.push((known.class != pattern.class, self.pool.tree_size(term), term));
                }
            }
        }
        if found.is_empty() {
            let bounds = self.bounds_of(var, body, by);
            found.extend(bounds.into_iter().map(|term| (true, self.pool.tree_size(term), term)));
        }
        found.sort_unstable();
        let mut terms: Vec<Term> = Vec::new();
        for (_, _, term) in found {
            if !terms.contains(&term) {
                terms.push(term);
            }
        }
        // Of a variable that nothing is said of, one value is as good as another: something exists.
        if terms.is_empty() && self.pool.variable(var).sort == Sort::INT {
            terms.push(self.pool.int(0));
        }
        terms.truncate(MOST_TERMS);
        terms
    }

    /// Of a variable that is no index: what it is compared with.
    fn bounds_of(&mut self, var: VarId, body: &Template, by: &Substitution) -> Vec<Term> {
        let unknown = self.pool.var(var);
        let bound: FxHashSet<VarId> = body.bound().into_iter().chain([var]).collect();
        let mut found: Vec<Term> = Vec::new();
        for predicate in body.terms(self.map) {
            let Some(sum) = inequality(self.pool, predicate) else { continue };
            let (sum, zero) = (sum.term(self.pool), self.pool.int(0));
            let Some(term) = solve(self.pool, sum, unknown, zero) else { continue };
            let term = self.pool.substitute(term, by);
            let is_closed = self.pool.free_vars(term).iter().all(|free| !bound.contains(free));
            if is_closed && !found.contains(&term) {
                found.push(term);
            }
        }
        found
    }
}

/// Negations inside; some quantifiers are left.
enum Open {
    Fixed(Term),
    Unknown {
        of: UnknownId,
        predicates: Vec<Term>,
        holds: bool,
    },
    And(Vec<Open>),
    Or(Vec<Open>),
    /// For all values of the variables, the body holds, or does not.
    All {
        vars: Vec<VarId>,
        body: Template,
        holds: bool,
        by: Substitution,
    },
}

/// The indices of reads and writes outside quantifiers, in a fixed order.
fn accesses(pool: &TermPool, roots: &[Term]) -> Vec<Index> {
    let mut found = Vec::new();
    let mut seen = FxHashSet::default();
    let mut work: Vec<Term> = roots.iter().rev().copied().collect();
    while let Some(term) = work.pop() {
        if !seen.insert(term) || pool.op(term).binder().is_some() {
            continue;
        }
        let args = pool.args(term);
        if matches!(pool.op(term), Op::Select | Op::Store) {
            let last = if *pool.op(term) == Op::Store { args.len() - 1 } else { args.len() };
            let class = class_of(pool, args[0]);
            for (position, &term) in args[1..last].iter().enumerate() {
                let index = Index { place: (pool.sort_of(args[0]), position), class, term };
                if pool.sort_of(term) == Sort::INT && !found.contains(&index) {
                    found.push(index);
                }
            }
        }
        work.extend(args);
    }
    found
}
