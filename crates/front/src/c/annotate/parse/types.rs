//! Names of types: `integer`, `unsigned long`, `struct s *`, typedefs; and binders, `int *a, b[]`.

use super::cursor::{Parser, Wrong};
use crate::c::annotate::syntax::{BaseType, Binder, TagKind, TypeName};
use crate::c::lex::token::{Keyword, Punct, TokenKind};
use crate::c::types::{FloatKind, IntKind};

/// How often each word of an arithmetic type occurred.
#[derive(Default)]
struct Words {
    char: u32,
    short: u32,
    int: u32,
    long: u32,
    signed: u32,
    unsigned: u32,
    bool: u32,
    float: u32,
    double: u32,
    int128: u32,
    uint128: u32,
    float128: u32,
    void: u32,
}

impl Words {
    fn count(&mut self, keyword: Keyword) -> bool {
        let counter = match keyword {
            Keyword::Char => &mut self.char,
            Keyword::Short => &mut self.short,
            Keyword::Int => &mut self.int,
            Keyword::Long => &mut self.long,
            Keyword::Signed => &mut self.signed,
            Keyword::Unsigned => &mut self.unsigned,
            Keyword::Bool => &mut self.bool,
            Keyword::Float => &mut self.float,
            Keyword::Double => &mut self.double,
            Keyword::Int128 => &mut self.int128,
            Keyword::UInt128 => &mut self.uint128,
            Keyword::Float128 => &mut self.float128,
            Keyword::Void => &mut self.void,
            _ => return false,
        };
        *counter += 1;
        true
    }

    /// The type, if the words make one.
    fn base(&self) -> Option<BaseType> {
        let signs = self.signed + self.unsigned;
        let integers = self.char + self.short + self.int + self.long + self.int128 + signs;
        let others = self.bool + self.float + self.double + self.uint128 + self.float128 + self.void;
        if others > 1 || signs > 1 || (others == 1 && integers > 0 && (self.double, integers) != (1, self.long)) {
            return None;
        }
        let unsigned = self.unsigned > 0;
        let pick = |signed_kind, unsigned_kind| if unsigned { unsigned_kind } else { signed_kind };
        let kind = match (self.char, self.short, self.long, self.int128) {
            _ if self.void == 1 => return Some(BaseType::Void),
            _ if self.bool == 1 => IntKind::Bool,
            _ if self.uint128 == 1 => IntKind::UInt128,
            _ if self.float == 1 => return Some(BaseType::Float(FloatKind::Float)),
            _ if self.float128 == 1 => return Some(BaseType::Float(FloatKind::Quad)),
            (_, _, 0, _) if self.double == 1 => return Some(BaseType::Float(FloatKind::Double)),
            (_, _, 1, _) if self.double == 1 => return Some(BaseType::Float(FloatKind::LongDouble)),
            (1, 0, 0, 0) if self.int == 0 && signs == 0 => IntKind::Char,
            (1, 0, 0, 0) if self.int == 0 => pick(IntKind::SChar, IntKind::UChar),
            (0, 1, 0, 0) => pick(IntKind::Short, IntKind::UShort),
            (0, 0, 0, 0) => pick(IntKind::Int, IntKind::UInt),
            (0, 0, 1, 0) => pick(IntKind::Long, IntKind::ULong),
            (0, 0, 2, 0) => pick(IntKind::LongLong, IntKind::ULongLong),
            (0, 0, 0, 1) => pick(IntKind::Int128, IntKind::UInt128),
            _ => return None,
        };
        Some(BaseType::Int(kind))
    }
}

impl Parser<'_> {
    /// Does a type begin so many tokens from here?
    pub fn is_type_at(&self, distance: usize) -> bool {
        match self.peek_at(distance) {
            Some(TokenKind::Keyword(Keyword::Struct | Keyword::Union | Keyword::Enum)) => true,
            Some(TokenKind::Keyword(Keyword::Const | Keyword::Volatile)) => true,
            Some(TokenKind::Keyword(keyword)) => Words::default().count(*keyword),
            Some(TokenKind::Name(symbol)) => {
                matches!(self.name(*symbol), "integer" | "real" | "boolean") || (self.is_type)(*symbol)
            }
            Some(TokenKind::Punct(_) | TokenKind::Number(_) | TokenKind::Char(_) | TokenKind::Str(_)) => false,
            Some(TokenKind::Logic(_) | TokenKind::Eof) | None => false,
        }
    }

    /// `const unsigned char *`
    pub fn type_name(&mut self) -> Result<TypeName, Wrong> {
        let start = self.here();
        let base = self.base_type()?;
        let pointers = self.stars();
        Ok(TypeName { base, pointers, span: self.since(start) })
    }

    fn base_type(&mut self) -> Result<BaseType, Wrong> {
        self.qualifiers();
        let start = self.here();
        let base = match self.peek() {
            Some(TokenKind::Keyword(Keyword::Struct)) => self.tag(TagKind::Struct)?,
            Some(TokenKind::Keyword(Keyword::Union)) => self.tag(TagKind::Union)?,
            Some(TokenKind::Keyword(Keyword::Enum)) => self.tag(TagKind::Enum)?,
            Some(TokenKind::Name(symbol)) => {
                let base = match self.name(*symbol) {
                    "integer" => BaseType::Integer,
                    "real" => BaseType::Real,
                    "boolean" => BaseType::Boolean,
                    _ if (self.is_type)(*symbol) => BaseType::Typedef(*symbol),
                    _ => return Err(self.unexpected("a type")),
                };
                self.advance();
                base
            }
            Some(_) | None => {
                let mut words = Words::default();
                let mut any = false;
                while let Some(TokenKind::Keyword(keyword)) = self.peek() {
                    if !words.count(*keyword) {
                        break;
                    }
                    any = true;
                    self.advance();
                    self.qualifiers();
                }
                if !any {
                    return Err(self.unexpected("a type"));
                }
                let Some(base) = words.base() else {
                    let span = self.since(start);
                    let message = "these words do not make a type";
                    return Err(Box::new(invar_base::Diagnostic::error("syntax", span, message)));
                };
                base
            }
        };
        self.qualifiers();
        Ok(base)
    }

    fn tag(&mut self, kind: TagKind) -> Result<BaseType, Wrong> {
        self.advance();
        Ok(BaseType::Tag(kind, self.ident("the name of a type")?.name))
    }

    fn qualifiers(&mut self) {
        while self.is_keyword(Keyword::Const)
            || self.is_keyword(Keyword::Volatile)
            || self.is_keyword(Keyword::Restrict)
        {
            self.advance();
        }
    }

    fn stars(&mut self) -> u32 {
        let mut stars = 0;
        while self.eat(Punct::Star) {
            stars += 1;
            self.qualifiers();
        }
        stars
    }

    /// `integer i, j, int *p`: a name without a type has the base type before it.
    pub fn binders(&mut self) -> Result<Vec<Binder>, Wrong> {
        let mut binders = Vec::new();
        let mut base = None;
        loop {
            let start = self.here();
            let known = match base {
                // A typedef's name right before a comma is a variable of that name.
                Some(known) if !self.is_type_at(0) || !self.has_type_and_name() => known,
                Some(_) | None => self.base_type()?,
            };
            base = Some(known);
            let pointers = self.stars();
            let name = self.ident("the name of a variable")?;
            let pointers = pointers + self.brackets()?;
            binders.push(Binder { ty: TypeName { base: known, pointers, span: self.since(start) }, name });
            if !self.eat(Punct::Comma) {
                return Ok(binders);
            }
        }
    }

    /// A type is here, and not just a name that a type has too.
    fn has_type_and_name(&self) -> bool {
        !matches!(
            (self.peek(), self.peek_at(1)),
            (Some(TokenKind::Name(_)), Some(TokenKind::Punct(Punct::Comma | Punct::Semi | Punct::RParen)))
        )
    }

    /// `[]` or `[10]` behind the name of a parameter: a pointer. Only the outermost bracket becomes one.
    fn brackets(&mut self) -> Result<u32, Wrong> {
        let mut brackets = 0;
        while self.eat(Punct::LBracket) {
            if !self.is(Punct::RBracket) {
                self.expression()?;
            }
            self.expect(Punct::RBracket)?;
            brackets += 1;
        }
        if brackets > 1 {
            let message = "parameters that are arrays of arrays are not supported in annotations";
            return Err(Box::new(invar_base::Diagnostic::error("syntax", self.last(), message)));
        }
        Ok(brackets)
    }

    /// `(integer n, int *a)`, if it stands here.
    pub fn parameters(&mut self) -> Result<Vec<Binder>, Wrong> {
        if !self.eat(Punct::LParen) || self.eat(Punct::RParen) {
            return Ok(Vec::new());
        }
        if self.is_keyword(Keyword::Void) && matches!(self.peek_at(1), Some(TokenKind::Punct(Punct::RParen))) {
            self.advance();
            self.advance();
            return Ok(Vec::new());
        }
        let binders = self.binders()?;
        self.expect(Punct::RParen)?;
        Ok(binders)
    }
}
