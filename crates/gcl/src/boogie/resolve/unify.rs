//! What the resolver does with types: inference by unification, types from syntax, synonyms expanded, types as text.

use std::rc::Rc;

use invar_base::{Diagnostic, Span};
use rustc_hash::FxHashMap;

use super::super::ast;
use super::scope::Resolver;
use super::types::*;

impl Resolver {
    pub fn fresh_infer(&mut self, span: Span) -> Ty {
        self.infer.push(None);
        self.pending_infer.push((self.infer.len() as u32 - 1, span));
        Ty::Infer(self.infer.len() as u32 - 1)
    }

    /// The outermost inference variables followed to what is known of them.
    pub fn head(&self, ty: &Ty) -> Ty {
        let mut ty = ty;
        while let Ty::Infer(id) = ty {
            match &self.infer[*id as usize] {
                Some(known) => ty = known,
                None => break,
            }
        }
        ty.clone()
    }

    /// All inference variables replaced by what is known.
    pub fn known(&self, ty: &Ty) -> Ty {
        ty.rewrite(0, &mut |leaf, _| match leaf {
            Ty::Infer(id) => self.infer[*id as usize].as_ref().map(|ty| self.known(ty)),
            _ => None,
        })
    }

    pub fn unify(&mut self, a: &Ty, b: &Ty) -> bool {
        let (a, b) = (self.head(a), self.head(b));
        match (&a, &b) {
            (Ty::Error, _) | (_, Ty::Error) => true,
            (Ty::Infer(x), Ty::Infer(y)) if x == y => true,
            (Ty::Infer(id), other) | (other, Ty::Infer(id)) => self.bind(*id, other),
            (Ty::Con(x, xs), Ty::Con(y, ys)) => {
                x == y && xs.len() == ys.len() && xs.iter().zip(ys).all(|(x, y)| self.unify(x, y))
            }
            (Ty::Map(x), Ty::Map(y)) => {
                x.params == y.params
                    && x.domain.len() == y.domain.len()
                    && x.domain.iter().zip(&y.domain).all(|(x, y)| self.unify(x, y))
                    && self.unify(&x.range, &y.range)
            }
            _ => a == b,
        }
    }

    fn bind(&mut self, id: u32, ty: &Ty) -> bool {
        let ty = self.known(ty);
        // A bound type variable may not escape from its map type, nor a type contain itself.
        if ty.mentions(&|part| *part == Ty::Infer(id)) || has_loose_bound(&ty, 0) {
            return false;
        }
        if ty.size_up_to(MAX_TYPE_SIZE) > MAX_TYPE_SIZE {
            return false;
        }
        self.infer[id as usize] = Some(ty);
        true
    }

    // ---- from syntax

    /// The type that `ty` names; type variables are looked up in the scope of type parameters.
    pub fn resolve_type(&mut self, ty: &ast::Type) -> Ty {
        let resolved = self.resolve_type_inner(ty);
        if resolved.size_up_to(MAX_TYPE_SIZE) > MAX_TYPE_SIZE {
            self.error(Diagnostic::error(
                "unsupported",
                ty.span,
                "this type is too large once its synonyms are expanded",
            ));
            return Ty::Error;
        }
        resolved
    }

    fn resolve_type_inner(&mut self, ty: &ast::Type) -> Ty {
        match &ty.kind {
            ast::TypeKind::Int => Ty::Int,
            ast::TypeKind::Real => Ty::Real,
            ast::TypeKind::Bool => Ty::Bool,
            ast::TypeKind::BitVector(width) => self.bit_vector_type(*width, ty.span),
            ast::TypeKind::Named { name, args } => self.named_type(name, args, ty.span),
            ast::TypeKind::Map { type_params, domain, range } => self.map_type(type_params, domain, range),
        }
    }

    fn bit_vector_type(&mut self, width: u32, span: Span) -> Ty {
        if width > MAX_BV_WIDTH {
            let message = format!("bit-vectors of more than {MAX_BV_WIDTH} bits are not supported");
            self.error(Diagnostic::error("unsupported", span, message));
            return Ty::Error;
        }
        if width == 0 {
            self.error(Diagnostic::error("unsupported", span, "the type `bv0` is not supported"));
            return Ty::Error;
        }
        Ty::Bv(width)
    }

    fn named_type(&mut self, name: &ast::Ident, args: &[ast::Type], span: Span) -> Ty {
        if let Some(param) = self.lookup_param(&name.name) {
            if !args.is_empty() {
                let message = format!("the type variable `{}` takes no arguments", name.name);
                self.error(Diagnostic::error("arity", span, message));
            }
            return Ty::Param(param);
        }
        let Some(&id) = self.type_index.get(&name.name) else {
            self.unknown_type(name);
            return Ty::Error;
        };
        let arity = self.types[id].arity;
        if args.len() != arity {
            let message = format!("type `{}` takes {arity} argument(s), {} given", name.name, args.len());
            let earlier = self.types[id].span;
            self.error(Diagnostic::error("arity", span, message).with_label(earlier, "declared here"));
            return Ty::Error;
        }
        let args: Vec<Ty> = args.iter().map(|arg| self.resolve_type_inner(arg)).collect();
        if !matches!(self.types[id].kind, TypeInfoKind::Synonym(_)) {
            return Ty::Con(id, args);
        }
        match self.expand_synonym(id, name.span) {
            Some((params, body)) => {
                let by: FxHashMap<ParamId, Ty> = params.into_iter().zip(args).collect();
                let size: usize = by.values().map(|ty| ty.size_up_to(MAX_TYPE_SIZE)).max().unwrap_or(1);
                if body.size_up_to(MAX_TYPE_SIZE).saturating_mul(size) > MAX_TYPE_SIZE * 10 {
                    self.error(Diagnostic::error("unsupported", span, "this type is too large once expanded"));
                    return Ty::Error;
                }
                body.substitute(&by)
            }
            None => Ty::Error,
        }
    }

    fn unknown_type(&mut self, name: &ast::Ident) {
        let unsupported = ["string", "regex", "rmode"].contains(&name.name.as_str())
            || (name.name.starts_with("float") && name.name.contains('e'));
        let diagnostic = if unsupported {
            Diagnostic::error("unsupported", name.span, format!("the type `{}` is not supported", name.name))
        } else {
            Diagnostic::error("unknown-name", name.span, format!("there is no type named `{}`", name.name))
        };
        self.error(diagnostic);
    }

    fn map_type(&mut self, type_params: &[ast::Ident], domain: &[ast::Type], range: &ast::Type) -> Ty {
        let params = self.push_params(type_params);
        let domain: Vec<Ty> = domain.iter().map(|ty| self.resolve_type_inner(ty)).collect();
        let range = self.resolve_type_inner(range);
        self.pop_params();
        match params.is_empty() {
            true => Ty::map(domain, range),
            false => self.close_map(type_params, &params, &domain, &range),
        }
    }

    /// The map type that binds these type parameters.
    pub fn close_map(&mut self, names: &[ast::Ident], params: &[ParamId], domain: &[Ty], range: &Ty) -> Ty {
        for (param, ident) in params.iter().zip(names) {
            if !domain.iter().chain([range]).any(|ty| ty.mentions(&|part| *part == Ty::Param(*param))) {
                let message = format!("the type variable `{}` must occur in the map's type", ident.name);
                self.error(Diagnostic::error("type-mismatch", ident.span, message));
                return Ty::Error;
            }
        }
        let mut close = |leaf: &Ty, depth: u32| match leaf {
            Ty::Param(id) => params.iter().position(|p| p == id).map(|index| Ty::Bound(depth, index as u32)),
            _ => None,
        };
        let domain = domain.iter().map(|ty| ty.rewrite(0, &mut close)).collect();
        let range = range.rewrite(0, &mut close);
        Ty::Map(Rc::new(MapTy { params: params.len() as u32, domain, range }))
    }

    /// The parameters and the fully expanded right-hand side of a synonym; `None` after an error.
    fn expand_synonym(&mut self, id: TypeId, used_at: Span) -> Option<(Vec<ParamId>, Ty)> {
        let state = match &self.types[id].kind {
            TypeInfoKind::Synonym(state) => state.clone(),
            TypeInfoKind::Constructor | TypeInfoKind::Datatype(_) => return None,
        };
        match state {
            SynonymState::Done(params, body) => Some((params, body)),
            SynonymState::Expanding => {
                let message = format!("the type synonym `{}` is defined in terms of itself", self.types[id].name);
                let declared = self.types[id].span;
                self.error(Diagnostic::error("cyclic-type", used_at, message).with_label(declared, "declared here"));
                None
            }
            SynonymState::Pending(decl, index) => {
                self.types[id].kind = TypeInfoKind::Synonym(SynonymState::Expanding);
                let ast = self.ast.clone();
                let (params, body) = match &ast.decls[decl].kind {
                    ast::DeclKind::Types(types) => self.synonym_body(&types[index]),
                    _ => (Vec::new(), Ty::Error),
                };
                self.types[id].kind = TypeInfoKind::Synonym(SynonymState::Done(params.clone(), body.clone()));
                Some((params, body))
            }
        }
    }

    fn synonym_body(&mut self, decl: &ast::TypeDecl) -> (Vec<ParamId>, Ty) {
        let Some(right) = &decl.synonym else { return (Vec::new(), Ty::Error) };
        if self.synonym_depth > 200 {
            self.error(Diagnostic::error("unsupported", decl.span, "type synonyms are nested too deeply"));
            return (Vec::new(), Ty::Error);
        }
        self.synonym_depth += 1;
        let outer = std::mem::take(&mut self.param_scopes);
        let params = self.push_params(&decl.params);
        let body = self.resolve_type(right);
        self.param_scopes = outer;
        self.synonym_depth -= 1;
        (params, body)
    }

    pub fn expand_all_synonyms(&mut self) {
        for id in self.types.ids() {
            if matches!(self.types[id].kind, TypeInfoKind::Synonym(_)) {
                let span = self.types[id].span;
                self.expand_synonym(id, span);
            }
        }
    }

    // ---- to text

    pub fn show(&self, ty: &Ty) -> String {
        self.show_at(&self.known(ty), false)
    }

    fn show_at(&self, ty: &Ty, as_argument: bool) -> String {
        match ty {
            Ty::Bool => "bool".to_string(),
            Ty::Int => "int".to_string(),
            Ty::Real => "real".to_string(),
            Ty::Bv(width) => format!("bv{width}"),
            Ty::Con(id, args) if args.is_empty() => self.types[*id].name.clone(),
            Ty::Con(id, args) => {
                let args: Vec<String> = args.iter().map(|arg| self.show_at(arg, true)).collect();
                let text = format!("{} {}", self.types[*id].name, args.join(" "));
                if as_argument { format!("({text})") } else { text }
            }
            Ty::Map(map) => {
                let names: Vec<String> = (0..map.params).map(bound_name).collect();
                let binder = if names.is_empty() { String::new() } else { format!("<{}>", names.join(", ")) };
                let domain: Vec<String> = map.domain.iter().map(|ty| self.show_at(ty, false)).collect();
                let text = format!("{binder}[{}]{}", domain.join(", "), self.show_at(&map.range, false));
                if as_argument { format!("({text})") } else { text }
            }
            Ty::Param(id) => self.params[*id].clone(),
            Ty::Infer(_) => "?".to_string(),
            Ty::Bound(_, index) => bound_name(*index),
            Ty::Error => "?".to_string(),
        }
    }
}

fn bound_name(index: u32) -> String {
    match index {
        0..26 => char::from(b'a' + index as u8).to_string(),
        _ => format!("a{index}"),
    }
}

fn has_loose_bound(ty: &Ty, depth: u32) -> bool {
    match ty {
        Ty::Bound(at, _) => *at >= depth,
        Ty::Con(_, args) => args.iter().any(|arg| has_loose_bound(arg, depth)),
        Ty::Map(map) => {
            let inner = depth + u32::from(map.params > 0);
            map.domain.iter().chain([&map.range]).any(|ty| has_loose_bound(ty, inner))
        }
        Ty::Bool | Ty::Int | Ty::Real | Ty::Bv(_) | Ty::Param(_) | Ty::Infer(_) | Ty::Error => false,
    }
}
