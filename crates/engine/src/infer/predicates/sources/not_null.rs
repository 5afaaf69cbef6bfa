//! FQ02 §6: a reference is not null.

use invar_logic::{Term, TermPool};

use crate::infer::predicates::subject::Subject;

pub fn predicates(pool: &mut TermPool, about: &Subject<'_>) -> Vec<Term> {
    let zero = pool.int(0);
    let mut found = Vec::new();
    for &object in &about.scope.objects {
        let own = pool.var(object);
        found.push(pool.eq(own, zero));
    }
    found
}

#[cfg(test)]
mod tests {
    use invar_gcl::Role;

    use crate::infer::predicates::examples::{read, suggested_for, task};
    use crate::verdict::Suggestion;

    /// The text of Boogie has no pointers: `p` is made the object of one, as the front end of C would.
    #[test]
    fn pointers_may_be_null() {
        let mut program = read(
            "procedure main(next: [int]int, first: int) {
                var p: int;
                p := first;
                while (p != 0) { p := next[p]; }
            }",
        );
        let p = task(&program).heads[0].targets[0];
        program.roles.set(p, Role::Object);
        assert_eq!(suggested_for(&program, Suggestion::NotNull), ["(p == 0)"]);
    }
}
