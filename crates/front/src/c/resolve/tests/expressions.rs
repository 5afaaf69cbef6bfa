use super::body;

fn one(declarations: &str, expr: &str) -> String {
    body(declarations, &format!("{expr};")).remove(0)
}

#[test]
fn operands_are_promoted_and_balanced() {
    let vars = "char c; unsigned char uc; short s; unsigned u; long l; unsigned long ul; float f; double d; _Bool b;";
    assert_eq!(one(vars, "c + s"), "(<int>(c) + <int>(s))");
    assert_eq!(one(vars, "u + l"), "(<long>(u) + l)");
    assert_eq!(one(vars, "ul < -1"), "(ul < 18446744073709551615ul)");
    assert_eq!(one(vars, "f * uc"), "(f * <float>(<int>(uc)))");
    assert_eq!(one(vars, "d == f"), "(d == <double>(f))");
    assert_eq!(one(vars, "~b"), "~<int>(b)");
    assert_eq!(one(vars, "c << l"), "(<int>(c) << l)");
    assert_eq!(one(vars, "c += d"), "c +=[double] d");
    assert_eq!(one(vars, "s <<= ul"), "s <<=[int] ul");
    assert_eq!(one(vars, "b = 7"), "b = 1:_Bool");
    assert_eq!(one(vars, "c = 300"), "c = 44:char");
    assert_eq!(one(vars, "(long)c"), "(long)(c)");
    assert_eq!(one(vars, "(char)3 + 0u"), "(3u + 0u)");
}

#[test]
fn narrow_bit_fields_become_int() {
    let vars = "struct { unsigned a : 3; unsigned b : 32; int c : 5; unsigned long d : 40; } s;";
    assert_eq!(one(vars, "s.a - 1"), "(<int>((s).a) - 1)");
    assert_eq!(one(vars, "s.b - 1"), "((s).b - 1u)");
    assert_eq!(one(vars, "s.c - 1u"), "(<unsigned int>((s).c) - 1u)");
    assert_eq!(one(vars, "s.a += 2"), "(s).a +=[int] 2");
}

#[test]
fn pointers_and_arrays() {
    let vars = "int a[3][4], *p; char *c; void *v; struct s { int x; struct s *n; struct { int y; }; } *q;";
    assert_eq!(one(vars, "a[1][2]"), "a[1][2]");
    assert_eq!(one(vars, "2[p]"), "*(p +~ 2)");
    assert_eq!(one(vars, "p[1]"), "*(p +~ 1)");
    assert_eq!(one(vars, "*a"), "&*&a");
    assert_eq!(one(vars, "p - 1"), "(p -~ 1)");
    assert_eq!(one(vars, "p - a[1]"), "(p ~-~ &a[1])");
    assert_eq!(one(vars, "p += 2"), "p +~= 2");
    assert_eq!(one(vars, "v = p"), "v = <void *>(p)");
    assert_eq!(one(vars, "p = v"), "p = <int *>(v)");
    assert_eq!(one(vars, "p = 0"), "p = null");
    assert_eq!(one(vars, "p == (void *)0"), "(p == null)");
    assert_eq!(one(vars, "v == p"), "(v == <void *>(p))");
    assert_eq!(one(vars, "q->n->y"), "((*(*q).n).2).y");
    assert_eq!(one(vars, "&q->x"), "&(*q).x");
    assert_eq!(one(vars, "&*q"), "q");
    assert_eq!(one(vars, "*c++"), "*c++");
}

#[test]
fn choices_have_one_type() {
    let vars = "int i; long l; char c; int *p; void *v; void f(void);";
    assert_eq!(one(vars, "i ? c : l"), "(i ? <long>(<int>(c)) : l)");
    assert_eq!(one(vars, "i ? p : 0"), "(i ? p : null)");
    assert_eq!(one(vars, "i ? p : v"), "(i ? <void *>(p) : v)");
    assert_eq!(one(vars, "i ? f() : (void)0"), "(i ? f() : (void)(0))");
    assert_eq!(one(vars, "i ? 1 : l ? 2 : 3"), "(i ? 1 : (l ? 2 : 3))");
    assert_eq!(one(vars, "i ?: l"), "(condition = i ? <long>(condition) : l)");
}

#[test]
fn calls_convert_their_arguments() {
    let vars = "int f(char, long); int g(); int h(const char *, ...); float x; char c; int (*p)(char, long);";
    assert_eq!(one(vars, "f(300, 1)"), "f(44:char, 1l)");
    assert_eq!(one(vars, "g(c, x)"), "g(<int>(c), <double>(x))");
    assert_eq!(one(vars, "h(\"%f\", x)"), "h(&\"%f\", <double>(x))");
    assert_eq!(one(vars, "(*p)(1, 2)"), "(*p)(1:char, 2l)");
    assert_eq!(one(vars, "(***f)(1, 2)"), "(*&f)(1:char, 2l)");
    assert_eq!(one(vars, "p = &f"), "p = &f");
}

#[test]
fn builtins_are_library_functions_or_known() {
    assert_eq!(one("char *p;", "__builtin_memcpy(p, \"a\", 2)"), "memcpy(<void *>(p), <void *>(&\"a\"), 2ul)");
    assert_eq!(one("char *p;", "__builtin___memcpy_chk(p, p, 2, 9)"), "memcpy(<void *>(p), <void *>(p), 2ul)");
    assert_eq!(one("int i;", "__builtin_expect(i, 1)"), "builtin expect(<long>(i), 1l)");
    assert_eq!(one("long l;", "__builtin_clzl(l)"), "builtin clz(<unsigned long>(l))");
    assert_eq!(one("int i;", "__builtin_sadd_overflow(i, 1, &i)"), "builtin add_overflow(i, 1, &i)");
    assert_eq!(one("int i;", "__builtin_constant_p(i) + __builtin_constant_p(3 + 4)"), "(builtin constant_p() + 1)");
    assert_eq!(one("int i;", "__builtin_frobnicate(i)"), "unsupported[`__builtin_frobnicate`](i)");
    assert_eq!(one("int setjmp(long *); long j[8];", "setjmp(j)"), "setjmp(&j)");
    assert_eq!(one("void *j[5];", "__builtin_setjmp(j)"), "__builtin_setjmp(&j)");
    assert_eq!(one("", "__builtin_choose_expr(1, 2, 3l)"), "2");
    assert_eq!(one("int i;", "__builtin_types_compatible_p(int, typeof(i))"), "1");
    assert_eq!(one("char c;", "_Generic(c + c, char: 1, int: 2, default: 3)"), "2");
}

#[test]
fn sizes_are_folded_unless_they_vary() {
    assert_eq!(one("struct s { int a; char b; } s[3];", "sizeof s"), "24ul");
    assert_eq!(one("int i;", "sizeof(int[i])"), "(<unsigned long>(i) * 4ul)");
    assert_eq!(one("struct s { int a; struct { char b[9]; }; };", "__builtin_offsetof(struct s, b[3])"), "7ul");
    assert_eq!(
        body("int n;", "int a[n + 1][2]; sizeof a; sizeof a[0];"),
        ["length: unsigned long = {<unsigned long>((n + 1))}", "a: int [*][2]", "(length * 8ul)", "8ul"]
    );
}

#[test]
fn deep_chains_resolve_on_a_large_stack() {
    let run = || {
        let sum = vec!["x"; 100_000].join(" + ");
        super::program(&format!("int x; int f(void) {{ return {sum}; }}")).len()
    };
    let thread = std::thread::Builder::new().stack_size(512 << 20).spawn(run).expect("a thread");
    assert!(thread.join().expect("no overflow") > 100_000);
}
