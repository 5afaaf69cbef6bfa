use super::super::program::{NodeKind, Program};
use super::super::read;
use invar_base::{Id, SourceId};

fn program(text: &str) -> Program {
    read(SourceId::from_index(0), text).expect("a program")
}

/// The statements of `main`, each with where it leads.
fn graph(body: &str) -> Vec<String> {
    let program = program(&format!("decl a, b;\nvoid main() begin {body} end"));
    let nodes = program.procs.values().next().expect("main").nodes.values();
    nodes
        .map(|node| {
            let next: Vec<String> = node.kind.successors().iter().map(|next| next.index().to_string()).collect();
            let word = match &node.kind {
                NodeKind::Goto(_) => "goto",
                NodeKind::Assign { .. } => "assign",
                NodeKind::Assume(..) => "assume",
                NodeKind::Assert(..) => "assert",
                NodeKind::Branch { .. } => "branch",
                NodeKind::Call { .. } => "call",
                NodeKind::Return(_) => "return",
            };
            format!("{word} {}", next.join(" ")).trim_end().to_string()
        })
        .collect()
}

#[test]
fn statements_lead_to_what_follows() {
    assert_eq!(graph(""), ["return"]);
    assert_eq!(graph("skip; a := T;"), ["goto 1", "assign 2", "return"]);
    assert_eq!(graph("while a do b := T; od; skip;"), ["branch 1 2", "assign 0", "goto 3", "return"]);
    assert_eq!(graph("while * do od;"), ["branch 0 1", "return"]);
    assert_eq!(
        graph("if a then skip; elsif b then else a := F; fi; assert(a);"),
        ["branch 1 2", "goto 4", "branch 4 3", "assign 4", "assert 5", "return"]
    );
    assert_eq!(graph("if a then fi;"), ["branch 1 1", "return"]);
    assert_eq!(
        graph("L: if a then M: goto L, M; fi; return; skip;"),
        ["branch 1 2", "goto 0 1", "return", "goto 4", "return"]
    );
    assert_eq!(
        graph("if a then while b do if * then skip; fi; od; fi;"),
        ["branch 1 4", "branch 2 4", "branch 3 1", "goto 1", "return"]
    );
}

#[test]
fn results_that_nobody_names_are_dropped() {
    let program = program("bool<2> f() begin return T, F; end void main() begin f(); end");
    let main = program.procs.values().last().expect("main");
    let dropped = main
        .nodes
        .values()
        .any(|node| matches!(&node.kind, NodeKind::Call { targets, .. } if targets[..] == [None, None]));
    assert!(dropped);
}
