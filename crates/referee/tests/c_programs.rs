//! Generated C programs: the same for the same seed, and with one result however they are compiled. The large run is
//! `cargo xtask c-programs`.

use std::path::Path;
use std::process::Command;

use invar_base::{Interner, SourceMap};
use invar_front::c::lex::locate::OwnText;
use invar_front::c::parse::parse;
use invar_front::c::types::DataModel;
use invar_referee::c_programs::{Comparison, Generated, ILP32_RUNTIME, batch, generate, generate_loop_free};
use invar_referee::execute::result_of;

const SEEDS: std::ops::Range<u64> = 0..30;

#[test]
fn the_same_seed_gives_the_same_program() {
    for seed in SEEDS {
        assert_eq!(generate(seed).text(), generate(seed).text());
        assert_eq!(generate_loop_free(seed).text(), generate_loop_free(seed).text());
        assert_ne!(generate(seed).text(), generate(seed + 1).text());
    }
}

#[test]
fn loop_free_programs_have_no_loops() {
    for seed in 0..200 {
        let text = generate_loop_free(seed).text();
        for word in ["for (", "while (", "do {", "goto again"] {
            assert!(!text.contains(word), "seed {seed} has `{word}`:\n{text}");
        }
    }
}

#[test]
fn assertions_compare_with_the_expected_value() {
    let program = generate(0);
    let equal = program.with_assertion(-5, Comparison::Equals);
    assert!(equal.contains("if (!(r == -5ll)) reach_error();"));
    let smallest = program.with_assertion(i64::MIN, Comparison::Differs);
    assert!(smallest.contains("if (!(r != -9223372036854775807ll - 1)) reach_error();"));
}

#[test]
fn the_parser_reads_them() {
    for seed in SEEDS {
        for program in [generate(seed), generate_loop_free(seed)] {
            let text = program.with_assertion(1, Comparison::Equals);
            let mut sources = SourceMap::new();
            let own = sources.add("generated.c", text.clone());
            let parsed = parse(text.as_bytes(), own, &mut OwnText(&sources), &mut Interner::default());
            let messages: Vec<&str> = parsed.diagnostics.iter().map(|diagnostic| diagnostic.message.as_str()).collect();
            assert!(messages.is_empty(), "seed {seed}: {messages:?}\n{text}");
            assert!(parsed.unit.externals.len() > 5);
        }
    }
}

/// Compilers, sanitizers and Invar's interpreter agree.
#[test]
fn every_way_gives_the_same_result() {
    if Command::new("gcc").arg("--version").output().is_err() {
        return;
    }
    let programs: Vec<Generated> = SEEDS.map(generate).chain(SEEDS.map(generate_loop_free)).collect();
    let folder = std::env::temp_dir().join(format!("invar-generated-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder can be made");
    std::fs::write(folder.join("programs.c"), batch(&programs)).expect("a temporary file can be written");
    std::fs::write(folder.join("runtime.c"), ILP32_RUNTIME).expect("a temporary file can be written");
    let plain = compile_and_run(&folder, &["-O0"]).expect("gcc compiles them");
    let traps = ["-fsanitize=undefined", "-fsanitize-undefined-trap-on-error"];
    for flags in [&["-O2"][..], &traps] {
        assert_eq!(compile_and_run(&folder, flags).as_ref(), Ok(&plain), "with {flags:?}");
    }
    compare_with_invar(&programs, &plain, DataModel::Lp64);
    // Not every installation of gcc can make 32-bit programs.
    let runtime = folder.join("runtime.c");
    let alone = ["-m32", "-static", "-nostdlib", "-fno-pie", "-no-pie", "-fno-stack-protector"];
    let narrow = [&alone[..], &traps, &[runtime.to_str().expect("the name is of our making")]].concat();
    if let Ok(results) = compile_and_run(&folder, &narrow) {
        compare_with_invar(&programs, &results, DataModel::Ilp32);
    }
    std::fs::remove_dir_all(&folder).expect("the temporary folder can be removed");
}

fn compare_with_invar(programs: &[Generated], expected: &[String], model: DataModel) {
    assert_eq!(programs.len(), expected.len());
    for (index, program) in programs.iter().enumerate() {
        let result = result_of(&program.text(), model, "compute").map(|value| value.to_string());
        assert_eq!(result.as_ref(), Ok(&expected[index]), "program {index}, {model:?}:\n{}", program.text());
    }
}

/// The lines that the programs print; `Err` if they do not compile.
fn compile_and_run(folder: &Path, flags: &[&str]) -> Result<Vec<String>, String> {
    let binary = folder.join("programs");
    let mut gcc = Command::new("gcc");
    gcc.args(["-w", "-std=gnu11"]).args(flags).arg(folder.join("programs.c")).arg("-o").arg(&binary);
    let compiled = gcc.output().expect("gcc was there a moment ago");
    if !compiled.status.success() {
        return Err(String::from_utf8_lossy(&compiled.stderr).into_owned());
    }
    let ran = Command::new(&binary).output().map_err(|error| error.to_string())?;
    assert!(ran.status.success(), "with {flags:?} the programs end with {}", ran.status);
    Ok(String::from_utf8_lossy(&ran.stdout).lines().map(str::to_string).collect())
}

/// What the comparison once found, with gcc's results.
#[test]
fn once_wrong() {
    let programs = [
        // A cast of a bit-field to the type it is declared with ends its promotion to `int`.
        ("struct { unsigned m : 29; } g = { 0x1fd79218 };", "(unsigned)g.m * 32767", 2_838_785_512_i64),
        // A bit-field's initialiser is converted to its width.
        ("struct { unsigned m : 6; } g = { 0x3bf };", "g.m", 63),
        ("struct { int m : 16; } g = { 61504 };", "g.m", -4032),
        // A compound literal that is jumped over has no object whose life could end with the block.
        (
            "int g = 7, *p = &g; int first(int *a) { return a[0]; }\n\
             int pick(int c) { switch (c) { case 1: return first((int[2]){ 1, 2 }); default: g++; } return *p; }\n\
             int many(void) { for (int i = 0; i < 100; i++) pick(2); return *p; }",
            "many()",
            107,
        ),
    ];
    for (declarations, result, expected) in programs {
        let text = format!(
            "{declarations}\nlong long compute(void) {{ return {result}; }}\nint main(void) {{ compute(); return 0; }}\n"
        );
        assert_eq!(result_of(&text, DataModel::Lp64, "compute"), Ok(expected.into()), "{text}");
    }
}
