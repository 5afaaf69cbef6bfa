//! What holds in every state of a program: its axioms and the distinctness of its unique constants.

use std::collections::BTreeMap;

use invar_gcl::Program;
use invar_logic::{Sort, Term, TermPool};

pub fn facts(pool: &mut TermPool, program: &Program) -> Vec<Term> {
    let mut facts: Vec<Term> = program.axioms.iter().map(|axiom| axiom.term).collect();
    let mut unique: BTreeMap<Sort, Vec<Term>> = BTreeMap::new();
    for constant in program.constants.iter().filter(|constant| constant.unique) {
        let term = pool.var(constant.var);
        unique.entry(pool.sort_of(term)).or_default().push(term);
    }
    facts.extend(unique.into_values().map(|constants| pool.distinct(&constants)));
    facts.retain(|&fact| fact != Term::TRUE);
    facts
}
