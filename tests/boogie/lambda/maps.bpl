// A lambda is the map that it describes.
function {:inline} constant(value: int): [int]int { (lambda i: int :: value) }

procedure Lambda(m: [int]int, k: int)
{
  var n: [int]int;
  n := (lambda i: int :: m[i] + k);
  assert n[3] == m[3] + k;
  assert constant(4)[k] == 4;
  assert n[3] == m[3]; //~ refuted assert
}
