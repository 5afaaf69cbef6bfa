//! Newton: is a path feasible, and if it is not, which predicates exclude it (BMMR01 §6.1)? In: a path through the flow. Out: that it may be feasible, or predicates and
//! what cannot hold after one of its nodes.
//!
//! The conditions on the path are one formula, with a variable for each value that a node sets. If they contradict each other, the fewest that do are taken (an
//! unsatisfiable core, from which what is not needed is left out, the first conditions first), and their weakest preconditions are followed back from the error:
//! Aₖ = the conditions at k and Aₖ₊₁[values]. The atoms of every A are predicates, so that the abstraction follows each step exactly; where A contradicts itself, the path
//! cannot be followed from there on, whatever came before, and that the node does not lead into Aₖ₊₁ is handed on as it is.
//!
//! An input is replaced by what it equals, and bounds of it are put together; that Aₖ₊₁ holds after the node only if the rest holds before it is handed on, too. Where inputs are left, values that variables have on the path are looked for that contradict the rest; otherwise conjuncts
//! about inputs are dropped, and the path may stay.

use std::collections::BTreeSet;

use invar_logic::{Op, Sort, Substitution, Term, TermPool, VarId};
use invar_solve::{Answer, Core, Prover};
use rustc_hash::FxHashSet;

use super::abstraction::Relation;
use super::flow::{Flow, Node};
use super::inputs::projected;
use crate::atoms::{Atoms, atoms, equation};
use crate::means::Means;
use crate::provers::{Provers, Quantifiers};

/// What one question about a path may cost.
const QUESTION: u32 = 2_000_000;

/// What one question on the way to a smaller core may cost.
const SMALLER: u32 = 200_000;

/// Conditions of a core that are tried to be left out.
const MOST_TRIED: usize = 60;

pub enum Outcome {
    /// As far as the prover can say.
    Feasible,
    Infeasible(Refinement),
}

#[derive(Default)]
pub struct Refinement {
    pub predicates: Vec<Term>,
    /// What single nodes do, where the predicates do not say it one by one.
    pub relations: Vec<Relation>,
}

impl Refinement {
    /// For whoever wants to know how the work goes on.
    pub fn shown(&self, pool: &TermPool) -> String {
        let predicates: Vec<String> = self.predicates.iter().map(|&predicate| pool.show(predicate)).collect();
        predicates.join("; ")
    }
}

/// A condition on the path: where, and which.
type Place = (usize, usize);

pub struct Newton<'a> {
    pub pool: &'a mut TermPool,
    pub flow: &'a Flow,
    pub atoms: &'a mut Atoms,
    pub background: &'a [Term],
    pub means: &'a Means<'a>,
}

impl Newton<'_> {
    pub fn follow(&mut self, path: &[usize]) -> Outcome {
        let (mut prover, literals) = self.formula(path);
        // Conditions that a prover finds easy come first: what follows from them is simple, too.
        let is_easy = |&(at, index): &Place| is_easy(self.pool, self.flow.nodes[path[at]].conditions[index]);
        let easy: Vec<Term> =
            literals.iter().filter(|(_, place)| is_easy(place)).map(|(literal, _)| *literal).collect();
        let all: Vec<Term> = literals.iter().map(|(literal, _)| *literal).collect();
        let mut answer = prover.check(self.pool, &easy, &self.means.at_most(QUESTION));
        if !answer.is_unsat() && easy.len() < all.len() {
            answer = prover.check(self.pool, &all, &self.means.at_most(QUESTION));
        }
        match answer {
            // What the prover does not know, the interpreter may.
            Answer::Sat(_) | Answer::Unknown { .. } => Outcome::Feasible,
            Answer::Unsat(core) => {
                let core = self.smaller(&mut *prover, core);
                let places: FxHashSet<Place> =
                    literals.iter().filter(|(literal, _)| core.contains(literal)).map(|(_, place)| *place).collect();
                Outcome::Infeasible(self.refinement(path, &places))
            }
        }
    }

    /// The path as a formula: a literal for each condition.
    fn formula(&mut self, path: &[usize]) -> (Box<dyn Prover>, Vec<(Term, Place)>) {
        let mut prover = self.means.session(Quantifiers::Triggers);
        self.background.iter().for_each(|&fact| prover.assert(self.pool, fact));
        let read = self.read(path);
        let mut state = Substitution::new();
        let mut literals = Vec::new();
        for (at, &number) in path.iter().enumerate() {
            let node = &self.flow.nodes[number];
            for &input in &node.inputs {
                let fresh = self.pool.variant(input);
                let fresh = self.pool.var(fresh);
                state.insert(input, fresh);
            }
            for (index, &condition) in node.conditions.iter().enumerate() {
                let condition = self.pool.substitute(condition, &state);
                let literal = self.pool.fresh_var("condition", Sort::BOOL);
                let literal = self.pool.var(literal);
                let holds = self.pool.implies(literal, condition);
                prover.assert(self.pool, holds);
                literals.push((literal, (at, index)));
            }
            let values: Vec<(VarId, Term)> = node.update.iter().filter(|(var, _)| read[at].contains(var)).collect();
            let values: Vec<(VarId, Term)> =
                values.into_iter().map(|(var, term)| (var, self.pool.substitute(term, &state))).collect();
            for (var, value) in values {
                let value = self.defined(&mut *prover, var, value);
                state.insert(var, value);
            }
        }
        (prover, literals)
    }

    /// A variable for a value, unless the value is one.
    fn defined(&mut self, prover: &mut dyn Prover, var: VarId, value: Term) -> Term {
        if matches!(self.pool.op(value), Op::Var(_)) || self.pool.op(value).is_literal() {
            return value;
        }
        let name = self.pool.variant(var);
        let name = self.pool.var(name);
        let definition = self.pool.eq(name, value);
        prover.assert(self.pool, definition);
        name
    }

    /// For each place of the path, the variables that are read after it.
    fn read(&self, path: &[usize]) -> Vec<FxHashSet<VarId>> {
        let mut read = FxHashSet::default();
        let mut found = Vec::new();
        for &number in path.iter().rev() {
            found.push(read.clone());
            let node = &self.flow.nodes[number];
            let values: Vec<Term> =
                node.update.iter().filter(|(var, _)| read.remove(var)).map(|(_, value)| value).collect();
            read.extend(self.pool.free_vars_of(&values));
            read.extend(self.pool.free_vars_of(&node.conditions));
        }
        found.reverse();
        found
    }

    /// What the contradiction does not need is left out, the first first.
    fn smaller(&self, prover: &mut dyn Prover, core: Core) -> Vec<Term> {
        let mut core = core.0;
        let mut at = 0;
        for _ in 0..MOST_TRIED {
            if at >= core.len() {
                break;
            }
            let rest: Vec<Term> = core.iter().enumerate().filter(|(index, _)| *index != at).map(|(_, t)| *t).collect();
            match prover.check(self.pool, &rest, &self.means.at_most(SMALLER)) {
                Answer::Unsat(smaller) => {
                    // What stands before was tried, and is needed.
                    core = rest.into_iter().filter(|term| smaller.0.contains(term)).collect();
                    at = at.min(core.len());
                }
                Answer::Sat(_) | Answer::Unknown { .. } => at += 1,
            }
        }
        core
    }

    /// Weakest preconditions of the core's conditions, back from the error to where they contradict themselves.
    fn refinement(&mut self, path: &[usize], core: &FxHashSet<Place>) -> Refinement {
        let mut prover = self.means.session(Quantifiers::Triggers);
        self.background.iter().for_each(|&fact| prover.assert(self.pool, fact));
        let mut refinement = Refinement::default();
        let mut seen = FxHashSet::default();
        let mut after: Vec<Term> = Vec::new();
        for (at, &number) in path.iter().enumerate().rev() {
            let node = &self.flow.nodes[number];
            let mut before: Vec<Term> =
                after.iter().map(|&formula| self.pool.substitute(formula, &node.update)).collect();
            let conditions = node.conditions.iter().enumerate();
            before.extend(conditions.filter(|(index, _)| core.contains(&(at, *index))).map(|(_, term)| *term));
            let before = self.conjuncts(before);
            if before == after {
                continue;
            }
            if self.contradicts(&mut *prover, &before) {
                let whole = self.pool.and(&after);
                refinement.relations.push(Relation { node: number, after: whole, before: Term::FALSE });
                break;
            }
            let is_open = !self.pool.free_vars_of(&before).is_disjoint(&node.inputs);
            let whole = self.pool.and(&after);
            after = match self.without_inputs(node, before.clone()) {
                Some(rest) => rest,
                None => self.by_constants(&mut *prover, path, at, (&before, &after), &mut refinement),
            };
            // Aₖ₊₁ after the node only if ∃ inputs. Aₖ₊₁[values] before: one by one, values that come from outside could be any.
            if is_open {
                let before = self.pool.and(&after);
                refinement.relations.push(Relation { node: number, after: whole, before });
            }
            for atom in after.iter().flat_map(|&formula| atoms(self.pool, formula)) {
                if seen.insert(atom) {
                    refinement.predicates.push(atom);
                }
            }
        }
        refinement
    }

    /// Over atoms without cases, each conjunct once.
    fn conjuncts(&mut self, formulas: Vec<Term>) -> Vec<Term> {
        let mut found: Vec<Term> = Vec::new();
        let mut open: Vec<Term> =
            formulas.into_iter().map(|formula| self.atoms.split(self.pool, formula)).rev().collect();
        while let Some(formula) = open.pop() {
            match self.pool.op(formula) {
                Op::And => open.extend(self.pool.args(formula).iter().rev()),
                Op::True => {}
                _ if found.contains(&formula) => {}
                _ => found.push(formula),
            }
        }
        found
    }

    fn contradicts(&mut self, prover: &mut dyn Prover, formulas: &[Term]) -> bool {
        if formulas.contains(&Term::FALSE) {
            return true;
        }
        prover.push();
        formulas.iter().for_each(|&formula| prover.assert(self.pool, formula));
        let answer = prover.check(self.pool, &[], &self.means.at_most(SMALLER));
        prover.pop();
        answer.is_unsat()
    }

    /// ∃ inputs: one that equals something is that. `None` if some are left.
    fn without_inputs(&mut self, node: &Node, formulas: Vec<Term>) -> Option<Vec<Term>> {
        let mut formulas = formulas;
        for _ in 0..node.inputs.len() {
            let mut by = Substitution::new();
            if let Some((input, value)) = formulas.iter().find_map(|&formula| self.equal_to_input(node, formula)) {
                by.insert(input, value);
            }
            if by.is_empty() {
                break;
            }
            let replaced = formulas.iter().map(|&formula| self.pool.substitute(formula, &by)).collect();
            formulas = self.conjuncts(replaced);
        }
        for input in node.inputs.iter().copied().collect::<BTreeSet<VarId>>() {
            let rest = projected(self.pool, input, formulas)?;
            formulas = self.conjuncts(rest);
        }
        Some(formulas)
    }

    /// Where inputs are left, what variables are on the path may contradict the conditions: then these values are what has to be shown of the way there.
    fn by_constants(
        &mut self,
        prover: &mut dyn Prover,
        path: &[usize],
        at: usize,
        (before, after): (&[Term], &[Term]),
        refinement: &mut Refinement,
    ) -> Vec<Term> {
        let node = &self.flow.nodes[path[at]];
        let constants = self.constants(&path[..at]);
        let mut read: Vec<VarId> = self.pool.free_vars_of(before).into_iter().collect();
        read.sort_unstable();
        let mut values = Vec::new();
        for var in read.into_iter().filter(|var| node.update.get(*var).is_none()) {
            if let Some(value) = constants.get(var) {
                let term = self.pool.var(var);
                values.push(equation(self.pool, term, value));
            }
        }
        let all: Vec<Term> = before.iter().chain(&values).copied().collect();
        if values.is_empty() || !self.contradicts(prover, &all) {
            let is_left = |formula: &Term| self.pool.free_vars_of(&[*formula]).is_disjoint(&node.inputs);
            return before.iter().copied().filter(is_left).collect();
        }
        let never: Vec<Term> = after.iter().chain(&values).copied().collect();
        let after = self.pool.and(&never);
        refinement.relations.push(Relation { node: path[at], after, before: Term::FALSE });
        values
    }

    /// The variables that have a literal as their value at the end of a path.
    fn constants(&mut self, path: &[usize]) -> Substitution {
        let mut constants = Substitution::new();
        for &number in path {
            let values: Vec<(VarId, Term)> = self.flow.nodes[number].update.iter().collect();
            let values: Vec<(VarId, Term)> =
                values.into_iter().map(|(var, value)| (var, self.pool.substitute(value, &constants))).collect();
            // What is no literal is itself.
            for (var, value) in values {
                let value = if self.pool.op(value).is_literal() { value } else { self.pool.var(var) };
                constants.insert(var, value);
            }
        }
        constants.iter().filter(|(_, value)| self.pool.op(*value).is_literal()).collect()
    }

    fn equal_to_input(&self, node: &Node, formula: Term) -> Option<(VarId, Term)> {
        let &[a, b] = self.pool.args(formula) else { return None };
        let Op::Eq = self.pool.op(formula) else { return None };
        let input = |side: Term, value: Term| match self.pool.op(side) {
            Op::Var(var) if node.inputs.contains(var) => {
                (!self.pool.free_vars_of(&[value]).contains(var)).then_some((*var, value))
            }
            _ => None,
        };
        input(a, b).or_else(|| input(b, a))
    }
}

/// Is it free of what provers find hard: bits, remainders, quotients, products, quantifiers?
fn is_easy(pool: &TermPool, condition: Term) -> bool {
    let is_hard = |part: &Term| match pool.op(*part) {
        Op::Forall(_) | Op::Exists(_) | Op::Lambda(_) => true,
        Op::Bv(_) | Op::Div | Op::Mod | Op::RealDiv | Op::ToInt => true,
        Op::Mul => pool.args(*part).iter().filter(|arg| !pool.op(**arg).is_literal()).count() > 1,
        _ => false,
    };
    !pool.postorder(&[condition]).iter().any(is_hard)
}
