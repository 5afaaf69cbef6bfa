//! Who may spend how much: the whole table.
//!
//! A procedure has the resource units of its effort, once. Every stage gets a share of what the stages before it left, and
//! what it does not spend is there for those after it (`invar_base::Ledger`). So the order of the stages is the order of this
//! table, and no *unknown* costs more than the effort says.

/// What resource units are spent for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Runs on random values, before anything else.
    FirstRuns,
    /// The shortest runs.
    Glance,
    /// A short search for whole clauses about witnesses.
    ClausesAtOnce,
    /// The search for whole clauses.
    Clauses,
    /// Longer runs, before predicates are combined; runs for what is open beside a check that is refuted.
    LongerRuns,
    /// The search for combinations of predicates.
    Combined,
    /// The search backward from errors, among others.
    Backward,
    /// The same where nobody else looks for invariants.
    BackwardAlone,
    /// The search for instances of templates, where nobody else looks for invariants.
    Templates,
    /// The same among others, for claims that only templates speak of.
    TemplatesInTurn,
    /// Of that, one of its algorithms.
    Fixpoint,
    /// Abstraction, search and refinement, among others.
    Slam,
    /// The same where nobody else looks for invariants.
    SlamAlone,
    /// Saying what was found in as few formulas as possible.
    Wording,
    /// A proof from inferred invariants, with others to follow.
    Proof,
    /// A proof from the text alone.
    Text,
    /// Finding out which invariants a proof does without.
    Fewer,
    /// Of that, leaving out one invariant after the other.
    LeavingOut,
    /// In a proof, the first question about all checks together. Where it has no quick answer, the checks that are easy on
    /// their own are taken out first.
    Together,
    /// The same where an engine has seen that its invariants exclude every error.
    Convinced,
    /// In a proof, taking the program apart at its joins.
    Joins,
    /// Checks that are open only for want of instances of quantifiers.
    Models,
    /// Everything once a run is known to fail: the verdict is settled.
    Settled,
    /// Questions about single states, where runs are repeated.
    Replay,
    /// Symbolic runs; the formulas of all depths come after them.
    Symbolic,
    /// Runs that fail at what a proof leaves open.
    OpenChecks,
    /// Runs, where nobody is asked for a proof.
    RunsAlone,
    /// Finding out which condition on its callers a proof needs, question by question.
    Conditions,
    /// What is left, for those who take shares of it in turn.
    Rest,
}

impl Stage {
    /// Thousandths of what is left.
    pub fn share(self) -> u16 {
        match self {
            Stage::FirstRuns => 50,
            Stage::Glance => 10,
            Stage::ClausesAtOnce => 1,
            Stage::Clauses => 200,
            Stage::LongerRuns => 25,
            Stage::Combined => 600,
            Stage::Backward => 150,
            Stage::BackwardAlone => 600,
            Stage::Templates => 600,
            Stage::TemplatesInTurn => 400,
            Stage::Fixpoint => 500,
            Stage::Slam => 300,
            Stage::SlamAlone => 600,
            Stage::Wording => 100,
            Stage::Proof => 500,
            Stage::Text => 700,
            Stage::Fewer => 300,
            Stage::LeavingOut => 350,
            Stage::Together => 50,
            Stage::Convinced => 600,
            Stage::Joins => 500,
            Stage::Models => 200,
            Stage::Settled => 400,
            Stage::Replay => 100,
            Stage::Symbolic => 100,
            Stage::OpenChecks => 500,
            Stage::RunsAlone => 900,
            Stage::Conditions => 300,
            Stage::Rest => 1_000,
        }
    }
}

/// What a query counts at least: asking costs something too.
pub const LEAST: u64 = 2_000;

/// What one query of a search for invariants may cost: there are many, and each may stay open.
pub const QUERY: u32 = 400_000;

/// What a first look at one check may cost. Most checks that hold need less, even where the question about all of them
/// together is hopeless.
pub const LOOK: u32 = 100_000;

/// What a question about one concrete state may cost.
pub const STATE: u32 = 1_000_000;

/// What a question may cost that only makes an answer nicer: does the proof do without this invariant, is this check reached?
pub const QUESTION: u32 = 200_000;
