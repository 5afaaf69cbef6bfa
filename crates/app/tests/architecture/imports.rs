//! What a module imports: the siblings that its files name.

use std::path::Path;

/// The siblings of `module` (inside `path`) that a file of it names: through `crate::…` or through `super::…`.
pub fn imported(code: &str, file: &Path, folder: &Path, module: &str, path: &[String]) -> Vec<String> {
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
pub fn named_after(code: &str, prefix: &str) -> Vec<String> {
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
