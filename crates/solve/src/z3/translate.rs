//! Terms to Z3 terms, each once, with an explicit stack: terms may be deep.
//!
//! Bound variables are translated like free ones and then bound by Z3, so that one table serves every context of a term.
//! Different variables and functions get different Z3 names even if they are spelled alike. Division by zero is whatever
//! Z3 says, as SMT-LIB has it: some value, the same for equal arguments.

use std::rc::Rc;

use invar_base::Id;
use invar_logic::{Binder, BvOp, DatatypeId, FuncId, Op, Sort, Term, TermPool, Trigger, VarId};
use num_traits::ToPrimitive;
use rustc_hash::FxHashMap;
use std::ffi::CString;
use z3_sys::*;

use super::context::{Context, Z3Error};
use super::sorts::{ConstructorDecl, DatatypeDecl, Sorts};
use crate::pattern::is_legal_pattern;

type Made = Result<Z3_ast, Z3Error>;

pub struct Translator {
    context: Rc<Context>,
    sorts: Sorts,
    terms: FxHashMap<Term, Z3_ast>,
    variables: FxHashMap<VarId, Z3_ast>,
    functions: FxHashMap<FuncId, Z3_func_decl>,
}

/// What Z3 gives a quantifier of SMT-LIB text. With weight 0 instances cost nothing, and matching may never end.
const DEFAULT_WEIGHT: u32 = 1;

impl Translator {
    pub fn new(context: Rc<Context>) -> Translator {
        Translator {
            sorts: Sorts::new(context.clone()),
            context,
            terms: FxHashMap::default(),
            variables: FxHashMap::default(),
            functions: FxHashMap::default(),
        }
    }

    pub fn context(&self) -> &Rc<Context> {
        &self.context
    }

    pub fn term(&mut self, pool: &TermPool, root: Term) -> Made {
        let mut stack = vec![(root, false)];
        while let Some((term, ready)) = stack.pop() {
            if self.terms.contains_key(&term) {
                continue;
            }
            if ready {
                let made = self.node(pool, term)?;
                self.terms.insert(term, made);
                continue;
            }
            stack.push((term, true));
            stack.extend(pool.args(term).iter().map(|&arg| (arg, false)));
            if let Some(binder) = pool.op(term).binder() {
                stack.extend(binder.trigger_terms().map(|trigger| (trigger, false)));
            }
        }
        self.known(root)
    }

    pub fn sort(&mut self, pool: &TermPool, sort: Sort) -> Result<Z3_sort, Z3Error> {
        self.sorts.sort(pool, sort)
    }

    pub fn datatype(&mut self, pool: &TermPool, id: DatatypeId) -> Result<Rc<DatatypeDecl>, Z3Error> {
        self.sorts.datatype(pool, id)
    }

    /// A boolean constant that no formula mentions.
    pub fn fresh_bool(&mut self, pool: &TermPool) -> Made {
        let sort = self.sorts.sort(pool, Sort::BOOL)?;
        // SAFETY: the sort is of this context; Z3 copies the prefix.
        self.context.keep(unsafe { Z3_mk_fresh_const(self.context.raw(), c"proxy".as_ptr(), sort) })
    }

    fn known(&self, term: Term) -> Made {
        self.terms.get(&term).copied().ok_or_else(|| Z3Error("a term was not translated".to_string()))
    }

    /// The term whose arguments (and triggers) are translated already.
    fn node(&mut self, pool: &TermPool, term: Term) -> Made {
        let args: Vec<Z3_ast> = pool.args(term).iter().map(|&arg| self.known(arg)).collect::<Result<_, _>>()?;
        let (context, op) = (self.context.clone(), pool.op(term));
        let c = context.raw();
        let n = args.len() as u32;
        let a = |index: usize| args.get(index).copied().ok_or_else(|| Z3Error("an argument is missing".to_string()));
        // SAFETY (all calls): the arguments are live terms of this context, and `args` holds `n` of them.
        let made = match op {
            Op::True => unsafe { Z3_mk_true(c) },
            Op::False => unsafe { Z3_mk_false(c) },
            Op::Int(_) | Op::Real(_) | Op::BitVec { .. } => return self.literal(pool, term),
            Op::Var(var) => return self.variable(pool, *var),
            Op::App(function) => unsafe { Z3_mk_app(c, self.function(pool, *function)?, n, args.as_ptr()) },
            Op::Not => unsafe { Z3_mk_not(c, a(0)?) },
            Op::And => unsafe { Z3_mk_and(c, n, args.as_ptr()) },
            Op::Or => unsafe { Z3_mk_or(c, n, args.as_ptr()) },
            Op::Implies => unsafe { Z3_mk_implies(c, a(0)?, a(1)?) },
            Op::Eq => unsafe { Z3_mk_eq(c, a(0)?, a(1)?) },
            Op::Distinct => unsafe { Z3_mk_distinct(c, n, args.as_ptr()) },
            Op::Ite => unsafe { Z3_mk_ite(c, a(0)?, a(1)?, a(2)?) },
            Op::Add => unsafe { Z3_mk_add(c, n, args.as_ptr()) },
            Op::Mul => unsafe { Z3_mk_mul(c, n, args.as_ptr()) },
            Op::Neg => unsafe { Z3_mk_unary_minus(c, a(0)?) },
            Op::Div | Op::RealDiv => unsafe { Z3_mk_div(c, a(0)?, a(1)?) },
            Op::Mod => unsafe { Z3_mk_mod(c, a(0)?, a(1)?) },
            Op::Le => unsafe { Z3_mk_le(c, a(0)?, a(1)?) },
            Op::Lt => unsafe { Z3_mk_lt(c, a(0)?, a(1)?) },
            Op::ToReal => unsafe { Z3_mk_int2real(c, a(0)?) },
            Op::ToInt => unsafe { Z3_mk_real2int(c, a(0)?) },
            Op::Bv(op) => bitvec_operation(c, *op, &args)?,
            Op::Select => return select(&context, &args),
            Op::Store => return store(&context, &args),
            Op::Construct { datatype, constructor } => {
                let decl = self.sorts.datatype(pool, *datatype)?;
                unsafe { Z3_mk_app(c, constructor_of(&decl, *constructor)?.build, n, args.as_ptr()) }
            }
            Op::Project { datatype, constructor, field } => {
                let decl = self.sorts.datatype(pool, *datatype)?;
                let field = constructor_of(&decl, *constructor)?.fields.get(*field as usize).copied();
                let field = field.ok_or_else(|| Z3Error("a field is missing".to_string()))?;
                unsafe { Z3_mk_app(c, field, n, args.as_ptr()) }
            }
            Op::Is { datatype, constructor } => {
                let decl = self.sorts.datatype(pool, *datatype)?;
                unsafe { Z3_mk_app(c, constructor_of(&decl, *constructor)?.is, n, args.as_ptr()) }
            }
            Op::Forall(binder) => return self.quantifier(pool, true, binder, a(0)?),
            Op::Exists(binder) => return self.quantifier(pool, false, binder, a(0)?),
            Op::Lambda(binder) => return self.lambda(pool, binder, pool.args(term)[0], a(0)?),
        };
        context.keep(made)
    }

    fn literal(&mut self, pool: &TermPool, term: Term) -> Made {
        let sort = self.sorts.sort(pool, pool.sort_of(term))?;
        let digits = match pool.op(term) {
            Op::Int(value) => {
                if let Some(small) = value.to_i64() {
                    // SAFETY: the sort is Z3's integer sort of this context.
                    return self.context.keep(unsafe { Z3_mk_int64(self.context.raw(), small, sort) });
                }
                value.to_string()
            }
            Op::Real(value) => format!("{}/{}", value.numer(), value.denom()),
            Op::BitVec { value, .. } => value.to_string(),
            _ => return Err(Z3Error("a number was expected".to_string())),
        };
        let digits = CString::new(digits).map_err(|_| Z3Error("a number was expected".to_string()))?;
        // SAFETY: Z3 copies the digits; the sort is of this context.
        self.context.keep(unsafe { Z3_mk_numeral(self.context.raw(), digits.as_ptr(), sort) })
    }

    fn variable(&mut self, pool: &TermPool, var: VarId) -> Made {
        if let Some(&known) = self.variables.get(&var) {
            return Ok(known);
        }
        let symbol = self.context.symbol(&format!("{}#{}", pool.var_name(var), var.index()))?;
        let sort = self.sorts.sort(pool, pool.variable(var).sort)?;
        // SAFETY: symbol and sort are of this context.
        let made = self.context.keep(unsafe { Z3_mk_const(self.context.raw(), symbol, sort) })?;
        self.variables.insert(var, made);
        Ok(made)
    }

    fn function(&mut self, pool: &TermPool, id: FuncId) -> Result<Z3_func_decl, Z3Error> {
        if let Some(&known) = self.functions.get(&id) {
            return Ok(known);
        }
        let function = pool.function(id);
        let symbol = self.context.symbol(&format!("{}#f{}", pool.name(function.name), id.index()))?;
        let domain: Vec<Z3_sort> =
            function.domain.iter().map(|&sort| self.sorts.sort(pool, sort)).collect::<Result<_, _>>()?;
        let range = self.sorts.sort(pool, function.range)?;
        // SAFETY: symbol and sorts are of this context; the domain slice is alive during the call.
        let decl = unsafe { Z3_mk_func_decl(self.context.raw(), symbol, domain.len() as u32, domain.as_ptr(), range) };
        let decl = self.context.keep_decl(decl)?;
        self.functions.insert(id, decl);
        Ok(decl)
    }

    /// Triggers that Z3 does not take are left out: without any it finds its own.
    fn quantifier(&mut self, pool: &TermPool, is_forall: bool, binder: &Binder, body: Z3_ast) -> Made {
        let bound = self.bound(pool, binder)?;
        let mut patterns = Vec::new();
        let mut excluded = Vec::new();
        for trigger in &binder.triggers {
            match trigger {
                Trigger::Pattern(terms) if is_legal_pattern(pool, binder, terms) => {
                    patterns.extend(self.pattern(terms)?);
                }
                Trigger::Pattern(_) => {}
                Trigger::NoPattern(term) => excluded.push(self.known(*term)?),
            }
        }
        // Z3 takes either patterns or terms that must not become patterns.
        if !patterns.is_empty() {
            excluded.clear();
        }
        let made = self.bind(is_forall, &bound, &patterns, &excluded, body);
        match made {
            Err(_) if !patterns.is_empty() || !excluded.is_empty() => self.bind(is_forall, &bound, &[], &[], body),
            made => made,
        }
    }

    fn bind(
        &self,
        is_forall: bool,
        bound: &[Z3_app],
        patterns: &[Z3_pattern],
        excluded: &[Z3_ast],
        body: Z3_ast,
    ) -> Made {
        let c = self.context.raw();
        let anonymous = self.context.symbol("q")?;
        // SAFETY: all objects are live and of this context; each length is that of the slice after it.
        self.context.keep(unsafe {
            Z3_mk_quantifier_const_ex(
                c,
                is_forall,
                DEFAULT_WEIGHT,
                anonymous,
                anonymous,
                bound.len() as u32,
                bound.as_ptr(),
                patterns.len() as u32,
                patterns.as_ptr(),
                excluded.len() as u32,
                excluded.as_ptr(),
                body,
            )
        })
    }

    fn pattern(&self, terms: &[Term]) -> Result<Option<Z3_pattern>, Z3Error> {
        let c = self.context.raw();
        let terms: Vec<Z3_ast> = terms.iter().map(|&term| self.known(term)).collect::<Result<_, _>>()?;
        // SAFETY: live terms of this context; the pattern is kept like every other object.
        unsafe {
            let Some(pattern) = Z3_mk_pattern(c, terms.len() as u32, terms.as_ptr()) else { return Ok(None) };
            self.context.keep(Z3_pattern_to_ast(c, pattern))?;
            Ok(Some(pattern))
        }
    }

    /// A map that is the same everywhere is Z3's constant array. Otherwise, `λx, y. e` is `λx. λy. e`, as maps are nested arrays; of no variables it is `e`.
    fn lambda(&mut self, pool: &TermPool, binder: &Binder, term: Term, body: Z3_ast) -> Made {
        if pool.free_vars(term).iter().all(|var| !binder.vars.contains(var)) {
            let mut made = body;
            for &var in binder.vars.iter().rev() {
                let domain = self.sorts.sort(pool, pool.variable(var).sort)?;
                // SAFETY: a live sort and a live term of this context.
                made = self.context.keep(unsafe { Z3_mk_const_array(self.context.raw(), domain, made) })?;
            }
            return Ok(made);
        }
        let bound = self.bound(pool, binder)?;
        let mut made = body;
        for variable in bound.iter().rev() {
            // SAFETY: one live variable and a live body of this context.
            made = self.context.keep(unsafe { Z3_mk_lambda_const(self.context.raw(), 1, variable, made) })?;
        }
        Ok(made)
    }

    fn bound(&mut self, pool: &TermPool, binder: &Binder) -> Result<Vec<Z3_app>, Z3Error> {
        let mut bound = Vec::with_capacity(binder.vars.len());
        for &var in &binder.vars {
            let variable = self.variable(pool, var)?;
            // SAFETY: a variable is a constant, hence an application.
            bound.push(self.context.ok(unsafe { Z3_to_app(self.context.raw(), variable) })?);
        }
        Ok(bound)
    }
}

fn constructor_of(decl: &DatatypeDecl, index: u32) -> Result<&ConstructorDecl, Z3Error> {
    decl.constructors.get(index as usize).ok_or_else(|| Z3Error("a constructor is missing".to_string()))
}

/// `m[i, j]` is `(select (select m i) j)`.
fn select(context: &Context, args: &[Z3_ast]) -> Made {
    let [map, index @ ..] = args else { return Err(Z3Error("a map is missing".to_string())) };
    index.iter().try_fold(*map, |map, &index| {
        // SAFETY: live terms of this context.
        context.keep(unsafe { Z3_mk_select(context.raw(), map, index) })
    })
}

/// `m[i, j := v]` is `(store m i (store (select m i) j v))`.
fn store(context: &Context, args: &[Z3_ast]) -> Made {
    let [map, index @ .., value] = args else { return Err(Z3Error("a map is missing".to_string())) };
    let mut rows = vec![*map];
    for &i in index.iter().take(index.len().saturating_sub(1)) {
        let row = rows[rows.len() - 1];
        // SAFETY: live terms of this context.
        rows.push(context.keep(unsafe { Z3_mk_select(context.raw(), row, i) })?);
    }
    index.iter().zip(&rows).rev().try_fold(*value, |value, (&i, &row)| {
        // SAFETY: live terms of this context.
        context.keep(unsafe { Z3_mk_store(context.raw(), row, i, value) })
    })
}

fn bitvec_operation(c: Z3_context, op: BvOp, args: &[Z3_ast]) -> Result<Option<Z3_ast>, Z3Error> {
    let a = |index: usize| args.get(index).copied().ok_or_else(|| Z3Error("an argument is missing".to_string()));
    // SAFETY (all calls): live terms of the context `c`.
    let made = match op {
        BvOp::Not => unsafe { Z3_mk_bvnot(c, a(0)?) },
        BvOp::Neg => unsafe { Z3_mk_bvneg(c, a(0)?) },
        BvOp::And => unsafe { Z3_mk_bvand(c, a(0)?, a(1)?) },
        BvOp::Or => unsafe { Z3_mk_bvor(c, a(0)?, a(1)?) },
        BvOp::Xor => unsafe { Z3_mk_bvxor(c, a(0)?, a(1)?) },
        BvOp::Add => unsafe { Z3_mk_bvadd(c, a(0)?, a(1)?) },
        BvOp::Sub => unsafe { Z3_mk_bvsub(c, a(0)?, a(1)?) },
        BvOp::Mul => unsafe { Z3_mk_bvmul(c, a(0)?, a(1)?) },
        BvOp::Udiv => unsafe { Z3_mk_bvudiv(c, a(0)?, a(1)?) },
        BvOp::Urem => unsafe { Z3_mk_bvurem(c, a(0)?, a(1)?) },
        BvOp::Sdiv => unsafe { Z3_mk_bvsdiv(c, a(0)?, a(1)?) },
        BvOp::Srem => unsafe { Z3_mk_bvsrem(c, a(0)?, a(1)?) },
        BvOp::Smod => unsafe { Z3_mk_bvsmod(c, a(0)?, a(1)?) },
        BvOp::Shl => unsafe { Z3_mk_bvshl(c, a(0)?, a(1)?) },
        BvOp::Lshr => unsafe { Z3_mk_bvlshr(c, a(0)?, a(1)?) },
        BvOp::Ashr => unsafe { Z3_mk_bvashr(c, a(0)?, a(1)?) },
        BvOp::Ult => unsafe { Z3_mk_bvult(c, a(0)?, a(1)?) },
        BvOp::Ule => unsafe { Z3_mk_bvule(c, a(0)?, a(1)?) },
        BvOp::Slt => unsafe { Z3_mk_bvslt(c, a(0)?, a(1)?) },
        BvOp::Sle => unsafe { Z3_mk_bvsle(c, a(0)?, a(1)?) },
        BvOp::Concat => unsafe { Z3_mk_concat(c, a(0)?, a(1)?) },
        BvOp::Extract { high, low } if high > low => unsafe { Z3_mk_extract(c, high - 1, low, a(0)?) },
        BvOp::Extract { .. } => return Err(Z3Error("bit-vectors of width zero are not supported".to_string())),
        BvOp::ZeroExtend { by } => unsafe { Z3_mk_zero_ext(c, by, a(0)?) },
        BvOp::SignExtend { by } => unsafe { Z3_mk_sign_ext(c, by, a(0)?) },
        BvOp::ToNat => unsafe { Z3_mk_bv2int(c, a(0)?, false) },
        BvOp::FromInt { width } => unsafe { Z3_mk_int2bv(c, width, a(0)?) },
    };
    Ok(made)
}
