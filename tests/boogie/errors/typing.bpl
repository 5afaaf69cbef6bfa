type T;
function f(x: int): bool;

procedure P(t: T, m: [int]bool, r: real)
{
  var i: int;
  i := true; //~ error type-mismatch
  i := 1 + r; //~ error type-mismatch
  assert t; //~ error type-mismatch
  assert t == i; //~ error type-mismatch
  assert m[t]; //~ error type-mismatch
  assert i[0]; //~ error type-mismatch
  assert f(t); //~ error type-mismatch
  assert (if m[0] then 1 else 2.0) == 1; //~ error type-mismatch
  assert i < t; //~ error type-mismatch
  assert i ==> true; //~ error type-mismatch
}
