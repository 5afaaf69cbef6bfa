//! A run in a few lines. In: the steps of a trace, one per choice, assignment and call. Out: at most a dozen lines that a
//! person reads: what happened on one line of the source is one line here, iterations of a loop that go the same way are
//! counted instead of shown, and of a long path the middle is left out. JSON has all of it.

use std::fmt::Write;

use invar_base::{SourceMap, Span};
use invar_engine::{Trace, TraceStep};

/// Lines of a path, the heading not counted.
const MAX_LINES: usize = 12;
/// Of a longer path the beginning says where the values come from, the end how it fails.
const FIRST_LINES: usize = 4;
/// More values than this at one step are cut.
const MAX_VALUES: usize = 12;
/// Values that are shown below the underlined text.
const MAX_LABEL: usize = 4;
/// The longest part of a path that is recognised when it repeats itself.
const MAX_PERIOD: usize = 24;

/// The values at the failure of the names that the underlined text mentions: `x = 7, n = 3`.
pub fn label(sources: &SourceMap, span: Span, trace: &Trace) -> Option<String> {
    let last = trace.steps.last().filter(|step| step.span == span)?;
    let snippet = sources.snippet(span);
    let mut mentioned: Vec<(usize, &(String, String))> = last
        .values
        .iter()
        .filter_map(|value| Some((mention(snippet, &value.0)?, value)))
        .filter(|(_, (_, text))| text.len() <= 40)
        .collect();
    mentioned.sort();
    let values: Vec<String> =
        mentioned.iter().take(MAX_LABEL).map(|(_, (name, value))| format!("{name} = {value}")).collect();
    if values.is_empty() { None } else { Some(values.join(", ")) }
}

/// Where a text mentions a name as a whole word.
fn mention(text: &str, name: &str) -> Option<usize> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    text.match_indices(name).map(|(at, _)| at).find(|&at| {
        let before = text[..at].chars().next_back();
        let after = text[at + name.len()..].chars().next();
        !before.is_some_and(is_part) && !after.is_some_and(is_part)
    })
}

/// The path, one text per line; empty if there is none.
pub fn lines(sources: &SourceMap, main: Option<Span>, trace: &Trace) -> Vec<String> {
    let steps = without_repeated_values(trace);
    let all = counted(merge(sources, main, &steps));
    if all.len() <= MAX_LINES {
        return all;
    }
    shorten(&counted(merge(sources, main, &without_finished_calls(steps))))
}

/// Of calls that have returned, only the return: what matters in a long run is how it came to where it fails.
fn without_finished_calls(steps: Vec<TraceStep>) -> Vec<TraceStep> {
    let mut kept: Vec<TraceStep> = Vec::new();
    // Where the calls that have not returned yet stand.
    let mut open: Vec<(usize, String)> = Vec::new();
    for step in steps {
        if let Some(name) = step.event.strip_suffix(" is called") {
            open.push((kept.len(), name.to_string()));
        } else if let Some(name) = step.event.strip_suffix(" returns")
            && let Some(at) = open.iter().rposition(|(_, other)| other == name)
        {
            kept.truncate(open[at].0);
            open.truncate(at);
        }
        kept.push(step);
    }
    kept
}

/// What happened on one line of the source.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Entry {
    place: String,
    /// Empty for plain assignments, which their values tell.
    event: String,
    values: Vec<(String, String)>,
}

/// Values of the failure itself that the path has shown already are not repeated; a failure without others is left to the
/// heading of the message.
fn without_repeated_values(trace: &Trace) -> Vec<TraceStep> {
    let mut steps = trace.steps.clone();
    if trace.recording.is_none() {
        return steps;
    }
    let Some(mut last) = steps.pop() else { return steps };
    let shown = |name: &String| {
        let assigned = steps.iter().rev().flat_map(|step| step.values.iter().rev());
        assigned.into_iter().find(|(other, _)| other == name).map(|(_, value)| value)
    };
    last.values.retain(|(name, value)| shown(name) != Some(value));
    if !last.values.is_empty() || steps.is_empty() {
        steps.push(last);
    }
    steps
}

/// Consecutive assignments on one line become one entry; the last value of a name counts.
fn merge(sources: &SourceMap, main: Option<Span>, steps: &[TraceStep]) -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    for step in steps {
        let place = place(sources, main, step.span);
        let event = if is_plain(step) { String::new() } else { step.event.clone() };
        match entries.last_mut() {
            Some(last) if last.place == place && event.is_empty() => {
                for (name, value) in &step.values {
                    match last.values.iter_mut().find(|(other, _)| other == name) {
                        Some((_, old)) => old.clone_from(value),
                        None => last.values.push((name.clone(), value.clone())),
                    }
                }
            }
            Some(_) | None => entries.push(Entry { place, event, values: step.values.clone() }),
        }
    }
    entries
}

/// Is the step told by its values alone? The words are those of the engine's steps.
fn is_plain(step: &TraceStep) -> bool {
    !step.values.is_empty() && (step.event == "assigned" || step.event == "chosen")
}

/// `line 7`, with the file if it is another than that of the message.
fn place(sources: &SourceMap, main: Option<Span>, span: Span) -> String {
    let place = sources.place(span);
    if main.is_none_or(|main| main.source == span.source) {
        format!("line {}", place.line)
    } else {
        format!("{}:{}", place.file, place.line)
    }
}

/// Parts of the path that repeat themselves at least three times keep their first and their last time.
fn counted(entries: Vec<Entry>) -> Vec<String> {
    let mut lines = Vec::new();
    let mut at = 0;
    while at < entries.len() {
        let (period, times) = repetition(&entries[at..]);
        if times >= 3 {
            lines.extend(entries[at..at + period].iter().map(text));
            let left_out = times - 2;
            lines.push(format!("... {left_out} more {}", if left_out == 1 { "iteration" } else { "iterations" }));
            lines.extend(entries[at + (times - 1) * period..at + times * period].iter().map(text));
            at += times * period;
        } else {
            lines.push(text(&entries[at]));
            at += 1;
        }
    }
    lines
}

/// How long a part at the beginning repeats itself, and how often: what covers most; among those the shortest part.
fn repetition(entries: &[Entry]) -> (usize, usize) {
    let same = |a: &Entry, b: &Entry| a.place == b.place && a.event == b.event;
    let mut best = (1, 1);
    for period in 1..=MAX_PERIOD.min(entries.len() / 3) {
        let mut times = 1;
        while let Some(next) = entries.get(times * period..(times + 1) * period) {
            if !next.iter().zip(entries).all(|(a, b)| same(a, b)) {
                break;
            }
            times += 1;
        }
        if times >= 3 && period * times > best.0 * best.1 {
            best = (period, times);
        }
    }
    best
}

fn shorten(lines: &[String]) -> Vec<String> {
    if lines.len() <= MAX_LINES {
        return lines.to_vec();
    }
    let last = MAX_LINES - FIRST_LINES - 1;
    let left_out = lines.len() - FIRST_LINES - last;
    let note = format!("... {left_out} lines are left out (`--format json` shows all)");
    let (first, tail) = (lines[..FIRST_LINES].iter(), lines[lines.len() - last..].iter());
    first.cloned().chain([note]).chain(tail.cloned()).collect()
}

/// `line 7: the loop is entered; i = 0, n = 3`
fn text(entry: &Entry) -> String {
    let mut text = format!("{}: {}", entry.place, entry.event);
    for (index, (name, value)) in entry.values.iter().take(MAX_VALUES).enumerate() {
        let separator = match (index, entry.event.is_empty()) {
            (0, true) => "",
            (0, false) => "; ",
            (_, _) => ", ",
        };
        let _ = write!(text, "{separator}{name} = {value}");
    }
    let more = entry.values.len().saturating_sub(MAX_VALUES);
    if more > 0 {
        let _ = write!(text, ", and {more} more");
    }
    text
}

#[cfg(test)]
mod tests {
    use invar_base::SourceId;
    use invar_gcl::interp::Recording;

    use super::*;

    /// A source of a hundred lines of `x = y`, and the span of one of them.
    fn sources() -> (SourceMap, impl Fn(usize) -> Span) {
        let mut sources = SourceMap::new();
        let id: SourceId = sources.add("a.c", "x = y;\n".repeat(100));
        (sources, move |line: usize| Span::new(id, (line - 1) * 7, (line - 1) * 7 + 5))
    }

    fn step(span: Span, event: &str, values: &[(&str, i32)]) -> TraceStep {
        let values = values.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
        TraceStep { span, event: event.into(), values }
    }

    fn run(steps: Vec<TraceStep>) -> Trace {
        Trace { steps, recording: Some(Box::new(Recording::default())) }
    }

    #[test]
    fn one_line_of_the_source_is_one_line_of_the_path() {
        let (sources, at) = sources();
        let trace = run(vec![
            step(at(1), "`f` is entered", &[("n", 3)]),
            step(at(2), "assigned", &[("i", 0)]),
            step(at(2), "chosen", &[("j", 5)]),
            step(at(2), "assigned", &[("i", 1)]),
            step(at(9), "this assertion fails", &[("n", 3), ("i", 1), ("g", 4)]),
        ]);
        let expected = ["line 1: `f` is entered; n = 3", "line 2: i = 1, j = 5", "line 9: this assertion fails; g = 4"];
        assert_eq!(lines(&sources, Some(at(9)), &trace), expected);
    }

    #[test]
    fn a_failure_that_adds_nothing_is_left_to_the_heading() {
        let (sources, at) = sources();
        let trace =
            run(vec![step(at(1), "`f` is entered", &[("x", 3)]), step(at(2), "this assertion fails", &[("x", 3)])]);
        assert_eq!(lines(&sources, Some(at(2)), &trace), ["line 1: `f` is entered; x = 3"]);
        assert_eq!(label(&sources, at(2), &trace).as_deref(), Some("x = 3"));
        assert_eq!(label(&sources, at(1), &trace), None);
    }

    #[test]
    fn iterations_are_counted() {
        let (sources, at) = sources();
        let mut steps = vec![step(at(1), "assigned", &[("i", 0)])];
        for i in 0..6 {
            steps.push(step(at(3), "assigned", &[("s", i * i)]));
            steps.push(step(at(4), "assigned", &[("i", i + 1)]));
        }
        steps.push(step(at(6), "this fails", &[("t", 1)]));
        let expected = [
            "line 1: i = 0",
            "line 3: s = 0",
            "line 4: i = 1",
            "... 4 more iterations",
            "line 3: s = 25",
            "line 4: i = 6",
            "line 6: this fails; t = 1",
        ];
        assert_eq!(lines(&sources, Some(at(6)), &run(steps)), expected);
    }

    #[test]
    fn long_paths_lose_their_middle() {
        let (sources, at) = sources();
        let steps = (1..=60).map(|line| step(at(line), "assigned", &[("i", line as i32)])).collect();
        let lines = lines(&sources, Some(at(60)), &run(steps));
        assert_eq!(lines.len(), MAX_LINES);
        assert_eq!(lines[4], "... 49 lines are left out (`--format json` shows all)");
        assert_eq!(lines[11], "line 60: i = 60");
    }

    #[test]
    fn of_finished_calls_long_paths_keep_the_return() {
        let (sources, at) = sources();
        let mut steps = vec![step(at(1), "`f` is entered", &[])];
        steps.push(step(at(2), "`g` is called", &[("n", 3)]));
        steps.extend((50..70).map(|line| step(at(line), "assigned", &[("i", line as i32)])));
        steps.push(step(at(2), "`g` returns", &[("r", 4)]));
        steps.push(step(at(3), "`h` is called", &[]));
        steps.push(step(at(80), "assigned", &[("k", 1)]));
        let expected =
            ["line 1: `f` is entered", "line 2: `g` returns; r = 4", "line 3: `h` is called", "line 80: k = 1"];
        assert_eq!(lines(&sources, Some(at(80)), &run(steps)), expected);
    }

    #[test]
    fn only_whole_words_are_mentioned() {
        assert_eq!(mention("a[index] + i", "i"), Some(11));
        assert_eq!(mention("a[index]", "i"), None);
        assert_eq!(mention("p->next", "p"), Some(0));
    }
}
