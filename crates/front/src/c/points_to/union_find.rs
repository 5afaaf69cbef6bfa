//! Union-find over small integers, with path halving. The smaller number of two classes stays the representative, so that
//! results do not depend on the order of unions: classes here are joined a few times each, and trees stay shallow.

#[derive(Clone, Debug, Default)]
pub struct UnionFind {
    parents: Vec<u32>,
}

impl UnionFind {
    /// A new element, in a class of its own.
    pub fn push(&mut self) -> u32 {
        let element = self.parents.len() as u32;
        self.parents.push(element);
        element
    }

    pub fn len(&self) -> usize {
        self.parents.len()
    }

    pub fn find(&mut self, mut element: u32) -> u32 {
        while self.parents[element as usize] != element {
            let grandparent = self.parents[self.parents[element as usize] as usize];
            self.parents[element as usize] = grandparent;
            element = grandparent;
        }
        element
    }

    /// Joins two classes: the representative that stays and the one that goes, or `None` if they were one already.
    pub fn union(&mut self, left: u32, right: u32) -> Option<(u32, u32)> {
        let (left, right) = (self.find(left), self.find(right));
        if left == right {
            return None;
        }
        let (stays, goes) = (left.min(right), left.max(right));
        self.parents[goes as usize] = stays;
        Some((stays, goes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against the naive version: a label per element, all of which are rewritten by a union.
    #[test]
    fn agrees_with_relabelling() {
        let size = 200;
        let mut fast = UnionFind::default();
        let mut labels: Vec<u32> = (0..size).map(|_| fast.push()).collect();
        let mut state = 7u32;
        for _ in 0..300 {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let (left, right) = ((state >> 8) % size, (state >> 18) % size);
            fast.union(left, right);
            let (a, b) = (labels[left as usize], labels[right as usize]);
            labels.iter_mut().filter(|label| **label == a.max(b)).for_each(|label| *label = a.min(b));
            let found: Vec<u32> = (0..size).map(|element| fast.find(element)).collect();
            assert_eq!(found, labels);
        }
    }
}
