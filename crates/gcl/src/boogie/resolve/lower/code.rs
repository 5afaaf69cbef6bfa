//! Code expressions `|{ … }|` as terms: what every path through the blocks returns.
//!
//! wp(assume e; S) = e ==> wp(S), wp(assert e; S) = e && wp(S), wp(x := e; S) = wp(S)[x := e],
//! wp(havoc x; S) = forall x :: wp(S), wp(goto A, B) = wp(A) && wp(B), wp(return e) = e.

use invar_base::Span;
use invar_logic::{Substitution, Term, VarId};
use rustc_hash::FxHashMap;

use super::super::typed::{CmdKind, Code, Next, VarKey};
use super::Lowering;
use super::terms::Position;

impl Lowering<'_> {
    pub fn code_term(&mut self, code: &Code, span: Span) -> Term {
        let locals = self.bind(&code.locals);
        let vars: FxHashMap<VarKey, VarId> = code.locals.iter().copied().zip(locals.iter().copied()).collect();
        let Some(order) = backwards(code) else {
            self.fail("unsupported", span, "loops in code expressions are not supported");
            return Term::TRUE;
        };
        let mut results: Vec<Term> = vec![Term::TRUE; code.blocks.len()];
        for index in order {
            let block = &code.blocks[index];
            let mut term = match &block.next {
                Next::Goto(targets) => {
                    let parts: Vec<Term> = targets.iter().map(|&target| results[target]).collect();
                    self.pool.and(&parts)
                }
                Next::Return => Term::TRUE,
                Next::Value(value) => self.term(value, Position::OPAQUE),
            };
            for cmd in block.cmds.iter().rev() {
                term = self.before(&cmd.kind, term, &vars);
            }
            results[index] = term;
        }
        // Uninitialised locals hold any value.
        let free = self.pool.free_vars(results[0]);
        let open: Vec<VarId> = locals.into_iter().filter(|local| free.contains(local)).collect();
        self.pool.forall(&open, Vec::new(), results[0])
    }

    fn before(&mut self, cmd: &CmdKind, after: Term, vars: &FxHashMap<VarKey, VarId>) -> Term {
        match cmd {
            CmdKind::Assume(expr) => {
                let cond = self.term(expr, Position::OPAQUE);
                self.pool.implies(cond, after)
            }
            CmdKind::Assert { cond, .. } => {
                let cond = self.term(cond, Position::OPAQUE);
                self.pool.and(&[cond, after])
            }
            CmdKind::Assign(key, expr) => {
                let value = self.term(expr, Position::OPAQUE);
                match vars.get(key) {
                    Some(&var) => self.pool.substitute(after, &Substitution::from_iter([(var, value)])),
                    None => after,
                }
            }
            CmdKind::Havoc(key) => match vars.get(key) {
                Some(&var) => {
                    let sort = self.pool.variable(var).sort;
                    let name = self.pool.var_name(var).to_string();
                    let fresh = self.pool.fresh_var(&name, sort);
                    let image = self.pool.var(fresh);
                    let body = self.pool.substitute(after, &Substitution::from_iter([(var, image)]));
                    self.pool.forall(&[fresh], Vec::new(), body)
                }
                None => after,
            },
            // Reported by the checker.
            CmdKind::Call { .. } => after,
        }
    }
}

/// Blocks with successors first; `None` if there is a loop.
fn backwards(code: &Code) -> Option<Vec<usize>> {
    #[derive(Clone, Copy, PartialEq)]
    enum Mark {
        New,
        Open,
        Done,
    }
    let mut marks = vec![Mark::New; code.blocks.len()];
    let mut order = Vec::new();
    let mut stack = vec![(0, 0)];
    *marks.first_mut()? = Mark::Open;
    while let Some((block, next)) = stack.last_mut() {
        let targets = match &code.blocks[*block].next {
            Next::Goto(targets) => targets.as_slice(),
            Next::Return | Next::Value(_) => &[],
        };
        let Some(&target) = targets.get(*next) else {
            marks[*block] = Mark::Done;
            order.push(*block);
            stack.pop();
            continue;
        };
        *next += 1;
        match marks[target] {
            Mark::Open => return None,
            Mark::Done => {}
            Mark::New => {
                marks[target] = Mark::Open;
                stack.push((target, 0));
            }
        }
    }
    Some(order)
}
