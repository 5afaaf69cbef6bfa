// Constructors are different and can be taken apart.
datatype List { Nil(), Cons(head: int, tail: List) }

procedure Push(l: List, x: int) returns (m: List)
  ensures m is Cons && m->head == x && m->tail == l;
{
  m := Cons(x, l);
  assert m != Nil();
}

procedure Head(l: List) returns (x: int)
{
  assert l is Nil || l is Cons;
  assert Cons(l->head, l->tail) == l; //~ refuted assert
}
