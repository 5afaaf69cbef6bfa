// FQ02 §7.1: a list is split by a value. At the assertion the current cell is not the previous one, because the previous
// one, if there is one, has stayed in the list, and the current one leaves it. The first two predicates suffice; with all
// four this is the first row of Figure 8.

type Cell;
const null: Cell;

procedure partition(list: Cell, v: int, val: [Cell]int, links: [Cell]Cell) returns (taken: Cell)
{
  var next: [Cell]Cell;
  var first, curr, prev, following: Cell;
  next := links;
  first := list;
  curr := list;
  prev := null;
  taken := null;
  while (curr != null)
    predicate prev == null, val[prev] > v, curr == null, val[curr] > v;
  {
    following := next[curr];
    if (val[curr] > v) {
      if (prev != null) {
        next[prev] := following;
      }
      if (curr == first) {
        first := following;
      }
      next[curr] := taken;
      assert curr != prev;
      taken := curr;
    } else {
      prev := curr;
    }
    curr := following;
  }
}
