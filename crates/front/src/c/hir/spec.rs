//! What annotations say, resolved: contracts, loop clauses, assertions over C's variables and memory.
//!
//! Terms are logical: integers are unbounded, nothing overflows, nothing is undefined, nothing has an effect. A term reads
//! memory in a state: the present one, that of function entry, of loop entry, or of a label.

use invar_base::{Arena, Span, define_id};

use super::{BinaryOp, CompareOp, GlobalId, LabelId, LocalId, Stmt, StringId};
use crate::c::types::TypeId;

define_id!(
    /// A variable of the logic: quantified, `\let`, or a parameter of a predicate; unique in its `LogicUnit`.
    LogicVarId
);
define_id!(LogicFunctionId);

#[derive(Clone, Debug, Default)]
pub struct LogicUnit {
    pub vars: Arena<LogicVarId, LogicVar>,
    pub functions: Arena<LogicFunctionId, LogicFunction>,
    pub lemmas: Vec<Lemma>,
    /// A number that annotations of our own quantify over; no text has it.
    pub counter: Option<LogicVarId>,
}

impl LogicUnit {
    /// Gives annotations of our own a variable.
    pub fn add_counter(&mut self) {
        let span = Span::new(invar_base::Id::from_index(0), 0, 0);
        self.counter = Some(self.vars.push(LogicVar { name: "k".to_string(), ty: LogicType::Integer, span }));
    }
}

#[derive(Clone, Debug)]
pub struct LogicVar {
    pub name: String,
    pub ty: LogicType,
    pub span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LogicType {
    Integer,
    Real,
    Boolean,
    /// A C type: integer types are restricted to their range when quantified, and pointers.
    C(TypeId),
}

/// A predicate or logic function. Without body it is uninterpreted (axiomatic).
#[derive(Clone, Debug)]
pub struct LogicFunction {
    pub name: String,
    pub params: Vec<LogicVarId>,
    pub result: LogicType,
    pub body: Option<Term>,
    /// Without a body: does its value depend on memory too? (It was declared with a label or a `reads` clause.)
    pub reads_memory: bool,
    pub span: Span,
}

/// `lemma` and `axiom`: both are assumed and listed as an assumption; a lemma is also a check of its own.
#[derive(Clone, Debug)]
pub struct Lemma {
    pub name: String,
    pub is_axiom: bool,
    pub term: Term,
    pub span: Span,
}

#[derive(Clone, Debug, Default)]
pub struct Contract {
    pub requires: Vec<Clause>,
    pub ensures: Vec<Clause>,
    /// `None`: no `assigns` clause, anything may be written. `Some(vec![])` is `assigns \nothing`.
    pub assigns: Option<Vec<Location>>,
    /// What single behaviours allow, on top of `assigns`.
    pub narrowed: Vec<Narrowed>,
    /// `complete` and `disjoint behaviors`: hold at entry whenever the `requires` clauses do. Checks of the function itself.
    pub entry_checks: Vec<Clause>,
    /// Clauses that Invar does not check: a function that has them is not proved.
    pub unchecked: Vec<Unchecked>,
    /// Does an `assigns` clause list places that are not understood?
    pub assigns_more: bool,
    /// May it give memory back? Which, is not known to callers.
    pub frees: bool,
    pub span: Option<Span>,
}

/// The `assigns` clause of a behaviour: if the guard held at entry, nothing else is written.
#[derive(Clone, Debug)]
pub struct Narrowed {
    pub guard: Option<Term>,
    pub assigns: Vec<Location>,
    pub span: Span,
}

/// A clause that is read and not checked; `what` names it for people.
#[derive(Clone, Debug)]
pub struct Unchecked {
    pub what: String,
    pub span: Span,
}

/// A clause of a behaviour is already guarded by its `assumes`.
#[derive(Clone, Debug)]
pub struct Clause {
    pub term: Term,
    pub span: Span,
    pub trust: Trust,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trust {
    /// Proved, then assumed.
    Assert,
    /// Proved, not assumed afterwards.
    Check,
    /// Assumed only, and listed.
    Admit,
}

#[derive(Clone, Debug, Default)]
pub struct LoopSpec {
    pub invariants: Vec<Clause>,
    pub assigns: Option<Vec<Location>>,
    pub variant: Option<Term>,
    /// `loop predicate e, …;`
    pub predicates: Vec<Term>,
    /// `loop template e, …;`
    pub templates: Vec<Term>,
    /// `loop skolem int j;`
    pub skolems: Vec<LogicVarId>,
    pub unchecked: Vec<Unchecked>,
}

#[derive(Clone, Debug)]
pub enum StmtSpec {
    Assert(Clause),
    Unchecked(Unchecked),
    /// A predicate to abstract the program with; it says nothing about the place where it stands.
    Predicate {
        text: String,
        clause: Clause,
        is_global: bool,
    },
    /// A handler of a rule says that the call before or after it is an error.
    Abort {
        /// In the rule's own words.
        message: String,
        call: Span,
        /// Of the `abort` in the rule.
        span: Span,
    },
    /// Ghost declarations are `Declare` of ghost locals.
    Ghost(Box<Stmt>),
}

/// A set of memory cells in an `assigns` clause, `\valid` or `\separated`.
#[derive(Clone, Debug)]
pub enum Location {
    /// One place: `x`, `*p`, `p->f`, `a[i]`.
    Place(Place),
    /// `p[lo .. hi]`, `*(p + (lo .. hi))`: elements of a pointer; an absent bound is open.
    Range { pointer: Term, low: Option<Term>, high: Option<Term>, span: Span },
    /// `p[lo .. hi].f`: one field (by path of numbers) of each.
    RangeField { pointer: Term, low: Option<Term>, high: Option<Term>, fields: Vec<u32>, span: Span },
}

#[derive(Clone, Debug)]
pub struct Term {
    pub kind: TermKind,
    /// `Integer` for whatever has an integer value, and `Real` for floating values, even if they come from a variable of a
    /// C type; only a `Cast` to a C integer type has that type. Pointers and records have their C type.
    pub ty: LogicType,
    pub span: Span,
}

impl Term {
    /// Is it the literal 0, which is a null pointer too?
    pub fn is_zero(&self) -> bool {
        matches!(&self.kind, TermKind::Integer(value) if *value == num_bigint::BigInt::ZERO)
    }
}

#[derive(Clone, Debug)]
pub enum TermKind {
    Integer(num_bigint::BigInt),
    Real(String),
    Boolean(bool),
    /// The null pointer.
    Null,
    Var(LogicVarId),
    /// The value of a C place; its integer value is a logic integer.
    Load(Place),
    /// Of an array that decays the type is a pointer to its element, otherwise a pointer to the place's type.
    AddressOf(Place),
    /// A field, by its number, of a record that is a value: `\result.f`.
    Field(Box<Term>, u32),
    String(StringId),
    /// `\result`
    Result,
    /// Evaluated in another state. In `ensures`, parameters are already `At(…, Pre)`.
    At(Box<Term>, State),
    Negate(Box<Term>),
    /// Mathematical; `/` and `%` truncate as in C, `>>` and `<<` are those of unbounded integers, bit operations of
    /// two's complement without end.
    Binary(BinaryOp, Box<Term>, Box<Term>),
    Complement(Box<Term>),
    /// Of integers, reals or pointers.
    Compare(CompareOp, Box<Term>, Box<Term>),
    PointerAdd(Box<Term>, Box<Term>),
    PointerDifference(Box<Term>, Box<Term>),
    /// To a C integer type: wraps; to a pointer type: reinterprets.
    Cast(Box<Term>),
    Not(Box<Term>),
    And(Vec<Term>),
    Or(Vec<Term>),
    Implies(Box<Term>, Box<Term>),
    Iff(Box<Term>, Box<Term>),
    Conditional(Box<Term>, Box<Term>, Box<Term>),
    Forall(Vec<LogicVarId>, Box<Term>),
    Exists(Vec<LogicVarId>, Box<Term>),
    Let(LogicVarId, Box<Term>, Box<Term>),
    Apply(LogicFunctionId, Vec<Term>),
    /// `\valid(locations)`; `read_only` for `\valid_read`.
    Valid {
        locations: Vec<Location>,
        read_only: bool,
    },
    Separated(Vec<Location>),
    /// `\initialized`, `\allocable`, … : not modelled; any truth value, reported.
    Unsupported(String),
    /// `\block_length(p)`, `\offset(p)`: in bytes. `\base_addr(p)`.
    BlockLength(Box<Term>),
    Offset(Box<Term>),
    BaseAddress(Box<Term>),
    /// `\freeable(p)`, `\fresh(p)`.
    Freeable(Box<Term>),
    Fresh(Box<Term>),
}

/// When a term is evaluated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum State {
    /// The state that the clause is about, also inside of another `At`.
    Here,
    /// `\old`, `Pre`: function entry. In a loop annotation `\old` still means this.
    Pre,
    /// `Post`: only in `ensures`, the same as `Here` there.
    Post,
    LoopEntry,
    LoopCurrent,
    Init,
    Label(LabelId),
}

/// A place in a logical term: indices and pointers are terms.
#[derive(Clone, Debug)]
pub struct Place {
    pub kind: PlaceKind,
    pub ty: TypeId,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum PlaceKind {
    Local(LocalId),
    Global(GlobalId),
    Deref(Box<Term>),
    Field(Box<Place>, u32),
    Index(Box<Place>, Box<Term>),
}
