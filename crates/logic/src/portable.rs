//! Terms outside of any pool. In: a term of a pool. Out: a [`Portable`], which another pool over the same frozen pool
//! makes the same term of again, up to the ids of bound variables.
//!
//! Free variables, functions and datatypes are meant by their ids, so both pools must agree on them: ids are given in the
//! order of construction, and free variables are compared by sort when they are read back.

use invar_base::Id;
use rustc_hash::FxHashMap;

use crate::sort::{DatatypeId, Sort, SortKind};
use crate::term::{Binder, Op, Term, TermPool, Trigger, VarId};

/// A term without its pool.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Portable {
    /// Arguments stand before the nodes that use them; the last node is the whole term.
    nodes: Vec<Node>,
    /// Name and sort of every bound variable.
    bound: Vec<(String, Shape)>,
    /// The sorts of the free variables, in the order of their ids.
    free: Vec<(VarId, Shape)>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Node {
    head: Head,
    args: Vec<usize>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Head {
    /// Neither a bound variable nor a binder.
    Plain(Op),
    Bound(usize),
    Binder {
        kind: BinderKind,
        vars: Vec<usize>,
        triggers: Vec<Pattern>,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum BinderKind {
    Forall,
    Exists,
    Lambda,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Pattern {
    Use(Vec<usize>),
    Avoid(usize),
}

/// A sort without its pool.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Shape {
    Bool,
    Int,
    Real,
    BitVec(u32),
    Map { domain: Vec<Shape>, range: Box<Shape> },
    Uninterpreted(String),
    Datatype(DatatypeId),
}

impl Portable {
    /// The variables that occur free, in the order of their ids.
    pub fn free_vars(&self) -> impl Iterator<Item = VarId> + '_ {
        self.free.iter().map(|(var, _)| *var)
    }
}

impl TermPool {
    /// The term without this pool. `None` if it mentions a function or datatype that only this layer knows.
    pub fn export(&self, term: Term) -> Option<Portable> {
        let mut export = Export { pool: self, nodes: Vec::new(), bound: Vec::new() };
        export.scope(&[term], &FxHashMap::default())?;
        let free = self.free_vars(term).into_iter().map(|var| (var, self.shape(self.variable(var).sort)));
        Some(Portable { free: free.collect(), nodes: export.nodes, bound: export.bound })
    }

    /// The term in this pool, with bound variables of its own. `None` if its free variables, functions or datatypes are
    /// not those of this pool.
    pub fn import(&mut self, portable: &Portable) -> Option<Term> {
        for (var, shape) in &portable.free {
            let is_known = var.index() < self.var_count();
            if !is_known || self.sort_of_shape(shape)? != self.variable(*var).sort {
                return None;
            }
        }
        let mut bound = Vec::with_capacity(portable.bound.len());
        for (name, shape) in &portable.bound {
            let sort = self.sort_of_shape(shape)?;
            bound.push(self.new_var(name, sort));
        }
        let mut terms: Vec<Term> = Vec::with_capacity(portable.nodes.len());
        for node in &portable.nodes {
            let args: Vec<Term> = node.args.iter().map(|&arg| terms[arg]).collect();
            let op = node.head.op(&bound, &terms);
            if !self.knows(&op) {
                return None;
            }
            // The node is as some pool's constructor left it: simplifying it once more could only change its shape.
            let sort = self.result_sort(&op, &args);
            terms.push(self.intern_term(op, &args, sort));
        }
        terms.last().copied()
    }

    fn knows(&self, op: &Op) -> bool {
        match op {
            Op::App(function) => function.index() < self.function_ids().len(),
            Op::Construct { datatype, .. } | Op::Project { datatype, .. } | Op::Is { datatype, .. } => {
                datatype.index() < self.datatype_count()
            }
            _ => true,
        }
    }

    fn shape(&self, sort: Sort) -> Shape {
        match self.sort_kind(sort) {
            SortKind::Bool => Shape::Bool,
            SortKind::Int => Shape::Int,
            SortKind::Real => Shape::Real,
            SortKind::BitVec(width) => Shape::BitVec(*width),
            SortKind::Map { domain, range } => Shape::Map {
                domain: domain.iter().map(|&sort| self.shape(sort)).collect(),
                range: Box::new(self.shape(*range)),
            },
            SortKind::Uninterpreted(name) => Shape::Uninterpreted(self.name(*name).to_string()),
            SortKind::Datatype(id) => Shape::Datatype(*id),
        }
    }

    fn sort_of_shape(&mut self, shape: &Shape) -> Option<Sort> {
        Some(match shape {
            Shape::Bool => Sort::BOOL,
            Shape::Int => Sort::INT,
            Shape::Real => Sort::REAL,
            Shape::BitVec(width) => self.bitvec_sort(*width),
            Shape::Map { domain, range } => {
                let domain: Option<Vec<Sort>> = domain.iter().map(|shape| self.sort_of_shape(shape)).collect();
                let range = self.sort_of_shape(range)?;
                self.map_sort(&domain?, range)
            }
            Shape::Uninterpreted(name) => self.uninterpreted_sort(name),
            Shape::Datatype(id) if id.index() < self.datatype_count() => self.sort(SortKind::Datatype(*id)),
            Shape::Datatype(_) => return None,
        })
    }
}

impl Head {
    fn op(&self, bound: &[VarId], terms: &[Term]) -> Op {
        match self {
            Head::Plain(op) => op.clone(),
            Head::Bound(index) => Op::Var(bound[*index]),
            Head::Binder { kind, vars, triggers } => {
                let pattern = |pattern: &Pattern| match pattern {
                    Pattern::Use(parts) => Trigger::Pattern(parts.iter().map(|&part| terms[part]).collect()),
                    Pattern::Avoid(part) => Trigger::NoPattern(terms[*part]),
                };
                let vars = vars.iter().map(|&var| bound[var]).collect();
                let binder = Box::new(Binder { vars, triggers: triggers.iter().map(pattern).collect() });
                match kind {
                    BinderKind::Forall => Op::Forall(binder),
                    BinderKind::Exists => Op::Exists(binder),
                    BinderKind::Lambda => Op::Lambda(binder),
                }
            }
        }
    }
}

struct Export<'a> {
    pool: &'a TermPool,
    nodes: Vec<Node>,
    bound: Vec<(String, Shape)>,
}

impl Export<'_> {
    /// The nodes of terms in one scope; `inside` are the variables bound around them. Recursive in the nesting of binders
    /// only: the same variable may be bound here and free there, so every scope has nodes of its own.
    fn scope(&mut self, roots: &[Term], inside: &FxHashMap<VarId, usize>) -> Option<Vec<usize>> {
        let mut done: FxHashMap<Term, usize> = FxHashMap::default();
        for term in self.pool.postorder_in_scope(roots) {
            let head = match self.pool.op(term) {
                Op::Var(var) => match inside.get(var) {
                    Some(&index) => Head::Bound(index),
                    None => Head::Plain(Op::Var(*var)),
                },
                op => match op.binder() {
                    Some(binder) => {
                        let (head, body) = self.binder(op, binder, self.pool.args(term)[0], inside)?;
                        done.insert(term, self.push(head, vec![body]));
                        continue;
                    }
                    None if self.pool.is_shared(op) => Head::Plain(op.clone()),
                    None => return None,
                },
            };
            let args = self.pool.args(term).iter().map(|arg| done[arg]).collect();
            done.insert(term, self.push(head, args));
        }
        Some(roots.iter().map(|root| done[root]).collect())
    }

    fn push(&mut self, head: Head, args: Vec<usize>) -> usize {
        self.nodes.push(Node { head, args });
        self.nodes.len() - 1
    }

    fn binder(
        &mut self,
        op: &Op,
        binder: &Binder,
        body: Term,
        outside: &FxHashMap<VarId, usize>,
    ) -> Option<(Head, usize)> {
        let mut inside = outside.clone();
        let mut vars = Vec::with_capacity(binder.vars.len());
        for &var in &binder.vars {
            let variable = self.pool.variable(var);
            let name = self.pool.name(variable.name).to_string();
            inside.insert(var, self.bound.len());
            vars.push(self.bound.len());
            self.bound.push((name, self.pool.shape(variable.sort)));
        }
        let roots: Vec<Term> = binder.trigger_terms().chain([body]).collect();
        let nodes = self.scope(&roots, &inside)?;
        let mut next = nodes.iter().copied();
        let mut triggers = Vec::with_capacity(binder.triggers.len());
        for trigger in &binder.triggers {
            triggers.push(match trigger {
                Trigger::Pattern(terms) => Pattern::Use(next.by_ref().take(terms.len()).collect()),
                Trigger::NoPattern(_) => Pattern::Avoid(next.next()?),
            });
        }
        let kind = match op {
            Op::Forall(_) => BinderKind::Forall,
            Op::Exists(_) => BinderKind::Exists,
            _ => BinderKind::Lambda,
        };
        Some((Head::Binder { kind, vars, triggers }, next.next()?))
    }
}

impl TermPool {
    /// Do other pools over the same frozen pool know the operator's function or datatype too?
    fn is_shared(&self, op: &Op) -> bool {
        let Some(frozen) = self.frozen() else { return true };
        frozen.knows(op)
    }

    /// Like `postorder`, but a binder is a leaf.
    fn postorder_in_scope(&self, roots: &[Term]) -> Vec<Term> {
        let mut order = Vec::new();
        let mut seen = rustc_hash::FxHashSet::default();
        let mut stack: Vec<(Term, bool)> = Vec::new();
        for &root in roots {
            stack.push((root, false));
            while let Some((term, done)) = stack.pop() {
                if done {
                    order.push(term);
                } else if seen.insert(term) {
                    stack.push((term, true));
                    if self.op(term).binder().is_none() {
                        stack.extend(self.args(term).iter().rev().map(|&arg| (arg, false)));
                    }
                }
            }
        }
        order
    }
}
