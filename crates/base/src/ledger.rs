//! What may still be spent: resource units of the prover, counted down as queries are paid for. No clock is involved, so the
//! same program has the same shares on every machine.
//!
//! A stage gets a share of what is left, which is a ledger of its own. Whatever is paid from the share is paid from the ledger
//! that it was taken from, too: what a stage does not spend is still there for the next one, and all of them together never
//! spend more than was given.

use std::cell::Cell;
use std::rc::Rc;

/// A clone is the same ledger, not a copy of the money.
#[derive(Clone, Debug)]
pub struct Ledger(Rc<Account>);

#[derive(Debug)]
struct Account {
    left: Cell<u64>,
    taken_from: Option<Ledger>,
}

impl Ledger {
    pub fn new(units: u64) -> Ledger {
        Ledger(Rc::new(Account { left: Cell::new(units), taken_from: None }))
    }

    /// A ledger with at most so many thousandths of what is left in this one.
    pub fn share(&self, thousandths: u16) -> Ledger {
        let left = u128::from(self.left()) * u128::from(thousandths.min(1_000)) / 1_000;
        // A thousand thousandths of a number are no more than the number.
        let left = Cell::new(u64::try_from(left).unwrap_or(u64::MAX));
        Ledger(Rc::new(Account { left, taken_from: Some(self.clone()) }))
    }

    /// What this ledger and those that it was taken from still allow.
    pub fn left(&self) -> u64 {
        self.chain().map(|account| account.left.get()).min().unwrap_or(0)
    }

    /// Pays what something cost. What costs more than is left leaves nothing.
    pub fn pay(&self, units: u64) {
        for account in self.chain() {
            account.left.set(account.left.get().saturating_sub(units));
        }
    }

    /// This account, the one that it was taken from, and so on.
    fn chain(&self) -> impl Iterator<Item = &Account> {
        std::iter::successors(Some(&*self.0), |account| account.taken_from.as_ref().map(|ledger| &*ledger.0))
    }
}

#[cfg(test)]
mod tests {
    use super::Ledger;

    #[test]
    fn a_share_is_paid_from_the_whole() {
        let all = Ledger::new(1_000);
        let share = all.share(250);
        assert_eq!((share.left(), all.left()), (250, 1_000), "taking a share costs nothing");
        share.pay(100);
        assert_eq!((share.left(), all.left()), (150, 900));
        let inner = share.share(500);
        inner.pay(75);
        assert_eq!((inner.left(), share.left(), all.left()), (0, 75, 825));
    }

    #[test]
    fn what_is_not_spent_is_there_for_the_next() {
        let all = Ledger::new(1_000);
        let first = all.share(500);
        first.pay(10);
        drop(first);
        assert_eq!(all.share(500).left(), 495);
    }

    #[test]
    fn nobody_spends_more_than_was_given() {
        let all = Ledger::new(1_000);
        let (one, other) = (all.share(800), all.share(800));
        one.pay(700);
        assert_eq!(other.left(), 300, "the whole has no more, whatever the share was");
        other.pay(5_000);
        assert_eq!((one.left(), other.left(), all.left()), (0, 0, 0));
        assert_eq!(all.share(1_000).left(), 0);
    }

    #[test]
    fn shares_of_anything_are_no_more_than_it() {
        assert_eq!(Ledger::new(u64::MAX).share(1_000).left(), u64::MAX);
        assert_eq!(Ledger::new(u64::MAX).share(2_000).left(), u64::MAX);
        assert_eq!(Ledger::new(7).share(0).left(), 0);
        assert_eq!(Ledger::new(999).share(1).left(), 0);
    }

    #[test]
    fn a_clone_is_the_same_ledger() {
        let all = Ledger::new(100);
        all.clone().pay(40);
        assert_eq!(all.left(), 60);
    }
}
