//! Which files are one program. In: for each file, the names with external linkage that it defines and those that it uses, as its compiler sees
//! them: after the preprocessor. Out: groups of files that are linked with each other.
//!
//! A file belongs to another if it uses a function or a variable that the other defines. That only decides what is looked at together:
//! whether the files fit is found out when they are resolved together (`resolve/files.rs`). Where several files of a group define
//! `main`, each of these is a program of its own, with the files that it needs; those are a library beside, which is looked at for itself as well.

use std::collections::{BTreeMap, BTreeSet};

use super::hir::{FunctionId, GlobalId, Part, PlaceKind, Unit, each_part, each_part_of_initialiser};

/// The names with external linkage of a file.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Symbols {
    /// Functions with a body and variables with an initialiser.
    pub defined: BTreeSet<String>,
    /// What may have another definition elsewhere, too: variables without an initialiser (C11 6.9.2), functions that are defined inline
    /// (C11 6.7.4).
    pub tentative: BTreeSet<String>,
    /// What the file uses and others may define.
    pub wanted: BTreeSet<String>,
}

impl Symbols {
    /// Of a file that was resolved alone.
    pub fn of_unit(unit: &Unit) -> Symbols {
        let mut symbols = Symbols::default();
        let used = used_globals(unit);
        for (id, global) in unit.globals.iter().filter(|(_, global)| !global.is_static && !global.is_ghost) {
            let is_tentative = !global.is_extern && global.init.entries.is_empty();
            if is_tentative {
                symbols.tentative.insert(global.name.clone());
            } else if !global.is_extern {
                symbols.defined.insert(global.name.clone());
            }
            if used.contains(&id) && (is_tentative || global.is_extern) {
                symbols.wanted.insert(global.name.clone());
            }
        }
        for function in unit.functions.values().filter(|function| !function.is_static) {
            let is_plain = function.body.is_some() && !function.is_inline;
            if is_plain {
                symbols.defined.insert(function.name.clone());
            } else if function.body.is_some() {
                symbols.tentative.insert(function.name.clone());
            }
            if function.is_used && !is_plain {
                symbols.wanted.insert(function.name.clone());
            }
        }
        symbols
    }

    fn has_main(&self) -> bool {
        self.defined.contains("main")
    }
}

/// The variables that bodies and initialisers mention.
fn used_globals(unit: &Unit) -> BTreeSet<GlobalId> {
    let mut used = BTreeSet::new();
    let mut note = |part: Part<'_>| match part {
        Part::Place(place) => match place.kind {
            PlaceKind::Global(id) => drop(used.insert(id)),
            PlaceKind::Local(_) | PlaceKind::Deref(_) | PlaceKind::Field(..) | PlaceKind::Index(..) => {}
            PlaceKind::String(_) | PlaceKind::Compound(..) | PlaceKind::Value(_) => {}
        },
        Part::Expr(_) | Part::Initial(_) => {}
    };
    unit.globals.values().for_each(|global| each_part_of_initialiser(&global.init, &mut note));
    let functions: Vec<FunctionId> = unit.functions.ids().collect();
    functions.iter().filter_map(|id| unit.functions[*id].body.as_ref()).for_each(|body| each_part(body, &mut note));
    used
}

/// Files that are one program, by their numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// What is verified in this program.
    pub own: Vec<usize>,
    /// Files that are linked with it, and verified in another group.
    pub shared: Vec<usize>,
}

/// Groups of files, in the order of their first files. Every file is in one of them as its own.
pub fn groups(files: &[Symbols]) -> Vec<Group> {
    let needs = needs(files);
    let everything: BTreeSet<usize> = (0..files.len()).collect();
    let mut groups = Vec::new();
    for component in connected(&needs, &everything) {
        let is_start = |file: &usize| files[*file].has_main();
        let (starts, rest): (BTreeSet<usize>, BTreeSet<usize>) = component.iter().copied().partition(is_start);
        if starts.len() <= 1 {
            groups.push(Group { own: component, shared: Vec::new() });
            continue;
        }
        // Two programs that use the same library are not one.
        groups.extend(starts.iter().map(|&main| Group { own: vec![main], shared: needed(main, &needs, &rest) }));
        groups.extend(connected(&needs, &rest).into_iter().map(|own| Group { own, shared: Vec::new() }));
    }
    groups.sort_by_key(|group| group.own[0]);
    groups
}

/// For each file the others that define what it uses.
fn needs(files: &[Symbols]) -> Vec<BTreeSet<usize>> {
    let mut definitions: BTreeMap<&str, Vec<(usize, bool)>> = BTreeMap::new();
    for (file, symbols) in files.iter().enumerate() {
        let defined = symbols.defined.iter().map(|name| (name, false));
        for (name, is_tentative) in defined.chain(symbols.tentative.iter().map(|name| (name, true))) {
            definitions.entry(name).or_default().push((file, is_tentative));
        }
    }
    let needed = |(file, symbols): (usize, &Symbols)| {
        let found = symbols.wanted.iter().flat_map(|name| {
            let is_own = symbols.tentative.contains(name);
            let all = definitions.get(name.as_str()).into_iter().flatten();
            // What nobody gives a first value is zero here and there, and inline functions of a header are the same.
            all.filter(move |(other, is_tentative)| *other != file && !(is_own && *is_tentative))
        });
        found.map(|(other, _)| *other).collect()
    };
    files.iter().enumerate().map(needed).collect()
}

/// The others of these files that a file cannot do without.
fn needed(from: usize, needs: &[BTreeSet<usize>], of: &BTreeSet<usize>) -> Vec<usize> {
    let (mut found, mut work) = (BTreeSet::new(), vec![from]);
    while let Some(file) = work.pop() {
        work.extend(needs[file].intersection(of).copied().filter(|&other| found.insert(other)));
    }
    found.into_iter().collect()
}

/// The connected components of these files.
fn connected(needs: &[BTreeSet<usize>], of: &BTreeSet<usize>) -> Vec<Vec<usize>> {
    let mut group: Vec<usize> = (0..needs.len()).collect();
    for &file in of {
        for &other in needs[file].intersection(of) {
            let (one, other) = (root(&group, file), root(&group, other));
            group[one.max(other)] = one.min(other);
        }
    }
    let mut groups: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    of.iter().for_each(|&file| groups.entry(root(&group, file)).or_default().push(file));
    groups.into_values().collect()
}

fn root(group: &[usize], mut file: usize) -> usize {
    while group[file] != file {
        file = group[file];
    }
    file
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::c::lex::locate::OwnText;
    use crate::c::parse::parse;
    use crate::c::resolve::resolve;
    use crate::c::types::DataModel;
    use invar_base::{Interner, SourceMap};

    fn symbols(text: &str) -> Symbols {
        let (mut sources, mut names) = (SourceMap::new(), Interner::default());
        let own = sources.add("test.c", text);
        let parsed = parse(text.as_bytes(), own, &mut OwnText(&sources), &mut names);
        Symbols::of_unit(&resolve(&parsed.unit, &names, DataModel::Lp64).unit)
    }

    fn grouped(texts: &[&str]) -> Vec<(Vec<usize>, Vec<usize>)> {
        let symbols: Vec<Symbols> = texts.iter().map(|text| symbols(text)).collect();
        groups(&symbols).into_iter().map(|Group { own, shared }| (own, shared)).collect()
    }

    fn alone(own: &[usize]) -> (Vec<usize>, Vec<usize>) {
        (own.to_vec(), Vec::new())
    }

    #[test]
    fn files_that_use_each_other_are_one_program() {
        let texts = [
            "int g(int); int k(void); int f(int x) { return g(x) + '{'; }",
            "static int k(void) { return 1; } int (g)(x) int x; { return k(); }",
            "int lonely(void) { int v = 2; return v; }",
            "extern int v; int w; int h(void) { return v + w; }",
            "const int v = 1; int w;",
        ];
        assert_eq!(grouped(&texts), [alone(&[0, 1]), alone(&[2]), alone(&[3, 4])]);
    }

    #[test]
    fn variables_without_a_first_value_get_one_elsewhere() {
        let texts = ["int w; int h(void) { return w; }", "int w; int k(void) { return w; }", "int w = 1;"];
        assert_eq!(grouped(&texts[..2]), [alone(&[0]), alone(&[1])]);
        assert_eq!(grouped(&texts), [alone(&[0, 1, 2])]);
    }

    #[test]
    fn programs_that_share_a_library_are_linked_with_it() {
        let texts = [
            "int f(); int main(void) { return f(); }",
            "int g(); int f(void) { return g(); }",
            "int f(); int main() { f(); }",
            "int g() { return 0; }",
        ];
        let program = |main: usize| (vec![main], vec![1, 3]);
        assert_eq!(grouped(&texts), [program(0), alone(&[1, 3]), program(2)]);
        assert_eq!(grouped(&texts[..2]), [alone(&[0, 1])]);
    }

    #[test]
    fn an_inline_function_may_be_another_one_elsewhere() {
        let inline = "inline int f(void) { return 1; } int g(void) { return f(); }";
        let same = "inline int f(void) { return 1; } int h(void) { return f(); }";
        assert_eq!(grouped(&[inline, same]), [alone(&[0]), alone(&[1])]);
        assert_eq!(grouped(&[inline, "extern inline int f(void) { return 2; }"]), [alone(&[0, 1])]);
        assert_eq!(grouped(&[inline, "int f(void); int h(void) { return f(); }"]), [alone(&[0, 1])]);
    }
}
