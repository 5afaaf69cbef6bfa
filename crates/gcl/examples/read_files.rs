//! Reads the Boogie files given and prints what is wrong with them, one line each, or a summary: a quick look at many
//! files.

use invar_base::SourceMap;
use invar_gcl::boogie::{print, read};
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut failed = false;
    for path in std::env::args().skip(1) {
        let bytes = match std::fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) => {
                println!("{path}: {error}");
                failed = true;
                continue;
            }
        };
        let mut sources = SourceMap::new();
        let source = sources.add(&path, String::from_utf8_lossy(&bytes));
        match read(source, sources.text(source)) {
            Ok(reading) => {
                let program = &reading.program;
                for problem in invar_gcl::wellformed::check(program).err().unwrap_or_default() {
                    println!("{path}: not well-formed: {problem}");
                    failed = true;
                }
                let text = print(program);
                match read(source, &text) {
                    Ok(again) if print(&again.program) == text => {}
                    Ok(again) => {
                        failed = true;
                        let other = print(&again.program);
                        let pair = text.lines().zip(other.lines()).find(|(a, b)| a != b);
                        println!(
                            "{path}: printing does not round-trip: {}",
                            pair.map_or(String::new(), |(a, b)| format!("{a} | {b}"))
                        );
                    }
                    Err(diagnostics) => {
                        failed = true;
                        let message = diagnostics.first().map_or("", |diagnostic| diagnostic.message.as_str());
                        let start = diagnostics.first().and_then(|d| d.span).map_or(0, |span| span.start as usize);
                        let line = text[..start].lines().count();
                        let line_text = text.lines().nth(line.max(1) - 1).unwrap_or("");
                        println!("{path}: printing does not read back: {message} | {line_text}");
                    }
                }
                println!(
                    "{path}: ok, {} procedures, {} bodies, {} checks, {} axioms",
                    program.procs.len(),
                    program.impls.len(),
                    program.checks.len(),
                    program.axioms.len()
                );
            }
            Err(diagnostics) => {
                failed = true;
                for diagnostic in &diagnostics {
                    let place = diagnostic.span.map(|span| sources.place(span));
                    let (line, column) = place.map_or((0, 0), |place| (place.line, place.column));
                    println!("{path}:{line}:{column}: {}: {}", diagnostic.code, diagnostic.message);
                }
            }
        }
    }
    if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
