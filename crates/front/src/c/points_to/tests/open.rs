//! Functions that are called from outside.

use super::open;

#[test]
fn parameters_of_one_type_may_alias() {
    open(
        "void f(int *p, int *q, long *r) { *p = *q + *r; }",
        "f.p -> A
         f.q -> A
         f.r -> B
         A elements int escapes
         B elements long escapes",
    );
}

#[test]
fn restrict_separates_nothing() {
    open(
        "void f(int *restrict p, int *q, int *restrict r) { *p = *q + *r; }",
        "f.p -> A
         f.q -> A
         f.r -> A
         A elements int escapes",
    );
}

#[test]
fn pointers_inside_point_outside_too() {
    open(
        "struct node { int v; struct node *next; int *data; };
         int f(struct node *n, int *p) { return n->next->v + *n->data + *p; }",
        "f.n -> A
         f.p -> B
         A elements node escapes
         A.1 -> A
         A.2 -> B
         B elements int escapes",
    );
}

#[test]
fn static_functions_get_what_they_are_called_with() {
    open(
        "static void set(int *p) { *p = 1; } int f(void) { int x; set(&x); return x; }",
        "set.p -> A
         f.x in A
         A elements int start",
    );
}

#[test]
fn a_static_function_whose_address_escapes_is_called_from_outside() {
    open(
        "void register_handler(void (*)(int *)); static void handle(int *p) { *p = 1; }
         void f(int *q) { register_handler(handle); *q = 2; }",
        "handle.p -> A
         f.q -> A
         A elements int escapes",
    );
}

#[test]
fn globals_whose_address_is_taken_join_their_type() {
    open(
        "int g; static int h; int *f(int *p) { static int *last; last = &h; *last = 1; return p ? p : &g; }",
        "g in A
         h in A
         f::last -> A
         f.p -> A
         f() -> A
         A elements int escapes",
    );
}

#[test]
fn an_untyped_parameter_takes_the_type_of_its_cast() {
    open(
        "struct s { int x; }; int f(void *v, struct s *p) { struct s *q = v; return q->x + p->x; }",
        "f.v -> A
         f.p -> A
         f.q -> A
         A elements s escapes",
    );
}

#[test]
fn what_is_returned_escapes() {
    open(
        "void *malloc(unsigned long); struct s { int x; }; struct s *make(void) { return malloc(4); }",
        "make() -> A
         A elements s escapes",
    );
}
