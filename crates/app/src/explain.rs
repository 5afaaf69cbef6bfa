//! Every code that Invar prints, explained. The checks and the causes come from the tables where they are defined; the
//! codes of bad input are listed here, and a test looks for ones that are missing.

use invar_engine::Cause;
use invar_gcl::CheckKind;

/// One code, with what it is about and a few sentences on it.
pub struct Entry {
    pub code: &'static str,
    pub group: Group,
    pub title: String,
    pub text: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Group {
    Check,
    Cause,
    Warning,
    Error,
}

impl Group {
    pub const ALL: [Group; 4] = [Group::Check, Group::Cause, Group::Warning, Group::Error];

    pub fn heading(self) -> &'static str {
        match self {
            Group::Check => "Checks: what must hold in every run",
            Group::Cause => "Causes: why an answer is unknown",
            Group::Warning => "Warnings",
            Group::Error => "Bad input: why a file could not be verified at all",
        }
    }
}

/// All codes, group by group.
pub fn entries() -> Vec<Entry> {
    let checks = CheckKind::ALL.into_iter().map(|kind| {
        let text = kind.text();
        Entry { code: text.code, group: Group::Check, title: text.fails.into(), text: text.explanation.into() }
    });
    let labels = std::iter::once(entry(Group::Check, &LABEL));
    // `vacuous` is a warning as well, and explained there.
    let causes = Cause::ALL.into_iter().filter(|cause| *cause != Cause::Vacuous).map(|cause| Entry {
        code: cause.code(),
        group: Group::Cause,
        title: cause_title(cause).into(),
        text: format!("{}\nWhat to try: {}.", cause_text(cause), cause.next_step()),
    });
    let warnings = WARNINGS.iter().map(|row| entry(Group::Warning, row));
    checks
        .chain(labels)
        .chain(causes)
        .chain(warnings)
        .chain(ERRORS.iter().map(|row| entry(Group::Error, row)))
        .collect()
}

/// What is asked of boolean programs besides assertions.
const LABEL: (&str, &str, &str) = (
    "label",
    "a run reaches this label",
    "`invar reach --label` asks whether any run of a boolean program gets to a label. The answer is a run that does, or that none does.",
);

/// The explanation of one code as it is printed.
pub fn explain(code: &str) -> Option<String> {
    let entries = entries();
    let entry = entries.iter().find(|entry| entry.code == code)?;
    Some(format!("{}: {}\n\n{}\n", entry.code, entry.title, entry.text))
}

/// The list of all codes as it is printed.
pub fn overview() -> String {
    let mut text = String::new();
    let entries = entries();
    for group in Group::ALL {
        text.push_str(&format!("{}\n", group.heading()));
        for entry in entries.iter().filter(|entry| entry.group == group) {
            text.push_str(&format!("  {:<22} {}\n", entry.code, entry.title));
        }
        text.push('\n');
    }
    text.push_str("`invar explain CODE` says more about one of them.\n");
    text
}

/// The code that a mistyped one was probably meant to be.
pub fn nearest(code: &str) -> Option<&'static str> {
    let codes = entries().into_iter().map(|entry| (distance(code, entry.code), entry.code));
    codes.min().filter(|(distance, _)| *distance <= 3).map(|(_, code)| code)
}

/// The number of characters to insert, delete or replace.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

fn entry(group: Group, (code, title, text): &(&'static str, &'static str, &'static str)) -> Entry {
    Entry { code, group, title: title.to_string(), text: text.to_string() }
}

fn cause_title(cause: Cause) -> &'static str {
    match cause {
        Cause::NotInductive => "the loop invariant does not exclude a bad state",
        Cause::ContractTooWeak => "a called procedure's contract does not exclude a bad result",
        Cause::Uninterpreted => "the answer depends on a function without a definition",
        Cause::Incomplete => "the prover could not decide the formula",
        Cause::ResourceLimit => "the effort was used up",
        Cause::Deadline => "the time limit was reached",
        Cause::Interrupted => "the run was stopped",
        Cause::Memory => "the memory limit was reached",
        Cause::Unsupported => "the program uses something that Invar does not understand well enough",
        Cause::NoCondition => "it fails for some arguments, and no condition on callers was found",
        Cause::NotReplayed => "a possible failure could not be reproduced",
        Cause::Vacuous => "no state satisfies the preconditions",
    }
}

fn cause_text(cause: Cause) -> &'static str {
    match cause {
        Cause::NotInductive => {
            "Behind a loop, and at the start of each of its iterations, all that is known is the loop's invariant. There \
             is a state that satisfies it and from which the check fails, but no run of the program was seen to reach \
             that state. Either it can be reached, and the check is wrong, or the invariant says too little."
        }
        Cause::ContractTooWeak => {
            "A call is understood by the contract of the procedure, not by its body. The contract allows a result that \
             makes the check fail, but the body was not seen to give it."
        }
        Cause::Uninterpreted => {
            "The check fails for some meaning of a function or constant that the text only declares. Whether that is the \
             meaning you have in mind is not written down anywhere."
        }
        Cause::Incomplete => {
            "No prover decides every formula with quantifiers or nonlinear arithmetic. It gave up on this one, which says \
             nothing about the program."
        }
        Cause::ResourceLimit => {
            "Each question to the prover has a limit, so that every run ends, and ends with the same answer on every \
             machine. The limit depends on `--effort` alone."
        }
        Cause::Deadline => "The time given by `--timeout` was over before there was an answer.",
        Cause::Interrupted => "Somebody pressed Ctrl-C, or the system asked Invar to stop.",
        Cause::Memory => {
            "Invar used more memory than `--memory` allows, so the procedures at work gave up and gave back what they held; the \
             others have their turn. With `--jobs 1`, one procedure has all of it. Example: a long run of which every step \
             has to be remembered."
        }
        Cause::Unsupported => {
            "Part of the program was read in a weaker way than it was meant, or not at all. Rather than guess, Invar \
             gives no answer where one would depend on it."
        }
        Cause::NoCondition => {
            "A function without a contract is verified for all arguments. It fails for some that its author hardly meant, such as a \
             pointer to too little memory, and Invar found no condition on callers under which it is proved: what they have to \
             keep to is not among what Invar can guess, its inner calls would have to be held to it, or no run was \
             found that keeps to it. Example: `int last(struct list *l)` follows `l->next` until it is null."
        }
        Cause::NotReplayed => {
            "The prover found values for which the check fails. Invar runs the program on such values before it calls \
             anything refuted, and this run did not fail."
        }
        Cause::Vacuous => {
            "Of a function that no state can enter, everything would be proved. Its preconditions contradict each other, the \
             axioms, or what Invar knows about memory."
        }
    }
}

/// Code, title, text.
type Row = (&'static str, &'static str, &'static str);

const WARNINGS: &[Row] = &[
    (
        "vacuous",
        "this holds only because no run reaches it",
        "A check that is never reached cannot fail, so it is proved; but what was meant is probably something else. Usually \
         the preconditions, the axioms, the loop invariants or the assumptions before it contradict each other. A C function \
         that no state can enter at all is not proved: its answer is unknown, with this cause.",
    ),
    (
        "ignored",
        "this part of the text has no effect",
        "Invar reads it and then takes no notice of it, as the message says.",
    ),
    (
        "missing-header",
        "a header is not found",
        "The file is read as if the header were empty: functions that it declares are called without a prototype, and its \
         macros are taken for functions. What is proved then need not hold of the whole program, so the exit code is not 0. Say where \
         the header is with `-I`.",
    ),
    (
        "wrong-headers",
        "the headers are not those of the data model",
        "The program is verified for 32 bits, but only the headers for 64 bits are installed. Types that they define, such \
         as `int64_t`, may have other sizes than they have in a 32-bit program.",
    ),
    (
        "unknown-annotation",
        "this comment is not read",
        "Comments that begin with `/*@` or `//@` are annotations, but this one does not begin with a word of ACSL. Other \
         tools use such comments too, so it is skipped as a whole. If it was meant for Invar, look for a misspelt word.",
    ),
    (
        "unsupported-annotation",
        "this part of an annotation has no meaning for Invar",
        "It is correct ACSL, and Invar does not support it. A clause is skipped; a term may have any value, so nothing is \
         proved from it, and what depends on it is unknown.",
    ),
    (
        "implicit-declaration",
        "a C function is called without a declaration",
        "It is taken to return `int` and to accept any arguments, as old C has it, or to have the type of the library function \
         of its name. Include the header that declares it.",
    ),
    ("implicit-int", "a C declaration gives no type", "It means `int`, as in old C."),
    (
        "pointer-conversion",
        "a C pointer becomes something else without a cast",
        "Pointers to different types are mixed, or pointers and integers. C compilers only warn about this; write a cast if \
         it is meant.",
    ),
    (
        "excess-initialiser",
        "a C initialiser has more values than there are places",
        "The values at the end are dropped, as C compilers do.",
    ),
    (
        "flexible-member",
        "an array without a length stands before the end of a C struct",
        "Only the last member may be an array without a length. Here it takes no space.",
    ),
    (
        "not-linked",
        "C files that call each other do not fit together",
        "Two of them define the same name, or declare it with types that are not compatible. Each file is verified on its own, so \
         that a function in another one may do anything. Name fewer files, or correct the declaration that the warning shows.",
    ),
    (
        "return-value",
        "a C function returns a value that it should not, or none",
        "A `void` function drops the value; a function with a result returns any value.",
    ),
];

const ERRORS: &[Row] = &[
    ("cannot-read", "the file cannot be read", "There is no such file, it is a directory, or it may not be read."),
    (
        "empty-file",
        "the file is empty",
        "A file without any text proves nothing; most likely the wrong file was named.",
    ),
    ("not-text", "the file is not text", "Programs are UTF-8 text; this file holds other bytes."),
    ("too-large", "the file is too large", "Invar reads files of up to 64 MB."),
    (
        "unsupported-language",
        "the language is not supported",
        "The language is told by the end of the file's name. This version reads C programs (.c, .i, .h) and \
         Boogie programs (.bpl).",
    ),
    (
        "preprocessor",
        "the preprocessor failed",
        "A C file goes through the system's compiler first (`cc -E`). What the compiler says about it is shown; usually an \
         included file is not found: name its folder with `-I`, or give the `compile_commands.json` of the project.",
    ),
    (
        "compile-commands",
        "the compilation database is damaged",
        "A `compile_commands.json` is a list of objects with `directory`, `file` and `command` or `arguments`, as CMake, \
         Meson and Bear write it.",
    ),
    (
        "property",
        "the property is not understood",
        "A property file holds lines such as `CHECK( init(main()), LTL(G ! call(reach_error())) )`.",
    ),
    ("syntax", "the text is not a program", "The text breaks the rules of the language at the place shown."),
    (
        "nesting-too-deep",
        "the text is nested too deeply",
        "Parentheses, blocks and operators may be nested some hundred levels deep. Long chains, such as `a + b + c + ...` or \
         `else if`, are not nested and may have any length.",
    ),
    (
        "no-preprocessor",
        "there is no C preprocessor",
        "The file has directives such as `#include`, and no C compiler was found to deal with them. Install one, name one in \
         the variable CC, or give a preprocessed file (`.i`).",
    ),
    ("unknown-name", "a name is not declared", "Nothing of this name is declared where it is used. Is it misspelt?"),
    ("unknown-label", "a label does not exist", "A `goto` or `break` names a label that its body does not have."),
    ("duplicate-name", "a name is declared twice", "Two declarations in one scope share a name; rename one of them."),
    (
        "arity",
        "the number of arguments is wrong",
        "It must be that of the declaration, which is shown where it is known.",
    ),
    ("type-mismatch", "the types do not fit", "The expression has another type than its place asks for."),
    (
        "ambiguous-type",
        "a type cannot be inferred",
        "Nothing determines a type argument; write it with a coercion `e: type`.",
    ),
    ("cyclic-type", "a type contains itself", "A type synonym stands for itself, directly or through others."),
    ("not-assignable", "this cannot be assigned to", "Constants, in-parameters and bound variables keep their value."),
    (
        "measure",
        "measures do not fit together",
        "A procedure has one `measure` clause, and so has every procedure that its calls may lead to and that may call it back, \
         of as many parts.",
    ),
    (
        "modifies",
        "a global is changed without `modifies`",
        "A procedure lists every global variable that it or what it calls changes.",
    ),
    (
        "trigger",
        "a trigger is not usable",
        "A trigger is made of function applications and map accesses, and names every bound variable.",
    ),
    ("old", "`old` has no meaning here", "Only bodies and postconditions have an earlier state to speak of."),
    (
        "misplaced-clause",
        "a clause stands where it has no meaning",
        "Move it to the declaration or loop it belongs to.",
    ),
    ("attribute", "an attribute is wrong", "The attribute has arguments that it cannot have; the message says which."),
    ("code-expression", "a code expression is wrong", "An expression `|{ ... }|` must end every path in `return e`."),
    (
        "inline-recursion",
        "an inlined function calls itself",
        "Its body cannot be written in place of its calls; use an axiom.",
    ),
    (
        "incomplete-type",
        "a C type is used before it is complete",
        "The struct, union, array or `void` has no known size at this place, and the size is needed. Define the type before.",
    ),
    ("no-member", "there is no such member", "The C struct or union has no member of this name, or it is none at all."),
    (
        "not-constant",
        "a C constant is needed",
        "Array lengths outside of functions, cases, enumerators, widths of bit-fields and initialisers of static variables are \
         computed before the program runs.",
    ),
    ("static-assert", "a static assertion fails", "The condition of a `_Static_assert` is 0 under this data model."),
    (
        "misplaced-statement",
        "a C statement stands where it has no meaning",
        "`break` and `continue` need a loop around them, `case` and `default` a `switch`.",
    ),
    (
        "misplaced-initialiser",
        "this C declaration cannot have an initialiser",
        "It declares a function, or is `extern`.",
    ),
    ("duplicate-case", "a `switch` has two cases for one value", "Only one of them could ever be reached."),
    ("bit-field", "a C bit-field is wrong", "Its type or width is not allowed, or its address is taken."),
    (
        "bad-index",
        "an index is outside of the array",
        "A designator of a C initialiser names an element that is not there.",
    ),
    ("negative-length", "a C array has a negative length", "The length is a constant, and it is less than 0."),
    ("too-large-type", "a C type is larger than any memory", "An array length is out of all proportion."),
    (
        "too-large-constant",
        "a C integer constant is too large",
        "No integer type, or none that C gives to constants, holds this value.",
    ),
    ("bad-evidence", "the file is not evidence", "It is damaged, of another version, or about another program."),
    (
        "changed-source",
        "the program has changed",
        "Evidence holds for one text only, as the preprocessor leaves it. Its SHA-256 is in the evidence, and the file's is \
         another.",
    ),
    (
        "other-options",
        "the evidence answers another question",
        "What a proof says depends on the checks, the property, the data model, the macros and the function that were asked \
         for. `invar check` takes the same options as `invar verify`, and they must be those of the evidence.",
    ),
    ("internal-error", "a bug in Invar", "Invar broke down on this file. Please report it together with the file."),
    (
        "ghost",
        "ghost code does what it must not do",
        "Ghost code in annotations may read everything. It may change only ghost variables, and the program may not use \
         these: without the annotations the program must do the same.",
    ),
    (
        "bad-rule",
        "a temporal rule cannot be read",
        "A rule (`--rule FILE.slic`) consists of `state { … }` and of handlers `function.entry { … }` and \
         `function.exit { … }`. Handlers are C without loops, calls and jumps, and change only the variables of their rule.",
    ),
    (
        "bad-predicates",
        "a file of predicates cannot be used",
        "A file of predicates (`invar abstract --predicates`) has `procedure { e, … }` for predicates over the variables of a \
         procedure that has a body, and `global { e, … }` for those over global variables. A predicate is an expression of C \
         or ACSL without calls.",
    ),
    (
        "misplaced-term",
        "an expression has no meaning here",
        "`\\result` and `\\fresh` belong into `ensures`, labels such as `LoopEntry` to their loop, and ranges of indices to \
         lists of places.",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_explained_once() {
        let entries = entries();
        for (index, entry) in entries.iter().enumerate() {
            assert!(!entry.text.is_empty() && !entry.title.is_empty(), "{} has no text", entry.code);
            assert!(entries[..index].iter().all(|other| other.code != entry.code), "{} is there twice", entry.code);
        }
    }

    /// The codes in the sources of the front end: `error("…"`, `fail("…"`, `warning("…"`.
    fn codes_in(folder: &std::path::Path, codes: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                codes_in(&path, codes);
                continue;
            }
            let text: String = std::fs::read_to_string(&path).unwrap_or_default().split_whitespace().collect();
            for opening in ["error(\"", "fail(\"", "warning(\""] {
                let heads = text.split(opening).skip(1).filter_map(|rest| rest.split_once("\","));
                codes.extend(heads.map(|(code, _)| code.to_string()));
            }
        }
    }

    #[test]
    fn every_code_of_the_front_end_is_explained() {
        let mut codes = Vec::new();
        for folder in ["../gcl/src/boogie", "../gcl/src/boolprog", "../front/src", "../app/src/reach"] {
            codes_in(&std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut codes);
        }
        let is_code = |code: &&String| code.chars().all(|c| c.is_ascii_lowercase() || c == '-');
        assert!(codes.iter().filter(is_code).count() > 10, "the search finds no codes any more");
        let missing: Vec<&String> = codes.iter().filter(is_code).filter(|code| explain(code).is_none()).collect();
        assert!(missing.is_empty(), "not explained: {missing:?}");
    }

    #[test]
    fn mistyped_codes_find_their_neighbour() {
        assert_eq!(nearest("asert"), Some("assert"));
        assert_eq!(nearest("invariant_entry"), Some("invariant-entry"));
        assert_eq!(nearest("nothing like it at all"), None);
    }
}
