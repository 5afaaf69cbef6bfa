// A `where` clause holds of every arbitrary value of its variable, and of no assigned one.
var level: int where level >= 0;

procedure Fill(amount: int where amount > 0) returns (rest: int)
  modifies level;
  ensures level > 0;
{
  var extra: int where extra > 10;
  havoc level;
  assert level >= 0;
  level := level + amount;
  assert extra > 10;
  rest := level;
  if (*) {
    extra := 1;
    assert extra > 10; //~ refuted assert
  }
}
