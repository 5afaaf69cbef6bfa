//! Terms as text, fully parenthesised, so that tests see how they were read.

use super::world::World;
use crate::c::hir::spec::*;
use crate::c::hir::{BinaryOp, CompareOp};

pub struct Show<'w>(pub &'w World);

impl Show<'_> {
    pub fn term(&self, term: &Term) -> String {
        let list = |terms: &[Term], separator: &str| {
            let parts: Vec<String> = terms.iter().map(|term| self.term(term)).collect();
            parts.join(separator)
        };
        match &term.kind {
            TermKind::Integer(value) => value.to_string(),
            TermKind::Real(text) => text.clone(),
            TermKind::Boolean(value) => value.to_string(),
            TermKind::Null => "null".into(),
            TermKind::Var(var) => self.0.logic.vars[*var].name.clone(),
            TermKind::Load(place) => self.place(place),
            TermKind::AddressOf(place) => format!("&{}", self.place(place)),
            TermKind::Field(record, number) => format!("{}.{number}", self.term(record)),
            TermKind::String(_) => "string".into(),
            TermKind::Result => "result".into(),
            TermKind::At(term, state) => format!("{}@{}", self.term(term), self.state(*state)),
            TermKind::Negate(term) => format!("-{}", self.term(term)),
            TermKind::Binary(op, a, b) => format!("({} {} {})", self.term(a), binary(*op), self.term(b)),
            TermKind::Complement(term) => format!("~{}", self.term(term)),
            TermKind::Compare(op, a, b) => format!("({} {} {})", self.term(a), compare(*op), self.term(b)),
            TermKind::PointerAdd(a, b) => format!("({} +p {})", self.term(a), self.term(b)),
            TermKind::PointerDifference(a, b) => format!("({} -p {})", self.term(a), self.term(b)),
            TermKind::Cast(operand) => format!("cast[{}]({})", self.ty(term.ty), self.term(operand)),
            TermKind::Not(term) => format!("!{}", self.term(term)),
            TermKind::And(parts) => format!("({})", list(parts, " && ")),
            TermKind::Or(parts) => format!("({})", list(parts, " || ")),
            TermKind::Implies(a, b) => format!("({} ==> {})", self.term(a), self.term(b)),
            TermKind::Iff(a, b) => format!("({} <==> {})", self.term(a), self.term(b)),
            TermKind::Conditional(c, a, b) => format!("({} ? {} : {})", self.term(c), self.term(a), self.term(b)),
            TermKind::Forall(vars, body) => format!("(forall {}; {})", self.vars(vars), self.term(body)),
            TermKind::Exists(vars, body) => format!("(exists {}; {})", self.vars(vars), self.term(body)),
            TermKind::Let(var, value, body) => {
                format!("(let {} = {}; {})", self.0.logic.vars[*var].name, self.term(value), self.term(body))
            }
            TermKind::Apply(function, args) => {
                format!("{}({})", self.0.logic.functions[*function].name, list(args, ", "))
            }
            TermKind::Valid { locations, read_only } => {
                format!("{}({})", if *read_only { "readable" } else { "valid" }, self.locations(locations))
            }
            TermKind::Separated(locations) => format!("separated({})", self.locations(locations)),
            TermKind::Unsupported(what) => format!("unsupported[{what}]"),
            TermKind::BlockLength(term) => format!("block_length({})", self.term(term)),
            TermKind::Offset(term) => format!("offset({})", self.term(term)),
            TermKind::BaseAddress(term) => format!("base({})", self.term(term)),
            TermKind::Freeable(term) => format!("freeable({})", self.term(term)),
            TermKind::Fresh(term) => format!("fresh({})", self.term(term)),
        }
    }

    pub fn place(&self, place: &Place) -> String {
        match &place.kind {
            PlaceKind::Local(local) => self.0.local_name(*local),
            PlaceKind::Global(global) => self.0.global_name(*global),
            PlaceKind::Deref(pointer) => format!("*{}", self.term(pointer)),
            PlaceKind::Field(base, number) => format!("{}.{number}", self.place(base)),
            PlaceKind::Index(base, index) => format!("{}[{}]", self.place(base), self.term(index)),
        }
    }

    pub fn locations(&self, locations: &[Location]) -> String {
        let parts: Vec<String> = locations.iter().map(|location| self.location(location)).collect();
        parts.join(", ")
    }

    fn location(&self, location: &Location) -> String {
        let bound = |term: &Option<Term>| term.as_ref().map_or(String::new(), |term| self.term(term));
        match location {
            Location::Place(place) => self.place(place),
            Location::Range { pointer, low, high, .. } => {
                format!("{}[{}..{}]", self.term(pointer), bound(low), bound(high))
            }
            Location::RangeField { pointer, low, high, fields, .. } => {
                let fields: String = fields.iter().map(|number| format!(".{number}")).collect();
                format!("{}[{}..{}]{fields}", self.term(pointer), bound(low), bound(high))
            }
        }
    }

    fn vars(&self, vars: &[LogicVarId]) -> String {
        let parts: Vec<String> = vars
            .iter()
            .map(|var| {
                let var = &self.0.logic.vars[*var];
                format!("{} {}", self.ty(var.ty), var.name)
            })
            .collect();
        parts.join(", ")
    }

    fn ty(&self, ty: LogicType) -> String {
        match ty {
            LogicType::Integer => "integer".into(),
            LogicType::Real => "real".into(),
            LogicType::Boolean => "boolean".into(),
            LogicType::C(id) => self.0.type_name(id),
        }
    }

    fn state(&self, state: State) -> &'static str {
        match state {
            State::Here => "Here",
            State::Pre => "Pre",
            State::Post => "Post",
            State::LoopEntry => "LoopEntry",
            State::LoopCurrent => "LoopCurrent",
            State::Init => "Init",
            State::Label(_) => "label",
        }
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
