//! Many predicates: how many queries `core` takes, and that it misses nothing.

use super::super::{Clause, Counted, Learnt};
use super::agreement::all_clauses;
use super::planted::{Planted, clauses};

/// The shortest clauses found and the queries they took.
fn learn(predicates: usize, planted: &[Clause], longest: usize) -> (Learnt, u64) {
    let mut question = Planted::new(predicates, planted);
    let mut counted = Counted::new(&mut question, u64::MAX);
    let mut learnt = Learnt::bottom(longest);
    learnt.union(&mut counted);
    (learnt, counted.queries)
}

/// Every clause of the length is found exactly if it holds: each of them is asked.
fn assert_complete(predicates: usize, planted: &[Clause], longest: usize, learnt: &Learnt) {
    let mut question = Planted::new(predicates, planted);
    for clause in all_clauses(predicates, longest) {
        let known = learnt.clauses().iter().any(|known| known.subsumes(clause));
        assert_eq!(known, question.holds(clause), "{clause:?}");
    }
}

#[test]
fn twenty_predicates_and_clauses_of_four_literals() {
    for (seed, count) in [(1, 8), (2, 14), (3, 18)] {
        let planted = clauses(seed, 20, count, 4);
        let (learnt, queries) = learn(20, &planted, 4);
        println!("20 predicates, length 4, {count} planted: {} clauses, {queries} queries", learnt.clauses().len());
        assert!(learnt.clauses().len() < 50);
        assert!(queries < 1_000, "{queries} queries");
        assert_complete(20, &planted, 4, &learnt);
    }
}

#[test]
fn forty_predicates_and_clauses_of_three_literals() {
    let planted = clauses(4, 40, 30, 3);
    let (learnt, queries) = learn(40, &planted, 3);
    println!("40 predicates, length 3: {} clauses, {queries} queries", learnt.clauses().len());
    assert!(queries < 1_000, "{queries} queries");
    assert_complete(40, &planted, 3, &learnt);
}

/// Too many clauses to ask for each: the planted ones are found, and what is found holds.
#[test]
fn forty_predicates_and_clauses_of_four_literals() {
    let planted = clauses(5, 40, 30, 4);
    let (learnt, queries) = learn(40, &planted, 4);
    println!("40 predicates, length 4: {} clauses, {queries} queries", learnt.clauses().len());
    assert!(queries < 3_500, "{queries} queries");
    assert!(planted.iter().all(|&clause| learnt.clauses().iter().any(|known| known.subsumes(clause))));
    let mut question = Planted::new(40, &planted);
    assert!(learnt.clauses().iter().all(|&clause| question.holds(clause)));
}
