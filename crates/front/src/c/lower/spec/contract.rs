//! Contracts. In: the contract of a function, and the formals of its procedure. Out: the procedure's clauses, and what
//! could not be understood of them.

use std::rc::Rc;

use invar_gcl::{Clause, ProcId};

use crate::c::hir::FunctionId;
use crate::c::hir::spec;
use crate::c::lower::code::Body;
use crate::c::lower::program::{Cx, LeafVars, VarStorage};

/// Clauses of a function's contract, over the formals of its procedure.
pub fn contract(cx: &mut Cx<'_>, id: FunctionId, proc: ProcId, ins: &[Vec<LeafVars>], outs: &[LeafVars]) {
    let unit = cx.unit;
    let function = &unit.functions[id];
    let Some(contract) = cx.contract_of(id) else { return };
    let mut body = Body::new(cx, id);
    for (&param, leaves) in function.params.iter().zip(ins) {
        body.vars.insert(param, VarStorage::Plain(Rc::new(leaves.clone())));
    }
    body.result = outs.to_vec();
    let mut requires: Vec<Clause> = Vec::new();
    for clause in &contract.requires {
        let before = body.problems.len();
        let made = body.clause(clause);
        if body.problems.len() == before {
            requires.push(made);
        } else {
            // The body is then verified without it, and callers have nothing to show.
            let text =
                format!("a `requires` clause of `{}` is not understood: calls are not held to it", function.name);
            body.cx.assumptions.insert(text);
        }
    }
    let ensures: Vec<Clause> = contract.ensures.iter().map(|clause| body.clause(clause)).collect();
    let problems = std::mem::take(&mut body.problems);
    let mut modifies = Vec::new();
    if function.body.is_none() {
        modifies = body.written_by_contract(contract);
        match (body.gives_pointers(&modifies), body.tells_new_objects(&ensures)) {
            (true, true) => modifies.extend(body.cx.object_maps()),
            (true, false) => drop(body.cx.procedures.has_own_memory.insert(id)),
            (false, _) => {}
        }
    }
    let is_exact = body.forgets_exactly(contract);
    let mentioned = std::mem::take(&mut body.mentioned);
    cx.procedures.clause_problems.insert(id, problems);
    cx.procedures.clause_globals.insert(id, mentioned);
    if !is_exact {
        cx.procedures.inexact.insert(id);
    }
    let proc = &mut cx.b.program.procs[proc];
    proc.requires = requires;
    proc.ensures = ensures;
    proc.modifies = modifies;
}

impl Body<'_, '_> {
    fn clause(&mut self, clause: &spec::Clause) -> Clause {
        let term = self.statement(&clause.term);
        let trust = match clause.trust {
            spec::Trust::Assert | spec::Trust::Check => invar_gcl::Trust::Checked,
            spec::Trust::Admit => invar_gcl::Trust::Free,
        };
        Clause { term, trust, span: clause.span, message: None }
    }

    /// What could not be understood makes runs from here on unreal.
    pub fn flush_problems(&mut self) {
        for (span, what) in std::mem::take(&mut self.problems) {
            let outer = std::mem::replace(&mut self.span, span);
            self.approximate(what);
            self.span = outer;
        }
    }
}
