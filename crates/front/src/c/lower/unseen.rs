//! Calls of functions without a body here: what they may write, keep, free and call back.
//!
//! Everything in this file over-approximates: a run of the real program is always among those described, and what fails
//! only because of a description is marked as approximated.
//!
//! Functions of the C library that are known by name write what their arguments point to and nothing else. Of any other
//! function nothing is known: in an open program it may write every variable with a name it can know or a function it can
//! call back; in a closed one (`main` is here, so the program is) it is taken to come from outside the program, and writes
//! the memory that was handed to such functions. Both are listed among the assumptions.

use invar_gcl::{CheckKind, CmdKind};
use invar_logic::{Sort, Term, VarId};

use super::code::{Body, Pointer, Value};
use super::program::VarStorage;
use super::shape::scalar;
use crate::c::hir::{Call, Callee, Expr, ExprKind, PlaceKind};
use crate::c::points_to::Mode;
use crate::c::points_to::library::{Writes, writes};
use crate::c::types::TypeId;

impl Body<'_, '_> {
    /// A function without body or contract: any result, and any contents of memory that it may reach.
    pub fn unknown_call(&mut self, name: &str, call: &Call, args: &[Value], ty: TypeId) -> Value {
        let function = match &call.callee {
            Callee::Direct(id) => Some(&self.cx.unit.functions[*id]),
            Callee::Pointer(_) | Callee::Builtin(_) => None,
        };
        let noreturn = function.is_some_and(|function| function.is_noreturn);
        if function.is_some_and(|function| function.is_alias) {
            self.doubt(format!("other names of functions, such as `{name}`,"));
        }
        let text = format!("`{name}` has no body here: it may return anything and write what it can reach");
        self.cx.assumptions.insert(text);
        match function.map_or(Writes::Anything, |_| writes(name)) {
            Writes::Nothing => {}
            Writes::Arguments => self.arguments_written(name, call, args),
            Writes::Anything => self.forget_escaped(),
            Writes::CallsBack => {
                self.forget_escaped();
                self.forget_arguments(call, args);
                if self.cx.is_closed() {
                    self.doubt(format!("functions that `{name}` calls"));
                }
            }
            Writes::Concurrently => {
                self.forget_escaped();
                self.doubt(format!("`{name}`: code that runs at any time"));
            }
        }
        if noreturn {
            self.assume(Term::FALSE);
        }
        self.unknown_result(name, ty)
    }

    fn unknown_result(&mut self, name: &str, ty: TypeId) -> Value {
        if self.cx.unit.types.is_void(ty) {
            return Value::Void;
        }
        if scalar(&self.cx.unit.types, ty).is_some() {
            let parts = self.cx.parts(ty, None);
            let value = self.any_scalar(&format!("{name}()"), ty, parts);
            if let Value::Pointer(_) = value {
                self.approximate(format!("the pointer that `{name}` returns"));
            }
            return value;
        }
        self.any_value(ty)
    }

    /// Unknown code runs: regions that escape may hold anything, what is allocated may be freed.
    pub fn forget_escaped(&mut self) {
        let written = self.unseen_writes();
        if written.is_empty() {
            return;
        }
        for var in written {
            self.emit(CmdKind::Havoc(var));
        }
        self.perhaps_freed();
        self.approximate("memory that a function without body may write");
    }

    /// What code of which nothing is known may write.
    pub fn unseen_writes(&mut self) -> Vec<VarId> {
        let mut regions: Vec<_> =
            self.cx.regions.regions().iter().filter(|(_, region)| region.escapes).map(|(id, _)| id).collect();
        let mut written = Vec::new();
        if !self.cx.is_closed() {
            let unit = self.cx.unit;
            for (id, _) in unit.globals.iter().filter(|(_, global)| !global.is_const && !global.is_ghost) {
                match self.cx.globals[id].clone() {
                    VarStorage::Plain(leaves) => {
                        written.extend(leaves.iter().flat_map(|vars| vars.parts.iter().map(|(_, var)| *var)));
                    }
                    VarStorage::Object(region, _) => regions.push(region),
                }
            }
        }
        regions.sort();
        regions.dedup();
        for region in regions {
            written.extend(self.region_maps(region));
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

    /// Any proof that goes through here would be about other runs than the program's.
    pub fn doubt(&mut self, what: String) {
        self.approximate(what.clone());
        let Some(kind) = CheckKind::ALL.into_iter().find(|kind| self.cx.wants(*kind)) else { return };
        let fine = self.any_truth();
        self.check_at(kind, fine, None, Some(format!("{what} are not followed")));
    }

    // ---- functions of the library that write through their arguments

    fn arguments_written(&mut self, name: &str, call: &Call, args: &[Value]) {
        self.approximate(format!("what `{name}` writes"));
        self.check_written(name, call, args);
        self.forget_arguments(call, args);
    }

    /// Whatever the arguments point into has any contents.
    pub fn forget_arguments(&mut self, call: &Call, args: &[Value]) {
        for (arg, value) in call.args.iter().zip(args) {
            if let Value::Pointer(pointer) = value
                && !is_function_pointer(self, arg.ty)
            {
                let region = self.cx.regions.target(self.id, arg);
                let object = self.save(pointer.object);
                self.forget_row(region, object);
            }
        }
    }

    /// What is written lies inside its object. An unlimited write is never known to.
    fn check_written(&mut self, name: &str, call: &Call, args: &[Value]) {
        let plain = name.strip_prefix("__isoc99_").or(name.strip_prefix("__builtin_")).unwrap_or(name);
        let (pointer, lengths): (usize, &[usize]) = match plain {
            "fgets" | "snprintf" | "vsnprintf" | "strftime" | "getcwd" => (0, &[1]),
            "fread" => (0, &[1, 2]),
            "read" => (1, &[2]),
            "scanf" | "vscanf" => return self.check_scanned(call, args, 0),
            "sscanf" | "fscanf" | "vsscanf" | "vfscanf" => return self.check_scanned(call, args, 1),
            "sprintf" | "vsprintf" | "gets" | "strcpy" | "strcat" | "stpcpy" | "wcscpy" => {
                let fine = self.any_truth();
                return self.check_if_wanted(CheckKind::Bounds, fine);
            }
            _ => return self.check_pointees(call, args, 0),
        };
        let (Some(arg), Some(Value::Pointer(at))) = (call.args.get(pointer), args.get(pointer)) else { return };
        let mut length = self.int(1);
        for &number in lengths {
            let Some(Value::Int(factor)) = args.get(number) else { return };
            length = self.pool().mul(length, factor.term);
        }
        self.check_written_block(arg, *at, length);
    }

    fn check_written_block(&mut self, arg: &Expr, at: Pointer, bytes: Term) {
        let region = self.cx.regions.target(self.id, arg);
        let (zero, one) = (self.int(0), self.int(1));
        let (empty, null) = (self.pool().le(bytes, zero), self.pool().eq(at.object, zero));
        // How long a block of bytes is in cells is not known: one cell is checked, and the rest stays open.
        let in_cells = self.mode(region) == Mode::Cells;
        let length = if in_cells { one } else { bytes };
        for (kind, term) in self.range_checks(region, at, length) {
            let open = if kind == CheckKind::Bounds && in_cells { self.any_truth() } else { Term::TRUE };
            let term = self.pool().and(&[term, open]);
            let fine = if kind == CheckKind::Null { Term::TRUE } else { self.pool().or(&[empty, null, term]) };
            self.check_if_wanted(kind, fine);
        }
    }

    /// Not assumed where it is not checked: a function may write less than it is allowed to.
    pub fn check_if_wanted(&mut self, kind: CheckKind, term: Term) {
        if self.cx.wants(kind) {
            self.check(kind, term);
        }
    }

    /// A string is written without a limit unless the format has one, and then it is not looked at.
    fn check_scanned(&mut self, call: &Call, args: &[Value], format: usize) {
        let text = call.args.get(format).and_then(|arg| self.literal_text(arg));
        let limited = text.is_some_and(|text| !text.contains(&u32::from(b's')) && !text.contains(&u32::from(b'[')));
        if !limited {
            let fine = self.any_truth();
            self.check_if_wanted(CheckKind::Bounds, fine);
        }
        self.check_pointees(call, args, format + 1);
    }

    /// One object of the pointer's type, or null.
    fn check_pointees(&mut self, call: &Call, args: &[Value], first: usize) {
        for (arg, value) in call.args.iter().zip(args).skip(first) {
            let types = &self.cx.unit.types;
            let size = types.pointee(arg.ty).and_then(|to| types.size_of(to)).unwrap_or(1);
            if let Value::Pointer(at) = value
                && !is_function_pointer(self, arg.ty)
            {
                let bytes = self.int(i128::from(size));
                self.check_written_block(arg, *at, bytes);
            }
        }
    }

    /// The characters of a string literal.
    fn literal_text(&self, arg: &Expr) -> Option<Vec<u32>> {
        match &arg.kind {
            ExprKind::Cast { operand, .. } => self.literal_text(operand),
            ExprKind::AddressOf(place) => self.literal_place(place),
            _ => None,
        }
    }

    fn literal_place(&self, place: &crate::c::hir::Place) -> Option<Vec<u32>> {
        match &place.kind {
            PlaceKind::String(id) => Some(self.cx.unit.strings[*id].units.clone()),
            _ => None,
        }
    }
}

fn is_function_pointer(body: &Body<'_, '_>, ty: TypeId) -> bool {
    let types = &body.cx.unit.types;
    types.pointee(ty).is_some_and(|to| matches!(types.get(to), crate::c::types::Type::Function(_)))
}
