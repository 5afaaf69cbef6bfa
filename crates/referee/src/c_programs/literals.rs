//! Constants: integers in all notations with the types of C11 §6.4.4.1, characters, enumerators, `sizeof`, elements of
//! string literals.

use super::expr::{Code, Effects, Expr, Typed, Unary, level, unary};
use super::kind::{Kind, MODELS};
use super::range::Range;
use super::scope::Generator;

/// A notation, and the types that a constant in it may have.
struct Notation {
    suffixes: &'static [&'static str],
    decimal: &'static [Kind],
    other: &'static [Kind],
}

use Kind::{Int, Long, LongLong, UInt, ULong, ULongLong};

const NOTATIONS: [Notation; 6] = [
    Notation {
        suffixes: &[""],
        decimal: &[Int, Long, LongLong],
        other: &[Int, UInt, Long, ULong, LongLong, ULongLong],
    },
    Notation { suffixes: &["u", "U"], decimal: &[UInt, ULong, ULongLong], other: &[UInt, ULong, ULongLong] },
    Notation { suffixes: &["l", "L"], decimal: &[Long, LongLong], other: &[Long, ULong, LongLong, ULongLong] },
    Notation { suffixes: &["ul", "UL", "lu"], decimal: &[ULong, ULongLong], other: &[ULong, ULongLong] },
    Notation { suffixes: &["ll", "LL"], decimal: &[LongLong], other: &[LongLong, ULongLong] },
    Notation { suffixes: &["ull", "ULL", "llu"], decimal: &[ULongLong], other: &[ULongLong] },
];

fn constant(text: String, types: [Typed; 2]) -> Expr {
    Expr::new(Code::new(text, level::PRIMARY, Effects::default()), types)
}

/// The plain decimal constant, with an `int`'s value.
pub fn small(value: i64) -> Expr {
    let typed = Typed { kind: Int, range: Range::single(i128::from(value)) };
    if value < 0 {
        Expr::new(Code::new(value.to_string(), level::UNARY, Effects::default()), [typed; 2])
    } else {
        constant(value.to_string(), [typed; 2])
    }
}

impl Generator {
    /// Some constant, mostly small.
    pub fn constant(&mut self) -> Expr {
        let choice = self.weighted(&[(60, 0), (12, 1), (10, 2), (6, 3), (6, 4), (6, 5)]).unwrap_or(0);
        match choice {
            1 => self.character(),
            2 if !self.enumerators.is_empty() => self.enumerator(),
            3 => self.size_of(),
            4 => self.string_element(),
            5 => self.extreme(),
            _ => {
                let value = self.number();
                let literal = self.literal(value);
                let negative = if self.random.chance(25) { unary(Unary::Minus, &literal) } else { None };
                negative.unwrap_or(literal)
            }
        }
    }

    fn number(&mut self) -> u64 {
        match self.weighted(&[(50, 0), (20, 1), (15, 2), (10, 3), (5, 4)]).unwrap_or(0) {
            0 => self.random.below(20) as u64,
            1 => self.random.below(1000) as u64,
            2 => (1u64 << self.random.below(64)).wrapping_add(self.random.below(3) as u64).wrapping_sub(1),
            3 => self.random.next_u64() >> 33,
            _ => self.random.next_u64(),
        }
    }

    pub fn literal(&mut self, value: u64) -> Expr {
        let radix = self.weighted(&[(70, 10), (22, 16), (8, 8)]).unwrap_or(10);
        let favourite = self.weighted(&[(60, 0), (14, 1), (6, 2), (6, 3), (7, 4), (7, 5)]).unwrap_or(0);
        // The last notation has a type for everything.
        for notation in [&NOTATIONS[favourite], &NOTATIONS[0], &NOTATIONS[5]] {
            let kinds = if radix == 10 { notation.decimal } else { notation.other };
            let fitting = |model: usize| kinds.iter().find(|kind| kind.range(MODELS[model]).holds(i128::from(value)));
            if let (Some(&narrow), Some(&wide)) = (fitting(0), fitting(1)) {
                let digits = match radix {
                    16 => format!("{value:#x}"),
                    8 => format!("0{value:o}"),
                    _ => value.to_string(),
                };
                let suffix = self.random.pick(notation.suffixes).copied().unwrap_or_default();
                let range = Range::single(i128::from(value));
                return constant(digits + suffix, [Typed { kind: narrow, range }, Typed { kind: wide, range }]);
            }
        }
        small(1)
    }

    /// A constant of this value, which fits into `long long`.
    pub fn number_in(&mut self, range: Range) -> Expr {
        let span = (range.high - range.low).min(1 << 62) as u64;
        let value = range.low + i128::from(self.random.next_u64() % (span + 1));
        if value >= 0 {
            self.literal(value as u64)
        } else if value >= -0x7fff_ffff {
            small(value as i64)
        } else {
            let typed = Typed { kind: LongLong, range: Range::single(value) };
            Expr::new(Code::new(format!("-{}ll - 1", -(value + 1)), 11, Effects::default()), [typed; 2])
        }
    }

    fn extreme(&mut self) -> Expr {
        let range = match self.random.below(4) {
            0 => Kind::Int.range(MODELS[0]),
            1 => Kind::Short.range(MODELS[0]),
            2 => Kind::SChar.range(MODELS[0]),
            _ => Range::of_bits(64, true),
        };
        if self.random.chance(50) && range.low > i128::from(i64::MIN) {
            // Decimal without suffix, so that the type is `int` in both models.
            let low = small(range.low as i64 + 1);
            let types = [Typed { kind: Int, range: Range::single(range.low) }; 2];
            return Expr::new(Code::new(format!("{} - 1", low.code.text), 11, Effects::default()), types);
        }
        self.literal(range.high as u64)
    }

    fn character(&mut self) -> Expr {
        let (text, value) = match self.random.below(8) {
            0 => ("'\\n'".to_string(), 10),
            1 => ("'\\0'".to_string(), 0),
            2 => ("'\\x7f'".to_string(), 127),
            3 => ("'\\377'".to_string(), -1),
            4 => ("'\\''".to_string(), 39),
            _ => {
                let letter = b'a' + self.random.below(26) as u8;
                (format!("'{}'", char::from(letter)), i128::from(letter))
            }
        };
        constant(text, [Typed { kind: Int, range: Range::single(value) }; 2])
    }

    fn enumerator(&mut self) -> Expr {
        let index = self.random.below(self.enumerators.len());
        let (name, value) = self.enumerators[index].clone();
        constant(name, [Typed { kind: Int, range: Range::single(i128::from(value)) }; 2])
    }

    fn size_of(&mut self) -> Expr {
        let kind = Kind::ALL[self.random.below(Kind::ALL.len())];
        let spelling = self.spell(kind);
        let types = MODELS.map(|model| Typed {
            kind: Kind::size_type(model),
            range: Range::single(i128::from(kind.bits(model).div_ceil(8))),
        });
        Expr::new(Code::new(format!("sizeof({spelling})"), level::UNARY, Effects::default()), types)
    }

    /// A word of lower-case letters, for string literals.
    pub fn word(&mut self) -> String {
        let length = 1 + self.random.below(6);
        (0..length).map(|_| char::from(b'a' + self.random.below(26) as u8)).collect()
    }

    /// Not a constant expression in C's sense.
    fn string_element(&mut self) -> Expr {
        if self.purity == super::scope::Purity::Constant {
            return self.character();
        }
        let word = self.word();
        let index = self.random.below(word.len() + 1);
        let value = word.as_bytes().get(index).copied().unwrap_or(0);
        let typed = Typed { kind: Kind::Char, range: Range::single(i128::from(value)) };
        let text =
            if self.random.chance(80) { format!("\"{word}\"[{index}]") } else { format!("*(\"{word}\" + {index})") };
        let level = if text.starts_with('*') { level::UNARY } else { level::POSTFIX };
        Expr::new(Code::new(text, level, Effects::default()), [typed; 2])
    }

    pub fn spell(&mut self, kind: Kind) -> String {
        let names: Vec<String> =
            self.typedefs.iter().filter(|(named, _)| *named == kind).map(|(_, name)| name.clone()).collect();
        match self.random.pick(&names) {
            Some(name) => name.clone(),
            None => kind.spell(&mut self.random).to_string(),
        }
    }
}
