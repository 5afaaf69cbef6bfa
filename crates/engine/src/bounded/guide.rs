//! What a program says about the values that it leaves open: its literals, and the assumptions that follow where a value is
//! asked for.

use std::collections::BTreeSet;

use invar_base::Span;
use invar_gcl::interp::Why;
use invar_gcl::{BlockId, Cmd, CmdKind, ImplId, ProcId, Program, Transfer};
use invar_logic::{Environment, FuncId, Substitution, Term, TermPool, Value, VarId};
use rustc_hash::FxHashMap;

/// Commands and blocks that are looked ahead.
const LOOKAHEAD: usize = 40;

/// Where a value is asked for, and why.
#[derive(Clone, Copy)]
pub struct Asked {
    pub var: VarId,
    pub why: Why,
    pub span: Span,
}

/// The procedures that runs of the body may enter, in the order of the text.
fn reached(program: &Program, start: ImplId) -> Vec<ProcId> {
    let mut reached: BTreeSet<ProcId> = BTreeSet::from([program.impls[start].proc]);
    let mut work: Vec<ProcId> = reached.iter().copied().collect();
    while let Some(proc) = work.pop() {
        let bodies = program.bodies_of(proc).iter().map(|&id| &program.impls[id]);
        let cmds = bodies.flat_map(|body| body.blocks.values()).flat_map(|block| &block.cmds);
        for cmd in cmds {
            if let CmdKind::Call { callee, .. } = cmd.kind
                && reached.insert(callee)
            {
                work.push(callee);
            }
        }
    }
    reached.into_iter().collect()
}

/// What is known about the program.
pub struct Guide<'a> {
    program: &'a Program,
    /// An extension of the program's, for the conditions that are looked ahead.
    pub pool: TermPool,
    pub literals: Vec<Value>,
    /// Where values are asked for.
    havocs: FxHashMap<(Span, VarId), (ImplId, BlockId, usize)>,
    calls: FxHashMap<(Span, ProcId), (ImplId, BlockId, usize)>,
    conditions: FxHashMap<(Span, VarId), (VarId, Vec<Term>)>,
}

impl<'a> Guide<'a> {
    /// For runs of this body.
    pub fn new(program: &'a Program, start: ImplId) -> Guide<'a> {
        let (mut havocs, mut calls) = (FxHashMap::default(), FxHashMap::default());
        let mut terms: Vec<Term> = Vec::new();
        let procs = reached(program, start);
        for impl_id in procs.iter().flat_map(|&proc| program.bodies_of(proc)).copied() {
            let body = &program.impls[impl_id];
            terms.extend(body.variables().filter_map(|local| local.where_));
            for (block, content) in body.blocks.iter() {
                for (position, cmd) in content.cmds.iter().enumerate() {
                    terms.extend(cmd.kind.terms());
                    let place = (impl_id, block, position);
                    match &cmd.kind {
                        CmdKind::Havoc(var) => drop(havocs.insert((cmd.span, *var), place)),
                        CmdKind::Call { callee, .. } => drop(calls.insert((cmd.span, *callee), place)),
                        CmdKind::Assign(..) | CmdKind::Assume(_) | CmdKind::Assert(..) => {}
                    }
                }
            }
        }
        let contracts = procs.iter().map(|&proc| &program.procs[proc]);
        terms.extend(contracts.flat_map(|proc| proc.requires.iter().chain(&proc.ensures)).map(|clause| clause.term));
        terms.extend(program.globals.iter().filter_map(|global| global.where_));
        let literals = program.pool.integer_literals(&terms).into_iter().map(Value::int).collect();
        let pool = TermPool::extend(&program.pool);
        Guide { program, pool, literals, havocs, calls, conditions: FxHashMap::default() }
    }

    /// The variable that gets the value, and the assumptions that follow, over the state before it gets it.
    pub fn ahead(&mut self, asked: Asked) -> (VarId, Vec<Term>) {
        let key = (asked.span, asked.var);
        if let Some(known) = self.conditions.get(&key) {
            return known.clone();
        }
        let found = match asked.why {
            Why::Havoc => self.havocs.get(&key).map(|&place| (asked.var, place)),
            Why::CallResult(callee) => {
                let formals = &self.program.procs[callee].outs;
                let position = formals.iter().position(|formal| formal.var == asked.var);
                self.calls.get(&(asked.span, callee)).and_then(|&place| {
                    let (impl_id, block, cmd) = place;
                    let cmd: &Cmd = &self.program.impls[impl_id].blocks[block].cmds[cmd];
                    match &cmd.kind {
                        CmdKind::Call { outs, .. } => Some((*outs.get(position?)?, place)),
                        CmdKind::Assign(..) | CmdKind::Havoc(_) | CmdKind::Assume(_) | CmdKind::Assert(..) => None,
                    }
                })
            }
            Why::Input | Why::Uninitialised => None,
        };
        let known = match found {
            Some((var, (impl_id, block, cmd))) => (var, self.assumptions_after(impl_id, block, cmd + 1)),
            None => (asked.var, Vec::new()),
        };
        self.conditions.insert(key, known.clone());
        known
    }

    /// The assumptions from a command on, up to a branch or a call.
    fn assumptions_after(&mut self, impl_id: ImplId, mut block: BlockId, mut cmd: usize) -> Vec<Term> {
        let body = &self.program.impls[impl_id];
        let mut map = Substitution::new();
        let mut found = Vec::new();
        for _ in 0..LOOKAHEAD {
            let Some(next) = body.blocks[block].cmds.get(cmd) else {
                match &body.blocks[block].next {
                    Transfer::Goto(targets) if targets.len() == 1 => (block, cmd) = (targets[0], 0),
                    Transfer::Goto(_) | Transfer::Return => break,
                }
                continue;
            };
            cmd += 1;
            match &next.kind {
                CmdKind::Assign(var, term) => {
                    let value = self.pool.substitute(*term, &map);
                    map.insert(*var, value);
                }
                CmdKind::Havoc(var) => {
                    let sort = self.pool.variable(*var).sort;
                    let unknown = self.pool.fresh_var("unknown", sort);
                    let unknown = self.pool.var(unknown);
                    map.insert(*var, unknown);
                }
                CmdKind::Assume(term) => found.push(self.pool.substitute(*term, &map)),
                CmdKind::Assert(..) => {}
                CmdKind::Call { .. } => break,
            }
        }
        found
    }
}

/// A state with one variable changed, under two names.
pub struct With<'a> {
    pub state: &'a dyn Environment,
    pub vars: [VarId; 2],
    pub value: &'a Value,
}

impl Environment for With<'_> {
    fn var(&self, var: VarId) -> Option<Value> {
        if self.vars.contains(&var) { Some(self.value.clone()) } else { self.state.var(var) }
    }

    fn apply(&self, function: FuncId, args: &[Value]) -> Option<Value> {
        self.state.apply(function, args)
    }
}
