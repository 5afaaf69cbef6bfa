use invar_base::Effort;

use super::*;

fn prepared(family: Family, k: u32) -> Prepared {
    let (program, impl_id) = read(family, k).expect("a correct text");
    stages(&program, impl_id).expect("a reducible graph")
}

fn compact(family: Family, k: u32) -> u64 {
    compact_size(&mut prepared(family, k), Cutoff::Above(30))
}

fn textbook(family: Family, k: u32) -> u128 {
    let prepared = prepared(family, k);
    wp_size(&prepared.pool, &prepared.acyclic)
}

#[test]
fn compact_grows_linearly() {
    for family in Family::ALL {
        let (small, large) = (compact(family, 200), compact(family, 400));
        assert!(large * 10 <= small * 21, "{}: {small} at k = 200, {large} at k = 400", family.name());
    }
}

#[test]
fn wp_explodes_where_compact_does_not() {
    for family in [Family::Branches, Family::Doubling] {
        let (wp, compact) = (textbook(family, 20), compact(family, 20));
        assert!(wp > 100 * u128::from(compact), "{}: wp {wp}, compact {compact}", family.name());
    }
}

#[test]
fn every_family_is_proved_by_every_method() {
    let budget = Budget::new(Effort::DEFAULT);
    for family in Family::ALL {
        for k in [1, 2, 5] {
            let row = measure(family, k, &budget).expect("measured");
            let proofs = row.compact.iter().map(|column| column.proof).chain(row.wp.proof);
            for proof in proofs {
                assert_eq!(proof.result, ProofResult::Proved, "{} {k}", family.name());
            }
            assert_eq!(row.compact.len(), CUTOFFS.len());
        }
    }
}

/// The wrong variant of a family must not be proved, or the test above would say nothing.
#[test]
fn a_wrong_program_is_not_proved() {
    let text = Family::Branches.program(5).replace("<= max;", "< max;");
    let mut sources = SourceMap::new();
    let source = sources.add("wrong.bpl", text);
    let program = invar_gcl::boogie::read(source, sources.text(source)).expect("a correct text").program;
    let impl_id = program.impls.ids().next().expect("one implementation");
    let budget = Budget::new(Effort::DEFAULT);
    for cutoff in CUTOFFS {
        let (_, proof) = timed(&program, impl_id, &budget, |p| compact_question(p, cutoff)).expect("measured");
        assert_eq!(proof.result, ProofResult::Failed);
    }
    let (_, proof) = timed(&program, impl_id, &budget, wp_question).expect("measured");
    assert_eq!(proof.result, ProofResult::Failed);
}

#[test]
fn too_big_is_not_built() {
    let budget = Budget::new(Effort::DEFAULT);
    let row = measure(Family::Doubling, 40, &budget).expect("measured");
    assert!(row.wp.is_too_big() && row.wp.proof.is_none());
    // 2^40 references to x0, and no sum of them is written twice.
    assert!(row.wp.size > 1 << 40);
    assert!(row.compact.iter().all(|column| column.proof.result == ProofResult::Proved));
}

#[test]
fn counted_size_is_built_size() {
    for family in Family::ALL {
        let mut prepared = prepared(family, 5);
        let counted = wp_size(&prepared.pool, &prepared.acyclic);
        let built = wp_question(&mut prepared).expect("small").size;
        // Building simplifies where counting does not, so the two are close but need not be equal.
        assert!(
            u128::from(built) <= counted && counted <= 2 * u128::from(built),
            "{}: {counted} {built}",
            family.name()
        );
    }
}
