//! The languages that Invar reads. What depends on the language is asked of it: by which names its files are known and which
//! words reports use (here), how a file is read (`read`), how formulas and annotations are written (`syntax`).

use std::path::Path;

use invar_base::Diagnostic;
use invar_gcl::Program;

use crate::text::bad;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// As people write it, or as the preprocessor wrote it.
    C,
    Boogie,
}

/// What the user is told of files in other languages.
const READ: &str = "it reads C programs (.c, .i, .h) and Boogie programs (.bpl)";

impl Language {
    /// The language of a file, by the end of its name.
    pub fn of_path(path: &str) -> Result<Language, Diagnostic> {
        if Path::new(path).is_dir() {
            let message = "there are no programs in this directory".to_string();
            return Err(bad("cannot-read", message).with_help("Invar looks for files that end in .c, .i or .bpl"));
        }
        match extension(Path::new(path)).as_str() {
            "bpl" => Ok(Language::Boogie),
            "c" | "h" | "i" => Ok(Language::C),
            "java" => Err(unsupported("Java")),
            "bp" => Err(bad("unsupported-language", "boolean programs are not verified function by function".into())
                .with_help("`invar reach` says which assertions of a boolean program can fail")),
            "cc" | "cpp" | "cxx" | "hpp" => Err(unsupported("C++")),
            "json" => Err(bad("unsupported-language", "this is not a program".into())
                .with_help("to re-check evidence, use `invar check`")),
            other => {
                let kind = if other.is_empty() { "without an extension".into() } else { format!("ending in .{other}") };
                let message = format!("Invar cannot tell the language of a file {kind}");
                Err(bad("unsupported-language", message).with_help(READ))
            }
        }
    }

    /// The language that a program was read from: Boogie's variables are those of the program itself.
    pub fn of_program(program: &Program) -> Language {
        if program.source.variables.is_empty() { Language::Boogie } else { Language::C }
    }

    /// Does a directory stand for this file? Headers are read with the programs that include them.
    pub fn is_looked_for(path: &Path) -> bool {
        ["bpl", "c", "i"].contains(&extension(path).as_str())
    }

    pub fn name(self) -> &'static str {
        match self {
            Language::C => "C",
            Language::Boogie => "Boogie",
        }
    }

    /// What bodies are called by the people who write them.
    pub fn noun(self) -> &'static str {
        match self {
            Language::C => "function",
            Language::Boogie => "procedure",
        }
    }
}

/// What the bodies in a file are called.
pub fn noun(path: &str) -> &'static str {
    Language::of_path(path).unwrap_or(Language::Boogie).noun()
}

/// What the bodies in several files are called, which may be in several languages.
pub fn common_noun<'p>(mut paths: impl Iterator<Item = &'p str>) -> &'static str {
    let is_c = paths.all(|path| Language::of_path(path) == Ok(Language::C));
    if is_c { Language::C.noun() } else { Language::Boogie.noun() }
}

fn extension(path: &Path) -> String {
    path.extension().and_then(|extension| extension.to_str()).unwrap_or("").to_ascii_lowercase()
}

fn unsupported(language: &str) -> Diagnostic {
    bad("unsupported-language", format!("files in {language} are not supported yet"))
        .with_help(format!("this version of Invar is limited: {READ}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_is_told_by_the_name() {
        let code = |path: &str| Language::of_path(path).map(Language::name).unwrap_or_else(|error| error.code);
        assert_eq!(code("a.c"), "C");
        assert_eq!(code("a.I"), "C");
        assert_eq!(code("a.h"), "C");
        assert_eq!(code("a.bpl"), "Boogie");
        assert_eq!(code("prog.java"), "unsupported-language");
        assert_eq!(code("noext"), "unsupported-language");
        assert_eq!(code(env!("CARGO_MANIFEST_DIR")), "cannot-read");
        assert_eq!(common_noun(["a.c", "b.i"].into_iter()), "function");
        assert_eq!(common_noun(["a.c", "b.bpl"].into_iter()), "procedure");
    }
}
