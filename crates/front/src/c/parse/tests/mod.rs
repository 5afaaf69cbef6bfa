//! Every construct once, as terse trees; then errors, depth and size.

mod bad_input;
mod limits;

use super::dump::Dump;
use super::{Parsed, parse};
use crate::c::lex::locate::OwnText;
use invar_base::{Diagnostic, Interner, Severity, SourceMap};

fn parse_bytes(text: &[u8]) -> (Parsed, Interner, SourceMap) {
    let mut map = SourceMap::new();
    let own = map.add("test.i", crate::c::preprocess::text_of(text.to_vec()));
    let mut names = Interner::default();
    let parsed = parse(text, own, &mut OwnText(&map), &mut names);
    (parsed, names, map)
}

fn errors(text: &str) -> Vec<String> {
    let (parsed, _, map) = parse_bytes(text.as_bytes());
    let show = |d: &Diagnostic| {
        let place = d.span.map(|span| map.place(span)).unwrap();
        format!("{}:{} {}: {}", place.line, place.column, d.code, d.message)
    };
    parsed.diagnostics.iter().filter(|d| d.severity == Severity::Error).map(show).collect()
}

/// The tree of a text without errors.
fn tree(text: &str) -> String {
    let (parsed, names, _) = parse_bytes(text.as_bytes());
    let messages: Vec<&String> = parsed.diagnostics.iter().map(|d| &d.message).collect();
    assert!(messages.is_empty(), "{text}: {messages:?}");
    Dump(&names).unit(&parsed.unit)
}

/// The tree of an expression; `T` is a type.
fn expr(text: &str) -> String {
    let tree = tree(&format!("typedef int T; void f() {{ {text}; }}"));
    let (_, body) = tree.split_once("f<> {").unwrap();
    body.strip_suffix("})").unwrap().to_string()
}

/// The tree of a declaration; `T` is a type.
fn decl(text: &str) -> String {
    let tree = tree(&format!("typedef int T; {text}"));
    tree.split_once('\n').unwrap().1.to_string()
}

#[track_caller]
fn check(shown: String, expected: &str) {
    assert_eq!(shown, expected);
}

mod expressions {
    use super::*;

    #[test]
    fn precedence_and_chains() {
        check(expr("a + b * c - d"), "(Sub (Add a (Mul b c)) d)");
        check(
            expr("a || b && c | d ^ e & f == g < h << i"),
            "(Or a (And b (BitOr c (BitXor d (BitAnd e (Eq f (Lt g (Shl h i))))))))",
        );
        check(expr("a * b + c << d > e != f"), "(Ne (Gt (Shl (Add (Mul a b) c) d) e) f)");
        check(expr("a = b += c"), "(= a (Add= b c))");
        check(expr("a ? b, c : d ? e : f"), "(? a (, b c) d e f)");
        check(expr("a ?: b ? c : d"), "(? a _ b c d)");
        check(expr("a, b, c"), "(, a b c)");
        check(expr("(a + b) * c"), "(Mul (Add a b) c)");
    }

    #[test]
    fn unary_and_postfix() {
        check(expr("-*&!~+x"), "(Minus (Deref (Address (Not (BitNot (Plus x))))))");
        check(expr("++a->b[1].c(2, 3)--"), "(PreIncrement (PostDecrement (call (. (index (-> a b) 1) c) 2 3)))");
        check(expr("__real__ a + __imag__ b"), "(Add (Real a) (Imag b))");
        check(expr("__extension__ (a)"), "(Extension a)");
        check(expr("x = &&out"), "(= x (&& out))");
        check(expr("- -x"), "(Minus (Minus x))");
    }

    #[test]
    fn casts_and_sizes() {
        check(expr("(T) x"), "(cast <T> x)");
        check(expr("(x) + y"), "(Add x y)");
        check(expr("(T) -x"), "(cast <T> (Minus x))");
        check(expr("(const char *(*)[3]) p"), "(cast <const-char *[3]*> p)");
        check(expr("sizeof (T)"), "(sizeof <T>)");
        check(expr("sizeof (x)"), "(sizeof x)");
        check(expr("sizeof x[1] * 2"), "(Mul (sizeof (index x 1)) 2)");
        check(expr("sizeof (T[]) {1, 2}[0]"), "(sizeof (index (literal T [] {1 2}) 0))");
        check(expr("_Alignof(T) + __alignof__ x"), "(Add (alignof <T>) (alignof x))");
        check(expr("(struct s) {1, .a = 2}.a"), "(. (literal struct:s {1 .a=2}) a)");
        check(expr("(T (*)(void)) 0"), "(cast <T *(void)> 0)");
    }

    #[test]
    fn builtins() {
        check(expr("_Generic(x, int: 1, char *: 2, default: 3)"), "(generic x int:1 char *:2 default:3)");
        check(expr("__builtin_offsetof(struct s, a.b[2].c)"), "(offsetof <struct:s> .a.b[2].c)");
        check(expr("__builtin_types_compatible_p(T, int *)"), "(compatible <T> <int *>)");
        check(expr("__builtin_va_arg(ap, unsigned long)"), "(va_arg ap <unsigned-long>)");
        check(expr("__builtin_choose_expr(1, a, b)"), "(choose 1 a b)");
        check(expr("({ int y = f(); y; })"), "(block {(decl int y=(call f)) y})");
    }

    #[test]
    fn constants() {
        check(expr("0, 7, 017, 0x1F, 0b101"), "(, 0 7 15o 31x 5b)");
        check(expr("1u, 1UL, 1lu, 1LL, 1ULL, 2i"), "(, 1u 1ul 1ul 1ll 1ull 2i)");
        check(expr("340282366920938463463374607431768211455"), "340282366920938463463374607431768211455");
        check(expr("1.5, 1., .5f, 1e3L, 1E-3"), "(, 1.5:Double 1.:Double .5:Float 1e3:LongDouble 1E-3:Double)");
        check(
            expr("0x1.8p3, 0x1p-2f, 1.0i, 1.0f128, 2.0Q"),
            "(, 0x1.8p3:Double 0x1p-2:Float 1.0:Doublei 1.0:FloatN(128) 2.0:FloatN(128))",
        );
        check(expr("0xe+1"), "(Add 14x 1)");
        check(expr("'a', '\\n', '\\x41', '\\101', L'x', 'ab', '\\''"), "(, 'a' '<10>' 'A' 'A' L'x' 'ab' ''')");
    }

    #[test]
    fn strings() {
        check(expr(r#""a" "b\tc" "#), "\"ab<9>c\"");
        check(expr(r#"L"a" "é""#), "L\"a<233>\"");
        check(expr(r#"u"\U0001F600""#), "u\"<55357><56832>\"");
        check(expr(r#"u8"é" "#), "u8\"<195><169>\"");
        check(expr("\"a\\\nb\""), "\"ab\"");
    }

    #[test]
    fn bad_constants() {
        for text in ["08", "0x", "1uu", "1.0z", "1e", "0x1.0", "999999999999999999999999999999999999999999", "1..2"] {
            let found = errors(&format!("int x = {text};"));
            assert!(found.len() == 1 && found[0].starts_with("1:9 syntax"), "{text}: {found:?}");
        }
    }
}

mod declarations {
    use super::*;

    #[test]
    fn declarators() {
        check(decl("int *(*f[3])(void);"), "(decl int f[3]*(void)*)");
        check(decl("int a[], b[2][3], *c = 0, (*d)[4];"), "(decl int a[] b[2][3] c*=0 d*[4])");
        check(decl("char *const volatile *p;"), "(decl char p**constvolatile)");
        check(
            decl("void g(int n, int a[static const n], int b[*], T, ...);"),
            "(decl void g(int n, int a[const static n], int b[*], T, ...))",
        );
        check(decl("void (*signal(int, void (*)(int)))(int);"), "(decl void signal(int, void *(int))*(int))");
        check(decl("int f(T), g(int(T)), h(int (x));"), "(decl int f(T) g(int (T)) h(int x))");
        check(
            decl("extern int f(int) __asm__(\"g\") __attribute__((__nothrow__, format(printf, 1, 2)));"),
            "(decl extern-int f(int)!asm[nothrow][format printf 1 2])",
        );
    }

    #[test]
    fn specifiers() {
        check(
            decl("static inline unsigned long long int f(void);"),
            "(decl static-inline-unsigned-long-long-int f(void))",
        );
        check(
            decl("extern __thread _Bool b; register _Complex double z;"),
            "(decl extern-threadlocal-bool b)\n(decl register-complex-double z)",
        );
        check(
            decl("__int128 a; __uint128_t b; _Float128 c; __float128 d; _Float32x e;"),
            "(decl int128 a)\n(decl uint128 b)\n(decl float128 c)\n(decl float128 d)\n(decl float32x e)",
        );
        check(
            decl("_Alignas(16) _Alignas(T) char x; _Noreturn void g(void);"),
            "(decl alignas(16)-alignas(T)-char x)\n(decl noreturn-void g(void))",
        );
        check(
            decl("_Atomic int a; _Atomic(T) b; __extension__ typedef long L; L l;"),
            "(decl atomic-int a)\n(decl atomic<T> b)\n(decl typedef-long L)\n(decl L l)",
        );
        check(
            decl("typeof(T) a; __typeof__(a + 1) b; __builtin_va_list c;"),
            "(decl typeof<T> a)\n(decl typeof((Add a 1)) b)\n(decl valist c)",
        );
        check(
            decl("__attribute__((aligned(8))) int x __attribute__((mode(__DI__), vector_size(sizeof(int))));"),
            "(decl [aligned 8]-int x[mode __DI__][vector_size (sizeof <int>)])",
        );
        check(decl("int x __attribute__((strange(int, <), const)) ;"), "(decl int x[strange ?][const])");
    }

    #[test]
    fn records() {
        check(decl("struct s { int a : 3, : 0, b; char tail[]; } x;"), "(decl struct:s{int a:3 _:0 b; char tail[]} x)");
        check(
            decl("struct s { union { int i; float f; }; struct t *p; } __attribute__((packed));"),
            "(decl struct:s[packed]{union:_{int i; float f}; struct:t p*})",
        );
        check(decl("struct s;"), "(decl struct:s)");
        check(
            decl("struct __attribute__((packed)) s { int x __attribute__((aligned(4))); _Static_assert(1, \"\"); };"),
            "(decl struct:s[packed]{int x[aligned 4]; assert 1})",
        );
        check(decl("enum e { A, B = 2, C, } y;"), "(decl enum:e{A B=2 C} y)");
        check(decl("struct T { T T; };"), "(decl struct:T{T T})");
        check(decl("struct e {};"), "(decl struct:e{})");
    }

    #[test]
    fn pragma_pack() {
        let text = "#pragma pack(push, 1)\nstruct a { int x; };\n#pragma pack(pop)\nstruct b { int x; };\n\
                    _Pragma(\"pack(2)\") struct c { int x; };\n#pragma pack()\nstruct d { int x; };\n";
        check(
            tree(text),
            "(decl struct:a/1{int x})\n(decl struct:b{int x})\n(decl struct:c/2{int x})\n(decl struct:d{int x})",
        );
    }

    #[test]
    fn initialisers() {
        check(decl("int a[] = {1, [3] = 4, [5 ... 7] = 8, {9},};"), "(decl int a[]={1 [3]=4 [5..7]=8 {9}})");
        check(
            decl("struct s x = {.a = 1, b: 2, .c.d[0] = 3, .e = {}};"),
            "(decl struct:s x={.a=1 .b=2 .c.d[0]=3 .e={}})",
        );
        check(decl("int a[] = {[1] 2};"), "(decl int a[]={[1]=2})");
    }

    #[test]
    fn functions() {
        check(decl("int f(int a) { return a; }"), "(fn int f(int a) {(return a)})");
        check(decl("f(a, b) int a; char *b; { }"), "(fn f<a b> (decl int a) (decl char b*) {})");
        check(decl("main() { return 0; }"), "(fn main<> {(return 0)})");
        check(decl("static *g() { }"), "(fn static g<>* {})");
        check(decl("T *h(T T) { T * 2; }"), "(fn T h(T T)* {(Mul T 2)})");
        check(decl("asm(\"nop\"); _Static_assert(1);;"), "(asm = : /0)\n(static-assert 1)");
    }

    #[test]
    fn typedef_names_follow_scopes() {
        check(
            decl("void f() { T a; int T; T * a; { typedef int b; b c; } b * c; }"),
            "(fn void f<> {(decl T a) (decl int T) (Mul T a) {(decl typedef-int b) (decl b c)} (Mul b c)})",
        );
        check(
            decl("void f() { for (int T = 0; T < 3; T++) T * 2; T x; }"),
            "(fn void f<> {(for (decl int T=0) (Lt T 3) (PostIncrement T) (Mul T 2)) (decl T x)})",
        );
        check(
            decl("enum { T2 }; void g() { enum { T }; T * 2; } T y;"),
            "(decl enum:_{T2})\n(fn void g<> {(decl enum:_{T}) (Mul T 2)})\n(decl T y)",
        );
        check(decl("void g(int T, int x[sizeof(T)]); T z;"), "(decl void g(int T, int x[(sizeof T)]))\n(decl T z)");
    }
}

mod statements {
    use super::*;

    #[test]
    fn control() {
        check(expr("if (a) b; else if (c) d; else e"), "(if a b c d else e)");
        check(expr("if (a) if (b) c; else d"), "(if a (if b c else d))");
        check(expr("while (a) do b; while (c); for (;;) break"), "(while a (do b c)) (for _ _ _ break)");
        check(expr("for (i = 0; i < n; i++) { continue; }"), "(for (= i 0) (Lt i n) (PostIncrement i) {continue}) ;");
        check(
            expr("switch (a) { case 1: case 2 ... 5: b; default: ; }"),
            "(switch a {(case 1: case 2..5: b) (default: ;)}) ;",
        );
        check(expr("l: m: goto l; goto *p; return"), "(l: m: (goto l)) (goto* p) (return)");
        check(
            expr("__label__ a, b; a: ; int x; b: int y; c: "),
            "(labels a b) (a: ;) (decl int x) (b: ;) (decl int y) (c: ;)",
        );
        check(expr("T: x"), "(T: x)");
        check(
            expr("switch (x) { case 1: y; __attribute__((fallthrough)); case 2:; }"),
            "(switch x {(case 1: y) ; (case 2: ;)}) ;",
        );
        check(expr("l: __attribute__((unused)) x"), "(l: x)");
        check(expr("__extension__ int x; _Static_assert(1, \"m\")"), "(decl int x) (static-assert 1)");
    }

    #[test]
    fn assembly() {
        check(
            expr("asm volatile (\"x\" : \"=r\" (a), [o] \"+m\" (*b) : \"i\" (1) : \"memory\", \"cc\")"),
            "(asm = a (Deref b) : 1 /2)",
        );
        check(expr("__asm__ __volatile__ (\"\" ::: \"memory\")"), "(asm = : /1)");
        check(expr("asm goto (\"\" : : \"r\"(x) : : l1, l2)"), "(asm = : x /0 l1 l2)");
    }
}

mod annotations {
    use super::*;
    use crate::c::lex::token::TokenKind;

    #[test]
    fn places() {
        check(tree("/*@ requires x; */ int f(int x);"), "(decl @3 int f(int x))");
        check(tree("/*@ requires x; */ /*@ ensures y; */ int f(int x) { }"), "(fn @3 @3 int f(int x) {})");
        check(tree("int f(int x) /*@ requires x; */ { }"), "(fn int f(int x) @3 {})");
        check(tree("//@ predicate p = a;\nint x;"), "@5\n(decl int x)");
        check(tree("void f() { /*@ loop invariant a; */ while (b) c; }"), "(fn void f<> {(while @4 b c)})");
        check(
            tree("void f() { /*@ assert a; */ for (;;) //@ assert b;\n c; /*@ assert d; */ }"),
            "(fn void f<> {@3 (for _ _ _ {@3 c}) @3})",
        );
        check(
            tree("void f() { /*@ assert a; */ /*@ loop invariant i; */ l: do ; while (1); }"),
            "(fn void f<> {@3 (l: (do @4 ; 1))})",
        );
        check(tree("void f() { //@ for b: loop invariant i;\n while (1); }"), "(fn void f<> {(while @7 1 ;)})");
        check(tree("struct s { int x; //@ ghost int g;\n };"), "(decl struct:s{int x; @4})");
        check(
            tree("void f() { if (a) b; else /*@ assert c; */ if (d) e; }"),
            "(fn void f<> {(if a b else {@3 (if d e)})})",
        );
    }

    #[test]
    fn lines_are_joined() {
        check(
            tree("void f() {\n  //@ loop invariant a;\n  //@ loop assigns b;\n  while (1) ;\n}"),
            "(fn void f<> {(while @8 1 ;)})",
        );
        check(
            tree("void f() {\n  x; //@ assert a;\n  //@ loop assigns b;\n  while (1) ;\n}"),
            "(fn void f<> {x @3 (while @4 1 ;)})",
        );
    }

    #[test]
    fn other_tools_comments_go_anywhere() {
        check(
            tree("int f(/*@null@*/ char *p) { return /*@-x@*/ 1 + /*@+!;'@*/ 2; }"),
            "(fn int f(char p*) {(return (Add 1 2))})",
        );
    }

    #[test]
    fn misplaced_ones_are_reported() {
        let (parsed, ..) = parse_bytes(b"int x = /*@ assert a; */ 1;");
        assert_eq!(parsed.diagnostics.len(), 1);
        assert_eq!((parsed.diagnostics[0].code, parsed.diagnostics[0].severity), ("ignored", Severity::Warning));
    }

    #[test]
    fn tokens_have_positions_and_no_marks() {
        let text =
            "/*@ requires \\valid(p + (0..n-1));\n  @ ensures \\result <==> a ==> b; // why\n  @*/\nint f(int *p);";
        let (parsed, names, map) = parse_bytes(text.as_bytes());
        let crate::c::ast::External::Declaration(declaration) = &parsed.unit.externals[0] else { panic!() };
        let tokens = &declaration.annotations[0].tokens;
        let words: Vec<&str> = tokens.iter().map(|token| map.snippet(token.span)).collect();
        assert_eq!(words.join(" "), "requires \\valid ( p + ( 0 .. n - 1 ) ) ; ensures \\result <==> a ==> b ;");
        let logic = tokens.iter().find_map(|token| match token.kind {
            TokenKind::Logic(name) => Some(names.name(name)),
            _ => None,
        });
        assert_eq!(logic, Some("valid"));
    }
}
