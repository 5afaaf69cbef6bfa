//! The arguments of `main`: `argc` is not negative, `argv` points to that many strings and a null pointer after them.
//!
//! The table of pointers and the strings are objects of their own, numbered one after the other. A string is as long as
//! its object: the last character is its end.

use invar_logic::{Sort, Term};

use super::code::Body;
use super::program::{LeafVars, Part};
use crate::c::hir::LocalId;
use crate::c::points_to::{Mode, RegionId, Variable};

/// Where the arguments are.
struct Regions {
    table: RegionId,
    strings: RegionId,
    /// Of a pointer.
    size: u64,
}

impl Body<'_, '_> {
    /// The system passes no negative number of arguments.
    pub fn count_of_arguments(&mut self, params: &[Vec<LeafVars>]) {
        if let Some(count) = argument_count(params) {
            let (count, zero) = (self.var(count), self.int(0));
            let natural = self.pool().le(zero, count);
            self.assume(natural);
        }
    }

    /// Is the parameter `argv`, with memory that holds pointers to characters and nothing else?
    pub fn is_argument_table(&self, id: LocalId) -> bool {
        self.function.params.get(1) == Some(&id) && self.argument_regions().is_some()
    }

    fn argument_regions(&self) -> Option<Regions> {
        let &[_, param] = self.function.params.as_slice() else { return None };
        let types = &self.cx.unit.types;
        let pointer = types.pointee(self.function.locals[param].ty).filter(|to| types.is_pointer(*to))?;
        let table = self.cx.regions.variable_pointee(Variable::Local(self.id, param), &[]);
        let Mode::Elements(element) = self.mode(table) else { return None };
        let strings = self.cx.regions.region_pointee(table, element, &[]);
        let has_characters = match self.mode(strings) {
            Mode::Elements(element) => types.int_kind(element).is_some() && types.size_of(element) == Some(1),
            Mode::Bytes => true,
            Mode::Cells => false,
        };
        (types.is_pointer(element) && has_characters).then(|| Regions {
            table,
            strings,
            size: types.size_of(pointer).unwrap_or(8),
        })
    }

    /// The memory that the system passes exists; emitted only if the function looks at it.
    pub fn arguments_of_main(&mut self, params: &[Vec<LeafVars>]) {
        let (Some(count), Some(regions)) = (argument_count(params), self.argument_regions()) else { return };
        let Some([LeafVars { parts, .. }]) = params.get(1).map(Vec::as_slice) else { return };
        let (count, next) = (self.var(count), self.cx.next);
        let first = self.var(next);
        let table = self.save(first);
        let one = self.int(1);
        let strings = self.pool().add(table, one);
        let end = self.pool().add(strings, count);
        self.assign(next, end);
        for &(part, var) in parts {
            let (value, zero) = (self.var(var), self.int(0));
            let expected = if part == Part::Object { table } else { zero };
            let is = self.pool().eq(value, expected);
            self.assume(is);
        }
        self.argument_objects(&regions, (table, end), count);
        self.argument_table(&regions, table, count);
        self.argument_strings(&regions, (strings, end));
    }

    /// All of them live; the table has one pointer more than there are strings, and no string is without its end.
    fn argument_objects(&mut self, regions: &Regions, (table, end): (Term, Term), count: Term) {
        let (live, size) = (self.cx.live, self.cx.size);
        let sort = self.cx.b.pool.variable(size).sort;
        let lengths = self.temporary(sort);
        self.emit(invar_gcl::CmdKind::Havoc(lengths));
        let (lengths, lives, sizes, each) =
            (self.var(lengths), self.var(live), self.var(size), self.int(i128::from(regions.size)));
        let pool = self.pool();
        let (one, bound) = (pool.int(1), pool.fresh_var("o@", Sort::INT));
        let object = pool.var(bound);
        let (from, until) = (pool.le(table, object), pool.lt(object, end));
        let new = pool.and(&[from, until]);
        let old = pool.select(lives, &[object]);
        let alive = pool.or(&[new, old]);
        let term = pool.lambda(&[bound], alive);
        let pointers = pool.add(count, one);
        let all = pool.mul(pointers, each);
        let any = pool.select(lengths, &[object]);
        let some = pool.le(one, any);
        let length = pool.ite(some, any, one);
        let is_table = pool.eq(object, table);
        let here = pool.ite(is_table, all, length);
        let old = pool.select(sizes, &[object]);
        let body = pool.ite(new, here, old);
        let sizes = pool.lambda(&[bound], body);
        self.assign(live, term);
        self.assign(size, sizes);
    }

    /// `argv[i]` is the i-th string, and `argv[argc]` is null.
    fn argument_table(&mut self, regions: &Regions, table: Term, count: Term) {
        let Mode::Elements(element) = self.mode(regions.table) else { return };
        let zero = self.int(0);
        for leaf in self.leaves(element).iter() {
            for part in self.element_parts(regions.table, element, leaf) {
                let map = self.cx.element_map(regions.table, 0, part);
                let pool = self.pool();
                let bound = pool.fresh_var("i@", Sort::INT);
                let index = pool.var(bound);
                let (from, until) = (pool.le(zero, index), pool.lt(index, count));
                let (inside, one) = (pool.and(&[from, until]), pool.int(1));
                let string = pool.add(table, index);
                let string = pool.add(string, one);
                let body = if part == Part::Object { pool.ite(inside, string, zero) } else { zero };
                let row = pool.lambda(&[bound], body);
                self.write_map(map, &[table], row);
            }
        }
    }

    fn argument_strings(&mut self, regions: &Regions, (strings, end): (Term, Term)) {
        let Some(map) = self.characters(regions.strings) else { return };
        let sort = self.cx.b.pool.variable(map).sort;
        let other = self.temporary(sort);
        self.emit(invar_gcl::CmdKind::Havoc(other));
        let size = self.cx.size;
        let (now, other, sizes) = (self.var(map), self.var(other), self.var(size));
        let pool = self.pool();
        let (outer, inner) = (pool.fresh_var("o@", Sort::INT), pool.fresh_var("i@", Sort::INT));
        let (object, index) = (pool.var(outer), pool.var(inner));
        let (zero, one) = (pool.int(0), pool.int(1));
        let length = pool.select(sizes, &[object]);
        let last = pool.sub(length, one);
        let is_last = pool.eq(index, last);
        let row = pool.select(other, &[object]);
        let any = pool.select(row, &[index]);
        let body = pool.ite(is_last, zero, any);
        let text = pool.lambda(&[inner], body);
        let (from, until) = (pool.le(strings, object), pool.lt(object, end));
        let new = pool.and(&[from, until]);
        let old = pool.select(now, &[object]);
        let body = pool.ite(new, text, old);
        let term = pool.lambda(&[outer], body);
        self.assign(map, term);
    }
}

fn argument_count(params: &[Vec<LeafVars>]) -> Option<invar_logic::VarId> {
    match params.first().map(Vec::as_slice) {
        Some([LeafVars { parts, .. }]) => match parts[..] {
            [(Part::Int, count)] => Some(count),
            _ => None,
        },
        _ => None,
    }
}
