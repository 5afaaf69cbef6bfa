//! Families of boolean programs that grow: how the search scales with procedures and variables.

use std::fmt::Write;

/// How the procedures call each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// Each calls the next one from two places.
    Chain,
    /// And the last one may call the first: everything is recursive.
    Ring,
}

/// Procedures that read and write global variables, pass arguments and return results; the only assertion holds.
pub fn family(shape: Shape, procedures: usize, globals: usize) -> String {
    let names: Vec<String> = (0..globals).map(|n| format!("g{n}")).collect();
    let mut text = format!("decl {};\n", names.join(", "));
    for n in 0..procedures {
        // Two of the global variables, another pair in each procedure.
        let (g, h) = (n % globals, (n * 7 + 3) % globals);
        let next = (n + 1) % procedures;
        let calls = match (n + 1 == procedures, shape) {
            (false, _) => format!("y := f{next}(!x); if (y) then z := f{next}(x); fi;"),
            (true, Shape::Chain) => String::new(),
            (true, Shape::Ring) => format!("if (*) then y := f{next}(x); fi;"),
        };
        let _ = writeln!(
            text,
            "bool f{n}(x) begin decl y, z; y, z := x, *; if (g{g}) then g{h} := x & g{g}; else g{g} := *; fi; {calls} return x | y & z; end"
        );
    }
    text.push_str("void main() begin decl r; r := f0(T); assert(r); end\n");
    text
}
