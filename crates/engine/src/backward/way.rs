//! One way inside a transition: a guard and updates, as in SPW09's transition constraints, ψ ∧ x'₁ = e₁ ∧ … ∧ x'ₘ = eₘ.
//!
//! In: a transition's passive program and a model. Out: the way that the model takes, its definitions substituted away. What
//! is chosen on the way (by `havoc`) stays as an unknown.

use invar_base::Id;
use invar_gcl::BlockId;
use invar_logic::{Substitution, Term, TermPool, VarId};
use rustc_hash::FxHashSet;

use crate::cutpoints::Transition;
use crate::passive::definition;

#[derive(Clone, Debug)]
pub struct Way {
    /// All that the commands on it say.
    pub formula: Term,
    /// ψ, over the variables at the source and unknowns.
    pub guard: Vec<Term>,
    /// The values of the variables at the target.
    pub updates: Substitution,
    pub unknowns: Vec<VarId>,
}

impl Way {
    /// `own` is the number of the program's variables: those with larger ids are variants.
    pub fn new(pool: &mut TermPool, transition: &Transition, blocks: &[BlockId], own: usize) -> Way {
        let cmds = blocks.iter().flat_map(|&block| &transition.passive.blocks[block].cmds);
        let terms: Vec<Term> = cmds.map(|cmd| cmd.kind.term()).collect();
        let formula = pool.and(&terms);
        let mut known: FxHashSet<VarId> = FxHashSet::default();
        let (mut values, mut guard) = (Substitution::new(), Vec::new());
        for term in terms {
            match definition(pool, term, &|var| var.index() >= own && !known.contains(&var)) {
                Some((var, value)) => {
                    let value = pool.substitute(value, &values);
                    values.insert(var, value);
                }
                None => guard.push(pool.substitute(term, &values)),
            }
            known.extend(pool.free_vars(term));
        }
        let mut updates = Substitution::new();
        for (var, value) in sorted(&transition.arrival) {
            let value = pool.substitute(value, &values);
            updates.insert(var, value);
        }
        let terms: Vec<Term> = guard.iter().copied().chain(updates.iter().map(|(_, value)| value)).collect();
        let mut unknowns: Vec<VarId> = pool.free_vars_of(&terms).into_iter().filter(|var| var.index() >= own).collect();
        unknowns.sort_unstable();
        Way { formula, guard, updates, unknowns }
    }

    /// The same with unknowns of its own: a way may be taken twice, and chooses anew each time.
    pub fn renamed(&self, pool: &mut TermPool) -> Way {
        let (mut by, mut unknowns) = (Substitution::new(), Vec::new());
        for &unknown in &self.unknowns {
            let other = pool.variant(unknown);
            unknowns.push(other);
            let other = pool.var(other);
            by.insert(unknown, other);
        }
        let guard = self.guard.iter().map(|&term| pool.substitute(term, &by)).collect();
        let mut updates = Substitution::new();
        for (var, value) in sorted(&self.updates) {
            let value = pool.substitute(value, &by);
            updates.insert(var, value);
        }
        Way { formula: self.formula, guard, updates, unknowns }
    }

    /// pre(φ) = ψ ∧ φ[e/x], for a conjunction φ.
    pub fn pre(&self, pool: &mut TermPool, after: &[Term]) -> Vec<Term> {
        let after = after.iter().map(|&term| pool.substitute(term, &self.updates));
        self.guard.iter().copied().chain(after).filter(|&term| term != Term::TRUE).collect()
    }
}

/// In the order of the variables, so that terms are built in the same order every time.
pub fn sorted(by: &Substitution) -> Vec<(VarId, Term)> {
    let mut pairs: Vec<(VarId, Term)> = by.iter().collect();
    pairs.sort_unstable();
    pairs
}
