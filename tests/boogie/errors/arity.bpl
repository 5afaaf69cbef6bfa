type Box a;
function f(x: int): bool;
procedure R(x: int) returns (y: int);

procedure P(m: [int, int]bool, b: Box) //~ error arity
{
  var y: int;
  assert f(1, 2); //~ error arity
  assert m[1]; //~ error arity
  call R(1); //~ error arity
  call y := R(); //~ error arity
}
