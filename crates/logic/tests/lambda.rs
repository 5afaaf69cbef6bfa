//! Lambda lifting: sharing, nesting under binders, and that it keeps values.

use std::collections::BTreeMap;

use invar_logic::lambda::lift_lambdas;
use invar_logic::{Op, Sort, Term, TermPool, Value, VarId, eval};

fn has_lambda(pool: &TermPool, roots: &[Term]) -> bool {
    pool.postorder(roots).iter().any(|&term| matches!(pool.op(term), Op::Lambda(_)))
}

/// `(lambda i :: i + offset)[at]`
fn read_shifted(pool: &mut TermPool, name: &str, offset: Term, at: Term) -> Term {
    let i = pool.new_var(name, Sort::INT);
    let ti = pool.var(i);
    let body = pool.add(ti, offset);
    let lambda = pool.lambda(&[i], body);
    pool.select(lambda, &[at])
}

#[test]
fn instances_share_one_function_and_keep_their_value() {
    let mut pool = TermPool::new();
    let (x, y) = (pool.new_var("x", Sort::INT), pool.new_var("y", Sort::INT));
    let (tx, ty, seven) = (pool.var(x), pool.var(y), pool.int(7));
    let a = read_shifted(&mut pool, "i", tx, seven);
    let b = read_shifted(&mut pool, "j", ty, tx);
    let lifted = lift_lambdas(&mut pool, &[a, b]);
    assert_eq!(lifted.axioms.len(), 1);
    assert!(!has_lambda(&pool, &lifted.roots) && !has_lambda(&pool, &lifted.axioms));
    assert_eq!(pool.show(lifted.roots[0]), "lambda@0(x)[7]");
    assert_eq!(pool.show(lifted.roots[1]), "lambda@0(y)[x]");
    assert_eq!(
        pool.show(lifted.axioms[0]),
        "(forall v@1, v@2 :: {lambda@0(v@1)[v@2]} (lambda@0(v@1)[v@2] == (v@2 + v@1)))"
    );
    let env: BTreeMap<VarId, Value> = [(x, Value::int(1)), (y, Value::int(10))].into();
    for (before, after) in [a, b].into_iter().zip(lifted.roots) {
        assert_eq!(eval(&pool, before, &env, &mut 1000), eval(&pool, after, &env, &mut 1000));
    }
}

#[test]
fn a_lambda_under_binders_takes_the_bound_variables_along() {
    let mut pool = TermPool::new();
    let (i, j, k) = (pool.new_var("i", Sort::INT), pool.new_var("j", Sort::INT), pool.new_var("k", Sort::INT));
    let (ti, tj, tk, three) = (pool.var(i), pool.var(j), pool.var(k), pool.int(3));
    // forall k :: 0 <= k < 3 ==> (lambda i :: (lambda j :: i + j + k)[i])[k] == 3 * k
    let (inner_sum, zero) = (pool.add(ti, tj), pool.int(0));
    let sum = pool.add(inner_sum, tk);
    let inner = pool.lambda(&[j], sum);
    let at_i = pool.select(inner, &[ti]);
    let outer = pool.lambda(&[i], at_i);
    let at_k = pool.select(outer, &[tk]);
    let triple = pool.mul(three, tk);
    let bounds = [pool.le(zero, tk), pool.lt(tk, three)];
    let (guard, equation) = (pool.and(&bounds), pool.eq(at_k, triple));
    let body = pool.implies(guard, equation);
    let formula = pool.forall(&[k], vec![], body);
    let lifted = lift_lambdas(&mut pool, &[formula]);
    assert_eq!(lifted.axioms.len(), 2);
    assert!(!has_lambda(&pool, &lifted.roots) && !has_lambda(&pool, &lifted.axioms));
    let env: BTreeMap<VarId, Value> = BTreeMap::new();
    assert_eq!(eval(&pool, formula, &env, &mut 10_000), Ok(Value::Bool(true)));
    assert_eq!(eval(&pool, lifted.roots[0], &env, &mut 10_000), Ok(Value::Bool(true)));
}

#[test]
fn terms_without_lambdas_stay_as_they_are() {
    let mut pool = TermPool::new();
    let x = pool.new_var("x", Sort::INT);
    let tx = pool.var(x);
    let mut deep = tx;
    for _ in 0..50_000 {
        deep = pool.add(tx, deep);
    }
    let lifted = lift_lambdas(&mut pool, &[deep]);
    assert_eq!((lifted.roots, lifted.axioms), (vec![deep], vec![]));
    assert!(pool.show(deep).contains('…'));
}
