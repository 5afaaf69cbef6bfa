//! Witnesses: where a loop last set a variable.
//!
//! That something exists somewhere, loops show by remembering it: `if (a[i] > m) m = a[i];` leaves in m an element, and `if (a[i] < 0)
//! found = 1;` sets the flag because of one. Where that was, the text does not say. So a variable of our own, the *witness* of m,
//! remembers the index. With it, "m is an element" is `m == a[w]`, and "whoever looks past that place has found it" is `w < j ==> seen`:
//! plain clauses without a quantifier that nobody knows how to instantiate.
//!
//! In: a body. Out: the same body with assignments to witnesses, which nothing reads. So it has the same runs, and what is proved of it
//! holds of the text.

use std::collections::{BTreeMap, BTreeSet};

use invar_base::Id;
use invar_gcl::{BlockId, Role, Roles};
use invar_logic::{Op, Sort, Substitution, Term, TermPool, VarId};

use crate::body::{Body, Step, StepKind};
use crate::loops::LoopHead;

/// Variables with a witness; those of large bodies say too little about what is meant.
const MOST: usize = 10;

/// Blocks that are looked back through for the condition of an assignment.
const FURTHEST: usize = 6;

/// Where a variable was last set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Witness {
    pub var: VarId,
    pub of: VarId,
    pub why: Why,
}

/// Why a variable was set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// It is an element of this map: `of == map[var]`.
    Element(Term),
    /// To this value, because of a condition on elements at this index: `of == value ==> condition` there.
    Condition { value: Term, condition: Term, index: Term },
}

/// Adds assignments to witnesses, and says what they are.
pub fn add_witnesses(pool: &mut TermPool, roles: &Roles, body: &mut Body, heads: &[LoopHead]) -> Vec<Witness> {
    let moving = heads.iter().flat_map(|head| &head.targets).copied().collect();
    let reading = Reading { roles, preds: body.predecessors(), operands: operands(pool, roles, body), moving };
    let mut witnesses: BTreeMap<VarId, Witness> = BTreeMap::new();
    for block in body.blocks.ids().filter(|block| heads.iter().any(|head| head.blocks.contains(block))) {
        for (position, step) in body.blocks[block].steps.iter().enumerate() {
            if let Some((of, value)) = reading.remembering(pool, step)
                && !witnesses.contains_key(&of)
                && let Some(why) = reading.why(pool, body, (block, position), value)
            {
                let name = format!("where_{}", pool.var_name(of));
                witnesses.insert(of, Witness { var: pool.fresh_var(&name, Sort::INT), of, why });
            }
        }
    }
    if witnesses.len() > MOST {
        return Vec::new();
    }
    let mut places: Vec<(BlockId, usize, VarId, Term)> = Vec::new();
    for (block, inside) in body.blocks.iter() {
        for (position, step) in inside.steps.iter().enumerate() {
            let StepKind::Assign(var, value) = step.kind else { continue };
            let Some(witness) = witnesses.get(&var) else { continue };
            let place = match *pool.op(reading.value(pool, value)) {
                // A copy of something that has a witness.
                Op::Var(of) if witnesses.contains_key(&of) => Some(pool.var(witnesses[&of].var)),
                _ => reading.place(pool, body, (block, position)),
            };
            places.extend(place.map(|place| (block, position, witness.var, place)));
        }
    }
    for (block, position, witness, place) in places.into_iter().rev() {
        let steps = &mut body.blocks[block].steps;
        let Step { span, origin, .. } = steps[position];
        steps.insert(position, Step::new(StepKind::Assign(witness, place), span, origin));
    }
    witnesses.into_values().collect()
}

/// Reads off a body why variables are assigned.
struct Reading<'a> {
    roles: &'a Roles,
    preds: Vec<Vec<BlockId>>,
    /// What operands hold that are set at one place only.
    operands: BTreeMap<VarId, Term>,
    /// What loops change.
    moving: BTreeSet<VarId>,
}

/// The values of variables that the text does not name, and that are set at one place only.
fn operands(pool: &TermPool, roles: &Roles, body: &Body) -> BTreeMap<VarId, Term> {
    let mut values: BTreeMap<VarId, Option<Term>> = BTreeMap::new();
    for step in body.blocks.values().flat_map(|block| &block.steps) {
        let Some(var) = step.assigned().filter(|&var| roles.of(pool, var) == Role::Temporary) else { continue };
        let is_first = !values.contains_key(&var);
        values.insert(var, step.term().filter(|_| is_first));
    }
    values.into_iter().filter_map(|(var, value)| Some((var, value?))).collect()
}

impl Reading<'_> {
    /// The variable that a step sets to something else than what follows from it: no counter, and no sum.
    fn remembering(&self, pool: &TermPool, step: &Step) -> Option<(VarId, Term)> {
        let StepKind::Assign(var, value) = step.kind else { return None };
        let is_plain = matches!(pool.variable(var).sort, Sort::INT | Sort::BOOL);
        let is_own = self.roles.of(pool, var) == Role::Value;
        (is_plain && is_own && !pool.free_vars(value).contains(&var)).then_some((var, value))
    }

    /// What an operand stands for.
    fn value(&self, pool: &TermPool, mut term: Term) -> Term {
        for _ in 0..FURTHEST {
            match pool.op(term) {
                Op::Var(var) if self.operands.contains_key(var) => term = self.operands[var],
                _ => break,
            }
        }
        term
    }

    /// Why a step sets a variable to the value.
    fn why(&self, pool: &mut TermPool, body: &Body, at: (BlockId, usize), value: Term) -> Option<Why> {
        if let Some((map, _)) = self.own_element(pool, self.value(pool, value)) {
            return Some(Why::Element(map));
        }
        let (condition, index) = self.condition(pool, body, at)?;
        let (value, condition) = (self.spelt_out(pool, value), self.spelt_out(pool, condition));
        Some(Why::Condition { value, condition, index })
    }

    /// The index of the element that is assigned, or else because of which it is assigned.
    fn place(&self, pool: &TermPool, body: &Body, at: (BlockId, usize)) -> Option<Term> {
        let StepKind::Assign(_, value) = body.blocks[at.0].steps[at.1].kind else { return None };
        self.index(pool, value).or_else(|| Some(self.condition(pool, body, at)?.1))
    }

    /// The last condition on an element before a step, and the index.
    fn condition(&self, pool: &TermPool, body: &Body, (mut block, mut end): (BlockId, usize)) -> Option<(Term, Term)> {
        for _ in 0..FURTHEST {
            let steps = body.blocks[block].steps[..end].iter().rev();
            let mut conditions = steps.filter_map(|step| match step.kind {
                StepKind::Assume(condition) if !is_range(pool, condition) => Some(condition),
                StepKind::Assume(_) | StepKind::Assign(..) | StepKind::Havoc(_) | StepKind::Assert(..) => None,
            });
            if let Some(found) = conditions.find_map(|condition| Some((condition, self.index(pool, condition)?))) {
                return Some(found);
            }
            let [before] = self.preds[block.index()][..] else { return None };
            (block, end) = (before, body.blocks[before].steps.len());
        }
        None
    }

    /// The term without operands.
    fn spelt_out(&self, pool: &mut TermPool, mut term: Term) -> Term {
        for _ in 0..FURTHEST {
            let mut by = Substitution::new();
            for var in pool.free_vars(term) {
                if let Some(&value) = self.operands.get(&var) {
                    by.insert(var, value);
                }
            }
            term = pool.substitute(term, &by);
        }
        term
    }

    /// The index of the first element of the text that a term reads, perhaps by way of operands, and rather of one that loops move to than
    /// of one that is always the same. Whether that is what somebody would call the place, does not matter: whatever is said of a
    /// witness is proved.
    fn index(&self, pool: &TermPool, term: Term) -> Option<Term> {
        let mut open = vec![term];
        for _ in 0..FURTHEST {
            let parts = pool.postorder(&open);
            let indices = parts.iter().filter_map(|&part| Some(self.own_element(pool, part)?.1));
            let moves = |index: Term| pool.free_vars(index).iter().any(|var| self.moving.contains(var));
            if let Some(index) = indices.clone().find(|&index| moves(index)).or_else(|| indices.clone().next()) {
                return Some(index);
            }
            open = pool.free_vars_of(&open).iter().filter_map(|var| self.operands.get(var).copied()).collect();
        }
        None
    }

    /// The map and the index of an element of the text.
    fn own_element(&self, pool: &TermPool, read: Term) -> Option<(Term, Term)> {
        let &[map, index] = pool.args(read) else { return None };
        let is_element = *pool.op(read) == Op::Select && matches!(pool.sort_of(read), Sort::INT | Sort::BOOL);
        (is_element && pool.sort_of(index) == Sort::INT && self.is_own(pool, map)).then_some((map, index))
    }

    fn is_own(&self, pool: &TermPool, mut map: Term) -> bool {
        while let (Op::Select | Op::Store, Some(&inner)) = (pool.op(map), pool.args(map).first()) {
            map = inner;
        }
        !matches!(pool.op(map), Op::Var(var) if self.roles.of(pool, *var) == Role::Bookkeeping)
    }
}

/// Does it only say that a number is one of its type?
fn is_range(pool: &TermPool, condition: Term) -> bool {
    let is_bound = |part: &Term| pool.args(*part).iter().any(|side| pool.op(*side).is_literal());
    *pool.op(condition) == Op::And && pool.args(condition).iter().all(is_bound)
}
