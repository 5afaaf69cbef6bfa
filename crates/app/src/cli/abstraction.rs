//! `invar abstract`.

use invar_engine::c2bp::Method;
use invar_front::ReadOptions;
use invar_front::c;
use invar_front::c::types::DataModel;
use invar_front::read::Preprocess;

use super::args::{self, AbstractArgs};
use super::{BAD_INPUT, terminal};
use crate::abstraction::{Asked, abstract_file};
use crate::report::text;

pub fn abstraction(args: &AbstractArgs) -> u8 {
    let asked = Asked {
        file: &args.file,
        predicates: &args.predicates,
        read: read_options(args),
        method: match args.method {
            args::CubeMethod::Models => Method::Models,
            args::CubeMethod::Cubes => Method::Cubes,
        },
        effort: args.effort,
        timeout: args.timeout,
    };
    match abstract_file(&asked) {
        Ok(done) => {
            let queries = if done.queries == 1 { "question" } else { "questions" };
            let predicates = if done.predicates == 1 { "predicate" } else { "predicates" };
            let summary = format!("{} {predicates}, {} {queries} to the prover", done.predicates, done.queries);
            terminal::print_error(&format!("note: {summary}\n"));
            if done.is_limited {
                terminal::print_error("note: of many predicates at once, only combinations of three were tried\n");
            }
            if done.is_open {
                let what = "some questions were left open (`--timeout`, `--effort`): the boolean program has more runs than its predicates allow";
                terminal::print_error(&format!("note: {what}\n"));
            }
            written(args, &done.text)
        }
        Err(problem) => {
            let colour = terminal::colour(&std::io::stderr());
            for diagnostic in &problem.diagnostics {
                terminal::print_error(&text::error_in(&problem.sources, &args.file, diagnostic, colour));
            }
            BAD_INPUT
        }
    }
}

fn written(args: &AbstractArgs, text: &str) -> u8 {
    let Some(path) = &args.output else {
        terminal::print(text);
        return 0;
    };
    match std::fs::write(path, text) {
        Ok(()) => 0,
        Err(error) => {
            terminal::print_error(&format!("error: the boolean program cannot be written to {path}: {error}\n"));
            BAD_INPUT
        }
    }
}

fn read_options(args: &AbstractArgs) -> ReadOptions {
    let model = match args.data_model {
        args::Model::Ilp32 => DataModel::Ilp32,
        args::Model::Lp64 => DataModel::Lp64,
    };
    let preprocess = Preprocess { include: args.include.clone(), define: args.define.clone(), ..Preprocess::default() };
    ReadOptions { c: c::Options { model, ..c::Options::default() }, preprocess, function: None }
}
