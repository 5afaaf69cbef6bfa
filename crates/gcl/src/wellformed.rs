//! What every stage may rely on. In: a program; out: every rule it breaks, as a sentence. Runs after each stage in debug
//! builds and in tests; front ends report the user's own mistakes long before.

use std::collections::BTreeSet;

use invar_base::Id;
use invar_logic::{Op, Sort, SortKind, Term, TermPool, VarId};
use rustc_hash::FxHashSet;

use crate::program::{Clause, CmdKind, Impl, Local, Proc, Program, Transfer};

/// `Err` lists what is wrong; terms are judged with the program's own pool.
pub fn check(program: &Program) -> Result<(), Vec<String>> {
    check_with(program, &program.pool)
}

/// The same for a program whose terms live in an extension of its pool.
pub fn check_with(program: &Program, pool: &TermPool) -> Result<(), Vec<String>> {
    let mut checker = Checker { program, pool, errors: Vec::new(), sorted: FxHashSet::default() };
    checker.declarations();
    for proc in program.procs.values() {
        checker.proc(proc);
    }
    for body in program.impls.values() {
        checker.implementation(body);
    }
    if checker.errors.is_empty() { Ok(()) } else { Err(checker.errors) }
}

struct Checker<'a> {
    program: &'a Program,
    pool: &'a TermPool,
    errors: Vec<String>,
    /// Terms whose sorts were found to agree already.
    sorted: FxHashSet<Term>,
}

type Scope = BTreeSet<VarId>;

impl Checker<'_> {
    fn error(&mut self, place: &str, what: String) {
        self.errors.push(format!("{place}: {what}"));
    }

    fn constants(&self) -> Scope {
        self.program.constants.iter().map(|constant| constant.var).collect()
    }

    fn globals(&self) -> Scope {
        let mut scope = self.constants();
        scope.extend(self.program.globals.iter().map(|global| global.var));
        scope
    }

    fn with_old(&self, mut scope: Scope) -> Scope {
        scope.extend(self.program.globals.iter().map(|global| global.old));
        scope
    }

    fn declarations(&mut self) {
        let mut seen = BTreeSet::new();
        let globals = self.program.globals.iter().flat_map(|global| [global.var, global.old]);
        for var in globals.chain(self.program.constants.iter().map(|constant| constant.var)) {
            if var.index() >= self.pool.var_count() {
                self.error("declarations", format!("variable number {} does not exist", var.index()));
            } else if !seen.insert(var) {
                self.error("declarations", format!("`{}` is declared twice", self.pool.var_name(var)));
            }
        }
        if let Some(approximations) = &self.program.approximations {
            let is_int = |var: VarId| var.index() < self.pool.var_count() && self.pool.variable(var).sort == Sort::INT;
            if self.program.global(approximations.flag).is_none() || !is_int(approximations.flag) {
                self.error("declarations", "the flag of the approximations is not a global integer".to_string());
            }
        }
        for axiom in &self.program.axioms {
            self.formula("axiom", axiom.term, &self.constants());
        }
        for global in &self.program.globals {
            if let Some(term) = global.where_ {
                self.formula("where", term, &self.globals());
            }
        }
    }

    fn proc(&mut self, proc: &Proc) {
        let place = format!("procedure `{}`", self.pool.name(proc.name));
        let mut scope = self.globals();
        scope.extend(proc.ins.iter().map(|local| local.var));
        self.wheres(&place, &proc.ins, &scope);
        self.clauses(&place, &proc.requires, &scope);
        scope.extend(proc.outs.iter().map(|local| local.var));
        self.wheres(&place, &proc.outs, &scope);
        self.clauses(&place, &proc.ensures, &self.with_old(scope));
        for (position, &var) in proc.modifies.iter().enumerate() {
            if self.program.global(var).is_none() {
                self.error(&place, "`modifies` names a variable that is not global".into());
            }
            if proc.modifies[..position].contains(&var) {
                self.error(&place, format!("`modifies` names `{}` twice", self.pool.var_name(var)));
            }
        }
    }

    fn clauses(&mut self, place: &str, clauses: &[Clause], scope: &Scope) {
        for clause in clauses {
            self.formula(place, clause.term, scope);
        }
    }

    fn wheres(&mut self, place: &str, locals: &[Local], scope: &Scope) {
        for term in locals.iter().filter_map(|local| local.where_) {
            self.formula(place, term, scope);
        }
    }

    fn formula(&mut self, place: &str, term: Term, scope: &Scope) {
        self.term(place, term, Sort::BOOL, scope);
    }

    /// The term has the sort, its parts agree, and its free variables are in scope.
    fn term(&mut self, place: &str, term: Term, sort: Sort, scope: &Scope) {
        if self.pool.sort_of(term) != sort {
            self.error(place, "a term has another sort than its place asks for".into());
        }
        for var in self.pool.free_vars(term) {
            if !scope.contains(&var) {
                self.error(place, format!("`{}` is not in scope", self.pool.var_name(var)));
            }
        }
        for part in self.pool.postorder(&[term]) {
            if self.sorted.insert(part) && !sorts_agree(self.pool, part) {
                self.error(place, "the arguments of an operator have the wrong sorts".into());
            }
        }
    }

    fn implementation(&mut self, body: &Impl) {
        let Some(proc) = self.program.procs.get(body.proc) else {
            return self.error("implementation", "its procedure does not exist".into());
        };
        let place = format!("implementation of `{}`", self.pool.name(proc.name));
        let sorts = |locals: &[Local]| locals.iter().map(|l| self.pool.variable(l.var).sort).collect::<Vec<_>>();
        if sorts(&proc.ins) != sorts(&body.ins) || sorts(&proc.outs) != sorts(&body.outs) {
            self.error(&place, "its parameters differ from the procedure's".into());
        }
        let mut scope = self.with_old(self.globals());
        for local in body.variables() {
            if !scope.insert(local.var) {
                self.error(&place, format!("`{}` is declared twice", self.pool.var_name(local.var)));
            }
        }
        let locals: Vec<Local> = body.variables().cloned().collect();
        self.wheres(&place, &locals, &scope);
        if body.blocks.get(body.entry).is_none() {
            self.error(&place, "its entry block does not exist".into());
        }
        for block in body.blocks.values() {
            self.transfer(&place, body, &block.next);
            let mut visible = scope.clone();
            visible.extend(&block.hints.skolems);
            for &predicate in block.hints.predicates.iter().chain(&block.hints.templates) {
                self.formula(&place, predicate, &visible);
            }
            for cmd in &block.cmds {
                self.cmd(&place, proc, body, &cmd.kind, &scope);
            }
        }
    }

    fn transfer(&mut self, place: &str, body: &Impl, next: &Transfer) {
        match next {
            Transfer::Return => {}
            Transfer::Goto(targets) => {
                if targets.is_empty() {
                    self.error(place, "a goto has no target".into());
                }
                if targets.iter().any(|&target| body.blocks.get(target).is_none()) {
                    self.error(place, "a goto leads to a block that does not exist".into());
                }
            }
        }
    }

    fn cmd(&mut self, place: &str, proc: &Proc, body: &Impl, kind: &CmdKind, scope: &Scope) {
        match kind {
            CmdKind::Assign(var, term) => {
                self.target(place, proc, body, *var);
                self.term(place, *term, self.pool.variable(*var).sort, scope);
            }
            CmdKind::Havoc(var) => self.target(place, proc, body, *var),
            CmdKind::Assume(term) => self.formula(place, *term, scope),
            CmdKind::Assert(check, term) => {
                if self.program.checks.get(*check).is_none() {
                    self.error(place, "an assertion's check does not exist".into());
                }
                self.formula(place, *term, scope);
            }
            CmdKind::Call { callee, ins, outs } => {
                let Some(called) = self.program.procs.get(*callee) else {
                    return self.error(place, "a called procedure does not exist".into());
                };
                if ins.len() != called.ins.len() || outs.len() != called.outs.len() {
                    return self.error(place, "a call has the wrong number of arguments".into());
                }
                for (&argument, formal) in ins.iter().zip(&called.ins) {
                    self.term(place, argument, self.pool.variable(formal.var).sort, scope);
                }
                for (position, (&var, formal)) in outs.iter().zip(&called.outs).enumerate() {
                    self.target(place, proc, body, var);
                    if self.pool.variable(var).sort != self.pool.variable(formal.var).sort {
                        self.error(place, format!("a call's result does not fit `{}`", self.pool.var_name(var)));
                    }
                    if outs[..position].contains(&var) {
                        self.error(place, format!("a call assigns `{}` twice", self.pool.var_name(var)));
                    }
                }
                for &var in called.modifies.iter().filter(|var| !proc.modifies.contains(var)) {
                    self.error(place, format!("a call modifies `{}`, `modifies` does not", self.pool.var_name(var)));
                }
            }
        }
    }

    /// Outs, locals and the globals of `modifies` may be written; nothing else.
    fn target(&mut self, place: &str, proc: &Proc, body: &Impl, var: VarId) {
        let own = body.outs.iter().chain(&body.locals).any(|local| local.var == var);
        if !own && !proc.modifies.contains(&var) {
            self.error(place, format!("`{}` must not be assigned", self.pool.var_name(var)));
        }
    }
}

/// Do the arguments of this one node have the sorts its head asks for?
fn sorts_agree(pool: &TermPool, term: Term) -> bool {
    let sorts: Vec<Sort> = pool.args(term).iter().map(|&arg| pool.sort_of(arg)).collect();
    let all = |sort: Sort| sorts.iter().all(|&other| other == sort);
    let is_bv = |sort: &Sort| matches!(pool.sort_kind(*sort), SortKind::BitVec(_));
    match pool.op(term) {
        Op::True | Op::False | Op::Int(_) | Op::Real(_) | Op::BitVec { .. } | Op::Var(_) => sorts.is_empty(),
        Op::Not | Op::Forall(_) | Op::Exists(_) => sorts.len() == 1 && all(Sort::BOOL),
        Op::And | Op::Or => all(Sort::BOOL),
        Op::Implies => sorts.len() == 2 && all(Sort::BOOL),
        Op::Eq => sorts.len() == 2 && sorts[0] == sorts[1],
        Op::Distinct => sorts.windows(2).all(|pair| pair[0] == pair[1]),
        Op::Ite => sorts.len() == 3 && sorts[0] == Sort::BOOL && sorts[1] == sorts[2],
        Op::Add | Op::Mul | Op::Neg | Op::Le | Op::Lt => !sorts.is_empty() && (all(Sort::INT) || all(Sort::REAL)),
        Op::Div | Op::Mod => sorts.len() == 2 && all(Sort::INT),
        Op::RealDiv => sorts.len() == 2 && all(Sort::REAL),
        Op::ToReal => sorts == [Sort::INT],
        Op::ToInt => sorts == [Sort::REAL],
        Op::Bv(invar_logic::BvOp::FromInt { .. }) => sorts == [Sort::INT],
        Op::Bv(_) => !sorts.is_empty() && sorts.iter().all(is_bv),
        Op::App(function) => sorts == pool.function(*function).domain,
        Op::Select => match sorts.split_first().map(|(&map, index)| (pool.sort_kind(map), index)) {
            Some((SortKind::Map { domain, .. }, index)) => *index == **domain,
            _ => false,
        },
        Op::Store => match sorts.split_first().map(|(&map, rest)| (pool.sort_kind(map), rest.split_last())) {
            Some((SortKind::Map { domain, range }, Some((value, index)))) => *index == **domain && value == range,
            _ => false,
        },
        Op::Construct { datatype, constructor } => {
            let declared = pool.datatype(*datatype).constructors.get(*constructor as usize);
            declared.is_some_and(|c| c.fields.iter().map(|field| field.sort).eq(sorts.iter().copied()))
        }
        Op::Project { datatype, .. } | Op::Is { datatype, .. } => {
            matches!(sorts[..], [sort] if *pool.sort_kind(sort) == SortKind::Datatype(*datatype))
        }
        Op::Lambda(_) => sorts.len() == 1,
    }
}
