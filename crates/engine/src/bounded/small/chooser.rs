//! Makes the choices of one run after a plan. What the plan is about are numbers, truth values and maps of the text, and branches;
//! everything else, such as memory that nobody wrote, gets the plainest value that its conditions allow.

use std::collections::BTreeSet;
use std::rc::Rc;

use invar_base::Span;
use invar_gcl::exec::{Choices, Request, Way};
use invar_gcl::interp::{Why, random_value};
use invar_gcl::random::Random;
use invar_gcl::{BlockId, CmdKind, ImplId, Program, Role};
use invar_logic::{
    Environment, Float, FloatWidth, MapValue, Op, Sort, SortKind, Term, TermPool, Value, VarId, eval, eval_bool,
};
use rustc_hash::{FxHashMap, FxHashSet};

use super::distance::distance;
use super::plan::{Made, Pick, Plan, Tail};
use crate::bounded::guide::{Asked, Guide, With};

/// Values that are tried for one choice.
const MOST: usize = 40;

/// Literals of the program that are candidates, with their neighbours.
const LITERALS: usize = 24;

/// Visits of a branch that nobody decides before the other way is taken.
const PATIENCE: u32 = 2;

/// Formulas that are measured in one run.
const LOOKS: u32 = 20;

/// Where a value is asked for.
type Site = (VarId, Span);

/// The variable that gets a value, and conditions on it.
type Conditions = (VarId, Rc<Vec<Term>>);

/// What is known about the choices of a program.
pub struct Sites<'a> {
    program: &'a Program,
    guide: Guide<'a>,
    /// Globals that the body sets before anything else.
    set_first: FxHashSet<VarId>,
    /// Small floating values, of the widths that are computed with.
    floats: Vec<Value>,
    candidates: FxHashMap<Site, Rc<Vec<Value>>>,
    /// Where values are asked for: the variable that gets it, and the conditions that are cheap to evaluate.
    conditions: FxHashMap<Site, Conditions>,
    /// Plain values of variables whose conditions mention nothing else.
    plain: FxHashMap<Site, Value>,
}

impl<'a> Sites<'a> {
    pub fn new(program: &'a Program, impl_id: ImplId) -> Sites<'a> {
        let body = &program.impls[impl_id];
        let entry = body.blocks.get(body.entry).map_or(&[][..], |block| &block.cmds);
        let set = entry.iter().filter_map(|cmd| match cmd.kind {
            CmdKind::Assign(var, _) => Some(var),
            CmdKind::Havoc(_) | CmdKind::Assume(_) | CmdKind::Assert(..) | CmdKind::Call { .. } => None,
        });
        let set_first = set.collect();
        let guide = Guide::new(program, impl_id);
        let (candidates, conditions, plain) = Default::default();
        let floats = floats(&program.pool);
        Sites { program, guide, set_first, floats, candidates, conditions, plain }
    }

    /// The numbers of the text.
    pub fn literals(&self) -> &[Value] {
        &self.guide.literals
    }

    /// Is it worth trying several values?
    fn matters(&self, request: &Request<'_>) -> bool {
        let pool = request.pool;
        let is_plain = match pool.sort_kind(request.sort) {
            SortKind::Int | SortKind::Bool => true,
            SortKind::Map { .. } => request.why == Why::Input,
            SortKind::Real | SortKind::BitVec(_) | SortKind::Uninterpreted(_) | SortKind::Datatype(_) => false,
        };
        let role = self.program.roles.of(pool, request.var);
        let is_input = request.why != Why::Input || !self.set_first.contains(&request.var);
        is_plain && is_input && matches!(role, Role::Value | Role::Chosen | Role::Temporary | Role::Float)
    }

    /// Values in the order in which they are tried: small ones, numbers of the text and their neighbours, limits.
    fn candidates(&mut self, request: &Request<'_>) -> Rc<Vec<Value>> {
        let key = (request.var, request.span);
        if let Some(known) = self.candidates.get(&key) {
            return known.clone();
        }
        let made = Rc::new(match request.pool.sort_kind(request.sort) {
            SortKind::Int => self.numbers(request),
            SortKind::Bool => vec![Value::Bool(false), Value::Bool(true)],
            _ => maps(request.pool, request.sort),
        });
        self.candidates.insert(key, made.clone());
        made
    }

    /// The variable that gets the value, and what it should satisfy. Bringing maps into the evaluator's form would cost more than
    /// a run that is blocked.
    fn conditions(&mut self, request: &Request<'_>) -> Conditions {
        let key = (request.var, request.span);
        if let Some((var, conditions)) = self.conditions.get(&key) {
            return (*var, conditions.clone());
        }
        let asked = Asked { var: request.var, why: request.why, span: request.span };
        let (var, mut conditions) = self.guide.ahead(asked);
        conditions.extend(request.conditions);
        conditions.retain(|&condition| !mentions_maps(&self.guide.pool, condition));
        let conditions = Rc::new(conditions);
        self.conditions.insert(key, (var, conditions.clone()));
        (var, conditions)
    }

    fn numbers(&self, request: &Request<'_>) -> Vec<Value> {
        let mut numbers: Vec<Value> = match self.program.roles.of(request.pool, request.var) {
            Role::Float => self.floats.clone(),
            _ => [0, 1, -1, 2, 3].map(Value::int).to_vec(),
        };
        let mut literals: Vec<&Value> = self.guide.literals.iter().collect();
        literals.sort_by_key(|literal| literal.as_int().map(|number| number.to_big().magnitude().clone()));
        numbers.extend(literals.iter().take(LITERALS).map(|&literal| literal.clone()));
        let limits = bounds(request);
        numbers.extend(limits.iter().cloned());
        for literal in literals.into_iter().take(LITERALS).chain(&limits) {
            if let Value::Int(number) = literal {
                numbers.extend([1, -1].map(|by| Value::Int(number + &by.into())));
            }
        }
        let mut seen = FxHashSet::default();
        numbers.retain(|number| seen.insert(number.clone()) && is_allowed(request, number));
        numbers.truncate(MOST);
        numbers
    }
}

/// Small values, large ones and NaN.
fn floats(pool: &TermPool) -> Vec<Value> {
    let widths: BTreeSet<FloatWidth> =
        pool.function_ids().filter_map(|id| pool.function(id).computed).map(|computed| computed.width).collect();
    let small = [0.0, 1.0, -1.0, 2.0, 0.5, 3.0, 10.0, 1e6, -1e6, f32::MAX, f32::NAN];
    let of = |value: f32, width: FloatWidth| match width {
        FloatWidth::Single => Float::Single(value),
        FloatWidth::Double => Float::Double(f64::from(value)),
    };
    small.iter().flat_map(|&value| widths.iter().map(move |&width| Value::int(of(value, width).place()))).collect()
}

fn mentions_maps(pool: &TermPool, term: Term) -> bool {
    let is_map = |var: &VarId| matches!(pool.sort_kind(pool.variable(*var).sort), SortKind::Map { .. });
    pool.free_vars(term).iter().any(is_map)
}

/// Does no condition on the variable alone exclude the value?
fn is_allowed(request: &Request<'_>, value: &Value) -> bool {
    let only: std::collections::BTreeMap<VarId, Value> = [(request.var, value.clone())].into_iter().collect();
    !request.conditions.iter().any(|&condition| eval_bool(request.pool, condition, &only, &mut 1_000) == Ok(false))
}

/// The constants that conditions compare with.
fn bounds(request: &Request<'_>) -> Vec<Value> {
    let pool = request.pool;
    let nothing = std::collections::BTreeMap::new();
    let mut found = Vec::new();
    for term in pool.postorder(request.conditions) {
        if let Op::Le | Op::Lt | Op::Eq = pool.op(term) {
            let sides = pool.args(term).iter().filter(|&&side| pool.sort_of(side) == Sort::INT);
            found.extend(sides.filter_map(|&side| eval(pool, side, &nothing, &mut 100).ok()));
        }
    }
    found
}

/// Some maps: constant ones, and others by chance.
fn maps(pool: &TermPool, sort: Sort) -> Vec<Value> {
    let mut found: Vec<Value> = Value::default_of(pool, sort).into_iter().collect();
    if let SortKind::Map { range: Sort::INT, .. } = pool.sort_kind(sort) {
        found.extend([1, -1].map(|number| Value::map(MapValue::constant(Value::int(number)))));
    }
    let mut random = Random::new(7);
    found.extend((0..4).filter_map(|_| random_value(&mut random, pool, sort)));
    found
}

/// See the module header.
pub struct Chooser<'c, 'a> {
    sites: &'c mut Sites<'a>,
    plan: &'c Plan,
    random: Random,
    pub made: Vec<Made>,
    /// How often nobody decided at a block.
    visits: FxHashMap<(ImplId, BlockId), u32>,
    /// The least distance from a way that is watched.
    pub nearest: Option<u128>,
    looks: u32,
}

impl<'c, 'a> Chooser<'c, 'a> {
    pub fn new(sites: &'c mut Sites<'a>, plan: &'c Plan) -> Chooser<'c, 'a> {
        let seed = match plan.tail {
            Tail::Rank(_) | Tail::Largest => 0,
            Tail::Random(seed) => seed,
        };
        let (made, visits) = (Vec::new(), FxHashMap::default());
        Chooser { sites, plan, random: Random::new(seed), made, visits, nearest: None, looks: 0 }
    }

    /// The next choice among so many, the plainest first.
    fn rank(&mut self, count: usize) -> usize {
        let wanted = match self.plan.picks.get(self.made.len()) {
            Some(Pick::Rank(rank)) => *rank as usize,
            Some(Pick::Value(_)) => 0,
            None => match self.plan.tail {
                Tail::Rank(rank) => rank as usize,
                Tail::Largest => 0,
                Tail::Random(_) if self.random.chance(50) => self.random.below(count.min(5)),
                Tail::Random(_) => self.random.below(count),
            },
        };
        wanted.min(count.saturating_sub(1))
    }

    /// From that candidate on, the first one that nothing excludes at once.
    fn fitting(&mut self, request: &Request<'_>, candidates: &[Value], rank: usize) -> Option<Value> {
        let (var, conditions) = self.sites.conditions(request);
        let pool = &self.sites.guide.pool;
        let fits = |value: &&Value| {
            let env = With { state: request.state, vars: [var, request.var], value };
            let fails = |&condition: &Term| eval_bool(pool, condition, &env, &mut 2_000) == Ok(false);
            !conditions.iter().any(fails)
        };
        let (before, after) = candidates.split_at(rank.min(candidates.len()));
        after.iter().chain(before).find(fits).or(candidates.get(rank)).cloned()
    }

    /// What nobody plans: plain values; in random runs now and then others.
    fn plain(&mut self, request: &Request<'_>) -> Option<Value> {
        if matches!(self.plan.tail, Tail::Random(_)) && self.random.chance(25) && request.sort != Sort::INT {
            return random_value(&mut self.random, request.pool, request.sort);
        }
        let key = (request.var, request.span);
        if let Some(known) = self.sites.plain.get(&key) {
            return Some(known.clone());
        }
        let default = Value::default_of(request.pool, request.sort)?;
        if request.conditions.is_empty() {
            return Some(default);
        }
        let mut candidates = vec![default];
        if request.sort == Sort::INT {
            candidates.extend([1, -1, 2].map(Value::int));
            candidates.extend(bounds(request));
        }
        let value = self.fitting(request, &candidates, 0)?;
        if request.why == Why::Input
            && request.pool.free_vars_of(request.conditions).iter().all(|&var| var == request.var)
        {
            self.sites.plain.insert(key, value.clone());
        }
        Some(value)
    }
}

impl Choices for Chooser<'_, '_> {
    fn value(&mut self, request: &Request<'_>) -> Option<Value> {
        if !self.sites.matters(request) {
            return self.plain(request);
        }
        let candidates = self.sites.candidates(request);
        let planned = match self.plan.picks.get(self.made.len()) {
            Some(Pick::Value(value)) if has_sort(request, value) => Some(value.clone()),
            Some(Pick::Value(_) | Pick::Rank(_)) | None => None,
        };
        let value = match planned {
            Some(value) => value,
            None => {
                let is_after = self.made.len() >= self.plan.picks.len();
                let rank = match self.plan.tail {
                    Tail::Largest if is_after => largest(&candidates),
                    Tail::Largest | Tail::Rank(_) | Tail::Random(_) => self.rank(candidates.len()),
                };
                self.fitting(request, &candidates, rank)?
            }
        };
        self.made.push(Made { count: candidates.len() as u32, value: value.clone() });
        Some(value)
    }

    fn branch(&mut self, impl_id: ImplId, from: BlockId, targets: &[BlockId]) -> Option<usize> {
        let visits = self.visits.entry((impl_id, from)).or_default();
        *visits += 1;
        let usual = if *visits <= PATIENCE { 0 } else { targets.len() - 1 };
        let planned = match self.plan.picks.get(self.made.len()) {
            Some(Pick::Value(Value::Int(number))) => number.to_i64().and_then(|number| usize::try_from(number).ok()),
            Some(Pick::Value(_) | Pick::Rank(_)) | None => None,
        };
        let chosen = match planned {
            Some(chosen) => chosen.min(targets.len() - 1),
            None => (usual + self.rank(targets.len())) % targets.len(),
        };
        self.made.push(Made { count: targets.len() as u32, value: Value::int(chosen) });
        Some(chosen)
    }

    fn missed(&mut self, way: Way, terms: &[Term], state: &dyn Environment) {
        self.looks += 1;
        let pool = &self.sites.program.pool;
        if self.looks > LOOKS || terms.iter().any(|&term| mentions_maps(pool, term)) {
            return;
        }
        let truth = matches!(way, Way::Edge(_));
        let found = distance(pool, terms, truth, state);
        self.nearest = Some(self.nearest.map_or(found, |nearest| nearest.min(found)));
    }
}

/// Where the largest number stands.
fn largest(candidates: &[Value]) -> usize {
    let numbers = candidates.iter().enumerate().filter_map(|(rank, value)| Some((value.as_int()?, rank)));
    numbers.max().map_or(0, |(_, rank)| rank)
}

fn has_sort(request: &Request<'_>, value: &Value) -> bool {
    match (value, request.pool.sort_kind(request.sort)) {
        (Value::Int(_), SortKind::Int) | (Value::Bool(_), SortKind::Bool) => true,
        (Value::Map(_), SortKind::Map { .. }) => true,
        (_, _) => false,
    }
}
