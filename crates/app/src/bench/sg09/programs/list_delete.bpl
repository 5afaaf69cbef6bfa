// The first node after the head with a key is taken out; the others stay initialized.
// Reachability by a field: a node reaches itself, and what the next node reaches. 0 is no node.
function reach(f: [int]int, x: int, y: int) returns (bool);
axiom (forall f: [int]int, x: int, y: int :: {reach(f, x, y), f[x]} reach(f, x, y) <==> x == y || (x != 0 && reach(f, f[x], y)));
axiom (forall f: [int]int, y: int :: {reach(f, 0, y)} reach(f, 0, y) <==> y == 0);
axiom (forall f: [int]int, x: int, y: int, z: int :: {reach(f, x, y), reach(f, y, z)} reach(f, x, y) && reach(f, y, z) ==> reach(f, x, z));
axiom (forall f: [int]int, x: int, y: int :: {reach(f, x, y), f[y]} reach(f, x, y) && y != 0 ==> reach(f, x, f[y]));
// What is reached after p points to q was reached before, or is reached from q.
axiom (forall f: [int]int, p: int, q: int, x: int, y: int :: {reach(f[p := q], x, y)} reach(f[p := q], x, y) ==> reach(f, x, y) || (reach(f, x, p) && reach(f, q, y)));

procedure list_delete(next0: [int]int, value: [int]int, key: [int]int, head: int, e: int) returns (next: [int]int)
  requires head != 0;
  requires (forall k: int :: reach(next0, head, k) && k != 0 ==> value[k] == 0);
{
  var prev, curr: int;
  next := next0;
  prev := head;
  curr := next[head];
  while (curr != 0 && key[curr] != e)
    template v0 && (forall k: int :: v1 ==> v2) over AllPreds({prev, curr, head, next[prev], k}, {0}, {==, !=}), AllPreds({reach(next, head, prev)}, {true, false}, {==}), AllPreds({reach(next, head, curr)}, {true, false}, {==}), AllPreds({reach(next, head, k)}, {true, false}, {==}), AllPreds({value[k]}, {0}, {==, !=});
  {
    prev := curr;
    curr := next[curr];
  }
  if (curr != 0) { next[prev] := next[curr]; }
  assert (forall k: int :: reach(next, head, k) && k != 0 ==> value[k] == 0);
}
