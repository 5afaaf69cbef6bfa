//! The session with engines that are slow, stuck or broken. No prover is involved.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use invar_base::Budget;
use invar_engine::{Cause, ImplReport, Unknown, Verdict};
use invar_gcl::{ImplId, Program};

use super::*;
use crate::backend::Counter;

/// Does as the name of the procedure says.
struct Actor;

impl Engine for Actor {
    fn run(&self, _: usize, program: &Program, impl_id: ImplId, budget: &Budget, _: &Counter) -> ImplReport {
        let name = program.impl_name(impl_id);
        if name.starts_with("panic") {
            panic!("on purpose");
        }
        if name.starts_with("stuck") {
            thread::sleep(Duration::from_secs(20));
        }
        while name.starts_with("slow") && budget.check().is_ok() {
            thread::sleep(Duration::from_millis(5));
        }
        let detail = format!("done {name}");
        report_of(program, impl_id, Verdict::Unknown(Unknown { cause: Cause::Incomplete, detail, candidate: None }))
    }
}

fn program(names: &[&str]) -> String {
    names.iter().map(|name| format!("procedure {name}() {{ assert true; }}\n")).collect()
}

struct Files {
    folder: tempfile::TempDir,
    paths: Vec<String>,
}

fn files(texts: &[String]) -> Files {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut paths = Vec::new();
    for (index, text) in texts.iter().enumerate() {
        let path = folder.path().join(format!("{index}.bpl"));
        std::fs::write(&path, text).expect("write a file");
        paths.push(path.to_str().expect("a UTF-8 path").to_string());
    }
    Files { folder, paths }
}

fn details(file: &FileReport) -> Vec<String> {
    let Outcome::Read { procedures, .. } = &file.outcome else { return Vec::new() };
    let detail = |report: &ImplReport| match &report.verdict {
        Verdict::Unknown(unknown) => format!("{}: {}", unknown.cause.code(), unknown.detail),
        Verdict::Proved(_) | Verdict::ProvedIf(_) | Verdict::Refuted(_) => "answered".to_string(),
    };
    procedures.iter().map(detail).collect()
}

#[test]
fn reports_come_in_the_order_of_the_text_whatever_the_threads_do() {
    let names: Vec<String> = (0..40).map(|index| format!("p{index}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let Files { folder: _folder, paths } = files(&[program(&names), program(&["q"]), program(&names)]);
    let mut seen = BTreeSet::new();
    for jobs in [1, 2, 7] {
        let options = Options { jobs, ..Options::default() };
        let run = run(&paths, &options, Arc::new(Actor), &mut |_| {});
        let all: Vec<Vec<String>> = run.files.iter().map(details).collect();
        assert_eq!(all[0].len(), 40);
        assert_eq!(all[0][7], "incomplete: done p7");
        assert_eq!(run.files[1].path, paths[1]);
        seen.insert(all);
    }
    assert_eq!(seen.len(), 1);
}

#[test]
fn a_panic_is_unknown_and_the_others_go_on() {
    let Files { folder: _folder, paths } = files(&[program(&["a", "panic", "b"])]);
    let run = run(&paths, &Options::default(), Arc::new(Actor), &mut |_| {});
    let details = details(&run.files[0]);
    assert_eq!((details[0].as_str(), details[2].as_str()), ("incomplete: done a", "incomplete: done b"));
    assert!(details[1].starts_with("unsupported: internal error (on purpose"), "{}", details[1]);
    assert!(details[1].contains("please report it"));
    assert_eq!(run.overall(), Overall::Unknown);
}

#[test]
fn an_interrupt_keeps_what_is_known() {
    for second in ["slow", "stuck"] {
        let Files { folder: _folder, paths } = files(&[program(&["a", second, "b"]), program(&["c"])]);
        let options = Options { jobs: 1, ..Options::default() };
        let flag = options.interrupt.clone();
        let start = Instant::now();
        let run = run(&paths, &options, Arc::new(Actor), &mut |progress| {
            if matches!(&progress, Progress::Verified { name, .. } if name == "a") {
                flag.store(true, Ordering::Relaxed);
            }
        });
        assert!(start.elapsed() < Duration::from_secs(10), "{second}: {:?}", start.elapsed());
        let details = details(&run.files[0]);
        assert_eq!(details[0], "incomplete: done a");
        assert!(details[2].starts_with("interrupted: "), "{}", details[2]);
        assert_eq!(run.files[1].overall(), Overall::Unknown);
    }
}

#[test]
fn a_stuck_engine_does_not_outlast_the_timeout() {
    let Files { folder: _folder, paths } = files(&[program(&["stuck", "a"]), program(&["c"])]);
    let options = Options { jobs: 1, timeout: Some(Duration::from_millis(200)), ..Options::default() };
    let start = Instant::now();
    let run = run(&paths, &options, Arc::new(Actor), &mut |_| {});
    assert!(start.elapsed() < Duration::from_secs(10));
    assert!(details(&run.files[0]).iter().all(|detail| detail.starts_with("timeout: ")));
    assert_eq!(details(&run.files[1]), ["incomplete: done c"]);
}

#[test]
fn one_bad_file_does_not_stop_the_others() {
    let Files { folder: _folder, paths } = files(&["procedure (".into(), program(&["a"]), String::new()]);
    let run = run(&paths, &Options::default(), Arc::new(Actor), &mut |_| {});
    assert_eq!(run.overall(), Overall::BadInput);
    assert_eq!(details(&run.files[1]), ["incomplete: done a"]);
    assert!(matches!(&run.files[2].outcome, Outcome::Bad(errors) if errors[0].code == "empty-file"));
}

#[test]
fn every_function_gets_its_turn_before_one_gets_all_the_time() {
    let Files { folder: _folder, paths } = files(&[program(&["slow", "a", "b"])]);
    let options = Options { jobs: 1, timeout: Some(Duration::from_millis(2_000)), ..Options::default() };
    let start = Instant::now();
    let run = run(&paths, &options, Arc::new(Actor), &mut |_| {});
    assert!(start.elapsed() < Duration::from_millis(2_600), "{:?}", start.elapsed());
    let details = details(&run.files[0]);
    assert_eq!((details[1].as_str(), details[2].as_str()), ("incomplete: done a", "incomplete: done b"));
}
