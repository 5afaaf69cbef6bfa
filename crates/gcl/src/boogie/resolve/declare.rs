//! The first pass: every declaration gets its entry and its signature, so that the second can look names up in any order.

use invar_base::Span;
use rustc_hash::FxHashMap;

use super::super::ast;
use super::scope::{Resolver, has_attribute, string_attribute};
use super::typed::{FuncInfo, FuncKey, FuncKind, ProcInfo, ProcKey, Role, VarInfo, VarKey};
use super::types::{ConstructorInfo, DatatypeInfo, ParamId, SynonymState, Ty, TypeId, TypeInfo, TypeInfoKind};

/// What the second pass needs to find again, in file order.
pub enum Entry<'a> {
    Vars { groups: &'a [ast::Binders], keys: Vec<VarKey> },
    Function { decl: &'a ast::Function, key: FuncKey },
    Axiom { expr: &'a ast::Expr, span: Span },
    Procedure { decl: &'a ast::Procedure, key: ProcKey },
    Implementation { decl: &'a ast::Implementation, span: Span },
}

/// A constructor of a datatype.
struct Constructor<'t> {
    of: TypeId,
    /// Its number among those of the datatype.
    index: u32,
    name: &'t ast::Ident,
    params: &'t [ParamId],
    fields: &'t [(String, Ty)],
    /// The type that it constructs.
    whole: &'t Ty,
}

impl Resolver {
    pub fn declare_types(&mut self, program: &ast::Program) {
        for (index, decl) in program.decls.iter().enumerate() {
            match &decl.kind {
                ast::DeclKind::Types(types) => {
                    for (position, ty) in types.iter().enumerate() {
                        let kind = match &ty.synonym {
                            Some(_) => TypeInfoKind::Synonym(SynonymState::Pending(index, position)),
                            None if has_attribute(&decl.attributes, "datatype") => {
                                let params = ty.params.iter().map(|p| self.params.push(p.name.clone())).collect();
                                TypeInfoKind::Datatype(DatatypeInfo { params, constructors: Vec::new() })
                            }
                            None => TypeInfoKind::Constructor,
                        };
                        self.declare_type(&ty.name, ty.params.len(), kind);
                        self.check_distinct_params(&ty.params);
                    }
                }
                ast::DeclKind::Datatype(datatype) => {
                    let params = datatype.params.iter().map(|p| self.params.push(p.name.clone())).collect();
                    let kind = TypeInfoKind::Datatype(DatatypeInfo { params, constructors: Vec::new() });
                    self.declare_type(&datatype.name, datatype.params.len(), kind);
                    self.check_distinct_params(&datatype.params);
                }
                ast::DeclKind::Consts(_)
                | ast::DeclKind::Function(_)
                | ast::DeclKind::Axiom(_)
                | ast::DeclKind::Vars(_)
                | ast::DeclKind::Procedure(_)
                | ast::DeclKind::Implementation(_) => {}
            }
        }
        self.expand_all_synonyms();
    }

    fn declare_type(&mut self, name: &ast::Ident, arity: usize, kind: TypeInfoKind) {
        let digits = name.name.strip_prefix("bv").unwrap_or("");
        if !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()) {
            self.fail("duplicate-name", name.span, format!("`{}` is always a bit-vector type", name.name));
        }
        let info = TypeInfo { name: name.name.clone(), arity, span: name.span, kind };
        match self.type_index.get(&name.name) {
            Some(&earlier) => {
                let earlier = self.types[earlier].span;
                self.duplicate("type", &name.name, name.span, earlier);
            }
            None => {
                let id = self.types.push(info);
                self.type_index.insert(name.name.clone(), id);
            }
        }
    }

    fn check_distinct_params(&mut self, params: &[ast::Ident]) {
        for (index, param) in params.iter().enumerate() {
            if let Some(earlier) = params[..index].iter().find(|other| other.name == param.name && param.name != "_") {
                self.duplicate("type parameter", &param.name, param.span, earlier.span);
            }
        }
    }

    pub fn declare_all<'a>(&mut self, decls: &'a [ast::Decl], entries: &mut Vec<Entry<'a>>) {
        for decl in decls {
            match &decl.kind {
                ast::DeclKind::Types(_) => {}
                ast::DeclKind::Datatype(datatype) => self.declare_datatype(datatype),
                ast::DeclKind::Consts(consts) => {
                    self.declare_consts(consts);
                    self.declare_all(&consts.uses, entries);
                }
                // An `{:extern}` declaration gives way to another one of the same name.
                ast::DeclKind::Function(function)
                    if has_attribute(&decl.attributes, "extern") && is_declared_elsewhere(decls, function) => {}
                ast::DeclKind::Function(function) => {
                    if let Some(key) = self.declare_function(function, &decl.attributes) {
                        entries.push(Entry::Function { decl: function, key });
                    }
                    self.declare_all(&function.uses, entries);
                }
                ast::DeclKind::Axiom(expr) => entries.push(Entry::Axiom { expr, span: decl.span }),
                ast::DeclKind::Vars(groups) => {
                    let keys = self.binders(groups, Role::Global);
                    keys.iter().for_each(|&key| self.declare_global(key));
                    entries.push(Entry::Vars { groups, keys });
                }
                ast::DeclKind::Procedure(procedure) => {
                    if let Some(key) = self.declare_procedure(procedure, &decl.attributes) {
                        entries.push(Entry::Procedure { decl: procedure, key });
                    }
                }
                ast::DeclKind::Implementation(implementation) => {
                    entries.push(Entry::Implementation { decl: implementation, span: decl.span });
                }
            }
        }
    }

    fn declare_global(&mut self, key: VarKey) {
        let (name, span) = (self.vars[key].name.clone(), self.vars[key].span);
        if let Some(&earlier) = self.global_index.get(&name) {
            let earlier = self.vars[earlier].span;
            return self.duplicate("name", &name, span, earlier);
        }
        self.global_index.insert(name, key);
        self.globals.push(key);
    }

    fn declare_consts(&mut self, consts: &ast::Consts) {
        let role = Role::Constant { unique: consts.unique };
        let groups = std::slice::from_ref(&consts.binders);
        let keys = self.binders(groups, role);
        keys.iter().for_each(|&key| self.declare_global(key));
        if let Some(clause) = &consts.binders.where_clause {
            self.fail("unsupported", clause.span, "a constant cannot have a `where` clause");
        }
        if let Some(order) = &consts.order {
            let message = "the partial order of constants (`extends`, `complete`) is ignored";
            self.warnings.push(invar_base::Diagnostic::warning("ignored", order.span, message));
        }
    }

    fn declare_datatype(&mut self, datatype: &ast::Datatype) {
        let Some(&id) = self.type_index.get(&datatype.name.name) else { return };
        let TypeInfoKind::Datatype(info) = &self.types[id].kind else { return };
        if self.types[id].span != datatype.name.span {
            return;
        }
        let params = info.params.clone();
        self.push_known_params(&datatype.params, &params);
        let result = Ty::Con(id, params.iter().map(|&param| Ty::Param(param)).collect());
        for constructor in &datatype.constructors {
            let keys = self.binders(&constructor.fields, Role::Bound);
            self.add_constructor(id, &constructor.name, &params, keys, result.clone());
        }
        self.pop_params();
    }

    /// A constructor as a function and as part of its datatype.
    fn add_constructor(&mut self, id: TypeId, name: &ast::Ident, params: &[ParamId], keys: Vec<VarKey>, result: Ty) {
        let fields: Vec<(String, Ty)> =
            keys.iter().map(|&key| (self.vars[key].name.clone(), self.vars[key].ty.clone())).collect();
        for (index, &key) in keys.iter().enumerate() {
            if let Some(&earlier) = keys[..index].iter().find(|&&k| self.vars[k].name == self.vars[key].name) {
                let (name, span, earlier) = (self.vars[key].name.clone(), self.vars[key].span, self.vars[earlier].span);
                self.duplicate("field", &name, span, earlier);
            }
        }
        self.check_same_fields(id, &keys);
        let TypeInfoKind::Datatype(info) = &mut self.types[id].kind else { return };
        let index = info.constructors.len() as u32;
        info.constructors.push(ConstructorInfo { name: name.name.clone(), fields: fields.clone() });
        let kind = FuncKind::Constructor(id, index);
        let whole = result.clone();
        self.add_function(
            name,
            FuncInfo {
                name: name.name.clone(),
                span: name.span,
                type_params: params.to_vec(),
                params: keys,
                result,
                kind,
                body: None,
                never_pattern: false,
            },
        );
        self.add_tester_and_selectors(Constructor { of: id, index, name, params, fields: &fields, whole: &whole });
    }

    /// A field that several constructors have is of one type.
    fn check_same_fields(&mut self, id: TypeId, keys: &[VarKey]) {
        let TypeInfoKind::Datatype(info) = &self.types[id].kind else { return };
        let constructors = info.constructors.clone();
        for &key in keys {
            let (name, ty, span) = (self.vars[key].name.clone(), self.vars[key].ty.clone(), self.vars[key].span);
            for constructor in &constructors {
                if constructor.fields.iter().any(|(other, other_ty)| *other == name && *other_ty != ty) {
                    let message = format!("the field `{name}` has another type in `{}`", constructor.name);
                    self.fail("type-mismatch", span, message);
                }
            }
        }
    }

    /// The older spellings `is#Cons(e)` and `head#Cons(e)`.
    fn add_tester_and_selectors(&mut self, constructor: Constructor<'_>) {
        let Constructor { of: id, index, name, params, fields, whole } = constructor;
        let mut add = |text: String, result: Ty, kind: FuncKind| {
            let ident = ast::Ident { name: text, span: name.span };
            let arg = self.vars.push(VarInfo {
                name: "x".to_string(),
                ty: whole.clone(),
                span: name.span,
                role: Role::Bound,
                where_: None,
            });
            self.add_function(
                &ident,
                FuncInfo {
                    name: ident.name.clone(),
                    span: name.span,
                    type_params: params.to_vec(),
                    params: vec![arg],
                    result,
                    kind,
                    body: None,
                    never_pattern: false,
                },
            );
        };
        add(format!("is#{}", name.name), Ty::Bool, FuncKind::Tester(id, index));
        for (field, (field_name, ty)) in fields.iter().enumerate() {
            let kind = FuncKind::Selector(id, index, field as u32);
            add(format!("{field_name}#{}", name.name), ty.clone(), kind);
        }
    }

    fn add_function(&mut self, name: &ast::Ident, info: FuncInfo) -> Option<FuncKey> {
        if let Some(&earlier) = self.function_index.get(&name.name) {
            let earlier = self.functions[earlier].span;
            self.duplicate("function", &name.name, name.span, earlier);
            return None;
        }
        let key = self.functions.push(info);
        self.function_index.insert(name.name.clone(), key);
        Some(key)
    }

    fn declare_function(&mut self, function: &ast::Function, attributes: &[ast::Attribute]) -> Option<FuncKey> {
        let type_params = self.push_params(&function.type_params);
        let mut params = Vec::new();
        for (index, param) in function.params.iter().enumerate() {
            let ty = self.resolve_type(&param.ty);
            let fallback = ast::Ident { name: format!("x{index}"), span: param.span };
            params.push(self.new_var(param.name.as_ref().unwrap_or(&fallback), ty, Role::Bound));
        }
        let result = self.resolve_type(&function.result.ty);
        self.pop_params();
        if has_attribute(attributes, "constructor")
            && let Some(id) = self.old_datatype(&result)
        {
            self.declare_old_constructor(id, function, &type_params, params, &result);
            return None;
        }
        let builtin = string_attribute(attributes, "bvbuiltin").or_else(|| string_attribute(attributes, "builtin"));
        let kind = match builtin {
            Some(name) => FuncKind::Builtin(name),
            None if is_expanded(attributes) && function.body.is_some() => FuncKind::Inline,
            None => FuncKind::Plain,
        };
        let name = function.name.name.clone();
        self.check_function_params(function, &type_params, &params, &result);
        let span = function.name.span;
        let never_pattern = has_attribute(attributes, "never_pattern");
        let info = FuncInfo { name, span, type_params, params, result, kind, body: None, never_pattern };
        self.add_function(&function.name, info)
    }

    fn check_function_params(
        &mut self,
        function: &ast::Function,
        type_params: &[ParamId],
        params: &[VarKey],
        result: &Ty,
    ) {
        for (index, &key) in params.iter().enumerate() {
            let named = |at: usize| function.params.get(at).is_some_and(|param| param.name.is_some());
            let same = (0..index).find(|&at| named(at) && self.vars[params[at]].name == self.vars[key].name);
            if let Some(earlier) = same.filter(|_| named(index)) {
                let (name, span) = (self.vars[key].name.clone(), self.vars[key].span);
                let earlier = self.vars[params[earlier]].span;
                self.duplicate("parameter", &name, span, earlier);
            }
        }
        for (param, ident) in type_params.iter().zip(&function.type_params) {
            let is_it = |part: &Ty| *part == Ty::Param(*param);
            let used = params.iter().any(|&key| self.vars[key].ty.mentions(&is_it)) || result.mentions(&is_it);
            if !used {
                let message = format!("the type parameter `{}` occurs in no argument or result type", ident.name);
                self.fail("type-mismatch", ident.span, message);
            }
        }
    }

    /// The datatype of the older syntax that a constructor's result type names.
    fn old_datatype(&self, result: &Ty) -> Option<TypeId> {
        match result {
            Ty::Con(id, _) if matches!(self.types[*id].kind, TypeInfoKind::Datatype(_)) => Some(*id),
            _ => None,
        }
    }

    /// `function {:constructor} Cons<a>(x: a, tail: List a): List a`: its type parameters become the datatype's.
    fn declare_old_constructor(
        &mut self,
        id: TypeId,
        function: &ast::Function,
        own: &[ParamId],
        keys: Vec<VarKey>,
        result: &Ty,
    ) {
        let TypeInfoKind::Datatype(info) = &self.types[id].kind else { return };
        let params = info.params.clone();
        let Ty::Con(_, args) = result else { return };
        let mut by = FxHashMap::default();
        for (arg, &param) in args.iter().zip(&params) {
            match arg {
                Ty::Param(arg) if own.contains(arg) => by.insert(*arg, Ty::Param(param)),
                _ => {
                    return self.fail("unsupported", function.result.span, "a constructor must build the general type");
                }
            };
        }
        for &key in &keys {
            self.vars[key].ty = self.vars[key].ty.substitute(&by);
        }
        let whole = Ty::Con(id, params.iter().map(|&param| Ty::Param(param)).collect());
        self.add_constructor(id, &function.name, &params, keys, whole);
    }

    fn declare_procedure(&mut self, procedure: &ast::Procedure, attributes: &[ast::Attribute]) -> Option<ProcKey> {
        let signature = &procedure.signature;
        let type_params = self.push_params(&signature.type_params);
        let ins = self.binders(&signature.ins, Role::In);
        let outs = self.binders(&signature.outs, Role::Out);
        self.pop_params();
        for (param, ident) in type_params.iter().zip(&signature.type_params) {
            let is_it = |part: &Ty| *part == Ty::Param(*param);
            if !ins.iter().chain(&outs).any(|&key| self.vars[key].ty.mentions(&is_it)) {
                let message = format!("the type parameter `{}` occurs in no parameter's type", ident.name);
                self.fail("type-mismatch", ident.span, message);
            }
        }
        if let Some(&earlier) = self.proc_index.get(&signature.name.name) {
            let earlier = self.procs[earlier].span;
            self.duplicate("procedure", &signature.name.name, signature.name.span, earlier);
            return None;
        }
        let key = self.procs.push(ProcInfo {
            name: signature.name.name.clone(),
            span: signature.name.span,
            type_params,
            ins,
            outs,
            requires: Vec::new(),
            ensures: Vec::new(),
            measure: None,
            modifies: Vec::new(),
            inline: inline_depth(attributes),
        });
        self.proc_index.insert(signature.name.name.clone(), key);
        Some(key)
    }

    /// Every datatype has constructors and mentions finitely many instances of datatypes, itself included.
    pub fn check_datatypes(&mut self) {
        for id in self.types.ids() {
            let TypeInfoKind::Datatype(info) = &self.types[id].kind else { continue };
            let (name, span) = (self.types[id].name.clone(), self.types[id].span);
            let whole = Ty::Con(id, info.params.iter().map(|&param| Ty::Param(param)).collect());
            if info.constructors.is_empty() {
                self.fail("unsupported", span, format!("the datatype `{name}` has no constructor"));
            }
            if !self.has_finitely_many_instances(whole) {
                let message = format!("the datatype `{name}` needs itself at ever larger type arguments");
                self.fail("unsupported", span, message);
            }
        }
    }

    fn has_finitely_many_instances(&self, whole: Ty) -> bool {
        let mut seen = vec![whole];
        let mut next = 0;
        while next < seen.len() {
            if seen.len() > MAX_INSTANCES || seen[next].depth() > MAX_NESTING {
                return false;
            }
            let mut found = Vec::new();
            if let Ty::Con(id, args) = &seen[next]
                && let TypeInfoKind::Datatype(info) = &self.types[*id].kind
            {
                let by = info.params.iter().copied().zip(args.iter().cloned()).collect();
                let fields = info.constructors.iter().flat_map(|constructor| &constructor.fields);
                fields.for_each(|(_, ty)| datatypes_in(&ty.substitute(&by), &mut found));
            }
            found.into_iter().for_each(|ty| {
                if !seen.contains(&ty) {
                    seen.push(ty);
                }
            });
            next += 1;
        }
        true
    }
}

fn is_declared_elsewhere(decls: &[ast::Decl], function: &ast::Function) -> bool {
    decls.iter().any(|decl| match &decl.kind {
        ast::DeclKind::Function(other) => {
            other.name.name == function.name.name && !has_attribute(&decl.attributes, "extern")
        }
        _ => false,
    })
}

/// Instances of generic datatypes that one datatype may mention.
const MAX_INSTANCES: usize = 400;
const MAX_NESTING: usize = 24;

/// The generic types in a type; those without arguments cannot grow.
fn datatypes_in(ty: &Ty, found: &mut Vec<Ty>) {
    match ty {
        Ty::Con(_, args) => {
            if !args.is_empty() {
                found.push(ty.clone());
            }
            args.iter().for_each(|arg| datatypes_in(arg, found));
        }
        Ty::Map(map) => map.domain.iter().chain([&map.range]).for_each(|ty| datatypes_in(ty, found)),
        Ty::Bool | Ty::Int | Ty::Real | Ty::Bv(_) | Ty::Param(_) | Ty::Infer(_) | Ty::Bound(..) | Ty::Error => {}
    }
}

/// `{:define}` is a definition of the solver's language, which it expands like `{:inline}`.
fn is_expanded(attributes: &[ast::Attribute]) -> bool {
    has_attribute(attributes, "inline") || has_attribute(attributes, "define")
}

/// `{:inline n}` on a procedure; without a number it is 1.
fn inline_depth(attributes: &[ast::Attribute]) -> Option<u32> {
    let attribute = attributes.iter().find(|attribute| attribute.name.name == "inline")?;
    match attribute.args.first() {
        Some(ast::AttributeArg::Expr(expr)) => match &expr.kind {
            ast::ExprKind::Int(digits) => digits.parse().ok(),
            ast::ExprKind::Bool(value) => value.then_some(1),
            _ => None,
        },
        Some(ast::AttributeArg::String { .. }) => None,
        None => Some(1),
    }
}
