//! From a recorded run to the plan of a harness. In: the program's way back to its source, the recording of a refutation.
//! Out: the plan, or in plain words what of the run C cannot be told to repeat.
//!
//! A run from `main` is repeated by giving the functions that the source leaves open the recorded results. A run of another
//! function also needs its arguments and the memory they reach (`memory`). A run that depends on variables without initial
//! value is repeated by a copy of the source that sets them; whether it depends on them is tried out: with other values, the
//! interpreter must fail at the same check.

use std::collections::BTreeMap;

use crate::c::Guide;
use crate::c::hir::{Function as Source, FunctionId};
use crate::c::lower::{Closure, Handed, LeafVars, OUTSIDE_SIZE, Open, Part};
use crate::c::points_to::{Storage, Variable};
use crate::c::resolve::show::declaration;
use crate::c::types::TypeId;
use invar_base::{Id, Span};
use invar_gcl::CheckKind;
use invar_gcl::interp::Recording;
use invar_logic::{Value, VarId};

use super::ending::{ending, inexpressible};
use super::literal::{integer, number_of};
use super::memory::{Memory, Problem, Reached, reachable};
use super::plan::{ASSERTED, ASSUMED, Call, Function, HarnessPlan, Meaning, Object, Store, takes_condition};
use super::repeat::{Failing, Repeated, at};
use super::write::HANDED;

/// The pointer that a function returns which is not there: what it returned last has a name of its own.
fn handed(which: Option<i64>) -> String {
    let new = format!("{HANDED} = __builtin_calloc(1, {OUTSIDE_SIZE})");
    match which {
        Some(null) if null == Handed::Null as i64 => format!("{HANDED} = 0"),
        Some(again) if again == Handed::Again as i64 => format!("{HANDED} ? {HANDED} : ({new})"),
        Some(_) | None => new,
    }
}

pub fn build(failing: &Failing<'_>, source_path: String, title: Vec<String>) -> Result<HarnessPlan, Problem> {
    let Recording { inputs, decisions } = failing.recording;
    let (end, havocs) = failing.repeat(inputs, decisions);
    let Some(end) = end else { return Err("the run could not be repeated".into()) };
    if let Some(reason) = inexpressible(failing.guide, failing.sources, failing.check) {
        return Err(reason.into());
    }
    let failing = &Repeated { failing, havocs };
    let function = failing.function().ok_or("the function that fails is not found again")?;
    let source = &failing.guide.unit.functions[function];
    let is_main = failing.guide.layout.closure == Closure::From(function);
    let mut plan = HarnessPlan { title, source_path, ..HarnessPlan::default() };
    plan.is_marked = matches!(failing.check.kind, CheckKind::Unreachable | CheckKind::Assertion);
    plan.is_leak = failing.check.kind == CheckKind::Leak;
    failing.all_are_defined()?;
    plan.functions = failing.functions()?;
    plan.allocations = failing.allocations();
    if !is_main || !source.params.is_empty() {
        failing.call(function, is_main, &mut plan)?;
    }
    if failing.check.kind == CheckKind::Postcondition {
        if plan.call.is_none() {
            return Err("a postcondition of `main` cannot be expressed in C".into());
        }
        let types = &failing.guide.unit.types;
        // Where the function calls itself, it may be an inner call that returns what it should not.
        let is_number = end.depth == 0 && types.int_kind(source.ty.result).is_some();
        let out = failing.program.impls[failing.impl_id].outs.first().filter(|_| is_number);
        plan.ending =
            Some(ending(failing.sources, failing.check.span, out.and_then(|out| end.state.values.get(&out.var))));
    }
    if is_main && failing.depends_on(&|inputs, _| failing.change_memory(inputs)) {
        return Err("the run depends on what uninitialised memory holds".into());
    }
    if failing.depends_on(&|_, decisions| failing.change_locals(decisions)) {
        plan.copy = Some(failing.copy(source.span)?);
    }
    Ok(plan)
}

impl Repeated<'_> {
    fn function(&self) -> Option<FunctionId> {
        let name = self.program.impl_name(self.impl_id);
        let mut functions = self.guide.unit.functions.iter();
        functions.find(|(_, function)| function.name == name && function.body.is_some()).map(|(id, _)| id)
    }

    fn allocations(&self) -> Vec<bool> {
        let fails =
            |(open, _, value): (&Open, VarId, &Value)| (*open == Open::Failure).then_some(*value == Value::Bool(true));
        let all: Vec<bool> = self.decided().filter_map(fails).collect();
        if all.contains(&true) { all } else { Vec::new() }
    }

    // ---- functions

    fn functions(&self) -> Result<Vec<Function>, Problem> {
        let mut results: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for (open, _, value) in self.decided() {
            let Value::Int(value) = value else { continue };
            match open {
                Open::Result(name) => {
                    let result = self.result_of(name).map(|ty| number_of(&self.guide.unit.types, ty, &value.to_big()));
                    results.entry(name).or_default().push(result.unwrap_or_else(|| integer(&value.to_big())));
                }
                Open::Handed(name) => results.entry(name).or_default().push(handed(value.to_i64())),
                Open::Failure | Open::Local(..) => {}
            }
        }
        let mut made = Vec::new();
        let is_open = |function: &&Source| function.body.is_none() && function.is_used;
        for source in self.guide.unit.functions.values().filter(is_open) {
            let values = results.remove(source.name.as_str());
            if let Some(meaning) = self.meaning(source, values)? {
                made.push(Function { header: self.header(source)?, name: source.name.clone(), meaning });
            }
        }
        match results.into_keys().next() {
            Some(name) => Err(format!("the run depends on what {name} returns")),
            None => Ok(made),
        }
    }

    fn result_of(&self, name: &str) -> Option<TypeId> {
        self.guide.unit.functions.values().find(|function| function.name == name).map(|function| function.ty.result)
    }

    /// What a function without body does in the run; `None` if it is left to the C library.
    fn meaning(&self, source: &Source, values: Option<Vec<String>>) -> Result<Option<Meaning>, Problem> {
        let types = &self.guide.unit.types;
        let result = declaration(types, source.ty.result, String::new());
        let is_library = self.is_of_system(source.name_span) || is_of_library(&source.name);
        let values = values
            .filter(|_| !is_library || self.depends_on(&|_, decisions| self.change_results(&source.name, decisions)));
        if let Some(values) = values {
            return Ok(Some(Meaning::Returns { result, values }));
        }
        Ok(match source.name.as_str() {
            name if ASSUMED.contains(&name) => Some(Meaning::Assumes { parameter: parameter(0) }),
            name if ASSERTED.contains(&name) => Some(Meaning::Asserts { parameter: parameter(0) }),
            "reach_error" | "__VERIFIER_error" => Some(Meaning::Fails),
            _ if is_library => None,
            name if source.is_const => {
                return Err(format!("the run depends on what `{name}` returns for which arguments"));
            }
            _ if types.is_void(source.ty.result) => Some(Meaning::Nothing),
            _ => Some(Meaning::Returns { result, values: Vec::new() }),
        })
    }

    /// Is it declared in a header of the system, or by Invar itself?
    fn is_of_system(&self, span: Span) -> bool {
        let path = self.sources.path(span.source);
        path.starts_with("/usr/") || path.starts_with('<')
    }

    /// `int f(int invar_0)`
    fn header(&self, source: &Source) -> Result<String, Problem> {
        let types = &self.guide.unit.types;
        let mut params: Vec<String> = Vec::new();
        for (index, param) in source.ty.params.iter().enumerate() {
            params.push(declaration(types, *param, parameter(index)));
        }
        if takes_condition(&source.name) && params.is_empty() {
            params.push(format!("int {}", parameter(0)));
        }
        if source.ty.variadic {
            params.push("...".into());
        }
        if params.is_empty() && source.ty.prototyped {
            params.push("void".into());
        }
        let header = declaration(types, source.ty.result, format!("{}({})", source.name, params.join(", ")));
        if header.contains('<') {
            return Err(format!("the type of `{}` has no name", source.name));
        }
        Ok(header)
    }

    // ---- the call

    fn call(&self, id: FunctionId, is_main: bool, plan: &mut HarnessPlan) -> Result<(), Problem> {
        let Guide { unit, regions, layout } = self.guide;
        let source = &unit.functions[id];
        if is_main && source.params.iter().any(|&param| unit.types.is_pointer(source.locals[param].ty)) {
            return Err("what the system passes to `main` cannot be chosen".into());
        }
        let mut memory = Memory::new(self.guide, &self.recording.inputs.globals);
        let ins: BTreeMap<VarId, &Value> = self.program.impls[self.impl_id]
            .ins
            .iter()
            .map(|local| local.var)
            .zip(&self.recording.inputs.ins)
            .collect();
        let mut arguments = Vec::new();
        let leaves = layout.ins.get(&id).ok_or("the function's parameters are not found again")?;
        let mut records = Vec::new();
        for (&param, leaves) in source.params.iter().zip(leaves) {
            let local = &source.locals[param];
            let name = format!("argument_{}", arguments.len() + 1);
            let is_record = !(leaves.len() == 1 && leaves[0].leaf.steps.is_empty());
            let place = if is_record { format!("{name}[0]") } else { String::new() };
            let mut stores = Vec::new();
            for vars in leaves {
                let target = unit
                    .types
                    .is_pointer(vars.leaf.ty)
                    .then(|| regions.variable_pointee(Variable::Local(id, param), &vars.leaf.fields()));
                let value = |part: Part, indices: &[i64]| at(*ins.get(&part_of(vars, part)?)?, indices);
                stores.extend(memory.variable(&place, local.ty, &vars.leaf, target, &value)?);
            }
            if is_record {
                let element = declaration(&unit.types, local.ty, String::new());
                if element.contains('<') {
                    return Err(format!("the type of the parameter `{}` has no name", local.name));
                }
                arguments.push(format!("*{name}"));
                let bytes = unit.types.size_of(local.ty).unwrap_or(1);
                records.push(Object { name, element, bytes, is_dead: false, stores });
            } else {
                // A `long double` is not part of the model: runs do not depend on it.
                arguments.push(stores.into_iter().next().map_or("0".into(), |store| store.value));
            }
        }
        if !is_main {
            plan.globals = self.globals(&mut memory)?;
        }
        plan.objects = memory.objects;
        plan.objects.extend(records);
        let hides_main = unit.functions.values().any(|other| other.name == "main" && other.body.is_some());
        let function = if is_main { "invar_own_main".to_string() } else { source.name.clone() };
        plan.call = Some(Call { function, arguments, hides_main });
        Ok(())
    }

    /// Globals of other files have no definition in a harness.
    fn all_are_defined(&self) -> Result<(), Problem> {
        let mut globals = self.guide.unit.globals.values();
        match globals.find(|global| global.is_extern && !global.is_ghost && !self.is_of_system(global.span)) {
            Some(global) => Err(format!("`{}` is defined elsewhere", global.name)),
            None => Ok(()),
        }
    }

    fn globals(&self, memory: &mut Memory<'_>) -> Result<Vec<Store>, Problem> {
        let Guide { unit, regions, layout } = self.guide;
        let mut stores = Vec::new();
        for (id, global) in unit.globals.iter() {
            if global.is_const || global.is_ghost || self.is_of_system(global.span) {
                continue;
            }
            match (regions.global(id), layout.globals.get(&id)) {
                (Storage::Object(region), _) => {
                    let size = unit.types.size_of(global.ty).unwrap_or(0);
                    let pointer = format!("&{}", reachable(&global.name)?);
                    let object = 1 + id.index() as i64;
                    stores.extend(memory.contents(&Reached {
                        region,
                        object,
                        size,
                        name: &pointer,
                        as_bytes: true,
                    })?);
                }
                (Storage::Plain, Some(leaves)) => {
                    for vars in leaves {
                        let target = unit
                            .types
                            .is_pointer(vars.leaf.ty)
                            .then(|| regions.variable_pointee(Variable::Global(id), &vars.leaf.fields()));
                        let globals = &self.recording.inputs.globals;
                        let value = |part: Part, indices: &[i64]| at(globals.get(&part_of(vars, part)?)?, indices);
                        stores.extend(memory.variable(
                            reachable(&global.name)?,
                            global.ty,
                            &vars.leaf,
                            target,
                            &value,
                        )?);
                    }
                }
                (Storage::Plain, None) => {}
            }
        }
        Ok(stores)
    }
}

fn part_of(vars: &LeafVars, wanted: Part) -> Option<VarId> {
    vars.parts.iter().find(|(part, _)| *part == wanted).map(|(_, var)| *var)
}

fn parameter(index: usize) -> String {
    format!("invar_{index}")
}

/// Functions that every C library has and that programs declare themselves.
fn is_of_library(name: &str) -> bool {
    const NAMES: [&str; 32] = [
        "malloc",
        "calloc",
        "realloc",
        "free",
        "cfree",
        "alloca",
        "memset",
        "memcpy",
        "memmove",
        "memcmp",
        "strlen",
        "strcpy",
        "strncpy",
        "strcmp",
        "strncmp",
        "strcat",
        "strchr",
        "abort",
        "exit",
        "_exit",
        "_Exit",
        "assert",
        "__assert_fail",
        "__assert",
        "printf",
        "fprintf",
        "puts",
        "putchar",
        "abs",
        "labs",
        "llabs",
        "srand",
    ];
    NAMES.contains(&name) || name.starts_with("__builtin_")
}
