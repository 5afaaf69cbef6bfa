//! Calls: of functions with a body or contract, through pointers, of functions that nobody has seen.

use std::rc::Rc;

use invar_gcl::{CheckKind, CmdKind, Local};
use invar_logic::Term;

use crate::c::hir::{Builtin, Call, Callee, Expr, Function, FunctionId, LocalId};
use crate::c::library;
use crate::c::lower::code::{Body, Pointer, Value, Wanted};
use crate::c::lower::ints;
use crate::c::lower::known::KnownCall;
use crate::c::lower::leaves::Place;
use crate::c::lower::program::{LeafVars, Part, VarStorage};
use crate::c::lower::unseen::Idle;
use crate::c::points_to::Variable;
use crate::c::types::{FloatKind, IntKind, Type, TypeId, Types};

impl Body<'_, '_> {
    pub fn call(&mut self, call: &Call, ty: TypeId) -> Value {
        self.call_with_hint(call, ty, None, Wanted::Value)
    }

    /// A call of whose result not everything matters.
    pub fn call_wanting(&mut self, call: &Call, ty: TypeId, wanted: Wanted) -> Value {
        self.call_with_hint(call, ty, None, wanted)
    }

    /// `hint`: what the result is cast to a pointer to; it tells what an allocation holds.
    pub fn call_with_hint(&mut self, call: &Call, ty: TypeId, hint: Option<TypeId>, wanted: Wanted) -> Value {
        match &call.callee {
            Callee::Direct(id) => self.direct_call(*id, call, ty, hint, wanted),
            Callee::Pointer(pointer) => self.pointer_call(pointer, call, ty),
            Callee::Builtin(builtin) => self.builtin_call(*builtin, call, ty, hint),
        }
    }

    fn direct_call(&mut self, id: FunctionId, call: &Call, ty: TypeId, hint: Option<TypeId>, wanted: Wanted) -> Value {
        let function = &self.cx.unit.functions[id];
        self.doubt_function(id);
        if function.name == "exit" && function.body.is_none() {
            self.run_destructors(call);
        }
        if function.body.is_none()
            && self.cx.contract_of(id).is_none()
            && let Some(value) = self.library_call(&function.name, call, ty, hint)
        {
            self.after_built_in(&function.name);
            return value;
        }
        let facts = library::facts_of(function, &self.cx.unit.types);
        let args = match facts.and_then(|facts| facts.printed_after()) {
            Some(format) if !self.cx.procedures.ids.contains_key(&id) => self.printed_arguments(&call.args, format),
            Some(_) | None => self.arguments(&call.args),
        };
        self.call_by_name(id, call, &args, ty, wanted)
    }

    /// A function of the program, one that the library's table describes, or one of which nothing is known.
    fn call_by_name(&mut self, id: FunctionId, call: &Call, args: &[Value], ty: TypeId, wanted: Wanted) -> Value {
        let function = &self.cx.unit.functions[id];
        if self.cx.procedures.ids.contains_key(&id) {
            let args = self.as_parameters(id, call, args.to_vec());
            let value = self.proc_call(id, &args, ty);
            return if function.is_library { self.library_result(function, value, wanted) } else { value };
        }
        match library::facts_of(function, &self.cx.unit.types) {
            Some(facts) if function.doubt.is_none() => {
                self.known_call(KnownCall { facts, name: &function.name, call, args }, ty, wanted)
            }
            Some(_) | None => match self.constant_call(id, args, ty) {
                Some(value) => value,
                None => self.unknown_call(&function.name, call, ty),
            },
        }
    }

    /// After a call of a function whose meaning is built in. Those of SV-COMP are not of the library.
    fn after_built_in(&mut self, name: &str) {
        if !name.starts_with("__VERIFIER_") {
            self.forget_errno();
        }
    }

    /// After a call of a function of the library that has a body here.
    fn library_result(&mut self, function: &Function, value: Value, wanted: Wanted) -> Value {
        if function.name == "__errno_location" {
            self.find_errno();
        } else {
            self.forget_errno();
        }
        match library::facts(&function.name) {
            Some(facts) => self.only_promised(facts.result, &function.name, value, wanted),
            None => value,
        }
    }

    /// `exit` calls them before the program ends.
    fn run_destructors(&mut self, call: &Call) {
        if !self.cx.is_closed() || self.cx.unit.destructors.is_empty() {
            return;
        }
        if call.args.iter().any(|arg| self.has_effects(arg)) {
            self.doubt("functions that run after `exit`".to_string());
        }
        self.call_all(&self.cx.unit.destructors);
    }

    /// Functions that the system calls, without arguments.
    pub fn call_all(&mut self, functions: &[FunctionId]) {
        for &id in functions {
            let result = self.cx.unit.functions[id].ty.result;
            self.doubt_function(id);
            self.proc_call(id, &[], result);
        }
    }

    /// The arguments as the parameters of the function hold them. Without a prototype they are passed promoted, and an
    /// old-style function converts them back (C11 6.5.2.2, 6.9.1); what does not fit is undefined.
    fn as_parameters(&mut self, id: FunctionId, call: &Call, args: Vec<Value>) -> Vec<Value> {
        let function = &self.cx.unit.functions[id];
        let count = function.params.len();
        if args.len() < count || args.len() > count && !function.ty.variadic {
            self.doubt(format!("too few or too many arguments for `{}`", function.name));
        }
        let mut values = Vec::new();
        for (position, value) in args.into_iter().enumerate() {
            let wanted = function.params.get(position).map(|&param| function.locals[param].ty);
            values.push(match (wanted, call.args.get(position)) {
                (Some(wanted), Some(arg)) => self.as_parameter(id, value, arg.ty, wanted),
                (_, _) => value,
            });
        }
        self.check_demanded(id, &values);
        values
    }

    /// `T a[static n]` asks for that many elements of an argument. Properties of the whole program do not.
    fn check_demanded(&mut self, id: FunctionId, args: &[Value]) {
        let function = &self.cx.unit.functions[id];
        if self.cx.options.property.is_some() {
            return;
        }
        for (&param, value) in function.params.iter().zip(args) {
            if let Value::Pointer(pointer) = *value {
                for (kind, term) in self.demanded(id, param, pointer) {
                    self.check(kind, term);
                }
            }
        }
    }

    /// What a parameter of this form demands of the pointer that it gets.
    pub fn demanded(&mut self, id: FunctionId, param: LocalId, pointer: Pointer) -> Vec<(CheckKind, Term)> {
        let elements = self.cx.unit.functions[id].locals[param].elements;
        if elements == 0 {
            return Vec::new();
        }
        let region = self.cx.regions.variable_pointee(Variable::Local(id, param), &[]);
        let types = &self.cx.unit.types;
        let element = types.pointee(self.cx.unit.functions[id].locals[param].ty);
        let Some(each) = element.and_then(|element| self.units(region, element)) else { return Vec::new() };
        let length = self.int(i128::from(elements) * i128::from(each));
        self.range_checks(region, pointer, length)
    }

    fn as_parameter(&mut self, id: FunctionId, value: Value, given: TypeId, wanted: TypeId) -> Value {
        if self.are_alike(given, wanted) {
            return value;
        }
        let (types, function) = (&self.cx.unit.types, &self.cx.unit.functions[id]);
        let kinds = (types.int_kind(given), types.int_kind(wanted));
        match (function.is_old_style, kinds) {
            // Promotion keeps the sign of nothing that is narrower than `int`.
            (true, (Some(IntKind::Int), Some(param))) if types.bits(param) < types.bits(IntKind::Int) => {
                self.convert_scalar(value, given, wanted)
            }
            // Of one size: what both types can hold.
            (true, (Some(arg), Some(param))) if types.bits(arg) == types.bits(param) => {
                let converted = self.convert_scalar(value.clone(), given, wanted);
                let (old, new) = (self.part_of(&value, Part::Int), self.part_of(&converted, Part::Int));
                let same = self.pool().eq(old, new);
                self.doubt_unless(same, "an argument that does not fit its parameter");
                converted
            }
            (true, (None, None)) if is_double_for_float(types, given, wanted) => {
                self.convert_scalar(value, given, wanted)
            }
            (_, _) => {
                self.doubt(format!("arguments of other types than the parameters of `{}`", function.name));
                self.any_value(wanted)
            }
        }
    }

    /// Are values of both types passed alike? Pointers are, whatever they point to.
    fn are_alike(&self, a: TypeId, b: TypeId) -> bool {
        let types = &self.cx.unit.types;
        let integers = types.int_kind(a).is_some() && types.int_kind(a) == types.int_kind(b);
        let opaque = matches!(types.get(a), Type::Error) || matches!(types.get(b), Type::Error);
        a == b || integers || opaque || types.is_pointer(a) && types.is_pointer(b)
    }

    /// A result at the type that the call was made with.
    fn as_result(&mut self, value: Value, given: TypeId, wanted: TypeId) -> Value {
        if self.are_alike(given, wanted) {
            return value;
        }
        if !self.cx.unit.types.is_void(wanted) {
            self.doubt("calls of functions at another type than their own".to_string());
        }
        self.any_value(wanted)
    }

    /// A call of a procedure of the program.
    fn proc_call(&mut self, id: FunctionId, args: &[Value], ty: TypeId) -> Value {
        let function = &self.cx.unit.functions[id];
        let Some(&callee) = self.cx.procedures.ids.get(&id) else { return self.any_value(ty) };
        // The call itself is the error, whatever body a task gives the function.
        if matches!(function.name.as_str(), "reach_error" | "__VERIFIER_error") && self.cx.wants(CheckKind::Unreachable)
        {
            self.check(CheckKind::Unreachable, Term::FALSE);
        }
        let mut ins = Vec::new();
        for (position, &param) in function.params.iter().enumerate() {
            let param_ty = function.locals[param].ty;
            match args.get(position) {
                Some(value) => ins.extend(self.argument_parts(id, param, value, param_ty)),
                None => {
                    let any = self.any_value(param_ty);
                    ins.extend(self.argument_parts(id, param, &any, param_ty));
                }
            }
        }
        let results = self.result_variables(id, ty);
        let outs = results.iter().flat_map(|vars| vars.parts.iter().map(|(_, var)| *var)).collect();
        if self.cx.procedures.has_own_memory.contains(&id) {
            self.new_memory_outside();
        }
        self.emit(CmdKind::Call { callee, ins, outs });
        self.doubt_contract(id);
        if function.is_noreturn {
            if function.body.is_some() && !self.cx.is_modular(id) {
                self.doubt(format!("returns of `{}`, which should not return,", function.name));
            }
            self.assume(Term::FALSE);
        }
        self.value_of_vars(ty, &results)
    }

    /// A call by contract forgets more than the function may write, or knows nothing of what it frees.
    fn doubt_contract(&mut self, id: FunctionId) {
        let function = &self.cx.unit.functions[id];
        let Some(contract) = self.cx.contract_of(id) else { return };
        if function.body.is_none() && contract.frees {
            self.doubt(format!("objects that `{}` frees", function.name));
        }
        let by_contract = function.body.is_none() || self.cx.is_modular(id);
        if by_contract && self.cx.procedures.inexact.contains(&id) {
            self.approximate(format!("what `{}` may write", function.name));
        }
    }

    /// The parts that the callee wants for a parameter.
    fn argument_parts(
        &mut self,
        id: FunctionId,
        param: crate::c::hir::LocalId,
        value: &Value,
        ty: TypeId,
    ) -> Vec<Term> {
        let leaves = self.leaves(ty);
        let mut parts = Vec::new();
        for (number, leaf) in leaves.iter().enumerate() {
            let is_pointer = self.cx.unit.types.is_pointer(leaf.ty);
            let variable = crate::c::points_to::Variable::Local(id, param);
            let target = is_pointer.then(|| self.cx.regions.variable_pointee(variable, &leaf.fields()));
            for (which, &part) in self.cx.parts(leaf.ty, target).iter().enumerate() {
                parts.push(match value {
                    Value::Record(leaves) => match leaves.get(number).and_then(|parts| parts.get(which)) {
                        Some(&term) => term,
                        None => self.int(0),
                    },
                    Value::Void | Value::Int(_) | Value::Pointer(_) | Value::Token(_) => self.part_of(value, part),
                });
            }
        }
        parts
    }

    fn result_variables(&mut self, id: FunctionId, ty: TypeId) -> Vec<LeafVars> {
        let name = format!("{}()", self.cx.unit.functions[id].name);
        let leaves = self.leaves(ty);
        let mut made = Vec::new();
        for leaf in leaves.iter() {
            let is_pointer = self.cx.unit.types.is_pointer(leaf.ty);
            let target = is_pointer.then(|| self.cx.regions.result_target(id, &leaf.fields()));
            let vars = self.cx.leaf_vars(&name, leaf, target, Place::Local);
            self.cx.name_leaf(&name, ty, &vars);
            for &(part, var) in &vars.parts {
                let where_ = self.cx.where_(var, &vars.leaf, part);
                self.locals.push(Local { var, where_, span: self.span });
            }
            made.push(vars);
        }
        made
    }

    /// The value that these variables hold.
    pub fn value_of_vars(&mut self, ty: TypeId, vars: &[LeafVars]) -> Value {
        let location = self.variable_location(VarStorage::Plain(Rc::new(vars.to_vec())), ty);
        if self.cx.unit.types.is_void(ty) { Value::Void } else { self.load(&location, ty) }
    }

    /// One case per function that the pointer may be.
    fn pointer_call(&mut self, pointer: &Expr, call: &Call, ty: TypeId) -> Value {
        let value = self.pointer_value(pointer);
        let object = self.save(value.object);
        let args = self.arguments(&call.args);
        let args: Vec<Value> = args.into_iter().map(|arg| self.save_value(arg)).collect();
        // What has other parameters is not called: that is undefined, and the check below fails.
        let callees: Vec<FunctionId> = self.cx.regions.callees(self.id, pointer);
        let callees: Vec<FunctionId> =
            callees.into_iter().filter(|&id| self.cx.unit.functions[id].params.len() <= args.len()).collect();
        let is: Vec<Term> = callees
            .iter()
            .map(|&id| {
                let function = self.cx.function_object(id);
                self.pool().eq(object, function)
            })
            .collect();
        // A pointer from outside may be a function that nobody has seen here.
        let region = self.cx.regions.target(self.id, pointer);
        self.doubt_made_up(region, object);
        let others = self.cx.regions.regions()[region].escapes || self.cx.regions.regions()[region].is_unknown;
        let zero = self.int(0);
        let any = if others { self.pool().ne(object, zero) } else { self.pool().or(&is) };
        self.check(CheckKind::FunctionPointer, any);
        let callees: Vec<(FunctionId, Term)> = callees.into_iter().zip(is).collect();
        self.cases(&callees, call, &args, ty, others)
    }

    /// Each function is called under its condition; `others`: in all other cases, it is one that nobody has seen here.
    fn cases(
        &mut self,
        callees: &[(FunctionId, Term)],
        call: &Call,
        args: &[Value],
        ty: TypeId,
        others: bool,
    ) -> Value {
        let join = self.block("join");
        let mut shared: Option<(Value, Vec<invar_logic::VarId>)> = None;
        for &(id, is) in callees {
            let (case, next) = (self.block("callee"), self.block("other"));
            self.branch_on(is, case, next);
            self.continue_in(case);
            let value = if self.cx.procedures.ids.contains_key(&id) {
                let result = self.cx.unit.functions[id].ty.result;
                let value = self.call_by_name(id, call, args, result, Wanted::Value);
                self.as_result(value, result, ty)
            } else {
                let name = self.cx.unit.functions[id].name.clone();
                // What is built in evaluates the arguments itself, and they were evaluated already.
                let again = !call.args.iter().any(|arg| self.has_effects(arg));
                let known = if again { self.library_call(&name, call, ty, None) } else { None };
                match known {
                    Some(value) => {
                        self.after_built_in(&name);
                        value
                    }
                    None => self.call_by_name(id, call, args, ty, Wanted::Value),
                }
            };
            self.share_result(&mut shared, value);
            self.goto(join);
            self.continue_in(next);
        }
        if others {
            let value = self.unknown_call("a function that a pointer points to", call, ty);
            self.share_result(&mut shared, value);
        } else {
            self.assume(Term::FALSE);
        }
        self.goto(join);
        self.continue_in(join);
        let Some((shape, vars)) = shared else { return self.any_value(ty) };
        let terms: Vec<Term> = vars.into_iter().map(|var| self.var(var)).collect();
        let value = shape.with_terms(&terms);
        match (&value, self.cx.range(ty, None)) {
            (Value::Int(int), Some(range)) => Value::Int(range.value(int.term)),
            (_, _) => value,
        }
    }

    /// Every case leaves its result in the same variables.
    fn share_result(&mut self, shared: &mut Option<(Value, Vec<invar_logic::VarId>)>, value: Value) {
        let terms = value.terms();
        let vars = match shared {
            Some((_, vars)) => vars.clone(),
            None => {
                let sorts: Vec<_> = terms.iter().map(|&term| self.cx.b.pool.sort_of(term)).collect();
                let vars: Vec<_> = sorts.into_iter().map(|sort| self.temporary(sort)).collect();
                *shared = Some((value, vars.clone()));
                vars
            }
        };
        for (var, term) in vars.iter().zip(terms) {
            self.assign(*var, term);
        }
    }

    fn builtin_call(&mut self, builtin: Builtin, call: &Call, ty: TypeId, hint: Option<TypeId>) -> Value {
        match builtin {
            Builtin::Expect => {
                let mut values = self.arguments(&call.args).into_iter();
                values.next().unwrap_or(Value::Void)
            }
            Builtin::Unreachable => {
                // What happens where it is reached is not defined; a property asks about calls that mark errors only.
                if self.cx.options.property.is_none() && self.cx.wants(CheckKind::Unreachable) {
                    self.check(CheckKind::Unreachable, Term::FALSE);
                }
                self.assume(Term::FALSE);
                Value::Void
            }
            Builtin::Trap => {
                self.assume(Term::FALSE);
                Value::Void
            }
            Builtin::Alloca => self.allocation(call, hint, super::library::Fill::Any),
            // What is not a constant expression may be one to an optimiser.
            Builtin::ConstantP => {
                self.approximate("whether the compiler knows a value");
                let known = self.any_truth();
                Value::Int(ints::Int::truth(self.pool(), known))
            }
            Builtin::AddOverflow | Builtin::SubOverflow | Builtin::MulOverflow => self.overflow_builtin(builtin, call),
            Builtin::Clz | Builtin::Ctz | Builtin::Popcount | Builtin::Ffs | Builtin::Parity => {
                self.bit_count(builtin, call, ty)
            }
            Builtin::Bswap16 | Builtin::Bswap32 | Builtin::Bswap64 => self.byte_swap(call, ty),
            Builtin::ObjectSize | Builtin::ReturnAddress | Builtin::FrameAddress | Builtin::Other => {
                let args = self.arguments(&call.args);
                if builtin == Builtin::Other {
                    self.forget_escaped(Idle::Never);
                    self.forget_arguments(call, &args);
                }
                self.approximate("a built-in function of the compiler");
                self.any_value(ty)
            }
        }
    }
}

/// A `float` is passed as a `double`, and converted back.
fn is_double_for_float(types: &Types, given: TypeId, wanted: TypeId) -> bool {
    let of = |ty: TypeId| match types.get(ty) {
        Type::Float(kind) => Some(*kind),
        _ => None,
    };
    (of(given), of(wanted)) == (Some(FloatKind::Double), Some(FloatKind::Float))
}
