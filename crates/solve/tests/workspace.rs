//! Sessions that share a workspace: each answers as if it were alone.

use invar_logic::{Constructor, DatatypeId, Field, Sort, Term, TermPool, Value};
use invar_solve::z3::Workspace;
use invar_solve::{Answer, Limit, Prover, Reason, SessionOptions, Z3Session};

fn sessions() -> [Z3Session; 2] {
    let workspace = Workspace::new().expect("the pinned Z3 works");
    [(), ()].map(|()| workspace.session(SessionOptions::default()).expect("a session"))
}

fn limit() -> Limit {
    Limit::resources(50_000_000)
}

#[test]
fn assertions_and_models_are_each_sessions_own() {
    let mut pool = TermPool::new();
    let var = pool.new_var("x", Sort::INT);
    let x = pool.var(var);
    let [mut first, mut second] = sessions();
    let (zero, five) = (pool.int(0), pool.int(5));
    let (below, is_five) = (pool.lt(x, zero), pool.eq(x, five));
    first.assert(&pool, below);
    second.assert(&pool, is_five);
    let Answer::Sat(of_first) = first.check(&pool, &[], &limit()) else { panic!("x < 0 can be") };
    let Answer::Sat(of_second) = second.check(&pool, &[], &limit()) else { panic!("x == 5 can be") };
    drop(second);
    assert_eq!(of_first.holds(&pool, below), Some(true));
    assert_eq!(of_second.value(&pool, x), Some(Value::int(5)));
    first.assert(&pool, is_five);
    assert!(first.check(&pool, &[], &limit()).is_unsat());
}

/// A datatype `T` with two constructors, the second of which has one field.
fn datatype(pool: &mut TermPool, field: Sort) -> (DatatypeId, Term) {
    let (id, sort) = pool.declare_datatype("T");
    let [none, some, part] = ["none", "some", "part"].map(|name| pool.intern(name));
    let fields = vec![Field { name: part, sort: field }];
    pool.define_datatype(id, vec![Constructor { name: none, fields: Vec::new() }, Constructor { name: some, fields }]);
    let var = pool.new_var("t", sort);
    (id, pool.var(var))
}

#[test]
fn datatypes_of_one_name_may_differ() {
    let [mut first, mut second] = sessions();
    let (mut of_ints, mut of_bools) = (TermPool::new(), TermPool::new());
    let (ints, t) = datatype(&mut of_ints, Sort::INT);
    let (bools, u) = datatype(&mut of_bools, Sort::BOOL);
    for _ in 0..2 {
        let (is_some, part, seven) = (of_ints.is(ints, 1, t), of_ints.project(ints, 1, 0, t), of_ints.int(7));
        let is_seven = of_ints.eq(part, seven);
        first.assert(&of_ints, is_some);
        first.assert(&of_ints, is_seven);
        let is_true = of_bools.project(bools, 1, 0, u);
        let is_some = of_bools.is(bools, 1, u);
        second.assert(&of_bools, is_some);
        second.assert(&of_bools, is_true);
        let Answer::Sat(model) = first.check(&of_ints, &[], &limit()) else { panic!("some(7) can be") };
        let seven = Value::Data { datatype: ints, constructor: 1, fields: vec![Value::int(7)] };
        assert_eq!(model.value(&of_ints, t), Some(seven));
        let is_none = of_bools.is(bools, 0, u);
        assert!(second.check(&of_bools, &[], &limit()).is_sat());
        assert!(second.check(&of_bools, &[is_none], &limit()).is_unsat());
    }
}

#[test]
fn nobody_pays_for_another_session() {
    let [mut first, mut second] = sessions();
    let mut pool = TermPool::new();
    let rows: Vec<Vec<Term>> = (0..=12).map(|_| (0..12).map(|_| fresh(&mut pool)).collect()).collect();
    for row in &rows {
        let some = pool.or(row);
        first.assert(&pool, some);
    }
    for column in 0..12 {
        for (number, row) in rows.iter().enumerate() {
            for other in &rows[number + 1..] {
                let both = pool.and(&[row[column], other[column]]);
                let not_both = pool.not(both);
                first.assert(&pool, not_both);
            }
        }
    }
    let answer = first.check(&pool, &[], &Limit::resources(100_000));
    assert!(matches!(answer, Answer::Unknown { reason: Reason::ResourceLimit, .. }), "{answer:?}");
    let easy = fresh(&mut pool);
    second.assert(&pool, easy);
    assert!(second.check(&pool, &[], &Limit::resources(100_000)).is_sat());
    assert!(first.statistics().resources >= 100_000, "{}", first.statistics().resources);
    assert!(second.statistics().resources < 10_000, "{}", second.statistics().resources);
}

fn fresh(pool: &mut TermPool) -> Term {
    let var = pool.fresh_var("b", Sort::BOOL);
    pool.var(var)
}
