//! Functions, function pointers, the library, the unknown.

use super::closed;

#[test]
fn arguments_and_results_flow() {
    closed(
        "int x; int *id(int *p) { return p; } int main() { int *q = id(&x); return *q; }",
        "x in A
         id.p -> A
         id() -> A
         main.q -> A
         A elements int start",
    );
}

#[test]
fn a_callback_gets_the_arguments_of_the_call() {
    closed(
        "int x, y; void f(int *p) { *p = 1; } void g(int *q) { *q = 2; }
         void run(void (*h)(int *), int *a) { h(a); }
         int main() { run(f, &x); run(&g, &y); return 0; }",
        "x in A
         y in A
         f.p -> A
         g.q -> A
         run.h -> B
         run.a -> A
         A elements int start
         B bytes",
    );
}

#[test]
fn functions_in_a_table_are_called_with_its_arguments() {
    closed(
        "struct ops { void (*get)(int *); void (*set)(long *); }; int x; long y;
         void get(int *p) { *p = 1; } void set(long *p) { *p = 1; }
         struct ops table = { get, set };
         int main() { struct ops *o = &table; o->get(&x); o->set(&y); return 0; }",
        "x in A
         y in B
         table in C
         table.0 -> D
         table.1 -> E
         get.p -> A
         set.p -> B
         main.o -> C
         A elements int start
         B elements long start
         C elements ops start
         C.0 -> D
         C.1 -> E
         D bytes
         E bytes",
    );
}

#[test]
fn qsort_passes_elements_to_its_callback() {
    closed(
        "void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *));
         int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
         int main() { int v[9]; qsort(v, 9, sizeof(int), compare); return v[0]; }",
        "compare.a -> A
         compare.b -> A
         main.v in A
         A elements int",
    );
}

#[test]
fn strchr_points_into_its_argument() {
    closed(
        "char *strchr(const char *, int); int main() { char s[8]; char *p = strchr(s, 'a'); return *p; }",
        "main.s in A
         main.p -> A
         A elements char",
    );
}

#[test]
fn an_unknown_function_reaches_what_it_is_given() {
    closed(
        "struct s { int *p; }; void unknown(struct s *); struct s *other(void); static int x; static struct s v, w;
         int main() { v.p = &x; unknown(&v); struct s *r = other(); struct s *k = &w; return *r->p + (k != 0); }",
        "x in A
         v in B
         v.0 -> A
         w in C
         w.0 -> -
         main.r -> B
         main.k -> C
         A elements int escapes
         B elements s escapes
         B.0 -> A
         C elements s start
         C.0 -> -",
    );
}

#[test]
fn an_unknown_function_reaches_globals_that_are_not_static() {
    closed(
        "void unknown(void); int *g; static int *h; static int x, y;
         int main() { g = &x; h = &y; unknown(); return *g + *h; }",
        "g -> A
         h -> B
         x in A
         y in B
         A elements int escapes
         B elements int start",
    );
}

#[test]
fn variadic_arguments_meet_va_arg() {
    closed(
        "typedef __builtin_va_list va_list; int x;
         int sum(int n, ...) { va_list ap; __builtin_va_start(ap, n); int *p = __builtin_va_arg(ap, int *);
           __builtin_va_end(ap); return *p; }
         int main() { return sum(1, &x); }",
        "x in A
         sum.p -> A
         A elements int start",
    );
}

#[test]
fn printf_keeps_nothing() {
    closed(
        "int printf(const char *, ...); int main() { int x; int *p = &x; printf(\"%d %p\", x, p); return 0; }",
        "main.x in A
         main.p -> A
         A elements int start",
    );
}

#[test]
fn a_nondeterministic_pointer_is_unknown() {
    closed(
        "void *__VERIFIER_nondet_pointer(void); int main() { int *p = __VERIFIER_nondet_pointer(); return *p; }",
        "main.p -> A
         A elements int unknown",
    );
}

#[test]
fn arguments_of_main_come_from_outside() {
    closed(
        "int main(int argc, char **argv) { return argv[0][0]; }",
        "main.argv -> A
         A elements pointer escapes
         A -> B
         B elements char escapes",
    );
}
