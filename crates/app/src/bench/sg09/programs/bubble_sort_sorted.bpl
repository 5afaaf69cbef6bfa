procedure bubble_sort(n: int, A0: [int]int) returns (A: [int]int)
{
  var i, j, t: int;
  A := A0;
  i := n - 1;
  while (i > 0)
    template v0 && (forall k: int :: v1 ==> v2) && (forall k: int, l: int :: v3 ==> v4) over AllPreds({k, l, i, j, n}, {0}, {<, >=}), AllPreds({A[k], A[l], A[j]}, {0}, {<=});
  {
    j := 0;
    while (j < i)
      template v0 && (forall k: int :: v1 ==> v2) && (forall k: int, l: int :: v3 ==> v4) over AllPreds({k, l, i, j, n}, {0}, {<, >=}), AllPreds({A[k], A[l], A[j]}, {0}, {<=});
    {
      if (A[j] > A[j + 1]) { t := A[j]; A[j] := A[j + 1]; A[j + 1] := t; }
      j := j + 1;
    }
    i := i - 1;
  }
  assert (forall k: int :: 0 <= k && k < n - 1 ==> A[k] <= A[k + 1]);
}
