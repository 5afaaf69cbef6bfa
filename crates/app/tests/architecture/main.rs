//! The downhill rule (`ARCHITECTURE.md`): crates depend on each other only along the arrows, and inside a crate or a folder a
//! module imports only modules that are listed above it, and calls only their methods.

mod sources;
mod imports;
mod methods;
mod order;

use std::fs;
use std::path::PathBuf;

use order::check_front_door;
use sources::{crate_folders, files_of_module, root};

/// Which crates each crate may depend on.
const ARROWS: [(&str, &[&str]); 9] = [
    ("base", &[]),
    ("logic", &["base"]),
    ("gcl", &["base", "logic"]),
    ("solve", &["base", "logic"]),
    ("front", &["base", "logic", "gcl"]),
    ("engine", &["base", "logic", "gcl", "solve"]),
    ("app", &["base", "logic", "gcl", "front", "solve", "engine"]),
    ("referee", &["base", "logic", "gcl", "front", "solve", "engine"]),
    ("xtask", &["base", "logic", "gcl", "front", "solve", "engine", "app", "referee"]),
];

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
fn modules_use_only_modules_above_them() {
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
    assert_eq!(sources::modules_of("mod a;\npub mod b;\n#[cfg(test)]\nmod tests;\nmod c;"), ["a", "b", "c"]);
    let named = |code, prefix| imports::named_after(code, prefix);
    assert_eq!(named("use crate::{a, b::{c, d}, E};\nuse crate::f::g;", "crate::"), ["a", "b", "f"]);
    assert!(named("use super::super::x;", "super::").iter().all(|name| name != "x"));
    assert_eq!(
        our_dependencies("[dependencies]\ninvar-gcl.workspace = true\n[dev-dependencies]\ninvar-app = 1"),
        ["gcl"]
    );
}
