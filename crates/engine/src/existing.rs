//! What is assumed on entry of all objects is assumed of those that exist. A condition about all records of a type (`∀ o. o < next ∧ live[o] ∧ … ⇒ φ`)
//! says twice that an object exists: by its number, so that runs know where to look, and by `live`. A proof that walks from record to record would have to
//! maintain both.
//!
//! In: a body. Out: the same body, in which such assumptions of the first block do without the numbers.
//!
//! This loses no state of the program: an object that does not exist yet is not alive, so without `o < next` nothing more is said of it. It is done only
//! where the formula holds for whatever is not alive, and its bound on the number is nothing but a premise.

use invar_gcl::Program;
use invar_logic::{Op, Term, TermPool, VarId};
use rustc_hash::FxHashMap;

use crate::body::{Body, StepKind};

/// Leaves out the bounds on the numbers of objects.
pub fn leave_out_numbers(pool: &mut TermPool, program: &Program, body: &mut Body) {
    let (Some(live), Some(next)) = (program.source.live, program.source.next) else { return };
    let (Some(live), Some(next)) = (pool.find_var(live), pool.find_var(next)) else { return };
    for step in &mut body.blocks[body.entry].steps {
        if let StepKind::Assume(term) = step.kind {
            step.kind = StepKind::Assume(without_numbers(pool, (live, next), term));
        }
    }
}

/// Under conjunctions, and after implications.
fn without_numbers(pool: &mut TermPool, known: (Term, Term), term: Term) -> Term {
    let args = pool.args(term).to_vec();
    match pool.op(term).clone() {
        Op::And => {
            let parts: Vec<Term> = args.iter().map(|&part| without_numbers(pool, known, part)).collect();
            if parts == args { term } else { pool.and(&parts) }
        }
        Op::Implies => {
            let then = without_numbers(pool, known, args[1]);
            if then == args[1] { term } else { pool.implies(args[0], then) }
        }
        Op::Forall(binder) => {
            let unbounded = binder.vars.iter().find_map(|&var| without_number(pool, known, args[0], var));
            unbounded.map_or(term, |body| pool.forall(&binder.vars, binder.triggers.clone(), body))
        }
        _ => term,
    }
}

/// The body without `object < next`, if that is a premise, and `live[object]` another.
fn without_number(pool: &mut TermPool, (live, next): (Term, Term), body: Term, object: VarId) -> Option<Term> {
    let object = pool.find_var(object)?;
    let (bound, exists) = (pool.lt(object, next), pool.select(live, &[object]));
    let parts = pool.postorder(&[body]);
    let is_said = parts.contains(&bound) && parts.contains(&exists);
    if !is_said || with(pool, body, bound, Term::FALSE) != Term::TRUE {
        return None;
    }
    let unbounded = with(pool, body, bound, Term::TRUE);
    (with(pool, unbounded, exists, Term::FALSE) == Term::TRUE).then_some(unbounded)
}

/// The formula in which a part is known to hold, or not to hold.
fn with(pool: &mut TermPool, formula: Term, part: Term, value: Term) -> Term {
    pool.replace(formula, &FxHashMap::from_iter([(part, value)]))
}

#[cfg(test)]
mod tests {
    use invar_logic::Sort;

    use super::*;

    struct Example {
        pool: TermPool,
        known: (Term, Term),
        bound: VarId,
        premises: [Term; 2],
        claim: Term,
    }

    fn example() -> Example {
        let mut pool = TermPool::new();
        let flags = pool.map_sort(&[Sort::INT], Sort::BOOL);
        let vars = [("live", flags), ("next", Sort::INT), ("o", Sort::INT), ("good", flags)];
        let [live, next, bound, good] = vars.map(|(name, sort)| pool.new_var(name, sort));
        let [live, next, object, good] = [live, next, bound, good].map(|var| pool.var(var));
        let premises = [pool.lt(object, next), pool.select(live, &[object])];
        let claim = pool.select(good, &[object]);
        Example { pool, known: (live, next), bound, premises, claim }
    }

    #[test]
    fn numbers_are_left_out_of_what_is_said_of_objects_that_exist() {
        let Example { mut pool, known, bound, premises: [number, exists], claim } = example();
        let inner = pool.implies(exists, claim);
        let body = pool.implies(number, inner);
        let all = pool.forall(&[bound], vec![], body);
        let left = without_numbers(&mut pool, known, all);
        assert_eq!(left, pool.forall(&[bound], vec![], inner));
    }

    #[test]
    fn numbers_stay_where_something_is_said_of_what_does_not_exist() {
        let Example { mut pool, known, bound, premises: [number, exists], claim } = example();
        let body = pool.implies(number, claim);
        let all = pool.forall(&[bound], vec![], body);
        assert_eq!(without_numbers(&mut pool, known, all), all);
        let either = pool.or(&[number, exists, claim]);
        let all = pool.forall(&[bound], vec![], either);
        assert_eq!(without_numbers(&mut pool, known, all), all);
    }
}
