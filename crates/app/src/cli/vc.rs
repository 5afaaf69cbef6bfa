//! `invar vc`.

use invar_base::{Diagnostic, SourceMap};
use invar_front::read::no_body;
use invar_gcl::{ImplId, Program};

use super::args::{Emit, Method, VcArgs};
use super::{BAD_INPUT, terminal};
use crate::backend::{self, TooBig, VcMethod};
use crate::report::text;
use crate::session;
use crate::session::{FileReport, Options, Outcome, Overall, on_big_stack, read_only};

pub fn vc(args: &VcArgs) -> u8 {
    on_big_stack(|| run(args))
}

fn run(args: &VcArgs) -> u8 {
    let file = read_only(&args.file, &Options::default());
    let colour = terminal::colour(&std::io::stderr());
    let program = match &file.outcome {
        Outcome::Read { program, .. } => program.clone(),
        Outcome::Bad(_) | Outcome::Unread(_) => {
            let run = session::Run::of_file(file);
            terminal::print_error(&text::errors(&run, colour));
            return BAD_INPUT;
        }
    };
    match find(&program, &args.procedure) {
        Ok(impl_id) => print(args, &file, &program, impl_id),
        Err(error) => {
            terminal::print_error(&text::lone_error(&args.file, &error, colour));
            BAD_INPUT
        }
    }
}

/// The first body of the procedure.
fn find(program: &Program, name: &str) -> Result<ImplId, Diagnostic> {
    let found = program.impls.ids().find(|id| program.impl_name(*id) == name);
    found.ok_or_else(|| no_body(program, name))
}

fn print(args: &VcArgs, file: &FileReport, program: &Program, impl_id: ImplId) -> u8 {
    let method = match args.method {
        Method::Wp => VcMethod::Wp,
        Method::Compact => VcMethod::Compact(args.cutoff),
    };
    let printed = match args.emit {
        Emit::Size => backend::vc_size(program, impl_id, method).map(|size| match size {
            Ok(size) => format!("size {size}\n"),
            Err(TooBig) => "size too big\n".to_string(),
        }),
        Emit::Smt2 => backend::vc_script(program, impl_id, method).map(|script| match script {
            Ok(script) => script,
            Err(TooBig) => "; too big\n".to_string(),
        }),
    };
    match printed {
        Ok(text) => {
            terminal::print(&text);
            0
        }
        Err(unknown) => {
            let place = SourceMap::place(&file.sources, program.impls[impl_id].span);
            terminal::print_error(&format!("unknown: {} ({}:{})\n", unknown.detail, place.file, place.line));
            Overall::Unknown.exit_code()
        }
    }
}
