//! options: --check assert
// FQ02 §7.1: a list is split by a value. That the cells are there is assumed: what a list is takes more than predicates.
struct cell {
  int val;
  struct cell *next;
};

struct cell *partition(struct cell *list, int v)
{
  struct cell *curr = list, *prev = 0, *taken = 0, *following;
  /*@ loop predicate prev == 0, prev->val > v; */
  while (curr != 0) {
    following = curr->next;
    if (curr->val > v) {
      if (prev != 0)
        prev->next = following;
      if (curr == list)
        list = following;
      curr->next = taken;
      //@ assert curr != prev;
      taken = curr;
    } else {
      prev = curr;
    }
    curr = following;
  }
  return taken;
}
