//! A set of states as small clauses: the conjunction of the clauses is exactly the set. First clauses of one and of two literals, then
//! for each state that is still wrongly allowed a clause that excludes it and has no literal too many; last, clauses that follow
//! from the others are left out.

use invar_solve::bdd::{Set, Space};

use super::query::Why;

type Made<T> = Result<T, Why>;
/// Variables of the diagrams, each with the value that makes it true.
pub(super) type Clause = Vec<(usize, bool)>;

/// More clauses than that say nothing to anybody.
const MAX_CLAUSES: usize = 2_000;

/// With more variables, clauses of two literals are not tried one by one.
const MAX_PAIRED: usize = 60;

pub(super) fn clauses(space: &Space, set: &Set, variables: &[usize]) -> Made<Vec<Clause>> {
    if set.is_empty() {
        return Ok(vec![Clause::new()]);
    }
    let mut support = Vec::new();
    for &variable in variables {
        if set.exists(&space.variables_of([variable])?)? != *set {
            support.push(variable);
        }
    }
    let mut found = Found { space, set, clauses: Vec::new(), allowed: space.all() };
    found.add_units(&support)?;
    found.add_pairs(&support)?;
    found.add_rest(&support)?;
    found.needed()
}

struct Found<'a> {
    space: &'a Space,
    set: &'a Set,
    clauses: Vec<Clause>,
    /// What satisfies all clauses.
    allowed: Set,
}

impl Found<'_> {
    /// The states that a clause excludes.
    fn excluded(&self, clause: &[(usize, bool)]) -> Made<Set> {
        Ok(self.space.conjunction(clause.iter().map(|(variable, value)| (*variable, !value)))?)
    }

    fn holds(&self, clause: &[(usize, bool)]) -> Made<bool> {
        Ok(self.excluded(clause)?.and(self.set)?.is_empty())
    }

    fn add(&mut self, clause: Clause) -> Made<()> {
        let excluded = self.excluded(&clause)?;
        if excluded.and(&self.allowed)?.is_empty() {
            return Ok(());
        }
        if self.clauses.len() == MAX_CLAUSES {
            return Err(Why::ManyClauses);
        }
        self.allowed = self.allowed.without(&excluded)?;
        self.clauses.push(clause);
        Ok(())
    }

    fn add_units(&mut self, support: &[usize]) -> Made<()> {
        for literal in support.iter().flat_map(|variable| [(*variable, true), (*variable, false)]) {
            if self.holds(&[literal])? {
                self.add(vec![literal])?;
            }
        }
        Ok(())
    }

    fn add_pairs(&mut self, support: &[usize]) -> Made<()> {
        if support.len() > MAX_PAIRED {
            return Ok(());
        }
        for (index, &first) in support.iter().enumerate() {
            for &second in &support[index + 1..] {
                for values in [(true, true), (true, false), (false, true), (false, false)] {
                    let clause = vec![(first, values.0), (second, values.1)];
                    if self.holds(&clause)? {
                        self.add(clause)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn add_rest(&mut self, support: &[usize]) -> Made<()> {
        while let Some(state) = self.allowed.without(self.set)?.pick(|_| false) {
            let mut clause: Clause = support.iter().map(|variable| (*variable, !state[*variable])).collect();
            let mut index = 0;
            while index < clause.len() {
                let literal = clause.remove(index);
                if !self.holds(&clause)? {
                    clause.insert(index, literal);
                    index += 1;
                }
            }
            self.add(clause)?;
        }
        Ok(())
    }

    /// The longest are left out first.
    fn needed(self) -> Made<Vec<Clause>> {
        let mut kept = self.clauses.clone();
        let mut order: Vec<&Clause> = self.clauses.iter().collect();
        order.sort_by_key(|clause| std::cmp::Reverse(clause.len()));
        for clause in order {
            let mut others = self.space.all();
            for other in kept.iter().filter(|other| *other != clause) {
                others = others.without(&self.excluded(other)?)?;
            }
            if others == *self.set {
                kept.retain(|other| other != clause);
            }
        }
        Ok(kept)
    }
}
