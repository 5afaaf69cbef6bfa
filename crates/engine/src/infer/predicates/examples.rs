//! Text in, predicates out: what the tests of the sources have in common.

use invar_base::SourceMap;
use invar_gcl::Program;

use super::{Size, guess};
use crate::loops::ExtraInvariants;
use crate::task::Task;
use crate::verdict::Suggestion;

/// What is suggested for the first loop of a procedure of Boogie, as text, in the order of the groups.
pub fn suggested(text: &str, suggestion: Suggestion) -> Vec<String> {
    suggested_for(&read(text), suggestion)
}

pub fn suggested_for(program: &Program, suggestion: Suggestion) -> Vec<String> {
    let task = task(program);
    let mut pool = task.pool.clone();
    let guesses = guess(&mut pool, &task, &ExtraInvariants::new(), Size::FIRST);
    let mut shown: Vec<String> = Vec::new();
    for predicate in guesses[0].groups.iter().flat_map(|group| &group.predicates) {
        let text = pool.show(predicate.term);
        if predicate.suggestion == suggestion && !shown.contains(&text) {
            shown.push(text);
        }
    }
    shown
}

pub fn task(program: &Program) -> Task<'_> {
    let implementation = program.impls.ids().next().expect("there is a procedure with a body");
    Task::at_leisure(program, implementation).expect("the body is small")
}

pub fn read(text: &str) -> Program {
    let mut sources = SourceMap::default();
    let source = sources.add("test.bpl", text.to_string());
    invar_gcl::boogie::read(source, sources.text(source)).expect("the program is well formed").program
}
