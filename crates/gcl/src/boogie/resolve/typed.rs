//! The typed program: every name looked up, every type argument inferred, bodies flattened to blocks; still polymorphic.
//! `check` builds it once, `lower` turns it into terms, once per instance of what is polymorphic.

use invar_base::{Span, define_id};
use invar_logic::Op;
use num_bigint::BigInt;
use num_rational::BigRational;

use super::types::{ParamId, Ty, TypeId};
use crate::check::CheckKind;
use crate::program::Trust;

define_id!(
    /// A variable of the text: constant, global, formal, local or bound.
    VarKey
);
define_id!(FuncKey);
define_id!(ProcKey);

#[derive(Clone, Debug)]
pub struct VarInfo {
    pub name: String,
    pub ty: Ty,
    pub span: Span,
    pub role: Role,
    pub where_: Option<Expr>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    Constant {
        unique: bool,
    },
    Global,
    In,
    Out,
    Local,
    /// Made up by the lowering, for parallel assignment.
    Temporary,
    Bound,
    Skolem,
}

impl Role {
    pub fn describe(self) -> &'static str {
        match self {
            Role::Constant { .. } => "a constant",
            Role::Global => "a global variable",
            Role::In => "an in-parameter",
            Role::Out => "an out-parameter",
            Role::Local | Role::Temporary => "a local variable",
            Role::Bound => "a bound variable",
            Role::Skolem => "a skolem variable",
        }
    }
}

#[derive(Clone, Debug)]
pub struct FuncInfo {
    pub name: String,
    pub span: Span,
    pub type_params: Vec<ParamId>,
    pub params: Vec<VarKey>,
    pub result: Ty,
    pub kind: FuncKind,
    pub body: Option<Expr>,
    /// `{:never_pattern}`: its applications are no triggers unless the text says so.
    pub never_pattern: bool,
}

#[derive(Clone, Debug)]
pub enum FuncKind {
    Plain,
    /// Expanded where it is used.
    Inline,
    /// The solver's own operation, by its name in the attribute.
    Builtin(String),
    Constructor(TypeId, u32),
    /// `is#Cons` of the older datatype syntax.
    Tester(TypeId, u32),
    /// `head#Cons` of the older datatype syntax.
    Selector(TypeId, u32, u32),
}

#[derive(Clone, Debug)]
pub struct Clause {
    pub expr: Expr,
    pub trust: Trust,
    pub span: Span,
    pub message: Option<String>,
}

#[derive(Clone, Debug)]
pub struct ProcInfo {
    pub name: String,
    pub span: Span,
    pub type_params: Vec<ParamId>,
    pub ins: Vec<VarKey>,
    pub outs: Vec<VarKey>,
    pub requires: Vec<Clause>,
    pub ensures: Vec<Clause>,
    pub modifies: Vec<VarKey>,
    /// What decreases with every call that may lead back to the procedure.
    pub measure: Option<Measure>,
    /// `{:inline n}`
    pub inline: Option<u32>,
}

/// Integers that show that something ends, the first before the others.
#[derive(Clone, Debug)]
pub struct Measure {
    pub span: Span,
    pub parts: Vec<Expr>,
    /// Variables for its value at the start: of the iteration, or of the procedure.
    pub saved: Vec<VarKey>,
}

impl Measure {
    /// now < before in the lexicographic order of integers of which the one that decreases was not negative. There is no
    /// infinite sequence of such steps: ⋁ᵢ (⋀ⱼ﹤ᵢ nowⱼ = beforeⱼ) ∧ nowᵢ < beforeᵢ ∧ 0 ≤ beforeᵢ.
    pub fn is_below(&self, before: &[VarKey]) -> Expr {
        let span = self.span;
        let (mut ways, mut same) = (Vec::new(), Vec::new());
        for (now, &before) in self.parts.iter().zip(before) {
            let zero = Expr::new(span, ExprKind::Int(BigInt::from(0)));
            let before = Expr::new(span, ExprKind::Var(before));
            let mut way: Vec<Expr> = same.clone();
            way.push(Expr::op(span, Op::Lt, vec![now.clone(), before.clone()]));
            way.push(Expr::op(span, Op::Le, vec![zero, before.clone()]));
            ways.push(Expr::op(span, Op::And, way));
            same.push(Expr::op(span, Op::Eq, vec![now.clone(), before]));
        }
        Expr::op(span, Op::Or, ways)
    }
}

/// One implementation. Its formals are those of the procedure, or its own.
#[derive(Clone, Debug)]
pub struct Body {
    pub proc: ProcKey,
    pub span: Span,
    pub type_params: Vec<ParamId>,
    pub ins: Vec<VarKey>,
    pub outs: Vec<VarKey>,
    pub code: Code,
}

/// Blocks with the locals they use; the first block is the entry.
#[derive(Clone, Debug, Default)]
pub struct Code {
    pub locals: Vec<VarKey>,
    pub blocks: Vec<Block>,
}

#[derive(Clone, Debug)]
pub struct Block {
    pub label: String,
    pub span: Span,
    pub predicates: Vec<Expr>,
    pub templates: Vec<Expr>,
    pub skolems: Vec<VarKey>,
    pub cmds: Vec<Cmd>,
    pub next: Next,
}

#[derive(Clone, Debug)]
pub enum Next {
    Goto(Vec<usize>),
    Return,
    /// Of a code expression.
    Value(Expr),
}

#[derive(Clone, Debug)]
pub struct Cmd {
    pub kind: CmdKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum CmdKind {
    Assign(VarKey, Expr),
    Havoc(VarKey),
    Assume(Expr),
    Assert {
        kind: CheckKind,
        cond: Expr,
        message: Option<String>,
        subsumption: Subsumption,
    },
    Call {
        callee: ProcKey,
        type_args: Vec<Ty>,
        /* `free call` checks no precondition. */ trust: Trust,
        ins: Vec<Expr>,
        outs: Vec<VarKey>,
    },
}

/// Whether an assertion is assumed once it is checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Subsumption {
    Assumed,
    Forgotten,
}

#[derive(Clone, Debug)]
pub struct Expr {
    pub span: Span,
    pub kind: ExprKind,
}

#[derive(Clone, Debug)]
pub enum ExprKind {
    Bool(bool),
    Int(BigInt),
    Real(BigRational),
    BitVec(BigInt, u32),
    Var(VarKey),
    /// An operation of the logic on its arguments.
    Op(Op, Vec<Expr>),
    /// Equality of two types that are one only for some type arguments.
    EqAt {
        types: Box<(Ty, Ty)>,
        args: Vec<Expr>,
    },
    /// `**` on reals.
    Power(Vec<Expr>),
    Call {
        function: FuncKey,
        type_args: Vec<Ty>,
        args: Vec<Expr>,
    },
    Select {
        map_type: Ty,
        instance: Vec<Ty>,
        map: Box<Expr>,
        indices: Vec<Expr>,
    },
    Store {
        map_type: Ty,
        instance: Vec<Ty>,
        map: Box<Expr>,
        indices: Vec<Expr>,
        value: Box<Expr>,
    },
    Project {
        ty: Ty,
        constructor: u32,
        field: u32,
        arg: Box<Expr>,
    },
    /// The value with one field replaced; every constructor that has the field.
    Update {
        ty: Ty,
        /// Constructor and field numbers.
        places: Vec<(u32, u32)>,
        arg: Box<Expr>,
        value: Box<Expr>,
    },
    /// `e->f` where several constructors have a field `f`.
    ProjectAny {
        ty: Ty,
        places: Vec<(u32, u32)>,
        arg: Box<Expr>,
    },
    Is {
        ty: Ty,
        constructor: u32,
        arg: Box<Expr>,
    },
    Old(Box<Expr>),
    Quantifier(Box<Quantifier>),
    /// A lambda with type parameters of its own.
    PolyLambda {
        map_type: Ty,
        lambda: Box<Quantifier>,
    },
    Let {
        vars: Vec<VarKey>,
        values: Vec<Expr>,
        body: Box<Expr>,
    },
    Code(Box<Code>),
    /// Reported already.
    Error,
}

#[derive(Clone, Debug)]
pub struct Quantifier {
    pub kind: super::super::ast::QuantifierKind,
    pub type_params: Vec<ParamId>,
    pub vars: Vec<VarKey>,
    pub triggers: Vec<Trigger>,
    pub body: Expr,
}

#[derive(Clone, Debug)]
pub struct Trigger {
    pub excluded: bool,
    pub terms: Vec<Expr>,
}

impl Expr {
    pub fn new(span: Span, kind: ExprKind) -> Expr {
        Expr { span, kind }
    }

    pub fn op(span: Span, op: Op, args: Vec<Expr>) -> Expr {
        Expr { span, kind: ExprKind::Op(op, args) }
    }

    pub fn error(span: Span) -> Expr {
        Expr { span, kind: ExprKind::Error }
    }

    pub fn negate(self) -> Expr {
        let span = self.span;
        Expr::op(span, Op::Not, vec![self])
    }
}

impl Expr {
    /// The expressions directly below this one; of a code expression all that its blocks hold.
    pub fn children(&self) -> Vec<&Expr> {
        match &self.kind {
            ExprKind::Bool(_)
            | ExprKind::Int(_)
            | ExprKind::Real(_)
            | ExprKind::BitVec(..)
            | ExprKind::Var(_)
            | ExprKind::Error => Vec::new(),
            ExprKind::Op(_, args)
            | ExprKind::EqAt { args, .. }
            | ExprKind::Power(args)
            | ExprKind::Call { args, .. } => args.iter().collect(),
            ExprKind::Select { map, indices, .. } => std::iter::once(&**map).chain(indices).collect(),
            ExprKind::Store { map, indices, value, .. } => {
                std::iter::once(&**map).chain(indices).chain([&**value]).collect()
            }
            ExprKind::Project { arg, .. } | ExprKind::ProjectAny { arg, .. } | ExprKind::Is { arg, .. } => vec![arg],
            ExprKind::Update { arg, value, .. } => vec![arg, value],
            ExprKind::Old(arg) => vec![arg],
            ExprKind::Quantifier(quantifier) | ExprKind::PolyLambda { lambda: quantifier, .. } => {
                let triggers = quantifier.triggers.iter().flat_map(|trigger| &trigger.terms);
                triggers.chain([&quantifier.body]).collect()
            }
            ExprKind::Let { values, body, .. } => values.iter().chain([&**body]).collect(),
            ExprKind::Code(code) => code.blocks.iter().flat_map(Block::exprs).collect(),
        }
    }

    /// Every part, this expression included. Iterative.
    pub fn parts(&self) -> Vec<&Expr> {
        let mut parts = Vec::new();
        let mut stack = vec![self];
        while let Some(expr) = stack.pop() {
            parts.push(expr);
            stack.extend(expr.children());
        }
        parts
    }

    pub fn reads(&self, key: VarKey) -> bool {
        self.parts().iter().any(|part| matches!(&part.kind, ExprKind::Var(var) if *var == key))
    }

    /// The functions applied in it, in no particular order.
    pub fn functions(&self, found: &mut Vec<FuncKey>) {
        for part in self.parts() {
            if let ExprKind::Call { function, .. } = &part.kind {
                found.push(*function);
            }
        }
    }
}

impl Block {
    fn exprs(&self) -> Vec<&Expr> {
        let mut exprs: Vec<&Expr> = self.predicates.iter().chain(&self.templates).collect();
        for cmd in &self.cmds {
            match &cmd.kind {
                CmdKind::Assign(_, expr) | CmdKind::Assume(expr) | CmdKind::Assert { cond: expr, .. } => {
                    exprs.push(expr)
                }
                CmdKind::Havoc(_) => {}
                CmdKind::Call { ins, .. } => exprs.extend(ins),
            }
        }
        if let Next::Value(expr) = &self.next {
            exprs.push(expr);
        }
        exprs
    }
}
