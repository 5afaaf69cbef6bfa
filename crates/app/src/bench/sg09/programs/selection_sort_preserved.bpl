procedure selection_sort(n: int, A0: [int]int) returns (A: [int]int)
{
  var i, j, min, t: int;
  A := A0;
  i := 0;
  while (i < n - 1)
    template v0 && (forall y: int :: v1 ==> (exists x: int :: v2)) over AllPreds({x, y, i, j, min, n}, {0}, {<, >=}), AllPreds({A0[y], A[x]}, {0}, {==});
  {
    min := i;
    j := i + 1;
    while (j < n)
      template v0 && (forall y: int :: v1 ==> (exists x: int :: v2)) over AllPreds({x, y, i, j, min, n}, {0}, {<, >=}), AllPreds({A0[y], A[x]}, {0}, {==});
    {
      if (A[j] < A[min]) { min := j; }
      j := j + 1;
    }
    t := A[i];
    A[i] := A[min];
    A[min] := t;
    i := i + 1;
  }
  assert (forall y: int :: 0 <= y && y < n ==> (exists x: int :: A0[y] == A[x] && 0 <= x && x < n));
}
