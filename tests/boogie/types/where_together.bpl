// Variables that change together change before any of their conditions is assumed.
procedure Together()
{
  var low: int where 0 <= low;
  var high: int where low <= high;
  havoc low, high;
  assert 0 <= low && low <= high;
  havoc high, low;
  assert 0 <= low && low <= high;
}

procedure NotTheOldValue()
{
  var low: int where 0 <= low;
  var high: int where low <= high;
  low := 10;
  havoc high, low;
  assert high >= 10; //~ refuted assert
}
