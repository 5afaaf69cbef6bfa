// An assertion is assumed once it is checked, unless it says that it should be forgotten.
procedure Assumed(x: int)
{
  assert x == 3; //~ refuted assert
  assert x > 2;
}

procedure Forgotten(x: int, y: int) returns (r: int)
  ensures r == x;
{
  r := x;
  assert {:subsumption 0} x == 3; //~ refuted assert
  assert x > 2; //~ refuted assert
  assert {:subsumption 0} r == x;
  assert {:subsumption 2} y == 1; //~ refuted assert
  assert y > 0;
}
