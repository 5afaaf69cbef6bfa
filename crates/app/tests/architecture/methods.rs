//! What a module calls without an import: a type may have `impl` blocks in several modules, and its methods are called
//! wherever the type is at hand.
//!
//! The text is read as `rustfmt` leaves it. A call counts if its receiver is `self` in an `impl` block of the type, `Self`, the
//! type's name, or a name that is declared with the type somewhere in the folder: `body: &mut Body<'_, '_>`.

use std::collections::{BTreeMap, BTreeSet};

/// From a module to those whose methods it calls, with the names of the methods.
pub type Calls = BTreeMap<String, BTreeMap<String, BTreeSet<String>>>;

/// The calls between modules of one folder. In: each module with the code of its files.
pub fn calls(modules: &[(String, Vec<String>)]) -> Calls {
    let spread = spread_types(modules);
    let receivers = receivers(modules, &spread);
    let mut calls = Calls::new();
    for (module, files) in modules {
        for (method, owner) in files.iter().flat_map(|code| called(code, &spread, &receivers)) {
            if owner != *module {
                calls.entry(module.clone()).or_default().entry(owner).or_default().insert(method);
            }
        }
    }
    calls
}

/// For a type with `impl` blocks in several modules: the module of each of its methods.
type Spread = BTreeMap<String, BTreeMap<String, String>>;

fn spread_types(modules: &[(String, Vec<String>)]) -> Spread {
    let mut methods = Spread::new();
    let mut homes: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    let mut definitions: BTreeMap<String, usize> = BTreeMap::new();
    for (module, files) in modules {
        for code in files {
            for ty in code.lines().filter_map(defined_type) {
                *definitions.entry(ty).or_default() += 1;
            }
            for (line, ty) in lines_in_impls(code) {
                let Some(ty) = ty else { continue };
                homes.entry(ty.clone()).or_default().insert(module);
                if let Some(method) = method_name(line) {
                    methods.entry(ty).or_default().insert(method, module.clone());
                }
            }
        }
    }
    // Types of one name in several modules are different types.
    let is_one = |ty: &str| definitions.get(ty).is_none_or(|count| *count == 1);
    methods.retain(|ty, _| homes[ty].len() > 1 && is_one(ty));
    methods
}

/// Each line with the type of the `impl` block that it stands in; blocks for traits do not count.
fn lines_in_impls(code: &str) -> Vec<(&str, Option<String>)> {
    let mut current = None;
    let mut lines = Vec::new();
    for line in code.lines() {
        if line.starts_with("impl") {
            current = if line.contains(" for ") { None } else { type_of_impl(line) };
        } else if line == "}" {
            current = None;
        }
        lines.push((line, current.clone()));
    }
    lines
}

/// `impl<'c> Body<'c, '_> {` is about `Body`.
fn type_of_impl(line: &str) -> Option<String> {
    let mut depth = 0;
    let mut plain = String::new();
    for c in line.strip_prefix("impl")?.chars() {
        match c {
            '<' => depth += 1,
            '>' => depth -= 1,
            '{' => break,
            c if depth == 0 => plain.push(c),
            _ => {}
        }
    }
    let path = plain.trim();
    path.rsplit("::").next().map(str::to_string).filter(|name| !name.is_empty())
}

fn defined_type(line: &str) -> Option<String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let at = words.iter().position(|word| matches!(*word, "struct" | "enum"))?;
    (at <= 1).then(|| leading_name(words.get(at + 1).copied().unwrap_or(""))).flatten()
}

/// `    pub fn name(…` in a block.
fn method_name(line: &str) -> Option<String> {
    let inner = line.strip_prefix("    ").filter(|rest| !rest.starts_with(' '))?;
    let before = inner.find("fn ")?;
    let is_head = inner[..before].split_whitespace().all(|word| word == "const" || word.starts_with("pub"));
    if is_head { leading_name(&inner[before + 3..]) } else { None }
}

/// The names that are declared with one of the types, and with which.
fn receivers(modules: &[(String, Vec<String>)], spread: &Spread) -> BTreeMap<String, BTreeSet<String>> {
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for code in modules.iter().flat_map(|(_, files)| files) {
        for (line, ty) in lines_in_impls(code) {
            for (at, _) in line.match_indices(": ") {
                let Some(name) = trailing_name(&line[..at]) else { continue };
                let Some(declared) = type_after(&line[at + 2..]) else { continue };
                let declared = if declared == "Self" { ty.clone() } else { Some(declared) };
                if let Some(declared) = declared.filter(|declared| spread.contains_key(declared)) {
                    found.entry(name).or_default().insert(declared);
                }
            }
        }
    }
    found
}

/// `&'c mut Cx<'a>` is a `Cx`.
fn type_after(text: &str) -> Option<String> {
    let mut rest = text.trim_start_matches('&');
    if rest.starts_with('\'') {
        rest = rest.split_once(' ')?.1;
    }
    let path: String = rest.trim_start_matches("mut ").chars().take_while(|c| is_part(*c) || *c == ':').collect();
    path.rsplit("::").next().map(str::to_string)
}

/// The methods of the types that the code calls, each with the module that it stands in.
fn called(code: &str, spread: &Spread, receivers: &BTreeMap<String, BTreeSet<String>>) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut last_receiver = None;
    for (line, ty) in lines_in_impls(code) {
        let types_of = |name: &str| -> Vec<&String> {
            let own = ty.iter().filter(|_| name == "self" || name == "Self");
            let named = spread.keys().filter(|known| *known == name);
            own.chain(named).chain(receivers.get(name).into_iter().flatten()).collect()
        };
        for (receiver, method) in selections(line, last_receiver.as_deref()) {
            let homes = types_of(&receiver).into_iter().filter_map(|ty| spread.get(ty)?.get(&method));
            found.extend(homes.map(|home| (method.clone(), home.clone())));
        }
        last_receiver = trailing_name(line);
    }
    found
}

/// Every `receiver.method(` and `Type::method` of a line; a line may begin with the dot.
fn selections(line: &str, before: Option<&str>) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for (separator, is_call) in [(".", true), ("::", false)] {
        for (at, _) in line.match_indices(separator) {
            let rest = &line[at + separator.len()..];
            let Some(method) = leading_name(rest) else { continue };
            let head = line[..at].trim_end();
            let receiver = if head.is_empty() { before.map(str::to_string) } else { trailing_name(head) };
            let Some(receiver) = receiver else { continue };
            if !is_call || rest[method.len()..].starts_with('(') {
                found.push((receiver, method));
            }
        }
    }
    found
}

fn leading_name(text: &str) -> Option<String> {
    let name: String = text.chars().take_while(|c| is_part(*c)).collect();
    (!name.is_empty()).then_some(name)
}

fn trailing_name(text: &str) -> Option<String> {
    let start = text.char_indices().rev().take_while(|(_, c)| is_part(*c)).last()?.0;
    Some(text[start..].to_string())
}

fn is_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

#[test]
fn calls_are_seen() {
    let module = |name: &str, code: &str| (name.to_string(), vec![code.to_string()]);
    let type_ = "pub struct Body<'a> {\n    cx: &'a mut u8,\n}\n";
    let low = "impl Body<'_> {\n    pub fn low(&self) {\n        self.high();\n    }\n}\n";
    let high = "impl<'a> Body<'a> {\n    pub(super) fn high(&self) {}\n}\n";
    let user = "fn use_it(body: &mut super::Body<'_>, other: &Other) {\n    body.low();\n    other.high();\n}\n";
    let found = calls(&[module("code", type_), module("low", low), module("high", high), module("user", user)]);
    let shown: Vec<String> = found
        .iter()
        .flat_map(|(from, to)| to.iter().map(move |(to, names)| format!("{from} → {to} {names:?}")))
        .collect();
    assert_eq!(shown, ["low → high {\"high\"}", "user → low {\"low\"}"]);
}
