//! The papers' tables, measured again on programs of our own.
//!
//! Reading order: [`families`] (the generated programs), [`fs01`] (the measurements of FS01's Figure 9), [`table`] (how
//! they are printed). Entry point: [`fs01::measure`].

pub mod families;
pub mod fs01;
pub mod table;
