//! The programs of Tables 4, 5 and 6, written from what the paper says about them. Where one has templates, it is measured with them (*given*),
//! and as every program without (*guessed*).

use std::borrow::Cow;

/// A row of a table.
pub struct Benchmark {
    pub table: &'static str,
    pub name: &'static str,
    /// Our program.
    pub text: &'static str,
    pub asked: Asked,
    /// The paper's seconds: by the least, the greatest and the constraint-based fixed point. Nothing where it has none, or stopped.
    pub paper: [Option<f64>; 3],
}

/// What is asked about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asked {
    /// Does every assertion hold?
    Proof,
    /// Under which preconditions do they (§6)?
    Precondition,
}

/// Where the templates of a measurement come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Templates {
    Given,
    /// Given, and each unknown may choose so many predicates more, about a variable that the program does not use (Figure 5).
    WithIrrelevant(usize),
    Guessed,
}

impl Benchmark {
    /// The text that is measured. `None` if no templates are given.
    pub fn text_with(&self, templates: Templates) -> Option<Cow<'static, str>> {
        let is_template = |line: &&str| line.trim_start().starts_with("template ");
        let has_templates = self.text.lines().any(|line| is_template(&line));
        match templates {
            Templates::Given => has_templates.then_some(Cow::Borrowed(self.text)),
            Templates::WithIrrelevant(count) => has_templates.then(|| Cow::Owned(with_irrelevant(self.text, count))),
            Templates::Guessed => {
                let rest: Vec<&str> = self.text.lines().filter(|line| !is_template(line)).collect();
                Some(Cow::Owned(rest.join("\n")))
            }
        }
    }
}

/// So many predicates `irrelevant < c` for each unknown.
fn with_irrelevant(text: &str, count: usize) -> String {
    let constants: Vec<String> = (0..count).map(|number| number.to_string()).collect();
    let more = format!(", AllPreds({{irrelevant}}, {{{}}}, {{<}});", constants.join(", "));
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines() {
        let is_template = line.trim_start().starts_with("template ");
        lines.push(match line.strip_suffix(';').filter(|_| is_template) {
            Some(template) => format!("{template}{more}"),
            None => line.to_string(),
        });
        if line == "{" {
            lines.push("  var irrelevant: int;".to_string());
        }
    }
    lines.join("\n")
}

macro_rules! row {
    ($table:literal, $name:literal, $asked:ident, $paper:expr) => {
        Benchmark {
            table: $table,
            name: $name,
            text: include_str!(concat!("programs/", $name, ".bpl")),
            asked: Asked::$asked,
            paper: $paper,
        }
    };
}

/// The rows that there are programs for. Not among them: the preconditions of merge, and the worst-case bounds of selection sort and bubble sort.
pub const ROWS: [Benchmark; 22] = [
    row!("4", "consumer_producer", Proof, [Some(0.45), Some(2.27), Some(4.54)]),
    row!("4", "partition_array", Proof, [Some(2.28), Some(0.15), Some(0.76)]),
    row!("4", "list_init", Proof, [Some(0.15), Some(0.06), Some(0.15)]),
    row!("4", "list_delete", Proof, [Some(0.10), Some(0.03), Some(0.19)]),
    row!("4", "list_insert", Proof, [Some(0.12), Some(0.30), Some(0.25)]),
    row!("5", "partial_init", Precondition, [None, Some(0.50), None]),
    row!("5", "init_synthesis", Precondition, [None, Some(0.72), None]),
    row!("5", "binary_search", Precondition, [None, Some(13.48), None]),
    row!("6", "selection_sort_sorted", Proof, [Some(1.32), Some(6.79), Some(12.66)]),
    row!("6", "insertion_sort_sorted", Proof, [Some(14.16), Some(2.90), Some(6.82)]),
    row!("6", "bubble_sort_sorted", Proof, [Some(0.47), Some(0.78), Some(1.21)]),
    row!("6", "bubble_sort_flag_sorted", Proof, [Some(0.22), Some(0.16), Some(0.55)]),
    row!("6", "quick_sort_inner_sorted", Proof, [Some(0.43), Some(4.28), Some(1.10)]),
    row!("6", "merge_sort_inner_sorted", Proof, [Some(2.91), Some(2.19), Some(4.92)]),
    row!("6", "selection_sort_preserved", Proof, [Some(22.69), Some(17.02), None]),
    row!("6", "insertion_sort_preserved", Proof, [Some(2.62), Some(94.42), Some(19.66)]),
    row!("6", "bubble_sort_preserved", Proof, [Some(5.49), Some(1.10), Some(13.74)]),
    row!("6", "bubble_sort_flag_preserved", Proof, [Some(1.98), Some(1.56), Some(10.44)]),
    row!("6", "quick_sort_inner_preserved", Proof, [Some(1.89), Some(4.36), Some(1.83)]),
    row!("6", "merge_sort_inner_preserved", Proof, [None, Some(7.00), Some(23.75)]),
    // The paper's column of bounds does not say by which algorithm.
    row!("6", "insertion_sort_bound", Precondition, [None, Some(39.59), None]),
    row!("6", "quick_sort_inner_bound", Precondition, [None, Some(1.68), None]),
];
