// `old` in a body that is expanded is the state at that call, in the caller it is the caller's entry.
var g: int;

procedure {:inline 1} Step()
  modifies g;
{
  g := g + 1;
  assert g == old(g) + 1;
}

procedure {:inline 1} TwoSteps()
  modifies g;
{
  call Step();
  call Step();
  assert g == old(g) + 2;
}

procedure Nested()
  modifies g;
{
  g := 10;
  call TwoSteps();
  assert g == 12;
  call TwoSteps();
  assert g == 14;
  assert g == old(g) + 4; //~ refuted assert
}

procedure InLoop()
  modifies g;
{
  var i: int;
  i, g := 0, 0;
  while (i < 5)
    invariant g == i && i <= 5;
  {
    call Step();
    i := i + 1;
  }
  assert g == 5;
}

// A result or local that the body leaves alone is another one in each activation.
procedure {:inline 1} Anything() returns (r: int)
{
}

procedure TwoActivations()
{
  var p, q: int;
  call p := Anything();
  call q := Anything();
  assert p == q; //~ refuted assert
}
