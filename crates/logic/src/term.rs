//! The term pool: terms, variables, functions, sorts and names, each by id.
//!
//! A pool may extend a frozen one (`TermPool::extend`): the program owns the frozen pool, every verification task its own
//! extension. Ids of the frozen pool stay valid in every extension, and ids are given in the order of construction, so
//! they are deterministic.

use std::sync::Arc;

use invar_base::{Id, Interner, Symbol, define_id};
use num_bigint::BigInt;
use num_rational::BigRational;
use rustc_hash::FxHashMap;

use crate::float::Computed;
use crate::sort::{Datatype, DatatypeId, Sort, SortKind};

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Term(u32);

impl Term {
    pub const TRUE: Term = Term(0);
    pub const FALSE: Term = Term(1);
}

define_id!(
    /// A variable: of the program, of its passive form, or bound by a quantifier.
    VarId
);
define_id!(FuncId);

/// The head of a term. `args` stand beside it in the node; a binder's only argument is its body.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Op {
    True,
    False,
    Int(BigInt),
    Real(BigRational),
    BitVec {
        value: BigInt,
        width: u32,
    },
    Var(VarId),
    /// An uninterpreted (or defined) function applied to its arguments.
    App(FuncId),
    Not,
    And,
    Or,
    Implies,
    /// Equality at any sort; on Bool it is *iff*.
    Eq,
    Distinct,
    Ite,
    Add,
    Mul,
    Neg,
    /// SMT-LIB's integer division and remainder (remainder is never negative); no value for divisor zero.
    Div,
    Mod,
    /// Division of reals; no value for divisor zero.
    RealDiv,
    Le,
    Lt,
    ToReal,
    /// The largest integer not above the real.
    ToInt,
    Bv(BvOp),
    /// `[map, index…]`
    Select,
    /// `[map, index…, value]`
    Store,
    /// `[field…]`: constructor number `constructor` of the datatype.
    Construct {
        datatype: DatatypeId,
        constructor: u32,
    },
    /// `[value]`: the field, which has no known value when `value` was built by another constructor.
    Project {
        datatype: DatatypeId,
        constructor: u32,
        field: u32,
    },
    /// `[value]`: was it built by this constructor?
    Is {
        datatype: DatatypeId,
        constructor: u32,
    },
    Forall(Box<Binder>),
    Exists(Box<Binder>),
    /// The map from the bound variables to the body.
    Lambda(Box<Binder>),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum BvOp {
    Not,
    Neg,
    And,
    Or,
    Xor,
    Add,
    Sub,
    Mul,
    Udiv,
    Urem,
    Sdiv,
    Srem,
    Smod,
    Shl,
    Lshr,
    Ashr,
    Ult,
    Ule,
    Slt,
    Sle,
    /// `[high, low]`
    Concat,
    /// The bits `low .. high`, `high` excluded, as Boogie writes `x[high:low]`.
    Extract {
        high: u32,
        low: u32,
    },
    ZeroExtend {
        by: u32,
    },
    SignExtend {
        by: u32,
    },
    /// The unsigned value as an integer.
    ToNat,
    /// `[int]`: the integer modulo 2^width.
    FromInt {
        width: u32,
    },
}

/// What a quantifier or lambda binds. Bound variables are ordinary variables of the pool; substitution renames them when
/// they would capture.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Binder {
    pub vars: Vec<VarId>,
    pub triggers: Vec<Trigger>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Trigger {
    /// All patterns together instantiate the quantifier.
    Pattern(Vec<Term>),
    /// A term that must not be used as a pattern.
    NoPattern(Term),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    pub name: Symbol,
    pub sort: Sort,
    /// What it is a variant or a copy of.
    pub of: Option<VarId>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Function {
    pub name: Symbol,
    pub domain: Vec<Sort>,
    pub range: Sort,
    /// A definition lets the evaluator compute the function; the prover learns it from an axiom of the program.
    pub definition: Option<Definition>,
    /// The evaluator computes it; the prover knows only that it is a function.
    pub computed: Option<Computed>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Definition {
    pub params: Vec<VarId>,
    pub body: Term,
}

#[derive(Clone, Debug)]
struct Node {
    op: Op,
    args: Box<[Term]>,
    sort: Sort,
    /// Tree nodes, saturating: the size of the term as written out.
    size: u64,
}

#[derive(Clone, Debug, Default)]
struct Layer {
    nodes: Vec<Node>,
    term_index: FxHashMap<(Op, Box<[Term]>), Term>,
    sorts: Vec<SortKind>,
    sort_index: FxHashMap<SortKind, Sort>,
    vars: Vec<Variable>,
    functions: Vec<Function>,
    datatypes: Vec<Datatype>,
    fresh: u32,
}

/// See the module header.
#[derive(Clone, Debug)]
pub struct TermPool {
    base: Option<Arc<TermPool>>,
    offset: Offsets,
    own: Layer,
    names: Interner,
}

/// How many items the frozen pool below holds.
#[derive(Clone, Copy, Debug, Default)]
struct Offsets {
    nodes: usize,
    sorts: usize,
    vars: usize,
    functions: usize,
    datatypes: usize,
}

impl Binder {
    pub fn trigger_terms(&self) -> impl Iterator<Item = Term> + '_ {
        self.triggers
            .iter()
            .flat_map(|trigger| match trigger {
                Trigger::Pattern(terms) => terms.as_slice(),
                Trigger::NoPattern(term) => std::slice::from_ref(term),
            })
            .copied()
    }
}

impl Op {
    pub fn binder(&self) -> Option<&Binder> {
        match self {
            Op::Forall(binder) | Op::Exists(binder) | Op::Lambda(binder) => Some(binder),
            _ => None,
        }
    }
}

impl Default for TermPool {
    fn default() -> Self {
        TermPool::new()
    }
}

impl TermPool {
    pub fn new() -> TermPool {
        let mut pool =
            TermPool { base: None, offset: Offsets::default(), own: Layer::default(), names: Interner::default() };
        assert_eq!(pool.sort(SortKind::Bool), Sort::BOOL);
        assert_eq!(pool.sort(SortKind::Int), Sort::INT);
        assert_eq!(pool.sort(SortKind::Real), Sort::REAL);
        assert_eq!(pool.intern_term(Op::True, &[], Sort::BOOL), Term::TRUE);
        assert_eq!(pool.intern_term(Op::False, &[], Sort::BOOL), Term::FALSE);
        pool
    }

    /// A new pool on top of a frozen one. Only pools without a base of their own can be extended.
    pub fn extend(base: &Arc<TermPool>) -> TermPool {
        assert!(base.base.is_none(), "pools are extended once");
        let offset = Offsets {
            nodes: base.own.nodes.len(),
            sorts: base.own.sorts.len(),
            vars: base.own.vars.len(),
            functions: base.own.functions.len(),
            datatypes: base.own.datatypes.len(),
        };
        let own = Layer { fresh: base.own.fresh, ..Layer::default() };
        TermPool { base: Some(base.clone()), offset, own, names: Interner::beside(&base.names) }
    }

    /// The frozen pool below, if there is one.
    pub(crate) fn frozen(&self) -> Option<&TermPool> {
        self.base.as_deref()
    }

    // ---- names

    pub fn intern(&mut self, name: &str) -> Symbol {
        let known = self.base.as_ref().and_then(|base| base.names.lookup(name));
        known.unwrap_or_else(|| self.names.intern(name))
    }

    pub fn name(&self, symbol: Symbol) -> &str {
        match &self.base {
            Some(base) if base.names.has(symbol) => base.names.name(symbol),
            Some(_) | None => self.names.name(symbol),
        }
    }

    // ---- sorts

    pub fn sort(&mut self, kind: SortKind) -> Sort {
        if let Some(&sort) = self.base.as_ref().and_then(|base| base.own.sort_index.get(&kind)) {
            return sort;
        }
        if let Some(&sort) = self.own.sort_index.get(&kind) {
            return sort;
        }
        let sort = Sort((self.offset.sorts + self.own.sorts.len()) as u32);
        self.own.sorts.push(kind.clone());
        self.own.sort_index.insert(kind, sort);
        sort
    }

    pub fn sort_kind(&self, sort: Sort) -> &SortKind {
        let index = sort.0 as usize;
        match &self.base {
            Some(base) if index < self.offset.sorts => base.sort_kind(sort),
            Some(_) | None => &self.own.sorts[index - self.offset.sorts],
        }
    }

    pub fn bitvec_sort(&mut self, width: u32) -> Sort {
        self.sort(SortKind::BitVec(width))
    }

    pub fn map_sort(&mut self, domain: &[Sort], range: Sort) -> Sort {
        self.sort(SortKind::Map { domain: domain.into(), range })
    }

    pub fn uninterpreted_sort(&mut self, name: &str) -> Sort {
        let name = self.intern(name);
        self.sort(SortKind::Uninterpreted(name))
    }

    /// Declares a datatype whose constructors are given afterwards, so that they can mention its sort.
    pub fn declare_datatype(&mut self, name: &str) -> (DatatypeId, Sort) {
        let name = self.intern(name);
        let id = DatatypeId::from_index(self.offset.datatypes + self.own.datatypes.len());
        self.own.datatypes.push(Datatype { name, constructors: Vec::new() });
        (id, self.sort(SortKind::Datatype(id)))
    }

    /// Gives a datatype of this layer its constructors.
    pub fn define_datatype(&mut self, id: DatatypeId, constructors: Vec<crate::sort::Constructor>) {
        self.own.datatypes[id.index() - self.offset.datatypes].constructors = constructors;
    }

    pub fn datatype(&self, id: DatatypeId) -> &Datatype {
        match &self.base {
            Some(base) if id.index() < self.offset.datatypes => base.datatype(id),
            Some(_) | None => &self.own.datatypes[id.index() - self.offset.datatypes],
        }
    }

    pub fn datatype_count(&self) -> usize {
        self.offset.datatypes + self.own.datatypes.len()
    }

    // ---- variables

    /// A new variable, different from all others even if they have the same name.
    pub fn new_var(&mut self, name: &str, sort: Sort) -> VarId {
        let name = self.intern(name);
        let id = VarId::from_index(self.offset.vars + self.own.vars.len());
        self.own.vars.push(Variable { name, sort, of: None });
        id
    }

    /// A new variable whose name no source text can contain: `stem@7`.
    pub fn fresh_var(&mut self, stem: &str, sort: Sort) -> VarId {
        self.own.fresh += 1;
        let name = format!("{}@{}", stem.split('@').next().unwrap_or(stem), self.own.fresh);
        self.new_var(&name, sort)
    }

    /// A new variable that holds another one's value at some other time or place.
    pub fn variant(&mut self, of: VarId) -> VarId {
        let sort = self.variable(of).sort;
        let stem = self.var_name(of).to_string();
        let variant = self.fresh_var(&stem, sort);
        self.own.vars[variant.index() - self.offset.vars].of = Some(of);
        variant
    }

    /// The variable that it is a variant of, if any, over any number of steps.
    pub fn root(&self, var: VarId) -> VarId {
        let mut root = var;
        while let Some(of) = self.variable(root).of {
            root = of;
        }
        root
    }

    pub fn variable(&self, id: VarId) -> &Variable {
        match &self.base {
            Some(base) if id.index() < self.offset.vars => base.variable(id),
            Some(_) | None => &self.own.vars[id.index() - self.offset.vars],
        }
    }

    pub fn var_name(&self, id: VarId) -> &str {
        self.name(self.variable(id).name)
    }

    pub fn var_count(&self) -> usize {
        self.offset.vars + self.own.vars.len()
    }

    // ---- functions

    pub fn new_function(&mut self, name: &str, domain: &[Sort], range: Sort) -> FuncId {
        let name = self.intern(name);
        let id = FuncId::from_index(self.offset.functions + self.own.functions.len());
        self.own.functions.push(Function { name, domain: domain.to_vec(), range, definition: None, computed: None });
        id
    }

    /// A new function that the evaluator computes.
    pub fn new_computed(&mut self, computed: Computed) -> FuncId {
        let id = self.new_function(&computed.name(), &vec![Sort::INT; computed.arity()], Sort::INT);
        self.own.functions[id.index() - self.offset.functions].computed = Some(computed);
        id
    }

    /// Gives a function of this layer its definition.
    pub fn define_function(&mut self, id: FuncId, definition: Definition) {
        self.own.functions[id.index() - self.offset.functions].definition = Some(definition);
    }

    pub fn function(&self, id: FuncId) -> &Function {
        match &self.base {
            Some(base) if id.index() < self.offset.functions => base.function(id),
            Some(_) | None => &self.own.functions[id.index() - self.offset.functions],
        }
    }

    pub fn function_ids(&self) -> impl ExactSizeIterator<Item = FuncId> + use<> {
        (0..self.offset.functions + self.own.functions.len()).map(FuncId::from_index)
    }

    // ---- terms

    fn node(&self, term: Term) -> &Node {
        let index = term.0 as usize;
        match &self.base {
            Some(base) if index < self.offset.nodes => base.node(term),
            Some(_) | None => &self.own.nodes[index - self.offset.nodes],
        }
    }

    pub fn op(&self, term: Term) -> &Op {
        &self.node(term).op
    }

    pub fn args(&self, term: Term) -> &[Term] {
        &self.node(term).args
    }

    pub fn sort_of(&self, term: Term) -> Sort {
        self.node(term).sort
    }

    /// Nodes of the term written out as a tree, saturating at `u64::MAX`.
    pub fn tree_size(&self, term: Term) -> u64 {
        self.node(term).size
    }

    /// Is it a term of this pool, rather than one of a pool that extends it?
    pub fn contains(&self, term: Term) -> bool {
        (term.0 as usize) < self.term_count()
    }

    /// How many terms the pool holds.
    pub fn term_count(&self) -> usize {
        self.offset.nodes + self.own.nodes.len()
    }

    /// Different subterms of the given roots.
    pub fn dag_size(&self, roots: &[Term]) -> usize {
        self.postorder(roots).len()
    }

    /// All subterms of the roots, each once, arguments before the terms that use them. Iterative: terms may be deep.
    pub fn postorder(&self, roots: &[Term]) -> Vec<Term> {
        let mut order = Vec::new();
        let mut seen = rustc_hash::FxHashSet::default();
        let mut stack: Vec<(Term, bool)> = Vec::new();
        for &root in roots {
            stack.push((root, false));
            while let Some((term, done)) = stack.pop() {
                if done {
                    order.push(term);
                } else if seen.insert(term) {
                    stack.push((term, true));
                    stack.extend(self.args(term).iter().rev().map(|&arg| (arg, false)));
                }
            }
        }
        order
    }

    /// The term `op(args)`, if it was built already.
    pub(crate) fn find(&self, op: &Op, args: &[Term]) -> Option<Term> {
        let key = (op.clone(), Box::<[Term]>::from(args));
        let below = self.base.as_ref().and_then(|base| base.own.term_index.get(&key));
        below.or_else(|| self.own.term_index.get(&key)).copied()
    }

    /// The only way terms come into being; `build` calls it after its peephole rules.
    pub(crate) fn intern_term(&mut self, op: Op, args: &[Term], sort: Sort) -> Term {
        let key = (op, Box::<[Term]>::from(args));
        if let Some(&term) = self.base.as_ref().and_then(|base| base.own.term_index.get(&key)) {
            return term;
        }
        if let Some(&term) = self.own.term_index.get(&key) {
            return term;
        }
        let term = Term((self.offset.nodes + self.own.nodes.len()) as u32);
        let size = args.iter().fold(1u64, |sum, &arg| sum.saturating_add(self.tree_size(arg)));
        self.own.nodes.push(Node { op: key.0.clone(), args: key.1.clone(), sort, size });
        self.own.term_index.insert(key, term);
        term
    }
}
