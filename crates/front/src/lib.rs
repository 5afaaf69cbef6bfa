//! From source languages to guarded-command programs.
//!
//! Empty so far: the Boogie text form is `gcl`'s own, and the C and Java front ends will live here. The crate exists so that
//! the rule "front ends and engines never meet" is checked from the start.
