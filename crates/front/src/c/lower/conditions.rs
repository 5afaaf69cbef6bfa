//! What a function could ask of its callers. In: a function without a contract that is verified for all arguments. Out: choices of
//! preconditions over its parameters, the globals that it uses and what these point to, each in several strengths, the
//! weakest first. Nobody requires them: the engine finds out which of them a proof needs (`engine/conditions/`).
//!
//! No candidate pins an input to a constant, and all strongest ones can hold together.

use std::rc::Rc;

use invar_gcl::{Precondition, Wish};
use invar_logic::{Op, Sort, Substitution, Term, TermPool, VarId};

use super::candidate::Candidate;
use super::code::Body;
use super::program::{Cx, VarStorage};
use super::wishes::wishes;
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
    let mut ends = 0;
    let choices = wishes.iter().take(MOST_CHOICES).map(|strengths| body.strengths(strengths, &mut ends));
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

    /// The offset at which one of the texts ends; other functions use the same names.
    fn end(&mut self, number: usize) -> VarId {
        while self.ends.len() <= number {
            self.ends.push(self.b.pool.new_var(&format!("text end@{number}"), Sort::INT));
        }
        self.ends[number]
    }
}

impl Body<'_, '_> {
    /// The strengths of a choice that annotations can say, and that say something. Where a text ends has a name, the same in all
    /// strengths: whoever proves something for any value of it proves it for the value that exists.
    fn strengths(&mut self, candidates: &[Candidate], ends: &mut usize) -> Vec<Precondition> {
        let mut made: Vec<Precondition> = Vec::new();
        let number = *ends;
        for Candidate { text, term, text_at, every } in candidates {
            let mut term = self.statement(term);
            if let Some(pointer) = every {
                term = self.of_every(pointer, term);
            }
            let end = text_at.as_ref().map(|pointer| (self.logical_pointer(pointer).offset, self.cx.end(number)));
            let is_said = std::mem::take(&mut self.problems).is_empty();
            if let Some((offset, end)) = end {
                *ends = number + 1;
                let pool = self.pool();
                let end = pool.var(end);
                term = with_value(pool, term, end, offset);
            }
            if is_said && term != Term::TRUE && made.iter().all(|known| known.term != term) {
                let names = end.map(|(_, end)| end).into_iter().collect();
                made.push(Precondition { text: text.clone(), term, names });
            }
        }
        made
    }
}

/// The formula with a value for what it says to exist: the index of an element that it reads, `end`, which is what pointers are compared with. Where
/// it reads `offset + k` (`triggers` writes that as an index of its own wherever it can), the value is `end - offset`.
fn with_value(pool: &mut TermPool, term: Term, end: Term, offset: Term) -> Term {
    let args = pool.args(term).to_vec();
    match pool.op(term).clone() {
        Op::Exists(binder) => {
            let count = pool.sub(end, offset);
            let value = |&var: &VarId| (var, if is_index(pool, args[0], var) { end } else { count });
            let by: Substitution = binder.vars.iter().map(value).collect();
            pool.substitute(args[0], &by)
        }
        Op::Or => {
            let parts: Vec<Term> = args.iter().map(|&part| with_value(pool, part, end, offset)).collect();
            pool.or(&parts)
        }
        _ => term,
    }
}

/// Is an element read at the variable itself?
fn is_index(pool: &TermPool, formula: Term, var: VarId) -> bool {
    let is_it = |index: &Term| matches!(pool.op(*index), Op::Var(own) if *own == var);
    let mut parts = pool.postorder(&[formula]).into_iter();
    parts.any(|part| *pool.op(part) == Op::Select && pool.args(part)[1..].iter().any(is_it))
}
