//! Properties of terms on random inputs: smart constructors keep the value of what they simplify, and substitution is
//! evaluation in a changed environment (which fails as soon as a variable is captured).

use std::collections::BTreeMap;

use invar_logic::{EvalError, Op, Sort, Substitution, Term, TermPool, Value, VarId, eval};
use proptest::prelude::*;

/// A term as it was meant, before any smart constructor saw it. Variables are numbers into the pools below.
#[derive(Clone, Debug)]
enum Tree {
    Int(i64),
    IntVar(usize),
    Add(Box<Tree>, Box<Tree>),
    Sub(Box<Tree>, Box<Tree>),
    Mul(Box<Tree>, Box<Tree>),
    Div(Box<Tree>, Box<Tree>),
    Mod(Box<Tree>, Box<Tree>),
    IteInt(Box<Form>, Box<Tree>, Box<Tree>),
    /// `m[index := value][at]`
    StoreSelect(Box<Tree>, Box<Tree>, Box<Tree>),
}

#[derive(Clone, Debug)]
enum Form {
    Bool(bool),
    BoolVar(usize),
    Not(Box<Form>),
    And(Vec<Form>),
    Or(Vec<Form>),
    Implies(Box<Form>, Box<Form>),
    Iff(Box<Form>, Box<Form>),
    Le(Tree, Tree),
    Lt(Tree, Tree),
    Eq(Tree, Tree),
    /// `forall v :: low <= v && v < low + 3 ==> body`, v being one of the integer variables.
    Forall(usize, Box<Tree>, Box<Form>),
    Exists(usize, Box<Tree>, Box<Form>),
}

const INTS: usize = 3;
const BOOLS: usize = 2;

fn tree() -> impl Strategy<Value = Tree> {
    forms_and_trees().1
}

fn form() -> impl Strategy<Value = Form> {
    forms_and_trees().0
}

/// Small literals make the peephole rules fire often.
fn forms_and_trees() -> (BoxedStrategy<Form>, BoxedStrategy<Tree>) {
    let leaf_tree = prop_oneof![(-2i64..4).prop_map(Tree::Int), (0..INTS).prop_map(Tree::IntVar)].boxed();
    let leaf_form = prop_oneof![any::<bool>().prop_map(Form::Bool), (0..BOOLS).prop_map(Form::BoolVar)].boxed();
    let (mut forms, mut trees) = (leaf_form, leaf_tree);
    for _ in 0..3 {
        let next_tree = next_trees(&forms, &trees);
        forms = next_forms(&forms, &trees);
        trees = next_tree;
    }
    (forms, trees)
}

fn next_trees(forms: &BoxedStrategy<Form>, trees: &BoxedStrategy<Tree>) -> BoxedStrategy<Tree> {
    let pair = || (trees.clone(), trees.clone()).prop_map(|(a, b)| (Box::new(a), Box::new(b)));
    prop_oneof![
        trees.clone(),
        pair().prop_map(|(a, b)| Tree::Add(a, b)),
        pair().prop_map(|(a, b)| Tree::Sub(a, b)),
        pair().prop_map(|(a, b)| Tree::Mul(a, b)),
        pair().prop_map(|(a, b)| Tree::Div(a, b)),
        pair().prop_map(|(a, b)| Tree::Mod(a, b)),
        (forms.clone(), pair()).prop_map(|(c, (a, b))| Tree::IteInt(Box::new(c), a, b)),
        (trees.clone(), pair()).prop_map(|(i, (v, at))| Tree::StoreSelect(Box::new(i), v, at)),
    ]
    .boxed()
}

fn next_forms(forms: &BoxedStrategy<Form>, trees: &BoxedStrategy<Tree>) -> BoxedStrategy<Form> {
    let many = || prop::collection::vec(forms.clone(), 0..4);
    let pair = || (forms.clone(), forms.clone()).prop_map(|(a, b)| (Box::new(a), Box::new(b)));
    let bound =
        || (0..INTS, trees.clone(), forms.clone()).prop_map(|(v, low, body)| (v, Box::new(low), Box::new(body)));
    prop_oneof![
        forms.clone(),
        forms.clone().prop_map(|a| Form::Not(Box::new(a))),
        many().prop_map(Form::And),
        many().prop_map(Form::Or),
        pair().prop_map(|(a, b)| Form::Implies(a, b)),
        pair().prop_map(|(a, b)| Form::Iff(a, b)),
        (trees.clone(), trees.clone()).prop_map(|(a, b)| Form::Le(a, b)),
        (trees.clone(), trees.clone()).prop_map(|(a, b)| Form::Lt(a, b)),
        (trees.clone(), trees.clone()).prop_map(|(a, b)| Form::Eq(a, b)),
        bound().prop_map(|(v, low, body)| Form::Forall(v, low, body)),
        bound().prop_map(|(v, low, body)| Form::Exists(v, low, body)),
    ]
    .boxed()
}

/// Sums of variables: what a captured variable changes shows in the value.
fn sum() -> BoxedStrategy<Tree> {
    let leaf = || prop_oneof![(-2i64..4).prop_map(Tree::Int), (0..INTS).prop_map(Tree::IntVar)].boxed();
    prop_oneof![
        (0..INTS).prop_map(Tree::IntVar),
        (leaf(), leaf()).prop_map(|(a, b)| Tree::Add(Box::new(a), Box::new(b))),
        (leaf(), leaf()).prop_map(|(a, b)| Tree::Sub(Box::new(a), Box::new(b))),
    ]
    .boxed()
}

/// Nested quantifiers over comparisons of sums: few of them are decided by anything but their variables.
fn quantified() -> BoxedStrategy<Form> {
    let mut forms = prop_oneof![
        (sum(), sum()).prop_map(|(a, b)| Form::Le(a, b)),
        (sum(), sum()).prop_map(|(a, b)| Form::Eq(a, b)),
    ]
    .boxed();
    for _ in 0..2 {
        let bound = |forms: &BoxedStrategy<Form>| {
            (0..INTS, sum(), forms.clone()).prop_map(|(v, low, body)| (v, Box::new(low), Box::new(body)))
        };
        forms = prop_oneof![
            bound(&forms).prop_map(|(v, low, body)| Form::Forall(v, low, body)),
            bound(&forms).prop_map(|(v, low, body)| Form::Exists(v, low, body)),
            (forms.clone(), bound(&forms))
                .prop_map(|(a, (v, low, body))| { Form::Iff(Box::new(a), Box::new(Form::Exists(v, low, body))) }),
        ]
        .boxed();
    }
    forms
}

/// The referee: strict evaluation of the tree. `None` where a division by zero is met.
#[derive(Clone)]
struct Naive {
    ints: Vec<i64>,
    bools: Vec<bool>,
}

impl Naive {
    fn int(&self, tree: &Tree) -> Option<i64> {
        match tree {
            Tree::Int(value) => Some(*value),
            Tree::IntVar(var) => Some(self.ints[*var]),
            Tree::Add(a, b) => Some(self.int(a)? + self.int(b)?),
            Tree::Sub(a, b) => Some(self.int(a)? - self.int(b)?),
            Tree::Mul(a, b) => Some(self.int(a)? * self.int(b)?),
            Tree::Div(a, b) => self.int(a)?.checked_div_euclid(self.int(b)?),
            Tree::Mod(a, b) => self.int(a)?.checked_rem_euclid(self.int(b)?),
            Tree::IteInt(c, a, b) => {
                let (c, a, b) = (self.form(c)?, self.int(a)?, self.int(b)?);
                Some(if c { a } else { b })
            }
            Tree::StoreSelect(index, value, at) => {
                let (index, value, at) = (self.int(index)?, self.int(value)?, self.int(at)?);
                Some(if index == at { value } else { 0 })
            }
        }
    }

    fn form(&self, form: &Form) -> Option<bool> {
        match form {
            Form::Bool(value) => Some(*value),
            Form::BoolVar(var) => Some(self.bools[*var]),
            Form::Not(a) => Some(!self.form(a)?),
            Form::And(parts) => self.all(parts).map(|values| values.into_iter().all(|value| value)),
            Form::Or(parts) => self.all(parts).map(|values| values.into_iter().any(|value| value)),
            Form::Implies(a, b) => Some((self.form(a)?, self.form(b)?)).map(|(a, b)| !a || b),
            Form::Iff(a, b) => Some(self.form(a)? == self.form(b)?),
            Form::Le(a, b) => Some(self.int(a)? <= self.int(b)?),
            Form::Lt(a, b) => Some(self.int(a)? < self.int(b)?),
            Form::Eq(a, b) => Some(self.int(a)? == self.int(b)?),
            Form::Forall(var, low, body) => self.range(*var, low, body).map(|v| v.into_iter().all(|value| value)),
            Form::Exists(var, low, body) => self.range(*var, low, body).map(|v| v.into_iter().any(|value| value)),
        }
    }

    fn all(&self, parts: &[Form]) -> Option<Vec<bool>> {
        parts.iter().map(|part| self.form(part)).collect()
    }

    fn range(&self, var: usize, low: &Tree, body: &Form) -> Option<Vec<bool>> {
        let low = self.int(low)?;
        (low..low + 3)
            .map(|value| {
                let mut inner = self.clone();
                inner.ints[var] = value;
                inner.form(body)
            })
            .collect()
    }
}

/// Terms built through the smart constructors.
struct Build {
    pool: TermPool,
    ints: Vec<VarId>,
    bools: Vec<VarId>,
}

impl Build {
    fn new() -> Build {
        let mut pool = TermPool::new();
        let ints = (0..INTS).map(|number| pool.new_var(&format!("x{number}"), Sort::INT)).collect();
        let bools = (0..BOOLS).map(|number| pool.new_var(&format!("p{number}"), Sort::BOOL)).collect();
        Build { pool, ints, bools }
    }

    fn int(&mut self, tree: &Tree) -> Term {
        match tree {
            Tree::Int(value) => self.pool.int(*value),
            Tree::IntVar(var) => self.pool.var(self.ints[*var]),
            Tree::Add(a, b) => {
                let (a, b) = (self.int(a), self.int(b));
                self.pool.add(a, b)
            }
            Tree::Sub(a, b) => {
                let (a, b) = (self.int(a), self.int(b));
                self.pool.sub(a, b)
            }
            Tree::Mul(a, b) => {
                let (a, b) = (self.int(a), self.int(b));
                self.pool.mul(a, b)
            }
            Tree::Div(a, b) => {
                let args = [self.int(a), self.int(b)];
                self.pool.mk(Op::Div, &args)
            }
            Tree::Mod(a, b) => {
                let args = [self.int(a), self.int(b)];
                self.pool.mk(Op::Mod, &args)
            }
            Tree::IteInt(c, a, b) => {
                let (c, a, b) = (self.form(c), self.int(a), self.int(b));
                self.pool.ite(c, a, b)
            }
            Tree::StoreSelect(index, value, at) => {
                let (index, value, at, zero) = (self.int(index), self.int(value), self.int(at), self.pool.int(0));
                let unused = self.pool.fresh_var("unused", Sort::INT);
                let constant = self.pool.lambda(&[unused], zero);
                let stored = self.pool.store(constant, &[index], value);
                self.pool.select(stored, &[at])
            }
        }
    }

    fn form(&mut self, form: &Form) -> Term {
        match form {
            Form::Bool(value) => self.pool.bool(*value),
            Form::BoolVar(var) => self.pool.var(self.bools[*var]),
            Form::Not(a) => {
                let a = self.form(a);
                self.pool.not(a)
            }
            Form::And(parts) => {
                let parts: Vec<Term> = parts.iter().map(|part| self.form(part)).collect();
                self.pool.and(&parts)
            }
            Form::Or(parts) => {
                let parts: Vec<Term> = parts.iter().map(|part| self.form(part)).collect();
                self.pool.or(&parts)
            }
            Form::Implies(a, b) => {
                let (a, b) = (self.form(a), self.form(b));
                self.pool.implies(a, b)
            }
            Form::Iff(a, b) => {
                let (a, b) = (self.form(a), self.form(b));
                self.pool.eq(a, b)
            }
            Form::Le(a, b) => {
                let (a, b) = (self.int(a), self.int(b));
                self.pool.le(a, b)
            }
            Form::Lt(a, b) => {
                let (a, b) = (self.int(a), self.int(b));
                self.pool.lt(a, b)
            }
            Form::Eq(a, b) => {
                let (a, b) = (self.int(a), self.int(b));
                self.pool.eq(a, b)
            }
            Form::Forall(var, low, body) => {
                let (guard, low_is, low_var) = self.guard(*var, low);
                let body = self.form(body);
                let body = self.pool.implies(guard, body);
                let inner = self.pool.forall(&[self.ints[*var]], vec![], body);
                self.close(low_is, low_var, inner)
            }
            Form::Exists(var, low, body) => {
                let (guard, low_is, low_var) = self.guard(*var, low);
                let body = self.form(body);
                let body = self.pool.and(&[guard, body]);
                let inner = self.pool.exists(&[self.ints[*var]], vec![], body);
                self.close(low_is, low_var, inner)
            }
        }
    }

    /// `low <= v && v < low + 3`. The bound is read outside the quantifier, so it gets a name there.
    fn guard(&mut self, var: usize, low: &Tree) -> (Term, Term, VarId) {
        let low_is = self.int(low);
        let low_var = self.pool.fresh_var("low", Sort::INT);
        let (low, v, three) = (self.pool.var(low_var), self.pool.var(self.ints[var]), self.pool.int(3));
        let end = self.pool.add(low, three);
        let parts = [self.pool.le(low, v), self.pool.lt(v, end)];
        (self.pool.and(&parts), low_is, low_var)
    }

    /// Puts the bound in place of its name, through a quantifier over that name: `exists low :: low == … && inner`.
    fn close(&mut self, low_is: Term, low_var: VarId, inner: Term) -> Term {
        let low = self.pool.var(low_var);
        let equal = self.pool.eq(low, low_is);
        let body = self.pool.and(&[equal, inner]);
        self.pool.exists(&[low_var], vec![], body)
    }

    fn env(&self, naive: &Naive) -> BTreeMap<VarId, Value> {
        let ints = self.ints.iter().zip(&naive.ints).map(|(&var, &value)| (var, Value::int(value)));
        let bools = self.bools.iter().zip(&naive.bools).map(|(&var, &value)| (var, Value::Bool(value)));
        ints.chain(bools).collect()
    }
}

fn naive() -> impl Strategy<Value = Naive> {
    (prop::collection::vec(-3i64..5, INTS), prop::collection::vec(any::<bool>(), BOOLS))
        .prop_map(|(ints, bools)| Naive { ints, bools })
}

impl std::fmt::Debug for Naive {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} {:?}", self.ints, self.bools)
    }
}

fn value(pool: &TermPool, term: Term, env: &BTreeMap<VarId, Value>) -> Result<Value, EvalError> {
    eval(pool, term, env, &mut 5_000_000)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    /// Where strict evaluation has a value, the simplified term has the same.
    #[test]
    fn smart_constructors_keep_values(form in form(), tree in tree(), naive in naive()) {
        let mut build = Build::new();
        let (formula, term) = (build.form(&form), build.int(&tree));
        let env = build.env(&naive);
        if let Some(expected) = naive.form(&form) {
            prop_assert_eq!(value(&build.pool, formula, &env), Ok(Value::Bool(expected)));
        }
        if let Some(expected) = naive.int(&tree) {
            prop_assert_eq!(value(&build.pool, term, &env), Ok(Value::int(expected)));
        }
    }

    /// eval(t[σ], env) = eval(t, env∘σ); the images mention the variables that quantifiers bind.
    #[test]
    fn substitution_is_evaluation_in_a_changed_environment(
        form in prop_oneof![1 => form(), 3 => quantified()],
        images in prop::collection::vec(prop_oneof![1 => tree(), 3 => sum()], INTS),
        naive in naive(),
    ) {
        let mut build = Build::new();
        let formula = build.form(&form);
        let terms: Vec<Term> = images.iter().map(|image| build.int(image)).collect();
        let by: Substitution = build.ints.iter().copied().zip(terms.iter().copied()).collect();
        let substituted = build.pool.substitute(formula, &by);
        let env = build.env(&naive);
        let mut changed = env.clone();
        for (&var, &term) in build.ints.iter().zip(&terms) {
            match value(&build.pool, term, &env) {
                Ok(image) => changed.insert(var, image),
                Err(_) => return Ok(()),
            };
        }
        if let Ok(expected) = value(&build.pool, formula, &changed) {
            prop_assert_eq!(value(&build.pool, substituted, &env), Ok(expected));
        }
    }

    /// A term comes through a portable form with its value, and the portable form with nothing changed at all. The same
    /// variables are bound in one place and free in another.
    #[test]
    fn portable_terms_mean_the_same_in_another_pool(
        form in prop_oneof![1 => form(), 3 => quantified()],
        naive in naive(),
    ) {
        let mut build = Build::new();
        let formula = build.form(&form);
        let env = build.env(&naive);
        let portable = build.pool.export(formula).expect("there are no functions");
        let mut other = Build::new();
        other.pool.fresh_var("in the way", Sort::BOOL);
        let read = other.pool.import(&portable).expect("the free variables are there");
        prop_assert_eq!(value(&other.pool, read, &env).ok(), value(&build.pool, formula, &env).ok());
        prop_assert_eq!(other.pool.export(read), Some(portable.clone()));
        let free: Vec<VarId> = portable.free_vars().collect();
        prop_assert_eq!(free, build.pool.free_vars(formula));
    }
}
