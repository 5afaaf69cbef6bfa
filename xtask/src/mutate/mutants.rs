//! Small changes of the code of a C program. In: its text. Out: changed texts, each of which may be a mistake that somebody
//! makes. Contracts and loop annotations are never touched; whether a changed text is still C is for others to see.

use std::collections::BTreeSet;
use std::ops::Range;

use invar_front::c::lex::token::{Punct, TokenKind};

use super::code::{Code, Function, Shape};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    Relation,
    Arithmetic,
    Connective,
    Constant,
    Index,
    Branch,
    Dropped,
    Swapped,
    Variable,
}

impl Kind {
    pub const ALL: [Kind; 9] = [
        Kind::Relation,
        Kind::Arithmetic,
        Kind::Connective,
        Kind::Constant,
        Kind::Index,
        Kind::Branch,
        Kind::Dropped,
        Kind::Swapped,
        Kind::Variable,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Kind::Relation => "comparison",
            Kind::Arithmetic => "arithmetic operator",
            Kind::Connective => "`&&` and `||`",
            Kind::Constant => "constant",
            Kind::Index => "index off by one",
            Kind::Branch => "negated condition",
            Kind::Dropped => "dropped statement",
            Kind::Swapped => "swapped statements",
            Kind::Variable => "other variable",
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mutant {
    pub kind: Kind,
    /// Where the change begins: its byte and its line, from 1.
    pub start: usize,
    pub line: usize,
    /// The lines that change, without indentation.
    pub before: String,
    pub after: String,
    pub text: String,
}

/// Every mutant of a text, each text once, in the order of the text.
pub fn mutants(text: &str) -> Vec<Mutant> {
    let code = Code::new(text);
    let mut edits = Edits { code: &code, found: Vec::new() };
    for function in code.functions() {
        edits.operators(&function);
        edits.constants(&function);
        edits.indices(&function);
        edits.branches(&function);
        edits.statements(&function);
        edits.variables(&function);
    }
    let mut found = edits.found;
    found.sort_by_key(|edit| (edit.bytes.start, edit.kind));
    let mut seen = BTreeSet::from([text.to_string()]);
    let made = found.into_iter().map(|edit| edit.apply(text));
    made.filter(|mutant| seen.insert(mutant.text.clone())).collect()
}

struct Edit {
    kind: Kind,
    bytes: Range<usize>,
    with: String,
}

impl Edit {
    fn apply(self, text: &str) -> Mutant {
        let Edit { kind, bytes, with } = self;
        let from = text[..bytes.start].rfind('\n').map_or(0, |newline| newline + 1);
        let to = text[bytes.end..].find('\n').map_or(text.len(), |length| bytes.end + length);
        let (head, tail) = (&text[from..bytes.start], &text[bytes.end..to]);
        Mutant {
            kind,
            start: bytes.start,
            line: text[..bytes.start].matches('\n').count() + 1,
            before: on_one_line(&text[from..to]),
            after: on_one_line(&format!("{head}{with}{tail}")),
            text: format!("{}{with}{}", &text[..bytes.start], &text[bytes.end..]),
        }
    }
}

fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

struct Edits<'a> {
    code: &'a Code<'a>,
    found: Vec<Edit>,
}

impl Edits<'_> {
    /// Puts something in the place of some tokens.
    fn replace(&mut self, kind: Kind, tokens: Range<usize>, with: impl Into<String>) {
        let bytes = self.code.bytes(tokens);
        if !self.code.has_annotation(&bytes) {
            self.found.push(Edit { kind, bytes, with: with.into() });
        }
    }

    fn operators(&mut self, function: &Function) {
        for token in function.body.clone() {
            let TokenKind::Punct(punct) = self.code.kind(token) else { continue };
            // `++` and `--` may stand in front of their operand, every other operator here has two.
            let is_step = matches!(punct, Punct::PlusPlus | Punct::MinusMinus);
            if !is_step && !self.code.ends_operand(token - 1) {
                continue;
            }
            let (kind, others) = others(*punct);
            for other in others {
                self.replace(kind, token..token + 1, *other);
            }
        }
    }

    fn constants(&mut self, function: &Function) {
        for token in function.body.clone() {
            if !matches!(self.code.kind(token), TokenKind::Number(_)) {
                continue;
            }
            let spelling = self.code.spelling(token..token + 1);
            let digits = spelling.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
            let suffix = &spelling[digits.len()..];
            // Octal and hexadecimal constants are patterns of bits more often than numbers.
            if digits.len() > 1 && digits.starts_with('0') {
                continue;
            }
            let Ok(value) = digits.parse::<u64>() else { continue };
            for other in [value.checked_add(1), value.checked_sub(1), Some(0)].into_iter().flatten() {
                self.replace(Kind::Constant, token..token + 1, format!("{other}{suffix}"));
            }
        }
    }

    fn indices(&mut self, function: &Function) {
        for token in function.body.clone() {
            if !self.code.is(token, Punct::LBracket) || !self.code.ends_operand(token - 1) {
                continue;
            }
            let Some(end) = self.code.partner(token) else { continue };
            let index = self.code.spelling(token + 1..end);
            for by in ["+ 1", "- 1"] {
                self.replace(Kind::Index, token + 1..end, format!("{index} {by}"));
            }
        }
    }

    fn branches(&mut self, function: &Function) {
        for condition in &function.conditions {
            let with = format!("!({})", self.code.spelling(condition.clone()));
            self.replace(Kind::Branch, condition.clone(), with);
        }
    }

    fn statements(&mut self, function: &Function) {
        for statement in &function.statements {
            if matches!(statement.shape, Shape::Expression | Shape::Jump) {
                self.replace(Kind::Dropped, statement.tokens.clone(), ";");
            }
        }
        for pair in function.statements.windows(2) {
            let [first, second] = pair else { continue };
            let is_pair = first.tokens.end == second.tokens.start;
            if !is_pair || first.shape != Shape::Expression || second.shape != Shape::Expression {
                continue;
            }
            let spelling = |tokens: &Range<usize>| self.code.spelling(tokens.clone());
            let with = format!("{} {}", spelling(&second.tokens), spelling(&first.tokens));
            self.replace(Kind::Swapped, first.tokens.start..second.tokens.end, with);
        }
    }

    fn variables(&mut self, function: &Function) {
        for token in function.body.clone() {
            let is_member = self.code.is(token - 1, Punct::Dot) || self.code.is(token - 1, Punct::Arrow);
            if is_member || !self.code.is_name(token) || function.declarators.contains(&token) {
                continue;
            }
            let name = self.code.spelling(token..token + 1);
            let Some(own) = function.types.get(name) else { continue };
            for (other, _) in function.types.iter().filter(|(other, its)| *its == own && *other != name) {
                self.replace(Kind::Variable, token..token + 1, other.clone());
            }
        }
    }
}

/// What is written by mistake for an operator.
fn others(punct: Punct) -> (Kind, &'static [&'static str]) {
    match punct {
        Punct::Lt => (Kind::Relation, &["<=", "!=", ">"]),
        Punct::Le => (Kind::Relation, &["<", "==", ">="]),
        Punct::Gt => (Kind::Relation, &[">=", "!=", "<"]),
        Punct::Ge => (Kind::Relation, &[">", "==", "<="]),
        Punct::EqEq => (Kind::Relation, &["!=", "<=", ">="]),
        Punct::Ne => (Kind::Relation, &["==", "<", ">"]),
        Punct::Plus => (Kind::Arithmetic, &["-"]),
        Punct::Minus => (Kind::Arithmetic, &["+"]),
        Punct::Star => (Kind::Arithmetic, &["+", "/"]),
        Punct::Slash => (Kind::Arithmetic, &["*", "%"]),
        Punct::Percent => (Kind::Arithmetic, &["/", "*"]),
        Punct::PlusPlus => (Kind::Arithmetic, &["--"]),
        Punct::MinusMinus => (Kind::Arithmetic, &["++"]),
        Punct::PlusEq => (Kind::Arithmetic, &["-=", "="]),
        Punct::MinusEq => (Kind::Arithmetic, &["+=", "="]),
        Punct::AmpAmp => (Kind::Connective, &["||"]),
        Punct::BarBar => (Kind::Connective, &["&&"]),
        _ => (Kind::Relation, &[]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_changes_and_annotations_do_not() {
        let text = "/*@ requires n < 9; */\nint f(int n)\n{\n  int i = 0;\n  /*@ loop invariant i < 9; */\n  while (i < n) {\n    \
                    i++;\n    n = n - 1;\n  }\n  /*@ assert i < 9; */;\n  return i;\n}\n";
        let found: Vec<String> =
            mutants(text).iter().map(|mutant| format!("{}: {}", mutant.line, mutant.after)).collect();
        let expected = [
            "4: int i = 1;",
            "6: while (i <= n) {",
            "6: while (!(i < n)) {",
            "6: while (n < n) {",
            "7: i--;",
            "7: ;",
            "7: n = n - 1; i++;",
            "7: n++;",
            "8: ;",
            "8: n = n + 1;",
            "8: n = n - 2;",
            "8: n = i - 1;",
            "11: return n;",
        ];
        for line in expected {
            assert!(found.contains(&line.to_string()), "{line} is missing in\n{}", found.join("\n"));
        }
        for mutant in mutants(text) {
            assert_eq!(mutant.text.matches("< 9;").count(), 3, "{}", mutant.text);
        }
    }
}
