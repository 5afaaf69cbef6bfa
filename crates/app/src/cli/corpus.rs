//! `invar bench corpus`.

use std::io::IsTerminal;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::args::CorpusArgs;
use super::{BAD_INPUT, terminal};
use crate::bench::corpus::child::{self, Settings};
use crate::bench::corpus::outcome::{self, Row};
use crate::bench::corpus::table;
use crate::bench::corpus::tasks::{self, Task};
use crate::report::json::to_text;

/// Stopped by Ctrl-C, it prints the rows that are complete.
pub fn corpus(args: &CorpusArgs) -> u8 {
    let result = tasks_of(args).and_then(|tasks| {
        let rows = run(&settings(args)?, &tasks, usize::from(args.jobs));
        if let Some(path) = &args.json {
            std::fs::write(path, to_text(&rows)).map_err(|error| format!("{}: {error}", path.display()))?;
        }
        Ok(rows)
    });
    match result {
        Ok(rows) => {
            terminal::print(&table::text(&rows));
            u8::from(rows.iter().any(|row| row.outcome.is_wrong()))
        }
        Err(error) => {
            terminal::print_error(&format!("error: {error}\n"));
            BAD_INPUT
        }
    }
}

fn tasks_of(args: &CorpusArgs) -> Result<Vec<Task>, String> {
    let is_wanted = |task: &Task| {
        task.language == args.lang
            && args.only.as_ref().is_none_or(|part| task.path.contains(part) || task.corpus.contains(part))
            && args.property.as_ref().is_none_or(|property| task.property == *property)
            && args.expected.as_ref().is_none_or(|expected| task.expected == *expected)
    };
    let tasks: Vec<Task> = tasks::read(&args.tsv)?.into_iter().filter(is_wanted).collect();
    if tasks.is_empty() { Err("no task of the list is asked for".to_string()) } else { Ok(tasks) }
}

fn settings(args: &CorpusArgs) -> Result<Settings, String> {
    let invar = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut options: Vec<String> = args.include.iter().map(|folder| format!("-I{folder}")).collect();
    if let Some(engine) = args.engine.to_possible_value() {
        options.push(format!("--engine={}", engine.get_name()));
    }
    let CorpusArgs { dir, timeout, memory, .. } = args;
    Ok(Settings { invar, folder: dir.clone(), timeout: *timeout, memory_megabytes: *memory, options })
}

fn run(settings: &Settings, tasks: &[Task], jobs: usize) -> Vec<Row> {
    let interrupt = terminal::interrupt_flag();
    let bar = bar(tasks.len() as u64);
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, Row)>> = Mutex::new(Vec::new());
    let work = || {
        while !interrupt.load(Ordering::Relaxed) {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(task) = tasks.get(index) else { break };
            let row = outcome::row(task, child::run(settings, task));
            // The children hear Ctrl-C as well: what they answered then says nothing.
            if interrupt.load(Ordering::Relaxed) {
                break;
            }
            let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
            done.push((index, row));
            bar.set_message(table::short(done.iter().map(|(_, row)| row)));
            bar.inc(1);
        }
    };
    thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(work);
        }
    });
    bar.finish_and_clear();
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, row)| row).collect()
}

fn bar(tasks: u64) -> ProgressBar {
    let is_seen = std::io::stderr().is_terminal();
    let target = if is_seen { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let bar = ProgressBar::with_draw_target(Some(tasks), target);
    match ProgressStyle::with_template("{bar:30} {pos}/{len} {msg} [{elapsed}, {eta} left]") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
