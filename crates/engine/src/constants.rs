//! Constants: `Acyclic` in, `Acyclic` out, with everything computed that does not depend on what is unknown.
//!
//! The body is followed forwards, every block after those that lead to it, with the *value* of each variable: a term over
//! symbols that never change. The symbol of the value on entry is the variable itself; whatever is unknown later (a havoc,
//! paths that meet with different values, a value that has grown large) has a new symbol. Where the value of a part of a step
//! is a constant, it takes the part's place; a map that was written at literal indices is read through to the write. A step
//! whose condition becomes false ends its path, and `passify` leaves out what lies behind it.
//!
//! Invariants: only constants are put in, so steps do not grow; an assignment stays, so that the prover's model still has
//! a value for each variant; every step means in each state that reaches it what it meant before.

use std::rc::Rc;

use invar_base::Id;
use invar_gcl::BlockId;
use invar_logic::{Op, Sort, Term, TermPool, VarId};
use rustc_hash::FxHashMap;

use crate::body::{Body, StepKind};
use crate::fold::{Known, fold_parts, is_constant};
use crate::loops::Acyclic;
use crate::loops::graph::{Ends, Graph, predecessors, reverse_postorder};

/// A value of more nodes than this is a symbol to those who read it.
const LARGEST_VALUE: u64 = 40;

pub fn fold_constants(pool: &mut TermPool, acyclic: &Acyclic) -> Acyclic {
    let mut folded = acyclic.clone();
    let body = &mut folded.body;
    let graph: Graph = body.blocks.values().map(|block| block.next.iter().map(|next| next.index()).collect()).collect();
    let preds = predecessors(&graph);
    let assigned = Assigned::of(body);
    let mut ends = Ends::new(&graph);
    for node in reverse_postorder(&graph, body.entry.index()) {
        let leading: Vec<Values> = preds[node].iter().filter_map(|&pred| ends.read(pred)).collect();
        let mut values = match (leading.is_empty(), node == body.entry.index()) {
            (true, true) => assigned.on_entry(pool),
            (true, false) => continue,
            (false, _) => meet(pool, leading),
        };
        let steps = &mut body.blocks[BlockId::from_index(node)].steps;
        let goes_on = steps.iter_mut().all(|step| fold_step(pool, &mut step.kind, &assigned, &mut values));
        if goes_on {
            ends.set(node, values);
        }
    }
    folded
}

/// The values of the assigned variables at one place, by their numbers.
type Values = Rc<Vec<Term>>;

/// The variables that the body assigns, numbered. All others have their value on entry everywhere.
struct Assigned {
    vars: Vec<VarId>,
    numbers: FxHashMap<VarId, usize>,
}

impl Assigned {
    fn of(body: &Body) -> Assigned {
        let steps = body.blocks.values().flat_map(|block| &block.steps);
        let mut assigned = Assigned { vars: Vec::new(), numbers: FxHashMap::default() };
        for var in steps.filter_map(|step| step.assigned()) {
            assigned.numbers.entry(var).or_insert_with(|| {
                assigned.vars.push(var);
                assigned.vars.len() - 1
            });
        }
        assigned
    }

    fn on_entry(&self, pool: &mut TermPool) -> Values {
        Rc::new(self.vars.iter().map(|&var| pool.var(var)).collect())
    }
}

/// What the variables are at a place.
struct Here<'a> {
    assigned: &'a Assigned,
    values: &'a [Term],
}

impl Known for Here<'_> {
    fn term(&self, var: VarId) -> Option<Term> {
        self.assigned.numbers.get(&var).map(|&number| self.values[number])
    }
}

/// Where paths meet, a variable that has not the same value on all of them has an unknown one.
fn meet(pool: &mut TermPool, mut leading: Vec<Values>) -> Values {
    let mut values = leading.swap_remove(0);
    for number in 0..values.len() {
        let first = values[number];
        if leading.iter().any(|other| other[number] != first) {
            let sort = pool.sort_of(first);
            Rc::make_mut(&mut values)[number] = symbol(pool, sort);
        }
    }
    values
}

/// Some value. Symbols stay in this module, so their name does not matter.
fn symbol(pool: &mut TermPool, sort: Sort) -> Term {
    let var = pool.new_var("value", sort);
    pool.var(var)
}

/// Does the path go on after the step?
fn fold_step(pool: &mut TermPool, kind: &mut StepKind, assigned: &Assigned, values: &mut Values) -> bool {
    match kind {
        StepKind::Assign(var, term) => {
            let folded = fold_term(pool, *term, &Here { assigned, values });
            *term = folded.text;
            Rc::make_mut(values)[assigned.numbers[var]] = small_or_symbol(pool, folded.value);
            true
        }
        StepKind::Havoc(var) => {
            let sort = pool.variable(*var).sort;
            Rc::make_mut(values)[assigned.numbers[var]] = symbol(pool, sort);
            true
        }
        StepKind::Assume(term) => {
            *term = fold_term(pool, *term, &Here { assigned, values }).text;
            learn(pool, *term, assigned, values);
            *term != Term::FALSE
        }
        StepKind::Assert(_, term) => {
            *term = fold_term(pool, *term, &Here { assigned, values }).text;
            *term != Term::FALSE
        }
    }
}

/// After `assume x = c` x is c. Conditions are taken apart at conjunctions only.
fn learn(pool: &mut TermPool, condition: Term, assigned: &Assigned, values: &mut Values) {
    let mut conjuncts = vec![condition];
    while let Some(conjunct) = conjuncts.pop() {
        let equation = match pool.op(conjunct) {
            Op::And => {
                conjuncts.extend(pool.args(conjunct));
                continue;
            }
            Op::Var(var) => Some((*var, Term::TRUE)),
            Op::Not => variable(pool, pool.args(conjunct)[0]).map(|var| (var, Term::FALSE)),
            Op::Eq => {
                let (a, b) = (pool.args(conjunct)[0], pool.args(conjunct)[1]);
                let (a, b) = if is_constant(pool, a) { (b, a) } else { (a, b) };
                variable(pool, a).filter(|_| is_constant(pool, b)).map(|var| (var, b))
            }
            _ => None,
        };
        let Some((var, constant)) = equation else { continue };
        if let Some(&number) = assigned.numbers.get(&var) {
            Rc::make_mut(values)[number] = constant;
        }
    }
}

fn variable(pool: &TermPool, term: Term) -> Option<VarId> {
    match pool.op(term) {
        Op::Var(var) => Some(*var),
        _ => None,
    }
}

/// Values stay small, but for maps: those are looked through write by write, and each write adds one node to what they share.
fn small_or_symbol(pool: &mut TermPool, value: Term) -> Term {
    let args = pool.args(value);
    let is_literal_write =
        *pool.op(value) == Op::Store && args[1..args.len() - 1].iter().all(|&index| is_constant(pool, index));
    if pool.tree_size(value) <= LARGEST_VALUE || is_literal_write {
        return value;
    }
    let sort = pool.sort_of(value);
    symbol(pool, sort)
}

/// A term at a place, in two ways.
struct Folded {
    /// Over the variables, as the step says it; only constants are put in.
    text: Term,
    /// Over the symbols.
    value: Term,
}

fn fold_term(pool: &mut TermPool, term: Term, here: &Here<'_>) -> Folded {
    let values = fold_parts(pool, term, here);
    let mut texts: FxHashMap<Term, Term> = FxHashMap::default();
    let mut stack = vec![(term, false)];
    while let Some((current, ready)) = stack.pop() {
        if texts.contains_key(&current) {
            continue;
        }
        if let Some(&constant) = values.get(&current).filter(|&&value| is_constant(pool, value)) {
            texts.insert(current, constant);
            continue;
        }
        // What is quantified stays as it is, so that copies of it stay one term, and its triggers match.
        if pool.op(current).binder().is_some() {
            texts.insert(current, current);
            continue;
        }
        let parts = parts(pool, current, &values);
        if !ready && !parts.is_empty() {
            stack.push((current, true));
            stack.extend(parts.iter().map(|&part| (part, false)));
            continue;
        }
        let args: Vec<Term> = parts.iter().map(|part| texts[part]).collect();
        let text = match args[..] {
            [only] if *pool.op(current) == Op::Ite => only,
            _ if args == pool.args(current) => current,
            _ => pool.rebuild(current, &args),
        };
        texts.insert(current, text);
    }
    Folded { text: texts[&term], value: values[&term] }
}

/// The arguments; of a conditional whose condition is constant, only the branch that is taken.
fn parts(pool: &TermPool, term: Term, values: &FxHashMap<Term, Term>) -> Vec<Term> {
    let args = pool.args(term);
    match (pool.op(term), args.first().and_then(|condition| values.get(condition))) {
        (Op::Ite, Some(&Term::TRUE)) => vec![args[1]],
        (Op::Ite, Some(&Term::FALSE)) => vec![args[2]],
        (_, _) => args.to_vec(),
    }
}
