//! Calls: arguments that satisfy what the parameters promise; struct values.

use super::expr::{Code, Effects, Expr, Mask, POINTEES, STATICS, Scalar, Typed, choice, level};
use super::kind::MODELS;
use super::scope::{Callee, Function, Generator, Pointer, Purity, Shape, Ty};

impl Generator {
    /// A call whose result is an integer.
    pub fn call_value(&mut self, depth: usize) -> Option<Expr> {
        let wanted = |function: &Function| matches!(function.result, Some(Ty::Scalar(_)));
        let (code, result) = self.call(depth, wanted)?;
        match result {
            Some(Ty::Scalar(scalar)) => Some(Expr::new(code, result_types(&scalar))),
            Some(Ty::Struct(_) | Ty::Array(..) | Ty::Pointer(_)) | None => None,
        }
    }

    /// A call of a visible function that `wanted` accepts and that the cost still allows.
    pub fn call(&mut self, depth: usize, wanted: impl Fn(&Function) -> bool) -> Option<(Code, Option<Ty>)> {
        if self.nesting > 1 {
            return None;
        }
        let room = self.frame.limit.saturating_sub(self.frame.cost) / self.frame.repeats;
        let affordable = |function: &&Function| wanted(function) && function.cost < room;
        let candidates: Vec<Function> = self.functions.iter().filter(affordable).cloned().collect();
        let function = self.random.pick(&candidates)?.clone();
        self.nesting += 1;
        let arguments = self.arguments(&function, depth);
        self.nesting -= 1;
        let (arguments, effects) = arguments?;
        self.frame.cost += function.cost * self.frame.repeats;
        let (callee, finding) = self.callee(&function.callee);
        if finding.clash(effects) {
            return None;
        }
        let code = Code::new(format!("{callee}({arguments})"), level::POSTFIX, effects.and(finding));
        Some((code, function.result))
    }

    fn callee(&mut self, callee: &Callee) -> (String, Effects) {
        match callee {
            Callee::Name(name) if self.random.chance(5) => (format!("(*{name})"), Effects::default()),
            Callee::Name(name) => (name.clone(), Effects::default()),
            Callee::Table(name, count) => {
                let index = self.index(*count);
                let element = format!("{name}[{}]", index.text);
                (if self.random.chance(30) { format!("(*{element})") } else { element }, index.effects)
            }
            Callee::Variable(name, mask) => (name.clone(), Effects::read(*mask)),
        }
    }

    /// The arguments' text and the effects of evaluating them and then calling.
    fn arguments(&mut self, function: &Function, depth: usize) -> Option<(String, Effects)> {
        let mut texts = Vec::new();
        let mut evaluation = Effects::default();
        let mut pointees = Vec::new();
        let mut earlier = Vec::new();
        for (index, param) in function.params.iter().enumerate() {
            let is_unnamed = function.variadic.is_some_and(|named| index >= named);
            let argument =
                |g: &mut Generator, depth| if is_unnamed { g.unnamed(param, depth) } else { g.argument(param, depth) };
            let again = self.again(param, &earlier);
            let (mut code, mut targets) = match again {
                Some(argument) => argument,
                None => argument(self, depth)?,
            };
            if evaluation.clash(code.effects) {
                (code, targets) = self.with_purity(Purity::Pure, |g| argument(g, 0))?;
                if evaluation.clash(code.effects) {
                    return None;
                }
            }
            evaluation = evaluation.and(code.effects);
            texts.push(code.at(level::ASSIGN));
            if matches!(param, Ty::Pointer(_)) {
                pointees.push(targets);
                earlier.push((param, (code, targets)));
            }
        }
        let reads = substitute(function.effects.reads, &pointees);
        let writes = substitute(function.effects.writes, &pointees);
        Some((texts.join(", "), evaluation.and(Effects { reads, writes })))
    }

    /// A value for a parameter, and what it points to.
    pub fn argument(&mut self, param: &Ty, depth: usize) -> Option<(Code, Mask)> {
        match param {
            Ty::Scalar(scalar) => {
                let depth = self.random.below(depth + 1);
                Some((self.scalar_value(scalar, depth).code, 0))
            }
            Ty::Struct(index) => Some((self.struct_value(*index, 1)?, 0)),
            Ty::Pointer(pointer) => self.pointer_argument(pointer),
            Ty::Array(..) => None,
        }
    }

    /// An earlier pointer once more, so that two parameters point to one object.
    fn again(&mut self, param: &Ty, earlier: &[(&Ty, (Code, Mask))]) -> Option<(Code, Mask)> {
        let (_, (code, targets)) = earlier.iter().find(|(other, _)| *other == param)?;
        let is_wanted = self.shape == Shape::Wide && code.effects.writes == 0 && self.random.chance(40);
        is_wanted.then(|| (code.clone(), *targets))
    }

    /// An argument for `...` must have exactly the type that `va_arg` names.
    fn unnamed(&mut self, param: &Ty, depth: usize) -> Option<(Code, Mask)> {
        let (code, targets) = self.argument(param, depth)?;
        let name = self.declarator(param, "");
        Some((Code::new(format!("({name}){}", code.at(level::UNARY)), level::UNARY, code.effects), targets))
    }

    /// A value that may be stored into such a scalar.
    pub fn scalar_value(&mut self, scalar: &Scalar, depth: usize) -> Expr {
        let value = self.value(depth);
        match scalar.limits {
            Some(limits) => self.fit(value, limits),
            None => value,
        }
    }

    /// Another pointer, the address of something, or of a compound literal.
    fn pointer_argument(&mut self, wanted: &Pointer) -> Option<(Code, Mask)> {
        let fits = |pointer: &Pointer| {
            !pointer.is_nullable && pointer.to == wanted.to && pointer.length >= wanted.length && !pointer.is_const
        };
        let pointers: Vec<_> = self.pointers().into_iter().filter(|(_, _, pointer)| fits(pointer)).collect();
        if !pointers.is_empty() && self.random.chance(40) {
            let (name, mask, pointer) = self.random.pick(&pointers)?.clone();
            return Some((Code::new(name, level::PRIMARY, Effects::read(mask)), pointer.targets));
        }
        let origins = self.origins(&wanted.to, wanted.length);
        if let Some(origin) = self.random.pick(&origins).filter(|_| true).cloned() {
            return Some((self.address(&origin, wanted.length), origin.mask));
        }
        let literal = self.with_purity(Purity::Pure, |g| g.compound_literal(&wanted.to, wanted.length))?;
        Some((literal, 0))
    }

    /// `(T[n]){…}` or `&(struct S){…}`: an object of its own.
    fn compound_literal(&mut self, to: &Ty, length: usize) -> Option<Code> {
        let ty = Ty::Array(Box::new(to.clone()), length);
        let name = self.declarator(&ty, "");
        let init = self.initialiser(&ty);
        let text = if init.text.starts_with('{') { init.text } else { format!("{{ {} }}", init.text) };
        Some(Code::new(format!("({name}){text}"), level::POSTFIX, init.effects))
    }

    /// A value of struct type.
    pub fn struct_value(&mut self, index: usize, depth: usize) -> Option<Code> {
        if depth > 0 && self.purity == Purity::Effectful && self.random.chance(30) {
            let wanted = |function: &Function| function.result == Some(Ty::Struct(index));
            if let Some((code, _)) = self.call(0, wanted) {
                return Some(code);
            }
        }
        let origins = self.origins(&Ty::Struct(index), 1);
        if depth > 0 && origins.len() > 1 && self.random.chance(20) {
            let condition = self.condition(1);
            let (then, other) = (self.struct_value(index, 0)?, self.struct_value(index, 0)?);
            return Some(choice(&condition.code, &then, &other));
        }
        match self.random.pick(&origins).cloned() {
            Some(origin) if self.random.chance(75) => {
                let text = match origin.count {
                    None => origin.text,
                    Some(count) => format!("{}[{}]", origin.text, self.random.below(count)),
                };
                Some(Code::new(text, level::POSTFIX, Effects::read(origin.mask)))
            }
            _ => {
                let init = self.with_purity(Purity::Pure, |g| g.initialiser(&Ty::Struct(index)));
                let name = self.declarator(&Ty::Struct(index), "");
                Some(Code::new(format!("({name}){}", init.text), level::POSTFIX, init.effects))
            }
        }
    }
}

fn result_types(scalar: &Scalar) -> [Typed; 2] {
    MODELS.map(|model| Typed { kind: scalar.kind, range: scalar.limits.unwrap_or(scalar.kind.range(model)) })
}

/// The callee's view of what its parameters point to, seen by the caller.
fn substitute(mask: Mask, pointees: &[Mask]) -> Mask {
    let own = pointees.iter().enumerate().filter(|(index, _)| mask & (1 << (64 + index)) != 0);
    own.fold(mask & STATICS & !POINTEES, |all, (_, targets)| all | targets)
}
