//! Operations that Boogie writes as declared functions: `function {:bvbuiltin "bvadd"} bvadd_32(…)`.

use std::collections::BTreeMap;

use invar_logic::{BvOp, Op, SortKind, Term, TermPool};

use super::names::Names;

/// The functions that a program needs, by a key that says operation and sorts.
#[derive(Clone, Default, Debug)]
pub struct Builtins {
    names: BTreeMap<String, String>,
    pub declarations: Vec<String>,
}

impl Builtins {
    /// Those that the terms use, declared under names nobody else has.
    pub fn collect(pool: &TermPool, names: &mut Names, roots: &[Term]) -> Builtins {
        let mut builtins = Builtins::default();
        let mut found: BTreeMap<String, (String, Term)> = BTreeMap::new();
        let mut seen = rustc_hash::FxHashSet::default();
        let mut stack = roots.to_vec();
        while let Some(term) = stack.pop() {
            if !seen.insert(term) {
                continue;
            }
            let args = pool.args(term);
            stack.extend(args);
            match pool.op(term) {
                Op::Bv(BvOp::Concat | BvOp::Extract { .. }) => {}
                Op::Bv(op) => {
                    found.entry(bv_key(pool, *op, args)).or_insert_with(|| (attribute(*op), term));
                }
                Op::Distinct => {
                    let text = "{:builtin \"distinct\"}".to_string();
                    found.entry(distinct_key(pool, args)).or_insert((text, term));
                }
                Op::Forall(binder) | Op::Exists(binder) | Op::Lambda(binder) => stack.extend(binder.trigger_terms()),
                _ => {}
            }
        }
        for (key, (attribute, term)) in found {
            let name = names.function_space.claim(&key);
            let args: Vec<String> = pool.args(term).iter().map(|&arg| names.sort(pool, pool.sort_of(arg))).collect();
            let result = names.sort(pool, pool.sort_of(term));
            builtins.declarations.push(format!("function {attribute} {name}({}): {result};", args.join(", ")));
            builtins.names.insert(key, name);
        }
        builtins
    }

    pub fn bit_vector(&self, pool: &TermPool, op: BvOp, args: &[Term]) -> String {
        self.names.get(&bv_key(pool, op, args)).cloned().unwrap_or_else(|| smt_name(op).to_string())
    }

    pub fn distinct(&self, pool: &TermPool, args: &[Term]) -> String {
        self.names.get(&distinct_key(pool, args)).cloned().unwrap_or_else(|| "distinct".to_string())
    }
}

fn bv_key(pool: &TermPool, op: BvOp, args: &[Term]) -> String {
    let width = match args.first().map(|&arg| pool.sort_kind(pool.sort_of(arg))) {
        Some(SortKind::BitVec(width)) => *width,
        _ => 0,
    };
    match op {
        BvOp::FromInt { width } => format!("int2bv_{width}"),
        BvOp::ZeroExtend { by } | BvOp::SignExtend { by } => {
            format!("{}_{width}_{}", smt_name(op), width.saturating_add(by))
        }
        _ => format!("{}_{width}", smt_name(op)),
    }
}

/// The operation that a key of `bv_key` stands for, and the width of its bit-vectors.
pub fn bit_vector_operation(name: &str) -> Option<(BvOp, u32)> {
    let mut parts = name.split('_').collect::<Vec<&str>>();
    let last: u32 = parts.pop()?.parse().ok()?;
    if let ["zero" | "sign", "extend", from] = parts[..] {
        let from: u32 = from.parse().ok()?;
        let by = last.checked_sub(from)?;
        let op = if parts[0] == "zero" { BvOp::ZeroExtend { by } } else { BvOp::SignExtend { by } };
        return Some((op, from));
    }
    let [word] = parts[..] else { return None };
    let all = ONE_WIDTH.into_iter().chain([BvOp::FromInt { width: last }]);
    let found = all.into_iter().find(|op| smt_name(*op) == word)?;
    Some((found, last))
}

/// The operations whose name and one width say everything.
const ONE_WIDTH: [BvOp; 21] = [
    BvOp::Not,
    BvOp::Neg,
    BvOp::And,
    BvOp::Or,
    BvOp::Xor,
    BvOp::Add,
    BvOp::Sub,
    BvOp::Mul,
    BvOp::Udiv,
    BvOp::Urem,
    BvOp::Sdiv,
    BvOp::Srem,
    BvOp::Smod,
    BvOp::Shl,
    BvOp::Lshr,
    BvOp::Ashr,
    BvOp::Ult,
    BvOp::Ule,
    BvOp::Slt,
    BvOp::Sle,
    BvOp::ToNat,
];

fn distinct_key(pool: &TermPool, args: &[Term]) -> String {
    let sort = args.first().map(|&arg| Names::default().sort(pool, pool.sort_of(arg))).unwrap_or_default();
    format!("distinct_{}_{sort}", args.len())
}

fn attribute(op: BvOp) -> String {
    match op {
        BvOp::FromInt { width } => format!("{{:builtin \"(_ int2bv {width})\"}}"),
        BvOp::ZeroExtend { by } | BvOp::SignExtend { by } => format!("{{:bvbuiltin \"(_ {} {by})\"}}", smt_name(op)),
        _ => format!("{{:bvbuiltin \"{}\"}}", smt_name(op)),
    }
}

fn smt_name(op: BvOp) -> &'static str {
    match op {
        BvOp::Not => "bvnot",
        BvOp::Neg => "bvneg",
        BvOp::And => "bvand",
        BvOp::Or => "bvor",
        BvOp::Xor => "bvxor",
        BvOp::Add => "bvadd",
        BvOp::Sub => "bvsub",
        BvOp::Mul => "bvmul",
        BvOp::Udiv => "bvudiv",
        BvOp::Urem => "bvurem",
        BvOp::Sdiv => "bvsdiv",
        BvOp::Srem => "bvsrem",
        BvOp::Smod => "bvsmod",
        BvOp::Shl => "bvshl",
        BvOp::Lshr => "bvlshr",
        BvOp::Ashr => "bvashr",
        BvOp::Ult => "bvult",
        BvOp::Ule => "bvule",
        BvOp::Slt => "bvslt",
        BvOp::Sle => "bvsle",
        BvOp::Concat => "concat",
        BvOp::Extract { .. } => "extract",
        BvOp::ZeroExtend { .. } => "zero_extend",
        BvOp::SignExtend { .. } => "sign_extend",
        BvOp::ToNat => "bv2nat",
        BvOp::FromInt { .. } => "int2bv",
    }
}
