procedure insertion_sort(n: int, A0: [int]int) returns (A: [int]int)
{
  var i, j, val: int;
  A := A0;
  i := 1;
  while (i < n)
    template v0 && (forall k: int :: v1 ==> v2) && (forall k: int :: v3 ==> v4) && (forall k: int :: v5 ==> v6) over AllPreds({k, i, j}, {0, -1}, {<, <=, >=}), AllPreds({val, A[k], A[k + 1]}, {0}, {<=});
  {
    j := i - 1;
    val := A[i];
    while (j >= 0 && A[j] > val)
      template v0 && (forall k: int :: v1 ==> v2) && (forall k: int :: v3 ==> v4) && (forall k: int :: v5 ==> v6) over AllPreds({k, i, j}, {0, -1}, {<, <=, >=}), AllPreds({val, A[k], A[k + 1]}, {0}, {<=});
    {
      A[j + 1] := A[j];
      j := j - 1;
    }
    A[j + 1] := val;
    i := i + 1;
  }
  assert (forall k: int :: 0 <= k && k < n - 1 ==> A[k] <= A[k + 1]);
}
