//! options: --engine bounded
// Calls are expanded, however deep; what has no body does what its contract allows.
var g: int;

procedure Down(n: int) returns (r: int)
{
  var s: int;
  if (n <= 0) {
    r := 0;
  } else {
    call s := Down(n - 1);
    r := s + n;
  }
  assert r != 10; //~ refuted assert
}

procedure Sixty()
{
  var r: int;
  call r := Triangle(60);
  assert r == 1830;
}

procedure Triangle(n: int) returns (r: int)
  requires 0 <= n && n <= 60;
{
  var s: int;
  r := 0;
  if (n > 0) {
    call s := Triangle(n - 1);
    r := s + n;
  }
}

procedure Unknown(k: int) returns (r: int);
  modifies g;
  ensures r > k && g == old(g) + r;

procedure Twice(n: int)
  modifies g;
{
  var r, s: int;
  g := 0;
  call r := Unknown(n);
  call s := Unknown(r);
  assert s > n + 1;
  assert g == r + s;
  assert g != 4000003; //~ refuted assert
}

procedure Half(n: int) returns (r: int)
  requires n >= 0;
  ensures 2 * r == n; //~ refuted ensures
{
  r := n div 2;
}

procedure Caller(n: int)
  requires n mod 2 == 0;
{
  var r: int;
  call r := Half(n); //~ refuted requires
}
