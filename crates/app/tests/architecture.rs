//! The downhill rule (`DESIGN.md` §2, `ARCHITECTURE.md`): crates depend on each other only along the arrows, and inside a
//! crate or a folder a module imports only modules that are listed above it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Which crates each crate may depend on.
const ARROWS: [(&str, &[&str]); 8] = [
    ("base", &[]),
    ("logic", &["base"]),
    ("gcl", &["base", "logic"]),
    ("solve", &["base", "logic"]),
    ("front", &["base", "logic", "gcl"]),
    ("engine", &["base", "logic", "gcl", "solve"]),
    ("app", &["base", "logic", "gcl", "front", "solve", "engine"]),
    ("xtask", &["base", "logic", "gcl", "front", "solve", "engine", "app"]),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn crate_folders() -> Vec<(String, PathBuf)> {
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

#[test]
fn crates_depend_downhill() {
    let mut wrong = Vec::new();
    for (name, folder) in crate_folders() {
        let Some((_, allowed)) = ARROWS.iter().find(|(other, _)| *other == name) else {
            wrong.push(format!("crate {name} is not in the list of arrows"));
            continue;
        };
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).expect("a manifest");
        for dependency in our_dependencies(&manifest) {
            if !allowed.contains(&dependency.as_str()) {
                wrong.push(format!("crate {name} must not depend on {dependency}"));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// The `invar-…` crates among the dependencies of a manifest; development dependencies may go uphill.
fn our_dependencies(manifest: &str) -> Vec<String> {
    let mut section = "";
    let mut found = Vec::new();
    for line in manifest.lines().map(str::trim) {
        if line.starts_with('[') {
            section = line;
        } else if section.ends_with("dependencies]")
            && !section.contains("dev-dependencies")
            && let Some(rest) = line.strip_prefix("invar-")
        {
            found.push(rest.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect());
        }
    }
    found
}

#[test]
fn modules_import_only_modules_above_them() {
    let mut wrong = Vec::new();
    for (name, folder) in crate_folders() {
        let src = folder.join("src");
        let roots = [src.join("lib.rs"), src.join("main.rs")];
        for file in roots.iter().filter(|file| file.exists()) {
            check_front_door(&name, file, &src, &[], &mut wrong);
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// Checks the modules that a front door (`lib.rs`, `main.rs`, `mod.rs`) lists against each other, then each of them.
fn check_front_door(krate: &str, file: &Path, folder: &Path, path: &[String], wrong: &mut Vec<String>) {
    let modules = modules_of(&read_code(file));
    let rank: BTreeMap<&str, usize> = modules.iter().enumerate().map(|(rank, name)| (name.as_str(), rank)).collect();
    for (index, module) in modules.iter().enumerate() {
        let mut inner = path.to_vec();
        inner.push(module.clone());
        for source in files_of_module(folder, module) {
            for target in imported(&read_code(&source), &source, folder, module, path) {
                if rank.get(target.as_str()).is_some_and(|target_rank| *target_rank > index) {
                    let place = source.strip_prefix(root()).unwrap_or(&source).display().to_string();
                    let scope = path.iter().map(|part| format!("::{part}")).collect::<String>();
                    wrong
                        .push(format!("{krate}{scope}: {module} imports {target}, which is listed below it ({place})"));
                }
            }
        }
        if let Some(door) = front_door(folder, module) {
            check_front_door(krate, &door, &folder.join(module), &inner, wrong);
        }
    }
}

fn front_door(folder: &Path, module: &str) -> Option<PathBuf> {
    let doors = [folder.join(module).join("mod.rs"), folder.join(format!("{module}.rs"))];
    doors.into_iter().find(|door| door.exists() && folder.join(module).is_dir())
}

/// The files of a module, those of its submodules included; tests may look anywhere.
fn files_of_module(folder: &Path, module: &str) -> Vec<PathBuf> {
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
fn read_code(file: &Path) -> String {
    let text = fs::read_to_string(file).unwrap_or_default();
    let lines: Vec<&str> = text.lines().map(|line| line.split("//").next().unwrap_or("")).collect();
    let end = lines.iter().position(|line| line.trim() == "#[cfg(test)]").unwrap_or(lines.len());
    // A `#[cfg(test)] mod tests;` may stand among other modules; only a block of tests ends the code.
    let is_block = lines.get(end + 1).is_some_and(|line| line.trim_end().ends_with('{'));
    if is_block { lines[..end].join("\n") } else { lines.join("\n") }
}

/// `mod x;` and `pub mod x;`, in order, test modules left out.
fn modules_of(code: &str) -> Vec<String> {
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

/// The siblings of `module` (inside `path`) that a file of it names: through `crate::…` or through `super::…`.
fn imported(code: &str, file: &Path, folder: &Path, module: &str, path: &[String]) -> Vec<String> {
    let mut scope = "crate::".to_string();
    path.iter().for_each(|part| scope.push_str(&format!("{part}::")));
    let mut found = named_after(code, &scope);
    // From `folder/module.rs` one `super` leads to the siblings, from `folder/module/x.rs` two, and so on.
    let depth = file.strip_prefix(folder).map_or(1, |inner| inner.components().count());
    let is_mod = file.file_name().is_some_and(|name| name == "mod.rs");
    let supers = "super::".repeat(depth - usize::from(is_mod));
    found.extend(named_after(code, &supers));
    found.retain(|name| name != module);
    found.sort();
    found.dedup();
    found
}

/// The identifiers that follow a path prefix, those of a brace list included: `crate::{a, b::c}`.
fn named_after(code: &str, prefix: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (at, _) in code.match_indices(prefix) {
        let before = code[..at].chars().next_back();
        // `super::super::x` must not count as `super::x`, nor `my_crate::` as `crate::`.
        if before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':') {
            continue;
        }
        let rest = &code[at + prefix.len()..];
        match rest.strip_prefix('{') {
            Some(list) => found.extend(list_heads(list)),
            None => found.extend(identifier(rest)),
        }
    }
    found
}

/// The first names of the items of a brace list, up to its closing brace.
fn list_heads(list: &str) -> Vec<String> {
    let mut depth = 0;
    let mut start = true;
    let mut found = Vec::new();
    for (at, c) in list.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => start = true,
            c if start && !c.is_whitespace() => {
                found.extend(identifier(&list[at..]));
                start = false;
            }
            _ => {}
        }
    }
    found
}

fn identifier(text: &str) -> Option<String> {
    let name: String = text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    // A lower-case name is a module or a function; a type or a constant came from a re-export.
    name.chars().next().filter(|first| first.is_lowercase())?;
    Some(name)
}

/// What a variable is, `gcl::Roles` says; its name is for people.
#[test]
fn engines_do_not_look_at_names() {
    let folder = root().join("crates/engine/src");
    let doors = fs::read_dir(&folder).expect("the engine").flatten().map(|entry| entry.path());
    let modules = doors.filter_map(|path| Some(path.file_stem()?.to_string_lossy().into_owned()));
    let files: Vec<PathBuf> = modules.flat_map(|module| files_of_module(&folder, &module)).collect();
    assert!(files.len() > 50, "the engine has {} files", files.len());
    let looks =
        |line: &&str| ["'@'", "\"@", "@\"", "var_name(var).", "var_name(*var)."].iter().any(|sign| line.contains(sign));
    for file in files {
        let text = fs::read_to_string(&file).expect("a source");
        let found = text.lines().map(|line| line.split("//").next().unwrap_or("")).find(looks);
        let named = found.filter(|line| !line.contains(".to_string()"));
        assert_eq!(named, None, "{} looks at the name of a variable", file.display());
    }
}

#[test]
fn the_rule_is_able_to_fail() {
    assert_eq!(modules_of("mod a;\npub mod b;\n#[cfg(test)]\nmod tests;\nmod c;"), ["a", "b", "c"]);
    assert_eq!(named_after("use crate::{a, b::{c, d}, E};\nuse crate::f::g;", "crate::"), ["a", "b", "f"]);
    assert!(named_after("use super::super::x;", "super::").iter().all(|name| name != "x"));
    assert_eq!(
        our_dependencies("[dependencies]\ninvar-gcl.workspace = true\n[dev-dependencies]\ninvar-app = 1"),
        ["gcl"]
    );

    let folder = tempfile::tempdir().expect("a temporary folder");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("write a file");
    write("lib.rs", "mod a;\nmod b;\n");
    write("a.rs", "use crate::b::X;\n");
    write("b.rs", "use crate::a::Y;\n");
    let mut wrong = Vec::new();
    check_front_door("test", &folder.path().join("lib.rs"), folder.path(), &[], &mut wrong);
    assert_eq!(wrong.len(), 1);
    assert!(wrong[0].starts_with("test: a imports b"), "{}", wrong[0]);
}
