//! The commands of a block as the steps that are abstracted one by one. In: a block, the lines of commands, what is known of temporaries.
//! Out: updates of several variables at once, assumptions, assertions and calls.
//!
//! The commands of one line that set variables are one step: the paper's statements are those of C (§4), and lowering makes several commands of one.
//! A temporary holds what some term was, and no predicate speaks of it; wherever the term still has that value, it
//! stands for the temporary.

use invar_base::Span;
use invar_gcl::{Cmd, CmdKind, Impl, ProcId, Program, Role};
use invar_logic::{Substitution, Term, TermPool, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

pub struct Step {
    pub kind: StepKind,
    pub span: Span,
}

pub enum StepKind {
    /// Each variable gets its value, all at once; the values are over the variables before.
    Update(Substitution),
    Assume(Term),
    Assert(Term),
    Call {
        callee: ProcId,
        ins: Vec<Term>,
        outs: Vec<VarId>,
    },
}

/// What the values of variables are when a block begins, as far as they are terms over the others.
pub type Known = FxHashMap<VarId, Term>;

/// What it takes to make steps of the blocks of a body.
pub struct Stepping<'a> {
    pub program: &'a Program,
    pub pool: &'a mut TermPool,
    pub lines: &'a dyn Fn(Span) -> u32,
    /// The conditions of variables.
    pub wheres: FxHashMap<VarId, Term>,
    /// Formals that are variables of the body under another name; the copies are left out.
    pub formals: Substitution,
    pub copies: FxHashSet<VarId>,
    /// What predicates speak of.
    pub spoken: FxHashSet<VarId>,
    /// Variables that stand for any value.
    pub any: FxHashSet<VarId>,
    steps: Vec<Step>,
    values: Known,
    changed: Vec<VarId>,
    span: Option<Span>,
}

impl<'a> Stepping<'a> {
    pub fn new(program: &'a Program, pool: &'a mut TermPool, body: &Impl, lines: &'a dyn Fn(Span) -> u32) -> Self {
        let locals = body.variables().filter_map(|local| Some((local.var, local.where_?)));
        let globals = program.globals.iter().filter_map(|global| Some((global.var, global.where_?)));
        Stepping {
            program,
            pool,
            lines,
            wheres: locals.chain(globals).collect(),
            formals: Substitution::new(),
            copies: FxHashSet::default(),
            spoken: FxHashSet::default(),
            any: FxHashSet::default(),
            steps: Vec::new(),
            values: Known::default(),
            changed: Vec::new(),
            span: None,
        }
    }

    /// The steps of a block, and what is known of temporaries after it.
    pub fn block(&mut self, cmds: &[Cmd], known: Known) -> (Vec<Step>, Known) {
        self.values = known;
        let mut at = 0;
        while at < cmds.len() {
            let cmd = &cmds[at];
            let is_first = cmds[..at].iter().all(|cmd| matches!(cmd.kind, CmdKind::Assume(_)));
            at += 1;
            match &cmd.kind {
                CmdKind::Assign(var, _) if self.copies.contains(var) && self.is_copy(cmd) => {}
                CmdKind::Assign(var, term) => {
                    self.begin(cmd.span);
                    let value = self.value(*term);
                    self.set(*var, value, cmd.span);
                }
                CmdKind::Havoc(var) => self.havoc(*var, cmd.span),
                CmdKind::Assume(term) if self.is_dropped(*term, is_first) => {}
                CmdKind::Assume(term) => self.condition(*term, cmd.span, StepKind::Assume),
                CmdKind::Assert(_, term) => self.condition(*term, cmd.span, StepKind::Assert),
                CmdKind::Call { callee, ins, outs } => at += self.call(*callee, ins, outs, &cmds[at..], cmd.span),
            }
        }
        self.flush();
        (std::mem::take(&mut self.steps), std::mem::take(&mut self.values))
    }

    fn is_copy(&mut self, cmd: &Cmd) -> bool {
        let CmdKind::Assign(var, term) = cmd.kind else { return false };
        let own = self.pool.var(var);
        self.pool.substitute(term, &self.formals) == own
    }

    /// A term over the variables before the present step.
    fn value(&mut self, term: Term) -> Term {
        let term = self.pool.substitute(term, &self.formals);
        let mut values = Substitution::new();
        self.values.iter().for_each(|(&var, &value)| values.insert(var, value));
        self.pool.substitute(term, &values)
    }

    /// A command of another line begins another step.
    fn begin(&mut self, span: Span) {
        if self.span.is_some_and(|first| (self.lines)(first) != (self.lines)(span)) {
            self.flush();
        }
    }

    fn set(&mut self, var: VarId, value: Term, span: Span) {
        self.span.get_or_insert(span);
        if !self.is_temporary(var) && !self.changed.contains(&var) {
            self.changed.push(var);
        }
        self.values.insert(var, value);
    }

    fn havoc(&mut self, var: VarId, span: Span) {
        self.begin(span);
        let sort = self.pool.variable(var).sort;
        let fresh = self.pool.fresh_var("any", sort);
        self.any.insert(fresh);
        let fresh = self.pool.var(fresh);
        self.set(var, fresh, span);
        if let Some(&condition) = self.wheres.get(&var)
            && !self.is_dropped(condition, false)
        {
            self.condition(condition, span, StepKind::Assume);
        }
    }

    fn condition(&mut self, term: Term, span: Span, kind: impl FnOnce(Term) -> StepKind) {
        self.flush();
        let term = self.value(term);
        self.steps.push(Step { kind: kind(term), span });
    }

    /// Assumptions about what the front end keeps for itself say nothing that predicates could say, nor do those in the midst of a block
    /// about temporaries alone, which say that values are in the ranges of their types. Without them there are more runs.
    fn is_dropped(&self, term: Term, is_first: bool) -> bool {
        let vars = self.pool.free_vars_of(&[term]);
        let is_internal = |var: &VarId| {
            matches!(self.program.roles.of(self.pool, *var), Role::Bookkeeping | Role::Old)
                || !self.program.globals.with_old_among([var]).is_empty()
        };
        vars.iter().any(is_internal) || !is_first && vars.iter().all(|var| self.is_temporary(*var))
    }

    /// A result that is assigned right away goes where it is assigned. How many of the commands that follow are part of the call.
    fn call(&mut self, callee: ProcId, ins: &[Term], outs: &[VarId], rest: &[Cmd], span: Span) -> usize {
        self.flush();
        let ins: Vec<Term> = ins.iter().map(|&term| self.value(term)).collect();
        let (mut targets, mut taken) = (outs.to_vec(), 0);
        let mut moved: Vec<(VarId, VarId)> = Vec::new();
        for cmd in rest {
            let CmdKind::Assign(var, term) = cmd.kind else { break };
            let source = outs.iter().position(|&out| self.pool.find_var(out) == Some(term));
            let Some(at) = source.filter(|&at| self.is_unspoken(outs[at]) && targets[at] == outs[at]) else { break };
            moved.push((outs[at], var));
            targets[at] = var;
            taken += 1;
        }
        let written: Vec<VarId> = self.program.procs[callee].modifies.iter().chain(&targets).copied().collect();
        self.forget(&written);
        outs.iter().for_each(|out| {
            self.values.remove(out);
        });
        for (out, var) in moved {
            let term = self.pool.var(var);
            self.values.insert(out, term);
        }
        self.steps.push(Step { kind: StepKind::Call { callee, ins, outs: targets }, span });
        taken
    }

    /// Ends the step. A temporary keeps its term if the step changed nothing that the term speaks of.
    fn flush(&mut self) {
        let changed = std::mem::take(&mut self.changed);
        if let Some(span) = self.span.take() {
            let mut update = Substitution::new();
            changed.iter().for_each(|var| update.insert(*var, self.values[var]));
            self.steps.push(Step { kind: StepKind::Update(update), span });
        }
        changed.iter().for_each(|var| {
            self.values.remove(var);
        });
        self.forget(&changed);
    }

    fn forget(&mut self, changed: &[VarId]) {
        let pool = &*self.pool;
        self.values.retain(|_, value| !pool.free_vars_of(&[*value]).iter().any(|var| changed.contains(var)));
    }

    /// Is it a local variable that no predicate speaks of?
    fn is_unspoken(&self, var: VarId) -> bool {
        self.program.global(var).is_none() && !self.spoken.contains(&var)
    }

    fn is_temporary(&self, var: VarId) -> bool {
        self.pool.root(var) != var || matches!(self.program.roles.of(self.pool, var), Role::Temporary | Role::Chosen)
    }
}
