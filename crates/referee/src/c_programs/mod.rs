//! Random C programs with one result, free of undefined and unspecified behaviour by construction, in both data models.
//! In: a seed; out: the text of a program whose `main` prints the result or compares it with an expected value; the same
//! for the same seed for ever.
//!
//! By construction means: an expression carries the interval of its values in both models and the objects it reads and
//! writes (`expr`, `range`), and the constructors refuse what might overflow, divide by zero, shift too far or depend on
//! the order of evaluation. Variables keep the limits they are declared with, pointers the objects they may point to, loops
//! and recursions count. Conversions to signed types wrap, as gcc defines them.
//!
//! Reading order: `kind`, `range`, `expr` (what is allowed), `scope` (the state), `literals`, `fit`, `values`, `places`,
//! `calls` (expressions), `bytes` (what depends on
//! the bytes of objects, and variadic functions), `declare`, `heap`, `loops`, `statements`, `functions`.
//!
//! Mutually recursive: `values`, `places`, `calls`, `bytes`, `declare`, `statements`, `loops`, `heap`, `functions`.
//! What is generated is: expressions call functions, whose bodies are statements.

mod kind;
mod range;
mod expr;
mod scope;
mod literals;
mod fit;
mod values;
mod places;
mod calls;
mod bytes;
mod declare;
mod statements;
mod loops;
mod heap;
mod functions;

use scope::{Generator, Object, Purity, Shape, Ty};

/// A program without its `main`.
#[derive(Clone, Debug)]
pub struct Generated {
    /// File-scope names begin with `@`.
    template: String,
}

/// What stands above every program.
const PRELUDE: &str = "\
int printf(const char *, ...);
void *malloc(__typeof__(sizeof 0));
void free(void *);
void *memcpy(void *, const void *, __typeof__(sizeof 0));
void *memset(void *, int, __typeof__(sizeof 0));
";

/// What a program needs of the C library under ILP32, where no 32-bit library is installed: link it with `-nostdlib`.
pub const ILP32_RUNTIME: &str = include_str!("runtime_ilp32.c");

impl Generated {
    /// A program that prints the result.
    pub fn text(&self) -> String {
        let main = "int main(void)\n{\n    printf(\"%lld\\n\", compute());\n    return 0;\n}\n";
        format!("{PRELUDE}\n{}\n{main}", self.definitions(""))
    }

    /// A program that reaches the error when the result is not (or, for `Comparison::Differs`, is) the expected one.
    pub fn with_assertion(&self, expected: i64, comparison: Comparison) -> String {
        let sign = match comparison {
            Comparison::Equals => "==",
            Comparison::Differs => "!=",
        };
        // The most negative number has no literal.
        let expected = match expected {
            i64::MIN => format!("-{}ll - 1", i64::MAX),
            _ => format!("{expected}ll"),
        };
        let main = format!(
            "int main(void)\n{{\n    long long r = compute();\n    if (!(r {sign} {expected})) reach_error();\n    return 0;\n}}\n"
        );
        format!("{PRELUDE}void reach_error(void);\n\n{}\n{main}", self.definitions(""))
    }

    /// Everything but the declarations of library functions and `main`, with `prefix` before every file-scope name, so
    /// that several programs fit into one file. The result is `prefix` + `compute()`.
    fn definitions(&self, prefix: &str) -> String {
        self.template.replace('@', prefix)
    }
}

/// One program that prints the results of all these, each on a line.
pub fn batch(programs: &[Generated]) -> String {
    let (mut definitions, mut calls) = (PRELUDE.to_string(), String::new());
    for (number, program) in programs.iter().enumerate() {
        definitions += &format!("\n{}", program.definitions(&format!("p{number}_")));
        calls += &format!("    printf(\"%lld\\n\", p{number}_compute());\n");
    }
    format!("{definitions}\nint main(void)\n{{\n{calls}    return 0;\n}}\n")
}

/// What the assertion says about result and expected value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Comparison {
    Equals,
    Differs,
}

/// A program with all statements and expressions.
pub fn generate(seed: u64) -> Generated {
    program(seed, Shape::Any)
}

/// A program with everything, and with unions, bytes of objects and variadic functions.
pub fn generate_wide(seed: u64) -> Generated {
    program(seed, Shape::Wide)
}

/// A program without loops, recursion and backward jumps.
pub fn generate_loop_free(seed: u64) -> Generated {
    program(seed, Shape::LoopFree)
}

fn program(seed: u64, shape: Shape) -> Generated {
    let mut g = Generator::new(seed, shape);
    g.line("static unsigned long long @sum;");
    g.line("");
    g.line("static void @mix(unsigned long long value)");
    g.line("{");
    let update = if g.random.chance(50) { "@sum * 31 + value" } else { "(@sum ^ value) * 16777619u" };
    g.line(format!("    @sum = {update};"));
    g.line("}");
    g.line("");
    types(&mut g);
    for _ in 0..1 + g.random.below(4) {
        global(&mut g);
    }
    for _ in 0..g.random.below(3) {
        g.declare_struct();
    }
    if shape == Shape::Wide && g.random.chance(60) {
        g.declare_union();
    }
    for _ in 0..g.random.below(4) {
        global(&mut g);
    }
    g.line("");
    for _ in 0..g.random.below(4) {
        g.helper(None);
    }
    if g.random.chance(20) {
        g.function_table();
    }
    g.compute();
    Generated { template: g.lines.join("\n") + "\n" }
}

/// Names for types, and enumerations.
fn types(g: &mut Generator) {
    for _ in 0..g.random.below(3) {
        let kind = g.kind();
        let name = g.name("@t");
        let spelling = g.spell(kind);
        g.line(format!("typedef {spelling} {name};"));
        g.typedefs.push((kind, name));
    }
    if g.random.chance(35) {
        let tag = g.name("@E");
        let (mut value, mut texts, mut negative) = (0, Vec::new(), false);
        for _ in 0..2 + g.random.below(3) {
            let name = g.name("@C");
            let is_given = g.random.chance(40);
            if is_given {
                value = g.random.between(-5, 40);
            }
            texts.push(if is_given { format!("{name} = {value}") } else { name.clone() });
            negative |= value < 0;
            g.enumerators.push((name, value));
            value += 1;
        }
        g.line(format!("enum {tag} {{ {} }};", texts.join(", ")));
        g.enums.push((tag, negative));
    }
}

fn global(g: &mut Generator) {
    let ty = g.ty();
    let name = g.name("@g");
    let is_table = matches!(ty, Ty::Array(..)) && g.random.chance(25);
    let declarator = g.declarator(&ty, &name);
    let qualifier = if is_table { "static const " } else { "static " };
    if !is_table && matches!(ty, Ty::Scalar(_)) && g.random.chance(15) {
        g.line(format!("{qualifier}{declarator};"));
    } else {
        let init = g.with_purity(Purity::Constant, |g| g.initialiser(&ty));
        g.line(format!("{qualifier}{declarator} = {};", init.text));
    }
    let mask = g.static_mask();
    g.objects.push(Object { name, ty, mask, is_const: is_table });
}
