//! The start of a run: constants, axioms, globals and parameters; then the body's preconditions, all as assumptions.

use invar_base::Span;
use invar_logic::{Environment, EvalError, Term, Value, VarId, eval_bool};

use super::{Ended, Machine, Step, stop};
use crate::exec::bodies::Formula;
use crate::interp::Inputs;
use crate::program::{ImplId, Trust};

impl Machine<'_, '_> {
    /// Out: the first instruction.
    pub(super) fn start(&mut self, impl_id: ImplId, inputs: &Inputs) -> Step<u32> {
        let program = self.program;
        for constant in &program.constants {
            self.given(inputs.constants.get(&constant.var), constant.var, None, constant.span)?;
        }
        self.unique_constants()?;
        self.axioms()?;
        let flag = program.approximations.as_ref().map(|approximations| approximations.flag);
        let zero = Value::int(0);
        for global in &program.globals {
            let nothing_yet = (flag == Some(global.var)).then_some(&zero);
            let given = nothing_yet.or(inputs.globals.get(&global.var));
            self.given(given, global.var, global.where_, global.span)?;
        }
        for global in &program.globals {
            if let Some(condition) = global.where_ {
                let formula = self.global_condition(condition, global.span);
                self.assume(formula)?;
            }
        }
        let body = &program.impls[impl_id];
        for (position, local) in body.ins.iter().enumerate() {
            self.given(inputs.ins.get(position), local.var, local.where_, local.span)?;
        }
        for (formal, own) in program.procs[body.proc].ins.iter().zip(&body.ins) {
            self.copy(own.var, formal.var);
        }
        self.enter(impl_id, Vec::new(), None)
    }

    fn global_condition(&mut self, condition: Term, span: Span) -> Formula {
        let bodies = &mut self.executor.bodies;
        let formula = match bodies.conditions.get(&condition) {
            Some(&start) => Formula { start, span, trust: Trust::Free },
            None => {
                let formula = bodies.formula(condition, span, Trust::Free);
                bodies.conditions.insert(condition, formula.start);
                formula
            }
        };
        self.add_registers();
        formula
    }

    fn copy(&mut self, from: VarId, to: VarId) {
        let (from, to) = (self.executor.bodies.register(from), self.executor.bodies.register(to));
        self.add_registers();
        let value = self.executor.cells[from as usize].clone();
        self.executor.cells[to as usize] = value;
    }

    // ---- constants and axioms

    fn unique_constants(&mut self) -> Step<()> {
        let unique: Vec<_> = self.program.constants.iter().filter(|constant| constant.unique).collect();
        let view = self.view();
        for (position, a) in unique.iter().enumerate() {
            for b in &unique[position + 1..] {
                let sort = self.pool.variable(a.var).sort;
                let (Some(x), Some(y)) = (view.var(a.var), view.var(b.var)) else { continue };
                if sort != self.pool.variable(b.var).sort || x.equal(&y, self.pool, sort) == Some(false) {
                    continue;
                }
                return Err(match x.equal(&y, self.pool, sort) {
                    Some(_) => Box::new(Ended::Blocked { span: b.span }),
                    None => stop(EvalError::UndecidedEquality, b.span),
                });
            }
        }
        Ok(())
    }

    /// An axiom that cannot be evaluated is assumed, and listed. Without constants, it is the same in every run.
    fn axioms(&mut self) -> Step<()> {
        let program = self.program;
        for (number, axiom) in program.axioms.iter().enumerate() {
            let known = self.executor.axioms.get(number).copied();
            let truth = match known {
                Some(truth) => truth,
                None => {
                    let mut steps = self.steps;
                    let found = eval_bool(self.pool, axiom.term, &self.view(), &mut steps);
                    self.steps = steps;
                    match found {
                        Ok(truth) => Some(truth),
                        Err(EvalError::OutOfSteps) => return Err(Box::new(Ended::OutOfBudget)),
                        Err(_) => None,
                    }
                }
            };
            if known.is_none() && program.constants.is_empty() && self.functions.is_empty() {
                self.executor.axioms.push(truth);
            }
            match truth {
                Some(true) => {}
                Some(false) => return Err(Box::new(Ended::Blocked { span: axiom.span })),
                None => self.undecided_axioms.push(number),
            }
        }
        Ok(())
    }
}
