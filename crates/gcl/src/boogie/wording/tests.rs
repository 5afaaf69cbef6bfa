use std::sync::Arc;

use invar_base::{Id, SourceMap};
use invar_logic::{Sort, TermPool, VarId};

use super::Wording;
use crate::program::{CmdKind, ImplId, Program};

const PROGRAM: &str = "
    type T;
    datatype List { Nil(), Cons(head: int, tail: List) }
    const c: T;
    function f(x: int, t: T): bool;
    function {:bvbuiltin \"bvadd\"} plus(x: bv8, y: bv8): bv8;
    function {:bvbuiltin \"(_ zero_extend 8)\"} longer(x: bv8): bv16;
    function {:builtin \"(_ int2bv 8)\"} bits(x: int): bv8;
    var g: [int]int;
    procedure p(n: int, x: real, l: List, b: bv8, a: [int, bool]T) returns (r: int)
      modifies g;
    {
      assert n - 1 <= -n * 3 + r div 2 - (n - r mod 4);
      assert g[n] == old(g)[n + 1] && g[1 := 2][r] != -7;
      assert (forall i, j: int :: { g[i], g[j] } 0 <= i && i < j ==> g[i] <= g[j] || f(i, c));
      assert (exists n: int, t: T :: { f(n, t) } { f(n + 1, t) } f(n, t) <==> n > r);
      assert x / 2.5 >= real(n) && int(x) == (if n < r then n else r);
      assert l is Cons ==> l->tail == Cons(1, Nil()) || l->head > 0;
      assert plus(b, 7bv8)[4:1] == bits(n)[8:5] && b ++ 3bv2 == 0bv10 && longer(b) != 1bv16;
      assert (lambda k: int :: g[k] + 1)[n] == 0 && a[n, true] == c && !f(n, a[r, false]);
    }";

fn program() -> (Program, Vec<VarId>) {
    let mut sources = SourceMap::default();
    let source = sources.add("test.bpl", PROGRAM);
    let program = crate::boogie::read(source, PROGRAM).expect("the program is well formed").program;
    let body = &program.impls[ImplId::from_index(0)];
    let vars = body.variables().map(|local| local.var).collect();
    (program, vars)
}

/// Every kind of expression, read back from its own text, says the same, which is what the text shows.
#[test]
fn texts_read_back() {
    let (program, vars) = program();
    let wording = Wording::new(&program, &program.pool, &vars);
    let mut pool = TermPool::extend(&program.pool);
    let mut seen = 0;
    for block in program.impls[ImplId::from_index(0)].blocks.values() {
        for cmd in &block.cmds {
            let CmdKind::Assert(_, term) = cmd.kind else { continue };
            let text = wording.show(&pool, term);
            let again = wording.read(&mut pool, &text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(wording.show(&pool, again), text);
            if !text.contains("::") && !text.contains(" - ") {
                assert_eq!(again, term, "{text}");
            }
            seen += 1;
        }
    }
    assert_eq!(seen, 8);
}

#[test]
fn what_does_not_read_is_refused() {
    let (program, vars) = program();
    let wording = Wording::new(&program, &program.pool, &vars);
    let mut pool = TermPool::extend(&program.pool);
    let nested = format!("{}true", "!(".repeat(100_000));
    let cases = [
        ("", "expected an expression"),
        ("n <", "expected an expression"),
        ("n < 1; assume false", "expected"),
        ("n + 1", "must be of type `bool`"),
        ("stranger == 1", "no variable named `stranger`"),
        ("n == x", "must have one type"),
        ("g[true] == 1", "must be of type `int`"),
        ("g[1, 2] == 1", "takes 1 argument(s), 2 given"),
        ("n[1] == 1", "only maps can be indexed"),
        ("f(1)", "takes 2 argument(s), 1 given"),
        ("f(1, 2)", "must be of type `T`"),
        ("unheard(1)", "no function named `unheard`"),
        ("bvadd_0(b, b) == b", "bit-vectors of 0 bits"),
        ("bvadd_99999999(b, b) == b", "bit-vectors of 99999999 bits"),
        ("bvadd_16(b, b) == b", "must be of type `bv16`"),
        ("b[9:1] == b", "are not a range of a `bv8`"),
        ("l->side == 1", "no field named `side`"),
        ("n->head == 1", "has no fields"),
        ("n is Nil", "must be of type `List`"),
        ("old(n) == 1", "no `old` value"),
        ("old(g[1]) == 1", "`old` is of a global variable"),
        ("(forall i: int :: i)", "must be of type `bool`"),
        ("(forall i: Unknown :: true)", "no type named `Unknown`"),
        ("(forall i: int :: { g[n] } g[i] > 0)", "a trigger mentions every bound variable"),
        ("(forall i: int :: { g[i] > 0 } g[i] > 0)", "a trigger contains no formulas"),
        ("(forall<A> i: A :: true)", "type parameters"),
        (nested.as_str(), "nest"),
        ("…", "unexpected character"),
    ];
    for (text, expected) in cases {
        let error = wording.read(&mut pool, text).expect_err(text);
        assert!(error.contains(expected), "{}: {error}", text.chars().take(60).collect::<String>());
    }
}

/// A backslash in front of a name means nothing to a reader, so nothing may depend on it.
#[test]
fn names_with_a_backslash_are_read_back() {
    let mut pool = TermPool::new();
    let vars = [pool.new_var("\\result", Sort::INT), pool.new_var("result", Sort::INT)];
    let terms = vars.map(|var| pool.var(var));
    let term = pool.lt(terms[0], terms[1]);
    let program = Program { pool: Arc::new(pool), ..Program::default() };
    let wording = Wording::new(&program, &program.pool, &vars);
    let text = wording.show(&program.pool, term);
    let mut pool = TermPool::extend(&program.pool);
    assert_eq!(wording.read(&mut pool, &text).ok(), Some(term), "{text}");
}
