//! The papers' tables, measured again on programs of our own, and how Invar does on programs of others.
//!
//! Reading order: [`families`] (the generated programs), [`fs01`] (the measurements of FS01's Figure 9), [`table`] (how
//! they are printed), [`columns`] (plain tables), [`fq02`] (FQ02's Figures 7 and 8), [`spw09`] (SPW09's Table 1), [`sg09`] (SG09's Tables 4 to 6),
//! [`bmmr01`] (BMMR01's Tables 1 and 2), [`corpus`] (programs with known answers). Entry points: [`fs01::measure`], [`fq02::Figures`], [`spw09::measure`], [`sg09::measure`],
//! [`bmmr01::measure()`], [`corpus::child::run`].

pub mod families;
pub mod fs01;
pub mod table;
pub mod columns;
pub mod fq02;
pub mod spw09;
pub mod sg09;
pub mod bmmr01;
pub mod corpus;
