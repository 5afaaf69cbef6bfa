//! What procedures change: the global variables that they or their callees assign, and their own parameters. What a procedure
//! does not change is now what it was at its entry; diagrams need no second copy of it.

use invar_base::{Arena, Id};
use invar_gcl::boolprog::Program;
use invar_gcl::boolprog::program::{NodeKind, ProcId, Var};

/// For each procedure: its global variables, then its own.
pub(super) struct Modified {
    procs: Arena<ProcId, Sets>,
}

#[derive(Clone)]
struct Sets {
    globals: Vec<bool>,
    locals: Vec<bool>,
}

impl Modified {
    pub fn new(program: &Program) -> Modified {
        let mut procs: Arena<ProcId, Sets> = program.procs.ids().map(|id| own(program, id)).collect();
        // Down the calls, until nothing is new.
        let mut callers: Vec<Vec<ProcId>> = vec![Vec::new(); procs.len()];
        for id in program.procs.ids() {
            for callee in callees(program, id) {
                callers[callee.index()].push(id);
            }
        }
        let mut open: Vec<ProcId> = procs.ids().collect();
        while let Some(callee) = open.pop() {
            for &caller in &callers[callee.index()] {
                let from = procs[callee].globals.clone();
                let to = &mut procs[caller].globals;
                let grows = from.iter().zip(to.iter()).any(|(from, to)| *from && !*to);
                if grows {
                    to.iter_mut().zip(&from).for_each(|(to, from)| *to |= from);
                    open.push(caller);
                }
            }
        }
        Modified { procs }
    }

    pub fn has(&self, proc: ProcId, var: Var) -> bool {
        match var {
            Var::Global(index) => self.procs[proc].globals[index],
            Var::Local(index) => self.procs[proc].locals[index],
        }
    }
}

/// The procedures that a procedure calls, in the order of the text.
pub(super) fn callees(program: &Program, proc: ProcId) -> Vec<ProcId> {
    let calls = program.procs[proc].nodes.values().filter_map(|node| match &node.kind {
        NodeKind::Call { callee, .. } => Some(*callee),
        NodeKind::Goto(_) | NodeKind::Assign { .. } | NodeKind::Assume(..) | NodeKind::Assert(..) => None,
        NodeKind::Branch { .. } | NodeKind::Return(_) => None,
    });
    calls.collect()
}

/// What the statements of a procedure assign.
fn own(program: &Program, id: ProcId) -> Sets {
    let proc = &program.procs[id];
    let mut sets = Sets { globals: vec![false; program.globals.len()], locals: vec![false; proc.variables.len()] };
    let mut note = |var: Var| match var {
        Var::Global(index) => sets.globals[index] = true,
        Var::Local(index) => sets.locals[index] = true,
    };
    for node in proc.nodes.values() {
        match &node.kind {
            NodeKind::Assign { targets, .. } => targets.iter().copied().for_each(&mut note),
            NodeKind::Call { targets, .. } => targets.iter().flatten().copied().for_each(&mut note),
            NodeKind::Goto(_) | NodeKind::Assume(..) | NodeKind::Assert(..) => {}
            NodeKind::Branch { .. } | NodeKind::Return(_) => {}
        }
    }
    sets
}
