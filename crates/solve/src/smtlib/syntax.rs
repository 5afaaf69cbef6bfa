//! SMT-LIB spellings: symbols, sorts, literals, operators, and the declarations that a set of terms needs.
//!
//! Every name carries its id, so that it clashes neither with another name nor with a symbol of a theory.

use std::collections::BTreeSet;
use std::fmt::Write;

use invar_base::Id;
use invar_logic::{BvOp, DatatypeId, FuncId, Op, Sort, SortKind, Term, TermPool, VarId};
use num_bigint::{BigInt, Sign};

/// A legal symbol, in bars if it has to be.
fn symbol(name: &str, tail: &str) -> String {
    let is_simple = |c: char| c.is_ascii_alphanumeric() || "~!@$%^&*_-+=<>.?/".contains(c);
    let starts_well = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_' || c == '$');
    if starts_well && name.chars().all(is_simple) {
        return format!("{name}!{tail}");
    }
    // Symbols that start with `@` or `.` are the solver's; bars and backslashes cannot be quoted.
    let legal = |c: char| if c == '|' || c == '\\' || c.is_control() || !c.is_ascii() { '_' } else { c };
    format!("|v{}!{tail}|", name.chars().map(legal).collect::<String>())
}

pub fn variable(pool: &TermPool, var: VarId) -> String {
    symbol(pool.var_name(var), &var.index().to_string())
}

pub fn function(pool: &TermPool, id: FuncId) -> String {
    symbol(pool.name(pool.function(id).name), &format!("f{}", id.index()))
}

fn datatype(pool: &TermPool, id: DatatypeId) -> String {
    symbol(pool.name(pool.datatype(id).name), &format!("d{}", id.index()))
}

fn constructor(pool: &TermPool, id: DatatypeId, index: u32) -> String {
    let name = pool.datatype(id).constructors[index as usize].name;
    symbol(pool.name(name), &format!("d{}.{index}", id.index()))
}

fn field(pool: &TermPool, id: DatatypeId, index: u32, number: u32) -> String {
    let name = pool.datatype(id).constructors[index as usize].fields[number as usize].name;
    symbol(pool.name(name), &format!("d{}.{index}.{number}", id.index()))
}

/// Maps are nested arrays; a map of no arguments is its value. Recursion is as deep as the sort is nested.
pub fn sort(pool: &TermPool, sort_id: Sort) -> String {
    match pool.sort_kind(sort_id) {
        SortKind::Bool => "Bool".to_string(),
        SortKind::Int => "Int".to_string(),
        SortKind::Real => "Real".to_string(),
        SortKind::BitVec(width) => format!("(_ BitVec {width})"),
        SortKind::Map { domain, range } => {
            let open: String = domain.iter().map(|&index| format!("(Array {} ", sort(pool, index))).collect();
            format!("{open}{}{}", sort(pool, *range), ")".repeat(domain.len()))
        }
        SortKind::Uninterpreted(name) => symbol(pool.name(*name), "s"),
        SortKind::Datatype(id) => datatype(pool, *id),
    }
}

fn integer(value: &BigInt, point: &str) -> String {
    match value.sign() {
        Sign::Minus => format!("(- {}{point})", value.magnitude()),
        Sign::NoSign | Sign::Plus => format!("{value}{point}"),
    }
}

/// A term without arguments, or the head of one with arguments. Binders, `select` and `store` are the printer's.
pub fn head(pool: &TermPool, term: Term) -> String {
    let fixed = match pool.op(term) {
        Op::True => "true",
        Op::False => "false",
        Op::Int(value) => return integer(value, ""),
        Op::Real(value) => return format!("(/ {} {}.0)", integer(value.numer(), ".0"), value.denom()),
        Op::BitVec { value, width } => return format!("(_ bv{value} {width})"),
        Op::Var(var) => return variable(pool, *var),
        Op::App(id) => return function(pool, *id),
        Op::Construct { datatype, constructor: index } => return constructor(pool, *datatype, *index),
        Op::Project { datatype, constructor, field: number } => return field(pool, *datatype, *constructor, *number),
        Op::Is { datatype, constructor: index } => return format!("(_ is {})", constructor(pool, *datatype, *index)),
        Op::Bv(op) => return bitvec_head(*op),
        Op::Not => "not",
        Op::And => "and",
        Op::Or => "or",
        Op::Implies => "=>",
        Op::Eq => "=",
        Op::Distinct => "distinct",
        Op::Ite => "ite",
        Op::Add => "+",
        Op::Mul => "*",
        Op::Neg => "-",
        Op::Div => "div",
        Op::Mod => "mod",
        Op::RealDiv => "/",
        Op::Le => "<=",
        Op::Lt => "<",
        Op::ToReal => "to_real",
        Op::ToInt => "to_int",
        Op::Select => "select",
        Op::Store => "store",
        Op::Forall(_) => "forall",
        Op::Exists(_) => "exists",
        Op::Lambda(_) => "lambda",
    };
    fixed.to_string()
}

fn bitvec_head(op: BvOp) -> String {
    let fixed = match op {
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
        // The last bit counts here; `high` does not. An empty range is no legal SMT-LIB, and solvers say so.
        BvOp::Extract { high, low } => return format!("(_ extract {} {low})", i64::from(high) - 1),
        BvOp::ZeroExtend { by } => return format!("(_ zero_extend {by})"),
        BvOp::SignExtend { by } => return format!("(_ sign_extend {by})"),
        BvOp::ToNat => "bv2nat",
        BvOp::FromInt { width } => return format!("(_ int2bv {width})"),
    };
    fixed.to_string()
}

/// The declarations for a set of terms, sorts first, in the order of ids.
pub fn declarations(pool: &TermPool, terms: &[Term], free: &BTreeSet<VarId>) -> String {
    let mut sorts: BTreeSet<Sort> = terms.iter().map(|&term| pool.sort_of(term)).collect();
    let mut functions = BTreeSet::new();
    for &term in terms {
        match pool.op(term) {
            Op::App(id) => {
                functions.insert(*id);
            }
            Op::Forall(binder) | Op::Exists(binder) | Op::Lambda(binder) => {
                sorts.extend(binder.vars.iter().map(|&var| pool.variable(var).sort));
            }
            _ => {}
        }
    }
    let mut text = String::new();
    for &id in &functions {
        sorts.extend(pool.function(id).domain.iter().copied().chain([pool.function(id).range]));
    }
    declare_sorts(pool, sorts, &mut text);
    for &var in free {
        let sort = sort(pool, pool.variable(var).sort);
        let _ = writeln!(text, "(declare-fun {} () {sort})", variable(pool, var));
    }
    for id in functions {
        let declared = pool.function(id);
        let domain: Vec<String> = declared.domain.iter().map(|&index| sort(pool, index)).collect();
        let range = sort(pool, declared.range);
        let _ = writeln!(text, "(declare-fun {} ({}) {range})", function(pool, id), domain.join(" "));
    }
    text
}

fn declare_sorts(pool: &TermPool, used: BTreeSet<Sort>, text: &mut String) {
    let mut seen = BTreeSet::new();
    let mut datatypes = BTreeSet::new();
    let mut uninterpreted = BTreeSet::new();
    let mut stack: Vec<Sort> = used.into_iter().collect();
    while let Some(next) = stack.pop() {
        if !seen.insert(next) {
            continue;
        }
        match pool.sort_kind(next) {
            SortKind::Bool | SortKind::Int | SortKind::Real | SortKind::BitVec(_) => {}
            SortKind::Uninterpreted(_) => {
                uninterpreted.insert(next);
            }
            SortKind::Map { domain, range } => stack.extend(domain.iter().copied().chain([*range])),
            SortKind::Datatype(id) => {
                datatypes.insert(*id);
                let constructors = &pool.datatype(*id).constructors;
                stack.extend(constructors.iter().flat_map(|constructor| &constructor.fields).map(|field| field.sort));
            }
        }
    }
    for next in uninterpreted {
        let _ = writeln!(text, "(declare-sort {} 0)", sort(pool, next));
    }
    // All in one command: any of them may mention any other.
    if datatypes.is_empty() {
        return;
    }
    let names: Vec<String> = datatypes.iter().map(|&id| format!("({} 0)", datatype(pool, id))).collect();
    let bodies: Vec<String> = datatypes.iter().map(|&id| datatype_body(pool, id)).collect();
    let _ = writeln!(text, "(declare-datatypes ({}) ({}))", names.join(" "), bodies.join(" "));
}

fn datatype_body(pool: &TermPool, id: DatatypeId) -> String {
    let mut text = String::from("(");
    for (index, declared) in pool.datatype(id).constructors.iter().enumerate() {
        let index = index as u32;
        let _ = write!(text, "({}", constructor(pool, id, index));
        for (number, member) in declared.fields.iter().enumerate() {
            let _ = write!(text, " ({} {})", field(pool, id, index, number as u32), sort(pool, member.sort));
        }
        text.push(')');
    }
    text.push(')');
    text
}
