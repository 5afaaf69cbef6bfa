//! Formats of `printf` and `scanf`. In: the text. Out: its conversions, in the order in which they take arguments
//! (C11 7.21.6.1, 7.21.6.2). Formats that number their arguments are not understood.

use crate::c::types::{FloatKind, IntKind, Type, TypeId, Types};

/// What a conversion of `printf` does with its argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Conversion {
    /// The argument's value.
    Value(Kind),
    /// `%s`: a string, up to its end or a limit.
    String(Limit),
    /// `%ls`: of wide characters.
    WideString,
    /// `%n`: the number of characters so far is written.
    Count(Width),
}

/// What kind of value a conversion prints.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Int(Width),
    Float(FloatKind),
    Address,
    /// No conversion of the standard.
    Unknown,
}

/// How much of a string is read at most.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    None,
    Known(u64),
    /// The argument before the string says it.
    Given,
}

/// The length modifier of a conversion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Width {
    Char,
    Short,
    Int,
    Long,
    LongLong,
    /// `j`.
    Max,
    /// `z`, `t`.
    Size,
}

/// What a conversion of `scanf` writes to its argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    Int(Width),
    Float(FloatKind),
    /// `%4c`: so many characters.
    Characters(u64),
    /// `%9s`: at most so many, and a zero.
    Text(Option<u64>),
    Address,
    /// Wide characters, memory that `scanf` allocates, or no conversion of the standard.
    Unknown,
}

/// One entry for every argument that a format of `printf` takes.
pub fn conversions(text: &[u32]) -> Option<Vec<Conversion>> {
    let mut found = Vec::new();
    let mut rest = Rest::new(text);
    while rest.find_conversion() {
        rest.skip("-+ #0'");
        if rest.take('*') {
            found.push(Conversion::Value(Kind::Int(Width::Int)));
        }
        rest.number();
        let limit = rest.precision();
        if limit == Limit::Given {
            found.push(Conversion::Value(Kind::Int(Width::Int)));
        }
        let length = rest.length();
        match rest.next() {
            Some('$') => return None,
            Some('%' | 'm') | None => {}
            Some(letter) => found.push(conversion(letter, length, limit)),
        }
    }
    Some(found)
}

fn conversion(letter: char, length: Length, limit: Limit) -> Conversion {
    match (letter, length) {
        ('s', Length::Of(Width::Int)) => Conversion::String(limit),
        ('s' | 'S', _) => Conversion::WideString,
        ('n', Length::Of(width)) => Conversion::Count(width),
        ('d' | 'i' | 'u' | 'o' | 'x' | 'X' | 'b' | 'B', Length::Of(width)) => Conversion::Value(Kind::Int(width)),
        // A character is passed as `int`, a wide one as an integer of that size.
        ('c' | 'C', _) => Conversion::Value(Kind::Int(Width::Int)),
        ('a' | 'A' | 'e' | 'E' | 'f' | 'F' | 'g' | 'G', Length::LongDouble) => {
            Conversion::Value(Kind::Float(FloatKind::LongDouble))
        }
        ('a' | 'A' | 'e' | 'E' | 'f' | 'F' | 'g' | 'G', Length::Of(_)) => {
            Conversion::Value(Kind::Float(FloatKind::Double))
        }
        ('p', _) => Conversion::Value(Kind::Address),
        (_, _) => Conversion::Value(Kind::Unknown),
    }
}

/// One entry for every argument that a format of `scanf` takes.
pub fn scanned(text: &[u32]) -> Option<Vec<Target>> {
    let mut found = Vec::new();
    let mut rest = Rest::new(text);
    while rest.find_conversion() {
        let is_dropped = rest.take('*');
        let width = rest.number();
        let allocates = rest.take('m');
        let length = rest.length();
        let target = match rest.next() {
            Some('$') => return None,
            Some('%') | None => continue,
            Some('[') => {
                rest.skip_set();
                target('[', length, width)
            }
            Some(letter) => target(letter, length, width),
        };
        if !is_dropped {
            found.push(if allocates { Target::Unknown } else { target });
        }
    }
    Some(found)
}

fn target(letter: char, length: Length, width: Option<u64>) -> Target {
    match (letter, length) {
        ('d' | 'i' | 'u' | 'o' | 'x' | 'X' | 'b' | 'n', Length::Of(width)) => Target::Int(width),
        ('a' | 'A' | 'e' | 'E' | 'f' | 'F' | 'g' | 'G', Length::LongDouble) => Target::Float(FloatKind::LongDouble),
        ('a' | 'A' | 'e' | 'E' | 'f' | 'F' | 'g' | 'G', Length::Of(Width::Long)) => Target::Float(FloatKind::Double),
        ('a' | 'A' | 'e' | 'E' | 'f' | 'F' | 'g' | 'G', Length::Of(_)) => Target::Float(FloatKind::Float),
        ('c', Length::Of(Width::Int)) => Target::Characters(width.unwrap_or(1)),
        ('s' | '[', Length::Of(Width::Int)) => Target::Text(width),
        ('p', _) => Target::Address,
        (_, _) => Target::Unknown,
    }
}

// ---- types

impl Kind {
    /// Can an argument of the type, after the promotions, be printed so? The sign of integers does not matter.
    pub fn fits(self, types: &Types, ty: TypeId) -> bool {
        match self {
            Kind::Int(width) => {
                let bytes = width.bytes(types).max(Width::Int.bytes(types));
                types.int_kind(ty).is_some() && types.size_of(ty) == Some(bytes)
            }
            Kind::Float(kind) => *types.get(ty) == Type::Float(kind),
            Kind::Address => types.is_pointer(ty),
            Kind::Unknown => false,
        }
    }
}

impl Target {
    /// May it be written through a pointer of the type?
    pub fn fits(self, types: &Types, pointer: TypeId) -> bool {
        let Some(to) = types.pointee(pointer) else { return false };
        match self {
            Target::Int(width) => points_to_integer(types, pointer, width),
            Target::Float(kind) => *types.get(to) == Type::Float(kind),
            Target::Characters(_) | Target::Text(_) => points_to_characters(types, pointer),
            Target::Address => types.is_pointer(to),
            Target::Unknown => false,
        }
    }

    /// How many bytes it writes at most; `None` if nothing limits them.
    pub fn bytes(self, types: &Types) -> Option<u64> {
        match self {
            Target::Int(width) => Some(width.bytes(types)),
            Target::Float(FloatKind::Float) => Some(4),
            Target::Float(FloatKind::Double) => Some(8),
            Target::Float(FloatKind::LongDouble | FloatKind::Quad) => None,
            Target::Characters(count) => Some(count),
            Target::Text(limit) => limit?.checked_add(1),
            Target::Address => Some(types.pointer_size()),
            Target::Unknown => None,
        }
    }
}

impl Width {
    fn bytes(self, types: &Types) -> u64 {
        let kind = match self {
            Width::Char => IntKind::Char,
            Width::Short => IntKind::Short,
            Width::Int => IntKind::Int,
            Width::Long | Width::Size => IntKind::Long,
            Width::LongLong | Width::Max => IntKind::LongLong,
        };
        u64::from(types.bits(kind) / 8)
    }
}

/// Does a pointer of the type point to characters, or to whatever it may be?
pub fn points_to_characters(types: &Types, pointer: TypeId) -> bool {
    let is_character = |to: TypeId| types.int_kind(to).is_some_and(|kind| types.bits(kind) == 8);
    types.pointee(pointer).is_some_and(|to| types.is_void(to) || is_character(to))
}

/// Does a pointer of the type point to an integer of this size?
pub fn points_to_integer(types: &Types, pointer: TypeId, width: Width) -> bool {
    let kind = types.pointee(pointer).and_then(|to| types.int_kind(to));
    kind.is_some_and(|kind| u64::from(types.bits(kind)) == 8 * width.bytes(types))
}

// ---- text

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Length {
    Of(Width),
    LongDouble,
}

/// The text of a format that is not read yet.
struct Rest {
    text: Vec<char>,
    at: usize,
}

impl Rest {
    fn new(text: &[u32]) -> Rest {
        Rest { text: text.iter().map_while(|unit| char::from_u32(*unit)).collect(), at: 0 }
    }

    fn peek(&self) -> Option<char> {
        self.text.get(self.at).copied()
    }

    fn next(&mut self) -> Option<char> {
        let char = self.peek()?;
        self.at += 1;
        Some(char)
    }

    /// Moves past the next `%`, if there is one.
    fn find_conversion(&mut self) -> bool {
        while let Some(char) = self.next() {
            if char == '%' {
                return true;
            }
        }
        false
    }

    fn take(&mut self, wanted: char) -> bool {
        let is_there = self.peek() == Some(wanted);
        self.at += usize::from(is_there);
        is_there
    }

    fn skip(&mut self, chars: &str) {
        while self.peek().is_some_and(|char| chars.contains(char)) {
            self.at += 1;
        }
    }

    fn number(&mut self) -> Option<u64> {
        let start = self.at;
        self.skip("0123456789");
        self.text[start..self.at].iter().collect::<String>().parse().ok()
    }

    /// `.4`, `.*`; nothing after the point is zero.
    fn precision(&mut self) -> Limit {
        match self.take('.') {
            false => Limit::None,
            true if self.take('*') => Limit::Given,
            true => Limit::Known(self.number().unwrap_or(0)),
        }
    }

    fn length(&mut self) -> Length {
        let width = match self.peek() {
            Some('h') => Width::Short,
            Some('l') => Width::Long,
            Some('q') => Width::LongLong,
            Some('j') => Width::Max,
            Some('z' | 't') => Width::Size,
            Some('L') => {
                self.at += 1;
                return Length::LongDouble;
            }
            Some(_) | None => return Length::Of(Width::Int),
        };
        self.at += 1;
        match width {
            Width::Short if self.take('h') => Length::Of(Width::Char),
            Width::Long if self.take('l') => Length::Of(Width::LongLong),
            width => Length::Of(width),
        }
    }

    /// `[^]a-z]`: a bracket that comes first belongs to the set.
    fn skip_set(&mut self) {
        self.take('^');
        self.take(']');
        while self.next().is_some_and(|char| char != ']') {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn units(text: &str) -> Vec<u32> {
        text.chars().map(u32::from).collect()
    }

    #[test]
    fn each_argument_has_its_conversion() {
        use Conversion::{Count, String, Value, WideString};
        let (int, double) = (Value(Kind::Int(Width::Int)), Value(Kind::Float(FloatKind::Double)));
        let of = |text: &str| conversions(&units(text)).unwrap_or_default();
        assert_eq!(of("100%% of %d, %-8s|%n"), [int, String(Limit::None), Count(Width::Int)]);
        assert_eq!(of("%*.*f %.3s %.*s"), [int, int, double, String(Limit::Known(3)), int, String(Limit::Given)]);
        assert_eq!(of("%lu %ls %hhn"), [Value(Kind::Int(Width::Long)), WideString, Count(Width::Char)]);
        assert_eq!(of("plain"), []);
        assert_eq!(conversions(&units("%2$d %1$d")), None);
    }

    #[test]
    fn each_target_has_its_size() {
        let of = |text: &str| scanned(&units(text)).unwrap_or_default();
        assert_eq!(of("%d%*d %4c"), [Target::Int(Width::Int), Target::Characters(4)]);
        assert_eq!(
            of("%9s %[]x] %lf%%"),
            [Target::Text(Some(9)), Target::Text(None), Target::Float(FloatKind::Double)]
        );
        assert_eq!(of("%ms %zu %n"), [Target::Unknown, Target::Int(Width::Size), Target::Int(Width::Int)]);
    }
}
