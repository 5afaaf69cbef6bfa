// A lambda over types is a polymorphic map; what it holds at a type is its body at that type.
type Field a;
const unique size: Field int;
const unique valid: Field bool;

procedure Frame(limit: int)
{
  var frame: <a>[int, Field a]bool;
  frame := (lambda<a> o: int, f: Field a :: o < limit);
  assert frame[limit - 1, size];
  assert !frame[limit, valid];
  assert frame[0, size] == frame[0, valid];
  assert frame[0, size]; //~ unknown assert, should be refuted: what the map holds at other types has no value
}

procedure Compared(o: int)
{
  var frame: <a>[int, Field a]bool;
  frame := (lambda<a> p: int, f: Field a :: p == o && f == size);
  assert frame[o, size];
  assert !frame[o, valid];
  assert !frame[o + 1, size];
}

// What the two hold at types that are not mentioned must not be taken to be equal.
procedure Elsewhere(k: int)
{
  var m: <a>[a]int;
  var n: <a>[a]int;
  m := (lambda<a> x: a :: k);
  n := (lambda<a> x: a :: k + 1);
  assert m == n; //~ unknown assert, should be refuted: what the maps hold at other types has no value
}

procedure Same(k: int)
{
  var m: <a>[a]int;
  var n: <a>[a]int;
  m := (lambda<a> x: a :: k);
  n := m;
  assert m == n && m[true] == n[3];
}
