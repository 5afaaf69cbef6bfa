//! What a generated program declares: types, objects, functions; and the generator's state.

use invar_gcl::random::Random;

use super::expr::{Code, Effects, Mask, Scalar, level};

#[derive(Clone, PartialEq, Debug)]
pub enum Ty {
    Scalar(Scalar),
    /// An index into `Generator::structs`.
    Struct(usize),
    Array(Box<Ty>, usize),
    Pointer(Box<Pointer>),
}

/// A pointer type together with what holds of all its values, at all times.
#[derive(Clone, PartialEq, Debug)]
pub struct Pointer {
    pub to: Ty,
    /// So many elements can be reached upwards, at least one.
    pub length: usize,
    /// It always points into this array of so many elements.
    pub base: Option<(String, usize)>,
    pub is_nullable: bool,
    /// The objects it may point to.
    pub targets: Mask,
    /// `const T *`.
    pub is_const: bool,
    /// Where it may be set to point.
    pub origins: Vec<Origin>,
}

/// An lvalue whose address can be taken: so many elements stand there.
#[derive(Clone, PartialEq, Debug)]
pub struct Origin {
    pub text: String,
    /// `None` for a single object, else the array's length.
    pub count: Option<usize>,
    pub mask: Mask,
}

#[derive(Clone, Debug)]
pub struct Object {
    pub name: String,
    pub ty: Ty,
    pub mask: Mask,
    pub is_const: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keyword {
    Struct,
    /// All members have the same size, so that writing one defines all bytes of the others.
    Union,
}

impl Keyword {
    pub fn text(self) -> &'static str {
        match self {
            Keyword::Struct => "struct",
            Keyword::Union => "union",
        }
    }
}

#[derive(Clone, Debug)]
pub struct Field {
    pub name: String,
    pub ty: Ty,
}

/// A record.
#[derive(Clone, Debug)]
pub struct Struct {
    pub keyword: Keyword,
    pub tag: String,
    pub fields: Vec<Field>,
}

#[derive(Clone, Debug)]
pub struct Function {
    /// An expression that denotes it: a name, or an element of a table.
    pub callee: Callee,
    pub params: Vec<Ty>,
    pub result: Option<Ty>,
    /// On static objects, and on what the parameters point to.
    pub effects: Effects,
    /// About how many statements a call executes.
    pub cost: usize,
    /// The first parameter counts the depth.
    pub is_recursive: bool,
    /// The parameters from this number on stand for `...`.
    pub variadic: Option<usize>,
}

#[derive(Clone, Debug)]
pub enum Callee {
    Name(String),
    Table(String, usize),
    /// A pointer variable, whose value never changes its effects.
    Variable(String, Mask),
}

/// What a program must not contain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// Also what depends on the bytes of objects: unions, views of other types, copies of bytes; and variadic functions.
    Wide,
    Any,
    LoopFree,
}

/// What an expression must not contain.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Purity {
    /// Only what a static initialiser allows.
    Constant,
    /// No side effects, no calls.
    Pure,
    Effectful,
}

pub struct Generator {
    pub random: Random,
    pub shape: Shape,
    pub structs: Vec<Struct>,
    /// Tags, and whether some value is negative.
    pub enums: Vec<(String, bool)>,
    pub enumerators: Vec<(String, i64)>,
    /// Names for types.
    pub typedefs: Vec<(super::kind::Kind, String)>,
    /// Visible objects, inner scopes last.
    pub objects: Vec<Object>,
    pub functions: Vec<Function>,
    pub checksum: Mask,
    next_static: u32,
    next_local: u32,
    names: usize,
    pub lines: Vec<String>,
    pub indent: usize,
    pub purity: Purity,
    /// How many indices, arguments and conditions the current expression is inside of.
    pub nesting: usize,
    pub frame: Frame,
}

/// The state of the function being generated.
#[derive(Clone, Debug)]
pub struct Frame {
    pub result: Option<Ty>,
    pub effects: Effects,
    pub cost: usize,
    pub limit: usize,
    /// How often the current place is executed, at most.
    pub repeats: usize,
    pub loops: usize,
    /// A statement may leave: not while it must free something.
    pub may_return: bool,
    pub may_break: bool,
    pub may_continue: bool,
    /// Labels further down.
    pub labels: Vec<String>,
    /// Statements still to be generated.
    pub left: usize,
    pub depth: usize,
    /// The first object of the innermost block.
    pub block_start: usize,
}

impl Frame {
    pub fn new(result: Option<Ty>, limit: usize, left: usize) -> Frame {
        Frame {
            result,
            effects: Effects::default(),
            cost: 1,
            limit,
            repeats: 1,
            loops: 0,
            may_return: true,
            may_break: false,
            may_continue: false,
            labels: Vec::new(),
            left,
            depth: 0,
            block_start: 0,
        }
    }
}

impl Generator {
    pub fn new(seed: u64, shape: Shape) -> Generator {
        Generator {
            random: Random::new(seed),
            shape,
            structs: Vec::new(),
            enums: Vec::new(),
            enumerators: Vec::new(),
            typedefs: Vec::new(),
            objects: Vec::new(),
            functions: Vec::new(),
            checksum: 1,
            next_static: 1,
            next_local: 72,
            names: 0,
            lines: Vec::new(),
            indent: 0,
            purity: Purity::Effectful,
            nesting: 0,
            frame: Frame::new(None, 0, 0),
        }
    }

    /// A name that no other declaration has. File-scope names begin with `@`, which is replaced by a prefix at the end.
    pub fn name(&mut self, stem: &str) -> String {
        self.names += 1;
        format!("{stem}{}", self.names)
    }

    /// The last bits are shared by all objects that come too late for one of their own.
    pub fn static_mask(&mut self) -> Mask {
        let bit = self.next_static.min(63);
        self.next_static += 1;
        1 << bit
    }

    pub fn local_mask(&mut self) -> Mask {
        let bit = self.next_local.min(127);
        self.next_local += 1;
        1 << bit
    }

    pub fn forget_locals(&mut self) {
        self.next_local = 72;
    }

    pub fn line(&mut self, text: impl AsRef<str>) {
        self.lines.push(format!("{}{}", "    ".repeat(self.indent), text.as_ref()));
    }

    /// A statement that executes these effects; the caller made sure it is allowed here.
    pub fn statement(&mut self, text: impl AsRef<str>, effects: Effects) {
        self.frame.effects = self.frame.effects.and(effects);
        self.line(text);
    }

    /// Objects that no inner declaration hides.
    pub fn visible(&self) -> Vec<Object> {
        let is_last =
            |index: usize, object: &Object| !self.objects[index + 1..].iter().any(|other| other.name == object.name);
        let visible = self.objects.iter().enumerate().filter(|(index, object)| is_last(*index, object));
        visible.map(|(_, object)| object.clone()).collect()
    }

    /// One of the weighted choices.
    pub fn weighted<T: Copy>(&mut self, choices: &[(usize, T)]) -> Option<T> {
        let total = choices.iter().map(|(weight, _)| weight).sum();
        let mut number = self.random.below(total);
        for (weight, choice) in choices {
            if number < *weight {
                return Some(*choice);
            }
            number -= weight;
        }
        None
    }

    /// Generates with at most this much freedom.
    pub fn with_purity<T>(&mut self, purity: Purity, generate: impl FnOnce(&mut Generator) -> T) -> T {
        let outer = self.purity;
        self.purity = purity.min(outer);
        let result = generate(self);
        self.purity = outer;
        result
    }
}

impl Object {
    pub fn code(&self) -> Code {
        Code::new(self.name.clone(), level::PRIMARY, Effects::default())
    }
}
