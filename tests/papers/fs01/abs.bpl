// FS01 §4: the absolute value, with an assertion inside the branch and an unrelated second branch behind it. The textbook
// formula of the postcondition looks at all four paths; the compact one need not.

var budget: int;

procedure abs(x: int) returns (magnitude: int)
  modifies budget;
  ensures magnitude >= 0;
  ensures magnitude == x || magnitude == -x;
{
  magnitude := x;
  if (magnitude < 0) {
    magnitude := -magnitude;
    assert magnitude > 0;
  }
  if (budget > 0) {
    budget := budget - 1;
  }
}
