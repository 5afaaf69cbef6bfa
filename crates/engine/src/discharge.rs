//! The formula meets the prover: a passive program in, an answer for each of its checks out.
//!
//! One session per procedure, one encoding for all questions (decision 3). Check c goes wrong as
//! `on_c ∧ (¬e ∨ reaching)`: with `reaching` false the formula says that a check fails, with `reaching` true that a check is
//! reached at all. A check that was answered is switched off by its literal and the question asked again, so that every
//! failing check is found, not only the first. Vacuity is asked the same way: each model covers all the checks it reaches.
//! What runs were seen to reach needs no question.
//!
//! Where many paths meet and the first question has no quick answer, `joins` takes the program apart; what that leaves open is
//! asked about in a new session, with what was proved at the joins.

use std::collections::BTreeSet;

use invar_base::Id;
use invar_gcl::{BlockId, CheckId};
use invar_logic::{Sort, Term, TermPool};
use invar_solve::{Answer, Limit, Model, Prover, Reason};
use rustc_hash::FxHashSet;

use crate::joins::{self, Strengthened, strengthen};
use crate::means::Means;
use crate::passive::{Passive, PassiveKind, asserted_checks};
use crate::provers::{Provers, Quantifiers};
use crate::shares::{LOOK, QUESTION, Stage};
use crate::vc::compact::{Outcomes, outcomes};

/// The answers, by check.
pub struct Discharged {
    pub answers: Vec<(CheckId, CheckAnswer)>,
    /// No run enters the procedure.
    pub vacuous_entry: bool,
}

pub enum CheckAnswer {
    Holds {
        vacuous: bool,
    },
    /// The prover's values, and the path they take to the failure.
    Fails(Counterexample),
    Open(Reason),
}

impl CheckAnswer {
    /// Was it only for want of instances that the check was not shown?
    fn is_doubtful(&self) -> bool {
        match self {
            CheckAnswer::Holds { .. } => false,
            CheckAnswer::Fails(counterexample) => matches!(counterexample.doubt, Some(Reason::Incomplete(_))),
            CheckAnswer::Open(reason) => matches!(reason, Reason::Incomplete(_)),
        }
    }
}

#[derive(Clone)]
pub struct Counterexample {
    pub path: Vec<BlockId>,
    pub check: CheckId,
    pub model: Model,
    /// Why the values are only a candidate: the prover could not check them against the quantified formulas.
    pub doubt: Option<Reason>,
}

/// What is settled before the prover is asked.
#[derive(Default)]
pub struct Settled {
    /// Runs fail here: nobody asks.
    pub refuted: Vec<CheckId>,
    /// Runs of the program come to these.
    pub by_runs: BTreeSet<CheckId>,
    /// Nobody wants to know of these whether they are reached.
    pub unasked: BTreeSet<CheckId>,
}

/// From so many joins on, the program may have more paths than the prover can follow.
const MANY_JOINS: usize = 12;

/// From so many joins on, the more there are the less the first question may cost: it is hopeless unless it is easy.
const VERY_MANY_JOINS: usize = 100;

/// `refuted` are checks that a run is known to fail: they get no answer. All others may together cost what is left.
pub fn discharge(
    pool: &mut TermPool,
    facts: &[Term],
    passive: &Passive,
    settled: &Settled,
    means: &Means<'_>,
) -> Discharged {
    let mut session = Session::open(pool, facts, passive, means, Quantifiers::Triggers);
    session.leave_out(&settled.refuted);
    session.answer_all(joins::count(passive));
    let vacuous_entry = session.vacuity(settled);
    let mut answers: Vec<(CheckId, CheckAnswer)> = session.answers;
    answers.sort_by_key(|(check, _)| *check);
    Discharged { answers, vacuous_entry }
}

/// The answers alone, for a program of unrolled loops: nobody asks whether the checks are reached, and nobody looks at joins, of
/// which there is one for every iteration.
pub fn answers(
    pool: &mut TermPool,
    facts: &[Term],
    passive: &Passive,
    means: &Means<'_>,
) -> Vec<(CheckId, CheckAnswer)> {
    let mut session = Session::open(pool, facts, passive, means, Quantifiers::Triggers);
    session.answer_all(0);
    session.answers
}

/// With more doubtful checks, the first ones that hold would not make a proof.
const MOST_DOUBTFUL: usize = 12;

/// A second look at the checks that the prover could neither show nor refute because triggers gave it no more instances: here models
/// are checked against the quantifiers, and where one violates them, that is the next instance. What is shown that way may hold because
/// nothing gets there, which is asked the same way.
pub fn reconsider(
    pool: &mut TermPool,
    facts: &[Term],
    passive: &Passive,
    discharged: &mut Discharged,
    settled: &Settled,
    means: &Means<'_>,
) {
    let answers = &discharged.answers;
    let doubtful: Vec<usize> = (0..answers.len()).filter(|&position| answers[position].1.is_doubtful()).collect();
    if doubtful.is_empty() || doubtful.len() > MOST_DOUBTFUL {
        return;
    }
    let mut session = Session::open(pool, facts, passive, means, Quantifiers::Models);
    session.leave_out(&settled.refuted);
    session.answers = std::mem::take(&mut discharged.answers);
    if session.answer_again(&doubtful) {
        discharged.vacuous_entry |= session.vacuity(settled);
    }
    discharged.answers = session.answers;
}

struct Session<'a> {
    pool: &'a mut TermPool,
    facts: &'a [Term],
    passive: &'a Passive,
    means: &'a Means<'a>,
    prover: Box<dyn Prover>,
    literals: Literals,
    /// The literals of checks that hold, off.
    settled: Vec<Term>,
    /// Those that are off for good.
    switched_off: Vec<Term>,
    /// Checks without an answer.
    open: Vec<CheckId>,
    answers: Vec<(CheckId, CheckAnswer)>,
    /// Is there a check that a run is known to fail?
    is_refuted: bool,
}

struct Literals {
    /// `on_c`, by check.
    on: Vec<Option<Term>>,
    reaching: Term,
    /// Switches the formula of the checks on.
    wrong: Term,
    /// Switches the formula of the entry on.
    entering: Term,
}

impl<'a> Session<'a> {
    fn open(
        pool: &'a mut TermPool,
        facts: &'a [Term],
        passive: &'a Passive,
        means: &'a Means<'a>,
        quantifiers: Quantifiers,
    ) -> Session<'a> {
        let open = asserted_checks(passive);
        let mut literal = |name: &str| {
            let var = pool.fresh_var(name, Sort::BOOL);
            pool.var(var)
        };
        let mut on = vec![None; passive.checks.len()];
        for check in &open {
            on[check.index()] = Some(literal("on"));
        }
        let literals =
            Literals { on, reaching: literal("reaching"), wrong: literal("wrong"), entering: literal("entering") };
        let prover = means.session(quantifiers);
        let mut session = Session {
            pool,
            facts,
            passive,
            means,
            prover,
            literals,
            settled: Vec::new(),
            switched_off: Vec::new(),
            open,
            answers: Vec::new(),
            is_refuted: false,
        };
        session.state(passive);
        session
    }

    /// Tells the prover what is asked about: this program, which is the session's own or means the same.
    fn state(&mut self, passive: &Passive) {
        let outcomes = encode(self.pool, passive, &self.literals);
        for &fact in self.facts {
            self.prover.assert(self.pool, fact);
        }
        let wrong = self.pool.implies(self.literals.wrong, outcomes.wrong);
        self.prover.assert(self.pool, wrong);
        let entering = self.pool.implies(self.literals.entering, outcomes.enters);
        self.prover.assert(self.pool, entering);
        for &off in &self.switched_off {
            self.prover.assert(self.pool, off);
        }
    }

    fn leave_out(&mut self, refuted: &[CheckId]) {
        self.is_refuted = !refuted.is_empty();
        for &check in refuted {
            self.open.retain(|&open| open != check);
            self.switch_off(check);
        }
    }

    /// Resource units that are left for the whole session.
    fn left(&self) -> u32 {
        self.means.limit().resources
    }

    /// One question, which may cost so much, and no more than what is left.
    fn check(&mut self, assumptions: &[Term], resources: u32) -> Answer {
        self.prover.check(self.pool, assumptions, &self.means.at_most(resources))
    }

    /// Asks for any failing check until there is none; where the prover cannot say, for each check on its own, at first
    /// briefly. Where there are many joins to be looked at, that comes first.
    fn answer_all(&mut self, joins: usize) {
        let first = self.means.first().limit().resources;
        let parts = if self.means.is_convinced() { 1 } else { (joins / VERY_MANY_JOINS).max(1) };
        let first = (first / parts as u32).max(LOOK);
        let (is_one_of_several, has_many_joins) = (self.open.len() > 1, joins >= MANY_JOINS);
        if (is_one_of_several || has_many_joins)
            && let Err(reason) = self.answer_together(first)
        {
            if has_many_joins && reason == Reason::ResourceLimit {
                self.look_at_joins();
            }
            if is_one_of_several {
                self.answer_each(|_, _| LOOK);
            }
        }
        if self.answer_together(self.left() / 2).is_err() {
            self.answer_each(|left, open| left / open);
        }
        for check in std::mem::take(&mut self.open) {
            let reason = self.means.limit().exhausted().unwrap_or(Reason::ResourceLimit);
            self.answers.push((check, CheckAnswer::Open(reason)));
        }
    }

    /// Takes the program apart at its joins. What is still open is asked about in a new session, which knows what holds there.
    fn look_at_joins(&mut self) {
        let share = self.means.share(Stage::Joins);
        let (mut prover, limit) = (share.session(Quantifiers::Triggers), share.limit());
        let Strengthened { passive, holding } = strengthen(self.pool, self.facts, self.passive, &mut *prover, &limit);
        let (held, open): (Vec<CheckId>, Vec<CheckId>) =
            std::mem::take(&mut self.open).into_iter().partition(|check| holding.binary_search(check).is_ok());
        self.open = open;
        for check in held {
            self.answers.push((check, CheckAnswer::Holds { vacuous: false }));
            self.settle(check);
        }
        if !self.open.is_empty() {
            self.prover = self.means.session(Quantifiers::Triggers);
            self.state(&passive);
        }
    }

    /// Asks for any failing check until there is none. An error is why the prover cannot say.
    fn answer_together(&mut self, most: u32) -> Result<(), Reason> {
        while !self.open.is_empty() {
            let assumptions = self.question(Mode::Failing);
            let found = match self.check(&assumptions, most) {
                Answer::Unsat(_) => {
                    self.close_all();
                    return Ok(());
                }
                Answer::Sat(model) => self.close_failing(model, None),
                Answer::Unknown { reason, candidate } => match (&reason, candidate) {
                    (Reason::Incomplete(_), Some(model)) => self.close_doubtful(model, reason, most),
                    (_, _) => return Err(reason),
                },
            };
            if !found {
                return Err(Reason::Incomplete("no path".to_string()));
            }
        }
        Ok(())
    }

    /// Asks for each check on its own; `most` says what the next of so many may cost if so much is left. Those that it is
    /// too little for stay open.
    fn answer_each(&mut self, most: impl Fn(u32, u32) -> u32) {
        let open = std::mem::take(&mut self.open);
        let mut later = Vec::new();
        for (position, &check) in open.iter().enumerate() {
            let most = most(self.left(), (open.len() - position) as u32);
            self.open = vec![check];
            let answer = match self.ask(check, most) {
                Answer::Unsat(_) => CheckAnswer::Holds { vacuous: false },
                Answer::Sat(model) => self.failing_or_open(model, None, Reason::Incomplete("no path".to_string())),
                Answer::Unknown { reason: Reason::ResourceLimit, .. } => {
                    later.push(check);
                    continue;
                }
                Answer::Unknown { reason, candidate: Some(model) } => {
                    self.failing_or_open(model, Some(reason.clone()), reason)
                }
                Answer::Unknown { reason, candidate: None } => CheckAnswer::Open(reason),
            };
            self.answers.push((check, answer));
            self.settle(check);
        }
        self.open = later;
    }

    /// Asks about the checks of these answers, each on its own. Does one more of them hold?
    fn answer_again(&mut self, positions: &[usize]) -> bool {
        let mut one_holds = false;
        for (tried, &position) in positions.iter().enumerate() {
            let check = self.answers[position].0;
            let most = self.left() / (positions.len() - tried) as u32;
            self.open = vec![check];
            match self.ask(check, most) {
                Answer::Unsat(_) => {
                    self.answers[position].1 = CheckAnswer::Holds { vacuous: false };
                    one_holds = true;
                }
                Answer::Sat(model) => {
                    if let Some((path, check)) = self.failing_path(&model) {
                        let doubt = None;
                        self.answers[position].1 = CheckAnswer::Fails(Counterexample { path, check, model, doubt });
                    }
                }
                Answer::Unknown { .. } => {}
            }
        }
        one_holds
    }

    /// Does this check fail?
    fn ask(&mut self, check: CheckId, most: u32) -> Answer {
        let mut assumptions = self.question(Mode::Failing);
        assumptions.extend(self.only(check));
        self.check(&assumptions, most)
    }

    fn failing_or_open(&self, model: Model, doubt: Option<Reason>, otherwise: Reason) -> CheckAnswer {
        match self.failing_path(&model) {
            Some((path, check)) => CheckAnswer::Fails(Counterexample { path, check, model, doubt }),
            None => CheckAnswer::Open(otherwise),
        }
    }

    fn question(&mut self, mode: Mode) -> Vec<Term> {
        match mode {
            Mode::Failing => {
                let failing = [self.literals.wrong, self.pool.not(self.literals.reaching)];
                failing.into_iter().chain(self.settled.iter().copied()).collect()
            }
            Mode::Reaching => vec![self.literals.wrong, self.literals.reaching],
        }
    }

    /// Every other check off.
    fn only(&mut self, check: CheckId) -> Vec<Term> {
        let on = self.literals.on.clone();
        let others = on.iter().enumerate().filter(|(index, _)| *index != check.index());
        others.filter_map(|(_, literal)| literal.map(|literal| self.pool.not(literal))).collect()
    }

    fn close_all(&mut self) {
        let open = std::mem::take(&mut self.open);
        self.answers.extend(open.into_iter().map(|check| (check, CheckAnswer::Holds { vacuous: false })));
    }

    /// Records the check that fails under the model and switches it off; false if the model's path cannot be read.
    fn close_failing(&mut self, model: Model, doubt: Option<Reason>) -> bool {
        let Some((path, check)) = self.failing_path(&model) else { return false };
        self.open.retain(|&open| open != check);
        self.answers.push((check, CheckAnswer::Fails(Counterexample { path, check, model, doubt })));
        self.switch_off(check);
        true
    }

    /// A check that fails under a candidate may still hold: it is asked about once more, on its own.
    fn close_doubtful(&mut self, model: Model, doubt: Reason, most: u32) -> bool {
        let Some((_, check)) = self.failing_path(&model) else { return false };
        if self.open.len() > 1 && self.ask(check, most).is_unsat() {
            self.open.retain(|&open| open != check);
            self.answers.push((check, CheckAnswer::Holds { vacuous: false }));
            self.settle(check);
            return true;
        }
        self.close_failing(model, Some(doubt))
    }

    /// Not switched off for good: whether it is reached is still to be asked.
    fn settle(&mut self, check: CheckId) {
        if let Some(literal) = self.literals.on[check.index()] {
            let off = self.pool.not(literal);
            self.settled.push(off);
        }
    }

    fn switch_off(&mut self, check: CheckId) {
        if let Some(literal) = self.literals.on[check.index()] {
            let off = self.pool.not(literal);
            self.prover.assert(self.pool, off);
            self.switched_off.push(off);
        }
    }

    fn failing_path(&self, model: &Model) -> Option<(Vec<BlockId>, CheckId)> {
        let mut walk = Walk { pool: self.pool, passive: self.passive, model, dead: FxHashSet::default() };
        walk.path_to_failure(&self.open)
    }

    /// Marks the proved checks that no run reaches; says whether the procedure itself cannot be entered.
    fn vacuity(&mut self, settled: &Settled) -> bool {
        let proved = |answer: &CheckAnswer| matches!(answer, CheckAnswer::Holds { .. });
        let failing = self.is_refuted || self.answers.iter().any(|(_, answer)| !proved(answer));
        let is_known = |check: &CheckId| settled.by_runs.contains(check) || settled.unasked.contains(check);
        let is_asked = |(check, answer): &&(CheckId, CheckAnswer)| proved(answer) && !is_known(check);
        let (asked, others): (Vec<_>, Vec<_>) = self.answers.iter().partition(is_asked);
        let holding: Vec<CheckId> = asked.into_iter().map(|(check, _)| *check).collect();
        let others: Vec<CheckId> = others.into_iter().map(|(check, _)| *check).collect();
        for check in others {
            self.switch_off(check);
        }
        let limit = self.means.at_most(QUESTION);
        let mut uncovered = holding;
        let mut reached_any = failing || !settled.by_runs.is_empty();
        while !uncovered.is_empty() {
            let assumptions = self.question(Mode::Reaching);
            let model = match self.prover.check(self.pool, &assumptions, &limit) {
                Answer::Unsat(_) => break,
                Answer::Sat(model) => model,
                Answer::Unknown { reason: Reason::Incomplete(_), candidate: Some(model) } => model,
                // Nothing is known, so nothing is claimed.
                Answer::Unknown { .. } => return false,
            };
            let mut walk = Walk { pool: self.pool, passive: self.passive, model: &model, dead: FxHashSet::default() };
            let covered = walk.reached();
            let before = uncovered.len();
            uncovered.retain(|check| !covered.contains(check));
            if uncovered.len() == before {
                return false;
            }
            reached_any = true;
            for check in covered {
                self.switch_off(check);
            }
        }
        for (check, answer) in &mut self.answers {
            if let CheckAnswer::Holds { vacuous } = answer {
                // A second look does not take back what the first one showed.
                *vacuous |= uncovered.contains(check);
            }
        }
        !reached_any && self.cannot_enter(&limit)
    }

    fn cannot_enter(&mut self, limit: &Limit) -> bool {
        let entering = self.literals.entering;
        self.prover.check(self.pool, &[entering], limit).is_unsat()
    }
}

#[derive(Clone, Copy)]
enum Mode {
    Failing,
    Reaching,
}

fn encode(pool: &mut TermPool, passive: &Passive, literals: &Literals) -> Outcomes {
    let mut failure = |pool: &mut TermPool, check: CheckId, condition: Term| {
        let on = literals.on[check.index()].unwrap_or(Term::TRUE);
        let fails = pool.not(condition);
        let fails = pool.or(&[fails, literals.reaching]);
        pool.and(&[on, fails])
    };
    outcomes(pool, passive, &mut failure)
}

/// The check among the given ones that fails in a model, if its path can be read.
pub fn failing_check(pool: &TermPool, passive: &Passive, model: &Model, among: &[CheckId]) -> Option<CheckId> {
    let mut walk = Walk { pool, passive, model, dead: FxHashSet::default() };
    walk.path_to_failure(among).map(|(_, check)| check)
}

/// Follows a model through the passive program.
struct Walk<'a> {
    pool: &'a TermPool,
    passive: &'a Passive,
    model: &'a Model,
    /// Blocks from which the walk found nothing.
    dead: FxHashSet<BlockId>,
}

enum BlockEnd {
    /// An assumption is false: no run goes on here.
    Blocked,
    Passed,
    Fails(CheckId),
}

impl Walk<'_> {
    /// A path to a failing check among the given ones. Depth first with an explicit stack; dead blocks are not tried twice.
    fn path_to_failure(&mut self, among: &[CheckId]) -> Option<(Vec<BlockId>, CheckId)> {
        let entry = BlockId::from_index(Passive::ENTRY);
        let mut path = vec![(entry, 0)];
        if let BlockEnd::Fails(check) = self.block(entry, among) {
            return Some((vec![entry], check));
        }
        while let Some((block, edge)) = path.pop() {
            let Some(&next) = self.passive.blocks[block].next.get(edge) else {
                self.dead.insert(block);
                continue;
            };
            path.push((block, edge + 1));
            if self.dead.contains(&next) {
                continue;
            }
            match self.block(next, among) {
                BlockEnd::Fails(check) => {
                    let blocks = path.iter().map(|(block, _)| *block).chain([next]).collect();
                    return Some((blocks, check));
                }
                BlockEnd::Passed => path.push((next, 0)),
                BlockEnd::Blocked => {
                    self.dead.insert(next);
                }
            }
        }
        None
    }

    /// A formula that the model cannot evaluate (it holds a quantifier) does not stop the walk; replaying decides.
    fn block(&self, block: BlockId, among: &[CheckId]) -> BlockEnd {
        for cmd in &self.passive.blocks[block].cmds {
            let holds = self.model.holds(self.pool, cmd.kind.term());
            match (cmd.kind, holds) {
                (PassiveKind::Assume(_), Some(false)) => return BlockEnd::Blocked,
                (PassiveKind::Assert(check, _), Some(false) | None) if among.contains(&check) => {
                    return BlockEnd::Fails(check);
                }
                (PassiveKind::Assert(..), Some(false)) => return BlockEnd::Blocked,
                (PassiveKind::Assume(_) | PassiveKind::Assert(..), Some(true) | None) => {}
            }
        }
        BlockEnd::Passed
    }

    /// All checks that the model's values reach, on any path.
    fn reached(&mut self) -> FxHashSet<CheckId> {
        let mut reached = FxHashSet::default();
        let mut seen = FxHashSet::default();
        let mut work = vec![BlockId::from_index(Passive::ENTRY)];
        while let Some(block) = work.pop() {
            if !seen.insert(block) {
                continue;
            }
            if self.block_reaches(block, &mut reached) {
                work.extend(&self.passive.blocks[block].next);
            }
        }
        reached
    }

    fn block_reaches(&self, block: BlockId, reached: &mut FxHashSet<CheckId>) -> bool {
        for cmd in &self.passive.blocks[block].cmds {
            if let PassiveKind::Assert(check, _) = cmd.kind {
                reached.insert(check);
            }
            if self.model.holds(self.pool, cmd.kind.term()) == Some(false) {
                return false;
            }
        }
        true
    }
}
