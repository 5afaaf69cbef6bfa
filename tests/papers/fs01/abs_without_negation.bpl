// FS01 §4 with the negation forgotten: a negative input fails the assertion. Behind a failing assertion it is taken for
// granted, so that the postcondition is not blamed for the same mistake; in the second procedure there is no assertion to
// blame.

var budget: int;

procedure abs(x: int) returns (magnitude: int)
  modifies budget;
  ensures magnitude >= 0;
{
  magnitude := x;
  if (magnitude < 0) {
    assert magnitude > 0; //~ refuted assert
  }
  if (budget > 0) {
    budget := budget - 1;
  }
}

procedure abs_unasserted(x: int) returns (magnitude: int)
  modifies budget;
  ensures magnitude >= 0; //~ refuted ensures
{
  magnitude := x;
  if (budget > 0) {
    budget := budget - 1;
  }
}
