//! Questions about one concrete state that the evaluator cannot answer: put to the prover, with the values spelled out as
//! equations and the program's facts beside them.

use std::collections::BTreeMap;

use invar_gcl::interp::{Decision, Inputs, State};
use invar_gcl::{ImplId, Program};
use invar_logic::{Sort, Term, TermPool, Value, VarId, lift_lambdas};
use invar_solve::{Answer, Limit, Prover};

use crate::facts::facts;
use crate::provers::{Provers, Quantifiers};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Truth {
    True,
    False,
    /// Neither follows.
    Open,
}

/// The truth of a formula in a state, as far as the state and the program's facts determine it.
pub fn decide_on_state(program: &Program, term: Term, state: &State, provers: &dyn Provers, limit: &Limit) -> Truth {
    let mut pool = TermPool::extend(&program.pool);
    let vars = pool.free_vars(term);
    let known = vars.iter().filter_map(|&var| Some((var, state.values.get(&var)?)));
    let Some(equations) = equations(&mut pool, known) else { return Truth::Open };
    let negated = pool.not(term);
    for (claim, truth) in [(negated, Truth::True), (term, Truth::False)] {
        let mut roots = facts(&mut pool, program);
        roots.extend(&equations);
        roots.push(claim);
        if ask(&mut pool, &roots, provers.session(Quantifiers::Triggers), limit).is_unsat() {
            return truth;
        }
    }
    Truth::Open
}

/// Is there a world in which the program's facts hold with these constants, and in which the sorts have all the elements
/// that the run met? Only a model that was checked counts.
pub fn facts_are_consistent(
    program: &Program,
    impl_id: ImplId,
    inputs: &Inputs,
    decisions: &[Decision],
    provers: &dyn Provers,
    limit: &Limit,
) -> bool {
    let mut pool = TermPool::extend(&program.pool);
    let ins = program.impls[impl_id].ins.iter().map(|local| local.var).zip(&inputs.ins);
    let chosen = decisions.iter().filter_map(|decision| match decision {
        Decision::Value(var, value) => Some((*var, value)),
        Decision::Branch(_) | Decision::Truth(_) => None,
    });
    let mut known: Vec<(VarId, &Value)> = inputs.constants.iter().map(|(&var, value)| (var, value)).collect();
    // A variable may take several values in the run: each stands for itself.
    for (var, value) in inputs.globals.iter().map(|(&var, value)| (var, value)).chain(ins).chain(chosen) {
        let sort = pool.variable(var).sort;
        known.push((pool.fresh_var("met", sort), value));
    }
    let Some(mut roots) = equations(&mut pool, known.into_iter()) else { return false };
    roots.extend(facts(&mut pool, program));
    ask(&mut pool, &roots, provers.session(Quantifiers::Models), limit).is_sat()
}

fn ask(pool: &mut TermPool, roots: &[Term], mut prover: Box<dyn Prover>, limit: &Limit) -> Answer {
    let lifted = lift_lambdas(pool, roots);
    for &formula in lifted.roots.iter().chain(&lifted.axioms) {
        prover.assert(pool, formula);
    }
    prover.check(pool, &[], limit)
}

/// `var = value` for every variable, and that different elements of a sort differ.
fn equations<'a>(pool: &mut TermPool, known: impl Iterator<Item = (VarId, &'a Value)>) -> Option<Vec<Term>> {
    let mut elements: BTreeMap<(Sort, u32), VarId> = BTreeMap::new();
    let mut equations = Vec::new();
    for (var, value) in known {
        let sort = pool.variable(var).sort;
        let value = value.to_term(pool, sort, &mut elements)?;
        let var = pool.var(var);
        equations.push(pool.eq(var, value));
    }
    let mut by_sort: BTreeMap<Sort, Vec<Term>> = BTreeMap::new();
    for ((sort, _), var) in elements {
        let var = pool.var(var);
        by_sort.entry(sort).or_default().push(var);
    }
    equations.extend(by_sort.into_values().map(|elements| pool.distinct(&elements)));
    Some(equations)
}
