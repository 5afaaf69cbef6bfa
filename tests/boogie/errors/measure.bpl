// A measure is about integers, is one, and all procedures that lead back have one.
procedure First(n: int)
  measure n;
{
  call Second(n - 1); //~ error measure
}

procedure Second(n: int)
{
  call First(n);
}

procedure Twice(n: int)
  measure n;
  measure n + 1; //~ error measure
{
}

procedure Truth(b: bool)
  measure b; //~ error type-mismatch
{
}
