//! Interned names. A `Symbol` means something only together with the `Interner` that made it.

use rustc_hash::FxHashMap;

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Symbol(u32);

#[derive(Clone, Default, Debug)]
pub struct Interner {
    /// The number of its first symbol.
    first: u32,
    names: Vec<Box<str>>,
    index: FxHashMap<Box<str>, Symbol>,
}

impl Interner {
    /// For names beside those of another one: the symbols of the two are different.
    pub fn beside(other: &Interner) -> Interner {
        Interner { first: other.next(), ..Interner::default() }
    }

    fn next(&self) -> u32 {
        self.first + self.names.len() as u32
    }

    /// Did it make the symbol?
    pub fn has(&self, symbol: Symbol) -> bool {
        (self.first..self.next()).contains(&symbol.0)
    }

    pub fn intern(&mut self, name: &str) -> Symbol {
        if let Some(&symbol) = self.index.get(name) {
            return symbol;
        }
        let symbol = Symbol(self.next());
        self.names.push(name.into());
        self.index.insert(name.into(), symbol);
        symbol
    }

    pub fn name(&self, symbol: Symbol) -> &str {
        &self.names[(symbol.0 - self.first) as usize]
    }

    pub fn len(&self) -> usize {
        self.names.len()
    }

    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    pub fn lookup(&self, name: &str) -> Option<Symbol> {
        self.index.get(name).copied()
    }
}
