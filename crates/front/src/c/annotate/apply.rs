//! Uses of predicates and logic functions.
//!
//! Arguments are values: they are evaluated where the use stands, and only the body reads memory in the state of the
//! label. So under a label the arguments get names outside of the `At`.

use std::sync::Arc;

use super::builtin::{is_rigid, within};
use super::scope::{Declared, Named};
use super::syntax::{Expr, FunctionItem, Ident};
use super::term::{Resolved, Site, Terms, at};
use crate::c::hir::spec::{LogicFunctionId, LogicVarId, State, Term, TermKind};
use invar_base::Span;

/// A definition of several states is written out at most so often in one clause.
const MAX_EXPANSIONS: u32 = 200;

impl Terms<'_> {
    pub fn apply(&mut self, name: Ident, labels: &[Ident], args: &[Expr], span: Span) -> Resolved<Term> {
        let logic = self.logic;
        match logic.names.get(&name.name) {
            Some(Declared::Function(function)) => self.apply_function(*function, name, labels, args, span),
            Some(Declared::Expanded(item)) => self.expand(&item.clone(), labels, args, span),
            Some(Declared::Unsupported) => {
                let text = format!("`{}`", self.name(name.name));
                Ok(self.unsupported(&text, span))
            }
            None => match self.scope.lookup(name.name) {
                Some(Named::Function(_)) => {
                    let message = format!("`{}` is a function of the program, not of the logic", self.name(name.name));
                    self.fail("type-mismatch", name.span, message)
                }
                Some(_) => {
                    let message = format!("`{}` is not a predicate or logic function", self.name(name.name));
                    self.fail("type-mismatch", name.span, message)
                }
                None => match self.about_string(name, labels, args, span) {
                    Some(string) => string,
                    None => self.unknown_name(name.name, name.span),
                },
            },
        }
    }

    fn apply_function(
        &mut self,
        function: LogicFunctionId,
        name: Ident,
        labels: &[Ident],
        args: &[Expr],
        span: Span,
    ) -> Resolved<Term> {
        let declared = &self.scope.logic().functions[function];
        let (params, result) = (declared.params.clone(), declared.result);
        self.check_arity(name, params.len(), args.len(), span)?;
        let args = self.converted(&params, args)?;
        let ty = self.normal(result);
        let state = match labels {
            [] => None,
            [label] => Some(self.label(*label)?),
            [_, second, ..] => {
                let message = format!("`{}` has at most one label", self.name(name.name));
                return self.fail("arity", second.span, message);
            }
        };
        let Some(state) = state.filter(|state| *state != self.state) else {
            return Ok(Term { kind: TermKind::Apply(function, args), ty, span });
        };
        let mut bindings = Vec::new();
        let args = args.into_iter().map(|arg| self.fix(arg, &mut bindings)).collect();
        let call = at(Term { kind: TermKind::Apply(function, args), ty, span }, state);
        Ok(bindings.into_iter().rev().fold(call, |body, binding| within(Some(binding), body)))
    }

    /// A term that means the same in every state.
    fn fix(&mut self, term: Term, bindings: &mut Vec<(LogicVarId, Term)>) -> Term {
        if is_rigid(&term) {
            return term;
        }
        let (ty, span) = (self.normal(term.ty), term.span);
        let var = self.new_var("argument", ty, span);
        bindings.push((var, term));
        Term { kind: TermKind::Var(var), ty, span }
    }

    fn check_arity(&mut self, name: Ident, expected: usize, found: usize, span: Span) -> Resolved<()> {
        if expected == found {
            return Ok(());
        }
        let s = if expected == 1 { "" } else { "s" };
        let message =
            format!("`{}` has {expected} parameter{s}, but there are {found} arguments", self.name(name.name));
        self.fail("arity", span, message)
    }

    fn converted(&mut self, params: &[LogicVarId], args: &[Expr]) -> Resolved<Vec<Term>> {
        let mut converted = Vec::new();
        for (param, arg) in params.iter().zip(args) {
            let ty = self.scope.logic().vars[*param].ty;
            let arg = self.term(arg)?;
            converted.push(self.convert(arg, ty)?);
        }
        Ok(converted)
    }

    /// `P{L1, L2}(args)` becomes `\let params = args; body`, its labels replaced by the states they are used with.
    fn expand(&mut self, item: &Arc<FunctionItem>, labels: &[Ident], args: &[Expr], span: Span) -> Resolved<Term> {
        self.expansions += 1;
        if self.expansions > MAX_EXPANSIONS {
            let message = format!("definitions are written out more than {MAX_EXPANSIONS} times here");
            return self.fail("syntax", span, message);
        }
        self.check_arity(item.name, item.params.len(), args.len(), span)?;
        if item.labels.len() != labels.len() {
            let (name, count) = (self.name(item.name.name), item.labels.len());
            return self.fail("arity", span, format!("`{name}` needs its {count} labels, as in `{name}{{Pre, Here}}`"));
        }
        let mut states: Vec<(invar_base::Symbol, State)> = Vec::new();
        for (label, used) in item.labels.iter().zip(labels) {
            states.push((label.name, self.label(*used)?));
        }
        let args: Vec<Term> = args.iter().map(|arg| self.term(arg)).collect::<Resolved<_>>()?;
        let outer = (std::mem::take(&mut self.bound), std::mem::replace(&mut self.labels, states), self.site);
        self.site = Site::Definition;
        let body = self.expanded_body(item, args);
        (self.bound, self.labels, self.site) = outer;
        let body = body?;
        Ok(Term { span, ..body })
    }

    fn expanded_body(&mut self, item: &FunctionItem, args: Vec<Term>) -> Resolved<Term> {
        let Some(body) = &item.body else {
            return Ok(self.unsupported("a declaration of several states without a definition", item.span));
        };
        let params = self.bind(&item.params)?;
        let mut bindings = Vec::new();
        for (param, arg) in params.iter().zip(args) {
            let ty = self.scope.logic().vars[*param].ty;
            bindings.push((*param, self.convert(arg, ty)?));
        }
        let body = match &item.result {
            None => self.predicate(body)?,
            Some(result) => {
                let ty = self.logic_type(result)?;
                let body = self.term(body)?;
                self.convert(body, ty)?
            }
        };
        Ok(bindings.into_iter().rev().fold(body, |body, binding| within(Some(binding), body)))
    }
}
