// Results that are arguments as well, or globals that the callee changes: every argument is read before any result is
// written, and the contract speaks of the globals as the callee leaves them.
var g: int;

procedure Mix(x: int, y: int) returns (p: int, q: int);
  modifies g;
  ensures p == x + g;
  ensures q == y + old(g);
  ensures g == old(g) + 1;

procedure Crossed()
  modifies g;
{
  var x, y: int;
  x, y, g := 1, 2, 10;
  call x, y := Mix(y, x);
  assert x == 13 && y == 11 && g == 11;
}

procedure SecondIntoGlobal()
  modifies g;
{
  var x: int;
  x, g := 1, 10;
  call x, g := Mix(g, x);
  assert x == 21 && g == 11;
}

procedure FirstIntoGlobal()
  modifies g;
{
  var x: int;
  x, g := 1, 10;
  call g, x := Mix(g + x, g);
  assert g == 22 && x == 20;
  assert g == 11; //~ refuted assert
}
