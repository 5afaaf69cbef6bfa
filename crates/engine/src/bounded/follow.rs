//! A counterexample of the unrolled program, run: the path's blocks and values in order, as the interpreter asks for them.

use std::collections::{BTreeMap, VecDeque};

use invar_base::Id;
use invar_gcl::interp::{Inputs, Oracle, State, ValueRequest, Why};
use invar_gcl::{BlockId, ImplId, Program};
use invar_logic::{Term, TermPool, Value, VarId};
use invar_solve::{Limit, Model};
use rustc_hash::FxHashMap;

use crate::body::Source;
use crate::discharge::Counterexample;
use crate::provers::Provers;
use crate::trace::{decide, model_inputs};
use crate::unroll::{Asked, Unrolled};

pub struct Follow<'a> {
    program: &'a Program,
    pool: &'a TermPool,
    /// The blocks that the run enters.
    blocks: Vec<Source>,
    /// How many of them it has entered.
    entered: usize,
    values: FxHashMap<(Asked, VarId), VecDeque<Value>>,
    provers: &'a dyn Provers,
    limit: Limit,
}

impl<'a> Follow<'a> {
    pub fn new(
        program: &'a Program,
        unrolled: &'a Unrolled,
        counterexample: &Counterexample,
        provers: &'a dyn Provers,
        limit: Limit,
    ) -> Follow<'a> {
        let pool = &unrolled.pool;
        let mut blocks = Vec::new();
        let mut values: FxHashMap<(Asked, VarId), VecDeque<Value>> = FxHashMap::default();
        for &id in &counterexample.path {
            let visit = &unrolled.visits[id.index()];
            blocks.extend(&visit.blocks);
            for choice in &visit.choices {
                if let Some(value) = value_of(pool, &counterexample.model, choice.variant) {
                    values.entry((choice.asked, choice.var)).or_default().push_back(value);
                }
            }
        }
        Follow { program, pool, blocks, entered: 0, values, provers, limit }
    }

    pub fn inputs(program: &Program, impl_id: ImplId, unrolled: &Unrolled, model: &Model) -> Inputs {
        let mut inputs = model_inputs(program, impl_id, &unrolled.pool, model);
        inputs.functions = BTreeMap::new();
        inputs
    }
}

fn value_of(pool: &TermPool, model: &Model, term: Term) -> Option<Value> {
    model.value(pool, term).or_else(|| Value::default_of(pool, pool.sort_of(term)))
}

impl Oracle for Follow<'_> {
    fn value(&mut self, request: &ValueRequest<'_>) -> Option<Value> {
        let asked = match request.why {
            Why::Input => return Value::default_of(self.pool, request.sort),
            Why::Uninitialised => Asked::Uninitialised,
            Why::Havoc => Asked::Havoc,
            Why::CallResult(_) => Asked::Result,
        };
        let chosen = self.values.get_mut(&(asked, request.var)).and_then(VecDeque::pop_front);
        chosen.or_else(|| Value::default_of(self.pool, request.sort))
    }

    fn branch(&mut self, impl_id: ImplId, _from: BlockId, targets: &[BlockId]) -> Option<BlockId> {
        let next = self.blocks.get(self.entered).filter(|next| next.impl_id == impl_id).map(|next| next.block);
        next.filter(|next| targets.contains(next)).or_else(|| targets.first().copied())
    }

    fn decide(&mut self, _pool: &TermPool, term: Term, state: &State) -> Option<bool> {
        decide(self.program, term, state, self.provers, &self.limit)
    }

    fn entered(&mut self, _impl_id: ImplId, _block: BlockId) {
        self.entered += 1;
    }
}
