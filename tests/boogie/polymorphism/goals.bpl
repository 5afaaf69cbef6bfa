// A quantifier over types is proved for a type of which nothing is known, and used at the types that occur.
procedure Prove()
{
  assert (forall<a> x: a :: x == x);
  assert (forall<a> x: a, y: a :: x == y); //~ unknown, should be refuted: a quantifier over a sort without values
}

function first<a, b>(x: a, y: b): a;

procedure Assume(i: int, b: bool)
{
  assume (forall<a, b> x: a, y: b :: { first(x, y) } first(x, y) == x);
  assert first(i, b) == i;
  assert first(b, i) == b;
}
