//! Values for symbols: in the conditions of a run and one more, out a model of all of them. Only what shares symbols with the new
//! condition, directly or through others, is looked at; the rest of the model stays.
//!
//! Most conditions compare one symbol with a number: those numbers and their neighbours are tried first. The prover gets
//! what is left. Its models are evaluated before they are believed.

use std::rc::Rc;

use invar_logic::{Sort, Term, Value};
use invar_solve::{Answer, Prover};
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use rustc_hash::{FxHashMap, FxHashSet};

use super::symbols::{FAR, Model, Number, Symbols};
use super::widths::Widths;
use crate::means::Means;
use crate::provers::{Provers, Quantifiers};

/// Is there a model?
pub enum Satisfied {
    Yes(Rc<Model>),
    No,
    Unknown,
}

/// Vectors are taken to bits before anything is counted: where questions must be cheap, all are about integers.
const VECTORS: u32 = 100_000;

/// Numbers that are tried for one symbol.
const CANDIDATES: usize = 24;

/// Symbols whose numbers are tried.
const TRIED: usize = 6;

/// Conditions of one question.
const MOST_CONDITIONS: usize = 3_000;

type Known = Option<Rc<Vec<(Term, Number)>>>;

/// See the module header.
pub struct Solver<'m> {
    means: &'m Means<'m>,
    /// Questions that may still be asked.
    questions: u32,
    /// What one of them may cost.
    most: u32,
    session: Option<Box<dyn Prover>>,
    widths: Widths,
    /// Conditions that were asked about, and a model of them.
    known: FxHashMap<Vec<Term>, Known>,
}

impl<'m> Solver<'m> {
    pub fn new(means: &'m Means<'m>, questions: u32, most: u32) -> Solver<'m> {
        let known = FxHashMap::default();
        Solver { means, questions, most, session: None, widths: Widths::default(), known }
    }

    /// A model of the path's conditions and the needed one, near to the given model of the path.
    pub fn satisfy(&mut self, symbols: &mut Symbols<'_>, path: &[Term], need: Term, model: &Rc<Model>) -> Satisfied {
        if symbols.holds(need, model) == Some(true) {
            return Satisfied::Yes(model.clone());
        }
        let (conditions, mentioned) = slice(symbols, path, need);
        if conditions.len() > MOST_CONDITIONS {
            return Satisfied::Unknown;
        }
        if let Some(found) = tried(symbols, &conditions, need, model) {
            return Satisfied::Yes(Rc::new(found));
        }
        if let Some(known) = self.known.get(&conditions) {
            return match known {
                Some(values) => Satisfied::Yes(with(model, &mentioned, values)),
                None => Satisfied::No,
            };
        }
        if self.questions == 0 {
            return Satisfied::Unknown;
        }
        self.questions -= 1;
        let answer = self.ask(symbols, &conditions, &mentioned);
        match answer {
            Answered::Yes(values) => {
                let values = Rc::new(values);
                self.known.insert(conditions, Some(values.clone()));
                Satisfied::Yes(with(model, &mentioned, &values))
            }
            Answered::No => {
                self.known.insert(conditions, None);
                Satisfied::No
            }
            Answered::Unknown => Satisfied::Unknown,
        }
    }

    fn asked(&mut self, symbols: &Symbols<'_>, formulas: &[Term]) -> Answer {
        let session = self.session.get_or_insert_with(|| self.means.session(Quantifiers::Triggers));
        session.push();
        for &formula in formulas {
            session.assert(&symbols.pool, formula);
        }
        let answer = session.check(&symbols.pool, &[], &self.means.at_most(self.most));
        session.pop();
        answer
    }

    /// The prover's numbers: products and remainders over bit-vectors that are wide enough, the rest over integers.
    fn ask(&mut self, symbols: &mut Symbols<'_>, conditions: &[Term], mentioned: &[Term]) -> Answered {
        if self.most >= VECTORS
            && let Some(formulas) = self.widths.translated(symbols, conditions, mentioned)
        {
            let answer = self.asked(symbols, &formulas);
            let found = match answer {
                Answer::Unsat(_) => return Answered::No,
                Answer::Sat(model) => self.widths.values(symbols, mentioned, &model),
                Answer::Unknown { .. } => None,
            };
            if let Some(values) = found.filter(|values| is_model(symbols, conditions, values)) {
                return Answered::Yes(values);
            }
        }
        let mut formulas = conditions.to_vec();
        for &symbol in mentioned {
            formulas.extend(limits(symbols, symbol));
        }
        match self.asked(symbols, &formulas) {
            Answer::Unsat(_) => Answered::No,
            Answer::Sat(model) => {
                let values: Option<Vec<(Term, Number)>> = mentioned
                    .iter()
                    .map(|&symbol| Some((symbol, number(&model.value(&symbols.pool, symbol)?)?)))
                    .collect();
                match values.filter(|values| is_model(symbols, conditions, values)) {
                    Some(values) => Answered::Yes(values),
                    None => Answered::Unknown,
                }
            }
            Answer::Unknown { .. } => Answered::Unknown,
        }
    }
}

enum Answered {
    Yes(Vec<(Term, Number)>),
    No,
    Unknown,
}

fn is_model(symbols: &Symbols<'_>, conditions: &[Term], values: &[(Term, Number)]) -> bool {
    let model: Model = values.iter().copied().collect();
    let fits = |&(symbol, number): &(Term, Number)| match number {
        Number::Int(number) => (symbols.range(symbol).0..=symbols.range(symbol).1).contains(&number),
        Number::Bool(_) => true,
    };
    values.iter().all(fits) && conditions.iter().all(|&condition| symbols.holds(condition, &model) == Some(true))
}

/// What the symbol's type allows, as formulas.
fn limits(symbols: &mut Symbols<'_>, symbol: Term) -> Vec<Term> {
    if symbols.pool.sort_of(symbol) != Sort::INT {
        return Vec::new();
    }
    let (low, high) = symbols.range(symbol);
    let mut found = Vec::new();
    if low > -FAR {
        let low = symbols.pool.int(BigInt::from(low));
        found.push(symbols.pool.le(low, symbol));
    }
    if high < FAR {
        let high = symbols.pool.int(BigInt::from(high));
        found.push(symbols.pool.le(symbol, high));
    }
    found
}

pub fn number(value: &Value) -> Option<Number> {
    match value {
        Value::Int(number) => number.to_big().to_i128().map(Number::Int),
        Value::Bool(truth) => Some(Number::Bool(*truth)),
        Value::Real(_) | Value::BitVec { .. } | Value::Map(_) => None,
        Value::Element { .. } | Value::Data { .. } => None,
    }
}

/// The conditions that share symbols with the needed one, which is among them, in order; and those symbols.
pub fn slice(symbols: &mut Symbols<'_>, path: &[Term], need: Term) -> (Vec<Term>, Vec<Term>) {
    let mut conditions = vec![need];
    let mut mentioned: Vec<Term> = symbols.mentioned(need).to_vec();
    let mut seen: FxHashSet<Term> = mentioned.iter().copied().collect();
    let mut taken = vec![false; path.len()];
    loop {
        let before = conditions.len();
        for (position, &condition) in path.iter().enumerate() {
            let own = symbols.mentioned(condition);
            if !taken[position] && own.iter().any(|symbol| seen.contains(symbol)) {
                taken[position] = true;
                conditions.push(condition);
                mentioned.extend(own.iter().copied().filter(|&symbol| seen.insert(symbol)));
            }
        }
        if conditions.len() == before {
            break;
        }
    }
    conditions.sort_unstable();
    conditions.dedup();
    (conditions, mentioned)
}

fn with(model: &Rc<Model>, mentioned: &[Term], values: &[(Term, Number)]) -> Rc<Model> {
    let mut model: Model = (**model).clone();
    for symbol in mentioned {
        model.remove(symbol);
    }
    for &(symbol, number) in values {
        set(&mut model, symbol, number);
    }
    Rc::new(model)
}

pub fn set(model: &mut Model, symbol: Term, number: Number) {
    match number {
        Number::Int(0) | Number::Bool(false) => drop(model.remove(&symbol)),
        Number::Int(_) | Number::Bool(true) => drop(model.insert(symbol, number)),
    }
}

/// One symbol of the needed condition changed: numbers that the conditions mention, and their neighbours.
fn tried(symbols: &mut Symbols<'_>, conditions: &[Term], need: Term, model: &Rc<Model>) -> Option<Model> {
    let own = symbols.mentioned(need);
    let mut numbers: Vec<i128> = vec![0, 1, -1, 2];
    for literal in symbols.pool.integer_literals(&[need]) {
        if let Some(number) = literal.to_i128() {
            numbers.extend([number, number + 1, number - 1, -number]);
        }
    }
    numbers.truncate(CANDIDATES);
    let mut model: Model = (**model).clone();
    for &symbol in own.iter().take(TRIED) {
        let before = model.get(&symbol).copied();
        let (low, high) = symbols.range(symbol);
        let is_truth = symbols.pool.sort_of(symbol) == Sort::BOOL;
        let values: Vec<Number> = match is_truth {
            true => vec![Number::Bool(true), Number::Bool(false)],
            false => numbers.iter().chain([&low, &high]).map(|&number| Number::Int(number)).collect(),
        };
        for number in values {
            if let Number::Int(value) = number
                && (value < low || value > high || value.abs() >= FAR)
            {
                continue;
            }
            set(&mut model, symbol, number);
            if symbols.holds(need, &model) == Some(true)
                && conditions.iter().all(|&condition| symbols.holds(condition, &model) == Some(true))
            {
                return Some(model);
            }
        }
        match before {
            Some(number) => set(&mut model, symbol, number),
            None => drop(model.remove(&symbol)),
        }
    }
    None
}
