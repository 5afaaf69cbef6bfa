// Once a panic, and with Boogie's own history an unsound one: the loop is entered in the middle.
procedure Inside()
{
  var i: int;
  i := 0;
  if (true) {
    goto inside;
  }
  while (i < 3)
  {
    inside:
    i := i + 1;
  }
  assert i == -1; //~ refuted assert
}

procedure Invariant()
{
  var i: int;
  i := 0;
  if (*) {
    goto inside;
  }
  while (i < 10)
    invariant i <= 10;
  {
    inside:
    i := i + 1;
  }
  assert i == 10;
}
