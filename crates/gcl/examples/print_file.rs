//! Prints the program that one Boogie file describes, flattened and without type parameters.

use invar_base::SourceMap;
use invar_gcl::boogie::{print, read};
use std::process::ExitCode;

fn main() -> ExitCode {
    let Some(path) = std::env::args().nth(1) else { return ExitCode::FAILURE };
    let Ok(text) = std::fs::read_to_string(&path) else { return ExitCode::FAILURE };
    let mut sources = SourceMap::new();
    let source = sources.add(&path, text);
    match read(source, sources.text(source)) {
        Ok(reading) => {
            print!("{}", print(&reading.program));
            ExitCode::SUCCESS
        }
        Err(diagnostics) => {
            for diagnostic in diagnostics {
                let line = diagnostic.span.map_or(0, |span| sources.place(span).line);
                println!("{path}:{line}: {}: {}", diagnostic.code, diagnostic.message);
            }
            ExitCode::FAILURE
        }
    }
}
