// `let` names values; an inner name hides an outer one.
procedure Let(a: int)
{
  assert (let x := a + 1; x - 1 == a);
  assert (let x, y := a, 2; (let x := x + y; x == a + 2));
}
