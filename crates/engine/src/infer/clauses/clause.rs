//! Whole clauses about a loop: `∀ skolems. given ⇒ then`, with literals in one normal form.

use invar_gcl::{Role, Roles};
use invar_logic::{Op, Sort, Substitution, Term, TermPool, VarId};
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};

use crate::linear::{Linear, inequality};
use crate::literals::{is_zero, literal, negated, not_positive, reads_map};

/// With more unknowns than this, a clause is not looked at; where indices are places in rows, it takes more.
pub const MOST_SKOLEMS: usize = 2;
pub const MOST_IN_ROWS: usize = 4;

/// The variables that stand for any value; every clause takes the first ones.
pub struct Skolems {
    pub vars: Vec<VarId>,
    /// A clause has so many at most.
    pub most: usize,
}

impl Skolems {
    pub fn new(pool: &mut TermPool, most: usize) -> Skolems {
        Skolems { vars: (0..most + 1).map(|_| pool.fresh_var("k", Sort::INT)).collect(), most }
    }

    /// Those after the ones in use, in place of bound variables. `None` if there are not so many, or for other sorts than integers.
    fn instead_of(&self, pool: &mut TermPool, used: &mut usize, bound: &[VarId]) -> Option<Substitution> {
        let is_integer = |&var: &VarId| pool.variable(var).sort == Sort::INT;
        if *used + bound.len() > self.most || !bound.iter().all(is_integer) {
            return None;
        }
        let own = self.vars[*used..].iter().map(|&skolem| pool.var(skolem)).collect::<Vec<Term>>();
        *used += bound.len();
        Some(bound.iter().copied().zip(own).collect())
    }
}

#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Clause {
    /// So many of the skolem constants.
    pub skolems: usize,
    /// Sorted.
    pub given: Vec<Term>,
    pub then: Term,
}

impl Clause {
    /// In normal form: unknowns that are given by an equation are replaced, the others become skolem constants. `None` if it
    /// says nothing, or has too many unknowns.
    pub fn new(
        pool: &mut TermPool,
        skolems: &Skolems,
        unknowns: &[VarId],
        given: &[Term],
        then: Term,
    ) -> Option<Clause> {
        let (mut given, mut then) = without_equated(pool, unknowns, given, then);
        for &unknown in unknowns {
            if let Some((rest, claim)) = without_value(pool, unknown, &given, then) {
                (given, then) = (rest, claim);
            }
        }
        apart(pool, &mut given, then);
        given.retain(|&term| term != Term::TRUE);
        given.sort_unstable();
        given.dedup();
        let contradicts = |pool: &mut TermPool, term: Term| {
            let other = negated(pool, term);
            given.contains(&other)
        };
        if then == Term::TRUE || given.contains(&Term::FALSE) || given.contains(&then) {
            return None;
        }
        if given.clone().into_iter().any(|term| contradicts(pool, term)) {
            return None;
        }
        let mut used: Vec<VarId> = Vec::new();
        for term in std::iter::once(then).chain(given.iter().copied()) {
            for var in pool.free_vars(term).into_iter().filter(|var| unknowns.contains(var)) {
                if !used.contains(&var) {
                    used.push(var);
                }
            }
        }
        if used.len() > skolems.most {
            return None;
        }
        let mut by = Substitution::new();
        for (&from, &to) in used.iter().zip(&skolems.vars) {
            let to = pool.var(to);
            by.insert(from, to);
        }
        let mut given: Vec<Term> = given.iter().map(|&term| substituted(pool, term, &by)).collect();
        given.sort_unstable();
        let then = substituted(pool, then, &by);
        Some(Clause { skolems: used.len(), given, then })
    }

    /// The same with `k < n` instead of `k + 1 <= n`.
    pub fn readable(&self, pool: &mut TermPool) -> Clause {
        let given = self.given.iter().map(|&term| strict(pool, term)).collect();
        Clause { given, then: strict(pool, self.then), ..*self }
    }

    /// What is left to claim under one more condition.
    fn under(&self, pool: &TermPool, given: Term, then: Term) -> Clause {
        let mut all = self.given.clone();
        let mut open = vec![given];
        while let Some(term) = open.pop() {
            match pool.op(term) {
                Op::And => open.extend(pool.args(term).iter().rev()),
                _ => all.push(term),
            }
        }
        Clause { given: all, then, ..*self }
    }

    /// `given ⇒ then`.
    pub fn body(&self, pool: &mut TermPool) -> Term {
        let given = pool.and(&self.given);
        pool.implies(given, self.then)
    }
}

/// The clause without unknowns that are given by an equation, in literals.
pub fn without_equated(pool: &mut TermPool, unknowns: &[VarId], given: &[Term], then: Term) -> (Vec<Term>, Term) {
    let mut given: Vec<Term> = given.iter().map(|&term| literal(pool, term)).collect();
    let mut then = literal(pool, then);
    given.extend(equated(pool, &given));
    while let Some((var, value)) = given.iter().find_map(|&term| solved(pool, term, unknowns)) {
        let by: Substitution = [(var, value)].into_iter().collect();
        given = given.iter().map(|&term| substituted(pool, term, &by)).collect();
        then = substituted(pool, then, &by);
    }
    (given, then)
}

/// The equations that two opposite inequalities are: `x <= y` and `y <= x`.
fn equated(pool: &mut TermPool, given: &[Term]) -> Vec<Term> {
    let mut found = Vec::new();
    for &term in given {
        let Some(sum) = inequality(pool, term) else { continue };
        let opposite = not_positive(pool, &sum.clone().times(&-BigInt::one()));
        if given.contains(&opposite) {
            let equal = is_zero(pool, sum);
            if !found.contains(&equal) {
                found.push(equal);
            }
        }
    }
    found
}

/// Where a claim says nothing of two equal indices, as `a[x] <= a[y]` does, they differ: `x <= y` is `x < y`. So states with equal
/// ones do not count for the clause.
fn apart(pool: &mut TermPool, given: &mut [Term], then: Term) {
    for term in given {
        let Some(mut sum) = inequality(pool, *term).filter(|sum| sum.constant.is_zero()) else { continue };
        let [&first, &second] = sum.terms.keys().collect::<Vec<_>>()[..] else { continue };
        let (Op::Var(var), Op::Var(_)) = (pool.op(first), pool.op(second)) else { continue };
        let by: Substitution = [(*var, second)].into_iter().collect();
        let is_difference = sum.terms.values().sum::<BigInt>().is_zero();
        if is_difference && reads_map(pool, then) && substituted(pool, then, &by) == Term::TRUE {
            sum.constant = BigInt::one();
            *term = not_positive(pool, &sum);
        }
    }
}

/// The variable among the unknowns that an equation determines.
fn solved(pool: &mut TermPool, term: Term, unknowns: &[VarId]) -> Option<(VarId, Term)> {
    if *pool.op(term) != Op::Eq {
        return None;
    }
    let &[a, b] = pool.args(term) else { return None };
    if pool.sort_of(a) != Sort::INT {
        return None;
    }
    let sum = Linear::of(pool, a).minus(&Linear::of(pool, b));
    for (&part, factor) in &sum.terms {
        let Op::Var(var) = *pool.op(part) else { continue };
        if !unknowns.contains(&var) || !factor.magnitude().is_one() {
            continue;
        }
        let mut rest = sum.clone();
        rest.terms.remove(&part);
        if rest.terms.keys().any(|&other| pool.free_vars(other).contains(&var)) {
            continue;
        }
        let value = rest.times(&-factor.clone()).term(pool);
        return Some((var, value));
    }
    None
}

/// The clause without an unknown that is a value and no index: that no value violates it says something about what it is
/// compared with. `∀ z. a[y] < z ⇒ a[x] != z` says that `a[x] <= a[y]` (by Fourier and Motzkin; exact, since the unknown is
/// taken once). `None` if it is an index, if the clause does not mention it, or if it is compared in other ways.
fn without_value(pool: &mut TermPool, unknown: VarId, given: &[Term], then: Term) -> Option<(Vec<Term>, Term)> {
    let own = pool.find_var(unknown)?;
    let violated = negated(pool, then);
    let mentions = |pool: &TermPool, term: Term| pool.free_vars(term).contains(&unknown);
    let (about, mut rest): (Vec<Term>, Vec<Term>) =
        given.iter().copied().chain([violated]).partition(|&term| mentions(pool, term));
    if about.is_empty() {
        return None;
    }
    if *pool.op(violated) == Op::Eq && about.contains(&violated) {
        let (_, value) = solved(pool, violated, &[unknown])?;
        let by: Substitution = [(unknown, value)].into_iter().collect();
        rest.extend(about.into_iter().filter(|&term| term != violated).map(|term| substituted(pool, term, &by)));
    } else {
        let (mut above, mut below) = (Vec::new(), Vec::new());
        for &term in &about {
            let sum = inequality(pool, term)?;
            let is_once = sum.terms.iter().filter(|(part, _)| mentions(pool, **part)).count() == 1;
            match sum.terms.get(&own).filter(|factor| is_once && factor.magnitude().is_one())? {
                factor if factor.is_positive() => above.push(sum),
                _ => below.push(sum),
            }
        }
        for upper in &above {
            rest.extend(below.iter().map(|lower| not_positive(pool, &upper.clone().plus(lower))));
        }
    }
    rest.retain(|&term| term != Term::TRUE);
    if rest.contains(&Term::FALSE) {
        return Some((Vec::new(), Term::TRUE));
    }
    let last = (0..rest.len()).rev();
    let claimed = last.clone().find(|&number| rest[number] == violated);
    let claimed =
        claimed.or_else(|| last.clone().find(|&number| reads_map(pool, rest[number]))).or(last.clone().next());
    let claim = match claimed {
        Some(number) => {
            let denied = rest.remove(number);
            negated(pool, denied)
        }
        None => Term::FALSE,
    };
    Some((rest, claim))
}

fn substituted(pool: &mut TermPool, term: Term, by: &Substitution) -> Term {
    let term = pool.substitute(term, by);
    literal(pool, term)
}

fn strict(pool: &mut TermPool, term: Term) -> Term {
    match inequality(pool, term) {
        Some(mut sum) if sum.constant.is_one() && !sum.is_constant() => {
            sum.constant -= 1;
            let at_most = sum.not_positive(pool);
            let &[left, right] = pool.args(at_most) else { return term };
            pool.lt(left, right)
        }
        Some(_) | None => term,
    }
}

/// Does the claim read an element at a skolem constant?
pub fn reads_at_skolems(pool: &TermPool, skolems: &Skolems, claim: Term) -> bool {
    let is_open = |index: Term| pool.free_vars(index).iter().any(|var| skolems.vars.contains(var));
    let mut reads = pool.postorder(&[claim]).into_iter().filter(|&part| *pool.op(part) == Op::Select);
    reads.any(|part| is_open(pool.args(part)[1]))
}

/// The clauses that say that an assertion holds, with its outer quantifiers opened.
pub fn claims(pool: &mut TermPool, skolems: &Skolems, term: Term) -> Vec<Clause> {
    let mut found = Vec::new();
    open_claims(pool, skolems, Clause { skolems: 0, given: Vec::new(), then: term }, &mut found);
    found
}

fn open_claims(pool: &mut TermPool, skolems: &Skolems, clause: Clause, found: &mut Vec<Clause>) {
    let args = pool.args(clause.then).to_vec();
    match pool.op(clause.then).clone() {
        Op::And => {
            for then in args {
                open_claims(pool, skolems, Clause { then, ..clause.clone() }, found);
            }
        }
        Op::Implies => {
            let mut clause = clause;
            let given = opened(pool, skolems, &mut clause.skolems, args[0]);
            let clause = clause.under(pool, given, args[1]);
            open_claims(pool, skolems, clause, found);
        }
        Op::Eq if pool.sort_of(args[0]) == Sort::BOOL => {
            for (given, then) in [(args[0], args[1]), (args[1], args[0])] {
                let clause = clause.under(pool, given, then);
                open_claims(pool, skolems, clause, found);
            }
        }
        Op::Or if args.iter().any(|&arg| is_universal(pool, arg)) => {
            let number = args.iter().position(|&arg| is_universal(pool, arg)).unwrap_or(0);
            let mut others = args.clone();
            let then = others.remove(number);
            let others = pool.or(&others);
            let given = pool.not(others);
            let clause = clause.under(pool, given, then);
            open_claims(pool, skolems, clause, found);
        }
        Op::Forall(binder) => {
            let mut clause = clause;
            match skolems.instead_of(pool, &mut clause.skolems, &binder.vars) {
                Some(by) => {
                    let then = pool.substitute(args[0], &by);
                    open_claims(pool, skolems, Clause { then, ..clause }, found);
                }
                None => found.push(clause),
            }
        }
        _ => found.push(clause),
    }
}

/// A premise without what it says to exist: (∃ k. φ) ⇒ ψ is ∀ k. φ ⇒ ψ.
fn opened(pool: &mut TermPool, skolems: &Skolems, used: &mut usize, premise: Term) -> Term {
    let args = pool.args(premise).to_vec();
    match pool.op(premise).clone() {
        Op::And => {
            let parts: Vec<Term> = args.iter().map(|&arg| opened(pool, skolems, used, arg)).collect();
            if parts == args { premise } else { pool.and(&parts) }
        }
        Op::Exists(binder) => match skolems.instead_of(pool, used, &binder.vars) {
            Some(by) => {
                let body = pool.substitute(args[0], &by);
                opened(pool, skolems, used, body)
            }
            None => premise,
        },
        _ => premise,
    }
}

fn is_universal(pool: &TermPool, term: Term) -> bool {
    matches!(pool.op(term), Op::Forall(_))
}

/// Is a map's element the program's own, and not what the front end keeps about memory? Indices of the latter are objects.
pub fn is_own_element(pool: &TermPool, roles: &Roles, mut map: Term) -> bool {
    while let (Op::Select | Op::Store, Some(&inner)) = (pool.op(map), pool.args(map).first()) {
        map = inner;
    }
    !matches!(pool.op(map), Op::Var(var) if roles.of(pool, *var) == Role::Bookkeeping)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_comparisons_are_one_term() {
        let mut pool = TermPool::new();
        let [x, y] = ["x", "y"].map(|name| {
            let var = pool.new_var(name, Sort::INT);
            pool.var(var)
        });
        let one = pool.int(1);
        let (less, next) = (pool.lt(x, y), pool.add(x, one));
        let (at_most, more) = (pool.le(next, y), pool.le(y, x));
        let not_more = pool.not(more);
        let forms = [less, at_most, not_more].map(|term| literal(&mut pool, term));
        assert!(forms.iter().all(|&form| form == forms[0]));
        assert_eq!(negated(&mut pool, less), literal(&mut pool, more));
    }

    #[test]
    fn an_unknown_that_an_equation_gives_is_no_skolem_constant() {
        let mut pool = TermPool::new();
        let skolems = Skolems::new(&mut pool, MOST_SKOLEMS);
        let sort = pool.map_sort(&[Sort::INT], Sort::INT);
        let [map, i, n, unknown, other] =
            [sort, Sort::INT, Sort::INT, Sort::INT, Sort::INT].map(|sort| pool.new_var("v", sort));
        let [map, i, n, x, y] = [map, i, n, unknown, other].map(|var| pool.var(var));
        let one = pool.int(1);
        let next = pool.add(i, one);
        // x == i + 1 and y < n: a[x] <= a[y].
        let (equal, below) = (pool.eq(x, next), pool.lt(y, n));
        let (left, right) = (pool.select(map, &[x]), pool.select(map, &[y]));
        let then = pool.le(left, right);
        let clause =
            Clause::new(&mut pool, &skolems, &[unknown, other], &[equal, below], then).expect("it says something");
        assert_eq!((clause.skolems, clause.given.len()), (1, 1));
        let own = pool.var(skolems.vars[0]);
        let (left, right) = (pool.select(map, &[next]), pool.select(map, &[own]));
        let expected = pool.le(left, right);
        assert_eq!(clause.then, literal(&mut pool, expected));
    }

    #[test]
    fn what_says_nothing_is_no_clause() {
        let mut pool = TermPool::new();
        let skolems = Skolems::new(&mut pool, MOST_SKOLEMS);
        let var = pool.new_var("x", Sort::INT);
        let (x, zero) = (pool.var(var), pool.int(0));
        let (positive, negative) = (pool.lt(zero, x), pool.lt(x, zero));
        let not_positive = pool.not(positive);
        assert_eq!(Clause::new(&mut pool, &skolems, &[], &[positive], positive), None);
        assert_eq!(Clause::new(&mut pool, &skolems, &[], &[positive, not_positive], negative), None);
    }

    /// Two skolem constants that are at most each other are one.
    #[test]
    fn opposite_inequalities_are_an_equation() {
        let mut pool = TermPool::new();
        let skolems = Skolems::new(&mut pool, MOST_SKOLEMS);
        let sort = pool.map_sort(&[Sort::INT], Sort::INT);
        let map = pool.new_var("a", sort);
        let map = pool.var(map);
        let [x, y] = [skolems.vars[0], skolems.vars[1]].map(|var| pool.var(var));
        let [left, right] = [x, y].map(|index| pool.select(map, &[index]));
        let (given, then) = ([pool.le(x, y), pool.le(y, x)], pool.le(left, right));
        assert_eq!(Clause::new(&mut pool, &skolems, &skolems.vars, &given, then), None);
    }

    /// A value that is compared and no index says something about what it is compared with.
    #[test]
    fn unknown_values_are_eliminated() {
        let mut pool = TermPool::new();
        let skolems = Skolems::new(&mut pool, MOST_SKOLEMS);
        let [x, y, value] = ["x", "y", "z"].map(|name| pool.new_var(name, Sort::INT));
        let [x, y, z] = [x, y, value].map(|var| pool.var(var));
        let at_most = pool.le(x, y);
        let expected = Clause { skolems: 0, given: Vec::new(), then: literal(&mut pool, at_most) };
        // For all z: y < z ⇒ x != z. For all z: z <= x ⇒ z <= y.
        let (less, differs) = (pool.lt(y, z), pool.ne(x, z));
        assert_eq!(Clause::new(&mut pool, &skolems, &[value], &[less], differs), Some(expected.clone()));
        let (given, then) = (pool.le(z, x), pool.le(z, y));
        assert_eq!(Clause::new(&mut pool, &skolems, &[value], &[given], then), Some(expected));
    }
}
