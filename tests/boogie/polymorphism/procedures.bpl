// A polymorphic procedure is verified for every type and called at some.
procedure Identity<a>(x: a) returns (y: a)
  ensures y == x;
{
  y := x;
}

procedure First<a, b>(x: a, y: b) returns (z: a)
  ensures z == x; //~ refuted ensures
{
  var other: a;
  z := other;
}

procedure Calls(i: int, m: [int]bool)
{
  var j: int;
  var n: [int]bool;
  call j := Identity(i);
  assert j == i;
  call n := Identity(m);
  assert n[j] == m[i];
}
