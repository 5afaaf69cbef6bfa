//! C2BP on guarded updates (BMMR01 §4): predicates to a boolean program with the body's control flow. In: the flow, predicates as they come. Out: the boolean
//! program, and which nodes of the flow a run of it goes through.
//!
//! bᵢ := choose(F(WP(s, φᵢ)), F(WP(s, ¬φᵢ))), all at once. A weakest precondition is taken apart into atoms. An atom that is a predicate is its variable; of others,
//! short cubes are known (`prime`), under the conditions of the node. Combinations of atoms are evaluated with three values, which distributes F over ∧ and ∨ (§5.2).
//! Cubes are remembered as long as no predicate comes that could be part of them.
//!
//! Departures: what Newton found out about a node (that it leads to some values of predicates only from others) constrains the assignment, so that
//! the values of predicates after a node need not be independent. Nodes that do nothing are left out.

use std::collections::BTreeSet;

use invar_base::{Id, Span};
use invar_gcl::boolprog::Program;
use invar_gcl::boolprog::program::{Expr, NodeId, Proc, Var, Variable};
use invar_logic::{Op, Substitution, Term, TermPool, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::flow::Flow;
use super::prime::{Cube, Primes, valued};
use super::three::{Known, all_of, all_true, chosen, conjunction, disjunction, is_false, negated, opposite};
use super::writer::{Statement, Writer};
use crate::atoms::{Atoms, atoms, connective, equation};
use crate::literals::has_quantifier;
use crate::loops::graph::reverse_postorder;

/// Literals that are known of a term.
const MOST_VALUES: usize = 50;

pub struct Abstraction<'m> {
    pub flow: Flow,
    pub primes: Primes<'m>,
    numbers: FxHashMap<Term, usize>,
    variables: FxHashSet<VarId>,
    pub atoms: Atoms,
    /// Cubes that imply a formula under a condition, with the number of predicates that they were looked for among.
    cubes: FxHashMap<(Term, Term), (usize, Vec<Cube>)>,
    contradictions: Vec<Cube>,
    /// By node: what it leads to only from where.
    relations: FxHashMap<usize, Vec<Relation>>,
    /// By block: the variables that may be read before they are written.
    lives: Vec<BTreeSet<VarId>>,
    /// For variables that are copied to each other, one of them.
    classes: FxHashMap<VarId, VarId>,
    /// The literals that conditions compare a term with.
    compared: Option<FxHashMap<Term, Vec<Term>>>,
    span: Span,
}

/// A boolean program, with the nodes of the flow that its nodes stand for.
pub struct Abstracted {
    pub program: Program,
    pub error: NodeId,
    /// For the first node of each node of the flow that is left.
    nodes: FxHashMap<NodeId, usize>,
    /// The heads of loops, in the order of the flow's.
    pub heads: Vec<NodeId>,
    /// What stands in the place of a node that was left out.
    instead: Vec<usize>,
    /// Predicates by their place among the variables.
    pub order: Vec<usize>,
}

/// After the node one formula over the predicates holds only if the other did before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Relation {
    pub node: usize,
    pub after: Term,
    pub before: Term,
}

impl<'m> Abstraction<'m> {
    pub fn new(flow: Flow, primes: Primes<'m>, lives: Vec<BTreeSet<VarId>>, span: Span) -> Abstraction<'m> {
        Abstraction {
            lives,
            classes: FxHashMap::default(),
            flow,
            primes,
            numbers: FxHashMap::default(),
            variables: FxHashSet::default(),
            atoms: Atoms::default(),
            cubes: FxHashMap::default(),
            contradictions: Vec::new(),
            relations: FxHashMap::default(),
            compared: None,
            span,
        }
    }

    pub fn predicates(&self) -> usize {
        self.primes.predicates.len()
    }

    /// An equation with a literal, and those with the other literals that the flow compares the same term with: whoever needs to know one of them needs to
    /// know most of them.
    pub fn with_values(&mut self, pool: &mut TermPool, predicate: Term) -> Vec<Term> {
        let Some((term, _)) = valued(pool, predicate) else { return vec![predicate] };
        if self.compared.is_none() {
            let mut compared: FxHashMap<Term, Vec<Term>> = FxHashMap::default();
            let conditions: Vec<Term> = self.flow.nodes.iter().flat_map(|node| &node.conditions).copied().collect();
            for condition in conditions {
                let split = self.atoms.split(pool, condition);
                for atom in atoms(pool, split) {
                    let Some((term, literal)) = valued(pool, atom) else { continue };
                    let known = compared.entry(term).or_default();
                    if known.len() < MOST_VALUES && !known.contains(&literal) {
                        known.push(literal);
                    }
                }
            }
            self.compared = Some(self.over_copies(pool, compared));
        }
        let literals = self.compared.as_ref().and_then(|compared| compared.get(&term)).cloned().unwrap_or_default();
        let others =
            literals.into_iter().map(|literal| equation(pool, term, literal)).filter(|other| *other != predicate);
        std::iter::once(predicate).chain(others).collect()
    }

    /// What is copied, variables and elements of memories, is compared with the same literals.
    fn over_copies(
        &mut self,
        pool: &mut TermPool,
        mut compared: FxHashMap<Term, Vec<Term>>,
    ) -> FxHashMap<Term, Vec<Term>> {
        let inputs: FxHashSet<VarId> = self.flow.nodes.iter().flat_map(|node| &node.inputs).copied().collect();
        let updates: BTreeSet<(VarId, Term)> = self.flow.nodes.iter().flat_map(|node| node.update.iter()).collect();
        let mut copies: Vec<(Term, Term)> = Vec::new();
        for (var, value) in updates {
            let target = pool.var(var);
            copied(pool, target, value, &mut copies);
        }
        copies.retain(|(target, source)| target != source && pool.free_vars_of(&[*source]).is_disjoint(&inputs));
        copies.sort_unstable();
        copies.dedup();
        let held: Vec<(VarId, VarId)> =
            copies.iter().filter_map(|&(a, b)| Some((holder(pool, a)?, holder(pool, b)?))).collect();
        self.find_classes(&held);
        // What the target is compared with, the source is, until nothing is new.
        loop {
            let mut is_new = false;
            for &(target, source) in &copies {
                for literal in compared.get(&target).cloned().unwrap_or_default() {
                    let known = compared.entry(source).or_default();
                    if known.len() < MOST_VALUES && !known.contains(&literal) {
                        known.push(literal);
                        is_new = true;
                    }
                }
            }
            if !is_new {
                return compared;
            }
        }
    }

    /// Is it new?
    pub fn add(&mut self, pool: &mut TermPool, predicate: Term) -> bool {
        if self.numbers.contains_key(&predicate) {
            return false;
        }
        self.numbers.insert(predicate, self.primes.predicates.len());
        self.variables.extend(pool.free_vars_of(&[predicate]));
        self.contradictions.extend(self.primes.add(pool, predicate));
        true
    }

    /// What a node does, over atoms that are predicates. Is that new?
    pub fn relate(&mut self, relation: Relation) -> bool {
        let known = self.relations.entry(relation.node).or_default();
        let is_new = !known.contains(&relation);
        if is_new {
            known.push(relation);
        }
        is_new
    }

    pub fn abstracted(&mut self, pool: &mut TermPool) -> Abstracted {
        let order = self.order(pool);
        let places: FxHashMap<usize, usize> =
            order.iter().enumerate().map(|(place, &number)| (number, place)).collect();
        let graph: Vec<Vec<usize>> = self.flow.nodes.iter().map(|node| node.next.clone()).collect();
        let visited = reverse_postorder(&graph, self.flow.entry);
        let mut statements: FxHashMap<usize, Statement> = FxHashMap::default();
        for &node in &visited {
            statements.insert(node, self.statement(pool, node, &places));
        }
        let instead = self.instead(&visited, &statements);
        let enforce = self.contradictions.iter().map(|cube| Expr::Not(Box::new(conjunction(&places, cube))));
        let enforce: Vec<Expr> = enforce.collect();
        let variable = |&number: &usize| Variable { name: format!("p{number}"), span: self.span };
        let mut writer = Writer::new(self.span);
        let left: Vec<usize> = visited.iter().copied().filter(|&node| instead[node] == node).collect();
        for &node in &left {
            let next = self.flow.nodes[node].next.iter().map(|&next| instead[next]).collect();
            if let Some(statement) = statements.remove(&node) {
                writer.write(node, statement, next);
            }
        }
        let first = writer.first.clone();
        let proc = Proc {
            name: "main".to_string(),
            span: self.span,
            params: 0,
            variables: order.iter().map(variable).collect(),
            returns: 0,
            enforce: (!enforce.is_empty()).then_some(Expr::And(enforce)),
            nodes: writer.finish(),
            entry: first[&instead[self.flow.entry]],
            labels: Vec::new(),
        };
        let program = Program { globals: Vec::new(), procs: std::iter::once(proc).collect() };
        // Where no path leads, nothing is asked.
        let nowhere = NodeId::from_index(0);
        let error = first.get(&self.flow.error).copied().unwrap_or(nowhere);
        let heads = self.flow.heads.iter().map(|(_, node)| first.get(node).copied().unwrap_or(nowhere)).collect();
        let nodes = first.iter().map(|(&node, &id)| (id, node)).collect();
        Abstracted { program, error, nodes, heads, instead, order }
    }

    /// Predicates about the same variables, or about copies of them, stand side by side: diagrams are smaller then.
    fn order(&self, pool: &TermPool) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.predicates()).collect();
        let class = |var: &VarId| self.classes.get(var).copied().unwrap_or(*var);
        order.sort_by_cached_key(|&number| {
            let predicate = self.primes.predicates[number];
            let first = pool.free_vars(predicate).iter().map(class).min();
            (first, valued(pool, predicate).map(|(_, literal)| literal), number)
        });
        order
    }

    /// Which variables are copied to each other, directly or not.
    fn find_classes(&mut self, copies: &[(VarId, VarId)]) {
        loop {
            let mut is_new = false;
            for (a, b) in copies {
                let class = |var: &VarId| self.classes.get(var).copied().unwrap_or(*var);
                let (first, second) = (class(a), class(b));
                is_new |= first != second;
                for var in [*a, *b] {
                    self.classes.insert(var, first.min(second));
                }
            }
            if !is_new {
                return;
            }
        }
    }

    /// Is the predicate worth knowing at a node? Not if a variable of it is written before anybody reads it.
    fn is_live(&self, node: usize, number: usize) -> bool {
        let Some(piece) = self.flow.nodes[node].pieces.first().filter(|piece| piece.steps.start == 0) else {
            return node != self.flow.error;
        };
        let lives = &self.lives[piece.block.index()];
        self.primes.variables[number].iter().all(|var| lives.contains(var))
    }

    /// Does an update change a variable of the predicate?
    fn is_set(&self, update: &Substitution, number: usize) -> bool {
        self.primes.variables[number].iter().any(|var| update.get(*var).is_some())
    }

    /// For each node, itself or what stands in its place: a node that does nothing and leads to one place only is left out, unless it is the head of a loop.
    fn instead(&self, visited: &[usize], statements: &FxHashMap<usize, Statement>) -> Vec<usize> {
        let mut instead: Vec<usize> = (0..self.flow.nodes.len()).collect();
        let heads: FxHashSet<usize> = self.flow.heads.iter().map(|(_, node)| *node).collect();
        for &node in visited.iter().rev() {
            let mut next: Vec<usize> = self.flow.nodes[node].next.iter().map(|&next| instead[next]).collect();
            next.sort_unstable();
            next.dedup();
            if let [only] = next[..]
                && only != node
                && statements[&node].is_silent()
                && !heads.contains(&node)
            {
                instead[node] = only;
            }
        }
        instead
    }

    fn statement(&mut self, pool: &mut TermPool, node: usize, places: &FxHashMap<usize, usize>) -> Statement {
        let flow_node = &self.flow.nodes[node];
        let (conditions, update) = (flow_node.conditions.clone(), flow_node.update.clone());
        let (inputs, next) = (flow_node.inputs.clone(), flow_node.next.clone());
        let mut statement = Statement { assumed: Vec::new(), targets: Vec::new(), values: Vec::new(), constrain: None };
        for &condition in &conditions {
            let variables = pool.free_vars_of(&[condition]);
            // What is quantified is known only where it is a predicate.
            let is_known = !has_quantifier(pool, condition) || self.numbers.contains_key(&condition);
            let is_open = !variables.is_disjoint(&inputs) || variables.is_disjoint(&self.variables) || !is_known;
            if condition != Term::FALSE && is_open {
                continue;
            }
            // assume(G(φ)), where G(φ) = ¬F(¬φ) (§4.4).
            let split = self.atoms.split(pool, condition);
            let known = self.known(pool, split, &[], places);
            if !is_false(&known.no) {
                statement.assumed.push(negated(known.no));
            }
        }
        for number in 0..self.predicates() {
            let predicate = self.primes.predicates[number];
            let is_wanted = next.iter().any(|&next| self.is_live(next, number));
            if !is_wanted {
                // Forgotten where it is set, or known for the last time.
                if self.is_set(&update, number) || self.is_live(node, number) {
                    statement.targets.push(Var::Local(places[&number]));
                    statement.values.push(Expr::Any);
                }
                continue;
            }
            if !self.is_set(&update, number) {
                continue;
            }
            let before = pool.substitute(predicate, &update);
            if before == predicate {
                continue;
            }
            let split = self.atoms.split(pool, before);
            let known = self.known(pool, split, &conditions, places);
            statement.targets.push(Var::Local(places[&number]));
            statement.values.push(chosen(known));
        }
        let relations = self.relations.get(&node).map_or(&[][..], Vec::as_slice);
        let never = relations.iter().map(|relation| {
            let after = self.told(pool, relation.after, &|number| Expr::Next(Var::Local(places[&number])));
            let before = self.told(pool, relation.before, &|number| Expr::Var(Var::Local(places[&number])));
            all_true(vec![after, negated(before)])
        });
        let never: Vec<Expr> = never.collect();
        if !never.is_empty() {
            statement.constrain = Some(negated(Expr::Or(never)));
        }
        statement
    }

    /// Where a formula over atoms is known to hold, by three values; the conditions hold, too.
    fn known(
        &mut self,
        pool: &mut TermPool,
        formula: Term,
        conditions: &[Term],
        places: &FxHashMap<usize, usize>,
    ) -> Known {
        if !connective(pool, formula) {
            return self.known_atom(pool, formula, conditions, places);
        }
        let args = pool.args(formula).to_vec();
        let parts: Vec<Known> = args.iter().map(|&arg| self.known(pool, arg, conditions, places)).collect();
        match (pool.op(formula), &parts[..]) {
            (Op::Not, [inner]) => Known { yes: inner.no.clone(), no: inner.yes.clone() },
            (Op::And, parts) => all_of(parts.to_vec()),
            (Op::Or, parts) => opposite(all_of(parts.iter().cloned().map(opposite).collect())),
            (Op::Implies, [a, b]) => opposite(all_of(vec![a.clone(), opposite(b.clone())])),
            (Op::Ite, [condition, a, b]) => {
                let yes = all_of(vec![condition.clone(), a.clone()]);
                let no = all_of(vec![opposite(condition.clone()), b.clone()]);
                opposite(all_of(vec![opposite(yes), opposite(no)]))
            }
            (Op::Eq, [a, b]) => {
                let both = all_of(vec![a.clone(), b.clone()]);
                let none = all_of(vec![opposite(a.clone()), opposite(b.clone())]);
                opposite(all_of(vec![opposite(both), opposite(none)]))
            }
            _ => Known { yes: Expr::Const(false), no: Expr::Const(false) },
        }
    }

    fn known_atom(
        &mut self,
        pool: &mut TermPool,
        atom: Term,
        conditions: &[Term],
        places: &FxHashMap<usize, usize>,
    ) -> Known {
        if atom == Term::TRUE || atom == Term::FALSE {
            return Known { yes: Expr::Const(atom == Term::TRUE), no: Expr::Const(atom == Term::FALSE) };
        }
        if let Some(number) = self.numbers.get(&atom) {
            let yes = Expr::Var(Var::Local(places[number]));
            return Known { no: negated(yes.clone()), yes };
        }
        if has_quantifier(pool, atom) {
            return Known { yes: Expr::Const(false), no: Expr::Const(false) };
        }
        let variables = pool.free_vars_of(&[atom]);
        let is_near = |condition: &Term| {
            !pool.free_vars_of(&[*condition]).is_disjoint(&variables) && !has_quantifier(pool, *condition)
        };
        let near: Vec<Term> = conditions.iter().copied().filter(is_near).collect();
        let condition = pool.and(&near);
        let denied = pool.not(atom);
        let yes = self.implying(pool, condition, atom);
        let no = self.implying(pool, condition, denied);
        Known { yes: disjunction(places, &yes), no: disjunction(places, &no) }
    }

    /// F(φ), by what is remembered.
    fn implying(&mut self, pool: &mut TermPool, condition: Term, formula: Term) -> Vec<Cube> {
        let relevant = self.primes.relevant(pool, formula);
        if let Some((among, cubes)) = self.cubes.get(&(condition, formula))
            && *among == relevant
        {
            return cubes.clone();
        }
        let cubes = self.primes.implying(pool, condition, formula);
        self.cubes.insert((condition, formula), (relevant, cubes.clone()));
        cubes
    }

    /// A formula whose atoms are predicates, before an assignment or after it.
    fn told(&self, pool: &TermPool, formula: Term, predicate: &dyn Fn(usize) -> Expr) -> Expr {
        let part = |term: &Term| self.told(pool, *term, predicate);
        let args = pool.args(formula);
        match pool.op(formula) {
            Op::True => Expr::Const(true),
            Op::False => Expr::Const(false),
            Op::Not => negated(part(&args[0])),
            Op::And => Expr::And(args.iter().map(part).collect()),
            Op::Or => Expr::Or(args.iter().map(part).collect()),
            Op::Implies => Expr::Implies(Box::new(part(&args[0])), Box::new(part(&args[1]))),
            Op::Ite => Expr::Cond(Box::new(part(&args[0])), Box::new(part(&args[1])), Box::new(part(&args[2]))),
            Op::Eq if connective(pool, formula) => Expr::Equal(Box::new(part(&args[0])), Box::new(part(&args[1]))),
            // Of what is no predicate nothing is known, so that nothing is excluded by it.
            _ => self.numbers.get(&formula).map_or(Expr::Any, |&number| predicate(number)),
        }
    }
}

impl Abstracted {
    /// The nodes of the flow on a run, those that were left out included.
    pub fn path(&self, flow: &Flow, nodes: impl Iterator<Item = NodeId>) -> Vec<usize> {
        let mut path = vec![flow.entry];
        for node in nodes {
            let Some(&wanted) = self.nodes.get(&node) else { continue };
            // From the last node to the one that is wanted, through nodes that were left out.
            let last = path[path.len() - 1];
            let mut next = match path.len() == 1 && self.instead[last] == wanted {
                true => last,
                false => match flow.nodes[last].next.iter().find(|next| self.instead[**next] == wanted) {
                    Some(&next) => next,
                    None => continue,
                },
            };
            while next != wanted {
                path.push(next);
                next = flow.nodes[next].next[0];
            }
            path.push(next);
        }
        path.dedup_by(|a, b| a == b && *a == flow.entry);
        path
    }
}

/// The variables and elements that the value of a target is copied from: in m[i := v], m[i] gets v.
fn copied(pool: &mut TermPool, target: Term, value: Term, copies: &mut Vec<(Term, Term)>) {
    match (pool.op(value).clone(), pool.args(value)) {
        (Op::Var(_) | Op::Select, _) => copies.push((target, value)),
        (Op::Store, &[before, index, stored]) => {
            let place = pool.select(target, &[index]);
            copied(pool, place, stored, copies);
            if *pool.op(before) == Op::Store {
                copied(pool, target, before, copies);
            }
        }
        _ => {}
    }
}

/// The variable, or the memory that an element is in.
fn holder(pool: &TermPool, place: Term) -> Option<VarId> {
    match pool.op(place) {
        Op::Var(var) => Some(*var),
        Op::Select => holder(pool, pool.args(place)[0]),
        _ => None,
    }
}
