//! What the project's developers run besides the tests: measurements on corpora that are not part of the repository, and
//! races against other tools. `cargo xtask --help` lists them.
//!
//! Reading order: `corpus` (rows of a corpus, options of a test, expected answers), `tool` (running `invar`), `boogie` and
//! `ultimate` (the comparisons), `race` (times against Boogie), `spacer` (times against Spacer), `cbmc` with `harness` (failing runs beside CBMC), `programs` (generated programs and the
//! referee), `executors` (the fast executor and the interpreter), `speed` (their steps a second), `c_programs` (generated C programs and
//! gcc), `c_proofs` (proofs about them), `mutate` (mistakes in proved programs), `attack` (programs around what misleads a verifier of C),
//! `boolean_programs`, `boolean_family` and `boppo` (boolean programs: generated, growing, of others), `engines` (what engines prove
//! alone and together).

mod corpus;
mod tool;
mod boogie;
mod ultimate;
mod race;
mod spacer;
mod harness;
mod cbmc;
mod programs;
mod executors;
mod speed;
mod c_programs;
mod c_proofs;
mod mutate;
mod attack;
mod boolean_programs;
mod boolean_family;
mod boppo;
mod engines;

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
    /// Time `invar verify` and Z3's Spacer on the same loops over arrays
    Spacer(SpacerArgs),
    /// Refute programs that fail, beside CBMC, and repeat the failing runs
    Cbmc(CbmcArgs),
    /// Verify generated programs and hold the verdicts against `wp` and the interpreter
    Programs(ProgramsArgs),
    /// Run generated programs, guarded commands and C, in the fast executor and in the interpreter
    Executors(ExecutorsArgs),
    /// Measure steps a second of the fast executor and of the interpreter, beside `gcc -O0`
    Speed(SpeedArgs),
    /// Compile and run generated C programs in several ways and compare the results with Invar's
    CPrograms(CProgramsArgs),
    /// Prove what generated C programs without loops compute, and refute the opposite
    CProofs(CProofsArgs),
    /// Make small mistakes in proved C programs and verify them
    Mutate(MutateArgs),
    /// Generate C programs around what misleads a verifier and hold Invar's answers against gcc's runs
    Attack(AttackArgs),
    /// Search generated boolean programs and explore them state by state
    BooleanPrograms(BooleanProgramsArgs),
    /// Time the search of boolean programs with many procedures and variables
    BooleanFamily,
    /// Compare the answers of `invar reach` on SatAbs' tests of Boppo with what the tests expect
    Boppo(CorpusArgs),
    /// Compare what is proved forward alone, backward alone and by default, on C programs about arrays
    Engines(EnginesArgs),
}

#[derive(Args)]
pub struct EnginesArgs {
    /// The folder in which the corpora are laid out
    pub dir: PathBuf,
    /// The list of tasks
    #[arg(long, value_name = "FILE", default_value = "../shared/corpora/dev.tsv")]
    pub tsv: PathBuf,
    /// The folder of the forms
    #[arg(long, value_name = "FOLDER", default_value = "../shared/forms")]
    pub forms: PathBuf,
    /// A folder with headers that programs include and that are not theirs, such as quic3's `seahorn/seahorn.h`
    #[arg(long, value_name = "FOLDER")]
    pub headers: Option<PathBuf>,
    /// Seconds for each engine alone; the default has twice as many
    #[arg(long, default_value_t = 20)]
    pub timeout: u32,
    /// Only programs whose corpus or path contains this
    #[arg(long, value_name = "TEXT")]
    pub only: Option<String>,
}

#[derive(Args)]
pub struct BooleanProgramsArgs {
    /// How many programs
    #[arg(long, default_value_t = 2_000)]
    pub count: u64,
    /// The seed of the first program; each further one counts up
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
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

#[derive(Args)]
pub struct SpacerArgs {
    /// Z3's command line tool
    #[arg(long, value_name = "CMD", default_value = "z3")]
    pub z3: String,
    /// The folder of the C programs
    #[arg(long, value_name = "FOLDER", default_value = "../shared/forms")]
    pub forms: PathBuf,
    /// Seconds for each tool and program
    #[arg(long, default_value_t = 20)]
    pub timeout: u32,
}

#[derive(Args)]
pub struct CbmcArgs {
    /// The folder in which the corpora are laid out
    pub dir: PathBuf,
    /// The list of tasks
    #[arg(long, value_name = "FILE", default_value = "../shared/corpora/dev.tsv")]
    pub tsv: PathBuf,
    /// The other tool, with arguments for its loader, if it needs them
    #[arg(long, value_name = "CMD", default_value = "cbmc")]
    pub cbmc: String,
    /// The compiler of the harnesses
    #[arg(long, value_name = "CMD", default_value = "gcc")]
    pub gcc: String,
    /// Where headers are that are not the programs' own
    #[arg(short = 'I', long, value_name = "DIR")]
    pub include: Vec<PathBuf>,
    /// Seconds for each tool and program
    #[arg(long, default_value_t = 20)]
    pub timeout: u32,
    /// Only programs whose corpus or path contains this
    #[arg(long, value_name = "TEXT")]
    pub only: Option<String>,
    /// Write each row to this file; what CBMC did with the rows in it is not measured again
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Leave Invar out, for a record that a later run completes
    #[arg(long)]
    pub only_cbmc: bool,
}

#[derive(Args)]
pub struct ProgramsArgs {
    /// How many programs
    #[arg(long, default_value_t = 10_000)]
    pub count: u64,
    /// Runs of each implementation on random inputs
    #[arg(long, default_value_t = 100)]
    pub inputs: u64,
    /// The seed of the first program; each further one counts up
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    /// About how many statements a main body has
    #[arg(long, default_value_t = 12)]
    pub size: usize,
    /// Threads; the result does not depend on them
    #[arg(long, default_value_t = 2)]
    pub jobs: usize,
}

#[derive(Args)]
pub struct ExecutorsArgs {
    /// How many programs; every fourth one is C
    #[arg(long, default_value_t = 20_000)]
    pub count: u64,
    /// Runs of each body, each way round
    #[arg(long, default_value_t = 5)]
    pub runs: u64,
    /// The seed of the first program; each further one counts up
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    /// About how many statements a main body has
    #[arg(long, default_value_t = 12)]
    pub size: usize,
}

#[derive(Args)]
pub struct SpeedArgs {
    /// The compiler
    #[arg(long, value_name = "CMD", default_value = "gcc")]
    pub gcc: String,
}

#[derive(Args)]
pub struct CProofsArgs {
    /// How many programs
    #[arg(long, default_value_t = 2_000)]
    pub count: u64,
    /// The first one's seed
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    /// How many are judged at the same time
    #[arg(long, default_value_t = 2)]
    pub jobs: usize,
}

#[derive(Args)]
pub struct MutateArgs {
    /// The programs, or folders of them; files called `…_broken.c` are left out
    #[arg(required = true, value_name = "FILE|DIR")]
    pub paths: Vec<PathBuf>,
    /// How many mutants
    #[arg(long, default_value_t = 500)]
    pub count: usize,
    /// Which ones, if there are more
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    /// Seconds for each mutant
    #[arg(long, default_value_t = 5)]
    pub timeout: u32,
    /// How many are verified at the same time
    #[arg(long, default_value_t = 2)]
    pub jobs: usize,
}

#[derive(Args)]
pub struct CProgramsArgs {
    /// How many programs
    #[arg(long, default_value_t = 1000)]
    pub count: u64,
    /// The seed of the first program; each further one counts up
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    /// Threads; the result does not depend on them
    #[arg(long, default_value_t = 2)]
    pub jobs: usize,
    /// Which programs
    #[arg(long, value_enum, default_value_t = Programs::Wide)]
    pub programs: Programs,
}

#[derive(Args)]
pub struct AttackArgs {
    /// The seed of the first program; each further one counts up
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    pub from: u64,
    /// How many programs
    #[arg(long, default_value_t = 1000)]
    pub count: u64,
    /// Begin nothing new after this time
    #[arg(long)]
    pub seconds: Option<u64>,
    /// Seconds for each question
    #[arg(long, default_value_t = 10)]
    pub timeout: u64,
    /// Ask only this many questions about each program, chosen by its seed: long runs see more programs
    #[arg(long, value_name = "N")]
    pub questions: Option<usize>,
    /// Threads; the answers do not depend on them
    #[arg(long, default_value_t = 2)]
    pub jobs: usize,
    /// Write the programs with wrong answers into this folder
    #[arg(long, value_name = "DIR")]
    pub keep: Option<PathBuf>,
    /// Only templates whose `class/name` contains this
    #[arg(long, value_name = "TEXT")]
    pub only: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Programs {
    /// With unions, bytes of objects and variadic functions
    Wide,
    Any,
    LoopFree,
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
        Command::Spacer(args) => spacer::run(&args),
        Command::Cbmc(args) => cbmc::run(&args),
        Command::Programs(args) => programs::run(&args),
        Command::Executors(args) => executors::run(&args),
        Command::Speed(args) => speed::run(&args.gcc),
        Command::CPrograms(args) => c_programs::run(&args),
        Command::CProofs(args) => c_proofs::run(&args),
        Command::Mutate(args) => mutate::run(&args),
        Command::Attack(args) => attack::run(&args),
        Command::BooleanPrograms(args) => boolean_programs::run(&args),
        Command::BooleanFamily => boolean_family::run(),
        Command::Boppo(args) => boppo::run(&args),
        Command::Engines(args) => engines::run(&args),
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
