//! The steps of one statement from one state: what may happen next, and whether a given step may. The first enumerates, and is
//! meant for small programs; the second takes time linear in the statement.

use super::program::{Expr, NodeId, NodeKind, Proc, ProcId, Program, Var};
use super::values::{State, Values, values};

/// What one statement does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Move {
    /// Inside the procedure.
    Step(NodeId, State),
    /// An assertion fails.
    Fail,
    /// A call begins.
    Enter { callee: ProcId, args: Vec<bool> },
    /// The procedure ends.
    Leave { results: Vec<bool> },
}

/// May a statement of the procedure run in this state (`enforce`)?
pub fn is_allowed(proc: &Proc, state: &State) -> bool {
    proc.enforce.as_ref().is_none_or(|condition| values(condition, state, state).yes)
}

/// Everything that the statement may do.
pub fn moves(program: &Program, proc: ProcId, node: NodeId, state: &State) -> Vec<Move> {
    let body = &program.procs[proc];
    if !is_allowed(body, state) {
        return Vec::new();
    }
    let of = |expr: &Expr| values(expr, state, state);
    let step = |next: &NodeId| Move::Step(*next, state.clone());
    match &body.nodes[node].kind {
        NodeKind::Goto(targets) => targets.iter().map(step).collect(),
        NodeKind::Assign { targets, values: list, constrain, next } => {
            let assigned = choices(&list.iter().map(of).collect::<Vec<_>>()).into_iter();
            let after = assigned.map(|chosen| with(state, targets, &chosen));
            let allowed =
                |after: &State| constrain.as_ref().is_none_or(|condition| values(condition, state, after).yes);
            after.filter(allowed).map(|after| Move::Step(*next, after)).collect()
        }
        NodeKind::Assume(condition, next) => of(condition).iter().filter(|holds| *holds).map(|_| step(next)).collect(),
        NodeKind::Assert(condition, next) => {
            of(condition).iter().map(|holds| if holds { step(next) } else { Move::Fail }).collect()
        }
        NodeKind::Branch { condition, yes, no } => {
            of(condition).iter().map(|holds| step(if holds { yes } else { no })).collect()
        }
        NodeKind::Call { callee, args, .. } => {
            let args = choices(&args.iter().map(of).collect::<Vec<_>>());
            args.into_iter().map(|args| Move::Enter { callee: *callee, args }).collect()
        }
        NodeKind::Return(list) => {
            let results = choices(&list.iter().map(of).collect::<Vec<_>>());
            results.into_iter().map(|results| Move::Leave { results }).collect()
        }
    }
}

/// May the statement do this?
pub fn may(program: &Program, proc: ProcId, node: NodeId, state: &State, made: &Move) -> bool {
    let body = &program.procs[proc];
    let of = |expr: &Expr| values(expr, state, state);
    let fits = |list: &[Expr], chosen: &[bool]| {
        list.len() == chosen.len() && list.iter().zip(chosen).all(|(expr, value)| of(expr).has(*value))
    };
    is_allowed(body, state)
        && match (&body.nodes[node].kind, made) {
            (NodeKind::Goto(targets), Move::Step(next, after)) => targets.contains(next) && after == state,
            (NodeKind::Assign { targets, values: list, constrain, next: own }, Move::Step(next, after)) => {
                let chosen: Vec<bool> = targets.iter().map(|var| after.get(*var)).collect();
                own == next
                    && fits(list, &chosen)
                    && with(state, targets, &chosen) == *after
                    && constrain.as_ref().is_none_or(|condition| values(condition, state, after).yes)
            }
            (NodeKind::Assume(condition, own), Move::Step(next, after))
            | (NodeKind::Assert(condition, own), Move::Step(next, after)) => {
                own == next && of(condition).yes && after == state
            }
            (NodeKind::Assert(condition, _), Move::Fail) => of(condition).no,
            (NodeKind::Branch { condition, yes, no }, Move::Step(next, after)) => {
                let condition = of(condition);
                after == state && (next == yes && condition.yes || next == no && condition.no)
            }
            (NodeKind::Call { callee, args, .. }, Move::Enter { callee: entered, args: chosen }) => {
                callee == entered && fits(args, chosen)
            }
            (NodeKind::Return(list), Move::Leave { results }) => fits(list, results),
            (_, Move::Step(..) | Move::Fail | Move::Enter { .. } | Move::Leave { .. }) => false,
        }
}

/// The state of a caller when the callee has returned: its own local variables, the callee's global ones, then the results.
pub fn resumed(before: &State, globals: &[bool], targets: &[Option<Var>], results: &[bool]) -> State {
    let mut after = State { globals: globals.to_vec(), locals: before.locals.clone() };
    for (target, value) in targets.iter().zip(results) {
        if let Some(var) = target {
            after.set(*var, *value);
        }
    }
    after
}

fn with(state: &State, targets: &[Var], chosen: &[bool]) -> State {
    let mut after = state.clone();
    for (var, value) in targets.iter().zip(chosen) {
        after.set(*var, *value);
    }
    after
}

/// All ways to choose one value from each set.
fn choices(sets: &[Values]) -> Vec<Vec<bool>> {
    let mut all = vec![Vec::new()];
    for set in sets {
        let longer = |chosen: Vec<bool>| set.iter().map(move |value| [chosen.as_slice(), &[value]].concat());
        all = all.into_iter().flat_map(longer).collect();
    }
    all
}
