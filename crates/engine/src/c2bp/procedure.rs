//! One procedure: its statements become assignments to the variables that stand for predicates (BMMR01 §4.3 to §4.5). In: a body, the
//! predicates in scope, the signatures of all procedures. Out: a procedure of the boolean program.

use invar_base::Span;
use invar_gcl::boolprog::ast::{self, Name, Stmt, StmtKind, Target};
use invar_gcl::graph::postorder;
use invar_gcl::{BlockId, CmdKind, Impl, ProcId, Program, Transfer};
use invar_logic::{Substitution, Term, TermPool, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::cubes::{Cube, MOST};
use super::signature::{Signature, copies};
use super::steps::{Known, Step, StepKind, Stepping};
use super::strengthen::{Making, Optimisation, Strengthening, Work};
use super::text::Words;
use crate::means::Means;

/// What all procedures share.
pub struct Shared<'a> {
    pub program: &'a Program,
    pub signatures: &'a FxHashMap<ProcId, Signature>,
    /// What procedures are called in the boolean program.
    pub names: &'a FxHashMap<ProcId, String>,
    /// The line of a place, for what is one statement.
    pub lines: &'a dyn Fn(Span) -> u32,
    pub background: &'a [Term],
    pub making: Making,
    pub means: &'a Means<'a>,
}

/// The predicates in scope of a procedure: its own, then global ones.
pub struct Scope<'a> {
    pub terms: &'a [Term],
    pub names: &'a [String],
    pub own: usize,
}

pub struct Abstracting<'a, 'm> {
    shared: &'a Shared<'a>,
    pool: &'a mut TermPool,
    body: &'a Impl,
    scope: Scope<'a>,
    strengthening: &'a mut Strengthening<'m>,
    /// Cubes that contradict themselves and are no part of `enforce`: they are excluded after each step.
    mixed: Vec<Cube>,
    /// Variables that stand for any value.
    any: FxHashSet<VarId>,
    /// Variables for the results of calls.
    temporaries: Vec<Name>,
    out: Vec<Stmt>,
    work: Work,
}

pub fn abstracted<'a>(
    shared: &'a Shared<'a>,
    pool: &'a mut TermPool,
    body: &'a Impl,
    scope: Scope<'a>,
    strengthening: &'a mut Strengthening<'_>,
) -> (ast::Proc, Work) {
    let (enforced, mixed) = enforced(shared, body, &scope, strengthening.contradictions());
    let (temporaries, out, any) = (Vec::new(), Vec::new(), FxHashSet::default());
    let work = Work::default();
    let mut one = Abstracting { shared, pool, body, scope, strengthening, mixed, any, temporaries, out, work };
    one.blocks();
    one.finished(&enforced)
}

/// What `enforce` excludes (§5.1): the cubes that contradict themselves. Between a call and the update after it, global predicates are those
/// after the call and own ones those before it: a cube of both kinds may hold there, and would end runs that the program has. So
/// cubes of both kinds are excluded after each step instead.
fn enforced(shared: &Shared<'_>, body: &Impl, scope: &Scope<'_>, cubes: &[Cube]) -> (Vec<Cube>, Vec<Cube>) {
    let cmds = || body.blocks.values().flat_map(|block| &block.cmds);
    let is_call = |cmd: &invar_gcl::Cmd| matches!(&cmd.kind, CmdKind::Call { callee, .. } if shared.signatures.contains_key(callee));
    let has_calls = cmds().any(is_call);
    let own = (0..scope.own).fold(0_u64, |bits, at| bits | 1 << at);
    let is_mixed = |cube: &Cube| {
        let both = cube.positive | cube.negative;
        both & own != 0 && both & !own != 0
    };
    cubes.iter().copied().partition(|cube| !(has_calls && is_mixed(cube)))
}

impl Abstracting<'_, '_> {
    fn finished(self, enforced: &[Cube]) -> (ast::Proc, Work) {
        let signature = &self.shared.signatures[&self.body.proc];
        let span = self.body.span;
        let words = Words { names: self.scope.names, span };
        let is_formal = |at: &usize| signature.formals.iter().any(|(formal, _)| formal == at);
        let params = signature.formals.iter().map(|(at, _)| words.name(*at)).collect();
        let locals = (0..self.scope.own).filter(|at| !is_formal(at)).map(|at| words.name(at));
        let locals = locals.chain(self.temporaries.iter().cloned()).collect();
        let enforce = words.none_of(enforced);
        let name = Name { text: self.shared.names[&self.body.proc].clone(), span };
        let returns = signature.returns.len();
        (ast::Proc { name, returns, params, locals, enforce, body: self.out, end: span }, self.work)
    }

    /// Every block in turn, those before it first; what a temporary is comes from the only block before.
    fn blocks(&mut self) {
        let mut order = postorder(self.body);
        order.reverse();
        let mut before: FxHashMap<BlockId, Vec<BlockId>> = FxHashMap::default();
        for &block in &order {
            self.body.blocks[block].next.targets().iter().for_each(|next| before.entry(*next).or_default().push(block));
        }
        let copies = copies(self.pool, self.body);
        let spoken = self.pool.free_vars_of(self.scope.terms);
        let mut ends: FxHashMap<BlockId, Known> = FxHashMap::default();
        for (position, &block) in order.iter().enumerate() {
            let known = match before.get(&block).map(Vec::as_slice) {
                Some([only]) => ends.get(only).cloned().unwrap_or_default(),
                Some(_) | None => Known::default(),
            };
            let mut stepping = Stepping::new(self.shared.program, self.pool, self.body, self.shared.lines);
            for &(formal, var) in &copies {
                let own = stepping.pool.var(var);
                stepping.formals.insert(formal, own);
                stepping.copies.insert(var);
            }
            stepping.spoken.clone_from(&spoken);
            let (steps, known) = stepping.block(&self.body.blocks[block].cmds, known);
            self.any.extend(stepping.any);
            ends.insert(block, known);
            let from = self.out.len();
            if position == 0 {
                self.exclude_mixed(self.body.span);
            }
            steps.into_iter().for_each(|step| self.step(step));
            self.transfer(block, order.get(position + 1).copied());
            self.label(block, from);
        }
    }

    /// A block without statements is a `skip`, so that its label has a place.
    fn label(&mut self, block: BlockId, from: usize) {
        let span = self.body.blocks[block].span;
        if from == self.out.len() {
            self.push(StmtKind::Skip, span);
        }
        let name = self.label_of(block);
        self.out[from].labels.push(name);
    }

    fn label_of(&self, block: BlockId) -> Name {
        let found = &self.body.blocks[block];
        Name { text: self.shared.program.pool.name(found.label).to_string(), span: found.span }
    }

    /// Where a block goes on is copied (§4.4).
    fn transfer(&mut self, block: BlockId, follows: Option<BlockId>) {
        let span = self.body.blocks[block].span;
        match &self.body.blocks[block].next {
            Transfer::Goto(targets) if targets[..].first() == follows.as_ref() && targets.len() == 1 => {}
            Transfer::Goto(targets) => {
                let labels = targets.iter().map(|target| self.label_of(*target)).collect();
                self.push(StmtKind::Goto(labels), span);
            }
            Transfer::Return => {
                let words = Words { names: self.scope.names, span };
                let returns = &self.shared.signatures[&self.body.proc].returns;
                let values = returns.iter().map(|(at, _)| words.variable(*at)).collect();
                self.push(StmtKind::Return(values), span);
            }
        }
    }

    fn step(&mut self, Step { kind, span }: Step) {
        match kind {
            StepKind::Update(values) => self.update(&values, span),
            // assume(G(φ)), where G(φ) = ¬F(¬φ) (§4.4).
            StepKind::Assume(condition) => {
                let denied = self.pool.not(condition);
                let excluded = self.strengthening.strengthen(self.pool, denied);
                let words = Words { names: self.scope.names, span };
                if let Some(condition) = words.none_of(&excluded) {
                    self.push(StmtKind::Assume(condition), span);
                }
            }
            // assert(choose(F(φ), F(¬φ))): where the predicates do not say whether it holds, it may fail, and the run may go on.
            StepKind::Assert(condition) => {
                let (yes, no) = self.choices(condition);
                let condition = Words { names: self.scope.names, span }.choice(&yes, &no);
                self.push(StmtKind::Assert(condition), span);
            }
            StepKind::Call { callee, ins, outs } => match self.shared.signatures.contains_key(&callee) {
                true => self.call(callee, &ins, &outs, span),
                false => self.unseen_call(callee, &outs, span),
            },
        }
    }

    /// bᵢ := choose(F(WP(s, φᵢ)), F(WP(s, ¬φᵢ))), all at once (§4.3). WP(x = e, φ) is φ[e/x]: memories are variables, and writing one
    /// is storing into it, so that Morris' axiom (§4.2) is what `select` and `store` say. A predicate that is its own weakest
    /// precondition is left alone (§5.2, second).
    fn update(&mut self, values: &Substitution, span: Span) {
        let (mut targets, mut sources) = (Vec::new(), Vec::new());
        let words = Words { names: self.scope.names, span };
        for (at, &predicate) in self.scope.terms.iter().enumerate() {
            let before = self.pool.substitute(predicate, values);
            if before != predicate || !self.shared.making.has(Optimisation::Unaffected) {
                let (yes, no) = self.choices(before);
                targets.push(words.name(at));
                sources.push(words.choice(&yes, &no));
            }
        }
        match targets.is_empty() {
            true => self.skip(span),
            false => {
                self.push(StmtKind::Assign { targets, values: sources, constrain: None }, span);
                self.exclude_mixed(span);
            }
        }
    }

    /// F(φ) and F(¬φ). What depends on any value at all is unknown, and nobody needs to be asked.
    fn choices(&mut self, formula: Term) -> (Vec<Cube>, Vec<Cube>) {
        let is_open = self.pool.free_vars_of(&[formula]).iter().any(|var| self.any.contains(var));
        if is_open { (Vec::new(), Vec::new()) } else { self.strengthening.both(self.pool, formula) }
    }

    /// A name for a result that hides no predicate.
    fn temporary(&self, span: Span) -> Name {
        let is_taken =
            |text: &String| self.scope.names.contains(text) || self.temporaries.iter().any(|other| other.text == *text);
        let mut text = format!("t{}", self.temporaries.len() + 1);
        while is_taken(&text) {
            text.push('\'');
        }
        Name { text, span }
    }

    /// What `enforce` would exclude, if it could wait for the update after a call.
    fn exclude_mixed(&mut self, span: Span) {
        if let Some(rest) = (Words { names: self.scope.names, span }).none_of(&self.mixed) {
            self.push(StmtKind::Assume(rest), span);
        }
    }

    /// One `skip` for a line is enough.
    fn skip(&mut self, span: Span) {
        let line = (self.shared.lines)(span);
        let is_said = self.out.last().is_some_and(|last| (self.shared.lines)(last.span) == line);
        if !is_said {
            self.push(StmtKind::Skip, span);
        }
    }

    /// A procedure without a body may do anything to what it may modify.
    fn unseen_call(&mut self, callee: ProcId, outs: &[VarId], span: Span) {
        let mut values = Substitution::new();
        for &var in self.shared.program.procs[callee].modifies.iter().chain(outs) {
            let sort = self.pool.variable(var).sort;
            let any = self.pool.fresh_var("any", sort);
            self.any.insert(any);
            let any = self.pool.var(any);
            values.insert(var, any);
        }
        self.update(&values, span);
    }

    /// §4.5.3: the actuals for E_f, the results for E_r, and then what the call may have changed.
    fn call(&mut self, callee: ProcId, ins: &[Term], outs: &[VarId], span: Span) {
        let shared = self.shared;
        let signature = &shared.signatures[&callee];
        let (formals, results) = formals_of(shared.program, callee);
        let mut actual = Substitution::new();
        formals.iter().zip(ins).for_each(|(formal, term)| actual.insert(*formal, *term));
        let words = Words { names: self.scope.names, span };
        let mut args = Vec::new();
        for (_, meaning) in &signature.formals {
            let meaning = self.pool.substitute(*meaning, &actual);
            let (yes, no) = self.strengthening.both(self.pool, meaning);
            args.push(words.choice(&yes, &no));
        }
        let first = self.temporaries.len();
        for _ in 0..signature.returns.len() {
            let name = self.temporary(span);
            self.temporaries.push(name);
        }
        let targets = self.temporaries[first..].iter().cloned().map(Target::Variable).collect();
        let name = Name { text: shared.names[&callee].clone(), span };
        self.push(StmtKind::Call { targets, callee: name, args }, span);
        let modifies = &shared.program.procs[callee].modifies;
        let written: Vec<VarId> = modifies.iter().chain(outs).copied().collect();
        let meanings = self.meanings(signature, &formals, &results, (ins, outs), &written);
        self.after_call(&written, outs, &meanings, first, span);
    }

    /// E(tᵢ) = eᵢ[v/r, a/f]: what the results mean to the caller. The arguments are those before the call: what the call writes has another value there.
    fn meanings(
        &mut self,
        signature: &Signature,
        formals: &[VarId],
        results: &[VarId],
        (ins, outs): (&[Term], &[VarId]),
        written: &[VarId],
    ) -> Vec<Term> {
        let mut earlier = Substitution::new();
        for &var in written {
            let sort = self.pool.variable(var).sort;
            let before = self.pool.fresh_var("before", sort);
            let before = self.pool.var(before);
            earlier.insert(var, before);
        }
        let mut by = Substitution::new();
        for (formal, term) in formals.iter().zip(ins) {
            let term = self.pool.substitute(*term, &earlier);
            by.insert(*formal, term);
        }
        for (result, out) in results.iter().zip(outs) {
            let term = self.pool.var(*out);
            by.insert(*result, term);
        }
        signature.returns.iter().map(|(_, meaning)| self.pool.substitute(*meaning, &by)).collect()
    }

    /// For each e in E_u: choose(F(e), F(¬e)) over E' and the results. The callee itself updates global predicates, unless they speak of a result.
    fn after_call(&mut self, written: &[VarId], outs: &[VarId], meanings: &[Term], first: usize, span: Span) {
        let is_updated = |at: usize, pool: &TermPool| {
            let vars = pool.free_vars_of(&[self.scope.terms[at]]);
            let changed = if at < self.scope.own { written } else { outs };
            changed.iter().any(|var| vars.contains(var))
        };
        let updated: Vec<usize> = (0..self.scope.terms.len()).filter(|&at| is_updated(at, self.pool)).collect();
        if updated.is_empty() {
            self.exclude_mixed(span);
            return;
        }
        let mut kept: Vec<usize> = (0..self.scope.terms.len()).filter(|at| !updated.contains(at)).collect();
        // With fewer predicates there are more runs.
        let room = MOST.saturating_sub(meanings.len());
        self.work.is_limited |= kept.len() > room;
        kept.truncate(room);
        let terms: Vec<Term> = kept.iter().map(|&at| self.scope.terms[at]).chain(meanings.iter().copied()).collect();
        let results = self.temporaries[first..].iter().map(|name| name.text.clone());
        let names: Vec<String> = kept.iter().map(|&at| self.scope.names[at].clone()).chain(results).collect();
        let shared = self.shared;
        let mut around = Strengthening::new(self.pool, &terms, shared.background, shared.making, shared.means);
        let (own, words) = (Words { names: self.scope.names, span }, Words { names: &names, span });
        // Results and what the call left alone do not contradict each other.
        let is_result = |cube: &&Cube| cube.literals().any(|(at, _)| at >= kept.len());
        let never: Vec<Cube> = around.contradictions().iter().filter(is_result).copied().collect();
        if let Some(rest) = words.none_of(&never) {
            self.push(StmtKind::Assume(rest), span);
        }
        let (mut targets, mut values) = (Vec::new(), Vec::new());
        for at in updated {
            let (yes, no) = around.both(self.pool, self.scope.terms[at]);
            targets.push(own.name(at));
            values.push(words.choice(&yes, &no));
        }
        let work = around.work;
        self.work.queries += work.queries;
        self.work.is_limited |= work.is_limited;
        self.work.is_open |= work.is_open;
        self.push(StmtKind::Assign { targets, values, constrain: None }, span);
        self.exclude_mixed(span);
    }

    fn push(&mut self, kind: StmtKind, span: Span) {
        self.out.push(Stmt { labels: Vec::new(), kind, span });
    }
}

/// The formals and results of a procedure's body, which its signature speaks of.
fn formals_of(program: &Program, callee: ProcId) -> (Vec<VarId>, Vec<VarId>) {
    let Some(&body) = program.bodies_of(callee).first() else { return (Vec::new(), Vec::new()) };
    let body = &program.impls[body];
    (body.ins.iter().map(|local| local.var).collect(), body.outs.iter().map(|local| local.var).collect())
}
