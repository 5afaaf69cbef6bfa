//! Where something compares elements with those of an earlier state, the elements may be unchanged: `a[sc] == \old(a)[sc]`.

use invar_logic::{Op, Sort, Term, TermPool};

use crate::infer::predicates::subject::Subject;

pub fn predicates(pool: &mut TermPool, about: &Subject<'_>) -> Vec<Term> {
    let mut found = Vec::new();
    for read in pool.postorder(&about.atoms) {
        if *pool.op(read) != Op::Select || pool.sort_of(read) != Sort::INT {
            continue;
        }
        let free = pool.free_vars(read);
        for &(old, now) in about.scope.olds.iter().filter(|(old, _)| free.contains(old)) {
            let by = [(old, pool.var(now))].into_iter().collect();
            let new = pool.substitute(read, &by);
            found.push(pool.eq(new, read));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use crate::infer::predicates::examples::suggested;
    use crate::verdict::Suggestion;

    #[test]
    fn elements_may_be_unchanged() {
        let text = "
            var a: [int]int;
            procedure main(n: int)
                modifies a;
            {
                var i: int;
                i := 0;
                while (i < n) { a[i] := a[i] + 1; i := i + 1; }
                assert (forall x: int :: 0 <= x && x < n ==> old(a)[x] < a[x]);
            }";
        assert_eq!(suggested(text, Suggestion::Frame), ["(a[x@1] == old(a)[x@1])"]);
    }
}
