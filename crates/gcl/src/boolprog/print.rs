//! The syntax tree to text that reads back as the same tree. Only the parentheses that are needed are written.

use std::fmt::Write;

use super::ast::{Arm, Expr, ExprKind, Name, Proc, Program, Stmt, StmtKind, Target};
use super::lex::is_plain;

pub fn print(program: &Program) -> String {
    print_with(program, &|_| None)
}

/// The same, with a comment after the statements that have one.
pub fn print_with(program: &Program, note: Note<'_>) -> String {
    let mut out = String::new();
    declarations(&mut out, &program.globals, "");
    for (index, proc) in program.procs.iter().enumerate() {
        if index > 0 || !program.globals.is_empty() {
            out.push('\n');
        }
        procedure(&mut out, proc, note);
    }
    out
}

/// What is said about a simple statement.
pub type Note<'n> = &'n dyn Fn(&Stmt) -> Option<String>;

/// A name as it is written: in braces, unless it is plain.
pub fn name(text: &str) -> String {
    if is_plain(text) { text.to_string() } else { format!("{{{text}}}") }
}

fn line(out: &mut String, indent: &str, text: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = writeln!(out, "{indent}{text}");
}

fn declarations(out: &mut String, names: &[Name], indent: &str) {
    if !names.is_empty() {
        line(out, indent, format_args!("decl {};", name_list(names)));
    }
}

fn procedure(out: &mut String, proc: &Proc, note: Note<'_>) {
    let returns = match proc.returns {
        0 => "void".to_string(),
        1 => "bool".to_string(),
        count => format!("bool<{count}>"),
    };
    line(out, "", format_args!("{returns} {}({}) begin", name(&proc.name.text), name_list(&proc.params)));
    if let Some(condition) = &proc.enforce {
        line(out, "  ", format_args!("enforce {};", expression(condition)));
    }
    declarations(out, &proc.locals, "  ");
    statements(out, &proc.body, 1, note);
    line(out, "", format_args!("end"));
}

fn statements(out: &mut String, stmts: &[Stmt], depth: usize, note: Note<'_>) {
    for stmt in stmts {
        statement(out, stmt, depth, note);
        let is_simple = !matches!(stmt.kind, StmtKind::If { .. } | StmtKind::While(_));
        if let Some(note) = note(stmt).filter(|_| is_simple) {
            // The statement ended its line.
            out.pop();
            line(out, "", format_args!("  // {note}"));
        }
    }
}

fn statement(out: &mut String, stmt: &Stmt, depth: usize, note: Note<'_>) {
    let indent = "  ".repeat(depth);
    for label in &stmt.labels {
        line(out, &indent[2..], format_args!("{}:", name(&label.text)));
    }
    let indent = indent.as_str();
    match &stmt.kind {
        StmtKind::Skip => line(out, indent, format_args!("skip;")),
        StmtKind::Goto(labels) => line(out, indent, format_args!("goto {};", name_list(labels))),
        StmtKind::Return(values) if values.is_empty() => line(out, indent, format_args!("return;")),
        StmtKind::Return(values) => line(out, indent, format_args!("return {};", expressions(values))),
        StmtKind::Assign { targets, values, constrain } => {
            let constrain = constrain.as_ref().map_or(String::new(), |e| format!(" constrain {}", expression(e)));
            line(out, indent, format_args!("{} := {}{constrain};", name_list(targets), expressions(values)));
        }
        StmtKind::Call { targets, callee, args } => {
            let targets: Vec<String> = targets.iter().map(target).collect();
            let arrow = if targets.is_empty() { "" } else { " := " };
            let callee = name(&callee.text);
            line(out, indent, format_args!("{}{arrow}{callee}({});", targets.join(", "), expressions(args)));
        }
        StmtKind::If { arms, otherwise } => branches(out, arms, otherwise, depth, note),
        StmtKind::While(Arm { condition, body }) => {
            line(out, indent, format_args!("while ({}) do", expression(condition)));
            statements(out, body, depth + 1, note);
            line(out, indent, format_args!("od;"));
        }
        StmtKind::Assert(condition) => line(out, indent, format_args!("assert({});", expression(condition))),
        StmtKind::Assume(condition) => line(out, indent, format_args!("assume({});", expression(condition))),
        StmtKind::Dead(names) => line(out, indent, format_args!("dead {};", name_list(names))),
    }
}

fn branches(out: &mut String, arms: &[Arm], otherwise: &[Stmt], depth: usize, note: Note<'_>) {
    let indent = "  ".repeat(depth);
    for (index, Arm { condition, body }) in arms.iter().enumerate() {
        let word = if index == 0 { "if" } else { "elsif" };
        line(out, &indent, format_args!("{word} ({}) then", expression(condition)));
        statements(out, body, depth + 1, note);
    }
    if !otherwise.is_empty() {
        line(out, &indent, format_args!("else"));
        statements(out, otherwise, depth + 1, note);
    }
    line(out, &indent, format_args!("fi;"));
}

fn target(target: &Target) -> String {
    match target {
        Target::Variable(variable) => name(&variable.text),
        Target::Nowhere => "_".to_string(),
    }
}

fn name_list(names: &[Name]) -> String {
    let names: Vec<String> = names.iter().map(|n| name(&n.text)).collect();
    names.join(", ")
}

fn expressions(list: &[Expr]) -> String {
    let list: Vec<String> = list.iter().map(expression).collect();
    list.join(", ")
}

pub fn expression(expr: &Expr) -> String {
    let mut out = String::new();
    write_expr(&mut out, expr, Level::Cond);
    out
}

/// How tightly an operator binds; the parser's levels.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Cond,
    Implies,
    Or,
    And,
    Equal,
    Unary,
}

fn level(kind: &ExprKind) -> Level {
    match kind {
        ExprKind::Cond(..) => Level::Cond,
        ExprKind::Implies(..) => Level::Implies,
        ExprKind::Or(_) => Level::Or,
        ExprKind::And(_) => Level::And,
        ExprKind::Equal(..) | ExprKind::Differ(..) => Level::Equal,
        ExprKind::Const(_) | ExprKind::Any | ExprKind::Var(_) | ExprKind::Next(_) => Level::Unary,
        ExprKind::Not(_) | ExprKind::Choose(..) => Level::Unary,
    }
}

/// In parentheses if it binds less tightly than its place asks for.
fn write_expr(out: &mut String, expr: &Expr, least: Level) {
    let parentheses = level(&expr.kind) < least;
    out.push_str(if parentheses { "(" } else { "" });
    match &expr.kind {
        ExprKind::Const(value) => out.push(if *value { 'T' } else { 'F' }),
        ExprKind::Any => out.push('*'),
        ExprKind::Var(variable) => out.push_str(&name(&variable.text)),
        ExprKind::Next(variable) => {
            out.push('\'');
            out.push_str(&name(&variable.text));
        }
        ExprKind::Not(inner) => {
            out.push('!');
            write_expr(out, inner, Level::Unary);
        }
        ExprKind::And(parts) => write_parts(out, parts, " & ", Level::Equal),
        ExprKind::Or(parts) => write_parts(out, parts, " | ", Level::And),
        ExprKind::Implies(a, b) => write_pair(out, (a, Level::Or), " => ", (b, Level::Implies)),
        ExprKind::Equal(a, b) => write_pair(out, (a, Level::Unary), " = ", (b, Level::Equal)),
        ExprKind::Differ(a, b) => write_pair(out, (a, Level::Unary), " != ", (b, Level::Equal)),
        ExprKind::Cond(condition, yes, no) => {
            write_pair(out, (condition, Level::Implies), " ? ", (yes, Level::Cond));
            out.push_str(" : ");
            write_expr(out, no, Level::Cond);
        }
        ExprKind::Choose(pos, neg) => {
            out.push_str("choose(");
            write_pair(out, (pos, Level::Cond), ", ", (neg, Level::Cond));
            out.push(')');
        }
    }
    out.push_str(if parentheses { ")" } else { "" });
}

fn write_pair(out: &mut String, left: (&Expr, Level), between: &str, right: (&Expr, Level)) {
    write_expr(out, left.0, left.1);
    out.push_str(between);
    write_expr(out, right.0, right.1);
}

fn write_parts(out: &mut String, parts: &[Expr], between: &str, least: Level) {
    for (index, part) in parts.iter().enumerate() {
        out.push_str(if index == 0 { "" } else { between });
        write_expr(out, part, least);
    }
}
