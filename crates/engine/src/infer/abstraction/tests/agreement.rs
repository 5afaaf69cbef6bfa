//! All algorithms give the same abstract element; where a prover gives up, a weaker one.

use invar_solve::bdd::{Exhausted, Space};
use proptest::prelude::*;

use super::super::fq::Version;
use super::super::{Clause, Counted, Cube, Element, Learnt, Published, Question};
use super::table::{Forgetful, Mood, Table, cube};

const PUBLISHED: [Published; 4] =
    [Published::Fq(Version::Literal), Published::Fq(Version::Tuned), Published::Ddp, Published::Ss];

/// The strongest clauses over r's states, learnt one state after the other.
fn learnt(states: &[Cube], longest: usize) -> Learnt {
    let mut learnt = Learnt::bottom(longest);
    for &state in states {
        learnt.add(state);
    }
    learnt
}

/// The element whose states are given, as a conjunction of maximal clauses.
fn element(space: &Space, states: &[u8]) -> Result<Element, Exhausted> {
    let predicates = space.variables();
    let others = (0..1u32 << predicates).filter_map(|state| u8::try_from(state).ok());
    Element::of(space, others.filter(|state| !states.contains(state)).map(|state| cube(predicates, state).excluded()))
}

/// A number of predicates, the states of r and the states of Q.
fn problem() -> impl Strategy<Value = (usize, Vec<u8>, Vec<u8>)> {
    (1usize..=8).prop_flat_map(|predicates| {
        let state = 0..=u8::MAX >> (8 - predicates);
        let few = prop_oneof![Just(12usize), Just(80)];
        let states = few.prop_flat_map(move |most| prop::collection::vec(state.clone(), 0..most));
        (Just(predicates), states.clone(), states)
    })
}

fn mood() -> impl Strategy<Value = Mood> {
    prop_oneof![4 => Just(Mood::Knows), 1 => Just(Mood::Lost), 1 => any::<u8>().prop_map(Mood::Guesses)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn all_algorithms_agree_with_brute_force((predicates, r, q) in problem()) {
        let space = Space::new(predicates).expect("room for eight predicates");
        let start = element(&space, &r).expect("room");
        let mut table = Table::new(predicates, &q);
        let mut counted = Counted::new(&mut table, u64::MAX);
        let expected = Published::Brute.union(&start, &mut counted).expect("room");
        prop_assert!(counted.queries <= 1 << predicates);
        for algorithm in PUBLISHED {
            let result = algorithm.union(&start, &mut table).expect("room");
            prop_assert!(result.is_same(&expected), "{algorithm:?}: {:?}", result.clauses());
        }
        let states: Vec<Cube> = r.iter().map(|&state| cube(predicates, state)).collect();
        let mut core = learnt(&states, predicates);
        let before = core.clone();
        let grew = core.union(&mut table);
        let result = Element::of(&space, core.clauses().iter().copied()).expect("room");
        prop_assert!(result.is_same(&expected), "core: {:?}", core.clauses());
        prop_assert_eq!(grew, before != core);
        prop_assert_eq!(&learnt(&[&states[..], &table.states[..]].concat(), predicates), &core);
    }

    /// Every clause of bounded length that holds is implied by a clause that `core` has.
    #[test]
    fn core_finds_every_short_clause((predicates, r, q) in problem(), longest in 1usize..4) {
        let mut core = learnt(&r.iter().map(|&state| cube(predicates, state)).collect::<Vec<_>>(), longest);
        let mut table = Table::new(predicates, &q);
        core.union(&mut table);
        let both = Table::new(predicates, &[&r[..], &q[..]].concat());
        for clause in all_clauses(predicates, longest) {
            let known = core.clauses().iter().any(|known| known.subsumes(clause));
            prop_assert_eq!(known, both.holds(clause), "{:?}", clause);
        }
        prop_assert!(core.clauses().iter().all(|clause| clause.len() <= longest));
    }

    #[test]
    fn a_prover_that_gives_up_makes_the_result_weaker(
        (predicates, r, q) in problem(),
        moods in prop::collection::vec(mood(), 1..9),
        longest in 1usize..9,
        most in 0u64..20,
    ) {
        let space = Space::new(predicates).expect("room for eight predicates");
        let start = element(&space, &r).expect("room");
        let both = Table::new(predicates, &[&r[..], &q[..]].concat());
        let question = || Forgetful { table: Table::new(predicates, &q), moods: moods.clone(), asked: 0 };
        for algorithm in PUBLISHED.into_iter().chain([Published::Brute]) {
            let result = algorithm.union(&start, &mut question()).expect("room");
            prop_assert!(result.clauses().iter().all(|&clause| both.holds(clause)), "{algorithm:?}");
        }
        for algorithm in PUBLISHED.into_iter().chain([Published::Brute]) {
            let mut table = Table::new(predicates, &q);
            let mut counted = Counted::new(&mut table, most);
            let result = algorithm.union(&start, &mut counted).expect("room");
            prop_assert!(counted.queries <= most);
            prop_assert!(result.clauses().iter().all(|&clause| both.holds(clause)), "{algorithm:?}");
        }
        let mut core = learnt(&r.iter().map(|&state| cube(predicates, state)).collect::<Vec<_>>(), longest);
        let mut spent = core.clone();
        spent.union(&mut Counted::new(&mut question(), most));
        prop_assert!(spent.clauses().iter().all(|&clause| both.holds(clause)));
        // Twice: what was given up in the first round must not come back in the second.
        core.union(&mut question());
        let after = Table { predicates, states: states_of(predicates, core.clauses()) };
        core.union(&mut Table::new(predicates, &r));
        prop_assert!(core.clauses().iter().all(|&clause| both.holds(clause) && after.holds(clause)));
    }
}

/// The states that satisfy all the clauses.
fn states_of(predicates: usize, clauses: &[Clause]) -> Vec<Cube> {
    let all = (0..1u32 << predicates).filter_map(|state| u8::try_from(state).ok());
    let all = all.map(|state| cube(predicates, state));
    all.filter(|state| !clauses.iter().any(|&clause| state.falsifies(clause))).collect()
}

/// All clauses of at most so many literals.
pub fn all_clauses(predicates: usize, longest: usize) -> Vec<Clause> {
    let mut all = vec![Clause::FALSE];
    for predicate in 0..predicates {
        let shorter: Vec<Clause> = all.iter().copied().filter(|clause| clause.len() < longest).collect();
        for positive in [true, false] {
            let literal = super::super::Literal { predicate, positive };
            all.extend(shorter.iter().map(|clause| clause.with(literal)));
        }
    }
    all
}

/// FQ02 §2: `find` with its three predicates, spot == length, b[spot], spot < i.
#[test]
fn the_invariant_of_find() {
    let space = Space::new(3).expect("room for three predicates");
    for algorithm in PUBLISHED {
        let entry = algorithm.union(&Element::bottom(&space), &mut Table::new(3, &[0b001])).expect("room");
        // The round: nothing found, found now, found before; the test of b[length] can answer anything.
        let result = algorithm.union(&entry, &mut Table::new(3, &[0b001, 0b011, 0b110])).expect("room");
        // The tree has only clauses that begin with the first predicates.
        if algorithm != Published::Ddp {
            assert!(result.clauses().iter().all(|clause| clause.len() == 2), "{algorithm:?} {:?}", result.clauses());
        }
        assert!(result.is_same(&element(&space, &[0b001, 0b011, 0b110]).expect("room")));
    }
}

#[test]
fn nothing_reachable_is_false() {
    let mut core = Learnt::bottom(3);
    assert!(!core.union(&mut Table::new(3, &[])));
    assert_eq!(core.clauses(), [Clause::FALSE]);
    let question: &mut dyn Question = &mut Table::new(3, &[]);
    let space = Space::new(3).expect("room for three predicates");
    for algorithm in PUBLISHED {
        assert!(algorithm.union(&Element::bottom(&space), question).expect("room").is_bottom());
    }
}
