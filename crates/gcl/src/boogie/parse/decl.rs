//! Declarations.

use super::super::ast::{
    Binders, Constructor, Consts, Datatype, Decl, DeclKind, Function, FunctionParam, Ident, Implementation, OrderSpec,
    Parent, Procedure, Program, Signature, Spec, SpecKind, Type, TypeDecl, TypeKind,
};
use super::super::lex::Tok;
use super::types::Where;
use super::{Parsed, Parser};

impl Parser<'_> {
    pub(super) fn program(&mut self) -> Program {
        let mut decls = Vec::new();
        while self.peek() != Tok::Eof {
            let start = self.at;
            match self.declaration() {
                Ok(decl) => decls.push(decl),
                Err(super::Reported) => self.skip_declaration(start),
            }
        }
        Program { decls }
    }

    fn declaration(&mut self) -> Parsed<Decl> {
        let start = self.span();
        self.declaration_prefix()?;
        let tok = self.peek();
        if tok == Tok::Ident && !self.at_word("datatype") {
            return Err(self.expected("a declaration"));
        }
        let parse: fn(&mut Self) -> Parsed<DeclKind> = match tok {
            Tok::Type => Self::types,
            Tok::Ident => Self::datatype,
            Tok::Const => Self::consts,
            Tok::Function => Self::function,
            Tok::Axiom => Self::axiom,
            Tok::Var => Self::global_vars,
            Tok::Procedure => Self::procedure,
            Tok::Implementation => Self::implementation,
            _ => return Err(self.expected("a declaration")),
        };
        self.advance();
        let attributes = self.attributes()?;
        if self.peek() == Tok::LBrace {
            return Err(self.expected("a name or an attribute `{:name …}`"));
        }
        let kind = parse(self)?;
        Ok(Decl { span: self.since(start), attributes, kind })
    }

    /// Words before a declaration. `revealed` and `hideable` only guide proofs; the others are of concurrent programs.
    fn declaration_prefix(&mut self) -> Parsed<()> {
        while self.peek() == Tok::Ident {
            let (span, word) = (self.span(), self.word());
            match word {
                "revealed" | "hideable" => self.advance(),
                "pure" | "left" | "right" | "both" | "atomic" | "async" | "yield" | "action" | "link" => {
                    return Err(self.unsupported(span, format!("`{word}` declarations (CIVL) are not supported")));
                }
                _ => return Ok(()),
            }
        }
        Ok(())
    }

    // ----- types -----

    fn types(&mut self) -> Parsed<DeclKind> {
        let types = self.separated(Self::type_decl)?;
        self.expect(Tok::Semi, "after the type declaration")?;
        Ok(DeclKind::Types(types))
    }

    fn type_decl(&mut self) -> Parsed<TypeDecl> {
        let name = self.ident("the name of a type")?;
        let mut params = Vec::new();
        while self.peek() == Tok::Ident {
            params.push(self.ident("a type parameter")?);
        }
        let synonym = if self.eat(Tok::Eq) { Some(self.ty()?) } else { None };
        Ok(TypeDecl { span: self.since(name.span), name, params, synonym })
    }

    fn datatype(&mut self) -> Parsed<DeclKind> {
        let name = self.ident("the name of the datatype")?;
        let params = self.type_params()?;
        self.expect(Tok::LBrace, "before the constructors")?;
        let constructors = self.separated(Self::constructor)?;
        self.expect(Tok::RBrace, "after the constructors")?;
        self.eat(Tok::Semi);
        Ok(DeclKind::Datatype(Datatype { name, params, constructors }))
    }

    fn constructor(&mut self) -> Parsed<Constructor> {
        let start = self.span();
        self.attributes()?;
        let name = self.ident("a constructor")?;
        let fields = self.formals(Where::Forbidden)?;
        Ok(Constructor { span: self.since(start), name, fields })
    }

    // ----- constants, functions, axioms, variables -----

    fn consts(&mut self) -> Parsed<DeclKind> {
        let unique = self.eat(Tok::Unique);
        let binders = self.binders(Where::Forbidden)?;
        let order = self.order_spec()?;
        let uses = self.uses_clause()?;
        if uses.is_none() {
            self.expect(Tok::Semi, "after the constant")?;
        }
        Ok(DeclKind::Consts(Consts { unique, binders, order, uses: uses.unwrap_or_default() }))
    }

    fn order_spec(&mut self) -> Parsed<Option<OrderSpec>> {
        let start = self.span();
        let mut parents = None;
        if self.eat(Tok::Extends) {
            let some = matches!(self.peek(), Tok::Unique | Tok::Ident);
            parents = Some(if some { self.separated(Self::parent)? } else { Vec::new() });
        }
        let complete = self.eat(Tok::Complete);
        let present = parents.is_some() || complete;
        Ok(present.then(|| OrderSpec { span: self.since(start), parents, complete }))
    }

    fn parent(&mut self) -> Parsed<Parent> {
        let unique = self.eat(Tok::Unique);
        let name = self.ident("a constant")?;
        Ok(Parent { unique, name })
    }

    /// `uses { axiom …; }`
    fn uses_clause(&mut self) -> Parsed<Option<Vec<Decl>>> {
        if !self.at_word("uses") {
            return Ok(None);
        }
        self.advance();
        self.expect(Tok::LBrace, "after `uses`")?;
        let mut axioms = Vec::new();
        while !self.eat(Tok::RBrace) {
            let start = self.span();
            self.declaration_prefix()?;
            self.expect(Tok::Axiom, "in the `uses` clause")?;
            let attributes = self.attributes()?;
            let kind = self.axiom()?;
            axioms.push(Decl { span: self.since(start), attributes, kind });
        }
        self.eat(Tok::Semi);
        Ok(Some(axioms))
    }

    fn function(&mut self) -> Parsed<DeclKind> {
        let name = self.ident("the name of the function")?;
        let type_params = self.type_params()?;
        self.expect(Tok::LParen, "before the parameters")?;
        let params = if self.peek() == Tok::RParen { Vec::new() } else { self.separated(Self::function_param)? };
        self.expect(Tok::RParen, "after the parameters")?;
        let result = self.function_result()?;
        let body = self.function_body()?;
        let uses = self.uses_clause()?;
        if body.is_none() && uses.is_none() {
            self.expect(Tok::Semi, "or a body after the function")?;
        }
        let uses = uses.unwrap_or_default();
        Ok(DeclKind::Function(Function { name, type_params, params, result, body, uses }))
    }

    fn function_result(&mut self) -> Parsed<FunctionParam> {
        if self.eat(Tok::Colon) {
            let ty = self.ty()?;
            return Ok(FunctionParam { span: ty.span, attributes: Vec::new(), name: None, ty });
        }
        self.expect(Tok::Returns, "or `:` and the result type")?;
        self.expect(Tok::LParen, "before the result")?;
        let result = self.function_param()?;
        self.expect(Tok::RParen, "after the result")?;
        Ok(result)
    }

    fn function_body(&mut self) -> Parsed<Option<super::ast::Expr>> {
        if !self.eat(Tok::LBrace) {
            return Ok(None);
        }
        let body = self.expr()?;
        self.expect(Tok::RBrace, "after the body of the function")?;
        self.eat(Tok::Semi);
        Ok(Some(body))
    }

    /// `x: T` or `T`: a type is read first, and a `:` behind it makes it a name.
    fn function_param(&mut self) -> Parsed<FunctionParam> {
        let start = self.span();
        let attributes = self.attributes()?;
        let first = self.ty()?;
        if self.peek() != Tok::Colon {
            return Ok(FunctionParam { span: self.since(start), attributes, name: None, ty: first });
        }
        let Some(name) = plain_name(&first) else {
            return Err(self.error(first.span, "expected the name of a parameter before `:`, found a type"));
        };
        self.advance();
        let ty = self.ty()?;
        Ok(FunctionParam { span: self.since(start), attributes, name: Some(name), ty })
    }

    fn axiom(&mut self) -> Parsed<DeclKind> {
        let proposition = self.expr()?;
        self.expect(Tok::Semi, "after the axiom")?;
        Ok(DeclKind::Axiom(proposition))
    }

    fn global_vars(&mut self) -> Parsed<DeclKind> {
        let binders = self.binders_list(Where::Allowed)?;
        self.expect(Tok::Semi, "after the variable declaration")?;
        Ok(DeclKind::Vars(binders))
    }

    // ----- procedures -----

    fn procedure(&mut self) -> Parsed<DeclKind> {
        let signature = self.signature(Where::Allowed)?;
        let without_body = self.eat(Tok::Semi);
        let mut specs = Vec::new();
        while self.at_spec() {
            specs.push(self.spec()?);
        }
        let body = if without_body {
            None
        } else if self.peek() == Tok::LBrace {
            Some(self.block()?)
        } else if specs.is_empty() {
            return Err(self.expected("`;`, a specification or a body after the procedure"));
        } else {
            return Err(self.expected("the body of the procedure"));
        };
        Ok(DeclKind::Procedure(Procedure { signature, specs, body }))
    }

    fn implementation(&mut self) -> Parsed<DeclKind> {
        let signature = self.signature(Where::Forbidden)?;
        let body = self.block()?;
        Ok(DeclKind::Implementation(Implementation { signature, body }))
    }

    fn signature(&mut self, wheres: Where) -> Parsed<Signature> {
        let name = self.ident("the name of the procedure")?;
        let type_params = self.type_params()?;
        let ins = self.formals(wheres)?;
        let outs = if self.eat(Tok::Returns) { self.formals(wheres)? } else { Vec::new() };
        Ok(Signature { name, type_params, ins, outs })
    }

    /// `(x, y: T, z: U)`
    fn formals(&mut self, wheres: Where) -> Parsed<Vec<Binders>> {
        self.expect(Tok::LParen, "before the parameters")?;
        let binders = if self.peek() == Tok::RParen { Vec::new() } else { self.binders_list(wheres)? };
        self.expect(Tok::RParen, "after the parameters")?;
        Ok(binders)
    }

    fn at_spec(&self) -> bool {
        matches!(self.peek(), Tok::Requires | Tok::Ensures | Tok::Modifies | Tok::Free)
            || self.at_word("preserves")
            || self.at_word("measure")
    }

    fn spec(&mut self) -> Parsed<Spec> {
        let start = self.span();
        let free = self.eat(Tok::Free);
        let tok = self.peek();
        let is_measure = self.at_word("measure");
        if !self.at_spec() || tok == Tok::Free || free && is_measure {
            return Err(self.expected("`requires`, `ensures` or `preserves` after `free`"));
        }
        self.advance();
        let attributes = self.attributes()?;
        let kind = match tok {
            Tok::Requires => SpecKind::Requires(self.expr()?),
            Tok::Ensures => SpecKind::Ensures(self.expr()?),
            Tok::Modifies => {
                let none = self.peek() == Tok::Semi;
                SpecKind::Modifies(if none { Vec::new() } else { self.idents("a global variable")? })
            }
            _ if is_measure => SpecKind::Measure(self.exprs()?),
            _ => SpecKind::Preserves(self.expr()?),
        };
        self.expect(Tok::Semi, "after the specification")?;
        Ok(Spec { span: self.since(start), free, attributes, kind })
    }
}

/// The name that a type without arguments consists of.
fn plain_name(ty: &Type) -> Option<Ident> {
    match &ty.kind {
        TypeKind::Named { name, args } if args.is_empty() => Some(name.clone()),
        TypeKind::Named { .. } | TypeKind::Map { .. } => None,
        // A parameter may be called `bv8`.
        TypeKind::BitVector(width) => Some(Ident { name: format!("bv{width}"), span: ty.span }),
        TypeKind::Int | TypeKind::Real | TypeKind::Bool => None,
    }
}
