//! What `__attribute__` and `_Alignas` say about types and declarations. Unknown attributes mean nothing.

use super::constant::{Constant, evaluate};
use super::scope::{Declared, Resolver};
use crate::c::ast;
use crate::c::types::{FloatKind, IntKind, Type, TypeId};

/// `aligned` without an argument is the largest alignment of the platform.
const LARGEST_ALIGNMENT: u64 = 16;

/// Attributes that matter here.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Facts {
    pub is_packed: bool,
    pub is_noreturn: bool,
    /// `alias`, `ifunc`, `weakref`: the body is that of another function.
    pub is_alias: bool,
    pub is_transparent_union: bool,
    pub is_gnu_inline: bool,
    pub align: Option<u64>,
    mode: Option<&'static str>,
    vector_size: Option<u64>,
}

const MODES: [&str; 10] = ["QI", "HI", "SI", "DI", "TI", "word", "pointer", "byte", "SF", "DF"];

impl Resolver<'_> {
    pub(super) fn facts(&mut self, attributes: &[ast::Attribute]) -> Facts {
        let mut facts = Facts::default();
        for attribute in attributes {
            self.add_fact(attribute, &mut facts);
        }
        facts
    }

    fn add_fact(&mut self, attribute: &ast::Attribute, facts: &mut Facts) {
        match self.name(attribute.name.name) {
            "packed" => facts.is_packed = true,
            "noreturn" => facts.is_noreturn = true,
            "alias" | "ifunc" | "weakref" => facts.is_alias = true,
            "transparent_union" => facts.is_transparent_union = true,
            "gnu_inline" => facts.is_gnu_inline = true,
            "aligned" => {
                let align = match attribute.args.first() {
                    Some(argument) => self.alignment_value(argument),
                    None => Some(LARGEST_ALIGNMENT),
                };
                facts.align = facts.align.max(align);
            }
            "vector_size" => facts.vector_size = attribute.args.first().and_then(|arg| self.alignment_value(arg)),
            "mode" => {
                if let Some(ast::Expr { kind: ast::ExprKind::Name(name), .. }) = attribute.args.first() {
                    let name = self.name(*name).trim_matches('_');
                    facts.mode = MODES.into_iter().find(|mode| *mode == name);
                }
            }
            _ => {}
        }
    }

    fn alignment_value(&mut self, argument: &ast::Expr) -> Option<u64> {
        let value = self.value(argument);
        let number = evaluate(&self.types, &value).and_then(Constant::int)?;
        u64::try_from(number).ok().filter(|number| number.is_power_of_two() && *number <= 1 << 28)
    }

    /// `_Alignas(…)` in specifiers.
    pub(super) fn alignas(&mut self, alignments: &[ast::Alignment]) -> Option<u64> {
        let values = alignments.iter().filter_map(|alignment| match alignment {
            ast::Alignment::Type(name) => {
                let ty = self.type_name(name).ty;
                Some(self.types.align_of(ty))
            }
            ast::Alignment::Expr(expr) => self.alignment_value(expr),
        });
        values.max()
    }

    /// A declared type changed by attributes: alignment, mode, vector size.
    pub(super) fn with_facts(&mut self, declared: Declared, facts: &Facts) -> Declared {
        let mut declared = Declared { align: declared.align.max(facts.align), ..declared };
        if let Some(mode) = facts.mode {
            declared.ty = self.with_mode(declared.ty, mode);
        }
        if let Some(size) = facts.vector_size {
            declared.ty = self.types.intern(Type::Opaque { name: "vector", size });
        }
        declared
    }

    fn with_mode(&mut self, ty: TypeId, mode: &'static str) -> TypeId {
        let is_signed = self.types.int_kind(ty).is_none_or(IntKind::is_signed);
        let bytes = match mode {
            "QI" | "byte" => 1,
            "HI" => 2,
            "SI" => 4,
            "DI" => 8,
            "TI" => 16,
            "SF" => return self.types.intern(Type::Float(FloatKind::Float)),
            "DF" => return self.types.intern(Type::Float(FloatKind::Double)),
            _ => self.types.pointer_size(),
        };
        // The kind that gcc takes for 8 bytes is `long` where it has that size.
        let wide = if self.types.pointer_size() == 8 {
            (IntKind::Long, IntKind::ULong)
        } else {
            (IntKind::LongLong, IntKind::ULongLong)
        };
        let (signed, unsigned) = match bytes {
            1 => (IntKind::SChar, IntKind::UChar),
            2 => (IntKind::Short, IntKind::UShort),
            4 => (IntKind::Int, IntKind::UInt),
            8 => wide,
            _ => (IntKind::Int128, IntKind::UInt128),
        };
        self.types.int(if is_signed { signed } else { unsigned })
    }
}
