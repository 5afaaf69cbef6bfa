//! `cargo xtask boolean-family`: how the time of the search grows with the number of procedures and of global variables.

use std::time::Instant;

use invar_app::bench::columns::columns;
use invar_base::{Budget, Effort, Id, SourceId};
use invar_engine::bebop::{Goal, Outcome, Place, Query, reach};
use invar_gcl::boolprog::program::{NodeKind, Program};
use invar_gcl::boolprog::{read, run};
use invar_referee::boolean_programs::family::{Shape, family};

/// Procedures and global variables of each row.
const SIZES: [(usize, usize); 7] = [(50, 10), (100, 10), (200, 10), (400, 10), (500, 25), (500, 50), (500, 100)];

pub fn run() -> Result<bool, String> {
    let mut lines =
        vec![["shape", "procedures", "globals", "steps", "nodes", "seconds", "answer"].map(str::to_string).to_vec()];
    let mut ok = true;
    for shape in [Shape::Chain, Shape::Ring] {
        for (procedures, globals) in SIZES {
            let start = Instant::now();
            let text = family(shape, procedures, globals);
            let program = read(SourceId::from_index(0), &text).map_err(|errors| errors[0].message.clone())?;
            let answer = reach(&program, &assertions(&program)?, &Budget::new(Effort::DEFAULT));
            let seconds = start.elapsed().as_secs_f64();
            let holds = answer.outcomes.iter().all(|outcome| matches!(outcome, Outcome::Unreachable));
            ok &= holds && seconds < 60.0;
            let word = if holds { "unreachable" } else { "not as expected" };
            let numbers = [procedures, globals, answer.work.steps as usize, answer.work.nodes].map(|n| n.to_string());
            let shape = vec![format!("{shape:?}").to_lowercase()];
            lines.push([shape, numbers.to_vec(), vec![format!("{seconds:.2}"), word.to_string()]].concat());
        }
    }
    print!("{}", columns(&lines));
    Ok(ok)
}

fn assertions(program: &Program) -> Result<Query, String> {
    let entry = program.proc_named("main").ok_or("there is no main")?;
    let goals = program.procs.iter().flat_map(|(proc, body)| {
        let asserts = body.nodes.iter().filter(|(_, node)| matches!(node.kind, NodeKind::Assert(..)));
        asserts.map(move |(node, _)| Goal { place: Place { proc, node }, kind: run::Goal::Failed })
    });
    Ok(Query { entry, goals: goals.collect(), invariants: Vec::new(), diagrams: Vec::new() })
}
