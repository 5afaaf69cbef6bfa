procedure insertion_sort(n: int, A0: [int]int) returns (A: [int]int)
{
  var i, j, val: int;
  A := A0;
  i := 1;
  while (i < n)
    template v1 && (forall y: int :: v2 ==> v3) && (forall y: int :: v4 ==> (exists x: int :: v5)) over AllPreds({x, y, i, j, n}, {0, 1, -1}, {<=, >=, !=}), AllPreds({val, A[i], A[j], A[x], A[y], A[n], A0[i], A0[j], A0[x], A0[y], A0[n]}, {0}, {==});
  {
    j := i - 1;
    val := A[i];
    while (j >= 0 && A[j] > val)
      template v1 && (forall y: int :: v2 ==> v3) && (forall y: int :: v4 ==> (exists x: int :: v5)) over AllPreds({x, y, i, j, n}, {0, 1, -1}, {<=, >=, !=}), AllPreds({val, A[i], A[j], A[x], A[y], A[n], A0[i], A0[j], A0[x], A0[y], A0[n]}, {0}, {==});
    {
      A[j + 1] := A[j];
      j := j - 1;
    }
    A[j + 1] := val;
    i := i + 1;
  }
  assert (forall y: int :: 0 <= y && y < n ==> (exists x: int :: A0[y] == A[x] && 0 <= x && x < n));
}
