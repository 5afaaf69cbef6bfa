// A measure is about integers, and a procedure has one.
procedure Twice(n: int)
  measure n;
  measure n + 1; //~ error measure
{
}

procedure Truth(b: bool)
  measure b; //~ error type-mismatch
{
}
