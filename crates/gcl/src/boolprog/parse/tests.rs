use super::super::print;
use super::parse;
use invar_base::{Id, SourceId};

/// The text as it is printed, or its first error.
fn printed(text: &str) -> Result<String, String> {
    let (tree, diagnostics) = parse(SourceId::from_index(0), text);
    match diagnostics.first() {
        None => Ok(print(&tree)),
        Some(first) => Err(format!("{} at {}", first.message, first.span.map_or(0, |span| span.start))),
    }
}

fn body(statements: &str) -> String {
    format!("void main() begin\n{statements}end\n")
}

#[test]
fn statements_print_as_they_are_written() {
    let text = "decl g, {x > 0};\n\nbool<2> f(a, b) begin\n  enforce !(a & b);\n  decl l;\n  l := choose(a, b);\n  return l, !l;\nend\n\n\
                void main() begin\n  _, g := f(T, *);\nL:\n  while (g) do\n    goto L, M;\n  od;\nM:\n  if (g | {x > 0}) then\n    \
                skip;\n  elsif (!g) then\n    dead g;\n  else\n    g := * constrain 'g => g;\n  fi;\n  assert(g ? T : F);\n  \
                assume(g = {x > 0});\n  f(F, F);\n  return;\nend\n";
    assert_eq!(printed(text).as_deref(), Ok(text));
}

#[test]
fn dialects_are_one_language() {
    let boppo = body("  if x then x:=schoose[0,1]; fi\n  assert(x==y && ~x || y ==> x)\n");
    let bebop = body("  if (x) then\n    x := choose(F, T);\n  fi;\n  assert(x = y & !x | y => x);\n");
    assert_eq!(printed(&boppo), Ok(bebop));
}

#[test]
fn operators_bind_as_documented() {
    let same = |loose: &str, tight: &str| {
        let text = |e: &str| printed(&body(&format!("  assert({e});\n")));
        assert!(text(loose).is_ok(), "{loose}: {:?}", text(loose));
        assert_eq!(text(loose), text(tight), "{loose}");
    };
    same("!a = b & c ^ d | e => f <=> g ? h : i", "(((((((!a) = b) & c) ^ d) | e) => f) <=> g) ? h : i");
    same("a => b => c", "a => (b => c)");
    same("a ? b : c ? d : e", "a ? b : (c ? d : e)");
    same("a & b & c", "a & b & c");
    assert_ne!(printed(&body("assert((a => b) => c);")), printed(&body("assert(a => b => c);")));
}

#[test]
fn errors_stand_where_they_are() {
    let error = |text: &str| printed(text).expect_err("an error");
    assert_eq!(error("decl a"), "expected `;` after the variables, found the end of the file at 6");
    assert_eq!(error("x"), "expected `decl`, `void` or `bool`, found `x` at 0");
    assert_eq!(error("void main() begin a = T; end"), "expected `:=` after the variables, found `=` at 20");
    assert_eq!(error("void main() begin a := f(T), F; end"), "a call stands alone on its side of `:=` at 23");
    assert_eq!(error("void main() begin if T then skip; end"), "this `if` has no `fi` at 18");
    assert_eq!(error("void main() begin assert(2); end"), "expected an expression, found `2` at 25");
    assert_eq!(error("bool<0> main() begin end"), "a number of results is from 1 to 10000 at 5");
    assert_eq!(error("/* open"), "this comment has no end at 0");
    assert_eq!(error("void f() begin skip; void g() begin end"), "expected a statement or `end`, found `void` at 21");
}

#[test]
fn nothing_nests_without_limit() {
    for (open, close) in
        [("(", ")"), ("!", ""), ("a => ", ""), ("a = ", ""), ("a ^ ", ""), ("a <=> ", ""), ("a ? a : ", "")]
    {
        let text = body(&format!("  assert({}a{});\n", open.repeat(100_000), close.repeat(100_000)));
        assert!(printed(&text).expect_err("too deep").contains("levels deep"), "{open}");
    }
    let text = body(&format!("{}{}", "if * then ".repeat(50_000), "fi ".repeat(50_000)));
    assert!(printed(&text).expect_err("too deep").contains("levels deep"));
    // Lists are no nesting.
    let text = body(&format!("  assert(a{});\n{}", " & b".repeat(100_000), "  skip;\n".repeat(100_000)));
    assert_eq!(printed(&text), Ok(text));
}
