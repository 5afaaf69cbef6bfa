// Applications of a function that is never a pattern do not make the prover use a quantifier. Where nothing else does, models are
// checked against the quantifiers, and the second procedure is proved all the same.
function {:never_pattern} silent(x: int) returns (int);
function {:never_pattern false} loud(x: int) returns (int);

procedure Loud()
{
  assume (forall x: int :: silent(x) > 0 && loud(x) > 0);
  assert loud(3) > 0;
}

procedure Silent()
{
  assume (forall x: int :: silent(x) > 0 && loud(x) > 0);
  assert silent(3) > 0;
}
