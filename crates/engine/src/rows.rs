//! Arrays of rows: an index `x * n + r` stands for two, the row x and the place r in it.
//!
//! Products of variables are hard for the prover, and all that proofs need of them here is that different places are
//! different indices. So such an index becomes `place(b, x, n, r)`, where b is where a pointer points to. Of that function the
//! prover knows only that r follows from the index, b, x and n, and x from the index, b and n if `0 <= r < n`. That is less than
//! `b + x * n + r` says, so what is proved holds; runs compute the sum itself.
//!
//! In: a body. Out: the same body with such indices, and the axioms; formulas go there and back again.

use std::collections::{BTreeMap, BTreeSet};

use invar_base::Id;
use invar_gcl::{Role, Roles};
use invar_logic::{Definition, FuncId, Op, Sort, Term, TermPool, Trigger, VarId};
use rustc_hash::FxHashMap;

use crate::body::{Body, Step, StepKind};
use crate::linear::Linear;
use crate::loops::LoopHead;

pub struct Rows {
    /// `place(b, x, n, r)` is `b + x * n + r`.
    pub place: FuncId,
    /// The offsets of pointers, which stand beside the row and the place in it.
    offsets: BTreeSet<VarId>,
    /// What loops change is no length of rows.
    changed: BTreeSet<VarId>,
    /// The lengths of rows that are multiplied by what loops change, by all their names.
    lengths: BTreeSet<VarId>,
    /// Variables with larger numbers stand for any value.
    variables: usize,
    /// The maps that are indexed by places in rows only, or by numbers, and the length of the rows, if it is always the same.
    maps: BTreeMap<Class, Option<Term>>,
    pub axiom: Term,
}

impl Rows {
    /// `None` if the body multiplies no variables in indices.
    pub fn new(pool: &mut TermPool, roles: &Roles, body: &mut Body, heads: &[LoopHead]) -> Option<Rows> {
        let terms: Vec<Term> =
            body.blocks.values().flat_map(|block| &block.steps).filter_map(|step| step.term()).collect();
        let accesses = accesses(pool, &terms);
        let has_product = |index: Term| Linear::of(pool, index).terms.keys().any(|part| *pool.op(*part) == Op::Mul);
        if !accesses.iter().any(|&(_, index)| has_product(index)) {
            return None;
        }
        let (place, axiom) = functions(pool);
        let is_offset = |var: &VarId| roles.of(pool, *var) == Role::Offset;
        let offsets = pool.free_vars_of(&terms).into_iter().filter(is_offset).collect();
        let changed = changed(pool, body, heads);
        let (variables, lengths, maps) = (pool.var_count(), BTreeSet::new(), BTreeMap::new());
        let mut rows = Rows { place, offsets, changed, lengths, variables, maps, axiom };
        for &(_, index) in &accesses {
            rows.find_lengths(pool, index);
        }
        rows.find_copies(pool, body);
        rows.find_maps(pool, &accesses);
        if rows.maps.is_empty() {
            return None;
        }
        for step in body.blocks.values_mut().flat_map(|block| &mut block.steps) {
            if let StepKind::Assign(_, term) | StepKind::Assume(term) | StepKind::Assert(_, term) = &mut step.kind {
                *term = rows.named(pool, *term);
            }
        }
        Some(rows)
    }

    fn find_lengths(&mut self, pool: &TermPool, index: Term) {
        for part in Linear::of(pool, index).terms.into_keys() {
            let factors = factors(pool, part);
            let fixed: Vec<VarId> = factors.iter().filter_map(|&factor| self.fixed(pool, factor)).collect();
            if fixed.len() < factors.len() {
                self.lengths.extend(fixed);
            }
        }
    }

    /// A map that is also indexed in other ways stays as it is: that `k` is somewhere in a row, nobody would know.
    fn find_maps(&mut self, pool: &mut TermPool, accesses: &[(Class, Term)]) {
        let mut others: BTreeSet<Class> = BTreeSet::new();
        for &(class, index) in accesses {
            if let Some((_, _, length, _)) = self.split(pool, index, None) {
                let known = self.maps.entry(class).or_insert(Some(length));
                *known = known.filter(|&known| known == length);
            } else if pool.free_vars(index).iter().any(|var| !self.offsets.contains(var)) {
                others.insert(class);
            }
        }
        self.maps.retain(|class, _| !others.contains(class));
    }

    /// What such a length is called elsewhere, as a parameter of an expanded call.
    fn find_copies(&mut self, pool: &TermPool, body: &Body) {
        loop {
            let known = self.lengths.len();
            for step in body.blocks.values().flat_map(|block| &block.steps) {
                if let StepKind::Assign(var, value) = step.kind
                    && let Some(from) = self.fixed(pool, value)
                    && (self.lengths.contains(&from) || self.lengths.contains(&var))
                {
                    self.lengths.extend([from, var]);
                }
            }
            if self.lengths.len() == known {
                return;
            }
        }
    }

    /// A variable of the program that no loop changes.
    fn fixed(&self, pool: &TermPool, term: Term) -> Option<VarId> {
        match *pool.op(term) {
            Op::Var(var) if !self.changed.contains(&var) && var.index() < self.variables => Some(var),
            _ => None,
        }
    }

    /// What all products of a sum are multiplied by, if one of them can be the length of the rows.
    fn length(&self, pool: &TermPool, sum: &Linear, usual: Option<Term>) -> Option<Term> {
        let products: Vec<Vec<Term>> =
            sum.terms.keys().map(|&part| factors(pool, part)).filter(|factors| factors.len() > 1).collect();
        let common = |factor: &Term| products.iter().all(|factors| factors.contains(factor));
        let fixed = |factor: &Term| self.fixed(pool, *factor).is_some();
        let mut found: Vec<Term> =
            products.first()?.iter().copied().filter(|term| fixed(term) && common(term)).collect();
        if let Some(usual) = usual.filter(|usual| found.contains(usual)) {
            return Some(usual);
        }
        if found.len() > 1 {
            found.retain(|&factor| self.fixed(pool, factor).is_some_and(|var| self.lengths.contains(&var)));
        }
        let [length] = found[..] else { return None };
        Some(length)
    }

    /// An index as offset, row, length of the rows, and place in the row.
    fn split(&self, pool: &mut TermPool, index: Term, usual: Option<Term>) -> Option<(Term, Term, Term, Term)> {
        let sum = Linear::of(pool, index);
        let length = self.length(pool, &sum, usual)?;
        let (base, mut rest) = self.without_offsets(pool, sum.clone());
        let mut row = Linear::default();
        for (&part, factor) in &sum.terms {
            let mut factors = factors(pool, part);
            if factors.len() > 1 {
                rest.terms.remove(&part);
                let once = factors.iter().position(|&factor| factor == length)?;
                factors.remove(once);
                let of = factors.into_iter().reduce(|product, factor| pool.mul(product, factor))?;
                row = row.plus(&Linear::of(pool, of).times(factor));
            }
        }
        let row = row.term(pool);
        let row = self.place_at(pool, row, None).unwrap_or(row);
        Some((base.term(pool), row, length, rest.term(pool)))
    }

    /// The offsets in a sum, and the sum without them.
    fn without_offsets(&self, pool: &TermPool, sum: Linear) -> (Linear, Linear) {
        let (mut base, mut rest) = (Linear::default(), sum);
        rest.terms.retain(|&part, factor| {
            let is_offset = matches!(pool.op(part), Op::Var(var) if self.offsets.contains(var));
            if is_offset {
                base.terms.insert(part, factor.clone());
            }
            !is_offset
        });
        (base, rest)
    }

    fn place_at(&self, pool: &mut TermPool, index: Term, usual: Option<Term>) -> Option<Term> {
        let (base, row, length, rest) = self.split(pool, index, usual)?;
        Some(pool.mk(Op::App(self.place), &[base, row, length, rest]))
    }

    /// The formula with its indices as places in rows.
    pub fn named(&self, pool: &mut TermPool, root: Term) -> Term {
        rewritten(pool, root, |pool, term, args| {
            let indices = match pool.op(term) {
                Op::Select => 1..args.len(),
                Op::Store => 1..args.len() - 1,
                _ => return,
            };
            for number in indices {
                if pool.sort_of(args[number]) != Sort::INT || is_place(pool, self.place, args[number]) {
                    continue;
                }
                let Some(&usual) = class_of(pool, args[0]).and_then(|class| self.maps.get(&class)) else { continue };
                let found = self.place_at(pool, args[number], usual);
                let found = found.or_else(|| Some(self.in_first_row(pool, usual?, args[number])));
                args[number] = found.unwrap_or(args[number]);
            }
        })
    }

    /// An index without a product, where the array's others have one.
    fn in_first_row(&self, pool: &mut TermPool, length: Term, index: Term) -> Term {
        let (base, rest) = self.without_offsets(pool, Linear::of(pool, index));
        let (base, zero, rest) = (base.term(pool), pool.int(0), rest.term(pool));
        pool.mk(Op::App(self.place), &[base, zero, length, rest])
    }

    /// The formula as people write it, with sums and products as indices.
    pub fn plain(&self, pool: &mut TermPool, root: Term) -> Term {
        let mut plain: FxHashMap<Term, Term> = FxHashMap::default();
        for term in pool.postorder(&[root]) {
            let args: Vec<Term> = pool.args(term).iter().map(|arg| plain[arg]).collect();
            let new = match (is_place(pool, self.place, term), &args[..]) {
                (true, &[base, row, length, rest]) => sum_of(pool, [base, row, length, rest]),
                (_, args) if *args == *pool.args(term) => term,
                (_, args) => without_triggers(pool, term, args),
            };
            plain.insert(term, new);
        }
        plain[&root]
    }

    /// Offset, row, length and place in the row, if the index is such a place.
    pub fn parts<'a>(&self, pool: &'a TermPool, index: Term) -> Option<&'a [Term]> {
        is_place(pool, self.place, index).then(|| pool.args(index))
    }
}

/// What a product is made of; another term is made of itself.
fn factors(pool: &TermPool, term: Term) -> Vec<Term> {
    let (mut found, mut work) = (Vec::new(), vec![term]);
    while let Some(term) = work.pop() {
        match pool.op(term) {
            Op::Mul => work.extend(pool.args(term).iter().rev()),
            _ => found.push(term),
        }
    }
    found
}

/// What `place` computes.
fn sum_of(pool: &mut TermPool, [base, row, length, rest]: [Term; 4]) -> Term {
    let product = pool.mul(row, length);
    let sum = pool.add(base, product);
    pool.add(sum, rest)
}

fn is_place(pool: &TermPool, place: FuncId, term: Term) -> bool {
    *pool.op(term) == Op::App(place)
}

/// The term rebuilt from the leaves on, with arguments as they are changed on the way.
fn rewritten(pool: &mut TermPool, root: Term, mut change: impl FnMut(&mut TermPool, Term, &mut Vec<Term>)) -> Term {
    let mut new: FxHashMap<Term, Term> = FxHashMap::default();
    for term in pool.postorder(&[root]) {
        let mut args: Vec<Term> = pool.args(term).iter().map(|arg| new[arg]).collect();
        change(pool, term, &mut args);
        let made = if args[..] == *pool.args(term) { term } else { without_triggers(pool, term, &args) };
        new.insert(term, made);
    }
    new[&root]
}

/// The triggers of a quantifier are made of its old body: the prover finds new ones.
fn without_triggers(pool: &mut TermPool, term: Term, args: &[Term]) -> Term {
    match pool.op(term).clone() {
        Op::Forall(binder) => pool.forall(&binder.vars, Vec::new(), args[0]),
        Op::Exists(binder) => pool.exists(&binder.vars, Vec::new(), args[0]),
        _ => pool.rebuild(term, args),
    }
}

/// What loops change. What is only ever set to something that no loop changes, such as a parameter of an expanded call, is as
/// good as that.
fn changed(pool: &TermPool, body: &Body, heads: &[LoopHead]) -> BTreeSet<VarId> {
    let mut changed: BTreeSet<VarId> = heads.iter().flat_map(|head| &head.targets).copied().collect();
    let steps: Vec<&Step> = body.blocks.values().flat_map(|block| &block.steps).collect();
    loop {
        let (mut moved, mut copied): (BTreeSet<VarId>, BTreeSet<VarId>) = Default::default();
        for step in &steps {
            if let StepKind::Assign(var, value) = step.kind {
                let is_copy = matches!(pool.op(value), Op::Var(from) if !changed.contains(from));
                if is_copy {
                    copied.insert(var)
                } else {
                    moved.insert(var)
                };
            }
        }
        let known = changed.len();
        // A parameter of an expanded call gets any value first, and then what is passed.
        changed.retain(|var| moved.contains(var) || !copied.contains(var));
        if changed.len() == known {
            return changed;
        }
    }
}

/// A map: its variable, and its depth in a map of maps.
pub type Class = (VarId, usize);

pub fn class_of(pool: &TermPool, map: Term) -> Option<Class> {
    let (mut map, mut depth) = (map, 0);
    loop {
        match pool.op(map) {
            Op::Var(var) => return Some((pool.root(*var), depth)),
            Op::Select => depth += 1,
            Op::Store => {}
            Op::Ite => {
                map = pool.args(map)[1];
                continue;
            }
            _ => return None,
        }
        map = pool.args(map)[0];
    }
}

/// The maps that are read and written, and at which integers.
fn accesses(pool: &TermPool, terms: &[Term]) -> Vec<(Class, Term)> {
    let mut found = Vec::new();
    for term in pool.postorder(terms) {
        let args = pool.args(term);
        let indices = match pool.op(term) {
            Op::Select => &args[1..],
            Op::Store => &args[1..args.len() - 1],
            _ => continue,
        };
        let Some(class) = class_of(pool, args[0]) else { continue };
        found.extend(indices.iter().filter(|&&index| pool.sort_of(index) == Sort::INT).map(|&index| (class, index)));
    }
    found
}

/// The function for places, and what is known of it.
fn functions(pool: &mut TermPool) -> (FuncId, Term) {
    let place = pool.new_function("place", &[Sort::INT; 4], Sort::INT);
    let [row_of, rest_of] = ["row", "in_row"].map(|name| pool.new_function(name, &[Sort::INT; 4], Sort::INT));
    let vars = ["b", "x", "n", "r"].map(|name| pool.fresh_var(name, Sort::INT));
    let [base, row, length, rest] = vars.map(|var| pool.var(var));
    let index = pool.mk(Op::App(place), &[base, row, length, rest]);
    let zero = pool.int(0);
    let found = pool.mk(Op::App(rest_of), &[index, base, row, length]);
    let same_rest = pool.eq(found, rest);
    let (above, below) = (pool.le(zero, rest), pool.lt(rest, length));
    let inside = pool.and(&[above, below]);
    let found = pool.mk(Op::App(row_of), &[index, base, length, zero]);
    let same_row = pool.eq(found, row);
    let same_row = pool.implies(inside, same_row);
    let known = pool.and(&[same_rest, same_row]);
    let axiom = pool.forall(&vars, vec![Trigger::Pattern(vec![index])], known);
    let params = ["b", "x", "n", "r"].map(|name| pool.fresh_var(name, Sort::INT));
    let parts = params.map(|var| pool.var(var));
    let body = sum_of(pool, parts);
    pool.define_function(place, Definition { params: params.to_vec(), body });
    (place, axiom)
}
