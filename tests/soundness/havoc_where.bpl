// Once refuted: the `where` conditions of one `havoc` were assumed variable by variable, too early for the second.
procedure Between()
{
  var low: int;
  var high: int where low <= high;
  havoc high, low;
  assert low <= high;
}

// One statement each: the second havoc may well break the condition of the first.
procedure OneByOne()
{
  var low: int;
  var high: int where low <= high;
  havoc high;
  havoc low;
  assert low <= high; //~ refuted assert
}
