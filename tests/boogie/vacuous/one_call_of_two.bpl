// Runs pass the assertion in the first call. That says nothing of the second, which no run reaches.

procedure {:inline 1} positive(x: int)
{
  assert x > 0; //~ vacuous
}

procedure caller(x: int)
  requires x > 0;
{
  call positive(x);
  assume x < 0;
  call positive(x + 1);
}
