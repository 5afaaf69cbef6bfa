//! Polymorphic quantifiers: which instances they stand for where they stand.

use invar_base::{Arena, Span};
use rustc_hash::FxHashMap;

use super::super::super::ast::QuantifierKind;
use super::super::typed::{Expr, ExprKind, FuncKey, FuncKind, Quantifier, VarKey};
use super::super::types::{ParamId, Ty, TypeId, TypeInfo, TypeInfoKind};
use super::Lowering;
use super::instances::is_shallow;
use super::sorts::PolyMap;
use super::terms::{Mode, Position};
use invar_logic::{Sort, Term};

/// A quantifier has at most this many instances; further ones are left out, which only weakens a hypothesis.
const MAX_INSTANCES: usize = 100;

/// An occurrence of something polymorphic inside the quantifier, whose known instances suggest type arguments.
enum Pattern {
    Function(FuncKey, Vec<Ty>),
    Type(TypeId, Vec<Ty>),
    Map(Ty, Vec<Ty>),
}

type Binding = FxHashMap<ParamId, Ty>;

impl Lowering<'_> {
    pub fn poly_quantifier(&mut self, quantifier: &Quantifier, at: Position, span: Span) -> Term {
        let universal = match quantifier.kind {
            QuantifierKind::Forall => at.positive,
            QuantifierKind::Exists => !at.positive,
            QuantifierKind::Lambda => false,
        };
        let supported = match at.mode {
            Mode::Assumed => universal,
            Mode::Checked => universal && !at.under_exists,
            Mode::Opaque => false,
        };
        if !supported && at.mode == Mode::Assumed {
            // A hypothesis becomes weaker when a formula in it gives way to true, or under a negation to false.
            self.assume("hypotheses are read without the quantifiers over types that cannot be instantiated");
            return self.pool.bool(at.positive);
        }
        if !supported {
            self.fail("unsupported", span, "a quantifier over types is not supported in this position");
            return Term::TRUE;
        }
        self.consulted = true;
        let mut terms = Vec::new();
        for binding in self.instances_of(quantifier) {
            terms.push(self.instance(quantifier, binding, at, span));
        }
        if at.mode == Mode::Checked {
            for binding in self.required_instances(quantifier, span) {
                terms.push(self.instance(quantifier, binding, at, span));
            }
        }
        match quantifier.kind {
            QuantifierKind::Forall => self.pool.and(&terms),
            QuantifierKind::Exists | QuantifierKind::Lambda => self.pool.or(&terms),
        }
    }

    /// A polymorphic lambda is the record of its instances. What it holds elsewhere depends on its free variables, in a
    /// way of which nothing is known.
    pub fn poly_lambda(&mut self, map_type: &Ty, lambda: &Quantifier, span: Span) -> Term {
        let sort = self.sort(map_type, span);
        let map_type = self.concrete(map_type);
        let Some(PolyMap { datatype, instances }) = self.poly_maps.get(&map_type).cloned() else {
            return self.unknown(&map_type, span);
        };
        let mut fields = Vec::new();
        for instance in instances {
            let binding = lambda.type_params.iter().copied().zip(instance).collect();
            fields.push(self.instance(lambda, binding, Position::OPAQUE, span));
        }
        let free = self.free_terms(lambda);
        let domain: Vec<Sort> = free.iter().map(|&term| self.pool.sort_of(term)).collect();
        let rest = self.pool.datatype(datatype).constructors[0].fields[fields.len()].sort;
        let name = format!("elsewhere {}", self.program.functions.len());
        let elsewhere = self.made_up_function(&name, &domain, rest, span);
        fields.push(self.pool.app(elsewhere, &free));
        let record = self.pool.construct(datatype, 0, &fields);
        debug_assert_eq!(self.pool.sort_of(record), sort);
        record
    }

    /// The values now, and before where there are such, of the variables that are not bound inside.
    fn free_terms(&mut self, lambda: &Quantifier) -> Vec<Term> {
        let parts = lambda.body.parts();
        let mut bound: Vec<VarKey> = lambda.vars.clone();
        for part in &parts {
            match &part.kind {
                ExprKind::Quantifier(inner) | ExprKind::PolyLambda { lambda: inner, .. } => bound.extend(&inner.vars),
                ExprKind::Let { vars, .. } => bound.extend(vars),
                ExprKind::Code(code) => bound.extend(&code.locals),
                _ => {}
            }
        }
        let mut terms = Vec::new();
        for part in parts {
            let ExprKind::Var(key) = part.kind else { continue };
            if !bound.contains(&key) {
                terms.push(self.variable(key));
                terms.extend(self.old_env.get(&key));
            }
        }
        terms.sort();
        terms.dedup();
        terms
    }

    /// The instances that prove the quantifier for all types: a type of which nothing is known stands for every type
    /// that is treated like all others. Those at which polymorphic maps are used are not: a store at `int` changes what
    /// is at `int` only. They come one by one.
    fn required_instances(&mut self, quantifier: &Quantifier, span: Span) -> Vec<Binding> {
        let fresh = quantifier.type_params.iter().map(|&param| (param, self.skolem_type(param, span))).collect();
        let mut special: Vec<Ty> = Vec::new();
        for ty in self.known.maps.values().flatten().flatten() {
            let made_up = |part: &Ty| self.is_made_up(part);
            let in_scope = !ty.mentions(&made_up) || self.params.values().any(|bound| bound == ty);
            if in_scope && !special.contains(ty) {
                special.push(ty.clone());
            }
        }
        let mut bindings: Vec<Binding> = vec![fresh];
        match quantifier.type_params[..] {
            [param] => bindings.extend(special.into_iter().map(|ty| Binding::from_iter([(param, ty)]))),
            _ if special.is_empty() => {}
            _ => {
                let message = "a goal over several types is not supported together with polymorphic maps";
                self.fail("unsupported", span, message);
            }
        }
        bindings
    }

    pub fn is_made_up(&self, ty: &Ty) -> bool {
        matches!(ty, Ty::Con(id, _) if self.r.types[*id].name.contains('@'))
    }

    /// A body that is verified at made-up types may not use polymorphic maps at them if such maps are updated: a caller's
    /// type may be one at which the map is used elsewhere. Maps that are only read may hold different values at two types
    /// that are one.
    pub fn check_generic_bodies(&mut self) {
        let typed = self.typed.clone();
        for body in &typed.bodies {
            let own: Vec<Ty> = typed.procs[body.proc].type_params.iter().map(|&param| self.own_skolem(param)).collect();
            let stored = self.seen.maps.iter().filter(|(map, _)| self.stored_maps.contains(*map));
            let mut types = stored.flat_map(|(_, instances)| instances.iter().flatten());
            let used = types.any(|ty| ty.mentions(&|part| own.contains(part)));
            if used {
                let message = "a body that uses an updated polymorphic map at its own type parameter is not supported";
                self.fail("unsupported", body.span, message);
            }
        }
    }

    /// Is there a quantifier over types in it?
    pub fn is_poly(&self, expr: &Expr) -> bool {
        self.r.has_poly_quantifiers
            && expr.parts().iter().any(|part| match &part.kind {
                ExprKind::Quantifier(quantifier) => !quantifier.type_params.is_empty(),
                ExprKind::Call { function, .. } => self.is_poly_inline(*function),
                _ => false,
            })
    }

    fn is_poly_inline(&self, key: FuncKey) -> bool {
        let info = &self.typed.functions[key];
        matches!(info.kind, FuncKind::Inline) && info.body.as_ref().is_some_and(|body| self.is_poly(body))
    }

    /// `a <==> b` as two implications, so that each side stands where it is known whether it is assumed.
    pub fn iff(&mut self, a: &Expr, b: &Expr, at: Position) -> Term {
        let forth = [self.term(a, at.flipped()), self.term(b, at)];
        let back = [self.term(b, at.flipped()), self.term(a, at)];
        let (forth, back) = (self.pool.implies(forth[0], forth[1]), self.pool.implies(back[0], back[1]));
        self.pool.and(&[forth, back])
    }

    fn instance(&mut self, quantifier: &Quantifier, binding: Binding, at: Position, span: Span) -> Term {
        let outer = self.params.clone();
        self.params.extend(binding);
        let term = self.quantifier(quantifier, at, span);
        self.params = outer;
        term
    }

    /// A type of which nothing is known, for the next occurrence of this type parameter.
    pub fn skolem_type(&mut self, param: ParamId, span: Span) -> Ty {
        let count = self.skolem_counts.entry(param).or_insert(0);
        let key = (param, *count);
        *count += 1;
        if let Some(&id) = self.skolem_types.get(&key) {
            return Ty::Con(id, Vec::new());
        }
        let name = format!("{}@{}", self.r.params[param], self.skolem_types.len() + 1);
        let types: &mut Arena<TypeId, TypeInfo> = &mut self.r.types;
        let id = types.push(TypeInfo { name, arity: 0, span, kind: TypeInfoKind::Constructor });
        self.skolem_types.insert(key, id);
        Ty::Con(id, Vec::new())
    }

    /// The type arguments suggested by the instances known so far.
    fn instances_of(&mut self, quantifier: &Quantifier) -> Vec<Binding> {
        let patterns = self.patterns(quantifier);
        let params = &quantifier.type_params;
        let mut complete: Vec<Binding> = Vec::new();
        let mut candidates: FxHashMap<ParamId, Vec<Ty>> = FxHashMap::default();
        for pattern in &patterns {
            for binding in self.matches(pattern, params) {
                for (&param, ty) in &binding {
                    let known = candidates.entry(param).or_default();
                    if !known.contains(ty) {
                        known.push(ty.clone());
                    }
                }
                if binding.len() == params.len() && !complete.contains(&binding) {
                    complete.push(binding);
                }
            }
        }
        let covered = patterns.iter().any(|pattern| params.iter().all(|param| pattern.mentions(*param)));
        if !covered {
            complete = product(params, &candidates);
        }
        complete.retain(|binding| {
            params.iter().all(|param| binding.get(param).is_some_and(|ty| is_shallow(std::slice::from_ref(ty))))
        });
        if complete.len() > MAX_INSTANCES {
            self.assume("some instances of polymorphic axioms are left out");
            complete.truncate(MAX_INSTANCES);
        }
        complete
    }

    fn patterns(&self, quantifier: &Quantifier) -> Vec<Pattern> {
        let mut patterns = Vec::new();
        for &var in &quantifier.vars {
            type_patterns(&self.concrete(&self.typed.vars[var].ty), &mut patterns);
        }
        let triggers = quantifier.triggers.iter().flat_map(|trigger| &trigger.terms);
        for part in triggers.chain([&quantifier.body]).flat_map(|expr| expr.parts()) {
            match &part.kind {
                ExprKind::Call { function, type_args, .. } => {
                    patterns.push(Pattern::Function(*function, self.concrete_all(type_args)));
                }
                ExprKind::Select { map_type, instance, .. } | ExprKind::Store { map_type, instance, .. }
                    if !instance.is_empty() =>
                {
                    patterns.push(Pattern::Map(self.concrete(map_type), self.concrete_all(instance)));
                }
                _ => {}
            }
        }
        patterns.retain(|pattern| quantifier.type_params.iter().any(|param| pattern.mentions(*param)));
        patterns
    }

    fn matches(&self, pattern: &Pattern, params: &[ParamId]) -> Vec<Binding> {
        let (types, known) = match pattern {
            Pattern::Function(key, types) => (types, self.known.functions.get(key)),
            Pattern::Type(id, types) => (types, self.known.types.get(id)),
            Pattern::Map(map, types) => (types, self.known.maps.get(map)),
        };
        let mut bindings = Vec::new();
        for args in known.into_iter().flatten() {
            let mut binding = Binding::default();
            if types.iter().zip(args).all(|(pattern, ty)| match_type(pattern, ty, params, &mut binding)) {
                bindings.push(binding);
            }
        }
        bindings
    }
}

impl Pattern {
    fn mentions(&self, param: ParamId) -> bool {
        let (Pattern::Function(_, types) | Pattern::Type(_, types) | Pattern::Map(_, types)) = self;
        types.iter().any(|ty| ty.mentions(&|part| *part == Ty::Param(param)))
    }
}

/// The constructor applications in a type.
fn type_patterns(ty: &Ty, patterns: &mut Vec<Pattern>) {
    match ty {
        Ty::Con(id, args) => {
            patterns.push(Pattern::Type(*id, args.clone()));
            args.iter().for_each(|arg| type_patterns(arg, patterns));
        }
        Ty::Map(map) => map.domain.iter().chain([&map.range]).for_each(|ty| type_patterns(ty, patterns)),
        Ty::Bool | Ty::Int | Ty::Real | Ty::Bv(_) | Ty::Param(_) | Ty::Infer(_) | Ty::Bound(..) | Ty::Error => {}
    }
}

fn match_type(pattern: &Ty, ty: &Ty, params: &[ParamId], binding: &mut Binding) -> bool {
    match (pattern, ty) {
        (Ty::Param(param), _) if params.contains(param) => match binding.get(param) {
            Some(bound) => bound == ty,
            None => {
                binding.insert(*param, ty.clone());
                true
            }
        },
        (Ty::Con(x, xs), Ty::Con(y, ys)) => x == y && xs.iter().zip(ys).all(|(x, y)| match_type(x, y, params, binding)),
        (Ty::Map(x), Ty::Map(y)) => {
            x.params == y.params
                && x.domain.len() == y.domain.len()
                && x.domain.iter().zip(&y.domain).all(|(x, y)| match_type(x, y, params, binding))
                && match_type(&x.range, &y.range, params, binding)
        }
        _ => pattern == ty,
    }
}

/// All combinations of the candidates, as many as are of use.
fn product(params: &[ParamId], candidates: &FxHashMap<ParamId, Vec<Ty>>) -> Vec<Binding> {
    let mut bindings = vec![Binding::default()];
    for param in params {
        let types = candidates.get(param).map(Vec::as_slice).unwrap_or_default();
        let mut next = Vec::new();
        for binding in &bindings {
            for ty in types.iter().take(MAX_INSTANCES) {
                let mut extended = binding.clone();
                extended.insert(*param, ty.clone());
                next.push(extended);
            }
        }
        next.truncate(MAX_INSTANCES + 1);
        bindings = next;
    }
    bindings
}
