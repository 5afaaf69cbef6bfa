// Loop invariants of the text are checks: the one that a run breaks is refuted, the one that holds is not.
procedure Breaks(n: int)
  requires n > 10;
{
  var i: int;
  i := 0;
  while (i < n)
    invariant i <= 5; //~ refuted invariant-maintained
    invariant i <= n;
  {
    i := i + 1;
  }
}

procedure Sorted(a: [int]int, n: int)
  requires 2 <= n && n <= 3;
{
  var i, j, t: int;
  var b: [int]int;
  b := a;
  i := 0;
  while (i < n) {
    j := 0;
    while (j + 1 < n) {
      if (b[j] > b[j + 1]) {
        t := b[j];
        b := b[j := b[j + 1]];
        b := b[j + 1 := t];
      }
      j := j + 1;
    }
    i := i + 1;
  }
  assert b[0] <= b[1];
}
