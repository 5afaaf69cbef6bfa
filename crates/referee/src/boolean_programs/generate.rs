//! Random boolean programs, small enough to be explored state by state. In: a seed. Out: a well-formed syntax tree with a `main`; the
//! same for the same seed for ever.
//!
//! Procedures call each other and themselves, return several values, jump into and out of loops; some assertions follow from what
//! stands before them, most do not.

use invar_base::{Id, SourceId, Span};
use invar_gcl::boolprog::ast::{Arm, Expr, ExprKind, Name, Proc, Program, Stmt, StmtKind, Target};
use invar_gcl::random::Random;

pub fn generate(seed: u64) -> Program {
    let mut random = Random::new(seed);
    let globals = names("g", random.below(4));
    let count = 1 + random.below(4);
    let signatures: Vec<Signature> = (0..count).map(|index| signature(&mut random, index)).collect();
    let procs = (0..count)
        .map(|index| {
            let Signature { params, .. } = signatures[index];
            let locals = random.below(4 - params);
            let own: Vec<Name> = names("p", params).into_iter().chain(names("l", locals)).collect();
            let vars = globals.iter().chain(&own).cloned().collect();
            let labels = names("L", 1 + random.below(3));
            let mut body = Body { random: &mut random, signatures: &signatures, index, vars, labels };
            body.procedure(own)
        })
        .collect();
    Program { globals, procs }
}

#[derive(Clone, Copy)]
struct Signature {
    params: usize,
    returns: usize,
}

fn signature(random: &mut Random, index: usize) -> Signature {
    let params = if index == 0 { random.below(2) } else { random.below(3) };
    Signature { params, returns: random.below(3) }
}

fn span() -> Span {
    Span::new(SourceId::from_index(0), 0, 0)
}

fn name(text: String) -> Name {
    Name { text, span: span() }
}

fn names(prefix: &str, count: usize) -> Vec<Name> {
    (0..count).map(|index| name(format!("{prefix}{index}"))).collect()
}

fn proc_name(index: usize) -> Name {
    name(if index == 0 { "main".to_string() } else { format!("f{index}") })
}

fn expr(kind: ExprKind) -> Expr {
    Expr { kind, span: span() }
}

struct Body<'r> {
    random: &'r mut Random,
    signatures: &'r [Signature],
    index: usize,
    vars: Vec<Name>,
    /// Each is placed once.
    labels: Vec<Name>,
}

impl Body<'_> {
    fn procedure(&mut self, own: Vec<Name>) -> Proc {
        let Signature { params, returns } = self.signatures[self.index];
        let mut open = self.labels.clone();
        let length = 2 + self.random.below(5);
        let mut body = self.statements(length, 2, &mut open);
        // Labels that found no place stand at the end.
        body.extend(open.into_iter().map(|label| Stmt { labels: vec![label], kind: StmtKind::Skip, span: span() }));
        let enforce = self.random.chance(15).then(|| self.expression(2));
        let (own, locals) = own.split_at(params);
        let (params, locals) = (own.to_vec(), locals.to_vec());
        Proc { name: proc_name(self.index), returns, params, locals, enforce, body, end: span() }
    }

    fn statements(&mut self, length: usize, depth: usize, open: &mut Vec<Name>) -> Vec<Stmt> {
        let mut stmts = Vec::new();
        for _ in 0..length {
            let labels = if self.random.chance(30) { open.pop().into_iter().collect() } else { Vec::new() };
            let kind = self.statement(depth, open);
            stmts.push(Stmt { labels, kind, span: span() });
        }
        stmts
    }

    fn statement(&mut self, depth: usize, open: &mut Vec<Name>) -> StmtKind {
        match self.random.below(if depth == 0 { 12 } else { 15 }) {
            0..=2 => self.assignment(),
            3..=5 => self.call(),
            6 => StmtKind::Assume(self.expression(1)),
            7 | 8 => StmtKind::Assert(self.expression(2)),
            9 if self.random.chance(50) => StmtKind::Goto(self.some_labels()),
            10 if self.random.chance(50) => {
                let returns = self.signatures[self.index].returns;
                StmtKind::Return((0..returns).map(|_| self.expression(1)).collect())
            }
            11 if !self.vars.is_empty() => StmtKind::Dead(self.some_vars(1)),
            9..=11 => StmtKind::Skip,
            12 => StmtKind::While(self.arm(depth, open)),
            _ => {
                let arms = (0..1 + self.random.below(2)).map(|_| self.arm(depth, open)).collect();
                let length = self.random.below(3);
                StmtKind::If { arms, otherwise: self.statements(length, depth - 1, open) }
            }
        }
    }

    fn arm(&mut self, depth: usize, open: &mut Vec<Name>) -> Arm {
        let condition = if self.random.chance(30) { expr(ExprKind::Any) } else { self.expression(1) };
        let length = 1 + self.random.below(3);
        Arm { condition, body: self.statements(length, depth - 1, open) }
    }

    fn some_labels(&mut self) -> Vec<Name> {
        let count = 1 + self.random.below(2);
        (0..count).filter_map(|_| self.random.pick(&self.labels).cloned()).collect()
    }

    /// Up to so many different variables, at least one if there are any.
    fn some_vars(&mut self, most: usize) -> Vec<Name> {
        let mut rest = self.vars.clone();
        let count = (1 + self.random.below(most)).min(rest.len());
        (0..count).map(|_| rest.swap_remove(self.random.below(rest.len()))).collect()
    }

    fn assignment(&mut self) -> StmtKind {
        let targets = self.some_vars(3);
        if targets.is_empty() {
            return StmtKind::Skip;
        }
        let values = targets.iter().map(|_| self.expression(2)).collect();
        let constrain = self.random.chance(20).then(|| {
            let next = self.random.pick(&self.vars).cloned().map_or(ExprKind::Any, ExprKind::Next);
            let other = self.expression(1);
            expr(ExprKind::Or(vec![expr(next), other]))
        });
        StmtKind::Assign { targets, values, constrain }
    }

    fn call(&mut self) -> StmtKind {
        let callee = self.random.below(self.signatures.len());
        let Signature { params, returns } = self.signatures[callee];
        let args = (0..params).map(|_| self.expression(1)).collect();
        let mut vars = self.vars.clone();
        let targets = (0..returns).map(|_| {
            if vars.is_empty() || self.random.chance(20) {
                return Target::Nowhere;
            }
            Target::Variable(vars.swap_remove(self.random.below(vars.len())))
        });
        StmtKind::Call { targets: targets.collect(), callee: proc_name(callee), args }
    }

    fn expression(&mut self, depth: usize) -> Expr {
        if depth == 0 || self.random.chance(30) {
            return self.leaf();
        }
        let mut inner = || self.expression(depth - 1);
        let (a, b, c) = (Box::new(inner()), Box::new(inner()), Box::new(inner()));
        expr(match self.random.below(9) {
            0 | 1 => ExprKind::Not(a),
            2 => ExprKind::And(vec![*a, *b]),
            3 => ExprKind::Or(vec![*a, *b, *c]),
            4 => ExprKind::Implies(a, b),
            5 => ExprKind::Equal(a, b),
            6 => ExprKind::Differ(a, b),
            7 => ExprKind::Cond(a, b, c),
            _ => ExprKind::Choose(a, b),
        })
    }

    fn leaf(&mut self) -> Expr {
        let var = self.random.pick(&self.vars).cloned();
        expr(match (self.random.below(10), var) {
            (0, _) => ExprKind::Any,
            (1, _) => ExprKind::Const(true),
            (2, _) | (_, None) => ExprKind::Const(false),
            (_, Some(var)) => ExprKind::Var(var),
        })
    }
}
