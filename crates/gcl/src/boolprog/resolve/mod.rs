//! The syntax tree to a program: names become variables, statements a graph. In: a tree without syntax errors. Out: the program,
//! or every error, at the name or statement that is wrong.
//!
//! Reading order: `scope` (what names stand for), `body` (statements to nodes). Entry point: [`resolve`].

mod scope;
mod body;
#[cfg(test)]
mod tests;

use invar_base::{Arena, Diagnostic};

use super::ast;
use super::lex::MAX_ERRORS;
use super::program::{Proc, Program, Variable};
use body::proc_of;
use scope::{Names, distinct};

pub fn resolve(tree: &ast::Program) -> Result<Program, Vec<Diagnostic>> {
    let mut names = Names::default();
    distinct(&mut names.errors, &tree.globals, "variable");
    let procs: Vec<&ast::Name> = tree.procs.iter().map(|proc| &proc.name).collect();
    distinct(&mut names.errors, procs, "procedure");
    names.declare(tree);
    let procs: Arena<_, Proc> = tree.procs.iter().map(|proc| proc_of(&mut names, proc)).collect();
    let mut errors = names.errors;
    errors.sort_by_key(|error| error.span.map_or(0, |span| span.start));
    errors.truncate(MAX_ERRORS);
    let globals = tree.globals.iter().map(variable).collect();
    if errors.is_empty() { Ok(Program { globals, procs }) } else { Err(errors) }
}

fn variable(name: &ast::Name) -> Variable {
    Variable { name: name.text.clone(), span: name.span }
}
