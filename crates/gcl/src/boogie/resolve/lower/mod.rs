//! From the typed program to the guarded-command program: types become sorts, expressions terms, and everything
//! polymorphic its instances.
//!
//! Polymorphic functions, types and procedures are instantiated where they are used. A polymorphic quantifier that is
//! assumed stands for its instances at the types that occur (leaving some out only weakens the hypothesis); one that is
//! to be proved stands, besides those, for its instance at sorts nothing is known of, which proves it for every type.
//! A polymorphic map is a record of one ordinary map per instance that occurs, and a last field for all the others.
//!
//! Which instances occur is found by repeating the whole translation until none is new (`instances`).
//!
//! Reading order: `instances`, `sorts`, `terms`, `builtin`, `poly`, `code`, `measure`, `program`.
//!
//! Mutually recursive: `builtin`, `terms`, `code`, `poly`, `measure`, `program`. A term may hold code, code is made of
//! terms, and instances of polymorphic terms are terms again.

mod instances;
mod sorts;
mod builtin;
mod terms;
mod code;
mod poly;
mod measure;
mod program;

use std::rc::Rc;

use indexmap::IndexMap;
use invar_base::{Arena, Diagnostic, Span};
use invar_logic::{FuncId, Sort, Term, TermPool};
use rustc_hash::{FxHashMap, FxHashSet};

use super::scope::Resolver;
use super::typed::{Body, Clause, FuncInfo, FuncKey, ProcInfo, ProcKey, VarInfo, VarKey};
use super::types::{ParamId, Ty, TypeId};
use crate::program::Program;
use instances::Instances;
use sorts::PolyMap;

/// Translations of the whole program before the set of instances is taken as it is.
const MAX_ROUNDS: usize = 8;

/// The typed program, shared by all rounds.
pub struct Typed {
    pub vars: Arena<VarKey, VarInfo>,
    pub functions: Arena<FuncKey, FuncInfo>,
    pub procs: Arena<ProcKey, ProcInfo>,
    pub axioms: Vec<Clause>,
    pub bodies: Vec<Body>,
    pub globals: Vec<VarKey>,
}

/// One round.
pub struct Lowering<'r> {
    r: &'r mut Resolver,
    typed: Rc<Typed>,
    pool: TermPool,
    program: Program,
    /// Instances of the rounds before, and those met in this one.
    known: Instances,
    seen: Instances,
    /// Did the result depend on `known`?
    consulted: bool,
    last_round: bool,
    /// Types without properties that stand for the n-th occurrence of a type parameter.
    skolem_types: FxHashMap<(ParamId, u32), TypeId>,
    skolem_counts: FxHashMap<ParamId, u32>,

    /// Type parameters in scope.
    params: FxHashMap<ParamId, Ty>,
    env: FxHashMap<VarKey, Term>,
    old_env: FxHashMap<VarKey, Term>,
    in_old: bool,

    sort_cache: FxHashMap<Ty, Sort>,
    poly_maps: FxHashMap<Ty, PolyMap>,
    /// Those of which some value is updated.
    stored_maps: FxHashSet<Ty>,
    pending_sorts: Vec<(Ty, Span)>,
    defining_sorts: bool,
    functions: FxHashMap<(FuncKey, Vec<Ty>), FuncId>,
    pending_functions: Vec<(FuncKey, Vec<Ty>, FuncId)>,
    never_patterns: FxHashSet<FuncId>,
    /// With their type arguments, and whether for `free call`.
    procs: IndexMap<(ProcKey, Vec<Ty>, bool), ()>,
    /// The procedure whose body is being lowered, if it has a measure.
    measured: Option<ProcKey>,
    /// Which procedures calls of a procedure may lead to, itself included if it may call itself.
    led_to: FxHashMap<ProcKey, FxHashSet<ProcKey>>,
    power: Option<FuncId>,
    /// Nodes of expanded inline functions so far.
    work: u64,
    inline_depth: u32,
    too_large: bool,
    /// Comparisons of a type nothing is known of with another type.
    open_equalities: FxHashMap<(Ty, Ty), FuncId>,

    errors: Vec<Diagnostic>,
    assumptions: Vec<String>,
}

/// The typed tables of the resolver become the program; lowering errors go to the resolver.
pub fn lower(r: &mut Resolver) -> Program {
    let typed = Rc::new(Typed {
        vars: std::mem::take(&mut r.vars),
        functions: std::mem::take(&mut r.functions),
        procs: std::mem::take(&mut r.procs),
        axioms: std::mem::take(&mut r.axioms),
        bodies: std::mem::take(&mut r.bodies),
        globals: std::mem::take(&mut r.globals),
    });
    let mut known = Instances::default();
    let mut skolem_types = FxHashMap::default();
    for round in 1.. {
        let last_round = round > MAX_ROUNDS;
        let mut lowering = Lowering::new(r, typed.clone(), known, skolem_types, last_round);
        lowering.run();
        let done = last_round || !lowering.consulted || lowering.known.covers(&lowering.seen);
        if done {
            let Lowering { mut program, mut pool, errors, assumptions, .. } = lowering;
            program.sums = Some(crate::sums::Sums::new(&mut pool));
            program.pool = pool.into();
            program.assumptions = assumptions;
            errors.into_iter().for_each(|error| r.error(error));
            return program;
        }
        known = std::mem::take(&mut lowering.known);
        known.extend(&lowering.seen);
        skolem_types = std::mem::take(&mut lowering.skolem_types);
    }
    Program::default()
}

impl<'r> Lowering<'r> {
    fn new(
        r: &'r mut Resolver,
        typed: Rc<Typed>,
        known: Instances,
        skolem_types: FxHashMap<(ParamId, u32), TypeId>,
        last_round: bool,
    ) -> Lowering<'r> {
        let assumptions = r.assumptions.clone();
        Lowering {
            r,
            typed,
            pool: TermPool::new(),
            program: Program::default(),
            known,
            seen: Instances::default(),
            consulted: false,
            last_round,
            skolem_types,
            skolem_counts: FxHashMap::default(),
            params: FxHashMap::default(),
            env: FxHashMap::default(),
            old_env: FxHashMap::default(),
            in_old: false,
            sort_cache: FxHashMap::default(),
            poly_maps: FxHashMap::default(),
            stored_maps: FxHashSet::default(),
            pending_sorts: Vec::new(),
            defining_sorts: false,
            functions: FxHashMap::default(),
            pending_functions: Vec::new(),
            never_patterns: FxHashSet::default(),
            procs: IndexMap::default(),
            measured: None,
            led_to: FxHashMap::default(),
            power: None,
            work: 0,
            inline_depth: 0,
            too_large: false,
            open_equalities: FxHashMap::default(),
            errors: Vec::new(),
            assumptions,
        }
    }

    fn fail(&mut self, code: &'static str, span: Span, message: impl Into<String>) {
        self.errors.push(Diagnostic::error(code, span, message));
    }

    fn assume(&mut self, text: &str) {
        if !self.assumptions.iter().any(|known| known == text) {
            self.assumptions.push(text.to_string());
        }
    }

    /// The type with inference variables and type parameters replaced by what they stand for.
    fn concrete(&self, ty: &Ty) -> Ty {
        self.r.known(ty).substitute(&self.params)
    }

    fn concrete_all(&self, types: &[Ty]) -> Vec<Ty> {
        types.iter().map(|ty| self.concrete(ty)).collect()
    }
}
