//! A solution as ordinary loop invariants: the conjuncts of the template's instance, with triggers.

use invar_logic::{Op, Term};

use super::problem::Problem;
use crate::ground::{Solution, Template};
use crate::infer::results::closed;

/// The conjuncts that say something.
pub fn invariants(problem: &mut Problem<'_>, template: &Template, solution: &Solution) -> Vec<Term> {
    let mut short = solution.clone();
    for (unknown, _) in template.unknowns() {
        short.0[unknown.0] = problem.relations(unknown).reduced(solution.of(unknown));
    }
    let whole = template.instance(&mut problem.pool, &problem.map, &short);
    let pool = &mut problem.pool;
    let (mut found, mut work) = (Vec::new(), vec![whole]);
    while let Some(part) = work.pop() {
        let args = pool.args(part).to_vec();
        match pool.op(part).clone() {
            Op::True => {}
            Op::And => work.extend(args.into_iter().rev()),
            Op::Forall(binder) => {
                let versions = closed(pool, &binder.vars, args[0]);
                found.extend(if versions.is_empty() { vec![part] } else { versions });
            }
            _ => found.push(part),
        }
    }
    found
}
