// FQ02 §7.2: selection sort, with the predicates of its two loops (rows two and three of Figure 8).

procedure sort(n: int, given: [int]int) returns (a: [int]int)
  requires 0 <= n;
  ensures (forall x, y: int :: 0 <= x && x < y && y < n ==> a[x] <= a[y]);
{
  var i, j, k, w: int;
  a := given;
  i := 0;
  while (i < n)
    skolem x: int, y: int;
    predicate i >= 0, 0 <= x, x < i, x < y, y < n, a[x] <= a[y];
  {
    k := i;
    w := a[i];
    j := i + 1;
    while (j < n)
      skolem z: int;
      predicate w == a[k], i <= z, z < j, w <= a[z], i <= k, k < j, j <= n;
    {
      assert 0 <= j && j < n;
      if (a[j] < w) {
        k := j;
        w := a[j];
      }
      j := j + 1;
    }
    assert 0 <= k && k < n;
    assert 0 <= i && i < n;
    a[k] := a[i];
    a[i] := w;
    i := i + 1;
  }
}
