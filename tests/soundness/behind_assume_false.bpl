// A path that ends in `assume false` takes no part where paths meet, and neither do the blocks that only it leads to.

procedure branches_behind(x: int) returns (r: int)
  ensures r == 3; //~ refuted ensures
{
  if (*) {
    assume false;
    if (x > 0) {
      r := 1;
    } else {
      r := 2;
    }
  } else {
    r := 3;
  }
  assert r == 3;
  if (x == 5) {
    r := 4;
  }
}

procedure only_the_other_path(x: int) returns (r: int)
  ensures r == x;
{
  r := x;
  if (x > 0) {
    r := r + 1;
    assume false;
    while (r > 0) {
      r := r - 1;
    }
    assert r == 7; //~ vacuous
  }
}
