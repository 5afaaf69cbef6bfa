//! Places of the source: variables, elements of arrays, what pointers point to.

use invar_gcl::source::{Form, Kind, ObjectName, Piece, Shown};
use invar_logic::{Op, Term, VarId};
use num_bigint::BigInt;
use num_traits::{One, ToPrimitive, Zero};

use super::sum::Sum;
use super::{Acsl, Level, Said, scope};

/// A variable with the indices that are applied to it.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Access {
    /// The source's own variable: of the callee rather than of an expanded call, and of now rather than of entry.
    var: VarId,
    is_old: bool,
    indices: Vec<Term>,
}

/// What an object's number says.
enum Pointer {
    /// A pointer of the source; the access is to its object.
    Value { said: Said, access: Access, offset: Option<VarId> },
    /// The object of a variable.
    Variable(ObjectName),
}

impl Acsl<'_> {
    fn access(&self, term: Term) -> Option<Access> {
        let mut indices = Vec::new();
        let mut at = term;
        while *self.pool.op(at) == Op::Select {
            let args = self.pool.args(at);
            indices.splice(0..0, args[1..].iter().copied());
            at = args[0];
        }
        let Op::Var(var) = *self.pool.op(at) else { return None };
        let (var, is_old) = self.own(var)?;
        Some(Access { var, is_old, indices })
    }

    fn shown(&self, access: &Access) -> Option<Shown> {
        self.program.source.variables.get(&access.var).cloned()
    }

    /// Is it the offset of a pointer?
    pub fn is_offset(&self, term: Term) -> bool {
        self.access(term).is_some_and(|access| self.object_of.contains_key(&access.var))
    }

    /// Is it an object's number?
    pub fn is_object(&self, term: Term) -> bool {
        let shown = self.access(term).and_then(|access| self.shown(&access));
        match shown {
            Some(Shown::Place { kind, .. } | Shown::Memory { kind, .. }) => matches!(kind, Kind::Pointer { .. }),
            Some(Shown::Address(_)) => true,
            Some(Shown::Hidden) | None => false,
        }
    }

    /// The offset that belongs to an object's number; none if it is always 0.
    fn offset_access(&self, object: Term) -> Option<Access> {
        let access = self.access(object)?;
        match self.shown(&access)? {
            Shown::Place { kind, .. } | Shown::Memory { kind, .. } => {
                Some(Access { var: super::offset_of(kind)?, ..access })
            }
            Shown::Address(_) | Shown::Hidden => None,
        }
    }

    /// Does it say that the offsets that go with two objects are equal?
    pub fn are_offsets_of(&self, term: Term, a: Term, b: Term) -> bool {
        let (Op::Eq, [x, y]) = (self.pool.op(term), self.pool.args(term)) else { return false };
        let is_zero = |term: Term| matches!(self.pool.op(term), Op::Int(value) if value.is_zero());
        let is_of = |offset: Term, object: Term| match self.offset_access(object) {
            Some(wanted) => self.access(offset) == Some(wanted),
            None => is_zero(offset),
        };
        let is_pointer = |term: Term| self.is_object(term) || is_zero(term);
        let is_either = self.is_object(a) || self.is_object(b);
        is_either && is_pointer(a) && is_pointer(b) && (is_of(*x, a) && is_of(*y, b) || is_of(*x, b) && is_of(*y, a))
    }

    /// The integer at a place.
    pub fn value(&mut self, term: Term) -> Option<Said> {
        let access = self.access(term)?;
        match self.kind(&access)? {
            Kind::Plain => self.place(&access),
            Kind::Pointer { .. } | Kind::Float(_) => None,
        }
    }

    fn kind(&self, access: &Access) -> Option<Kind> {
        match self.shown(access)? {
            Shown::Place { kind, .. } | Shown::Memory { kind, .. } => Some(kind),
            Shown::Address(_) | Shown::Hidden => None,
        }
    }

    fn place(&mut self, access: &Access) -> Option<Said> {
        if self.is_at_entry && !access.is_old && !self.kept.contains(&access.var) {
            return None;
        }
        let outside = self.is_at_entry;
        self.is_at_entry |= access.is_old;
        let said = self.bare_place(access);
        self.is_at_entry = outside;
        let said = said?;
        let is_first = access.is_old && !outside;
        Some(if is_first { Said::new(format!("\\at({}, Pre)", said.text), Level::Primary) } else { said })
    }

    /// The place in the state that is being talked about.
    fn bare_place(&mut self, access: &Access) -> Option<Said> {
        match self.shown(access)? {
            Shown::Place { name, .. } => {
                let name = scope::in_scope(&name);
                Some(Said::new(self.fill(&name, &access.indices)?, Level::Primary))
            }
            Shown::Memory { part, .. } => {
                let [object, element, rest @ ..] = &access.indices[..] else { return None };
                let part = self.fill(&part, rest)?;
                self.cell(*object, *element, &part)
            }
            Shown::Address(_) | Shown::Hidden => None,
        }
    }

    /// `s.rows[i].first`
    fn fill(&mut self, name: &[Piece], indices: &[Term]) -> Option<String> {
        if name.iter().filter(|piece| **piece == Piece::Index).count() != indices.len() {
            return None;
        }
        let mut indices = indices.iter();
        let mut text = String::new();
        for piece in name {
            match piece {
                Piece::Text(part) => text.push_str(part),
                Piece::Index => text.push_str(&format!("[{}]", self.integer(*indices.next()?)?.text)),
            }
        }
        Some(text)
    }

    /// The place in an element of an object: `p[i].part`, `p->part`, `*p`, `x.part`.
    fn cell(&mut self, object: Term, element: Term, part: &str) -> Option<Said> {
        let mut index = self.sum_of(element);
        match self.pointer(object)? {
            Pointer::Variable(ObjectName { text, form: Form::Single }) => {
                index.is_zero().then(|| Said::new(format!("{text}{part}"), Level::Primary))
            }
            Pointer::Variable(ObjectName { text, form: Form::Row }) => {
                let index = self.sum(&index)?.text;
                Some(Said::new(format!("{text}[{index}]{part}"), Level::Primary))
            }
            Pointer::Variable(ObjectName { form: Form::Mixed | Form::Literal, .. }) => None,
            Pointer::Value { said, access, offset } => {
                let said = match offset {
                    Some(offset) => self.pointer_before(&mut index, said, access, offset)?,
                    None => said,
                };
                let pointer = said.at(Level::Primary);
                let is_first = index.is_zero();
                Some(match part.strip_prefix('.') {
                    Some(field) if is_first => Said::new(format!("{pointer}->{field}"), Level::Primary),
                    None if is_first && part.is_empty() => {
                        Said::new(format!("*{}", said.at(Level::Unary)), Level::Unary)
                    }
                    Some(_) | None => Said::new(format!("{pointer}[{}]{part}", self.sum(&index)?.text), Level::Primary),
                })
            }
        }
    }

    /// Takes a pointer's offset out of an index; the pointer itself. If only its offset changes, that at entry may be meant.
    fn pointer_before(&mut self, index: &mut Sum, said: Said, access: Access, offset: VarId) -> Option<Said> {
        if self.take_offset(index, &access, offset).is_some() {
            return Some(said);
        }
        if access.is_old || !self.kept.contains(&access.var) {
            return None;
        }
        let access = Access { is_old: true, ..access };
        self.take_offset(index, &access, offset)?;
        self.place(&access)
    }

    /// The index without the pointer's own offset.
    fn take_offset(&self, index: &mut Sum, access: &Access, offset: VarId) -> Option<()> {
        let own = Access { var: offset, ..access.clone() };
        let found = index.atoms.iter().find(|(atom, _)| self.access(**atom).as_ref() == Some(&own));
        let (&atom, factor) = found?;
        if !factor.is_one() {
            return None;
        }
        index.atoms.remove(&atom);
        Some(())
    }

    fn pointer(&mut self, object: Term) -> Option<Pointer> {
        if let Op::Int(number) = self.pool.op(object) {
            let number = number.to_i64()?;
            let name = self.program.source.objects.get(&number)?;
            if !self.can_name_object(number, name) {
                return None;
            }
            return Some(Pointer::Variable(ObjectName { text: scope::word(&name.text).to_string(), ..*name }));
        }
        let access = self.access(object)?;
        match self.shown(&access)? {
            Shown::Address(name) if access.indices.is_empty() => Some(Pointer::Variable(name)),
            Shown::Place { kind: Kind::Pointer { offset }, .. }
            | Shown::Memory { kind: Kind::Pointer { offset }, .. } => {
                let said = self.place(&access)?;
                Some(Pointer::Value { said, access, offset })
            }
            Shown::Place { .. } | Shown::Memory { .. } | Shown::Address(_) | Shown::Hidden => None,
        }
    }

    /// The pointer whose offset this is.
    pub fn pointer_with_offset(&mut self, term: Term) -> Option<Said> {
        let access = self.access(term)?;
        let var = *self.object_of.get(&access.var)?;
        self.place(&Access { var, ..access })
    }

    /// The pointer whose object this is, as an expression.
    pub fn pointer_to(&mut self, object: Term) -> Option<Said> {
        match self.pointer(object)? {
            Pointer::Value { said, .. } => Some(said),
            Pointer::Variable(ObjectName { text, form: Form::Single }) => {
                Some(Said::new(format!("&{text}"), Level::Unary))
            }
            Pointer::Variable(ObjectName { text, form: Form::Row }) => Some(Said::new(text, Level::Primary)),
            Pointer::Variable(ObjectName { form: Form::Mixed | Form::Literal, .. }) => None,
        }
    }

    /// What must be added to a bound variable that runs over offsets, to make it run over indices: the offset of a pointer
    /// through which it accesses memory.
    pub fn shift(&mut self, body: Term, bound: VarId) -> Option<Term> {
        let bound = self.pool.find_var(bound)?;
        for term in self.pool.postorder(&[body]) {
            let Some(access) = self.access(term) else { continue };
            let Some(Shown::Memory { .. }) = self.shown(&access) else { continue };
            let [object, element, ..] = access.indices[..] else { continue };
            let index = self.sum_of(element);
            let is_index = index.atoms.get(&bound).is_some_and(BigInt::is_one);
            if !is_index || index.atoms.keys().any(|&atom| self.is_offset(atom)) {
                continue;
            }
            // A pointer in a variable of the body itself: other offsets would have to be looked for.
            let Op::Var(var) = *self.pool.op(object) else { continue };
            if let Some(Shown::Place { kind: Kind::Pointer { offset: Some(offset) }, .. }) =
                self.program.source.variables.get(&var)
            {
                return Some(self.pool.var(*offset));
            }
        }
        None
    }
}
