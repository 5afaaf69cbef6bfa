// Storing back what was read changes nothing.
procedure Same(m: [int]bool, i: int)
{
  assert m[i := m[i]] == m;
  assert m[i := true] == m; //~ refuted assert
}
