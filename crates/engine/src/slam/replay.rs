//! A feasible path as a run of the interpreter: the path's steps are a body of their own, without branches and with one assertion, whose counterexample
//! is replayed like any other. In: a task, the steps of a path. Out: the failing run, or nothing.

use std::collections::BTreeMap;

use invar_base::Arena;
use invar_gcl::BlockId;

use super::flow::Piece;
use crate::body::{Block, Body, Step, StepKind};
use crate::discharge::{CheckAnswer, Settled, discharge};
use crate::loops::Acyclic;
use crate::means::Means;
use crate::passive::{AtExit, passify};
use crate::prepare::{Prepared, lift};
use crate::task::Task;
use crate::trace::{Explained, RealFailure, explain};

pub fn replay(task: &Task<'_>, path: &[Piece], means: &Means<'_>) -> Option<RealFailure> {
    let mut pool = task.pool.clone();
    let acyclic = Acyclic { body: straight(&task.body, path), extra: BTreeMap::new(), written: BTreeMap::new() };
    let mut passive = passify(&mut pool, &acyclic, AtExit::NothingLive);
    let mut facts = task.facts.clone();
    lift(&mut pool, &mut passive, &mut facts);
    let settled = Settled::default();
    let discharged = discharge(&mut pool, &facts, &passive, &settled, means);
    let (assumptions, unreachable, unnamed) = Default::default();
    let prepared = Prepared { pool, acyclic, passive, facts, assumptions, unreachable, unnamed };
    discharged.answers.iter().find_map(|(_, answer)| match answer {
        CheckAnswer::Fails(counterexample) => {
            match explain(task.program, task.impl_id, &prepared, counterexample, means) {
                Explained::Run(failure) => Some(failure),
                Explained::NoRun(_) => None,
            }
        }
        CheckAnswer::Holds { .. } | CheckAnswer::Open(_) => None,
    })
}

/// The steps of a path, one after the other. Assertions that it passes are assumptions.
fn straight(body: &Body, path: &[Piece]) -> Body {
    let mut blocks: Arena<BlockId, Block> = Arena::new();
    for (at, piece) in path.iter().enumerate() {
        let block = &body.blocks[piece.block];
        let steps = block.steps[piece.steps.clone()].iter().map(|step| match step.kind {
            StepKind::Assert(_, term) if !piece.fails => Step { kind: StepKind::Assume(term), ..step.clone() },
            StepKind::Assign(..) | StepKind::Havoc(_) | StepKind::Assume(_) | StepKind::Assert(..) => step.clone(),
        });
        let steps = steps.collect();
        let id = blocks.next_id();
        // A block is entered with its first steps.
        let source = if piece.steps.start == 0 && !piece.fails { block.source } else { None };
        blocks.push(Block { label: block.label, span: block.span, source, steps, next: Vec::new() });
        if at > 0 {
            let before = <BlockId as invar_base::Id>::from_index(at - 1);
            blocks[before].next = vec![id];
        }
    }
    Body { blocks, entry: <BlockId as invar_base::Id>::from_index(0), ..body.clone() }
}
