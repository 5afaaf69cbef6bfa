//! The temporal rules that come with Invar, and those of files. In: what `--rule` names. Out: the text of the rule.

use invar_front::c::slic::RuleText;
use invar_front::text::load_text;

/// The rules under `rules/`, by their names.
const SHIPPED: [(&str, &str); 4] = [
    ("completion", include_str!("../../../rules/completion.slic")),
    ("files", include_str!("../../../rules/files.slic")),
    ("interrupts", include_str!("../../../rules/interrupts.slic")),
    ("locking", include_str!("../../../rules/locking.slic")),
];

/// A rule that comes with Invar, by its name, or else that of a file; or why there is none.
pub fn load(argument: &str) -> Result<RuleText, String> {
    let argument = argument.to_string();
    if let Some((name, text)) = SHIPPED.iter().find(|(name, _)| *name == argument.as_str()) {
        return Ok(RuleText { argument, path: format!("{name}.slic"), text: (*text).to_string() });
    }
    let text = load_text(&argument).map_err(|error| {
        let names: Vec<&str> = SHIPPED.iter().map(|(name, _)| *name).collect();
        format!("{}; the rules that come with Invar are {}", error.message, names.join(", "))
    })?;
    Ok(RuleText { path: argument.clone(), argument, text })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_is_known_by_its_name_or_read_from_a_file() {
        assert!(load("locking").is_ok_and(|rule| rule.text.contains("acquire.entry")));
        let error = load("no/such.slic").expect_err("there is no such file");
        assert!(error.contains("there is no such file") && error.contains("locking"), "{error}");
    }
}
