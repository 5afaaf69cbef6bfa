//! Symbols of the linker, functions that the system calls, and functions that come back in ways of their own.
//!
//! Two names may be one thing for the linker (`asm("symbol")`, `#pragma redefine_extname`), and a definition may be replaced
//! by another (`#pragma weak`). The typed program has one thing for every name, so what has two is doubted.

use std::collections::{BTreeMap, BTreeSet};

use super::scope::{Linked, Resolver};
use crate::c::ast;
use crate::c::hir::{Doubt, FunctionId};

/// These return more than once, or go on in another place than after their call.
const JUMPS: [&str; 20] = [
    "setjmp",
    "_setjmp",
    "__setjmp",
    "sigsetjmp",
    "__sigsetjmp",
    "__builtin_setjmp",
    "longjmp",
    "_longjmp",
    "__longjmp",
    "siglongjmp",
    "__libc_siglongjmp",
    "__longjmp_chk",
    "__builtin_longjmp",
    "getcontext",
    "setcontext",
    "swapcontext",
    "makecontext",
    "vfork",
    "__builtin_eh_return",
    "__builtin_nonlocal_goto",
];

/// What to doubt of a function of this name.
pub(super) fn jump_doubt(name: &str) -> Option<String> {
    is_jump(name).then(|| format!("jumps of `{name}`"))
}

pub(super) fn is_jump(name: &str) -> bool {
    JUMPS.contains(&name)
}

/// What a pragma means for the runs of a program.
enum Pragma<'t> {
    Harmless,
    /// Of these names: another definition may count.
    Names(Vec<&'t str>),
    Doubted,
}

impl Resolver<'_> {
    /// `asm("symbol")` after a declarator.
    pub(super) fn note_linker_name(&mut self, thing: Linked, label: Option<&ast::StringLiteral>) {
        let Some(label) = label else { return };
        let symbol = label.units.iter().filter_map(|unit| char::from_u32(*unit)).collect();
        self.linkage.symbols.push((thing, symbol));
    }

    pub(super) fn note_start(&mut self, id: FunctionId, constructor: Option<u64>, destructor: Option<u64>) {
        for (priority, list) in
            [(constructor, &mut self.linkage.constructors), (destructor, &mut self.linkage.destructors)]
        {
            if let Some(priority) = priority
                && !list.iter().any(|(_, known)| *known == id)
            {
                list.push((priority, id));
                self.functions[id].is_used = true;
            }
        }
    }

    /// The functions that run before `main`, and after it. Where their order is not given, or they are not simple calls, the
    /// program is doubted.
    pub(super) fn order_starts(&mut self) {
        let constructors = std::mem::take(&mut self.linkage.constructors);
        let destructors = std::mem::take(&mut self.linkage.destructors);
        self.linkage.before_main = self.in_order(constructors, "functions that run before `main`");
        self.linkage.after_main = self.in_order(destructors, "functions that run after `main`");
        self.linkage.after_main.reverse();
    }

    fn in_order(&mut self, mut list: Vec<(u64, FunctionId)>, what: &str) -> Vec<FunctionId> {
        list.sort();
        let ambiguous = list.windows(2).any(|pair| pair[0].0 == pair[1].0);
        let simple = list.iter().all(|(_, id)| {
            let function = &self.functions[*id];
            function.body.is_some() && function.params.is_empty()
        });
        if let Some((_, first)) = list.first()
            && (ambiguous || !simple)
        {
            let span = self.functions[*first].name_span;
            self.doubts.push(Doubt { what: what.to_string(), span });
            return Vec::new();
        }
        list.into_iter().map(|(_, id)| id).collect()
    }

    /// Assembler text that names functions may call them, and variables that it does not say it changes may change.
    pub(super) fn doubt_assembler(&mut self) {
        let words = self.linkage.assembler.clone();
        for (word, (span, clobbers_memory)) in words {
            let is_hidden = match self.linked.get(word.as_str()) {
                Some(Linked::Function(_)) => true,
                Some(Linked::Global(id)) => self.globals[*id].is_static || !clobbers_memory,
                None => false,
            };
            if is_hidden {
                self.doubt_program("functions and variables that assembler text names".to_string(), span);
            }
        }
    }

    pub(super) fn note_assembler(&mut self, asm: &ast::Asm, clobbers_memory: bool) {
        let text: String = asm.template.units.iter().filter_map(|&unit| char::from_u32(unit)).collect();
        for word in text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_') {
            let known = self.linkage.assembler.entry(word.to_string()).or_insert((asm.span, clobbers_memory));
            known.1 &= clobbers_memory;
        }
    }

    /// Things that share a symbol, and functions without a body that are other ones than their name says.
    pub(super) fn doubt_linker_names(&mut self) {
        let symbols = self.linkage.symbols.clone();
        let mut by_symbol: BTreeMap<&str, Vec<Linked>> = BTreeMap::new();
        let mut renamed: BTreeSet<&str> = BTreeSet::new();
        for (thing, symbol) in &symbols {
            by_symbol.entry(symbol).or_default().push(*thing);
            if self.name_of(*thing) != symbol {
                renamed.insert(self.name_of(*thing));
            }
        }
        let mut doubted = Vec::new();
        for (symbol, mut things) in by_symbol {
            things.extend(self.linked.get(symbol).filter(|_| !renamed.contains(symbol)).copied());
            let names: BTreeSet<&str> = things.iter().map(|thing| self.name_of(*thing)).collect();
            let is_shared = names.len() > 1;
            let strange = things.into_iter().filter(|thing| is_shared || self.is_other_function(*thing, symbol));
            doubted.extend(strange.map(|thing| (thing, format!("other names of the symbol `{symbol}`"))));
        }
        for (id, global) in self.globals.iter().filter(|(_, global)| global.is_extern) {
            // The linker makes these: they lie where the variables of a section do.
            if global.name.starts_with("__start_") || global.name.starts_with("__stop_") {
                doubted.push((Linked::Global(id), format!("variables around `{}`", global.name)));
            }
        }
        doubted.into_iter().for_each(|(thing, what)| self.doubt_thing(thing, what));
    }

    /// Headers give variants of a function names that contain its own (`__isoc99_scanf`). Any other symbol is a function
    /// that only the linker knows, whatever the name here suggests.
    fn is_other_function(&self, thing: Linked, symbol: &str) -> bool {
        let Linked::Function(id) = thing else { return false };
        let name = self.name_of(thing);
        self.functions[id].body.is_none() && !symbol.contains(name) && !name.contains(symbol)
    }

    fn name_of(&self, thing: Linked) -> &str {
        match thing {
            Linked::Global(id) => &self.globals[id].name,
            Linked::Function(id) => &self.functions[id].name,
        }
    }

    pub(super) fn doubt_thing(&mut self, thing: Linked, what: String) {
        let doubt = match thing {
            Linked::Global(id) => &mut self.globals[id].doubt,
            Linked::Function(id) => &mut self.functions[id].doubt,
        };
        doubt.get_or_insert(what);
    }

    pub(super) fn pragma(&mut self, pragma: &ast::Pragma) {
        match pragma_meaning(&pragma.text) {
            Pragma::Harmless => {}
            Pragma::Names(names) => {
                for name in names {
                    if let Some(thing) = self.linked.get(name).copied() {
                        self.doubt_thing(thing, format!("other definitions of `{name}` (by a pragma)"));
                    }
                }
            }
            Pragma::Doubted => {
                let what = format!("effects of the pragma `{}`", pragma.text);
                self.doubt_program(what, pragma.span);
            }
        }
    }
}

/// A pragma that no compiler is known to give a meaning to is ignored by all; the others are here.
fn pragma_meaning(text: &str) -> Pragma<'_> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let mut words = text.split(|c: char| !is_word(c)).filter(|word| !word.is_empty());
    match words.next() {
        Some("weak" | "redefine_extname") => Pragma::Names(words.collect()),
        Some("scalar_storage_order" | "init" | "fini" | "startup" | "exit" | "ms_struct" | "options") => {
            Pragma::Doubted
        }
        Some("GCC") => match words.next() {
            Some("optimize" | "pch_preprocess" | "reset_options") => Pragma::Doubted,
            Some(_) | None => Pragma::Harmless,
        },
        Some(_) | None => Pragma::Harmless,
    }
}
