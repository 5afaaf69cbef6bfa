//! Indices with products: which of them are places in rows, and what becomes of them.

use std::collections::BTreeMap;

use invar_base::SourceMap;
use invar_engine::task::Task;
use invar_gcl::Program;
use invar_logic::{Op, Value, VarId, eval};

const TABLE: &str = "
    procedure main(n: int, m: int) {
        var a: [int]int;
        var i, j: int;
        i := 0;
        while (i < n) {
            j := 0;
            while (j < m) { a[i * m + j] := 7; j := j + 1; }
            i := i + 1;
        }
        assert a[0] == 7;
    }";

fn program(text: &str) -> Program {
    let mut sources = SourceMap::default();
    let source = sources.add("test.bpl", text.to_string());
    invar_gcl::boogie::read(source, sources.text(source)).expect("the program is well formed").program
}

fn task(program: &Program) -> Task<'_> {
    let body = program.impls.ids().next().expect("there is a body");
    Task::at_leisure(program, body).unwrap_or_else(|why| panic!("the body is small: {why:?}"))
}

/// The indices of the body's reads and stores.
fn indices(task: &Task<'_>) -> Vec<String> {
    let steps = task.body.blocks.values().flat_map(|block| &block.steps);
    let terms: Vec<_> = steps.filter_map(|step| step.term()).collect();
    let pool = &task.pool;
    let accesses = pool.postorder(&terms).into_iter().filter(|&part| matches!(pool.op(part), Op::Select | Op::Store));
    accesses.map(|part| pool.show(pool.args(part)[1]).to_string()).collect()
}

#[test]
fn products_with_what_no_loop_changes_are_rows() {
    let program = program(TABLE);
    let mut found = indices(&task(&program));
    found.sort();
    assert_eq!(found, ["place(0, 0, m, 0)", "place(0, i, m, j)"]);
}

#[test]
fn arrays_of_tables_have_rows_of_rows() {
    let program = program(&TABLE.replace("i * m + j", "i * (n * m) + j * m + 1"));
    let found = indices(&task(&program));
    assert!(found.contains(&"place(0, place(0, i, n, j), m, 1)".to_string()), "{found:?}");
}

#[test]
fn indices_that_have_a_name_are_read_as_what_they_were_computed_as() {
    let named = "t := i * m + j; havoc x; a[t] := x;";
    let text = TABLE.replace("a[i * m + j] := 7;", named).replace("var i, j: int;", "var i, j, t, x: int;");
    let found = indices(&task(&program(&text)));
    assert!(found.contains(&"place(0, i, m, j)".to_string()), "{found:?}");
    let moved = program(&text.replace("havoc x;", "havoc x; j := j + 1;"));
    let found = indices(&task(&moved));
    assert!(found.contains(&"t".to_string()), "{found:?}");
}

#[test]
fn other_indices_stay_as_they_are() {
    for index in ["2 * i + j", "i * j", "i + j"] {
        let program = program(&TABLE.replace("i * m + j", index));
        assert!(task(&program).rows.is_none(), "{index}");
    }
}

/// What people read is the sum that stood there, and runs compute the same.
#[test]
fn places_are_sums() {
    let program = program(TABLE);
    let task = task(&program);
    let rows = task.rows.as_ref().expect("there are rows");
    let mut pool = task.pool.clone();
    let [base, row, length, rest] = [2, 3, 10, 4].map(|value| pool.int(value));
    let place = pool.mk(Op::App(rows.place), &[base, row, length, rest]);
    let plain = rows.plain(&mut pool, place);
    let nothing: BTreeMap<VarId, Value> = BTreeMap::new();
    for term in [place, plain] {
        assert_eq!(eval(&pool, term, &nothing, &mut 100), Ok(Value::int(36)), "{}", pool.show(term));
    }
}
