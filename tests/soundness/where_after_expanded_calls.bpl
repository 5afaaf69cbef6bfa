// Once proved: runs assumed the `where` conditions of results and of changed globals after a call whose body stands in its place,
// so that they all ended there. A body assigns, and nothing is promised of what is assigned.
var g: int where g > 0;

procedure {:inline 1} Result() returns (r: int where r > 0) { r := 0; }

procedure {:inline 1} Clear() modifies g; { g := 0; }

procedure {:inline 1} Same() modifies g; { g := g + 0; }

procedure {:inline 1} Next(n: int) returns (r: int where r > n) { r := n; }

procedure AfterResult()
{
  var z: int;
  call z := Result();
  assert z == 0;
  assert false; //~ refuted assert
}

procedure AfterGlobal() modifies g;
{
  call Clear();
  assert false; //~ refuted assert
}

procedure AfterNothing() modifies g;
{
  g := -3;
  call Same();
  assert g > 0; //~ refuted assert
}

procedure InLoop(n: int)
{
  var z, i: int;
  i := 0;
  while (i < n)
  {
    call z := Next(i);
    i := i + 1;
    assert z >= i; //~ refuted assert
  }
}
