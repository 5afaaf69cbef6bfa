//! The order of modules: what a front door lists first uses nothing that it lists later.
//!
//! Methods of one type may call each other round in a circle, where the language that they are about does: statements hold
//! expressions and expressions statements. The front door then says so: `Mutually recursive: ` and the modules. They must really
//! be so, and imports go downhill even among them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::imports::imported;
use crate::methods::{Calls, calls};
use crate::sources::{files_of_module, front_door, modules_of, read_code, root};

/// Checks the modules that a front door (`lib.rs`, `main.rs`, `mod.rs`) lists against each other, then each of them.
pub fn check_front_door(krate: &str, file: &Path, folder: &Path, path: &[String], wrong: &mut Vec<String>) {
    let modules = modules_of(&read_code(file));
    let scope = path.iter().map(|part| format!("::{part}")).collect::<String>();
    let mut report = |problem: String| wrong.push(format!("{krate}{scope}: {problem}"));
    let imports = imports(&modules, folder, path);
    let codes: Vec<_> = modules.iter().map(|module| (module.clone(), codes_of_module(folder, module))).collect();
    let calls = calls(&codes);
    let groups = mutually_recursive(&fs::read_to_string(file).unwrap_or_default());
    let is_below = |module: &String, other: &String| {
        let rank = |wanted: &String| modules.iter().position(|module| module == wanted);
        rank(other) > rank(module)
    };
    for (module, target, place) in &imports {
        if is_below(module, target) {
            report(format!("{module} imports {target}, which is listed below it ({place})"));
        }
    }
    for (module, targets) in &calls {
        for (target, names) in targets.iter().filter(|(target, _)| is_below(module, target)) {
            if !groups.iter().any(|group| group.contains(module) && group.contains(target)) {
                report(format!("{module} calls methods of {target}, which is listed below it ({names:?})"));
            }
        }
    }
    let edges = edges(&imports, &calls);
    for group in &groups {
        if let Some((from, to)) = unconnected(group, &edges) {
            report(format!("{from} and {to} are called mutually recursive, but {from} does not lead to {to}"));
        }
    }
    for module in &modules {
        if let Some(door) = front_door(folder, module) {
            let inner: Vec<String> = path.iter().chain([module]).cloned().collect();
            check_front_door(krate, &door, &folder.join(module), &inner, wrong);
        }
    }
}

/// Who imports whom, and in which file.
fn imports(modules: &[String], folder: &Path, path: &[String]) -> Vec<(String, String, String)> {
    let mut found = Vec::new();
    for module in modules {
        for source in files_of_module(folder, module) {
            let place = source.strip_prefix(root()).unwrap_or(&source).display().to_string();
            let targets = imported(&read_code(&source), &source, folder, module, path);
            let targets = targets.into_iter().filter(|target| modules.contains(target));
            found.extend(targets.map(|target| (module.clone(), target, place.clone())));
        }
    }
    found
}

fn codes_of_module(folder: &Path, module: &str) -> Vec<String> {
    files_of_module(folder, module).iter().map(|file| read_code(file)).collect()
}

type Edges = BTreeMap<String, BTreeSet<String>>;

fn edges(imports: &[(String, String, String)], calls: &Calls) -> Edges {
    let mut edges = Edges::new();
    for (from, to, _) in imports {
        edges.entry(from.clone()).or_default().insert(to.clone());
    }
    for (from, targets) in calls {
        edges.entry(from.clone()).or_default().extend(targets.keys().cloned());
    }
    edges
}

/// The groups that a front door declares: `//! Mutually recursive: `a`, `b`.`
fn mutually_recursive(door: &str) -> Vec<Vec<String>> {
    let header: Vec<&str> = door.lines().filter_map(|line| line.strip_prefix("//!")).collect();
    let header = header.join(" ");
    let sentences = header.split("Mutually recursive:").skip(1).map(|rest| rest.split('.').next().unwrap_or(""));
    sentences.map(|names| names.split('`').skip(1).step_by(2).map(str::to_string).collect()).collect()
}

/// Two of the group of which one does not lead to the other within the group.
fn unconnected<'g>(group: &'g [String], edges: &Edges) -> Option<(&'g String, &'g String)> {
    for from in group {
        let mut reached = BTreeSet::from([from]);
        let mut open = vec![from];
        while let Some(next) = open.pop() {
            let targets = group.iter().filter(|to| edges.get(next).is_some_and(|targets| targets.contains(*to)));
            open.extend(targets.filter(|to| reached.insert(to)));
        }
        if let Some(missed) = group.iter().find(|to| !reached.contains(to)) {
            return Some((from, missed));
        }
    }
    None
}

#[test]
fn the_order_is_able_to_fail() {
    let header = "//! All.\n//!\n//! Mutually recursive: `a`,\n//! `b`. Because.\n";
    assert_eq!(mutually_recursive(header), [["a", "b"]]);
    let check = |files: &[(&str, &str)]| {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for (name, text) in files {
            fs::write(folder.path().join(name), text).expect("write a file");
        }
        let mut wrong = Vec::new();
        check_front_door("test", &folder.path().join("lib.rs"), folder.path(), &[], &mut wrong);
        wrong
    };
    let wrong =
        check(&[("lib.rs", "mod a;\nmod b;\n"), ("a.rs", "use crate::b::X;\n"), ("b.rs", "use crate::a::Y;\n")]);
    assert_eq!(wrong.len(), 1);
    assert!(wrong[0].starts_with("test: a imports b"), "{}", wrong[0]);

    let a = "pub struct T;\nimpl T {\n    pub fn one(&self) {\n        self.two();\n    }\n}\n";
    let b = "use crate::a::T;\nimpl T {\n    pub fn two(&self) {}\n}\n";
    let wrong = check(&[("lib.rs", "mod a;\nmod b;\n"), ("a.rs", a), ("b.rs", b)]);
    assert_eq!(wrong, ["test: a calls methods of b, which is listed below it ({\"two\"})"]);
    let declared = "//! Mutually recursive: `a`, `b`.\nmod a;\nmod b;\nmod c;\n";
    assert!(check(&[("lib.rs", declared), ("a.rs", a), ("b.rs", b), ("c.rs", "")]).is_empty());
    let wrong = check(&[("lib.rs", &declared.replace("`b`", "`c`")), ("a.rs", a), ("b.rs", b), ("c.rs", "")]);
    assert_eq!(wrong.len(), 2, "{wrong:?}");
}
