//! Inferred invariants as text and back (`docs/json.md`). In: the invariants of an implementation's loops. Out: Boogie
//! expressions in which every variable of the body has a name of its own; and from such texts the invariants again.
//!
//! The names come from the body alone, which is made anew each time, so a text that one run wrote means the same to the
//! next. Nobody relies on that: an invariant that came from a text is proved like any other.

use invar_base::Id;
use invar_engine::LoopInvariant;
use invar_engine::loops::{LoopHead, loop_heads};
use invar_engine::prepare::reducible_body;
use invar_gcl::boogie::Wording;
use invar_gcl::{ImplId, Program};
use invar_logic::{Portable, TermPool};

/// The words in which invariants of one implementation's body are written.
pub struct Words {
    pool: TermPool,
    heads: Vec<LoopHead>,
    wording: Wording,
}

impl Words {
    /// `None` if there is no body whose loops could be cut.
    pub fn new(program: &Program, impl_id: ImplId) -> Option<Words> {
        let (pool, body) = reducible_body(program, impl_id).ok()?;
        let wording = Wording::new(program, &pool, &body.variables(&pool));
        Some(Words { heads: loop_heads(&body), pool, wording })
    }

    pub fn show(&mut self, invariant: &Portable) -> String {
        match self.pool.import(invariant) {
            Some(term) => self.wording.show(&self.pool, term),
            None => "…".to_string(),
        }
    }

    /// What texts say about the loop whose head is this block, or why they say nothing.
    pub fn read(&mut self, block: usize, texts: &[String]) -> Result<LoopInvariant, String> {
        let head = self.heads.iter().find(|head| head.head.index() == block);
        let head = head.ok_or_else(|| format!("block {block} is no loop of this procedure"))?;
        let source = head.source.ok_or_else(|| format!("block {block} is no loop of the text"))?;
        let mut inferred = Vec::with_capacity(texts.len());
        for text in texts {
            let term = self.wording.read(&mut self.pool, text).map_err(|error| format!("`{text}`: {error}"))?;
            inferred.push(self.pool.export(term).ok_or_else(|| format!("`{text}` is about unknown things"))?);
        }
        Ok(LoopInvariant { head: source, block: head.head, span: head.span, invariant: Vec::new(), inferred })
    }
}

/// The inferred invariants of loops as texts, loop by loop.
pub fn show_all(program: &Program, impl_id: ImplId, loops: &[LoopInvariant]) -> Vec<Vec<String>> {
    if loops.iter().all(|found| found.inferred.is_empty()) {
        return vec![Vec::new(); loops.len()];
    }
    let mut words = Words::new(program, impl_id);
    let mut show = |invariant: &Portable| match &mut words {
        Some(words) => words.show(invariant),
        None => "…".to_string(),
    };
    loops.iter().map(|found| found.inferred.iter().map(&mut show).collect()).collect()
}
