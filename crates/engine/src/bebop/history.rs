//! One step back: from a path edge to one that leads to it, with the values that everything had. In: a layer, and a path edge of the
//! next one. Out: a path edge of the layer, and for a call that returned the summary edge that it went by.

use invar_gcl::boolprog::program::{NodeId, NodeKind, ProcId, Var};
use invar_gcl::boolprog::values::State;
use invar_solve::bdd::Set;

use super::layers::{Layer, Walk};
use super::layout::Time;
use super::query::{Place, Why};
use super::transfer::{Call, Model, Transfer};

type Made<T> = Result<T, Why>;
type Literals = Vec<(usize, bool)>;

/// A path edge with its values.
#[derive(Clone, Debug)]
pub(super) struct Edge {
    pub place: Place,
    /// With what the procedure was entered: global variables and parameters.
    pub entry: State,
    pub state: State,
}

/// A summary edge with its values.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) struct Summary {
    pub callee: ProcId,
    pub entry: State,
    pub exit: Vec<bool>,
    pub results: Vec<bool>,
}

impl Edge {
    /// A member of a set of path edges of a statement; none if it is empty.
    pub fn pick(model: &Model<'_>, place: Place, edges: &Set) -> Option<Edge> {
        let bits = edges.pick(|_| false)?;
        let proc = &model.program.procs[place.proc];
        let now = |var| bits[model.layout.at(Time::Now, var)];
        let at_entry = |var| bits[model.at_entry(place.proc, var)];
        let state = State {
            globals: model.globals().map(now).collect(),
            locals: (0..proc.variables.len()).map(|index| now(Var::Local(index))).collect(),
        };
        let entry = State {
            globals: model.globals().map(at_entry).collect(),
            locals: (0..proc.params).map(|index| at_entry(Var::Local(index))).collect(),
        };
        Some(Edge { place, entry, state })
    }

    /// This one alone.
    pub fn as_set(&self, model: &Model<'_>) -> Made<Set> {
        let mut literals = self.entry_literals(model);
        literals.extend(self.now_literals(model, &[]));
        Ok(model.space.conjunction(literals)?)
    }

    fn entry_literals(&self, model: &Model<'_>) -> Literals {
        entry_literals(model, self.place.proc, &self.entry)
    }

    /// The variables in scope as they are now, but for some.
    fn now_literals(&self, model: &Model<'_>, except: &[Var]) -> Literals {
        let vars = model.program.scope(self.place.proc).filter(|var| !except.contains(var));
        vars.map(|var| (model.layout.at(Time::Now, var), self.state.get(var))).collect()
    }
}

/// What a procedure is entered with, in its path edges.
pub(super) fn entry_literals(model: &Model<'_>, proc: ProcId, entry: &State) -> Literals {
    model.entry_vars(proc).into_iter().map(|var| (model.at_entry(proc, var), entry.get(var))).collect()
}

/// The same for everything that it is entered with, also what it does not modify.
pub(super) fn input_literals(model: &Model<'_>, proc: ProcId, entry: &State) -> Literals {
    model.inputs(proc).map(|var| (model.at_entry(proc, var), entry.get(var))).collect()
}

/// A predecessor in the same procedure.
pub(super) fn before(
    model: &mut Model<'_>,
    walk: Walk<'_>,
    layer: &Layer,
    edge: &Edge,
) -> Made<Option<(Edge, Option<Summary>)>> {
    for (&place, edges) in layer.iter().filter(|(place, _)| place.proc == edge.place.proc) {
        if !model.program.procs[place.proc].nodes[place.node].kind.successors().contains(&edge.place.node) {
            continue;
        }
        let found = leading_to(model, walk, (place, edges), edge)?;
        let transfer = model.transfer(place)?;
        let summary = match &*transfer {
            Transfer::Call(call) => summary_of(model, call, &found),
            Transfer::Jump(_) | Transfer::Test { .. } | Transfer::Assign(_) | Transfer::Return(_) => None,
        };
        if let Some(earlier) = Edge::pick(model, place, &found) {
            return Ok(Some((earlier, summary)));
        }
    }
    Ok(None)
}

/// Those of the path edges of a statement that it carries on to this one. Of an assignment or a call, the values after it are fixed, too.
fn leading_to(model: &mut Model<'_>, walk: Walk<'_>, (place, edges): (Place, &Set), edge: &Edge) -> Made<Set> {
    let edges = edges.and(&model.space.conjunction(edge.entry_literals(model))?)?;
    let transfer = model.transfer(place)?;
    Ok(match &*transfer {
        Transfer::Jump(_) => edges.and(&model.space.conjunction(edge.now_literals(model, &[]))?)?,
        Transfer::Test { yes, no } => {
            let taken = taken(model, place, edge.place.node, (yes, no))?;
            edges.and(&model.space.conjunction(edge.now_literals(model, &[]))?)?.and(&taken)?
        }
        Transfer::Assign(assign) => {
            let targets = targets(model, place);
            let mut literals = edge.now_literals(model, &targets);
            literals.extend(targets.iter().map(|var| (model.layout.at(Time::Next, *var), edge.state.get(*var))));
            assign.related(&edges.and(&model.space.conjunction(literals)?)?)?
        }
        Transfer::Call(call) => match walk.summary(model, place) {
            Some(summary) => {
                let literals = model.space.conjunction(returned_literals(model, place, call, edge))?;
                edges.and(&call.args)?.and(&literals)?.and(summary)?
            }
            None => model.space.none(),
        },
        Transfer::Return(_) => model.space.none(),
    })
}

/// A caller whose call the path edge begins with.
pub(super) fn caller(model: &mut Model<'_>, layer: &Layer, edge: &Edge) -> Made<Option<Edge>> {
    let callee = edge.place.proc;
    for (&place, edges) in layer {
        let transfer = model.transfer(place)?;
        let Transfer::Call(call) = &*transfer else { continue };
        if call.callee != callee {
            continue;
        }
        let literals: Literals = model
            .inputs(callee)
            .map(|var| {
                let time = if matches!(var, Var::Global(_)) { Time::Now } else { Time::Next };
                (model.layout.at(time, var), edge.entry.get(var))
            })
            .collect();
        let found = edges.and(&model.space.conjunction(literals)?)?.and(&call.args)?;
        if let Some(edge) = Edge::pick(model, place, &found) {
            return Ok(Some(edge));
        }
    }
    Ok(None)
}

/// Where a condition leads to a statement.
fn taken(model: &Model<'_>, place: Place, node: NodeId, (holds, fails): (&Set, &Set)) -> Made<Set> {
    let NodeKind::Branch { yes, no, .. } = &model.program.procs[place.proc].nodes[place.node].kind else {
        return Ok(holds.clone());
    };
    Ok(match (*yes == node, *no == node) {
        (true, true) => model.space.all(),
        (true, false) => holds.clone(),
        (false, _) => fails.clone(),
    })
}

/// What a statement assigns.
fn targets(model: &Model<'_>, place: Place) -> Vec<Var> {
    match &model.program.procs[place.proc].nodes[place.node].kind {
        NodeKind::Assign { targets, .. } => targets.clone(),
        NodeKind::Call { targets, .. } => targets.iter().flatten().copied().collect(),
        NodeKind::Goto(_) | NodeKind::Assume(..) | NodeKind::Assert(..) => Vec::new(),
        NodeKind::Branch { .. } | NodeKind::Return(_) => Vec::new(),
    }
}

/// The state after a call, in the variables of the call's relation: the caller's own variables, what the callee left, and the results.
fn returned_literals(model: &Model<'_>, place: Place, call: &Call, edge: &Edge) -> Literals {
    let targets = targets(model, place);
    let vars = model.program.scope(place.proc).filter(|var| !targets.contains(var));
    let mut literals: Literals = vars
        .map(|var| {
            let is_left = matches!(var, Var::Global(_)) && model.modified.has(call.callee, var);
            let time = if is_left { Time::Next } else { Time::Now };
            (model.layout.at(time, var), edge.state.get(var))
        })
        .collect();
    if let NodeKind::Call { targets, .. } = &model.program.procs[place.proc].nodes[place.node].kind {
        let results = targets.iter().enumerate().filter_map(|(index, target)| Some((index, (*target)?)));
        literals.extend(results.map(|(index, var)| (model.layout.result(index), edge.state.get(var))));
    }
    literals
}

/// The summary edge of the path edge that [`Edge::pick`] picks.
fn summary_of(model: &Model<'_>, call: &Call, found: &Set) -> Option<Summary> {
    let bits = found.pick(|_| false)?;
    let callee = &model.program.procs[call.callee];
    let at = |time, var| bits[model.layout.at(time, var)];
    let left = |var| at(if model.modified.has(call.callee, var) { Time::Next } else { Time::Now }, var);
    let entry = State {
        globals: model.globals().map(|var| at(Time::Now, var)).collect(),
        locals: (0..callee.params).map(|index| at(Time::Next, Var::Local(index))).collect(),
    };
    let exit = model.globals().map(left).collect();
    let results = (0..callee.returns).map(|index| bits[model.layout.result(index)]).collect();
    Some(Summary { callee: call.callee, entry, exit, results })
}

/// A summary edge, in the variables of summaries.
pub(super) fn summary_literals(model: &Model<'_>, summary: &Summary) -> Literals {
    let Summary { callee, entry, exit, results } = summary;
    let mut literals = Literals::new();
    for (index, var) in model.globals().enumerate() {
        literals.push((model.layout.at(Time::Now, var), entry.get(var)));
        if model.modified.has(*callee, var) {
            literals.push((model.layout.at(Time::Next, var), exit[index]));
        }
    }
    literals
        .extend(entry.locals.iter().enumerate().map(|(i, value)| (model.layout.at(Time::Next, Var::Local(i)), *value)));
    literals.extend(results.iter().enumerate().map(|(index, value)| (model.layout.result(index), *value)));
    literals
}
