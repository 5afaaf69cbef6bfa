//! Templates as data: formulas with unknowns, each of which stands for a conjunction of predicates from a set of its own
//! (SG09 §2.1), and solutions, which say which predicates those are.
//!
//! A template is written as a formula: every conjunction of atoms in it is an unknown, and its atoms are the predicates that the
//! unknown chooses from. So the strongest candidate that somebody can think of is a template, and whatever is left after
//! atoms are taken out of it is an instance.

use invar_logic::{Op, Substitution, Term, TermPool, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::linear::inequality;
use crate::literals::literal;

/// An unknown, by its number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct UnknownId(pub usize);

/// τ ::= v | ¬τ | τ ∨ τ | τ ∧ τ | ∃x. τ | ∀x. τ, and formulas without unknowns.
#[derive(Clone, Debug)]
pub enum Template {
    /// A formula without unknowns.
    Fixed(Term),
    Unknown(UnknownId),
    Not(Box<Template>),
    And(Vec<Template>),
    Or(Vec<Template>),
    Forall(Vec<VarId>, Box<Template>),
    Exists(Vec<VarId>, Box<Template>),
}

/// Q: the predicates that each unknown chooses from.
#[derive(Clone, Default, Debug)]
pub struct PredicateMap {
    pub sets: Vec<Vec<Term>>,
}

/// σ: which predicates each unknown is, by number, in increasing order.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Solution(pub Vec<Vec<usize>>);

/// Where an unknown stands (SG09 §2.1, structurally): a formula becomes stronger with a positive one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Polarity {
    Positive,
    Negative,
    /// It stands in both ways.
    Both,
}

impl PredicateMap {
    pub fn add(&mut self, predicates: Vec<Term>) -> UnknownId {
        self.sets.push(predicates);
        UnknownId(self.sets.len() - 1)
    }

    pub fn of(&self, unknown: UnknownId) -> &[Term] {
        &self.sets[unknown.0]
    }

    /// Every unknown is the empty set: it is true.
    pub fn nothing(&self) -> Solution {
        Solution(vec![Vec::new(); self.sets.len()])
    }
}

impl Solution {
    pub fn of(&self, unknown: UnknownId) -> &[usize] {
        &self.0[unknown.0]
    }

    pub fn contains(&self, unknown: UnknownId, predicate: usize) -> bool {
        self.0[unknown.0].binary_search(&predicate).is_ok()
    }
}

impl Template {
    /// τ₁ ⇒ τ₂.
    pub fn implies(a: Template, b: Template) -> Template {
        Template::Or(vec![Template::Not(Box::new(a)), b])
    }

    /// A formula in which every conjunction of atoms is an unknown. What a quantifier binds gets variables of its own.
    pub fn of(pool: &mut TermPool, map: &mut PredicateMap, formula: Term) -> Template {
        let args = pool.args(formula).to_vec();
        match pool.op(formula).clone() {
            Op::Forall(binder) => {
                let (vars, body) = opened(pool, &binder.vars, args[0]);
                Template::Forall(vars, Box::new(Template::of(pool, map, body)))
            }
            Op::Exists(binder) => {
                let (vars, body) = opened(pool, &binder.vars, args[0]);
                Template::Exists(vars, Box::new(Template::of(pool, map, body)))
            }
            Op::Implies => {
                let (a, b) = (Template::of(pool, map, args[0]), Template::of(pool, map, args[1]));
                Template::implies(a, b)
            }
            Op::Or => Template::Or(args.into_iter().map(|part| Template::of(pool, map, part)).collect()),
            Op::Not if has_structure(pool, args[0]) => Template::Not(Box::new(Template::of(pool, map, args[0]))),
            _ => Template::conjunction(pool, map, formula),
        }
    }

    /// The atoms of a conjunction are one unknown; its other parts have unknowns of their own.
    fn conjunction(pool: &mut TermPool, map: &mut PredicateMap, formula: Term) -> Template {
        let (mut atoms, mut others, mut work) = (Vec::new(), Vec::new(), vec![formula]);
        let mut seen = FxHashSet::default();
        while let Some(part) = work.pop() {
            if *pool.op(part) == Op::And {
                work.extend(pool.args(part).iter().rev());
            } else if has_structure(pool, part) {
                others.push(part);
            } else {
                // Two ways to write an inequality are one predicate.
                let atom = literal(pool, part);
                let says_nothing = atom == Term::TRUE || inequality(pool, atom).is_some_and(|sum| sum.is_constant());
                if !says_nothing && seen.insert(atom) {
                    atoms.push(atom);
                }
            }
        }
        let mut parts = Vec::new();
        if !atoms.is_empty() {
            parts.push(Template::Unknown(map.add(atoms)));
        }
        for other in others {
            parts.push(Template::of(pool, map, other));
        }
        Template::And(parts)
    }

    /// A formula as it is, with its quantifiers in sight.
    pub fn fixed(pool: &mut TermPool, formula: Term) -> Template {
        if !has_binder(pool, formula) {
            return Template::Fixed(formula);
        }
        let args = pool.args(formula).to_vec();
        match pool.op(formula).clone() {
            Op::Forall(binder) => {
                let (vars, body) = opened(pool, &binder.vars, args[0]);
                Template::Forall(vars, Box::new(Template::fixed(pool, body)))
            }
            Op::Exists(binder) => {
                let (vars, body) = opened(pool, &binder.vars, args[0]);
                Template::Exists(vars, Box::new(Template::fixed(pool, body)))
            }
            Op::Not => Template::Not(Box::new(Template::fixed(pool, args[0]))),
            Op::And => Template::And(args.into_iter().map(|part| Template::fixed(pool, part)).collect()),
            Op::Or => Template::Or(args.into_iter().map(|part| Template::fixed(pool, part)).collect()),
            Op::Implies => {
                let (a, b) = (Template::fixed(pool, args[0]), Template::fixed(pool, args[1]));
                Template::implies(a, b)
            }
            _ => Template::Fixed(formula),
        }
    }

    /// τσ: the formula that a solution makes of it.
    pub fn instance(&self, pool: &mut TermPool, map: &PredicateMap, solution: &Solution) -> Term {
        match self {
            Template::Fixed(term) => *term,
            Template::Unknown(unknown) => {
                let chosen: Vec<Term> = solution.of(*unknown).iter().map(|&number| map.of(*unknown)[number]).collect();
                pool.and(&chosen)
            }
            Template::Not(inner) => {
                let inner = inner.instance(pool, map, solution);
                pool.not(inner)
            }
            Template::And(parts) => {
                let parts: Vec<Term> = parts.iter().map(|part| part.instance(pool, map, solution)).collect();
                pool.and(&parts)
            }
            // An implication that nobody wrote with `or` is shown as one.
            Template::Or(parts) => match &parts[..] {
                [Template::Not(guard), claim] => {
                    let (guard, claim) = (guard.instance(pool, map, solution), claim.instance(pool, map, solution));
                    pool.implies(guard, claim)
                }
                _ => {
                    let parts: Vec<Term> = parts.iter().map(|part| part.instance(pool, map, solution)).collect();
                    pool.or(&parts)
                }
            },
            Template::Forall(vars, body) => {
                let body = body.instance(pool, map, solution);
                pool.forall(vars, Vec::new(), body)
            }
            Template::Exists(vars, body) => {
                let body = body.instance(pool, map, solution);
                pool.exists(vars, Vec::new(), body)
            }
        }
    }

    /// The template with a solution's formulas in place of its unknowns; the quantifiers stay in sight.
    pub fn solved(&self, pool: &mut TermPool, map: &PredicateMap, solution: &Solution) -> Template {
        let all = |pool: &mut TermPool, parts: &[Template]| -> Vec<Template> {
            parts.iter().map(|part| part.solved(pool, map, solution)).collect()
        };
        match self {
            Template::Fixed(_) | Template::Unknown(_) => Template::Fixed(self.instance(pool, map, solution)),
            Template::Not(inner) => Template::Not(Box::new(inner.solved(pool, map, solution))),
            Template::And(parts) => Template::And(all(pool, parts)),
            Template::Or(parts) => Template::Or(all(pool, parts)),
            Template::Forall(vars, body) => Template::Forall(vars.clone(), Box::new(body.solved(pool, map, solution))),
            Template::Exists(vars, body) => Template::Exists(vars.clone(), Box::new(body.solved(pool, map, solution))),
        }
    }

    /// All predicates and formulas in it.
    pub fn terms(&self, map: &PredicateMap) -> Vec<Term> {
        let (mut found, mut work) = (Vec::new(), vec![self]);
        while let Some(template) = work.pop() {
            match template {
                Template::Fixed(term) => found.push(*term),
                Template::Unknown(of) => found.extend(map.of(*of)),
                Template::Not(inner) | Template::Forall(_, inner) | Template::Exists(_, inner) => work.push(inner),
                Template::And(parts) | Template::Or(parts) => work.extend(parts),
            }
        }
        found
    }

    /// The variables that its quantifiers bind.
    pub fn bound(&self) -> Vec<VarId> {
        let (mut found, mut work) = (Vec::new(), vec![self]);
        while let Some(template) = work.pop() {
            match template {
                Template::Fixed(_) | Template::Unknown(_) => {}
                Template::Not(inner) => work.push(inner),
                Template::And(parts) | Template::Or(parts) => work.extend(parts),
                Template::Forall(vars, inner) | Template::Exists(vars, inner) => {
                    found.extend(vars);
                    work.push(inner);
                }
            }
        }
        found
    }

    /// The templates whose conjunction it is.
    pub fn conjuncts(&self) -> Vec<&Template> {
        match self {
            Template::And(parts) => parts.iter().flat_map(Template::conjuncts).collect(),
            Template::Fixed(_) | Template::Unknown(_) | Template::Not(_) | Template::Or(_) => vec![self],
            Template::Forall(..) | Template::Exists(..) => vec![self],
        }
    }

    /// U(τ) with polarities (SG09 §2.1), in the order of their numbers.
    pub fn unknowns(&self) -> Vec<(UnknownId, Polarity)> {
        let mut found: FxHashMap<UnknownId, Polarity> = FxHashMap::default();
        let mut work = vec![(self, Polarity::Positive)];
        while let Some((template, polarity)) = work.pop() {
            match template {
                Template::Fixed(_) => {}
                Template::Unknown(unknown) => {
                    let known = found.entry(*unknown).or_insert(polarity);
                    if *known != polarity {
                        *known = Polarity::Both;
                    }
                }
                Template::Not(inner) => work.push((inner, polarity.opposite())),
                Template::And(parts) | Template::Or(parts) => work.extend(parts.iter().map(|part| (part, polarity))),
                Template::Forall(_, body) | Template::Exists(_, body) => work.push((body, polarity)),
            }
        }
        let mut found: Vec<(UnknownId, Polarity)> = found.into_iter().collect();
        found.sort_by_key(|(unknown, _)| *unknown);
        found
    }
}

impl Polarity {
    pub fn opposite(self) -> Polarity {
        match self {
            Polarity::Positive => Polarity::Negative,
            Polarity::Negative => Polarity::Positive,
            Polarity::Both => Polarity::Both,
        }
    }
}

/// The body of a quantifier with new variables for what it binds: a predicate must not speak of another quantifier's.
fn opened(pool: &mut TermPool, vars: &[VarId], body: Term) -> (Vec<VarId>, Term) {
    let mut by = Substitution::new();
    let mut fresh = Vec::new();
    for &var in vars {
        let own = pool.variant(var);
        fresh.push(own);
        let own = pool.var(own);
        by.insert(var, own);
    }
    (fresh, pool.substitute(body, &by))
}

/// Is it more than an atom?
fn has_structure(pool: &TermPool, term: Term) -> bool {
    match pool.op(term) {
        Op::And | Op::Or | Op::Implies | Op::Forall(_) | Op::Exists(_) => true,
        Op::Not => has_structure(pool, pool.args(term)[0]),
        _ => false,
    }
}

pub fn has_binder(pool: &TermPool, term: Term) -> bool {
    pool.postorder(&[term]).into_iter().any(|part| matches!(pool.op(part), Op::Forall(_) | Op::Exists(_)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use invar_logic::Sort;

    /// Example 1: v₂, v₃ and v₄ are positive, v₁ and v₅ negative.
    #[test]
    fn polarities_are_structural() {
        let mut pool = TermPool::new();
        let mut map = PredicateMap::default();
        let j = pool.new_var("j", Sort::INT);
        let v: Vec<Template> = (0..5).map(|_| Template::Unknown(map.add(Vec::new()))).collect();
        let about = |v: &Template| {
            Template::Forall(vec![j], Box::new(Template::implies(v.clone(), Template::Fixed(Term::FALSE))))
        };
        let before = Template::And(vec![v[0].clone(), about(&v[1]), about(&v[2])]);
        let after = Template::And(vec![v[3].clone(), about(&v[4])]);
        let polarities: Vec<Polarity> =
            Template::implies(before, after).unknowns().into_iter().map(|(_, polarity)| polarity).collect();
        let (positive, negative) = (Polarity::Positive, Polarity::Negative);
        assert_eq!(polarities, [negative, positive, positive, positive, negative]);
    }
}
