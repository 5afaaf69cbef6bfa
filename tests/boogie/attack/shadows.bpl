// Bound variables that are called like others, in `let` and in lambdas.
procedure Lets(x: int, y: int)
{
  var z: int;
  z := (var x := x + 1; x + 1);
  assert z == x + 2;
  z := (var x, y := y, x; x - y);
  assert z == y - x;
  assert (var y := x; (forall x: int :: x == y ==> y == x));
}

procedure Lambdas(x: int)
{
  var n: [int][int]int;
  n := (lambda a: int :: (lambda x: int :: a + 10 * x));
  assert n[x][3] == x + 30;
  assert n[1][x] == 1 + 10 * x;
  assert (lambda y: int :: (lambda x: int :: x + 2 * y))[x] == (lambda z: int :: z + 2 * x);
  assert n[x][1] == n[1][x]; //~ refuted assert
}
