//! The nodes of everything in a unit that holds or is a pointer: variables, results, sites, literals. The constraints
//! between them are in `constrain`, `calls` and `annotations`.

use invar_base::{Id, Span};
use rustc_hash::FxHashSet;

use super::carriers::Carriers;
use super::graph::{ContentsNode, Graph, NOWHERE, RegionNode, Signature};
use super::overlays::unused_unions;
use super::shape::Shapes;
use super::walk::{Heap, Walk};
use super::{Variable, World};
use crate::c::hir::spec::{LogicFunctionId, LogicType, LogicVarId};
use crate::c::hir::{self, FunctionId, SiteId, StringId};
use crate::c::types::{ArrayLength, Type, TypeId};

pub struct Analysis<'a> {
    pub unit: &'a hir::Unit,
    pub graph: Graph<'a>,
    /// The function whose body is being read.
    pub current: Option<FunctionId>,
    pub globals: Vec<VariableNode>,
    pub locals: Vec<Vec<VariableNode>>,
    pub strings: Vec<RegionNode>,
    pub functions: Vec<FunctionNode>,
    /// By site; only those that were met.
    pub sites: Vec<Option<ContentsNode>>,
    pub logic_vars: Vec<ContentsNode>,
    pub logic_results: Vec<ContentsNode>,
    pub variadic: RegionNode,
    /// Pointers passed in variadic positions to functions of the unit.
    pub variadic_args: Vec<RegionNode>,
    /// Does any function take a pointer from its variadic arguments?
    pub takes_variadic: bool,
    pub values: RegionNode,
    pub unmodelled: ContentsNode,
    /// By pointer type; for questions afterwards.
    pub unmodelled_pointers: Vec<Option<RegionNode>>,
    /// Is code called of which nothing is known?
    pub calls_unknown: bool,
    pub carriers: Carriers,
    /// Memory that gets single bytes of other memory: to, from.
    pub byte_copies: Vec<(ContentsNode, ContentsNode)>,
    /// Integer variables that hold addresses, once that is known.
    pub carrying: FxHashSet<Variable>,
    /// Is a pointer passed in a variadic position that `%n` could write through?
    pub passes_counters: bool,
    /// Where pointers point whose addresses became integers.
    pub numbered: Vec<RegionNode>,
    /// Blocks that the library copies: to and from.
    pub copies: Vec<(RegionNode, RegionNode)>,
    /// Allocations with what they return, and those whose result is converted to a pointer to a type at once.
    pub allocations: Vec<(SiteId, RegionNode)>,
    pub typed_sites: rustc_hash::FxHashMap<SiteId, TypeId>,
}

#[derive(Clone, Copy)]
pub struct VariableNode {
    pub contents: ContentsNode,
    /// Once its address is needed.
    pub region: Option<RegionNode>,
    /// Does the text take its address, so that it may be passed around?
    pub is_address_taken: bool,
    /// Does the text assign to it by name?
    pub is_written: bool,
}

pub struct FunctionNode {
    pub signature: Signature,
    pub region: Option<RegionNode>,
    /// Called by name somewhere in the unit.
    pub is_called: bool,
    /// What its body calls by name.
    pub calls: Vec<FunctionId>,
    pub calls_through_pointers: bool,
}

impl<'a> Analysis<'a> {
    pub fn new(unit: &'a hir::Unit, world: &World) -> Analysis<'a> {
        let mut shapes = Shapes::new(&unit.types);
        if *world == World::Closed(Vec::new()) {
            shapes.unused = unused_unions(unit);
        }
        let mut graph = Graph::new(shapes);
        let (variadic, values) = (graph.new_region(None), graph.new_region(None));
        let unmodelled = graph.new_contents(None);
        graph.collapse(unmodelled);
        let mut analysis = Analysis {
            unit,
            graph,
            current: None,
            globals: Vec::new(),
            locals: Vec::new(),
            strings: Vec::new(),
            functions: Vec::new(),
            sites: vec![None; unit.sites as usize],
            logic_vars: Vec::new(),
            logic_results: Vec::new(),
            variadic,
            variadic_args: Vec::new(),
            takes_variadic: false,
            values,
            unmodelled,
            unmodelled_pointers: vec![None; unit.types.len()],
            calls_unknown: false,
            carriers: Carriers::default(),
            byte_copies: Vec::new(),
            carrying: FxHashSet::default(),
            passes_counters: false,
            allocations: Vec::new(),
            numbered: Vec::new(),
            copies: Vec::new(),
            typed_sites: rustc_hash::FxHashMap::default(),
        };
        analysis.add_variables();
        analysis.add_logic();
        analysis
    }

    fn add_variables(&mut self) {
        let unit = self.unit;
        self.globals = unit.globals.values().map(|global| self.variable_node(global.ty)).collect();
        for function in unit.functions.values() {
            let locals = function.locals.values().map(|local| self.variable_node(local.ty)).collect::<Vec<_>>();
            let params = (0..function.ty.params.len().max(function.params.len())).map(|number| {
                match function.params.get(number).and_then(|local| locals.get(local.index())) {
                    Some(node) => node.contents,
                    None => self.graph.new_contents(function.ty.params.get(number).copied()),
                }
            });
            let params = params.collect();
            let signature = Signature { params, result: self.graph.new_contents(Some(function.ty.result)) };
            self.locals.push(locals);
            self.functions.push(FunctionNode {
                signature,
                region: None,
                is_called: false,
                calls: Vec::new(),
                calls_through_pointers: false,
            });
        }
        for global in unit.globals.ids() {
            self.place_if_needed(Variable::Global(global));
        }
        for (id, function) in unit.functions.iter() {
            for local in function.locals.ids() {
                self.place_if_needed(Variable::Local(id, local));
            }
        }
        for literal in unit.strings.values() {
            let region = self.graph.new_region(Some(literal.span));
            let element = self.graph.shapes.element(literal.ty);
            self.graph.note_type(region, element, true);
            self.graph.note_row(region, element);
            self.graph.note_name(region, "string", literal.span);
            self.strings.push(region);
        }
    }

    fn variable_node(&mut self, ty: TypeId) -> VariableNode {
        VariableNode {
            contents: self.graph.new_contents(Some(ty)),
            region: None,
            is_address_taken: false,
            is_written: false,
        }
    }

    /// What is of variable or unknown length, or overlaps itself, is an object even if its address is never taken.
    fn place_if_needed(&mut self, variable: Variable) {
        let (_, ty, _) = self.describe(variable);
        let shapes = &self.graph.shapes;
        if shapes.is_variable_length(ty) || self.unit.types.ends_open(ty) || shapes.contains_union(ty) {
            self.object_region(variable);
        }
    }

    /// The region of the object that the variable is from now on.
    fn object_region(&mut self, variable: Variable) -> RegionNode {
        let node = *self.variable_node_mut(variable);
        if let Some(region) = node.region {
            return region;
        }
        let (name, ty, span) = self.describe(variable);
        let region = self.graph.new_region_over(node.contents, Some(span));
        let element = self.graph.shapes.element(ty);
        self.graph.note_type(region, element, true);
        if !matches!(self.unit.types.get(ty), Type::Array { length: ArrayLength::Known(0 | 1), .. }) && element != ty {
            self.graph.note_row(region, element);
        }
        self.graph.note_name(region, name, span);
        self.variable_node_mut(variable).region = Some(region);
        region
    }

    fn add_logic(&mut self) {
        let c_type = |ty: LogicType| match ty {
            LogicType::C(ty) => Some(ty),
            LogicType::Integer | LogicType::Real | LogicType::Boolean => None,
        };
        let unit = self.unit;
        for var in unit.logic.vars.values() {
            self.logic_vars.push(self.graph.new_contents(c_type(var.ty)));
        }
        for function in unit.logic.functions.values() {
            self.logic_results.push(self.graph.new_contents(c_type(function.result)));
        }
    }

    fn describe(&self, variable: Variable) -> (&'a str, TypeId, Span) {
        match variable {
            Variable::Local(function, local) => {
                let local = &self.unit.functions[function].locals[local];
                (&local.name, local.ty, local.span)
            }
            Variable::Global(global) => {
                let global = &self.unit.globals[global];
                (&global.name, global.ty, global.span)
            }
        }
    }

    pub fn variable_node_mut(&mut self, variable: Variable) -> &mut VariableNode {
        match variable {
            Variable::Local(function, local) => &mut self.locals[function.index()][local.index()],
            Variable::Global(global) => &mut self.globals[global.index()],
        }
    }

    pub fn walk(&mut self) -> Walk<'_, Analysis<'a>> {
        Walk { function: self.current, heap: self }
    }

    pub fn target(&mut self, pointer: &hir::Expr) -> RegionNode {
        self.walk().target(pointer)
    }

    pub fn pointer_to(&self, ty: TypeId) -> Option<TypeId> {
        self.unit.types.pointee(ty)
    }

    /// Contents that hold a pointer to a new region.
    pub fn fresh_pointer(&mut self, pointer: TypeId, span: Span) -> (ContentsNode, RegionNode) {
        let contents = self.graph.new_contents(Some(pointer));
        let region = Heap::pointee(self, contents, &[], pointer);
        self.graph.region(region).span.get_or_insert(span);
        (contents, region)
    }
}

impl Heap for Analysis<'_> {
    type Region = RegionNode;
    type Contents = ContentsNode;

    fn nowhere(&self) -> RegionNode {
        NOWHERE
    }

    fn variable(&mut self, variable: Variable) -> ContentsNode {
        self.variable_node_mut(variable).contents
    }

    fn variable_region(&mut self, variable: Variable) -> RegionNode {
        self.variable_node_mut(variable).is_address_taken = true;
        self.object_region(variable)
    }

    fn string(&mut self, string: StringId) -> RegionNode {
        self.strings[string.index()]
    }

    fn function(&mut self, function: FunctionId) -> RegionNode {
        if let Some(region) = self.functions[function.index()].region {
            return region;
        }
        let declaration = &self.unit.functions[function];
        let region = self.graph.new_region(Some(declaration.name_span));
        self.graph.region(region).functions.push(function);
        self.graph.note_name(region, &declaration.name, declaration.name_span);
        let signature = self.functions[function.index()].signature.clone();
        self.graph.add_signature(region, signature);
        self.functions[function.index()].region = Some(region);
        if declaration.body.is_none() {
            self.address_without_body(function, region);
        }
        region
    }

    fn result(&mut self, function: FunctionId) -> ContentsNode {
        self.functions[function.index()].signature.result
    }

    fn site(&mut self, site: SiteId) -> ContentsNode {
        if let Some(Some(contents)) = self.sites.get(site.index()) {
            return *contents;
        }
        let contents = self.graph.new_contents(None);
        if self.sites.len() <= site.index() {
            self.sites.resize(site.index() + 1, None);
        }
        self.sites[site.index()] = Some(contents);
        contents
    }

    fn logic_var(&mut self, var: LogicVarId) -> ContentsNode {
        self.logic_vars[var.index()]
    }

    fn logic_result(&mut self, function: LogicFunctionId) -> ContentsNode {
        self.logic_results[function.index()]
    }

    fn variadic(&mut self) -> RegionNode {
        self.variadic
    }

    fn unmodelled(&mut self, pointer: TypeId) -> RegionNode {
        let Some(to) = self.pointer_to(pointer) else { return NOWHERE };
        let region = self.graph.external(to);
        if let Some(entry) = self.unmodelled_pointers.get_mut(pointer.index()) {
            *entry = Some(region);
        }
        region
    }

    fn unmodelled_contents(&mut self) -> ContentsNode {
        self.graph.make_contents_external(self.unmodelled);
        self.unmodelled
    }

    fn values(&mut self) -> RegionNode {
        self.values
    }

    fn enter(&mut self, region: RegionNode, ty: TypeId) -> ContentsNode {
        self.graph.note_type(region, ty, false);
        self.graph.contents_of(region)
    }

    fn contents(&mut self, region: RegionNode) -> ContentsNode {
        self.graph.contents_of(region)
    }

    fn pointee(&mut self, contents: ContentsNode, path: &[u32], pointer: TypeId) -> RegionNode {
        match self.pointer_to(pointer) {
            Some(to) => self.graph.pointee(contents, path, to),
            None => NOWHERE,
        }
    }

    fn is_pointer(&self, ty: TypeId) -> bool {
        self.unit.types.is_pointer(ty)
    }

    fn is_array(&self, ty: TypeId) -> bool {
        matches!(self.unit.types.get(ty), Type::Array { .. })
    }
}
