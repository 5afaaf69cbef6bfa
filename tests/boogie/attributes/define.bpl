// A defined function is expanded where it is used.
function {:define} Triple(x: int) returns (int) { x + Double(x) }
function {:define} Double(x: int) returns (int) { x + x }

procedure Sum(a: int)
{
  assert Triple(a) == 3 * a;
  assert Double(a) > a; //~ refuted assert
}
