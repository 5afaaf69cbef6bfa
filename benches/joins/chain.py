"""Writes a program with K branches in a row, each of which matters: python3 chain.py FAMILY K c|bpl > FILE

The families: `sum` (a range), `difference` (x - y), `double` (x == 2 * y), `greatest` (a running maximum), and `sum_broken`, in
which one branch subtracts.
"""
import sys

C_HEAD = """#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
"""
C_INPUT = "int i = __VERIFIER_nondet_int(); if (i < 0 || i > 1000) return 0;"

C = {
    "sum": ("int x = 0; " + C_INPUT, "if (__VERIFIER_nondet_int()) x = x + 1; else x = x + i;", "assert(x >= 0);"),
    "difference": (
        "int x = 5; int y = 0; " + C_INPUT,
        "if (__VERIFIER_nondet_int()) { x = x + i; y = y + i; } else if (__VERIFIER_nondet_int()) x = x + 2;"
        " else { x = x + 1; y = y + 1; }",
        "assert(x - y >= 5);",
    ),
    "double": (
        "int x = 0; int y = 0; " + C_INPUT,
        "if (__VERIFIER_nondet_int()) { x = x + 2; y = y + 1; } else { x = x + 2 * i; y = y + i; }",
        "assert(x == 2 * y);",
    ),
    "greatest": (
        "int m = __VERIFIER_nondet_int(); int first = m; int a;",
        "a = __VERIFIER_nondet_int(); if (a > m) m = a;",
        "assert(m >= first); assert(m >= a);",
    ),
}

BOOGIE = {
    "sum": ("var x: int; x := 0;", "if (*) { x := x + 1; } else { x := x + i; }", "assert x >= 0;"),
    "difference": (
        "var x, y: int; x := 5; y := 0;",
        "if (*) { x := x + i; y := y + i; } else if (*) { x := x + 2; } else { x := x - 1; y := y - 1; }",
        "assert x - y >= 5;",
    ),
    "double": (
        "var x, y: int; x := 0; y := 0;",
        "if (*) { x := x + 2; y := y + 1; } else { x := x + 2 * i; y := y + i; }",
        "assert x == 2 * y;",
    ),
    "greatest": ("var m: int; m := a[0];", "if (a[@] > m) { m := a[@]; }", "assert m >= a[0]; assert m >= a[1];"),
}


def program(family, count, language):
    is_broken = family.endswith("_broken")
    begin, branch, end = (C if language == "c" else BOOGIE)[family.removesuffix("_broken")]
    branches = [branch.replace("@", str(number + 1)) for number in range(count)]
    if is_broken:
        branches[count // 2] = branch.replace("x + 1", "x - 1")
    head = C_HEAD if language == "c" else "procedure main(i: int, a: [int]int)\n  requires 0 <= i && i <= 1000;\n{\n"
    tail = "return 0; }\n" if language == "c" else "}\n"
    return head + "\n".join([begin, *branches, end, tail])


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    print(program(sys.argv[1], int(sys.argv[2]), sys.argv[3]), end="")
