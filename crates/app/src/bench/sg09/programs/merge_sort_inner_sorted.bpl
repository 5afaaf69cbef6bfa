procedure merge_sort_inner(n: int, m: int, A: [int]int, B: [int]int) returns (C: [int]int)
  requires (forall k: int :: 0 <= k && k < n - 1 ==> A[k] <= A[k + 1]);
  requires (forall k: int :: 0 <= k && k < m - 1 ==> B[k] <= B[k + 1]);
{
  var i, j, t: int;
  i := 0;
  j := 0;
  t := 0;
  while (i < n && j < m)
    template v0 && (forall k: int :: v1 ==> v2) && (forall k: int :: v3 ==> v4) && (forall k: int :: v5 ==> v6) over AllPreds({k, t, i, j}, {0}, {>=}), AllPreds({k, t}, {0, -1}, {<, <=}), AllPreds({i, n}, {0}, {<}), AllPreds({j, m}, {0}, {<}), AllPreds({C[k], C[k + 1], A[i], B[j]}, {0}, {<=});
  {
    if (A[i] <= B[j]) { C[t] := A[i]; i := i + 1; } else { C[t] := B[j]; j := j + 1; }
    t := t + 1;
  }
  while (i < n)
    template v0 && (forall k: int :: v1 ==> v2) && (forall k: int :: v3 ==> v4) && (forall k: int :: v5 ==> v6) && (forall k: int :: v7 ==> v8) over AllPreds({k, t, i, j}, {0}, {>=}), AllPreds({k, t}, {0, -1}, {<, <=}), AllPreds({i, n}, {0}, {<}), AllPreds({j, m}, {0}, {<, >=}), AllPreds({C[k], C[k + 1], A[i], B[j]}, {0}, {<=});
  { C[t] := A[i]; i := i + 1; t := t + 1; }
  while (j < m)
    template v0 && (forall k: int :: v1 ==> v2) && (forall k: int :: v3 ==> v4) && (forall k: int :: v5 ==> v6) over AllPreds({k, t, i, j}, {0}, {>=}), AllPreds({k, t}, {0, -1}, {<, <=}), AllPreds({i, n}, {0}, {<}), AllPreds({j, m}, {0}, {<}), AllPreds({C[k], C[k + 1], A[i], B[j]}, {0}, {<=});
  { C[t] := B[j]; j := j + 1; t := t + 1; }
  assert (forall k: int :: 0 <= k && k < t - 1 ==> C[k] <= C[k + 1]);
}
