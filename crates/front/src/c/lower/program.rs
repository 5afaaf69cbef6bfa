//! What all functions share: the maps of memory, the variables and objects of globals, strings and functions, the
//! approximations met.
//!
//! `$live[o]`: object o exists. `$size[o]`: how large it is, in bytes (in cells for objects of a region of mode `Cells`).
//! `$next`: objects from here on do not exist yet. Object 0 is null; globals, strings and functions whose address matters
//! have the numbers after it.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use invar_base::{Arena, Id, Span};
use invar_gcl::builder::ProgramBuilder;
use invar_gcl::{Approximation, Approximations, CheckKind, FunctionDecl, ProcId, Role};
use invar_logic::{Computed, FuncId, Op, Sort, Term, TermPool, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::readonly::{ReadOnly, read_only_objects};
use super::shape::{Leaf, Shapes};
use super::streams::standard_streams;
use super::views::Views;
use crate::c::hir::spec::{Contract, LogicFunctionId, LogicType};
use crate::c::hir::uses::AllUses;
use crate::c::hir::{Function, FunctionId, GlobalId, LabelAddressId, LocalId, StringId, Unit};
use crate::c::options::{Options, Property};
use crate::c::points_to::{RegionId, Regions};

/// Is the program known as a whole?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Closure {
    /// It starts at this function, with globals as they are initialised.
    From(FunctionId),
    /// Each function starts in any state.
    Open,
}

/// One part of a scalar, with a variable or map of its own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Part {
    Int,
    /// A pointer's object.
    Object,
    /// A pointer's offset in it.
    Offset,
    /// A floating or opaque value, as a token.
    Token,
    /// What single bytes of pointers and tokens hold, in regions of bytes; see `markers`. No scalar has it.
    Hidden,
}

impl Part {
    pub fn role(self) -> Role {
        match self {
            Part::Int => Role::Value,
            Part::Object => Role::Object,
            Part::Offset => Role::Offset,
            Part::Token => Role::Float,
            Part::Hidden => Role::Bookkeeping,
        }
    }
}

/// The variables of one leaf: plain, or maps with an index per array on the way.
#[derive(Clone, Debug)]
pub struct LeafVars {
    pub leaf: Leaf,
    pub parts: Vec<(Part, VarId)>,
}

#[derive(Clone, Debug)]
pub enum VarStorage {
    Plain(Rc<Vec<LeafVars>>),
    /// The object's number.
    Object(RegionId, Term),
}

impl VarStorage {
    /// Its variables, if it is no object.
    pub fn plain_variables(&self) -> Option<Vec<VarId>> {
        match self {
            VarStorage::Plain(leaves) => {
                Some(leaves.iter().flat_map(|vars| vars.parts.iter().map(|(_, var)| *var)).collect())
            }
            VarStorage::Object(..) => None,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum MapKey {
    /// A leaf of the element, by number.
    Leaf(u32, Part),
    /// Mode `Cells`, or mode `Bytes` for the parts of pointers and tokens.
    Flat(Part),
}

/// What the program leaves open, and a variable stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Open {
    /// What a function without body returns.
    Result(String),
    /// Which pointer a function without body returns, see `unseen::Handed`.
    Handed(String),
    /// Whether an allocation fails.
    Failure,
    /// A local variable that is not initialised where it is declared.
    Local(FunctionId, LocalId, Leaf),
}

pub struct Cx<'a> {
    pub unit: &'a Unit,
    pub regions: &'a Regions,
    pub options: &'a Options,
    pub closure: Closure,
    pub b: ProgramBuilder,
    pub shapes: Shapes,
    pub live: VarId,
    pub size: VarId,
    pub next: VarId,
    /// Which objects were allocated, and are to be freed.
    pub heap: VarId,
    /// Which objects without a fixed number must not be written.
    pub readonly: VarId,
    pub read_only: FxHashMap<RegionId, ReadOnly>,
    /// Is some function verified for whatever memory it may be called with?
    pub has_unknown_memory: bool,
    pub flag: VarId,
    /// Stands for all variables that functions of this unit write when code outside it calls them.
    pub outside: VarId,
    /// May a check fail in a function that code outside was given?
    pub outside_fails: bool,
    /// The variables of the standard streams.
    pub streams: Vec<GlobalId>,
    /// The variable of `errno`, if the program uses it.
    pub errno: Option<GlobalId>,
    /// Bound by every constant map, so that equal ones are one term.
    pub any_index: VarId,
    pub address: Option<VarId>,
    /// For addresses that pointers were converted to: the object, and the number of its region. Only in closed programs in
    /// which such integers become pointers again.
    pub origins: Option<(VarId, VarId)>,
    /// For functions without body that return pointers, the object that each returned last. Only where a property of a whole program is
    /// asked for.
    pub handed: BTreeMap<FunctionId, VarId>,
    /// Arrays of unknown length that are defined elsewhere.
    pub unmeasured: Vec<GlobalId>,
    pub maps: Maps,
    pub constructs: Vec<Approximation>,
    /// Their numbers, from 1.
    construct_numbers: FxHashMap<(Span, String), usize>,
    pub assumptions: BTreeSet<String>,
    pub globals: Arena<GlobalId, VarStorage>,
    /// Memory that outside code may reach by two ways.
    pub views: Views,
    pub numbers: Numbers,
    pub procedures: Procedures,
    /// Can unknown code leave pointers for the program? Once it was asked.
    pub hands_over: Option<bool>,
    /// The objects with fixed numbers that a pointer from outside may point to, by region.
    pub fixed_targets: FxHashMap<RegionId, Rc<Vec<usize>>>,
    logic_functions: FxHashMap<LogicFunctionId, FuncId>,
    hidden_byte: Option<FuncId>,
    computed: FxHashMap<Computed, FuncId>,
    /// See [`Cx::results_of`].
    pub results: FxHashMap<FunctionId, VarId>,
    pub open: BTreeMap<VarId, Open>,
    /// What the functions use, for what they could ask of their callers.
    pub uses: AllUses,
    /// See `conditions`.
    pub switches: Vec<VarId>,
    /// Where texts end that callers are asked for.
    pub ends: Vec<VarId>,
}

/// The maps of memory that were asked for so far.
#[derive(Default)]
pub struct Maps {
    pub by_key: FxHashMap<(RegionId, MapKey), VarId>,
    /// Those of each region, in the order in which they were made.
    pub by_region: FxHashMap<RegionId, Vec<VarId>>,
    /// Whose map each is.
    pub keys: FxHashMap<VarId, (RegionId, MapKey)>,
}

/// The procedures of the functions, and what is known of their contracts.
#[derive(Default)]
pub struct Procedures {
    pub ids: FxHashMap<FunctionId, ProcId>,
    /// The leaves of the parameters of each procedure.
    pub formals: FxHashMap<FunctionId, Vec<Vec<LeafVars>>>,
    /// The same of each implementation.
    pub impl_formals: BTreeMap<FunctionId, Vec<Vec<LeafVars>>>,
    /// Parts of contracts that are not understood.
    pub clause_problems: FxHashMap<FunctionId, Vec<(Span, String)>>,
    /// Functions of whose contracts callers may forget more than `assigns` lists.
    pub inexact: FxHashSet<FunctionId>,
    /// Functions without body that may give away pointers to memory of their own.
    pub has_own_memory: FxHashSet<FunctionId>,
    /// Globals that contracts mention.
    pub clause_globals: FxHashMap<FunctionId, BTreeSet<GlobalId>>,
}

/// The numbers of objects: globals from 1 on, then strings, functions, labels and standard streams.
#[derive(Clone, Copy)]
pub struct Numbers {
    pub first_string: usize,
    pub first_function: usize,
    pub first_label: usize,
    pub first_stream: usize,
    pub first_free: usize,
}

impl Numbers {
    fn new(unit: &Unit, streams: usize) -> Numbers {
        let first_string = 1 + unit.globals.len();
        let first_function = first_string + unit.strings.len();
        let first_label = first_function + unit.functions.len();
        let first_stream = first_label + unit.label_addresses as usize;
        Numbers { first_string, first_function, first_label, first_stream, first_free: first_stream + streams }
    }
}

impl<'a> Cx<'a> {
    /// Without the globals, see `declare_globals`.
    pub fn new(unit: &'a Unit, regions: &'a Regions, options: &'a Options, closure: Closure) -> Cx<'a> {
        let mut b = ProgramBuilder::new(TermPool::new(), first_span(unit));
        let objects = b.pool.map_sort(&[Sort::INT], Sort::INT);
        let flags = b.pool.map_sort(&[Sort::INT], Sort::BOOL);
        let [live, size, next, heap, readonly, flag] = [
            ("@live", flags),
            ("@size", objects),
            ("@next", Sort::INT),
            ("@heap", flags),
            ("@readonly", flags),
            ("@approximated", Sort::INT),
        ]
        .map(|(name, sort)| bookkeeping(&mut b, name, sort));
        let outside = b.pool.new_var("outside@", Sort::BOOL);
        let any_index = b.pool.new_var("i@", Sort::INT);
        let streams = standard_streams(unit);
        let mut cx = Cx {
            unit,
            regions,
            options,
            closure,
            b,
            shapes: Shapes::default(),
            live,
            size,
            next,
            heap,
            readonly,
            read_only: read_only_objects(unit, regions),
            has_unknown_memory: closure == Closure::Open,
            flag,
            outside,
            outside_fails: matches!(closure, Closure::From(_)) && outside_fails(unit, regions, options),
            numbers: Numbers::new(unit, streams.len()),
            streams,
            errno: unit.globals.iter().find(|(_, global)| global.name.ends_with("invar_errno")).map(|(id, _)| id),
            any_index,
            address: None,
            origins: None,
            handed: BTreeMap::new(),
            unmeasured: Vec::new(),
            maps: Maps::default(),
            constructs: Vec::new(),
            construct_numbers: FxHashMap::default(),
            assumptions: BTreeSet::new(),
            globals: Arena::new(),
            views: Views::default(),
            procedures: Procedures::default(),
            hands_over: None,
            fixed_targets: FxHashMap::default(),
            logic_functions: FxHashMap::default(),
            hidden_byte: None,
            computed: FxHashMap::default(),
            results: FxHashMap::default(),
            open: BTreeMap::new(),
            uses: if closure == Closure::Open { AllUses::of_unit(unit) } else { AllUses::default() },
            switches: Vec::new(),
            ends: Vec::new(),
        };
        if regions.has_carriers() && cx.is_closed() {
            cx.origins = Some((bookkeeping(&mut cx.b, "@origin", objects), bookkeeping(&mut cx.b, "@home", objects)));
        }
        if cx.is_closed() && options.property.is_some() {
            let hands_out = unit.functions.iter().filter(|(_, function)| hands_out(unit, function));
            let names = hands_out.map(|(id, function)| (id, format!("@handed.{}", function.name)));
            cx.handed = names.map(|(id, name)| (id, bookkeeping(&mut cx.b, &name, Sort::INT))).collect();
        }
        cx.has_unknown_memory |= unit.functions.iter().any(|(id, function)| !function.is_library && cx.is_modular(id));
        cx
    }

    /// The contract that counts. Where one property of the whole program is asked for, only the code does; plain
    /// assertions include the contracts that their author wrote.
    pub fn contract_of(&self, id: FunctionId) -> Option<&'a Contract> {
        let function = &self.unit.functions[id];
        let is_own = !function.is_library;
        let counts = match self.options.property {
            None => true,
            Some(Property::Assertions) => is_own,
            Some(Property::UnreachCall | Property::NoOverflow | Property::Memsafety) => false,
        };
        function.contract.as_ref().filter(|_| counts || function.body.is_none())
    }

    /// Do calls rest on the contract alone?
    pub fn is_modular(&self, id: FunctionId) -> bool {
        let is_main = match self.closure {
            Closure::From(start) => self.unit.functions[start].starts == Some(id),
            Closure::Open => false,
        };
        self.contract_of(id).is_some() && self.options.property.is_none() && !is_main
    }

    pub fn is_closed(&self) -> bool {
        matches!(self.closure, Closure::From(_))
    }

    /// Is the function verified on its own, for all arguments that its contract allows?
    pub fn is_entry(&self, id: FunctionId) -> bool {
        match self.closure {
            Closure::Open => true,
            Closure::From(main) => {
                let function = &self.unit.functions[id];
                id != main && self.is_modular(id) && function.body.is_some() && !function.is_library
            }
        }
    }

    pub fn global_object(&mut self, id: GlobalId) -> Term {
        self.b.pool.int(1 + id.index())
    }

    pub fn string_object(&mut self, id: StringId) -> Term {
        self.b.pool.int(self.numbers.first_string + id.index())
    }

    pub fn label_object(&mut self, address: LabelAddressId) -> Term {
        self.b.pool.int(self.numbers.first_label + address.index())
    }

    /// What a standard stream points to; `None` for other variables.
    pub fn stream_object(&mut self, id: GlobalId) -> Option<Term> {
        let number = self.stream_number(id)?;
        Some(self.b.pool.int(number))
    }

    /// The number of its object.
    pub fn stream_number(&self, id: GlobalId) -> Option<usize> {
        let position = self.streams.iter().position(|stream| *stream == id)?;
        Some(self.numbers.first_stream + position)
    }

    pub fn function_object(&mut self, id: FunctionId) -> Term {
        self.b.pool.int(self.numbers.first_function + id.index())
    }

    /// A function of the logic without definition, of these arguments.
    pub fn logic_function(&mut self, id: LogicFunctionId, args: &[Term]) -> FuncId {
        if let Some(&known) = self.logic_functions.get(&id) {
            return known;
        }
        let function = &self.unit.logic.functions[id];
        let domain: Vec<Sort> = args.iter().map(|&arg| self.b.pool.sort_of(arg)).collect();
        let range = if function.result == LogicType::Boolean { Sort::BOOL } else { Sort::INT };
        let made = self.b.pool.new_function(&function.name, &domain, range);
        self.b.program.functions.push(FunctionDecl { function: made, span: function.span });
        self.logic_functions.insert(id, made);
        made
    }

    /// What a byte of a pointer or floating value is, of what stands for it. That nothing evaluates it leaves every run
    /// undecided that depends on it.
    pub fn hidden_byte(&mut self) -> FuncId {
        if let Some(known) = self.hidden_byte {
            return known;
        }
        let made = self.b.pool.new_function("byte of a pointer or floating value", &[Sort::INT], Sort::INT);
        self.b.program.functions.push(FunctionDecl { function: made, span: self.b.span });
        self.hidden_byte = Some(made);
        made
    }

    pub fn computed(&mut self, computed: Computed) -> FuncId {
        if let Some(known) = self.computed.get(&computed) {
            return *known;
        }
        let made = self.b.pool.new_computed(computed);
        self.b.program.functions.push(FunctionDecl { function: made, span: self.b.span });
        self.computed.insert(computed, made);
        made
    }

    /// The number of an approximated construct, from 1.
    pub fn construct(&mut self, span: Span, what: String) -> usize {
        let constructs = &mut self.constructs;
        *self.construct_numbers.entry((span, what)).or_insert_with_key(|(span, what)| {
            constructs.push(Approximation { span: *span, what: what.clone() });
            constructs.len()
        })
    }

    pub fn approximations(&self) -> Approximations {
        Approximations { flag: self.flag, constructs: self.constructs.clone() }
    }

    pub fn old_of(&self, var: VarId) -> Option<VarId> {
        self.b.program.global(var).map(|global| global.old)
    }

    pub fn wants(&self, kind: CheckKind) -> bool {
        self.options.checks.has(kind)
    }
}

fn first_span(unit: &Unit) -> Span {
    let function = unit.functions.values().next().map(|function| function.span);
    let global = unit.globals.values().next().map(|global| global.span);
    function.or(global).unwrap_or(Span::new(invar_base::SourceId::from_index(0), 0, 0))
}

/// A variable that the program keeps for itself.
/// May the function return the same pointer twice, as far as anybody knows?
fn hands_out(unit: &Unit, function: &Function) -> bool {
    function.body.is_none()
        && !function.is_system
        && !function.name.starts_with("__")
        && unit.types.is_pointer(function.ty.result)
}

fn bookkeeping(b: &mut ProgramBuilder, name: &str, sort: Sort) -> VarId {
    let var = b.global(name, sort).var;
    b.program.roles.set(var, Role::Bookkeeping);
    var
}

/// Can a wanted check fail in a function of which code outside the unit has the address?
fn outside_fails(unit: &Unit, regions: &Regions, options: &Options) -> bool {
    regions.outside().handed_out.iter().any(|&id| {
        let function = &unit.functions[id];
        match options.property {
            Some(Property::UnreachCall) => matches!(function.name.as_str(), "reach_error" | "__VERIFIER_error"),
            Some(Property::Assertions | Property::NoOverflow | Property::Memsafety) | None => {
                function.body.is_some() && !function.is_library
            }
        }
    })
}

pub fn is_literal(pool: &TermPool, term: Term) -> bool {
    matches!(pool.op(term), Op::Int(_) | Op::True | Op::False)
}
