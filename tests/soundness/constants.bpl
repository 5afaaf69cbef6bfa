// What looks constant and is not: each procedure invites one step too many of folding.
procedure Meet(c: bool)
{
  var x: int;
  if (c) { x := 1; } else { x := 2; }
  assert x == 1 || x == 2;
  assert x == 1; //~ refuted assert
}

procedure Chosen()
{
  var x: int;
  x := 1;
  havoc x;
  assert x == 1; //~ refuted assert
}

// What a condition says holds behind it, not beside it.
procedure Learned(n: int)
{
  var x: int;
  x := n;
  if (x == 3) {
    assert x * x == 9;
  }
  assert x == 3; //~ refuted assert
}

// The write at `i` may be a write at 0.
procedure SomeIndex(i: int)
{
  var m: [int]int;
  m[0] := 5;
  m[i] := 6;
  assert m[i] == 6;
  assert m[0] == 5; //~ refuted assert
}

// The value that was written, not what its variable is now.
procedure Later(n: int)
{
  var x: int;
  var y: int;
  var m: [int]int;
  x := n;
  m[0] := x;
  x := x + 1;
  y := m[0];
  assert y == x - 1;
  assert y == x; //~ refuted assert
}

// Both are unknown, and not therefore the same.
procedure TwoUnknown()
{
  var x: int;
  var y: int;
  havoc x;
  havoc y;
  assert x == y; //~ refuted assert
}

// A quantified formula about two states of one variable.
procedure TwoStates(n: int)
{
  var m: [int]int;
  var before: bool;
  var after: bool;
  assume (forall i: int :: m[i] > 0);
  before := (forall i: int :: m[i] > 0);
  m[0] := n;
  after := (forall i: int :: m[i] > 0);
  assert before;
  assert n > 0 ==> after;
  assert before == after; //~ unknown assert, should be refuted: the quantifiers are not evaluated
}

procedure Maps(c: bool)
{
  var m: [int][int]int;
  m[1] := m[1][2 := 7];
  if (c) { m[1] := m[1][3 := 8]; }
  assert m[1][2] == 7;
  assert m[1][3] == 8; //~ refuted assert
}

// Nothing is left to ask about the maps, and the run is still found.
procedure Unread()
{
  var m: [int]int;
  var x: int;
  m[0] := 1;
  m[1] := m[0] + 1;
  x := m[1];
  m[2] := x;
  assert x == 2;
  assert m[2] == 3; //~ refuted assert
}

// Loops give their variables any value.
procedure Loop(n: int)
{
  var i: int;
  i := 0;
  while (i < n)
    invariant i >= 0;
  {
    i := i + 1;
  }
  assert i >= 0;
  assert i == 0; //~ refuted assert
}
