//! Copies: two names for one value are twice as much to guess about, so clauses know one of them.
//!
//! Where a call is expanded, its parameters are read through: a body in which what was passed is read instead, wherever
//! both hold the same. So are offsets of pointers that are known, as those of new memory are. Assignments stay, so blocks, loops and
//! what those change are the same. What is found gets its names back.

use std::collections::{BTreeMap, BTreeSet};

use invar_base::Id;
use invar_gcl::{BlockId, Role};
use invar_logic::{Op, Substitution, Term, TermPool, VarId};
use rustc_hash::FxHashMap;

use super::heads::offsets;
use crate::body::{Body, Step, StepKind};
use crate::linear::Linear;
use crate::loops::LoopHead;
use crate::loops::graph::{Graph, reverse_postorder};
use crate::task::Task;

/// What variables of expanded calls are copies of, at one place: variables, and literals that are offsets.
type Copies = BTreeMap<VarId, Term>;

/// A body without the names of expanded calls.
pub struct ReadThrough {
    pub body: Body,
    /// What the body assigns; all others keep their values.
    assigned: BTreeSet<VarId>,
    /// What holds at the beginning of each block that can be reached.
    at: Vec<Option<Copies>>,
}

impl ReadThrough {
    pub fn new(pool: &mut TermPool, task: &Task<'_>) -> ReadThrough {
        let mut body = task.body.clone();
        let steps = task.body.blocks.values().flat_map(|block| &block.steps);
        let known = Names { task, assigned: steps.filter_map(Step::assigned).collect() };
        let blocks = body.blocks.values();
        let graph: Graph = blocks.map(|block| block.next.iter().map(|next| next.index()).collect()).collect();
        let order = reverse_postorder(&graph, body.entry.index());
        let mut at: Vec<Option<Copies>> = vec![None; graph.len()];
        at[body.entry.index()] = Some(Copies::new());
        let mut changed = true;
        while changed {
            changed = false;
            for &node in &order {
                let Some(mut copies) = at[node].clone() else { continue };
                for step in &task.body.blocks[BlockId::from_index(node)].steps {
                    known.after(pool, &mut copies, &step.kind);
                }
                for &next in &graph[node] {
                    changed |= meet(&mut at[next], &copies);
                }
            }
        }
        for node in order {
            let Some(mut copies) = at[node].clone() else { continue };
            for step in &mut body.blocks[BlockId::from_index(node)].steps {
                let before = step.kind.clone();
                step.kind = read_through(pool, &copies, &before);
                known.after(pool, &mut copies, &before);
            }
        }
        ReadThrough { body, assigned: known.assigned, at }
    }

    /// A term of the task at a head, as this body has it.
    pub fn read_at(&self, pool: &mut TermPool, head: BlockId, term: Term) -> Term {
        let copies = self.at[head.index()].iter().flatten();
        let by: Substitution = copies.map(|(&var, &of)| (var, of)).collect();
        pool.substitute(term, &by)
    }

    /// What must be said at a head: which variables that its loop assigns and that are in use are copies all the same.
    pub fn kept(&self, pool: &mut TermPool, head: &LoopHead, live: &BTreeSet<VarId>) -> Vec<Term> {
        let copies = self.at[head.head.index()].iter().flatten();
        let assigned = copies.filter(|(var, _)| live.contains(var) && head.targets.contains(var));
        let equal = |(&var, &of): (&VarId, &Term)| {
            let copy = pool.var(var);
            pool.eq(copy, of)
        };
        assigned.map(equal).collect()
    }

    /// The formula at a head, with the numbers of the call that the head is in by their names there; `live` are those in use.
    /// Objects have the names that they were found by: they are what quantifiers are instantiated by.
    pub fn named(
        &self,
        pool: &mut TermPool,
        task: &Task<'_>,
        head: BlockId,
        live: &BTreeSet<VarId>,
        formula: Term,
    ) -> Term {
        let Some(copies) = &self.at[head.index()] else { return formula };
        let formula = from_pointers(pool, task, copies, formula);
        let mut by = Substitution::new();
        for (&var, &of) in copies.iter().filter(|(var, _)| live.contains(var)) {
            if let Op::Var(own) = *pool.op(of)
                && (!self.assigned.contains(&own) || task.program.roles.of(pool, var) == Role::Value)
                && by.get(own).is_none()
            {
                let copy = pool.var(var);
                by.insert(own, copy);
            }
        }
        pool.substitute(formula, &by)
    }
}

/// What still holds where another path arrives. Did anything change?
fn meet(known: &mut Option<Copies>, other: &Copies) -> bool {
    let Some(known) = known else {
        *known = Some(other.clone());
        return true;
    };
    let before = known.len();
    known.retain(|var, of| other.get(var) == Some(of));
    known.len() < before
}

/// What may have two names.
struct Names<'a> {
    task: &'a Task<'a>,
    assigned: BTreeSet<VarId>,
}

impl Names<'_> {
    /// What holds after a step.
    fn after(&self, pool: &mut TermPool, copies: &mut Copies, step: &StepKind) {
        let (var, value) = match read_through(pool, copies, step) {
            StepKind::Assign(var, value) => (var, Some(value)),
            StepKind::Havoc(var) => (var, None),
            StepKind::Assume(_) | StepKind::Assert(..) => return,
        };
        let is_of = |of: Term| matches!(pool.op(of), Op::Var(own) if *own == var);
        copies.retain(|copy, of| *copy != var && !is_of(*of));
        copies.extend(value.filter(|&value| self.is_copy(pool, var, value)).map(|value| (var, value)));
    }

    /// Is the variable, as long as it has the value, only another name for it?
    fn is_copy(&self, pool: &TermPool, var: VarId, value: Term) -> bool {
        let role = |var: VarId| self.task.program.roles.of(pool, var);
        match *pool.op(value) {
            Op::Var(own) if !self.assigned.contains(&own) => {
                matches!(role(var), Role::Value | Role::Object | Role::Offset | Role::Temporary)
            }
            Op::Var(own) => own != var && self.task.body.copies.contains_key(&var),
            Op::Int(_) => role(var) == Role::Offset,
            _ => false,
        }
    }
}

fn read_through(pool: &mut TermPool, copies: &Copies, step: &StepKind) -> StepKind {
    if copies.is_empty() {
        return step.clone();
    }
    let by: Substitution = copies.iter().map(|(&var, &of)| (var, of)).collect();
    match *step {
        StepKind::Assign(var, term) => StepKind::Assign(var, pool.substitute(term, &by)),
        StepKind::Havoc(var) => StepKind::Havoc(var),
        StepKind::Assume(term) => StepKind::Assume(pool.substitute(term, &by)),
        StepKind::Assert(check, term) => StepKind::Assert(check, pool.substitute(term, &by)),
    }
}

/// The formula with elements counted from where pointers of the text point, where that is known: so people read them.
fn from_pointers(pool: &mut TermPool, task: &Task<'_>, copies: &Copies, root: Term) -> Term {
    let offsets = offsets(task);
    let mut written: FxHashMap<Term, Term> = FxHashMap::default();
    for term in pool.postorder(&[root]) {
        let mut args: Vec<Term> = pool.args(term).iter().map(|arg| written[arg]).collect();
        if let (Op::Select, &[row, _]) = (pool.op(term), pool.args(term))
            && let (Op::Select, &[_, object]) = (pool.op(row), pool.args(row))
            && let Op::Var(object) = pool.op(object)
            && let Some(offset) = offsets.get(object)
            && let Some(&begin) = copies.get(offset).filter(|begin| pool.op(**begin).is_literal())
        {
            let from = Linear::of(pool, args[1]).minus(&Linear::of(pool, begin)).term(pool);
            let offset = pool.var(*offset);
            args[1] = pool.add(offset, from);
        }
        let new = if args[..] == *pool.args(term) { term } else { pool.rebuild(term, &args) };
        written.insert(term, new);
    }
    written[&root]
}
