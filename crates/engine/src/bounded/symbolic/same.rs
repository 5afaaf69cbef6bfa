//! Are two states the same? In: a state; out: a number that is the same for states which go on alike, whatever their symbols are
//! called. On the way, conditions are dropped from the state that are about nothing it still holds: its model satisfies them.
//!
//! Two states with one number by accident cost a run that is not looked at, and never an answer.

use std::rc::Rc;

use invar_base::Id;
use invar_logic::{Op, Term};
use rustc_hash::{FxHashMap, FxHashSet};

use super::state::{Conditions, Path, State};
use super::symbols::Symbols;
use super::value::{Base, Sym, mixed, term_number};

/// States with more cells that hold terms are not compared.
const MOST_CELLS: usize = 400;

/// Larger terms are compared as they are.
const MOST_NODES: u64 = 5_000;

/// See the module header.
pub fn fingerprint(symbols: &mut Symbols<'_>, conditions: &mut Conditions, state: &mut State) -> Option<u64> {
    if state.vars.symbolic().map(|(_, value)| value.symbolic()).sum::<usize>() > MOST_CELLS {
        return None;
    }
    let mut hashing = Hashing { symbols, numbers: FxHashMap::default() };
    let place = mixed(state.place.impl_id.index() as u64, state.place.block.index() as u64);
    let mut hash = mixed(mixed(place, u64::from(state.place.cmd)), state.vars.concrete_hash());
    if let Some(frame) = &state.caller {
        hash = mixed(hash, frame.hash);
        for &term in frame.held.iter() {
            hash = mixed(hash, hashing.term(term));
        }
    }
    for (var, value) in state.vars.symbolic() {
        hash = mixed(hash, mixed(var.index() as u64, hashing.value(value)));
    }
    let held: Vec<Term> = hashing.numbers.keys().copied().collect();
    let left = drop_others(hashing.symbols, conditions, state, held);
    let left = left.into_iter().map(|condition| hashing.term(condition));
    Some(mixed(hash, left.fold(0, |sum, hash| sum ^ hash)))
}

/// Leaves the conditions that are about these symbols, or share symbols with such.
fn drop_others(
    symbols: &mut Symbols<'_>,
    conditions: &mut Conditions,
    state: &mut State,
    held: Vec<Term>,
) -> Vec<Term> {
    let path = conditions.of(state.path);
    let mut held: FxHashSet<Term> = held.into_iter().collect();
    let mut taken = vec![false; path.len()];
    loop {
        let mut changed = false;
        for (position, &condition) in path.iter().enumerate() {
            let own = symbols.mentioned(condition);
            if !taken[position] && own.iter().any(|symbol| held.contains(symbol)) {
                taken[position] = true;
                held.extend(own.iter().copied());
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    let left: Vec<Term> = path.iter().zip(&taken).filter(|(_, taken)| **taken).map(|(term, _)| *term).collect();
    if left.len() < path.len() {
        state.path = left.iter().rev().fold(Path::default(), |path, &condition| conditions.push(path, condition));
        let known = state.known.iter();
        let known = known.filter(|(term, _)| symbols.mentioned(**term).iter().all(|symbol| held.contains(symbol)));
        state.known = Rc::new(known.map(|(term, value)| (*term, value.clone())).collect());
    }
    left
}

struct Hashing<'h, 'a> {
    symbols: &'h mut Symbols<'a>,
    /// Symbols in the order in which they are met.
    numbers: FxHashMap<Term, u64>,
}

impl Hashing<'_, '_> {
    fn value(&mut self, value: &Sym) -> u64 {
        match value {
            Sym::Term(term) => self.term(*term),
            Sym::Map(map) => {
                let mut hash = map.concrete_hash();
                if let Base::Const(value) = &map.base
                    && value.hash().is_none()
                {
                    hash = mixed(hash, self.value(value));
                }
                for (key, cell) in map.cells().filter(|(_, cell)| cell.hash().is_none()) {
                    hash = mixed(hash, mixed(key as u64, self.value(cell)));
                }
                hash
            }
            Sym::Int(_) | Sym::Bool(_) => value.hash().unwrap_or(0),
        }
    }

    fn term(&mut self, term: Term) -> u64 {
        if self.symbols.is_symbol(term) {
            return self.symbol(term);
        }
        let pool = &self.symbols.pool;
        if pool.args(term).is_empty() {
            return term_number(term);
        }
        if pool.tree_size(term) > MOST_NODES {
            for &symbol in self.symbols.mentioned(term).iter() {
                self.symbol(symbol);
            }
            return term_number(term);
        }
        let args: Vec<Term> = pool.args(term).to_vec();
        let head = operation(pool.op(term));
        args.into_iter().fold(head, |hash, arg| mixed(hash, self.term(arg)))
    }

    /// Symbols are told apart by their order and by what they may be; cells of maps that were there from the start have names.
    fn symbol(&mut self, symbol: Term) -> u64 {
        let next = self.numbers.len() as u64;
        let number = *self.numbers.entry(symbol).or_insert(next);
        if *self.symbols.pool.op(symbol) == Op::Select {
            return term_number(symbol);
        }
        let (low, high) = self.symbols.range(symbol);
        mixed(number, mixed(low as u64, high as u64))
    }
}

fn operation(op: &Op) -> u64 {
    use std::hash::{Hash, Hasher};
    let mut hasher = rustc_hash::FxHasher::default();
    op.hash(&mut hasher);
    hasher.finish()
}
