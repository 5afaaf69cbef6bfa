procedure P(x: bv8, i: int)
{
  assert x[9:0] == x[8:0]; //~ error type-mismatch
  assert x ++ i == 0bv16; //~ error type-mismatch
  assert x == 256bv8; //~ error type-mismatch
  assert x == 1bv16; //~ error type-mismatch
}
