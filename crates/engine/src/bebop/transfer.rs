//! Statements as functions on path edges. A set of path edges of procedure p is a diagram over
//!
//! - `Entry` copies of what p modifies: the values with which it was entered,
//! - `Now` copies of everything in scope: what p does not modify is the same at both times.
//!
//! A set of summary edges of p, as its callers use it, is over `Now` copies of the global variables (before the call), `Next` copies of
//! the parameters (the arguments) and of the global variables that p modifies (after the call), and the results.

use std::rc::Rc;

use invar_gcl::boolprog::Program;
use invar_gcl::boolprog::program::{Expr, NodeId, NodeKind, ProcId, Var};
use invar_solve::bdd::{Exhausted, Renaming, Set, Space, Variables};
use rustc_hash::FxHashMap;

use super::layout::{Layout, Time};
use super::modified::Modified;
use super::possible::{Possible, Reader};
use super::query::Place;

type Made<T> = Result<T, Exhausted>;

/// What a statement does.
pub(super) enum Transfer {
    Jump(Vec<NodeId>),
    /// Where the condition may be true, and where it may be false.
    Test {
        yes: Set,
        no: Set,
    },
    Assign(Assign),
    Call(Call),
    Return(Return),
}

pub(super) struct Assign {
    /// For each target, over `Now` and its `Next` copy; then what constrains them. Their conjunction may be too large to be written down, where what
    /// is known of states makes it small.
    relation: Vec<Set>,
    /// The same over `Now` alone, if no value depends on a target: then the new values can take the place of the old ones at once.
    direct: Option<Vec<Set>>,
    forgotten: Variables,
    renamed: Renaming,
    pub next: NodeId,
}

pub(super) struct Call {
    pub callee: ProcId,
    /// The caller's `Now`, and the arguments as `Next` copies of the callee's parameters.
    pub args: Set,
    /// What the callee does not see.
    hidden: Variables,
    entered: Renaming,
    /// What is replaced when the callee returns.
    replaced: Variables,
    returned: Renaming,
    pub next: NodeId,
}

pub(super) struct Return {
    /// Over `Now` and the results.
    pub results: Set,
    hidden: Variables,
    renamed: Renaming,
}

/// The statements of a program, translated when they are first reached.
pub(super) struct Model<'p> {
    pub program: &'p Program,
    pub space: Space,
    pub layout: Layout,
    pub modified: Modified,
    transfers: FxHashMap<Place, Rc<Transfer>>,
    /// `enforce`, for procedures that have one and were entered.
    enforced: FxHashMap<ProcId, Option<Set>>,
    unchanged: FxHashMap<ProcId, Set>,
}

impl<'p> Model<'p> {
    pub fn new(program: &'p Program, nodes: usize) -> Made<Model<'p>> {
        let layout = Layout::new(program);
        // Results of operations are worth remembering while they are in the same part of the work.
        let space = Space::with_nodes(layout.len(), nodes, nodes / 8)?;
        let modified = Modified::new(program);
        let (transfers, enforced, unchanged) = Default::default();
        Ok(Model { program, space, layout, modified, transfers, enforced, unchanged })
    }

    pub fn transfer(&mut self, place: Place) -> Made<Rc<Transfer>> {
        if let Some(known) = self.transfers.get(&place) {
            return Ok(known.clone());
        }
        let made = Rc::new(self.translate(place)?);
        self.transfers.insert(place, made.clone());
        Ok(made)
    }

    /// The states in which statements of the procedure may run; none if all are.
    pub fn enforced(&mut self, proc: ProcId) -> Made<Option<Set>> {
        if let Some(known) = self.enforced.get(&proc) {
            return Ok(known.clone());
        }
        let condition = self.program.procs[proc].enforce.as_ref();
        let set = condition.map(|condition| self.possible(condition, &[]).map(|possible| possible.yes)).transpose()?;
        self.enforced.insert(proc, set.clone());
        Ok(set)
    }

    /// What a procedure modifies, as it was at its entry.
    pub fn unchanged(&mut self, proc: ProcId) -> Made<Set> {
        if let Some(known) = self.unchanged.get(&proc) {
            return Ok(known.clone());
        }
        let mut set = self.space.all();
        // From the last variable of the diagrams to the first, each step adds to the top of the diagram.
        let mut vars = self.entry_vars(proc);
        vars.sort_by_key(|var| std::cmp::Reverse(self.layout.at(Time::Now, *var)));
        for var in vars {
            let entry = self.space.variable(self.layout.at(Time::Entry, var));
            set = set.and(&entry.iff(&self.space.variable(self.layout.at(Time::Now, var)))?)?;
        }
        self.unchanged.insert(proc, set.clone());
        Ok(set)
    }

    /// The variables with a copy for the entry: global variables and parameters that the procedure modifies.
    pub fn entry_vars(&self, proc: ProcId) -> Vec<Var> {
        self.inputs(proc).filter(|var| self.modified.has(proc, *var)).collect()
    }

    /// What a procedure is entered with: global variables and parameters.
    pub fn inputs(&self, proc: ProcId) -> impl Iterator<Item = Var> + use<> {
        let params = self.program.procs[proc].params;
        self.globals().chain((0..params).map(Var::Local))
    }

    pub fn globals(&self) -> impl Iterator<Item = Var> + use<> {
        (0..self.program.globals.len()).map(Var::Global)
    }

    fn possible(&self, expr: &Expr, assigned: &[Var]) -> Made<Possible> {
        Reader { space: &self.space, layout: &self.layout, assigned }.possible(expr)
    }

    fn translate(&self, Place { proc, node }: Place) -> Made<Transfer> {
        match &self.program.procs[proc].nodes[node].kind {
            NodeKind::Goto(targets) => Ok(Transfer::Jump(targets.clone())),
            NodeKind::Assume(condition, _) | NodeKind::Assert(condition, _) | NodeKind::Branch { condition, .. } => {
                let Possible { yes, no } = self.possible(condition, &[])?;
                Ok(Transfer::Test { yes, no })
            }
            NodeKind::Assign { targets, values, constrain, next } => {
                self.assign(targets, values, constrain.as_ref(), *next).map(Transfer::Assign)
            }
            NodeKind::Call { callee, args, targets, next } => {
                self.call(proc, (*callee, args, targets), *next).map(Transfer::Call)
            }
            NodeKind::Return(values) => self.leave(proc, values).map(Transfer::Return),
        }
    }

    /// Each value where it is assigned: x' ⇔ e, for every value that e may have.
    fn relation(&self, pairs: impl DoubleEndedIterator<Item = (usize, Possible)>) -> Made<Set> {
        let mut relation = self.space.all();
        for (variable, possible) in pairs.rev() {
            relation = relation.and(&self.one(variable, &possible)?)?;
        }
        Ok(relation)
    }

    fn each<'a>(&self, pairs: impl Iterator<Item = (usize, &'a Possible)>) -> Made<Vec<Set>> {
        pairs.map(|(variable, possible)| self.one(variable, possible)).collect()
    }

    fn one(&self, variable: usize, possible: &Possible) -> Made<Set> {
        let variable = self.space.variable(variable);
        variable.and(&possible.yes)?.or(&variable.not()?.and(&possible.no)?)
    }

    fn values(&self, exprs: &[Expr], place: impl Fn(usize) -> usize) -> Made<Set> {
        let possible = exprs.iter().map(|expr| self.possible(expr, &[])).collect::<Made<Vec<_>>>()?;
        self.relation(possible.into_iter().enumerate().map(|(index, possible)| (place(index), possible)))
    }

    fn assign(&self, targets: &[Var], values: &[Expr], constrain: Option<&Expr>, next: NodeId) -> Made<Assign> {
        let layout = &self.layout;
        let possible = values.iter().map(|value| self.possible(value, &[])).collect::<Made<Vec<_>>>()?;
        let mut relation = self.each(targets.iter().map(|var| layout.at(Time::Next, *var)).zip(&possible))?;
        if let Some(condition) = constrain {
            relation.push(self.possible(condition, targets)?.yes);
        }
        let forgotten = self.space.variables_of(targets.iter().map(|var| layout.at(Time::Now, *var)))?;
        let pairs = targets.iter().map(|var| (layout.at(Time::Next, *var), layout.at(Time::Now, *var)));
        let is_direct =
            constrain.is_none() && !values.iter().any(|value| targets.iter().any(|var| mentions(value, *var)));
        let now = targets.iter().map(|var| layout.at(Time::Now, *var));
        let direct = is_direct.then(|| self.each(now.zip(&possible))).transpose()?;
        Ok(Assign { relation, direct, forgotten, renamed: self.space.renaming(pairs), next })
    }

    fn call(
        &self,
        proc: ProcId,
        (callee, args, targets): (ProcId, &[Expr], &[Option<Var>]),
        next: NodeId,
    ) -> Made<Call> {
        let (layout, space) = (&self.layout, &self.space);
        let own = (0..self.program.procs[proc].variables.len()).map(Var::Local);
        let entry = self.entry_vars(proc).into_iter().map(|var| layout.at(Time::Entry, var));
        let hidden = space.variables_of(entry.chain(own.map(|var| layout.at(Time::Now, var))))?;
        let entered = self.inputs(callee).map(|var| {
            let from = if matches!(var, Var::Global(_)) { Time::Now } else { Time::Next };
            (layout.at(from, var), self.at_entry(callee, var))
        });
        let entered = space.renaming(entered.filter(|(from, to)| from != to));
        let args = self.values(args, |index| layout.at(Time::Next, Var::Local(index)))?;
        let (replaced, returned) = self.resumption(callee, targets);
        let (replaced, returned) = (space.variables_of(replaced)?, space.renaming(returned));
        Ok(Call { callee, args, hidden, entered, replaced, returned, next })
    }

    /// When the callee has returned: what of the states before is forgotten, and what takes its place.
    fn resumption(&self, callee: ProcId, targets: &[Option<Var>]) -> (Vec<usize>, Vec<(usize, usize)>) {
        let layout = &self.layout;
        let params = (0..self.program.procs[callee].params).map(Var::Local);
        let mut replaced: Vec<usize> = params.map(|var| layout.at(Time::Next, var)).collect();
        let mut returned = Vec::new();
        for var in self.globals() {
            let (now, next) = (layout.at(Time::Now, var), layout.at(Time::Next, var));
            let (is_modified, is_target) = (self.modified.has(callee, var), targets.contains(&Some(var)));
            replaced.extend((is_modified || is_target).then_some(now));
            match (is_modified, is_target) {
                (true, true) => replaced.push(next),
                (true, false) => returned.push((next, now)),
                (false, _) => {}
            }
        }
        for (index, target) in targets.iter().enumerate() {
            match target {
                Some(var) => returned.push((layout.result(index), layout.at(Time::Now, *var))),
                None => replaced.push(layout.result(index)),
            }
            replaced.extend(target.filter(|var| matches!(var, Var::Local(_))).map(|var| layout.at(Time::Now, var)));
        }
        (replaced, returned)
    }

    fn leave(&self, proc: ProcId, values: &[Expr]) -> Made<Return> {
        let layout = &self.layout;
        let results = self.values(values, |index| layout.result(index))?;
        let params = self.program.procs[proc].params;
        // A parameter that is not modified is still the argument.
        let own = (0..self.program.procs[proc].variables.len()).map(Var::Local);
        let hidden =
            own.filter(|var| matches!(var, Var::Local(index) if *index >= params) || self.modified.has(proc, *var));
        let hidden = self.space.variables_of(hidden.map(|var| layout.at(Time::Now, var)))?;
        let mut renamed = Vec::new();
        for var in self.inputs(proc) {
            let to = if matches!(var, Var::Global(_)) { Time::Now } else { Time::Next };
            renamed.push((self.at_entry(proc, var), layout.at(to, var)));
            if matches!(var, Var::Global(_)) && self.modified.has(proc, var) {
                renamed.push((layout.at(Time::Now, var), layout.at(Time::Next, var)));
            }
        }
        renamed.retain(|(from, to)| from != to);
        Ok(Return { results, hidden, renamed: self.space.renaming(renamed) })
    }

    /// Where the value of an input at the entry is found.
    pub fn at_entry(&self, proc: ProcId, var: Var) -> usize {
        let time = if self.modified.has(proc, var) { Time::Entry } else { Time::Now };
        self.layout.at(time, var)
    }
}

impl Assign {
    /// ∃ x. P(x) ∧ R(x, x'), with x' in the place of x; only the targets change.
    pub fn image(&self, edges: &Set) -> Made<Set> {
        match &self.direct {
            Some(values) => values.iter().try_fold(edges.exists(&self.forgotten)?, |set, value| set.and(value)),
            None => self.related(edges)?.exists(&self.forgotten)?.rename(&self.renamed),
        }
    }

    /// P(x) ∧ R(x, x')
    pub fn related(&self, edges: &Set) -> Made<Set> {
        self.relation.iter().try_fold(edges.clone(), |set, one| set.and(one))
    }
}

/// Does the value of an expression depend on the variable?
fn mentions(expr: &Expr, var: Var) -> bool {
    let of = |inner: &Expr| mentions(inner, var);
    match expr {
        Expr::Const(_) | Expr::Any => false,
        Expr::Var(own) | Expr::Next(own) => *own == var,
        Expr::Not(inner) => of(inner),
        Expr::And(parts) | Expr::Or(parts) => parts.iter().any(of),
        Expr::Implies(a, b) | Expr::Equal(a, b) | Expr::Differ(a, b) | Expr::Choose(a, b) => of(a) || of(b),
        Expr::Cond(condition, a, b) => of(condition) || of(a) || of(b),
    }
}

impl Call {
    /// The states in which the callee is entered.
    pub fn entries(&self, edges: &Set) -> Made<Set> {
        edges.and_exists(&self.args, &self.hidden)?.rename(&self.entered)
    }

    /// The states after the call, by summary edges of the callee.
    pub fn over(&self, edges: &Set, summary: &Set) -> Made<Set> {
        edges.and(&self.args)?.and_exists(summary, &self.replaced)?.rename(&self.returned)
    }
}

impl Return {
    /// Path edges to summary edges, as callers use them.
    pub fn summary(&self, edges: &Set) -> Made<Set> {
        edges.and_exists(&self.results, &self.hidden)?.rename(&self.renamed)
    }
}
