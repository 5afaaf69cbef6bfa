//! Copies: two names for one value are twice as much to guess about, so clauses know one of them.
//!
//! Where a call is expanded, its parameters are read through: a body in which what was passed is read instead, wherever
//! both hold the same. So are offsets of pointers that are known, as those of new memory are, and variables that get the same number
//! once and for all: the lengths of three tables may be one. Assignments stay, so blocks, loops and what those change are the
//! same. What is found gets its names back.

use std::collections::{BTreeMap, BTreeSet};

use invar_base::Id;
use invar_gcl::{BlockId, Role};
use invar_logic::{Op, Sort, Substitution, Term, TermPool, VarId};
use rustc_hash::FxHashMap;

use super::heads::offsets;
use crate::body::{Body, Step, StepKind};
use crate::fold::{Known, fold};
use crate::linear::Linear;
use crate::loops::LoopHead;
use crate::loops::graph::{Graph, reverse_postorder};
use crate::task::Task;

/// What is known at one place.
#[derive(Clone, Default)]
struct Copies {
    /// What variables are copies of: variables, and literals that are offsets.
    of: BTreeMap<VarId, Term>,
    /// Which of the variables that get a number once have it already.
    set: BTreeSet<VarId>,
}

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
        let assigned = steps.filter_map(Step::assigned).collect();
        let known = Names { task, assigned, numbers: numbers(pool, task) };
        let blocks = body.blocks.values();
        let graph: Graph = blocks.map(|block| block.next.iter().map(|next| next.index()).collect()).collect();
        let order = reverse_postorder(&graph, body.entry.index());
        let mut at: Vec<Option<Copies>> = vec![None; graph.len()];
        at[body.entry.index()] = Some(Copies::default());
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
        let Some(copies) = &self.at[head.index()] else { return term };
        pool.substitute(term, &copies.substitution())
    }

    /// What must be said at a head: which variables that its loop assigns and that are in use are copies all the same.
    pub fn kept(&self, pool: &mut TermPool, head: &LoopHead, live: &BTreeSet<VarId>) -> Vec<Term> {
        let copies = self.at[head.head.index()].iter().flat_map(|copies| &copies.of);
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
        for (&var, &of) in copies.of.iter().filter(|(var, _)| live.contains(var)) {
            if let Op::Var(own) = *pool.op(of)
                && (!self.assigned.contains(&own) || task.program.roles.of(pool, var) == Role::Value)
                && !copies.set.contains(&own)
                && by.get(own).is_none()
            {
                let copy = pool.var(var);
                by.insert(own, copy);
            }
        }
        pool.substitute(formula, &by)
    }
}

impl Copies {
    fn substitution(&self) -> Substitution {
        self.of.iter().map(|(&var, &of)| (var, of)).collect()
    }
}

/// The variables that get a number once and for all, with the number.
fn numbers(pool: &mut TermPool, task: &Task<'_>) -> BTreeMap<VarId, Term> {
    let (mut values, mut others): (BTreeMap<VarId, Term>, BTreeSet<VarId>) = Default::default();
    for step in task.body.blocks.values().flat_map(|block| &block.steps) {
        let again = match step.kind {
            StepKind::Assign(var, value) => values.insert(var, value).map(|_| var),
            StepKind::Havoc(var) => Some(var),
            StepKind::Assume(_) | StepKind::Assert(..) => None,
        };
        others.extend(again);
    }
    let is_number = |var: VarId| matches!(task.program.roles.of(pool, var), Role::Value | Role::Temporary);
    values.retain(|&var, value| !others.contains(&var) && is_number(var) && pool.sort_of(*value) == Sort::INT);
    let mut numbers = Numbers::default();
    loop {
        let known = numbers.0.len();
        for (&var, &value) in &values {
            let folded = fold(pool, value, &numbers);
            numbers.0.extend(pool.op(folded).is_literal().then_some((var, folded)));
        }
        if numbers.0.len() == known {
            return numbers.0;
        }
    }
}

/// The numbers of variables.
#[derive(Default)]
struct Numbers(BTreeMap<VarId, Term>);

impl Known for Numbers {
    fn term(&self, var: VarId) -> Option<Term> {
        self.0.get(&var).copied()
    }
}

/// What still holds where another path arrives. Did anything change?
fn meet(known: &mut Option<Copies>, other: &Copies) -> bool {
    let Some(known) = known else {
        *known = Some(other.clone());
        return true;
    };
    let before = known.of.len() + known.set.len();
    known.of.retain(|var, of| other.of.get(var) == Some(of));
    known.set.retain(|var| other.set.contains(var));
    known.of.len() + known.set.len() < before
}

/// What may have two names.
struct Names<'a> {
    task: &'a Task<'a>,
    assigned: BTreeSet<VarId>,
    numbers: BTreeMap<VarId, Term>,
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
        copies.of.retain(|copy, of| *copy != var && !is_of(*of));
        if let Some(number) = self.numbers.get(&var) {
            match copies.set.iter().find(|own| self.numbers.get(own) == Some(number)) {
                Some(&own) => drop(copies.of.insert(var, pool.var(own))),
                None => drop(copies.set.insert(var)),
            }
        } else if let Some(value) = value.filter(|&value| self.is_copy(pool, var, value)) {
            copies.of.insert(var, value);
        }
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
    if copies.of.is_empty() {
        return step.clone();
    }
    let by = copies.substitution();
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
            && let Some(&begin) = copies.of.get(offset).filter(|begin| pool.op(**begin).is_literal())
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
