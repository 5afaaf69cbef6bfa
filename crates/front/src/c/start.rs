//! Where runs start (`docs/c.md`, *What is verified*).
//!
//! In: a typed program and what the user asked for. Out: the function to start at. A `main` that is called like other
//! functions, or that has a contract, is not the start itself: globals get their first values once, and the contract speaks
//! about the state after that. The start is then a function of its own, added here, which calls `main`.

use invar_base::{Arena, Diagnostic, Id};

use super::hir::{
    Call, Callee, Expr, ExprKind, Function, FunctionId, Local, LocalId, Place, PlaceKind, SiteId, Stmt, StmtKind, Unit,
};
use super::lower::Closure;
use super::options::{Options, Start};

pub fn closure(unit: &mut Unit, options: &Options) -> Result<Closure, Vec<Diagnostic>> {
    let is_main = |function: &Function| function.name == "main" && function.body.is_some();
    let main = unit.functions.iter().find(|(_, function)| is_main(function)).map(|(id, _)| id);
    match (options.start, main) {
        (Start::Functions, _) | (Start::Auto, None) => Ok(Closure::Open),
        (Start::Auto | Start::Main, Some(main)) => Ok(Closure::From(start_of(unit, main))),
        (Start::Main, None) => {
            let message = "there is no function `main` to start at".to_string();
            Err(vec![super::whole_file("no-main", message)])
        }
    }
}

fn start_of(unit: &mut Unit, main: FunctionId) -> FunctionId {
    let function = &unit.functions[main];
    if !function.is_used && function.contract.is_none() {
        return main;
    }
    let start = calling(unit, main, SiteId::from_index(unit.sites as usize));
    unit.sites += 1;
    unit.functions.push(start)
}

/// `return main(argc, argv);`
fn calling(unit: &Unit, id: FunctionId, site: SiteId) -> Function {
    let main = &unit.functions[id];
    let span = main.name_span;
    let mut locals: Arena<LocalId, Local> = Arena::new();
    let mut args = Vec::new();
    for &param in &main.params {
        let local = main.locals[param].clone();
        let place = Place { kind: PlaceKind::Local(param), ty: local.ty, span };
        args.push(Expr { kind: ExprKind::Load(Box::new(place)), ty: local.ty, span });
        locals.push(local);
    }
    let call = Call { callee: Callee::Direct(id), args, site };
    let call = Expr { kind: ExprKind::Call(Box::new(call)), ty: main.ty.result, span };
    let kind = if unit.types.is_void(main.ty.result) { StmtKind::Expr(call) } else { StmtKind::Return(Some(call)) };
    let body = Stmt { kind: StmtKind::Block(vec![Stmt { kind, span }]), span };
    Function {
        locals,
        labels: Arena::new(),
        label_addresses: Vec::new(),
        starts: Some(id),
        lengths: Vec::new(),
        body: Some(body),
        contract: None,
        is_used: false,
        ..main.clone()
    }
}
