//! Clauses of contracts, loops and statements.

use super::cursor::{Parser, Wrong};
use crate::c::annotate::syntax::*;
use crate::c::hir::spec::Trust;
use crate::c::lex::token::{Keyword, Punct, TokenKind};
use invar_base::Span;

/// The words that an ACSL annotation begins with. A comment that begins with anything else was not written for us.
pub const OPENING_WORDS: [&str; 34] = [
    "requires",
    "ensures",
    "assigns",
    "assumes",
    "behavior",
    "complete",
    "disjoint",
    "terminates",
    "decreases",
    "exits",
    "allocates",
    "frees",
    "admit",
    "check",
    "assert",
    "loop",
    "for",
    "ghost",
    "invariant",
    "breaks",
    "continues",
    "returns",
    "predicate",
    "logic",
    "lemma",
    "axiom",
    "axiomatic",
    "inductive",
    "type",
    "global",
    "strong",
    "weak",
    "model",
    "volatile",
];

/// The words behind which ghost code is over, when `//@` lines follow each other.
const AFTER_GHOST: [&str; 10] =
    ["ghost", "assert", "check", "admit", "loop", "requires", "ensures", "predicate", "logic", "lemma"];

/// What the clause that is being read belongs to.
#[derive(Default)]
struct Context {
    /// `check` or `admit` in front.
    trust: Option<Trust>,
    /// `for a, b:` in front.
    behaviors: Vec<Ident>,
}

impl Parser<'_> {
    pub fn items(&mut self, items: &mut Items) {
        while !self.at_end() {
            let start = self.here();
            if let Err(wrong) = self.item(items, start) {
                self.diagnostics.push(*wrong);
                self.skip_to_clause();
            }
        }
    }

    /// Behind a wrong clause, whose semicolon may not be the first one.
    fn skip_to_clause(&mut self) {
        self.skip_clause();
        let is_clause = |parser: &Self| match parser.peek() {
            Some(TokenKind::Keyword(keyword)) => OPENING_WORDS.contains(&keyword.spelling()),
            Some(_) | None => parser.word().is_some_and(|word| OPENING_WORDS.contains(&word)),
        };
        while !self.at_end() && !is_clause(self) {
            self.skip_clause();
        }
    }

    fn item(&mut self, items: &mut Items, start: Span) -> Result<(), Wrong> {
        let mut context = Context::default();
        if self.is_keyword(Keyword::For) {
            self.advance();
            context.behaviors = self.idents("the name of a behavior")?;
            self.expect(Punct::Colon)?;
        }
        let trust = match self.word() {
            Some("check") => Some(Trust::Check),
            Some("admit") => Some(Trust::Admit),
            Some(_) | None => None,
        };
        if trust.is_some() {
            self.advance();
            let is_prefix = matches!(
                self.word(),
                Some("requires" | "ensures" | "loop" | "lemma" | "invariant" | "exits" | "disjoint" | "complete")
            ) && !self.is_expression_at(1);
            if !is_prefix {
                let clause = self.clause(trust.unwrap_or(Trust::Assert), start)?;
                items.stmts.push(StmtItem::Assert { behaviors: context.behaviors, clause });
                return Ok(());
            }
            context.trust = trust;
        }
        self.keyword_item(items, context, start)
    }

    /// Whether the word before is an operand rather than a keyword: `check ensures > 0;`.
    fn is_expression_at(&self, distance: usize) -> bool {
        use Punct::*;
        matches!(
            self.peek_at(distance),
            Some(TokenKind::Punct(
                EqEq | Ne | Lt | Gt | Le | Ge | Plus | Slash | Percent | Dot | Arrow | LBracket | Semi
            ))
        )
    }

    fn keyword_item(&mut self, items: &mut Items, context: Context, start: Span) -> Result<(), Wrong> {
        let trust = context.trust.unwrap_or(Trust::Assert);
        let word = self.word().unwrap_or("");
        match word {
            "requires" | "ensures" | "assumes" | "assigns" | "behavior" | "complete" | "disjoint"
                if !context.behaviors.is_empty() =>
            {
                self.unsupported(items, "a contract for some behaviors of a statement", start)
            }
            "requires" | "ensures" => {
                self.advance();
                let clause = self.clause(trust, start)?;
                let body = body(&mut items.contract);
                if word == "requires" {
                    body.requires.push(clause)
                } else {
                    body.ensures.push(clause)
                }
                self.in_contract(items, start);
            }
            "assumes" => self.assumes(items, start)?,
            "assigns" => {
                self.advance();
                let assigns = self.assigns(items, start)?;
                merge(&mut body(&mut items.contract).assigns, assigns);
                self.in_contract(items, start);
            }
            "behavior" => {
                self.advance();
                let name = self.ident("the name of a behavior")?;
                self.expect(Punct::Colon)?;
                items.contract.behaviors.push(Behavior { name, assumes: Vec::new(), body: Body::default() });
                self.in_contract(items, start);
            }
            "complete" | "disjoint" => self.behavior_set(items, word == "complete", start)?,
            "loop" => self.loop_item(items, context, start)?,
            "assert" => {
                self.advance();
                let clause = self.clause(Trust::Assert, start)?;
                items.stmts.push(StmtItem::Assert { behaviors: context.behaviors, clause });
            }
            "ghost" => self.ghost(items, start),
            "terminates" | "decreases" => {
                self.skip_clause();
                let what = format!("`{word}` has no effect: Invar does not claim that functions terminate");
                items.notes.push(Note { kind: NoteKind::NoEffect, what, span: self.since(start) });
                self.in_contract(items, start);
            }
            "frees" => {
                self.skip_clause();
                items.notes.push(Note { kind: NoteKind::Frees, what: "`frees`".into(), span: self.since(start) });
                self.in_contract(items, start);
            }
            "exits" | "allocates" | "breaks" | "continues" | "returns" => {
                self.unsupported(items, &format!("`{word}`"), start);
                self.in_contract(items, start);
            }
            "invariant" => self.unsupported(items, "`invariant`", start),
            _ => self.global_item(items, context.trust, start)?,
        }
        Ok(())
    }

    /// `e ;`
    pub fn clause(&mut self, trust: Trust, start: Span) -> Result<Clause, Wrong> {
        let expr = self.expression()?;
        let span = self.since(start);
        self.expect(Punct::Semi)?;
        Ok(Clause { expr, trust, span })
    }

    fn in_contract(&mut self, items: &mut Items, start: Span) {
        let span = self.since(start);
        let before = items.contract.span.unwrap_or(span);
        items.contract.span = Some(if before.source == span.source { before.to(span) } else { before });
    }

    fn assumes(&mut self, items: &mut Items, start: Span) -> Result<(), Wrong> {
        self.advance();
        let clause = self.clause(Trust::Assert, start)?;
        let Some(behavior) = items.contract.behaviors.last_mut() else {
            let message = "`assumes` belongs to a `behavior`";
            let wrong = invar_base::Diagnostic::error("misplaced-clause", clause.span, message);
            self.diagnostics.push(wrong.with_help("outside of behaviors, write `requires`"));
            return Ok(());
        };
        behavior.assumes.push(clause.expr);
        self.in_contract(items, start);
        Ok(())
    }

    /// `\nothing`, or places with commas between them; `\from` and what follows it has no effect.
    fn assigns(&mut self, items: &mut Items, start: Span) -> Result<Assigns, Wrong> {
        let locations = self.expressions(Punct::Semi)?;
        if locations.is_empty() {
            return Err(self.unexpected("a place or `\\nothing`"));
        }
        if self.logic() == Some("from") {
            let from = self.here();
            self.advance();
            self.expressions(Punct::Semi)?;
            let what = "`\\from` has no effect".to_string();
            items.notes.push(Note { kind: NoteKind::NoEffect, what, span: self.since(from) });
        }
        let span = self.since(start);
        self.expect(Punct::Semi)?;
        Ok(Assigns { locations, span })
    }

    fn behavior_set(&mut self, items: &mut Items, complete: bool, start: Span) -> Result<(), Wrong> {
        self.advance();
        if !self.eat_word("behaviors") {
            return Err(self.unexpected("`behaviors`"));
        }
        let names = if self.is(Punct::Semi) { Vec::new() } else { self.idents("the name of a behavior")? };
        let set = BehaviorSet { names, span: self.since(start) };
        self.expect(Punct::Semi)?;
        if complete {
            items.contract.complete.push(set)
        } else {
            items.contract.disjoint.push(set)
        }
        self.in_contract(items, start);
        Ok(())
    }

    fn loop_item(&mut self, items: &mut Items, context: Context, start: Span) -> Result<(), Wrong> {
        self.advance();
        let word = self.word().unwrap_or("");
        let kind = match word {
            "invariant" => {
                self.advance();
                LoopItemKind::Invariant(self.clause(context.trust.unwrap_or(Trust::Assert), start)?)
            }
            "assigns" => {
                self.advance();
                LoopItemKind::Assigns(self.assigns(items, start)?)
            }
            "variant" => {
                self.advance();
                let measure = self.expression()?;
                if self.is_keyword(Keyword::For) {
                    self.unsupported(items, "a `variant` with a relation of its own", start);
                    return Ok(());
                }
                self.expect(Punct::Semi)?;
                LoopItemKind::Variant(measure)
            }
            "predicate" => {
                self.advance();
                let predicates = self.expressions(Punct::Semi)?;
                self.expect(Punct::Semi)?;
                LoopItemKind::Predicates(predicates)
            }
            "template" => {
                self.advance();
                let templates = self.templates()?;
                self.expect(Punct::Semi)?;
                LoopItemKind::Templates(templates)
            }
            "skolem" => {
                self.advance();
                let binders = self.binders()?;
                self.expect(Punct::Semi)?;
                LoopItemKind::Skolems(binders)
            }
            "allocates" | "frees" | "pragma" => {
                self.unsupported(items, &format!("`loop {word}`"), start);
                return Ok(());
            }
            _ => {
                let expected = "`invariant`, `assigns`, `variant`, `predicate`, `template` or `skolem`";
                return Err(self.unexpected(expected));
            }
        };
        items.loops.push(LoopItem { behaviors: context.behaviors, kind, span: self.since(start) });
        Ok(())
    }

    /// C code up to the end of the comment, or up to another annotation that was written on the next line.
    fn ghost(&mut self, items: &mut Items, start: Span) {
        self.advance();
        let first = self.position();
        let mut depth = 0u32;
        while let Some(kind) = self.peek() {
            self.advance();
            let mut ends = false;
            match kind {
                TokenKind::Punct(Punct::LParen | Punct::LBrace | Punct::LBracket) => depth += 1,
                TokenKind::Punct(Punct::RParen | Punct::RBracket) => depth = depth.saturating_sub(1),
                TokenKind::Punct(Punct::RBrace) => {
                    depth = depth.saturating_sub(1);
                    ends = depth == 0;
                }
                TokenKind::Punct(Punct::Semi) => ends = depth == 0,
                _ => {}
            }
            let is_annotation = self.word().is_some_and(|word| AFTER_GHOST.contains(&word)) && !self.is_call_at(1);
            if ends && is_annotation {
                break;
            }
        }
        let tokens = self.tokens_since(first).to_vec();
        let span = self.since(start);
        items.stmts.push(StmtItem::Ghost { tokens: tokens.clone(), span });
        items.globals.push(GlobalItem::Ghost { tokens, span });
    }

    /// `assert(…)` in ghost code is a call, and `assert = 1;` an assignment.
    fn is_call_at(&self, distance: usize) -> bool {
        matches!(self.peek_at(distance), Some(TokenKind::Punct(Punct::LParen | Punct::Eq)))
    }
}

/// The behaviour that is being written, or the clauses outside of them.
fn body(contract: &mut Contract) -> &mut Body {
    match contract.behaviors.last_mut() {
        Some(behavior) => &mut behavior.body,
        None => &mut contract.base,
    }
}

/// Several `assigns` clauses allow what either of them allows.
pub fn merge(assigns: &mut Option<Assigns>, more: Assigns) {
    match assigns {
        Some(assigns) => assigns.locations.extend(more.locations),
        None => *assigns = Some(more),
    }
}
