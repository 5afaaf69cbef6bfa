//! The integer types of C in both data models, with the conversions of C11 §6.3.1. Written apart from the front end's own
//! rules on purpose: the generator is one of their referees.

use invar_gcl::random::Random;

use invar_front::c::types::DataModel;

/// Every generated program is free of undefined behaviour in both.
pub const MODELS: [DataModel; 2] = [DataModel::Ilp32, DataModel::Lp64];

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    Bool,
    Char,
    SChar,
    UChar,
    Short,
    UShort,
    Int,
    UInt,
    Long,
    ULong,
    LongLong,
    ULongLong,
}

impl Kind {
    pub const ALL: [Kind; 12] = [
        Kind::Bool,
        Kind::Char,
        Kind::SChar,
        Kind::UChar,
        Kind::Short,
        Kind::UShort,
        Kind::Int,
        Kind::UInt,
        Kind::Long,
        Kind::ULong,
        Kind::LongLong,
        Kind::ULongLong,
    ];

    pub fn bits(self, model: DataModel) -> u32 {
        match self {
            Kind::Bool => 1,
            Kind::Char | Kind::SChar | Kind::UChar => 8,
            Kind::Short | Kind::UShort => 16,
            Kind::Int | Kind::UInt => 32,
            Kind::Long | Kind::ULong => match model {
                DataModel::Ilp32 => 32,
                DataModel::Lp64 => 64,
            },
            Kind::LongLong | Kind::ULongLong => 64,
        }
    }

    pub fn is_signed(self) -> bool {
        match self {
            Kind::Char | Kind::SChar | Kind::Short | Kind::Int | Kind::Long | Kind::LongLong => true,
            Kind::Bool | Kind::UChar | Kind::UShort | Kind::UInt | Kind::ULong | Kind::ULongLong => false,
        }
    }

    fn rank(self) -> u32 {
        match self {
            Kind::Bool => 0,
            Kind::Char | Kind::SChar | Kind::UChar => 1,
            Kind::Short | Kind::UShort => 2,
            Kind::Int | Kind::UInt => 3,
            Kind::Long | Kind::ULong => 4,
            Kind::LongLong | Kind::ULongLong => 5,
        }
    }

    pub fn unsigned(self) -> Kind {
        match self {
            Kind::Bool => Kind::Bool,
            Kind::Char | Kind::SChar | Kind::UChar => Kind::UChar,
            Kind::Short | Kind::UShort => Kind::UShort,
            Kind::Int | Kind::UInt => Kind::UInt,
            Kind::Long | Kind::ULong => Kind::ULong,
            Kind::LongLong | Kind::ULongLong => Kind::ULongLong,
        }
    }

    /// §6.3.1.1: everything narrower than `int` fits into it.
    pub fn promote(self) -> Kind {
        if self.rank() < Kind::Int.rank() { Kind::Int } else { self }
    }

    /// The usual arithmetic conversions, §6.3.1.8.
    pub fn common(left: Kind, right: Kind, model: DataModel) -> Kind {
        let (left, right) = (left.promote(), right.promote());
        let (high, low) = if left.rank() >= right.rank() { (left, right) } else { (right, left) };
        if high.is_signed() == low.is_signed() || !high.is_signed() {
            high
        } else if high.rank() == low.rank() {
            low
        } else if high.bits(model) > low.bits(model) {
            high
        } else {
            high.unsigned()
        }
    }

    /// The type of `sizeof`.
    pub fn size_type(model: DataModel) -> Kind {
        match model {
            DataModel::Ilp32 => Kind::UInt,
            DataModel::Lp64 => Kind::ULong,
        }
    }

    /// The type of a difference of pointers.
    pub fn difference_type(model: DataModel) -> Kind {
        match model {
            DataModel::Ilp32 => Kind::Int,
            DataModel::Lp64 => Kind::Long,
        }
    }

    /// One of the ways to write the type: C lets the specifiers stand in any order.
    pub fn spell(self, random: &mut Random) -> &'static str {
        let spellings: &[&str] = match self {
            Kind::Bool => &["_Bool"],
            Kind::Char => &["char"],
            Kind::SChar => &["signed char", "char signed"],
            Kind::UChar => &["unsigned char"],
            Kind::Short => &["short", "short int", "signed short"],
            Kind::UShort => &["unsigned short", "short unsigned int"],
            Kind::Int => &["int", "signed", "signed int"],
            Kind::UInt => &["unsigned", "unsigned int"],
            Kind::Long => &["long", "long int", "signed long"],
            Kind::ULong => &["unsigned long", "long unsigned"],
            Kind::LongLong => &["long long", "long long int", "signed long long"],
            Kind::ULongLong => &["unsigned long long", "long unsigned long"],
        };
        let choice = if random.chance(80) { 0 } else { random.below(spellings.len()) };
        spellings[choice]
    }
}
