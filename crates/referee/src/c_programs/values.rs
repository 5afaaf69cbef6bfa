//! Random integer expressions. Whatever might overflow, divide by zero or shift too far is tamed first: masked, reduced,
//! converted to an unsigned type or to a wider one.

use super::expr::{self, Code, Effects, Expr, Logical, Step, Unary};
use super::kind::Kind;
use super::literals::small;
use super::range::{Op, Range};
use super::scope::{Generator, Purity};

#[derive(Clone, Copy)]
enum Form {
    Leaf,
    Unary,
    Arithmetic,
    Bitwise,
    Shift,
    Compare,
    Logical,
    Conditional,
    Cast,
    Comma,
    Assign,
    Step,
    Call,
    Pointer,
}

impl Generator {
    /// An expression of about this depth.
    pub fn value(&mut self, depth: usize) -> Expr {
        let form = if depth == 0 { Form::Leaf } else { self.form() };
        let value = match form {
            Form::Leaf => None,
            Form::Unary => self.unary(depth),
            Form::Arithmetic => Some(self.arithmetic(depth)),
            Form::Bitwise => self.bitwise(depth),
            Form::Shift => self.shift(depth),
            Form::Compare => self.comparison(depth),
            Form::Logical => Some(self.logical(depth)),
            Form::Conditional => Some(self.conditional(depth)),
            Form::Cast => Some(self.cast(depth)),
            Form::Comma => self.comma(depth),
            Form::Assign => self.assignment(depth),
            Form::Step => self.step(),
            Form::Call => self.call_value(depth),
            Form::Pointer => self.pointer_value(),
        };
        value.unwrap_or_else(|| self.leaf())
    }

    fn form(&mut self) -> Form {
        let effects = if self.purity == Purity::Effectful { 1 } else { 0 };
        let reads = if self.purity == Purity::Constant { 0 } else { 1 };
        let forms = [
            (12, Form::Leaf),
            (8, Form::Unary),
            (26, Form::Arithmetic),
            (14, Form::Bitwise),
            (9, Form::Shift),
            (9, Form::Compare),
            (6, Form::Logical),
            (6, Form::Conditional),
            (10, Form::Cast),
            (2 * effects, Form::Comma),
            (3 * effects, Form::Assign),
            (4 * effects, Form::Step),
            (8 * effects, Form::Call),
            (4 * reads, Form::Pointer),
        ];
        self.weighted(&forms).unwrap_or(Form::Leaf)
    }

    fn leaf(&mut self) -> Expr {
        if self.purity == Purity::Constant || self.random.chance(30) {
            return self.constant();
        }
        match self.place() {
            Some(place) => place.load(),
            None => self.constant(),
        }
    }

    /// Two operands that may be evaluated in any order.
    fn operands(&mut self, depth: usize) -> (Expr, Expr) {
        let left = self.value(depth - 1);
        let right_depth = self.random.below(depth);
        for _ in 0..3 {
            let right = self.value(right_depth);
            if !left.code.effects.clash(right.code.effects) {
                return (left, right);
            }
        }
        let right = self.constant();
        (left, right)
    }

    fn arithmetic(&mut self, depth: usize) -> Expr {
        let op = self.weighted(&[(30, Op::Add), (25, Op::Sub), (20, Op::Mul), (13, Op::Div), (12, Op::Rem)]);
        let op = op.unwrap_or(Op::Add);
        let (mut left, mut right) = self.operands(depth);
        if matches!(op, Op::Div | Op::Rem) {
            right = self.nonzero(right);
        }
        for attempt in 0..6 {
            if let Some(result) = expr::binary(op, &left, &right) {
                return result;
            }
            let tame_left = if matches!(op, Op::Div | Op::Rem) { attempt != 1 } else { self.random.chance(50) };
            if tame_left {
                left = self.tame(&left);
            } else {
                right = if matches!(op, Op::Div | Op::Rem) { self.nonzero(right) } else { self.tame(&right) };
            }
        }
        expr::binary(op, &left, &small(3)).unwrap_or(left)
    }

    /// Something close to the value with which arithmetic is defined more often.
    pub fn tame(&mut self, value: &Expr) -> Expr {
        let tamed = match self.random.below(7) {
            0 | 1 => {
                let kind = if self.random.chance(70) { Kind::UInt } else { Kind::ULongLong };
                let kind = if self.random.chance(15) { Kind::ULong } else { kind };
                let spelling = self.spell(kind);
                Some(expr::cast(kind, &spelling, value))
            }
            2 => expr::binary(Op::And, value, &small((1 << (3 + self.random.below(10))) - 1)),
            3 => expr::binary(Op::Rem, value, &small(3 + self.random.below(2000) as i64)),
            4 => {
                let narrow = [Kind::SChar, Kind::UChar, Kind::Short, Kind::UShort, Kind::Char];
                let kind = narrow[self.random.below(narrow.len())];
                let spelling = self.spell(kind);
                Some(expr::cast(kind, &spelling, value))
            }
            5 if value.fits(Kind::Int.range(super::kind::MODELS[0])) => {
                let spelling = self.spell(Kind::LongLong);
                Some(expr::cast(Kind::LongLong, &spelling, value))
            }
            _ => expr::binary(Op::Shr, value, &small(20)),
        };
        tamed.unwrap_or_else(|| value.clone())
    }

    /// A divisor: never zero, never -1.
    fn nonzero(&mut self, value: Expr) -> Expr {
        if value.types.iter().all(|typed| typed.range.low > 0 || typed.range.high < -1) {
            return value;
        }
        let is_simple = value.code.effects.writes == 0 && value.code.text.len() < 16;
        match self.random.below(4) {
            0 => {
                let low = self.fit(value, Range::new(0, 30));
                expr::binary(Op::Add, &low, &small(1)).unwrap_or_else(|| small(7))
            }
            1 => {
                let some = self.fit(value, Range::new(0, 0x7fff));
                expr::binary(Op::Or, &some, &small(1)).unwrap_or_else(|| small(5))
            }
            2 if is_simple => {
                let positive = expr::binary(Op::Gt, &value, &small(0));
                let other = small(1 + self.random.below(9) as i64);
                // The test is made in the type of the value, or in `int` after promotion, so it means what it says.
                let guarded = positive.map(|test| expr::conditional(&test.code, &value, &other));
                let guarded = guarded.map(|mut guarded| {
                    for typed in &mut guarded.types {
                        typed.range.low = 1;
                    }
                    guarded
                });
                guarded.unwrap_or(other)
            }
            _ => self.number_in(Range::new(2, 40)),
        }
    }

    fn bitwise(&mut self, depth: usize) -> Option<Expr> {
        let op = self.weighted(&[(4, Op::And), (3, Op::Or), (3, Op::Xor)])?;
        let (left, right) = self.operands(depth);
        expr::binary(op, &left, &right)
    }

    fn shift(&mut self, depth: usize) -> Option<Expr> {
        let (mut left, count) = self.operands(depth);
        let op = if self.random.chance(50) { Op::Shl } else { Op::Shr };
        let bits =
            left.types.iter().zip(super::kind::MODELS).map(|(typed, model)| typed.kind.promote().bits(model)).min()?;
        let most = if op == Op::Shl && left.is_signed() { bits / 3 } else { bits - 1 };
        let count = self.fit(count, Range::new(0, i128::from(most)));
        for _ in 0..4 {
            if let Some(result) = expr::binary(op, &left, &count) {
                return Some(result);
            }
            left = self.tame(&left);
        }
        None
    }

    pub fn comparison(&mut self, depth: usize) -> Option<Expr> {
        let ops = [Op::Lt, Op::Le, Op::Gt, Op::Ge, Op::Eq, Op::Ne];
        let op = ops[self.random.below(ops.len())];
        let (left, right) = self.operands(depth);
        expr::binary(op, &left, &right)
    }

    fn logical(&mut self, depth: usize) -> Expr {
        let op = if self.random.chance(50) { Logical::And } else { Logical::Or };
        let (left, right) = (self.value(depth - 1), self.value(depth - 1));
        expr::logical(op, &left.code, &right.code)
    }

    fn conditional(&mut self, depth: usize) -> Expr {
        let condition = self.condition(depth - 1);
        let (then, other) = (self.value(depth - 1), self.value(depth - 1));
        expr::conditional(&condition.code, &then, &other)
    }

    /// Something to branch on.
    pub fn condition(&mut self, depth: usize) -> Expr {
        let comparison = if self.random.chance(60) { self.comparison(depth.max(1)) } else { None };
        comparison.unwrap_or_else(|| self.value(depth))
    }

    fn unary(&mut self, depth: usize) -> Option<Expr> {
        let op = self.weighted(&[(4, Unary::Minus), (3, Unary::Complement), (3, Unary::Not), (1, Unary::Plus)])?;
        let mut operand = self.value(depth - 1);
        for _ in 0..4 {
            if let Some(result) = expr::unary(op, &operand) {
                return Some(result);
            }
            operand = self.tame(&operand);
        }
        None
    }

    fn cast(&mut self, depth: usize) -> Expr {
        let kind = Kind::ALL[self.random.below(Kind::ALL.len())];
        let spelling = self.spell(kind);
        let operand = self.value(depth - 1);
        expr::cast(kind, &spelling, &operand)
    }

    fn comma(&mut self, depth: usize) -> Option<Expr> {
        let first = self.assignment(depth - 1).or_else(|| self.step())?;
        let second = self.value(depth - 1);
        expr::comma(&first.code, &second)
    }

    /// `=` or `op=`; a bit-field's new value is converted before anybody uses it.
    pub fn assignment(&mut self, depth: usize) -> Option<Expr> {
        let place = self.target()?;
        let value = self.value(depth.saturating_sub(1));
        if self.random.chance(45)
            && let Some(result) = self.compound(&place, &value)
        {
            return Some(self.settled(result));
        }
        let value = match place.scalar.limits {
            Some(limits) => self.fit(value, limits),
            None => value,
        };
        let result = expr::assign(&place, &value)?;
        Some(self.settled(result))
    }

    fn compound(&mut self, place: &expr::Place, value: &Expr) -> Option<Expr> {
        let ops = [Op::Add, Op::Sub, Op::Mul, Op::Div, Op::Rem, Op::Shl, Op::Shr, Op::And, Op::Or, Op::Xor];
        let op = ops[self.random.below(ops.len())];
        let mut value = value.clone();
        match op {
            Op::Div | Op::Rem => value = self.nonzero(value),
            Op::Shl | Op::Shr => {
                let bits = place.scalar.kind.promote().bits(super::kind::MODELS[0]);
                let bits = if place.scalar.width.is_some() { 32 } else { bits };
                value = self.fit(value, Range::new(0, i128::from(bits - 1)));
            }
            Op::Add | Op::Sub | Op::Mul | Op::And | Op::Or | Op::Xor => {}
            Op::Lt | Op::Le | Op::Gt | Op::Ge | Op::Eq | Op::Ne => return None,
        }
        for _ in 0..4 {
            if let Some(result) = expr::compound(op, place, &value) {
                return Some(result);
            }
            if !matches!(op, Op::Div | Op::Rem) {
                value = self.tame(&value);
            }
        }
        None
    }

    pub fn step(&mut self) -> Option<Expr> {
        let place = self.target()?;
        let steps = [Step::PreUp, Step::PreDown, Step::PostUp, Step::PostDown];
        let result = expr::step(steps[self.random.below(4)], &place)?;
        Some(self.settled(result))
    }

    fn settled(&mut self, value: Expr) -> Expr {
        if !value.is_bit_field {
            return value;
        }
        // Inside an expression only; a whole statement is as good with the cast.
        expr::cast(Kind::Int, "int", &value)
    }

    /// Reads of pointers themselves: differences, comparisons, tests for null.
    fn pointer_value(&mut self) -> Option<Expr> {
        let pointers = self.pointers();
        let (name, mask, pointer) = self.random.pick(&pointers)?.clone();
        let effects = Effects::read(mask);
        if pointer.is_nullable {
            return self.null_test(&name, effects, &pointer);
        }
        if let Some((base, count)) = &pointer.base {
            let types = super::kind::MODELS.map(|model| expr::Typed {
                kind: Kind::difference_type(model),
                range: Range::new(0, *count as i128 - 1),
            });
            if self.random.chance(70) {
                return Some(Expr::new(Code::new(format!("{name} - {base}"), 11, effects), types));
            }
            let op = ["<", ">", "<=", ">=", "==", "!="][self.random.below(6)];
            let level = if op == "==" || op == "!=" { 8 } else { 9 };
            let element = self.random.below(*count);
            return Some(expr::boolean(Code::new(format!("{name} {op} &{base}[{element}]"), level, effects)));
        }
        let origin = self.random.pick(&pointer.origins)?.clone();
        let address = match origin.count {
            Some(_) => origin.text,
            None => format!("&{}", origin.text),
        };
        let op = if self.random.chance(50) { "==" } else { "!=" };
        Some(expr::boolean(Code::new(format!("{name} {op} {address}"), 8, effects)))
    }

    /// `p && *p > e`, `p ? *p : e`, `p != 0`, `!p`.
    fn null_test(&mut self, name: &str, effects: Effects, pointer: &super::scope::Pointer) -> Option<Expr> {
        let pointer_code = Code::new(name, expr::level::PRIMARY, effects);
        let not_null = Code::new(format!("{name} != 0"), 8, effects);
        let certain = super::scope::Pointer { is_nullable: false, ..pointer.clone() };
        let read = self.with_purity(Purity::Pure, |g| g.descend_pointer(pointer_code.clone(), &certain))?.load();
        let test = if self.random.chance(50) { not_null } else { pointer_code };
        Some(match self.random.below(4) {
            0 => expr::conditional(&test, &read, &self.with_purity(Purity::Pure, |g| g.value(1))),
            1 => expr::logical(Logical::And, &test, &read.code),
            2 => expr::boolean(Code::new(format!("!{name}"), expr::level::UNARY, effects)),
            _ => expr::boolean(Code::new(format!("{name} == 0"), 8, effects)),
        })
    }
}
