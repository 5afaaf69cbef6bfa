//! The commands and their options, with the help that is printed for them.

use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use invar_base::Effort;

use crate::backend::Cutoff;
use crate::bench::families::Family;

/// Proves programs correct, or shows the run that fails.
///
/// Exit codes: 0 everything is proved, 1 something is refuted, 2 something is unknown, 3 bad input.
#[derive(Parser, Debug)]
#[command(name = "invar", version, max_term_width = 100)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand, Debug)]
pub enum Command {
    Verify(VerifyArgs),
    Check(CheckArgs),
    Vc(VcArgs),
    Bench(BenchArgs),
    Explain(ExplainArgs),
    /// Print a completion script for a shell
    ///
    /// For bash: `invar completions bash > ~/.local/share/bash-completion/completions/invar`
    Completions {
        shell: clap_complete::Shell,
    },
}

/// Verify the procedures of one or more files
///
/// Each procedure is proved (no check in it can fail, whatever the inputs), refuted (here is a run that fails) or unknown
/// (with the reason and what to try next).
#[derive(Args, Debug)]
#[command(after_help = "Example: invar verify tests/papers/fs01/abs.bpl")]
pub struct VerifyArgs {
    /// The files; Boogie programs (.bpl)
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<String>,
    /// How to print the result: for a person or for a program
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// Write down what was proved and why, so that `invar check` can prove it again
    #[arg(long, value_name = "FILE.json")]
    pub evidence: Option<String>,
    #[command(flatten)]
    pub limits: Limits,
    /// Answer every question afresh, even if the same one was answered before
    #[arg(long)]
    pub no_cache: bool,
}

/// Prove again what a file of evidence claims
///
/// Nothing in the file is believed: every claim is proved again from the program's text. Exit code 0 if all of them hold, 2
/// if one could not be shown, 3 if the evidence is damaged or the program has changed.
#[derive(Args, Debug)]
#[command(after_help = "Example: invar check evidence.json --solver 'cvc5 --lang=smt2'")]
pub struct CheckArgs {
    /// What `invar verify --evidence` wrote
    #[arg(value_name = "FILE.json")]
    pub file: String,
    /// Ask another solver that reads SMT-LIB, given as a command, for a second opinion
    #[arg(long, value_name = "CMD")]
    pub solver: Option<String>,
    #[command(flatten)]
    pub limits: Limits,
}

#[derive(Args, Debug)]
pub struct Limits {
    /// Stop after this much time for each file; what is not answered by then is unknown
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub timeout: Option<Duration>,
    /// How hard to try, from 1 (a glance) to 5 (leave it running); the answer never depends on the machine's speed
    #[arg(long, value_name = "1..5", default_value = "3", value_parser = effort)]
    pub effort: Effort,
    /// How many procedures to work on at the same time [default: the number of processor cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
}

/// Print the formula that must hold for a procedure to be correct, or its size
///
/// The formula is what the prover is asked: it holds exactly if the procedure is correct, its loops being cut at their
/// invariants and its calls replaced by contracts.
#[derive(Args, Debug)]
pub struct VcArgs {
    /// The file; a Boogie program (.bpl)
    #[arg(value_name = "FILE")]
    pub file: String,
    /// Which procedure
    #[arg(long, value_name = "P")]
    pub procedure: String,
    /// How to make the formula: the textbook's weakest precondition, or the compact form
    #[arg(long, value_enum, default_value_t = Method::Compact)]
    pub method: Method,
    /// Name a shared part of the compact formula when it is larger than this; `inf` names nothing
    #[arg(long, value_name = "K", default_value = "30", value_parser = cutoff)]
    pub cutoff: Cutoff,
    /// What to print: the formula in SMT-LIB, or the line `size N`
    #[arg(long, value_enum, default_value_t = Emit::Smt2)]
    pub emit: Emit,
}

/// Measure Invar on the papers' tables
#[derive(Args, Debug)]
pub struct BenchArgs {
    #[command(subcommand)]
    pub table: Table,
}

#[derive(Subcommand, Debug)]
pub enum Table {
    Fs01(Fs01Args),
}

/// Sizes and proof times of verification conditions, in the columns of FS01's Figure 9
///
/// The programs are generated: k branches in a row, a chain of doublings, a scanner with exits out of its loops, and a
/// switch with k cases.
#[derive(Args, Debug)]
pub struct Fs01Args {
    /// How to print the result: for a person or for a program
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// The largest k
    #[arg(long, value_name = "K", default_value_t = 200)]
    pub max: u32,
    /// Only this family: branches, doubling, scanner or switch
    #[arg(long, value_name = "NAME", value_parser = family)]
    pub family: Option<Family>,
}

/// Explain a code, such as `ensures` or `not-inductive`; without one, list them all
#[derive(Args, Debug)]
pub struct ExplainArgs {
    /// A code as it is printed in brackets
    #[arg(value_name = "CODE")]
    pub code: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Format {
    Text,
    Json,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Method {
    Wp,
    Compact,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Emit {
    Smt2,
    Size,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "this is not a number of seconds".to_string())?;
    match Duration::try_from_secs_f64(seconds) {
        Ok(duration) if seconds > 0.0 => Ok(duration),
        Ok(_) | Err(_) => Err("the number of seconds must be positive and not astronomical".to_string()),
    }
}

fn effort(text: &str) -> Result<Effort, String> {
    text.parse().ok().and_then(Effort::new).ok_or_else(|| "the effort is a number from 1 to 5".to_string())
}

fn family(name: &str) -> Result<Family, String> {
    Family::named(name).ok_or_else(|| {
        let names: Vec<&str> = Family::ALL.into_iter().map(Family::name).collect();
        format!("the families are {}", names.join(", "))
    })
}

fn cutoff(text: &str) -> Result<Cutoff, String> {
    match text {
        "inf" | "∞" => Ok(Cutoff::Never),
        _ => text.parse().map(Cutoff::Above).map_err(|_| "the cutoff is a number or `inf`".to_string()),
    }
}
