//! Small C programs by chance, with predicates: procedures that call each other and themselves, loops, global variables, pointers to local ones. In: a seed. Out: the
//! text, and a predicate file. Arithmetic is linear, so that provers answer what abstractions ask.

use std::fmt::Write;

use invar_gcl::random::Random;

pub struct Sample {
    pub text: String,
    pub predicates: String,
}

const GLOBALS: [&str; 2] = ["g", "h"];
/// Variables of every procedure; `*p` is a variable of its caller.
const OWN: [&str; 4] = ["a", "x", "y", "*p"];
const PROCEDURES: usize = 3;
/// Statements of a block, and blocks inside of blocks.
const LONGEST: usize = 4;
const DEEPEST: usize = 2;
/// Predicates of each procedure.
const PREDICATES: usize = 3;

pub fn generate(seed: u64) -> Sample {
    let mut random = Random::new(seed ^ 0xc2b9);
    let mut text = "extern int __VERIFIER_nondet_int(void);\nint g, h;\n".to_string();
    for number in 0..PROCEDURES {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "int f{number}(int a, int *p);");
    }
    for number in 0..PROCEDURES {
        let _ = writeln!(text, "int f{number}(int a, int *p)\n{{\n  int x = 0, y = 0;");
        block(&mut text, &mut random, DEEPEST);
        let _ = writeln!(text, "  return {};\n}}", variable(&mut random, false));
    }
    text.push_str("int main(void)\n{\n  int a = __VERIFIER_nondet_int(), x = 0, y = 0;\n  int *p = &y;\n  g = 0;\n");
    block(&mut text, &mut random, DEEPEST);
    text.push_str("  return 0;\n}\n");
    Sample { text, predicates: predicates(&mut random) }
}

fn block(text: &mut String, random: &mut Random, depth: usize) {
    for _ in 0..1 + random.below(LONGEST) {
        statement(text, random, depth);
    }
}

fn statement(text: &mut String, random: &mut Random, depth: usize) {
    let target = variable(random, true);
    let _ = match random.below(if depth == 0 { 5 } else { 9 }) {
        0 | 1 => writeln!(text, "{target} = {};", expression(random)),
        2 => writeln!(text, "if ({}) {target} = {}; else h = {target};", condition(random), expression(random)),
        3 => writeln!(text, "{target} = __VERIFIER_nondet_int();"),
        4 => {
            let (callee, argument) = (random.below(PROCEDURES), expression(random));
            let place = ["&x", "&y", "p", "&g"][random.below(4)];
            writeln!(text, "if (a > 0) x = f{callee}(a - 1, {place}); else y = {argument};")
        }
        5 | 6 => {
            let _ = writeln!(text, "if ({}) {{", condition(random));
            block(text, random, depth - 1);
            text.push_str("} else {\n");
            block(text, random, depth - 1);
            writeln!(text, "}}")
        }
        _ => {
            let bound = random.below(5);
            let _ = writeln!(text, "while (x < {bound}) {{");
            block(text, random, depth - 1);
            writeln!(text, "x = x + 1;\n}}")
        }
    };
}

/// One that may be assigned, or any. `p` itself is never assigned.
fn variable(random: &mut Random, is_target: bool) -> &'static str {
    let own = if is_target { &OWN[1..] } else { &OWN[..] };
    match random.chance(30) {
        true => GLOBALS[random.below(GLOBALS.len())],
        false => own[random.below(own.len())],
    }
}

fn expression(random: &mut Random) -> String {
    let (one, constant) = (variable(random, false), random.below(4));
    match random.below(4) {
        0 => constant.to_string(),
        1 => one.to_string(),
        2 => format!("{one} + {constant}"),
        _ => format!("{one} - {}", variable(random, false)),
    }
}

fn condition(random: &mut Random) -> String {
    let comparison = ["<", "<=", "==", "!="][random.below(4)];
    let (one, other, constant) = (variable(random, false), variable(random, false), random.below(4));
    match one == other || random.chance(60) {
        true => format!("{one} {comparison} {constant}"),
        false => format!("{one} {comparison} {other}"),
    }
}

/// No two of them have the same text, so that a variable of the boolean program is known by its name.
fn predicates(random: &mut Random) -> String {
    let mut text = String::new();
    let mut global: Vec<String> = Vec::new();
    for _ in 0..2 {
        let one = format!("{} {} {}", GLOBALS[random.below(2)], ["<", "=="][random.below(2)], random.below(3));
        if !global.contains(&one) {
            global.push(one);
        }
    }
    let _ = writeln!(text, "global {{ {} }}", global.join(", "));
    let names: Vec<String> = (0..PROCEDURES).map(|number| format!("f{number}")).chain(["main".to_string()]).collect();
    for name in names {
        let mut own: Vec<String> = Vec::new();
        for _ in 0..PREDICATES {
            let one = condition(random);
            if !own.contains(&one) && !global.contains(&one) {
                own.push(one);
            }
        }
        let _ = writeln!(text, "{name} {{ {} }}", own.join(", "));
    }
    text
}
