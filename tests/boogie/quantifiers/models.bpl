// Something exists that no term of the program names.
procedure exists_somewhere(a: [int]int)
  requires (forall x: int :: a[x] == x);
{
  assert (exists x: int :: a[x] > 5);
}
procedure between(a: [int]int, n: int)
  requires n > 1;
  requires (forall x: int :: 0 <= x && x < n ==> a[x] == 2 * x);
  ensures (exists x: int :: 0 <= x && x < n && a[x] >= n);
{
}
procedure not_there(a: [int]int)
  requires (forall x: int :: a[x] >= 0);
{
  assert (exists x: int :: a[x] > 5); //~ refuted assert
}
