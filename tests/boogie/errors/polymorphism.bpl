function f<a>(x: a): bool;

procedure P(b: bool)
{
  var c: bool;
  c := (forall<a> x: a :: f(x)); //~ error unsupported
  assert b <==> (forall<a> x: a :: f(x)); //~ error unsupported
  assert (exists<a> x: a :: f(x)); //~ error unsupported
}
