// Maps of several arguments, of none, and update as an expression.
procedure Several(m: [int, bool]int, cell: []int)
{
  var n: [int, bool]int;
  var c: []int;
  n := m[1, true := 7][2, false := 8];
  assert n[1, true] == 7;
  assert n[2, false] == 8;
  assert n[1, false] == m[1, false];
  c := cell[:= 3];
  assert c[] == 3;
  assert n[2, true] == 8; //~ refuted assert
}
