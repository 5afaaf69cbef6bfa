//! How a project compiles a file, from its `compile_commands.json` (as CMake, Meson and Bear write it).

use super::preprocess::Compilation;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// The compilation of `file` in the nearest `compile_commands.json` above it or in a `build` directory there. None if
/// there is no such file or it does not mention `file`; an error if it is damaged.
pub fn compilation_of(file: &Path) -> Result<Option<Compilation>, String> {
    let Ok(file) = file.canonicalize() else { return Ok(None) };
    for directory in file.ancestors().skip(1) {
        for candidate in [directory.join("compile_commands.json"), directory.join("build/compile_commands.json")] {
            if let Ok(text) = std::fs::read_to_string(&candidate) {
                let found = find(&text, &file).map_err(|problem| format!("{}: {problem}", candidate.display()))?;
                if found.is_some() {
                    return Ok(found);
                }
            }
        }
    }
    Ok(None)
}

/// The entry of `file`, an absolute path, in the text of a `compile_commands.json`.
pub fn find(text: &str, file: &Path) -> Result<Option<Compilation>, String> {
    let value: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let entries = value.as_array().ok_or("it holds no list of commands")?;
    for entry in entries {
        let directory = PathBuf::from(entry["directory"].as_str().unwrap_or("."));
        let Some(name) = entry["file"].as_str() else { continue };
        let path = directory.join(name);
        if path.canonicalize().unwrap_or(path) != file {
            continue;
        }
        let words = match (&entry["arguments"], &entry["command"]) {
            (Value::Array(words), _) => words.iter().filter_map(|word| word.as_str().map(str::to_string)).collect(),
            (_, Value::String(command)) => split_words(command),
            _ => return Err(format!("the entry of {name} has no command")),
        };
        let flags = flags_of(&words, name);
        return Ok(Some(Compilation { flags, directory: Some(directory), ..Compilation::default() }));
    }
    Ok(None)
}

/// What the preprocessor needs of a command: all but the compiler, the file, and what is written where.
fn flags_of(words: &[String], file: &str) -> Vec<String> {
    let mut flags = Vec::new();
    let mut words = words.iter().skip(1);
    while let Some(word) = words.next() {
        match word.as_str() {
            "-o" | "-MF" | "-MT" | "-MQ" => drop(words.next()),
            "-c" | "-S" | "-E" | "-M" | "-MM" | "-MD" | "-MMD" | "-MP" | "-MG" | "--" => {}
            word if word == file || word.starts_with("-Werror") => {}
            word => flags.push(word.to_string()),
        }
    }
    flags
}

/// A command line as a shell would split it: quotes and backslashes, nothing else.
fn split_words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut characters = command.chars();
    while let Some(c) = characters.next() {
        match (quote, c) {
            (None, ' ' | '\t' | '\n') => words.extend(word.take()),
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (Some(open), _) if c == open => quote = None,
            (None | Some('"'), '\\') => word.get_or_insert_default().extend(characters.next()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_and_arguments_give_the_flags() {
        let text = r#"[
            {"directory": "/nowhere", "file": "a.c", "command": "gcc -DX='a b' -I inc -DY=\\\"s\\\" -MD -MF a.d -o a.o -c a.c"},
            {"directory": "/nowhere", "file": "b.c", "arguments": ["cc", "-DZ", "-c", "b.c"]}
        ]"#;
        let flags = |file: &str| find(text, Path::new(file)).unwrap().unwrap().flags;
        assert_eq!(flags("/nowhere/a.c"), ["-DX=a b", "-I", "inc", "-DY=\"s\""]);
        assert_eq!(flags("/nowhere/b.c"), ["-DZ"]);
        assert!(find(text, Path::new("/nowhere/c.c")).unwrap().is_none());
    }

    #[test]
    fn damaged_files_are_errors() {
        assert!(find("[{", Path::new("/a.c")).is_err());
        assert!(find("{}", Path::new("/a.c")).is_err());
        assert!(find(r#"[{"directory": "/", "file": "a.c"}]"#, Path::new("/a.c")).is_err());
    }
}
