//! `cargo xtask speed`: three loops, run by the fast executor, by the interpreter and as gcc compiles them without optimising.
//! Steps are commands and transfers of the lowered program, the same for both executors.

use std::time::{Duration, Instant};

use invar_front::c::types::DataModel;
use invar_gcl::exec::{Amount, Choices, Ended, Executor, Request};
use invar_gcl::interp::{Inputs, Interpreter, Limits, Outcome, ScriptedOracle};
use invar_gcl::{BlockId, ImplId};
use invar_logic::Value;
use invar_referee::execute::program_of;

/// A sum, an array, and a search in a nested loop.
const LOOPS: [(&str, &str); 3] = [
    (
        "sum",
        "int main(void) { unsigned s = 0; for (unsigned i = 0; i < 3000000; i++) { s = s + i % 7; } return s != 0; }",
    ),
    (
        "array",
        "int a[1000]; int main(void) { for (int k = 0; k < 1000; k++) for (int i = 0; i < 1000; i++) { a[i] = a[i] + i; } return 0; }",
    ),
    (
        "primes",
        "int main(void) { int found = 0; for (int n = 2; n < 6000; n++) { int d = 2; while (d < n && n % d != 0) d++; if (d == n) found++; } return found != 783; }",
    ),
];

pub fn run(gcc: &str) -> Result<bool, String> {
    println!("loop     steps       executor/s  interpreter/s  executor s  gcc -O0 s");
    for (name, text) in LOOPS {
        let (program, main, _) = program_of(text, DataModel::Lp64)?;
        let started = Instant::now();
        let mut executor = Executor::new(&program, &program.pool);
        let amount = Amount { steps: u64::MAX, decisions: usize::MAX, watch_heads: false };
        let execution = executor.run(main, &Inputs::default(), &mut Plainest, amount);
        let fast = started.elapsed();
        if execution.ended != Ended::Returned {
            return Err(format!("{name}: {:?}", execution.ended));
        }
        let started = Instant::now();
        let mut interpreter = Interpreter::new(&program, &program.pool);
        let limits = Limits { steps: u64::MAX, events: 0 };
        let mut script = ScriptedOracle::new(execution.decisions.clone());
        let run = interpreter.run(main, &Inputs::default(), &mut script, limits);
        let slow = started.elapsed();
        if !matches!(run.outcome, Outcome::Returned(_)) {
            return Err(format!("{name}: the interpreter ends differently"));
        }
        let compiled = compiled(gcc, name, text)?;
        let rate = |time: Duration| execution.steps as f64 / time.as_secs_f64() / 1e6;
        println!(
            "{name:8} {:10}  {:8.1} M  {:11.2} M  {:10.3}  {:9.4}",
            execution.steps,
            rate(fast),
            rate(slow),
            fast.as_secs_f64(),
            compiled.as_secs_f64()
        );
    }
    Ok(true)
}

/// How long the program runs, once compiled.
fn compiled(gcc: &str, name: &str, text: &str) -> Result<Duration, String> {
    let folder = std::env::temp_dir().join(format!("invar-speed-{}", std::process::id()));
    std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let (source, binary) = (folder.join(format!("{name}.c")), folder.join(name));
    std::fs::write(&source, text).map_err(|error| error.to_string())?;
    let status = std::process::Command::new(gcc).arg("-O0").arg("-o").arg(&binary).arg(&source).status();
    if !status.map_err(|error| error.to_string())?.success() {
        return Err(format!("{name}: {gcc} fails"));
    }
    let started = Instant::now();
    std::process::Command::new(&binary).status().map_err(|error| error.to_string())?;
    let time = started.elapsed();
    std::fs::remove_dir_all(&folder).map_err(|error| error.to_string())?;
    Ok(time)
}

/// The plainest values, and the first way.
struct Plainest;

impl Choices for Plainest {
    fn value(&mut self, request: &Request<'_>) -> Option<Value> {
        Value::default_of(request.pool, request.sort)
    }

    fn branch(&mut self, _impl_id: ImplId, _from: BlockId, _targets: &[BlockId]) -> Option<usize> {
        Some(0)
    }
}
