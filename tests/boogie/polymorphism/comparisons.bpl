// Values of two types of which one is open are compared: nothing is known of the result, but equal terms stay equal.
type Field a;
const unique size: Field int;
var heap: <a>[int, Field a]a;

procedure Unchanged(this: int)
  modifies heap;
  ensures (forall<a> o: int, f: Field a :: heap[o, f] == old(heap)[o, f] || (o == this && f == size));
{
}

procedure Changed(this: int)
  modifies heap;
  ensures (forall<a> o: int, f: Field a :: heap[o, f] == old(heap)[o, f] || (o == this && f == size));
{
  heap[this, size] := 3;
}

procedure Elsewhere(this: int)
  modifies heap;
  ensures (forall<a> o: int, f: Field a :: heap[o, f] == old(heap)[o, f] || (o == this && f == size)); //~ unknown ensures, should be refuted: a quantifier over a sort without values
{
  heap[this + 1, size] := 3;
}

procedure Same<a>(x: a)
{
  assert (forall<b> y: b :: x == y ==> x == y);
  assert (forall<b> y: b :: x != y); //~ unknown assert, should be refuted: a quantifier over a sort without values
}
