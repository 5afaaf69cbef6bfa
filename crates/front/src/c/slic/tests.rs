//! What rules are read as, and where errors are.

use super::*;

fn read(text: &str) -> Result<Rule, (String, String)> {
    let (mut sources, mut names) = (SourceMap::default(), Interner::default());
    let rule = RuleText { argument: "lock".to_string(), path: "rules/lock.slic".to_string(), text: text.to_string() };
    parse(&rule, &mut sources, &mut names).map_err(|errors| {
        let span = errors[0].span.expect("errors of rules have places");
        let place = sources.place(span);
        (format!("{}:{}", place.line, place.column), errors[0].message.clone())
    })
}

#[test]
fn a_rule_is_its_state_and_its_handlers() {
    let rule = read("state { int s = 0; }\n acquire.entry { if (s) { abort \"twice\"; } s = 1; }\n acquire.exit { }");
    let rule = rule.expect("a rule");
    assert_eq!((rule.name.as_str(), rule.state.len(), rule.state[0].tokens.len()), ("lock", 1, 5));
    let events: Vec<Event> = rule.handlers.iter().map(|handler| handler.event).collect();
    assert_eq!(events, [Event::Entry, Event::Exit]);
    assert!(rule.handlers[1].code.tokens.is_empty());
}

#[test]
fn a_function_may_be_called_state() {
    assert_eq!(read("state.entry { }").expect("a rule").handlers.len(), 1);
}

#[test]
fn errors_have_places() {
    for (text, place, message) in [
        ("state { int s; }", "1:1", "this rule has no handlers, so nothing can violate it"),
        ("f.entry {", "1:9", "this `{` is never closed"),
        ("f.begin { }", "1:3", "expected `entry` or `exit`, found `begin`"),
        ("f { }", "1:3", "expected `.entry` or `.exit` after the name of the function"),
        ("f.entry s = 1;", "1:9", "expected `{` to open the handler"),
        ("\n  42", "2:3", "expected `state` or the name of a function"),
    ] {
        assert_eq!(read(text).err(), Some((place.to_string(), message.to_string())), "{text}");
    }
}
