//! Where literals hold: states, each with several values of the skolem constants, as columns of numbers.

use invar_gcl::random::Random;
use invar_logic::{FuncId, Lookup, MapValue, Op, Sort, Term, TermPool, Value, VarId};
use num_traits::Signed;
use rustc_hash::FxHashMap;

use super::states::State;
use super::symbols::{Reading, Symbols};

/// A set of points.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bits(Vec<u64>);

impl Bits {
    fn all(len: usize) -> Bits {
        let mut words = vec![u64::MAX; len.div_ceil(64)];
        if let Some(last) = words.last_mut()
            && !len.is_multiple_of(64)
        {
            *last = (1 << (len % 64)) - 1;
        }
        Bits(words)
    }

    pub fn and(&self, other: &Bits) -> Bits {
        Bits(self.0.iter().zip(&other.0).map(|(a, b)| a & b).collect())
    }

    /// What is here but not there.
    pub fn minus(&self, other: &Bits) -> Bits {
        Bits(self.0.iter().zip(&other.0).map(|(a, b)| a & !b).collect())
    }

    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    pub fn is_inside(&self, other: &Bits) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & !b == 0)
    }

    pub fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    pub fn first(&self) -> Option<usize> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(64 * word + self.0[word].trailing_zeros() as usize)
    }

    pub fn contains(&self, point: usize) -> bool {
        self.0[point / 64] >> (point % 64) & 1 == 1
    }
}

/// One number per point; `None` where it is not known. Truth values are 0 and 1.
pub type Column = Vec<Option<i64>>;

/// Values of skolem constants.
const VALUES: std::ops::RangeInclusive<i64> = -1..=7;

/// Pairs of values that each state gets.
const PAIRS: usize = 60;

/// Other values that each state gives them, and how often in pairs.
const MOST_FAR: usize = 6;
const FAR: usize = 25;

/// Sums of more elements than this are not known.
const LONGEST_SUM: i64 = 100;

/// Of so many points, a literal may be unknown at one.
const UNKNOWN: usize = 4;

/// Functions whose values are known.
#[derive(Clone, Copy, Default, Debug)]
pub struct Functions {
    /// For sums of elements.
    pub sum: Option<FuncId>,
    /// For places in rows.
    pub place: Option<FuncId>,
}

pub struct Points {
    states: Vec<State>,
    symbols: Symbols,
    functions: Functions,
    /// The state of each point, and the values of the skolem constants.
    points: Vec<(usize, Vec<i64>)>,
    skolems: Vec<VarId>,
    columns: FxHashMap<Term, Option<Column>>,
    bits: FxHashMap<Term, Option<Bits>>,
    pub all: Bits,
}

impl Points {
    pub fn new(states: &[State], symbols: &Symbols, functions: Functions, skolems: &[VarId]) -> Points {
        let mut points = Vec::new();
        let mut random = Random::new(skolems.len() as u64);
        for (number, state) in states.iter().enumerate() {
            let far = far_values(state);
            match skolems.len() {
                0 => points.push((number, Vec::new())),
                1 => points.extend(VALUES.chain(far).map(|value| (number, vec![value]))),
                count => {
                    let mut any = || match random.pick(&far) {
                        Some(&value) if random.chance(FAR) => value,
                        _ => random.between(*VALUES.start(), *VALUES.end()),
                    };
                    points.extend((0..PAIRS).map(|_| (number, (0..count).map(|_| any()).collect())));
                }
            }
        }
        let all = Bits::all(points.len());
        let (columns, bits) = (FxHashMap::default(), FxHashMap::default());
        Points {
            states: states.to_vec(),
            symbols: symbols.clone(),
            functions,
            points,
            skolems: skolems.to_vec(),
            columns,
            bits,
            all,
        }
    }

    /// The points at which a literal holds, or nothing is known of it; `None` if that is so of more than a few.
    pub fn bits(&mut self, pool: &TermPool, literal: Term) -> Option<Bits> {
        if let Some(known) = self.bits.get(&literal) {
            return known.clone();
        }
        let bits = self.column(pool, literal).and_then(|column| {
            let unknown = column.iter().filter(|value| value.is_none()).count();
            if UNKNOWN * unknown > column.len() {
                return None;
            }
            let mut words = vec![0; column.len().div_ceil(64)];
            for (point, value) in column.iter().enumerate() {
                words[point / 64] |= u64::from(value.is_none_or(|value| value != 0)) << (point % 64);
            }
            Some(Bits(words))
        });
        self.bits.insert(literal, bits.clone());
        bits
    }

    /// The values of a term at all points; `None` if it cannot be told.
    pub fn column(&mut self, pool: &TermPool, root: Term) -> Option<&Column> {
        for term in pool.postorder(&[root]) {
            if pool.op(term).binder().is_some() {
                return None;
            }
            if !self.columns.contains_key(&term) {
                let column = self.computed(pool, term);
                self.columns.insert(term, column);
            }
        }
        self.columns.get(&root)?.as_ref()
    }

    fn computed(&self, pool: &TermPool, term: Term) -> Option<Column> {
        let args = pool.args(term);
        let known = |number: usize| self.columns.get(&args[number]).and_then(Option::as_ref);
        let all = || args.iter().map(|arg| self.columns.get(arg).and_then(Option::as_ref)).collect::<Option<Vec<_>>>();
        let count = self.points.len();
        let each = |make: &dyn Fn(&[i64]) -> Option<i64>| -> Option<Column> {
            let columns = all()?;
            let mut values = Vec::with_capacity(columns.len());
            let mut made = Vec::with_capacity(count);
            for point in 0..count {
                values.clear();
                values.extend(columns.iter().filter_map(|column| column[point]));
                made.push(if values.len() == columns.len() { make(&values) } else { None });
            }
            Some(made)
        };
        match pool.op(term) {
            Op::True => Some(vec![Some(1); count]),
            Op::False => Some(vec![Some(0); count]),
            Op::Int(value) => {
                // Larger than all that runs see, which is all that is asked of it.
                let value = i64::try_from(value).unwrap_or(if value.is_negative() { i64::MIN } else { i64::MAX });
                match self.symbols.read(value) {
                    Some(reading) => self.chosen(pool, &reading),
                    None => Some(vec![Some(value); count]),
                }
            }
            Op::Var(var) => self.variable(pool, *var),
            Op::Not => each(&|v| Some(1 - v[0])),
            Op::And => each(&|v| Some(i64::from(v.iter().all(|&x| x != 0)))),
            Op::Or => each(&|v| Some(i64::from(v.iter().any(|&x| x != 0)))),
            Op::Implies => each(&|v| Some(i64::from(v[0] == 0 || v[1] != 0))),
            Op::Eq => match pool.sort_of(args[0]) {
                Sort::INT | Sort::BOOL => each(&|v| Some(i64::from(v[0] == v[1]))),
                _ => None,
            },
            Op::Le => each(&|v| Some(i64::from(v[0] <= v[1]))),
            Op::Lt => each(&|v| Some(i64::from(v[0] < v[1]))),
            Op::Add => each(&|v| v.iter().try_fold(0i64, |sum, &x| sum.checked_add(x))),
            Op::Mul => each(&|v| v.iter().try_fold(1i64, |product, &x| product.checked_mul(x))),
            Op::Neg => each(&|v| v[0].checked_neg()),
            Op::Div => each(&|v| v[0].checked_div_euclid(v[1])),
            Op::Mod => each(&|v| v[0].checked_rem_euclid(v[1])),
            Op::Ite => {
                let (condition, yes, no) = (known(0)?, known(1)?, known(2)?);
                let choose = |point: usize| if condition[point]? != 0 { yes[point] } else { no[point] };
                Some((0..count).map(choose).collect())
            }
            Op::Select if matches!(pool.sort_of(term), Sort::INT | Sort::BOOL) => self.selected(pool, term),
            Op::App(function) if Some(*function) == self.functions.place => {
                each(&|v| v[1].checked_mul(v[2])?.checked_add(v[0])?.checked_add(v[3]))
            }
            Op::App(function) if Some(*function) == self.functions.sum => {
                let &[row, from, to] = args else { return None };
                self.summed(pool, row, from, to)
            }
            _ => None,
        }
    }

    /// A large number, as the runs chose it.
    fn chosen(&self, pool: &TermPool, reading: &Reading) -> Option<Column> {
        let mut column: Column = vec![Some(reading.times); self.points.len()];
        for &factor in &reading.factors {
            let factor = self.variable(pool, factor)?;
            let product = |(a, b): (Option<i64>, Option<i64>)| a?.checked_mul(b?);
            column = column.into_iter().zip(factor).map(product).collect();
        }
        Some(column.into_iter().map(|value| value?.checked_add(reading.more)).collect())
    }

    fn variable(&self, pool: &TermPool, var: VarId) -> Option<Column> {
        if let Some(number) = self.skolems.iter().position(|&skolem| skolem == var) {
            return Some(self.points.iter().map(|(_, values)| Some(values[number])).collect());
        }
        if !matches!(pool.variable(var).sort, Sort::INT | Sort::BOOL) {
            return None;
        }
        let of_state: Vec<Option<i64>> =
            self.states.iter().map(|state| state.values.get(&var).and_then(number_of)).collect();
        Some(self.points.iter().map(|&(state, _)| of_state[state]).collect())
    }

    /// `m[i]` and `m[i][j]` for a variable `m`.
    fn selected(&self, pool: &TermPool, term: Term) -> Option<Column> {
        let (var, indices) = self.row(pool, term)?;
        let look_up = |point: usize| number_of(self.entry(pool, var, &indices, point)?);
        Some((0..self.points.len()).map(look_up).collect())
    }

    /// The sum of a row's elements from one index up to another.
    fn summed(&self, pool: &TermPool, row: Term, from: Term, to: Term) -> Option<Column> {
        let (var, indices) = self.row(pool, row)?;
        let (from, to) = (self.columns.get(&from)?.as_ref()?, self.columns.get(&to)?.as_ref()?);
        let sum = |point: usize| {
            let (from, to) = (from[point]?, to[point]?);
            let Value::Map(map) = self.entry(pool, var, &indices, point)? else { return None };
            if to.saturating_sub(from) > LONGEST_SUM {
                return None;
            }
            (from..to).try_fold(0i64, |sum, index| sum.checked_add(number_of(entry(pool, map, index)?)?))
        };
        Some((0..self.points.len()).map(sum).collect())
    }

    /// The variable that holds a row or an element, and the columns of its indices, the last one first.
    fn row(&self, pool: &TermPool, mut map: Term) -> Option<(VarId, Vec<&Column>)> {
        let mut indices: Vec<&Column> = Vec::new();
        while *pool.op(map) == Op::Select {
            let &[inner, index] = pool.args(map) else { return None };
            indices.push(self.columns.get(&index)?.as_ref()?);
            map = inner;
        }
        match pool.op(map) {
            Op::Var(var) => Some((*var, indices)),
            _ => None,
        }
    }

    fn entry(&self, pool: &TermPool, var: VarId, indices: &[&Column], point: usize) -> Option<&Value> {
        let mut value = self.states[self.points[point].0].values.get(&var)?;
        for index in indices.iter().rev() {
            let Value::Map(map) = value else { return None };
            value = entry(pool, map, index[point]?)?;
        }
        Some(value)
    }
}

/// What variables hold that is none of the usual values, such as the numbers of objects.
fn far_values(state: &State) -> Vec<i64> {
    let numbers = state.values.values().filter_map(number_of);
    let mut far: Vec<i64> = numbers.filter(|number| !VALUES.contains(number)).collect();
    far.sort_unstable();
    far.dedup();
    far.truncate(MOST_FAR);
    far
}

fn entry<'a>(pool: &TermPool, map: &'a MapValue, index: i64) -> Option<&'a Value> {
    match map.lookup(pool, &[Sort::INT], &[Value::int(index)]) {
        Lookup::Found(value) => Some(value),
        Lookup::Default | Lookup::Undecided => None,
    }
}

fn number_of(value: &Value) -> Option<i64> {
    match value {
        Value::Bool(truth) => Some(i64::from(*truth)),
        Value::Int(value) => i64::try_from(value.to_big()).ok(),
        Value::Real(_) | Value::BitVec { .. } | Value::Map(_) | Value::Element { .. } | Value::Data { .. } => None,
    }
}
