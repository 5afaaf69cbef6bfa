//! Which names are types: C's grammar depends on the declarations before (C11 §6.2.1, §6.7.8).

use invar_base::Symbol;
use rustc_hash::FxHashMap;

/// The innermost declaration of each name decides.
#[derive(Default)]
pub struct Scopes {
    /// For each name the kinds of its visible declarations, the innermost last.
    visible: FxHashMap<Symbol, Vec<NameKind>>,
    /// The names of the inner scopes, in the order of their declarations.
    declared: Vec<Symbol>,
    /// Where in `declared` each open inner scope begins.
    starts: Vec<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum NameKind {
    Type,
    /// A variable, function or constant.
    Value,
}

impl Scopes {
    pub fn is_type(&self, name: Symbol) -> bool {
        self.visible.get(&name).and_then(|kinds| kinds.last()) == Some(&NameKind::Type)
    }

    pub fn declare(&mut self, name: Symbol, kind: NameKind) {
        let kinds = self.visible.entry(name).or_default();
        if self.starts.is_empty() {
            // The file's scope is never left, and a declaration in it may be repeated any number of times.
            kinds.clear();
        } else {
            self.declared.push(name);
        }
        kinds.push(kind);
    }

    /// A name that was used as a type without being one is taken for one to the end of the file.
    pub fn declare_type_everywhere(&mut self, name: Symbol) {
        let kinds = self.visible.entry(name).or_default();
        kinds.iter_mut().for_each(|kind| *kind = NameKind::Type);
        if kinds.is_empty() {
            kinds.push(NameKind::Type);
        }
    }

    pub fn open(&mut self) {
        self.starts.push(self.declared.len());
    }

    pub fn close(&mut self) {
        let start = self.starts.pop().unwrap_or(0);
        for name in self.declared.drain(start..) {
            if let Some(kinds) = self.visible.get_mut(&name) {
                kinds.pop();
            }
        }
    }
}
