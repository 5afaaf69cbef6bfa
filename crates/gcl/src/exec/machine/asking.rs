//! What is asked of the choices, and formulas that have code of their own.

use invar_base::Span;
use invar_logic::{EvalError, Term, Value, VarId};

use super::{Ended, Machine, Step};
use crate::exec::bodies::Formula;
use crate::exec::cell::Cell;
use crate::exec::choices::{Request, View};
use crate::interp::given::{fits, real};
use crate::interp::{Decision, Undecided, Why};

impl Machine<'_, '_> {
    /// Gives an input its value.
    pub(super) fn given(&mut self, value: Option<&Value>, var: VarId, where_: Option<Term>, span: Span) -> Step<()> {
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
}
