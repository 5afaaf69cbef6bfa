//! What is read after a place in the code: a may-analysis on the lowered functions, backwards, across calls.
//!
//! In: the functions' blocks, and the variables that matter. Out: for a block, the variables that are read after it, in the
//! function, in what it calls and in what its callers do afterwards. Sets that grow too large become `All`.

use std::collections::BTreeSet;

use invar_base::Id;
use invar_gcl::{BlockId, CmdKind, ProcId};
use invar_logic::{Term, TermPool, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::program::Cx;
use super::written::Lowered;

/// More than this many are not told apart.
const MOST: usize = 256;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reads {
    Some(BTreeSet<VarId>),
    All,
}

impl Reads {
    pub fn has(&self, var: VarId) -> bool {
        match self {
            Reads::Some(vars) => vars.contains(&var),
            Reads::All => true,
        }
    }

    /// Did it grow?
    fn add(&mut self, other: &Reads) -> bool {
        match (&mut *self, other) {
            (Reads::All, _) => false,
            (Reads::Some(_), Reads::All) => {
                *self = Reads::All;
                true
            }
            (Reads::Some(vars), Reads::Some(more)) => {
                let before = vars.len();
                vars.extend(more.iter().copied());
                let grew = vars.len() > before;
                if vars.len() > MOST {
                    *self = Reads::All;
                }
                grew
            }
        }
    }

    fn none() -> Reads {
        Reads::Some(BTreeSet::new())
    }
}

/// The answers for all functions, by their number in the list.
pub struct Later {
    after: Vec<Vec<Reads>>,
}

impl Later {
    /// What is read after the end of a block.
    pub fn after(&self, function: usize, block: BlockId) -> &Reads {
        &self.after[function][block.index()]
    }

    pub fn new(cx: &Cx<'_>, functions: &[Lowered], matters: &FxHashSet<VarId>) -> Later {
        let mut search = Search::new(cx, functions, matters);
        search.summarise();
        search.reach();
        Later { after: search.after }
    }
}

struct Search<'s> {
    functions: &'s [Lowered],
    by_proc: FxHashMap<ProcId, usize>,
    /// Per function and block: what its own commands read, and whom it calls.
    own: Vec<Vec<Reads>>,
    calls: Vec<Vec<Vec<usize>>>,
    /// What a function reads, with all that it calls.
    inside: Vec<Reads>,
    /// What is read after a function has returned.
    outside: Vec<Reads>,
    after: Vec<Vec<Reads>>,
}

impl<'s> Search<'s> {
    fn new(cx: &Cx<'_>, functions: &'s [Lowered], matters: &FxHashSet<VarId>) -> Search<'s> {
        let by_proc = functions.iter().enumerate().map(|(number, function)| (function.proc, number)).collect();
        let mut search = Search {
            functions,
            by_proc,
            own: Vec::new(),
            calls: Vec::new(),
            inside: Vec::new(),
            outside: Vec::new(),
            after: Vec::new(),
        };
        let mut terms = Terms { pool: &cx.b.pool, matters, known: FxHashMap::default() };
        for function in functions {
            let (mut own, mut calls) = (Vec::new(), Vec::new());
            for block in function.blocks.values() {
                let (reads, callees) = search.block(cx, &mut terms, &block.cmds);
                own.push(reads);
                calls.push(callees);
            }
            let proc = &cx.b.program.procs[function.proc];
            let mut after_return = Reads::none();
            proc.ensures.iter().for_each(|clause| terms.add(clause.term, &mut after_return));
            search.after.push(vec![Reads::none(); own.len()]);
            search.own.push(own);
            search.calls.push(calls);
            search.inside.push(Reads::none());
            search.outside.push(after_return);
        }
        search
    }

    fn block(&self, cx: &Cx<'_>, terms: &mut Terms<'_>, cmds: &[invar_gcl::Cmd]) -> (Reads, Vec<usize>) {
        let (mut reads, mut callees) = (Reads::none(), Vec::new());
        for cmd in cmds {
            match &cmd.kind {
                CmdKind::Assign(_, term) | CmdKind::Assume(term) | CmdKind::Assert(_, term) => {
                    terms.add(*term, &mut reads);
                }
                CmdKind::Havoc(_) => {}
                CmdKind::Call { callee, ins, .. } => {
                    ins.iter().for_each(|term| terms.add(*term, &mut reads));
                    let proc = &cx.b.program.procs[*callee];
                    let clauses = proc.requires.iter().chain(&proc.ensures);
                    clauses.for_each(|clause| terms.add(clause.term, &mut reads));
                    callees.extend(self.by_proc.get(callee).copied());
                }
            }
        }
        (reads, callees)
    }

    /// `inside`: the least solution of "its own reads and those of its callees".
    fn summarise(&mut self) {
        let mut callers: Vec<Vec<usize>> = vec![Vec::new(); self.functions.len()];
        for (caller, blocks) in self.calls.iter().enumerate() {
            for &callee in blocks.iter().flatten() {
                callers[callee].push(caller);
            }
        }
        for (inside, own) in self.inside.iter_mut().zip(&self.own) {
            own.iter().for_each(|reads| {
                inside.add(reads);
            });
        }
        let mut work: Vec<usize> = (0..self.functions.len()).collect();
        while let Some(callee) = work.pop() {
            let reads = self.inside[callee].clone();
            for &caller in &callers[callee] {
                if self.inside[caller].add(&reads) {
                    work.push(caller);
                }
            }
        }
    }

    /// `after` and `outside`: until nothing changes.
    fn reach(&mut self) {
        let mut work: Vec<usize> = (0..self.functions.len()).collect();
        while let Some(number) = work.pop() {
            self.reach_in(number);
            for block in 0..self.calls[number].len() {
                for callee in self.calls[number][block].clone() {
                    // Whatever the block itself reads may come after the call.
                    let mut reads = self.after[number][block].clone();
                    reads.add(&self.own[number][block]);
                    if self.outside[callee].add(&reads) {
                        work.push(callee);
                    }
                }
            }
        }
    }

    fn reach_in(&mut self, number: usize) {
        let blocks = &self.functions[number].blocks;
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); blocks.len()];
        let mut open: Vec<usize> = (0..blocks.len()).rev().collect();
        for (id, block) in blocks.iter() {
            let targets = block.next.targets();
            targets.iter().for_each(|target| before[target.index()].push(id.index()));
            if targets.is_empty() {
                let outside = self.outside[number].clone();
                self.after[number][id.index()].add(&outside);
            }
        }
        while let Some(block) = open.pop() {
            let mut reads = self.after[number][block].clone();
            reads.add(&self.own[number][block]);
            for callee in self.calls[number][block].clone() {
                reads.add(&self.inside[callee]);
            }
            for &earlier in &before[block] {
                if self.after[number][earlier].add(&reads) {
                    open.push(earlier);
                }
            }
        }
    }
}

/// The variables that matter in a term.
struct Terms<'t> {
    pool: &'t TermPool,
    matters: &'t FxHashSet<VarId>,
    known: FxHashMap<Term, BTreeSet<VarId>>,
}

impl Terms<'_> {
    fn add(&mut self, term: Term, reads: &mut Reads) {
        let (pool, matters) = (self.pool, self.matters);
        let found = self.known.entry(term).or_insert_with(|| {
            let free = pool.free_vars(term);
            free.iter().copied().filter(|var| matters.contains(var)).collect()
        });
        reads.add(&Reads::Some(found.clone()));
    }
}
