//! Expressions to terms.

use invar_base::{Id, Span};
use invar_logic::{DatatypeId, FuncId, Op, Sort, SortKind, Substitution, Term, Trigger, VarId};
use rustc_hash::FxHashSet;

use super::super::super::ast::QuantifierKind;
use super::super::typed::{Expr, ExprKind, FuncKey, FuncKind, Quantifier, VarKey};
use super::super::types::Ty;
use super::Lowering;
use super::instances::is_shallow;

/// Whether a formula is to be proved (and then assumed), only assumed, or used in a way that is neither.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    Checked,
    Assumed,
    Opaque,
}

/// Where a subformula stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    pub mode: Mode,
    /// Under an even number of negations?
    pub positive: bool,
    /// Under a quantifier that is existential when the whole is proved?
    pub under_exists: bool,
}

/// A map, and the types that its type is instantiated at: none for a map that is not polymorphic.
#[derive(Clone, Copy)]
struct MapAt<'t> {
    map_type: &'t Ty,
    instance: &'t [Ty],
    map: Term,
}

impl Position {
    pub const CHECKED: Position = Position { mode: Mode::Checked, positive: true, under_exists: false };
    pub const ASSUMED: Position = Position { mode: Mode::Assumed, positive: true, under_exists: false };
    pub const OPAQUE: Position = Position { mode: Mode::Opaque, positive: true, under_exists: false };

    pub fn flipped(self) -> Position {
        Position { positive: !self.positive, ..self }
    }
}

/// Expansion of inline functions beyond this many nodes is refused.
const MAX_WORK: u64 = 2_000_000;

/// Can its head only be that of a formula?
fn is_formula(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Quantifier(quantifier) => quantifier.kind != QuantifierKind::Lambda,
        ExprKind::Op(op, _) => matches!(op, Op::And | Op::Or | Op::Implies | Op::Not | Op::Eq),
        _ => false,
    }
}

impl Lowering<'_> {
    pub fn term(&mut self, expr: &Expr, at: Position) -> Term {
        self.work += u64::from(self.inline_depth > 0);
        match &expr.kind {
            ExprKind::Bool(value) => self.pool.bool(*value),
            ExprKind::Int(value) => self.pool.int(value.clone()),
            ExprKind::Real(value) => self.pool.real(value.clone()),
            ExprKind::BitVec(value, width) => self.pool.bitvec(value.clone(), *width),
            ExprKind::Var(key) => self.variable(*key),
            ExprKind::Op(op, args) => self.operation(op, args, at),
            ExprKind::EqAt { types, args } => self.equality_at(&types.0, &types.1, args, expr.span),
            ExprKind::Power(args) => self.power(args),
            ExprKind::Call { function, type_args, args } => self.call(*function, type_args, args, at, expr.span),
            ExprKind::Select { map_type, instance, map, indices } => {
                let map = self.term(map, Position::OPAQUE);
                let indices = self.opaque_terms(indices);
                match self.map_field(MapAt { map_type, instance, map }, expr.span) {
                    Some((plain, _)) => self.read_map(plain, &indices),
                    None => self.placeholder(map_type, instance, expr.span),
                }
            }
            ExprKind::Store { map_type, instance, map, indices, value } => {
                let map = self.term(map, Position::OPAQUE);
                let indices = self.opaque_terms(indices);
                let value = self.term(value, Position::OPAQUE);
                self.store(MapAt { map_type, instance, map }, &indices, value, expr.span)
            }
            ExprKind::Project { ty, constructor, field, arg } => {
                let arg = self.term(arg, Position::OPAQUE);
                match self.datatype(ty, expr.span) {
                    Some(datatype) => self.pool.project(datatype, *constructor, *field, arg),
                    None => Term::TRUE,
                }
            }
            ExprKind::ProjectAny { ty, places, arg } => {
                let arg = self.term(arg, Position::OPAQUE);
                let project = |s: &mut Self, d, (c, f): (u32, u32)| s.pool.project(d, c, f, arg);
                self.by_constructor(ty, places, arg, expr.span, project)
            }
            ExprKind::Update { ty, places, arg, value } => {
                let arg = self.term(arg, Position::OPAQUE);
                let value = self.term(value, Position::OPAQUE);
                let rebuild = |s: &mut Self, d, (c, f): (u32, u32)| s.with_field(d, c, f, arg, value);
                self.by_constructor(ty, places, arg, expr.span, rebuild)
            }
            ExprKind::Is { ty, constructor, arg } => {
                let arg = self.term(arg, Position::OPAQUE);
                match self.datatype(ty, expr.span) {
                    Some(datatype) => self.pool.is(datatype, *constructor, arg),
                    None => Term::TRUE,
                }
            }
            ExprKind::Old(arg) => {
                let outer = std::mem::replace(&mut self.in_old, true);
                let term = self.term(arg, at);
                self.in_old = outer;
                term
            }
            ExprKind::Quantifier(quantifier) if quantifier.type_params.is_empty() => {
                self.quantifier(quantifier, at, expr.span)
            }
            ExprKind::Quantifier(quantifier) => self.poly_quantifier(quantifier, at, expr.span),
            ExprKind::PolyLambda { map_type, lambda } => self.poly_lambda(map_type, lambda, expr.span),
            ExprKind::Let { vars, values, body } => {
                let values = self.opaque_terms(values);
                for (&var, value) in vars.iter().zip(values) {
                    self.env.insert(var, value);
                }
                self.term(body, at)
            }
            ExprKind::Code(code) => self.code_term(code, expr.span),
            ExprKind::Error => Term::TRUE,
        }
    }

    pub fn opaque_terms(&mut self, exprs: &[Expr]) -> Vec<Term> {
        exprs.iter().map(|expr| self.term(expr, Position::OPAQUE)).collect()
    }

    pub fn variable(&mut self, key: VarKey) -> Term {
        let old = if self.in_old { self.old_env.get(&key).copied() } else { None };
        match old.or_else(|| self.env.get(&key).copied()) {
            Some(term) => term,
            None => {
                // Only after an error elsewhere: give it a variable so that the rest can be checked.
                let info = &self.typed.clone().vars[key];
                let sort = self.sort(&info.ty, info.span);
                let var = self.pool.new_var(&info.name, sort);
                let term = self.pool.var(var);
                self.env.insert(key, term);
                term
            }
        }
    }

    fn operation(&mut self, op: &Op, args: &[Expr], at: Position) -> Term {
        let args: Vec<Term> = match op {
            Op::Not => vec![self.term(&args[0], at.flipped())],
            Op::And | Op::Or => args.iter().map(|arg| self.term(arg, at)).collect(),
            Op::Implies => vec![self.term(&args[0], at.flipped()), self.term(&args[1], at)],
            Op::Ite => {
                let cond = self.term(&args[0], Position::OPAQUE);
                vec![cond, self.term(&args[1], at), self.term(&args[2], at)]
            }
            Op::Eq
                if at.mode != Mode::Opaque && args.iter().any(is_formula) && args.iter().any(|a| self.is_poly(a)) =>
            {
                return self.iff(&args[0], &args[1], at);
            }
            _ => self.opaque_terms(args),
        };
        self.pool.mk(op.clone(), &args)
    }

    /// Values of different types are different. Whether a type of which nothing is known is the other one is open: a
    /// predicate of which nothing is known covers both cases, in hypotheses and in goals.
    fn equality_at(&mut self, a: &Ty, b: &Ty, args: &[Expr], span: Span) -> Term {
        let (a, b) = (self.concrete(a), self.concrete(b));
        if a == b {
            let args = self.opaque_terms(args);
            return self.pool.eq(args[0], args[1]);
        }
        let skolem = |part: &Ty| self.is_made_up(part);
        if !a.mentions(&skolem) && !b.mentions(&skolem) {
            return Term::FALSE;
        }
        let args = self.opaque_terms(args);
        let function = match self.open_equalities.get(&(a.clone(), b.clone())) {
            Some(&function) => function,
            None => {
                let name = format!("equal<{}, {}>", self.r.show(&a), self.r.show(&b));
                let domain = [self.sort(&a, span), self.sort(&b, span)];
                let function = self.made_up_function(&name, &domain, Sort::BOOL, span);
                self.open_equalities.insert((a, b), function);
                function
            }
        };
        self.pool.app(function, &args)
    }

    /// A function of which nothing is known.
    pub fn made_up_function(&mut self, name: &str, domain: &[Sort], range: Sort, span: Span) -> FuncId {
        let function = self.pool.new_function(name, domain, range);
        self.program.functions.push(crate::program::FunctionDecl { function, span });
        function
    }

    /// `**` is a function of which nothing is known.
    fn power(&mut self, args: &[Expr]) -> Term {
        let args = self.opaque_terms(args);
        let function = match self.power {
            Some(function) => function,
            None => {
                let function = self.pool.new_function("power", &[Sort::REAL, Sort::REAL], Sort::REAL);
                let span = Span::new(invar_base::SourceId::from_index(0), 0, 0);
                self.program.functions.push(crate::program::FunctionDecl { function, span });
                self.assume("`**` is treated as a function of which nothing is known");
                *self.power.insert(function)
            }
        };
        self.pool.app(function, &args)
    }

    // ---- functions

    fn call(&mut self, key: FuncKey, type_args: &[Ty], args: &[Expr], at: Position, span: Span) -> Term {
        let typed = self.typed.clone();
        let info = &typed.functions[key];
        let type_args = self.concrete_all(type_args);
        match &info.kind {
            FuncKind::Inline if info.body.is_some() => {
                let args = self.opaque_terms(args);
                self.expand(key, type_args, &args, at)
            }
            FuncKind::Plain | FuncKind::Inline => {
                let args = self.opaque_terms(args);
                let function = self.function(key, type_args);
                self.pool.app(function, &args)
            }
            FuncKind::Builtin(name) => {
                let args = self.opaque_terms(args);
                self.builtin(name, key, type_args, &args, span)
            }
            FuncKind::Constructor(id, index) => {
                let args = self.opaque_terms(args);
                self.note_function(key, &type_args);
                match self.datatype(&Ty::Con(*id, type_args), span) {
                    Some(datatype) => self.pool.construct(datatype, *index, &args),
                    None => Term::TRUE,
                }
            }
            FuncKind::Tester(id, index) => {
                let args = self.opaque_terms(args);
                match self.datatype(&Ty::Con(*id, type_args), span) {
                    Some(datatype) => self.pool.is(datatype, *index, args[0]),
                    None => Term::TRUE,
                }
            }
            FuncKind::Selector(id, index, field) => {
                let args = self.opaque_terms(args);
                match self.datatype(&Ty::Con(*id, type_args), span) {
                    Some(datatype) => self.pool.project(datatype, *index, *field, args[0]),
                    None => Term::TRUE,
                }
            }
        }
    }

    fn note_function(&mut self, key: FuncKey, type_args: &[Ty]) {
        if is_shallow(type_args) {
            self.seen.add_function(key, type_args);
        }
    }

    /// The body of an inline function with its arguments in place of its parameters.
    fn expand(&mut self, key: FuncKey, type_args: Vec<Ty>, args: &[Term], at: Position) -> Term {
        let typed = self.typed.clone();
        let info = &typed.functions[key];
        let Some(body) = &info.body else { return Term::TRUE };
        self.note_function(key, &type_args);
        for (&param, &arg) in info.params.iter().zip(args) {
            self.env.insert(param, arg);
        }
        let outer = self.params.clone();
        self.params.extend(info.type_params.iter().copied().zip(type_args));
        let term = if self.work > MAX_WORK {
            if !self.too_large {
                self.fail("unsupported", body.span, "the program is too large once its inline functions are expanded");
            }
            self.too_large = true;
            self.unknown(&info.result, info.span)
        } else {
            self.inline_depth += 1;
            let term = self.term(body, at);
            self.inline_depth -= 1;
            term
        };
        self.params = outer;
        term
    }

    /// The function at these type arguments, declared when first needed.
    pub fn function(&mut self, key: FuncKey, type_args: Vec<Ty>) -> FuncId {
        if let Some(&function) = self.functions.get(&(key, type_args.clone())) {
            return function;
        }
        let typed = self.typed.clone();
        let info = &typed.functions[key];
        self.note_function(key, &type_args);
        let outer = self.params.clone();
        self.params.extend(info.type_params.iter().copied().zip(type_args.iter().cloned()));
        let domain: Vec<Sort> = info.params.iter().map(|&param| self.sort(&typed.vars[param].ty, info.span)).collect();
        let range = self.sort(&info.result, info.span);
        self.params = outer;
        let name = self.instance_name(&info.name, &type_args);
        let function = self.pool.new_function(&name, &domain, range);
        self.program.functions.push(crate::program::FunctionDecl { function, span: info.span });
        self.functions.insert((key, type_args.clone()), function);
        if info.never_pattern {
            self.never_patterns.insert(function);
        }
        if info.body.is_some() {
            self.pending_functions.push((key, type_args, function));
        }
        function
    }

    pub fn instance_name(&self, name: &str, type_args: &[Ty]) -> String {
        if type_args.is_empty() {
            return name.to_string();
        }
        let args: Vec<String> = type_args.iter().map(|ty| self.r.show(ty)).collect();
        format!("{name}<{}>", args.join(", "))
    }

    // ---- maps

    /// The plain map behind a map value at this instance, and for polymorphic maps which field it is.
    fn map_field(&mut self, map: MapAt<'_>, span: Span) -> Option<(Term, Option<u32>)> {
        let MapAt { map_type, instance, map } = map;
        if instance.is_empty() {
            return Some((map, None));
        }
        let map_type = self.concrete(map_type);
        let instance = self.concrete_all(instance);
        self.sort(&map_type, span);
        self.seen.add_map(&map_type, &instance);
        let poly = self.poly_maps.get(&map_type)?;
        match poly.instances.iter().position(|known| *known == instance) {
            Some(field) => {
                let datatype = poly.datatype;
                Some((self.pool.project(datatype, 0, field as u32, map), Some(field as u32)))
            }
            None => {
                if self.last_round {
                    self.fail("unsupported", span, "this polymorphic map is used at too many types");
                }
                None
            }
        }
    }

    /// `(lambda x :: e)[a]` is e with a for x: the prover needs no axiom for such a lambda.
    fn read_map(&mut self, map: Term, indices: &[Term]) -> Term {
        match self.pool.op(map) {
            Op::Lambda(binder) if binder.vars.len() == indices.len() => {
                let by: Substitution = binder.vars.iter().copied().zip(indices.iter().copied()).collect();
                let body = self.pool.args(map)[0];
                self.pool.substitute(body, &by)
            }
            _ => self.pool.select(map, indices),
        }
    }

    /// Some term of this type, where an error has been reported.
    pub fn unknown(&mut self, ty: &Ty, span: Span) -> Term {
        let sort = self.sort(ty, span);
        let var = self.pool.fresh_var("unknown", sort);
        self.pool.var(var)
    }

    /// Any term of the right sort, for a round whose result is thrown away.
    fn placeholder(&mut self, map_type: &Ty, instance: &[Ty], span: Span) -> Term {
        let (map_type, instance) = (self.concrete(map_type), self.concrete_all(instance));
        let Ty::Map(map) = &map_type else { return Term::TRUE };
        self.unknown(&map.open(&instance).1, span)
    }

    fn store(&mut self, at: MapAt<'_>, indices: &[Term], value: Term, span: Span) -> Term {
        let MapAt { map_type, map, .. } = at;
        match self.map_field(at, span) {
            Some((plain, None)) => self.pool.store(plain, indices, value),
            Some((plain, Some(field))) => {
                let stored = self.pool.store(plain, indices, value);
                let concrete = self.concrete(map_type);
                self.stored_maps.insert(concrete.clone());
                match self.datatype_of(&concrete) {
                    Some(datatype) => self.with_field(datatype, 0, field, map, stored),
                    None => map,
                }
            }
            None => map,
        }
    }

    // ---- datatypes

    /// Built by this constructor from the fields of `arg`, one of them replaced.
    fn with_field(&mut self, datatype: DatatypeId, constructor: u32, field: u32, arg: Term, value: Term) -> Term {
        let count = self.pool.datatype(datatype).constructors[constructor as usize].fields.len() as u32;
        let fields: Vec<Term> = (0..count)
            .map(|index| if index == field { value } else { self.pool.project(datatype, constructor, index, arg) })
            .collect();
        self.pool.construct(datatype, constructor, &fields)
    }

    /// `if arg is C1 then f(C1) else if … else f(Cn)`
    fn by_constructor(
        &mut self,
        ty: &Ty,
        places: &[(u32, u32)],
        arg: Term,
        span: Span,
        mut f: impl FnMut(&mut Self, DatatypeId, (u32, u32)) -> Term,
    ) -> Term {
        let Some(datatype) = self.datatype(ty, span) else { return Term::TRUE };
        let Some((&last, rest)) = places.split_last() else { return Term::TRUE };
        let mut result = f(self, datatype, last);
        for &place in rest.iter().rev() {
            let then = f(self, datatype, place);
            let is = self.pool.is(datatype, place.0, arg);
            result = self.pool.ite(is, then, result);
        }
        result
    }

    // ---- binders

    pub fn bind(&mut self, keys: &[VarKey]) -> Vec<VarId> {
        let typed = self.typed.clone();
        let mut vars = Vec::with_capacity(keys.len());
        for &key in keys {
            let info = &typed.vars[key];
            let sort = self.sort(&info.ty, info.span);
            let var = self.pool.new_var(&info.name, sort);
            let term = self.pool.var(var);
            self.env.insert(key, term);
            vars.push(var);
        }
        vars
    }

    pub fn quantifier(&mut self, quantifier: &Quantifier, at: Position, _span: Span) -> Term {
        let vars = self.bind(&quantifier.vars);
        let mut triggers = Vec::new();
        for trigger in &quantifier.triggers {
            let terms = self.opaque_terms(&trigger.terms);
            if trigger.excluded {
                triggers.extend(terms.into_iter().map(Trigger::NoPattern));
            } else if self.is_trigger(&terms, &vars) {
                triggers.push(Trigger::Pattern(terms));
            }
        }
        let existential = match quantifier.kind {
            QuantifierKind::Forall => !at.positive,
            QuantifierKind::Exists => at.positive,
            QuantifierKind::Lambda => true,
        };
        let inner = Position { under_exists: at.under_exists || existential, ..at };
        match quantifier.kind {
            QuantifierKind::Forall => {
                let body = self.term(&quantifier.body, inner);
                self.exclude_never_patterns(body, &vars, &mut triggers);
                self.pool.forall(&vars, triggers, body)
            }
            QuantifierKind::Exists => {
                let body = self.term(&quantifier.body, inner);
                self.exclude_never_patterns(body, &vars, &mut triggers);
                self.pool.exists(&vars, triggers, body)
            }
            QuantifierKind::Lambda => {
                let body = self.term(&quantifier.body, Position::OPAQUE);
                self.pool.lambda(&vars, body)
            }
        }
    }

    /// Where the prover chooses the triggers, it may not choose what `{:never_pattern}` functions are applied to.
    fn exclude_never_patterns(&self, body: Term, vars: &[VarId], triggers: &mut Vec<Trigger>) {
        let chosen = triggers.iter().any(|trigger| matches!(trigger, Trigger::Pattern(_)));
        if chosen || self.never_patterns.is_empty() {
            return;
        }
        let mut seen = FxHashSet::default();
        let mut stack = vec![body];
        while let Some(part) = stack.pop() {
            // Below another binder there are variables that do not exist here.
            if !seen.insert(part) || self.pool.op(part).binder().is_some() {
                continue;
            }
            let never = matches!(self.pool.op(part), Op::App(function) if self.never_patterns.contains(function));
            let excluded = Trigger::NoPattern(part);
            if never && !triggers.contains(&excluded) && self.pool.free_vars(part).iter().any(|var| vars.contains(var))
            {
                triggers.push(excluded);
            }
            stack.extend(self.pool.args(part).iter().rev());
        }
    }

    /// Expanding functions can leave of a trigger what is none; the prover then finds its own.
    fn is_trigger(&self, terms: &[Term], vars: &[VarId]) -> bool {
        let free: Vec<VarId> = terms.iter().flat_map(|&term| self.pool.free_vars(term)).collect();
        let formula = |op: &Op| {
            matches!(op, Op::Not | Op::And | Op::Or | Op::Implies | Op::Eq | Op::Distinct | Op::Ite | Op::Le | Op::Lt)
        };
        vars.iter().all(|var| free.contains(var))
            && !terms.iter().any(|&term| matches!(self.pool.op(term), Op::Var(_)))
            && self.pool.postorder(terms).iter().all(|&part| {
                let op = self.pool.op(part);
                !formula(op) && op.binder().is_none()
            })
    }

    /// The argument and result sorts of a map term.
    pub fn map_parts(&self, term: Term) -> Option<(Vec<Sort>, Sort)> {
        match self.pool.sort_kind(self.pool.sort_of(term)) {
            SortKind::Map { domain, range } => Some((domain.to_vec(), *range)),
            SortKind::Bool
            | SortKind::Int
            | SortKind::Real
            | SortKind::BitVec(_)
            | SortKind::Uninterpreted(_)
            | SortKind::Datatype(_) => None,
        }
    }
}
