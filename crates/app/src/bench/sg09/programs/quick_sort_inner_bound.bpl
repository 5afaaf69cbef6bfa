// Table 2: when does the pivot end up at the rightmost place?
procedure quick_sort_inner_bound(n: int, A0: [int]int) returns (A: [int]int)
  requires 0 <= n;
{
  var i, j, pivot, t: int;
  template (forall k: int, l: int :: v0 ==> v1) over AllPreds({k, l, n}, {0}, {<=, <, >=}), AllPreds({A0[k], A0[l]}, {0}, {<=});
  A := A0;
  pivot := A[n];
  i := 0;
  j := 0;
  while (j < n)
    template v0 && (forall k: int :: v1 ==> v2) over AllPreds({k, i, j, n}, {0}, {<=, <, >=}), AllPreds({A[k], A[n], pivot}, {0}, {<=});
  {
    if (A[j] <= pivot) { t := A[i]; A[i] := A[j]; A[j] := t; i := i + 1; }
    j := j + 1;
  }
  t := A[i]; A[i] := A[n]; A[n] := t;
  assert i == n;
}
