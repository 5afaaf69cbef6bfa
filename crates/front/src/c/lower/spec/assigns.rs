//! What a contract lets a function write. In: contracts, and what their functions modify. Out: postconditions that say
//! what is left alone, of the whole contract and of each behaviour. They are checked of the body, and callers rely on them.

use std::rc::Rc;

use invar_gcl::{Clause, Trust};
use invar_logic::{Term, VarId};

use super::frame::{Footprint, Start, Stretch};
use crate::c::hir::FunctionId;
use crate::c::hir::spec::{Contract, Location};
use crate::c::lower::code::{Body, View};
use crate::c::lower::program::{Cx, VarStorage};

impl Body<'_, '_> {
    /// What a contract that is all we know of a function lets it write.
    pub fn written_by_contract(&mut self, contract: &Contract) -> Vec<VarId> {
        let footprint = contract.assigns.as_ref().and_then(|locations| self.known_footprint(locations));
        let mut written = match footprint {
            Some(footprint) => self.variables_under(&footprint),
            None => self.unseen_writes(),
        };
        written.sort();
        written.dedup();
        written
    }

    /// May a function that writes this give away pointers to memory of its own, which nobody has seen before?
    pub fn gives_pointers(&mut self, written: &[VarId]) -> bool {
        self.has_pointers(self.function.ty.result) || written.iter().any(|var| self.cx.holds_objects(*var))
    }

    /// Does a postcondition say which objects are new?
    pub fn tells_new_objects(&self, ensures: &[Clause]) -> bool {
        let terms: Vec<Term> = ensures.iter().map(|clause| clause.term).collect();
        let old_next = self.cx.old_of(self.cx.next);
        old_next.is_some_and(|old| self.cx.b.pool.free_vars_of(&terms).contains(&old))
    }

    /// Do callers forget just what the function may write?
    pub fn forgets_exactly(&mut self, contract: &Contract) -> bool {
        let all = contract.assigns.iter().chain(contract.narrowed.iter().map(|part| &part.assigns));
        let exact = all.into_iter().all(|locations| match self.known_footprint(locations) {
            Some(footprint) => self.is_exact(&footprint),
            None => false,
        });
        exact && !contract.assigns_more && !contract.frees
    }

    /// What `assigns` says about one variable. Without the clause, objects still do not vanish.
    fn assigns_frame(&mut self, assigns: Option<&Footprint>, var: VarId, modifies: &[VarId]) -> Option<Term> {
        let old = self.cx.old_of(var)?;
        let is_kept = var == self.cx.next || self.function.body.is_none() && self.cx.object_maps().contains(&var);
        let nothing = Footprint::default();
        let footprint = assigns.or(is_kept.then_some(&nothing))?;
        let stretch = Stretch { from: Start::Entry, allocates: modifies.contains(&self.cx.next) };
        self.frame(footprint, var, old, stretch)
    }

    fn understood_footprint(&mut self, locations: Option<&Vec<Location>>) -> Option<Footprint> {
        locations.and_then(|locations| self.known_footprint(locations))
    }
}

/// Postconditions that say what functions with contracts leave alone.
pub fn frames(cx: &mut Cx<'_>) {
    let ids: Vec<FunctionId> = cx.unit.functions.ids().collect();
    for id in ids {
        let (Some(contract), Some(&proc)) = (cx.contract_of(id), cx.procedures.ids.get(&id)) else { continue };
        let modifies = cx.b.program.procs[proc].modifies.clone();
        let clauses = frames_of(cx, id, contract, &modifies);
        cx.b.program.procs[proc].ensures.extend(clauses);
    }
}

fn frames_of(cx: &mut Cx<'_>, id: FunctionId, contract: &Contract, modifies: &[VarId]) -> Vec<Clause> {
    let function = &cx.unit.functions[id];
    let formals = cx.procedures.formals.get(&id).cloned().unwrap_or_default();
    let mut body = Body::new(cx, id);
    for (&param, leaves) in function.params.iter().zip(formals) {
        body.vars.insert(param, VarStorage::Plain(Rc::new(leaves)));
    }
    body.view = View::Pre;
    let mut clauses = Vec::new();
    let footprint = body.understood_footprint(contract.assigns.as_ref());
    // What `frees` lists may vanish, and which that is, is not checked.
    let lifetimes = [body.cx.live, body.cx.size, body.cx.heap];
    let framed: Vec<VarId> =
        modifies.iter().copied().filter(|var| !contract.frees || !lifetimes.contains(var)).collect();
    for &var in &framed {
        if let Some(term) = body.assigns_frame(footprint.as_ref(), var, modifies) {
            let message = Some("the function writes only what `assigns` lists".to_string());
            let span = contract.span.unwrap_or(function.name_span);
            clauses.push(Clause { term, trust: Trust::Checked, span, message });
        }
    }
    for narrowed in &contract.narrowed {
        let before = body.problems.len();
        let guard = narrowed.guard.as_ref().map_or(Term::TRUE, |guard| body.formula(guard));
        let Some(footprint) = body.known_footprint(&narrowed.assigns) else { continue };
        if body.problems.len() > before {
            continue;
        }
        for &var in &framed {
            let Some(frame) = body.assigns_frame(Some(&footprint), var, modifies) else { continue };
            let term = body.pool().implies(guard, frame);
            let message = Some("the function writes only what `assigns` of this behavior lists".to_string());
            clauses.push(Clause { term, trust: Trust::Checked, span: narrowed.span, message });
        }
    }
    clauses
}
