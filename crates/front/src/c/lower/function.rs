//! Functions to procedures: formals, entry, exit, and what the finished program says as a whole.

use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use invar_base::Id;
use invar_gcl::source::Shown;
use invar_gcl::{Block, BlockId, Cmd, CmdKind, Impl, ImplId, Local, ProcId, Program, Role, Transfer, Vacuity};
use invar_logic::{Sort, Term, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::body::Ends;
use super::code::Body;
use super::layout::Layout;
use super::leaves::Place;
use super::program::{Closure, Cx, LeafVars, Open, Part, VarStorage};
use super::written::Lowered;
use crate::c::hir::{self, Function, FunctionId, LocalId};
use crate::c::options::Headers;
use crate::c::order::{Extent, Interferences, Order};
use crate::c::points_to::{Storage, Variable};

/// A procedure for every function with a body or a contract.
pub fn declare_all(cx: &mut Cx<'_>) {
    let unit = cx.unit;
    for (id, function) in unit.functions.iter() {
        if function.body.is_none() && cx.contract_of(id).is_none() {
            continue;
        }
        cx.b.span = function.name_span;
        let ins = formals(cx, id, function);
        let outs = results(cx, id, function);
        let proc = cx.b.proc(&function.name, ins.1, outs.1, Vec::new());
        cx.procedures.ids.insert(id, proc);
        super::spec::contract(cx, id, proc, &ins.0, &outs.0);
        cx.procedures.formals.insert(id, ins.0);
        if function.body.is_some() && !cx.is_modular(id) {
            cx.b.program.procs[proc].inline = Some(1);
        }
    }
}

type Formals = (Vec<Vec<LeafVars>>, Vec<Local>);

/// The parameters' leaves, and all their variables in order.
fn formals(cx: &mut Cx<'_>, id: FunctionId, function: &Function) -> Formals {
    let (mut leaves, mut locals) = (Vec::new(), Vec::new());
    for &param in &function.params {
        let local = &function.locals[param];
        cx.b.span = local.span;
        let made = cx.plain_leaves(&local.name, local.ty, Variable::Local(id, param), Place::Local);
        locals.extend(made.iter().flat_map(|vars| declared(cx, vars)).collect::<Vec<_>>());
        leaves.push(made);
    }
    (leaves, locals)
}

fn results(cx: &mut Cx<'_>, id: FunctionId, function: &Function) -> (Vec<LeafVars>, Vec<Local>) {
    let leaves = cx.shapes.leaves(&cx.unit.types, function.ty.result);
    let (mut made, mut locals) = (Vec::new(), Vec::new());
    cx.b.span = function.name_span;
    for leaf in leaves.iter() {
        let is_pointer = cx.unit.types.is_pointer(leaf.ty);
        let target = is_pointer.then(|| cx.regions.result_target(id, &leaf.fields()));
        let stem = super::shape::leaf_name(&cx.unit.types, "\\result", function.ty.result, leaf);
        let vars = cx.leaf_vars(&stem, leaf, target, Place::Local);
        cx.name_leaf("the result", function.ty.result, &vars);
        locals.extend(declared(cx, &vars));
        made.push(vars);
    }
    (made, locals)
}

fn declared(cx: &mut Cx<'_>, vars: &LeafVars) -> Vec<Local> {
    let span = cx.b.span;
    let mut locals = Vec::new();
    for &(part, var) in &vars.parts {
        let range = cx.where_(var, &vars.leaf, part);
        let where_ = if part == Part::Offset && !cx.is_closed() { cx.unmoved_null(vars) } else { range };
        locals.push(Local { var, where_, span });
    }
    locals
}

/// All bodies.
pub fn define_all(cx: &mut Cx<'_>) -> Vec<Lowered> {
    let unit = cx.unit;
    let extent = if cx.is_closed() { Extent::Whole } else { Extent::Part };
    let mut order = Order::new(unit, cx.regions, extent);
    let bodies = unit.functions.iter().filter_map(|(id, function)| Some((id, function.body.as_ref()?)));
    bodies.filter_map(|(id, body)| define(cx, id, body, order.interferences(id))).collect()
}

/// Finished bodies become implementations.
pub fn add_bodies(cx: &mut Cx<'_>, functions: Vec<Lowered>) {
    for Lowered { id, proc, blocks, locals, ins, outs, entry_copies, .. } in functions {
        let span = cx.unit.functions[id].name_span;
        let (blocks, entry) = prune(&blocks);
        cx.name_arguments(&entry_copies, &blocks);
        cx.b.program.impls.push(Impl { proc, span, ins, outs, locals, blocks, entry });
    }
}

fn define(cx: &mut Cx<'_>, id: FunctionId, stmt: &crate::c::hir::Stmt, order: Interferences) -> Option<Lowered> {
    let unit = cx.unit;
    let function = &unit.functions[id];
    let &proc = cx.procedures.ids.get(&id)?;
    cx.b.span = function.name_span;
    let (params, ins) = formals(cx, id, function);
    let (result, outs) = results(cx, id, function);
    cx.procedures.impl_formals.insert(id, params.clone());
    let mut body = Body::new(cx, id);
    body.result = result;
    body.order = order;
    let starts = body.cx.closure == Closure::From(id);
    let is_entry = body.cx.is_entry(id);
    let mut targets = BTreeSet::new();
    body.span = function.name_span;
    if starts {
        body.initialise_globals();
    } else if is_entry {
        for (&param, leaves) in function.params.iter().zip(&params) {
            for vars in leaves.iter().filter(|vars| body.cx.unit.types.is_pointer(vars.leaf.ty)) {
                let target = body.cx.regions.variable_pointee(Variable::Local(id, param), &vars.leaf.fields());
                body.assume_kind_of_target(vars, target, &mut targets);
                body.assume_alignment(vars, target);
                body.assume_size(vars, target);
            }
        }
    }
    for (span, what) in body.cx.procedures.clause_problems.get(&id).cloned().unwrap_or_default() {
        body.span = span;
        body.approximate(what);
    }
    body.variables(&params);
    if starts {
        body.count_of_arguments(&params);
    }
    if starts || is_entry {
        body.doubt_start();
        body.span = function.name_span;
    }
    body.written = (!body.cx.views.is_empty()).then(Vec::new);
    // The entry block only prepares; reports of runs begin after it.
    let first = body.block("first");
    let prepared = body.current;
    body.goto(first);
    body.continue_in(first);
    if starts && !unit.constructors.is_empty() {
        body.call_all(&unit.constructors);
        body.assume_start();
    }
    body.entry_checks();
    body.stmt(stmt);
    body.save_at_labels();
    body.finish_leaps();
    body.finish_function(starts);
    if body.uses_arguments {
        body.continue_in(prepared);
        body.span = function.name_span;
        body.arguments_of_main(&params);
    }
    if starts && unit.constructors.is_empty() {
        body.continue_in(prepared);
        body.assume_start();
    }
    body.finish_loads();
    let mentioned = body.mentioned.clone();
    if is_entry {
        body.open_entry(&targets);
    }
    body.name_labels();
    let Body { blocks, locals, entry_copies, written, .. } = body;
    if is_entry && !function.is_library {
        super::separation::offer(cx, id, &mentioned);
        if function.contract.is_none() && cx.options.property.is_none() {
            super::conditions::offer(cx, id);
        }
    }
    Some(Lowered { id, proc, blocks, locals, written: written.unwrap_or_default(), ins, outs, entry_copies })
}

impl Body<'_, '_> {
    /// Every local variable gets its storage; parameters start with the argument.
    fn variables(&mut self, params: &[Vec<LeafVars>]) {
        let function = self.function;
        let formals: FxHashMap<LocalId, &Vec<LeafVars>> = function.params.iter().copied().zip(params).collect();
        for (id, local) in function.locals.iter() {
            self.span = local.span;
            let formal = formals.get(&id).copied();
            match self.cx.regions.local(self.id, id) {
                Storage::Plain => self.plain_variable(id, local, formal),
                Storage::Object(region) => {
                    let name = format!("{}@address", local.name);
                    let var = self.declare(&name, Sort::INT);
                    self.cx.b.program.roles.set(var, Role::Address);
                    let shown = Shown::Address(self.cx.object_name(&local.name, region, local.ty));
                    let source = &mut self.cx.b.program.source;
                    source.variables.insert(var, shown);
                    Arc::make_mut(&mut source.scopes).variables.insert(var, local.scope.into_iter().collect());
                    let object = self.var(var);
                    self.vars.insert(id, VarStorage::Object(region, object));
                    if formal.is_none() {
                        let none = self.int(0);
                        self.assign(var, none);
                    }
                    if let Some(formal) = formal {
                        self.declare_local(id);
                        let value = self.value_of_vars(local.ty, formal);
                        let location = self.local_location(id);
                        self.put(&location, local.ty, &value);
                    }
                }
            }
        }
    }

    /// The start of a program that calls a `main` with a contract: its `requires` says how the program is started.
    fn assume_start(&mut self) {
        let unit = self.cx.unit;
        let Some(main) = self.function.starts else { return };
        let Some(contract) = self.cx.contract_of(main) else { return };
        for clause in &contract.requires {
            let term = self.statement(&clause.term);
            if self.problems.is_empty() {
                self.span = clause.span;
                self.assume(term);
                let name = &unit.functions[main].name;
                self.cx.assumptions.insert(format!("the program is started as `requires` of `{name}` says"));
            }
            self.flush_problems();
        }
        self.span = self.function.name_span;
    }

    /// A parameter that is written has a variable of its own, since formals are constant.
    fn plain_variable(&mut self, id: LocalId, local: &hir::Local, formal: Option<&Vec<LeafVars>>) {
        let variable = Variable::Local(self.id, id);
        let leaves = self.cx.plain_leaves(&local.name, local.ty, variable, Place::Local);
        for vars in &leaves {
            self.cx.scope_leaf(vars, local.scope);
            self.declare_leaf(vars);
            for &(_, var) in &vars.parts {
                self.cx.open.insert(var, Open::Local(self.id, id, vars.leaf.clone()));
            }
        }
        if let Some(formal) = formal {
            for (copy, given) in leaves.iter().zip(formal) {
                for (&(_, copy), &(_, given)) in copy.parts.iter().zip(&given.parts) {
                    let value = self.var(given);
                    self.assign(copy, value);
                    self.entry_copies.insert(copy, given);
                }
            }
        }
        self.vars.insert(id, VarStorage::Plain(Rc::new(leaves)));
    }

    /// What the function may rely on about the objects it mentions comes first; only now is it known which they are.
    fn open_entry(&mut self, targets: &BTreeSet<usize>) {
        let entry = BlockId::from_index(0);
        let code = std::mem::take(&mut self.blocks[entry].cmds);
        self.continue_in(entry);
        self.span = self.function.name_span;
        self.assume_fixed_objects(targets);
        self.assume_demanded();
        self.blocks[entry].cmds.extend(code);
    }

    /// Behaviours that are declared complete or disjoint.
    fn entry_checks(&mut self) {
        let Some(contract) = self.cx.contract_of(self.id) else { return };
        self.unchecked_clauses(contract);
        for clause in &contract.entry_checks {
            let term = self.statement(&clause.term);
            self.flush_problems();
            self.span = clause.span;
            self.assert_always(invar_gcl::CheckKind::Assertion, term);
        }
    }

    /// Falling off the end returns, as every `return` does.
    fn finish_function(&mut self, starts: bool) {
        let is_main = self.function.name == "main" && starts;
        if is_main {
            let zero = self.int(0);
            let outs: Vec<VarId> = self.result.iter().flat_map(|vars| vars.parts.iter().map(|(_, var)| *var)).collect();
            for var in outs {
                self.assign(var, zero);
            }
        }
        // The outermost scope holds the parameters that are objects.
        let dying: Vec<Term> = self.scopes.root().iter().flat_map(|root| &root.objects).map(|o| o.object).collect();
        self.goto(self.returns);
        self.continue_in(self.returns);
        for object in dying {
            self.kill(object);
        }
        if self.has_alloca {
            self.kill_alloca(starts);
        }
        if starts {
            self.call_all(&self.cx.unit.destructors);
        }
        if is_main {
            self.leak_check(&[], Ends::WithMain);
        }
    }

    /// What `alloca` made since the function was entered dies: all objects from then on that no `free` could free.
    fn kill_alloca(&mut self, starts: bool) {
        let (live, heap, next) = (self.cx.live, self.cx.heap, self.cx.next);
        let first = if starts {
            self.int(self.cx.numbers.first_free as i128)
        } else {
            let saved = self.declare("next on entry@", Sort::INT);
            let kind = invar_gcl::CmdKind::Assign(saved, self.var(next));
            let span = self.function.name_span;
            self.blocks[BlockId::from_index(0)].cmds.insert(0, invar_gcl::Cmd { kind, span });
            self.var(saved)
        };
        let (lives, heap) = (self.var(live), self.var(heap));
        let pool = self.pool();
        let bound = pool.fresh_var("o@", Sort::INT);
        let object = pool.var(bound);
        let (is_live, allocated) = (pool.select(lives, &[object]), pool.select(heap, &[object]));
        let older = pool.lt(object, first);
        let stays = pool.or(&[older, allocated]);
        let after = pool.and(&[is_live, stays]);
        let term = pool.lambda(&[bound], after);
        self.assign(live, term);
    }
}

/// Only blocks that the entry reaches, the entry first.
fn prune(blocks: &invar_base::Arena<BlockId, Block>) -> (invar_base::Arena<BlockId, Block>, BlockId) {
    let entry = BlockId::from_index(0);
    let mut order = Vec::new();
    let mut seen: FxHashSet<BlockId> = FxHashSet::default();
    let mut work = vec![entry];
    seen.insert(entry);
    while let Some(id) = work.pop() {
        order.push(id);
        for &next in blocks[id].next.targets().iter().rev() {
            if seen.insert(next) {
                work.push(next);
            }
        }
    }
    let numbers: FxHashMap<BlockId, BlockId> =
        order.iter().enumerate().map(|(number, &id)| (id, BlockId::from_index(number))).collect();
    let mut kept = invar_base::Arena::new();
    for id in order {
        let mut block = blocks[id].clone();
        if let Transfer::Goto(targets) = &mut block.next {
            targets.iter_mut().for_each(|target| *target = numbers[target]);
        }
        kept.push(block);
    }
    (kept, entry)
}

/// The whole program: what each procedure modifies, what is verified, what is assumed.
pub fn finish(mut cx: Cx<'_>) -> (Program, Layout) {
    fill_modifies(&mut cx);
    for lemma in &cx.unit.logic.lemmas {
        let kind = if lemma.is_axiom { "axiom" } else { "lemma" };
        cx.assumptions.insert(format!("the {kind} `{}` is neither proved nor used", lemma.name));
    }
    cx.name_memory();
    super::spec::frames(&mut cx);
    let targets = targets(&cx);
    cx.b.program.inner = inner(&cx, &targets);
    cx.b.program.targets = Some(targets);
    cx.b.program.vacuity = match cx.options.property {
        None => Vacuity::Doubts,
        Some(_) => Vacuity::Proves,
    };
    cx.b.program.approximations = Some(cx.approximations());
    cx.b.program.assumptions = cx.assumptions.iter().cloned().collect();
    let layout = cx.layout();
    (cx.b.finish(), layout)
}

/// Globals that a body assigns, and those that its callees modify.
fn fill_modifies(cx: &mut Cx<'_>) {
    let program = &mut cx.b.program;
    let globals: FxHashSet<VarId> = program.globals.iter().map(|global| global.var).collect();
    let count = program.procs.len();
    let mut writes: Vec<FxHashSet<VarId>> =
        program.procs.values().map(|proc| proc.modifies.iter().copied().collect()).collect();
    // One more node for code outside the unit: it calls what it can name or was given.
    let (outside, count) = (count, count + 1);
    writes.push(FxHashSet::default());
    let mut callers: Vec<FxHashSet<usize>> = vec![FxHashSet::default(); count];
    for called in cx.regions.outside().functions.iter().filter_map(|id| cx.procedures.ids.get(id)) {
        callers[called.index()].insert(outside);
    }
    let unseen = program.procs.iter().filter(|(_, proc)| proc.modifies.contains(&cx.outside));
    callers[outside].extend(unseen.map(|(id, _)| id.index()));
    for body in program.impls.values() {
        let proc = body.proc.index();
        for cmd in body.blocks.values().flat_map(|block| &block.cmds) {
            match &cmd.kind {
                CmdKind::Havoc(var) if *var == cx.outside => drop(callers[outside].insert(proc)),
                CmdKind::Assign(var, _) | CmdKind::Havoc(var) => {
                    if globals.contains(var) {
                        writes[proc].insert(*var);
                    }
                }
                CmdKind::Call { callee, .. } => {
                    callers[callee.index()].insert(proc);
                }
                CmdKind::Assume(_) | CmdKind::Assert(..) => {}
            }
        }
    }
    let mut work: Vec<usize> = (0..count).collect();
    while let Some(callee) = work.pop() {
        let written = writes[callee].clone();
        for &caller in &callers[callee] {
            let before = writes[caller].len();
            writes[caller].extend(written.iter().copied());
            if writes[caller].len() > before {
                work.push(caller);
            }
        }
    }
    let order: Vec<VarId> = program.globals.iter().map(|global| global.var).collect();
    let bookkeeping = [cx.live, cx.size, cx.next, cx.heap, cx.flag];
    let outside_writes: Vec<VarId> =
        order.iter().copied().filter(|var| writes[outside].contains(var) && !bookkeeping.contains(var)).collect();
    for body in program.impls.values_mut() {
        for block in body.blocks.values_mut() {
            write_outside(block, cx.outside, &outside_writes);
        }
    }
    for (proc, written) in program.procs.values_mut().zip(writes) {
        proc.modifies = order.iter().copied().filter(|var| written.contains(var)).collect();
    }
}

/// What stands for the variables that code outside writes becomes these.
fn write_outside(block: &mut Block, outside: VarId, written: &[VarId]) {
    let is_outside = |cmd: &Cmd| matches!(cmd.kind, CmdKind::Havoc(var) if var == outside);
    if !block.cmds.iter().any(is_outside) {
        return;
    }
    for cmd in std::mem::take(&mut block.cmds) {
        if is_outside(&cmd) {
            block.cmds.extend(written.iter().map(|&var| Cmd { kind: CmdKind::Havoc(var), span: cmd.span }));
        } else {
            block.cmds.push(cmd);
        }
    }
}

/// Those of the targets that only functions of this unit can call, by name, and that have no contract.
fn inner(cx: &Cx<'_>, targets: &[ImplId]) -> BTreeSet<ImplId> {
    let functions: FxHashMap<ProcId, FunctionId> =
        cx.procedures.ids.iter().map(|(function, proc)| (*proc, *function)).collect();
    let is_inner = |id: &ImplId| {
        let Some(&function) = functions.get(&cx.b.program.impls[*id].proc) else { return false };
        let code = &cx.unit.functions[function];
        let is_called = cx.uses.called.contains(&function) && !cx.uses.addressed.contains(&function);
        code.is_static && code.contract.is_none() && is_called
    };
    targets.iter().copied().filter(is_inner).collect()
}

/// As `docs/c.md` says: from `main` with every function that has a contract; every function if there is no `main`.
fn targets(cx: &Cx<'_>) -> Vec<ImplId> {
    let program = &cx.b.program;
    let functions: FxHashMap<ProcId, FunctionId> =
        cx.procedures.ids.iter().map(|(function, proc)| (*proc, *function)).collect();
    let function_of = |id: ImplId| functions.get(&program.impls[id].proc).copied();
    let start = match cx.closure {
        Closure::Open => None,
        Closure::From(id) => Some(id),
    };
    let wanted = |id: &ImplId| {
        let Some(function) = function_of(*id) else { return false };
        let code = &cx.unit.functions[function];
        let is_elsewhere = code.is_system || code.is_of_header && cx.options.headers == Headers::Contracts;
        if code.is_library || is_elsewhere && code.contract.is_none() {
            return false;
        }
        match start {
            None => true,
            Some(start) => {
                let contract = cx.is_modular(function);
                function == start || contract
            }
        }
    };
    program.impls.ids().filter(wanted).collect()
}
