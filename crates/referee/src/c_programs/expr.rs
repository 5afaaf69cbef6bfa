//! Pieces of C text that know what they do: type and interval of their value in both data models, and which objects they
//! read and write. The constructors refuse whatever might be undefined or unspecified.

use super::kind::{Kind, MODELS};
use super::range::{self, Op, Range};

/// Objects are bits: 0–63 have static storage, 64–71 stand for what the pointer parameters point to, the others are local.
pub type Mask = u128;
pub const STATICS: Mask = (1 << 64) - 1;
pub const POINTEES: Mask = 0xff << 64;

#[derive(Clone, Copy, Default, Debug)]
pub struct Effects {
    pub reads: Mask,
    pub writes: Mask,
}

impl Effects {
    pub fn read(mask: Mask) -> Effects {
        Effects { reads: mask, writes: 0 }
    }

    pub fn write(mask: Mask) -> Effects {
        Effects { reads: 0, writes: mask }
    }

    pub fn and(self, other: Effects) -> Effects {
        Effects { reads: self.reads | other.reads, writes: self.writes | other.writes }
    }

    /// May the two be evaluated in either order with different results?
    pub fn clash(self, other: Effects) -> bool {
        meet(self.writes, other.reads | other.writes) || meet(other.writes, self.reads)
    }
}

/// What a parameter points to may be any static object or what another one points to.
fn meet(left: Mask, right: Mask) -> bool {
    let spread = |mask: Mask| if mask & POINTEES == 0 { mask } else { mask | STATICS | POINTEES };
    spread(left) & right != 0 || left & spread(right) != 0
}

/// How tightly a piece of text binds, as in C's grammar.
pub mod level {
    pub const COMMA: u8 = 0;
    pub const ASSIGN: u8 = 1;
    pub const CONDITIONAL: u8 = 2;
    pub const OR: u8 = 3;
    pub const AND: u8 = 4;
    pub const UNARY: u8 = 13;
    pub const POSTFIX: u8 = 14;
    pub const PRIMARY: u8 = 15;
}

/// Any expression: also of pointer and struct type.
#[derive(Clone, Debug)]
pub struct Code {
    pub text: String,
    pub level: u8,
    pub effects: Effects,
}

impl Code {
    pub fn new(text: impl Into<String>, level: u8, effects: Effects) -> Code {
        Code { text: text.into(), level, effects }
    }

    /// The text where at least `level` is needed.
    pub fn at(&self, level: u8) -> String {
        if self.level >= level { self.text.clone() } else { format!("({})", self.text) }
    }

    /// A unary operator in front; `- -x` and `& &x` must not grow together.
    pub fn prefix(&self, op: &str) -> String {
        let operand = self.at(level::UNARY);
        let grows =
            matches!((op.chars().last(), operand.chars().next()), (Some(l), Some(r)) if l == r && l != '!' && l != '*');
        if grows { format!("{op}({operand})") } else { format!("{op}{operand}") }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Typed {
    pub kind: Kind,
    pub range: Range,
}

/// An expression of integer type.
#[derive(Clone, Debug)]
pub struct Expr {
    pub code: Code,
    /// In the order of `MODELS`.
    pub types: [Typed; 2],
    /// A bit-field read, or an assignment to one, has a type that only promotion makes clear.
    pub is_bit_field: bool,
}

impl Expr {
    pub fn new(code: Code, types: [Typed; 2]) -> Expr {
        Expr { code, types, is_bit_field: false }
    }

    /// The value is in the range in both models.
    pub fn fits(&self, range: Range) -> bool {
        self.types.iter().all(|typed| range.includes(typed.range))
    }

    pub fn is_signed(&self) -> bool {
        self.types.iter().all(|typed| typed.kind.promote().is_signed())
    }

    /// Known to lie in `range`, for a reason that the intervals do not see.
    pub fn narrowed(mut self, range: Range) -> Expr {
        for typed in &mut self.types {
            typed.range = range;
        }
        self
    }

    fn promoted(&self, model: usize) -> Typed {
        let Typed { kind, range } = self.types[model];
        Typed { kind: kind.promote(), range }
    }
}

fn for_models(mut typed: impl FnMut(usize) -> Option<Typed>) -> Option<[Typed; 2]> {
    Some([typed(0)?, typed(1)?])
}

fn spelling(op: Op) -> (&'static str, u8) {
    match op {
        Op::Or => ("|", 5),
        Op::Xor => ("^", 6),
        Op::And => ("&", 7),
        Op::Eq => ("==", 8),
        Op::Ne => ("!=", 8),
        Op::Lt => ("<", 9),
        Op::Le => ("<=", 9),
        Op::Gt => (">", 9),
        Op::Ge => (">=", 9),
        Op::Shl => ("<<", 10),
        Op::Shr => (">>", 10),
        Op::Add => ("+", 11),
        Op::Sub => ("-", 11),
        Op::Mul => ("*", 12),
        Op::Div => ("/", 12),
        Op::Rem => ("%", 12),
    }
}

/// Type and interval of `left op right`.
fn operate(op: Op, left: &Expr, right: &Expr) -> Option<[Typed; 2]> {
    for_models(|index| {
        let model = MODELS[index];
        let (left, right) = (left.promoted(index), right.promoted(index));
        if matches!(op, Op::Shl | Op::Shr) {
            let range = range::binary(op, left.kind, model, left.range, right.range)?;
            return Some(Typed { kind: left.kind, range });
        }
        let common = Kind::common(left.kind, right.kind, model);
        let (low, high) = (left.range.convert(common, model), right.range.convert(common, model));
        let range = range::binary(op, common, model, low, high)?;
        let compares = matches!(op, Op::Lt | Op::Le | Op::Gt | Op::Ge | Op::Eq | Op::Ne);
        Some(Typed { kind: if compares { Kind::Int } else { common }, range })
    })
}

pub fn binary(op: Op, left: &Expr, right: &Expr) -> Option<Expr> {
    if left.code.effects.clash(right.code.effects) {
        return None;
    }
    let types = operate(op, left, right)?;
    let (sign, level) = spelling(op);
    let text = format!("{} {sign} {}", left.code.at(level), right.code.at(level + 1));
    Some(Expr::new(Code::new(text, level, left.code.effects.and(right.code.effects)), types))
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unary {
    Plus,
    Minus,
    Complement,
    Not,
}

pub fn unary(op: Unary, operand: &Expr) -> Option<Expr> {
    let types = for_models(|index| {
        let Typed { kind, range } = operand.promoted(index);
        Some(match op {
            Unary::Plus => Typed { kind, range },
            Unary::Minus => Typed { kind, range: range::negate(kind, MODELS[index], range)? },
            Unary::Complement => Typed { kind, range: range::complement(kind, MODELS[index], range) },
            Unary::Not => Typed { kind: Kind::Int, range: Range::BIT },
        })
    })?;
    let sign = match op {
        Unary::Plus => "+",
        Unary::Minus => "-",
        Unary::Complement => "~",
        Unary::Not => "!",
    };
    Some(Expr::new(Code::new(operand.code.prefix(sign), level::UNARY, operand.code.effects), types))
}

pub fn cast(kind: Kind, spelling: &str, operand: &Expr) -> Expr {
    let convert = |index: usize| Typed { kind, range: operand.types[index].range.convert(kind, MODELS[index]) };
    let text = format!("({spelling}){}", operand.code.at(level::UNARY));
    Expr::new(Code::new(text, level::UNARY, operand.code.effects), [convert(0), convert(1)])
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Logical {
    And,
    Or,
}

/// `&&` and `||` are sequenced: effects cannot clash.
pub fn logical(op: Logical, left: &Code, right: &Code) -> Expr {
    let (sign, level) = match op {
        Logical::And => ("&&", level::AND),
        Logical::Or => ("||", level::OR),
    };
    let text = format!("{} {sign} {}", left.at(level), right.at(level + 1));
    boolean(Code::new(text, level, left.effects.and(right.effects)))
}

/// An `int` that is 0 or 1.
pub fn boolean(code: Code) -> Expr {
    Expr::new(code, [Typed { kind: Kind::Int, range: Range::BIT }; 2])
}

pub fn conditional(condition: &Code, then: &Expr, other: &Expr) -> Expr {
    let merge = |index: usize| {
        let (model, then, other) = (MODELS[index], then.promoted(index), other.promoted(index));
        let kind = Kind::common(then.kind, other.kind, model);
        Typed { kind, range: then.range.convert(kind, model).join(other.range.convert(kind, model)) }
    };
    Expr::new(choice(condition, &then.code, &other.code), [merge(0), merge(1)])
}

/// `condition ? then : other` of any type.
pub fn choice(condition: &Code, then: &Code, other: &Code) -> Code {
    let text =
        format!("{} ? {} : {}", condition.at(level::OR), then.at(level::CONDITIONAL), other.at(level::CONDITIONAL));
    Code::new(text, level::CONDITIONAL, condition.effects.and(then.effects).and(other.effects))
}

pub fn comma(first: &Code, second: &Expr) -> Option<Expr> {
    if second.is_bit_field {
        return None;
    }
    let text = format!("{}, {}", first.at(level::COMMA), second.code.at(level::ASSIGN));
    Some(Expr::new(Code::new(text, level::COMMA, first.effects.and(second.code.effects)), second.types))
}

/// A scalar lvalue.
#[derive(Clone, Debug)]
pub struct Place {
    /// Its effects are those of finding the place.
    pub code: Code,
    pub mask: Mask,
    pub scalar: Scalar,
    pub is_const: bool,
}

/// An integer type with what every value stored in it satisfies.
#[derive(Clone, PartialEq, Debug)]
pub struct Scalar {
    pub kind: Kind,
    /// The tag, when it is an enumeration.
    pub tag: Option<String>,
    /// Of a bit-field.
    pub width: Option<u32>,
    pub limits: Option<Range>,
}

impl Scalar {
    pub fn plain(kind: Kind) -> Scalar {
        Scalar { kind, tag: None, width: None, limits: None }
    }

    pub fn limited(kind: Kind, low: i128, high: i128) -> Scalar {
        Scalar { limits: Some(Range::new(low, high)), ..Scalar::plain(kind) }
    }

    /// What the storage holds, without the limits.
    fn storage(&self, model: usize) -> Range {
        match self.width {
            Some(width) if self.kind != Kind::Bool => Range::of_bits(width, self.kind.is_signed()),
            Some(_) | None => self.kind.range(MODELS[model]),
        }
    }

    /// After storing `range`.
    fn stored(&self, range: Range, model: usize) -> Range {
        match self.width {
            Some(_) if self.kind != Kind::Bool => range.wrap_into(self.storage(model)),
            Some(_) | None => range.convert(self.kind, MODELS[model]),
        }
    }

    /// Wider than `int`: gcc computes with such a bit-field in a type of just its width, so it is always converted.
    fn is_wide(&self) -> bool {
        self.width.is_some_and(|width| width > 32)
    }

    fn typed(&self, model: usize) -> Typed {
        // A bit-field whose values fit into `int` promotes to it, whatever it was declared as.
        let kind = if self.width.is_some_and(|width| width < 32) { Kind::Int } else { self.kind };
        Typed { kind, range: self.limits.unwrap_or(self.storage(model)) }
    }
}

impl Place {
    pub fn load(&self) -> Expr {
        let code = Code::new(self.code.text.clone(), self.code.level, self.code.effects.and(Effects::read(self.mask)));
        self.settled(code)
    }

    /// `code` has the value of the place.
    fn settled(&self, code: Code) -> Expr {
        let types = [self.scalar.typed(0), self.scalar.typed(1)];
        if !self.scalar.is_wide() {
            return Expr { code, types, is_bit_field: self.scalar.width.is_some() };
        }
        let name = if self.scalar.kind.is_signed() { "long long" } else { "unsigned long long" };
        Expr::new(Code::new(format!("({name}){}", code.at(level::UNARY)), level::UNARY, code.effects), types)
    }

    /// May the value be stored, seen from the limits?
    fn admits(&self, types: &[Typed; 2]) -> bool {
        let stays = |limits: Range| (0..2).all(|index| limits.includes(self.scalar.stored(types[index].range, index)));
        !self.is_const && self.scalar.limits.is_none_or(stays)
    }

    fn outcome(&self, text: String, level: u8, effects: Effects) -> Expr {
        let code = Code::new(text, level, effects.and(self.code.effects).and(Effects::write(self.mask)));
        self.settled(code)
    }

    /// The store must not meet another write to the place, nor finding the place a write of what it reads.
    fn is_apart(&self, value: &Expr) -> bool {
        let (finding, computing) = (self.code.effects, value.code.effects);
        !meet(self.mask, finding.writes | computing.writes) && !finding.clash(computing)
    }
}

pub fn assign(place: &Place, value: &Expr) -> Option<Expr> {
    if !place.is_apart(value) || !place.admits(&value.types) {
        return None;
    }
    let text = format!("{} = {}", place.code.at(level::UNARY), value.code.at(level::ASSIGN));
    Some(place.outcome(text, level::ASSIGN, value.code.effects))
}

/// `place op= value` reads the place: it must not be written while the value is computed.
pub fn compound(op: Op, place: &Place, value: &Expr) -> Option<Expr> {
    let old = place.load();
    let types = operate(op, &old, value)?;
    if place.scalar.is_wide()
        || !place.is_apart(value)
        || old.code.effects.clash(value.code.effects)
        || !place.admits(&types)
    {
        return None;
    }
    let text = format!("{} {}= {}", place.code.at(level::UNARY), spelling(op).0, value.code.at(level::ASSIGN));
    Some(place.outcome(text, level::ASSIGN, value.code.effects.and(Effects::read(place.mask))))
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    PreUp,
    PreDown,
    PostUp,
    PostDown,
}

pub fn step(step: Step, place: &Place) -> Option<Expr> {
    let one = Expr::new(Code::new("1", level::PRIMARY, Effects::default()), [one(); 2]);
    let op = if matches!(step, Step::PreUp | Step::PostUp) { Op::Add } else { Op::Sub };
    let types = operate(op, &place.load(), &one)?;
    if place.scalar.is_wide() || !place.admits(&types) {
        return None;
    }
    let (text, level) = match step {
        Step::PreUp => (format!("++{}", place.code.at(level::UNARY)), level::UNARY),
        Step::PreDown => (format!("--{}", place.code.at(level::UNARY)), level::UNARY),
        Step::PostUp => (format!("{}++", place.code.at(level::POSTFIX)), level::POSTFIX),
        Step::PostDown => (format!("{}--", place.code.at(level::POSTFIX)), level::POSTFIX),
    };
    Some(place.outcome(text, level, Effects::read(place.mask)))
}

fn one() -> Typed {
    Typed { kind: Kind::Int, range: Range::single(1) }
}
