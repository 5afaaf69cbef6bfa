use super::show::Show;
use super::{Reader, Statement, World};
use crate::c::hir::spec::Trust;

#[test]
fn a_contract() {
    let mut reader = Reader::new(World::new());
    let contract = reader.contract(
        "/*@ requires \\valid(a + (0 .. n-1)); requires 0 <= n;
           @ assigns a[0 .. n-1], *p, s.x, g;
           @ ensures \\result == 0;
           @*/
         /*@ admit requires g > 0; check ensures g > 1; */",
    );
    reader.expect_silence();
    assert_eq!(reader.show(&contract.requires), ["valid(a[0..(n - 1)])", "(0 <= n)", "(g > 0)"]);
    assert_eq!(reader.show(&contract.ensures), ["(result == 0)", "(g > 1)"]);
    let trusts: Vec<Trust> = contract.requires.iter().chain(&contract.ensures).map(|clause| clause.trust).collect();
    assert_eq!(trusts, [Trust::Assert, Trust::Assert, Trust::Admit, Trust::Assert, Trust::Check]);
    let assigns = contract.assigns.expect("an assigns clause");
    assert_eq!(Show(&reader.world).locations(&assigns), "a[0..(n - 1)], *p, s.0, g");
}

#[test]
fn places() {
    let cases = [
        ("\\nothing", ""),
        ("*(a + (0 .. n-1))", "a[0..(n - 1)]"),
        ("p->value, p->next->value", "*p.0, **p.1.0"),
        ("s.arr[..]", "&s.3[..]"),
        ("s.arr[1 ..]", "&s.3[1..]"),
        ("nodes[0 .. n].value", "&nodes[0..n].0"),
        ("(p + (0 .. n))->next", "p[0..n].1"),
        ("m[1][0 .. 3]", "&m[1][0..3]"),
        ("m[0 .. n][0 .. 3]", "&m[0..n]"),
        ("m[..][..]", "&m[..]"),
        ("table[n]", "table[n]"),
        ("{g, *a}", "g, *a"),
        ("\\union(g, *a)", "g, *a"),
        ("\\empty", ""),
    ];
    for (text, expected) in cases {
        let mut reader = Reader::new(World::new());
        let contract = reader.contract(&format!("/*@ assigns {text}; */"));
        reader.expect_silence();
        let assigns = contract.assigns.expect("an assigns clause");
        assert_eq!(Show(&reader.world).locations(&assigns), expected, "{text}");
    }
}

#[test]
fn no_assigns_clause_is_not_an_empty_one() {
    let mut reader = Reader::new(World::new());
    assert!(reader.contract("/*@ requires n > 0; */").assigns.is_none());
    assert!(reader.contract("/*@ assigns \\nothing; */").assigns.is_some_and(|places| places.is_empty()));
}

#[test]
fn behaviors() {
    let mut reader = Reader::new(World::new());
    let contract = reader.contract(
        "/*@ requires n > 0;
           @ assigns g;
           @ behavior small: assumes n < 10; assumes g == 0; requires g < 5; ensures \\result == 1; assigns \\nothing;
           @ behavior large: assumes n >= 10; ensures \\result == 2;
           @ complete behaviors; disjoint behaviors small, large;
           @*/",
    );
    reader.expect_silence();
    assert_eq!(reader.show(&contract.requires), ["(n > 0)", "(((n < 10) && (g == 0)) ==> (g < 5))"]);
    assert_eq!(
        reader.show(&contract.ensures),
        ["(((n < 10) && (g == 0))@Pre ==> (result == 1))", "((n >= 10)@Pre ==> (result == 2))",]
    );
    let [small] = contract.narrowed.as_slice() else { panic!("{:?}", contract.narrowed) };
    let guard = small.guard.as_ref().map(|guard| Show(&reader.world).term(guard));
    assert_eq!((guard.as_deref(), small.assigns.len()), (Some("((n < 10) && (g == 0))"), 0));
    assert_eq!(
        reader.show(&contract.entry_checks),
        ["(((n < 10) && (g == 0)) || (n >= 10))", "!(((n < 10) && (g == 0)) && (n >= 10))"]
    );
    let spec = reader.loop_spec("/*@ for large: loop invariant n > 3; loop invariant for_all: g > 0; */");
    reader.expect_silence();
    assert_eq!(reader.show(&spec.invariants), ["((n >= 10)@Pre ==> (n > 3))", "(g > 0)"]);
}

#[test]
fn complete_behaviors_assign_what_any_of_them_does() {
    let mut reader = Reader::new(World::new());
    let contract = reader.contract(
        "/*@ behavior some: assumes n > 0; assigns a[0 .. n-1], *p;
           @ behavior none: assumes n <= 0; assigns \\nothing;
           @ complete behaviors some, none; */",
    );
    let assigns = contract.assigns.as_deref().unwrap_or_default();
    assert_eq!(Show(&reader.world).locations(assigns), "a[0..(n - 1)], *p");
    let narrowed: Vec<String> =
        contract.narrowed.iter().map(|part| Show(&reader.world).locations(&part.assigns)).collect();
    assert_eq!(narrowed, ["a[0..(n - 1)], *p", ""]);
    reader.expect_silence();
}

#[test]
fn loops() {
    let mut reader = Reader::new(World::new());
    let spec = reader.loop_spec(
        "/*@ loop invariant 0 <= n; check loop invariant g > 0;
             loop assigns n, a[0 .. g]; loop variant g - n; */
         //@ loop predicate a[j] == 0, j < n;
         //@ loop skolem int j;",
    );
    reader.expect_silence();
    let show = Show(&reader.world);
    assert_eq!(reader.show(&spec.invariants), ["(0 <= n)", "(g > 0)"]);
    assert_eq!(spec.invariants[1].trust, Trust::Check);
    assert_eq!(show.locations(spec.assigns.as_deref().unwrap_or_default()), "n, a[0..g]");
    assert_eq!(spec.variant.as_ref().map(|term| show.term(term)).as_deref(), Some("(g - n)"));
    let predicates: Vec<String> = spec.predicates.iter().map(|term| show.term(term)).collect();
    assert_eq!(predicates, ["(*(a +p j) == 0)", "(j < n)"]);
    assert_eq!(spec.skolems.len(), 1);
}

#[test]
fn statements() {
    let mut reader = Reader::new(World::new());
    let statements = reader.statements(
        "//@ assert n > 0;
         //@ ghost int i = 0; i++;
         //@ ghost { g = i; }
         //@ check n > 1;
         //@ admit name: n > 2;",
    );
    reader.expect_silence();
    let shown: Vec<String> = statements
        .iter()
        .map(|statement| match statement {
            Statement::Assert(clause) => format!("{:?} {}", clause.trust, Show(&reader.world).term(&clause.term)),
            Statement::Ghost { tokens, .. } => format!("ghost {}", tokens.len()),
        })
        .collect();
    assert_eq!(shown, ["Assert (n > 0)", "ghost 8", "ghost 6", "Check (n > 1)", "Admit (n > 2)"]);
}

#[test]
fn clauses_without_effect_are_said() {
    let mut reader = Reader::new(World::new());
    reader.contract("/*@ terminates \\true; decreases n; exits \\false; assigns g \\from n; */");
    let codes: Vec<String> = reader.said();
    assert_eq!(codes.len(), 4, "{codes:?}");
    assert!(codes[0].starts_with("1:5 warning ignored: `terminates`"), "{codes:?}");
    assert!(codes[2].contains("unsupported-annotation: `exits`"), "{codes:?}");
}
