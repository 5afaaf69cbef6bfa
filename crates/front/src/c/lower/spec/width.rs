//! How wide integers can become. In: a term. Out: a number of bits that hold its values in two's complement, as far as its
//! form tells: variables and memory are those of C, so what is wider comes from arithmetic that has no bounds.

use invar_logic::{Op, Term, TermPool};
use rustc_hash::FxHashMap;

/// A value of C of up to 64 bits, with or without sign.
const OF_C: u64 = 65;

pub fn width(pool: &TermPool, term: Term) -> u64 {
    let mut known: FxHashMap<Term, u64> = FxHashMap::default();
    for part in pool.postorder(&[term]) {
        let args: Vec<u64> = pool.args(part).iter().map(|arg| known.get(arg).copied().unwrap_or(OF_C)).collect();
        known.insert(part, of_operator(pool.op(part), &args));
    }
    known.get(&term).copied().unwrap_or(OF_C)
}

/// Any operator that is not one of integers reads a variable or memory.
fn of_operator(op: &Op, args: &[u64]) -> u64 {
    let widest = args.iter().copied().max().unwrap_or(OF_C);
    match op {
        Op::Int(value) => value.bits() + 1,
        // A sum of n parts grows by less than the bits of n.
        Op::Add => widest.saturating_add(args.len().ilog2().into()).saturating_add(1),
        Op::Mul => args.iter().fold(0, |sum, arg| sum.saturating_add(*arg)),
        Op::Neg | Op::Div => widest.saturating_add(1),
        Op::Ite => widest,
        Op::Mod => args.last().copied().unwrap_or(OF_C),
        Op::True | Op::False | Op::Not | Op::And | Op::Or | Op::Implies | Op::Eq | Op::Distinct | Op::Le | Op::Lt => 1,
        Op::Forall(_) | Op::Exists(_) | Op::Is { .. } => 1,
        Op::Var(_) | Op::App(_) | Op::Select | Op::Store | Op::Lambda(_) => OF_C,
        Op::Real(_) | Op::RealDiv | Op::ToReal | Op::ToInt | Op::BitVec { .. } | Op::Bv(_) => OF_C,
        Op::Construct { .. } | Op::Project { .. } => OF_C,
    }
}
