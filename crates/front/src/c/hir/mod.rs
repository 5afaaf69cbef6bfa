//! The typed program: what the resolver makes of the syntax tree and the lowering reads.
//!
//! Names are resolved to ids, types are computed, every conversion is explicit, constants are folded where C demands it
//! (array lengths, case labels, enumerators, `sizeof`), initialisers are flat lists. Places (C's lvalues) and values are
//! different trees: a value read from a place is a `Load`, an array or function that decays is an `AddressOf`.

mod effects;
mod parts;
mod rewrite;
pub mod spec;
pub mod uses;
mod volatile;

use std::collections::BTreeMap;

use invar_base::{Arena, Span, define_id};

use crate::c::types::{BitField, FloatKind, FunctionType, Type, TypeId, Types, Volatile};
pub use effects::{has_effects, place_has_effects};
pub use parts::{Part, each_condition, each_part, each_part_of_expr, each_part_of_initialiser};
pub use rewrite::{rewrite, rewrite_expr, rewrite_initialiser};

define_id!(GlobalId);
define_id!(FunctionId);
define_id!(
    /// A variable of one function: parameter or automatic. Static locals are globals.
    LocalId
);
define_id!(LabelId);
define_id!(
    /// A label whose address is taken (`&&label`), unique in the unit.
    LabelAddressId
);
define_id!(
    /// A string literal; equal literals are one object.
    StringId
);
define_id!(
    /// A place in the text where memory may be made or a pointer comes from nowhere: every call and every cast from an
    /// integer to a pointer has one of its own, unique in the unit.
    SiteId
);

#[derive(Clone, Debug)]
pub struct Unit {
    pub types: Types,
    pub globals: Arena<GlobalId, Global>,
    pub functions: Arena<FunctionId, Function>,
    pub strings: Arena<StringId, StringLiteral>,
    /// Predicates, logic functions and lemmas of the annotations.
    pub logic: spec::LogicUnit,
    pub sites: u32,
    /// The names that are declared inside of functions, whatever they mean, and where each of them hides what had the
    /// name outside.
    pub inner_names: BTreeMap<String, Vec<Span>>,
    /// What the program may do that is not said here, wherever it starts.
    pub doubts: Vec<Doubt>,
    /// Functions that run before `main`, and those that run after it, in this order.
    pub constructors: Vec<FunctionId>,
    pub destructors: Vec<FunctionId>,
    /// How many `LabelAddressId`s there are.
    pub label_addresses: u32,
}

/// Something that may happen in the program and is not part of its typed form: nothing is proved of runs that go through
/// it. Variables and functions carry their own (`Global::doubt` and the like), which counts where they are used.
#[derive(Clone, Debug)]
pub struct Doubt {
    /// In the plural, before "are not followed".
    pub what: String,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Global {
    /// As written; a static local is `function::name`.
    pub name: String,
    pub ty: TypeId,
    pub span: Span,
    /// Declared `extern` only: its value is unknown. (A tentative definition is zero.)
    pub is_extern: bool,
    pub is_static: bool,
    pub is_const: bool,
    pub volatile: Volatile,
    /// Everything not mentioned is zero.
    pub init: Initialiser,
    /// A ghost variable of the annotations.
    pub is_ghost: bool,
    /// State of a temporal rule, which no annotation of the program can name.
    pub is_of_rule: bool,
    /// A header of the system declares it first.
    pub is_system: bool,
    /// See [`Doubt`].
    pub doubt: Option<String>,
    /// Where its name can be used, a span for each source and for each declaration inside of a function.
    pub scopes: Vec<Span>,
}

/// Flat: each entry sets one scalar (or a whole record or array, when it is initialised by one expression), in order of
/// evaluation. Later entries for the same place win.
#[derive(Clone, Debug, Default)]
pub struct Initialiser {
    pub entries: Vec<InitEntry>,
    /// An entry overrides others in a way that C leaves open.
    pub unclear: Option<Span>,
}

#[derive(Clone, Debug)]
pub struct InitEntry {
    pub path: Vec<Step>,
    pub value: InitValue,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum InitValue {
    /// Converted to the type of the place that `path` leads to.
    Expr(Expr),
    /// A character array at `path` is filled from the literal; what the literal does not reach is zero.
    String(StringId),
}

/// From an object to a part of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// By number in `RecordLayout::fields`.
    Field(u32),
    Index(u64),
    /// `[first ... last]`, both included.
    Range(u64, u64),
}

#[derive(Clone, Debug)]
pub struct StringLiteral {
    /// `char[n]`, or an array of a wide character type, the zero at the end included.
    pub ty: TypeId,
    /// Element values, the zero at the end included.
    pub units: Vec<u32>,
    pub span: Span,
    /// The text has it more than once: whether these are one object, C leaves open.
    pub is_repeated: bool,
}

#[derive(Clone, Debug)]
pub struct Function {
    pub name: String,
    pub ty: FunctionType,
    pub span: Span,
    /// Of the name in the definition, or in the first declaration.
    pub name_span: Span,
    /// The first `params.len()` locals, if there is a body; names of declarations may be missing.
    pub params: Vec<LocalId>,
    pub locals: Arena<LocalId, Local>,
    pub labels: Arena<LabelId, Label>,
    /// The labels that a computed `goto` may go to.
    pub label_addresses: Vec<(LabelId, LabelAddressId)>,
    /// It is not in the text: the start of the program, which calls this function.
    pub starts: Option<FunctionId>,
    /// Lengths of variable-length arrays, see `ArrayLength::Variable`: each is evaluated where `Stmt::Declare` stands, and
    /// is of an unsigned type of pointer size.
    pub lengths: Vec<Expr>,
    pub body: Option<Stmt>,
    pub contract: Option<spec::Contract>,
    pub is_static: bool,
    /// Its body is an inline definition: the one that others know is elsewhere (C11 6.7.4).
    pub is_inline: bool,
    /// `_Noreturn`, `__attribute__((noreturn))`.
    pub is_noreturn: bool,
    /// `__attribute__((const))`: the same arguments give the same result, and nothing else happens.
    pub is_const: bool,
    /// `__attribute__((pure))`: the same, while the memory that it reads is the same.
    pub is_pure: bool,
    /// Of its result.
    pub volatile: Volatile,
    /// See [`Doubt`]: calls of it, and its address.
    pub doubt: Option<String>,
    /// `f(a) int a;`: arguments are promoted and converted back.
    pub is_old_style: bool,
    /// Added from the C library as Invar knows it: the program has no text for it, and it is proved elsewhere.
    pub is_library: bool,
    /// A header of the system declares it first.
    pub is_system: bool,
    /// Its text is in a header that a file of the program includes.
    pub is_of_header: bool,
    /// Is it called, or its address taken?
    pub is_used: bool,
}

impl Function {
    /// Does it do nothing but give a number for numbers? What a function of the system returns has a meaning, which is not known here.
    pub fn maps_numbers(&self, types: &Types) -> bool {
        let is_own = !self.is_system && !self.name.starts_with("__");
        let is_fixed = self.ty.prototyped && !self.ty.variadic;
        let is_number = |ty: &TypeId| {
            let is_float = matches!(types.get(*ty), Type::Float(FloatKind::Float | FloatKind::Double));
            is_float || types.int_kind(*ty).is_some()
        };
        let mut parts = self.ty.params.iter().chain([&self.ty.result]);
        self.is_const && self.body.is_none() && is_own && is_fixed && parts.all(is_number)
    }
}

#[derive(Clone, Debug)]
pub struct Local {
    pub name: String,
    pub ty: TypeId,
    pub span: Span,
    pub is_param: bool,
    pub is_const: bool,
    pub volatile: Volatile,
    /// A parameter `T a[static n]` points to that many elements, at least.
    pub elements: u64,
    /// Made by the resolver: a compound literal. It has no declaration statement of its own.
    pub is_temporary: bool,
    pub is_ghost: bool,
    /// See [`Doubt`].
    pub doubt: Option<String>,
    /// Where its name can be used: from the declaration to the end of the block, and for what a `for` declares from just
    /// before the `for`, where its annotations stand. None if it has no name there, or its text cannot say where.
    pub scope: Option<Span>,
}

#[derive(Clone, Debug)]
pub struct Label {
    pub name: String,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub ty: TypeId,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum ExprKind {
    /// Of an integer type, in its range; of a pointer type only as 0, the null pointer.
    Int(i128),
    /// The spelling, for reports; floating values are opaque.
    Float(f64),
    /// The value of a place; of record type: the whole record.
    Load(Box<Place>),
    /// `&place`. For an array that decays the type is a pointer to its element, otherwise a pointer to the place's type.
    AddressOf(Box<Place>),
    FunctionAddress(FunctionId),
    /// `&&label`, of GNU C.
    LabelAddress(LabelAddressId, SiteId),
    Unary(UnaryOp, Box<Expr>),
    /// Arithmetic and bit operations on two values of the expression's own type (integer or floating); the right operand
    /// of a shift has its own promoted type.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `int`-valued comparison of two values of one type: integers, floats, or pointers.
    Compare(CompareOp, Box<Expr>, Box<Expr>),
    /// `pointer + index` or `pointer - index`, counted in elements of the pointee (bytes for `void *`).
    PointerAdd {
        pointer: Box<Expr>,
        /// Of any integer type.
        index: Box<Expr>,
        negative: bool,
    },
    PointerDifference(Box<Expr>, Box<Expr>),
    /// `&&`, `||` of scalars: `int`-valued.
    And(Box<Expr>, Box<Expr>),
    Or(Box<Expr>, Box<Expr>),
    /// `condition ? a : b`; both of the expression's type (or void). `a ?: b` has a temporary in the condition.
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    /// The left value is dropped.
    Comma(Box<Expr>, Box<Expr>),
    /// Any conversion between the operand's type and the expression's: integers (truncation, `_Bool`), floats, pointers,
    /// to `void`. `explicit` if the programmer wrote it.
    Cast {
        operand: Box<Expr>,
        explicit: bool,
        /// Where the cast itself says so; otherwise as the operand.
        volatile: Option<Volatile>,
        /// Meaningful for integer to pointer.
        site: SiteId,
    },
    /// `place = value`, whose value is that of the place afterwards. `value` is of the place's type.
    Assign(Box<Place>, Box<Expr>),
    /// `place op= value`: the place's value is converted to `computed`, combined with `value` (of type `computed`, or the
    /// promoted right operand of a shift), and converted back.
    AssignOp {
        place: Box<Place>,
        op: BinaryOp,
        value: Box<Expr>,
        computed: TypeId,
    },
    /// `pointer += index` and `-=`.
    AssignPointer {
        place: Box<Place>,
        index: Box<Expr>,
        negative: bool,
    },
    /// `++` and `--`: of integers, pointers and floats.
    Increment {
        place: Box<Place>,
        negative: bool,
        /// Is the value the one before?
        postfix: bool,
    },
    Call(Box<Call>),
    /// `({ … })`: the last statement's value, if it has one.
    Statements(Vec<Stmt>, Option<Box<Expr>>),
    /// `va_start`, `va_end`, `va_copy`: on the place.
    VaStart(Box<Expr>),
    VaEnd(Box<Expr>),
    VaCopy(Box<Expr>, Box<Expr>),
    VaArg(Box<Expr>),
    /// A result on which compilers agree between these bounds only: gcc computes with bit-fields that are wider than `int`
    /// in their own width, others, as the standard has it, in their declared type.
    Disputed {
        operand: Box<Expr>,
        low: i128,
        high: i128,
    },
    /// Something that Invar does not model: any value of the type; `operands` are evaluated. `what` is for people.
    Unsupported {
        what: String,
        operands: Vec<Expr>,
    },
}

#[derive(Clone, Debug)]
pub struct Call {
    pub callee: Callee,
    /// Converted to the parameters' types; variadic ones are promoted.
    pub args: Vec<Expr>,
    pub site: SiteId,
}

#[derive(Clone, Debug)]
pub enum Callee {
    Direct(FunctionId),
    /// Of pointer-to-function type.
    Pointer(Expr),
    /// A `__builtin_…` that is not the library function of the same name (those are `Direct`).
    Builtin(Builtin),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Builtin {
    /// `__builtin_expect(e, c)`: e.
    Expect,
    Unreachable,
    Trap,
    /// 0 for what is not known at compile time, already folded where it is.
    ConstantP,
    Alloca,
    /// `__builtin_{add,sub,mul}_overflow(a, b, &r)`.
    AddOverflow,
    SubOverflow,
    MulOverflow,
    Clz,
    Ctz,
    Popcount,
    Ffs,
    Parity,
    Bswap16,
    Bswap32,
    Bswap64,
    ObjectSize,
    ReturnAddress,
    FrameAddress,
    /// `__sync_*`, `__atomic_*` and whatever else: unknown effect on what its arguments reach.
    Other,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnaryOp {
    Negate,
    /// `~`
    Complement,
    /// `!`: `int`-valued, of any scalar.
    Not,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinaryOp {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    ShiftLeft,
    ShiftRight,
    BitAnd,
    BitOr,
    BitXor,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CompareOp {
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
}

/// An lvalue.
#[derive(Clone, Debug)]
pub struct Place {
    pub kind: PlaceKind,
    pub ty: TypeId,
    pub span: Span,
}

impl Place {
    /// The bits that it is, if it names a bit-field.
    pub fn bit_field(&self, types: &Types) -> Option<BitField> {
        let PlaceKind::Field(record, number) = &self.kind else { return None };
        let Type::Record(record) = types.get(record.ty) else { return None };
        types.fields(*record).get(*number as usize)?.bits
    }
}

#[derive(Clone, Debug)]
pub enum PlaceKind {
    Local(LocalId),
    Global(GlobalId),
    String(StringId),
    /// `*pointer`; `p[i]` is the deref of a `PointerAdd`, `p->f` is a field of a deref.
    Deref(Box<Expr>),
    /// By number in `RecordLayout::fields`; of a record.
    Field(Box<Place>, u32),
    /// Element of an array place: `a[i]` where `a` is an array, not a pointer. The index is of any integer type.
    Index(Box<Place>, Box<Expr>),
    /// `(T){ … }`: initialises the temporary each time it is evaluated.
    Compound(LocalId, Initialiser),
    /// A record value that is not stored anywhere: `f().x`.
    Value(Box<Expr>),
}

#[derive(Clone, Debug)]
pub struct Stmt {
    pub kind: StmtKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum StmtKind {
    Expr(Expr),
    /// Its declarations live until its end. A `for` with a declaration is inside a block of its own.
    Block(Vec<Stmt>),
    /// The variable starts to live here, with any value or its initialiser's.
    Declare(LocalId, Option<Initialiser>),
    If(Expr, Box<Stmt>, Option<Box<Stmt>>),
    While {
        condition: Expr,
        body: Box<Stmt>,
        annotation: spec::LoopSpec,
    },
    DoWhile {
        body: Box<Stmt>,
        condition: Expr,
        annotation: spec::LoopSpec,
    },
    /// No condition is true.
    For {
        init: Option<Box<Stmt>>,
        condition: Option<Expr>,
        step: Option<Expr>,
        body: Box<Stmt>,
        annotation: spec::LoopSpec,
    },
    /// `case` and `default` inside the body jump there.
    Switch(Expr, Box<Stmt>),
    /// From the first to the last value, both included, in the type of the switch's promoted operand.
    Case(i128, i128, Box<Stmt>),
    Default(Box<Stmt>),
    Break,
    Continue,
    Return(Option<Expr>),
    Goto(LabelId),
    /// `goto *address`, of GNU C.
    ComputedGoto(Expr),
    /// A call that is made whenever the block around it is left after this (`cleanup`).
    AtScopeEnd(Expr),
    Labeled(LabelId, Box<Stmt>),
    Empty,
    /// Inline assembly: reads the inputs, may write the outputs, and memory unless it is known not to.
    Asm {
        outputs: Vec<Place>,
        inputs: Vec<Expr>,
        clobbers_memory: bool,
        /// Where it may go on, besides after it.
        labels: Vec<LabelId>,
    },
    /// `//@ assert`, `check`, `admit`, ghost code.
    Annotation(spec::StmtSpec),
    /// Rejected with a diagnostic or not modelled: ends in an approximation of everything reachable.
    Unsupported {
        what: String,
    },
}
