//! Calls of library functions that have a row in the table (`c::library`) and no body: what they read and write is
//! checked, what they write has any contents afterwards, and the result is what the standard promises.

use invar_gcl::{CheckKind, CmdKind};
use invar_logic::Term;

use super::code::{Body, Pointer, Value, Wanted};
use super::program::{VarStorage, read};
use super::reads::Null;
use crate::c::hir::Call;
use crate::c::library::{Calls, Facts, Promise, Writes};
use crate::c::types::TypeId;

impl Body<'_, '_> {
    pub fn known_call(
        &mut self,
        facts: Facts,
        name: &str,
        call: &Call,
        args: &[Value],
        ty: TypeId,
        wanted: Wanted,
    ) -> Value {
        let args: Vec<Value> = args.iter().map(|arg| self.save_value(arg.clone())).collect();
        for reads in facts.reads {
            self.check_read(*reads, call, &args);
        }
        self.written(facts.writes, name, call, &args);
        let kept = facts.keeps.and_then(|number| args.get(number));
        if let Some(Value::Pointer(kept)) = kept
            && kept.object != self.int(0)
        {
            self.doubt(format!("writes of the library to memory that `{name}` gives it"));
        }
        self.called_back(facts.calls, name, call, &args);
        self.forget_own(facts.own);
        let value = self.promised(facts.result, name, &args, ty, wanted);
        if let Writes::Text { at, length } | Writes::TextOrNull { at, length } = facts.writes {
            self.assume_text(call, &args, (at, length), &value);
        }
        value
    }

    fn called_back(&mut self, calls: Calls, name: &str, call: &Call, args: &[Value]) {
        match calls {
            Calls::Nothing => return,
            Calls::Meanwhile | Calls::AtExit if self.cx.is_closed() => {
                self.doubt(format!("functions that `{name}` calls"));
            }
            Calls::Meanwhile | Calls::AtExit => {}
            Calls::AnyTime => self.doubt(format!("`{name}`: code that runs at any time")),
        }
        self.forget_escaped();
        self.forget_arguments(call, args);
    }

    /// Variables of the library have any value after a call that changes them, and so has `errno` after any call.
    fn forget_own(&mut self, own: &[&str]) {
        let mut changed: Vec<_> = self.cx.errno.into_iter().collect();
        if !own.is_empty() {
            let named = self.cx.unit.globals.iter().filter(|(_, global)| own.contains(&global.name.as_str()));
            changed.extend(named.map(|(id, _)| id));
        }
        for id in changed {
            match self.cx.globals[id].clone() {
                VarStorage::Plain(leaves) => {
                    for (_, var) in leaves.iter().flat_map(|vars| vars.parts.clone()) {
                        self.emit(CmdKind::Havoc(var));
                    }
                }
                VarStorage::Object(region, object) => self.forget_row(region, object),
            }
            let name = self.cx.unit.globals[id].name.clone();
            let name = name.rsplit("::").next().unwrap_or(&name).trim_start_matches("invar_").to_string();
            self.approximate(format!("what the library leaves in `{name}`"));
        }
    }

    // ---- results

    fn promised(&mut self, promise: Promise, name: &str, args: &[Value], ty: TypeId, wanted: Wanted) -> Value {
        if self.cx.unit.types.is_void(ty) {
            return Value::Void;
        }
        if wanted != Wanted::Nothing && self.is_approximated(promise) {
            self.approximate(format!("the result of `{name}`"));
        }
        match promise {
            Promise::Unmodelled | Promise::Truth | Promise::Sign | Promise::Exact => {
                if self.has_pointers(ty) {
                    self.new_memory_outside();
                }
                self.unknown_result(name, ty)
            }
            Promise::Within(low, high) | Promise::Input(low, high) => {
                let (low, high) = (self.int(low.into()), self.int(high.into()));
                self.result_between(name, ty, low, high)
            }
            Promise::UpTo { low, high } => match args.get(high) {
                Some(Value::Int(high)) => {
                    let low = self.int(low.into());
                    self.result_between(name, ty, low, high.term)
                }
                _ => self.unknown_result(name, ty),
            },
            Promise::ArgumentOrNull(number) => match args.get(number) {
                Some(Value::Pointer(pointer)) => {
                    let (fails, zero) = (self.any_truth(), self.int(0));
                    let pool = self.pool();
                    let (object, offset) =
                        (pool.ite(fails, zero, pointer.object), pool.ite(fails, zero, pointer.offset));
                    self.save_value(Value::Pointer(Pointer { object, offset }))
                }
                _ => self.unknown_result(name, ty),
            },
            Promise::NewOrNull => {
                let (fails, zero) = (self.any_truth(), self.int(0));
                let units = self.any_in(super::ints::Range { bits: 16, signed: false });
                let object = self.allocate(units);
                let object = self.pool().ite(fails, zero, object);
                self.save_value(Value::Pointer(Pointer { object, offset: zero }))
            }
        }
    }

    /// Are there values among those of the promise that the library does not return?
    fn is_approximated(&self, promise: Promise) -> bool {
        match promise {
            Promise::Unmodelled | Promise::Truth | Promise::Sign | Promise::Exact => true,
            Promise::Within(..) | Promise::UpTo { .. } => true,
            Promise::Input(..) => self.cx.unit.functions.values().any(|other| other.is_used && other.name == "ungetc"),
            Promise::ArgumentOrNull(_) | Promise::NewOrNull => false,
        }
    }

    fn result_between(&mut self, name: &str, ty: TypeId, low: Term, high: Term) -> Value {
        let value = self.unknown_result(name, ty);
        if let Value::Int(int) = &value {
            let pool = self.pool();
            let (from, until) = (pool.le(low, int.term), pool.le(int.term, high));
            let inside = pool.and(&[from, until]);
            self.assume(inside);
        }
        value
    }

    /// The result of a function of the library that has a body here: no more than the standard promises of it.
    pub fn only_promised(&mut self, promise: Promise, name: &str, value: Value, wanted: Wanted) -> Value {
        let enough = match promise {
            Promise::Sign => wanted != Wanted::Value,
            Promise::Truth => matches!(wanted, Wanted::Truth | Wanted::Nothing),
            Promise::Unmodelled | Promise::Within(..) | Promise::Input(..) => true,
            Promise::UpTo { .. } | Promise::ArgumentOrNull(_) | Promise::NewOrNull | Promise::Exact => true,
        };
        let (false, Value::Int(int)) = (enough, &value) else { return value };
        self.approximate(format!("which number other than zero `{name}` returns"));
        let known = self.save(int.term);
        let any = self.any_in(super::ints::Range { bits: 32, signed: true });
        let zero = self.int(0);
        let pool = self.pool();
        let (a, b) = (pool.eq(known, zero), pool.eq(any, zero));
        let mut alike = vec![pool.eq(a, b)];
        if promise == Promise::Sign {
            let (a, b) = (pool.lt(known, zero), pool.lt(any, zero));
            alike.push(pool.eq(a, b));
        }
        let alike = pool.and(&alike);
        self.assume(alike);
        Value::Int(super::ints::Range { bits: 32, signed: true }.value(any))
    }

    // ---- what is written

    fn written(&mut self, writes: Writes, name: &str, call: &Call, args: &[Value]) {
        let zero = self.int(0);
        let writes_nothing = match writes {
            Writes::Nothing => true,
            Writes::Pointees => !args.iter().any(|arg| matches!(arg, Value::Pointer(at) if at.object != zero)),
            Writes::Block { .. } | Writes::Text { .. } | Writes::TextOrNull { .. } | Writes::Scanned { .. } => false,
            Writes::Unlimited(_) | Writes::End | Writes::Static | Writes::Reachable => false,
        };
        if writes_nothing {
            return;
        }
        self.approximate(format!("what `{name}` writes"));
        match writes {
            Writes::Nothing => {}
            Writes::Block { at, lengths } => self.write_bytes(call, args, at, lengths, Null::Invalid),
            Writes::Text { at, length } => self.write_bytes(call, args, at, &[length], Null::Invalid),
            Writes::TextOrNull { at, length } => self.write_bytes(call, args, at, &[length], Null::Allowed),
            Writes::Scanned { format } => self.check_scanned(call, args, format),
            Writes::Unlimited(at) => {
                let fine = self.any_truth();
                self.check_if_wanted(CheckKind::Bounds, fine);
                self.write_bytes(call, args, at, &[], Null::Invalid);
            }
            Writes::Pointees => {
                self.check_pointees(call, args, 0);
                self.forget_arguments(call, args);
            }
            Writes::End => self.store_end(call, args),
            Writes::Static => {
                let region = self.cx.regions.site_target(call.site);
                for map in self.region_maps(region) {
                    self.emit(CmdKind::Havoc(map));
                }
            }
            Writes::Reachable => {
                self.forget_escaped();
                self.forget_arguments(call, args);
            }
        }
    }

    /// What is written lies inside its object, and has any contents.
    fn write_bytes(&mut self, call: &Call, args: &[Value], at: usize, lengths: &[usize], null: Null) {
        let (Some(arg), Some(Value::Pointer(pointer))) = (call.args.get(at), args.get(at)) else { return };
        let region = self.cx.regions.target(self.id, arg);
        if let Some(bytes) = self.product(args, lengths) {
            self.check_bytes(arg, *pointer, bytes, null);
            if self.cx.wants(CheckKind::ReadOnly) {
                let zero = self.int(0);
                let (empty, nowhere) = (self.pool().le(bytes, zero), self.pool().eq(pointer.object, zero));
                let nothing = self.pool().or(&[empty, nowhere]);
                self.check_writable(region, pointer.object, nothing);
            }
        }
        self.forget_row(region, pointer.object);
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
        for (arg, value) in call.args.iter().zip(args).skip(format + 1) {
            if let Value::Pointer(pointer) = value {
                let region = self.cx.regions.target(self.id, arg);
                self.forget_row(region, pointer.object);
            }
        }
    }

    /// One object of the pointer's type, or null.
    fn check_pointees(&mut self, call: &Call, args: &[Value], first: usize) {
        for (arg, value) in call.args.iter().zip(args).skip(first) {
            let types = &self.cx.unit.types;
            let size = types.pointee(arg.ty).and_then(|to| types.size_of(to)).unwrap_or(1);
            if let Value::Pointer(at) = value
                && !self.is_function_pointer(arg.ty)
            {
                let bytes = self.int(i128::from(size));
                self.check_bytes(arg, *at, bytes, Null::Allowed);
            }
        }
    }

    /// `strtol(text, &end, 10)`: the end lies in the text, its terminating zero included.
    fn store_end(&mut self, call: &Call, args: &[Value]) {
        let ([_, end, ..], [Value::Pointer(text), Value::Pointer(at), ..]) = (call.args.as_slice(), args) else {
            return;
        };
        let (text, at) = (*text, *at);
        let Some(pointer) = self.cx.unit.types.pointee(end.ty) else { return };
        let (then, join) = (self.block("then"), self.block("join"));
        let present = self.is_not_null(at);
        self.branch_on(present, then, join);
        self.continue_in(then);
        let by = self.any_in(super::ints::Range { bits: 31, signed: false });
        let region = self.cx.regions.target(self.id, &call.args[0]);
        let offset = self.pool().add(text.offset, by);
        let offset = self.save(offset);
        let moved = Pointer { object: text.object, offset };
        let one = self.int(1);
        let inside: Vec<Term> = self.range_checks(region, moved, one).into_iter().map(|(_, term)| term).collect();
        let inside = self.pool().and(&inside);
        self.assume(inside);
        let region = self.cx.regions.target(self.id, end);
        let location = self.at_pointer(region, at, pointer);
        self.store(&location, pointer, &Value::Pointer(moved));
        self.goto(join);
        self.continue_in(join);
    }

    /// After a text was written: `∃ n < length. at[n] = 0`, unless there is no room or nothing came.
    fn assume_text(&mut self, call: &Call, args: &[Value], (at, length): (usize, usize), result: &Value) {
        let (Some(arg), Some(Value::Pointer(pointer)), Some(Value::Int(length))) =
            (call.args.get(at), args.get(at), args.get(length))
        else {
            return;
        };
        let region = self.cx.regions.target(self.id, arg);
        let Some(map) = self.characters(region) else { return };
        let end = self.any_in(super::ints::Range { bits: 63, signed: false });
        let all = self.var(map);
        let index = self.pool().add(pointer.offset, end);
        let last = read(self.pool(), all, &[pointer.object, index]);
        let zero = self.int(0);
        let pool = self.pool();
        let (inside, is_end) = (pool.lt(end, length.term), pool.eq(last, zero));
        let ends = pool.and(&[inside, is_end]);
        let mut ways = vec![pool.le(length.term, zero), pool.eq(pointer.object, zero), ends];
        if let Value::Pointer(result) = result {
            ways.push(self.pool().eq(result.object, zero));
        }
        let text = self.pool().or(&ways);
        self.assume(text);
    }
}
