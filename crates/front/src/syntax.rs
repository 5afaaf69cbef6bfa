//! Formulas and annotations in the syntax of a language. In: a formula over the variables of a program, or invariants as text.
//! Out: the formula as its author would write it, and where and how the text of a program takes invariants.

use invar_gcl::Program;
use invar_gcl::boogie::Wording;
use invar_logic::{Term, TermPool};

use crate::c::acsl::{self, Reader};
use crate::language::Language;

/// One part of an invariant.
pub enum Clause {
    /// In the language of the source.
    Said(String),
    /// In Boogie's, about a program whose language has no words for it.
    Unsaid(String),
}

impl Language {
    /// A formula, as it can be written where the reader stands. `pool` extends the program's; `wording` knows its variables.
    pub fn show(
        self,
        program: &Program,
        pool: &mut TermPool,
        wording: &Wording,
        reader: Reader<'_>,
        term: Term,
    ) -> Clause {
        let boogie = wording.show(pool, term);
        match self {
            Language::Boogie => Clause::Said(boogie),
            Language::C => match acsl::show(program, pool, reader, term) {
                Some(text) => Clause::Said(text),
                None => Clause::Unsaid(boogie),
            },
        }
    }

    /// Where the invariants of the loop that begins here are written, if it is written as a loop.
    pub fn place_of_invariants(self, text: &str, start: usize) -> Option<usize> {
        let rest = text.get(start..)?;
        match self {
            Language::C => ["while", "for", "do"].iter().any(|word| starts_with_word(rest, word)).then_some(start),
            Language::Boogie if starts_with_word(rest, "while") => Some(start + end_of_guard(rest)?),
            Language::Boogie => None,
        }
    }

    /// The text that is inserted there, at a loop with this indentation.
    pub fn invariants(self, clauses: &[String], indent: &str) -> String {
        match self {
            Language::C => {
                let separator = format!("\n{indent}    ");
                let lines: Vec<String> = clauses.iter().map(|clause| format!("loop invariant {clause};")).collect();
                format!("/*@ {} */\n{indent}", lines.join(&separator))
            }
            Language::Boogie => clauses.iter().map(|clause| format!("\n{indent}  invariant {clause};")).collect(),
        }
    }
}

fn starts_with_word(text: &str, word: &str) -> bool {
    text.strip_prefix(word).is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
}

/// The length of `while (…)`, comments included.
fn end_of_guard(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let (mut at, mut depth) = ("while".len(), 0usize);
    while at < bytes.len() {
        match (bytes[at], bytes.get(at + 1)) {
            (b'/', Some(b'/')) => at += text[at..].find('\n')?,
            (b'/', Some(b'*')) => at += 2 + text[at + 2..].find("*/")? + 1,
            (b'(', _) => depth += 1,
            (b')', _) if depth <= 1 => return (depth == 1).then_some(at + 1),
            (b')', _) => depth -= 1,
            (b'{', _) if depth == 0 => return None,
            (_, _) => {}
        }
        at += 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_guard_ends_where_its_parentheses_do() {
        assert_eq!(end_of_guard("while (a(b)) {"), Some(12));
        assert_eq!(end_of_guard("while (*)\n{"), Some(9));
        assert_eq!(end_of_guard("while // (\n (x) {"), Some(15));
        assert_eq!(end_of_guard("while { (x)"), None);
        assert_eq!(end_of_guard("while (x"), None);
    }
}
