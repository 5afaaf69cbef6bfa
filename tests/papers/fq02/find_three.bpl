// FQ02 §2: the first postcondition alone, from three predicates none of which is an invariant.

procedure find(a: [int]int, n: int, given: [int]bool) returns (spot: int, b: [int]bool)
  requires 0 <= n;
  ensures spot == n || b[spot];
{
  var i: int;
  b := given;
  spot := n;
  i := 0;
  while (i < n)
    predicate spot == n, b[spot], spot < i;
  {
    if (spot == n && a[i] != 0) {
      spot := i;
    }
    b[i] := a[i] != 0;
    i := i + 1;
  }
}
