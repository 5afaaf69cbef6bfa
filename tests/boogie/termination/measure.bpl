// A measure decreases with every iteration, and with every call that may lead back; where it decreases it was not negative.
procedure Down(n: int)
{
  var i: int;
  i := n;
  while (i > 0)
    measure i;
  {
    i := i - 1;
  }
}

procedure Negative(n: int)
{
  var i: int;
  i := n;
  while (i != 0)
    measure i; //~ refuted variant
  {
    i := i - 1;
  }
}

procedure Pairs(n: int)
  requires n >= 0;
{
  var a, b: int;
  a, b := n, n;
  while (a > 0 || b > 0)
    invariant a >= 0 && b >= 0;
    measure a, b;
  {
    if (b > 0) {
      b := b - 1;
    } else {
      a, b := a - 1, n;
    }
  }
}

procedure Swapped(n: int)
  requires n > 0;
{
  var a, b: int;
  a, b := n, 0;
  while (a > 0)
    measure b, a; //~ refuted variant
  {
    a, b := a - 1, b + 1;
  }
}

procedure Sum(n: int) returns (r: int)
  requires n >= 0;
  measure n;
  ensures r >= n;
{
  r := 0;
  if (n > 0) {
    call r := Sum(n - 1);
    r := r + n;
  }
}

procedure Forever(n: int)
  measure n;
{
  call Forever(n); //~ refuted variant
}

procedure Even(n: int) returns (r: bool)
  requires n >= 0;
  measure n;
{
  r := true;
  if (n > 0) {
    call r := Odd(n - 1);
  }
}

procedure Odd(n: int) returns (r: bool)
  requires n >= 0;
  measure n;
{
  r := false;
  if (n > 0) {
    call r := Even(n - 1);
  }
}

procedure Anything<T>(x: T, n: int)
  requires n >= 0;
  measure n;
{
  if (n > 0) {
    call Anything(x, n - 1);
  }
}
