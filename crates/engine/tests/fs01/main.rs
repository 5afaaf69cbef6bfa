//! FS01's theorems as property tests, on random loop-free statements with exceptions.
//!
//! Theorem 1: the passive form means what the statement means. Theorem 2: the outcome predicates mean what `wp` means.
//! Figure 6: exceptions as edges of a graph mean what the paper's rules for `raise` and `A ! B` say. §6: names change
//! nothing but the size.

mod statements;

use invar_base::{Arena, Id};
use invar_engine::body::{Block, Body, Origin, Step, StepKind};
use invar_engine::constants::fold_constants;
use invar_engine::loops::Acyclic;
use invar_engine::passive::{AtExit, Passive, PassiveKind, passify};
use invar_engine::vc::compact::{outcomes, plain_failure};
use invar_engine::vc::name::{Cutoff, Named, name_shared};
use invar_engine::vc::wp::{wp, wp_size};
use invar_gcl::BlockId;
use invar_gcl::CmdKind;
use invar_gcl::builder::{Stmt, StmtKind};
use invar_logic::{Substitution, Term, TermPool, VarId, eval_bool};
use rustc_hash::FxHashMap;
use statements::{Forms, Graph, Questions, Statements, equations};

const BUDGET: usize = 1_000_000;
const SIZE: usize = 9;

/// `S ! (assert R ; assume false)`, so that the graph ends where S ends normally; with Q and R.
fn guarded(statements: &mut Statements, size: usize) -> (Stmt, Stmt, Term, Term) {
    let (q, r) = (statements.condition(1), statements.condition(1));
    let handler = vec![statements.b.assert_(r), statements.b.assume(Term::FALSE)];
    let handler = statements.b.seq(handler);
    let whole = statements.guarded(size, handler);
    let StmtKind::Catch(inner, _) = &whole.kind else { unreachable!("`guarded` makes a catch") };
    (whole.clone(), (**inner).clone(), q, r)
}

/// wp of a passive program, by the rules for any program.
fn passive_wp(pool: &mut TermPool, passive: &Passive, post: Term) -> Term {
    let mut blocks: Arena<BlockId, Block> = Arena::new();
    for block in passive.blocks.values() {
        let steps = block.cmds.iter().map(|cmd| {
            let kind = match cmd.kind {
                PassiveKind::Assume(term) => StepKind::Assume(term),
                PassiveKind::Assert(check, term) => StepKind::Assert(check, term),
            };
            Step::new(kind, cmd.span, Origin::Text)
        });
        let (label, span) = (block.label, block.span);
        blocks.push(Block { label, span, source: None, steps: steps.collect(), next: block.next.clone() });
    }
    let entry = BlockId::from_index(Passive::ENTRY);
    let (wheres, copies) = (FxHashMap::default(), FxHashMap::default());
    let body = Body { blocks, entry, checks: passive.checks.clone(), wheres, assumptions: Vec::new(), copies };
    wp(pool, &Acyclic { body, extra: Default::default(), written: Default::default() }, post, BUDGET)
        .expect("the statements are small")
}

/// σ'.Q; where the program never ends there is no σ', and ⊥.Q = Q.
fn at_exit(pool: &mut TermPool, passive: &Passive, post: Term) -> Term {
    match &passive.exit {
        Some(variants) => pool.substitute(post, variants),
        None => post,
    }
}

/// σ.(wp.S.Q) = ∀x1 … xn: wp.S'.(σ'.Q), with the identity as σ, on concrete states: a value of the right-hand side is
/// false if some values of the variants make wp.S' false.
#[test]
fn theorem_1_the_passive_form_means_the_same() {
    let (mut held, mut failed) = (0, 0);
    for seed in 0..120 {
        let mut questions = Questions::new();
        let mut statements = Statements::new(seed, Forms::All);
        let (stmt, _, q, _) = guarded(&mut statements, SIZE);
        let states: Vec<_> = (0..6).map(|_| statements.state()).collect();
        let Graph { mut pool, acyclic } = statements.graph(&stmt);
        let precondition = wp(&mut pool, &acyclic, q, BUDGET).expect("the statements are small");
        let passive = passify(&mut pool, &acyclic, AtExit::AllLive);
        let post = at_exit(&mut pool, &passive, q);
        let passive_precondition = passive_wp(&mut pool, &passive, post);
        let goes_wrong = pool.not(precondition);
        let passive_goes_wrong = pool.not(passive_precondition);
        for state in states {
            let here = equations(&mut pool, &state);
            let left = match eval_bool(&pool, precondition, &state, &mut 1_000_000) {
                Ok(truth) => truth,
                // It depends on values that `havoc` chose: it holds if it does for all of them.
                Err(_) => !questions.satisfiable(&pool, &[here, goes_wrong]),
            };
            let right = !questions.satisfiable(&pool, &[here, passive_goes_wrong]);
            assert_eq!(left, right, "seed {seed}");
            *(if left { &mut held } else { &mut failed }) += 1;
        }
    }
    assert!(held > 150 && failed > 150, "wp was true {held} times and false {failed} times");
}

/// wp.S.Q = wp.S'.Q on concrete states, for S that begins with constants, and S' with those folded.
#[test]
fn folding_constants_changes_no_meaning() {
    let (mut held, mut failed, mut folded) = (0, 0, 0);
    for seed in 2000..2150 {
        let mut questions = Questions::new();
        let mut statements = Statements::new(seed, Forms::All);
        let (stmt, _, q, _) = guarded(&mut statements, SIZE);
        let constants = [seed as i64 % 5 - 2, seed as i64 % 3 - 1].map(|value| statements.b.pool.int(value));
        let mut parts: Vec<Stmt> = Vec::new();
        for (number, constant) in constants.into_iter().enumerate() {
            parts.push(statements.b.assign(statements.vars[number].var, constant));
        }
        parts.push(stmt);
        let stmt = statements.b.seq(parts);
        let states: Vec<_> = (0..4).map(|_| statements.state()).collect();
        let Graph { mut pool, acyclic } = statements.graph(&stmt);
        let simpler = fold_constants(&mut pool, &acyclic);
        folded += usize::from(terms(&simpler) != terms(&acyclic));
        let [left, right] = [&acyclic, &simpler].map(|acyclic| {
            let precondition = wp(&mut pool, acyclic, q, BUDGET).expect("the statements are small");
            pool.not(precondition)
        });
        for state in states {
            let here = equations(&mut pool, &state);
            let [left, right] = [left, right].map(|wrong| !questions.satisfiable(&pool, &[here, wrong]));
            assert_eq!(left, right, "seed {seed}");
            *(if left { &mut held } else { &mut failed }) += 1;
        }
    }
    assert!(held > 80 && failed > 80, "wp was true {held} times and false {failed} times");
    assert!(folded > 100, "only {folded} statements had constants");
}

fn terms(acyclic: &Acyclic) -> Vec<Term> {
    let steps = acyclic.body.blocks.values().flat_map(|block| &block.steps);
    let term = |kind: &StepKind| match kind {
        StepKind::Assign(_, term) | StepKind::Assume(term) | StepKind::Assert(_, term) => Some(*term),
        StepKind::Havoc(_) => None,
    };
    steps.filter_map(|step| term(&step.kind)).collect()
}

/// wp.S.Q = ¬(W.S) ∧ (N.S ⇒ Q)
#[test]
fn theorem_2_the_outcome_predicates_mean_wp() {
    let (mut normal_matters, mut wrong_matters) = (0, 0);
    for seed in 1000..1150 {
        let mut questions = Questions::new();
        let mut statements = Statements::new(seed, Forms::All);
        let (stmt, _, q, _) = guarded(&mut statements, SIZE);
        let Graph { mut pool, acyclic } = statements.graph(&stmt);
        let passive = passify(&mut pool, &acyclic, AtExit::AllLive);
        let post = at_exit(&mut pool, &passive, q);
        let precondition = passive_wp(&mut pool, &passive, post);
        let outcomes = outcomes(&mut pool, &passive, &mut plain_failure);
        let not_wrong = pool.not(outcomes.wrong);
        let ends_well = pool.implies(outcomes.normal, post);
        let both = pool.and(&[not_wrong, ends_well]);
        assert!(questions.equivalent(&mut pool, precondition, both), "seed {seed}");
        normal_matters += usize::from(!questions.equivalent(&mut pool, precondition, not_wrong));
        wrong_matters += usize::from(!questions.equivalent(&mut pool, precondition, ends_well));
    }
    assert!(normal_matters > 50 && wrong_matters > 50, "{normal_matters} and {wrong_matters}");
}

/// Figure 6, rule by rule. `havoc` is an assignment of a fresh variable.
fn figure_6(pool: &mut TermPool, stmt: &Stmt, q: Term, r: Term) -> Term {
    match &stmt.kind {
        StmtKind::Cmd(CmdKind::Assert(_, e)) => pool.and(&[*e, q]),
        StmtKind::Cmd(CmdKind::Assume(e)) => pool.implies(*e, q),
        StmtKind::Cmd(CmdKind::Assign(x, e)) => pool.substitute(q, &Substitution::from_iter([(*x, *e)])),
        StmtKind::Cmd(CmdKind::Havoc(x)) => {
            let fresh = pool.fresh_var("any", pool.variable(*x).sort);
            let fresh = pool.var(fresh);
            pool.substitute(q, &Substitution::from_iter([(*x, fresh)]))
        }
        // wp.(A ; B).⟨Q, R⟩ = wp.A.⟨wp.B.⟨Q, R⟩, R⟩
        StmtKind::Seq(parts) => parts.iter().rev().fold(q, |q, part| figure_6(pool, part, q, r)),
        StmtKind::Choose(branches) => {
            let branches: Vec<Term> = branches.iter().map(|branch| figure_6(pool, branch, q, r)).collect();
            pool.and(&branches)
        }
        StmtKind::Raise => r,
        // wp.(A ! B).⟨Q, R⟩ = wp.A.⟨Q, wp.B.⟨Q, R⟩⟩
        StmtKind::Catch(body, handler) => {
            let handled = figure_6(pool, handler, q, r);
            figure_6(pool, body, q, handled)
        }
        StmtKind::Cmd(CmdKind::Call { .. }) | StmtKind::While(_) | StmtKind::Return => unreachable!("none is made"),
    }
}

#[test]
fn figure_6_exceptions_as_edges_mean_the_same() {
    let mut raising = 0;
    for seed in 2000..2150 {
        let mut questions = Questions::new();
        let mut statements = Statements::new(seed, Forms::NoHavoc);
        let (stmt, inner, q, r) = guarded(&mut statements, SIZE);
        let Graph { mut pool, acyclic } = statements.graph(&stmt);
        let of_graph = wp(&mut pool, &acyclic, q, BUDGET).expect("the statements are small");
        let of_rules = figure_6(&mut pool, &inner, q, r);
        assert!(questions.equivalent(&mut pool, of_graph, of_rules), "seed {seed}");
        let without = figure_6(&mut pool, &inner, q, Term::TRUE);
        raising += usize::from(!questions.equivalent(&mut pool, of_rules, without));
    }
    assert!(raising > 40, "{raising} statements may raise");
}

/// The builder's word on a `raise` that nobody catches: it ends the body like any other end.
#[test]
fn a_raise_without_handler_ends_the_body() {
    for seed in 3000..3060 {
        let mut questions = Questions::new();
        let mut statements = Statements::new(seed, Forms::NoHavoc);
        let q = statements.condition(1);
        let stmt = statements.unguarded(SIZE);
        let Graph { mut pool, acyclic } = statements.graph(&stmt);
        let of_graph = wp(&mut pool, &acyclic, q, BUDGET).expect("the statements are small");
        let of_rules = figure_6(&mut pool, &stmt, q, q);
        assert!(questions.equivalent(&mut pool, of_graph, of_rules), "seed {seed}");
    }
}

/// ¬W.S of a statement, and the pool it is in.
fn condition_of(statements: &Statements, stmt: &Stmt) -> (TermPool, Term) {
    let Graph { mut pool, acyclic } = statements.graph(stmt);
    let passive = passify(&mut pool, &acyclic, AtExit::NothingLive);
    let outcomes = outcomes(&mut pool, &passive, &mut plain_failure);
    let condition = pool.not(outcomes.wrong);
    (pool, condition)
}

#[test]
fn names_change_nothing_but_the_size() {
    let mut named_formulas = 0;
    for seed in 4000..4060 {
        let mut questions = Questions::new();
        let mut statements = Statements::new(seed, Forms::All);
        let (stmt, _, _, _) = guarded(&mut statements, 3 * SIZE);
        let (mut pool, condition) = condition_of(&statements, &stmt);
        let unnamed = name_shared(&mut pool, condition, Cutoff::Never);
        assert!(unnamed.definitions.is_empty());
        assert_eq!(unnamed.size(&pool), pool.tree_size(condition));
        for cutoff in [0, 5, 10, 30] {
            let named = name_shared(&mut pool, condition, Cutoff::Above(cutoff));
            let mut formulas = Vec::new();
            let mut earlier: Vec<VarId> = Vec::new();
            for &(name, definition) in &named.definitions {
                assert!(pool.tree_size(definition) > cutoff, "seed {seed}, K = {cutoff}");
                let later = named.definitions.iter().map(|(name, _)| *name).filter(|name| !earlier.contains(name));
                let later: Vec<VarId> = later.collect();
                assert!(pool.free_vars(definition).iter().all(|var| !later.contains(var)), "seed {seed}");
                let variable = pool.var(name);
                formulas.push(pool.eq(variable, definition));
                earlier.push(name);
            }
            for &(name, _) in &named.definitions {
                assert!(uses(&pool, &named, name) > 1, "seed {seed}, K = {cutoff}");
            }
            let same = pool.eq(named.formula, condition);
            formulas.push(pool.not(same));
            assert!(!questions.satisfiable(&pool, &formulas), "seed {seed}, K = {cutoff}");
            named_formulas += usize::from(!named.definitions.is_empty());
        }
    }
    assert!(named_formulas > 80, "{named_formulas}");
}

/// How many formulas of the text have the name as a part.
fn uses(pool: &TermPool, named: &Named, name: VarId) -> usize {
    let roots: Vec<Term> = named.definitions.iter().map(|(_, term)| *term).chain([named.formula]).collect();
    let terms = pool.postorder(&roots);
    let is_name = |&arg: &Term| pool.find_var(name) == Some(arg);
    terms.iter().flat_map(|&term| pool.args(term)).filter(|arg| is_name(arg)).count()
        + roots.iter().filter(|root| is_name(root)).count()
}

/// `(assume c ; S ; assert x < k) □ (assume ¬c ; x := x + k)`, k levels deep: N.S stands in W once per level.
fn nested(statements: &mut Statements, levels: i64) -> Stmt {
    let x = statements.vars[0].var;
    let mut stmt = statements.b.skip();
    for level in 1..=levels {
        let (value, number) = (statements.b.pool.var(x), statements.b.pool.int(level));
        let condition = statements.b.pool.lt(value, number);
        let sum = statements.b.pool.add(value, number);
        let check = statements.b.assert_(condition);
        let then = statements.b.seq(vec![stmt, check]);
        let otherwise = statements.b.assign(x, sum);
        stmt = statements.b.if_(condition, then, otherwise);
    }
    stmt
}

/// `if (x < 1) { x := x + 1 ; assert 1 < x } ; if (x < 2) …`: the family of FS01 §4's second cause of duplication.
fn sequence(statements: &mut Statements, length: i64) -> Stmt {
    let x = statements.vars[0].var;
    let mut parts = Vec::new();
    for position in 1..=length {
        let (value, number) = (statements.b.pool.var(x), statements.b.pool.int(position));
        let condition = statements.b.pool.lt(value, number);
        let sum = statements.b.pool.add(value, number);
        let bound = statements.b.pool.lt(number, value);
        let change = statements.b.assign(x, sum);
        let check = statements.b.assert_(bound);
        let (then, skip) = (statements.b.seq(vec![change, check]), statements.b.skip());
        parts.push(statements.b.if_(condition, then, skip));
    }
    statements.b.seq(parts)
}

type Family = fn(&mut Statements, i64) -> Stmt;

fn size(family: Family, k: i64, cutoff: Cutoff) -> u64 {
    let mut statements = Statements::new(0, Forms::All);
    let stmt = family(&mut statements, k);
    let (mut pool, condition) = condition_of(&statements, &stmt);
    name_shared(&mut pool, condition, cutoff).size(&pool)
}

/// Theorem 3 and the remark on the cutoff: linear for every finite K; without names up to quadratic.
#[test]
fn sizes_grow_linearly_with_names() {
    for family in [nested as Family, sequence as Family] {
        for cutoff in [Cutoff::Above(0), Cutoff::Above(10), Cutoff::Above(30)] {
            let (small, large) = (size(family, 100, cutoff), size(family, 200, cutoff));
            assert!(large * 10 <= small * 21, "{cutoff:?}: {small} and {large}");
        }
    }
    let (small, large) = (size(nested, 100, Cutoff::Never), size(nested, 200, Cutoff::Never));
    assert!(large > 3 * small && large < 5 * small, "{small} and {large}");
}

/// wp doubles with every branch of the sequence, while nobody has to build it to know its size.
#[test]
fn the_size_of_wp_is_known_without_building_it() {
    for seed in 5000..5100 {
        let mut statements = Statements::new(seed, Forms::Unfoldable);
        let (stmt, _, _, _) = guarded(&mut statements, SIZE);
        let Graph { mut pool, acyclic } = statements.graph(&stmt);
        let expected = wp_size(&pool, &acyclic);
        let built = wp(&mut pool, &acyclic, Term::TRUE, BUDGET).expect("the statements are small");
        assert_eq!(u128::from(pool.tree_size(built)), expected, "seed {seed}");
    }
    for seed in 5100..5200 {
        let mut statements = Statements::new(seed, Forms::All);
        let (stmt, _, _, _) = guarded(&mut statements, SIZE);
        let Graph { mut pool, acyclic } = statements.graph(&stmt);
        let as_written = wp_size(&pool, &acyclic);
        let built = wp(&mut pool, &acyclic, Term::TRUE, BUDGET).expect("the statements are small");
        assert!(u128::from(pool.tree_size(built)) <= as_written, "seed {seed}");
    }
    let mut statements = Statements::new(0, Forms::All);
    let (short, long) = (sequence(&mut statements, 20), sequence(&mut statements, 60));
    let (short, long) = (statements.graph(&short), statements.graph(&long));
    let ratio = wp_size(&long.pool, &long.acyclic) / wp_size(&short.pool, &short.acyclic);
    assert!(ratio > 1 << 40, "{ratio}");
}
