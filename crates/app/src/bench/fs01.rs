//! FS01's Figure 9 on generated families: sizes and times of the textbook translation and of the two-stage one.
//!
//! In: a family and its k. Out: one [`Row`]. Sizes are tree nodes, computed without building the tree, and are the same on
//! every machine. Times are wall-clock seconds from the program as read to the prover's answer, as in FS01 §8: stages,
//! formula and proof. Departures from the paper: the column AST counts the nodes of the program as stored (before calls
//! and loops are desugared), and the guarded command is a graph, whose blocks stand for the compositions.

use std::time::Instant;

use invar_base::{Budget, SourceMap};
use invar_engine::loops::ExtraInvariants;
use invar_engine::prepare::{Prepared, prepare_alone};
use invar_engine::vc::compact::{outcomes, plain_failure};
use invar_engine::vc::name::{Cutoff, name_shared};
use invar_engine::vc::wp::{wp, wp_size};
use invar_engine::{Provers, Quantifiers};
use invar_gcl::{ImplId, Program};
use invar_logic::{Term, TermPool};
use invar_solve::{Answer, Limit};

use super::families::Family;
use crate::backend::Counter;

/// FS01 §8: the values of K.
pub const CUTOFFS: [Cutoff; 4] = [Cutoff::Above(0), Cutoff::Above(10), Cutoff::Above(30), Cutoff::Never];

/// Figure 9's "too big": more nodes than this are counted but neither built nor proved.
pub const WP_BUDGET: u128 = 1_000_000;

/// One routine of the table.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    pub family: Family,
    pub k: u32,
    pub ast: u64,
    pub guarded_command: u64,
    pub wp: WpColumns,
    pub passive: u64,
    /// One entry for each of [`CUTOFFS`].
    pub compact: Vec<CompactColumns>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct WpColumns {
    /// Saturates at the largest number.
    pub size: u128,
    /// None if it is too big.
    pub proof: Option<Proof>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct CompactColumns {
    pub cutoff: Cutoff,
    pub size: u64,
    pub proof: Proof,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Proof {
    pub seconds: f64,
    pub result: ProofResult,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProofResult {
    Proved,
    /// The prover gave up within its limits.
    Open,
    /// The prover has a counterexample: the families are correct, so this is a bug.
    Failed,
}

impl WpColumns {
    pub fn is_too_big(&self) -> bool {
        self.size > WP_BUDGET
    }
}

/// Reads and measures one member of a family; an error says what went wrong, in plain words.
pub fn measure(family: Family, k: u32, budget: &Budget) -> Result<Row, String> {
    let (program, impl_id) = read(family, k)?;
    let prepared = stages(&program, impl_id)?;
    let size = wp_size(&prepared.pool, &prepared.acyclic);
    let mut row = Row {
        family,
        k,
        ast: program.impls[impl_id].size(&program.pool),
        guarded_command: prepared.acyclic.body.size(&prepared.pool),
        wp: WpColumns { size, proof: None },
        passive: prepared.passive.size(&prepared.pool),
        compact: Vec::new(),
    };
    if !row.wp.is_too_big() {
        row.wp.proof = Some(timed(&program, impl_id, budget, wp_question)?.1);
    }
    for cutoff in CUTOFFS {
        let question = |prepared: &mut Prepared| compact_question(prepared, cutoff);
        let (size, proof) = timed(&program, impl_id, budget, question)?;
        row.compact.push(CompactColumns { cutoff, size, proof });
    }
    Ok(row)
}

/// The program of a family's member and its only implementation.
pub fn read(family: Family, k: u32) -> Result<(Program, ImplId), String> {
    let name = format!("{} {k}", family.name());
    let mut sources = SourceMap::new();
    let source = sources.add(format!("{name}.bpl"), family.program(k));
    let reading = invar_gcl::boogie::read(source, sources.text(source));
    let program = reading.map_err(|errors| errors.first().map_or(name.clone(), |e| e.message.clone()))?.program;
    let impl_id = program.impls.ids().next().ok_or_else(|| format!("{name} has no implementation"))?;
    Ok((program, impl_id))
}

/// The size of the compact formula with its definitions.
pub fn compact_size(prepared: &mut Prepared, cutoff: Cutoff) -> u64 {
    compact_question(prepared, cutoff).map_or(u64::MAX, |question| question.size)
}

pub fn stages(program: &Program, impl_id: ImplId) -> Result<Prepared, String> {
    let too_tangled = |_| "the control flow cannot be untangled".to_string();
    prepare_alone(program, impl_id, &ExtraInvariants::default()).map_err(too_tangled)
}

/// What the prover is to contradict, and the size of the verification condition it stands for.
struct Question {
    formulas: Vec<Term>,
    size: u64,
}

/// ¬ wp.S.true
fn wp_question(prepared: &mut Prepared) -> Result<Question, String> {
    let budget = usize::try_from(WP_BUDGET).unwrap_or(usize::MAX);
    let condition = wp(&mut prepared.pool, &prepared.acyclic, Term::TRUE, budget).map_err(|_| "too big".to_string())?;
    let size = prepared.pool.tree_size(condition);
    Ok(Question { formulas: vec![prepared.pool.not(condition)], size })
}

/// The definitions of the names, and W.S over them; the verification condition is ¬ W.S.
fn compact_question(prepared: &mut Prepared, cutoff: Cutoff) -> Result<Question, String> {
    let pool: &mut TermPool = &mut prepared.pool;
    let outcomes = outcomes(pool, &prepared.passive, &mut plain_failure);
    let condition = pool.not(outcomes.wrong);
    let named = name_shared(pool, condition, cutoff);
    let size = named.size(pool);
    let mut formulas = Vec::new();
    for &(name, definition) in &named.definitions {
        let name = pool.var(name);
        formulas.push(pool.eq(name, definition));
    }
    formulas.push(pool.not(named.formula));
    Ok(Question { formulas, size })
}

fn timed(
    program: &Program,
    impl_id: ImplId,
    budget: &Budget,
    question: impl FnOnce(&mut Prepared) -> Result<Question, String>,
) -> Result<(u64, Proof), String> {
    let start = Instant::now();
    let mut prepared = stages(program, impl_id)?;
    let question = question(&mut prepared)?;
    let mut prover = Counter::default().session(Quantifiers::Triggers);
    for formula in prepared.facts.iter().chain(&question.formulas) {
        prover.assert(&prepared.pool, *formula);
    }
    let answer = prover.check(&prepared.pool, &[], &Limit::from(budget));
    let seconds = start.elapsed().as_secs_f64();
    let result = match answer {
        Answer::Unsat(_) => ProofResult::Proved,
        Answer::Sat(_) => ProofResult::Failed,
        Answer::Unknown { .. } => ProofResult::Open,
    };
    Ok((question.size, Proof { seconds, result }))
}

#[cfg(test)]
mod tests;
