//! Random terms: linear arithmetic with division by constants, map reads, comparisons.

use invar_logic::{Op, Term, VarId};

use super::Generator;

impl Generator {
    pub(super) fn int(&mut self, value: i64) -> Term {
        self.b.pool.int(value)
    }

    pub(super) fn int_between(&mut self, low: i64, high: i64) -> Term {
        let value = self.random.between(low, high);
        self.int(value)
    }

    pub(super) fn within(&mut self, var: VarId, low: i64, high: i64) -> Term {
        let (value, low, high) = (self.b.pool.var(var), self.int(low), self.int(high));
        let bounds = [self.b.pool.le(low, value), self.b.pool.le(value, high)];
        self.b.pool.and(&bounds)
    }

    pub(super) fn int_leaf(&mut self) -> Term {
        match self.random.pick(&self.vars.ints) {
            Some(&var) if self.random.chance(70) => self.b.pool.var(var),
            Some(_) | None => self.int_between(-3, 6),
        }
    }

    pub(super) fn int_expr(&mut self, depth: usize) -> Term {
        if depth == 0 {
            return self.int_leaf();
        }
        match self.random.below(10) {
            0..=2 => self.int_leaf(),
            3..=4 => {
                let (a, b) = (self.int_expr(depth - 1), self.int_expr(depth - 1));
                self.b.pool.add(a, b)
            }
            5..=6 => {
                let (a, b) = (self.int_expr(depth - 1), self.int_expr(depth - 1));
                self.b.pool.sub(a, b)
            }
            7 => {
                let (factor, a) = (self.int_between(-2, 3), self.int_expr(depth - 1));
                self.b.pool.mul(factor, a)
            }
            8 => {
                let index = self.int_leaf();
                match self.random.pick(&self.vars.maps).copied() {
                    Some(map) => {
                        let map = self.b.pool.var(map);
                        self.b.pool.select(map, &[index])
                    }
                    None => index,
                }
            }
            _ => {
                let (a, divisor) = (self.int_expr(depth - 1), self.int_between(2, 3));
                let op = if self.random.chance(50) { Op::Div } else { Op::Mod };
                self.b.pool.mk(op, &[a, divisor])
            }
        }
    }

    pub(super) fn bool_expr(&mut self, depth: usize) -> Term {
        let comparison = depth == 0 || self.random.chance(60);
        if comparison {
            let (a, b) = (self.int_expr(1), self.int_leaf());
            return match self.random.below(4) {
                0 => self.b.pool.eq(a, b),
                1 => self.b.pool.le(a, b),
                2 => self.b.pool.lt(b, a),
                _ => self.b.pool.ne(a, b),
            };
        }
        match self.random.below(4) {
            0 => match self.random.pick(&self.vars.bools).copied() {
                Some(var) => self.b.pool.var(var),
                None => Term::TRUE,
            },
            1 => {
                let a = self.bool_expr(depth - 1);
                self.b.pool.not(a)
            }
            2 => {
                let parts = [self.bool_expr(depth - 1), self.bool_expr(depth - 1)];
                self.b.pool.and(&parts)
            }
            _ => {
                let parts = [self.bool_expr(depth - 1), self.bool_expr(depth - 1)];
                self.b.pool.or(&parts)
            }
        }
    }
}
