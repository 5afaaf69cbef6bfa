//! Choices by type: `_Generic` and `__builtin_types_compatible_p` tell `const char *` from `char *`, although qualifiers are
//! no part of types here. A declaration says whether there are any below its pointers; where that is not known and the
//! choice depends on it, the program is doubted.

use invar_base::Span;

use super::expr::Operand;
use super::scope::{Below, Declared, Resolver};
use crate::c::ast::{self, ExprKind as Ast};
use crate::c::types::{Type, TypeId};

const UNCLEAR: &str = "choices by type that depend on qualifiers";

impl Resolver<'_> {
    pub(super) fn generic(&mut self, value: &ast::Expr, choices: &[ast::GenericChoice], span: Span) -> Operand {
        let quality = self.quality(value);
        let value = self.value(value);
        if self.own_width(&value).is_some() {
            self.doubt_program("choices by the type of a wide bit-field".to_string(), span);
        }
        let ty = value.ty;
        let mut default = None;
        for choice in choices {
            match &choice.ty {
                None => default = Some(&choice.value),
                Some(name) => {
                    let other = self.type_name(name);
                    if self.is_choice((ty, quality), other, span) {
                        return self.operand(&choice.value);
                    }
                }
            }
        }
        match default {
            Some(value) => self.operand(value),
            None => {
                let message = format!("no choice of this `_Generic` is for `{}`", self.show(ty));
                self.error("type-mismatch", span, message);
                Operand::Value(self.erroneous(span))
            }
        }
    }

    pub(super) fn types_compatible(&mut self, left: &ast::TypeName, right: &ast::TypeName, span: Span) -> bool {
        let (left, right) = (self.type_name(left), self.type_name(right));
        self.is_choice((left.ty, left.quality), right, span)
    }

    /// Is it the same type, qualifiers below pointers included?
    fn is_choice(&mut self, (ty, quality): (TypeId, Below), other: Declared, span: Span) -> bool {
        if !self.compatible(ty, other.ty) {
            return false;
        }
        let has_pointers =
            !matches!(self.types.get(ty), Type::Int(_) | Type::Float(_) | Type::Enum(_) | Type::Record(_));
        if !has_pointers {
            return true;
        }
        match (quality, other.quality) {
            (Below::Plain, Below::Plain) => true,
            (Below::Plain, Below::Qualified) | (Below::Qualified, Below::Plain) => false,
            (Below::Qualified, Below::Qualified) | (Below::Unknown, _) | (_, Below::Unknown) => {
                self.doubt_program(UNCLEAR.to_string(), span);
                true
            }
        }
    }

    /// Of the value that an expression has: an array has become a pointer to its first element.
    pub(super) fn quality(&mut self, expr: &ast::Expr) -> Below {
        match &expr.kind {
            Ast::Paren(inner) => self.quality(inner),
            Ast::Str(_) | Ast::Int(_) | Ast::Float(_) | Ast::Char(_) => Below::Plain,
            Ast::Cast { ty, .. } => self.type_name(ty).quality,
            Ast::Name(name) => match self.lookup(*name) {
                Some(entry) if matches!(self.types.get(entry.declared.ty), Type::Array { .. }) => {
                    Below::pointed(&entry.declared)
                }
                Some(entry) => entry.declared.quality,
                None => Below::Unknown,
            },
            Ast::Unary { op: ast::UnaryOp::Address, operand } => match &operand.kind {
                Ast::Name(name) => self.lookup(*name).map_or(Below::Unknown, |entry| Below::pointed(&entry.declared)),
                _ => Below::Unknown,
            },
            _ => Below::Unknown,
        }
    }
}
