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
use invar_logic::{FuncId, Op, Sort, Term, TermPool, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::ints::{self, Range};
use super::readonly::{ReadOnly, read_only_objects};
use super::shape::{Leaf, LeafStep, Scalar, Shapes, leaf_name, scalar};
use super::streams::standard_streams;
use super::views::Views;
use crate::c::hir::spec::{Contract, LogicFunctionId, LogicType};
use crate::c::hir::{FunctionId, GlobalId, LabelAddressId, LocalId, StringId, Unit};
use crate::c::options::{Options, Property};
use crate::c::points_to::{Mode, RegionId, Regions, Storage, Variable};
use crate::c::types::{Type, TypeId};

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
    any_index: VarId,
    pub address: Option<VarId>,
    /// For addresses that pointers were converted to: the object, and the number of its region. Only in closed programs in
    /// which such integers become pointers again.
    pub origins: Option<(VarId, VarId)>,
    /// Arrays of unknown length that are defined elsewhere.
    pub unmeasured: Vec<GlobalId>,
    pub maps: FxHashMap<(RegionId, MapKey), VarId>,
    /// The maps of each region, in the order in which they were made, and whose map each is.
    region_maps: FxHashMap<RegionId, Vec<VarId>>,
    map_keys: FxHashMap<VarId, (RegionId, MapKey)>,
    pub constructs: Vec<Approximation>,
    /// Their numbers, from 1.
    construct_numbers: FxHashMap<(Span, String), usize>,
    pub assumptions: BTreeSet<String>,
    pub globals: Arena<GlobalId, VarStorage>,
    /// Memory that outside code may reach by two ways.
    pub views: Views,
    /// The number of the first string's object, of the first function's, the first label's, the first standard stream's,
    /// and the first that is free.
    pub first_string: usize,
    pub first_function: usize,
    pub first_label: usize,
    first_stream: usize,
    pub first_free: usize,
    pub procs: FxHashMap<FunctionId, ProcId>,
    /// The leaves of the parameters of each procedure.
    pub proc_formals: FxHashMap<FunctionId, Vec<Vec<LeafVars>>>,
    /// Parts of contracts that are not understood.
    pub clause_problems: FxHashMap<FunctionId, Vec<(Span, String)>>,
    /// Can unknown code leave pointers for the program? Once it was asked.
    pub hands_over: Option<bool>,
    /// Functions of whose contracts callers may forget more than `assigns` lists.
    pub inexact: FxHashSet<FunctionId>,
    /// Functions without body that may give away pointers to memory of their own.
    pub has_own_memory: FxHashSet<FunctionId>,
    /// Globals that contracts mention.
    pub clause_globals: FxHashMap<FunctionId, BTreeSet<GlobalId>>,
    /// The objects with fixed numbers that a pointer from outside may point to, by region.
    pub fixed_targets: FxHashMap<RegionId, Rc<Vec<usize>>>,
    logic_functions: FxHashMap<LogicFunctionId, FuncId>,
    hidden_byte: Option<FuncId>,
    /// The leaves of the parameters of each implementation.
    pub impl_formals: BTreeMap<FunctionId, Vec<Vec<LeafVars>>>,
    pub open: BTreeMap<VarId, Open>,
}

/// Whose map a variable is.
pub struct MapOwner {
    pub region: RegionId,
    /// The leaf of the element, in a region of elements.
    pub steps: Option<Vec<LeafStep>>,
}

impl<'a> Cx<'a> {
    pub fn new(unit: &'a Unit, regions: &'a Regions, options: &'a Options, closure: Closure) -> Cx<'a> {
        let span = unit.functions.values().next().map(|function| function.span);
        let span = span.or(unit.globals.values().next().map(|global| global.span)).unwrap_or(Span::new(
            invar_base::SourceId::from_index(0),
            0,
            0,
        ));
        let mut b = ProgramBuilder::new(TermPool::new(), span);
        let objects = b.pool.map_sort(&[Sort::INT], Sort::INT);
        let flags = b.pool.map_sort(&[Sort::INT], Sort::BOOL);
        let live = b.global("@live", flags).var;
        let size = b.global("@size", objects).var;
        let next = b.global("@next", Sort::INT).var;
        let heap = b.global("@heap", flags).var;
        let readonly = b.global("@readonly", flags).var;
        let flag = b.global("@approximated", Sort::INT).var;
        for var in [live, size, next, heap, readonly, flag] {
            b.program.roles.set(var, Role::Bookkeeping);
        }
        let outside = b.pool.new_var("outside@", Sort::BOOL);
        let any_index = b.pool.new_var("i@", Sort::INT);
        let first_string = 1 + unit.globals.len();
        let first_function = first_string + unit.strings.len();
        let first_label = first_function + unit.functions.len();
        let first_stream = first_label + unit.label_addresses as usize;
        let streams = standard_streams(unit);
        let first_free = first_stream + streams.len();
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
            streams,
            errno: unit.globals.iter().find(|(_, global)| global.name.ends_with("invar_errno")).map(|(id, _)| id),
            any_index,
            address: None,
            origins: None,
            unmeasured: Vec::new(),
            maps: FxHashMap::default(),
            region_maps: FxHashMap::default(),
            map_keys: FxHashMap::default(),
            constructs: Vec::new(),
            construct_numbers: FxHashMap::default(),
            assumptions: BTreeSet::new(),
            globals: Arena::new(),
            views: Views::default(),
            first_string,
            first_function,
            first_label,
            first_stream,
            first_free,
            procs: FxHashMap::default(),
            proc_formals: FxHashMap::default(),
            clause_problems: FxHashMap::default(),
            hands_over: None,
            inexact: FxHashSet::default(),
            has_own_memory: FxHashSet::default(),
            clause_globals: FxHashMap::default(),
            fixed_targets: FxHashMap::default(),
            logic_functions: FxHashMap::default(),
            hidden_byte: None,
            impl_formals: BTreeMap::new(),
            open: BTreeMap::new(),
        };
        if regions.has_carriers() && cx.is_closed() {
            let (origin, home) = (cx.b.global("@origin", objects).var, cx.b.global("@home", objects).var);
            [origin, home].into_iter().for_each(|var| cx.b.program.roles.set(var, Role::Bookkeeping));
            cx.origins = Some((origin, home));
        }
        cx.has_unknown_memory |= unit.functions.iter().any(|(id, function)| !function.is_library && cx.is_modular(id));
        for (id, global) in unit.globals.iter() {
            cx.b.span = global.span;
            if global.is_extern && unit.types.ends_open(global.ty) {
                cx.unmeasured.push(id);
            }
            let storage = match regions.global(id) {
                Storage::Plain => {
                    let leaves = cx.plain_leaves(&global.name, global.ty, Variable::Global(id), Place::Global);
                    leaves.iter().for_each(|vars| cx.scope_leaf(vars, global.scopes.iter().copied()));
                    VarStorage::Plain(Rc::new(leaves))
                }
                Storage::Object(region) => VarStorage::Object(region, cx.b.pool.int(1 + id.index())),
            };
            cx.globals.push(storage);
        }
        let plain = cx.globals.iter().filter_map(|(id, storage)| Some((id, storage.plain_variables()?)));
        let views = Views::new(unit, regions, plain);
        // In a program that is known from `main` on, the points-to analysis sees what is the same memory.
        let has_entries = unit.functions.iter().any(|(id, function)| function.body.is_some() && cx.is_entry(id));
        if has_entries || regions.outside().points {
            cx.views = views;
        }
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
        self.b.pool.int(self.first_string + id.index())
    }

    pub fn label_object(&mut self, address: LabelAddressId) -> Term {
        self.b.pool.int(self.first_label + address.index())
    }

    /// What a standard stream points to; `None` for other variables.
    pub fn stream_object(&mut self, id: GlobalId) -> Option<Term> {
        let number = self.stream_number(id)?;
        Some(self.b.pool.int(number))
    }

    /// The number of its object.
    pub fn stream_number(&self, id: GlobalId) -> Option<usize> {
        let position = self.streams.iter().position(|stream| *stream == id)?;
        Some(self.first_stream + position)
    }

    pub fn function_object(&mut self, id: FunctionId) -> Term {
        self.b.pool.int(self.first_function + id.index())
    }

    /// The parts of a scalar; `target` is where a pointer points.
    pub fn parts(&self, ty: TypeId, target: Option<RegionId>) -> &'static [Part] {
        match scalar(&self.unit.types, ty) {
            Some(Scalar::Int(_)) => &[Part::Int],
            Some(Scalar::Pointer) if self.is_unmoved(ty, target) => &[Part::Object],
            Some(Scalar::Pointer) => &[Part::Object, Part::Offset],
            Some(Scalar::Float(_) | Scalar::Opaque) => &[Part::Token],
            None => &[],
        }
    }

    /// Is the offset of such a pointer always 0?
    fn is_unmoved(&self, ty: TypeId, target: Option<RegionId>) -> bool {
        let pointee = self.unit.types.pointee(ty);
        let is_function = pointee.is_some_and(|to| matches!(self.unit.types.get(to), Type::Function(_)));
        is_function || target.is_some_and(|region| self.regions.regions()[region].always_at_start)
    }

    /// Variables for every leaf of a variable that is not an object.
    pub fn plain_leaves(&mut self, name: &str, ty: TypeId, variable: Variable, place: Place) -> Vec<LeafVars> {
        let leaves = self.shapes.leaves(&self.unit.types, ty);
        let mut made = Vec::new();
        for leaf in leaves.iter() {
            let is_pointer = self.unit.types.is_pointer(leaf.ty);
            let target = is_pointer.then(|| self.regions.variable_pointee(variable, &leaf.fields()));
            let stem = leaf_name(&self.unit.types, name, ty, leaf);
            let vars = self.leaf_vars(&stem, leaf, target, place);
            self.name_leaf(name, ty, &vars);
            made.push(vars);
        }
        made
    }

    /// The variables of one leaf, declared as globals or left to the caller to declare.
    pub fn leaf_vars(&mut self, stem: &str, leaf: &Leaf, target: Option<RegionId>, place: Place) -> LeafVars {
        let mut parts = Vec::new();
        for &part in self.parts(leaf.ty, target) {
            let name = part_name(stem, part);
            let sort = self.nested_sort(leaf.dimensions(), Sort::INT);
            let var = match place {
                Place::Global => {
                    let global = self.b.global(&name, sort);
                    let condition = self.where_(global.var, leaf, part);
                    self.b.program.globals.limit(global.var, condition);
                    global.var
                }
                Place::Local => self.b.pool.new_var(&name, sort),
            };
            self.b.program.roles.set(var, part.role());
            if leaf.dimensions() > 0 {
                self.limit_elements(var, leaf, part);
            }
            parts.push((part, var));
        }
        LeafVars { leaf: leaf.clone(), parts }
    }

    /// What a map's elements can be, for runs that begin with any.
    fn limit_elements(&mut self, map: VarId, leaf: &Leaf, part: Part) {
        let width = leaf.bits.map(|bits| bits.width);
        if let Some(range) = self.range(leaf.ty, width).filter(|_| part == Part::Int) {
            self.b.program.roles.set_range(map, range.low(), range.high());
        }
    }

    /// A null pointer that comes from outside has not been moved.
    pub fn unmoved_null(&mut self, vars: &LeafVars) -> Option<Term> {
        let [(Part::Object, object), (Part::Offset, offset)] = vars.parts[..] else { return None };
        if vars.leaf.dimensions() > 0 {
            return None;
        }
        let pool = &mut self.b.pool;
        let (object, offset, zero) = (pool.var(object), pool.var(offset), pool.int(0));
        let (null, start) = (pool.eq(object, zero), pool.eq(offset, zero));
        Some(pool.implies(null, start))
    }

    /// What every value of the variable satisfies; maps are judged where they are read.
    pub fn where_(&mut self, var: VarId, leaf: &Leaf, part: Part) -> Option<Term> {
        if leaf.dimensions() > 0 {
            return None;
        }
        let term = self.b.pool.var(var);
        self.part_range(term, leaf.ty, leaf.bits.map(|bits| bits.width), part)
    }

    /// The range of a part: an integer's type, and every pointer is older than the next object.
    pub fn part_range(&mut self, term: Term, ty: TypeId, bits: Option<u32>, part: Part) -> Option<Term> {
        match part {
            Part::Int => {
                let range = self.range(ty, bits)?;
                Some(ints::in_range(&mut self.b.pool, term, range))
            }
            Part::Object => {
                let next = self.b.pool.var(self.next);
                Some(self.b.pool.lt(term, next))
            }
            Part::Offset | Part::Token | Part::Hidden => None,
        }
    }

    pub fn range(&self, ty: TypeId, bits: Option<u32>) -> Option<Range> {
        let kind = self.unit.types.int_kind(ty)?;
        let range = Range::of(&self.unit.types, kind);
        Some(Range { bits: bits.unwrap_or(range.bits), ..range })
    }

    pub fn nested_sort(&mut self, dimensions: usize, range: Sort) -> Sort {
        (0..dimensions).fold(range, |sort, _| self.b.pool.map_sort(&[Sort::INT], sort))
    }

    /// The map of one leaf of the elements of a region: `[object][element][inner indices]`.
    pub fn element_map(&mut self, region: RegionId, number: usize, part: Part) -> VarId {
        let key = (region, MapKey::Leaf(number as u32, part));
        if let Some(&known) = self.maps.get(&key) {
            return known;
        }
        let info = &self.regions.regions()[region];
        let Mode::Elements(element) = info.mode else { return self.flat_map(region, part) };
        let leaf = self.shapes.leaves(&self.unit.types, element)[number].clone();
        let stem = leaf_name(&self.unit.types, &info.name, element, &leaf);
        let map = self.new_map(key, &stem, part, leaf.dimensions() + 2);
        self.limit_elements(map, &leaf, part);
        map
    }

    /// `[object][cell or byte]`.
    pub fn flat_map(&mut self, region: RegionId, part: Part) -> VarId {
        let key = (region, MapKey::Flat(part));
        if let Some(&known) = self.maps.get(&key) {
            return known;
        }
        let stem = self.regions.regions()[region].name.clone();
        let map = self.new_map(key, &stem, part, 2);
        if let Some(leaf) = self.only_integer(region).filter(|_| part == Part::Int) {
            self.limit_elements(map, &leaf, part);
        }
        map
    }

    /// What all integers in a region of cells are, if they are of one type.
    pub fn only_integer(&mut self, region: RegionId) -> Option<Leaf> {
        let info = &self.regions.regions()[region];
        if info.mode != Mode::Cells || info.cells.both_signs {
            return None;
        }
        let mut found: Option<Leaf> = None;
        for &ty in &info.types {
            for leaf in self.shapes.leaves(&self.unit.types, ty).iter() {
                let width = |leaf: &Leaf| leaf.bits.map(|bits| bits.width);
                let Some(range) = self.range(leaf.ty, width(leaf)) else { continue };
                match &found {
                    Some(other) if self.range(other.ty, width(other)) != Some(range) => return None,
                    Some(_) => {}
                    None => found = Some(leaf.clone()),
                }
            }
        }
        found
    }

    fn new_map(&mut self, key: (RegionId, MapKey), stem: &str, part: Part, dimensions: usize) -> VarId {
        let sort = self.nested_sort(dimensions, Sort::INT);
        let name = format!("{}@{}", part_name(stem, part), key.0.index());
        let var = self.b.global(&name, sort).var;
        self.b.program.roles.set(var, Role::Memory);
        self.maps.insert(key, var);
        self.region_maps.entry(key.0).or_default().push(var);
        self.map_keys.insert(var, key);
        var
    }

    /// What is known of objects: which exist, how large they are, which were allocated.
    pub fn object_maps(&self) -> [VarId; 4] {
        [self.next, self.live, self.size, self.heap]
    }

    /// Is it none of the program's variables, and no part of one?
    pub fn is_bookkeeping(&self, var: VarId) -> bool {
        let plain = |storage: &VarStorage| storage.plain_variables().is_some_and(|vars| vars.contains(&var));
        self.b.program.global(var).is_some() && !self.map_keys.contains_key(&var) && !self.globals.values().any(plain)
    }

    /// Does the variable hold the objects that pointers point to?
    pub fn holds_objects(&self, var: VarId) -> bool {
        if let Some((_, MapKey::Leaf(_, part) | MapKey::Flat(part))) = self.map_keys.get(&var) {
            return *part == Part::Object;
        }
        let is_object = |vars: &LeafVars| vars.parts.contains(&(Part::Object, var));
        self.globals.values().any(|storage| match storage {
            VarStorage::Plain(leaves) => leaves.iter().any(is_object),
            VarStorage::Object(..) => false,
        })
    }

    pub fn region_of_map(&self, var: VarId) -> Option<RegionId> {
        self.map_keys.get(&var).map(|(region, _)| *region)
    }

    /// Every map of the region that exists so far.
    pub fn maps_of(&self, region: RegionId) -> Vec<VarId> {
        self.region_maps.get(&region).cloned().unwrap_or_default()
    }

    pub fn map_owner(&mut self, var: VarId) -> Option<MapOwner> {
        let (region, key) = *self.map_keys.get(&var)?;
        let steps = match (key, self.regions.regions()[region].mode) {
            (MapKey::Leaf(number, _), Mode::Elements(element)) => {
                let leaves = self.shapes.leaves(&self.unit.types, element);
                leaves.get(number as usize).map(|leaf| leaf.steps.clone())
            }
            (MapKey::Leaf(..) | MapKey::Flat(_), _) => None,
        };
        Some(MapOwner { region, steps })
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

    /// Addresses of objects, for pointers that become integers: any numbers.
    pub fn address_map(&mut self) -> VarId {
        if let Some(var) = self.address {
            return var;
        }
        let sort = self.nested_sort(1, Sort::INT);
        let var = self.b.constant("@address", sort);
        self.b.program.roles.set(var, Role::Bookkeeping);
        self.address = Some(var);
        var
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

    /// A map that holds one value everywhere.
    pub fn constant_map(&mut self, dimensions: usize, value: Term) -> Term {
        (0..dimensions).fold(value, |term, _| self.b.pool.lambda(&[self.any_index], term))
    }

    pub fn wants(&self, kind: CheckKind) -> bool {
        self.options.checks.has(kind)
    }
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

/// Who declares the variables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    Global,
    Local,
}

fn part_name(stem: &str, part: Part) -> String {
    match part {
        Part::Int => stem.to_string(),
        Part::Object => format!("{stem}@object"),
        Part::Offset => format!("{stem}@offset"),
        Part::Token => format!("{stem}@float"),
        Part::Hidden => format!("{stem}@hidden"),
    }
}

/// `map[i][j]…`
pub fn read(pool: &mut TermPool, map: Term, indices: &[Term]) -> Term {
    indices.iter().fold(map, |map, &index| pool.select(map, &[index]))
}

/// `map[i][j]… := value`
pub fn write(pool: &mut TermPool, map: Term, indices: &[Term], value: Term) -> Term {
    let Some((&first, rest)) = indices.split_first() else { return value };
    let inner = if rest.is_empty() {
        value
    } else {
        let row = pool.select(map, &[first]);
        write(pool, row, rest, value)
    };
    pool.store(map, &[first], inner)
}

pub fn is_literal(pool: &TermPool, term: Term) -> bool {
    matches!(pool.op(term), Op::Int(_) | Op::True | Op::False)
}
