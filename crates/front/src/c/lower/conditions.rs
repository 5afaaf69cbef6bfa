//! What a function could ask of its callers. In: a function without a contract that is verified for all arguments. Out: choices of
//! preconditions over its parameters, the globals that it uses and what these point to, each in several strengths, the
//! weakest first. Nobody requires them: the engine finds out which of them a proof needs (`engine/conditions/`).
//!
//! No candidate pins an input to a constant, and all strongest ones can hold together.

use std::rc::Rc;

use invar_gcl::{Precondition, Wish};
use invar_logic::{Sort, Term};

use super::code::Body;
use super::program::{Cx, VarStorage};
use super::wishes::{Candidate, wishes};
use crate::c::hir::{FunctionId, Local};

/// Choices for one function, at most.
const MOST_CHOICES: usize = 48;

/// Writes down what callers of the function could be asked for, before what separates its memory.
pub fn offer(cx: &mut Cx<'_>, id: FunctionId) {
    let (Some(&proc), Some(formals)) = (cx.procedures.ids.get(&id), cx.procedures.formals.get(&id).cloned()) else {
        return;
    };
    let wishes = wishes(cx.unit, cx.regions, id, &cx.uses.of_function(id));
    let apart = cx.b.program.possible_requires.get(&proc).cloned().unwrap_or_default();
    let mut body = Body::new(cx, id);
    for (&param, leaves) in body.function.params.iter().zip(formals) {
        body.vars.insert(param, VarStorage::Plain(Rc::new(leaves)));
    }
    let choices = wishes.iter().take(MOST_CHOICES).map(|strengths| body.strengths(strengths));
    let mut choices: Vec<Vec<Precondition>> = choices.filter(|strengths| !strengths.is_empty()).collect();
    choices.extend(apart);
    let mut number = 0;
    let mut wish = |asked: Precondition| {
        number += 1;
        cx.wish(number - 1, asked)
    };
    let wishes: Vec<Vec<Wish>> =
        choices.into_iter().map(|strengths| strengths.into_iter().map(&mut wish).collect()).collect();
    // Also without any, callers may be to blame for the pointers that they pass. Of `[static n]` the author says what they are asked for.
    let function = &cx.unit.functions[id];
    let is_open = |local: &Local| cx.unit.types.is_pointer(local.ty) && local.elements == 0;
    let passes_pointers = function.params.iter().any(|&param| is_open(&function.locals[param]));
    if !wishes.is_empty() || passes_pointers {
        cx.b.program.conditions.insert(proc, wishes);
    }
}

impl Cx<'_> {
    /// With a switch of its own; other functions use the same switches.
    fn wish(&mut self, number: usize, asked: Precondition) -> Wish {
        let pool = &mut self.b.pool;
        while self.switches.len() <= number {
            self.switches.push(pool.new_var("asked@", Sort::BOOL));
        }
        let switch = self.switches[number];
        let on = pool.var(switch);
        Wish { switch, switched: pool.implies(on, asked.term), asked }
    }
}

impl Body<'_, '_> {
    /// The strengths of a choice that annotations can say, and that say something.
    fn strengths(&mut self, candidates: &[Candidate]) -> Vec<Precondition> {
        let mut made: Vec<Precondition> = Vec::new();
        for Candidate { text, term } in candidates {
            let term = self.statement(term);
            let is_said = std::mem::take(&mut self.problems).is_empty();
            if is_said && term != Term::TRUE && made.iter().all(|known| known.term != term) {
                made.push(Precondition { text: text.clone(), term });
            }
        }
        made
    }
}
