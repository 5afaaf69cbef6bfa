//! One symbolic run on its way: where it is, the variables' values, the conditions on its symbols, and one choice of the symbols
//! (its model) that satisfies them. States are shared in parts, so that going two ways costs little.

use std::rc::Rc;

use invar_base::Id;
use invar_gcl::{BlockId, ImplId};
use invar_logic::{Term, VarId};
use rustc_hash::FxHashMap;

use super::symbols::Model;
use super::value::{Sym, mixed};

/// Variables of one page.
const PAGE: usize = 32;

type Page = [Option<Sym>; PAGE];

/// The variables' values, with a hash of those that are concrete.
#[derive(Clone, Default)]
pub struct Vars {
    pages: Vec<Option<Rc<Page>>>,
    hash: u64,
    /// Variables whose values mention symbols, in order.
    symbolic: Vec<VarId>,
}

impl Vars {
    pub fn get(&self, var: VarId) -> Option<&Sym> {
        self.pages.get(var.index() / PAGE)?.as_ref()?[var.index() % PAGE].as_ref()
    }

    pub fn set(&mut self, var: VarId, value: Sym) {
        self.take(var);
        self.note(var, &value);
        if let Some(cell) = self.cell(var) {
            *cell = Some(value);
        }
    }

    /// Takes the value out.
    pub fn take(&mut self, var: VarId) -> Option<Sym> {
        self.get(var)?;
        let value = self.cell(var)?.take()?;
        self.note(var, &value);
        Some(value)
    }

    fn cell(&mut self, var: VarId) -> Option<&mut Option<Sym>> {
        let number = var.index() / PAGE;
        if self.pages.len() <= number {
            self.pages.resize(number + 1, None);
        }
        let page = self.pages[number].get_or_insert_with(|| Rc::new([const { None }; PAGE]));
        Rc::make_mut(page).get_mut(var.index() % PAGE)
    }

    /// The value comes in or goes out: for hashes that is the same.
    fn note(&mut self, var: VarId, value: &Sym) {
        match (value.hash(), self.symbolic.binary_search(&var)) {
            (Some(hash), _) => self.hash ^= mixed(var.index() as u64, hash),
            (None, Ok(place)) => drop(self.symbolic.remove(place)),
            (None, Err(place)) => self.symbolic.insert(place, var),
        }
    }

    /// Of the concrete values.
    pub fn concrete_hash(&self) -> u64 {
        self.hash
    }

    /// The others, in the order of the variables.
    pub fn symbolic(&self) -> impl Iterator<Item = (VarId, &Sym)> {
        self.symbolic.iter().filter_map(|&var| Some((var, self.get(var)?)))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Place {
    pub impl_id: ImplId,
    pub block: BlockId,
    pub cmd: u32,
}

/// A caller that waits.
pub struct Frame {
    /// The call.
    pub place: Place,
    /// Values of the callee's variables in an activation further out.
    pub saved: Vec<(VarId, Sym)>,
    pub caller: Option<Rc<Frame>>,
    pub depth: u32,
    /// How far checks are, once the callee has returned.
    pub distance: u32,
    /// Of the places of all callers, and of the concrete values that were saved.
    pub hash: u64,
    /// Terms that were saved, by all callers.
    pub held: Rc<[Term]>,
}

impl Drop for Frame {
    /// Chains are as long as recursion is deep.
    fn drop(&mut self) {
        let mut next = self.caller.take();
        while let Some(frame) = next {
            next = Rc::try_unwrap(frame).ok().and_then(|mut frame| frame.caller.take());
        }
    }
}

/// The last of a state's conditions, and how many there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Path {
    last: u32,
    pub count: u32,
}

impl Default for Path {
    fn default() -> Path {
        Path { last: u32::MAX, count: 0 }
    }
}

/// The conditions of all states, each with the one before it: states that began alike share them.
#[derive(Default)]
pub struct Conditions(Vec<(u32, Term)>);

impl Conditions {
    pub fn push(&mut self, path: Path, condition: Term) -> Path {
        self.0.push((path.last, condition));
        Path { last: (self.0.len() - 1) as u32, count: path.count + 1 }
    }

    /// The conditions of one state, the last one first.
    pub fn of(&self, path: Path) -> Vec<Term> {
        let mut found = Vec::with_capacity(path.count as usize);
        let mut at = path.last;
        while let Some(&(before, condition)) = self.0.get(at as usize) {
            found.push(condition);
            at = before;
        }
        found
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }
}

/// What the results of a call are.
pub type Results = Rc<[(VarId, Option<Sym>)]>;

/// See the module header.
#[derive(Clone)]
pub struct State {
    pub place: Place,
    pub caller: Option<Rc<Frame>>,
    pub vars: Vars,
    /// Conditions on symbols that are still mentioned; the model satisfies them.
    pub path: Path,
    /// Terms that the conditions determine.
    pub known: Rc<FxHashMap<Term, Sym>>,
    pub model: Rc<Model>,
    /// The last of its decisions.
    pub record: u32,
    /// What the results of the call at hand were chosen to be, where it is looked at once more.
    pub chosen: Option<Results>,
    /// Not satisfied by the model: must be before the run goes on.
    pub need: Option<Term>,
}

impl State {
    pub fn depth(&self) -> u32 {
        self.caller.as_ref().map_or(0, |frame| frame.depth)
    }

    /// Has the variable a value of which something is known?
    pub fn known(&self, term: Term) -> Option<&Sym> {
        self.known.get(&term)
    }
}
