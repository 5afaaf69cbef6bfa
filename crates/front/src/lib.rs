//! From source languages to guarded-command programs. The Boogie text form is `gcl`'s own; Java will stand beside C.

pub mod c;
