use super::show::Show;
use super::{Reader, World};

fn reader(definitions: &str) -> Reader {
    let mut reader = Reader::new(World::new());
    reader.define(definitions);
    reader
}

fn body(reader: &Reader, name: &str) -> String {
    let function = reader.world.logic.functions.iter().map(|(_, function)| function).find(|f| f.name == name);
    let body = function.and_then(|function| function.body.as_ref());
    body.map_or("none".into(), |body| Show(&reader.world).term(body))
}

#[test]
fn predicates_and_functions() {
    let mut reader = reader(
        "/*@ predicate sorted{L}(int *t, integer k) = \\forall integer i; 0 < i < k ==> \\at(t[i-1], L) <= t[i];
             logic integer twice(integer x) = 2 * x;
             predicate positive = g > 0; */
         //@ logic integer fact(integer x) = x <= 0 ? 1 : x * fact(x - 1);",
    );
    let spec = reader.loop_spec(
        "/*@ loop invariant sorted(a, n) && sorted{Pre}(a, n) && sorted{Here}(table, 10);
             loop invariant twice(n) == fact(g) && positive; */",
    );
    reader.expect_silence();
    assert_eq!(
        body(&reader, "sorted"),
        "(forall integer i; (((0 < i) && (i < k)) ==> (*(t +p (i - 1)) <= *(t +p i))))"
    );
    assert_eq!(body(&reader, "fact"), "((x <= 0) ? 1 : (x * fact((x - 1))))");
    assert_eq!(
        reader.show(&spec.invariants),
        [
            "(sorted(a, n) && (let argument = a; (let argument = n; sorted(argument, argument)@Pre)) && \
             sorted(&table, 10))",
            "((twice(n) == fact(g)) && positive())",
        ]
    );
}

#[test]
fn several_labels_are_written_out() {
    let mut reader = reader(
        "/*@ predicate swapped{K, L}(int *t, integer i, integer j) =
               \\at(t[i], K) == \\at(t[j], L) && \\at(g, K) == \\at(g, L); */",
    );
    let contract = reader.contract("/*@ ensures swapped{Pre, Post}(a, 0, n); */");
    reader.expect_silence();
    assert_eq!(
        reader.show(&contract.ensures),
        ["(let t = a@Pre; (let i = 0; (let j = n@Pre; ((*(t +p i)@Pre == *(t +p j)@Post) && (g@Pre == g@Post)))))"]
    );
}

#[test]
fn axiomatic_definitions() {
    let reader = reader(
        "/*@ axiomatic Count {
               logic integer count{L}(int *t, integer k, int x) reads t[0 .. k-1];
               predicate even(integer k);
               axiom none{L}: \\forall int *t, x; count(t, 0, x) == 0;
               lemma some: even(2);
             } */",
    );
    reader.expect_silence();
    assert_eq!(reader.world.logic.functions.len(), 2);
    let reads: Vec<bool> = reader.world.logic.functions.iter().map(|(_, function)| function.reads_memory).collect();
    assert_eq!(reads, [true, false]);
    let lemmas: Vec<(String, bool)> =
        reader.world.logic.lemmas.iter().map(|lemma| (lemma.name.clone(), lemma.is_axiom)).collect();
    assert_eq!(lemmas, [("none".to_string(), true), ("some".to_string(), false)]);
}

#[test]
fn what_is_not_supported_is_said_once_where_it_stands_and_where_it_is_used() {
    let mut reader = reader(
        "/*@ inductive reach{L}(struct node *r, struct node *t) { case base{L}: \\forall struct node *r; reach(r, r); } */
         /*@ axiomatic Lists { type list; logic list nil; logic integer len(list l); axiom e: len(nil) == 0; } */
         /*@ type invariant inv(struct node x) = x.value > 0; */
         /*@ global invariant gi: g > 0; */",
    );
    assert_eq!(reader.said().len(), 4, "{:?}", reader.said());
    assert!(reader.said().iter().all(|line| line.contains("warning unsupported-annotation")), "{:?}", reader.said());
    reader.diagnostics.clear();
    let spec = reader.loop_spec("/*@ loop invariant reach(p, p) && len(nil) == 0 && n > 0; */");
    let shown = reader.show(&spec.invariants);
    assert_eq!(shown, ["(unsupported[`reach`] && (unsupported[`len`] == 0) && (n > 0))"]);
    assert_eq!(reader.said().len(), 2, "{:?}", reader.said());
}

#[test]
fn unsupported_terms() {
    let mut reader = Reader::new(World::new());
    let texts =
        ["\\initialized(a)", "n \\in {1, 2}", "\\sum(0, n, \\lambda integer i; i) == 3", "s == s", "\\at(s, Pre) == s"];
    for text in texts {
        reader.diagnostics.clear();
        let statements = reader.statements(&format!("/*@ assert {text}; */"));
        assert_eq!(statements.len(), 1, "{text}: {:?}", reader.said());
        assert_eq!(reader.said().len(), 1, "{text}: {:?}", reader.said());
        assert!(reader.said()[0].contains("warning unsupported-annotation"), "{text}: {:?}", reader.said());
    }
}
