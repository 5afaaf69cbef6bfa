// One generic datatype at two types.
datatype Option<T> { Nothing(), Just(it: T) }

procedure Choose(i: Option int, b: Option bool) returns (n: int)
  requires i is Just;
{
  n := i->it;
  assert i == Just(n);
  assert b is Just ==> b == Just(b->it);
  assert b is Nothing; //~ refuted assert
}
