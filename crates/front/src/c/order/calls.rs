//! What calls touch: functions of the program by their summaries, others by what is known of them.

use super::cells::Effects;
use super::walk::{Calls, Walk, unseen};
use crate::c::hir::{Builtin, Call, Callee, Expr, ExprKind, FunctionId, spec};
use crate::c::library::{self, Promise, Writes, facts};

impl Walk<'_, '_> {
    /// Arguments come in any order, and all of them before the call.
    pub(super) fn call(&mut self, call: &Call) -> Effects {
        let callee = match &call.callee {
            Callee::Pointer(pointer) => Some(pointer),
            Callee::Direct(_) | Callee::Builtin(_) => None,
        };
        let mut effects = self.operands(callee.into_iter().chain(&call.args)).settled();
        match &call.callee {
            Callee::Direct(id) => self.called(*id, call, &mut effects),
            Callee::Pointer(pointer) => {
                for id in self.regions.callees(self.function, pointer) {
                    self.called(id, call, &mut effects);
                }
                let region = &self.regions.regions()[self.regions.target(self.function, pointer)];
                if region.escapes || region.is_unknown {
                    effects.absorb(unseen());
                }
            }
            Callee::Builtin(builtin) => self.built_in(*builtin, call, &mut effects),
        }
        effects
    }

    fn called(&mut self, id: FunctionId, call: &Call, effects: &mut Effects) {
        let function = &self.unit.functions[id];
        if function.body.is_some() {
            match &mut self.calls {
                Calls::Listed(called, _) => called.push(id),
                Calls::Traced(_) => {}
                Calls::Known(summaries) => match summaries.of(id) {
                    Some(known) => {
                        effects.include(known);
                    }
                    None => effects.is_everything = true,
                },
            }
            return;
        }
        let writes_nothing = |contract: &spec::Contract| contract.assigns.as_ref().is_some_and(Vec::is_empty);
        match &function.contract {
            Some(contract) if writes_nothing(contract) => effects.reads_unseen = true,
            Some(_) => effects.absorb(unseen()),
            None if function.maps_numbers(&self.unit.types) => {}
            None => self.library(&function.name, call, effects),
        }
    }

    /// A value from outside may come first or last: it is any value.
    fn library(&mut self, name: &str, call: &Call, effects: &mut Effects) {
        let Some(facts) = facts(name) else {
            self.touch_arguments(call, effects, Touch::Write);
            return effects.absorb(unseen());
        };
        // What the lowering gives a meaning to may write what it is given.
        let only_reads = facts.writes == Writes::Nothing && facts.result != Promise::Exact;
        self.touch_arguments(call, effects, if only_reads { Touch::Read } else { Touch::Write });
        let gives_back = matches!(name, "free" | "cfree" | "realloc" | "reallocarray");
        let reaches = facts.writes == Writes::Reachable && !gives_back;
        if reaches || facts.calls != library::Calls::Nothing || !facts.own.is_empty() {
            effects.absorb(unseen());
        }
    }

    fn built_in(&mut self, builtin: Builtin, call: &Call, effects: &mut Effects) {
        match builtin {
            Builtin::AddOverflow | Builtin::SubOverflow | Builtin::MulOverflow => {
                self.touch_arguments(call, effects, Touch::Write);
            }
            Builtin::Other => {
                self.touch_arguments(call, effects, Touch::Write);
                effects.absorb(unseen());
            }
            Builtin::Expect | Builtin::Unreachable | Builtin::Trap | Builtin::ConstantP | Builtin::Alloca => {}
            Builtin::Clz | Builtin::Ctz | Builtin::Popcount | Builtin::Ffs | Builtin::Parity => {}
            Builtin::Bswap16 | Builtin::Bswap32 | Builtin::Bswap64 | Builtin::ObjectSize => {}
            Builtin::ReturnAddress | Builtin::FrameAddress => {}
        }
    }

    fn touch_arguments(&self, call: &Call, effects: &mut Effects, touch: Touch) {
        let is_visible = |arg: &&Expr| self.unit.types.is_pointer(arg.ty) && !self.is_new(arg);
        for arg in call.args.iter().filter(is_visible) {
            let cell = self.region_cell(self.regions.target(self.function, arg));
            effects.reads.insert(cell);
            if touch == Touch::Write {
                effects.writes.insert(cell);
            }
        }
    }

    /// `va_arg` and its like move the list.
    pub(super) fn touch_list(&self, list: &Expr, effects: &mut Effects) {
        let cell = match &list.kind {
            ExprKind::Load(place) | ExprKind::AddressOf(place) => self.cell(place),
            _ => None,
        };
        match cell {
            Some(cell) => {
                effects.reads.insert(cell);
                effects.writes.insert(cell);
            }
            None => effects.absorb(unseen()),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Touch {
    Read,
    Write,
}
