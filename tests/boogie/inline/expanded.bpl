// Procedures marked `{:inline n}` are expanded where they are called; they need no contract.
var total: int;

procedure {:inline 1} Next(x: int) returns (y: int)
{
  y := x + 1;
}

procedure {:inline 1} Add(x: int)
  requires x >= 0;
  modifies total;
  ensures total >= old(total);
{
  var before: int;
  before := total;
  total := total + x;
  assert total - before == x;
}

procedure Caller()
  modifies total;
{
  var a: int;
  call a := Next(4);
  assert a == 5;
  call a := Next(a);
  assert a == 6;
  total := 0;
  call Add(a);
  assert total == 6;
}

procedure BadCaller(x: int)
  modifies total;
{
  total := 0;
  call Add(x); //~ refuted requires
  assert total < 100; //~ refuted assert
}

// Deeper than its number, a call is a call by contract.
procedure {:inline 2} Down(n: int) returns (r: int)
  ensures r <= n;
{
  r := n;
  if (n > 0) {
    call r := Down(n - 1);
  }
}

procedure Deep()
{
  var r: int;
  call r := Down(1);
  assert r == 0;
  call r := Down(5);
  assert r <= 5;
}

procedure {:inline 1} Choose() returns (r: int)
{
  var picked: int;
  havoc r;
  if (r < 0) {
    r := picked;
  }
}

procedure Uses()
{
  var r: int;
  call r := Choose();
  assert r != 7; //~ refuted assert
}
