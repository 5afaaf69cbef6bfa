procedure merge_sort_inner(n: int, m: int, A: [int]int, B: [int]int) returns (C: [int]int)
{
  var i, j, t: int;
  i := 0;
  j := 0;
  t := 0;
  while (i < n && j < m)
  {
    if (A[i] <= B[j]) { C[t] := A[i]; i := i + 1; } else { C[t] := B[j]; j := j + 1; }
    t := t + 1;
  }
  while (i < n) { C[t] := A[i]; i := i + 1; t := t + 1; }
  while (j < m) { C[t] := B[j]; j := j + 1; t := t + 1; }
  assert (forall y: int :: 0 <= y && y < n ==> (exists x: int :: A[y] == C[x] && 0 <= x && x < t));
  assert (forall y: int :: 0 <= y && y < m ==> (exists x: int :: B[y] == C[x] && 0 <= x && x < t));
}
