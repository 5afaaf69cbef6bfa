//! Generated C programs: the same for the same seed, and with one result however they are compiled. The large run is
//! `cargo xtask c-programs`.

use std::path::Path;
use std::process::Command;

use invar_base::{Interner, SourceMap};
use invar_front::c::generate::{Comparison, Generated, batch, generate, generate_loop_free};
use invar_front::c::lex::locate::OwnText;
use invar_front::c::parse::parse;

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

#[test]
fn optimisation_and_sanitizers_do_not_change_the_result() {
    if Command::new("gcc").arg("--version").output().is_err() {
        return;
    }
    let programs: Vec<Generated> = SEEDS.map(generate).chain(SEEDS.map(generate_loop_free)).collect();
    let folder = std::env::temp_dir().join(format!("invar-generated-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder can be made");
    std::fs::write(folder.join("programs.c"), batch(&programs)).expect("a temporary file can be written");
    let plain = compile_and_run(&folder, &["-O0"]);
    let optimised = compile_and_run(&folder, &["-O2"]);
    let checked = compile_and_run(&folder, &["-O0", "-fsanitize=undefined", "-fsanitize-undefined-trap-on-error"]);
    std::fs::remove_dir_all(&folder).expect("the temporary folder can be removed");
    assert_eq!(plain.len(), programs.len());
    for (index, value) in plain.iter().enumerate() {
        assert_eq!(value, &optimised[index], "program {index}:\n{}", programs[index].text());
        assert_eq!(value, &checked[index], "program {index}:\n{}", programs[index].text());
    }
}

fn compile_and_run(folder: &Path, flags: &[&str]) -> Vec<String> {
    let binary = folder.join("programs");
    let mut gcc = Command::new("gcc");
    gcc.args(["-w", "-std=gnu11"]).args(flags).arg(folder.join("programs.c")).arg("-o").arg(&binary);
    let compiled = gcc.output().expect("gcc was there a moment ago");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let ran = Command::new(&binary).output().expect("the compiled program can be started");
    assert!(ran.status.success(), "with {flags:?} the programs end with {}", ran.status);
    String::from_utf8_lossy(&ran.stdout).lines().map(str::to_string).collect()
}
