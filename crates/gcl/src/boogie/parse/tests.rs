//! Precedence, positions, recovery and pathological inputs.

use super::super::ast::*;
use super::parse;
use invar_base::{Diagnostic, Id, SourceId};

fn program(text: &str) -> Program {
    let (program, diagnostics) = parse(SourceId::from_index(0), text);
    assert_eq!(diagnostics, vec![], "{text}");
    program
}

fn diagnostics(text: &str) -> Vec<Diagnostic> {
    parse(SourceId::from_index(0), text).1
}

/// Each error as its message and the text it is placed at.
fn errors(text: &str) -> Vec<(String, &str)> {
    let place = |d: &Diagnostic| d.span.map_or("", |span| &text[span.start as usize..span.end as usize]);
    diagnostics(text).iter().map(|d| (d.message.clone(), place(d))).collect()
}

fn error(text: &str) -> (String, &str) {
    let mut errors = errors(text);
    assert_eq!(errors.len(), 1, "{text}: {errors:?}");
    errors.remove(0)
}

fn axiom(text: &str) -> Expr {
    match program(&format!("axiom {text};")).decls.remove(0).kind {
        DeclKind::Axiom(expr) => expr,
        other => panic!("{other:?}"),
    }
}

fn axiom_error(text: &str) -> String {
    error(&format!("axiom {text};")).0
}

fn body(text: &str) -> Block {
    match program(&format!("procedure P() {{ {text} }}")).decls.remove(0).kind {
        DeclKind::Procedure(Procedure { body: Some(body), .. }) => body,
        other => panic!("{other:?}"),
    }
}

/// The expression with all its parentheses; enough for operators.
fn show(expr: &Expr) -> String {
    let list = |exprs: &[Expr], by: &str| exprs.iter().map(show).collect::<Vec<_>>().join(by);
    match &expr.kind {
        ExprKind::Name(name) => name.clone(),
        ExprKind::Int(digits) | ExprKind::Real(digits) => digits.clone(),
        ExprKind::Bool(value) => value.to_string(),
        ExprKind::BitVector { value, width } => format!("{value}bv{width}"),
        ExprKind::Unary { op, arg } => format!("{op:?}({})", show(arg)),
        ExprKind::Binary { op, left, right } => format!("({} {op:?} {})", show(left), show(right)),
        ExprKind::Chain { op, args } => format!("({})", list(args, &format!(" {op:?} "))),
        ExprKind::Apply { function, args } => format!("{}({})", function.name, list(args, ", ")),
        ExprKind::Select { map, indices } => format!("{}[{}]", show(map), list(indices, ", ")),
        ExprKind::Store { map, indices, value } => {
            format!("{}[{} := {}]", show(map), list(indices, ", "), show(value))
        }
        ExprKind::Extract { arg, high, low } => format!("{}[{high}:{low}]", show(arg)),
        ExprKind::Field { arg, field } => format!("{}->{}", show(arg), field.name),
        ExprKind::FieldUpdate { arg, field, value } => format!("{}->({} := {})", show(arg), field.name, show(value)),
        ExprKind::Is { arg, constructor } => format!("({} is {})", show(arg), constructor.name),
        ExprKind::Old(arg) => format!("old({})", show(arg)),
        ExprKind::ToInt(arg) => format!("int({})", show(arg)),
        ExprKind::ToReal(arg) => format!("real({})", show(arg)),
        ExprKind::Coerce { arg, .. } => format!("({}: T)", show(arg)),
        ExprKind::If { cond, then, otherwise } => {
            format!("(if {} then {} else {})", show(cond), show(then), show(otherwise))
        }
        ExprKind::Quantifier(q) => format!("({:?} {})", q.kind, show(&q.body)),
        ExprKind::Let(bound) => format!("(let {} in {})", list(&bound.values, ", "), show(&bound.body)),
        ExprKind::Code(_) => "code".to_string(),
        ExprKind::Error => "error".to_string(),
    }
}

fn shows(text: &str, expected: &str) {
    assert_eq!(show(&axiom(text)), expected, "{text}");
}

// ----- precedence -----

#[test]
fn operators_bind_as_in_boogie() {
    shows(
        "a <==> b ==> c && d == e ++ f + g * h ** i",
        "(a Iff (b Implies (c And (d Eq (e Concat (f Add (g Mul (h Pow i))))))))",
    );
    shows(
        "a ** b * c + d ++ e < f || g ==> h <==> i",
        "((((((((a Pow b) Mul c) Add d) Concat e) Lt f) Or g) Implies h) Iff i)",
    );
    shows("a ==> b ==> c", "(a Implies (b Implies c))");
    shows("a <== b <== c", "((a Explies b) Explies c)");
    shows("a <==> b <==> c", "((a Iff b) Iff c)");
    shows("a ** b ** c", "(a Pow (b Pow c))");
    shows("a - b - c + d + e", "(((a Sub b) Sub c) Add d Add e)");
    shows("a + b + c - d", "((a Add b Add c) Sub d)");
    shows("a div b mod c * d", "(((a Div b) Mod c) Mul d)");
    shows("a % b / c", "((a Mod b) RealDiv c)");
    shows("-a ** b", "(Neg(a) Pow b)");
    shows("!a && !-b is C", "(Not(a) And (Not(Neg(b)) is C))");
}

#[test]
fn only_chains_written_without_parentheses_are_flat() {
    shows("a && b && c && d", "(a And b And c And d)");
    shows("(a && b) && (c && d)", "((a And b) And (c And d))");
    shows("a + b * c * d + e", "(a Add (b Mul c Mul d) Add e)");
}

#[test]
fn comparisons_do_not_chain() {
    assert!(axiom_error("a < b < c").starts_with("a comparison does not chain"));
    assert!(axiom_error("a <: b == c").starts_with("a comparison does not chain"));
    shows("(a < b) == (c < d)", "((a Lt b) Eq (c Lt d))");
}

#[test]
fn mixed_logical_operators_need_parentheses() {
    let text = "axiom a && b || c;";
    assert_eq!(error(text), ("`&&` and `||` side by side need parentheses".to_string(), "||"));
    assert_eq!(axiom_error("a ==> b <== c"), "`==>` and `<==` side by side need parentheses");
    shows("(a && b) || c", "((a And b) Or c)");
}

#[test]
fn postfixes_apply_from_the_left() {
    shows("m[i, j][k := v]->f[8:0]", "m[i, j][k := v]->f[8:0]");
    shows("d->(f := 1)->g", "d->(f := 1)->g");
    shows("m[][:= 3]", "m[][ := 3]");
    shows("-m[i]: int + 1", "(Neg((m[i]: T)) Add 1)");
    shows("old(x) + int(1.5) + real(2) + f()", "(old(x) Add int(1.5) Add real(2) Add f())");
    shows("if a then b else c + d", "(if a then b else (c Add d))");
    shows("5bv8 ++ 3bv8", "(5bv8 Concat 3bv8)");
}

#[test]
fn unicode_spells_the_same_operators() {
    let ascii = axiom("(forall x: int :: !a && b ==> x != 1 <==> x <= 2 && x >= 3)");
    let unicode = axiom("(∀ x: int • ¬a ∧ b ⇒ x ≠ 1 ⇔ x ≤ 2 ∧ x ≥ 3)");
    assert_eq!(show(&ascii), show(&unicode));
}

#[test]
fn quantifiers_keep_triggers_and_attributes() {
    let expr = axiom("(forall<a> x, y: a, m: <b>[b]a :: {:qid \"q\"} {f(x), g(y)} {h(x)} {:nopats k(x)} f(x) == y)");
    let ExprKind::Quantifier(q) = expr.kind else { panic!() };
    assert_eq!((q.kind, q.type_params.len(), q.attributes.len()), (QuantifierKind::Forall, 1, 1));
    assert_eq!(q.binders.iter().map(|b| b.names.len()).collect::<Vec<_>>(), [2, 1]);
    assert_eq!(
        q.triggers.iter().map(|t| (t.excluded, t.terms.len())).collect::<Vec<_>>(),
        [(false, 2), (false, 1), (true, 1)]
    );
}

#[test]
fn let_and_code_are_expressions() {
    shows("(var x, y := 1, 2; x + y)", "(let 1, 2 in (x Add y))");
    shows("(let x := 1; x)", "(let 1 in x)");
    assert_eq!(axiom_error("(var x, y := 1; x)"), "1 value is assigned to 2 variables");
    let ExprKind::Code(block) = axiom("|{ var z: bool; A: z := true; return z; }|").kind else { panic!() };
    assert_eq!((block.locals.len(), block.stmts.len()), (1, 3));
}

// ----- declarations and statements -----

#[test]
fn every_declaration_is_read() {
    let text = "type {:a} A, B x y, S x = [x]B int (B x x);
        datatype List<T> { Cons(head: T, tail: List T), Nil() }
        const unique a, b: A extends c, unique d complete;
        const e: int extends;
        const c: int uses { axiom c == 1; }
        function f<t>(x: t, int, z: bool) returns (r: int);
        function {:inline} g(x: int): int { x + 1 } uses { axiom true; }
        axiom {:ctor \"x\"} true;
        var x, y: int where x > 0, z: bv32;
        procedure P<t>(a: t where true) returns (r: int); requires a == a; free ensures r > 0; modifies x, y; modifies ;
        procedure Q() preserves x > 0; { }
        implementation P<t>(a: t) returns (r: int) { var l: int where l > 0; r := l; }";
    let kinds = program(text).decls.len();
    assert_eq!(kinds, 12);
}

#[test]
fn type_arguments_end_with_a_map() {
    let DeclKind::Vars(vars) = program("var x: C int (D a) bv8 [int, bool]E f;").decls.remove(0).kind else { panic!() };
    let TypeKind::Named { args, .. } = &vars[0].ty.kind else { panic!() };
    assert_eq!(args.len(), 4);
    let TypeKind::Map { domain, range, .. } = &args[3].kind else { panic!() };
    assert_eq!(domain.len(), 2);
    assert!(matches!(&range.kind, TypeKind::Named { args, .. } if args.len() == 1));
}

#[test]
fn every_statement_is_read() {
    let block = body(
        "var {:a} x, y: int, z: bool; var m: [int]int;
         L: predicate x > 0, y > x; skolem j: int;
         assert {:msg \"m\"} x > 0; assume y > 0; havoc x, y;
         x, m[1][2], d->f[3]->g := y, x, 1;
         Cons(x, y) := e;
         call P(); call {:a} x, y := Q(1, x); free call P();
         if (*) { break; } else if (x > 0) { break L; } else { goto L, M; }
         M: while (x > 0) free invariant true; invariant {:b} x > 1; predicate x > 2; skolem k: int; { hide f; }
         reveal *; pop; predicate := 3; skolem[1] := 2; yield := 1;
         return; E:",
    );
    let names: Vec<&str> = block.stmts.iter().map(|s| kind_name(&s.kind)).collect();
    let expected = "label clause clause assert assume havoc assign unpack call call call if label while \
                    assign assign assign return label";
    assert_eq!(names.join(" "), expected);
    assert_eq!(block.locals.len(), 2);
}

fn kind_name(kind: &StmtKind) -> &'static str {
    match kind {
        StmtKind::Label(_) => "label",
        StmtKind::Assert(_) => "assert",
        StmtKind::Assume(_) => "assume",
        StmtKind::Assign { .. } => "assign",
        StmtKind::Unpack { .. } => "unpack",
        StmtKind::Havoc(_) => "havoc",
        StmtKind::Call { .. } => "call",
        StmtKind::Goto(_) => "goto",
        StmtKind::Return(_) => "return",
        StmtKind::If { .. } => "if",
        StmtKind::While { .. } => "while",
        StmtKind::Break(_) => "break",
        StmtKind::Clause(_) => "clause",
    }
}

#[test]
fn concurrency_is_reported_as_unsupported() {
    let text =
        "procedure P() { yield; async call P(); par P() | P(); call P() | P(); call forall P(*); call P(*); x := 1; }
        left procedure Q(); pure procedure R();";
    let found = diagnostics(text);
    assert!(found.iter().all(|d| d.code == "unsupported"), "{found:?}");
    assert_eq!(found.len(), 8);
}

// ----- positions -----

#[test]
fn spans_cover_what_was_written() {
    let text = "axiom (a + b)[i] == -c;";
    let DeclKind::Axiom(expr) = program(text).decls.remove(0).kind else { panic!() };
    let at = |expr: &Expr| &text[expr.span.start as usize..expr.span.end as usize];
    let ExprKind::Binary { left, right, .. } = &expr.kind else { panic!() };
    assert_eq!((at(&expr), at(left), at(right)), ("(a + b)[i] == -c", "(a + b)[i]", "-c"));
    let ExprKind::Select { map, .. } = &left.kind else { panic!() };
    assert_eq!(at(map), "(a + b)");
}

#[test]
fn errors_stand_at_the_offending_token() {
    assert_eq!(error("procedure P() { x := 1 }"), ("expected `;` after the assignment, found `}`".to_string(), "}"));
    assert_eq!(error("axiom ;"), ("expected an expression, found `;`".to_string(), ";"));
    assert_eq!(error("var x int;"), ("expected `:` and a type after the name, found `int`".to_string(), "int"));
    assert_eq!(error("axiom true"), ("expected `;` after the axiom, found the end of the file".to_string(), ""));
    assert_eq!(error("axiom forall x: int :: true;").1, "forall");
    assert_eq!(error("procedure P() { x, y := 1; }"), ("1 value is assigned to 2 variables".to_string(), ":="));
    assert_eq!(error("procedure P() { return 1; }").1, "1");
    assert_eq!(error("axiom x[y:1];").1, "1");
    assert_eq!(error("axiom a @ b;").1, "@");
    let found = diagnostics("var var: int;");
    assert_eq!(found[0].help.as_deref(), Some("`var` is a keyword; as a name it is written `\\var`"));
    assert_eq!(program("var \\var: int;").decls.len(), 1);
}

// ----- recovery -----

#[test]
fn every_error_of_a_file_is_reported() {
    let text = "axiom 1 +; procedure P() { x := ; y = 2; if (x) { z := 3 } assert y y; } var g int; axiom ) ;
        procedure Q( { } procedure R() { x := 1; ";
    let places: Vec<&str> = errors(text).into_iter().map(|(_, place)| place).collect();
    assert_eq!(places, [";", ";", "=", "}", "y", "int", ")", "{", ""]);
}

#[test]
fn what_follows_an_error_is_still_read() {
    let (program, diagnostics) =
        parse(SourceId::from_index(0), "var x y; procedure P() { x := ; x := 1; } axiom true;");
    assert_eq!(diagnostics.len(), 2);
    assert_eq!(program.decls.len(), 2);
    let DeclKind::Procedure(Procedure { body: Some(body), .. }) = &program.decls[0].kind else { panic!() };
    assert_eq!(body.stmts.len(), 1);
}

#[test]
fn the_number_of_errors_is_limited() {
    assert_eq!(diagnostics(&"axiom ; ".repeat(10_000)).len(), 50);
    assert_eq!(diagnostics(&"@ axiom ; ".repeat(10_000)).len(), 50);
}

// ----- depth -----

#[test]
fn deep_nesting_is_an_error_not_an_overflow() {
    let openings = [
        "axiom (",
        "axiom -",
        "axiom !",
        "axiom f(",
        "axiom m[",
        "axiom if ",
        "axiom if a then b else ",
        "axiom (forall x: int :: ",
        "axiom (forall x: int :: {:a ",
        "axiom (var x := ",
        "axiom |{ return ",
        "axiom old(",
        "axiom a ==> ",
        "axiom a ** ",
        "axiom a->(f := ",
        "axiom m[i := ",
        "axiom a + (",
        "axiom -(f(m[",
        "var x: [",
        "var x: [int]",
        "var x: C (",
        "var x: <a>[a]",
        "procedure P() { if (*) {",
        "procedure P() { while (*) {",
        "procedure P() { if (*) {} else {",
        "axiom x: [int]",
        "procedure P() { assert |{ A: assert |{ if (*) {",
    ];
    for opening in openings {
        // Repeat what follows the first word or the first block.
        let cut = opening.find(if opening.starts_with('p') { '{' } else { ' ' }).map_or(0, |at| at + 1);
        let (head, repeated) = opening.split_at(if opening.starts_with("var") { 7 } else { cut });
        let text = format!("{head}{}a;", repeated.repeat(50_000));
        let errors = errors(&text);
        assert!(errors.iter().any(|(message, _)| message.starts_with("nesting is deeper")), "{opening}: {errors:?}");
    }
}

#[test]
fn long_left_chains_are_an_error_or_flat() {
    for chain in [" - a", " div a", " ++ a", " <==> a", "[a]", "->f", ": int", "[a := a]", " <== a", " + a - a"] {
        let text = format!("axiom a{};", chain.repeat(100_000));
        assert!(error(&text).0.starts_with("nesting is deeper"), "{chain}");
    }
    for chain in [" + a", " * a", " && a", " || a"] {
        let expr = axiom(&format!("a{}", chain.repeat(100_000)));
        assert_eq!(expr.height(), 2);
    }
}

/// A tower of chains inside code expressions must not add up beyond the limit.
#[test]
fn heights_add_up_through_code_expressions() {
    let mut text = "a".to_string();
    for _ in 0..5 {
        text = format!("|{{ return {text}; }}|{}", "[a]".repeat(120));
    }
    assert!(axiom_error(&text).starts_with("nesting is deeper"));
}

#[test]
fn what_is_just_within_the_limit_is_accepted() {
    let depth = MAX_DEPTH as usize - 2;
    axiom(&format!("{}a{}", "(".repeat(depth), ")".repeat(depth)));
    axiom(&format!("a{}", "[a]".repeat(depth)));
    axiom(&format!("{}a", "a ==> ".repeat(depth)));
    body(&format!("{}{}", "if (*) { ".repeat(depth - 2), "}".repeat(depth - 2)));
    let block = body(&format!("if (*) {{ }} {} else {{ }}", "else if (a) { }".repeat(50_000)));
    assert_eq!(block.stmts.len(), 1);
}

#[test]
fn pathological_texts_are_read_in_time() {
    for piece in [
        "(", ")", "{", "}", "[", "<", "\"", "/*", "#if X\n", "|{", "}|", "\\", "\0", "é", "axiom", "type a", "'", "0x",
        "1e", "free ",
    ] {
        assert!(!diagnostics(&piece.repeat(100_000)).is_empty(), "{piece}");
    }
    assert_eq!(diagnostics(""), vec![]);
    let long_name = "x".repeat(1_000_000);
    assert!(error(&format!("axiom a {long_name};")).0.len() < 200);
}
