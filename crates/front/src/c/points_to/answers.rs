//! The finished analysis: classes become `RegionId`s, lookups no longer change anything.

use invar_base::{Arena, Id, SourceId, Span};
use rustc_hash::{FxHashMap, FxHashSet};

use super::analysis::{Analysis, FunctionNode, VariableNode};
use super::graph::{ContentsNode, NOWHERE, RegionNode};
use super::modes::Chooser;
use super::outside::Outside;
use super::walk::Heap;
use super::{Mode, RegionId, Variable};
use crate::c::hir::spec::{LogicFunctionId, LogicVarId};
use crate::c::hir::{FunctionId, SiteId, StringId};
use crate::c::types::{Type, TypeId};

/// Number of a class of contents.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ContentsId(u32);

pub struct Contents {
    collapsed: bool,
    leaves: FxHashMap<Box<[u32]>, RegionId>,
}

pub struct Answers {
    pub regions: Arena<RegionId, super::Region>,
    contents_of: Vec<ContentsId>,
    pub functions_of: Vec<Vec<FunctionId>>,
    contents: Vec<Contents>,
    globals: Vec<Place>,
    locals: Vec<Vec<Place>>,
    strings: Vec<RegionId>,
    functions: Vec<Function>,
    sites: Vec<Option<ContentsId>>,
    logic_vars: Vec<ContentsId>,
    logic_results: Vec<ContentsId>,
    variadic: RegionId,
    values: RegionId,
    unmodelled: ContentsId,
    unmodelled_pointers: Vec<Option<RegionId>>,
    types: Vec<TypeClass>,
    pub carriers: FxHashSet<Variable>,
    pub outside: Outside,
}

#[derive(Clone, Copy)]
pub struct Place {
    pub contents: ContentsId,
    pub region: Option<RegionId>,
    /// Does the text take its address, or assign to it by name?
    pub may_change: bool,
}

struct Function {
    result: ContentsId,
    region: Option<RegionId>,
    arity: Arity,
    /// Called in the unit, or its address is taken.
    is_used: bool,
}

/// What of a type decides how an expression is walked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TypeClass {
    Pointer(Option<Arity>),
    Array,
    Other,
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct Arity {
    params: usize,
    /// More arguments than parameters are possible, or the parameters are not known.
    open: bool,
}

impl Arity {
    fn of(ty: &crate::c::types::FunctionType) -> Arity {
        Arity { params: ty.params.len(), open: ty.variadic || !ty.prototyped }
    }

    fn fits(self, other: Arity) -> bool {
        self.open || other.open || self.params == other.params
    }
}

/// Numbers the classes in the order in which they came up.
struct Numbering<'n, 'a> {
    analysis: &'n mut Analysis<'a>,
    regions: Vec<Option<RegionId>>,
}

impl Numbering<'_, '_> {
    fn region(&mut self, node: RegionNode) -> RegionId {
        let root = self.analysis.graph.region_classes.find(node.0);
        self.regions[root as usize].unwrap_or(RegionId::from_index(0))
    }

    fn contents(&mut self, node: ContentsNode) -> ContentsId {
        ContentsId(self.analysis.graph.contents_classes.find(node.0))
    }

    fn place(&mut self, node: VariableNode) -> Place {
        let region = node.region.map(|region| self.region(region));
        Place { contents: self.contents(node.contents), region, may_change: node.is_address_taken || node.is_written }
    }
}

pub fn freeze(analysis: &mut Analysis) -> Answers {
    let nowhere = Span::new(SourceId::from_index(0), 0, 0);
    let count = analysis.graph.region_classes.len();
    let mut regions = Arena::new();
    let mut ids = vec![None; count];
    let mut roots = Vec::new();
    for node in 0..count as u32 {
        if analysis.graph.region_classes.find(node) == node {
            let data = analysis.graph.region(RegionNode(node)).clone();
            roots.push((data.contents, data.functions.clone()));
            ids[node as usize] = Some((data, node));
        }
    }
    let mut chooser = Chooser::new(&mut analysis.graph.shapes);
    let ids = ids
        .into_iter()
        .map(|root| root.map(|(data, _)| regions.push(chooser.region(&data, nowhere))))
        .collect::<Vec<Option<RegionId>>>();
    let mut numbering = Numbering { analysis, regions: ids };
    number(&mut numbering, regions, roots)
}

fn number(
    numbering: &mut Numbering,
    regions: Arena<RegionId, super::Region>,
    roots: Vec<(ContentsNode, Vec<FunctionId>)>,
) -> Answers {
    let contents_of = roots.iter().map(|(contents, _)| numbering.contents(*contents)).collect();
    let functions_of = roots.into_iter().map(|(_, functions)| functions).collect();
    let contents = (0..numbering.analysis.graph.contents_classes.len() as u32)
        .map(|node| {
            if numbering.analysis.graph.contents_classes.find(node) != node {
                return Contents { collapsed: false, leaves: FxHashMap::default() };
            }
            let data = numbering.analysis.graph.contents(ContentsNode(node)).clone();
            let leaves =
                data.leaves.into_iter().map(|(path, pointee)| (path, numbering.region(pointee.region))).collect();
            Contents { collapsed: data.collapsed, leaves }
        })
        .collect();
    let outside = numbering.analysis.outside();
    let analysis = &*numbering.analysis;
    let (globals, locals) = (analysis.globals.clone(), analysis.locals.clone());
    let (strings, sites) = (analysis.strings.clone(), analysis.sites.clone());
    let (vars, results) = (analysis.logic_vars.clone(), analysis.logic_results.clone());
    let signature = |node: &FunctionNode| (node.signature.result, node.region, node.is_called);
    let functions: Vec<_> = analysis.functions.iter().map(signature).collect();
    let (variadic, values, unmodelled) = (analysis.variadic, analysis.values, analysis.unmodelled);
    let (unmodelled_pointers, unit) = (analysis.unmodelled_pointers.clone(), analysis.unit);
    let carriers = analysis.carrying.clone();
    Answers {
        outside,
        regions,
        contents_of,
        functions_of,
        contents,
        globals: globals.into_iter().map(|node| numbering.place(node)).collect(),
        locals: locals.into_iter().map(|nodes| nodes.into_iter().map(|node| numbering.place(node)).collect()).collect(),
        strings: strings.into_iter().map(|node| numbering.region(node)).collect(),
        functions: functions
            .into_iter()
            .zip(unit.functions.values())
            .map(|((result, region, is_called), function)| Function {
                result: numbering.contents(result),
                region: region.map(|region| numbering.region(region)),
                arity: Arity::of(&function.ty),
                is_used: is_called || region.is_some(),
            })
            .collect(),
        sites: sites.into_iter().map(|node| node.map(|node| numbering.contents(node))).collect(),
        logic_vars: vars.into_iter().map(|node| numbering.contents(node)).collect(),
        logic_results: results.into_iter().map(|node| numbering.contents(node)).collect(),
        variadic: numbering.region(variadic),
        values: numbering.region(values),
        unmodelled: numbering.contents(unmodelled),
        unmodelled_pointers: unmodelled_pointers
            .into_iter()
            .map(|node| node.map(|node| numbering.region(node)))
            .collect(),
        types: (0..unit.types.len()).map(|index| class(&unit.types, TypeId::from_index(index))).collect(),
        carriers,
    }
}

fn class(types: &crate::c::types::Types, ty: TypeId) -> TypeClass {
    match types.get(ty) {
        Type::Pointer(to) => TypeClass::Pointer(match types.get(*to) {
            Type::Function(function) => Some(Arity::of(function)),
            _ => None,
        }),
        Type::Array { .. } => TypeClass::Array,
        _ => TypeClass::Other,
    }
}

impl Answers {
    /// Where memory is bytes, what is read as a pointer need not have been written as one.
    pub fn doubt_bytes(&mut self) {
        let in_bytes: Vec<RegionId> =
            self.regions.iter().filter(|(_, region)| region.mode == Mode::Bytes).map(|(id, _)| id).collect();
        for region in in_bytes {
            let target = self.leaf(self.contents_of(region), &[]);
            let target = &mut self.regions[target];
            (target.made_up, target.always_at_start) = (true, false);
        }
    }

    pub fn variable_place(&self, variable: Variable) -> Place {
        match variable {
            Variable::Local(function, local) => self.locals[function.index()][local.index()],
            Variable::Global(global) => self.globals[global.index()],
        }
    }

    pub fn contents_of(&self, region: RegionId) -> ContentsId {
        self.contents_of[region.index()]
    }

    /// A pointer that no code reads or writes was never given a target: it is null or garbage.
    pub fn leaf(&self, contents: ContentsId, path: &[u32]) -> RegionId {
        let contents = &self.contents[contents.0 as usize];
        let path = if contents.collapsed { &[] } else { path };
        contents.leaves.get(path).copied().unwrap_or(self.nowhere())
    }

    pub fn result(&self, function: FunctionId) -> ContentsId {
        self.functions[function.index()].result
    }

    pub fn site(&self, site: SiteId) -> ContentsId {
        self.sites.get(site.index()).copied().flatten().unwrap_or(self.unmodelled)
    }

    pub fn logic_var(&self, var: LogicVarId) -> ContentsId {
        self.logic_vars[var.index()]
    }

    pub fn nowhere(&self) -> RegionId {
        RegionId::from_index(NOWHERE.0 as usize)
    }

    pub fn string(&self, string: StringId) -> RegionId {
        self.strings[string.index()]
    }

    pub fn is_used(&self, function: FunctionId) -> bool {
        self.functions[function.index()].is_used
    }

    /// The functions in a region that a pointer of this type can call.
    pub fn callees(&self, region: RegionId, pointer: TypeId) -> Vec<FunctionId> {
        let functions = self.functions_of[region.index()].iter().copied();
        match self.types.get(pointer.index()) {
            Some(TypeClass::Pointer(Some(arity))) => {
                functions.filter(|function| self.functions[function.index()].arity.fits(*arity)).collect()
            }
            Some(TypeClass::Pointer(None) | TypeClass::Array | TypeClass::Other) | None => functions.collect(),
        }
    }
}

/// Lookups in what is finished; nothing is made.
impl Heap for &Answers {
    type Region = RegionId;
    type Contents = ContentsId;

    fn nowhere(&self) -> RegionId {
        Answers::nowhere(self)
    }

    fn variable(&mut self, variable: Variable) -> ContentsId {
        self.variable_place(variable).contents
    }

    fn variable_region(&mut self, variable: Variable) -> RegionId {
        self.variable_place(variable).region.unwrap_or(Answers::nowhere(self))
    }

    fn string(&mut self, string: StringId) -> RegionId {
        Answers::string(self, string)
    }

    fn function(&mut self, function: FunctionId) -> RegionId {
        self.functions[function.index()].region.unwrap_or(Answers::nowhere(self))
    }

    fn result(&mut self, function: FunctionId) -> ContentsId {
        Answers::result(self, function)
    }

    fn site(&mut self, site: SiteId) -> ContentsId {
        Answers::site(self, site)
    }

    fn logic_var(&mut self, var: LogicVarId) -> ContentsId {
        Answers::logic_var(self, var)
    }

    fn logic_result(&mut self, function: LogicFunctionId) -> ContentsId {
        self.logic_results[function.index()]
    }

    fn variadic(&mut self) -> RegionId {
        self.variadic
    }

    fn unmodelled(&mut self, pointer: TypeId) -> RegionId {
        self.unmodelled_pointers.get(pointer.index()).copied().flatten().unwrap_or(Answers::nowhere(self))
    }

    fn unmodelled_contents(&mut self) -> ContentsId {
        self.unmodelled
    }

    fn values(&mut self) -> RegionId {
        self.values
    }

    fn enter(&mut self, region: RegionId, _ty: TypeId) -> ContentsId {
        Answers::contents_of(self, region)
    }

    fn contents(&mut self, region: RegionId) -> ContentsId {
        Answers::contents_of(self, region)
    }

    fn pointee(&mut self, contents: ContentsId, path: &[u32], _pointer: TypeId) -> RegionId {
        self.leaf(contents, path)
    }

    fn is_pointer(&self, ty: TypeId) -> bool {
        matches!(self.types.get(ty.index()), Some(TypeClass::Pointer(_)))
    }

    fn is_array(&self, ty: TypeId) -> bool {
        matches!(self.types.get(ty.index()), Some(TypeClass::Array))
    }
}
