//! A set of states as decisions about one variable after the other: as large as its diagram, where clauses may be many.

use invar_gcl::boolprog::program::Var;
use invar_solve::bdd::Set;
use rustc_hash::FxHashMap;

use super::query::{Choice, Decision, Diagram, Why};

type Made<T> = Result<T, Why>;

/// More decisions than that say nothing to anybody, nor to a prover.
const MOST_DECISIONS: usize = 20_000;

/// `var` says what a variable of the diagram stands for.
pub(super) fn diagram(set: &Set, var: &dyn Fn(usize) -> Option<Var>) -> Made<Diagram> {
    let mut writing = Writing { var, known: FxHashMap::default(), decisions: Vec::new() };
    let root = writing.choice(set)?;
    Ok(Diagram { decisions: writing.decisions, root })
}

struct Writing<'a> {
    var: &'a dyn Fn(usize) -> Option<Var>,
    known: FxHashMap<Set, usize>,
    decisions: Vec<Decision>,
}

impl Writing<'_> {
    /// As deep as there are variables.
    fn choice(&mut self, set: &Set) -> Made<Choice> {
        if let Some(&known) = self.known.get(set) {
            return Ok(Choice::Decide(known));
        }
        let Some((variable, yes, no)) = set.decision() else {
            return Ok(if set.is_empty() { Choice::None } else { Choice::All });
        };
        let (yes, no) = (self.choice(&yes)?, self.choice(&no)?);
        if self.decisions.len() == MOST_DECISIONS {
            return Err(Why::ManyClauses);
        }
        let var = (self.var)(variable).ok_or(Why::NotClosed)?;
        self.known.insert(set.clone(), self.decisions.len());
        self.decisions.push(Decision { var, yes, no });
        Ok(Choice::Decide(self.decisions.len() - 1))
    }
}
