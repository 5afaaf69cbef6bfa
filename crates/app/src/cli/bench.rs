//! `invar bench`.

use std::io::IsTerminal;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use invar_base::{Budget, Effort};
use invar_front::ReadOptions;
use invar_front::read::Preprocess;

use super::args::{BenchArgs, Bmmr01Args, Format, Fq02Args, Fs01Args, Sg09Args, Spw09Args, Table};
use super::{BAD_INPUT, terminal};
use crate::backend::Counter;
use crate::bench::families::Family;
use crate::bench::fq02::{Figures, figure_7, figure_8, growth};
use crate::bench::sg09::program::Templates;
use crate::bench::spw09::program::{Benchmark, TABLE_1};
use crate::bench::{bmmr01, fs01, sg09, spw09, table};
use crate::input;
use crate::report::text;
use crate::session::{Options, Outcome, Run, on_big_stack, read_only};

pub fn bench(args: &BenchArgs) -> u8 {
    match &args.table {
        Table::Fs01(args) => fs01(args),
        Table::Fq02(args) => on_big_stack(|| fq02(args)),
        Table::Spw09(args) => on_big_stack(|| spw09(args)),
        Table::Sg09(args) => on_big_stack(|| sg09(args)),
        Table::Bmmr01(args) => on_big_stack(|| bmmr01(args)),
        Table::Corpus(args) => super::corpus::corpus(args),
    }
}

/// Stopped by Ctrl-C, it prints the rows that are complete.
fn fs01(args: &Fs01Args) -> u8 {
    let budget = Budget::new(Effort::DEFAULT).with_interrupt(terminal::interrupt_flag());
    let families = Family::ALL.into_iter().filter(|family| args.family.is_none_or(|only| only == *family));
    let routines: Vec<(Family, u32)> = families
        .flat_map(|family| family.ladder().iter().map(move |&k| (family, k)))
        .filter(|(_, k)| *k <= args.max)
        .collect();
    let bar = bar(routines.len() as u64);
    let mut rows = Vec::new();
    for (family, k) in routines {
        bar.set_message(format!("{} {k}", family.name()));
        let row = fs01::measure(family, k, &budget);
        if budget.check().is_err() {
            break;
        }
        match row {
            Ok(row) => rows.push(row),
            Err(error) => {
                bar.finish_and_clear();
                terminal::print_error(&format!("error: {} {k}: {error}\n", family.name()));
                return BAD_INPUT;
            }
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    match args.format {
        Format::Text => terminal::print(&table::text(&rows)),
        Format::Json => terminal::print(&table::json(&rows)),
    }
    0
}

/// Stopped by Ctrl-C, it prints the rows that are complete.
fn fq02(args: &Fq02Args) -> u8 {
    let measured = if args.files.is_empty() { papers_loops() } else { named_loops(args) };
    let figures = match measured {
        Ok(figures) => figures,
        Err(error) => {
            terminal::print_error(&error);
            return BAD_INPUT;
        }
    };
    match args.format {
        Format::Text => terminal::print(&figures.text()),
        Format::Json => terminal::print(&figures.json()),
    }
    0
}

/// Figure 8, and the growth of the inference.
fn papers_loops() -> Result<Figures, String> {
    let budget = Budget::new(Effort::DEFAULT).with_interrupt(terminal::interrupt_flag());
    let bar = bar((figure_8::FIGURE_8.len() + growth::BUDGETS.len()) as u64);
    let mut figures = Figures::default();
    for benchmark in &figure_8::FIGURE_8 {
        bar.set_message(benchmark.name);
        let row = figure_8::measure(benchmark, &Counter::default(), &budget);
        if budget.check().is_err() {
            return Ok(figures);
        }
        figures.figure_8.push(row.map_err(|error| format!("error: {}: {error}\n", benchmark.name))?);
        bar.inc(1);
    }
    for most in growth::BUDGETS {
        bar.set_message(format!("{most} predicates"));
        let row = growth::measure(most, &Counter::default(), &budget);
        if budget.check().is_err() {
            return Ok(figures);
        }
        figures.growth.push(row.map_err(|error| format!("error: growth: {error}\n"))?);
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(figures)
}

/// Figure 7. A file that cannot be read is named, and left out.
fn named_loops(args: &Fq02Args) -> Result<Figures, String> {
    let preprocess = Preprocess { include: args.include.clone(), ..Preprocess::default() };
    let read = ReadOptions { preprocess, ..ReadOptions::default() };
    let options = Options { read, ..Options::default() };
    let budget = Budget::new(Effort::DEFAULT).with_interrupt(terminal::interrupt_flag());
    let files: Vec<String> = args.files.iter().flat_map(|path| input::expand(path)).collect();
    let bar = bar(files.len() as u64);
    let mut figure = figure_7::Figure::default();
    for path in files {
        bar.set_message(path.clone());
        let file = read_only(&path, &options);
        let Outcome::Read { program, .. } = &file.outcome else {
            let run = Run::of_file(file);
            bar.suspend(|| terminal::print_error(&text::errors(&run, terminal::colour(&std::io::stderr()))));
            continue;
        };
        figure.add(program, &Counter::default(), &budget, args.timeout);
        if budget.check().is_err() {
            break;
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(Figures { figure_7: Some(figure), ..Figures::default() })
}

fn spw09(args: &Spw09Args) -> u8 {
    let is_asked = |row: &&Benchmark| args.only.as_ref().is_none_or(|only| row.name.contains(only.as_str()));
    let benchmarks: Vec<&Benchmark> = TABLE_1.iter().filter(is_asked).collect();
    let rows = measured(&benchmarks, |row| row.name, &|row, budget| {
        spw09::measure(row, &Counter::default(), budget, args.timeout)
    });
    printed(args.format, rows, spw09::text, spw09::json)
}

fn sg09(args: &Sg09Args) -> u8 {
    let is_asked =
        |row: &&sg09::program::Benchmark| args.only.as_ref().is_none_or(|only| row.name.contains(only.as_str()));
    let benchmarks: Vec<&sg09::program::Benchmark> = sg09::program::ROWS.iter().filter(is_asked).collect();
    let other = args.irrelevant.map_or(Templates::Guessed, Templates::WithIrrelevant);
    let rows = measured(&benchmarks, |row| row.name, &|row, budget| sg09::measure(row, other, budget, args.timeout));
    let text: fn(&[sg09::Row]) -> String = if args.irrelevant.is_some() { sg09::robustness } else { sg09::text };
    printed(args.format, rows, text, sg09::json)
}

fn bmmr01(args: &Bmmr01Args) -> u8 {
    let is_asked = |row: &bmmr01::Subject| args.only.as_ref().is_none_or(|only| row.name().contains(only.as_str()));
    let subjects: Vec<bmmr01::Subject> = bmmr01::subjects().into_iter().filter(is_asked).collect();
    let subjects: Vec<&bmmr01::Subject> = subjects.iter().collect();
    let rows = measured(&subjects, bmmr01::Subject::name, &|row, budget| bmmr01::measure(row, budget, args.timeout));
    printed(args.format, rows, bmmr01::text, bmmr01::json)
}

/// A row for each program, or what is wrong with one. Stopped by Ctrl-C, those that are complete.
fn measured<B, R, E: std::fmt::Display>(
    benchmarks: &[&B],
    name: fn(&B) -> &'static str,
    measure: &dyn Fn(&B, &Budget) -> Result<R, E>,
) -> Result<Vec<R>, String> {
    let budget = Budget::new(Effort::DEFAULT).with_interrupt(terminal::interrupt_flag());
    let bar = bar(benchmarks.len() as u64);
    let mut rows = Vec::new();
    for &benchmark in benchmarks {
        bar.set_message(name(benchmark));
        let row = measure(benchmark, &budget);
        if budget.check().is_err() {
            break;
        }
        match row {
            Ok(row) => rows.push(row),
            Err(error) => {
                bar.finish_and_clear();
                return Err(format!("error: {}: {error}\n", name(benchmark)));
            }
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(rows)
}

fn printed<R>(format: Format, rows: Result<Vec<R>, String>, text: fn(&[R]) -> String, json: fn(&[R]) -> String) -> u8 {
    match (rows, format) {
        (Err(error), _) => {
            terminal::print_error(&error);
            return BAD_INPUT;
        }
        (Ok(rows), Format::Text) => terminal::print(&text(&rows)),
        (Ok(rows), Format::Json) => terminal::print(&json(&rows)),
    }
    0
}

fn bar(routines: u64) -> ProgressBar {
    let is_seen = std::io::stderr().is_terminal();
    let target = if is_seen { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let bar = ProgressBar::with_draw_target(Some(routines), target);
    match ProgressStyle::with_template("{bar:30} {pos}/{len} {msg} [{elapsed}]") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
