//! Families of procedures that grow with a number k: Boogie text, written by us, and correct for every k.
//!
//! They stand for what FS01 §4 and §8 name as hard for weakest preconditions: sequences of branches with assignments,
//! the doubling chain, scanner routines with exits out of loops, and large switches.

use std::fmt::Write;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Family {
    /// k branches in a row, each of which may change a variable that all later ones read.
    Branches,
    /// FS01 §4: each of k assignments mentions the previous variable twice.
    Doubling,
    /// A loop over a text with k kinds of characters, with breaks, returns and jumps to an error handler.
    Scanner,
    /// One choice among k cases, some of which fall through, and what follows where they merge.
    Switch,
}

impl Family {
    pub const ALL: [Family; 4] = [Family::Branches, Family::Doubling, Family::Scanner, Family::Switch];

    pub fn name(self) -> &'static str {
        match self {
            Family::Branches => "branches",
            Family::Doubling => "doubling",
            Family::Scanner => "scanner",
            Family::Switch => "switch",
        }
    }

    pub fn named(name: &str) -> Option<Family> {
        Family::ALL.into_iter().find(|family| family.name() == name)
    }

    /// The values of k that the table shows, in ascending order.
    pub fn ladder(self) -> &'static [u32] {
        match self {
            Family::Branches => &[5, 10, 15, 20, 50, 100, 200, 400, 1000, 2000],
            Family::Doubling => &[5, 10, 15, 20, 50, 100, 200, 400, 1000, 2000],
            Family::Scanner => &[2, 4, 8, 12, 16, 32, 64, 128, 256],
            Family::Switch => &[5, 10, 20, 50, 100, 200, 400, 1000, 2000],
        }
    }

    /// The program text. Its only implementation has the family's name.
    pub fn program(self, k: u32) -> String {
        let text = match self {
            Family::Branches => branches(k),
            Family::Doubling => doubling(k),
            Family::Scanner => scanner(k),
            Family::Switch => switch(k),
        };
        // Writing to a string does not fail.
        text.unwrap_or_default()
    }
}

type Text = Result<String, std::fmt::Error>;

/// The running maximum of k numbers, without a loop.
fn branches(k: u32) -> Text {
    let mut text = String::from("procedure branches(a: [int]int) returns (max: int)\n{\n  max := 0;\n");
    for i in 0..k {
        writeln!(text, "  if (a[{i}] > max) {{ max := a[{i}]; }}")?;
    }
    writeln!(text, "  assert a[{}] <= max;\n}}", k.saturating_sub(1))?;
    Ok(text)
}

fn doubling(k: u32) -> Text {
    let mut text = String::from("procedure doubling(x0: int)\n  requires x0 > 0;\n{\n");
    for i in 1..=k {
        writeln!(text, "  var x{i}: int;")?;
    }
    for i in 1..=k {
        writeln!(text, "  x{i} := x{0} + x{0};", i - 1)?;
    }
    writeln!(text, "  assert x{k} > 0;\n}}")?;
    Ok(text)
}

/// Characters are numbers. The kinds take turns: a token of one character, a word that runs to its end, a quoted text that
/// must be closed, and the end of the input.
fn scanner(k: u32) -> Text {
    let mut text = String::from(SCANNER_HEAD);
    for i in 0..k {
        writeln!(text, "    if (c == {i}) {{")?;
        match i % 4 {
            0 => text.push_str("      tokens := tokens + 1;\n      pos := pos + 1;\n"),
            1 => scan_word(&mut text, i)?,
            2 => scan_quoted(&mut text, i)?,
            _ => text.push_str("      if (tokens == 0) { goto malformed; }\n      break;\n"),
        }
        text.push_str("    }\n");
    }
    text.push_str(SCANNER_TAIL);
    Ok(text)
}

const SCANNER_HEAD: &str = "\
procedure scanner(s: [int]int, n: int) returns (pos: int, tokens: int, failed: bool)
  requires 0 <= n;
  ensures 0 <= pos && pos <= n;
  ensures !failed ==> 0 <= tokens && tokens <= pos;
{
  var c: int;
  var start: int;
  pos := 0;
  tokens := 0;
  failed := false;
  while (pos < n)
    invariant 0 <= pos && pos <= n;
    invariant 0 <= tokens && tokens <= pos;
    invariant !failed;
  {
    c := s[pos];
    start := pos;
";

const SCANNER_TAIL: &str = "    \
    if (pos == start) { pos := pos + 1; }
    if (pos > n) { goto malformed; }
    assert start < pos;
  }
  return;
malformed:
  failed := true;
  pos := start;
  return;
}
";

fn scan_word(text: &mut String, i: u32) -> std::fmt::Result {
    text.push_str("      start := pos;\n");
    writeln!(text, "      while (pos < n && s[pos] == {i})")?;
    text.push_str("        invariant start <= pos && pos <= n;\n");
    text.push_str("      {\n        pos := pos + 1;\n      }\n");
    text.push_str("      if (pos == n) { return; }\n");
    text.push_str("      if (pos > start) { tokens := tokens + 1; }\n");
    // The next kinds look at the character again: as in a scanner that reads ahead.
    text.push_str("      c := s[pos];\n");
    Ok(())
}

fn scan_quoted(text: &mut String, i: u32) -> std::fmt::Result {
    text.push_str("      start := pos;\n      pos := pos + 1;\n");
    text.push_str("      while (true)\n        invariant start < pos && pos <= n;\n      {\n");
    text.push_str("        if (pos == n) { goto malformed; }\n");
    writeln!(text, "        if (s[pos] == {i}) {{ break; }}")?;
    text.push_str("        pos := pos + 1;\n      }\n");
    text.push_str("      pos := pos + 1;\n      tokens := tokens + 1;\n");
    text.push_str("      if (pos == n) { return; }\n      c := s[pos];\n");
    Ok(())
}

/// Every third case falls through to the next one. What follows the merge reads what the cases assign.
fn switch(k: u32) -> Text {
    let mut text = String::from(SWITCH_HEAD);
    text.push_str("  goto ");
    for i in 0..k {
        write!(text, "case{i}, ")?;
    }
    text.push_str("default;\n");
    for i in 0..k {
        writeln!(text, "case{i}:\n  assume tag == {i};\n  goto body{i};\nbody{i}:\n  cost := cost + {};", i % 7 + 1)?;
        match i % 3 {
            0 if i + 1 < k => writeln!(text, "  goto body{};", i + 1)?,
            _ => writeln!(text, "  kind := {};\n  goto merge;", if i % 2 == 0 { "even" } else { "odd" })?,
        }
    }
    writeln!(text, "default:\n  assume tag < 0 || {k} <= tag;\n  goto merge;")?;
    text.push_str(SWITCH_TAIL);
    Ok(text)
}

const SWITCH_HEAD: &str = "\
procedure switch(tag: int, price: int, even: int, odd: int) returns (cost: int, kind: int)
  requires 0 <= price;
  requires 0 <= even && even < 5;
  requires 0 <= odd && odd < 5;
  ensures price <= cost;
  ensures 0 <= kind && kind < 10;
{
  cost := price;
  kind := even;
";

const SWITCH_TAIL: &str = "\
merge:
  assert cost <= price + 14;
  if (cost > 100) { cost := cost + kind; }
  if (kind > 2) { kind := kind + 1; }
  if (cost > 1000) { kind := kind + kind; cost := cost + kind; }
  kind := if kind < 10 then kind else 0;
}
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_member_parses() {
        for family in Family::ALL {
            for k in [1, 2, 3, 4, 5, 17, 100] {
                let mut sources = invar_base::SourceMap::new();
                let text = family.program(k);
                let source = sources.add("family.bpl", text.clone());
                let (_, errors) = invar_gcl::boogie::parse(source, &text);
                assert!(errors.is_empty(), "{} {k}: {}\n{text}", family.name(), errors[0].message);
            }
        }
    }

    #[test]
    fn names_and_ladders_are_in_order() {
        for family in Family::ALL {
            assert_eq!(Family::named(family.name()), Some(family));
            assert!(family.ladder().is_sorted());
        }
        assert_eq!(Family::named("unheard of"), None);
    }
}
