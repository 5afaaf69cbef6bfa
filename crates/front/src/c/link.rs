//! Which files are one program. In: the texts of C files, as they are written. Out: groups of files that are linked with each other.
//!
//! A file belongs to another if it calls a function that the other defines. This is read off the text without a preprocessor, because
//! it must cost next to nothing for thousands of files that have nothing to do with each other, and it only decides what is
//! looked at together: whether the files fit is found out when they are resolved (`resolve/files.rs`). Where several files of a group
//! define `main`, each of these is a program of its own, and what is left is a library.

use std::collections::{BTreeMap, BTreeSet};

/// The names of functions in a text.
#[derive(Default, Debug, PartialEq, Eq)]
struct Names<'t> {
    /// Defined, with external linkage and with internal linkage.
    defined: BTreeSet<&'t str>,
    own: BTreeSet<&'t str>,
    called: BTreeSet<&'t str>,
}

/// Groups of files, by their number, in the order of their first files.
pub fn groups(texts: &[&str]) -> Vec<Vec<usize>> {
    let names: Vec<Names<'_>> = texts.iter().map(|text| names(text)).collect();
    let linked = connected(&names, &BTreeSet::new());
    // Two programs that use the same library are not one.
    let mains = |group: &Vec<usize>| group.iter().filter(|&&file| names[file].defined.contains("main")).count();
    if linked.iter().all(|group| mains(group) <= 1) {
        return linked;
    }
    let of_several = linked.iter().filter(|group| mains(group) > 1).flatten().copied();
    let alone = of_several.filter(|&file| names[file].defined.contains("main")).collect();
    connected(&names, &alone)
}

/// The connected components, without the edges of some files.
fn connected(names: &[Names<'_>], alone: &BTreeSet<usize>) -> Vec<Vec<usize>> {
    let mut group: Vec<usize> = (0..names.len()).collect();
    let mut definitions: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (file, names) in names.iter().enumerate().filter(|(file, _)| !alone.contains(file)) {
        names.defined.iter().for_each(|name| definitions.entry(name).or_default().push(file));
    }
    for (file, names) in names.iter().enumerate().filter(|(file, _)| !alone.contains(file)) {
        let called = names.called.iter().filter(|name| !names.own.contains(*name) && !names.defined.contains(*name));
        for &other in called.filter_map(|name| definitions.get(name)).flatten() {
            let (one, other) = (root(&group, file), root(&group, other));
            group[one.max(other)] = one.min(other);
        }
    }
    let mut groups: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    (0..names.len()).for_each(|file| groups.entry(root(&group, file)).or_default().push(file));
    groups.into_values().collect()
}

fn root(group: &[usize], mut file: usize) -> usize {
    while group[file] != file {
        file = group[file];
    }
    file
}

/// What a text is made of, as far as it matters here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Piece<'t> {
    Word(&'t str),
    Sign(u8),
}

/// A definition is a name with parentheses after it, outside of braces, and a brace after them. Definitions in the old style, with declarations of
/// parameters before the brace, are not seen: their files are linked only because of others.
fn names(text: &str) -> Names<'_> {
    let (mut names, pieces) = (Names::default(), pieces(text));
    let (mut depth, mut is_static, mut candidate) = (0_usize, false, None);
    for (index, piece) in pieces.iter().enumerate() {
        let next = pieces.get(index + 1);
        match *piece {
            Piece::Sign(b'{') => {
                if let (0, Some(name)) = (depth, candidate.take()) {
                    if is_static { &mut names.own } else { &mut names.defined }.insert(name);
                }
                depth += 1;
            }
            Piece::Sign(b'}') => depth = depth.saturating_sub(1),
            Piece::Sign(b';') if depth == 0 => (candidate, is_static) = (None, false),
            Piece::Word(name) if next == Some(&Piece::Sign(b'(')) => {
                if depth > 0 {
                    names.called.insert(name);
                } else if candidate.is_none() && name != "__attribute__" {
                    candidate = Some(name);
                }
            }
            Piece::Word("static") if depth == 0 => is_static = true,
            // An array, a struct or an initialiser begins, not a body.
            Piece::Sign(b'=') if depth == 0 => candidate = None,
            Piece::Word(_) | Piece::Sign(_) => {}
        }
        if depth == 0 && *piece == Piece::Sign(b'}') {
            (candidate, is_static) = (None, false);
        }
    }
    names
}

/// Words and signs, without comments, literals and lines for the preprocessor.
fn pieces(text: &str) -> Vec<Piece<'_>> {
    let (bytes, mut pieces, mut at) = (text.as_bytes(), Vec::new(), 0);
    let mut is_line_start = true;
    while at < bytes.len() {
        let start = at;
        match bytes[at] {
            b'\n' => {
                is_line_start = true;
                at += 1;
                continue;
            }
            byte if byte.is_ascii_whitespace() => {
                at += 1;
                continue;
            }
            b'/' if bytes[at..].starts_with(b"/*") => {
                at = text[at + 2..].find("*/").map_or(bytes.len(), |end| at + 2 + end + 2);
                continue;
            }
            b'/' if bytes[at..].starts_with(b"//") => at = end_of_line(bytes, at),
            b'#' if is_line_start => at = end_of_line(bytes, at),
            quote @ (b'"' | b'\'') => at = end_of_literal(bytes, at, quote),
            byte if is_word(byte) => {
                at += bytes[at..].iter().take_while(|byte| is_word(**byte)).count();
                pieces.push(Piece::Word(&text[start..at]));
            }
            sign => {
                pieces.push(Piece::Sign(sign));
                at += 1;
            }
        }
        is_line_start = false;
    }
    pieces
}

/// Letters of other alphabets count: a word is never cut inside of a character.
fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

/// Before the line feed; a backslash before it continues the line.
fn end_of_line(bytes: &[u8], mut at: usize) -> usize {
    while at < bytes.len() && bytes[at] != b'\n' {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    at.min(bytes.len())
}

fn end_of_literal(bytes: &[u8], start: usize, quote: u8) -> usize {
    let mut at = start + 1;
    while at < bytes.len() && bytes[at] != quote && bytes[at] != b'\n' {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    (at + 1).min(bytes.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_call_each_other_are_one_program() {
        let texts = [
            "#include <a.h>\nint f(int x)\n{ return g(x) + '{'; } /* h( */",
            "static int k(void) { return 1; } int g(int x) { return k(); }",
            "int lonely(void) { return 2; }",
            "int h(void) { return k(); }",
        ];
        assert_eq!(groups(&texts), [vec![0, 1], vec![2], vec![3]]);
    }

    #[test]
    fn programs_that_share_a_library_are_apart() {
        let texts =
            ["int main(void) { return f(); }", "int f(void) { return g(); }", "int main() { f(); }", "int g() { }"];
        assert_eq!(groups(&texts), [vec![0], vec![1, 3], vec![2]]);
        assert_eq!(groups(&texts[..2]), [vec![0, 1]]);
    }

    #[test]
    fn what_is_no_definition_is_none() {
        let names = names(
            "int f(int); int (*p)(void); struct s { int (*m)(void); } x = { 0 }; int a[] = { F(1) };\n\
             #define M(x) { x }\n\"int q(\" static void own(void) { called(\"}\"); }",
        );
        assert!(names.defined.is_empty(), "{names:?}");
        assert_eq!(names.own, BTreeSet::from(["own"]));
        assert!(names.called.contains("called"));
    }
}
