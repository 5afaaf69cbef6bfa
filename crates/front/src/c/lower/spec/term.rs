//! Terms of annotations. In: a resolved term. Out: a logical value, or the formula of a whole clause. What is not modelled
//! gets an unknown value, and always a note in `Body::problems`, so that no verdict rests on it.

use invar_base::Span;
use invar_gcl::Role;
use invar_logic::{Sort, Term};

use crate::c::hir::spec::{self, State, TermKind};
use crate::c::lower::code::{Body, Logical, Pointer, View};
use crate::c::lower::ints::Int;

impl Body<'_, '_> {
    /// A whole clause. If a part of it is not understood, nothing is known of its truth: it cannot be proved, and assuming it
    /// says nothing.
    pub fn statement(&mut self, term: &spec::Term) -> Term {
        let before = self.problems.len();
        let formula = self.formula(term);
        if self.problems.len() == before { formula } else { self.unknown_truth() }
    }

    pub fn formula(&mut self, term: &spec::Term) -> Term {
        match self.logical(term) {
            Logical::Bool(term) => term,
            Logical::Int(term) => {
                let zero = self.int(0);
                self.pool().ne(term, zero)
            }
            Logical::Pointer(pointer) => self.is_not_null(pointer),
            Logical::Record(..) | Logical::Real(_) => self.not_modelled("a real or record as a condition", term.span),
        }
    }

    pub fn spec_integer(&mut self, term: &spec::Term) -> Term {
        match self.logical(term) {
            Logical::Int(term) => term,
            Logical::Bool(term) => Int::truth(self.pool(), term).term,
            Logical::Pointer(_) | Logical::Record(..) | Logical::Real(_) => {
                self.not_modelled("this as an integer", term.span);
                self.unknown_integer()
            }
        }
    }

    pub fn logical_pointer(&mut self, term: &spec::Term) -> Pointer {
        match self.logical(term) {
            Logical::Pointer(pointer) => pointer,
            Logical::Int(_) | Logical::Bool(_) | Logical::Record(..) | Logical::Real(_) => {
                self.not_modelled("this as a pointer", term.span);
                self.null()
            }
        }
    }

    /// How far pointers move, or how much a place takes: not known for arrays of variable length.
    pub fn known_size(&mut self, size: Option<u64>, span: Span) -> Term {
        if size.is_none() {
            self.not_modelled("a type of unknown size in an annotation", span);
        }
        self.int(i128::from(size.unwrap_or(1)))
    }

    /// Any integer, noted likewise.
    pub(super) fn unknown_value(&mut self, what: &str, span: Span) -> Logical {
        self.not_modelled(what, span);
        Logical::Int(self.unknown_integer())
    }

    /// Any truth value, and a note that the function's annotations are not fully understood.
    pub(super) fn not_modelled(&mut self, what: &str, span: Span) -> Term {
        self.problems.push((span, what.to_string()));
        self.unknown_truth()
    }

    fn unknown_truth(&mut self) -> Term {
        let var = self.cx.b.constant("@unknown", Sort::BOOL);
        self.cx.b.program.roles.set(var, Role::Bookkeeping);
        self.cx.b.pool.var(var)
    }

    pub(super) fn unknown_integer(&mut self) -> Term {
        let var = self.cx.b.constant("@unknown", Sort::INT);
        self.cx.b.program.roles.set(var, Role::Bookkeeping);
        self.cx.b.pool.var(var)
    }

    pub(super) fn logical(&mut self, term: &spec::Term) -> Logical {
        match &term.kind {
            TermKind::Integer(value) => Logical::Int(self.pool().int(value.clone())),
            TermKind::Real(_) => Logical::Real(self.unknown_integer()),
            TermKind::Boolean(value) => Logical::Bool(self.pool().bool(*value)),
            TermKind::Null => Logical::Pointer(self.null()),
            TermKind::String(id) => self.spec_string(*id),
            TermKind::Var(id) => self.logic_value(*id, term),
            TermKind::Load(place) => self.spec_place(place, term.span),
            TermKind::AddressOf(place) => self.spec_address(place, term.span),
            TermKind::Field(record, number) => self.spec_field(record, *number, term.span),
            TermKind::Result => self.spec_result(term.span),
            TermKind::At(inner, state) => self.at_state(inner, *state),
            TermKind::Negate(inner) => self.spec_negate(inner),
            TermKind::Complement(inner) => self.spec_complement(inner),
            TermKind::Binary(op, a, b) => self.spec_binary(*op, a, b, term.span),
            TermKind::Compare(op, a, b) => self.spec_compare(*op, a, b, term.span),
            TermKind::PointerAdd(pointer, index) => self.spec_pointer_add(pointer, index),
            TermKind::PointerDifference(a, b) => self.spec_difference(a, b),
            TermKind::Cast(inner) => self.spec_cast(inner, term.ty),
            TermKind::Not(inner) => Logical::Bool(self.negation(inner)),
            TermKind::And(parts) => Logical::Bool(self.conjunction(parts)),
            TermKind::Or(parts) => Logical::Bool(self.disjunction(parts)),
            TermKind::Implies(a, b) => Logical::Bool(self.implication(a, b)),
            TermKind::Iff(a, b) => Logical::Bool(self.equivalence(a, b)),
            TermKind::Conditional(condition, a, b) => self.spec_conditional(condition, a, b, term.span),
            TermKind::Forall(vars, body) => self.quantified(vars, body, true),
            TermKind::Exists(vars, body) => self.quantified(vars, body, false),
            TermKind::Let(var, value, body) => self.spec_let(*var, value, body),
            TermKind::Apply(id, args) => self.apply(*id, args, term.span),
            TermKind::Valid { locations, read_only: true } => Logical::Bool(self.all_valid(locations)),
            TermKind::Valid { locations, read_only: false } => {
                let (valid, writable) = (self.all_valid(locations), self.all_writable(locations));
                Logical::Bool(self.pool().and(&[valid, writable]))
            }
            TermKind::Separated(locations) => Logical::Bool(self.separated(locations)),
            TermKind::BlockLength(pointer) => Logical::Int(self.block_length(pointer)),
            TermKind::Offset(pointer) => Logical::Int(self.byte_offset(pointer)),
            TermKind::BaseAddress(pointer) => self.base_address(pointer),
            TermKind::Freeable(pointer) => Logical::Bool(self.freeable(pointer)),
            TermKind::Fresh(pointer) => Logical::Bool(self.fresh(pointer)),
            TermKind::Unsupported(what) => Logical::Bool(self.not_modelled(what, term.span)),
        }
    }

    pub fn at_state(&mut self, inner: &spec::Term, state: State) -> Logical {
        let view = match state {
            State::Here | State::Post | State::LoopCurrent => View::Now,
            State::Pre => View::Pre,
            State::LoopEntry => View::LoopEntry,
            State::Label(label) if self.label_scopes.contains_key(&label) => View::Label(label),
            State::Init | State::Label(_) => {
                self.not_modelled("the state at a label", inner.span);
                View::Now
            }
        };
        let outer = std::mem::replace(&mut self.view, view);
        let value = self.logical(inner);
        self.view = outer;
        value
    }
}
