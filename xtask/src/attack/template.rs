//! The templates of one class of constructs, in a file that looks like C. A line `//# kind name` begins a template:
//! declarations, then after `//# body` the statements of `main`, or after `//# driver` those of a caller; after `//# elsewhere`
//! stands what only gcc sees. File-scope names
//! begin with `@`, so that many programs fit into one file for gcc.
//!
//! | kind | what the template promises |
//! | --- | --- |
//! | `value` | defined behaviour; calls `@observe(v)` once, and C or gcc's documentation fixes v |
//! | `unspecified` | the same, but C leaves v open |
//! | `memory` | the sanitizers stop the program exactly if it breaks its memory |
//! | `overflow` | they stop it exactly if a signed operation overflows |
//! | `open` | `@target` is verified for all inputs; a `CHECK` that fails under some driver must not be proved |
//! | `separate` | the same, but no `CHECK` can fail |
//!
//! Without a body, the declarations hold `@main`. `$STOP` in a body leaves it.

use invar_gcl::random::Random;

use super::grammar::Chooser;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    Value,
    Unspecified,
    Memory,
    Overflow,
    Open,
    Separate,
}

impl Kind {
    const ALL: [(&'static str, Kind); 6] = [
        ("value", Kind::Value),
        ("unspecified", Kind::Unspecified),
        ("memory", Kind::Memory),
        ("overflow", Kind::Overflow),
        ("open", Kind::Open),
        ("separate", Kind::Separate),
    ];
}

#[derive(Clone, Debug)]
pub struct Template {
    pub class: &'static str,
    pub name: String,
    pub kind: Kind,
    declarations: String,
    body: String,
    elsewhere: String,
    drivers: Vec<String>,
}

/// A program without the parts that gcc and Invar see differently.
#[derive(Clone, Debug)]
pub struct Attack {
    pub seed: u64,
    pub class: &'static str,
    pub name: String,
    pub kind: Kind,
    /// Lines `#include …`.
    pub headers: Vec<String>,
    /// Everything else; file-scope names begin with `@`.
    pub text: String,
    /// What Invar does not see: definitions in another file.
    pub elsewhere: String,
    /// Bodies of functions that call the target.
    pub drivers: Vec<String>,
    /// Decides what else is asked.
    pub random: Random,
}

impl Attack {
    /// The text with `prefix` before every file-scope name. The `@` of an annotation has no name after it.
    pub fn named(text: &str, prefix: &str) -> String {
        let mut parts = text.split('@');
        let mut out = parts.next().unwrap_or_default().to_string();
        for part in parts {
            let is_name = part.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
            out += if is_name { prefix } else { "@" };
            out += part;
        }
        out
    }
}

/// Each class with its templates.
const CLASSES: [(&str, &str); 9] = [
    ("aliasing", include_str!("templates/aliasing.c")),
    ("casts", include_str!("templates/casts.c")),
    ("layouts", include_str!("templates/layouts.c")),
    ("attributes", include_str!("templates/attributes.c")),
    ("library", include_str!("templates/library.c")),
    ("control", include_str!("templates/control.c")),
    ("values", include_str!("templates/values.c")),
    ("memory", include_str!("templates/memory.c")),
    ("unseen", include_str!("templates/unseen.c")),
];

pub fn templates() -> Result<Vec<Template>, String> {
    let mut all = Vec::new();
    for (class, text) in CLASSES {
        all.extend(read(class, text).map_err(|why| format!("templates of `{class}`: {why}"))?);
    }
    Ok(all)
}

fn read(class: &'static str, text: &str) -> Result<Vec<Template>, String> {
    let mut found: Vec<Template> = Vec::new();
    let mut section = Section::Declarations;
    for line in text.lines() {
        let Some(head) = line.strip_prefix("//# ") else {
            if let Some(template) = found.last_mut() {
                let part = match section {
                    Section::Declarations => Some(&mut template.declarations),
                    Section::Body => Some(&mut template.body),
                    Section::Elsewhere => Some(&mut template.elsewhere),
                    Section::Driver => template.drivers.last_mut(),
                };
                if let Some(part) = part {
                    *part += line;
                    *part += "\n";
                }
            }
            continue;
        };
        section = match (head, found.last_mut()) {
            ("body", Some(_)) => Section::Body,
            ("elsewhere", Some(_)) => Section::Elsewhere,
            ("driver", Some(template)) => {
                template.drivers.push(String::new());
                Section::Driver
            }
            (head, _) => {
                found.push(begin(class, head)?);
                Section::Declarations
            }
        };
    }
    Ok(found)
}

enum Section {
    Declarations,
    Body,
    Elsewhere,
    Driver,
}

fn begin(class: &'static str, head: &str) -> Result<Template, String> {
    let kind = |word: &str| Kind::ALL.iter().find(|(name, _)| *name == word).map(|(_, kind)| *kind);
    let parts = head.split_once(' ').and_then(|(word, name)| Some((kind(word)?, name)));
    let (kind, name) = parts.ok_or_else(|| format!("`{head}` is not a kind and a name"))?;
    let name = name.trim().to_string();
    let (declarations, body, elsewhere) = (String::new(), String::new(), String::new());
    Ok(Template { class, name, kind, declarations, body, elsewhere, drivers: Vec::new() })
}

/// The program with this number.
pub fn attack(templates: &[Template], seed: u64) -> Result<Attack, String> {
    // Neighbouring seeds of the generator of numbers differ little; its first number is mixed well.
    let mut random = Random::new(Random::new(seed).next_u64());
    let template = random.pick(templates).ok_or("there are no templates")?.clone();
    let mut chooser = Chooser::new(random);
    let program = expand(&template, &mut chooser);
    let Parts { text, elsewhere, drivers } =
        program.map_err(|why| format!("{}/{}: {why}", template.class, template.name))?;
    let is_header = |line: &&str| line.starts_with("#include");
    let headers = text.lines().filter(is_header).map(str::to_string).collect();
    let text = text.lines().filter(|line| !is_header(line)).map(|line| format!("{line}\n")).collect();
    let Template { class, name, kind, .. } = template;
    Ok(Attack { seed, class, name, kind, headers, text, elsewhere, drivers, random: chooser.random })
}

/// The parts of a program with all choices made.
struct Parts {
    text: String,
    elsewhere: String,
    drivers: Vec<String>,
}

fn expand(template: &Template, chooser: &mut Chooser) -> Result<Parts, String> {
    let mut text = chooser.expand(&template.declarations)?;
    if !template.body.is_empty() {
        text += &wrapped(&template.body, chooser)?;
    }
    let elsewhere = chooser.expand(&template.elsewhere)?;
    let drivers = template.drivers.iter().map(|driver| chooser.expand(driver));
    Ok(Parts { text, elsewhere, drivers: drivers.collect::<Result<_, _>>()? })
}

/// Ways to get to the statements: none of them changes what they do.
const WRAPS: [&str; 8] = [
    "int @main(void)\n{\n$BODY    return 0;\n}\n",
    "int @main(void)\n{\n$BODY    return 0;\n}\n",
    "static void @run(void)\n{\n$BODY}\n\nint @main(void)\n{\n    @run();\n    return 0;\n}\n",
    "static void @run(void)\n{\n$BODY}\n\nint @main(void)\n{\n    void (*call)(void) = ‹@run¦&@run›;\n    ‹call()¦(*call)()›;\n    return 0;\n}\n",
    "int @main(void)\n{\n    for (int turn = 0; turn < 1; turn++) {\n$BODY    }\n    return 0;\n}\n",
    "‹static ¦›int @go = ‹#1..3›;\n\nint @main(void)\n{\n    if (@go‹¦ > 0¦ != 0›) {\n$BODY    }\n    return 0;\n}\n",
    "int @main(void)\n{\n    int go = 0;\n    do {\n$BODY    } while (go);\n    return 0;\n}\n",
    "static int @deep(int level)\n{\n    if (level > 0)\n        return @deep(level - 1) + level;\n$BODY    return 0;\n}\n\nint @main(void)\n{\n    return @deep(‹#0..3›) < 0;\n}\n",
];

fn wrapped(body: &str, chooser: &mut Chooser) -> Result<String, String> {
    let wrap = WRAPS[chooser.random.below(WRAPS.len())];
    chooser.bind("STOP", if wrap.contains("void @run(void)") { "return" } else { "return 0" });
    let body = chooser.expand(body)?;
    chooser.bind("BODY", &body);
    chooser.expand(wrap)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_template_expands_and_the_seed_decides() {
        let all = templates().expect("the templates are well-formed");
        for template in &all {
            let one = std::slice::from_ref(template);
            for seed in 0..20 {
                let program = attack(one, seed).expect("every choice is made");
                assert!(!program.text.contains(['‹', '›', '¦']), "{}", program.text);
                assert_eq!(program.text, attack(one, seed).expect("again").text);
            }
        }
    }

    #[test]
    fn names_are_unique_and_kinds_have_what_they_need() {
        let all = templates().expect("the templates are well-formed");
        let mut names: Vec<_> = all.iter().map(|template| (template.class, &template.name)).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), all.len());
        for Template { name, kind, declarations, body, drivers, .. } in &all {
            let has_start = !body.is_empty() || declarations.contains("@main(");
            let observes = declarations.contains("@observe(") || body.contains("@observe(");
            match kind {
                Kind::Value | Kind::Unspecified => assert!(has_start && observes, "{name}"),
                Kind::Memory | Kind::Overflow => assert!(has_start, "{name}"),
                Kind::Open => {
                    let has_target = declarations.contains("@target(") || declarations.contains("@main(");
                    assert!(!drivers.is_empty() && has_target, "{name}");
                }
                Kind::Separate => assert!(declarations.contains("@target("), "{name}"),
            }
        }
    }
}
