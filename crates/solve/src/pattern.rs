//! Which triggers a prover takes. Illegal ones are left out, for provers find their own then.

use invar_logic::{Binder, Op, Sort, SortKind, Term, TermPool, VarId};
use rustc_hash::FxHashSet;

/// May these terms together be a trigger? They must mention every bound variable; each must be headed by something that
/// E-matching looks for, and hold no connective, comparison or binder.
pub fn is_legal_pattern(pool: &TermPool, binder: &Binder, terms: &[Term]) -> bool {
    if terms.is_empty() || !terms.iter().all(|&term| is_matchable(pool, term)) {
        return false;
    }
    let subterms = pool.postorder(terms);
    let legal = subterms.iter().all(|&term| match pool.op(term) {
        Op::True | Op::False | Op::Int(_) | Op::Real(_) | Op::BitVec { .. } | Op::Var(_) | Op::App(_) => true,
        Op::Add | Op::Mul | Op::Neg | Op::Div | Op::Mod | Op::RealDiv | Op::ToReal | Op::ToInt => true,
        Op::Select | Op::Store | Op::Construct { .. } | Op::Project { .. } | Op::Is { .. } => true,
        Op::Bv(_) => pool.sort_of(term) != Sort::BOOL,
        Op::Not | Op::And | Op::Or | Op::Implies | Op::Eq | Op::Distinct | Op::Ite | Op::Le | Op::Lt => false,
        Op::Forall(_) | Op::Exists(_) | Op::Lambda(_) => false,
    });
    let variables: FxHashSet<VarId> = subterms
        .iter()
        .filter_map(|&term| match pool.op(term) {
            Op::Var(var) => Some(*var),
            _ => None,
        })
        .collect();
    legal && binder.vars.iter().all(|var| variables.contains(var))
}

fn is_matchable(pool: &TermPool, term: Term) -> bool {
    match pool.op(term) {
        Op::App(_) | Op::Construct { .. } | Op::Project { .. } | Op::Is { .. } => !pool.args(term).is_empty(),
        Op::Select | Op::Store => {
            let map = pool.sort_of(pool.args(term)[0]);
            matches!(pool.sort_kind(map), SortKind::Map { domain, .. } if !domain.is_empty())
        }
        Op::True | Op::False | Op::Int(_) | Op::Real(_) | Op::BitVec { .. } | Op::Var(_) | Op::Bv(_) => false,
        Op::Not | Op::And | Op::Or | Op::Implies | Op::Eq | Op::Distinct | Op::Ite | Op::Le | Op::Lt => false,
        Op::Add | Op::Mul | Op::Neg | Op::Div | Op::Mod | Op::RealDiv | Op::ToReal | Op::ToInt => false,
        Op::Forall(_) | Op::Exists(_) | Op::Lambda(_) => false,
    }
}
