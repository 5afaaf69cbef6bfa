//! Formulas as an SMT-LIB 2.6 script (logic ALL, nested arrays) that Z3 and cvc5 read.
//!
//! The text is linear in the DAG and never nests deeper than a few hundred levels: a subterm that is big and used more
//! than once, or that sits on top of many levels, becomes a `define-fun` whose parameters are the bound variables that
//! it mentions. The same terms give the same text.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::rc::Rc;

use invar_logic::{Binder, Op, Term, TermPool, Trigger, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::syntax;
use crate::pattern::is_legal_pattern;

/// A shared subterm of fewer tree nodes is written out at every use.
const SHARED_SIZE: u64 = 8;
/// A subterm of more levels becomes a definition of its own.
const LEVELS: u32 = 200;

#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ScriptOptions {
    /// A comment for whoever reads the script.
    pub title: String,
}

/// The script that asks whether the assertions are satisfiable together.
pub fn script(pool: &TermPool, assertions: &[Term], options: &ScriptOptions) -> String {
    let terms = subterms(pool, assertions);
    let free: BTreeSet<VarId> = assertions.iter().flat_map(|&assertion| pool.free_vars(assertion)).collect();
    let mut text = String::new();
    options.title.lines().for_each(|line| {
        let _ = writeln!(text, "; {line}");
    });
    text.push_str("(set-logic ALL)\n");
    text.push_str(&syntax::declarations(pool, &terms, &free));
    let mut printer = Printer::new(pool, &terms, assertions);
    for &term in &terms {
        printer.define(term, &mut text);
    }
    for &assertion in assertions {
        text.push_str("(assert ");
        printer.write(assertion, &mut text);
        text.push_str(")\n");
    }
    text.push_str("(check-sat)\n");
    text
}

/// Arguments, and for binders the terms of their triggers.
fn children(pool: &TermPool, term: Term) -> impl Iterator<Item = Term> + '_ {
    let triggers = pool.op(term).binder().into_iter().flat_map(Binder::trigger_terms);
    pool.args(term).iter().copied().chain(triggers)
}

/// All subterms, those in triggers too, each once and after its children.
fn subterms(pool: &TermPool, roots: &[Term]) -> Vec<Term> {
    let mut order = Vec::new();
    let mut seen = FxHashSet::default();
    let mut stack: Vec<(Term, bool)> = roots.iter().rev().map(|&root| (root, false)).collect();
    while let Some((term, done)) = stack.pop() {
        if done {
            order.push(term);
        } else if seen.insert(term) {
            stack.push((term, true));
            let mut below: Vec<(Term, bool)> = children(pool, term).map(|child| (child, false)).collect();
            below.reverse();
            stack.extend(below);
        }
    }
    order
}

struct Printer<'a> {
    pool: &'a TermPool,
    /// How often each term is written.
    uses: FxHashMap<Term, u32>,
    /// The variables that some binder binds.
    bound: FxHashSet<VarId>,
    /// The bound variables that occur free in a term.
    open: FxHashMap<Term, Rc<BTreeSet<VarId>>>,
    /// Levels of text above the last definition.
    levels: FxHashMap<Term, u32>,
    /// What is written for a term that has a definition.
    defined: FxHashMap<Term, String>,
}

enum Piece {
    Term(Term),
    Text(String),
}

impl<'a> Printer<'a> {
    fn new(pool: &'a TermPool, terms: &[Term], roots: &[Term]) -> Printer<'a> {
        let mut uses: FxHashMap<Term, u32> = FxHashMap::default();
        let mut bound = FxHashSet::default();
        roots.iter().for_each(|&root| *uses.entry(root).or_default() += 1);
        for &term in terms {
            let op = pool.op(term);
            // A store in a map of several arguments writes the map and its indices several times.
            let times = if *op == Op::Store && pool.args(term).len() > 3 { 2 } else { 1 };
            children(pool, term).for_each(|child| *uses.entry(child).or_default() += times);
            bound.extend(op.binder().into_iter().flat_map(|binder| binder.vars.iter().copied()));
        }
        let (open, levels, defined) = (FxHashMap::default(), FxHashMap::default(), FxHashMap::default());
        Printer { pool, uses, bound, open, levels, defined }
    }

    /// Decides whether the term gets a definition, and writes it. Its children went through here before.
    fn define(&mut self, term: Term, text: &mut String) {
        let open = self.open_variables(term);
        self.open.insert(term, open.clone());
        let levels = children(self.pool, term).filter_map(|child| self.levels.get(&child)).max().map_or(0, |l| l + 1);
        let uses = self.uses.get(&term).copied().unwrap_or_default();
        let is_shared = uses > 1 && self.pool.tree_size(term) >= SHARED_SIZE;
        if !is_shared && levels < LEVELS {
            self.levels.insert(term, levels);
            return;
        }
        let name = format!("def!{}", self.defined.len());
        let sort = syntax::sort(self.pool, self.pool.sort_of(term));
        let params: Vec<String> = open.iter().map(|&var| self.typed(var)).collect();
        let _ = write!(text, "(define-fun {name} ({}) {sort} ", params.join(" "));
        self.write(term, text);
        text.push_str(")\n");
        let arguments: String = open.iter().map(|&var| format!(" {}", syntax::variable(self.pool, var))).collect();
        let used = if open.is_empty() { name } else { format!("({name}{arguments})") };
        self.defined.insert(term, used);
        self.levels.insert(term, 0);
    }

    fn open_variables(&self, term: Term) -> Rc<BTreeSet<VarId>> {
        if let Op::Var(var) = self.pool.op(term) {
            let is_bound = self.bound.contains(var);
            return Rc::new(is_bound.then_some(*var).into_iter().collect());
        }
        let mut sets = children(self.pool, term).filter_map(|child| self.open.get(&child)).filter(|s| !s.is_empty());
        let Some(first) = sets.next() else { return Rc::default() };
        let mut union = first.clone();
        for set in sets {
            if !set.is_subset(&union) {
                Rc::make_mut(&mut union).extend(set.iter().copied());
            }
        }
        if let Some(binder) = self.pool.op(term).binder() {
            Rc::make_mut(&mut union).retain(|var| !binder.vars.contains(var));
        }
        union
    }

    fn typed(&self, var: VarId) -> String {
        let sort = syntax::sort(self.pool, self.pool.variable(var).sort);
        format!("({} {sort})", syntax::variable(self.pool, var))
    }

    /// Writes the term itself; below it, definitions are used.
    fn write(&self, root: Term, text: &mut String) {
        let mut stack = match self.defined.get(&root) {
            Some(name) => vec![Piece::Text(name.clone())],
            None => self.pieces(root),
        };
        while let Some(piece) = stack.pop() {
            match piece {
                Piece::Text(piece) => text.push_str(&piece),
                Piece::Term(term) => match self.defined.get(&term) {
                    Some(name) => text.push_str(name),
                    None => stack.extend(self.pieces(term)),
                },
            }
        }
    }

    /// What the term is written as, last piece first.
    fn pieces(&self, term: Term) -> Vec<Piece> {
        let args = self.pool.args(term);
        let mut pieces = Vec::new();
        match self.pool.op(term) {
            Op::Select => self.select(args, &mut pieces),
            Op::Store => self.store(args, &mut pieces),
            Op::Forall(binder) | Op::Exists(binder) => self.quantifier(term, binder, &mut pieces),
            Op::Lambda(binder) if self.pool.free_vars(args[0]).iter().all(|var| !binder.vars.contains(var)) => {
                let mut sort = syntax::sort(self.pool, self.pool.sort_of(args[0])).to_string();
                let mut heads = Vec::new();
                for &var in binder.vars.iter().rev() {
                    sort = format!("(Array {} {sort})", syntax::sort(self.pool, self.pool.variable(var).sort));
                    heads.push(sort.clone());
                }
                for head in heads.iter().rev() {
                    pieces.push(Piece::Text(format!("((as const {head}) ")));
                }
                pieces.push(Piece::Term(args[0]));
                pieces.push(Piece::Text(")".repeat(heads.len())));
            }
            Op::Lambda(binder) => {
                for &var in &binder.vars {
                    pieces.push(Piece::Text(format!("(lambda ({}) ", self.typed(var))));
                }
                pieces.push(Piece::Term(args[0]));
                pieces.push(Piece::Text(")".repeat(binder.vars.len())));
            }
            Op::And | Op::Or | Op::Add | Op::Mul if args.len() == 1 => pieces.push(Piece::Term(args[0])),
            _ if args.is_empty() => pieces.push(Piece::Text(syntax::head(self.pool, term))),
            _ => {
                pieces.push(Piece::Text(format!("({}", syntax::head(self.pool, term))));
                for &arg in args {
                    pieces.push(Piece::Text(" ".to_string()));
                    pieces.push(Piece::Term(arg));
                }
                pieces.push(Piece::Text(")".to_string()));
            }
        }
        pieces.reverse();
        pieces
    }

    /// `(select (select m i) j)`
    fn select(&self, args: &[Term], pieces: &mut Vec<Piece>) {
        pieces.push(Piece::Text("(select ".repeat(args.len() - 1)));
        pieces.push(Piece::Term(args[0]));
        for &index in &args[1..] {
            pieces.push(Piece::Text(" ".to_string()));
            pieces.push(Piece::Term(index));
            pieces.push(Piece::Text(")".to_string()));
        }
    }

    /// `(store m i (store (select m i) j v))`; of no indices it is `v`.
    fn store(&self, args: &[Term], pieces: &mut Vec<Piece>) {
        let [map, index @ .., value] = args else { return };
        for (depth, &at) in index.iter().enumerate() {
            pieces.push(Piece::Text("(store ".to_string()));
            let row: Vec<Term> = std::iter::once(*map).chain(index[..depth].iter().copied()).collect();
            self.select(&row, pieces);
            pieces.push(Piece::Text(" ".to_string()));
            pieces.push(Piece::Term(at));
            pieces.push(Piece::Text(" ".to_string()));
        }
        pieces.push(Piece::Term(*value));
        pieces.push(Piece::Text(")".repeat(index.len())));
    }

    fn quantifier(&self, term: Term, binder: &Binder, pieces: &mut Vec<Piece>) {
        let vars: Vec<String> = binder.vars.iter().map(|&var| self.typed(var)).collect();
        pieces.push(Piece::Text(format!("({} ({}) ", syntax::head(self.pool, term), vars.join(" "))));
        let patterns: Vec<&[Term]> = binder
            .triggers
            .iter()
            .filter_map(|trigger| match trigger {
                Trigger::Pattern(terms) if is_legal_pattern(self.pool, binder, terms) => Some(terms.as_slice()),
                Trigger::Pattern(_) | Trigger::NoPattern(_) => None,
            })
            .collect();
        if !patterns.is_empty() {
            pieces.push(Piece::Text("(! ".to_string()));
        }
        pieces.push(Piece::Term(self.pool.args(term)[0]));
        for pattern in &patterns {
            pieces.push(Piece::Text(" :pattern (".to_string()));
            for (number, &term) in pattern.iter().enumerate() {
                pieces.extend((number > 0).then(|| Piece::Text(" ".to_string())));
                pieces.push(Piece::Term(term));
            }
            pieces.push(Piece::Text(")".to_string()));
        }
        pieces.push(Piece::Text(if patterns.is_empty() { ")" } else { "))" }.to_string()));
    }
}
