//! Where prover sessions come from. The engine opens them; whoever calls it says which prover that is.

use invar_solve::Prover;

/// How a session treats quantifiers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quantifiers {
    /// Instances from triggers only: fast; never *satisfiable* when quantifiers are left. For proofs.
    Triggers,
    /// Models are checked against the quantifiers: slow, but can say *satisfiable*. For single questions about one state.
    Models,
}

pub trait Provers {
    fn session(&self, quantifiers: Quantifiers) -> Box<dyn Prover>;

    /// Something that whoever waits may want to know. Nobody needs to listen.
    fn note(&self, _text: &str) {}
}
