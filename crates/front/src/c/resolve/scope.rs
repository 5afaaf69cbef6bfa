//! The state of the resolver: scopes of names and tags, the function being resolved, diagnostics.
//!
//! Invariant: `scopes` is never empty; its first is the file's.

use std::collections::{BTreeMap, BTreeSet};

use invar_base::{Arena, Diagnostic, Id, Interner, Severity, SourceId, Span, Symbol};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Resolved;
use crate::c::annotate;
use crate::c::ast::{FunctionDefinition, Qualifiers};
use crate::c::hir::{
    Doubt, Expr, ExprKind, Function, FunctionId, Global, GlobalId, Label, LabelAddressId, LabelId, Local, LocalId,
    SiteId, Stmt, StringId, StringLiteral, Unit, spec,
};
use crate::c::lex::token::TokenKind;
use crate::c::types::{ArrayLength, DataModel, EnumId, FloatKind, IntKind, RecordId, Type, TypeId, Types, Volatile};

/// No more errors than this are reported; warnings likewise.
const MOST: usize = 50;

/// What an ordinary name stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Named {
    Local(LocalId, TypeId),
    Global(GlobalId, TypeId),
    Function(FunctionId),
    EnumConstant(i128, TypeId),
    Typedef(TypeId),
}

/// Are there qualifiers on what is reached by following pointers?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Below {
    Plain,
    Qualified,
    Unknown,
}

impl Below {
    /// Of a pointer to what has these.
    pub fn pointed(declared: &Declared) -> Below {
        let here = declared.qualifiers;
        match declared.quality {
            Below::Plain if here.is_const || here.is_volatile || here.is_restrict || here.is_atomic => Below::Qualified,
            quality => quality,
        }
    }
}

/// A type as a declaration gives it: with its qualifiers, and with the alignment that attributes ask for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Declared {
    pub ty: TypeId,
    pub qualifiers: Qualifiers,
    pub align: Option<u64>,
    /// Of what is reached by following pointers; of a function, of its result.
    pub below: Volatile,
    /// The same for all qualifiers.
    pub quality: Below,
}

impl Declared {
    pub fn plain(ty: TypeId) -> Declared {
        Declared { ty, qualifiers: Qualifiers::default(), align: None, below: Volatile::NOTHING, quality: Below::Plain }
    }

    pub fn volatile(&self) -> Volatile {
        if self.qualifiers.is_volatile { self.below.with(Volatile::ITSELF) } else { self.below }
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub named: Named,
    pub declared: Declared,
    pub span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Tag {
    Record(RecordId),
    Enum(EnumId),
}

#[derive(Clone, Default, Debug)]
pub(super) struct Scope {
    pub names: FxHashMap<Symbol, Entry>,
    pub tags: FxHashMap<Symbol, Tag>,
}

/// An object or function that declarations in several scopes can mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Linked {
    Global(GlobalId),
    Function(FunctionId),
}

/// Types that are needed all the time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Basic {
    pub void: TypeId,
    pub bool: TypeId,
    pub char: TypeId,
    pub int: TypeId,
    pub uint: TypeId,
    pub long: TypeId,
    pub ulong: TypeId,
    pub ulonglong: TypeId,
    pub double: TypeId,
    /// `size_t`, `ptrdiff_t`.
    pub size: TypeId,
    pub difference: TypeId,
    pub void_pointer: TypeId,
    pub char_pointer: TypeId,
    pub error: TypeId,
}

impl Basic {
    fn new(types: &mut Types) -> Basic {
        let (size, difference) = match types.model {
            DataModel::Ilp32 => (IntKind::UInt, IntKind::Int),
            DataModel::Lp64 => (IntKind::ULong, IntKind::Long),
        };
        let void = types.intern(Type::Void);
        let char = types.int(IntKind::Char);
        Basic {
            void,
            char,
            bool: types.int(IntKind::Bool),
            int: types.int(IntKind::Int),
            uint: types.int(IntKind::UInt),
            long: types.int(IntKind::Long),
            ulong: types.int(IntKind::ULong),
            ulonglong: types.int(IntKind::ULongLong),
            double: types.intern(Type::Float(FloatKind::Double)),
            size: types.int(size),
            difference: types.int(difference),
            void_pointer: types.pointer(void),
            char_pointer: types.pointer(char),
            error: types.intern(Type::Error),
        }
    }
}

/// A `switch` that is being resolved.
#[derive(Clone, Debug)]
pub(super) struct Switch {
    /// Of the promoted operand.
    pub ty: TypeId,
    pub cases: Vec<(i128, i128, Span)>,
    pub default: Option<Span>,
}

/// Where array lengths that are not constant may stand, and what becomes of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Lengths {
    /// In a declaration: evaluated once, into a variable that is declared before it.
    Declared,
    /// In a type name inside an expression: evaluated there.
    InPlace,
    /// In a prototype: not evaluated at all.
    Ignored,
}

/// The function that is being resolved.
#[derive(Clone, Debug)]
pub(super) struct Body {
    pub name: String,
    pub result: TypeId,
    pub locals: Arena<LocalId, Local>,
    pub labels: Arena<LabelId, Label>,
    /// The function's labels, then those of blocks with `__label__`.
    pub label_scopes: Vec<FxHashMap<Symbol, LabelId>>,
    pub defined_labels: FxHashSet<LabelId>,
    /// Those that stand before statements with contracts; no jump goes there.
    pub contract_labels: FxHashSet<LabelId>,
    /// Labels whose address is taken.
    pub label_addresses: Vec<(LabelId, LabelAddressId)>,
    pub lengths: Vec<Expr>,
    pub length_mode: Lengths,
    /// Declarations of lengths that go before the declaration being resolved.
    pub pending: Vec<Stmt>,
    pub loops: u32,
    /// Loops and switches: where `break` may stand.
    pub breakable: u32,
    pub switches: Vec<Switch>,
    pub is_variadic: bool,
    /// Declarations are ghost ones: an annotation is being resolved.
    pub is_ghost: bool,
    /// The call that a handler of a rule is about, while its code is resolved.
    pub handled: Option<Span>,
    /// Of the function's contract, for annotations of its loops.
    pub behaviors: annotate::Behaviors,
}

impl Body {
    pub fn new(name: String, result: TypeId) -> Body {
        Body {
            name,
            result,
            locals: Arena::new(),
            labels: Arena::new(),
            label_scopes: vec![FxHashMap::default()],
            defined_labels: FxHashSet::default(),
            contract_labels: FxHashSet::default(),
            label_addresses: Vec::new(),
            lengths: Vec::new(),
            length_mode: Lengths::InPlace,
            pending: Vec::new(),
            loops: 0,
            breakable: 0,
            switches: Vec::new(),
            is_variadic: false,
            is_ghost: false,
            handled: None,
            behaviors: annotate::Behaviors::default(),
        }
    }
}

/// What declarations say about symbols of the linker, and about functions that run by themselves.
#[derive(Default)]
pub(super) struct Linkage {
    /// Things whose symbol is not their name: `asm("symbol")`.
    pub symbols: Vec<(Linked, String)>,
    /// The words of assembler text, where the first of each stands, and whether memory is always said to change there.
    pub assembler: BTreeMap<String, (Span, bool)>,
    /// With their priorities.
    pub constructors: Vec<(u64, FunctionId)>,
    pub destructors: Vec<(u64, FunctionId)>,
    /// The same, in the order in which they run.
    pub before_main: Vec<FunctionId>,
    pub after_main: Vec<FunctionId>,
}

/// What files that were resolved before the present one declared, where several are linked.
#[derive(Default)]
pub(super) struct Elsewhere {
    /// How many there are.
    pub files: usize,
    /// Of the files' own scopes.
    pub tags: FxHashMap<Symbol, Tag>,
    /// Types without a tag, by the place of their definition.
    pub untagged: FxHashMap<Span, Tag>,
    /// How many there were when the present file began.
    pub records: usize,
    pub enums: usize,
    pub functions: usize,
    pub globals: usize,
    /// Types of theirs that the present file has defined again.
    pub again: FxHashSet<Tag>,
    /// Tags that mean another type in this file than in those before it: known from the start, and found.
    pub apart: BTreeSet<(usize, Symbol)>,
    pub different: BTreeSet<(usize, Symbol)>,
    /// Names with external linkage that the present file has for something static of its own.
    pub hidden: Vec<(String, Linked)>,
    /// Functions that have a body in one of them.
    pub bodies: FxHashSet<FunctionId>,
    /// Definitions that every file may have one of.
    pub inline: FxHashMap<FunctionId, FunctionDefinition>,
}

/// Variables of the file's scope in the order of their declarations.
#[derive(Default)]
pub(super) struct FileNames {
    pub declared: Vec<GlobalId>,
    /// How many of them were declared when a function of the source was last met.
    pub known: FxHashMap<SourceId, usize>,
}

/// Everything that is known so far. The stages of resolution are its methods, one file per area.
pub struct Resolver<'a> {
    pub(super) names: &'a Interner,
    /// Is what is being resolved from a header of the system?
    pub(super) is_system: bool,
    pub types: Types,
    pub(super) basic: Basic,
    pub(super) globals: Arena<GlobalId, Global>,
    pub(super) functions: Arena<FunctionId, Function>,
    pub(super) strings: Arena<StringId, StringLiteral>,
    pub(super) string_index: FxHashMap<(TypeId, Vec<u32>), StringId>,
    pub logic: spec::LogicUnit,
    /// The names of the annotations' definitions.
    pub(super) definitions: annotate::Logic,
    /// Of contracts, for the bodies that follow.
    pub(super) behaviors: FxHashMap<FunctionId, annotate::Behaviors>,
    /// The text of the contract that holds.
    pub(super) contract_words: FxHashMap<FunctionId, Vec<TokenKind>>,
    pub(super) sites: u32,
    pub(super) scopes: Vec<Scope>,
    pub(super) linked: FxHashMap<String, Linked>,
    /// Globals with an initialiser.
    pub(super) initialised: FxHashSet<GlobalId>,
    /// Functions whose body is only for inlining (`extern inline` of GNU C): another definition may follow.
    pub(super) inline_only: FxHashSet<FunctionId>,
    pub(super) transparent_unions: FxHashSet<RecordId>,
    /// Does any record have a bit-field of its own arithmetic (`widths`)?
    pub(super) has_wide_fields: bool,
    pub(super) complete_enums: FxHashSet<EnumId>,
    pub(super) body: Option<Body>,
    /// See `Unit::inner_names`.
    pub(super) inner_names: BTreeMap<String, Vec<Span>>,
    pub(super) file_names: FileNames,
    pub(super) elsewhere: Elsewhere,
    /// See `Unit::doubts`.
    pub(super) doubts: Vec<Doubt>,
    pub(super) linkage: Linkage,
    pub(super) label_addresses: u32,
    pub diagnostics: Vec<Diagnostic>,
    errors: usize,
    warnings: usize,
}

impl<'a> Resolver<'a> {
    pub fn new(names: &'a Interner, model: DataModel) -> Resolver<'a> {
        let mut types = Types::new(model);
        let basic = Basic::new(&mut types);
        Resolver {
            names,
            is_system: false,
            types,
            basic,
            globals: Arena::new(),
            functions: Arena::new(),
            strings: Arena::new(),
            string_index: FxHashMap::default(),
            logic: spec::LogicUnit::default(),
            definitions: annotate::Logic::default(),
            behaviors: FxHashMap::default(),
            contract_words: FxHashMap::default(),
            sites: 0,
            scopes: vec![Scope::default()],
            linked: FxHashMap::default(),
            initialised: FxHashSet::default(),
            inline_only: FxHashSet::default(),
            transparent_unions: FxHashSet::default(),
            has_wide_fields: false,
            complete_enums: FxHashSet::default(),
            body: None,
            inner_names: BTreeMap::new(),
            file_names: FileNames::default(),
            elsewhere: Elsewhere::default(),
            doubts: Vec::new(),
            linkage: Linkage::default(),
            label_addresses: 0,
            diagnostics: Vec::new(),
            errors: 0,
            warnings: 0,
        }
    }

    pub(super) fn finish(mut self) -> Resolved {
        self.complete_arrays();
        let mut diagnostics = self.diagnostics;
        diagnostics.sort_by_key(|diagnostic| diagnostic.span);
        let unit = Unit {
            types: self.types,
            globals: self.globals,
            functions: self.functions,
            strings: self.strings,
            logic: self.logic,
            sites: self.sites,
            inner_names: self.inner_names,
            doubts: self.doubts,
            constructors: self.linkage.before_main,
            destructors: self.linkage.after_main,
            label_addresses: self.label_addresses,
        };
        Resolved { unit, diagnostics }
    }

    /// A tentative definition of an array whose length nobody says has one element (C11 6.9.2).
    fn complete_arrays(&mut self) {
        for global in self.globals.values_mut().filter(|global| !global.is_extern) {
            if let Type::Array { element, length: ArrayLength::Unknown } = *self.types.get(global.ty) {
                global.ty = self.types.intern(Type::Array { element, length: ArrayLength::Known(1) });
            }
        }
    }

    pub(super) fn name(&self, symbol: Symbol) -> &'a str {
        self.names.name(symbol)
    }

    // ----- diagnostics -----

    pub fn error(&mut self, code: &'static str, span: Span, message: impl Into<String>) {
        self.report(Diagnostic::error(code, span, message));
    }

    pub fn warning(&mut self, code: &'static str, span: Span, message: impl Into<String>) {
        self.report(Diagnostic::warning(code, span, message));
    }

    pub fn report(&mut self, diagnostic: Diagnostic) {
        let count = match diagnostic.severity {
            Severity::Error => &mut self.errors,
            Severity::Warning | Severity::Note => &mut self.warnings,
        };
        *count += 1;
        if *count <= MOST {
            self.diagnostics.push(diagnostic);
        }
    }

    // ----- scopes -----

    pub(super) fn enter(&mut self) {
        self.scopes.push(Scope::default());
    }

    /// Leaves a scope that no statement is in, or whose names `extent` has noted.
    pub(super) fn leave(&mut self) {
        self.scopes.pop();
    }

    pub(super) fn lookup(&self, name: Symbol) -> Option<&Entry> {
        self.scopes.iter().rev().find_map(|scope| scope.names.get(&name))
    }

    pub(super) fn lookup_tag(&self, name: Symbol) -> Option<Tag> {
        self.scopes.iter().rev().find_map(|scope| scope.tags.get(&name).copied())
    }

    pub(super) fn is_file_scope(&self) -> bool {
        self.scopes.len() == 1
    }

    pub(super) fn scope(&mut self) -> &mut Scope {
        let last = self.scopes.len() - 1;
        &mut self.scopes[last]
    }

    /// Binds a name in the innermost scope; a binding of the same scope is replaced, with an error unless it is the same.
    pub(super) fn bind(&mut self, name: Symbol, entry: Entry) {
        self.bind_at(self.scopes.len() - 1, name, entry);
    }

    pub(super) fn bind_at(&mut self, depth: usize, name: Symbol, entry: Entry) {
        if depth == 0
            && let Named::Global(id, _) = entry.named
        {
            self.note_file_scope(id, entry.span);
        }
        let Some(old) = self.scopes[depth].names.insert(name, entry) else { return };
        let is_same = match (old.named, entry.named) {
            (Named::Global(a, _), Named::Global(b, _)) => a == b,
            (Named::Typedef(a), Named::Typedef(b)) => self.compatible(a, b),
            (a, b) => a == b,
        };
        if !is_same {
            let message = format!("`{}` is declared twice in this scope", self.name(name));
            let diagnostic = Diagnostic::error("duplicate-name", entry.span, message);
            self.report(diagnostic.with_label(old.span, "first declared here"));
        }
    }

    // ----- parts of a function -----

    /// The function being resolved; outside of any, expressions that need one (`typeof` of a statement expression) get one
    /// that is thrown away.
    pub(super) fn body(&mut self) -> &mut Body {
        let int = self.basic.int;
        self.body.get_or_insert_with(|| Body::new(String::new(), int))
    }

    pub(super) fn new_local(&mut self, name: &str, declared: Declared, span: Span) -> LocalId {
        let body = self.body();
        let is_ghost = body.is_ghost;
        body.locals.push(Local {
            name: name.to_string(),
            ty: declared.ty,
            span,
            is_param: false,
            is_const: declared.qualifiers.is_const,
            volatile: declared.volatile(),
            elements: 0,
            is_temporary: false,
            is_ghost,
            doubt: None,
            scope: None,
        })
    }

    pub(super) fn new_temporary(&mut self, name: &str, ty: TypeId, span: Span) -> LocalId {
        let local = self.new_local(name, Declared::plain(ty), span);
        self.body().locals[local].is_temporary = true;
        local
    }

    pub(super) fn site(&mut self) -> SiteId {
        self.sites += 1;
        SiteId::from_index(self.sites as usize - 1)
    }

    // ----- frequent expressions -----

    pub(super) fn int(&self, value: i128, ty: TypeId, span: Span) -> Expr {
        Expr { kind: ExprKind::Int(value), ty, span }
    }

    /// In place of an expression with an error, which was reported.
    pub(super) fn erroneous(&self, span: Span) -> Expr {
        let what = "an expression that has an error".to_string();
        Expr { kind: ExprKind::Unsupported { what, operands: Vec::new() }, ty: self.basic.error, span }
    }

    pub(super) fn unsupported(&self, what: impl Into<String>, operands: Vec<Expr>, ty: TypeId, span: Span) -> Expr {
        Expr { kind: ExprKind::Unsupported { what: what.into(), operands }, ty, span }
    }
}
