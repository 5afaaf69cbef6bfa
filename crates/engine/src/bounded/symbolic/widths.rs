//! Conditions over integers as conditions over bit-vectors, exactly: each part gets as many bits as its interval needs, one of them
//! for the sign, so that nothing ever wraps that the integers do not wrap.
//!
//! What has no interval, or is no arithmetic, is not translated; neither are conditions that are linear, for which the prover's
//! integers do as well.

use invar_logic::{BvOp, Op, Sort, Term, VarId};
use invar_solve::Model as Found;
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use rustc_hash::FxHashMap;

use super::symbols::{FAR, Number, Symbols};

/// Wider vectors are not worth it.
const WIDEST: u32 = 100;

/// Deeper terms are not looked at.
const DEEPEST: u32 = 300;

/// See the module header.
#[derive(Default)]
pub struct Widths {
    /// The vector that stands for a symbol.
    vectors: FxHashMap<Term, Term>,
    /// `None` for what is not translated.
    done: FxHashMap<Term, Option<Term>>,
}

impl Widths {
    /// The conditions, and the limits of their symbols, over vectors. `None` if they should be asked as they are.
    pub fn translated(
        &mut self,
        symbols: &mut Symbols<'_>,
        conditions: &[Term],
        mentioned: &[Term],
    ) -> Option<Vec<Term>> {
        if !conditions.iter().any(|&condition| is_hard(symbols, condition)) {
            return None;
        }
        let mut found = Vec::new();
        for &condition in conditions {
            found.push(self.truth(symbols, condition, 0)?);
        }
        for &symbol in mentioned {
            if symbols.pool.sort_of(symbol) == Sort::INT {
                let (low, high) = symbols.range(symbol);
                let (vector, width) = self.vector(symbols, symbol, 0)?;
                let (low, high) = (literal(symbols, low, width), literal(symbols, high, width));
                found.push(symbols.pool.mk(Op::Bv(BvOp::Sle), &[low, vector]));
                found.push(symbols.pool.mk(Op::Bv(BvOp::Sle), &[vector, high]));
            }
        }
        Some(found)
    }

    /// What the prover's model says of the symbols.
    pub fn values(&self, symbols: &Symbols<'_>, mentioned: &[Term], model: &Found) -> Option<Vec<(Term, Number)>> {
        mentioned.iter().map(|&symbol| Some((symbol, self.number(symbols, symbol, model)?))).collect()
    }

    fn number(&self, symbols: &Symbols<'_>, symbol: Term, model: &Found) -> Option<Number> {
        use invar_logic::Value;
        let asked = self.vectors.get(&symbol).copied().unwrap_or(symbol);
        match model.value(&symbols.pool, asked)? {
            Value::BitVec { value, width } => {
                let number = value.to_i128()?;
                Some(Number::Int(if number >> (width - 1) == 0 { number } else { number - (1i128 << width) }))
            }
            Value::Bool(truth) => Some(Number::Bool(truth)),
            Value::Int(_) | Value::Real(_) | Value::Map(_) | Value::Element { .. } | Value::Data { .. } => None,
        }
    }

    fn truth(&mut self, symbols: &mut Symbols<'_>, term: Term, depth: u32) -> Option<Term> {
        if let Some(known) = self.done.get(&term) {
            return *known;
        }
        if depth > DEEPEST {
            return None;
        }
        let found = self.formula(symbols, term, depth + 1);
        self.done.insert(term, found);
        found
    }

    fn formula(&mut self, symbols: &mut Symbols<'_>, term: Term, depth: u32) -> Option<Term> {
        let (op, args) = (symbols.pool.op(term).clone(), symbols.pool.args(term).to_vec());
        match op {
            Op::True | Op::False | Op::Var(_) | Op::Select => Some(term),
            Op::Not | Op::And | Op::Or | Op::Implies => {
                let args: Option<Vec<Term>> = args.iter().map(|&arg| self.truth(symbols, arg, depth)).collect();
                Some(symbols.pool.mk(op, &args?))
            }
            Op::Ite | Op::Eq if symbols.pool.sort_of(args[1]) == Sort::BOOL => {
                let args: Option<Vec<Term>> = args.iter().map(|&arg| self.truth(symbols, arg, depth)).collect();
                Some(symbols.pool.mk(op, &args?))
            }
            Op::Eq | Op::Le | Op::Lt if symbols.pool.sort_of(args[0]) == Sort::INT => {
                let (a, b) = self.pair(symbols, args[0], args[1], depth)?;
                Some(match op {
                    Op::Eq => symbols.pool.eq(a, b),
                    Op::Le => symbols.pool.mk(Op::Bv(BvOp::Sle), &[a, b]),
                    _ => symbols.pool.mk(Op::Bv(BvOp::Slt), &[a, b]),
                })
            }
            _ => None,
        }
    }

    /// Both as wide as the wider one.
    fn pair(&mut self, symbols: &mut Symbols<'_>, a: Term, b: Term, depth: u32) -> Option<(Term, Term)> {
        let ((a, wide), (b, other)) = (self.vector(symbols, a, depth)?, self.vector(symbols, b, depth)?);
        let width = wide.max(other);
        Some((extended(symbols, a, wide, width), extended(symbols, b, other, width)))
    }

    /// A vector whose signed value is the term's, and its width.
    fn vector(&mut self, symbols: &mut Symbols<'_>, term: Term, depth: u32) -> Option<(Term, u32)> {
        let (low, high) = symbols.interval(term);
        let width = bits(low, high).filter(|&width| width <= WIDEST)?;
        if let Some(known) = self.done.get(&term) {
            return known.map(|known| (known, width));
        }
        if depth > DEEPEST {
            return None;
        }
        let found = self.number_of(symbols, term, width, depth + 1);
        self.done.insert(term, found);
        Some((found?, width))
    }

    fn number_of(&mut self, symbols: &mut Symbols<'_>, term: Term, width: u32, depth: u32) -> Option<Term> {
        let (op, args) = (symbols.pool.op(term).clone(), symbols.pool.args(term).to_vec());
        match op {
            Op::Int(value) => Some(literal(symbols, value.to_i128()?, width)),
            Op::Var(_) | Op::Select => {
                let sort = symbols.pool.bitvec_sort(width);
                let vector: VarId = symbols.pool.fresh_var("bits", sort);
                let vector = symbols.pool.var(vector);
                self.vectors.insert(term, vector);
                Some(vector)
            }
            Op::Add | Op::Mul => {
                let op = if op == Op::Add { BvOp::Add } else { BvOp::Mul };
                let mut parts = Vec::new();
                for arg in args {
                    parts.push(self.vector(symbols, arg, depth)?);
                }
                // Modulo 2^width nothing is lost, as the result fits; the parts need not.
                let mut parts = parts
                    .into_iter()
                    .map(|(part, own)| resized(symbols, part, own, width))
                    .collect::<Vec<_>>()
                    .into_iter();
                let first = parts.next()?;
                Some(parts.fold(first, |sum, part| symbols.pool.mk(Op::Bv(op), &[sum, part])))
            }
            Op::Neg => {
                let (inner, own) = self.vector(symbols, args[0], depth)?;
                let inner = resized(symbols, inner, own, width);
                Some(symbols.pool.mk(Op::Bv(BvOp::Neg), &[inner]))
            }
            Op::Ite => {
                let condition = self.truth(symbols, args[0], depth)?;
                let ((a, wide), (b, other)) =
                    (self.vector(symbols, args[1], depth)?, self.vector(symbols, args[2], depth)?);
                let (a, b) = (resized(symbols, a, wide, width), resized(symbols, b, other, width));
                Some(symbols.pool.ite(condition, a, b))
            }
            Op::Mod | Op::Div => self.divided(symbols, &op, &args, width, depth),
            Op::Bv(BvOp::ToNat) => {
                let (found, own) = self.bits_of(symbols, args[0], depth)?;
                let by = width.checked_sub(own)?;
                Some(symbols.pool.mk(Op::Bv(BvOp::ZeroExtend { by }), &[found]))
            }
            _ => None,
        }
    }

    /// A vector of the conditions themselves, with its width: bits of integers.
    fn bits_of(&mut self, symbols: &mut Symbols<'_>, term: Term, depth: u32) -> Option<(Term, u32)> {
        let (op, args) = (symbols.pool.op(term).clone(), symbols.pool.args(term).to_vec());
        match op {
            Op::BitVec { width, .. } => Some((term, width)),
            Op::Bv(BvOp::FromInt { width }) => {
                let (inner, own) = self.vector(symbols, args[0], depth)?;
                Some((resized(symbols, inner, own, width), width))
            }
            Op::Bv(BvOp::And | BvOp::Or | BvOp::Xor) if depth <= DEEPEST => {
                let ((a, width), (b, _)) =
                    (self.bits_of(symbols, args[0], depth + 1)?, self.bits_of(symbols, args[1], depth + 1)?);
                Some((symbols.pool.mk(op, &[a, b]), width))
            }
            _ => None,
        }
    }

    /// Division by a power of two takes bits apart; by another positive number it is signed, and rounded down.
    fn divided(&mut self, symbols: &mut Symbols<'_>, op: &Op, args: &[Term], width: u32, depth: u32) -> Option<Term> {
        let by = symbols.literal(args[1]).filter(|&by| by > 0 && by < FAR)?;
        let (inner, own) = self.vector(symbols, args[0], depth)?;
        if by.count_ones() == 1 {
            let shift = by.trailing_zeros();
            let wide = own.max(width).max(shift + 1);
            let inner = extended(symbols, inner, own, wide);
            let result = if *op == Op::Div {
                let amount = literal(symbols, i128::from(shift), wide);
                symbols.pool.mk(Op::Bv(BvOp::Ashr), &[inner, amount])
            } else {
                let mask = literal(symbols, by - 1, wide);
                symbols.pool.mk(Op::Bv(BvOp::And), &[inner, mask])
            };
            return Some(resized(symbols, result, wide, width));
        }
        let wide = own.max(bits(0, by)?) + 1;
        let (inner, by) = (extended(symbols, inner, own, wide), literal(symbols, by, wide));
        let rest = symbols.pool.mk(Op::Bv(BvOp::Smod), &[inner, by]);
        if *op == Op::Mod {
            return Some(resized(symbols, rest, wide, width));
        }
        let exact = symbols.pool.mk(Op::Bv(BvOp::Sub), &[inner, rest]);
        let result = symbols.pool.mk(Op::Bv(BvOp::Sdiv), &[exact, by]);
        Some(resized(symbols, result, wide, width))
    }
}

/// Bits for all numbers between the two, with a sign.
fn bits(low: i128, high: i128) -> Option<u32> {
    if low <= -FAR || high >= FAR {
        return None;
    }
    let of = |number: i128| 129 - (if number < 0 { !number } else { number }).leading_zeros();
    Some(of(low).max(of(high)))
}

fn literal(symbols: &mut Symbols<'_>, number: i128, width: u32) -> Term {
    let value = BigInt::from(number.rem_euclid(1i128 << width));
    symbols.pool.bitvec(value, width)
}

fn extended(symbols: &mut Symbols<'_>, vector: Term, from: u32, to: u32) -> Term {
    if to <= from { vector } else { symbols.pool.mk(Op::Bv(BvOp::SignExtend { by: to - from }), &[vector]) }
}

/// The same modulo 2^to.
fn resized(symbols: &mut Symbols<'_>, vector: Term, from: u32, to: u32) -> Term {
    match to < from {
        true => symbols.pool.mk(Op::Bv(BvOp::Extract { high: to, low: 0 }), &[vector]),
        false => extended(symbols, vector, from, to),
    }
}

/// Are there products of symbols, remainders, or bits?
fn is_hard(symbols: &Symbols<'_>, condition: Term) -> bool {
    symbols.pool.postorder(&[condition]).into_iter().any(|term| {
        let args = symbols.pool.args(term);
        match symbols.pool.op(term) {
            Op::Mul => args.iter().filter(|&&arg| symbols.literal(arg).is_none()).count() > 1,
            Op::Div | Op::Mod | Op::Bv(_) => true,
            _ => false,
        }
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use invar_gcl::Program;
    use invar_logic::{Value, eval_bool};

    use super::*;
    use crate::bounded::symbolic::symbols::Model;

    const LOW: i128 = -37;
    const HIGH: i128 = 90;

    /// Conditions with products, remainders and choices over two numbers.
    fn conditions(symbols: &mut Symbols<'_>, x: Term, y: Term) -> Vec<Term> {
        let pool = &mut symbols.pool;
        let (seven, eight, zero) = (pool.int(7), pool.int(8), pool.int(0));
        let product = pool.mul(x, y);
        let scaled = pool.mul(x, seven);
        let sum = pool.add(scaled, y);
        let parts: Vec<Term> = [(Op::Mod, seven), (Op::Mod, eight), (Op::Div, seven), (Op::Div, eight)]
            .into_iter()
            .map(|(op, by)| pool.mk(op, &[sum, by]))
            .collect();
        let negated = pool.neg(product);
        let below = pool.lt(x, zero);
        let chosen = pool.ite(below, negated, product);
        let mut found: Vec<Term> = parts.windows(2).map(|pair| pool.le(pair[0], pair[1])).collect();
        found.push(pool.lt(chosen, sum));
        found.push(pool.eq(chosen, parts[3]));
        found.push(pool.eq(parts[0], parts[1]));
        let [a, b] = [x, y].map(|term| pool.mk(Op::Bv(BvOp::FromInt { width: 5 }), &[term]));
        let both = pool.mk(Op::Bv(BvOp::And), &[a, b]);
        let both = pool.mk(Op::Bv(BvOp::ToNat), &[both]);
        found.push(pool.lt(both, eight));
        found
    }

    #[test]
    fn vectors_mean_what_numbers_mean() {
        let program = Program::default();
        let mut symbols = Symbols::new(&program);
        let [x, y] = ["x", "y"].map(|name| {
            let var = symbols.pool.new_var(name, Sort::INT);
            let term = symbols.pool.var(var);
            symbols.set_range(term, (LOW, HIGH));
            term
        });
        let mut widths = Widths::default();
        for condition in conditions(&mut symbols, x, y) {
            let formulas = widths.translated(&mut symbols, &[condition], &[x, y]).expect("arithmetic");
            for (a, b) in (LOW..=HIGH).step_by(7).flat_map(|a| (LOW..=HIGH).step_by(5).map(move |b| (a, b))) {
                let model: Model = [(x, Number::Int(a)), (y, Number::Int(b))].into_iter().collect();
                let mut env: BTreeMap<VarId, Value> = BTreeMap::new();
                for (symbol, number) in [(x, a), (y, b)] {
                    let vector = widths.vectors[&symbol];
                    let Op::Var(var) = *symbols.pool.op(vector) else { panic!("a vector is a variable") };
                    let (_, width) = widths.vector(&mut symbols, symbol, 0).expect("a vector");
                    env.insert(var, Value::BitVec { value: number.rem_euclid(1 << width).into(), width });
                }
                let found = eval_bool(&symbols.pool, formulas[0], &env, &mut 10_000);
                assert_eq!(
                    found.ok(),
                    symbols.holds(condition, &model),
                    "{} for {a}, {b}",
                    symbols.pool.show(condition)
                );
            }
        }
    }

    #[test]
    fn there_is_room_for_the_sign() {
        assert_eq!((bits(0, 1), bits(-1, 0), bits(-2, 1), bits(0, 127)), (Some(2), Some(1), Some(2), Some(8)));
        assert_eq!((bits(-128, 127), bits(0, 128), bits(-FAR, 0)), (Some(8), Some(9), None));
    }
}
