// FQ02 §2: the first element that is not zero; b marks all of them. Both postconditions, with the three predicates of the
// first, the four of the second and its skolem constant, and 0 <= i (row four of Figure 8).

procedure find(a: [int]int, n: int, given: [int]bool) returns (spot: int, b: [int]bool)
  requires 0 <= n;
  ensures spot == n || b[spot];
  ensures (forall j: int :: 0 <= j && j < spot ==> !b[j]);
{
  var i: int;
  b := given;
  spot := n;
  i := 0;
  while (i < n)
    skolem j: int;
    predicate spot == n, b[spot], spot < i;
    predicate 0 <= j, j < i, j < spot, b[j], 0 <= i;
  {
    assert 0 <= i && i < n;
    if (spot == n && a[i] != 0) {
      spot := i;
    }
    b[i] := a[i] != 0;
    i := i + 1;
  }
}
