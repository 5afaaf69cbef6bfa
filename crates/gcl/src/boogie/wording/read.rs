//! Text to term. Every case first looks at the sorts of its parts: the smart constructors take them for granted.

use std::collections::BTreeMap;

use invar_logic::{Binder, BvOp, Op, Sort, SortKind, Term, TermPool, Trigger, VarId};

use super::super::ast::{self, BinaryOp, ChainOp, ExprKind, QuantifierKind, TypeKind, UnaryOp};
use super::super::parse::parse_expr;
use super::super::print::builtins::bit_vector_operation;
use super::super::resolve::literal::{MAX_BV_WIDTH, number, real};
use super::Wording;

type Read<T> = Result<T, String>;

impl Wording {
    /// The formula that a text says, in a pool over the program's.
    pub fn read(&self, pool: &mut TermPool, text: &str) -> Result<Term, String> {
        let expr = parse_expr(text)?;
        let mut reader = Reader { wording: self, pool, bound: BTreeMap::new() };
        let term = reader.expr(&expr)?;
        reader.want(term, Sort::BOOL, "an invariant")?;
        Ok(term)
    }
}

struct Reader<'a> {
    wording: &'a Wording,
    pool: &'a mut TermPool,
    /// The innermost last.
    bound: BTreeMap<String, Vec<VarId>>,
}

impl Reader<'_> {
    fn expr(&mut self, expr: &ast::Expr) -> Read<Term> {
        match &expr.kind {
            ExprKind::Bool(value) => Ok(self.pool.bool(*value)),
            ExprKind::Int(digits) => Ok(self.pool.int(number(digits))),
            ExprKind::Real(text) => {
                let value = real(text).ok_or("the exponent of a number is too large")?;
                Ok(self.pool.real(value))
            }
            ExprKind::BitVector { value, width } => {
                let value = number(value);
                if *width == 0 || *width > MAX_BV_WIDTH || value.bits() > u64::from(*width) {
                    return Err(format!("`{value}bv{width}` is no bit-vector"));
                }
                Ok(self.pool.bitvec(value, *width))
            }
            ExprKind::Name(name) => self.name(name),
            ExprKind::Apply { function, args } => self.apply(&function.name, args),
            ExprKind::Unary { op, arg } => self.unary(*op, arg),
            ExprKind::Binary { op, left, right } => self.binary(*op, left, right),
            ExprKind::Chain { op, args } => self.chain(*op, args),
            ExprKind::Select { map, indices } => {
                let (map, _) = self.map(map, indices)?;
                Ok(self.pool.mk(Op::Select, &map))
            }
            ExprKind::Store { map, indices, value } => {
                let (mut args, range) = self.map(map, indices)?;
                args.push(self.sorted(value, range, "a stored value")?);
                Ok(self.pool.mk(Op::Store, &args))
            }
            ExprKind::Extract { arg, high, low } => {
                let arg = self.expr(arg)?;
                let width = self.width(arg)?;
                if low >= high || *high > width {
                    return Err(format!("bits {low} to {high} are not a range of a `bv{width}`"));
                }
                Ok(self.pool.mk(Op::Bv(BvOp::Extract { high: *high, low: *low }), &[arg]))
            }
            ExprKind::Field { arg, field } => self.field(arg, &field.name),
            ExprKind::Is { arg, constructor } => {
                let arg = self.expr(arg)?;
                let found = self.wording.constructors.get(&constructor.name);
                let &(datatype, number) = found.ok_or_else(|| unknown("constructor", &constructor.name))?;
                let sort = self.pool.sort(SortKind::Datatype(datatype));
                self.want(arg, sort, "what `is` asks about")?;
                Ok(self.pool.is(datatype, number, arg))
            }
            ExprKind::Old(arg) => self.old(arg),
            ExprKind::ToInt(arg) => {
                let arg = self.sorted(arg, Sort::REAL, "the argument of `int`")?;
                Ok(self.pool.mk(Op::ToInt, &[arg]))
            }
            ExprKind::ToReal(arg) => {
                let arg = self.sorted(arg, Sort::INT, "the argument of `real`")?;
                Ok(self.pool.mk(Op::ToReal, &[arg]))
            }
            ExprKind::If { cond, then, otherwise } => {
                let cond = self.sorted(cond, Sort::BOOL, "a condition")?;
                let (a, b) = (self.expr(then)?, self.expr(otherwise)?);
                self.same(a, b, "if")?;
                Ok(self.pool.ite(cond, a, b))
            }
            ExprKind::Quantifier(quantifier) => self.quantifier(quantifier),
            ExprKind::FieldUpdate { .. } | ExprKind::Coerce { .. } | ExprKind::Let(_) | ExprKind::Code(_) => {
                Err("field updates, types, `let` and code are not part of an inferred invariant".to_string())
            }
            ExprKind::Error => Err("this is no expression".to_string()),
        }
    }

    fn name(&mut self, name: &str) -> Read<Term> {
        let bound = self.bound.get(name).and_then(|vars| vars.last());
        let var = bound.or_else(|| self.wording.vars.get(name)).copied();
        let var = var.ok_or_else(|| unknown("variable", name))?;
        Ok(self.pool.var(var))
    }

    fn old(&mut self, arg: &ast::Expr) -> Read<Term> {
        let ExprKind::Name(name) = &arg.kind else { return Err("`old` is of a global variable here".to_string()) };
        let is_bound = self.bound.get(name).is_some_and(|vars| !vars.is_empty());
        let now = self.wording.vars.get(name).filter(|_| !is_bound);
        let old = now.and_then(|now| self.wording.old.get(now)).copied();
        let old = old.ok_or_else(|| format!("`{name}` is no global variable, so it has no `old` value"))?;
        Ok(self.pool.var(old))
    }

    fn apply(&mut self, name: &str, args: &[ast::Expr]) -> Read<Term> {
        let args = self.exprs(args)?;
        if let Some(&function) = self.wording.functions.get(name) {
            let domain = self.pool.function(function).domain.clone();
            self.arguments(name, &args, &domain)?;
            return Ok(self.pool.app(function, &args));
        }
        if let Some(&(datatype, number)) = self.wording.constructors.get(name) {
            let fields = &self.pool.datatype(datatype).constructors[number as usize].fields;
            let domain: Vec<Sort> = fields.iter().map(|field| field.sort).collect();
            self.arguments(name, &args, &domain)?;
            return Ok(self.pool.construct(datatype, number, &args));
        }
        if name.starts_with("distinct_") && args.len() > 1 {
            for pair in args.windows(2) {
                self.same(pair[0], pair[1], name)?;
            }
            return Ok(self.pool.distinct(&args));
        }
        self.bits(name, &args)
    }

    fn bits(&mut self, name: &str, args: &[Term]) -> Read<Term> {
        let (op, width) = bit_vector_operation(name).ok_or_else(|| unknown("function", name))?;
        if width == 0 || width > MAX_BV_WIDTH {
            return Err(format!("bit-vectors of {width} bits are not supported"));
        }
        let operand = self.pool.bitvec_sort(width);
        let domain: &[Sort] = match op {
            BvOp::FromInt { .. } => &[Sort::INT],
            BvOp::Not | BvOp::Neg | BvOp::ToNat | BvOp::ZeroExtend { .. } | BvOp::SignExtend { .. } => &[operand],
            BvOp::And | BvOp::Or | BvOp::Xor | BvOp::Add | BvOp::Sub | BvOp::Mul => &[operand, operand],
            BvOp::Udiv | BvOp::Urem | BvOp::Sdiv | BvOp::Srem | BvOp::Smod => &[operand, operand],
            BvOp::Shl | BvOp::Lshr | BvOp::Ashr => &[operand, operand],
            BvOp::Ult | BvOp::Ule | BvOp::Slt | BvOp::Sle => &[operand, operand],
            // These have a syntax of their own.
            BvOp::Concat | BvOp::Extract { .. } => return Err(unknown("function", name)),
        };
        self.arguments(name, args, domain)?;
        Ok(self.pool.mk(Op::Bv(op), args))
    }

    fn unary(&mut self, op: UnaryOp, arg: &ast::Expr) -> Read<Term> {
        match op {
            UnaryOp::Not => {
                let arg = self.sorted(arg, Sort::BOOL, "the operand of `!`")?;
                Ok(self.pool.not(arg))
            }
            UnaryOp::Neg => {
                let arg = self.expr(arg)?;
                self.numeric(arg, "-")?;
                Ok(self.pool.neg(arg))
            }
        }
    }

    fn chain(&mut self, op: ChainOp, args: &[ast::Expr]) -> Read<Term> {
        let args = self.exprs(args)?;
        let (op, sign) = match op {
            ChainOp::And => (Op::And, "&&"),
            ChainOp::Or => (Op::Or, "||"),
            ChainOp::Add => (Op::Add, "+"),
            ChainOp::Mul => (Op::Mul, "*"),
        };
        for &arg in &args {
            match op {
                Op::And | Op::Or => self.want(arg, Sort::BOOL, "an operand of a connective")?,
                _ => {
                    self.numeric(arg, sign)?;
                    self.same(args[0], arg, sign)?;
                }
            }
        }
        Ok(self.pool.mk(op, &args))
    }

    fn binary(&mut self, op: BinaryOp, left: &ast::Expr, right: &ast::Expr) -> Read<Term> {
        let (a, b) = (self.expr(left)?, self.expr(right)?);
        match op {
            BinaryOp::Iff | BinaryOp::Implies | BinaryOp::Explies => {
                self.want(a, Sort::BOOL, "an operand of a connective")?;
                self.want(b, Sort::BOOL, "an operand of a connective")?;
            }
            BinaryOp::Eq | BinaryOp::Neq => self.same(a, b, "==")?,
            BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge | BinaryOp::Sub => {
                self.numeric(a, "comparison")?;
                self.same(a, b, "comparison")?;
            }
            BinaryOp::Div | BinaryOp::Mod => {
                self.want(a, Sort::INT, "an operand of division")?;
                self.want(b, Sort::INT, "an operand of division")?;
            }
            BinaryOp::RealDiv => {
                self.want(a, Sort::REAL, "an operand of `/`")?;
                self.want(b, Sort::REAL, "an operand of `/`")?;
            }
            BinaryOp::Concat => {
                let width = self.width(a)? + self.width(b)?;
                if width > MAX_BV_WIDTH {
                    return Err(format!("bit-vectors of {width} bits are not supported"));
                }
            }
            BinaryOp::Extends | BinaryOp::Pow => return Err("`<:` and `**` are not supported".to_string()),
        }
        Ok(match op {
            BinaryOp::Iff | BinaryOp::Eq => self.pool.eq(a, b),
            BinaryOp::Neq => self.pool.ne(a, b),
            BinaryOp::Implies => self.pool.implies(a, b),
            BinaryOp::Explies => self.pool.implies(b, a),
            BinaryOp::Lt => self.pool.lt(a, b),
            BinaryOp::Le => self.pool.le(a, b),
            BinaryOp::Gt => self.pool.lt(b, a),
            BinaryOp::Ge => self.pool.le(b, a),
            BinaryOp::Sub => self.pool.sub(a, b),
            BinaryOp::Div => self.pool.mk(Op::Div, &[a, b]),
            BinaryOp::Mod => self.pool.mk(Op::Mod, &[a, b]),
            BinaryOp::RealDiv => self.pool.mk(Op::RealDiv, &[a, b]),
            BinaryOp::Concat => self.pool.mk(Op::Bv(BvOp::Concat), &[a, b]),
            BinaryOp::Extends | BinaryOp::Pow => return Err("`<:` and `**` are not supported".to_string()),
        })
    }

    /// The map and its indices as arguments of a `select`, and the sort of its elements.
    fn map(&mut self, map: &ast::Expr, indices: &[ast::Expr]) -> Read<(Vec<Term>, Sort)> {
        let map = self.expr(map)?;
        let indices = self.exprs(indices)?;
        let sort = self.pool.sort_of(map);
        let SortKind::Map { domain, range } = self.pool.sort_kind(sort).clone() else {
            return Err(format!("only maps can be indexed, and this is of type `{}`", self.type_of(sort)));
        };
        self.arguments("a map", &indices, &domain)?;
        Ok((std::iter::once(map).chain(indices).collect(), range))
    }

    fn field(&mut self, arg: &ast::Expr, name: &str) -> Read<Term> {
        let arg = self.expr(arg)?;
        let sort = self.pool.sort_of(arg);
        let SortKind::Datatype(id) = *self.pool.sort_kind(sort) else {
            return Err(format!("a value of type `{}` has no fields", self.type_of(sort)));
        };
        let constructors = self.wording.names.constructors.get(&id).into_iter().flatten();
        for (number, (_, fields)) in constructors.enumerate() {
            if let Some(field) = fields.iter().position(|field| field == name) {
                return Ok(self.pool.project(id, number as u32, field as u32, arg));
            }
        }
        Err(unknown("field", name))
    }

    fn quantifier(&mut self, quantifier: &ast::Quantifier) -> Read<Term> {
        if !quantifier.type_params.is_empty() {
            return Err("type parameters are not part of an inferred invariant".to_string());
        }
        let mut names = Vec::new();
        let mut vars = Vec::new();
        for group in &quantifier.binders {
            let sort = self.sort(&group.ty)?;
            for name in &group.names {
                let var = self.pool.new_var(&name.name, sort);
                self.bound.entry(name.name.clone()).or_default().push(var);
                names.push(name.name.clone());
                vars.push(var);
            }
        }
        let built = self.binder(quantifier, vars);
        for name in names {
            self.bound.entry(name).or_default().pop();
        }
        built
    }

    fn binder(&mut self, quantifier: &ast::Quantifier, vars: Vec<VarId>) -> Read<Term> {
        let mut triggers = Vec::new();
        for trigger in &quantifier.triggers {
            let terms = self.exprs(&trigger.terms)?;
            match (trigger.excluded, &terms[..]) {
                (true, terms) => triggers.extend(terms.iter().map(|&term| Trigger::NoPattern(term))),
                (false, _) => triggers.push(self.pattern(&vars, terms)?),
            }
        }
        let body = self.expr(&quantifier.body)?;
        let binder = Box::new(Binder { vars, triggers });
        Ok(match quantifier.kind {
            QuantifierKind::Lambda => self.pool.mk(Op::Lambda(binder), &[body]),
            QuantifierKind::Forall => {
                self.want(body, Sort::BOOL, "what is quantified")?;
                self.pool.mk(Op::Forall(binder), &[body])
            }
            QuantifierKind::Exists => {
                self.want(body, Sort::BOOL, "what is quantified")?;
                self.pool.mk(Op::Exists(binder), &[body])
            }
        })
    }

    /// Provers refuse patterns that contain formulas or do not say what all the variables are.
    fn pattern(&mut self, vars: &[VarId], terms: Vec<Term>) -> Read<Trigger> {
        let mentioned = self.pool.free_vars_of(&terms);
        let is_formula = |part: &Term| match self.pool.op(*part) {
            Op::Not | Op::And | Op::Or | Op::Implies | Op::Eq | Op::Distinct | Op::Le | Op::Lt => true,
            Op::True | Op::False | Op::Ite | Op::Is { .. } => true,
            op => op.binder().is_some(),
        };
        let is_bare = |term: &Term| matches!(self.pool.op(*term), Op::Var(_)) || self.pool.args(*term).is_empty();
        if vars.iter().any(|var| !mentioned.contains(var)) || terms.iter().any(is_bare) {
            return Err("a trigger mentions every bound variable, inside of something else".to_string());
        }
        if self.pool.postorder(&terms).iter().any(is_formula) {
            return Err("a trigger contains no formulas".to_string());
        }
        Ok(Trigger::Pattern(terms))
    }

    fn sort(&mut self, ty: &ast::Type) -> Read<Sort> {
        Ok(match &ty.kind {
            TypeKind::Int => Sort::INT,
            TypeKind::Real => Sort::REAL,
            TypeKind::Bool => Sort::BOOL,
            TypeKind::BitVector(width) if *width > 0 && *width <= MAX_BV_WIDTH => self.pool.bitvec_sort(*width),
            TypeKind::BitVector(width) => return Err(format!("bit-vectors of {width} bits are not supported")),
            TypeKind::Named { name, args } if args.is_empty() => {
                *self.wording.sorts.get(&name.name).ok_or_else(|| unknown("type", &name.name))?
            }
            TypeKind::Map { type_params, domain, range } if type_params.is_empty() => {
                let domain: Read<Vec<Sort>> = domain.iter().map(|ty| self.sort(ty)).collect();
                let range = self.sort(range)?;
                self.pool.map_sort(&domain?, range)
            }
            TypeKind::Named { .. } | TypeKind::Map { .. } => {
                return Err("type parameters are not part of an inferred invariant".to_string());
            }
        })
    }

    // ---- what is expected

    fn exprs(&mut self, exprs: &[ast::Expr]) -> Read<Vec<Term>> {
        exprs.iter().map(|expr| self.expr(expr)).collect()
    }

    fn sorted(&mut self, expr: &ast::Expr, sort: Sort, what: &str) -> Read<Term> {
        let term = self.expr(expr)?;
        self.want(term, sort, what)?;
        Ok(term)
    }

    fn type_of(&self, sort: Sort) -> String {
        self.wording.names.sort(self.pool, sort)
    }

    fn want(&self, term: Term, sort: Sort, what: &str) -> Read<()> {
        let found = self.pool.sort_of(term);
        if found == sort {
            return Ok(());
        }
        Err(format!("{what} must be of type `{}`, found `{}`", self.type_of(sort), self.type_of(found)))
    }

    fn same(&self, a: Term, b: Term, operator: &str) -> Read<()> {
        let (a, b) = (self.pool.sort_of(a), self.pool.sort_of(b));
        if a == b {
            return Ok(());
        }
        let (a, b) = (self.type_of(a), self.type_of(b));
        Err(format!("the operands of `{operator}` must have one type, found `{a}` and `{b}`"))
    }

    fn numeric(&self, term: Term, operator: &str) -> Read<()> {
        let sort = self.pool.sort_of(term);
        if sort == Sort::INT || sort == Sort::REAL {
            return Ok(());
        }
        Err(format!("`{operator}` needs numbers, found `{}`", self.type_of(sort)))
    }

    fn width(&self, term: Term) -> Read<u32> {
        let sort = self.pool.sort_of(term);
        match self.pool.sort_kind(sort) {
            SortKind::BitVec(width) => Ok(*width),
            _ => Err(format!("expected a bit-vector, found `{}`", self.type_of(sort))),
        }
    }

    fn arguments(&self, name: &str, args: &[Term], domain: &[Sort]) -> Read<()> {
        if args.len() != domain.len() {
            return Err(format!("`{name}` takes {} argument(s), {} given", domain.len(), args.len()));
        }
        args.iter().zip(domain).try_for_each(|(&arg, &sort)| self.want(arg, sort, &format!("an argument of `{name}`")))
    }
}

fn unknown(what: &str, name: &str) -> String {
    format!("there is no {what} named `{name}`")
}
