//! What the walk carries along: the values of variables, activations of bodies, and places in the order of copies.

use std::rc::Rc;

use invar_base::Span;
use invar_gcl::{BlockId, ImplId};
use invar_logic::{Term, VarId};
use rustc_hash::FxHashMap;

use super::order::Order;
use crate::fold::Known;

pub type Map = FxHashMap<VarId, Term>;

/// The values at one place. A global that is not there still has its value on entry, which is the variable itself.
#[derive(Clone, Default)]
pub struct Values {
    pub globals: Rc<Map>,
    /// One per activation, the running one last: locals, formals and old values.
    pub frames: Vec<Rc<Map>>,
}

impl Known for Values {
    fn term(&self, var: VarId) -> Option<Term> {
        let local = self.frames.last().and_then(|frame| frame.get(&var));
        local.or_else(|| self.globals.get(&var)).copied()
    }
}

impl Values {
    pub fn set_global(&mut self, var: VarId, term: Term) {
        Rc::make_mut(&mut self.globals).insert(var, term);
    }

    pub fn set_local(&mut self, var: VarId, term: Term) {
        if let Some(frame) = self.frames.last_mut() {
            Rc::make_mut(frame).insert(var, term);
        }
    }
}

/// One activation of a body.
pub struct Activation {
    pub impl_id: ImplId,
    pub order: Rc<Order>,
    /// Where it was called.
    pub caller: Option<Caller>,
    /// Of the places of its blocks.
    pub prefix: Vec<u32>,
    /// Lengths of the parts of the prefix that end with an iteration.
    pub iterations: Vec<usize>,
}

pub struct Caller {
    pub at: Place,
    pub outs: Vec<VarId>,
    pub span: Span,
}

/// A copy of a block, from one of its commands on.
#[derive(Clone)]
pub struct Place {
    pub activation: Rc<Activation>,
    pub block: BlockId,
    pub cmd: usize,
    /// One per loop around the block.
    pub rounds: Vec<Round>,
    pub by_back_edge: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Round {
    pub iteration: u32,
    /// Iterations before this one that could have left the loop.
    pub exits: u32,
    /// Iterations before this one that had branches at all.
    pub branches: u32,
}

/// What an iteration was seen to do.
#[derive(Clone, Copy, Default)]
pub struct Seen {
    pub exit: bool,
    pub branch: bool,
}

impl Place {
    /// The place in the order of all copies.
    pub fn key(&self) -> Vec<u32> {
        let mut key = self.activation.prefix.clone();
        let positions = self.activation.order.place(self.block);
        for (level, &position) in positions.iter().enumerate() {
            key.push(position);
            key.extend(self.rounds.get(level).map(|round| round.iteration));
        }
        key.push(self.cmd as u32);
        key
    }

    /// The iterations that this place is in, outermost first, as keys.
    pub fn iterations(&self) -> impl Iterator<Item = Vec<u32>> {
        let key = self.key();
        let own = (0..self.rounds.len()).map(|level| self.activation.prefix.len() + 2 * (level + 1));
        let lengths: Vec<usize> = self.activation.iterations.iter().copied().chain(own).collect();
        lengths.into_iter().map(move |length| key[..length].to_vec())
    }

    /// The activations of the body around this place, by their prefixes.
    pub fn prefixes(&self, impl_id: ImplId) -> Vec<&[u32]> {
        let around = self.around();
        around.filter(|activation| activation.impl_id == impl_id).map(|activation| &*activation.prefix).collect()
    }

    /// The activations around this place, innermost first.
    pub fn around(&self) -> impl Iterator<Item = &Activation> {
        std::iter::successors(Some(&*self.activation), |activation| Some(&*activation.caller.as_ref()?.at.activation))
    }
}
