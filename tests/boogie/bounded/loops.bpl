// Loops without invariants: a run that fails is found by unrolling them.
procedure Sum(n: int)
  requires 0 <= n;
{
  var i, s: int;
  i := 0;
  s := 0;
  while (i < n) {
    i := i + 1;
    s := s + i;
  }
  assert s != 21; //~ refuted assert
}

// The values of several iterations must fit together: a single iteration does not show them.
procedure Choices()
{
  var i, c: int;
  i := 0;
  while (i < 4) {
    havoc c;
    if (c == 77) {
      i := i + 1;
    } else {
      i := i + 2;
    }
  }
  assert i != 5; //~ refuted assert
}

// Nothing is open here, so that running the loops is a proof.
procedure Constant()
{
  var i, j, s: int;
  var a: [int]int;
  i := 0;
  while (i < 20) {
    a := a[i := i * i];
    i := i + 1;
  }
  i := 0;
  s := 0;
  while (i < 20) {
    j := 0;
    while (j < i) {
      s := s + a[j];
      j := j + 1;
    }
    i := i + 1;
  }
  assert s == 10830;
  assert a[7] == 49;
}

// No run has more than six iterations.
procedure AtMostSix(n: int)
  requires 0 <= n && n <= 6;
{
  var i, s: int;
  i := 0;
  s := 0;
  while (i < n) {
    i := i + 1;
    s := s + 2;
  }
  assert s == 2 * n;
}

// True; unrolling does not end, the invariant i <= n is inferred.
procedure NoBound(n: int)
  requires 0 <= n;
{
  var i: int;
  i := 0;
  while (i < n) {
    i := i + 1;
  }
  assert i == n;
}
