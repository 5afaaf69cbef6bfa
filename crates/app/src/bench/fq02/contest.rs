//! The abstraction algorithms that are compared.

use invar_engine::infer::abstraction::fq::Version;
use invar_engine::infer::abstraction::{Algorithm, Element, Published};
use invar_engine::infer::compare::{Contest, Measured};
use invar_solve::bdd::Space;

/// A column of ours.
pub struct Contestant {
    pub name: &'static str,
    algorithm: Algorithm,
    /// Is every invariant that it finds the strongest?
    pub is_exact: bool,
    longest: usize,
}

pub const CONTESTANTS: [Contestant; 6] = [
    exact("fq", Algorithm::Published(Published::Fq(Version::Literal))),
    exact("fq tuned", Algorithm::Published(Published::Fq(Version::Tuned))),
    exact("ddp", Algorithm::Published(Published::Ddp)),
    exact("ss", Algorithm::Published(Published::Ss)),
    exact("core", Algorithm::Core),
    Contestant { name: "core 3", algorithm: Algorithm::Core, is_exact: false, longest: 3 },
];

const fn exact(name: &'static str, algorithm: Algorithm) -> Contestant {
    Contestant { name, algorithm, is_exact: true, longest: usize::MAX }
}

impl Contestant {
    /// It stops at so many queries.
    pub fn contest(&self, most: u64) -> Contest {
        Contest { algorithm: self.algorithm, longest: self.longest, most }
    }
}

/// The same boolean function of the predicates.
pub fn is_same(one: &Measured, other: &Measured) -> bool {
    let Ok(space) = Space::new(one.predicates) else { return false };
    let element = |measured: &Measured| Element::of(&space, measured.clauses.iter().copied());
    matches!((element(one), element(other)), (Ok(one), Ok(other)) if one.is_same(&other))
}
