//! The sum of the elements of a map from one index up to another: what loop invariants say of loops that add up.
//!
//! A program's text does not mention it. What the prover must know of it is asked for only where an invariant does.

use invar_logic::{Definition, FuncId, Op, Sort, Term, TermPool, Trigger, VarId};

#[derive(Clone, Debug)]
pub struct Sums {
    /// `sum(map, from, to)`: the elements at `from`, …, `to - 1`.
    pub function: FuncId,
    pub axioms: Vec<Term>,
}

impl Sums {
    pub fn new(pool: &mut TermPool) -> Sums {
        let row = pool.map_sort(&[Sort::INT], Sort::INT);
        let function = pool.new_function("@sum", &[row, Sort::INT, Sort::INT], Sort::INT);
        let map = pool.new_var("map", row);
        let [from, to, at, value] = ["from", "to", "at", "value"].map(|name| pool.new_var(name, Sort::INT));
        let bound = Bound { function, map, from, to, at, value };
        bound.define(pool);
        let axioms = vec![bound.empty(pool), bound.longer(pool), bound.changed(pool)];
        Sums { function, axioms }
    }

    /// Does one of the terms mention it?
    pub fn is_in(&self, pool: &TermPool, terms: &[Term]) -> bool {
        pool.postorder(terms).into_iter().any(|part| *pool.op(part) == Op::App(self.function))
    }
}

/// The function, and the variables that the axioms are about.
struct Bound {
    function: FuncId,
    map: VarId,
    from: VarId,
    to: VarId,
    at: VarId,
    value: VarId,
}

impl Bound {
    /// What the evaluator computes: `if to <= from then 0 else sum(map, from, to - 1) + map[to - 1]`.
    fn define(&self, pool: &mut TermPool) {
        let params = [self.map, self.from, self.to];
        let [map, from, to] = params.map(|var| pool.var(var));
        let (zero, one) = (pool.int(0), pool.int(1));
        let last = pool.sub(to, one);
        let (before, element) = (pool.app(self.function, &[map, from, last]), pool.select(map, &[last]));
        let (none, some) = (pool.le(to, from), pool.add(before, element));
        let body = pool.ite(none, zero, some);
        pool.define_function(self.function, Definition { params: params.to_vec(), body });
    }

    /// `to <= from ⇒ sum(map, from, to) == 0`
    fn empty(&self, pool: &mut TermPool) -> Term {
        let vars = [self.map, self.from, self.to];
        let [map, from, to] = vars.map(|var| pool.var(var));
        let (sum, zero) = (pool.app(self.function, &[map, from, to]), pool.int(0));
        let (none, equal) = (pool.le(to, from), pool.eq(sum, zero));
        let body = pool.implies(none, equal);
        pool.forall(&vars, vec![Trigger::Pattern(vec![sum])], body)
    }

    /// `from <= at ∧ to == at + 1 ⇒ sum(map, from, to) == sum(map, from, at) + map[at]`
    fn longer(&self, pool: &mut TermPool) -> Term {
        let vars = [self.map, self.from, self.to, self.at];
        let [map, from, to, at] = vars.map(|var| pool.var(var));
        let [short, long] = [at, to].map(|end| pool.app(self.function, &[map, from, end]));
        let (one, element) = (pool.int(1), pool.select(map, &[at]));
        let (after, all) = (pool.add(at, one), pool.add(short, element));
        let (in_order, follows, equal) = (pool.le(from, at), pool.eq(to, after), pool.eq(long, all));
        let given = pool.and(&[in_order, follows]);
        let body = pool.implies(given, equal);
        pool.forall(&vars, vec![Trigger::Pattern(vec![short, long])], body)
    }

    /// `sum(map[at := value], from, to) == sum(map, from, to) + (value - map[at] if from <= at < to)`
    fn changed(&self, pool: &mut TermPool) -> Term {
        let vars = [self.map, self.from, self.to, self.at, self.value];
        let [map, from, to, at, value] = vars.map(|var| pool.var(var));
        let new = pool.store(map, &[at], value);
        let [sum, old] = [new, map].map(|map| pool.app(self.function, &[map, from, to]));
        let element = pool.select(map, &[at]);
        let (above, below) = (pool.le(from, at), pool.lt(at, to));
        let (inside, more, zero) = (pool.and(&[above, below]), pool.sub(value, element), pool.int(0));
        let more = pool.ite(inside, more, zero);
        let all = pool.add(old, more);
        let body = pool.eq(sum, all);
        pool.forall(&vars, vec![Trigger::Pattern(vec![sum])], body)
    }
}

#[cfg(test)]
mod tests {
    use invar_logic::{MapValue, Value, eval, eval_bool};

    use super::*;

    struct Values(Vec<(VarId, Value)>);

    impl invar_logic::Environment for Values {
        fn var(&self, var: VarId) -> Option<Value> {
            self.0.iter().find(|(own, _)| *own == var).map(|(_, value)| value.clone())
        }
    }

    /// The axioms hold of what the evaluator computes, for small maps and all small bounds.
    #[test]
    fn the_axioms_hold_of_the_definition() {
        let mut pool = TermPool::new();
        let sums = Sums::new(&mut pool);
        let mut map = MapValue::constant(Value::int(3));
        for (at, value) in [(0, 7), (1, -2), (2, 5)] {
            map.insert(vec![Value::int(at)], Value::int(value));
        }
        let map = Value::map(map);
        let mut tried = 0;
        for &axiom in &sums.axioms {
            let Op::Forall(binder) = pool.op(axiom).clone() else { panic!("a quantified axiom") };
            let body = pool.args(axiom)[0];
            for number in 0..6_usize.pow(4) {
                let digit = |place: usize| (number / 6_usize.pow(place as u32) % 6) as i64 - 1;
                let values = binder.vars.iter().enumerate().map(|(place, &var)| match place {
                    0 => (var, map.clone()),
                    _ => (var, Value::int(digit(place - 1))),
                });
                let values = Values(values.collect());
                assert_eq!(eval_bool(&pool, body, &values, &mut 100_000), Ok(true), "{}", pool.show(axiom));
                tried += 1;
            }
        }
        assert_eq!(tried, 3 * 6 * 6 * 6 * 6);
        let var = pool.new_var("m", pool.function(sums.function).domain[0]);
        let [from, to] = [0, 3].map(|end| pool.int(end));
        let term = pool.var(var);
        let sum = pool.app(sums.function, &[term, from, to]);
        assert_eq!(eval(&pool, sum, &Values(vec![(var, map)]), &mut 1_000), Ok(Value::int(10)));
    }
}
