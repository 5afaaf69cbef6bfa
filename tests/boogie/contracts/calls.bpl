// A caller proves `requires` and learns `ensures`, nothing else.
var total: int;

procedure Add(x: int) returns (before: int)
  requires x > 0;
  modifies total;
  ensures total == old(total) + x && before == old(total);
  free ensures total < 1000;
{
  before := total;
  total := total + x;
}

procedure Caller()
  modifies total;
{
  var b: int;
  total := 5;
  call b := Add(2);
  assert total == 7 && b == 5;
  assert total < 1000;
  call b := Add(b - 5); //~ refuted requires
}

procedure Opaque() returns (r: int);

procedure Weak()
{
  var r: int;
  call r := Opaque();
  assert r == 0; //~ refuted assert
}
