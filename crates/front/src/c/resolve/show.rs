//! Types as a person writes them, for messages.

use crate::c::types::{ArrayLength, FloatKind, FunctionType, IntKind, Type, TypeId, Types};

/// `int (*)[3]`, `struct s *`, `void (int, ...)`.
pub fn type_name(types: &Types, ty: TypeId) -> String {
    declaration(types, ty, String::new())
}

/// The type around a declarator: what C writes inside out.
pub fn declaration(types: &Types, ty: TypeId, inner: String) -> String {
    match types.get(ty) {
        Type::Pointer(to) => {
            let needs_parens = matches!(types.get(*to), Type::Array { .. } | Type::Function(_));
            let inner = if needs_parens { format!("(*{inner})") } else { format!("*{inner}") };
            declaration(types, *to, inner)
        }
        Type::Array { element, length } => {
            let length = match length {
                ArrayLength::Known(length) => length.to_string(),
                ArrayLength::Unknown => String::new(),
                ArrayLength::Variable(_) => "*".into(),
            };
            declaration(types, *element, format!("{inner}[{length}]"))
        }
        Type::Function(function) => {
            let params = parameters(types, function);
            declaration(types, function.result, format!("{inner}({params})"))
        }
        Type::Void => join("void", inner),
        Type::Int(kind) => join(int_name(*kind), inner),
        Type::Float(kind) => join(float_name(*kind), inner),
        Type::Enum(id) => join(&tagged("enum", &types.enums[*id].name), inner),
        Type::Record(id) => {
            let record = &types.records[*id];
            join(&tagged(if record.is_union { "union" } else { "struct" }, &record.name), inner)
        }
        Type::VaList => join("va_list", inner),
        Type::Opaque { name, .. } => join(name, inner),
        Type::Error => join("<unknown>", inner),
    }
}

fn parameters(types: &Types, function: &FunctionType) -> String {
    let mut params: Vec<String> = function.params.iter().map(|param| type_name(types, *param)).collect();
    if function.variadic {
        params.push("...".into());
    }
    if params.is_empty() && function.prototyped {
        params.push("void".into());
    }
    params.join(", ")
}

fn join(name: &str, inner: String) -> String {
    if inner.is_empty() { name.to_string() } else { format!("{name} {inner}") }
}

fn tagged(keyword: &str, tag: &str) -> String {
    if tag.is_empty() { format!("{keyword} <anonymous>") } else { format!("{keyword} {tag}") }
}

pub(super) fn int_name(kind: IntKind) -> &'static str {
    match kind {
        IntKind::Bool => "_Bool",
        IntKind::Char => "char",
        IntKind::SChar => "signed char",
        IntKind::UChar => "unsigned char",
        IntKind::Short => "short",
        IntKind::UShort => "unsigned short",
        IntKind::Int => "int",
        IntKind::UInt => "unsigned int",
        IntKind::Long => "long",
        IntKind::ULong => "unsigned long",
        IntKind::LongLong => "long long",
        IntKind::ULongLong => "unsigned long long",
        IntKind::Int128 => "__int128",
        IntKind::UInt128 => "unsigned __int128",
    }
}

pub(super) fn float_name(kind: FloatKind) -> &'static str {
    match kind {
        FloatKind::Float => "float",
        FloatKind::Double => "double",
        FloatKind::LongDouble => "long double",
        FloatKind::Quad => "_Float128",
    }
}
