//! Values under names of their own: where a way says `p = a + i`, indices are read as `a + i`, so that equal index terms are equal.
//!
//! In: facts that all hold. Out: what names of values along the way stand for, by the equations among the facts. The variables that the way begins with
//! are no such names: templates speak of them.

use invar_logic::{Op, Sort, Substitution, Term, TermPool, VarId};

/// The values of names, in terms of which none occurs.
pub fn values(pool: &mut TermPool, facts: &[Term]) -> Substitution {
    let mut found: Vec<(VarId, Term)> = Vec::new();
    let mut work: Vec<Term> = facts.iter().rev().copied().collect();
    while let Some(fact) = work.pop() {
        let args = pool.args(fact).to_vec();
        match pool.op(fact) {
            Op::And => work.extend(args.into_iter().rev()),
            Op::Eq if pool.sort_of(args[0]) == Sort::INT => {
                let known: Substitution = found.iter().copied().collect();
                let [a, b] = [args[0], args[1]].map(|side| pool.substitute(side, &known));
                let Some((name, value)) = name_of(pool, a, b).or_else(|| name_of(pool, b, a)) else { continue };
                let by: Substitution = [(name, value)].into_iter().collect();
                for (_, earlier) in &mut found {
                    *earlier = pool.substitute(*earlier, &by);
                }
                found.push((name, value));
            }
            _ => {}
        }
    }
    found.into_iter().collect()
}

/// Is one side a name for the other?
fn name_of(pool: &TermPool, name: Term, value: Term) -> Option<(VarId, Term)> {
    let Op::Var(var) = *pool.op(name) else { return None };
    (pool.root(var) != var && !pool.free_vars(value).contains(&var)).then_some((var, value))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `j' = j + 1` and `p = j'`: both are `j + 1`, and `j` stays.
    #[test]
    fn names_are_read_through() {
        let mut pool = TermPool::new();
        let j = pool.new_var("j", Sort::INT);
        let (later, copy) = (pool.variant(j), pool.variant(j));
        let [start, next, p] = [j, later, copy].map(|var| pool.var(var));
        let one = pool.int(1);
        let sum = pool.add(start, one);
        let (first, second) = (pool.eq(p, next), pool.eq(next, sum));
        let fact = pool.and(&[first, second]);
        let by = values(&mut pool, &[fact]);
        assert_eq!(pool.substitute(p, &by), sum);
        assert_eq!(by.get(j), None);
    }
}
