//! Statements other than loops. Declarations stand only at the start of a block, so that no jump passes one.

use super::expr::{Effects, Scalar};
use super::kind::Kind;
use super::literals::small;
use super::range::Range;
use super::scope::{Callee, Function, Generator, Object, Pointer, Purity, Shape, Ty};

#[derive(Clone, Copy)]
enum Form {
    Assign,
    Step,
    Checksum,
    Call,
    StructCopy,
    SetPointer,
    If,
    Switch,
    Block,
    Forward,
    Backward,
    Loop,
    Jump,
    Heap,
    List,
    Bytes,
}

impl Generator {
    /// A block's inside: some declarations, then some statements.
    pub fn block(&mut self, declarations: usize, statements: usize) {
        let outer = self.objects.len();
        let functions = self.functions.len();
        let block_start = std::mem::replace(&mut self.frame.block_start, outer);
        for _ in 0..declarations {
            self.declaration();
        }
        self.statements(statements);
        self.objects.truncate(outer);
        self.functions.truncate(functions);
        self.frame.block_start = block_start;
    }

    pub fn statements(&mut self, count: usize) {
        for _ in 0..count {
            if self.frame.left == 0 {
                break;
            }
            self.frame.left -= 1;
            self.any_statement();
        }
    }

    /// `{`, a small block, `}`.
    pub fn braced(&mut self, head: &str, tail: &str) {
        self.line(format!("{head}{{"));
        self.indent += 1;
        self.frame.depth += 1;
        let (declarations, statements) = (self.random.below(2), 1 + self.random.below(3));
        self.block(declarations, statements);
        self.frame.depth -= 1;
        self.indent -= 1;
        self.line(format!("}}{tail}"));
    }

    fn statement_form(&mut self) -> Form {
        let nested = if self.frame.depth < 3 { 1 } else { 0 };
        let any = if self.shape != Shape::LoopFree && self.frame.loops < 3 { nested } else { 0 };
        let structs = if self.structs.is_empty() { 0 } else { 1 };
        let wide = if self.shape == Shape::Wide { 1 } else { 0 };
        let forms = [
            (26, Form::Assign),
            (8, Form::Step),
            (14, Form::Checksum),
            (12, Form::Call),
            (6 * structs, Form::StructCopy),
            (8, Form::SetPointer),
            (14 * nested, Form::If),
            (7 * nested, Form::Switch),
            (4 * nested, Form::Block),
            (4 * nested, Form::Forward),
            (4 * any, Form::Backward),
            (22 * any, Form::Loop),
            (6, Form::Jump),
            (3 * nested, Form::Heap),
            (2 * any, Form::List),
            (7 * wide, Form::Bytes),
        ];
        self.weighted(&forms).unwrap_or(Form::Assign)
    }

    fn any_statement(&mut self) {
        self.frame.cost += self.frame.repeats;
        match self.statement_form() {
            Form::Assign => self.assign_statement(),
            Form::Step => self.or_assign(Generator::step_statement),
            Form::Checksum => self.checksum_statement(),
            Form::Call => self.or_assign(Generator::call_statement),
            Form::StructCopy => self.or_assign(Generator::struct_copy),
            Form::SetPointer => self.or_assign(Generator::set_pointer),
            Form::If => self.if_statement(),
            Form::Switch => self.switch(),
            Form::Block => self.braced("", ""),
            Form::Forward => self.forward_jump(),
            Form::Backward => self.backward_jump(),
            Form::Loop => self.loop_statement(),
            Form::Jump => self.or_assign(Generator::jump),
            Form::Heap => self.heap(),
            Form::List => self.or_assign(Generator::list),
            Form::Bytes => self.or_assign(Generator::copy_bytes),
        }
    }

    /// A statement that is not always possible.
    fn or_assign(&mut self, attempt: fn(&mut Generator) -> Option<()>) {
        if attempt(self).is_none() {
            self.assign_statement();
        }
    }

    fn assign_statement(&mut self) {
        let depth = 1 + self.random.below(3);
        match self.assignment(depth) {
            Some(value) => self.statement(format!("{};", value.code.text), value.code.effects),
            None => self.checksum_statement(),
        }
    }

    fn step_statement(&mut self) -> Option<()> {
        let value = self.step()?;
        self.statement(format!("{};", value.code.text), value.code.effects);
        Some(())
    }

    pub fn checksum_statement(&mut self) {
        let depth = 1 + self.random.below(2);
        let value = self.value(depth);
        self.add_to_checksum(&value.code.at(super::expr::level::ASSIGN), value.code.effects);
    }

    /// The checksum is read while the value is computed, so the value must leave it alone, or go through a call.
    pub fn add_to_checksum(&mut self, value: &str, effects: Effects) {
        let update = Effects { reads: self.checksum, writes: self.checksum };
        let text = if effects.clash(update) || self.random.chance(50) {
            format!("@mix({value});")
        } else {
            format!("@sum = @sum * 31 + (unsigned long long)({value});")
        };
        self.statement(text, effects.and(update));
    }

    fn call_statement(&mut self) -> Option<()> {
        let (code, result) = self.call(2, |_| true)?;
        match result {
            Some(Ty::Scalar(_)) if self.random.chance(60) => self.add_to_checksum(&code.text, code.effects),
            Some(_) | None => self.statement(format!("{};", code.text), code.effects),
        }
        Some(())
    }

    fn struct_copy(&mut self) -> Option<()> {
        let index = self.random.below(self.structs.len());
        let origins = self.origins(&Ty::Struct(index), 1);
        let target = self.random.pick(&origins)?.clone();
        let value = self.struct_value(index, 1)?;
        let (text, finding) = match target.count {
            None => (target.text, Effects::default()),
            Some(count) => {
                let element = self.index(count);
                (format!("{}[{}]", target.text, element.text), element.effects)
            }
        };
        if finding.clash(value.effects) || Effects::write(target.mask).clash(Effects::write(value.effects.writes)) {
            return None;
        }
        let effects = finding.and(value.effects).and(Effects::write(target.mask));
        self.statement(format!("{text} = {};", value.at(super::expr::level::ASSIGN)), effects);
        Some(())
    }

    fn set_pointer(&mut self) -> Option<()> {
        let constant = |name: &str| self.objects.iter().any(|object| object.name == name && object.is_const);
        let pointers: Vec<_> = self.pointers().into_iter().filter(|(name, _, _)| !constant(name)).collect();
        let (name, mask, pointer) = self.random.pick(&pointers)?.clone();
        if let Ty::Pointer(inner) = &pointer.to {
            return self.set_through(&name, mask, &pointer, inner);
        }
        let origin = self.random.pick(&pointer.origins)?.clone();
        let mut value = self.address(&origin, pointer.length);
        if pointer.is_nullable && self.random.chance(40) {
            let condition = self.with_purity(Purity::Pure, |g| g.condition(1));
            let null = if self.random.chance(50) { "0" } else { "(void *)0" };
            let null = super::expr::Code::new(null, super::expr::level::UNARY, Effects::default());
            value = super::expr::choice(&condition.code, &value, &null);
        }
        let effects = value.effects.and(Effects::write(mask));
        self.statement(format!("{name} = {};", value.at(super::expr::level::ASSIGN)), effects);
        Some(())
    }

    /// `*pp = &x;`
    fn set_through(&mut self, name: &str, mask: super::expr::Mask, outer: &Pointer, inner: &Pointer) -> Option<()> {
        let origin = self.random.pick(&inner.origins)?.clone();
        let value = self.address(&origin, inner.length);
        let effects = value.effects.and(Effects { reads: mask, writes: outer.targets });
        self.statement(format!("*{name} = {};", value.text), effects);
        Some(())
    }

    fn if_statement(&mut self) {
        let condition = self.condition(2);
        self.frame.effects = self.frame.effects.and(condition.code.effects);
        self.braced(&format!("if ({}) ", condition.code.text), "");
        if self.random.chance(45) {
            self.braced("else ", "");
        }
    }

    /// The cases' constants are small and not negative unless the value is signed; bodies fall through at times.
    fn switch(&mut self) {
        let value = self.value(2);
        let signed = value.is_signed();
        let range = if signed { Range::new(-3, 8) } else { Range::new(0, 9) };
        let value = if self.random.chance(70) { self.fit(value, range) } else { value };
        self.frame.effects = self.frame.effects.and(value.code.effects);
        self.line(format!("switch ({}) {{", value.code.text));
        let outer = (self.frame.may_break, self.frame.depth);
        (self.frame.may_break, self.frame.depth) = (true, self.frame.depth + 1);
        let low = if value.is_signed() { -3 } else { 0 };
        let mut labels: Vec<i64> = (low..9).filter(|_| self.random.chance(35)).collect();
        if self.random.chance(30) {
            labels.reverse();
        }
        let default = self.random.below(labels.len() + 1);
        for (position, label) in labels.iter().enumerate() {
            if position == default && self.random.chance(80) {
                self.case("default:");
            }
            self.case(&format!("case {label}:"));
        }
        if default == labels.len() && self.random.chance(80) {
            self.case("default:");
        }
        self.line("}");
        (self.frame.may_break, self.frame.depth) = outer;
    }

    fn case(&mut self, label: &str) {
        self.line(label);
        self.indent += 1;
        let count = self.random.below(3);
        self.statements(count);
        if self.random.chance(70) {
            self.line("break;");
        } else {
            self.line(";");
        }
        self.indent -= 1;
    }

    fn forward_jump(&mut self) {
        let label = self.name("out");
        self.frame.labels.push(label.clone());
        let condition = self.condition(1);
        self.statement(format!("if ({}) goto {label};", condition.code.text), condition.code.effects);
        let count = 1 + self.random.below(3);
        self.statements(count);
        self.frame.labels.retain(|other| *other != label);
        self.line(format!("{label}: ;"));
    }

    fn backward_jump(&mut self) {
        let (label, counter) = (self.name("again"), self.name("n"));
        let times = 2 + self.random.below(3);
        self.line("{");
        self.indent += 1;
        let kind = if self.random.chance(50) { Kind::Int } else { Kind::UChar };
        let spelling = self.spell(kind);
        self.line(format!("{spelling} {counter} = 0;"));
        self.line(format!("{label}: ;"));
        let mask = self.local_mask();
        let outer = self.objects.len();
        let ty = Ty::Scalar(Scalar::limited(kind, 0, times as i128 - 1));
        self.objects.push(Object { name: counter.clone(), ty, mask, is_const: true });
        self.repeated(times, |g| g.statements(2));
        let condition = self.with_purity(Purity::Pure, |g| g.condition(1));
        let also = if self.random.chance(50) { format!(" && ({})", condition.code.text) } else { String::new() };
        self.statement(format!("if (++{counter} < {times}{also}) goto {label};"), condition.code.effects);
        self.objects.truncate(outer);
        self.indent -= 1;
        self.line("}");
    }

    /// Runs a generator of statements that are executed up to `times` times.
    pub fn repeated(&mut self, times: usize, generate: impl FnOnce(&mut Generator)) {
        let (repeats, loops, depth) = (self.frame.repeats, self.frame.loops, self.frame.depth);
        self.frame.repeats *= times.max(1);
        self.frame.loops += 1;
        self.frame.depth += 1;
        generate(self);
        (self.frame.repeats, self.frame.loops, self.frame.depth) = (repeats, loops, depth);
    }

    /// `if (c) break;` and the like: whatever may be left here.
    fn jump(&mut self) -> Option<()> {
        let mut jumps: Vec<String> = self.frame.labels.iter().map(|label| format!("goto {label};")).collect();
        if self.frame.may_break {
            jumps.push("break;".to_string());
        }
        if self.frame.may_continue {
            jumps.push("continue;".to_string());
        }
        let mut effects = Effects::default();
        if self.frame.may_return && self.frame.depth > 0 && self.random.chance(30) {
            let (text, returned) = self.return_text();
            effects = returned;
            jumps = vec![text];
        }
        let jump = self.random.pick(&jumps)?.clone();
        let condition = self.condition(1);
        self.statement(format!("if ({}) {jump}", condition.code.text), condition.code.effects.and(effects));
        Some(())
    }

    pub fn return_text(&mut self) -> (String, Effects) {
        let value = match self.frame.result.clone() {
            None => return ("return;".to_string(), Effects::default()),
            Some(Ty::Struct(index)) => self.struct_value(index, 1),
            Some(Ty::Scalar(scalar)) => Some(self.scalar_value(&scalar, 2).code),
            Some(Ty::Array(..) | Ty::Pointer(_)) => None,
        };
        match value {
            Some(code) => (format!("return {};", code.text), code.effects),
            None => ("return 0;".to_string(), Effects::default()),
        }
    }

    /// A local declaration.
    pub fn declaration(&mut self) {
        match self.weighted(&[(60, 0), (14, 1), (6, 2), (6, 3), (5, 4), (4, 5)]) {
            Some(1) => self.declare_pointer(1),
            Some(2) => self.declare_pointer(2),
            Some(3) => self.declare_static(),
            Some(4) => self.declare_function_pointer(),
            Some(5) => self.declare_string(),
            _ => self.declare_variable(),
        }
    }

    fn declare_variable(&mut self) {
        let ty = self.ty();
        let shadows = matches!(ty, Ty::Scalar(_)) && self.random.chance(8);
        let redeclared = self.objects[self.frame.block_start..].iter().any(|object| object.name == "v");
        let name = if shadows && !redeclared { "v".to_string() } else { self.name("x") };
        let is_hidden = name == "v";
        let init = if is_hidden { small(7).code } else { self.local_initialiser(&ty) };
        let declarator = self.declarator(&ty, &name);
        let is_const = self.random.chance(6);
        let qualifier = if is_const { "const " } else { "" };
        self.statement(format!("{qualifier}{declarator} = {};", init.text), init.effects);
        let mask = self.local_mask();
        let ty = if is_hidden { unlimited(ty) } else { ty };
        self.objects.push(Object { name, ty, mask, is_const });
    }

    /// One expression may have side effects; a list of them would be evaluated in any order.
    fn local_initialiser(&mut self, ty: &Ty) -> super::expr::Code {
        let value = match ty {
            Ty::Scalar(scalar) if self.random.chance(50) => Some(self.scalar_value(scalar, 2).code),
            Ty::Struct(index) if self.random.chance(40) => self.struct_value(*index, 1),
            Ty::Scalar(_) | Ty::Struct(_) | Ty::Array(..) | Ty::Pointer(_) => None,
        };
        match value {
            Some(code) => super::expr::Code { text: code.at(super::expr::level::ASSIGN), ..code },
            None => self.initialiser(ty),
        }
    }

    fn declare_static(&mut self) {
        let ty = self.ty();
        let name = self.name("s");
        let init = self.with_purity(Purity::Constant, |g| g.initialiser(&ty));
        let declarator = self.declarator(&ty, &name);
        self.line(format!("static {declarator} = {};", init.text));
        let mask = self.static_mask();
        self.objects.push(Object { name, ty, mask, is_const: false });
    }

    fn declare_string(&mut self) {
        let (word, name) = (self.word(), self.name("w"));
        let mask = self.local_mask();
        let pointer = Pointer {
            to: Ty::Scalar(Scalar::limited(Kind::Char, 0, 127)),
            length: word.len() + 1,
            base: None,
            is_nullable: false,
            targets: 0,
            is_const: true,
            origins: Vec::new(),
        };
        self.line(format!("const char *{name} = \"{word}\";"));
        self.objects.push(Object { name, ty: Ty::Pointer(Box::new(pointer)), mask, is_const: true });
    }

    /// A variable that points to one of two functions of the same type.
    fn declare_function_pointer(&mut self) {
        let named = |function: &&Function| function.is_plain();
        let named: Vec<Function> = self.functions.iter().filter(named).cloned().collect();
        let Some(first) = self.random.pick(&named).cloned() else { return self.declare_variable() };
        let same = |other: &Function| other.params == first.params && other.result == first.result;
        let others: Vec<Function> = named.into_iter().filter(same).collect();
        let Some(second) = self.random.pick(&others).cloned() else { return self.declare_variable() };
        let name = self.name("fp");
        let condition = self.with_purity(Purity::Pure, |g| g.condition(1));
        let declarator = self.function_pointer(&first, &name);
        let (Callee::Name(left), Callee::Name(right)) = (&first.callee, &second.callee) else { return };
        let condition_text = condition.code.at(super::expr::level::OR);
        self.statement(format!("{declarator} = {condition_text} ? {left} : &{right};"), condition.code.effects);
        let mask = self.local_mask();
        self.functions.push(Function {
            callee: Callee::Variable(name, mask),
            effects: first.effects.and(second.effects),
            cost: first.cost.max(second.cost),
            ..first
        });
    }
}

fn unlimited(ty: Ty) -> Ty {
    match ty {
        Ty::Scalar(scalar) => Ty::Scalar(Scalar { limits: None, ..scalar }),
        Ty::Struct(_) | Ty::Array(..) | Ty::Pointer(_) => ty,
    }
}
