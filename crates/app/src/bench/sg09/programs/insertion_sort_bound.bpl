// Table 2: when is every element that was sorted already moved?
procedure insertion_sort_bound(n: int, A0: [int]int) returns (A: [int]int)
{
  var i, j, val: int;
  template (forall k: int :: v0 ==> v1) over AllPreds({k, n}, {0, -1}, {<, >=}), AllPreds({A0[k], A0[k + 1]}, {0}, {<=, >});
  A := A0;
  i := 1;
  while (i < n)
    template v0 && (forall k: int :: v1 ==> v2) && (forall k: int :: v3 ==> v4) over AllPreds({k, i, n}, {0, -1}, {<, >=}), AllPreds({A[k], A[k + 1], A[i]}, {0}, {>});
  {
    j := i - 1;
    val := A[i];
    while (j >= 0)
      template v0 && (forall k: int :: v1 ==> v2) && (forall k: int :: v3 ==> v4) && (forall k: int :: v5 ==> v6) over AllPreds({k, i, n}, {0, -1, 1}, {<=, >}), AllPreds({k, i, j}, {0}, {<=, >}), AllPreds({k, j}, {0}, {!=}), AllPreds({i, j}, {0, 1}, {>=}), AllPreds({A[k], A[k + 1], val}, {0}, {>});
    {
      assert A[j] > val;
      A[j + 1] := A[j];
      j := j - 1;
    }
    A[j + 1] := val;
    i := i + 1;
  }
}
