//! The list of tasks.

use std::path::Path;

use serde::Serialize;

/// One line of the list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Task {
    pub corpus: String,
    pub language: String,
    /// Below the folder of the corpora.
    pub path: String,
    pub property: String,
    /// `true`, `false`, or something that is not scored.
    pub expected: String,
}

/// The tasks in the order of the list; its first line names the columns.
pub fn read(tsv: &Path) -> Result<Vec<Task>, String> {
    let text = std::fs::read_to_string(tsv).map_err(|error| format!("{}: {error}", tsv.display()))?;
    Ok(parse(&text))
}

fn parse(text: &str) -> Vec<Task> {
    let tasks = text.lines().skip(1).filter_map(|line| {
        let cells: Vec<&str> = line.trim_end_matches('\r').split('\t').collect();
        let [corpus, language, path, property, expected] = cells[..] else { return None };
        Some(Task {
            corpus: corpus.to_string(),
            language: language.to_string(),
            path: path.to_string(),
            property: property.to_string(),
            expected: expected.to_string(),
        })
    });
    tasks.collect()
}

/// The sizes that a task was written for: what the task's file beside it says, or else those of the competition it comes
/// from, whose C programs of 2019 are 32-bit ones.
pub fn data_model(folder: &Path, task: &Task) -> &'static str {
    let file = std::fs::read_to_string(folder.join(&task.path).with_extension("yml")).unwrap_or_default();
    let stated = file.lines().filter_map(|line| line.trim().strip_prefix("data_model:")).next();
    match stated.map(|model| model.trim().trim_matches(['\'', '"'])) {
        Some("ILP32") => "ILP32",
        Some("LP64") => "LP64",
        Some(_) | None if task.corpus.starts_with("svcomp19") => "ILP32",
        Some(_) | None => "LP64",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_read() {
        let text = "corpus\tlang\tpath\tproperty\texpected\nours/a\tc\ta/b.c\tunreach-call\ttrue\r\nbroken line\n";
        let tasks = parse(text);
        assert_eq!(tasks.len(), 1);
        assert_eq!((tasks[0].path.as_str(), tasks[0].expected.as_str()), ("a/b.c", "true"));
    }

    #[test]
    fn sizes_come_from_the_task_or_the_competition() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let task = |corpus: &str, path: &str| Task {
            corpus: corpus.into(),
            language: "c".into(),
            path: path.into(),
            property: "unreach-call".into(),
            expected: "true".into(),
        };
        std::fs::write(folder.path().join("a.yml"), "options:\n  language: C\n  data_model: LP64\n").expect("a file");
        assert_eq!(data_model(folder.path(), &task("svcomp19-c/x", "a.c")), "LP64");
        assert_eq!(data_model(folder.path(), &task("svcomp19-c/x", "b.c")), "ILP32");
        assert_eq!(data_model(folder.path(), &task("ours", "b.c")), "LP64");
    }
}
