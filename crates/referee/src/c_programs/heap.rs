//! Pointers and what they need: variables that point to objects, heap objects, linked lists.

use super::expr::{Effects, Scalar, level};
use super::scope::{Frame, Generator, Object, Origin, Pointer, Purity, Ty};

impl Generator {
    /// `T *p = &x;`, or with two levels `T **pp = &p;`.
    pub fn declare_pointer(&mut self, levels: usize) {
        let pointer = if levels == 2 { self.pointer_to_pointer() } else { self.pointer_to_object() };
        let Some(pointer) = pointer else { return };
        let name = self.name(if levels == 2 { "q" } else { "p" });
        let origin = self.random.pick(&pointer.origins).cloned();
        let Some(origin) = origin else { return };
        let mut value = self.address(&origin, pointer.length);
        if pointer.is_nullable && self.random.chance(60) {
            let condition = self.with_purity(Purity::Pure, |g| g.condition(1));
            let null = super::expr::Code::new("0", level::PRIMARY, Effects::default());
            value = super::expr::choice(&condition.code, &null, &value);
        }
        let ty = Ty::Pointer(Box::new(pointer));
        let declarator = self.declarator(&ty, &name);
        self.statement(format!("{declarator} = {};", value.text), value.effects);
        let mask = self.local_mask();
        self.objects.push(Object { name, ty, mask, is_const: false });
    }

    fn pointer_to_object(&mut self) -> Option<Pointer> {
        let to = self.pointee_of(|_| true)?;
        let mut origins = self.origins(&to, 1);
        while origins.len() > 3 {
            let index = self.random.below(origins.len());
            origins.remove(index);
        }
        let arrays: Vec<Origin> = origins.iter().filter(|origin| origin.count.is_some()).cloned().collect();
        let mut base = None;
        if let Some(array) = self.random.pick(&arrays).cloned().filter(|_| self.random.chance(60)) {
            base = array.count.map(|count| (array.text.clone(), count));
            origins = vec![array];
        }
        let is_nullable = base.is_none() && self.random.chance(25);
        let targets = origins.iter().fold(0, |all, origin| all | origin.mask);
        let is_const = self.random.chance(8);
        (!origins.is_empty()).then_some(Pointer { to, length: 1, base, is_nullable, targets, is_const, origins })
    }

    fn pointer_to_pointer(&mut self) -> Option<Pointer> {
        let is_simple = |object: &Object| match &object.ty {
            Ty::Pointer(pointer) => {
                !object.is_const && !pointer.is_const && !pointer.is_nullable && !matches!(pointer.to, Ty::Pointer(_))
            }
            Ty::Scalar(_) | Ty::Struct(_) | Ty::Array(..) => false,
        };
        let pointers: Vec<Object> = self.visible().into_iter().filter(is_simple).collect();
        let object = self.random.pick(&pointers)?.clone();
        let origins = vec![Origin { text: object.name, count: None, mask: object.mask }];
        let targets = object.mask;
        Some(Pointer { to: object.ty, length: 1, base: None, is_nullable: false, targets, is_const: false, origins })
    }

    /// Memory is allocated, filled, used and freed; nothing leaves the block in between.
    pub fn heap(&mut self) {
        let to = match self.random.below(3) {
            0 if !self.structs.is_empty() => Ty::Struct(self.random.below(self.structs.len())),
            _ => self.plain_scalar(),
        };
        let length = if matches!(to, Ty::Struct(_)) { 1 } else { 1 + self.random.below(4) };
        let (name, mask, targets) = (self.name("h"), self.local_mask(), self.local_mask());
        let pointer = Pointer {
            to: to.clone(),
            length,
            base: None,
            is_nullable: false,
            targets,
            is_const: false,
            origins: Vec::new(),
        };
        let ty = Ty::Pointer(Box::new(pointer));
        let declarator = self.declarator(&ty, &name);
        let cast = if self.random.chance(50) { format!("({})", self.declarator(&ty, "")) } else { String::new() };
        self.line("{");
        self.indent += 1;
        self.line(format!("{declarator} = {cast}malloc({length} * sizeof *{name});"));
        self.fill(&name, &to, length, targets);
        let outer = self.objects.len();
        self.objects.push(Object { name: name.clone(), ty, mask, is_const: true });
        self.without_jumps(|g| g.statements(3));
        self.objects.truncate(outer);
        self.line(format!("free({name});"));
        self.indent -= 1;
        self.line("}");
    }

    fn fill(&mut self, name: &str, to: &Ty, length: usize, targets: super::expr::Mask) {
        for index in 0..length {
            let value = match to {
                Ty::Struct(index) => {
                    let name = self.declarator(&Ty::Struct(*index), "");
                    let init = self.initialiser(to);
                    super::expr::Code { text: format!("({name}){}", init.text), ..init }
                }
                Ty::Scalar(_) | Ty::Array(..) | Ty::Pointer(_) => self.initialiser(to),
            };
            self.statement(format!("{name}[{index}] = {};", value.text), value.effects.and(Effects::write(targets)));
        }
    }

    /// Statements that run to their end.
    fn without_jumps(&mut self, generate: impl FnOnce(&mut Generator)) {
        let labels = std::mem::take(&mut self.frame.labels);
        let Frame { may_return, may_break, may_continue, .. } = self.frame;
        (self.frame.may_return, self.frame.may_break, self.frame.may_continue) = (false, false, false);
        self.frame.depth += 1;
        generate(self);
        self.frame.depth -= 1;
        (self.frame.may_return, self.frame.may_break, self.frame.may_continue) = (may_return, may_break, may_continue);
        self.frame.labels = labels;
    }

    /// A list of a few nodes on the stack, linked in some order, and a walk over it.
    pub fn list(&mut self) -> Option<()> {
        let count = 2 + self.random.below(3);
        if self.frame.cost + self.frame.repeats * count * 4 > self.frame.limit {
            return None;
        }
        let (tag, nodes, cursor) = (self.name("node"), self.name("nodes"), self.name("at"));
        let kind = self.kind();
        let scalar = Scalar::plain(kind);
        let spelling = self.spell(kind);
        self.line("{");
        self.indent += 1;
        self.line(format!("struct {tag} {{ {spelling} value; struct {tag} *next; }} {nodes}[{count}];"));
        let first = self.random.below(count);
        for step in 0..count {
            let (here, next) = ((first + step) % count, (first + step + 1) % count);
            let value = self.with_purity(Purity::Pure, |g| g.scalar_value(&scalar, 1));
            let value_text = value.code.at(level::ASSIGN);
            self.statement(format!("{nodes}[{here}].value = {value_text};"), value.code.effects);
            let link = if step + 1 == count { "0".to_string() } else { format!("&{nodes}[{next}]") };
            self.line(format!("{nodes}[{here}].next = {link};"));
        }
        let mask = self.local_mask();
        self.line(format!("for (struct {tag} *{cursor} = &{nodes}[{first}]; {cursor}; {cursor} = {cursor}->next) {{"));
        self.indent += 1;
        let outer = self.objects.len();
        self.objects.push(Object { name: format!("{cursor}->value"), ty: Ty::Scalar(scalar), mask, is_const: false });
        self.repeated(count, |g| {
            g.without_jumps(|g| g.statements(1));
            g.add_to_checksum(&format!("{cursor}->value"), Effects::read(mask));
        });
        self.objects.truncate(outer);
        self.indent -= 1;
        self.line("}");
        self.indent -= 1;
        self.line("}");
        Some(())
    }
}
