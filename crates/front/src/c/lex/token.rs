//! The tokens of C, and those that only annotations have (`\forall`, `==>`, `..`).
//!
//! Names and the spellings of numbers are symbols of the interner that the parse was given. Numbers are kept as they are
//! written (a "preprocessing number"): only the resolver knows their types.

use invar_base::{Span, Symbol};
use std::fmt;
use std::sync::Arc;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Token {
    pub kind: TokenKind,
    pub span: Span,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TokenKind {
    Name(Symbol),
    Keyword(Keyword),
    Punct(Punct),
    /// The spelling of an integer or floating constant, suffix included.
    Number(Symbol),
    Char(Arc<Literal>),
    /// One literal; adjacent ones are joined by the parser.
    Str(Arc<Literal>),
    /// `\name`, in annotations only; the symbol is the name without its backslash.
    Logic(Symbol),
    Eof,
}

/// `/*@ … */` or consecutive lines of `//@ …`: the text between the markers as tokens, without an end marker. The `@`s that
/// open or close its lines are skipped, and so are comments inside it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Annotation {
    /// The comment, markers included.
    pub span: Span,
    pub tokens: Vec<Token>,
    /// Of lines of `//@ …`: the number of the token that each line begins with.
    pub lines: Vec<usize>,
}

/// `#pragma text`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pragma {
    pub span: Span,
    pub text: Box<str>,
}

/// A string or character literal, its escapes replaced.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Literal {
    pub encoding: Encoding,
    /// The elements without a terminating zero: bytes for `Plain` and `Utf8`, UTF-16 units for `Char16`, code points for
    /// `Char32` and `Wide`. Escapes stand for themselves and may be any number that they can write.
    pub units: Vec<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Encoding {
    /// `"…"`
    Plain,
    /// `u8"…"`
    Utf8,
    /// `u"…"`
    Char16,
    /// `U"…"`
    Char32,
    /// `L"…"`
    Wide,
}

/// Declares an enum of fixed spellings: `spelling`, `ALL` and `Display` come from one table.
macro_rules! spelled {
    ($(#[$doc:meta])* $name:ident { $($variant:ident = $first:literal $(| $alias:literal)*),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $name { $($variant),* }

        impl $name {
            /// Every spelling, the usual one of each variant first.
            pub const SPELLINGS: &'static [(&'static str, $name)] =
                &[$(($first, $name::$variant) $(, ($alias, $name::$variant))*),*];

            pub fn spelling(self) -> &'static str {
                match self { $($name::$variant => $first),* }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.spelling())
            }
        }
    };
}

spelled! {
    /// Words that are no names, with the spellings that GNU C adds.
    Keyword {
        Alignas = "_Alignas",
        Alignof = "_Alignof",
        PreferredAlignof = "__alignof__" | "__alignof",
        Asm = "asm" | "__asm__" | "__asm",
        Atomic = "_Atomic",
        Attribute = "__attribute__" | "__attribute",
        Auto = "auto",
        AutoType = "__auto_type",
        Bool = "_Bool",
        Break = "break",
        BuiltinChooseExpr = "__builtin_choose_expr",
        BuiltinOffsetof = "__builtin_offsetof",
        BuiltinTypesCompatible = "__builtin_types_compatible_p",
        BuiltinVaArg = "__builtin_va_arg",
        BuiltinVaList = "__builtin_va_list",
        Case = "case",
        Char = "char",
        Complex = "_Complex" | "__complex__" | "__complex",
        Const = "const" | "__const" | "__const__",
        Continue = "continue",
        Default = "default",
        Do = "do",
        Double = "double",
        Else = "else",
        Enum = "enum",
        Extension = "__extension__",
        Extern = "extern",
        Float = "float",
        Float16 = "_Float16",
        Float32 = "_Float32",
        Float32x = "_Float32x",
        Float64 = "_Float64",
        Float64x = "_Float64x",
        Float80 = "__float80",
        Float128 = "_Float128" | "__float128",
        For = "for",
        Generic = "_Generic",
        Goto = "goto",
        If = "if",
        Imag = "__imag__" | "__imag",
        Imaginary = "_Imaginary",
        Inline = "inline" | "__inline" | "__inline__",
        Int = "int",
        Int128 = "__int128" | "__int128_t",
        UInt128 = "__uint128_t",
        LabelDecl = "__label__",
        Long = "long",
        Noreturn = "_Noreturn",
        Real = "__real__" | "__real",
        Register = "register",
        Restrict = "restrict" | "__restrict" | "__restrict__",
        Return = "return",
        Short = "short",
        Signed = "signed" | "__signed" | "__signed__",
        Sizeof = "sizeof",
        Static = "static",
        StaticAssert = "_Static_assert",
        Struct = "struct",
        Switch = "switch",
        ThreadLocal = "_Thread_local" | "__thread",
        Typedef = "typedef",
        Typeof = "typeof" | "__typeof__" | "__typeof",
        Union = "union",
        Unsigned = "unsigned",
        Void = "void",
        Volatile = "volatile" | "__volatile__" | "__volatile",
        While = "while",
    }
}

spelled! {
    Punct {
        LBracket = "[" | "<:",
        RBracket = "]" | ":>",
        LParen = "(",
        RParen = ")",
        LBrace = "{" | "<%",
        RBrace = "}" | "%>",
        Dot = ".",
        Arrow = "->",
        PlusPlus = "++",
        MinusMinus = "--",
        Amp = "&",
        Star = "*",
        Plus = "+",
        Minus = "-",
        Tilde = "~",
        Bang = "!",
        Slash = "/",
        Percent = "%",
        Shl = "<<",
        Shr = ">>",
        Lt = "<",
        Gt = ">",
        Le = "<=",
        Ge = ">=",
        EqEq = "==",
        Ne = "!=",
        Caret = "^",
        Bar = "|",
        AmpAmp = "&&",
        BarBar = "||",
        Question = "?",
        Colon = ":",
        Semi = ";",
        Ellipsis = "...",
        Eq = "=",
        StarEq = "*=",
        SlashEq = "/=",
        PercentEq = "%=",
        PlusEq = "+=",
        MinusEq = "-=",
        ShlEq = "<<=",
        ShrEq = ">>=",
        AmpEq = "&=",
        CaretEq = "^=",
        BarEq = "|=",
        Comma = ",",
        Hash = "#",
        HashHash = "##",
        At = "@",
        // In annotations only:
        Implies = "==>",
        Iff = "<==>",
        XorXor = "^^",
        BitImplies = "-->",
        BitIff = "<-->",
        DotDot = "..",
        ColonColon = "::",
    }
}
