//! The sources as text: the files of a module, without comments and tests, and which modules a front door lists.

use std::fs;
use std::path::{Path, PathBuf};

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

pub fn crate_folders() -> Vec<(String, PathBuf)> {
    let mut folders: Vec<(String, PathBuf)> = fs::read_dir(root().join("crates"))
        .expect("the folder of the crates")
        .flatten()
        .map(|entry| (entry.file_name().to_string_lossy().into_owned(), entry.path()))
        .collect();
    folders.push(("xtask".into(), root().join("xtask")));
    folders.retain(|(_, folder)| folder.join("Cargo.toml").exists());
    folders.sort();
    folders
}

pub fn front_door(folder: &Path, module: &str) -> Option<PathBuf> {
    let doors = [folder.join(module).join("mod.rs"), folder.join(format!("{module}.rs"))];
    doors.into_iter().find(|door| door.exists() && folder.join(module).is_dir())
}

/// The files of a module, those of its submodules included; tests may look anywhere.
pub fn files_of_module(folder: &Path, module: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let own = folder.join(format!("{module}.rs"));
    if own.exists() {
        files.push(own);
    }
    let mut open = vec![folder.join(module)];
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(next).into_iter().flatten().flatten() {
            let path = entry.path();
            let is_test = path.file_stem().is_some_and(|stem| stem == "tests" || stem == "test");
            if is_test {
                continue;
            } else if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|end| end == "rs") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// The code of a file: without comments and strings, and without its test modules.
pub fn read_code(file: &Path) -> String {
    let text = fs::read_to_string(file).unwrap_or_default();
    let lines: Vec<&str> = text.lines().map(|line| line.split("//").next().unwrap_or("")).collect();
    let end = lines.iter().position(|line| line.trim() == "#[cfg(test)]").unwrap_or(lines.len());
    // A `#[cfg(test)] mod tests;` may stand among other modules; only a block of tests ends the code.
    let is_block = lines.get(end + 1).is_some_and(|line| line.trim_end().ends_with('{'));
    if is_block { lines[..end].join("\n") } else { lines.join("\n") }
}

/// `mod x;` and `pub mod x;`, in order, test modules left out.
pub fn modules_of(code: &str) -> Vec<String> {
    let mut modules = Vec::new();
    let mut is_test = false;
    for line in code.lines().map(str::trim) {
        if line == "#[cfg(test)]" {
            is_test = true;
            continue;
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        let name = match words.as_slice() {
            ["mod", name] | ["pub", "mod", name] | ["pub(crate)", "mod", name] | ["pub(super)", "mod", name] => name,
            _ => {
                is_test &= line.is_empty();
                continue;
            }
        };
        if let Some(name) = name.strip_suffix(';')
            && !is_test
        {
            modules.push(name.to_string());
        }
        is_test = false;
    }
    modules
}
