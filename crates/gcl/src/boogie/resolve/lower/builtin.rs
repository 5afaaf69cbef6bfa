//! Functions that stand for operations of the solver: `{:bvbuiltin "bvadd"}`, `{:builtin "MapConst"}`.

use invar_base::Span;
use invar_logic::{BvOp, Op, Sort, SortKind, Term};

use super::super::typed::FuncKey;
use super::super::types::Ty;
use super::Lowering;

impl Lowering<'_> {
    pub fn builtin(&mut self, name: &str, key: FuncKey, type_args: Vec<Ty>, args: &[Term], span: Span) -> Term {
        let typed = self.typed.clone();
        let info = &typed.functions[key];
        let outer = self.params.clone();
        self.params.extend(info.type_params.iter().copied().zip(type_args));
        let result = self.sort(&info.result, info.span);
        self.params = outer;
        let term = match self.solver_operation(name.trim(), args, result) {
            Some(term) => Some(term),
            None => self.map_operation(name.trim(), args, result),
        };
        match term.filter(|&term| self.pool.sort_of(term) == result) {
            Some(term) => term,
            None => {
                let message = format!("the built-in operation `{name}` is not supported at these types");
                self.fail("unsupported", span, message);
                let var = self.pool.fresh_var("unknown", result);
                self.pool.var(var)
            }
        }
    }

    fn width(&self, term: Term) -> Option<u32> {
        match self.pool.sort_kind(self.pool.sort_of(term)) {
            SortKind::BitVec(width) => Some(*width),
            SortKind::Bool
            | SortKind::Int
            | SortKind::Real
            | SortKind::Map { .. }
            | SortKind::Uninterpreted(_)
            | SortKind::Datatype(_) => None,
        }
    }

    /// An operation of SMT-LIB, perhaps with indices: `zero_extend 8` or `(_ zero_extend 8)`.
    fn solver_operation(&mut self, name: &str, args: &[Term], result: Sort) -> Option<Term> {
        let words: Vec<&str> = name.trim_matches(['(', ')']).split_whitespace().filter(|word| *word != "_").collect();
        match (words[..].first().copied()?, &words[1..], args) {
            ("zero_extend", [by], [a]) => {
                self.width(*a)?;
                self.checked_bv(BvOp::ZeroExtend { by: by.parse().ok()? }, &[*a], result)
            }
            ("sign_extend", [by], [a]) => {
                self.width(*a)?;
                self.checked_bv(BvOp::SignExtend { by: by.parse().ok()? }, &[*a], result)
            }
            ("extract", [high, low], [a]) => {
                let (high, low) = (high.parse::<u32>().ok()?.checked_add(1)?, low.parse::<u32>().ok()?);
                let fits = low < high && high <= self.width(*a)?;
                fits.then(|| self.pool.mk(Op::Bv(BvOp::Extract { high, low }), &[*a]))
            }
            ("int2bv" | "nat2bv" | "int_to_bv", [_], [a]) => {
                let width = match self.pool.sort_kind(result) {
                    SortKind::BitVec(width) => *width,
                    _ => return None,
                };
                (self.pool.sort_of(*a) == Sort::INT).then(|| self.pool.mk(Op::Bv(BvOp::FromInt { width }), &[*a]))
            }
            ("bv2nat" | "bv2int" | "ubv_to_int", [], [a]) => {
                self.width(*a)?;
                Some(self.pool.mk(Op::Bv(BvOp::ToNat), &[*a]))
            }
            (_, [], _) => self.plain_operation(words[0], args),
            _ => None,
        }
    }

    /// Extension by as many bits as the declared result needs.
    fn checked_bv(&mut self, op: BvOp, args: &[Term], result: Sort) -> Option<Term> {
        let (BvOp::ZeroExtend { by } | BvOp::SignExtend { by }) = op else { return None };
        let wanted = match self.pool.sort_kind(result) {
            SortKind::BitVec(width) => *width,
            _ => return None,
        };
        (self.width(args[0])?.checked_add(by)? == wanted).then(|| self.pool.mk(Op::Bv(op), args))
    }

    fn plain_operation(&mut self, name: &str, args: &[Term]) -> Option<Term> {
        if let Some((op, flip)) = bv_operation(name, args.len()) {
            let width = self.width(*args.first()?)?;
            if op != BvOp::Concat && args.iter().any(|&arg| self.width(arg) != Some(width)) {
                return None;
            }
            self.width(*args.last()?)?;
            let args: Vec<Term> = if flip { args.iter().rev().copied().collect() } else { args.to_vec() };
            return Some(self.pool.mk(Op::Bv(op), &args));
        }
        let sorts: Vec<Sort> = args.iter().map(|&arg| self.pool.sort_of(arg)).collect();
        let all = |sort: Sort| !sorts.is_empty() && sorts.iter().all(|&own| own == sort);
        let number = all(Sort::INT) || all(Sort::REAL);
        match (name, args) {
            ("bvnand", [a, b]) | ("bvnor", [a, b]) | ("bvxnor", [a, b]) if self.width(*a) == self.width(*b) => {
                self.width(*a)?;
                let op = match name {
                    "bvnand" => BvOp::And,
                    "bvnor" => BvOp::Or,
                    _ => BvOp::Xor,
                };
                let inner = self.pool.mk(Op::Bv(op), args);
                Some(self.pool.mk(Op::Bv(BvOp::Not), &[inner]))
            }
            ("distinct", _) if sorts.windows(2).all(|pair| pair[0] == pair[1]) => Some(self.pool.distinct(args)),
            ("=", [a, b]) if sorts[0] == sorts[1] => Some(self.pool.eq(*a, *b)),
            ("+", [a, b]) if number => Some(self.pool.add(*a, *b)),
            ("-", [a, b]) if number => Some(self.pool.sub(*a, *b)),
            ("-", [a]) if number => Some(self.pool.neg(*a)),
            ("*", [a, b]) if number => Some(self.pool.mul(*a, *b)),
            ("/", [_, _]) if all(Sort::REAL) => Some(self.pool.mk(Op::RealDiv, args)),
            ("div", [_, _]) if all(Sort::INT) => Some(self.pool.mk(Op::Div, args)),
            ("mod", [_, _]) if all(Sort::INT) => Some(self.pool.mk(Op::Mod, args)),
            ("<", [a, b]) if number => Some(self.pool.lt(*a, *b)),
            ("<=", [a, b]) if number => Some(self.pool.le(*a, *b)),
            (">", [a, b]) if number => Some(self.pool.gt(*a, *b)),
            (">=", [a, b]) if number => Some(self.pool.ge(*a, *b)),
            ("abs", [a]) if all(Sort::INT) => {
                let zero = self.pool.int(0);
                let (negative, minus) = (self.pool.lt(*a, zero), self.pool.neg(*a));
                Some(self.pool.ite(negative, minus, *a))
            }
            ("and", _) if all(Sort::BOOL) => Some(self.pool.and(args)),
            ("or", _) if all(Sort::BOOL) => Some(self.pool.or(args)),
            ("not", [a]) if all(Sort::BOOL) => Some(self.pool.not(*a)),
            ("=>" | "implies", [a, b]) if all(Sort::BOOL) => Some(self.pool.implies(*a, *b)),
            ("to_real", [_]) if all(Sort::INT) => Some(self.pool.mk(Op::ToReal, args)),
            ("to_int", [_]) if all(Sort::REAL) => Some(self.pool.mk(Op::ToInt, args)),
            _ => None,
        }
    }

    /// Operations on maps, argument by argument: `MapAdd(a, b)` is `lambda i :: a[i] + b[i]`.
    fn map_operation(&mut self, name: &str, args: &[Term], result: Sort) -> Option<Term> {
        let SortKind::Map { domain, .. } = self.pool.sort_kind(result).clone() else { return None };
        let vars: Vec<_> = domain.iter().map(|&sort| self.pool.new_var("i", sort)).collect();
        let indices: Vec<Term> = vars.iter().map(|&var| self.pool.var(var)).collect();
        if name == "MapConst" {
            return Some(self.pool.lambda(&vars, *args.first()?));
        }
        let mut values = Vec::new();
        for &arg in args {
            let (own, _) = self.map_parts(arg)?;
            if own[..] != *domain {
                return None;
            }
            values.push(self.pool.select(arg, &indices));
        }
        let sorts: Vec<Sort> = values.iter().map(|&value| self.pool.sort_of(value)).collect();
        let all = |sort: Sort| sorts.iter().all(|&own| own == sort);
        let number = all(Sort::INT) || all(Sort::REAL);
        let body = match (name, &values[..]) {
            ("MapAdd", [a, b]) if number => self.pool.add(*a, *b),
            ("MapSub", [a, b]) if number => self.pool.sub(*a, *b),
            ("MapMul", [a, b]) if number => self.pool.mul(*a, *b),
            ("MapDiv", [_, _]) if all(Sort::INT) => self.pool.mk(Op::Div, &values),
            ("MapMod", [_, _]) if all(Sort::INT) => self.pool.mk(Op::Mod, &values),
            ("MapEq", [a, b]) | ("MapIff", [a, b]) if sorts[0] == sorts[1] => self.pool.eq(*a, *b),
            ("MapLt", [a, b]) if number => self.pool.lt(*a, *b),
            ("MapLe", [a, b]) if number => self.pool.le(*a, *b),
            ("MapGt", [a, b]) if number => self.pool.gt(*a, *b),
            ("MapGe", [a, b]) if number => self.pool.ge(*a, *b),
            ("MapAnd", [_, _]) if all(Sort::BOOL) => self.pool.and(&values),
            ("MapOr", [_, _]) if all(Sort::BOOL) => self.pool.or(&values),
            ("MapNot", [a]) if all(Sort::BOOL) => self.pool.not(*a),
            ("MapImp", [a, b]) if all(Sort::BOOL) => self.pool.implies(*a, *b),
            ("MapIte", [c, a, b]) if sorts[0] == Sort::BOOL && sorts[1] == sorts[2] => self.pool.ite(*c, *a, *b),
            _ => return None,
        };
        Some(self.pool.lambda(&vars, body))
    }
}

/// The bit-vector operation of this name, and whether its operands change places.
fn bv_operation(name: &str, arity: usize) -> Option<(BvOp, bool)> {
    let found = match (name, arity) {
        ("bvnot", 1) => (BvOp::Not, false),
        ("bvneg", 1) => (BvOp::Neg, false),
        ("bvand", 2) => (BvOp::And, false),
        ("bvor", 2) => (BvOp::Or, false),
        ("bvxor", 2) => (BvOp::Xor, false),
        ("bvadd", 2) => (BvOp::Add, false),
        ("bvsub", 2) => (BvOp::Sub, false),
        ("bvmul", 2) => (BvOp::Mul, false),
        ("bvudiv", 2) => (BvOp::Udiv, false),
        ("bvurem", 2) => (BvOp::Urem, false),
        ("bvsdiv", 2) => (BvOp::Sdiv, false),
        ("bvsrem", 2) => (BvOp::Srem, false),
        ("bvsmod", 2) => (BvOp::Smod, false),
        ("bvshl", 2) => (BvOp::Shl, false),
        ("bvlshr", 2) => (BvOp::Lshr, false),
        ("bvashr", 2) => (BvOp::Ashr, false),
        ("bvult", 2) => (BvOp::Ult, false),
        ("bvule", 2) => (BvOp::Ule, false),
        ("bvugt", 2) => (BvOp::Ult, true),
        ("bvuge", 2) => (BvOp::Ule, true),
        ("bvslt", 2) => (BvOp::Slt, false),
        ("bvsle", 2) => (BvOp::Sle, false),
        ("bvsgt", 2) => (BvOp::Slt, true),
        ("bvsge", 2) => (BvOp::Sle, true),
        ("concat", 2) => (BvOp::Concat, false),
        _ => return None,
    };
    Some(found)
}
