// Three ranges: what is below the pivot, what equals it, what is above it.

procedure flag(start: [int]int, n: int, p: int) returns (a: [int]int, low: int, high: int)
  requires 0 <= n;
  ensures 0 <= low && low <= high && high <= n;
  ensures (forall x: int :: 0 <= x && x < low ==> a[x] < p);
  ensures (forall x: int :: low <= x && x < high ==> a[x] == p);
  ensures (forall x: int :: high <= x && x < n ==> p < a[x]);
{
  var i, t, moved, same: int;

  a := start;
  low, high, i := 0, n, 0;
  moved, same := 0, 0;
  while (i < high)
  {
    assert 0 <= i && i < n;
    if (a[i] < p)
    {
      assert 0 <= low && low < n;
      t := a[low];
      a[low] := a[i];
      a[i] := t;
      low := low + 1;
      i := i + 1;
      moved := moved + 1;
    }
    else
    {
      if (p < a[i])
      {
        high := high - 1;
        assert 0 <= high && high < n;
        t := a[high];
        a[high] := a[i];
        a[i] := t;
        moved := moved + 1;
      }
      else
      {
        i := i + 1;
        same := same + 1;
      }
    }
    assert 0 <= moved + same;
  }
  assert moved + same <= n;
}
