type T;
type T; //~ error duplicate-name
const c: T;
var c: int; //~ error duplicate-name
function f(x: int): int;
axiom f(y) == 1; //~ error unknown-name
axiom g(1) == 1; //~ error unknown-name
const d: U; //~ error unknown-name
var v: int;
axiom v == 1; //~ error unknown-name

procedure P()
{
  var x: int;
  var x: bool; //~ error duplicate-name
  goto nowhere; //~ error unknown-label
}

procedure Q()
{
  call Missing(); //~ error unknown-name
  L:
  L: //~ error duplicate-name
}
