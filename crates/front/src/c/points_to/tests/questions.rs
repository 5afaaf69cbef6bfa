//! Answers agree with each other, and with themselves on a second run.

use super::*;
use crate::c::hir::{ExprKind, StmtKind};

fn last_return(unit: &hir::Unit, name: &str) -> (FunctionId, hir::Expr) {
    let (id, function) = unit.functions.iter().find(|(_, function)| function.name == name).unwrap();
    let StmtKind::Block(stmts) = &function.body.as_ref().unwrap().kind else { panic!("a block") };
    let StmtKind::Return(Some(value)) = &stmts.last().unwrap().kind else { panic!("a return") };
    (id, value.clone())
}

#[test]
fn callees_are_those_that_fit() {
    let unit = unit(
        "int one(int a) { return a; } int two(int a, int b) { return a + b; } int three(int a) { return -a; }
         void *any; int run(void) { any = one; any = two; any = three; int (*p)(int) = any; return p(1); }",
    );
    let regions = analyse(&unit, &World::Closed(Vec::new()));
    let (run, value) = last_return(&unit, "run");
    let ExprKind::Call(call) = &value.kind else { panic!("a call") };
    let hir::Callee::Pointer(pointer) = &call.callee else { panic!("a pointer") };
    let names: Vec<&str> =
        regions.callees(run, pointer).into_iter().map(|id| unit.functions[id].name.as_str()).collect();
    assert_eq!(names, ["one", "three"]);
}

#[test]
fn a_place_lies_where_its_address_points() {
    let unit = unit(
        "struct s { int a; int *p[3]; }; int f(struct s *q, int i) { struct s local; local.p[i] = q->p[i];
           return *q->p[i]; }",
    );
    let regions = analyse(&unit, &World::Open);
    let (f, value) = last_return(&unit, "f");
    let ExprKind::Load(place) = &value.kind else { panic!("a load") };
    let hir::PlaceKind::Deref(pointer) = &place.kind else { panic!("a deref") };
    assert_eq!(regions.region_of_place(f, place), Some(regions.target(f, pointer)));
    let local = Variable::Local(f, unit.functions[f].locals.ids().last().unwrap());
    assert_eq!(regions.storage(local), Storage::Plain);
    assert_eq!(regions.variable_pointee(local, &[1]), regions.target(f, pointer));
}

#[test]
fn results_are_the_same_on_every_run() {
    let text: String = (0..60)
        .map(|n| format!("int g{n}; int *f{n}(int *p, void *q) {{ int *r = q; return p ? &g{n} : r; }}\n"))
        .collect();
    let unit = unit(&text);
    let first = analyse(&unit, &World::Open);
    let second = analyse(&unit, &World::Open);
    let names = |regions: &Regions| regions.regions().values().map(|r| (r.name.clone(), r.mode)).collect::<Vec<_>>();
    assert_eq!(names(&first), names(&second));
}
