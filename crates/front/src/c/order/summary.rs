//! What every function may read and write, with all that it calls.

use invar_base::{Arena, Id};

use super::cells::{Cell, Effects, Extent, Summaries, Variable};
use super::fresh::Flows;
use super::walk::{Calls, Walk};
use crate::c::hir::{FunctionId, Unit};
use crate::c::points_to::Regions;

/// Each function's own effects, then to the fixed point along calls. A summary only grows, and not beyond a limit, so that
/// the work is bounded by the number of calls in the text.
pub fn summarise(unit: &Unit, regions: &Regions, extent: Extent) -> Summaries {
    let mut summaries: Arena<FunctionId, Option<Effects>> = Arena::new();
    let mut callers: Vec<Vec<FunctionId>> = vec![Vec::new(); unit.functions.len()];
    let fresh = flows(unit, regions, extent).holders_of_new(unit);
    for function in unit.functions.ids() {
        let mut walk = Walk::new(unit, regions, extent, function, Calls::Listed(Vec::new(), &fresh));
        let effects = walk.body();
        if let Calls::Listed(called, _) = walk.calls {
            called.into_iter().for_each(|callee| callers[callee.index()].push(function));
        }
        summaries.push(limited(outside(effects)));
    }
    let mut work: Vec<FunctionId> = unit.functions.ids().collect();
    while let Some(callee) = work.pop() {
        let effects = summaries[callee].clone();
        for &caller in &callers[callee.index()] {
            let Some(known) = &mut summaries[caller] else { continue };
            let grown = match &effects {
                Some(effects) => known.include(effects),
                None => true,
            };
            if effects.is_none() || known.is_large() {
                summaries[caller] = None;
            }
            if grown {
                work.push(caller);
            }
        }
    }
    Summaries(summaries)
}

/// Where pointers come from, in all functions.
fn flows(unit: &Unit, regions: &Regions, extent: Extent) -> Flows {
    let mut flows = Flows::default();
    for function in unit.functions.ids() {
        let mut walk = Walk::new(unit, regions, extent, function, Calls::Traced(flows));
        walk.body();
        flows = match walk.calls {
            Calls::Traced(flows) => flows,
            Calls::Listed(..) | Calls::Known(_) => Flows::default(),
        };
    }
    flows
}

fn limited(effects: Effects) -> Option<Effects> {
    (!effects.is_large()).then_some(effects)
}

/// What a caller can notice: a function's own variables are new in every call.
fn outside(effects: Effects) -> Effects {
    let mut seen =
        Effects { reads_unseen: effects.reads_unseen, writes_unseen: effects.writes_unseen, ..Effects::default() };
    effects.reads.iter().filter(|cell| !is_own(cell)).for_each(|cell| seen.reads.insert(*cell));
    effects.writes.iter().filter(|cell| !is_own(cell)).for_each(|cell| seen.writes.insert(*cell));
    seen
}

fn is_own(cell: &Cell) -> bool {
    cell.is_plain_local() || matches!(cell.variable, Some(Variable::Local(_)))
}
