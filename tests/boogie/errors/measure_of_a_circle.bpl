// All procedures that lead back to one with a measure have a measure.
procedure First(n: int)
  measure n;
{
  call Second(n - 1); //~ error measure
}

procedure Second(n: int)
{
  call First(n);
}
