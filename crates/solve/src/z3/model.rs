//! A Z3 model read back as values.
//!
//! Z3 evaluates the term and completes the model where it is open; what comes back is taken apart by sort. Elements of
//! uninterpreted sorts are numbered in the order of the model's universe.

use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

use invar_logic::{DatatypeId, MapDefault, MapValue, Sort, SortKind, Term, TermPool, Value};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero;
use rustc_hash::FxHashMap;
use z3_sys::*;

use super::Solver;
use super::context::{Context, text};
use super::translate::Translator;
use crate::prover::Interpretation;

/// Values nested deeper (long lists) are not read: reading recurses.
const DEPTH: usize = 500;

/// The model of a solver's last search. Z3 builds it when it is first needed, which costs time; until then the solver
/// must not change, so the session loads the model before it goes on.
pub struct LazyModel {
    solver: Rc<Solver>,
    translator: Rc<RefCell<Translator>>,
    loaded: OnceCell<Option<Z3Model>>,
}

impl LazyModel {
    pub fn new(solver: Rc<Solver>, translator: Rc<RefCell<Translator>>) -> LazyModel {
        LazyModel { solver, translator, loaded: OnceCell::new() }
    }

    /// `None` if Z3 has no model after all.
    pub fn load(&self) -> Option<&Z3Model> {
        let load = || {
            // SAFETY: a live solver; the result is null when Z3 has no model.
            let raw = unsafe { Z3_solver_get_model(self.solver.context.raw(), self.solver.raw) }?;
            Some(Z3Model::new(self.translator.clone(), raw))
        };
        self.loaded.get_or_init(load).as_ref()
    }
}

impl Interpretation for LazyModel {
    fn value(&self, pool: &TermPool, term: Term) -> Option<Value> {
        self.load()?.value(pool, term)
    }
}

/// See the module header.
pub struct Z3Model {
    context: Rc<Context>,
    translator: Rc<RefCell<Translator>>,
    raw: Z3_model,
    /// The elements met so far, numbered per sort.
    elements: RefCell<FxHashMap<Sort, FxHashMap<Z3_ast, u32>>>,
}

/// An array as Z3 wrote it: what it holds at some indices, the later entries hidden by the earlier ones, and elsewhere.
struct Array {
    entries: Vec<(Z3_ast, Z3_ast)>,
    default: Z3_ast,
}

/// A map under construction. `None`: it has no single value outside the entries.
struct Flat {
    entries: BTreeMap<Vec<Value>, Value>,
    default: Option<Value>,
}

impl Z3Model {
    /// Takes a share of the model `raw`.
    pub fn new(translator: Rc<RefCell<Translator>>, raw: Z3_model) -> Z3Model {
        let context = translator.borrow().context().clone();
        // SAFETY: a live model of this context; the share is given back on drop.
        unsafe { Z3_model_inc_ref(context.raw(), raw) };
        Z3Model { context, translator, raw, elements: RefCell::default() }
    }

    fn value(&self, pool: &TermPool, term: Term) -> Option<Value> {
        let ast = self.translator.borrow_mut().term(pool, term).ok()?;
        let value = self.evaluate(ast)?;
        let read = self.read(pool, pool.sort_of(term), value, 0);
        // SAFETY: gives back the share that `evaluate` took.
        unsafe { Z3_dec_ref(self.context.raw(), value) };
        read
    }

    /// The value is shared; the caller gives it back.
    fn evaluate(&self, ast: Z3_ast) -> Option<Z3_ast> {
        let mut value: Option<Z3_ast> = None;
        // SAFETY: live objects of this context; the output has the layout of a pointer that may be null, and is shared
        // before any other call.
        unsafe {
            let out = (&raw mut value).cast::<Z3_ast>();
            let evaluated = Z3_model_eval(self.context.raw(), self.raw, ast, true, out);
            let value = value.filter(|_| evaluated)?;
            Z3_inc_ref(self.context.raw(), value);
            Some(value)
        }
    }

    fn read(&self, pool: &TermPool, sort: Sort, ast: Z3_ast, depth: usize) -> Option<Value> {
        if depth > DEPTH {
            return None;
        }
        match pool.sort_kind(sort) {
            SortKind::Bool => self.read_bool(ast),
            SortKind::Int => self.numeral(ast)?.parse::<BigInt>().ok().map(Value::int),
            SortKind::Real => self.read_real(ast),
            SortKind::BitVec(width) => {
                let value = self.numeral(ast)?.parse().ok()?;
                Some(Value::BitVec { value, width: *width })
            }
            SortKind::Map { domain, range } => {
                let flat = self.flatten(pool, domain, *range, ast, depth + 1)?;
                Some(Value::Map(Arc::new(flat.into_map())))
            }
            SortKind::Uninterpreted(_) => self.element(pool, sort, ast),
            SortKind::Datatype(id) => self.read_data(pool, *id, ast, depth + 1),
        }
    }

    fn read_bool(&self, ast: Z3_ast) -> Option<Value> {
        // SAFETY: a live term of this context.
        match unsafe { Z3_get_bool_value(self.context.raw(), ast) } {
            Z3_L_TRUE => Some(Value::Bool(true)),
            Z3_L_FALSE => Some(Value::Bool(false)),
            _ => None,
        }
    }

    fn read_real(&self, ast: Z3_ast) -> Option<Value> {
        let digits = self.numeral(ast)?;
        let (numerator, denominator) = digits.split_once('/').unwrap_or((&digits, "1"));
        let (numerator, denominator): (BigInt, BigInt) =
            (numerator.trim().parse().ok()?, denominator.trim().parse().ok()?);
        (!denominator.is_zero()).then(|| Value::Real(BigRational::new(numerator, denominator)))
    }

    fn numeral(&self, ast: Z3_ast) -> Option<String> {
        let c = self.context.raw();
        // SAFETY: a live term of this context; the digits are asked of numerals only and copied at once.
        unsafe {
            let is_numeral = Z3_get_ast_kind(c, ast) == AstKind::Numeral;
            is_numeral.then(|| text(Z3_get_numeral_string(c, ast)))
        }
    }

    fn read_data(&self, pool: &TermPool, datatype: DatatypeId, ast: Z3_ast, depth: usize) -> Option<Value> {
        let (decl, args) = self.application(ast)?;
        let known = self.translator.borrow_mut().datatype(pool, datatype).ok()?;
        let constructor = known.constructors.iter().position(|constructor| constructor.build == decl)?;
        let fields = &pool.datatype(datatype).constructors[constructor].fields;
        let fields = fields.iter().zip(&args).map(|(field, &arg)| self.read(pool, field.sort, arg, depth));
        Some(Value::Data { datatype, constructor: constructor as u32, fields: fields.collect::<Option<_>>()? })
    }

    fn application(&self, ast: Z3_ast) -> Option<(Z3_func_decl, Vec<Z3_ast>)> {
        let c = self.context.raw();
        // SAFETY: taken apart as an application only if it is one; the parts live as long as the whole.
        unsafe {
            if Z3_get_ast_kind(c, ast) != AstKind::App {
                return None;
            }
            let app = Z3_to_app(c, ast)?;
            let args: Option<_> = (0..Z3_get_app_num_args(c, app)).map(|i| Z3_get_app_arg(c, app, i)).collect();
            Some((Z3_get_app_decl(c, app)?, args?))
        }
    }

    fn element(&self, pool: &TermPool, sort: Sort, ast: Z3_ast) -> Option<Value> {
        // Only a constant is an element: anything else was not evaluated.
        let (_, args) = self.application(ast)?;
        if !args.is_empty() {
            return None;
        }
        let mut elements = self.elements.borrow_mut();
        let numbers = match elements.entry(sort) {
            std::collections::hash_map::Entry::Occupied(known) => known.into_mut(),
            std::collections::hash_map::Entry::Vacant(free) => free.insert(self.universe(pool, sort)?),
        };
        let next = numbers.len() as u32;
        if !numbers.contains_key(&ast) {
            // The table holds addresses, so what is in it must stay.
            numbers.insert(self.context.keep(Some(ast)).ok()?, next);
        }
        numbers.get(&ast).map(|&index| Value::Element { sort, index })
    }

    fn universe(&self, pool: &TermPool, sort: Sort) -> Option<FxHashMap<Z3_ast, u32>> {
        let c = self.context.raw();
        let sort = self.translator.borrow_mut().sort(pool, sort).ok()?;
        let mut numbers = FxHashMap::default();
        // SAFETY: live objects of this context; the vector is shared while it is read, its elements are kept.
        unsafe {
            let Some(universe) = Z3_model_get_sort_universe(c, self.raw, sort) else { return Some(numbers) };
            Z3_ast_vector_inc_ref(c, universe);
            for index in 0..Z3_ast_vector_size(c, universe) {
                if let Ok(element) = self.context.keep(Z3_ast_vector_get(c, universe, index)) {
                    numbers.insert(element, index);
                }
            }
            Z3_ast_vector_dec_ref(c, universe);
        }
        Some(numbers)
    }

    /// A nested array as one map of `domain`: the entries of a row get the row's index in front.
    fn flatten(&self, pool: &TermPool, domain: &[Sort], range: Sort, ast: Z3_ast, depth: usize) -> Option<Flat> {
        let [first, rest @ ..] = domain else {
            let value = self.read(pool, range, ast, depth)?;
            return Some(Flat { entries: BTreeMap::new(), default: Some(value) });
        };
        let array = self.array(ast)?;
        let outside = self.flatten(pool, rest, range, array.default, depth)?;
        let uniform = outside.entries.is_empty();
        let mut flat = Flat { entries: BTreeMap::new(), default: outside.default.filter(|_| uniform) };
        let mut seen = BTreeSet::new();
        for (index, row) in array.entries {
            let index = self.read(pool, *first, index, depth)?;
            if !seen.insert(index.clone()) {
                continue;
            }
            let row = self.flatten(pool, rest, range, row, depth)?;
            flat.add_row(index, row, rest.is_empty());
        }
        Some(flat)
    }

    /// Store chains over a constant array or a function's table.
    fn array(&self, ast: Z3_ast) -> Option<Array> {
        let c = self.context.raw();
        let mut entries = Vec::new();
        let mut rest = ast;
        loop {
            // SAFETY: a live array term of this context.
            if unsafe { Z3_is_as_array(c, rest) } {
                return self.table(rest, entries);
            }
            let (decl, args) = self.application(rest)?;
            // SAFETY: a live declaration of this context.
            match (unsafe { Z3_get_decl_kind(c, decl) }, &args[..]) {
                (DeclKind::Store, &[map, index, value]) => {
                    entries.push((index, value));
                    rest = map;
                }
                (DeclKind::ConstArray, &[default]) => return Some(Array { entries, default }),
                _ => return None,
            }
        }
    }

    /// `(_ as-array f)`: the entries and the rest of f's table, after those already met.
    fn table(&self, ast: Z3_ast, mut entries: Vec<(Z3_ast, Z3_ast)>) -> Option<Array> {
        let c = self.context.raw();
        // SAFETY: live objects of this context; the table is shared while it is read, its terms belong to the model.
        unsafe {
            let function = Z3_get_as_array_func_decl(c, ast)?;
            let table = Z3_model_get_func_interp(c, self.raw, function)?;
            Z3_func_interp_inc_ref(c, table);
            for index in 0..Z3_func_interp_get_num_entries(c, table) {
                let Some(entry) = Z3_func_interp_get_entry(c, table, index) else { continue };
                Z3_func_entry_inc_ref(c, entry);
                if let (Some(at), Some(value)) = (Z3_func_entry_get_arg(c, entry, 0), Z3_func_entry_get_value(c, entry))
                {
                    entries.push((at, value));
                }
                Z3_func_entry_dec_ref(c, entry);
            }
            let default = Z3_func_interp_get_else(c, table);
            Z3_func_interp_dec_ref(c, table);
            let default = self.evaluate(default?)?;
            let kept = self.context.keep(Some(default)).ok();
            Z3_dec_ref(c, default);
            kept.map(|default| Array { entries, default })
        }
    }
}

impl Flat {
    /// Puts the row of `index` in. A row whose rest differs from the map's rest leaves the map without a default.
    fn add_row(&mut self, index: Value, row: Flat, is_last: bool) {
        if is_last {
            if let Some(value) = row.default {
                self.entries.insert(vec![index], value);
            }
            return;
        }
        if row.default.is_none() || row.default != self.default {
            self.default = None;
        }
        for (rest, value) in row.entries {
            self.entries.insert(std::iter::once(index.clone()).chain(rest).collect(), value);
        }
    }

    /// Entries that repeat the default say nothing, so they go: equal maps look equal.
    fn into_map(mut self) -> MapValue {
        let Some(default) = self.default else {
            return MapValue { entries: self.entries, default: MapDefault::Missing };
        };
        self.entries.retain(|_, value| *value != default);
        MapValue { entries: self.entries, default: MapDefault::Value(default) }
    }
}

impl Drop for Z3Model {
    fn drop(&mut self) {
        // SAFETY: gives back the share taken in `new`.
        unsafe { Z3_model_dec_ref(self.context.raw(), self.raw) };
    }
}
