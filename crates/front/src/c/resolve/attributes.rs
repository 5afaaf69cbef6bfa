//! What `__attribute__` and `_Alignas` say about types and declarations.
//!
//! Every attribute has a meaning here ([`meaning`]): it changes nothing that a run does, it is modelled, or whatever
//! depends on it is doubted. The last is also the meaning of every attribute that nobody has classified.

use invar_base::Symbol;

use super::constant::{Constant, evaluate};
use super::scope::{Declared, Resolver};
use crate::c::ast;
use crate::c::hir::Doubt;
use crate::c::types::{FloatKind, IntKind, Type, TypeId};

/// `aligned` without an argument is the largest alignment of the platform.
const LARGEST_ALIGNMENT: u64 = 16;

/// Attributes that matter here.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Facts {
    pub is_packed: bool,
    pub is_noreturn: bool,
    pub is_const: bool,
    pub is_pure: bool,
    pub is_transparent_union: bool,
    pub is_gnu_inline: bool,
    pub align: Option<u64>,
    mode: Option<&'static str>,
    vector_size: Option<u64>,
    /// The function runs before `main`, or after it: with this priority.
    pub constructor: Option<u64>,
    pub destructor: Option<u64>,
    may_alias: Option<Symbol>,
    /// The first attribute that is not modelled.
    pub doubted: Option<Symbol>,
}

/// What an attribute means for the runs of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Meaning {
    /// It speaks to the compiler, the linker or the reader, or it promises what a run without it may do anyway.
    Harmless,
    Packed,
    NoReturn,
    Const,
    Pure,
    TransparentUnion,
    GnuInline,
    Aligned,
    VectorSize,
    Mode,
    Constructor,
    Destructor,
    /// See `Resolver::cleanup`.
    Cleanup,
    Section,
    /// Of a scalar type: accesses through it are not told apart from others by type.
    MayAlias,
    /// It changes what the program does in a way that is not modelled, or nobody knows.
    Doubted,
}

/// Constructors and destructors without a priority come after those with one, and before them.
const LAST_PRIORITY: u64 = 65535;

/// Sections whose contents the system runs.
const CODE_AT_START_OR_END: [&str; 7] =
    [".init_array", ".fini_array", ".preinit_array", ".ctors", ".dtors", ".init", ".fini"];

const MODES: [&str; 10] = ["QI", "HI", "SI", "DI", "TI", "word", "pointer", "byte", "SF", "DF"];

impl Resolver<'_> {
    pub(super) fn facts(&mut self, attributes: &[ast::Attribute]) -> Facts {
        let mut facts = Facts::default();
        for attribute in attributes {
            self.add_fact(attribute, &mut facts);
        }
        facts
    }

    fn add_fact(&mut self, attribute: &ast::Attribute, facts: &mut Facts) {
        let name = attribute.name.name;
        match meaning(self.name(name)) {
            Meaning::Harmless | Meaning::Cleanup => {}
            Meaning::Packed => facts.is_packed = true,
            Meaning::NoReturn => facts.is_noreturn = true,
            Meaning::Const => facts.is_const = true,
            Meaning::Pure => facts.is_pure = true,
            Meaning::TransparentUnion => facts.is_transparent_union = true,
            Meaning::GnuInline => facts.is_gnu_inline = true,
            Meaning::Aligned => {
                let align = match attribute.args.first() {
                    Some(argument) => self.alignment_value(argument),
                    None => Some(LARGEST_ALIGNMENT),
                };
                facts.align = facts.align.max(align);
            }
            Meaning::VectorSize => {
                facts.vector_size = attribute.args.first().and_then(|arg| self.alignment_value(arg));
            }
            Meaning::Mode => {
                facts.mode = self.mode(attribute);
                facts.doubted = facts.doubted.or(facts.mode.is_none().then_some(name));
            }
            Meaning::Constructor => facts.constructor = self.priority(attribute),
            Meaning::Destructor => facts.destructor = self.priority(attribute),
            Meaning::Section if runs_by_itself(attribute) => {
                self.doubt_program("functions in sections that the system runs".to_string(), attribute.span);
            }
            Meaning::Section => {}
            Meaning::MayAlias => facts.may_alias = Some(name),
            Meaning::Doubted => facts.doubted = facts.doubted.or(Some(name)),
        }
    }

    fn mode(&self, attribute: &ast::Attribute) -> Option<&'static str> {
        let Some(ast::Expr { kind: ast::ExprKind::Name(name), .. }) = attribute.args.first() else { return None };
        let name = self.name(*name).trim_matches('_');
        MODES.into_iter().find(|mode| *mode == name)
    }

    fn priority(&mut self, attribute: &ast::Attribute) -> Option<u64> {
        let Some(argument) = attribute.args.first() else { return Some(LAST_PRIORITY) };
        let value = self.value(argument);
        let number = evaluate(&self.types, &value).and_then(Constant::int);
        Some(number.and_then(|number| u64::try_from(number).ok()).unwrap_or(LAST_PRIORITY))
    }

    /// The function that `cleanup` names.
    pub(super) fn cleanup<'t>(&self, attributes: &'t [ast::Attribute]) -> Option<&'t ast::Expr> {
        let is_cleanup = |attribute: &&ast::Attribute| meaning(self.name(attribute.name.name)) == Meaning::Cleanup;
        attributes.iter().find(is_cleanup).and_then(|attribute| attribute.args.first())
    }

    /// What to doubt of a variable or function that carries these attributes.
    pub(super) fn doubt_of(&mut self, attributes: &[ast::Attribute]) -> Option<String> {
        self.facts(attributes).doubted.map(|name| self.doubt_text(name))
    }

    fn doubt_text(&self, attribute: Symbol) -> String {
        format!("effects of the attribute `{}`", self.name(attribute))
    }

    /// Of a name for a type.
    pub(super) fn typedef_attributes(&mut self, ty: TypeId, attributes: &[ast::Attribute]) {
        self.doubt_typedef(attributes);
        let is_transparent = self.facts(attributes).is_transparent_union;
        if let Type::Record(record) = self.types.get(ty)
            && is_transparent
        {
            self.transparent_unions.insert(*record);
        }
    }

    /// The name of a type carries them.
    pub(super) fn doubt_typedef(&mut self, attributes: &[ast::Attribute]) {
        let facts = self.facts(attributes);
        let doubted = facts.doubted.or(facts.may_alias.filter(|_| facts.vector_size.is_none()));
        self.doubt_attribute(doubted, attributes);
    }

    /// The attributes are part of a type, and nothing tells where it is used: the whole program is doubted.
    pub(super) fn doubt_type(&mut self, attributes: &[ast::Attribute]) {
        let doubted = self.facts(attributes).doubted;
        self.doubt_attribute(doubted, attributes);
    }

    fn doubt_attribute(&mut self, doubted: Option<Symbol>, attributes: &[ast::Attribute]) {
        let Some(name) = doubted else { return };
        let what = self.doubt_text(name);
        let span = attributes.iter().find(|attribute| attribute.name.name == name).map(|attribute| attribute.span);
        if let Some(span) = span {
            self.doubt_program(what, span);
        }
    }

    /// Nothing is proved or refuted of a program in which this happens; said once for each thing.
    pub(super) fn doubt_program(&mut self, what: String, span: invar_base::Span) {
        if !self.doubts.iter().any(|known| known.what == what) {
            self.doubts.push(Doubt { what, span });
        }
    }

    fn alignment_value(&mut self, argument: &ast::Expr) -> Option<u64> {
        let value = self.value(argument);
        let number = evaluate(&self.types, &value).and_then(Constant::int)?;
        u64::try_from(number).ok().filter(|number| number.is_power_of_two() && *number <= 1 << 28)
    }

    /// `_Alignas(…)` in specifiers.
    pub(super) fn alignas(&mut self, alignments: &[ast::Alignment]) -> Option<u64> {
        let values = alignments.iter().filter_map(|alignment| match alignment {
            ast::Alignment::Type(name) => {
                let ty = self.type_name(name).ty;
                Some(self.types.align_of(ty))
            }
            ast::Alignment::Expr(expr) => self.alignment_value(expr),
        });
        values.max()
    }

    /// A declared type changed by attributes: alignment, mode, vector size.
    pub(super) fn with_facts(&mut self, declared: Declared, facts: &Facts) -> Declared {
        let mut declared = Declared { align: declared.align.max(facts.align), ..declared };
        if let Some(mode) = facts.mode {
            declared.ty = self.with_mode(declared.ty, mode);
        }
        if let Some(size) = facts.vector_size {
            declared.ty = self.types.intern(Type::Opaque { name: "vector", size });
        }
        declared
    }

    fn with_mode(&mut self, ty: TypeId, mode: &'static str) -> TypeId {
        let is_signed = self.types.int_kind(ty).is_none_or(IntKind::is_signed);
        let bytes = match mode {
            "QI" | "byte" => 1,
            "HI" => 2,
            "SI" => 4,
            "DI" => 8,
            "TI" => 16,
            "SF" => return self.types.intern(Type::Float(FloatKind::Float)),
            "DF" => return self.types.intern(Type::Float(FloatKind::Double)),
            _ => self.types.pointer_size(),
        };
        // The kind that gcc takes for 8 bytes is `long` where it has that size.
        let wide = if self.types.pointer_size() == 8 {
            (IntKind::Long, IntKind::ULong)
        } else {
            (IntKind::LongLong, IntKind::ULongLong)
        };
        let (signed, unsigned) = match bytes {
            1 => (IntKind::SChar, IntKind::UChar),
            2 => (IntKind::Short, IntKind::UShort),
            4 => (IntKind::Int, IntKind::UInt),
            8 => wide,
            _ => (IntKind::Int128, IntKind::UInt128),
        };
        self.types.int(if is_signed { signed } else { unsigned })
    }
}

/// Does the system run the code, or the functions, that stand in the section?
fn runs_by_itself(attribute: &ast::Attribute) -> bool {
    let Some(ast::Expr { kind: ast::ExprKind::Str(name), .. }) = attribute.args.first() else { return true };
    let name: String = name.units.iter().filter_map(|unit| char::from_u32(*unit)).collect();
    CODE_AT_START_OR_END.iter().any(|section| name.starts_with(section))
}

/// The table of attributes, by the name without underscores around it.
fn meaning(name: &str) -> Meaning {
    match name {
        "packed" => Meaning::Packed,
        "noreturn" | "_Noreturn" => Meaning::NoReturn,
        "const" | "unsequenced" => Meaning::Const,
        "pure" | "reproducible" => Meaning::Pure,
        "transparent_union" => Meaning::TransparentUnion,
        "gnu_inline" => Meaning::GnuInline,
        "aligned" => Meaning::Aligned,
        "vector_size" => Meaning::VectorSize,
        "mode" => Meaning::Mode,
        "constructor" => Meaning::Constructor,
        "destructor" => Meaning::Destructor,
        "cleanup" => Meaning::Cleanup,
        "section" => Meaning::Section,
        "may_alias" => Meaning::MayAlias,
        // About warnings.
        "unused"
        | "maybe_unused"
        | "deprecated"
        | "unavailable"
        | "warn_unused_result"
        | "nodiscard"
        | "error"
        | "warning"
        | "sentinel"
        | "format"
        | "format_arg"
        | "nonstring"
        | "fallthrough"
        | "designated_init"
        | "access"
        | "fd_arg"
        | "fd_arg_read"
        | "fd_arg_write"
        | "null_terminated_string_arg"
        | "tainted_args"
        | "warn_if_not_aligned"
        | "diagnose_if"
        | "enum_extensibility"
        | "flag_enum"
        | "counted_by"
        | "strict_flex_array" => Meaning::Harmless,
        // About how the compiler makes code of it.
        "noinline"
        | "always_inline"
        | "flatten"
        | "artificial"
        | "noclone"
        | "noipa"
        | "no_icf"
        | "no_reorder"
        | "cold"
        | "hot"
        | "used"
        | "retain"
        | "externally_visible"
        | "target"
        | "target_clones"
        | "simd"
        | "noplt"
        | "no_instrument_function"
        | "no_profile_instrument_function"
        | "no_sanitize"
        | "no_sanitize_address"
        | "no_sanitize_thread"
        | "no_sanitize_undefined"
        | "no_sanitize_coverage"
        | "no_address_safety_analysis"
        | "disable_sanitizer_instrumentation"
        | "no_split_stack"
        | "no_stack_limit"
        | "no_stack_protector"
        | "stack_protect"
        | "no_caller_saved_registers"
        | "zero_call_used_regs"
        | "patchable_function_entry"
        | "nocf_check"
        | "cf_check"
        | "optnone"
        | "minsize"
        | "unroll"
        | "stdcall"
        | "cdecl"
        | "fastcall"
        | "regparm"
        | "sseregparm"
        | "thiscall"
        | "ms_abi"
        | "sysv_abi"
        | "force_align_arg_pointer"
        | "tls_model"
        | "musttail"
        | "convergent"
        | "uninitialized"
        | "unused_result" => Meaning::Harmless,
        // About the symbol, not about what it stands for.
        "visibility" | "common" | "nocommon" | "dllimport" | "dllexport" => Meaning::Harmless,
        // Promises, on which nothing is built here.
        "nonnull" | "returns_nonnull" | "nonnull_if_nonzero" | "malloc" | "alloc_size" | "alloc_align"
        | "assume_aligned" | "assume" | "nothrow" | "leaf" | "expected_throw" => Meaning::Harmless,
        // Not modelled: other names of other things (`alias`, `weak`, …), other layouts (`ms_struct`, …), other meanings of
        // operations (`optimize`), code that returns twice; and everything else that there is or will be.
        _ => Meaning::Doubted,
    }
}
