// Proofs that hold only because nothing is reached are proofs, with a warning.

procedure contradictory_precondition(x: int) //~ vacuous
  requires x < 0 && x > 0;
{
  assert x == 5;
}

procedure contradictory_assumption(x: int)
{
  assume x > 3;
  assert x > 2;
  assume x < 3;
  assert x == 7; //~ vacuous
}

// Behind a check that always fails nothing is reached either; the failure is all there is to say.
procedure behind_a_failure(x: int)
  requires x > 0;
{
  assert x < 0; //~ refuted assert
  assert x == 7;
}
