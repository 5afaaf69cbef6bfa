var g: int;

procedure P(x: int where old(g) == x) //~ error old
  requires old(g) == 1; //~ error old
  ensures old(g) == 1;
{
  assert old(g) == 1;
}

axiom old(1) == 1; //~ error old
