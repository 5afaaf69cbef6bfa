//! Pointers in memory.

use super::closed;

const MALLOC: &str = "void *malloc(unsigned long); void *realloc(void *, unsigned long); void free(void *);\n";

#[test]
fn a_linked_list_is_one_region() {
    closed(
        &format!(
            "{MALLOC}struct node {{ int value; struct node *next; }};
             int main() {{ struct node *head = 0;
               for (int i = 0; i < 3; i++) {{ struct node *n = malloc(sizeof *n); n->next = head; head = n; }}
               while (head) {{ struct node *t = head; head = head->next; free(t); }} return 0; }}"
        ),
        "main.head -> A
         main.n -> A
         main.t -> A
         A elements node start
         A.1 -> A",
    );
}

#[test]
fn two_lists_are_two_regions() {
    closed(
        &format!(
            "{MALLOC}struct node {{ int value; struct node *next; }};
             int main() {{ struct node *a = malloc(16); struct node *b = malloc(16); a->next = a; b->next = 0; return 0; }}"
        ),
        "main.a -> A
         main.b -> B
         A elements node start
         A.1 -> A
         B elements node start
         B.1 -> C
         C elements node start
         C.1 -> -",
    );
}

#[test]
fn fields_of_one_record_have_targets_of_their_own() {
    closed(
        "struct s { int *p; long *q; }; int x; long y;
         int main() { struct s v; v.p = &x; v.q = &y; struct s *w = &v; return *w->p + *w->q; }",
        "x in A
         y in B
         main.v in C
         main.v.0 -> A
         main.v.1 -> B
         main.w -> C
         A elements int start
         B elements long start
         C elements s start
         C.0 -> A
         C.1 -> B",
    );
}

#[test]
fn an_array_of_pointers_has_one_target() {
    closed(
        "int x, y; int main() { int *a[2] = {&x, &y}; return *a[1]; }",
        "x in A
         y in A
         main.a -> A
         A elements int start",
    );
}

#[test]
fn pointers_to_pointers_go_on() {
    closed(
        "int x; int main() { int *p; int **q = &p; *q = &x; return *p; }",
        "x in A
         main.p in B
         main.p -> A
         main.q -> B
         A elements int start
         B elements pointer start
         B -> A",
    );
}

#[test]
fn a_record_with_an_array_of_pointers() {
    closed(
        "struct table { int n; int *rows[4]; }; int x;
         int main() { struct table t; struct table *p = &t; p->rows[2] = &x; return t.rows[1] != 0; }",
        "x in A
         main.t in B
         main.t.1 -> A
         main.p -> B
         A elements int start
         B elements table start
         B.1 -> A",
    );
}

#[test]
fn copying_a_record_copies_its_pointers() {
    closed(
        "struct s { int *p; long *q; }; int x; long y;
         int main() { struct s a, b; a.p = &x; a.q = &y; b = a; return *b.p; }",
        "x in A
         y in B
         main.a.0 -> A
         main.a.1 -> B
         main.b.0 -> A
         main.b.1 -> B
         A elements int start
         B elements long start",
    );
}

#[test]
fn memcpy_copies_the_pointers_but_joins_no_objects() {
    closed(
        "void *memcpy(void *, const void *, unsigned long); struct s { int *p; }; int x;
         int main() { struct s a, b; a.p = &x; memcpy(&b, &a, sizeof a); return *b.p; }",
        "x in A
         main.a in B
         main.a.0 -> A
         main.b in C
         main.b.0 -> A
         A elements int start
         B elements s start
         B.0 -> A
         C elements s start
         C.0 -> A",
    );
}

#[test]
fn realloc_stays_in_the_region() {
    closed(
        &format!("{MALLOC}int main() {{ int *p = malloc(4); int *q = realloc(p, 8); q[1] = 2; return *q; }}"),
        "main.p -> A
         main.q -> A
         A elements int",
    );
}

#[test]
fn a_conditional_joins_its_branches_but_null_joins_nothing() {
    closed(
        "int x, y, z; int main(int c) { int *p = c ? &x : &y; int *q = c ? 0 : &z; return *p + *q; }",
        "x in A
         y in A
         z in B
         main.p -> A
         main.q -> B
         A elements int start
         B elements int start",
    );
}

#[test]
fn the_address_of_a_field_collapses_the_pointers_of_the_record() {
    closed(
        "struct s { int *p; long *q; }; int x; long y;
         int main() { struct s v; int **f = &v.p; *f = &x; v.q = &y; return 0; }",
        "x in A
         y in A
         main.v in B
         main.v.0 -> A
         main.v.1 -> A
         main.f -> B
         A bytes
         B cells
         B -> A",
    );
}

#[test]
fn string_literals_are_objects() {
    closed(
        "int main() { const char *p = \"ab\"; return p[1]; }",
        "main.p -> A
         A elements char",
    );
}
