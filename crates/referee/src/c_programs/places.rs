//! Places: from a visible object down through indices, fields and pointers to an integer.

use super::expr::{Code, Effects, Mask, Place, level};
use super::range::Range;
use super::scope::{Generator, Object, Origin, Pointer, Purity, Ty};

impl Generator {
    /// Some place to read.
    pub fn place(&mut self) -> Option<Place> {
        let visible = self.visible();
        for _ in 0..4 {
            let object = self.random.pick(&visible)?.clone();
            let (code, mask) = (object.code(), object.mask);
            if let Some(mut place) = self.descend(code, &object.ty, mask) {
                place.is_const |= object.is_const && !matches!(object.ty, Ty::Pointer(_));
                return Some(place);
            }
        }
        None
    }

    /// Some place to write.
    pub fn target(&mut self) -> Option<Place> {
        (0..6).find_map(|_| self.place().filter(|place| !place.is_const))
    }

    /// `code` is an lvalue of this type that is part of the objects `mask`.
    pub fn descend(&mut self, code: Code, ty: &Ty, mask: Mask) -> Option<Place> {
        match ty {
            Ty::Scalar(scalar) => Some(self.viewed(Place { code, mask, scalar: scalar.clone(), is_const: false })),
            Ty::Array(element, count) => {
                let index = self.index(*count);
                let element_code = subscript(&code, &index, self.random.below(20));
                self.descend(element_code, element, mask)
            }
            Ty::Struct(index) => {
                let field = self.random.below(self.structs[*index].fields.len());
                let field = self.structs[*index].fields[field].clone();
                let text = format!("{}.{}", code.at(level::POSTFIX), field.name);
                self.descend(Code::new(text, level::POSTFIX, code.effects), &field.ty, mask)
            }
            Ty::Pointer(pointer) => {
                let read = Code { effects: code.effects.and(Effects::read(mask)), ..code };
                if pointer.is_nullable { None } else { self.descend_pointer(read, pointer) }
            }
        }
    }

    /// `code` is a value of this type that is not null.
    pub fn descend_pointer(&mut self, code: Code, pointer: &Pointer) -> Option<Place> {
        let pointee = match &pointer.to {
            Ty::Struct(index) if self.random.chance(85) => {
                let field = self.random.below(self.structs[*index].fields.len());
                let field = self.structs[*index].fields[field].clone();
                let text = format!("{}->{}", code.at(level::POSTFIX), field.name);
                return self.qualified(Code::new(text, level::POSTFIX, code.effects), &field.ty, pointer);
            }
            Ty::Scalar(_) | Ty::Struct(_) | Ty::Array(..) | Ty::Pointer(_) => self.dereference(&code, pointer),
        };
        self.qualified(pointee, &pointer.to, pointer)
    }

    fn qualified(&mut self, code: Code, ty: &Ty, pointer: &Pointer) -> Option<Place> {
        let mut place = self.descend(code, ty, pointer.targets)?;
        place.is_const |= pointer.is_const;
        Some(place)
    }

    fn dereference(&mut self, code: &Code, pointer: &Pointer) -> Code {
        if let Some((base, count)) = pointer.base.as_ref().filter(|_| self.random.chance(40)) {
            // From wherever it points to now to a chosen element. An unsigned index would make the distance wrap around.
            let index = self.index(*count);
            let effects = code.effects.and(index.effects);
            let distance = format!("(int){} - ({} - {base})", index.at(level::UNARY), code.at(11));
            let distance = Code::new(distance, 11, effects);
            return subscript(code, &distance, self.random.below(20));
        }
        if pointer.length > 1 || self.random.chance(20) {
            let index = self.index(pointer.length);
            return subscript(code, &index, self.random.below(20));
        }
        Code::new(code.prefix("*"), level::UNARY, code.effects)
    }

    /// An index into `count` elements, without side effects.
    pub fn index(&mut self, count: usize) -> Code {
        let range = Range::new(0, count as i128 - 1);
        let index = if count == 1 || self.nesting > 1 || self.random.chance(35) {
            super::literals::small(self.random.below(count) as i64)
        } else if let Some(counter) = self.counter(range).filter(|_| self.purity != Purity::Constant) {
            counter
        } else {
            let depth = if self.nesting == 0 { 1 } else { 0 };
            self.nesting += 1;
            let value = self.with_purity(Purity::Pure, |g| g.value(depth));
            self.nesting -= 1;
            self.fit(value, range)
        };
        index.code
    }

    /// A visible variable that is always in the range.
    fn counter(&mut self, range: Range) -> Option<super::expr::Expr> {
        let fitting = |object: &Object| match &object.ty {
            Ty::Scalar(scalar) => scalar.limits.is_some_and(|limits| range.includes(limits)),
            Ty::Struct(_) | Ty::Array(..) | Ty::Pointer(_) => false,
        };
        let counters: Vec<Object> = self.visible().into_iter().filter(fitting).collect();
        let counter = self.random.pick(&counters)?.clone();
        Some(self.descend(counter.code(), &counter.ty, counter.mask)?.load())
    }

    /// All visible pointer variables, with the code to read them.
    pub fn pointers(&self) -> Vec<(String, Mask, Pointer)> {
        let pointer = |object: Object| match object.ty {
            Ty::Pointer(pointer) => Some((object.name, object.mask, *pointer)),
            Ty::Scalar(_) | Ty::Struct(_) | Ty::Array(..) => None,
        };
        self.visible().into_iter().filter_map(pointer).collect()
    }

    /// Where a pointer to `length` elements of `to` may point. `v` is never among them: it is redeclared in inner scopes.
    pub fn origins(&self, to: &Ty, length: usize) -> Vec<Origin> {
        let mut found = Vec::new();
        for object in self.visible() {
            if !object.is_const && object.name != "v" {
                self.collect(&object.name, &object.ty, object.mask, (to, length), &mut found);
            }
        }
        found
    }

    fn collect(&self, text: &str, ty: &Ty, mask: Mask, wanted: (&Ty, usize), found: &mut Vec<Origin>) {
        if ty == wanted.0 && wanted.1 == 1 {
            found.push(Origin { text: text.to_string(), count: None, mask });
        }
        match ty {
            Ty::Array(element, count) if **element == *wanted.0 && *count >= wanted.1 => {
                found.push(Origin { text: text.to_string(), count: Some(*count), mask });
            }
            Ty::Array(element, count) => {
                self.collect(&format!("{text}[{}]", count - 1), element, mask, wanted, found);
            }
            Ty::Struct(index) => {
                for field in &self.structs[*index].fields {
                    self.collect(&format!("{text}.{}", field.name), &field.ty, mask, wanted, found);
                }
            }
            Ty::Scalar(_) | Ty::Pointer(_) => {}
        }
    }

    /// The address of `length` elements at the origin.
    pub fn address(&mut self, origin: &Origin, length: usize) -> Code {
        let Some(count) = origin.count else {
            return Code::new(format!("&{}", origin.text), level::UNARY, Effects::default());
        };
        let index = self.index(count - length + 1);
        match self.random.below(3) {
            0 => Code::new(format!("&{}[{}]", origin.text, index.text), level::UNARY, index.effects),
            1 if index.text == "0" => Code::new(origin.text.clone(), level::PRIMARY, Effects::default()),
            _ => Code::new(format!("{} + {}", origin.text, index.at(12)), 11, index.effects),
        }
    }
}

/// `a[i]`, now and then `*(a + i)`, and seldom `i[a]`.
fn subscript(array: &Code, index: &Code, choice: usize) -> Code {
    let effects = array.effects.and(index.effects);
    match choice {
        0 => Code::new(format!("{}[{}]", index.at(level::POSTFIX), array.text), level::POSTFIX, effects),
        1 | 2 => Code::new(format!("*({} + {})", array.at(11), index.at(12)), level::UNARY, effects),
        _ => Code::new(format!("{}[{}]", array.at(level::POSTFIX), index.text), level::POSTFIX, effects),
    }
}
