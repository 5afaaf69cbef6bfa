//! The evaluator's machine: tasks on an explicit stack, results memoised per scope. A scope binds the variables of one
//! binder, one function application or one lambda application; scopes open and close like the tasks that need them.

mod quantifier;

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::{Environment, EvalError, ops};
use crate::term::{Binder, FuncId, Op, Term, TermPool, VarId};
use crate::value::{MapDefault, MapValue, Value};
use quantifier::Enumeration;

type Outcome = Result<Value, EvalError>;

/// Terms up to this tree size are evaluated by plain recursion when they hold nothing that needs a scope.
const SMALL: u64 = 1000;

/// Where direct evaluation gives up.
const MAX_DEPTH: u32 = 100;
const FUEL: u32 = 10_000;

pub(super) fn run(pool: &TermPool, term: Term, env: &dyn Environment, steps: &mut u64) -> Outcome {
    if pool.tree_size(term) <= SMALL {
        match (Direct { pool, steps: &mut *steps, fuel: FUEL }).term(term, env, MAX_DEPTH) {
            Ok(value) => return Ok(value),
            Err(Halt::Error(error)) => return Err(error),
            Err(Halt::NeedsScope) => {}
        }
    }
    let mut machine = Machine { pool, env, steps, scopes: vec![Scope::default()], tasks: Vec::new() };
    machine.tasks.push(Task::new(term, 0));
    while let Some(task) = machine.tasks.pop() {
        machine.step(task)?;
    }
    machine.scopes[0].memo.remove(&term).unwrap_or(Err(EvalError::OutOfSteps))
}

/// Why direct evaluation ends without a value.
enum Halt {
    Error(EvalError),
    /// A binder, a lambda, or nesting that is too deep: the machine's business.
    NeedsScope,
}

impl From<EvalError> for Halt {
    fn from(error: EvalError) -> Halt {
        Halt::Error(error)
    }
}

/// The parameters of a function's definition, bound to its arguments.
struct Bound<'a> {
    params: &'a [VarId],
    values: &'a [Value],
    outer: &'a dyn Environment,
}

impl Environment for Bound<'_> {
    fn var(&self, var: VarId) -> Option<Value> {
        match self.params.iter().position(|&param| param == var) {
            Some(position) => self.values.get(position).cloned(),
            None => self.outer.var(var),
        }
    }

    fn apply(&self, function: FuncId, args: &[Value]) -> Option<Value> {
        self.outer.apply(function, args)
    }
}

/// Direct evaluation, by recursion that ends after `depth` levels and `fuel` nodes (definitions may multiply them).
struct Direct<'a> {
    pool: &'a TermPool,
    steps: &'a mut u64,
    fuel: u32,
}

impl Direct<'_> {
    fn term(&mut self, term: Term, env: &dyn Environment, depth: u32) -> Result<Value, Halt> {
        *self.steps = self.steps.checked_sub(1).ok_or(EvalError::OutOfSteps)?;
        self.fuel = self.fuel.checked_sub(1).ok_or(Halt::NeedsScope)?;
        let depth = depth.checked_sub(1).ok_or(Halt::NeedsScope)?;
        let pool = self.pool;
        let args = pool.args(term);
        match pool.op(term) {
            Op::Var(var) => Ok(env.var(*var).ok_or(EvalError::Unbound(*var))?),
            Op::Forall(_) | Op::Exists(_) | Op::Lambda(_) => Err(Halt::NeedsScope),
            Op::And | Op::Or | Op::Implies => self.junction(term, env, depth),
            Op::Ite => match self.term(args[0], env, depth)? {
                Value::Bool(condition) => self.term(args[if condition { 1 } else { 2 }], env, depth),
                _ => Err(EvalError::WrongSort(term).into()),
            },
            Op::Select
                if let Op::Var(var) = pool.op(args[0])
                    && let Some(Value::Map(map)) = env.var_ref(*var) =>
            {
                let index = self.all(&args[1..], env, depth)?;
                selected(ops::select_in(pool, term, map, &index)?)
            }
            _ => match args {
                [] => self.strict(term, &[], env, depth),
                [a] => {
                    let a = self.term(*a, env, depth)?;
                    self.strict(term, &[a], env, depth)
                }
                [a, b] => {
                    let (a, b) = (self.term(*a, env, depth)?, self.term(*b, env, depth)?);
                    self.strict(term, &[a, b], env, depth)
                }
                _ => {
                    let values = self.all(args, env, depth)?;
                    self.strict(term, &values, env, depth)
                }
            },
        }
    }

    fn all(&mut self, terms: &[Term], env: &dyn Environment, depth: u32) -> Result<Vec<Value>, Halt> {
        terms.iter().map(|&term| self.term(term, env, depth)).collect()
    }

    fn junction(&mut self, term: Term, env: &dyn Environment, depth: u32) -> Result<Value, Halt> {
        let mut junction = Junction::default();
        for (position, &arg) in self.pool.args(term).iter().enumerate() {
            let value = match self.term(arg, env, depth) {
                Ok(value) => Ok(value),
                Err(Halt::Error(error)) => Err(error),
                Err(Halt::NeedsScope) => return Err(Halt::NeedsScope),
            };
            if let Some(decided) = junction.next(self.pool, term, position, &value) {
                return Ok(decided);
            }
        }
        Ok(junction.finish(self.pool, term)?)
    }

    fn strict(&mut self, term: Term, values: &[Value], env: &dyn Environment, depth: u32) -> Result<Value, Halt> {
        match self.pool.op(term) {
            Op::App(function) => match &self.pool.function(*function).definition {
                Some(definition) => {
                    let bound = Bound { params: &definition.params, values, outer: env };
                    self.term(definition.body, &bound, depth)
                }
                None => Ok(undefined(self.pool, *function, values, env)?),
            },
            Op::Select => selected(ops::select(self.pool, term, values)?),
            _ => Ok(ops::apply(self.pool, term, values)?),
        }
    }
}

fn selected(found: ops::Selected<'_>) -> Result<Value, Halt> {
    match found {
        ops::Selected::Value(value) => Ok(value),
        ops::Selected::Closure(_) => Err(Halt::NeedsScope),
    }
}

/// ∧, ∨ and ⇒ over arguments that may lack a value: one that decides is enough.
#[derive(Default)]
struct Junction {
    error: Option<EvalError>,
}

impl Junction {
    /// Takes the argument at `position`; the result, if it decides.
    fn next(&mut self, pool: &TermPool, term: Term, position: usize, value: &Outcome) -> Option<Value> {
        let decisive = match pool.op(term) {
            Op::And => false,
            Op::Implies => position == 1,
            _ => true,
        };
        match value {
            Ok(Value::Bool(value)) if *value == decisive => return Some(Value::Bool(*pool.op(term) != Op::And)),
            Ok(Value::Bool(_)) => {}
            Ok(_) => self.error = Some(EvalError::WrongSort(term)),
            Err(error) => {
                self.error.get_or_insert_with(|| error.clone());
            }
        }
        None
    }

    fn finish(self, pool: &TermPool, term: Term) -> Outcome {
        self.error.map_or_else(|| Ok(Value::Bool(*pool.op(term) == Op::And)), Err)
    }
}

#[derive(Default)]
struct Scope {
    bindings: Vec<(VarId, Value)>,
    /// `None`: variables not bound here are the environment's.
    parent: Option<usize>,
    memo: FxHashMap<Term, Outcome>,
}

struct Task {
    term: Term,
    scope: usize,
    /// The next argument to look at.
    cursor: usize,
    state: State,
}

enum State {
    Args(Junction),
    /// The body runs in the scope on top.
    Body(Term),
    Quantifier(Enumeration),
}

/// What a task asks for.
enum Flow {
    Need(Term, usize),
    Done(Outcome),
}

impl Task {
    fn new(term: Term, scope: usize) -> Task {
        Task { term, scope, cursor: 0, state: State::Args(Junction::default()) }
    }
}

struct Machine<'a> {
    pool: &'a TermPool,
    env: &'a dyn Environment,
    steps: &'a mut u64,
    scopes: Vec<Scope>,
    tasks: Vec<Task>,
}

impl<'a> Machine<'a> {
    /// Runs a task until it is done or needs another one first. Only running out of steps ends everything.
    fn step(&mut self, mut task: Task) -> Result<(), EvalError> {
        if *self.steps == 0 {
            return Err(EvalError::OutOfSteps);
        }
        *self.steps -= 1;
        match self.advance(&mut task) {
            Flow::Need(term, scope) => {
                self.tasks.push(task);
                self.tasks.push(Task::new(term, scope));
            }
            Flow::Done(outcome) => {
                self.scopes[task.scope].memo.insert(task.term, outcome);
            }
        }
        Ok(())
    }

    fn advance(&mut self, task: &mut Task) -> Flow {
        if self.scopes[task.scope].memo.contains_key(&task.term)
            && let State::Args(_) = task.state
        {
            return Flow::Done(self.scopes[task.scope].memo[&task.term].clone());
        }
        if let State::Body(body) = task.state {
            let scope = self.scopes.pop();
            let outcome = scope.and_then(|mut scope| scope.memo.remove(&body));
            return Flow::Done(outcome.unwrap_or(Err(EvalError::OutOfSteps)));
        }
        match self.pool.op(task.term) {
            Op::Var(var) => Flow::Done(self.lookup(task.scope, *var)),
            Op::And | Op::Or | Op::Implies => self.junction(task),
            Op::Ite => self.ite(task),
            Op::Forall(binder) => self.quantifier(task, binder, true),
            Op::Exists(binder) => self.quantifier(task, binder, false),
            Op::Lambda(binder) => self.lambda(task, binder),
            _ => self.strict(task),
        }
    }

    fn lookup(&self, scope: usize, var: VarId) -> Outcome {
        let mut scope = Some(scope);
        while let Some(at) = scope {
            if let Some((_, value)) = self.scopes[at].bindings.iter().find(|(bound, _)| *bound == var) {
                return Ok(value.clone());
            }
            scope = self.scopes[at].parent;
        }
        self.env.var(var).ok_or(EvalError::Unbound(var))
    }

    fn junction(&mut self, task: &mut Task) -> Flow {
        let args = self.pool.args(task.term);
        let State::Args(junction) = &mut task.state else { return Flow::Done(Err(EvalError::WrongSort(task.term))) };
        while let Some(&arg) = args.get(task.cursor) {
            let Some(value) = self.scopes[task.scope].memo.get(&arg) else { return Flow::Need(arg, task.scope) };
            if let Some(decided) = junction.next(self.pool, task.term, task.cursor, value) {
                return Flow::Done(Ok(decided));
            }
            task.cursor += 1;
        }
        Flow::Done(std::mem::take(junction).finish(self.pool, task.term))
    }

    fn ite(&mut self, task: &mut Task) -> Flow {
        let args = self.pool.args(task.term);
        let memo = &self.scopes[task.scope].memo;
        let branch = match memo.get(&args[0]) {
            None => return Flow::Need(args[0], task.scope),
            Some(Ok(Value::Bool(condition))) => args[if *condition { 1 } else { 2 }],
            Some(Ok(_)) => return Flow::Done(Err(EvalError::WrongSort(task.term))),
            Some(Err(error)) => return Flow::Done(Err(error.clone())),
        };
        match memo.get(&branch) {
            None => Flow::Need(branch, task.scope),
            Some(outcome) => Flow::Done(outcome.clone()),
        }
    }

    /// All arguments first; then the operation, a function's body or a lambda's body.
    fn strict(&mut self, task: &mut Task) -> Flow {
        let args = self.pool.args(task.term);
        let memo = &self.scopes[task.scope].memo;
        while let Some(&arg) = args.get(task.cursor) {
            match memo.get(&arg) {
                None => return Flow::Need(arg, task.scope),
                Some(Err(error)) => return Flow::Done(Err(error.clone())),
                Some(Ok(_)) => task.cursor += 1,
            }
        }
        let values: Vec<Value> =
            args.iter().filter_map(|arg| memo.get(arg).and_then(|outcome| outcome.clone().ok())).collect();
        match self.pool.op(task.term) {
            Op::App(function) => match &self.pool.function(*function).definition {
                Some(definition) => {
                    let bindings = definition.params.iter().copied().zip(values).collect();
                    self.enter(task, bindings, definition.body)
                }
                None => Flow::Done(undefined(self.pool, *function, &values, self.env)),
            },
            Op::Select => match ops::select(self.pool, task.term, &values) {
                Ok(ops::Selected::Value(value)) => Flow::Done(Ok(value)),
                Ok(ops::Selected::Closure(map)) => self.enter_lambda(task, map, &values[1..]),
                Err(error) => Flow::Done(Err(error)),
            },
            _ => Flow::Done(ops::apply(self.pool, task.term, &values)),
        }
    }

    fn enter_lambda(&mut self, task: &mut Task, map: &MapValue, index: &[Value]) -> Flow {
        match &map.default {
            MapDefault::Closure { vars, body, environment } => {
                let bound = vars.iter().copied().zip(index.iter().cloned());
                let bindings = bound.chain(environment.iter().map(|(&var, value)| (var, value.clone()))).collect();
                self.enter(task, bindings, *body)
            }
            MapDefault::Value(_) | MapDefault::Missing => Flow::Done(Err(EvalError::UnknownEntry)),
        }
    }

    fn enter(&mut self, task: &mut Task, bindings: Vec<(VarId, Value)>, body: Term) -> Flow {
        self.scopes.push(Scope { bindings, parent: None, memo: FxHashMap::default() });
        task.state = State::Body(body);
        Flow::Need(body, self.scopes.len() - 1)
    }

    /// A lambda is a map that knows the values of its free variables; a constant one is an ordinary map.
    fn lambda(&mut self, task: &mut Task, binder: &Binder) -> Flow {
        let body = self.pool.args(task.term)[0];
        let free = self.pool.free_vars(body);
        if !free.iter().any(|var| binder.vars.contains(var)) {
            return match self.scopes[task.scope].memo.get(&body) {
                None => Flow::Need(body, task.scope),
                Some(Ok(value)) => Flow::Done(Ok(Value::map(MapValue::constant(value.clone())))),
                Some(Err(error)) => Flow::Done(Err(error.clone())),
            };
        }
        let mut environment = BTreeMap::new();
        for var in free.into_iter().filter(|var| !binder.vars.contains(var)) {
            match self.lookup(task.scope, var) {
                Ok(value) => environment.insert(var, value),
                Err(error) => return Flow::Done(Err(error)),
            };
        }
        let map = Value::map(MapValue::closure(binder.vars.clone(), body, environment));
        let deep = map.is_deeper_than(super::MAX_VALUE_DEPTH);
        Flow::Done(if deep { Err(EvalError::OutOfSteps) } else { Ok(map) })
    }
}

/// The value of a function without definition.
fn undefined(pool: &TermPool, function: FuncId, args: &[Value], env: &dyn Environment) -> Result<Value, EvalError> {
    let value = match pool.function(function).computed {
        Some(computed) => ops::compute(computed, args),
        None => env.apply(function, args),
    };
    value.ok_or(EvalError::Uninterpreted(function))
}
