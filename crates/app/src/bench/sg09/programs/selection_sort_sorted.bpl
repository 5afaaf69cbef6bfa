procedure selection_sort(n: int, A0: [int]int) returns (A: [int]int)
{
  var i, j, min, t: int;
  A := A0;
  i := 0;
  while (i < n - 1)
    template v0 && (forall k: int :: v1 ==> v2) && (forall k: int, l: int :: v3 ==> v4) over AllPreds({k, l, i, j, min, n}, {0}, {<, >=}), AllPreds({A[k], A[l], A[min]}, {0}, {<=});
  {
    min := i;
    j := i + 1;
    while (j < n)
      template v0 && (forall k: int :: v1 ==> v2) && (forall k: int, l: int :: v3 ==> v4) over AllPreds({k, l, i, j, min, n}, {0}, {<, >=}), AllPreds({A[k], A[l], A[min]}, {0}, {<=});
    {
      if (A[j] < A[min]) { min := j; }
      j := j + 1;
    }
    t := A[i];
    A[i] := A[min];
    A[min] := t;
    i := i + 1;
  }
  assert (forall k: int :: 0 <= k && k < n - 1 ==> A[k] <= A[k + 1]);
}
