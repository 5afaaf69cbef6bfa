//! `--harness FILE.c`: the first run that fails, as a program.

use std::path::Path;

use invar_base::SourceMap;
use invar_engine::CheckReport;
use invar_front::c::CheckSet;
use invar_front::c::harness::{Failing, build, write as text_of};

use super::terminal;
use crate::report::findings::{Kind, findings, shown_span, wording};
use crate::session::{Outcome, Run};

/// Writes the file, or says why there is none. Checks that a property is about come first.
pub fn write(path: &str, run: &Run, decisive: CheckSet) {
    match of_run(path, run, decisive) {
        Ok(text) => {
            if let Err(error) = std::fs::write(path, text) {
                terminal::print_error(&format!("error: the harness cannot be written to {path}: {error}\n"));
            }
        }
        Err(problem) => terminal::print_error(&format!("note: {path} is not written: {problem}\n")),
    }
}

fn of_run(path: &str, run: &Run, decisive: CheckSet) -> Result<String, String> {
    let mut problem = "nothing is refuted, so there is no run to repeat".to_string();
    for file in &run.files {
        let Outcome::Read { program, procedures, guide: Some(guide), .. } = &file.outcome else { continue };
        let mut found: Vec<_> = findings(file).into_iter().collect();
        found.sort_by_key(|finding| match &finding.kind {
            Kind::Refuted { check, .. } => !decisive.has(check.check.kind),
            _ => true,
        });
        for finding in found {
            let (Kind::Refuted { check, trace }, Some(procedure)) = (&finding.kind, finding.procedure) else {
                continue;
            };
            let Some(report) = procedures.get(procedure) else { continue };
            let Some(recording) = &trace.recording else { continue };
            let failing = Failing {
                guide,
                program,
                sources: &file.sources,
                impl_id: report.impl_id,
                check: &check.check,
                recording,
            };
            let title = title(&file.sources, finding.code, check);
            match build(&failing, included(path, &file.path), title) {
                Ok(plan) => return Ok(text_of(&plan)),
                Err(reason) => problem = reason,
            }
        }
    }
    Err(problem)
}

fn title(sources: &SourceMap, code: &str, check: &CheckReport) -> Vec<String> {
    let place = sources.place(shown_span(sources, check));
    vec![format!("refuted[{code}]: {} ({}:{})", wording(check), place.file, place.line)]
}

/// The source as an `#include` of the harness finds it: beside it, or by its full path.
fn included(harness: &str, source: &str) -> String {
    let folder = |path: &str| std::path::absolute(path).ok().and_then(|path| path.parent().map(Path::to_path_buf));
    let beside = folder(harness) == folder(source);
    let found = match Path::new(source).file_name() {
        Some(name) if beside => Some(name.to_string_lossy().into_owned()),
        Some(_) | None => std::path::absolute(source).ok().map(|path| path.to_string_lossy().into_owned()),
    };
    found.unwrap_or_else(|| source.to_string())
}
