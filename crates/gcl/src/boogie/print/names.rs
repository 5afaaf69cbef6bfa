//! Names for printing: legal identifiers, different wherever the text must tell things apart.

use invar_base::Symbol;
use invar_logic::{DatatypeId, FuncId, Sort, SortKind, TermPool, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::program::{Impl, Proc, ProcId, Program};

/// Words that mean something to the parser where a name may stand.
const RESERVED: &[&str] = &[
    "var",
    "where",
    "int",
    "real",
    "bool",
    "type",
    "const",
    "unique",
    "extends",
    "complete",
    "function",
    "returns",
    "axiom",
    "procedure",
    "implementation",
    "modifies",
    "requires",
    "ensures",
    "free",
    "if",
    "then",
    "else",
    "while",
    "invariant",
    "break",
    "assert",
    "assume",
    "havoc",
    "call",
    "goto",
    "return",
    "forall",
    "exists",
    "lambda",
    "old",
    "div",
    "mod",
    "false",
    "true",
    "is",
    "let",
    "datatype",
    "predicate",
    "template",
    "skolem",
    "preserves",
    "yield",
    "async",
    "par",
    "uses",
    "pure",
    "hide",
    "reveal",
    "push",
    "pop",
    "string",
    "regex",
    "rmode",
    "left",
    "right",
    "both",
    "atomic",
    "yields",
    "action",
    "refines",
    "asserts",
    "invariance",
];

/// One namespace.
#[derive(Clone, Default, Debug)]
pub struct Space {
    taken: FxHashSet<String>,
}

impl Space {
    /// The wanted name made legal, with a number if it is taken.
    pub fn claim(&mut self, wanted: &str) -> String {
        let base = legal(wanted);
        let mut name = base.clone();
        let mut number = 0;
        while !self.taken.insert(name.clone()) {
            number += 1;
            name = format!("{base}_{number}");
        }
        name
    }

    fn release(&mut self, name: &str) {
        self.taken.remove(name);
    }
}

fn legal(name: &str) -> String {
    let is_legal = |c: char| c.is_ascii_alphanumeric() || "_.$#'`~^?\\".contains(c);
    // A backslash in front only says that no keyword follows: readers take it away.
    let name = name.trim_start_matches('\\');
    let mut text: String = name.chars().map(|c| if is_legal(c) { c } else { '_' }).collect();
    if text.is_empty() || text.starts_with(|c: char| c.is_ascii_digit()) {
        text.insert(0, '_');
    }
    let is_bit_vector =
        text.strip_prefix("bv").is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit()));
    let is_float = text.starts_with("float") && text.contains('e');
    if RESERVED.contains(&text.as_str()) || is_bit_vector || is_float {
        text.push('_');
    }
    text
}

#[derive(Clone, Default, Debug)]
pub struct Names {
    pub sorts: FxHashMap<Sort, String>,
    /// Constructor names, and the names of each one's fields.
    pub constructors: FxHashMap<DatatypeId, Vec<(String, Vec<String>)>>,
    pub functions: FxHashMap<FuncId, String>,
    pub procs: FxHashMap<ProcId, String>,
    pub vars: FxHashMap<VarId, String>,
    /// `Global::old` variables and the variables whose old value they are.
    pub old: FxHashMap<VarId, VarId>,
    is_unique: bool,
    pub function_space: Space,
    /// Names of constants and globals, then of the formals and locals in scope.
    pub var_space: Space,
}

impl Names {
    /// Names as in the source, for messages: nothing is renamed.
    pub fn source(program: &Program) -> Names {
        let old = program.globals.iter().map(|global| (global.old, global.var)).collect();
        Names { old, ..Names::default() }
    }

    /// Names that no two things of one namespace share.
    pub fn unique(program: &Program) -> Names {
        let pool = &program.pool;
        let mut names = Names { is_unique: true, ..Names::source(program) };
        let mut types = Space::default();
        for &sort in &program.sorts {
            let name = match pool.sort_kind(sort) {
                SortKind::Uninterpreted(symbol) => pool.name(*symbol),
                SortKind::Datatype(id) => pool.name(pool.datatype(*id).name),
                SortKind::Bool | SortKind::Int | SortKind::Real | SortKind::BitVec(_) | SortKind::Map { .. } => {
                    continue;
                }
            };
            names.sorts.insert(sort, types.claim(name));
            if let SortKind::Datatype(id) = pool.sort_kind(sort) {
                names.claim_constructors(pool, *id);
            }
        }
        let declared = program.functions.iter().map(|decl| decl.function);
        for function in declared.chain(program.sums.iter().map(|sums| sums.function)) {
            let name = names.function_space.claim(pool.name(pool.function(function).name));
            names.functions.insert(function, name);
        }
        for constant in &program.constants {
            names.claim_var(pool, constant.var);
        }
        for global in &program.globals {
            names.claim_var(pool, global.var);
        }
        let mut procs = Space::default();
        for (id, proc) in program.procs.iter() {
            names.procs.insert(id, procs.claim(pool.name(proc.name)));
        }
        names
    }

    fn claim_constructors(&mut self, pool: &TermPool, id: DatatypeId) {
        let mut fields = Space::default();
        let mut constructors = Vec::new();
        for constructor in &pool.datatype(id).constructors {
            let name = self.function_space.claim(pool.name(constructor.name));
            let own = constructor.fields.iter().map(|field| fields.claim(pool.name(field.name))).collect();
            constructors.push((name, own));
        }
        self.constructors.insert(id, constructors);
    }

    pub fn claim_var(&mut self, pool: &TermPool, var: VarId) -> String {
        let name = self.var_space.claim(pool.var_name(var));
        self.vars.insert(var, name.clone());
        name
    }

    /// Names for bound variables; returns what `unbind` must put back.
    pub fn bind(&mut self, pool: &TermPool, vars: &[VarId]) -> Vec<(VarId, Option<String>)> {
        let mut outer = Vec::with_capacity(vars.len());
        for &var in vars {
            outer.push((var, self.vars.remove(&var)));
            if self.is_unique {
                self.claim_var(pool, var);
            }
        }
        outer
    }

    pub fn unbind(&mut self, outer: Vec<(VarId, Option<String>)>) {
        for (var, before) in outer.into_iter().rev() {
            let name = match before {
                Some(before) => self.vars.insert(var, before),
                None => self.vars.remove(&var),
            };
            if let Some(name) = name {
                self.var_space.release(&name);
            }
        }
    }

    /// These names with the formals of a contract added.
    pub fn within_proc(&self, pool: &TermPool, proc: &Proc) -> Names {
        let mut names = self.clone();
        for local in proc.ins.iter().chain(&proc.outs) {
            names.claim_var(pool, local.var);
        }
        names
    }

    /// These names with the formals and locals of a body added.
    pub fn within_impl(&self, pool: &TermPool, body: &Impl) -> Names {
        let mut names = self.clone();
        for local in body.variables() {
            names.claim_var(pool, local.var);
        }
        names
    }

    pub fn sort(&self, pool: &TermPool, sort: Sort) -> String {
        match pool.sort_kind(sort) {
            SortKind::Bool => "bool".to_string(),
            SortKind::Int => "int".to_string(),
            SortKind::Real => "real".to_string(),
            SortKind::BitVec(width) => format!("bv{width}"),
            SortKind::Map { domain, range } => {
                let domain: Vec<String> = domain.iter().map(|&sort| self.sort(pool, sort)).collect();
                format!("[{}]{}", domain.join(", "), self.sort(pool, *range))
            }
            SortKind::Uninterpreted(symbol) => self.sort_name(pool, sort, *symbol),
            SortKind::Datatype(id) => self.sort_name(pool, sort, pool.datatype(*id).name),
        }
    }

    fn sort_name(&self, pool: &TermPool, sort: Sort, symbol: Symbol) -> String {
        self.sorts.get(&sort).cloned().unwrap_or_else(|| pool.name(symbol).to_string())
    }

    pub fn var(&self, pool: &TermPool, var: VarId) -> String {
        if let Some(name) = self.vars.get(&var) {
            return name.clone();
        }
        if let Some(&now) = self.old.get(&var) {
            return format!("old({})", self.var(pool, now));
        }
        let name = pool.var_name(var);
        name.split('@').next().unwrap_or(name).to_string()
    }

    pub fn function(&self, pool: &TermPool, function: FuncId) -> String {
        match self.functions.get(&function) {
            Some(name) => name.clone(),
            None => pool.name(pool.function(function).name).to_string(),
        }
    }

    pub fn constructor(&self, pool: &TermPool, id: DatatypeId, number: u32) -> String {
        match self.constructors.get(&id).and_then(|all| all.get(number as usize)) {
            Some((name, _)) => name.clone(),
            None => match pool.datatype(id).constructors.get(number as usize) {
                Some(constructor) => pool.name(constructor.name).to_string(),
                None => format!("constructor{number}"),
            },
        }
    }

    pub fn field(&self, pool: &TermPool, id: DatatypeId, constructor: u32, field: u32) -> String {
        let known = self.constructors.get(&id).and_then(|all| all.get(constructor as usize));
        if let Some(name) = known.and_then(|(_, fields)| fields.get(field as usize)) {
            return name.clone();
        }
        let constructor = pool.datatype(id).constructors.get(constructor as usize);
        match constructor.and_then(|constructor| constructor.fields.get(field as usize)) {
            Some(field) => pool.name(field.name).to_string(),
            None => format!("field{field}"),
        }
    }
}
