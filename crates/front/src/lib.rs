//! From source languages to guarded-command programs, and back to their words. The Boogie text form is `gcl`'s own; Java will
//! stand beside C.
//!
//! Reading order: `language` (what there is), `read` (texts to programs), `syntax` (formulas and annotations as texts); `text` reads
//! files, `c` is the C front end.

pub mod text;
pub mod c;
pub mod language;
pub mod read;
pub mod syntax;

pub use language::Language;
pub use read::{ReadOptions, Reading};
