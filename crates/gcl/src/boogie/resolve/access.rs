//! Expressions that look into values or bind variables: maps, bit-vectors, datatypes, quantifiers.

use invar_base::Span;
use invar_logic::{BvOp, Op};

use super::super::ast;
use super::scope::Resolver;
use super::typed::{self, Expr, ExprKind, Role, VarKey};
use super::types::{ConstructorInfo, MAX_BV_WIDTH, MapTy, ParamId, Ty, TypeInfoKind};

/// A map type opened at an instance of its type variables.
pub struct OpenMap {
    pub map_type: Ty,
    pub instance: Vec<Ty>,
    pub domain: Vec<Ty>,
    pub range: Ty,
}

impl Resolver {
    pub fn select(&mut self, map: &ast::Expr, indices: &[ast::Expr], span: Span) -> (Expr, Ty) {
        let (map_typed, ty) = self.expr(map);
        let Some((open, indices)) = self.index(&ty, indices, map.span, span) else {
            return (Expr::error(span), Ty::Error);
        };
        let kind =
            ExprKind::Select { map_type: open.map_type, instance: open.instance, map: Box::new(map_typed), indices };
        (Expr::new(span, kind), open.range)
    }

    pub fn store(&mut self, map: &ast::Expr, indices: &[ast::Expr], value: &ast::Expr, span: Span) -> (Expr, Ty) {
        let (map_typed, ty) = self.expr(map);
        let Some((open, indices)) = self.index(&ty, indices, map.span, span) else {
            self.expr(value);
            return (Expr::error(span), Ty::Error);
        };
        let value = Box::new(self.expect(value, &open.range));
        let kind = ExprKind::Store {
            map_type: open.map_type,
            instance: open.instance,
            map: Box::new(map_typed),
            indices,
            value,
        };
        (Expr::new(span, kind), ty)
    }

    /// The map type behind `ty` and its typed indices; reports what does not fit.
    pub fn index(&mut self, ty: &Ty, indices: &[ast::Expr], at: Span, span: Span) -> Option<(OpenMap, Vec<Expr>)> {
        let map = match self.head(ty) {
            Ty::Map(map) => map,
            Ty::Error => {
                indices.iter().for_each(|index| drop(self.expr(index)));
                return None;
            }
            Ty::Infer(_) => return self.index_unknown(ty, indices, span),
            other => {
                let message = format!("only maps can be indexed, and this is of type `{}`", self.show(&other));
                self.fail("type-mismatch", at, message);
                indices.iter().for_each(|index| drop(self.expr(index)));
                return None;
            }
        };
        if map.domain.len() != indices.len() {
            let message = format!(
                "a map of type `{}` takes {} index(es), {} given",
                self.show(ty),
                map.domain.len(),
                indices.len()
            );
            self.fail("arity", span, message);
            indices.iter().for_each(|index| drop(self.expr(index)));
            return None;
        }
        let open = self.open_map(&map, span);
        let indices = indices.iter().zip(&open.domain).map(|(index, ty)| self.expect(index, ty)).collect();
        Some((open, indices))
    }

    fn open_map(&mut self, map: &MapTy, span: Span) -> OpenMap {
        let instance: Vec<Ty> = (0..map.params).map(|_| self.fresh_infer(span)).collect();
        let (domain, range) =
            if map.params == 0 { (map.domain.clone(), map.range.clone()) } else { map.open(&instance) };
        OpenMap { map_type: Ty::Map(std::rc::Rc::new(map.clone())), instance, domain, range }
    }

    /// Indexing something whose type is still open: it must be a plain map.
    fn index_unknown(&mut self, ty: &Ty, indices: &[ast::Expr], span: Span) -> Option<(OpenMap, Vec<Expr>)> {
        let (indices, domain): (Vec<Expr>, Vec<Ty>) = indices.iter().map(|index| self.expr(index)).unzip();
        let range = self.fresh_infer(span);
        let map_type = Ty::map(domain.clone(), range.clone());
        if !self.unify(ty, &map_type) {
            self.fail("type-mismatch", span, "this cannot be indexed by itself");
            return None;
        }
        Some((OpenMap { map_type, instance: Vec::new(), domain, range }, indices))
    }

    // ---- bit-vectors

    fn width(&mut self, ty: &Ty, span: Span) -> Option<u32> {
        match self.head(ty) {
            Ty::Bv(width) => Some(width),
            Ty::Error => None,
            other => {
                let message = format!("expected a bit-vector, found `{}`", self.show(&other));
                self.fail("type-mismatch", span, message);
                None
            }
        }
    }

    pub fn extract(&mut self, arg: &ast::Expr, high: u32, low: u32, span: Span) -> (Expr, Ty) {
        let (typed, ty) = self.expr(arg);
        let Some(width) = self.width(&ty, arg.span) else { return (Expr::error(span), Ty::Error) };
        if low >= high || high > width {
            let message = format!("bits {low} to {high} are not a range of a `bv{width}`");
            self.fail("type-mismatch", span, message);
            return (Expr::error(span), Ty::Error);
        }
        (Expr::op(span, Op::Bv(BvOp::Extract { high, low }), vec![typed]), Ty::Bv(high - low))
    }

    pub fn concat(&mut self, left: &ast::Expr, right: &ast::Expr, span: Span) -> (Expr, Ty) {
        let (a, a_ty) = self.expr(left);
        let (b, b_ty) = self.expr(right);
        let widths = (self.width(&a_ty, left.span), self.width(&b_ty, right.span));
        let (Some(x), Some(y)) = widths else { return (Expr::error(span), Ty::Error) };
        if x + y > MAX_BV_WIDTH {
            self.fail("unsupported", span, format!("bit-vectors of {} bits are not supported", x + y));
            return (Expr::error(span), Ty::Error);
        }
        (Expr::op(span, Op::Bv(BvOp::Concat), vec![a, b]), Ty::Bv(x + y))
    }

    // ---- datatypes

    /// The constructors of a datatype, with its type arguments; reports other types.
    pub fn datatype(&mut self, ty: &Ty, span: Span) -> Option<(Vec<ParamId>, Vec<ConstructorInfo>, Vec<Ty>)> {
        match self.head(ty) {
            Ty::Error => None,
            Ty::Con(id, args) if matches!(self.types[id].kind, TypeInfoKind::Datatype(_)) => {
                match &self.types[id].kind {
                    TypeInfoKind::Datatype(info) => Some((info.params.clone(), info.constructors.clone(), args)),
                    TypeInfoKind::Constructor | TypeInfoKind::Synonym(_) => None,
                }
            }
            other => {
                let message = format!("expected a datatype, found `{}`", self.show(&other));
                self.fail("type-mismatch", span, message);
                None
            }
        }
    }

    /// Where the field is among the constructors, and its type.
    pub fn find_field(&mut self, ty: &Ty, field: &ast::Ident, at: Span) -> Option<(Vec<(u32, u32)>, Ty)> {
        let (params, constructors, args) = self.datatype(ty, at)?;
        let mut places = Vec::new();
        let mut field_type = None;
        for (number, constructor) in constructors.iter().enumerate() {
            if let Some(position) = constructor.fields.iter().position(|(name, _)| *name == field.name) {
                let own = &constructor.fields[position].1;
                if *field_type.get_or_insert_with(|| own.clone()) == *own {
                    places.push((number as u32, position as u32));
                }
            }
        }
        let Some(field_type) = field_type else {
            let message = format!("type `{}` has no field `{}`", self.show(ty), field.name);
            self.fail("unknown-name", field.span, message);
            return None;
        };
        let by = params.into_iter().zip(args).collect();
        Some((places, field_type.substitute(&by)))
    }

    pub fn field(&mut self, arg: &ast::Expr, field: &ast::Ident, span: Span) -> (Expr, Ty) {
        let (typed, ty) = self.expr(arg);
        match self.find_field(&ty, field, arg.span) {
            Some((places, field_type)) => (project(ty, &places, typed, span), field_type),
            None => (Expr::error(span), Ty::Error),
        }
    }

    pub fn field_update(&mut self, arg: &ast::Expr, field: &ast::Ident, value: &ast::Expr, span: Span) -> (Expr, Ty) {
        let (typed, ty) = self.expr(arg);
        let Some((places, field_type)) = self.find_field(&ty, field, arg.span) else {
            self.expr(value);
            return (Expr::error(span), Ty::Error);
        };
        let value = Box::new(self.expect(value, &field_type));
        (Expr::new(span, ExprKind::Update { ty: ty.clone(), places, arg: Box::new(typed), value }), ty)
    }

    pub fn is(&mut self, arg: &ast::Expr, constructor: &ast::Ident, span: Span) -> (Expr, Ty) {
        let (typed, ty) = self.expr(arg);
        match self.find_constructor(&ty, constructor, arg.span) {
            Some(constructor) => (Expr::new(span, ExprKind::Is { ty, constructor, arg: Box::new(typed) }), Ty::Bool),
            None => (Expr::error(span), Ty::Bool),
        }
    }

    fn find_constructor(&mut self, ty: &Ty, constructor: &ast::Ident, at: Span) -> Option<u32> {
        let (_, constructors, _) = self.datatype(ty, at)?;
        let found = constructors.iter().position(|info| info.name == constructor.name);
        if found.is_none() {
            let message = format!("type `{}` has no constructor `{}`", self.show(ty), constructor.name);
            self.fail("unknown-name", constructor.span, message);
        }
        found.map(|number| number as u32)
    }

    // ---- binders

    pub fn quantifier(&mut self, quantifier: &ast::Quantifier, span: Span) -> (Expr, Ty) {
        let type_params = self.push_params(&quantifier.type_params);
        self.has_poly_quantifiers |= !type_params.is_empty();
        let vars = self.binders(&quantifier.binders, Role::Bound);
        self.push_scope();
        vars.iter().for_each(|&key| self.declare(key));
        if let Some(clause) = quantifier.binders.iter().find_map(|group| group.where_clause.as_ref()) {
            self.fail("unsupported", clause.span, "a bound variable cannot have a `where` clause");
        }
        let mut triggers = Vec::new();
        for trigger in &quantifier.triggers {
            let terms: Vec<Expr> = trigger.terms.iter().map(|term| self.expr(term).0).collect();
            if !trigger.excluded {
                self.check_trigger(&terms, &vars, trigger.span);
            }
            triggers.push(typed::Trigger { excluded: trigger.excluded, terms });
        }
        let lambda = quantifier.kind == ast::QuantifierKind::Lambda;
        let (body, body_ty) =
            if lambda { self.expr(&quantifier.body) } else { (self.expect(&quantifier.body, &Ty::Bool), Ty::Bool) };
        self.pop_scope();
        self.pop_params();
        let ty = if lambda {
            Ty::map(vars.iter().map(|&key| self.vars[key].ty.clone()).collect(), body_ty)
        } else {
            Ty::Bool
        };
        let names = &quantifier.type_params;
        let quantifier = typed::Quantifier { kind: quantifier.kind, type_params, vars, triggers, body };
        if let (true, Ty::Map(map)) = (lambda && !names.is_empty(), self.known(&ty)) {
            let map_type = self.close_map(names, &quantifier.type_params, &map.domain, &map.range);
            let kind = ExprKind::PolyLambda { map_type: map_type.clone(), lambda: Box::new(quantifier) };
            return (Expr::new(span, kind), map_type);
        }
        (Expr::new(span, ExprKind::Quantifier(Box::new(quantifier))), ty)
    }
}

impl Resolver {
    /// A trigger mentions every bound variable inside applications, and no formula.
    fn check_trigger(&mut self, terms: &[Expr], vars: &[VarKey], span: Span) {
        for term in terms {
            if let ExprKind::Var(_) = term.kind {
                self.fail("trigger", term.span, "a trigger must be more than a variable by itself");
            }
            for part in term.parts() {
                let what = match &part.kind {
                    ExprKind::Op(Op::Not | Op::And | Op::Or | Op::Implies, _) => "boolean operators are",
                    ExprKind::Op(Op::Eq, _) | ExprKind::EqAt { .. } => "equality is",
                    ExprKind::Op(Op::Le | Op::Lt, _) => "comparison is",
                    ExprKind::Quantifier(_) | ExprKind::PolyLambda { .. } => "quantifiers are",
                    _ => continue,
                };
                self.fail("trigger", part.span, format!("{what} not allowed in a trigger"));
            }
        }
        for &var in vars {
            if !terms.iter().any(|term| term.reads(var)) {
                let message = format!("this trigger does not mention the bound variable `{}`", self.vars[var].name);
                self.fail("trigger", span, message);
            }
        }
    }
}

pub fn project(ty: Ty, places: &[(u32, u32)], arg: Expr, span: Span) -> Expr {
    let arg = Box::new(arg);
    let kind = match places {
        [(constructor, field)] => ExprKind::Project { ty, constructor: *constructor, field: *field, arg },
        _ => ExprKind::ProjectAny { ty, places: places.to_vec(), arg },
    };
    Expr::new(span, kind)
}
