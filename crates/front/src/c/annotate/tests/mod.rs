//! Every construct of annotations, read and resolved in the program of `world.rs`; errors with their places.

mod show;
mod world;
mod expressions;
mod clauses;
mod definitions;
mod errors;

use super::code::{Code, Statement, misplaced};
use super::syntax::Items;
use super::{Behaviors, Logic, Position, contract, global, notes, parse};
use crate::c::hir::spec::{Clause, Contract, LoopSpec};
use crate::c::lex::lex;
use crate::c::lex::locate::OwnText;
use crate::c::lex::token::Annotation;
use invar_base::{Diagnostic, Severity, SourceMap};
use show::Show;
use world::World;

/// The annotations of a text, read one after the other.
struct Reader {
    world: World,
    logic: Logic,
    behaviors: Behaviors,
    diagnostics: Vec<Diagnostic>,
    sources: SourceMap,
}

impl Reader {
    fn new(world: World) -> Reader {
        let logic = Logic::default();
        let behaviors = Behaviors::default();
        Reader { world, logic, behaviors, diagnostics: Vec::new(), sources: SourceMap::new() }
    }

    fn items(&mut self, text: &str) -> Vec<Items> {
        let annotations = self.annotations(text);
        let mut all = Vec::new();
        for annotation in &annotations {
            let size_t = self.world.names.lookup("size_t");
            let is_type = |name| Some(name) == size_t;
            let items = parse(annotation, &self.world.names, &is_type, &mut self.diagnostics);
            notes(&items, &mut self.diagnostics);
            all.push(items);
        }
        all
    }

    fn annotations(&mut self, text: &str) -> Vec<Annotation> {
        let source = self.sources.add("test.c", text);
        let lexed = lex(text.as_bytes(), source, &mut OwnText(&self.sources), &mut self.world.names);
        lexed.annotations.into_iter().map(|(_, annotation)| annotation).collect()
    }

    fn contract(&mut self, text: &str) -> Contract {
        let items = self.items(text);
        items.iter().for_each(|items| misplaced(items, Position::Function, &mut self.diagnostics));
        let made = contract(&items, &mut self.world, &self.logic, &mut self.diagnostics);
        let (contract, behaviors) = made.unwrap_or_default();
        self.behaviors = behaviors;
        contract
    }

    fn loop_spec(&mut self, text: &str) -> LoopSpec {
        let items = self.items(text);
        items.iter().for_each(|items| misplaced(items, Position::Loop, &mut self.diagnostics));
        let diagnostics = &mut self.diagnostics;
        let mut code = Code { scope: &mut self.world, logic: &self.logic, behaviors: &self.behaviors, diagnostics };
        code.loop_spec(&items)
    }

    fn statements(&mut self, text: &str) -> Vec<Statement> {
        let items = self.items(text);
        items.iter().for_each(|items| misplaced(items, Position::Stmt, &mut self.diagnostics));
        let diagnostics = &mut self.diagnostics;
        let mut code = Code { scope: &mut self.world, logic: &self.logic, behaviors: &self.behaviors, diagnostics };
        items.iter().flat_map(|items| code.statements(items)).collect()
    }

    fn define(&mut self, text: &str) {
        for items in self.items(text) {
            misplaced(&items, Position::Global, &mut self.diagnostics);
            global(&items, &mut self.world, &mut self.logic, &mut self.diagnostics);
        }
    }

    fn show(&self, clauses: &[Clause]) -> Vec<String> {
        clauses.iter().map(|clause| Show(&self.world).term(&clause.term)).collect()
    }

    /// `line:column severity code: message` of every diagnostic.
    fn said(&self) -> Vec<String> {
        let say = |diagnostic: &Diagnostic| {
            let place = diagnostic.span.map(|span| self.sources.place(span));
            let place = place.map_or(String::new(), |place| format!("{}:{} ", place.line, place.column));
            let severity = match diagnostic.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
                Severity::Note => "note",
            };
            format!("{place}{severity} {}: {}", diagnostic.code, diagnostic.message)
        };
        self.diagnostics.iter().map(say).collect()
    }

    fn expect_silence(&self) {
        assert!(self.diagnostics.is_empty(), "{}", self.said().join("\n"));
    }
}

/// How an assertion in the body of the function is understood.
fn assertion(text: &str) -> String {
    let mut reader = Reader::new(World::new());
    let statements = reader.statements(&format!("/*@ assert {text}; */"));
    reader.expect_silence();
    match statements.as_slice() {
        [Statement::Assert(clause)] => Show(&reader.world).term(&clause.term),
        _ => panic!("not one assertion: {text}"),
    }
}

/// How a postcondition is understood.
fn postcondition(text: &str) -> String {
    let mut reader = Reader::new(World::new());
    let contract = reader.contract(&format!("/*@ ensures {text}; */"));
    reader.expect_silence();
    reader.show(&contract.ensures).join(" AND ")
}
