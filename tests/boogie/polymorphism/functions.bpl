// A polymorphic function has one copy per type; its axiom holds for each of them.
function same<a>(x: a, y: a): bool;
axiom (forall<a> x: a :: { same(x, x) } same(x, x));

procedure Use(i: int, b: bool)
{
  assert same(i, i);
  assert same(b, b);
  assert same(i, i + 1); //~ unknown, should be refuted: an uninterpreted function
}
