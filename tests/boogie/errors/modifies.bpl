var a, b: int;
const k: int;

procedure Both();
  modifies a, b;

procedure P(x: int)
  modifies a;
{
  a := 1;
  b := 2; //~ error modifies
  havoc b; //~ error modifies
  call Both(); //~ error modifies
  x := 3; //~ error not-assignable
  k := 4; //~ error not-assignable
}

procedure Q();
  modifies k; //~ error modifies
