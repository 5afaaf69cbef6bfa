//! In which order the diagrams have the global variables. In: a program. Out: a place for each.
//!
//! Diagrams are small where variables that depend on each other stand near. Variables that one statement is about are neighbours; an order is
//! made by going from neighbour to neighbour (Cuthill and McKee), and taken if the neighbours stand nearer in it than they were declared.

use std::collections::{BTreeSet, VecDeque};

use invar_gcl::boolprog::Program;
use invar_gcl::boolprog::program::{Expr, NodeKind, Var};

/// Statements about more variables than that say little about which of them belong together.
const MOST: usize = 8;

type Neighbours = Vec<BTreeSet<usize>>;

pub(super) fn places(program: &Program) -> Vec<usize> {
    let count = program.globals.len();
    let neighbours = neighbours(program);
    let declared: Vec<usize> = (0..count).collect();
    let mut walked = vec![0; count];
    for (place, global) in walk(&neighbours).into_iter().enumerate() {
        walked[global] = place;
    }
    if distance(&neighbours, &walked) < distance(&neighbours, &declared) { walked } else { declared }
}

/// How far apart neighbours stand, in all.
fn distance(neighbours: &Neighbours, places: &[usize]) -> usize {
    let from = |(global, others): (usize, &BTreeSet<usize>)| -> usize {
        others.iter().map(|&other| places[global].abs_diff(places[other])).sum()
    };
    neighbours.iter().enumerate().map(from).sum()
}

/// From a variable with few neighbours to those, to theirs, and so on.
fn walk(neighbours: &Neighbours) -> Vec<usize> {
    let few = |global: &usize| (neighbours[*global].len(), *global);
    let mut starts: Vec<usize> = (0..neighbours.len()).collect();
    starts.sort_by_key(few);
    let (mut order, mut seen) = (Vec::new(), vec![false; neighbours.len()]);
    for start in starts {
        let mut open = VecDeque::from([start]);
        while let Some(global) = open.pop_front() {
            if std::mem::replace(&mut seen[global], true) {
                continue;
            }
            order.push(global);
            let mut next: Vec<usize> = neighbours[global].iter().copied().filter(|next| !seen[*next]).collect();
            next.sort_by_key(few);
            open.extend(next);
        }
    }
    order
}

fn neighbours(program: &Program) -> Neighbours {
    let mut neighbours: Neighbours = vec![BTreeSet::new(); program.globals.len()];
    for node in program.procs.values().flat_map(|proc| proc.nodes.values()) {
        let mut found = BTreeSet::new();
        let mut of_target = |var: &Var| match var {
            Var::Global(index) => drop(found.insert(*index)),
            Var::Local(_) => {}
        };
        let exprs: Vec<&Expr> = match &node.kind {
            NodeKind::Assign { targets, values, constrain, .. } => {
                targets.iter().for_each(&mut of_target);
                values.iter().chain(constrain).collect()
            }
            NodeKind::Assume(condition, _) | NodeKind::Assert(condition, _) => vec![condition],
            NodeKind::Branch { condition, .. } => vec![condition],
            NodeKind::Call { args, targets, .. } => {
                targets.iter().flatten().for_each(&mut of_target);
                args.iter().collect()
            }
            NodeKind::Return(values) => values.iter().collect(),
            NodeKind::Goto(_) => Vec::new(),
        };
        exprs.into_iter().for_each(|expr| collect(expr, &mut found));
        if found.len() <= MOST {
            for &global in &found {
                neighbours[global].extend(found.iter().copied().filter(|other| *other != global));
            }
        }
    }
    neighbours
}

fn collect(expr: &Expr, found: &mut BTreeSet<usize>) {
    match expr {
        Expr::Const(_) | Expr::Any => {}
        Expr::Var(Var::Global(index)) | Expr::Next(Var::Global(index)) => drop(found.insert(*index)),
        Expr::Var(Var::Local(_)) | Expr::Next(Var::Local(_)) => {}
        Expr::Not(inner) => collect(inner, found),
        Expr::And(parts) | Expr::Or(parts) => parts.iter().for_each(|part| collect(part, found)),
        Expr::Implies(a, b) | Expr::Equal(a, b) | Expr::Differ(a, b) | Expr::Choose(a, b) => {
            [a, b].into_iter().for_each(|part| collect(part, found));
        }
        Expr::Cond(condition, a, b) => [condition, a, b].into_iter().for_each(|part| collect(part, found)),
    }
}
