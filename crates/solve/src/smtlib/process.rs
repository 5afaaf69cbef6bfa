//! Runs an SMT-LIB solver on a script and reads its one answer.
//!
//! Invariant: *sat* and *unsat* are reported only if the solver ended well and printed exactly that one line. An error
//! message, anything else in the output, a crash or a solver that cannot be started is `Unknown`.

use std::io::{Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use crate::prover::{Limit, Reason};

/// More output than this is no answer.
const MAX_OUTPUT: u64 = 1 << 20;
const POLL: Duration = Duration::from_millis(2);

/// A solver program with its arguments; it reads the script from its standard input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProcessSolver {
    pub command: Vec<String>,
}

/// What a second solver says: no core, no model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Opinion {
    Sat,
    Unsat,
    Unknown(Reason),
}

impl ProcessSolver {
    pub fn new(command: impl IntoIterator<Item = impl Into<String>>) -> ProcessSolver {
        ProcessSolver { command: command.into_iter().map(Into::into).collect() }
    }

    pub fn cvc5() -> ProcessSolver {
        ProcessSolver::new(["cvc5", "--lang", "smt2", "-"])
    }

    pub fn z3() -> ProcessSolver {
        ProcessSolver::new(["z3", "-in"])
    }

    /// Can the program be started?
    pub fn is_installed(&self) -> bool {
        let Some(program) = self.command.first() else { return false };
        let mut command = Command::new(program);
        command.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    }

    /// The solver's answer to the script's only `check-sat`. The resource limit of `limit` means nothing here; its
    /// deadline and interrupt end the process.
    pub fn run(&self, script: &str, limit: &Limit) -> Opinion {
        if let Some(reason) = limit.exhausted() {
            return Opinion::Unknown(reason);
        }
        match self.run_process(script, limit) {
            Ok(opinion) => opinion,
            Err(error) => Opinion::Unknown(Reason::Failed(format!("the solver process: {error}"))),
        }
    }

    fn run_process(&self, script: &str, limit: &Limit) -> std::io::Result<Opinion> {
        let Some((program, arguments)) = self.command.split_first() else {
            return Ok(Opinion::Unknown(Reason::Failed("no solver command is given".to_string())));
        };
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = Running(command.spawn()?);
        let output = child.talk(script);
        loop {
            if let Some(status) = child.0.try_wait()? {
                // Something the solver started may still hold its output open; that is not waited for.
                let text = output.recv_timeout(Duration::from_secs(1)).unwrap_or_default();
                return Ok(read_opinion(&text, status));
            }
            if let Some(reason) = limit.exhausted() {
                return Ok(Opinion::Unknown(reason));
            }
            std::thread::sleep(POLL);
        }
    }
}

/// A process that is ended when nobody waits for it any more.
struct Running(Child);

impl Running {
    /// Feeds the script and collects the output, each in a thread of its own: either pipe may fill up.
    fn talk(&mut self, script: &str) -> mpsc::Receiver<String> {
        let (sender, receiver) = mpsc::channel();
        if let Some(mut input) = self.0.stdin.take() {
            let script = script.to_string();
            // A solver that stops reading makes the write fail; its answer tells more than that error.
            std::thread::spawn(move || {
                let _ = input.write_all(script.as_bytes());
            });
        }
        if let Some(output) = self.0.stdout.take() {
            std::thread::spawn(move || {
                let mut bytes = Vec::new();
                let _ = output.take(MAX_OUTPUT).read_to_end(&mut bytes);
                let _ = sender.send(String::from_utf8_lossy(&bytes).into_owned());
            });
        }
        receiver
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Ok(None) = self.0.try_wait() {
            let _ = self.0.kill();
            let _ = self.0.wait();
        }
    }
}

fn read_opinion(text: &str, status: ExitStatus) -> Opinion {
    let failed = |why: String| Opinion::Unknown(Reason::Failed(why));
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    if let Some(error) = lines.iter().find(|line| line.starts_with("(error")) {
        return failed(format!("the solver says {error}"));
    }
    if !status.success() {
        return failed("the solver ended with an error".to_string());
    }
    match lines[..] {
        ["sat"] => Opinion::Sat,
        ["unsat"] => Opinion::Unsat,
        ["unknown"] => Opinion::Unknown(Reason::Incomplete("the second solver says unknown".to_string())),
        ["timeout"] => Opinion::Unknown(Reason::Deadline),
        [] => failed("the solver gave no answer".to_string()),
        _ => failed("the solver's output is not one answer".to_string()),
    }
}
