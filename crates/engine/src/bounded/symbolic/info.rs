//! What is known of bodies before runs enter them, and how far their blocks are from checks: a run that no check can follow is
//! not worth going on with, and one that is near a check is worth more than others.

use std::rc::Rc;

use invar_base::Id;
use invar_gcl::live::{LiveLocals, has_some_value, initial_locals, live_locals};
use invar_gcl::{BlockId, CmdKind, ImplId, Local, ProcId, Program, Transfer, Trust};
use invar_logic::{Term, TermPool, VarId};
use rustc_hash::FxHashMap;

use super::state::Place;

/// No way.
pub const NEVER: u32 = u32::MAX / 4;

/// What a run needs of a body.
pub struct Info {
    pub wheres: FxHashMap<VarId, Term>,
    /// Results and locals that need a value at the start.
    pub initial: Vec<Local>,
    /// Globals, with their old values, that the body or its contract reads on entry.
    pub olds: Vec<(VarId, VarId)>,
    /// All variables that belong to one activation.
    pub own: Vec<VarId>,
    /// By block: where several edges lead to it, the locals that nobody reads from there on.
    pub joins: Vec<Option<Rc<[VarId]>>>,
}

impl Info {
    pub fn new(program: &Program, pool: &TermPool, impl_id: ImplId) -> Info {
        let body = &program.impls[impl_id];
        let proc = &program.procs[body.proc];
        let mut terms: Vec<Term> = proc.ensures.iter().chain(&proc.requires).map(|clause| clause.term).collect();
        terms.extend(body.blocks.values().flat_map(|block| &block.cmds).flat_map(|cmd| cmd.kind.terms()));
        let mentioned = pool.free_vars_of(&terms);
        let olds = program.globals.with_old_among(&mentioned);
        let olds: Vec<(VarId, VarId)> = olds.into_iter().map(|global| (global.var, global.old)).collect();
        let live = live_locals(program, pool, body, &|_| Vec::new());
        let formals = proc.ins.iter().chain(&proc.outs).chain(body.variables()).map(|local| local.var);
        Info {
            wheres: body.variables().filter_map(|local| Some((local.var, local.where_?))).collect(),
            initial: initial_locals(pool, body, |local| {
                live.is_live(body.entry, local.var) || !has_some_value(pool, local)
            }),
            own: formals.chain(olds.iter().map(|(_, old)| *old)).collect(),
            olds,
            joins: joins(program, impl_id, &live),
        }
    }
}

fn joins(program: &Program, impl_id: ImplId, live: &LiveLocals) -> Vec<Option<Rc<[VarId]>>> {
    let body = &program.impls[impl_id];
    let mut before = vec![0u32; body.blocks.len()];
    for target in body.blocks.values().flat_map(|block| block.next.targets()) {
        before[target.index()] += 1;
    }
    let dead = |block: BlockId| {
        let locals = body.outs.iter().chain(&body.locals).map(|local| local.var);
        locals.filter(|&var| !live.is_live(block, var)).collect()
    };
    body.blocks.ids().map(|block| (before[block.index()] > 1).then(|| dead(block))).collect()
}

/// Blocks on the way to the next check, and to the end of the body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Distance {
    pub check: u32,
    pub end: u32,
}

const UNKNOWN: Distance = Distance { check: NEVER, end: NEVER };

/// See the module header.
pub struct Distances<'a> {
    program: &'a Program,
    blocks: FxHashMap<ImplId, Vec<Distance>>,
}

impl<'a> Distances<'a> {
    /// Of all bodies that runs of this one may enter.
    pub fn new(program: &'a Program, start: ImplId) -> Distances<'a> {
        let mut distances = Distances { program, blocks: FxHashMap::default() };
        let order = distances.reached(start);
        for &impl_id in &order {
            distances.blocks.insert(impl_id, vec![UNKNOWN; program.impls[impl_id].blocks.len()]);
        }
        loop {
            let mut changed = false;
            for &impl_id in order.iter().rev() {
                changed |= distances.improve(impl_id);
            }
            if !changed {
                return distances;
            }
        }
    }

    fn reached(&self, start: ImplId) -> Vec<ImplId> {
        let mut order = vec![start];
        let mut next = 0;
        while let Some(&impl_id) = order.get(next) {
            next += 1;
            let cmds = self.program.impls[impl_id].blocks.values().flat_map(|block| &block.cmds);
            for cmd in cmds {
                if let CmdKind::Call { callee, .. } = cmd.kind
                    && let Some(&body) = self.program.bodies_of(callee).first()
                    && !order.contains(&body)
                {
                    order.push(body);
                }
            }
        }
        order
    }

    /// Has anything come nearer?
    fn improve(&mut self, impl_id: ImplId) -> bool {
        let mut changed = false;
        loop {
            let mut again = false;
            for number in (0..self.program.impls[impl_id].blocks.len()).rev() {
                let place = Place { impl_id, block: BlockId::from_index(number), cmd: 0 };
                let found = self.from(place);
                if let Some(known) = self.blocks.get_mut(&impl_id).and_then(|blocks| blocks.get_mut(number))
                    && *known != found
                {
                    *known = found;
                    again = true;
                }
            }
            if !again {
                return changed;
            }
            changed = true;
        }
    }

    fn entry(&self, callee: ProcId) -> Distance {
        let Some(&body) = self.program.bodies_of(callee).first() else { return Distance { check: NEVER, end: 0 } };
        let entry = self.program.impls[body].entry;
        self.blocks.get(&body).and_then(|blocks| blocks.get(entry.index())).copied().unwrap_or(UNKNOWN)
    }

    /// From a command on.
    pub fn from(&self, place: Place) -> Distance {
        let Some(block) = self.program.impls[place.impl_id].blocks.get(place.block) else { return UNKNOWN };
        let (mut before, mut check) = (0, NEVER);
        for cmd in block.cmds.iter().skip(place.cmd as usize) {
            match &cmd.kind {
                CmdKind::Assert(_, term) if *term != Term::TRUE => check = check.min(before),
                CmdKind::Assume(Term::FALSE) => return Distance { check, end: NEVER },
                CmdKind::Call { callee, .. } => {
                    let requires = &self.program.procs[*callee].requires;
                    if requires.iter().any(|clause| clause.trust == Trust::Checked) {
                        check = check.min(before);
                    }
                    let inside = self.entry(*callee);
                    check = check.min((before + 1 + inside.check).min(NEVER));
                    before = (before + 1 + inside.end).min(NEVER);
                }
                CmdKind::Assert(..) | CmdKind::Assume(_) | CmdKind::Assign(..) | CmdKind::Havoc(_) => {}
            }
        }
        match &block.next {
            Transfer::Goto(targets) => {
                let blocks = self.blocks.get(&place.impl_id);
                let of = |target: &BlockId| blocks.and_then(|all| all.get(target.index())).copied().unwrap_or(UNKNOWN);
                let nearest = targets.iter().map(|target| of(target).check).min().unwrap_or(NEVER);
                let end = targets.iter().map(|target| of(target).end).min().unwrap_or(NEVER);
                Distance { check: check.min((before + 1 + nearest).min(NEVER)), end: (before + 1 + end).min(NEVER) }
            }
            Transfer::Return => {
                let proc = self.program.impls[place.impl_id].proc;
                let ensures = &self.program.procs[proc].ensures;
                let is_checked = ensures.iter().any(|clause| clause.trust == Trust::Checked);
                Distance { check: if is_checked { check.min(before) } else { check }, end: before }
            }
        }
    }
}
