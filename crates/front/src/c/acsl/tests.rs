use invar_base::{SourceMap, Span};
use invar_gcl::{CheckKind, CmdKind, Program};
use invar_logic::{Op, Sort, Term, TermPool, VarId};

use super::{Reader, show};
use crate::c::{Options, read_text};

fn program(text: &str) -> Program {
    let mut sources = SourceMap::default();
    match read_text(&Options::default(), &mut sources, "test.c", text) {
        Ok(reading) => reading.program,
        Err(errors) => panic!("{}", errors[0].message),
    }
}

/// The loop invariants of a program, in order.
fn invariants(program: &Program) -> Vec<Term> {
    let cmds = program.impls.values().flat_map(|body| body.blocks.values()).flat_map(|block| &block.cmds);
    let found = cmds.filter_map(|cmd| match cmd.kind {
        CmdKind::Assert(check, term) if program.checks[check].kind == CheckKind::Invariant => Some(term),
        CmdKind::Assert(..) | CmdKind::Assign(..) | CmdKind::Havoc(_) | CmdKind::Assume(_) | CmdKind::Call { .. } => {
            None
        }
    });
    found.collect()
}

/// Where the loops are.
fn heads(program: &Program) -> impl Iterator<Item = Span> {
    let blocks = program.impls.values().flat_map(|body| body.blocks.values());
    blocks.filter(|block| program.pool.name(block.label).starts_with("head")).map(|block| block.span)
}

/// At the program's only loop.
fn reader(program: &Program) -> Reader<'static> {
    Reader { place: heads(program).next().expect("a loop"), copies: None }
}

fn said(program: &Program, term: Term) -> String {
    let mut pool = TermPool::extend(&program.pool);
    show(program, &mut pool, reader(program), term).unwrap_or_else(|| format!("no words: {}", pool.show(term)))
}

fn function(invariants: &[&str]) -> String {
    let lines: Vec<String> = invariants.iter().map(|text| format!("loop invariant {text};")).collect();
    format!(
        "struct node {{ int key; struct node *next; }};
        int total; int table[10]; struct {{ int rows[4][5]; }} grid;
        void f(int *a, int *b, unsigned n, struct node *list, char *s) {{
          int x = 0; int local[8]; int *p = &x;
          unsigned i = 0;
          local[0] = *p;
          /*@ {} */
          while (i < n) {{ a[i] = 0; total = table[i] + grid.rows[0][1] + list->key + *s + *b; i++; }}
        }}",
        lines.join(" ")
    )
}

/// What is said in the words in which it was written.
#[test]
fn annotations_are_said_as_they_were_written() {
    let texts = [
        "0 <= i <= n",
        "\\forall integer k; 0 <= k < i ==> a[k] == 0",
        "\\forall integer k; 0 <= k < i ==> a[k] <= b[n - k - 1] || a[k] == total",
        "\\exists integer k; 0 <= k < n && a[k] == x",
        "\\forall integer k, l; 0 <= k < l < i ==> a[k] <= a[l]",
        "*b == 3 ==> list->key < 4",
        "table[2] == 2 * i - 1",
        "list->next->key != 7",
        "local[3] < grid.rows[1][2]",
        "s[i + 1] != 0",
        "(i - 1) % 4 == 0",
        "total == \\at(total, Pre)",
        "total < \\at(a[n - 1], Pre)",
        "b == \\null || i == 0",
        "list->next == list ==> b != \\null",
        "i / 2 <= n",
    ];
    let program = program(&function(&texts));
    let found = invariants(&program);
    assert_eq!(found.len(), texts.len());
    let mut wrong = Vec::new();
    for (&term, text) in found.iter().zip(&texts) {
        let said = said(&program, term);
        if said != *text {
            wrong.push(format!("{text}\n    {said}\n    {}", program.pool.show(term)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The text of an invariant, read in the place of the invariant, gives a program whose invariant has the same text.
#[test]
fn texts_mean_the_same_when_they_are_read() {
    let texts = ["!(i < n) || \\forall integer k; !(k >= 0 && !(k > i)) || a[k] + 1 > total && b - a <= 4"];
    let first = program(&function(&texts));
    let once = said(&first, invariants(&first)[0]);
    let second = program(&function(&[&once]));
    assert_eq!(said(&second, invariants(&second)[0]), once);
    assert!(once.contains("i < n ==> ") && once.contains("0 <= k <= i ==> "), "{once}");
}

fn variable(program: &Program, name: &str) -> VarId {
    let locals = program.impls.values().flat_map(|body| body.variables().map(|local| local.var));
    let mut vars = locals.chain(program.globals.iter().map(|global| global.var));
    vars.find(|&var| program.pool.var_name(var) == name).unwrap_or_else(|| panic!("no {name}"))
}

/// Clauses as inference makes them: disjunctions, and bound variables that run over offsets instead of indices.
#[test]
fn inferred_clauses_are_implications_over_indices() {
    let program = program(&function(&["\\forall integer k; 0 <= k < i ==> a[k] == 0"]));
    let mut pool = TermPool::extend(&program.pool);
    let memory = invariants(&program)[0];
    let parts = program.pool.postorder(&[memory]);
    let named = |name: &str| {
        let mut vars = parts.iter().filter(|&&term| matches!(program.pool.op(term), Op::Var(_)));
        *vars.find(|&&term| program.pool.show(term) == name).unwrap_or_else(|| panic!("no {name}"))
    };
    let (object, offset, i) = (named("a@object"), named("a@offset"), named("i"));
    let is_row = |term: &&Term| *pool.op(**term) == Op::Select && pool.args(**term)[1] == object;
    let row = *parts.iter().find(is_row).expect("an access");
    let at = pool.fresh_var("sc", Sort::INT);
    let x = pool.var(at);
    let element = pool.select(row, &[x]);
    let zero = pool.int(0);
    let end = pool.add(offset, i);
    let ten = pool.int(10);
    let parts = [pool.le(offset, x), pool.lt(x, end), pool.lt(i, ten)];
    let mut clause: Vec<Term> = parts.iter().map(|&part| pool.not(part)).collect();
    clause.push(pool.eq(element, zero));
    let clause = pool.or(&clause);
    let all = pool.forall(&[at], Vec::new(), clause);
    let text = show(&program, &mut pool, reader(&program), all);
    assert_eq!(text.as_deref(), Some("\\forall integer sc; 0 <= sc < i < 10 ==> a[sc] == 0"));
}

/// What C has no words for is not said in wrong ones.
#[test]
fn offsets_and_internal_variables_have_no_words() {
    let program = program(&function(&["0 <= i"]));
    let mut pool = TermPool::extend(&program.pool);
    let offset = variable(&program, "a@offset");
    let (offset, zero) = (pool.var(offset), pool.int(0));
    let bounded = pool.le(zero, offset);
    assert_eq!(show(&program, &mut pool, reader(&program), bounded), None);
    let inner = pool.fresh_var("inner", Sort::INT);
    let inner = pool.var(inner);
    let negative = pool.lt(inner, zero);
    assert_eq!(show(&program, &mut pool, reader(&program), negative), None);
}

/// Where the variables of a name can be named: for each of them, in the order of their declarations, the loops at which it
/// has words, counted from 0.
fn named_at(text: &str, name: &str) -> Vec<Vec<usize>> {
    let program = program(text);
    let mut heads: Vec<Span> = heads(&program).collect();
    heads.sort();
    let locals = program.impls.values().flat_map(|body| body.locals.iter().map(|local| local.var));
    let vars = program.globals.iter().map(|global| global.var).chain(locals);
    let mut found = Vec::new();
    for var in vars.filter(|&var| program.pool.var_name(var) == name) {
        let mut pool = TermPool::extend(&program.pool);
        let (term, zero) = (pool.var(var), pool.int(0));
        let term = pool.le(zero, term);
        let mut said = |place: Span| show(&program, &mut pool, Reader { place, copies: None }, term);
        found.push((0..heads.len()).filter(|&at| said(heads[at]).is_some()).collect());
    }
    found
}

#[test]
fn a_variable_has_words_where_it_is_in_scope() {
    let text = "void f(int m) {
      for (int i = 0; i < m; i++) for (int j = 0; j < i; j++) { int inside = j; while (inside > 0) inside--; }
      for (int i = 0; i < m; i++) ;
      if (m > 3) { do m--; while (m > 0); int after = m; }
      for (int i = 0; i < m; i++) ;
    }
    void g(int k) { while (k > 0) k--; }";
    assert_eq!(named_at(text, "i"), [vec![0, 1, 2], vec![3], vec![5]]);
    assert_eq!(named_at(text, "j"), [[1, 2]]);
    assert_eq!(named_at(text, "inside"), [[2]]);
    assert_eq!(named_at(text, "after"), [Vec::<usize>::new()]);
    assert_eq!(named_at(text, "m"), [[0, 1, 2, 3, 4, 5]]);
    assert_eq!(named_at(text, "k"), [[6]]);
}

#[test]
fn a_variable_has_no_words_where_another_has_its_name() {
    let text = "int n, e, t;
    void f(int m) {
      while (m > n) m--;
      { int n = 1; while (m > n) { m--; } { int n = 2; while (m > n) m--; } while (m > n) m--; }
      for (int n = 3; n < m; n++) { extern int n; while (m > n) m--; }
      { enum { e }; typedef int t; while (m > 4) m--; }
      while (m > e + t) m--;
    }
    void g(int n) { while (n > 0) n--; }";
    assert_eq!(named_at(text, "n"), [vec![0, 5, 6, 7], vec![1, 3], vec![2], vec![4], vec![8]]);
    for name in ["e", "t"] {
        assert_eq!(named_at(text, name), [[0, 1, 2, 3, 4, 5, 7, 8]]);
    }
}

#[test]
fn a_global_has_words_behind_its_declaration() {
    let text = "int step(void);
    void f(int m) { while (m > 0) m = step(); }
    void g(int m) { extern int late; while (m > late) m--; }
    int late; int step(void) { return late++; }
    void h(int m) { static int own; while (m > late) own = m--; } ";
    assert_eq!(named_at(text, "late"), [[1, 2]]);
    assert_eq!(named_at(text, "h::own"), [[2]]);
}

/// The value at entry of a parameter that changes is not the parameter; what is indexed at entry is all from then.
#[test]
fn values_at_entry_are_said_as_such() {
    let texts = ["i <= \\at(n, Pre)", "n <= \\at(n, Pre)", "k == \\at(table[k], Pre)", "(s - \\at(s, Pre)) == i"];
    let clauses: Vec<String> = texts.iter().map(|text| format!("loop invariant {text};")).collect();
    let unsaid = "loop invariant k == \\at(table[\\at(i, Here)], Pre);";
    let text = format!(
        "int table[10];
        void f(unsigned n, unsigned k, char *s) {{
          unsigned i = 0; static unsigned own;
          /*@ {} {unsaid} loop invariant own == n; */
          while (n > k) {{ n--; i++; s++; own++; table[i] = *s; }}
        }}",
        clauses.join(" ")
    );
    let program = program(&text);
    let found: Vec<String> = invariants(&program).into_iter().map(|term| said(&program, term)).collect();
    assert_eq!(found[..4], texts);
    assert!(found[4].starts_with("no words"), "{}", found[4]);
    assert_eq!(found[5], "own == n");
}

/// In the loop of an expanded call the variables of this call have words, and those of the caller have none.
#[test]
fn an_expanded_call_has_the_words_of_its_callee() {
    let program = program(
        "int total;
        void callee(int n) { int i = 0; while (i < n) { i++; total++; } }
        void caller(int n) { int i = 0; while (i < n) { i++; callee(i); } }",
    );
    let mut pool = TermPool::extend(&program.pool);
    let bodies: Vec<_> = program.impls.values().collect();
    let own = bodies[0].locals.iter().find(|local| program.pool.var_name(local.var) == "i").expect("a variable").var;
    let callers =
        bodies[1].locals.iter().find(|local| program.pool.var_name(local.var) == "i").expect("a variable").var;
    let copies: Vec<VarId> = (0..2).map(|_| pool.fresh_var("i", Sort::INT)).collect();
    let of_call = [(copies[0], own)].into_iter().collect();
    let place = heads(&program).next().expect("a loop");
    let reader = Reader { place, copies: Some(&of_call) };
    let total = program.globals.iter().find(|global| program.pool.var_name(global.var) == "total").expect("a global");
    let mut said = |var: VarId| {
        let (term, zero) = (pool.var(var), pool.int(0));
        let term = pool.le(zero, term);
        show(&program, &mut pool, reader, term)
    };
    assert_eq!(said(copies[0]).as_deref(), Some("0 <= i"));
    assert_eq!(said(total.var).as_deref(), Some("0 <= total"));
    // Another call, the body as it is on its own, the caller, and the state in which the caller was entered.
    for var in [copies[1], own, callers, total.old] {
        assert_eq!(said(var), None);
    }
}
