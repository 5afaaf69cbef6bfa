//! Declarations, contracts and bodies.

use indexmap::map::Entry;
use invar_base::{Id, Span};
use invar_logic::{Definition, FuncId, Term, Trigger, VarId};
use rustc_hash::FxHashMap;

use super::super::typed::{self, Body, FuncKind, Next, ProcKey, Role, VarKey};
use super::super::types::{ParamId, Ty, TypeInfoKind};
use super::Lowering;
use super::instances::is_shallow;
use super::terms::Position;
use crate::check::Check;
use crate::program::{
    Axiom, Block, BlockId, Clause, Cmd, CmdKind, Constant, Global, Impl, Local, LoopHints, Proc, ProcId, Transfer,
    Trust,
};

impl Lowering<'_> {
    pub fn run(&mut self) {
        self.plain_types();
        self.globals();
        self.plain_functions();
        self.axioms();
        self.bodies();
        self.contracts();
        self.function_bodies();
        self.check_generic_bodies();
    }

    /// Types without parameters are declared even if nothing mentions them.
    fn plain_types(&mut self) {
        for id in self.r.types.ids() {
            let info = &self.r.types[id];
            let made_up = self.skolem_types.values().any(|&skolem| skolem == id);
            match info.kind {
                TypeInfoKind::Constructor | TypeInfoKind::Datatype(_) if info.arity == 0 && !made_up => {
                    let span = info.span;
                    self.sort(&Ty::Con(id, Vec::new()), span);
                }
                TypeInfoKind::Constructor | TypeInfoKind::Datatype(_) | TypeInfoKind::Synonym(_) => {}
            }
        }
    }

    fn globals(&mut self) {
        let typed = self.typed.clone();
        for &key in &typed.globals {
            let info = &typed.vars[key];
            let sort = self.sort(&info.ty, info.span);
            let var = self.pool.new_var(&info.name, sort);
            let term = self.pool.var(var);
            self.env.insert(key, term);
            match info.role {
                Role::Constant { unique } => self.program.constants.push(Constant { var, unique, span: info.span }),
                Role::Global => {
                    let old = self.pool.new_var(&format!("old({})", info.name), sort);
                    let old_term = self.pool.var(old);
                    self.old_env.insert(key, old_term);
                    self.program.roles.set(old, crate::roles::Role::Old);
                    self.program.globals.push(Global { var, old, where_: None, span: info.span });
                }
                Role::In | Role::Out | Role::Local | Role::Temporary | Role::Bound | Role::Skolem => {}
            }
        }
        let globals: Vec<VarKey> =
            typed.globals.iter().copied().filter(|&k| typed.vars[k].role == Role::Global).collect();
        for (position, key) in globals.into_iter().enumerate() {
            let (var, where_) = (self.program.globals[position].var, self.where_(key));
            self.program.globals.limit(var, where_);
        }
    }

    fn where_(&mut self, key: VarKey) -> Option<Term> {
        let typed = self.typed.clone();
        typed.vars[key].where_.as_ref().map(|clause| self.term(clause, Position::ASSUMED))
    }

    fn plain_functions(&mut self) {
        let typed = self.typed.clone();
        for (key, info) in typed.functions.iter() {
            if matches!(info.kind, FuncKind::Plain) && info.type_params.is_empty() {
                self.function(key, Vec::new());
            }
        }
        self.function_bodies();
    }

    /// Definitions of the functions declared so far, those that their bodies need included.
    fn function_bodies(&mut self) {
        let mut next = 0;
        while next < self.pending_functions.len() {
            let (key, type_args, function) = self.pending_functions[next].clone();
            next += 1;
            let typed = self.typed.clone();
            let info = &typed.functions[key];
            let Some(body) = &info.body else { continue };
            if !is_shallow(&type_args) {
                self.assume("the definitions of polymorphic functions are left out at deeply nested types");
                continue;
            }
            let outer = self.params.clone();
            self.params.extend(info.type_params.iter().copied().zip(type_args));
            let params = self.bind(&info.params);
            if self.is_poly(body) {
                self.weak_definition(function, &params, body, info.span);
                self.params = outer;
                continue;
            }
            let body = self.term(body, Position::OPAQUE);
            self.params = outer;
            let args: Vec<Term> = params.iter().map(|&var| self.pool.var(var)).collect();
            let application = self.pool.app(function, &args);
            let equation = self.pool.eq(application, body);
            let term = self.pool.forall(&params, vec![Trigger::Pattern(vec![application])], equation);
            self.pool.define_function(function, Definition { params, body });
            self.program.axioms.push(Axiom { term, span: info.span });
        }
        self.pending_functions.clear();
    }

    /// A body with a quantifier over types: what can be said of it as a hypothesis.
    fn weak_definition(&mut self, function: FuncId, params: &[VarId], body: &typed::Expr, span: Span) {
        let args: Vec<Term> = params.iter().map(|&var| self.pool.var(var)).collect();
        let application = self.pool.app(function, &args);
        let after = self.term(body, Position::ASSUMED);
        let before = self.term(body, Position::ASSUMED.flipped());
        let parts = [self.pool.implies(application, after), self.pool.implies(before, application)];
        let equation = self.pool.and(&parts);
        let term = self.pool.forall(params, vec![Trigger::Pattern(vec![application])], equation);
        self.program.axioms.push(Axiom { term, span });
    }

    fn axioms(&mut self) {
        let typed = self.typed.clone();
        for axiom in &typed.axioms {
            let term = self.term(&axiom.expr, Position::ASSUMED);
            self.program.axioms.push(Axiom { term, span: axiom.span });
        }
    }

    // ---- procedures

    /// The procedure at these type arguments; its contract is made later, in this order.
    fn proc(&mut self, key: ProcKey, type_args: Vec<Ty>, trust: Trust) -> ProcId {
        let index = match self.procs.entry((key, type_args, trust == Trust::Free)) {
            Entry::Occupied(entry) => entry.index(),
            Entry::Vacant(entry) => {
                let index = entry.index();
                entry.insert(());
                index
            }
        };
        ProcId::from_index(index)
    }

    fn contracts(&mut self) {
        let mut next = 0;
        while let Some((&(key, ref type_args, free), ())) = self.procs.get_index(next) {
            let type_args = type_args.clone();
            let mut proc = self.contract(key, type_args);
            if free {
                // `free call`: the same contract, its preconditions not checked.
                let checked = proc.requires.iter_mut().filter(|clause| clause.trust == Trust::Checked);
                checked.for_each(|clause| clause.trust = Trust::Free);
            }
            self.program.procs.push(proc);
            next += 1;
        }
    }

    fn contract(&mut self, key: ProcKey, type_args: Vec<Ty>) -> Proc {
        let typed = self.typed.clone();
        let info = &typed.procs[key];
        let name = match info.type_params.iter().zip(&type_args).all(|(param, ty)| self.is_skolem(*param, ty)) {
            true => info.name.clone(),
            false => self.instance_name(&info.name, &type_args),
        };
        self.params = info.type_params.iter().copied().zip(type_args).collect();
        let ins = self.formals(&info.ins);
        let outs = self.formals(&info.outs);
        let requires = self.clauses(&info.requires);
        let ensures = self.clauses(&info.ensures);
        let modifies = info.modifies.iter().filter_map(|key| self.var_of(*key)).collect();
        self.params.clear();
        let (name, span, inline) = (self.pool.intern(&name), info.span, info.inline);
        Proc { name, span, ins, outs, requires, ensures, modifies, inline }
    }

    fn is_skolem(&self, param: ParamId, ty: &Ty) -> bool {
        matches!(ty, Ty::Con(id, _) if self.skolem_types.get(&(param, 0)) == Some(id))
    }

    fn clauses(&mut self, clauses: &[typed::Clause]) -> Vec<Clause> {
        let mut lowered = Vec::new();
        for clause in clauses {
            let at = match clause.trust {
                Trust::Checked => Position::CHECKED,
                Trust::Free | Trust::AlwaysAssumed => Position::ASSUMED,
            };
            let term = self.term(&clause.expr, at);
            lowered.push(Clause { term, trust: clause.trust, span: clause.span, message: clause.message.clone() });
        }
        lowered
    }

    fn formals(&mut self, keys: &[VarKey]) -> Vec<Local> {
        let typed = self.typed.clone();
        let vars = self.bind(keys);
        let mut locals = Vec::new();
        for (&key, var) in keys.iter().zip(vars) {
            locals.push(Local { var, where_: None, span: typed.vars[key].span });
        }
        for (&key, local) in keys.iter().zip(&mut locals) {
            local.where_ = self.where_(key);
        }
        locals
    }

    fn var_of(&self, key: VarKey) -> Option<VarId> {
        match self.pool.op(*self.env.get(&key)?) {
            invar_logic::Op::Var(var) => Some(*var),
            _ => None,
        }
    }

    // ---- bodies

    /// Every procedure at its own (or made-up) type arguments, then the bodies.
    fn bodies(&mut self) {
        let typed = self.typed.clone();
        for (key, info) in typed.procs.iter() {
            let args = info.type_params.iter().map(|&param| self.skolem_type(param, info.span)).collect();
            self.proc(key, args, Trust::Checked);
        }
        for body in &typed.bodies {
            let info = &typed.procs[body.proc];
            let args: Vec<Ty> = info.type_params.iter().map(|&param| self.own_skolem(param)).collect();
            self.params = info.type_params.iter().copied().zip(args.iter().cloned()).collect();
            self.params.extend(body.type_params.iter().copied().zip(args.iter().cloned()));
            let proc = self.proc(body.proc, args, Trust::Checked);
            let lowered = self.body(proc, body);
            self.program.impls.push(lowered);
            self.params.clear();
        }
        self.instance_bodies();
    }

    /// The bodies of procedures that are called at other types than those at which they are verified, or by `free call`:
    /// they are expanded and followed like any other, and not verified by themselves.
    fn instance_bodies(&mut self) {
        let typed = self.typed.clone();
        let mut bodies: FxHashMap<ProcKey, Vec<&Body>> = FxHashMap::default();
        typed.bodies.iter().for_each(|body| bodies.entry(body.proc).or_default().push(body));
        let mut next = 0;
        while let Some((&(key, ref args, free), ())) = self.procs.get_index(next) {
            let (proc, args) = (ProcId::from_index(next), args.clone());
            next += 1;
            let info = &typed.procs[key];
            let is_own = info.type_params.iter().zip(&args).all(|(param, ty)| self.is_skolem(*param, ty));
            let Some(own) = bodies.get(&key).filter(|_| free || !is_own) else { continue };
            if !is_shallow(&args) {
                let message = format!("`{}` calls itself at ever larger types, which is not supported", info.name);
                return self.fail("unsupported", info.span, message);
            }
            for body in own {
                self.params = info.type_params.iter().copied().zip(args.iter().cloned()).collect();
                self.params.extend(body.type_params.iter().copied().zip(args.iter().cloned()));
                let lowered = self.body(proc, body);
                let id = self.program.impls.push(lowered);
                self.program.instances.insert(id);
                self.params.clear();
            }
        }
    }

    pub fn own_skolem(&self, param: ParamId) -> Ty {
        self.skolem_types.get(&(param, 0)).map_or(Ty::Error, |&id| Ty::Con(id, Vec::new()))
    }

    fn body(&mut self, proc: ProcId, body: &Body) -> Impl {
        let typed = self.typed.clone();
        let info = &typed.procs[body.proc];
        let ins = self.impl_formals(&body.ins, &info.ins);
        let outs = self.impl_formals(&body.outs, &info.outs);
        let (mut ins, mut outs) = (ins, outs);
        // The procedure's `where` clauses, about this body's formals.
        for (&key, local) in info.ins.iter().chain(&info.outs).zip(ins.iter_mut().chain(&mut outs)) {
            local.where_ = self.where_(key);
        }
        let mut locals = self.locals(&body.code.locals);
        let (saved, mut first) = self.entry_measure(body.proc);
        locals.extend(saved);
        let mut blocks = invar_base::Arena::new();
        for block in &body.code.blocks {
            let mut block = self.block(block);
            block.cmds.splice(0..0, first.drain(..));
            blocks.push(block);
        }
        Impl { proc, span: body.span, ins, outs, locals, blocks, entry: BlockId::from_index(0) }
    }

    fn impl_formals(&mut self, own: &[VarKey], proc: &[VarKey]) -> Vec<Local> {
        let typed = self.typed.clone();
        let vars = self.bind(own);
        for (&key, &var) in proc.iter().zip(&vars) {
            let term = self.pool.var(var);
            self.env.insert(key, term);
        }
        let span = |key: VarKey| typed.vars[key].span;
        own.iter().zip(vars).map(|(&key, var)| Local { var, where_: None, span: span(key) }).collect()
    }

    pub fn locals(&mut self, keys: &[VarKey]) -> Vec<Local> {
        let typed = self.typed.clone();
        let mut locals = Vec::new();
        for &key in keys {
            let info = &typed.vars[key];
            let sort = self.sort(&info.ty, info.span);
            let var = match info.role {
                Role::Temporary => self.pool.fresh_var(&info.name, sort),
                _ => self.pool.new_var(&info.name, sort),
            };
            let term = self.pool.var(var);
            self.env.insert(key, term);
            locals.push(Local { var, where_: None, span: info.span });
        }
        for (&key, local) in keys.iter().zip(&mut locals) {
            local.where_ = self.where_(key);
        }
        locals
    }

    fn block(&mut self, block: &typed::Block) -> Block {
        let skolems = self.bind(&block.skolems);
        let predicates = self.opaque_terms(&block.predicates);
        let templates = self.opaque_terms(&block.templates);
        let mut cmds = Vec::new();
        for cmd in &block.cmds {
            cmds.extend(self.measure_of_call(cmd));
            cmds.extend(self.cmd(cmd));
        }
        let next = match &block.next {
            Next::Goto(targets) => Transfer::Goto(targets.iter().map(|&target| BlockId::from_index(target)).collect()),
            Next::Return | Next::Value(_) => Transfer::Return,
        };
        let label = self.pool.intern(&block.label);
        Block { label, span: block.span, hints: LoopHints { predicates, skolems, templates }, cmds, next }
    }

    fn cmd(&mut self, cmd: &typed::Cmd) -> Option<Cmd> {
        let kind = match &cmd.kind {
            typed::CmdKind::Assign(key, expr) => {
                let value = self.term(expr, Position::OPAQUE);
                CmdKind::Assign(self.var_of(*key)?, value)
            }
            typed::CmdKind::Havoc(key) => CmdKind::Havoc(self.var_of(*key)?),
            typed::CmdKind::Assume(expr) => CmdKind::Assume(self.term(expr, Position::ASSUMED)),
            typed::CmdKind::Assert { kind, cond, message, subsumption: _ } => {
                let term = self.term(cond, Position::CHECKED);
                let check = Check { message: message.clone(), ..Check::new(*kind, cmd.span) };
                CmdKind::Assert(self.program.checks.push(check), term)
            }
            typed::CmdKind::Call { callee, type_args, trust, ins, outs } => {
                self.call_cmd((*callee, *trust), type_args, ins, outs)
            }
        };
        Some(Cmd { kind, span: cmd.span })
    }

    fn call_cmd(
        &mut self,
        (callee, trust): (ProcKey, Trust),
        type_args: &[Ty],
        ins: &[typed::Expr],
        outs: &[VarKey],
    ) -> CmdKind {
        let type_args = self.concrete_all(type_args);
        let callee = self.proc(callee, type_args, trust);
        let ins = self.opaque_terms(ins);
        let outs = outs.iter().filter_map(|&key| self.var_of(key)).collect();
        CmdKind::Call { callee, ins, outs }
    }
}
