// Between bit-vectors and integers.
function {:builtin "bv2nat"} number(bv8): int;
function {:builtin "(_ int2bv 8)"} bits(int): bv8;

procedure Convert()
{
  assert number(200bv8) == 200;
  assert bits(256) == 0bv8;
  assert bits(-1) == 255bv8;
}
