//! Programs as Boogie text: flat blocks and gotos, no type parameters, every name legal and unique. Reading the text
//! gives the same program again.
//!
//! Reading order: `names`, `builtins`, `term`, this file. Terms deeper or larger than any text could hold are shown as `…`,
//! which does not read back.

pub(super) mod names;
pub(super) mod builtins;
pub(super) mod term;

use std::fmt::Write;

use invar_base::Id;
use invar_logic::{FuncId, Op, SortKind, Term, TermPool, Trigger, VarId};
use rustc_hash::FxHashSet;

use crate::program::{Axiom, Block, BlockId, Clause, CmdKind, Impl, Local, Proc, ProcId, Program, Transfer, Trust};
use builtins::Builtins;
use names::{Names, Space};
use term::TermPrinter;

/// The program as text.
pub fn print(program: &Program) -> String {
    let mut names = Names::unique(program);
    let builtins = Builtins::collect(&program.pool, &mut names, &all_terms(program));
    let mut printer = Printer {
        program,
        pool: &program.pool,
        builtins: &builtins,
        defined: FxHashSet::default(),
        out: String::new(),
    };
    for axiom in &program.axioms {
        let function = printer.defined_function(axiom.term);
        printer.defined.extend(function.filter(|&function| printer.defines(axiom, function)));
    }
    printer.declarations(&mut names);
    for (id, proc) in program.procs.iter() {
        printer.procedure(id, proc, &names);
    }
    for body in program.impls.values() {
        printer.implementation(body, &names);
    }
    printer.out
}

/// One term in the names of the source, for messages. `pool` is the program's or extends it.
pub fn show_term(program: &Program, pool: &TermPool, term: Term) -> String {
    let builtins = Builtins::default();
    TermPrinter::new(pool, &mut Names::source(program), &builtins).show(term)
}

struct Printer<'a> {
    program: &'a Program,
    pool: &'a TermPool,
    builtins: &'a Builtins,
    /// Functions whose definition is also an axiom of the program.
    defined: FxHashSet<FuncId>,
    out: String,
}

impl Printer<'_> {
    fn line(&mut self, text: &str) {
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn term(&self, names: &mut Names, term: Term) -> String {
        TermPrinter::new(self.pool, names, self.builtins).show(term)
    }

    fn declarations(&mut self, names: &mut Names) {
        for &sort in &self.program.sorts {
            self.sort(sort, names);
        }
        for declaration in &self.builtins.declarations.clone() {
            self.line(declaration);
        }
        for constant in &self.program.constants {
            let unique = if constant.unique { "unique " } else { "" };
            let declared = self.typed_name(constant.var, names);
            self.line(&format!("const {unique}{declared};"));
        }
        for decl in &self.program.functions {
            self.function(decl.function, names);
        }
        for axiom in &self.program.axioms {
            if !self.is_definition(axiom) {
                let text = self.term(names, axiom.term);
                self.line(&format!("axiom {text};"));
            }
        }
        for global in &self.program.globals {
            let local = Local { var: global.var, where_: global.where_, span: global.span };
            let declared = self.binder(&local, names);
            self.line(&format!("var {declared};"));
        }
    }

    fn sort(&mut self, sort: invar_logic::Sort, names: &Names) {
        let name = names.sort(self.pool, sort);
        let SortKind::Datatype(id) = self.pool.sort_kind(sort) else {
            return self.line(&format!("type {name};"));
        };
        let mut constructors = Vec::new();
        for (number, constructor) in self.pool.datatype(*id).constructors.iter().enumerate() {
            let mut fields = Vec::new();
            for (position, field) in constructor.fields.iter().enumerate() {
                let field_name = names.field(self.pool, *id, number as u32, position as u32);
                fields.push(format!("{field_name}: {}", names.sort(self.pool, field.sort)));
            }
            let name = names.constructor(self.pool, *id, number as u32);
            constructors.push(format!("{name}({})", fields.join(", ")));
        }
        self.line(&format!("datatype {name} {{ {} }}", constructors.join(", ")));
    }

    fn typed_name(&self, var: VarId, names: &Names) -> String {
        format!("{}: {}", names.var(self.pool, var), names.sort(self.pool, self.pool.variable(var).sort))
    }

    fn binder(&self, local: &Local, names: &mut Names) -> String {
        let mut text = self.typed_name(local.var, names);
        if let Some(condition) = local.where_ {
            text.push_str(" where ");
            text.push_str(&self.term(names, condition));
        }
        text
    }

    fn function(&mut self, id: FuncId, names: &mut Names) {
        let function = self.pool.function(id);
        let name = names.function(self.pool, id);
        let result = names.sort(self.pool, function.range);
        let text = match &function.definition {
            Some(definition) if self.defined.contains(&id) => {
                let mut inner = names.clone();
                let params: Vec<String> = definition
                    .params
                    .iter()
                    .map(|&param| {
                        inner.claim_var(self.pool, param);
                        self.typed_name(param, &inner)
                    })
                    .collect();
                let body = self.term(&mut inner, definition.body);
                format!("function {name}({}): {result} {{ {body} }}", params.join(", "))
            }
            Some(_) | None => {
                let params: Vec<String> = function.domain.iter().map(|&sort| names.sort(self.pool, sort)).collect();
                format!("function {name}({}): {result};", params.join(", "))
            }
        };
        self.line(&text);
    }

    /// Is it the axiom that a function's definition stands for?
    fn is_definition(&self, axiom: &Axiom) -> bool {
        let function = self.defined_function(axiom.term);
        function.is_some_and(|function| self.defines(axiom, function))
    }

    /// The function that an axiom of a definition's form would define.
    fn defined_function(&self, term: Term) -> Option<FuncId> {
        let head = match self.pool.op(term) {
            Op::Forall(binder) => match &binder.triggers[..] {
                [Trigger::Pattern(terms)] => *terms.first()?,
                _ => return None,
            },
            Op::Eq => self.pool.args(term)[0],
            Op::Not => self.pool.args(term)[0],
            Op::App(_) => term,
            _ => return None,
        };
        match self.pool.op(head) {
            Op::App(function) => Some(*function),
            _ => None,
        }
    }

    fn defines(&self, axiom: &Axiom, id: FuncId) -> bool {
        let Some(definition) = &self.pool.function(id).definition else { return false };
        match self.pool.op(axiom.term) {
            Op::Forall(binder) => binder.vars == definition.params && self.defined_function(axiom.term) == Some(id),
            _ if !definition.params.is_empty() || self.defined_function(axiom.term) != Some(id) => false,
            Op::Eq => self.pool.args(axiom.term)[1] == definition.body,
            Op::Not => definition.body == Term::FALSE,
            _ => definition.body == Term::TRUE,
        }
    }

    // ---- procedures

    fn procedure(&mut self, id: ProcId, proc: &Proc, names: &Names) {
        let mut inner = names.within_proc(self.pool, proc);
        let ins: Vec<String> = proc.ins.iter().map(|local| self.binder(local, &mut inner)).collect();
        let outs: Vec<String> = proc.outs.iter().map(|local| self.binder(local, &mut inner)).collect();
        self.line("");
        let header = header(&names.procs[&id], &ins, &outs);
        let inline = proc.inline.map_or(String::new(), |depth| format!("{{:inline {depth}}} "));
        self.line(&format!("procedure {inline}{header};"));
        for clause in &proc.requires {
            self.clause("requires", clause, &mut inner);
        }
        if !proc.modifies.is_empty() {
            let modified: Vec<String> = proc.modifies.iter().map(|&var| names.var(self.pool, var)).collect();
            self.line(&format!("  modifies {};", modified.join(", ")));
        }
        for clause in &proc.ensures {
            self.clause("ensures", clause, &mut inner);
        }
    }

    fn clause(&mut self, word: &str, clause: &Clause, names: &mut Names) {
        let (free, always) = match clause.trust {
            Trust::Free => ("free ", ""),
            Trust::AlwaysAssumed => ("free ", "{:always_assume} "),
            Trust::Checked => ("", ""),
        };
        let text = self.term(names, clause.term);
        let message = message(clause.message.as_deref());
        self.line(&format!("  {free}{word} {always}{message}{text};"));
    }

    fn implementation(&mut self, body: &Impl, names: &Names) {
        let mut inner = names.within_impl(self.pool, body);
        let plain =
            |locals: &[Local]| locals.iter().map(|local| self.typed_name(local.var, &inner)).collect::<Vec<_>>();
        let (ins, outs) = (plain(&body.ins), plain(&body.outs));
        self.line("");
        let header = header(&names.procs[&body.proc], &ins, &outs);
        self.line(&format!("implementation {header}"));
        self.line("{");
        for local in &body.locals {
            let declared = self.binder(local, &mut inner);
            self.line(&format!("  var {declared};"));
        }
        let mut space = Space::default();
        let labels: Vec<String> = body.blocks.values().map(|block| space.claim(self.pool.name(block.label))).collect();
        let others = body.blocks.ids().filter(|&id| id != body.entry);
        for id in std::iter::once(body.entry).chain(others) {
            self.block(&body.blocks[id], &labels[id.index()], &labels, &mut inner);
        }
        self.line("}");
    }

    fn block(&mut self, block: &Block, label: &str, labels: &[String], names: &mut Names) {
        self.line(&format!("  {label}:"));
        let outer = names.bind(self.pool, &block.hints.skolems);
        for &skolem in &block.hints.skolems {
            let declared = self.typed_name(skolem, names);
            self.line(&format!("    skolem {declared};"));
        }
        for &predicate in &block.hints.predicates {
            let text = self.term(names, predicate);
            self.line(&format!("    predicate {text};"));
        }
        names.unbind(outer);
        for &template in &block.hints.templates {
            let text = self.term(names, template);
            self.line(&format!("    template {text};"));
        }
        for cmd in &block.cmds {
            let text = self.cmd(&cmd.kind, names);
            self.line(&format!("    {text};"));
        }
        match &block.next {
            Transfer::Return => self.line("    return;"),
            Transfer::Goto(targets) => {
                let targets: Vec<&str> =
                    targets.iter().map(|target: &BlockId| labels[target.index()].as_str()).collect();
                self.line(&format!("    goto {};", targets.join(", ")));
            }
        }
    }

    fn cmd(&self, cmd: &CmdKind, names: &mut Names) -> String {
        match cmd {
            CmdKind::Assign(var, term) => format!("{} := {}", names.var(self.pool, *var), self.term(names, *term)),
            CmdKind::Havoc(var) => format!("havoc {}", names.var(self.pool, *var)),
            CmdKind::Assume(term) => format!("assume {}", self.term(names, *term)),
            CmdKind::Assert(check, term) => {
                let message = message(self.program.checks[*check].message.as_deref());
                format!("assert {message}{}", self.term(names, *term))
            }
            CmdKind::Call { callee, ins, outs } => {
                let mut text = "call ".to_string();
                let outs: Vec<String> = outs.iter().map(|&out| names.var(self.pool, out)).collect();
                if !outs.is_empty() {
                    // Writing into a string cannot fail.
                    let _ = write!(text, "{} := ", outs.join(", "));
                }
                let ins: Vec<String> = ins.iter().map(|&term| self.term(names, term)).collect();
                let _ = write!(text, "{}({})", names.procs[callee], ins.join(", "));
                text
            }
        }
    }
}

fn header(name: &str, ins: &[String], outs: &[String]) -> String {
    let returns = if outs.is_empty() { String::new() } else { format!(" returns ({})", outs.join(", ")) };
    format!("{name}({}){returns}", ins.join(", "))
}

fn message(text: Option<&str>) -> String {
    match text {
        // The message was read from between quotes and is still escaped.
        Some(text) => format!("{{:msg \"{text}\"}} "),
        None => String::new(),
    }
}

/// Every term of the program.
fn all_terms(program: &Program) -> Vec<Term> {
    let mut terms: Vec<Term> = program.axioms.iter().map(|axiom| axiom.term).collect();
    terms.extend(program.globals.iter().filter_map(|global| global.where_));
    for decl in &program.functions {
        terms.extend(program.pool.function(decl.function).definition.as_ref().map(|definition| definition.body));
    }
    for proc in program.procs.values() {
        terms.extend(proc.ins.iter().chain(&proc.outs).filter_map(|local| local.where_));
        terms.extend(proc.requires.iter().chain(&proc.ensures).map(|clause| clause.term));
    }
    for body in program.impls.values() {
        terms.extend(body.variables().filter_map(|local| local.where_));
        for block in body.blocks.values() {
            terms.extend(block.hints.predicates.iter().chain(&block.hints.templates));
            for cmd in &block.cmds {
                match &cmd.kind {
                    CmdKind::Assign(_, term) | CmdKind::Assume(term) | CmdKind::Assert(_, term) => terms.push(*term),
                    CmdKind::Havoc(_) => {}
                    CmdKind::Call { ins, .. } => terms.extend(ins),
                }
            }
        }
    }
    terms
}
