//! gcc as the judge: sizes, offsets, types of expressions and values of constants as static assertions, bit-fields as bytes
//! of a program that runs. Skipped, with a message, where there is no gcc, or none for 32-bit programs.

use std::io::Write;
use std::process::{Command, Stdio};

use super::resolved;
use crate::c::hir::StmtKind;
use crate::c::resolve::{Constant, evaluate, type_name};
use crate::c::types::{DataModel, Type, Types};

const MODELS: [(DataModel, &str); 2] = [(DataModel::Lp64, "-m64"), (DataModel::Ilp32, "-m32")];

/// What gcc says about a text; `None` if it cannot be asked.
fn gcc(flag: &str, text: &str) -> Option<Result<(), String>> {
    if run_gcc(flag, "int x;").is_none_or(|answer| answer.is_err()) {
        println!("skipped: no gcc {flag}");
        return None;
    }
    run_gcc(flag, text)
}

fn run_gcc(flag: &str, text: &str) -> Option<Result<(), String>> {
    let mut child = Command::new("gcc")
        .args([flag, "-std=gnu11", "-w", "-fsyntax-only", "-x", "c", "-"])
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .ok()?;
    child.stdin.take()?.write_all(text.as_bytes()).ok()?;
    let output = child.wait_with_output().ok()?;
    Some(if output.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&output.stderr).into_owned()) })
}

fn must_agree(flag: &str, text: &str) {
    if let Some(Err(message)) = gcc(flag, text) {
        let lines: Vec<&str> = message.lines().filter(|line| line.contains("error")).take(12).collect();
        panic!("gcc {flag} disagrees:\n{}\n{text}", lines.join("\n"));
    }
}

// ----- layouts -----

/// A generator of numbers, the same on every run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % bound
    }

    fn pick<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        texts[self.below(texts.len() as u64) as usize]
    }
}

const PLAIN: [&str; 12] = [
    "char",
    "short",
    "int",
    "long",
    "long long",
    "float",
    "double",
    "long double",
    "void *",
    "_Bool",
    "enum e",
    "tight",
];
const BITS: [(&str, u64); 8] = [
    ("char", 8),
    ("unsigned short", 16),
    ("int", 32),
    ("unsigned", 32),
    ("long", 32),
    ("long long", 64),
    ("_Bool", 1),
    ("unsigned long long", 64),
];

fn random_member(random: &mut Random, index: usize, record: usize) -> String {
    let attribute = match random.below(8) {
        0 => " __attribute__((packed))",
        1 => " __attribute__((aligned(8)))",
        2 => " __attribute__((aligned(2)))",
        _ => "",
    };
    match random.below(10) {
        0..4 => format!("{} m{index}{attribute};", random.pick(&PLAIN)),
        4 => format!("{} m{index}[{}]{attribute};", random.pick(&PLAIN[..11]), random.below(4)),
        5 if record > 0 => format!("struct r{} m{index}{attribute};", random.below(record as u64)),
        6 => format!("struct {{ {} a{index}; char b{index}; }};", random.pick(&PLAIN)),
        7 => {
            let (ty, _) = BITS[random.below(8) as usize];
            format!("{ty} : {};", random.below(2))
        }
        _ => {
            let (ty, most) = BITS[random.below(8) as usize];
            let attribute = if attribute.contains("packed") { attribute } else { "" };
            format!("{ty} m{index} : {}{attribute};", 1 + random.below(most))
        }
    }
}

fn random_record(random: &mut Random, record: usize) -> String {
    let count = 1 + random.below(7) as usize;
    let members: Vec<String> = (0..count).map(|index| random_member(random, index, record)).collect();
    let attribute = match random.below(8) {
        0 => " __attribute__((packed))",
        1 => " __attribute__((aligned(16)))",
        2 => " __attribute__((packed, aligned(4)))",
        _ => "",
    };
    let pack = match random.below(8) {
        0 => Some(1 << random.below(4)),
        _ => None,
    };
    let text = format!("struct r{record} {{ {} }}{attribute};", members.join(" "));
    match pack {
        Some(pack) => format!("#pragma pack(push, {pack})\n{text}\n#pragma pack(pop)\n"),
        None => format!("{text}\n"),
    }
}

/// Assertions about every record of the text that has a tag.
fn assertions(types: &Types) -> String {
    let mut text = String::new();
    for record in types.records.values().filter(|record| !record.name.is_empty()) {
        let Some(layout) = &record.layout else { continue };
        let name = format!("{} {}", if record.is_union { "union" } else { "struct" }, record.name);
        text += &format!("_Static_assert(sizeof({name}) == {}, \"size\");\n", layout.size);
        text += &format!("_Static_assert(_Alignof({name}) == {}, \"align\");\n", layout.align);
        for field in layout.fields.iter().filter(|field| field.bits.is_none() && !field.name.is_empty()) {
            text += &format!("_Static_assert(__builtin_offsetof({name}, {}) == {}, \"\");\n", field.name, field.offset);
        }
    }
    text
}

const BEFORE: &str = "enum e { A, B }; typedef int tight __attribute__((aligned(8)));\n";

#[test]
fn layouts_are_those_of_gcc() {
    let mut random = Random(88_172_645_463_325_252);
    let records: String = (0..250).map(|record| random_record(&mut random, record)).collect();
    let unions = records.replace("struct r", "union r");
    for text in [format!("{BEFORE}{records}"), format!("{BEFORE}{unions}")] {
        for (model, flag) in MODELS {
            let unit = resolved(&text, model).unit;
            must_agree(flag, &format!("{text}{}", assertions(&unit.types)));
        }
    }
}

#[test]
fn hand_made_layouts_are_those_of_gcc() {
    let text = "struct empty {}; struct flexible { int n; char data[]; }; struct zero { int n; long long a[0]; };
        union u { int a; char b[7]; double d; }; struct nested { char c; union u u; struct { short s; } t; };
        typedef struct { char c; double d; } __attribute__((packed)) tight; struct holds { char c; tight t; char e; };
        struct __attribute__((aligned(32))) wide { char c; }; struct array { struct wide w[2]; char c; };
        struct alignas { char c; _Alignas(16) char d; _Alignas(double) char e; };
        typedef long long word __attribute__((mode(DI))); typedef unsigned half __attribute__((mode(HI)));
        struct modes { char a; word b; half c; }; struct flags { unsigned a : 1, b : 2, : 5, c : 24; char d; };
        struct lists { struct lists *next, *prev; void (*call)(int); __builtin_va_list args; };
        struct quad { char c; __float128 q; _Complex float z; }; struct bools { _Bool a : 1, b : 1; _Bool c; };
        struct long_bits { long long a : 20; long long b : 30; long long c : 20; char d; };
        enum __attribute__((packed)) small { S1, S2 }; struct smalls { enum small a, b; enum big { B1 = 1LL << 33 } c; };\n";
    for (model, flag) in MODELS {
        let unit = resolved(text, model).unit;
        must_agree(flag, &format!("{text}{}", assertions(&unit.types)));
    }
}

/// Sets each bit-field to ones and compares the bytes, in a program that runs.
#[test]
fn bit_fields_are_where_gcc_has_them() {
    let mut random = Random(2_463_534_242);
    let records: String = (0..120).map(|record| random_record(&mut random, record)).collect();
    let text = format!("{BEFORE}{records}");
    let unit = resolved(&text, DataModel::Lp64).unit;
    let mut checks = String::new();
    for record in unit.types.records.values().filter(|record| !record.name.is_empty()) {
        let Some(layout) = &record.layout else { continue };
        for field in &layout.fields {
            let Some(bits) = field.bits else { continue };
            let (name, member) = (&record.name, &field.name);
            let first = field.offset * 8 + u64::from(bits.start);
            let last = first + u64::from(bits.width);
            checks += &format!("{{ union {{ struct {name} s; unsigned char b[sizeof(struct {name})]; }} u; ");
            checks += &format!("__builtin_memset(&u, 0, sizeof u); u.s.{member} = -1; n++; ");
            checks += &format!(
                "for (int i = 0; i < (int)sizeof u * 8; i++) if ((u.b[i / 8] >> i % 8 & 1) != (i >= {first} && i < {last})) return n; }}\n"
            );
        }
    }
    let text = format!("{text}int main(void) {{ int n = 0;\n{checks} return 0; }}\n");
    let folder = std::env::temp_dir().join(format!("invar-bits-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let (source, binary) = (folder.join("bits.c"), folder.join("bits"));
    std::fs::write(&source, &text).expect("a file");
    let built = Command::new("gcc").args(["-w", "-o"]).arg(&binary).arg(&source).status();
    let answer = match built {
        Ok(status) if status.success() => Command::new(&binary).status().ok().and_then(|status| status.code()),
        Ok(_) | Err(_) => {
            println!("skipped: no gcc that makes programs");
            Some(0)
        }
    };
    std::fs::remove_dir_all(&folder).expect("the folder is ours");
    assert_eq!(answer, Some(0), "the bit-field of this number is elsewhere\n{text}");
}

// ----- expressions -----

const VARIABLES: &str = "enum e { A, B, C = -1 } en; enum { BIG = 1LL << 40, SMALL = 1 };
    struct s { unsigned a : 3, b : 32; int c : 4; long d : 20; char n[5]; } s, *ps; union u { int i; } un;
    char c; signed char sc; unsigned char uc; short sh; unsigned short us; int i; unsigned u; long l; unsigned long ul;
    long long ll; unsigned long long ull; float f; double d; long double ld; _Bool bo; int *pi; char *pc; void *pv;
    int arr[3][4]; int fun(char, ...); int (*pf)(char, ...);\n";

const EXPRESSIONS: [&str; 84] = [
    "c + c",
    "c + uc",
    "us * us",
    "u + i",
    "i + l",
    "u + l",
    "ul + ll",
    "l + ull",
    "u + ll",
    "f + i",
    "f + d",
    "d + ld",
    "ll + f",
    "-uc",
    "~us",
    "!ld",
    "+c",
    "c << l",
    "ul >> c",
    "ll << 1",
    "u < l",
    "pc == 0",
    "i && d",
    "bo + bo",
    "bo",
    "c",
    "en",
    "A",
    "BIG",
    "SMALL",
    "en + 1",
    "s.a + 0",
    "s.b + 0",
    "s.c + 0u",
    "s.n",
    "ps->n[1]",
    "ps + 1",
    "&ps->n",
    "pi - pi",
    "&arr",
    "arr",
    "arr[1]",
    "&arr[1]",
    "*arr",
    "**arr",
    "fun",
    "&fun",
    "*fun",
    "*pf",
    "fun(1)",
    "pf",
    "i ? c : uc",
    "i ? l : u",
    "i ? pi : 0",
    "i ? pi : pv",
    "i ? (void *)0 : pi",
    "i ? f : i",
    "i, c",
    "c = 3",
    "c += 3L",
    "c++",
    "--us",
    "pi += 1",
    "pc++",
    "(char)i",
    "(unsigned char)3 + 0",
    "sizeof i",
    "_Alignof(int)",
    "'a'",
    "L'a'",
    "u'a'",
    "U'a'",
    "\"abc\"",
    "L\"abc\"",
    "2147483647",
    "2147483648",
    "0x7fffffff",
    "0x80000000",
    "4294967296",
    "0xffffffffffffffff",
    "1u",
    "1l",
    "1.0f",
    "({ c; })",
];

/// The type as gcc reads it; enumerations without a tag have no name.
fn spelled(types: &Types, ty: crate::c::types::TypeId) -> String {
    match types.get(ty) {
        Type::Enum(id) if types.enums[*id].name.is_empty() => "__typeof__(BIG)".into(),
        _ => type_name(types, ty),
    }
}

#[test]
fn types_of_expressions_are_those_of_gcc() {
    for (model, flag) in MODELS {
        let stmts: String = EXPRESSIONS.iter().map(|expr| format!("{expr};\n")).collect();
        let unit = resolved(&format!("{VARIABLES}void test(void) {{ {stmts} }}"), model).unit;
        let test = unit.functions.values().find(|function| function.body.is_some()).expect("the function");
        let Some(StmtKind::Block(stmts)) = test.body.as_ref().map(|body| &body.kind) else { panic!("no block") };
        assert_eq!(stmts.len(), EXPRESSIONS.len());
        let mut text = format!("{VARIABLES}void test(void) {{\n");
        for (stmt, expr) in stmts.iter().zip(EXPRESSIONS) {
            let StmtKind::Expr(value) = &stmt.kind else { panic!("{expr} is no expression") };
            let ty = spelled(&unit.types, value.ty);
            text += &format!("_Static_assert(_Generic(({expr}), {ty}: 1, default: 0), \"{}\");\n", ty.replace('"', ""));
        }
        must_agree(flag, &format!("{text}}}\n"));
    }
}

const CONSTANTS: [&str; 45] = [
    "1 + 2 * 3",
    "-7 / 2",
    "-7 % 2",
    "7 / -2",
    "1 << 31 >> 31",
    "-1 >> 1",
    "~0u",
    "-1u / 2",
    "0xffffffffu + 1",
    "(unsigned char)300",
    "(signed char)200",
    "(char)-1 < 0",
    "(short)0x12345",
    "(_Bool)0.5",
    "(int)3.99",
    "(int)-3.99",
    "-1 < 0u",
    "-1L < 0u",
    "-1LL < 0u",
    "1 ? -1 : 0u",
    "(1 ? -1 : 0u) > 0",
    "sizeof(long) * 8",
    "sizeof(char[3][5])",
    "2147483647 + 1u",
    "'a'",
    "'\\377'",
    "'ab'",
    "L'\\377'",
    "!5 + !0",
    "5 && 0 || 2",
    "1 ? 2 : 1 / 0",
    "0 && 1 / 0",
    "1 || 1 / 0",
    "6 & 3 | 8 ^ 1",
    "(int)(long long)1e9",
    "1e3 == 1000.0",
    "0x1p4 == 16",
    "sizeof(1 + 1LL)",
    "sizeof(\"abc\")",
    "(unsigned long)-1 > 0",
    "~0L == -1",
    "1LL << 40",
    "-9223372036854775807LL - 1",
    "18446744073709551615ull % 10",
    "__builtin_offsetof(struct s, n[2])",
];

#[test]
fn constants_are_those_of_gcc() {
    for (model, flag) in MODELS {
        let stmts: String = CONSTANTS.iter().map(|expr| format!("{expr};\n")).collect();
        let unit = resolved(&format!("{VARIABLES}void test(void) {{ {stmts} }}"), model).unit;
        let test = unit.functions.values().find(|function| function.body.is_some()).expect("the function");
        let Some(StmtKind::Block(stmts)) = test.body.as_ref().map(|body| &body.kind) else { panic!("no block") };
        let mut text = VARIABLES.to_string();
        for (stmt, expr) in stmts.iter().zip(CONSTANTS) {
            let StmtKind::Expr(value) = &stmt.kind else { panic!("{expr} is no expression") };
            let Some(Constant::Int(number)) = evaluate(&unit.types, value) else { panic!("{expr} is no constant") };
            // The lowest number has no literal of its own.
            let number = if number == i128::from(i64::MIN) {
                "(-9223372036854775807LL-1)".into()
            } else {
                format!("{number}{}", if number > i128::from(i64::MAX) { "ull" } else { "ll" })
            };
            text += &format!("_Static_assert(({expr}) == {number}, \"\");\n");
        }
        must_agree(flag, &text);
    }
}
