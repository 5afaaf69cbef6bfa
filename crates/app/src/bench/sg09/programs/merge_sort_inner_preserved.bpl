procedure merge_sort_inner(n: int, m: int, A: [int]int, B: [int]int) returns (C: [int]int)
{
  var i, j, t: int;
  i := 0;
  j := 0;
  t := 0;
  while (i < n && j < m)
    template v0 && (forall y: int :: v1 ==> (exists x: int :: v2)) && (forall y: int :: v3 ==> (exists x: int :: v4)) over AllPreds({x, y, t}, {0}, {>=}), AllPreds({x, t}, {0}, {<}), AllPreds({y, i}, {0}, {<}), AllPreds({y, j}, {0}, {<}), AllPreds({i, n}, {0}, {>=}), AllPreds({A[y], B[y], C[x]}, {0}, {==});
  {
    if (A[i] <= B[j]) { C[t] := A[i]; i := i + 1; } else { C[t] := B[j]; j := j + 1; }
    t := t + 1;
  }
  while (i < n)
    template v0 && (forall y: int :: v1 ==> (exists x: int :: v2)) && (forall y: int :: v3 ==> (exists x: int :: v4)) over AllPreds({x, y, t}, {0}, {>=}), AllPreds({x, t}, {0}, {<}), AllPreds({y, i}, {0}, {<}), AllPreds({y, j}, {0}, {<}), AllPreds({i, n}, {0}, {>=}), AllPreds({A[y], B[y], C[x]}, {0}, {==});
  { C[t] := A[i]; i := i + 1; t := t + 1; }
  while (j < m)
    template v0 && (forall y: int :: v1 ==> (exists x: int :: v2)) && (forall y: int :: v3 ==> (exists x: int :: v4)) over AllPreds({x, y, t}, {0}, {>=}), AllPreds({x, t}, {0}, {<}), AllPreds({y, i}, {0}, {<}), AllPreds({y, j}, {0}, {<}), AllPreds({i, n}, {0}, {>=}), AllPreds({A[y], B[y], C[x]}, {0}, {==});
  { C[t] := B[j]; j := j + 1; t := t + 1; }
  assert (forall y: int :: 0 <= y && y < n ==> (exists x: int :: A[y] == C[x] && 0 <= x && x < t));
  assert (forall y: int :: 0 <= y && y < m ==> (exists x: int :: B[y] == C[x] && 0 <= x && x < t));
}
