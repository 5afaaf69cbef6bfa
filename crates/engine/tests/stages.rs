//! What the stages make of FS01's `abs`, as text: the passive form of §5 and the formula of §6.

use std::fmt::Write;

use invar_base::SourceMap;
use invar_engine::loops::ExtraInvariants;
use invar_engine::passive::PassiveKind;
use invar_engine::prepare::{Prepared, prepare_alone};
use invar_engine::vc::compact::{outcomes, plain_failure};

const ABS: &str = "\
var c: int;
procedure abs(x: int) returns (r: int)
  modifies c;
  ensures r >= 0;
{
  r := x;
  if (r < 0) {
    r := -r;
    assert r > 0;
  }
  if (c > 0) {
    c := c - 1;
  }
}
";

fn prepared() -> Prepared {
    let source = SourceMap::new().add("abs.bpl", ABS);
    let program = invar_gcl::boogie::read(source, ABS).expect("the program is right").program;
    let abs = program.impls.ids().next().expect("there is one body");
    prepare_alone(&program, abs, &ExtraInvariants::default()).expect("there are no loops")
}

#[test]
fn passive_form_of_abs() {
    let Prepared { pool, passive, .. } = prepared();
    let mut text = String::new();
    for (id, block) in passive.blocks.iter() {
        let next: Vec<String> = block.next.iter().map(|next| format!("{next:?}")).collect();
        writeln!(text, "{id:?} ({}) then {}", pool.name(block.label), next.join(" or ")).unwrap();
        for cmd in &block.cmds {
            match cmd.kind {
                PassiveKind::Assume(term) => writeln!(text, "  assume {}", pool.show(term)),
                PassiveKind::Assert(_, term) => writeln!(text, "  assert {}", pool.show(term)),
            }
            .unwrap();
        }
    }
    insta::assert_snapshot!(text);
}

#[test]
fn formula_of_abs() {
    let Prepared { mut pool, passive, .. } = prepared();
    let outcomes = outcomes(&mut pool, &passive, &mut plain_failure);
    insta::assert_snapshot!(pool.show(outcomes.wrong).to_string());
}
