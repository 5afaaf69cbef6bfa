//! Which variables are objects?

use super::closed;

#[test]
fn a_variable_whose_address_is_never_taken_is_plain() {
    closed("int main() { int x = 1, a[4]; a[x] = 2; return a[0]; }", "");
}

#[test]
fn records_and_nested_arrays_reached_by_name_are_plain() {
    closed(
        "struct s { int f; int g[3]; }; int m[2][3];
         int main() { struct s x[2]; x[1].g[2] = m[1][2]; x[0] = x[1]; return x[0].f; }",
        "",
    );
}

#[test]
fn an_address_taken_makes_an_object() {
    closed(
        "int main() { int x = 1; int y = 2; int *p = &x; return *p + y; }",
        "main.x in A
         main.p -> A
         A elements int start",
    );
}

#[test]
fn an_array_that_decays_is_an_object() {
    closed(
        "int main() { int a[4]; int b[4]; int *p = a; p[1] = 2; return b[0]; }",
        "main.a in A
         main.p -> A
         A elements int",
    );
}

#[test]
fn an_array_of_variable_length_is_an_object() {
    closed(
        "int main() { int n = 3; int a[n]; a[0] = 1; return a[0]; }",
        "main.a in A
         A elements int start",
    );
}

#[test]
fn a_union_is_an_object_of_bytes() {
    closed(
        "union u { int *p; long n; }; int x; int main() { union u v; v.p = &x; return v.n != 0; }",
        "x in A
         main.v in B
         main.v.0 -> A
         A elements int
         B bytes
         B -> A",
    );
}

#[test]
fn a_compound_literal_pointed_to_is_an_object() {
    closed(
        "int main() { int *p = (int[]){1, 2}; return p[1]; }",
        "main.p -> A
         main.literal in A
         A elements int",
    );
}

#[test]
fn memset_of_a_whole_array_keeps_elements() {
    closed(
        "void *memset(void *, int, unsigned long);
         int main() { int a[4]; memset(&a, 0, sizeof a); return a[0]; }",
        "main.a in A
         A elements int start",
    );
}
