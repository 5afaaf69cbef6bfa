//! Integers: sums in normal form, so that offsets cancel, and their text.

use std::collections::BTreeMap;

use invar_logic::{Op, Sort, Term};
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};

use super::{Acsl, Level, Said};

/// Atoms with their factors, which are not zero, and a constant.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sum {
    pub atoms: BTreeMap<Term, BigInt>,
    pub constant: BigInt,
}

impl Sum {
    pub fn add(&mut self, other: &Sum, factor: &BigInt) {
        for (&atom, by) in &other.atoms {
            let sum = self.atoms.entry(atom).or_default();
            *sum += by * factor;
            if sum.is_zero() {
                self.atoms.remove(&atom);
            }
        }
        self.constant += &other.constant * factor;
    }

    pub fn is_zero(&self) -> bool {
        self.atoms.is_empty() && self.constant.is_zero()
    }
}

impl Acsl<'_> {
    pub fn sum_of(&self, term: Term) -> Sum {
        let args = self.pool.args(term);
        let mut sum = Sum::default();
        match self.pool.op(term) {
            Op::Int(value) => sum.constant = value.clone(),
            Op::Add => args.iter().for_each(|&arg| sum.add(&self.sum_of(arg), &BigInt::one())),
            Op::Neg => sum.add(&self.sum_of(args[0]), &-BigInt::one()),
            Op::Mul => match args.iter().position(|&arg| matches!(self.pool.op(arg), Op::Int(_))) {
                Some(position) if args.len() == 2 => {
                    if let Op::Int(factor) = self.pool.op(args[position]) {
                        sum.add(&self.sum_of(args[1 - position]), &factor.clone());
                    }
                }
                Some(_) | None => {
                    sum.add(&Sum { atoms: [(term, BigInt::one())].into(), ..Sum::default() }, &BigInt::one())
                }
            },
            _ => sum.add(&Sum { atoms: [(term, BigInt::one())].into(), ..Sum::default() }, &BigInt::one()),
        }
        sum
    }

    pub fn integer(&mut self, term: Term) -> Option<Said> {
        let sum = self.sum_of(term);
        self.sum(&sum)
    }

    /// `i + 1`, `2 * i - j`, and with offsets of pointers `p - q + 1`.
    pub fn sum(&mut self, sum: &Sum) -> Option<Said> {
        let mut parts: Vec<(bool, Said)> = Vec::new();
        let (offsets, others): (Vec<_>, Vec<_>) = sum.atoms.iter().partition(|(atom, _)| self.is_offset(**atom));
        self.differences(&offsets, &mut parts)?;
        let (up, down): (Vec<_>, Vec<_>) = others.into_iter().partition(|(_, factor)| factor.is_positive());
        for (&atom, factor) in up.into_iter().chain(down) {
            let said = self.atom(atom)?;
            let size = factor.abs();
            let said = match size.is_one() {
                true => said,
                false => Said::new(format!("{size} * {}", said.at(Level::Unary)), Level::Product),
            };
            parts.push((factor.is_positive(), said));
        }
        if !sum.constant.is_zero() || parts.is_empty() {
            parts.push((!sum.constant.is_negative(), Said::new(sum.constant.abs().to_string(), Level::Primary)));
        }
        Some(joined(&parts))
    }

    /// Offsets of pointers have no name in C, differences of two have.
    fn differences(&mut self, offsets: &[(&Term, &BigInt)], parts: &mut Vec<(bool, Said)>) -> Option<()> {
        if offsets.iter().any(|(_, factor)| !factor.abs().is_one()) {
            return None;
        }
        let (up, down): (Vec<_>, Vec<_>) = offsets.iter().partition(|(_, factor)| factor.is_positive());
        if up.len() != down.len() {
            return None;
        }
        for ((&p, _), (&q, _)) in up.into_iter().zip(down) {
            let (p, q) = (self.pointer_with_offset(p)?, self.pointer_with_offset(q)?);
            parts.push((
                true,
                Said::new(format!("({} - {})", p.at(Level::Product), q.at(Level::Product)), Level::Primary),
            ));
        }
        Some(())
    }

    fn atom(&mut self, term: Term) -> Option<Said> {
        if self.pool.sort_of(term) != Sort::INT {
            return None;
        }
        let args = self.pool.args(term).to_vec();
        match self.pool.op(term).clone() {
            Op::Mul => {
                let factors: Option<Vec<String>> =
                    args.iter().map(|&arg| Some(self.integer(arg)?.at(Level::Unary))).collect();
                Some(Said::new(factors?.join(" * "), Level::Product))
            }
            Op::Ite => {
                if let Some(said) = self.division(&args) {
                    return Some(said);
                }
                let condition = self.formula(args[0])?.at(Level::Or);
                let (then, otherwise) = (self.integer(args[1])?, self.integer(args[2])?);
                let text = format!("({condition} ? {} : {})", then.at(Level::Sum), otherwise.at(Level::Sum));
                Some(Said::new(text, Level::Primary))
            }
            Op::Var(var) if self.bound.contains_key(&var) => Some(Said::new(self.bound[&var].clone(), Level::Primary)),
            Op::Var(_) | Op::Select => self.value(term),
            _ => None,
        }
    }

    /// C's division by a literal, which rounds to zero: `0 <= a ? a div c : -((-a) div c)`.
    fn division(&mut self, args: &[Term]) -> Option<Said> {
        let (op, sign) = match self.pool.op(args[1]) {
            Op::Div => (Op::Div, "/"),
            Op::Mod => (Op::Mod, "%"),
            _ => return None,
        };
        let (of, by) = (self.pool.args(args[1])[0], self.pool.args(args[1])[1]);
        let zero = self.pool.int(0);
        let is_positive = self.pool.le(zero, of);
        let minus = self.pool.neg(of);
        let mirrored = self.pool.mk(op, &[minus, by]);
        let mirrored = self.pool.neg(mirrored);
        if args[0] != is_positive || args[2] != mirrored || !matches!(self.pool.op(by), Op::Int(by) if by.is_positive())
        {
            return None;
        }
        let (of, by) = (self.integer(of)?, self.integer(by)?);
        Some(Said::new(format!("{} {sign} {}", of.at(Level::Product), by.at(Level::Unary)), Level::Product))
    }

    /// x mod c = k, for 0 ≤ k < c: `(x - k) % c == 0` whatever the sign of x, unlike C's `x % c == k`.
    pub fn remainder(&mut self, a: Term, b: Term) -> Option<Said> {
        let (Op::Mod, Op::Int(rest)) = (self.pool.op(a), self.pool.op(b)) else { return None };
        let (of, by) = (self.pool.args(a)[0], self.pool.args(a)[1]);
        let Op::Int(by) = self.pool.op(by) else { return None };
        if rest.is_negative() || rest >= by {
            return None;
        }
        let (rest, by) = (rest.clone(), by.clone());
        let mut sum = self.sum_of(of);
        sum.constant -= rest;
        let of = self.sum(&sum)?.at(Level::Unary);
        Some(Said::new(format!("{of} % {by} == 0"), Level::Relation))
    }
}

fn joined(parts: &[(bool, Said)]) -> Said {
    if let [(true, only)] = parts {
        return only.clone();
    }
    let mut text = String::new();
    for (position, (is_positive, part)) in parts.iter().enumerate() {
        let sign = match (position, is_positive) {
            (0, true) => "",
            (0, false) => "-",
            (_, true) => " + ",
            (_, false) => " - ",
        };
        text.push_str(sign);
        text.push_str(&part.at(if sign == "-" { Level::Unary } else { Level::Product }));
    }
    let level = if parts.len() == 1 { Level::Unary } else { Level::Sum };
    Said::new(text, level)
}
