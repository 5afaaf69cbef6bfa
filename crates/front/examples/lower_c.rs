//! Lowers the files given on the command line and says what does not work: `lower_c [--ilp32] [--functions] [--print] FILE…`.
//! One line per file: ok or the first diagnostic, time, blocks, approximated constructs; `--print` shows the program.

use std::path::Path;
use std::time::Instant;

use invar_base::SourceMap;
use invar_front::c::types::DataModel;
use invar_front::c::{Compilation, Options, Start, read};

fn main() {
    let mut options = Options { start: Start::Auto, ..Options::default() };
    let mut failed = 0;
    let mut shown = false;
    for arg in std::env::args().skip(1) {
        match arg.as_str() {
            "--ilp32" => options.model = DataModel::Ilp32,
            "--functions" => options.start = Start::Functions,
            "--print" => shown = true,
            path => failed += usize::from(!one(&options, path, shown)),
        }
    }
    println!("{failed} failed");
}

fn one(options: &Options, path: &str, shown: bool) -> bool {
    let mut sources = SourceMap::new();
    let Ok(bytes) = std::fs::read(path) else {
        println!("UNREADABLE {path}");
        return false;
    };
    let start = Instant::now();
    let result = read(options, &Compilation::default(), &mut sources, Path::new(path), bytes);
    let millis = start.elapsed().as_millis();
    match result {
        Ok(reading) => {
            let program = &reading.program;
            let blocks: usize = program.impls.values().map(|body| body.blocks.len()).sum();
            let cmds: usize = program.impls.values().flat_map(|b| b.blocks.values()).map(|b| b.cmds.len()).sum();
            println!("ok {millis} ms {blocks} blocks {cmds} commands {path}");
            if shown {
                println!("{}", invar_gcl::boogie::print(program));
            }
            for construct in program.approximations.iter().flat_map(|known| &known.constructs) {
                println!("  approximated: {}", construct.what);
            }
            if let Err(errors) = invar_gcl::wellformed::check(program) {
                println!("ILL-FORMED {path}: {}", errors.first().map_or("", String::as_str));
                return false;
            }
            true
        }
        Err(diagnostics) => {
            for diagnostic in diagnostics.iter().take(3) {
                let place = diagnostic.span.map(|span| sources.place(span));
                let place = place.map_or(String::new(), |place| format!("{}:{}", place.file, place.line));
                println!("FAILED {path} {place}: [{}] {}", diagnostic.code, diagnostic.message);
            }
            false
        }
    }
}
