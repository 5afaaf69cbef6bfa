// Table 3: locations up to n are set, and those up to m are expected to be.
procedure partial_init(A0: [int]int, m: int, n: int) returns (A: [int]int)
{
  var i: int;
  A := A0;
  i := 0;
  while (i < n)
  {
    A[i] := 0;
    i := i + 1;
  }
  assert (forall k: int :: 0 <= k && k < m ==> A[k] == 0);
}
