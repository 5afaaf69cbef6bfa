//! What the variables of a program stand for in the text that it was made from, so that runs speak the text's own words.
//! A front end whose variables are those of its text leaves the table empty: such variables are shown under their names.
//!
//! Memory is a number per object and a map per kind of cell: `map[object][element]…`. A pointer is an object's number and,
//! in a variable of its own, an offset in it, counted in elements.

use std::collections::BTreeMap;
use std::sync::Arc;

use invar_base::Span;
use invar_logic::{Float, FloatWidth, TermPool, Value, VarId};

#[derive(Clone, Debug, Default)]
pub struct SourceTable {
    /// Variables that are not listed and have an `@` in their name are internal.
    pub variables: BTreeMap<VarId, Shown>,
    /// Objects with fixed numbers.
    pub objects: Arc<BTreeMap<i64, ObjectName>>,
    /// How the text writes the null pointer, object 0.
    pub null: &'static str,
    /// The map that says which objects exist.
    pub live: Option<VarId>,
    /// The number from which on there are no objects yet.
    pub next: Option<VarId>,
    /// Where the text can name what it names, so that words for one place are not used at another.
    pub scopes: Arc<Scopes>,
    /// The arguments of bodies, for bodies whose parameters are variables of their own.
    pub arguments: BTreeMap<VarId, Argument>,
}

/// Where names can be used. What is not listed cannot be named anywhere.
#[derive(Clone, Debug, Default)]
pub struct Scopes {
    /// All variables that a variable of the text became.
    pub variables: BTreeMap<VarId, Vec<Span>>,
    /// Objects with fixed numbers.
    pub objects: BTreeMap<i64, Vec<Span>>,
    /// Names that hide others, whatever they mean, and where they do.
    pub hiding: BTreeMap<String, Vec<Span>>,
}

/// What a parameter has when its body is entered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Argument {
    pub parameter: VarId,
    pub is_kept: bool,
}

impl Scopes {
    /// Can the text at the place use the name for what has these scopes? What begins where the place does may be behind it,
    /// or before it and hide others: the expansion of a macro is all in one place.
    pub fn can_name(&self, scopes: &[Span], name: &str, place: Span) -> bool {
        let is_in = |scope: &Span| scope.source == place.source && place.start < scope.end;
        let own = scopes.iter().filter(|scope| is_in(scope) && scope.start < place.start).max();
        let Some(own) = own else { return false };
        let Some(hiding) = self.hiding.get(name) else { return true };
        let inner = hiding.iter().filter(|scope| is_in(scope) && (own.start..=place.start).contains(&scope.start));
        // A scope inside of a function is one of those that hide.
        inner.count() <= usize::from(hiding.contains(own))
    }
}

/// How a variable is shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shown {
    /// The values that the source's place has: one, or a map of them with an index per array on the way.
    Place { name: Vec<Piece>, kind: Kind },
    /// A map from objects and the elements in them to what the element has at this place.
    Memory { part: Vec<Piece>, kind: Kind },
    /// The number of the object that this variable of the source lies in.
    Address(ObjectName),
    /// It is part of another (the offset of a pointer), or means nothing to a reader.
    Hidden,
}

impl Shown {
    /// The variable that says where in its object a pointer points, if this is a pointer with such a variable.
    pub fn offset(&self) -> Option<VarId> {
        match self {
            Shown::Place { kind: Kind::Pointer { offset }, .. }
            | Shown::Memory { kind: Kind::Pointer { offset }, .. } => *offset,
            Shown::Place { kind: Kind::Plain | Kind::Float(_), .. }
            | Shown::Memory { kind: Kind::Plain | Kind::Float(_), .. } => None,
            Shown::Address(_) | Shown::Hidden => None,
        }
    }
}

/// Part of a name with gaps for array indices: `s.rows[·].first`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Piece {
    Text(String),
    Index,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Plain,
    /// The value is the place of a floating value.
    Float(FloatWidth),
    /// The value is an object's number; its offset is in this variable, or always 0.
    Pointer {
        offset: Option<VarId>,
    },
}

impl Kind {
    /// A number as the source writes it.
    pub fn number(self, pool: &TermPool, value: &Value) -> String {
        match (self, value.as_int()) {
            (Kind::Float(width), Some(place)) => Float::at(&place.to_big(), width).to_string(),
            (_, _) => value.display(pool).to_string(),
        }
    }
}

/// What the source calls an object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ObjectName {
    pub text: String,
    pub form: Form,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// A variable that is one element: `&x`, `x.part`.
    Single,
    /// A variable that is a row of elements: `&a[i]`, `a[i].part`.
    Row,
    /// A variable whose offsets do not count elements of one type.
    Mixed,
    /// What is its own address and never written: a function, a string literal.
    Literal,
}

#[cfg(test)]
mod tests {
    use invar_base::{Id, SourceId, Span};

    use super::Scopes;

    fn span(start: usize, end: usize) -> Span {
        Span::new(SourceId::from_index(0), start, end)
    }

    fn can_name(own: Span, hiding: &[Span], place: usize) -> bool {
        let scopes = Scopes { hiding: [("x".to_string(), hiding.to_vec())].into(), ..Scopes::default() };
        scopes.can_name(&[own], "x", span(place, place + 5))
    }

    #[test]
    fn the_innermost_declaration_has_the_name() {
        let (outer, inner) = (span(10, 100), span(30, 60));
        let all = [outer, inner];
        assert_eq!([5, 20, 40, 70, 100].map(|place| can_name(outer, &all, place)), [false, true, false, true, false]);
        assert_eq!([20, 40, 70].map(|place| can_name(inner, &all, place)), [false, true, false]);
        assert!(can_name(span(1, 1000), &[], 40) && !can_name(span(1, 1000), &all, 40));
    }

    /// The expansion of a macro: nobody knows what is before what.
    #[test]
    fn what_begins_together_has_no_name() {
        assert!(!can_name(span(10, 100), &[span(10, 100)], 10));
        assert!(!can_name(span(10, 100), &[span(10, 100), span(10, 100)], 20));
        assert!(!can_name(span(1, 1000), &[span(20, 30)], 20));
        let elsewhere = Span { source: SourceId::from_index(1), ..span(1, 1000) };
        assert!(!can_name(elsewhere, &[], 20));
    }
}
