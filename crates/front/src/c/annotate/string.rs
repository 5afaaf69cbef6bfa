//! Strings: `valid_string(s)` and `valid_read_string(s)`, which Frama-C's headers define for every program. A zero follows, and everything up to it can be
//! written, or read.

use super::builtin::within;
use super::syntax::{Expr, Ident};
use super::term::{Resolved, Terms, boolean, integer};
use crate::c::hir::CompareOp;
use crate::c::hir::spec::{Location, LogicType, Place, PlaceKind, Term, TermKind};
use crate::c::types::IntKind;
use invar_base::Span;

impl Terms<'_> {
    /// The meaning of a predicate about strings; `None` if the name is another one.
    pub fn about_string(&mut self, name: Ident, labels: &[Ident], args: &[Expr], span: Span) -> Option<Resolved<Term>> {
        let read_only = match self.name(name.name).as_str() {
            "valid_string" => false,
            "valid_read_string" => true,
            _ => return None,
        };
        let [arg] = args else {
            let message = "this has one argument, a pointer to characters";
            return Some(self.fail("arity", span, message));
        };
        Some(self.valid_string(arg, read_only, span).and_then(|term| self.in_label(term, labels)))
    }

    /// `\exists integer k; 0 <= k && \valid_read(s + (0 .. k)) && s[k] == 0`
    fn valid_string(&mut self, arg: &Expr, read_only: bool, span: Span) -> Resolved<Term> {
        let pointer = self.pointer(arg)?;
        let element = self.pointee(&pointer);
        let kind = element.and_then(|element| self.scope.types().int_kind(element));
        let Some(element) = element.filter(|_| matches!(kind, Some(IntKind::Char | IntKind::SChar | IntKind::UChar)))
        else {
            let found = self.describe(pointer.ty);
            return self.fail(
                "type-mismatch",
                arg.span,
                format!("this must be a pointer to characters, but it is {found}"),
            );
        };
        let (pointer, binding) = self.share(pointer);
        let var = self.new_var("k", LogicType::Integer, span);
        let count = Term { kind: TermKind::Var(var), ty: LogicType::Integer, span };
        let compared =
            |op, left: Term, right: Term| boolean(TermKind::Compare(op, Box::new(left), Box::new(right)), span);
        let low = compared(CompareOp::LessEqual, integer(0, span), count.clone());
        let range =
            Location::Range { pointer: pointer.clone(), low: Some(integer(0, span)), high: Some(count.clone()), span };
        let valid = boolean(TermKind::Valid { locations: vec![range], read_only }, span);
        let end = TermKind::PointerAdd(Box::new(pointer.clone()), Box::new(count));
        let end = Term { kind: end, ty: pointer.ty, span };
        let place = Place { kind: PlaceKind::Deref(Box::new(end)), ty: element, span };
        let end = Term { kind: TermKind::Load(place), ty: LogicType::Integer, span };
        let zero = compared(CompareOp::Equal, end, integer(0, span));
        let body = boolean(TermKind::And(vec![low, valid, zero]), span);
        Ok(within(binding, boolean(TermKind::Exists(vec![var], Box::new(body)), span)))
    }
}
