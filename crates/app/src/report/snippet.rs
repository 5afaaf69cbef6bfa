//! One finding as rustc would show it: a heading with its code, the underlined line, further places, notes. Only the lines
//! that are shown are handed to the renderer, so a message costs the same in a large file.

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use invar_base::{Severity, SourceMap, Span};

/// Whether escape codes for colours may be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colour {
    Plain,
    Ansi,
}

/// What is shown; the parts in this order.
#[derive(Clone, Debug)]
pub struct Message {
    pub severity: Severity,
    /// The word in the heading, where it is not that of the severity.
    pub name: Option<&'static str>,
    pub code: &'static str,
    pub title: String,
    /// Used where there is no span.
    pub path: String,
    pub span: Option<Span>,
    pub label: Option<String>,
    pub related: Vec<(Span, String)>,
    pub notes: Vec<String>,
    pub help: Option<String>,
}

/// Longer lines are not shown: nobody reads them, and a machine wrote them.
const MAX_LINE: usize = 500;
/// A span over more lines than this shows its first line only.
const MAX_LINES: usize = 12;

pub fn render(sources: &SourceMap, message: &Message, colour: Colour) -> String {
    let renderer = match colour {
        Colour::Plain => Renderer::plain(),
        Colour::Ansi => Renderer::styled(),
    };
    let level = level(message.severity);
    let level = match message.name {
        Some(name) => level.with_name(name),
        None => level,
    };
    let mut group = Group::with_title(level.primary_title(message.title.as_str()).id(message.code));
    group = match message.span {
        Some(span) => place(group, sources, span, message.label.as_deref(), AnnotationKind::Primary),
        None => group.element(Origin::path(message.path.as_str())),
    };
    for (span, label) in &message.related {
        group = place(group, sources, *span, Some(label), AnnotationKind::Context);
    }
    for note in &message.notes {
        group = group.element(Level::NOTE.message(note.as_str()));
    }
    if let Some(help) = &message.help {
        group = group.element(Level::HELP.message(help.as_str()));
    }
    renderer.decor_style(DecorStyle::Ascii).render(&[group])
}

fn level(severity: Severity) -> Level<'static> {
    match severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    }
}

fn place<'a>(
    group: Group<'a>,
    sources: &'a SourceMap,
    span: Span,
    label: Option<&'a str>,
    kind: AnnotationKind,
) -> Group<'a> {
    let place = sources.place(span);
    let path = sources.path(span.source);
    let text = sources.text(span.source);
    let Some((lines, range)) = excerpt(text, span) else {
        let origin = Origin::path(path).line(place.line as usize).char_column(place.column as usize);
        return group.element(origin);
    };
    let annotation = kind.span(range).label(label);
    group.element(Snippet::source(lines).line_start(place.line as usize).path(path).annotation(annotation))
}

/// The whole lines that the span lies on, and the span within them; none if they are too long to show.
fn excerpt(text: &str, span: Span) -> Option<(&str, std::ops::Range<usize>)> {
    let start = (span.start as usize).min(text.len());
    let mut end = (span.end as usize).clamp(start, text.len());
    let line_start = text.get(..start)?.rfind('\n').map_or(0, |newline| newline + 1);
    let first_line_end = text[start..].find('\n').map_or(text.len(), |newline| start + newline);
    if text.get(start..end)?.matches('\n').count() > MAX_LINES {
        end = first_line_end;
    }
    let line_end = text.get(end..)?.find('\n').map_or(text.len(), |newline| end + newline);
    let lines = text.get(line_start..line_end)?;
    if lines.lines().any(|line| line.len() > MAX_LINE) {
        return None;
    }
    Some((lines, start - line_start..end - line_start))
}
