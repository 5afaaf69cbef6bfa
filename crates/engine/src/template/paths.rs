//! Paths(Prog) (SG09 §2.2): the transitions between cut points, each with the templates at its ends.
//!
//! A transition is all ways between two cut points together (`cutpoints`), so there are as few verification conditions as
//! pairs of cut points. What holds at a loop's head whatever the loops do is known at its source.

use std::collections::BTreeSet;

use invar_gcl::CheckId;
use invar_logic::{Substitution, Term, TermPool};

use super::problem::Problem;
use super::question::{Condition, Question};
use crate::backward::known_at;
use crate::body::StepKind;
use crate::cutpoints::{CutPoints, Point};
use crate::ground::{Solution, Template};
use crate::loops::ExtraInvariants;
use crate::task::Task;

/// The verification condition of one transition: VC(⟨τ₁, δ, τ₂⟩) = known ∧ τ₁ ⇒ τ₂ on arrival.
pub struct Path {
    /// Whose template holds where it begins: that of a head, or of the entry.
    pub source: Option<usize>,
    pub target: Target,
    known: Vec<Term>,
    arrival: Substitution,
}

pub enum Target {
    Head(usize),
    /// An assertion of the text.
    Claim(Template),
}

/// All of them, and the template of each head; after those, the template of the entry, if it has one (§6).
pub struct Paths {
    pub templates: Vec<Template>,
    pub paths: Vec<Path>,
    /// What runs say about solutions.
    pub reached: Vec<Condition>,
}

impl Paths {
    /// To the heads, and to the checks that are open. There is a template for each head, and perhaps one more for the entry.
    pub fn new(
        pool: &mut TermPool,
        task: &Task<'_>,
        templates: Vec<Template>,
        open: &BTreeSet<CheckId>,
        facts: &ExtraInvariants,
    ) -> Paths {
        let points = CutPoints::new(task);
        let facts = facts_at(pool, task, facts);
        let mut known: Vec<Vec<Term>> = Vec::new();
        for (head, own) in facts.iter().enumerate() {
            let mut here = known_at(pool, task, &points, head, &facts);
            here.extend(own);
            known.push(here);
        }
        let mut targets: Vec<(Point, Target)> =
            (0..task.heads.len()).map(|head| (Point::Head(head), Target::Head(head))).collect();
        for place in points.checks() {
            if let StepKind::Assert(check, claim) = task.body.blocks[place.block].steps[place.step].kind
                && open.contains(&check)
            {
                targets.push((Point::Check(place), Target::Claim(Template::fixed(pool, claim))));
            }
        }
        let mut paths = Vec::new();
        for (point, target) in targets {
            for source in points.sources() {
                let Some(transition) = points.transition(pool, source, point) else { continue };
                let (begins_at, mut known_here) = match source {
                    Point::Head(head) => (Some(head), known[head].clone()),
                    Point::Entry => (Some(task.heads.len()).filter(|&entry| entry < templates.len()), Vec::new()),
                    Point::Check(_) | Point::Exit => (None, Vec::new()),
                };
                known_here.extend(&transition.facts);
                known_here.push(transition.formula);
                let target = match &target {
                    Target::Head(head) => Target::Head(*head),
                    Target::Claim(claim) => Target::Claim(claim.clone()),
                };
                paths.push(Path { source: begins_at, target, known: known_here, arrival: transition.arrival });
            }
        }
        Paths { templates, paths, reached: Vec::new() }
    }

    /// All verification conditions. Whoever has nothing left to spend gets fewer, and may not ask any.
    pub fn questions(&self, problem: &mut Problem<'_>) -> Vec<Question> {
        let mut all = Vec::with_capacity(self.paths.len());
        for path in 0..self.paths.len() {
            if problem.is_exhausted() {
                break;
            }
            all.push(self.question(problem, path));
        }
        all
    }

    /// VC(⟨τ₁, δ, τ₂⟩) with all its unknowns.
    fn question(&self, problem: &mut Problem<'_>, path: usize) -> Question {
        let before = self.before(path);
        let after = self.after(path);
        self.ask(problem, path, before, &after)
    }

    /// VC(⟨τ₁σ, δ, τ₂⟩).
    pub fn forward(&self, problem: &mut Problem<'_>, path: usize, solution: &Solution) -> Question {
        let map = problem.map.clone();
        let before = self.before(path).map(|template| template.solved(&mut problem.pool, &map, solution));
        let after = self.after(path);
        self.ask(problem, path, before, &after)
    }

    /// VC(⟨τ₁, δ, τ₂σ⟩).
    pub fn backward(&self, problem: &mut Problem<'_>, path: usize, solution: &Solution) -> Question {
        let map = problem.map.clone();
        let after = self.after(path).solved(&mut problem.pool, &map, solution);
        let before = self.before(path);
        self.ask(problem, path, before, &after)
    }

    #[cfg(test)]
    pub fn is_claim(&self, path: usize) -> bool {
        matches!(self.paths[path].target, Target::Claim(_))
    }

    /// VC(⟨τ₁σ, δ, τ₂σ⟩) as a formula, with its quantifiers.
    #[cfg(test)]
    pub fn instance(&self, problem: &mut Problem<'_>, path: usize, solution: &Solution) -> Term {
        let Path { known, arrival, .. } = &self.paths[path];
        let before = self.before(path).map(|template| template.instance(&mut problem.pool, &problem.map, solution));
        let after = self.after(path).instance(&mut problem.pool, &problem.map, solution);
        let pool = &mut problem.pool;
        let after = pool.substitute(after, arrival);
        let hypotheses: Vec<Term> = known.iter().copied().chain(before).collect();
        let hypotheses = pool.and(&hypotheses);
        pool.implies(hypotheses, after)
    }

    fn ask(&self, problem: &mut Problem<'_>, path: usize, before: Option<Template>, after: &Template) -> Question {
        let Path { known, arrival, .. } = &self.paths[path];
        problem.question(known, before.as_slice(), after, arrival)
    }

    fn before(&self, path: usize) -> Option<Template> {
        self.paths[path].source.map(|head| self.templates[head].clone())
    }

    fn after(&self, path: usize) -> Template {
        match &self.paths[path].target {
            Target::Head(head) => self.templates[*head].clone(),
            Target::Claim(claim) => claim.clone(),
        }
    }
}

/// What others showed, by head.
fn facts_at(pool: &mut TermPool, task: &Task<'_>, facts: &ExtraInvariants) -> Vec<Vec<Term>> {
    let of_head = |pool: &mut TermPool, head| {
        let shown = facts.get(&head).into_iter().flatten();
        shown.filter_map(|fact| task.import(pool, fact)).collect()
    };
    task.heads.iter().map(|head| of_head(pool, head.head)).collect()
}
