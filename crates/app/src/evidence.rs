//! Evidence on disk. In: a run. Out: what was proved and what each proof rests on, with the hash of the source, as JSON
//! (`docs/json.md`); and back again. A file of evidence is never believed: `check` proves everything in it once more.

use std::path::Path;

use invar_base::{Budget, Diagnostic, Id};
use invar_engine::{Cause, Evidence, ImplReport, Unknown, Verdict};
use invar_front::Language;
use invar_front::text::{bad, load_program, load_text};
use invar_gcl::{CmdKind, ImplId, ProcId, Program};
use serde::{Deserialize, Serialize};

use crate::backend::{self, Counter};
use crate::inferred::{self, Words};
use crate::input;
use crate::report::json::{self, Place};
use crate::session::{Engine, FileReport, Outcome, Run, report_of};

pub const SCHEMA: u32 = 1;

#[derive(Serialize, Deserialize, Clone, Debug)]
pub struct EvidenceFile {
    pub schema: u32,
    pub tool: String,
    pub version: String,
    /// The options of `invar verify` that say how the files are read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
    pub files: Vec<FileEvidence>,
}

#[derive(Serialize, Deserialize, Clone, Debug)]
pub struct FileEvidence {
    pub path: String,
    pub sha256: String,
    /// For C: the hash of what the preprocessor made of the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preprocessed_sha256: Option<String>,
    pub procedures: Vec<ProcedureEvidence>,
}

#[derive(Serialize, Deserialize, Clone, Debug)]
pub struct ProcedureEvidence {
    pub name: String,
    /// Which implementation of the file it is, counted from 0: a procedure may have several.
    pub index: usize,
    pub loops: Vec<LoopEvidence>,
    /// Instead of loop invariants: no run is longer than this depth of unrolling.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unrolled: Option<u32>,
    /// The contracts of the procedures it calls, which their bodies must satisfy for the proof to mean anything.
    pub contracts: Vec<Contract>,
}

#[derive(Serialize, Deserialize, Clone, Debug)]
pub struct LoopEvidence {
    pub place: Place,
    pub invariant: Vec<String>,
    /// What the text does not say.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inferred: Vec<String>,
    /// With inferred invariants: the loop's head in the body, counted from 0. Expanded calls repeat a loop.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub block: Option<usize>,
}

#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct Contract {
    pub procedure: String,
    pub requires: Vec<String>,
    pub ensures: Vec<String>,
}

/// The evidence of everything that a run proved, and the options under which its files were read.
pub fn from_run(run: &Run, options: Vec<String>) -> EvidenceFile {
    EvidenceFile {
        schema: SCHEMA,
        tool: "invar".into(),
        version: env!("CARGO_PKG_VERSION").into(),
        options,
        files: run.files.iter().filter_map(of_file).collect(),
    }
}

fn of_file(file: &FileReport) -> Option<FileEvidence> {
    match &file.outcome {
        Outcome::Bad(_) | Outcome::Unread(_) => None,
        Outcome::Read { program, procedures, hashes, .. } => Some(FileEvidence {
            path: file.path.clone(),
            sha256: hashes.source.clone(),
            preprocessed_sha256: hashes.preprocessed.clone(),
            procedures: procedures.iter().filter_map(|report| of_procedure(file, program, report)).collect(),
        }),
    }
}

fn of_procedure(file: &FileReport, program: &Program, report: &ImplReport) -> Option<ProcedureEvidence> {
    match &report.verdict {
        Verdict::ProvedIf(_) | Verdict::Refuted(_) | Verdict::Unknown(_) => None,
        Verdict::Proved(proved) => {
            let loops = &proved.evidence().loops;
            let inferred = inferred::show_all(program, report.impl_id, loops);
            let loops = loops.iter().zip(inferred).map(|(found, inferred)| LoopEvidence {
                place: json::place(&file.sources, found.span),
                invariant: found.invariant.iter().map(|term| backend::show_term(program, *term)).collect(),
                block: (!inferred.is_empty()).then(|| found.block.index()),
                inferred,
            });
            Some(ProcedureEvidence {
                name: report.name.clone(),
                index: report.impl_id.index(),
                loops: loops.collect(),
                unrolled: proved.evidence().unrolled,
                contracts: contracts(program, report.impl_id),
            })
        }
    }
}

/// The contracts of the called procedures, each once, in the order of the program.
fn contracts(program: &Program, impl_id: ImplId) -> Vec<Contract> {
    let cmds = program.impls[impl_id].blocks.values().flat_map(|block| &block.cmds);
    let mut callees: Vec<ProcId> = cmds.filter_map(|cmd| callee(&cmd.kind)).collect();
    callees.sort();
    callees.dedup();
    callees.into_iter().map(|id| contract(program, id)).collect()
}

fn callee(kind: &CmdKind) -> Option<ProcId> {
    match kind {
        CmdKind::Call { callee, .. } => Some(*callee),
        CmdKind::Assign(..) | CmdKind::Havoc(_) | CmdKind::Assume(_) | CmdKind::Assert(..) => None,
    }
}

fn contract(program: &Program, id: ProcId) -> Contract {
    let proc = &program.procs[id];
    Contract {
        procedure: program.proc_name(id).to_string(),
        requires: proc.requires.iter().map(|clause| backend::show_term(program, clause.term)).collect(),
        ensures: proc.ensures.iter().map(|clause| backend::show_term(program, clause.term)).collect(),
    }
}

/// Why evidence is not even looked at: which file is at fault, and what is wrong with it.
#[derive(Debug)]
pub struct Refusal {
    pub path: String,
    pub diagnostic: Diagnostic,
}

fn refusal(path: &str, diagnostic: Diagnostic) -> Box<Refusal> {
    Box::new(Refusal { path: path.to_string(), diagnostic })
}

/// Reads a file of evidence and finds the sources it speaks of, unchanged. The paths become ones that can be opened.
pub fn load(path: &str) -> Result<EvidenceFile, Box<Refusal>> {
    let here = |diagnostic| refusal(path, diagnostic);
    let text = load_text(path).map_err(here)?;
    let parsed: Result<EvidenceFile, _> = serde_json::from_str(&text);
    let mut evidence = parsed.map_err(|error| here(bad("bad-evidence", format!("this is not evidence: {error}"))))?;
    if evidence.schema != SCHEMA {
        let message = format!("this evidence has schema {}; this version reads schema {SCHEMA}", evidence.schema);
        return Err(here(bad("bad-evidence", message)));
    }
    for file in &mut evidence.files {
        file.path = find_source(path, &file.path);
        let loaded = Language::of_path(&file.path).and_then(|_| load_program(&file.path));
        let bytes = loaded.map_err(|error| refusal(&file.path, error))?;
        if input::sha256(&bytes) != file.sha256 {
            return Err(refusal(&file.path, changed_source()));
        }
    }
    if evidence.files.iter().all(|file| file.procedures.is_empty()) {
        let message = "this evidence is about no procedure at all, so it proves nothing".to_string();
        return Err(here(bad("bad-evidence", message)));
    }
    Ok(evidence)
}

fn changed_source() -> Diagnostic {
    let message = "this file has changed since the evidence was written: its SHA-256 is another".to_string();
    bad("changed-source", message).with_help("verify it again with `--evidence`")
}

/// Options that change what a proof says, each with its value: whoever checks evidence must have asked for the same.
const MEANING: [&str; 5] = ["--check=", "--property=", "--data-model=", "--function=", "-D"];

/// What is wrong with evidence that was made under other options than those that are asked about.
pub fn other_options(made: &[String], asked: &[String]) -> Option<Diagnostic> {
    let meant = |words: &[String]| -> Vec<String> {
        let mut words = words.to_vec();
        words.retain(|word| MEANING.iter().any(|option| word.starts_with(option)));
        // The order of macros matters, that of the other options does not.
        words.sort_by_key(|word| MEANING.iter().position(|option| word.starts_with(option)));
        words
    };
    let (made, asked) = (meant(made), meant(asked));
    if made == asked {
        return None;
    }
    let only_in = |words: &[String], others: &[String]| -> Vec<String> {
        words.iter().filter(|word| !others.contains(word)).map(|word| format!("`{word}`")).collect()
    };
    let parts = [("it was made under", only_in(&made, &asked)), ("it was not made under", only_in(&asked, &made))];
    let parts: Vec<String> = parts
        .into_iter()
        .filter(|(_, words)| !words.is_empty())
        .map(|(what, words)| format!("{what} {}", words.join(" ")))
        .collect();
    let difference = if parts.is_empty() { "the order of `-D` is another".to_string() } else { parts.join(" and ") };
    let message = format!("this evidence answers another question: {difference}");
    Some(bad("other-options", message).with_help("give `invar check` the options that the proof is to be about"))
}

/// The path as it was given, or else beside the evidence.
fn find_source(evidence: &str, source: &str) -> String {
    let beside = Path::new(evidence).parent().map(|folder| folder.join(source));
    match beside.as_deref().and_then(Path::to_str) {
        Some(beside) if !Path::new(source).exists() && Path::new(beside).exists() => beside.to_string(),
        Some(_) | None => source.to_string(),
    }
}

/// What is wrong with evidence that claims other procedures, contracts or invariants than those that were proved again.
pub fn misfit(file: &FileEvidence, report: &FileReport) -> Option<Diagnostic> {
    let Outcome::Read { program, procedures, hashes, .. } = &report.outcome else { return None };
    // These are the bytes that were proved, whatever is on disk by now.
    if hashes.source != file.sha256 {
        return Some(changed_source());
    }
    if hashes.preprocessed != file.preprocessed_sha256 {
        let message =
            "the preprocessor makes something else of this file than when the evidence was written".to_string();
        let help = "a header, a macro or the compiler has changed: verify it again with `--evidence`";
        return Some(bad("changed-source", message).with_help(help));
    }
    let fits = |claim: &ProcedureEvidence| {
        let Some(found) = procedures.iter().find(|found| found.impl_id.index() == claim.index) else { return false };
        // What could not be proved again has nothing to compare with; it is reported as unknown.
        let is_same = of_procedure(report, program, found).is_none_or(|again| again.has_loops_of(claim));
        found.name == claim.name && contracts(program, found.impl_id) == claim.contracts && is_same
    };
    for claim in &file.procedures {
        let message = match (fits(claim), evidence_of(program, claim)) {
            (true, Ok(_)) => continue,
            (false, _) => format!("the evidence for procedure `{}` does not fit this program", claim.name),
            (true, Err(error)) => format!("the evidence for procedure `{}` cannot be read: {error}", claim.name),
        };
        return Some(bad("bad-evidence", message));
    }
    None
}

/// What a claim says, to be proved; or what about it cannot be understood.
fn evidence_of(program: &Program, claim: &ProcedureEvidence) -> Result<Evidence, String> {
    let with_inferred = || claim.loops.iter().filter(|known| !known.inferred.is_empty());
    let mut evidence = Evidence { loops: Vec::new(), unrolled: claim.unrolled };
    if with_inferred().next().is_none() {
        return Ok(evidence);
    }
    let known = program.impls.ids().nth(claim.index);
    let mut words = known.and_then(|id| Words::new(program, id)).ok_or("there is no such body")?;
    for known in with_inferred() {
        let here = |error: String| format!("the loop at {}:{}: {error}", known.place.line, known.place.column);
        let block = known.block.ok_or_else(|| here("it does not say which block it is about".to_string()))?;
        let invariant = words.read(block, &known.inferred).map_err(here)?;
        if evidence.loops.iter().any(|other| other.block == invariant.block) {
            return Err(here(format!("block {block} has its invariants twice")));
        }
        evidence.loops.push(invariant);
    }
    Ok(evidence)
}

impl ProcedureEvidence {
    /// The same invariants at the same lines and columns; the file may have another name now. What was inferred was proved
    /// as the evidence says it.
    fn has_loops_of(&self, other: &ProcedureEvidence) -> bool {
        let same = |(a, b): (&LoopEvidence, &LoopEvidence)| {
            let said =
                |known: &'_ LoopEvidence| (known.place.line, known.place.column, known.block, known.inferred.len());
            said(a) == said(b) && a.invariant == b.invariant
        };
        self.loops.len() == other.loops.len() && self.loops.iter().zip(&other.loops).all(same)
    }
}

/// The engine of `invar check`: proves again, from the text, exactly what the evidence claims.
pub struct Recheck {
    pub files: Vec<FileEvidence>,
    /// Another SMT-LIB solver's command line.
    pub solver: Option<String>,
}

impl Recheck {
    pub fn claim(&self, file: usize, impl_id: ImplId) -> Option<&ProcedureEvidence> {
        self.files[file].procedures.iter().find(|procedure| procedure.index == impl_id.index())
    }
}

impl Engine for Recheck {
    fn run(&self, file: usize, program: &Program, impl_id: ImplId, budget: &Budget, counter: &Counter) -> ImplReport {
        let Some(claim) = self.claim(file, impl_id) else {
            let detail = "the evidence does not mention it".to_string();
            let unknown = Unknown { cause: Cause::Unsupported, detail, candidate: None };
            return report_of(program, impl_id, Verdict::Unknown(unknown));
        };
        let evidence = evidence_of(program, claim).map_err(|error| Unknown::new(Cause::Unsupported, error));
        let certify =
            |evidence: Evidence| backend::certify(program, impl_id, &evidence, self.solver.as_deref(), budget, counter);
        match evidence.and_then(certify) {
            Ok(proved) => {
                let assumptions = backend::assumptions(program, impl_id, budget);
                ImplReport { assumptions, ..report_of(program, impl_id, Verdict::Proved(proved)) }
            }
            Err(unknown) => report_of(program, impl_id, Verdict::Unknown(unknown)),
        }
    }
}
