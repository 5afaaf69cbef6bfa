procedure bubble_sort_flag(n: int, A0: [int]int) returns (A: [int]int)
{
  var j, t: int;
  var swapped: bool;
  A := A0;
  swapped := true;
  while (swapped)
    template v0 && (forall k: int :: v1 ==> v2) over AllPreds({k, j, n}, {0, -1}, {<, <=, >=}), AllPreds({swapped}, {false}, {==}), AllPreds({A[k], A[k + 1], A[j]}, {0}, {<=});
  {
    swapped := false;
    j := 0;
    while (j < n - 1)
      template v0 && (forall k: int :: v1 ==> v2) over AllPreds({k, j, n}, {0, -1}, {<, <=, >=}), AllPreds({swapped}, {false}, {==}), AllPreds({A[k], A[k + 1], A[j]}, {0}, {<=});
    {
      if (A[j] > A[j + 1]) { t := A[j]; A[j] := A[j + 1]; A[j + 1] := t; swapped := true; }
      j := j + 1;
    }
  }
  assert (forall k: int :: 0 <= k && k < n - 1 ==> A[k] <= A[k + 1]);
}
