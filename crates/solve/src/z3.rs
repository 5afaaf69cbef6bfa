//! Z3 in this process: the default prover.
//!
//! In: terms of one pool. Out: answers with cores and models. A session owns one incremental solver and its part of a
//! workspace, which is a Z3 context of its own or shared with other sessions; it is bound to its thread, and dropping it (and its
//! models) frees all its memory. Anything that Z3 refuses makes the
//! answers `Unknown` until the scope that holds it is popped; nothing here panics or ends the process.
//!
//! This folder is the only place with `unsafe` code: every block is a call of Z3's C interface. What they all rely on:
//! objects are made and used by the one context of the session, they are kept alive by a reference count or by the
//! context itself, and arrays are passed with their own length.
#![allow(unsafe_code)]

mod context;
pub(crate) mod sorts;
pub(crate) mod translate;
mod model;
mod watchdog;

use std::cell::RefCell;
use std::rc::{Rc, Weak};
use std::time::Instant;

use invar_logic::{Op, Term, TermPool};
use rustc_hash::{FxHashMap, FxHashSet};
use z3_sys::*;

use crate::prover::{Answer, Core, Limit, Model, Prover, Reason};
use crate::statistics::Statistics;
pub use context::Workspace;
use context::{Context, Z3Error};
use model::LazyModel;
use translate::Translator;
use watchdog::Watch;

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SessionOptions {
    /// Model-based quantifier instantiation: finds models of quantified formulas, at many times the cost. Off on hot
    /// paths, where *unknown* then means *not proved*.
    pub mbqi: bool,
}

pub struct Z3Session {
    solver: Rc<Solver>,
    translator: Rc<RefCell<Translator>>,
    scopes: Vec<Scope>,
    options: SessionOptions,
    /// The model of the last answer, as long as Z3 can still build it.
    pending: Option<Weak<LazyModel>>,
    /// The resource limit that the solver is set to now.
    resources: Option<u32>,
    statistics: Statistics,
}

/// What a `push` opened.
#[derive(Default)]
struct Scope {
    /// Names of assumptions that are not literals.
    proxies: FxHashMap<Term, Z3_ast>,
    /// What could not be asserted in this scope.
    failure: Option<Z3Error>,
}

struct Solver {
    context: Rc<Context>,
    raw: Z3_solver,
}

impl Workspace {
    /// An error says in plain words why Z3 cannot be used.
    pub fn new() -> Result<Workspace, Reason> {
        Workspace::create().map_err(|error| Reason::Failed(error.0))
    }

    /// A session of its own in this workspace. What it answers may depend on the sessions before it, as the order of terms does.
    pub fn session(&self, options: SessionOptions) -> Result<Z3Session, Reason> {
        Z3Session::create(self.part(), options).map_err(|error| Reason::Failed(error.0))
    }
}

impl Z3Session {
    /// In a workspace of its own. An error says in plain words why Z3 cannot be used, e.g. that the library is too old.
    pub fn new(options: SessionOptions) -> Result<Z3Session, Reason> {
        Workspace::new()?.session(options)
    }

    fn create(context: Context, options: SessionOptions) -> Result<Z3Session, Z3Error> {
        let start = Instant::now();
        let context = Rc::new(context);
        // SAFETY: a live context; the share taken here is given back when the solver is dropped.
        let raw = unsafe {
            let raw = context.ok(Z3_mk_simple_solver(context.raw()))?;
            Z3_solver_inc_ref(context.raw(), raw);
            raw
        };
        let solver = Rc::new(Solver { context: context.clone(), raw });
        Ok(Z3Session {
            solver,
            translator: Rc::new(RefCell::new(Translator::new(context))),
            scopes: vec![Scope::default()],
            options,
            pending: None,
            resources: None,
            statistics: Statistics { asserting: start.elapsed(), ..Statistics::default() },
        })
    }

    fn try_assert(&mut self, pool: &TermPool, formula: Term) -> Result<(), Z3Error> {
        let ast = self.translator.borrow_mut().term(pool, formula)?;
        let start = Instant::now();
        let taken = self.solver.assert(ast);
        self.statistics.asserting += start.elapsed();
        taken
    }

    fn scope(&mut self) -> &mut Scope {
        if self.scopes.is_empty() {
            self.scopes.push(Scope::default());
        }
        let last = self.scopes.len() - 1;
        &mut self.scopes[last]
    }

    fn search(&mut self, pool: &TermPool, assumptions: &[Term], limit: &Limit) -> Result<Answer, Z3Error> {
        if let Some(failure) = self.scopes.iter().find_map(|scope| scope.failure.clone()) {
            return Err(failure);
        }
        let literals: Vec<Z3_ast> =
            assumptions.iter().map(|&term| self.literal(pool, term)).collect::<Result<_, _>>()?;
        self.set_resources(limit.resources)?;
        let c = self.solver.context.raw();
        let watch = Watch::start(c, limit);
        // SAFETY: live literals of this context, as many as are said; other threads only interrupt.
        let found =
            unsafe { Z3_solver_check_assumptions(c, self.solver.raw, literals.len() as u32, literals.as_ptr()) };
        let fired = watch.fired();
        drop(watch);
        match found {
            Z3_L_FALSE => Ok(Answer::Unsat(self.core(assumptions, &literals)?)),
            Z3_L_TRUE => Ok(Answer::Sat(self.model())),
            _ => Ok(self.unknown(fired)),
        }
    }

    /// An assumption as a literal. What is not one gets a name `p`, and `p ⇒ assumption` is asserted in this scope.
    fn literal(&mut self, pool: &TermPool, assumption: Term) -> Result<Z3_ast, Z3Error> {
        let atom = if *pool.op(assumption) == Op::Not { pool.args(assumption)[0] } else { assumption };
        let ast = self.translator.borrow_mut().term(pool, assumption)?;
        if matches!(pool.op(atom), Op::Var(_)) {
            return Ok(ast);
        }
        if let Some(&proxy) = self.scopes.iter().find_map(|scope| scope.proxies.get(&assumption)) {
            return Ok(proxy);
        }
        let proxy = self.translator.borrow_mut().fresh_bool(pool)?;
        let context = &self.solver.context;
        // SAFETY: live boolean terms of this context.
        let means = context.keep(unsafe { Z3_mk_implies(context.raw(), proxy, ast) })?;
        self.solver.assert(means)?;
        self.scope().proxies.insert(assumption, proxy);
        Ok(proxy)
    }

    fn set_resources(&mut self, resources: u32) -> Result<(), Z3Error> {
        if self.resources == Some(resources) {
            return Ok(());
        }
        self.solver.set_parameters(&self.options, resources)?;
        self.resources = Some(resources);
        Ok(())
    }

    fn core(&self, assumptions: &[Term], literals: &[Z3_ast]) -> Result<Core, Z3Error> {
        let context = &self.solver.context;
        let c = context.raw();
        let mut used: FxHashSet<Z3_ast> = FxHashSet::default();
        // SAFETY: the vector is shared while it is read; its elements are among `literals`, which live.
        unsafe {
            let core = context.ok(Z3_solver_get_unsat_core(c, self.solver.raw))?;
            Z3_ast_vector_inc_ref(c, core);
            used.extend((0..Z3_ast_vector_size(c, core)).filter_map(|index| Z3_ast_vector_get(c, core, index)));
            Z3_ast_vector_dec_ref(c, core);
        }
        let mut core = Vec::new();
        for (&assumption, literal) in assumptions.iter().zip(literals) {
            // Taking it out keeps an assumption that was given twice from being listed twice.
            if used.remove(literal) {
                core.push(assumption);
            }
        }
        if used.is_empty() { Ok(Core(core)) } else { Err(Z3Error("Z3 gave a core that was not assumed".to_string())) }
    }

    fn model(&mut self) -> Model {
        let model = Rc::new(LazyModel::new(self.solver.clone(), self.translator.clone()));
        self.pending = Some(Rc::downgrade(&model));
        Model::shared(model)
    }

    /// Before the solver changes: a model that somebody still holds is built now.
    fn settle(&mut self) {
        if let Some(model) = self.pending.take().and_then(|pending| pending.upgrade()) {
            model.load();
        }
    }

    fn unknown(&mut self, fired: Option<Reason>) -> Answer {
        let c = self.solver.context.raw();
        // SAFETY: a live solver; the text is copied at once.
        let why = unsafe { context::text(Z3_solver_get_reason_unknown(c, self.solver.raw)) };
        let reason = fired.unwrap_or_else(|| plain_reason(&why));
        let candidate = match &reason {
            Reason::Incomplete(_) => Some(self.model()),
            Reason::ResourceLimit | Reason::Deadline | Reason::Interrupted | Reason::Memory | Reason::Failed(_) => None,
        };
        Answer::Unknown { reason, candidate }
    }

    /// Resource units that the workspace has counted; `None` if Z3 does not say.
    fn resources_counted(&self) -> Option<u32> {
        let c = self.solver.context.raw();
        // SAFETY: the statistics are shared while they are read; keys are copied before the next call.
        unsafe {
            let stats = Z3_solver_get_statistics(c, self.solver.raw)?;
            Z3_stats_inc_ref(c, stats);
            let count = Z3_stats_size(c, stats);
            let entry = (0..count).rev().find(|&i| {
                Z3_stats_is_uint(c, stats, i)
                    && std::ffi::CStr::from_ptr(Z3_stats_get_key(c, stats, i)) == c"rlimit count"
            });
            let counted = entry.map(|i| Z3_stats_get_uint_value(c, stats, i));
            Z3_stats_dec_ref(c, stats);
            counted
        }
    }
}

impl Prover for Z3Session {
    fn assert(&mut self, pool: &TermPool, formula: Term) {
        self.settle();
        if let Err(failure) = self.try_assert(pool, formula) {
            self.scope().failure.get_or_insert(failure);
        }
    }

    fn push(&mut self) {
        self.settle();
        // SAFETY: a live solver.
        unsafe { Z3_solver_push(self.solver.context.raw(), self.solver.raw) };
        self.scopes.push(Scope { failure: self.solver.context.done().err(), ..Scope::default() });
    }

    fn pop(&mut self) {
        if self.scopes.len() <= 1 {
            return;
        }
        self.settle();
        self.scopes.pop();
        // SAFETY: a live solver with at least one scope.
        unsafe { Z3_solver_pop(self.solver.context.raw(), self.solver.raw, 1) };
        if let Err(failure) = self.solver.context.done() {
            self.scope().failure.get_or_insert(failure);
        }
    }

    fn check(&mut self, pool: &TermPool, assumptions: &[Term], limit: &Limit) -> Answer {
        if let Some(reason) = limit.exhausted() {
            return Answer::Unknown { reason, candidate: None };
        }
        self.settle();
        let start = Instant::now();
        let answer = self.search(pool, assumptions, limit).unwrap_or_else(|failure| Answer::failed(failure.0));
        let new = self.resources_counted().map_or(0, |counted| self.solver.context.newly_spent(counted));
        self.statistics.record(&answer, start.elapsed(), u64::from(new));
        answer
    }

    fn statistics(&self) -> &Statistics {
        &self.statistics
    }
}

impl Solver {
    fn assert(&self, ast: Z3_ast) -> Result<(), Z3Error> {
        // SAFETY: a live boolean term of the solver's context.
        unsafe { Z3_solver_assert(self.context.raw(), self.raw, ast) };
        self.context.done()
    }

    fn set_parameters(&self, options: &SessionOptions, resources: u32) -> Result<(), Z3Error> {
        let c = self.context.raw();
        let [auto, mbqi, ctrl_c, rlimit] =
            ["auto_config", "mbqi", "ctrl_c", "rlimit"].map(|key| self.context.symbol(key));
        // SAFETY: the parameters are shared while they are filled and set; the symbols are of this context.
        unsafe {
            let parameters = self.context.ok(Z3_mk_params(c))?;
            Z3_params_inc_ref(c, parameters);
            Z3_params_set_bool(c, parameters, auto?, false);
            Z3_params_set_bool(c, parameters, mbqi?, options.mbqi);
            // Ctrl-C is the application's: it raises the interrupt flag.
            Z3_params_set_bool(c, parameters, ctrl_c?, false);
            Z3_params_set_uint(c, parameters, rlimit?, resources);
            Z3_solver_set_params(c, self.raw, parameters);
            let done = self.context.done();
            Z3_params_dec_ref(c, parameters);
            done
        }
    }
}

impl Drop for Solver {
    fn drop(&mut self) {
        // SAFETY: gives back the share taken when the solver was made; the context still lives.
        unsafe { Z3_solver_dec_ref(self.context.raw(), self.raw) };
    }
}

/// Z3's reason for giving up. A search that was stopped, but not by the watchdog, ran out of resources.
fn plain_reason(why: &str) -> Reason {
    let why = why.trim_matches(['(', ')']);
    if why.contains("resource limit") || why.contains("cancel") || why.contains("timeout") {
        Reason::ResourceLimit
    } else if why.contains("memout") || why.contains("memory") {
        Reason::Failed("out of memory".to_string())
    } else if why.contains("quantifiers") {
        Reason::Incomplete("quantified formulas".to_string())
    } else if why.contains("arithmetic") {
        Reason::Incomplete("nonlinear arithmetic".to_string())
    } else if why.contains("incomplete") || why.is_empty() || why == "unknown" {
        Reason::Incomplete("outside the decidable part".to_string())
    } else {
        Reason::Failed("Z3 gave up".to_string())
    }
}
