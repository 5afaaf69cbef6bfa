// Once a procedure had no body at the types of its callers, who knew only its contract: correct ones were refuted.
var g: int;

procedure {:inline 1} Copy<T>(i: T) returns (j: T)
{
  j := i;
}

procedure Copies()
{
  var x: int;
  var b: bool;
  call x := Copy(5);
  assert x == 5;
  call b := Copy(true);
  assert b;
  call x := Copy(x + 1);
  assert x == 5; //~ refuted assert
}

procedure CopiesAnything<S>(s: S)
{
  var t: S;
  call t := Copy(s);
  assert t == s;
}

procedure {:inline 1} Next<T>(x: T, n: int) returns (y: T, m: int)
  requires n > 0;
  ensures m > n;
{
  y := x;
  m := n + 1;
}

procedure Requires()
{
  var b: bool;
  var m: int;
  call b, m := Next(true, 1);
  assert b && m == 2;
  call b, m := Next(true, 0); //~ refuted requires
}

procedure {:inline 1} Count<T>(x: T)
  modifies g;
  ensures g == old(g) + 1;
{
  g := g + 1;
}

procedure Modifies()
  modifies g;
  ensures g == old(g) + 2;
{
  call Count(1);
  call Count(false);
}

procedure {:inline 1} Trusted<T>(x: T, n: int) returns (y: T)
  free requires n > 0;
  free ensures n > 1;
{
  assert n > 0;
  y := x;
}

procedure Free(n: int)
  requires n > 0;
{
  var x: int;
  call x := Trusted(3, n);
  assert x == 3;
  free call x := Copy(4);
  assert x == 4;
}

procedure {:inline 4} Down<T>(x: T, n: int) returns (y: T)
{
  if (n <= 0) {
    y := x;
  } else {
    call y := Down(x, n - 1);
  }
}

procedure Recursion()
{
  var b: bool;
  call b := Down(true, 2);
  assert b;
}
