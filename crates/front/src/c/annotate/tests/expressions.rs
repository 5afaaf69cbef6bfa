use super::{Reader, World, assertion, postcondition};

fn check(cases: &[(&str, &str)]) {
    for (text, expected) in cases {
        assert_eq!(assertion(text), *expected, "{text}");
    }
}

#[test]
fn precedence() {
    check(&[
        ("n + g * 2 - 1 == 3", "(((n + (g * 2)) - 1) == 3)"),
        ("n << 1 < g", "((n << 1) < g)"),
        ("(n & 1) == 0", "((n & 1) == 0)"),
        ("n == 1 | g ^ 2 & 3", "((((n == 1) ? 1 : 0) | (g ^ (2 & 3))) != 0)"),
        ("n > 0 && g > 0 || n < 0", "(((n > 0) && (g > 0)) || (n < 0))"),
        ("n > 0 ==> g > 0 ==> n > g", "((n > 0) ==> ((g > 0) ==> (n > g)))"),
        ("n > 0 <==> g > 0 || n == 0", "((n > 0) <==> ((g > 0) || (n == 0)))"),
        ("n > 0 ^^ g > 0", "!((n > 0) <==> (g > 0))"),
        ("!(n > 0) && g > 0", "(!(n > 0) && (g > 0))"),
        ("n > 0 ? g > 0 : g < 0 ? n == 1 : n == 2", "((n > 0) ? (g > 0) : ((g < 0) ? (n == 1) : (n == 2)))"),
        ("-n - -1 == ~g", "((-n - -1) == ~g)"),
        ("n % 2 == n / 2", "((n % 2) == (n / 2))"),
    ]);
}

#[test]
fn chains_of_comparisons() {
    check(&[
        ("0 <= n < g", "((0 <= n) && (n < g))"),
        ("10 >= n > g == 3", "((10 >= n) && (n > g) && (g == 3))"),
        ("n == g == 1", "((n == g) && (g == 1))"),
    ]);
}

#[test]
fn names_of_clauses_are_skipped() {
    check(&[
        ("positive: n > 0", "(n > 0)"),
        ("outer: (inner: n > 0) && g > 0", "((n > 0) && (g > 0))"),
        ("n > 0 ==> then: g > 0", "((n > 0) ==> (g > 0))"),
        ("\"as text\": n > 0", "(n > 0)"),
        ("n > 0 ? n : g", "(((n > 0) ? n : g) != 0)"),
    ]);
}

#[test]
fn constants() {
    check(&[
        ("g == 0x1F + 010 + 0b11 + 7u + 0", "(g == ((((31 + 8) + 3) + 7) + 0))"),
        ("g < 340282366920938463463374607431768211456", "(g < 340282366920938463463374607431768211456)"),
        ("g == 'a' + '\\n'", "(g == (97 + 10))"),
        ("g == RED", "(g == 3)"),
        ("g <= INT_MAX && g >= INT_MIN", "((g <= 2147483647) && (g >= -2147483648))"),
        ("p != NULL && p != \\null", "((p != null) && (p != null))"),
        ("p == ((void*)0) || p == 0", "((p == null) || (p == null))"),
        ("\\true && !\\false", "(true && !false)"),
        ("c == \"text\" \"more\"", "(c == string)"),
        ("d > 1.5", "(d > 1.5)"),
        ("d + 1 > n", "((d + cast[real](1)) > cast[real](n))"),
        ("sizeof(int) == 4 && sizeof(struct node) == 16", "((4 == 4) && (16 == 16))"),
        ("sizeof table == 40 && sizeof(*p) == 16", "((40 == 40) && (16 == 16))"),
    ]);
}

#[test]
fn memory() {
    check(&[
        ("a[n] == *b", "(*(a +p n) == *b)"),
        ("table[n] == m[1][n]", "(table[n] == m[1][n])"),
        ("p->value == p->next->value", "(*p.0 == **p.1.0)"),
        ("s.x == s.z", "(s.0 == s.2.0)"),
        ("s.arr[n] == (*p).value", "(s.3[n] == *p.0)"),
        ("a == &table[n]", "(a == &table[n])"),
        ("a == &b[2]", "(a == (b +p 2))"),
        ("a == table", "(a == &table)"),
        ("*table == table[0]", "(*&table == table[0])"),
        ("a + n < b - 1", "((a +p n) < (b +p -1))"),
        ("b - a == n", "((b -p a) == n)"),
        ("&g == a", "(&g == a)"),
        ("nodes[n].next == p", "(nodes[n].1 == p)"),
        ("*(char *)v == c[0]", "(*cast[char*](v) == *(c +p 0))"),
    ]);
}

#[test]
fn integers_pointers_and_predicates() {
    check(&[
        ("n", "(n != 0)"),
        ("p && n", "((p != null) && (n != 0))"),
        ("!p", "!(p != null)"),
        ("n == (g < 3)", "(n == ((g < 3) ? 1 : 0))"),
        ("(n < 3) == (g < 3)", "((n < 3) <==> (g < 3))"),
        ("(n < 3) != (g < 3)", "!((n < 3) <==> (g < 3))"),
        ("q == 1", "(q == 1)"),
        ("(unsigned char)n == 3", "(cast[unsigned char](n) == 3)"),
        ("(size_t)n > (integer)g", "(cast[unsigned long](n) > g)"),
        ("(unsigned long)n + 1 > 0", "((cast[unsigned long](n) + 1) > 0)"),
    ]);
}

#[test]
fn quantifiers_and_let() {
    check(&[
        (
            "\\forall integer i, j; 0 <= i < j ==> a[i] <= a[j]",
            "(forall integer i, integer j; (((0 <= i) && (i < j)) ==> (*(a +p i) <= *(a +p j))))",
        ),
        (
            "\\exists int i; i == n && \\forall size_t k, struct node *t; k > i",
            "(exists int i; ((i == n) && (forall unsigned long k, node* t; (k > i))))",
        ),
        ("\\let m = n + 1; m > n", "(let m = (n + 1); (m > n))"),
        ("n > 0 ==> \\exists integer i; i > 0 && i < n", "((n > 0) ==> (exists integer i; ((i > 0) && (i < n))))"),
        ("\\forall int *r; r == a ==> *r == 0", "(forall int* r; ((r == a) ==> (*r == 0)))"),
    ]);
}

#[test]
fn states() {
    check(&[
        ("\\at(n, Pre) == \\old(a[0])", "(n@Pre == *(a +p 0)@Pre)"),
        ("\\at(g, again) + \\at(g, LoopEntry) == \\at(g, LoopCurrent)", "((g@label + g@LoopEntry) == g@LoopCurrent)"),
        ("\\at(g, Here) == \\at(g, Init)", "(g == g@Init)"),
        ("\\at(s, Pre).x == 1", "(s.0@Pre == 1)"),
        ("\\at(p, Pre)->value == 1", "(*p@Pre.0 == 1)"),
        ("\\valid{Pre}(a)", "valid(*a)@Pre"),
    ]);
}

/// Parameters mean their values at entry, what they point to means the present.
#[test]
fn parameters_in_ensures() {
    let cases = [
        ("\\result == n", "(result == n@Pre)"),
        ("a[n] == g", "(*(a@Pre +p n@Pre) == g)"),
        ("\\old(a[n]) == \\old(g)", "(*(a +p n)@Pre == g@Pre)"),
        ("p->value == s.x", "(*p@Pre.0 == s.0@Pre)"),
        ("s.arr[g] == 0", "(s.3[g@Post]@Pre == 0)"),
        ("\\forall integer i; s.arr[i] == 0", "(forall integer i; (s.3[i]@Pre == 0))"),
        ("\\at(g, Post) == g", "(g@Post == g)"),
        ("\\fresh(\\old(p)) || \\freeable(p)", "(fresh(p@Pre) || freeable(p@Pre))"),
    ];
    for (text, expected) in cases {
        assert_eq!(postcondition(text), expected, "{text}");
    }
}

#[test]
fn results() {
    let mut reader = Reader::new(World::returning_pair());
    let contract = reader.contract("/*@ ensures \\result.x == \\result.z; ensures \\result.link->value == 0; */");
    reader.expect_silence();
    assert_eq!(reader.show(&contract.ensures), ["(result.0 == result.2.0)", "(*result.4.0 == 0)"]);
}

#[test]
fn builtins() {
    check(&[
        ("\\valid(p) && \\valid_read(a + (0 .. n - 1))", "(valid(*p) && readable(a[0..(n - 1)]))"),
        ("\\valid(&table[0 .. 3])", "valid(&table[0..3])"),
        ("\\valid(&p->value)", "valid(*p.0)"),
        ("\\valid(a + n + (0..2))", "valid((a +p n)[0..2])"),
        ("\\valid(table + (..))", "valid(&table[..])"),
        ("\\valid({a, b})", "valid(*a, *b)"),
        ("\\valid_range(a, 0, n)", "valid(a[0..n])"),
        ("\\valid((char *)v + (0 .. n))", "valid(cast[char*](v)[0..n])"),
        ("\\separated(a + (0..n), b)", "separated(a[0..n], *b)"),
        ("\\separated({a, b}, p)", "(separated(*a, *p) && separated(*b, *p))"),
        ("\\block_length(a) == 4 * n && \\offset(a) == 0", "((block_length(a) == (4 * n)) && (offset(a) == 0))"),
        ("\\base_addr(a) == c", "(base(a) == c)"),
        ("\\max(1, 2) == 2", "(((1 >= 2) ? 1 : 2) == 2)"),
        ("\\min(n, 2) == 2", "((let value = n; ((value <= 2) ? value : 2)) == 2)"),
        ("\\abs(n) == 2", "((let value = n; ((value >= 0) ? value : (0 - value))) == 2)"),
    ]);
}

/// The preprocessor hands the definitions on, and replaces nothing in comments.
#[test]
fn macros() {
    let mut reader = Reader::new(World::new());
    let statements = reader.statements(
        "# 1 \"test.c\"
#define LIMIT (LOW + 10)
#define LOW 5 /* five,
   and not \"six */
#define SELF SELF
#define TWICE(x) (2 * (x))
#define GONE 1
#undef GONE
/*@ assert n < LIMIT; assert n < LOW; */",
    );
    reader.expect_silence();
    let shown: Vec<String> = statements
        .iter()
        .map(|statement| match statement {
            super::Statement::Assert(clause) => super::show::Show(&reader.world).term(&clause.term),
            super::Statement::Ghost { .. } => String::new(),
        })
        .collect();
    assert_eq!(shown, ["(n < (5 + 10))", "(n < 5)"]);
    reader.statements("# 1 \"t.c\"\n#define SELF SELF\n#define GONE 1\n#undef GONE\n/*@ assert n < SELF + GONE; */");
    assert_eq!(reader.said().len(), 1, "{:?}", reader.said());
    assert!(reader.said()[0].contains("5:16 error unknown-name: `SELF`"), "{:?}", reader.said());
}
