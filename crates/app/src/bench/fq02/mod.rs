//! FQ02's figures, measured again.
//!
//! Reading order: [`program`] (the programs), [`contest`] (the algorithms), [`figure_8`] (queries on the paper's loops),
//! [`growth`] (queries and time as guesses are added), [`figure_7`] (queries by the number of predicates, over programs that
//! the user names).

pub mod program;
pub mod contest;
pub mod figure_8;
pub mod growth;
pub mod figure_7;

use serde::Serialize;

use crate::report::json::to_text;

#[derive(Default)]
pub struct Figures {
    pub figure_8: Vec<figure_8::Row>,
    pub growth: Vec<growth::Row>,
    pub figure_7: Option<figure_7::Figure>,
}

impl Figures {
    pub fn text(&self) -> String {
        let mut parts = Vec::new();
        if !self.figure_8.is_empty() {
            parts.push(figure_8::text(&self.figure_8));
        }
        if !self.growth.is_empty() {
            parts.push(growth::text(&self.growth));
        }
        parts.extend(self.figure_7.as_ref().map(figure_7::Figure::text));
        parts.join("\n")
    }

    pub fn json(&self) -> String {
        let figure_7 = self.figure_7.as_ref();
        to_text(&Report {
            schema: 1,
            bench: "fq02",
            rows: figure_8::json(&self.figure_8),
            growth: &self.growth,
            loops: figure_7.map_or(Vec::new(), figure_7::Figure::json),
        })
    }
}

#[derive(Serialize)]
struct Report<'a> {
    schema: u32,
    bench: &'static str,
    rows: Vec<figure_8::JsonRow>,
    growth: &'a [growth::Row],
    loops: Vec<figure_7::JsonRow>,
}
