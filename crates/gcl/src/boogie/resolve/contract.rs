//! The second pass over declarations: `where` clauses, function bodies, axioms, contracts, implementations.

use invar_base::{Diagnostic, Span};
use rustc_hash::FxHashMap;

use super::super::ast;
use super::declare::Entry;
use super::flow::Flow;
use super::scope::{Resolver, State, has_attribute, string_attribute};
use super::typed::{Body, Clause, Code, Expr, FuncKey, FuncKind, Measure, ProcKey, Role, VarInfo, VarKey};
use super::types::{ParamId, Ty};
use crate::program::Trust;

impl Resolver {
    /// Contracts before bodies: a call needs to know what its callee modifies.
    pub fn check_entries(&mut self, entries: &[Entry]) {
        for entry in entries {
            match entry {
                Entry::Vars { groups, keys } => self.where_clauses(groups, keys),
                Entry::Function { decl, key } => self.function_body(decl, *key),
                Entry::Axiom { expr, span } => self.axiom(expr, *span),
                Entry::Procedure { decl, key } => self.contract(decl, *key),
                Entry::Implementation { .. } => {}
            }
        }
        for entry in entries {
            match entry {
                Entry::Procedure { decl, key } => self.procedure_body(decl, *key),
                Entry::Implementation { decl, span } => self.implementation(decl, *span),
                Entry::Vars { .. } | Entry::Function { .. } | Entry::Axiom { .. } => {}
            }
        }
        self.check_inline_recursion();
    }

    fn axiom(&mut self, expr: &ast::Expr, span: Span) {
        self.state = State::None;
        let expr = self.condition(expr);
        self.axioms.push(Clause { expr, trust: Trust::Free, span, message: None });
    }

    fn function_body(&mut self, decl: &ast::Function, key: FuncKey) {
        let Some(body) = &decl.body else { return };
        self.state = State::None;
        let info = &self.functions[key];
        let (type_params, params, result) = (info.type_params.clone(), info.params.clone(), info.result.clone());
        self.push_known_params(&decl.type_params, &type_params);
        self.push_scope();
        for (position, &param) in params.iter().enumerate() {
            if decl.params[position].name.is_some() {
                let name = self.vars[param].name.clone();
                if let Some(scope) = self.scopes.last_mut() {
                    scope.insert(name, param);
                }
            }
        }
        let typed = self.whole(body, &result);
        self.pop_scope();
        self.pop_params();
        self.functions[key].body = Some(typed);
    }

    /// Functions that are expanded at use may not need each other in a circle.
    fn check_inline_recursion(&mut self) {
        let mut done: Vec<bool> = self.functions.ids().map(|_| false).collect();
        for start in self.functions.ids() {
            let mut path: Vec<(FuncKey, Vec<FuncKey>)> = vec![(start, self.inline_callees(start))];
            while let Some((current, callees)) = path.last_mut() {
                let current = *current;
                let Some(next) = callees.pop() else {
                    done[invar_base::Id::index(current)] = true;
                    path.pop();
                    continue;
                };
                if path.iter().any(|(on_path, _)| *on_path == next) {
                    let (name, span) = (self.functions[next].name.clone(), self.functions[next].span);
                    let message = format!("the function `{name}` is expanded inline and needs itself");
                    self.fail("inline-recursion", span, message);
                    self.functions[next].kind = FuncKind::Plain;
                } else if !done[invar_base::Id::index(next)] {
                    let callees = self.inline_callees(next);
                    path.push((next, callees));
                }
            }
        }
    }

    fn inline_callees(&self, key: FuncKey) -> Vec<FuncKey> {
        let info = &self.functions[key];
        let mut callees = Vec::new();
        if let (FuncKind::Inline, Some(body)) = (&info.kind, &info.body) {
            body.functions(&mut callees);
        }
        callees.retain(|&callee| matches!(self.functions[callee].kind, FuncKind::Inline));
        callees
    }

    // ---- contracts

    fn contract(&mut self, decl: &ast::Procedure, key: ProcKey) {
        let info = &self.procs[key];
        let (type_params, ins, outs) = (info.type_params.clone(), info.ins.clone(), info.outs.clone());
        self.push_known_params(&decl.signature.type_params, &type_params);
        self.push_scope();
        ins.iter().chain(&outs).for_each(|&formal| self.declare(formal));
        self.where_clauses(&decl.signature.ins, &ins);
        self.where_clauses(&decl.signature.outs, &outs);
        let out_scope = self.scopes.pop().unwrap_or_default();
        let mut in_scope = out_scope.clone();
        in_scope.retain(|_, formal| ins.contains(formal));
        for spec in &decl.specs {
            let trust = match (spec.free, has_attribute(&spec.attributes, "always_assume")) {
                (true, true) => Trust::AlwaysAssumed,
                (true, false) => Trust::Free,
                (false, _) => Trust::Checked,
            };
            match &spec.kind {
                ast::SpecKind::Modifies(names) => self.modifies(key, names),
                ast::SpecKind::Measure(exprs) => {
                    self.state = State::One;
                    self.scopes.push(in_scope.clone());
                    let measure = self.measure(exprs, spec.span);
                    self.pop_scope();
                    if self.procs[key].measure.replace(measure).is_some() {
                        self.fail("measure", spec.span, "a procedure has one measure: put its parts into one clause");
                    }
                }
                ast::SpecKind::Requires(expr) => {
                    let clause = self.clause(spec, expr, trust, in_scope.clone(), State::One);
                    self.procs[key].requires.push(clause);
                }
                ast::SpecKind::Ensures(expr) => {
                    let clause = self.clause(spec, expr, trust, out_scope.clone(), State::Two);
                    self.procs[key].ensures.push(clause);
                }
                ast::SpecKind::Preserves(expr) => {
                    let clause = self.clause(spec, expr, trust, in_scope.clone(), State::One);
                    self.procs[key].requires.push(clause.clone());
                    self.procs[key].ensures.push(clause);
                }
            }
        }
        self.pop_params();
    }

    /// `measure e, …;` with variables for its value at the start.
    pub fn measure(&mut self, exprs: &[ast::Expr], span: Span) -> Measure {
        let parts: Vec<Expr> = exprs.iter().map(|expr| self.whole(expr, &Ty::Int)).collect();
        let mut saved = Vec::new();
        for part in &parts {
            let (name, role) = ("measure".to_string(), Role::Temporary);
            saved.push(self.vars.push(VarInfo { name, ty: Ty::Int, span: part.span, role, where_: None }));
        }
        Measure { span, parts, saved }
    }

    fn clause(
        &mut self,
        spec: &ast::Spec,
        expr: &ast::Expr,
        trust: Trust,
        scope: FxHashMap<String, VarKey>,
        state: State,
    ) -> Clause {
        self.state = state;
        self.scopes.push(scope);
        let expr = self.condition(expr);
        self.pop_scope();
        Clause { expr, trust, span: spec.span, message: string_attribute(&spec.attributes, "msg") }
    }

    fn modifies(&mut self, key: ProcKey, names: &[ast::Ident]) {
        for ident in names {
            match self.global_index.get(&ident.name).copied() {
                Some(var) if self.vars[var].role == Role::Global => {
                    if !self.procs[key].modifies.contains(&var) {
                        self.procs[key].modifies.push(var);
                    }
                }
                Some(_) => {
                    let message = format!("`{}` is a constant: nothing can modify it", ident.name);
                    self.fail("modifies", ident.span, message);
                }
                None => {
                    let message = format!("there is no global variable named `{}`", ident.name);
                    self.fail("unknown-name", ident.span, message);
                }
            }
        }
    }

    // ---- bodies

    fn procedure_body(&mut self, decl: &ast::Procedure, key: ProcKey) {
        let Some(block) = &decl.body else { return };
        let info = &self.procs[key];
        let (type_params, ins, outs) = (info.type_params.clone(), info.ins.clone(), info.outs.clone());
        let span = decl.signature.name.span;
        let body = Body { proc: key, span, type_params, ins, outs, code: Code::default() };
        self.body(body, block, &decl.signature.type_params);
    }

    fn implementation(&mut self, decl: &ast::Implementation, span: Span) {
        let signature = &decl.signature;
        let Some(&key) = self.proc_index.get(&signature.name.name) else {
            let message = format!("there is no procedure named `{}` to implement", signature.name.name);
            return self.fail("unknown-name", signature.name.span, message);
        };
        let type_params = self.push_params(&signature.type_params);
        let ins = self.binders(&signature.ins, Role::In);
        let outs = self.binders(&signature.outs, Role::Out);
        self.pop_params();
        let clause = signature.ins.iter().chain(&signature.outs).find_map(|group| group.where_clause.as_ref());
        if let Some(clause) = clause {
            let message = "the parameters of an implementation take their `where` clauses from the procedure";
            self.fail("unsupported", clause.span, message);
        }
        let fits = self.same_signature(key, signature, &type_params, &ins, &outs);
        let before = self.bodies.len();
        let body = Body { proc: key, span, type_params, ins, outs, code: Code::default() };
        self.body(body, &decl.body, &signature.type_params);
        if !fits {
            self.bodies.truncate(before);
        }
    }

    /// Does the implementation have the procedure's formals, up to the names of type parameters?
    fn same_signature(
        &mut self,
        key: ProcKey,
        signature: &ast::Signature,
        type_params: &[ParamId],
        ins: &[VarKey],
        outs: &[VarKey],
    ) -> bool {
        let info = self.procs[key].clone();
        let name = &signature.name;
        let counts = [
            ("type parameters", type_params.len(), info.type_params.len()),
            ("in-parameters", ins.len(), info.ins.len()),
            ("out-parameters", outs.len(), info.outs.len()),
        ];
        for (what, own, expected) in counts {
            if own != expected {
                let message = format!("procedure `{}` has {expected} {what}, its implementation {own}", name.name);
                let diagnostic = Diagnostic::error("arity", name.span, message);
                self.error(diagnostic.with_label(info.span, "the procedure"));
                return false;
            }
        }
        let by = type_params.iter().zip(&info.type_params).map(|(&own, &other)| (own, Ty::Param(other))).collect();
        let mut fits = true;
        let expected = info.ins.iter().chain(&info.outs);
        for (&own, &other) in ins.iter().chain(outs).zip(expected) {
            let (own_ty, other_ty) = (self.vars[own].ty.substitute(&by), self.vars[other].ty.clone());
            if own_ty != other_ty && own_ty != Ty::Error && other_ty != Ty::Error {
                let (x, y) = (self.show(&own_ty), self.show(&other_ty));
                let message = format!("`{}` is of type `{x}`, but of type `{y}` in the procedure", self.vars[own].name);
                let (own, other) = (self.vars[own].span, self.vars[other].span);
                self.error(Diagnostic::error("type-mismatch", own, message).with_label(other, "declared here"));
                fits = false;
            }
        }
        fits
    }

    /// Reads the block as the body's code.
    fn body(&mut self, mut body: Body, block: &ast::Block, names: &[ast::Ident]) {
        self.push_known_params(names, &body.type_params);
        self.push_scope();
        let declared_before = self.errors.len();
        body.ins.iter().chain(&body.outs).for_each(|&formal| self.declare(formal));
        // Duplicate formals have been reported with the contract.
        let own_formals = self.procs[body.proc].ins == body.ins;
        if own_formals {
            self.errors.truncate(declared_before);
        }
        self.state = State::Two;
        let modifies = self.procs[body.proc].modifies.clone();
        body.code = Flow::new(self, Some(modifies)).run(block);
        self.pop_scope();
        self.pop_params();
        self.bodies.push(body);
    }
}
