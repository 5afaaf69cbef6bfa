datatype List { Nil(), Cons(head: int, tail: List) }
datatype Two { A(f: int), B(f: bool) } //~ error type-mismatch

procedure P(l: List, i: int)
{
  var x, y: int;
  assert l->length == 0; //~ error unknown-name
  assert l is Empty; //~ error unknown-name
  assert i->head == 0; //~ error type-mismatch
  Cons(x, y) := l; //~ error type-mismatch
  Nil(x) := l; //~ error arity
}
