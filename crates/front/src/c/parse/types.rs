//! Declaration specifiers (C11 §6.7.1 to §6.7.5), structs, unions, enums and type names (§6.7.7).

use super::scope::NameKind;
use super::{Parser, Reading};
use crate::c::ast::{
    Alignment, Enum, Enumerator, Field, FieldDeclaration, Member, Qualifiers, Record, RecordKind, Specifiers, Storage,
    TypeName, TypeSpecifier, TypeSpecifierKind,
};
use crate::c::lex::token::{Keyword, Punct, TokenKind};

impl Parser<'_> {
    /// Whether a type, or a declaration, begins `ahead` tokens from here.
    pub(super) fn starts_type_ahead(&self, mut ahead: usize) -> bool {
        // This word begins declarations and expressions alike.
        while self.keyword_ahead(ahead) == Some(Keyword::Extension) {
            ahead += 1;
        }
        match self.peek_ahead(ahead) {
            TokenKind::Name(name) => self.scopes.is_type(*name),
            TokenKind::Keyword(keyword) => is_specifier(*keyword),
            _ => false,
        }
    }

    pub(super) fn type_name(&mut self) -> Reading<TypeName> {
        let start = self.span();
        let specifiers = self.specifiers()?;
        if specifiers.types.is_empty() && specifiers.qualifiers == Qualifiers::default() {
            return Err(self.expected("a type"));
        }
        let declarator = self.abstract_declarator()?;
        Ok(TypeName { span: self.since(start), specifiers, declarator })
    }

    /// All specifiers there are; a name is taken as a type only if no other type precedes it.
    pub(super) fn specifiers(&mut self) -> Reading<Specifiers> {
        let start = self.span();
        let mut specifiers = Specifiers {
            span: start,
            storage: Vec::new(),
            qualifiers: Qualifiers::default(),
            is_inline: false,
            is_noreturn: false,
            attributes: Vec::new(),
            alignments: Vec::new(),
            types: Vec::new(),
        };
        loop {
            match self.peek() {
                TokenKind::Keyword(keyword) if is_specifier(*keyword) || *keyword == Keyword::Extension => {
                    let keyword = *keyword;
                    self.specifier(keyword, &mut specifiers)?;
                }
                TokenKind::Name(name) if specifiers.types.is_empty() && self.scopes.is_type(*name) => {
                    let kind = TypeSpecifierKind::Name(*name);
                    specifiers.types.push(TypeSpecifier { kind, span: self.span() });
                    self.advance();
                }
                _ => break,
            }
        }
        specifiers.span = self.since(start);
        Ok(specifiers)
    }

    /// One specifier, which begins with `keyword`.
    fn specifier(&mut self, keyword: Keyword, specifiers: &mut Specifiers) -> Reading<()> {
        let span = self.span();
        let storage = match keyword {
            Keyword::Typedef => Some(Storage::Typedef),
            Keyword::Extern => Some(Storage::Extern),
            Keyword::Static => Some(Storage::Static),
            Keyword::ThreadLocal => Some(Storage::ThreadLocal),
            Keyword::Auto => Some(Storage::Auto),
            Keyword::Register => Some(Storage::Register),
            _ => None,
        };
        if let Some(storage) = storage {
            specifiers.storage.push((storage, span));
            self.advance();
            return Ok(());
        }
        match keyword {
            Keyword::Inline => specifiers.is_inline = true,
            Keyword::Noreturn => specifiers.is_noreturn = true,
            Keyword::Extension => {}
            Keyword::Attribute => return self.attributes(&mut specifiers.attributes),
            Keyword::Alignas => return self.alignas(&mut specifiers.alignments),
            Keyword::Atomic if self.is_punct_ahead(1, Punct::LParen) => {
                self.advance();
                let ty = Box::new(self.parenthesised_type()?);
                let span = self.since(span);
                specifiers.types.push(TypeSpecifier { kind: TypeSpecifierKind::Atomic(ty), span });
                return Ok(());
            }
            _ => {
                if !self.qualifier(&mut specifiers.qualifiers) {
                    let kind = self.type_specifier(keyword)?;
                    specifiers.types.push(TypeSpecifier { kind, span: self.since(span) });
                }
                return Ok(());
            }
        }
        self.advance();
        Ok(())
    }

    /// One qualifier, if one comes next.
    pub(super) fn qualifier(&mut self, qualifiers: &mut Qualifiers) -> bool {
        match self.keyword() {
            Some(Keyword::Const) => qualifiers.is_const = true,
            Some(Keyword::Volatile) => qualifiers.is_volatile = true,
            Some(Keyword::Restrict) => qualifiers.is_restrict = true,
            Some(Keyword::Atomic) => qualifiers.is_atomic = true,
            _ => return false,
        }
        self.advance();
        true
    }

    fn alignas(&mut self, alignments: &mut Vec<Alignment>) -> Reading<()> {
        self.advance();
        self.expect(Punct::LParen, "behind `_Alignas`")?;
        alignments.push(if self.starts_type_ahead(0) {
            Alignment::Type(Box::new(self.nested(Self::type_name)?))
        } else {
            Alignment::Expr(Box::new(self.nested(Self::conditional)?))
        });
        self.expect(Punct::RParen, "behind the alignment").map(|_| ())
    }

    fn type_specifier(&mut self, keyword: Keyword) -> Reading<TypeSpecifierKind> {
        let kind = match keyword {
            Keyword::Void => TypeSpecifierKind::Void,
            Keyword::Char => TypeSpecifierKind::Char,
            Keyword::Short => TypeSpecifierKind::Short,
            Keyword::Int => TypeSpecifierKind::Int,
            Keyword::Long => TypeSpecifierKind::Long,
            Keyword::Int128 => TypeSpecifierKind::Int128,
            Keyword::UInt128 => TypeSpecifierKind::UInt128,
            Keyword::Float => TypeSpecifierKind::Float,
            Keyword::Double => TypeSpecifierKind::Double,
            Keyword::Signed => TypeSpecifierKind::Signed,
            Keyword::Unsigned => TypeSpecifierKind::Unsigned,
            Keyword::Bool => TypeSpecifierKind::Bool,
            Keyword::Complex => TypeSpecifierKind::Complex,
            Keyword::Imaginary => TypeSpecifierKind::Imaginary,
            Keyword::Float16 => TypeSpecifierKind::FloatN(16),
            Keyword::Float32 => TypeSpecifierKind::FloatN(32),
            Keyword::Float64 => TypeSpecifierKind::FloatN(64),
            Keyword::Float80 => TypeSpecifierKind::FloatN(80),
            Keyword::Float128 => TypeSpecifierKind::FloatN(128),
            Keyword::Float32x => TypeSpecifierKind::FloatNx(32),
            Keyword::Float64x => TypeSpecifierKind::FloatNx(64),
            Keyword::BuiltinVaList => TypeSpecifierKind::VaList,
            Keyword::AutoType => TypeSpecifierKind::AutoType,
            Keyword::Struct => return self.record(RecordKind::Struct),
            Keyword::Union => return self.record(RecordKind::Union),
            Keyword::Enum => return self.enumeration(),
            Keyword::Typeof => return self.type_of(),
            _ => return Err(self.expected("a type")),
        };
        self.advance();
        Ok(kind)
    }

    fn type_of(&mut self) -> Reading<TypeSpecifierKind> {
        self.advance();
        self.expect(Punct::LParen, "behind `typeof`")?;
        let kind = if self.starts_type_ahead(0) {
            TypeSpecifierKind::TypeofType(Box::new(self.nested(Self::type_name)?))
        } else {
            TypeSpecifierKind::TypeofExpr(Box::new(self.nested(Self::expr)?))
        };
        self.expect(Punct::RParen, "behind the operand of `typeof`")?;
        Ok(kind)
    }

    // ----- structs and unions -----

    fn record(&mut self, kind: RecordKind) -> Reading<TypeSpecifierKind> {
        self.advance();
        let mut attributes = Vec::new();
        self.attributes(&mut attributes)?;
        let tag = if self.name().is_some() { Some(self.ident("a tag")?) } else { None };
        self.attributes(&mut attributes)?;
        if !self.is_punct(Punct::LBrace) {
            if tag.is_none() {
                return Err(self.expected("a name or `{`"));
            }
            let record = Record { kind, tag, attributes, members: None, pack: None };
            return Ok(TypeSpecifierKind::Record(Box::new(record)));
        }
        let pack = self.pack_in_force();
        let members = Some(self.nested(Self::members)?);
        // Attributes behind a body belong to the type.
        self.attributes(&mut attributes)?;
        Ok(TypeSpecifierKind::Record(Box::new(Record { kind, tag, attributes, members, pack })))
    }

    fn members(&mut self) -> Reading<Vec<Member>> {
        let opening = self.expect(Punct::LBrace, "here")?;
        let mut members = Vec::new();
        loop {
            members.extend(self.take_annotations().into_iter().map(Member::Annotation));
            if self.eat(Punct::RBrace) {
                return Ok(members);
            }
            if self.is_at_end() {
                return Err(self.unclosed(opening));
            }
            if self.eat(Punct::Semi) {
                continue;
            }
            match self.member() {
                Ok(member) => members.push(member),
                Err(_) => self.skip_item(),
            }
        }
    }

    fn member(&mut self) -> Reading<Member> {
        if self.is_keyword(Keyword::StaticAssert) {
            return Ok(Member::StaticAssert(self.static_assert()?));
        }
        let start = self.span();
        self.guess_type();
        let specifiers = self.specifiers()?;
        if specifiers.types.is_empty() && specifiers.qualifiers == Qualifiers::default() {
            return Err(self.expected("a member's type"));
        }
        let mut fields = Vec::new();
        while !self.is_punct(Punct::Semi) {
            fields.push(self.field()?);
            if !self.eat(Punct::Comma) {
                break;
            }
        }
        // GNU C forgives a missing `;` behind the last member.
        if !self.is_punct(Punct::RBrace) {
            self.expect_semicolon("behind a member")?;
        }
        Ok(Member::Fields(FieldDeclaration { span: self.since(start), specifiers, fields }))
    }

    fn field(&mut self) -> Reading<Field> {
        let start = self.span();
        let declarator = if self.is_punct(Punct::Colon) { None } else { Some(self.declarator()?) };
        let width = if self.eat(Punct::Colon) { Some(Box::new(self.nested(Self::conditional)?)) } else { None };
        let mut attributes = Vec::new();
        self.attributes(&mut attributes)?;
        Ok(Field { span: self.since(start), declarator, width, attributes })
    }

    /// What `#pragma pack` says here.
    fn pack_in_force(&mut self) -> Option<u32> {
        while let Some((index, pragma)) = self.pragmas.get(self.next_pragma)
            && *index <= self.at
        {
            let text: String = pragma.text.chars().filter(|c| !c.is_whitespace()).collect();
            self.next_pragma += 1;
            let Some(args) = text.strip_prefix("pack(").and_then(|rest| rest.split(')').next()) else { continue };
            if self.pack.is_empty() {
                self.pack.push(None);
            }
            for arg in args.split(',') {
                match arg {
                    "push" => self.pack.push(self.pack.last().copied().flatten()),
                    "pop" => drop(self.pack.pop()),
                    _ => {
                        self.pack.pop();
                        self.pack.push(arg.parse().ok());
                    }
                }
            }
        }
        self.pack.last().copied().flatten()
    }

    // ----- enums -----

    fn enumeration(&mut self) -> Reading<TypeSpecifierKind> {
        self.advance();
        let mut attributes = Vec::new();
        self.attributes(&mut attributes)?;
        let tag = if self.name().is_some() { Some(self.ident("a tag")?) } else { None };
        self.attributes(&mut attributes)?;
        if !self.eat(Punct::LBrace) {
            if tag.is_none() {
                return Err(self.expected("a name or `{`"));
            }
            return Ok(TypeSpecifierKind::Enum(Box::new(Enum { tag, attributes, enumerators: None })));
        }
        let mut enumerators = Vec::new();
        while !self.is_punct(Punct::RBrace) {
            enumerators.push(self.enumerator()?);
            if !self.eat(Punct::Comma) {
                break;
            }
        }
        self.expect(Punct::RBrace, "or `,` behind an enumerator")?;
        self.attributes(&mut attributes)?;
        Ok(TypeSpecifierKind::Enum(Box::new(Enum { tag, attributes, enumerators: Some(enumerators) })))
    }

    fn enumerator(&mut self) -> Reading<Enumerator> {
        let name = self.ident("an enumerator's name")?;
        let mut attributes = Vec::new();
        self.attributes(&mut attributes)?;
        let value = if self.eat(Punct::Eq) { Some(Box::new(self.nested(Self::conditional)?)) } else { None };
        self.scopes.declare(name.name, NameKind::Value);
        Ok(Enumerator { name, attributes, value })
    }
}

/// Whether the word begins or continues a declaration's specifiers.
fn is_specifier(keyword: Keyword) -> bool {
    use Keyword::*;
    match keyword {
        Alignas | Atomic | Attribute | Auto | AutoType | Bool | BuiltinVaList | Char | Complex | Const | Double
        | Enum | Extern | Float | Float16 | Float32 | Float32x | Float64 | Float64x | Float80 | Float128
        | Imaginary | Inline | Int | Int128 | UInt128 | Long | Noreturn | Register | Restrict | Short | Signed
        | Static | Struct | ThreadLocal | Typedef | Typeof | Union | Unsigned | Void | Volatile => true,
        Alignof
        | Asm
        | Break
        | BuiltinChooseExpr
        | BuiltinOffsetof
        | BuiltinTypesCompatible
        | BuiltinVaArg
        | Case
        | Continue
        | Default
        | Do
        | Else
        | Extension
        | For
        | Generic
        | Goto
        | If
        | Imag
        | LabelDecl
        | PreferredAlignof
        | Real
        | Return
        | Sizeof
        | StaticAssert
        | Switch
        | While => false,
    }
}
