//! The typed program as text, for tests and for looking at it. Implicit conversions are `<type>(e)`, explicit ones
//! `(type)(e)`.

use std::fmt::Write;

use invar_base::Id;

use super::show::type_name;
use crate::c::hir::{
    BinaryOp, Builtin, Callee, CompareOp, Expr, ExprKind, Function, InitEntry, InitValue, Initialiser, Place,
    PlaceKind, Step, Stmt, StmtKind, StringId, UnaryOp, Unit,
};
use crate::c::types::Type;

/// Globals, then functions with a body.
pub fn dump(unit: &Unit) -> String {
    let mut text = String::new();
    for global in unit.globals.values() {
        let printer = Printer { unit, function: None };
        let prefix = if global.is_extern { "extern " } else { "" };
        let ty = type_name(&unit.types, global.ty);
        let init = if global.init.entries.is_empty() { String::new() } else { printer.init(&global.init) };
        let _ = writeln!(text, "{prefix}{}: {ty}{init}", global.name);
    }
    for function in unit.functions.values() {
        if let Some(body) = &function.body {
            let printer = Printer { unit, function: Some(function) };
            let params: Vec<String> = function.params.iter().map(|p| printer.declared(*p)).collect();
            let result = type_name(&unit.types, function.ty.result);
            let _ = writeln!(text, "{}({}): {result}", function.name, params.join(", "));
            printer.stmt(body, 1, &mut text);
        }
    }
    text
}

struct Printer<'u> {
    unit: &'u Unit,
    function: Option<&'u Function>,
}

impl Printer<'_> {
    fn declared(&self, local: crate::c::hir::LocalId) -> String {
        let Some(local) = self.function.and_then(|function| function.locals.get(local)) else { return "?".into() };
        let ghost = if local.is_ghost { "ghost " } else { "" };
        format!("{ghost}{}: {}", local.name, type_name(&self.unit.types, local.ty))
    }

    fn stmt(&self, stmt: &Stmt, depth: usize, text: &mut String) {
        let indent = "  ".repeat(depth);
        let line = match &stmt.kind {
            StmtKind::Expr(expr) => self.expr(expr),
            StmtKind::Block(stmts) => {
                stmts.iter().for_each(|stmt| self.stmt(stmt, depth + usize::from(depth > 1), text));
                return;
            }
            StmtKind::Declare(local, init) => {
                format!("{}{}", self.declared(*local), init.as_ref().map_or(String::new(), |init| self.init(init)))
            }
            StmtKind::If(condition, then, otherwise) => {
                let _ = writeln!(text, "{indent}if {}", self.expr(condition));
                self.stmt(then, depth + 1, text);
                if let Some(otherwise) = otherwise {
                    let _ = writeln!(text, "{indent}else");
                    self.stmt(otherwise, depth + 1, text);
                }
                return;
            }
            StmtKind::While { condition, body, .. } => {
                return self.nested("while", &self.expr(condition), body, depth, text);
            }
            StmtKind::DoWhile { condition, body, .. } => {
                return self.nested("do while", &self.expr(condition), body, depth, text);
            }
            StmtKind::For { init, condition, step, body, .. } => {
                let mut head = String::new();
                if let Some(init) = init {
                    self.stmt(init, 0, &mut head);
                }
                let condition = condition.as_ref().map_or(String::new(), |condition| self.expr(condition));
                let step = step.as_ref().map_or(String::new(), |step| self.expr(step));
                let head = format!("{}; {condition}; {step}", head.trim());
                return self.nested("for", &head, body, depth, text);
            }
            StmtKind::Switch(value, body) => return self.nested("switch", &self.expr(value), body, depth, text),
            StmtKind::Case(low, high, body) if low == high => {
                return self.nested("case", &low.to_string(), body, depth, text);
            }
            StmtKind::Case(low, high, body) => {
                return self.nested("case", &format!("{low}..{high}"), body, depth, text);
            }
            StmtKind::Default(body) => return self.nested("default", "", body, depth, text),
            StmtKind::Labeled(label, body) => return self.nested("label", &self.label(*label), body, depth, text),
            StmtKind::Goto(label) => format!("goto {}", self.label(*label)),
            StmtKind::ComputedGoto(target) => format!("goto *{}", self.expr(target)),
            StmtKind::AtScopeEnd(call) => format!("at scope end {}", self.expr(call)),
            StmtKind::Break => "break".into(),
            StmtKind::Continue => "continue".into(),
            StmtKind::Return(None) => "return".into(),
            StmtKind::Return(Some(value)) => format!("return {}", self.expr(value)),
            StmtKind::Empty => "empty".into(),
            StmtKind::Asm { outputs, inputs, clobbers_memory, .. } => {
                let outputs: Vec<String> = outputs.iter().map(|place| self.place(place)).collect();
                let memory = if *clobbers_memory { " memory" } else { "" };
                format!("asm({}; {}){memory}", outputs.join(", "), self.exprs(inputs))
            }
            StmtKind::Annotation(_) => "annotation".into(),
            StmtKind::Unsupported { what } => format!("unsupported: {what}"),
        };
        let _ = writeln!(text, "{indent}{line}");
    }

    fn nested(&self, word: &str, head: &str, body: &Stmt, depth: usize, text: &mut String) {
        let _ = writeln!(text, "{}", format!("{}{word} {head}", "  ".repeat(depth)).trim_end());
        self.stmt(body, depth + 1, text);
    }

    fn label(&self, label: crate::c::hir::LabelId) -> String {
        self.function.and_then(|function| function.labels.get(label)).map_or("?".into(), |label| label.name.clone())
    }

    fn init(&self, init: &Initialiser) -> String {
        let entries: Vec<String> = init.entries.iter().map(|entry| self.entry(entry)).collect();
        format!(" = {{{}}}", entries.join(", "))
    }

    fn entry(&self, entry: &InitEntry) -> String {
        let path: String = entry.path.iter().map(step).collect();
        let value = match &entry.value {
            InitValue::Expr(value) => self.expr(value),
            InitValue::String(id) => self.string(*id),
        };
        if path.is_empty() { value } else { format!("{path} = {value}") }
    }

    fn disputed(&self, operand: &Expr, low: i128, high: i128) -> String {
        format!("disputed[{low}..{high}]({})", self.expr(operand))
    }

    fn string(&self, id: StringId) -> String {
        let units = &self.unit.strings[id].units;
        let text: String = units[..units.len() - 1].iter().filter_map(|unit| char::from_u32(*unit)).collect();
        format!("{text:?}")
    }

    fn exprs(&self, exprs: &[Expr]) -> String {
        exprs.iter().map(|expr| self.expr(expr)).collect::<Vec<String>>().join(", ")
    }

    fn expr(&self, expr: &Expr) -> String {
        match &expr.kind {
            ExprKind::Int(value) if self.unit.types.is_pointer(expr.ty) && *value == 0 => "null".into(),
            ExprKind::Int(value) => format!("{value}{}", self.suffix(expr)),
            ExprKind::Float(value) => format!("{value:?}"),
            ExprKind::Load(place) => self.place(place),
            ExprKind::AddressOf(place) => format!("&{}", self.place(place)),
            ExprKind::LabelAddress(address, _) => format!("&&{}", address.index()),
            ExprKind::FunctionAddress(id) => format!("&{}", self.unit.functions[*id].name),
            ExprKind::Unary(op, operand) => format!("{}{}", unary(*op), self.expr(operand)),
            ExprKind::Binary(op, left, right) => format!("({} {} {})", self.expr(left), binary(*op), self.expr(right)),
            ExprKind::Compare(op, left, right) => {
                format!("({} {} {})", self.expr(left), compare(*op), self.expr(right))
            }
            ExprKind::PointerAdd { pointer, index, negative } => {
                format!("({} {} {})", self.expr(pointer), if *negative { "-~" } else { "+~" }, self.expr(index))
            }
            ExprKind::PointerDifference(left, right) => format!("({} ~-~ {})", self.expr(left), self.expr(right)),
            ExprKind::And(left, right) => format!("({} && {})", self.expr(left), self.expr(right)),
            ExprKind::Or(left, right) => format!("({} || {})", self.expr(left), self.expr(right)),
            ExprKind::Conditional(condition, then, otherwise) => {
                format!("({} ? {} : {})", self.expr(condition), self.expr(then), self.expr(otherwise))
            }
            ExprKind::Comma(left, right) => format!("({}, {})", self.expr(left), self.expr(right)),
            ExprKind::Cast { operand, explicit, .. } => {
                let ty = type_name(&self.unit.types, expr.ty);
                let value = self.expr(operand);
                if *explicit { format!("({ty})({value})") } else { format!("<{ty}>({value})") }
            }
            ExprKind::Assign(place, value) => format!("{} = {}", self.place(place), self.expr(value)),
            ExprKind::AssignOp { place, op, value, computed } => {
                let ty = type_name(&self.unit.types, *computed);
                format!("{} {}=[{ty}] {}", self.place(place), binary(*op), self.expr(value))
            }
            ExprKind::AssignPointer { place, index, negative } => {
                format!("{} {}= {}", self.place(place), if *negative { "-~" } else { "+~" }, self.expr(index))
            }
            ExprKind::Increment { place, negative, postfix } => {
                let op = if *negative { "--" } else { "++" };
                if *postfix { format!("{}{op}", self.place(place)) } else { format!("{op}{}", self.place(place)) }
            }
            ExprKind::Call(call) => {
                let callee = match &call.callee {
                    Callee::Direct(id) => self.unit.functions[*id].name.clone(),
                    Callee::Pointer(pointer) => format!("(*{})", self.expr(pointer)),
                    Callee::Builtin(builtin) => builtin_name(*builtin).to_string(),
                };
                format!("{callee}({})", self.exprs(&call.args))
            }
            ExprKind::Statements(stmts, value) => {
                let mut text = String::new();
                stmts.iter().for_each(|stmt| self.stmt(stmt, 0, &mut text));
                let value = value.as_ref().map_or(String::new(), |value| self.expr(value));
                format!("({{{} => {value}}})", text.trim().replace('\n', "; "))
            }
            ExprKind::VaStart(list) => format!("va_start({})", self.expr(list)),
            ExprKind::VaEnd(list) => format!("va_end({})", self.expr(list)),
            ExprKind::VaCopy(to, from) => format!("va_copy({}, {})", self.expr(to), self.expr(from)),
            ExprKind::VaArg(list) => format!("va_arg({}, {})", self.expr(list), type_name(&self.unit.types, expr.ty)),
            ExprKind::Disputed { operand, low, high } => self.disputed(operand, *low, *high),
            ExprKind::Unsupported { what, operands } => format!("unsupported[{what}]({})", self.exprs(operands)),
        }
    }

    /// The letters that make a literal one of its type.
    fn suffix(&self, expr: &Expr) -> String {
        match type_name(&self.unit.types, expr.ty).as_str() {
            "int" => String::new(),
            "unsigned int" => "u".into(),
            "long" => "l".into(),
            "unsigned long" => "ul".into(),
            "long long" => "ll".into(),
            "unsigned long long" => "ull".into(),
            other => format!(":{other}"),
        }
    }

    fn place(&self, place: &Place) -> String {
        match &place.kind {
            PlaceKind::Local(id) => {
                let local = self.function.and_then(|function| function.locals.get(*id));
                local.map_or("?".into(), |local| local.name.clone())
            }
            PlaceKind::Global(id) => self.unit.globals[*id].name.clone(),
            PlaceKind::String(id) => self.string(*id),
            PlaceKind::Deref(pointer) => format!("*{}", self.expr(pointer)),
            PlaceKind::Field(base, number) => {
                let name = match self.unit.types.get(base.ty) {
                    Type::Record(record) => self.unit.types.fields(*record)[*number as usize].name.clone(),
                    _ => "?".into(),
                };
                format!("({}).{}", self.place(base), if name.is_empty() { number.to_string() } else { name })
            }
            PlaceKind::Index(base, index) => format!("{}[{}]", self.place(base), self.expr(index)),
            PlaceKind::Compound(_, init) => {
                format!("literal {}{}", type_name(&self.unit.types, place.ty), self.init(init))
            }
            PlaceKind::Value(value) => format!("value {}", self.expr(value)),
        }
    }
}

fn step(step: &Step) -> String {
    match step {
        Step::Field(number) => format!(".{number}"),
        Step::Index(index) => format!("[{index}]"),
        Step::Range(first, last) => format!("[{first}..{last}]"),
    }
}

fn unary(op: UnaryOp) -> &'static str {
    match op {
        UnaryOp::Negate => "-",
        UnaryOp::Complement => "~",
        UnaryOp::Not => "!",
    }
}

fn binary(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "+",
        BinaryOp::Subtract => "-",
        BinaryOp::Multiply => "*",
        BinaryOp::Divide => "/",
        BinaryOp::Remainder => "%",
        BinaryOp::ShiftLeft => "<<",
        BinaryOp::ShiftRight => ">>",
        BinaryOp::BitAnd => "&",
        BinaryOp::BitOr => "|",
        BinaryOp::BitXor => "^",
    }
}

fn compare(op: CompareOp) -> &'static str {
    match op {
        CompareOp::Equal => "==",
        CompareOp::NotEqual => "!=",
        CompareOp::Less => "<",
        CompareOp::LessEqual => "<=",
        CompareOp::Greater => ">",
        CompareOp::GreaterEqual => ">=",
    }
}

fn builtin_name(builtin: Builtin) -> &'static str {
    match builtin {
        Builtin::Expect => "builtin expect",
        Builtin::Unreachable => "builtin unreachable",
        Builtin::Trap => "builtin trap",
        Builtin::ConstantP => "builtin constant_p",
        Builtin::Alloca => "builtin alloca",
        Builtin::AddOverflow => "builtin add_overflow",
        Builtin::SubOverflow => "builtin sub_overflow",
        Builtin::MulOverflow => "builtin mul_overflow",
        Builtin::Clz => "builtin clz",
        Builtin::Ctz => "builtin ctz",
        Builtin::Popcount => "builtin popcount",
        Builtin::Ffs => "builtin ffs",
        Builtin::Parity => "builtin parity",
        Builtin::Bswap16 => "builtin bswap16",
        Builtin::Bswap32 => "builtin bswap32",
        Builtin::Bswap64 => "builtin bswap64",
        Builtin::ObjectSize => "builtin object_size",
        Builtin::ReturnAddress => "builtin return_address",
        Builtin::FrameAddress => "builtin frame_address",
        Builtin::Other => "builtin other",
    }
}
