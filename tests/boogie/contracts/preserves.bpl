// `preserves` is required and ensured.
var count: int;

procedure Step()
  modifies count;
  preserves count >= 0;
{
  count := count + 1;
}

procedure Back()
  modifies count;
  preserves count >= 0; //~ refuted ensures
{
  count := count - 1;
}
