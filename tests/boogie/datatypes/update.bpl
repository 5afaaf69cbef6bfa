// Fields are assigned and updated in place; unpacking checks the constructor.
datatype Pair { Pair(first: int, second: bool) }
datatype Maybe { None(), Some(value: int) }

procedure Update(p: Pair) returns (q: Pair)
  ensures q->first == p->first + 1 && q->second == p->second;
{
  q := p;
  q->first := q->first + 1;
  assert q == p->(first := p->first + 1);
}

procedure Unpack(p: Pair, m: Maybe) returns (n: int)
{
  var b: bool;
  Pair(n, b) := p;
  assert n == p->first;
  Some(n) := m; //~ refuted assert
}
