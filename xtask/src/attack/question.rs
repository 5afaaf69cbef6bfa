//! What Invar is asked about a program whose truth is known, and which answers would be wrong.

use super::template::{Attack, Kind};
use super::truth::Truth;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expect {
    Holds,
    Fails,
}

impl Expect {
    /// As the first line of a program says it.
    pub fn letter(self) -> &'static str {
        match self {
            Expect::Holds => "T",
            Expect::Fails => "F",
        }
    }
}

pub struct Question {
    pub expect: Expect,
    /// Options of `invar verify`.
    pub args: &'static str,
    /// The whole file.
    pub text: String,
}

/// So that no local name of a template hides a file-scope one.
const PREFIX: &str = "my_";
const MAIN: &str = "my_main(";

const UNREACH: &str = "--property unreach-call";

/// What is asked besides the value, of a program whose behaviour is defined.
const DEFINED: [&str; 4] = ["", "--property valid-memsafety", "--property no-overflow", "--property assert"];

/// What is asked about a program that breaks its memory, and about one that does not: that one may still lose memory.
const BROKEN: &[&str] = &["--property valid-memsafety", ""];
const INTACT: &[&str] = &["--property valid-deref", "--property valid-free", ""];

pub fn questions(program: &Attack, truth: &Truth) -> Vec<Question> {
    let mut random = program.random.clone();
    match (program.kind, truth) {
        (_, Truth::Unusable(_)) => Vec::new(),
        (Kind::Value, Truth::Value(value)) => {
            let more = DEFINED[random.below(DEFINED.len())];
            vec![
                observing(program, Expect::Holds, UNREACH, *value, "!="),
                observing(program, Expect::Fails, UNREACH, *value, "=="),
                observing(program, Expect::Holds, more, *value, "!="),
            ]
        }
        // C allows a run with this value and one with another: neither claim holds.
        (Kind::Unspecified, Truth::Value(value)) => vec![
            observing(program, Expect::Fails, UNREACH, *value, "!="),
            observing(program, Expect::Fails, UNREACH, *value, "=="),
        ],
        (Kind::Memory, _) => {
            let all = if *truth == Truth::Fails { BROKEN } else { INTACT };
            vec![plain(program, expected(truth), all[random.below(all.len())])]
        }
        (Kind::Overflow, _) => vec![plain(program, expected(truth), "--property no-overflow")],
        (Kind::Open | Kind::Separate, _) => {
            let args = if program.text.contains("requires") { "" } else { "--check assert" };
            vec![plain(program, expected(truth), args)]
        }
        (Kind::Value | Kind::Unspecified, Truth::Fails | Truth::Holds) => Vec::new(),
    }
}

fn expected(truth: &Truth) -> Expect {
    match truth {
        Truth::Fails => Expect::Fails,
        Truth::Holds | Truth::Value(_) | Truth::Unusable(_) => Expect::Holds,
    }
}

/// The error is reached if the value compares like this with the one that was seen.
fn observing(program: &Attack, expect: Expect, args: &'static str, value: i64, sign: &str) -> Question {
    // The most negative number has no literal.
    let value = if value == i64::MIN { format!("(-{}ll - 1)", i64::MAX) } else { format!("{value}ll") };
    let before = format!(
        "void reach_error(void);\n\nstatic void {PREFIX}observe(long long value)\n{{\n    if (value {sign} {value})\n        reach_error();\n}}\n\n"
    );
    question(program, expect, args, &before)
}

fn plain(program: &Attack, expect: Expect, args: &'static str) -> Question {
    question(program, expect, args, "\n")
}

fn question(program: &Attack, expect: Expect, args: &'static str, before: &str) -> Question {
    let Attack { seed, class, name, headers, .. } = program;
    let mut text = format!("// EXPECT {}\n// ARGS {args}\n// {class}/{name}, seed {seed}\n", expect.letter());
    let mut headers = headers.clone();
    if program.text.contains("CHECK(") {
        headers.push("#include <assert.h>".to_string());
    }
    for header in headers {
        text += &format!("{header}\n");
    }
    text += before;
    text += &Attack::named(&program.text, PREFIX).replace("CHECK(", "assert(").replace(MAIN, "main(");
    Question { expect, args, text }
}
