//! What depends on the bytes of objects: unions, objects seen through another type, copies of bytes; and variadic functions,
//! whose arguments are read by type. Compile with `-fno-strict-aliasing`.

use super::expr::{Code, Effects, Place, Scalar, level};
use super::kind::{Kind, MODELS};
use super::scope::{Callee, Field, Function, Generator, Keyword, Shape, Struct, Ty};

/// Kinds of one size under both models, with that size in bytes.
const SIZED: [(Kind, usize); 9] = [
    (Kind::UChar, 1),
    (Kind::SChar, 1),
    (Kind::Char, 1),
    (Kind::Short, 2),
    (Kind::UShort, 2),
    (Kind::Int, 4),
    (Kind::UInt, 4),
    (Kind::LongLong, 8),
    (Kind::ULongLong, 8),
];

impl Generator {
    /// A union of two to four members of one size.
    pub fn declare_union(&mut self) {
        let tag = self.name("@U");
        let size = [2, 4, 8][self.random.below(3)];
        let fitting: Vec<(Kind, usize)> = SIZED.into_iter().filter(|(_, bytes)| *bytes <= size).collect();
        let mut fields = Vec::new();
        for _ in 0..2 + self.random.below(3) {
            let (kind, bytes) = fitting[self.random.below(fitting.len())];
            let element = Ty::Scalar(Scalar::plain(kind));
            let ty = if bytes == size { element } else { Ty::Array(Box::new(element), size / bytes) };
            fields.push(Field { name: self.name("u"), ty });
        }
        self.declare_record(Struct { keyword: Keyword::Union, tag, fields });
    }

    /// One member, which defines all bytes.
    pub fn union_initialiser(&mut self, index: usize) -> Code {
        let number = self.random.below(self.structs[index].fields.len());
        let field = self.structs[index].fields[number].clone();
        let value = self.initialiser(&field.ty);
        let designator =
            if number > 0 || self.random.chance(50) { format!(".{} = ", field.name) } else { String::new() };
        Code::new(format!("{{ {designator}{} }}", value.text), level::PRIMARY, value.effects)
    }

    /// The place itself, or now and then a part of its bytes seen through another type.
    pub fn viewed(&mut self, place: Place) -> Place {
        let Some(size) = raw_size(&place.scalar).filter(|_| self.shape == Shape::Wide && self.random.chance(8)) else {
            return place;
        };
        let fitting: Vec<(Kind, usize)> = SIZED.into_iter().filter(|(_, bytes)| *bytes <= size).collect();
        let (kind, bytes) = fitting[self.random.below(fitting.len())];
        let index = self.random.below(size / bytes);
        let name = self.spell(kind);
        let address = place.code.prefix("&");
        let text = if index == 0 && self.random.chance(50) {
            format!("*({name} *){address}")
        } else {
            format!("(({name} *){address})[{index}]")
        };
        let level = if text.starts_with('*') { level::UNARY } else { level::POSTFIX };
        let code = Code::new(text, level, place.code.effects);
        Place { code, scalar: Scalar::plain(kind), ..place }
    }

    /// `memcpy` or `memset` of the bytes that both places have under both models.
    pub fn copy_bytes(&mut self) -> Option<()> {
        let target = self.target()?;
        let size = raw_size(&target.scalar)?;
        let address = target.code.prefix("&");
        let finding = target.code.effects;
        if self.random.chance(30) {
            let count = 1 + self.random.below(size);
            let (byte, effects) = (self.random.below(256), finding.and(Effects::write(target.mask)));
            self.statement(format!("memset({address}, {byte}, {count});"), effects);
            return Some(());
        }
        let source = self.place()?;
        let count = 1 + self.random.below(size.min(raw_size(&source.scalar)?));
        let reading = source.load().code.effects;
        let effects = finding.and(reading).and(Effects::write(target.mask));
        // The two must not overlap, and finding one must not move the other.
        if Effects::write(target.mask).clash(reading)
            || Effects::write(target.mask).clash(finding)
            || finding.clash(reading)
        {
            return None;
        }
        self.statement(format!("memcpy({address}, {}, {count});", source.code.prefix("&")), effects);
        Some(())
    }

    /// Whether a function takes `...`, and after how many parameters.
    pub fn variadic(&mut self) -> Option<usize> {
        (self.shape == Shape::Wide && self.random.chance(15)).then_some(1)
    }

    /// A number, and then integers that need no promotion, and pointers.
    pub fn variadic_params(&mut self) -> Vec<Ty> {
        let kinds = [Kind::Int, Kind::UInt, Kind::Long, Kind::ULong, Kind::LongLong, Kind::ULongLong];
        let mut params = vec![Ty::Scalar(Scalar::plain(Kind::Int))];
        for _ in 0..1 + self.random.below(4) {
            let is_pointer = self.random.chance(25);
            let kind = kinds[self.random.below(kinds.len())];
            params.push(if is_pointer { self.pointer_param() } else { Ty::Scalar(Scalar::plain(kind)) });
        }
        params
    }

    /// `T a = __builtin_va_arg(ap, T);` for the last `count` parameters, which are declared already.
    pub fn fetch_unnamed(&mut self, count: usize) {
        if count == 0 {
            return;
        }
        let unnamed = self.objects[self.objects.len() - count..].to_vec();
        let last = self.objects[self.objects.len() - count - 1].name.clone();
        let list = self.name("list");
        self.line(format!("__builtin_va_list {list};"));
        self.line(format!("__builtin_va_start({list}, {last});"));
        for object in unnamed {
            let (declarator, name) = (self.declarator(&object.ty, &object.name), self.declarator(&object.ty, ""));
            self.line(format!("{declarator} = __builtin_va_arg({list}, {name});"));
        }
        self.line(format!("__builtin_va_end({list});"));
    }
}

impl Function {
    /// It has a name, and a pointer to it has a type that can be called with its parameters.
    pub fn is_plain(&self) -> bool {
        matches!(self.callee, Callee::Name(_)) && !self.is_recursive && self.variadic.is_none()
    }
}

/// So many bytes under both models may be read and written as they are: no limits, no bit-field, no value that is none.
fn raw_size(scalar: &Scalar) -> Option<usize> {
    let is_raw = scalar.kind != Kind::Bool && scalar.tag.is_none() && scalar.width.is_none() && scalar.limits.is_none();
    is_raw.then(|| MODELS.iter().map(|&model| scalar.kind.bits(model) as usize / 8).min().unwrap_or(1))
}
