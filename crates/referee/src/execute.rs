//! Runs a C program in the interpreter of guarded commands: the third opinion beside `gcc -O0` and `gcc -O2`.

use invar_base::SourceMap;
use invar_gcl::interp::{Inputs, Interpreter, Limits, Outcome, RandomOracle, State};
use invar_gcl::{CheckKind, ImplId, Program};
use invar_logic::Value;
use num_bigint::BigInt;

use invar_front::c::options::{CheckSet, Options, Property, Start};
use invar_front::c::types::DataModel;

const LIMITS: Limits = Limits { steps: 200_000_000, events: 0 };

/// Events of a run that is looked at more closely.
const EVENTS: usize = 1_000_000;

/// The program of a C text as runs see it, and its `main`.
pub fn program_of(text: &str, model: DataModel) -> Result<(Program, ImplId, SourceMap), String> {
    let checks = CheckSet::ALL.without(CheckKind::Leak);
    let options =
        Options { model, checks, start: Start::Main, property: Some(Property::Assertions), ..Options::default() };
    let mut sources = SourceMap::new();
    let reading = invar_front::c::read_text(&options, &mut sources, "program.c", text)
        .map_err(|found| found.first().map_or(String::new(), |found| found.message.clone()))?;
    let program = reading.program;
    let targets = program.targets.clone().unwrap_or_default();
    let main = targets.into_iter().find(|&id| program.impl_name(id) == "main").ok_or("no main")?;
    Ok((program, main, sources))
}

/// The value that `function()` last returned to `main` in a run from `main`; `Err` says why there is none.
pub fn result_of(text: &str, model: DataModel, function: &str) -> Result<BigInt, String> {
    let (program, main, sources) = program_of(text, model)?;
    let program = &program;
    let mut interpreter = Interpreter::new(program, &program.pool);
    let run = interpreter.run(main, &Inputs::default(), &mut RandomOracle::new(1), LIMITS);
    let state = match run.outcome {
        Outcome::Returned(state) => state,
        Outcome::Failed(failure) => {
            if let Some(what) = approximated(program, flag(program, &failure.state)) {
                return Err(what);
            }
            let line = sources.place(failure.span).line;
            return Err(format!("line {line}: {}", failure.kind.text().fails));
        }
        Outcome::Blocked { span } => {
            if let Some(what) = stopped_by(program, &mut interpreter, main) {
                return Err(what);
            }
            let place = sources.place(span);
            let text = sources.snippet(span);
            return Err(format!("an assumption fails at {}:{}, `{text}`", place.line, place.column));
        }
        Outcome::Undecided { span, .. } => return Err(format!("undecided at line {}", sources.place(span).line)),
        Outcome::OutOfBudget => return Err("it runs too long".to_string()),
    };
    if let Some(what) = approximated(program, flag(program, &state)) {
        return Err(what);
    }
    let name = format!("{function}()");
    let mut locals = program.impls[main].locals.iter().map(|local| local.var);
    let var = locals.find(|&var| program.pool.var_name(var) == name).ok_or("the function is not called")?;
    match state.values.get(&var) {
        Some(Value::Int(value)) => Ok(value.to_big()),
        _ => Err("the result has no value".to_string()),
    }
}

/// The construct on the run that is not modelled exactly, if the flag names one.
fn approximated(program: &Program, flag: Option<&Value>) -> Option<String> {
    let known = program.approximations.as_ref()?;
    let Some(Value::Int(flag)) = flag else { return None };
    let number = usize::try_from(flag.to_big()).ok()?;
    let construct = known.constructs.get(number.wrapping_sub(1))?;
    Some(format!("approximated: {}", construct.what))
}

/// A run that is stopped by a false assumption leaves no state. The same run once more says whether a value was made up.
fn stopped_by(program: &Program, interpreter: &mut Interpreter, main: ImplId) -> Option<String> {
    let limits = Limits { events: EVENTS, ..LIMITS };
    let run = interpreter.run(main, &Inputs::default(), &mut RandomOracle::new(1), limits);
    let flag = program.approximations.as_ref()?.flag;
    let mut changed = run.events.iter().rev().flat_map(|event| &event.values);
    approximated(program, changed.find(|(var, _)| *var == flag).map(|(_, value)| value))
}

fn flag<'s>(program: &Program, state: &'s State) -> Option<&'s Value> {
    state.values.get(&program.approximations.as_ref()?.flag)
}
