//! `cargo xtask engines DIR`: what the search for invariants proves forward alone, backward alone (SPW09), and in turn.
//!
//! In: rows of a list of C programs that are expected to be correct, and the forms. Out: for each corpus how many programs each engine
//! proves, which one of them alone does, and what only both together do; programs that one engine proves and the default does not, and
//! wrong answers, are an error. Every engine alone has the same seconds, the default twice as many.

use std::collections::BTreeMap;
use std::path::Path;

use invar_app::bench::columns::columns;
use invar_app::bench::corpus::child::{self, Settings};
use invar_app::bench::corpus::outcome::{Outcome, row};
use invar_app::bench::corpus::tasks::Task;

use crate::{EnginesArgs, tool};

/// The corpora whose programs are about elements of arrays.
const CORPORA: [&str; 6] = [
    "svcomp19-c/array-examples",
    "vajra",
    "quic3-c",
    "svcomp19-c/array-crafted",
    "svcomp19-c/array-tiling",
    "ultimate/quantifier",
];

const MEGABYTES: u64 = 4096;

/// What the three answered on one program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Answers {
    forward: Outcome,
    backward: Outcome,
    default: Outcome,
}

/// One line of the table.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Count {
    programs: usize,
    forward: usize,
    backward: usize,
    only_forward: usize,
    only_backward: usize,
    default: usize,
    only_both: usize,
}

pub fn run(args: &EnginesArgs) -> Result<bool, String> {
    let mut tasks = invar_app::bench::corpus::tasks::read(&args.tsv)?;
    tasks.retain(|task| CORPORA.contains(&task.corpus.as_str()) && task.expected == "true");
    let mut all: Vec<(&Path, Task)> = tasks.into_iter().map(|task| (args.dir.as_path(), task)).collect();
    all.extend(forms(&args.forms)?.into_iter().map(|task| (args.forms.as_path(), task)));
    all.retain(|(_, task)| {
        args.only.as_ref().is_none_or(|part| task.path.contains(part) || task.corpus.contains(part))
    });
    let invar = tool::build()?;
    let bar = tool::bar(all.len());
    let (mut counts, mut notes): (BTreeMap<String, Count>, Vec<String>) = Default::default();
    for (folder, task) in &all {
        bar.set_message(task.path.clone());
        let ask = |engine: &str, timeout: u32| {
            let headers = args.headers.iter().map(|folder| format!("-I{}", folder.display()));
            let options = std::iter::once(format!("--engine={engine}")).chain(headers).collect();
            let (invar, folder) = (invar.clone(), folder.to_path_buf());
            let settings = Settings { invar, folder, timeout, memory_megabytes: MEGABYTES, options };
            row(task, child::run(&settings, task)).outcome
        };
        let (forward, backward) = (ask("forward", args.timeout), ask("backward", args.timeout));
        let answers = Answers { forward, backward, default: ask("auto", 2 * args.timeout) };
        counts.entry(task.corpus.clone()).or_default().add(answers);
        notes.extend(note(answers).map(|note| format!("{}: {note}", task.path)));
        bar.inc(1);
    }
    bar.finish_and_clear();
    println!("{}", table(&counts));
    notes.iter().for_each(|note| println!("{note}"));
    Ok(!notes.iter().any(|note| note.contains("WRONG") || note.contains("LOST")))
}

/// The forms that are expected to be proved. Those with a contract are about all callers: nobody asks about a property of `main`,
/// and that is what files of another language than C get.
fn forms(folder: &Path) -> Result<Vec<Task>, String> {
    let entries = std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut names: Vec<String> =
        entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).filter(|n| n.ends_with(".c")).collect();
    names.sort_unstable();
    let mut tasks = Vec::new();
    for path in names {
        let text = std::fs::read_to_string(folder.join(&path)).map_err(|error| format!("{path}: {error}"))?;
        if text.lines().next().is_some_and(|line| line.trim() == "// expect: proved") {
            let language = if path.contains(".acsl.") { "acsl" } else { "c" }.to_string();
            let (corpus, property, expected) = ("forms".into(), "unreach-call".into(), "true".into());
            tasks.push(Task { corpus, language, path, property, expected });
        }
    }
    Ok(tasks)
}

impl Count {
    fn add(&mut self, Answers { forward, backward, default }: Answers) {
        let [forward, backward, default] = [forward, backward, default].map(Outcome::is_correct);
        self.programs += 1;
        self.forward += usize::from(forward);
        self.backward += usize::from(backward);
        self.only_forward += usize::from(forward && !backward);
        self.only_backward += usize::from(backward && !forward);
        self.default += usize::from(default);
        self.only_both += usize::from(default && !forward && !backward);
    }

    fn cells(&self, name: &str) -> Vec<String> {
        let Count { programs, forward, backward, only_forward, only_backward, default, only_both } = *self;
        let numbers = [programs, forward, backward, only_forward, only_backward, default, only_both];
        std::iter::once(name.to_string()).chain(numbers.map(|number| number.to_string())).collect()
    }
}

/// What is worth a line.
fn note(Answers { forward, backward, default }: Answers) -> Option<&'static str> {
    let is_proved = forward.is_correct() || backward.is_correct();
    if [forward, backward, default].into_iter().any(Outcome::is_wrong) {
        return Some("WRONG");
    }
    match (forward.is_correct(), backward.is_correct(), default.is_correct()) {
        (_, _, false) if is_proved => Some("LOST: proved by one engine alone, and not by the default"),
        (false, true, true) => Some("proved backward, not forward"),
        (false, false, true) => Some("proved by both together"),
        (_, _, _) => None,
    }
}

fn table(counts: &BTreeMap<String, Count>) -> String {
    let head =
        ["corpus", "programs", "forward", "backward", "forward only", "backward only", "default", "both together"];
    let mut lines = vec![head.map(str::to_string).to_vec()];
    lines.extend(counts.iter().map(|(name, count)| count.cells(name)));
    columns(&lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_counted_and_what_is_lost_is_said() {
        let (yes, no) = (Outcome::CorrectTrue, Outcome::Unknown);
        let mut count = Count::default();
        let all = [(yes, no, yes), (no, yes, yes), (no, no, yes), (yes, yes, no)];
        let answers = all.map(|(forward, backward, default)| Answers { forward, backward, default });
        answers.into_iter().for_each(|answers| count.add(answers));
        let wanted =
            Count { programs: 4, forward: 2, backward: 2, only_forward: 1, only_backward: 1, default: 3, only_both: 1 };
        assert_eq!(count, wanted);
        assert_eq!(note(answers[0]), None);
        assert!(note(answers[3]).is_some_and(|note| note.contains("LOST")));
        let wrong = Answers { forward: yes, backward: Outcome::WrongFalse, default: yes };
        assert_eq!(note(wrong), Some("WRONG"));
    }
}
