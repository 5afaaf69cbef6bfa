//! Which state is next. No single order is good for all programs: the place that was come to least often, the one that is nearest
//! to a check, the oldest state and the youngest take turns.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::state::State;

/// States that wait.
const MOST: usize = 50_000;

/// What the orders look at.
#[derive(Clone, Copy)]
pub struct Merit {
    /// How often its place was come to.
    pub visits: u32,
    /// How far it is from a check.
    pub distance: u32,
}

#[derive(Default)]
pub struct Queue {
    states: Vec<Option<State>>,
    waiting: usize,
    is_cut: bool,
    rare: BinaryHeap<Reverse<(u32, u32, usize)>>,
    near: BinaryHeap<Reverse<(u32, usize)>>,
    oldest: usize,
    turn: u32,
}

impl Queue {
    pub fn push(&mut self, state: State, merit: Merit) {
        if self.waiting >= MOST {
            self.is_cut = true;
            return;
        }
        let number = self.states.len();
        self.states.push(Some(state));
        self.waiting += 1;
        self.rare.push(Reverse((merit.visits, merit.distance, number)));
        self.near.push(Reverse((merit.distance, number)));
    }

    pub fn waiting(&self) -> usize {
        self.waiting
    }

    /// Is nothing left, and was nothing left out?
    pub fn is_empty(&self) -> bool {
        self.waiting == 0 && !self.is_cut
    }

    pub fn pop(&mut self) -> Option<State> {
        if self.waiting == 0 {
            return None;
        }
        self.turn += 1;
        let number = match self.turn % 4 {
            0 => self.youngest(),
            1 => self.rarest(),
            2 => self.nearest(),
            _ => self.oldest(),
        }?;
        self.waiting -= 1;
        self.states[number].take()
    }

    fn is_waiting(&self, number: usize) -> bool {
        self.states.get(number).is_some_and(Option::is_some)
    }

    fn rarest(&mut self) -> Option<usize> {
        while let Some(Reverse((_, _, number))) = self.rare.pop() {
            if self.is_waiting(number) {
                return Some(number);
            }
        }
        None
    }

    fn nearest(&mut self) -> Option<usize> {
        while let Some(Reverse((_, number))) = self.near.pop() {
            if self.is_waiting(number) {
                return Some(number);
            }
        }
        None
    }

    fn oldest(&mut self) -> Option<usize> {
        while self.oldest < self.states.len() && !self.is_waiting(self.oldest) {
            self.oldest += 1;
        }
        self.is_waiting(self.oldest).then_some(self.oldest)
    }

    fn youngest(&mut self) -> Option<usize> {
        while self.states.last().is_some_and(Option::is_none) {
            self.states.pop();
        }
        self.oldest = self.oldest.min(self.states.len());
        self.states.len().checked_sub(1)
    }
}
