//! Lambda lifting, for provers without lambdas. In: terms; out: the same terms with every lambda replaced by a fresh
//! function of its free variables, and for each function the axiom
//! `forall free, x :: {f(free)[x]} f(free)[x] == body`.
//!
//! A lambda whose body does not depend on what it binds stays: it is a constant map. Lambdas that are equal up to the names of their bound variables and an instance of each other in their free variables
//! share one function. Inner lambdas are lifted first, so axioms hold no lambda.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::sort::Sort;
use crate::subst::Substitution;
use crate::term::{Binder, Definition, FuncId, Op, Term, TermPool, Trigger, VarId};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lifted {
    /// The given terms, without lambdas, in their order.
    pub roots: Vec<Term>,
    /// What the new functions mean.
    pub axioms: Vec<Term>,
}

pub fn lift_lambdas(pool: &mut TermPool, roots: &[Term]) -> Lifted {
    let order = triggers_first(pool, roots);
    let mut lifting = Lifting {
        pool,
        image: FxHashMap::default(),
        functions: FxHashMap::default(),
        canonical: FxHashMap::default(),
        axioms: Vec::new(),
    };
    for term in order {
        let image = lifting.lift(term);
        lifting.image.insert(term, image);
    }
    let roots = roots.iter().map(|root| lifting.image[root]).collect();
    Lifted { roots, axioms: lifting.axioms }
}

/// All subterms, arguments before their users and triggers before their quantifiers.
fn triggers_first(pool: &TermPool, roots: &[Term]) -> Vec<Term> {
    let mut groups = vec![roots.to_vec()];
    let mut seen: FxHashSet<Term> = FxHashSet::default();
    while let Some(group) = groups.last() {
        let mut triggers = Vec::new();
        for term in pool.postorder(group) {
            if let Some(binder) = pool.op(term).binder()
                && seen.insert(term)
            {
                triggers.extend(binder.trigger_terms());
            }
        }
        if triggers.is_empty() {
            break;
        }
        groups.push(triggers);
    }
    let all: Vec<Term> = groups.into_iter().rev().flatten().collect();
    pool.postorder(&all)
}

struct Lifting<'a> {
    pool: &'a mut TermPool,
    image: FxHashMap<Term, Term>,
    /// By canonical lambda.
    functions: FxHashMap<Term, FuncId>,
    /// The canonical variables of each sort, bound and free ones alike.
    canonical: FxHashMap<Sort, Vec<VarId>>,
    axioms: Vec<Term>,
}

impl Lifting<'_> {
    /// The image of a term whose parts have theirs.
    fn lift(&mut self, term: Term) -> Term {
        let op = self.pool.op(term).clone();
        let args: Vec<Term> = self.pool.args(term).iter().map(|arg| self.image[arg]).collect();
        match &op {
            // A map that is the same everywhere is something that provers know.
            Op::Lambda(binder) if self.pool.free_vars(args[0]).iter().all(|var| !binder.vars.contains(var)) => {
                self.pool.lambda(&binder.vars, args[0])
            }
            Op::Lambda(binder) => self.replace(&binder.vars, args[0]),
            Op::Forall(binder) | Op::Exists(binder) => {
                let triggers: Vec<Trigger> = binder.triggers.iter().map(|trigger| self.lift_trigger(trigger)).collect();
                self.pool.rebind(&op, Binder { vars: binder.vars.clone(), triggers }, args[0])
            }
            _ if args[..] == *self.pool.args(term) => term,
            _ => self.pool.rebuild(term, &args),
        }
    }

    fn lift_trigger(&self, trigger: &Trigger) -> Trigger {
        match trigger {
            Trigger::Pattern(terms) => Trigger::Pattern(terms.iter().map(|term| self.image[term]).collect()),
            Trigger::NoPattern(term) => Trigger::NoPattern(self.image[term]),
        }
    }

    /// `f(free)`, where f stands for the canonical form of `lambda vars :: body`.
    fn replace(&mut self, vars: &[VarId], body: Term) -> Term {
        let free = self.free_in_order(vars, body);
        let mut used: FxHashMap<Sort, usize> = FxHashMap::default();
        let mut by = Substitution::new();
        let mut images = Vec::new();
        for &var in free.iter().chain(vars) {
            let image = self.canonical_var(self.pool.variable(var).sort, &mut used);
            let term = self.pool.var(image);
            by.insert(var, term);
            images.push(image);
        }
        let body = self.pool.substitute(body, &by);
        let (params, bound) = images.split_at(free.len());
        let function = self.function(params, bound, body);
        let args: Vec<Term> = free.iter().map(|&var| self.pool.var(var)).collect();
        self.pool.app(function, &args)
    }

    /// Free variables of a lambda by first occurrence, so that instances of each other agree.
    fn free_in_order(&self, vars: &[VarId], body: Term) -> Vec<VarId> {
        let free = self.pool.free_vars(body);
        let mut order = Vec::new();
        for term in self.pool.postorder(&[body]) {
            if let Op::Var(var) = self.pool.op(term)
                && free.contains(var)
                && !vars.contains(var)
            {
                order.push(*var);
            }
        }
        // Variables that occur in triggers only.
        order
            .extend(free.iter().filter(|var| !vars.contains(var) && !order.contains(var)).copied().collect::<Vec<_>>());
        order
    }

    fn canonical_var(&mut self, sort: Sort, used: &mut FxHashMap<Sort, usize>) -> VarId {
        let number = used.entry(sort).or_insert(0);
        let vars = self.canonical.entry(sort).or_default();
        if *number == vars.len() {
            vars.push(self.pool.fresh_var("v", sort));
        }
        *number += 1;
        vars[*number - 1]
    }

    fn function(&mut self, params: &[VarId], bound: &[VarId], body: Term) -> FuncId {
        let lambda = self.pool.lambda(bound, body);
        if let Some(&function) = self.functions.get(&lambda) {
            return function;
        }
        let domain: Vec<Sort> = params.iter().map(|&var| self.pool.variable(var).sort).collect();
        let name = format!("lambda@{}", self.pool.function_ids().count());
        let function = self.pool.new_function(&name, &domain, self.pool.sort_of(lambda));
        self.pool.define_function(function, Definition { params: params.to_vec(), body: lambda });
        self.functions.insert(lambda, function);
        let args: Vec<Term> = params.iter().map(|&var| self.pool.var(var)).collect();
        let index: Vec<Term> = bound.iter().map(|&var| self.pool.var(var)).collect();
        let map = self.pool.app(function, &args);
        let read = self.pool.select(map, &index);
        let equation = self.pool.eq(read, body);
        let all: Vec<VarId> = params.iter().chain(bound).copied().collect();
        let axiom = self.pool.forall(&all, vec![Trigger::Pattern(vec![read])], equation);
        self.axioms.push(axiom);
        function
    }
}
