//! The body of a function under construction: blocks, temporaries, checks, approximations.

use std::collections::{BTreeMap, BTreeSet};

use invar_base::{Arena, Span};
use invar_gcl::{Block, BlockId, Check, CheckKind, Cmd, CmdKind, Local, LoopHints, Role, Transfer};
use invar_logic::{Sort, Term, TermPool, VarId};
use rustc_hash::FxHashMap;

use super::ints::Int;
use super::program::{Cx, LeafVars, VarStorage};
use super::scopes::{ScopeId, Scopes};
use super::written::Written;
use crate::c::hir::spec::{LogicFunctionId, LogicVarId};
use crate::c::hir::{Function, FunctionId, GlobalId, LabelId, LocalId, StringId};
use crate::c::options::Unasked;
use crate::c::order::Interferences;
use crate::c::types::TypeId;

/// A value as the lowering passes it around.
#[derive(Clone, Debug)]
pub enum Value {
    Void,
    Int(Int),
    Pointer(Pointer),
    /// A floating or opaque value, as a token.
    Token(Term),
    /// The parts of each leaf of the type, in order; arrays inside are maps.
    Record(Vec<Vec<Term>>),
}

impl Value {
    /// All terms of the value, in order.
    pub fn terms(&self) -> Vec<Term> {
        match self {
            Value::Void => Vec::new(),
            Value::Int(int) => vec![int.term],
            Value::Pointer(pointer) => vec![pointer.object, pointer.offset],
            Value::Token(term) => vec![*term],
            Value::Record(leaves) => leaves.iter().flatten().copied().collect(),
        }
    }

    /// A value of the same shape from other terms.
    pub fn with_terms(self, terms: &[Term]) -> Value {
        let mut terms = terms.iter().copied();
        match self {
            Value::Void => Value::Void,
            Value::Int(int) => Value::Int(Int { term: terms.next().unwrap_or(int.term), ..int }),
            Value::Pointer(pointer) => {
                let object = terms.next().unwrap_or(pointer.object);
                Value::Pointer(Pointer { object, offset: terms.next().unwrap_or(pointer.offset) })
            }
            Value::Token(term) => Value::Token(terms.next().unwrap_or(term)),
            Value::Record(leaves) => {
                let leaf = |parts: Vec<Term>| parts.into_iter().map(|part| terms.next().unwrap_or(part)).collect();
                Value::Record(leaves.into_iter().map(leaf).collect())
            }
        }
    }

    /// The value, with an interval that holds for the other one too.
    pub fn widened(self, other: &Value) -> Value {
        match (self, other) {
            (Value::Int(a), Value::Int(b)) => {
                let low = a.low.zip(b.low).map(|(a, b)| a.min(b));
                let high = a.high.zip(b.high).map(|(a, b)| a.max(b));
                Value::Int(Int { term: a.term, low, high })
            }
            (value, _) => value,
        }
    }
}

/// What a call's result is used for: the library promises of some only that they are zero or not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    Nothing,
    /// Whether it is zero.
    Truth,
    /// Whether it is negative, zero or positive.
    Sign,
    Value,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pointer {
    pub object: Term,
    pub offset: Term,
}

/// A logical value.
#[derive(Clone, Debug)]
pub enum Logical {
    Int(Term),
    Bool(Term),
    Pointer(Pointer),
    /// Of a record type.
    Record(TypeId, Vec<Vec<Term>>),
    /// A real: opaque.
    Real(Term),
}

/// Where `break`, `continue` or a label go, and the scope there.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    pub block: BlockId,
    pub scope: ScopeId,
}

/// A place of `switch`: its cases, found while the body is lowered.
#[derive(Debug, Default)]
pub struct Cases {
    pub cases: Vec<(i128, i128, Target)>,
    pub default: Option<Target>,
}

pub struct Body<'c, 'a> {
    pub cx: &'c mut Cx<'a>,
    pub id: FunctionId,
    pub function: &'a Function,
    pub blocks: Arena<BlockId, Block>,
    pub current: BlockId,
    pub locals: Vec<Local>,
    pub vars: FxHashMap<LocalId, VarStorage>,
    /// The results, as variables.
    pub result: Vec<LeafVars>,
    /// The position of whatever is emitted next.
    pub span: Span,
    pub breaks: Vec<Target>,
    pub continues: Vec<Target>,
    pub switches: Vec<Cases>,
    pub labels: FxHashMap<LabelId, BlockId>,
    pub scopes: Scopes,
    /// Of every label that was met.
    pub label_scopes: FxHashMap<LabelId, ScopeId>,
    pub returns: BlockId,
    /// Variable array lengths, once evaluated.
    pub lengths: FxHashMap<u32, Term>,
    /// What `\old` means here: the variable of the state to the one that saved it on entry.
    pub entry_copies: FxHashMap<VarId, VarId>,
    /// Which state terms are about.
    pub view: View,
    /// For every enclosing annotated loop: variables and where their value at its entry is saved.
    pub loop_saves: Vec<FxHashMap<VarId, VarId>>,
    /// The same for labels that annotations mention.
    pub label_saves: BTreeMap<LabelId, BTreeMap<VarId, VarId>>,
    /// Local variables, in the order of their declarations so far.
    pub declared: Vec<LocalId>,
    /// Variables of the logic that have a meaning here.
    pub logic: FxHashMap<LogicVarId, Logical>,
    /// Definitions being written out.
    pub expanding: Vec<LogicFunctionId>,
    /// Parts of annotations that are not understood.
    pub problems: Vec<(Span, String)>,
    /// String literals and globals that the function mentions.
    pub strings: BTreeSet<StringId>,
    pub mentioned: BTreeSet<GlobalId>,
    /// Facts about pointers that loads found in memory, and the maps that they are about (`older`).
    pub older: FxHashMap<Term, VarId>,
    /// What the maps are after the last call of code that is not seen: variables for them.
    pub at_calls: Vec<(VarId, VarId)>,
    /// Stores that other views of memory may see; none where nothing is recorded.
    pub written: Option<Vec<Written>>,
    /// Operands that change what other operands use, in an order that C leaves open.
    pub order: Interferences,
    pub temporaries: u32,
    /// Was anything allocated that dies when the function returns?
    pub has_alloca: bool,
    pub addresses: Addresses,
    /// Does `main` look at what `argv` points to?
    pub uses_arguments: bool,
}

/// What becomes of an address that is an integer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Addresses {
    /// It is a number, and which one is not known.
    Observed,
    /// It is only kept, to become a pointer again: then it does not matter which number it is.
    Carried,
}

/// The state that a term of an annotation is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum View {
    Now,
    /// On entry of the function.
    Pre,
    /// On entry of the innermost annotated loop.
    LoopEntry,
    /// Where the label was passed last.
    Label(LabelId),
}

impl<'c, 'a> Body<'c, 'a> {
    pub fn new(cx: &'c mut Cx<'a>, id: FunctionId) -> Body<'c, 'a> {
        let function = &cx.unit.functions[id];
        let mut blocks = Arena::new();
        let label = cx.b.pool.intern("entry");
        let empty = |label| Block {
            label,
            span: function.span,
            hints: LoopHints::default(),
            cmds: Vec::new(),
            next: Transfer::Return,
        };
        let entry = blocks.push(empty(label));
        let label = cx.b.pool.intern("return");
        let returns = blocks.push(empty(label));
        Body {
            cx,
            id,
            function,
            blocks,
            current: entry,
            locals: Vec::new(),
            vars: FxHashMap::default(),
            result: Vec::new(),
            span: function.span,
            breaks: Vec::new(),
            continues: Vec::new(),
            switches: Vec::new(),
            labels: FxHashMap::default(),
            scopes: Scopes::new(),
            label_scopes: FxHashMap::default(),
            returns,
            lengths: FxHashMap::default(),
            entry_copies: FxHashMap::default(),
            view: View::Now,
            loop_saves: Vec::new(),
            label_saves: BTreeMap::new(),
            declared: Vec::new(),
            logic: FxHashMap::default(),
            expanding: Vec::new(),
            problems: Vec::new(),
            strings: BTreeSet::new(),
            mentioned: BTreeSet::new(),
            older: FxHashMap::default(),
            at_calls: Vec::new(),
            written: None,
            order: Interferences::default(),
            temporaries: 0,
            has_alloca: false,
            addresses: Addresses::Observed,
            uses_arguments: false,
        }
    }

    pub fn pool(&mut self) -> &mut TermPool {
        &mut self.cx.b.pool
    }

    pub fn int(&mut self, value: i128) -> Term {
        self.cx.b.pool.int(value)
    }

    // ---- blocks

    pub fn block(&mut self, stem: &str) -> BlockId {
        let label = format!("{stem}{}", self.blocks.len());
        let label = self.cx.b.pool.intern(&label);
        let span = self.span;
        self.blocks.push(Block { label, span, hints: LoopHints::default(), cmds: Vec::new(), next: Transfer::Return })
    }

    /// Ends the current block and goes on in the target.
    pub fn goto(&mut self, target: BlockId) {
        self.blocks[self.current].next = Transfer::Goto(vec![target]);
    }

    /// What follows is reached only by its labels.
    pub fn dead_end(&mut self) {
        self.current = self.block("dead");
    }

    pub fn continue_in(&mut self, block: BlockId) {
        self.current = block;
    }

    /// `if (condition) goto then; else goto otherwise;`
    pub fn branch_on(&mut self, condition: Term, then: BlockId, otherwise: BlockId) {
        match condition {
            Term::TRUE => return self.goto(then),
            Term::FALSE => return self.goto(otherwise),
            _ => {}
        }
        let negation = self.cx.b.pool.not(condition);
        let (yes, no) = (self.block("then"), self.block("else"));
        self.blocks[self.current].next = Transfer::Goto(vec![yes, no]);
        for (from, condition, to) in [(yes, condition, then), (no, negation, otherwise)] {
            self.current = from;
            self.emit(CmdKind::Assume(condition));
            self.goto(to);
        }
    }

    // ---- commands

    pub fn emit(&mut self, kind: CmdKind) {
        let span = self.span;
        self.blocks[self.current].cmds.push(Cmd { kind, span });
    }

    pub fn assign(&mut self, var: VarId, term: Term) {
        self.emit(CmdKind::Assign(var, term));
    }

    pub fn assume(&mut self, term: Term) {
        if term != Term::TRUE {
            self.emit(CmdKind::Assume(term));
        }
    }

    /// The check, if it is asked for; otherwise runs in which it fails end here.
    pub fn check(&mut self, kind: CheckKind, term: Term) {
        self.check_at(kind, term, None, None);
    }

    pub fn check_at(&mut self, kind: CheckKind, term: Term, related: Option<Span>, message: Option<String>) {
        if term == Term::TRUE {
            return;
        }
        if self.cx.wants(kind) {
            let mut check = Check::new(kind, self.span);
            check.related = related;
            check.message = message;
            check.never = term == Term::FALSE;
            let check = self.cx.b.program.checks.push(check);
            self.emit(CmdKind::Assert(check, term));
            return;
        }
        match self.cx.options.unasked {
            Unasked::GoesOn => {}
            Unasked::GoesOnAt(kinds) if kinds.has(kind) => {}
            Unasked::Ends | Unasked::GoesOnAt(_) => {
                self.note_assumption(kind);
                self.emit(CmdKind::Assume(term));
            }
        }
    }

    fn note_assumption(&mut self, kind: CheckKind) {
        let text = match kind {
            CheckKind::SignedOverflow => "signed arithmetic does not overflow (`--check +overflow` checks it)",
            CheckKind::Shift => "shift amounts are in range (`--check +shift` checks it)",
            CheckKind::Bounds | CheckKind::Null | CheckKind::Dead => "pointers are valid where they are followed",
            CheckKind::DivisionByZero => "divisors are not zero",
            CheckKind::Free => "only what was allocated is freed, and only once",
            CheckKind::ReadOnly => "string literals and constant objects are not written",
            CheckKind::Overlap | CheckKind::Leak => return,
            CheckKind::FunctionPointer => "function pointers that are called point to functions",
            CheckKind::Assertion | CheckKind::Unreachable | CheckKind::Rule => return,
            CheckKind::Precondition | CheckKind::Postcondition | CheckKind::Invariant => return,
            CheckKind::InvariantEntry | CheckKind::InvariantMaintained => return,
            CheckKind::Assigns | CheckKind::Variant => return,
        };
        self.cx.assumptions.insert(text.to_string());
    }

    // ---- variables

    /// A variable of this function that nobody wrote; `name` holds an `@` unless it should be shown.
    pub fn declare(&mut self, name: &str, sort: Sort) -> VarId {
        let var = self.cx.b.pool.new_var(name, sort);
        self.cx.b.program.roles.set(var, role_of(name));
        self.locals.push(Local { var, where_: None, span: self.span });
        var
    }

    /// A variable of this function that holds the value of another one from some time before.
    pub fn declare_copy(&mut self, of: VarId) -> VarId {
        let var = self.cx.b.pool.variant(of);
        self.locals.push(Local { var, where_: None, span: self.span });
        var
    }

    pub fn temporary(&mut self, sort: Sort) -> VarId {
        self.temporaries += 1;
        let name = format!("t@{}", self.temporaries);
        self.declare(&name, sort)
    }

    /// Whenever it has any value, that value satisfies the condition.
    pub fn limit_local(&mut self, var: VarId, condition: Option<Term>) {
        if let Some(local) = self.locals.iter_mut().rev().find(|local| local.var == var) {
            local.where_ = condition;
        }
    }
}

/// Of a variable that nobody wrote.
pub fn role_of(name: &str) -> Role {
    if name.contains('@') { Role::Temporary } else { Role::Chosen }
}
