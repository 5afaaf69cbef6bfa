//! Claims that something exists, said of witnesses.
//!
//! Nobody knows which instances of "there is no such x" a proof needs. A variable that remembers where something was set is one that it
//! probably does.

use invar_logic::{Op, Sort, Substitution, Term, TermPool, VarId};
use num_traits::One;

use super::clause::Clause;
use crate::linear::Linear;

/// `∃ x. φ(x)` as `¬φ(w) ⇒ ∃ x. φ(x)` for each witness w, which says the same; and each `φ(w)`, from which it follows. Other claims
/// stay as they are.
pub fn at_witnesses(pool: &mut TermPool, witnesses: &[VarId], clause: Clause) -> (Clause, Vec<Clause>) {
    let Op::Exists(binder) = pool.op(clause.then).clone() else { return (clause, Vec::new()) };
    let body = pool.args(clause.then)[0];
    let [bound] = binder.vars[..] else { return (clause, Vec::new()) };
    if pool.variable(bound).sort != Sort::INT {
        return (clause, Vec::new());
    }
    let mut instances = Vec::new();
    let mut whole = clause.clone();
    let before = before_index(pool, bound, body);
    for &witness in witnesses {
        for rest in &before {
            let place = pool.var(witness);
            let place = Linear::of(pool, place).minus(rest).term(pool);
            let by: Substitution = [(bound, place)].into_iter().collect();
            let then = pool.substitute(body, &by);
            whole.given.push(pool.not(then));
            instances.push(Clause { then, ..clause.clone() });
        }
    }
    (whole, instances)
}

/// What is added to the bound variable where elements are read, as in `a[p + x]`: the witness is the whole index.
fn before_index(pool: &TermPool, bound: VarId, body: Term) -> Vec<Linear> {
    let mut found: Vec<Linear> = Vec::new();
    for read in pool.postorder(&[body]).into_iter().filter(|&part| *pool.op(part) == Op::Select) {
        let mut rest = Linear::of(pool, pool.args(read)[1]);
        let own = pool.find_var(bound).and_then(|own| rest.terms.remove(&own));
        if own.is_some_and(|factor| factor.is_one()) && !found.contains(&rest) {
            found.push(rest);
        }
    }
    if found.is_empty() {
        found.push(Linear::default());
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_holds_of_a_witness_exists() {
        let mut pool = TermPool::new();
        let [bound, witness] = ["x", "w"].map(|name| pool.new_var(name, Sort::INT));
        let (x, zero) = (pool.var(bound), pool.int(0));
        let positive = pool.lt(zero, x);
        let exists = pool.exists(&[bound], Vec::new(), positive);
        let clause = Clause { skolems: 0, given: Vec::new(), then: exists };
        let (whole, instances) = at_witnesses(&mut pool, &[witness], clause);
        let w = pool.var(witness);
        let at_witness = pool.lt(zero, w);
        assert_eq!(instances.len(), 1);
        assert_eq!(instances[0].then, at_witness);
        assert_eq!(whole.given, [pool.not(at_witness)]);
        assert_eq!(whole.then, exists);
    }
}
