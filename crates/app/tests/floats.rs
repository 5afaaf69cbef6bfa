//! Programs with floating values, held against what the system's compiler makes of them: the truth of comparisons of what was computed.

use std::fmt::Write;
use std::process::{Command, Stdio};

use invar_gcl::random::Random;

const PROGRAMS: u64 = 25;

/// Comparisons in one program.
const ASKED: usize = 5;

const FLOATS: [&str; 9] = ["0.1", "1.5", "-0.0", "3.0", "1e10", "0x1.8p-3", "16777217.0", "-7.25", "0.0"];

struct Program {
    body: String,
    /// Names and types.
    variables: Vec<(String, &'static str)>,
    random: Random,
}

impl Program {
    fn new(seed: u64) -> Program {
        let mut program = Program { body: String::new(), variables: Vec::new(), random: Random::new(seed) };
        for number in 0..3 {
            let ty = *program.one_of(&["float", "double", "int", "unsigned", "short", "long"]);
            let value = match ty {
                "float" => format!("{}f", program.one_of(&FLOATS)),
                "double" => program.one_of(&FLOATS).to_string(),
                "unsigned" => program.one_of(&["4294967295u", "3u", "0u"]).to_string(),
                "long" => program.one_of(&["9007199254740993L", "-5L"]).to_string(),
                _ => program.one_of(&["-100", "5", "0", "16777"]).to_string(),
            };
            program.declare(format!("v{number}"), ty, &value);
        }
        for number in 0..5 {
            let ty = *program.one_of(&["float", "double"]);
            let (a, b) = (program.variable(), program.variable());
            let op = *program.one_of(&["+", "-", "*", "/"]);
            let sum = format!("({ty}){a} {op} ({ty}){b}");
            match program.random.below(4) {
                0 => program.declare(
                    format!("w{number}"),
                    "int",
                    &format!("{sum} > -1e6 && {sum} < 1e6 ? (int)({sum}) : 77"),
                ),
                1 => program.declare(format!("w{number}"), ty, &format!("-({sum})")),
                _ => program.declare(format!("w{number}"), ty, &sum),
            }
        }
        program
    }

    fn one_of<'t, T>(&mut self, values: &'t [T]) -> &'t T {
        &values[self.random.below(values.len())]
    }

    fn variable(&mut self) -> String {
        let names: Vec<String> = self.variables.iter().map(|(name, _)| name.clone()).collect();
        self.one_of(&names).clone()
    }

    fn declare(&mut self, name: String, ty: &'static str, value: &str) {
        writeln!(self.body, "  {ty} {name} = {value};").expect("a text grows");
        self.variables.push((name, ty));
    }

    fn comparisons(&mut self) -> Vec<String> {
        let mut made = Vec::new();
        for _ in 0..ASKED {
            let (a, b, op) = (self.variable(), self.variable(), *self.one_of(&["<", "<=", "==", "!=", ">", ">="]));
            let ty = *self.one_of(&["float", "double"]);
            made.push(format!("({ty}){a} {op} ({ty}){b}"));
        }
        made
    }
}

/// What each of them is when the system's compiler has translated the program.
fn compiled(folder: &std::path::Path, body: &str, comparisons: &[String]) -> Vec<bool> {
    let shown: String = comparisons.iter().map(|comparison| format!("  putchar(48 + ({comparison}));\n")).collect();
    let text = format!("#include <stdio.h>\nint main(void)\n{{\n{body}{shown}  return 0;\n}}\n");
    let (source, program) = (folder.join("run.c"), folder.join("run"));
    std::fs::write(&source, text).expect("write a program");
    let built =
        Command::new("gcc").args(["-w", "-O0", "-o"]).args([&program, &source]).status().expect("the compiler runs");
    assert!(built.success(), "{body}");
    Command::new(program).output().expect("the program runs").stdout.iter().map(|&digit| digit == b'1').collect()
}

fn answer(folder: &std::path::Path, body: &str, claim: &str) -> String {
    let path = folder.join("claim.c");
    let text = format!("#include <assert.h>\nint main(void)\n{{\n{body}  assert({claim});\n  return 0;\n}}\n");
    std::fs::write(&path, text).expect("write a program");
    let mut command = Command::new(env!("CARGO_BIN_EXE_invar"));
    command.args(["verify", "--property", "assert", "--timeout", "20"]).arg(path).stdin(Stdio::null());
    let output = command.output().expect("the program runs");
    String::from_utf8_lossy(&output.stdout).lines().last().unwrap_or("nothing").to_string()
}

#[test]
fn comparisons_are_what_compiled_programs_say() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for seed in 0..PROGRAMS {
        let mut program = Program::new(seed);
        let comparisons = program.comparisons();
        let truth = compiled(folder.path(), &program.body, &comparisons);
        assert_eq!(truth.len(), ASKED);
        let sign = |truth: bool| if truth { "" } else { "!" };
        let claims: Vec<String> =
            comparisons.iter().zip(&truth).map(|(text, &truth)| format!("{}({text})", sign(truth))).collect();
        let claim = claims.join(" && ");
        let context = || format!("seed {seed}\n{}{claim}", program.body);
        assert_eq!(answer(folder.path(), &program.body, &claim), "true", "{}", context());
        assert_eq!(answer(folder.path(), &program.body, &format!("!({claim})")), "false(assert)", "{}", context());
    }
}
