//! Inferred contracts in the text. In: the report of a file, and its text. Out: an annotation for each function that is proved under
//! conditions, with the place where it belongs; the text with all of them.

use invar_base::SourceMap;
use invar_engine::{Conditional, ImplReport, Verdict};

use crate::session::{FileReport, Outcome};

/// The contract of one function.
pub struct Contract {
    /// Where its definition begins in the text.
    pub start: usize,
    pub line: u32,
    /// What stands before its body.
    pub head: String,
    pub annotation: String,
}

/// What was found for a file, and what could not be placed.
pub struct Contracts {
    pub contracts: Vec<Contract>,
    pub notes: Vec<String>,
}

/// `None` if the file is no program.
pub fn contracts(file: &FileReport, text: &str) -> Option<Contracts> {
    let Outcome::Read { procedures, .. } = &file.outcome else { return None };
    let mut found = Contracts { contracts: Vec::new(), notes: Vec::new() };
    for report in procedures {
        let Verdict::ProvedIf(conditional) = &report.verdict else { continue };
        match contract(&file.sources, text, report, conditional) {
            Some(contract) => found.contracts.push(contract),
            None => {
                let place = file.sources.place(report.span);
                found.notes.push(format!(
                    "{}:{}: the contract of `{}` has no place of its own in the text",
                    place.file, place.line, report.name
                ));
            }
        }
    }
    found.contracts.sort_by_key(|contract| contract.start);
    Some(found)
}

/// The text with the contracts before their functions.
pub fn written(text: &str, contracts: &[Contract]) -> String {
    let (mut out, mut done) = (String::with_capacity(text.len()), 0);
    for contract in contracts {
        out.push_str(&text[done..contract.start]);
        out.push_str(&contract.annotation);
        done = contract.start;
    }
    out + &text[done..]
}

fn contract(sources: &SourceMap, text: &str, report: &ImplReport, conditional: &Conditional) -> Option<Contract> {
    if sources.text(report.span.source) != text {
        return None;
    }
    let name = report.span.start as usize;
    let start = definition(text, name)?;
    let end = name + text[name..].find('{')?;
    let clauses: Vec<String> =
        conditional.conditions.iter().map(|condition| format!("requires {};", condition.text)).collect();
    let annotation = format!("/*@ {} */\n", clauses.join("\n    "));
    let head = text[start..end].trim().to_string();
    Some(Contract { start, line: sources.place(report.span).line, head, annotation })
}

/// Where the definition begins whose name stands here: the lines before it up to an empty one, or one that ends something else.
fn definition(text: &str, name: usize) -> Option<usize> {
    let mut start = text[..name].rfind('\n').map_or(0, |end| end + 1);
    if text[start..name].contains([';', '{', '}', '"', '#']) {
        return None;
    }
    while start > 0 {
        let before = text[..start - 1].rfind('\n').map_or(0, |end| end + 1);
        let line = text[before..start - 1].trim();
        let ends_another = line.ends_with([';', '}', '{', ')', '\\']) || line.ends_with("*/") || line.contains("//");
        if line.is_empty() || line.starts_with('#') || ends_another {
            break;
        }
        start = before;
    }
    Some(start)
}

#[cfg(test)]
mod tests {
    use super::definition;

    #[test]
    fn definitions_begin_with_their_types() {
        let text = "int x;\n\nstatic int\nf(int a)\n{\n}\nint g(void) { }\n/* c */\nlong h(void) {} int i(void) {}\n";
        let start = |name: &str| definition(text, text.find(name).expect("the name"));
        assert_eq!(start("f(int"), text.find("static"));
        assert_eq!(start("g(void"), text.find("int g"));
        assert_eq!(start("h(void"), text.find("long h"));
        assert_eq!(start("i(void"), None, "another function stands before it on the line");
    }
}
