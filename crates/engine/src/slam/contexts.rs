//! Predicates belong to procedures (BMMR01 §4.5.1): what is asked about a variable of one expanded call is asked about the same variable of all calls of that
//! procedure. In: a predicate about some call. Out: the same about the others.

use std::collections::BTreeMap;

use invar_logic::{Substitution, Term, TermPool, VarId};
use rustc_hash::FxHashMap;

use crate::body::{Body, Copied};

/// With more calls, a predicate stays where it was found.
const MOST_CALLS: usize = 12;

pub struct Contexts {
    copies: FxHashMap<VarId, Copied>,
    /// For each variable of a procedure, its copies by call.
    by_own: FxHashMap<VarId, BTreeMap<u32, VarId>>,
}

impl Contexts {
    pub fn new(body: &Body) -> Contexts {
        let mut by_own: FxHashMap<VarId, BTreeMap<u32, VarId>> = FxHashMap::default();
        for (&var, copied) in &body.copies {
            by_own.entry(copied.own).or_default().insert(copied.call, var);
        }
        Contexts { copies: body.copies.clone(), by_own }
    }

    /// The predicate, and what it says of other calls.
    pub fn everywhere(&self, pool: &mut TermPool, predicate: Term) -> Vec<Term> {
        let copied: Vec<(VarId, Copied)> =
            pool.free_vars(predicate).into_iter().filter_map(|var| Some((var, *self.copies.get(&var)?))).collect();
        let mut found = vec![predicate];
        let Some((_, first)) = copied.first() else { return found };
        let calls = &self.by_own[&first.own];
        if copied.iter().any(|(_, other)| other.call != first.call) || calls.len() > MOST_CALLS {
            return found;
        }
        for call in calls.keys().filter(|call| **call != first.call) {
            let there = |(var, copied): &(VarId, Copied)| Some((*var, *self.by_own.get(&copied.own)?.get(call)?));
            let Some(pairs) = copied.iter().map(there).collect::<Option<Vec<_>>>() else { continue };
            let by: Substitution = pairs.into_iter().map(|(var, other)| (var, pool.var(other))).collect();
            found.push(pool.substitute(predicate, &by));
        }
        found
    }
}
