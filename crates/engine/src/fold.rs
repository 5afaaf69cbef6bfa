//! Terms under what is known of the variables: values put in, and everything computed that can be.
//!
//! Beyond the pool's own rules, an operation on literals is evaluated, and a map that was written at literal indices is read
//! through to the write, or past those at other indices.

use std::collections::BTreeMap;

use invar_logic::{Environment, Op, Substitution, Term, TermPool, Value, VarId, eval};
use rustc_hash::FxHashMap;

/// What the variables of a place are.
pub trait Known {
    fn term(&self, var: VarId) -> Option<Term>;
}

/// The term with every known variable replaced.
pub fn fold(pool: &mut TermPool, term: Term, known: &dyn Known) -> Term {
    fold_parts(pool, term, known)[&term]
}

/// The same for each part of the term that is looked at: not those in branches that are not taken, nor under binders.
pub fn fold_parts(pool: &mut TermPool, term: Term, known: &dyn Known) -> FxHashMap<Term, Term> {
    let mut done: FxHashMap<Term, Term> = FxHashMap::default();
    let mut stack = vec![(term, false)];
    while let Some((current, ready)) = stack.pop() {
        if done.contains_key(&current) {
            continue;
        }
        let op = pool.op(current).clone();
        let image = match op {
            Op::Var(var) => known.term(var).unwrap_or(current),
            Op::Forall(_) | Op::Exists(_) | Op::Lambda(_) => {
                let free = pool.free_vars(current);
                let by: Substitution = free.into_iter().filter_map(|var| Some((var, known.term(var)?))).collect();
                pool.substitute(current, &by)
            }
            _ if ready || pool.args(current).is_empty() => {
                let args: Vec<Term> = pool.args(current).iter().map(|arg| done[arg]).collect();
                rebuilt(pool, current, &args)
            }
            Op::Ite if let Some(&condition) = done.get(&pool.args(current)[0]) => {
                // Only the branch that is taken is looked at.
                let branches = match condition {
                    Term::TRUE => &pool.args(current)[1..2],
                    Term::FALSE => &pool.args(current)[2..3],
                    _ => &pool.args(current)[1..3],
                };
                match branches {
                    [only] if let Some(&image) = done.get(only) => image,
                    [only] => {
                        stack.push((current, false));
                        stack.push((*only, false));
                        continue;
                    }
                    _ => {
                        stack.push((current, true));
                        stack.extend(branches.iter().map(|&branch| (branch, false)));
                        continue;
                    }
                }
            }
            Op::Ite => {
                stack.push((current, false));
                stack.push((pool.args(current)[0], false));
                continue;
            }
            _ => {
                stack.push((current, true));
                stack.extend(pool.args(current).iter().map(|&arg| (arg, false)));
                continue;
            }
        };
        done.insert(current, image);
    }
    done
}

/// Writes that a read looks through at most.
const LONGEST_CHAIN: usize = 5_000;

fn rebuilt(pool: &mut TermPool, term: Term, args: &[Term]) -> Term {
    let op = pool.op(term).clone();
    if op == Op::Select {
        return read(pool, args);
    }
    let image = if *args == *pool.args(term) { term } else { pool.rebuild(term, args) };
    computed(pool, image).unwrap_or(image)
}

/// `select(store(m, i, v), j)` is v for i = j and `select(m, j)` for i ≠ j; literals are equal or different.
fn read(pool: &mut TermPool, args: &[Term]) -> Term {
    let index = &args[1..];
    let mut map = args[0];
    for _ in 0..LONGEST_CHAIN {
        match pool.op(map) {
            Op::Store => {
                let store = pool.args(map);
                let (inner, written, value) = (store[0], &store[1..store.len() - 1], store[store.len() - 1]);
                if written == index {
                    return value;
                }
                let differs = |(a, b): (&Term, &Term)| a != b && pool.op(*a).is_literal() && pool.op(*b).is_literal();
                if !written.iter().zip(index).any(differs) {
                    break;
                }
                map = inner;
            }
            Op::Lambda(binder) if is_constant(pool, pool.args(map)[0]) && !binder.vars.is_empty() => {
                return pool.args(map)[0];
            }
            _ => break,
        }
    }
    pool.select(map, index)
}

/// Is it a truth value or a literal?
pub fn is_constant(pool: &TermPool, term: Term) -> bool {
    term == Term::TRUE || term == Term::FALSE || pool.op(term).is_literal()
}

struct Nothing;

impl Environment for Nothing {
    fn var(&self, _: VarId) -> Option<Value> {
        None
    }
}

/// The literal that an operation on literals is.
fn computed(pool: &mut TermPool, term: Term) -> Option<Term> {
    let args = pool.args(term);
    if args.is_empty() || !args.iter().all(|&arg| is_constant(pool, arg)) {
        return linear(pool, term);
    }
    let value = eval(pool, term, &Nothing, &mut 10_000).ok()?;
    let sort = pool.sort_of(term);
    match value {
        Value::Bool(_) | Value::Int(_) | Value::Real(_) | Value::BitVec { .. } => {
            value.to_term(pool, sort, &mut BTreeMap::new())
        }
        Value::Map(_) | Value::Element { .. } | Value::Data { .. } => None,
    }
}

/// `(x + 1) + 1 = x + 2`: counters stay small.
fn linear(pool: &mut TermPool, term: Term) -> Option<Term> {
    if *pool.op(term) != Op::Add {
        return None;
    }
    let [a, b] = *pool.args(term) else { return None };
    let (inner, literal) = if pool.op(b).is_literal() { (a, b) } else { (b, a) };
    if *pool.op(inner) != Op::Add || !pool.op(literal).is_literal() {
        return None;
    }
    let [c, d] = *pool.args(inner) else { return None };
    let (rest, other) = if pool.op(d).is_literal() { (c, d) } else { (d, c) };
    if !pool.op(other).is_literal() {
        return None;
    }
    let sum = pool.add(literal, other);
    Some(pool.add(rest, sum))
}
