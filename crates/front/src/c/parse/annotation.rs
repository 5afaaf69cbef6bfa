//! Which annotation belongs to what. The parser asks for the annotations at the places that can have them; those that it
//! passes elsewhere are skipped, with a warning if they look like ACSL (other tools write `/*@null@*/` anywhere).

use super::Parser;
use crate::c::ast::Annotation;
use crate::c::lex::token::{Keyword, Punct, TokenKind};
use invar_base::Diagnostic;

/// First words of what stands for itself at the top level.
const GLOBAL: [&str; 12] = [
    "axiom",
    "axiomatic",
    "ghost",
    "global",
    "import",
    "inductive",
    "lemma",
    "logic",
    "model",
    "module",
    "predicate",
    "type",
];

/// First words of what belongs to a function or a statement.
const LOCAL: [&str; 17] = [
    "admit",
    "allocates",
    "assert",
    "assigns",
    "assumes",
    "behavior",
    "breaks",
    "check",
    "complete",
    "continues",
    "decreases",
    "disjoint",
    "ensures",
    "frees",
    "loop",
    "requires",
    "terminates",
];

impl Parser<'_> {
    /// The annotations right before the next token.
    pub(super) fn take_annotations(&mut self) -> Vec<Annotation> {
        let mut taken = Vec::new();
        while let Some((index, annotation)) = self.annotations.next_if(|(index, _)| *index <= self.at) {
            if index == self.at {
                taken.push(annotation);
            } else {
                self.warn_ignored(&annotation);
            }
        }
        taken
    }

    /// At the end of the file nothing takes what is left.
    pub(super) fn drop_annotations(&mut self) {
        while let Some((_, annotation)) = self.annotations.next() {
            self.warn_ignored(&annotation);
        }
    }

    fn warn_ignored(&mut self, annotation: &Annotation) {
        if self.first_word_is_in(annotation, &LOCAL) || self.first_word_is_in(annotation, &GLOBAL) {
            let message = "this annotation is ignored: it stands neither before a declaration nor before a statement";
            self.diagnostics.push(Diagnostic::warning("ignored", annotation.span, message));
        }
    }

    fn first_word_is_in(&self, annotation: &Annotation, words: &[&str]) -> bool {
        match annotation.tokens.first().map(|token| &token.kind) {
            Some(TokenKind::Name(name)) => words.contains(&self.names.name(*name)),
            _ => false,
        }
    }

    /// Whether it stands for itself at the top level, rather than being the contract of what follows.
    pub(super) fn is_global(&self, annotation: &Annotation) -> bool {
        self.first_word_is_in(annotation, &GLOBAL)
    }

    /// Whether one of its clauses begins with `loop`.
    pub(super) fn is_loop_annotation(&self, annotation: &Annotation) -> bool {
        let Some(word) = self.names.lookup("loop") else { return false };
        let tokens = &annotation.tokens;
        let is_start = |index: usize| match tokens.get(index.wrapping_sub(1)).map(|token| &token.kind) {
            None | Some(TokenKind::Punct(Punct::Semi | Punct::Colon)) => true,
            Some(TokenKind::Name(name)) => matches!(self.names.name(*name), "check" | "admit"),
            Some(_) => false,
        };
        (0..tokens.len()).any(|index| tokens[index].kind == TokenKind::Name(word) && is_start(index))
    }

    /// Whether the next statement is a loop, possibly with labels before it.
    pub(super) fn is_at_loop(&self) -> bool {
        let mut ahead = 0;
        while self.name_ahead(ahead).is_some() && self.is_punct_ahead(ahead + 1, Punct::Colon) {
            ahead += 2;
        }
        matches!(self.keyword_ahead(ahead), Some(Keyword::While | Keyword::Do | Keyword::For))
    }
}
