//! Where to resume after a syntax error: behind the next `;`, or behind a block that closes, whichever is on the level of
//! the statement, member or declaration that could not be read.

use super::Parser;
use crate::c::lex::token::{Punct, TokenKind};

impl Parser<'_> {
    /// Inside braces: stops behind a `;` or a closed block, or at the `}` that ends the surrounding braces.
    pub(super) fn skip_item(&mut self) {
        let mut open = 0usize;
        while !self.is_at_end() {
            match self.peek() {
                TokenKind::Punct(Punct::LBrace) => open += 1,
                TokenKind::Punct(Punct::RBrace) if open == 0 => return,
                TokenKind::Punct(Punct::RBrace) => {
                    open -= 1;
                    if open == 0 {
                        self.advance();
                        return;
                    }
                }
                TokenKind::Punct(Punct::Semi) if open == 0 => {
                    self.advance();
                    return;
                }
                _ => {}
            }
            self.advance();
        }
    }

    /// At the top level: as inside braces, but a `}` too many is skipped as well.
    pub(super) fn skip_external(&mut self) {
        let start = self.at;
        self.skip_item();
        while self.is_punct(Punct::RBrace) {
            self.advance();
        }
        self.eat(Punct::Semi);
        if self.at == start {
            self.advance();
        }
    }

    /// At an opening parenthesis or brace: behind the one that closes it.
    pub(super) fn skip_balanced(&mut self) {
        let mut open = 0usize;
        while !self.is_at_end() {
            match self.peek() {
                TokenKind::Punct(Punct::LBrace | Punct::LParen | Punct::LBracket) => open += 1,
                TokenKind::Punct(Punct::RBrace | Punct::RParen | Punct::RBracket) => open = open.saturating_sub(1),
                _ => {}
            }
            self.advance();
            if open == 0 {
                return;
            }
        }
    }
}
