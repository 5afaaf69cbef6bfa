// The place of the largest element; what i and max must be at first is to be found.
procedure init_synthesis(A: [int]int, n: int, i0: int, max0: int) returns (max: int)
{
  var i: int;
  i := i0;
  max := max0;
  while (i < n)
  {
    if (A[max] < A[i]) { max := i; }
    i := i + 1;
  }
  assert (forall k: int :: 0 <= k && k < n ==> A[k] <= A[max]);
}
