//! Questions about whole programs, `--property`: what missing code may do, open pointers, memory that is lost, long runs. Each program is
//! answered with a word, and *unknown* is an answer that must stay.

use std::process::{Command, Output, Stdio};

struct Answer {
    verdict: String,
    report: String,
}

/// What `invar verify` says about a program. What is open stays open for as long as anybody looks.
fn ask(text: &str, property: &str, options: &[&str], seconds: &str) -> Answer {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("program.c");
    std::fs::write(&path, text).expect("write a program");
    let mut command = Command::new(env!("CARGO_BIN_EXE_invar"));
    command.args(["verify", "--property", property, "--timeout", seconds]).args(options).arg(path);
    let Output { stdout, stderr, .. } = command.stdin(Stdio::null()).output().expect("the program runs");
    let verdict = String::from_utf8_lossy(&stdout).lines().last().unwrap_or("nothing").to_string();
    Answer { verdict, report: String::from_utf8_lossy(&stdout).into_owned() + &String::from_utf8_lossy(&stderr) }
}

fn must_say(text: &str, property: &str, verdict: &str) -> Answer {
    let seconds = if verdict == "unknown" { "2" } else { "30" };
    let answer = ask(text, property, &[], seconds);
    assert_eq!(answer.verdict, verdict, "{text}\n{}", answer.report);
    answer
}

const POINTERS: &str = "extern void reach_error(void);\nextern void *malloc(unsigned long);\n\
                        extern void *__VERIFIER_nondet_pointer(void);\n\
                        struct s { int a; struct s *next; void (*call)(void); };\nint main(void) {\n  \
                        struct s *s = malloc(sizeof(struct s));\n  int *p = __VERIFIER_nondet_pointer();\n  \
                        *p = 3;\n  if ((unsigned long) s->call != (unsigned long) ((void *) 0))\n    \
                        if (s->next->a == 7)\n      if (*p == 3)\n        reach_error();\n  return 0;\n}\n";

/// Pointers that the program leaves open: a run chooses what they point to, and what it writes there stays.
#[test]
fn runs_choose_objects_for_open_pointers() {
    let programs = [
        (POINTERS.to_string(), "unreach-call", "false(unreach-call)"),
        // Where following a pointer is what is asked about, nobody knows whether this one may be followed, unless it is null.
        (POINTERS.to_string(), "valid-memsafety", "false(valid-deref)"),
        (
            POINTERS.replace("s->next->a == 7", "s == 0").replace("s->call", "s").replace("*p = 3", "if (p) *p = 3"),
            "valid-deref",
            "unknown",
        ),
        // The distance of a member is a number, and only that of the first is 0.
        (POINTERS.replace("s->call", "&((struct s *) 0)->next").replace("!=", "=="), "unreach-call", "true"),
    ];
    for (text, property, verdict) in programs {
        must_say(&text, property, verdict);
    }
}

const LEAK: &str = "extern void *malloc(unsigned long);\nstruct list { struct list *next, *prev; };\n\
                    struct list all = { &all, &all };\nint main(void) {\n  struct list *one = malloc(sizeof(*one));\n  \
                    one->next = one;\n  one->prev = one;\n  return 0;\n}\n";

/// Each keeps what it allocates reachable when `main` returns: in an array, a union, bytes, a variable of a function, an integer.
const KEPT: [&str; 8] = [
    "struct list *all[3];\nint main(void) { all[1] = malloc(sizeof(struct list)); return 0; }\n",
    "struct { struct list *in[2]; } deep[2];\nint main(void) { deep[1].in[1] = malloc(sizeof(struct list)); return 0; }\n",
    "struct list *root = &(struct list) { 0, 0 };\nint main(void) { root->next = malloc(4); return 0; }\n",
    "struct list **at;\nvoid f(void) { static struct list *s; at = &s; s = malloc(8); }\nint main(void) { f(); return 0; }\n",
    "union u { unsigned long bits; char *p; } one;\nint main(void) { one.p = malloc(8); return 0; }\n",
    "char bytes[8];\nint main(void) { char *p = malloc(8); *(char **) bytes = p; return 0; }\n",
    "unsigned long number;\nint main(void) { char *p = malloc(8); number = (unsigned long) p; return 0; }\n",
    "struct list *first;\nint main(void) { first = malloc(sizeof(struct list)); first->next = malloc(4); return 0; }\n",
];

/// Types that share memory with a global list, which leads to nothing that was allocated.
const LOST: &str = "struct message { void *data; struct list list; };\nstruct list all = { &all, &all };\n\
                    void add(struct list *e) { e->next = all.next; e->prev = &all; all.next->prev = e; all.next = e; }\n\
                    void send(struct message *m) { add(&m->list); }\nint main(void) { int *p = malloc(4); return 0; }\n";

#[test]
fn what_globals_lead_to_is_not_lost() {
    let head = "extern void *malloc(unsigned long);\nstruct list { struct list *next, *prev; };\n";
    let mut programs: Vec<(String, &str)> = KEPT.iter().map(|text| (format!("{head}{text}"), "unknown")).collect();
    programs.push((format!("{head}{LOST}"), "false(valid-memtrack)"));
    programs.push((LEAK.to_string(), "false(valid-memtrack)"));
    // The second is reached through the first.
    programs.push((LEAK.replace("one->next = one", "one->next = malloc(sizeof(*one)); all.next = one"), "unknown"));
    for (text, verdict) in programs {
        must_say(&text, "valid-memsafety", verdict);
    }
}

/// Code that is not there may leave everything as it is; what it changes is unknown, and names like `__f` have a meaning that is.
#[test]
fn unknown_code_may_do_nothing() {
    let text = "extern void reach_error(void);\nextern void look(int *p);\nint main(void) {\n  int x = 1;\n  look(&x);\n  \
                if (x == 1)\n    reach_error();\n  return 0;\n}\n";
    let programs = [
        (text.to_string(), "false(unreach-call)"),
        (text.replace("x == 1", "x == 2"), "unknown"),
        (text.replace("look", "__look"), "unknown"),
        (text.replace("look(&x)", "x = 2"), "true"),
    ];
    for (text, verdict) in programs {
        must_say(&text, "unreach-call", verdict);
    }
}

/// A function without body may return null, something new, or what it returned before.
#[test]
fn pointers_from_outside_may_be_the_same() {
    let text = "extern void reach_error(void);\nint *get(void);\nint *other(void);\nint main(void) {\n  int *x = get(), *y = get();\n  \
                if (!x || !y)\n    return 0;\n  *x = 1;\n  *y = 2;\n  if (*x == 2)\n    reach_error();\n  return 0;\n}\n";
    let programs = [
        (text.to_string(), "unreach-call", "false(unreach-call)"),
        (text.replace("*x == 2", "*x == 1"), "unreach-call", "false(unreach-call)"),
        (text.replace("*x == 2", "*x == 3"), "unreach-call", "true"),
        // Of different functions it is not known.
        (text.replace("*y = get()", "*y = other()"), "unreach-call", "unknown"),
        (text.replace("!x || !y", "0"), "valid-memsafety", "false(valid-deref)"),
        (text.to_string(), "valid-memsafety", "unknown"),
    ];
    for (text, property, verdict) in programs {
        must_say(&text, property, verdict);
    }
}

/// No `int` is larger. Runs in which the sum overflows are not asked about, and end there.
const NEVER: &str = "#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\nint main(void) {\n  int a[1], i = __VERIFIER_nondet_int(), \
                     x = __VERIFIER_nondet_int();\n  if (i == 5)\n    a[i] = 0;\n  int y = x + 1;\n  assert(y <= 2147483647);\n  return 0;\n}\n";

#[test]
fn what_is_no_premise_ends_runs_beyond_a_failure() {
    must_say(NEVER, "assert", "unknown");
}

/// Where the memory that an assertion rests on is misused, C leaves open what follows: an assertion that fails there fails, and one that
/// holds there is not proved.
#[test]
fn assertions_fail_beyond_what_they_rest_on() {
    let text = "#include <assert.h>\n#include <stdlib.h>\nstruct point { int a, b; };\nint main(void) {\n  \
                struct point *p = malloc(sizeof(int));\n  if (!p)\n    return 0;\n  p->a = p->b = 0;\n  p->a++;\n  \
                assert(p->a == 2);\n  free(p);\n  return 0;\n}\n";
    for (text, verdict) in [(text.to_string(), "false(assert)"), (text.replace("== 2", "== 1"), "unknown")] {
        let answer = must_say(&text, "assert", verdict);
        let told = answer.report.contains("after another check has failed");
        assert_eq!(told, verdict == "false(assert)", "{}", answer.report);
    }
}

/// Two types of which all members are pointers: their memory is measured in pointers, and so is what `memset` clears.
const CLEARED: &str = "#include <stdlib.h>\n#include <string.h>\nstruct a { struct a *next; struct b *down; };\n\
                       struct b { void *data; struct b *next; };\n\
                       void *get(unsigned long n) { void *p = malloc(n); if (!p) abort(); return memset(p, 0, n); }\n\
                       int main(void) {\n  struct a *x = get(sizeof *x);\n  x->down = get(sizeof(struct b));\n  \
                       x->down->data = get(119);\n  free(x->down->data);\n  free(x->down);\n  free(x);\n  return 0;\n}\n";

/// Once *true*: the cells of the two are of different sizes, and were copied one by one.
const COPIED: &str = "extern void reach_error(void);\nextern void *memcpy(void *, const void *, unsigned long);\nstruct a { int x, y; };\n\
                      struct b { int z, w, v, u; };\nstruct c { long l; };\nstruct d { long n, o; };\nstruct b from;\nstruct d to;\n\
                      int sum(struct a *p) { return p->x + p->y; }\nlong first(struct c *p) { return p->l; }\n\
                      void copy(void *to, const void *from) { memcpy(to, from, 16); }\nint main(void) {\n  from.z = 1;\n  from.v = 2;\n  \
                      int s = sum((struct a *) &from);\n  to.o = 5;\n  long q = first((struct c *) &to);\n  copy(&to, &from);\n  \
                      if (to.o != 0)\n    reach_error();\n  return 0;\n}\n";

#[test]
fn copies_between_cells_of_other_sizes_are_unknown() {
    must_say(COPIED, "unreach-call", "unknown");
}

#[test]
fn memory_of_pointers_is_cleared() {
    let programs = [
        (CLEARED.replace("  free(x->down->data);\n", ""), "false(valid-memtrack)"),
        (CLEARED.replace("get(119);\n", "malloc(112);\n  memset(x->down->data, 0, 120);\n"), "false(valid-deref)"),
        // Whether the last three bytes lie in the object is not known.
        (CLEARED.to_string(), "unknown"),
        (CLEARED.replace("119", "120"), "true"),
    ];
    for (text, verdict) in programs {
        must_say(&text, "valid-memsafety", verdict);
    }
}

/// A run that is as long as the number that the text counts to.
#[test]
fn runs_are_as_long_as_the_program_counts() {
    let text = "extern void reach_error(void);\nextern unsigned __VERIFIER_nondet_uint(void);\nint main(void) {\n  \
                unsigned n = __VERIFIER_nondet_uint(), c = 0;\n  for (unsigned i = 0; i < n; i++) {\n    if (i % 7 == 3)\n      c++;\n    \
                if (c == 60000)\n      reach_error();\n  }\n  return 0;\n}\n";
    let answer = ask(text, "unreach-call", &["--engine", "bounded"], "60");
    assert_eq!(answer.verdict, "false(unreach-call)", "{}", answer.report);
}

/// Once *true*: code that is not there gets a pointer as the bytes of something else, or a function of the program gives it one.
const HANDED_OUT: [&str; 18] = [
    "extern void put(long);\nint main(void){ int x=1; int *p=&x; long l; memcpy(&l,&p,8); put(l); if(x!=1) reach_error(); return 0; }",
    "extern void put(double);\nint main(void){ int x=1; int *p=&x; double l; memcpy(&l,&p,8); put(l); if(x!=1) reach_error(); return 0; }",
    "extern void put(long);\nint main(void){ int x=1; int *p=&x; long l; memmove(&l,&p,8); put(l+0); if(x!=1) reach_error(); return 0; }",
    "struct b{long l;}; extern int put(struct b);\nint main(void){ int x=1; int *p=&x; struct b v; memcpy(&v,&p,8); put(v); if(x!=1) reach_error(); return 0; }",
    "struct s{char c[16];}; extern void put(struct s);\nint main(void){ int x=1; int *p=&x; struct s v; memcpy(v.c,&p,8); put(v); if(x!=1) reach_error(); return 0; }",
    "extern void put(long);\nint main(void){ int x=1; struct{int*p;int k;}s={&x,1}; struct{long l;int k;}t; memcpy(&t,&s,16); put(t.l); if(x!=1) reach_error(); return 0; }",
    "extern void put(long); static void w(int*p){long l; memcpy(&l,&p,8); put(l);}\nint main(void){ int x=1; w(&x); if(x!=1) reach_error(); return 0; }",
    "extern void put(unsigned);\nint main(void){ int x=1; int *p=&x; unsigned l[2]; memcpy(l,&p,8); put(l[0]); put(l[1]); if(x!=1) reach_error(); return 0; }",
    "extern void put(long);\nint main(void){ int *p=malloc(4); *p=1; long l; memcpy(&l,&p,8); put(l); if(*p!=1) reach_error(); return 0; }",
    "long g; extern void put(void); static int s=1; int main(void){ int*p=&s; long l; memcpy(&l,&p,8); g=l; put(); if(s!=1) reach_error(); return 0; }",
    "extern void put(long); static int s; static void cb(void){s=1;} int main(void){ void(*p)(void)=cb; long l; memcpy(&l,&p,8); put(l); if(s) reach_error(); return 0; }",
    "extern void put(char*);\nint main(void){ char buf[8]; int x=1; int*p=&x; memcpy(buf,&p,8); put(buf); if(x!=1) reach_error(); return 0; }",
    "extern void put(char*); union u{int*p;char c[8];};\nint main(void){ union u v; int x=1; v.p=&x; put(v.c); if(x!=1) reach_error(); return 0; }",
    "extern void put(void*);\nint main(void){ unsigned char buf[16]; int x=1; int*p=&x; memcpy(buf+8,&p,8); put(buf); if(x!=1) reach_error(); return 0; }",
    "extern void put(char*); union u{int*p;char c[8];}; static union u v;\nint main(void){ int x=1; v.p=&x; put(v.c); if(x!=1) reach_error(); return 0; }",
    "extern void fn(void); static int s; static void cb(void){ s=1; }\nvoid (*getcb(void))(void){ return cb; }\nint main(void){ s=0; fn(); if(s) reach_error(); return 0; }",
    "extern void fn(void); static int s; static void cb(void){ s=1; }\nvoid gp(void(**p)(void)){ *p=cb; }\nint main(void){ s=0; fn(); if(s) reach_error(); return 0; }",
    "extern void fn(void); static int s; void reg(void(*f)(int*)){ f(&s); }\nint main(void){ fn(); if(s) reach_error(); return 0; }",
];

#[test]
fn what_missing_code_gets_it_may_change() {
    let head = "#include <stdlib.h>\n#include <string.h>\nextern void reach_error(void);\n";
    for text in HANDED_OUT {
        let answer = ask(&format!("{head}{text}\n"), "unreach-call", &[], "2");
        // Some of them are refuted, given time.
        assert_ne!(answer.verdict, "true", "{text}\n{}", answer.report);
    }
}

/// Of `printf`, the argument that is missing matters to nobody; what decides something is not known.
#[test]
fn numbers_that_are_only_printed_rest_on_no_argument() {
    let text = "#include <assert.h>\n#include <stdarg.h>\n#include <stdio.h>\nstatic void say(int x, ...) {\n  va_list list;\n  \
                va_start(list, x);\n  printf(\"%d\\n\", va_arg(list, int));\n  va_end(list);\n  assert(x == 1);\n}\n\
                int main(void) {\n  say(1, 5);\n  say(2, 5);\n  return 0;\n}\n";
    must_say(text, "assert", "false(assert)");
    must_say(&text.replace("say(2, 5)", "say(1, 6)"), "assert", "true");
    let decides = text
        .replace("printf(\"%d\\n\", va_arg(list, int));", "if (va_arg(list, int) == 7) x = 3;")
        .replace("say(2, 5)", "say(1, 6)");
    must_say(&decides, "assert", "unknown");
}

const FUNCTION: &str = "extern void reach_error(void);\nint f(int, int) __attribute__((const));\nint main(void) {\n  int x = f(1, 2);\n  \
                        int y = f(1, 2), z = f(2, 1);\n  if (x != y)\n    reach_error();\n  return 0;\n}\n";

const SETS: &str = "extern void reach_error(void);\nint main(void) {\n  int y = 1;\n  __SMACK_code(\"@ := 2;\", y);\n  if (y != 1)\n    \
                    reach_error();\n  return 0;\n}\n";

/// A function of which the text says that nothing but its arguments matters, in C and in SMACK's words.
#[test]
fn constant_functions_give_the_same_again() {
    let boogie = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\nint f(int x) {\n  int y = __VERIFIER_nondet_int();\n  \
                  __SMACK_top_decl(\"function F(x: int): int;\");\n  __SMACK_code(\"@ := F(@);\", y, x);\n  return y;\n}\n\
                  int main(void) {\n  if (f(42) != f(42))\n    reach_error();\n  return 0;\n}\n";
    for (text, verdict) in [
        (FUNCTION.to_string(), "true"),
        (FUNCTION.replace("x != y", "x != z"), "false(unreach-call)"),
        // Without the attribute, anything may come back.
        (FUNCTION.replace("__attribute__((const))", ""), "false(unreach-call)"),
        (boogie.to_string(), "true"),
        (boogie.replace("!= f(42)", "!= f(43)"), "false(unreach-call)"),
        (
            FUNCTION
                .replace("int f(int, int)", "long f(float, double)")
                .replace("int x", "long x")
                .replace("int y", "long y"),
            "true",
        ),
        // What it depends on is not known, but it is not anything each time.
        (FUNCTION.replace("const))", "pure))"), "unknown"),
        (
            FUNCTION
                .replace("int f(int, int) __attribute__((const));", "float sinf(float);")
                .replace("f(1, 2)", "sinf(0)")
                .replace("f(2, 1)", "0"),
            "unknown",
        ),
        // An axiom, or code that is not understood.
        (
            boogie
                .replace("function F(x: int): int;", "function F(x: int): int; axiom F(42) == F(43);")
                .replace("!= f(42)", "!= f(43)"),
            "unknown",
        ),
        (boogie.replace("@ := F(@);", "@ := F(@) + 1;").replace("!= f(42)", "!= f(43)"), "unknown"),
        // Once *true*: the text sets y.
        (SETS.to_string(), "unknown"),
    ] {
        must_say(&text, "unreach-call", verdict);
    }
}

/// C libraries have a function of that name, which the standard does not: a program may mean another one, which changes what it can name.
#[test]
fn names_beyond_the_standard_may_be_the_programs_own() {
    let text = "extern void reach_error(void);\nint g;\nextern double y1(double);\nint main(void) {\n  g = 1;\n  double a = y1(2);\n  \
                if (g != 1)\n    reach_error();\n  return a > 0;\n}\n";
    must_say(text, "unreach-call", "unknown");
    // What the library's returns is not anything.
    must_say(&text.replace("g != 1", "a == 5"), "unreach-call", "unknown");
    // This name is reserved.
    must_say(&text.replace("y1", "cbrt"), "unreach-call", "true");
}
