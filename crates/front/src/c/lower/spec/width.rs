//! How wide integers can become. In: a term, and how wide the integers of the program are. Out: a number of bits that hold
//! the term's values in two's complement, as far as its form tells: variables and memory are those of C, so what is wider
//! comes from arithmetic, which has no bounds.

use invar_logic::{Op, Term, TermPool};
use rustc_hash::FxHashMap;

use crate::c::types::{IntKind, Type, Types};

/// Bits that hold every integer of the program, with a sign.
pub fn of_program(types: &Types) -> u64 {
    if types.has(&Type::Int(IntKind::UInt128)) {
        129
    } else if types.has(&Type::Int(IntKind::Int128)) {
        128
    } else {
        65
    }
}

pub fn width(pool: &TermPool, term: Term, of_variables: u64) -> u64 {
    let mut known: FxHashMap<Term, u64> = FxHashMap::default();
    for part in pool.postorder(&[term]) {
        let args: Vec<u64> =
            pool.args(part).iter().map(|arg| known.get(arg).copied().unwrap_or(of_variables)).collect();
        known.insert(part, of_operator(pool.op(part), &args, of_variables));
    }
    known.get(&term).copied().unwrap_or(of_variables)
}

/// Any operator that is not one of integers reads a variable or memory.
fn of_operator(op: &Op, args: &[u64], of_variables: u64) -> u64 {
    let widest = args.iter().copied().max().unwrap_or(of_variables);
    match op {
        Op::Int(value) => value.bits() + 1,
        // A sum of n parts grows by less than the bits of n.
        Op::Add => widest.saturating_add(args.len().checked_ilog2().unwrap_or(0).into()).saturating_add(1),
        Op::Mul => args.iter().fold(0, |sum, arg| sum.saturating_add(*arg)),
        Op::Neg | Op::Div => widest.saturating_add(1),
        Op::Ite => widest,
        Op::Mod => args.last().copied().unwrap_or(of_variables),
        Op::True | Op::False | Op::Not | Op::And | Op::Or | Op::Implies | Op::Eq | Op::Distinct | Op::Le | Op::Lt => 1,
        Op::Forall(_) | Op::Exists(_) | Op::Is { .. } => 1,
        Op::Var(_) | Op::App(_) | Op::Select | Op::Store | Op::Lambda(_) => of_variables,
        Op::Real(_) | Op::RealDiv | Op::ToReal | Op::ToInt | Op::BitVec { .. } | Op::Bv(_) => of_variables,
        Op::Construct { .. } | Op::Project { .. } => of_variables,
    }
}
