//! Functions: each may call those before it, and itself with a smaller first argument.

use super::expr::{Effects, Mask, POINTEES, STATICS, Scalar};
use super::kind::Kind;
use super::scope::{Callee, Frame, Function, Generator, Object, Pointer, Shape, Ty};

/// Steps that one call of a helper may take, and the whole program.
const HELPER_LIMIT: usize = 120;
const PROGRAM_LIMIT: usize = 1500;
/// How deep a recursion goes at most.
const DEPTH: i128 = 5;

impl Generator {
    /// A function with a body of its own; with the signature of `like`, if given.
    pub fn helper(&mut self, like: Option<&Function>) {
        let is_recursive = like.is_none() && self.shape != Shape::LoopFree && self.random.chance(20);
        let variadic = (like.is_none() && !is_recursive).then(|| self.variadic()).flatten();
        let (params, result) = match like {
            Some(function) => (function.params.clone(), function.result.clone()),
            None if variadic.is_some() => (self.variadic_params(), self.result()),
            None => (self.params(is_recursive), self.result()),
        };
        let name = self.name("@f");
        let outer = self.objects.len();
        self.forget_locals();
        self.frame = Frame::new(result.clone(), HELPER_LIMIT, 1 + self.random.below(5));
        let mut texts: Vec<String> =
            params.iter().enumerate().map(|(index, ty)| self.param(ty, index, is_recursive)).collect();
        let unnamed = variadic.map_or(0, |named| texts.split_off(named).len());
        if variadic.is_some() {
            texts.push("...".to_string());
        }
        let text = if texts.is_empty() { "void".to_string() } else { texts.join(", ") };
        let head = self.result_declarator(&result, &format!("{name}({text})"));
        if self.random.chance(15) {
            self.line(format!("static {head};"));
        }
        self.line(format!("static {head}"));
        self.line("{");
        self.indent += 1;
        self.fetch_unnamed(unnamed);
        self.helper_body(&name, &params, &result, is_recursive);
        self.indent -= 1;
        self.line("}");
        self.line("");
        self.objects.truncate(outer);
        let cost = if is_recursive { self.frame.cost * (DEPTH as usize + 1) } else { self.frame.cost };
        let callee = Callee::Name(name);
        self.functions.push(Function { callee, params, result, effects: self.outside(), cost, is_recursive, variadic });
    }

    /// The effects of the current function that a caller sees.
    fn outside(&self) -> Effects {
        let Effects { reads, writes } = self.frame.effects;
        Effects { reads: reads & (STATICS | POINTEES), writes: writes & (STATICS | POINTEES) }
    }

    fn helper_body(&mut self, name: &str, params: &[Ty], result: &Option<Ty>, is_recursive: bool) {
        let start = self.objects.len();
        let block_start = std::mem::replace(&mut self.frame.block_start, start);
        let functions = self.functions.len();
        let declarations = self.random.below(3);
        for _ in 0..declarations {
            self.declaration();
        }
        if is_recursive {
            let (text, effects) = self.return_text();
            self.statement(format!("if (n == 0) {text}"), effects);
        }
        let count = self.frame.left;
        self.statements(count);
        if is_recursive {
            self.recursive_call(name, params, result);
        }
        if result.is_some() || self.random.chance(10) {
            let (text, effects) = self.return_text();
            self.statement(text, effects);
        }
        self.functions.truncate(functions);
        self.frame.block_start = block_start;
    }

    /// A statement of its own: its effects are not known yet.
    fn recursive_call(&mut self, name: &str, params: &[Ty], result: &Option<Ty>) {
        let mut arguments = vec!["n - 1".to_string()];
        let mut effects = Effects { reads: STATICS, writes: STATICS };
        let mut pointees: Mask = 0;
        for param in &params[1..] {
            let argument = self.with_purity(super::scope::Purity::Pure, |g| g.argument(param, 1));
            // Every type of parameter has a pure argument.
            let Some((code, targets)) = argument else { return };
            effects = effects.and(code.effects);
            pointees |= targets;
            arguments.push(code.at(super::expr::level::ASSIGN));
        }
        effects = effects.and(Effects { reads: pointees, writes: pointees });
        let call = format!("{name}({})", arguments.join(", "));
        match result {
            Some(Ty::Scalar(_)) => self.add_to_checksum(&call, effects),
            Some(_) | None => self.statement(format!("{call};"), effects),
        }
    }

    fn params(&mut self, is_recursive: bool) -> Vec<Ty> {
        let mut params = Vec::new();
        if is_recursive {
            let kind = if self.random.chance(50) { Kind::Int } else { Kind::UInt };
            params.push(Ty::Scalar(Scalar::limited(kind, 0, DEPTH)));
        }
        for _ in 0..self.random.below(4) {
            let ty = match self.weighted(&[(60, 0), (25, 1), (15, 2)]) {
                Some(1) => self.pointer_param(),
                Some(2) if !self.structs.is_empty() => Ty::Struct(self.random.below(self.structs.len())),
                _ => Ty::Scalar(self.scalar()),
            };
            params.push(ty);
        }
        params
    }

    pub fn pointer_param(&mut self) -> Ty {
        let to = match self.pointee_of(|_| true) {
            Some(to) if self.random.chance(70) => to,
            _ => self.plain_scalar(),
        };
        let length = if matches!(to, Ty::Scalar(_)) { 1 + self.random.below(3) } else { 1 };
        Ty::Pointer(Box::new(Pointer {
            to,
            length,
            base: None,
            is_nullable: false,
            targets: 0,
            is_const: false,
            origins: Vec::new(),
        }))
    }

    fn result(&mut self) -> Option<Ty> {
        match self.weighted(&[(75, 0), (12, 1), (13, 2)]) {
            Some(1) => None,
            Some(2) if !self.structs.is_empty() => Some(Ty::Struct(self.random.below(self.structs.len()))),
            _ => Some(Ty::Scalar(self.scalar())),
        }
    }

    fn result_declarator(&mut self, result: &Option<Ty>, rest: &str) -> String {
        match result {
            Some(ty) => self.declarator(ty, rest),
            None => format!("void {rest}"),
        }
    }

    /// Declares a parameter; the depth of a recursion is not assigned to.
    fn param(&mut self, ty: &Ty, index: usize, is_recursive: bool) -> String {
        let is_depth = is_recursive && index == 0;
        let name = if is_depth { "n".to_string() } else { self.name("a") };
        let mut declared = ty.clone();
        let mut text = self.declarator(ty, &name);
        if let Ty::Pointer(pointer) = &mut declared {
            pointer.targets = 1 << (64 + self.pointee_number());
            if pointer.length > 1 && self.random.chance(50) {
                text = self.declarator(&Ty::Array(Box::new(pointer.to.clone()), pointer.length), &name);
            }
        }
        let mask = self.local_mask();
        self.objects.push(Object { name, ty: declared, mask, is_const: is_depth });
        text
    }

    /// Pointer parameters are numbered from the left.
    fn pointee_number(&self) -> u32 {
        let is_param = |object: &&Object| match &object.ty {
            Ty::Pointer(pointer) => pointer.targets & POINTEES != 0,
            Ty::Scalar(_) | Ty::Struct(_) | Ty::Array(..) => false,
        };
        (self.objects.iter().filter(is_param).count() as u32).min(7)
    }

    /// `R (*name)(params)`.
    pub fn function_pointer(&mut self, function: &Function, name: &str) -> String {
        let params: Vec<String> = function.params.iter().map(|param| self.declarator(param, "")).collect();
        let params = if params.is_empty() { "void".to_string() } else { params.join(", ") };
        self.result_declarator(&function.result, &format!("(*{name})({params})"))
    }

    /// Two functions of one type, and a constant table of both.
    pub fn function_table(&mut self) {
        let named = |function: &&Function| function.is_plain();
        let candidates: Vec<Function> = self.functions.iter().filter(named).cloned().collect();
        let Some(first) = self.random.pick(&candidates).cloned() else { return };
        self.helper(Some(&first));
        let Some(second) = self.functions.last().cloned() else { return };
        let table = self.name("@table");
        let declarator = self.function_pointer(&first, &format!("const {table}[2]"));
        let (Callee::Name(left), Callee::Name(right)) = (&first.callee, &second.callee) else { return };
        self.line(format!("static {declarator} = {{ {left}, {right} }};"));
        self.line("");
        self.functions.push(Function {
            callee: Callee::Table(table, 2),
            effects: first.effects.and(second.effects),
            cost: first.cost.max(second.cost),
            ..first
        });
    }

    /// `long long compute(void)`.
    pub fn compute(&mut self) {
        self.forget_locals();
        self.frame = Frame::new(None, PROGRAM_LIMIT, 4 + self.random.below(13));
        self.frame.may_return = false;
        self.line("long long @compute(void)");
        self.line("{");
        self.indent += 1;
        let outer = self.objects.len();
        self.frame.block_start = outer;
        for _ in 0..1 + self.random.below(6) {
            self.declaration();
        }
        let count = self.frame.left;
        self.statements(count);
        for object in self.objects.clone() {
            if let Some(place) = self.descend(object.code(), &object.ty, object.mask) {
                let value = place.load();
                self.add_to_checksum(&value.code.text, value.code.effects);
            }
        }
        self.line("return (long long)@sum;");
        self.objects.truncate(outer);
        self.indent -= 1;
        self.line("}");
    }
}
