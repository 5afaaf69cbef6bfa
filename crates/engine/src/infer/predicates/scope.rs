//! What matters for one loop: its integer variables, the terms that bound them, and the conditions that say what is wanted.

use std::collections::BTreeSet;

use invar_base::Id;
use invar_gcl::{BlockId, Role, Roles};
use invar_logic::{Op, Sort, Term, TermPool, VarId};
use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive};
use rustc_hash::FxHashSet;

use super::ranking::Relevance;
use super::reading::{Reading, Said, atoms, matters, reads_map};

use crate::infer::group::Integers;
use crate::linear::Linear;
use crate::loops::graph::reverse_postorder;
use crate::loops::{ExtraInvariants, LoopHead, graph_of};
use crate::task::Task;

pub struct Scope<'a> {
    pub head: &'a LoopHead,
    pub reading: &'a Reading<'a>,
    /// How far things are from what is to be shown.
    pub relevance: Relevance,
    /// Everything the loop may change.
    pub targets: FxHashSet<VarId>,
    /// Integer targets that are live at the head, and integers that they are compared with.
    pub moving: Vec<VarId>,
    /// Targets that say which object a pointer of C points into.
    pub objects: Vec<VarId>,
    pub fixed: Vec<VarId>,
    /// Small numbers in the conditions and assignments that matter.
    pub constants: Vec<BigInt>,
    /// What the loop and the code after it test and assert, expanded; atoms only.
    pub atoms: Vec<Term>,
    /// The same of the loop itself.
    pub own_atoms: Vec<Term>,
    /// Whole assertions that the loop may have to establish.
    pub goals: Vec<Term>,
    /// The assignments of the loop.
    pub assigned: Vec<(VarId, Term)>,
    /// Variables that some loop of the body changes.
    pub varying: FxHashSet<VarId>,
    /// What bounds the indices: variables that index maps, what they are compared with, and compound indices of stores,
    /// those that this loop changes first.
    pub bounds: Vec<Term>,
    /// The stores of this loop and the enclosing ones: element and value.
    pub stores: Vec<(Term, Term)>,
    /// The same with all stores behind the loop.
    pub later_stores: Vec<(Term, Term)>,
    /// Variables that hold an earlier value of a target: the value on entry to the procedure, and the target.
    pub olds: Vec<(VarId, VarId)>,
}

/// What is the same for all loops of a body.
pub struct Surroundings<'a> {
    pub task: &'a Task<'a>,
    pub reading: &'a Reading<'a>,
    /// For every global, the variable that holds its value on entry.
    pub olds: &'a [(VarId, VarId)],
    pub wanted: &'a ExtraInvariants,
}

/// How many variables, numbers and atoms are looked at.
const MOST_MOVING: usize = 8;
const MOST_FIXED: usize = 8;
const MOST_CONSTANTS: usize = 8;

/// How many goals of other engines.
const MOST_WANTED: usize = 2;

/// How many integers linear equations are looked for between.
const MOST_INTEGERS: usize = 12;

impl<'a> Scope<'a> {
    pub fn new(pool: &mut TermPool, around: &Surroundings<'a>, head: &'a LoopHead) -> Scope<'a> {
        let &Surroundings { task, reading, olds, wanted } = around;
        let Task { body, heads, .. } = task;
        let graph = graph_of(&body.blocks);
        let after: Vec<BlockId> =
            reverse_postorder(&graph, head.head.index()).into_iter().map(BlockId::from_index).collect();
        let own: Vec<Said> = reading.said(head.blocks.iter().copied()).collect();
        let all: Vec<Said> = reading.said(after.iter().copied()).collect();
        let targets: FxHashSet<VarId> = head.targets.iter().copied().collect();
        let mut scope = Scope {
            head,
            reading,
            relevance: Relevance::new(pool, &all),
            moving: Vec::new(),
            objects: Vec::new(),
            fixed: Vec::new(),
            constants: Vec::new(),
            atoms: distinct_atoms(pool, reading.roles, &all),
            own_atoms: distinct_atoms(pool, reading.roles, &own),
            goals: goals(&all),
            assigned: own.iter().filter_map(|said| assignment(*said)).collect(),
            varying: heads.iter().flat_map(|head| head.targets.iter().copied()).collect(),
            bounds: Vec::new(),
            stores: Vec::new(),
            later_stores: Vec::new(),
            olds: olds.iter().copied().filter(|(_, now)| targets.contains(now)).collect(),
            targets,
        };
        if scope.goals.iter().all(|&goal| universal(pool, goal).is_empty()) {
            let later =
                heads.iter().map(|other| other.head).filter(|other| *other != head.head && after.contains(other));
            let places: Vec<BlockId> = std::iter::once(head.head).chain(later).collect();
            scope.goals.extend(imported(pool, task, wanted, &places));
        }
        scope.choose_variables(pool);
        scope.choose_constants(pool);
        scope.choose_stores(pool, heads, &all);
        let everything: Vec<Said> = reading.blocks.iter().flatten().copied().collect();
        let indexing = indexing(pool, reading.roles, &everything);
        scope.choose_bounds(pool, &indexing);
        scope
    }

    fn choose_variables(&mut self, pool: &TermPool) {
        let mut terms = self.own_atoms.clone();
        terms.extend(self.assigned.iter().map(|(_, term)| *term));
        terms.extend(self.atoms.iter().copied());
        let mut seen = FxHashSet::default();
        let read = terms.iter().flat_map(|&term| pool.free_vars(term));
        for var in read.chain(self.head.targets.iter().copied()) {
            if seen.insert(var) && self.is_integer(pool, var) && self.is_known(var) {
                match self.targets.contains(&var) {
                    true => self.moving.push(var),
                    false => self.fixed.push(var),
                }
            }
        }
        let is_object = |var: &VarId| self.role(pool, *var) == Role::Object && self.is_known(*var);
        self.objects = self.head.targets.iter().copied().filter(is_object).collect();
        for (vars, most) in [(&mut self.moving, MOST_MOVING), (&mut self.fixed, MOST_FIXED)] {
            vars.sort_by_key(|&var| self.relevance.of_var(var));
            vars.truncate(most);
        }
    }

    fn is_integer(&self, pool: &TermPool, var: VarId) -> bool {
        pool.variable(var).sort == Sort::INT
            && !matches!(self.role(pool, var), Role::Object | Role::Address | Role::Bookkeeping)
    }

    fn role(&self, pool: &TermPool, var: VarId) -> Role {
        self.reading.roles.of(pool, var)
    }

    /// Is it the part of a C pointer that says where in the object it points?
    pub fn is_offset(&self, pool: &TermPool, var: VarId) -> bool {
        self.reading.roles.is_offset(pool, var)
    }

    /// Is its value at the head of any use?
    fn is_known(&self, var: VarId) -> bool {
        self.reading.is_known(self.head.head, var)
    }

    /// See [`Integers`].
    pub fn integers(&self, pool: &TermPool) -> Integers {
        let mut vars: Vec<VarId> = Vec::new();
        let entries = self.moving.iter().filter_map(|&var| self.entry_value(var)).flat_map(|term| pool.free_vars(term));
        let unchanged = entries.filter(|var| self.is_integer(pool, *var) && !self.targets.contains(var));
        for var in unchanged.chain(self.fixed.iter().copied()).chain(self.other_varying(pool)) {
            if vars.len() + self.moving.len() < MOST_INTEGERS && !vars.contains(&var) {
                vars.push(var);
            }
        }
        let fixed = vars.len();
        vars.extend(self.moving.iter().rev());
        if vars.len() > 1 && fixed < vars.len() { Integers { vars, fixed } } else { Integers::default() }
    }

    /// Integers that only other loops change.
    fn other_varying(&self, pool: &TermPool) -> Vec<VarId> {
        let others =
            self.varying.iter().copied().filter(|var| !self.targets.contains(var) && self.is_integer(pool, *var));
        let mut others: Vec<VarId> = others.collect();
        others.sort_unstable();
        others
    }

    fn choose_constants(&mut self, pool: &TermPool) {
        let mut terms = self.own_atoms.clone();
        terms.extend(self.assigned.iter().map(|(_, term)| *term));
        terms.extend(self.moving.iter().filter_map(|&var| self.entry_value(var)));
        terms.extend(self.atoms.iter().copied());
        let mut constants: BTreeSet<BigInt> = [0, 1].map(BigInt::from).into();
        for term in terms {
            for value in pool.integer_literals(&[term]) {
                if value.abs().to_i64().is_some_and(|value| value < 1 << 31) && constants.len() < MOST_CONSTANTS {
                    constants.insert(value);
                }
            }
        }
        self.constants = constants.into_iter().collect();
    }

    /// What the variable is when the loop is entered, if that is the same on all paths.
    pub fn entry_value(&self, var: VarId) -> Option<Term> {
        self.reading.on_entry(self.head, var)
    }

    /// See `bounds`.
    fn choose_bounds(&mut self, pool: &mut TermPool, indexing: &FxHashSet<VarId>) {
        let is_index = |var: &&VarId| indexing.contains(*var);
        let mut bounds: Vec<Term> = self.moving.iter().filter(is_index).map(|&var| pool.var(var)).collect();
        for &(element, _) in &self.stores {
            let indices = pool.args(element)[1..].to_vec();
            bounds.extend(indices.into_iter().map(|index| without_offset(pool, self.reading.roles, index)));
        }
        let varying: Vec<VarId> =
            self.fixed.iter().filter(is_index).copied().filter(|var| self.varying.contains(var)).collect();
        bounds.extend(varying.into_iter().map(|var| pool.var(var)));
        for &atom in self.own_atoms.iter().chain(&self.atoms) {
            if matches!(pool.op(atom), Op::Le | Op::Lt | Op::Eq)
                && pool.sort_of(pool.args(atom)[0]) == Sort::INT
                && !reads_map(pool, atom)
            {
                bounds.extend(pool.args(atom).to_vec());
            }
        }
        let visible = |pool: &TermPool, term: Term| {
            if let Op::Int(value) = pool.op(term) {
                return *value > BigInt::from(1);
            }
            let free = pool.free_vars(term);
            let is_moved = |var: &VarId| !self.is_offset(pool, *var) || self.varying.contains(var);
            let is_useful = |var: &VarId| self.is_integer(pool, *var) && self.is_known(*var) && is_moved(var);
            free.iter().all(|var| indexing.contains(var) && is_useful(var)) && pool.tree_size(term) <= 7
        };
        let mut seen = BTreeSet::new();
        bounds.retain(|&bound| {
            pool.sort_of(bound) == Sort::INT && visible(pool, bound) && seen.insert(Linear::of(pool, bound))
        });
        self.bounds = bounds;
    }

    /// The stores of the loops around, this one included, innermost text first.
    fn choose_stores(&mut self, pool: &mut TermPool, heads: &[LoopHead], after: &[Said]) {
        let mut around: Vec<&LoopHead> = heads.iter().filter(|other| other.blocks.contains(&self.head.head)).collect();
        around.sort_by_key(|head| head.blocks.len());
        for head in around {
            for said in self.reading.said(head.blocks.iter().copied()).collect::<Vec<_>>() {
                add_stores(pool, said, &mut self.stores);
            }
        }
        self.later_stores = self.stores.clone();
        for &said in after {
            add_stores(pool, said, &mut self.later_stores);
        }
    }

    /// Is everything it mentions known at the head?
    pub fn is_visible(&self, pool: &TermPool, term: Term) -> bool {
        pool.free_vars(term).iter().all(|&var| self.is_known(var))
    }

    pub fn has_existential_goal(&self, pool: &TermPool) -> bool {
        pool.postorder(&self.goals).iter().any(|&term| matches!(pool.op(term), Op::Exists(_)))
    }

    pub fn mentions_target(&self, pool: &TermPool, term: Term) -> bool {
        pool.free_vars(term).iter().any(|var| self.targets.contains(var))
    }
}

/// Variables that stand in indices of maps, and integers that those are compared with.
fn indexing(pool: &TermPool, roles: &Roles, said: &[Said]) -> FxHashSet<VarId> {
    let terms: Vec<Term> = said
        .iter()
        .map(|said| match *said {
            Said::Condition(term) | Said::Goal(_, term) | Said::Assign(_, term) => term,
        })
        .collect();
    let mut found = FxHashSet::default();
    for term in pool.postorder(&terms) {
        let args = pool.args(term);
        let indices = match pool.op(term) {
            Op::Select => &args[1..],
            Op::Store => &args[1..args.len() - 1],
            _ => continue,
        };
        let indices = indices.iter().filter(|&&index| pool.sort_of(index) == Sort::INT && !reads_map(pool, index));
        found.extend(indices.flat_map(|&index| pool.free_vars(index)));
    }
    for &said in said {
        let Said::Condition(term) = said else { continue };
        for atom in atoms(pool, roles, term) {
            let free = pool.free_vars(atom);
            if !reads_map(pool, atom) && free.iter().any(|var| found.contains(var)) {
                found.extend(free);
            }
        }
    }
    found
}

/// The index without the variable that says where a pointer points.
fn without_offset(pool: &mut TermPool, roles: &Roles, index: Term) -> Term {
    let mut sum = Linear::of(pool, index);
    sum.terms.retain(|&term, _| match pool.op(term) {
        Op::Var(var) => !roles.is_offset(pool, *var),
        _ => true,
    });
    sum.term(pool)
}

fn add_stores(pool: &mut TermPool, said: Said, stores: &mut Vec<(Term, Term)>) {
    let Some((var, term)) = assignment(said) else { return };
    for store in stored(pool, var, term) {
        if !stores.contains(&store) {
            stores.push(store);
        }
    }
}

/// `m := m[i := e]` as the element `m[i]` and the value `e`; also for a map in a map, and for several stores.
fn stored(pool: &mut TermPool, var: VarId, term: Term) -> Vec<(Term, Term)> {
    let map = pool.var(var);
    let mut found = Vec::new();
    let mut work = vec![(map, term)];
    while let Some((place, value)) = work.pop() {
        if *pool.op(value) != Op::Store {
            if place != map && matches!(pool.sort_of(value), Sort::INT | Sort::BOOL) {
                found.push((place, value));
            }
            continue;
        }
        let args = pool.args(value).to_vec();
        let (index, stored) = (&args[1..args.len() - 1], args[args.len() - 1]);
        let element = pool.select(place, index);
        work.push((element, stored));
        if *pool.op(args[0]) == Op::Store {
            work.push((place, args[0]));
        }
    }
    found
}

fn assignment(said: Said) -> Option<(VarId, Term)> {
    match said {
        Said::Assign(var, term) => Some((var, term)),
        Said::Condition(_) | Said::Goal(..) => None,
    }
}

fn goals(said: &[Said]) -> Vec<Term> {
    let mut goals = Vec::new();
    for said in said {
        if let Said::Goal(_, term) = *said
            && !goals.contains(&term)
        {
            goals.push(term);
        }
    }
    goals
}

/// The first of what another engine wanted to know of a loop or of later ones, and did not find out.
fn imported(pool: &mut TermPool, task: &Task<'_>, wanted: &ExtraInvariants, places: &[BlockId]) -> Vec<Term> {
    let formulas = places.iter().filter_map(|place| wanted.get(place)).flat_map(|all| all.iter().take(MOST_WANTED));
    formulas.filter_map(|formula| task.import(pool, formula)).collect()
}

/// The universally quantified conjuncts, behind any conditions.
pub fn universal(pool: &TermPool, goal: Term) -> Vec<Term> {
    let mut found = Vec::new();
    let mut work = vec![goal];
    while let Some(term) = work.pop() {
        match pool.op(term) {
            Op::And => work.extend(pool.args(term)),
            Op::Or | Op::Implies => work.extend(pool.args(term).last()),
            Op::Forall(_) => found.push(term),
            _ => {}
        }
    }
    found
}

/// The atoms of conditions and goals, each once, up to negation.
fn distinct_atoms(pool: &TermPool, roles: &Roles, said: &[Said]) -> Vec<Term> {
    let mut seen = FxHashSet::default();
    let mut found = Vec::new();
    for said in said {
        let term = match *said {
            // The checks that accesses are allowed are made of the memory's own variables.
            Said::Goal(kind, term) if matters(kind) => term,
            Said::Condition(term) => term,
            Said::Goal(..) | Said::Assign(..) => continue,
        };
        for atom in atoms(pool, roles, term) {
            if !is_about_memory(pool, roles, atom) && seen.insert(atom) {
                found.push(atom);
            }
        }
    }
    found
}

/// Bytes of an object, and what the front end itself keeps about memory.
fn is_about_memory(pool: &TermPool, roles: &Roles, atom: Term) -> bool {
    let scaled = |term: Term| Linear::of(pool, term).terms.values().all(|factor| factor.magnitude() > &1u32.into());
    let is_comparison = matches!(pool.op(atom), Op::Le | Op::Lt);
    pool.free_vars(atom).iter().any(|&var| roles.of(pool, var) == Role::Bookkeeping)
        || is_comparison && pool.args(atom).iter().any(|&arg| !pool.op(arg).is_literal() && scaled(arg))
}
