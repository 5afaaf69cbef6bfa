//! Abstractions of one program, made in different ways, reach the same states (BMMR01 §5.2). In: two boolean programs with the same labels and variables. Out: that the states at
//! every label are the same, or where they are not.

use invar_base::{Budget, Id};
use invar_engine::bebop::{Choice, Diagram, Place, Query, reach};
use invar_gcl::boolprog::program::{ProcId, Program, Var};

/// Variables, beyond which states are not enumerated.
const MOST: usize = 14;

/// How many labels have the same states; those with more variables than can be enumerated are not counted.
pub fn compare(one: &Program, other: &Program, budget: &Budget) -> Result<u64, String> {
    let mut compared = 0;
    let (first, second) = (states(one, budget)?, states(other, budget)?);
    if first.len() != second.len() {
        return Err("there are other labels".to_string());
    }
    for ((proc, label, one_diagram), (_, other_label, other_diagram)) in first.iter().zip(&second) {
        let scope: Vec<Var> = one.scope(*proc).collect();
        if label != other_label || scope.len() != other.scope(*proc).count() {
            return Err(format!("{label} and {other_label}: other labels or variables"));
        }
        if scope.len() > MOST {
            continue;
        }
        for bits in 0..1_u32 << scope.len() {
            let value = |var: Var| scope.iter().position(|one| *one == var).is_some_and(|at| bits >> at & 1 == 1);
            let (a, b) = (holds(one_diagram, &value), holds(other_diagram, &value));
            if a != b {
                let name = |var: &Var| format!("{} = {}", one.variable(*proc, *var).name, value(*var));
                let state: Vec<String> = scope.iter().map(name).collect();
                return Err(format!("{label}, {state:?}: {a} and {b}"));
            }
        }
        compared += 1;
    }
    Ok(compared)
}

/// The states at every label.
fn states(program: &Program, budget: &Budget) -> Result<Vec<(ProcId, String, Diagram)>, String> {
    let labels: Vec<(ProcId, String, Place)> = program
        .procs
        .iter()
        .flat_map(|(proc, body)| {
            let place = move |node| Place { proc, node };
            body.labels.iter().map(move |(label, node)| (proc, label.name.clone(), place(*node)))
        })
        .collect();
    let entry = program.proc_named("main").unwrap_or(ProcId::from_index(0));
    let diagrams = labels.iter().map(|(_, _, place)| *place).collect();
    let answer = reach(program, &Query { entry, goals: Vec::new(), invariants: Vec::new(), diagrams }, budget);
    let with = |((proc, label, _), diagram): ((ProcId, String, Place), Result<Diagram, _>)| {
        diagram.map(|diagram| (proc, label, diagram)).map_err(|why| format!("{why:?}"))
    };
    labels.into_iter().zip(answer.diagrams).map(with).collect()
}

fn holds(diagram: &Diagram, value: &dyn Fn(Var) -> bool) -> bool {
    let mut choice = diagram.root;
    loop {
        match choice {
            Choice::All => return true,
            Choice::None => return false,
            Choice::Decide(number) => {
                let decision = diagram.decisions[number];
                choice = if value(decision.var) { decision.yes } else { decision.no };
            }
        }
    }
}
