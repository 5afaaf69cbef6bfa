//! Calls: arguments flow to parameters, results back; unknown code may do anything with what it reaches.

use invar_base::{Id, Span};

use super::analysis::Analysis;
use super::graph::{ContentsNode, RegionNode, Signature};
use super::walk::{Heap, is_null};
use super::{Variable, World};
use crate::c::hir::{Builtin, Call, Callee, Expr, FunctionId, SiteId};
use crate::c::library::{self, Effect};
use crate::c::types::{IntKind, TypeId};

impl Analysis<'_> {
    pub fn call(&mut self, call: &Call, result: TypeId, span: Span) {
        call.args.iter().for_each(|arg| self.expr(arg));
        match &call.callee {
            Callee::Direct(function) => self.direct_call(*function, call, result, span),
            Callee::Pointer(pointer) => self.pointer_call(pointer, call, result),
            Callee::Builtin(builtin) => self.builtin_call(*builtin, call, result, span),
        }
    }

    fn set_site(&mut self, site: SiteId, contents: ContentsNode) {
        let known = self.site(site);
        self.graph.join_contents(known, contents);
    }

    fn direct_call(&mut self, function: FunctionId, call: &Call, result: TypeId, span: Span) {
        self.functions[function.index()].is_called = true;
        self.note_call(function);
        let declaration = &self.unit.functions[function];
        let signature = self.functions[function.index()].signature.clone();
        if declaration.body.is_some() {
            for (&param, arg) in declaration.params.iter().zip(&call.args) {
                self.carry(Variable::Local(function, param), arg);
            }
            self.pass_arguments(&signature.params, &call.args);
            return self.set_site(call.site, signature.result);
        }
        let known = library::facts_of(declaration, &self.unit.types).map(|facts| facts.pointers);
        match known.filter(|effect| *effect != Effect::Escapes) {
            Some(Effect::ReturnsStatic) => self.set_site(call.site, signature.result),
            Some(effect) => self.library_call(effect, call, result, span),
            None if self.is_pure(function) => {
                // A contract may speak of the parameters.
                self.pass_arguments(&signature.params, &call.args);
                self.set_site(call.site, signature.result);
            }
            None => {
                self.pass_arguments(&signature.params, &call.args);
                self.graph.make_contents_external(signature.result);
                self.set_site(call.site, signature.result);
                self.unknown_call(&call.args);
            }
        }
    }

    /// A contract or an attribute promises that nothing is assigned, and no pointer can come back.
    fn is_pure(&mut self, function: FunctionId) -> bool {
        let declaration = &self.unit.functions[function];
        let assigns_nothing = declaration
            .contract
            .as_ref()
            .is_some_and(|contract| contract.assigns.as_ref().is_some_and(|places| places.is_empty()));
        let no_pointer = self.graph.shapes.pointer_leaves(declaration.ty.result).is_empty();
        declaration.maps_numbers(&self.unit.types) || assigns_nothing && no_pointer
    }

    /// ⟦parameter⟧ = ⟦argument⟧; what is left over may be taken by `va_arg`.
    fn pass_arguments(&mut self, params: &[ContentsNode], args: &[Expr]) {
        for (number, arg) in args.iter().enumerate() {
            match params.get(number) {
                Some(&param) => self.flow(param, &[], arg),
                None => {
                    self.note_counter(arg);
                    let regions = self.pointers_of(arg);
                    self.variadic_args.extend(regions);
                }
            }
        }
    }

    /// `%n` writes to signed integers.
    fn note_counter(&mut self, arg: &Expr) {
        let types = &self.unit.types;
        let kind = types.pointee(arg.ty).and_then(|to| types.int_kind(to));
        self.passes_counters |= kind.is_some_and(|kind| kind.is_signed() && kind != IntKind::Char);
    }

    /// The regions that the pointers in a value point into.
    fn pointers_of(&mut self, value: &Expr) -> Vec<RegionNode> {
        if self.is_pointer(value.ty) {
            return if is_null(value) { Vec::new() } else { vec![self.target(value)] };
        }
        let leaves = self.graph.shapes.pointer_leaves(value.ty);
        if leaves.is_empty() {
            return Vec::new();
        }
        let home = self.walk().value(value);
        leaves
            .iter()
            .map(|(leaf, to)| self.graph.pointee(home.contents, &[&home.path[..], leaf].concat(), *to))
            .collect()
    }

    /// Unknown code gets this value.
    pub fn escape(&mut self, value: &Expr) {
        for region in self.pointers_of(value) {
            self.graph.make_external(region);
        }
    }

    pub fn unknown_call(&mut self, args: &[Expr]) {
        self.calls_unknown = true;
        args.iter().for_each(|arg| self.escape(arg));
    }

    /// All functions in ⟦pointer⟧ share one signature.
    fn pointer_call(&mut self, pointer: &Expr, call: &Call, result: TypeId) {
        self.expr(pointer);
        self.note_call_through_pointer();
        let region = self.target(pointer);
        let params: Vec<ContentsNode> = call.args.iter().map(|arg| self.graph.new_contents(Some(arg.ty))).collect();
        let signature = Signature { params, result: self.graph.new_contents(Some(result)) };
        self.pass_arguments(&signature.params, &call.args);
        self.set_site(call.site, signature.result);
        // The arguments of a variadic function that it has no parameter for.
        let variadic: Vec<RegionNode> = call.args.iter().flat_map(|arg| self.pointers_of(arg)).collect();
        if self.is_variadic(pointer.ty) {
            call.args.iter().for_each(|arg| self.note_counter(arg));
            self.variadic_args.extend(variadic);
        }
        self.graph.add_signature(region, signature);
    }

    fn is_variadic(&self, pointer: TypeId) -> bool {
        use crate::c::types::Type;
        let function = self.pointer_to(pointer).map(|to| self.unit.types.get(to));
        matches!(function, Some(Type::Function(ty)) if ty.variadic || !ty.prototyped)
    }

    fn builtin_call(&mut self, builtin: Builtin, call: &Call, result: TypeId, span: Span) {
        match builtin {
            Builtin::Alloca => self.library_call(Effect::Fresh, call, result, span),
            Builtin::ReturnAddress | Builtin::FrameAddress => {
                self.library_call(Effect::UnknownPointer, call, result, span);
            }
            Builtin::Other => {
                let contents = self.graph.new_contents(Some(result));
                self.graph.make_contents_external(contents);
                self.set_site(call.site, contents);
                self.unknown_call(&call.args);
            }
            Builtin::Expect => {
                if let Some(arg) = call.args.first() {
                    let contents = self.site(call.site);
                    self.flow(contents, &[], arg);
                }
            }
            Builtin::Unreachable | Builtin::Trap | Builtin::ConstantP | Builtin::AddOverflow => {}
            Builtin::SubOverflow | Builtin::MulOverflow | Builtin::Clz | Builtin::Ctz | Builtin::Popcount => {}
            Builtin::Ffs | Builtin::Parity | Builtin::Bswap16 | Builtin::Bswap32 | Builtin::Bswap64 => {}
            Builtin::ObjectSize => {}
        }
    }

    fn library_call(&mut self, effect: Effect, call: &Call, result: TypeId, span: Span) {
        let regions: Vec<RegionNode> = call.args.iter().map(|arg| self.argument(arg)).collect();
        let region = |number: usize| regions.get(number).copied().unwrap_or(super::graph::NOWHERE);
        let (contents, returned) = match self.is_pointer(result) {
            true => self.fresh_pointer(result, span),
            false => (self.graph.new_contents(Some(result)), super::graph::NOWHERE),
        };
        self.set_site(call.site, contents);
        match effect {
            Effect::Nothing | Effect::ReturnsStatic => {}
            Effect::Fresh => self.allocations.push((call.site, returned)),
            Effect::Escapes => self.unknown_call(&call.args),
            Effect::UnknownPointer => {
                self.graph.note_fact(returned, |facts| (facts.moved, facts.unknown) = (true, true))
            }
            Effect::Returns(number) => self.graph.join(returned, region(number)),
            Effect::ReturnsInto(number) => self.returns_into(returned, region(number)),
            Effect::Copies => {
                self.copy_bytes(region(0), region(1));
                self.graph.join(returned, region(0));
            }
            Effect::CopiesAndMoves => {
                self.copy_bytes(region(0), region(1));
                self.returns_into(returned, region(0));
            }
            Effect::Reallocates => {
                self.allocations.push((call.site, returned));
                self.graph.join(returned, region(0));
            }
            Effect::StoresEnd => {
                if let Some(stored) = call.args.get(1).and_then(|arg| self.stored_through(arg)) {
                    self.returns_into(stored, region(0));
                }
            }
            Effect::StoresFresh => {
                call.args.first().and_then(|arg| self.stored_through(arg));
            }
            Effect::CallsBack { callback, left, right, result } => {
                self.calls_back(region(callback), [region(left), region(right)]);
                if let Some(number) = result {
                    self.returns_into(returned, region(number));
                }
            }
        }
    }

    fn argument(&mut self, arg: &Expr) -> RegionNode {
        match self.is_pointer(arg.ty) && !is_null(arg) {
            true => self.target(arg),
            false => super::graph::NOWHERE,
        }
    }

    fn returns_into(&mut self, returned: RegionNode, region: RegionNode) {
        self.graph.join(returned, region);
        self.graph.note_fact(region, |facts| facts.moved = true);
    }

    fn copy_bytes(&mut self, to: RegionNode, from: RegionNode) {
        if to == super::graph::NOWHERE || from == super::graph::NOWHERE {
            return;
        }
        self.copies.push((to, from));
        let (to, from) = (self.graph.contents_of(to), self.graph.contents_of(from));
        self.graph.join_contents(to, from);
    }

    /// What the pointer that `*arg` holds points into.
    fn stored_through(&mut self, arg: &Expr) -> Option<RegionNode> {
        let inner = uncast(arg);
        let pointer = self.pointer_to(inner.ty).filter(|to| self.is_pointer(*to))?;
        if is_null(inner) {
            return None;
        }
        let region = self.target(inner);
        let contents = self.enter(region, pointer);
        Some(self.pointee(contents, &[], pointer))
    }

    fn calls_back(&mut self, callback: RegionNode, args: [RegionNode; 2]) {
        let Some(void_pointer) = self.void_pointer() else { return };
        let mut params = Vec::new();
        for region in args {
            let contents = self.graph.new_contents(Some(void_pointer));
            let stored = self.pointee(contents, &[], void_pointer);
            self.graph.join(stored, region);
            self.graph.note_fact(region, |facts| facts.moved = true);
            params.push(contents);
        }
        let result = self.graph.new_contents(None);
        self.graph.add_signature(callback, Signature { params, result });
    }

    /// Callbacks take `void *`; if no such type is in the unit, no callback is called.
    fn void_pointer(&self) -> Option<TypeId> {
        let types = &self.unit.types;
        (0..types.len()).map(TypeId::from_index).find(|&ty| types.pointee(ty).is_some_and(|to| types.is_void(to)))
    }

    /// A function of which nothing is known may be called through this region.
    pub fn address_without_body(&mut self, function: FunctionId, region: RegionNode) {
        let declaration = &self.unit.functions[function];
        if library::facts_of(declaration, &self.unit.types).is_none_or(|facts| facts.pointers == Effect::Escapes) {
            self.calls_unknown = true;
            self.graph.make_external(region);
        }
    }

    /// After all code was read: what the world outside does.
    pub fn close(&mut self, world: &World) {
        let found = self.carriers.find();
        for (region, origin) in found.joins {
            self.graph.join(region, origin);
            self.graph.note_fact(region, |facts| facts.needs_bytes = true);
        }
        self.carrying = found.variables;
        for (site, region) in std::mem::take(&mut self.allocations) {
            match self.typed_sites.get(&site).copied() {
                Some(element) => self.graph.note_row(region, element),
                None => self.graph.note_fact(region, |facts| facts.untyped = true),
            }
        }
        // ⟦to⟧ = ⟦from⟧ where pointers are copied byte by byte.
        for (to, from) in std::mem::take(&mut self.byte_copies) {
            let pointee = self.graph.contents(from).leaves.get(&[][..]).copied();
            if let Some(pointee) = pointee {
                let stored = self.graph.pointee(to, &[], pointee.ty);
                self.graph.join(stored, pointee.region);
            }
        }
        if self.takes_variadic {
            for region in std::mem::take(&mut self.variadic_args) {
                self.graph.join(self.variadic, region);
            }
            if *world == World::Open {
                self.graph.make_external(self.variadic);
            }
        }
        for (id, function) in self.unit.functions.iter() {
            let node = &self.functions[id.index()];
            let is_entry = match world {
                World::Closed(verified) => function.name == "main" || verified.contains(&id),
                World::Open => {
                    !function.is_static || function.contract.is_some() || (!node.is_called && node.region.is_none())
                }
            };
            if is_entry && function.body.is_some() {
                self.enter_from_outside(id);
            }
        }
        let has_entries = !matches!(world, World::Closed(verified) if verified.is_empty());
        if has_entries || self.calls_unknown {
            self.hand_out_numbers();
        }
        if matches!(world, World::Closed(_)) && self.calls_unknown {
            self.hand_out_results();
        }
        for (id, global) in self.unit.globals.iter() {
            let is_known_outside = !global.is_static && (has_entries || self.calls_unknown || global.is_extern);
            // Whoever has the address may pass it to a function that is verified for all arguments.
            let is_passed = has_entries && self.globals[id.index()].is_address_taken;
            if (is_known_outside || is_passed) && !global.is_ghost {
                let node = self.globals[id.index()];
                self.graph.make_contents_external(node.contents);
                if let Some(region) = node.region {
                    self.graph.make_external(region);
                }
            }
        }
        if matches!(world, World::Closed(_)) && (self.calls_unknown || self.has_pointers_from_outside()) {
            self.let_outside_point_to_globals();
        }
    }

    /// Arguments come from outside and the result goes there.
    fn enter_from_outside(&mut self, id: FunctionId) {
        let function = &self.unit.functions[id];
        let signature = self.functions[id.index()].signature.clone();
        for (number, &param) in signature.params.iter().enumerate() {
            let local = function.params.get(number).map(|&local| &function.locals[local]);
            // `restrict` says nothing about memory that only one of two pointers reaches, so nothing is concluded from it.
            self.graph.make_contents_external(param);
            if let Some(to) = local.and_then(|local| self.pointer_to(local.ty)) {
                self.graph.pointee(param, &[], to);
            }
        }
        self.graph.make_contents_external(signature.result);
    }
}

/// Without conversions between pointers.
fn uncast(pointer: &Expr) -> &Expr {
    match &pointer.kind {
        crate::c::hir::ExprKind::Cast { operand, .. } => uncast(operand),
        _ => pointer,
    }
}
