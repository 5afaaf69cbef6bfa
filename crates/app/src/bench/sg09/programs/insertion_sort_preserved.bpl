procedure insertion_sort(n: int, A0: [int]int) returns (A: [int]int)
{
  var i, j, val: int;
  A := A0;
  i := 1;
  while (i < n)
  {
    j := i - 1;
    val := A[i];
    while (j >= 0 && A[j] > val)
    {
      A[j + 1] := A[j];
      j := j - 1;
    }
    A[j + 1] := val;
    i := i + 1;
  }
  assert (forall y: int :: 0 <= y && y < n ==> (exists x: int :: A0[y] == A[x] && 0 <= x && x < n));
}
