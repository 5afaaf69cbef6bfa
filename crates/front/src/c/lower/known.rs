//! Calls of library functions that have a row in the table (`c::library`) and no body: what they read and write is
//! checked, what they write has any contents afterwards, and the result is what the standard promises.

use invar_gcl::{CheckKind, CmdKind};
use invar_logic::Term;

use super::code::{Body, Pointer, Value, Wanted};
use super::maps::read;
use super::reads::Null;
use super::unseen::Idle;
use crate::c::hir::{Call, FunctionId};
use crate::c::library::{Calls, Facts, Promise, Writes};
use crate::c::types::TypeId;

/// A call of a function that has a row in the table, with the values of its arguments.
pub struct KnownCall<'c> {
    pub facts: Facts,
    pub name: &'c str,
    pub call: &'c Call,
    pub args: &'c [Value],
}

impl Body<'_, '_> {
    pub fn known_call(&mut self, known: KnownCall<'_>, ty: TypeId, wanted: Wanted) -> Value {
        let KnownCall { facts, name, call, args } = known;
        let args: Vec<Value> = args.iter().map(|arg| self.save_value(arg.clone())).collect();
        for reads in facts.reads {
            self.check_read(*reads, call, &args);
        }
        self.check_others(&facts, call, &args);
        self.written(&facts, name, call, &args);
        if let Some(Value::Pointer(ended)) = facts.ends.and_then(|number| args.get(number)) {
            self.kill(ended.object);
        }
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
            Calls::Handlers if self.has_no_handlers() => {
                let text = "handlers that other code installed, or passes, change nothing here";
                self.cx.assumptions.insert(text.to_string());
                return;
            }
            Calls::Handlers | Calls::AnyTime => self.doubt(format!("`{name}`: code that runs at any time")),
        }
        self.forget_escaped(Idle::Never);
        self.forget_arguments(call, args);
    }

    /// Is no function named here that somebody could be given to call it later?
    fn has_no_handlers(&self) -> bool {
        // Also one without a body, which may change what it can name.
        let is_own = |id: &FunctionId| !self.cx.unit.functions[*id].is_library;
        !self.cx.is_closed() && !self.cx.uses.addressed.iter().any(is_own)
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

    fn written(&mut self, facts: &Facts, name: &str, call: &Call, args: &[Value]) {
        if self.writes_nothing(facts.writes, args) {
            return;
        }
        let what = format!("what `{name}` writes");
        match facts.writes {
            Writes::Nothing => {}
            Writes::Block { at, lengths } => self.write_bytes(call, args, (at, Some(lengths)), Null::Invalid, what),
            Writes::Text { at, length } => self.write_bytes(call, args, (at, Some(&[length])), Null::Invalid, what),
            Writes::TextOrNull { at, length } => {
                self.write_bytes(call, args, (at, Some(&[length])), Null::Allowed, what);
            }
            Writes::Unlimited(at) => self.write_bytes(call, args, (at, None), Null::Invalid, what),
            Writes::Scanned { format, input } => self.scan(call, args, format, input, what),
            Writes::ScannedList { format } => {
                self.check_string_argument(call, args, format, Null::Invalid);
                self.doubt("formats that write to arguments in a list".to_string());
            }
            Writes::Pointees => {
                self.check_pointees(facts, call, args);
                self.approximate(what);
                self.forget_arguments(call, args);
            }
            Writes::End => {
                self.approximate(what);
                self.store_end(call, args);
            }
            Writes::Static => {
                self.approximate(what);
                let region = self.cx.regions.site_target(call.site);
                for map in self.region_maps(region) {
                    self.emit(CmdKind::Havoc(map));
                }
            }
            Writes::Reachable => {
                self.approximate(what);
                self.forget_escaped(Idle::Never);
                self.forget_arguments(call, args);
            }
        }
    }

    fn writes_nothing(&mut self, writes: Writes, args: &[Value]) -> bool {
        let zero = self.int(0);
        match writes {
            Writes::Nothing => true,
            Writes::Pointees => !args.iter().any(|arg| matches!(arg, Value::Pointer(at) if at.object != zero)),
            Writes::Block { .. } | Writes::Text { .. } | Writes::TextOrNull { .. } => false,
            Writes::Scanned { .. } | Writes::ScannedList { .. } => false,
            Writes::Unlimited(_) | Writes::End | Writes::Static | Writes::Reachable => false,
        }
    }

    /// What is written lies inside its object, and has any contents. The function may write less than it is allowed to,
    /// and how much it writes where nothing limits it is not known.
    fn write_bytes(
        &mut self,
        call: &Call,
        args: &[Value],
        (at, lengths): (usize, Option<&[usize]>),
        null: Null,
        what: String,
    ) {
        let (Some(arg), Some(Value::Pointer(pointer))) = (call.args.get(at), args.get(at)) else { return };
        let bytes = lengths.and_then(|lengths| self.product(args, lengths));
        let least = bytes.unwrap_or_else(|| self.int(1));
        self.check_exists(arg, *pointer, least, null);
        self.approximate(what);
        match bytes {
            Some(bytes) => self.check_inside(arg, *pointer, bytes, null),
            None => self.leave_bounds_open(),
        }
        self.check_changeable(arg, *pointer, least);
        self.forget_pointed(arg, *pointer);
    }

    /// One object of the pointer's type, at all arguments that nothing else is said of.
    fn check_pointees(&mut self, facts: &Facts, call: &Call, args: &[Value]) {
        for (number, (arg, value)) in call.args.iter().zip(args).enumerate() {
            let is_read = facts.reads.iter().any(|reads| reads.describes(number));
            if let Value::Pointer(at) = value
                && !self.is_function_pointer(arg.ty)
                && !is_read
            {
                self.check_object(arg, *at, nullness(facts, number));
            }
        }
    }

    /// Pointers of which the table says no more: what they point to exists, or they are null where that may be.
    fn check_others(&mut self, facts: &Facts, call: &Call, args: &[Value]) {
        for (number, (arg, value)) in call.args.iter().zip(args).enumerate() {
            let Value::Pointer(at) = value else { continue };
            let null = nullness(facts, number);
            if self.is_function_pointer(arg.ty) {
                if null == Null::Invalid {
                    let present = self.is_not_null(*at);
                    self.check_if_wanted(CheckKind::Null, present);
                }
            } else if !facts.describes(number) {
                let one = self.int(1);
                self.check_exists(arg, *at, one, null);
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

fn nullness(facts: &Facts, number: usize) -> Null {
    if facts.may_be_null.contains(&number) { Null::Allowed } else { Null::Invalid }
}
