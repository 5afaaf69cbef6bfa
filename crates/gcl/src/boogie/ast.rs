//! The syntax tree of the Boogie text form: what the parser hands to the resolver.
//!
//! Names are plain strings, nothing is looked up here. Every node has its span. `x, y: T where e` stays one
//! [`Binders`] group, so that a long list of names never copies its type. Chains of the associative operators
//! (`&&`, `||`, `+`, `*`) are one n-ary node.
//!
//! Invariant: no tree is deeper than a small multiple of [`MAX_DEPTH`], so recursion over it is safe.

use invar_base::Span;

/// How deep expressions, types and blocks may nest. Each expression records its height, the parser its own recursion.
pub const MAX_DEPTH: u32 = 500;

/// A program: its declarations in file order.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Program {
    pub decls: Vec<Decl>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Ident {
    pub name: String,
    pub span: Span,
}

/// `{:name arg, …}`
#[derive(Clone, PartialEq, Debug)]
pub struct Attribute {
    pub span: Span,
    pub name: Ident,
    pub args: Vec<AttributeArg>,
}

#[derive(Clone, PartialEq, Debug)]
pub enum AttributeArg {
    Expr(Expr),
    String { value: String, span: Span },
}

// ----- declarations -----

#[derive(Clone, PartialEq, Debug)]
pub struct Decl {
    pub span: Span,
    pub attributes: Vec<Attribute>,
    pub kind: DeclKind,
}

#[derive(Clone, PartialEq, Debug)]
pub enum DeclKind {
    /// `type A, B x y, C x = [x]int;`
    Types(Vec<TypeDecl>),
    /// `datatype T<A> { Cons(head: A, tail: T A), Nil() }`
    Datatype(Datatype),
    /// `const unique a, b: T extends p complete;`
    Consts(Consts),
    Function(Function),
    Axiom(Expr),
    /// `var x, y: T where e, z: U;`
    Vars(Vec<Binders>),
    Procedure(Procedure),
    Implementation(Implementation),
}

/// One of the types of a `type` declaration: a constructor, or a synonym if it has a right-hand side.
#[derive(Clone, PartialEq, Debug)]
pub struct TypeDecl {
    pub span: Span,
    pub name: Ident,
    pub params: Vec<Ident>,
    pub synonym: Option<Type>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Datatype {
    pub name: Ident,
    pub params: Vec<Ident>,
    pub constructors: Vec<Constructor>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Constructor {
    pub span: Span,
    pub name: Ident,
    pub fields: Vec<Binders>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Consts {
    pub unique: bool,
    pub binders: Binders,
    pub order: Option<OrderSpec>,
    /// The axioms of a `uses { … }` clause; they are ordinary axioms.
    pub uses: Vec<Decl>,
}

/// `extends p, unique q complete`: the partial order `<:` of constants.
#[derive(Clone, PartialEq, Debug)]
pub struct OrderSpec {
    pub span: Span,
    /// `None` when there is only `complete`.
    pub parents: Option<Vec<Parent>>,
    pub complete: bool,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Parent {
    pub unique: bool,
    pub name: Ident,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Function {
    pub name: Ident,
    pub type_params: Vec<Ident>,
    pub params: Vec<FunctionParam>,
    pub result: FunctionParam,
    pub body: Option<Expr>,
    /// The axioms of a `uses { … }` clause; they are ordinary axioms.
    pub uses: Vec<Decl>,
}

/// `x: T` or just `T`. As in Boogie, `f(x, y: int)` has a first parameter of type `x` without a name.
#[derive(Clone, PartialEq, Debug)]
pub struct FunctionParam {
    pub span: Span,
    pub attributes: Vec<Attribute>,
    pub name: Option<Ident>,
    pub ty: Type,
}

/// `x, y: T where e`: one or more names of one type.
#[derive(Clone, PartialEq, Debug)]
pub struct Binders {
    pub span: Span,
    pub attributes: Vec<Attribute>,
    pub names: Vec<Ident>,
    pub ty: Type,
    pub where_clause: Option<Expr>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Signature {
    pub name: Ident,
    pub type_params: Vec<Ident>,
    pub ins: Vec<Binders>,
    pub outs: Vec<Binders>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Procedure {
    pub signature: Signature,
    pub specs: Vec<Spec>,
    pub body: Option<Block>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Implementation {
    pub signature: Signature,
    pub body: Block,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Spec {
    pub span: Span,
    pub free: bool,
    pub attributes: Vec<Attribute>,
    pub kind: SpecKind,
}

#[derive(Clone, PartialEq, Debug)]
pub enum SpecKind {
    Requires(Expr),
    Ensures(Expr),
    /// Both `requires` and `ensures`.
    Preserves(Expr),
    Modifies(Vec<Ident>),
    /// `measure e, …;`: decreases with every call that may lead back, the first before the others.
    Measure(Vec<Expr>),
}

// ----- types -----

#[derive(Clone, PartialEq, Debug)]
pub struct Type {
    pub span: Span,
    pub kind: TypeKind,
}

#[derive(Clone, PartialEq, Debug)]
pub enum TypeKind {
    Int,
    Real,
    Bool,
    /// `bv8`; a name of this form is always the bit-vector type.
    BitVector(u32),
    /// A type variable, constructor or synonym with its arguments.
    Named {
        name: Ident,
        args: Vec<Type>,
    },
    /// `<a>[T, U]V`
    Map {
        type_params: Vec<Ident>,
        domain: Vec<Type>,
        range: Box<Type>,
    },
}

// ----- statements -----

/// `{ var …; statements }`
#[derive(Clone, PartialEq, Debug)]
pub struct Block {
    pub span: Span,
    pub locals: Vec<LocalVars>,
    pub stmts: Vec<Stmt>,
    /// The height of the tallest expression inside.
    pub height: u32,
}

/// One `var` declaration of a block.
#[derive(Clone, PartialEq, Debug)]
pub struct LocalVars {
    pub span: Span,
    pub attributes: Vec<Attribute>,
    pub binders: Vec<Binders>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Stmt {
    pub span: Span,
    pub attributes: Vec<Attribute>,
    pub kind: StmtKind,
}

#[derive(Clone, PartialEq, Debug)]
pub enum StmtKind {
    /// `name:`; labels what follows it in the block, or the block's end.
    Label(Ident),
    Assert(Expr),
    Assume(Expr),
    /// Parallel; the parser has checked that there are as many values as targets.
    Assign {
        targets: Vec<AssignTarget>,
        values: Vec<Expr>,
    },
    /// `Cons(x, y) := e;`
    Unpack {
        constructor: Ident,
        targets: Vec<Ident>,
        value: Expr,
    },
    Havoc(Vec<Ident>),
    Call {
        /// `free call` assumes the preconditions instead of checking them.
        free: bool,
        outs: Vec<Ident>,
        procedure: Ident,
        args: Vec<Expr>,
    },
    Goto(Vec<Ident>),
    /// With a value only inside a code expression.
    Return(Option<Expr>),
    /// `if (g1) {…} else if (g2) {…} … else {…}`: at least one branch.
    If {
        branches: Vec<Branch>,
        otherwise: Option<Block>,
    },
    While {
        guard: Guard,
        clauses: Vec<LoopClause>,
        body: Block,
    },
    Break(Option<Ident>),
    /// A `predicate`, `template` or `skolem` clause (never an invariant) at the start of a labelled block, for a `goto` loop whose
    /// head the block is. The parser does not check where it stands.
    Clause(LoopClause),
}

/// `x[i][j]->f` left of `:=`; an empty path is the plain variable.
#[derive(Clone, PartialEq, Debug)]
pub struct AssignTarget {
    pub span: Span,
    pub name: Ident,
    pub path: Vec<Access>,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Access {
    Index { indices: Vec<Expr>, span: Span },
    Field(Ident),
}

#[derive(Clone, PartialEq, Debug)]
pub struct Branch {
    pub span: Span,
    pub guard: Guard,
    pub body: Block,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Guard {
    /// `*`
    Any(Span),
    Cond(Expr),
}

#[derive(Clone, PartialEq, Debug)]
pub struct LoopClause {
    pub span: Span,
    pub attributes: Vec<Attribute>,
    pub kind: LoopClauseKind,
}

#[derive(Clone, PartialEq, Debug)]
pub enum LoopClauseKind {
    Invariant {
        free: bool,
        cond: Expr,
    },
    /// `predicate e, …;`
    Predicates(Vec<Expr>),
    /// `skolem j: int;`
    Skolem(Vec<Binders>),
    /// `template τ, …;`
    Templates(Vec<Template>),
    /// `measure e, …;`: decreases with every iteration, the first before the others.
    Measure(Vec<Expr>),
}

/// `τ over AllPreds(…), …`; without sets, every conjunction of atoms is an unknown.
#[derive(Clone, PartialEq, Debug)]
pub struct Template {
    pub shape: Expr,
    pub sets: Vec<PredicateSet>,
}

/// `AllPreds({z, …}, {c, …}, {op, …})`
#[derive(Clone, PartialEq, Debug)]
pub struct PredicateSet {
    pub terms: Vec<PredicateTerm>,
    pub constants: Vec<Expr>,
    pub operators: Vec<BinaryOp>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct PredicateTerm {
    pub term: Expr,
    /// The names in it.
    pub names: Vec<String>,
}

// ----- expressions -----

#[derive(Clone, PartialEq, Debug)]
pub struct Expr {
    pub span: Span,
    pub kind: ExprKind,
    height: u32,
}

#[derive(Clone, PartialEq, Debug)]
pub enum ExprKind {
    Bool(bool),
    /// Decimal digits.
    Int(String),
    /// `1.5`, `1e3` or `2.5e-7` as written.
    Real(String),
    /// `5bv8`: decimal digits and the width.
    BitVector {
        value: String,
        width: u32,
    },
    Name(String),
    Apply {
        function: Ident,
        args: Vec<Expr>,
    },
    Unary {
        op: UnaryOp,
        arg: Box<Expr>,
    },
    Binary {
        op: BinaryOp,
        left: Box<Expr>,
        right: Box<Expr>,
    },
    /// `a && b && c`: two or more operands of one associative operator, in the order written.
    Chain {
        op: ChainOp,
        args: Vec<Expr>,
    },
    /// `m[i, j]`
    Select {
        map: Box<Expr>,
        indices: Vec<Expr>,
    },
    /// `m[i, j := v]`
    Store {
        map: Box<Expr>,
        indices: Vec<Expr>,
        value: Box<Expr>,
    },
    /// `x[high:low]`, bits `low` to `high - 1`.
    Extract {
        arg: Box<Expr>,
        high: u32,
        low: u32,
    },
    /// `e->f`
    Field {
        arg: Box<Expr>,
        field: Ident,
    },
    /// `e->(f := v)`
    FieldUpdate {
        arg: Box<Expr>,
        field: Ident,
        value: Box<Expr>,
    },
    /// `e is Cons`
    Is {
        arg: Box<Expr>,
        constructor: Ident,
    },
    Old(Box<Expr>),
    /// `int(e)`
    ToInt(Box<Expr>),
    /// `real(e)`
    ToReal(Box<Expr>),
    /// `e: T`
    Coerce {
        arg: Box<Expr>,
        ty: Type,
    },
    If {
        cond: Box<Expr>,
        then: Box<Expr>,
        otherwise: Box<Expr>,
    },
    Quantifier(Box<Quantifier>),
    Let(Box<Let>),
    /// `|{ … }|`, a block that returns a value.
    Code(Box<Block>),
    /// Something unsupported that has been reported.
    Error,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Quantifier {
    pub kind: QuantifierKind,
    pub type_params: Vec<Ident>,
    pub binders: Vec<Binders>,
    pub attributes: Vec<Attribute>,
    pub triggers: Vec<Trigger>,
    pub body: Expr,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum QuantifierKind {
    Forall,
    Exists,
    Lambda,
}

/// `{e, …}`, or `{:nopats e}` when `excluded`.
#[derive(Clone, PartialEq, Debug)]
pub struct Trigger {
    pub span: Span,
    pub excluded: bool,
    pub terms: Vec<Expr>,
}

/// `let x, y := e1, e2; body`: as many values as names.
#[derive(Clone, PartialEq, Debug)]
pub struct Let {
    pub names: Vec<Ident>,
    pub values: Vec<Expr>,
    pub attributes: Vec<Attribute>,
    pub body: Expr,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnaryOp {
    Not,
    Neg,
}

/// Operators of which several in a row are one [`ExprKind::Chain`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChainOp {
    And,
    Or,
    Add,
    Mul,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BinaryOp {
    Iff,
    Implies,
    /// `a <== b`, with the operands as written.
    Explies,
    Eq,
    Neq,
    Lt,
    Le,
    Gt,
    Ge,
    /// `<:`
    Extends,
    /// `++`
    Concat,
    Sub,
    /// `/`
    RealDiv,
    /// `div`
    Div,
    /// `mod`
    Mod,
    /// `**`
    Pow,
}

impl Expr {
    pub fn new(span: Span, kind: ExprKind) -> Expr {
        let height = kind.height_of_children() + 1;
        Expr { span, kind, height }
    }

    /// 1 for a leaf.
    pub fn height(&self) -> u32 {
        self.height
    }

    pub(super) fn is_chain_of(&self, wanted: ChainOp) -> bool {
        matches!(&self.kind, ExprKind::Chain { op, .. } if *op == wanted)
    }

    /// Adds a last operand to a chain; nothing happens to other expressions.
    pub(super) fn push_operand(&mut self, operand: Expr) {
        if let ExprKind::Chain { args, .. } = &mut self.kind {
            self.span = self.span.to(operand.span);
            self.height = self.height.max(operand.height + 1);
            args.push(operand);
        }
    }
}

impl ExprKind {
    fn height_of_children(&self) -> u32 {
        match self {
            ExprKind::Bool(_)
            | ExprKind::Int(_)
            | ExprKind::Real(_)
            | ExprKind::BitVector { .. }
            | ExprKind::Name(_)
            | ExprKind::Error => 0,
            ExprKind::Apply { args, .. } | ExprKind::Chain { args, .. } => tallest(args),
            ExprKind::Unary { arg, .. }
            | ExprKind::Extract { arg, .. }
            | ExprKind::Field { arg, .. }
            | ExprKind::Is { arg, .. }
            | ExprKind::Old(arg)
            | ExprKind::ToInt(arg)
            | ExprKind::ToReal(arg)
            | ExprKind::Coerce { arg, .. } => arg.height,
            ExprKind::Binary { left, right, .. } => left.height.max(right.height),
            ExprKind::Select { map, indices } => map.height.max(tallest(indices)),
            ExprKind::Store { map, indices, value } => map.height.max(tallest(indices)).max(value.height),
            ExprKind::FieldUpdate { arg, value, .. } => arg.height.max(value.height),
            ExprKind::If { cond, then, otherwise } => cond.height.max(then.height).max(otherwise.height),
            ExprKind::Quantifier(quantifier) => {
                let wheres = quantifier.binders.iter().filter_map(|b| b.where_clause.as_ref());
                let terms = quantifier.triggers.iter().flat_map(|t| &t.terms);
                tallest(wheres.chain(terms)).max(tallest_attribute(&quantifier.attributes)).max(quantifier.body.height)
            }
            ExprKind::Let(bound) => {
                tallest(&bound.values).max(tallest_attribute(&bound.attributes)).max(bound.body.height)
            }
            ExprKind::Code(block) => block.height,
        }
    }
}

fn tallest<'a>(exprs: impl IntoIterator<Item = &'a Expr>) -> u32 {
    exprs.into_iter().map(|e| e.height).max().unwrap_or(0)
}

fn tallest_attribute(attributes: &[Attribute]) -> u32 {
    let args = attributes.iter().flat_map(|a| &a.args);
    tallest(args.filter_map(|arg| match arg {
        AttributeArg::Expr(e) => Some(e),
        AttributeArg::String { .. } => None,
    }))
}
