//! The text of a harness, from top to bottom: comment, source, functions that the source leaves open, memory, the call.

use std::fmt::Write;

use super::literal::string;
use super::plan::{Call, Ending, Function, HarnessPlan, Insertion, Meaning, Object, Store};

/// What the harness is to be compiled with, so that every kind of failure shows, and shows at its line.
/// Where an error is marked, behaviour that C leaves undefined on the way there is not what was asked about.
pub const COMPILE_MARKED: &str = "gcc -g -fsanitize=address -fno-builtin";
pub const COMPILE: &str = "gcc -g -fsanitize=address,undefined -fno-sanitize-recover=all -fno-builtin";

/// The run left the one that was recorded: neither a failure nor a success.
const LEFT: &str = "__builtin_exit(77);";

pub fn write(plan: &HarnessPlan) -> String {
    let mut out = String::new();
    comment(&mut out, &plan.title, if plan.is_marked { COMPILE_MARKED } else { COMPILE });
    let hides_main = plan.call.as_ref().is_some_and(|call| call.hides_main);
    if hides_main {
        out.push_str("#define main invar_own_main\n");
    }
    if !plan.allocations.is_empty() {
        out.push_str(ALLOCATORS);
    }
    match &plan.copy {
        None => line(&mut out, format_args!("#include {}", include_path(&plan.source_path))),
        Some((text, insertions)) => copy(&mut out, &plan.source_path, text, insertions),
    }
    if hides_main {
        out.push_str("#undef main\n");
    }
    // An abort should say where it happened; memory that is never freed matters only if that is what fails.
    let leaks = u8::from(plan.is_leak);
    let options = format!("handle_abort=1:detect_leaks={leaks}");
    line(&mut out, format_args!("\nconst char *__asan_default_options(void)\n{{\n    return \"{options}\";\n}}"));
    if !plan.allocations.is_empty() {
        allocators(&mut out, &plan.allocations);
    }
    for function in &plan.functions {
        define(&mut out, function);
    }
    if let Some(call) = &plan.call {
        main(&mut out, plan, call);
    }
    out
}

/// The source calls these instead of the library's, whose declarations they take over.
const ALLOCATORS: &str = "#define malloc invar_malloc\n#define calloc invar_calloc\n#define realloc invar_realloc\n";

/// Each allocation fails if it did in the run.
fn allocators(out: &mut String, allocations: &[bool]) {
    let fails: Vec<&str> = allocations.iter().map(|fails| if *fails { "1" } else { "0" }).collect();
    line(out, format_args!("\nstatic int invar_fails(void)\n{{\n    static unsigned invar_calls;"));
    line(out, format_args!("    static const char fails[] = {{{}}};", fails.join(", ")));
    line(out, format_args!("    return invar_calls < sizeof fails && fails[invar_calls++];\n}}"));
    for (name, formals, actuals) in [
        ("malloc", "__SIZE_TYPE__ n", "n"),
        ("calloc", "__SIZE_TYPE__ n, __SIZE_TYPE__ m", "n, m"),
        ("realloc", "void *p, __SIZE_TYPE__ n", "p, n"),
    ] {
        line(out, format_args!("\nvoid *invar_{name}({formals})\n{{"));
        line(out, format_args!("    return invar_fails() ? 0 : __builtin_{name}({actuals});\n}}"));
    }
}

fn comment(out: &mut String, title: &[String], compile: &str) {
    out.push_str("/* Written by Invar. This program repeats a run that fails:\n");
    for text in title {
        // A comment must not end early.
        line(out, format_args!(" *   {}", text.replace("*/", "* /")));
    }
    line(out, format_args!(" * Compile this file with\n *   {compile}\n * and run it: it fails at that line. */"));
}

/// A path between quotes stands for itself: there are no escapes in it.
fn include_path(path: &str) -> String {
    format!("\"{path}\"")
}

/// The source with the insertions at their places; the compiler is told the source's own name and lines.
fn copy(out: &mut String, path: &str, text: &str, insertions: &[Insertion]) {
    line(out, format_args!("#line 1 {}", string(path)));
    let mut sorted: Vec<&Insertion> = insertions.iter().collect();
    sorted.sort_by_key(|insertion| insertion.offset);
    let mut from = 0;
    for Insertion { offset, text: added } in sorted {
        let to = (*offset).clamp(from, text.len());
        out.push_str(text.get(from..to).unwrap_or(""));
        out.push_str(&added.replace('\n', " "));
        from = to;
    }
    out.push_str(text.get(from..).unwrap_or(""));
    out.push('\n');
}

fn define(out: &mut String, function: &Function) {
    let Function { header, name, meaning } = function;
    line(out, format_args!("\n{header}\n{{"));
    match meaning {
        Meaning::Nothing => {}
        Meaning::Returns { result, values } => returns(out, name, result, values),
        Meaning::Assumes { parameter } => line(out, format_args!("    if (!{parameter})\n        {LEFT}")),
        Meaning::Asserts { parameter } => line(out, format_args!("    if (!{parameter})\n        __builtin_abort();")),
        // The stack that the sanitizer prints names this function and its caller's line.
        Meaning::Fails => line(out, format_args!("    __builtin_abort();")),
    }
    out.push_str("}\n");
}

/// The pointer that a function without body returned last.
pub const HANDED: &str = "invar_handed";

/// Values of one function that are written as cases.
const MOST_CASES: usize = 200;

/// An array of no elements is not C, so a function that is never called in the run has no array.
fn returns(out: &mut String, name: &str, result: &str, values: &[String]) {
    if values.is_empty() {
        line(out, format_args!("    {LEFT}\n    __builtin_unreachable();"));
        return;
    }
    line(out, format_args!("    static unsigned invar_calls;"));
    if values.iter().any(|value| value.contains(HANDED)) {
        line(out, format_args!("    static void *{HANDED};"));
    }
    // A value may be the address of an object, which is no constant; long rows of numbers compile faster than as many cases.
    if values.len() > MOST_CASES && values.iter().all(|value| is_number(value)) {
        line(out, format_args!("    static const {result} values[] = {{{}}};", values.join(", ")));
        line(out, format_args!("    if (invar_calls < {})\n        return values[invar_calls++];", values.len()));
    } else {
        line(out, format_args!("    switch (invar_calls++) {{"));
        for (index, value) in values.iter().enumerate() {
            line(out, format_args!("    case {index}:\n        return ({result})({value});"));
        }
        line(out, format_args!("    }}"));
    }
    let message = string(&format!("{name} is called more often than in the run that was recorded\n"));
    line(out, format_args!("    __builtin_printf({message});\n    {LEFT}\n    __builtin_unreachable();"));
}

fn is_number(value: &str) -> bool {
    value.chars().all(|c| c.is_ascii_digit() || "-+ ()uUlL".contains(c))
}

fn main(out: &mut String, plan: &HarnessPlan, call: &Call) {
    out.push_str("\nint main(void)\n{\n");
    for Object { name, element, bytes, .. } in &plan.objects {
        line(out, format_args!("    {element} *{name} = __builtin_calloc(1, {bytes});"));
    }
    // Objects may point to each other, so all of them are there before the first is filled.
    for object in &plan.objects {
        stores(out, &object.stores);
    }
    stores(out, &plan.globals);
    for object in plan.objects.iter().filter(|object| object.is_dead) {
        line(out, format_args!("    __builtin_free({});", object.name));
    }
    let call = format!("{}({})", call.function, call.arguments.join(", "));
    match &plan.ending {
        None => line(out, format_args!("    {call};")),
        Some(ending) => fail_after(out, &call, ending),
    }
    out.push_str("    return 0;\n}\n");
}

/// The call returns what it returned in the run, and the program fails at the postcondition.
fn fail_after(out: &mut String, call: &str, Ending { file, line: number, result }: &Ending) {
    match result {
        None => line(out, format_args!("    {call};")),
        Some(value) => {
            line(out, format_args!("    __typeof__({call}) invar_result = {call};"));
            line(out, format_args!("    if (invar_result != ({value}))\n        {LEFT}"));
        }
    }
    line(out, format_args!("    /* The postcondition there does not hold now. */\n#line {number} {}", string(file)));
    line(out, format_args!("    __builtin_abort();"));
}

fn stores(out: &mut String, stores: &[Store]) {
    for Store { place, value } in stores {
        line(out, format_args!("    {place} = {value};"));
    }
}

fn line(out: &mut String, text: std::fmt::Arguments<'_>) {
    let _ = writeln!(out, "{text}");
}
