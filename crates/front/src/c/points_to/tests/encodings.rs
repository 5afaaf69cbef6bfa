//! Elements, cells or bytes?

use super::closed;

#[test]
fn signedness_and_enumerations_do_not_matter() {
    closed(
        "enum e { A }; int x; unsigned y; enum e z;
         int main() { int *p = &x; unsigned *q = (unsigned *)p; q = &y; enum e *r = (enum e *)q; r = &z; return *p; }",
        "x in A
         y in A
         z in A
         main.p -> A
         main.q -> A
         main.r -> A
         A elements int start",
    );
}

#[test]
fn the_address_of_a_field_makes_cells() {
    closed(
        "struct s { int f; int g; long h; };
         int main() { struct s x; int *p = &x.g; return *p; }",
        "main.x in A
         main.p -> A
         A cells",
    );
}

#[test]
fn a_row_of_a_matrix_makes_cells() {
    closed(
        "int main() { int m[2][3]; int *row = m[1]; return row[2]; }",
        "main.m in A
         main.row -> A
         A cells",
    );
}

#[test]
fn a_pointer_to_rows_keeps_elements() {
    closed(
        "int f(int (*m)[3]) { return m[1][2]; } int main() { int m[2][3]; return f(m); }",
        "f.m -> A
         main.m in A
         A elements int_array",
    );
}

#[test]
fn a_record_and_its_first_member_make_cells() {
    closed(
        "struct base { int kind; long l; }; struct derived { struct base b; int more; };
         int main() { struct derived d; struct base *p = (struct base *)&d; return ((struct derived *)p)->more; }",
        "main.d in A
         main.p -> A
         A cells",
    );
}

#[test]
fn a_cast_between_unrelated_types_makes_bytes() {
    closed(
        "int main() { long x; int *p = (int *)&x; return *p; }",
        "main.x in A
         main.p -> A
         A bytes",
    );
}

#[test]
fn reading_characters_of_an_integer_makes_bytes() {
    closed(
        "int main() { int x; void *v = &x; unsigned char *p = v; return *p; }",
        "main.x in A
         main.v -> A
         main.p -> A
         A bytes",
    );
}

#[test]
fn a_string_inside_a_record_makes_bytes() {
    closed(
        "struct s { int n; char name[8]; };
         int main() { struct s x; char *p = x.name; p++; return *p; }",
        "main.x in A
         main.p -> A
         A bytes",
    );
}

#[test]
fn container_of_makes_bytes() {
    closed(
        "struct link { struct link *next; }; struct item { long n; struct link l; };
         int main() { struct item x; struct link *p = &x.l;
           struct item *q = (struct item *)((char *)p - 8); return q->n; }",
        "main.x in A
         main.x.1.0 -> -
         main.p -> A
         main.q -> A
         A bytes",
    );
}

#[test]
fn arithmetic_on_void_pointers_makes_bytes() {
    closed(
        "int main() { int a[4]; void *v = a; v = v + 4; return *(int *)v; }",
        "main.a in A
         main.v -> A
         A bytes",
    );
}

#[test]
fn types_of_like_scalars_may_be_mixed_in_cells() {
    closed(
        "struct pair { int x, y; };
         int main() { int a[4]; struct pair *p = (struct pair *)(a + 1); unsigned *q = (unsigned *)p; return p->y; }",
        "main.a in A
         main.p -> A
         main.q -> A
         A cells",
    );
}

#[test]
fn a_container_of_void_pointers_with_two_records_is_bytes() {
    closed(
        "struct a { int x; char c; }; struct b { long y; }; void *slot;
         int main() { struct a s; struct b t; slot = &s; slot = &t; struct a *p = slot; struct b *q = slot; return q->y; }",
        "slot -> A
         main.s in A
         main.t in A
         main.p -> A
         main.q -> A
         A bytes",
    );
}

#[test]
fn scalars_of_two_sizes_behind_void_pointers_are_bytes() {
    closed(
        "void *malloc(unsigned long); int main() { void *v = malloc(8); long *p = v; int *q = v; *p = 1; return *q; }",
        "main.v -> A
         main.p -> A
         main.q -> A
         A bytes",
    );
}

#[test]
fn a_flexible_member_makes_bytes() {
    closed(
        "void *malloc(unsigned long); struct buffer { long n; char data[]; };
         int main() { struct buffer *b = malloc(100); b->data[3] = 1; return b->n; }",
        "main.b -> A
         A bytes",
    );
}

#[test]
fn bit_fields_are_fine_in_elements() {
    closed(
        "struct flags { unsigned a : 3; unsigned b : 5; };
         int main() { struct flags f[2]; struct flags *p = f; return p[1].b; }",
        "main.f in A
         main.p -> A
         A elements flags",
    );
}

#[test]
fn an_integer_that_becomes_a_pointer_is_unknown() {
    closed(
        "int main() { unsigned long n = 4096; int *p = (int *)n; return *p; }",
        "main.p -> A
         A elements int unknown",
    );
}

#[test]
fn an_address_rounded_as_an_integer_stays_in_its_region() {
    closed(
        "int main() { int a[4]; int *p = a; int *q = (int *)((unsigned long)p & ~7ul); return *q; }",
        "main.a in A
         main.p -> A
         main.q -> A
         A bytes",
    );
}
