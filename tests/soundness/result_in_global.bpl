// Once proved: where a result is written to a global that the callee only reads, its contract speaks of the global before
// the call writes to it, so `r == g + 1` is no contradiction.
var g: int;

procedure Next() returns (r: int);
  ensures r == g + 1;

procedure NextOfOld() returns (r: int);
  ensures r == old(g) + 1;

procedure NextByWhere() returns (r: int where r == g + 1);

procedure Contract()
  modifies g;
{
  g := 3;
  call g := Next();
  assert g == 4;
  assert g == 3; //~ refuted assert
}

procedure OldValue()
  modifies g;
{
  g := 3;
  call g := NextOfOld();
  assert g == old(g) + 1; //~ refuted assert
  assert g == 4;
}

procedure Where()
  modifies g;
{
  g := 3;
  call g := NextByWhere();
  assert g == 4;
  assert g == 5; //~ refuted assert
}

procedure Shift(a: int) returns (r: int, s: int);
  ensures r == a + g && s == a - g;

procedure Both()
  modifies g;
{
  var x: int;
  g := 1;
  x := 5;
  call x, g := Shift(x);
  assert x == 6 && g == 4;
  call g, x := Shift(g + x);
  assert g == 14 && x == 6;
  assert g == x; //~ refuted assert
}
