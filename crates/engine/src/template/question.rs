//! One formula with unknowns, asked about again and again: is it valid under this solution?
//!
//! A formula is a question for each conjunct of what it claims, with index terms of its own. Each is asked in two ways. A whole solution is
//! written out, so that the prover sees the few predicates that it takes. Where choices are open, the ground denial has a literal `b` for each predicate of
//! an unknown, is asserted once, and the choices are assumed: a core says which of them a proof rests on. In both ways, a model
//! says which other solutions fail for the same reason.

use invar_logic::{Op, Sort, Term, TermPool};
use invar_solve::{Answer, Limit, Prover};
use rustc_hash::FxHashSet;

use super::atoms::Atoms;
use super::states::State;
use crate::ground::Ground;
use crate::ground::{PredicateMap, Solution, UnknownId};

pub struct Question {
    parts: Vec<Part>,
    /// The unknowns that occur, in the order of their numbers.
    unknowns: Vec<UnknownId>,
}

/// One conjunct of what is claimed.
pub struct Part {
    /// What holds beside the denial.
    known: Vec<Term>,
    denial: Ground,
    unknowns: Vec<UnknownId>,
    /// For whole solutions.
    plain: Session,
    /// For choices.
    open: Session,
    /// What the last proof under choices rests on.
    core: Option<Vec<Choice>>,
    atoms: Atoms,
    /// What whole solutions chose here, of those that are known to be valid.
    valid: FxHashSet<Vec<Vec<usize>>>,
}

/// A session that is told what is known when it is asked for the first time.
struct Session {
    prover: Box<dyn Prover>,
    is_told: bool,
}

/// A choice: is this predicate one of the unknown's?
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Choice {
    pub unknown: UnknownId,
    pub predicate: usize,
    pub taken: bool,
}

/// The literals of all choices: they are the same in all questions.
#[derive(Clone, Debug)]
pub struct Literals(Vec<Vec<Term>>);

/// What a formula over choices is made of; its negation is not needed.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Condition {
    True,
    False,
    Choice(Choice),
    And(Vec<Condition>),
    Or(Vec<Condition>),
}

pub enum Reply {
    /// The formula holds, because of these choices.
    Valid(Vec<Choice>),
    /// It does not, as far as the instances go. Whoever wants it to hold must meet this condition.
    Invalid(Condition),
    /// The prover has no answer.
    Open,
}

impl Literals {
    pub fn new(pool: &mut TermPool, map: &PredicateMap) -> Literals {
        let mut literals = Vec::new();
        for set in &map.sets {
            let mut own = Vec::new();
            for _ in set {
                let literal = pool.fresh_var("taken", Sort::BOOL);
                own.push(pool.var(literal));
            }
            literals.push(own);
        }
        Literals(literals)
    }

    fn of(&self, unknown: UnknownId, predicate: usize) -> Term {
        self.0[unknown.0][predicate]
    }
}

impl Question {
    pub fn new(parts: Vec<Part>) -> Question {
        let mut unknowns: Vec<UnknownId> = parts.iter().flat_map(|part| &part.unknowns).copied().collect();
        unknowns.sort_unstable();
        unknowns.dedup();
        Question { parts, unknowns }
    }

    pub fn unknowns(&self) -> &[UnknownId] {
        &self.unknowns
    }

    pub fn queries(&self) -> u64 {
        let sessions = self.parts.iter().flat_map(|part| [&part.plain, &part.open]);
        sessions.map(|session| session.prover.statistics().queries).sum()
    }

    /// With exactly the predicates of the solution. Whoever wants it to hold hears of every conjunct that fails.
    pub fn ask(&mut self, pool: &mut TermPool, solution: &Solution, limit: &Limit) -> Reply {
        let (mut conditions, mut is_open) = (Vec::new(), false);
        for part in &mut self.parts {
            match part.ask(pool, solution, limit) {
                Reply::Valid(_) => {}
                Reply::Invalid(condition) => conditions.push(condition),
                Reply::Open => is_open = true,
            }
        }
        match (conditions.is_empty(), is_open) {
            (true, true) => Reply::Open,
            (true, false) => Reply::Valid(Vec::new()),
            (false, _) => Reply::Invalid(Condition::and(conditions)),
        }
    }

    /// With these choices, whatever the others are.
    pub fn under(&mut self, pool: &mut TermPool, literals: &Literals, choices: &[Choice], limit: &Limit) -> Reply {
        let mut used = Vec::new();
        for part in &mut self.parts {
            match part.under(pool, literals, choices, limit) {
                Reply::Valid(core) => used.extend(core),
                other @ (Reply::Invalid(_) | Reply::Open) => return other,
            }
        }
        used.sort_unstable();
        used.dedup();
        Reply::Valid(used)
    }
}

impl Part {
    /// `known` is what holds beside the denial.
    pub fn new([plain, open]: [Box<dyn Prover>; 2], known: Vec<Term>, denial: Ground) -> Part {
        let mut unknowns = Vec::new();
        occurring(&denial, &mut unknowns);
        unknowns.sort_unstable();
        unknowns.dedup();
        let [plain, open] = [plain, open].map(|prover| Session { prover, is_told: false });
        Part { known, denial, unknowns, plain, open, core: None, atoms: Atoms::default(), valid: FxHashSet::default() }
    }

    fn ask(&mut self, pool: &mut TermPool, solution: &Solution, limit: &Limit) -> Reply {
        let chosen: Vec<Vec<usize>> = self.unknowns.iter().map(|&unknown| solution.of(unknown).to_vec()).collect();
        if self.valid.contains(&chosen) {
            return Reply::Valid(Vec::new());
        }
        let denied = written_out(pool, &self.denial, solution);
        if denied == Term::FALSE {
            return Reply::Valid(Vec::new());
        }
        if limit.exhausted().is_some() {
            return Reply::Open;
        }
        if !self.plain.is_told {
            let in_sight = in_sight(pool, &self.denial);
            self.known.extend(in_sight);
        }
        self.plain.tell(pool, &self.known, None);
        let prover = &mut self.plain.prover;
        prover.push();
        prover.assert(pool, denied);
        let reply = match prover.check(pool, &[], limit) {
            Answer::Unsat(_) => {
                self.valid.insert(chosen);
                Reply::Valid(Vec::new())
            }
            Answer::Sat(model) | Answer::Unknown { candidate: Some(model), .. } => {
                Reply::Invalid(failing(pool, &self.denial, &State::new(&model, &self.atoms)))
            }
            Answer::Unknown { candidate: None, .. } => Reply::Open,
        };
        prover.pop();
        reply
    }

    fn under(&mut self, pool: &mut TermPool, literals: &Literals, choices: &[Choice], limit: &Limit) -> Reply {
        if let Some(core) = self.core.as_ref().filter(|core| core.iter().all(|choice| choices.contains(choice))) {
            return Reply::Valid(core.clone());
        }
        if limit.exhausted().is_some() {
            return Reply::Open;
        }
        let own: Vec<Choice> =
            choices.iter().copied().filter(|choice| self.unknowns.contains(&choice.unknown)).collect();
        let mut assumed = Vec::with_capacity(own.len());
        for choice in &own {
            let literal = literals.of(choice.unknown, choice.predicate);
            assumed.push(if choice.taken { literal } else { pool.not(literal) });
        }
        self.open.tell(pool, &self.known, Some((&self.denial, literals)));
        match self.open.prover.check(pool, &assumed, limit) {
            Answer::Unsat(core) => {
                let core: FxHashSet<Term> = core.0.into_iter().collect();
                let used = own.iter().zip(&assumed).filter(|(_, literal)| core.contains(literal));
                let used: Vec<Choice> = used.map(|(choice, _)| *choice).collect();
                self.core = Some(used.clone());
                Reply::Valid(used)
            }
            Answer::Sat(model) | Answer::Unknown { candidate: Some(model), .. } => {
                Reply::Invalid(failing(pool, &self.denial, &State::new(&model, &self.atoms)))
            }
            Answer::Unknown { candidate: None, .. } => Reply::Open,
        }
    }
}

impl Session {
    /// What is known, and a denial with its literals.
    fn tell(&mut self, pool: &mut TermPool, known: &[Term], denial: Option<(&Ground, &Literals)>) {
        if std::mem::replace(&mut self.is_told, true) {
            return;
        }
        for &fact in known {
            self.prover.assert(pool, fact);
        }
        if let Some((denial, literals)) = denial {
            let term = meaning(pool, denial, literals);
            self.prover.assert(pool, term);
        }
    }
}

/// Definitions that put the predicates about functions in the prover's sight: what axioms say of them, a model must know.
fn in_sight(pool: &mut TermPool, ground: &Ground) -> Vec<Term> {
    match ground {
        Ground::Fixed(_) => Vec::new(),
        Ground::Unknown { predicates, .. } => {
            let is_applied = |pool: &TermPool, term: Term| {
                pool.postorder(&[term]).into_iter().any(|part| matches!(pool.op(part), Op::App(_)))
            };
            let mut found = Vec::new();
            for &predicate in predicates {
                if is_applied(pool, predicate) {
                    let name = pool.fresh_var("seen", Sort::BOOL);
                    let name = pool.var(name);
                    found.push(pool.eq(name, predicate));
                }
            }
            found
        }
        Ground::And(parts) | Ground::Or(parts) => parts.iter().flat_map(|part| in_sight(pool, part)).collect(),
    }
}

/// With the predicates of a solution in place of the unknowns.
fn written_out(pool: &mut TermPool, ground: &Ground, solution: &Solution) -> Term {
    let all = |pool: &mut TermPool, parts: &[Ground]| -> Vec<Term> {
        parts.iter().map(|part| written_out(pool, part, solution)).collect()
    };
    match ground {
        Ground::Fixed(term) => *term,
        Ground::Unknown { of, predicates, holds } => {
            let taken: Vec<Term> = solution.of(*of).iter().map(|&number| predicates[number]).collect();
            let whole = pool.and(&taken);
            if *holds { whole } else { pool.not(whole) }
        }
        Ground::And(parts) => {
            let parts = all(pool, parts);
            pool.and(&parts)
        }
        Ground::Or(parts) => {
            let parts = all(pool, parts);
            pool.or(&parts)
        }
    }
}

fn occurring(ground: &Ground, found: &mut Vec<UnknownId>) {
    match ground {
        Ground::Fixed(_) => {}
        Ground::Unknown { of, .. } => found.push(*of),
        Ground::And(parts) | Ground::Or(parts) => parts.iter().for_each(|part| occurring(part, found)),
    }
}

/// An unknown is ⋀ (b ⇒ q) over its predicates.
fn meaning(pool: &mut TermPool, ground: &Ground, literals: &Literals) -> Term {
    match ground {
        Ground::Fixed(term) => *term,
        Ground::Unknown { of, predicates, holds } => {
            let mut parts = Vec::with_capacity(predicates.len());
            for (number, &predicate) in predicates.iter().enumerate() {
                let literal = literals.of(*of, number);
                let denied = pool.not(predicate);
                parts.push(match holds {
                    true => pool.implies(literal, predicate),
                    false => pool.and(&[literal, denied]),
                });
            }
            if *holds { pool.and(&parts) } else { pool.or(&parts) }
        }
        Ground::And(parts) => {
            let parts: Vec<Term> = parts.iter().map(|part| meaning(pool, part, literals)).collect();
            pool.and(&parts)
        }
        Ground::Or(parts) => {
            let parts: Vec<Term> = parts.iter().map(|part| meaning(pool, part, literals)).collect();
            pool.or(&parts)
        }
    }
}

/// When is the tree false in the model? What the model does not say may be either.
fn failing(pool: &TermPool, ground: &Ground, state: &State<'_>) -> Condition {
    match ground {
        Ground::Fixed(term) => match state.holds(pool, *term) {
            Some(true) => Condition::False,
            Some(false) | None => Condition::True,
        },
        Ground::Unknown { of, predicates, holds } => {
            let mut parts = Vec::new();
            for (predicate, &term) in predicates.iter().enumerate() {
                let value = state.holds(pool, term);
                let fails = value == Some(false) || (value.is_none() && *holds);
                if fails {
                    parts.push(Condition::Choice(Choice { unknown: *of, predicate, taken: *holds }));
                }
            }
            if *holds { Condition::or(parts) } else { Condition::and(parts) }
        }
        Ground::And(parts) => Condition::or(parts.iter().map(|part| failing(pool, part, state)).collect()),
        Ground::Or(parts) => Condition::and(parts.iter().map(|part| failing(pool, part, state)).collect()),
    }
}

impl Condition {
    pub fn and(mut parts: Vec<Condition>) -> Condition {
        parts.retain(|part| *part != Condition::True);
        if parts.contains(&Condition::False) {
            return Condition::False;
        }
        match parts.len() {
            0 => Condition::True,
            1 => parts.remove(0),
            _ => Condition::And(parts),
        }
    }

    pub fn or(mut parts: Vec<Condition>) -> Condition {
        parts.retain(|part| *part != Condition::False);
        if parts.contains(&Condition::True) {
            return Condition::True;
        }
        match parts.len() {
            0 => Condition::False,
            1 => parts.remove(0),
            _ => Condition::Or(parts),
        }
    }

    pub fn is_met(&self, solution: &Solution) -> bool {
        match self {
            Condition::True => true,
            Condition::False => false,
            Condition::Choice(choice) => solution.contains(choice.unknown, choice.predicate) == choice.taken,
            Condition::And(parts) => parts.iter().all(|part| part.is_met(solution)),
            Condition::Or(parts) => parts.iter().any(|part| part.is_met(solution)),
        }
    }
}
