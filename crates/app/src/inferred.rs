//! Inferred invariants as text and back. In: the invariants of an implementation's loops. Out: the words of the source for
//! a person; for evidence (`docs/json.md`) Boogie expressions in which every variable of the body has a name of its own,
//! and from such texts the invariants again.
//!
//! The names come from the body alone, which is made anew each time, so a text that one run wrote means the same to the
//! next. Nobody relies on that: an invariant that came from a text is proved like any other.

use std::collections::BTreeSet;

use invar_base::{Id, Span};
use invar_engine::body::{Body, Step};
use invar_engine::loops::LoopHead;
use invar_engine::task::Task;
use invar_engine::{Guesses, ImplReport, LoopInvariant, Suggestion};
use invar_front::Language;
use invar_front::c::acsl::Reader;
pub use invar_front::syntax::Clause;
use invar_gcl::boogie::Wording;
use invar_gcl::source::Shown;
use invar_gcl::{BlockId, CmdKind, ImplId, Program};
use invar_logic::{Op, Portable, Substitution, Term, TermPool, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

/// The words in which invariants of one implementation's body are written.
pub struct Words<'a> {
    program: &'a Program,
    pool: TermPool,
    heads: Vec<LoopHead>,
    wording: Wording,
    /// For every variable of an expanded call, the callee's own.
    copies: FxHashMap<VarId, VarId>,
    /// The same for the call that the loop with this head is in, if it is in an expanded call.
    calls: FxHashMap<BlockId, FxHashMap<VarId, VarId>>,
    /// The variables that say where in an object a pointer of the source points.
    offsets: FxHashSet<VarId>,
    /// What the types of the variables say anyway.
    implied: FxHashSet<Term>,
}

/// A loop with its invariant as its reader would write it.
pub struct LoopText {
    pub found: LoopInvariant,
    pub given: Vec<Clause>,
    pub inferred: Vec<InferredClause>,
    /// How many predicates were tried for it.
    pub tried: usize,
}

pub struct InferredClause {
    pub clause: Clause,
    /// The predicates that it combines, and what suggested them.
    pub used: Vec<(String, Suggestion)>,
}

/// The loops of an implementation as a person reads them, in the order of the text.
pub fn of_report(program: &Program, report: &ImplReport) -> Vec<LoopText> {
    let Some(mut words) = Words::new(program, report.impl_id).filter(|_| !report.loops.is_empty()) else {
        return Vec::new();
    };
    let mut loops: Vec<LoopText> = report.loops.iter().map(|found| words.loop_text(found, &report.guesses)).collect();
    loops.sort_by_key(|known| (known.found.span, known.found.block));
    loops
}

impl<'a> Words<'a> {
    /// `None` if there is no body whose loops could be cut.
    pub fn new(program: &'a Program, impl_id: ImplId) -> Option<Words<'a>> {
        let Task { pool, body, heads, .. } = Task::at_leisure(program, impl_id).ok()?;
        let wording = Wording::new(program, &pool, &body.variables(&pool));
        let implied = conjuncts(&pool, body.wheres.values().copied().collect());
        let offsets = program.source.variables.values().filter_map(Shown::offset).collect();
        let expanded = heads.iter().filter(|head| head.source.is_none_or(|source| source.impl_id != impl_id));
        let calls = expanded.map(|head| (head.head, variables_of_call(program, &pool, &body, head))).collect();
        let copies = body.copies.iter().map(|(&var, copy)| (var, copy.own)).collect();
        Some(Words { program, heads, pool, wording, copies, calls, offsets, implied })
    }

    fn loop_text(&mut self, found: &LoopInvariant, guesses: &[Guesses]) -> LoopText {
        // The text's own invariant is about the callee's own variables.
        let given = found.invariant.iter().map(|&term| self.clause(term, found.span, None)).collect();
        let guesses = guesses.iter().find(|guesses| guesses.block == found.block);
        let mut inferred = Vec::new();
        for invariant in &found.inferred {
            let Some(term) = self.pool.import(invariant) else { continue };
            if !self.implied.contains(&term) {
                inferred.push(InferredClause {
                    clause: self.clause(term, found.span, Some(found.block)),
                    used: self.used(found, invariant, guesses),
                });
            }
        }
        let tried = guesses.map_or(0, |guesses| guesses.counts.values().sum());
        LoopText { found: found.clone(), given, inferred, tried }
    }

    /// The predicates that an invariant combines.
    fn used(
        &mut self,
        found: &LoopInvariant,
        invariant: &Portable,
        guesses: Option<&Guesses>,
    ) -> Vec<(String, Suggestion)> {
        let known = guesses.and_then(|guesses| guesses.uses.iter().find(|(formula, _)| formula == invariant));
        let mut shown = Vec::new();
        for (predicate, suggestion) in known.into_iter().flat_map(|(_, used)| used) {
            if let Some(term) = self.pool.import(predicate) {
                shown.push((self.predicate(found, term), *suggestion));
            }
        }
        shown
    }

    /// A predicate, without the quantifier that only names its variables.
    fn predicate(&mut self, found: &LoopInvariant, term: Term) -> String {
        let term = self.counted_from_pointers(term);
        let body = match self.pool.op(term) {
            Op::Forall(_) => self.pool.args(term)[0],
            _ => term,
        };
        match self.clause(term, found.span, Some(found.block)) {
            Clause::Said(text) if body == term => text,
            Clause::Said(text) if text.starts_with("\\forall") => match text.split_once("; ") {
                Some((_, inside)) => inside.to_string(),
                None => text,
            },
            Clause::Said(_) | Clause::Unsaid(_) => self.wording.show(&self.pool, body),
        }
    }

    /// A comparison of indices counts from the beginning of the object, and so does not show which pointer is meant; a
    /// person counts from the pointer.
    fn counted_from_pointers(&mut self, term: Term) -> Term {
        let reads = self.pool.postorder(&[term]).iter().any(|&part| *self.pool.op(part) == Op::Select);
        let free = if reads { Vec::new() } else { self.pool.free_vars(term) };
        let is_offset = |var: &VarId| self.offsets.contains(self.copies.get(var).unwrap_or(var));
        let offsets: Vec<VarId> = free.into_iter().filter(is_offset).collect();
        let zero = self.pool.int(0);
        self.pool.substitute(term, &offsets.into_iter().map(|var| (var, zero)).collect())
    }

    /// A formula at the loop with this head or, without one, about the variables of the text.
    fn clause(&mut self, term: Term, place: Span, head: Option<BlockId>) -> Clause {
        let reader = Reader { place, copies: head.and_then(|head| self.calls.get(&head)) };
        let language = Language::of_program(self.program);
        language.show(self.program, &mut self.pool, &self.wording, reader, term)
    }

    /// The variables that parameters are copied to, by the procedure's formals.
    fn copied(&mut self, impl_id: ImplId) -> Substitution {
        let body = &self.program.impls[impl_id];
        let formals = &self.program.procs[body.proc].ins;
        let mut by = Substitution::new();
        for cmd in body.blocks.values().flat_map(|block| &block.cmds) {
            if let CmdKind::Assign(own, value) = cmd.kind
                && let Op::Var(passed) = *self.pool.op(value)
                && let Some(number) = body.ins.iter().position(|local| local.var == passed)
                && by.get(formals[number].var).is_none()
            {
                let own = self.pool.var(own);
                by.insert(formals[number].var, own);
            }
        }
        by
    }

    /// A precondition, as it is written before the implementation. What callers pass is called as the text calls it: where it is
    /// copied to variables at once, by their names.
    pub fn condition(&mut self, impl_id: ImplId, condition: &Portable) -> Option<Clause> {
        let term = self.pool.import(condition)?;
        let body = &self.program.impls[impl_id];
        let term = match Language::of_program(self.program) {
            Language::C => {
                let by = self.copied(impl_id);
                self.pool.substitute(term, &by)
            }
            Language::Boogie => term,
        };
        let term = self.counted_from_pointers(term);
        Some(self.clause(term, body.blocks[body.entry].span, None))
    }

    pub fn show(&mut self, invariant: &Portable) -> String {
        match self.pool.import(invariant) {
            Some(term) => self.wording.show(&self.pool, term),
            None => "…".to_string(),
        }
    }

    /// What texts say about the loop whose head is this block, or why they say nothing.
    pub fn read(&mut self, block: usize, texts: &[String]) -> Result<LoopInvariant, String> {
        let head = self.heads.iter().find(|head| head.head.index() == block);
        let head = head.ok_or_else(|| format!("block {block} is no loop of this procedure"))?;
        let source = head.source.ok_or_else(|| format!("block {block} is no loop of the text"))?;
        let mut inferred = Vec::with_capacity(texts.len());
        for text in texts {
            let term = self.wording.read(&mut self.pool, text).map_err(|error| format!("`{text}`: {error}"))?;
            inferred.push(self.pool.export(term).ok_or_else(|| format!("`{text}` is about unknown things"))?);
        }
        Ok(LoopInvariant { head: source, block: head.head, span: head.span, invariant: Vec::new(), inferred })
    }
}

/// The variables of the expanded call that a loop is in, with the callee's own: those of the call whose variables the
/// callee's blocks in the loop mention, since no call is expanded inside of one of the same procedure. If there are none,
/// the loop is about nobody's variables.
fn variables_of_call(program: &Program, pool: &TermPool, body: &Body, head: &LoopHead) -> FxHashMap<VarId, VarId> {
    let Some(source) = head.source else { return FxHashMap::default() };
    let callee: FxHashSet<VarId> = program.impls[source.impl_id].variables().map(|local| local.var).collect();
    let is_callee = |block: &BlockId| body.blocks[*block].source.is_some_and(|found| found.impl_id == source.impl_id);
    let steps: Vec<&Step> =
        head.blocks.iter().filter(|block| is_callee(block)).flat_map(|&block| &body.blocks[block].steps).collect();
    let terms: Vec<Term> = steps.iter().filter_map(|step| step.term()).collect();
    let mentioned = pool.free_vars_of(&terms).into_iter().chain(steps.iter().filter_map(|step| step.assigned()));
    let calls: BTreeSet<u32> = mentioned
        .filter_map(|var| body.copies.get(&var))
        .filter(|copy| callee.contains(&copy.own))
        .map(|copy| copy.call)
        .collect();
    // Several would mean that it is not known which.
    let own = |call: u32| calls.len() == 1 && calls.contains(&call);
    body.copies.iter().filter(|(_, copy)| own(copy.call)).map(|(&var, copy)| (var, copy.own)).collect()
}

/// The parts of conjunctions.
fn conjuncts(pool: &TermPool, mut terms: Vec<Term>) -> FxHashSet<Term> {
    let mut parts = FxHashSet::default();
    while let Some(term) = terms.pop() {
        match pool.op(term) {
            Op::And => terms.extend(pool.args(term)),
            _ => {
                parts.insert(term);
            }
        }
    }
    parts
}

/// The predicates of the inferred invariants, loop by loop and invariant by invariant.
pub fn show_used(program: &Program, report: &ImplReport) -> Vec<Vec<Vec<(String, Suggestion)>>> {
    let mut words = if report.guesses.is_empty() { None } else { Words::new(program, report.impl_id) };
    let mut shown = Vec::with_capacity(report.loops.len());
    for found in &report.loops {
        let guesses = report.guesses.iter().find(|guesses| guesses.block == found.block);
        let uses = found.inferred.iter().filter_map(|invariant| Some(words.as_mut()?.used(found, invariant, guesses)));
        shown.push(uses.collect());
    }
    shown
}

/// The inferred invariants of loops as texts, loop by loop.
pub fn show_all(program: &Program, impl_id: ImplId, loops: &[LoopInvariant]) -> Vec<Vec<String>> {
    if loops.iter().all(|found| found.inferred.is_empty()) {
        return vec![Vec::new(); loops.len()];
    }
    let mut words = Words::new(program, impl_id);
    let mut show = |invariant: &Portable| match &mut words {
        Some(words) => words.show(invariant),
        None => "…".to_string(),
    };
    loops.iter().map(|found| found.inferred.iter().map(&mut show).collect()).collect()
}
