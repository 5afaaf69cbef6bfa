// An assumption variable begins as true, and only ever becomes false.
procedure Start()
{
  var {:assumption} a: bool;
  var b: bool;
  assert a;
  assert b; //~ refuted assert
}

procedure Weakened(x: int)
{
  var {:assumption} a: bool;
  var before: bool;
  a := a && x > 0;
  before := a;
  havoc a;
  assert a ==> before && x > 0;
  assert before ==> a; //~ refuted assert
}
