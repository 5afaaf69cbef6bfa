//! Declarations: random types, declarators and initialisers.

use super::expr::{Code, Effects, Scalar, level};
use super::kind::{Kind, MODELS};
use super::range::Range;
use super::scope::{Field, Generator, Keyword, Object, Pointer, Purity, Shape, Struct, Ty};

impl Generator {
    pub fn kind(&mut self) -> Kind {
        let kinds = [
            (5, Kind::Bool),
            (7, Kind::Char),
            (6, Kind::SChar),
            (8, Kind::UChar),
            (9, Kind::Short),
            (8, Kind::UShort),
            (24, Kind::Int),
            (14, Kind::UInt),
            (8, Kind::Long),
            (7, Kind::ULong),
            (8, Kind::LongLong),
            (7, Kind::ULongLong),
        ];
        self.weighted(&kinds).unwrap_or(Kind::Int)
    }

    /// An integer type, with limits in which arithmetic needs no guards about as often as without. Zero is always inside.
    pub fn scalar(&mut self) -> Scalar {
        if !self.enums.is_empty() && self.random.chance(8) {
            let (tag, negative) = self.enums[self.random.below(self.enums.len())].clone();
            let kind = if negative { Kind::Int } else { Kind::UInt };
            return Scalar { tag: Some(tag), ..Scalar::plain(kind) };
        }
        let kind = self.kind();
        let limits = [(0, 9), (-9, 9), (0, 100), (-100, 100), (-1000, 1000), (0, 255), (-30000, 30000), (0, 1)];
        let (low, high) = limits[self.random.below(limits.len())];
        let fits = MODELS.iter().all(|&model| kind.range(model).includes(Range::new(low, high)));
        if kind != Kind::Bool && fits && self.random.chance(45) {
            Scalar::limited(kind, low, high)
        } else {
            Scalar::plain(kind)
        }
    }

    pub fn plain_scalar(&mut self) -> Ty {
        let kind = self.kind();
        Ty::Scalar(Scalar::plain(kind))
    }

    /// The type of a variable.
    pub fn ty(&mut self) -> Ty {
        match self.weighted(&[(55, 0), (20, 1), (6, 2), (if self.structs.is_empty() { 0 } else { 19 }, 3)]) {
            Some(1) => {
                let element = self.element();
                Ty::Array(Box::new(element), 2 + self.random.below(5))
            }
            Some(2) => {
                let (rows, columns) = (2 + self.random.below(2), 2 + self.random.below(3));
                let row = Ty::Array(Box::new(Ty::Scalar(self.scalar())), columns);
                Ty::Array(Box::new(row), rows)
            }
            Some(3) => Ty::Struct(self.random.below(self.structs.len())),
            _ => Ty::Scalar(self.scalar()),
        }
    }

    fn element(&mut self) -> Ty {
        if !self.structs.is_empty() && self.random.chance(25) {
            return Ty::Struct(self.random.below(self.structs.len()));
        }
        if self.random.chance(60) { self.plain_scalar() } else { Ty::Scalar(self.scalar()) }
    }

    /// `int *name[3]` and the like. With an empty name: the type's name.
    pub fn declarator(&mut self, ty: &Ty, name: &str) -> String {
        match ty {
            Ty::Scalar(scalar) => {
                let spelling = match &scalar.tag {
                    Some(tag) => format!("enum {tag}"),
                    None => self.spell(scalar.kind),
                };
                let width = scalar.width.map(|width| format!(" : {width}")).unwrap_or_default();
                format!("{spelling} {name}{width}").trim_end().to_string()
            }
            Ty::Struct(index) => {
                let Struct { keyword, tag, .. } = &self.structs[*index];
                format!("{} {tag} {name}", keyword.text()).trim_end().to_string()
            }
            Ty::Array(element, count) => self.declarator(element, &format!("{name}[{count}]")),
            Ty::Pointer(pointer) => {
                let qualifier = if pointer.is_const { "const " } else { "" };
                format!("{qualifier}{}", self.declarator(&pointer.to, &format!("*{name}")))
            }
        }
    }

    /// An initialiser without side effects. What it leaves out is zero.
    pub fn initialiser(&mut self, ty: &Ty) -> Code {
        self.with_purity(Purity::Pure, |g| g.pure_initialiser(ty))
    }

    fn pure_initialiser(&mut self, ty: &Ty) -> Code {
        match ty {
            Ty::Scalar(scalar) => {
                let depth = if self.purity == Purity::Constant { self.random.below(2) } else { self.random.below(3) };
                let value = self.scalar_value(scalar, depth);
                Code::new(value.code.at(level::ASSIGN), level::ASSIGN, value.code.effects)
            }
            Ty::Array(element, count) => self.array_initialiser(element, *count),
            Ty::Struct(index) => self.struct_initialiser(*index),
            Ty::Pointer(pointer) => self.pointer_initialiser(pointer),
        }
    }

    fn pointer_initialiser(&mut self, pointer: &Pointer) -> Code {
        match self.random.pick(&pointer.origins).cloned() {
            Some(origin) => self.address(&origin, pointer.length),
            None => Code::new("0", level::PRIMARY, Effects::default()),
        }
    }

    /// A pointer inside must be set, for it is never null.
    fn needs_all(&self, ty: &Ty) -> bool {
        match ty {
            Ty::Scalar(_) => false,
            Ty::Array(element, _) => self.needs_all(element),
            Ty::Struct(index) => self.structs[*index].fields.iter().any(|field| self.needs_all(&field.ty)),
            Ty::Pointer(_) => true,
        }
    }

    fn array_initialiser(&mut self, element: &Ty, count: usize) -> Code {
        let needs_all = self.needs_all(element);
        if is_char(element) && count > 2 && self.random.chance(50) {
            let mut word = self.word();
            word.truncate(count);
            return Code::new(format!("\"{word}\""), level::ASSIGN, Effects::default());
        }
        if !needs_all && self.random.chance(8) {
            return Code::new("{ 0 }", level::PRIMARY, Effects::default());
        }
        let mut parts = Vec::new();
        let mut effects = Effects::default();
        let mut index = 0;
        while index < count {
            if !needs_all && index > 0 && self.random.chance(8) {
                break;
            }
            let skip = if needs_all || !self.random.chance(8) { 0 } else { self.random.below(count - index) };
            let value = self.initialiser(element);
            effects = effects.and(value.effects);
            let designator =
                if skip > 0 || self.random.chance(5) { format!("[{}] = ", index + skip) } else { String::new() };
            parts.push(format!("{designator}{}", value.text));
            index += skip + 1;
        }
        Code::new(format!("{{ {} }}", parts.join(", ")), level::PRIMARY, effects)
    }

    fn struct_initialiser(&mut self, index: usize) -> Code {
        if self.structs[index].keyword == Keyword::Union {
            return self.union_initialiser(index);
        }
        let fields = self.structs[index].fields.clone();
        let designated = self.random.chance(45);
        let mut order: Vec<&Field> = fields.iter().collect();
        if designated && self.random.chance(40) {
            order.reverse();
        }
        let mut parts = Vec::new();
        let mut effects = Effects::default();
        for field in order {
            if designated && !self.needs_all(&field.ty) && !parts.is_empty() && self.random.chance(20) {
                continue;
            }
            let value = self.initialiser(&field.ty);
            effects = effects.and(value.effects);
            let designator = if designated { format!(".{} = ", field.name) } else { String::new() };
            parts.push(format!("{designator}{}", value.text));
        }
        Code::new(format!("{{ {} }}", parts.join(", ")), level::PRIMARY, effects)
    }

    /// Declares a struct and prints it.
    pub fn declare_struct(&mut self) {
        let tag = self.name("@S");
        let count = 2 + self.random.below(4);
        let mut fields = Vec::new();
        for _ in 0..count {
            let name = self.name("m");
            let ty = self.field_type();
            fields.push(Field { name, ty });
        }
        self.declare_record(Struct { keyword: Keyword::Struct, tag, fields });
    }

    pub fn declare_record(&mut self, record: Struct) {
        self.line(format!("{} {} {{", record.keyword.text(), record.tag));
        for field in &record.fields {
            let text = self.declarator(&field.ty, &field.name);
            self.line(format!("    {text};"));
        }
        self.line("};");
        self.structs.push(record);
    }

    fn field_type(&mut self) -> Ty {
        let nested = if self.structs.is_empty() { 0 } else { 12 };
        match self.weighted(&[(50, 0), (18, 1), (15, 2), (nested, 3), (8, 4)]) {
            Some(1) => self.bit_field(),
            Some(2) => {
                let element = self.plain_scalar();
                Ty::Array(Box::new(element), 2 + self.random.below(3))
            }
            Some(3) => Ty::Struct(self.random.below(self.structs.len())),
            Some(4) => self.pointer_field().unwrap_or_else(|| self.plain_scalar()),
            _ => Ty::Scalar(self.scalar()),
        }
    }

    fn bit_field(&mut self) -> Ty {
        let kinds =
            [(30, Kind::Int), (40, Kind::UInt), (8, Kind::Bool), (8, Kind::UChar), (7, Kind::SChar), (7, Kind::Short)];
        let kind = self.weighted(&kinds).unwrap_or(Kind::Int);
        if self.shape == Shape::Wide && self.random.chance(15) {
            let kind = if self.random.chance(50) { Kind::LongLong } else { Kind::ULongLong };
            let width = 33 + self.random.below(31) as u32;
            return Ty::Scalar(Scalar { width: Some(width), ..Scalar::plain(kind) });
        }
        let widest = if self.shape == Shape::Wide { 32 } else { 30 };
        let most = kind.bits(MODELS[0]).min(widest) as usize;
        let width = if kind == Kind::Bool { 1 } else { 1 + self.random.below(most) };
        // `int` as a bit-field is signed with gcc; one bit of it holds 0 and -1.
        Ty::Scalar(Scalar { width: Some(width as u32), ..Scalar::plain(kind) })
    }

    /// Points to a static object, so that copies of the struct need no care.
    fn pointer_field(&mut self) -> Option<Ty> {
        let to = self.pointee_of(|object| matches!(object.ty, Ty::Scalar(_) | Ty::Array(..)))?;
        let origins = self.origins(&to, 1);
        let targets = origins.iter().fold(0, |all, origin| all | origin.mask);
        let pointer = Pointer { to, length: 1, base: None, is_nullable: false, targets, is_const: false, origins };
        (!pointer.origins.is_empty()).then(|| Ty::Pointer(Box::new(pointer)))
    }

    /// A type to which some visible object offers an address.
    pub fn pointee_of(&mut self, wanted: impl Fn(&Object) -> bool) -> Option<Ty> {
        let objects: Vec<Object> = self
            .visible()
            .into_iter()
            .filter(|object| !object.is_const && object.name != "v" && wanted(object))
            .collect();
        let mut ty = self.random.pick(&objects)?.ty.clone();
        loop {
            ty = match ty {
                Ty::Array(element, _) => *element,
                Ty::Struct(index) if self.random.chance(50) => {
                    let fields = &self.structs[index].fields;
                    fields[self.random.below(fields.len())].ty.clone()
                }
                Ty::Struct(index) => return Some(Ty::Struct(index)),
                Ty::Scalar(scalar) => return scalar.width.is_none().then_some(Ty::Scalar(scalar)),
                Ty::Pointer(_) => return None,
            };
        }
    }
}

/// A string literal may initialise it; its letters would break limits.
fn is_char(element: &Ty) -> bool {
    match element {
        Ty::Scalar(scalar) => {
            matches!(scalar.kind, Kind::Char | Kind::SChar | Kind::UChar)
                && scalar.limits.is_none()
                && scalar.tag.is_none()
        }
        Ty::Struct(_) | Ty::Array(..) | Ty::Pointer(_) => false,
    }
}
