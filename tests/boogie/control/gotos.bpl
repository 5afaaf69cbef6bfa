// The assertions that open a loop's head are its invariant, however the loop is written.
procedure Count(n: int) returns (i: int)
  requires n >= 0;
  ensures i == n;
{
  i := 0;
  head:
    assert i <= n;
    goto again, done;
  again:
    assume i < n;
    i := i + 1;
    goto head;
  done:
    assume i >= n;
    return;
}
