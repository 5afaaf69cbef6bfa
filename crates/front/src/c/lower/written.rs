//! Records of what a function writes where others may see it, and the bytes at which that is (`alias`).

use invar_base::{Arena, Span};
use invar_gcl::{Block, BlockId, Local, ProcId};
use invar_logic::{Op, Term, TermPool, VarId};
use rustc_hash::FxHashMap;

use super::program::Part;
use super::views::View;
use crate::c::hir::FunctionId;
use crate::c::types::TypeId;

/// A function's body, before what it writes is shown to other views of memory.
pub struct Lowered {
    pub id: FunctionId,
    pub proc: ProcId,
    pub blocks: Arena<BlockId, Block>,
    pub locals: Vec<Local>,
    pub written: Vec<Written>,
    pub ins: Vec<Local>,
    pub outs: Vec<Local>,
    pub entry_copies: FxHashMap<VarId, VarId>,
}

/// A variable or map, and the indices at which it holds a part of a leaf.
pub type Cell = (VarId, Vec<Term>);

/// A store that other views may see.
pub struct Written {
    /// The empty block after it.
    pub block: BlockId,
    pub span: Span,
    pub view: View,
    /// `None`: any.
    pub object: Option<Term>,
    pub what: What,
}

pub enum What {
    /// A scalar of this type at this byte of the object.
    Scalar { at: Bytes, ty: TypeId, parts: Vec<(Part, Term)>, home: Vec<Cell> },
    /// Anything in the object.
    Block,
}

/// An offset in bytes: a sum of terms with factors and a constant. Kept apart so that it can be divided exactly.
#[derive(Clone, Debug)]
pub struct Bytes {
    terms: Vec<(Term, i128)>,
    constant: i128,
}

impl Bytes {
    pub fn literal(constant: i128) -> Bytes {
        Bytes { terms: Vec::new(), constant }
    }

    pub fn plus(&self, constant: i128) -> Bytes {
        Bytes { terms: self.terms.clone(), constant: self.constant + constant }
    }

    pub fn times(mut self, term: Term, factor: i128) -> Bytes {
        self.terms.push((term, factor));
        self
    }

    pub fn term(&self, pool: &mut TermPool) -> Term {
        let mut sum = pool.int(self.constant);
        for &(term, factor) in &self.terms {
            let factor = pool.int(factor);
            let part = pool.mul(term, factor);
            sum = pool.add(sum, part);
        }
        sum
    }

    /// Quotient and remainder; what the size divides evenly costs no division.
    pub fn divide(&self, pool: &mut TermPool, size: i128) -> (Term, Bytes) {
        let size = size.max(1);
        let (even, odd): (Vec<_>, Vec<_>) = self.terms.iter().partition(|(_, factor)| factor % size == 0);
        let even = Bytes { terms: even.into_iter().map(|(term, factor)| (term, factor / size)).collect(), constant: 0 };
        if odd.is_empty() {
            let quotient = even.plus(self.constant.div_euclid(size));
            return (quotient.term(pool), Bytes::literal(self.constant.rem_euclid(size)));
        }
        let rest = Bytes { terms: odd, constant: self.constant }.term(pool);
        let size = pool.int(size);
        let (quotient, remainder) = (pool.mk(Op::Div, &[rest, size]), pool.mk(Op::Mod, &[rest, size]));
        let even = even.term(pool);
        let quotient = pool.add(even, quotient);
        (quotient, Bytes::literal(0).times(remainder, 1))
    }
}
