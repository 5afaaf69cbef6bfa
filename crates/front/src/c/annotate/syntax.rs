//! The syntax of annotations as it is written: clauses and logical expressions, no types, no scopes.
//!
//! What is chained without bound (`a && b && …`, `a + b + …`, `a < b < …`) is flat; everything else nests no deeper than
//! [`MAX_DEPTH`].

use std::sync::Arc;

use crate::c::hir::spec::Trust;
use crate::c::hir::{BinaryOp, CompareOp};
use crate::c::lex::token::{Literal, Token};
use crate::c::types::{FloatKind, IntKind};
use invar_base::{Span, Symbol};

/// The parser accepts no deeper nesting.
pub const MAX_DEPTH: u32 = 200;
/// The parser accepts no longer chain of arithmetic operators, because the typed term nests them.
pub const MAX_CHAIN: usize = 400;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ident {
    pub name: Symbol,
    pub span: Span,
}

// ----- what a comment holds -----

/// Everything in one annotation comment, sorted by where it may stand.
#[derive(Clone, Default, Debug)]
pub struct Items {
    pub contract: Contract,
    /// Before a loop.
    pub loops: Vec<LoopItem>,
    /// In the place of a statement.
    pub stmts: Vec<StmtItem>,
    /// At the top level.
    pub globals: Vec<GlobalItem>,
    /// Clauses that are understood and not supported, or that have no effect.
    pub notes: Vec<Note>,
}

#[derive(Clone, Debug)]
pub struct Note {
    pub kind: NoteKind,
    /// What it is, for people.
    pub what: String,
    pub span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoteKind {
    /// Invar has no meaning for it.
    Unsupported,
    /// Read, and without effect: termination is not claimed.
    NoEffect,
    /// `frees`: callers must not take for granted what is freed there.
    Frees,
    /// Of the whole program.
    Invariant,
}

#[derive(Clone, Default, Debug)]
pub struct Contract {
    pub base: Body,
    pub behaviors: Vec<Behavior>,
    pub complete: Vec<BehaviorSet>,
    pub disjoint: Vec<BehaviorSet>,
    /// From the first clause to the last one; none if there is no clause.
    pub span: Option<Span>,
}

/// The clauses outside of behaviours, or those of one behaviour.
#[derive(Clone, Default, Debug)]
pub struct Body {
    pub requires: Vec<Clause>,
    pub ensures: Vec<Clause>,
    pub assigns: Option<Assigns>,
}

#[derive(Clone, Debug)]
pub struct Behavior {
    pub name: Ident,
    pub assumes: Vec<Expr>,
    pub body: Body,
}

/// The behaviours that a `complete` or `disjoint` clause names; none means all of them.
#[derive(Clone, Debug)]
pub struct BehaviorSet {
    pub names: Vec<Ident>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Assigns {
    pub locations: Vec<Expr>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Clause {
    pub expr: Expr,
    pub trust: Trust,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct LoopItem {
    /// `for b, c:` in front of it.
    pub behaviors: Vec<Ident>,
    pub kind: LoopItemKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum LoopItemKind {
    Invariant(Clause),
    Assigns(Assigns),
    Variant(Expr),
    Predicates(Vec<Expr>),
    Templates(Vec<Template>),
    Skolems(Vec<Binder>),
}

/// `τ over AllPreds(…), …` (SG09); without sets, every conjunction of atoms is an unknown.
#[derive(Clone, Debug)]
pub struct Template {
    pub shape: Expr,
    pub sets: Vec<PredicateSet>,
}

/// `AllPreds({z, …}, {c, …}, {op, …})`
#[derive(Clone, Debug)]
pub struct PredicateSet {
    pub terms: Vec<PredicateTerm>,
    pub constants: Vec<Expr>,
    pub operators: Vec<CompareOp>,
}

#[derive(Clone, Debug)]
pub struct PredicateTerm {
    pub term: Expr,
    /// The names in it.
    pub names: Vec<Symbol>,
}

#[derive(Clone, Debug)]
pub enum StmtItem {
    Assert {
        behaviors: Vec<Ident>,
        clause: Clause,
    },
    /// C code, to be read by the parser of C.
    Ghost {
        tokens: Vec<Token>,
        span: Span,
    },
}

#[derive(Clone, Debug)]
pub enum GlobalItem {
    /// `predicate` (without result) or `logic`.
    Function(Arc<FunctionItem>),
    Lemma {
        name: Ident,
        labels: Vec<Ident>,
        is_axiom: bool,
        term: Expr,
        span: Span,
    },
    /// A ghost declaration, to be read by the parser of C.
    Ghost {
        tokens: Vec<Token>,
        span: Span,
    },
    /// Names that something unsupported declares (`inductive`, …): what uses them is unsupported too.
    Unsupported {
        names: Vec<Ident>,
    },
}

#[derive(Clone, Debug)]
pub struct FunctionItem {
    pub name: Ident,
    pub labels: Vec<Ident>,
    pub params: Vec<Binder>,
    /// `None` for a predicate.
    pub result: Option<TypeName>,
    pub body: Option<Expr>,
    /// It has a `reads` clause other than `\nothing`.
    pub reads: bool,
    pub span: Span,
}

/// `integer i`, `int *a`, `int a[]`.
#[derive(Clone, Debug)]
pub struct Binder {
    pub ty: TypeName,
    pub name: Ident,
}

// ----- types -----

#[derive(Clone, Debug)]
pub struct TypeName {
    pub base: BaseType,
    /// Stars, and empty brackets behind a name.
    pub pointers: u32,
    pub span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BaseType {
    Integer,
    Real,
    Boolean,
    Void,
    Int(IntKind),
    Float(FloatKind),
    Tag(TagKind, Symbol),
    Typedef(Symbol),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TagKind {
    Struct,
    Union,
    Enum,
}

// ----- expressions -----

#[derive(Clone, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum ExprKind {
    Name(Symbol),
    /// The spelling of an integer or real constant.
    Number(Symbol),
    Char(Arc<Literal>),
    /// Adjacent literals, not yet joined.
    Str(Vec<Arc<Literal>>),
    /// `\name`, `\name{L}(args)`; no arguments at all is not the same as `()`.
    Builtin {
        name: Symbol,
        labels: Vec<Ident>,
        args: Option<Vec<Expr>>,
    },
    /// `\at(e, L)`
    At(Box<Expr>, Ident),
    /// `f{L}(args)`, and `f{L}` without arguments.
    Apply {
        name: Ident,
        labels: Vec<Ident>,
        args: Vec<Expr>,
    },
    Index(Box<Expr>, Box<Expr>),
    Field(Box<Expr>, Ident),
    Arrow(Box<Expr>, Ident),
    Unary(UnaryOp, Box<Expr>),
    /// Operators of one precedence, associating to the left.
    Binary {
        first: Box<Expr>,
        rest: Vec<(BinaryOp, Expr)>,
    },
    /// `a < b <= c`: every neighbouring pair.
    Compare {
        first: Box<Expr>,
        rest: Vec<(CompareOp, Expr)>,
    },
    And(Vec<Expr>),
    Or(Vec<Expr>),
    /// `a ^^ b`
    Xor(Vec<Expr>),
    Implies(Box<Expr>, Box<Expr>),
    /// Associating to the left.
    Iff(Vec<Expr>),
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    Quantified {
        quantifier: Quantifier,
        binders: Vec<Binder>,
        body: Box<Expr>,
    },
    Let {
        name: Ident,
        value: Box<Expr>,
        body: Box<Expr>,
    },
    Cast(TypeName, Box<Expr>),
    SizeofType(TypeName),
    SizeofExpr(Box<Expr>),
    /// `lo .. hi`, in brackets or parentheses.
    Range(Option<Box<Expr>>, Option<Box<Expr>>),
    /// `{ a, b }`
    Set(Vec<Expr>),
    /// Understood and not supported.
    Unsupported(&'static str),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quantifier {
    Forall,
    Exists,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnaryOp {
    Plus,
    Minus,
    Not,
    BitNot,
    Deref,
    Address,
}
