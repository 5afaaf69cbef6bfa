//! Values: made, saved, taken apart and put together; the maps that they are read from and written to.

use std::rc::Rc;

use invar_gcl::{CmdKind, Local};
use invar_logic::{Sort, Term, VarId};

use super::code::{Body, Pointer, Value, role_of};
use super::ints::{self, Int, Range};
use super::maps::{read, write};
use super::program::{LeafVars, Open, Part};
use super::shape::{Leaf, scalar};
use crate::c::types::TypeId;

impl Body<'_, '_> {
    /// The term's value now, whatever is assigned later.
    pub fn save(&mut self, term: Term) -> Term {
        if super::program::is_literal(&self.cx.b.pool, term) {
            return term;
        }
        let sort = self.cx.b.pool.sort_of(term);
        let var = self.temporary(sort);
        self.assign(var, term);
        self.var(var)
    }

    pub fn save_value(&mut self, value: Value) -> Value {
        match value {
            Value::Void => Value::Void,
            Value::Int(int) => Value::Int(Int { term: self.save(int.term), ..int }),
            Value::Pointer(pointer) => {
                let (object, offset) = (self.save(pointer.object), self.save(pointer.offset));
                Value::Pointer(Pointer { object, offset })
            }
            Value::Token(term) => Value::Token(self.save(term)),
            Value::Record(leaves) => {
                let save = |body: &mut Self, parts: Vec<Term>| parts.into_iter().map(|part| body.save(part)).collect();
                Value::Record(leaves.into_iter().map(|parts| save(self, parts)).collect())
            }
        }
    }

    /// Declares the variables of a leaf in this function, with their ranges.
    pub fn declare_leaf(&mut self, vars: &LeafVars) {
        for &(part, var) in &vars.parts {
            let where_ = self.cx.where_(var, &vars.leaf, part);
            self.locals.push(Local { var, where_, span: self.span });
        }
    }

    /// Any value of a scalar type, in a variable of its own.
    pub fn any_scalar(&mut self, name: &str, ty: TypeId, parts: &[Part]) -> Value {
        let mut terms = Vec::new();
        for &part in parts {
            self.temporaries += 1;
            let text = match part {
                Part::Int if !name.is_empty() => name.to_string(),
                Part::Int | Part::Object | Part::Offset | Part::Token | Part::Hidden => {
                    format!("{name}@{}", self.temporaries)
                }
            };
            let var = self.cx.b.pool.new_var(&text, Sort::INT);
            let role = if part == Part::Int { role_of(&text) } else { part.role() };
            self.cx.b.program.roles.set(var, role);
            let term = self.var(var);
            let where_ = self.cx.part_range(term, ty, None, part);
            self.locals.push(Local { var, where_, span: self.span });
            self.emit(CmdKind::Havoc(var));
            if let Some(function) = name.strip_suffix("()") {
                self.cx.open.insert(var, Open::Result(function.to_string()));
            }
            terms.push((part, term));
        }
        self.assemble(ty, &terms)
    }

    /// Any value of a range.
    pub fn any_in(&mut self, range: Range) -> Term {
        let var = self.temporary(Sort::INT);
        let term = self.cx.b.pool.var(var);
        let inside = ints::in_range(&mut self.cx.b.pool, term, range);
        self.limit(inside);
        self.emit(CmdKind::Havoc(var));
        term
    }

    /// What every value of the variable that was declared last satisfies.
    pub fn limit(&mut self, condition: Term) {
        if let Some(last) = self.locals.last_mut() {
            last.where_ = Some(condition);
        }
    }

    /// A scalar from its parts.
    pub fn assemble(&mut self, ty: TypeId, parts: &[(Part, Term)]) -> Value {
        let zero = self.int(0);
        let find = |wanted: Part| parts.iter().find(|(part, _)| *part == wanted).map(|(_, term)| *term);
        if let Some(term) = find(Part::Int) {
            return match self.cx.range(ty, None) {
                Some(range) => Value::Int(range.value(term)),
                None => Value::Int(Int::any(term)),
            };
        }
        if let Some(object) = find(Part::Object) {
            return Value::Pointer(Pointer { object, offset: find(Part::Offset).unwrap_or(zero) });
        }
        match find(Part::Token) {
            Some(token) => Value::Token(token),
            None => Value::Void,
        }
    }

    /// The part of a scalar value.
    pub fn part_of(&mut self, value: &Value, part: Part) -> Term {
        match (value, part) {
            (Value::Int(int), _) => int.term,
            (Value::Pointer(pointer), Part::Offset) => pointer.offset,
            (Value::Pointer(pointer), _) => pointer.object,
            (Value::Token(term), _) => *term,
            (Value::Void, _) => self.int(0),
            (Value::Record(leaves), _) => match leaves.first().and_then(|parts| parts.first()) {
                Some(&term) => term,
                None => self.int(0),
            },
        }
    }

    pub fn leaves(&mut self, ty: TypeId) -> Rc<Vec<Leaf>> {
        self.cx.shapes.leaves(&self.cx.unit.types, ty)
    }

    /// Which parts are these many?
    pub fn kinds(&self, ty: TypeId, count: usize) -> &'static [Part] {
        match self.cx.parts(ty, None) {
            [Part::Object, Part::Offset] if count == 1 => &[Part::Object],
            parts => parts,
        }
    }

    /// Any value of a type.
    pub fn any_value(&mut self, ty: TypeId) -> Value {
        if scalar(&self.cx.unit.types, ty).is_some() {
            let parts = self.cx.parts(ty, None);
            return self.any_scalar("any@", ty, parts);
        }
        if self.cx.unit.types.is_void(ty) {
            return Value::Void;
        }
        let mut leaves = Vec::new();
        for leaf in self.leaves(ty).iter() {
            let mut parts = Vec::new();
            for &part in self.cx.parts(leaf.ty, None) {
                let sort = self.cx.nested_sort(leaf.dimensions(), Sort::INT);
                let var = self.temporary(sort);
                let condition = self.cx.where_(var, leaf, part);
                self.limit_local(var, condition);
                self.emit(CmdKind::Havoc(var));
                parts.push(self.var(var));
            }
            leaves.push(parts);
        }
        Value::Record(leaves)
    }

    pub fn read_map(&mut self, var: VarId, indices: &[Term]) -> Term {
        let map = self.var(var);
        read(self.pool(), map, indices)
    }

    pub fn write_map(&mut self, var: VarId, indices: &[Term], term: Term) {
        let old = self.var(var);
        let new = write(self.pool(), old, indices, term);
        self.assign(var, new);
    }

    pub fn null(&mut self) -> Pointer {
        let zero = self.int(0);
        Pointer { object: zero, offset: zero }
    }

    pub fn is_not_null(&mut self, pointer: Pointer) -> Term {
        let zero = self.int(0);
        let pool = self.pool();
        let (object, moved) = (pool.ne(pointer.object, zero), pool.ne(pointer.offset, zero));
        pool.or(&[object, moved])
    }

    /// Any contents of one object, in one map.
    pub fn any_row(&mut self, map: VarId) -> Term {
        let sort = self.cx.b.pool.variable(map).sort;
        let row = match self.cx.b.pool.sort_kind(sort) {
            invar_logic::SortKind::Map { range, .. } => *range,
            _ => sort,
        };
        let fresh = self.temporary(row);
        self.emit(CmdKind::Havoc(fresh));
        self.var(fresh)
    }
}
