//! The abstraction algorithms behind one door: which of them, and the abstract element that it grows.

use invar_solve::bdd::{Exhausted, Space};

use super::clause::{Clause, Cube};
use super::core::Learnt;
use super::element::Element;
use super::fq::Version;
use super::question::Question;
use super::{brute, ddp, fq, ss};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Algorithm {
    /// Ours.
    Core,
    Published(Published),
}

/// The algorithms that FQ02 compares, and the naive one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Published {
    /// FQ02's.
    Fq(Version),
    /// Das, Dill and Park's.
    Ddp,
    /// Saïdi and Shankar's.
    Ss,
    /// Every maximal clause.
    Brute,
}

impl Algorithm {
    /// Does the analysis of an inner loop begin afresh in each iteration of the outer one, as in the paper? The outer
    /// invariant only weakens, so it can as well go on from where it was.
    pub fn begins_afresh(self) -> bool {
        match self {
            Algorithm::Core | Algorithm::Published(Published::Fq(Version::Tuned)) => false,
            Algorithm::Published(
                Published::Fq(Version::Literal) | Published::Ddp | Published::Ss | Published::Brute,
            ) => true,
        }
    }
}

impl Published {
    /// r ∨ α(Q)
    pub fn union(self, r: &Element, question: &mut dyn Question) -> Result<Element, Exhausted> {
        match self {
            Published::Fq(version) => fq::union(version, r, question),
            Published::Ddp => ddp::union(r, question),
            Published::Ss => ss::union(r, question),
            Published::Brute => brute::union(r, question),
        }
    }
}

/// r, and how it grows.
#[derive(Clone)]
pub enum Abstract {
    Learnt(Learnt),
    Element(Published, Element),
}

impl Abstract {
    /// No state. `core` will have clauses of at most so many literals, the others have them as long as they need.
    pub fn bottom(algorithm: Algorithm, predicates: usize, longest: usize) -> Abstract {
        match algorithm {
            Algorithm::Core => Abstract::Learnt(Learnt::bottom(longest)),
            Algorithm::Published(published) => match Space::new(predicates) {
                Ok(space) => Abstract::Element(published, Element::bottom(&space)),
                Err(Exhausted) => Abstract::top(),
            },
        }
    }

    /// Any state.
    pub fn top() -> Abstract {
        Abstract::Learnt(Learnt::top())
    }

    pub fn clauses(&self) -> &[Clause] {
        match self {
            Abstract::Learnt(learnt) => learnt.clauses(),
            Abstract::Element(_, element) => element.clauses(),
        }
    }

    /// Begins with states that are known without asking. The published algorithms ask.
    pub fn begin_with(&mut self, predicates: usize, states: &[Cube]) {
        match self {
            Abstract::Learnt(learnt) => learnt.begin_with(predicates, states),
            Abstract::Element(..) => {}
        }
    }

    /// `self ∨ α(Q)`, or anything weaker if that takes too much memory. Did it grow?
    pub fn union(&mut self, question: &mut dyn Question) -> bool {
        match self {
            Abstract::Learnt(learnt) => learnt.union(question),
            Abstract::Element(published, element) => match published.union(element, question) {
                Ok(next) => {
                    let grew = !next.is_same(element);
                    *element = next;
                    grew
                }
                Err(Exhausted) => {
                    *self = Abstract::top();
                    true
                }
            },
        }
    }
}
