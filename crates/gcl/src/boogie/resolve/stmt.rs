//! The statements that change variables: assignment, `havoc`, `call`.

use invar_base::{Diagnostic, Span};
use rustc_hash::FxHashMap;

use super::super::ast;
use super::access::project;
use super::flow::{Flow, WrittenCall};
use super::typed::{CmdKind, Expr, ExprKind, FuncKind, Role, Subsumption, VarInfo, VarKey};
use super::types::{ParamId, Ty};
use crate::check::CheckKind;

/// `x[i][j]->f…` may be this long.
const MAX_PATH: usize = 500;

impl Flow<'_> {
    /// The variable if it may be changed here; reports why not.
    fn assignable(&mut self, ident: &ast::Ident) -> Option<VarKey> {
        let Some(key) = self.r.lookup_var(&ident.name) else {
            self.r.fail("unknown-name", ident.span, format!("there is no variable named `{}`", ident.name));
            return None;
        };
        let info = &self.r.vars[key];
        let (role, declared) = (info.role, info.span);
        match role {
            Role::Out | Role::Local | Role::Temporary if self.modifies.is_some() => Some(key),
            Role::Local if self.code.locals.contains(&key) => Some(key),
            Role::Global if self.modifies.as_ref().is_some_and(|modifies| modifies.contains(&key)) => Some(key),
            Role::Global => {
                let message = format!("the global variable `{}` is not in the `modifies` clause", ident.name);
                self.r.error(Diagnostic::error("modifies", ident.span, message).with_label(declared, "declared here"));
                None
            }
            Role::Constant { .. }
            | Role::In
            | Role::Out
            | Role::Local
            | Role::Temporary
            | Role::Bound
            | Role::Skolem => {
                let message = format!("`{}` is {} and cannot be assigned here", ident.name, role.describe());
                let diagnostic = Diagnostic::error("not-assignable", ident.span, message);
                self.r.error(diagnostic.with_label(declared, "declared here"));
                None
            }
        }
    }

    pub fn havoc(&mut self, names: &[ast::Ident], span: Span) {
        let mut keys: Vec<VarKey> = Vec::new();
        for ident in names {
            if let Some(key) = self.assignable(ident).filter(|key| !keys.contains(key)) {
                keys.push(key);
            }
        }
        if self.must_change_at_once(&keys) {
            return self.havoc_at_once(&keys, span);
        }
        for key in keys {
            match self.assumptions.contains(&key) {
                true => self.havoc_assumption(key, span),
                false => self.emit(CmdKind::Havoc(key), span),
            }
        }
    }

    /// Could the `where` condition of one of the variables be about another? Those of an implementation's own
    /// out-parameters are known only later.
    fn must_change_at_once(&self, keys: &[VarKey]) -> bool {
        keys.len() > 1
            && keys.iter().any(|key| match &self.r.vars[*key].where_ {
                Some(clause) => keys.iter().any(|other| other != key && clause.reads(*other)),
                None => self.r.vars[*key].role == Role::Out,
            })
    }

    /// All variables change before any of their `where` conditions is assumed.
    fn havoc_at_once(&mut self, keys: &[VarKey], span: Span) {
        let fresh: Vec<VarKey> = keys.iter().map(|&key| self.temporary(key, span)).collect();
        fresh.iter().for_each(|&fresh| self.emit(CmdKind::Havoc(fresh), span));
        for (&key, &fresh) in keys.iter().zip(&fresh) {
            if self.assumptions.contains(&key) {
                self.havoc_assumption(key, span);
            } else {
                self.emit(CmdKind::Assign(key, Expr::new(span, ExprKind::Var(fresh))), span);
            }
        }
        for &key in keys {
            if let Some(clause) = self.r.vars[key].where_.clone() {
                self.emit(CmdKind::Assume(clause), span);
            }
        }
    }

    // ---- assignment

    pub fn assign(&mut self, targets: &[ast::AssignTarget], values: &[ast::Expr], span: Span) {
        let mut pairs: Vec<(VarKey, Expr)> = Vec::new();
        for (target, value) in targets.iter().zip(values) {
            let Some(key) = self.assignable(&target.name) else {
                self.r.expr(value);
                continue;
            };
            if pairs.iter().any(|(other, _)| *other == key) {
                let message = format!("`{}` is assigned twice at once", target.name.name);
                self.r.fail("duplicate-name", target.name.span, message);
            }
            if target.path.len() > MAX_PATH {
                self.r.fail("unsupported", target.span, "this assignment target is too long");
                continue;
            }
            let mark = self.r.pending_infer.len();
            let base = Expr::new(target.name.span, ExprKind::Var(key));
            let ty = self.r.vars[key].ty.clone();
            let value = self.updated(base, &ty, &target.path, value, target.span);
            self.r.finish(mark);
            pairs.push((key, value));
        }
        self.assign_all(pairs, span);
    }

    /// The new value of the whole variable: `x[i] := e` stores into x.
    fn updated(&mut self, base: Expr, ty: &Ty, path: &[ast::Access], value: &ast::Expr, span: Span) -> Expr {
        match path.split_first() {
            None => self.r.whole(value, ty),
            Some((ast::Access::Index { indices, span: at }, rest)) => {
                let Some((open, indices)) = self.r.index(ty, indices, base.span, *at) else {
                    self.r.expr(value);
                    return Expr::error(span);
                };
                let inner = if rest.is_empty() {
                    Expr::error(span)
                } else {
                    let (map_type, instance) = (open.map_type.clone(), open.instance.clone());
                    let (map, indices) = (Box::new(base.clone()), indices.clone());
                    Expr::new(span, ExprKind::Select { map_type, instance, map, indices })
                };
                let value = Box::new(self.updated(inner, &open.range, rest, value, span));
                let (map_type, instance, map) = (open.map_type, open.instance, Box::new(base));
                Expr::new(span, ExprKind::Store { map_type, instance, map, indices, value })
            }
            Some((ast::Access::Field(field), rest)) => {
                let Some((places, field_type)) = self.r.find_field(ty, field, base.span) else {
                    self.r.expr(value);
                    return Expr::error(span);
                };
                let inner = project(ty.clone(), &places, base.clone(), span);
                let value = Box::new(self.updated(inner, &field_type, rest, value, span));
                Expr::new(span, ExprKind::Update { ty: ty.clone(), places, arg: Box::new(base), value })
            }
        }
    }

    /// Parallel assignment in sequence: a value that reads a variable assigned before it is computed first.
    fn assign_all(&mut self, pairs: Vec<(VarKey, Expr)>, span: Span) {
        let mut values: Vec<Expr> = pairs.iter().map(|(_, value)| value.clone()).collect();
        for position in 1..pairs.len() {
            if pairs[..position].iter().any(|(key, _)| values[position].reads(*key)) {
                let temporary = self.temporary(pairs[position].0, span);
                let place = values[position].span;
                let value = std::mem::replace(&mut values[position], Expr::new(place, ExprKind::Var(temporary)));
                self.emit(CmdKind::Assign(temporary, value), span);
            }
        }
        for ((key, _), value) in pairs.into_iter().zip(values) {
            self.emit(CmdKind::Assign(key, value), span);
        }
    }

    pub fn temporary(&mut self, like: VarKey, span: Span) -> VarKey {
        let (name, ty) = (self.r.vars[like].name.clone(), self.r.vars[like].ty.clone());
        let key = self.r.vars.push(VarInfo { name, ty, span, role: Role::Temporary, where_: None });
        self.code.locals.push(key);
        key
    }

    /// `Cons(x, y) := e;` checks the constructor and takes the value apart.
    pub fn unpack(&mut self, constructor: &ast::Ident, targets: &[ast::Ident], value: &ast::Expr, span: Span) {
        let key = self.r.function_index.get(&constructor.name).copied();
        let found = key.and_then(|key| match self.r.functions[key].kind {
            FuncKind::Constructor(_, index) => Some((self.r.functions[key].clone(), index)),
            FuncKind::Plain
            | FuncKind::Inline
            | FuncKind::Builtin(_)
            | FuncKind::Tester(..)
            | FuncKind::Selector(..) => None,
        });
        let Some((info, index)) = found else {
            let message = format!("there is no datatype constructor named `{}`", constructor.name);
            self.r.fail("unknown-name", constructor.span, message);
            self.r.expr(value);
            return;
        };
        if info.params.len() != targets.len() {
            let message = format!("`{}` has {} field(s), {} given", info.name, info.params.len(), targets.len());
            self.r.error(Diagnostic::error("arity", span, message).with_label(info.span, "declared here"));
            return;
        }
        let mark = self.r.pending_infer.len();
        let by: FxHashMap<ParamId, Ty> = info.type_params.iter().map(|&p| (p, self.r.fresh_infer(span))).collect();
        let ty = info.result.substitute(&by);
        let value = self.r.expect(value, &ty);
        let mut pairs = Vec::new();
        for (field, (ident, &param)) in targets.iter().zip(&info.params).enumerate() {
            let Some(target) = self.assignable(ident) else { continue };
            let expected = self.r.vars[param].ty.substitute(&by);
            self.fits(target, &expected, ident);
            if pairs.iter().any(|(other, _)| *other == target) {
                self.r.fail("duplicate-name", ident.span, format!("`{}` is assigned twice at once", ident.name));
            }
            let arg = Box::new(value.clone());
            let kind = ExprKind::Project { ty: ty.clone(), constructor: index, field: field as u32, arg };
            pairs.push((target, Expr::new(span, kind)));
        }
        self.r.finish(mark);
        let cond = Expr::new(span, ExprKind::Is { ty, constructor: index, arg: Box::new(value) });
        let subsumption = Subsumption::Assumed;
        self.emit(CmdKind::Assert { kind: CheckKind::Assertion, cond, message: None, subsumption }, span);
        self.assign_all(pairs, span);
    }

    /// Reports a variable that cannot take a value of type `given`.
    fn fits(&mut self, key: VarKey, given: &Ty, ident: &ast::Ident) {
        let ty = self.r.vars[key].ty.clone();
        if !self.r.unify(&ty, given) {
            let (own, given) = (self.r.show(&ty), self.r.show(given));
            let message = format!("`{}` is of type `{own}` and cannot take a value of type `{given}`", ident.name);
            let declared = self.r.vars[key].span;
            let diagnostic = Diagnostic::error("type-mismatch", ident.span, message);
            self.r.error(diagnostic.with_label(declared, "declared here"));
        }
    }

    // ---- calls

    pub fn call(&mut self, call: WrittenCall<'_>, span: Span) {
        let WrittenCall { outs, procedure, args, trust } = call;
        let Some(&callee) = self.r.proc_index.get(&procedure.name) else {
            let message = format!("there is no procedure named `{}`", procedure.name);
            self.r.fail("unknown-name", procedure.span, message);
            args.iter().for_each(|arg| drop(self.r.expr(arg)));
            return;
        };
        let info = self.r.procs[callee].clone();
        if self.modifies.is_none() {
            return self.r.fail("code-expression", span, "a code expression cannot call a procedure");
        }
        let counts = [("argument(s)", args.len(), info.ins.len()), ("result(s)", outs.len(), info.outs.len())];
        for (what, given, expected) in counts {
            if given != expected {
                let message = format!("procedure `{}` has {expected} {what}, {given} given", info.name);
                let diagnostic = Diagnostic::error("arity", span, message);
                return self.r.error(diagnostic.with_label(info.span, "declared here"));
            }
        }
        let mark = self.r.pending_infer.len();
        let by: FxHashMap<ParamId, Ty> = info.type_params.iter().map(|&p| (p, self.r.fresh_infer(span))).collect();
        let mut ins = Vec::with_capacity(args.len());
        for (position, (arg, &formal)) in args.iter().zip(&info.ins).enumerate() {
            let expected = self.r.vars[formal].ty.substitute(&by);
            let (typed, ty) = self.r.expr(arg);
            if !self.r.unify(&ty, &expected) {
                let (x, y) = (self.r.show(&expected), self.r.show(&ty));
                let message =
                    format!("argument {} of `{}` must be of type `{x}`, found `{y}`", position + 1, info.name);
                let declared = self.r.vars[formal].span;
                let diagnostic = Diagnostic::error("type-mismatch", arg.span, message);
                self.r.error(diagnostic.with_label(declared, "declared here"));
            }
            ins.push(typed);
        }
        let targets = self.call_targets(outs, &info.outs, &by);
        self.r.finish(mark);
        self.check_callee_modifies(&info.name, &info.modifies, span, info.span);
        let type_args = info.type_params.iter().map(|param| by[param].clone()).collect();
        self.emit(CmdKind::Call { callee, type_args, trust, ins, outs: targets }, span);
    }

    fn call_targets(&mut self, outs: &[ast::Ident], formals: &[VarKey], by: &FxHashMap<ParamId, Ty>) -> Vec<VarKey> {
        let mut targets = Vec::with_capacity(outs.len());
        for (ident, &formal) in outs.iter().zip(formals) {
            let Some(key) = self.assignable(ident) else { continue };
            if targets.contains(&key) {
                self.r.fail("duplicate-name", ident.span, format!("`{}` takes two results of one call", ident.name));
            }
            let given = self.r.vars[formal].ty.substitute(by);
            self.fits(key, &given, ident);
            targets.push(key);
        }
        targets
    }

    fn check_callee_modifies(&mut self, callee: &str, theirs: &[VarKey], span: Span, declared: Span) {
        let Some(ours) = self.modifies.clone() else { return };
        for &global in theirs {
            if !ours.contains(&global) {
                let name = &self.r.vars[global].name;
                let message = format!("`{callee}` modifies `{name}`, which is not in the `modifies` clause here");
                self.r.error(Diagnostic::error("modifies", span, message).with_label(declared, "the callee"));
            }
        }
    }
}
