//! Claims that something exists for every value, `∀y ∃x`: instances of them that make provers find the proof, whatever triggers they
//! would choose (SG09 §7 leaves that to patterns and skolem functions).
//!
//! In: a passive program. Out: the same, if no claim is of that kind; otherwise each such claim and each such assumption stands
//! beside its instances at the index terms of the program:
//! - a claim `∀y. P(y)` fails for some y, and that one has a name `c` that all claims share: at most one of them is the first to fail. Once
//!   `P(c)` is shown, whatever `c` is, `∀y. P(y)` is known;
//! - a claim `∃x. B(x)` is `∃x. B(x) ∨ B(t₁) ∨ …`, which says the same;
//! - an assumption `∀y ∃x. B(y, x)` becomes `B(t, xₜ)` for new constants xₜ, which exist. With the quantifier, provers would go on
//!   for ever: each xₜ may be the next y.
//!
//! Assumptions become weaker, and claims stay what they are: a check that holds of the result holds.

use invar_logic::{Op, Sort, Substitution, Term, TermPool, VarId};

use crate::ground::{Ground, Grounding, PredicateMap, Template};
use crate::passive::{Passive, PassiveCmd, PassiveKind};

/// See the module header.
pub fn name_what_exists(pool: &mut TermPool, passive: &mut Passive) {
    let kinds: Vec<PassiveKind> = passive.blocks.values().flat_map(|block| &block.cmds).map(|cmd| cmd.kind).collect();
    let is_claim = |kind: &PassiveKind| matches!(kind, PassiveKind::Assert(_, claim) if is_nested(pool, *claim));
    if !kinds.iter().any(is_claim) {
        return;
    }
    let instances = instances(pool, &kinds);
    insert(pool, passive, instances);
}

/// What is said of a command instead: the claim of the shared names, and the instances.
struct Stated {
    claim: Term,
    instances: Ground,
    /// What is known afterwards.
    known: Ground,
}

fn instances(pool: &mut TermPool, kinds: &[PassiveKind]) -> Vec<Option<Stated>> {
    let mut names = Names::default();
    let mut stated: Vec<Option<Stated>> = kinds.iter().map(|_| None).collect();
    let (mut claims, mut assumptions) = (Vec::new(), Vec::new());
    for (number, &kind) in kinds.iter().enumerate() {
        match kind {
            _ if !is_nested(pool, kind.term()) => {}
            PassiveKind::Assume(whole) => assumptions.push((number, whole)),
            PassiveKind::Assert(_, whole) => claims.push((number, names.instance(pool, whole))),
        }
    }
    let templates = |pool: &mut TermPool, of: &[(usize, Term)]| -> Vec<Template> {
        of.iter().map(|&(_, term)| Template::fixed(pool, term)).collect()
    };
    let (denied, assumed) = (templates(pool, &claims), templates(pool, &assumptions));
    let wholes: Vec<(usize, Term)> = claims.iter().map(|&(number, _)| (number, kinds[number].term())).collect();
    let wholes = templates(pool, &wholes);
    let terms: Vec<Term> = kinds.iter().map(|kind| kind.term()).collect();
    let map = PredicateMap::default();
    let mut grounding = Grounding::new(pool, &map, &terms);
    denied.iter().for_each(|claim| grounding.look_at(claim, &names.shared));
    // What assumptions say to exist is an index term for the claims.
    for (&(number, whole), template) in assumptions.iter().zip(&assumed) {
        let known = grounding.consequence(template);
        stated[number] = Some(Stated { claim: whole, instances: Ground::And(Vec::new()), known });
    }
    for ((&(number, claim), template), whole) in claims.iter().zip(&denied).zip(&wholes) {
        let known = grounding.consequence(whole);
        stated[number] = Some(Stated { claim, instances: grounding.denied(template), known });
    }
    stated
}

fn insert(pool: &mut TermPool, passive: &mut Passive, mut instances: Vec<Option<Stated>>) {
    let mut moved_to: Vec<usize> = Vec::new();
    let mut number = 0;
    for block in passive.blocks.values_mut() {
        let mut cmds = Vec::with_capacity(block.cmds.len());
        for (position, cmd) in std::mem::take(&mut block.cmds).into_iter().enumerate() {
            match instances[number].take() {
                Some(instead) => stated(pool, cmd, &instead, &mut cmds),
                None => cmds.push(cmd),
            }
            number += 1;
            // A note says after how many commands it holds.
            let more = cmds.len() - (position + 1);
            moved_to.push(more);
        }
        for note in &mut block.notes {
            note.at += note.at.checked_sub(1).map_or(0, |last| moved_to[last]);
        }
        moved_to.clear();
        block.cmds = cmds;
    }
}

/// The command with its instances.
fn stated(pool: &mut TermPool, cmd: PassiveCmd, instead: &Stated, cmds: &mut Vec<PassiveCmd>) {
    let rest = without_nested(pool, cmd.kind.term());
    let known = instead.known.term(pool);
    let known = pool.and(&[rest, known]);
    let known = PassiveCmd { kind: PassiveKind::Assume(known), ..cmd.clone() };
    if let PassiveKind::Assert(check, _) = cmd.kind {
        let instances = instead.instances.term(pool);
        let otherwise = pool.not(instances);
        let shown = pool.or(&[instead.claim, otherwise]);
        cmds.push(PassiveCmd { kind: PassiveKind::Assert(check, shown), ..cmd });
    }
    cmds.push(known);
}

/// What an assumption says beside what exists for every value.
fn without_nested(pool: &mut TermPool, assumption: Term) -> Term {
    if !is_nested(pool, assumption) {
        return assumption;
    }
    let args = pool.args(assumption).to_vec();
    match pool.op(assumption).clone() {
        Op::And | Op::Or => {
            let args: Vec<Term> = args.into_iter().map(|part| without_nested(pool, part)).collect();
            pool.rebuild(assumption, &args)
        }
        Op::Implies => {
            let after = without_nested(pool, args[1]);
            pool.implies(args[0], after)
        }
        _ => Term::TRUE,
    }
}

/// The names of what claims fail for: the first variable of each sort is the same in all claims, and so on.
#[derive(Default)]
struct Names {
    shared: Vec<VarId>,
}

impl Names {
    /// P(c) for ∀y. P(y), wherever that stands in a claim.
    fn instance(&mut self, pool: &mut TermPool, claim: Term) -> Term {
        let mut used = Vec::new();
        self.positive(pool, claim, &mut used)
    }

    fn positive(&mut self, pool: &mut TermPool, claim: Term, used: &mut Vec<VarId>) -> Term {
        let args = pool.args(claim).to_vec();
        match pool.op(claim).clone() {
            Op::And | Op::Or => {
                let args: Vec<Term> = args.into_iter().map(|part| self.positive(pool, part, used)).collect();
                pool.rebuild(claim, &args)
            }
            Op::Implies => {
                let after = self.positive(pool, args[1], used);
                pool.implies(args[0], after)
            }
            Op::Forall(binder) => {
                let mut by = Substitution::new();
                for &var in &binder.vars {
                    let name = self.take(pool, pool.variable(var).sort, used);
                    let name = pool.var(name);
                    by.insert(var, name);
                }
                let body = pool.substitute(args[0], &by);
                self.positive(pool, body, used)
            }
            _ => claim,
        }
    }

    fn take(&mut self, pool: &mut TermPool, sort: Sort, used: &mut Vec<VarId>) -> VarId {
        let is_free = |name: &VarId| pool.variable(*name).sort == sort && !used.contains(name);
        let name = match self.shared.iter().copied().find(is_free) {
            Some(name) => name,
            None => {
                let name = pool.fresh_var("any", sort);
                self.shared.push(name);
                name
            }
        };
        used.push(name);
        name
    }
}

/// Does it say that something exists for every value of something?
pub fn is_nested(pool: &TermPool, claim: Term) -> bool {
    let mut work = vec![(claim, false)];
    while let Some((term, is_inside)) = work.pop() {
        let args = pool.args(term);
        match pool.op(term) {
            Op::And | Op::Or => work.extend(args.iter().map(|&part| (part, is_inside))),
            Op::Implies => work.push((args[1], is_inside)),
            Op::Forall(_) => work.push((args[0], true)),
            Op::Exists(_) if is_inside => return true,
            _ => {}
        }
    }
    false
}
