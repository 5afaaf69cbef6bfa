// Parallel assignment evaluates all right-hand sides first.
procedure Swap(a: [int]int, i: int, j: int) returns (b: [int]int)
  ensures b[i] == a[j] && b[j] == a[i];
  ensures (forall k: int :: k != i && k != j ==> b[k] == a[k]);
{
  var x, y: int;
  b := a;
  x, y := b[i], b[j];
  x, y := y, x;
  b[i] := x;
  b[j] := y;
}
