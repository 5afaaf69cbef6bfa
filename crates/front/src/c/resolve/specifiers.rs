//! Types from declaration specifiers (C11 6.7.2): `unsigned long`, `struct s { … }`, `typeof (e)`.

use invar_base::Span;

use super::scope::{Declared, Named, Resolver};
use crate::c::ast::{self, TypeSpecifierKind as Kind};
use crate::c::types::{ArrayLength, FloatKind, IntKind, Type, TypeId};

/// How often each arithmetic keyword was written.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct Words {
    char: u8,
    short: u8,
    int: u8,
    long: u8,
    signed: u8,
    unsigned: u8,
    bool: u8,
    int128: u8,
    float: Option<FloatKind>,
    half: u8,
    complex: u8,
}

impl Resolver<'_> {
    /// The type that specifiers give. `__auto_type` is the type `Error` here; its declaration knows better.
    pub(super) fn specifiers(&mut self, specifiers: &ast::Specifiers) -> Declared {
        let mut declared = self.specified_type(specifiers);
        join_qualifiers(&mut declared.qualifiers, specifiers.qualifiers);
        declared.align = declared.align.max(self.alignas(&specifiers.alignments));
        let facts = self.facts(&specifiers.attributes);
        self.with_facts(declared, &facts)
    }

    fn specified_type(&mut self, specifiers: &ast::Specifiers) -> Declared {
        let mut words = Words::default();
        let mut found: Option<Declared> = None;
        for specifier in &specifiers.types {
            if !words.add(&specifier.kind) {
                let declared = self.specifier(specifier);
                found = found.or(Some(declared));
            }
        }
        match found {
            Some(declared) if words == Words::default() => declared,
            Some(declared) => {
                self.error("type-mismatch", specifiers.span, "these type specifiers do not go together");
                declared
            }
            None => Declared::plain(self.arithmetic(&words, specifiers)),
        }
    }

    fn arithmetic(&mut self, words: &Words, specifiers: &ast::Specifiers) -> TypeId {
        if specifiers.types.is_empty() {
            if specifiers.qualifiers == ast::Qualifiers::default() && specifiers.storage.is_empty() {
                // `f(x)` at file scope: the implicit int of old programs.
                self.warning("implicit-int", specifiers.span, "no type is given: it is `int`");
            }
            return self.basic.int;
        }
        if words.complex > 0 {
            return self.complex(words.float);
        }
        if words.half > 0 {
            return self.types.intern(Type::Opaque { name: "_Float16", size: 2 });
        }
        match words.kind() {
            Some(Ok(kind)) => self.types.int(kind),
            Some(Err(float)) => self.types.intern(Type::Float(float)),
            None => {
                self.error("type-mismatch", specifiers.span, "these type specifiers do not go together");
                self.basic.error
            }
        }
    }

    pub(super) fn complex(&mut self, part: Option<FloatKind>) -> TypeId {
        let float = self.types.intern(Type::Float(part.unwrap_or(FloatKind::Double)));
        let size = self.types.size_of(float).unwrap_or(8) * 2;
        let name = match part {
            Some(FloatKind::Float) => "_Complex float",
            Some(FloatKind::Double) | None => "_Complex double",
            Some(FloatKind::LongDouble) => "_Complex long double",
            Some(FloatKind::Quad) => "_Complex _Float128",
        };
        self.types.intern(Type::Opaque { name, size })
    }

    /// One specifier that is a type by itself.
    fn specifier(&mut self, specifier: &ast::TypeSpecifier) -> Declared {
        let ty = match &specifier.kind {
            Kind::Void => self.basic.void,
            Kind::VaList => self.types.intern(Type::VaList),
            Kind::Record(record) => {
                let id = self.record(record, specifier.span);
                match id {
                    Some(id) => self.types.intern(Type::Record(id)),
                    None => self.basic.error,
                }
            }
            Kind::Enum(declaration) => self.enumeration(declaration, specifier.span),
            Kind::Name(name) => return self.typedef(*name, specifier.span),
            Kind::TypeofType(name) => return self.type_name(name),
            Kind::TypeofExpr(expr) => {
                let (ty, quality) = (self.measured_type(expr, specifier.span), self.quality(expr));
                return Declared { quality, ..Declared::plain(ty) };
            }
            Kind::Atomic(name) => return self.type_name(name),
            Kind::AutoType => self.basic.error,
            Kind::Char | Kind::Short | Kind::Int | Kind::Long | Kind::Int128 | Kind::UInt128 => self.basic.int,
            Kind::Float | Kind::Double | Kind::Signed | Kind::Unsigned | Kind::Bool => self.basic.int,
            Kind::Complex | Kind::Imaginary | Kind::FloatN(_) | Kind::FloatNx(_) => self.basic.int,
        };
        Declared::plain(ty)
    }

    fn typedef(&mut self, name: invar_base::Symbol, span: Span) -> Declared {
        match self.lookup(name) {
            Some(entry) if matches!(entry.named, Named::Typedef(_)) => entry.declared,
            Some(_) | None => {
                let message = format!("`{}` is not a type", self.name(name));
                self.error("unknown-name", span, message);
                Declared::plain(self.basic.error)
            }
        }
    }

    pub(super) fn array_of(&mut self, element: TypeId, length: u64) -> TypeId {
        self.types.intern(Type::Array { element, length: ArrayLength::Known(length) })
    }
}

pub(super) fn join_qualifiers(into: &mut ast::Qualifiers, more: ast::Qualifiers) {
    into.is_const |= more.is_const;
    into.is_volatile |= more.is_volatile;
    into.is_restrict |= more.is_restrict;
    into.is_atomic |= more.is_atomic;
}

impl Words {
    /// Counts an arithmetic keyword; `false` for other specifiers.
    fn add(&mut self, kind: &Kind) -> bool {
        match kind {
            Kind::Char => self.char += 1,
            Kind::Short => self.short += 1,
            Kind::Int => self.int += 1,
            Kind::Long => self.long = self.long.saturating_add(1),
            Kind::Int128 => self.int128 += 1,
            Kind::UInt128 => (self.int128, self.unsigned) = (self.int128 + 1, self.unsigned + 1),
            Kind::Float => self.float = Some(FloatKind::Float),
            Kind::Double => self.float = Some(FloatKind::Double),
            Kind::Signed => self.signed += 1,
            Kind::Unsigned => self.unsigned += 1,
            Kind::Bool => self.bool += 1,
            Kind::Complex | Kind::Imaginary => self.complex += 1,
            Kind::FloatN(16) => self.half += 1,
            Kind::FloatN(32) => self.float = Some(FloatKind::Float),
            Kind::FloatN(80) => self.float = Some(FloatKind::LongDouble),
            Kind::FloatN(128) => self.float = Some(FloatKind::Quad),
            Kind::FloatN(_) | Kind::FloatNx(32) => self.float = Some(FloatKind::Double),
            Kind::FloatNx(_) => self.float = Some(FloatKind::LongDouble),
            Kind::Void | Kind::VaList | Kind::AutoType | Kind::Record(_) | Kind::Enum(_) | Kind::Name(_) => {
                return false;
            }
            Kind::TypeofType(_) | Kind::TypeofExpr(_) | Kind::Atomic(_) => return false,
        }
        true
    }

    /// The arithmetic type that the words name together.
    fn kind(&self) -> Option<Result<IntKind, FloatKind>> {
        if let Some(float) = self.float {
            let rest = Words { float: None, long: 0, ..*self };
            return match (float, self.long) {
                _ if rest != Words::default() => None,
                (FloatKind::Double, 1) => Some(Err(FloatKind::LongDouble)),
                (float, 0) => Some(Err(float)),
                _ => None,
            };
        }
        if self.signed > 0 && self.unsigned > 0 {
            return None;
        }
        let is_unsigned = self.unsigned > 0;
        let pick = |signed, unsigned| Some(Ok(if is_unsigned { unsigned } else { signed }));
        match (self.char, self.short, self.long, self.bool, self.int128) {
            (0, 0, 0, 1, 0) if self.int + self.signed + self.unsigned == 0 => Some(Ok(IntKind::Bool)),
            (1, 0, 0, 0, 0) if self.signed > 0 => Some(Ok(IntKind::SChar)),
            (1, 0, 0, 0, 0) => pick(IntKind::Char, IntKind::UChar),
            (0, 1, 0, 0, 0) => pick(IntKind::Short, IntKind::UShort),
            (0, 0, 0, 0, 0) => pick(IntKind::Int, IntKind::UInt),
            (0, 0, 1, 0, 0) => pick(IntKind::Long, IntKind::ULong),
            (0, 0, 2, 0, 0) => pick(IntKind::LongLong, IntKind::ULongLong),
            (0, 0, 0, 0, 1) => pick(IntKind::Int128, IntKind::UInt128),
            _ => None,
        }
    }
}
