//! Code that is not there: what it may write, keep, free, allocate and call back.
//!
//! Everything in this file over-approximates: a run of the real program is always among those described, and what fails
//! only because of a description is marked as approximated.
//!
//! Such code may write every variable that it can name and all memory that was handed to it. It may call every function
//! that it can name or was given; what those write, it writes. Which variables these are is known only when all functions
//! are lowered: until then the variable `outside` stands for them (`function::finish`). Checks in functions that it was
//! given count as well: where there are any, nothing is proved that comes after.

use invar_gcl::{CheckKind, CmdKind};
use invar_logic::{Sort, Term, VarId};

use super::code::{Body, Pointer, Value};
use super::ints;
use super::maps::read;
use super::program::{Open, VarStorage};
use super::shape::scalar;
use crate::c::hir::{Call, Callee, FunctionId, Global, GlobalId};
use crate::c::library::is_beyond_the_standard;
use crate::c::options::Property;
use crate::c::types::{Type, TypeId};

/// Units of an object that code outside makes for the program: runs end where it is too small, and nobody knows its size.
pub const OUTSIDE_SIZE: i128 = 65_536;

impl Body<'_, '_> {
    /// A function without body, contract or classification: any result, and any contents of memory that it may reach.
    pub fn unknown_call(&mut self, name: &str, call: &Call, ty: TypeId) -> Value {
        let function = match &call.callee {
            Callee::Direct(id) => Some(&self.cx.unit.functions[*id]),
            Callee::Pointer(_) | Callee::Builtin(_) => None,
        };
        let noreturn = function.is_some_and(|function| function.is_noreturn);
        // It has a meaning, which is not known here: not any result is possible. Names with two underscores are the implementation's.
        let is_system = name.starts_with("__")
            || is_beyond_the_standard(name)
            || function.is_some_and(|function| function.is_system);
        let text = format!("`{name}` has no body here: it may return anything and write what it can reach");
        self.cx.assumptions.insert(text);
        // Of a library that is looked at alone, nobody wants to hear what any results of its missing parts would do.
        let is_whole = self.cx.options.property.is_some();
        let may_be_idle = if is_system || !is_whole { Idle::Never } else { Idle::Perhaps };
        let handed_over = self.forget_escaped(may_be_idle) && self.can_hand_over();
        self.forget_errno();
        let has_new_memory = !handed_over && self.has_pointers(ty);
        if noreturn {
            self.assume(Term::FALSE);
        }
        // Nor is any result possible each time where the same arguments give the same one.
        let is_fixed = function.is_some_and(|function| function.is_const || function.is_pure);
        if (is_system || is_fixed) && !self.cx.unit.types.is_void(ty) {
            self.approximate(format!("what `{name}` returns"));
        }
        let last = match &call.callee {
            Callee::Direct(id) => self.cx.handed.get(id).copied(),
            Callee::Pointer(_) | Callee::Builtin(_) => None,
        };
        if let Some(last) = last {
            return Value::Pointer(self.pointer_from_outside(name, Some(last), |body| {
                if has_new_memory {
                    body.new_memory_outside();
                }
                match body.any_result(name, ty) {
                    Value::Pointer(pointer) => pointer,
                    _ => body.unknown_pointer(),
                }
            }));
        }
        if has_new_memory {
            self.new_memory_outside();
        }
        self.unknown_result(name, ty)
    }

    /// `f(x, y)` of a function whose result depends on these numbers alone: `f[x][y]` of a map that never changes.
    pub fn constant_call(&mut self, id: FunctionId, args: &[Value], ty: TypeId) -> Option<Value> {
        let function = &self.cx.unit.functions[id];
        if !function.maps_numbers(&self.cx.unit.types) || args.len() != function.ty.params.len() {
            return None;
        }
        let number = |arg: &Value| match arg {
            Value::Int(int) => Some(int.term),
            Value::Token(place) => Some(*place),
            Value::Pointer(_) | Value::Record(_) | Value::Void => None,
        };
        let indices: Vec<Term> = args.iter().map(number).collect::<Option<_>>()?;
        self.cx
            .assumptions
            .insert(format!("`{}` has no body here: its result depends on its arguments alone", function.name));
        let map = self.cx.results_of(id, indices.len());
        let map = self.var(map);
        let term = read(self.pool(), map, &indices);
        let Some(range) = self.cx.range(ty, None) else { return Some(Value::Token(term)) };
        let inside = ints::in_range(self.pool(), term, range);
        self.assume(inside);
        Some(Value::Int(range.value(term)))
    }

    pub fn has_pointers(&mut self, ty: TypeId) -> bool {
        let leaves = self.leaves(ty);
        leaves.iter().any(|leaf| self.cx.unit.types.is_pointer(leaf.ty))
    }

    /// Any value of the result's type. A pointer may point into memory of which nothing is known.
    pub fn unknown_result(&mut self, name: &str, ty: TypeId) -> Value {
        if self.has_pointers(ty) {
            self.approximate(format!("the pointer that `{name}` returns"));
        }
        self.any_result(name, ty)
    }

    fn any_result(&mut self, name: &str, ty: TypeId) -> Value {
        if self.cx.unit.types.is_void(ty) {
            return Value::Void;
        }
        if scalar(&self.cx.unit.types, ty).is_some() {
            let parts = self.cx.parts(ty, None);
            return self.any_scalar(&format!("{name}()"), ty, parts);
        }
        self.any_value(ty)
    }

    /// Null, a pointer to an object that the program has not seen before, what the same function returned last, or any other. Runs know
    /// all but the other ones; where following pointers is what is asked about, null alone says something about the program.
    pub fn pointer_from_outside(
        &mut self,
        name: &str,
        last: Option<VarId>,
        other: impl FnOnce(&mut Self) -> Pointer,
    ) -> Pointer {
        let (object, offset) = (self.temporary(Sort::INT), self.temporary(Sort::INT));
        let [outside, inside, after] = ["other", "known", "pointer"].map(|stem| self.block(stem));
        let is_other = self.any_truth();
        self.branch_on(is_other, outside, inside);
        self.continue_in(outside);
        let pointer = other(self);
        self.approximate(format!("the pointer that `{name}` returns"));
        self.assign(object, pointer.object);
        self.assign(offset, pointer.offset);
        self.goto(after);
        self.continue_in(inside);
        let choice = self.handed(name);
        let (units, zero) = (self.int(OUTSIDE_SIZE), self.int(0));
        let mut found = self.allocate(units);
        let [null, same] = [Handed::Null, Handed::Again].map(|handed| self.int(handed as i128));
        if let Some(last) = last {
            let last = self.var(last);
            let pool = self.pool();
            let (again, known) = (pool.eq(choice, same), pool.lt(zero, last));
            let again = pool.and(&[again, known]);
            found = pool.ite(again, last, found);
        }
        let is_null = self.pool().eq(choice, null);
        if self.asks_about_memory() {
            self.approximate_unless(is_null, &format!("the pointer that `{name}` returns"));
        }
        let found = self.pool().ite(is_null, zero, found);
        self.assign(object, found);
        self.assign(offset, zero);
        if let Some(last) = last {
            self.assign(last, found);
        }
        self.goto(after);
        self.continue_in(after);
        Pointer { object: self.var(object), offset: self.var(offset) }
    }

    /// Which of the pointers that are known, as a number; harnesses return the same.
    fn handed(&mut self, name: &str) -> Term {
        self.temporaries += 1;
        let text = format!("{name}()@{}", self.temporaries);
        let var = self.declare(&text, Sort::INT);
        self.emit(CmdKind::Havoc(var));
        self.cx.open.insert(var, Open::Handed(name.to_string()));
        self.var(var)
    }

    /// Is following pointers more than a premise of what is asked?
    fn asks_about_memory(&self) -> bool {
        let kinds = [CheckKind::Dead, CheckKind::Bounds, CheckKind::Free];
        self.cx.options.property != Some(Property::Assertions) && kinds.iter().any(|kind| self.cx.wants(*kind))
    }

    /// Unknown code runs. False if it can change nothing that this program has. That it changes nothing although it could is a run as
    /// real as any other; only what it changes is approximated.
    pub fn forget_escaped(&mut self, idle: Idle) -> bool {
        let written = self.unseen_writes();
        if self.cx.outside_fails {
            self.doubt("functions that code outside this file may call".to_string());
        }
        if written.is_empty() {
            return false;
        }
        let only_outside = written.len() == 1 && written[0] == self.cx.outside;
        if only_outside && !self.outside_changes() {
            return false;
        }
        let after = self.block("after");
        if idle == Idle::Perhaps {
            let (changes, is_idle) = (self.block("changes"), self.any_truth());
            self.branch_on(is_idle, after, changes);
            self.continue_in(changes);
        }
        for var in written {
            self.emit(CmdKind::Havoc(var));
        }
        if !only_outside || self.cx.regions.outside().allocates {
            self.perhaps_freed();
        }
        if self.can_hand_over() {
            self.new_memory_outside();
        }
        self.approximate("memory that a function without body may write");
        self.goto(after);
        self.continue_in(after);
        true
    }

    /// Do functions that unknown code may call have anything to change: a variable that only this file can name?
    fn outside_changes(&self) -> bool {
        let (unit, outside) = (self.cx.unit, self.cx.regions.outside());
        let mut globals = unit.globals.iter().filter(|(_, global)| !global.is_const && !global.is_ghost);
        outside.allocates || outside.counts || globals.any(|(id, _)| self.cx.regions.may_change(id))
    }

    /// Is there memory in which unknown code, or a function of this file that it calls, can leave a pointer for the program?
    fn can_hand_over(&mut self) -> bool {
        if let Some(known) = self.cx.hands_over {
            return known;
        }
        let found = self.finds_handover();
        self.cx.hands_over = Some(found);
        found
    }

    fn finds_handover(&mut self) -> bool {
        let (unit, regions) = (self.cx.unit, self.cx.regions);
        let calls_back = !regions.outside().functions.is_empty();
        let mut memory = regions.regions().values();
        if memory.any(|region| region.holds_pointers && (region.escapes || calls_back)) {
            return true;
        }
        let named = |global: &Global| !global.is_static && !global.is_system;
        let found = |id: GlobalId, global: &Global| named(global) || calls_back && regions.may_change(id);
        unit.globals.iter().any(|(id, global)| found(id, global) && self.has_pointers(global.ty))
    }

    /// What code of which nothing is known may write.
    pub fn unseen_writes(&mut self) -> Vec<VarId> {
        let mut regions: Vec<_> =
            self.cx.regions.regions().iter().filter(|(_, region)| region.escapes).map(|(id, _)| id).collect();
        let mut written = Vec::new();
        let (unit, closed) = (self.cx.unit, self.cx.is_closed());
        for (id, global) in unit.globals.iter() {
            // In a program that starts at `main`, what is not named outside is reached through `outside` only.
            if global.is_const || global.is_ghost || closed && global.is_static {
                continue;
            }
            match self.cx.globals[id].clone() {
                VarStorage::Plain(leaves) => {
                    written.extend(leaves.iter().flat_map(|vars| vars.parts.iter().map(|(_, var)| *var)));
                }
                VarStorage::Object(region, _) => regions.push(region),
            }
        }
        regions.sort();
        regions.dedup();
        for region in regions {
            written.extend(self.region_maps(region));
        }
        if !self.cx.regions.outside().functions.is_empty() {
            written.push(self.cx.outside);
        }
        written
    }

    /// `live'[o]` ⇒ `live[o]`, and they differ for allocations at most.
    fn perhaps_freed(&mut self) {
        let (live, heap) = (self.cx.live, self.cx.heap);
        let sort = self.cx.b.pool.variable(live).sort;
        let kept = self.temporary(sort);
        self.emit(CmdKind::Havoc(kept));
        let (kept, lives, heap) = (self.var(kept), self.var(live), self.var(heap));
        let pool = self.pool();
        let bound = pool.fresh_var("o@", Sort::INT);
        let object = pool.var(bound);
        let (is_live, allocated) = (pool.select(lives, &[object]), pool.select(heap, &[object]));
        let stays = pool.select(kept, &[object]);
        let may = pool.implies(allocated, stays);
        let after = pool.and(&[is_live, may]);
        let term = pool.lambda(&[bound], after);
        self.assign(live, term);
    }

    /// Unknown code has objects of its own, and gives pointers to them away: `next ≤ next'`, and all is as it was for the
    /// objects before `next`.
    pub fn new_memory_outside(&mut self) {
        let next = self.cx.next;
        let before = self.var(next);
        let before = self.save(before);
        self.emit(CmdKind::Havoc(next));
        let after = self.var(next);
        let grows = self.pool().le(before, after);
        self.assume(grows);
        for map in [self.cx.live, self.cx.size, self.cx.heap] {
            let sort = self.cx.b.pool.variable(map).sort;
            let other = self.temporary(sort);
            self.emit(CmdKind::Havoc(other));
            let (now, other) = (self.var(map), self.var(other));
            let pool = self.pool();
            let bound = pool.fresh_var("o@", Sort::INT);
            let object = pool.var(bound);
            let old = pool.lt(object, before);
            let (stays, new) = (pool.select(now, &[object]), pool.select(other, &[object]));
            let body = pool.ite(old, stays, new);
            let term = pool.lambda(&[bound], body);
            self.assign(map, term);
        }
    }

    /// Whatever the arguments point into has any contents.
    pub fn forget_arguments(&mut self, call: &Call, args: &[Value]) {
        for (arg, value) in call.args.iter().zip(args) {
            if let Value::Pointer(pointer) = value
                && !self.is_function_pointer(arg.ty)
            {
                let region = self.cx.regions.target(self.id, arg);
                let object = self.save(pointer.object);
                self.forget_row(region, object);
            }
        }
    }

    pub fn is_function_pointer(&self, ty: TypeId) -> bool {
        let types = &self.cx.unit.types;
        types.pointee(ty).is_some_and(|to| matches!(types.get(to), Type::Function(_)))
    }

    /// Variables of the library have any value after a call that changes them, and so has `errno` after any call.
    pub fn forget_own(&mut self, own: &[&str]) {
        let unit = self.cx.unit;
        for (id, global) in unit.globals.iter().filter(|(_, global)| own.contains(&global.name.as_str())) {
            self.forget_global(id);
            self.approximate(format!("what the library leaves in `{}`", global.name));
        }
        self.forget_errno();
    }

    /// Any function of the library may set `errno` (C11 7.5p3). A run that looks at it is approximated (`find_errno`).
    pub fn forget_errno(&mut self) {
        if let Some(id) = self.cx.errno {
            self.forget_global(id);
        }
    }

    /// `errno` is about to be used: what calls of the library left in it is not modelled.
    pub fn find_errno(&mut self) {
        self.approximate("what the library leaves in `errno`");
    }

    fn forget_global(&mut self, id: GlobalId) {
        match self.cx.globals[id].clone() {
            VarStorage::Plain(leaves) => {
                for (_, var) in leaves.iter().flat_map(|vars| vars.parts.clone()) {
                    self.emit(CmdKind::Havoc(var));
                }
            }
            VarStorage::Object(region, object) => self.forget_row(region, object),
        }
    }
}

/// What a pointer from outside is; every other number stands for something new.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Handed {
    Null = 1,
    /// What the same function returned last, if that was an object.
    Again = 2,
}

/// May code that is not there be taken to change nothing?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Idle {
    /// Nothing is known of it.
    Perhaps,
    /// It has a meaning, which is not known here.
    Never,
}
