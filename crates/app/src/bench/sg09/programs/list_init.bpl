// Reachability by a field: a node reaches itself, and what the next node reaches. 0 is no node.
function reach(f: [int]int, x: int, y: int) returns (bool);
axiom (forall f: [int]int, x: int, y: int :: {reach(f, x, y), f[x]} reach(f, x, y) <==> x == y || (x != 0 && reach(f, f[x], y)));
axiom (forall f: [int]int, y: int :: {reach(f, 0, y)} reach(f, 0, y) <==> y == 0);

procedure list_init(next: [int]int, head: int) returns (value: [int]int)
{
  var curr: int;
  curr := head;
  while (curr != 0)
    template (forall k: int :: v0 ==> v1) over AllPreds({k, curr, head}, {0}, {==, !=}), AllPreds({reach(next, head, k)}, {true, false}, {==}), AllPreds({reach(next, curr, k)}, {true, false}, {==}), AllPreds({value[k]}, {0}, {==, !=});
  {
    value[curr] := 0;
    curr := next[curr];
  }
  assert (forall k: int :: reach(next, head, k) && k != 0 ==> value[k] == 0);
}
