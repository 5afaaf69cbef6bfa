//! Values of symbolic runs: concrete where everything they come from is, terms over *symbols* where it is not. A symbol is a
//! value that the program leaves open, or a cell of a map that it leaves open.
//!
//! Maps from integers are pages of cells over a base, shared between states until somebody writes. Each map carries the hash of its
//! concrete cells, so that comparing states costs little.

use std::rc::Rc;

use imbl::OrdMap;
use invar_logic::{Term, VarId};

/// See the module header.
#[derive(Clone, Debug)]
pub enum Sym {
    Int(i64),
    Bool(bool),
    /// Mentions symbols, or is a literal that is no machine number.
    Term(Term),
    Map(Rc<SymMap>),
}

/// What a map holds where nobody wrote.
#[derive(Clone, Debug)]
pub enum Base {
    Const(Box<Sym>),
    /// A map of which only the name is known: each of its cells is a symbol.
    Symbol(Term),
    Lambda(Rc<Closure>),
}

/// A lambda with the values of its free variables.
#[derive(Debug)]
pub struct Closure {
    pub var: VarId,
    pub body: Term,
    pub env: Vec<(VarId, Sym)>,
    /// Tells closures apart.
    pub number: u64,
}

/// Cells of one page.
const PAGE: i64 = 16;

type Page = [Option<Sym>; PAGE as usize];

#[derive(Clone, Debug)]
pub struct SymMap {
    pub base: Base,
    pages: OrdMap<i64, Rc<Page>>,
    /// Of the concrete cells and the base.
    hash: u64,
    /// Cells that hold terms, those of inner maps included.
    symbolic: usize,
}

impl SymMap {
    pub fn new(base: Base) -> SymMap {
        let hash = match &base {
            Base::Const(value) => value.hash().unwrap_or(1),
            Base::Symbol(term) => mixed(2, term_number(*term)),
            Base::Lambda(closure) => mixed(3, closure.number),
        };
        let symbolic = match &base {
            Base::Const(value) => value.symbolic(),
            Base::Symbol(_) | Base::Lambda(_) => 0,
        };
        SymMap { base, pages: OrdMap::new(), hash, symbolic }
    }

    /// What was written there.
    pub fn written(&self, key: i64) -> Option<&Sym> {
        self.pages.get(&key.div_euclid(PAGE))?[key.rem_euclid(PAGE) as usize].as_ref()
    }

    pub fn write(&mut self, key: i64, value: Sym) {
        let page = self.pages.entry(key.div_euclid(PAGE)).or_insert_with(|| Rc::new([const { None }; PAGE as usize]));
        let cell = &mut Rc::make_mut(page)[key.rem_euclid(PAGE) as usize];
        let before = cell.replace(value);
        let after = cell.clone();
        self.note(key, before.as_ref(), after.as_ref());
    }

    /// A cell's value goes out, and another comes in.
    fn note(&mut self, key: i64, before: Option<&Sym>, after: Option<&Sym>) {
        for value in [before, after].into_iter().flatten() {
            self.hash ^= value.hash().map_or(0, |hash| mixed(key as u64, hash));
        }
        let count = |value: Option<&Sym>| value.map_or(0, Sym::symbolic);
        self.symbolic = self.symbolic + count(after) - count(before);
    }

    /// Changes a map that is a cell of this one, in place where nobody else sees it. Gives it back if it is no map.
    pub fn write_inside(&mut self, key: i64, inner: i64, value: Sym) -> Result<(), Sym> {
        let Some(Sym::Map(_)) = self.written(key) else { return Err(value) };
        let Some(page) = self.pages.get_mut(&key.div_euclid(PAGE)) else { return Err(value) };
        let cell = &mut Rc::make_mut(page)[key.rem_euclid(PAGE) as usize];
        let Some(Sym::Map(mut map)) = cell.take() else { return Err(value) };
        let (before, count) = (map.own_hash(), map.symbolic);
        Rc::make_mut(&mut map).write(inner, value);
        for hash in [before, map.own_hash()].into_iter().flatten() {
            self.hash ^= mixed(key as u64, hash);
        }
        self.symbolic = self.symbolic + map.symbolic - count;
        *cell = Some(Sym::Map(map));
        Ok(())
    }

    /// `None` if it mentions symbols.
    fn own_hash(&self) -> Option<u64> {
        (self.symbolic == 0).then_some(self.hash)
    }

    /// Cells that were written, in order.
    pub fn cells(&self) -> impl Iterator<Item = (i64, &Sym)> {
        self.pages.iter().flat_map(|(&page, cells)| {
            let cells = cells.iter().enumerate();
            cells.filter_map(move |(place, cell)| Some((page * PAGE + place as i64, cell.as_ref()?)))
        })
    }

    /// Of the concrete cells.
    pub fn concrete_hash(&self) -> u64 {
        self.hash
    }
}

impl Sym {
    /// `None` if it mentions symbols.
    pub fn hash(&self) -> Option<u64> {
        match self {
            Sym::Int(number) => Some(mixed(11, *number as u64)),
            Sym::Bool(truth) => Some(mixed(12, u64::from(*truth))),
            Sym::Term(_) => None,
            Sym::Map(map) => map.own_hash(),
        }
    }

    /// How many terms it holds.
    pub fn symbolic(&self) -> usize {
        match self {
            Sym::Int(_) | Sym::Bool(_) => 0,
            Sym::Term(_) => 1,
            Sym::Map(map) => map.symbolic,
        }
    }
}

/// A number of its own for each term of a pool.
pub fn term_number(term: Term) -> u64 {
    use std::hash::{Hash, Hasher};
    let mut hasher = rustc_hash::FxHasher::default();
    term.hash(&mut hasher);
    hasher.finish()
}

/// Two numbers as one, with all bits stirred.
pub fn mixed(a: u64, b: u64) -> u64 {
    let mut x = a.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ b.wrapping_add(0x7f4a_7c15_9e37_79b9).rotate_left(23);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_of_writes_does_not_matter_to_the_hash() {
        let mut a = SymMap::new(Base::Const(Box::new(Sym::Int(0))));
        let mut b = a.clone();
        a.write(3, Sym::Int(1));
        a.write(40, Sym::Int(2));
        b.write(40, Sym::Int(7));
        b.write(3, Sym::Int(1));
        assert_ne!(Sym::Map(Rc::new(a.clone())).hash(), Sym::Map(Rc::new(b.clone())).hash());
        b.write(40, Sym::Int(2));
        assert_eq!(Sym::Map(Rc::new(a)).hash(), Sym::Map(Rc::new(b)).hash());
    }

    #[test]
    fn a_cell_of_an_inner_map_counts() {
        let row = || Sym::Map(Rc::new(SymMap::new(Base::Const(Box::new(Sym::Int(0))))));
        let mut a = SymMap::new(Base::Const(Box::new(row())));
        a.write(5, row());
        let before = a.concrete_hash();
        assert!(a.write_inside(5, 2, Sym::Int(9)).is_ok());
        assert_ne!(a.concrete_hash(), before);
        assert!(a.write_inside(5, 2, Sym::Term(Term::TRUE)).is_ok());
        assert_eq!(Sym::Map(Rc::new(a.clone())).hash(), None);
        assert!(a.write_inside(5, 2, Sym::Int(9)).is_ok());
        assert!(Sym::Map(Rc::new(a.clone())).hash().is_some());
        assert!(a.write_inside(6, 2, Sym::Int(9)).is_err(), "nobody wrote a row there");
    }
}
