procedure bubble_sort_flag(n: int, A0: [int]int) returns (A: [int]int)
{
  var j, t: int;
  var swapped: bool;
  A := A0;
  swapped := true;
  while (swapped)
    template v0 && (forall y: int :: v1 ==> (exists x: int :: v2)) over AllPreds({x, y, j, n}, {0}, {<, >=}), AllPreds({A0[y], A[x]}, {0}, {==});
  {
    swapped := false;
    j := 0;
    while (j < n - 1)
      template v0 && (forall y: int :: v1 ==> (exists x: int :: v2)) over AllPreds({x, y, j, n}, {0}, {<, >=}), AllPreds({A0[y], A[x]}, {0}, {==});
    {
      if (A[j] > A[j + 1]) { t := A[j]; A[j] := A[j + 1]; A[j + 1] := t; swapped := true; }
      j := j + 1;
    }
  }
  assert (forall y: int :: 0 <= y && y < n ==> (exists x: int :: A0[y] == A[x] && 0 <= x && x < n));
}
