//! Weaves a temporal rule into the program (`slic`; BMMR01 §6.1). In: the resolved functions and a rule. Out: the same functions, in which
//!
//! - a call `f(a, b)` of a function with handlers is `({ $1 = a; $2 = b; entry; $return = f($1, $2); exit; $return })`, so that
//!   what the rule says about a call is said where the call stands, whether or not `f` has a body;
//! - the address of such a function is that of a function that is not in the text, which makes this call; so does a call whose arguments have
//!   effects, because C leaves their order open;
//! - `main` runs its handlers itself, where it begins and where it returns: its caller is not in the text.
//!
//! Handlers are ghost code (`ghost`): they read what the program has at file scope and the arguments, write nothing but the
//! rule's state, and run on to their end. So the program does with the rule what it does without it, and every engine sees the rule as part of the
//! program. Contracts of functions with bodies are dropped: what they say about calls says nothing of the rule's state.

use std::collections::{BTreeMap, BTreeSet};

use invar_base::{Diagnostic, Span, Symbol};
use rustc_hash::FxHashMap;

use super::scope::{Body, Declared, Entry, Linked, Named, Resolver};
use crate::c::ast;
use crate::c::hir::{
    Call, Callee, Expr, ExprKind, FunctionId, Label, LocalId, Place, PlaceKind, Stmt, StmtKind, has_effects, rewrite,
    rewrite_expr, rewrite_initialiser,
};
use crate::c::slic::{Event, Handler, Rule};
use crate::c::types::{Type, TypeId};

/// What handlers call the result of the call.
const RESULT: &str = "$return";

/// What handlers call an argument.
fn argument(position: usize) -> String {
    format!("${}", position + 1)
}

/// The functions that a rule watches.
type Watched<'r> = FxHashMap<FunctionId, Vec<&'r Handler>>;

/// What takes the place of watched functions whose address is taken.
type Wrappers = FxHashMap<FunctionId, FunctionId>;

/// What a function does.
pub(super) struct Code {
    pub stmt: Stmt,
    /// See `Function::lengths`.
    pub lengths: Vec<Expr>,
}

/// The arguments and the result of a call, as handlers know them.
struct Values {
    args: Vec<(LocalId, TypeId)>,
    result: Option<(LocalId, TypeId)>,
}

impl Resolver<'_> {
    pub(super) fn rule(&mut self, rule: &Rule) {
        self.drop_contracts();
        self.enter();
        self.state(rule);
        let watched = self.watched(rule);
        self.doubt_unseen_calls(&watched);
        let main = self.main();
        let wrappers = self.watch_addresses(&watched);
        for id in self.functions.ids().collect::<Vec<_>>() {
            let skipped = wrappers.values().any(|wrapper| *wrapper == id);
            if !skipped {
                self.weave_into(id, |resolver, body| resolver.weave_calls(body, main, &watched, &wrappers));
            }
        }
        for global in self.globals.values_mut() {
            rewrite_initialiser(&mut global.init, &mut |expr| replace_address(expr, &wrappers));
        }
        for (&id, &wrapper) in &wrappers {
            self.functions[wrapper].is_used = true;
            self.functions[id].is_used = true;
        }
        if let Some(main) = main
            && let Some(handlers) = watched.get(&main)
        {
            self.weave_into(main, |resolver, body| resolver.weave_main(&mut body.stmt, main, handlers));
        }
        self.leave();
        self.drop_repeated();
    }

    /// What is wrong with a handler is wrong at every call; it is said once.
    fn drop_repeated(&mut self) {
        let mut seen: Vec<(Option<Span>, String)> = Vec::new();
        self.diagnostics.retain(|found| {
            let key = (found.span, found.message.clone());
            let is_new = !seen.contains(&key);
            seen.push(key);
            is_new
        });
    }

    /// A function that others know by its contract alone would hide what it does to the rule's state.
    fn drop_contracts(&mut self) {
        for id in self.functions.ids().collect::<Vec<_>>() {
            let function = &mut self.functions[id];
            if function.body.is_some()
                && let Some(span) = function.contract.take().and_then(|contract| contract.span)
            {
                let message = "this contract is not used: a rule is checked along the bodies of functions";
                self.warning("ignored", span, message);
            }
        }
    }

    fn main(&self) -> Option<FunctionId> {
        match self.linked.get("main") {
            Some(Linked::Function(id)) if self.functions[*id].body.is_some() => Some(*id),
            Some(_) | None => None,
        }
    }

    /// The declarations of the rule's state: static variables that only handlers can name.
    fn state(&mut self, rule: &Rule) {
        let first = self.globals.next_id();
        self.body = Some(Body::new(rule.name.clone(), self.basic.void));
        for code in &rule.state {
            for stmt in self.ghost_syntax(&code.tokens, code.span) {
                match &stmt.kind {
                    ast::StmtKind::Declaration(declaration) => self.static_declaration(declaration),
                    ast::StmtKind::Empty | ast::StmtKind::Error => {}
                    _ => self.error("bad-rule", stmt.span, "the state of a rule consists of declarations"),
                }
            }
        }
        self.body = None;
        for id in self.globals.ids().filter(|id| *id >= first).collect::<Vec<_>>() {
            (self.globals[id].is_ghost, self.globals[id].is_of_rule) = (true, true);
        }
    }

    fn static_declaration(&mut self, declaration: &ast::Declaration) {
        let base = self.specifiers(&declaration.specifiers);
        for item in &declaration.declarators {
            let declared = self.declarator(base, &item.declarator);
            let Some(name) = item.declarator.name else { continue };
            match self.types.get(declared.ty) {
                Type::Function(_) => self.error("bad-rule", item.span, "the state of a rule consists of variables"),
                _ if !declaration.specifiers.storage.is_empty() => {
                    self.error("bad-rule", item.span, "a variable of a rule has no storage class");
                }
                _ => self.static_local(declared, item, name),
            }
        }
    }

    /// Which functions of the program have handlers; one that the program lacks is worth a warning.
    fn watched<'r>(&mut self, rule: &'r Rule) -> Watched<'r> {
        let mut watched = Watched::default();
        for handler in &rule.handlers {
            let name = self.name(handler.function);
            // Files that are linked may each have a static function of that name: all of them are meant.
            let of_that_name: Vec<FunctionId> =
                self.functions.ids().filter(|id| self.functions[*id].name == name).collect();
            if let Some(Linked::Global(_)) = self.linked.get(name) {
                let message = format!("`{name}` is a variable of the program, not a function");
                self.error("bad-rule", handler.span, message);
            } else if of_that_name.is_empty() {
                let message = format!("the program has no function `{name}`: this handler never runs");
                self.warning("ignored", handler.span, message);
            }
            for id in of_that_name {
                watched.entry(id).or_default().push(handler);
            }
        }
        watched
    }

    /// What code that is not there does to the state of a rule nobody sees: it may call functions of the program that make watched calls. Nor
    /// does anybody in the text call a constructor.
    fn doubt_unseen_calls(&mut self, watched: &Watched<'_>) {
        let starts = [&self.linkage.before_main[..], &self.linkage.after_main[..]].concat();
        for id in starts.into_iter().filter(|id| watched.contains_key(id)) {
            let what = format!("runs of `{}`, which a rule watches, before or after `main`", self.functions[id].name);
            self.doubt_program(what, self.functions[id].name_span);
        }
        let calls = self.direct_calls();
        let mut watching: BTreeSet<FunctionId> = BTreeSet::new();
        loop {
            let known = watching.len();
            let comes_to = |to: &FunctionId| watched.contains_key(to) || watching.contains(to);
            let more: Vec<FunctionId> =
                calls.iter().filter(|(_, to)| to.iter().any(comes_to)).map(|(from, _)| *from).collect();
            watching.extend(more);
            if watching.len() == known {
                break;
            }
        }
        let main = self.main();
        let may_be_called = |id: &&FunctionId| !self.functions[**id].is_static && Some(**id) != main;
        let unseen = calls.values().flatten().find(|id| self.is_unseen(**id)).copied();
        if let (Some(unseen), Some(back)) = (unseen, watching.iter().find(may_be_called).copied()) {
            let (unseen, back) = (&self.functions[unseen], &self.functions[back]);
            let (name, caller) = (&unseen.name, &back.name);
            let what = format!("calls that `{name}`, which has no body, may make of `{caller}`, where a rule watches");
            let span = unseen.name_span;
            self.doubt_program(what, span);
        }
    }

    /// May it do whatever code elsewhere does?
    fn is_unseen(&self, id: FunctionId) -> bool {
        let function = &self.functions[id];
        let is_known = function.is_library || function.is_system || function.name.starts_with("__VERIFIER_");
        function.body.is_none() && function.contract.is_none() && !is_known
    }

    /// Who calls whom by name.
    fn direct_calls(&mut self) -> BTreeMap<FunctionId, Vec<FunctionId>> {
        let mut calls: BTreeMap<FunctionId, Vec<FunctionId>> = BTreeMap::new();
        for id in self.functions.ids().collect::<Vec<_>>() {
            let mut found = Vec::new();
            let mut note = |expr: &mut Expr| {
                if let ExprKind::Call(call) = &expr.kind
                    && let Callee::Direct(callee) = call.callee
                {
                    found.push(callee);
                }
            };
            self.functions[id].body.iter_mut().for_each(|body| rewrite(body, &mut note));
            calls.insert(id, found);
        }
        calls
    }

    /// For each watched function whose address the program takes, or that needs one for another reason, the function that takes its
    /// place: it makes the call.
    fn watch_addresses(&mut self, watched: &Watched<'_>) -> Wrappers {
        let main = self.main();
        let mut taken: Vec<FunctionId> = Vec::new();
        let mut note = |expr: &mut Expr| {
            let found = match &expr.kind {
                ExprKind::FunctionAddress(id) => Some(*id),
                ExprKind::Call(call) => needs_wrapper(call),
                _ => None,
            };
            taken.extend(found.filter(|id| watched.contains_key(id) && Some(*id) != main && !taken.contains(id)));
        };
        self.each_expr(&mut note);
        let mut wrappers = Wrappers::default();
        for id in taken {
            let function = &self.functions[id];
            if function.ty.variadic || !function.ty.prototyped {
                let what = format!(
                    "calls of `{}`, which a rule watches, through pointers or with effects in their arguments,",
                    function.name
                );
                self.doubt_program(what, self.functions[id].name_span);
                continue;
            }
            let wrapper = self.wrapper(id, watched);
            wrappers.insert(id, wrapper);
        }
        wrappers
    }

    /// Shows every expression of the program.
    fn each_expr(&mut self, change: &mut dyn FnMut(&mut Expr)) {
        for global in self.globals.values_mut() {
            rewrite_initialiser(&mut global.init, change);
        }
        for function in self.functions.values_mut() {
            function.lengths.iter_mut().for_each(|length| rewrite_expr(length, change));
            function.body.iter_mut().for_each(|body| rewrite(body, change));
        }
    }

    /// `T f(A a) { return f(a); }`, the call with its handlers.
    fn wrapper(&mut self, id: FunctionId, watched: &Watched<'_>) -> FunctionId {
        let function = &self.functions[id];
        let (ty, name, span) = (function.ty.clone(), function.name.clone(), function.name_span);
        let wrapper = self.new_function(&name, ty.clone(), span);
        self.functions[wrapper].doubt = self.functions[id].doubt.clone();
        self.body = Some(Body::new(name, ty.result));
        let mut params = Vec::new();
        for param in &ty.params {
            let local = self.new_local("argument", Declared::plain(*param), span);
            self.body().locals[local].is_param = true;
            params.push(local);
        }
        let args = params.iter().zip(&ty.params).map(|(local, ty)| load(*local, *ty, span)).collect();
        let site = self.site();
        let call = Call { callee: Callee::Direct(id), args, site };
        let mut call = Expr { kind: ExprKind::Call(Box::new(call)), ty: ty.result, span };
        self.watch(&mut call, &watched[&id]);
        let kind = if self.types.is_void(ty.result) { StmtKind::Expr(call) } else { StmtKind::Return(Some(call)) };
        let body = Stmt { kind: StmtKind::Block(vec![Stmt { kind, span }]), span };
        let locals = self.body.take().map(|body| body.locals).unwrap_or_default();
        let function = &mut self.functions[wrapper];
        (function.params, function.locals, function.body) = (params, locals, Some(body));
        wrapper
    }

    /// Works on the body of a function with its local variables at hand.
    pub(super) fn weave_into(&mut self, id: FunctionId, work: impl FnOnce(&mut Self, &mut Code)) {
        let Some(stmt) = self.functions[id].body.take() else { return };
        let function = &mut self.functions[id];
        let mut code = Code { stmt, lengths: std::mem::take(&mut function.lengths) };
        let mut body = Body::new(function.name.clone(), function.ty.result);
        body.locals = std::mem::take(&mut function.locals);
        body.labels = std::mem::take(&mut function.labels);
        self.body = Some(body);
        work(self, &mut code);
        let body = self.body.take();
        let function = &mut self.functions[id];
        (function.body, function.lengths) = (Some(code.stmt), code.lengths);
        if let Some(body) = body {
            (function.locals, function.labels) = (body.locals, body.labels);
        }
    }

    fn weave_calls(&mut self, code: &mut Code, main: Option<FunctionId>, watched: &Watched<'_>, wrappers: &Wrappers) {
        let mut change = |expr: &mut Expr| {
            replace_address(expr, wrappers);
            let ExprKind::Call(call) = &mut expr.kind else { return };
            let Callee::Direct(id) = call.callee else { return };
            let Some(handlers) = watched.get(&id).filter(|_| Some(id) != main) else { return };
            match needs_wrapper(call).and_then(|id| wrappers.get(&id)) {
                Some(wrapper) => call.callee = Callee::Direct(*wrapper),
                None => self.watch(expr, handlers),
            }
        };
        rewrite(&mut code.stmt, &mut change);
        code.lengths.iter_mut().for_each(|length| rewrite_expr(length, &mut change));
    }

    /// A call with its handlers.
    fn watch(&mut self, expr: &mut Expr, handlers: &[&Handler]) {
        let (ty, span) = (expr.ty, expr.span);
        let ExprKind::Call(call) = &mut expr.kind else { return };
        let mut stmts = Vec::new();
        let mut values = Values { args: Vec::new(), result: None };
        for (position, arg) in call.args.iter_mut().enumerate() {
            let (local, ty) = (self.new_temporary(&argument(position), arg.ty, span), arg.ty);
            // A literal is the same wherever it stands, and formats are looked at where the call is.
            let own = if is_literal(arg) { arg.clone() } else { load(local, ty, span) };
            let value = std::mem::replace(arg, own);
            stmts.push(assign(local, value, span));
            values.args.push((local, ty));
        }
        let mut call = Expr { kind: ExprKind::Call(call.clone()), ty, span };
        stmts.extend(self.handled(handlers, Event::Entry, &values, span));
        let result = if self.types.is_void(ty) {
            stmts.push(Stmt { kind: StmtKind::Expr(call), span });
            None
        } else {
            let local = self.new_temporary(RESULT, ty, span);
            call.span = span;
            stmts.push(assign(local, call, span));
            values.result = Some((local, ty));
            Some(Box::new(load(local, ty, span)))
        };
        stmts.extend(self.handled(handlers, Event::Exit, &values, span));
        expr.kind = ExprKind::Statements(stmts, result);
    }

    /// What the handlers of an event do about a call.
    fn handled(&mut self, handlers: &[&Handler], event: Event, values: &Values, call: Span) -> Vec<Stmt> {
        let mut stmts = Vec::new();
        for handler in handlers.iter().filter(|handler| handler.event == event) {
            self.enter();
            for (position, &(local, ty)) in values.args.iter().enumerate() {
                self.bind_value(&argument(position), local, ty, handler.span);
            }
            if let Some((local, ty)) = values.result {
                self.bind_value(RESULT, local, ty, handler.span);
            }
            self.body().handled = Some(call);
            let code = self.handler_code(&handler.code.tokens, handler.code.span);
            self.body().handled = None;
            self.leave();
            stmts.push(Stmt { kind: StmtKind::Block(code), span: handler.code.span });
        }
        stmts
    }

    /// A name that no handler mentions is not among the names, and needs no entry.
    fn bind_value(&mut self, name: &str, local: LocalId, ty: TypeId, span: Span) {
        let symbol: Option<Symbol> = self.names.lookup(name);
        if let Some(symbol) = symbol {
            self.bind(symbol, Entry { named: Named::Local(local, ty), declared: Declared::plain(ty), span });
        }
    }

    /// `main` begins with its entry handlers; where it returns, it goes to its exit handlers.
    fn weave_main(&mut self, body: &mut Stmt, main: FunctionId, handlers: &[&Handler]) {
        let (span, result) = (self.functions[main].name_span, self.functions[main].ty.result);
        let params = self.functions[main].params.clone();
        let mut values = Values { args: Vec::new(), result: None };
        let mut stmts = Vec::new();
        for (position, param) in params.into_iter().enumerate() {
            let ty = self.body().locals[param].ty;
            let local = self.new_temporary(&argument(position), ty, span);
            stmts.push(assign(local, load(param, ty, span), span));
            values.args.push((local, ty));
        }
        stmts.extend(self.handled(handlers, Event::Entry, &values, span));
        if !self.types.is_void(result) {
            values.result = Some((self.new_temporary(RESULT, result, span), result));
        }
        let end = Span { start: body.span.end.saturating_sub(1), ..body.span };
        let exit = self.body().labels.push(Label { name: "main returns".to_string(), span: end });
        let mut inner = std::mem::replace(body, Stmt { kind: StmtKind::Empty, span: body.span });
        let mut replaced = |value: Option<Expr>, at: Span| {
            let goto = Stmt { kind: StmtKind::Goto(exit), span: at };
            let kept = value.zip(values.result).map(|(value, (local, _))| assign(local, value, at));
            StmtKind::Block(kept.into_iter().chain([goto]).collect())
        };
        // A statement expression may return, too.
        rewrite(&mut inner, &mut |expr| {
            if let ExprKind::Statements(stmts, _) = &mut expr.kind {
                stmts.iter_mut().for_each(|stmt| returns_to(stmt, &mut replaced));
            }
        });
        returns_to(&mut inner, &mut replaced);
        stmts.push(inner);
        let mut last = self.handled(handlers, Event::Exit, &values, end);
        let value = values.result.map(|(local, ty)| load(local, ty, end));
        last.push(Stmt { kind: StmtKind::Return(value), span: end });
        let last = Stmt { kind: StmtKind::Block(last), span: end };
        stmts.push(Stmt { kind: StmtKind::Labeled(exit, Box::new(last)), span: end });
        body.kind = StmtKind::Block(stmts);
    }

    /// `abort "message";` in a handler.
    pub(super) fn abort(&mut self, message: &ast::StringLiteral, span: Span) -> StmtKind {
        let Some(call) = self.body().handled else {
            let message = "`abort` with a message stands in the handlers of rules (`--rule`)";
            self.report(Diagnostic::error("syntax", span, message));
            return StmtKind::Unsupported { what: "a statement that has an error".into() };
        };
        let bytes: Vec<u8> = message.units.iter().map(|unit| *unit as u8).collect();
        let message = String::from_utf8_lossy(&bytes).into_owned();
        StmtKind::Annotation(crate::c::hir::spec::StmtSpec::Abort { message, call, span })
    }
}

/// The function of a call whose arguments have effects: in which order they are evaluated is left open by C, and setting one
/// temporary after the other would decide it.
fn needs_wrapper(call: &Call) -> Option<FunctionId> {
    let Callee::Direct(id) = call.callee else { return None };
    (call.args.len() > 1 && call.args.iter().any(has_effects)).then_some(id)
}

/// A string literal, converted or not.
fn is_literal(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::AddressOf(place) => matches!(place.kind, PlaceKind::String(_)),
        ExprKind::Cast { operand, .. } => is_literal(operand),
        _ => false,
    }
}

fn replace_address(expr: &mut Expr, wrappers: &Wrappers) {
    if let ExprKind::FunctionAddress(id) = expr.kind
        && let Some(wrapper) = wrappers.get(&id)
    {
        expr.kind = ExprKind::FunctionAddress(*wrapper);
    }
}

/// Every `return` of a statement becomes what `replaced` makes of its value.
fn returns_to(stmt: &mut Stmt, replaced: &mut dyn FnMut(Option<Expr>, Span) -> StmtKind) {
    let span = stmt.span;
    match &mut stmt.kind {
        StmtKind::Return(value) => stmt.kind = replaced(value.take(), span),
        StmtKind::Block(stmts) => stmts.iter_mut().for_each(|stmt| returns_to(stmt, replaced)),
        StmtKind::If(_, then, other) => {
            returns_to(then, replaced);
            other.iter_mut().for_each(|stmt| returns_to(stmt, replaced));
        }
        StmtKind::While { body, .. } | StmtKind::DoWhile { body, .. } | StmtKind::For { body, .. } => {
            returns_to(body, replaced);
        }
        StmtKind::Switch(_, body) | StmtKind::Case(_, _, body) | StmtKind::Default(body) => returns_to(body, replaced),
        StmtKind::Labeled(_, body) => returns_to(body, replaced),
        StmtKind::Expr(_) | StmtKind::Declare(..) | StmtKind::Break | StmtKind::Continue | StmtKind::Goto(_) => {}
        StmtKind::ComputedGoto(_) | StmtKind::AtScopeEnd(_) | StmtKind::Empty | StmtKind::Asm { .. } => {}
        StmtKind::Annotation(_) | StmtKind::Unsupported { .. } => {}
    }
}

fn place(local: LocalId, ty: TypeId, span: Span) -> Box<Place> {
    Box::new(Place { kind: PlaceKind::Local(local), ty, span })
}

fn load(local: LocalId, ty: TypeId, span: Span) -> Expr {
    Expr { kind: ExprKind::Load(place(local, ty, span)), ty, span }
}

fn assign(local: LocalId, value: Expr, span: Span) -> Stmt {
    let ty = value.ty;
    let kind = ExprKind::Assign(place(local, ty, span), Box::new(value));
    Stmt { kind: StmtKind::Expr(Expr { kind, ty, span }), span }
}
