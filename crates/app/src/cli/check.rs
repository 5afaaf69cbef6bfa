//! `invar check`.

use std::sync::Arc;

use clap::Parser;
use invar_base::{Diagnostic, Id};
use invar_front::ReadOptions;

use super::args::{CArgs, CheckArgs, Cli, Command};
use super::verify::{leave, read_options, read_words, run};
use super::{BAD_INPUT, terminal};
use crate::evidence::{self, FileEvidence, Recheck};
use crate::property;
use crate::report::text::{self, Detail};
use crate::session::{FileReport, Outcome, Run};

pub fn check(args: &CheckArgs) -> u8 {
    let colour = terminal::colour(&std::io::stderr());
    let evidence = match evidence::load(&args.file) {
        Ok(evidence) => evidence,
        Err(refusal) => {
            terminal::print_error(&text::lone_error(&refusal.path, &refusal.diagnostic, colour));
            return BAD_INPUT;
        }
    };
    let paths: Vec<String> = evidence.files.iter().map(|file| file.path.clone()).collect();
    let engine = Recheck { files: evidence.files.clone(), solver: args.solver.clone() };
    let read = match read_as(&evidence.options, args) {
        Ok(read) => read,
        Err(error) => {
            terminal::print_error(&text::lone_error(&args.file, &error, colour));
            return BAD_INPUT;
        }
    };
    let mut run = run(&paths, &args.limits, read, Arc::new(engine));
    let misfits = evidence.files.iter().zip(&run.files);
    let misfit = misfits.filter_map(|(file, report)| Some((&report.path, evidence::misfit(file, report)?))).next();
    if let Some((path, error)) = misfit {
        terminal::print_error(&text::lone_error(path, &error, colour));
        return leave(&run, BAD_INPUT);
    }
    for (file, report) in evidence.files.iter().zip(&mut run.files) {
        keep_claimed(file, report);
    }
    if !evidence.options.is_empty() {
        terminal::print(&format!("note: the evidence was made under {}\n", evidence.options.join(" ")));
    }
    super::verify::print_text(&run, Detail::Verdicts);
    print_unclaimed(&evidence.files, &run);
    leave(&run, run.overall().exit_code())
}

/// The options under which the evidence was made, if they mean what is asked about. Where files are found is not asked:
/// the hashes say whether they are the same.
fn read_as(words: &[String], asked: &CheckArgs) -> Result<ReadOptions, Diagnostic> {
    let bad = || invar_front::text::bad("bad-evidence", "its options are not those of `invar verify`".into());
    let line = ["invar", "verify"].into_iter().chain(words.iter().map(String::as_str)).chain(["file"]);
    let Ok(Cli { command: Command::Verify(args) }) = Cli::try_parse_from(line) else { return Err(bad()) };
    let CheckArgs { function, define, data_model, check, property, rule, .. } = asked.clone();
    let c = CArgs { define, data_model, check, property, ..CArgs::default() };
    let (made, asked) = (read_words(&args.c, &args.function, &args.rule), read_words(&c, &function, &rule));
    if let Some(difference) = evidence::other_options(&made, &asked) {
        return Err(difference);
    }
    let property = args.c.property.as_ref().map(|property| property::load(property)).transpose().map_err(|_| bad())?;
    Ok(read_options(&args, property.as_ref()))
}

/// Evidence says nothing about procedures that were not proved, and so does its check.
fn keep_claimed(file: &FileEvidence, report: &mut FileReport) {
    if let Outcome::Read { procedures, .. } = &mut report.outcome {
        procedures.retain(|found| file.procedures.iter().any(|claim| claim.index == found.impl_id.index()));
    }
}

fn print_unclaimed(files: &[FileEvidence], run: &Run) {
    for (file, report) in files.iter().zip(&run.files) {
        if let Outcome::Read { program, .. } = &report.outcome {
            let targets = invar_engine::verify::verification_targets(program).len();
            let unclaimed = targets - file.procedures.len().min(targets);
            if unclaimed > 0 {
                let what = if unclaimed == 1 { "1 procedure".into() } else { format!("{unclaimed} procedures") };
                terminal::print(&format!("note: the evidence says nothing about {what} of {}\n", report.path));
            }
        }
    }
}
