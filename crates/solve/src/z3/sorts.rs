//! Sorts to Z3 sorts, and datatypes to their Z3 declarations.
//!
//! A map of several arguments is a nested array; a map of none is its only value, which keeps equality exact. Datatypes
//! that mention each other are declared together, in one group per strongly connected component.

use std::rc::Rc;

use invar_base::Id;
use invar_logic::{DatatypeId, Sort, SortKind, TermPool};
use rustc_hash::{FxHashMap, FxHashSet};
use z3_sys::{
    Z3_constructor, Z3_constructor_list, Z3_del_constructor, Z3_del_constructor_list, Z3_func_decl, Z3_mk_array_sort,
    Z3_mk_bool_sort, Z3_mk_bv_sort, Z3_mk_constructor, Z3_mk_constructor_list, Z3_mk_datatype_sort, Z3_mk_datatypes,
    Z3_mk_int_sort, Z3_mk_real_sort, Z3_mk_uninterpreted_sort, Z3_query_constructor, Z3_sort,
};

use super::context::{Context, Z3Error};

/// Sorts nested deeper are refused: their translation recurses.
const DEPTH: usize = 500;

pub struct Sorts {
    context: Rc<Context>,
    sorts: FxHashMap<Sort, Z3_sort>,
    datatypes: FxHashMap<DatatypeId, Rc<DatatypeDecl>>,
}

/// A declared datatype.
pub struct DatatypeDecl {
    pub sort: Z3_sort,
    pub constructors: Vec<ConstructorDecl>,
}

pub struct ConstructorDecl {
    pub build: Z3_func_decl,
    pub is: Z3_func_decl,
    pub fields: Vec<Z3_func_decl>,
}

/// The datatypes that are being declared together.
type Group = [DatatypeId];

impl Sorts {
    pub fn new(context: Rc<Context>) -> Sorts {
        Sorts { context, sorts: FxHashMap::default(), datatypes: FxHashMap::default() }
    }

    pub fn sort(&mut self, pool: &TermPool, sort: Sort) -> Result<Z3_sort, Z3Error> {
        self.sort_within(pool, sort, &[], 0)
    }

    pub fn datatype(&mut self, pool: &TermPool, id: DatatypeId) -> Result<Rc<DatatypeDecl>, Z3Error> {
        if let Some(decl) = self.datatypes.get(&id) {
            return Ok(decl.clone());
        }
        let group = component(pool, id);
        self.declare(pool, &group)?;
        self.datatypes.get(&id).cloned().ok_or_else(|| Z3Error("a datatype was not declared".to_string()))
    }

    /// `group` are datatypes under declaration, which are referred to by name.
    fn sort_within(&mut self, pool: &TermPool, sort: Sort, group: &Group, depth: usize) -> Result<Z3_sort, Z3Error> {
        if let Some(&known) = self.sorts.get(&sort) {
            return Ok(known);
        }
        if depth > DEPTH {
            return Err(Z3Error("a type is nested too deeply".to_string()));
        }
        let c = self.context.clone();
        // SAFETY (all calls): the sorts and symbols were made by the same context.
        let made = match pool.sort_kind(sort) {
            SortKind::Bool => c.keep_sort(unsafe { Z3_mk_bool_sort(c.raw()) })?,
            SortKind::Int => c.keep_sort(unsafe { Z3_mk_int_sort(c.raw()) })?,
            SortKind::Real => c.keep_sort(unsafe { Z3_mk_real_sort(c.raw()) })?,
            SortKind::BitVec(0) => return Err(Z3Error("bit-vectors of width zero are not supported".to_string())),
            SortKind::BitVec(width) => c.keep_sort(unsafe { Z3_mk_bv_sort(c.raw(), *width) })?,
            SortKind::Map { domain, range } => {
                let mut made = self.sort_within(pool, *range, group, depth + 1)?;
                for &index in domain.iter().rev() {
                    let index = self.sort_within(pool, index, group, depth + 1)?;
                    made = c.keep_sort(unsafe { Z3_mk_array_sort(c.raw(), index, made) })?;
                }
                made
            }
            SortKind::Uninterpreted(name) => {
                let symbol = c.symbol(&format!("{}#s", pool.name(*name)))?;
                c.keep_sort(unsafe { Z3_mk_uninterpreted_sort(c.raw(), symbol) })?
            }
            SortKind::Datatype(id) if group.contains(id) => {
                let symbol = c.symbol(&self.datatype_name(pool, *id))?;
                return c.keep_sort(unsafe { Z3_mk_datatype_sort(c.raw(), symbol, 0, std::ptr::null()) });
            }
            SortKind::Datatype(id) => self.datatype(pool, *id)?.sort,
        };
        // A sort made from forward references is looked up again once the group is declared.
        if group.is_empty() {
            self.sorts.insert(sort, made);
        }
        Ok(made)
    }

    fn declare(&mut self, pool: &TermPool, group: &Group) -> Result<(), Z3Error> {
        let c = self.context.clone();
        let mut constructors: Vec<Vec<Z3_constructor>> = Vec::new();
        let mut lists: Vec<Z3_constructor_list> = Vec::new();
        let declared = self.declare_with(pool, group, &mut constructors, &mut lists);
        // SAFETY: the lists and constructors were made by this context and are not used after this.
        unsafe {
            lists.iter().for_each(|&list| Z3_del_constructor_list(c.raw(), list));
            constructors.iter().flatten().for_each(|&constructor| Z3_del_constructor(c.raw(), constructor));
        }
        declared
    }

    fn declare_with(
        &mut self,
        pool: &TermPool,
        group: &Group,
        constructors: &mut Vec<Vec<Z3_constructor>>,
        lists: &mut Vec<Z3_constructor_list>,
    ) -> Result<(), Z3Error> {
        let c = self.context.clone();
        let mut names = Vec::new();
        for &id in group {
            names.push(c.symbol(&self.datatype_name(pool, id))?);
            constructors.push(Vec::new());
            for index in 0..pool.datatype(id).constructors.len() {
                let made = self.constructor(pool, group, id, index)?;
                constructors.last_mut().into_iter().for_each(|list| list.push(made));
            }
            let of_this = constructors.last().map(Vec::as_slice).unwrap_or_default();
            if of_this.is_empty() {
                return Err(Z3Error("a datatype has no constructors".to_string()));
            }
            // SAFETY: the slice is alive during the call, which copies it.
            let list = unsafe { Z3_mk_constructor_list(c.raw(), of_this.len() as u32, of_this.as_ptr()) };
            lists.push(c.ok(list)?);
        }
        let mut sorts: Vec<Option<Z3_sort>> = vec![None; group.len()];
        // SAFETY: three arrays of the group's length; `Option` of a non-null pointer has the pointer's layout.
        unsafe {
            let out = sorts.as_mut_ptr().cast::<Z3_sort>();
            Z3_mk_datatypes(c.raw(), group.len() as u32, names.as_ptr(), out, lists.as_mut_ptr());
        }
        c.done()?;
        for ((&id, sort), constructors) in group.iter().zip(sorts).zip(constructors.iter()) {
            let sort = c.keep_sort(sort)?;
            let fields = pool.datatype(id).constructors.iter().map(|constructor| constructor.fields.len());
            let constructors: Result<_, _> = constructors.iter().zip(fields).map(|(&k, n)| query(&c, k, n)).collect();
            self.datatypes.insert(id, Rc::new(DatatypeDecl { sort, constructors: constructors? }));
        }
        Ok(())
    }

    /// Z3 knows datatypes by their names, and the same number is another datatype in another session.
    fn datatype_name(&self, pool: &TermPool, id: DatatypeId) -> String {
        format!("{}#d{}.{}", pool.name(pool.datatype(id).name), self.context.number, id.index())
    }

    fn constructor(
        &mut self,
        pool: &TermPool,
        group: &Group,
        id: DatatypeId,
        index: usize,
    ) -> Result<Z3_constructor, Z3Error> {
        let c = self.context.clone();
        let constructor = &pool.datatype(id).constructors[index];
        let unique = format!("{}#d{}.{}.{index}", pool.name(constructor.name), c.number, id.index());
        let (mut names, mut sorts, mut refs) = (Vec::new(), Vec::new(), Vec::new());
        for (number, field) in constructor.fields.iter().enumerate() {
            names.push(c.symbol(&format!("{}#{unique}.{number}", pool.name(field.name)))?);
            let member = match pool.sort_kind(field.sort) {
                SortKind::Datatype(other) => group.iter().position(|id| id == other),
                _ => None,
            };
            refs.push(member.unwrap_or(0) as u32);
            sorts.push(match member {
                Some(_) => None,
                None => Some(self.sort_within(pool, field.sort, group, 1)?),
            });
        }
        let (name, is) = (c.symbol(&unique)?, c.symbol(&format!("is-{unique}"))?);
        // SAFETY: three arrays of `names.len()` entries, copied by the call.
        c.ok(unsafe {
            Z3_mk_constructor(c.raw(), name, is, names.len() as u32, names.as_ptr(), sorts.as_ptr(), refs.as_mut_ptr())
        })
    }
}

/// The declarations that Z3 made for a constructor with `fields` fields.
fn query(c: &Context, constructor: Z3_constructor, fields: usize) -> Result<ConstructorDecl, Z3Error> {
    let (mut build, mut is): (Option<Z3_func_decl>, Option<Z3_func_decl>) = (None, None);
    let mut accessors: Vec<Option<Z3_func_decl>> = vec![None; fields];
    // SAFETY: the outputs have the layout of pointers that may be null, and there are `fields` accessors.
    unsafe {
        let build = (&raw mut build).cast::<Z3_func_decl>();
        let is = (&raw mut is).cast::<Z3_func_decl>();
        let out = accessors.as_mut_ptr().cast::<Z3_func_decl>();
        Z3_query_constructor(c.raw(), constructor, fields as u32, build, is, out);
    }
    let fields: Result<_, _> = accessors.into_iter().map(|accessor| c.keep_decl(accessor)).collect();
    Ok(ConstructorDecl { build: c.keep_decl(build)?, is: c.keep_decl(is)?, fields: fields? })
}

/// The datatypes that `id` reaches and that reach it back, `id` among them, in the order of their ids.
pub(crate) fn component(pool: &TermPool, id: DatatypeId) -> Vec<DatatypeId> {
    let mut component: Vec<DatatypeId> =
        reachable(pool, id).into_iter().filter(|&other| other == id || reachable(pool, other).contains(&id)).collect();
    component.sort_unstable();
    component
}

fn reachable(pool: &TermPool, from: DatatypeId) -> FxHashSet<DatatypeId> {
    let mut seen = FxHashSet::default();
    let mut stack = vec![from];
    while let Some(id) = stack.pop() {
        if seen.insert(id) {
            stack.extend(mentioned(pool, id));
        }
    }
    seen
}

/// The datatypes in the fields of a datatype, inside maps too.
pub(crate) fn mentioned(pool: &TermPool, id: DatatypeId) -> Vec<DatatypeId> {
    let fields = pool.datatype(id).constructors.iter().flat_map(|constructor| &constructor.fields);
    let mut stack: Vec<Sort> = fields.map(|field| field.sort).collect();
    let mut found = Vec::new();
    while let Some(sort) = stack.pop() {
        match pool.sort_kind(sort) {
            SortKind::Datatype(other) => found.push(*other),
            SortKind::Map { domain, range } => stack.extend(domain.iter().copied().chain([*range])),
            SortKind::Bool | SortKind::Int | SortKind::Real | SortKind::BitVec(_) | SortKind::Uninterpreted(_) => {}
        }
    }
    found
}
