//! Whole-program properties as SV-COMP writes them (`CONVENTIONS.md`). In: the text of a property file, or the name of a
//! property; then what a run found. Out: the checks that the property stands for; then the verdict in SV-COMP's words.
//!
//! `true` needs a proof of every line of the property; a line that Invar does not check makes it `unknown`. `false(x)`
//! needs a replayed run that fails a check of line x. Everything else is `unknown`.

use invar_base::Diagnostic;
use invar_engine::{CheckOutcome, Verdict};
use invar_front::c::{self, CheckSet, Start, Unasked};
use invar_front::text::{bad, load_text};
use invar_gcl::CheckKind;

use crate::session::{FileReport, Outcome};

/// One line of a property file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Line {
    UnreachCall,
    NoOverflow,
    ValidDeref,
    ValidFree,
    ValidMemtrack,
    /// `assert` and the functions that mark an error; for tasks that have no property file.
    Assert,
    ValidMemcleanup,
    NoDataRace,
    Termination,
}

impl Line {
    const ALL: [Line; 9] = [
        Line::UnreachCall,
        Line::NoOverflow,
        Line::ValidDeref,
        Line::ValidFree,
        Line::ValidMemtrack,
        Line::Assert,
        Line::ValidMemcleanup,
        Line::NoDataRace,
        Line::Termination,
    ];

    /// As it stands in a verdict: `false(name)`.
    pub fn name(self) -> &'static str {
        match self {
            Line::UnreachCall => "unreach-call",
            Line::NoOverflow => "no-overflow",
            Line::ValidDeref => "valid-deref",
            Line::ValidFree => "valid-free",
            Line::ValidMemtrack => "valid-memtrack",
            Line::Assert => "assert",
            Line::ValidMemcleanup => "valid-memcleanup",
            Line::NoDataRace => "no-data-race",
            Line::Termination => "termination",
        }
    }

    /// The checks whose failure is a failure of this line; none for what Invar does not check.
    fn checks(self) -> &'static [CheckKind] {
        match self {
            Line::UnreachCall => &[CheckKind::Unreachable],
            Line::NoOverflow => &[CheckKind::SignedOverflow],
            Line::ValidDeref => &[CheckKind::Bounds, CheckKind::Null, CheckKind::Dead, CheckKind::ReadOnly],
            Line::ValidFree => &[CheckKind::Free],
            Line::ValidMemtrack => &[CheckKind::Leak],
            Line::Assert => {
                &[CheckKind::Assertion, CheckKind::Unreachable, CheckKind::Precondition, CheckKind::Postcondition]
            }
            Line::ValidMemcleanup | Line::NoDataRace | Line::Termination => &[],
        }
    }

    /// Checks that a proof needs and whose failure is neither right nor wrong for this line: a call of what is no function
    /// may do anything, and so may a program without a property file that breaks its own memory.
    fn premises(self) -> &'static [CheckKind] {
        match self {
            Line::ValidDeref => &[CheckKind::FunctionPointer],
            Line::Assert => &[
                CheckKind::Bounds,
                CheckKind::Null,
                CheckKind::Dead,
                CheckKind::Free,
                CheckKind::ReadOnly,
                CheckKind::Overlap,
                CheckKind::Leak,
                CheckKind::DivisionByZero,
                CheckKind::FunctionPointer,
            ],
            Line::UnreachCall | Line::NoOverflow | Line::ValidFree | Line::ValidMemtrack => &[],
            Line::ValidMemcleanup | Line::NoDataRace | Line::Termination => &[],
        }
    }
}

/// At least one line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Property {
    lines: Vec<Line>,
}

/// The verdict in SV-COMP's words, and why it is unknown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    pub verdict: String,
    pub reason: Option<String>,
}

/// Why a property is open that rests on what fails.
const ANOTHER_FAILS: &str = "a check fails that the property does not mention";

impl Answer {
    /// Is the property open only because of what it rests on?
    pub fn rests_on_failure(&self) -> bool {
        self.reason.as_deref() == Some(ANOTHER_FAILS)
    }

    pub fn unknown(reason: impl Into<String>) -> Answer {
        Answer { verdict: "unknown".into(), reason: Some(reason.into()) }
    }
}

/// What `--property` names: a property that Invar knows by its name, or else a file.
pub fn load(argument: &str) -> Result<Property, Diagnostic> {
    match named(argument) {
        Some(property) => Ok(property),
        None => parse(&load_text(argument)?),
    }
}

/// What an argument of `--property` stands for, in words that mean the same for ever: a file may change.
pub fn meaning(argument: &str) -> String {
    let names = |property: Property| property.lines.iter().map(|line| line.name()).collect::<Vec<_>>().join(",");
    load(argument).map_or(argument.to_string(), names)
}

fn named(name: &str) -> Option<Property> {
    if name == "valid-memsafety" {
        return Some(Property { lines: vec![Line::ValidDeref, Line::ValidFree, Line::ValidMemtrack] });
    }
    let line = |name: &str| Line::ALL.into_iter().find(|line| line.name() == name);
    name.split(',').map(line).collect::<Option<Vec<Line>>>().map(|lines| Property { lines })
}

/// The lines of a property file; empty ones and comments are skipped.
pub fn parse(text: &str) -> Result<Property, Diagnostic> {
    let mut lines = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let squeezed: String = line.chars().filter(|c| !c.is_whitespace()).collect();
        if squeezed.is_empty() || squeezed.starts_with("//") || squeezed.starts_with('#') {
            continue;
        }
        lines.push(line_of(&squeezed).ok_or_else(|| {
            let message = format!("line {} is not a property that Invar knows: {}", index + 1, line.trim());
            bad("property", message).with_help("a line looks like `CHECK( init(main()), LTL(G valid-free) )`")
        })?);
    }
    if lines.is_empty() {
        return Err(bad("property", "this file states no property".into()));
    }
    Ok(Property { lines })
}

/// `CHECK(init(main()),LTL(body))`, without spaces.
fn line_of(squeezed: &str) -> Option<Line> {
    let rest = squeezed.strip_prefix("CHECK(init(main()),LTL(")?;
    let body = rest.strip_suffix("))")?;
    Some(match body {
        "G!call(reach_error())" | "G!call(__VERIFIER_error())" => Line::UnreachCall,
        "G!overflow" => Line::NoOverflow,
        "Gvalid-deref" => Line::ValidDeref,
        "Gvalid-free" => Line::ValidFree,
        "Gvalid-memtrack" => Line::ValidMemtrack,
        "Gvalid-memcleanup" => Line::ValidMemcleanup,
        "G!data-race" => Line::NoDataRace,
        "Fend" => Line::Termination,
        "Gassert" => Line::Assert,
        _ => return None,
    })
}

impl Property {
    pub fn name(&self) -> String {
        let names: Vec<&str> = self.lines.iter().map(|line| line.name()).collect();
        names.join(", ")
    }

    /// The options under which the front end asserts what the property is about, and nothing else.
    pub fn options(&self, model: c::types::DataModel) -> c::Options {
        let kinds = self.lines.iter().flat_map(|line| line.checks().iter().chain(line.premises()));
        let checks = kinds.fold(CheckSet::EMPTY, |set, kind| set.with(*kind));
        c::Options { model, checks, start: self.start(), property: Some(self.kind()), ..c::Options::default() }
    }

    /// SV-COMP's properties are about runs from `main`. Assertions are there in files without one, too: then they are about every
    /// function.
    fn start(&self) -> Start {
        if self.lines == [Line::Assert] { Start::Auto } else { Start::Main }
    }

    /// The same, where what the property rests on may fail and the program goes on: C leaves open what it does then. Only assertions rest on
    /// something.
    pub fn beyond(&self, model: c::types::DataModel) -> Option<c::Options> {
        let premises = self.lines.iter().flat_map(|line| line.premises());
        let premises = premises.fold(CheckSet::EMPTY, |set, kind| set.with(*kind));
        let unasked = Unasked::GoesOnAt(premises);
        let options = c::Options { checks: self.decisive(), unasked, ..self.options(model) };
        (self.lines == [Line::Assert]).then_some(options)
    }

    /// The checks of which one that fails is the answer.
    pub fn decisive(&self) -> CheckSet {
        let kinds = self.lines.iter().flat_map(|line| line.checks());
        kinds.fold(CheckSet::EMPTY, |set, kind| set.with(*kind))
    }

    fn kind(&self) -> c::Property {
        let has = |line: Line| self.lines.contains(&line);
        if has(Line::ValidDeref) || has(Line::ValidFree) || has(Line::ValidMemtrack) {
            c::Property::Memsafety
        } else if has(Line::NoOverflow) {
            c::Property::NoOverflow
        } else if has(Line::UnreachCall) {
            c::Property::UnreachCall
        } else {
            c::Property::Assertions
        }
    }

    /// The lines that Invar does not check.
    fn unchecked(&self) -> Vec<&'static str> {
        self.lines.iter().filter(|line| line.checks().is_empty()).map(|line| line.name()).collect()
    }

    /// The verdict that a report justifies.
    pub fn answer(&self, file: &FileReport) -> Answer {
        let Outcome::Read { procedures, warnings, .. } = &file.outcome else {
            return Answer::unknown("the program could not be read");
        };
        let checks = procedures.iter().flat_map(|report| &report.checks);
        let mut refuted = checks.filter(|check| matches!(check.outcome, CheckOutcome::Refuted(_)));
        if let Some(line) = refuted.find_map(|check| self.line_of_check(check.check.kind)) {
            return Answer { verdict: format!("false({})", line.name()), reason: None };
        }
        let unchecked = self.unchecked();
        if !unchecked.is_empty() {
            return Answer::unknown(format!("Invar does not check {}", unchecked.join(", ")));
        }
        if procedures.is_empty() {
            return Answer::unknown("there is nothing to verify");
        }
        let open = procedures.iter().find_map(|report| match &report.verdict {
            Verdict::Proved(_) => None,
            Verdict::ProvedIf(_) => Some("it is proved only under conditions on callers".to_string()),
            Verdict::Refuted(_) => Some(ANOTHER_FAILS.to_string()),
            Verdict::Unknown(unknown) => Some(format!("{}: {}", unknown.cause.code(), unknown.detail)),
        });
        let missing = warnings.iter().find(|warning| warning.code == "missing-header");
        match open.or(missing.map(|warning| warning.message.clone())) {
            Some(reason) => Answer::unknown(reason),
            None => Answer { verdict: "true".into(), reason: None },
        }
    }

    fn line_of_check(&self, kind: CheckKind) -> Option<Line> {
        self.lines.iter().copied().find(|line| line.checks().contains(&kind))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_body_of_the_conventions_is_known() {
        let lines = |text: &str| parse(text).map(|property| property.lines).map_err(|error| error.code);
        let one = |body: &str| lines(&format!("CHECK( init(main()), LTL({body}) )\n"));
        assert_eq!(one("G ! call(reach_error())"), Ok(vec![Line::UnreachCall]));
        assert_eq!(one("G ! call(__VERIFIER_error())"), Ok(vec![Line::UnreachCall]));
        assert_eq!(one("G ! overflow"), Ok(vec![Line::NoOverflow]));
        assert_eq!(one("G valid-memcleanup"), Ok(vec![Line::ValidMemcleanup]));
        assert_eq!(one("G ! data-race"), Ok(vec![Line::NoDataRace]));
        assert_eq!(one("F end"), Ok(vec![Line::Termination]));
        assert_eq!(one("G assert"), Ok(vec![Line::Assert]));
        let three = "\nCHECK( init(main()), LTL(G valid-free) )\n  CHECK(init(main()), LTL(G valid-deref))\r\n\
                     CHECK( init(main()), LTL(G valid-memtrack) )\n\n";
        assert_eq!(lines(three), Ok(vec![Line::ValidFree, Line::ValidDeref, Line::ValidMemtrack]));
        assert_eq!(one("G something"), Err("property"));
        assert_eq!(lines("\n"), Err("property"));
        assert_eq!(lines("CHECK( init(main())"), Err("property"));
    }

    #[test]
    fn names_stand_for_properties() {
        for line in Line::ALL {
            assert_eq!(named(line.name()), Some(Property { lines: vec![line] }));
        }
        assert_eq!(named("valid-memsafety").map(|property| property.lines.len()), Some(3));
        assert_eq!(named("other"), None);
    }

    #[test]
    fn only_assertions_are_about_files_without_main() {
        let start = |name: &str| named(name).map(|property| property.options(Default::default()).start);
        assert_eq!(start("assert"), Some(Start::Auto));
        assert_eq!(start("unreach-call"), Some(Start::Main));
        assert_eq!(start("assert,no-overflow"), Some(Start::Main));
    }

    #[test]
    fn only_what_is_asked_is_checked() {
        let checks = |name: &str| named(name).map(|property| property.options(Default::default()).checks);
        assert_eq!(checks("unreach-call"), Some(CheckSet::of(&[CheckKind::Unreachable])));
        assert_eq!(checks("no-overflow"), Some(CheckSet::of(&[CheckKind::SignedOverflow])));
        assert_eq!(checks("termination"), Some(CheckSet::EMPTY));
        assert!(checks("valid-memsafety").is_some_and(|set| set.has(CheckKind::Leak) && set.has(CheckKind::Dead)));
    }
}
