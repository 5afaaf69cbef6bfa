//! What is not modelled exactly. A run that is approximated refutes nothing; where the program is doubted, nothing is proved
//! either.

use invar_base::Span;
use invar_gcl::{CheckKind, CmdKind};
use invar_logic::{Sort, Term};

use super::code::Body;
use crate::c::hir::FunctionId;

impl Body<'_, '_> {
    /// From here on the run is not one of the real program: a construct is not modelled.
    pub fn approximate(&mut self, what: impl Into<String>) {
        let number = self.cx.construct(self.span, what.into());
        let flag = self.cx.flag;
        let pool = &mut self.cx.b.pool;
        let (old, zero, new) = (pool.var(flag), pool.int(0), pool.int(number));
        let first = pool.eq(old, zero);
        let term = pool.ite(first, new, old);
        self.assign(flag, term);
    }

    /// A run in which the condition is false is approximated from here on.
    pub fn approximate_unless(&mut self, condition: Term, what: &str) {
        if condition == Term::TRUE {
            return;
        }
        let number = self.cx.construct(self.span, what.to_string());
        let flag = self.cx.flag;
        let pool = &mut self.cx.b.pool;
        let (old, zero, new) = (pool.var(flag), pool.int(0), pool.int(number));
        let first = pool.eq(old, zero);
        let other = pool.not(condition);
        let set = pool.and(&[first, other]);
        let term = pool.ite(set, new, old);
        self.assign(flag, term);
    }

    /// A run in which the condition is false may miss something that the program does: nothing is proved about it.
    pub fn doubt_unless(&mut self, condition: Term, what: &str) {
        self.approximate_unless(condition, what);
        let Some(kind) = CheckKind::ALL.into_iter().find(|kind| self.cx.wants(*kind)) else { return };
        if condition != Term::TRUE {
            let other = self.any_truth();
            let fine = self.pool().or(&[condition, other]);
            self.check_at(kind, fine, None, Some(format!("{what} is not followed")));
        }
    }

    pub fn any_truth(&mut self) -> Term {
        let var = self.temporary(Sort::BOOL);
        self.emit(CmdKind::Havoc(var));
        self.var(var)
    }

    /// Any proof that goes through here would be about other runs than the program's.
    pub fn doubt(&mut self, what: String) {
        self.doubt_beside(what, None);
    }

    /// The same, because of another place in the text too.
    fn doubt_beside(&mut self, what: String, other: Option<Span>) {
        self.approximate(what.clone());
        let Some(kind) = CheckKind::ALL.into_iter().find(|kind| self.cx.wants(*kind)) else { return };
        let fine = self.any_truth();
        self.check_at(kind, fine, other, Some(format!("{what} are not followed")));
        // That no run gets here is no reason for a warning.
        if let Some(check) = self.cx.b.program.checks.values_mut().next_back() {
            check.never = kind != CheckKind::Precondition;
        }
    }

    /// A function that is called, or whose address is taken.
    pub fn doubt_function(&mut self, id: FunctionId) {
        if let Some(what) = &self.cx.unit.functions[id].doubt {
            self.doubt(what.clone());
        }
    }

    /// What the program may do wherever it starts.
    pub fn doubt_start(&mut self) {
        for doubt in &self.cx.unit.doubts {
            self.span = doubt.span;
            self.doubt(doubt.what.clone());
        }
    }

    /// Operands that interfere may be evaluated in any order, or at the same time.
    pub fn doubt_order(&mut self) {
        if let Some(&other) = self.order.get(&self.span) {
            let what = "operands in an order that C leaves open, one of which changes what another uses";
            self.doubt_beside(what.to_string(), Some(other));
        }
    }

    /// Not assumed where it is not checked: a function may do less than it is allowed to.
    pub fn check_if_wanted(&mut self, kind: CheckKind, term: Term) {
        if self.cx.wants(kind) {
            self.check(kind, term);
        }
    }
}
