//! The commands and their options, with the help that is printed for them.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use invar_base::Effort;
use invar_front::c::CheckSet;
use invar_front::c::slic::RuleText;
use invar_gcl::CheckKind;

use crate::backend::Cutoff;
use crate::bench::families::Family;
use crate::rule;

/// The headings under which `--help` lists options, in this order.
const WHAT: &str = "What is checked";
const HOW: &str = "How it is checked";
const READING_C: &str = "How C is read";
const OUTPUT: &str = "Output";
const LIMITS: &str = "Limits";

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
    Annotate(AnnotateArgs),
    Contract(ContractArgs),
    Vc(VcArgs),
    Abstract(AbstractArgs),
    Reach(ReachArgs),
    Bench(BenchArgs),
    Explain(ExplainArgs),
    /// Print a completion script for a shell
    ///
    /// For bash: `invar completions bash > ~/.local/share/bash-completion/completions/invar`
    Completions {
        shell: clap_complete::Shell,
    },
}

/// Verify the functions of one or more files
///
/// Each function is proved (no check in it can fail, whatever the inputs), refuted (here is a run that fails) or unknown
/// (with the reason and what to try next). A C program with a `main` is verified from there, together with every function
/// that has a contract; without a `main`, every function is verified on its own.
#[derive(Args, Debug)]
#[command(after_help = "Example: invar verify tests/papers/fs01/abs.bpl")]
pub struct VerifyArgs {
    /// The files: C (.c, .i, .h) and Boogie (.bpl); a directory stands for all programs below it
    #[arg(required = true, value_name = "FILE|DIR")]
    pub files: Vec<String>,
    /// Verify only this function (for all its inputs)
    #[arg(long, value_name = "NAME", help_heading = WHAT)]
    pub function: Option<String>,
    /// How to look for an answer: by proofs from invariants and contracts, by runs of growing length, by what leads backward
    /// to an error, by instances of templates, or in all ways that are worth it
    #[arg(long, value_enum, default_value_t = Engine::Auto, help_heading = HOW)]
    pub engine: Engine,
    /// With `--engine templates`: how instances are looked for (without it, in each of these ways in turn)
    #[arg(long, value_enum, help_heading = HOW)]
    pub fixpoint: Option<Fixpoint>,
    /// Check a temporal rule of the functions that a C program calls, from `main` on, and nothing else unless `--check` says so: a file, or
    /// completion, files, interrupts, locking
    #[arg(long, value_name = "FILE.slic", value_parser = rule::load, conflicts_with_all = ["property", "function"],
        help_heading = WHAT)]
    pub rule: Vec<RuleText>,
    #[command(flatten)]
    pub c: CArgs,
    /// Verify each C file on its own; otherwise files that call functions of each other are linked
    #[arg(long, help_heading = READING_C)]
    pub separate: bool,
    /// Verify the functions of headers on their own, too; otherwise only those with a contract, and the others where they are called
    #[arg(long, conflicts_with = "evidence", help_heading = READING_C)]
    pub headers: bool,
    /// How to print the result: for a person or for a program
    #[arg(long, value_enum, default_value_t = Format::Text, help_heading = OUTPUT)]
    pub format: Format,
    /// Write down what was proved and why, so that `invar check` can prove it again
    #[arg(long, value_name = "FILE.json", help_heading = OUTPUT)]
    pub evidence: Option<String>,
    /// Take what is proved under inferred conditions on callers for proved: exit code 0 instead of 2
    #[arg(long, help_heading = OUTPUT)]
    pub accept_conditions: bool,
    /// Say what each loop keeps: its invariant, given or inferred, in the words of the source
    #[arg(long, help_heading = OUTPUT)]
    pub show_invariants: bool,
    /// Say also which predicates each inferred invariant combines, and what suggested them
    #[arg(long, help_heading = OUTPUT)]
    pub show_predicates: bool,
    /// Say on standard error how the work goes on, as far as engines tell it (today, `--engine slam` does)
    #[arg(long, help_heading = OUTPUT)]
    pub verbose: bool,
    #[command(flatten)]
    pub limits: Limits,
}

/// What matters for C only.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = READING_C)]
pub struct CArgs {
    /// Look for included files here, too
    #[arg(short = 'I', value_name = "DIR")]
    pub include: Vec<String>,
    /// Define a macro
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    pub define: Vec<String>,
    /// Take the compiler's options for each file from a `compile_commands.json`
    #[arg(long, value_name = "FILE.json")]
    pub compile_commands: Option<String>,
    /// The sizes of `long` and of pointers: 4 bytes (ILP32) or 8 bytes (LP64)
    #[arg(long, value_enum, default_value_t = Model::Lp64)]
    pub data_model: Model,
    /// What to check, by codes: `bounds,null` checks these (and contracts), `+overflow,-division` changes the default, `all`
    /// checks everything; `invar explain` lists the codes
    #[arg(long, value_name = "LIST", value_parser = checks, allow_hyphen_values = true, help_heading = WHAT)]
    pub check: Option<CheckSet>,
    /// Answer about the whole program, from `main`, with SV-COMP's verdict as the last line: a property file, or
    /// unreach-call, no-overflow, valid-memsafety, assert
    #[arg(long, value_name = "FILE.prp", conflicts_with_all = ["check", "function"], help_heading = WHAT)]
    pub property: Option<String>,
    /// Write a C program that repeats the first run that fails: compile it, run it, and it fails at the same line
    #[arg(long, value_name = "FILE.c", help_heading = OUTPUT)]
    pub harness: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum Model {
    #[value(name = "ILP32", alias = "ilp32")]
    Ilp32,
    #[default]
    #[value(name = "LP64", alias = "lp64")]
    Lp64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Engine {
    Auto,
    Forward,
    Proof,
    Bounded,
    Backward,
    Templates,
    Slam,
}

/// Which of SG09's algorithms looks for instances of templates.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Fixpoint {
    Least,
    Greatest,
    Constraint,
}

/// Prove again what a file of evidence claims
///
/// Nothing in the file is believed: every claim is proved again from the program's text. Exit code 0 if all of them hold, 2
/// if one could not be shown, 3 if the evidence is damaged, is about nothing, or answers another question than the one that
/// is asked: about another program, or under other options.
#[derive(Args, Clone, Debug)]
#[command(after_help = "Example: invar check evidence.json --solver 'cvc5 --lang=smt2'")]
pub struct CheckArgs {
    /// What `invar verify --evidence` wrote
    #[arg(value_name = "FILE.json")]
    pub file: String,
    /// Ask another solver that reads SMT-LIB, given as a command, for a second opinion
    #[arg(long, value_name = "CMD", help_heading = HOW)]
    pub solver: Option<String>,
    /// The evidence must be about this function for all its inputs
    #[arg(long, value_name = "NAME", help_heading = WHAT)]
    pub function: Option<String>,
    /// The evidence must be about the program with this macro
    #[arg(short = 'D', value_name = "NAME[=VALUE]", help_heading = READING_C)]
    pub define: Vec<String>,
    /// The evidence must be about these sizes of `long` and of pointers
    #[arg(long, value_enum, default_value_t = Model::Lp64, help_heading = READING_C)]
    pub data_model: Model,
    /// The evidence must be about these checks
    #[arg(long, value_name = "LIST", value_parser = checks, allow_hyphen_values = true, help_heading = WHAT)]
    pub check: Option<CheckSet>,
    /// The evidence must be about this property of the whole program
    #[arg(long, value_name = "FILE.prp", help_heading = WHAT)]
    pub property: Option<String>,
    /// The evidence must be about this temporal rule
    #[arg(long, value_name = "FILE.slic", value_parser = rule::load, help_heading = WHAT)]
    pub rule: Vec<RuleText>,
    #[command(flatten)]
    pub limits: Limits,
}

/// Write the inferred loop invariants into a copy of a program
///
/// The copy is the file with `loop invariant` annotations (C) or `invariant` clauses (Boogie), and is verified without any
/// inference. Loops that are verified only as part of their callers are left as they are, with a note. The exit code is that
/// of `invar verify`.
#[derive(Args, Debug)]
#[command(after_help = "Example: invar annotate sort.c -o sort_annotated.c")]
pub struct AnnotateArgs {
    /// The file: C (.c, .i, .h) or Boogie (.bpl)
    #[arg(value_name = "FILE")]
    pub file: String,
    /// Write the copy here instead of printing it
    #[arg(short = 'o', long, value_name = "OUT", conflicts_with = "in_place", help_heading = OUTPUT)]
    pub output: Option<String>,
    /// Change the file itself
    #[arg(long, help_heading = OUTPUT)]
    pub in_place: bool,
    /// Annotate only this function
    #[arg(long, value_name = "NAME", help_heading = WHAT)]
    pub function: Option<String>,
    #[command(flatten)]
    pub c: CArgs,
    #[command(flatten)]
    pub limits: Limits,
}

/// Say under which contract each function is proved
///
/// A function without a contract that is proved if its callers keep to a condition gets it as an ACSL contract. With the contract in the
/// text the function is proved, and its callers are held to it. The exit code is 0, and 3 for bad input.
#[derive(Args, Debug)]
#[command(after_help = "Example: invar contract src/ --timeout 10")]
pub struct ContractArgs {
    /// C files, or directories
    #[arg(value_name = "FILE|DIR", required = true)]
    pub files: Vec<String>,
    /// Write the contracts into the files
    #[arg(long, help_heading = OUTPUT)]
    pub in_place: bool,
    /// Only this function
    #[arg(long, value_name = "NAME", help_heading = WHAT)]
    pub function: Option<String>,
    /// Print the weakest preconditions under which every check in the function holds, as instances of the templates of its text or of
    /// guessed ones, whether it has a contract or not
    #[arg(long, requires = "function", conflicts_with = "in_place", help_heading = WHAT)]
    pub weakest: bool,
    /// With `--weakest`: print all of them, and not only the shortest
    #[arg(long, requires = "weakest", help_heading = WHAT)]
    pub all: bool,
    /// With `--weakest`: how instances are looked for, `greatest` or `constraint`
    #[arg(long, value_enum, default_value_t = Fixpoint::Greatest, requires = "weakest", help_heading = HOW)]
    pub fixpoint: Fixpoint,
    #[command(flatten)]
    pub c: CArgs,
    #[command(flatten)]
    pub limits: Limits,
}

#[derive(Args, Clone, Debug)]
#[command(next_help_heading = LIMITS)]
pub struct Limits {
    /// Stop after this much time for each file; what is not answered by then is unknown
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub timeout: Option<Duration>,
    /// How hard to try, from 1 (a glance) to 5 (leave it running); the answer never depends on the machine's speed
    #[arg(long, value_name = "1..5", default_value = "3", value_parser = effort)]
    pub effort: Effort,
    /// Stop working on procedures that need more memory than this together, in mebibytes; they are unknown
    #[arg(long, value_name = "MIB", default_value_t = 4096, value_parser = clap::value_parser!(u32).range(64..))]
    pub memory: u32,
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
    /// The file: C (.c, .i) or Boogie (.bpl)
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

/// Abstract a C program to a boolean program, by predicates
///
/// The boolean program has the control flow of the C program, and a variable for each predicate. Every run of the C program is one of
/// the boolean program (C2BP); `invar reach` says what that can reach.
#[derive(Args, Debug)]
#[command(after_help = "Example: invar abstract partition.c --predicates partition.preds -o partition.bp")]
pub struct AbstractArgs {
    /// A C program (.c, .i)
    #[arg(value_name = "FILE.c")]
    pub file: String,
    /// The predicates: `procedure { e, … }`, and `global { e, … }` for those over global variables
    #[arg(long, value_name = "FILE.preds", help_heading = WHAT)]
    pub predicates: String,
    /// How combinations of predicates are found: from the prover's models, or one question for each, as BMMR01 does
    #[arg(long, value_enum, default_value_t = CubeMethod::Models, help_heading = HOW)]
    pub method: CubeMethod,
    /// Look for included files here, too
    #[arg(short = 'I', value_name = "DIR", help_heading = READING_C)]
    pub include: Vec<String>,
    /// Define a macro
    #[arg(short = 'D', value_name = "NAME[=VALUE]", help_heading = READING_C)]
    pub define: Vec<String>,
    /// The sizes of `long` and of pointers: 4 bytes (ILP32) or 8 bytes (LP64)
    #[arg(long, value_enum, default_value_t = Model::Lp64, help_heading = READING_C)]
    pub data_model: Model,
    /// Write the boolean program here instead of printing it
    #[arg(short = 'o', long, value_name = "FILE.bp", help_heading = OUTPUT)]
    pub output: Option<String>,
    /// Stop asking the prover after this much time; what is not answered by then is left open in the boolean program
    #[arg(long, value_name = "SECONDS", value_parser = seconds, help_heading = LIMITS)]
    pub timeout: Option<Duration>,
    /// How hard to try, from 1 (a glance) to 5 (leave it running); the answer never depends on the machine's speed
    #[arg(long, value_name = "1..5", default_value = "3", value_parser = effort, help_heading = LIMITS)]
    pub effort: Effort,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum CubeMethod {
    Models,
    Cubes,
}

/// Say what a boolean program can reach: its failing assertions, or a label
///
/// Runs begin in `main`, with any values of all variables. Without `--label`, the question is which assertions can fail. The
/// answer is a shortest run, calls that returned being one step, or that there is none. Exit code 0 if nothing that was asked
/// about is reached, 1 if something is, 2 if that is unknown, 3 for bad input.
#[derive(Args, Debug)]
#[command(after_help = "Example: invar reach tests/bp/partition.bp --invariant L")]
pub struct ReachArgs {
    /// A boolean program, in the dialect of Bebop or of SatAbs' Boppo
    #[arg(value_name = "FILE.bp")]
    pub file: String,
    /// Can this label be reached? `L` in any procedure, `P:L` in procedure P
    #[arg(long, value_name = "L", help_heading = WHAT)]
    pub label: Vec<String>,
    /// What holds whenever this label is reached?
    #[arg(long, value_name = "L", help_heading = WHAT)]
    pub invariant: Vec<String>,
    /// The procedure in which runs begin [default: main, or the only one]
    #[arg(long, value_name = "P", help_heading = WHAT)]
    pub entry: Option<String>,
    /// How to print the result: for a person or for a program
    #[arg(long, value_enum, default_value_t = Format::Text, help_heading = OUTPUT)]
    pub format: Format,
    /// Stop after this much time; what is not answered by then is unknown
    #[arg(long, value_name = "SECONDS", value_parser = seconds, help_heading = LIMITS)]
    pub timeout: Option<Duration>,
    /// How hard to try, from 1 (a glance) to 5 (leave it running); the answer never depends on the machine's speed
    #[arg(long, value_name = "1..5", default_value = "3", value_parser = effort, help_heading = LIMITS)]
    pub effort: Effort,
}

/// Measure Invar: on the papers' tables, and on programs with known answers
#[derive(Args, Debug)]
pub struct BenchArgs {
    #[command(subcommand)]
    pub table: Table,
}

#[derive(Subcommand, Debug)]
pub enum Table {
    Fs01(Fs01Args),
    Fq02(Fq02Args),
    Spw09(Spw09Args),
    Sg09(Sg09Args),
    Bmmr01(Bmmr01Args),
    Corpus(CorpusArgs),
}

/// Compare answers with the known ones of a list of programs
///
/// Every task runs in a process of its own. The table shows for each corpus how many answers are correct, unknown and
/// wrong; below it stand all wrong answers and all files that were rejected. Exit code 1 if an answer is wrong.
#[derive(Args, Debug)]
pub struct CorpusArgs {
    /// The folder in which the files of the list are
    pub dir: PathBuf,
    /// The list: lines of corpus, language, path, property and expected answer, separated by tabs
    #[arg(long, value_name = "FILE")]
    pub tsv: PathBuf,
    /// Only tasks in this language
    #[arg(long, value_name = "LANG", default_value = "c")]
    pub lang: String,
    /// Only tasks whose corpus or path contains this
    #[arg(long, value_name = "TEXT")]
    pub only: Option<String>,
    /// Only tasks about this property
    #[arg(long, value_name = "NAME")]
    pub property: Option<String>,
    /// Only tasks with this expected answer
    #[arg(long, value_name = "ANSWER")]
    pub expected: Option<String>,
    /// Seconds for each task
    #[arg(long, value_name = "SECONDS", default_value_t = 30)]
    pub timeout: u32,
    /// Megabytes for each task
    #[arg(long, value_name = "MB", default_value_t = 4096)]
    pub memory: u64,
    /// How to look for answers
    #[arg(long, value_enum, default_value_t = Engine::Auto)]
    pub engine: Engine,
    /// Look for included files here, too
    #[arg(short = 'I', value_name = "DIR")]
    pub include: Vec<String>,
    /// How many tasks run at the same time
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub jobs: u16,
    /// Also write all rows to a file
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
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

/// Queries of the predicate abstraction algorithms, as in FQ02's Figures 7 and 8
///
/// Without files: list partition, both loops of selection sort, find, and a model of a file system's create, with the
/// predicates of the paper, beside the paper's own figures; and how the inference grows with the number of predicates.
/// With files: queries by the number of predicates over the loops of these programs, with the predicates that `invar
/// verify` guesses.
#[derive(Args, Debug)]
pub struct Fq02Args {
    /// Programs, or folders of programs
    #[arg(value_name = "FILE")]
    pub files: Vec<String>,
    /// Seconds for each algorithm and body
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    pub timeout: Duration,
    /// Look for included files here, too
    #[arg(short = 'I', value_name = "DIR")]
    pub include: Vec<String>,
    /// How to print the result: for a person or for a program
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

/// Measure SG09's Tables 4, 5 and 6 again, on programs of our own
///
/// Seconds of each of the paper's algorithms for each row that there is a program for, with templates given and guessed, beside the paper's own
/// figures, and the preconditions that are found.
#[derive(Args, Debug)]
pub struct Sg09Args {
    /// Only rows whose name contains this
    #[arg(long, value_name = "TEXT")]
    pub only: Option<String>,
    /// Seconds for each measurement
    #[arg(long, value_name = "SECONDS", default_value = "20", value_parser = seconds)]
    pub timeout: Duration,
    /// So many predicates more for each unknown, about nothing that matters (Figure 5), and how many times as many queries that takes, instead
    #[arg(long, value_name = "COUNT")]
    pub irrelevant: Option<usize>,
    /// How to print the result: for a person or for a program
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

/// Abstraction to boolean programs, as in BMMR01's Tables 1 and 2
///
/// Lines, predicates, questions to the prover and time for each of the tables' programs beside the paper's own figures, what Bebop says of their
/// assertions, also in twins with a mistake; the verdicts about two rules for drivers, and how the time for them grows.
#[derive(Args, Debug)]
pub struct Bmmr01Args {
    /// Only rows whose name contains this: those of the tables, and `growth`
    #[arg(long, value_name = "TEXT")]
    pub only: Option<String>,
    /// Seconds for each measurement
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds)]
    pub timeout: Duration,
    /// How to print the result: for a person or for a program
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

/// The backward engine on array programs, as in SPW09's Table 1
///
/// Refinements, predicates per location and time for each of the table's programs beside the paper's own figures; the same
/// programs with their memory checks; and whether a mistake in each of them is found.
#[derive(Args, Debug)]
pub struct Spw09Args {
    /// Only rows whose name contains this
    #[arg(long, value_name = "TEXT")]
    pub only: Option<String>,
    /// Seconds for each measurement
    #[arg(long, value_name = "SECONDS", default_value = "20", value_parser = seconds)]
    pub timeout: Duration,
    /// How to print the result: for a person or for a program
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
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

/// The kinds of checks that `--check` chooses among; contracts and invariants are what proofs rest on, so those are always
/// checked.
const CHOICES: [CheckKind; 14] = [
    CheckKind::Assertion,
    CheckKind::Unreachable,
    CheckKind::Bounds,
    CheckKind::Null,
    CheckKind::Dead,
    CheckKind::Free,
    CheckKind::ReadOnly,
    CheckKind::Overlap,
    CheckKind::FunctionPointer,
    CheckKind::DivisionByZero,
    CheckKind::SignedOverflow,
    CheckKind::Shift,
    CheckKind::Leak,
    CheckKind::Rule,
];

/// What is checked with a rule: nothing else that can be chosen, unless somebody chose it.
pub fn checks_of_rules(chosen: Option<CheckSet>) -> CheckSet {
    let none = CHOICES.into_iter().fold(CheckSet::of(&CheckKind::ALL), CheckSet::without);
    chosen.unwrap_or(none).with(CheckKind::Rule)
}

fn checks(list: &str) -> Result<CheckSet, String> {
    let all = CheckSet::of(&CheckKind::ALL);
    let none = CHOICES.into_iter().fold(all, CheckSet::without);
    let is_change = list.starts_with(['+', '-']);
    let mut set = if is_change { CheckSet::default() } else { none };
    for item in list.split(',').map(str::trim) {
        let (adds, name) = match (item.strip_prefix('+'), item.strip_prefix('-')) {
            (Some(name), _) => (true, name),
            (None, Some(name)) => (false, name),
            (None, None) => (true, item),
        };
        let kinds: Vec<CheckKind> = match name {
            "all" => CHOICES.to_vec(),
            "default" => CHOICES.into_iter().filter(|kind| CheckSet::default().has(*kind)).collect(),
            _ => CHOICES.into_iter().filter(|kind| kind.code() == name).collect(),
        };
        if kinds.is_empty() {
            let codes: Vec<&str> = CHOICES.into_iter().map(CheckKind::code).collect();
            return Err(format!("`{name}` is not a check; choose among {}, all, default", codes.join(", ")));
        }
        set = kinds.into_iter().fold(set, |set, kind| if adds { set.with(kind) } else { set.without(kind) });
    }
    Ok(set)
}

/// A list for `--check` that chooses this set.
pub fn check_list(set: CheckSet) -> String {
    let left_out = CHOICES.into_iter().filter(|kind| !set.has(*kind));
    let words: Vec<String> = left_out.map(|kind| format!(",-{}", kind.code())).collect();
    format!("all{}", words.concat())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_checks() {
        let chosen = |list: &str| {
            let codes =
                |set: CheckSet| CHOICES.into_iter().filter(|kind| set.has(*kind)).map(CheckKind::code).collect();
            checks(list).map(|set| -> Vec<&str> { codes(set) })
        };
        assert_eq!(chosen("bounds,null"), Ok(vec!["bounds", "null"]));
        assert_eq!(chosen("all").map(|codes| codes.len()), Ok(CHOICES.len()));
        assert_eq!(chosen("all,-leak").map(|codes| codes.contains(&"leak")), Ok(false));
        let with_overflow = chosen("+overflow,-division").expect("a list");
        assert!(with_overflow.contains(&"overflow") && with_overflow.contains(&"null"));
        assert!(!with_overflow.contains(&"division"));
        assert!(checks("bounds").is_ok_and(|set| set.has(CheckKind::Precondition)));
        for list in ["all", "bounds", "+overflow", "all,-all"] {
            assert_eq!(checks(list), checks(list).and_then(|set| checks(&check_list(set))));
        }
        assert!(chosen("bound").is_err() && chosen("").is_err());
    }
}
