procedure bubble_sort(n: int, A0: [int]int) returns (A: [int]int)
{
  var i, j, t: int;
  A := A0;
  i := n - 1;
  while (i > 0)
    template v0 && (forall y: int :: v1 ==> (exists x: int :: v2)) over AllPreds({x, y, i, j, n}, {0}, {<, >=}), AllPreds({A0[y], A[x]}, {0}, {==});
  {
    j := 0;
    while (j < i)
      template v0 && (forall y: int :: v1 ==> (exists x: int :: v2)) over AllPreds({x, y, i, j, n}, {0}, {<, >=}), AllPreds({A0[y], A[x]}, {0}, {==});
    {
      if (A[j] > A[j + 1]) { t := A[j]; A[j] := A[j + 1]; A[j + 1] := t; }
      j := j + 1;
    }
    i := i - 1;
  }
  assert (forall y: int :: 0 <= y && y < n ==> (exists x: int :: A0[y] == A[x] && 0 <= x && x < n));
}
