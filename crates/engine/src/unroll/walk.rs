//! The unrolling itself: copies of blocks in their order, each written out once all that lead to it are.

use std::collections::BTreeMap;
use std::rc::Rc;

use invar_base::{Arena, Budget, Id, Span, Stop};
use invar_gcl::live::{LiveLocals, initial_locals, live_locals};
use invar_gcl::{BlockId, Check, CheckId, CheckKind, CmdKind, ImplId, Local, ProcId, Program, Transfer};
use invar_logic::{Op, Term, TermPool, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::order::Order;
use super::state::{Activation, Map, Place, Round, Seen, Values};
use super::{Asked, Choice, Plan, Purpose, Runs, Visit};
use crate::body::Source;
use crate::fold::fold;
use crate::passive::{Passive, PassiveBlock, PassiveCmd, PassiveKind};

pub struct Walked {
    pub passive: Passive,
    pub limit: CheckId,
    pub visits: Vec<Visit>,
    pub assumptions: Vec<String>,
    pub is_truncated: bool,
}

/// A value of more nodes than this gets a name.
const NAMED_ABOVE: u64 = 40;

/// A map written at literal indices keeps its writes, up to this many nodes.
const WRITES_KEPT: u64 = 20_000;

/// Commands per block, on average, beyond which the unrolling ends.
const CMDS_PER_BLOCK: usize = 30;

/// The same for copies of blocks: where nothing is open, many of them are one block.
const PLACES_PER_BLOCK: usize = 16;

/// Activations of one body inside each other, where nothing is open.
pub(super) const MOST_ACTIVATIONS: usize = 2_000;

pub fn walk(
    pool: &mut TermPool,
    program: &Program,
    impl_id: ImplId,
    plan: &Plan<'_>,
    budget: &Budget,
) -> Result<Walked, Stop> {
    let mut checks: Arena<CheckId, Check> = Arena::new();
    let limit = checks.push(Check::new(CheckKind::Assertion, program.impls[impl_id].span));
    let mut bodies = FxHashMap::default();
    for (id, body) in program.impls.iter() {
        bodies.entry(body.proc).or_insert(id);
    }
    let mut walk = Walk {
        pool,
        program,
        plan,
        bodies,
        infos: FxHashMap::default(),
        blocks: Arena::new(),
        visits: Vec::new(),
        fanout: Vec::new(),
        cmds: 0,
        checks,
        check_ids: FxHashMap::default(),
        limit,
        pending: BTreeMap::new(),
        seen: FxHashMap::default(),
        assumptions: Vec::new(),
        trusted: FxHashSet::default(),
        is_truncated: false,
    };
    walk.start(impl_id);
    walk.run(budget)?;
    let Walk { blocks, checks, limit, visits, assumptions, is_truncated, .. } = walk;
    Ok(Walked {
        passive: Passive { blocks, checks, entered: Passive::ENTRY, exit: None },
        limit,
        visits,
        assumptions,
        is_truncated,
    })
}

pub(super) struct Walk<'a> {
    pub(super) pool: &'a mut TermPool,
    pub(super) program: &'a Program,
    pub(super) plan: &'a Plan<'a>,
    /// The first body of each procedure.
    pub(super) bodies: FxHashMap<ProcId, ImplId>,
    infos: FxHashMap<ImplId, Rc<Info>>,
    blocks: Arena<BlockId, PassiveBlock>,
    visits: Vec<Visit>,
    /// Successors of each block, those included that are not written yet.
    fanout: Vec<u32>,
    cmds: usize,
    checks: Arena<CheckId, Check>,
    check_ids: FxHashMap<(CheckKind, Span, Option<Span>), CheckId>,
    limit: CheckId,
    pending: BTreeMap<Vec<u32>, Pending>,
    /// By iteration.
    seen: FxHashMap<Vec<u32>, Seen>,
    pub(super) assumptions: Vec<String>,
    /// Procedures without body whose assumptions are listed.
    pub(super) trusted: FxHashSet<ProcId>,
    is_truncated: bool,
}

/// What is known about a body.
pub(super) struct Info {
    pub order: Rc<Order>,
    pub live: LiveLocals,
    pub wheres: FxHashMap<VarId, Term>,
    /// Globals, with their old values, that the body or its contract reads on entry.
    pub olds: Vec<(VarId, VarId)>,
    /// Results and locals that need a value at the start.
    pub initial: Vec<Local>,
}

/// A copy of a block that some others lead to.
struct Pending {
    place: Place,
    edges: Vec<Edge>,
}

struct Edge {
    from: BlockId,
    values: Values,
    rounds: Vec<Round>,
}

/// Where commands are being written.
pub(super) struct Cursor {
    pub block: BlockId,
    pub place: Place,
    pub values: Values,
}

/// Does the path go on?
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Path {
    Open,
    Ended,
}

impl<'a> Walk<'a> {
    pub(super) fn info(&mut self, impl_id: ImplId) -> Rc<Info> {
        if let Some(info) = self.infos.get(&impl_id) {
            return info.clone();
        }
        let body = &self.program.impls[impl_id];
        let proc = &self.program.procs[body.proc];
        let mut terms: Vec<Term> = proc.ensures.iter().chain(&proc.requires).map(|clause| clause.term).collect();
        terms.extend(body.blocks.values().flat_map(|block| &block.cmds).flat_map(|cmd| cmd.kind.terms()));
        let mentioned = self.pool.free_vars_of(&terms);
        let olds = self.program.globals.with_old_among(&mentioned);
        let live = live_locals(self.program, self.pool, body, &|_| Vec::new());
        let info = Rc::new(Info {
            order: Rc::new(Order::new(body)),
            initial: initial_locals(self.pool, body, |local| live.is_live(body.entry, local.var)),
            live,
            wheres: body.variables().filter_map(|local| Some((local.var, local.where_?))).collect(),
            olds: olds.into_iter().map(|global| (global.var, global.old)).collect(),
        });
        self.infos.insert(impl_id, info.clone());
        info
    }

    fn start(&mut self, impl_id: ImplId) {
        let program = self.program;
        let body = &program.impls[impl_id];
        let proc = &program.procs[body.proc];
        let order = self.info(impl_id).order.clone();
        let activation =
            Rc::new(Activation { impl_id, order, caller: None, prefix: Vec::new(), iterations: Vec::new() });
        let block = self.new_block(body.span);
        let mut values = Values { frames: vec![Rc::default()], ..Values::default() };
        if let Some(approximations) = &program.approximations {
            values.set_global(approximations.flag, self.pool.int(0));
        }
        for (formal, own) in proc.ins.iter().zip(&body.ins) {
            let input = self.pool.var(own.var);
            values.set_local(formal.var, input);
            values.set_local(own.var, input);
        }
        let place = self.place(activation, body.entry);
        let mut cursor = Cursor { block, place, values };
        let wheres = program.globals.iter().filter_map(|global| Some((global.where_?, global.span)));
        let wheres: Vec<(Term, Span)> =
            wheres.chain(body.ins.iter().filter_map(|local| Some((local.where_?, local.span)))).collect();
        for (condition, span) in wheres {
            self.assume(&mut cursor, condition, span);
        }
        self.enter(cursor);
    }

    /// Whatever is pending, in order, until nothing is.
    fn run(&mut self, budget: &Budget) -> Result<(), Stop> {
        let mut count = 0;
        while let Some((_, pending)) = self.pending.pop_first() {
            count += 1;
            if count % 64 == 0 {
                budget.check()?;
            }
            let most = self.plan.most_blocks;
            self.is_truncated |= self.blocks.len() > most || self.cmds > most * CMDS_PER_BLOCK;
            self.is_truncated |= count > most * PLACES_PER_BLOCK;
            let cursor = self.meet(pending);
            if self.is_truncated || self.is_too_deep(&cursor.place) {
                self.cut(cursor);
            } else {
                self.block(cursor);
            }
        }
        Ok(())
    }

    /// The first place of a block, outside all iterations but the first.
    pub(super) fn place(&self, activation: Rc<Activation>, block: BlockId) -> Place {
        let rounds = vec![Round::default(); activation.order.loops(block)];
        Place { activation, block, cmd: 0, rounds, by_back_edge: false }
    }

    fn is_too_deep(&self, place: &Place) -> bool {
        let Some(round) = place.rounds.last().filter(|_| place.by_back_edge && place.cmd == 0) else { return false };
        round.exits >= self.plan.depth || round.branches >= 4 * self.plan.depth + 4
    }

    // ---- writing

    pub(super) fn new_block(&mut self, span: Span) -> BlockId {
        let label = self.pool.intern("copy");
        self.visits.push(Visit::default());
        self.fanout.push(0);
        let (cmds, notes, next) = (Vec::new(), Vec::new(), Vec::new());
        self.blocks.push(PassiveBlock { label, span, source: None, cmds, notes, next })
    }

    fn push(&mut self, block: BlockId, kind: PassiveKind, span: Span) {
        self.cmds += 1;
        self.blocks[block].cmds.push(PassiveCmd { kind, span });
    }

    pub(super) fn fold(&mut self, cursor: &Cursor, term: Term) -> Term {
        fold(self.pool, term, &cursor.values)
    }

    /// A path that ends in `assume false` has no successors.
    pub(super) fn assume(&mut self, cursor: &mut Cursor, term: Term, span: Span) -> Path {
        match self.fold(cursor, term) {
            Term::TRUE => Path::Open,
            term => {
                self.push(cursor.block, PassiveKind::Assume(term), span);
                if term == Term::FALSE { Path::Ended } else { Path::Open }
            }
        }
    }

    pub(super) fn assert(&mut self, cursor: &mut Cursor, check: Check, term: Term, span: Span) -> Path {
        let term = self.fold(cursor, term);
        if term == Term::TRUE {
            return Path::Open;
        }
        let wanted = match self.plan.purpose {
            Purpose::All => true,
            Purpose::Refute(wanted, _) => wanted.has(&check),
        };
        if wanted {
            let condition = self.condition(cursor, term);
            let id = self.check_id(check);
            self.push(cursor.block, PassiveKind::Assert(id, condition), span);
            // What only an approximated run violates is violated all the same: no run goes on.
            if condition != term {
                self.push(cursor.block, PassiveKind::Assume(term), span);
            }
        } else {
            self.push(cursor.block, PassiveKind::Assume(term), span);
        }
        if term == Term::FALSE { Path::Ended } else { Path::Open }
    }

    /// To be refuted is only what fails before anything was approximated.
    fn condition(&mut self, cursor: &Cursor, term: Term) -> Term {
        match (&self.program.approximations, self.plan.purpose) {
            (Some(approximations), Purpose::Refute(_, Runs::Real)) => {
                let (flag, zero) = (self.pool.var(approximations.flag), self.pool.int(0));
                let flag = self.fold(cursor, flag);
                let approximated = self.pool.ne(flag, zero);
                self.pool.or(&[term, approximated])
            }
            (Some(_), Purpose::All | Purpose::Refute(_, Runs::All)) | (None, _) => term,
        }
    }

    fn check_id(&mut self, check: Check) -> CheckId {
        let key = (check.kind, check.span, check.related);
        if let Some(&id) = self.check_ids.get(&key) {
            return id;
        }
        let id = self.checks.push(check);
        self.check_ids.insert(key, id);
        id
    }

    pub(super) fn cut(&mut self, cursor: Cursor) {
        self.push(cursor.block, PassiveKind::Assert(self.limit, Term::FALSE), self.blocks[cursor.block].span);
    }

    /// A value that nobody knows.
    pub(super) fn fresh(&mut self, var: VarId) -> Term {
        let fresh = self.pool.variant(var);
        self.pool.var(fresh)
    }

    pub(super) fn choose(&mut self, cursor: &mut Cursor, asked: Asked, var: VarId) -> Term {
        let variant = self.fresh(var);
        self.visits[cursor.block.index()].choices.push(Choice { asked, var, variant });
        self.set(cursor, var, variant);
        variant
    }

    pub(super) fn set(&mut self, cursor: &mut Cursor, var: VarId, term: Term) {
        if self.is_global(var) {
            cursor.values.set_global(var, term);
        } else {
            cursor.values.set_local(var, term);
        }
    }

    pub(super) fn is_global(&self, var: VarId) -> bool {
        self.program.global(var).is_some()
    }

    pub(super) fn where_of(&mut self, cursor: &Cursor, var: VarId) -> Option<Term> {
        let info = self.info(cursor.place.activation.impl_id);
        let global = || self.program.global(var).and_then(|global| global.where_);
        info.wheres.get(&var).copied().or_else(global)
    }

    // ---- blocks

    /// The commands of a block from the place on, and the edges that leave it.
    pub(super) fn block(&mut self, mut cursor: Cursor) {
        let program = self.program;
        let (impl_id, id) = (cursor.place.activation.impl_id, cursor.place.block);
        let block = &program.impls[impl_id].blocks[id];
        if cursor.place.cmd == 0 {
            self.visits[cursor.block.index()].blocks.push(Source { impl_id, block: id });
        }
        for (position, cmd) in block.cmds.iter().enumerate().skip(cursor.place.cmd) {
            let path = match &cmd.kind {
                CmdKind::Assign(var, term) => {
                    let value = self.fold(&cursor, *term);
                    let value = self.named(&cursor, *var, value, cmd.span);
                    self.set(&mut cursor, *var, value);
                    Path::Open
                }
                CmdKind::Havoc(var) => {
                    self.choose(&mut cursor, Asked::Havoc, *var);
                    match self.where_of(&cursor, *var) {
                        Some(condition) => self.assume(&mut cursor, condition, cmd.span),
                        None => Path::Open,
                    }
                }
                CmdKind::Assume(term) => self.assume(&mut cursor, *term, cmd.span),
                CmdKind::Assert(check, term) => {
                    let check = self.instance(&cursor, *check);
                    self.assert(&mut cursor, check, *term, cmd.span)
                }
                CmdKind::Call { callee, ins, outs } => {
                    cursor.place.cmd = position;
                    match self.call(cursor, *callee, ins, outs, cmd.span) {
                        Some(back) => cursor = back,
                        None => return,
                    }
                    Path::Open
                }
            };
            if path == Path::Ended {
                return;
            }
        }
        match &block.next {
            Transfer::Goto(targets) => self.goto(&cursor, targets),
            Transfer::Return => self.return_(cursor),
        }
    }

    /// An invariant is checked on entry or maintained.
    fn instance(&self, cursor: &Cursor, check: CheckId) -> Check {
        let mut check = self.program.checks[check].clone();
        if check.kind == CheckKind::Invariant {
            let back = cursor.place.by_back_edge;
            check.kind = if back { CheckKind::InvariantMaintained } else { CheckKind::InvariantEntry };
        }
        check
    }

    /// The value, or a name for it if it is large.
    pub(super) fn named(&mut self, cursor: &Cursor, var: VarId, value: Term, span: Span) -> Term {
        let size = self.pool.tree_size(value);
        if size <= NAMED_ABOVE || size <= WRITES_KEPT && self.is_written_at_literals(value) {
            return value;
        }
        let name = self.fresh(var);
        let equation = self.pool.eq(name, value);
        self.push(cursor.block, PassiveKind::Assume(equation), span);
        name
    }

    /// The last write decides: those before it were looked at when they happened.
    fn is_written_at_literals(&self, map: Term) -> bool {
        let args = self.pool.args(map);
        *self.pool.op(map) == Op::Store
            && args[1..args.len() - 1].iter().all(|index| self.pool.op(*index).is_literal())
            && self.pool.tree_size(args[args.len() - 1]) <= NAMED_ABOVE
            && (self.pool.tree_size(args[0]) <= NAMED_ABOVE || *self.pool.op(args[0]) == Op::Store)
    }

    fn goto(&mut self, cursor: &Cursor, targets: &[BlockId]) {
        let place = &cursor.place;
        let body = &self.program.impls[place.activation.impl_id];
        let mut open: Vec<BlockId> = Vec::new();
        for &target in targets {
            let opening = body.blocks[target].cmds.iter().map_while(|cmd| match cmd.kind {
                CmdKind::Assume(term) => Some(term),
                CmdKind::Assign(..) | CmdKind::Havoc(_) | CmdKind::Assert(..) | CmdKind::Call { .. } => None,
            });
            let is_closed = opening.into_iter().any(|term| fold(self.pool, term, &cursor.values) == Term::FALSE);
            if !is_closed && !open.contains(&target) {
                open.push(target);
            }
        }
        if open.len() > 1 {
            self.see_branch(place, &open);
        }
        for target in open {
            self.go(cursor, target);
        }
    }

    /// What is open leads to more iterations: those are what the depth bounds.
    fn see_branch(&mut self, place: &Place, open: &[BlockId]) {
        let order = &place.activation.order;
        let outer = place.activation.iterations.len();
        for (number, iteration) in place.iterations().enumerate() {
            let leaves = |target: &BlockId| number >= outer && order.shared(place.block, *target) <= number - outer;
            let seen = self.seen.entry(iteration).or_default();
            seen.branch = true;
            seen.exit |= open.iter().any(leaves) && !open.iter().all(leaves);
        }
        for activation in place.around() {
            self.seen.entry(activation.prefix.clone()).or_default().branch = true;
        }
    }

    /// Was anything open in the activation?
    pub(super) fn has_branched(&self, prefix: &[u32]) -> bool {
        self.seen.get(prefix).is_some_and(|seen| seen.branch)
    }

    fn go(&mut self, cursor: &Cursor, target: BlockId) {
        let place = &cursor.place;
        let order = &place.activation.order;
        let mut rounds = place.rounds[..order.shared(place.block, target)].to_vec();
        rounds.resize(order.loops(target), Round::default());
        let by_back_edge = order.is_back_edge(place.block, target);
        if by_back_edge && let Some(round) = rounds.last_mut() {
            round.iteration += 1;
        }
        let target = Place { activation: place.activation.clone(), block: target, cmd: 0, rounds, by_back_edge };
        self.edge(cursor.block, cursor.values.clone(), target);
    }

    pub(super) fn edge(&mut self, from: BlockId, values: Values, place: Place) {
        self.fanout[from.index()] += 1;
        let rounds = place.rounds.clone();
        let pending = self.pending.entry(place.key()).or_insert_with(|| Pending { place, edges: Vec::new() });
        pending.edges.push(Edge { from, values, rounds });
    }

    // ---- meeting

    /// The block that the edges lead to, with the values there.
    fn meet(&mut self, pending: Pending) -> Cursor {
        let Pending { mut place, mut edges } = pending;
        place.rounds = rounds(&edges);
        self.count_iteration(&mut place);
        let span = self.program.impls[place.activation.impl_id].blocks[place.block].span;
        if edges.len() == 1
            && let Some(edge) = edges.pop()
        {
            if self.fanout[edge.from.index()] == 1 {
                // The block goes on; the edge was none.
                self.fanout[edge.from.index()] = 0;
                return Cursor { block: edge.from, place, values: edge.values };
            }
            let block = self.new_block(span);
            self.blocks[edge.from].next.push(block);
            return Cursor { block, place, values: edge.values };
        }
        let values = self.merge(&place, &mut edges, span);
        let block = self.new_block(span);
        for edge in edges {
            self.blocks[edge.from].next.push(block);
        }
        Cursor { block, place, values }
    }

    /// At the start of an iteration: what the one before it was seen to do.
    fn count_iteration(&mut self, place: &mut Place) {
        if !place.by_back_edge || place.cmd != 0 {
            return;
        }
        let mut before = place.clone();
        if let Some(round) = before.rounds.last_mut() {
            round.iteration -= 1;
        }
        let seen = before.iterations().last().and_then(|key| self.seen.get(&key).copied()).unwrap_or_default();
        if let Some(round) = place.rounds.last_mut() {
            round.exits += u32::from(seen.exit);
            round.branches += u32::from(seen.branch);
        }
    }

    /// FS01 Figure 4: a variable that differs gets a third variant, which each path ends by assuming equal to its own.
    fn merge(&mut self, place: &Place, edges: &mut [Edge], span: Span) -> Values {
        let info = self.info(place.activation.impl_id);
        let mut merged = edges[0].values.clone();
        let mut differing: Vec<(VarId, Vec<Term>)> = Vec::new();
        for var in self.all_vars(edges, |values| Some(&*values.globals)) {
            let itself = self.pool.var(var);
            let terms: Vec<Term> =
                edges.iter().map(|edge| edge.values.globals.get(&var).copied().unwrap_or(itself)).collect();
            if terms.iter().any(|term| *term != terms[0]) {
                differing.push((var, terms));
            }
        }
        for var in self.all_vars(edges, |values| values.frames.last().map(|frame| &**frame)) {
            let local = |edge: &Edge| edge.values.frames.last().and_then(|frame| frame.get(&var).copied());
            let terms: Option<Vec<Term>> = edges.iter().map(local).collect();
            let is_dead =
                place.cmd == 0 && is_own_local(self.program, place, var) && !info.live.is_live(place.block, var);
            match terms.filter(|_| !is_dead) {
                Some(terms) if terms.iter().all(|term| *term == terms[0]) => {}
                Some(terms) => differing.push((var, terms)),
                None => {
                    if let Some(frame) = merged.frames.last_mut().filter(|frame| frame.contains_key(&var)) {
                        Rc::make_mut(frame).remove(&var);
                    }
                }
            }
        }
        for edge in edges.iter_mut() {
            self.own_block(edge, span);
        }
        for (var, terms) in differing {
            let variant = self.fresh(var);
            for (edge, term) in edges.iter().zip(terms) {
                let equation = self.pool.eq(variant, term);
                self.push(edge.from, PassiveKind::Assume(equation), span);
            }
            if self.is_global(var) { merged.set_global(var, variant) } else { merged.set_local(var, variant) }
        }
        merged
    }

    /// The variables that some edge has a value for, in order.
    fn all_vars<'e>(&self, edges: &'e [Edge], map: impl Fn(&'e Values) -> Option<&'e Map>) -> Vec<VarId> {
        let same = |a: &'e Edge, b: &'e Edge| match (map(&a.values), map(&b.values)) {
            (Some(a), Some(b)) => std::ptr::eq(a, b),
            (_, _) => false,
        };
        if edges.iter().all(|edge| same(&edges[0], edge)) {
            return Vec::new();
        }
        let mut vars: Vec<VarId> =
            edges.iter().filter_map(|edge| map(&edge.values)).flat_map(Map::keys).copied().collect();
        vars.sort_unstable();
        vars.dedup();
        vars
    }

    /// A block in which what is assumed concerns this edge only.
    fn own_block(&mut self, edge: &mut Edge, span: Span) {
        if self.fanout[edge.from.index()] > 1 {
            let block = self.new_block(span);
            self.fanout[block.index()] = 1;
            self.blocks[edge.from].next.push(block);
            edge.from = block;
        }
    }
}

fn is_own_local(program: &Program, place: &Place, var: VarId) -> bool {
    let body = &program.impls[place.activation.impl_id];
    body.outs.iter().chain(&body.locals).any(|local| local.var == var)
}

/// The edges agree about the iterations; of what came before them, the most counts.
fn rounds(edges: &[Edge]) -> Vec<Round> {
    let mut rounds = edges[0].rounds.clone();
    for edge in &edges[1..] {
        for (round, other) in rounds.iter_mut().zip(&edge.rounds) {
            round.exits = round.exits.max(other.exits);
            round.branches = round.branches.max(other.branches);
        }
    }
    rounds
}
