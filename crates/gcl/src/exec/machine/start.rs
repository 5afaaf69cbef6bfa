//! The start of a run: constants, axioms, globals and parameters; then the body's preconditions, all as assumptions. And what
//! is asked of the choices, here and later.

use invar_base::Span;
use invar_logic::{EvalError, Term, Value, VarId, eval_bool};

use super::{Ended, Machine, Step, stop};
use crate::exec::bodies::Formula;
use crate::exec::cell::Cell;
use crate::exec::choices::{Request, View};
use crate::interp::given::{fits, real};
use crate::interp::{Decision, Inputs, Undecided, Why};
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

    /// Gives an input its value.
    fn given(&mut self, value: Option<&Value>, var: VarId, where_: Option<Term>, span: Span) -> Step<()> {
        let reg = self.executor.bodies.register(var);
        self.add_registers();
        let Some(value) = value else {
            let value = self.asked(var, Why::Input, where_.as_slice(), span)?;
            self.executor.cells[reg as usize] = value;
            return Ok(());
        };
        if !fits(self.pool, self.pool.variable(var).sort, value) {
            return Err(Box::new(Ended::Undecided { reason: Undecided::Malformed, span }));
        }
        self.executor.cells[reg as usize] = Cell::from_value(&real(self.program, self.pool, var, value.clone()));
        Ok(())
    }

    fn asked(&mut self, var: VarId, why: Why, conditions: &[Term], span: Span) -> Step<Cell> {
        let sort = self.pool.variable(var).sort;
        let view = View::new(&self.executor.bodies.code.registers, &self.executor.cells, self.functions);
        let request = Request { pool: self.pool, var, sort, why, span, conditions, state: &view };
        let reason = match self.choices.value(&request) {
            Some(value) if fits(self.pool, sort, &value) => {
                let value = real(self.program, self.pool, var, value);
                let cell = Cell::from_value(&value);
                self.record(Decision::Value(var, value))?;
                return Ok(cell);
            }
            Some(_) => Undecided::Malformed,
            None => Undecided::NoValue(var),
        };
        Err(Box::new(Ended::Undecided { reason, span }))
    }

    /// A value that the program leaves open.
    pub(super) fn havoc(&mut self, number: usize) -> Step<()> {
        let span = self.executor.bodies.asks[number].span;
        self.ask(number, span)
    }

    pub(super) fn ask(&mut self, number: usize, span: Span) -> Step<()> {
        let ask = &mut self.executor.bodies.asks[number];
        let (var, reg, why) = (ask.var, ask.reg, ask.why);
        let conditions = std::mem::take(&mut ask.conditions);
        let value = self.asked(var, why, &conditions, span);
        self.executor.bodies.asks[number].conditions = conditions;
        self.executor.cells[reg as usize] = value?;
        Ok(())
    }

    // ---- formulas that have code of their own

    pub(super) fn truth(&mut self, formula: Formula) -> Step<bool> {
        self.go(formula.start)
    }

    pub(super) fn assume(&mut self, formula: Formula) -> Step<()> {
        match self.truth(formula) {
            Ok(true) => Ok(()),
            Ok(false) => Err(Box::new(Ended::Blocked { span: formula.span })),
            Err(ended) => match *ended {
                Ended::Undecided { reason: Undecided::Eval(EvalError::Uninterpreted(_)), .. }
                    if self.is_approximated() =>
                {
                    Ok(())
                }
                ended => Err(Box::new(ended)),
            },
        }
    }

    // ---- constants and axioms

    fn unique_constants(&mut self) -> Step<()> {
        let unique: Vec<_> = self.program.constants.iter().filter(|constant| constant.unique).collect();
        let view = self.view();
        for (position, a) in unique.iter().enumerate() {
            for b in &unique[position + 1..] {
                let sort = self.pool.variable(a.var).sort;
                use invar_logic::Environment as _;
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
