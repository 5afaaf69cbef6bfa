//! The resolver's tables and scopes, and how it reports.

use std::rc::Rc;

use invar_base::{Arena, Diagnostic, Span};
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::ast;
use super::typed::{Body, Clause, FuncInfo, FuncKey, ProcInfo, ProcKey, Role, VarInfo, VarKey};
use super::types::{ParamId, Ty, TypeId, TypeInfo};

/// As many errors are reported for one file.
pub const MAX_ERRORS: usize = 50;

/// What expressions may mention where they stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// Axioms and function bodies: no global variables.
    None,
    /// `requires`, `where`: globals, but not their old values.
    One,
    /// Bodies and `ensures`.
    Two,
}

pub struct Resolver {
    pub ast: Rc<ast::Program>,
    pub types: Arena<TypeId, TypeInfo>,
    pub type_index: FxHashMap<String, TypeId>,
    pub params: Arena<ParamId, String>,
    pub param_scopes: Vec<FxHashMap<String, ParamId>>,
    pub synonym_depth: u32,
    pub infer: Vec<Option<Ty>>,
    /// Inference variables of the expression at hand, with the place to blame if they stay unknown.
    pub pending_infer: Vec<(u32, Span)>,

    pub vars: Arena<VarKey, VarInfo>,
    pub global_index: FxHashMap<String, VarKey>,
    pub scopes: Vec<FxHashMap<String, VarKey>>,
    pub state: State,

    pub functions: Arena<FuncKey, FuncInfo>,
    pub function_index: FxHashMap<String, FuncKey>,
    pub procs: Arena<ProcKey, ProcInfo>,
    pub proc_index: FxHashMap<String, ProcKey>,
    pub has_poly_quantifiers: bool,
    pub axioms: Vec<Clause>,
    pub bodies: Vec<Body>,
    /// Constants and globals in the order of their declarations.
    pub globals: Vec<VarKey>,

    pub errors: Vec<Diagnostic>,
    reported: FxHashSet<(Span, String)>,
    pub warnings: Vec<Diagnostic>,
    pub assumptions: Vec<String>,
}

impl Resolver {
    pub fn new(ast: ast::Program) -> Resolver {
        Resolver {
            ast: Rc::new(ast),
            types: Arena::new(),
            type_index: FxHashMap::default(),
            params: Arena::new(),
            param_scopes: Vec::new(),
            synonym_depth: 0,
            infer: Vec::new(),
            pending_infer: Vec::new(),
            vars: Arena::new(),
            global_index: FxHashMap::default(),
            scopes: Vec::new(),
            state: State::None,
            functions: Arena::new(),
            function_index: FxHashMap::default(),
            procs: Arena::new(),
            proc_index: FxHashMap::default(),
            has_poly_quantifiers: false,
            axioms: Vec::new(),
            bodies: Vec::new(),
            globals: Vec::new(),
            errors: Vec::new(),
            reported: FxHashSet::default(),
            warnings: Vec::new(),
            assumptions: Vec::new(),
        }
    }

    pub fn error(&mut self, diagnostic: Diagnostic) {
        let fresh = match diagnostic.span {
            Some(span) => self.reported.insert((span, diagnostic.message.clone())),
            None => true,
        };
        if fresh && self.errors.len() < MAX_ERRORS {
            self.errors.push(diagnostic);
        }
    }

    pub fn fail(&mut self, code: &'static str, span: Span, message: impl Into<String>) {
        self.error(Diagnostic::error(code, span, message));
    }

    pub fn duplicate(&mut self, what: &str, name: &str, span: Span, earlier: Span) {
        let message = format!("the {what} `{name}` is declared twice");
        self.error(Diagnostic::error("duplicate-name", span, message).with_label(earlier, "first declared here"));
    }

    // ---- type parameters

    /// Opens a scope with these type parameters.
    pub fn push_params(&mut self, names: &[ast::Ident]) -> Vec<ParamId> {
        let mut scope = FxHashMap::default();
        let mut ids = Vec::with_capacity(names.len());
        for ident in names {
            let id = self.params.push(ident.name.clone());
            if scope.insert(ident.name.clone(), id).is_some() && ident.name != "_" {
                let message = format!("the type parameter `{}` is declared twice", ident.name);
                self.fail("duplicate-name", ident.span, message);
            }
            ids.push(id);
        }
        self.param_scopes.push(scope);
        ids
    }

    /// Opens a scope with type parameters that exist already.
    pub fn push_known_params(&mut self, names: &[ast::Ident], ids: &[ParamId]) {
        let scope = names.iter().map(|ident| ident.name.clone()).zip(ids.iter().copied()).collect();
        self.param_scopes.push(scope);
    }

    pub fn pop_params(&mut self) {
        self.param_scopes.pop();
    }

    pub fn lookup_param(&self, name: &str) -> Option<ParamId> {
        self.param_scopes.iter().rev().find_map(|scope| scope.get(name).copied())
    }

    // ---- variables

    pub fn new_var(&mut self, ident: &ast::Ident, ty: Ty, role: Role) -> VarKey {
        self.vars.push(VarInfo { name: ident.name.clone(), ty, span: ident.span, role, where_: None })
    }

    pub fn push_scope(&mut self) {
        self.scopes.push(FxHashMap::default());
    }

    pub fn pop_scope(&mut self) {
        self.scopes.pop();
    }

    /// Adds a variable to the innermost scope, where names must be different.
    pub fn declare(&mut self, key: VarKey) {
        let (name, span) = (self.vars[key].name.clone(), self.vars[key].span);
        let Some(scope) = self.scopes.last_mut() else { return };
        if let Some(earlier) = scope.insert(name.clone(), key) {
            let earlier = self.vars[earlier].span;
            self.duplicate("variable", &name, span, earlier);
        }
    }

    pub fn lookup_var(&self, name: &str) -> Option<VarKey> {
        let local = self.scopes.iter().rev().find_map(|scope| scope.get(name).copied());
        local.or_else(|| self.global_index.get(name).copied())
    }

    /// The variables that a list of binder groups declares, in order, not yet in any scope.
    pub fn binders(&mut self, groups: &[ast::Binders], role: Role) -> Vec<VarKey> {
        let mut keys = Vec::new();
        for group in groups {
            let ty = self.resolve_type(&group.ty);
            for ident in &group.names {
                keys.push(self.new_var(ident, ty.clone(), role));
            }
        }
        keys
    }

    /// The `where` clauses of binder groups, once all their variables are in scope.
    pub fn where_clauses(&mut self, groups: &[ast::Binders], keys: &[VarKey]) {
        let outer = std::mem::replace(&mut self.state, State::One);
        let mut keys = keys.iter();
        for group in groups {
            let clause = group.where_clause.as_ref().map(|clause| self.condition(clause));
            for key in keys.by_ref().take(group.names.len()) {
                self.vars[*key].where_ = clause.clone();
            }
        }
        self.state = outer;
    }
}

/// Does the declaration carry this attribute? An argument `false` switches it off.
pub fn has_attribute(attributes: &[ast::Attribute], name: &str) -> bool {
    attributes.iter().any(|attribute| {
        attribute.name.name == name
            && !attribute.args.iter().any(|arg| match arg {
                ast::AttributeArg::Expr(expr) => expr.kind == ast::ExprKind::Bool(false),
                ast::AttributeArg::String { .. } => false,
            })
    })
}

/// The first string argument of an attribute.
pub fn string_attribute(attributes: &[ast::Attribute], name: &str) -> Option<String> {
    let attribute = attributes.iter().find(|attribute| attribute.name.name == name)?;
    attribute.args.iter().find_map(|arg| match arg {
        ast::AttributeArg::String { value, .. } => Some(value.clone()),
        ast::AttributeArg::Expr(_) => None,
    })
}
