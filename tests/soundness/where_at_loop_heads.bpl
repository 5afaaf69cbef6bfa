// Once "prover and interpreter disagree": cutting a loop assumes the `where` conditions of what it changes, so running one
// must do so as well.
procedure Copies(k: int)
{
  var base: int where 0 <= base;
  var copy: int where copy == base;
  base := k;
  while (*)
  {
    copy := copy;
  }
  assert copy == k;
}
