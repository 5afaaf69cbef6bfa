// The elements up to the pivot come before those above it.
procedure quick_sort_inner(n: int, pivot: int, A0: [int]int) returns (A: [int]int)
{
  var i, j, t: int;
  A := A0;
  i := 0;
  j := 0;
  while (j < n)
    template v0 && (forall y: int :: v1 ==> (exists x: int :: v2)) over AllPreds({x, y, i, j, n}, {0}, {<, >=}), AllPreds({A0[y], A[x]}, {0}, {==});
  {
    if (A[j] <= pivot) { t := A[i]; A[i] := A[j]; A[j] := t; i := i + 1; }
    j := j + 1;
  }
  assert (forall y: int :: 0 <= y && y < n ==> (exists x: int :: A0[y] == A[x] && 0 <= x && x < n));
}
