//! The evaluator and values on small examples: each test names one rule.

use std::collections::BTreeMap;

use invar_logic::{
    BvOp, Cardinality, Constructor, Definition, EvalError, Field, MapValue, Op, Sort, Term, TermPool, Value, VarId,
    eval,
};

type Env = BTreeMap<VarId, Value>;

fn value(pool: &TermPool, term: Term, env: &Env) -> Result<Value, EvalError> {
    eval(pool, term, env, &mut 100_000)
}

fn int(value: i64) -> Value {
    Value::int(value)
}

#[test]
fn division_is_smt_libs() {
    let mut pool = TermPool::new();
    for (a, b, quotient, remainder) in [(7, 2, 3, 1), (-7, 2, -4, 1), (7, -2, -3, 1), (-7, -2, 4, 1), (6, -3, -2, 0)] {
        let (a, b) = (pool.int(a), pool.int(b));
        let (div, rem) = (pool.mk(Op::Div, &[a, b]), pool.mk(Op::Mod, &[a, b]));
        assert_eq!(value(&pool, div, &Env::new()), Ok(int(quotient)));
        assert_eq!(value(&pool, rem, &Env::new()), Ok(int(remainder)));
    }
    let (one, zero) = (pool.int(1), pool.int(0));
    let div = pool.mk(Op::Div, &[one, zero]);
    assert_eq!(value(&pool, div, &Env::new()), Err(EvalError::DivisionByZero));
}

#[test]
fn an_argument_without_value_does_not_matter_when_another_decides() {
    let mut pool = TermPool::new();
    let x = pool.new_var("x", Sort::BOOL);
    let y = pool.new_var("y", Sort::BOOL);
    let (tx, ty) = (pool.var(x), pool.var(y));
    let env: Env = [(y, Value::Bool(false))].into();
    let not_y = pool.not(ty);
    let cases = [
        (pool.and(&[tx, ty]), Ok(Value::Bool(false))),
        (pool.or(&[tx, ty]), Err(EvalError::Unbound(x))),
        (pool.or(&[tx, not_y]), Ok(Value::Bool(true))),
        (pool.implies(ty, tx), Ok(Value::Bool(true))),
        (pool.implies(tx, not_y), Ok(Value::Bool(true))),
        (pool.implies(tx, ty), Err(EvalError::Unbound(x))),
        (pool.ite(ty, tx, ty), Ok(Value::Bool(false))),
    ];
    for (term, expected) in cases {
        assert_eq!(value(&pool, term, &env), expected);
    }
}

#[test]
fn bounded_quantifiers_are_enumerated_and_others_undecided() {
    let mut pool = TermPool::new();
    let (i, j, n) = (pool.new_var("i", Sort::INT), pool.new_var("j", Sort::INT), pool.new_var("n", Sort::INT));
    let map_sort = pool.map_sort(&[Sort::INT], Sort::INT);
    let a = pool.new_var("a", map_sort);
    let (ti, tj, tn, ta) = (pool.var(i), pool.var(j), pool.var(n), pool.var(a));
    let zero = pool.int(0);
    let sorted = {
        let guards = [pool.le(zero, ti), pool.lt(ti, tj), pool.lt(tj, tn)];
        let guard = pool.and(&guards);
        let (x, y) = (pool.select(ta, &[ti]), pool.select(ta, &[tj]));
        let le = pool.le(x, y);
        let body = pool.implies(guard, le);
        pool.forall(&[i, j], vec![], body)
    };
    let mut map = MapValue::constant(int(0));
    for (index, element) in [1, 3, 5, 4].into_iter().enumerate() {
        map.insert(vec![int(index as i64)], int(element));
    }
    let env = |n_value: i64| -> Env { [(n, int(n_value)), (a, Value::map(map.clone()))].into() };
    assert_eq!(value(&pool, sorted, &env(3)), Ok(Value::Bool(true)));
    assert_eq!(value(&pool, sorted, &env(4)), Ok(Value::Bool(false)));
    let unbounded = {
        let body = pool.le(ti, tn);
        pool.forall(&[i], vec![], body)
    };
    assert_eq!(value(&pool, unbounded, &env(3)), Err(EvalError::UndecidedQuantifier(unbounded, vec![])));
    let root = {
        // exists i :: 0 <= i <= n && i * i == n, spelled with the bounds turned round
        let square = pool.mul(ti, ti);
        let parts = [pool.ge(ti, zero), pool.ge(tn, ti), pool.eq(square, tn)];
        let body = pool.and(&parts);
        pool.exists(&[i], vec![], body)
    };
    assert_eq!(value(&pool, root, &env(49)), Ok(Value::Bool(true)));
    assert_eq!(value(&pool, root, &env(50)), Ok(Value::Bool(false)));
}

#[test]
fn a_nested_undecided_quantifier_comes_with_its_bindings() {
    let mut pool = TermPool::new();
    let (i, j) = (pool.new_var("i", Sort::INT), pool.new_var("j", Sort::INT));
    let (ti, tj) = (pool.var(i), pool.var(j));
    let inner = {
        let body = pool.lt(ti, tj);
        pool.exists(&[j], vec![], body)
    };
    let two = pool.int(2);
    let guard = pool.eq(ti, two);
    let body = pool.implies(guard, inner);
    let outer = pool.forall(&[i], vec![], body);
    assert_eq!(value(&pool, outer, &Env::new()), Err(EvalError::UndecidedQuantifier(inner, vec![(i, int(2))])));
}

#[test]
fn quantifiers_over_booleans_bit_vectors_and_finite_datatypes() {
    let mut pool = TermPool::new();
    let bv3 = pool.bitvec_sort(3);
    let (color_id, color) = pool.declare_datatype("Color");
    let names = ["Red", "Green", "Blue"].map(|name| pool.intern(name));
    pool.define_datatype(color_id, names.map(|name| Constructor { name, fields: vec![] }).to_vec());
    let (b, v, c) = (pool.new_var("b", Sort::BOOL), pool.new_var("v", bv3), pool.new_var("c", color));
    let (tb, tv, tc) = (pool.var(b), pool.var(v), pool.var(c));
    let not_b = pool.not(tb);
    let excluded_middle = pool.mk(Op::Or, &[tb, not_b]);
    let all_b = pool.forall(&[b], vec![], excluded_middle);
    assert_eq!(value(&pool, all_b, &Env::new()), Ok(Value::Bool(true)));
    let one = pool.bitvec(1, 3);
    let successor = pool.mk(Op::Bv(BvOp::Add), &[tv, one]);
    let grows = pool.mk(Op::Bv(BvOp::Ult), &[tv, successor]);
    let all_v = pool.forall(&[v], vec![], grows);
    assert_eq!(value(&pool, all_v, &Env::new()), Ok(Value::Bool(false)), "7 + 1 wraps");
    let (red, blue) = (pool.is(color_id, 0, tc), pool.is(color_id, 2, tc));
    let both = pool.or(&[red, blue]);
    let all_c = pool.forall(&[c], vec![], both);
    assert_eq!(value(&pool, all_c, &Env::new()), Ok(Value::Bool(false)));
    assert_eq!(pool.cardinality(color), Cardinality::Finite(3));
}

#[test]
fn defined_functions_run_their_bodies_to_any_depth() {
    let mut pool = TermPool::new();
    let n = pool.new_var("n", Sort::INT);
    let sum = pool.new_function("sum", &[Sort::INT], Sort::INT);
    let (tn, zero, one) = (pool.var(n), pool.int(0), pool.int(1));
    let done = pool.le(tn, zero);
    let before = pool.sub(tn, one);
    let rest = pool.app(sum, &[before]);
    let total = pool.add(tn, rest);
    let body = pool.ite(done, zero, total);
    pool.define_function(sum, Definition { params: vec![n], body });
    let argument = pool.int(5000);
    let call = pool.app(sum, &[argument]);
    assert_eq!(value(&pool, call, &Env::new()), Ok(int(5000 * 5001 / 2)));
    assert_eq!(eval(&pool, call, &Env::new(), &mut 1000), Err(EvalError::OutOfSteps));
    let f = pool.new_function("f", &[Sort::INT], Sort::INT);
    let call = pool.app(f, &[argument]);
    assert_eq!(value(&pool, call, &Env::new()), Err(EvalError::Uninterpreted(f)));
}

#[test]
fn lambdas_keep_the_values_of_their_free_variables() {
    let mut pool = TermPool::new();
    let (i, k) = (pool.new_var("i", Sort::INT), pool.new_var("k", Sort::INT));
    let (ti, tk, three) = (pool.var(i), pool.var(k), pool.int(3));
    let sum = pool.add(ti, tk);
    let lambda = pool.lambda(&[i], sum);
    let env: Env = [(k, int(10))].into();
    let map = value(&pool, lambda, &env).expect("a lambda has a value");
    let m = pool.new_var("m", pool.sort_of(lambda));
    let tm = pool.var(m);
    let read = pool.select(tm, &[three]);
    let later: Env = [(m, map), (k, int(99)), (i, int(50))].into();
    assert_eq!(value(&pool, read, &later), Ok(int(13)));
    let stored = pool.store(tm, &[three], tk);
    let other = pool.int(4);
    let (at_3, at_4) = (pool.select(stored, &[three]), pool.mk(Op::Select, &[stored, other]));
    assert_eq!(value(&pool, at_3, &later), Ok(int(99)));
    assert_eq!(value(&pool, at_4, &later), Ok(int(14)));
}

#[test]
fn deep_terms_do_not_overflow_the_stack() {
    let mut pool = TermPool::new();
    let x = pool.new_var("x", Sort::INT);
    let tx = pool.var(x);
    let mut term = tx;
    for _ in 0..200_000 {
        term = pool.add(tx, term);
    }
    let env: Env = [(x, int(1))].into();
    assert_eq!(eval(&pool, term, &env, &mut 10_000_000), Ok(int(200_001)));
}

#[test]
fn equality_of_maps_knows_the_size_of_their_domain() {
    let mut pool = TermPool::new();
    let from_bool = pool.map_sort(&[Sort::BOOL], Sort::INT);
    let from_int = pool.map_sort(&[Sort::INT], Sort::INT);
    let object = pool.uninterpreted_sort("ref");
    let from_object = pool.map_sort(&[object], Sort::INT);
    let full = |default: i64| {
        let mut map = MapValue::constant(int(default));
        map.insert(vec![Value::Bool(false)], int(1));
        map.insert(vec![Value::Bool(true)], int(2));
        Value::map(map)
    };
    assert_eq!(full(3).equal(&full(4), &pool, from_bool), Some(true), "both indices are listed");
    let constant = |value: i64| Value::map(MapValue::constant(int(value)));
    assert_eq!(constant(1).equal(&constant(2), &pool, from_bool), Some(false));
    assert_eq!(constant(1).equal(&constant(2), &pool, from_int), Some(false));
    let at = |index: Value, value: i64, default: i64| {
        let mut map = MapValue::constant(int(default));
        map.insert(vec![index], int(value));
        Value::map(map)
    };
    let element = Value::Element { sort: object, index: 0 };
    let (a, b) = (at(element.clone(), 1, 2), at(element, 1, 3));
    assert_eq!(a.equal(&b, &pool, from_object), None, "is there a second reference?");
    let unknown = Value::map(MapValue::unknown());
    assert_eq!(unknown.equal(&unknown, &pool, from_int), None);
    assert_eq!(full(1).equal(&full(1), &pool, from_bool), Some(true));
}

#[test]
fn values_print_as_people_write_them_and_become_terms_again() {
    let mut pool = TermPool::new();
    let (list_id, list) = pool.declare_datatype("List");
    let (nil, cons, head, tail) = (pool.intern("Nil"), pool.intern("Cons"), pool.intern("head"), pool.intern("tail"));
    let fields = vec![Field { name: head, sort: Sort::INT }, Field { name: tail, sort: list }];
    pool.define_datatype(list_id, vec![Constructor { name: nil, fields: vec![] }, Constructor { name: cons, fields }]);
    assert_eq!(pool.cardinality(list), Cardinality::Infinite);
    let empty = Value::default_of(&pool, list).expect("Nil needs nothing");
    let one = Value::Data { datatype: list_id, constructor: 1, fields: vec![int(1), empty] };
    assert_eq!(one.display(&pool).to_string(), "Cons(1, Nil())");
    let mut map = MapValue::constant(int(1));
    map.insert(vec![int(0)], int(3));
    map.insert(vec![int(-2)], int(4));
    map.insert(vec![int(7)], int(1));
    let map = Value::map(map);
    assert_eq!(map.display(&pool).to_string(), "{-2 -> 4, 0 -> 3, else -> 1}");
    let object = pool.uninterpreted_sort("ref");
    assert_eq!(Value::Element { sort: object, index: 2 }.display(&pool).to_string(), "ref#2");
    assert_eq!(Value::BitVec { value: 5.into(), width: 8 }.display(&pool).to_string(), "5bv8");
    let map_sort = pool.map_sort(&[Sort::INT], Sort::INT);
    for (original, sort) in [(map, map_sort), (one, list)] {
        let term = original.to_term(&mut pool, sort, &mut BTreeMap::new()).expect("fully known");
        assert_eq!(value(&pool, term, &Env::new()), Ok(original));
    }
}
