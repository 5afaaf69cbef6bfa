//! The guarded-command program: contracts, bodies as control-flow graphs, and the term pool they share.
//!
//! A body is stored flat (blocks and edges); `builder` offers the papers' structured forms. Branch conditions are
//! assumptions at the start of the successor blocks. The assertions (and assumptions) that open a loop's head block are
//! its invariant. `wellformed` states what every stage may rely on.

use std::collections::BTreeSet;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use invar_base::{Arena, Span, Symbol, define_id};
use invar_logic::{FuncId, Sort, Term, TermPool, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::check::{Check, CheckId};
use crate::roles::Roles;
use crate::source::SourceTable;
use crate::sums::Sums;

define_id!(ProcId);
define_id!(ImplId);
define_id!(BlockId);

#[derive(Clone, Debug, Default)]
pub struct Program {
    /// Frozen: tasks work on `TermPool::extend(&program.pool)`.
    pub pool: Arc<TermPool>,
    /// Uninterpreted sorts, datatypes and synonyms that the text declares, for the printer.
    pub sorts: Vec<Sort>,
    pub constants: Vec<Constant>,
    pub functions: Vec<FunctionDecl>,
    pub axioms: Vec<Axiom>,
    pub globals: Globals,
    pub procs: Arena<ProcId, Proc>,
    pub impls: Arena<ImplId, Impl>,
    pub checks: Arena<CheckId, Check>,
    /// What every verdict about this program assumes, e.g. a construct that was read in a weaker way.
    pub assumptions: Vec<String>,
    /// What the front end could only over-approximate, if anything.
    pub approximations: Option<Approximations>,
    /// The implementations to verify, in this order; `None` leaves the choice to the engine.
    pub targets: Option<Vec<ImplId>>,
    /// Bodies that are expanded and followed where they are called, and not verified by themselves: those of procedures
    /// that are verified for all types, at one type.
    pub instances: BTreeSet<ImplId>,
    /// Preconditions that nobody wrote: an answer may say that one of them is missing. Each is there in several strengths,
    /// the weakest first.
    pub possible_requires: FxHashMap<ProcId, Vec<Vec<Precondition>>>,
    /// Of procedures that nobody wrote a contract for, what callers could be asked for: choices, each in several strengths, the
    /// weakest first. All strongest ones can hold together. Such a procedure is proved under as few and as weak of them as a
    /// proof needs.
    pub conditions: FxHashMap<ProcId, Vec<Vec<Wish>>>,
    /// Implementations that only others of the program call, by name and with their bodies in place of the calls. What fails in them
    /// alone fails in no run of the program.
    pub inner: BTreeSet<ImplId>,
    /// Predicates over states, to abstract the program with (BMMR01); no run depends on them.
    pub predicates: Vec<Predicate>,
    /// What is said of an implementation that no state can enter.
    pub vacuity: Vacuity,
    /// What its variables are.
    pub roles: Roles,
    /// The function with which invariants add up elements.
    pub sums: Option<Sums>,
    /// How runs are shown.
    pub source: SourceTable,
    /// The bodies of each procedure, once somebody asked; programs do not change by then.
    pub(crate) bodies: OnceLock<FxHashMap<ProcId, Vec<ImplId>>>,
}

/// The preconditions of an implementation contradict each other, the axioms, or the model of memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Vacuity {
    /// Everything holds of no runs: it is proved, with a warning.
    #[default]
    Proves,
    /// Somebody meant a state that there is not: no answer.
    Doubts,
}

/// Constructs that are modelled by more behaviours than they have (any value, any write). A proof may rest on that; a run
/// that went through one is not a real run. Where one is executed, the program sets `flag` to its number plus one, unless
/// the flag is already set, so that the state in which a check fails says whether, and where, the run left the real ones.
#[derive(Clone, Debug)]
pub struct Approximations {
    /// A global of sort `int`; 0 on entry to the program, and as long as nothing was approximated.
    pub flag: VarId,
    pub constructs: Vec<Approximation>,
}

#[derive(Clone, Debug)]
pub struct Approximation {
    pub span: Span,
    /// In plain words, e.g. "inline assembly"; completes "the run depends on …, which Invar does not model".
    pub what: String,
}

#[derive(Clone, Debug)]
pub struct Constant {
    pub var: VarId,
    /// Different from every other unique constant of its sort.
    pub unique: bool,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct FunctionDecl {
    pub function: FuncId,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Axiom {
    pub term: Term,
    pub span: Span,
}

/// A variable with the condition that every havoc of it assumes.
#[derive(Clone, Debug)]
pub struct Local {
    pub var: VarId,
    pub where_: Option<Term>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Global {
    pub var: VarId,
    /// Stands for `old(var)` in postconditions and bodies: its value on entry to the procedure.
    pub old: VarId,
    pub where_: Option<Term>,
    pub span: Span,
}

/// The global variables, in the order of the text, which are also found by their ids: programs have many of them.
#[derive(Clone, Debug, Default)]
pub struct Globals {
    list: Vec<Global>,
    positions: FxHashMap<VarId, usize>,
    olds: FxHashMap<VarId, usize>,
}

impl Globals {
    pub fn push(&mut self, global: Global) {
        self.positions.insert(global.var, self.list.len());
        self.olds.insert(global.old, self.list.len());
        self.list.push(global);
    }

    pub fn get(&self, var: VarId) -> Option<&Global> {
        self.positions.get(&var).map(|&position| &self.list[position])
    }

    /// Sets the condition that every havoc of the variable assumes.
    pub fn limit(&mut self, var: VarId, where_: Option<Term>) {
        if let Some(&position) = self.positions.get(&var) {
            self.list[position].where_ = where_;
        }
    }

    /// The globals whose old values are among these variables, in the order of the text.
    pub fn with_old_among<'a>(&self, vars: impl IntoIterator<Item = &'a VarId>) -> Vec<&Global> {
        let mut found: Vec<usize> = vars.into_iter().filter_map(|var| self.olds.get(var).copied()).collect();
        found.sort_unstable();
        found.dedup();
        found.into_iter().map(|position| &self.list[position]).collect()
    }
}

impl Deref for Globals {
    type Target = [Global];

    fn deref(&self) -> &[Global] {
        &self.list
    }
}

impl<'a> IntoIterator for &'a Globals {
    type Item = &'a Global;
    type IntoIter = std::slice::Iter<'a, Global>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.iter()
    }
}

/// A procedure's contract. Its formals are variables of its own.
#[derive(Clone, Debug)]
pub struct Proc {
    pub name: Symbol,
    pub span: Span,
    pub ins: Vec<Local>,
    pub outs: Vec<Local>,
    pub requires: Vec<Clause>,
    /// May mention `Global::old`.
    pub ensures: Vec<Clause>,
    /// Globals, each once, in the order of the declaration.
    pub modifies: Vec<VarId>,
    /// `{:inline n}`: calls are to be expanded, up to n activations inside each other.
    pub inline: Option<u32>,
}

#[derive(Clone, Debug)]
pub struct Clause {
    pub term: Term,
    pub trust: Trust,
    pub span: Span,
    /// The author's own message, `{:msg "…"}`.
    pub message: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trust {
    /// Somebody must prove it.
    Checked,
    /// `free`: assumed, never proved, and listed as an assumption.
    Free,
    /// `free` with `{:always_assume}`: assumed on the other side as well, by callers before a call and by bodies on return.
    AlwaysAssumed,
}

/// A precondition over the procedure's formals and the globals, in the words of the text.
#[derive(Clone, Debug)]
pub struct Precondition {
    pub text: String,
    pub term: Term,
    /// Variables that the program does not have, and of which the text says that values exist.
    pub names: Vec<VarId>,
}

/// A predicate over the states of a procedure, or over global variables, in the words of the text.
#[derive(Clone, Debug)]
pub struct Predicate {
    /// None if it is global.
    pub procedure: Option<ProcId>,
    pub text: String,
    pub term: Term,
    pub span: Span,
}

/// What callers could be asked for, with a switch.
#[derive(Clone, Debug)]
pub struct Wish {
    pub asked: Precondition,
    /// A variable of sort `bool` that the program does not have.
    pub switch: VarId,
    /// It holds if the switch is on.
    pub switched: Term,
}

/// One body of a procedure, with formals of its own that correspond to the procedure's by position.
#[derive(Clone, Debug)]
pub struct Impl {
    pub proc: ProcId,
    pub span: Span,
    pub ins: Vec<Local>,
    pub outs: Vec<Local>,
    pub locals: Vec<Local>,
    pub blocks: Arena<BlockId, Block>,
    pub entry: BlockId,
}

#[derive(Clone, Debug)]
pub struct Block {
    /// The label of the text, or one made up by the lowering.
    pub label: Symbol,
    pub span: Span,
    pub hints: LoopHints,
    pub cmds: Vec<Cmd>,
    pub next: Transfer,
}

/// The loop clauses `predicate` and `skolem`, for the inference of FQ02, and `template`, for that of SG09; empty unless the block is a loop head.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct LoopHints {
    pub predicates: Vec<Term>,
    pub skolems: Vec<VarId>,
    /// Formulas in which every conjunction may lose conjuncts (SG09).
    pub templates: Vec<Term>,
}

#[derive(Clone, Debug)]
pub struct Cmd {
    pub kind: CmdKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum CmdKind {
    Assign(VarId, Term),
    /// Any value that satisfies the variable's `where`.
    Havoc(VarId),
    Assume(Term),
    Assert(CheckId, Term),
    Call {
        callee: ProcId,
        ins: Vec<Term>,
        outs: Vec<VarId>,
    },
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Transfer {
    /// Any of the targets, at least one.
    Goto(Vec<BlockId>),
    Return,
}

impl Cmd {
    fn size(&self, pool: &TermPool) -> u64 {
        let (variables, terms): (usize, &[Term]) = match &self.kind {
            CmdKind::Assign(_, term) => (1, std::slice::from_ref(term)),
            CmdKind::Havoc(_) => (1, &[]),
            CmdKind::Assume(term) | CmdKind::Assert(_, term) => (0, std::slice::from_ref(term)),
            CmdKind::Call { ins, outs, .. } => (outs.len(), ins),
        };
        terms.iter().fold(1 + variables as u64, |sum, &term| sum.saturating_add(pool.tree_size(term)))
    }
}

impl CmdKind {
    /// The terms that the command reads.
    pub fn terms(&self) -> &[Term] {
        match self {
            CmdKind::Assign(_, term) | CmdKind::Assume(term) | CmdKind::Assert(_, term) => std::slice::from_ref(term),
            CmdKind::Havoc(_) => &[],
            CmdKind::Call { ins, .. } => ins,
        }
    }
}

impl Transfer {
    pub fn targets(&self) -> &[BlockId] {
        match self {
            Transfer::Goto(targets) => targets,
            Transfer::Return => &[],
        }
    }
}

impl Program {
    pub fn global(&self, var: VarId) -> Option<&Global> {
        self.globals.get(var)
    }

    /// The `where` conditions of results and globals that hold after a call. None where the callee's body stands in place of the
    /// call: it assigns, and nothing is promised of what is assigned.
    pub fn wheres_after(&self, callee: ProcId) -> Vec<Term> {
        let proc = &self.procs[callee];
        if proc.inline.is_some_and(|depth| depth > 0) && !self.bodies_of(callee).is_empty() {
            return Vec::new();
        }
        let globals = proc.modifies.iter().filter_map(|&var| self.global(var)?.where_);
        proc.outs.iter().filter_map(|formal| formal.where_).chain(globals).collect()
    }

    /// The bodies of a procedure, in the order of the text.
    pub fn bodies_of(&self, proc: ProcId) -> &[ImplId] {
        let bodies = self.bodies.get_or_init(|| {
            let mut bodies: FxHashMap<ProcId, Vec<ImplId>> = FxHashMap::default();
            for (id, body) in self.impls.iter() {
                bodies.entry(body.proc).or_default().push(id);
            }
            bodies
        });
        bodies.get(&proc).map_or(&[], Vec::as_slice)
    }

    pub fn proc_name(&self, id: ProcId) -> &str {
        self.pool.name(self.procs[id].name)
    }

    pub fn impl_name(&self, id: ImplId) -> &str {
        self.proc_name(self.impls[id].proc)
    }

    /// The procedures that a body calls.
    pub fn callees(&self, id: ImplId) -> Vec<ProcId> {
        let cmds = self.impls[id].blocks.values().flat_map(|block| &block.cmds);
        cmds.filter_map(|cmd| match cmd.kind {
            CmdKind::Call { callee, .. } => Some(callee),
            CmdKind::Assign(..) | CmdKind::Havoc(_) | CmdKind::Assume(_) | CmdKind::Assert(..) => None,
        })
        .collect()
    }

    /// Is the procedure of this body called again before it returns?
    pub fn calls_itself(&self, id: ImplId) -> bool {
        let mut seen: FxHashSet<ProcId> = FxHashSet::default();
        let mut work = self.callees(id);
        while let Some(callee) = work.pop() {
            if callee == self.impls[id].proc {
                return true;
            }
            if seen.insert(callee) {
                work.extend(self.bodies_of(callee).iter().flat_map(|&id| self.callees(id)));
            }
        }
        false
    }
}

impl Impl {
    /// Tree nodes of the body as stored: one per block, command, variable and node of a term. Figure 9 of FS01 begins its
    /// rows with the size of the source's tree; this is the nearest to it that every front end has.
    pub fn size(&self, pool: &TermPool) -> u64 {
        let cmds = self.blocks.values().flat_map(|block| &block.cmds);
        cmds.map(|cmd| cmd.size(pool)).fold(self.blocks.len() as u64, u64::saturating_add)
    }

    /// Formals and locals in the order ins, outs, locals.
    pub fn variables(&self) -> impl Iterator<Item = &Local> {
        self.ins.iter().chain(&self.outs).chain(&self.locals)
    }
}
