//! What is true about a program: gcc compiles it, in three ways, and it is run. Many programs share a file, each in a process
//! of its own when it runs; a file that does not compile is halved until the program at fault stands alone.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use super::template::{Attack, Kind};

/// What a run showed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Truth {
    /// It observes this value.
    Value(i64),
    /// A sanitizer stops it, or a check fails.
    Fails,
    Holds,
    /// Nothing that can be held against an answer: the reason.
    Unusable(String),
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Leg {
    Plain,
    Optimised,
    Sanitised,
}

impl Leg {
    const ALL: [Leg; 3] = [Leg::Plain, Leg::Optimised, Leg::Sanitised];

    fn flags(self) -> &'static [&'static str] {
        match self {
            Leg::Plain => &["-O0"],
            Leg::Optimised => &["-O2"],
            Leg::Sanitised => &["-O0", "-fsanitize=undefined,address", "-fno-sanitize-recover=all"],
        }
    }
}

/// How one entry of one program ended: its exit code (256 and more: a signal) and what it observed.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
struct Ended {
    code: Option<i32>,
    values: Vec<i64>,
}

/// By program and entry.
type Runs = BTreeMap<(usize, usize), Ended>;

/// The exit code of a `CHECK` that fails.
const CHECK_FAILED: i32 = 9;

const PRELUDE: &str = "\
#include <stdio.h>
#include <stdlib.h>
#include <fcntl.h>
#include <unistd.h>
#include <sys/wait.h>
static int attack_current, attack_out;
#define CHECK(condition) do { if (!(condition)) _exit(9); } while (0)
";

const MAIN: &str = "\
int main(void)
{
    attack_out = dup(1);
    dup2(open(\"/dev/null\", O_WRONLY), 1);
    for (int i = 0; i < (int)(sizeof attack_entries / sizeof attack_entries[0]); i++) {
        int status = 0;
        pid_t child = fork();
        if (child == 0) {
            alarm(5);
            attack_current = attack_entries[i].program;
            attack_entries[i].run();
            exit(0);
        }
        waitpid(child, &status, 0);
        int code = WIFEXITED(status) ? WEXITSTATUS(status) : 256 + WTERMSIG(status);
        dprintf(attack_out, \"s %d %d %d\\n\", attack_entries[i].program, attack_entries[i].entry, code);
    }
    return 0;
}
";

/// One truth for each program. `Err` when gcc cannot be started at all.
pub fn truths(folder: &Path, programs: &[Attack]) -> Result<Vec<Truth>, String> {
    let mut legs = BTreeMap::new();
    for leg in Leg::ALL {
        match runs(folder, leg, programs)? {
            Ok(found) => {
                legs.insert(leg, found);
            }
            Err(_) if programs.len() > 1 => {
                let (left, right) = programs.split_at(programs.len() / 2);
                let mut all = truths(folder, left)?;
                all.extend(truths(folder, right)?);
                return Ok(all);
            }
            Err(why) => return Ok(vec![Truth::Unusable(why)]),
        }
    }
    let of = |program: usize, leg: Leg, entry: usize| legs[&leg].get(&(program, entry)).cloned().unwrap_or_default();
    Ok(programs
        .iter()
        .enumerate()
        .map(|(number, program)| truth(program, |leg, entry| of(number, leg, entry)))
        .collect())
}

fn truth(program: &Attack, of: impl Fn(Leg, usize) -> Ended) -> Truth {
    match program.kind {
        Kind::Unspecified => match of(Leg::Plain, 0).values[..] {
            [value] => Truth::Value(value),
            _ => Truth::Unusable("no value".to_string()),
        },
        Kind::Value => {
            let plain = of(Leg::Plain, 0);
            if let Some(leg) = Leg::ALL.into_iter().find(|leg| of(*leg, 0) != plain) {
                return Truth::Unusable(format!("runs differ: {plain:?}, {leg:?} {:?}", of(leg, 0)));
            }
            match (plain.code, &plain.values[..]) {
                (Some(0), [value]) => Truth::Value(*value),
                _ => Truth::Unusable(format!("no value: {plain:?}")),
            }
        }
        Kind::Memory | Kind::Overflow => match of(Leg::Sanitised, 0).code {
            Some(0) => Truth::Holds,
            Some(1) => Truth::Fails,
            other => Truth::Unusable(format!("ends with {other:?}")),
        },
        Kind::Open | Kind::Separate => open_truth(program, of),
    }
}

fn open_truth(program: &Attack, of: impl Fn(Leg, usize) -> Ended) -> Truth {
    let mut fails = false;
    for entry in 0..program.drivers.len() {
        let codes = Leg::ALL.map(|leg| of(leg, entry).code);
        fails |= match codes {
            [Some(CHECK_FAILED), Some(CHECK_FAILED), Some(CHECK_FAILED)] => true,
            [Some(0), Some(0), Some(0)] => false,
            _ => return Truth::Unusable(format!("driver {entry} ends with {codes:?}")),
        };
    }
    match (fails, program.kind) {
        (true, Kind::Separate) => Truth::Unusable("a check fails that should hold by construction".to_string()),
        (true, _) => Truth::Fails,
        (false, Kind::Separate) => Truth::Holds,
        (false, _) => Truth::Unusable("no driver makes the check fail".to_string()),
    }
}

/// How every entry of every program ended; the inner `Err` says why there is no such program.
fn runs(folder: &Path, leg: Leg, programs: &[Attack]) -> Result<Result<Runs, String>, String> {
    let (source, binary) = (folder.join("attacks.c"), folder.join("attacks"));
    fs::write(&source, batch(programs)).map_err(|error| error.to_string())?;
    let mut gcc = Command::new("gcc");
    gcc.args(["-w", "-std=gnu11", "-fno-strict-aliasing", "-pipe"]).args(leg.flags());
    let compiled = gcc.arg(&source).arg("-o").arg(&binary).output();
    let compiled = compiled.map_err(|error| format!("gcc cannot be started: {error}"))?;
    if !compiled.status.success() {
        let text = String::from_utf8_lossy(&compiled.stderr);
        let line = text.lines().find(|line| line.contains("error")).unwrap_or_default();
        return Ok(Err(format!("does not compile: {line}")));
    }
    let options =
        "detect_leaks=0:detect_stack_use_after_return=1:max_allocation_size_mb=256:allocator_may_return_null=1";
    let ran = Command::new(&binary).env("ASAN_OPTIONS", options).output().map_err(|error| error.to_string())?;
    Ok(Ok(ended(&String::from_utf8_lossy(&ran.stdout))))
}

/// Reads `s program entry code` and `v program value`.
fn ended(output: &str) -> Runs {
    let mut runs = Runs::new();
    let mut values: BTreeMap<usize, Vec<i64>> = BTreeMap::new();
    for line in output.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let number = |index: usize| words.get(index).and_then(|word| word.parse::<i64>().ok());
        match (words.first(), number(1), number(2), number(3)) {
            (Some(&"v"), Some(program), Some(value), _) => values.entry(program as usize).or_default().push(value),
            (Some(&"s"), Some(program), Some(entry), Some(code)) => {
                let values = values.remove(&(program as usize)).unwrap_or_default();
                runs.insert((program as usize, entry as usize), Ended { code: Some(code as i32), values });
            }
            _ => {}
        }
    }
    runs
}

/// One file that runs all these programs, each entry in a process of its own.
fn batch(programs: &[Attack]) -> String {
    let mut headers: Vec<&String> = programs.iter().flat_map(|program| &program.headers).collect();
    headers.sort();
    headers.dedup();
    let mut text: String = headers.into_iter().map(|header| format!("{header}\n")).collect();
    text += PRELUDE;
    let mut entries = String::new();
    for (number, program) in programs.iter().enumerate() {
        let prefix = format!("p{number}_");
        text += &format!(
            "\nstatic void {prefix}observe(long long value)\n{{\n    if (attack_current == {number})\n        \
             dprintf(attack_out, \"v {number} %lld\\n\", value);\n}}\n"
        );
        text += &Attack::named(&program.text, &prefix);
        text += &Attack::named(&program.elsewhere, &prefix);
        if program.drivers.is_empty() && !matches!(program.kind, Kind::Open | Kind::Separate) {
            text += &format!("static void {prefix}entry0(void) {{ exit({prefix}main()); }}\n");
            entries += &format!("    {{ {number}, 0, {prefix}entry0 }},\n");
        }
        for (entry, driver) in program.drivers.iter().enumerate() {
            text += &format!("static void {prefix}entry{entry}(void)\n{{\n{}}}\n", Attack::named(driver, &prefix));
            entries += &format!("    {{ {number}, {entry}, {prefix}entry{entry} }},\n");
        }
    }
    format!(
        "{text}\nstatic struct {{ int program, entry; void (*run)(void); }} attack_entries[] = {{\n{entries}}};\n\n{MAIN}"
    )
}
