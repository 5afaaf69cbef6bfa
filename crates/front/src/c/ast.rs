//! The syntax of C11 and GNU C as it is written: no types, no scopes, no constants folded.
//!
//! Names are [`Symbol`]s of the interner that the parse was given. Every node has the span of its text in a source that
//! the user sees (see `lex::locate`).
//!
//! What programs nest or chain without bound is flat here, so that recursion over a tree is never deeper than a small
//! multiple of [`MAX_DEPTH`]: operators of one precedence ([`ExprKind::Binary`]), `else if` ([`StmtKind::If`]),
//! `a ? b : c ? d : e` ([`ExprKind::Conditional`]), `a, b, c`, labels before a statement, and declarators.

use super::lex::token::Encoding;
pub use super::lex::token::{Annotation, Pragma};
use invar_base::{Span, Symbol};

/// The parser accepts no deeper nesting.
pub const MAX_DEPTH: u32 = 2_000;

#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct TranslationUnit {
    pub externals: Vec<External>,
    /// Every `#pragma`, in the order of the text. `pack` has its effect on [`Record::pack`], the others have none.
    pub pragmas: Vec<Pragma>,
    /// Which externals are declared in a header of the system, in ascending order.
    pub system: Vec<usize>,
    /// The program itself may be another one: comments that hold annotations have changed what its macros do.
    pub changed_by_comments: Option<Span>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum External {
    Function(Box<FunctionDefinition>),
    Declaration(Declaration),
    StaticAssert(StaticAssert),
    Asm(Asm),
    /// An annotation that precedes no declaration.
    Annotation(Annotation),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ident {
    pub name: Symbol,
    pub span: Span,
}

/// `declarator.parts[0]` is a [`DeclaratorPart::Function`] always, and the declarator has a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FunctionDefinition {
    pub span: Span,
    /// The annotations right before it.
    pub annotations: Vec<Annotation>,
    pub specifiers: Specifiers,
    pub declarator: Declarator,
    /// K&R: the declarations between the parameter list and the body.
    pub old_parameters: Vec<Declaration>,
    /// Annotations between the parameter list and the body.
    pub late_annotations: Vec<Annotation>,
    pub body: Block,
}

/// `specifiers a = 1, *b, c[3];`; without declarators for `struct s { … };`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Declaration {
    pub span: Span,
    /// The annotations right before it (at the top level; inside functions they are statements of their own).
    pub annotations: Vec<Annotation>,
    pub specifiers: Specifiers,
    pub declarators: Vec<InitDeclarator>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InitDeclarator {
    pub span: Span,
    pub declarator: Declarator,
    pub initializer: Option<Initializer>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StaticAssert {
    pub span: Span,
    pub condition: Expr,
    pub message: Option<StringLiteral>,
}

// ----- specifiers -----

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Specifiers {
    pub span: Span,
    /// In the order of the text; usually none or one, `extern __thread` is two.
    pub storage: Vec<(Storage, Span)>,
    pub qualifiers: Qualifiers,
    pub is_inline: bool,
    pub is_noreturn: bool,
    pub attributes: Vec<Attribute>,
    pub alignments: Vec<Alignment>,
    /// In the order of the text: `unsigned long int` has three. Empty for the implicit `int` of old programs.
    pub types: Vec<TypeSpecifier>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Storage {
    Typedef,
    Extern,
    Static,
    ThreadLocal,
    Auto,
    Register,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug)]
pub struct Qualifiers {
    pub is_const: bool,
    pub is_volatile: bool,
    pub is_restrict: bool,
    pub is_atomic: bool,
}

/// `__attribute__((name(args)))`; the double underscores around a name are dropped (`__packed__` is `packed`).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attribute {
    pub name: Ident,
    /// The arguments that are expressions; others (types, odd token sequences) are left out and `is_opaque` is set.
    pub args: Vec<Expr>,
    pub is_opaque: bool,
    pub span: Span,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Alignment {
    Type(Box<TypeName>),
    Expr(Box<Expr>),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TypeSpecifier {
    pub kind: TypeSpecifierKind,
    pub span: Span,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TypeSpecifierKind {
    Void,
    Char,
    Short,
    Int,
    /// Twice for `long long`.
    Long,
    Int128,
    /// `__uint128_t`, which is `unsigned __int128`.
    UInt128,
    Float,
    Double,
    Signed,
    Unsigned,
    Bool,
    Complex,
    Imaginary,
    /// `_Float16`, `_Float32`, `_Float64`, `_Float128`, `__float128`; 80 is `__float80`.
    FloatN(u32),
    /// `_Float32x`, `_Float64x`.
    FloatNx(u32),
    VaList,
    AutoType,
    Record(Box<Record>),
    Enum(Box<Enum>),
    /// A typedef's name.
    Name(Symbol),
    TypeofType(Box<TypeName>),
    TypeofExpr(Box<Expr>),
    /// `_Atomic(type)`
    Atomic(Box<TypeName>),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RecordKind {
    Struct,
    Union,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    pub kind: RecordKind,
    pub tag: Option<Ident>,
    pub attributes: Vec<Attribute>,
    /// `None` for `struct s` alone.
    pub members: Option<Vec<Member>>,
    /// The largest alignment of a member, by `#pragma pack(n)`.
    pub pack: Option<u32>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Member {
    Fields(FieldDeclaration),
    StaticAssert(StaticAssert),
    Annotation(Annotation),
}

/// `int a : 3, b;`; without fields for an anonymous struct or union.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FieldDeclaration {
    pub span: Span,
    pub specifiers: Specifiers,
    pub fields: Vec<Field>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    pub span: Span,
    /// `None` for the unnamed bit-field `int : 3`.
    pub declarator: Option<Declarator>,
    pub width: Option<Box<Expr>>,
    pub attributes: Vec<Attribute>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Enum {
    pub tag: Option<Ident>,
    pub attributes: Vec<Attribute>,
    /// `None` for `enum e` alone.
    pub enumerators: Option<Vec<Enumerator>>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Enumerator {
    pub name: Ident,
    pub attributes: Vec<Attribute>,
    pub value: Option<Box<Expr>>,
}

// ----- declarators -----

/// The type that is declared, read from the name outwards: `int *(*f[3])(void)` has the parts array, pointer, function,
/// pointer. The type is built by taking the specifiers' type and applying the parts from the last to the first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Declarator {
    pub span: Span,
    /// `None` in type names and in parameters without a name.
    pub name: Option<Ident>,
    pub parts: Vec<DeclaratorPart>,
    /// `asm("symbol")` behind it.
    pub asm_label: Option<StringLiteral>,
    pub attributes: Vec<Attribute>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DeclaratorPart {
    Pointer(Qualifiers),
    Array(ArrayPart),
    Function(FunctionPart),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArrayPart {
    pub span: Span,
    pub qualifiers: Qualifiers,
    /// `[static n]`
    pub is_static: bool,
    pub size: ArraySize,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ArraySize {
    /// `[]`
    Unknown,
    /// `[*]`
    Star,
    /// A constant or, for variable-length arrays, any expression.
    Expr(Box<Expr>),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FunctionPart {
    pub span: Span,
    pub parameters: Parameters,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Parameters {
    /// `(void)` is one parameter of type `void` without a name, as it is written.
    Prototype { parameters: Vec<Parameter>, is_variadic: bool },
    /// `()` and `(a, b, c)`.
    Old(Vec<Ident>),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parameter {
    pub span: Span,
    pub specifiers: Specifiers,
    pub declarator: Declarator,
}

/// `const char *[3]` in casts, `sizeof` and the like; the declarator has no name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TypeName {
    pub span: Span,
    pub specifiers: Specifiers,
    pub declarator: Declarator,
}

// ----- initialisers -----

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Initializer {
    Expr(Box<Expr>),
    List(InitializerList),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InitializerList {
    pub span: Span,
    pub items: Vec<InitializerItem>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InitializerItem {
    /// `.a[3].b =`, and GNU's old `a:`. Empty for an item that takes the next place.
    pub designators: Vec<Designator>,
    pub value: Initializer,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Designator {
    Field(Ident),
    Index(Expr),
    /// `[a ... b]`
    Range(Expr, Expr),
}

// ----- statements -----

/// `{ … }`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    pub span: Span,
    pub stmts: Vec<Stmt>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stmt {
    pub kind: StmtKind,
    pub span: Span,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StmtKind {
    /// `;`
    Empty,
    Expr(Box<Expr>),
    Declaration(Declaration),
    StaticAssert(StaticAssert),
    Block(Block),
    /// The labels in their order, and the statement behind them (`Empty` for a label at the end of a block).
    Labeled {
        labels: Vec<Label>,
        body: Box<Stmt>,
    },
    /// `if … else if … else …`: at least one arm, tried in order.
    If {
        arms: Vec<IfArm>,
        otherwise: Option<Box<Stmt>>,
    },
    Switch {
        value: Box<Expr>,
        body: Box<Stmt>,
    },
    While {
        annotations: Vec<Annotation>,
        condition: Box<Expr>,
        body: Box<Stmt>,
    },
    DoWhile {
        annotations: Vec<Annotation>,
        body: Box<Stmt>,
        condition: Box<Expr>,
    },
    For(Box<For>),
    Goto(Ident),
    /// `goto *e`
    ComputedGoto(Box<Expr>),
    Break,
    Continue,
    Return(Option<Box<Expr>>),
    Asm(Asm),
    /// An annotation that precedes no loop: `assert`, statement contracts, ghost code.
    Annotation(Annotation),
    /// `abort "message";`, in the handlers of rules.
    Abort(StringLiteral),
    /// `__label__ a, b;`
    LocalLabels(Vec<Ident>),
    /// What could not be read; an error was reported there.
    Error,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IfArm {
    pub span: Span,
    pub condition: Expr,
    pub then: Stmt,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct For {
    pub annotations: Vec<Annotation>,
    /// An expression, a declaration, or nothing.
    pub init: ForInit,
    pub condition: Option<Expr>,
    pub step: Option<Expr>,
    pub body: Stmt,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ForInit {
    None,
    Expr(Expr),
    Declaration(Declaration),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    pub kind: LabelKind,
    pub span: Span,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LabelKind {
    Name(Ident),
    Case(Expr),
    /// `case a ... b:`
    CaseRange(Expr, Expr),
    Default,
}

/// `asm volatile goto ("…" : outputs : inputs : clobbers : labels)`, opaque but for the expressions of its operands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Asm {
    pub span: Span,
    pub is_volatile: bool,
    pub template: StringLiteral,
    pub outputs: Vec<AsmOperand>,
    pub inputs: Vec<AsmOperand>,
    pub clobbers: Vec<StringLiteral>,
    pub labels: Vec<Ident>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AsmOperand {
    pub constraint: StringLiteral,
    pub value: Expr,
}

// ----- expressions -----

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ExprKind {
    Name(Symbol),
    Int(IntConstant),
    Float(FloatConstant),
    Char(CharConstant),
    Str(StringLiteral),
    /// `( e )`: kept because C distinguishes `"a"` from `("a")` in initialisers, and messages show what is written.
    Paren(Box<Expr>),
    /// `({ … })`
    StatementExpr(Box<Block>),
    /// `_Generic(value, type: e, default: e)`
    Generic {
        value: Box<Expr>,
        choices: Vec<GenericChoice>,
    },
    /// `array[index]`, as it is written.
    Index {
        array: Box<Expr>,
        index: Box<Expr>,
    },
    Call {
        function: Box<Expr>,
        args: Vec<Expr>,
    },
    /// `object.field`
    Field {
        object: Box<Expr>,
        field: Ident,
    },
    /// `pointer->field`
    Arrow {
        pointer: Box<Expr>,
        field: Ident,
    },
    /// `(type) { … }`
    CompoundLiteral {
        ty: Box<TypeName>,
        list: InitializerList,
    },
    Unary {
        op: UnaryOp,
        operand: Box<Expr>,
    },
    SizeofExpr(Box<Expr>),
    SizeofType(Box<TypeName>),
    AlignofExpr(Box<Expr>),
    AlignofType(Box<TypeName>),
    /// `__alignof__(type)`: the alignment that a variable of the type is best given, of members apart.
    PreferredAlignofType(Box<TypeName>),
    Cast {
        ty: Box<TypeName>,
        value: Box<Expr>,
    },
    /// `first op e op e …`, associating to the left; all operators are of one precedence, `rest` is not empty.
    Binary {
        first: Box<Expr>,
        rest: Vec<(BinaryOp, Expr)>,
    },
    /// `c ? a : c2 ? b : … : otherwise`; not empty.
    Conditional {
        arms: Vec<ConditionalArm>,
        otherwise: Box<Expr>,
    },
    /// `target = value`, or `target op= value`.
    Assign {
        op: Option<BinaryOp>,
        target: Box<Expr>,
        value: Box<Expr>,
    },
    /// `a, b, c`: at least two.
    Comma(Vec<Expr>),
    /// `&&label`
    LabelAddress(Ident),
    /// `__builtin_offsetof(type, .a[i].b)`; the first designator is the field without its dot.
    Offsetof {
        ty: Box<TypeName>,
        designators: Vec<Designator>,
    },
    TypesCompatible {
        left: Box<TypeName>,
        right: Box<TypeName>,
    },
    VaArg {
        list: Box<Expr>,
        ty: Box<TypeName>,
    },
    ChooseExpr {
        condition: Box<Expr>,
        then: Box<Expr>,
        otherwise: Box<Expr>,
    },
    /// What could not be read; an error was reported there.
    Error,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConditionalArm {
    pub condition: Expr,
    /// `None` for GNU's `a ?: b`.
    pub then: Option<Expr>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GenericChoice {
    /// `None` for `default`.
    pub ty: Option<TypeName>,
    pub value: Expr,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct IntConstant {
    pub value: u128,
    pub base: Base,
    pub is_unsigned: bool,
    pub length: IntLength,
    /// GNU's imaginary constants (`3i`).
    pub is_imaginary: bool,
}

/// Unsuffixed decimal constants are never unsigned, the others may be.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Base {
    Binary,
    Octal,
    Decimal,
    Hexadecimal,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum IntLength {
    Plain,
    /// `L`
    Long,
    /// `LL`
    LongLong,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FloatConstant {
    /// The spelling without its suffix; hexadecimal ones begin with `0x`.
    pub digits: Symbol,
    pub suffix: FloatSuffix,
    pub is_imaginary: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FloatSuffix {
    Double,
    /// `f`
    Float,
    /// `l`
    LongDouble,
    /// `f16`, `f32`, `f64`, `f128`; `q` is 128 and `w` is 80.
    FloatN(u32),
    /// `f32x`, `f64x`
    FloatNx(u32),
}

/// `'a'`, or `'ab'` with several units (GNU: the value is computed as gcc does, by the resolver).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CharConstant {
    pub encoding: Encoding,
    pub units: Vec<u32>,
}

/// Adjacent literals joined; the units are without the terminating zero, see `lex::token::Literal`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StringLiteral {
    pub span: Span,
    pub encoding: Encoding,
    pub units: Vec<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnaryOp {
    Plus,
    Minus,
    /// `!`
    Not,
    /// `~`
    BitNot,
    /// `*`
    Deref,
    /// `&`
    Address,
    PreIncrement,
    PreDecrement,
    PostIncrement,
    PostDecrement,
    /// `__real__`
    Real,
    /// `__imag__`
    Imag,
    /// `__extension__`
    Extension,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinaryOp {
    Mul,
    Div,
    Rem,
    Add,
    Sub,
    Shl,
    Shr,
    Lt,
    Gt,
    Le,
    Ge,
    Eq,
    Ne,
    BitAnd,
    BitXor,
    BitOr,
    And,
    Or,
}
