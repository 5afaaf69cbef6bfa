// Bit-vector operations are those of the solver.
function {:bvbuiltin "bvadd"} add(bv8, bv8): bv8;
function {:bvbuiltin "bvult"} below(bv8, bv8): bool;
function {:bvbuiltin "bvand"} both(bv8, bv8): bv8;
function {:bvbuiltin "zero_extend 8"} widen(bv8): bv16;

procedure Wrap(x: bv8)
{
  assert add(255bv8, 1bv8) == 0bv8;
  assert both(x, 0bv8) == 0bv8;
  assert widen(x)[8:0] == x;
  assert widen(x) == 0bv8 ++ x;
  assert x[8:4] ++ x[4:0] == x;
  assert below(x, add(x, 1bv8)); //~ refuted assert
}
