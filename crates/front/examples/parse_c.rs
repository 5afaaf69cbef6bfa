//! Parses the C files given on the command line and prints what could not be read, and how long it took.
//!
//! `parse_c [-q] [-m32] [compiler flags] FILE…`; `-q` prints files with errors only.

use invar_base::{Interner, Severity, SourceMap};
use invar_front::c::file::read;
use invar_front::c::preprocess::{Compilation, Target};
use std::path::Path;
use std::time::Instant;

fn main() {
    let (flags, files): (Vec<String>, Vec<String>) = std::env::args().skip(1).partition(|arg| arg.starts_with('-'));
    let is_quiet = flags.iter().any(|flag| flag == "-q");
    let target = if flags.iter().any(|flag| flag == "-m32") { Target::Ilp32 } else { Target::Lp64 };
    let flags = flags.into_iter().filter(|flag| flag != "-q" && flag != "-m32").collect();
    let compilation = Compilation { flags, target, ..Compilation::default() };
    let mut failed = 0;
    let mut slowest = (0.0, String::new());
    for file in &files {
        let start = Instant::now();
        let (mut map, mut names) = (SourceMap::new(), Interner::default());
        let reading = read(Path::new(file), &compilation, &mut map, &mut names);
        let seconds = start.elapsed().as_secs_f64();
        let errors = reading.diagnostics.iter().filter(|d| d.severity == Severity::Error).count();
        failed += usize::from(errors > 0);
        if seconds > slowest.0 {
            slowest = (seconds, file.clone());
        }
        if errors > 0 || !is_quiet {
            println!("{file}: {errors} errors, {} externals, {seconds:.3} s", reading.unit.externals.len());
            for diagnostic in reading.diagnostics.iter().take(3) {
                let place = diagnostic.span.map(|span| map.place(span));
                let place = place.map_or(String::new(), |p| format!("{}:{}:{}: ", p.file, p.line, p.column));
                println!("  {place}[{}] {}", diagnostic.code, diagnostic.message);
            }
        }
    }
    println!("{} files, {failed} with errors; slowest: {:.3} s {}", files.len(), slowest.0, slowest.1);
}
