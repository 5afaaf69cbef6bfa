//! Parses and resolves the C files given on the command line and prints what is wrong with them, and how long it took.
//!
//! `resolve_c [-q] [-m32] [--dump] [--warnings] [--unsupported] [compiler flags] FILE…`; `-q` prints files with errors only,
//! `--unsupported` counts the constructs that are not modelled.

use invar_base::{Interner, Severity, SourceMap};
use invar_front::c::file::read;
use invar_front::c::preprocess::{Compilation, Target};
use invar_front::c::resolve::{dump::dump, resolve};
use invar_front::c::types::DataModel;
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;

struct Wishes {
    is_quiet: bool,
    dumps: bool,
    warns: bool,
    counts: bool,
    compilation: Compilation,
    model: DataModel,
}

fn main() {
    // Typed trees nest as deep as chains of operators are long.
    let thread = std::thread::Builder::new().stack_size(512 << 20).spawn(run).expect("a thread");
    thread.join().expect("no panic");
}

fn run() {
    let (flags, mut files): (Vec<String>, Vec<String>) = std::env::args().skip(1).partition(|arg| arg.starts_with('-'));
    let own = ["-q", "-m32", "--dump", "--warnings", "--unsupported"];
    let has = |flag: &str| flags.iter().any(|other| other == flag);
    let (target, model) = if has("-m32") { (Target::Ilp32, DataModel::Ilp32) } else { (Target::Lp64, DataModel::Lp64) };
    let wishes = Wishes {
        is_quiet: has("-q"),
        dumps: has("--dump"),
        warns: has("--warnings"),
        counts: has("--unsupported"),
        compilation: Compilation {
            flags: flags.iter().filter(|flag| !own.contains(&flag.as_str())).cloned().collect(),
            target,
            ..Compilation::default()
        },
        model,
    };
    // `@list`: a file with one name per line.
    if let [list] = &files[..]
        && let Some(list) = list.strip_prefix('@')
    {
        files = std::fs::read_to_string(list).expect("a list").lines().map(str::to_string).collect();
    }
    let mut counts = BTreeMap::new();
    let outcomes: Vec<(f64, bool)> = files.iter().map(|file| resolve_file(file, &wishes, &mut counts)).collect();
    let failed = outcomes.iter().filter(|(_, failed)| *failed).count();
    let slowest = outcomes.iter().zip(&files).max_by(|(a, _), (b, _)| a.0.total_cmp(&b.0));
    for (what, count) in &counts {
        println!("{count:6} {what}");
    }
    if let Some(((seconds, _), file)) = slowest {
        println!("{} files, {failed} with errors; slowest: {seconds:.3} s {file}", files.len());
    }
}

fn resolve_file(file: &str, wishes: &Wishes, counts: &mut BTreeMap<String, usize>) -> (f64, bool) {
    let start = Instant::now();
    let (mut map, mut names) = (SourceMap::new(), Interner::default());
    let reading = read(Path::new(file), &wishes.compilation, &mut map, &mut names);
    let resolved = resolve(&reading.unit, &names, wishes.model);
    let seconds = start.elapsed().as_secs_f64();
    let mut diagnostics = reading.diagnostics;
    diagnostics.extend(resolved.diagnostics);
    let errors = diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error).count();
    if errors > 0 || !wishes.is_quiet {
        println!("{file}: {errors} errors, {} diagnostics, {seconds:.3} s", diagnostics.len());
    }
    let shown = diagnostics.iter().filter(|d| wishes.warns || d.severity == Severity::Error);
    for diagnostic in shown.take(if wishes.is_quiet { 3 } else { 50 }) {
        let place = diagnostic.span.map(|span| map.place(span));
        let place = place.map_or(String::new(), |p| format!("{}:{}:{}: ", p.file, p.line, p.column));
        println!("  {place}[{}] {}", diagnostic.code, diagnostic.message);
    }
    if wishes.dumps {
        print!("{}", dump(&resolved.unit));
    }
    if wishes.counts {
        count_unsupported(&dump(&resolved.unit), counts);
    }
    (seconds, errors > 0)
}

fn count_unsupported(text: &str, counts: &mut BTreeMap<String, usize>) {
    let expressions = text.split("unsupported[").skip(1).filter_map(|rest| rest.split(']').next());
    let statements = text.lines().filter_map(|line| line.split_once("unsupported: ")).map(|(_, what)| what);
    for what in expressions.chain(statements) {
        *counts.entry(what.to_string()).or_insert(0) += 1;
    }
}
