// FQ02 §7.1 with the two predicates that suffice: what is abstracted is the loop's head, not every statement, so that the
// tests on the way to the assertion need no predicates of their own.

type Cell;
const null: Cell;

procedure partition(list: Cell, v: int, val: [Cell]int, links: [Cell]Cell) returns (taken: Cell)
{
  var next: [Cell]Cell;
  var curr, prev, following: Cell;
  next := links;
  curr := list;
  prev := null;
  taken := null;
  while (curr != null)
    predicate prev == null, val[prev] > v;
  {
    following := next[curr];
    if (val[curr] > v) {
      if (prev != null) {
        next[prev] := following;
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
