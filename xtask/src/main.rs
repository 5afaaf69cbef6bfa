//! What the project's developers run besides the tests: measurements on corpora that are not part of the repository, and
//! races against other tools. `cargo xtask --help` lists them.
//!
//! Reading order: `corpus` (rows of a corpus, options of a test, expected answers), `tool` (running `invar`), `boogie` and
//! `ultimate` (the comparisons), `race` (times against Boogie).

mod corpus;
mod tool;
mod boogie;
mod ultimate;
mod race;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand, ValueEnum};

#[derive(Parser)]
#[command(name = "cargo xtask", max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Compare Invar's answers on Boogie's own tests with what the tests expect
    Boogie(CorpusArgs),
    /// Compare Invar's answers on Ultimate's Boogie programs with their Safe and Unsafe marks
    Ultimate(CorpusArgs),
    /// Time `invar verify` and `boogie` on the same generated loop-free programs
    Fs01Race(RaceArgs),
}

#[derive(Args)]
pub struct CorpusArgs {
    /// The folder in which the corpus is laid out
    pub dir: PathBuf,
    /// The list of tasks
    #[arg(long, value_name = "FILE", default_value = "../shared/corpora/dev.tsv")]
    pub tsv: PathBuf,
    /// How to print the result
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// Seconds for each file
    #[arg(long, default_value_t = 60)]
    pub timeout: u32,
    /// Only tasks whose path contains this
    #[arg(long, value_name = "TEXT")]
    pub only: Option<String>,
}

#[derive(Args)]
pub struct RaceArgs {
    /// The other tool
    #[arg(long, value_name = "CMD", default_value = "boogie")]
    pub boogie: String,
    /// How often each is run; the median counts
    #[arg(long, default_value_t = 5)]
    pub runs: usize,
    /// The largest k
    #[arg(long, value_name = "K", default_value_t = 500)]
    pub max: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    Text,
    Json,
}

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Boogie(args) => boogie::run(&args),
        Command::Ultimate(args) => ultimate::run(&args),
        Command::Fs01Race(args) => race::run(&args),
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(3)
        }
    }
}
