//! How a run ends that breaks a postcondition: C cannot say what does not hold, but where.

use crate::c::Guide;
use crate::c::hir::Function;
use invar_base::{SourceMap, Span};
use invar_gcl::{Check, CheckKind};
use invar_logic::Value;

use super::literal::integer;
use super::plan::{Ending, takes_condition};

const LIBRARY: &str = "library functions need not fail on what they must not be given";
/// Functions whose calls the address sanitizer checks.
const WATCHED: [&str; 20] = [
    "memset", "memcpy", "memmove", "memcmp", "memchr", "strlen", "strnlen", "strcpy", "strncpy", "strcat", "strncat",
    "strcmp", "strncmp", "strchr", "strrchr", "strstr", "strdup", "strtol", "free", "realloc",
];
const ANNOTATION: &str = "what fails is an annotation, which cannot be expressed in C";

/// Why no C program fails where this check does: it is stated in an annotation, or by a function that does not fail.
pub fn inexpressible(guide: &Guide, sources: &SourceMap, check: &Check) -> Option<&'static str> {
    if unforced(guide, sources) {
        return Some("the value of a volatile object cannot be chosen");
    }
    if guide.unit.functions.values().any(|function| function.starts.is_some()) {
        return Some("`main` has a contract or is called, and the harness has a `main` of its own");
    }
    let is_of_library = check.related.is_some_and(|span| sources.is_internal(span.source));
    let is_stated = |span: Span| !sources.is_internal(span.source) && is_annotation(sources, span);
    match check.kind {
        CheckKind::Postcondition => None,
        CheckKind::Rule => Some("a rule is no part of the program: compiled, it does not fail"),
        CheckKind::ReadOnly | CheckKind::Overlap => Some("compiled programs need not fail there"),
        CheckKind::Precondition if is_of_library => Some(LIBRARY),
        CheckKind::Unreachable => {
            let marks = called(guide, sources, check.span).is_some_and(|function| function.body.is_some());
            marks.then_some("the function that marks the error has a body, which does not fail")
        }
        CheckKind::InvariantEntry | CheckKind::InvariantMaintained | CheckKind::Variant | CheckKind::Assigns => {
            Some(ANNOTATION)
        }
        CheckKind::Null | CheckKind::Dead | CheckKind::Bounds | CheckKind::Free
            if called(guide, sources, check.span).is_some_and(|function| WATCHED.contains(&function.name.as_str())) =>
        {
            None
        }
        CheckKind::Assertion
            if called(guide, sources, check.span).is_some_and(|function| takes_condition(&function.name)) =>
        {
            None
        }
        _ if called(guide, sources, check.span).is_some_and(|function| function.body.is_none()) => Some(LIBRARY),
        _ if is_stated(check.span) || check.related.is_some_and(is_stated) => Some(ANNOTATION),
        _ => None,
    }
}

/// The function that is called at a place.
fn called<'g>(guide: &'g Guide, sources: &SourceMap, place: Span) -> Option<&'g Function> {
    let (name, _) = sources.snippet(place).split_once('(')?;
    guide.unit.functions.values().find(|function| function.name == name.trim())
}

/// Does the program have volatile objects?
fn unforced(guide: &Guide, sources: &SourceMap) -> bool {
    let mut globals = guide.unit.globals.values();
    let mut locals = guide.unit.functions.values().flat_map(|function| function.locals.values());
    globals.any(|global| !global.volatile.is_nothing() && !sources.is_internal(global.span.source))
        || locals.any(|local| !local.volatile.is_nothing())
}

/// Does it stand in a comment?
fn is_annotation(sources: &SourceMap, span: Span) -> bool {
    let Some(before) = sources.text(span.source).get(..span.start as usize) else { return false };
    let line = before.rsplit('\n').next().unwrap_or("");
    line.contains("//@") || before.rfind("/*@").is_some_and(|open| !before[open..].contains("*/"))
}

/// The end at the clause, with what the function returned if that is a number.
pub fn ending(sources: &SourceMap, clause: Span, result: Option<&Value>) -> Ending {
    let place = sources.place(clause);
    let absolute = std::path::absolute(&place.file).map(|path| path.to_string_lossy().into_owned());
    let result = match result {
        Some(Value::Int(value)) => Some(integer(&value.to_big())),
        Some(_) | None => None,
    };
    Ending { file: absolute.unwrap_or(place.file), line: place.line, result }
}
