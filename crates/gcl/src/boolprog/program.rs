//! Boolean programs as engines see them: names are resolved, and every procedure is a graph of statements.

use invar_base::{Arena, Span, define_id};

define_id!(ProcId);
define_id!(NodeId);

#[derive(Clone, Debug)]
pub struct Program {
    pub globals: Vec<Variable>,
    pub procs: Arena<ProcId, Proc>,
}

#[derive(Clone, Debug)]
pub struct Variable {
    pub name: String,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Proc {
    pub name: String,
    pub span: Span,
    /// The first variables are parameters.
    pub params: usize,
    /// Parameters, then local variables.
    pub variables: Vec<Variable>,
    pub returns: usize,
    /// Assumed wherever a statement is about to run.
    pub enforce: Option<Expr>,
    /// In the order of the text. The last one returns, where the text ends.
    pub nodes: Arena<NodeId, Node>,
    pub entry: NodeId,
    /// In the order of the text.
    pub labels: Vec<(Variable, NodeId)>,
}

/// A variable that is in scope.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Var {
    /// By its place in `Program::globals`.
    Global(usize),
    /// By its place in `Proc::variables`.
    Local(usize),
}

#[derive(Clone, Debug)]
pub struct Node {
    pub kind: NodeKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum NodeKind {
    /// One of these, by chance; `skip` has one.
    Goto(Vec<NodeId>),
    /// `dead` assigns any value.
    Assign {
        targets: Vec<Var>,
        values: Vec<Expr>,
        constrain: Option<Expr>,
        next: NodeId,
    },
    Assume(Expr, NodeId),
    /// The run fails where the condition may be false.
    Assert(Expr, NodeId),
    Branch {
        condition: Expr,
        yes: NodeId,
        no: NodeId,
    },
    Call {
        callee: ProcId,
        args: Vec<Expr>,
        /// One for each result; none is dropped.
        targets: Vec<Option<Var>>,
        next: NodeId,
    },
    Return(Vec<Expr>),
}

/// The syntax tree's expressions, with variables in place of names.
#[derive(Clone, Debug)]
pub enum Expr {
    Const(bool),
    Any,
    Var(Var),
    Next(Var),
    Not(Box<Expr>),
    And(Vec<Expr>),
    Or(Vec<Expr>),
    Implies(Box<Expr>, Box<Expr>),
    Equal(Box<Expr>, Box<Expr>),
    Differ(Box<Expr>, Box<Expr>),
    Cond(Box<Expr>, Box<Expr>, Box<Expr>),
    Choose(Box<Expr>, Box<Expr>),
}

impl Program {
    pub fn proc_named(&self, name: &str) -> Option<ProcId> {
        self.procs.iter().find(|(_, proc)| proc.name == name).map(|(id, _)| id)
    }

    /// The variable as it was declared, seen from a procedure.
    pub fn variable(&self, proc: ProcId, var: Var) -> &Variable {
        match var {
            Var::Global(index) => &self.globals[index],
            Var::Local(index) => &self.procs[proc].variables[index],
        }
    }

    /// The variables in scope of a procedure: global ones, then its own.
    pub fn scope(&self, proc: ProcId) -> impl Iterator<Item = Var> + use<> {
        let globals = (0..self.globals.len()).map(Var::Global);
        globals.chain((0..self.procs[proc].variables.len()).map(Var::Local))
    }
}

impl NodeKind {
    /// Where control may go inside the procedure.
    pub fn successors(&self) -> Vec<NodeId> {
        match self {
            NodeKind::Goto(targets) => targets.clone(),
            NodeKind::Assign { next, .. } | NodeKind::Call { next, .. } => vec![*next],
            NodeKind::Assume(_, next) | NodeKind::Assert(_, next) => vec![*next],
            NodeKind::Branch { yes, no, .. } => vec![*yes, *no],
            NodeKind::Return(_) => Vec::new(),
        }
    }
}
