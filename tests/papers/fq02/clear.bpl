// FQ02 §6: clearing an array. No predicate is given: those that the loop's targets suggest suffice.

procedure clear(n: int, given: [int]int) returns (a: [int]int)
  requires 0 <= n;
  ensures (forall k: int :: 0 <= k && k < n ==> a[k] == 0);
{
  var i: int;
  a := given;
  i := 0;
  while (i < n) {
    assert 0 <= i && i < n;
    a[i] := 0;
    i := i + 1;
  }
}
