//! Terms to flat code. Formulas become jumps, integers and maps become instructions over registers; the other sorts, and
//! quantifiers, are the evaluator's.
//!
//! A part that stands twice in a term is computed once, unless it stands first where it may be skipped.

use invar_logic::{Op, Sort, SortKind, Term, TermPool, Value, VarId};
use num_bigint::BigInt;
use num_traits::One;
use rustc_hash::FxHashMap;

use super::code::{Code, Instr, Piece, Purpose, Reg, TEMPORARIES};

/// Larger terms, and definitions inside each other to this depth, are the evaluator's.
const LARGEST: u64 = 4_000;
const DEEPEST: u32 = 12;

/// The term has no code, or needs too many registers.
pub(super) struct TooBig;

type Made<T> = Result<T, TooBig>;

pub(super) struct Terms<'a> {
    pool: &'a TermPool,
    pub code: &'a mut Code,
    /// The first register that is free.
    next: Reg,
    /// Parts of the current term that are computed, in order.
    known: FxHashMap<Term, Reg>,
    order: Vec<Term>,
    /// What the parameters of the definitions around stand for.
    params: FxHashMap<VarId, Reg>,
    depth: u32,
    /// Registers that hold maps for a while.
    maps: Vec<Reg>,
}

impl<'a> Terms<'a> {
    pub fn new(pool: &'a TermPool, code: &'a mut Code) -> Terms<'a> {
        let (known, order, params) = (FxHashMap::default(), Vec::new(), FxHashMap::default());
        Terms { pool, code, next: 0, known, order, params, depth: 0, maps: Vec::new() }
    }

    // ---- pieces

    /// The variable gets the term's value. Stores into its own map happen in their place, once all that the term reads is read.
    pub fn assign(&mut self, var: VarId, term: Term, span: invar_base::Span) {
        let to = self.code.registers.of(var);
        if *self.pool.op(term) != Op::Store {
            return self.value(term, to, span);
        }
        self.piece(term, Purpose::Value(to, span), |terms| match terms.stores_into(var, term) {
            Some(stores) => terms.put_all(to, &stores),
            None => match terms.store_into_row(var, term) {
                Some([row, index, value]) => {
                    let (row, index, value) = (terms.operand(row)?, terms.operand(index)?, terms.operand(value)?);
                    terms.code.emit(Instr::Put2(to, row, index, value));
                    Ok(())
                }
                None => terms.into(term, to),
            },
        });
    }

    /// `m[i := v][j := w]…`: indices and values, the innermost first. A row that was read from the map itself is none.
    fn stores_into(&self, var: VarId, term: Term) -> Option<Vec<(Term, Term)>> {
        let mut stores = Vec::new();
        let mut at = term;
        while *self.pool.op(at) == Op::Store && self.is_over_integers(at) {
            let args = self.pool.args(at);
            stores.push((args[1], args[2]));
            at = args[0];
        }
        stores.reverse();
        let is_row = stores.len() == 1 && self.store_into_row(var, term).is_some();
        (*self.pool.op(at) == Op::Var(var) && !stores.is_empty() && !is_row).then_some(stores)
    }

    /// `m[i := m[i][j := v]]`: i, j and v.
    fn store_into_row(&self, var: VarId, term: Term) -> Option<[Term; 3]> {
        let map = self.pool.find_var(var)?;
        let [base, row, inner] = self.store(term)?;
        let [of, index, value] = self.store(inner)?;
        let is_row = *self.pool.op(of) == Op::Select && self.pool.args(of) == [map, row];
        (base == map && is_row).then_some([row, index, value])
    }

    fn store(&self, term: Term) -> Option<[Term; 3]> {
        let is_store = *self.pool.op(term) == Op::Store && self.is_over_integers(term);
        if is_store { self.pool.args(term).try_into().ok() } else { None }
    }

    /// Nothing may go wrong between the first and the last.
    fn put_all(&mut self, map: Reg, stores: &[(Term, Term)]) -> Made<()> {
        let mut operands = Vec::with_capacity(stores.len());
        for &(index, value) in stores {
            operands.push((self.operand(index)?, self.operand(value)?));
        }
        if operands.len() > 1 {
            self.code.emit(Instr::IsMap(map));
            for &(index, value) in &operands {
                self.code.emit(Instr::IsInt(index));
                self.code.emit(Instr::IsSet(value));
            }
        }
        for (index, value) in operands {
            self.code.emit(Instr::Put(map, index, value));
        }
        Ok(())
    }

    /// The register gets the term's value.
    pub fn value(&mut self, term: Term, to: Reg, span: invar_base::Span) {
        self.piece(term, Purpose::Value(to, span), |terms| terms.into(term, to));
    }

    /// The same for a temporary that stays until `release`.
    pub fn temporary_value(&mut self, term: Term, span: invar_base::Span) -> Made<Reg> {
        let to = self.temporary()?;
        self.value(term, to, span);
        self.next = to + 1;
        Ok(to)
    }

    /// Goes on if the formula is true, and judges it otherwise.
    pub fn condition(&mut self, term: Term, purpose: Purpose) {
        self.piece(term, purpose, |terms| {
            let mut holds = Vec::new();
            terms.jump_if(term, true, &mut holds)?;
            terms.code.emit(Instr::Judge(false));
            terms.code.patch(&holds);
            Ok(())
        });
    }

    /// A formula that is asked by itself: where its code begins.
    pub fn formula(&mut self, term: Term) -> u32 {
        let start = self.code.here();
        self.condition(term, Purpose::Answer);
        self.code.emit(Instr::Judge(true));
        start
    }

    /// Tells whether an opening assumption holds.
    pub fn opening(&mut self, term: Term, position: u32) -> usize {
        let piece = self.code.pieces.len();
        self.piece(term, Purpose::Opening(position, 0), |terms| {
            let mut fails = Vec::new();
            terms.jump_if(term, false, &mut fails)?;
            terms.code.emit(Instr::Holds(position));
            let over = terms.code.emit(Instr::Jump(0));
            terms.code.patch(&fails);
            terms.code.emit(Instr::Judge(false));
            terms.code.patch(&[over]);
            Ok(())
        });
        piece
    }

    /// Jumps if the condition is true. Out: the piece, and the jumps that wait for their target.
    pub fn branch(&mut self, term: Term) -> Made<(usize, Vec<usize>)> {
        if self.pool.tree_size(term) > LARGEST {
            return Err(TooBig);
        }
        let start = self.begin(term, Purpose::Branch(0, 0));
        let piece = self.code.pieces.len() - 1;
        let mut jumps = Vec::new();
        match self.jump_if(term, true, &mut jumps) {
            Ok(()) => {
                self.finish(0);
                Ok((piece, jumps))
            }
            Err(TooBig) => {
                self.code.forget(start);
                Err(TooBig)
            }
        }
    }

    fn begin(&mut self, term: Term, purpose: Purpose) -> u32 {
        self.code.pieces.push(Piece { term, purpose, end: 0 });
        self.known.clear();
        self.order.clear();
        self.params.clear();
        self.maps.clear();
        self.depth = 0;
        self.code.here()
    }

    fn finish(&mut self, next: Reg) {
        for reg in std::mem::take(&mut self.maps) {
            self.code.emit(Instr::Clear(reg));
        }
        if let Some(piece) = self.code.pieces.last_mut() {
            piece.end = self.code.instrs.len() as u32;
        }
        self.next = next;
    }

    fn piece(&mut self, term: Term, purpose: Purpose, make: impl FnOnce(&mut Terms<'a>) -> Made<()>) {
        let next = self.next;
        let start = self.begin(term, purpose);
        let made = if self.pool.tree_size(term) > LARGEST { Err(TooBig) } else { make(self) };
        if let Err(TooBig) = made {
            self.code.forget(start);
            self.maps.clear();
            // Nothing is computed: the evaluator has the whole term.
            self.code.emit(Instr::IsInt(self.code.registers.nothing()));
        }
        self.finish(next);
    }

    // ---- registers

    fn temporary(&mut self) -> Made<Reg> {
        if self.next >= TEMPORARIES {
            return Err(TooBig);
        }
        self.next += 1;
        Ok(self.next - 1)
    }

    /// Where the value of the term is, after it is computed if need be.
    fn operand(&mut self, term: Term) -> Made<Reg> {
        match self.pool.op(term) {
            Op::Var(var) => return Ok(self.variable(*var)),
            Op::Int(value) => return Ok(self.code.registers.constant(Value::int(value.clone()))),
            Op::True => return Ok(self.code.registers.constant(Value::Bool(true))),
            Op::False => return Ok(self.code.registers.constant(Value::Bool(false))),
            _ => {}
        }
        if let Some(&reg) = self.known.get(&term) {
            return Ok(reg);
        }
        let to = self.temporary()?;
        self.into(term, to)?;
        if let SortKind::Map { .. } = self.pool.sort_kind(self.pool.sort_of(term)) {
            self.maps.push(to);
        }
        self.known.insert(term, to);
        self.order.push(term);
        Ok(to)
    }

    fn variable(&mut self, var: VarId) -> Reg {
        match self.params.get(&var) {
            Some(&reg) => reg,
            None => self.code.registers.of(var),
        }
    }

    /// What was computed since may not have been.
    fn forget_since(&mut self, mark: usize) {
        for term in self.order.drain(mark..) {
            self.known.remove(&term);
        }
    }

    // ---- values

    /// Writes to the register last of all, so that the term may read it.
    fn into(&mut self, term: Term, to: Reg) -> Made<()> {
        let args = self.pool.args(term);
        let is_int = self.pool.sort_of(term) == Sort::INT;
        match self.pool.op(term) {
            Op::Var(_) | Op::Int(_) | Op::True | Op::False => {
                let from = self.operand(term)?;
                self.code.emit(Instr::Move(to, from));
            }
            Op::Not | Op::And | Op::Or | Op::Implies | Op::Eq | Op::Le | Op::Lt => self.truth(term, to)?,
            Op::Ite => self.ite(args, to)?,
            Op::Add if is_int => self.sum(args, to)?,
            Op::Mul if is_int => self.product(args, to)?,
            Op::Neg if is_int => {
                let from = self.operand(args[0])?;
                self.code.emit(Instr::Neg(to, from));
            }
            Op::Div => self.binary(args, |a, b| Instr::Div(to, a, b))?,
            Op::Mod => self.binary(args, |a, b| Instr::Mod(to, a, b))?,
            Op::Select if self.is_over_integers(args[0]) => self.select(args, to)?,
            Op::Store if self.is_over_integers(args[0]) => {
                let (map, index, value) = (self.operand(args[0])?, self.operand(args[1])?, self.operand(args[2])?);
                self.code.emit(Instr::Store(to, map, index, value));
            }
            Op::Lambda(binder) if self.is_over_integers(term) => {
                if self.pool.free_vars(args[0]).iter().any(|var| binder.vars.contains(var)) {
                    return self.evaluate(term, to);
                }
                let value = self.operand(args[0])?;
                self.code.emit(Instr::Constant(to, value));
            }
            Op::App(function) => match &self.pool.function(*function).definition {
                Some(definition) => self.defined(&definition.params, definition.body, args, to)?,
                None => self.evaluate(term, to)?,
            },
            _ => self.evaluate(term, to)?,
        }
        Ok(())
    }

    fn is_over_integers(&self, map: Term) -> bool {
        match self.pool.sort_kind(self.pool.sort_of(map)) {
            SortKind::Map { domain, .. } => **domain == [Sort::INT],
            _ => false,
        }
    }

    /// The evaluator computes it, which knows no parameters.
    fn evaluate(&mut self, term: Term, to: Reg) -> Made<()> {
        if self.depth > 0 {
            return Err(TooBig);
        }
        // Whatever it reads has a register, so that it is found.
        for var in self.pool.free_vars(term) {
            self.code.registers.of(var);
        }
        self.code.emit(Instr::Evaluate(to, term));
        Ok(())
    }

    fn binary(&mut self, args: &[Term], make: impl FnOnce(Reg, Reg) -> Instr) -> Made<()> {
        let (a, b) = (self.operand(args[0])?, self.operand(args[1])?);
        self.code.emit(make(a, b));
        Ok(())
    }

    fn truth(&mut self, term: Term, to: Reg) -> Made<()> {
        let mut fails = Vec::new();
        self.jump_if(term, false, &mut fails)?;
        let (yes, no) = (self.operand(Term::TRUE)?, self.operand(Term::FALSE)?);
        self.code.emit(Instr::Move(to, yes));
        let over = self.code.emit(Instr::Jump(0));
        self.code.patch(&fails);
        self.code.emit(Instr::Move(to, no));
        self.code.patch(&[over]);
        Ok(())
    }

    fn ite(&mut self, args: &[Term], to: Reg) -> Made<()> {
        let mut fails = Vec::new();
        self.jump_if(args[0], false, &mut fails)?;
        let mark = self.order.len();
        self.into(args[1], to)?;
        self.forget_since(mark);
        let over = self.code.emit(Instr::Jump(0));
        self.code.patch(&fails);
        self.into(args[2], to)?;
        self.forget_since(mark);
        self.code.patch(&[over]);
        Ok(())
    }

    /// `a + -b` and `a + -1 * b` are differences.
    fn sum(&mut self, args: &[Term], to: Reg) -> Made<()> {
        let mut sum = self.operand(args[0])?;
        for (position, &arg) in args.iter().enumerate().skip(1) {
            let last = position + 1 == args.len();
            let negated = self.negated(arg);
            let operand = self.operand(negated.unwrap_or(arg))?;
            let next = if last { to } else { self.temporary()? };
            let instr = if negated.is_some() { Instr::Sub } else { Instr::Add };
            self.code.emit(instr(next, sum, operand));
            sum = next;
        }
        Ok(())
    }

    fn negated(&self, term: Term) -> Option<Term> {
        match (self.pool.op(term), self.pool.args(term)) {
            (Op::Neg, [of]) => Some(*of),
            (Op::Mul, [factor, of]) => match self.pool.op(*factor) {
                Op::Int(factor) if *factor == -BigInt::one() => Some(*of),
                _ => None,
            },
            _ => None,
        }
    }

    fn product(&mut self, args: &[Term], to: Reg) -> Made<()> {
        let mut product = self.operand(args[0])?;
        for (position, &arg) in args.iter().enumerate().skip(1) {
            let operand = self.operand(arg)?;
            let next = if position + 1 == args.len() { to } else { self.temporary()? };
            self.code.emit(Instr::Mul(next, product, operand));
            product = next;
        }
        Ok(())
    }

    /// `m[i][j]` does not make a copy of the row.
    fn select(&mut self, args: &[Term], to: Reg) -> Made<()> {
        let inner = self.pool.args(args[0]);
        if *self.pool.op(args[0]) == Op::Select && self.is_over_integers(inner[0]) && !self.known.contains_key(&args[0])
        {
            let (map, row, index) = (self.operand(inner[0])?, self.operand(inner[1])?, self.operand(args[1])?);
            self.code.emit(Instr::Select2(to, map, row, index));
            return Ok(());
        }
        self.binary(args, |map, index| Instr::Select(to, map, index))
    }

    /// The body of a definition, over the arguments.
    fn defined(&mut self, params: &[VarId], body: Term, args: &[Term], to: Reg) -> Made<()> {
        if self.depth >= DEEPEST || self.pool.tree_size(body) > LARGEST {
            return Err(TooBig);
        }
        let mut values = Vec::with_capacity(args.len());
        for &arg in args {
            values.push(self.operand(arg)?);
        }
        let params = params.iter().copied().zip(values).collect();
        let (known, order) = (std::mem::take(&mut self.known), std::mem::take(&mut self.order));
        let outer = std::mem::replace(&mut self.params, params);
        self.depth += 1;
        let result = self.temporary().and_then(|result| self.into(body, result).map(|()| result));
        self.depth -= 1;
        (self.known, self.order, self.params) = (known, order, outer);
        self.code.emit(Instr::Move(to, result?));
        Ok(())
    }

    // ---- formulas

    /// Jumps if the formula has that truth, and goes on otherwise.
    fn jump_if(&mut self, term: Term, truth: bool, jumps: &mut Vec<usize>) -> Made<()> {
        let args = self.pool.args(term);
        match self.pool.op(term) {
            Op::Not => self.jump_if(args[0], !truth, jumps),
            Op::And => self.junction(&signed(args, true), !truth, jumps),
            Op::Or => self.junction(&signed(args, false), truth, jumps),
            // a ⇒ b  =  ¬a ∨ b
            Op::Implies => self.junction(&[(args[0], true), (args[1], false)], truth, jumps),
            Op::Le if self.pool.sort_of(args[0]) == Sort::INT => {
                let (a, b) = (self.operand(args[0])?, self.operand(args[1])?);
                jumps.push(self.code.emit(if truth { Instr::IfLe(a, b, 0) } else { Instr::IfLt(b, a, 0) }));
                Ok(())
            }
            Op::Lt if self.pool.sort_of(args[0]) == Sort::INT => {
                let (a, b) = (self.operand(args[0])?, self.operand(args[1])?);
                jumps.push(self.code.emit(if truth { Instr::IfLt(a, b, 0) } else { Instr::IfLe(b, a, 0) }));
                Ok(())
            }
            Op::Eq => {
                let (a, b) = (self.operand(args[0])?, self.operand(args[1])?);
                jumps.push(self.code.emit(if truth { Instr::IfEq(a, b, 0) } else { Instr::IfNe(a, b, 0) }));
                Ok(())
            }
            Op::Le | Op::Lt => Err(TooBig),
            _ => {
                let reg = self.operand(term)?;
                jumps.push(self.code.emit(if truth { Instr::If(reg, 0) } else { Instr::Unless(reg, 0) }));
                Ok(())
            }
        }
    }

    /// A disjunction of formulas, each negated or not: `jump` on its being true, or else on its being false.
    fn junction(&mut self, parts: &[(Term, bool)], jump: bool, jumps: &mut Vec<usize>) -> Made<()> {
        let Some((&(last, negated), first)) = parts.split_last() else { return Err(TooBig) };
        let mut decided = Vec::new();
        let mut mark = None;
        for &(part, negated) in first {
            // One true part decides.
            let out = if jump { &mut *jumps } else { &mut decided };
            self.jump_if(part, !negated, out)?;
            mark.get_or_insert(self.order.len());
        }
        self.jump_if(last, jump != negated, jumps)?;
        self.forget_since(mark.unwrap_or(self.order.len()));
        self.code.patch(&decided);
        Ok(())
    }
}

/// A conjunction is the negation of the disjunction of the negations.
fn signed(args: &[Term], negated: bool) -> Vec<(Term, bool)> {
    args.iter().map(|&arg| (arg, negated)).collect()
}
