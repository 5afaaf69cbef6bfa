// The elements up to the pivot come before those above it.
procedure quick_sort_inner(n: int, pivot: int, A0: [int]int) returns (A: [int]int)
{
  var i, j, t: int;
  A := A0;
  i := 0;
  j := 0;
  while (j < n)
    template v0 && (forall k: int :: v1 ==> v2) && (forall k: int :: v3 ==> v4) over AllPreds({k, i, j}, {0}, {<, >=}), AllPreds({A[k], pivot}, {0}, {<=, >});
  {
    if (A[j] <= pivot) { t := A[i]; A[i] := A[j]; A[j] := t; i := i + 1; }
    j := j + 1;
  }
  assert (forall k: int :: 0 <= k && k < i ==> A[k] <= pivot);
  assert (forall k: int :: i <= k && k < n ==> A[k] > pivot);
}
