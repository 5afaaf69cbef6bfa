//! Whatever the text: no panic, errors inside the text, and what is printed reads back as the same text.

use super::{parse, print, read};
use crate::random::Random;
use invar_base::{Id, SourceId};

const PIECES: [&str; 62] = [
    "decl",
    "void",
    "bool",
    "begin",
    "end",
    "enforce",
    "skip",
    "goto",
    "return",
    "if",
    "then",
    "elsif",
    "else",
    "fi",
    "while",
    "do",
    "od",
    "assert",
    "assume",
    "dead",
    "constrain",
    "choose",
    "schoose",
    "T",
    "F",
    "true",
    "0",
    "1",
    "2",
    "x",
    "y",
    "main",
    "{a b}",
    "{",
    "}",
    "_",
    "<=>",
    "==>",
    "=>",
    "==",
    "=",
    "!=",
    "!",
    "~",
    "&&",
    "&",
    "|",
    "^",
    "*",
    ":=",
    ":",
    "?",
    ";",
    ",",
    "'",
    "<",
    ">",
    "(",
    ")",
    "[",
    "]",
    "//\n",
];

const GOOD: &str = "decl x, y; bool<2> f(a) begin enforce a | x; decl l; L: l := choose(a, !x) constrain 'l = l; if (*) then goto L; \
                    elsif a then l, x := f(l ? T : F); fi; while (x & y) do dead x; od; return l, *; end \
                    void main() begin _, x := f(T); assert(x => y); assume(x ^ y); end";

fn holds_for(text: &str) {
    let source = SourceId::from_index(0);
    let (tree, diagnostics) = parse(source, text);
    for span in diagnostics.iter().filter_map(|diagnostic| diagnostic.span) {
        assert!(text.get(span.start as usize..span.end as usize).is_some(), "{span:?} is outside of {text:?}");
    }
    if !diagnostics.is_empty() {
        return;
    }
    let printed = print(&tree);
    let (again, errors) = parse(source, &printed);
    assert!(errors.is_empty(), "{:?} in {printed}", errors[0]);
    assert_eq!(print(&again), printed);
    // Well-formed or not, there is an answer.
    assert_eq!(read(source, text).is_ok(), read(source, &printed).is_ok());
}

#[test]
fn any_text_has_an_answer() {
    for seed in 0..4_000 {
        let mut random = Random::new(seed);
        let length = random.below(60);
        let pieces = (0..length).filter_map(|_| random.pick(&PIECES).copied());
        holds_for(&pieces.collect::<Vec<_>>().join(if seed % 2 == 0 { " " } else { "" }));
    }
}

#[test]
fn a_program_with_mistakes_has_an_answer() {
    holds_for(GOOD);
    assert!(read(SourceId::from_index(0), GOOD).is_ok());
    let words: Vec<&str> = GOOD.split(' ').collect();
    for seed in 0..4_000 {
        let mut random = Random::new(seed);
        let mut words = words.clone();
        for _ in 0..1 + random.below(3) {
            let at = random.below(words.len());
            match random.below(3) {
                0 => drop(words.remove(at)),
                1 => words[at] = PIECES[random.below(PIECES.len())],
                _ => words.insert(at, PIECES[random.below(PIECES.len())]),
            }
        }
        holds_for(&words.join(" "));
    }
}

#[test]
fn texts_of_other_characters_have_an_answer() {
    for text in
        ["", "\u{0}", "é", "decl é; void ∀() begin é := T; end", "decl {é}; // ∧", "'", "{\n}", "/*", "decl x;\u{feff}"]
    {
        holds_for(text);
    }
}
