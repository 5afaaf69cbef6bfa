use invar_base::SourceMap;
use invar_gcl::{CheckKind, CmdKind, Program};
use invar_logic::{Op, Sort, Term, TermPool, VarId};
use rustc_hash::FxHashMap;

use super::show;
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

fn said(program: &Program, term: Term) -> String {
    let mut pool = TermPool::extend(&program.pool);
    show(program, &mut pool, &FxHashMap::default(), term).unwrap_or_else(|| format!("no words: {}", pool.show(term)))
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
    let text = show(&program, &mut pool, &FxHashMap::default(), all);
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
    assert_eq!(show(&program, &mut pool, &FxHashMap::default(), bounded), None);
    let inner = pool.fresh_var("inner", Sort::INT);
    let inner = pool.var(inner);
    let negative = pool.lt(inner, zero);
    assert_eq!(show(&program, &mut pool, &FxHashMap::default(), negative), None);
}
