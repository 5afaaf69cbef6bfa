//! `invar bench`.

use std::io::IsTerminal;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use invar_base::{Budget, Effort};

use super::args::{BenchArgs, Format, Fq02Args, Fs01Args, Table};
use super::{BAD_INPUT, terminal};
use crate::backend::Counter;
use crate::bench::families::Family;
use crate::bench::{fq02, fs01, table};

pub fn bench(args: &BenchArgs) -> u8 {
    match &args.table {
        Table::Fs01(args) => fs01(args),
        Table::Fq02(args) => fq02(args),
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
    let budget = Budget::new(Effort::DEFAULT).with_interrupt(terminal::interrupt_flag());
    let bar = bar(fq02::FIGURE_8.len() as u64);
    let mut rows = Vec::new();
    for benchmark in &fq02::FIGURE_8 {
        bar.set_message(benchmark.name);
        let row = fq02::measure(benchmark, &Counter::default(), &budget);
        if budget.check().is_err() {
            break;
        }
        match row {
            Ok(row) => rows.push(row),
            Err(error) => {
                bar.finish_and_clear();
                terminal::print_error(&format!("error: {}: {error}\n", benchmark.name));
                return BAD_INPUT;
            }
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    match args.format {
        Format::Text => terminal::print(&fq02::text(&rows)),
        Format::Json => terminal::print(&fq02::json(&rows)),
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
