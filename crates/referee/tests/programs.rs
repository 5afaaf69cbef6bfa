//! Generated programs: they are well-formed, worth running, the same for the same seed, and their flat bodies behave
//! exactly as the structured statements they were lowered from.

use std::collections::{BTreeMap, BTreeSet};

use invar_base::Id;
use invar_gcl::builder::{Invariant, Stmt, StmtKind, While};
use invar_gcl::interp::{Inputs, Limits, Oracle, Outcome, RandomOracle, ScriptedOracle, State, ValueRequest, run};
use invar_gcl::{BlockId, CheckId, CheckKind, CmdKind, ImplId, ProcId, Program, wellformed};
use invar_logic::{MapValue, Sort, Term, TermPool, Value, VarId, eval, eval_bool};
use invar_referee::programs::{Generated, generate};

const LIMITS: Limits = Limits { steps: 200_000, events: 0 };

#[test]
fn generated_programs_are_well_formed_and_worth_running() {
    let mut ends: BTreeMap<&str, usize> = BTreeMap::new();
    let (mut failing, mut returning) = (0, 0);
    for seed in 0..300 {
        let generated = generate(seed, 12);
        assert_eq!(wellformed::check(&generated.program), Ok(()), "seed {seed}");
        let (mut fails, mut returns) = (false, false);
        for input in 0..20 {
            let outcome = random_run(&generated, seed * 1000 + input).0;
            let end = match outcome {
                Outcome::Returned(_) => "returned",
                Outcome::Failed(_) => "failed",
                Outcome::Blocked { .. } => "blocked",
                Outcome::Undecided { .. } => "undecided",
                Outcome::OutOfBudget => "budget",
            };
            fails |= end == "failed";
            returns |= end == "returned";
            *ends.entry(end).or_default() += 1;
        }
        failing += usize::from(fails);
        returning += usize::from(returns);
    }
    println!("runs: {ends:?}; of 300 programs {failing} fail sometimes, {returning} return sometimes");
    let count = |end: &str| ends.get(end).copied().unwrap_or(0);
    assert_eq!(count("undecided") + count("budget"), 0, "{ends:?}");
    assert!(count("returned") > 2500, "{ends:?}");
    assert!(count("failed") > 600, "{ends:?}");
    assert!(count("blocked") < 1500, "{ends:?}");
    assert!((75..260).contains(&failing) && returning > 200, "{failing} fail, {returning} return");
}

#[test]
fn the_same_seed_gives_the_same_program_and_run() {
    for seed in 0..20 {
        let (a, b) = (generate(seed, 15), generate(seed, 15));
        assert_eq!(format!("{:?}", a.program.impls), format!("{:?}", b.program.impls));
        let (outcome, decisions) = random_run(&a, seed);
        assert_eq!(outcome, random_run(&b, seed).0);
        let mut script = ScriptedOracle::new(decisions);
        let replayed = run(&a.program, &a.program.pool, a.main, &Inputs::default(), &mut script, LIMITS);
        assert_eq!(replayed.outcome, outcome, "seed {seed}");
        assert!(script.is_exhausted());
    }
}

fn random_run(generated: &Generated, seed: u64) -> (Outcome, Vec<invar_gcl::interp::Decision>) {
    let program = &generated.program;
    let run = run(program, &program.pool, generated.main, &Inputs::default(), &mut RandomOracle::new(seed), LIMITS);
    (run.outcome, run.decisions)
}

#[test]
fn lowering_keeps_the_meaning_of_statements() {
    let (mut compared, mut ends, mut failures) = (0, 0, 0);
    for seed in 1000..1400 {
        let generated = generate(seed, 10);
        let mut reference = Reference { generated: &generated, left: 400 };
        let Some(expected) = reference.outcomes() else { continue };
        let Some(found) = flat_outcomes(&generated, 2000) else { continue };
        assert_eq!(found, expected, "seed {seed}");
        compared += 1;
        ends += expected.len();
        failures += expected.iter().filter(|end| end.starts_with("failed")).count();
    }
    assert!(compared > 250 && ends > 300 && failures > 40, "{compared} programs, {ends} ends, {failures} failures");
}

/// The value of every open variable: fixed, but different from variable to variable.
fn fixed_value(pool: &TermPool, var: VarId, conditions: &[Term], state: &State) -> Value {
    match pool.variable(var).sort {
        Sort::INT => {
            let start = (var.index() * 7 % 11) as i64 - 3;
            let fits = |candidate: &i64| {
                let mut state = state.clone();
                state.values.insert(var, Value::int(*candidate));
                conditions.iter().all(|&term| eval_bool(pool, term, &state, &mut 10_000) == Ok(true))
            };
            Value::int((start..start + 12).chain(-12..start).find(fits).unwrap_or(start))
        }
        Sort::BOOL => Value::Bool(var.index().is_multiple_of(2)),
        _ => Value::map(MapValue::constant(Value::int(1))),
    }
}

/// Takes the branches of a given prefix, then first ones, and counts the options.
struct Enumerating {
    prefix: Vec<usize>,
    taken: Vec<(usize, usize)>,
}

impl Oracle for Enumerating {
    fn value(&mut self, request: &ValueRequest<'_>) -> Option<Value> {
        Some(fixed_value(request.pool, request.var, request.conditions, request.state))
    }

    fn branch(&mut self, _impl_id: ImplId, _from: BlockId, targets: &[BlockId]) -> Option<BlockId> {
        let choice = self.prefix.get(self.taken.len()).copied().unwrap_or(0);
        self.taken.push((choice, targets.len()));
        targets.get(choice).copied()
    }
}

fn flat_outcomes(generated: &Generated, limit: usize) -> Option<BTreeSet<String>> {
    let program = &generated.program;
    let mut found = BTreeSet::new();
    let mut prefix = Vec::new();
    for _ in 0..limit {
        let mut oracle = Enumerating { prefix, taken: Vec::new() };
        let run = run(program, &program.pool, generated.main, &Inputs::default(), &mut oracle, LIMITS);
        match run.outcome {
            Outcome::Returned(state) => {
                found.insert(describe(program, generated.main, &state));
            }
            Outcome::Failed(failure) => {
                found.insert(format!("failed {} {:?}", failure.kind.code(), failure.span));
            }
            Outcome::Blocked { .. } => {}
            other => panic!("{other:?}"),
        }
        prefix = next_prefix(oracle.taken)?;
        if prefix.is_empty() {
            return Some(found);
        }
    }
    None
}

/// The next choice sequence in order; empty when there is none.
fn next_prefix(mut taken: Vec<(usize, usize)>) -> Option<Vec<usize>> {
    while let Some((choice, options)) = taken.pop() {
        if choice + 1 < options {
            taken.push((choice + 1, options));
            break;
        }
    }
    Some(taken.into_iter().map(|(choice, _)| choice).collect())
}

fn describe(program: &Program, main: ImplId, state: &State) -> String {
    let globals = program.globals.iter().map(|global| global.var);
    let locals = program.impls[main].variables().map(|local| local.var);
    // A local that nobody reads before writing it was not asked for: it has the value that it would have been given.
    let value =
        |var: VarId| state.values.get(&var).cloned().unwrap_or_else(|| fixed_value(&program.pool, var, &[], state));
    let show = |var: VarId| format!(" {}", value(var).display(&program.pool));
    format!("returned{}", globals.chain(locals).map(show).collect::<String>())
}

/// Statements executed as FS01 §3.1 and §7 say, all nondeterministic choices at once.
struct Reference<'a> {
    generated: &'a Generated,
    /// Ends that may still be produced, so that loops of choices stay affordable.
    left: usize,
}

enum End {
    Normal(State),
    Raised(State),
    Returned(State),
    Failed(String),
}

impl Reference<'_> {
    fn program(&self) -> &Program {
        &self.generated.program
    }

    fn outcomes(&mut self) -> Option<BTreeSet<String>> {
        let program = &self.generated.program;
        let mut state = State::default();
        for global in &program.globals {
            let value = fixed_value(&program.pool, global.var, &[], &state);
            state.values.insert(global.var, value);
        }
        let main = self.generated.main;
        let mut ins = Vec::new();
        for local in &program.impls[main].ins {
            ins.push(fixed_value(&program.pool, local.var, &[], &state));
        }
        let proc = &program.procs[program.impls[main].proc];
        let mut entry = state.clone();
        entry.values.extend(proc.ins.iter().map(|formal| formal.var).zip(ins.iter().cloned()));
        if !proc.requires.iter().all(|clause| self.holds(clause.term, &entry)) {
            return Some(BTreeSet::new());
        }
        let ends = self.body(main, state, &ins)?;
        let describe = |end| match end {
            Ok(state) => describe(program, main, &state),
            Err(failure) => failure,
        };
        Some(ends.into_iter().map(describe).collect())
    }

    fn holds(&self, term: Term, state: &State) -> bool {
        eval_bool(&self.program().pool, term, state, &mut 100_000).expect("generated formulas have values")
    }

    /// A body from a state of globals; its final states, or failures.
    fn body(&mut self, id: ImplId, mut state: State, ins: &[Value]) -> Option<Vec<Result<State, String>>> {
        let program = &self.generated.program;
        let body = &program.impls[id];
        let proc = &program.procs[body.proc];
        for global in &program.globals {
            let value = state.values[&global.var].clone();
            state.values.insert(global.old, value);
        }
        state.values.extend(proc.ins.iter().map(|formal| formal.var).zip(ins.iter().cloned()));
        state.values.extend(body.ins.iter().map(|own| own.var).zip(ins.iter().cloned()));
        for local in body.outs.iter().chain(&body.locals) {
            let value = fixed_value(&program.pool, local.var, &[], &state);
            state.values.insert(local.var, value);
        }
        let stmt = self.generated.bodies.iter().find(|(other, _)| *other == id).map(|(_, stmt)| stmt)?;
        let mut results = Vec::new();
        for end in self.exec(stmt, state)? {
            let mut state = match end {
                End::Normal(state) | End::Raised(state) | End::Returned(state) => state,
                End::Failed(failure) => {
                    results.push(Err(failure));
                    continue;
                }
            };
            for (formal, own) in proc.outs.iter().zip(&body.outs) {
                let value = state.values[&own.var].clone();
                state.values.insert(formal.var, value);
            }
            let broken = proc.ensures.iter().find(|clause| !self.holds(clause.term, &state));
            results.push(match broken {
                Some(clause) => Err(format!("failed {} {:?}", CheckKind::Postcondition.code(), clause.span)),
                None => Ok(state),
            });
        }
        Some(results)
    }

    fn exec(&mut self, stmt: &Stmt, state: State) -> Option<Vec<End>> {
        match &stmt.kind {
            StmtKind::Cmd(kind) => self.command(kind, stmt, state),
            StmtKind::Seq(parts) => {
                let mut ends = vec![End::Normal(state)];
                for part in parts {
                    let mut next = Vec::new();
                    for end in ends {
                        match end {
                            End::Normal(state) => next.extend(self.exec(part, state)?),
                            End::Raised(_) | End::Returned(_) | End::Failed(_) => next.push(end),
                        }
                    }
                    self.left = self.left.checked_sub(next.len().saturating_sub(1))?;
                    ends = next;
                }
                Some(ends)
            }
            StmtKind::Choose(branches) => {
                let mut ends = Vec::new();
                for branch in branches {
                    ends.extend(self.exec(branch, state.clone())?);
                }
                Some(ends)
            }
            StmtKind::While(parts) => self.iterate(parts, state),
            StmtKind::Raise => Some(vec![End::Raised(state)]),
            StmtKind::Catch(body, handler) => {
                let mut ends = Vec::new();
                for end in self.exec(body, state)? {
                    match end {
                        End::Raised(state) => ends.extend(self.exec(handler, state)?),
                        End::Normal(_) | End::Returned(_) | End::Failed(_) => ends.push(end),
                    }
                }
                Some(ends)
            }
            StmtKind::Return => Some(vec![End::Returned(state)]),
        }
    }

    fn failure(&self, kind: CheckKind, check: CheckId) -> End {
        End::Failed(format!("failed {} {:?}", kind.code(), self.generated.program.checks[check].span))
    }

    fn iterate(&mut self, parts: &While, state: State) -> Option<Vec<End>> {
        let mut ends = Vec::new();
        let mut heads = vec![(state, CheckKind::InvariantEntry)];
        while let Some((state, kind)) = heads.pop() {
            self.left = self.left.checked_sub(1)?;
            let broken = parts.invariants.iter().find_map(|invariant| match invariant {
                Invariant::Checked(check, term) => (!self.holds(*term, &state)).then_some(*check),
                Invariant::Free(_) => unreachable!("none is generated"),
            });
            if let Some(check) = broken {
                ends.push(self.failure(kind, check));
                continue;
            }
            if parts.guard.is_none_or(|(guard, _)| !self.holds(guard, &state)) {
                ends.push(End::Normal(state.clone()));
            }
            if parts.guard.is_none_or(|(guard, _)| self.holds(guard, &state)) {
                for end in self.exec(&parts.body, state)? {
                    match end {
                        End::Normal(state) => heads.push((state, CheckKind::InvariantMaintained)),
                        End::Raised(_) | End::Returned(_) | End::Failed(_) => ends.push(end),
                    }
                }
            }
        }
        Some(ends)
    }

    fn command(&mut self, kind: &CmdKind, stmt: &Stmt, mut state: State) -> Option<Vec<End>> {
        let pool = &self.generated.program.pool;
        match kind {
            CmdKind::Assign(var, term) => {
                let value = eval(pool, *term, &state, &mut 100_000).expect("generated terms have values");
                state.values.insert(*var, value);
            }
            CmdKind::Havoc(var) => {
                let value = fixed_value(pool, *var, &[], &state);
                state.values.insert(*var, value);
            }
            CmdKind::Assume(term) if !self.holds(*term, &state) => return Some(Vec::new()),
            CmdKind::Assert(check, term) if !self.holds(*term, &state) => {
                return Some(vec![self.failure(CheckKind::Assertion, *check)]);
            }
            CmdKind::Assume(_) | CmdKind::Assert(..) => {}
            CmdKind::Call { callee, ins, outs } => return self.call(*callee, ins, outs, stmt, state),
        }
        Some(vec![End::Normal(state)])
    }

    fn call(&mut self, callee: ProcId, ins: &[Term], outs: &[VarId], stmt: &Stmt, state: State) -> Option<Vec<End>> {
        let program = &self.generated.program;
        let proc = &program.procs[callee];
        let value =
            |&term: &Term| eval(&program.pool, term, &state, &mut 100_000).expect("generated terms have values");
        let ins: Vec<Value> = ins.iter().map(value).collect();
        let globals = program.globals.iter().map(|global| (global.var, state.values[&global.var].clone()));
        let mut entry = State { values: globals.collect(), ..State::default() };
        entry.values.extend(proc.ins.iter().map(|formal| formal.var).zip(ins.iter().cloned()));
        if !proc.requires.iter().all(|clause| self.holds(clause.term, &entry)) {
            return Some(vec![End::Failed(format!("failed {} {:?}", CheckKind::Precondition.code(), stmt.span))]);
        }
        let body = program.impls.iter().find(|(_, body)| body.proc == callee).map(|(id, _)| id);
        let results = match body {
            Some(id) => self.body(id, entry, &ins)?,
            None => {
                let ensures: Vec<Term> = proc.ensures.iter().map(|clause| clause.term).collect();
                for formal in &proc.outs {
                    let value = fixed_value(&program.pool, formal.var, &ensures, &entry);
                    entry.values.insert(formal.var, value);
                }
                let allowed = ensures.iter().all(|&term| self.holds(term, &entry));
                if allowed { vec![Ok(entry)] } else { Vec::new() }
            }
        };
        let back = |result: Result<State, String>| match result {
            Err(failure) => End::Failed(failure),
            Ok(after) => {
                let mut state = state.clone();
                for global in &program.globals {
                    state.values.insert(global.var, after.values[&global.var].clone());
                }
                for (&target, formal) in outs.iter().zip(&proc.outs) {
                    state.values.insert(target, after.values[&formal.var].clone());
                }
                End::Normal(state)
            }
        };
        Some(results.into_iter().map(back).collect())
    }
}
