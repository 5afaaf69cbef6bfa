//! Constraints from annotations: their pointers need regions like those of code, and may need offsets.

use super::analysis::Analysis;
use super::walk::Heap;
use crate::c::hir::GlobalId;
use crate::c::hir::spec::{
    Clause, Contract, Location, LogicType, LogicVar, LogicVarId, LoopSpec, Place, PlaceKind, StmtSpec, Term, TermKind,
};
use crate::c::types::TypeId;

impl Analysis<'_> {
    pub fn logic(&mut self) {
        let unit = self.unit;
        for (id, function) in unit.logic.functions.iter() {
            let Some(body) = &function.body else { continue };
            self.term(body);
            if let Some(ty) = self.term_pointer(body) {
                let contents = self.logic_result(id);
                let (stored, returned) = (self.pointee(contents, &[], ty), self.walk().term_target(body));
                self.graph.join(stored, returned);
            }
        }
        for lemma in &unit.logic.lemmas {
            self.term(&lemma.term);
        }
    }

    pub fn contract(&mut self, contract: &Contract) {
        self.clauses(&contract.requires);
        self.clauses(&contract.ensures);
        self.clauses(&contract.entry_checks);
        self.locations(contract.assigns.as_deref().unwrap_or(&[]));
        self.written_locations(contract.assigns.as_deref().unwrap_or(&[]));
        for narrowed in &contract.narrowed {
            narrowed.guard.iter().for_each(|guard| self.term(guard));
            self.locations(&narrowed.assigns);
            self.written_locations(&narrowed.assigns);
        }
    }

    /// What a contract lets a function write may change, also where no code is seen that writes it.
    fn written_locations(&mut self, locations: &[Location]) {
        for location in locations {
            if let Location::Place(place) = location
                && let Some(global) = global_of(place)
            {
                self.variable_node_mut(super::Variable::Global(global)).is_written = true;
            }
        }
    }

    pub fn loop_spec(&mut self, annotation: &LoopSpec) {
        self.clauses(&annotation.invariants);
        self.locations(annotation.assigns.as_deref().unwrap_or(&[]));
        annotation
            .variant
            .iter()
            .chain(&annotation.predicates)
            .chain(&annotation.templates)
            .for_each(|term| self.term(term));
    }

    pub fn stmt_spec(&mut self, annotation: &StmtSpec) {
        match annotation {
            StmtSpec::Assert(clause) | StmtSpec::Predicate { clause, .. } => self.term(&clause.term),
            StmtSpec::Unchecked(_) | StmtSpec::Abort { .. } => {}
            StmtSpec::Ghost(stmt) => self.stmt(stmt),
        }
    }

    fn clauses(&mut self, clauses: &[Clause]) {
        clauses.iter().for_each(|clause| self.term(&clause.term));
    }

    fn locations(&mut self, locations: &[Location]) {
        for location in locations {
            match location {
                Location::Place(place) => self.term_place(place),
                Location::Range { pointer, low, high, .. } | Location::RangeField { pointer, low, high, .. } => {
                    self.term(pointer);
                    low.iter().chain(high).for_each(|bound| self.term(bound));
                    self.term_moved(pointer);
                }
            }
        }
    }

    fn term_pointer(&self, term: &Term) -> Option<TypeId> {
        match term.ty {
            LogicType::C(ty) if self.is_pointer(ty) => Some(ty),
            LogicType::C(_) | LogicType::Integer | LogicType::Real | LogicType::Boolean => None,
        }
    }

    fn term_moved(&mut self, pointer: &Term) {
        let Some(to) = self.term_pointer(pointer).and_then(|ty| self.pointer_to(ty)) else { return };
        let by_bytes = self.unit.types.is_void(to);
        let region = self.walk().term_target(pointer);
        self.graph.note_step(region, to);
        self.graph.note_fact(region, |facts| {
            facts.moved = true;
            facts.moved_by_bytes |= by_bytes;
        });
    }

    fn term_join(&mut self, left: &Term, right: &Term) {
        if self.term_pointer(left).is_some() && self.term_pointer(right).is_some() {
            let (left, right) = (self.walk().term_target(left), self.walk().term_target(right));
            self.graph.join(left, right);
        }
    }

    fn term_place(&mut self, place: &Place) {
        match &place.kind {
            PlaceKind::Local(local) => {
                if let Some(function) = self.current {
                    self.carriers.observe(super::Variable::Local(function, *local));
                }
            }
            PlaceKind::Global(global) => self.carriers.observe(super::Variable::Global(*global)),
            PlaceKind::Deref(pointer) => {
                self.term(pointer);
                self.walk().term_place(place);
            }
            PlaceKind::Field(record, _) => self.term_place(record),
            PlaceKind::Index(array, index) => {
                self.term_place(array);
                self.term(index);
            }
        }
    }

    pub fn term(&mut self, term: &Term) {
        self.term_parts(term);
        let Some(to) = self.term_pointer(term).and_then(|ty| self.pointer_to(ty)) else { return };
        let region = self.walk().term_target(term);
        self.graph.note_type(region, to, false);
        match &term.kind {
            TermKind::PointerAdd(pointer, index) if !index.is_zero() => self.term_moved(pointer),
            TermKind::AddressOf(place) if has_index(place) => self.term_moved(term),
            TermKind::Conditional(_, left, right) => self.term_join(left, right),
            TermKind::Cast(operand) => {
                let from = self.term_pointer(operand).and_then(|ty| self.pointer_to(ty));
                let (is_pun, is_wider) =
                    from.map_or((false, false), |from| (self.is_pun(from, to), self.is_wider(from, to)));
                self.graph.note_fact(region, |facts| {
                    facts.punned |= is_pun;
                    facts.widened |= is_wider && !is_pun;
                });
            }
            _ => {}
        }
    }

    fn term_parts(&mut self, term: &Term) {
        match &term.kind {
            TermKind::Integer(_) | TermKind::Real(_) | TermKind::Boolean(_) | TermKind::Null | TermKind::Var(_) => {}
            TermKind::String(_) | TermKind::Result | TermKind::Unsupported(_) => {}
            TermKind::Load(place) | TermKind::AddressOf(place) => self.term_place(place),
            TermKind::At(part, _)
            | TermKind::Field(part, _)
            | TermKind::Negate(part)
            | TermKind::Complement(part)
            | TermKind::Cast(part)
            | TermKind::Not(part)
            | TermKind::BlockLength(part)
            | TermKind::Offset(part)
            | TermKind::BaseAddress(part)
            | TermKind::Freeable(part)
            | TermKind::Fresh(part) => self.term(part),
            TermKind::Forall(vars, part) | TermKind::Exists(vars, part) => {
                vars.iter().for_each(|&var| self.ranges(var));
                self.term(part);
            }
            TermKind::PointerDifference(left, right) => {
                self.term(left);
                self.term(right);
                self.term_moved(left);
                self.term_moved(right);
            }
            // ⟦v⟧ = ⟦t⟧ for a variable of the logic: a quantified pointer ranges over what it is compared with.
            TermKind::Compare(_, left, right) => {
                self.term(left);
                self.term(right);
                if matches!(left.kind, TermKind::Var(_)) || matches!(right.kind, TermKind::Var(_)) {
                    self.term_join(left, right);
                }
            }
            TermKind::Binary(_, left, right)
            | TermKind::PointerAdd(left, right)
            | TermKind::Implies(left, right)
            | TermKind::Iff(left, right) => {
                self.term(left);
                self.term(right);
            }
            TermKind::And(parts) | TermKind::Or(parts) => parts.iter().for_each(|part| self.term(part)),
            TermKind::Conditional(condition, left, right) => {
                self.term(condition);
                self.term(left);
                self.term(right);
            }
            TermKind::Let(var, value, body) => {
                self.term(value);
                self.bind(*var, value);
                self.term(body);
            }
            TermKind::Apply(function, args) => {
                for (&param, arg) in self.unit.logic.functions[*function].params.iter().zip(args) {
                    self.term(arg);
                    self.bind(param, arg);
                }
            }
            TermKind::Valid { locations, .. } | TermKind::Separated(locations) => self.locations(locations),
        }
    }

    /// A quantified pointer ranges over what the variables of its type point to, here and in the file.
    fn ranges(&mut self, var: LogicVarId) {
        let unit = self.unit;
        let LogicVar { ty, span, .. } = unit.logic.vars[var];
        let LogicType::C(own) = ty else { return };
        if !self.is_pointer(own) {
            return;
        }
        let locals = self.current.map(|id| unit.functions[id].locals.iter()).into_iter().flatten();
        let locals = locals.filter(|(_, local)| local.ty == own).map(|(id, _)| PlaceKind::Local(id));
        let globals = unit.globals.iter().filter(|(_, global)| global.ty == own);
        let places: Vec<PlaceKind> = locals.chain(globals.map(|(id, _)| PlaceKind::Global(id))).collect();
        let quantified = Term { kind: TermKind::Var(var), ty, span };
        for kind in places {
            let load = TermKind::Load(Place { kind, ty: own, span });
            self.term_join(&quantified, &Term { kind: load, ty, span });
        }
    }

    fn bind(&mut self, var: LogicVarId, value: &Term) {
        if let Some(ty) = self.term_pointer(value) {
            let contents = self.logic_var(var);
            let (stored, given) = (self.pointee(contents, &[], ty), self.walk().term_target(value));
            self.graph.join(stored, given);
        }
    }
}

/// The global variable that the place is a part of.
fn global_of(place: &Place) -> Option<GlobalId> {
    match &place.kind {
        PlaceKind::Global(global) => Some(*global),
        PlaceKind::Field(whole, _) | PlaceKind::Index(whole, _) => global_of(whole),
        PlaceKind::Local(_) | PlaceKind::Deref(_) => None,
    }
}

fn has_index(place: &Place) -> bool {
    match &place.kind {
        PlaceKind::Index(..) => true,
        PlaceKind::Field(record, _) => has_index(record),
        PlaceKind::Local(_) | PlaceKind::Global(_) | PlaceKind::Deref(_) => false,
    }
}
