//! The syntax tree of a boolean program, as it was written: names are text, `if` and `while` are statements.
//!
//! Conjunctions and disjunctions are lists, and so are the arms of an `if`: tools write thousands of them in a row, and no tree is
//! deeper than [`MAX_DEPTH`].

use invar_base::Span;

/// How deep statements and expressions may nest.
pub const MAX_DEPTH: usize = 200;

/// A name where it was written. `x` and `{x}` are the same name.
#[derive(Clone, Debug)]
pub struct Name {
    pub text: String,
    pub span: Span,
}

#[derive(Clone, Debug, Default)]
pub struct Program {
    pub globals: Vec<Name>,
    pub procs: Vec<Proc>,
}

#[derive(Clone, Debug)]
pub struct Proc {
    pub name: Name,
    /// How many values it returns; none for `void`.
    pub returns: usize,
    pub params: Vec<Name>,
    pub locals: Vec<Name>,
    /// Assumed before every statement of the procedure (BMMR01 §5.1).
    pub enforce: Option<Expr>,
    pub body: Vec<Stmt>,
    /// Where the `end` stands.
    pub end: Span,
}

#[derive(Clone, Debug)]
pub struct Stmt {
    pub labels: Vec<Name>,
    pub kind: StmtKind,
    /// Of a structured statement: its head.
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum StmtKind {
    Skip,
    Goto(Vec<Name>),
    Return(Vec<Expr>),
    /// All values are computed before any is assigned.
    Assign {
        targets: Vec<Name>,
        values: Vec<Expr>,
        /// A condition on the states before and after.
        constrain: Option<Expr>,
    },
    Call {
        targets: Vec<Target>,
        callee: Name,
        args: Vec<Expr>,
    },
    If {
        /// `if`, then each `elsif`; at least one.
        arms: Vec<Arm>,
        otherwise: Vec<Stmt>,
    },
    While(Arm),
    Assert(Expr),
    Assume(Expr),
    /// The values of these variables are not used any more.
    Dead(Vec<Name>),
}

#[derive(Clone, Debug)]
pub struct Arm {
    pub condition: Expr,
    pub body: Vec<Stmt>,
}

/// Where a result of a call goes.
#[derive(Clone, Debug)]
pub enum Target {
    Variable(Name),
    /// `_`
    Nowhere,
}

#[derive(Clone, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum ExprKind {
    Const(bool),
    /// `*`: either value, at every occurrence anew.
    Any,
    Var(Name),
    /// `'x`: the value after the assignment, in `constrain`.
    Next(Name),
    Not(Box<Expr>),
    /// At least two.
    And(Vec<Expr>),
    /// At least two.
    Or(Vec<Expr>),
    Implies(Box<Expr>, Box<Expr>),
    Equal(Box<Expr>, Box<Expr>),
    Differ(Box<Expr>, Box<Expr>),
    Cond(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `choose(pos, neg)`: true if `pos`, else false if `neg`, else either (BMMR01 §4.3).
    Choose(Box<Expr>, Box<Expr>),
}
