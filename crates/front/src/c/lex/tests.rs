//! Positions through line markers.

use super::locate::{OwnText, Sources};
use super::token::TokenKind;
use super::{Lexed, lex};
use invar_base::{Interner, SourceId, SourceMap, Span};

/// One file that markers can name.
struct OneFile {
    map: SourceMap,
    file: SourceId,
}

impl Sources for OneFile {
    fn load(&mut self, path: &str) -> Option<SourceId> {
        (path == "a.c").then_some(self.file)
    }

    fn map(&self) -> &SourceMap {
        &self.map
    }
}

/// Every token as `line:column text-in-the-source`, the source's name before those that are not in `a.c`.
fn places(original: &str, preprocessed: &str) -> Vec<String> {
    let mut map = SourceMap::new();
    let file = map.add("a.c", original);
    let own = map.add("a.i", preprocessed);
    let mut sources = OneFile { map, file };
    let lexed = lex(preprocessed.as_bytes(), own, &mut sources, &mut Interner::default());
    let spans = lexed.tokens.iter().filter(|token| token.kind != TokenKind::Eof).map(|token| token.span);
    spans.map(|span| show(&sources.map, span)).collect()
}

fn show(map: &SourceMap, span: Span) -> String {
    let place = map.place(span);
    let file = if place.file == "a.c" { String::new() } else { format!("{} ", place.file) };
    format!("{file}{}:{} {}", place.line, place.column, map.snippet(span))
}

#[test]
fn without_the_file_positions_are_those_of_the_text() {
    assert_eq!(places("", "# 7 \"b.c\"\nint x;"), ["a.i 2:1 int", "a.i 2:5 x", "a.i 2:6 ;"]);
    assert_eq!(places("int y;", "int x;"), ["a.i 1:1 int", "a.i 1:5 x", "a.i 1:6 ;"]);
}

#[test]
fn a_line_that_is_the_same_has_the_same_columns() {
    let original = "/* é */\n\n  int x;\nint y;";
    assert_eq!(places(original, "# 3 \"a.c\" 3 4\n  int x;\nint y;")[1..4], ["3:7 x", "3:8 ;", "4:1 int"]);
    assert_eq!(places(original, "#line 4 \"a.c\"\nint y;")[1], "4:5 y");
    assert_eq!(places(original, "# 1 \"a.c\"\n# 4\nint y;")[1], "4:5 y");
}

#[test]
fn space_is_not_copied_by_preprocessors() {
    let original = "int\tx   =  a+ /* b */  b ;";
    let found = places(original, "# 1 \"a.c\"\nint x = a+ b ;");
    assert_eq!(found, ["1:1 int", "1:5 x", "1:9 =", "1:12 a", "1:13 +", "1:24 b", "1:26 ;"]);
}

#[test]
fn macros_are_placed_at_their_names_and_arguments_at_theirs() {
    let original = "x = MAX(a, 10) + N;";
    let found = places(original, "# 1 \"a.c\"\nx = ((a) > (10) ? (a) : (10)) + (7);");
    assert_eq!(found[..4], ["1:1 x", "1:3 =", "1:5 MAX", "1:5 MAX"]);
    assert_eq!(found[4], "1:9 a");
    assert!(found.contains(&"1:12 10".to_string()));
    assert_eq!(found[found.len() - 4..], ["1:18 N", "1:18 N", "1:18 N", "1:19 ;"]);
    assert_eq!(places("x = N + 1;", "# 1 \"a.c\"\nx = 7 + 1;")[2..], ["1:5 N", "1:7 +", "1:9 1", "1:10 ;"]);
}

#[test]
fn continued_lines_belong_together() {
    let original = "int a \\\n  = 1;\nint b;";
    let found = places(original, "# 1 \"a.c\"\nint a = 1;\n\nint b;");
    assert_eq!(found, ["1:1 int", "1:5 a", "2:3 =", "2:5 1", "2:6 ;", "3:1 int", "3:5 b", "3:6 ;"]);
}

#[test]
fn a_line_may_begin_inside_a_comment() {
    let original = "/* int\n  x */   int   x;";
    let found = places(original, "# 1 \"a.c\"\n/* int\n  x */ int x;");
    assert_eq!(found, ["2:10 int", "2:16 x", "2:17 ;"]);
}

#[test]
fn lines_that_the_file_does_not_have() {
    assert_eq!(places("int x;", "# 90 \"a.c\"\nint x;")[1], "a.i 2:5 x");
    assert_eq!(places("", "# 0 \"a.c\"\nint x;")[1], "a.i 2:5 x");
}

#[test]
fn annotations_have_positions_too() {
    let mut map = SourceMap::new();
    let file = map.add("a.c", "int   x;   /*@ assert  x ==  1;\n   @ assert y; */ int   z;");
    let text = "# 1 \"a.c\"\nint x; /*@ assert  x ==  1;\n   @ assert y; */ int z;";
    let own = map.add("a.i", text);
    let mut sources = OneFile { map, file };
    let Lexed { annotations, tokens, .. } = lex(text.as_bytes(), own, &mut sources, &mut Interner::default());
    let found: Vec<String> = annotations[0].1.tokens.iter().map(|token| show(&sources.map, token.span)).collect();
    assert_eq!(found, ["1:16 assert", "1:24 x", "1:26 ==", "1:30 1", "1:31 ;", "2:6 assert", "2:13 y", "2:14 ;"]);
    assert_eq!(show(&sources.map, tokens[4].span), "2:25 z");
    assert_eq!(annotations[0].0, 3);
    assert!(sources.map.snippet(annotations[0].1.span).starts_with("/*@ assert"));
    assert!(sources.map.snippet(annotations[0].1.span).ends_with("y; */"));
}

#[test]
fn a_file_of_its_own_is_not_searched_for() {
    let mut map = SourceMap::new();
    let own = map.add("a.i", "# 1 \"a.c\"\nint x;");
    let text = map.text(own).to_string();
    let lexed = lex(text.as_bytes(), own, &mut OwnText(&map), &mut Interner::default());
    assert_eq!(show(&map, lexed.tokens[1].span), "a.i 2:5 x");
}

#[test]
fn long_lines_take_linear_time() {
    // On a line this long no search is made for arguments; it would take minutes.
    let original = "F(a) ".repeat(40_000);
    let preprocessed = format!("# 1 \"a.c\"\n{}", "g(a) b ".repeat(40_000));
    let start = std::time::Instant::now();
    assert_eq!(places(&original, &preprocessed).len(), 200_000);
    assert!(start.elapsed().as_secs() < 20);
}
