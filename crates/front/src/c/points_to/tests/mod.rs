//! Small programs and what the analysis makes of them, in a compact form:
//!
//!     f.x in A            the variable x of f is an object of region A
//!     f.p -> A            the pointer p points into A; f.s.1 -> A for the pointer in member 1
//!     f() -> A            so does the result of f
//!     A elements int      the encoding of A, then `start` for "always at start", `escapes`, `unknown`
//!     A.1 -> B            what pointers stored in A point into
//!
//! Regions are lettered in the order in which they are mentioned; those without a mention are left out. Plain variables
//! that hold no pointer are left out too; `-` is nowhere.

mod storage;
mod encodings;
mod structure;
mod calls;
mod open;
mod questions;
mod agreement;
mod annotated;

use std::fmt::Write;

use invar_base::{Id, Interner, SourceMap};

use super::shape::Shapes;
use super::*;
use crate::c::types::DataModel;
use crate::c::{parse, resolve};

pub fn unit(text: &str) -> hir::Unit {
    let mut names = Interner::default();
    let mut sources = SourceMap::new();
    let source = sources.add("test.c", text);
    let parsed = parse::parse(text.as_bytes(), source, &mut crate::c::lex::locate::OwnText(&sources), &mut names);
    let messages = |list: &[invar_base::Diagnostic]| list.iter().map(|d| d.message.clone()).collect::<Vec<_>>();
    assert!(parsed.diagnostics.is_empty(), "{:?}", messages(&parsed.diagnostics));
    let resolved = resolve::resolve(&parsed.unit, &names, DataModel::Lp64);
    let errors = resolved.diagnostics.iter().filter(|d| d.severity == invar_base::Severity::Error);
    assert_eq!(errors.count(), 0, "{:?}", messages(&resolved.diagnostics));
    resolved.unit
}

pub fn closed(text: &str, expected: &str) {
    check(text, World::Closed(Vec::new()), expected);
}

pub fn open(text: &str, expected: &str) {
    check(text, World::Open, expected);
}

fn check(text: &str, world: World, expected: &str) {
    let unit = unit(text);
    let regions = analyse(&unit, &world);
    let found = dump(&unit, &regions);
    let expected: Vec<&str> = expected.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let expected = expected.join("\n");
    assert!(found.trim() == expected, "found:\n{found}\nexpected:\n{expected}\nfor:\n{text}");
    assert_eq!(agreement::disagreements(&unit, &regions), Vec::<String>::new(), "{text}");
}

struct Dump<'a> {
    regions: &'a Regions,
    shapes: Shapes<'a>,
    letters: Vec<RegionId>,
    out: String,
}

pub fn dump(unit: &hir::Unit, regions: &Regions) -> String {
    let mut dump = Dump { regions, shapes: Shapes::new(&unit.types), letters: Vec::new(), out: String::new() };
    for (id, global) in unit.globals.iter() {
        dump.variable(&global.name, Variable::Global(id), global.ty);
    }
    for (id, function) in unit.functions.iter().filter(|(_, function)| function.body.is_some()) {
        for (local, data) in function.locals.iter() {
            dump.variable(&format!("{}.{}", function.name, data.name), Variable::Local(id, local), data.ty);
        }
        for (path, _) in dump.shapes.pointer_leaves(function.ty.result).iter() {
            dump.pointer(&format!("{}()", function.name), path, regions.result_target(id, path));
        }
    }
    dump.all_regions();
    dump.out
}

impl Dump<'_> {
    fn letter(&mut self, region: RegionId) -> String {
        if region == self.regions.nowhere() {
            return "-".to_string();
        }
        let position = self.letters.iter().position(|known| *known == region).unwrap_or_else(|| {
            self.letters.push(region);
            self.letters.len() - 1
        });
        char::from(b'A' + position as u8).to_string()
    }

    fn variable(&mut self, name: &str, variable: Variable, ty: TypeId) {
        if let Storage::Object(region) = self.regions.storage(variable) {
            let letter = self.letter(region);
            writeln!(self.out, "{name} in {letter}").unwrap();
        }
        for (path, _) in self.shapes.pointer_leaves(ty).iter() {
            self.pointer(name, path, self.regions.variable_pointee(variable, path));
        }
    }

    fn pointer(&mut self, name: &str, path: &[u32], target: RegionId) {
        let letter = self.letter(target);
        let path: String = path.iter().map(|number| format!(".{number}")).collect();
        writeln!(self.out, "{name}{path} -> {letter}").unwrap();
    }

    fn all_regions(&mut self) {
        let mut next = 0;
        while next < self.letters.len() {
            let id = self.letters[next];
            let region = &self.regions.regions()[id];
            let letter = self.letter(id);
            let mode = match region.mode {
                Mode::Elements(ty) => format!("elements {}", self.shapes.name(ty)),
                Mode::Cells => "cells".to_string(),
                Mode::Bytes => "bytes".to_string(),
            };
            let flags =
                [(region.always_at_start, " start"), (region.escapes, " escapes"), (region.is_unknown, " unknown")];
            let flags: String = flags.iter().filter(|(is_set, _)| *is_set).map(|(_, flag)| *flag).collect();
            writeln!(self.out, "{letter} {mode}{flags}").unwrap();
            self.stored(&letter, id, region.mode);
            next += 1;
        }
    }

    fn stored(&mut self, letter: &str, id: RegionId, mode: Mode) {
        let Mode::Elements(ty) = mode else {
            // Collapsed: any path answers.
            let target = self.regions.answers.leaf(self.regions.answers.contents_of(id), &[]);
            if target != self.regions.nowhere() {
                self.pointer(letter, &[], target);
            }
            return;
        };
        for (path, _) in self.shapes.pointer_leaves(ty).iter() {
            self.pointer(letter, path, self.regions.region_pointee(id, ty, path));
        }
    }
}
