//! Formulas: clauses as implications, comparisons as chains, quantifiers over indices.

use std::collections::BTreeSet;

use invar_logic::{Op, Sort, Substitution, Term, VarId};
use num_bigint::BigInt;
use num_traits::One;

use super::sum::Sum;
use super::{Acsl, Level, Said};

/// `left <= right`, to be chained with others.
struct Comparison {
    left: Said,
    sign: &'static str,
    right: Said,
}

impl Acsl<'_> {
    pub fn formula(&mut self, term: Term) -> Option<Said> {
        let args = self.pool.args(term).to_vec();
        match self.pool.op(term).clone() {
            Op::True => Some(Said::new("\\true", Level::Primary)),
            Op::False => Some(Said::new("\\false", Level::Primary)),
            Op::And => self.conjunction(&args),
            Op::Or | Op::Implies => {
                let (mut guards, mut rest) = (Vec::new(), Vec::new());
                self.clause(term, &mut guards, &mut rest);
                self.implication(guards, rest)
            }
            Op::Not => self.negation(args[0]),
            Op::Eq if self.pool.sort_of(args[0]) == Sort::BOOL => {
                let (a, b) = (self.formula(args[0])?, self.formula(args[1])?);
                Some(Said::new(format!("{} <==> {}", a.at(Level::Implies), b.at(Level::Implies)), Level::Iff))
            }
            Op::Eq => self.equality(args[0], args[1], "=="),
            Op::Le | Op::Lt => self.comparison(term).map(|found| chain(vec![found])),
            Op::Forall(binder) => self.quantified("\\forall", &binder.vars, args[0]),
            Op::Exists(binder) => self.quantified("\\exists", &binder.vars, args[0]),
            _ => None,
        }
    }

    /// ¬A ∨ ¬B ∨ C has the guards A and B.
    fn clause(&mut self, term: Term, guards: &mut Vec<Term>, rest: &mut Vec<Term>) {
        let args = self.pool.args(term).to_vec();
        match self.pool.op(term) {
            Op::Or => args.iter().for_each(|&arg| self.clause(arg, guards, rest)),
            Op::Implies => {
                self.conjuncts(args[0], guards);
                self.clause(args[1], guards, rest);
            }
            Op::Not => match self.pool.op(args[0]) {
                Op::And if self.pointer_pair(args[0]).is_none() => self.conjuncts(args[0], guards),
                Op::And | Op::Eq | Op::Or => rest.push(term),
                _ => guards.push(args[0]),
            },
            _ => rest.push(term),
        }
    }

    fn conjuncts(&mut self, term: Term, parts: &mut Vec<Term>) {
        match self.pool.op(term) {
            Op::And => {
                let args = self.pool.args(term).to_vec();
                args.into_iter().for_each(|arg| self.conjuncts(arg, parts));
            }
            _ => parts.push(term),
        }
    }

    fn implication(&mut self, mut guards: Vec<Term>, mut rest: Vec<Term>) -> Option<Said> {
        if rest.is_empty() {
            // Nothing but negations: the last of them is what follows.
            let last = guards.pop()?;
            rest.push(self.pool.not(last));
        }
        let parts: Option<Vec<Said>> = rest.iter().map(|&part| self.formula(part)).collect();
        let conclusion = match &parts?[..] {
            [only] => only.clone(),
            many => {
                let texts: Vec<String> = many.iter().map(|part| part.at(Level::And)).collect();
                Said::new(texts.join(" || "), Level::Or)
            }
        };
        if guards.is_empty() {
            return Some(conclusion);
        }
        let guard = self.conjunction(&guards)?;
        Some(Said::new(format!("{} ==> {}", guard.at(Level::Or), conclusion.at(Level::Implies)), Level::Implies))
    }

    /// Comparisons that meet are chained: `0 <= i < n`.
    fn conjunction(&mut self, parts: &[Term]) -> Option<Said> {
        let mut all = Vec::new();
        parts.iter().for_each(|&part| self.conjuncts(part, &mut all));
        let mut comparisons = Vec::new();
        let mut others = self.equal_pointers(&mut all);
        for part in all {
            match self.comparison(part) {
                Some(comparison) => comparisons.push(comparison),
                None => others.push(self.formula(part)?),
            }
        }
        let mut said = Vec::new();
        while !comparisons.is_empty() {
            said.push(chain(take_chain(&mut comparisons)));
        }
        said.extend(others);
        let mut seen = BTreeSet::new();
        said.retain(|part| seen.insert(part.text.clone()));
        match &said[..] {
            [only] => Some(only.clone()),
            many => {
                let texts: Vec<String> = many.iter().map(|part| part.at(Level::Relation)).collect();
                Some(Said::new(texts.join(" && "), Level::And))
            }
        }
    }

    /// Takes out equal objects with their equal offsets: `p == q`.
    fn equal_pointers(&mut self, parts: &mut Vec<Term>) -> Vec<Said> {
        let mut found = Vec::new();
        for part in parts.clone() {
            let (Op::Eq, [a, b]) = (self.pool.op(part), self.pool.args(part)) else { continue };
            let (a, b) = (*a, *b);
            let Some(offsets) = parts.iter().position(|&other| self.are_offsets_of(other, a, b)) else { continue };
            if let Some(said) = self.compared(a, b, "==") {
                found.push(said);
                parts.remove(offsets);
                parts.retain(|other| *other != part);
            }
        }
        found
    }

    /// The objects whose pointers a conjunction says to be equal, if it says nothing else.
    fn pointer_pair(&self, term: Term) -> Option<(Term, Term)> {
        let (Op::And, [x, y]) = (self.pool.op(term), self.pool.args(term)) else { return None };
        [(*x, *y), (*y, *x)].into_iter().find_map(|(objects, offsets)| {
            let (Op::Eq, [a, b]) = (self.pool.op(objects), self.pool.args(objects)) else { return None };
            self.are_offsets_of(offsets, *a, *b).then_some((*a, *b))
        })
    }

    fn compared(&mut self, a: Term, b: Term, sign: &str) -> Option<Said> {
        let zero = self.pool.int(0);
        let (a, b) = if a == zero { (b, a) } else { (a, b) };
        let left = self.pointer_to(a)?;
        let right = if b == zero { Said::new("\\null", Level::Primary) } else { self.pointer_to(b)? };
        Some(Said::new(format!("{} {sign} {}", left.at(Level::Sum), right.at(Level::Sum)), Level::Relation))
    }

    fn negation(&mut self, term: Term) -> Option<Said> {
        let args = self.pool.args(term).to_vec();
        match self.pool.op(term) {
            Op::Eq if self.pool.sort_of(args[0]) != Sort::BOOL => self.equality(args[0], args[1], "!="),
            Op::Le | Op::Lt => {
                let not = self.pool.not(term);
                self.comparison(not).map(|found| chain(vec![found]))
            }
            _ => {
                if let Some((a, b)) = self.pointer_pair(term) {
                    return self.compared(a, b, "!=");
                }
                let inner = self.formula(term)?;
                Some(Said::new(format!("!{}", inner.at(Level::Unary)), Level::Unary))
            }
        }
    }

    /// An order, or a negated one, which is the other order the other way round.
    fn comparison(&mut self, term: Term) -> Option<Comparison> {
        let args = self.pool.args(term).to_vec();
        let (a, b, sign) = match self.pool.op(term) {
            Op::Le => (args[0], args[1], "<="),
            Op::Lt => (args[0], args[1], "<"),
            Op::Not => {
                let inner = self.pool.args(args[0]).to_vec();
                match self.pool.op(args[0]) {
                    Op::Le => (inner[1], inner[0], "<"),
                    Op::Lt => (inner[1], inner[0], "<="),
                    _ => return None,
                }
            }
            _ => return None,
        };
        let (left, right) = self.sides(a, b)?;
        Some(Comparison { left, sign, right })
    }

    fn equality(&mut self, a: Term, b: Term, sign: &str) -> Option<Said> {
        if self.is_object(a) || self.is_object(b) {
            return self.same_object(a, b, sign);
        }
        if sign == "=="
            && let Some(said) = self.remainder(a, b).or_else(|| self.remainder(b, a))
        {
            return Some(said);
        }
        let (left, right) = self.sides(a, b)?;
        Some(Said::new(format!("{} {sign} {}", left.at(Level::Sum), right.at(Level::Sum)), Level::Relation))
    }

    /// An object that is 0 is the null pointer's, whose offset is 0 in every program that runs. Pointers into the same object
    /// are as far apart as their difference says; `\base_addr` would change how memory is modelled.
    fn same_object(&mut self, a: Term, b: Term, sign: &str) -> Option<Said> {
        let zero = self.pool.int(0);
        if a == zero || b == zero {
            return self.compared(a, b, sign);
        }
        let (left, right) = (self.pointer_to(a)?.at(Level::Sum), self.pointer_to(b)?.at(Level::Sum));
        (sign == "==").then(|| Said::new(format!("{left} == {right} + ({left} - {right})"), Level::Relation))
    }

    /// Both sides of a relation of integers; the offsets that both mention are left out, the others stand on the left.
    fn sides(&mut self, a: Term, b: Term) -> Option<(Said, Said)> {
        if self.pool.sort_of(a) != Sort::INT {
            return None;
        }
        let (mut left, mut right) = (self.sum_of(a), self.sum_of(b));
        let offsets = |acsl: &Self, sum: &Sum| -> Sum {
            let atoms = sum.atoms.iter().filter(|(atom, _)| acsl.is_offset(**atom));
            Sum { atoms: atoms.map(|(&atom, factor)| (atom, factor.clone())).collect(), ..Sum::default() }
        };
        let moved = offsets(self, &right);
        left.add(&moved, &-BigInt::one());
        right.add(&moved, &-BigInt::one());
        Some((self.sum(&left)?, self.sum(&right)?))
    }

    fn quantified(&mut self, word: &str, vars: &[VarId], body: Term) -> Option<Said> {
        let mut body = body;
        let mut names = Vec::new();
        for &var in vars {
            if self.pool.variable(var).sort != Sort::INT {
                return None;
            }
            if let Some(offset) = self.shift(body, var) {
                let shifted = self.pool.var(var);
                let shifted = self.pool.add(offset, shifted);
                body = self.pool.substitute(body, &Substitution::from_iter([(var, shifted)]));
            }
            let name = self.bound_name(var);
            self.bound.insert(var, name.clone());
            names.push(name);
        }
        let said = self.formula(body);
        for (var, name) in vars.iter().zip(&names) {
            self.bound.remove(var);
            self.taken.remove(name);
        }
        let text = format!("{word} integer {}; {}", names.join(", "), said?.text);
        Some(Said::new(text, Level::Quantifier))
    }

    /// The variable's own name if C allows it and nothing else has it.
    fn bound_name(&mut self, var: VarId) -> String {
        let stem = self.pool.var_name(var).split('@').next().unwrap_or_default().to_string();
        let is_word = stem.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
            && !stem.starts_with(|c: char| c.is_ascii_digit());
        let stem = if stem.is_empty() || !is_word { "k".to_string() } else { stem };
        let mut name = stem.clone();
        let mut number = 0;
        while !self.taken.insert(name.clone()) {
            number += 1;
            name = format!("{stem}_{number}");
        }
        name
    }
}

/// The first comparison with all that follow on it or lead to it.
fn take_chain(comparisons: &mut Vec<Comparison>) -> Vec<Comparison> {
    let mut chain = vec![comparisons.remove(0)];
    loop {
        let after = comparisons.iter().position(|next| chain.last().is_some_and(|last| next.left == last.right));
        if let Some(position) = after {
            chain.push(comparisons.remove(position));
            continue;
        }
        let before = comparisons.iter().position(|next| chain.first().is_some_and(|first| next.right == first.left));
        match before {
            Some(position) => chain.insert(0, comparisons.remove(position)),
            None => return chain,
        }
    }
}

fn chain(comparisons: Vec<Comparison>) -> Said {
    let mut text = String::new();
    for (position, comparison) in comparisons.iter().enumerate() {
        if position == 0 {
            text.push_str(&comparison.left.at(Level::Sum));
        }
        text.push_str(&format!(" {} {}", comparison.sign, comparison.right.at(Level::Sum)));
    }
    Said::new(text, Level::Relation)
}
